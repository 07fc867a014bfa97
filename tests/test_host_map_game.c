/* SPDX-License-Identifier: MIT
 *
 * Tests of the game layer of teetape/io/map.h with dm1, the map in a real demo: its size, its tiles
 * as another program unpacked them, and that no tee of that demo is ever inside of a wall; and with
 * damaged maps. With TT_RECORDINGS the demos below that folder are looked at in the same way, with
 * TT_MAPS the maps in that one.
 */
#include "host/posix.h"

#include "cm.h"
#include "host/map.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "host/inside.h"
#include "host_files.h"
#include "map/map.h"
#include "support/map_make.h"
#include "teetape/demo_world.h"
#include "teetape/io/inflate.h"
#include "teetape/io/map.h"
#include "wire/hash.h"

static unsigned char *recording;
static size_t recording_size;
static map_bytes dm1;
static tti_map_game game;

static tt_demo demo;
static tt_demo_memory memory;
static tt_demo_event event;
static tt_demo_world follower;
static tt_world world;

static void rewind_demo(void)
{
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, recording, recording_size);
    tt_demo_feed(&demo, NULL, 0);
}

/* Reads a demo, and loads its map. */
static void open_demo(const char *path, map_bytes *file)
{
    tt_io_error error;
    *file = (map_bytes){NULL, 0, 0};
    recording = host_files_read(path, &recording_size);
    rewind_demo();
    while (tt_demo_next(&demo, &event) == TT_OK && event.kind != TT_DEMO_TICK) {
        if (event.kind == TT_DEMO_MAP) {
            file->data = realloc(file->data, file->size + event.data.size);
            assert_non_null(file->data);
            memcpy(file->data + file->size, event.data.data, event.data.size);
            file->size += event.data.size;
        }
    }
    assert_true(tti_map_game_load(&game, (tt_bytes){file->data, file->size}, &error));
}

static void close_demo(map_bytes *file)
{
    free(recording);
    map_bytes_free(file);
    tti_map_game_free(&game);
}

