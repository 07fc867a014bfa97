/* SPDX-License-Identifier: MIT
 *
 * Rules of the game (src/physics) that the sessions of tests/data/physics do not need, each on a
 * small map. tests/physics_rules.txt lists all rules, and tools/physics_rules.py says which test
 * needs which.
 */
#include "cm.h"

#include "follow/replay.h"
#include "support/physics_game.h"
#include "teetape/message.h"

enum { WIDTH = 40, HEIGHT = 20, FLOOR = 15 /* the first row of solid tiles */ };

static uint8_t cells[TT_TERRAIN_LAYERS][6 * WIDTH * HEIGHT];
static physics_game game;

/* An empty map with a floor. */
static void clear(void)
{
    physics_game_drop(&game);
    memset(cells, 0, sizeof cells);
    for (int32_t i = FLOOR * WIDTH; i < HEIGHT * WIDTH; i++) {
        cells[TT_TERRAIN_GAME][2 * i] = 1;
    }
}

/* A tile of the game, the front, the teleporters or the zones. */
static void put(int layer, int32_t x, int32_t y, uint8_t first, uint8_t second)
{
    cells[layer][2 * (y * WIDTH + x)] = first;
    cells[layer][2 * (y * WIDTH + x) + 1] = second;
}

static void put_switch(int32_t x, int32_t y, uint8_t number, uint8_t type, uint8_t delay)
{
    uint8_t *cell = &cells[TT_TERRAIN_SWITCHES][4 * (y * WIDTH + x)];
    cell[0] = number;
    cell[1] = type;
    cell[3] = delay;
}

static void put_speedup(int32_t x, int32_t y, uint8_t force, uint8_t most, uint8_t type)
{
    uint8_t *cell = &cells[TT_TERRAIN_SPEEDUPS][6 * (y * WIDTH + x)];
    cell[0] = force;
    cell[1] = most;
    cell[2] = type;
}

/* A server of 20.1, whose rules may still be changed. */
static tti_rules rules_of_20(void)
{
    tti_rules rules;
    tti_rules_init(&rules);
    rules.minor = 22;
    rules.version = TTI_VERSION(20, 1, 0);
    return rules;
}

static tti_rules rules_of_16(void)
{
    tti_rules rules = rules_of_20();
    rules.minor = 4;
    rules.version = TTI_VERSION(16, 4, 0);
    return rules;
}

static void begin_with(tti_rules rules)
{
    tt_terrain terrain = {.width = WIDTH, .height = HEIGHT};
    for (int layer = 0; layer < TT_TERRAIN_LAYERS; layer++) {
        terrain.layer[layer] = cells[layer];
    }
    physics_game_build(&game, &terrain);
    physics_game_begin(&game, &rules);
}

static void begin(void)
{
    begin_with(rules_of_20());
}

/* The middle of a tile. */
static tti_pair in_tile(int32_t x, int32_t y)
{
    return (tti_pair){(float)(32 * x + 16), (float)(32 * y + 16)};
}

/* A tee on the floor. */
static tti_tee *stand(int32_t cid, int32_t x)
{
    tti_pair at = {(float)(32 * x + 16), (float)(32 * FLOOR - 15)};
    return physics_game_tee(&game, cid, at);
}

static void tick(int count)
{
    for (int i = 0; i < count; i++) {
        for (int32_t cid = 0; cid < TT_CIDS; cid++) {
            tti_physics_press(game.world, cid, NULL);
        }
        tti_physics_begin(game.world);
        tti_physics_end(game.world);
    }
}

/* A tick with an input of one client. */
static void press(int32_t cid, tt_input input)
{
    tti_physics_press(game.world, cid, &input);
    tti_physics_begin(game.world);
    tti_physics_end(game.world);
}

/* Two inputs, as the first one of a life shoots nothing. */
static void shoot(int32_t cid, int32_t target_x, int32_t target_y)
{
    press(cid, (tt_input){.target_x = target_x, .target_y = target_y});
    press(cid, (tt_input){.target_x = target_x, .target_y = target_y, .fire = 1});
}

static void hook_on(tti_tee *tee, int32_t other)
{
    tee->self.core.hook_state = TT_HOOK_GRABBED;
    tee->self.core.hooked = other;
    tee->self.saved.hook = 1;
    game.world->player[tee - game.world->tee].input.hook = 1;
}

static int things_of(tti_thing_kind kind)
{
    int count = 0;
    for (int32_t i = 0; i < game.world->thing_count; i++) {
        count += tti_thing_at(game.world, i)->kind == kind;
    }
    return count;
}

static const tti_thing *first_of(tti_thing_kind kind)
{
    for (int32_t i = 0; i < game.world->thing_count; i++) {
        if (tti_thing_at(game.world, i)->kind == kind) {
            return tti_thing_at(game.world, i);
        }
    }
    fail_msg("no thing of kind %d", (int)kind);
    return NULL;
}

/* -- movement -------------------------------------------------------------------------------- */

