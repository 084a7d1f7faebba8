//! Invariants of every step of every game.

use pidro::rules::{Bidding, Cold, FirstLead, Fourteen, HandEnd, Kill, Rob, RobPoints};
use pidro::{Call, Card, CardSet, Contract, Event, Game, History, Legal, Phase, Seat, Team, Trump, View};

/// Checks one step: the game before it, and the history that ends with it.
pub(crate) fn check_step(before: &Game, history: &History, start: usize) {
    let game = history.game();
    let view = game.full_view();
    let events = &history.log()[start..];
    assert!(!events.is_empty(), "a step is at least one event");

    let mut at = *before;
    for event in events {
        let after = at.evolve(event);
        check_phase_change(&at, event, &after);
        check_event(&at, event, &after);
        at = after;
    }
    assert_eq!(at, *game, "the events account for the whole step");

    if view.hand > 1 || !game.wants_deck() {
        check_every_card_is_in_one_place(&view);
        check_hand_sizes(&view);
    }
    if view.phase != Phase::Dealing {
        check_calls_rise(&view);
    }
    if view.phase == Phase::Playing {
        check_cold_seats(&view);
    }
    match game.turn() {
        Some(_) => {
            assert!(!game.legal().is_empty(), "the seat to act has a legal action");
            if let Legal::Keep { from, .. } = game.legal() {
                assert!(
                    from.len() > 6 && !game.rules().auto_rob,
                    "the dealer has a choice"
                );
            }
        }
        None => assert!(
            game.wants_deck() || game.phase() == Phase::Complete,
            "a step ends only when a seat must act or a deck is needed"
        ),
    }
}

fn cards(view: &View, seat: Seat) -> CardSet {
    view.hands[seat].cards().unwrap()
}

fn check_every_card_is_in_one_place(view: &View) {
    let mut places: Vec<Card> = Vec::new();
    for seat in Seat::ALL {
        places.extend(cards(view, seat));
        places.extend(view.discards[seat].cards().unwrap());
        places.extend(view.cold[seat].into_iter().flatten());
        let pile = view.killed.pile(seat);
        places.extend(pile.iter().flat_map(pidro::Pile::as_slice));
    }
    places.extend(view.pack.unwrap().as_slice());
    places.extend(view.buried.cards().unwrap());
    places.extend(view.tricks.plays().iter().map(|play| play.card));
    assert_eq!(places.len(), 52, "{places:?}");
    assert_eq!(places.into_iter().collect::<CardSet>(), CardSet::ALL);
}

fn check_hand_sizes(view: &View) {
    for seat in Seat::ALL {
        let size = cards(view, seat).len();
        match view.phase {
            Phase::Bidding | Phase::Declaring => assert_eq!(size, 9),
            Phase::Playing => assert!(size <= 6, "{seat} plays with {size} cards"),
            _ => assert!(size <= 14),
        }
    }
}

/// If the rules make seats go cold at once, every seat that is not cold holds a trump; no seat goes
/// cold with one.
fn check_cold_seats(view: &View) {
    let trumps = view.trump.unwrap().cards();
    for seat in Seat::ALL {
        let holds = !(cards(view, seat) & trumps).is_empty();
        if view.rules.cold == Cold::Immediate {
            assert_eq!(view.cold[seat].is_none(), holds, "{seat}");
        } else if holds {
            assert_eq!(view.cold[seat], None, "{seat}");
        }
    }
}

fn check_calls_rise(view: &View) {
    let mut high: Option<Contract> = None;
    for (seat, call) in view.auction.calls() {
        if let Call::Bid(bid) = call {
            let fourteen = match view.rules.fourteen {
                Fourteen::Anyone => true,
                Fourteen::Dealer => Some(seat) == view.dealer,
                Fourteen::Never => false,
            };
            let rises = high.is_none_or(|high| bid > high.bid || (bid.get() == 14 && fourteen));
            assert!(rises, "{seat} bid {bid} over {high:?}");
            high = Some(Contract { seat, bid });
        }
    }
    assert_eq!(view.auction.contract(), high);
}

