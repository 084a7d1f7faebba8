CREATE TABLE game (
    id TEXT PRIMARY KEY,
    -- Milliseconds since 1970.
    created BIGINT NOT NULL,
    -- The rules in one line, and the secret from which all decks follow.
    rules TEXT NOT NULL,
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
