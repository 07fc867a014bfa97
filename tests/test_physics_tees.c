/* SPDX-License-Identifier: MIT
 *
 * Tests of tees among others (physics/physics.h) against tests/vectors/physics-tees.txt and
 * physics.txt, whose states the game's own code has computed. A tee that is alone in a game moves
 * as one without a game.
 */
#include "cm.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/physics_game.h"
#include "support/vector_numbers.h"

enum { SIDE_MAX = 64, TEES_MAX = 8, STATE_INTS = 13 };

/* A case of the file. */
struct play {
    char name[64];
    uint8_t cells[2][2 * SIDE_MAX * SIDE_MAX];
    physics_game game;
    bool is_begun, counts_jumps;
    tti_rules rules;
    int32_t width, height;
    int32_t order[TEES_MAX], count; /* client ids */
    tti_core_input input[TT_CIDS];
    int32_t line_at, line_end; /* of the lines with states */
    int lines;
};

static void begin_case(struct play *p, const char *line)
{
    int lines = p->lines;
    physics_game_drop(&p->game);
    *p = (struct play){.lines = lines};
    (void)sscanf(line, "case %63s", p->name);
    tti_rules_init(&p->rules);
}

static void fill(struct play *p, int layer, const int64_t *n)
{
    for (int64_t y = n[1]; y <= n[3]; y++) {
        for (int64_t x = n[0]; x <= n[2]; x++) {
            p->cells[layer][2 * (y * p->width + x)] = (uint8_t)n[4];
            p->cells[layer][2 * (y * p->width + x) + 1] = (uint8_t)n[5];
        }
    }
}

/* Tiles and tunings come before the first tee. */
static void begin_game(struct play *p)
{
    tt_terrain terrain = {
        .width = p->width,
        .height = p->height,
        .layer = {[TT_TERRAIN_GAME] = p->cells[0], [TT_TERRAIN_FRONT] = p->cells[1]}};
    if (!p->is_begun) {
        physics_game_build(&p->game, &terrain);
        physics_game_begin(&p->game, &p->rules);
        p->is_begun = true;
    }
}

static void add_tee(struct play *p, const int64_t *n)
{
    begin_game(p);
    assert_true(p->count < TEES_MAX);
    int32_t cid = (int32_t)n[0];
    tti_core core = {.x = (int32_t)n[1],
                     .y = (int32_t)n[2],
                     .vel_x = (int32_t)n[3],
                     .vel_y = (int32_t)n[4],
                     .jumped = (int32_t)n[5],
                     .hooked = -1,
                     .jumps = 2};
    tti_tee *tee = physics_game_tee(&p->game, cid, (tti_pair){0, 0});
    tee->self.core = tti_body_of(&core);
    p->input[cid] = (tti_core_input){.target_y = -1};
    p->order[p->count++] = cid;
}

static void tune(struct play *p, const char *line)
{
    char name[64];
    int hundredths;
    assert_int_equal(sscanf(line, "tune %63s %d", name, &hundredths), 2);
    assert_true(tti_tuning_set(&p->rules.tuning, tt_bytes_of(name), hundredths));
}

static bool is_word(const char *line, const char *word)
{
    size_t size = strlen(word);
    return strncmp(line, word, size) == 0 && line[size] == ' ';
}

/* A line about a tee. */
static bool sets(struct play *p, const char *line, const int64_t *n)
{
    if (!p->is_begun || n[0] < 0 || n[0] >= TT_CIDS) {
        return false;
    }
    tti_body *core = &p->game.world->tee[n[0]].self.core;
    if (is_word(line, "jumps")) {
        core->jumps = (int32_t)n[1];
    } else if (is_word(line, "team")) {
        p->game.world->player[n[0]].team = (uint8_t)n[1];
    } else if (is_word(line, "solo")) {
        core->is_solo = n[1] != 0;
    } else if (is_word(line, "nocollision")) {
        core->no_collision = n[1] != 0;
    } else if (is_word(line, "nohook")) {
        core->no_hook = n[1] != 0;
    } else if (is_word(line, "in")) {
        p->input[n[0]] =
            (tti_core_input){(int32_t)n[1], (int32_t)n[2], (int32_t)n[3], n[4] != 0, n[5] != 0};
    } else {
        return false;
    }
    return true;
}

