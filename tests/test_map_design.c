/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/map_design.h: a map with every form of every item, decoded number by number. The
 * numbers are those of tests/support/map_zoo.c.
 */
#include "cm.h"

#include <stdio.h>
#include <stdlib.h>

#include "host_files.h"
#include "map/design.h"
#include "support/map_zoo.h"

static map_bytes file;
static tt_map_design design;

static void open_zoo(int32_t version, enum map_zoo_tangents tangents)
{
    tt_error error;
    map_bytes_free(&file);
    map_zoo(&file, version, tangents);
    assert_int_equal(tt_map_design_open(&design, (tt_bytes){file.data, file.size}, &error), TT_OK);
}

static int setup(void **state)
{
    (void)state;
    open_zoo(4, ZOO_NO_TANGENTS);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    map_bytes_free(&file);
    return 0;
}

static void counts(void **state)
{
    (void)state;
    assert_int_equal(design.version, 4);
    assert_int_equal(design.groups, ZOO_GROUPS);
    assert_int_equal(design.layers, ZOO_LAYERS);
    assert_int_equal(design.images, ZOO_IMAGES);
    assert_int_equal(design.envelopes, ZOO_ENVELOPES);
    assert_int_equal(design.game_group, ZOO_PLAYED);
    assert_int_equal(design.game, ZOO_GAME);
    assert_int_equal(design.teles, ZOO_TELES);
    assert_int_equal(design.speedups, ZOO_SPEEDUPS);
    assert_int_equal(design.front, ZOO_FRONT);
    assert_int_equal(design.switches, ZOO_SWITCHES);
    assert_int_equal(design.tunes, ZOO_TUNES);
}

static void check_group(uint32_t index, const int32_t numbers[11], const char *name)
{
    tt_map_group group;
    assert_int_equal(tt_map_design_group(&design, index, &group, NULL), TT_OK);
    const int32_t is[] = {group.offset_x,   group.offset_y,       group.parallax_x,
                          group.parallax_y, (int32_t)group.first, (int32_t)group.count,
                          group.clips,      group.clip_x,         group.clip_y,
                          group.clip_width, group.clip_height};
    for (size_t i = 0; i < 11; i++) {
        assert_int_equal(is[i], numbers[i]);
    }
    assert_string_equal(group.name, name);
}

static void groups(void **state)
{
    (void)state;
    check_group(ZOO_BACK, (int32_t[11]){-40, 50, 20, 30, 0, 2}, "");
    check_group(ZOO_CLIPPED, (int32_t[11]){0, 0, -100, 0, 2, 2, 1, -32, 64, 320, 160}, "");
    check_group(ZOO_PLAYED, (int32_t[11]){0, 0, 100, 100, 4, 6}, "Game");
    check_group(ZOO_LAST, (int32_t[11]){1, 2, 3, 4, 10, 2}, "");
    tt_map_group group;
    assert_int_equal(tt_map_design_group(&design, ZOO_GROUPS, &group, NULL), TT_ERR_ARGUMENT);
    assert_int_equal(group.count, 0);
}

static tt_map_layer layer_of(uint32_t index)
{
    tt_map_layer layer;
    assert_int_equal(tt_map_design_layer(&design, index, &layer, NULL), TT_OK);
    return layer;
}

