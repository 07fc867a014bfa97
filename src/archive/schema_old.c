/* SPDX-License-Identifier: MIT
 *
 * What databases of older versions have, word for word: they are compared with it before they are
 * updated. And how they are updated. Sessions and facts have older names in them.
 */
#include "archive/schema.h"

#include <stddef.h>

#define OLD_PLAYER(recording, stay, number)                                                        \
    "coalesce(" OLD_NAME("2", recording, stay,                                                     \
                         number) ","                                                               \
                                 " " OLD_NAME("1", recording, stay,                                \
                                              number) ","                                          \
                                                      " " OLD_NAME("0", recording, stay,           \
                                                                   number) ")"
#define OLD_NAME(trust, recording, stay, number)                                                   \
    "(SELECT n.name FROM stay_name AS b INDEXED BY stay_name_trust"                                \
    " JOIN name AS n ON n.id = b.name"                                                             \
    " WHERE b.recording = " recording " AND b.stay = " stay " AND b.trust = " trust                \
    " AND b.number <= " number " ORDER BY b.number DESC LIMIT 1)"

/* clang-format off */
/* From version 0, which is empty, to 1: the tables as the first teetape made them, with marks of
 * stays in place of facts of sessions. */
static const char *const step1[] = {
    "CREATE TABLE recording (" ARCHIVE_RECORDING_COLUMNS
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

    "DROP INDEX recording_content",
    "CREATE INDEX recording_content ON recording(size, fingerprint, mtime_ns)",
    /* All names are found anew: names from the game before may be guesses now. */
    "DROP INDEX recording_names",
    "CREATE INDEX recording_names ON recording(names_known) WHERE names_known <> 1",
    "UPDATE recording SET names_known = 0",
    "CREATE INDEX stay_name_trust ON stay_name(recording, stay, trust, number, name)",
    "CREATE INDEX mark_team ON mark(recording, team, tick, number) WHERE stay = -1",

    "DROP VIEW stays",
    "CREATE VIEW stays AS SELECT f.path AS file, s.joined_tick AS tick,"
    " strftime('%Y-%m-%dT%H:%M:%S', r.start_time + r.zone + s.joined_tick / 50, 'unixepoch')"
    " AS time, " OLD_PLAYER("s.recording", "s.stay", "9223372036854775807") " AS player,"
    " s.cid, (s.left_tick - s.joined_tick) / 50.0 AS seconds, s.left, r.map_name AS map,"
    " s.recording, s.stay"
    " FROM stay AS s JOIN recording AS r ON r.id = s.recording"
    " JOIN file AS f ON f.recording = s.recording",

    "DROP VIEW events",
    "CREATE VIEW events AS SELECT f.path AS file, m.tick,"
    " strftime('%Y-%m-%dT%H:%M:%S', r.start_time + r.zone + m.tick / 50, 'unixepoch') AS time,"
    " k.name AS kind, " OLD_PLAYER("m.recording", "m.stay", "m.number") " AS player,"
    " m.cid, m.team, m.value, m.text, m.uuid, r.map_name AS map,"
    " m.recording, m.stay, m.number"
    " FROM mark AS m JOIN mark_kind AS k ON k.kind = m.kind"
    " JOIN recording AS r ON r.id = m.recording"
    " JOIN file AS f ON f.recording = m.recording",

    "DROP VIEW finishes",
    "CREATE VIEW finishes AS SELECT f.path AS file, m.tick,"
    " strftime('%Y-%m-%dT%H:%M:%S', r.start_time + r.zone + m.tick / 50, 'unixepoch') AS time,"
    " " OLD_PLAYER("m.recording", "m.stay", "m.number") " AS player,"
    " m.cid, m.value / 50.0 AS seconds, r.map_name AS map, m.recording, m.stay"
    " FROM mark AS m JOIN recording AS r ON r.id = m.recording"
    " JOIN file AS f ON f.recording = m.recording WHERE m.kind = 6",
    NULL,
};
/* clang-format on */

/* clang-format off */
/* From version 2: the old tables get out of the way. */
static const char *const aside[] = {
    "PRAGMA defer_foreign_keys = ON", /* fact_kind is filled last */
    "DROP VIEW recordings",
    "DROP VIEW stays",
    "DROP VIEW events",
    "DROP VIEW finishes",
    "DROP INDEX recording_content",
    "DROP INDEX recording_game",
    "DROP INDEX recording_previous",
    "DROP INDEX recording_names",
    "DROP INDEX recording_damaged",
    "DROP INDEX file_path",
    "DROP INDEX file_recording",
    "DROP INDEX file_damaged",
    "DROP INDEX name_name",
    "DROP INDEX name_folded",
    "ALTER TABLE recording RENAME TO old_recording",
    "ALTER TABLE file RENAME TO old_file",
    "ALTER TABLE name RENAME TO old_name",
    "ALTER TABLE game RENAME TO old_game",
    NULL,
};

/* All recordings are read again where they are found: version 2 did not keep chat, nor look at
 * demos. Until then, and where a disk is not there, what it kept is searched. */
static const char *const move[] = {
    "INSERT INTO recording SELECT id, size, -1, fingerprint, codec, bytes, game_uuid,"
    " prev_game_uuid, cut_of, version, version_minor, start_time, zone, server_name,"
    " server_name_raw, server_version, server_port, game_type, map_name, map_name_raw, map_crc,"
    " map_size, map_sha256, last_tick, complete, errors, damage, marks_left_out, names_known,"
    " 'teehistorian', 0 FROM old_recording",
    "INSERT INTO file SELECT id, path, path_raw, size, -1, device, recording, NULL FROM old_file"
    " WHERE recording IS NOT NULL",
    "INSERT INTO name SELECT * FROM old_name",
    "INSERT INTO game SELECT * FROM old_game",
    "INSERT INTO session SELECT recording, stay, cid, joined_tick, join_recorded, left_tick, left"
    " FROM stay",
    "INSERT INTO session_name SELECT recording, stay, number, tick, name, source, trust"
    " FROM stay_name",
    /* join, leave, name, clan, version, team, finish, team_finish, save, load, login, logout,
     * kill_request, death, swap, practice */
    "INSERT INTO fact(recording, session, number, kind, tick, cid, team, value, other, text,"
    " text_raw, uuid) SELECT recording, stay, number, CASE kind WHEN 0 THEN 3 WHEN 1 THEN 4"
    " WHEN 2 THEN 5 WHEN 3 THEN 6 WHEN 4 THEN 9 WHEN 5 THEN 12 WHEN 6 THEN 17 WHEN 7 THEN 18"
    " WHEN 8 THEN 19 WHEN 9 THEN 21 WHEN 10 THEN 10 WHEN 11 THEN 11 WHEN 12 THEN 16"
    " WHEN 13 THEN 14 WHEN 14 THEN 24 ELSE 23 END, tick, cid, team,"
    " CASE kind WHEN 14 THEN NULL ELSE value END, CASE kind WHEN 14 THEN value END, text,"
    " text_raw, uuid FROM mark",
    "DROP TABLE mark",
    "DROP TABLE mark_kind",
    "DROP TABLE stay_name",
    "DROP TABLE stay",
    "DROP TABLE old_file",
    "DROP TABLE old_recording",
    "DROP TABLE old_name",
    "DROP TABLE old_game",
    NULL,
};
/* clang-format on */

const char *const *const tti_archive_schema_old[ARCHIVE_VERSION - 1] = {step1, step2};
const char *const *const tti_archive_schema_aside = aside;
const char *const *const tti_archive_schema_move = move;
