//! A decision in progress: the cursor, the picked cards and the typed text.

use pidro::{Action, Card, CardSet, Legal, Pile, Seat, Suit, Trump, View};
use pidro_text::Lang;

use crate::lang::{in_display_order, parse_card};
use crate::scene::FanCard;

pub(super) struct Choice {
    pub(super) seat: Seat,
    pub(super) legal: Legal,
    /// The cards in the fan.
    cards: Vec<Card>,
    /// The calls or suits to choose from, for decisions that don't involve cards.
    pub(super) options: Vec<Action>,
    /// The cursor, an index into the options or the cards.
    pub(super) cursor: usize,
    /// The cards picked to keep or kill, in order.
    pub(super) picked: Vec<Card>,
    /// A partly typed name.
    pub(super) typed: String,
}

/// The effect of a typed character.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TypedKey {
    /// It doesn't belong to a name.
    NotAName,
    /// It continued a name, or completed one and so chose it.
    Accepted,
    /// It completed this name, which can't be chosen.
    UnknownName(String),
}

impl Choice {
    /// The decision that this seat has to make, with the suggested cards already picked.
    pub(super) fn new(view: &View, seat: Seat, suggestion: Option<Action>) -> Choice {
        let hand = view.hands[seat].cards().unwrap_or_default();
        let cards = match view.legal {
            Legal::Keep { from, .. } => from,
            // A top killed card that must be played lies outside the hand.
            Legal::Play { cards } => hand | cards,
            _ => hand,
        };
        let options: Vec<Action> = match view.legal {
            Legal::Call { .. } | Legal::Trump => view.legal.iter().collect(),
            _ => vec![],
        };
        let picked = match suggestion {
            Some(Action::Keep(cards)) => in_display_order(cards, view.trump),
            Some(Action::Kill(pile)) => pile.as_slice().to_vec(),
            _ => vec![],
        };
        let mut choice = Choice {
            seat,
            legal: view.legal,
            cards: in_display_order(cards, view.trump),
            options,
            cursor: 0,
            picked,
            typed: String::new(),
        };
        choice.cursor = match view.legal {
            Legal::Trump => longest_suit(hand) as usize,
            _ => (0..choice.len())
                .find(|place| choice.is_selectable(*place))
                .unwrap_or_default(),
        };
        choice
    }

    pub(super) fn fan(&self) -> Vec<FanCard> {
        let chooses_card = self.options.is_empty();
        (0..)
            .zip(&self.cards)
            .map(|(place, &card)| {
                let cursor = chooses_card && place == self.cursor;
                let picked = self.picked.iter().position(|other| *other == card);
                FanCard {
                    card,
                    bright: !chooses_card || self.can_choose(card),
                    cursor,
                    raised: if self.picks_cards() {
                        picked.is_some()
                    } else {
                        cursor
                    },
                    number: picked
                        .filter(|_| matches!(self.legal, Legal::Kill { .. }))
                        .map(|place| place + 1),
                }
            })
            .collect()
    }

    fn len(&self) -> usize {
        if self.options.is_empty() {
            self.cards.len()
        } else {
            self.options.len()
        }
    }

    fn choosable_cards(&self) -> CardSet {
        match self.legal {
            Legal::Play { cards } => cards,
            Legal::Keep { from, .. } | Legal::Kill { from, .. } => from,
            _ => CardSet::NONE,
        }
    }

    fn can_choose(&self, card: Card) -> bool {
        self.choosable_cards().contains(card)
    }

    fn is_selectable(&self, place: usize) -> bool {
        !self.options.is_empty() || self.cards.get(place).is_some_and(|card| self.can_choose(*card))
    }

    /// Moves the cursor to the next selectable place and wraps around at the end.
    pub(super) fn move_cursor(&mut self, forward: bool) {
        let len = self.len();
        let step = if forward { 1 } else { len.saturating_sub(1) };
        for _ in 0..len {
            self.cursor = (self.cursor + step) % len;
            if self.is_selectable(self.cursor) {
                return;
            }
        }
    }

