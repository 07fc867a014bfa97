/* SPDX-License-Identifier: MIT
 *
 * Makes forgeries of recordings. docs/physics.md says what a forgery is and when it counts.
 */
#include "support/physics_forgeries.h"

#include "cm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/random.h"

void physics_source_read(physics_source *source, const char *session, const char *map)
{
    char name[64];
    (void)snprintf(name, sizeof name, "data/physics/%s", map);
    physics_actions_read(&source->session, session);
    physics_game_load(&source->game, name);
    source->hint_count = 0;
}

void physics_source_drop(physics_source *source)
{
    physics_actions_drop(&source->session);
    physics_game_drop(&source->game);
}

tti_replay physics_source_replay(physics_source *source, const physics_actions *actions,
                                 const tti_hint *hints, size_t hint_count)
{
    tti_replay replay;
    physics_game_begin(&source->game, &actions->rules);
    tti_replay_init(&replay, source->game.world);
    replay.hints = hints;
    replay.hint_count = hint_count;
    for (size_t i = 0; i < actions->count && replay.wrong == 0; i++) {
        tti_replay_take(&replay, &actions->actions[i]);
    }
    if (replay.wrong == 0) {
        tti_replay_flush(&replay, actions->last);
    }
    return replay;
}

/* True when the search can no longer explain the first unexplained move: hints are for inputs of
 * the last ticks alone. */
static bool is_decided(const tti_search *search, int32_t *first)
{
    if (search->replay.count[TTI_UNEXPLAINED] == 0) {
        *first = -1;
    } else if (*first < 0) {
        *first = search->next;
    }
    return *first >= 0 && search->first > *first;
}

size_t physics_source_search(physics_source *source, const physics_actions *actions,
                             tti_hint *hints, size_t room)
{
    int32_t first = -1;
    tti_search *search = malloc(sizeof *search);
    void *memory = malloc(tti_search_size(&source->game.arena));
    assert_true(search != NULL && memory != NULL);
    tti_search_init(search, &source->game.arena, &actions->rules, memory, hints, room);
    for (size_t i = 0; i < actions->count && !is_decided(search, &first); i++) {
        tti_search_take(search, &actions->actions[i]);
    }
    if (!is_decided(search, &first)) {
        tti_search_flush(search);
    }
    assert_false(search->is_full);
    size_t count = search->hint_count;
    free(memory);
    free(search);
    return count;
}

/* -- places ---------------------------------------------------------------------------------- */

static bool is_place(const tti_action *action)
{
    return action->kind == TT_TH_PLAYER_DIFF || action->kind == TT_TH_PLAYER_NEW;
}

/* Where the tees are at the end of a tick, by the recording. */
struct places {
    bool is_there[TT_CIDS];
    int32_t x[TT_CIDS], y[TT_CIDS];
};

static void take_place(struct places *places, const tti_action *action)
{
    if (is_place(action)) {
        places->is_there[action->cid] = true;
        places->x[action->cid] = action->u.place.x;
        places->y[action->cid] = action->u.place.y;
    } else if (action->kind == TT_TH_PLAYER_OLD) {
        places->is_there[action->cid] = false;
    }
}

static struct places places_at(const physics_actions *session, int32_t tick)
{
    struct places places;
    memset(&places, 0, sizeof places);
    for (size_t i = 0; i < session->count && session->actions[i].tick <= tick; i++) {
        take_place(&places, &session->actions[i]);
    }
    return places;
}

static bool are_same(const struct places *a, const struct places *b)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (a->is_there[cid] != b->is_there[cid] ||
            (a->is_there[cid] && (a->x[cid] != b->x[cid] || a->y[cid] != b->y[cid]))) {
            return false;
        }
    }
    return true;
}

/* -- forgeries ------------------------------------------------------------------------------- */

/* Each makes `to` from `from` and returns true when it counts. */
typedef bool forge(physics_actions *to, physics_source *of, uint64_t *random);

