/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/map_design.h with damaged maps: every cut, every flipped bit and numbers that
 * lie, bombs and counts without bound; what is damaged is refused alone. With TT_MAPS all maps in
 * that folder are read to the last pixel, without an error.
 */
#include "host/posix.h"

#include "cm.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "host/inside.h"
#include "host_files.h"
#include "map/design.h"
#include "support/map_zoo.h"
#include "teetape/io/inflate.h"
#include "teetape/io/path.h"
#include "teetape/io/walk.h"

/* What was read of a file. */
typedef struct sum {
    size_t refused, tiles, quads, pixels, strings;
} sum;

static tt_map_inflate_fn *inflate = map_inflate_stored;

/* Memory of exactly the size, so that a sanitizer sees what goes beyond. */
static uint8_t *block(size_t size)
{
    uint8_t *memory = malloc(size + (size == 0));
    assert_non_null(memory);
    return memory;
}

static int is_good(tt_status status, const tt_error *error, sum *s)
{
    if (status == TT_OK) {
        return 1;
    }
    assert_true(status <= TT_ERR_MAP_ITEM && status >= TT_ERR_MAP_IMAGE);
    assert_int_equal(error->status, status);
    s->refused++;
    return 0;
}

static void read_layer(const tt_map_design *design, uint32_t index, sum *s)
{
    tt_map_layer layer;
    tt_error error;
    if (!is_good(tt_map_design_layer(design, index, &layer, &error), &error, s)) {
        assert_int_equal(layer.size, 0);
        return;
    }
    assert_true(layer.kept <= layer.size);
    assert_true(layer.image >= -1 && layer.image < (int32_t)design->images);
    uint8_t *memory = block(layer.size);
    tt_status status =
        tt_map_design_load(design, &layer, memory, layer.size, inflate, NULL, &error);
    if (is_good(status, &error, s)) {
        for (uint32_t i = 0; i < layer.quads; i++) {
            tt_map_quad quad;
            int32_t values[4];
            tti_map_design_quad(design, memory, i, &quad);
            tti_map_design_position(design, quad.position_by, 20000 * (int64_t)i, values);
            tti_map_design_color(design, quad.color_by, 20000 * (int64_t)i, values);
        }
        s->quads += layer.quads;
        s->tiles += layer.kind == TT_LAYER_TILES ? layer.kept / layer.cell : 0;
    }
    free(memory);
}

static void read_groups(const tt_map_design *design, sum *s)
{
    uint64_t visits = 0;
    for (uint32_t i = 0; i < design->groups; i++) {
        tt_map_group group;
        tt_error error;
        if (is_good(tt_map_design_group(design, i, &group, &error), &error, s)) {
            assert_true(group.first + group.count <= design->layers);
            visits += group.count;
        }
    }
    assert_true(visits <= 4 * TT_MAP_ITEMS_MAX);
}

static void read_image(const tt_map_design *design, uint32_t index, sum *s)
{
    tt_map_image image;
    tt_error error;
    tt_bytes name;
    uint8_t text[256];
    int is_there = is_good(tt_map_design_image(design, index, &image, &error), &error, s);
    if (image.name != -1 && tt_map_design_string(design, image.name, text, sizeof text, inflate,
                                                 NULL, &name, NULL) == TT_OK) {
        s->strings += name.size > 0;
    }
    if (is_there && image.data != -1) {
        uint8_t *pixels = block(image.size);
        if (is_good(
                tt_map_design_data(design, image.data, pixels, image.size, inflate, NULL, &error),
                &error, s)) {
            s->pixels += (size_t)image.width * (size_t)image.height;
        }
        free(pixels);
    }
}

/* Reads all that there is; an answer to every call. */
static tt_status read_all(const uint8_t *data, size_t size, sum *s)
{
    tt_map_design design;
    tt_error error = {TT_OK, 0, NULL};
    uint8_t *copy = block(size);
    tti_copy(copy, data, size);
    *s = (sum){0, 0, 0, 0, 0};
    tt_status status = tt_map_design_open(&design, (tt_bytes){copy, size}, &error);
    if (status != TT_OK) {
        assert_int_equal(error.status, status);
        assert_true(error.offset <= size);
        assert_int_equal(design.groups + design.layers + design.images + design.envelopes, 0);
    }
    read_groups(&design, s);
    for (uint32_t i = 0; i < design.layers; i++) {
        read_layer(&design, i, s);
    }
    for (uint32_t i = 0; i < design.images; i++) {
        read_image(&design, i, s);
    }
    for (uint32_t i = 0; i < design.envelopes; i++) {
        int32_t color[4];
        tti_map_design_color(&design, (tt_map_animation){(int32_t)i, 0}, 1000000, color);
    }
    free(copy);
    return status;
}

