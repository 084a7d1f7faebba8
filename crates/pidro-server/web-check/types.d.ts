// The server's messages, as described by docs/protocol.md and /openapi.json.

type Seat = 'N' | 'E' | 'S' | 'W';
type Team = 'NS' | 'EW';
type Suit = 's' | 'h' | 'd' | 'c';
/** A rank and a suit: `Ah`. */
type Card = string;
type Lang = 'sv' | 'fi' | 'en';

type BySeat<T> = Record<Seat, T>;
type ByTeam<T> = Record<Team, T>;
type PartialBySeat<T> = Partial<Record<Seat, T>>;

interface Play {
  seat: Seat;
  card: Card;
}

interface Trick {
  plays: Play[];
  winner: Seat;
  points: ByTeam<number>;
}

interface Contract {
  seat: Seat;
  bid: number;
}

interface View {
  phase: string;
  hand: number;
  dealer: Seat | null;
  turn: Seat | null;
  hands: BySeat<Card[] | number>;
  deck: Card[] | number;
  calls: { seat: Seat; bid: number | null }[];
  contract: Contract | null;
  trump: Suit | null;
  requested: PartialBySeat<number>;
  received: PartialBySeat<number>;
  pool_size: number | null;
  buried: Card[] | number | null;
  killed: PartialBySeat<Card[]>;
  trick: Play[];
  tricks: Trick[];
  cold: PartialBySeat<Card[]>;
  points: ByTeam<number>;
  scores: ByTeam<number>;
  winner: Team | null;
}

type Legal =
  | { kind: 'bid'; bids: number[]; pass: boolean }
  | { kind: 'trump'; suits: Suit[] }
  | { kind: 'keep'; from: Card[]; count: number; must: Card[] }
  | { kind: 'kill'; from: Card[]; count: number }
  | { kind: 'play'; cards: Card[] };

interface HandScored {
  event: 'hand_scored';
  contract: Contract;
  taken: ByTeam<number>;
  made: boolean;
  change: ByTeam<number>;
  left: PartialBySeat<Card[]>;
}

/** An event with its number, and the view after it. */
type GameEvent = { n: number; view: View } & (
  | { event: 'dealer_cut'; cut: Play[] }
  | { event: 'dealer_chosen'; seat: Seat }
  | { event: 'hand_dealt'; dealer: Seat }
  | { event: 'call_made'; seat: Seat; bid: number | null }
  | { event: 'bidding_won'; seat: Seat; bid: number }
  | { event: 'trump_declared'; seat: Seat; trump: Suit }
  | { event: 'discarded'; seat: Seat; cards: Card[] | number | null }
  | { event: 'redealt'; seat: Seat; requested: number; received: number; cards: Card[] | number }
  | { event: 'robbed'; seat: Seat; taken: number; kept: Card[] | number }
  | { event: 'killed'; seat: Seat; cards: Card[]; top: Card }
  | { event: 'card_played'; seat: Seat; card: Card }
  | { event: 'went_cold'; seat: Seat; shown: Card[] }
  | { event: 'trick_won'; seat: Seat; points: number; two: Seat | null }
  | { event: 'claimed'; seat: Seat }
  | HandScored
  | { event: 'game_won'; team: Team }
  | { event: 'resigned'; seat: Seat }
);

type Occupant =
  | { kind: 'person'; id: string; name: string; state: 'here' | 'away' | 'stand_in' | 'left' }
  | { kind: 'bot'; level: string };

interface Clock {
  seat: Seat;
  ms: number;
  /** The end and the length of the limit on the page's clock, in milliseconds. The page adds them. */
  until?: number;
  time?: number;
}

interface RulesInfo {
  /** The rules in one line. */
  text: string;
  /** The nearest preset. */
  preset: string;
  /** The options that differ from the preset, without the target. */
  options: string[];
  target: number;
  /** Whether the top killed card must be the player's first play. */
  forced_top: boolean;
}

interface Snapshot {
  msg: 'snapshot';
  n: number;
  table: string;
  host: string;
  rules: RulesInfo;
  time: number | null;
  spectators: string;
  you: Seat | null;
  seats: BySeat<Occupant | null>;
  commitment: string;
  promises: BySeat<string | null>;
  awaited: Seat[] | null;
  words: BySeat<string> | null;
  secret: string | null;
  events: number;
  sheet: HandScored[];
  view: View | null;
  legal: Legal | null;
  hint: boolean;
  claim: boolean;
  clock: Clock | null;
  undo: Seat[] | null;
  rematch: Seat[];
  next: string | null;
  chat: boolean;
}

