//! The bodies of the HTTP interface.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use pidro::json::State;
use pidro::{Action, BySeat, Card, Contradiction, DeckSet, Legal, Rules, Seat, Shortfall, Suit, Team};
use pidro_bots::Reason;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::id::{PersonId, TableId};
use crate::name::Name;
use crate::table::{DecisionTime, NumberedEvent, RulesInfo, SeatStatus, ServerBot, Spectators};

/// Texts that people read: without control characters other than tabs and line breaks.
pub(crate) const TEXT_PATTERN: &str = "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$";

/// The name of a guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// The name.
    pub name: Name,
}

/// A name and a password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    pub name: Name,
    /// The password.
    #[schemars(length(min = 8, max = 128), extend("format" = "password"))]
    pub password: String,
}

/// A person as others may see them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Person {
    /// The person's id.
    pub id: PersonId,
    /// The person's name.
    pub name: Name,
    /// Whether the person has no account. A guest who loses their token becomes a new person.
    pub guest: bool,
    /// The person's rating: the estimated skill minus three times its uncertainty, or 0 if the
    /// person has no rated games.
    pub rating: f64,
    /// The number of rated games.
    pub rated: u32,
}

impl Person {
    /// A new person without rated games.
    #[must_use]
    pub fn new(name: Name, guest: bool) -> Person {
        Person {
            id: PersonId::generate(),
            name,
            guest,
            rating: 0.0,
            rated: 0,
        }
    }
}

/// A person and their token. The server never shows the token again.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LoggedIn {
    /// The person.
    pub person: Person,
    /// Use it in `Authorization: Bearer TOKEN` and in `join`.
    #[schemars(extend("examples" = ["5f0c…"]))]
    pub token: String,
    /// The code with which the owner of a new or recovered account can choose a new password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery_code: Option<String>,
}

/// A new password for an account.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The current password.
    #[schemars(length(min = 8, max = 128), extend("format" = "password"))]
    pub password: String,
    /// The new password. The most common ones are refused.
    #[schemars(length(min = 8, max = 128), extend("format" = "password"))]
    pub new_password: String,
}

/// The password of an account, to confirm who is asking.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    /// The password. Guests have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 8, max = 128), extend("format" = "password"))]
    pub password: Option<String>,
}

/// A recovery code and a new password for an account.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// The name of the account.
    pub name: Name,
    /// The recovery code. Case, spaces and hyphens don't matter.
    #[schemars(length(max = 64), extend("examples" = ["7K3QF-9ZT2M-XB4DC-W8H6N"]))]
    pub recovery_code: String,
    /// The new password.
    #[schemars(length(min = 8, max = 128), extend("format" = "password"))]
    pub new_password: String,
}

/// A new recovery code. It replaces the previous one, and the server never shows it again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NewRecoveryCode {
    /// The code.
    #[schemars(extend("examples" = ["7K3QF-9ZT2M-XB4DC-W8H6N"]))]
    pub recovery_code: String,
}

/// The sessions of a person: the tokens that are valid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Sessions {
    /// The sessions, the one used last first.
    pub sessions: Vec<Session>,
}

/// A session: a token that is valid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Session {
    /// The id of the session. It is not the token.
    #[schemars(extend("examples" = ["ba7816bf8f01cfea"]))]
    pub id: String,
    /// When it began, in milliseconds since 1970; null for one from an earlier release.
    pub created: Option<i64>,
    /// When it was used last, to within a day.
    pub used: i64,
    /// The kind of browser or program, as far as the server could tell.
    #[schemars(extend("examples" = ["Firefox, Android"]))]
    pub client: Option<String>,
    /// Whether this request belongs to it.
    pub current: bool,
}