static void hook_holds_solo(void **state)
{
    (void)state;
    clear();
    begin();
    tti_tee *tee = stand(0, 5), *other = stand(1, 8);
    hook_on(tee, 1);
    other->self.core.is_solo = true;
    tick(2);
    assert_int_equal(tee->self.core.hooked, 1);
    tti_team_set(game.world, 1, 3);
    tick(1);
    assert_int_equal(tee->self.core.hooked, -1);
}

static void hook_without_drag(void **state)
{
    (void)state;
    clear();
    begin();
    tti_tee *tee = stand(0, 5), *other = stand(1, 9);
    hook_on(tee, 1);
    tee->self.core.no_hook = true;
    tick(1);
    assert_true(other->self.core.velocity.x == 0);
    tee->self.core.no_hook = false;
    tick(1);
    assert_true(other->self.core.velocity.x < 0);
}

static void bounces_off_the_ground(void **state)
{
    (void)state;
    clear();
    begin();
    game.world->tuning.elasticity_y = 0.5f;
    game.world->tuning.elasticity_x = 0.5f;
    tti_tee *tee = physics_game_tee(&game, 0, in_tile(5, 13));
    tee->self.core.velocity = (tti_pair){0, 20};
    tee->self.core.jumped = TT_JUMPED_AIR_JUMP_USED;
    tick(2);
    assert_true(tee->self.core.velocity.y < -8);
    assert_int_equal(tee->self.core.jumped, 0);
}

/* Two tees that hook each other are dragged alike, in whichever order they move. */
static void no_weak_hook(void **state)
{
    (void)state;
    for (int32_t setting = 0; setting < 2; setting++) {
        tti_rules rules = rules_of_20();
        rules.no_weak_hook = setting;
        clear();
        begin_with(rules);
        tti_tee *left = physics_game_tee(&game, 0, in_tile(5, 5));
        tti_tee *right = physics_game_tee(&game, 1, in_tile(10, 5));
        left->self.core.velocity = (tti_pair){-3, 0};
        right->self.core.velocity = (tti_pair){3, 0};
        hook_on(left, 1);
        hook_on(right, 0);
        tick(3);
        bool is_mirror = left->self.core.velocity.x == -right->self.core.velocity.x;
        assert_int_equal(is_mirror, setting != 0);
    }
}

/* -- freeze ---------------------------------------------------------------------------------- */

static void freezes_at_once(void **state)
{
    (void)state;
    clear();
    begin();
    tti_tee *tee = stand(0, 5);
    assert_true(tti_freeze_tee(game.world, 0, 3));
    assert_int_equal(tee->self.freeze, 150);
    clear();
    begin_with(rules_of_16());
    (void)stand(0, 5);
    assert_false(tti_freeze_tee(game.world, 0, 3)); /* in the first 50 ticks of a server */
    tick(51);
    assert_true(tti_freeze_tee(game.world, 0, 3));
}

static void live_freeze(void **state)
{
    (void)state;
    clear();
    begin();
    tti_tee *tee = stand(0, 5);
    tee->self.is_live = true;
    press(0, (tt_input){.direction = 1, .jump = 1, .hook = 1, .target_x = 1});
    assert_true(tee->self.core.velocity.x == 0 && tee->self.core.velocity.y == 0);
    assert_int_equal(tee->self.core.hook_state, TT_HOOK_FLYING);
}

static void lost_weapon_becomes_the_gun(void **state)
{
    (void)state;
    clear();
    begin();
    tti_tee *tee = stand(0, 5);
    assert_true(tti_freeze_tee(game.world, 0, 3));
    tee->self.weapon = TT_WEAPON_LASER;
    tti_unfreeze_tee(game.world, 0);
    assert_int_equal(tee->self.weapon, TT_WEAPON_GUN);
}

/* -- inputs and dice ------------------------------------------------------------------------- */

static void several_inputs(void **state)
{
    (void)state;
    for (int is_old = 0; is_old < 2; is_old++) {
        clear();
        begin_with(is_old ? rules_of_16() : rules_of_20());
        tti_tee *tee = stand(0, 5);
        tt_input first = {.direction = 1, .target_x = 1}, second = {.direction = -1, .target_x = 1};
        tti_physics_press(game.world, 0, &first);
        tti_physics_press(game.world, 0, &second);
        tti_physics_begin(game.world);
        tti_physics_end(game.world);
        assert_int_equal(tee->self.core.direction, 1);
        tick(1);
        assert_int_equal(tee->self.core.direction, is_old ? -1 : 1);
    }
}

static void dice(void **state)
{
    (void)state;
    clear();
    put(TT_TERRAIN_TELES, 20, 5, 1, 27);
    put(TT_TERRAIN_TELES, 22, 5, 2, 27);
    put(TT_TERRAIN_TELES, 24, 5, 2, 27);
    begin();
    uint64_t before = game.world->random;
    assert_non_null(tti_exit(game.world, TTI_EXIT_TELE, 1));
    assert_true(game.world->random == before);
    assert_non_null(tti_exit(game.world, TTI_EXIT_TELE, 2));
    assert_true(game.world->random != before);
    assert_null(tti_exit(game.world, TTI_EXIT_TELE, 3));
}

/* -- weapons --------------------------------------------------------------------------------- */

