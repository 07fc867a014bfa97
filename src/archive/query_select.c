/* SPDX-License-Identifier: MIT
 *
 * Statements for recordings, games, sessions and facts, with equal columns.
 *
 * Aliases are the same in all statements: r the recording, f the file, m the fact, s the session, w
 * a wanted row, b a name of a session. Every SELECT has the columns of archive_select_column in
 * their order; NULL where it has none. CROSS JOIN and INDEXED BY fix the plan: without statistics
 * SQLite would guess.
 */
#include "host/posix.h"

#include "archive/query_steps.h"
#include "archive/rows.h"
#include "archive/schema.h"
#include "archive/text.h"

/* The plus sign keeps SQLite from beginning with the files. */
static void add_roots(struct archive_sql *sql, const tt_io_archive_query *query)
{
    tti_archive_sql_add(
        sql, query->root_count == 0 ? "" : " AND +f.id IN (SELECT id FROM temp.want_file)");
}

#define COLUMNS_OF_RECORDING                                                                       \
    "f.path, f.path_raw, r.start_time, r.zone, r.game_uuid, r.map_name, r.map_name_raw,"           \
    " r.server_name, r.server_name_raw, r.complete, r.errors, r.format, r.first_tick, "            \
    "r.version_minor"

#define AT(tick) "r.start_time + (" tick " - r.first_tick) / 50.0"

#define NAME_AT(session, number)                                                                   \
    "coalesce(" ARCHIVE_NAME_AT("b.name", "", "r.id", session,                                     \
                                number) ","                                                        \
                                        " (SELECT b.name FROM session_name AS b WHERE "            \
                                        "b.recording = r.id AND b.session = " session              \
                                        " ORDER BY b.number LIMIT 1))"

static void add_recordings(struct archive_sql *sql, const tt_io_archive_query *query)
{
    tti_archive_sql_add(sql,
                        "SELECT 0, " COLUMNS_OF_RECORDING
                        ", r.first_tick AS tick, r.last_tick, NULL, NULL, NULL, NULL, NULL,"
                        " r.damage, NULL, NULL, NULL, NULL, r.start_time AS at, 0 AS number"
                        " FROM temp.want_recording AS w CROSS JOIN recording AS r ON r.id = w.id"
                        " JOIN file AS f ON f.recording = r.id WHERE 1");
    add_roots(sql, query);
}

static void add_wrecks(struct archive_sql *sql, const tt_io_archive_query *query)
{
    static const char columns[] =
        " UNION ALL SELECT 4, f.path, f.path_raw, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 1,"
        " NULL, 0, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, ifnull(f.damage, 'not a recording'), "
        "NULL,"
        " NULL, NULL, NULL, NULL, 0";
    tti_archive_sql_add(sql, "%s FROM file AS f WHERE f.damage IS NOT NULL", columns);
    add_roots(sql, query);
    tti_archive_sql_add(sql,
                        "%s FROM temp.want_file AS w CROSS JOIN file AS f ON f.id = w.id"
                        " WHERE w.is_root AND f.recording IS NULL AND f.damage IS NULL",
                        columns);
}

/* A game of a list without a recording has no end, so its start has to be in the span. */
static void add_games(struct archive_sql *sql, const tt_io_archive_query *query)
{
    tti_archive_sql_add(
        sql, " UNION ALL SELECT 1, NULL, NULL, r.start_time, r.zone, r.game_uuid,"
             " r.map_name, r.map_name_raw, NULL, NULL, 0, 0, NULL, 0, NULL, 0, 0, NULL, NULL,"
             " NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, r.start_time, 0"
             " FROM game AS r WHERE NOT EXISTS"
             " (SELECT 1 FROM recording AS o WHERE o.game_uuid = r.game_uuid)");
    if (query->map != NULL) {
        tti_archive_clause_pattern(sql, "r.map_name", NULL, query, query->map);
    }
    tti_archive_clause_span(sql, query, "0", "0");
}