type Entry =
  | { kind: 'sat'; seat: Seat; person: string; name: string; promise?: string }
  | { kind: 'promised'; seat: Seat; promise: string }
  | { kind: 'starting'; promises: BySeat<string | null> }
  | { kind: 'revealed'; seat: Seat; word: string }
  | { kind: 'start_called_off'; seats: Seat[] }
  | { kind: 'bot_sat'; seat: Seat; level: string }
  | {
      kind: 'stood' | 'back' | 'undo_asked' | 'undo_agreed' | 'undo_refused' | 'rematch_asked';
      seat: Seat;
    }
  | { kind: 'left'; seat: Seat; away?: boolean }
  | { kind: 'started' }
  | { kind: 'rematched'; table: string }
  | { kind: 'chat_opened'; open: boolean }
  | { kind: 'muted'; person: string; muted: boolean }
  | { kind: 'removed'; person: string };

interface Happened {
  msg: 'happened';
  n: number;
  entry?: Entry;
  words?: BySeat<string>;
  late?: boolean;
  events?: GameEvent[];
  legal?: Legal;
  hint?: boolean;
  claim?: boolean;
  clock?: Clock;
  secret?: string;
}

interface SeatsMessage {
  msg: 'seats';
  seats: BySeat<Occupant | null>;
}

interface ChatMessage {
  msg: 'said';
  seat: Seat;
  phrase?: string;
  reaction?: string;
  text?: string;
}

type ServerMessage = Snapshot | Happened | SeatsMessage | ChatMessage;

interface Answer {
  ok: boolean;
  id: string | null;
  n?: number;
  error?: { code: string; message: string };
}

// Over HTTP.

interface Person {
  id: string;
  name: string;
  guest: boolean;
  rating: number;
  rated: number;
}

interface SeatInfo {
  name?: string;
  bot?: string;
  state?: string;
  person?: string;
}

interface LobbyTable {
  table: string;
  rules: RulesInfo;
  time: number | null;
  seats: BySeat<SeatInfo | null>;
  begun: boolean;
}

interface Advice {
  action: string;
  reason: { kind: string; suit?: Suit; trumps?: number; points?: number };
}

interface Worth {
  points: number;
  win: number;
}

interface Decision {
  event: number;
  hand: number;
  seat: Seat;
  action: string;
  best: string;
  cost: Worth;
  mark: string | null;
}

interface Analysis {
  decisions: Decision[];
  hands: { hand: number; event: number; scores: ByTeam<number>; win: ByTeam<number> }[];
  players: BySeat<{ decisions: number; accuracy: number; cost: Worth; luck: Worth }>;
  moments: { event: number; hand: number; win: number }[];
}

interface Puzzle {
  puzzle: number;
  you: Seat;
  view: View;
  legal: Legal;
  deals: number;
  odds: { suit: Suit; points: number; chances: Record<number, number> }[];
  advice: Advice | null;
}

/** The facts about the game that the server sends with the page. */
interface GameData {
  /** The trumps of each suit from the highest on, with their points. */
  trumps: Record<Suit, [Card, number][]>;
  /** The bid that promises all points of a hand. */
  highest_bid: number;
  /** The names of the presets; the first one is the default. */
  presets: string[];
  /** The targets to choose from. */
  targets: number[];
  default_target: number;
  /** The time limits to choose from, in seconds. */
  time_limits: number[];
}

// Types of the page itself.

type RulesPart =
  | string
  | { cards: Card[]; caption: string }
  | { list: string[] }
  | { table: { head: string[]; rows: string[][] } };
type RulesPage = { title: string; parts: RulesPart[] }[];

/** Shows a screen. Returns a function that ends it. */
type ShowScreen = (
  root: HTMLElement,
  path: string[],
) => void | (() => void) | Promise<void | (() => void)>;

/** A decision in progress. */
interface Choice {
  legal: Legal;
  /** The chosen cards, bid or suit, in the order of choice. */
  chosen: string[];
}