static void hammer_in_deep_freeze(void **state)
{
    (void)state;
    for (int32_t deepfly = 0; deepfly < 2; deepfly++) {
        tti_rules rules = rules_of_20();
        rules.deepfly = deepfly;
        clear();
        begin_with(rules);
        tti_tee *tee = stand(0, 5);
        press(0, (tt_input){.target_x = 1});
        tee->self.weapon = TT_WEAPON_HAMMER;
        tee->self.is_deep = true;
        press(0, (tt_input){.target_x = 1, .fire = 1});
        assert_int_equal(tee->attack_tick != 0, deepfly != 0);
    }
}

static void speed_after_a_ninja(void **state)
{
    (void)state;
    for (int is_old = 0; is_old < 2; is_old++) {
        clear();
        begin_with(is_old ? rules_of_16() : rules_of_20());
        tti_tee *tee = stand(0, 5);
        press(0, (tt_input){.target_x = 1});
        tti_give_ninja(game.world, 0);
        tee->self.core.velocity = (tti_pair){-8000, 0};
        tt_input input = {.target_x = 1, .fire = 1};
        tti_physics_press(game.world, 0, &input);
        assert_int_equal(tee->self.ninja_speed, is_old ? 8000 : 6000);
    }
}

/* The tee that spawned last is looked at first. */
static void ninja_and_solo(void **state)
{
    (void)state;
    for (int is_old = 0; is_old < 2; is_old++) {
        clear();
        begin_with(is_old ? rules_of_16() : rules_of_20());
        tti_tee *tee = stand(0, 5), *other = stand(1, 6), *solo = stand(2, 7);
        solo->self.core.is_solo = true;
        press(0, (tt_input){.target_x = 1});
        tti_give_ninja(game.world, 0);
        other->self.core.velocity = (tti_pair){0, 0};
        press(0, (tt_input){.target_x = 1, .fire = 1});
        assert_int_equal(tee->attack_tick != 0, 1);
        assert_int_equal(other->self.core.velocity.y < -5, !is_old);
        assert_true(solo->self.core.velocity.y > -5);
    }
}

static void bullets_die_with_their_owner(void **state)
{
    (void)state;
    clear();
    begin();
    (void)stand(0, 5);
    shoot(0, 1, -1);
    assert_int_equal(things_of(TTI_PROJECTILE), 1);
    tti_die(game.world, 0, TTI_DEATH_SELF);
    tick(1);
    assert_int_equal(things_of(TTI_PROJECTILE), 0);
}

static void grenade_explodes_in_the_end(void **state)
{
    (void)state;
    clear();
    begin();
    game.world->tuning.grenade_speed = 0;
    game.world->tuning.grenade_lifetime = 0.1f;
    tti_tee *tee = stand(0, 5);
    press(0, (tt_input){.target_x = 1});
    tti_give_weapon(game.world, 0, TT_WEAPON_GRENADE);
    tee->self.weapon = TT_WEAPON_GRENADE;
    press(0, (tt_input){.target_x = 1, .fire = 1});
    assert_true(tee->self.core.velocity.y == 0);
    tick(7);
    assert_int_equal(things_of(TTI_PROJECTILE), 0);
    assert_true(tee->self.core.at.x < 32 * 5 + 12);
}

static void grenade_hits_off(void **state)
{
    (void)state;
    for (int is_off = 0; is_off < 2; is_off++) {
        clear();
        begin();
        tti_tee *tee = stand(0, 5);
        (void)stand(1, 7);
        tee->self.hits_off = is_off ? 1 << TT_WEAPON_GRENADE : 0;
        shoot(0, 1, 0);
        tick(2);
        assert_int_equal(things_of(TTI_PROJECTILE), is_off); /* also for the gun */
    }
}

static void blue_telegun(void **state)
{
    (void)state;
    for (uint8_t tile = 98; tile <= 99; tile++) {
        clear();
        for (int32_t x = 0; x < WIDTH; x++) {
            for (int32_t y = 0; y < FLOOR; y++) {
                put(TT_TERRAIN_FRONT, x, y, tile, 0);
            }
        }
        put(TT_TERRAIN_GAME, 12, FLOOR - 1, 1, 0);
        begin();
        tti_tee *tee = stand(0, 5);
        press(0, (tt_input){.target_x = 1});
        tee->self.teleguns = 1 << TT_WEAPON_GUN;
        press(0, (tt_input){.target_x = 1, .fire = 1, .direction = -1});
        for (int i = 0; i < 10 && tee->self.core.at.x < 32 * 8; i++) {
            tick(1);
        }
        assert_true(tee->self.core.at.x > 32 * 10);
        assert_int_equal(tee->self.core.velocity.x < -2, tile == 99);
    }
}

/* -- lasers ---------------------------------------------------------------------------------- */

/* A laser of a tee that aims at a wall close to it comes back. */
static tti_tee *shoot_laser(int32_t weapon)
{
    put(TT_TERRAIN_GAME, 10, FLOOR - 1, 1, 0);
    tti_tee *tee = stand(0, 5);
    press(0, (tt_input){.target_x = 1});
    tti_give_weapon(game.world, 0, weapon);
    tee->self.weapon = (int8_t)weapon;
    press(0, (tt_input){.target_x = 1, .fire = 1});
    return tee;
}

