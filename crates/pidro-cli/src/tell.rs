//! Describes the events of a game in sentences.

mod advice;
mod points;
mod state;

use pidro::{
    BySeat, ByTeam, Call, Contract, Event, History, Observer, Team, View, VisibleCards, VisibleEvent,
};

use crate::lang::{Look, text};

/// Describes a game to its players, in their language and with their names.
#[derive(Clone, Copy)]
pub(crate) struct Narrator<'a> {
    pub(crate) look: Look,
    pub(crate) names: &'a BySeat<String>,
}

impl Narrator<'_> {
    /// The names of both players of a team.
    pub(crate) fn team(self, team: Team) -> String {
        let mut names = team.seats().iter().map(|seat| &self.names[seat]);
        match (names.next(), names.next()) {
            (Some(one), Some(other)) => self.look.lang.say(text::AND, &[("one", one), ("other", other)]),
            _ => team.to_string(),
        }
    }

    /// Describes the events in `from..to` that the observer saw.
    pub(crate) fn log(self, history: &History, observer: Observer, from: usize, to: usize) -> Vec<String> {
        let mut told = Vec::new();
        let Some(mut game) = history.at_event(from) else {
            return told;
        };
        for event in history.log().iter().take(to).skip(from) {
            told.extend(self.tell(&game.view(observer), &event.seen_by(observer, game.rules())));
            game = game.evolve(event);
        }
        told
    }

    /// Describes an event as the observer saw it, given the view before it. `None` if the event
    /// goes without saying.
    pub(crate) fn tell(self, before: &View, seen: &VisibleEvent) -> Option<String> {
        let Narrator { look, names } = self;
        let lang = look.lang;
        let trump = before.trump;
        Some(match *seen {
            VisibleEvent::HandDealt { dealer, hands, .. } => {
                let mut told = lang.say(
                    text::HAND_DEALT,
                    &[("hand", &before.hand), ("who", &names[dealer])],
                );
                for (seat, hand) in hands.iter() {
                    if let VisibleCards::Cards(cards) = *hand {
                        let cards = look.cards(cards, None);
                        told += " ";
                        told += &lang.say(text::YOUR_CARDS, &[("who", &names[seat]), ("cards", &cards)]);
                    }
                }
                told
            }
            VisibleEvent::Discarded { seat, cards } => {
                let who = &names[seat];
                match cards {
                    VisibleCards::Cards(cards) => {
                        let cards = look.cards(cards, None);
                        lang.say(text::THROWS, &[("who", who), ("cards", &cards)])
                    }
                    VisibleCards::Count(count) => {
                        lang.say(text::THROWS_COUNT, &[("who", who), ("count", &count)])
                    }
                    VisibleCards::Hidden => lang.say(text::THROWS_HIDDEN, &[("who", who)]),
                }
            }
            VisibleEvent::Redealt {
                seat,
                requested,
                cards,
            } => {
                let who = &names[seat];
                let got = cards.len().unwrap_or_default();
                match cards {
                    VisibleCards::Cards(cards) if !cards.is_empty() => lang.say(
                        text::GETS,
                        &[
                            ("who", who),
                            ("asked", &requested),
                            ("cards", &look.cards(cards, trump)),
                        ],
                    ),
                    _ if got < usize::from(requested) => lang.say(
                        text::ASKS_GETS,
                        &[("who", who), ("asked", &requested), ("got", &got)],
                    ),
                    _ => lang.say(text::ASKS, &[("who", who), ("asked", &requested)]),
                }
            }
            VisibleEvent::Robbed {
                seat,
                taken,
                kept,
                buried,
                ..
            } => {
                let who = &names[seat];
                let kept = match kept {
                    VisibleCards::Cards(cards) => look.cards(cards, trump),
                    other => other.len().unwrap_or_default().to_string(),
                };
                let mut told = lang.say(text::ROBS, &[("who", who), ("taken", &taken), ("kept", &kept)]);
                if let VisibleCards::Cards(cards) = buried
                    && !cards.is_empty()
                {
                    let cards = look.cards(cards, trump);
                    told += " ";
                    told += &lang.say(text::BURIES, &[("who", who), ("cards", &cards)]);
                }
                told
            }
            VisibleEvent::Open(ref event) => return self.tell_open(before, event),
        })
    }

    fn tell_open(self, before: &View, event: &Event) -> Option<String> {
        let Narrator { look, names } = self;
        let lang = look.lang;
        let trump = before.trump;
        Some(match *event {
            Event::DealerCut { cut } => {
                let drawn: Vec<String> = cut
                    .draws()
                    .map(|(seat, card)| format!("{} {}", names[seat], look.card(card)))
                    .collect();
                lang.say(text::CUT, &[("cards", &drawn.join(", "))])
            }
            Event::DealerChosen { seat } => lang.say(text::DEALS_FIRST, &[("who", &names[seat])]),
            Event::CallMade { seat, call } => match call {
                Call::Bid(bid) => lang.say(text::BIDS, &[("who", &names[seat]), ("bid", &bid)]),
                Call::Pass => lang.say(text::PASSES, &[("who", &names[seat])]),
            },
            Event::BiddingWon { contract } => lang.say(
                text::BIDDING_WON,
                &[("who", &names[contract.seat]), ("bid", &contract.bid)],
            ),
            Event::TrumpDeclared { seat, trump } => lang.say(
                text::NAMES_TRUMP,
                &[("who", &names[seat]), ("suit", &lang.suit(trump.suit()))],
            ),
            Event::Killed { seat, cards } => {
                let cards = look.list(cards.as_slice().iter().copied());
                lang.say(text::KILLS, &[("who", &names[seat]), ("cards", &cards)])
            }
            Event::CardPlayed { seat, card } => {
                lang.say(text::PLAYS, &[("who", &names[seat]), ("card", &look.card(card))])
            }
            Event::WentCold { seat, shown } if shown.is_empty() => {
                lang.say(text::COLD_EMPTY, &[("who", &names[seat])])
            }
            Event::WentCold { seat, shown } => {
                let cards = look.cards(shown, trump);
                lang.say(text::COLD_SHOWS, &[("who", &names[seat]), ("cards", &cards)])
            }
            Event::TrickWon { result } => {
                let who = &names[result.winner];
                match result.two {
                    Some(seat) if seat.team() != result.winner.team() => lang.say(
                        text::TAKES_AND_TWO,
                        &[("who", who), ("points", &result.points), ("two", &names[seat])],
                    ),
                    two => {
                        let points = result.points + u8::from(two.is_some());
                        lang.say(text::TAKES, &[("who", who), ("points", &points)])
                    }
                }
            }
            Event::Claimed { seat } => lang.say(text::CLAIMS, &[("who", &names[seat])]),
            Event::HandScored {
                contract,
                taken,
                made,
                change,
                ..
            } => self.scored(before, contract, taken[contract.seat.team()], made, change),
            Event::GameWon { team } if before.scores[team] < i32::from(before.rules.target.get()) => {
                lang.say(text::WINS_BY_RESIGNATION, &[("team", &self.team(team))])
            }
            Event::GameWon { team } => lang.say(
                text::WINS,
                &[
                    ("team", &self.team(team)),
                    ("won", &before.scores[team]),
                    ("lost", &before.scores[team.opponents()]),
                ],
            ),
            Event::Resigned { seat } => lang.say(text::RESIGNS, &[("who", &names[seat])]),
            // These events look different to each observer: the `VisibleEvent` arms above describe
            // them.
            Event::HandDealt { .. }
            | Event::Discarded { .. }
            | Event::Redealt { .. }
            | Event::Robbed { .. } => return None,
        })
    }

    /// Describes the result of a hand and the scores after it.
    fn scored(self, before: &View, contract: Contract, taken: u8, made: bool, change: ByTeam<i8>) -> String {
        let Narrator { look, names } = self;
        let lang = look.lang;
        let team = contract.seat.team();
        let result = if made { text::MADE } else { text::FAILED };
        let mut told = lang.say(
            result,
            &[
                ("who", &names[contract.seat]),
                ("bid", &contract.bid),
                ("team", &self.team(team)),
                ("taken", &taken),
            ],
        );
        for team in [team, team.opponents()] {
            told += " ";
            told += &lang.say(
                text::SCORES,
                &[
                    ("team", &self.team(team)),
                    ("change", &format!("{:+}", change[team])),
                    ("score", &(before.scores[team] + i32::from(change[team]))),
                ],
            );
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use pidro::{Record, Seat};

    use super::*;
    use crate::lang::{Lang, Suits};

    pub(super) fn example() -> (Record, BySeat<String>) {
        let record = Record::parse(include_str!("../../../docs/example.pidro")).unwrap();
        let names = BySeat::from_fn(|seat| record.tag(&format!("{seat:?}")).unwrap().to_owned());
        (record, names)
    }

    pub(super) const SPOKEN: Look = Look {
        lang: Lang::En,
        suits: Suits::Spoken,
    };

    #[test]
    fn a_spectator_is_told_nothing_hidden_and_a_player_the_own_cards() {
        let (record, names) = example();
        let teller = Narrator {
            look: SPOKEN,
            names: &names,
        };
        let events = record.history().log().len();
        let public = teller
            .log(record.history(), Observer::Spectator, 0, events)
            .join("\n");
        assert!(
            public.contains("Hand 1: Bo deals.\nCecilia bids 6.\n"),
            "{public}"
        );
        assert!(public.contains("Cecilia asks for 5.\n"), "{public}");
        assert!(
            public.contains("Bo throws away cards, nobody else knows how many."),
            "{public}"
        );
        assert!(!public.contains("buries"), "{public}");
        let own = teller
            .log(record.history(), Observer::Seat(Seat::East), 0, events)
            .join("\n");
        assert!(
            own.contains("Hand 1: Bo deals. Bo gets spades 8, spades 4, hearts K"),
            "{own}"
        );
        assert!(own.contains("Cecilia asks for 5.\n"), "{own}");
        assert!(
            own.contains("keeps hearts K, hearts 10, hearts 7, diamonds 5, clubs 6, clubs 2."),
            "{own}"
        );
    }

    #[test]
    fn no_blank_is_left_open_in_any_language() {
        let (record, names) = example();
        for lang in Lang::ALL {
            let look = Look { lang, ..SPOKEN };
            let teller = Narrator { look, names: &names };
            for observer in [Observer::Arbiter, Observer::Spectator, Observer::Seat(Seat::West)] {
                let events = record.history().log().len();
                for line in teller.log(record.history(), observer, 0, events) {
                    assert!(!line.contains(['{', '}']), "{line}");
                }
            }
        }
    }
}
