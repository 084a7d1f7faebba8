//! The index of played games: who played, how the game ended, and how it changed the ratings.

use pidro::{Event, Game, Seat};
use pidro_protocol::PersonId;
use pidro_table::TableState;
use skillratings::Outcomes;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_two_teams};

use super::database::{Connection, Statement};

/// The result of a game for a seat with a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatResult {
    /// The seat.
    pub(crate) seat: Seat,
    /// The person who had the seat at the end.
    pub(crate) person: PersonId,
    /// Whether their team won.
    pub(crate) won: bool,
    /// Their team's score.
    pub(crate) own: i32,
    /// The opponents' score.
    pub(crate) other: i32,
    /// How many contracts this seat declared.
    pub(crate) contracts: u32,
    /// How many of those contracts were made.
    pub(crate) made: u32,
}

impl SeatResult {
    /// The results of a finished game, one for each person.
    pub(crate) fn of(state: &TableState) -> Vec<SeatResult> {
        let (Some(game), Some(winner)) = (state.seeded_game(), state.game().and_then(Game::winner)) else {
            return Vec::new();
        };
        let scores = game.history().game().scores();
        let result = |seat: Seat| {
            let contracts = game.history().log().iter().filter_map(|event| match event {
                Event::HandScored { contract, made, .. } if contract.seat == seat => Some(*made),
                _ => None,
            });
            let (count, made) = contracts.fold((0, 0), |(count, total), made| {
                (count + 1, total + u32::from(made))
            });
            Some(SeatResult {
                seat,
                person: state.person_at(seat)?.clone(),
                won: seat.team() == winner,
                own: scores[seat.team()],
                other: scores[seat.team().opponents()],
                contracts: count,
                made,
            })
        };
        Seat::ALL.into_iter().filter_map(result).collect()
    }
}

/// A player's estimated skill and its uncertainty.
pub(super) type Estimate = (f64, f64);

/// The estimate for a new player.
pub(super) const NEW_PLAYER: Estimate = (25.0, 25.0 / 3.0);

/// The rating to show: a conservative lower bound of the estimate.
pub(super) fn shown_rating((rating, uncertainty): Estimate) -> f64 {
    (rating - 3.0 * uncertainty).max(0.0)
}

/// The new estimates of two winners and two losers after their game.
fn estimates_after(winners: [Estimate; 2], losers: [Estimate; 2]) -> Vec<Estimate> {
    let rating = |(rating, uncertainty)| WengLinRating { rating, uncertainty };
    let config = WengLinConfig::default();
    let (won, lost) = weng_lin_two_teams(&winners.map(rating), &losers.map(rating), &Outcomes::WIN, &config);
    won.iter()
        .chain(&lost)
        .map(|new| (new.rating, new.uncertainty))
        .collect()
}

/// Records that a person plays.
pub(super) fn insert_player(table: &str, seat: Seat, person: &PersonId, at: i64) -> Statement {
    let sql = "INSERT INTO player (game, seat, person, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    Statement::new(sql)
        .bind(table)
        .bind(seat.to_string())
        .bind(person.as_str())
        .bind(at)
}

/// The results of a finished game.
#[derive(Clone, Debug)]
pub(super) struct GameOver {
    pub(super) table: String,
    pub(super) at: i64,
    pub(super) seats: Vec<SeatResult>,
}

/// Writes the results of a game. Games between four people with accounts are rated.
pub(super) async fn write(connection: &mut Connection, game: &GameOver) -> Result<(), sqlx::Error> {
    // People first, in the order of their ids, like every other write that locks several of these
    // rows: otherwise two nodes could wait for each other.
    let known = if game.seats.len() == Seat::ALL.len() {
        lock_people(connection, game).await?
    } else {
        Vec::new()
    };
    for result in &game.seats {
        let sql = "UPDATE player SET won = $1, own = $2, other = $3, contracts = $4, made = $5, at = $6 \
                   WHERE game = $7 AND seat = $8 AND person = $9";
        let row = Statement::new(sql)
            .bind(i64::from(result.won))
            .bind(i64::from(result.own))
            .bind(i64::from(result.other))
            .bind(i64::from(result.contracts))
            .bind(i64::from(result.made))
            .bind(game.at)
            .bind(game.table.as_str())
            .bind(result.seat.to_string())
            .bind(result.person.as_str());
        connection.execute(&row).await?;
    }
    rate(connection, game, known).await
}

/// Locks the rows of the people with accounts. Returns their estimates.
async fn lock_people<'a>(
    connection: &mut Connection,
    game: &'a GameOver,
) -> Result<Vec<(&'a SeatResult, Estimate)>, sqlx::Error> {
    let mut known = Vec::new();
    let mut by_id: Vec<&SeatResult> = game.seats.iter().collect();
    by_id.sort_by(|one, other| one.person.as_str().cmp(other.person.as_str()));
    for result in by_id {
        let sql = "UPDATE person SET rated = rated WHERE id = $1 AND account IS NOT NULL \
                   RETURNING rating, uncertainty";
        let account = Statement::new(sql).bind(result.person.as_str());
        let estimate: Option<Estimate> = connection.first(&account).await?;
        known.extend(estimate.map(|estimate| (result, estimate)));
    }
    Ok(known)
}

/// Updates the ratings of four people after their game.
async fn rate(
    connection: &mut Connection,
    game: &GameOver,
    known: Vec<(&SeatResult, Estimate)>,
) -> Result<(), sqlx::Error> {
    for (result, (rating, uncertainty)) in new_estimates(known) {
        let sql = "UPDATE person SET rating = $1, uncertainty = $2, rated = rated + 1 WHERE id = $3";
        let person = Statement::new(sql)
            .bind(rating)
            .bind(uncertainty)
            .bind(result.person.as_str());
        connection.execute(&person).await?;
        let sql = "UPDATE player SET rating = $1 WHERE game = $2 AND seat = $3 AND person = $4";
        let player = Statement::new(sql)
            .bind(shown_rating((rating, uncertainty)))
            .bind(game.table.as_str())
            .bind(result.seat.to_string())
            .bind(result.person.as_str());
        connection.execute(&player).await?;
    }
    Ok(())
}

/// The new estimates, if all four players have accounts.
fn new_estimates(mut known: Vec<(&SeatResult, Estimate)>) -> Vec<(&SeatResult, Estimate)> {
    known.sort_by_key(|(result, _)| !result.won);
    let [first, second, third, fourth] = known[..] else {
        return Vec::new();
    };
    let new = estimates_after([first.1, second.1], [third.1, fourth.1]);
    known.iter().map(|(result, _)| *result).zip(new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_rise_and_losers_fall() {
        let new = estimates_after([NEW_PLAYER; 2], [NEW_PLAYER; 2]);
        assert!(new[0].0 > NEW_PLAYER.0 && new[1].0 > NEW_PLAYER.0);
        assert!(new[2].0 < NEW_PLAYER.0 && new[3].0 < NEW_PLAYER.0);
        assert!(new.iter().all(|(_, uncertainty)| *uncertainty < NEW_PLAYER.1));
        // A new player has a rating of zero.
        assert!(shown_rating(NEW_PLAYER).abs() < 1e-9);
    }
}
