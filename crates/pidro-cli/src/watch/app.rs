//! The playback screen.

use std::time::{Duration, Instant};

use pidro::{BySeat, Event, Observer, Record, Seat, View};
use pidro_text::{say, text};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::shows_comments;
use crate::background_analysis::BackgroundAnalysis;
use crate::games;
use crate::lang::{TextStyle, printable};
use crate::narrator::Narrator;
use crate::perspective::Perspective;
use crate::scene::{
    FAINT, FULL_SIZE, Fan, FanCard, MIN_SIZE, NAME, Scene, ScoreSheet, Scroll, Theme, Window, wrap,
};
use crate::terminal::Screen;

pub(super) struct App {
    record: Record,
    names: BySeat<String>,
    style: TextStyle,
    /// The perspectives to choose from, the current one first.
    perspectives: Vec<Perspective>,
    /// How many events have been shown.
    shown: usize,
    pause: Duration,
    /// When to show the next event, during automatic playback.
    next_event_at: Option<Instant>,
    analysis: Option<BackgroundAnalysis>,
    /// Whether the log window is open, and its scroll position.
    log_is_open: bool,
    scroll: Scroll,
    /// The response to the last key.
    message: Option<&'static str>,
    has_quit: bool,
}

impl App {
    pub(super) fn new(record: Record, style: TextStyle, observer: Option<Observer>, pause: Duration) -> App {
        let seats = Seat::ALL.map(Observer::Seat);
        let mut perspectives: Vec<Perspective> = [None]
            .into_iter()
            .chain(seats.map(Some))
            .chain([Some(Observer::Spectator)])
            // A record of one observer's view can't show any other view.
            .filter(|observer| record.observer().is_none_or(|only| Some(only) == *observer))
            .map(Perspective::new)
            .collect();
        let wanted = observer.map(Perspective::Of);
        let first = perspectives.iter().position(|other| Some(*other) == wanted);
        perspectives.rotate_left(first.unwrap_or_default());
        App {
            names: games::player_names(&record, style.lang),
            record,
            style,
            perspectives,
            shown: 0,
            // Without a minimum, playback would be too fast to see.
            pause: pause.max(Duration::from_millis(50)),
            next_event_at: None,
            analysis: None,
            log_is_open: false,
            scroll: Scroll::default(),
            message: None,
            has_quit: false,
        }
    }

    fn events(&self) -> &[Event] {
        self.record.history().log()
    }

    pub(super) fn go_to(&mut self, event: usize) {
        self.shown = event.min(self.events().len());
    }

    pub(super) fn analyse(&mut self) {
        // One seat's view is not enough to tell luck from skill.
        if self.record.observer().is_some() {
            self.message = Some(self.style.lang.get(text::NOT_ANALYSED));
        } else if self.analysis.is_none() {
            self.analysis = Some(BackgroundAnalysis::start(self.record.history(), &self.names));
        }
    }

    /// The position after the last matching event among the first `before` events, or the
    /// beginning.
    fn last_match(&self, before: usize, is_match: impl Fn(&Event) -> bool) -> usize {
        self.events()[..before]
            .iter()
            .rposition(is_match)
            .map_or(0, |place| place + 1)
    }

    /// The position after the next matching event, or the end.
    fn next_match(&self, from: usize, is_match: impl Fn(&Event) -> bool) -> usize {
        let found = self.events()[from..].iter().position(is_match);
        found.map_or(self.events().len(), |place| from + place + 1)
    }