static void add_sessions(struct archive_sql *sql, const tt_io_archive_query *query)
{
    tti_archive_sql_add(
        sql,
        "SELECT 2, " COLUMNS_OF_RECORDING ", s.joined_tick AS tick, s.left_tick,"
        " NULL, s.cid, NULL, NULL, NULL, NULL, NULL, NULL,"
        " " NAME_AT(
            "s.session",
            "9223372036854775807") ", NULL,"
                                   " " AT(
                                       "s.joined_tick") " AS at, s.session AS number, r.id"
                                                        " FROM temp.want_session AS w CROSS JOIN "
                                                        "session AS s"
                                                        " ON s.recording = w.recording AND "
                                                        "s.session = w.session"
                                                        " JOIN recording AS r ON r.id = s.recording"
                                                        " JOIN file AS f ON f.recording = r.id "
                                                        "WHERE 1");
    add_roots(sql, query);
    tti_archive_clause_span(sql, query, "s.joined_tick - r.first_tick",
                            "s.left_tick - r.first_tick");
}

static void add_kinds(struct archive_sql *sql, uint64_t kinds)
{
    tti_archive_sql_add(sql, "(-1");
    for (int kind = 0; kind < TT_FACT_KINDS; kind++) {
        if ((kinds >> kind & 1) != 0) {
            tti_archive_sql_add(sql, ", %d", kind);
        }
    }
    tti_archive_sql_add(sql, ")");
}

/* m.other of a death without another client is the client itself, who is no killer. */
static void add_facts_where(struct archive_sql *sql, const tt_io_archive_query *query)
{
    add_roots(sql, query);
    tti_archive_clause_span(sql, query, "m.tick - r.first_tick", "m.tick - r.first_tick");
    if (query->min_value != INT64_MIN) {
        tti_archive_sql_add(sql, " AND m.value >= ");
        tti_archive_sql_int(sql, query->min_value);
    }
    if (query->max_value != INT64_MAX) {
        tti_archive_sql_add(sql, " AND m.value <= ");
        tti_archive_sql_int(sql, query->max_value);
    }
    if (query->save != NULL) {
        tti_archive_sql_add(sql, " AND m.uuid = ");
        tti_archive_sql_text(sql, query->save);
    }
    if (query->account != NULL) {
        tti_archive_clause_pattern(sql, "m.text", NULL, query, query->account);
    }
    if (query->chat != NULL) {
        tti_archive_clause_part(sql, "m.text", query, query->chat);
    }
    if (tt_io_archive_who_is_given(&query->killer)) {
        tti_archive_sql_add(sql, " AND m.other <> m.cid"
                                 " AND (m.recording, m.other_session) IN temp.want_killer");
    }
}

#define COLUMNS_OF_FACT                                                                            \
    "SELECT 3, " COLUMNS_OF_RECORDING ", m.tick AS tick, r.last_tick, m.kind, m.cid, m.team,"      \
    " m.value, m.other, m.text, m.text_raw, m.uuid, " NAME_AT(                                     \
        "m.session", "m.number") ","                                                               \
                                 " CASE WHEN m.other_session IS NOT NULL THEN " NAME_AT(           \
                                     "m.other_session",                                            \
                                     "m.number") " END,"                                           \
                                                 " " AT("m.tick") " AS at, m.number AS number"
#define JOIN_FILE                                                                                  \
    " CROSS JOIN recording AS r ON r.id = m.recording"                                             \
    " CROSS JOIN file AS f ON f.recording = r.id WHERE 1"

enum columns { ANSWERS, RECORDINGS };

static void add_fact_columns(struct archive_sql *sql, const tt_io_archive_query *query,
                             enum columns columns)
{
    if (columns == RECORDINGS) {
        tti_archive_sql_add(sql, "SELECT m.recording");
    } else {
        tti_archive_sql_add(sql, COLUMNS_OF_FACT ", %s",
                            archive_query_asks_teams(query) ? ARCHIVE_TEAM_HAS_PLAYERS : "0");
    }
}

/* An exact account or save has an index of its own over all recordings. The kind is repeated as the
 * index has it: else SQLite does not use a partial index. */
