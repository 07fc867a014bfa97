/* SPDX-License-Identifier: MIT
 *
 * Time in a made-up game: ticks, who moves, and when something happens. See game.h.
 *
 * Most ticks are movements and inputs off the tracks alone. What is rare is drawn by its distance
 * in ticks, not asked for in every tick.
 */
#include "support/game/game.h"
#include "wire/uuid.h"

#include <stdio.h>
#include <string.h>

#include "support/game/game_parts.h"

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

enum {
    MILLION = 1000000,
    JOIN_RATE = 600, /* joins in a million ticks for each missing player */
    AHEAD = 16,      /* number of steps by which the tracks are read ahead */
    RESPAWN_TICKS = 25,
    LOOK_AGAIN = 400 /* most ticks between two looks at the visits */
};

/* The random actions of a player, and how often each happens in a million ticks. */
typedef void random_deed(game *g, int32_t cid);

static void at_random_leave(game *g, int32_t cid)
{
    deed_leave(g, cid, chance_happens(game_chance(g), 4) ? "Timeout" : "");
}

static void at_random_die(game *g, int32_t cid)
{
    g->server->guest[cid].die = 1;
    g->changed = 1;
}

static void at_random_team(game *g, int32_t cid)
{
    deed_team(g, cid, chance_below(game_chance(g), 12));
}

static void at_random_rename(game *g, int32_t cid)
{
    const guest *p = &g->server->guest[cid];
    char name[PERSON_NAME + 4];
    int away = strstr(p->name, "|afk") != NULL;
    snprintf(name, sizeof name, "%s%s", p->who->name, away ? "" : "|afk");
    if (strlen(name) < PERSON_NAME && p->name[0] != '(') {
        deed_rename(g, cid, name);
    }
}

static void at_random_save(game *g, int32_t cid)
{
    if (g->server->guest[cid].team != 0) {
        uint64_t number = chance_next(game_chance(g));
        uint8_t bytes[8];
        for (int i = 0; i < 8; i++) {
            bytes[i] = (uint8_t)(number >> 8 * i);
        }
        tt_bytes name = {bytes, sizeof bytes};
        tt_uuid id = tt_uuid_from_name(name);
        deed_save(g, cid, &id);
    }
}

static void at_random_load(game *g, int32_t cid)
{
    static const tt_uuid none;
    if (g->server->guest[cid].team != 0 && !tti_uuid_equal(&g->server->last_save, &none)) {
        deed_load(g, cid, &g->server->last_save);
    }
}

static void at_random_login(game *g, int32_t cid)
{
    static const char *const accounts[] = {"head", "night shift", "tester", "", "mod_2"};
    if (g->server->guest[cid].level == 0) {
        int32_t level = chance_between(game_chance(g), 1, 3);
        deed_login(g, cid, level, accounts[chance_below(game_chance(g), 5)]);
    }
}

static void at_random_swap(game *g, int32_t cid)
{
    int32_t other = game_slot(g, 1);
    if (other >= 0 && other != cid) {
        deed_swap(g, cid, other);
    }
}

static const struct {
    int32_t rate;
    random_deed *deed;
} random_deeds[] = {{35, at_random_leave}, {300, at_random_die}, {400, deed_kill},
                    {300, deed_emoticon},  {250, deed_command},  {100, at_random_team},
                    {5, at_random_rename}, {8, at_random_save},  {4, at_random_load},
                    {3, at_random_login},  {2, deed_logout},     {4, at_random_swap},
                    {5, deed_practice}};

enum { RANDOM_DEEDS = sizeof random_deeds / sizeof *random_deeds };

