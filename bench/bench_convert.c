/* SPDX-License-Identifier: MIT
 *
 * How fast recordings become demos: ours, ours without the memory of the snapshot before, and the
 * textbook, one after the other in every round. What counts is the ratio within a round;
 * docs/performance.md says how to read the table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "measure.h"
#include "recordings.h"
#include "support/game/game_file.h"
#include "support/game/generate.h"
#include "textbook_codec.h"
#include "textbook_convert.h"

enum { WAYS = 3 };

static const char recording_file[] = "dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian";

static const char usage[] =
    "usage: bench_convert [--rounds N] [--bytes N] [--json] [--data FILE.teehistorian]...\n"
    "                     [--against WAY]\n"
    "Without --data: a real recording repeated and a busy server with 64 players, --bytes each\n"
    "(8M unless told otherwise), the server without its map and with it, for hooks.\n";

/* A conversion: everything that is too large for a stack. */
static struct conversion {
    tt_convert c;
    void *physics;
    tt_world world;
    tt_th_history history;
    tt_th th;
    tt_th_event event;
    tt_demo_writer writer;
    tt_demo_write_memory memory;
    textbook_demo_writer textbook;
    uint8_t scratch[TT_TH_SCRATCH];
    uint64_t ticks;
} run;

static tt_status write_textbook(int32_t tick)
{
    return textbook_convert_write(&run.c, &run.textbook, &run.world, tick);
}

static tt_status write_anew(int32_t tick)
{
    textbook_convert_forget(&run.c, tick);
    return tt_convert_write(&run.c, &run.writer, &run.world, tick);
}

static tt_status write_own(int32_t tick)
{
    return tt_convert_write(&run.c, &run.writer, &run.world, tick);
}

static struct way {
    const char *name;
    tt_status (*write)(int32_t tick);
    double seconds[MEASURE_ROUNDS_MAX];
} ways[WAYS] = {{"textbook", write_textbook, {0}},
                {"all items anew", write_anew, {0}},
                {"tt_convert_write", write_own, {0}}};

static int forget_bytes(void *user, tt_bytes bytes)
{
    *(uint64_t *)user += bytes.size;
    return 0;
}

static void begin(tt_bytes recording, const tt_terrain *map, tt_sink_fn *put, void *user)
{
    tt_convert_init(&run.c);
    tt_convert_physics(&run.c, map, (tt_bytes){NULL, 0}, run.physics);
    tt_th_init(&run.th, &run.world, run.scratch, sizeof run.scratch);
    tt_th_history_init(&run.history);
    tt_th_feed(&run.th, recording.data, recording.size);
    tt_th_feed(&run.th, NULL, 0);
    tt_demo_writer_init(&run.writer, &run.memory, put, user);
    memset(&run.textbook, 0, sizeof run.textbook);
    run.textbook.put = put;
    run.textbook.user = user;
    run.ticks = 0;
}

static void take_event(void)
{
    tt_demo_header header;
    tt_th_history_follow(&run.history, &run.event, &run.world);
    tt_convert_follow(&run.c, &run.event, &run.world, &run.history);
    if (run.event.kind == TT_TH_HEADER) {
        tt_convert_header(&run.c, tt_th_look(&run.th).header, &header);
        tt_demo_write_header(&run.writer, &header);
    }
}

static int write_ticks(const struct way *way, int32_t *tick, int32_t end)
{
    for (; *tick < end; (*tick)++) {
        if (way->write(*tick) != TT_OK) {
            return 0;
        }
        run.ticks++;
    }
    return 1;
}

/* Converts a whole recording; 0 when it is not whole, or nothing is in it. */
static int convert(const struct way *way, tt_bytes recording, const tt_terrain *map,
                   tt_sink_fn *put, void *user)
{
    int32_t tick = -1, next;
    begin(recording, map, put, user);
    tt_status status = tt_th_next(&run.th, &run.event);
    while (status == TT_OK) {
        take_event();
        if (tt_th_next_tick(&run.th, &next) == TT_OK) {
            tick = tick < 0 ? next : tick;
            if (!write_ticks(way, &tick, next)) {
                return 0;
            }
        }
        status = tt_th_next(&run.th, &run.event);
    }
    return status == TT_END && tick >= 0 && write_ticks(way, &tick, run.world.tick + 1) &&
           tt_convert_look(&run.c).left_out == 0;
}

