/* SPDX-License-Identifier: MIT
 *
 * A whole game: whatever map, server, inputs, commands and states there are, a tick ends soon, all
 * numbers are in their bounds, living tees are at a place of the world, and a copy of the game's
 * bytes goes on in the same way. So does one that was packed; when packed bytes were changed, what
 * they give is refused, or plays on.
 *
 * The input is the size of a map, the seed of its tiles, changed tiles, the server's version, and
 * then what happens: each step is a byte that says what, and its arguments.
 */
#include "follow/replay.h"
#include "must.h"
#include "physics/pack.h"
#include "physics_sound.h"

#include <string.h>

enum {
    WIDTH_MAX = 32,
    HEIGHT_MAX = 24,
    CELLS = WIDTH_MAX * HEIGHT_MAX,
    PLAYERS = 8,
    TICKS_MAX = 400,
    ARGUMENTS = 3,
    PACKED_MAX = 1 << 20
};

/* What is left of the input; zeros follow its end. */
struct rest {
    const uint8_t *data;
    size_t size;
};

static uint8_t cells[TT_TERRAIN_LAYERS][6 * CELLS];
static const size_t cell_size[TT_TERRAIN_LAYERS] = {2, 2, 2, 6, 4, 2};
static tt_terrain terrain;
static tti_arena arena;
static tti_physics *world, *copy;
static const tti_physics *base; /* the game before it began */
static uint8_t packed[PACKED_MAX];
static int ticks;
static tti_sent sent[TT_CIDS];

static uint8_t next(struct rest *rest)
{
    if (rest->size == 0) {
        return 0;
    }
    rest->size--;
    return *rest->data++;
}

static int32_t next_int(struct rest *rest)
{
    static const int32_t far[] = {0, -1, INT32_MAX, INT32_MIN, 65536, -65536, 1 << 24, 6000 << 8};
    uint8_t byte = next(rest);
    return byte < 8 ? far[byte] : (int32_t)byte - 132;
}

/* -- the map --------------------------------------------------------------------------------- */

static uint32_t dice(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

/* Half of the tiles of each layer are empty at least. Numbers are those of the game, drawn at
 * random. */
static void strew_cell(uint64_t *seed, uint32_t rare, size_t cell)
{
    static const uint8_t turns[] = {0, 8, 3, 11, 2, 10, 1, 9};
    static const uint8_t teles[] = {10, 14, 15, 26, 27, 29, 30, 31, 63};
    static const uint8_t switches[] = {7, 9, 12, 13, 19, 22, 23, 24, 25, 79, 95, 98, 99, 144, 240};
    for (int layer = 0; layer < TT_TERRAIN_LAYERS; layer++) {
        uint32_t drawn = dice(seed);
        uint8_t *to = &cells[layer][cell * cell_size[layer]];
        if (drawn % rare != 0) {
            continue;
        }
        drawn /= rare;
        uint32_t more = dice(seed);
        uint8_t number = (uint8_t)(more % 5);
        switch (layer) {
        case TT_TERRAIN_TELES:
            to[0] = number;
            to[1] = teles[drawn % sizeof teles];
            break;
        case TT_TERRAIN_SPEEDUPS:
            memcpy(to,
                   (uint8_t[]){(uint8_t)more, (uint8_t)(more >> 8), drawn % 2 == 0 ? 28 : 29, 0,
                               (uint8_t)drawn, (uint8_t)(drawn >> 24)},
                   6);
            break;
        case TT_TERRAIN_SWITCHES:
            memcpy(to,
                   (uint8_t[]){number, switches[drawn % sizeof switches], turns[more % 8],
                               (uint8_t)(more >> 8) % 6},
                   4);
            break;
        case TT_TERRAIN_TUNES:
            to[0] = number;
            to[1] = 68;
            break;
        default:
            to[0] = (uint8_t)(drawn % 3 == 0 ? 1 : drawn % 3 == 1 ? more : 191 + more % 50);
            to[1] = turns[drawn / 3 % sizeof turns];
            break;
        }
    }
}

static void make_map(struct rest *rest)
{
    terrain =
        (tt_terrain){.width = 1 + next(rest) % WIDTH_MAX, .height = 1 + next(rest) % HEIGHT_MAX};
    uint64_t seed = next(rest);
    uint32_t rare = 2 + next(rest);
    uint8_t without = next(rest);
    size_t count = (size_t)terrain.width * (size_t)terrain.height;
    memset(cells, 0, sizeof cells);
    for (size_t cell = 0; cell < count; cell++) {
        strew_cell(&seed, rare, cell);
    }
    for (int layer = 0; layer < TT_TERRAIN_LAYERS; layer++) {
        bool is_there = layer == TT_TERRAIN_GAME || (without & 1 << layer) == 0;
        terrain.layer[layer] = is_there ? cells[layer] : NULL;
    }
    for (int changed = next(rest) % 32; changed > 0; changed--) {
        int layer = next(rest) % TT_TERRAIN_LAYERS;
        size_t cell = (size_t)(next(rest) | next(rest) << 8) % count;
        for (size_t i = 0; i < cell_size[layer]; i++) {
            cells[layer][cell * cell_size[layer] + i] = next(rest);
        }
    }
}

static void take_settings(struct rest *rest, void *tables)
{
    static const char *const lines[] = {"switch_open 1",
                                        "switch_open 2",
                                        "tune_zone 1 gravity -2",
                                        "tune_zone 2 hook_fire_speed 100000",
                                        "tune_zone 3 player_collision 0",
                                        "tune_zone 4 laser_bounce_num 100000"};
    uint8_t which = next(rest);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if ((which & 1 << i) != 0) {
            tti_arena_settings(&arena, NULL, tables, tt_bytes_of(lines[i]));
        }
    }
}

