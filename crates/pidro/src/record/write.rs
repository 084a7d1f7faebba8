//! Writes records as text.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt::{Display, Write as _};

use super::{Record, note_text, tags};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::card_set::together;
use crate::deck::Deck;
use crate::event::Event;
use crate::game::Game;
use crate::seat::{BySeat, ByTeam, Seat};
use crate::view::{Observer, VisibleCards, VisibleEvent};

pub(super) fn text(record: &Record) -> String {
    let mut text = String::new();
    record.write_tags(&mut text);
    let first = record.history.first();
    if record.history.starts_new() {
        tags::write_tag(&mut text, "Rules", &first.rules().to_string());
    } else {
        tags::write_tag(&mut text, "Position", &first.to_position());
    }
    record.write_source(&mut text);
    tags::write_tag(&mut text, "Result", &record.result());
    let mut writer = Writer {
        text,
        record,
        game: *first,
        observer: record.observer.unwrap_or(Observer::Arbiter),
        part: Part::Tags,
        next: None,
        cold: Vec::new(),
    };
    writer.write();
    writer.text
}

/// The part of a hand that a line describes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Tags,
    Calls,
    Discard,
    Redeal,
    Kill,
    Trick,
    Other,
}

struct Writer<'a> {
    text: String,
    record: &'a Record,
    /// The game before the event to write.
    game: Game,
    observer: Observer,
    /// The part that the current line describes.
    part: Part,
    /// The seat whose column of the trick comes next.
    next: Option<Seat>,
    /// The seats that have gone cold and are not written yet, with the cards they showed.
    cold: Vec<(Seat, CardSet)>,
}