static int setup(void **state)
{
    (void)state;
    open_demo(TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo", &dm1);
    return dm1.size == 5805 ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    close_demo(&dm1);
    return 0;
}

static void dm1_is_known(void **state)
{
    (void)state;
    const tt_map *map = &game.map;
    assert_int_equal(map->width, 60);
    assert_int_equal(map->height, 50);
    assert_int_equal(map->version, 4);
    assert_int_equal(map->layers, TT_MAP_GAME);
    assert_int_equal(map->skips, 0);
    assert_int_equal(tti_crc32(0, map->tiles, 60 * 50), 0xe329e355);
    size_t counts[256] = {0};
    for (size_t i = 0; i < 60 * 50; i++) {
        counts[map->tiles[i]]++;
    }
    assert_int_equal(counts[TT_TILE_AIR], 1433);
    assert_int_equal(counts[TT_TILE_SOLID], 1535);
    assert_int_equal(counts[192], 8); /* places where tees come into the game */
    assert_int_equal(tti_map_tile(map, 30 * 32, 2 * 32), TT_TILE_AIR);
    assert_int_equal(tti_map_tile(map, 30 * 32, 2 * 32 - 1), TT_TILE_SOLID);
    assert_int_equal(tti_map_tile(map, 31 * 32 + 31, 3 * 32), 201);
    assert_int_equal(tti_map_tile(map, 9 * 32 + 31, 10 * 32 + 5), TT_TILE_AIR);
    assert_int_equal(tti_map_tile(map, 10 * 32, 10 * 32 + 31), 192);
}

/* A tee is a box of 28 pixels that the game keeps out of walls. */
static void check_places(long *places, long *on_ground)
{
    tt_demo_world_init(&follower, &world);
    rewind_demo();
    while (tt_demo_next(&demo, &event) == TT_OK) {
        if ((tt_demo_world_follow(&follower, &demo, &event) & TT_DEMO_WORLD_TEES) == 0) {
            continue;
        }
        for (int32_t cid = 0; cid < TT_CIDS; cid++) {
            const tt_tee *tee = &world.tee[cid];
            if (!tee->alive) {
                continue;
            }
            for (int32_t corner = 0; corner < 4; corner++) {
                assert_false(tti_map_is_solid(&game.map, tee->x + (corner % 2 == 0 ? -13 : 13),
                                              tee->y + (corner / 2 == 0 ? -13 : 13)));
            }
            ++*places;
            *on_ground += tti_map_is_solid(&game.map, tee->x - 14, tee->y + 14 + 5) ||
                          tti_map_is_solid(&game.map, tee->x + 14, tee->y + 14 + 5);
        }
    }
}

static void tees_are_in_the_air(void **state)
{
    (void)state;
    long places = 0, on_ground = 0;
    check_places(&places, &on_ground);
    print_message("%ld places, %ld of them on the ground\n", places, on_ground);
    assert_true(places > 5000 && on_ground > places / 4 && on_ground < places);
}

static glob_t files_of(const char *variable, const char *names)
{
    char pattern[1024];
    glob_t files;
    const char *folder = getenv(variable);
    if (folder == NULL) {
        skip();
    }
    snprintf(pattern, sizeof pattern, "%s/%s", folder, names);
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    return files;
}

/* The same with the demos below TT_RECORDINGS, on other maps. */
static void other_demos(void **state)
{
    (void)state;
    glob_t demos = files_of("TT_RECORDINGS", "*/*.demo");
    teardown(NULL);
    for (size_t i = 0; i < demos.gl_pathc; i++) {
        long places = 0, on_ground = 0;
        map_bytes file;
        open_demo(demos.gl_pathv[i], &file);
        check_places(&places, &on_ground);
        print_message("%s: %ld places, %ld of them on the ground\n", demos.gl_pathv[i], places,
                      on_ground);
        close_demo(&file);
    }
    globfree(&demos);
    setup(NULL);
}

/* All maps in the folder TT_MAPS: read, with walls, and as little memory as promised. */
static void other_maps(void **state)
{
    (void)state;
    glob_t maps = files_of("TT_MAPS", "*.map");
    for (size_t i = 0; i < maps.gl_pathc; i++) {
        tti_map_game other;
        tt_io_error error;
        size_t size, solid = 0;
        unsigned char *data = host_files_read(maps.gl_pathv[i], &size);
        if (!tti_map_game_load(&other, (tt_bytes){data, size}, &error)) {
            fail_msg("%s: %s", maps.gl_pathv[i], error.text);
        }
        size_t count = (size_t)other.map.width * (size_t)other.map.height;
        for (size_t j = 0; j < count; j++) {
            solid += other.map.tiles[j] == TT_TILE_SOLID || other.map.tiles[j] == TT_TILE_NOHOOK;
        }
        assert_true(tt_map_game_size(&other.map) <= 5 * count);
        print_message("%s: %d x %d, %zu solid\n", maps.gl_pathv[i], (int)other.map.width,
                      (int)other.map.height, solid);
        tti_map_game_free(&other);
        free(data);
    }
    globfree(&maps);
}

static uint32_t last_sum; /* of the tiles that were loaded last */

static tt_status load(const uint8_t *data, size_t size)
{
    tti_map_game other;
    tt_io_error error;
    bool good = tti_map_game_load(&other, (tt_bytes){data, size}, &error);
    last_sum =
        !good ? 0
              : tti_crc32(0, other.map.tiles, (size_t)other.map.width * (size_t)other.map.height);
    tti_map_game_free(&other);
    assert_true(good || error.text[0] != 0);
    return good ? TT_OK : error.status;
}

/* Every cut; and every bit: in the packed tiles it is found, or one that says nothing. */
static void damaged(void **state)
{
    (void)state;
    for (size_t size = 0; size < dm1.size; size++) {
        assert_int_equal(load(dm1.data, size), TT_ERR_COMPRESSED_DATA);
    }
    size_t first = (size_t)game.map.packed_offset, last = first + game.map.packed.size;
    size_t refused = 0, silent = 0;
    for (size_t bit = 0; bit < 8 * dm1.size; bit++) {
        dm1.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        tt_status status = load(dm1.data, dm1.size);
        assert_true(status == TT_OK || status == TT_ERR_COMPRESSED_DATA);
        refused += status != TT_OK;
        if (bit / 8 >= first && bit / 8 < last && status == TT_OK) {
            assert_int_equal(last_sum, 0xe329e355);
            silent++;
        }
        dm1.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    print_message("%zu of %zu flipped bits refused, %zu without meaning\n", refused, 8 * dm1.size,
                  silent);
    assert_true(refused > 8 * game.map.packed.size && silent < 40);
    assert_int_equal(load(dm1.data, dm1.size), TT_OK);
}

static void made_maps(void **state)
{
    (void)state;
    map_plan plan;
    for (size_t i = 0; map_seed(i, &plan) != NULL; i++) {
        map_bytes file;
        map_make(&file, &plan);
        assert_int_equal(load(file.data, file.size), TT_OK);
        map_bytes_free(&file);
    }
    assert_int_equal(load((const uint8_t *)"DATA", 4), TT_ERR_COMPRESSED_DATA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dm1_is_known), cmocka_unit_test(tees_are_in_the_air),
        cmocka_unit_test(damaged),      cmocka_unit_test(made_maps),
        cmocka_unit_test(other_demos),  cmocka_unit_test(other_maps),
    };
    if (!tti_io_inflate_exists()) {
        return 77; /* skipped */
    }
    return cmocka_run_group_tests(tests, setup, teardown);
}
