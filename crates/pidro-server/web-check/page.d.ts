// The page's own types, and its names for some types of types.d.ts.

type Lang = 'sv' | 'fi' | 'en';

type PartialBySeat<T> = Partial<BySeat<T>>;

/** The game as the player sees it. */
type View = State;

/** An event of the game with the view after it, which the page always requests. */
type GameEvent = NumberedEvent & { view: View };

type HandScored = Extract<VisibleEvent, { event: 'hand_scored' }>;

/** What a player may choose from. */
type Choosable = Exclude<Legal, { kind: 'none' | 'deal' }>;

/** A table as the page shows it: the last snapshot, updated by later messages. */
type ShownTable = Omit<Snapshot, 'clock' | 'legal' | 'sheet'> & {
  clock: RunningClock | null;
  legal: Choosable | null;
  sheet: HandScored[];
};

/** A clock that is running on the page. */
interface RunningClock extends Clock {
  /** When it runs out, on the page's own clock. */
  until: number;
  /** How much time there was. */
  time: number;
}

type RulesPart =
  | string
  | { cards: Card[]; caption: string }
  | { list: string[] }
  | { table: { head: string[]; rows: string[][] } };
type RulesPage = { title: string; parts: RulesPart[] }[];

/** The privacy note: sections of paragraphs and lists. */
type PrivacyNote = { title: string; parts: (string | string[])[] }[];

/** Shows a screen, and returns a function that ends it. */
type ShowScreen = (
  root: HTMLElement,
  path: string[],
) => void | (() => void) | Promise<void | (() => void)>;

/** What a player is choosing. */
interface Choice {
  legal: Choosable;
  /** The chosen items in order: cards, a bid or a suit. */
  chosen: string[];
}
