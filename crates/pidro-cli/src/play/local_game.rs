//! A game at this computer, with its players and the file in which it is saved.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use pidro::{
    Action, BySeat, Deck, Event, FairDeal, Game, History, HistoryError, IllegalAction, Mark, Record, Rules,
    Seat, SeatSet, Seed, SeedOrigin, SeededGame,
};
use pidro_bots::{Bot, Level};

use crate::games::MAX_NAME_LENGTH;
use crate::lang::printable;
use crate::{files, folders, random};

/// The settings of a new game.
#[derive(Clone)]
pub(crate) struct Setup {
    pub(crate) rules: Rules,
    /// If `None`, the decks come from a fair deal with a new secret.
    pub(crate) seed: Option<Seed>,
    /// The players' words for that fair deal.
    pub(crate) words: BySeat<String>,
    pub(crate) humans: SeatSet,
    pub(crate) level: Level,
    /// The names of the people; bots have their own names.
    pub(crate) names: BySeat<String>,
}

/// The names of the bots, one per seat.
const BOT_NAMES: [&str; 4] = ["Ebba", "Runar", "Gunvor", "Helge"];

enum Player {
    Human,
    Bot { level: Level, bot: Box<dyn Bot + Send> },
}

impl Player {
    fn bot(level: Level, seat: Seat) -> Player {
        let bot = level.bot(seat as u64);
        Player::Bot { level, bot }
    }
}

/// A game of people and bots at this computer.
pub(crate) struct LocalGame {
    seeded_game: SeededGame,
    players: BySeat<Player>,
    names: BySeat<String>,
    /// The tags of the record that the other fields don't determine.
    tags: Vec<(String, String)>,
    /// Comments for the record, each with the number of events before it.
    comments: Vec<(usize, String)>,
    marks: Vec<(usize, Mark)>,
    /// Decks already dealt in a game without a seed, by hand number. Dealing again after an undo
    /// gives the same cards.
    decks: BTreeMap<u32, Deck>,
    file: PathBuf,
    /// The content of the file when we last read or wrote it; `None` before the first save.
    saved: RefCell<Option<String>>,
}

impl LocalGame {
    /// Starts a new game, to be saved in a new file in this folder.
    pub(crate) fn new(setup: &Setup, folder: &Path) -> anyhow::Result<LocalGame> {
        let seed = if let Some(seed) = &setup.seed {
            seed.clone()
        } else {
            let mut deal = FairDeal::new(random::secret()?);
            for (seat, word) in setup.words.iter() {
                deal.add_word(seat, word)?;
            }
            deal.seed()
        };
        let now = jiff::Zoned::now();
        let names = BySeat::from_fn(|seat| {
            if setup.humans.contains(seat) {
                setup.names[seat].clone()
            } else {
                BOT_NAMES[seat as usize].to_owned()
            }
        });
        let players = BySeat::from_fn(|seat| {
            if setup.humans.contains(seat) {
                Player::Human
            } else {
                Player::bot(setup.level, seat)
            }
        });
        Ok(LocalGame {
            seeded_game: SeededGame::new(setup.rules, Some(seed)),
            players,
            names,
            tags: vec![("Date".to_owned(), now.strftime("%Y-%m-%d").to_string())],
            comments: Vec::new(),
            marks: Vec::new(),
            decks: BTreeMap::new(),
            saved: RefCell::new(None),
            file: unused_file(folder, &now.strftime("%Y-%m-%d-%H%M%S").to_string()),
        })
    }

