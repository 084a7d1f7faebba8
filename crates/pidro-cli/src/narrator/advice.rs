//! Describes actions: which are legal, which are better, and why one is illegal.

use pidro::{Action, History, IllegalAction, Legal, Mark, Observer, Trump};
use pidro_bots::{Analysis, Hint, Reason, Strength};
use pidro_text::{say, text};

use super::Narrator;
use crate::lang::suit_name;
use crate::perspective::Perspective;

impl Narrator<'_> {
    /// The legal calls, such as "9–14 or pass".
    pub(crate) fn calls(self, legal: &Legal) -> String {
        let lang = self.style.lang;
        let Legal::Call { bids, pass } = *legal else {
            return String::new();
        };
        let (lowest, highest) = (bids.iter().next(), bids.iter().last());
        let range = match (lowest, highest) {
            (Some(lowest), Some(highest)) if lowest < highest => {
                format!("{lowest}{}{highest}", self.style.dash())
            }
            (Some(only), _) => only.to_string(),
            (None, _) => return lang.get(text::PASSED).to_owned(),
        };
        if pass {
            say!(lang, text::LINE_OR_PASS, bids = range)
        } else {
            range
        }
    }

    /// Why an action is illegal.
    pub(crate) fn refusal(self, error: &IllegalAction, legal: &Legal) -> String {
        let style = self.style;
        let lang = style.lang;
        match *error {
            IllegalAction::IllegalBid { bid, .. } => {
                say!(lang, text::CANT_BID, bid = bid.get(), bids = self.calls(legal))
            }
            IllegalAction::MustBid { .. } => say!(lang, text::MUST_BID, bids = self.calls(legal)),
            IllegalAction::CardNotHeld { card, .. } => {
                say!(lang, text::CANT_CHOOSE, word = style.card(card))
            }
            IllegalAction::NotTrump { card, .. } => say!(lang, text::NOT_TRUMP, card = style.card(card)),
            IllegalAction::MustPlayTopKilled { top, .. } => {
                say!(lang, text::TOP_FIRST, card = style.card(top))
            }
            IllegalAction::CannotKillPoints { cards, .. } => {
                say!(lang, text::CANT_KILL_POINTS, cards = style.cards(cards, None))
            }
            IllegalAction::WrongCardCount { asked, needed } => {
                say!(lang, text::CHOOSE_COUNT, count = needed, chosen = asked)
            }
            IllegalAction::PointsProtected { cards } | IllegalAction::TrumpsProtected { cards } => {
                say!(lang, text::MUST_KEEP, cards = style.cards(cards, None))
            }
            IllegalAction::ClaimNotProven => lang.get(text::ERROR_CLAIM_NOT_PROVEN).to_owned(),
            IllegalAction::NotYourTurn { .. } => lang.get(text::ERROR_NOT_YOUR_TURN).to_owned(),
            IllegalAction::GameOver
            | IllegalAction::WrongPhase { .. }
            | IllegalAction::NoDeckWanted { .. }
            | IllegalAction::BadDeck(_) => lang.get(text::CANT_DO_NOW).to_owned(),
        }
    }

    /// An action as a command, such as "bid 8".
    pub(crate) fn action(self, action: Action, trump: Option<Trump>) -> String {
        let style = self.style;
        let lang = style.lang;
        match action {
            Action::Bid(bid) => say!(lang, text::DO_BID, bid = bid.get()),
            Action::Pass => lang.get(text::DO_PASS).to_owned(),
            Action::Trump(suit) => say!(lang, text::DO_TRUMP, suit = suit_name(lang, suit)),
            Action::Keep(cards) => say!(lang, text::DO_KEEP, cards = style.cards(cards, trump)),
            Action::Kill(pile) => {
                let cards = style.list(pile.as_slice().iter().copied());
                say!(lang, text::DO_KILL, cards = cards)
            }
            Action::Play(card) => say!(lang, text::DO_PLAY, card = style.card(card)),
            Action::Claim => lang.get(text::COMMAND_CLAIM).to_owned(),
            Action::Resign => lang.get(text::COMMAND_RESIGN).to_owned(),
        }
    }

    /// An action in the past tense, such as "bid 8" or "played A♥".
    pub(crate) fn past_action(self, action: Action, trump: Option<Trump>) -> String {
        let style = self.style;
        let lang = style.lang;
        match action {
            Action::Bid(bid) => say!(lang, text::DID_BID, bid = bid.get()),
            Action::Pass => lang.get(text::DID_PASS).to_owned(),
            Action::Trump(suit) => say!(lang, text::DID_TRUMP, suit = suit_name(lang, suit)),
            Action::Keep(cards) => say!(lang, text::DID_KEEP, cards = style.cards(cards, trump)),
            Action::Kill(pile) => {
                let cards = style.list(pile.as_slice().iter().copied());
                say!(lang, text::DID_KILL, cards = cards)
            }
            Action::Play(card) => say!(lang, text::DID_PLAY, card = style.card(card)),
            Action::Claim | Action::Resign => self.action(action, trump),
        }
    }

    /// The recommended action and the reason for it.
    pub(crate) fn hint(self, hint: &Hint, trump: Option<Trump>) -> String {
        let lang = self.style.lang;
        let action = self.action(hint.best.action, trump);
        let mut text = say!(
            lang,
            text::HINT_IS,
            action = action,
            reason = self.reason(hint.reason)
        );
        if let Some(next) = hint.next {
            let more = hint.best.payoff.points - next.payoff.points;
            if more >= 0.1 {
                let next = self.action(next.action, trump);
                text += " ";
                text += &say!(lang, text::HINT_NEXT, points = more, action = next);
            }
        }
        text
    }

    /// What would have been better than the decision at this event. `None` if nothing would, or if
    /// this perspective must not learn it: it reveals the deciding seat's cards.
    pub(crate) fn better(
        self,
        analysis: &Analysis,
        history: &History,
        event: usize,
        perspective: Perspective,
    ) -> Option<String> {
        let decision = analysis
            .decisions
            .iter()
            .find(|decision| decision.event == event)?;
        let allowed = match perspective {
            Perspective::Everything => true,
            Perspective::Of(observer) => observer == Observer::Seat(decision.seat),
        };
        if !allowed || decision.cost.win <= 0.0 {
            return None;
        }
        let trump = history.at_event(event)?.view(Observer::Spectator).trump;
        let better = self.better_was(decision.best, trump, 100.0 * decision.cost.win);
        let mark = decision.mark.map_or("", Mark::text);
        Some(format!("{mark} {better}").trim().to_owned())
    }

    /// Names the better action. `win` is the cost of the decision, in percentage points of the
    /// chance to win.
    pub(crate) fn better_was(self, best: Action, trump: Option<Trump>, win: f32) -> String {
        say!(
            self.style.lang,
            text::BETTER,
            best = self.action(best, trump),
            win = win
        )
    }

    pub(crate) fn reason(self, reason: Reason) -> String {
        let lang = self.style.lang;
        let text = match reason {
            Reason::Strong(Strength { suit, trumps, points }) => {
                let suit = suit_name(lang, suit);
                return say!(
                    lang,
                    text::WHY_STRONG,
                    suit = suit,
                    trumps = trumps,
                    points = points
                );
            }
            Reason::Weak(Strength { suit, trumps, points }) => {
                let suit = suit_name(lang, suit);
                return say!(
                    lang,
                    text::WHY_WEAK,
                    suit = suit,
                    trumps = trumps,
                    points = points
                );
            }
            Reason::TakesPoints { points } => return say!(lang, text::WHY_TAKES_POINTS, points = points),
            Reason::OnlyChoice => text::WHY_ONLY_CHOICE,
            Reason::KeepsBest => text::WHY_KEEPS_BEST,
            Reason::BuriesPoints => text::WHY_BURIES_POINTS,
            Reason::KillsLow => text::WHY_KILLS_LOW,
            Reason::TopIsPlayed => text::WHY_TOP_IS_PLAYED,
            Reason::MustBid => text::WHY_MUST_BID,
            Reason::Beats => text::WHY_BEATS,
            Reason::Unbeatable => text::WHY_UNBEATABLE,
            Reason::FeedsPartner => text::WHY_FEEDS_PARTNER,
            Reason::TwoIsSafe => text::WHY_TWO_IS_SAFE,
            Reason::GivesNothing => text::WHY_GIVES_NOTHING,
            Reason::CostsLeast => text::WHY_COSTS_LEAST,
        };
        lang.get(text).to_owned()
    }
}
