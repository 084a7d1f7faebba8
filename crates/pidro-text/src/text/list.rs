// Generated from `ftl/en`: run `PIDRO_BLESS=1 cargo nextest run -p pidro-text`.

use super::{StaticText, Text};

/// `N` in `game.ftl`.
pub const N: StaticText = StaticText("N");

/// `E` in `game.ftl`.
pub const E: StaticText = StaticText("E");

/// `S` in `game.ftl`.
pub const S: StaticText = StaticText("S");

/// `W` in `game.ftl`.
pub const W: StaticText = StaticText("W");

/// `suit_s` in `game.ftl`.
pub const SUIT_S: StaticText = StaticText("suit_s");

/// `suit_h` in `game.ftl`.
pub const SUIT_H: StaticText = StaticText("suit_h");

/// `suit_d` in `game.ftl`.
pub const SUIT_D: StaticText = StaticText("suit_d");

/// `suit_c` in `game.ftl`.
pub const SUIT_C: StaticText = StaticText("suit_c");

/// `card` in `game.ftl`.
pub const CARD: Text = Text::new("card", &["rank", "suit"]);

/// `rank_2` in `game.ftl`.
pub const RANK_2: StaticText = StaticText("rank_2");

/// `rank_3` in `game.ftl`.
pub const RANK_3: StaticText = StaticText("rank_3");

/// `rank_4` in `game.ftl`.
pub const RANK_4: StaticText = StaticText("rank_4");

/// `rank_5` in `game.ftl`.
pub const RANK_5: StaticText = StaticText("rank_5");

/// `rank_6` in `game.ftl`.
pub const RANK_6: StaticText = StaticText("rank_6");

/// `rank_7` in `game.ftl`.
pub const RANK_7: StaticText = StaticText("rank_7");

/// `rank_8` in `game.ftl`.
pub const RANK_8: StaticText = StaticText("rank_8");

/// `rank_9` in `game.ftl`.
pub const RANK_9: StaticText = StaticText("rank_9");

/// `rank_T` in `game.ftl`.
pub const RANK_T: StaticText = StaticText("rank_T");

/// `rank_J` in `game.ftl`.
pub const RANK_J: StaticText = StaticText("rank_J");

/// `rank_Q` in `game.ftl`.
pub const RANK_Q: StaticText = StaticText("rank_Q");

/// `rank_K` in `game.ftl`.
pub const RANK_K: StaticText = StaticText("rank_K");

/// `rank_A` in `game.ftl`.
pub const RANK_A: StaticText = StaticText("rank_A");

/// `and` in `game.ftl`.
pub const AND: Text = Text::new("and", &["one", "other"]);

/// `you` in `game.ftl`.
pub const YOU: StaticText = StaticText("you");

/// `we` in `game.ftl`.
pub const WE: StaticText = StaticText("we");

/// `they` in `game.ftl`.
pub const THEY: StaticText = StaticText("they");

/// `cut` in `game.ftl`.
pub const CUT: Text = Text::new("cut", &["cards"]);

/// `deals_first` in `game.ftl`.
pub const DEALS_FIRST: Text = Text::new("deals_first", &["person", "who"]);

/// `hand_dealt` in `game.ftl`.
pub const HAND_DEALT: Text = Text::new("hand_dealt", &["hand", "person", "who"]);

/// `gets` in `game.ftl`.
pub const GETS: Text = Text::new("gets", &["cards", "person", "who"]);

/// `bids` in `game.ftl`.
pub const BIDS: Text = Text::new("bids", &["bid", "person", "who"]);

/// `passes` in `game.ftl`.
pub const PASSES: Text = Text::new("passes", &["person", "who"]);

/// `bidding_won` in `game.ftl`.
pub const BIDDING_WON: Text = Text::new("bidding_won", &["bid", "person", "who"]);

/// `names_trump` in `game.ftl`.
pub const NAMES_TRUMP: Text = Text::new("names_trump", &["person", "suit", "who"]);

