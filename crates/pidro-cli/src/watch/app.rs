//! The playback screen.

use std::time::{Duration, Instant};

use pidro::{BySeat, Event, Observer, Record, Seat, View};
use pidro_text::{say, text};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::reads_comments;
use crate::analysing::BackgroundAnalysis;
use crate::games;
use crate::lang::{Look, printable};
use crate::perspective::Perspective;
use crate::scene::{FAINT, Fan, FanCard, LEAST, NAME, Paint, Scene, Scroll, Sheet, WIDE, Window, wrap};
use crate::tell::Narrator;
use crate::terminal::Screen;

pub(super) struct App {
    record: Record,
    names: BySeat<String>,
    look: Look,
    /// The observers whose view can be shown, the current one first.
    perspectives: Vec<Perspective>,
    /// How many events are shown.
    at: usize,
    pause: Duration,
    /// When to show the next event, during automatic playback.
    plays_at: Option<Instant>,
    analysing: Option<BackgroundAnalysis>,
    /// Whether the log window is open, and its scroll position.
    log_is_open: bool,
    scroll: Scroll,
    /// The response to the last key.
    answer: Option<&'static str>,
    left: bool,
}

impl App {
    pub(super) fn new(record: Record, look: Look, observer: Option<Observer>, pause: Duration) -> App {
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
            names: games::names(&record, look.lang),
            record,
            look,
            perspectives,
            at: 0,
            // Without a minimum, playback would be too fast to see.
            pause: pause.max(Duration::from_millis(50)),
            plays_at: None,
            analysing: None,
            log_is_open: false,
            scroll: Scroll::default(),
            answer: None,
            left: false,
        }
    }

    fn events(&self) -> &[Event] {
        self.record.history().log()
    }

    pub(super) fn go_to(&mut self, event: usize) {
        self.at = event.min(self.events().len());
    }

    pub(super) fn analyse(&mut self) {
        // One seat's view is not enough to tell luck from skill.
        if self.record.observer().is_some() {
            self.answer = Some(self.look.lang.word(text::NOT_ANALYSED));
        } else if self.analysing.is_none() {
            self.analysing = Some(BackgroundAnalysis::begin(self.record.history(), &self.names));
        }
    }

    /// The position after the last matching event among the first `before` events, or the
    /// beginning.
    fn last(&self, before: usize, such: impl Fn(&Event) -> bool) -> usize {
        self.events()[..before]
            .iter()
            .rposition(such)
            .map_or(0, |place| place + 1)
    }

    /// The position after the next matching event, or the end.
    fn next(&self, from: usize, such: impl Fn(&Event) -> bool) -> usize {
        let found = self.events()[from..].iter().position(such);
        found.map_or(self.events().len(), |place| from + place + 1)
    }

    fn teller(&self) -> Narrator<'_> {
        Narrator {
            look: self.look,
            names: &self.names,
            reader: None,
        }
    }

    fn perspective(&self) -> Perspective {
        self.perspectives[0]
    }

    fn view(&self) -> View {
        let history = self.record.history();
        let game = history.at_event(self.at).unwrap_or(*history.game());
        self.perspective().view(&game)
    }

    fn bottom(&self) -> Seat {
        match self.perspective() {
            Perspective::Of(Observer::Seat(seat)) => seat,
            Perspective::Of(Observer::Spectator) | Perspective::Everything => Seat::South,
        }
    }

    fn draw_table(&self, frame: &mut Frame<'_>, area: Rect) {
        let paint = Paint(self.look);
        let history = self.record.history();
        let sheet = Sheet::of(history.initial_game(), &self.events()[..self.at]);
        let mut scene = Scene::new(self.teller(), self.view(), self.bottom(), &sheet);
        scene.ours = matches!(self.perspective(), Perspective::Of(Observer::Seat(_)));
        let cards = FanCard::hand(&scene.view, scene.bottom);
        let fan = Fan {
            cards: &cards,
            trump: scene.view.trump,
            paint,
        };
        if area.width >= WIDE.0 && frame.area().height >= WIDE.1 {
            let rows = Layout::vertical([Constraint::Fill(1), Constraint::Length(Fan::HEIGHT)]);
            let [table, hand] = rows.areas(area);
            scene.draw(frame, table);
            frame.render_widget(&fan, hand);
        } else {
            let hand = fan.lines(area.width);
            let below = u16::try_from(hand.len()).unwrap_or(1);
            let mut lines = scene.narrow(area.width, area.height.saturating_sub(below));
            lines.extend(hand);
            frame.render_widget(Paragraph::new(lines), area);
        }
    }

    /// Draws the last event, its position in the game, and remarks on it.
    fn draw_story(&self, frame: &mut Frame<'_>, area: Rect) {
        let lang = self.look.lang;
        let whose = match self.perspective() {
            Perspective::Of(Observer::Seat(seat)) => say!(lang, text::VIEW_SEAT, who = &self.names[seat]),
            Perspective::Of(Observer::Spectator) => lang.word(text::VIEW_SPECTATOR).to_owned(),
            Perspective::Everything => lang.word(text::ALL_CARDS).to_owned(),
        };
        let place = say!(lang, text::REPLAY_AT, at = self.at, of = self.events().len());
        let width = usize::from(area.width.saturating_sub(2)).max(1);
        let mut lines = vec![];
        if let Some(before) = self.at.checked_sub(1) {
            let told = self
                .teller()
                .log(self.record.history(), self.perspective(), before, self.at);
            let marked = self.record.marks().find(|(marked, _)| *marked == before);
            let mark = marked.map_or("", |(_, mark)| mark.text());
            for line in wrap(format!("{} {mark}", told.join(" ")).trim(), width) {
                lines.push(Line::styled(format!(" {line}"), NAME));
            }
        }
        for remark in self.answer.map(str::to_owned).into_iter().chain(self.remarks()) {
            lines.extend(
                wrap(&remark, width)
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
    fn remarks(&self) -> Vec<String> {
        let lang = self.look.lang;
        let Some(event) = self.at.checked_sub(1) else {
            return vec![];
        };
        let mut remarks = vec![];
        if reads_comments(&self.record, self.perspective()) {
            let comments = self.record.comments().filter(|(after, _)| *after == self.at);
            remarks.extend(comments.map(|(_, comment)| printable(comment, usize::MAX)));
        }
        let Some(analysing) = &self.analysing else {
            return remarks;
        };
        let Some(analysis) = &analysing.analysis else {
            remarks.push(format!(
                "{} {} %",
                lang.word(text::ANALYSING),
                analysing.percent()
            ));
            return remarks;
        };
        let history = self.record.history();
        remarks.extend(self.teller().better(analysis, history, event, self.perspective()));
        let hand = analysis.hands.iter().rfind(|hand| hand.event <= event);
        remarks.extend(hand.map(|hand| {
            let team = pidro::Team::NorthSouth;
            let percent = format!("{:.0}", 100.0 * hand.win[team]);
            say!(
                lang,
                text::CHANCE,
                team = self.teller().team(team),
                percent = &percent
            )
        }));
        remarks
    }
}

impl Screen for App {
    fn tick(&mut self, now: Instant) -> anyhow::Result<()> {
        if let Some(analysing) = &mut self.analysing {
            analysing.look();
        }
        if self.plays_at.is_some_and(|next| next <= now) {
            self.at += 1;
            let more = self.at < self.events().len();
            self.plays_at = more.then(|| now + self.pause);
        }
        Ok(())
    }

    fn wakes_in(&self, now: Instant) -> Option<Duration> {
        self.plays_at.map(|next| next.saturating_duration_since(now))
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let lang = self.look.lang;
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            frame.render_widget(lang.word(text::TOO_SMALL), area);
            return;
        }
        let story = if area.height >= WIDE.1 { 4 } else { 2 };
        let rows = Layout::vertical([
            Constraint::Fill(1),
            Constraint::Length(story),
            Constraint::Length(1),
        ]);
        let [table, story, keys] = rows.areas(area);
        let paint = Paint(self.look);
        self.draw_table(frame, table);
        self.draw_story(frame, story);
        let words = format!(" {}", paint.text(lang.word(text::WATCH_KEYS)));
        frame.render_widget(Span::styled(words, FAINT), keys);
        if self.log_is_open {
            let window = Window {
                title: lang.word(text::WHAT_HAPPENED),
                lines: self
                    .teller()
                    .log(self.record.history(), self.perspective(), 0, self.at),
                foot: lang.word(text::ESC_CLOSES),
                scroll: &self.scroll,
            };
            window.draw(frame, paint);
        }
    }

    fn key(&mut self, key: KeyCode) -> anyhow::Result<()> {
        self.answer = None;
        if self.log_is_open {
            self.log_is_open = self.scroll.key(key);
            return Ok(());
        }
        let playing = self.plays_at.take();
        let end = self.events().len();
        let decision = |event: &Event| event.action().is_some();
        let dealt = |event: &Event| matches!(event, Event::HandDealt { .. });
        match key {
            KeyCode::Char('q') | KeyCode::Esc => self.left = true,
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.go_to(self.at + 1),
            KeyCode::Up => self.go_to(self.last(self.at.saturating_sub(1), decision)),
            KeyCode::Down => self.go_to(self.next(self.at, decision)),
            KeyCode::PageUp => self.go_to(self.last(self.at.saturating_sub(1), dealt)),
            KeyCode::PageDown => self.go_to(self.next(self.at, dealt)),
            KeyCode::Home => self.go_to(0),
            KeyCode::End => self.go_to(end),
            KeyCode::Char(' ') if playing.is_none() && self.at < end => self.plays_at = Some(Instant::now()),
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

    fn is_left(&self) -> bool {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use pidro_testing::golden;

    use super::*;
    use crate::lang::Suits;
    use crate::terminal::drawn_text as screen;
    use pidro_text::Lang;

    const KILLS: &str = include_str!("../../../pidro/tests/golden/kills.pidro");

    fn app(record: &str, lang: Lang, observer: Option<Observer>) -> App {
        let look = Look {
            lang,
            suits: Suits::Signs,
        };
        App::new(Record::parse(record).unwrap(), look, observer, Duration::ZERO)
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
                                shown.contains(&app.look.card(card)),
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
        assert!(screen(&app, 80, 24).contains("What one seat saw can't be analysed."));
        assert!(app.analysing.is_none());
    }
}
