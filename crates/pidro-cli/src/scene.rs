//! Draws the table: seats around it, the trick in the middle, the score sheet beside it.

mod fan;
mod score_sheet;
mod theme;
mod window;

use pidro::{Phase, Seat, Team, View};
use pidro_text::{say, text};
use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Margin, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Paragraph;

pub(crate) use fan::{Fan, FanCard};
pub(crate) use score_sheet::ScoreSheet;
pub(crate) use theme::{CHOSEN, FAINT, NAME, STRONG, Theme};
pub(crate) use window::{Scroll, Window, pack, wrap};

use crate::lang::seat_name;
use crate::narrator::Narrator;

/// The minimum window size, in columns and rows, for the full layout. Smaller windows get compact
/// lines.
pub(crate) const FULL_SIZE: (u16, u16) = (80, 24);
/// The minimum window size to show anything.
pub(crate) const MIN_SIZE: (u16, u16) = (36, 8);

const SHEET_WIDTH: u16 = 26;

/// A game at one moment, as one observer sees it.
pub(crate) struct Scene<'a> {
    pub(crate) narrator: Narrator<'a>,
    pub(crate) view: View,
    /// The seat at the bottom of the screen.
    pub(crate) bottom: Seat,
    sheet: &'a ScoreSheet,
    /// The label beside each name, such as "bot" or "you".
    pub(crate) labels: [&'static str; 4],
    /// Whether the reader plays at the bottom seat. If so, the teams are called "we" and "they".
    pub(crate) reader_plays: bool,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(
        narrator: Narrator<'a>,
        mut view: View,
        bottom: Seat,
        sheet: &'a ScoreSheet,
    ) -> Scene<'a> {
        // After scoring, the game is already at the next hand, but the screen still shows the last
        // one.
        if sheet.is_scored && view.phase == Phase::Dealing {
            view.hand -= 1;
            view.dealer = view.dealer.map(|next| next.left().left().left());
        }
        Scene {
            narrator,
            view,
            bottom,
            sheet,
            labels: [""; 4],
            reader_plays: true,
        }
    }

    const fn theme(&self) -> Theme {
        Theme(self.narrator.style)
    }

    /// The labels of the bottom seat's team and of the other team.
    fn team_labels(&self) -> [String; 2] {
        let lang = self.narrator.style.lang;
        if self.reader_plays {
            return [text::WE, text::THEY].map(|word| lang.get(word).to_owned());
        }
        let own = self.bottom.team();
        [own, own.opponents()].map(|team| {
            let letters = team
                .seats()
                .iter()
                .filter_map(|seat| seat_name(lang, seat).chars().next());
            letters.collect()
        })
    }

    /// The hand and the contract, in one line.
    pub(crate) fn title(&self) -> Line<'static> {
        let Scene {
            narrator, ref view, ..
        } = *self;
        let lang = narrator.style.lang;
        let theme = self.theme();
        let mut spans = vec![
            Span::styled(" Pidro ", CHOSEN),
            Span::raw(format!(" {} ", say!(lang, text::HAND_NUMBER, hand = view.hand))),
        ];
        match view.auction.contract() {
            Some(contract) => {
                spans.push(Span::raw(" "));
                if let Some(trump) = view.trump {
                    spans.push(theme.suit(trump.suit()));
                    spans.push(Span::raw(" "));
                }
                let bid = format!("{} {}", narrator.names[contract.seat], contract.bid);
                spans.push(Span::styled(bid, STRONG));
            }
            None => spans.push(Span::styled(format!(" {}", lang.get(text::NO_BID_YET)), FAINT)),
        }
        Line::from(spans)
    }

    pub(crate) fn score(&self) -> Line<'static> {
        let lang = self.narrator.style.lang;
        let own = self.bottom.team();
        let [we, they] = self.team_labels();
        let score = |team: Team| self.view.scores[team];
        let target = say!(lang, text::TARGET, target = self.view.rules.target.get());
        Line::from(vec![
            Span::raw(format!("{we} ")),
            Span::styled(score(own).to_string(), STRONG),
            Span::raw(format!("  {they} ")),
            Span::styled(score(own.opponents()).to_string(), STRONG),
            Span::styled(format!("  {target} "), FAINT),
        ])
    }

    /// Draws the table with its seats, and the score sheet on the right.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, area: Rect) {
        let [head, table] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
        let [title, score] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(32)]).areas(head);
        frame.render_widget(self.title(), title);
        frame.render_widget(self.score().alignment(Alignment::Right), score);
        let [table, sheet] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Length(SHEET_WIDTH)]).areas(table);
        let block = self.theme().block("");
        let inner = block.inner(table).inner(Margin::new(1, 0));
        frame.render_widget(block, table);
        self.seats(frame, inner);
        self.sheet.draw(self, frame, sheet);
    }

    fn seats(&self, frame: &mut Frame<'_>, area: Rect) {
        let [left, top, right] = {
            let left = self.bottom.left();
            [left, left.left(), left.left().left()]
        };
        let rows = Layout::vertical([Constraint::Length(3), Constraint::Fill(1), Constraint::Length(3)]);
        let [above, middle, below] = rows.areas(area);
        let columns = Layout::horizontal([Constraint::Fill(1), Constraint::Length(20), Constraint::Fill(1)]);
        let [west, centre, east] = columns.areas(middle);
        self.seat(frame, above, top, Alignment::Center);
        self.seat(frame, west, left, Alignment::Left);
        self.seat(frame, east, right, Alignment::Right);
        self.seat(frame, below, self.bottom, Alignment::Center);
        self.trick(frame, centre, [left, top, right]);
    }

    /// The facts about a seat. Lists an open hand instead of counting it; the viewer's own hand is
    /// drawn at the bottom.
    fn facts(&self, seat: Seat) -> Vec<String> {
        let style = self.narrator.style;
        let mut facts = self.narrator.seat_facts(&self.view, seat);
        if let Some(cards) = self.view.hands[seat].cards()
            && !cards.is_empty()
        {
            let counted = say!(style.lang, text::CARD_COUNT, count = cards.len());
            facts.retain(|fact| *fact != counted);
            if seat != self.bottom {
                facts.insert(0, style.cards(cards, self.view.trump));
            }
        }
        facts
    }

    /// Draws a seat's name and the facts about it.
    fn seat(&self, frame: &mut Frame<'_>, area: Rect, seat: Seat, alignment: Alignment) {
        let mut lines = vec![self.name(seat)];
        let facts = pack(&self.facts(seat), usize::from(area.width).max(1));
        lines.extend(facts.into_iter().map(Line::from));
        frame.render_widget(Paragraph::new(Text::from(lines).alignment(alignment)), area);
    }

    fn name(&self, seat: Seat) -> Line<'static> {
        let theme = self.theme();
        let turn = self.view.turn == Some(seat);
        let mut spans = vec![];
        if turn {
            spans.push(Span::styled(format!("{} ", theme.arrow()), STRONG));
        }
        let style = if turn { STRONG } else { NAME };
        spans.push(Span::styled(self.narrator.names[seat].clone(), style));
        let label = self.labels[seat as usize];
        if !label.is_empty() {
            spans.push(Span::styled(format!(" ({label})"), FAINT));
        }
        Line::from(spans)
    }

    /// Draws the cards of the trick, each in front of its player, with the best one marked.
    fn trick(&self, frame: &mut Frame<'_>, area: Rect, [left, top, right]: [Seat; 3]) {
        let Some(trump) = self.view.trump else { return };
        let trick = self.view.tricks.current();
        let winner = trick.result(trump).map(|result| result.winner);
        let middle = area.x + area.width / 2;
        let step = if area.height >= 5 { 2 } else { 1 };
        let row = area.y + area.height.saturating_sub(2 * step + 1) / 2;
        let places = [
            (top, middle - 3, row),
            (left, area.x, row + step),
            (right, area.x + area.width - 6, row + step),
            (self.bottom, middle - 3, row + 2 * step),
        ];
        for (seat, x, y) in places {
            let played = trick.plays().iter().find(|play| play.seat == seat);
            if let Some(play) = played {
                let card = self.theme().played_card(play.card, winner == Some(seat));
                let place = Rect::new(x, y, 6, 1).intersection(frame.area());
                frame.render_widget(Line::from(card), place);
            }
        }
    }

    /// The table as lines, for a small window: everything if it fits in `rows`, otherwise the
    /// essentials.
    pub(crate) fn compact_lines(&self, width: u16, rows: u16) -> Vec<Line<'static>> {
        let Scene {
            narrator, ref view, ..
        } = *self;
        let lang = narrator.style.lang;
        let theme = self.theme();
        let own = self.bottom.team();
        let [we, they] = self.team_labels();
        let mut head = vec![];
        match view.auction.contract() {
            Some(contract) => {
                if let Some(trump) = view.trump {
                    head.extend([theme.suit(trump.suit()), Span::raw(" ")]);
                }
                head.push(Span::raw(format!(
                    "{} {}",
                    narrator.names[contract.seat], contract.bid
                )));
            }
            None => head.push(Span::raw(say!(lang, text::HAND_NUMBER, hand = view.hand))),
        }
        let scores = [view.scores[own], view.scores[own.opponents()]];
        let score = format!("  {we} {}  {they} {}", scores[0], scores[1]);
        head.push(Span::styled(score, STRONG));
        let head = Line::from(head);
        let plays = narrator.plays(view.tricks.current());
        let trick: Vec<Line<'_>> = pack(&plays, usize::from(width))
            .into_iter()
            .map(Line::from)
            .collect();

        let mut everything = vec![head.clone()];
        if view.trump.is_some() {
            let points = [view.points[own], view.points[own.opponents()]];
            let points = format!(
                "{}: {we} {}, {they} {}",
                lang.get(text::POINTS_TAKEN),
                points[0],
                points[1]
            );
            everything.push(Line::from(points));
        }
        for seat in self.bottom.left().clockwise() {
            everything.push(self.name(seat));
            let facts = pack(&self.facts(seat), usize::from(width).saturating_sub(2).max(1));
            everything.extend(facts.into_iter().map(|line| Line::from(format!("  {line}"))));
        }
        everything.extend(trick.iter().cloned());
        if everything.len() <= usize::from(rows) {
            return everything;
        }
        let others = self.bottom.left().clockwise().into_iter().take(3);
        let seats: Vec<Span<'_>> = others
            .map(|seat| {
                let count = match view.cold[seat] {
                    Some(_) => lang.get(text::COLD).to_owned(),
                    None => view.hands[seat].len().unwrap_or_default().to_string(),
                };
                let mark = if view.dealer == Some(seat) { "*" } else { "" };
                let style = if view.turn == Some(seat) { STRONG } else { NAME };
                Span::styled(format!("{}{mark} {count}  ", narrator.names[seat]), style)
            })
            .collect();
        [head, Line::from(seats)].into_iter().chain(trick).collect()
    }
}