static size_t some(const physics_actions *session, uint64_t *random,
                   bool (*is)(const tti_action *action))
{
    size_t at;
    do {
        at = (size_t)random_below(random, (int)session->count);
    } while (!is(&session->actions[at]));
    return at;
}

static bool is_step(const tti_action *action)
{
    return action->kind == TT_TH_PLAYER_DIFF;
}

static bool is_input(const tti_action *action)
{
    return action->kind == TT_TH_INPUT_DIFF;
}

static bool move_a_place(physics_actions *to, physics_source *of, uint64_t *random)
{
    physics_actions_copy(to, &of->session);
    tti_action *action = &to->actions[some(to, random, is_step)];
    int32_t *axis = random_below(random, 2) != 0 ? &action->u.place.x : &action->u.place.y;
    *axis += random_below(random, 2) != 0 ? 1 : -1;
    return true;
}

static bool have_same_keys(const tt_input *a, const tt_input *b)
{
    return a->direction == b->direction && a->jump == b->jump && a->hook == b->hook &&
           a->fire == b->fire;
}

/* Swaps an input with one of the same client within the next two seconds, with other keys. Many
 * swaps change no place: the tee is frozen or pressed to a wall, a hook flies past everything.
 */
static bool swap_inputs(physics_actions *to, physics_source *of, uint64_t *random)
{
    physics_actions_copy(to, &of->session);
    size_t one = some(to, random, is_input), other = one;
    int32_t skip = random_below(random, 10);
    tti_action *a = &to->actions[one];
    for (size_t i = one + 1; i < to->count && to->actions[i].tick <= a->tick + 100; i++) {
        const tti_action *next = &to->actions[i];
        bool is_other =
            is_input(next) && next->cid == a->cid && !have_same_keys(&next->u.input, &a->u.input);
        if (is_other && (other == one || skip-- > 0)) {
            other = i;
        }
    }
    tti_action *b = &to->actions[other];
    tt_input kept = a->u.input;
    a->u.input = b->u.input;
    b->u.input = kept;
    return physics_source_replay(of, to, of->hints, of->hint_count).wrong > 0;
}

static void add_moved(physics_actions *to, const tti_action *action, int32_t ticks)
{
    tti_action moved = *action;
    moved.tick += ticks;
    physics_actions_add(to, &moved);
}

static void begin(physics_actions *to, const physics_actions *from)
{
    *to = (physics_actions){.last = from->last, .rules = from->rules};
}

/* Adds a record for each tee that `is` has elsewhere than `was`. */
static void add_jumps(physics_actions *to, int32_t tick, const struct places *was,
                      const struct places *is)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        bool differs = was->x[cid] != is->x[cid] || was->y[cid] != is->y[cid];
        tti_action action = {.tick = tick, .cid = cid};
        if (was->is_there[cid] && !is->is_there[cid]) {
            action.kind = TT_TH_PLAYER_OLD;
        } else if (is->is_there[cid] && (!was->is_there[cid] || differs)) {
            action.kind = was->is_there[cid] ? TT_TH_PLAYER_DIFF : TT_TH_PLAYER_NEW;
            action.u.place.x = is->x[cid];
            action.u.place.y = is->y[cid];
        } else {
            continue;
        }
        physics_actions_add(to, &action);
    }
}

/* Leaves out the ticks from `a` to `b`: what was after `b` follows `a`, where tees stand elsewhere.
 */
static bool splice(physics_actions *to, physics_source *of, uint64_t *random)
{
    const physics_actions *from = &of->session;
    int32_t a = 150 + random_below(random, from->last - 300);
    int32_t b = a + 10 + random_below(random, from->last - a - 20);
    struct places was = places_at(from, a), is = places_at(from, b), next = places_at(from, a + 1);
    begin(to, from);
    to->last = from->last - (b - a - 1);
    size_t i = 0;
    for (; i < from->count && from->actions[i].tick <= a; i++) {
        physics_actions_add(to, &from->actions[i]);
    }
    add_jumps(to, a + 1, &was, &is);
    for (; i < from->count; i++) {
        if (from->actions[i].tick > b) {
            add_moved(to, &from->actions[i], a + 1 - b);
        }
    }
    return !are_same(&is, &next);
}

