/* SPDX-License-Identifier: MIT
 *
 * Makes the map with everything.
 */
#include "support/map_zoo.h"

#include "base/mem.h"
#include "teetape/string.h"
#include "teetape/uuid.h"

enum {
    TYPE_VERSION,
    TYPE_INFO,
    TYPE_IMAGE,
    TYPE_ENVELOPE,
    TYPE_GROUP,
    TYPE_LAYER,
    TYPE_POINTS,
    TYPE_TANGENTS = 0x8001,
    TYPE_UUID = 65535
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

uint8_t map_zoo_byte(uint32_t layer, size_t at)
{
    return (uint8_t)(layer * 31 + at * 7 + at / 5);
}

static int32_t put_text(map_build *m, const char *text)
{
    return map_build_data(m, text, tti_strlen(text) + 1);
}

static void put_images(map_build *m)
{
    static const uint8_t pixels[18] = {1, 2, 3, 4, 255, 0, 0, 255, 0, 255, 0, 128, 9, 9, 9, 0};
    const int32_t external[] = {1, 1024, 512, 1, put_text(m, "grass_main"), -1};
    const int32_t own[] = {1, 2, 2, 0, put_text(m, "own"), map_build_data(m, pixels, 18)};
    const int32_t rgba[] = {2, 1, 4, 0, own[4], map_build_data(m, pixels, 16), 1};
    const int32_t rgb[] = {2, 1, 4, 0, external[4], rgba[5], 0};
    map_build_item(m, TYPE_IMAGE, external, COUNT(external));
    map_build_item(m, TYPE_IMAGE, own, COUNT(own));
    map_build_item(m, TYPE_IMAGE, rgba, COUNT(rgba));
    map_build_item(m, TYPE_IMAGE, rgb, COUNT(rgb));
}

static void put_envelopes(map_build *m, int inside)
{
    int32_t place[] = {inside ? 3 : 2, 3, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const int32_t color[] = {1, 4, 5, 3, 0, 0, 0, 0, 0, 0, 0, 0};
    const int32_t sound[] = {1, 1, 8, 1}; /* a layer of sounds in its oldest form */
    (void)tt_string_to_ints(place + 4, 8, tt_bytes_of("Platform that turns"));
    map_build_item(m, TYPE_ENVELOPE, place, COUNT(place));
    map_build_item(m, TYPE_ENVELOPE, color, COUNT(color));
    map_build_item(m, TYPE_ENVELOPE, sound, COUNT(sound));
}

static void put_groups(map_build *m)
{
    const int32_t back[] = {1, -40, 50, 20, 30, 0, 2};
    const int32_t clipped[] = {2, 0, 0, -100, 0, 2, 2, 1, -32, 64, 320, 160};
    int32_t played[] = {3, 77, 77, 50, 50, 4, 6, 1, 9, 9, 9, 9, 0, 0, 0};
    const int32_t last[] = {3, 1, 2, 3, 4, 10, 2, 0, 9, 9, 9, 9, 0, 0, 0};
    (void)tt_string_to_ints(played + 12, 3, tt_bytes_of("Game"));
    map_build_item(m, TYPE_GROUP, back, COUNT(back));
    map_build_item(m, TYPE_GROUP, clipped, COUNT(clipped));
    map_build_item(m, TYPE_GROUP, played, COUNT(played));
    map_build_item(m, TYPE_GROUP, last, COUNT(last));
}

static int32_t put_tiles(map_build *m, uint32_t layer, size_t each)
{
    uint8_t bytes[6 * ZOO_TILES];
    for (size_t i = 0; i < each * ZOO_TILES; i++) {
        bytes[i] = map_zoo_byte(layer, i);
    }
    return map_build_data(m, bytes, each * ZOO_TILES);
}

/* Adds a layer that the game plays on, which names its data in the int for this kind of layer. */
static void put_played(map_build *m, uint32_t layer, int32_t version, int32_t plays, size_t each,
                       size_t place)
{
    int32_t ints[23] = {0, 2, 0, version, ZOO_WIDTH, ZOO_HEIGHT, plays, 255, 255, 255, 255, -1};
    for (size_t i = 13; i < COUNT(ints); i++) {
        ints[i] = -1;
    }
    if (version > 2) {
        (void)tt_string_to_ints(ints + 15, 3, tt_bytes_of("Played"));
    }
    ints[place] = put_tiles(m, layer, each);
    map_build_item(m, TYPE_LAYER, ints, place > 14 ? place + 1 : 15);
}

static void put_quads(map_build *m)
{
    map_bytes quads = {NULL, 0, 0};
    for (int32_t i = 0; i < 38; i++) {
        map_bytes_int(&quads, i < 10 ? (i - 5) * 1024 : i < 26 ? i * 16 - 200 : i * 100);
    }
    for (int32_t i = 0; i < 38; i++) {
        map_bytes_int(&quads, i == 34 ? ZOO_PLACE : i == 36 ? ZOO_COLOR : i * -7);
    }
    map_bytes_int(&quads, 0); /* the beginning of a third quad */
    const int32_t all = map_build_data(m, quads.data, quads.size);
    const int32_t old[] = {0, 3, 0, 1, 1, all, -1};
    int32_t named[] = {0, 3, 1, 2, 3, all, 77, 0, 0, 0};
    (void)tt_string_to_ints(named + 7, 3, tt_bytes_of("Sky"));
    map_build_item(m, TYPE_LAYER, old, COUNT(old));
    map_build_item(m, TYPE_LAYER, named, COUNT(named));
    map_bytes_free(&quads);
}

static void put_layers(map_build *m)
{
    static const uint8_t runs[] = {1, 9, 4, 0, 0, 0, 0, 0, 5, 15, 5, 0};
    const int32_t junk = put_tiles(m, 99, 1);
    const int32_t old[] = {-9,         2,         0,   2,       ZOO_WIDTH,
                           ZOO_HEIGHT, 0,         300, -5,      10,
                           128,        ZOO_COLOR, 250, ZOO_OWN, put_tiles(m, ZOO_OLD_TILES, 4)};
    int32_t named[18] = {0,
                         2,
                         1,
                         3,
                         ZOO_WIDTH,
                         ZOO_HEIGHT,
                         0,
                         1,
                         2,
                         3,
                         4,
                         99,
                         5,
                         ZOO_EXTERNAL,
                         put_tiles(m, ZOO_NAMED_TILES, 4)};
    const int32_t skips[] = {0,          2,  0,   4,   ZOO_WIDTH,
                             ZOO_HEIGHT, 0,  255, 255, 255,
                             255,        -1, 0,   -1,  map_build_data(m, runs, sizeof runs)};
    const int32_t sounds[] = {0, 10, 1, junk};
    (void)tt_string_to_ints(named + 15, 3, tt_bytes_of("Deco"));
    map_build_item(m, TYPE_LAYER, old, COUNT(old));
    map_build_item(m, TYPE_LAYER, named, COUNT(named));
    put_quads(m);
    put_played(m, ZOO_GAME, 3, TT_MAP_GAME, 4, 14);
    put_played(m, ZOO_TELES, 2, TT_MAP_TELE, 2, 15);
    put_played(m, ZOO_SPEEDUPS, 3, TT_MAP_SPEEDUP, 6, 19);
    put_played(m, ZOO_FRONT, 3, TT_MAP_FRONT, 4, 20);
    put_played(m, ZOO_SWITCHES, 4, TT_MAP_SWITCH, 4, 21);
    put_played(m, ZOO_TUNES, 2, TT_MAP_TUNE, 2, 19);
    map_build_item(m, TYPE_LAYER, skips, COUNT(skips));
    map_build_item(m, TYPE_LAYER, sounds, COUNT(sounds));
}

/* Time, curve, values. The first point has a bezier curve, the next ones have the other curves, and
 * the last one has an unknown curve. */
static const int32_t points[][6] = {
    {0, 5, 0, 1024, 0, 0},        {1000, 2, 1024, 0, 90 * 1024, 0},
    {2000, 3, 0, 0, 0, 0},        {3000, 4, 2048, -1024, 0, 0},
    {4000, 0, 0, 0, 0, 0},        {0, 1, 0, 1024, 512, 1024},
    {500, 0, 1024, 0, 512, 1024}, {1500, 9, 0, 0, 0, 0},
    {0, 0, 1024, 0, 0, 0},
};

static void put_points(map_build *m, enum map_zoo_tangents form)
{
    int32_t ints[COUNT(points) * 22], apart[COUNT(points) * 16];
    size_t used = 0, used_apart = 0;
    for (size_t i = 0; i < COUNT(points); i++) {
        int32_t tangents[16];
        for (size_t j = 0; j < 16; j++) {
            tangents[j] = (int32_t)((j < 8 ? -10 : 10) * (int32_t)(j + i));
        }
        for (size_t j = 0; j < 6; j++) {
            ints[used++] = points[i][j];
        }
        for (size_t j = 0; j < 16; j++) {
            apart[used_apart++] = tangents[j];
            if (form == ZOO_TANGENTS_INSIDE) {
                ints[used++] = tangents[j];
            }
        }
    }
    map_build_item(m, TYPE_POINTS, ints, used);
    if (form == ZOO_TANGENTS_APART) {
        const tt_uuid uuid =
            tt_uuid_from_name(tt_bytes_of("mapitemtype-envpoints-bezier@ddnet.tw"));
        const tt_uuid other = tt_uuid_from_name(tt_bytes_of("mapitemtype-test@ddnet.tw"));
        int32_t four[2][4];
        for (size_t i = 0; i < 4; i++) {
            four[0][i] = tti_signed(tti_load_be32(other.bytes + 4 * i));
            four[1][i] = tti_signed(tti_load_be32(uuid.bytes + 4 * i));
        }
        map_build_item(m, TYPE_TANGENTS, apart, used_apart);
        map_build_item_id(m, TYPE_UUID, TYPE_TANGENTS - 1, four[0], 4);
        map_build_item_id(m, TYPE_UUID, TYPE_TANGENTS, four[1], 4);
    }
}

void map_zoo(map_bytes *file, int32_t version, enum map_zoo_tangents tangents)
{
    map_build m = {.version = version};
    const int32_t one = 1, info[] = {1, -1, -1, -1, -1};
    map_build_item(&m, TYPE_VERSION, &one, 1);
    map_build_item(&m, TYPE_INFO, info, COUNT(info));
    put_images(&m);
    put_envelopes(&m, tangents == ZOO_TANGENTS_INSIDE);
    put_groups(&m);
    put_layers(&m);
    put_points(&m, tangents);
    map_build_end(&m, "DATA", file);
}

const char *map_zoo_seed(size_t index, map_bytes *file)
{
    static const struct {
        const char *name;
        int32_t version;
        enum map_zoo_tangents tangents;
    } seeds[] = {
        {"zoo", 4, ZOO_NO_TANGENTS},
        {"zoo_version_3", 3, ZOO_NO_TANGENTS},
        {"zoo_tangents", 4, ZOO_TANGENTS_INSIDE},
        {"zoo_uuid", 4, ZOO_TANGENTS_APART},
    };
    if (index >= COUNT(seeds)) {
        return NULL;
    }
    map_zoo(file, seeds[index].version, seeds[index].tangents);
    return seeds[index].name;
}
