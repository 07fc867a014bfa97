/* SPDX-License-Identifier: MIT
 *
 * Tests of opening and loading maps (teetape/map.h): every plan of the generator comes back; every
 * cut, every flipped bit and sizes that lie are refused with a reason or read; the seeds of
 * fuzz_map are those of the generator.
 */
#include "cm.h"
#include "map/map.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "host_files.h"
#include "support/map_make.h"

/* Offsets in the header of a file. */
enum {
    VERSION = 4,
    TYPES = 16,
    ITEMS = 20,
    DATA = 24,
    ITEM_SIZE = 28,
    DATA_SIZE = 32,
    TABLES = 36
};

/* Opens and loads with a block of exactly the size that is wanted, so that a sanitizer sees what
 * goes beyond. The tiles are to be freed. */
static tt_status read_all(tt_map *map, tt_bytes file, uint8_t **tiles, tt_error *error)
{
    *tiles = NULL;
    tt_status status = tt_map_open(map, file, error);
    if (status != TT_OK) {
        return status;
    }
    size_t size = tt_map_game_size(map);
    *tiles = malloc(size);
    assert_non_null(*tiles);
    return tt_map_load(map, *tiles, size, map_inflate_stored, NULL, error);
}

static void compare(const tt_map *map, const map_plan *plan)
{
    assert_int_equal(map->width, plan->width);
    assert_int_equal(map->height, plan->height);
    assert_int_equal(map->version, plan->version != 0 ? plan->version : 4);
    assert_int_equal(map->layers, TT_MAP_GAME | plan->others);
    for (int32_t row = 0; row < plan->height; row++) {
        for (int32_t column = 0; column < plan->width; column++) {
            assert_int_equal(map->tiles[row * plan->width + column],
                             map_plan_tile(plan, column, row));
        }
    }
}

static void check_plan(const map_plan *plan)
{
    map_bytes file;
    tt_map map;
    tt_error error;
    uint8_t *tiles;
    map_make(&file, plan);
    assert_int_equal(read_all(&map, (tt_bytes){file.data, file.size}, &tiles, &error), TT_OK);
    compare(&map, plan);
    size_t size = tt_map_game_size(&map);
    assert_true(size >= (size_t)plan->width * (size_t)plan->height);
    assert_int_equal(tt_map_load(&map, tiles, size - 1, map_inflate_stored, NULL, &error),
                     TT_ERR_SPACE);
    assert_null(map.tiles);
    assert_int_equal(tt_map_load(&map, tiles, size, map_inflate_stored, NULL, NULL), TT_OK);
    compare(&map, plan);
    free(tiles);
    map_bytes_free(&file);
}

static void plans(void **state)
{
    (void)state;
    map_plan plan;
    for (size_t i = 0; map_seed(i, &plan) != NULL; i++) {
        check_plan(&plan);
    }
}

static void random_plans(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 300; i++) {
        uint8_t tiles[600];
        uint32_t kinds = 1 + random_next(&seed) % 4, session = 1 + random_next(&seed) % 200;
        for (size_t j = 0; j < sizeof tiles; j++) {
            int is_same = j > 0 && random_next(&seed) % session != 0;
            tiles[j] = (uint8_t)(is_same ? tiles[j - 1] : random_next(&seed) % kinds * 85);
        }
        map_plan plan = {.version = 3 + (i & 1), .skips = i >> 1 & 1, .tiles = tiles};
        plan.width = 1 + (int32_t)(random_next(&seed) % 30);
        plan.height = 1 + (int32_t)(random_next(&seed) % 20);
        plan.others = random_next(&seed) & 0x3e;
        plan.games = (int)(random_next(&seed) % 3);
        plan.quads = (int)(random_next(&seed) % 2);
        check_plan(&plan);
    }
}

/* Reads what may be damaged: in a block of its own, and an answer either way. */
static tt_status try(const uint8_t *data, size_t size)
{
    tt_map map;
    tt_error error = {TT_OK, 0, NULL};
    uint8_t *tiles, *copy = malloc(size + (size == 0));
    assert_non_null(copy);
    tti_copy(copy, data, size);
    tt_status status = read_all(&map, (tt_bytes){copy, size}, &tiles, &error);
    if (status != TT_OK) {
        assert_true(status <= TT_ERR_MAP_MAGIC && status >= TT_ERR_MAP_INFLATE);
        assert_int_equal(error.status, status);
        assert_string_equal(error.what, tt_status_text(status));
        assert_true(error.offset <= size);
        assert_null(map.tiles);
    } else {
        unsigned sum = 0;
        for (int32_t i = 0; i < map.width * map.height; i++) {
            sum += map.tiles[i];
        }
        assert_true(sum <= 255u * (unsigned)(map.width * map.height));
    }
    free(tiles);
    free(copy);
    return status;
}

