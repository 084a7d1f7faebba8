//! Draws the screen.

use pidro::{Action, Event, Legal, Observer, Seat, View};
use pidro_text::{say, text};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::super::after;
use super::app::{App, Over};
use super::choice::trumps;
use crate::lang::suit_name;
use crate::scene::{CHOSEN, FAINT, Fan, FanCard, LEAST, Paint, STRONG, Scene, Sheet, WIDE, Window, wrap};

/// How much room the window has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Room {
    Wide,
    /// Enough for the essentials only.
    Narrow,
}

impl App {
    const fn paint(&self) -> Paint {
        Paint(self.look)
    }

    pub(super) fn draw_all(&self, frame: &mut Frame<'_>) {
        let lang = self.look.lang;
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            frame.render_widget(lang.word(text::TOO_SMALL), area);
            return;
        }
        let history = self.sitting.history();
        let view = self.game().view(self.observer());
        let sheet = Sheet::of(history.initial_game(), &history.log()[..self.shown]);
        let humans = self.humans();
        let mut scene = Scene::new(self.teller(), view, self.bottom(), &sheet);
        scene.labels = Seat::ALL.map(|seat| match humans.contains(seat) {
            true if humans.len() == 1 => lang.word(text::YOU),
            true => "",
            false => lang.word(text::BOT),
        });
        if area.width >= WIDE.0 && area.height >= WIDE.1 {
            self.draw_wide(frame, area, &scene);
        } else {
            self.draw_narrow(frame, area, &scene);
        }
        if let Some(seat) = self.handed_to() {
            let who = &self.sitting.names()[seat];
            let lines = vec![say!(lang, text::PASS_KEYBOARD, who = who)];
            self.window(frame, "Pidro", lines, text::ENTER_CONTINUES);
        }
        if let Some(lines) = self.result() {
            let foot = if self.end.is_some() {
                text::NEW_GAME
            } else {
                text::ENTER_CONTINUES
            };
            self.window(frame, "Pidro", lines, foot);
        }
        match self.over {
            Some(Over::Help) => {
                let help = self.paint().text(lang.word(text::HELP));
                let lines = help.lines().map(str::to_owned).collect();
                self.window(frame, lang.word(text::HELP_TITLE), lines, text::ESC_CLOSES);
            }
            Some(Over::Log) => {
                let mut lines: Vec<String> = self.promise(usize::MAX).into_iter().collect();
                lines.extend(self.teller().log(history, self.observer(), 0, self.shown));
                self.window(frame, lang.word(text::WHAT_HAPPENED), lines, text::ESC_CLOSES);
            }
            None => {}
        }
    }

    fn window(&self, frame: &mut Frame<'_>, title: &str, lines: Vec<String>, foot: text::Word) {
        let window = Window {
            title,
            lines,
            foot: self.look.lang.word(foot),
            scroll: &self.scroll,
        };
        window.draw(frame, self.paint());
    }

    fn draw_wide(&self, frame: &mut Frame<'_>, area: Rect, scene: &Scene<'_>) {
        let rows = Layout::vertical([
            Constraint::Fill(1),
            Constraint::Length(Fan::HEIGHT),
            Constraint::Length(1),
            Constraint::Length(2),
            Constraint::Length(1),
        ]);
        let [table, hand, prompt, message, keys] = rows.areas(area);
        scene.draw(frame, table);
        let cards = self.fan(&scene.view);
        frame.render_widget(&self.fan_of(&cards, &scene.view), hand);
        frame.render_widget(self.prompt(&scene.view, Room::Wide), prompt);
        self.draw_message(frame, message);
        frame.render_widget(Span::styled(self.keys(), FAINT), keys);
    }

    fn draw_narrow(&self, frame: &mut Frame<'_>, area: Rect, scene: &Scene<'_>) {
        let cards = self.fan(&scene.view);
        let hand = self.fan_of(&cards, &scene.view).lines(area.width);
        let below = u16::try_from(hand.len()).unwrap_or(1);
        // Leave at least two lines for the message.
        let table = scene.narrow(area.width, area.height.saturating_sub(below + 3));
        let rows = Layout::vertical([
            Constraint::Length(u16::try_from(table.len()).unwrap_or(1)),
            Constraint::Fill(1),
            Constraint::Length(below),
            Constraint::Length(1),
        ]);
        let [above, message, fan, prompt] = rows.areas(area);
        frame.render_widget(Paragraph::new(table), above);
        self.draw_message(frame, message);
        frame.render_widget(Paragraph::new(hand), fan);
        frame.render_widget(self.prompt(&scene.view, Room::Narrow), prompt);
    }

    fn fan(&self, view: &View) -> Vec<FanCard> {
        match &self.choice {
            Some(choice) => choice.fan(),
            None => FanCard::hand(view, self.bottom()),
        }
    }

    fn fan_of<'a>(&self, cards: &'a [FanCard], view: &View) -> Fan<'a> {
        Fan {
            cards,
            trump: view.trump,
            paint: self.paint(),
        }
    }

    /// Draws the message. If it doesn't fit, shows its end.
    fn draw_message(&self, frame: &mut Frame<'_>, area: Rect) {
        let text = match self.awaits_key() {
            // Describe the result of the trick while its cards still lie there: the key that ends
            // the wait also shows the event.
            Some(Event::TrickWon { .. }) => self.next_told(),
            _ => self.message.clone(),
        };
        let lines: Vec<Line<'_>> = wrap(&text, usize::from(area.width.saturating_sub(2)).max(1))
            .into_iter()
            .map(|line| Line::from(format!(" {line}")))
            .collect();
        let hidden = lines.len().saturating_sub(usize::from(area.height));
        frame.render_widget(Paragraph::new(lines[hidden..].to_vec()), area);
    }

    fn next_told(&self) -> String {
        let next = self.shown + 1;
        let told = self
            .teller()
            .log(self.sitting.history(), self.observer(), self.shown, next);
        told.join(" ")
    }

    /// The prompt, with the options to choose from.
    fn prompt(&self, view: &View, room: Room) -> Line<'static> {
        let lang = self.look.lang;
        let paint = self.paint();
        let Some(choice) = &self.choice else {
            let words = if self.awaits_key().is_some() {
                lang.word(text::ENTER_CONTINUES)
            } else {
                ""
            };
            return Line::styled(format!(" {words}"), STRONG);
        };
        let who = &self.sitting.names()[choice.seat];
        let picked = choice.picked.len();
        let asked = match choice.legal {
            Legal::Call { .. } => say!(lang, text::TURN_BID, who = who),
            Legal::Trump => say!(lang, text::TURN_TRUMP, who = who),
            Legal::Keep { count, from, .. } => say!(
                lang,
                text::TURN_KEEP,
                count = count,
                of = from.len(),
                who = who,
                chosen = &picked
            ),
            Legal::Kill { count, .. } => {
                say!(lang, text::TURN_KILL, count = count, who = who, chosen = picked)
            }
            Legal::Play { .. } => say!(lang, text::TURN_PLAY, who = who),
            Legal::Nothing | Legal::Deal => String::new(),
        };
        let mut spans = vec![];
        if room == Room::Wide || choice.options.is_empty() {
            spans.push(Span::styled(format!(" {asked} "), STRONG));
        }
        let hand = view.hands[choice.seat].cards().unwrap_or_default();
        for (place, option) in choice.options.iter().enumerate() {
            let words = match option {
                Action::Bid(bid) => bid.to_string(),
                Action::Trump(suit) if room == Room::Narrow => {
                    format!("{} {}", self.look.suit(*suit), trumps(hand, *suit))
                }
                Action::Trump(suit) => {
                    format!(
                        "{} {} {}",
                        self.look.suit(*suit),
                        suit_name(lang, *suit),
                        trumps(hand, *suit)
                    )
                }
                _ => lang.word(text::PASSED).to_owned(),
            };
            let chosen = place == choice.cursor;
            let style = if chosen {
                CHOSEN
            } else {
                ratatui::style::Style::new()
            };
            let (open, close) = if chosen { ("[", "]") } else { (" ", " ") };
            spans.push(Span::styled(format!("{open}{words}{close}"), style));
        }
        if let (Legal::Play { .. }, Some(Action::Play(card))) = (choice.legal, choice.action()) {
            spans.push(paint.card(card, view.trump));
        }
        if !choice.typed.is_empty() {
            spans.push(Span::raw(format!(" {}_", choice.typed)));
        }
        Line::from(spans)
    }

    fn keys(&self) -> String {
        let keys = match &self.choice {
            _ if self.is_over() => text::NEW_GAME,
            Some(choice) if choice.picks() => text::PICK_KEYS,
            Some(_) => text::CHOOSE_KEYS,
            None => text::IDLE_KEYS,
        };
        let words = self.paint().text(self.look.lang.word(keys));
        format!(" {words}")
    }

    /// The result of the hand or the game, while it should be visible.
    pub(super) fn result(&self) -> Option<Vec<String>> {
        let history = self.sitting.history();
        let lang = self.look.lang;
        if let Some(end) = self.end.as_ref() {
            let mut lines: Vec<String> = self.told_last().into_iter().collect();
            lines.push(say!(lang, text::RECORD_AT, file = self.file()));
            match &end.analysis {
                Some(analysis) => {
                    let team = self.bottom().team();
                    lines.extend(after::summary(analysis, self.teller(), history, team));
                }
                None => lines.push(format!("{} {} %", lang.word(text::ANALYSING), end.percent())),
            }
            return Some(lines);
        }
        self.awaits_key()?;
        let scored = self.shown.checked_sub(1)?;
        let Event::HandScored { .. } = history.log().get(scored)? else {
            return None;
        };
        let mut lines = self
            .teller()
            .log(history, Observer::Spectator, scored, self.shown);
        lines.extend(super::super::points(history, scored, self.teller()));
        Some(lines)
    }

    /// A description of the last event shown.
    fn told_last(&self) -> Option<String> {
        let last = self.shown.checked_sub(1)?;
        let told = self
            .teller()
            .log(self.sitting.history(), self.observer(), last, self.shown);
        told.into_iter().next()
    }
}
