// Generated from the types of the crate pidro-protocol. Don't edit it, regenerate it:
//     PIDRO_BLESS=1 cargo nextest run -p pidro-protocol

type BySeat<T> = Record<Seat, T>;
type ByTeam<T> = Record<Team, T>;

type Action = string;

/**
 * A suggested action and the reason for it.
 */
interface Advice {
  /** The action. */
  action: Action;
  /** The reason, with its details. */
  reason: Reason;
}

/**
 * The review of a game, decision by decision.
 */
interface Analysis {
  /** Every decision. Forced actions don't count. */
  decisions: Decision[];
  /** The chances at the start, as hand 0, and after each hand. */
  hands: HandResult[];
  /** The moments that decided the game, most important first. */
  moments: KeyMoment[];
  /** How well each seat played. */
  players: BySeat<PlayerSummary>;
}

/**
 * The answer to a request.
 */
interface Answer {
  /** Whether the command had already taken effect earlier. */
  again?: boolean;
  /** Why the request failed. */
  error?: ErrorText;
  /** The request's id. */
  id: string | null;
  /** The number of the first table event that the command caused. */
  n?: number;
  /** Whether the request succeeded. */
  ok: boolean;
}

/**
 * Something that an operator has done.
 */
interface AuditInfo {
  /** What was done. */
  action: string;
  /** Who did it: the id of a person, or `operator NAME`. */
  actor: string;
  /** That person's name. */
  actor_name: string | null;
  /** When it happened, in milliseconds since 1970. */
  at: number;
  /** Details. */
  detail: string | null;
  /** The number of the entry. */
  n: number;
  /** The person, address, table or report that it concerns. */
  subject: string | null;
  /** That person's name. */
  subject_name: string | null;
}

/**
 * What operators have done.
 */
interface AuditLog {
  /** The entries, newest first. */
  entries: AuditInfo[];
}

/**
 * A ban.
 */
interface BanInfo {
  /** Who imposed it. */
  actor: string;
  /** The address that is banned. */
  address?: string;
  /** When it began, in milliseconds since 1970. */
  at: number;
  /** That person's name. */
  name?: string;
  /** The person who is banned. */
  person?: PersonId;
  /** Why. The banned person can read it. */
  reason: string;
  /** When it ends; null for a ban without an end. */
  until: number | null;
}

/**
 * A ban to lift.
 */
interface BanToLift {
  /** The address. */
  address?: string;
  /** The person. */
  person?: PersonId;
}

/**
 * All bans that have not ended.
 */
interface Bans {
  /** The bans, newest first. */
  bans: BanInfo[];
}

/**
 * The seats of the bots, and their strength.
 */
type BotSeats = Partial<BySeat<ServerBot>>;

type Card = string;

/**
 * Cards in order, or how many there are.
 */
type CardsOrCount = Card[] | number;

/**
 * A message from a client: a request, and its id.
 */
type ClientMessage = {
  /** The client's id for this request. The answer repeats it. A command that is resent with the same id takes effect once. */
  id?: string;
} & ({
  cmd: "join";
} & Join | {
  cmd: "sit";
  /** The promise of a word for the fair deal. */
  promise?: WordPromise;
  /** The seat. */
  seat: Seat;
  /** Obsolete: earlier releases took the word here, without a promise. Refused. */
  word?: string;
} | {
  cmd: "promise";
  /** The promise. */
  promise: WordPromise;
} | {
  cmd: "reveal";
  /** The word. */
  word: string;
} | {
  cmd: "bot";
  /** The bot's level. */
  level: ServerBot;
  /** The seat. */
  seat: Seat;
} | {
  cmd: "clear";
  /** The seat. */
  seat: Seat;
} | {
  cmd: "leave";
} | {
  cmd: "start";
} | {
  /** The decision. */
  action: Action;
  cmd: "act";
} | {
  cmd: "undo";
} | {
  cmd: "refuse";
} | {
  cmd: "rematch";
} | {
  cmd: "say";
} & ({
  phrase: Phrase;
} | {
  reaction: Reaction;
} | {
  text: string;
}) | {
  cmd: "chat";
  /** Whether free text is allowed. */
  open: boolean;
} | {
  cmd: "mute";
  /** `true` to mute, `false` to unmute. */
  muted: boolean;
  /** The person. */
  person: PersonId;
} | {
  cmd: "remove";
  /** The person. */
  person: PersonId;
} | {
  cmd: "ping";
});

/**
 * The time left for a decision.
 */
interface Clock {
  /** The milliseconds left. */
  ms: number;
  /** The seat whose turn it is. */
  seat: Seat;
}

/**
 * The password of an account, to confirm who is asking.
 */
interface Confirmation {
  /** The password. Guests have none. */
  password?: string;
}

/**
 * The highest bid and the seat that made it.
 */
interface Contract {
  /** The points that the seat's team must take. */
  bid: number;
  /** The seat that made the bid. */
  seat: Seat;
}

/**
 * The table that was created.
 */
interface CreatedTable {
  /** The commitment to the secret that determines all deals. Note it, and verify the deal after the game. */
  commitment: string;
  /** The link to share. */
  link: string;
  /** The table. */
  table: TableId;
}

/**
 * A name and a password.
 */
interface Credentials {
  /** The name. */
  name: Name;
  /** The password. */
  password: string;
}