static tti_around around_of(tti_physics *world, int32_t cid, tti_places *places)
{
    tti_places_take(places, world);
    return (tti_around){.tuning = &world->tuning,
                        .ground = &world->arena->terrain,
                        .world = world,
                        .places = places,
                        .cid = cid};
}

static void take_turn(struct play *p, int32_t cid)
{
    tti_physics *world = p->game.world;
    tti_self *self = &world->tee[cid].self;
    tti_places places;
    tti_around around = around_of(world, cid, &places);
    self->core.stops = tti_stops(world, cid, self->core.at, 18, -1);
    tti_body_turn(&self->core, &p->input[cid], &around);
    tti_body_interact(&self->core, &around);
    if (p->counts_jumps) {
        tti_count_jumps(self);
    }
}

static void move(struct play *p, int32_t cid)
{
    tti_physics *world = p->game.world;
    tti_body *core = &world->tee[cid].self.core;
    tti_places places;
    tti_around around = around_of(world, cid, &places);
    tti_body_move(core, &around);
    tti_body_round(core);
}

static void tick(struct play *p)
{
    for (int32_t i = 0; i < p->count; i++) {
        take_turn(p, p->order[i]);
    }
    for (int32_t i = 0; i < p->count; i++) {
        move(p, p->order[i]);
    }
}

/* The first line of a tick computes it. */
static void compare(struct play *p, const int64_t *n)
{
    assert_true(p->line_at < p->line_end);
    if (p->line_at % p->count == 0) {
        tick(p);
    }
    assert_int_equal(n[0], p->order[p->line_at % p->count]);
    tti_core core = tti_core_of(&p->game.world->tee[n[0]].self.core);
    const int32_t is[STATE_INTS] = {core.x,          core.y,         core.vel_x,  core.vel_y,
                                    core.hook_state, core.hook_tick, core.hook_x, core.hook_y,
                                    core.hook_dx,    core.hook_dy,   core.hooked, core.jumped,
                                    core.air_jumps};
    for (int i = 0; i < STATE_INTS; i++) {
        if (is[i] != n[i + 1]) {
            fail_msg("%s: line %d, number %d is %d and not %d", p->name, (int)p->line_at, i,
                     (int)is[i], (int)n[i + 1]);
        }
    }
    p->line_at++;
    p->lines++;
}

static void take_line(struct play *p, const char *line)
{
    int64_t n[STATE_INTS + 1] = {0};
    int count = vector_numbers(line, n, STATE_INTS + 1);
    if (line[0] == '#' || line[0] == '\n') {
        return;
    }
    if (is_word(line, "case")) {
        begin_case(p, line);
    } else if (is_word(line, "size")) {
        assert_true(n[0] <= SIDE_MAX && n[1] <= SIDE_MAX);
        p->width = (int32_t)n[0];
        p->height = (int32_t)n[1];
    } else if (is_word(line, "tile") || is_word(line, "front")) {
        fill(p, line[0] == 'f', n);
    } else if (is_word(line, "tune")) {
        tune(p, line);
    } else if (is_word(line, "post")) {
        p->counts_jumps = n[0] != 0;
    } else if (is_word(line, "tee")) {
        add_tee(p, n);
    } else if (is_word(line, "go")) {
        assert_int_equal(p->line_at, p->line_end);
        p->line_at = 0;
        p->line_end = (int32_t)n[0] * p->count;
    } else if (is_word(line, "=")) {
        assert_int_equal(count, STATE_INTS + 1);
        compare(p, n);
    } else if (!sets(p, line, n)) {
        fail_msg("%s: %s", p->name, line);
    }
}

static int run_file(const char *name)
{
    static struct play p;
    char path[512], line[256];
    (void)snprintf(path, sizeof path, "%s/tests/vectors/%s", TT_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    p = (struct play){0};
    while (fgets(line, sizeof line, file) != NULL) {
        take_line(&p, line);
    }
    assert_int_equal(p.line_at, p.line_end);
    physics_game_drop(&p.game);
    fclose(file);
    return p.lines;
}

static void among_others(void **state)
{
    (void)state;
    assert_int_equal(run_file("physics-tees.txt"), 184);
}

static void alone_in_a_game(void **state)
{
    (void)state;
    assert_int_equal(run_file("physics.txt"), 170);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(among_others),
                                       cmocka_unit_test(alone_in_a_game)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
