//! Describes the events of a game in sentences.

mod advice;
mod points;
mod state;

use pidro::rules::Kill;
use pidro::{
    BySeat, ByTeam, Call, Card, CardSet, Contract, Cut, History, Seat, Team, TrickResult, Trump, View,
    VisibleCards, VisibleEvent,
};
use pidro_text::{Person, Side, Value, say, text};

use crate::lang::{Look, suit_name};
use crate::perspective::Perspective;

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

    /// Describes the events in `from..to` from this perspective.
    pub(crate) fn log(
        self,
        history: &History,
        perspective: impl Into<Perspective>,
        from: usize,
        to: usize,
    ) -> Vec<String> {
        let perspective = perspective.into();
        let mut told = Vec::new();
        let Some(mut game) = history.at_event(from) else {
            return told;
        };
        for event in history.log().iter().take(to).skip(from) {
            let sentences = self.tell(&perspective.view(&game), &perspective.event(event, game.rules()));
            told.push(sentences.join(" "));
            game = game.evolve(event);
        }
        told
    }

    /// Describes an event in one or more sentences, given the view before it.
    fn tell(self, before: &View, event: &VisibleEvent) -> Vec<String> {
        let trump = before.trump;
        match *event {
            VisibleEvent::DealerCut { cut } => vec![self.dealer_cut(cut)],
            VisibleEvent::DealerChosen { seat } => vec![self.dealer_chosen(seat)],
            VisibleEvent::HandDealt { dealer, hands, .. } => self.hand_dealt(before.hand, dealer, hands),
            VisibleEvent::CallMade { seat, call } => vec![self.call_made(seat, call)],
            VisibleEvent::BiddingWon { contract } => vec![self.bidding_won(contract)],
            VisibleEvent::TrumpDeclared { seat, trump } => vec![self.trump_declared(seat, trump)],
            VisibleEvent::Discarded { seat, cards } => vec![self.discarded(seat, cards)],
            VisibleEvent::Redealt {
                seat,
                requested,
                received,
                cards,
            } => self.redealt(seat, requested, received, cards.cards(), trump),
            VisibleEvent::Robbed {
                seat,
                taken,
                kept,
                buried,
                ..
            } => self.robbed(seat, taken, kept, buried, trump),
            VisibleEvent::Killed { seat, cards, .. } => {
                self.killed(before.rules.kill, seat, cards.as_slice())
            }
            VisibleEvent::CardPlayed { seat, card } => vec![self.card_played(seat, card)],
            VisibleEvent::WentCold { seat, shown } => vec![self.went_cold(seat, shown, trump)],
            VisibleEvent::TrickWon { result } => self.trick_won(result),
            VisibleEvent::Claimed { seat } => vec![self.claimed(seat)],
            VisibleEvent::HandScored {
                contract,
                taken,
                made,
                change,
                ..
            } => self.scored(before, contract, taken[contract.seat.team()], made, change),
            VisibleEvent::GameWon { team } => vec![self.game_won(team)],
            VisibleEvent::Resigned { seat } => vec![self.resigned(seat)],
        }
    }

    fn dealer_cut(self, cut: Cut) -> String {
        let drawn: Vec<String> = cut
            .draws()
            .map(|(seat, card)| format!("{} {}", self.names[seat], self.look.card(card)))
            .collect();
        say!(self.look.lang, text::CUT, cards = drawn.join(", "))
    }

    fn dealer_chosen(self, seat: Seat) -> String {
        say!(
            self.look.lang,
            text::DEALS_FIRST,
            who = &self.names[seat],
            person = self.person(seat)
        )
    }

    fn hand_dealt(self, hand: u32, dealer: Seat, hands: BySeat<VisibleCards>) -> Vec<String> {
        let mut told = vec![say!(
            self.look.lang,
            text::HAND_DEALT,
            hand = hand,
            who = &self.names[dealer],
            person = self.person(dealer)
        )];
        for (seat, hand) in hands.iter() {
            told.extend(hand.cards().map(|cards| self.gets(seat, cards, None)));
        }
        told
    }

    fn gets(self, seat: Seat, cards: CardSet, trump: Option<Trump>) -> String {
        say!(
            self.look.lang,
            text::GETS,
            who = &self.names[seat],
            person = self.person(seat),
            cards = self.look.cards(cards, trump)
        )
    }

    fn call_made(self, seat: Seat, call: Call) -> String {
        let lang = self.look.lang;
        let who = &self.names[seat];
        let person = self.person(seat);
        match call {
            Call::Bid(bid) => say!(lang, text::BIDS, who = who, person = person, bid = bid.get()),
            Call::Pass => say!(lang, text::PASSES, who = who, person = person),
        }
    }

    fn bidding_won(self, Contract { seat, bid }: Contract) -> String {
        say!(
            self.look.lang,
            text::BIDDING_WON,
            who = &self.names[seat],
            person = self.person(seat),
            bid = bid.get()
        )
    }

    fn trump_declared(self, seat: Seat, trump: Trump) -> String {
        let lang = self.look.lang;
        say!(
            lang,
            text::NAMES_TRUMP,
            who = &self.names[seat],
            person = self.person(seat),
            suit = suit_name(lang, trump.suit())
        )
    }

    fn discarded(self, seat: Seat, cards: VisibleCards) -> String {
        let lang = self.look.lang;
        let who = &self.names[seat];
        match cards {
            VisibleCards::Cards(cards) => say!(
                lang,
                text::THROWS,
                who = who,
                person = self.person(seat),
                cards = self.look.cards(cards, None)
            ),
            VisibleCards::Count(count) => say!(lang, text::THROWS_COUNT, who = who, count = count),
            VisibleCards::Hidden => say!(lang, text::THROWS_HIDDEN, who = who),
        }
    }

    fn redealt(
        self,
        seat: Seat,
        requested: u8,
        received: u8,
        cards: Option<CardSet>,
        trump: Option<Trump>,
    ) -> Vec<String> {
        let lang = self.look.lang;
        let who = &self.names[seat];
        let person = self.person(seat);
        let mut told = vec![if received < requested {
            say!(
                lang,
                text::ASKS_GETS,
                who = who,
                person = person,
                asked = requested,
                got = received
            )
        } else {
            say!(lang, text::ASKS, who = who, person = person, asked = requested)
        }];
        let known = cards.filter(|cards| !cards.is_empty());
        told.extend(known.map(|cards| self.gets(seat, cards, trump)));
        told
    }

    fn robbed(
        self,
        seat: Seat,
        taken: u8,
        kept: VisibleCards,
        buried: VisibleCards,
        trump: Option<Trump>,
    ) -> Vec<String> {
        let Narrator { look, names, .. } = self;
        let who = &names[seat];
        let person = self.person(seat);
        let known = |cards: VisibleCards| cards.cards().filter(|cards| !cards.is_empty());
        let kept = known(kept).map_or_else(
            || Value::from(kept.len().unwrap_or_default()),
            |cards| Value::from(look.cards(cards, trump)),
        );
        let mut told = vec![say!(
            look.lang,
            text::ROBS,
            who = who,
            person = person,
            taken = taken,
            kept = kept
        )];
        told.extend(known(buried).map(|cards| {
            say!(
                look.lang,
                text::BURIES,
                who = who,
                person = person,
                cards = look.cards(cards, trump)
            )
        }));
        told
    }

    fn killed(self, rule: Kill, seat: Seat, pile: &[Card]) -> Vec<String> {
        let Narrator { look, names, .. } = self;
        let mut told = vec![say!(
            look.lang,
            text::KILLS,
            who = &names[seat],
            person = self.person(seat),
            cards = look.list(pile.iter().copied())
        )];
        if let Some(top) = pile.first()
            && rule == Kill::ForcedTop
        {
            told.push(say!(look.lang, text::KILLS_ON_TOP, card = look.card(*top)));
        }
        told
    }

    fn card_played(self, seat: Seat, card: Card) -> String {
        say!(
            self.look.lang,
            text::PLAYS,
            who = &self.names[seat],
            person = self.person(seat),
            card = self.look.card(card)
        )
    }

    fn went_cold(self, seat: Seat, shown: CardSet, trump: Option<Trump>) -> String {
        let lang = self.look.lang;
        let who = &self.names[seat];
        let person = self.person(seat);
        if shown.is_empty() {
            return say!(lang, text::GOES_COLD, who = who, person = person);
        }
        say!(
            lang,
            text::GOES_COLD_SHOWING,
            who = who,
            person = person,
            cards = self.look.cards(shown, trump)
        )
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

    fn claimed(self, seat: Seat) -> String {
        say!(
            self.look.lang,
            text::CLAIMS,
            who = &self.names[seat],
            person = self.person(seat)
        )
    }

    fn game_won(self, team: Team) -> String {
        let side = match self.reader {
            Some(seat) if seat.team() == team => Side::We,
            _ => Side::Other,
        };
        say!(self.look.lang, text::WINS, side = side, team = self.team(team))
    }

    fn resigned(self, seat: Seat) -> String {
        say!(
            self.look.lang,
            text::RESIGNS,
            who = &self.names[seat],
            person = self.person(seat)
        )
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
    use pidro::{Observer, Record};

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
            for perspective in [
                Perspective::Everything,
                Perspective::Of(Observer::Spectator),
                Perspective::Of(Observer::Seat(Seat::West)),
            ] {
                let events = record.history().log().len();
                for line in teller.log(record.history(), perspective, 0, events) {
                    assert!(!line.contains(['{', '}']), "{line}");
                }
            }
        }
    }
}