/**
 * A decision, and the best alternative.
 *
 * The best action wins the game most often; among actions that win equally often, it brings the
 * most points in the hand. A cost is the payoff of the best action minus the payoff of the chosen
 * one. The cost in win chance is therefore never negative. The cost in points is negative if the
 * better chance costs points.
 */
interface Decision {
  /** The chosen action. */
  action: Action;
  /** The best action, given what the seat could know. */
  best: Action;
  /** The best action as the cards lay. */
  best_in_hindsight: Action;
  /** The expected payoff of `best` minus `expected`. */
  cost: Payoff;
  /** The payoff of `best_in_hindsight` as the cards lay, minus `in_hindsight`. */
  cost_in_hindsight: Payoff;
  /** The index of its event in the log. */
  event: number;
  /** The expected payoff of the chosen action, given what the seat could know. */
  expected: Payoff;
  /** The number of the hand, from 1. */
  hand: number;
  /** The payoff of the chosen action as the cards lay. */
  in_hindsight: Payoff;
  /** How much better the cards lay than the seat could expect: `in_hindsight` minus `expected`. */
  luck: Payoff;
  /** The mark for a bad decision. */
  mark: Mark | null;
  /** The seat that decided. */
  seat: Seat;
  /** The number of the trick, from 1, if a card was played. */
  trick: number | null;
}

/**
 * An error response. The request has changed nothing, unless the code says that its outcome is
 * unknown.
 */
interface ErrorBody {
  /** What went wrong. */
  error: ErrorText;
  /** Always false. */
  ok: boolean;
}

/**
 * A code for programs and a message for people.
 */
interface ErrorText {
  /** The code. It does not change between releases. */
  code: string;
  /** A sentence in English. */
  message: string;
}

/**
 * What a record proves about its decks.
 */
type Fairness = "fair" | "not_proven" | "disproven";

/**
 * Figures of a server.
 */
interface Figures {
  /** How many accounts there are. */
  accounts: number;
  /** How many people were here during the last 24 hours. */
  active_people: number;
  /** At how many tables something happened during the last 24 hours. */
  active_tables: number;
  /** How many bans are in force. */
  bans: number;
  /** The size of the database in bytes. */
  bytes: number;
  /** How many events are stored. */
  events: number;
  /** How many games people have finished. */
  finished_games: number;
  /** How many guests there are. */
  guests: number;
  /** The servers of a cluster that are running, by their addresses. Empty for an SQLite file. */
  nodes: string[];
  /** How many reports are open. */
  open_reports: number;
  /** The version of the schema. */
  schema: number;
  /** How many tables there are. */
  tables: number;
  /** The version of the program. */
  version: string;
}

/**
 * A reason why a game is not proven fair.
 */
interface Finding {
  /** The stable code of the reason: `wrong_secret`, `wrong_decks`, `no_commitment`, `no_secret`, `one_view`, `no_decks`, `missing_decks` or `unfinished`. */
  code: string;
  /** Whether it concerns the deck for the cut. */
  cut: boolean;
  /** The hands it concerns: the first and the last number of each range. */
  hands: number[][];
  /** The reason as a sentence. */
  message: string;
}

/**
 * A finished trick.
 */
interface FinishedTrick {
  /** The plays in order. */
  plays: Play[];
  /** The points that each team got from it. */
  points: ByTeam<number>;
  /** The seat that won the trick. */
  winner: Seat;
}

/**
 * People that an operator has searched for.
 */
interface FoundPeople {
  /** The people, the one who was here last first. */
  people: FoundPerson[];
}

/**
 * A person, as operators see them.
 */
interface FoundPerson {
  /** Whether the person may use the page for operators. */
  admin: boolean;
  /** Whether the person is banned. */
  banned: boolean;
  /** When the person came to the server, in milliseconds since 1970. */
  created: number;
  /** How many games the person has played or is playing. */
  games: number;
  /** Whether the person has no account. */
  guest: boolean;
  /** The person's id. */
  id: PersonId;
  /** The person's name. */
  name: string;
  /** When the person was here last, to within a day. */
  seen: number | null;
}

/**
 * A table, as operators see it.
 */
interface FoundTable {
  /** When it was created, in milliseconds since 1970. */
  created: number;
  /** How many events it has. */
  events: number;
  /** The person who created it. */
  host: PersonId | null;
  /** That person's name. */
  host_name: string | null;
  /** When the last one happened. */
  last_event: number | null;
  /** Whether its game has begun or is over. */
  stage: TableStage;
  /** The table. */
  table: TableId;
}

/**
 * Tables that an operator has searched for.
 */
interface FoundTables {
  /** The tables, newest first. */
  tables: FoundTable[];
}

/**
 * What the page needs to know about the game, so that it contains no rules itself.
 */
interface GameData {
  /** The target of all presets. */
  default_target: number;
  /** The bid that promises all points of a hand. */
  highest_bid: number;
  /** The names of the presets; the first one is the default. */
  presets: string[];
  /** The targets to choose from. */
  targets: number[];
  /** The time limits to choose from, in seconds. */
  time_limits: number[];
  /** The trumps of each suit with their points, highest first. */
  trumps: Record<string, ([Card, number])[]>;
}

/**
 * A person's games.
 */
interface Games {
  /** The games, newest first. */
  games: PlayedGame[];
}

/**
 * The scores and chances after a hand.
 */
