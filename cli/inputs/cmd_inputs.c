/* SPDX-License-Identifier: MIT
 *
 * teetape inputs: what the players pressed.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/inputs/input_line.h"
#include "cli/inputs/summary_print.h"
#include "cli/read/span.h"
#include "cli/shell/cmd.h"
#include "cli/shell/memory.h"
#include "cli/shell/option_rows.h"

static const char *const description[] = {
    "Shows what the players of a teehistorian file pressed, one line for each input: +hook the key "
    "went down, -hook it went up, hook it is held; then the aim in degrees (0 right, 90 down, 180 "
    "left, 270 up) and its change, and the weapon that was chosen. Demos have no inputs.",
    "With --summary one line for each session: presses a second of all keys together, the ticks "
    "between two presses of the same key (50 ticks are a second), the largest turns of the aim in "
    "a tick, in degrees, and the share of ticks with another input.",
    NULL,
};

struct inputs_options {
    struct span_options span;
    bool summary;
};

static const struct option options[] = {
    OPTION_ROW_FROM(struct inputs_options),
    OPTION_ROW_TO(struct inputs_options),
    OPTION_ROW_PLAYER(struct inputs_options),
    ROW_FLAG(0, "summary", struct inputs_options, summary,
             "one line for each session: how fast, how regular"),
    OPTION_ROW_WALL(struct inputs_options),
    OPTION_ROW_INDEX_DIR(struct inputs_options),
    OPTION_ROW_NO_INDEX(struct inputs_options),
    OPTION_ROW_WIDE,
};

static const struct example examples[] = {
    {"What one player pressed in a minute:",
     "inputs --player nameless --from 0:10:00 --to 0:11:00 FILE"},
    {"Who presses how fast?", "inputs --summary FILE"},
};

static const char *const json_intro[] = {
    "One object an input, or with --summary one a session, in the order of the joins:",
    NULL,
};

static const struct json_key json_keys[] = {
    {"tick", "number", "of the input"},
    {"session, cid", "number", "of the session in the recording, from 0; client id"},
    {"name", "text", "null when none is known"},
    {"first", "boolean", "the first input of a player: nothing is pressed, released or turned"},
    {"direction", "number", "-1 left, 0, 1 right"},
    {"target_x, target_y", "number", "cursor from the tee, 32 a tile, y down"},
    {"jump, fire, hook", "boolean", "the key is held"},
    {"weapon", "number", "wanted: 0 hammer to 5 ninja, or null"},
    {"player_flags", "number", "sum: 1 playing, 2 in a menu, 4 chatting, 8 scoreboard"},
    {"aim, turn", "number", "degrees; turn -180 to 180, clockwise is positive"},
    {"pressed, released", "array", "keys, each as often as that happened"},
    {"first_tick, last_tick", "number", "with --summary: of the session, in the span"},
    {"inputs", "number", "how many"},
    {"presses", "object",
     "how many of left, right, jump, hook, fire, weapon, next_weapon, prev_weapon"},
    {"presses_per_second", "number", "of all keys"},
    {"interval_least, interval_median", "number",
     "ticks between two presses of the same key, null without any; 500 is 500 or more"},
    {"interval_spread", "number", "ticks from the first quartile of them to the third one"},
    {"turns", "array", "the largest in a tick, at most three: tick, turn"},
    {"changed_ticks", "number", "ticks with another input than before"},
    {"changed_percent", "number", "the same, of the ticks of the session in the span"},
};

struct inputs_job {
    struct pressing p;
    struct line line;
    struct summing open[TT_CIDS]; /* session is TT_SESSION_NONE where there is none */
    struct summary *ended;
    size_t count, capacity;
    bool no_memory;
};

static void show(struct inputs_job *s)
{
    const struct visit *v = &s->p.v;
    if (!s->p.is_input || !select_player(&v->select, &v->r.event, &v->change)) {
        return;
    }
    if (v->r.job->settings->json) {
        input_json(&s->p);
    } else {
        input_text(&s->p, &s->line);
    }
}

static void show_all(struct inputs_job *s)
{
    if (!line_open(&s->line, s->p.v.r.job, 0, &s->p.v.status)) {
        return;
    }
    while (pressing_next(&s->p) && host_output_error(s->p.v.r.job->out) == 0) {
        show(s);
    }
    line_close(&s->line);
}

