/* SPDX-License-Identifier: MIT
 *
 * teetape players: who was there.
 */
#include <stdlib.h>

#include "cli/players/player_print.h"
#include "cli/read/demo_command.h"
#include "cli/read/place.h"
#include "cli/read/span.h"
#include "cli/shell/cmd.h"
#include "cli/shell/memory.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/secrets.h"
#include "cli/shell/source.h"
#include "cli/show/json.h"
#include "host/message.h"

static const char *const description[] = {
    ("Lists who was there: one line for each session. A session begins when a client "
     "joins, or is first seen, and ends when it leaves. A player who joins twice has two "
     "lines."),
    ("\"alive\" is the time with a tee in the world. \"moved\" is the distance in tiles of 32 "
     "units, without jumps of more than ten tiles in one tick (deaths, teleporters)."),
    NULL,
};

static const char *const details[] = {
    ("With --from or --to, the sessions of that span are listed, and only what happened "
     "in the span is counted."),
    ("In a demo a session lasts from the first to the last snapshot that shows the "
     "player. A demo of a client shows only the tees that this client could see, so "
     "\"alive\" and \"moved\" can be too small. Demos have no inputs, commands, versions and "
     "reasons."),
    NULL,
};

struct players_options {
    struct span_options span;
};

static const struct option options[] = {
    OPTION_ROW_FROM(struct players_options),
    OPTION_ROW_TO(struct players_options),
    OPTION_ROW_PLAYER(struct players_options),
    OPTION_ROW_WALL(struct players_options),
    OPTION_ROW_INDEX_DIR(struct players_options),
    OPTION_ROW_NO_INDEX(struct players_options),
    OPTION_ROW_SHOW_SECRETS,
    OPTION_ROW_WIDE,
};

static const struct example examples[] = {
    {"Who was there?", "players FILE"},
    {"When was a player there, in all recordings of a day?",
     "players -r --player nameless --wall archive/2026-11-21/"},
};

static const char *const json_intro[] = {"One object a session, in the order of the joins:", NULL};

static const struct json_key json_keys[] = {
    {"session", "number", "of the session in the recording, from 0"},
    {"cid", "number", "client id"},
    {"name", "text", "the last name, null when none is known"},
    {"names", "array", "the names in their order; of more than eight the first seven and the last"},
    {"clan", "text", ""},
    {"country", "number", "of a demo: ISO 3166-1 number, -1 for none"},
    {"protocol", "number", "6, 7, or 0 when it is not known"},
    {"version", "number", "not of a demo: DDNet version such as 16040, 0 when it is not known"},
    {"joined_tick", "number", "when the session began"},
    {"join_recorded", "boolean", "false: the player was there before, or the file lacks the JOIN"},
    {"left_tick", "number", "when the session ended; the last tick if it did not end"},
    {"left", "text", "drop, replaced (another client joined with the client id), or no"},
    {"reason", "text", "not of a demo: of the drop"},
    {"joined_time, left_time", "text", "the same as dates, where the header has a start time"},
    {"alive_ticks", "number", "ticks with a tee"},
    {"distance_tiles", "number", "distance moved"},
    {"inputs", "number", "not of a demo: changes of the input"},
    {"commands", "number", "not of a demo: chat and console commands"},
};

struct list {
    struct visit v;
    struct player open[TT_CIDS];
    struct player *ended;
    size_t count, capacity;
    bool no_memory;
};

static void add(struct list *l, const struct player *p)
{
    struct player *grown = memory_grow(l->ended, l->count, &l->capacity, sizeof *grown);
    if (grown == NULL) {
        l->no_memory = true;
        return;
    }
    l->ended = grown;
    l->ended[l->count++] = *p;
}

/* Stays that ended before the span are not of interest. */
static void end_session(struct list *l, int32_t cid, int32_t tick, enum player_left left)
{
    struct player *p = &l->open[cid];
    player_end(p, &l->v, tick, left);
    if (tick >= l->v.select.from && select_session(&l->v.select, p->session, cid)) {
        add(l, p);
    }
    p->session = TT_SESSION_NONE;
}

static void times_json(struct json *j, const struct recording *r, const struct player *p)
{
    char text[PLACE_CLOCK_TEXT];
    if (TT_TH_HAS(&r->header, start_time)) {
        place_clock_format(text, &r->header.start_time, p->joined);
        json_text_c(j, "joined_time", text);
        place_clock_format(text, &r->header.start_time, p->ended);
        json_text_c(j, "left_time", text);
    }
}

