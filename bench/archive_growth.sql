-- SPDX-License-Identifier: MIT
--
-- Fills an archive database (docs/archive.md) with made-up rows, to see how searches grow. The table
-- temp.size(shape, n) says what to put in; see bench/archive_growth.sh and tests/test_archive_growth.c.
--
--   names       one session with n names and n finishes, a login for every tenth
--   teams       one session with n changes of its team, and n saves, loads, finishes and practices of teams
--   sessions    n sessions after one another on 64 client ids, each with a few names and facts, and n saves of team 0
--   recordings  n recordings in n files, with one session each
--   chain       n games, each after the one before it, with two clients who go through all of them
--   ring        n games in one ring, which no server writes
--   rings       n games in rings of one and of ten
--   copies      n recordings of one game that comes after itself
--   names_many  n names, each of a session of its own in one recording

CREATE TEMP TABLE i (i INTEGER PRIMARY KEY);
INSERT INTO temp.i WITH RECURSIVE up(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM up WHERE i + 1 < (SELECT max(n) FROM temp.size))
    SELECT i FROM up;
CREATE TEMP VIEW each AS SELECT shape, n, i FROM temp.size CROSS JOIN temp.i ON i.i < size.n;

-- Recordings: the id of the first one of each shape is a million times its place here.
CREATE TEMP TABLE shape (shape TEXT PRIMARY KEY, id INTEGER);
INSERT INTO temp.shape VALUES ('names', 1), ('teams', 2), ('sessions', 3), ('names_many', 4), ('recordings', 10000000),
    ('chain', 20000000), ('ring', 30000000), ('rings', 40000000), ('copies', 50000000);
CREATE TEMP VIEW made AS
    SELECT e.shape, s.id + e.i AS id, e.i, s.id + CASE e.shape WHEN 'copies' THEN 0 ELSE e.i END AS own,
        CASE e.shape WHEN 'chain' THEN s.id + e.i - 1 WHEN 'copies' THEN s.id
            WHEN 'ring' THEN s.id + (e.i + e.n - 1) % e.n
            WHEN 'rings' THEN s.id + CASE WHEN e.i % 20 < 10 THEN e.i WHEN e.i % 20 = 10 THEN min(e.i + 9, e.n - 1)
                ELSE e.i - 1 END END AS before
    FROM temp.each AS e JOIN temp.shape AS s ON s.shape = e.shape
    WHERE s.id >= 10000000 OR e.i = 0;
INSERT INTO recording(id, size, mtime_ns, fingerprint, codec, bytes, game_uuid, prev_game_uuid, version, version_minor,
        start_time, zone, server_name, map_name, last_tick, complete, errors, facts_left_out, names_known)
    SELECT id, 100, id, id, 'plain', 100, printf('00000000-0000-4000-8000-%012x', own),
        CASE WHEN shape <> 'chain' OR i > 0 THEN printf('00000000-0000-4000-8000-%012x', before) END, 2, 8,
        1700000000 + i, 0, 'server ' || (i % 100), 'map ' || (i % 1000), 10000000, 1, 0, 0,
        id < 20000000 FROM temp.made;
UPDATE recording SET prev_game_uuid = NULL WHERE id < 20000000;
INSERT INTO file(path, size, mtime_ns, device, recording)
    SELECT '/made-up/' || shape || '/' || i, 100, id, 1, id FROM temp.made;

-- Names: a hundred thousand at most; those of names_many are all different.
INSERT OR IGNORE INTO name(id, name, folded)
    SELECT 1 + i % 100000, 'name ' || (i % 100000), 'name ' || (i % 100000) FROM temp.i;
INSERT INTO name(id, name, folded)
    SELECT 1000000 + i, 'one of many ' || i, 'one of many ' || i FROM temp.each WHERE shape = 'names_many';

-- Sessions.
INSERT INTO session(recording, session, cid, joined_tick, join_recorded, left_tick, left)
    SELECT s.id, 0, 0, 0, 1, 10000000, 'no' FROM temp.size JOIN temp.shape AS s ON s.shape = size.shape
        WHERE s.shape IN ('names', 'teams')
    UNION ALL SELECT s.id, i, i % 64, 4 * i, 1, 4 * i + 255, 'drop' FROM temp.each AS e
        JOIN temp.shape AS s ON s.shape = e.shape WHERE e.shape IN ('sessions', 'names_many')
    UNION ALL SELECT id, 0, 0, 0, shape = 'recordings', 10000000, 'no' FROM temp.made WHERE id >= 10000000
    UNION ALL SELECT id, 1, 1, 0, 0, 10000000, 'no' FROM temp.made WHERE id >= 20000000;