/// Everything that the server stores about a person, without what others have reported.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PersonalData {
    /// The person.
    pub person: Person,
    /// When the person came to the server, in milliseconds since 1970.
    pub created: i64,
    /// Whether a hash of a password is stored.
    pub has_password: bool,
    /// Whether a hash of a recovery code is stored.
    pub has_recovery_code: bool,
    /// The totals of the games.
    pub statistics: Statistics,
    /// The sessions.
    pub sessions: Vec<Session>,
    /// All games, newest first. `/api/tables/{id}/record` has the decisions of each.
    pub games: Vec<PlayedGame>,
    /// The tables that the person created.
    pub tables: Vec<HostedTable>,
    /// The reports that the person wrote.
    pub reports: Vec<OwnReport>,
    /// The ban, if the person is banned.
    pub ban: Option<OwnBan>,
}

/// A person's ban.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OwnBan {
    /// Why.
    pub reason: String,
    /// When it ends, in milliseconds since 1970; null for a ban without an end.
    pub until: Option<i64>,
}

/// A table that a person created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HostedTable {
    /// The table.
    pub table: TableId,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
}

/// A report that a person wrote.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OwnReport {
    /// When it was written, in milliseconds since 1970.
    pub at: i64,
    /// The person whom it is about.
    pub person: PersonId,
    /// What it says.
    pub text: String,
}

/// A person and the totals of their games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Profile {
    /// The person.
    pub person: Person,
    /// The totals.
    pub statistics: Statistics,
}

/// The totals of a person's finished games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Statistics {
    /// Games played to the end.
    pub games: u32,
    /// Games won.
    pub won: u32,
    /// Contracts that the person declared.
    pub contracts: u32,
    /// Contracts that the person declared and made.
    pub made: u32,
    /// The total score of the person's teams.
    pub points: i64,
    /// The total score of their opponents.
    pub points_against: i64,
}

/// A person's games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Games {
    /// The games, newest first.
    pub games: Vec<PlayedGame>,
}

/// A game that a person has played or is playing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlayedGame {
    /// The table.
    pub table: TableId,
    /// The person's seat.
    pub seat: Seat,
    /// When the game ended or, if it is still being played, when it began: milliseconds since 1970.
    pub at: i64,
    /// Whether the person's team won. Null if the game is not over, or if somebody else took over
    /// the seat.
    pub won: Option<bool>,
    /// The final score of the person's team.
    pub own: Option<i32>,
    /// The final score of the opponents.
    pub other: Option<i32>,
    /// The person's rating after the game, if the game was rated.
    pub rating: Option<f64>,
}

/// What a server says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ServerInfo {
    /// Who runs the server.
    pub operator: Option<String>,
    /// How to reach the operator.
    pub contact: Option<String>,
    /// After how many days guests who don't come back are deleted; null if never.
    pub keep_days: Option<u32>,
}

/// A report about another person at a table, for the operator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The person whom it is about.
    pub person: PersonId,
    /// The table at which it happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = "^[0-9a-f]{32}$"))]
    pub table: Option<TableId>,
    /// What it is about.
    pub reason: ReportReason,
    /// What happened, in the reporter's words.
    #[serde(default)]
    #[schemars(length(max = 1000), extend("pattern" = TEXT_PATTERN))]
    pub text: String,
}

/// What a report is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// Insults or threats.
    Abuse,
    /// An offensive or misleading name.
    Name,
    /// Playing together against the rules, or knowing other cards.
    Cheating,
    /// Leaving games, or stalling them.
    Leaving,
    /// Something else.
    Other,
}

/// The options of a new table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct NewTable {
    /// The name of a preset, or an object of options. Its optional `preset` sets the defaults.
    pub rules: Rules,
    /// Whether the lobby lists the table. Otherwise it can only be found by its link.
    pub listed: bool,
    /// The time limit for a decision in seconds: 15, 30, 60, or null for none.
    pub time: DecisionTime,
    /// What spectators see.
    pub spectators: Spectators,
    /// Your seat. You can also choose it later.
    pub seat: Option<Seat>,
    /// The seats of the bots, and their strength.
    pub bots: BotSeats,
}

/// The seats of the bots, and their strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schemars(deny_unknown_fields)]
pub struct BotSeats {
    /// The bot at north.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<ServerBot>,
    /// The bot at east.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub e: Option<ServerBot>,
    /// The bot at south.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub s: Option<ServerBot>,
    /// The bot at west.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub w: Option<ServerBot>,
}

