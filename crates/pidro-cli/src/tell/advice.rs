//! Describes legal actions, advice, and why an action is illegal.

use pidro::{Action, History, IllegalAction, Legal, Mark, Observer, Trump};
use pidro_bots::{Analysis, Hint, Reason, Strength};

use super::Narrator;
use crate::lang::text;

impl Narrator<'_> {
    /// The calls that are legal.
    pub(crate) fn calls(self, legal: &Legal) -> String {
        let lang = self.look.lang;
        let Legal::Call { bids, pass } = *legal else {
            return String::new();
        };
        let (lowest, highest) = (bids.iter().next(), bids.iter().last());
        let range = match (lowest, highest) {
            (Some(lowest), Some(highest)) if lowest < highest => {
                format!("{lowest}{}{highest}", self.look.dash())
            }
            (Some(only), _) => only.to_string(),
            (None, _) => return lang.word(text::PASSED).to_owned(),
        };
        if pass {
            lang.say(text::LINE_OR_PASS, &[("bids", &range)])
        } else {
            range
        }
    }

    /// Why an action is illegal.
    pub(crate) fn refusal(self, error: &IllegalAction, legal: &Legal) -> String {
        let look = self.look;
        let lang = look.lang;
        match *error {
            IllegalAction::IllegalBid { bid, .. } => {
                lang.say(text::CANT_BID, &[("bid", &bid), ("bids", &self.calls(legal))])
            }
            IllegalAction::MustBid { .. } => lang.say(text::MUST_BID, &[("bids", &self.calls(legal))]),
            IllegalAction::CardNotHeld { card, .. } => {
                lang.say(text::NO_SUCH_CARD, &[("word", &look.card(card))])
            }
            IllegalAction::NotTrump { card, .. } => lang.say(text::NOT_TRUMP, &[("card", &look.card(card))]),
            IllegalAction::MustPlayTopKilled { top, .. } => {
                lang.say(text::TOP_FIRST, &[("card", &look.card(top))])
            }
            IllegalAction::CannotKillPoints { cards, .. } => {
                lang.say(text::NO_KILLED_POINTS, &[("cards", &look.cards(cards, None))])
            }
            IllegalAction::WrongCardCount { asked, needed } => {
                lang.say(text::CHOOSE_COUNT, &[("count", &needed), ("chosen", &asked)])
            }
            IllegalAction::PointsProtected { cards } | IllegalAction::TrumpsProtected { cards } => {
                lang.say(text::MUST_KEEP, &[("cards", &look.cards(cards, None))])
            }
            IllegalAction::ClaimNotProven => lang.word(text::CLAIM_REFUSED).to_owned(),
            IllegalAction::NotYourTurn { .. } => lang.word(text::NOT_YOUR_TURN).to_owned(),
            IllegalAction::GameOver
            | IllegalAction::WrongPhase { .. }
            | IllegalAction::NoDeckWanted { .. }
            | IllegalAction::BadDeck(_) => lang.word(text::NOT_NOW).to_owned(),
        }
    }

    /// An action, phrased as the end of a sentence.
    pub(crate) fn action(self, action: Action, trump: Option<Trump>) -> String {
        let look = self.look;
        let lang = look.lang;
        match action {
            Action::Bid(bid) => lang.say(text::DO_BID, &[("bid", &bid)]),
            Action::Pass => lang.word(text::DO_PASS).to_owned(),
            Action::Trump(suit) => lang.say(text::DO_TRUMP, &[("suit", &lang.suit(suit))]),
            Action::Keep(cards) => lang.say(text::DO_KEEP, &[("cards", &look.cards(cards, trump))]),
            Action::Kill(pile) => {
                let cards = look.list(pile.as_slice().iter().copied());
                lang.say(text::DO_KILL, &[("cards", &cards)])
            }
            Action::Play(card) => lang.say(text::DO_PLAY, &[("card", &look.card(card))]),
            Action::Claim => lang.word(text::SAY_CLAIM).to_owned(),
            Action::Resign => lang.word(text::SAY_RESIGN).to_owned(),
        }
    }

    /// The recommended action and the reason for it.
    pub(crate) fn hint(self, hint: &Hint, trump: Option<Trump>) -> String {
        let lang = self.look.lang;
        let action = self.action(hint.best.action, trump);
        let mut told = lang.say(
            text::HINT,
            &[("action", &action), ("reason", &self.reason(hint.reason))],
        );
        if let Some(next) = hint.next {
            let more = hint.best.payoff.points - next.payoff.points;
            if more >= 0.1 {
                let next = self.action(next.action, trump);
                let more = lang.decimal(more);
                told += " ";
                told += &lang.say(text::HINT_NEXT, &[("points", &more), ("action", &next)]);
            }
        }
        told
    }

    /// What would have been better than the decision at this event, if the observer may know it:
    /// the answer reveals other seats' cards.
    pub(crate) fn better(
        self,
        analysis: &Analysis,
        history: &History,
        event: usize,
        observer: Observer,
    ) -> Option<String> {
        let decision = analysis
            .decisions
            .iter()
            .find(|decision| decision.event == event)?;
        let known = observer == Observer::Arbiter || observer == Observer::Seat(decision.seat);
        if !known || decision.cost.win <= 0.0 {
            return None;
        }
        let lang = self.look.lang;
        let trump = history.at_event(event)?.view(Observer::Spectator).trump;
        let better = lang.say(
            text::BETTER,
            &[
                ("best", &self.action(decision.best, trump)),
                ("win", &lang.decimal(0.0 - 100.0 * decision.cost.win)),
            ],
        );
        let mark = decision.mark.map_or("", Mark::text);
        Some(format!("{mark} {better}").trim().to_owned())
    }

    pub(crate) fn reason(self, reason: Reason) -> String {
        let lang = self.look.lang;
        let strength = |text, strength: Strength| {
            let Strength { suit, trumps, points } = strength;
            lang.say(
                text,
                &[
                    ("suit", &lang.suit(suit)),
                    ("trumps", &trumps),
                    ("points", &points),
                ],
            )
        };
        let text = match reason {
            Reason::Strong(strong) => return strength(text::WHY_BID, strong),
            Reason::Weak(weak) => return strength(text::WHY_PASS, weak),
            Reason::TakesPoints { points } => return lang.say(text::WHY_TAKE, &[("points", &points)]),
            Reason::OnlyChoice => text::WHY_ONLY,
            Reason::KeepsBest => text::WHY_KEEP,
            Reason::BuriesPoints => text::WHY_BURY,
            Reason::KillsLow => text::WHY_KILL,
            Reason::TopIsPlayed => text::WHY_KILL_TOP,
            Reason::MustBid => text::WHY_MUST,
            Reason::Beats => text::WHY_BEAT,
            Reason::Unbeatable => text::WHY_HIGH,
            Reason::FeedsPartner => text::WHY_FEED,
            Reason::TwoIsSafe => text::WHY_TWO,
            Reason::GivesNothing => text::WHY_LOW,
            Reason::CostsLeast => text::WHY_LEAST,
            // A reason without a text: the action has to speak for itself.
            _ => return String::new(),
        };
        lang.word(text).to_owned()
    }
}
