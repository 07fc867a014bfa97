/* SPDX-License-Identifier: MIT
 *
 * Writes command lines of cut, demo or page that a shell can run.
 *
 * Strangers choose file names in an archive, and users pipe these lines into a shell. Every text
 * that is not plain is therefore quoted, so that no name can become a command.
 */
#include "cli/find/find.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text/text.h"
#include "teetape/io/path.h"
#include "teetape/string.h"

/* Ticks around an event (10 seconds), before a run (5 seconds) and after it (3 seconds), as in
 * cut --finish. */
#define AROUND 500
#define BEFORE_RUN 250
#define AFTER_RUN 150

static const char *const verbs[] = {"cut", "demo", "page", "run"};

/* Returns true for a text that a terminal shows unchanged. Without memory a text counts as not
 * plain, because the escaped form is always right. */
static bool is_plain(tt_bytes text)
{
    char *safe = malloc(TT_UTF8_SAFE_BOUND(text.size) + 1);
    size_t size = safe == NULL ? 0 : tt_utf8_safe(safe, TT_UTF8_SAFE_BOUND(text.size), text);
    bool is_same = safe != NULL && size == text.size && memcmp(safe, text.data, size) == 0;
    free(safe);
    return is_same;
}

static void quote(tt_io_output *out, tt_bytes text)
{
    tt_io_output_byte(out, '\'');
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '\'') {
            tt_io_output_text(out, "'\\''");
        } else {
            tt_io_output_byte(out, text.data[i]);
        }
    }
    tt_io_output_byte(out, '\'');
}

/* Quotes a text with other bytes than those of plain text. printf in $(...) writes the bytes. $()
 * drops line ends at the end, so these are appended outside. */
static void quote_bytes(tt_io_output *out, tt_bytes text)
{
    size_t size = text.size;
    while (size > 0 && text.data[size - 1] == '\n') {
        size--;
    }
    tt_io_output_text(out, "\"$(printf '");
    for (size_t i = 0; i < size; i++) {
        char octal[8];
        snprintf(octal, sizeof octal, "\\%03o", text.data[i]);
        tt_io_output_text(out, octal);
    }
    tt_io_output_text(out, "')\"");
    if (size < text.size) {
        quote(out, (tt_bytes){text.data + size, text.size - size});
    }
}

/* Returns true if a shell takes the text without quotes. Bytes of 0x80 and above need quotes. */
static bool is_word(tt_bytes text)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "._-/:+,@%";
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '\0' || strchr(safe, text.data[i]) == NULL) {
            return false;
        }
    }
    return text.size > 0;
}

static void put_path(tt_io_output *out, tt_bytes path)
{
    if (is_word(path) && path.data[0] != '-') {
        tt_io_output_bytes(out, path);
    } else if (is_plain(path)) {
        tt_io_output_text(out, path.data[0] == '-' ? "./" : "");
        quote(out, path);
    } else {
        tt_io_output_text(out, path.data[0] == '-' ? "./" : "");
        quote_bytes(out, path);
    }
}

struct span {
    int64_t from, to;
};

/* Returns the tick of a moment. A tick is 20 ms. A date without a zone is in the zone of the
 * recording. */
static int64_t tick_of(const tt_io_archive_answer *a, const tt_io_archive_moment *moment)
{
    int64_t start = a->start.unix_time + (moment->has_zone ? 0 : a->start.zone);
    int64_t ms = moment->ms - start * 1000;
    return a->first_tick + (ms <= 0 ? 0 : (ms + 19) / 20);
}

static struct span part_of(struct span span, const tt_io_archive_answer *a,
                           const tt_io_archive_query *query)
{
    struct span part = span;
    if (a->has_time && query->from.is_given && tick_of(a, &query->from) > span.from) {
        part.from = tick_of(a, &query->from);
    }
    if (a->has_time && query->to.is_given && tick_of(a, &query->to) < span.to) {
        part.to = tick_of(a, &query->to);
    }
    return part.from < part.to ? part : span;
}