/// Reads an object only. A derived implementation would also read a list of the four values.
impl<'de> Deserialize<'de> for BotSeats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BotSeats, D::Error> {
        let bots = HashMap::<Seat, Option<ServerBot>>::deserialize(deserializer)?;
        let [n, e, s, w] = Seat::ALL.map(|seat| bots.get(&seat).copied().flatten());
        Ok(BotSeats { n, e, s, w })
    }
}

impl From<BotSeats> for BySeat<Option<ServerBot>> {
    fn from(BotSeats { n, e, s, w }: BotSeats) -> BySeat<Option<ServerBot>> {
        BySeat::from([n, e, s, w])
    }
}

/// The table that was created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CreatedTable {
    /// The table.
    pub table: TableId,
    /// The link to share.
    #[schemars(extend("examples" = ["http://127.0.0.1:7437/t/019a8e0c3f6b7d2e9f3c5a7b9d1e3f50"]))]
    pub link: String,
    /// The commitment to the secret that determines all deals. Note it, and verify the deal after
    /// the game.
    pub commitment: String,
}

/// The tables in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LobbyTables {
    /// The tables, newest first.
    pub tables: Vec<LobbyTable>,
}

/// A table in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LobbyTable {
    /// The table.
    pub table: TableId,
    /// The rules.
    pub rules: RulesInfo,
    /// The time limit for a decision, in seconds.
    pub time: DecisionTime,
    /// The occupant of each seat.
    pub seats: BySeat<Option<SeatStatus>>,
    /// Whether the game has begun.
    pub begun: bool,
}

/// A table as anybody with the link may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TableInfo {
    /// The table.
    pub table: TableId,
    /// The person who created the table.
    pub host: PersonId,
    /// The rules.
    pub rules: RulesInfo,
    /// The time limit for a decision, in seconds.
    pub time: DecisionTime,
    /// Whether the lobby lists the table.
    pub listed: bool,
    /// What spectators see.
    pub spectators: Spectators,
    /// The occupant of each seat.
    pub seats: BySeat<Option<SeatStatus>>,
    /// Whether the game has begun.
    pub begun: bool,
    /// The winning team.
    pub winner: Option<Team>,
    /// The commitment to the secret that determines all deals.
    pub commitment: String,
    /// The table of the next game with the same people.
    pub next: Option<TableId>,
}

/// The result of checking that nobody chose the decks of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Proof {
    /// The table.
    pub table: TableId,
    /// The commitment published before the game.
    pub commitment: String,
    /// Whether the game is over. The secret stays hidden until then.
    pub over: bool,
    /// The secret.
    pub secret: Option<String>,
    /// The players' words, once the game has begun.
    pub words: Option<BySeat<String>>,
    /// Whether the proof covers every deck from the cut to the last hand of the finished game; null
    /// until the game is over.
    pub fair: Option<bool>,
    /// The verdict as one word, even before the game is over.
    pub verdict: Fairness,
    /// The evidence against a fair deal.
    pub contradictions: Vec<Finding>,
    /// What is missing for a proof.
    pub shortfalls: Vec<Finding>,
    /// How many decks were checked, including the one for the cut.
    pub decks: usize,
    /// The link to the record of the game, to check it with `pidro verify` or by yourself:
    /// docs/fair-deal.md explains how.
    pub record: String,
}

/// What a record proves about its decks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fairness {
    /// The decks were fair.
    Fair,
    /// There is no evidence against a fair deal, but something is missing for a proof.
    NotProven,
    /// The secret doesn't match the commitment, or a deck doesn't follow from the secret.
    Disproven,
}

impl From<pidro::Fairness> for Fairness {
    fn from(fairness: pidro::Fairness) -> Fairness {
        match fairness {
            pidro::Fairness::Fair => Fairness::Fair,
            pidro::Fairness::NotProven => Fairness::NotProven,
            pidro::Fairness::Disproven => Fairness::Disproven,
        }
    }
}

