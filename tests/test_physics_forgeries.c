/* SPDX-License-Identifier: MIT
 *
 * A recording that somebody has changed does not pass the physics: each of many forgeries has an
 * unexplained move, and the recordings themselves have none.
 *
 * Forgery number N is made from N alone. TT_FORGERIES in the environment is how many are made;
 * docs/physics.md says what a forgery is and when it counts.
 */
#include "cm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/physics_actions.h"
#include "support/random.h"

#define USUAL 100 /* ./check --deep makes 1,000 */

static const struct {
    const char *session, *map;
} sources[] = {
    {"20-feat24", "feat24"}, {"20-feat26", "feat26"}, {"20-feat7", "feat7"},
    {"20-feat23", "feat23"}, {"20-save51", "save51"}, {"20-pause", "feat20"},
};
enum { SOURCES = sizeof sources / sizeof sources[0] };

struct source {
    physics_actions session;
    physics_game game;
};

static struct source source[SOURCES];

static int open_sources(void **state)
{
    (void)state;
    for (size_t i = 0; i < SOURCES; i++) {
        physics_actions_read(&source[i].session, sources[i].session);
        char map[64];
        (void)snprintf(map, sizeof map, "data/physics/%s", sources[i].map);
        physics_game_load(&source[i].game, map);
    }
    return 0;
}

static int close_sources(void **state)
{
    (void)state;
    for (size_t i = 0; i < SOURCES; i++) {
        physics_actions_drop(&source[i].session);
        physics_game_drop(&source[i].game);
    }
    return 0;
}

/* -- computing ------------------------------------------------------------------------------- */

/* Computes a session up to the first place that comes out otherwise, if there is one. */
static tti_replay replayed(physics_game *game, const physics_actions *session)
{
    tti_replay replay;
    physics_game_begin(game, &session->rules);
    tti_replay_init(&replay, game->world);
    for (size_t i = 0; i < session->count && replay.wrong == 0; i++) {
        tti_replay_take(&replay, &session->actions[i]);
    }
    if (replay.wrong == 0) {
        tti_replay_flush(&replay, session->last);
    }
    return replay;
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
typedef bool forge(physics_actions *to, const physics_actions *from, physics_game *game,
                   uint64_t *random);

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

static bool move_a_place(physics_actions *to, const physics_actions *from, physics_game *game,
                         uint64_t *random)
{
    (void)game;
    physics_actions_copy(to, from);
    tti_action *action = &to->actions[some(to, random, is_step)];
    int32_t *of = random_below(random, 2) != 0 ? &action->u.place.x : &action->u.place.y;
    *of += random_below(random, 2) != 0 ? 1 : -1;
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
static bool swap_inputs(physics_actions *to, const physics_actions *from, physics_game *game,
                        uint64_t *random)
{
    physics_actions_copy(to, from);
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
    return replayed(game, to).wrong > 0;
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
static bool splice(physics_actions *to, const physics_actions *from, physics_game *game,
                   uint64_t *random)
{
    (void)game;
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
static bool slow_down(physics_actions *to, const physics_actions *from, physics_game *game,
                      uint64_t *random)
{
    (void)game;
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
static bool pass_a_wall(physics_actions *to, const physics_actions *from, physics_game *game,
                        uint64_t *random)
{
    enum { TRIES = 10000, TILE = 32 };
    physics_actions_copy(to, from);
    for (int i = 0; i < TRIES; i++) {
        const tti_action first = to->actions[some(to, random, is_step)];
        int32_t way =
            TILE * (1 + random_below(random, 5)) * (random_below(random, 2) != 0 ? 1 : -1);
        tti_pair at = {(float)(first.u.place.x + way), (float)first.u.place.y};
        if (!is_wall_between(&game->terrain, first.u.place.x, first.u.place.x + way,
                             first.u.place.y) ||
            tti_terrain_box(&game->terrain, at)) {
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
static const char *const names[] = {"a place moved by 1", "two inputs swapped", "two runs spliced",
                                    "a stretch slowed", "a tee moved through a wall"};
enum { KINDS = sizeof forges / sizeof forges[0] };

/* -- tests ----------------------------------------------------------------------------------- */

static void originals_pass(void **state)
{
    (void)state;
    for (size_t i = 0; i < SOURCES; i++) {
        tti_replay replay = replayed(&source[i].game, &source[i].session);
        assert_int_equal(replay.wrong, 0);
        assert_true(replay.count[TTI_EXACT] > 2000);
        assert_int_equal(replay.count[TTI_EXPLAINED] + replay.count[TTI_DOUBTFUL], 0);
    }
}

static int wanted(void)
{
    const char *text = getenv("TT_FORGERIES");
    int count = text != NULL ? atoi(text) : USUAL / TT_TEST_SHARE;
    return count > 0 ? count : USUAL;
}

static void no_forgery_passes(void **state)
{
    int counted[KINDS] = {0}, dropped[KINDS] = {0}, passed = 0, all = wanted();
    (void)state;
    for (int number = 0, done = 0; done < all; number++) {
        uint64_t random = (uint64_t)(number + 1) * UINT64_C(0x9e3779b97f4a7c15);
        int kind = number % KINDS;
        struct source *of = &source[number / KINDS % SOURCES];
        physics_actions forged;
        bool counts = forges[kind](&forged, &of->session, &of->game, &random);
        counted[kind] += counts;
        dropped[kind] += !counts;
        done += counts;
        if (counts && replayed(&of->game, &forged).count[TTI_UNEXPLAINED] == 0) {
            print_message("forgery %d passes: %s\n", number, names[kind]);
            passed++;
        }
        physics_actions_drop(&forged);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        print_message("%s: %d, %d dropped\n", names[kind], counted[kind], dropped[kind]);
        assert_true(counted[kind] > 0 || all < USUAL); /* few swaps count */
    }
    assert_int_equal(passed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(originals_pass),
        cmocka_unit_test(no_forgery_passes),
    };
    return cmocka_run_group_tests(tests, open_sources, close_sources);
}
