/* SPDX-License-Identifier: MIT
 *
 * Counts, for each session, how the moves of a recording come out when the game is computed.
 *
 * A verdict comes when its tick is over, which is when the first record of the next tick is taken.
 * Sessions are asked for at that time: the record that ends a tick may be the record by which
 * somebody leaves, and a slot keeps its last session until another session begins there.
 */
#include "jobs/physics.h"

#include <stdlib.h>
#include <string.h>

#include "host/grow.h"
#include "host/inside.h"
#include "jobs/job.h"
#include "reading/inside.h"
#include "reading/replay.h"

/* Number of ticks of a silence that are computed before the stop is checked again. */
#define SILENCE 1000

struct tti_physics_job {
    tt_io_physics *p;
    tt_io_physics_options options;
    tti_reading_replay game;
    const tt_recording *rec; /* set while items are taken */
    tti_map_found found;
    tt_io_physics_player *players;
    size_t room;
    size_t slot[TT_CIDS]; /* number of the player in a slot + 1; 0: none */
    bool no_memory;
};

static void count(tt_io_physics_counts *counts, tti_verdict verdict)
{
    uint64_t *const by_verdict[TTI_VERDICTS] = {
        [TTI_EXACT] = &counts->exact,
        [TTI_EXPLAINED] = &counts->explained,
        [TTI_UNEXPLAINED] = &counts->unexplained,
        [TTI_DOUBTFUL] = &counts->unknown,
    };
    counts->moves++;
    ++*by_verdict[verdict];
}

static void take_name(tt_io_physics_player *player, const char *name)
{
    if (name[0] != 0) {
        strncpy(player->name, name, sizeof player->name - 1);
    }
}

/* Returns the player in a slot, or NULL when memory is missing. */
static tt_io_physics_player *player_of(struct tti_physics_job *w, int32_t cid)
{
    tt_session session = tt_recording_session(w->rec, cid);
    size_t number = w->slot[cid];
    if (number != 0 && w->players[number - 1].session == session.number) {
        return &w->players[number - 1];
    }
    tt_io_physics_player *grown =
        tti_grow(w->players, &w->room, w->p->count + 1, sizeof *w->players);
    if (grown == NULL) {
        w->no_memory = true;
        return NULL;
    }
    w->p->players = w->players = grown;
    tt_io_physics_player *player = &w->players[w->p->count++];
    memset(player, 0, sizeof *player);
    player->session = session.number;
    player->cid = cid;
    take_name(player, session.name);
    w->slot[cid] = w->p->count;
    return player;
}

static void tell_miss(const struct tti_physics_job *w, const tti_replay *replay, int32_t cid)
{
    const tti_tee *tee = &replay->world->tee[cid];
    const struct tti_replay_place *is = &replay->now[cid];
    tt_session session = tt_recording_session(w->rec, cid);
    tt_io_physics_miss miss = {
        .session = session.number,
        .tick = replay->world->tick,
        .cid = cid,
        .name = session.name,
        .recorded = {is->is_there, is->x, is->y},
        .computed = {tee->is_alive, tti_nearest(tee->self.core.at.x),
                     tti_nearest(tee->self.core.at.y)},
    };
    if (w->options.on_miss != NULL) {
        w->options.on_miss(w->options.user, &miss);
    }
}

static void on_verdict(void *user, const tti_replay *replay, int32_t cid, tti_verdict verdict)
{
    struct tti_physics_job *w = user;
    tt_io_physics_player *player = player_of(w, cid);
    count(&w->p->all, verdict);
    if (player != NULL) {
        count(&player->counts, verdict);
    }
    if (verdict == TTI_UNEXPLAINED) {
        tell_miss(w, replay, cid);
    }
}

/* Returns true for a version of which recordings were replayed; docs/physics.md has the counts. */
static bool is_tried(const tti_rules *rules)
{
    static const int32_t tried[] = {TTI_VERSION(16, 4, 0), TTI_VERSION(20, 1, 0)};
    for (size_t i = 0; i < sizeof tried / sizeof tried[0]; i++) {
        if (rules->version == tried[i]) {
            return true;
        }
    }
    return false;
}

static bool find_map(struct tti_physics_job *w, struct job_voice *voice, const tt_io_reading *r,
                     const char *path, const char *without)
{
    const tt_io_map_ask ask = {.file = w->options.map,
                               .data = w->options.data,
                               .says_why = true,
                               .stop = w->options.stop,
                               .on_say = tti_job_say,
                               .user = voice};
    char name[TT_IO_MAP_NAME_CAP];
    tt_demo_header header;
    if (!tti_io_map_of(&w->found, r, path, &ask)) {
        return false;
    }
    if (w->found.path != NULL) {
        w->p->map = w->found.path;
        return true;
    }
    if (!tti_io_map_of_header(&header, r, voice->error)) {
        return tti_job_fail_with(voice, voice->error, path);
    }
    tti_io_map_name(name, &header);
    return tti_job_fail(voice, TT_ERR_ARGUMENT, path, "its map %s was not found, %s", name,
                        without);
}

static bool open_game(struct tti_physics_job *w, struct job_voice *voice, const tt_io_reading *r)
{
    tt_io_error error;
    if (!tti_reading_replay_open(&w->game, w->found.map.bytes, &r->th_header, &error)) {
        return tti_job_fail_with(voice, &error, w->found.path);
    }
    tti_map_file_free(&w->found.map);
    w->p->is_tried = is_tried(&w->game.world->rules);
    w->game.replay->on_verdict = on_verdict;
    w->game.replay->user = w;
    return true;
}

/* Finds the inputs that counted late. A pipe can be read only once, so its late inputs are not
 * found, and their moves remain unexplained. */