static void add_facts(struct archive_sql *sql, const tt_io_archive_query *query,
                      enum columns columns)
{
    bool is_alone = (query->kinds & ~ARCHIVE_FACTS_ALONE) == 0;
    bool is_account = query->account != NULL && !query->ignore_case &&
                      !tti_archive_pattern_is_one(query->account);
    add_fact_columns(sql, query, columns);
    if (query->save != NULL || is_account) {
        tti_archive_sql_add(sql,
                            " FROM fact AS m INDEXED BY %s" JOIN_FILE " AND m.recording IN"
                            " (SELECT id FROM temp.want_recording) AND %s",
                            is_account ? "fact_account" : "fact_save",
                            is_account ? "m.kind = 10" : "m.kind IN (19, 21)");
    } else {
        tti_archive_sql_add(sql,
                            " FROM temp.want_recording AS w"
                            " CROSS JOIN fact AS m %s ON m.recording = w.id",
                            is_alone ? "INDEXED BY fact_alone" : "");
        tti_archive_sql_add(sql, JOIN_FILE);
        tti_archive_sql_add(sql, is_alone ? " AND " ARCHIVE_IS_ALONE("m.kind") : "");
    }
    tti_archive_sql_add(sql, " AND m.kind IN ");
    add_kinds(sql, query->kinds);
    add_facts_where(sql, query);
}

/* UNION and not UNION ALL: two ways may find one fact. With a killer asked for the player is the
 * one who died. */
static void add_facts_of_player(struct archive_sql *sql, const tt_io_archive_query *query,
                                enum columns columns)
{
    static const struct {
        uint64_t kinds;
        const char *from;
    } ways[] = {
        {TT_FACTS_ALL, " FROM temp.want_session AS w CROSS JOIN fact AS m"
                       " ON m.recording = w.recording AND m.session = w.session" JOIN_FILE},
        {ARCHIVE_TEAM_FACTS, " FROM temp.want_team AS w CROSS JOIN fact AS m INDEXED BY fact_team"
                             " ON " ARCHIVE_TEAM_IS_WANTED JOIN_FILE},
        {TT_FACT_BIT(TT_FACT_KILL),
         " FROM temp.want_session AS w CROSS JOIN fact AS m INDEXED BY fact_other"
         " ON m.recording = w.recording AND m.other_session = w.session" JOIN_FILE},
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        bool is_asked = (query->kinds & ways[i].kinds) != 0;
        bool is_other = i == 2 && tt_io_archive_who_is_given(&query->killer);
        if (is_asked && !is_other) {
            tti_archive_sql_add(sql, i == 0 ? "" : " UNION ");
            add_fact_columns(sql, query, columns);
            tti_archive_sql_add(sql, "%s AND m.kind IN ", ways[i].from);
            add_kinds(sql, query->kinds & ways[i].kinds);
            add_facts_where(sql, query);
        }
    }
}

static void add_any_facts(struct archive_sql *sql, const tt_io_archive_query *query,
                          enum columns columns)
{
    if (tt_io_archive_who_is_given(&query->player)) {
        add_facts_of_player(sql, query, columns);
    } else {
        add_facts(sql, query, columns);
    }
}

void tti_archive_select_recordings(struct archive_sql *sql, const tt_io_archive_query *query)
{
    add_any_facts(sql, query, RECORDINGS);
}

/* Games of lists and wrecks lack columns, so they are left out when those are asked for. */
void tti_archive_select(struct archive_sql *sql, const tt_io_archive_query *query)
{
    if (query->kinds != 0) {
        add_any_facts(sql, query, ANSWERS);
    } else if (tt_io_archive_who_is_given(&query->player)) {
        add_sessions(sql, query);
    } else {
        add_recordings(sql, query);
        bool only_files = query->server != NULL || query->format != NULL || query->min_ticks > 0 ||
                          query->max_ticks != INT64_MAX;
        if (!only_files && !query->damaged) {
            add_games(sql, query);
        }
        bool is_about_headers =
            only_files || query->map != NULL || query->from.is_given || query->to.is_given;
        if (query->damaged && !is_about_headers) {
            add_wrecks(sql, query);
        }
    }
    tti_archive_sql_add(sql, " ORDER BY at, 2, tick, number");
    if (query->limit > 0) {
        tti_archive_sql_add(sql, " LIMIT ");
        tti_archive_sql_int(sql, query->limit);
    }
}
