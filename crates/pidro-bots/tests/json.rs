//! What is published as JSON can be read back, and has the documented codes.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

use pidro::{Record, Rules, Suit, Team};
use pidro_bots::arena::{MatchUp, Rating, Report, ratings};
use pidro_bots::{Analysis, Bot, Hint, Level, Odds, Random, Reason, SearchLimit, Strength};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads the JSON of this value, and checks that the result has the same JSON.
#[track_caller]
fn round_trip<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let json = serde_json::to_value(value).unwrap();
    let read: T = serde_json::from_value(json.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), json);
    read
}

#[test]
fn an_analysis_can_be_read_back() {
    let record = Record::parse(include_str!("../../../docs/example.pidro")).unwrap();
    let names = Analysis::seat_names();
    let analysis = Analysis::of(record.history(), &names, SearchLimit::Worlds(5), |_| ());
    let read = round_trip(&analysis);
    let marks = |analysis: &Analysis| -> Vec<_> {
        let decisions = analysis.decisions.iter();
        decisions.map(|decision| decision.mark).collect()
    };
    assert_eq!(marks(&read), marks(&analysis));
    assert!(marks(&read).iter().any(Option::is_some));
    let scores = |analysis: &Analysis| analysis.hands.last().unwrap().scores[Team::EastWest];
    assert_eq!(scores(&read), scores(&analysis));

    let mut json = serde_json::to_value(&analysis).unwrap();
    json["decisions"][0]["mark"] = "?!?".into();
    let error = serde_json::from_value::<Analysis>(json).unwrap_err();
    assert!(error.to_string().starts_with("unknown variant `?!?`"), "{error}");
}

#[test]
fn hints_and_odds_can_be_read_back() {
    let rules: Rules = "first_dealer=N".parse().unwrap();
    let mut game = pidro::SeededGame::new(rules, Some(pidro::Seed::new("1")));
    let mut random = Random::new(1);
    for _ in 0..20 {
        let seat = game.history().game().turn().unwrap();
        let view = game.history().game().view(seat);
        let hint = Hint::of(&view, SearchLimit::Worlds(5)).unwrap();
        assert_eq!(round_trip(&hint), hint);
        game.act(seat, random.choose(&view).unwrap()).unwrap();
    }
    let hand = "Ah Kh 5h 5d 9h 2c 7s 8s Qd".parse().unwrap();
    round_trip(&Odds::of(hand, Odds::DEALER, Rules::default(), 5, 1));
}

#[test]
fn the_kind_of_a_reason_in_json_is_its_code() {
    let strength = Strength {
        suit: Suit::Hearts,
        trumps: 4,
        points: 7,
    };
    let reasons = [
        Reason::OnlyChoice,
        Reason::MustBid,
        Reason::Strong(strength),
        Reason::Weak(strength),
        Reason::KeepsBest,
        Reason::BuriesPoints,
        Reason::KillsLow,
        Reason::TopIsPlayed,
        Reason::Unbeatable,
        Reason::FeedsPartner,
        Reason::TakesPoints { points: 6 },
        Reason::Beats,
        Reason::TwoIsSafe,
        Reason::GivesNothing,
        Reason::CostsLeast,
    ];
    for reason in reasons {
        assert_eq!(serde_json::to_value(reason).unwrap()["kind"], reason.code());
        assert_eq!(round_trip(&reason), reason);
    }
}

/// An infinite standard error is `null` in JSON.
#[test]
fn reports_and_ratings_can_be_read_back() {
    let match_up = MatchUp {
        teams: [Level::Random, Level::Random],
        rules: "target=12".parse().unwrap(),
        seed: 1,
    };
    let report = match_up.run(2);
    let read: Report = round_trip(&report);
    assert_eq!(read.lead, report.lead);
    assert_eq!(
        serde_json::to_value(&report).unwrap()["lead"]["interval"][0],
        Value::Null
    );
    let ratings: Vec<Rating> = ratings(&[report]);
    assert!(ratings[0].error.is_infinite());
    assert_eq!(round_trip(&ratings), ratings);
}
