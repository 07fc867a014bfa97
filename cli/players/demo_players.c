/* SPDX-License-Identifier: MIT
 *
 * teetape players of a demo: who was there, as far as the snapshots tell.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/players/player_print.h"
#include "cli/read/demo_command.h"
#include "cli/read/demo_visit.h"
#include "cli/shell/memory.h"

/* A stay, and what is only of demos. */
struct session {
    struct player player; /* first: player_by_stay */
    int32_t country;
    int32_t x, y; /* the last place of the tee, if alive_since is not -1 */
};

struct list {
    struct demo_visit v;
    struct session open[TT_CIDS]; /* player.session is TT_SESSION_NONE where nobody is */
    int32_t cids;                 /* above all that were ever there */
    int32_t tick, before;         /* of this tick marker, and of the one before it */
    struct session *ended;
    size_t count, capacity;
    bool no_memory;
};

static void add(struct list *l, const struct session *s)
{
    struct session *grown = memory_grow(l->ended, l->count, &l->capacity, sizeof *grown);
    if (grown == NULL) {
        l->no_memory = true;
        return;
    }
    l->ended = grown;
    l->ended[l->count++] = *s;
}

static void end_life(const struct list *l, struct session *s, int32_t tick)
{
    struct player *p = &s->player;
    if (p->alive_since >= 0) {
        p->alive_ticks += select_ticks(&l->v.select, p->alive_since, tick);
        p->alive_since = -1;
    }
}

/* Stays that ended before the span are not of interest. */
static void end_session(struct list *l, struct session *s, int32_t tick, enum player_left left)
{
    struct player *p = &s->player;
    end_life(l, s, tick);
    p->ended = tick;
    p->left = left;
    if (p->joined < 0) {
        p->joined = l->v.r.first_tick < 0 ? 0 : l->v.r.first_tick;
    }
    if (tick >= l->v.select.from && select_session(&l->v.select, p->session, p->cid)) {
        add(l, s);
    }
    p->session = TT_SESSION_NONE;
}

static void begin_session(struct list *l, int32_t cid)
{
    struct session *s = &l->open[cid];
    *s = (struct session){.country = -1};
    s->player.session = l->v.slot[cid].session;
    s->player.cid = cid;
    s->player.joined = l->v.r.event.tick;
    s->player.by_join = l->v.world.client[cid].joined;
    s->player.protocol = (int32_t)l->v.follower.protocol;
    s->player.alive_since = -1;
}

static void follow_tee(struct list *l, struct session *s, const tt_tee *tee)
{
    int32_t tick = l->v.r.event.tick;
    if (!tee->alive) {
        end_life(l, s, tick);
        return;
    }
    if (s->player.alive_since < 0) {
        s->player.alive_since = tick;
    } else if (l->v.in_span) {
        double dx = (double)tee->x - s->x, dy = (double)tee->y - s->y;
        double far = sqrt(dx * dx + dy * dy);
        /* this snapshot may be some ticks after the last one */
        s->player.distance += far <= (double)PLAYER_JUMP * (tick - l->before) ? far : 0;
    }
    s->x = tee->x;
    s->y = tee->y;
}

static void follow_client(struct list *l, int32_t cid)
{
    struct session *s = &l->open[cid];
    const tt_client *client = &l->v.world.client[cid];
    if (s->player.session != TT_SESSION_NONE &&
        (!l->v.slot[cid].open || l->v.slot[cid].session != s->player.session)) {
        end_session(l, s, l->v.r.event.tick, LEFT_DROP);
    }
    if (!l->v.slot[cid].open) {
        return;
    }
    if (s->player.session == TT_SESSION_NONE) {
        begin_session(l, cid);
    }
    if ((l->v.changes & TT_DEMO_WORLD_CLIENTS) != 0) {
        player_note_name(&s->player, client->name);
        memcpy(s->player.clan, client->clan, sizeof s->player.clan);
        s->country = client->country;
    }
    follow_tee(l, s, &l->v.world.tee[cid]);
}

static void follow_all(struct list *l)
{
    const tt_demo_event *event = &l->v.r.event;
    if (event->kind == TT_DEMO_TICK && event->status == TT_OK) {
        l->before = l->tick;
        l->tick = event->tick;
    }
    if ((l->v.changes & TT_DEMO_WORLD_CLIENTS) != 0) {
        for (int32_t cid = l->cids; cid < TT_CIDS; cid++) {
            l->cids = l->v.slot[cid].open ? cid + 1 : l->cids;
        }
    }
    for (int32_t cid = 0; cid < l->cids && l->v.changes != 0; cid++) {
        follow_client(l, cid);
    }
}

