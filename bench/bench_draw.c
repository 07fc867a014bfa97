/* SPDX-License-Identifier: MIT
 *
 * How long the list of shapes of a moment takes, 1280 x 720: around a player, and with everybody in
 * the picture; by rule, and out of images. And how long a snapshot takes to be followed.
 *
 * The limit is 2 ms a moment (docs/performance.md).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "measure.h"
#include "recordings.h"
#include "teetape/draw.h"

enum { WAYS = 4, APART = 25, MOMENTS = 200, SHAPES = 60000, POINTS = 200000, TEXT = 60000 };

static const char recording_file[] = "dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian";

static const char usage[] =
    "usage: bench_draw [--rounds N] [--bytes N] [--json] [--data FILE]...\n"
    "Without --data: a real recording repeated and a busy server with 64 players, --bytes each\n"
    "(4M unless told otherwise).\n";

static const char *const skins[] = {"default"};

static struct run {
    tt_recording rec;
    tt_scene scene;
    uint64_t scratch[TT_RECORDING_SCRATCH / 8];
    tt_shape shapes[SHAPES];
    tt_point points[POINTS];
    uint8_t text[TEXT];
} run;

/* A way to look at a moment. */
static struct way {
    const char *name;
    int32_t zoom;
    unsigned art;
    double seconds[MEASURE_ROUNDS_MAX]; /* a moment */
    double worst;
    size_t shapes; /* of the moment that has most */
} ways[WAYS] = {{"one player, by rule", TT_SCENE_ONE, 0, {0}, 0, 0},
                {"everybody, by rule", TT_CAMERA_ZOOM_MAX, 0, {0}, 0, 0},
                {"one player, images", TT_SCENE_ONE, 0xff, {0}, 0, 0},
                {"everybody, images", TT_CAMERA_ZOOM_MAX, 0xff, {0}, 0, 0}};

static double follow_seconds[MEASURE_ROUNDS_MAX];

/* Somebody who is in the world; 0 when nobody is. */
static int32_t somebody(void)
{
    int64_t x, y;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (tt_scene_place(&run.scene, tt_scene_look(&run.scene).tick * INT64_C(65536), cid, &x,
                           &y)) {
            return cid;
        }
    }
    return 0;
}

/* Halfway between two snapshots. 0 when there is no room. */
static int draw(struct way *way, double *seconds)
{
    const tt_scene_state scene = tt_scene_look(&run.scene);
    int64_t time = (scene.before_tick + (int64_t)scene.tick) * 32768;
    tt_camera camera = {.zoom = way->zoom, .width = 1280, .height = 720};
    tt_draw_options options = {
        .show = TT_DRAW_ALL, .art = way->art, .skins = skins, .skin_count = 1, .focus = somebody()};
    tt_shapes list = {.shapes = run.shapes,
                      .shape_cap = SHAPES,
                      .points = run.points,
                      .point_cap = POINTS,
                      .text = run.text,
                      .text_cap = TEXT};
    tt_scene_place(&run.scene, time, options.focus, &camera.x, &camera.y);
    double start = measure_cpu();
    tt_status status = tt_draw(&list, &run.scene, time, &camera, NULL, &options);
    double took = measure_cpu() - start;
    *seconds += took;
    way->worst = way->worst > took ? way->worst : took;
    way->shapes = way->shapes > list.shape_count ? way->shapes : list.shape_count;
    return status == TT_OK;
}

/* All ways, at every APART-th snapshot. Gives how many moments there were; 0 when something is
 * wrong. */
static int play(tt_bytes recording, int round)
{
    tt_item item;
    tt_status status = TT_OK;
    int moments = 0;
    uint64_t snapshots = 0;
    double seconds[WAYS] = {0}, start = measure_cpu(), drawing = 0;
    tt_recording_init(&run.rec, run.scratch, sizeof run.scratch);
    tt_recording_want(&run.rec, TT_SCENE_WANTS, TT_SCENE_FACTS);
    tt_recording_feed(&run.rec, recording.data, recording.size);
    tt_scene_init(&run.scene);
    while (moments < MOMENTS && (status = tt_recording_next(&run.rec, &item)) >= TT_OK) {
        if (status == TT_END) {
            break;
        }
        if (status == TT_MORE) {
            tt_recording_feed(&run.rec, NULL, 0);
            continue;
        }
        if (!tt_scene_follow(&run.scene, &run.rec, &item) || ++snapshots % APART != 0) {
            continue;
        }
        double before = measure_cpu();
        for (int w = 0; w < WAYS; w++) {
            if (!draw(&ways[w], &seconds[w])) {
                return 0;
            }
        }
        drawing += measure_cpu() - before;
        moments++;
    }
    follow_seconds[round] = (measure_cpu() - start - drawing) / (double)(snapshots + 1);
    for (int w = 0; w < WAYS; w++) {
        ways[w].seconds[round] = seconds[w] / (moments > 0 ? moments : 1);
    }
    return status < 0 ? 0 : moments;
}

static void report(const bench_options *o, const char *name, int moments)
{
    measure_figures f = measure_compare(follow_seconds, follow_seconds, (size_t)o->rounds);
    if (!o->json) {
        printf("%s, %d moments, %d rounds, %s\n", name, moments, o->rounds, measure_build());
        printf("%-22s %9.3f ms a snapshot\n", "tt_scene_follow", f.seconds * 1e3);
    }
    for (int w = 0; w < WAYS; w++) {
        f = measure_compare(ways[w].seconds, ways[0].seconds, (size_t)o->rounds);
        printf(
            o->json
                ? "{\"data\":\"%s\",\"way\":\"%s\",\"ms\":%.4f,\"worst_ms\":%.4f,\"shapes\":%zu}\n"
                : "%.0s%-22s %9.3f ms a moment, %.3f ms at most, %zu shapes at most\n",
            name, ways[w].name, f.seconds * 1e3, ways[w].worst * 1e3, ways[w].shapes);
        ways[w].worst = 0;
        ways[w].shapes = 0;
    }
}

static int measure(const bench_options *o, const char *name, tt_bytes recording)
{
    int moments = 0;
    for (int round = 0; round < o->rounds; round++) {
        moments = play(recording, round);
        if (moments == 0) {
            fprintf(stderr, "%s: cannot be drawn\n", name);
            return 0;
        }
    }
    report(o, name, moments);
    return 1;
}

int main(int argc, char **argv)
{
    bench_options o = {.rounds = 9, .bytes = 4u << 20};
    if (!bench_options_parse(&o, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    if (o.data_count > 0) {
        return recordings_of_options(&o, measure) ? 0 : 1;
    }
    return recordings_repeated(&o, recording_file, measure) && recordings_busy(&o, measure) ? 0 : 1;
}
