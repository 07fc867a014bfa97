/* SPDX-License-Identifier: MIT
 *
 * Statements for recordings, games, stays and marks, with equal columns.
 */
#include "host/posix.h"

#include "archive/query_select.h"

#include "archive/query_clause.h"
#include "archive/query_team.h"
#include "archive/schema.h"
#include "archive/text.h"

/* Marks for which the schema has an index. */
#define RARE                                                                                       \
    (1u << ARCHIVE_MARK_FINISH | 1u << ARCHIVE_MARK_TEAM_FINISH | 1u << ARCHIVE_MARK_SAVE |        \
     1u << ARCHIVE_MARK_LOAD | 1u << ARCHIVE_MARK_RCON | 1u << ARCHIVE_MARK_RCON_OUT |             \
     1u << ARCHIVE_MARK_PRACTICE)

/* The statements have the numbers in them that archive/store_marks.c checks. */

/* A file f that is wanted. */
static void add_roots(struct archive_sql *sql, const struct archive_query *query)
{
    archive_sql_add(sql,
                    query->root_count == 0 ? "" : " AND +f.id IN (SELECT id FROM temp.want_file)");
}

/* Columns of an answer; see take_answer in archive/query_answer.c. */
#define COLUMNS_OF_RECORDING                                                                       \
    "f.path, f.path_raw, r.start_time, r.zone, r.game_uuid, r.map_name, r.map_name_raw,"           \
    " r.server_name, r.server_name_raw, r.complete, r.errors"

/* The name borne at mark `number` of session `stay`; before the first one, that one. */
#define NAME_AT(session, number)                                                                   \
    "coalesce(" ARCHIVE_NAME_AT("b.name", "", "r.id", session,                                     \
                                number) ", (SELECT b.name FROM stay_name AS b WHERE b.recording"   \
                                        " = r.id AND b.stay = " session                            \
                                        " ORDER BY b.number LIMIT 1))"

static void add_recordings(struct archive_sql *sql, const struct archive_query *query)
{
    archive_sql_add(sql, "SELECT 0, " COLUMNS_OF_RECORDING
                         ", 0 AS tick, r.last_tick, NULL, NULL, NULL, NULL, r.damage, NULL, NULL,"
                         " NULL,"
                         " r.start_time AS at, 0 AS number"
                         " FROM temp.want_recording AS w CROSS JOIN recording AS r ON r.id = w.id"
                         " JOIN file AS f ON f.recording = r.id WHERE 1");
    add_roots(sql, query);
}

/* Files that should be recordings, and are none. A root may be no recording without its name saying
 * anything. */
static void add_wrecks(struct archive_sql *sql, const struct archive_query *query)
{
    static const char columns[] =
        " UNION ALL SELECT 4, f.path, f.path_raw, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 1,"
        " 0, 0, NULL, NULL, NULL, NULL, ifnull(f.damage, 'not a teehistorian file'), NULL, NULL,"
        " NULL, NULL, 0";
    archive_sql_add(sql, "%s FROM file AS f WHERE f.damage IS NOT NULL", columns);
    add_roots(sql, query);
    archive_sql_add(sql,
                    "%s FROM temp.want_file AS w CROSS JOIN file AS f ON f.id = w.id"
                    " WHERE w.is_root AND f.recording IS NULL AND f.damage IS NULL",
                    columns);
}

/* Of a game that is not there only the beginning is known. */
static void add_games(struct archive_sql *sql, const struct archive_query *query)
{
    archive_sql_add(sql, " UNION ALL SELECT 1, NULL, NULL, r.start_time, r.zone, r.game_uuid,"
                         " r.map_name, r.map_name_raw, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL,"
                         " NULL, NULL, NULL, NULL, NULL, r.start_time, 0 FROM game AS r"
                         " WHERE NOT EXISTS (SELECT 1 FROM recording AS o"
                         "  WHERE o.game_uuid = r.game_uuid)");
    if (query->map != NULL) {
        archive_clause_pattern(sql, "r.map_name", NULL, query, query->map);
    }
    archive_clause_span(sql, query, "0", "0");
}

static void add_sessions(struct archive_sql *sql, const struct archive_query *query)
{
    archive_sql_add(sql, "SELECT 2, " COLUMNS_OF_RECORDING ", s.joined_tick AS tick, s.left_tick,"
                         " NULL, s.cid, NULL, NULL, NULL, NULL, NULL, " NAME_AT(
                             "s.stay", "9223372036854775807") //
                    ", r.start_time + s.joined_tick / 50.0 AS at, s.stay AS number"
                    " FROM temp.want_stay AS w CROSS JOIN stay AS s"
                    " ON s.recording = w.recording AND s.stay = w.stay"
                    " JOIN recording AS r ON r.id = s.recording"
                    " JOIN file AS f ON f.recording = r.id WHERE 1");
    add_roots(sql, query);
    archive_clause_span(sql, query, "s.joined_tick", "s.left_tick");
}

static void add_kinds(struct archive_sql *sql, uint32_t kinds)
{
    archive_sql_add(sql, "(-1");
    for (int kind = 0; kind < ARCHIVE_MARK_KINDS; kind++) {
        if ((kinds >> kind & 1u) != 0) {
            archive_sql_add(sql, ", %d", kind);
        }
    }
    archive_sql_add(sql, ")");
}

