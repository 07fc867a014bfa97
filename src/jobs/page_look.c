/* SPDX-License-Identifier: MIT
 *
 * Reads a recording before it gets into a page, and finds what the page says of it: title, length,
 * player, and the moment at which a page for a player opens. This is the tick of the player's
 * fastest finish, else the middle of the ticks in which the player has a tee.
 *
 * The title is "map · player · time". The time is that of the fastest finish, else the length. The
 * player is the one of the options, else the only one, else the one who recorded the demo, else the
 * only one who finishes. Without any of these the title has the number of players.
 *
 * The cost is one pass over the facts of the recording. A recording that can be read only once is
 * not read.
 */
#include "jobs/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/error.h"
#include "reading/ghost.h"
#include "teetape/demo_header.h"
#include "teetape/io/player.h"
#include "teetape/scene.h"

/* Most ticks with a tee that are kept to find the middle one: every `step`th tick. When the list is
 * full, half of them are dropped. */
#define SAMPLES 1024

struct sample {
    int32_t tick, cid;
};

/* The name of the only player so far. With has_others there are several. */
struct only {
    char name[TT_NAME_CAP];
    bool has_others;
};

struct look {
    struct tti_page *page;
    struct page_look *to;
    const char *path, *of; /* path of the recording, and its player, or NULL */
    tt_io_reading r;
    char local[TT_NAME_CAP]; /* the name of the client who recorded the demo, or "" */
    char map[64];
    char runner[TT_NAME_CAP]; /* the player of the fastest finish */
    struct only player, finisher;
    struct sample sample[SAMPLES], last, best;
    struct tti_fastest fastest;
    /* number of ticks in which the player has a tee, and the distance of kept ticks */
    uint64_t ticks, step;
    size_t count;
    int32_t before; /* client of the tee at the last tick before the part; -1: there is none */
    bool has_begun; /* the part was reached */
    bool is_best;   /* the moment is wanted also without a player */
    uint32_t most;  /* the most players at the same time in the part */
};

static void note_name(struct only *only, const char *name)
{
    if (name[0] == 0) {
        return;
    }
    only->has_others = only->has_others || (only->name[0] != 0 && strcmp(only->name, name) != 0);
    snprintf(only->name, sizeof only->name, "%s", name);
}

static bool is_alive(const struct look *l, int32_t cid)
{
    return tt_recording_world(l->r.rec)->tee[cid].alive != 0;
}

/* Takes a finish. In a demo of a client only finishes of that client count, because the title names
 * the client. */
static void take_finish(struct look *l, const tt_fact *fact)
{
    if (fact->cid < 0 || (l->page->options.finish != 0 && fact->tick != l->page->finish_tick)) {
        return;
    }
    const char *name = tt_recording_session(l->r.rec, fact->cid).name;
    note_name(&l->finisher, name);
    if ((l->local[0] != 0 && strcmp(name, l->local) != 0) || !tti_fastest_take(&l->fastest, fact)) {
        return;
    }
    l->best = (struct sample){fact->tick, fact->cid};
    snprintf(l->runner, sizeof l->runner, "%s", name);
    if (!is_alive(l, fact->cid) && l->count > 0) {
        l->best = l->last;
    }
}

static void take_fact(struct look *l, const tt_fact *fact)
{
    if (fact->kind == TT_FACT_MAP) {
        const tt_bytes *name = &fact->u.map.name;
        snprintf(l->map, sizeof l->map, "%.*s", (int)name->size, (const char *)name->data);
    } else if (!tt_io_reading_has(&l->r, fact->session, fact->cid)) {
        return;
    } else if (!l->r.in_span) {
        return;
    } else if (fact->kind == TT_FACT_NAME) {
        note_name(&l->player, tt_recording_session(l->r.rec, fact->cid).name);
    } else {
        take_finish(l, fact);
    }
}

/* Notes the players who are there when a part begins, since their names came before it, and how
 * many are there at the same time. */
