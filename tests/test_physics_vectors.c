/* SPDX-License-Identifier: MIT
 *
 * Tests of the movement of a tee (physics/core.h) against tests/vectors/physics.txt and
 * reckoning.txt, whose states the game's own code has computed.
 */
#include "cm.h"

#include <stdio.h>
#include <stdlib.h>

#include "host_files.h"
#include "physics/core.h"
#include "support/physics_states.h"
#include "support/vector_numbers.h"
#include "teetape/io/inflate.h"

#define STATE_INTS 14
#define SIDE_MAX 64

static FILE *open_vectors(const char *name)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/tests/vectors/%s", TT_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    return file;
}

static void drop(tt_terrain *terrain)
{
    for (int i = 0; i < TT_TERRAIN_LAYERS; i++) {
        free((void *)(uintptr_t)terrain->layer[i]);
    }
    *terrain = (tt_terrain){0};
}

static void load(tt_terrain *terrain, const char *name)
{
    char path[512];
    size_t size;
    tt_map_design design;
    tt_error error;
    (void)snprintf(path, sizeof path, "%s/tests/vectors/maps/%s.map", TT_SOURCE_DIR, name);
    unsigned char *file = host_files_read(path, &size);
    assert_int_equal(tt_map_design_open(&design, (tt_bytes){file, size}, &error), TT_OK);
    drop(terrain);
    assert_int_equal(
        tti_terrain_load(terrain, &design, TT_TERRAIN_FRONT, NULL, 0, tt_io_inflate, NULL, &error),
        TT_ERR_MAP_NO_GAME);
    for (int i = 0; i < TT_TERRAIN_LAYERS; i++) {
        size_t needed = tti_terrain_size(&design, i);
        if (needed != 0) {
            uint8_t *memory = malloc(needed);
            assert_non_null(memory);
            assert_int_equal(
                tti_terrain_load(terrain, &design, i, memory, needed, tt_io_inflate, NULL, &error),
                TT_OK);
        }
    }
    assert_int_equal(tti_terrain_size(&design, TT_TERRAIN_LAYERS), 0);
    free(file);
}

static tti_core core_of(const int64_t *n)
{
    return (tti_core){
        .x = (int32_t)n[0],
        .y = (int32_t)n[1],
        .vel_x = (int32_t)n[2],
        .vel_y = (int32_t)n[3],
        .hook_state = (int32_t)n[4],
        .hook_tick = (int32_t)n[5],
        .hook_x = (int32_t)n[6],
        .hook_y = (int32_t)n[7],
        .hook_dx = (int32_t)n[8],
        .hook_dy = (int32_t)n[9],
        .hooked = (int32_t)n[10],
        .jumped = (int32_t)n[11],
        .direction = (int32_t)n[12],
        .angle = (int32_t)n[13],
        .jumps = 2,
    };
}

static void same(const tti_core *core, const int64_t *n, const char *of)
{
    const int32_t is[STATE_INTS] = {core->x,          core->y,         core->vel_x,  core->vel_y,
                                    core->hook_state, core->hook_tick, core->hook_x, core->hook_y,
                                    core->hook_dx,    core->hook_dy,   core->hooked, core->jumped,
                                    core->direction,  core->angle};
    for (int i = 0; i < STATE_INTS; i++) {
        if (is[i] != n[i]) {
            fail_msg("%s: number %d is %d and not %d", of, i, (int)is[i], (int)n[i]);
        }
    }
}

static void tune(tti_tuning *tuning, const char *line, float parts)
{
    const struct {
        const char *name;
        float *value;
    } rows[] = {
        {"velramp_start", &tuning->ramp_start},          {"velramp_range", &tuning->ramp_range},
        {"velramp_curvature", &tuning->ramp_curvature},  {"gravity", &tuning->gravity},
        {"ground_control_speed", &tuning->ground_speed}, {"air_friction", &tuning->air_friction},
        {"hook_drag_accel", &tuning->hook_drag_accel},   {"hook_length", &tuning->hook_length},
    };
    char name[64];
    float value;
    assert_int_equal(sscanf(line, "tune %63s %f", name, &value), 2);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(name, rows[i].name) == 0) {
            *rows[i].value = value / parts;
            return;
        }
    }
    fail_msg("%s", line);
}

static void go_on(tti_core *core, int64_t ticks, const tti_tuning *tuning,
                  const tt_terrain *terrain)
{
    for (int64_t i = 0; i < ticks; i++) {
        core_tick(core, NULL, tuning, terrain);
    }
}