    fn narrator(&self) -> Narrator<'_> {
        Narrator {
            style: self.style,
            names: &self.names,
            reader: None,
        }
    }

    fn perspective(&self) -> Perspective {
        self.perspectives[0]
    }

    fn view(&self) -> View {
        let history = self.record.history();
        let game = history.at_event(self.shown).unwrap_or(*history.game());
        self.perspective().view(&game)
    }

    fn bottom(&self) -> Seat {
        match self.perspective() {
            Perspective::Of(Observer::Seat(seat)) => seat,
            Perspective::Of(Observer::Spectator) | Perspective::Everything => Seat::South,
        }
    }

    fn draw_table(&self, frame: &mut Frame<'_>, area: Rect) {
        let theme = Theme(self.style);
        let history = self.record.history();
        let sheet = ScoreSheet::of(history.initial_game(), &self.events()[..self.shown]);
        let mut scene = Scene::new(self.narrator(), self.view(), self.bottom(), &sheet);
        scene.reader_plays = matches!(self.perspective(), Perspective::Of(Observer::Seat(_)));
        let cards = FanCard::hand(&scene.view, scene.bottom);
        let fan = Fan {
            cards: &cards,
            trump: scene.view.trump,
            theme,
        };
        if area.width >= FULL_SIZE.0 && frame.area().height >= FULL_SIZE.1 {
            let rows = Layout::vertical([Constraint::Fill(1), Constraint::Length(Fan::HEIGHT)]);
            let [table, hand] = rows.areas(area);
            scene.draw(frame, table);
            frame.render_widget(&fan, hand);
        } else {
            let hand = fan.lines(area.width);
            let below = u16::try_from(hand.len()).unwrap_or(1);
            let mut lines = scene.compact_lines(area.width, area.height.saturating_sub(below));
            lines.extend(hand);
            frame.render_widget(Paragraph::new(lines), area);
        }
    }

    /// Draws the number and description of the last event, with its notes.
    fn draw_description(&self, frame: &mut Frame<'_>, area: Rect) {
        let lang = self.style.lang;
        let whose = match self.perspective() {
            Perspective::Of(Observer::Seat(seat)) => say!(lang, text::VIEW_SEAT, who = &self.names[seat]),
            Perspective::Of(Observer::Spectator) => lang.get(text::VIEW_SPECTATOR).to_owned(),
            Perspective::Everything => lang.get(text::ALL_CARDS).to_owned(),
        };
        let place = say!(lang, text::REPLAY_AT, at = self.shown, of = self.events().len());
        let width = usize::from(area.width.saturating_sub(2)).max(1);
        let mut lines = vec![];
        if let Some(before) = self.shown.checked_sub(1) {
            let description = self.narrator().describe_events(
                self.record.history(),
                self.perspective(),
                before,
                self.shown,
            );
            let marked = self.record.marks().find(|(marked, _)| *marked == before);
            let mark = marked.map_or("", |(_, mark)| mark.text());
            for line in wrap(format!("{} {mark}", description.join(" ")).trim(), width) {
                lines.push(Line::styled(format!(" {line}"), NAME));
            }
        }
        for note in self.message.map(str::to_owned).into_iter().chain(self.notes()) {
            lines.extend(
                wrap(&note, width)
                    .iter()
                    .map(|line| Line::from(format!(" {line}"))),
            );
        }
        lines.truncate(usize::from(area.height).saturating_sub(1));
        let mut all = vec![Line::styled(format!(" {place}, {whose}"), FAINT)];
        all.extend(lines);
        frame.render_widget(Paragraph::new(all), area);
    }

    /// The comments of the record, and the analysis.
    fn notes(&self) -> Vec<String> {
        let lang = self.style.lang;
        let Some(event) = self.shown.checked_sub(1) else {
            return vec![];
        };
        let mut notes = vec![];
        if shows_comments(&self.record, self.perspective()) {
            let comments = self.record.comments().filter(|(after, _)| *after == self.shown);
            notes.extend(comments.map(|(_, comment)| printable(comment, usize::MAX)));
        }
        let Some(background) = &self.analysis else {
            return notes;
        };
        let Some(analysis) = &background.analysis else {
            notes.push(format!(
                "{} {} %",
                lang.get(text::ANALYSING),
                background.percent()
            ));
            return notes;
        };
        let history = self.record.history();
        notes.extend(
            self.narrator()
                .better(analysis, history, event, self.perspective()),
        );
        let hand = analysis.hands.iter().rfind(|hand| hand.event <= event);
        notes.extend(hand.map(|hand| {
            let team = pidro::Team::NorthSouth;
            let percent = format!("{:.0}", 100.0 * hand.win[team]);
            say!(
                lang,
                text::WIN_CHANCE,
                team = self.narrator().team(team),
                percent = &percent
            )
        }));
        notes
    }
}

impl Screen for App {
    fn tick(&mut self, now: Instant) -> anyhow::Result<()> {
        if let Some(background) = &mut self.analysis {
            background.poll();
        }
        if self.next_event_at.is_some_and(|next| next <= now) {
            self.shown += 1;
            let more = self.shown < self.events().len();
            self.next_event_at = more.then(|| now + self.pause);
        }
        Ok(())
    }