static void layers_of_tiles(void **state)
{
    (void)state;
    tt_map_layer layer = layer_of(ZOO_OLD_TILES);
    assert_int_equal(layer.kind, TT_LAYER_TILES);
    assert_int_equal(layer.version, 2);
    assert_int_equal(layer.is_detail, 0);
    assert_string_equal(layer.name, "");
    assert_int_equal(layer.image, ZOO_OWN);
    assert_int_equal(layer.width, ZOO_WIDTH);
    assert_int_equal(layer.height, ZOO_HEIGHT);
    assert_int_equal(layer.plays, 0);
    assert_memory_equal(layer.color, "\xff\x00\x0a\x80", 4);
    assert_int_equal(layer.color_by.envelope, ZOO_COLOR);
    assert_int_equal(layer.color_by.offset, 250);
    assert_int_equal(layer.cell, 2);
    assert_int_equal(layer.size, 4 * ZOO_TILES);
    assert_int_equal(layer.kept, 2 * ZOO_TILES);
    layer = layer_of(ZOO_NAMED_TILES);
    assert_int_equal(layer.is_detail, 1);
    assert_string_equal(layer.name, "Deco");
    assert_int_equal(layer.image, ZOO_EXTERNAL);
    assert_int_equal(layer.color_by.envelope, -1); /* there is no 99 */
    layer = layer_of(ZOO_RUNS);
    assert_int_equal(layer.image, -1);
    assert_int_equal(layer.size, 2 * ZOO_TILES + 12);
}

static void layers_that_are_played(void **state)
{
    (void)state;
    static const struct {
        uint32_t layer;
        unsigned plays;
        uint32_t cell;
        const char *name;
    } rows[] = {
        {ZOO_GAME, TT_MAP_GAME, 2, ""},
        {ZOO_TELES, TT_MAP_TELE, 2, ""},
        {ZOO_SPEEDUPS, TT_MAP_SPEEDUP, 6, "Played"},
        {ZOO_FRONT, TT_MAP_FRONT, 2, "Played"},
        {ZOO_SWITCHES, TT_MAP_SWITCH, 4, "Played"},
        {ZOO_TUNES, TT_MAP_TUNE, 2, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_map_layer layer = layer_of(rows[i].layer);
        assert_int_equal(layer.plays, rows[i].plays);
        assert_int_equal(layer.cell, rows[i].cell);
        assert_int_equal(layer.kept, rows[i].cell * ZOO_TILES);
        assert_string_equal(layer.name, rows[i].name);
    }
}

static void other_layers(void **state)
{
    (void)state;
    tt_map_layer layer = layer_of(ZOO_OLD_QUADS);
    assert_int_equal(layer.kind, TT_LAYER_QUADS);
    assert_int_equal(layer.image, -1);
    assert_int_equal(layer.quads, 1);
    assert_int_equal(layer.size, 2 * TT_MAP_QUAD_SIZE + 4);
    assert_int_equal(layer.kept, 2 * TT_MAP_QUAD_SIZE); /* another layer may name both */
    layer = layer_of(ZOO_QUADS);
    assert_string_equal(layer.name, "Sky");
    assert_int_equal(layer.image, -1); /* there is no 77 */
    assert_int_equal(layer.quads, 2);  /* and no third one */
    assert_int_equal(layer.is_detail, 1);
    layer = layer_of(ZOO_SOUNDS);
    assert_int_equal(layer.kind, 10);
    assert_int_equal(layer.size, 0);
    assert_int_equal(tt_map_design_load(&design, &layer, NULL, 0, NULL, NULL, NULL), TT_OK);
    assert_int_equal(tt_map_design_layer(&design, ZOO_LAYERS, &layer, NULL), TT_ERR_ARGUMENT);
}

/* Unpacks a layer in a block of exactly the size, to be freed. */
static uint8_t *load(uint32_t index, tt_map_layer *layer)
{
    tt_error error;
    *layer = layer_of(index);
    uint8_t *memory = malloc(layer->size);
    assert_non_null(memory);
    assert_int_equal(tt_map_design_load(&design, layer, memory, layer->size - 1, map_inflate_stored,
                                        NULL, &error),
                     TT_ERR_SPACE);
    assert_int_equal(
        tt_map_design_load(&design, layer, memory, layer->size, map_inflate_stored, NULL, &error),
        TT_OK);
    return memory;
}

static void tiles(void **state)
{
    (void)state;
    static const uint32_t plain[] = {ZOO_OLD_TILES, ZOO_NAMED_TILES, ZOO_GAME,     ZOO_TELES,
                                     ZOO_SPEEDUPS,  ZOO_FRONT,       ZOO_SWITCHES, ZOO_TUNES};
    static const size_t stored[] = {4, 4, 4, 2, 6, 4, 4, 2};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        tt_map_layer layer;
        uint8_t *memory = load(plain[i], &layer);
        for (size_t j = 0; j < layer.kept; j++) {
            size_t at = j / layer.cell * stored[i] + j % layer.cell;
            assert_int_equal(memory[j], map_zoo_byte(plain[i], at));
        }
        free(memory);
    }
    tt_map_layer layer;
    uint8_t *memory = load(ZOO_RUNS, &layer);
    assert_memory_equal(memory, "\1\11\1\11\1\11\1\11\1\11\0\0\5\17\5\17\5\17\5\17\5\17\5\17", 24);
    free(memory);
}