fn check_phase_change(before: &Game, event: &Event, after: &Game) {
    use Phase::{
        Bidding, Complete, DealerSelection, Dealing, Declaring, Discarding, Playing, Scoring, SecondDeal,
    };
    let (from, to) = (before.phase(), after.phase());
    let follows = matches!(
        (from, to),
        (DealerSelection, DealerSelection | Dealing)
            | (Dealing, Bidding)
            | (Bidding, Bidding | Declaring)
            | (Declaring, Discarding)
            | (Discarding, Discarding | SecondDeal)
            | (SecondDeal, SecondDeal | Playing | Scoring)
            | (Playing, Playing | Scoring)
            | (Scoring, Dealing | Scoring | Complete)
    );
    let resigned = matches!(event, Event::Resigned { .. }) && to == Scoring;
    assert!(follows || resigned, "{from} to {to} by {event:?}");
}

/// Checks each event against the game before it.
fn check_event(before: &Game, event: &Event, after: &Game) {
    let was = before.full_view();
    let is = after.full_view();
    let rules = before.rules();
    match *event {
        Event::BiddingWon { contract } => {
            assert_eq!(Some(contract), was.auction.contract());
            let calls: Vec<_> = was.auction.calls().collect();
            if rules.bidding == Bidding::SingleRound {
                assert_eq!(calls.len(), 4, "one round is four calls");
                assert_eq!(calls[3].0, was.dealer.unwrap(), "the dealer calls last");
            } else {
                let passes = calls.iter().filter(|(_, call)| *call == Call::Pass).count();
                assert_eq!(passes, 3, "one bidder is left");
            }
            assert_eq!(after.turn(), Some(contract.seat));
        }
        Event::Redealt {
            seat,
            requested,
            cards: got,
        } => {
            let trumps = (cards(&was, seat) & is.trump.unwrap().cards()).len();
            assert_eq!(usize::from(requested), 6_usize.saturating_sub(trumps));
            assert!(got.len() <= usize::from(requested));
            assert!(
                got.len() == usize::from(requested) || is.pack_size == 0,
                "a seat is short only if the pack has run out"
            );
            let top: CardSet = was
                .pack
                .unwrap()
                .as_slice()
                .iter()
                .copied()
                .take(got.len())
                .collect();
            assert_eq!(got, top, "cards come from the top of the pack");
            assert_ne!(Some(seat), was.dealer);
        }
        Event::Robbed {
            seat,
            taken,
            pool,
            kept,
            buried,
        } => check_rob(&was, &is, seat, taken, pool, kept, buried),
        Event::Killed { seat, cards: pile } => {
            let trump = is.trump.unwrap();
            let trumps = cards(&was, seat) & trump.cards();
            assert_eq!(pile.len(), trumps.len() - 6);
            assert_eq!(trump.points_in(pile.cards()), 0, "points are never killed");
            assert_eq!((cards(&is, seat) & trump.cards()).len(), 6);
            assert_eq!(is.killed.pile(seat), Some(pile));
        }
        Event::CardPlayed { seat, card } => check_play(&was, &is, seat, card),
        Event::WentCold { seat, shown } => {
            let trump = is.trump.unwrap();
            assert_eq!(shown, cards(&was, seat));
            assert!(
                (shown & trump.cards()).is_empty(),
                "a seat with trumps is not cold"
            );
            assert_eq!(is.cold[seat], Some(shown));
        }
        Event::TrickWon { result } => {
            let trump = is.trump.unwrap();
            let trick = was.tricks.current();
            let best = trick
                .plays()
                .iter()
                .max_by_key(|play| trump.strength(play.card))
                .unwrap();
            assert_eq!(result.winner, best.seat, "the highest trump takes the trick");
            // Each card's points go to the winner of the trick, except that the two's point goes to
            // the seat that played it.
            let mut points = was.points;
            for play in trick.plays() {
                let two = play.card == trump.two();
                let receiver = if two { play.seat } else { best.seat };
                points[receiver.team()] += trump.points(play.card);
            }
            assert_eq!(is.points, points);
        }
        Event::HandScored { .. } => check_score(&was, &is, event),
        _ => {}
    }
}