static void set_server(struct rest *rest, tti_rules *rules)
{
    static const struct {
        int32_t minor, version;
    } servers[] = {
        {22, TTI_VERSION(20, 1, 0)}, {4, TTI_VERSION(16, 4, 0)},  {4, TTI_VERSION(17, 0, 0)},
        {7, TTI_VERSION(18, 2, 0)},  {8, TTI_VERSION(18, 5, 0)},  {9, TTI_VERSION(19, 2, 0)},
        {11, TTI_VERSION(19, 4, 0)}, {16, TTI_VERSION(19, 6, 0)}, {19, TTI_VERSION(19, 8, 0)}};
    size_t which = next(rest) % (sizeof servers / sizeof servers[0]);
    tti_rules_init(rules);
    rules->minor = servers[which].minor;
    rules->version = servers[which].version;
    rules->random = next(rest);
}

/* -- what happens ---------------------------------------------------------------------------- */

static void press(struct rest *rest)
{
    int32_t cid = next(rest) % PLAYERS;
    uint8_t keys = next(rest), weapons = next(rest);
    tt_input input = {.direction = keys % 3 - 1,
                      .target_x = next_int(rest),
                      .target_y = next_int(rest),
                      .jump = keys >> 2 & 1,
                      .fire = next(rest) & 63,
                      .hook = keys >> 3 & 1,
                      .player_flags = (keys & 16) != 0   ? 4
                                      : (keys & 32) != 0 ? 32
                                                         : 1,
                      .wanted_weapon = weapons % 8,
                      .next_weapon = weapons >> 3 & 3,
                      .prev_weapon = weapons >> 5 & 3};
    tti_physics_press(world, cid, &input);
}

static const char *const names[] = {"weapons",
                                    "removeweapon",
                                    "ninja",
                                    "unninja",
                                    "jetpack",
                                    "infjump",
                                    "endless_hook",
                                    "deep",
                                    "livefreeze",
                                    "solo",
                                    "freeze",
                                    "unfreeze",
                                    "setjumps",
                                    "collision",
                                    "hookcollision",
                                    "hitothers",
                                    "super",
                                    "unsuper",
                                    "invincible",
                                    "left",
                                    "up",
                                    "move",
                                    "move_raw",
                                    "totele",
                                    "totelecp",
                                    "tele",
                                    "setswitch",
                                    "tp",
                                    "tpxy",
                                    "tc",
                                    "lasttp",
                                    "back",
                                    "r",
                                    "rescuemode",
                                    "pause",
                                    "spec",
                                    "force_pause",
                                    "lock",
                                    "team0mode",
                                    "practice",
                                    "unpractice",
                                    "set_team_ddr",
                                    "set_team",
                                    "kill",
                                    "kill_pl",
                                    "ninjajetpack",
                                    "save",
                                    "load",
                                    "tune",
                                    "tune_reset",
                                    "sv_no_weak_hook",
                                    "sv_hit",
                                    "sv_old_laser",
                                    "sv_old_teleport_hook",
                                    "sv_old_teleport_weapons",
                                    "sv_teleport_hold_hook",
                                    "sv_reset_pickups",
                                    "sv_freeze_delay",
                                    "sv_dragger_range",
                                    "sv_plasma_range",
                                    "sv_plasma_per_sec",
                                    "sv_deepfly",
                                    "sv_pauseable",
                                    "sv_rescue",
                                    "sv_team",
                                    "sv_endless_drag",
                                    "sv_test_cmds",
                                    "sv_kill_delay",
                                    "unlock"};