static void note_players(struct look *l)
{
    uint32_t count = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_session session = tt_recording_session(l->r.rec, cid);
        count += session.open ? 1 : 0;
        if (session.open && !l->has_begun && tt_io_reading_has(&l->r, session.number, cid)) {
            note_name(&l->player, session.name);
        }
    }
    l->most = count > l->most ? count : l->most;
}

static void keep_sample(struct look *l, struct sample one)
{
    if (l->count == SAMPLES) {
        for (size_t i = 0; i < SAMPLES / 2; i++) {
            l->sample[i] = l->sample[2 * i];
        }
        l->count = SAMPLES / 2;
        l->step *= 2;
    }
    if (l->ticks++ % l->step == 0) {
        l->sample[l->count++] = one;
    }
    l->last = one;
}

/* Returns the client of a tee that is there now: that of the client who recorded the demo, else the
 * first one. Returns -1 when there is none. */
static int32_t find_tee(const struct look *l)
{
    int32_t found = -1;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_session session = tt_recording_session(l->r.rec, cid);
        if (!session.open || !is_alive(l, cid) || !tt_io_reading_has(&l->r, session.number, cid)) {
            continue;
        }
        found = found < 0 ? cid : found;
        if (l->local[0] == 0 || strcmp(session.name, l->local) == 0) {
            found = cid;
            break;
        }
    }
    return found;
}

static void take_tick(struct look *l)
{
    int32_t found = find_tee(l);
    if (l->r.in_span && found >= 0) {
        keep_sample(l, (struct sample){l->r.item.tick, found});
    } else if (!l->r.in_span) {
        l->before = found;
    }
}

/* Begins a part in the state of the tick before it, if no record is in its first tick. `first` is
 * the tick of its first record. */
static void begin_part(struct look *l, int64_t first)
{
    note_players(l);
    l->has_begun = true;
    if (l->before >= 0 && first > l->r.from && l->r.from < l->r.to) {
        keep_sample(l, (struct sample){(int32_t)l->r.from, l->before});
    }
}

static void take_item(struct look *l)
{
    bool is_fact = l->r.item.kind == TT_ITEM_FACT, has_part = page_has_part(l->page);
    if (has_part && l->r.in_span && !l->has_begun) {
        begin_part(l, l->r.item.tick);
    } else if (has_part && l->r.in_span && is_fact && l->r.item.fact->kind == TT_FACT_NAME) {
        note_players(l);
    }
    if (is_fact) {
        take_fact(l, l->r.item.fact);
    } else if (l->r.item.kind == TT_ITEM_TICK) {
        take_tick(l);
    }
}

/* Reports what the system refuses a pass. Returns true when there is nothing of it. Damage is found
 * by the reading that copies the recording, too. */
static bool is_readable(const struct look *l, tt_io_reading *r)
{
    return r->error.status != TT_ERR_SYSTEM ||
           tti_job_fail_with(&l->page->voice, &r->error, l->path);
}

/* Finds the name of the client who recorded a demo, which only snapshots tell. */
static bool find_local(struct look *l)
{
    const tt_io_reading_options how = {.wants = TT_SCENE_WANTS,
                                       .facts = TT_SCENE_FACTS,
                                       .no_index = true,
                                       .stop = l->page->options.stop};
    const tt_demo_header *header = tt_recording_demo_header(l->r.rec);
    if (header == NULL || tt_demo_is_server(header)) {
        return true;
    }
    tt_scene *scene = malloc(sizeof *scene);
    if (scene == NULL) {
        return tti_page_no_memory(l->page);
    }
    tt_io_reading r;
    bool is_open = tt_io_reading_open(&r, l->path, &how);
    tt_scene_init(scene);
    while (is_open && l->local[0] == 0 && tt_io_reading_next(&r)) {
        tt_scene_follow(scene, r.rec, &r.item);
        tt_scene_state state = tt_scene_look(scene);
        if (state.local >= 0 && state.player[state.local].is_known) {
            snprintf(l->local, sizeof l->local, "%s", state.player[state.local].name);
        }
    }
    bool is_good = is_readable(l, &r);
    tt_io_reading_close(&r);
    free(scene);
    return is_good;
}

