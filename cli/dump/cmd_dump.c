/* SPDX-License-Identifier: MIT
 *
 * teetape dump: every record of a recording.
 */
#include <string.h>

#include "cli/dump/dump_options.h"
#include "cli/read/demo_command.h"
#include "cli/read/event.h"
#include "cli/read/visit.h"
#include "cli/shell/cmd.h"
#include "cli/shell/kinds.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/outcome.h"
#include "cli/shell/source.h"
#include "cli/show/line.h"

static const char *const description[] = {
    ("Prints every record of a recording in the order of the file: ticks, tees, inputs, "
     "messages, commands, joins and leaves. Of a demo it prints every chunk: ticks, "
     "snapshots, deltas and messages."),
    NULL,
};

static const char *const details[] = {
    ("Positions and inputs are printed as they are after the record, beside the recorded "
     "difference. One tile is 32 units. A second has 50 ticks."),
    ("With --items, the typed items of a demo follow each snapshot: those that are new, "
     "changed or removed since the snapshot before, or with --items=all all of them."),
    ("Of a demo, --player keeps the messages that name the player, and the items of the "
     "player."),
    NULL,
};

/* Of a word for a kind. */
#define KIND_WIDTH 16

/* The kinds of events, one after the other; the header is none. */
static const tt_type *kind_type(size_t index)
{
    return tt_th_type((tt_th_kind)(index + TT_TH_HEADER + 1));
}

/* Their words, and those of demos that are not among them. */
static const char *kind_word(size_t index)
{
    static const char *const demo_words[] = {"tick", "snapshot", "delta", "item", "other"};
    const size_t count = TT_TH_KINDS - (TT_TH_HEADER + 1);
    if (index < count) {
        return kind_type(index)->name;
    }
    index -= count;
    return index < sizeof demo_words / sizeof demo_words[0] ? demo_words[index] : NULL;
}

static const struct option options[] = {
    OPTION_ROW_FROM(struct dump_options),
    OPTION_ROW_TO(struct dump_options),
    OPTION_ROW_PLAYER(struct dump_options),
    ROW_LIST('k', "kind", "KIND,...", struct dump_options, kinds, kind_word,
             "only records of these kinds"),
    ROW_OPTIONAL(0, "items", "WHICH", struct dump_options, items,
                 "demos: the items of snapshots: changes (default) or all"),
    ROW_FLAG(0, "messages", struct dump_options, messages,
             "only messages: of clients, or in a demo of the server"),
    OPTION_ROW_WALL(struct dump_options),
    OPTION_ROW_WIDE,
    OPTION_ROW_FOLLOW,
    OPTION_ROW_INDEX_DIR(struct dump_options),
    OPTION_ROW_NO_INDEX(struct dump_options),
    OPTION_ROW_SHOW_SECRETS,
};

static const struct example examples[] = {
    {"What one player did in a minute:", "dump --player nameless --from 0:10:00 --to 0:11:00 FILE"},
    {"The positions of all players, for a program:",
     "dump --kind player_diff,player_new --json FILE"},
    {"The positions of all players in a demo:",
     "dump --kind item --json FILE.demo | grep Character"},
    {"The commands on a running server:", "dump --follow --kind console_command FILE"},
};

static const struct json_key json_keys[] = {
    {"tick", "of a demo", "offset, size (of the chunk), keyframe"},
    {"snapshot", "", "offset, size, items (how many)"},
    {"delta", "", "offset, size, removed, updated, items"},
    {"message", "of a demo",
     "offset, size, system (boolean), id (0: uuid), msg (hex), and where it is known type and "
     "fields"},
    {"other", "", "offset, size"},
    {"item", "",
     "change (new, changed, removed or same), type (null when it is not known), type_id, id, and "
     "fields, or ints of an unknown type"},
    {"error", "text", "of a damaged chunk: the reason"},
};

static const char *const json_intro[] = {
    "An input is ten numbers, in this order: direction (-1 left, 0, 1 right), target x and target "
    "y (the cursor from the tee, 32 a tile, y down), jump (1 while held), fire (counts presses and "
    "releases, odd while held), hook (1 while held), player flags (1 playing, 2 in a menu, 4 "
    "chatting, 8 scoreboard, 16 aim line, 32 spectator camera), wanted weapon (the weapon + 1, 0 "
    "none), next weapon and previous weapon (as fire). teetape inputs shows them by name.",
    "One object a record. \"tick\" is the absolute tick, also on a tick_skip (the tick it leads "
    "to); \"kind\" says which other keys there are:",
    NULL,
};

/* --kind as a set. */
struct kinds {
    bool wanted[TT_TH_KINDS];
};

static struct kinds kinds_wanted(const char *list)
{
    struct kinds kinds;
    for (int kind = 0; kind < TT_TH_KINDS; kind++) {
        kinds.wanted[kind] = kinds_has(list, tt_th_type((tt_th_kind)kind)->name);
    }
    return kinds;
}

static void print_json(struct visit *v, struct host_output *out)
{
    struct json j = json_begin(out);
    job_json_file(v->r.job, &j);
    event_json(&j, &v->r.event, v->r.world, v->r.job->settings->show_secrets);
    json_end(&j);
}

/* Time, tick, kind, client id, name, and whatever fields there are. */
static void print_text(struct visit *v, struct line *line)
{
    const tt_th_event *event = &v->r.event;
    line_th_time(line, &v->r, event->tick);
    line_word(line, tt_th_type(event->kind)->name);
    line_player(line, event->cid, visit_name(v, event->cid));
    if (event_has_text(event)) {
        event_text(line_output(line), event, v->r.world, v->r.job->settings->show_secrets);
    }
    line_end(line);
}

static const char *check(const struct settings *settings, const void *given)
{
    const struct dump_options *own = given;
    const char *items = own->items;
    (void)settings;
    if (items != NULL && items[0] != 0 && strcmp(items, "changes") != 0 &&
        strcmp(items, "all") != 0) {
        return "--items takes changes or all: --items=all";
    }
    if (own->messages && own->kinds != NULL) {
        return "--messages and --kind exclude each other";
    }
    return span_check(&own->span);
}

static enum exit_status dump_records(struct job *job)
{
    struct visit v;
    struct line line;
    const struct dump_options *own = job->options;
    struct kinds kinds = kinds_wanted(own->messages ? "message" : own->kinds);
    bool is_open = visit_open(&v, job, 0);
    if (is_open && own->items != NULL && !job->is_one_of_many) {
        v.status = outcome_nothing(job, "this is a teehistorian file; --items is for demos");
        is_open = false;
    }
    if (is_open && line_open(&line, job, KIND_WIDTH, &v.status)) {
        while (visit_next(&v) && host_output_error(job->out) == 0) {
            if (!kinds.wanted[v.r.event.kind]) {
                continue;
            }
            if (job->settings->json) {
                print_json(&v, job->out);
            } else {
                print_text(&v, &line);
            }
        }
        line_close(&line);
    }
    return visit_close(&v);
}

static enum exit_status process(struct job *job)
{
    const struct dump_options *own = job->options;
    span_take(job, &own->span);
    job->asks_for_part |= own->kinds != NULL || own->messages || own->items != NULL;
    return source_look(job) == SOURCE_DEMO ? demo_dump(job) : dump_records(job);
}

const struct command cmd_dump = {
    .name = "dump",
    .summary = "every record or chunk",
    .description = description,
    .details = details,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof(struct dump_options),
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .json_text = json_intro,
    .json_keys = json_keys,
    .json_key_count = sizeof json_keys / sizeof json_keys[0],
    .json_type = kind_type,
    .check = check,
    .process = process,
    .lists = true,
};
