//! A finished hand as tables: everybody's cards as dealt and after the redeal, and the tricks.

use std::io::{self, Write};

use pidro::{
    BySeat, Mark, Observer, Play, Record, Seat, Team, TrickResult, Trump, VisibleCards, VisibleEvent,
};

use super::Hand;
use super::styled_text::{DIM, HEAD, StyledText, table};
use crate::perspective::Perspective;

/// Prints the tags, the rules and the result.
pub(super) fn print_head(record: &Record, output: &mut impl Write) -> io::Result<()> {
    let rows: Vec<Vec<StyledText>> = record
        .tags()
        .map(|(name, value)| vec![StyledText::styled(name, DIM), StyledText::plain(value)])
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
    lines: Vec<(usize, StyledText)>,
    hands: BySeat<Option<VisibleCards>>,
    thrown: BySeat<Option<VisibleCards>>,
    redeals: BySeat<Option<(u8, VisibleCards)>>,
    trump: Option<Trump>,
    tricks: Vec<TrickSummary>,
    score: Vec<StyledText>,
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
    let seen = hand.visible_events(record, perspective);
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
        let head = StyledText::styled(format!("Hand {number}{}", dealer.unwrap_or_default()), HEAD);
        writeln!(output, "{}", head.padded(0))?;
    }
    summary.print(output)?;
    for (_, comment) in record
        .comments()
        .filter(|(after, _)| (hand.start + 1..=hand.end).contains(after))
    {
        writeln!(output, "  {}", StyledText::styled(comment, DIM).padded(0))?;
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
            } => self.redeals[seat] = Some((requested, cards)),
            VisibleEvent::Robbed {
                seat,
                taken,
                kept,
                buried,
                ..
            } => {
                let kept = StyledText::visible_cards(kept, trump);
                let line = StyledText::plain(format!("{seat} takes {taken}, keeps ")).append(&kept);
                let line = marked(line, mark);
                self.line(
                    "rob",
                    if buried.is_empty() {
                        line
                    } else {
                        line.append_str(", buries ")
                            .append(&StyledText::visible_cards(buried, trump))
                    },
                );
            }
            VisibleEvent::DealerCut { cut } => {
                let line = StyledText::list(cut.cards().iter().copied(), None);
                self.line("cut", line.append_str(format!(": {} deals", cut.dealer())));
            }
            VisibleEvent::CallMade { seat, call } => {
                self.item("calls", marked(StyledText::plain(format!("{seat} {call}")), mark));
            }
            VisibleEvent::TrumpDeclared { seat, trump } => {
                self.line(
                    "trump",
                    marked(StyledText::plain(format!("{seat} names {trump}")), mark),
                );
            }
            VisibleEvent::Killed { seat, cards, .. } => {
                let pile = StyledText::list(cards.as_slice().iter().copied(), trump);
                self.item(
                    "kill",
                    marked(StyledText::plain(format!("{seat} ")).append(&pile), mark),
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
                let cards = StyledText::cards(shown, trump);
                self.item("cold", StyledText::plain(format!("{seat} ")).append(&cards));
            }
            VisibleEvent::Claimed { seat } => {
                self.score
                    .push(StyledText::plain(format!("{seat} claims the rest")));
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
                        StyledText::plain(format!("{seat} ")).append(&StyledText::cards(*cards, trump)),
                    );
                }
                let how = if made { "made" } else { "failed" };
                let points =
                    Team::ALL.map(|team| format!("{team} took {} for {:+}", taken[team], change[team]));
                self.score.push(StyledText::styled(
                    format!("{contract} {how}: {}", points.join(", ")),
                    HEAD,
                ));
            }
            VisibleEvent::GameWon { team } => self
                .score
                .push(StyledText::styled(format!("{team} wins the game"), HEAD)),
            VisibleEvent::Resigned { seat } => self.score.push(StyledText::plain(format!("{seat} resigns"))),
            // Other lines already contain these events.
            VisibleEvent::DealerChosen { .. } | VisibleEvent::BiddingWon { .. } => {}
        }
    }

    fn line(&mut self, name: &'static str, text: StyledText) {
        self.lines.push((order(name), text));
    }

    /// Appends to the line with this name, or adds the line.
    fn item(&mut self, name: &'static str, text: StyledText) {
        match self.lines.iter_mut().find(|(known, _)| *known == order(name)) {
            Some((_, line)) => *line = std::mem::take(line).append_str(", ").append(&text),
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
        let mut rows = vec![titles.map(|title| StyledText::styled(title, DIM)).to_vec()];
        for seat in Seat::ALL {
            let dealt = self.hands[seat].map_or(StyledText::default(), |cards| {
                StyledText::visible_cards(cards, self.trump)
            });
            let (asked, got) = match self.redeals[seat] {
                Some((asked, cards)) => (asked.to_string(), StyledText::visible_cards(cards, self.trump)),
                None => (String::new(), StyledText::default()),
            };
            rows.push(vec![
                StyledText::plain(seat.to_string()),
                dealt,
                StyledText::plain(asked),
                got,
            ]);
        }
        write!(output, "{}", table(&rows))
    }

    fn print_lines(&self, output: &mut impl Write, which: impl Fn(usize) -> bool) -> io::Result<()> {
        let rows: Vec<Vec<StyledText>> = self
            .lines
            .iter()
            .filter(|(place, _)| which(*place))
            .map(|(place, text)| vec![StyledText::styled(NAMES[*place], DIM), text.clone()])
            .collect();
        write!(output, "{}", table(&rows))
    }

    /// Prints a row for each trick. `>` marks the leader and `*` the winner.
    fn print_tricks(&self, output: &mut impl Write) -> io::Result<()> {
        if self.tricks.is_empty() {
            return Ok(());
        }
        let titles = ["", "N", "E", "S", "W", "points"];
        let mut rows = vec![titles.map(|title| StyledText::styled(title, DIM)).to_vec()];
        for (number, trick) in (1..).zip(&self.tricks) {
            let mut row = vec![StyledText::styled(format!("{number}."), DIM)];
            for seat in Seat::ALL {
                row.push(self.cell(trick, seat));
            }
            row.push(StyledText::plain(points(trick.result)));
            rows.push(row);
        }
        write!(output, "{}", table(&rows))
    }

    fn cell(&self, trick: &TrickSummary, seat: Seat) -> StyledText {
        let Some((play, mark)) = trick.plays.iter().find(|(play, _)| play.seat == seat) else {
            let text = if trick.result.is_some() { " -" } else { "" };
            return StyledText::styled(text, DIM);
        };
        let led = trick.plays.first().is_some_and(|(first, _)| first.seat == seat);
        let took = trick.result.is_some_and(|result| result.winner == seat);
        let cell =
            StyledText::plain(if led { ">" } else { " " }).append(&StyledText::card(play.card, self.trump));
        marked(cell, *mark).append_str(if took { "*" } else { "" })
    }
}

/// The names of the lines, in display order.
const NAMES: [&str; 7] = ["cut", "calls", "trump", "rob", "kill", "cold", "left"];

fn order(name: &str) -> usize {
    NAMES.iter().position(|known| *known == name).unwrap_or_default()
}

fn marked(text: StyledText, mark: Option<Mark>) -> StyledText {
    match mark {
        Some(mark) => text.append(&StyledText::styled(mark.text(), HEAD)),
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