static const char *const texts[] = {"0",
                                    "1",
                                    "-1",
                                    "2",
                                    "3",
                                    "255",
                                    "2147483647",
                                    "-2147483648",
                                    "~",
                                    "~-3",
                                    "16",
                                    "9.5",
                                    "manual",
                                    "auto",
                                    "shotgun",
                                    "a",
                                    "b",
                                    "",
                                    "gravity",
                                    "velramp_range",
                                    "hook_length",
                                    "hook_fire_speed",
                                    "gun_speed",
                                    "laser_reach",
                                    "grenade_speed",
                                    "laser_bounce_num",
                                    "explosion_strength",
                                    "jetpack_strength",
                                    "0.01",
                                    "99999999999999999999",
                                    "127",
                                    "128"};

static void run_command(struct rest *rest)
{
    uint8_t who = next(rest);
    const char *name = names[next(rest) % (sizeof names / sizeof names[0])];
    const char *arguments[ARGUMENTS];
    int32_t count = next(rest) % (ARGUMENTS + 1);
    for (int32_t i = 0; i < count; i++) {
        arguments[i] = texts[next(rest) % (sizeof texts / sizeof texts[0])];
    }
    tti_run_command(world, (int32_t)(who & 15) % (PLAYERS + 1) - 1, (who & 16) != 0, name, count,
                    arguments);
}

static void change_player(struct rest *rest)
{
    uint8_t what = next(rest);
    int32_t cid = next(rest) % PLAYERS, value = next(rest);
    if (!world->player[cid].is_known) {
        tti_join(world, cid);
        tti_enter(world, cid);
        return;
    }
    switch (what % 8) {
    case 0:
        tti_drop(world, cid);
        break;
    case 1:
        tti_kill(world, cid, value % 2 == 0);
        break;
    case 2:
        tti_ask_to_spectate(world, cid, value % 2 == 0);
        break;
    case 3:
        tti_swap(world, cid, value % PLAYERS);
        break;
    case 4:
        tti_camera(world, cid, next_int(rest), next_int(rest), value);
        break;
    case 5:
        tti_name(world, cid, tt_bytes_of(value % 2 == 0 ? "a" : "b"));
        break;
    default:
        tti_team_set(world, cid, value % 4);
        break;
    }
}

/* A state that is not reached by playing, but by a save or by a damaged index. */
static void poke(struct rest *rest)
{
    int32_t cid = next(rest) % PLAYERS;
    tti_tee *tee = &world->tee[cid];
    tti_core core = {.x = 32 * next(rest) % (32 * terrain.width),
                     .y = 32 * next(rest) % (32 * terrain.height),
                     .vel_x = next_int(rest),
                     .vel_y = next_int(rest),
                     .hook_state = next(rest) % 7 - 1,
                     .hook_tick = next_int(rest),
                     .hook_x = next_int(rest),
                     .hook_y = next_int(rest),
                     .hook_dx = next_int(rest),
                     .hook_dy = next_int(rest),
                     .hooked = next(rest) % PLAYERS - 1,
                     .jumped = next(rest) % 4,
                     .jumps = next_int(rest)};
    if (tee->is_alive) {
        tee->self.core = tti_body_of(&core);
        tee->self.at = tee->self.before = tee->self.core.at;
    }
}

static void save_or_load(struct rest *rest)
{
    uint8_t what = next(rest);
    int32_t team = next(rest) % 4;
    size_t size = next(rest);
    size = size < rest->size ? size : rest->size;
    switch (what % 5) {
    case 0:
        tti_save_begin(world, team);
        break;
    case 1:
        tti_save_done(world, team, what >= 128);
        break;
    case 2:
        tti_load_begin(world, team);
        break;
    case 3:
        tti_load_failed(world, team);
        break;
    default:
        (void)tti_load_text(world, team, rest->data, size);
        rest->data += size;
        rest->size -= size;
        break;
    }
}

