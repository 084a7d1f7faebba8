//! Writes records as text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{Display, Write as _};

use super::statement::{Deal, Mark, Score, Stated, Statement};
use super::transcript::Transcript;
use super::{Record, note_text, tags};
use crate::cards::{Card, Deck, concat_cards};
use crate::game::Cut;
use crate::projection::VisibleCards;
use crate::seat::{ByTeam, Seat};

pub(super) fn text(record: &Record) -> String {
    let mut text = String::new();
    record.write_tags(&mut text);
    let first = record.history.initial_game();
    if record.history.starts_with_new_game() {
        tags::write_tag(&mut text, "Rules", &first.rules().to_string());
    } else {
        tags::write_tag(&mut text, "Position", &first.to_position());
    }
    record.write_source(&mut text);
    tags::write_tag(&mut text, "Result", &record.result());
    let mut writer = Writer {
        text,
        line: Line::Tags,
        cold: Vec::new(),
    };
    writer.game(record);
    writer.text
}

/// The contents of the current line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Tags,
    /// A part whose items share a line, with its keyword.
    List(&'static str),
    Other,
}

struct Writer {
    text: String,
    line: Line,
    /// The seats that have gone cold and are not written yet, with the cards they showed: they
    /// follow the line in which they went cold.
    cold: Vec<(Seat, VisibleCards)>,
}

impl Writer {
    fn game(&mut self, record: &Record) {
        let mut transcript = Transcript::new(*record.history.initial_game(), record.observer);
        let mut comments = record.comments.iter().peekable();
        let mut marks = record.marks.iter().peekable();
        for (index, event) in record.history.log().iter().enumerate() {
            while let Some((_, comment)) = comments.next_if(|(after, _)| *after <= index) {
                self.comment(comment);
            }
            let mark = marks.next_if(|(marked, _)| *marked == index);
            transcript.event(event, mark.map(|(_, mark)| *mark), &mut |statement| {
                self.statement(&statement);
            });
        }
        for (_, comment) in comments {
            self.comment(comment);
        }
        self.cold_line();
        self.text.push('\n');
    }

    fn comment(&mut self, comment: &str) {
        if self.line == Line::Tags {
            self.line("");
        }
        if !self.text.ends_with('\n') {
            self.text.push(' ');
        }
        self.add(note_text(comment));
    }

    /// Writes a statement, with one arm per production of the grammar.
    fn statement(&mut self, statement: &Statement<'_>) {
        match statement {
            // The first item starts the line.
            Statement::List => {}
            Statement::Cut(cut) => self.cut(&cut.value),
            Statement::CutDealer(dealer) => self.add(format_args!(", {} deals", dealer.value)),
            Statement::Hand { number, dealer, deal } => self.hand(number.value, dealer.value, &deal.value),
            Statement::Call { seat, call, mark } => {
                self.item("Calls", format_args!("{seat} {}{}", call.value, text_of(*mark)));
            }
            Statement::Trump { seat, suit, mark } => {
                self.line(format_args!("Trump {seat} {}{}", suit.value, text_of(*mark)));
            }
            Statement::Discard { seat, cards } => self.cards("Discard", seat, cards),
            Statement::Redeal { seat, counts, cards } => {
                self.item("Redeal", format_args!("{} {}", seat.value, counts.value));
                self.more_cards(" ", *cards);
            }
            Statement::Keep {
                seat,
                kept,
                mark,
                pool,
                buried,
            } => {
                self.line(format_args!(
                    "Keep {} {}{}",
                    seat.value,
                    kept.value,
                    text_of(*mark)
                ));
                self.more_cards(" of ", *pool);
                self.more_cards(", buried ", *buried);
            }
            Statement::Kill { seat, cards, mark } => {
                let cards = concat_cards(cards.value.as_slice().iter().copied());
                self.item("Kill", format_args!("{} {cards}{}", seat.value, text_of(*mark)));
            }
            Statement::Trick { number, leader } => self.line(format_args!("{}. {leader}", number.value)),
            Statement::Play { card, mark, .. } => {
                self.add(format_args!(" {}{}", card.value, text_of(*mark)));
            }
            Statement::NoPlay(_) => self.add(" -"),
            Statement::TrickResult { winner, points, two } => {
                self.add(format_args!(" = {} {}", winner.value, points.value));
                if let Some(seat) = two {
                    self.add(format_args!(" two {}", seat.value));
                }
            }
            Statement::Cold { seat, cards } => self.cold.push((seat.value, cards.value)),
            Statement::Claim { seat, mark } => {
                self.line(format_args!("Claim {}{}", seat.value, text_of(*mark)));
            }
            Statement::Left { seat, cards } => self.cards("Left", seat, cards),
            Statement::Score(score) => self.score(score),
            Statement::Resign { seat, mark } => {
                self.line(format_args!("Resign {}{}", seat.value, text_of(*mark)));
            }
            Statement::Wins(team) => self.line(format_args!("Wins {}", team.value)),
        }
    }