static tt_bytes shown_reason(const struct recording *r, const struct player *p)
{
    return secrets_prose(tt_bytes_of(p->reason), r->job->settings->show_secrets);
}

static void print_json(const struct list *l, const struct player *p)
{
    static const char *const left[] = {"no", "drop", "replaced"};
    struct json j = json_begin(l->v.r.job->out);
    job_json_file(l->v.r.job, &j);
    json_uint(&j, "session", p->session);
    json_int(&j, "cid", p->cid);
    player_names_json(&j, p);
    json_text_c(&j, "clan", p->clan);
    json_int(&j, "protocol", p->protocol);
    json_int(&j, "version", p->version);
    json_int(&j, "joined_tick", p->joined);
    json_bool(&j, "join_recorded", p->by_join);
    json_int(&j, "left_tick", p->ended);
    json_text_c(&j, "left", left[p->left]);
    json_text(&j, "reason", shown_reason(&l->v.r, p));
    times_json(&j, &l->v.r, p);
    json_int(&j, "alive_ticks", p->alive_ticks);
    json_hundredths(&j, "distance_tiles", (int64_t)(p->distance * 100 / 32));
    json_uint(&j, "inputs", p->inputs);
    json_uint(&j, "commands", p->commands);
    json_end(&j);
}

static void time_cell(struct table *t, const struct recording *r, int32_t tick)
{
    char text[PLACE_CLOCK_TEXT];
    if (r->job->span->wall && TT_TH_HAS(&r->header, start_time)) {
        place_clock_format(text, &r->header.start_time, tick);
        table_string(t, text);
    } else {
        table_time(t, tick);
    }
}

static void left_cell(struct table *t, const struct recording *r, const struct player *p)
{
    if (p->left == LEFT_DROP) {
        table_text(t, p->reason[0] != 0 ? shown_reason(r, p) : tt_bytes_of("left"));
    } else {
        table_string(t, p->left == LEFT_REPLACED ? "replaced" : "(still there)");
    }
}

static void add_row(struct table *t, const struct recording *r, const struct player *p)
{
    static const char *const protocols[] = {"", "0.6", "0.7"};
    char version[TEXT_VERSION];
    table_int(t, p->cid);
    player_names_cell(t, p);
    table_string(t, p->clan);
    table_string(t, protocols[p->protocol == 7 ? 2 : p->protocol == 6]);
    table_string(t, text_version(version, p->version));
    time_cell(t, r, p->joined);
    table_int(t, p->joined);
    time_cell(t, r, p->ended);
    table_int(t, p->ended);
    table_time(t, (int32_t)p->alive_ticks);
    table_number(t, (uint64_t)(p->distance / 32));
    table_number(t, p->inputs);
    table_number(t, p->commands);
    left_cell(t, r, p);
}

static void print_table(struct list *l)
{
    static const struct table_column columns[] = {
        {"cid", true, TABLE_KEY, 0, TEXT_NORMAL},
        {"name", false, TABLE_KEY_CUT, 0, TEXT_BOLD},
        {"clan", false, TABLE_CUT, 8, TEXT_NORMAL},
        {"net", false, TABLE_WHOLE, 9, TEXT_NORMAL},
        {"ddnet", false, TABLE_WHOLE, 10, TEXT_NORMAL},
        {"joined", true, TABLE_WHOLE, 4, TEXT_NORMAL},
        {"tick", true, TABLE_KEY_TWIN, 0, TEXT_FAINT},
        {"left", true, TABLE_WHOLE, 4, TEXT_NORMAL},
        {"tick", true, TABLE_KEY_TWIN, 0, TEXT_FAINT},
        {"alive", true, TABLE_WHOLE, 2, TEXT_NORMAL},
        {"moved", true, TABLE_WHOLE, 7, TEXT_NORMAL},
        {"inputs", true, TABLE_WHOLE, 5, TEXT_NORMAL},
        {"commands", true, TABLE_WHOLE, 6, TEXT_NORMAL},
        {"why", false, TABLE_CUT, 1, TEXT_NORMAL},
    };
    struct table *t = table_new(columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < l->count; i++) {
        add_row(t, &l->v.r, &l->ended[i]);
    }
    if (table_rows(t) > 0) {
        job_text_file(l->v.r.job);
    }
    l->no_memory =
        !table_print(t, l->v.r.job->out, table_look_stdout(l->v.r.job->settings)) || l->no_memory;
    table_free(t);
}

