//! A finished hand as tables: everybody's cards as dealt and after the redeal, and the tricks.

use std::io::{self, Write};

use pidro::{
    BySeat, Mark, Observer, Play, Record, Seat, Team, TrickResult, Trump, VisibleCards, VisibleEvent,
};

use super::Hand;
use super::paint::{DIM, HEAD, Painted, table};
use crate::perspective::Perspective;

/// Prints the tags, the rules and the result.
pub(super) fn print_head(record: &Record, output: &mut impl Write) -> io::Result<()> {
    let rows: Vec<Vec<Painted>> = record
        .tags()
        .map(|(name, value)| vec![Painted::styled(name, DIM), Painted::plain(value)])
        .collect();
    write!(output, "{}", table(&rows))?;
    let game = record.history().game();
    writeln!(output, "  {}", game.rules())?;
    if let Some(observer) = record.observer() {
        let who = match observer {
            Observer::Seat(seat) => format!("as {seat} saw it"),
            Observer::Spectator => "as a spectator saw it".to_owned(),
        };
        writeln!(output, "  {who}")?;
    }
    let score = Team::ALL
        .map(|team| format!("{team} {}", game.scores()[team]))
        .join(", ");
    match game.winner() {
        Some(team) => writeln!(output, "  {team} wins: {score}"),
        None => writeln!(output, "  not over: {score}"),
    }
}

/// A summary of a hand, collected from its events.
#[derive(Default)]
struct HandSummary {
    lines: Vec<(usize, Painted)>,
    hands: BySeat<Option<VisibleCards>>,
    thrown: BySeat<Option<VisibleCards>>,
    asked: BySeat<Option<(u8, VisibleCards)>>,
    trump: Option<Trump>,
    tricks: Vec<TrickSummary>,
    score: Vec<Painted>,
}

/// One trick, with the marks of its plays.
#[derive(Default)]
struct TrickSummary {
    plays: Vec<(Play, Option<Mark>)>,
    result: Option<TrickResult>,
}

pub(super) fn print(
    record: &Record,
    hand: &Hand,
    perspective: Perspective,
    output: &mut impl Write,
) -> io::Result<()> {
    let seen = hand.seen(record, perspective);
    let trump = seen.iter().find_map(|seen| match seen {
        VisibleEvent::TrumpDeclared { trump, .. } => Some(*trump),
        _ => None,
    });
    let mut summary = HandSummary {
        trump: trump.or_else(|| perspective.view(&record.history().at_event(hand.start)?).trump),
        ..HandSummary::default()
    };
    for (place, seen) in (hand.start..).zip(&seen) {
        let mark = record
            .marks()
            .find(|(event, _)| *event == place)
            .map(|(_, mark)| mark);
        summary.add(seen, mark);
    }
    writeln!(output)?;
    if let Some(number) = hand.number {
        let dealer = seen.iter().find_map(|seen| match seen {
            VisibleEvent::HandDealt { dealer, .. } => Some(format!(", {dealer} deals")),
            _ => None,
        });
        let head = Painted::styled(format!("Hand {number}{}", dealer.unwrap_or_default()), HEAD);
        writeln!(output, "{}", head.padded(0))?;
    }
    summary.print(output)?;
    for (_, comment) in record
        .comments()
        .filter(|(after, _)| (hand.start + 1..=hand.end).contains(after))
    {
        writeln!(output, "  {}", Painted::styled(comment, DIM).padded(0))?;
    }
    Ok(())
}

impl HandSummary {
    fn add(&mut self, seen: &VisibleEvent, mark: Option<Mark>) {
        let trump = self.trump;
        match *seen {
            VisibleEvent::HandDealt { hands, .. } => self.hands = hands.map(Some),
            VisibleEvent::Discarded { seat, cards } => self.thrown[seat] = Some(cards),
            VisibleEvent::Redealt {
                seat,
                requested,
                cards,
                ..
            } => self.asked[seat] = Some((requested, cards)),
            VisibleEvent::Robbed {
                seat,
                taken,
                kept,
                buried,
                ..
            } => {
                let kept = Painted::shown(kept, trump);
                let line = Painted::plain(format!("{seat} takes {taken}, keeps ")).and(&kept);
                let line = marked(line, mark);
                self.line(
                    "rob",
                    if buried.is_empty() {
                        line
                    } else {
                        line.then(", buries ").and(&Painted::shown(buried, trump))
                    },
                );
            }
            VisibleEvent::DealerCut { cut } => {
                let line = Painted::list(cut.cards().iter().copied(), None);
                self.line("cut", line.then(format!(": {} deals", cut.dealer())));
            }
            VisibleEvent::CallMade { seat, call } => {
                self.item("calls", marked(Painted::plain(format!("{seat} {call}")), mark));
            }
            VisibleEvent::TrumpDeclared { seat, trump } => {
                self.line(
                    "trump",
                    marked(Painted::plain(format!("{seat} names {trump}")), mark),
                );
            }
            VisibleEvent::Killed { seat, cards, .. } => {
                let pile = Painted::list(cards.as_slice().iter().copied(), trump);
                self.item(
                    "kill",
                    marked(Painted::plain(format!("{seat} ")).and(&pile), mark),
                );
            }
            VisibleEvent::CardPlayed { seat, card } => {
                if self.tricks.last().is_none_or(|trick| trick.result.is_some()) {
                    self.tricks.push(TrickSummary::default());
                }
                if let Some(trick) = self.tricks.last_mut() {
                    trick.plays.push((Play { seat, card }, mark));
                }
            }
            VisibleEvent::TrickWon { result } => {
                if let Some(trick) = self.tricks.last_mut() {
                    trick.result = Some(result);
                }
            }
            VisibleEvent::WentCold { seat, shown } => {
                let cards = Painted::cards(shown, trump);
                self.item("cold", Painted::plain(format!("{seat} ")).and(&cards));
            }
            VisibleEvent::Claimed { seat } => {
                self.score.push(Painted::plain(format!("{seat} claims the rest")));
            }
            VisibleEvent::HandScored {
                contract,
                taken,
                made,
                change,
                left,
            } => {
                for (seat, cards) in left.iter().filter(|(_, cards)| !cards.is_empty()) {
                    self.item(
                        "left",
                        Painted::plain(format!("{seat} ")).and(&Painted::cards(*cards, trump)),
                    );
                }
                let how = if made { "made" } else { "failed" };
                let points =
                    Team::ALL.map(|team| format!("{team} took {} for {:+}", taken[team], change[team]));
                self.score.push(Painted::styled(
                    format!("{contract} {how}: {}", points.join(", ")),
                    HEAD,
                ));
            }
            VisibleEvent::GameWon { team } => self
                .score
                .push(Painted::styled(format!("{team} wins the game"), HEAD)),
            VisibleEvent::Resigned { seat } => self.score.push(Painted::plain(format!("{seat} resigns"))),
            // These events show nothing that other lines don't.
            VisibleEvent::DealerChosen { .. } | VisibleEvent::BiddingWon { .. } => {}
        }
    }