static void laser_comes_back(void **state)
{
    (void)state;
    for (int32_t old_laser = 0; old_laser < 2; old_laser++) {
        tti_rules rules = rules_of_20();
        rules.old_laser = old_laser;
        clear();
        begin_with(rules);
        tti_tee *tee = shoot_laser(TT_WEAPON_LASER);
        tee->self.freeze = 100;
        tick(8);
        assert_int_equal(tee->self.freeze == 0, old_laser == 0);
    }
}

static void laser_waits(void **state)
{
    (void)state;
    clear();
    begin();
    (void)shoot_laser(TT_WEAPON_LASER);
    int32_t start = first_of(TTI_LASER)->start;
    while (first_of(TTI_LASER)->start == start) {
        tick(1);
    }
    assert_int_equal(first_of(TTI_LASER)->start - start, 8);
}

/* A laser whose owner has left hits only the team that the owner had. */
static void laser_of_another_team(void **state)
{
    (void)state;
    for (uint8_t team = 0; team < 2; team++) {
        clear();
        begin();
        (void)stand(0, 5);
        tti_tee *other = stand(1, 20);
        tti_team_set(game.world, 0, team);
        tti_shoot_laser(game.world, 0, TT_WEAPON_LASER, in_tile(5, 5), (tti_pair){0, -1});
        tti_thing *laser = tti_thing_at(game.world, game.world->head[TTI_LIST_LASERS]);
        laser->at = (tti_pair){32 * 18, 32 * FLOOR - 15};
        laser->way = (tti_pair){1, 0};
        laser->energy = 500;
        laser->start = -100;
        laser->bounces = 1;
        other->self.freeze = 100;
        game.world->player[0].is_here = false;
        game.world->player[0].team = 0;
        tick(1);
        assert_int_equal(other->self.freeze, team == 0 ? 0 : 99);
    }
}

static void shotgun_at_its_place(void **state)
{
    (void)state;
    clear();
    begin();
    (void)stand(0, 5);
    tti_tee *other = stand(1, 7);
    other->self.core.at = other->self.at = in_tile(5, 5);
    tti_shoot_laser(game.world, 0, TT_WEAPON_SHOTGUN, in_tile(5, 5), (tti_pair){1, 0});
    assert_true(other->self.core.velocity.x == -2147483648.0f);
    tick(1);
    assert_true(tti_length(other->self.core.velocity) < 6001);
}

/* -- explosions, tiles ----------------------------------------------------------------------- */

static void explosion_of_a_zone(void **state)
{
    (void)state;
    clear();
    put(TT_TERRAIN_TUNES, 30, 5, 1, 68);
    tt_terrain terrain = {.width = WIDTH, .height = HEIGHT};
    for (int layer = 0; layer < TT_TERRAIN_LAYERS; layer++) {
        terrain.layer[layer] = cells[layer];
    }
    tti_rules rules = rules_of_20();
    physics_game_build(&game, &terrain);
    tti_arena_settings(&game.arena, NULL, game.tables,
                       tt_bytes_of("tune_zone 1 explosion_strength 0"));
    physics_game_begin(&game, &rules);
    (void)stand(0, 5);
    tti_tee *other = stand(1, 20);
    tti_pair beside = {other->self.at.x + 20, other->self.at.y};
    game.world->player[0].view = in_tile(30, 5);
    tti_explode(game.world, beside, 0, false, -1);
    assert_true(other->self.core.velocity.x == 0);
    game.world->player[0].view = in_tile(5, 5);
    tti_explode(game.world, beside, 0, false, -1);
    assert_true(other->self.core.velocity.x < -5);
}

static void death_tiles(void **state)
{
    (void)state;
    clear();
    put(TT_TERRAIN_GAME, 5, FLOOR - 1, 2, 0);
    begin();
    tti_tee *tee = stand(0, 5);
    game.world->team[2].practices = true;
    game.world->player[0].team = 2;
    tick(60);
    assert_true(tee->is_alive && tee->self.freeze > 0);
    assert_true(game.world->player[0].death_tick >= 50);
    game.world->team[2].practices = false;
    game.world->player[0].has_finished = true;
    tick(1);
    assert_true(tee->is_alive);
    game.world->player[0].has_finished = false;
    tee->self.is_invincible = true;
    tick(1);
    assert_true(tee->is_alive);
    tee->self.is_invincible = false;
    tick(1);
    assert_false(tee->is_alive);
}

static void first_speedup(void **state)
{
    (void)state;
    for (int is_old = 0; is_old < 2; is_old++) {
        clear();
        put_speedup(0, 0, 5, 0, 28);
        begin_with(is_old ? rules_of_16() : rules_of_20());
        tti_tee *tee = physics_game_tee(&game, 0, in_tile(0, 0));
        tick(1);
        assert_int_equal(tee->self.core.velocity.x > 4, !is_old);
    }
}