/// `asks` in `game.ftl`.
pub const ASKS: Text = Text::new("asks", &["asked", "person", "who"]);

/// `asks_gets` in `game.ftl`.
pub const ASKS_GETS: Text = Text::new("asks_gets", &["asked", "got", "person", "who"]);

/// `robs` in `game.ftl`.
pub const ROBS: Text = Text::new("robs", &["kept", "person", "taken", "who"]);

/// `kills` in `game.ftl`.
pub const KILLS: Text = Text::new("kills", &["cards", "person", "who"]);

/// `kills_on_top` in `game.ftl`.
pub const KILLS_ON_TOP: Text = Text::new("kills_on_top", &["card"]);

/// `plays` in `game.ftl`.
pub const PLAYS: Text = Text::new("plays", &["card", "person", "who"]);

/// `goes_cold` in `game.ftl`.
pub const GOES_COLD: Text = Text::new("goes_cold", &["person", "who"]);

/// `goes_cold_showing` in `game.ftl`.
pub const GOES_COLD_SHOWING: Text = Text::new("goes_cold_showing", &["cards", "person", "who"]);

/// `takes` in `game.ftl`.
pub const TAKES: Text = Text::new("takes", &["person", "points", "who"]);

/// `two_stays` in `game.ftl`.
pub const TWO_STAYS: Text = Text::new("two_stays", &["person", "who"]);

/// `claims` in `game.ftl`.
pub const CLAIMS: Text = Text::new("claims", &["person", "who"]);

/// `resigns` in `game.ftl`.
pub const RESIGNS: Text = Text::new("resigns", &["person", "who"]);

/// `bid_made` in `game.ftl`.
pub const BID_MADE: Text = Text::new("bid_made", &["bid", "person", "taken", "team", "who"]);

/// `bid_failed` in `game.ftl`.
pub const BID_FAILED: Text = Text::new("bid_failed", &["bid", "person", "taken", "team", "who"]);

/// `scores` in `game.ftl`.
pub const SCORES: Text = Text::new("scores", &["change", "score", "team"]);

/// `wins` in `game.ftl`.
pub const WINS: Text = Text::new("wins", &["side", "team"]);

/// `hand_number` in `game.ftl`.
pub const HAND_NUMBER: Text = Text::new("hand_number", &["hand"]);

/// `dealer` in `game.ftl`.
pub const DEALER: StaticText = StaticText("dealer");

/// `target` in `game.ftl`.
pub const TARGET: Text = Text::new("target", &["target"]);

/// `no_bid_yet` in `game.ftl`.
pub const NO_BID_YET: StaticText = StaticText("no_bid_yet");

/// `bid_of` in `game.ftl`.
pub const BID_OF: Text = Text::new("bid_of", &["bid"]);

/// `passed` in `game.ftl`.
pub const PASSED: StaticText = StaticText("passed");

/// `card_count` in `game.ftl`.
pub const CARD_COUNT: Text = Text::new("card_count", &["count"]);

/// `asked` in `game.ftl`.
pub const ASKED: Text = Text::new("asked", &["count"]);

/// `asked_got` in `game.ftl`.
pub const ASKED_GOT: Text = Text::new("asked_got", &["count", "got"]);

/// `plays_first` in `game.ftl`.
pub const PLAYS_FIRST: Text = Text::new("plays_first", &["card"]);

/// `cold` in `game.ftl`.
pub const COLD: StaticText = StaticText("cold");

/// `score_sheet` in `game.ftl`.
pub const SCORE_SHEET: StaticText = StaticText("score_sheet");

/// `total` in `game.ftl`.
pub const TOTAL: StaticText = StaticText("total");

/// `last_trick` in `game.ftl`.
pub const LAST_TRICK: StaticText = StaticText("last_trick");

/// `no_last_trick` in `game.ftl`.
pub const NO_LAST_TRICK: StaticText = StaticText("no_last_trick");