static int is_named(const game *g, const char *name)
{
    for (int i = 0; i < GAME_SLOTS; i++) {
        if (g->server->guest[i].who != NULL && strcmp(g->server->guest[i].name, name) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Lets a random player join. Sometimes the player brings a second client, whose requested name is
 * taken, so that it gets another one. */
static void random_join(game *g)
{
    chance *c = game_chance(g);
    const person *who = &g->server->people[chance_below(c, PEOPLE)];
    char second[PERSON_NAME + 4];
    arrival a = {who, who->name, who->name, 0};
    int32_t cid = game_slot(g, 0);
    if (cid < 0 || is_named(g, who->name)) {
        return;
    }
    deed_join(g, cid, &a);
    snprintf(second, sizeof second, "(1)%s", who->name);
    if (strlen(second) < PERSON_NAME && chance_happens(c, 20) && !is_named(g, second)) {
        cid = game_slot(g, 0);
        a.name = second;
        if (cid >= 0) {
            deed_join(g, cid, &a);
        }
    }
}

/* Returns the number of actions in a million ticks of all connected players together. */
static int32_t rate_of_guests(const game *g)
{
    int32_t rate = g->plan->finishes;
    for (int i = 0; i < RANDOM_DEEDS; i++) {
        rate += random_deeds[i].rate;
    }
    return rate * g->connected;
}

static int32_t rate_of_joins(const game *g)
{
    int32_t missing = g->plan->players - g->connected;
    return missing > 0 ? missing * JOIN_RATE : 0;
}

static void draw_next(game *g)
{
    int32_t rate = rate_of_guests(g) + rate_of_joins(g);
    g->random_next = g->tick + 1;
    g->random_next += rate == 0 ? LOOK_AGAIN : chance_below(game_chance(g), 2 * MILLION / rate);
}

static void random_deed_do(game *g)
{
    int32_t joins = rate_of_joins(g);
    int32_t at = chance_below(game_chance(g), rate_of_guests(g) + joins + 1);
    int32_t cid = game_slot(g, 1);
    if (at <= joins || cid < 0) {
        random_join(g);
        return;
    }
    at = (at - joins) % (g->connected > 0 ? rate_of_guests(g) / g->connected : 1);
    for (int i = 0; i < RANDOM_DEEDS; i++) {
        at -= random_deeds[i].rate;
        if (at < 0) {
            random_deeds[i].deed(g, cid);
            return;
        }
    }
    int32_t ticks = chance_between(game_chance(g), 1500, 60000);
    if (g->server->guest[cid].team != 0 && chance_happens(game_chance(g), 3)) {
        deed_team_finish(g, cid, ticks);
    } else {
        deed_finish(g, cid, ticks);
    }
}

/* Takes the next step of the track, and notes a new input for the end of the tick. There are more
 * tracks than a CPU prefetches by itself, so later steps are prefetched here. */
static inline const track_step *step_take(game *g, int32_t cid)
{
    guest *p = &g->server->guest[cid];
    const track_step *step = &p->track->step[p->at];
    PREFETCH(&p->track->step[(p->at + AHEAD) % TRACK_STEPS]);
    p->at = (p->at + 1) % TRACK_STEPS;
    if ((step->size & TRACK_INPUT) != 0) {
        p->input = p->input + 1 == p->track->input_count ? 0 : p->input + 1;
        PREFETCH(&p->track->diff[(p->input + AHEAD) % TRACK_STEPS]);
        g->input[g->input_count++] = (uint8_t)cid;
    }
    return step;
}

/* Moves a tee to a random place of a random track. The next input has no difference in the track,
 * so `cut` is set. */
static const track_step *place_draw(game *g, int32_t cid)
{
    guest *p = &g->server->guest[cid];
    chance *c = game_chance(g);
    if (!p->cut) {
        p->before = &p->track->input[p->input];
    }
    p->track = &g->server->tracks[chance_below(c, TRACK_COUNT)];
    p->at = (uint32_t)chance_below(c, TRACK_STEPS);
    p->input = p->track->input_at[p->at];
    p->cut = 1;
    const track_step *step = &p->track->step[p->at];
    p->at = (p->at + 1) % TRACK_STEPS;
    g->input[g->input_count++] = (uint8_t)cid;
    return step;
}

/* Moves all tees in a tick in which a tee appears, ends or jumps. */
static void move_changed(game *g)
{
    g->changed = 0;
    g->alive_count = 0;
    for (int32_t cid = 0; cid < GAME_SLOTS; cid++) {
        guest *p = &g->server->guest[cid];
        if (p->die) {
            if (p->alive || p->who == NULL) {
                pen_go(&g->pen, cid);
            }
            p->die = p->alive = p->jump = 0;
            p->due = g->tick + RESPAWN_TICKS;
        } else if (p->alive && p->jump) {
            const track_step *old = &p->track->step[(p->at - 1) % TRACK_STEPS];
            const track_step *step = place_draw(g, cid);
            pen_jump(&g->pen, cid, step->x - old->x, step->y - old->y);
            p->jump = 0;
        } else if (p->alive) {
            pen_step(&g->pen, cid, step_take(g, cid));
        } else if (p->who != NULL && p->entered && g->tick >= p->due) {
            const track_step *step = place_draw(g, cid);
            pen_appear(&g->pen, cid, step->x, step->y);
            p->alive = 1;
            p->jump = 0;
        }
        if (p->alive) {
            g->alive[g->alive_count++] = (uint8_t)cid;
        }
    }
}

static void move(game *g)
{
    g->input_count = 0;
    if (g->changed) {
        move_changed(g);
        return;
    }
    for (int i = 0; i < g->alive_count; i++) {
        pen_step(&g->pen, g->alive[i], step_take(g, g->alive[i]));
    }
}

static void write_inputs(game *g)
{
    for (int i = 0; i < g->input_count; i++) {
        int32_t cid = g->input[i];
        guest *p = &g->server->guest[cid];
        if (p->who == NULL) { /* the player left in this tick */
            continue;
        }
        if (!p->has_input) {
            pen_input_new(&g->pen, cid, &p->track->input[p->input]);
        } else if (p->cut) {
            pen_input_change(&g->pen, cid, p->before, &p->track->input[p->input]);
        } else {
            pen_input(&g->pen, cid, &p->track->diff[p->input]);
        }
        p->has_input = 1;
        p->cut = 0;
    }
}

/* Lets the players enter, appear or leave whose tick has come. Returns the next such tick. */
static int32_t guests_go_on(game *g)
{
    int32_t next = INT32_MAX;
    for (int32_t cid = 0; cid < GAME_SLOTS; cid++) {
        guest *p = &g->server->guest[cid];
        if (p->who == NULL || (p->alive && p->leave == 0)) {
            continue;
        }
        if (p->leave != 0 && g->tick >= p->leave) {
            deed_leave(g, cid, "Was planted");
            continue;
        }
        if (!p->entered && g->tick >= p->due) {
            deed_enter(g, cid);
        }
        if (p->entered && !p->alive && g->tick + 1 >= p->due) {
            g->changed = 1;
        }
        int32_t due = p->alive ? p->leave : p->due;
        if (due < next) {
            next = due > g->tick + 1 ? due : g->tick + 1;
        }
    }
    return next;
}

static void happen(game *g)
{
    int32_t visits = visits_go_on(g);
    if (g->tick >= g->random_next) {
        random_deed_do(g);
        draw_next(g);
    }
    int32_t guests = guests_go_on(g);
    g->next = visits < guests ? visits : guests;
    if (g->random_next < g->next) {
        g->next = g->random_next;
    }
    if (g->next <= g->tick) {
        g->next = g->tick + 1;
    }
}

/* Returns true when the recording is large enough, all visits are done, and every player who
 * remained over the map change has entered. */
static int is_over(const game *g)
{
    if (g->pen.bytes < g->plan->bytes || !visits_done(g)) {
        return 0;
    }
    for (int i = 0; i < GAME_SLOTS; i++) {
        const guest *p = &g->server->guest[i];
        if (p->who != NULL && (!p->entered || p->leave != 0)) {
            return 0;
        }
    }
    return 1;
}

static void begin(game *g)
{
    pen_open(&g->pen, g->pen.out);
    tt_th_write_header_fields(&g->pen.writer, g->plan->header);
    for (int32_t cid = 0; cid < GAME_SLOTS; cid++) {
        guest *p = &g->server->guest[cid];
        if (p->who != NULL) {
            deed_carry(g, cid);
        } else {
            memset(p, 0, sizeof *p);
        }
    }
}

int32_t game_play(game_server *server, const game_plan *plan, tt_io_output *out)
{
    static game g; /* too large for the stack */
    memset(&g, 0, sizeof g);
    g.server = server;
    g.plan = plan;
    g.pen.out = out;
    begin(&g);
    while (tt_io_output_error(out) == 0 && !is_over(&g)) {
        int changed = g.changed;
        pen_begin_tick(&g.pen, ++g.tick);
        move(&g);
        if (g.tick >= g.next || changed) {
            happen(&g);
        }
        write_inputs(&g);
    }
    pen_close(&g.pen, plan->close);
    return g.tick;
}

void game_server_restart(game_server *server)
{
    memset(server->guest, 0, sizeof server->guest);
}
