CREATE TABLE game (
    id TEXT PRIMARY KEY,
    -- Milliseconds since 1970, here and everywhere.
    created INTEGER NOT NULL,
    -- The form of the options and of the entries.
    form INTEGER NOT NULL,
    -- How the table was made, as JSON, and the secret from which all decks follow.
    options TEXT NOT NULL,
    secret TEXT NOT NULL
) STRICT;

CREATE TABLE entry (
    game TEXT NOT NULL REFERENCES game (id),
    -- Counted from 0, without a gap. Of two writers of the same number one wins.
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    -- What happened, as JSON.
    body TEXT NOT NULL,
    -- Who asked for it and by which command, so that none is obeyed twice.
    command TEXT,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE person (
    id TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    name TEXT NOT NULL,
    -- The name as it is compared, and the password's hash, of those who have an account.
    account TEXT UNIQUE,
    password TEXT,
    rating REAL NOT NULL,
    uncertainty REAL NOT NULL,
    rated INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE token (
    -- SHA-256 of the token, which only its owner has.
    hash TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES person (id),
    used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who has played where. The result is there when the game is over.
CREATE TABLE player (
    game TEXT NOT NULL REFERENCES game (id),
    seat TEXT NOT NULL,
    person TEXT NOT NULL,
    at INTEGER NOT NULL,
    won INTEGER,
    own INTEGER,
    other INTEGER,
    contracts INTEGER,
    made INTEGER,
    -- The rating after the game, if it was rated.
    rating REAL,
    PRIMARY KEY (game, seat, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX player_person ON player (person, at);
