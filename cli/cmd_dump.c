/* SPDX-License-Identifier: MIT
 *
 * teetape dump: every event of a recording.
 */
#include <string.h>

#include "cli/cmd.h"
#include "cli/event.h"
#include "cli/line.h"
#include "cli/option_rows.h"
#include "cli/visit.h"

static const char *const description[] = {
    "Prints every event of a recording in the order of the file: ticks, tees, inputs, messages, "
    "commands, joins and leaves, and all extensions of the format.",
    "Positions and inputs are given as they are after the event, beside the difference that is "
    "recorded. One tile is 32 units; a second has 50 ticks.",
    NULL,
};

/* The kinds of events, one after the other; the header is none. */
static const tt_type *kind_type(size_t index)
{
    return tt_th_type((tt_th_kind)(index + TT_TH_HEADER + 1));
}

static const char *kind_word(size_t index)
{
    const tt_type *type = kind_type(index);
    return type != NULL ? type->name : NULL;
}

static const struct option options[] = {
    OPTION_ROW_FROM,
    OPTION_ROW_TO,
    OPTION_ROW_PLAYER,
    {'k', "kind", "KIND,...", OPTION_LIST, offsetof(struct settings, kinds),
     "only events of these kinds", 0, 0, kind_word},
    OPTION_ROW_WALL,
    OPTION_ROW_FOLLOW,
    OPTION_ROW_INDEX_DIR,
    OPTION_ROW_NO_INDEX,
    OPTION_ROW_SHOW_SECRETS,
};

static const struct example examples[] = {
    {"What one player did in a minute:", "dump --player nameless --from 0:10:00 --to 0:11:00 FILE"},
    {"Everybody's positions, for a program:", "dump --kind player_diff,player_new --json FILE"},
    {"The commands of a server that is running:", "dump --follow --kind console_command FILE"},
};

static const char *const json_intro[] = {
    "One object an event. \"tick\" is the absolute tick, also on a tick_skip (the tick it leads "
    "to); \"kind\" says which other keys there are:",
    NULL,
};

/* --kind as a set. */
struct kinds {
    bool wanted[TT_TH_KINDS];
};

static bool is_in_list(const char *list, const char *word)
{
    size_t size = strlen(word);
    while (*list != 0) {
        size_t length = strcspn(list, ",");
        if (length == size && memcmp(list, word, size) == 0) {
            return true;
        }
        list += length + (list[length] == ',');
    }
    return false;
}

static struct kinds kinds_wanted(const char *list)
{
    struct kinds kinds;
    for (int kind = 0; kind < TT_TH_KINDS; kind++) {
        kinds.wanted[kind] = list == NULL || is_in_list(list, tt_th_type((tt_th_kind)kind)->name);
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
    line_time(line, &v->r, event->tick);
    line_column(line, tt_th_type(event->kind)->name, 16);
    line_player(line, event->cid, visit_name(v, event->cid));
    if (event_has_text(event)) {
        event_text(line_output(line), event, v->r.world, v->r.job->settings->show_secrets);
    }
    line_end(line);
}

static enum exit_status treat(struct job *job)
{
    struct visit v;
    struct line line;
    struct kinds kinds = kinds_wanted(job->settings->kinds);
    if (visit_open(&v, job, 0) && line_open(&line, job)) {
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

const struct command cmd_dump = {
    .name = "dump",
    .summary = "every event",
    .description = description,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .json_text = json_intro,
    .json_type = kind_type,
    .check = select_check,
    .treat = treat,
};