/* Prints what has ended so far. */
static void print_part(struct list *l)
{
    if (l->count != 0) {
        qsort(l->ended, l->count, sizeof l->ended[0], player_by_session);
    }
    if (!l->v.r.job->settings->json) {
        print_table(l);
    }
    for (size_t i = 0; i < l->count && l->v.r.job->settings->json; i++) {
        print_json(l, &l->ended[i]);
    }
    l->count = 0;
}

/* The stays of all clients are followed; which of them were asked for is known when they end,
 * since a pipe may tell the name late. */
static void follow(struct list *l)
{
    const struct visit *v = &l->v;
    int32_t cid = v->r.event.cid;
    if (cid < 0) {
        return;
    }
    if (v->change.broken != TT_SESSION_NONE && l->open[cid].session == v->change.broken) {
        end_session(l, cid, v->r.event.tick, LEFT_REPLACED);
    }
    if (v->change.began) {
        player_begin(&l->open[cid], v->change.session, &v->r.event, cid);
    }
    if (v->change.began2) {
        int32_t cid2 = v->r.event.u.player_switch.cid2;
        player_begin(&l->open[cid2], v->change.session2, &v->r.event, cid2);
    }
    if (l->open[cid].session != TT_SESSION_NONE && l->open[cid].session == v->change.session) {
        player_follow(&l->open[cid], v);
        if (v->change.remnant) {
            l->open[cid].session = TT_SESSION_NONE;
        } else if (v->change.ended) {
            end_session(l, cid, v->r.event.tick, LEFT_DROP);
        }
    }
}

static void end_all(struct list *l)
{
    int32_t last = l->v.r.world->tick;
    if (last >= l->v.select.to) {
        last = (int32_t)(l->v.select.to - 1);
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (l->open[cid].session != TT_SESSION_NONE) {
            end_session(l, cid, last, LEFT_NOT);
        }
    }
    print_part(l);
}

static void take_fact(void *user, const tt_fact *fact)
{
    struct list *l = user;
    if (fact->cid >= 0 && fact->session != TT_SESSION_NONE &&
        l->open[fact->cid].session == fact->session) {
        player_take_fact(&l->open[fact->cid], fact);
    }
}

/* Behind a jump: who is there, and what was said of them before. */
static bool resume_players(struct list *l)
{
    uint64_t kinds =
        TT_FACT_BIT(TT_FACT_NAME) | TT_FACT_BIT(TT_FACT_CLAN) | TT_FACT_BIT(TT_FACT_VERSION);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (l->v.past.slot[cid].open) {
            player_resume(&l->open[cid], &l->v, cid);
        }
    }
    bool is_good = visit_before(&l->v, kinds, take_fact, l);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (l->open[cid].session != TT_SESSION_NONE) {
            player_take_world(&l->open[cid], l->v.r.world);
        }
    }
    return is_good;
}

static enum exit_status run(struct list *l, struct job *job)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        l->open[cid].session = TT_SESSION_NONE;
    }
    if (visit_open(&l->v, job, VISIT_SESSIONS | VISIT_BEFORE | VISIT_EVERYBODY)) {
        if (l->v.has_jumped && !resume_players(l)) {
            l->v.status = EXIT_SYSTEM; /* it was good a moment ago */
            host_message(HOST_MESSAGE_ERROR, job->path, "the index changed while it was read");
        }
        while (visit_next(&l->v) && !l->no_memory) {
            follow(l);
            if (l->count == PLAYERS_PART) {
                print_part(l);
            }
        }
        end_all(l);
    }
    free(l->ended);
    enum exit_status status = visit_close(&l->v);
    if (l->no_memory) {
        memory_tell(job->path);
        return EXIT_SYSTEM;
    }
    return status;
}

static enum exit_status list_recording(struct job *job)
{
    struct list *l = memory_zeros(job->path, sizeof *l);
    if (l == NULL) {
        return EXIT_SYSTEM;
    }
    enum exit_status status = run(l, job);
    free(l);
    return status;
}

static const char *check(const struct settings *settings, const void *given)
{
    const struct players_options *own = given;
    (void)settings;
    return span_check(&own->span);
}

static enum exit_status process(struct job *job)
{
    const struct players_options *own = job->options;
    span_take(job, &own->span);
    return source_look(job) == SOURCE_DEMO ? demo_players(job) : list_recording(job);
}

const struct command cmd_players = {
    .name = "players",
    .summary = "who was there, from when to when, under which names",
    .description = description,
    .details = details,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .options_size = sizeof(struct players_options),
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .json_text = json_intro,
    .json_keys = json_keys,
    .json_key_count = sizeof json_keys / sizeof json_keys[0],
    .check = check,
    .process = process,
    .lists = true,
};