static int is_same(const game_memory *a, const game_memory *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* Everybody has to write what the textbook writes, before anything is timed. `*size` is that. */
static int verify(tt_bytes recording, const tt_terrain *map, size_t *size)
{
    game_memory book = {NULL, 0, 0};
    int good = convert(&ways[0], recording, map, game_memory_write, &book);
    *size = book.size;
    for (int i = 1; i < WAYS && good; i++) {
        game_memory demo = {NULL, 0, 0};
        good = convert(&ways[i], recording, map, game_memory_write, &demo);
        if (good && !is_same(&demo, &book)) {
            fprintf(stderr, "%s: writes something else than the textbook\n", ways[i].name);
            good = 0;
        }
        free(demo.data);
    }
    free(book.data);
    return good;
}

static void time_rounds(tt_bytes recording, const tt_terrain *map, int rounds)
{
    uint64_t size = 0;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < WAYS; i++) {
            double start = measure_cpu();
            convert(&ways[i], recording, map, forget_bytes, &size);
            ways[i].seconds[round] = measure_cpu() - start;
        }
    }
}

static void report(const bench_options *o, const char *name, size_t size)
{
    double played = (double)run.ticks / TT_TICKS_PER_SECOND;
    const struct way *base = &ways[0];
    for (int i = 0; i < WAYS; i++) {
        base = strcmp(ways[i].name, o->against) == 0 ? &ways[i] : base;
    }
    if (!o->json) {
        printf("%s: %.0f s of play, a demo of %.1f MB, %d rounds\n", name, played,
               1e-6 * (double)size, o->rounds);
        printf("  %-18s %14s %9s  times %s, p10..p90\n", "way", "s of play / s", "us a tick",
               base->name);
    }
    for (int i = 0; i < WAYS; i++) {
        measure_figures f = measure_compare(ways[i].seconds, base->seconds, (size_t)o->rounds);
        double speed = played / f.seconds, us = 1e6 * f.seconds / (double)run.ticks;
        if (o->json) {
            printf("{\"data\":\"%s\",\"way\":\"%s\",\"build\":\"%s\",\"rounds\":%d,"
                   "\"play_per_second\":%.0f,\"us_per_tick\":%.3f,\"against\":\"%s\","
                   "\"ratio\":%.3f,\"ratio_p10\":%.3f,\"ratio_p90\":%.3f}\n",
                   name, ways[i].name, measure_build(), o->rounds, speed, us, base->name, f.ratio,
                   f.low, f.high);
        } else {
            printf("  %-18s %14.0f %9.2f  %6.2f, %.2f..%.2f\n", ways[i].name, speed, us, f.ratio,
                   f.low, f.high);
        }
    }
}

static int bench(const bench_options *o, const char *name, tt_bytes recording,
                 const tt_terrain *map)
{
    size_t size;
    run.physics = malloc(tt_convert_physics_size(map));
    int good = run.physics != NULL && verify(recording, map, &size);
    if (good) {
        time_rounds(recording, map, o->rounds);
        report(o, name, size);
    } else {
        fprintf(stderr, "%s: cannot be converted\n", name);
    }
    free(run.physics);
    return good;
}

/* The cells of a terrain, two bytes each, which the caller frees; NULL without memory. */
static uint8_t *cells_of(const tt_map *map)
{
    size_t count = (size_t)map->width * (size_t)map->height;
    uint8_t *cells = calloc(count, 2);
    for (size_t i = 0; cells != NULL && i < count; i++) {
        cells[2 * i] = map->tiles[i];
    }
    return cells;
}

static int bench_without_map(const bench_options *o, const char *name, tt_bytes recording)
{
    return bench(o, name, recording, NULL);
}

static int bench_busy(const bench_options *o, const char *name, tt_bytes recording)
{
    char with_map[40];
    tt_map map;
    generate_busy_map(&map, RECORDINGS_SEED);
    snprintf(with_map, sizeof with_map, "%s with its map", name);
    uint8_t *cells = map.tiles != NULL ? cells_of(&map) : NULL;
    const tt_terrain terrain = {map.width, map.height, {cells}};
    int good =
        cells != NULL && bench(o, name, recording, NULL) && bench(o, with_map, recording, &terrain);
    free(cells);
    free((void *)(uintptr_t)map.tiles);
    return good;
}

int main(int argc, char **argv)
{
    bench_options o = {.rounds = 9, .bytes = (uint64_t)8 << 20, .against = "textbook"};
    (void)textbook_codec(); /* builds its tree */
    if (!bench_options_parse(&o, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    if (!o.json) {
        printf("built with %s\n", measure_build());
    }
    int good = recordings_of_options(&o, bench_without_map);
    if (o.data_count == 0) {
        good = recordings_repeated(&o, recording_file, bench_without_map) &&
               recordings_busy(&o, bench_busy);
    }
    return good ? 0 : 1;
}