static void quads(void **state)
{
    (void)state;
    tt_map_layer layer;
    tt_map_quad quad;
    uint8_t *memory = load(ZOO_QUADS, &layer);
    tti_map_design_quad(&design, memory, 0, &quad);
    assert_int_equal(quad.at[0].x, -5 * 1024);
    assert_int_equal(quad.at[0].y, -4 * 1024);
    assert_int_equal(quad.at[3].y, 2 * 1024);
    assert_int_equal(quad.pivot.x, 3 * 1024);
    assert_int_equal(quad.pivot.y, 4 * 1024);
    assert_memory_equal(quad.color[0], "\x00\x00\x00\x08", 4); /* -40, -24, -8, 8 */
    assert_memory_equal(quad.color[3], "\x98\xa8\xb8\xc8", 4);
    assert_int_equal(quad.texture[0].x, 2600);
    assert_int_equal(quad.texture[3].y, 3300);
    assert_int_equal(quad.position_by.envelope, -1); /* 3400 is none */
    assert_int_equal(quad.color_by.envelope, -1);
    assert_int_equal(quad.color_by.offset, 3700);
    tti_map_design_quad(&design, memory, 1, &quad);
    assert_int_equal(quad.at[1].x, -14);
    assert_int_equal(quad.position_by.envelope, ZOO_PLACE);
    assert_int_equal(quad.position_by.offset, 35 * -7);
    assert_int_equal(quad.color_by.envelope, ZOO_COLOR);
    assert_int_equal(quad.color_by.offset, 37 * -7);
    free(memory);
}

static void images(void **state)
{
    (void)state;
    tt_map_image image;
    tt_bytes name;
    uint8_t memory[32];
    assert_int_equal(tt_map_design_image(&design, ZOO_EXTERNAL, &image, NULL), TT_OK);
    assert_int_equal(image.width, 1024);
    assert_int_equal(image.height, 512);
    assert_int_equal(image.is_external, 1);
    assert_int_equal(image.data, -1);
    assert_int_equal(image.size, 0);
    assert_int_equal(tt_map_design_string(&design, image.name, memory, sizeof memory,
                                          map_inflate_stored, NULL, &name, NULL),
                     TT_OK);
    assert_int_equal(name.size, 10);
    assert_memory_equal(name.data, "grass_main", 10);
    assert_int_equal(tt_map_design_string(&design, image.name, memory, 10, map_inflate_stored, NULL,
                                          &name, NULL),
                     TT_ERR_SPACE); /* for the NUL */
    assert_int_equal(name.size, 0);
    assert_int_equal(tt_map_design_string(&design, -1, NULL, 0, NULL, NULL, &name, NULL), TT_OK);
    assert_int_equal(name.size, 0);

    assert_int_equal(tt_map_design_image(&design, ZOO_OWN, &image, NULL), TT_OK);
    assert_int_equal(image.is_external, 0);
    assert_int_equal(image.width, 2);
    assert_int_equal(image.height, 2);
    assert_int_equal(image.size, 18);
    size_t size = 0;
    assert_int_equal(tt_map_design_data_size(&design, image.data, &size, NULL), TT_OK);
    assert_int_equal(size, 18);
    assert_int_equal(
        tt_map_design_data(&design, image.data, memory, 18, map_inflate_stored, NULL, NULL), TT_OK);
    assert_memory_equal(memory, "\1\2\3\4\xff\0\0\xff", 8);
    assert_int_equal(
        tt_map_design_data(&design, image.data, memory, 17, map_inflate_stored, NULL, NULL),
        TT_ERR_SPACE);
    assert_int_equal(tt_map_design_image(&design, ZOO_RGBA, &image, NULL), TT_OK);
    assert_int_equal(image.size, 16);
    assert_int_equal(tt_map_design_image(&design, ZOO_RGB, &image, NULL), TT_ERR_MAP_IMAGE);
    assert_int_equal(image.data, -1);
    assert_int_not_equal(image.name, -1); /* it may lie outside of the map */
    assert_int_equal(tt_map_design_image(&design, ZOO_IMAGES, &image, NULL), TT_ERR_ARGUMENT);
    assert_int_equal(tt_map_design_data_size(&design, 1000, &size, NULL), TT_ERR_MAP_DATA);
    assert_int_equal(size, 0);
}

