-- The nodes that share this database. A node is alive while its row is here; one that was removed
-- never comes back under the same id.
CREATE TABLE node (
    id TEXT PRIMARY KEY,
    -- Where the other nodes reach it.
    address TEXT NOT NULL,
    -- The cluster protocol that it speaks, and the oldest one that it understands.
    version BIGINT NOT NULL,
    oldest BIGINT NOT NULL,
    -- Milliseconds since 1970 by the clock of the database. Any node may remove the row after this.
    expires BIGINT NOT NULL
);

-- The node that owns a table, and the fencing token: each claim counts it up, and every append
-- must carry it.
ALTER TABLE game ADD COLUMN owner TEXT;
ALTER TABLE game ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;

-- One row: what nodes show each other to prove that they belong to this database.
CREATE TABLE cluster (
    id BIGINT PRIMARY KEY,
    secret TEXT NOT NULL
);

-- Limits that hold for all nodes together: when the allowance of a key is full again.
CREATE TABLE allowance (
    key TEXT PRIMARY KEY,
    full_at BIGINT NOT NULL
);