/* A finish counts for who had started before the tile. */
static void start_and_finish_at_once(void **state)
{
    (void)state;
    clear();
    put(TT_TERRAIN_GAME, 5, FLOOR - 1, 33, 0);
    put(TT_TERRAIN_FRONT, 5, FLOOR - 1, 34, 0);
    begin();
    tti_tee *tee = stand(0, 5);
    (void)stand(1, 30);
    game.world->player[0].team = game.world->player[1].team = 2;
    tick(1);
    assert_int_equal(tee->self.race, TTI_RACE_STARTED);
    assert_false(game.world->player[0].has_finished);
    tick(1);
    assert_true(game.world->player[0].has_finished);
}

/* Who dies by a tile handles nothing more of it. */
static void no_tile_after_a_death(void **state)
{
    (void)state;
    for (int is_old = 0; is_old < 2; is_old++) {
        clear();
        put(TT_TERRAIN_GAME, 5, FLOOR - 1, 33, 0);
        put(TT_TERRAIN_FRONT, 5, FLOOR - 1, 12, 0);
        begin_with(is_old ? rules_of_16() : rules_of_20());
        tti_tee *tee = stand(0, 5);
        game.world->player[0].team = 2;
        game.world->team[2].is_saving = true;
        tick(1);
        assert_false(tee->is_alive);
        assert_int_equal(tee->self.is_deep, is_old);
    }
}

static void unlock_tile(void **state)
{
    (void)state;
    clear();
    put(TT_TERRAIN_GAME, 5, FLOOR - 1, 76, 0);
    begin();
    (void)stand(0, 5);
    game.world->player[0].team = 2;
    game.world->team[2].is_locked = true;
    tick(1);
    assert_false(game.world->team[2].is_locked);
}

/* 79 adds minutes and seconds, 95 takes them away, once for each time that a tee enters. */
static void tiles_of_time(void **state)
{
    (void)state;
    for (int32_t team = 0; team <= 2; team += 2) {
        clear();
        put_switch(5, FLOOR - 1, 7, 79, 1);
        put_switch(9, FLOOR - 1, 2, 95, 0);
        begin();
        tti_tee *tee = stand(0, 5), *other = stand(1, 30);
        game.world->player[0].team = game.world->player[1].team = (uint8_t)team;
        tee->self.race_start = 1;
        other->self.race_start = 2;
        tick(3);
        assert_int_equal(tee->self.race_start, 1 - 67 * 50);
        assert_int_equal(other->self.race_start, team != 0 ? 1 - 67 * 50 : 2);
        tee->self.core.at = tee->self.at = tee->self.before = in_tile(9, FLOOR - 1);
        tick(2);
        assert_int_equal(tee->self.race_start, 1 - 65 * 50);
    }
}

/* Hooks on a tee go when an evil teleporter takes it, but for the hook of super. */
static void evil_teleporter(void **state)
{
    (void)state;
    for (int is_super = 0; is_super < 2; is_super++) {
        clear();
        put(TT_TERRAIN_TELES, 5, FLOOR - 1, 1, 10);
        put(TT_TERRAIN_TELES, 20, 5, 1, 27);
        begin();
        (void)stand(0, 5);
        tti_tee *other = stand(1, 8);
        other->self.is_super = is_super != 0;
        hook_on(other, 0);
        tick(1);
        assert_true(game.world->tee[0].self.core.at.x > 32 * 19);
        assert_int_equal(other->self.core.hooked, is_super ? 0 : -1);
    }
}

static void laser_in_a_corner(void **state)
{
    (void)state;
    clear();
    begin();
    (void)stand(0, 5);
    tti_shoot_laser(game.world, 0, TT_WEAPON_LASER, (tti_pair){160, 32 * FLOOR - 1},
                    (tti_pair){0, 1});
    assert_int_equal(first_of(TTI_LASER)->bounces, 1);
    tti_thing *laser = tti_thing_at(game.world, game.world->head[TTI_LIST_LASERS]);
    laser->way = (tti_pair){0, 1};
    tick(9);
    assert_true(laser->kind != TTI_LASER || laser->energy < 0);
}

/* -- teleporters, pickups, things ------------------------------------------------------------ */

static void who_is_not_teleported(void **state)
{
    (void)state;
    clear();
    put(TT_TERRAIN_TELES, 5, FLOOR - 1, 1, 26);
    put(TT_TERRAIN_TELES, 20, 5, 1, 27);
    begin();
    tti_tee *tee = stand(0, 5);
    tee->self.is_invincible = true;
    tick(2);
    assert_true(tee->self.at.x < 32 * 6);
    tee->self.is_invincible = false;
    tee->self.is_super = true;
    tick(2);
    assert_true(tee->self.at.x < 32 * 6);
    tee->self.is_super = false;
    tick(2);
    assert_true(tee->self.at.x > 32 * 19);
}

/* With old teleporters those for tees are for hooks or weapons only. */
static void old_teleporters(void **state)
{
    (void)state;
    for (int which = 0; which < 2; which++) {
        tti_rules rules = rules_of_20();
        rules.old_teleport_hook = which == 0;
        rules.old_teleport_weapons = which == 1;
        clear();
        put(TT_TERRAIN_TELES, 5, FLOOR - 1, 1, 26);
        put(TT_TERRAIN_TELES, 20, 5, 1, 27);
        begin_with(rules);
        tti_tee *tee = stand(0, 5);
        tick(2);
        assert_true(tee->self.at.x < 32 * 6);
    }
}

