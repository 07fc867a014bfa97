/* SPDX-License-Identifier: MIT
 *
 * Prints answers (a table, JSON, or command lines), and says how many there are and what they do
 * not have because no recording of the kind has it. Only a table waits for the last answer.
 */
#include "cli/find/find.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/message.h"
#include "cli/text/text.h"
#include "teetape/io/place.h"

#define LACKS_CHAT "teehistorian files hold no plain chat"

/* Finishes are in teehistorian files from this version_minor on, which is DDNet 18.3. */
#define LACKS_FINISHES_BEFORE 8
#define LACKS_FINISHES "servers before DDNet 18.3 did not record " /* "them" */

struct find_printer {
    const struct settings *settings;
    const struct find_options *options;
    tt_io_output *out;
    const struct find_root *roots;
    size_t root_count;
    struct rows rows;
    struct find_query query;
    size_t count;
    bool has_damage;
    size_t without[FIND_WITHOUTS];
    char *path;
    size_t path_cap;
    bool no_memory;
};

struct answer_row {
    tt_bytes file, shown_file;
    int32_t tick;
    const char *time, *shown_time, *kind;
    int32_t cid, team, killer, other, left_tick, last_tick;
    tt_bytes player, killer_name, other_name, text, save_id, connection_id, what;
    struct column_texts names;
    const char *value, *format, *state;
    bool complete, damaged;
    tt_bytes damage, map, server, game_uuid;
};

const struct column find_columns[] = {
    COLUMN(struct answer_row, file, "path of the recording; null for a game of a list"),
    CELL(struct answer_row, shown_file, "file", .fit = TABLE_ABOVE),
    COLUMN(struct answer_row, tick,
           "of the fact, or where the session begins; the first one of a recording, 0 but in a "
           "demo",
           .heading = "tick", .fit = TABLE_KEY, .look = TEXT_FAINT),
    COLUMN(struct answer_row, time, "the same as a date and time; of a demo without a zone"),
    CELL(struct answer_row, shown_time, "time", .fit = TABLE_WHOLE, .spare = 1),
    COLUMN(struct answer_row, kind, "recording, session, game (of a list), or that of the fact"),
    COLUMN(struct answer_row, cid, "client id", .is_optional = true),
    COLUMN(struct answer_row, player, "its name at that time; of a session the last one",
           .follows = true),
    COLUMN(
        struct answer_row, names,
        "of a session: the names in their order; of more than eight the first seven and the last",
        .is_optional = true),
    COLUMN(struct answer_row, team, "DDRace team, if the fact has one", .is_optional = true),
    COLUMN(struct answer_row, value,
           "by kind: a finish's time in ticks, the level of a login, the weapon of a kill, ...",
           .type = "number", .show = SHOW_JSON, .is_optional = true),
    COLUMN(struct answer_row, killer, "of a kill: client id of who killed", .is_optional = true),
    COLUMN(struct answer_row, killer_name, "the name", .follows = true),
    COLUMN(struct answer_row, other, "of a swap: client id of the other", .is_optional = true),
    COLUMN(struct answer_row, other_name, "the name", .follows = true),
    COLUMN(struct answer_row, text, "by kind: a name, a reason, an account, a chat line",
           .is_optional = true),
    COLUMN(struct answer_row, save_id, "of a save or load", .is_optional = true),
    COLUMN(struct answer_row, connection_id, "of a version", .is_optional = true),
    COLUMN(struct answer_row, left_tick, "where a session ends", .is_optional = true),
    COLUMN(struct answer_row, format, "of a demo: demo", .is_optional = true),
    COLUMN(struct answer_row, last_tick, "of a recording", .is_optional = true),
    COLUMN(struct answer_row, complete, "of a recording: it has its end", .follows = true),
    COLUMN(struct answer_row, damaged, "of a recording: it has errors", .follows = true),
    COLUMN(struct answer_row, state, "of a recording: good, unfinished, or damaged",
           .is_optional = true),
    COLUMN(struct answer_row, damage, "of a damaged recording: its first error",
           .is_optional = true),
    COLUMN(struct answer_row, map, "of the recording"),
    COLUMN(struct answer_row, server, NULL),
    COLUMN(struct answer_row, game_uuid, NULL),
    CELL(struct answer_row, what, "what", .fit = TABLE_CUT),
    COLUMNS_END,
};