static void every_cut(void **state)
{
    (void)state;
    map_plan plan;
    for (size_t i = 0; map_seed(i, &plan) != NULL; i++) {
        map_bytes file;
        map_make(&file, &plan);
        for (size_t size = 0; size < file.size; size++) {
            assert_int_equal(try(file.data, size), size < 4 ? TT_ERR_MAP_MAGIC : TT_ERR_MAP_END);
        }
        assert_int_equal(try(file.data, file.size), TT_OK);
        map_bytes_free(&file);
    }
}

/* Many bytes are of no interest to this reader, so most files are read all the same. */
static void every_bit(void **state)
{
    (void)state;
    map_plan plan;
    size_t seen[1 + TT_ERR_MAP_MAGIC - TT_ERR_MAP_INFLATE] = {0}, good = 0;
    for (size_t i = 0; map_seed(i, &plan) != NULL; i++) {
        map_bytes file;
        map_make(&file, &plan);
        for (size_t bit = 0; bit < 8 * file.size; bit++) {
            file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
            tt_status status = try(file.data, file.size);
            if (status == TT_OK) {
                good++;
            } else {
                seen[TT_ERR_MAP_MAGIC - status]++;
            }
            file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        map_bytes_free(&file);
    }
    assert_true(good > 0);
    for (size_t i = 0; i < sizeof seen / sizeof seen[0]; i++) {
        tt_status status = (tt_status)(TT_ERR_MAP_MAGIC - (int)i);
        if (seen[i] == 0 && status != TT_ERR_MAP_RATIO) { /* takes two numbers that agree */
            fail_msg("never seen: %s", tt_status_name(status));
        }
    }
}

/* Every 32-bit number of a file is replaced by numbers that tend to hurt. */
static void numbers_that_lie(void **state)
{
    (void)state;
    static const uint32_t lies[] = {0,          1,          2,          0x7fffffff, 0x80000000,
                                    0xffffffff, 0xfffffffc, 0x10000000, 0x00100000, 0x00100001,
                                    0x3fffffff, 0x0000ffff, 0x00010000, 0x40000000, 35};
    map_plan plan;
    for (size_t i = 0; map_seed(i, &plan) != NULL; i++) {
        map_bytes file;
        map_make(&file, &plan);
        for (size_t at = 0; at + 4 <= file.size; at += 4) {
            uint32_t truth = tti_load_le32(file.data + at);
            for (size_t lie = 0; lie < sizeof lies / sizeof lies[0]; lie++) {
                tti_store_le32(file.data + at, lies[lie]);
                try(file.data, file.size);
            }
            tti_store_le32(file.data + at, truth);
        }
        map_bytes_free(&file);
    }
}

/* Puts a number into a small map: what then comes of it. */
static tt_status with(const map_plan *plan, size_t offset, uint32_t number)
{
    map_bytes file;
    map_make(&file, plan);
    assert_true(offset + 4 <= file.size);
    tti_store_le32(file.data + offset, number);
    tt_status status = try(file.data, file.size);
    map_bytes_free(&file);
    return status;
}

/* In a map of one layer: 3 types, 3 items, 1 piece of data. Then come the items: version (3 ints),
 * group (17 ints), layer (25 ints). */
enum {
    TYPE_LAYER = TABLES + 2 * 12,
    ITEM_OFFSETS = TABLES + 3 * 12,
    DATA_OFFSET = ITEM_OFFSETS + 3 * 4,
    DATA_UNPACKED = DATA_OFFSET + 4,
    ITEMS_BEGIN = DATA_UNPACKED + 4,
    GROUP = ITEMS_BEGIN + 12 + 8,
    LAYER = GROUP + 60 + 8
};

static void reasons(void **state)
{
    (void)state;
    const map_plan plan = {.width = 6, .height = 4};
    assert_int_equal(with(&plan, 0, 0x41544100), TT_ERR_MAP_MAGIC);
    assert_int_equal(with(&plan, VERSION, 2), TT_ERR_MAP_VERSION);
    assert_int_equal(with(&plan, VERSION, 5), TT_ERR_MAP_VERSION);
    assert_int_equal(with(&plan, VERSION, 4), TT_OK);
    assert_int_equal(with(&plan, TYPES, (uint32_t)-1), TT_ERR_MAP_HEADER);
    assert_int_equal(with(&plan, ITEMS, TT_MAP_ITEMS_MAX + 1), TT_ERR_MAP_HEADER);
    assert_int_equal(with(&plan, ITEMS, TT_MAP_ITEMS_MAX), TT_ERR_MAP_END);
    assert_int_equal(with(&plan, DATA, 1000), TT_ERR_MAP_END);
    assert_int_equal(with(&plan, ITEM_SIZE, 0x80000000), TT_ERR_MAP_HEADER);
    assert_int_equal(with(&plan, DATA_SIZE, 0x7fffffff), TT_ERR_MAP_END);
    assert_int_equal(with(&plan, DATA_SIZE, 10), TT_ERR_MAP_INFLATE);
    assert_int_equal(with(&plan, TYPE_LAYER, 9), TT_ERR_MAP_GROUP);
    assert_int_equal(with(&plan, TYPE_LAYER + 4, 3), TT_ERR_MAP_ITEM);
    assert_int_equal(with(&plan, TYPE_LAYER + 8, 0xffffffff), TT_ERR_MAP_ITEM);
    assert_int_equal(with(&plan, ITEM_OFFSETS + 8, 0xfffffff0), TT_ERR_MAP_ITEM);
    assert_int_equal(with(&plan, DATA_OFFSET, 0x7fffffff), TT_ERR_MAP_DATA);
    assert_int_equal(with(&plan, DATA_UNPACKED, 6 * 4 * 4 - 4), TT_ERR_MAP_TILES);
    assert_int_equal(with(&plan, GROUP + 4 * 5, 2), TT_ERR_MAP_GROUP);
    assert_int_equal(with(&plan, GROUP + 4 * 6, 2), TT_ERR_MAP_GROUP);
    assert_int_equal(with(&plan, GROUP + 4 * 6, 0), TT_ERR_MAP_NO_GAME);
    assert_int_equal(with(&plan, LAYER - 4, 14 * 4), TT_ERR_MAP_ITEM);
    assert_int_equal(with(&plan, LAYER - 4, 15 * 4), TT_OK);
    assert_int_equal(with(&plan, LAYER + 4 * 1, 3), TT_ERR_MAP_NO_GAME);
    assert_int_equal(with(&plan, LAYER + 4 * 3, 4), TT_OK); /* runs of one tile */
    assert_int_equal(with(&plan, LAYER + 4 * 4, 0), TT_ERR_MAP_LAYER);
    assert_int_equal(with(&plan, LAYER + 4 * 4, 0x7fffffff), TT_ERR_MAP_LAYER);
    assert_int_equal(with(&plan, LAYER + 4 * 4, 7), TT_ERR_MAP_TILES);
    assert_int_equal(with(&plan, LAYER + 4 * 6, 2), TT_ERR_MAP_NO_GAME);
    assert_int_equal(with(&plan, LAYER + 4 * 14, 1), TT_ERR_MAP_DATA);
    assert_int_equal(with(&plan, LAYER + 4 * 14, 0xffffffff), TT_ERR_MAP_DATA);
    const map_plan runs = {.width = 6, .height = 4, .skips = 1};
    assert_int_equal(with(&runs, LAYER + 4 * 4, 5), TT_ERR_MAP_TILES);
    assert_int_equal(with(&runs, LAYER + 4 * 4, 7), TT_ERR_MAP_TILES);
    assert_int_equal(with(&runs, LAYER + 4 * 4, 1 << 20), TT_ERR_MAP_TILES);
}

/* Bytes that would be gibibytes are refused before anybody makes room for them. */
static void bombs(void **state)
{
    (void)state;
    map_bytes file;
    map_plan plan = {.width = 6, .height = 4};
    for (plan.skips = 0; plan.skips < 2; plan.skips++) {
        map_make(&file, &plan);
        tti_store_le32(file.data + LAYER + 4 * 4, 1 << 14);
        tti_store_le32(file.data + LAYER + 4 * 5, 1 << 14);
        tti_store_le32(file.data + DATA_UNPACKED, 1 << 30);
        assert_int_equal(try(file.data, file.size), TT_ERR_MAP_RATIO);
        tti_store_le32(file.data + LAYER + 4 * 4, (1 << 14) + 1);
        assert_int_equal(try(file.data, file.size), TT_ERR_MAP_LAYER);
        map_bytes_free(&file);
    }
}

/* Groups of many layers, many times: looked at up to a bound, then refused. */
static void many_groups(void **state)
{
    (void)state;
    const uint32_t groups = 4096, layers = 4096, data = 0;
    const uint32_t group_size = 8 + 7 * 4, layer_size = 8 + 3 * 4;
    uint32_t tables = 2 * 12 + 4 * (groups + layers);
    uint32_t items = groups * group_size + layers * layer_size;
    uint8_t *file = calloc(1, TABLES + tables + items), *at = file + TABLES;
    assert_non_null(file);
    const uint32_t head[] = {4, 0, 0, 2, groups + layers, data, items, 0};
    memcpy(file, "DATA", 4);
    for (size_t i = 0; i < 8; i++) {
        tti_store_le32(file + VERSION + 4 * i, head[i]);
    }
    const uint32_t types[] = {4, 0, groups, 5, groups, layers};
    for (size_t i = 0; i < 6; i++, at += 4) {
        tti_store_le32(at, types[i]);
    }
    for (uint32_t i = 0; i < groups + layers; i++, at += 4) {
        tti_store_le32(at, i < groups ? i * group_size
                                      : groups * group_size + (i - groups) * layer_size);
    }
    for (uint32_t i = 0; i < groups; i++, at += group_size) {
        tti_store_le32(at + 4, 7 * 4);
        tti_store_le32(at + 8 + 4 * 6, layers);
    }
    for (uint32_t i = 0; i < layers; i++, at += layer_size) {
        tti_store_le32(at + 4, 3 * 4);
    }
    assert_int_equal(try(file, TABLES + tables + items), TT_ERR_MAP_GROUP);
    free(file);
}

static int refuse(void *user, uint8_t *dst, size_t dst_size, tt_bytes packed)
{
    (void)dst;
    (void)packed;
    *(size_t *)user = dst_size;
    return -1;
}

static void inflate_says_no(void **state)
{
    (void)state;
    const map_plan plan = {.width = 6, .height = 4};
    map_bytes file;
    tt_map map;
    tt_error error;
    uint8_t memory[6 * 4 * 4];
    size_t asked = 0;
    map_make(&file, &plan);
    assert_int_equal(tt_map_open(&map, (tt_bytes){file.data, file.size}, NULL), TT_OK);
    assert_int_equal(tt_map_game_size(&map), sizeof memory);
    assert_int_equal(tt_map_load(&map, memory, sizeof memory, refuse, &asked, &error),
                     TT_ERR_MAP_INFLATE);
    assert_int_equal(asked, sizeof memory);
    assert_null(map.tiles);
    assert_int_equal(tti_map_tile(&map, 0, 0), TT_TILE_AIR);
    map_bytes_free(&file);
}

static void seeds(void **state)
{
    (void)state;
    map_plan plan;
    const char *name;
    for (size_t i = 0; (name = map_seed(i, &plan)) != NULL; i++) {
        char path[sizeof TT_SOURCE_DIR + 64];
        map_bytes file;
        size_t size;
        map_make(&file, &plan);
        snprintf(path, sizeof path, TT_SOURCE_DIR "/fuzz/corpus/map/%s", name);
        if (getenv("TT_WRITE_SEEDS") != NULL) {
            host_files_write(path, file.data, file.size);
        }
        unsigned char *seed = host_files_read(path, &size);
        assert_int_equal(size, file.size);
        assert_memory_equal(seed, file.data, size);
        free(seed);
        map_bytes_free(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans),
        cmocka_unit_test(random_plans),
        cmocka_unit_test(every_cut),
        cmocka_unit_test(every_bit),
        cmocka_unit_test(numbers_that_lie),
        cmocka_unit_test(reasons),
        cmocka_unit_test(bombs),
        cmocka_unit_test(many_groups),
        cmocka_unit_test(inflate_says_no),
        cmocka_unit_test(seeds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