/* Half of the way of a tee, for the tick that comes between two. */
static bool halve(tti_action *half, const tti_action *action, const struct places *before)
{
    *half = *action;
    if (action->kind != TT_TH_PLAYER_DIFF || !before->is_there[action->cid]) {
        return false;
    }
    half->u.place.x = (action->u.place.x + before->x[action->cid]) / 2;
    half->u.place.y = (action->u.place.y + before->y[action->cid]) / 2;
    return half->u.place.x != before->x[action->cid] || half->u.place.y != before->y[action->cid];
}

/* Each of 10 to 59 ticks becomes two, with places in the middle of the ways. */
static bool slow_down(physics_actions *to, physics_source *of, uint64_t *random)
{
    const physics_actions *from = &of->session;
    int32_t ticks = 10 + random_below(random, 50);
    int32_t first = 150 + random_below(random, from->last - 300);
    struct places before = places_at(from, first - 1);
    bool moves = false;
    size_t i = 0;
    begin(to, from);
    to->last = from->last + ticks;
    for (int32_t tick = 0; tick <= from->last; tick++) {
        int32_t later = tick < first ? 0 : tick < first + ticks ? tick - first + 1 : ticks;
        bool is_slow = later > 0 && tick < first + ticks;
        for (size_t k = i; is_slow && k < from->count && from->actions[k].tick <= tick; k++) {
            tti_action half;
            if (halve(&half, &from->actions[k], &before)) {
                add_moved(to, &half, later - 1);
                moves = true;
            }
        }
        for (; i < from->count && from->actions[i].tick <= tick; i++) {
            add_moved(to, &from->actions[i], later);
            take_place(&before, &from->actions[i]);
        }
    }
    return moves;
}

static bool is_wall_between(const tt_terrain *terrain, int32_t x, int32_t to, int32_t y)
{
    for (int32_t at = x; at != to; at += to > x ? 1 : -1) {
        if (tti_terrain_is_solid(terrain, (tti_pair){(float)at, (float)y})) {
            return true;
        }
    }
    return false;
}

/* For up to a second, a tee is at the other side of a wall that is at most five tiles away. */
static bool pass_a_wall(physics_actions *to, physics_source *of, uint64_t *random)
{
    enum { TRIES = 10000, TILE = 32 };
    physics_actions_copy(to, &of->session);
    for (int i = 0; i < TRIES; i++) {
        const tti_action first = to->actions[some(to, random, is_step)];
        int32_t way =
            TILE * (1 + random_below(random, 5)) * (random_below(random, 2) != 0 ? 1 : -1);
        tti_pair at = {(float)(first.u.place.x + way), (float)first.u.place.y};
        if (!is_wall_between(&of->game.terrain, first.u.place.x, first.u.place.x + way,
                             first.u.place.y) ||
            tti_terrain_box(&of->game.terrain, at)) {
            continue;
        }
        for (size_t k = 0; k < to->count; k++) {
            tti_action *action = &to->actions[k];
            if (action->cid == first.cid && is_place(action) && action->tick >= first.tick &&
                action->tick < first.tick + TT_TICKS_PER_SECOND) {
                action->u.place.x += way;
            }
        }
        return true;
    }
    return false;
}

static forge *const forges[] = {move_a_place, swap_inputs, splice, slow_down, pass_a_wall};

const char *const physics_forgery_names[] = {"a place moved by 1", "two inputs swapped",
                                             "two runs spliced", "a stretch slowed",
                                             "a tee moved through a wall"};

bool physics_forge(physics_actions *to, physics_source *of, int kind, uint64_t *random)
{
    return forges[kind](to, of, random);
}