/* Returns the ticks of an answer that its command line takes: a whole session, a fact with the time
 * around it, or the part of a recording between --from and --to. A run begins `value` ticks before
 * its finish. {-1, -1} is the whole recording. */
static struct span span_of(const tt_io_archive_answer *a, const tt_io_archive_query *query)
{
    struct span span = {-1, -1};
    if (a->kind == TT_IO_ARCHIVE_IS_SESSION) {
        span = part_of((struct span){a->tick, (int64_t)a->last_tick + 1}, a, query);
    } else if (a->kind == TT_IO_ARCHIVE_IS_FACT) {
        bool is_run = a->fact == TT_FACT_FINISH || a->fact == TT_FACT_TEAM_FINISH;
        span.from = a->tick - (is_run ? a->value + BEFORE_RUN : AROUND);
        span.to = (int64_t)a->tick + (is_run ? AFTER_RUN : AROUND);
        span.from = span.from < a->first_tick ? a->first_tick : span.from;
    } else if (a->has_time && (query->from.is_given || query->to.is_given)) {
        span = part_of((struct span){a->first_tick, (int64_t)a->last_tick + 1}, a, query);
    }
    return span;
}

static tt_bytes stem_of(const tt_io_archive_answer *a)
{
    static const char ending[] = ".demo";
    tt_bytes stem = {a->file.data, a->format == TT_FORMAT_DEMO ? a->file.size : 0};
    for (size_t i = stem.size; i > 0; i--) {
        if (stem.data[i - 1] == '/') {
            stem = (tt_bytes){stem.data + i, stem.size - i};
            break;
        }
    }
    for (size_t i = 1; i + sizeof ending - 1 <= stem.size; i++) {
        if (tt_io_ending_is((tt_bytes){stem.data, i + sizeof ending - 1}, ending)) {
            stem.size = i;
        }
    }
    return stem;
}

/* Most bytes of a stem: the whole name remains below the 255 bytes that file systems allow. */
#define STEM_MOST 200

/* Appends <game>_<what>_<tick>_<client>.teehistorian or .demo; for a demo its file name is
 * <game>. The name never needs quotes in a shell. */
static void put_name(tt_io_output *out, const tt_io_archive_answer *a, enum find_verb verb)
{
    const char *what = a->kind == TT_IO_ARCHIVE_IS_FACT      ? tt_fact_type(a->fact)->name
                       : a->kind == TT_IO_ARCHIVE_IS_SESSION ? "session"
                                                             : "span";
    bool is_demo = verb == FIND_DEMO || a->format == TT_FORMAT_DEMO;
    tt_bytes begin = a->game_uuid.data != NULL ? a->game_uuid : stem_of(a);
    char name[STEM_MOST + 100], client[16] = "";
    if (begin.size == 0) {
        begin = tt_bytes_of(verbs[verb]);
    } else if (begin.size > STEM_MOST) {
        begin.size = tt_utf8_cut(begin, STEM_MOST);
    }
    if (a->cid >= 0) {
        snprintf(client, sizeof client, "_%" PRId32, a->cid);
    }
    memcpy(name, begin.data, begin.size);
    int rest = snprintf(name + begin.size, sizeof name - begin.size, "_%s_%" PRId32 "%s%s", what,
                        a->tick, client,
                        verb == FIND_PAGE ? ".html"
                        : is_demo         ? ".demo"
                                          : ".teehistorian");
    put_path(out, (tt_bytes){(const uint8_t *)name, begin.size + (size_t)rest});
}

enum find_verb find_verb(const char *name)
{
    unsigned verb = 0;
    while (name != NULL && name[0] != '\0' && verb < FIND_NO_VERB &&
           strcmp(name, verbs[verb]) != 0) {
        verb++;
    }
    return (enum find_verb)verb;
}