/// `what_happened` in `game.ftl`.
pub const WHAT_HAPPENED: StaticText = StaticText("what_happened");

/// `top_first` in `game.ftl`.
pub const TOP_FIRST: Text = Text::new("top_first", &["card"]);

/// `error_not_your_turn` in `game.ftl`.
pub const ERROR_NOT_YOUR_TURN: StaticText = StaticText("error_not_your_turn");

/// `error_nothing_to_undo` in `game.ftl`.
pub const ERROR_NOTHING_TO_UNDO: StaticText = StaticText("error_nothing_to_undo");

/// `error_claim_not_proven` in `game.ftl`.
pub const ERROR_CLAIM_NOT_PROVEN: StaticText = StaticText("error_claim_not_proven");

/// `hint_is` in `game.ftl`.
pub const HINT_IS: Text = Text::new("hint_is", &["action", "reason"]);

/// `do_bid` in `game.ftl`.
pub const DO_BID: Text = Text::new("do_bid", &["bid"]);

/// `do_pass` in `game.ftl`.
pub const DO_PASS: StaticText = StaticText("do_pass");

/// `do_trump` in `game.ftl`.
pub const DO_TRUMP: Text = Text::new("do_trump", &["suit"]);

/// `do_keep` in `game.ftl`.
pub const DO_KEEP: Text = Text::new("do_keep", &["cards"]);

/// `do_kill` in `game.ftl`.
pub const DO_KILL: Text = Text::new("do_kill", &["cards"]);

/// `do_play` in `game.ftl`.
pub const DO_PLAY: Text = Text::new("do_play", &["card"]);

/// `why_only_choice` in `game.ftl`.
pub const WHY_ONLY_CHOICE: StaticText = StaticText("why_only_choice");

/// `why_must_bid` in `game.ftl`.
pub const WHY_MUST_BID: StaticText = StaticText("why_must_bid");

/// `why_strong` in `game.ftl`.
pub const WHY_STRONG: Text = Text::new("why_strong", &["points", "suit", "trumps"]);

/// `why_weak` in `game.ftl`.
pub const WHY_WEAK: Text = Text::new("why_weak", &["points", "suit", "trumps"]);

/// `why_keeps_best` in `game.ftl`.
pub const WHY_KEEPS_BEST: StaticText = StaticText("why_keeps_best");

/// `why_buries_points` in `game.ftl`.
pub const WHY_BURIES_POINTS: StaticText = StaticText("why_buries_points");

/// `why_kills_low` in `game.ftl`.
pub const WHY_KILLS_LOW: StaticText = StaticText("why_kills_low");

/// `why_top_is_played` in `game.ftl`.
pub const WHY_TOP_IS_PLAYED: StaticText = StaticText("why_top_is_played");

/// `why_unbeatable` in `game.ftl`.
pub const WHY_UNBEATABLE: StaticText = StaticText("why_unbeatable");

/// `why_feeds_partner` in `game.ftl`.
pub const WHY_FEEDS_PARTNER: StaticText = StaticText("why_feeds_partner");

/// `why_takes_points` in `game.ftl`.
pub const WHY_TAKES_POINTS: Text = Text::new("why_takes_points", &["points"]);

/// `why_beats` in `game.ftl`.
pub const WHY_BEATS: StaticText = StaticText("why_beats");

/// `why_two_is_safe` in `game.ftl`.
pub const WHY_TWO_IS_SAFE: StaticText = StaticText("why_two_is_safe");

/// `why_gives_nothing` in `game.ftl`.
pub const WHY_GIVES_NOTHING: StaticText = StaticText("why_gives_nothing");

/// `why_costs_least` in `game.ftl`.
pub const WHY_COSTS_LEAST: StaticText = StaticText("why_costs_least");

/// `all_cards` in `game.ftl`.
pub const ALL_CARDS: StaticText = StaticText("all_cards");

