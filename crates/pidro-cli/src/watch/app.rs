//! The screen of a game that is played back.

use std::time::{Duration, Instant};

use pidro::{BySeat, Event, Mark, Observer, Record, Seat, View};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::analysing::Analysing;
use crate::games;
use crate::lang::{Look, text};
use crate::scene::{FAINT, Fan, FanCard, LEAST, NAME, Paint, Scene, Sheet, WIDE, Window, wrap};
use crate::tell::Teller;

pub(super) struct App {
    record: Record,
    names: BySeat<String>,
    look: Look,
    /// With whose eyes the game can be seen, the ones it is seen with first.
    eyes: Vec<Observer>,
    /// How many events are shown.
    at: usize,
    pause: Duration,
    /// When the next event is shown, if the game plays by itself.
    plays_at: Option<Instant>,
    analysing: Option<Analysing>,
    /// By how many lines the log is scrolled back, if it is open.
    log: Option<usize>,
    pub(super) left: bool,
}

impl App {
    pub(super) fn new(record: Record, look: Look, observer: Option<Observer>, pause: Duration) -> App {
        let seats = Seat::ALL.map(Observer::Seat);
        let mut eyes: Vec<Observer> = [Observer::Arbiter]
            .into_iter()
            .chain(seats)
            .chain([Observer::Spectator])
            // A record of what one observer saw has nothing for the others.
            .filter(|eyes| record.observer().is_none_or(|only| only == *eyes))
            .collect();
        let first = eyes.iter().position(|eyes| Some(*eyes) == observer);
        eyes.rotate_left(first.unwrap_or_default());
        App {
            names: games::names(&record),
            record,
            look,
            eyes,
            at: 0,
            // At no speed at all nothing could be seen.
            pause: pause.max(Duration::from_millis(50)),
            plays_at: None,
            analysing: None,
            log: None,
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
        // What one seat saw is not enough to tell luck from skill.
        if self.record.observer().is_none() && self.analysing.is_none() {
            self.analysing = Some(Analysing::begin(self.record.history(), &self.names));
        }
    }

    pub(super) fn wakes_in(&self, now: Instant) -> Option<Duration> {
        self.plays_at.map(|next| next.saturating_duration_since(now))
    }

    pub(super) fn tick(&mut self, now: Instant) {
        if let Some(analysing) = &mut self.analysing {
            analysing.look();
        }
        if self.plays_at.is_some_and(|next| next <= now) {
            self.at += 1;
            let more = self.at < self.events().len();
            self.plays_at = more.then(|| now + self.pause);
        }
    }

    pub(super) fn key(&mut self, key: KeyCode, now: Instant) {
        if let Some(back) = self.log {
            self.log = match key {
                KeyCode::Up => Some(back + 1),
                KeyCode::PageUp => Some(back + 10),
                KeyCode::Down => Some(back.saturating_sub(1)),
                KeyCode::PageDown => Some(back.saturating_sub(10)),
                _ => None,
            };
            return;
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
            KeyCode::Char(' ') if playing.is_none() && self.at < end => self.plays_at = Some(now),
            KeyCode::Char('v') => self.eyes.rotate_left(1),
            KeyCode::Char('a') => self.analyse(),
            KeyCode::Char('l') => self.log = Some(0),
            _ => {}
        }
    }

    /// The place behind the last such event among the first so many, or the beginning.
    fn last(&self, before: usize, such: impl Fn(&Event) -> bool) -> usize {
        self.events()[..before]
            .iter()
            .rposition(such)
            .map_or(0, |place| place + 1)
    }

    /// The place behind the next such event, or the end.
    fn next(&self, from: usize, such: impl Fn(&Event) -> bool) -> usize {
        let found = self.events()[from..].iter().position(such);
        found.map_or(self.events().len(), |place| from + place + 1)
    }

    fn teller(&self) -> Teller<'_> {
        Teller {
            look: self.look,
            names: &self.names,
        }
    }

    fn seen_by(&self) -> Observer {
        self.eyes[0]
    }

    fn view(&self) -> View {
        let history = self.record.history();
        let game = history.at_event(self.at).unwrap_or(*history.game());
        game.view(self.seen_by())
    }