    pub(super) const fn picks_cards(&self) -> bool {
        matches!(self.legal, Legal::Keep { .. } | Legal::Kill { .. })
    }

    /// Picks the card under the cursor, or puts it back.
    pub(super) fn toggle(&mut self) {
        if self.picks_cards()
            && let Some(&card) = self.cards.get(self.cursor)
        {
            self.toggle_card(card);
        }
    }

    fn toggle_card(&mut self, card: Card) {
        if self.picked.contains(&card) {
            self.picked.retain(|other| *other != card);
        } else if self.can_choose(card) {
            self.picked.push(card);
        }
    }

    /// The action that Enter performs.
    pub(super) fn action(&self) -> Option<Action> {
        if let Some(action) = self.options.get(self.cursor) {
            return Some(*action);
        }
        Some(match self.legal {
            Legal::Keep { .. } => Action::Keep(self.picked.iter().copied().collect()),
            Legal::Kill { .. } => Action::Kill(Pile::new(self.picked.iter().copied()).ok()?),
            Legal::Play { .. } => Action::Play(*self.cards.get(self.cursor)?),
            _ => return None,
        })
    }

    /// Handles a letter of the name of a card, bid or suit. A capital or a digit starts a name.
    pub(super) fn type_letter(&mut self, letter: char) -> TypedKey {
        let starts = letter.is_ascii_uppercase() || letter.is_ascii_digit();
        let continues = !self.typed.is_empty() && letter.is_ascii_alphanumeric();
        if !starts && !continues {
            return TypedKey::NotAName;
        }
        self.typed.push(letter);
        let found = match self.legal {
            Legal::Call { .. } | Legal::Trump => self.select_typed_option(),
            _ => self.select_typed_card(),
        };
        match found {
            Some(true) => {
                self.typed.clear();
                TypedKey::Accepted
            }
            Some(false) => TypedKey::UnknownName(std::mem::take(&mut self.typed)),
            None => TypedKey::Accepted,
        }
    }

    /// Moves the cursor to the typed call or suit. Returns whether it exists, or `None` while the
    /// name may be incomplete.
    fn select_typed_option(&mut self) -> Option<bool> {
        if self.typed == "1" {
            return None;
        }
        let meant = super::super::parse::action(&self.typed, &self.legal, &[], Lang::En);
        let place = self.options.iter().position(|option| Some(*option) == meant);
        self.cursor = place.unwrap_or(self.cursor);
        Some(place.is_some())
    }

    /// Moves the cursor to the typed card, and picks it for the rob or the kill. Returns the same
    /// as `select_typed_option`.
    fn select_typed_card(&mut self) -> Option<bool> {
        let ranks = "23456789TJQKA";
        if self.typed == "1" || self.typed == "10" || self.typed.len() == 1 && ranks.contains(&self.typed) {
            return None;
        }
        let card = parse_card(&self.typed).filter(|card| self.can_choose(*card));
        let place = card.and_then(|card| self.cards.iter().position(|other| *other == card));
        if let (Some(card), Some(place)) = (card, place) {
            self.cursor = place;
            if self.picks_cards() {
                self.toggle_card(card);
            }
        }
        Some(place.is_some())
    }
}

/// How many trumps the hand would have in this suit.
pub(super) fn trumps(hand: CardSet, suit: Suit) -> u8 {
    (hand & Trump::new(suit).cards()).count()
}

fn longest_suit(hand: CardSet) -> Suit {
    Suit::ALL
        .into_iter()
        .rev()
        .max_by_key(|suit| trumps(hand, *suit))
        .unwrap_or(Suit::Spades)
}

#[cfg(test)]
mod tests {
    use pidro::{Seed, SeededGame};

    use super::*;

