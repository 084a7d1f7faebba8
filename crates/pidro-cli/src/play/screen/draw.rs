//! Draws the screen.

use pidro::{Action, Event, Legal, Observer, Seat, View};
use pidro_text::{say, text};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::super::summary;
use super::app::{App, Overlay};
use super::choice::trumps;
use crate::lang::suit_name;
use crate::scene::{
    CHOSEN, FAINT, FULL_SIZE, Fan, FanCard, MIN_SIZE, STRONG, Scene, ScoreSheet, Theme, Window, wrap,
};

/// The layout that the window has room for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Full,
    Compact,
}

impl App {
    const fn theme(&self) -> Theme {
        Theme(self.style)
    }

    pub(super) fn draw_all(&self, frame: &mut Frame<'_>) {
        let lang = self.style.lang;
        let area = frame.area();
        if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
            frame.render_widget(lang.get(text::TOO_SMALL), area);
            return;
        }
        let history = self.local_game.history();
        let view = self.game().view(self.observer());
        let sheet = ScoreSheet::of(history.initial_game(), &history.log()[..self.shown]);
        let humans = self.humans();
        let mut scene = Scene::new(self.narrator(), view, self.bottom(), &sheet);
        scene.labels = Seat::ALL.map(|seat| match humans.contains(seat) {
            true if humans.len() == 1 => lang.get(text::YOU),
            true => "",
            false => lang.get(text::BOT),
        });
        if area.width >= FULL_SIZE.0 && area.height >= FULL_SIZE.1 {
            self.draw_full(frame, area, &scene);
        } else {
            self.draw_compact(frame, area, &scene);
        }
        if let Some(seat) = self.handover_to() {
            let who = &self.local_game.names()[seat];
            let lines = vec![say!(lang, text::PASS_KEYBOARD, who = who)];
            self.window(frame, "Pidro", lines, text::ENTER_CONTINUES);
        }
        if let Some(lines) = self.result() {
            let footer = if self.final_analysis.is_some() {
                text::NEW_GAME
            } else {
                text::ENTER_CONTINUES
            };
            self.window(frame, "Pidro", lines, footer);
        }
        match self.overlay {
            Some(Overlay::Help) => {
                let help = self.theme().text(lang.get(text::HELP));
                let lines = help.lines().map(str::to_owned).collect();
                self.window(frame, lang.get(text::HELP_TITLE), lines, text::ESC_CLOSES);
            }
            Some(Overlay::Log) => {
                let mut lines: Vec<String> = self.commitment(usize::MAX).into_iter().collect();
                lines.extend(
                    self.narrator()
                        .describe_events(history, self.observer(), 0, self.shown),
                );
                self.window(frame, lang.get(text::WHAT_HAPPENED), lines, text::ESC_CLOSES);
            }
            None => {}
        }
    }

    fn window(&self, frame: &mut Frame<'_>, title: &str, lines: Vec<String>, footer: text::StaticText) {
        let window = Window {
            title,
            lines,
            footer: self.style.lang.get(footer),
            scroll: &self.scroll,
        };
        window.draw(frame, self.theme());
    }

    fn draw_full(&self, frame: &mut Frame<'_>, area: Rect, scene: &Scene<'_>) {
        let rows = Layout::vertical([
            Constraint::Fill(1),
            Constraint::Length(Fan::HEIGHT),
            Constraint::Length(1),
            Constraint::Length(2),
            Constraint::Length(1),
        ]);
        let [table, hand, prompt, message, keys] = rows.areas(area);
        scene.draw(frame, table);
        let cards = self.fan_cards(&scene.view);
        frame.render_widget(&self.fan_widget(&cards, &scene.view), hand);
        frame.render_widget(self.prompt(&scene.view, Size::Full), prompt);
        self.draw_message(frame, message);
        frame.render_widget(Span::styled(self.keys(), FAINT), keys);
    }

    fn draw_compact(&self, frame: &mut Frame<'_>, area: Rect, scene: &Scene<'_>) {
        let cards = self.fan_cards(&scene.view);
        let hand = self.fan_widget(&cards, &scene.view).lines(area.width);
        let below = u16::try_from(hand.len()).unwrap_or(1);
        // Leave at least two lines for the message.
        let table = scene.compact_lines(area.width, area.height.saturating_sub(below + 3));
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
        frame.render_widget(self.prompt(&scene.view, Size::Compact), prompt);
    }

    fn fan_cards(&self, view: &View) -> Vec<FanCard> {
        match &self.choice {
            Some(choice) => choice.fan(),
            None => FanCard::hand(view, self.bottom()),
        }
    }

    fn fan_widget<'a>(&self, cards: &'a [FanCard], view: &View) -> Fan<'a> {
        Fan {
            cards,
            trump: view.trump,
            theme: self.theme(),
        }
    }

    /// Draws the message. If it doesn't fit, shows its end.
    fn draw_message(&self, frame: &mut Frame<'_>, area: Rect) {
        let text = match self.awaits_key() {
            // Describe the result of the trick while its cards are still on the table: the event
            // itself is shown after the key, and clears them.
            Some(Event::TrickWon { .. }) => self.next_event_text(),
            _ => self.message.clone(),
        };
        let lines: Vec<Line<'_>> = wrap(&text, usize::from(area.width.saturating_sub(2)).max(1))
            .into_iter()
            .map(|line| Line::from(format!(" {line}")))
            .collect();
        let hidden = lines.len().saturating_sub(usize::from(area.height));
        frame.render_widget(Paragraph::new(lines[hidden..].to_vec()), area);
    }

    /// A description of the next event.
    fn next_event_text(&self) -> String {
        let next = self.shown + 1;
        let lines =
            self.narrator()
                .describe_events(self.local_game.history(), self.observer(), self.shown, next);
        lines.join(" ")
    }

    /// The prompt, with the options to choose from.
    fn prompt(&self, view: &View, size: Size) -> Line<'static> {
        let lang = self.style.lang;
        let theme = self.theme();
        let Some(choice) = &self.choice else {
            let words = if self.awaits_key().is_some() {
                lang.get(text::ENTER_CONTINUES)
            } else {
                ""
            };
            return Line::styled(format!(" {words}"), STRONG);
        };
        let who = &self.local_game.names()[choice.seat];
        let picked = choice.picked.len();
        let question = match choice.legal {
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
        if size == Size::Full || choice.options.is_empty() {
            spans.push(Span::styled(format!(" {question} "), STRONG));
        }
        let hand = view.hands[choice.seat].cards().unwrap_or_default();
        for (place, option) in choice.options.iter().enumerate() {
            let words = match option {
                Action::Bid(bid) => bid.to_string(),
                Action::Trump(suit) if size == Size::Compact => {
                    format!("{} {}", self.style.suit(*suit), trumps(hand, *suit))
                }
                Action::Trump(suit) => {
                    format!(
                        "{} {} {}",
                        self.style.suit(*suit),
                        suit_name(lang, *suit),
                        trumps(hand, *suit)
                    )
                }
                _ => lang.get(text::PASSED).to_owned(),
            };
            let selected = place == choice.cursor;
            let style = if selected {
                CHOSEN
            } else {
                ratatui::style::Style::new()
            };
            let (open, close) = if selected { ("[", "]") } else { (" ", " ") };
            spans.push(Span::styled(format!("{open}{words}{close}"), style));
        }
        if let (Legal::Play { .. }, Some(Action::Play(card))) = (choice.legal, choice.action()) {
            spans.push(theme.card(card, view.trump));
        }
        if !choice.typed.is_empty() {
            spans.push(Span::raw(format!(" {}_", choice.typed)));
        }
        Line::from(spans)
    }

    fn keys(&self) -> String {
        let keys = match &self.choice {
            _ if self.is_over() => text::NEW_GAME,
            Some(choice) if choice.picks_cards() => text::PICK_KEYS,
            Some(_) => text::CHOOSE_KEYS,
            None => text::IDLE_KEYS,
        };
        let words = self.theme().text(self.style.lang.get(keys));
        format!(" {words}")
    }

    /// The result of the hand or the game, while the player should see it.
    pub(super) fn result(&self) -> Option<Vec<String>> {
        let history = self.local_game.history();
        let lang = self.style.lang;
        if let Some(end) = self.final_analysis.as_ref() {
            let mut lines: Vec<String> = self.last_event_text().into_iter().collect();
            lines.push(say!(lang, text::SAVED_IN, file = self.file()));
            match &end.analysis {
                Some(analysis) => {
                    let team = self.bottom().team();
                    lines.extend(summary::summary(analysis, self.narrator(), history, team));
                }
                None => lines.push(format!("{} {} %", lang.get(text::ANALYSING), end.percent())),
            }
            return Some(lines);
        }
        self.awaits_key()?;
        let scored = self.shown.checked_sub(1)?;
        let Event::HandScored { .. } = history.log().get(scored)? else {
            return None;
        };
        let mut lines = self
            .narrator()
            .describe_events(history, Observer::Spectator, scored, self.shown);
        lines.extend(super::super::point_lines(history, scored, self.narrator()));
        Some(lines)
    }

    /// A description of the last event shown.
    fn last_event_text(&self) -> Option<String> {
        let last = self.shown.checked_sub(1)?;
        let lines =
            self.narrator()
                .describe_events(self.local_game.history(), self.observer(), last, self.shown);
        lines.into_iter().next()
    }
}