interface HandResult {
  /** The index of the event that scored it. */
  event: number;
  /** The number of the hand. */
  hand: number;
  /** The scores after the hand. */
  scores: ByTeam<number>;
  /** Each team's chance to win the game. */
  win: ByTeam<number>;
}

/**
 * A table event as its recipient may see it.
 */
interface Happened {
  /** The change at the table. Absent for a decision: `events` describes it. */
  change?: TableChange;
  /** Whether the recipient may claim the remaining tricks now. */
  claim?: boolean;
  /** The time left for the seat whose turn it is now. */
  clock?: Clock;
  /** What happened in the game, with views if the client asked for them. */
  events?: NumberedEvent[];
  /** Whether the recipient may ask for a hint now. */
  hint?: boolean;
  /** What the recipient may do now. */
  legal?: Legal;
  /** The number of the table event, counted from 1. */
  n: number;
  /** The secret that determined all deals, once the game is over. */
  secret?: string;
  /** Whether a bot made the decision because the time ran out. */
  timed_out?: boolean;
  /** The players' words, when the game begins. */
  words?: BySeat<string>;
}

/**
 * A table that a person created.
 */
interface HostedTable {
  /** When it was created, in milliseconds since 1970. */
  created: number;
  /** The table. */
  table: TableId;
}

/**
 * Subscribe to a table, and play there if a token is given.
 */
interface Join {
  /** The number of the last table event that the client has seen. */
  from?: number;
  /** The table. */
  table: TableId;
  /** The token of the person who plays. */
  token?: string;
  /** Whether each game event comes with a view of the game after it. */
  views?: boolean;
}

/**
 * A moment that helped decide the game.
 */
interface KeyMoment {
  /** The index of its event in the log. */
  event: number;
  /** The number of its hand. */
  hand: number;
  /** A description in words. */
  text: string;
  /** How much it changed the chance to win. */
  win: number;
}

/**
 * The rules that a table can have.
 */
interface KnownRules {
  /** The highest target of a table on this server. */
  highest_target: number;
  /** Every option with its possible values; `target` is an integer. */
  options: Record<string, unknown[]>;
  /** The presets, each with all its options. */
  presets: Record<string, Rules>;
}

/**
 * The legal actions, as the engine protocol writes them.
 */
type Legal = {
  kind: "none";
} | {
  kind: "deal";
} | {
  /** The bids that can be made. */
  bids: number[];
  kind: "bid";
  /** Whether the seat may pass. */
  pass: boolean;
} | {
  kind: "trump";
  /** The suits. */
  suits: Suit[];
} | {
  /** How many to choose. */
  count: number;
  /** The cards to choose from. */
  from: Card[];
  kind: "keep";
  /** Those that must be chosen. */
  must: Card[];
} | {
  /** How many to choose. */
  count: number;
  /** The cards to choose from. */
  from: Card[];
  kind: "kill";
} | {
  /** The cards that can be played. */
  cards: Card[];
  kind: "play";
};

/**
 * The state of the guided first hand.
 */
interface Lesson {
  /** What to do, and why, where the lesson offers advice. */
  advice: Advice | null;
  /** All events so far, with views. */
  events: NumberedEvent[];
  /** What the learner may do now; null when the hand is over. */
  legal: Legal | null;
  /** The rules of the hand. */
  rules: RulesInfo;
  /** The learner's seat. */
  you: Seat;
}

/**
 * The learner's decisions so far.
 */
interface LessonDecisions {
  /** The actions in order, in the notation of the engine protocol. */
  actions: string[];
}

/**
 * A bot, optionally with a limit per decision
 */
type Level = string;

/**
 * A table in the lobby.
 */
interface LobbyTable {
  /** Whether the game has begun. */
  begun: boolean;
  /** The rules. */
  rules: RulesInfo;
  /** The occupant of each seat. */
  seats: BySeat<SeatStatus | null>;
  /** The table. */
  table: TableId;
  /** The time limit for a decision, in seconds. */
  time: null | 15 | 30 | 60;
}

/**
 * The tables in the lobby.
 */
interface LobbyTables {
  /** The tables, newest first. */
  tables: LobbyTable[];
}

/**
 * A person and their token. The server never shows the token again.
 */
interface LoggedIn {
  /** The person. */
  person: Person;
  /** The code with which the owner of a new or recovered account can choose a new password. */
  recovery_code?: string;
  /** Use it in `Authorization: Bearer TOKEN` and in `join`. */
  token: string;
}

/**
 * An annotator's opinion of a decision.
 */
type Mark = "!" | "!!" | "?!" | "?" | "??";

/**
 * A person's name: visible characters, limited in length.
 */
type Name = string;

/**
 * A message to everybody who is connected.
 */
interface NewAnnouncement {
  /** The text. */
  text: string;
}

/**
 * A ban to impose on a person or an address.
 */
interface NewBan {
  /** The address. */
  address?: string;
  /** For how many days; null for a ban without an end. */
  days?: number;
  /** The person. */
  person?: PersonId;
  /** Why. The banned person can read it. */
  reason: string;
}

/**
 * The name of a guest.
 */
interface NewGuest {
  /** The name. */
  name: Name;
}

/**
 * A new password for an account.
 */
interface NewPassword {
  /** The new password. The most common ones are refused. */
  new_password: string;
  /** The current password. */
  password: string;
}

/**
 * A new recovery code. It replaces the previous one, and the server never shows it again.
 */
