/* SPDX-License-Identifier: MIT
 *
 * Sessions of servers, in tests/data/physics, are played from their inputs and commands alone. All
 * places of tees, all finishes, and the items of tees in the servers' own demos come out.
 */
#include "cm.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/physics_session.h"

enum { CHARACTER_INTS = 22, DDNET_INTS = 11, EMOTE = 20, HINTS_MAX = 8 };

/* A session, and what it holds. Inputs of the 16.4 servers that counted late were found by trying;
 * servers of 20.1 have none. */
struct session {
    const char *name, *map;
    int hint_count;
    tti_hint hints[HINTS_MAX];
    uint64_t moves, finishes;
    int items;
};

static const struct session sessions[] = {
    {.name = "16-feat7", .map = "feat7", .moves = 5005, .items = 3742},
    {.name = "16-feat31",
     .map = "feat31",
     .hint_count = 8,
     .hints =
         {{833, 3}, {838, 3}, {1456, 3}, {1832, 3}, {2575, 1}, {3404, 3}, {3442, 2}, {3453, 2}},
     .moves = 6207,
     .items = 3808},
    {.name = "16-feat26",
     .map = "feat26",
     .hint_count = 2,
     .hints = {{1193, 2}, {1318, 2}},
     .moves = 2736,
     .items = 1142},
    {.name = "16-pause",
     .map = "feat7",
     .hint_count = 2,
     .hints = {{1465, 2}, {2005, 1}},
     .moves = 4361,
     .items = 681},
    {.name = "16-save51",
     .map = "save51",
     .hint_count = 1,
     .hints = {{1630, 1}},
     .moves = 5083,
     .items = 1332},
    {.name = "16-save52",
     .map = "save51",
     .hint_count = 4,
     .hints = {{1832, 1}, {1860, 1}, {1863, 1}, {2641, 1}},
     .moves = 3735,
     .items = 1121},
    {.name = "20-feat7", .map = "feat7", .moves = 21510, .items = 978},
    {.name = "20-feat31", .map = "feat31", .moves = 26040, .items = 1424},
    {.name = "20-feat20", .map = "feat20", .moves = 24237, .finishes = 4, .items = 1316},
    {.name = "20-feat22", .map = "feat22", .moves = 34122, .finishes = 4, .items = 1572},
    {.name = "20-feat23", .map = "feat23", .moves = 31500, .finishes = 10, .items = 1564},
    {.name = "20-feat24", .map = "feat24", .moves = 3093, .finishes = 68},
    {.name = "20-feat25", .map = "feat25", .moves = 39711},
    {.name = "20-feat26", .map = "feat26", .moves = 2947, .items = 1142},
    {.name = "20-pause", .map = "feat20", .moves = 7055, .finishes = 1, .items = 2058},
    {.name = "20-save51", .map = "save51", .moves = 22762, .items = 6640},
};

/* The items of a demo: lines of `c` (Character) or `d` (DDNetCharacter), a tick, a client id and
 * the ints of the item, sorted by tick. */
struct demo {
    const char *session;
    char *text, *at;
    int items;
    int wrong;
};

static void compare(struct demo *d, const physics_session *s, char kind, int32_t cid,
                    const int32_t *expected)
{
    const tti_physics *world = s->game.world;
    int32_t ints[CHARACTER_INTS];
    struct tt_obj_character character;
    struct tt_obj_ddnet_character ddnet;
    assert_true(world->tee[cid].is_shown);
    if (kind == 'c') {
        tti_physics_character(world, cid, &character);
        tti_sent_character(s->sent, world, cid, &character);
        memcpy(ints, &character, sizeof character);
        ints[EMOTE] = expected[EMOTE];
    } else {
        tti_physics_ddnet_character(world, cid, &ddnet);
        memcpy(ints, &ddnet, sizeof ddnet);
    }
    for (int i = 0; i < (kind == 'c' ? CHARACTER_INTS : DDNET_INTS); i++) {
        if (ints[i] != expected[i]) {
            d->wrong++;
            print_error("%s: tick %d client %d %c: int %d is %d and not %d\n", d->session,
                        (int)world->tick, (int)cid, kind, i, (int)ints[i], (int)expected[i]);
        }
    }
    d->items++;
}

static void compare_tick(void *user, physics_session *s)
{
    struct demo *d = user;
    while (*d->at != 0 && strtol(d->at + 1, NULL, 10) <= s->game.world->tick) {
        int32_t expected[CHARACTER_INTS];
        char kind = *d->at;
        char *rest;
        int32_t tick = (int32_t)strtol(d->at + 1, &rest, 10);
        int32_t cid = (int32_t)strtol(rest, &rest, 10);
        assert_int_equal(tick, s->game.world->tick);
        assert_in_range(cid, 0, TT_CIDS - 1);
        for (int i = 0; i < (kind == 'c' ? CHARACTER_INTS : DDNET_INTS); i++) {
            expected[i] = (int32_t)strtol(rest, &rest, 10);
        }
        assert_int_equal(*rest, '\n');
        compare(d, s, kind, cid, expected);
        d->at = rest + 1;
    }
}

static void play(const struct session *is)
{
    static physics_session s;
    size_t size;
    struct demo d = {.session = is->name};
    s.on_tick = NULL;
    s.user = &d;
    if (is->items > 0) {
        d.at = d.text = (char *)physics_session_file(is->name, ".items.xz", &size);
        s.on_tick = compare_tick;
    }
    physics_session_play(&s, is->name, is->map, is->hints, (size_t)is->hint_count);
    const tti_replay *r = &s.replay;
    if (r->wrong > 0 || d.wrong > 0) {
        fail_msg("%s: %llu places and %d ints of items are wrong", is->name,
                 (unsigned long long)r->wrong, d.wrong);
    }
    assert_int_equal(r->count[TTI_EXACT] + r->count[TTI_EXPLAINED], is->moves);
    assert_int_equal(r->finishes, is->finishes);
    assert_int_equal(r->finishes_exact, is->finishes);
    assert_int_equal(d.items, is->items);
    assert_false(s.game.world->has_overflow);
    physics_game_drop(&s.game);
    free(d.text);
}

static void sessions_of_16(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sessions / sizeof sessions[0]; i++) {
        if (sessions[i].name[0] == '1') {
            play(&sessions[i]);
        }
    }
}

static void sessions_of_20(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sessions / sizeof sessions[0]; i++) {
        if (sessions[i].name[0] == '2') {
            play(&sessions[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sessions_of_16),
                                       cmocka_unit_test(sessions_of_20)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