/* Each state is reached at once from the item, and by going on from the state before. */
static void carried(void **state)
{
    (void)state;
    FILE *file = open_vectors("reckoning.txt");
    char line[256], name[64] = "", map[64] = "", loaded[64] = "";
    int64_t n[STATE_INTS + 1];
    tt_terrain terrain = {0};
    tti_core item = {0}, on = {0};
    tti_tuning tuning = tti_tuning_default;
    int64_t age = 0;
    int states = 0, places = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "case %63s %63s", name, map) == 2 && strcmp(map, loaded) != 0) {
            load(&terrain, map);
            strcpy(loaded, map);
        }
        if (strncmp(line, "case ", 5) == 0) {
            tuning = tti_tuning_default;
        } else if (strncmp(line, "tune ", 5) == 0) {
            tune(&tuning, line, 1.0f);
        } else if (strncmp(line, "in ", 3) == 0) {
            assert_int_equal(vector_numbers(line, n, STATE_INTS), STATE_INTS);
            item = on = core_of(n);
            age = 0;
        } else if (strncmp(line, "out ", 4) == 0) {
            assert_int_equal(vector_numbers(line, n, STATE_INTS + 1), STATE_INTS + 1);
            tti_core at_once = item;
            go_on(&at_once, n[0], &tuning, &terrain);
            go_on(&on, n[0] - age, &tuning, &terrain);
            age = n[0];
            same(&at_once, n + 1, name);
            same(&on, n + 1, name);
            states++;
        } else if (strncmp(line, "truth ", 6) == 0) {
            assert_int_equal(vector_numbers(line, n, 3), 3);
            tti_core then = item;
            tti_core_carry(&then, n[0], &terrain);
            assert_int_equal(then.x, n[1]);
            assert_int_equal(then.y, n[2]);
            places++;
        }
    }
    assert_int_equal(states, 1250);
    assert_true(places > 20);
    drop(&terrain);
    fclose(file);
}

struct world {
    uint8_t cells[2 * SIDE_MAX * SIDE_MAX];
    tt_terrain terrain;
    tti_tuning tuning;
    tti_core core;
    tti_core_input input;
};

static void fill(struct world *w, const int64_t *n)
{
    for (int64_t y = n[1]; y <= n[3]; y++) {
        for (int64_t x = n[0]; x <= n[2]; x++) {
            w->cells[2 * (y * w->terrain.width + x)] = (uint8_t)n[4];
            w->cells[2 * (y * w->terrain.width + x) + 1] = (uint8_t)n[5];
        }
    }
}

/* A line that changes the world; false for others. */
static int changes(struct world *w, const char *line)
{
    int64_t n[6] = {0};
    vector_numbers(line, n, 6);
    if (strncmp(line, "case ", 5) == 0) {
        *w = (struct world){.tuning = tti_tuning_default};
    } else if (strncmp(line, "size ", 5) == 0) {
        assert_true(n[0] <= SIDE_MAX && n[1] <= SIDE_MAX);
        w->terrain =
            (tt_terrain){.width = (int32_t)n[0], .height = (int32_t)n[1], .layer = {w->cells}};
    } else if (strncmp(line, "tile ", 5) == 0) {
        fill(w, n);
    } else if (strncmp(line, "tune ", 5) == 0) {
        tune(&w->tuning, line, 100.0f);
    } else if (strncmp(line, "tee ", 4) == 0) {
        w->core = (tti_core){.x = (int32_t)n[1],
                             .y = (int32_t)n[2],
                             .vel_x = (int32_t)n[3],
                             .vel_y = (int32_t)n[4],
                             .jumped = (int32_t)n[5],
                             .hooked = -1,
                             .jumps = 2};
        w->input = (tti_core_input){.target_y = -1};
    } else if (strncmp(line, "in ", 3) == 0) {
        w->input =
            (tti_core_input){(int32_t)n[1], (int32_t)n[2], (int32_t)n[3], n[4] != 0, n[5] != 0};
    } else {
        return 0;
    }
    return 1;
}

static void with_input(void **state)
{
    (void)state;
    static struct world w;
    FILE *file = open_vectors("physics.txt");
    char line[256], name[64] = "";
    int ticks = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        int64_t n[14];
        (void)sscanf(line, "case %63s", name);
        if (changes(&w, line) || line[0] != '=') {
            continue;
        }
        assert_int_equal(vector_numbers(line, n, 14), 14);
        core_tick(&w.core, &w.input, &w.tuning, &w.terrain);
        int64_t expected[STATE_INTS];
        memcpy(expected, n + 1, 12 * sizeof n[0]);
        expected[12] = w.input.direction;
        expected[13] = 0;
        same(&w.core, expected, name);
        assert_int_equal(w.core.air_jumps, n[13]);
        ticks++;
    }
    assert_int_equal(ticks, 170);
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(carried), cmocka_unit_test(with_input)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
