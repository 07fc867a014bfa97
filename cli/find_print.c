/* SPDX-License-Identifier: MIT
 *
 * Prints answers: a table, JSON, or command lines.
 */
#include "cli/find.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "cli/place.h"
#include "cli/table.h"
#include "teetape/secret.h"
#include "teetape/string.h"

/* What a line of text says; names and reasons are cut far before. */
#define WHAT 1024

struct find_printer {
    const struct settings *settings;
    struct host_output *out;
    const struct find_root *roots;
    size_t root_count;
    struct table *table; /* for text */
    struct find_query query;
    char *path; /* of the last answer, as it is printed */
    size_t path_cap;
    bool no_memory;
};

static const struct table_column columns[] = {
    {"file", false, true, 0, TEXT_NORMAL},
    {"tick", true, false, 1, TEXT_FAINT},
    {"time", false, false, 0, TEXT_NORMAL},
    {"what", false, true, 0, TEXT_NORMAL},
};

struct find_printer *find_printer_new(const struct settings *settings, struct host_output *out,
                                      const struct find_root *roots, size_t root_count)
{
    struct find_printer *p = calloc(1, sizeof *p);
    if (p != NULL) {
        p->settings = settings;
        p->out = out;
        p->roots = roots;
        p->root_count = root_count;
        find_query_of(&p->query, settings);
        if (!settings->json && !settings->commands) {
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

/* Texts that follow each other, as far as they fit. */
struct what {
    uint8_t text[WHAT];
    size_t size;
};

static void say_bytes(struct what *w, tt_bytes text)
{
    size_t room = sizeof w->text - w->size;
    size_t size = text.size <= room ? text.size : tt_utf8_cut(text, room);
    if (size > 0) {
        /* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): nothing at NULL has a size */
        memcpy(w->text + w->size, text.data, size);
        w->size += size;
    }
}

static void say(struct what *w, const char *text)
{
    say_bytes(w, tt_bytes_of(text));
}

static void say_int(struct what *w, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    say(w, text);
}

static void say_time(struct what *w, int64_t ticks)
{
    char text[TEXT_TIME];
    say(w, text_time(text, ticks > INT32_MAX ? INT32_MAX : (int32_t)ticks));
}

/* Who it is. */
static void say_player(struct what *w, const struct archive_answer *a)
{
    if (a->player.data != NULL) {
        say_bytes(w, a->player);
    } else {
        say(w, "(client ");
        say_int(w, a->cid);
        say(w, ")");
    }
}

static tt_bytes unless_secret(const struct find_printer *p, tt_bytes text)
{
    return p->settings->show_secrets ? text : tt_bytes_of(TT_SECRET_TEXT);
}

static void say_map(struct what *w, const struct archive_answer *a)
{
    if (a->map.data != NULL) {
        say(w, " on ");
        say_bytes(w, a->map);
    }
}

static void say_team(struct what *w, const struct archive_answer *a)
{
    say(w, "team ");
    say_int(w, a->team);
}

/* "16.4" of 16040. */
static void say_version(struct what *w, int64_t version)
{
    say_int(w, version / 1000);
    say(w, ".");
    say_int(w, version / 10 % 100);
    if (version % 10 != 0) {
        say(w, ".");
        say_int(w, version % 10);
    }
}

/* Marks with words of their own behind the player. */
static void say_client_mark(const struct find_printer *p, struct what *w,
                            const struct archive_answer *a)
{
    static const char *const words[TT_MARK_KINDS] = {
        [TT_MARK_JOIN] = " joins",          [TT_MARK_LEAVE] = " leaves",
        [TT_MARK_NAME] = " is the name",    [TT_MARK_CLAN] = " has the clan ",
        [TT_MARK_VERSION] = " has DDNet ",  [TT_MARK_TEAM] = " joins ",
        [TT_MARK_FINISH] = " finishes in ", [TT_MARK_RCON] = " logs in as ",
        [TT_MARK_RCON_OUT] = " logs out",   [TT_MARK_KILL] = " asks to be killed",
        [TT_MARK_DEATH] = " dies",          [TT_MARK_SWAP] = " swaps with client ",
    };
    say_player(w, a);
    say(w, words[a->mark] != NULL ? words[a->mark] : "");
    switch (a->mark) {
    case TT_MARK_LEAVE:
        say(w, a->text.size > 0 ? ": " : "");
        say_bytes(w, a->text);
        break;
    case TT_MARK_CLAN:
        say_bytes(w, a->text);
        break;
    case TT_MARK_VERSION:
        say_version(w, a->value);
        break;
    case TT_MARK_TEAM:
        say_team(w, a);
        break;
    case TT_MARK_FINISH:
        say_time(w, a->value);
        say_map(w, a);
        break;
    case TT_MARK_RCON:
        say_bytes(w, unless_secret(p, a->text));
        say(w, ", level ");
        say_int(w, a->value);
        break;
    case TT_MARK_SWAP:
        say_int(w, a->value);
        break;
    default:
        break;
    }
}

static void say_mark(const struct find_printer *p, struct what *w, const struct archive_answer *a)
{
    switch (a->mark) {
    case TT_MARK_TEAM_FINISH:
        say_team(w, a);
        say(w, " finishes in ");
        say_time(w, a->value);
        say_map(w, a);
        break;
    case TT_MARK_SAVE:
    case TT_MARK_LOAD:
        say_team(w, a);
        say(w, a->mark == TT_MARK_SAVE ? " is saved as " : " is loaded from ");
        say_bytes(w, unless_secret(p, a->uuid));
        break;
    case TT_MARK_PRACTICE:
        say_team(w, a);
        say(w, a->value != 0 ? " practises" : " practises no more");
        break;
    default:
        say_client_mark(p, w, a);
        break;
    }
}

static void say_recording(struct what *w, const struct archive_answer *a)
{
    say(w, a->map.data != NULL ? "map " : "a recording");
    say_bytes(w, a->map);
    say(w, ", ");
    say_time(w, a->last_tick);
    if (a->server.data != NULL) {
        say(w, ", ");
        say_bytes(w, a->server);
    }
    say(w, a->damaged ? " (damaged)" : a->complete ? "" : " (unfinished)");
}

static void say_answer(const struct find_printer *p, struct what *w, const struct archive_answer *a)
{
    switch (a->kind) {
    case ARCHIVE_IS_RECORDING:
        say_recording(w, a);
        break;
    case ARCHIVE_IS_GAME:
        say(w, "map ");
        say_bytes(w, a->map);
        say(w, ", game ");
        say_bytes(w, a->game_uuid);
        say(w, ", from a list");
        break;
    case ARCHIVE_IS_STAY:
        say_player(w, a);
        say(w, " for ");
        say_time(w, a->last_tick - a->tick);
        say_map(w, a);
        break;
    case ARCHIVE_IS_MARK:
        say_mark(p, w, a);
        break;
    }
}

static void clock_of(char text[PLACE_CLOCK_TEXT], const struct archive_answer *a)
{
    place_clock_format(text, &a->start, a->tick);
}

static void add_row(struct find_printer *p, const struct archive_answer *a, tt_bytes path)
{
    char clock[PLACE_CLOCK_TEXT];
    struct what w = {.size = 0};
    table_text(p->table, a->file.data != NULL ? path : tt_bytes_of("-"));
    table_int(p->table, a->tick);
    if (a->has_time) {
        clock_of(clock, a);
        table_string(p->table, clock);
    } else {
        table_time(p->table, a->tick);
    }
    say_answer(p, &w, a);
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

static void mark_json(const struct find_printer *p, struct json *j, const struct archive_answer *a)
{
    static const uint32_t secret = 1u << TT_MARK_RCON;
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
    if (a->text.data != NULL) {
        bool is_secret = (secret >> a->mark & 1u) != 0;
        json_text(j, "text", is_secret ? unless_secret(p, a->text) : a->text);
    }
    if (a->uuid.data != NULL) {
        json_text(j, a->mark == TT_MARK_VERSION ? "connection_id" : "save_id",
                  unless_secret(p, a->uuid));
    }
}

static void print_json(struct find_printer *p, const struct archive_answer *a, tt_bytes path)
{
    static const char *const kinds[] = {"recording", "game", "stay", ""};
    char clock[PLACE_CLOCK_TEXT];
    struct json j = json_begin(p->out);
    text_or_null(&j, "file", a->file.data != NULL ? path : a->file);
    json_int(&j, "tick", a->tick);
    if (a->has_time) {
        clock_of(clock, a);
    }
    text_or_null(&j, "time", a->has_time ? tt_bytes_of(clock) : (tt_bytes){NULL, 0});
    json_text_c(&j, "kind", a->kind == ARCHIVE_IS_MARK ? tt_mark_name(a->mark) : kinds[a->kind]);
    if (a->kind == ARCHIVE_IS_MARK) {
        mark_json(p, &j, a);
    } else if (a->kind == ARCHIVE_IS_STAY) {
        json_int(&j, "cid", a->cid);
        text_or_null(&j, "player", a->player);
        json_int(&j, "left_tick", a->last_tick);
    } else if (a->kind == ARCHIVE_IS_RECORDING) {
        json_int(&j, "last_tick", a->last_tick);
        json_bool(&j, "complete", a->complete);
        json_bool(&j, "damaged", a->damaged);
    }
    text_or_null(&j, "map", a->map);
    text_or_null(&j, "server", a->server);
    text_or_null(&j, "game_uuid", a->game_uuid);
    json_end(&j);
}

bool find_print(void *user, const struct archive_answer *answer)
{
    struct find_printer *p = user;
    tt_bytes path = printed_path(p, answer->file);
    if (p->settings->commands) {
        find_command(p->out, answer, path, &p->query.query);
    } else if (p->settings->json) {
        print_json(p, answer, path);
    } else {
        add_row(p, answer, path);
    }
    return host_output_error(p->out) == 0 && !p->no_memory;
}

bool find_printer_close(struct find_printer *p)
{
    if (p == NULL) {
        return false;
    }
    bool good = !p->no_memory;
    if (!p->settings->json && !p->settings->commands) {
        good = table_print(p->table, p->out, table_look_stdout()) && good;
    }
    table_free(p->table);
    free(p->path);
    free(p);
    return good;
}