/* Sessions that ended before the span are not of interest. */
static void end_session(struct inputs_job *s, int32_t cid, int32_t tick)
{
    struct summing *open = &s->open[cid];
    const struct select *select = &s->p.v.select;
    if (tick >= select->from && select_session(select, open->sum.session, cid)) {
        struct summary *grown = memory_grow(s->ended, s->count, &s->capacity, sizeof *grown);
        if (grown == NULL) {
            s->no_memory = true;
            return;
        }
        s->ended = grown;
        summing_end(open, select, tick);
        s->ended[s->count++] = open->sum;
    }
    open->sum.session = TT_SESSION_NONE;
}

/* A rename to nothing is none. */
static void note_name(struct inputs_job *s, int32_t cid)
{
    const char *name = visit_name(&s->p.v, cid);
    if (name[0] != 0) {
        memcpy(s->open[cid].sum.name, name, TT_NAME_CAP);
    }
}

/* The sessions of all clients are followed: which of them were asked for is known at their end,
 * since a pipe may give the name late. */
static void follow(struct inputs_job *s)
{
    const struct visit *v = &s->p.v;
    const tt_th_event *event = &v->r.event;
    int32_t cid = event->cid;
    if (cid < 0) {
        return;
    }
    if (v->change.broken != TT_SESSION_NONE && s->open[cid].sum.session == v->change.broken) {
        end_session(s, cid, event->tick);
    }
    if (v->change.began) {
        summing_begin(&s->open[cid], v->change.session, cid, event->tick);
    }
    if (v->change.began2) {
        int32_t cid2 = event->u.player_switch.cid2;
        summing_begin(&s->open[cid2], v->change.session2, cid2, event->tick);
    }
    if (s->open[cid].sum.session == TT_SESSION_NONE ||
        s->open[cid].sum.session != v->change.session) {
        return;
    }
    note_name(s, cid);
    if (s->p.is_input) {
        summing_take(&s->open[cid], &s->p);
    }
    if (v->change.remnant) {
        s->open[cid].sum.session = TT_SESSION_NONE;
    } else if (v->change.ended) {
        end_session(s, cid, event->tick);
    }
}

/* Who is there where an index led to. */
static void resume(struct inputs_job *s)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const struct tt_th_past_slot *slot = &s->p.v.past.slot[cid];
        if (slot->open) {
            summing_begin(&s->open[cid], slot->session, cid, slot->since);
            note_name(s, cid);
        } else {
            s->open[cid].sum.session = TT_SESSION_NONE;
        }
    }
}

static int by_session(const void *a, const void *b)
{
    const struct summary *x = a, *y = b;
    return (x->session > y->session) - (x->session < y->session);
}

static void print(struct inputs_job *s)
{
    const struct job *job = s->p.v.r.job;
    if (s->count != 0) {
        qsort(s->ended, s->count, sizeof s->ended[0], by_session);
    }
    if (!job->settings->json) {
        s->no_memory = !summary_table(job, &s->p.v.r, s->ended, s->count) || s->no_memory;
    }
    for (size_t i = 0; i < s->count && job->settings->json; i++) {
        summary_json(job, &s->ended[i]);
    }
}

static void sum_up_all(struct inputs_job *s)
{
    resume(s);
    while (pressing_next(&s->p) && !s->no_memory) {
        follow(s);
    }
    int32_t last = s->p.v.r.world->tick;
    for (int32_t cid = 0; cid < TT_CIDS && !s->no_memory; cid++) {
        if (s->open[cid].sum.session != TT_SESSION_NONE) {
            end_session(s, cid, last);
        }
    }
    print(s);
}

static enum exit_status run(struct inputs_job *s, struct job *job)
{
    const struct inputs_options *own = job->options;
    if (pressing_open(&s->p, job)) {
        if (own->summary) {
            sum_up_all(s);
        } else {
            show_all(s);
        }
    }
    free(s->ended);
    enum exit_status status = visit_close(&s->p.v);
    if (s->no_memory) {
        memory_tell(job->path);
        return EXIT_SYSTEM;
    }
    return status;
}

static const char *check(const struct settings *settings, const void *given)
{
    const struct inputs_options *own = given;
    (void)settings;
    return span_check(&own->span);
}

static enum exit_status process(struct job *job)
{
    const struct inputs_options *own = job->options;
    span_take(job, &own->span);
    struct inputs_job *s = memory_zeros(job->path, sizeof *s);
    if (s == NULL) {
        return EXIT_SYSTEM;
    }
    enum exit_status status = run(s, job);
    free(s);
    return status;
}

const struct command cmd_inputs = {
    .name = "inputs",
    .summary = "what the players pressed, and how fast",
    .description = description,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof(struct inputs_options),
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .json_text = json_intro,
    .json_keys = json_keys,
    .json_key_count = sizeof json_keys / sizeof json_keys[0],
    .check = check,
    .process = process,
    .lists = true,
    .reads = READS_TEEHISTORIANS,
};
