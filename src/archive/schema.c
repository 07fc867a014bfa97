/* SPDX-License-Identifier: MIT
 *
 * The tables, indexes and views of an archive database; docs/archive.md explains them. A change
 * of them is a new step at the end, never a change of an old one.
 *
 * Speed: what people look for is rare among millions of marks, so the marks of a stay lie side by
 * side (the primary key), and only the rare kinds have further indexes.
 */
#include "archive/schema.h"

#include <stddef.h>

/* clang-format off */
static const char *const step1[] = {
    "CREATE TABLE recording ("
    " id INTEGER PRIMARY KEY,"
    " size INTEGER NOT NULL,"
    " mtime_ns INTEGER NOT NULL,"
    " fingerprint INTEGER NOT NULL,"
    " codec TEXT NOT NULL,"
    " bytes INTEGER NOT NULL,"
    " game_uuid TEXT,"
    " prev_game_uuid TEXT,"
    " cut_of TEXT,"
    " version INTEGER NOT NULL,"
    " version_minor INTEGER,"
    " start_time INTEGER,"
    " zone INTEGER,"
    " server_name TEXT,"
    " server_name_raw BLOB,"
    " server_version TEXT,"
    " server_port INTEGER,"
    " game_type TEXT,"
    " map_name TEXT,"
    " map_name_raw BLOB,"
    " map_crc TEXT,"
    " map_size INTEGER,"
    " map_sha256 TEXT,"
    " last_tick INTEGER NOT NULL,"
    " complete INTEGER NOT NULL,"
    " errors INTEGER NOT NULL,"
    " damage TEXT,"
    " marks_left_out INTEGER NOT NULL,"
    " names_known INTEGER NOT NULL)",
    "CREATE INDEX recording_content ON recording(size, fingerprint)",
    "CREATE INDEX recording_game ON recording(game_uuid)",
    "CREATE INDEX recording_previous ON recording(prev_game_uuid)"
    " WHERE prev_game_uuid IS NOT NULL",
    "CREATE INDEX recording_names ON recording(names_known) WHERE names_known = 0",

    "CREATE TABLE file ("
    " id INTEGER PRIMARY KEY,"
    " path TEXT NOT NULL,"
    " path_raw BLOB,"
    " size INTEGER NOT NULL,"
    " mtime_ns INTEGER NOT NULL,"
    " device INTEGER NOT NULL,"
    " recording INTEGER REFERENCES recording(id))",
    "CREATE UNIQUE INDEX file_path ON file(path, ifnull(path_raw, x''))",
    "CREATE INDEX file_recording ON file(recording)",

    "CREATE TABLE name ("
    " id INTEGER PRIMARY KEY,"
    " name TEXT NOT NULL,"
    " name_raw BLOB,"
    " folded TEXT NOT NULL)",
    "CREATE UNIQUE INDEX name_name ON name(name, ifnull(name_raw, x''))",
    "CREATE INDEX name_folded ON name(folded)",

    "CREATE TABLE stay ("
    " recording INTEGER NOT NULL REFERENCES recording(id),"
    " stay INTEGER NOT NULL,"
    " cid INTEGER NOT NULL,"
    " joined_tick INTEGER NOT NULL,"
    " join_recorded INTEGER NOT NULL,"
    " left_tick INTEGER NOT NULL,"
    " left TEXT NOT NULL,"
    " PRIMARY KEY (recording, stay)) WITHOUT ROWID",

    "CREATE TABLE stay_name ("
    " recording INTEGER NOT NULL REFERENCES recording(id),"
    " stay INTEGER NOT NULL,"
    " number INTEGER NOT NULL,"
    " tick INTEGER NOT NULL,"
    " name INTEGER NOT NULL REFERENCES name(id),"
    " source INTEGER NOT NULL,"
    " trust INTEGER NOT NULL,"
    " PRIMARY KEY (recording, stay, number)) WITHOUT ROWID",
    "CREATE INDEX stay_name_name ON stay_name(name)",

    "CREATE TABLE mark_kind ("
    " kind INTEGER PRIMARY KEY,"
    " name TEXT NOT NULL,"
    " doc TEXT NOT NULL)",

    "CREATE TABLE mark ("
    " recording INTEGER NOT NULL REFERENCES recording(id),"
    " stay INTEGER NOT NULL,"
    " number INTEGER NOT NULL,"
    " kind INTEGER NOT NULL REFERENCES mark_kind(kind),"
    " tick INTEGER NOT NULL,"
    " cid INTEGER,"
    " team INTEGER,"
    " value INTEGER,"
    " text TEXT,"
    " text_raw BLOB,"
    " uuid TEXT,"
    " PRIMARY KEY (recording, stay, number)) WITHOUT ROWID",
    /* finishes, saves, loads, logins, practice */
    "CREATE INDEX mark_rare ON mark(kind, recording, value)"
    " WHERE kind IN (6, 7, 8, 9, 10, 11, 15)",
    "CREATE INDEX mark_save ON mark(uuid) WHERE kind IN (8, 9)",
    "CREATE INDEX mark_account ON mark(text) WHERE kind = 10",

    "CREATE TABLE game ("
    " game_uuid TEXT PRIMARY KEY,"
    " start_time INTEGER NOT NULL,"
    " zone INTEGER NOT NULL,"
    " map_name TEXT NOT NULL,"
    " map_name_raw BLOB,"
    " map_crc TEXT,"
    " map_size INTEGER) WITHOUT ROWID",

    "CREATE VIEW recordings AS SELECT f.path AS file,"
    " strftime('%Y-%m-%dT%H:%M:%S', r.start_time + r.zone, 'unixepoch') AS time,"
    " r.last_tick / 50.0 AS seconds, r.map_name AS map, r.server_name AS server,"
    " r.game_uuid, r.prev_game_uuid, r.complete, r.errors, r.damage, f.size, r.bytes,"
    " r.id AS recording"
    " FROM file AS f JOIN recording AS r ON r.id = f.recording",

    "CREATE VIEW stays AS SELECT f.path AS file, s.joined_tick AS tick,"
    " strftime('%Y-%m-%dT%H:%M:%S', r.start_time + r.zone + s.joined_tick / 50, 'unixepoch')"
    " AS time,"
    " (SELECT n.name FROM stay_name AS b JOIN name AS n ON n.id = b.name"
    "  WHERE b.recording = s.recording AND b.stay = s.stay"
    "  ORDER BY b.trust DESC, b.number DESC LIMIT 1) AS player,"
    " s.cid, (s.left_tick - s.joined_tick) / 50.0 AS seconds, s.left, r.map_name AS map,"
    " s.recording, s.stay"
    " FROM stay AS s JOIN recording AS r ON r.id = s.recording"
    " JOIN file AS f ON f.recording = s.recording",

    /* The name that was borne when the mark was told. */
    "CREATE VIEW events AS SELECT f.path AS file, m.tick,"
    " strftime('%Y-%m-%dT%H:%M:%S', r.start_time + r.zone + m.tick / 50, 'unixepoch') AS time,"
    " k.name AS kind,"
    " (SELECT n.name FROM stay_name AS b JOIN name AS n ON n.id = b.name"
    "  WHERE b.recording = m.recording AND b.stay = m.stay AND b.number <= m.number"
    "  ORDER BY b.trust DESC, b.number DESC LIMIT 1) AS player,"
    " m.cid, m.team, m.value, m.text, m.uuid, r.map_name AS map,"
    " m.recording, m.stay, m.number"
    " FROM mark AS m JOIN mark_kind AS k ON k.kind = m.kind"
    " JOIN recording AS r ON r.id = m.recording"
    " JOIN file AS f ON f.recording = m.recording",

    "CREATE VIEW finishes AS SELECT file, tick, time, player, cid, value / 50.0 AS seconds, map,"
    " recording, stay"
    " FROM (SELECT f.path AS file, m.tick,"
    " strftime('%Y-%m-%dT%H:%M:%S', r.start_time + r.zone + m.tick / 50, 'unixepoch') AS time,"
    " (SELECT n.name FROM stay_name AS b JOIN name AS n ON n.id = b.name"
    "  WHERE b.recording = m.recording AND b.stay = m.stay AND b.number <= m.number"
    "  ORDER BY b.trust DESC, b.number DESC LIMIT 1) AS player,"
    " m.cid, m.value, r.map_name AS map, m.recording, m.stay"
    " FROM mark AS m JOIN recording AS r ON r.id = m.recording"
    " JOIN file AS f ON f.recording = m.recording WHERE m.kind = 6)",

    NULL,
};