static void put_time(char *dst, size_t size, int64_t ticks, bool is_exact)
{
    int64_t seconds = ticks / TT_TICKS_PER_SECOND, minutes = seconds / 60 % 60;
    int at = seconds >= 3600 ? snprintf(dst, size, "%" PRId64 ":%02d", seconds / 3600, (int)minutes)
                             : snprintf(dst, size, "%d", (int)minutes);
    at += snprintf(dst + at, size - (size_t)at, ":%02d", (int)(seconds % 60));
    if (is_exact) {
        snprintf(dst + at, size - (size_t)at, ".%02d", (int)(ticks % TT_TICKS_PER_SECOND * 2));
    }
}

/* Returns the name of the player whom the recording is about, or "". */
static const char *name_of(const struct look *l)
{
    int32_t cid;
    const char *name = NULL;
    if (l->of != NULL) {
        tt_io_player_parse(l->of, &cid, &name);
        return name != NULL ? name : l->player.name;
    }
    return !l->player.has_others     ? l->player.name
           : l->local[0] != 0        ? l->local
           : !l->finisher.has_others ? l->finisher.name
                                     : "";
}

/* Returns the tick after the last one. No record tells the ticks of a silence, which a teehistorian
 * file may have at the end of a part. */
static int64_t end_of(const struct look *l)
{
    int64_t end = (int64_t)tt_recording_look(l->r.rec).last_tick + 1;
    bool is_silent = l->r.is_later && tt_recording_demo_header(l->r.rec) == NULL;
    return is_silent || (page_has_part(l->page) && l->r.to < end) ? l->r.to : end;
}

static void put_texts(struct look *l)
{
    char time[32], length[32], many[32] = "";
    const tt_recording_view view = tt_recording_look(l->r.rec);
    const char *who = l->is_best && l->runner[0] != 0 ? l->runner : name_of(l), *dot = " \xc2\xb7 ";
    bool has_part = page_has_part(l->page);
    uint32_t count = has_part ? l->most : tt_recording_sessions(l->r.rec).most_open;
    bool has_run = l->fastest.ticks >= 0 && (who[0] != 0 || l->of != NULL);
    int64_t first = has_part && l->r.from > view.first_tick ? l->r.from : view.first_tick;
    int64_t ticks = end_of(l) - first;
    put_time(length, sizeof length, ticks > 0 ? ticks : 0, false);
    put_time(time, sizeof time, l->fastest.ticks, true);
    l->to->middle = has_part && ticks > 0 ? (int32_t)(first + ticks / 2) : -1;
    if (count > 0) {
        snprintf(many, sizeof many, "%" PRIu32 " player%s", count, count == 1 ? "" : "s");
    }
    who = who[0] != 0 && !l->page->options.anonymize ? who : many;
    snprintf(l->to->title, sizeof l->to->title, "%s%s%s%s%s%s", l->map, l->map[0] != 0 ? dot : "",
             who, who[0] != 0 ? dot : "", has_run ? time : length, has_run ? "" : " long");
    snprintf(l->to->about, sizeof l->to->about,
             "A recording of Teeworlds or DDNet that plays in the browser: %s%s%s.", many,
             many[0] != 0 ? ", " : "", length);
}

/* Reports that the recording lacks the player of the options. If it is one of several recordings,
 * this is only a warning: its page opens as if no player were given. */
static bool is_missing(struct look *l)
{
    const char *name = NULL;
    int32_t cid;
    tt_io_error error;
    struct tti_page *p = l->page;
    tt_io_player_parse(l->of, &cid, &name);
    if (name != NULL && !tt_selection_found(&l->r.selection)) {
        tt_io_player_none(&error, l->path, name, p->options.stop);
    } else {
        tti_error_say(&error, TT_ERR_PLACE, "%s has no tee in it", l->of);
        tti_error_of(&error, l->path);
    }
    l->of = NULL;
    if (p->count == 1) {
        return tti_job_fail_with(&p->voice, &error, l->path);
    }
    tti_job_say(&p->voice, TT_LEVEL_WARNING, &error);
    return true;
}