/* Roots in the order of the command line. Not with memory_zeros: no file is to blame. */
struct find_printer *find_printer_new(const struct job *job, const struct find_root *roots,
                                      size_t root_count)
{
    struct find_printer *p = calloc(1, sizeof *p);
    if (p != NULL) {
        p->settings = job->settings;
        p->options = job->options;
        p->out = job->out;
        p->roots = roots;
        p->root_count = root_count;
        find_query_of(&p->query, p->options);
        rows_open(&p->rows, job, find_columns, TT_FORMAT_UNKNOWN);
    }
    return p;
}

/* "/a/b" is not below "/a/bc". The text is valid up to the next answer. */
static tt_bytes printed_path(struct find_printer *p, tt_bytes file)
{
    for (size_t i = 0; i < p->root_count; i++) {
        const char *real = p->roots[i].real;
        size_t size = strcmp(real, "/") == 0 ? 0 : strlen(real);
        if (file.size < size || memcmp(file.data, real, size) != 0 ||
            (file.size > size && file.data[size] != '/')) {
            continue;
        }
        size_t given = strlen(p->roots[i].given);
        while (given > 0 && file.size > size && p->roots[i].given[given - 1] == '/') {
            given--;
        }
        size_t wanted = given + file.size - size;
        char *grown = wanted < p->path_cap ? p->path : realloc(p->path, wanted + 256);
        if (grown == NULL) {
            p->no_memory = true;
            return file;
        }
        p->path_cap = wanted < p->path_cap ? p->path_cap : wanted + 256;
        p->path = grown;
        memcpy(p->path, p->roots[i].given, given);
        memcpy(p->path + given, file.data + size, file.size - size);
        return (tt_bytes){(const uint8_t *)p->path, wanted};
    }
    return file;
}

static void clock_of(char text[TT_IO_PLACE_CLOCK_TEXT], const tt_io_archive_answer *a)
{
    tt_io_place_clock(text, &a->start, a->tick - a->first_tick);
    char *zone = a->has_zone ? NULL : strchr(text, '+');
    if (zone != NULL) {
        *zone = '\0';
    }
}

/* The UUID of a version is a secret connection id. */
static void take_fact(struct answer_row *row, const tt_io_archive_answer *a, bool secrets)
{
    if (a->team >= 0) {
        row->team = a->team;
    }
    if (a->fact == TT_FACT_KILL && a->other >= 0) {
        row->killer = a->other;
        row->killer_name = a->other_player;
    } else if (a->other >= 0) {
        row->other = a->other;
        row->other_name = a->other_player;
    }
    if (a->text.data != NULL) {
        row->text = find_shown_text(a, secrets);
    }
    if (a->uuid.data != NULL) {
        *(a->fact == TT_FACT_VERSION ? &row->connection_id : &row->save_id) =
            find_shown(a->uuid, secrets);
    }
}

static void take_recording(struct answer_row *row, const tt_io_archive_answer *a)
{
    row->format = a->format == TT_FORMAT_DEMO ? tt_format_name(a->format) : NULL;
    row->last_tick = a->last_tick;
    row->complete = a->complete;
    row->damaged = a->damaged;
    row->state = tt_recording_state_name(tt_recording_state_of(a->damaged, a->complete));
    row->damage = a->text;
}

struct names {
    char text[TT_IO_ARCHIVE_NAMES][TT_NAME_CAP + 1];
};