static void print_json(const struct list *l, const struct session *s)
{
    const struct player *p = &s->player;
    const struct demo_recording *r = &l->v.r;
    char text[PLACE_CLOCK_TEXT];
    struct json j = json_begin(r->job->out);
    job_json_file(r->job, &j);
    json_uint(&j, "session", p->session);
    json_int(&j, "cid", p->cid);
    player_names_json(&j, p);
    json_text_c(&j, "clan", p->clan);
    json_int(&j, "country", s->country);
    json_int(&j, "protocol", p->protocol);
    json_int(&j, "joined_tick", p->joined);
    json_bool(&j, "join_recorded", p->by_join);
    json_int(&j, "left_tick", p->ended);
    json_text_c(&j, "left", p->left == LEFT_DROP ? "drop" : "no");
    int32_t joined = demo_recording_time(r, p->joined), ended = demo_recording_time(r, p->ended);
    if (place_demo_clock_format(text, &r->demo.header, joined)) {
        json_text_c(&j, "joined_time", text);
        place_demo_clock_format(text, &r->demo.header, ended);
        json_text_c(&j, "left_time", text);
    }
    json_int(&j, "alive_ticks", p->alive_ticks);
    json_hundredths(&j, "distance_tiles", (int64_t)(p->distance * 100 / 32));
    json_end(&j);
}

static void time_cell(struct table *t, const struct demo_visit *v, int32_t tick)
{
    char text[PLACE_CLOCK_TEXT];
    const char *clock = demo_visit_clock(v, text, tick);
    if (clock != NULL) {
        table_string(t, clock);
    } else {
        table_time(t, demo_recording_time(&v->r, tick));
    }
}

static void add_row(struct table *t, const struct list *l, const struct session *s)
{
    const struct player *p = &s->player;
    table_int(t, p->cid);
    player_names_cell(t, p);
    table_string(t, p->clan);
    time_cell(t, &l->v, p->joined);
    table_int(t, p->joined);
    time_cell(t, &l->v, p->ended);
    table_int(t, p->ended);
    table_time(t, (int32_t)p->alive_ticks);
    table_number(t, (uint64_t)(p->distance / 32));
    table_string(t, p->left == LEFT_DROP ? "left" : "(still there)");
}

static void print_table(struct list *l)
{
    static const struct table_column columns[] = {
        {"cid", true, TABLE_KEY, 0, TEXT_NORMAL},
        {"name", false, TABLE_KEY_CUT, 0, TEXT_BOLD},
        {"clan", false, TABLE_CUT, 8, TEXT_NORMAL},
        {"joined", true, TABLE_WHOLE, 4, TEXT_NORMAL},
        {"tick", true, TABLE_KEY_TWIN, 0, TEXT_FAINT},
        {"left", true, TABLE_WHOLE, 4, TEXT_NORMAL},
        {"tick", true, TABLE_KEY_TWIN, 0, TEXT_FAINT},
        {"alive", true, TABLE_WHOLE, 2, TEXT_NORMAL},
        {"moved", true, TABLE_WHOLE, 7, TEXT_NORMAL},
        {"why", false, TABLE_CUT, 1, TEXT_NORMAL},
    };
    struct table *t = table_new(columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < l->count; i++) {
        add_row(t, l, &l->ended[i]);
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
    bool wants_json = l->v.r.job->settings->json;
    if (l->count != 0) {
        qsort(l->ended, l->count, sizeof l->ended[0], player_by_session);
    }
    for (size_t i = 0; i < l->count && wants_json; i++) {
        print_json(l, &l->ended[i]);
    }
    if (!wants_json) {
        print_table(l);
    }
    l->count = 0;
}

static void end_all(struct list *l)
{
    int32_t last = l->v.r.last_tick < 0 ? 0 : l->v.r.last_tick;
    if (last >= l->v.select.to) {
        last = (int32_t)(l->v.select.to - 1);
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (l->open[cid].player.session != TT_SESSION_NONE) {
            end_session(l, &l->open[cid], last, LEFT_NOT);
        }
    }
    print_part(l);
}

static enum exit_status run(struct list *l, struct job *job)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        l->open[cid].player.session = TT_SESSION_NONE;
    }
    if (demo_visit_open(&l->v, job, DEMO_VISIT_BEFORE)) {
        demo_visit_only(&l->v, 0);
        while (demo_visit_next(&l->v) && !l->no_memory) {
            follow_all(l);
            if (l->count >= PLAYERS_PART) {
                print_part(l);
            }
        }
        end_all(l);
    }
    free(l->ended);
    enum exit_status status = demo_visit_close(&l->v);
    if (l->no_memory) {
        memory_tell(job->path);
        return EXIT_SYSTEM;
    }
    return status;
}

enum exit_status demo_players(struct job *job)
{
    struct list *l = memory_zeros(job->path, sizeof *l);
    if (l == NULL) {
        return EXIT_SYSTEM;
    }
    enum exit_status status = run(l, job);
    free(l);
    return status;
}