/// `replay_at` in `game.ftl`.
pub const REPLAY_AT: Text = Text::new("replay_at", &["at", "of"]);

/// `analysing` in `game.ftl`.
pub const ANALYSING: StaticText = StaticText("analysing");

/// `accuracy` in `game.ftl`.
pub const ACCURACY: StaticText = StaticText("accuracy");

/// `moments` in `game.ftl`.
pub const MOMENTS: StaticText = StaticText("moments");

/// `no_moments` in `game.ftl`.
pub const NO_MOMENTS: StaticText = StaticText("no_moments");

/// `did_bid` in `game.ftl`.
pub const DID_BID: Text = Text::new("did_bid", &["bid"]);

/// `did_pass` in `game.ftl`.
pub const DID_PASS: StaticText = StaticText("did_pass");

/// `did_trump` in `game.ftl`.
pub const DID_TRUMP: Text = Text::new("did_trump", &["suit"]);

/// `did_keep` in `game.ftl`.
pub const DID_KEEP: Text = Text::new("did_keep", &["cards"]);

/// `did_kill` in `game.ftl`.
pub const DID_KILL: Text = Text::new("did_kill", &["cards"]);

/// `did_play` in `game.ftl`.
pub const DID_PLAY: Text = Text::new("did_play", &["card"]);

/// `decided` in `game.ftl`.
pub const DECIDED: Text = Text::new("decided", &["action", "hand", "who"]);

/// `better` in `game.ftl`.
pub const BETTER: Text = Text::new("better", &["best", "win"]);

/// `chance_chart` in `game.ftl`.
pub const CHANCE_CHART: Text = Text::new("chance_chart", &["team"]);

/// `discards` in `terminal.ftl`.
pub const DISCARDS: Text = Text::new("discards", &["cards", "person", "who"]);

/// `discards_count` in `terminal.ftl`.
pub const DISCARDS_COUNT: Text = Text::new("discards_count", &["count", "who"]);

/// `discards_hidden` in `terminal.ftl`.
pub const DISCARDS_HIDDEN: Text = Text::new("discards_hidden", &["who"]);

/// `buries` in `terminal.ftl`.
pub const BURIES: Text = Text::new("buries", &["cards", "person", "who"]);

/// `points_went` in `terminal.ftl`.
pub const POINTS_WENT: StaticText = StaticText("points_went");

/// `points_by_trick` in `terminal.ftl`.
pub const POINTS_BY_TRICK: Text = Text::new("points_by_trick", &["cards", "team", "trick", "who"]);

/// `points_by_playing` in `terminal.ftl`.
pub const POINTS_BY_PLAYING: Text = Text::new("points_by_playing", &["cards", "team", "who"]);

/// `points_by_holding` in `terminal.ftl`.
pub const POINTS_BY_HOLDING: Text = Text::new("points_by_holding", &["cards", "team", "who"]);

/// `points_by_claim` in `terminal.ftl`.
pub const POINTS_BY_CLAIM: Text = Text::new("points_by_claim", &["cards", "team"]);

/// `points_buried` in `terminal.ftl`.
pub const POINTS_BURIED: Text = Text::new("points_buried", &["cards"]);

/// `bot` in `terminal.ftl`.
pub const BOT: StaticText = StaticText("bot");

/// `pool` in `terminal.ftl`.
pub const POOL: Text = Text::new("pool", &["count"]);

/// `killed_cards` in `terminal.ftl`.
pub const KILLED_CARDS: Text = Text::new("killed_cards", &["cards"]);

/// `cold_cards` in `terminal.ftl`.
pub const COLD_CARDS: Text = Text::new("cold_cards", &["cards"]);

/// `earlier_score` in `terminal.ftl`.
pub const EARLIER_SCORE: StaticText = StaticText("earlier_score");

/// `points_taken` in `terminal.ftl`.
pub const POINTS_TAKEN: StaticText = StaticText("points_taken");