interface NewRecoveryCode {
  /** The code. */
  recovery_code: string;
}

/**
 * A report about another person at a table, for the operator.
 */
interface NewReport {
  /** The person whom it is about. */
  person: PersonId;
  /** What it is about. */
  reason: ReportReason;
  /** The table at which it happened. */
  table?: TableId;
  /** What happened, in the reporter's words. */
  text?: string;
}

/**
 * The options of a new table.
 */
interface NewTable {
  /** The seats of the bots, and their strength. */
  bots?: BotSeats;
  /** Whether the lobby lists the table. Otherwise it can only be found by its link. */
  listed?: boolean;
  /** The name of a preset, or an object of options. Its optional `preset` sets the defaults. */
  rules?: RulesChoice;
  /** Your seat. You can also choose it later. */
  seat?: Seat;
  /** What spectators see. */
  spectators?: Spectators;
  /** The time limit for a decision in seconds: 15, 30, 60, or null for none. */
  time?: null | 15 | 30 | 60;
}

/**
 * A game event with its index.
 */
type NumberedEvent = {
  /** The event's index in the log of the game, counted from 0. */
  n: number;
  /** The game after the event, if views were asked for. */
  view?: State;
} & ({
  /** The cards drawn. */
  cut: Play[];
  event: "dealer_cut";
} | {
  event: "dealer_chosen";
  /** The dealer. */
  seat: Seat;
} | {
  /** The dealer. */
  dealer: Seat;
  /** The whole deck. As JSON, only its size if it is hidden. */
  deck: CardsOrCount;
  event: "hand_dealt";
  /** The nine cards each seat got. */
  hands: BySeat<CardsOrCount>;
} | {
  /** The call. */
  bid: number | null;
  event: "call_made";
  /** The seat that called. */
  seat: Seat;
} | {
  /** The points that the seat's team must take. */
  bid: number;
  event: "bidding_won";
  /** The seat that made the bid. */
  seat: Seat;
} | {
  event: "trump_declared";
  /** The bid winner. */
  seat: Seat;
  /** The trumps. */
  trump: Suit;
} | {
  /** The cards. */
  cards: VisibleCards;
  event: "discarded";
  /** The seat that discarded. */
  seat: Seat;
} | {
  /** The cards it got, or only their number. */
  cards: CardsOrCount;
  event: "redealt";
  /** The number of cards it got. */
  received: number;
  /** The number of cards it requested. */
  requested: number;
  /** The seat that got the cards. */
  seat: Seat;
} | {
  /** The cards of the pool that the dealer did not keep. */
  buried: VisibleCards;
  event: "robbed";
  /** The cards the dealer kept, or only their number. */
  kept: CardsOrCount;
  /** The cards to choose from. */
  pool: VisibleCards;
  /** The dealer. */
  seat: Seat;
  /** The number of cards taken from the pack. */
  taken: number;
} | {
  /** The killed cards, top card first. */
  cards: Card[];
  event: "killed";
  /** The seat that killed. */
  seat: Seat;
  /** The top card. */
  top: Card | null;
} | {
  /** The card. */
  card: Card;
  event: "card_played";
  /** The seat that played. */
  seat: Seat;
} | {
  event: "went_cold";
  /** The seat that went cold. */
  seat: Seat;
  /** The cards it showed. */
  shown: Card[];
} | {
  event: "trick_won";
  /** The points that go to the winner: all except the two's. */
  points: number;
  /** The seat that played the highest trump. */
  seat: Seat;
  /** The seat that played the two; its team keeps the two's point. */
  two: Seat | null;
} | {
  event: "claimed";
  /** The seat that claimed. */
  seat: Seat;
} | {
  /** The change to each team's score. */
  change: ByTeam<number>;
  /** The contract that was played. */
  contract: Contract;
  event: "hand_scored";
  /** The cards left in the hands, which everybody now sees. */
  left: BySeat<Card[]>;
  /** Whether the bidding team made its contract. */
  made: boolean;
  /** The points each team took. */
  taken: ByTeam<number>;
} | {
  event: "game_won";
  /** The winner. */
  team: Team;
} | {
  event: "resigned";
  /** The seat that resigned. */
  seat: Seat;
});

/**
 * A person's ban.
 */
interface OwnBan {
  /** Why. */
  reason: string;
  /** When it ends, in milliseconds since 1970; null for a ban without an end. */
  until: number | null;
}

/**
 * A report that a person wrote.
 */
interface OwnReport {
  /** When it was written, in milliseconds since 1970. */
  at: number;
  /** The person whom it is about. */
  person: PersonId;
  /** What it says. */
  text: string;
}

/**
 * What a team gets from an action or a result, or the difference between two such payoffs.
 */
interface Payoff {
  /** The team's score in the hand minus the other team's. */
  points: number;
  /** The chance to win the game. */
  win: number;
}

/**
 * A person as others may see them.
 */
interface Person {
  /** Whether the person has no account. A guest who loses their token becomes a new person. */
  guest: boolean;
  /** The person's id. */
  id: PersonId;
  /** The person's name. */
  name: Name;
  /** The number of rated games. */
  rated: number;
  /** The person's rating: the estimated skill minus three times its uncertainty, or 0 if the person has no rated games. */
  rating: number;
}

/**
 * The id of a person.
 */
type PersonId = string;

/**
 * Everything that the server stores about a person, without what others have reported.
 */