static void check(void)
{
    for (int32_t i = 0; i < world->order_count; i++) {
        int32_t cid = world->order[i];
        const tti_tee *tee = &world->tee[cid];
        tti_pair at = tee->self.core.at, velocity = tee->self.core.velocity;
        struct tt_obj_character character;
        struct tt_obj_ddnet_character ddnet;
        MUST(tee->is_alive && tee->is_shown);
        MUST(at.x == at.x && at.y == at.y && velocity.x == velocity.x && velocity.y == velocity.y);
        tti_physics_character(world, cid, &character);
        tti_physics_ddnet_character(world, cid, &ddnet);
        MUST(character.hook_state >= -1 && character.hook_state <= 5);
    }
}

static void tick(int count)
{
    for (int i = 0; i < count && ticks < TICKS_MAX; i++, ticks++) {
        for (int32_t cid = 0; cid < TT_CIDS; cid++) {
            tti_physics_press(world, cid, NULL);
        }
        tti_physics_begin(world);
        tti_sent_tick(sent, world);
        tti_physics_end(world);
        check();
    }
}

/* Changes bytes of the packed game, and goes on from them where they are a game. Damage may make
 * long ways of what moves, so a tick takes longer than one of an undamaged game. */
static void damage(struct rest *rest)
{
    tti_replay replay;
    tti_replay_init(&replay, world);
    size_t size = tti_replay_pack(&replay, base, packed, sizeof packed);
    for (int changes = next(rest) % 16; size > 0 && changes > 0; changes--) {
        size_t at = next(rest) | (size_t)next(rest) << 8;
        packed[at % size] = next(rest);
    }
    memcpy(copy, base, base->size);
    tti_replay_init(&replay, copy);
    if (size > 0 && tti_replay_unpack(&replay, (tt_bytes){packed, size})) {
        memcpy(world, copy, base->size);
        check();
    } else {
        MUST(memcmp(copy, base, base->size) == 0);
    }
}

static void step(struct rest *rest)
{
    enum { DAMAGE = 31 };
    uint8_t what = next(rest);
    switch (what % 8) {
    case 0:
        tick(1 + what / 8 % 4);
        break;
    case 1:
    case 2:
        press(rest);
        break;
    case 3:
    case 4:
        run_command(rest);
        break;
    case 5:
        change_player(rest);
        break;
    case 6:
        save_or_load(rest);
        break;
    default:
        if (what % 32 == DAMAGE) {
            damage(rest);
        } else {
            poke(rest);
        }
        break;
    }
}

static void *memory(size_t size)
{
    void *block = malloc(size);
    MUST(block != NULL);
    return block;
}

static bool is_same(const tti_physics *a, const tti_physics *b, int32_t cid)
{
    struct tt_obj_character x, y;
    tti_physics_character(a, cid, &x);
    tti_physics_character(b, cid, &y);
    return a->tee[cid].is_shown == b->tee[cid].is_shown && memcmp(&x, &y, sizeof x) == 0;
}

/* A game that is not out of the ranges of a packed one. */
static void pass_on(void)
{
    tti_replay replay;
    tti_replay_init(&replay, world);
    size_t size = tti_replay_pack(&replay, base, packed, sizeof packed);
    memcpy(copy, size > 0 ? base : world, base->size);
    if (size > 0) {
        tti_replay_init(&replay, copy);
        MUST(tti_replay_unpack(&replay, (tt_bytes){packed, size}));
    }
}

/* A game and its copy are the same some ticks later. */
static void compare_copies(void)
{
    tti_physics *played = world;
    pass_on();
    ticks = 0;
    tick(4);
    world = copy;
    ticks = 0;
    tick(4);
    world = played;
    for (int32_t cid = 0; cid < PLAYERS; cid++) {
        MUST(is_same(world, copy, cid));
    }
    MUST(world->random == copy->random);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rest rest = {data, size};
    tti_rules rules;
    make_map(&rest);
    void *tables = memory(tti_arena_size(&terrain));
    tti_arena_init(&arena, &terrain, tables);
    take_settings(&rest, tables);
    set_server(&rest, &rules);
    world = memory(tti_physics_size(&arena));
    copy = memory(tti_physics_size(&arena));
    tti_physics *begun = memory(tti_physics_size(&arena));
    tti_physics_init(begun, &arena, &rules);
    base = begun;
    memcpy(world, base, base->size);
    memset(sent, 0, sizeof sent);
    for (int32_t cid = 0, count = 1 + next(&rest) % PLAYERS; cid < count; cid++) {
        tti_join(world, cid);
        tti_enter(world, cid);
    }
    for (ticks = 0; rest.size > 0 && ticks < TICKS_MAX;) {
        step(&rest);
    }
    MUST(physics_is_sound(world));
    compare_copies();
    free(world);
    free(copy);
    free(begun);
    free(tables);
    return 0;
}
