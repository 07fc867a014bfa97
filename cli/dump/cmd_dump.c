/* SPDX-License-Identifier: MIT
 *
 * teetape dump: shows every record of a recording.
 *
 * records.c shows records, chunk.c shows chunks, and item.c shows what a snapshot changed. With
 * an index several cores show parts of a recording, each with a struct dump, and the output is
 * in order.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/dump/dump.h"
#include "cli/shell/memory.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/outcome.h"
#include "cli/shell/run.h"
#include "cli/shell/word_list.h"
#include "cli/show/line.h"
#include "teetape/io/parts.h"

struct dump_options {
    const char *kinds; /* words of --kind; NULL without the option */
    const char *items; /* --items[=WHICH]: "" means the changed ones; NULL without the option */
};

#define RECORD_WIDTH 16
#define CHUNK_WIDTH 8

/* Returns the type of a kind of records. The header is no record for users, so index 0 is the first
 * kind after it. */
static const tt_type *kind_type(size_t index)
{
    return tt_th_type((tt_th_kind)(index + TT_TH_HEADER + 1));
}

/* The kinds of objects that --kind can name in a demo. Both formats have messages, so the word
 * "message" chooses both. */
static const struct column_object *const objects[] = {
    &chunk_objects[TT_DEMO_MESSAGE],
    &chunk_objects[TT_DEMO_TICK],
    &chunk_objects[TT_DEMO_SNAPSHOT],
    &chunk_objects[TT_DEMO_DELTA],
    &item_object,
    &chunk_objects[TT_DEMO_OTHER],
    NULL,
};

/* Returns word `index` of --kind. The words of records come first. The words of demos follow,
 * without "message". */
static const char *kind_word(size_t index)
{
    const size_t count = TT_TH_KINDS - (TT_TH_HEADER + 1);
    if (index < count) {
        return kind_type(index)->name;
    }
    /* objects[0] is the message, whose word came with the records. */
    const struct column_object *object = objects[index - count + 1];
    return object != NULL ? object->name : NULL;
}

static const struct option options[] = {
    OPTION_ROWS_SPAN,
    ROW_LIST('k', "kind", "KIND,...", struct dump_options, kinds, kind_word,
             "only records of these kinds"),
    ROW_OPTIONAL(0, "items", "WHICH", struct dump_options, items,
                 "demos: the items of snapshots: changes (default) or all"),
    OPTION_ROW_WALL,
    OPTION_ROWS_ZONE,
    OPTION_ROW_WIDE,
    OPTION_ROW_FOLLOW,
    OPTION_ROW_INDEX_DIR,
    OPTION_ROW_NO_INDEX,
    OPTION_ROW_SHOW_SECRETS,
    OPTION_ROWS_EACH,
};

/* Each part of a recording has a struct dump. teetape/io/parts.h casts to the reading, which
 * comes first. */
struct dump {
    struct reading r;
    struct job job; /* the job of the recording, with the output of this part */
    struct line line;
    struct records records;
    bool wants_items, wants_all_items;
    /* The kinds that --kind chose. */
    bool wants_record[TT_TH_KINDS], wants_chunk[TT_DEMO_KINDS];
    uint8_t *space; /* room for the JSON of an item */
};

/* Turns words into flags, so that a record costs one look-up. "--kind item" means --items. */
static void take_options(struct dump *d, const struct dump_options *own)
{
    const char *kinds = own->kinds;
    for (int kind = 0; kind < TT_DEMO_KINDS; kind++) {
        d->wants_chunk[kind] =
            kinds == NULL || word_list_has(kinds, tt_demo_kind_name((tt_demo_kind)kind));
    }
    for (int kind = 0; kind < TT_TH_KINDS; kind++) {
        d->wants_record[kind] =
            kinds == NULL || word_list_has(kinds, tt_th_type((tt_th_kind)kind)->name);
    }
    d->wants_items = own->items != NULL || word_list_has(kinds, item_object.name);
    d->wants_all_items = own->items != NULL && strcmp(own->items, "all") == 0;
}

/* Shows an item of a snapshot. One that belongs to no client has cid -1 and is shown only without
 * --player. */
static void show_item(void *user, const struct item *item)
{
    struct dump *d = user;
    if (!reading_has_slot(&d->r, item->cid)) {
        return;
    }
    if (d->r.job->settings->json) {
        struct json j = head_json(&d->r, d->r.io.item.tick, item_object.name);
        item_json(&j, item, d->space);
        json_end(&j);
        return;
    }
    line_event(&d->line, &d->r, item_object.name, item->cid);
    item_text(line_output(&d->line), item);
    line_end(&d->line);
}

static void show_chunk(struct dump *d)
{
    if (d->r.job->settings->json) {
        const tt_demo_event *event = d->r.io.item.demo;
        struct json j = head_json(&d->r, event->tick, chunk_objects[event->kind].name);
        chunk_json(&j, &d->r);
        json_end(&j);
        return;
    }
    line_event(&d->line, &d->r, tt_demo_kind_name(d->r.io.item.demo->kind), chunk_cid(&d->r));
    if (chunk_has_text(&d->r)) {
        chunk_text(line_output(&d->line), &d->r);
    }
    line_end(&d->line);
}

static void show_chunk_and_items(struct dump *d)
{
    const tt_demo_event *event = d->r.io.item.demo;
    bool is_snapshot = event->kind == TT_DEMO_SNAPSHOT || event->kind == TT_DEMO_DELTA;
    if (d->wants_chunk[event->kind] && chunk_is_chosen(&d->r)) {
        show_chunk(d);
    }
    if (d->wants_items && is_snapshot && event->status == TT_OK) {
        item_each(&d->r, d->wants_all_items, show_item, d);
    }
}