interface PersonalData {
  /** The ban, if the person is banned. */
  ban: OwnBan | null;
  /** When the person came to the server, in milliseconds since 1970. */
  created: number;
  /** All games, newest first. `/api/tables/{id}/record` has the decisions of each. */
  games: PlayedGame[];
  /** Whether a hash of a password is stored. */
  has_password: boolean;
  /** Whether a hash of a recovery code is stored. */
  has_recovery_code: boolean;
  /** The person. */
  person: Person;
  /** The reports that the person wrote. */
  reports: OwnReport[];
  /** The sessions. */
  sessions: Session[];
  /** The totals of the games. */
  statistics: Statistics;
  /** The tables that the person created. */
  tables: HostedTable[];
}

/**
 * The phase of a game. The game never waits in an automatic phase: it passes within one step.
 */
type Phase = "dealer_selection" | "dealing" | "bidding" | "declaring" | "discarding" | "second_deal" | "playing" | "scoring" | "complete";

/**
 * A predefined phrase.
 */
type Phrase = "hello" | "good_luck" | "well_played" | "well_bid" | "thanks" | "sorry" | "one_moment" | "your_turn" | "close" | "lucky" | "good_game" | "again" | "must_go";

/**
 * A card and the seat that played it.
 */
interface Play {
  /** The card. */
  card: Card;
  /** The seat that played it. */
  seat: Seat;
}

/**
 * A game that a person has played or is playing.
 */
interface PlayedGame {
  /** When the game ended or, if it is still being played, when it began: milliseconds since 1970. */
  at: number;
  /** The final score of the opponents. */
  other: number | null;
  /** The final score of the person's team. */
  own: number | null;
  /** The person's rating after the game, if the game was rated. */
  rating: number | null;
  /** The person's seat. */
  seat: Seat;
  /** The table. */
  table: TableId;
  /** Whether the person's team won. Null if the game is not over, or if somebody else took over the seat. */
  won: boolean | null;
}

/**
 * How well a seat played.
 */
interface PlayerSummary {
  /** The mean score of its decisions: 100 for the best action, 61 for one that costs ten percentage points of win chance. */
  accuracy: number;
  /** The total expected cost of its decisions. */
  cost: Payoff;
  /** The number of decisions it made. */
  decisions: number;
  /** How much better the cards lay than the seat could expect, in total. */
  luck: Payoff;
}

/**
 * Whether a person is connected.
 */
type Presence = "here" | "away" | "stand_in" | "left";

/**
 * A person and the totals of their games.
 */
interface Profile {
  /** The person. */
  person: Person;
  /** The totals. */
  statistics: Statistics;
}

/**
 * The result of checking that nobody chose the decks of a game.
 */
interface Proof {
  /** The commitment published before the game. */
  commitment: string;
  /** The evidence against a fair deal. */
  contradictions: Finding[];
  /** How many decks were checked, including the one for the cut. */
  decks: number;
  /** Whether the proof covers every deck from the cut to the last hand of the finished game; null until the game is over. */
  fair: boolean | null;
  /** Whether the game is over. The secret stays hidden until then. */
  over: boolean;
  /** The link to the record of the game, to check it with `pidro verify` or by yourself: docs/fair-deal.md explains how. */
  record: string;
  /** The secret. */
  secret: string | null;
  /** What is missing for a proof. */
  shortfalls: Finding[];
  /** The table. */
  table: TableId;
  /** The verdict as one word, even before the game is over. */
  verdict: Fairness;
  /** The players' words, once the game has begun. */
  words: BySeat<string> | null;
}

/**
 * A hand to bid on.
 */
interface Puzzle {
  /** What the expert would call. */
  advice: Advice | null;
  /** How many deals were simulated for the odds. */
  deals: number;
  /** The legal calls. */
  legal: Legal;
  /** What the hand makes with each trump suit, best first. */
  odds: SuitOdds[];
  /** The number of the puzzle. The same number always gives the same puzzle. */
  puzzle: number;
  /** The game as that seat sees it. */
  view: State;
  /** The seat that has to call. */
  you: Seat;
}

/**
 * A reaction.
 */
type Reaction = "like" | "clap" | "laugh" | "wow" | "sad" | "heart";

/**
 * Why an action is good, in a player's terms.
 */
type Reason = {
  kind: "only_choice";
} | {
  kind: "must_bid";
} | {
  kind: "strong";
} & Strength | {
  kind: "weak";
} & Strength | {
  kind: "keeps_best";
} | {
  kind: "buries_points";
} | {
  kind: "kills_low";
} | {
  kind: "top_is_played";
} | {
  kind: "unbeatable";
} | {
  kind: "feeds_partner";
} | {
  kind: "takes_points";
  /** The points of the trick, including those of the card. */
  points: number;
} | {
  kind: "beats";
} | {
  kind: "two_is_safe";
} | {
  kind: "gives_nothing";
} | {
  kind: "costs_least";
};

/**
 * A recovery code and a new password for an account.
 */
interface Recovery {
  /** The name of the account. */
  name: Name;
  /** The new password. */
  new_password: string;
  /** The recovery code. Case, spaces and hyphens don't matter. */
  recovery_code: string;
}

/**
 * A finished game, event by event.
 */
interface Replay {
  /** Every event with the view after it. */
  events: NumberedEvent[];
  /** The table. */
  table: TableId;
}