/// `still_needed` in `terminal.ftl`.
pub const STILL_NEEDED: StaticText = StaticText("still_needed");

/// `turn_bid` in `terminal.ftl`.
pub const TURN_BID: Text = Text::new("turn_bid", &["who"]);

/// `turn_trump` in `terminal.ftl`.
pub const TURN_TRUMP: Text = Text::new("turn_trump", &["who"]);

/// `turn_keep` in `terminal.ftl`.
pub const TURN_KEEP: Text = Text::new("turn_keep", &["chosen", "count", "of", "who"]);

/// `turn_kill` in `terminal.ftl`.
pub const TURN_KILL: Text = Text::new("turn_kill", &["chosen", "count", "who"]);

/// `turn_play` in `terminal.ftl`.
pub const TURN_PLAY: Text = Text::new("turn_play", &["who"]);

/// `enter_continues` in `terminal.ftl`.
pub const ENTER_CONTINUES: StaticText = StaticText("enter_continues");

/// `choose_keys` in `terminal.ftl`.
pub const CHOOSE_KEYS: StaticText = StaticText("choose_keys");

/// `pick_keys` in `terminal.ftl`.
pub const PICK_KEYS: StaticText = StaticText("pick_keys");

/// `idle_keys` in `terminal.ftl`.
pub const IDLE_KEYS: StaticText = StaticText("idle_keys");

/// `suggested` in `terminal.ftl`.
pub const SUGGESTED: StaticText = StaticText("suggested");

/// `pass_keyboard` in `terminal.ftl`.
pub const PASS_KEYBOARD: Text = Text::new("pass_keyboard", &["who"]);

/// `too_small` in `terminal.ftl`.
pub const TOO_SMALL: StaticText = StaticText("too_small");

/// `saved_to` in `terminal.ftl`.
pub const SAVED_TO: Text = Text::new("saved_to", &["file"]);

/// `not_saved` in `terminal.ftl`.
pub const NOT_SAVED: Text = Text::new("not_saved", &["reason"]);

/// `resume_with` in `terminal.ftl`.
pub const RESUME_WITH: Text = Text::new("resume_with", &["file"]);

/// `saved_in` in `terminal.ftl`.
pub const SAVED_IN: Text = Text::new("saved_in", &["file"]);

/// `the_rob` in `terminal.ftl`.
pub const THE_ROB: StaticText = StaticText("the_rob");

/// `undone` in `terminal.ftl`.
pub const UNDONE: Text = Text::new("undone", &["action", "who"]);

/// `cant_choose` in `terminal.ftl`.
pub const CANT_CHOOSE: Text = Text::new("cant_choose", &["word"]);

/// `cant_do_now` in `terminal.ftl`.
pub const CANT_DO_NOW: StaticText = StaticText("cant_do_now");

/// `must_bid` in `terminal.ftl`.
pub const MUST_BID: Text = Text::new("must_bid", &["bids"]);

/// `not_trump` in `terminal.ftl`.
pub const NOT_TRUMP: Text = Text::new("not_trump", &["card"]);

/// `cant_kill_points` in `terminal.ftl`.
pub const CANT_KILL_POINTS: Text = Text::new("cant_kill_points", &["cards"]);

/// `must_keep` in `terminal.ftl`.
pub const MUST_KEEP: Text = Text::new("must_keep", &["cards"]);

/// `choose_count` in `terminal.ftl`.
pub const CHOOSE_COUNT: Text = Text::new("choose_count", &["chosen", "count"]);

/// `cant_bid` in `terminal.ftl`.
pub const CANT_BID: Text = Text::new("cant_bid", &["bid", "bids"]);

/// `resign_again` in `terminal.ftl`.
pub const RESIGN_AGAIN: StaticText = StaticText("resign_again");

/// `commitment` in `terminal.ftl`.
pub const COMMITMENT: Text = Text::new("commitment", &["commitment"]);

