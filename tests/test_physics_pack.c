/* SPDX-License-Identifier: MIT
 *
 * Tests of packed games: the tables have every member, a session that is packed and unpacked again
 * and again comes out as one that is not, and damaged bytes are refused or give a game that can be
 * played.
 */
#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "physics/pack.h"
#include "support/physics_session.h"

enum { ROOM = 1 << 20 };

extern const tti_field tti_replay_fields[];

#if defined(__has_builtin)
#if __has_builtin(__builtin_clear_padding)
#define HAS_CLEAR_PADDING
#endif
#endif

#ifdef HAS_CLEAR_PADDING
/* Members have 1 in each byte, padding 0. */
#define ALL_MEMBERS(type, block)                                                                   \
    do {                                                                                           \
        memset(block, 1, sizeof(type));                                                            \
        __builtin_clear_padding((type *)(block));                                                  \
    } while (0)
#define WITHOUT(of, member) memset(&(of)->member, 0, sizeof(of)->member)

/* Compares the bytes [from, to) of a struct. */
static void covers(const tti_field *fields, const void *members, size_t from, size_t to)
{
    static uint8_t covered[sizeof(tti_physics)];
    const uint8_t *has = members;
    memset(covered, 0, sizeof covered);
    tti_fields_cover(fields, covered);
    for (size_t i = from; i < to; i++) {
        if (covered[i] != has[i]) {
            fail_msg("byte %zu is%s in the table", i, covered[i] != 0 ? "" : " not");
        }
    }
}

/* A compiler may clear the padding of a struct well, and that of an array of it badly. */
static void every_member(void **state)
{
    (void)state;
    static tti_tee tee;
    static tti_player player;
    static tti_team team;
    static tti_thing thing;
    static tti_switch one;
    ALL_MEMBERS(tti_tee, &tee);
    covers(tti_tee_fields, &tee, 0, sizeof tee);
    ALL_MEMBERS(tti_player, &player);
    covers(tti_player_fields, &player, 0, sizeof player);
    ALL_MEMBERS(tti_team, &team);
    covers(tti_team_fields, &team, 0, sizeof team);
    ALL_MEMBERS(tti_thing, &thing);
    covers(tti_thing_fields, &thing, 0, sizeof thing);
    ALL_MEMBERS(tti_switch, &one);
    covers(tti_switch_fields, &one, 0, sizeof one);
}

static void every_member_of_world(void **state)
{
    (void)state;
    tti_physics *world = malloc(sizeof *world);
    assert_non_null(world);
    ALL_MEMBERS(tti_physics, world);
    WITHOUT(world, arena); /* the map decides these, and those after last_free */
    WITHOUT(world, size);
    WITHOUT(world, client_end); /* tti_clients_count computes it from the players */
    covers(tti_physics_fields, world, 0, offsetof(tti_physics, tee));
    covers(tti_physics_fields, world, offsetof(tti_physics, head),
           offsetof(tti_physics, last_free) + sizeof world->last_free);
    free(world);
}

static void every_member_of_replay(void **state)
{
    (void)state;
    tti_replay *replay = malloc(sizeof *replay);
    assert_non_null(replay);
    ALL_MEMBERS(tti_replay, replay);
    WITHOUT(replay, world); /* these are the caller's */
    WITHOUT(replay, hints);
    WITHOUT(replay, hint_count);
    WITHOUT(replay, hint_at);
    WITHOUT(replay, is_blind);
    WITHOUT(replay, on_verdict);
    WITHOUT(replay, on_moved);
    WITHOUT(replay, on_tick);
    WITHOUT(replay, user);
    covers(tti_replay_fields, replay, 0, offsetof(tti_replay, now));
    covers(tti_replay_fields, replay, offsetof(tti_replay, has_hint), sizeof *replay);
    free(replay);
}
#endif

/* Packs and unpacks a session while it is played. */
struct packing {
    tti_physics *base, *other;
    tti_replay replay; /* of the other */
    uint8_t *bytes;
    size_t most;
    int32_t every;                  /* ticks; 0: never */
    uint64_t seed, played, refused; /* damaged states */
};

static void *block(size_t size)
{
    void *memory = malloc(size);
    assert_non_null(memory);
    return memory;
}

static void begin(struct packing *p, const tti_physics *world)
{
    tti_rules rules = world->rules;
    p->base = block(world->size);
    p->other = block(world->size);
    p->bytes = block(ROOM);
    tti_physics_init(p->base, world->arena, &rules);
    tti_physics_init(p->other, world->arena, &rules);
    tti_replay_init(&p->replay, p->other);
}

static void drop(struct packing *p)
{
    free(p->base);
    free(p->other);
    free(p->bytes);
}

static size_t pack(struct packing *p, const tti_replay *replay)
{
    size_t size = tti_replay_pack(replay, p->base, p->bytes, ROOM);
    assert_true(size > 0);
    p->most = size > p->most ? size : p->most;
    return size;
}