static void teleporters_take_weapons(void **state)
{
    (void)state;
    for (int32_t lose = 0; lose < 2; lose++) {
        tti_rules rules = rules_of_20();
        rules.teleport_lose_weapons = lose;
        clear();
        put(TT_TERRAIN_TELES, 5, FLOOR - 1, 1, 26);
        put(TT_TERRAIN_TELES, 20, 5, 1, 27);
        begin_with(rules);
        tti_tee *tee = stand(0, 5);
        tti_give_weapon(game.world, 0, TT_WEAPON_LASER);
        tick(1);
        assert_int_equal((tee->self.owned & 1 << TT_WEAPON_LASER) != 0, lose == 0);
    }
}

static void in_freeze_near_death(void **state)
{
    (void)state;
    for (int is_old = 0; is_old < 2; is_old++) {
        clear();
        put(TT_TERRAIN_GAME, 5, FLOOR - 1, 2, 0);
        begin_with(is_old ? rules_of_16() : rules_of_20());
        tti_pair beside = {32 * 6 + 5, 32 * FLOOR - 15};
        assert_int_equal(tti_is_in_freeze(game.world, beside), !is_old);
        assert_false(tti_is_in_freeze(game.world, in_tile(8, FLOOR - 1)));
    }
}

static void super_keeps_its_weapons(void **state)
{
    (void)state;
    clear();
    put(TT_TERRAIN_GAME, 5, FLOOR - 1, 191 + TTI_ENTITY_SHIELD, 0);
    begin();
    tti_tee *tee = stand(0, 5);
    tti_give_weapon(game.world, 0, TT_WEAPON_LASER);
    tti_team_set(game.world, 0, tti_team_super(game.world));
    tick(1);
    assert_true((tee->self.owned & 1 << TT_WEAPON_LASER) != 0);
    tti_team_set(game.world, 0, 0);
    tick(1);
    assert_true((tee->self.owned & 1 << TT_WEAPON_LASER) == 0);
}

/* The game finds nine pickups near a tee at most, from the last one on. */
static void nine_pickups(void **state)
{
    (void)state;
    clear();
    put(TT_TERRAIN_GAME, 4, FLOOR - 2, 191 + TTI_ENTITY_HEALTH, 0);
    begin();
    tti_pair at = in_tile(5, FLOOR - 2);
    assert_true(tti_is_near_health(game.world, at));
    assert_false(tti_is_near_health(game.world, in_tile(6, FLOOR - 2)));
    for (int32_t i = 0; i < 9; i++) {
        put(i < 3 ? TT_TERRAIN_GAME : TT_TERRAIN_FRONT, 5 + i % 2, FLOOR - 2 + i / 2 % 2,
            191 + TTI_ENTITY_SHOTGUN, 0);
    }
    for (int32_t i = 0; i < 3; i++) {
        put(TT_TERRAIN_GAME, 4 + i, FLOOR - 1, 191 + TTI_ENTITY_SHOTGUN, 0);
        put(TT_TERRAIN_FRONT, 4 + i, FLOOR - 1, 191 + TTI_ENTITY_SHOTGUN, 0);
    }
    physics_game_drop(&game);
    begin();
    assert_false(tti_is_near_health(game.world, at));
}

static void plasma_ends(void **state)
{
    (void)state;
    clear();
    put(TT_TERRAIN_GAME, 20, 5, 191 + TTI_ENTITY_TURRET + 1, 0);
    begin();
    tti_tee *tee = stand(0, 20);
    tick(16);
    assert_int_equal(things_of(TTI_PLASMA), 1);
    tti_thing *plasma = tti_thing_at(game.world, game.world->head[TTI_LIST_LASERS]);
    assert_int_equal(plasma->kind, TTI_PLASMA);
    plasma->way = (tti_pair){0, 0};
    tee->self.core.at = tee->self.at = tee->self.before = (tti_pair){-3000, 0};
    game.world->rules.plasma_range = 0;
    for (int i = 0; i < 75; i++) {
        assert_int_equal(plasma->kind, TTI_PLASMA);
        tti_thing_tick(game.world, plasma);
    }
    assert_false(plasma->is_gone);
    tti_thing_tick(game.world, plasma);
    assert_true(plasma->is_gone);
}

static void light_on_a_mover(void **state)
{
    (void)state;
    clear();
    put(TT_TERRAIN_GAME, 10, 5, 64, 8);
    put(TT_TERRAIN_FRONT, 10, 5, 191 + TTI_ENTITY_LIGHT_STILL, 0);
    put(TT_TERRAIN_FRONT, 10, 6, 191 + TTI_ENTITY_LENGTH, 0);
    begin();
    assert_int_equal(things_of(TTI_LIGHT), 1);
    tti_pair before = first_of(TTI_LIGHT)->at;
    tick(14);
    tti_pair after = first_of(TTI_LIGHT)->at;
    assert_true(after.x > before.x && after.y == before.y);
}

/* -- teams ----------------------------------------------------------------------------------- */