/**
 * What was done about a report.
 */
interface ReportClosure {
  /** What was done. */
  note: string;
}

/**
 * A report by a player about another person.
 */
interface ReportInfo {
  /** When it was written, in milliseconds since 1970. */
  at: number;
  /** When it was dealt with; null while it is open. */
  closed_at: number | null;
  /** Who dealt with it. */
  closed_by: string | null;
  /** The id of the report. */
  id: string;
  /** That person's name. */
  name: string | null;
  /** What was done. */
  note: string | null;
  /** The person whom it is about. */
  person: PersonId;
  /** What it is about. */
  reason: ReportReason | null;
  /** The person who wrote it. */
  reporter: PersonId;
  /** That person's name. */
  reporter_name: string | null;
  /** The table at which it happened. */
  table: TableId | null;
  /** What happened, in the reporter's words. */
  text: string;
}

/**
 * What a report is about.
 */
type ReportReason = "abuse" | "name" | "cheating" | "leaving" | "other";

/**
 * What players have reported.
 */
interface Reports {
  /** The reports, newest first. */
  reports: ReportInfo[];
}

interface Rules {
  auto_kill: false | true;
  auto_rob: false | true;
  bidding: "single_round" | "until_passed";
  cold: "immediate" | "on_turn";
  dealer_short: "keep_pool" | "pad_from_discards";
  discards: "face_down" | "face_up";
  first_dealer: "cut" | "N" | "E" | "S" | "W";
  first_lead: "left_of_dealer" | "bid_winner";
  forced_bid: "exactly_six" | "at_least_six";
  fourteen: "anyone" | "dealer" | "never";
  hand_end: "one_team_left" | "play_out";
  kill: "forced_top" | "dead" | "stack";
  pool_size: "hidden" | "public";
  rob: "six" | "all_trumps";
  rob_points: "free" | "protected";
  target: number;
}

type RulesChoice = "finnish" | "traditional" | "tournament" | {
  auto_kill?: false | true;
  auto_rob?: false | true;
  bidding?: "single_round" | "until_passed";
  cold?: "immediate" | "on_turn";
  dealer_short?: "keep_pool" | "pad_from_discards";
  discards?: "face_down" | "face_up";
  first_dealer?: "cut" | "N" | "E" | "S" | "W";
  first_lead?: "left_of_dealer" | "bid_winner";
  forced_bid?: "exactly_six" | "at_least_six";
  fourteen?: "anyone" | "dealer" | "never";
  hand_end?: "one_team_left" | "play_out";
  kill?: "forced_top" | "dead" | "stack";
  pool_size?: "hidden" | "public";
  preset?: "finnish" | "traditional" | "tournament";
  rob?: "six" | "all_trumps";
  rob_points?: "free" | "protected";
  target?: number;
};

/**
 * The rules of a table, with everything that a client needs in order to show them. Clients don't
 * have to parse `text`, or know which preset implies what.
 */
interface RulesInfo {
  /** Whether the top killed card must be the player's first play. */
  forced_top: boolean;
  /** The options that differ from the preset, without the target. */
  options: string[];
  /** The nearest preset. */
  preset: string;
  /** The score that wins the game. */
  target: number;
  /** The rules in one line: the nearest preset, and the options that differ from it. */
  text: string;
}

/**
 * A chat message and who sent it.
 */
type Said = {
  /** The sender's seat. */
  seat: Seat;
} & ({
  phrase: Phrase;
} | {
  reaction: Reaction;
} | {
  text: string;
});

type Seat = "N" | "E" | "S" | "W";

/**
 * A call and the seat that made it.
 */
interface SeatCall {
  /** The points of the bid; null for a pass. */
  bid: number | null;
  /** The seat. */
  seat: Seat;
}

/**
 * The occupant of a seat.
 */
type SeatStatus = {
  /** Whether the person is a guest. Names of guests are not unique; names of accounts are. */
  guest: boolean;
  /** The person's id. */
  id: PersonId;
  kind: "person";
  /** The person's name; null if the person has been deleted. */
  name: string | null;
  /** Whether the person is connected. */
  state: Presence;
} | {
  kind: "bot";
  /** The bot's level. */
  level: string;
};

type ServerBot = "random" | "basic" | "expert";

/**
 * What a server says about itself.
 */
interface ServerInfo {
  /** How to reach the operator. */
  contact: string | null;
  /** After how many days guests who don't come back are deleted; null if never. */
  keep_days: number | null;
  /** Who runs the server. */
  operator: string | null;
}

/**
 * A message from the server that answers no request.
 */
type ServerMessage = {
  msg: "snapshot";
} & Snapshot | {
  msg: "happened";
} & Happened | {
  msg: "seats";
  /** Who sits where. */
  seats: BySeat<SeatStatus | null>;
} | {
  msg: "said";
} & Said | {
  msg: "announcement";
  /** The text. */
  text: string;
};

/**
 * A session: a token that is valid.
 */
interface Session {
  /** The kind of browser or program, as far as the server could tell. */
  client: string | null;
  /** When it began, in milliseconds since 1970; null for one from an earlier release. */
  created: number | null;
  /** Whether this request belongs to it. */
  current: boolean;
  /** The id of the session. It is not the token. */
  id: string;
  /** When it was used last, to within a day. */
  used: number;
}

/**
 * The sessions of a person: the tokens that are valid.
 */