static const char *check(const struct shell *sh)
{
    const struct dump_options *own = sh->options;
    const char *items = own->items;
    if (items != NULL && items[0] != 0 && strcmp(items, "changes") != 0 &&
        strcmp(items, "all") != 0) {
        return "--items takes the word changes or all, as in --items=all";
    }
    return NULL;
}

/* Opens what shows records and items. Returns false after reporting. `space` has room for the
 * longest JSON of an item. */
static bool open_showing(struct dump *d)
{
    bool is_demo = reading_is_demo(&d->r), has_line = !d->r.job->settings->json;
    d->space = d->wants_items ? memory_zeros(d->r.job->path, ITEM_SPACE) : NULL;
    if (d->wants_items && d->space == NULL) {
        return reading_fail(&d->r, EXIT_SYSTEM);
    }
    if (!has_line || line_open(&d->line, &d->r, is_demo ? CHUNK_WIDTH : RECORD_WIDTH, 0)) {
        if (is_demo || records_open(&d->records, &d->r, &d->line)) {
            return true;
        }
        if (has_line) {
            line_close(&d->line);
        }
    }
    free(d->space);
    return false;
}

static void close_showing(void *user)
{
    struct dump *d = user;
    if (!reading_is_demo(&d->r)) {
        records_close(&d->records);
    }
    if (!d->r.job->settings->json) {
        line_close(&d->line);
    }
    free(d->space);
}

static void show_any(void *user)
{
    struct dump *d = user;
    if (d->r.io.item.th == NULL) {
        show_chunk_and_items(d);
    } else if (d->wants_record[d->r.io.item.th->kind]) {
        records_show(&d->records);
    }
}

static bool open_part(void *user, tt_io_output *out)
{
    struct dump *d = user;
    d->job = *d->r.job;
    d->job.out = out;
    d->r.job = &d->job;
    return open_showing(d);
}

/* Reports how many issues came after the first ISSUES_TOLD of each level. */
static void on_more_issues(void *whole, const uint64_t count[TT_LEVEL_ERROR + 1])
{
    _Static_assert(TT_IO_PARTS_ISSUES >= ISSUES_TOLD, "a part has all that is reported");
    struct dump *d = whole;
    d->r.issues.errors += count[TT_LEVEL_ERROR];
    d->r.issues.warnings += count[TT_LEVEL_WARNING];
    d->r.issues.notes += count[TT_LEVEL_NOTE];
}

static const tt_io_parts_use parts_use = {sizeof(struct dump), open_part, show_any, close_showing,
                                          on_more_issues};

/* Opens a recording. With --kind the user asks for a part of it: see outcome_listed. */
static bool open_dump(struct dump *d, struct job *job)
{
    const struct dump_options *own = job->options;
    tt_io_reading_options how = job->settings->reading;
    how.wants = TT_WANT_RECORDS;
    bool is_open = reading_open(&d->r, job, &how, READING_USUAL);
    job->asks_for_part |= own->kinds != NULL || own->items != NULL;
    if (!is_open) {
        return false;
    }
    take_options(d, own);
    if (!reading_is_demo(&d->r) && own->items != NULL && !job->is_one_of_many) {
        return reading_fail(
            &d->r, outcome_nothing(job, "this is a teehistorian file; --items is for demos"));
    }
    return true;
}

/* Dumps a file. Many recordings keep all cores busy already, so a recording is divided only when it
 * is the only one. */
static enum exit_status dump_file(struct job *job)
{
    struct dump d = {.space = NULL};
    unsigned threads = job->is_one_of_many ? 1 : settings_threads(job->settings);
    if (open_dump(&d, job) && !tt_io_parts_read(&d.r.io, job->out, threads, &parts_use) &&
        open_showing(&d)) {
        while (reading_next(&d.r) && tt_io_output_error(job->out) == 0) {
            show_any(&d);
        }
        close_showing(&d);
    }
    return reading_close(&d.r);
}

const struct command cmd_dump = {
    .name = "dump",
    .summary = "print every record or chunk",
    .description = {(
        "Prints every record of a recording in the order of the file: ticks, tees, inputs, "
        "messages, commands, joins and leaves. For a demo it prints every chunk: ticks, "
        "snapshots, deltas and messages.")},
    .options = OPTION_TABLE(options, struct dump_options),
    .examples = {{"What one player did in a minute:",
                  "dump --player nameless --from 0:10:00 --to 0:11:00 FILE"},
                 {"The positions of all players, for a program:",
                  "dump --kind player_diff,player_new --json FILE"},
                 {"The positions of all players in a demo:",
                  "dump --kind item --json FILE.demo | grep Character"},
                 {"The commands on a running server:",
                  "dump --follow --kind console_command FILE"}},
    .json_text =
        {("An input is ten numbers, in this order: direction (-1 left, 0, 1 right), target x "
          "and target y (the cursor from the tee, 32 a tile, y down), jump (1 while held), fire "
          "(counts presses and releases, odd while held), hook (1 while held), player flags (1 "
          "playing, 2 in a menu, 4 chatting, 8 scoreboard, 16 aim line, 32 spectator camera), "
          "wanted weapon (the weapon + 1, 0 none), next weapon and previous weapon (as fire). "
          "teetape inputs shows them by name."),
         "One object a record:"},
    .columns = head_columns,
    .more_columns = {chunk_columns},
    .objects = objects,
    .json_type = kind_type,
    .check = check,
    .how = &(const struct run_how){.process = dump_file, .lists = true},
};