/* Notes the best moment: the fastest finish, else the middle of the ticks with a tee. */
static void put_best(struct look *l)
{
    if (l->fastest.ticks < 0 && l->count > 0) {
        l->best = l->sample[l->count / 2];
    }
    if (l->fastest.ticks >= 0 || l->count > 0) {
        l->to->best_tick = l->best.tick;
        l->to->best_cid = l->best.cid;
    }
}

static bool put_moment(struct look *l)
{
    if (l->of == NULL && l->count == 0) {
        return tti_job_fail(&l->page->voice, TT_ERR_PLACE, l->path, "nobody has a tee in it");
    }
    if (l->fastest.ticks < 0 && l->count == 0) {
        return is_missing(l);
    }
    l->to->tick = l->best.tick;
    l->to->cid = l->best.cid;
    return true;
}

static bool open_reading(struct look *l)
{
    const tt_io_page_options *o = &l->page->options;
    bool wants_ticks = l->of != NULL || l->is_best || o->url != NULL || page_has_part(l->page);
    unsigned ticks = wants_ticks ? TT_WANT_TICKS : 0;
    const tt_io_reading_options how = {
        .player = l->of,
        .wants_everybody = true,
        .no_index = true,
        .from = l->page->options.from,
        .to = l->page->options.to,
        .wants_before = page_has_part(l->page),
        .wants = TT_WANT_FACTS | ticks,
        .facts = TT_FACT_BIT(TT_FACT_MAP) | TT_FACT_BIT(TT_FACT_NAME) | TT_FACT_BIT(TT_FACT_FINISH),
        .stop = l->page->options.stop};
    tt_io_reading_close(&l->r);
    return tt_io_reading_open(&l->r, l->path, &how);
}

static bool look(struct look *l)
{
    bool is_open = open_reading(l);
    if (is_open && l->of != NULL && !tt_selection_found(&l->r.selection)) {
        if (!is_missing(l)) {
            return false;
        }
        is_open = open_reading(l);
    }
    if (is_open && l->of == NULL && !find_local(l)) {
        return false;
    }
    while (is_open && tt_io_reading_next(&l->r)) {
        take_item(l);
    }
    if (tt_io_stop_wanted(l->page->options.stop) || !is_readable(l, &l->r)) {
        return false;
    }
    if (is_open && l->r.is_later && page_has_part(l->page) && !l->has_begun) {
        begin_part(l, l->r.to); /* the part is silent */
    }
    if (is_open) {
        put_texts(l);
        put_best(l);
    }
    if (l->is_best && !is_open) {
        return tti_job_fail_with(&l->page->voice, &l->r.error, l->path);
    }
    return !is_open || (l->of == NULL && !l->is_best) || put_moment(l);
}

static bool look_at(struct tti_page *p, const char *path, bool is_best, struct page_look *to)
{
    *to = (struct page_look){.tick = -1, .cid = -1, .best_tick = -1, .best_cid = -1, .middle = -1};
    if (!tt_io_reading_is_file(path)) {
        return p->options.player == NULL ||
               tti_job_fail(&p->voice, TT_ERR_ARGUMENT, path,
                            "`player` takes a file, which can be read twice");
    }
    struct look *l = calloc(1, sizeof *l);
    if (l == NULL) {
        return tti_page_no_memory(p);
    }
    l->page = p;
    l->to = to;
    l->path = path;
    l->is_best = is_best;
    l->of = p->options.player;
    l->fastest.ticks = -1;
    l->before = -1;
    l->step = 1;
    bool is_good = look(l);
    tt_io_reading_close(&l->r);
    free(l);
    return is_good;
}

bool tti_page_look(struct tti_page *p, const char *path, struct page_look *to)
{
    return look_at(p, path, false, to);
}

bool tti_best_look(const char *path, const char *player, const tt_io_stop *stop,
                   struct job_voice *voice, struct page_look *look)
{
    struct tti_page page = {
        .options = {.player = player, .stop = stop}, .count = 1, .voice = *voice};
    return look_at(&page, path, true, look);
}