interface Sessions {
  /** The sessions, the one used last first. */
  sessions: Session[];
}

/**
 * The state of a table as the recipient may see it.
 */
interface Snapshot {
  /** The seats whose words are still missing, while the game is about to begin. */
  awaited: Seat[] | null;
  /** Whether free text is allowed in the chat. */
  chat: boolean;
  /** Whether the recipient may claim the remaining tricks now. */
  claim: boolean;
  /** The time left for the seat whose turn it is. */
  clock: Clock | null;
  /** The commitment to the secret that determines all deals. */
  commitment: string;
  /** The number of game events so far. */
  events: number;
  /** Whether the recipient may ask for a hint now. */
  hint: boolean;
  /** The person who created the table. */
  host: PersonId;
  /** What the recipient may do. */
  legal: Legal | null;
  /** The number of the last table event. */
  n: number;
  /** The table of the next game. */
  next: TableId | null;
  /** The promises of the players' words. */
  promises: BySeat<WordPromise | null>;
  /** The seats that want another game. */
  rematch: Seat[];
  /** The rules of the game. */
  rules: RulesInfo;
  /** Who sits where. */
  seats: BySeat<SeatStatus | null>;
  /** The secret, once the game is over. */
  secret: string | null;
  /** The results of the previous hands. */
  sheet: VisibleEvent[];
  /** What spectators see. */
  spectators: Spectators;
  /** The table. */
  table: TableId;
  /** The time limit for a decision, in seconds. */
  time: null | 15 | 30 | 60;
  /** The seats that have agreed to take back the last decision, if somebody has asked for that. */
  undo: Seat[] | null;
  /** The game, once it has begun. */
  view: State | null;
  /** The players' words, once the game has begun. */
  words: BySeat<string> | null;
  /** The recipient's seat. */
  you: Seat | null;
}

/**
 * What people who don't sit at a table see.
 */
type Spectators = "nobody" | "public" | "all_cards";

/**
 * A view as the engine protocol writes it.
 */
interface State {
  /** The cards of the pool that the dealer did not keep. */
  buried: VisibleCards;
  /** The calls so far. */
  calls: SeatCall[];
  /** The cards that each cold seat showed. */
  cold: Partial<BySeat<Card[]>>;
  /** The highest bid and the seat that made it. */
  contract: Contract | null;
  /** The dealer of that hand. */
  dealer: Seat | null;
  /** The pack in order, or its size if it is hidden. */
  deck: CardsOrCount;
  /** The number of the current hand or, between hands, of the next one. */
  hand: number;
  /** The cards each seat holds, or only their number. */
  hands: BySeat<CardsOrCount>;
  /** The killed cards of each seat that killed, top card first. */
  killed: Partial<BySeat<Card[]>>;
  /** The current phase. */
  phase: Phase;
  /** The points each team has taken in the hand. */
  points: ByTeam<number>;
  /** The number of cards in the pool that the dealer keeps a hand from. */
  pool_size: number | null;
  /** The number of cards each non-dealer received. */
  received: Partial<BySeat<number>>;
  /** The number of cards each non-dealer requested. */
  requested: Partial<BySeat<number>>;
  /** The scores. */
  scores: ByTeam<number>;
  /** The current trick; empty between tricks. */
  trick: Play[];
  /** The finished tricks of the hand. */
  tricks: FinishedTrick[];
  /** The trump suit, once declared. */
  trump: Suit | null;
  /** The seat whose turn it is. */
  turn: Seat | null;
  /** The winner, once decided. */
  winner: Team | null;
}

/**
 * The totals of a person's finished games.
 */
interface Statistics {
  /** Contracts that the person declared. */
  contracts: number;
  /** Games played to the end. */
  games: number;
  /** Contracts that the person declared and made. */
  made: number;
  /** The total score of the person's teams. */
  points: number;
  /** The total score of their opponents. */
  points_against: number;
  /** Games won. */
  won: number;
}

/**
 * What a hand holds in its best suit.
 */
interface Strength {
  /** The points of these trumps. */
  points: number;
  /** The suit. */
  suit: Suit;
  /** The number of trumps the hand would have. */
  trumps: number;
}

type Suit = "s" | "h" | "d" | "c";

/**
 * What a hand makes with a suit as trump.
 */
interface SuitOdds {
  /** The fraction of deals in which the team makes each bid. */
  chances: Record<string, number>;
  /** The average points that the team takes. */
  points: number;
  /** The suit. */
  suit: Suit;
}

/**
 * A change at a table that everybody there may see. Decisions in the game are not among them.
 */