/* The game goes on from its packed state. */
static void pass_on(void *user, physics_session *session)
{
    struct packing *p = user;
    tti_physics *world = session->game.world;
    tti_replay *replay = &session->replay, before = *replay;
    if (p->base == NULL) {
        begin(p, world);
    }
    if (p->every == 0 || world->tick % p->every != 0) {
        return;
    }
    size_t size = pack(p, replay);
    memcpy(world, p->base, world->size);
    tti_replay_init(replay, world);
    replay->hints = before.hints;
    replay->hint_count = before.hint_count;
    replay->on_moved = before.on_moved;
    replay->on_tick = before.on_tick;
    replay->user = before.user;
    assert_true(tti_replay_unpack(replay, (tt_bytes){p->bytes, size}));
}

static const struct {
    const char *name, *map;
} sessions[] = {{"20-feat26", "feat26"},
                {"20-save51", "save51"},
                {"16-feat26", "feat26"},
                {"16-pause", "feat7"},
                {"16-save52", "save51"}};

static void play(physics_session *s, struct packing *p, int session)
{
    memset(s, 0, sizeof *s);
    s->user = p;
    s->on_tick = pass_on;
    physics_session_play(s, sessions[session].name, sessions[session].map, NULL, 0);
}

/* The end of a session is the same, byte for byte. */
static void goes_on(void **state)
{
    static physics_session s;
    (void)state;
    for (int i = 0; i < (int)(sizeof sessions / sizeof sessions[0]); i++) {
        struct packing whole = {.every = 0}, parts = {.every = 37};
        play(&s, &whole, i);
        size_t size = pack(&whole, &s.replay);
        physics_game_drop(&s.game);
        play(&s, &parts, i);
        assert_int_equal(pack(&parts, &s.replay), size);
        assert_memory_equal(parts.bytes, whole.bytes, size);
        physics_game_drop(&s.game);
        print_message("%s: at most %zu bytes\n", sessions[i].name, parts.most);
        drop(&whole);
        drop(&parts);
    }
}

static void run(tti_physics *world, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        for (int32_t cid = 0; cid < TT_CIDS; cid++) {
            tti_physics_press(world, cid, NULL);
        }
        tti_physics_begin(world);
        tti_physics_end(world);
    }
}

static void damage(void *user, physics_session *session)
{
    enum { EVERY = 197, COPIES = 10, CHANGES = 3, TICKS = 10 };
    struct packing *p = user;
    if (p->base == NULL) {
        begin(p, session->game.world);
    }
    for (int i = 0; i < COPIES && session->game.world->tick % EVERY == 0; i++) {
        size_t size = pack(p, &session->replay);
        for (int change = 0; change < CHANGES; change++) {
            p->bytes[random_next(&p->seed) % size] = (uint8_t)random_next(&p->seed);
        }
        if (tti_replay_unpack(&p->replay, (tt_bytes){p->bytes, size})) {
            run(p->other, TICKS);
            p->played++;
            memcpy(p->other, p->base, p->base->size);
            tti_replay_init(&p->replay, p->other);
        } else {
            assert_memory_equal(p->other, p->base, p->base->size);
            p->refused++;
        }
    }
}

static void damaged(void **state)
{
    static physics_session s;
    (void)state;
    for (int i = 0; i < (int)(sizeof sessions / sizeof sessions[0]); i++) {
        struct packing p = {.seed = (uint64_t)i + 1};
        memset(&s, 0, sizeof s);
        s.user = &p;
        s.on_tick = damage;
        physics_session_play(&s, sessions[i].name, sessions[i].map, NULL, 0);
        assert_true(p.played > 0);
        assert_true(p.refused > 0);
        physics_game_drop(&s.game);
        drop(&p);
    }
}

/* Every part of a packed state is refused, and one for another map. */
static void cut_short(void **state)
{
    static physics_session s;
    (void)state;
    struct packing p = {.every = 0};
    play(&s, &p, 0);
    size_t size = pack(&p, &s.replay);
    for (size_t part = 0; part < size; part += 1 + part / 64) {
        assert_false(tti_replay_unpack(&p.replay, (tt_bytes){p.bytes, part}));
    }
    assert_int_equal(tti_replay_pack(&s.replay, p.base, p.bytes, size - 1), 0);
    assert_int_equal(pack(&p, &s.replay), size);
    uint8_t *tile = (uint8_t *)(uintptr_t)s.game.terrain.layer[TT_TERRAIN_GAME];
    tile[0] ^= 1;
    assert_false(tti_replay_unpack(&p.replay, (tt_bytes){p.bytes, size}));
    tile[0] ^= 1;
    assert_true(tti_replay_unpack(&p.replay, (tt_bytes){p.bytes, size}));
    physics_game_drop(&s.game);
    drop(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef HAS_CLEAR_PADDING
        cmocka_unit_test(every_member),
        cmocka_unit_test(every_member_of_world),
        cmocka_unit_test(every_member_of_replay),
#endif
        cmocka_unit_test(goes_on),
        cmocka_unit_test(damaged),
        cmocka_unit_test(cut_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