    fn line(&mut self, name: &'static str, text: Painted) {
        self.lines.push((order(name), text));
    }

    /// Appends to the line with this name, or adds the line.
    fn item(&mut self, name: &'static str, text: Painted) {
        match self.lines.iter_mut().find(|(known, _)| *known == order(name)) {
            Some((_, line)) => *line = std::mem::take(line).then(", ").and(&text),
            None => self.line(name, text),
        }
    }

    fn print(&self, output: &mut impl Write) -> io::Result<()> {
        self.print_seats(output)?;
        self.print_lines(output, |place| place < order("cold"))?;
        self.print_tricks(output)?;
        self.print_lines(output, |place| place >= order("cold"))?;
        for line in &self.score {
            writeln!(output, "  {}", line.padded(0))?;
        }
        Ok(())
    }

    fn print_seats(&self, output: &mut impl Write) -> io::Result<()> {
        if self.hands.iter().all(|(_, hand)| hand.is_none()) {
            return Ok(());
        }
        let titles = ["", "dealt", "asked", "got"];
        let mut rows = vec![titles.map(|title| Painted::styled(title, DIM)).to_vec()];
        for seat in Seat::ALL {
            let dealt =
                self.hands[seat].map_or(Painted::default(), |cards| Painted::shown(cards, self.trump));
            let (asked, got) = match self.asked[seat] {
                Some((asked, cards)) => (asked.to_string(), Painted::shown(cards, self.trump)),
                None => (String::new(), Painted::default()),
            };
            rows.push(vec![
                Painted::plain(seat.to_string()),
                dealt,
                Painted::plain(asked),
                got,
            ]);
        }
        write!(output, "{}", table(&rows))
    }

    fn print_lines(&self, output: &mut impl Write, which: impl Fn(usize) -> bool) -> io::Result<()> {
        let rows: Vec<Vec<Painted>> = self
            .lines
            .iter()
            .filter(|(place, _)| which(*place))
            .map(|(place, text)| vec![Painted::styled(NAMES[*place], DIM), text.clone()])
            .collect();
        write!(output, "{}", table(&rows))
    }

    /// Prints a row for each trick. `>` marks the leader and `*` the winner.
    fn print_tricks(&self, output: &mut impl Write) -> io::Result<()> {
        if self.tricks.is_empty() {
            return Ok(());
        }
        let titles = ["", "N", "E", "S", "W", "points"];
        let mut rows = vec![titles.map(|title| Painted::styled(title, DIM)).to_vec()];
        for (number, trick) in (1..).zip(&self.tricks) {
            let mut row = vec![Painted::styled(format!("{number}."), DIM)];
            for seat in Seat::ALL {
                row.push(self.cell(trick, seat));
            }
            row.push(Painted::plain(points(trick.result)));
            rows.push(row);
        }
        write!(output, "{}", table(&rows))
    }

    fn cell(&self, trick: &TrickSummary, seat: Seat) -> Painted {
        let Some((play, mark)) = trick.plays.iter().find(|(play, _)| play.seat == seat) else {
            let text = if trick.result.is_some() { " -" } else { "" };
            return Painted::styled(text, DIM);
        };
        let led = trick.plays.first().is_some_and(|(first, _)| first.seat == seat);
        let took = trick.result.is_some_and(|result| result.winner == seat);
        let cell = Painted::plain(if led { ">" } else { " " }).and(&Painted::card(play.card, self.trump));
        marked(cell, *mark).then(if took { "*" } else { "" })
    }
}

/// The names of the lines, in display order.
const NAMES: [&str; 7] = ["cut", "calls", "trump", "rob", "kill", "cold", "left"];

fn order(name: &str) -> usize {
    NAMES.iter().position(|known| *known == name).unwrap_or_default()
}

fn marked(text: Painted, mark: Option<Mark>) -> Painted {
    match mark {
        Some(mark) => text.and(&Painted::styled(mark.text(), HEAD)),
        None => text,
    }
}

fn points(result: Option<TrickResult>) -> String {
    let Some(result) = result else {
        return String::new();
    };
    let points = result.by_team();
    let texts: Vec<String> = Team::ALL
        .into_iter()
        .filter(|team| points[*team] > 0)
        .map(|team| format!("{team} {}", points[team]))
        .collect();
    texts.join(", ")
}
