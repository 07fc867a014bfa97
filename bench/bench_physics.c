/* SPDX-License-Identifier: MIT
 *
 * How fast tees move: some tees of a made map with random inputs, computed by ours and by peers
 * (peer_physics.h), one after the other in every round. What counts is the ratio within a round.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "measure.h"
#include "peer_physics.h"
#include "physics/physics.h"

static const char usage[] =
    "usage: bench_physics [--rounds N] [--bytes N] [--json] [--peer FILE.so]...\n"
    "                     [--against WAY]\n"
    "--bytes is for the inputs: 20 for each tick of a tee. Ratios are to ours, or to the peer "
    "that\n"
    "--against names.\n";

enum { WAYS_MAX = 4, WIDTH = 100, HEIGHT = 60 };

struct way {
    const char *name, *build;
    int (*play)(const tt_bench_play *play, tt_bench_tee *tees);
    double seconds[MEASURE_ROUNDS_MAX];
};

static struct way ways[WAYS_MAX];
static int way_count;
static uint8_t cells[2 * WIDTH * HEIGHT];
static tti_arena arena;
static tti_physics *world;

static uint32_t random_next(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33);
}

/* Rooms with platforms, as in a map that is played. */
static void make_map(void)
{
    uint64_t seed = 1;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            bool is_border = x == 0 || y == 0 || x == WIDTH - 1 || y == HEIGHT - 1;
            bool is_platform = y % 8 == 7 && x % 16 < 9;
            bool is_block = random_next(&seed) % 40 == 0;
            uint8_t tile = is_border || is_platform ? TT_TILE_SOLID : 0;
            cells[2 * (y * WIDTH + x)] = is_block ? TT_TILE_NOHOOK : tile;
        }
    }
}

static int make_world(void)
{
    const tt_terrain terrain = {WIDTH, HEIGHT, {cells}};
    tti_rules rules;
    void *memory = malloc(tti_arena_size(&terrain));
    if (memory == NULL) {
        return 0;
    }
    tti_arena_init(&arena, &terrain, memory);
    tti_rules_init(&rules);
    world = malloc(tti_physics_size(&arena));
    if (world != NULL) {
        tti_physics_init(world, &arena, &rules);
    }
    return world != NULL;
}

/* A tee keeps its keys for some ticks. */
static int make_play(tt_bench_play *play, int32_t tees, uint64_t bytes)
{
    uint64_t seed = 2;
    size_t count = (size_t)(bytes / sizeof(tt_bench_input) / (uint64_t)tees * (uint64_t)tees);
    tt_bench_input *inputs = malloc((count + 1) * sizeof *inputs);
    *play = (tt_bench_play){.width = WIDTH,
                            .height = HEIGHT,
                            .cells = cells,
                            .inputs = inputs,
                            .tees = tees,
                            .ticks = (int32_t)(count / (size_t)tees)};
    if (inputs == NULL) {
        return 0;
    }
    for (int32_t i = 0; i < tees; i++) {
        play->x[i] = 200 + 40 * i;
        play->y[i] = 200;
    }
    for (size_t i = 0; i < count; i++) {
        bool is_new = i < (size_t)tees || random_next(&seed) % 16 == 0;
        inputs[i] = is_new ? (tt_bench_input){(int32_t)(random_next(&seed) % 3) - 1,
                                              (int32_t)(random_next(&seed) % 400) - 200,
                                              (int32_t)(random_next(&seed) % 400) - 301,
                                              (int32_t)(random_next(&seed) % 2),
                                              (int32_t)(random_next(&seed) % 4 != 0)}
                           : inputs[i - (size_t)tees];
    }
    return 1;
}

static tti_around around_of(int32_t cid, const tti_places *places)
{
    return (tti_around){.tuning = &world->tuning,
                        .ground = &arena.terrain,
                        .world = world,
                        .places = places,
                        .cid = cid};
}

static void tick(const tt_bench_play *play, const tt_bench_input *inputs)
{
    tti_places places;
    tti_places_take(&places, world);
    for (int32_t cid = 0; cid < play->tees; cid++) {
        tti_body *core = &world->tee[cid].self.core;
        tti_around around = around_of(cid, &places);
        const tt_bench_input *i = &inputs[cid];
        tti_core_input input = {i->direction, i->target_x, i->target_y, i->jump != 0, i->hook != 0};
        core->stops = tti_stops(world, cid, core->at, 18, -1);
        tti_body_turn(core, &input, &around);
        tti_body_interact(core, &around);
    }
    for (int32_t cid = 0; cid < play->tees; cid++) {
        tti_body *core = &world->tee[cid].self.core;
        tti_around around = around_of(cid, &places);
        tti_body_move(core, &around);
        tti_body_round(core);
        places.x[cid] = core->at.x;
        places.y[cid] = core->at.y;
    }
}