/// A reason why a game is not proven fair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// The stable code of the reason: `wrong_secret`, `wrong_decks`, `no_commitment`,
    /// `no_secret`, `one_view`, `no_decks`, `missing_decks` or `unfinished`.
    #[schemars(extend("examples" = ["unfinished"]))]
    pub code: Cow<'static, str>,
    /// The reason as a sentence.
    #[schemars(extend("examples" = ["the game is not finished"]))]
    pub message: String,
    /// Whether it concerns the deck for the cut.
    pub cut: bool,
    /// The hands it concerns: the first and the last number of each range.
    pub hands: Vec<[u32; 2]>,
}

impl Finding {
    fn new(code: &'static str, message: &impl ToString, decks: Option<&DeckSet>) -> Finding {
        let hands = decks.map_or(&[][..], DeckSet::hands);
        Finding {
            code: code.into(),
            message: message.to_string(),
            cut: decks.is_some_and(DeckSet::cut),
            hands: hands.iter().map(|hands| [*hands.start(), *hands.end()]).collect(),
        }
    }
}

impl From<&Contradiction> for Finding {
    fn from(found: &Contradiction) -> Finding {
        Finding::new(found.code(), found, found.decks())
    }
}

impl From<&Shortfall> for Finding {
    fn from(found: &Shortfall) -> Finding {
        Finding::new(found.code(), found, found.decks())
    }
}

/// The rules that a table can have.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct KnownRules {
    /// The presets, each with all its options.
    pub presets: BTreeMap<String, Rules>,
    /// Every option with its possible values; `target` is an integer.
    pub options: BTreeMap<String, Vec<Value>>,
    /// The highest target of a table on this server.
    pub highest_target: u16,
}

/// A suggested action and the reason for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Advice {
    /// The action.
    pub action: Action,
    /// The reason, with its details.
    pub reason: Reason,
}

/// A finished game, event by event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Replay {
    /// The table.
    pub table: TableId,
    /// Every event with the view after it.
    pub events: Vec<NumberedEvent>,
}

/// The learner's decisions so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LessonDecisions {
    /// The actions in order, in the notation of the engine protocol.
    #[schemars(length(max = 20), extend("examples" = [["bid 8", "trump h"]]))]
    pub actions: Vec<String>,
}

/// The state of the guided first hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Lesson {
    /// The learner's seat.
    pub you: Seat,
    /// The rules of the hand.
    pub rules: RulesInfo,
    /// All events so far, with views.
    pub events: Vec<NumberedEvent>,
    /// What the learner may do now; null when the hand is over.
    pub legal: Option<Legal>,
    /// What to do, and why, where the lesson offers advice.
    pub advice: Option<Advice>,
}

/// A hand to bid on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Puzzle {
    /// The number of the puzzle. The same number always gives the same puzzle.
    pub puzzle: u32,
    /// The seat that has to call.
    pub you: Seat,
    /// The game as that seat sees it.
    pub view: State,
    /// The legal calls.
    pub legal: Legal,
    /// How many deals were simulated for the odds.
    pub deals: u32,
    /// What the hand makes with each trump suit, best first.
    pub odds: Vec<SuitOdds>,
    /// What the expert would call.
    pub advice: Option<Advice>,
}

/// What a hand makes with a suit as trump.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SuitOdds {
    /// The suit.
    pub suit: Suit,
    /// The average points that the team takes.
    pub points: f32,
    /// The fraction of deals in which the team makes each bid.
    #[schemars(extend("examples" = [{"6": 0.9, "7": 0.75}]))]
    pub chances: BTreeMap<u8, f32>,
}

/// What the page needs to know about the game, so that it contains no rules itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameData {
    /// The trumps of each suit with their points, highest first.
    pub trumps: BTreeMap<String, Vec<(Card, u8)>>,
    /// The bid that promises all points of a hand.
    pub highest_bid: u8,
    /// The names of the presets; the first one is the default.
    pub presets: Vec<String>,
    /// The targets to choose from.
    pub targets: Vec<u16>,
    /// The target of all presets.
    pub default_target: u16,
    /// The time limits to choose from, in seconds.
    pub time_limits: Vec<u8>,
}
