//! Explains where the points of a hand went.

use pidro::{Card, Seat, Trump, View};
use pidro_text::{say, text};

use super::Narrator;

impl Narrator<'_> {
    /// One line for each way in which points were taken, from the public view after the hand was
    /// scored.
    pub(crate) fn points(self, after: &View, claimer: Option<Seat>) -> Vec<String> {
        let Some(trump) = after.trump else { return vec![] };
        let lang = self.look.lang;
        let mut ways: Vec<(PointOutcome, Vec<Card>)> = Vec::new();
        for card in trump.highest_first(trump.point_cards()) {
            let way = PointOutcome::of(after, trump, card, claimer);
            match ways.iter_mut().find(|(known, _)| *known == way) {
                Some((_, cards)) => cards.push(card),
                None => ways.push((way, vec![card])),
            }
        }
        ways.iter()
            .map(|(way, cards)| {
                let cards = self.look.list(cards.iter().copied());
                let team = |seat: Seat| self.team(seat.team());
                match *way {
                    PointOutcome::Trick { trick, by } => say!(
                        lang,
                        text::WENT_TRICK,
                        cards = cards,
                        team = team(by),
                        trick = &trick,
                        who = &self.names[by]
                    ),
                    PointOutcome::Played { by } => say!(
                        lang,
                        text::WENT_PLAYED,
                        cards = cards,
                        team = team(by),
                        who = &self.names[by]
                    ),
                    PointOutcome::Held { by } => say!(
                        lang,
                        text::WENT_HELD,
                        cards = cards,
                        team = team(by),
                        who = &self.names[by]
                    ),
                    PointOutcome::Claimed { by } => {
                        say!(lang, text::WENT_CLAIMED, cards = cards, team = team(by))
                    }
                    PointOutcome::Buried => say!(lang, text::WENT_BURIED, cards = cards),
                }
            })
            .collect()
    }
}

/// How a point was taken.
#[derive(PartialEq, Eq)]
enum PointOutcome {
    /// In this trick, counted from 1, which this seat won.
    Trick { trick: usize, by: Seat },
    /// By the seat that played the two.
    Played { by: Seat },
    /// By the seat that still held the card at the end of the hand.
    Held { by: Seat },
    /// By the seat that claimed the rest.
    Claimed { by: Seat },
    /// By nobody.
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
    use crate::tell::tests::{SPOKEN, example};

    /// Checks that the points of every hand add up to its score. Returns the view after each hand,
    /// and the seat that claimed the rest of it, if one did.
    fn ways(record: &Record) -> Vec<(View, Option<Seat>)> {
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
        let teller = Narrator {
            look: SPOKEN,
            names: &names,
            reader: None,
        };
        let scored = ways(&record);
        assert_eq!(
            teller.points(&scored[0].0, None),
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
    fn claimed_points_go_to_who_claimed_but_for_the_two() {
        let record = Record::parse(include_str!("../../../pidro/tests/golden/claim.pidro")).unwrap();
        assert!(ways(&record).iter().any(|(_, claimer)| claimer.is_some()));
        let mut view = Game::new(Rules::default()).full_view();
        let hearts = Trump::new(Suit::Hearts);
        view.hands[Seat::North] = VisibleCards::Cards("Ah Kh".parse().unwrap());
        view.hands[Seat::East] = VisibleCards::Cards("5d 2h".parse().unwrap());
        let way = |card: &str| PointOutcome::of(&view, hearts, card.parse().unwrap(), Some(Seat::North));
        assert!(way("Ah") == PointOutcome::Claimed { by: Seat::North });
        assert!(way("5d") == PointOutcome::Claimed { by: Seat::North });
        assert!(way("2h") == PointOutcome::Held { by: Seat::East });
        assert!(way("5h") == PointOutcome::Buried);
    }
}