    /// Resumes the game in this file. For seats that the record marks neither as a person nor as a
    /// bot, uses the set-up.
    pub(crate) fn resume(file: &Path, setup: &Setup) -> anyhow::Result<LocalGame> {
        let name = file.display();
        let text = fs::read_to_string(file).with_context(|| format!("{name} can't be read"))?;
        let cant_resume = || format!("the game in {name} can't be resumed");
        let record = Record::parse(&text).with_context(cant_resume)?;
        let seeded_game = record.to_game().with_context(cant_resume)?;
        ensure!(
            seeded_game.history().game().winner().is_none(),
            "the game in {name} is over"
        );
        let mut local_game = LocalGame {
            seeded_game,
            players: BySeat::from_fn(|_| Player::Human),
            names: setup.names.clone(),
            tags: Vec::new(),
            comments: record
                .comments()
                .map(|(after, text)| (after, text.to_owned()))
                .collect(),
            marks: record.marks().collect(),
            decks: BTreeMap::new(),
            file: file.to_owned(),
            saved: RefCell::new(Some(text)),
        };
        local_game.remember_decks();
        for (tag, value) in record.tags() {
            if !Seat::ALL
                .into_iter()
                .any(|seat| tag == format!("{seat:?}") || tag == type_tag(seat))
            {
                local_game.tags.push((tag.to_owned(), value.to_owned()));
            }
        }
        for seat in Seat::ALL {
            if let Some(name) = record.player(seat) {
                local_game.names[seat] = printable(name, MAX_NAME_LENGTH);
            }
            local_game.players[seat] = match record.tag(&type_tag(seat)) {
                Some("human") => Player::Human,
                Some(level) => {
                    let level = level.parse();
                    Player::bot(
                        level.with_context(|| format!("{name}: {}", type_tag(seat)))?,
                        seat,
                    )
                }
                None if setup.humans.contains(seat) => Player::Human,
                None => Player::bot(setup.level, seat),
            };
        }
        ensure!(!local_game.humans().is_empty(), "{name} has no human player");
        Ok(local_game)
    }