    fn view(actions: &[&str]) -> (View, Seat) {
        let mut table = SeededGame::new("first_dealer=N".parse().unwrap(), Some(Seed::new("närpes")));
        for action in actions {
            let seat = table.history().game().turn().unwrap();
            table.act(seat, action.parse().unwrap()).unwrap();
        }
        let seat = table.history().game().turn().unwrap();
        (table.history().game().view(seat), seat)
    }

    fn choice(actions: &[&str]) -> Choice {
        let (view, seat) = view(actions);
        Choice::new(&view, seat, None)
    }

    fn typed(choice: &mut Choice, letters: &str) -> Vec<TypedKey> {
        letters.chars().map(|letter| choice.type_letter(letter)).collect()
    }

    #[test]
    fn arrows_wrap_around_the_calls() {
        let mut choice = choice(&["bid 8"]);
        assert_eq!(choice.action(), Some(Action::Pass));
        choice.move_cursor(true);
        assert_eq!(choice.action(), "bid 9".parse().ok());
        choice.move_cursor(false);
        choice.move_cursor(false);
        assert_eq!(choice.action(), "bid 14".parse().ok());
    }

    #[test]
    fn bids_and_suits_are_chosen_by_name() {
        let mut bid = choice(&["bid 8"]);
        assert_eq!(typed(&mut bid, "12"), [TypedKey::Accepted, TypedKey::Accepted]);
        assert_eq!(bid.action(), "bid 12".parse().ok());
        assert_eq!(typed(&mut bid, "7"), [TypedKey::UnknownName("7".to_owned())]);
        assert_eq!(typed(&mut bid, "P"), [TypedKey::Accepted]);
        assert_eq!(bid.action(), Some(Action::Pass));
        assert_eq!(
            typed(&mut bid, "h"),
            [TypedKey::NotAName],
            "a lower-case letter is a command"
        );
        let mut suit = choice(&["bid 8", "pass", "pass", "pass"]);
        assert_eq!(typed(&mut suit, "D"), [TypedKey::Accepted]);
        assert_eq!(suit.action(), "trump d".parse().ok());
    }

    #[test]
    fn the_cursor_stays_on_trumps() {
        let mut choice = choice(&[
            "bid 8",
            "pass",
            "pass",
            "pass",
            "trump h",
            "keep Kh Jh Th 8h Js Ts",
        ]);
        let Legal::Play { cards } = choice.legal else {
            panic!("{:?}", choice.legal)
        };
        for _ in 0..20 {
            let Some(Action::Play(card)) = choice.action() else {
                panic!()
            };
            assert!(cards.contains(card));
            choice.move_cursor(true);
        }
        let dim = choice.fan().iter().filter(|card| !card.bright).count();
        assert_eq!(dim, choice.cards.len() - cards.len());
        let last = cards.iter().last().unwrap();
        typed(&mut choice, &last.to_string());
        assert_eq!(choice.action(), Some(Action::Play(last)));
        let TypedKey::UnknownName(word) = typed(&mut choice, "2c").pop().unwrap() else {
            panic!()
        };
        assert_eq!(word, "2c");
    }

    #[test]
    fn cards_can_be_picked_and_put_back() {
        let mut choice = choice(&["bid 8", "pass", "pass", "pass", "trump h"]);
        let Legal::Keep { count, from, .. } = choice.legal else {
            panic!("{:?}", choice.legal)
        };
        choice.toggle();
        choice.move_cursor(true);
        choice.toggle();
        assert_eq!(choice.picked.len(), 2);
        choice.toggle();
        assert_eq!(choice.picked.len(), 1);
        for card in from - choice.picked.iter().copied().collect() {
            typed(&mut choice, &card.to_string());
        }
        assert_eq!(choice.picked.len(), from.len());
        while choice.picked.len() > count {
            choice.picked.pop();
        }
        assert!(choice.legal.contains(&choice.action().unwrap()));
    }
}