static void whole(void **state)
{
    (void)state;
    map_bytes file;
    sum s;
    for (size_t i = 0; map_zoo_seed(i, &file) != NULL; i++) {
        assert_int_equal(read_all(file.data, file.size, &s), TT_OK);
        assert_int_equal(s.refused, 1); /* the image without alpha */
        assert_int_equal(s.tiles, 9 * ZOO_TILES);
        assert_int_equal(s.quads, 3);
        assert_int_equal(s.pixels, 8);
        assert_int_equal(s.strings, 4);
        map_bytes_free(&file);
    }
}

static void every_cut(void **state)
{
    (void)state;
    map_bytes file;
    sum s;
    for (size_t i = 0; map_zoo_seed(i, &file) != NULL; i++) {
        for (size_t size = 0; size < file.size; size++) {
            assert_int_equal(read_all(file.data, size, &s),
                             size < 4 ? TT_ERR_MAP_MAGIC : TT_ERR_MAP_END);
        }
        map_bytes_free(&file);
    }
}

static void every_bit(void **state)
{
    (void)state;
    map_bytes file;
    sum s;
    size_t refused = 0;
    for (size_t i = 0; map_zoo_seed(i, &file) != NULL; i++) {
        for (size_t bit = 0; bit < 8 * file.size; bit++) {
            file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
            (void)read_all(file.data, file.size, &s);
            refused += s.refused > 1;
            file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        map_bytes_free(&file);
    }
    assert_true(refused > 0);
}

/* Replaces every number by those that tend to hurt. No result is asserted, since a lie may be as
 * good as the truth: only a sanitizer or a crash makes this test fail. Other builds try every 31st
 * number. */
static void numbers_that_lie(void **state)
{
    (void)state;
    static const uint32_t lies[] = {0,          1,          2,          0x7fffffff, 0x80000000,
                                    0xffffffff, 0x00100000, 0x0000ffff, 0x3fffffff};
    map_bytes file;
    sum s;
    for (size_t i = 0; map_zoo_seed(i, &file) != NULL; i++) {
        for (size_t at = 0; at + 4 <= file.size; at += 4 * (size_t)SANITIZER_STEP) {
            uint32_t truth = tti_load_le32(file.data + at);
            for (size_t lie = 0; lie < sizeof lies / sizeof lies[0]; lie++) {
                tti_store_le32(file.data + at, lies[lie]);
                (void)read_all(file.data, file.size, &s);
            }
            tti_store_le32(file.data + at, truth);
        }
        map_bytes_free(&file);
    }
}

/* Finds the ints of item `index` of a type in a file of one of the above. */
static size_t item_of(const map_bytes *file, uint32_t type, uint32_t index)
{
    size_t types = tti_load_le32(file->data + 16), items = tti_load_le32(file->data + 20);
    size_t data = tti_load_le32(file->data + 24), at = 36 + 12 * types;
    size_t begin = at + 4 * items + 8 * data;
    for (size_t i = 0; i < types; i++) {
        if (tti_load_le32(file->data + 36 + 12 * i) == type) {
            size_t row = tti_load_le32(file->data + 40 + 12 * i) + index;
            return begin + tti_load_le32(file->data + at + 4 * row) + 8;
        }
    }
    fail();
    return 0;
}

/* One thing is damaged: it alone is refused, and the game layer is there, in map.h, too. */
static void damage_is_alone(void **state)
{
    (void)state;
    static const struct {
        uint32_t type, index, number;
        uint32_t lie;
        size_t refused;
    } rows[] = {
        {4, ZOO_BACK, 5, 12, 2},              /* a group of layers that are not there */
        {4, ZOO_LAST, 6, 0x7fffffff, 2},      /* and of many */
        {5, ZOO_OLD_TILES, 4, 0, 2},          /* no width */
        {5, ZOO_OLD_TILES, 4, 0x7fffffff, 2}, /* too much */
        {5, ZOO_OLD_TILES, 5, 4, 2},          /* not of this height */
        {5, ZOO_NAMED_TILES, 14, 1000, 2},    /* no such data */
        {5, ZOO_RUNS, 5, 2, 2},               /* more runs than tiles */
        {5, ZOO_QUADS, 5, 0xffffffff, 2},     /* no such data */
        {5, ZOO_QUADS, 4, 0x7fffffff, 1},     /* fewer quads than that: those there are */
        {5, ZOO_QUADS, 4, 0xffffffff, 1},     /* none at all */
        {5, ZOO_TELES, 4, 2, 2},              /* smaller than the game layer */
        {5, ZOO_SWITCHES, 21, 0xffffffff, 2}, /* without data */
        {2, ZOO_OWN, 1, 16385, 2},            /* too wide */
        {2, ZOO_OWN, 1, 3, 2},                /* fewer pixels */
        {2, ZOO_OWN, 2, 0x80000000, 2},       /* less than none */
        {3, ZOO_PLACE, 3, 0x7fffffff, 1},     /* points up to the last that there is */
        {3, ZOO_PLACE, 2, 0x80000000, 1},     /* and none */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        map_bytes file;
        sum s;
        tt_map map;
        map_zoo(&file, 4, ZOO_NO_TANGENTS);
        size_t at = item_of(&file, rows[i].type, rows[i].index) + (size_t)4 * rows[i].number;
        tti_store_le32(file.data + at, rows[i].lie);
        assert_int_equal(read_all(file.data, file.size, &s), TT_OK);
        if (s.refused != rows[i].refused) {
            fail_msg("row %zu: %zu refused", i, s.refused);
        }
        assert_int_equal(tt_map_open(&map, (tt_bytes){file.data, file.size}, NULL), TT_OK);
        assert_int_equal(map.width, ZOO_WIDTH);
        map_bytes_free(&file);
    }
}

/* Items that are too short or lie elsewhere, even where the game layer's would be first. */
static void items_cut_short(void **state)
{
    (void)state;
    static const uint32_t types[] = {2, 3, 4, 5},
                          counts[] = {ZOO_IMAGES, ZOO_ENVELOPES, ZOO_GROUPS, ZOO_LAYERS};
    for (size_t type = 0; type < 4; type++) {
        for (uint32_t index = 0; index < counts[type]; index++) {
            map_bytes file;
            sum s;
            tt_map map;
            map_zoo(&file, 4, ZOO_NO_TANGENTS);
            tti_store_le32(file.data + item_of(&file, types[type], index) - 4, 2 * 4);
            assert_int_equal(read_all(file.data, file.size, &s), TT_OK);
            assert_true(s.refused >= 1);
            tt_status status = tt_map_open(&map, (tt_bytes){file.data, file.size}, NULL);
            int is_game = (types[type] == 5 && index == ZOO_GAME) ||
                          (types[type] == 4 && index == ZOO_PLAYED);
            assert_int_equal(status, is_game ? TT_ERR_MAP_ITEM : TT_OK);
            map_bytes_free(&file);
        }
    }
}

/* Data that says to be gibibytes is refused before anybody makes room for it. */
static void bombs(void **state)
{
    (void)state;
    map_bytes file;
    tt_map_design design;
    tt_map_layer layer;
    tt_map_image image;
    size_t size;
    map_zoo(&file, 4, ZOO_NO_TANGENTS);
    size_t types = tti_load_le32(file.data + 16), items = tti_load_le32(file.data + 20);
    size_t data = tti_load_le32(file.data + 24), sizes = 36 + 12 * types + 4 * items + 4 * data;
    for (size_t i = 0; i < data; i++) {
        tti_store_le32(file.data + sizes + 4 * i, 0x7fffffff);
    }
    tti_store_le32(file.data + item_of(&file, 5, ZOO_OLD_TILES) + 16, 1 << 14);
    tti_store_le32(file.data + item_of(&file, 5, ZOO_OLD_TILES) + 20, 1 << 14);
    assert_int_equal(tt_map_design_open(&design, (tt_bytes){file.data, file.size}, NULL), TT_OK);
    for (uint32_t i = 0; i < ZOO_LAYERS; i++) {
        assert_int_equal(tt_map_design_layer(&design, i, &layer, NULL),
                         i == ZOO_SOUNDS ? TT_OK : TT_ERR_MAP_RATIO);
        assert_int_equal(layer.size, 0);
    }
    assert_int_equal(tt_map_design_image(&design, ZOO_OWN, &image, NULL), TT_ERR_MAP_RATIO);
    assert_int_equal(tt_map_design_data_size(&design, image.name, &size, NULL), TT_ERR_MAP_RATIO);
    map_bytes_free(&file);
}

static void all_maps(void **state)
{
    (void)state;
    tt_io_list maps = {0};
    const char *folder = getenv("TT_MAPS");
    if (folder == NULL || !tti_io_inflate_exists()) {
        skip();
    }
    assert_true(tt_io_walk(&maps, &folder, 1, true, NULL, NULL));
    assert_true(maps.count > 0);
    inflate = tt_io_inflate;
    for (size_t i = 0; i < maps.count; i++) {
        const char *path = maps.entries[i].path;
        size_t size;
        sum s;
        if (!tt_io_ending_is(tt_bytes_of(path), ".map")) {
            continue;
        }
        unsigned char *file = host_files_read(path, &size);
        tt_status status = read_all(file, size, &s);
        print_message("%s: %zu tiles, %zu quads, %zu pixels, %zu names\n", path, s.tiles, s.quads,
                      s.pixels, s.strings);
        assert_int_equal(status, TT_OK);
        assert_int_equal(s.refused, 0);
        assert_true(s.tiles > 0);
        free(file);
    }
    inflate = map_inflate_stored;
    tt_io_list_free(&maps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole),           cmocka_unit_test(every_cut),
        cmocka_unit_test(every_bit),       cmocka_unit_test(numbers_that_lie),
        cmocka_unit_test(damage_is_alone), cmocka_unit_test(items_cut_short),
        cmocka_unit_test(bombs),           cmocka_unit_test(all_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
