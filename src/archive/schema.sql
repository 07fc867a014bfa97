-- SPDX-License-Identifier: MIT
--
-- The tables, indexes and views of an archive database (docs/archive.md). Any change of them is a new version (schema.h).
-- database_check.c compares their text with that of a database, without comments and with one blank for any white space. A line
-- may therefore end only at a blank.
--
-- The tables use the library's words session and fact, and the numbers of its kinds. Other statements name the indexes (INDEXED
-- BY), and repeat the conditions of partial ones. Tables with a key of several columns are WITHOUT ROWID, so that their rows are
-- in the order of the key.
--
-- A search needs a small part of millions of facts. The primary key puts the facts of a session side by side, and only kinds that
-- are searched alone have further indexes.

-- The content of files. Files with the same bytes share a row, so it has no path.
CREATE TABLE recording (
    id INTEGER PRIMARY KEY,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    fingerprint INTEGER NOT NULL,
    codec TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    game_uuid TEXT,
    prev_game_uuid TEXT,
    cut_of TEXT,
    version INTEGER NOT NULL,
    version_minor INTEGER,
    start_time INTEGER,
    zone INTEGER,
    server_name TEXT,
    server_name_raw BLOB,
    server_version TEXT,
    server_port INTEGER,
    game_type TEXT,
    map_name TEXT,
    map_name_raw BLOB,
    map_crc TEXT,
    map_size INTEGER,
    map_sha256 TEXT,
    last_tick INTEGER NOT NULL,
    complete INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    damage TEXT,
    facts_left_out INTEGER NOT NULL,
    names_known INTEGER NOT NULL,
    format TEXT NOT NULL DEFAULT 'teehistorian',
    first_tick INTEGER NOT NULL DEFAULT 0,
    ticks INTEGER NOT NULL DEFAULT 0);
CREATE INDEX recording_content ON recording(size, fingerprint, mtime_ns);
-- Serves the search for names when a recording is removed, and for games of lists without a recording.
CREATE INDEX recording_game ON recording(game_uuid);
CREATE INDEX recording_previous ON recording(prev_game_uuid) WHERE prev_game_uuid IS NOT NULL;
CREATE INDEX recording_names ON recording(names_known) WHERE names_known <> 1;
CREATE INDEX recording_damaged ON recording(id) WHERE errors <> 0;

-- Every file that was read, even if it is no recording: it is not opened again until its size or time stamp changes. gone.c needs
-- the device.
CREATE TABLE file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    path_raw BLOB,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    device INTEGER NOT NULL,
    recording INTEGER REFERENCES recording(id),
    damage TEXT);
-- Two paths that are not UTF-8 can have the same text with U+FFFD, so their bytes are part of the key. ifnull is needed because
-- NULL is not equal to NULL.
CREATE UNIQUE INDEX file_path ON file(path, ifnull(path_raw, x''));
CREATE INDEX file_recording ON file(recording);
CREATE INDEX file_damaged ON file(id) WHERE damage IS NOT NULL;

-- Recordings that were removed from the disk because of their age or of the space. Their rows remain, and scans do not forget them.
-- `at` is in seconds since 1970.
CREATE TABLE removed (
    file INTEGER PRIMARY KEY REFERENCES file(id) ON DELETE CASCADE,
    at INTEGER NOT NULL);

CREATE TABLE name (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    name_raw BLOB,
    folded TEXT NOT NULL);
CREATE UNIQUE INDEX name_name ON name(name, ifnull(name_raw, x''));
CREATE INDEX name_folded ON name(folded);

-- Games of lists (import.c). Nothing refers to them.
CREATE TABLE game (
    game_uuid TEXT PRIMARY KEY,
    start_time INTEGER NOT NULL,
    zone INTEGER NOT NULL,
    map_name TEXT NOT NULL,
    map_name_raw BLOB,
    map_crc TEXT,
    map_size INTEGER) WITHOUT ROWID;

CREATE TABLE session (
    recording INTEGER NOT NULL REFERENCES recording(id),
    session INTEGER NOT NULL,
    cid INTEGER NOT NULL,
    joined_tick INTEGER NOT NULL,
    join_recorded INTEGER NOT NULL,
    left_tick INTEGER NOT NULL,
    left TEXT NOT NULL,
    PRIMARY KEY (recording, session)) WITHOUT ROWID;