/* Version 3 is not packed: nobody is asked to unpack. */
static void version_3(void **state)
{
    open_zoo(3, ZOO_NO_TANGENTS);
    assert_int_equal(design.version, 3);
    design.version = 4;
    counts(state);
    tt_map_layer layer = layer_of(ZOO_OLD_TILES);
    uint8_t memory[4 * ZOO_TILES];
    assert_int_equal(tt_map_design_load(&design, &layer, memory, sizeof memory, NULL, NULL, NULL),
                     TT_OK);
    assert_int_equal(memory[2], map_zoo_byte(ZOO_OLD_TILES, 4));
    open_zoo(4, ZOO_NO_TANGENTS);
}

/* The game layer of map.h is the one here. */
static void same_as_map(void **state)
{
    (void)state;
    tt_map map;
    tt_map_layer layer;
    uint8_t numbers[4 * ZOO_TILES], *memory = load(ZOO_GAME, &layer);
    assert_int_equal(tt_map_open(&map, (tt_bytes){file.data, file.size}, NULL), TT_OK);
    assert_int_equal(map.width, layer.width);
    assert_int_equal(map.height, layer.height);
    assert_int_equal(map.layers, 0x3f);
    assert_int_equal(tt_map_load(&map, numbers, sizeof numbers, map_inflate_stored, NULL, NULL),
                     TT_OK);
    for (size_t i = 0; i < ZOO_TILES; i++) {
        assert_int_equal(map.tiles[i], memory[2 * i]);
    }
    free(memory);
}

static void seeds(void **state)
{
    (void)state;
    const char *name;
    map_bytes seed;
    for (size_t i = 0; (name = map_zoo_seed(i, &seed)) != NULL; i++) {
        char path[sizeof TT_SOURCE_DIR + 64];
        size_t size;
        snprintf(path, sizeof path, TT_SOURCE_DIR "/fuzz/corpus/map_design/%s", name);
        if (getenv("TT_WRITE_SEEDS") != NULL) {
            host_files_write(path, seed.data, seed.size);
        }
        unsigned char *is = host_files_read(path, &size);
        assert_int_equal(size, seed.size);
        assert_memory_equal(is, seed.data, size);
        free(is);
        map_bytes_free(&seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),          cmocka_unit_test(groups),
        cmocka_unit_test(layers_of_tiles), cmocka_unit_test(layers_that_are_played),
        cmocka_unit_test(other_layers),    cmocka_unit_test(tiles),
        cmocka_unit_test(quads),           cmocka_unit_test(images),
        cmocka_unit_test(version_3),       cmocka_unit_test(same_as_map),
        cmocka_unit_test(seeds),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