-- In one session the server's word is the first name, and all others were only asked for.
INSERT INTO session_name(recording, session, number, tick, name, source, trust)
    SELECT 1, 0, 4 * i, 4 * i, 1 + i % 100000, CASE i WHEN 0 THEN 2 ELSE 1 END, CASE i WHEN 0 THEN 2 ELSE 0 END
        FROM temp.each WHERE shape = 'names'
    UNION ALL SELECT 2, 0, 0, 0, 1, 2, 2 FROM temp.size WHERE shape = 'teams'
    UNION ALL SELECT 3, i, 8 * i + 1, 4 * i, 1 + i % 100000, 2, 2 FROM temp.each WHERE shape = 'sessions'
    UNION ALL SELECT 3, i, 8 * i + 2, 4 * i, 1 + i % 7, 1, 0 FROM temp.each WHERE shape = 'sessions'
    UNION ALL SELECT 4, i, 8 * i + 1, 4 * i, 1000000 + i, 2, 2 FROM temp.each WHERE shape = 'names_many'
    UNION ALL SELECT id, 0, 1, 1, 1 + i % 100000, 2, 2 FROM temp.made WHERE shape = 'recordings'
    UNION ALL SELECT id, 0, 1, 1, 1, 1, 0 FROM temp.made WHERE shape = 'chain' AND i = 0
    UNION ALL SELECT id, 0, 1, 1, 1 + i % 7, 1, 0 FROM temp.made WHERE id >= 30000000 AND i % 10 = 0;

-- Facts.
INSERT INTO fact(recording, session, number, kind, tick, cid, team, value, text, uuid)
    SELECT 1, 0, 4 * i, 5, 4 * i, 0, NULL, 1, 'name ' || (i % 100000), NULL FROM temp.each WHERE shape = 'names'
    UNION ALL SELECT 1, 0, 4 * i + 1, 17, 4 * i, 0, NULL, 1000 + i % 5000, NULL, NULL FROM temp.each WHERE shape = 'names'
    UNION ALL SELECT 1, 0, 4 * i + 2, 10, 4 * i, 0, NULL, 3, 'account ' || i, NULL FROM temp.each
        WHERE shape = 'names' AND i % 10 = 0
    UNION ALL SELECT 2, 0, 5 * i + 1, 12, 8 * i, 0, i % 2, NULL, NULL, NULL FROM temp.each WHERE shape = 'teams'
    UNION ALL SELECT 2, -1, 5 * i + 2, 19, 8 * i + 1, NULL, i % 3, NULL, NULL, printf('00000000-0000-4000-8000-%012x', i)
        FROM temp.each WHERE shape = 'teams'
    UNION ALL SELECT 2, -1, 5 * i + 3, 21, 8 * i + 1, NULL, i % 3, NULL, NULL, printf('00000000-0000-4000-8000-%012x', i)
        FROM temp.each WHERE shape = 'teams'
    UNION ALL SELECT 2, -1, 5 * i + 4, 18, 8 * i + 2, NULL, i % 3, 1000 + i, NULL, NULL FROM temp.each WHERE shape = 'teams'
    UNION ALL SELECT 2, -1, 5 * i + 5, 23, 8 * i + 2, NULL, i % 3, i % 2, NULL, NULL FROM temp.each WHERE shape = 'teams'
    UNION ALL SELECT 3, i, 8 * i, 3, 4 * i, i % 64, NULL, 1, NULL, NULL FROM temp.each WHERE shape = 'sessions'
    UNION ALL SELECT 3, i, 8 * i + 1, 5, 4 * i, i % 64, NULL, 2, 'name ' || (i % 100000), NULL FROM temp.each
        WHERE shape = 'sessions'
    UNION ALL SELECT 3, i, 8 * i + 3, 17, 4 * i, i % 64, NULL, 1000 + i % 5000, NULL, NULL FROM temp.each
        WHERE shape = 'sessions'
    UNION ALL SELECT 3, -1, 8 * i + 4, 19, 4 * i, NULL, 0, NULL, NULL, printf('00000000-0000-4000-8001-%012x', i)
        FROM temp.each WHERE shape = 'sessions'
    UNION ALL SELECT 3, i, 8 * i + 6, 14 + i % 2 * 2, 4 * i + 1, i % 64, NULL, NULL, NULL, NULL FROM temp.each
        WHERE shape = 'sessions'
    UNION ALL SELECT 3, i, 8 * i + 519, 4, 4 * i + 255, i % 64, NULL, NULL, NULL, NULL FROM temp.each
        WHERE shape = 'sessions'
    UNION ALL SELECT id, 0, 1, 5, 1, 0, NULL, 2, 'name ' || (i % 100000), NULL FROM temp.made WHERE shape = 'recordings'
    UNION ALL SELECT id, 0, 2, 17, 2000, 0, NULL, 1000 + i % 5000, NULL, NULL FROM temp.made WHERE shape = 'recordings';
INSERT INTO main.game(game_uuid, start_time, zone, map_name)
    SELECT printf('00000000-0000-4000-8002-%012x', i), 1700000000 + i, 0, 'map ' || (i % 1000) FROM temp.each
        WHERE shape = 'recordings';

DROP VIEW temp.made;
DROP VIEW temp.each;
DROP TABLE temp.shape;
DROP TABLE temp.i;
DROP TABLE temp.size;