fn check_rob(was: &View, is: &View, seat: Seat, taken: u8, pool: CardSet, kept: CardSet, buried: CardSet) {
    let trump = is.trump.unwrap();
    assert_eq!(Some(seat), was.dealer);
    assert_eq!(taken, was.pack_size);
    let pack: CardSet = was.pack.unwrap().as_slice().iter().copied().collect();
    assert_eq!(pool, cards(was, seat) | pack);
    assert_eq!(buried, pool - kept);
    let padding = kept - pool;
    assert!(was.discards[seat].cards().unwrap().contains_all(padding));
    let pool_trumps = pool & trump.cards();
    match was.rules.rob {
        Rob::AllTrumps if pool_trumps.len() >= 6 => assert_eq!(kept, pool_trumps),
        Rob::AllTrumps => {
            assert!(kept.contains_all(pool_trumps));
            assert_eq!((kept - padding).len(), pool.len().min(6));
        }
        Rob::Six => {
            assert_eq!((kept - padding).len(), pool.len().min(6));
            if was.rules.rob_points == RobPoints::Protected {
                assert_eq!(trump.points_in(buried), 0);
            }
        }
    }
    assert_eq!(is.pack_size, 0, "nothing is left in the pack");
}

fn check_play(was: &View, is: &View, seat: Seat, card: Card) {
    let trump: Trump = is.trump.unwrap();
    assert!(trump.contains(card), "only trumps are played");
    assert_eq!(was.cold[seat], None, "cold seats never play");
    let pile = was.killed.pile(seat);
    let first = !was.tricks.plays().iter().any(|play| play.seat == seat);
    match (was.rules.kill, pile) {
        (Kill::ForcedTop, Some(pile)) if first => assert_eq!(Some(card), pile.top()),
        _ => assert!(cards(was, seat).contains(card)),
    }
    let plays = is.tricks.plays().iter().filter(|play| play.seat == seat).count();
    assert!(plays <= 6 + usize::from(was.rules.kill == Kill::ForcedTop && pile.is_some()));
    if was.tricks.current().is_empty() {
        let leader = match (was.tricks.finished().last(), was.rules.first_lead) {
            (Some(last), _) => last.result(trump).unwrap().winner,
            (None, FirstLead::LeftOfDealer) => was.dealer.unwrap().left(),
            (None, FirstLead::BidWinner) => was.auction.contract().unwrap().seat,
        };
        let next = leader
            .clockwise()
            .into_iter()
            .find(|seat| was.cold[*seat].is_none());
        assert_eq!(
            Some(seat),
            next,
            "the winner leads, or the next one that is not cold"
        );
    }
    if was.rules.hand_end == HandEnd::OneTeamLeft && was.tricks.current().is_empty() {
        for team in Team::ALL {
            assert!(
                Seat::ALL
                    .iter()
                    .any(|seat| seat.team() == team && was.cold[*seat].is_none()),
                "nobody leads when only one team is left"
            );
        }
    }
}

fn check_score(was: &View, is: &View, event: &Event) {
    let Event::HandScored {
        contract,
        taken,
        made,
        change,
        left,
    } = *event
    else {
        panic!("{event:?} is not a score");
    };

    let trump = was.trump.unwrap();
    let buried = trump.points_in(was.buried.cards().unwrap());
    let [ns, ew] = Team::ALL.map(|team| taken[team]);
    assert_eq!(ns + ew, 14 - buried, "all points but the buried ones are taken");
    let bidders = contract.seat.team();
    let bid = contract.bid.get();
    assert_eq!(made, taken[bidders] >= bid);
    let expected = if made {
        i32::from(taken[bidders])
    } else {
        -i32::from(bid)
    };
    assert_eq!(i32::from(change[bidders]), expected);
    let defenders = bidders.opponents();
    assert_eq!(i32::from(change[defenders]), i32::from(taken[defenders]));
    for team in Team::ALL {
        assert_eq!(is.scores[team], was.scores[team] + i32::from(change[team]));
    }
    for seat in Seat::ALL {
        assert_eq!(left[seat], cards(was, seat));
    }
    let target = i32::from(was.rules.target.get());
    let at_target = Team::ALL.map(|team| is.scores[team] >= target);
    match at_target {
        [true, true] => {
            assert!(made, "both teams reach the target only if the bid was made");
            assert_eq!(is.winner, Some(bidders));
        }
        [false, false] => assert_eq!(is.winner, None),
        [ns, _] => {
            let team = if ns { Team::NorthSouth } else { Team::EastWest };
            assert_eq!(is.winner, Some(team));
        }
    }
    if is.winner.is_none() {
        assert_eq!(
            is.dealer,
            was.dealer.map(Seat::left),
            "the deal passes to the left"
        );
        assert_eq!(is.hand, was.hand + 1);
    }
}