type TableChange = {
  kind: "sat";
  /** The person. */
  person: PersonId;
  /** The promise of the person's word for the fair deal. */
  promise?: WordPromise;
  /** The seat. */
  seat: Seat;
} | {
  kind: "promised";
  /** The promise. */
  promise: WordPromise;
  /** The seat. */
  seat: Seat;
} | {
  kind: "bot_sat";
  /** The bot's level. */
  level: Level;
  /** The seat. */
  seat: Seat;
} | {
  kind: "seat_freed";
  /** The seat. */
  seat: Seat;
} | {
  kind: "starting";
  /** All promises. Everybody receives them before the first word is revealed. */
  promises: BySeat<WordPromise | null>;
} | {
  kind: "revealed";
  /** The seat. */
  seat: Seat;
  /** The word. */
  word: string;
} | {
  kind: "start_called_off";
  /** The seats that became free. */
  seats: Seat[];
} | {
  kind: "started";
} | {
  kind: "stand_in";
  /** The seat. */
  seat: Seat;
} | {
  kind: "left";
  /** The seat. */
  seat: Seat;
} | {
  kind: "back";
  /** The seat. */
  seat: Seat;
} | {
  kind: "undo_asked";
  /** The seat. */
  seat: Seat;
} | {
  kind: "undo_agreed";
  /** The seat. */
  seat: Seat;
} | {
  kind: "undo_refused";
  /** The seat. */
  seat: Seat;
} | {
  kind: "undone";
} | {
  kind: "rematch_asked";
  /** The seat. */
  seat: Seat;
} | {
  kind: "rematched";
  /** The new table. */
  table: TableId;
} | {
  kind: "chat_set";
  /** Whether free text is allowed. */
  open: boolean;
} | {
  kind: "mute_set";
  /** Whether the person is now muted. */
  muted: boolean;
  /** The person. */
  person: PersonId;
} | {
  kind: "removed";
  /** The person. */
  person: PersonId;
};

/**
 * The id of a table.
 */
type TableId = string;

/**
 * A table as anybody with the link may see it.
 */
interface TableInfo {
  /** Whether the game has begun. */
  begun: boolean;
  /** The commitment to the secret that determines all deals. */
  commitment: string;
  /** The person who created the table. */
  host: PersonId;
  /** Whether the lobby lists the table. */
  listed: boolean;
  /** The table of the next game with the same people. */
  next: TableId | null;
  /** The rules. */
  rules: RulesInfo;
  /** The occupant of each seat. */
  seats: BySeat<SeatStatus | null>;
  /** What spectators see. */
  spectators: Spectators;
  /** The table. */
  table: TableId;
  /** The time limit for a decision, in seconds. */
  time: null | 15 | 30 | 60;
  /** The winning team. */
  winner: Team | null;
}

/**
 * How far the game of a table is.
 */
type TableStage = "no_players" | "playing" | "finished";

/**
 * A team of two partners: north and south, or east and west.
 */
type Team = "NS" | "EW";

/**
 * Cards, as far as an observer may see them.
 */
type VisibleCards = Card[] | number | null;

/**
 * An event as one observer sees it, created by [`Event::seen_by`].
 */
type VisibleEvent = {
  /** The cards drawn. */
  cut: Play[];
  event: "dealer_cut";
} | {
  event: "dealer_chosen";
  /** The dealer. */
  seat: Seat;
} | {
  /** The dealer. */
  dealer: Seat;
  /** The whole deck. As JSON, only its size if it is hidden. */
  deck: CardsOrCount;
  event: "hand_dealt";
  /** The nine cards each seat got. */
  hands: BySeat<CardsOrCount>;
} | {
  /** The call. */
  bid: number | null;
  event: "call_made";
  /** The seat that called. */
  seat: Seat;
} | {
  /** The points that the seat's team must take. */
  bid: number;
  event: "bidding_won";
  /** The seat that made the bid. */
  seat: Seat;
} | {
  event: "trump_declared";
  /** The bid winner. */
  seat: Seat;
  /** The trumps. */
  trump: Suit;
} | {
  /** The cards. */
  cards: VisibleCards;
  event: "discarded";
  /** The seat that discarded. */
  seat: Seat;
} | {
  /** The cards it got, or only their number. */
  cards: CardsOrCount;
  event: "redealt";
  /** The number of cards it got. */
  received: number;
  /** The number of cards it requested. */
  requested: number;
  /** The seat that got the cards. */
  seat: Seat;
} | {
  /** The cards of the pool that the dealer did not keep. */
  buried: VisibleCards;
  event: "robbed";
  /** The cards the dealer kept, or only their number. */
  kept: CardsOrCount;
  /** The cards to choose from. */
  pool: VisibleCards;
  /** The dealer. */
  seat: Seat;
  /** The number of cards taken from the pack. */
  taken: number;
} | {
  /** The killed cards, top card first. */
  cards: Card[];
  event: "killed";
  /** The seat that killed. */
  seat: Seat;
  /** The top card. */
  top: Card | null;
} | {
  /** The card. */
  card: Card;
  event: "card_played";
  /** The seat that played. */
  seat: Seat;
} | {
  event: "went_cold";
  /** The seat that went cold. */
  seat: Seat;
  /** The cards it showed. */
  shown: Card[];
} | {
  event: "trick_won";
  /** The points that go to the winner: all except the two's. */
  points: number;
  /** The seat that played the highest trump. */
  seat: Seat;
  /** The seat that played the two; its team keeps the two's point. */
  two: Seat | null;
} | {
  event: "claimed";
  /** The seat that claimed. */
  seat: Seat;
} | {
  /** The change to each team's score. */
  change: ByTeam<number>;
  /** The contract that was played. */
  contract: Contract;
  event: "hand_scored";
  /** The cards left in the hands, which everybody now sees. */
  left: BySeat<Card[]>;
  /** Whether the bidding team made its contract. */
  made: boolean;
  /** The points each team took. */
  taken: ByTeam<number>;
} | {
  event: "game_won";
  /** The winner. */
  team: Team;
} | {
  event: "resigned";
  /** The seat that resigned. */
  seat: Seat;
};

type WordPromise = string;
