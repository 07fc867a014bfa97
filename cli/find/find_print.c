/* SPDX-License-Identifier: MIT
 *
 * Prints answers: a table, JSON, or command lines.
 *
 * Each answer is printed when it comes; only a table waits for the last one.
 */
#include "cli/find/find.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/message.h"
#include "cli/text/text.h"
#include "teetape/io/place.h"

/* Lives over all answers of one search. */
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
    size_t without[FIND_WITHOUTS]; /* a command, of these; by the reason */
    char *path;                    /* of the last answer, as it is printed */
    size_t path_cap;
    bool no_memory;
};

/* One answer, as it is printed. */
struct answer_row {
    tt_bytes file, shown_file; /* as it was written; as it is shown, "-" for none */
    int32_t tick;
    const char *time, *shown_time, *kind;
    int32_t cid, team, killer, other, left_tick, last_tick;
    /* bytes of the answer, valid while it is printed */
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

/* The roots are those that the search has, in the order of the command line. Not with memory_zeros:
 * no file is to blame. */
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

/* The path as the user would write it: the folder as it was named, and what lies below it. Folders
 * are compared as the database has them, up to a slash: "/a/b" is not below "/a/bc". The text is
 * valid up to the next answer. A path below none of the roots remains as it is. */
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
        /* A folder that was given with a slash at its end gets no second one. */
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

/* The time of an answer; that of a demo without a zone, which nobody knows. */
static void clock_of(char text[TT_IO_PLACE_CLOCK_TEXT], const tt_io_archive_answer *a)
{
    tt_io_place_clock(text, &a->start, a->tick - a->first_tick);
    char *zone = a->has_zone ? NULL : strchr(text, '+'); /* none in "?", after the year 9999 */
    if (zone != NULL) {
        *zone = '\0';
    }
}

/* What `other` is depends on the kind: the killer of a kill, else a second client. The UUID of a
 * version is a connection id, which is as secret as the id of a save. */
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

/* Members that only recordings have; a file that is none (a wreck) is a damaged recording. */
static void take_recording(struct answer_row *row, const tt_io_archive_answer *a)
{
    row->format = a->format == TT_FORMAT_DEMO ? tt_format_name(a->format) : NULL;
    row->last_tick = a->last_tick;
    row->complete = a->complete;
    row->damaged = a->damaged;
    row->state = tt_recording_state_name(tt_recording_state_of(a->damaged, a->complete));
    row->damage = a->text;
}

/* The names of a session, each with a NUL. */
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

/* Views in the row are those of the answer and of this function: rows_add copies or writes them
 * before it returns. Of a game of a list there is no file. */
static void add_row(struct find_printer *p, const tt_io_archive_answer *a, tt_bytes path)
{
    /* By tt_io_archive_answer_kind. A fact has its own word. */
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

/* False ends the search: the reader of the pipe has left, or a path had no memory. */
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

/* A table is printed here, as its columns are known when all rows are. */
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