static bool find_hints(struct tti_physics_job *w, struct job_voice *voice, const tt_io_reading *r,
                       const char *path)
{
    if (tti_reading_replay_needs_search(&w->game) && !tt_io_reading_is_file(path)) {
        tti_job_tell(voice, TT_LEVEL_NOTE, path,
                     "inputs that counted late are not looked for in a pipe; some moves may be "
                     "unexplained for that reason");
    }
    tt_io_error error;
    return tti_reading_replay_search(&w->game, r, INT64_MAX, &error) ||
           tt_io_stop_wanted(w->options.stop) || tti_job_fail_with(voice, &error, path);
}

bool tti_physics_open(tt_io_physics *p, const tt_io_reading *r, const char *path,
                      const tt_io_physics_options *options, const char *without)
{
    static const tt_io_physics_options usual;
    const tt_io_physics_options *o = options != NULL ? options : &usual;
    struct job_voice voice = {&p->error, o->on_say, o->user};
    memset(p, 0, sizeof *p);
    if (tt_io_reading_format(r) != TT_FORMAT_TEEHISTORIAN) {
        return tti_job_fail(&voice, TT_ERR_ARGUMENT, path,
                            "a demo holds no inputs, from which moves could be computed");
    }
    struct tti_physics_job *w = p->inside = calloc(1, sizeof *w);
    if (w == NULL) {
        return tti_job_fail(&voice, TT_ERR_SYSTEM, path, "there is not enough memory");
    }
    w->p = p;
    w->options = *o;
    return find_map(w, &voice, r, path, without) && open_game(w, &voice, r) &&
           find_hints(w, &voice, r, path);
}

bool tt_io_physics_open(tt_io_physics *p, const tt_io_reading *r, const char *path,
                        const tt_io_physics_options *options)
{
    return tti_physics_open(p, r, path, options,
                            "without which no move can be computed; `map` FILE names one");
}

static bool is_stopped(const struct tti_physics_job *w)
{
    return w->options.stop != NULL && tt_io_stop_wanted(w->options.stop);
}

/* Computes a long silence in steps. A file may claim a silence of any length, so the stop is
 * checked from time to time. */
static void pass_silence(const struct tti_physics_job *w, int32_t tick)
{
    tti_replay *replay = w->game.replay;
    while ((int64_t)replay->world->tick + SILENCE < tick && !tti_replay_leaves_out(replay, tick) &&
           !is_stopped(w)) {
        tti_replay_flush(replay, replay->world->tick + SILENCE);
    }
}

static void take_results(struct tti_physics_job *w)
{
    w->p->finishes = w->game.replay->finishes;
    w->p->finishes_exact = w->game.replay->finishes_exact;
}

void tt_io_physics_take(tt_io_physics *p, const tt_io_reading *r)
{
    struct tti_physics_job *w = p->inside;
    const tt_th_event *event = r->item.th;
    if (r->item.kind != TT_ITEM_RECORD || event == NULL || w->game.replay == NULL) {
        return;
    }
    w->rec = r->rec;
    pass_silence(w, event->tick);
    if (!is_stopped(w)) {
        tti_reading_replay_take(&w->game, event, tt_recording_world(r->rec));
        take_results(w);
    }
    if (event->kind == TT_TH_DROP && event->cid >= 0 && w->slot[event->cid] != 0) {
        take_name(&w->players[w->slot[event->cid] - 1],
                  tt_recording_session(r->rec, event->cid).name);
    }
}

void tti_physics_until(tt_io_physics *p, const tt_io_reading *r, int32_t tick)
{
    struct tti_physics_job *w = p->inside;
    w->rec = r->rec;
    pass_silence(w, tick);
    if (!is_stopped(w)) {
        tti_replay_flush(w->game.replay, tick);
        take_results(w);
    }
}

static void add(tt_io_physics_counts *to, const tt_io_physics_counts *counts)
{
    to->moves += counts->moves;
    to->exact += counts->exact;
    to->explained += counts->explained;
    to->unexplained += counts->unexplained;
    to->unknown += counts->unknown;
}

void tti_physics_slot(const tt_io_physics *p, int32_t cid, tt_io_physics_counts *counts)
{
    const struct tti_physics_job *w = p->inside;
    if (cid >= 0 && cid < TT_CIDS && w->slot[cid] != 0) {
        add(counts, &w->players[w->slot[cid] - 1].counts);
    }
}

void tti_physics_team(const tt_io_physics *p, int32_t team, tt_io_physics_counts *counts)
{
    const tti_physics *world = p->inside->game.world;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (world->player[cid].is_here && world->player[cid].team == team) {
            tti_physics_slot(p, cid, counts);
        }
    }
}

bool tt_io_physics_end(tt_io_physics *p, const tt_io_reading *r)
{
    struct tti_physics_job *w = p->inside;
    tti_physics_until(p, r, tt_io_reading_last_tick(r));
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_session session = tt_recording_session(r->rec, cid);
        if (w->slot[cid] != 0 && w->players[w->slot[cid] - 1].session == session.number) {
            take_name(&w->players[w->slot[cid] - 1], session.name);
        }
    }
    struct job_voice voice = {&p->error, w->options.on_say, w->options.user};
    if (w->no_memory) {
        return tti_job_fail(&voice, TT_ERR_SYSTEM, NULL, "there is not enough memory");
    }
    return !is_stopped(w);
}

void tt_io_physics_close(tt_io_physics *p)
{
    struct tti_physics_job *w = p->inside;
    if (w == NULL) {
        return;
    }
    tti_reading_replay_close(&w->game);
    tti_map_found_free(&w->found);
    free(w->players);
    free(w);
    p->inside = NULL;
    p->players = NULL;
    p->count = 0;
    p->map = NULL;
}