static struct column_texts names_of(struct names *names, const tt_io_archive_answer *a)
{
    for (size_t i = 0; i < a->name_count; i++) {
        snprintf(names->text[i], sizeof names->text[i], "%.*s", (int)a->names[i].size,
                 (const char *)a->names[i].data);
    }
    return (struct column_texts){names->text[0], a->name_count, sizeof names->text[0]};
}

static void add_row(struct find_printer *p, const tt_io_archive_answer *a, tt_bytes path)
{
    static const char *const kinds[] = {"recording", "game", "session", "", "recording"};
    static const int32_t none = COLUMN_UNKNOWN;
    bool is_fact = a->kind == TT_IO_ARCHIVE_IS_FACT;
    bool has_tick = is_fact || a->kind == TT_IO_ARCHIVE_IS_SESSION;
    bool secrets = p->settings->show_secrets;
    char clock[TT_IO_PLACE_CLOCK_TEXT], time[TEXT_TIME], value[TEXT_NUMBER];
    struct find_what what;
    struct names names;
    struct answer_row row = {
        .file = a->file.data != NULL ? path : a->file,
        .shown_file = a->file.data != NULL ? path : tt_bytes_of("-"),
        .tick = a->tick,
        .time = a->has_time ? clock : NULL,
        .shown_time = a->has_time ? clock
                      : has_tick  ? text_time(time, a->tick - a->first_tick)
                                  : "-",
        .kind = is_fact ? tt_fact_type(a->fact)->name : kinds[a->kind],
        .cid = a->cid >= 0 ? a->cid : none,
        .player = a->player,
        .team = none,
        .killer = none,
        .other = none,
        .value = is_fact && a->has_value ? value : NULL,
        .left_tick = a->kind == TT_IO_ARCHIVE_IS_SESSION ? a->last_tick : none,
        .last_tick = none,
        .map = a->map,
        .server = a->server,
        .game_uuid = a->game_uuid,
    };
    snprintf(value, sizeof value, "%" PRId64, a->value);
    if (a->has_time) {
        clock_of(clock, a);
    }
    if (a->kind == TT_IO_ARCHIVE_IS_SESSION) {
        row.names = names_of(&names, a);
    } else if (is_fact) {
        take_fact(&row, a, secrets);
    } else if (a->kind == TT_IO_ARCHIVE_IS_RECORDING || a->kind == TT_IO_ARCHIVE_IS_WRECK) {
        take_recording(&row, a);
    }
    find_what_of(&what, a, secrets);
    row.what = (tt_bytes){what.text, what.size};
    rows_add(&p->rows, &row);
}

bool find_print(void *user, const tt_io_archive_answer *answer)
{
    struct find_printer *p = user;
    p->count++;
    p->has_damage = p->has_damage || answer->damaged;
    tt_bytes path = printed_path(p, answer->file);
    if (p->options->commands != NULL) {
        const struct find_command_form form = {&p->query.query, find_verb(p->options->commands)};
        p->without[find_command(p->out, answer, path, &form)]++;
    } else {
        add_row(p, answer, path);
    }
    return tt_io_output_error(p->out) == 0 && !p->no_memory;
}

size_t find_printer_count(const struct find_printer *p)
{
    return p->count;
}

bool find_printer_has_damage(const struct find_printer *p)
{
    return p->has_damage;
}

void find_printer_tell_without(const struct find_printer *p)
{
    static const char *const reasons[FIND_WITHOUTS] = {
        [FIND_WITHOUT_FILE] = "no recording of the game is there",
        [FIND_WITHOUT_RECORDING] = "nothing can be cut out of what is no recording",
        [FIND_WITHOUT_DEMO] = "no demo is made of a demo",
    };
    for (int i = FIND_HAS_COMMAND + 1; i < FIND_WITHOUTS; i++) {
        if (p->without[i] > 0) {
            message_say(MESSAGE_NOTE, NULL, "%zu %s left out: %s", p->without[i],
                        p->without[i] == 1 ? "answer is" : "answers are", reasons[i]);
        }
    }
}

