CREATE TABLE game (
    id TEXT PRIMARY KEY,
    -- Milliseconds since 1970, here and everywhere.
    created BIGINT NOT NULL,
    -- The form of the options and of the entries.
    form BIGINT NOT NULL,
    -- How the table was made, as JSON, and the secret from which all decks follow.
    options TEXT NOT NULL,
    secret TEXT NOT NULL
);

CREATE TABLE entry (
    game TEXT NOT NULL REFERENCES game (id),
    -- Counted from 0, without a gap. Of two writers of the same number one wins.
    n BIGINT NOT NULL,
    at BIGINT NOT NULL,
    -- What happened, as JSON.
    body TEXT NOT NULL,
    -- Who asked for it and by which command, so that none is obeyed twice.
    command TEXT,
    PRIMARY KEY (game, n)
);

CREATE TABLE person (
    id TEXT PRIMARY KEY,
    created BIGINT NOT NULL,
    name TEXT NOT NULL,
    -- The name as it is compared, and the password's hash, of those who have an account.
    account TEXT UNIQUE,
    password TEXT,
    rating DOUBLE PRECISION NOT NULL,
    uncertainty DOUBLE PRECISION NOT NULL,
    rated BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE token (
    -- SHA-256 of the token, which only its owner has.
    hash TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES person (id),
    used BIGINT NOT NULL
);

-- Who has played where. The result is there when the game is over.
CREATE TABLE player (
    game TEXT NOT NULL REFERENCES game (id),
    seat TEXT NOT NULL,
    person TEXT NOT NULL,
    at BIGINT NOT NULL,
    won BIGINT,
    own BIGINT,
    other BIGINT,
    contracts BIGINT,
    made BIGINT,
    -- The rating after the game, if it was rated.
    rating DOUBLE PRECISION,
    PRIMARY KEY (game, seat, person)
);

CREATE INDEX player_person ON player (person, at);