/// `ask_word` in `terminal.ftl`.
pub const ASK_WORD: Text = Text::new("ask_word", &["who"]);

/// `hint_next` in `terminal.ftl`.
pub const HINT_NEXT: Text = Text::new("hint_next", &["action", "points"]);

/// `help_title` in `terminal.ftl`.
pub const HELP_TITLE: StaticText = StaticText("help_title");

/// `esc_closes` in `terminal.ftl`.
pub const ESC_CLOSES: StaticText = StaticText("esc_closes");

/// `help` in `terminal.ftl`.
pub const HELP: StaticText = StaticText("help");

/// `percent` in `terminal.ftl`.
pub const PERCENT: Text = Text::new("percent", &["number"]);

/// `new_game` in `terminal.ftl`.
pub const NEW_GAME: StaticText = StaticText("new_game");

/// `line_welcome` in `terminal.ftl`.
pub const LINE_WELCOME: StaticText = StaticText("line_welcome");

/// `line_help` in `terminal.ftl`.
pub const LINE_HELP: StaticText = StaticText("line_help");

/// `line_hand` in `terminal.ftl`.
pub const LINE_HAND: Text = Text::new("line_hand", &["cards", "who"]);

/// `line_bid` in `terminal.ftl`.
pub const LINE_BID: Text = Text::new("line_bid", &["bids", "who"]);

/// `line_or_pass` in `terminal.ftl`.
pub const LINE_OR_PASS: Text = Text::new("line_or_pass", &["bids"]);

/// `line_trump` in `terminal.ftl`.
pub const LINE_TRUMP: Text = Text::new("line_trump", &["who"]);

/// `line_keep` in `terminal.ftl`.
pub const LINE_KEEP: Text = Text::new("line_keep", &["cards", "count", "suggestion", "who"]);

/// `line_kill` in `terminal.ftl`.
pub const LINE_KILL: Text = Text::new("line_kill", &["cards", "count", "suggestion", "who"]);

/// `line_play` in `terminal.ftl`.
pub const LINE_PLAY: Text = Text::new("line_play", &["cards", "who"]);

/// `line_unknown` in `terminal.ftl`.
pub const LINE_UNKNOWN: Text = Text::new("line_unknown", &["word"]);

/// `line_resign` in `terminal.ftl`.
pub const LINE_RESIGN: StaticText = StaticText("line_resign");

/// `line_score` in `terminal.ftl`.
pub const LINE_SCORE: Text = Text::new("line_score", &["score"]);

/// `line_contract` in `terminal.ftl`.
pub const LINE_CONTRACT: Text = Text::new("line_contract", &["bid", "who"]);

/// `line_trump_is` in `terminal.ftl`.
pub const LINE_TRUMP_IS: Text = Text::new("line_trump_is", &["suit"]);

/// `line_on_table` in `terminal.ftl`.
pub const LINE_ON_TABLE: Text = Text::new("line_on_table", &["cards"]);

/// `command_help` in `terminal.ftl`.
pub const COMMAND_HELP: StaticText = StaticText("command_help");

/// `command_hint` in `terminal.ftl`.
pub const COMMAND_HINT: StaticText = StaticText("command_hint");

/// `command_undo` in `terminal.ftl`.
pub const COMMAND_UNDO: StaticText = StaticText("command_undo");

/// `command_hand` in `terminal.ftl`.
pub const COMMAND_HAND: StaticText = StaticText("command_hand");

/// `command_table` in `terminal.ftl`.
pub const COMMAND_TABLE: StaticText = StaticText("command_table");

/// `command_score` in `terminal.ftl`.
pub const COMMAND_SCORE: StaticText = StaticText("command_score");

/// `command_log` in `terminal.ftl`.
pub const COMMAND_LOG: StaticText = StaticText("command_log");

/// `command_save` in `terminal.ftl`.
pub const COMMAND_SAVE: StaticText = StaticText("command_save");