static int own_play(const tt_bench_play *play, tt_bench_tee *tees)
{
    for (int32_t cid = 0; cid < TT_BENCH_TEES_MAX; cid++) {
        world->tee[cid] = (tti_tee){0};
    }
    world->order_count = 0;
    for (int32_t cid = 0; cid < play->tees; cid++) {
        tti_spawn(world, cid, (tti_pair){(float)play->x[cid], (float)play->y[cid]});
    }
    for (int32_t i = 0; i < play->ticks; i++) {
        tick(play, play->inputs + (size_t)i * (size_t)play->tees);
    }
    for (int32_t cid = 0; cid < play->tees; cid++) {
        tti_core c = tti_core_of(&world->tee[cid].self.core);
        tees[cid] =
            (tt_bench_tee){c.x,      c.y,      c.vel_x,   c.vel_y,   c.hook_state, c.hook_tick,
                           c.hook_x, c.hook_y, c.hook_dx, c.hook_dy, c.hooked,     c.jumped};
    }
    return 1;
}

static void add_way(const char *name, const char *build,
                    int (*play)(const tt_bench_play *play, tt_bench_tee *tees))
{
    ways[way_count++] = (struct way){.name = name, .build = build, .play = play};
}

static int add_peer(const char *path)
{
    tt_bench_physics_fn *get =
        (tt_bench_physics_fn *)bench_peer_find(path, TT_BENCH_PHYSICS_SYMBOL);
    const tt_bench_physics_info *info = get != NULL ? get() : NULL;
    if (info == NULL ||
        !bench_peer_check(path, info->abi == TT_BENCH_PHYSICS_ABI && way_count < WAYS_MAX)) {
        return 0;
    }
    add_way(info->name, info->build, info->play);
    return 1;
}

static int verify(const tt_bench_play *play)
{
    tt_bench_tee expected[TT_BENCH_TEES_MAX], tees[TT_BENCH_TEES_MAX];
    (void)own_play(play, expected);
    for (int i = 1; i < way_count; i++) {
        if (!ways[i].play(play, tees) ||
            memcmp(tees, expected, (size_t)play->tees * sizeof *tees) != 0) {
            fprintf(stderr, "%d tees: those of %s are elsewhere\n", (int)play->tees, ways[i].name);
            return 0;
        }
    }
    return 1;
}

static void report(const bench_options *o, const tt_bench_play *play)
{
    const struct way *base = &ways[0];
    double moves = (double)play->tees * (double)play->ticks;
    for (int i = 0; i < way_count; i++) {
        base = strcmp(ways[i].name, o->against) == 0 ? &ways[i] : base;
    }
    if (!o->json) {
        printf("%d tees, %d ticks, %d rounds\n", (int)play->tees, (int)play->ticks, o->rounds);
        printf("  %-16s %18s  times %s, p10..p90\n", "way", "ticks of a tee / s", base->name);
    }
    for (int i = 0; i < way_count; i++) {
        measure_figures f = measure_compare(ways[i].seconds, base->seconds, (size_t)o->rounds);
        if (o->json) {
            printf("{\"tees\":%d,\"way\":\"%s\",\"build\":\"%s\",\"rounds\":%d,"
                   "\"tee_ticks_per_second\":%.0f,\"against\":\"%s\",\"ratio\":%.3f,"
                   "\"ratio_p10\":%.3f,\"ratio_p90\":%.3f}\n",
                   (int)play->tees, ways[i].name, ways[i].build, o->rounds, moves / f.seconds,
                   base->name, f.ratio, f.low, f.high);
        } else {
            printf("  %-16s %18.0f  %6.2f, %.2f..%.2f\n", ways[i].name, moves / f.seconds, f.ratio,
                   f.low, f.high);
        }
    }
}

static int bench(const bench_options *o, int32_t tees)
{
    tt_bench_play play;
    tt_bench_tee end[TT_BENCH_TEES_MAX];
    int good = make_play(&play, tees, o->bytes) && verify(&play);
    for (int round = 0; good && round < o->rounds; round++) {
        for (int i = 0; i < way_count; i++) {
            double start = measure_cpu();
            (void)ways[i].play(&play, end);
            ways[i].seconds[round] = measure_cpu() - start;
        }
    }
    if (good) {
        report(o, &play);
    }
    free((void *)(uintptr_t)play.inputs);
    return good;
}

int main(int argc, char **argv)
{
    static const int32_t crowds[] = {1, 4, 16, 64};
    bench_options o = {.rounds = 9, .bytes = 4000000, .against = "teetape", .add_peer = add_peer};
    int good = 1;
    add_way("teetape", measure_build(), own_play);
    if (!bench_options_parse(&o, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    for (int i = 0; i < way_count && !o.json; i++) {
        printf("%-16s built with %s\n", ways[i].name, ways[i].build);
    }
    make_map();
    good = make_world();
    for (size_t i = 0; good && i < sizeof crowds / sizeof crowds[0]; i++) {
        good = bench(&o, crowds[i]);
    }
    return good ? 0 : 1;
}