    fn cut(&mut self, cut: &Cut) {
        self.blank_line();
        self.line("Cut");
        for card in cut.cards() {
            self.add(format_args!(" {card}"));
        }
    }

    fn hand(&mut self, number: u32, dealer: Seat, deal: &Deal) {
        self.blank_line();
        self.line(format_args!("Hand {number}, {dealer} deals"));
        for (turn, seat) in dealer.left().clockwise().into_iter().enumerate() {
            match deal {
                Deal::Whole(deck) => {
                    let [first, second, third] = packets(deck, turn);
                    self.line(format_args!("{seat} {first} {second} {third}"));
                }
                Deal::Seen(hands) => self.line(format_args!("{seat} {}", hands[seat])),
            }
        }
        match deal {
            Deal::Whole(deck) => {
                self.line("Pack");
                for four in deck.cards()[36..].chunks(4) {
                    self.add(format_args!(" {}", concat_cards(four.iter().copied())));
                }
            }
            Deal::Seen(_) => self.line("Pack ?16"),
        }
    }

    fn score(&mut self, score: &Score<'_>) {
        self.line(format_args!(
            "Score {}, {} {} {}, total {}",
            teams(&score.taken),
            score.bid_winner.value,
            score.bid.value,
            score.outcome.value,
            teams(&score.total)
        ));
    }

    fn cards(&mut self, keyword: &'static str, seat: &Stated<'_, Seat>, cards: &Stated<'_, VisibleCards>) {
        self.item(keyword, format_args!("{} {}", seat.value, cards.value));
    }

    fn more_cards(&mut self, separator: &str, cards: Option<Stated<'_, VisibleCards>>) {
        if let Some(cards) = cards {
            self.add(format_args!("{separator}{}", cards.value));
        }
    }

    /// Adds an item to the current line if it has the same keyword, or else starts a new line.
    fn item(&mut self, keyword: &'static str, item: impl Display) {
        if self.line == Line::List(keyword) {
            self.add(format_args!(", {item}"));
        } else {
            self.line(format_args!("{keyword} {item}"));
            self.line = Line::List(keyword);
        }
    }

    fn cold_line(&mut self) {
        for (index, (seat, cards)) in core::mem::take(&mut self.cold).into_iter().enumerate() {
            let separator = if index == 0 { "\nCold " } else { ", " };
            self.add(format_args!("{separator}{seat} {cards}"));
        }
    }

    fn line(&mut self, line: impl Display) {
        self.cold_line();
        self.add(format_args!("\n{line}"));
        self.line = Line::Other;
    }

    fn blank_line(&mut self) {
        self.cold_line();
        if self.line != Line::Tags {
            self.text.push('\n');
        }
    }

    fn add(&mut self, text: impl Display) {
        // Writing to a `String` can't fail.
        let _ = write!(self.text, "{text}");
    }
}

const fn text_of(mark: Option<Mark>) -> &'static str {
    match mark {
        Some(mark) => mark.text(),
        None => "",
    }
}

/// The three packets of three cards that a seat was dealt. `turn` counts seats clockwise from 0,
/// left of the dealer.
fn packets(deck: &Deck, turn: usize) -> [String; 3] {
    [0, 1, 2].map(|round| {
        let packet: &[Card] = &deck.cards()[12 * round + 3 * turn..][..3];
        concat_cards(packet.iter().copied())
    })
}

fn teams<T: Display>(values: &ByTeam<Stated<'_, T>>) -> String {
    values
        .iter()
        .map(|(team, stated)| format!("{team} {}", stated.value))
        .collect::<Vec<String>>()
        .join(" ")
}
