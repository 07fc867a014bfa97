-- SPDX-License-Identifier: MIT
--
-- Fills the tables of answers.sql, each from those before it. `asked`, `who` and `root` must be filled.

INSERT INTO temp.want_range SELECT * FROM temp.root_range;

-- Paths need no look if the roots have all files.
UPDATE temp.asked SET narrows_files = EXISTS (SELECT 1 FROM temp.root) AND (SELECT count(*) FROM file) > (SELECT
    sum((SELECT count(*) FROM file AS f WHERE f.path = w.path) + (SELECT count(*) FROM file AS f WHERE f.path > w.first AND f.path < w.last))
    FROM temp.want_range AS w);

-- Exact accounts and saves have indexes over all recordings, and so have the kinds in fact_alone.
UPDATE temp.asked SET
    narrows_recordings = damaged OR min_ticks <> 0 OR max_ticks <> 9223372036854775807
        OR coalesce(from_ms, to_ms, map, server, format) NOT NULL OR narrows_files,
    narrows_facts = min_value <> -9223372036854775808 OR max_value <> 9223372036854775807
        OR coalesce(from_ms, to_ms, save, account, chat) NOT NULL OR EXISTS (SELECT 1 FROM temp.who WHERE is_killer),
    way = CASE WHEN EXISTS (SELECT 1 FROM temp.who WHERE NOT is_killer) THEN 'player'
        WHEN account_is NOT NULL THEN 'account'
        WHEN save NOT NULL THEN 'save'
        WHEN kinds & ~380537856 THEN 'all'
        WHEN min_value <> -9223372036854775808 OR max_value <> 9223372036854775807 THEN 'value'
        ELSE 'alone' END,
    with_teams = with_teams AND kinds & 11272192 <> 0,
    map = archive_fold(map, ignore_case),
    server = archive_fold(server, ignore_case),
    account = archive_fold(account, ignore_case),
    chat = archive_fold(chat, ignore_case);

-- `last` is still the character after the beginning of the pattern. A BLOB is greater than any text.
UPDATE temp.who SET
    pattern = archive_fold(pattern, (SELECT ignore_case FROM temp.asked)),
    first = archive_fold(first, (SELECT ignore_case FROM temp.asked)),
    last = CASE first WHEN '' THEN x'' ELSE archive_fold(first, (SELECT ignore_case FROM temp.asked)) || last END;

-- The sessions of a player by name: each name is matched once, and the numbers of matching names give the sessions.
INSERT INTO temp.want_name
    SELECT w.is_killer, n.id
    FROM temp.asked AS q CROSS JOIN temp.who AS w CROSS JOIN name AS n INDEXED BY name_name
        ON n.name >= w.first AND n.name < w.last
    WHERE NOT q.ignore_case AND archive_match(w.pattern, n.name, 0)
    UNION ALL
    SELECT w.is_killer, n.id
    FROM temp.asked AS q CROSS JOIN temp.who AS w CROSS JOIN name AS n INDEXED BY name_folded
        ON n.folded >= w.first AND n.folded < w.last
    WHERE q.ignore_case AND archive_match(w.pattern, n.folded, 0);
-- If the names have few sessions, only the recordings of these sessions are searched.
UPDATE temp.asked SET first = CASE WHEN same_client THEN 'names' WHEN EXISTS (SELECT 1 FROM temp.who WHERE pattern NOT NULL)
        AND 10000 > (SELECT count(*) FROM (SELECT 1 FROM temp.want_name AS w
            CROSS JOIN session_name AS b INDEXED BY session_name_name ON b.name = w.id LIMIT 10000)) THEN 'names'
    WHEN damaged THEN 'damaged' ELSE 'all' END;
INSERT INTO temp.want_recording SELECT id, begin, stop FROM temp.good_recording WHERE first = 'all';
INSERT INTO temp.want_recording SELECT id, begin, stop FROM temp.good_recording
    WHERE first = 'damaged' AND id IN (SELECT id FROM recording INDEXED BY recording_damaged WHERE errors <> 0);
INSERT OR IGNORE INTO temp.want_session
    SELECT w.is_killer, b.recording, b.session
    FROM temp.asked AS q CROSS JOIN temp.want_name AS w
        CROSS JOIN session_name AS b INDEXED BY session_name_name ON b.name = w.id AND b.trust > 0
    WHERE q.first = 'names' OR NOT q.narrows_recordings OR b.recording IN (SELECT id FROM temp.want_recording)
    ORDER BY w.is_killer, b.recording, b.session;
-- A name that was only requested (trust 0) counts if the session has no other.
INSERT OR IGNORE INTO temp.want_session
    SELECT w.is_killer, b.recording, b.session
    FROM temp.asked AS q CROSS JOIN temp.want_name AS w
        CROSS JOIN session_name AS b INDEXED BY session_name_name ON b.name = w.id AND b.trust = 0
    WHERE (q.first = 'names' OR NOT q.narrows_recordings OR b.recording IN (SELECT id FROM temp.want_recording))
        AND NOT EXISTS (SELECT 1 FROM temp.want_session AS o
            WHERE o.is_killer = w.is_killer AND o.recording = b.recording AND o.session = b.session)
        AND NOT EXISTS (SELECT 1 FROM session_name AS c INDEXED BY session_name_trust
            WHERE c.recording = b.recording AND c.session = b.session AND c.trust > 0);

