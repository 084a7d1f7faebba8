//! Describes the events of a game in sentences.

mod advice;
mod points;
mod state;

use pidro::rules::Kill;
use pidro::{
    BySeat, ByTeam, Call, Card, CardSet, Contract, Event, History, Observer, Seat, Team, TrickResult, Trump,
    View, VisibleCards, VisibleEvent,
};
use pidro_text::{Person, Side, Value, say, text};

use crate::lang::{Look, suit_name};

/// Describes a game to its players, in their language and with their names.
#[derive(Clone, Copy)]
pub(crate) struct Narrator<'a> {
    pub(crate) look: Look,
    pub(crate) names: &'a BySeat<String>,
    /// The seat of the player who reads this, if it is only one: sentences call that player "you".
    pub(crate) reader: Option<Seat>,
}

impl Narrator<'_> {
    /// The names of both players of a team.
    pub(crate) fn team(self, team: Team) -> String {
        let mut names = team.seats().iter().map(|seat| &self.names[seat]);
        match (names.next(), names.next()) {
            (Some(one), Some(other)) => say!(self.look.lang, text::AND, one = one, other = other),
            _ => team.to_string(),
        }
    }

    fn person(self, seat: Seat) -> Person {
        if self.reader == Some(seat) {
            Person::You
        } else {
            Person::Other
        }
    }

    /// Like [`Narrator::person`], for the sentences about the reader's whole team.
    fn bidder(self, seat: Seat) -> Person {
        if self.reader == Some(seat.partner()) {
            Person::Partner
        } else {
            self.person(seat)
        }
    }

    /// Describes the events in `from..to` that the observer saw.
    pub(crate) fn log(self, history: &History, observer: Observer, from: usize, to: usize) -> Vec<String> {
        let mut told = Vec::new();
        let Some(mut game) = history.at_event(from) else {
            return told;
        };
        for event in history.log().iter().take(to).skip(from) {
            let sentences = self.tell(&game.view(observer), &event.seen_by(observer, game.rules()));
            if !sentences.is_empty() {
                told.push(sentences.join(" "));
            }
            game = game.evolve(event);
        }
        told
    }

    /// Describes an event as the observer saw it, given the view before it.
    pub(crate) fn tell(self, before: &View, seen: &VisibleEvent) -> Vec<String> {
        let Narrator { look, names, .. } = self;
        let lang = look.lang;
        let trump = before.trump;
        match *seen {
            VisibleEvent::HandDealt { dealer, hands, .. } => {
                let person = self.person(dealer);
                let hand = before.hand;
                let mut told = vec![say!(
                    lang,
                    text::HAND_DEALT,
                    hand = hand,
                    who = &names[dealer],
                    person = person
                )];
                for (seat, hand) in hands.iter() {
                    told.extend(hand.cards().map(|cards| self.gets(seat, cards, None)));
                }
                told
            }
            VisibleEvent::Discarded { seat, cards } => {
                let who = &names[seat];
                vec![match cards {
                    VisibleCards::Cards(cards) => {
                        let cards = look.cards(cards, None);
                        say!(
                            lang,
                            text::THROWS,
                            who = who,
                            person = self.person(seat),
                            cards = cards
                        )
                    }
                    VisibleCards::Count(count) => say!(lang, text::THROWS_COUNT, who = who, count = count),
                    VisibleCards::Hidden => say!(lang, text::THROWS_HIDDEN, who = who),
                }]
            }
            VisibleEvent::Redealt {
                seat,
                requested: asked,
                cards,
            } => {
                let who = &names[seat];
                let person = self.person(seat);
                let got = cards.len().unwrap_or_default();
                let mut told = vec![if got < usize::from(asked) {
                    say!(
                        lang,
                        text::ASKS_GETS,
                        who = who,
                        person = person,
                        asked = asked,
                        got = got
                    )
                } else {
                    say!(lang, text::ASKS, who = who, person = person, asked = asked)
                }];
                let known = cards.cards().filter(|cards| !cards.is_empty());
                told.extend(known.map(|cards| self.gets(seat, cards, trump)));
                told
            }
            VisibleEvent::Robbed {
                seat,
                taken,
                kept,
                buried,
                ..
            } => {
                let who = &names[seat];
                let person = self.person(seat);
                let known = |cards: VisibleCards| cards.cards().filter(|cards| !cards.is_empty());
                let kept = known(kept).map_or_else(
                    || Value::from(kept.len().unwrap_or_default()),
                    |cards| Value::from(look.cards(cards, trump)),
                );
                let mut told = vec![say!(
                    lang,
                    text::ROBS,
                    who = who,
                    person = person,
                    taken = taken,
                    kept = kept
                )];
                if let Some(cards) = known(buried) {
                    let cards = look.cards(cards, trump);
                    told.push(say!(
                        lang,
                        text::BURIES,
                        who = who,
                        person = person,
                        cards = cards
                    ));
                }
                told
            }
            VisibleEvent::Open(ref event) => self.tell_open(before, event),
        }
    }

    fn gets(self, seat: Seat, cards: CardSet, trump: Option<Trump>) -> String {
        let cards = self.look.cards(cards, trump);
        let who = &self.names[seat];
        say!(
            self.look.lang,
            text::GETS,
            who = who,
            person = self.person(seat),
            cards = cards
        )
    }

    /// Describes an event that looks the same to everybody.
    fn tell_open(self, before: &View, event: &Event) -> Vec<String> {
        let Narrator { look, names, .. } = self;
        let lang = look.lang;
        let trump = before.trump;
        let told = match *event {
            Event::DealerCut { cut } => {
                let drawn: Vec<String> = cut
                    .draws()
                    .map(|(seat, card)| format!("{} {}", names[seat], look.card(card)))
                    .collect();
                say!(lang, text::CUT, cards = drawn.join(", "))
            }
            Event::DealerChosen { seat } => {
                say!(
                    lang,
                    text::DEALS_FIRST,
                    who = &names[seat],
                    person = self.person(seat)
                )
            }
            Event::CallMade { seat, call } => {
                let who = &names[seat];
                let person = self.person(seat);
                match call {
                    Call::Bid(bid) => say!(lang, text::BIDS, who = who, person = person, bid = bid.get()),
                    Call::Pass => say!(lang, text::PASSES, who = who, person = person),
                }
            }
            Event::BiddingWon {
                contract: Contract { seat, bid },
            } => say!(
                lang,
                text::BIDDING_WON,
                who = &names[seat],
                person = self.person(seat),
                bid = bid.get()
            ),
            Event::TrumpDeclared { seat, trump } => say!(
                lang,
                text::NAMES_TRUMP,
                who = &names[seat],
                person = self.person(seat),
                suit = suit_name(lang, trump.suit())
            ),
            Event::Killed { seat, ref cards } => return self.killed(before, seat, cards.as_slice()),
            Event::CardPlayed { seat, card } => say!(
                lang,
                text::PLAYS,
                who = &names[seat],
                person = self.person(seat),
                card = look.card(card)
            ),
            Event::WentCold { seat, shown } if shown.is_empty() => {
                say!(
                    lang,
                    text::GOES_COLD,
                    who = &names[seat],
                    person = self.person(seat)
                )
            }
            Event::WentCold { seat, shown } => say!(
                lang,
                text::GOES_COLD_SHOWING,
                who = &names[seat],
                person = self.person(seat),
                cards = look.cards(shown, trump)
            ),
            Event::TrickWon { result } => return self.trick_won(result),
            Event::Claimed { seat } => {
                say!(lang, text::CLAIMS, who = &names[seat], person = self.person(seat))
            }
            Event::HandScored {
                contract,
                taken,
                made,
                change,
                ..
            } => return self.scored(before, contract, taken[contract.seat.team()], made, change),
            Event::GameWon { team } => {
                let side = match self.reader {
                    Some(seat) if seat.team() == team => Side::We,
                    _ => Side::Other,
                };
                say!(lang, text::WINS, side = side, team = self.team(team))
            }
            Event::Resigned { seat } => {
                say!(
                    lang,
                    text::RESIGNS,
                    who = &names[seat],
                    person = self.person(seat)
                )
            }
            // These events look different to each observer: the `VisibleEvent` arms above describe
            // them.
            Event::HandDealt { .. }
            | Event::Discarded { .. }
            | Event::Redealt { .. }
            | Event::Robbed { .. } => return vec![],
        };
        vec![told]
    }

    fn killed(self, before: &View, seat: Seat, pile: &[Card]) -> Vec<String> {
        let Narrator { look, names, .. } = self;
        let cards = look.list(pile.iter().copied());
        let mut told = vec![say!(
            look.lang,
            text::KILLS,
            who = &names[seat],
            person = self.person(seat),
            cards = cards
        )];
        if let Some(top) = pile.first()
            && before.rules.kill == Kill::ForcedTop
        {
            told.push(say!(look.lang, text::KILLS_ON_TOP, card = look.card(*top)));
        }
        told
    }

    /// Who takes a trick, and who gets the point of the two if the other team played it.
    fn trick_won(self, result: TrickResult) -> Vec<String> {
        let lang = self.look.lang;
        let winner = result.winner;
        let elsewhere = result.two.filter(|seat| seat.team() != winner.team());
        let own = result.two.is_some() && elsewhere.is_none();
        let mut told = vec![say!(
            lang,
            text::TAKES,
            who = &self.names[winner],
            person = self.person(winner),
            points = result.points + u8::from(own)
        )];
        told.extend(elsewhere.map(|seat| {
            say!(
                lang,
                text::TWO_STAYS,
                who = &self.names[seat],
                person = self.person(seat)
            )
        }));
        told
    }

    /// Describes the result of a hand and the scores after it.
    fn scored(
        self,
        before: &View,
        contract: Contract,
        taken: u8,
        made: bool,
        change: ByTeam<i8>,
    ) -> Vec<String> {
        let lang = self.look.lang;
        let who = &self.names[contract.seat];
        let person = self.bidder(contract.seat);
        let bid = contract.bid.get();
        let bidders = contract.seat.team();
        let team = self.team(bidders);
        let mut told = vec![if made {
            say!(
                lang,
                text::BID_MADE,
                who = who,
                person = person,
                bid = bid,
                team = team,
                taken = taken
            )
        } else {
            say!(
                lang,
                text::BID_FAILED,
                who = who,
                person = person,
                bid = bid,
                team = team,
                taken = taken
            )
        }];
        let first = self.reader.map_or(bidders, Seat::team);
        for team in [first, first.opponents()] {
            let name = match self.reader.map(Seat::team) {
                Some(own) if own == team => lang.word(text::WE).to_owned(),
                Some(_) => lang.word(text::THEY).to_owned(),
                None => self.team(team),
            };
            told.push(say!(
                lang,
                text::SCORES,
                team = name,
                change = format!("{:+}", change[team]),
                score = (before.scores[team] + i32::from(change[team])).to_string()
            ));
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use pidro::Record;

    use super::*;
    use crate::lang::Suits;
    use pidro_text::Lang;

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
            reader: None,
        };
        let events = record.history().log().len();
        let public = teller
            .log(record.history(), Observer::Spectator, 0, events)
            .join("\n");
        assert!(
            public.contains("Hand 1: Bo deals.\nCecilia bids 6.\n"),
            "{public}"
        );
        assert!(public.contains("Cecilia asks for 5 cards.\n"), "{public}");
        assert!(
            public.contains("Bo throws away cards, nobody else knows how many."),
            "{public}"
        );
        assert!(!public.contains("buries"), "{public}");
        let own = teller
            .log(record.history(), Observer::Seat(Seat::East), 0, events)
            .join("\n");
        assert!(
            own.contains("Hand 1: Bo deals. Bo gets eight of spades, four of spades, king of hearts"),
            "{own}"
        );
        assert!(own.contains("Cecilia asks for 5 cards.\n"), "{own}");
        assert!(
            own.contains(
                "keeps king of hearts, ten of hearts, seven of hearts, five of diamonds, six of clubs, \
                 two of clubs."
            ),
            "{own}"
        );
    }

    #[test]
    fn the_reader_is_called_you_and_nobody_else_is() {
        let (record, names) = example();
        let teller = |reader| Narrator {
            look: SPOKEN,
            names: &names,
            reader,
        };
        let events = record.history().log().len();
        let told = |reader| {
            let log = teller(reader).log(record.history(), Observer::Seat(Seat::East), 0, events);
            log.join("\n")
        };
        let own = told(Some(Seat::East));
        for sentence in [
            "Hand 1: you deal. You get eight of spades, ",
            " from the pack and keep king of hearts, ",
            "\nCecilia bids 6.\n",
            " We: +",
            " They: ",
        ] {
            assert!(own.contains(sentence), "{sentence}: {own}");
        }
        let names_reader = |line: &str| line.contains("Bo ") && !line.starts_with("The cut: ");
        assert!(!own.lines().any(names_reader), "{own}");
        // The partner's bid is the team's.
        let partner = told(Some(Seat::West));
        assert!(partner.contains("your team took"), "{partner}");
        assert!(!told(None).to_lowercase().contains("you"), "{}", told(None));
    }

    #[test]
    fn no_blank_is_left_open_in_any_language() {
        let (record, names) = example();
        for lang in Lang::ALL {
            let look = Look { lang, ..SPOKEN };
            let teller = Narrator {
                look,
                names: &names,
                reader: None,
            };
            for observer in [Observer::Arbiter, Observer::Spectator, Observer::Seat(Seat::West)] {
                let events = record.history().log().len();
                for line in teller.log(record.history(), observer, 0, events) {
                    assert!(!line.contains(['{', '}']), "{line}");
                }
            }
        }
    }
}