/* Behind the WHERE of a query about marks m. */
static void add_marks_where(struct archive_sql *sql, const struct archive_query *query)
{
    add_roots(sql, query);
    archive_clause_span(sql, query, "m.tick", "m.tick");
    if (query->min_value != INT64_MIN) {
        archive_sql_add(sql, " AND m.value >= ");
        archive_sql_int(sql, query->min_value);
    }
    if (query->max_value != INT64_MAX) {
        archive_sql_add(sql, " AND m.value <= ");
        archive_sql_int(sql, query->max_value);
    }
    if (query->save != NULL) {
        archive_sql_add(sql, " AND m.uuid = ");
        archive_sql_text(sql, query->save);
    }
    if (query->account != NULL) {
        archive_clause_pattern(sql, "m.text", NULL, query, query->account);
    }
}

#define COLUMNS_OF_MARK                                                                            \
    "SELECT 3, " COLUMNS_OF_RECORDING ", m.tick AS tick, r.last_tick, m.kind, m.cid, m.team,"      \
    " m.value, m.text, m.text_raw, m.uuid, " NAME_AT(                                              \
        "m.stay", "m.number") ", r.start_time + m.tick / 50.0 AS at, m.number AS number"
#define JOIN_FILE                                                                                  \
    " CROSS JOIN recording AS r ON r.id = m.recording"                                             \
    " CROSS JOIN file AS f ON f.recording = r.id WHERE 1"

/* What is selected of marks. */
enum columns { ANSWERS, RECORDINGS };

static void add_mark_columns(struct archive_sql *sql, const struct archive_query *query,
                             enum columns columns)
{
    if (columns == RECORDINGS) {
        archive_sql_add(sql, "SELECT m.recording");
    } else {
        archive_sql_add(sql, COLUMNS_OF_MARK ", %s",
                        archive_query_asks_teams(query) ? ARCHIVE_TEAM_HAS_PLAYERS : "0");
    }
}

/* Marks of everybody: of each recording by the index of rare kinds, or all of a recording. */
static void add_marks(struct archive_sql *sql, const struct archive_query *query,
                      enum columns columns)
{
    bool is_rare = (query->kinds & ~(uint32_t)RARE) == 0;
    bool is_account =
        query->account != NULL && !query->ignore_case && !archive_pattern_is_one(query->account);
    add_mark_columns(sql, query, columns);
    if (query->save != NULL || is_account) {
        archive_sql_add(sql,
                        " FROM mark AS m INDEXED BY %s" JOIN_FILE " AND m.recording IN"
                        " (SELECT id FROM temp.want_recording) AND %s",
                        is_account ? "mark_account" : "mark_save",
                        is_account ? "m.kind = 10" : "m.kind IN (8, 9)");
    } else {
        archive_sql_add(sql,
                        " FROM temp.want_recording AS w"
                        " CROSS JOIN mark AS m %s ON m.recording = w.id",
                        is_rare ? "INDEXED BY mark_rare" : "");
        archive_sql_add(sql, JOIN_FILE);
        archive_sql_add(sql, is_rare ? " AND m.kind IN (6, 7, 8, 9, 10, 11, 15)" : "");
    }
    archive_sql_add(sql, " AND m.kind IN ");
    add_kinds(sql, query->kinds);
    add_marks_where(sql, query);
}

/* Marks of a player's sessions, and those of the team that he was in. */
static void add_marks_of_player(struct archive_sql *sql, const struct archive_query *query,
                                enum columns columns)
{
    add_mark_columns(sql, query, columns);
    archive_sql_add(sql, " FROM temp.want_stay AS w CROSS JOIN mark AS m"
                         " ON m.recording = w.recording AND m.stay = w.stay");
    archive_sql_add(sql, JOIN_FILE " AND m.kind IN ");
    add_kinds(sql, query->kinds);
    add_marks_where(sql, query);
    if ((query->kinds & (uint32_t)ARCHIVE_TEAM_MARKS) == 0) {
        return;
    }
    archive_sql_add(sql, " UNION ");
    add_mark_columns(sql, query, columns);
    archive_sql_add(sql, " FROM temp.want_team AS w CROSS JOIN mark AS m INDEXED BY mark_team"
                         " ON " ARCHIVE_TEAM_IS_WANTED JOIN_FILE " AND m.kind IN ");
    add_kinds(sql, query->kinds & (uint32_t)ARCHIVE_TEAM_MARKS);
    add_marks_where(sql, query);
}

static void add_any_marks(struct archive_sql *sql, const struct archive_query *query,
                          enum columns columns)
{
    if (archive_query_has_player(query)) {
        add_marks_of_player(sql, query, columns);
    } else {
        add_marks(sql, query, columns);
    }
}

void archive_select_recordings(struct archive_sql *sql, const struct archive_query *query)
{
    add_any_marks(sql, query, RECORDINGS);
}

void archive_select(struct archive_sql *sql, const struct archive_query *query)
{
    if (query->kinds != 0) {
        add_any_marks(sql, query, ANSWERS);
    } else if (archive_query_has_player(query)) {
        add_sessions(sql, query);
    } else {
        add_recordings(sql, query);
        bool only_files =
            query->server != NULL || query->min_ticks > 0 || query->max_ticks != INT64_MAX;
        if (!only_files && !query->damaged) {
            add_games(sql, query);
        }
        bool is_about_headers =
            only_files || query->map != NULL || query->from.is_given || query->to.is_given;
        if (query->damaged && !is_about_headers) {
            add_wrecks(sql, query);
        }
    }
    archive_sql_add(sql, " ORDER BY at, 2, tick, number");
    if (query->limit > 0) {
        archive_sql_add(sql, " LIMIT ");
        archive_sql_int(sql, query->limit);
    }
}