static void last_one_leaves(void **state)
{
    (void)state;
    clear();
    put_switch(30, 5, 1, 24, 0);
    begin();
    (void)stand(0, 5);
    tti_team_set(game.world, 0, 2);
    game.world->team[2].practices = true;
    game.world->team[2].clock = 77;
    tti_switch_of(game.world, 1, 2)->is_on = false;
    tti_team_set(game.world, 0, 3);
    assert_false(game.world->team[2].practices);
    assert_int_equal(game.world->team[2].clock, 0);
    assert_true(tti_is_on(game.world, 1, 2));
}

static void finished_member_blocks_a_start(void **state)
{
    (void)state;
    clear();
    begin();
    tti_tee *tee = stand(0, 5), *other = stand(1, 8);
    tti_team_set(game.world, 0, 2);
    tti_team_set(game.world, 1, 2);
    other->self.race = TTI_RACE_FINISHED;
    tti_team_start(game.world, 0);
    assert_int_equal(tee->self.race, TTI_RACE_NONE);
    assert_false(game.world->player[0].has_started);
    other->self.race = TTI_RACE_NONE;
    tti_team_start(game.world, 0);
    assert_int_equal(tee->self.race, TTI_RACE_STARTED);
    assert_int_equal(other->self.race, TTI_RACE_STARTED);
}

static void lock_keeps_who_finished(void **state)
{
    (void)state;
    for (int is_locked = 0; is_locked < 2; is_locked++) {
        clear();
        begin();
        (void)stand(0, 5);
        (void)stand(1, 8);
        tti_team_set(game.world, 0, 2);
        tti_team_set(game.world, 1, 2);
        game.world->team[2].is_locked = is_locked != 0;
        tti_team_start(game.world, 0);
        tti_team_start(game.world, 1);
        tick(5);
        tti_team_finish(game.world, 0);
        assert_int_equal(game.world->player[0].team, 2);
        tti_team_finish(game.world, 1);
        assert_int_equal(game.world->player[0].team, is_locked ? 2 : 0);
        assert_int_equal(game.world->player[0].finish_ticks, 5);
    }
}

/* A team has finished when the last one that had not leaves it. */
static void finish_by_leaving(void **state)
{
    (void)state;
    clear();
    begin();
    (void)stand(0, 5);
    (void)stand(1, 8);
    tti_team_set(game.world, 0, 2);
    tti_team_set(game.world, 1, 2);
    tti_team_start(game.world, 0);
    tti_team_start(game.world, 1);
    tick(5);
    tti_team_finish(game.world, 0);
    tti_die(game.world, 1, TTI_DEATH_SELF);
    assert_int_equal(game.world->player[0].finish_ticks, 5);
    assert_int_equal(game.world->player[0].team, 0);
}

static void spawn_in_a_lock(void **state)
{
    (void)state;
    clear();
    begin();
    tti_tee *tee = stand(0, 5), *other = stand(1, 8);
    tti_team_set(game.world, 0, 2);
    tti_team_set(game.world, 1, 2);
    game.world->team[2].is_locked = true;
    tee->self.race = TTI_RACE_STARTED;
    tee->self.race_start = 17;
    tti_spawn(game.world, 1, in_tile(8, 5));
    assert_int_equal(other->self.race, TTI_RACE_STARTED);
    assert_int_equal(other->self.race_start, 17);
    assert_int_equal(game.world->player[1].team, 2);
}

/* Servers before 19.3 do not look at later lists of spawns when one has a place. */
static void lists_of_spawns(void **state)
{
    (void)state;
    for (int is_old = 0; is_old < 2; is_old++) {
        tti_pair at;
        clear();
        put(TT_TERRAIN_GAME, 5, 5, 191 + TTI_ENTITY_SPAWN, 0);
        put(TT_TERRAIN_GAME, 30, 5, 191 + TTI_ENTITY_SPAWN + 1, 0);
        begin_with(is_old ? rules_of_16() : rules_of_20());
        (void)stand(0, 6);
        assert_true(tti_spawn_place(game.world, 1, &at));
        assert_int_equal(at.x < 32 * 10, is_old);
    }
}

/* Who was killed by the death of another one spawns after all others. */
static void weak_spawn(void **state)
{
    (void)state;
    clear();
    put(TT_TERRAIN_GAME, 5, 5, 191 + TTI_ENTITY_SPAWN, 0);
    begin();
    for (int32_t cid = 0; cid < 2; cid++) {
        tti_join(game.world, cid);
        tti_enter(game.world, cid);
    }
    game.world->player[0].spawns_weak = true;
    tick(1);
    assert_int_equal(game.world->order_count, 2);
    assert_int_equal(game.world->order[0], 0);
}

static void zone_of_a_spawn(void **state)
{
    (void)state;
    for (int is_old = 0; is_old < 2; is_old++) {
        clear();
        put(TT_TERRAIN_TUNES, 5, 5, 1, 68);
        begin_with(is_old ? rules_of_16() : rules_of_20());
        tti_tee *tee = physics_game_tee(&game, 0, in_tile(5, 5));
        assert_int_equal(tee->self.zone, !is_old);
    }
}

