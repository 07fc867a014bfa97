/* SPDX-License-Identifier: MIT
 *
 * Prints answers: a table, JSON, or command lines.
 */
#include "cli/find/find.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/fact_row.h"
#include "cli/show/json.h"
#include "cli/show/table.h"
#include "reading/place.h"

struct find_printer {
    const struct settings *settings;
    const struct find_options *options;
    struct host_output *out;
    const struct find_root *roots;
    size_t root_count;
    struct table *table; /* for text */
    struct find_query query;
    size_t count;
    char *path; /* of the last answer, as it is printed */
    size_t path_cap;
    bool no_memory;
};

static const struct table_column columns[] = {
    {"file", false, TABLE_KEY_CUT, 0, TEXT_NORMAL},
    {"tick", true, TABLE_KEY, 0, TEXT_FAINT},
    {"time", false, TABLE_WHOLE, 1, TEXT_NORMAL},
    {"what", false, TABLE_CUT, 0, TEXT_NORMAL},
};

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
        if (!p->settings->json && p->options->commands == NULL) {
            p->table = table_new(columns, sizeof columns / sizeof columns[0]);
        }
    }
    return p;
}

/* The path as the user would write it: the folder as it was named, and what lies below it. */
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

/* The time of an answer; that of a demo without a zone, which nobody knows. */
static void clock_of(char text[TT_IO_PLACE_CLOCK_TEXT], const struct archive_answer *a)
{
    static const char zone[] = "+0000";
    tt_io_place_clock(text, &a->start, a->tick - a->first_tick);
    if (!a->has_zone) {
        text[strlen(text) - (sizeof zone - 1)] = '\0';
    }
}

static void add_row(struct find_printer *p, const struct archive_answer *a, tt_bytes path)
{
    char clock[TT_IO_PLACE_CLOCK_TEXT];
    struct find_what w;
    table_text(p->table, a->file.data != NULL ? path : tt_bytes_of("-"));
    table_int(p->table, a->tick);
    if (a->has_time) {
        clock_of(clock, a);
        table_string(p->table, clock);
    } else {
        table_time(p->table, a->tick - a->first_tick);
    }
    find_what_of(&w, a, p->settings->show_secrets);
    table_text(p->table, (tt_bytes){w.text, w.size});
}

static void text_or_null(struct json *j, const char *key, tt_bytes text)
{
    if (text.data != NULL) {
        json_text(j, key, text);
    } else {
        json_word(j, key, tt_bytes_of("null"));
    }
}

/* A second client: "killer" and "killer_name". */
static void other_json(struct json *j, const struct archive_answer *a)
{
    char key[40];
    const tt_field *field = archive_columns_of(a->fact).other;
    json_int(j, field->name, a->other);
    snprintf(key, sizeof key, "%s_name", field->name);
    text_or_null(j, key, a->other_player);
}

static void fact_json(const struct find_printer *p, struct json *j, const struct archive_answer *a)
{
    bool secrets = p->settings->show_secrets;
    if (a->cid >= 0) {
        json_int(j, "cid", a->cid);
        text_or_null(j, "player", a->player);
    }
    if (a->team >= 0) {
        json_int(j, "team", a->team);
    }
    if (a->has_value) {
        json_int(j, "value", a->value);
    }
    if (a->other >= 0) {
        other_json(j, a);
    }
    if (a->text.data != NULL) {
        json_text(j, "text", find_shown_text(a, secrets));
    }
    if (a->uuid.data != NULL) {
        json_text(j, a->fact == TT_FACT_VERSION ? "connection_id" : "save_id",
                  find_shown(a->uuid, secrets));
    }
}

static void recording_json(struct json *j, const struct archive_answer *a)
{
    tt_recording_state state = tt_recording_state_of(a->damaged, a->complete);
    if (a->format == TT_FORMAT_DEMO) {
        json_text_c(j, "format", tt_format_name(a->format));
    }
    json_int(j, "last_tick", a->last_tick);
    json_bool(j, "complete", a->complete);
    json_bool(j, "damaged", a->damaged);
    json_text_c(j, "state", tt_recording_state_name(state));
    if (a->text.data != NULL) {
        json_text(j, "damage", a->text);
    }
}

static void print_json(struct find_printer *p, const struct archive_answer *a, tt_bytes path)
{
    static const char *const kinds[] = {"recording", "game", "session", "", "recording"};
    char clock[TT_IO_PLACE_CLOCK_TEXT];
    struct json j = json_begin(p->out);
    text_or_null(&j, "file", a->file.data != NULL ? path : a->file);
    json_int(&j, "tick", a->tick);
    if (a->has_time) {
        clock_of(clock, a);
    }
    text_or_null(&j, "time", a->has_time ? tt_bytes_of(clock) : (tt_bytes){NULL, 0});
    json_text_c(&j, "kind",
                a->kind == ARCHIVE_IS_FACT ? tt_fact_type(a->fact)->name : kinds[a->kind]);
    if (a->kind == ARCHIVE_IS_FACT) {
        fact_json(p, &j, a);
    } else if (a->kind == ARCHIVE_IS_SESSION) {
        json_int(&j, "cid", a->cid);
        text_or_null(&j, "player", a->player);
        json_int(&j, "left_tick", a->last_tick);
    } else if (a->kind == ARCHIVE_IS_RECORDING || a->kind == ARCHIVE_IS_WRECK) {
        recording_json(&j, a);
    }
    text_or_null(&j, "map", a->map);
    text_or_null(&j, "server", a->server);
    text_or_null(&j, "game_uuid", a->game_uuid);
    json_end(&j);
}

bool find_print(void *user, const struct archive_answer *answer)
{
    struct find_printer *p = user;
    p->count++;
    tt_bytes path = printed_path(p, answer->file);
    if (p->options->commands != NULL) {
        const struct find_command_form form = {&p->query.query, find_makes_demos(p->options)};
        find_command(p->out, answer, path, &form);
    } else if (p->settings->json) {
        print_json(p, answer, path);
    } else {
        add_row(p, answer, path);
    }
    return host_output_error(p->out) == 0 && !p->no_memory;
}

size_t find_printer_count(const struct find_printer *p)
{
    return p->count;
}

bool find_printer_close(struct find_printer *p)
{
    if (p == NULL) {
        return false;
    }
    bool good = !p->no_memory;
    if (!p->settings->json && p->options->commands == NULL) {
        good = table_print(p->table, p->out, table_look_stdout(p->settings)) && good;
    }
    table_free(p->table);
    free(p->path);
    free(p);
    return good;
}