impl Writer<'_> {
    fn write(&mut self) {
        let record = self.record;
        let mut comments = record.comments.iter().peekable();
        let mut marks = record.marks.iter().peekable();
        for (place, event) in record.history.log().iter().enumerate() {
            while let Some((_, comment)) = comments.next_if(|(after, _)| *after <= place) {
                self.comment(comment);
            }
            let mark = marks.next_if(|(marked, _)| *marked == place);
            self.event(event, mark.map_or("", |(_, mark)| mark.text()));
            self.game.apply(event);
        }
        for (_, comment) in comments {
            self.comment(comment);
        }
        self.tell_cold();
        self.text.push('\n');
    }

    fn comment(&mut self, comment: &str) {
        if self.part == Part::Tags {
            self.line("");
        }
        if !self.text.ends_with('\n') {
            self.text.push(' ');
        }
        self.add(note_text(comment));
    }

    fn event(&mut self, event: &Event, mark: &str) {
        match event.seen_by(self.observer, self.game.rules()) {
            VisibleEvent::HandDealt { dealer, hands, deck } => self.deal(dealer, hands, deck),
            VisibleEvent::Discarded { seat, cards } if self.record.observer.is_some() => {
                self.item(Part::Discard, "Discard", format_args!("{seat} {cards}"));
            }
            VisibleEvent::Discarded { .. } => {}
            VisibleEvent::Redealt {
                seat,
                requested,
                cards,
            } => {
                self.item(Part::Redeal, "Redeal", format_args!("{seat} {requested}"));
                match cards.len() {
                    Some(received) if received != usize::from(requested) => {
                        self.add(format_args!("/{received}"));
                    }
                    _ => {}
                }
                if let VisibleCards::Cards(cards) = cards
                    && !cards.is_empty()
                {
                    self.add(format_args!(" {}", together(cards.iter())));
                }
            }
            VisibleEvent::Robbed {
                seat,
                pool,
                kept,
                buried,
                ..
            } => {
                self.line(format_args!("Keep {seat} {kept}{mark}"));
                if let VisibleCards::Count(_) = pool {
                    self.add(format_args!(" of {pool}"));
                }
                if !buried.is_empty() {
                    self.add(format_args!(", buried {buried}"));
                }
            }
            VisibleEvent::Open(event) => self.open(&event, mark),
        }
    }

    fn open(&mut self, event: &Event, mark: &str) {
        match *event {
            Event::DealerCut { cut } => {
                self.blank_line();
                let cards: Vec<String> = cut.cards().iter().map(Card::to_string).collect();
                self.line(format_args!("Cut {}, {} deals", cards.join(" "), cut.dealer()));
            }
            Event::CallMade { seat, call } => {
                self.item(Part::Calls, "Calls", format_args!("{seat} {call}{mark}"));
            }
            Event::TrumpDeclared { seat, trump } => self.line(format_args!("Trump {seat} {trump}{mark}")),
            Event::Killed { seat, cards } => {
                let cards = together(cards.as_slice().iter().copied());
                self.item(Part::Kill, "Kill", format_args!("{seat} {cards}{mark}"));
            }
            Event::CardPlayed { seat, card } => self.play(seat, card, mark),
            Event::WentCold { seat, shown } => self.cold.push((seat, shown)),
            // A record that starts from a position may start after the last card of a trick: then
            // no line describes that trick.
            Event::TrickWon { .. } if self.part != Part::Trick => {}
            Event::TrickWon { result } => {
                self.columns_to(None);
                self.add(format_args!(" = {} {}", result.winner, result.points));
                if let Some(seat) = result.two {
                    self.add(format_args!(" two {seat}"));
                }
                self.part = Part::Other;
                self.next = None;
            }
            Event::Claimed { seat } => self.line(format_args!("Claim {seat}{mark}")),
            Event::HandScored {
                contract,
                taken,
                made,
                change,
                left,
            } => {
                for (place, (seat, cards)) in left.iter().filter(|(_, cards)| !cards.is_empty()).enumerate() {
                    if place == 0 {
                        self.line("Left ");
                    } else {
                        self.add(", ");
                    }
                    self.add(format_args!("{seat} {}", together(cards.iter())));
                }
                let how = if made { "made" } else { "failed" };
                let scores = self.game.scores();
                let total = ByTeam::from_fn(|team| scores[team] + i32::from(change[team]));
                self.line(format_args!(
                    "Score {}, {contract} {how}, total {}",
                    teams(&taken),
                    teams(&total)
                ));
            }
            Event::GameWon { team } => self.line(format_args!("Wins {team}")),
            Event::Resigned { seat } => self.line(format_args!("Resign {seat}{mark}")),
            // The first two follow from other lines. The others contain hidden cards and are
            // written from the observer's view.
            Event::DealerChosen { .. }
            | Event::BiddingWon { .. }
            | Event::HandDealt { .. }
            | Event::Discarded { .. }
            | Event::Redealt { .. }
            | Event::Robbed { .. } => {}
        }
    }

    fn deal(&mut self, dealer: Seat, hands: BySeat<VisibleCards>, deck: Option<Deck>) {
        self.blank_line();
        self.line(format_args!("Hand {}, {dealer} deals", self.game.hand_number()));
        let order = dealer.left().clockwise();
        for (place, seat) in order.into_iter().enumerate() {
            // If the whole deck is known, write the packets of three as dealt.
            let hand = match deck {
                Some(deck) => {
                    let packet =
                        |round: usize| together(deck.cards()[12 * round + 3 * place..][..3].iter().copied());
                    [packet(0), packet(1), packet(2)].join(" ")
                }
                None => hands[seat].to_string(),
            };
            self.line(format_args!("{seat} {hand}"));
        }
        let pack = match deck {
            Some(deck) => {
                let fours = deck.cards()[36..].chunks(4);
                fours
                    .map(|four| together(four.iter().copied()))
                    .collect::<Vec<String>>()
                    .join(" ")
            }
            None => "?16".to_owned(),
        };
        self.line(format_args!("Pack {pack}"));
    }

    fn play(&mut self, seat: Seat, card: Card, mark: &str) {
        if self.part != Part::Trick {
            let number = self.game.hand.tricks.finished().count() + 1;
            self.line(format_args!("{number}. {seat}"));
            self.part = Part::Trick;
            self.next = Some(seat);
        }
        self.columns_to(Some(seat));
        self.add(format_args!(" {card}{mark}"));
        self.next = Some(seat.left());
    }

    /// Fills the columns of cold seats, up to this seat's column or to the end of the trick.
    fn columns_to(&mut self, seat: Option<Seat>) {
        let lead = self
            .game
            .hand
            .tricks
            .current()
            .plays()
            .first()
            .map(|play| play.seat);
        while let Some(next) = self.next
            && seat.or(lead).is_some_and(|end| end != next)
        {
            self.add(" -");
            self.next = Some(next.left());
        }
    }

    /// Adds an item to the current line if it has the same kind, or else starts a new line.
    fn item(&mut self, part: Part, name: &str, item: impl Display) {
        if self.part == part {
            self.add(format_args!(", {item}"));
        } else {
            self.line(format_args!("{name} {item}"));
            self.part = part;
        }
    }

    fn tell_cold(&mut self) {
        for (place, (seat, cards)) in core::mem::take(&mut self.cold).into_iter().enumerate() {
            let separator = if place == 0 { "\nCold " } else { ", " };
            self.add(format_args!("{separator}{seat} {}", VisibleCards::Cards(cards)));
        }
    }

    fn line(&mut self, line: impl Display) {
        self.tell_cold();
        self.add(format_args!("\n{line}"));
        self.part = Part::Other;
    }

    fn blank_line(&mut self) {
        self.tell_cold();
        if self.part != Part::Tags {
            self.text.push('\n');
        }
    }

    fn add(&mut self, text: impl Display) {
        // Writing to a `String` can't fail.
        let _ = write!(self.text, "{text}");
    }
}

fn teams<T: Display>(values: &ByTeam<T>) -> String {
    values
        .iter()
        .map(|(team, value)| format!("{team} {value}"))
        .collect::<Vec<String>>()
        .join(" ")
}
