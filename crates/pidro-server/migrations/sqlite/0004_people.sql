-- An event names people by their ids only. Their names are in `person` and nowhere else, so that
-- deleting a person rewrites no event.
UPDATE entry SET body = json_remove(body, '$.name') WHERE body LIKE '{"kind":"sat"%';

-- The name of an account as it is compared. The program fills it in for accounts from before; it
-- stays null for one that an older account can be confused with.
ALTER TABLE person ADD COLUMN name_key TEXT;
CREATE UNIQUE INDEX person_name_key ON person (name_key);
-- SHA-256 of the recovery code.
ALTER TABLE person ADD COLUMN recovery TEXT;
-- Whether the person may use the page for operators.
ALTER TABLE person ADD COLUMN admin INTEGER NOT NULL DEFAULT 0;

-- When the session began, and the kind of browser or program.
ALTER TABLE token ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
ALTER TABLE token ADD COLUMN client TEXT;
CREATE INDEX token_person ON token (person);

-- People and addresses that may not use the server.
CREATE TABLE ban (
    -- `person ID` or `address IP`.
    subject TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    -- When it ends; null for a ban without an end.
    until INTEGER,
    reason TEXT NOT NULL,
    actor TEXT NOT NULL
) STRICT;

-- What operators did, and changes to people that every node has to hear of.
CREATE TABLE audit (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    -- Who did it: the id of a person, or a name with `pidro admin`.
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    -- The person, address or table that it concerns.
    subject TEXT,
    detail TEXT
) STRICT;

CREATE INDEX audit_subject ON audit (subject);

-- What players report about each other.
CREATE TABLE report (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL,
    reporter TEXT NOT NULL,
    person TEXT NOT NULL,
    game TEXT,
    reason TEXT NOT NULL,
    body TEXT NOT NULL,
    closed_at INTEGER,
    closed_by TEXT,
    note TEXT
) STRICT;

CREATE INDEX report_person ON report (person);