    pub(super) fn draw(&self, frame: &mut Frame<'_>) {
        let lang = self.look.lang;
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            frame.render_widget(lang.word(text::TOO_SMALL), area);
            return;
        }
        let view = self.view();
        let sheet = Sheet::of(&self.events()[..self.at]);
        let scene = Scene {
            teller: self.teller(),
            view: &view,
            bottom: match self.seen_by() {
                Observer::Seat(seat) => seat,
                Observer::Spectator | Observer::Arbiter => Seat::South,
            },
            labels: [""; 4],
            ours: matches!(self.seen_by(), Observer::Seat(_)),
            sheet: &sheet,
        };
        let cards = FanCard::hand(&view, scene.bottom);
        let paint = Paint(self.look);
        let fan = Fan {
            cards: &cards,
            trump: view.trump,
            paint,
        };
        let wide = area.width >= WIDE.0 && area.height >= WIDE.1;
        let hand = if wide {
            5
        } else {
            u16::try_from(fan.lines(area.width).len()).unwrap_or(1)
        };
        let rows = Layout::vertical([
            Constraint::Fill(1),
            Constraint::Length(hand),
            Constraint::Length(if wide { 4 } else { 2 }),
            Constraint::Length(1),
        ]);
        let [table, hand, story, keys] = rows.areas(area);
        if wide {
            scene.draw(frame, table);
            frame.render_widget(&fan, hand);
        } else {
            frame.render_widget(Paragraph::new(scene.narrow()), table);
            frame.render_widget(Paragraph::new(fan.lines(area.width)), hand);
        }
        self.draw_story(frame, story);
        let words = format!(" {}", paint.text(lang.word(text::WATCH_KEYS)));
        frame.render_widget(Span::styled(words, FAINT), keys);
        if let Some(back) = self.log {
            let window = Window {
                title: lang.word(text::LOG_TITLE),
                lines: self
                    .teller()
                    .log(self.record.history(), self.seen_by(), 0, self.at),
                foot: lang.word(text::CLOSE),
                back: Some(back),
            };
            window.draw(frame, paint);
        }
    }

    /// What happened, where in the game that is, and what is to be said of it.
    fn draw_story(&self, frame: &mut Frame<'_>, area: Rect) {
        let lang = self.look.lang;
        let whose = match self.seen_by() {
            Observer::Seat(seat) => lang.say(text::VIEW_SEAT, &[("who", &self.names[seat])]),
            Observer::Spectator => lang.word(text::VIEW_SPECTATOR).to_owned(),
            Observer::Arbiter => lang.word(text::VIEW_OPEN).to_owned(),
        };
        let place = lang.say(text::EVENT_OF, &[("at", &self.at), ("all", &self.events().len())]);
        let width = usize::from(area.width.saturating_sub(2)).max(1);
        let mut lines = vec![];
        if let Some(before) = self.at.checked_sub(1) {
            let told = self
                .teller()
                .log(self.record.history(), self.seen_by(), before, self.at);
            let marked = self.record.marks().find(|(marked, _)| *marked == before);
            let mark = marked.map_or("", |(_, mark)| mark.text());
            for line in wrap(format!("{} {mark}", told.join(" ")).trim(), width) {
                lines.push(Line::styled(format!(" {line}"), NAME));
            }
        }
        for remark in self.remarks() {
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
        let comments = self.record.comments().filter(|(after, _)| *after == self.at);
        remarks.extend(comments.map(|(_, comment)| comment.to_owned()));
        let Some(analysing) = &self.analysing else {
            return remarks;
        };
        let Some(analysis) = &analysing.analysis else {
            remarks.push(lang.say(text::ANALYSING, &[("percent", &analysing.percent())]));
            return remarks;
        };
        let decision = analysis.decisions.iter().find(|decision| decision.event == event);
        if let Some(decision) = decision.filter(|decision| decision.cost.win > 0.0) {
            let trump = self.view().trump;
            let mark = decision.mark.map_or("", Mark::text);
            let better = lang.say(
                text::BETTER,
                &[
                    ("best", &self.teller().action(decision.best, trump)),
                    ("win", &lang.decimal(0.0 - 100.0 * decision.cost.win)),
                ],
            );
            remarks.push(format!("{mark} {better}").trim().to_owned());
        }
        let hand = analysis.hands.iter().rfind(|hand| hand.event <= event);
        remarks.extend(hand.map(|hand| {
            let team = pidro::Team::NorthSouth;
            let percent = format!("{:.0}", 100.0 * hand.win[team]);
            lang.say(
                text::CHANCE,
                &[("team", &self.teller().team(team)), ("percent", &percent)],
            )
        }));
        remarks
    }
}
