/* SPDX-License-Identifier: MIT
 *
 * Reports a table when it is complete. Each job stores facts about its input in a struct
 * table_seen, and the last job is followed by the sum.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/message.h"
#include "cli/shell/target.h"
#include "cli/show/rows.h"
#include "cli/table/table.h"

#define TWICE_NAMED 10

struct result {
    const char *output, *format, *table;
    int64_t recordings, damaged, unread, rows, files;
};

const struct column table_report_columns[] = {
    COLUMN(struct result, output, "what was written"),
    COLUMN(struct result, format, "format of the output"),
    COLUMN(struct result, table, "name of the table"),
    COLUMN(struct result, recordings, "number of recordings in the table"),
    COLUMN(struct result, damaged, "number of damaged recordings in the table"),
    COLUMN(struct result, unread, "number of files that could not be read"),
    COLUMN(struct result, rows, "number of rows of the table"),
    COLUMN(struct result, files, "number of files that were written"),
    COLUMNS_END,
};

void table_see(struct table_seen *seen, const struct reading *r)
{
    seen->format = tt_io_reading_format(&r->io);
    if (r->io.has_header) {
        seen->recording = tt_io_table_recording(&r->io);
        seen->path = r->job->path;
    }
}

static bool is_in(const struct table_seen *seen)
{
    return seen->path != NULL && seen->is_in;
}

static struct result result_of(const struct table_work *w)
{
    struct result result = {
        .output = w->output,
        .format = w->how.format->name,
        .table = tt_io_table_name(w->plan.options.kind),
        .rows = (int64_t)atomic_load(&w->rows),
        .files = (int64_t)atomic_load(&w->files),
    };
    for (size_t i = 0; i < w->inputs; i++) {
        const struct table_seen *seen = &w->seen[i];
        result.recordings += is_in(seen);
        result.damaged += is_in(seen) && seen->is_damaged;
        result.unread += seen->is_unread;
    }
    return result;
}

static void say(const struct job *all, const struct result *result)
{
    char damaged[60] = "", unread[60] = "";
    if (result->damaged != 0) {
        snprintf(damaged, sizeof damaged, ", %" PRId64 " of them damaged", result->damaged);
    }
    if (result->unread != 0) {
        snprintf(unread, sizeof unread, "; %" PRId64 " file%s could not be read", result->unread,
                 result->unread == 1 ? "" : "s");
    }
    target_report(all, result->output, "%" PRId64 " rows of %" PRId64 " recording%s%s%s",
                  result->rows, result->recordings, result->recordings == 1 ? "" : "s", damaged,
                  unread);
}

void table_report(const struct job *all, const struct table_work *w)
{
    const struct result result = result_of(w);
    struct job one = *all;
    one.is_one_of_many = false;
    if (all->settings->json) {
        rows_json(&one, table_report_columns, TT_FORMAT_UNKNOWN, &result);
    } else {
        say(all, &result);
    }
}

/* Compares two inputs by recording. Equal recordings keep their input order, compared by address.
 */
static int compare(const void *a, const void *b)
{
    const struct table_seen *one = *(const struct table_seen *const *)a;
    const struct table_seen *other = *(const struct table_seen *const *)b;
    int order = memcmp(&one->recording, &other->recording, sizeof one->recording);
    return order != 0 ? order : one < other ? -1 : one > other;
}

/* Notes recordings that occur twice, which the rows do not show. */
static void note_twice(const struct table_work *w)
{
    static const tt_uuid none;
    /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant */
    const struct table_seen **in = malloc(w->inputs * sizeof(*in));
    size_t count = 0, twice = 0;
    for (size_t i = 0; in != NULL && i < w->inputs; i++) {
        const struct table_seen *seen = &w->seen[i];
        if (is_in(seen) && memcmp(&seen->recording, &none, sizeof none) != 0) {
            in[count++] = seen;
        }
    }
    if (count > 1) {
        /* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers is meant */
        qsort(in, count, sizeof(*in), compare);
    }
    for (size_t i = 1; i < count; i++) {
        if (memcmp(&in[i]->recording, &in[i - 1]->recording, sizeof none) == 0 &&
            twice++ < TWICE_NAMED) {
            message_say(MESSAGE_NOTE, in[i]->path,
                        "the same recording as %s: its rows are in the table twice",
                        in[i - 1]->path);
        }
    }
    if (twice > TWICE_NAMED) {
        message_say(MESSAGE_NOTE, NULL, "%zu more recordings are in the table twice",
                    twice - TWICE_NAMED);
    }
    free(in);
}

static void note_none(const struct job *all, const struct table_work *w)
{
    static const struct {
        tt_io_table_kind table;
        tt_format format;
        const char *note;
    } empty[] = {
        {TT_TABLE_CHAT, TT_FORMAT_TEEHISTORIAN,
         "teehistorian files hold no plain chat; `table facts` has commands, joins and names"},
        {TT_TABLE_INPUTS, TT_FORMAT_DEMO,
         "no inputs of other players are in demos here; `table ticks` has direction, hook and aim"},
    };
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++) {
        size_t recordings = 0, others = 0;
        for (size_t k = 0; k < w->inputs; k++) {
            recordings += is_in(&w->seen[k]);
            others += is_in(&w->seen[k]) && w->seen[k].format != empty[i].format;
        }
        bool is_empty = recordings != 0 && others == 0 && atomic_load(&w->rows) == 0;
        if (is_empty && w->plan.options.kind == empty[i].table) {
            message_say(MESSAGE_NOTE, w->inputs == 1 ? all->path : NULL, "%s", empty[i].note);
        }
    }
}

/* Notes the first column of `ticks` that is empty for teehistorian files, although the game has
 * values for it. */
static void note_computed(const struct job *all, const struct table_work *w)
{
    static const char *const computed[] = {"vel_x",  "vel_y",  "hook_state", "hook_x",
                                           "hook_y", "hooked", "jumped",     "frozen",
                                           "health", "armor",  "ammo",       "attack_tick"};
    const char *name = NULL;
    bool has_one = false;
    for (size_t i = 0; i < w->inputs; i++) {
        has_one = has_one || (is_in(&w->seen[i]) && w->seen[i].format == TT_FORMAT_TEEHISTORIAN);
    }
    for (size_t i = 0; w->plan.options.kind == TT_TABLE_TICKS && i < w->plan.count; i++) {
        for (size_t k = 0; name == NULL && k < sizeof computed / sizeof computed[0]; k++) {
            name = strcmp(w->plan.column[i]->name, computed[k]) == 0 ? computed[k] : NULL;
        }
    }
    if (has_one && name != NULL) {
        message_say(MESSAGE_NOTE, w->inputs == 1 ? all->path : NULL,
                    "the column %s is empty for teehistorian files; 'teetape demo' computes it, "
                    "for a table of the demo",
                    name);
    }
}

void table_note(const struct job *all, const struct table_work *w)
{
    note_none(all, w);
    note_computed(all, w);
    note_twice(w);
}