-- `number` is that of the fact that gave the name, or -1 for a name from the game before.
CREATE TABLE session_name (
    recording INTEGER NOT NULL REFERENCES recording(id),
    session INTEGER NOT NULL,
    number INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    name INTEGER NOT NULL REFERENCES name(id),
    source INTEGER NOT NULL,
    trust INTEGER NOT NULL,
    PRIMARY KEY (recording, session, number)) WITHOUT ROWID;
CREATE INDEX session_name_name ON session_name(name, trust);
CREATE INDEX session_name_trust ON session_name(recording, session, trust, number, name);

CREATE TABLE fact_kind (
    kind INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    doc TEXT NOT NULL);
-- rows.h says which kind uses which columns. The session is -1 for a fact about a team, so that the key has no NULL.
CREATE TABLE fact (
    recording INTEGER NOT NULL REFERENCES recording(id),
    session INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind INTEGER NOT NULL REFERENCES fact_kind(kind),
    tick INTEGER NOT NULL,
    cid INTEGER,
    team INTEGER,
    value INTEGER,
    other INTEGER,
    other_session INTEGER,
    text TEXT,
    text_raw BLOB,
    uuid TEXT,
    PRIMARY KEY (recording, session, number)) WITHOUT ROWID;
-- Every kind in this index costs time when a recording is stored, so it is partial and has only the kinds that are searched in
-- all recordings: ARCHIVE_FACTS_ALONE, a sum of 1 << kind. The condition is a shift, because SQLite keeps the values of an IN in a
-- b-tree. `value` is for min_value and max_value of a query.
CREATE INDEX fact_alone ON fact(kind, recording, value) WHERE (380537856 >> kind & 1) = 1;
CREATE INDEX fact_save ON fact(uuid) WHERE kind IN (19, 21);
CREATE INDEX fact_account ON fact(text) WHERE kind = 10;
-- The digits of clients: of a version, and of the chat command timeout.
CREATE INDEX fact_client ON fact(text) WHERE kind IN (9, 26);
CREATE INDEX fact_team ON fact(recording, team, tick, number) WHERE session = -1;
CREATE INDEX fact_other ON fact(recording, other_session) WHERE other_session IS NOT NULL;

-- A demo has no zone. SQLite knows no zones, so the zone is added to UTC. There are 50 ticks a second.
CREATE VIEW recordings AS
    SELECT f.path AS file,
        strftime('%Y-%m-%dT%H:%M:%S', r.start_time + ifnull(r.zone, 0) + 0, 'unixepoch') AS time,
        r.ticks / 50.0 AS seconds, r.map_name AS map, r.server_name AS server, r.game_uuid, r.prev_game_uuid,
        r.complete, r.errors, r.damage, f.size, r.bytes, r.id AS recording, r.format
    FROM file AS f JOIN recording AS r ON r.id = f.recording
    UNION ALL
    SELECT path, NULL, NULL, NULL, NULL, NULL, NULL, 0, 1, damage, size, NULL, NULL, NULL
    FROM file WHERE damage IS NOT NULL;

-- The name at a fact is looked up in an index once for each trust, the best first.
CREATE VIEW sessions AS
    SELECT f.path AS file, m.joined_tick AS tick,
        strftime('%Y-%m-%dT%H:%M:%S', r.start_time + ifnull(r.zone, 0) + (m.joined_tick - r.first_tick) / 50, 'unixepoch') AS time,
        coalesce((SELECT n.name FROM session_name AS b INDEXED BY session_name_trust JOIN name AS n ON n.id = b.name WHERE b.recording = m.recording
                AND b.session = m.session AND b.trust = 2 AND b.number <= 9223372036854775807 ORDER BY b.number DESC LIMIT 1),
            (SELECT n.name FROM session_name AS b INDEXED BY session_name_trust JOIN name AS n ON n.id = b.name WHERE b.recording = m.recording
                AND b.session = m.session AND b.trust = 1 AND b.number <= 9223372036854775807 ORDER BY b.number DESC LIMIT 1),
            (SELECT n.name FROM session_name AS b INDEXED BY session_name_trust JOIN name AS n ON n.id = b.name WHERE b.recording = m.recording
                AND b.session = m.session AND b.trust = 0 AND b.number <= 9223372036854775807 ORDER BY b.number DESC LIMIT 1)) AS player,
        m.cid, (m.left_tick - m.joined_tick) / 50.0 AS seconds, m.left, r.map_name AS map, m.recording, m.session
    FROM session AS m JOIN recording AS r ON r.id = m.recording
    JOIN file AS f ON f.recording = m.recording;