/// `command_claim` in `terminal.ftl`.
pub const COMMAND_CLAIM: StaticText = StaticText("command_claim");

/// `command_resign` in `terminal.ftl`.
pub const COMMAND_RESIGN: StaticText = StaticText("command_resign");

/// `command_quit` in `terminal.ftl`.
pub const COMMAND_QUIT: StaticText = StaticText("command_quit");

/// `command_pass` in `terminal.ftl`.
pub const COMMAND_PASS: StaticText = StaticText("command_pass");

/// `watch_keys` in `terminal.ftl`.
pub const WATCH_KEYS: StaticText = StaticText("watch_keys");

/// `not_analysed` in `terminal.ftl`.
pub const NOT_ANALYSED: StaticText = StaticText("not_analysed");

/// `view_spectator` in `terminal.ftl`.
pub const VIEW_SPECTATOR: StaticText = StaticText("view_spectator");

/// `view_seat` in `terminal.ftl`.
pub const VIEW_SEAT: Text = Text::new("view_seat", &["who"]);

/// `win_chance` in `terminal.ftl`.
pub const WIN_CHANCE: Text = Text::new("win_chance", &["percent", "team"]);

/// All texts without variables.
pub(crate) static STATIC_TEXTS: &[StaticText] = &[
    N,
    E,
    S,
    W,
    SUIT_S,
    SUIT_H,
    SUIT_D,
    SUIT_C,
    RANK_2,
    RANK_3,
    RANK_4,
    RANK_5,
    RANK_6,
    RANK_7,
    RANK_8,
    RANK_9,
    RANK_T,
    RANK_J,
    RANK_Q,
    RANK_K,
    RANK_A,
    YOU,
    WE,
    THEY,
    DEALER,
    NO_BID_YET,
    PASSED,
    COLD,
    SCORE_SHEET,
    TOTAL,
    LAST_TRICK,
    NO_LAST_TRICK,
    WHAT_HAPPENED,
    ERROR_NOT_YOUR_TURN,
    ERROR_NOTHING_TO_UNDO,
    ERROR_CLAIM_NOT_PROVEN,
    DO_PASS,
    WHY_ONLY_CHOICE,
    WHY_MUST_BID,
    WHY_KEEPS_BEST,
    WHY_BURIES_POINTS,
    WHY_KILLS_LOW,
    WHY_TOP_IS_PLAYED,
    WHY_UNBEATABLE,
    WHY_FEEDS_PARTNER,
    WHY_BEATS,
    WHY_TWO_IS_SAFE,
    WHY_GIVES_NOTHING,
    WHY_COSTS_LEAST,
    ALL_CARDS,
    ANALYSING,
    ACCURACY,
    MOMENTS,
    NO_MOMENTS,
    DID_PASS,
    POINTS_WENT,
    BOT,
    EARLIER_SCORE,
    POINTS_TAKEN,
    STILL_NEEDED,
    ENTER_CONTINUES,
    CHOOSE_KEYS,
    PICK_KEYS,
    IDLE_KEYS,
    SUGGESTED,
    TOO_SMALL,
    THE_ROB,
    CANT_DO_NOW,
    RESIGN_AGAIN,
    HELP_TITLE,
    ESC_CLOSES,
    HELP,
    NEW_GAME,
    LINE_WELCOME,
    LINE_HELP,
    LINE_RESIGN,
    COMMAND_HELP,
    COMMAND_HINT,
    COMMAND_UNDO,
    COMMAND_HAND,
    COMMAND_TABLE,
    COMMAND_SCORE,
    COMMAND_LOG,
    COMMAND_SAVE,
    COMMAND_CLAIM,
    COMMAND_RESIGN,
    COMMAND_QUIT,
    COMMAND_PASS,
    WATCH_KEYS,
    NOT_ANALYSED,
    VIEW_SPECTATOR,
];