static void put_span(tt_io_output *out, struct span span)
{
    if (span.from >= 0) {
        tt_io_output_text(out, " --from ");
        tt_io_output_int(out, span.from);
        tt_io_output_text(out, " --to ");
        tt_io_output_int(out, span.to);
    }
}

/* Appends the options that choose the players. An event between two players needs both of them in
 * the cut. A page has everybody, and opens on its player. */
static void put_player(tt_io_output *out, const tt_io_archive_answer *a,
                       const tt_io_archive_query *query, enum find_verb verb)
{
    bool is_cut = verb == FIND_CUT;
    if ((verb != FIND_DEMO && !tt_io_archive_who_is_given(&query->player)) ||
        (is_cut && a->other >= 0)) {
        return;
    }
    if (a->cid >= 0) {
        tt_io_output_text(out, " --player ");
        tt_io_output_int(out, a->cid);
    } else if (is_cut && a->team_has_players && a->team > 0) {
        tt_io_output_text(out, " --team ");
        tt_io_output_int(out, a->team);
    }
}

static enum find_without without_of(const tt_io_archive_answer *a, enum find_verb verb)
{
    if (a->file.data == NULL) {
        return FIND_WITHOUT_FILE;
    }
    if (a->removed_at > 0) {
        return FIND_WITHOUT_REMOVED;
    }
    if (a->kind == TT_IO_ARCHIVE_IS_WRECK) {
        return FIND_WITHOUT_RECORDING;
    }
    return verb != FIND_CUT && verb != FIND_PAGE && a->format == TT_FORMAT_DEMO ? FIND_WITHOUT_DEMO
                                                                                : FIND_HAS_COMMAND;
}

/* Appends the player of a run. A pattern may mean several players, whom demo cannot choose from. */
static void put_run_player(tt_io_output *out, const char *name)
{
    char text[sizeof "name:" + 4 * TT_NAME_CAP];
    int size = name != NULL ? snprintf(text, sizeof text, "name:%s", name) : 0;
    if (size > 0 && (size_t)size < sizeof text && strpbrk(name, "*?[") == NULL) {
        tt_io_output_text(out, " --player ");
        put_path(out, (tt_bytes){(const uint8_t *)text, (size_t)size});
    }
}

/* Appends a file to the command line. A recording with several answers in a row is named once. */
enum find_without find_run_command(tt_io_output *out, const tt_io_find_answer *answer,
                                   struct find_run *run)
{
    enum find_without without = without_of(answer->found, FIND_RUN);
    tt_bytes path = answer->value[TT_IO_FIND_file].text;
    if (without != FIND_HAS_COMMAND || tt_bytes_equal(path, tt_bytes_of(run->last))) {
        return without;
    }
    if (!run->has_begun) {
        tt_io_output_text(out, "teetape demo --run -o run.demo");
        put_run_player(out, answer->query->player.name);
    }
    tt_io_output_byte(out, ' ');
    put_path(out, path);
    run->has_begun = true;
    snprintf(run->last, sizeof run->last, "%.*s", (int)path.size, (const char *)path.data);
    return FIND_HAS_COMMAND;
}

enum find_without find_command(tt_io_output *out, const tt_io_find_answer *answer,
                               enum find_verb verb)
{
    const tt_io_archive_answer *a = answer->found;
    tt_bytes path = answer->value[TT_IO_FIND_file].text;
    enum find_without without = without_of(a, verb);
    if (without != FIND_HAS_COMMAND) {
        return without;
    }
    tt_io_output_text(out, "teetape ");
    tt_io_output_text(out, verbs[verb]);
    tt_io_output_byte(out, ' ');
    put_path(out, path);
    put_span(out, span_of(a, answer->query));
    put_player(out, a, answer->query, verb);
    tt_io_output_text(out, " -o ");
    put_name(out, a, verb);
    tt_io_output_byte(out, '\n');
    return FIND_HAS_COMMAND;
}