CREATE VIEW facts AS
    SELECT f.path AS file, m.tick,
        strftime('%Y-%m-%dT%H:%M:%S', r.start_time + ifnull(r.zone, 0) + (m.tick - r.first_tick) / 50, 'unixepoch') AS time,
        k.name AS kind,
        coalesce((SELECT n.name FROM session_name AS b INDEXED BY session_name_trust JOIN name AS n ON n.id = b.name WHERE b.recording = m.recording
                AND b.session = m.session AND b.trust = 2 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1),
            (SELECT n.name FROM session_name AS b INDEXED BY session_name_trust JOIN name AS n ON n.id = b.name WHERE b.recording = m.recording
                AND b.session = m.session AND b.trust = 1 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1),
            (SELECT n.name FROM session_name AS b INDEXED BY session_name_trust JOIN name AS n ON n.id = b.name WHERE b.recording = m.recording
                AND b.session = m.session AND b.trust = 0 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1)) AS player,
        m.cid, m.team, m.value, m.other, m.text, m.uuid, r.map_name AS map, m.recording, m.session, m.number
    FROM fact AS m JOIN fact_kind AS k ON k.kind = m.kind JOIN recording AS r ON r.id = m.recording
    JOIN file AS f ON f.recording = m.recording;

CREATE VIEW finishes AS
    SELECT f.path AS file, m.tick,
        strftime('%Y-%m-%dT%H:%M:%S', r.start_time + ifnull(r.zone, 0) + (m.tick - r.first_tick) / 50, 'unixepoch') AS time,
        coalesce((SELECT n.name FROM session_name AS b INDEXED BY session_name_trust JOIN name AS n ON n.id = b.name WHERE b.recording = m.recording
                AND b.session = m.session AND b.trust = 2 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1),
            (SELECT n.name FROM session_name AS b INDEXED BY session_name_trust JOIN name AS n ON n.id = b.name WHERE b.recording = m.recording
                AND b.session = m.session AND b.trust = 1 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1),
            (SELECT n.name FROM session_name AS b INDEXED BY session_name_trust JOIN name AS n ON n.id = b.name WHERE b.recording = m.recording
                AND b.session = m.session AND b.trust = 0 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1)) AS player,
        m.cid, m.value / 50.0 AS seconds, r.map_name AS map, m.recording, m.session
    FROM fact AS m JOIN recording AS r ON r.id = m.recording
    JOIN file AS f ON f.recording = m.recording WHERE m.kind = 17;

CREATE VIEW kills AS
    SELECT f.path AS file, m.tick,
        strftime('%Y-%m-%dT%H:%M:%S', r.start_time + ifnull(r.zone, 0) + (m.tick - r.first_tick) / 50, 'unixepoch') AS time,
        coalesce((SELECT n.name FROM session_name AS b INDEXED BY session_name_trust JOIN name AS n ON n.id = b.name WHERE b.recording = m.recording
                AND b.session = m.session AND b.trust = 2 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1),
            (SELECT n.name FROM session_name AS b INDEXED BY session_name_trust JOIN name AS n ON n.id = b.name WHERE b.recording = m.recording
                AND b.session = m.session AND b.trust = 1 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1),
            (SELECT n.name FROM session_name AS b INDEXED BY session_name_trust JOIN name AS n ON n.id = b.name WHERE b.recording = m.recording
                AND b.session = m.session AND b.trust = 0 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1)) AS player,
        m.cid,
        coalesce((SELECT n.name FROM session_name AS b INDEXED BY session_name_trust JOIN name AS n ON n.id = b.name WHERE b.recording = m.recording
                AND b.session = m.other_session AND b.trust = 2 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1),
            (SELECT n.name FROM session_name AS b INDEXED BY session_name_trust JOIN name AS n ON n.id = b.name WHERE b.recording = m.recording
                AND b.session = m.other_session AND b.trust = 1 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1),
            (SELECT n.name FROM session_name AS b INDEXED BY session_name_trust JOIN name AS n ON n.id = b.name WHERE b.recording = m.recording
                AND b.session = m.other_session AND b.trust = 0 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1)) AS killer,
        m.other AS killer_cid, m.value AS weapon, r.map_name AS map, m.recording, m.session, m.number
    FROM fact AS m JOIN recording AS r ON r.id = m.recording
    JOIN file AS f ON f.recording = m.recording WHERE m.kind = 15;