    /// The file of the most recent unfinished game in the folder. Skips unreadable files with a
    /// message.
    pub(crate) fn last_unfinished(folder: &Path) -> anyhow::Result<PathBuf> {
        let files = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path());
        let mut files: Vec<PathBuf> = files
            .filter(|file| file.extension().is_some_and(|extension| extension == "pidro"))
            .collect();
        files.sort_by_key(|file| fs::metadata(file).and_then(|data| data.modified()).ok());
        for file in files.into_iter().rev() {
            let text = fs::read_to_string(&file).unwrap_or_default();
            let game = Record::parse(&text)
                .map_err(anyhow::Error::from)
                .and_then(|record| Ok(record.to_game()?));
            match game {
                Ok(seeded_game) if seeded_game.history().game().winner().is_none() => return Ok(file),
                Ok(_) => {}
                Err(error) => eprintln!("pidro: skipping {}: {error}", file.display()),
            }
        }
        bail!("there is no unfinished game in {}", folder.display())
    }

    fn remember_decks(&mut self) {
        let mut game = *self.history().initial_game();
        for event in self.seeded_game.history().log() {
            if let Event::HandDealt { deck, .. } = event {
                self.decks.insert(game.hand_number(), *deck);
            }
            game = game.evolve(event);
        }
    }

    /// The settings for another game with the same people, words, bots and rules.
    pub(crate) fn rematch_setup(&self) -> Setup {
        let level = |seat: Seat| match self.players[seat] {
            Player::Bot { level, .. } => Some(level),
            Player::Human => None,
        };
        Setup {
            rules: *self.game().rules(),
            seed: None,
            words: self
                .fair_deal()
                .map(|deal| deal.words().clone())
                .unwrap_or_default(),
            humans: self.humans(),
            level: Seat::ALL.into_iter().find_map(level).unwrap_or(Level::Basic),
            names: self.names.clone(),
        }
    }

    pub(crate) const fn history(&self) -> &History {
        self.seeded_game.history()
    }

    pub(crate) const fn game(&self) -> &Game {
        self.seeded_game.history().game()
    }

    /// The file in which the game is saved.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    pub(crate) const fn names(&self) -> &BySeat<String> {
        &self.names
    }

    /// The seats of the people.
    pub(crate) fn humans(&self) -> SeatSet {
        let human = |seat: &Seat| matches!(self.players[*seat], Player::Human);
        Seat::ALL.into_iter().filter(human).collect()
    }

    /// The seat of the only person, if exactly one plays.
    pub(crate) fn only_human(&self) -> Option<Seat> {
        let humans = self.humans();
        humans.iter().next().filter(|_| humans.len() == 1)
    }

    /// The seat whose turn it is, if a person plays it.
    pub(crate) fn human_turn(&self) -> Option<Seat> {
        self.game().turn().filter(|seat| self.humans().contains(*seat))
    }

    /// The commitment published before the first card, if this is a fair deal.
    pub(crate) fn commitment(&self) -> Option<String> {
        Some(self.fair_deal()?.commitment().to_string())
    }

    /// The fair deal, if the decks come from one.
    fn fair_deal(&self) -> Option<&FairDeal> {
        match self.seeded_game.seed()?.origin() {
            SeedOrigin::Fair(deal) => Some(deal),
            SeedOrigin::Text(_) => None,
        }
    }

    /// Lets a bot decide if it is its turn, or deals if the record has no seed. Returns whether
    /// anything happened.
    pub(crate) fn advance(&mut self) -> anyhow::Result<bool> {
        let game = *self.game();
        if game.wants_deck() {
            let deck = match self.decks.get(&game.hand_number()) {
                Some(known) if game.dealer().is_some() => *known,
                _ => random::seed()?.deck_for(&game),
            };
            self.seeded_game.deal(&deck)?;
            if game.dealer().is_some() {
                self.decks.insert(game.hand_number(), deck);
            }
            return Ok(true);
        }
        let Some(seat) = game.turn() else { return Ok(false) };
        let Player::Bot { bot, .. } = &mut self.players[seat] else {
            return Ok(false);
        };
        let action = bot.choose(&game.view(seat));
        let action = action.context("the bot found nothing to do")?;
        self.seeded_game.act(seat, action)?;
        Ok(true)
    }

    /// Applies a person's decision.
    pub(crate) fn act(&mut self, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        self.seeded_game.act(seat, action).map(|_| ())
    }

    /// Undoes the last human decision and returns its seat and action.
    pub(crate) fn undo(&mut self) -> Result<(Seat, Action), HistoryError> {
        let humans = self.humans();
        let undone = self.seeded_game.undo_to(|seat| humans.contains(seat))?;
        let now = self.history().log().len();
        for (after, _) in &mut self.comments {
            *after = now.min(*after);
        }
        self.marks.retain(|(event, _)| *event < now);
        Ok(undone)
    }

    /// Adds a comment to the record after the current event.
    pub(crate) fn add_comment(&mut self, text: String) {
        self.comments.push((self.history().log().len(), text));
    }

    /// Whether a person has made a decision.
    fn has_human_decision(&self) -> bool {
        let humans = self.humans();
        let mut decisions = self.history().log().iter().filter_map(Event::action);
        decisions.any(|(seat, _)| humans.contains(seat))
    }

    /// The record of the game so far, with its players and comments.
    pub(crate) fn record(&self) -> Record {
        let mut record = self.seeded_game.to_record();
        for (tag, value) in &self.tags {
            record.set_tag(tag, value);
        }
        for seat in Seat::ALL {
            record.set_player(seat, &self.names[seat]);
        }
        for (seat, player) in self.players.iter() {
            let kind = match player {
                Player::Human => "human".to_owned(),
                Player::Bot { level, .. } => level.to_string(),
            };
            record.set_tag(&type_tag(seat), &kind);
        }
        for (after, text) in &self.comments {
            record.add_comment(*after, text);
        }
        for (event, mark) in &self.marks {
            record.set_mark(*event, *mark);
        }
        record
    }

    /// Whether the game has been saved, so that it can be resumed.
    pub(crate) fn is_saved(&self) -> bool {
        self.saved.borrow().is_some()
    }

    /// Saves the game if it is worth saving: a person has made a decision, or the file already
    /// exists.
    pub(crate) fn autosave(&self) -> anyhow::Result<()> {
        if self.has_human_decision() || self.is_saved() {
            self.save()
        } else {
            Ok(())
        }
    }

    /// Writes the game to its file.
    pub(crate) fn save(&self) -> anyhow::Result<()> {
        let name = self.file.display();
        let mut saved = self.saved.borrow_mut();
        let text = self.record().to_string();
        if saved.as_ref() == Some(&text) {
            return Ok(());
        }
        if fs::read_to_string(&self.file).ok() != *saved {
            bail!("{name} was modified by another program");
        }
        let folder = self.file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).with_context(|| format!("{} can't be created", folder.display()))?;
        // The secret in the file reveals every future card, so only the owner may read it.
        files::replace_privately(&self.file, text.as_bytes())?;
        *saved = Some(text);
        Ok(())
    }
}

/// The tag with the type of a player, `human` or the level of a bot, like `WhiteType` in chess.
fn type_tag(seat: Seat) -> String {
    format!("{seat:?}Type")
}

/// A file in the folder that doesn't exist yet.
fn unused_file(folder: &Path, name: &str) -> PathBuf {
    let mut path = folder.join(name).with_extension("pidro");
    let mut number = 1;
    while path.exists() {
        number += 1;
        path = folder.join(format!("{name}-{number}")).with_extension("pidro");
    }
    path
}

/// The folder for saved games.
pub(crate) fn games_folder() -> PathBuf {
    folders::data().join("games")
}