-- Sessions of the same clients: those with the digits of one of these sessions, or with digits that were asked for, and so on. Digits are the text of a version (9)
-- and of the chat command timeout (26 on console 128).
INSERT OR IGNORE INTO temp.want_session
    WITH RECURSIVE same(recording, session) AS (
        SELECT w.recording, w.session FROM temp.asked AS q CROSS JOIN temp.want_session AS w WHERE q.same_client AND w.is_killer = 0
        UNION
        SELECT m.recording, m.session
        FROM temp.asked AS q CROSS JOIN temp.who AS w CROSS JOIN fact AS m INDEXED BY fact_client
            ON m.text IN (w.pattern, 'timeout ' || w.pattern)
        WHERE q.same_client AND w.is_killer = 0 AND m.kind IN (9, 26)
        UNION
        SELECT o.recording, o.session
        FROM same AS s CROSS JOIN fact AS m ON m.recording = s.recording AND m.session = s.session
            CROSS JOIN fact AS o INDEXED BY fact_client ON o.text = m.text
        WHERE (m.kind = 9 OR m.kind = 26 AND m.value = 128) AND o.kind IN (9, 26))
    SELECT 0, recording, session FROM same;

INSERT INTO temp.want_recording SELECT id, begin, stop FROM temp.good_recording
    WHERE first = 'names' AND id IN (SELECT recording FROM temp.want_session);
DELETE FROM temp.want_session WHERE recording NOT IN (SELECT id FROM temp.want_recording);

-- A client id means its sessions in all wanted recordings.
INSERT INTO temp.want_session
    SELECT q.is_killer, s.recording, s.session
    FROM temp.who AS q CROSS JOIN temp.want_recording AS w CROSS JOIN session AS s ON s.recording = w.id
    WHERE q.pattern IS NULL AND s.cid = q.cid;

-- Leaves out sessions outside the span, if sessions are asked for.
DELETE FROM temp.want_session
    WHERE (SELECT kinds = 0 AND coalesce(from_ms, to_ms) NOT NULL FROM temp.asked) AND is_killer = 0 AND EXISTS (SELECT 1
        FROM temp.want_recording AS t CROSS JOIN session AS s ON s.recording = t.id AND s.session = want_session.session
        WHERE t.id = want_session.recording AND (s.left_tick * 20 < t.begin OR s.joined_tick * 20 >= t.stop));

-- With a limit the first recordings are enough. Each has a session, which begins before the recording ends.
UPDATE temp.asked SET until = (SELECT max(start_time + (last_tick - first_tick) / 50 + 1)
        FROM (SELECT r.start_time, r.first_tick, r.last_tick
            FROM temp.want_recording AS t CROSS JOIN recording AS r ON r.id = t.id
            WHERE EXISTS (SELECT 1 FROM temp.want_session AS w WHERE w.is_killer = 0 AND w.recording = t.id)
            ORDER BY r.start_time LIMIT (SELECT most FROM temp.asked)))
    WHERE most > 0 AND kinds = 0 AND EXISTS (SELECT 1 FROM temp.who WHERE NOT is_killer);

-- A fact about a team has no client. Its members follow from the facts `team` (12) and `leave` (4) of the players, and each step
-- goes once through these. A session begins before all facts of its first tick, and ends after those of its last one. Spans of
-- players who are in a team at the same time are joined: a new span begins where all before it have ended.
INSERT INTO temp.want_team
    SELECT recording, team, min(place), max(until)
    FROM (SELECT recording, team, place, until, sum(place > reached) OVER
            (PARTITION BY recording, team ORDER BY place ROWS UNBOUNDED PRECEDING) AS nth
        FROM (SELECT recording, team, place, until, ifnull(max(until) OVER
                (PARTITION BY recording, team ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), -1) AS reached
            FROM (SELECT recording, team, place, lead(place, 1, last) OVER
                    (PARTITION BY recording, session ORDER BY place) AS until
                FROM (SELECT s.recording, s.session, 0 AS team, s.joined_tick << 32 AS place,
                        s.left_tick << 32 | 4294967295 AS last
                    FROM temp.asked AS q CROSS JOIN temp.want_session AS w
                        CROSS JOIN session AS s ON s.recording = w.recording AND s.session = w.session
                    WHERE q.kinds & 11272192 AND w.is_killer = 0
                    UNION ALL
                    SELECT m.recording, m.session, m.team, m.tick << 32 | m.number + 1, s.left_tick << 32 | 4294967295
                    FROM temp.asked AS q CROSS JOIN temp.want_session AS w
                        CROSS JOIN session AS s ON s.recording = w.recording AND s.session = w.session
                        CROSS JOIN fact AS m ON m.recording = w.recording AND m.session = w.session AND m.kind = 12
                    WHERE q.kinds & 11272192 AND w.is_killer = 0))))
    GROUP BY recording, team, nth;

-- Of all players who joined a team before a moment, the last to leave decides if the team has a member. LIMIT -1 is all, LIMIT 0
-- none.
INSERT OR IGNORE INTO temp.team_time
    SELECT recording, team, tick, max(until) OVER (PARTITION BY recording, team ORDER BY tick)
    FROM (SELECT m.recording, m.kind, m.team, m.tick, lead(m.tick, 1, 9223372036854775807) OVER
            (PARTITION BY m.recording, m.session ORDER BY m.number) AS until
        FROM (SELECT DISTINCT recording FROM temp.found_fact LIMIT (SELECT -with_teams FROM temp.asked)) AS w
            CROSS JOIN fact AS m ON m.recording = w.recording AND m.kind IN (4, 12))
    WHERE kind = 12 AND team IS NOT NULL;