/* clang-format on */

/* The name that was borne at a mark. */
#define PLAYER(recording, session, number)                                                         \
    ARCHIVE_NAME_AT("n.name", " JOIN name AS n ON n.id = b.name", recording, session, number)

/* clang-format off */
/* Files whose name says that they are recordings, and whose bytes say nothing, are damaged. What
 * version 1 took for no recording is looked at again. */
static const char *const step2[] = {
    "ALTER TABLE file ADD COLUMN damage TEXT",
    "DELETE FROM file WHERE recording IS NULL",
    "CREATE INDEX file_damaged ON file(id) WHERE damage IS NOT NULL",
    "CREATE INDEX recording_damaged ON recording(id) WHERE errors <> 0",
    "DROP VIEW recordings",
    "CREATE VIEW recordings AS SELECT f.path AS file,"
    " strftime('%Y-%m-%dT%H:%M:%S', r.start_time + r.zone, 'unixepoch') AS time,"
    " r.last_tick / 50.0 AS seconds, r.map_name AS map, r.server_name AS server,"
    " r.game_uuid, r.prev_game_uuid, r.complete, r.errors, r.damage, f.size, r.bytes,"
    " r.id AS recording"
    " FROM file AS f JOIN recording AS r ON r.id = f.recording"
    " UNION ALL SELECT path, NULL, NULL, NULL, NULL, NULL, NULL, 0, 1, damage, size, NULL, NULL"
    " FROM file WHERE damage IS NOT NULL",

    /* Files that are alike but for their time stamp. */
    "DROP INDEX recording_content",
    "CREATE INDEX recording_content ON recording(size, fingerprint, mtime_ns)",
    /* All names are found anew: names from the game before may be guesses now. */
    "DROP INDEX recording_names",
    "CREATE INDEX recording_names ON recording(names_known) WHERE names_known <> 1",
    "UPDATE recording SET names_known = 0",
    /* The name at a mark, whatever the number of names. */
    "CREATE INDEX stay_name_trust ON stay_name(recording, stay, trust, number, name)",
    /* Marks about a team, in the time in which somebody was in it. */
    "CREATE INDEX mark_team ON mark(recording, team, tick, number) WHERE stay = -1",

    /* The views as they were, with names that are found by the index. */
    "DROP VIEW stays",
    "CREATE VIEW stays AS SELECT f.path AS file, s.joined_tick AS tick,"
    " strftime('%Y-%m-%dT%H:%M:%S', r.start_time + r.zone + s.joined_tick / 50, 'unixepoch')"
    " AS time, " PLAYER("s.recording", "s.stay", "9223372036854775807") " AS player,"
    " s.cid, (s.left_tick - s.joined_tick) / 50.0 AS seconds, s.left, r.map_name AS map,"
    " s.recording, s.stay"
    " FROM stay AS s JOIN recording AS r ON r.id = s.recording"
    " JOIN file AS f ON f.recording = s.recording",

    "DROP VIEW events",
    "CREATE VIEW events AS SELECT f.path AS file, m.tick,"
    " strftime('%Y-%m-%dT%H:%M:%S', r.start_time + r.zone + m.tick / 50, 'unixepoch') AS time,"
    " k.name AS kind, " PLAYER("m.recording", "m.stay", "m.number") " AS player,"
    " m.cid, m.team, m.value, m.text, m.uuid, r.map_name AS map,"
    " m.recording, m.stay, m.number"
    " FROM mark AS m JOIN mark_kind AS k ON k.kind = m.kind"
    " JOIN recording AS r ON r.id = m.recording"
    " JOIN file AS f ON f.recording = m.recording",

    "DROP VIEW finishes",
    "CREATE VIEW finishes AS SELECT f.path AS file, m.tick,"
    " strftime('%Y-%m-%dT%H:%M:%S', r.start_time + r.zone + m.tick / 50, 'unixepoch') AS time,"
    " " PLAYER("m.recording", "m.stay", "m.number") " AS player,"
    " m.cid, m.value / 50.0 AS seconds, r.map_name AS map, m.recording, m.stay"
    " FROM mark AS m JOIN recording AS r ON r.id = m.recording"
    " JOIN file AS f ON f.recording = m.recording WHERE m.kind = 6",
    NULL,
};
/* clang-format on */

const char *const *const archive_schema[ARCHIVE_VERSION] = {step1, step2};