    fn next_tick_in(&self, now: Instant) -> Option<Duration> {
        self.next_event_at.map(|next| next.saturating_duration_since(now))
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let lang = self.style.lang;
        let area = frame.area();
        if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
            frame.render_widget(lang.get(text::TOO_SMALL), area);
            return;
        }
        let description = if area.height >= FULL_SIZE.1 { 4 } else { 2 };
        let rows = Layout::vertical([
            Constraint::Fill(1),
            Constraint::Length(description),
            Constraint::Length(1),
        ]);
        let [table, description, keys] = rows.areas(area);
        let theme = Theme(self.style);
        self.draw_table(frame, table);
        self.draw_description(frame, description);
        let words = format!(" {}", theme.text(lang.get(text::WATCH_KEYS)));
        frame.render_widget(Span::styled(words, FAINT), keys);
        if self.log_is_open {
            let window = Window {
                title: lang.get(text::WHAT_HAPPENED),
                lines: self.narrator().describe_events(
                    self.record.history(),
                    self.perspective(),
                    0,
                    self.shown,
                ),
                footer: lang.get(text::ESC_CLOSES),
                scroll: &self.scroll,
            };
            window.draw(frame, theme);
        }
    }

    fn key(&mut self, key: KeyCode) -> anyhow::Result<()> {
        self.message = None;
        if self.log_is_open {
            self.log_is_open = self.scroll.key(key);
            return Ok(());
        }
        let playing = self.next_event_at.take();
        let end = self.events().len();
        let decision = |event: &Event| event.action().is_some();
        let deal = |event: &Event| matches!(event, Event::HandDealt { .. });
        match key {
            KeyCode::Char('q') | KeyCode::Esc => self.has_quit = true,
            KeyCode::Left => self.shown = self.shown.saturating_sub(1),
            KeyCode::Right => self.go_to(self.shown + 1),
            KeyCode::Up => self.go_to(self.last_match(self.shown.saturating_sub(1), decision)),
            KeyCode::Down => self.go_to(self.next_match(self.shown, decision)),
            KeyCode::PageUp => self.go_to(self.last_match(self.shown.saturating_sub(1), deal)),
            KeyCode::PageDown => self.go_to(self.next_match(self.shown, deal)),
            KeyCode::Home => self.go_to(0),
            KeyCode::End => self.go_to(end),
            KeyCode::Char(' ') if playing.is_none() && self.shown < end => {
                self.next_event_at = Some(Instant::now());
            }
            KeyCode::Char('v') => self.perspectives.rotate_left(1),
            KeyCode::Char('a') => self.analyse(),
            KeyCode::Char('l') => {
                self.log_is_open = true;
                self.scroll = Scroll::at_the_end();
            }
            _ => {}
        }
        Ok(())
    }

    fn has_quit(&self) -> bool {
        self.has_quit
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use pidro_testing::golden;

    use super::*;
    use crate::lang::CardStyle;
    use crate::terminal::render_text as screen;
    use pidro_text::Lang;

    const KILLS: &str = include_str!("../../../pidro/tests/golden/kills.pidro");

    fn app(record: &str, lang: Lang, observer: Option<Observer>) -> App {
        let style = TextStyle {
            lang,
            card_style: CardStyle::Symbols,
        };
        App::new(Record::parse(record).unwrap(), style, observer, Duration::ZERO)
    }

    #[test]
    fn the_screens_of_a_record_match_in_every_language() {
        for lang in Lang::ALL {
            let mut app = app(KILLS, lang, None);
            let mut shown = String::new();
            for (event, turns) in [(3, 0), (21, 0), (21, 2), (27, 3)] {
                app.go_to(event);
                app.perspectives.rotate_left(turns);
                writeln!(shown, "{}", screen(&app, 80, 24)).unwrap();
            }
            write!(shown, "{}", screen(&app, 60, 20)).unwrap();
            let name = format!("{lang:?}").to_lowercase();
            golden(&format!("tests/screens/{name}-watch.txt"), &shown);
        }
    }

    #[test]
    fn every_open_card_is_on_the_screen() {
        for lang in Lang::ALL {
            let mut app = app(KILLS, lang, None);
            for event in 0..=app.events().len() {
                app.go_to(event);
                let view = app.view();
                for (width, height) in [(80, 24), (100, 40), (60, 40)] {
                    let shown = screen(&app, width, height);
                    for seat in Seat::ALL {
                        for card in view.hands[seat].cards().unwrap() {
                            assert!(
                                shown.contains(&app.style.card(card)),
                                "{event} {seat} {card}\n{shown}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_record_of_one_seat_cannot_be_analysed() {
        let record = include_str!("../../../pidro/tests/golden/view.pidro");
        let mut app = app(record, Lang::En, None);
        assert_eq!(app.perspectives.len(), 1);
        app.key(KeyCode::Char('a')).unwrap();
        assert!(screen(&app, 80, 24).contains("A record of one seat's view can't be analysed."));
        assert!(app.analysis.is_none());
    }
}
