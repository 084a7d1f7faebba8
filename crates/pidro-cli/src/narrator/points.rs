//! Explains where the points of a hand went.

use pidro::{Card, Seat, Trump, View};
use pidro_text::{say, text};

use super::Narrator;

impl Narrator<'_> {
    /// One line for each outcome, with its cards. `after` is the public view after the hand was
    /// scored.
    pub(crate) fn points(self, after: &View, claimer: Option<Seat>) -> Vec<String> {
        let Some(trump) = after.trump else { return vec![] };
        let lang = self.style.lang;
        let mut outcomes: Vec<(PointOutcome, Vec<Card>)> = Vec::new();
        for card in trump.highest_first(trump.point_cards()) {
            let outcome = PointOutcome::of(after, trump, card, claimer);
            match outcomes.iter_mut().find(|(known, _)| *known == outcome) {
                Some((_, cards)) => cards.push(card),
                None => outcomes.push((outcome, vec![card])),
            }
        }
        outcomes
            .iter()
            .map(|(outcome, cards)| {
                let cards = self.style.list(cards.iter().copied());
                let team = |seat: Seat| self.team(seat.team());
                match *outcome {
                    PointOutcome::Trick { trick, by } => say!(
                        lang,
                        text::POINTS_BY_TRICK,
                        cards = cards,
                        team = team(by),
                        trick = &trick,
                        who = &self.names[by]
                    ),
                    PointOutcome::Played { by } => say!(
                        lang,
                        text::POINTS_BY_PLAYING,
                        cards = cards,
                        team = team(by),
                        who = &self.names[by]
                    ),
                    PointOutcome::Held { by } => say!(
                        lang,
                        text::POINTS_BY_HOLDING,
                        cards = cards,
                        team = team(by),
                        who = &self.names[by]
                    ),
                    PointOutcome::Claimed { by } => {
                        say!(lang, text::POINTS_BY_CLAIM, cards = cards, team = team(by))
                    }
                    PointOutcome::Buried => say!(lang, text::POINTS_BURIED, cards = cards),
                }
            })
            .collect()
    }
}

/// What happened to the points of a card.
#[derive(PartialEq, Eq)]
enum PointOutcome {
    /// This seat won them in this trick, counted from 1.
    Trick { trick: usize, by: Seat },
    /// This seat played the two, which always scores for its player.
    Played { by: Seat },
    /// This seat still held the card at the end of the hand.
    Held { by: Seat },
    /// This seat claimed the rest of the tricks.
    Claimed { by: Seat },
    /// The card was buried, and its points went to nobody.
    Buried,
}

impl PointOutcome {
    fn of(after: &View, trump: Trump, card: Card, claimer: Option<Seat>) -> PointOutcome {
        for (trick, number) in after.tricks.finished().zip(1..) {
            let played = trick.plays().iter().find(|play| play.card == card);
            if let (Some(play), Some(result)) = (played, trick.result(trump)) {
                return if card == trump.two() {
                    PointOutcome::Played { by: play.seat }
                } else {
                    PointOutcome::Trick {
                        trick: number,
                        by: result.winner,
                    }
                };
            }
        }
        let holds = |seat: &Seat| after.hands[*seat].cards().is_some_and(|hand| hand.contains(card));
        match (Seat::ALL.into_iter().find(holds), claimer) {
            (Some(_), Some(claimer)) if card != trump.two() => PointOutcome::Claimed { by: claimer },
            (Some(by), _) => PointOutcome::Held { by },
            (None, _) => PointOutcome::Buried,
        }
    }
}

#[cfg(test)]
mod tests {
    use pidro::{Event, Game, Observer, Record, Rules, Suit, Team, VisibleCards};

    use super::*;
    use crate::narrator::tests::{SPOKEN, example};

    /// Checks that the points of every hand add up to its score. Returns the view after each hand,
    /// and the seat that claimed the rest of it, if one did.
    fn scored_hands(record: &Record) -> Vec<(View, Option<Seat>)> {
        let history = record.history();
        let mut game = *history.initial_game();
        let mut scored = Vec::new();
        let mut claimer = None;
        for event in history.log() {
            game = game.evolve(event);
            if let Event::Claimed { seat } = event {
                claimer = Some(*seat);
            }
            if let Event::HandScored { taken, .. } = event {
                let view = game.view(Observer::Spectator);
                let trump = view.trump.unwrap();
                let mut sum = [0, 0];
                for card in trump.point_cards() {
                    let by = match PointOutcome::of(&view, trump, card, claimer) {
                        PointOutcome::Trick { by, .. }
                        | PointOutcome::Played { by }
                        | PointOutcome::Held { by }
                        | PointOutcome::Claimed { by } => by,
                        PointOutcome::Buried => continue,
                    };
                    sum[by.team() as usize] += trump.points(card);
                }
                assert_eq!(sum, [taken[Team::NorthSouth], taken[Team::EastWest]]);
                scored.push((view, claimer.take()));
            }
        }
        scored
    }

    #[test]
    fn the_points_of_every_hand_are_found_and_add_up() {
        let (record, names) = example();
        let narrator = Narrator {
            style: SPOKEN,
            names: &names,
            reader: None,
        };
        let scored = scored_hands(&record);
        assert_eq!(
            narrator.points(&scored[0].0, None),
            [
                "ace of hearts, ten of hearts: Bo and Dan, trick 2 (Dan)",
                "jack of hearts: Bo and Dan, still held by Dan",
                "five of hearts: Bo and Dan, trick 3 (Bo)",
                "five of diamonds: Bo and Dan, trick 1 (Dan)",
                "two of hearts: Anna and Cecilia, played by Cecilia",
            ]
        );
    }

    #[test]
    fn claimed_points_go_to_the_claimer_except_the_two() {
        let record = Record::parse(include_str!("../../../pidro/tests/golden/claim.pidro")).unwrap();
        assert!(scored_hands(&record).iter().any(|(_, claimer)| claimer.is_some()));
        let mut view = Game::new(Rules::default()).full_view();
        let hearts = Trump::new(Suit::Hearts);
        view.hands[Seat::North] = VisibleCards::Cards("Ah Kh".parse().unwrap());
        view.hands[Seat::East] = VisibleCards::Cards("5d 2h".parse().unwrap());
        let outcome = |card: &str| PointOutcome::of(&view, hearts, card.parse().unwrap(), Some(Seat::North));
        assert!(outcome("Ah") == PointOutcome::Claimed { by: Seat::North });
        assert!(outcome("5d") == PointOutcome::Claimed { by: Seat::North });
        assert!(outcome("2h") == PointOutcome::Held { by: Seat::East });
        assert!(outcome("5h") == PointOutcome::Buried);
    }
}
