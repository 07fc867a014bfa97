-- SPDX-License-Identifier: MIT
--
-- Temporary tables and views for a search, made when the database is opened: the query, the files, recordings and sessions that
-- it selects, and the answers. A search fills the tables (search.sql) and reads the rows of a view. The rollback of its
-- transaction empties them.
--
-- SQLite's planner must not guess: small tables of numbers narrow the search, and CROSS JOIN and INDEXED BY fix the plan of the
-- rest. Aliases are the same everywhere: q the query, w a wanted row, r the recording, f the file, s the session, m the fact, b
-- a name of a session.

-- One row, a tt_io_archive_query. NULL means that the query does not set the member. With ignore_case all texts are folded.
-- search.sql sets the first columns.
CREATE TEMP TABLE asked (
    narrows_recordings INTEGER,                 -- a condition of good_recording is set
    narrows_facts INTEGER,                      -- a condition of found_fact is set
    narrows_files INTEGER,                      -- a file is outside the roots
    first TEXT,                                 -- where the search begins: 'names', 'damaged' recordings, or 'all' recordings
    way TEXT,                                   -- which part of the view `found` is used
    until INTEGER,                              -- answers of later recordings are beyond the limit
    ignore_case INTEGER, damaged INTEGER, with_teams INTEGER, same_client INTEGER,
    kinds INTEGER,                              -- sum of 1 << kind
    most INTEGER,                               -- the limit; 0 for none
    min_ticks INTEGER, max_ticks INTEGER, min_value INTEGER, max_value INTEGER,
    from_ms INTEGER, from_has_zone INTEGER, to_ms INTEGER, to_has_zone INTEGER,
    format TEXT, save TEXT,
    account_is TEXT,                            -- the account, if it is no pattern and is not folded
    map TEXT, server TEXT, account TEXT, chat TEXT);

-- The player and the killer of the query: a client id, or a pattern whose names are in [first, last).
CREATE TEMP TABLE who (is_killer INTEGER, cid INTEGER, pattern TEXT, first TEXT, last);

-- The roots, and those ranges of their paths that are in no other root. With a slash added, a root and all paths below it are in
-- [first, last), because `0` follows the slash. The root of all files is ''.
CREATE TEMP TABLE root (path TEXT PRIMARY KEY) WITHOUT ROWID;
-- A path that is no UTF-8 has characters in place of bytes in `path`, so two such paths may be equal there: then the bytes decide.
CREATE TEMP TABLE root_bytes (path BLOB PRIMARY KEY, first BLOB, is_raw INTEGER) WITHOUT ROWID;
CREATE TEMP VIEW file_below AS
    SELECT f.* FROM file AS f
    WHERE f.path_raw IS NULL AND NOT EXISTS (SELECT 1 FROM temp.root_bytes WHERE is_raw) OR NOT EXISTS (SELECT 1 FROM temp.root_bytes)
        OR EXISTS (SELECT 1 FROM temp.root_bytes AS b WHERE CAST(ifnull(f.path_raw, f.path) AS BLOB) = b.path
            OR substr(CAST(ifnull(f.path_raw, f.path) AS BLOB), 1, length(b.first)) = b.first);