static void kills_are_refused(void **state)
{
    (void)state;
    clear();
    begin();
    tti_tee *tee = stand(0, 5);
    tick(100);
    tti_kill(game.world, 0, false);
    assert_false(tee->is_alive);
    tti_spawn(game.world, 0, in_tile(5, 5));
    tick(40);
    tti_kill(game.world, 0, false); /* within sv_kill_delay */
    assert_true(tee->is_alive);
    tick(20);
    tee->self.race = TTI_RACE_STARTED;
    tee->self.race_start = game.world->tick - 20 * 60 * 50;
    tti_kill(game.world, 0, false); /* a race of sv_kill_protection minutes */
    assert_true(tee->is_alive);
    tee->self.race_start += 50;
    tti_kill(game.world, 0, false);
    assert_false(tee->is_alive);
}

static void rescues(void **state)
{
    (void)state;
    for (int is_old = 0; is_old < 2; is_old++) {
        tti_rules rules = is_old ? rules_of_16() : rules_of_20();
        rules.rescue = 1;
        rules.rescue_delay = 5;
        clear();
        begin_with(rules);
        tti_tee *tee = stand(0, 5);
        tti_pause(game.world, 0, TTI_PAUSE_STAYS, true);
        tick(300);
        tee->self.race = TTI_RACE_STARTED;
        assert_true(tti_rescue(game.world, 0));
        assert_false(game.world->player[0].is_paused);
        assert_int_equal(tee->self.race, is_old ? TTI_RACE_NONE : TTI_RACE_STARTED);
        tick(249);
        assert_int_equal(tti_rescue(game.world, 0), is_old);
        tick(1);
        assert_true(tti_rescue(game.world, 0));
    }
}

/* A replay takes Cl_CameraInfo, which decides where the cursor of a client is. */
static void a_camera_is_taken(void **state)
{
    (void)state;
    static tt_world file;
    static const tt_msg msg = {
        .kind = TT_MSG_CL_CAMERA_INFO,
        .u.cl_camera_info = {.zoom = 2500, .deadzone = 300, .follow_factor = 60}};
    tt_th_event event = {.kind = TT_TH_MESSAGE, .cid = 3, .u.message.decoded = &msg};
    tti_action actions[TTI_ACTIONS_MAX];
    uint8_t words[TTI_ACTION_TEXT];
    tti_replay replay;
    clear();
    begin();
    tti_replay_init(&replay, game.world);
    int count = tti_actions_of(actions, words, &event, &file);
    for (int i = 0; i < count; i++) {
        tti_replay_take(&replay, &actions[i]);
    }
    const tti_player *player = &game.world->player[3];
    assert_true(player->camera.is_known && player->camera.zoom == 2.5f);
    assert_int_equal(player->camera.deadzone, 300);
    assert_int_equal(player->camera.follow, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hook_holds_solo),
        cmocka_unit_test(hook_without_drag),
        cmocka_unit_test(bounces_off_the_ground),
        cmocka_unit_test(no_weak_hook),
        cmocka_unit_test(freezes_at_once),
        cmocka_unit_test(live_freeze),
        cmocka_unit_test(lost_weapon_becomes_the_gun),
        cmocka_unit_test(several_inputs),
        cmocka_unit_test(dice),
        cmocka_unit_test(hammer_in_deep_freeze),
        cmocka_unit_test(speed_after_a_ninja),
        cmocka_unit_test(ninja_and_solo),
        cmocka_unit_test(bullets_die_with_their_owner),
        cmocka_unit_test(grenade_explodes_in_the_end),
        cmocka_unit_test(grenade_hits_off),
        cmocka_unit_test(blue_telegun),
        cmocka_unit_test(laser_comes_back),
        cmocka_unit_test(laser_waits),
        cmocka_unit_test(laser_of_another_team),
        cmocka_unit_test(laser_in_a_corner),
        cmocka_unit_test(shotgun_at_its_place),
        cmocka_unit_test(explosion_of_a_zone),
        cmocka_unit_test(death_tiles),
        cmocka_unit_test(first_speedup),
        cmocka_unit_test(start_and_finish_at_once),
        cmocka_unit_test(no_tile_after_a_death),
        cmocka_unit_test(unlock_tile),
        cmocka_unit_test(tiles_of_time),
        cmocka_unit_test(evil_teleporter),
        cmocka_unit_test(who_is_not_teleported),
        cmocka_unit_test(old_teleporters),
        cmocka_unit_test(teleporters_take_weapons),
        cmocka_unit_test(in_freeze_near_death),
        cmocka_unit_test(super_keeps_its_weapons),
        cmocka_unit_test(nine_pickups),
        cmocka_unit_test(plasma_ends),
        cmocka_unit_test(light_on_a_mover),
        cmocka_unit_test(last_one_leaves),
        cmocka_unit_test(finished_member_blocks_a_start),
        cmocka_unit_test(lock_keeps_who_finished),
        cmocka_unit_test(finish_by_leaving),
        cmocka_unit_test(spawn_in_a_lock),
        cmocka_unit_test(lists_of_spawns),
        cmocka_unit_test(weak_spawn),
        cmocka_unit_test(zone_of_a_spawn),
        cmocka_unit_test(kills_are_refused),
        cmocka_unit_test(rescues),
        cmocka_unit_test(a_camera_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