bool find_printer_close(struct find_printer *p)
{
    if (p == NULL) {
        return false;
    }
    bool good = rows_close(&p->rows) && !p->no_memory;
    free(p->path);
    free(p);
    return good;
}

struct searched {
    size_t demos, teehistorian;
    size_t without_finishes; /* of these: their servers did not record any */
};

static bool on_searched(void *user, const tt_io_archive_answer *answer)
{
    struct searched *searched = user;
    bool is_teehistorian = answer->format == TT_FORMAT_TEEHISTORIAN;
    searched->demos += answer->format == TT_FORMAT_DEMO;
    searched->teehistorian += is_teehistorian;
    searched->without_finishes += is_teehistorian && answer->version_minor < LACKS_FINISHES_BEFORE;
    return true;
}

static tt_io_archive_query recordings_of(const tt_io_archive_query *query)
{
    tt_io_archive_query recordings = *query;
    recordings.player = recordings.killer = (tt_io_archive_who){NULL, -1};
    recordings.kinds = 0;
    recordings.chat = recordings.account = recordings.save = NULL;
    recordings.min_value = INT64_MIN;
    recordings.max_value = INT64_MAX;
    recordings.limit = 0;
    return recordings;
}

static bool reason_of(const char **reason, tt_io_archive *archive, const tt_io_archive_query *query,
                      tt_io_error *error)
{
    const uint64_t finishes = TT_FACT_BIT(TT_FACT_FINISH) | TT_FACT_BIT(TT_FACT_TEAM_FINISH);
    bool is_chat = query->kinds == TT_FACT_BIT(TT_FACT_CHAT);
    bool is_finish = query->kinds != 0 && (query->kinds & ~finishes) == 0;
    tt_io_archive_query recordings = recordings_of(query);
    struct searched searched = {0};
    *reason = "";
    if ((is_chat || is_finish) &&
        !tt_io_archive_search(archive, &recordings, on_searched, &searched, error)) {
        return false;
    }
    if (is_chat && searched.teehistorian > 0) {
        *reason = "; " LACKS_CHAT;
    } else if (is_finish && searched.without_finishes > 0) {
        *reason = "; " LACKS_FINISHES "finishes";
    }
    return true;
}

/* A time with a zone leaves demos out. */
static bool tell_demos(tt_io_archive *archive, const tt_io_archive_query *query, tt_io_error *error)
{
    tt_io_archive_query recordings = recordings_of(query);
    struct searched searched = {0};
    if (!query->from.has_zone && !query->to.has_zone) {
        return true;
    }
    recordings.from = recordings.to = (tt_io_archive_moment){0};
    if (!tt_io_archive_search(archive, &recordings, on_searched, &searched, error)) {
        return false;
    }
    if (searched.demos == 1) {
        message_say(MESSAGE_NOTE, NULL, "1 demo has a time without a zone and was not searched");
    } else if (searched.demos > 0) {
        message_say(MESSAGE_NOTE, NULL, "%zu demos have times without a zone and were not searched",
                    searched.demos);
    }
    return true;
}

bool find_notes(tt_io_archive *archive, const tt_io_archive_query *query, uint64_t count,
                uint64_t all, const char *totals, tt_io_error *error)
{
    char number[TEXT_NUMBER], whole[TEXT_NUMBER];
    bool is_part = all > count;
    const char *reason = "";
    bool is_empty = find_span_is_empty(query);
    bool good = count > 0 || is_empty || reason_of(&reason, archive, query, error);
    message_say(MESSAGE_NOTE, NULL, "%s%s%s %s; %s%s", text_number(number, count),
                is_part ? " of " : "", is_part ? text_number(whole, all) : "",
                (is_part ? all : count) == 1 ? "answer" : "answers", totals, reason);
    return good && (is_empty || tell_demos(archive, query, error));
}