CREATE TEMP VIEW root_range AS
    SELECT path, first, last
    FROM (SELECT path, path || '/' AS first, path || '0' AS last, max(path || '0') OVER
            (ORDER BY path || '/' ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached
        FROM temp.root)
    WHERE reached IS NULL OR first >= reached;
CREATE TEMP TABLE want_range (path TEXT, first TEXT PRIMARY KEY, last TEXT) WITHOUT ROWID;
CREATE TEMP VIEW good_file AS
    SELECT f.* FROM temp.file_below AS f
    WHERE NOT (SELECT narrows_files FROM temp.asked) OR f.path || '/' < (SELECT w.last FROM temp.want_range AS w
        WHERE w.first <= f.path || '/' ORDER BY w.first DESC LIMIT 1);

-- The wanted recordings, with the query's span of time in ticks times 20: a tick has 20 ms.
CREATE TEMP TABLE want_recording (id INTEGER PRIMARY KEY, begin INTEGER, stop INTEGER);
CREATE TEMP TABLE want_name (is_killer INTEGER, id INTEGER, PRIMARY KEY (is_killer, id)) WITHOUT ROWID;
CREATE TEMP TABLE want_session (is_killer INTEGER, recording INTEGER, session INTEGER,
    PRIMARY KEY (is_killer, recording, session)) WITHOUT ROWID;
-- The spans in which the player is in a DDRace team. Both ends of a span are integers for window functions, with the tick and
-- the number of a fact plus 1: tick << 32 | number + 1.
CREATE TEMP TABLE want_team (recording INTEGER, team INTEGER, place INTEGER, until INTEGER);
-- The last tick with a member in a team, among those who joined it at or before a tick.
CREATE TEMP TABLE team_time (recording INTEGER, team INTEGER, tick INTEGER, until INTEGER,
    PRIMARY KEY (recording, team, tick)) WITHOUT ROWID;

-- Recordings with the tick at which they begin. Game time 0 of a cut is that of its original, but the cut begins with its state.
CREATE TEMP VIEW begun_recording AS
    SELECT r.*, CASE WHEN r.cut_of IS NULL THEN r.first_tick ELSE
        ifnull((SELECT min(s.joined_tick) FROM session AS s WHERE s.recording = r.id), r.first_tick) END AS begin_tick
    FROM recording AS r;

-- Recordings that match, apart from players and facts. A time without a zone is compared with local times. A time with a zone
-- never matches a demo, which has no zone: NULL * 0 is NULL.
CREATE TEMP VIEW good_recording AS
    SELECT r.id, q.first,
        CASE WHEN q.from_ms NOT NULL THEN r.first_tick * 20 + q.from_ms
            - (r.start_time + CASE WHEN q.from_has_zone THEN r.zone * 0 ELSE ifnull(r.zone, 0) END) * 1000 END AS begin,
        CASE WHEN q.to_ms NOT NULL THEN r.first_tick * 20 + q.to_ms
            - (r.start_time + CASE WHEN q.to_has_zone THEN r.zone * 0 ELSE ifnull(r.zone, 0) END) * 1000 END AS stop
    FROM temp.asked AS q CROSS JOIN temp.begun_recording AS r
    WHERE NOT q.narrows_recordings
        OR (NOT q.damaged OR r.errors <> 0)
        AND r.ticks BETWEEN q.min_ticks AND q.max_ticks
        AND (q.from_ms IS NULL OR r.last_tick * 20 >= begin)
        AND (q.to_ms IS NULL OR r.begin_tick * 20 < stop)
        AND (q.map IS NULL OR archive_match(q.map, r.map_name, q.ignore_case))
        AND (q.server IS NULL OR archive_match(q.server, r.server_name, q.ignore_case))
        AND (q.format IS NULL OR r.format = q.format)
        AND (NOT q.narrows_files OR EXISTS (SELECT 1 FROM temp.good_file AS f WHERE f.recording = r.id));

-- Names that a session had. A name that was only requested (trust 0) counts if no other is known.
CREATE TEMP VIEW had_name AS
    SELECT b.recording, b.session, b.number, n.name, n.name_raw
    FROM session_name AS b CROSS JOIN name AS n ON n.id = b.name
    WHERE b.trust > 0 OR NOT EXISTS (SELECT 1 FROM session_name AS c INDEXED BY session_name_trust
        WHERE c.recording = b.recording AND c.session = b.session AND c.trust > 0);

CREATE TEMP VIEW asked_kind AS
    SELECT k.kind FROM temp.asked AS q CROSS JOIN fact_kind AS k WHERE q.kinds >> k.kind & 1;

-- Facts of the wanted kinds, each once, by the index that fits the search. SQLite uses a partial index only if its condition is
-- repeated.
CREATE TEMP VIEW found AS
    -- player: facts about the player, about the player's team at the time, and kills by the player. If the query names a killer
    -- too, the player is the one who died.
    SELECT m.*
    FROM temp.asked AS q CROSS JOIN temp.want_session AS w
        CROSS JOIN fact AS m ON m.recording = w.recording AND m.session = w.session
    WHERE w.is_killer = 0 AND q.kinds >> m.kind & 1
    UNION ALL
    SELECT m.*
    FROM temp.asked AS q CROSS JOIN temp.want_team AS w CROSS JOIN fact AS m INDEXED BY fact_team
        ON m.recording = w.recording AND m.team = w.team AND m.session = -1
        AND (m.tick, m.number) > (w.place >> 32, (w.place & 4294967295) - 1)
        AND (m.tick, m.number) < (w.until >> 32, (w.until & 4294967295) - 1)
    WHERE q.kinds >> m.kind & 1 AND m.kind IN (18, 19, 21, 23)
    UNION ALL
    SELECT m.*
    FROM temp.asked AS q CROSS JOIN temp.want_session AS w CROSS JOIN fact AS m INDEXED BY fact_other
        ON m.recording = w.recording AND m.other_session = w.session
    WHERE w.is_killer = 0 AND q.kinds >> m.kind & 1 AND m.kind = 15 AND NOT EXISTS (SELECT 1 FROM temp.who WHERE is_killer)
        AND NOT EXISTS (SELECT 1 FROM temp.want_session AS o
            WHERE o.is_killer = 0 AND o.recording = m.recording AND o.session = m.session)
    UNION ALL
    SELECT m.*
    FROM temp.asked AS q CROSS JOIN temp.want_recording AS w CROSS JOIN fact AS m ON m.recording = w.id
    WHERE q.way = 'all' AND q.kinds >> m.kind & 1
    UNION ALL
    SELECT m.*
    FROM temp.asked AS q CROSS JOIN temp.want_recording AS w CROSS JOIN fact AS m INDEXED BY fact_alone ON m.recording = w.id
    WHERE q.way = 'alone' AND m.kind IN (SELECT kind FROM temp.asked_kind) AND (380537856 >> m.kind & 1) = 1
    UNION ALL
    SELECT m.*
    FROM temp.asked AS q CROSS JOIN temp.want_recording AS w CROSS JOIN fact AS m INDEXED BY fact_alone ON m.recording = w.id
    WHERE q.way = 'value' AND m.kind IN (SELECT kind FROM temp.asked_kind) AND (380537856 >> m.kind & 1) = 1
        AND m.value BETWEEN q.min_value AND q.max_value
    UNION ALL
    SELECT m.*
    FROM temp.asked AS q CROSS JOIN fact AS m INDEXED BY fact_account ON m.text = q.account_is
    WHERE q.way = 'account' AND q.kinds >> m.kind & 1 AND m.kind = 10 AND +m.recording IN (SELECT id FROM temp.want_recording)
    UNION ALL
    SELECT m.*
    FROM temp.asked AS q CROSS JOIN fact AS m INDEXED BY fact_save ON m.uuid = q.save
    WHERE q.way = 'save' AND q.kinds >> m.kind & 1 AND m.kind IN (19, 21)
        AND +m.recording IN (SELECT id FROM temp.want_recording)
    LIMIT -1; -- all rows; without it SQLite runs what joins the view once for each of these

-- In a death without a killer m.other is the client itself.
CREATE TEMP VIEW found_fact AS
    SELECT m.*
    FROM temp.found AS m CROSS JOIN temp.asked AS q
    WHERE NOT q.narrows_facts
        OR (q.from_ms IS NULL OR m.tick * 20 >= (SELECT t.begin FROM temp.want_recording AS t WHERE t.id = m.recording))
        AND (q.to_ms IS NULL OR m.tick * 20 < (SELECT t.stop FROM temp.want_recording AS t WHERE t.id = m.recording))
        AND (q.min_value = -9223372036854775808 AND q.max_value = 9223372036854775807
            OR m.value BETWEEN q.min_value AND q.max_value)
        AND (q.save IS NULL OR m.uuid = q.save)
        AND (q.account IS NULL OR archive_match(q.account, m.text, q.ignore_case))
        -- The text of a chat command timeout (26 on console 128) is digits of a client.
        AND (q.chat IS NULL OR NOT (m.kind = 26 AND m.value = 128) AND instr(archive_fold(m.text, q.ignore_case), q.chat) > 0)
        AND (NOT EXISTS (SELECT 1 FROM temp.who WHERE is_killer) OR m.other <> m.cid AND EXISTS (SELECT 1
            FROM temp.want_session AS o WHERE o.is_killer = 1 AND o.recording = m.recording AND o.session = m.other_session));

-- All answers have the same columns, in the order of query_answer.c, with NULL for no value. A column that ends in _raw has the
-- bytes of a text, and is NULL if the text is complete. `at` is the time in seconds since 1970.
CREATE TEMP VIEW answer_fact AS
    SELECT 3 AS kind, f.path, f.path_raw, r.start_time, r.zone, r.game_uuid, r.map_name, r.map_name_raw, r.server_name,
        r.server_name_raw, r.complete, r.errors, r.format, r.first_tick, r.version_minor, m.tick, r.last_tick, m.kind AS fact,
        m.cid, m.team, m.value, m.other, m.text, m.text_raw, m.uuid,
        -- The name at a fact: one look-up in an index for each trust, the best first. Before its first name a session counts as
        -- having that name.
        coalesce(
            (SELECT b.name FROM session_name AS b INDEXED BY session_name_trust WHERE b.recording = m.recording
                AND b.session = m.session AND b.trust = 2 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1),
            (SELECT b.name FROM session_name AS b INDEXED BY session_name_trust WHERE b.recording = m.recording
                AND b.session = m.session AND b.trust = 1 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1),
            (SELECT b.name FROM session_name AS b INDEXED BY session_name_trust WHERE b.recording = m.recording
                AND b.session = m.session AND b.trust = 0 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1),
            (SELECT b.name FROM session_name AS b WHERE b.recording = m.recording AND b.session = m.session
                ORDER BY b.number LIMIT 1)) AS name,
        CASE WHEN m.other_session NOT NULL THEN coalesce(
            (SELECT b.name FROM session_name AS b INDEXED BY session_name_trust WHERE b.recording = m.recording
                AND b.session = m.other_session AND b.trust = 2 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1),
            (SELECT b.name FROM session_name AS b INDEXED BY session_name_trust WHERE b.recording = m.recording
                AND b.session = m.other_session AND b.trust = 1 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1),
            (SELECT b.name FROM session_name AS b INDEXED BY session_name_trust WHERE b.recording = m.recording
                AND b.session = m.other_session AND b.trust = 0 AND b.number <= m.number ORDER BY b.number DESC LIMIT 1),
            (SELECT b.name FROM session_name AS b WHERE b.recording = m.recording AND b.session = m.other_session
                ORDER BY b.number LIMIT 1)) END AS other_name,
        r.id AS recording, m.number,
        -- The team must have a known member. Old recordings have no teams, and a cut around an empty team would show nobody.
        -- 500 ticks are the 10 seconds of tt_io_archive_answer.
        CASE WHEN m.session = -1 THEN ifnull((SELECT t.until FROM temp.team_time AS t
            WHERE t.recording = m.recording AND t.team = m.team AND t.tick < m.tick + 500
            ORDER BY t.tick DESC LIMIT 1) > m.tick - 500, 0) ELSE 0 END AS team_has_players,
        (SELECT x.at FROM removed AS x WHERE x.file = f.id) AS removed,
        r.start_time + (m.tick - r.first_tick) / 50.0 AS at
    FROM temp.found_fact AS m CROSS JOIN recording AS r ON r.id = m.recording CROSS JOIN temp.good_file AS f ON f.recording = r.id;

CREATE TEMP VIEW answer_session AS
    SELECT 2 AS kind, f.path, f.path_raw, r.start_time, r.zone, r.game_uuid, r.map_name, r.map_name_raw, r.server_name,
        r.server_name_raw, r.complete, r.errors, r.format, r.first_tick, r.version_minor, s.joined_tick AS tick,
        s.left_tick AS last_tick, NULL AS fact, s.cid, NULL AS team, NULL AS value, NULL AS other,
        -- the digits of its client, with blanks between them
        (SELECT group_concat(d.digits, ' ') FROM (SELECT DISTINCT replace(m.text, 'timeout ', '') AS digits FROM fact AS m
            WHERE m.recording = s.recording AND m.session = s.session AND (m.kind = 9 OR m.kind = 26 AND m.value = 128)
            ORDER BY m.number) AS d) AS text, NULL AS text_raw,
        NULL AS uuid, (SELECT b.name FROM session_name AS b INDEXED BY session_name_trust
            WHERE b.recording = s.recording AND b.session = s.session ORDER BY b.trust DESC, b.number DESC LIMIT 1) AS name,
        NULL AS other_name, r.id AS recording, s.session AS number, 0 AS team_has_players,
        (SELECT x.at FROM removed AS x WHERE x.file = f.id) AS removed,
        r.start_time + (s.joined_tick - r.first_tick) / 50.0 AS at
    FROM temp.asked AS q CROSS JOIN temp.want_recording AS t CROSS JOIN recording AS r ON r.id = t.id
        CROSS JOIN temp.want_session AS w ON w.is_killer = 0 AND w.recording = t.id
        CROSS JOIN session AS s ON s.recording = w.recording AND s.session = w.session
        CROSS JOIN temp.good_file AS f ON f.recording = t.id
    WHERE q.until IS NULL OR r.start_time IS NULL OR r.start_time <= q.until;

-- The number of answers of answer_session without the limit.
CREATE TEMP VIEW total_session AS
    SELECT ifnull(sum(w.sessions * (SELECT count(*) FROM temp.good_file AS f WHERE f.recording = w.recording)), 0) AS total
    FROM (SELECT recording, count(*) AS sessions FROM temp.want_session WHERE is_killer = 0 GROUP BY recording) AS w;

-- Recordings, games of lists that have no recording, and damaged files without one. A game has no end, so its start must be in
-- the span. Games and damaged files lack some columns, so a query for these columns leaves them out.
CREATE TEMP VIEW answer_recording AS
    SELECT 0 AS kind, f.path, f.path_raw, r.start_time, r.zone, r.game_uuid, r.map_name, r.map_name_raw, r.server_name,
        r.server_name_raw, r.complete, r.errors, r.format, r.first_tick, r.version_minor, r.begin_tick AS tick, r.last_tick,
        NULL AS fact, NULL AS cid, NULL AS team, r.ticks AS value, NULL AS other, r.damage AS text, NULL AS text_raw, NULL AS uuid,
        NULL AS name, NULL AS other_name, r.id AS recording, 0 AS number, 0 AS team_has_players,
        (SELECT x.at FROM removed AS x WHERE x.file = f.id) AS removed,
        r.start_time + (r.begin_tick - r.first_tick) / 50.0 AS at
    FROM temp.want_recording AS w CROSS JOIN temp.begun_recording AS r ON r.id = w.id CROSS JOIN temp.good_file AS f ON f.recording = r.id
    UNION ALL
    SELECT 1, NULL, NULL, r.start_time, r.zone, r.game_uuid, r.map_name, r.map_name_raw, NULL, NULL, 0, 0, NULL, 0, NULL, 0, 0,
        NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, r.start_time
    FROM temp.asked AS q CROSS JOIN game AS r
    WHERE NOT q.damaged AND q.server IS NULL AND q.format IS NULL AND q.min_ticks <= 0 AND q.max_ticks = 9223372036854775807
        AND NOT EXISTS (SELECT 1 FROM recording AS o WHERE o.game_uuid = r.game_uuid)
        AND (q.map IS NULL OR archive_match(q.map, r.map_name, q.ignore_case))
        AND (q.from_ms IS NULL OR (r.start_time + CASE WHEN q.from_has_zone THEN 0 ELSE r.zone END) * 1000 >= q.from_ms)
        AND (q.to_ms IS NULL OR (r.start_time + CASE WHEN q.to_has_zone THEN 0 ELSE r.zone END) * 1000 < q.to_ms)
    UNION ALL
    SELECT 4, f.path, f.path_raw, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 1, NULL, 0, NULL, 0, 0,
        NULL, NULL, NULL, NULL, NULL, ifnull(f.damage, 'not a recording'), NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL
    FROM temp.asked AS q CROSS JOIN file AS f
    WHERE q.damaged AND q.server IS NULL AND q.format IS NULL AND q.min_ticks <= 0 AND q.max_ticks = 9223372036854775807
        AND q.map IS NULL AND q.from_ms IS NULL AND q.to_ms IS NULL
        AND f.id IN (SELECT d.id FROM temp.good_file AS d WHERE d.damage IS NOT NULL
            UNION ALL
            SELECT d.id FROM temp.root AS w CROSS JOIN file AS d INDEXED BY file_path ON d.path = w.path
            WHERE d.recording IS NULL AND d.damage IS NULL);
