/* SPDX-License-Identifier: MIT
 *
 * Lists the layers of a map.
 *
 * Names, sizes and images come from the items of the map file (docs/format/map.md); the tiles
 * themselves are not unpacked for it.
 */
#include "cli/map/map_layers.h"

#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "teetape/io/inflate.h"
#include "teetape/map_design.h"

#define NAME_CAP 128 /* of an image, with its NUL; longer names are cut */

/* A layer as a row; its texts are in the structs of add_layer, and rows_add takes them. */
struct row {
    uint32_t group;
    const char *group_name;
    uint32_t layer;
    const char *layer_name, *kind;
    uint32_t width, height, quads; /* 0 where the layer has none */
    tt_bytes image;                /* empty when it has none */
    bool external, detail;
    const char *problem; /* for JSON: NULL when it is good */
    const char *flaw;    /* for the table: "" then */
};

const struct column map_layers_columns[] = {
    COLUMN(struct row, group, "its number; groups are drawn in this order", .heading = "group",
           .fit = TABLE_KEY),
    COLUMN(struct row, group_name, "of the group", .heading = "name", .fit = TABLE_CUT, .spare = 2),
    COLUMN(struct row, layer, "its number in the map", .heading = "layer", .fit = TABLE_KEY),
    COLUMN(struct row, layer_name, "of the layer", .heading = "name", .fit = TABLE_CUT, .spare = 1),
    COLUMN(struct row, kind,
           "tiles, quads, game, tele, speedup, front, switch, tune, or other (not drawn)",
           .heading = "kind"),
    COLUMN(struct row, width, "tiles", .heading = "width"),
    COLUMN(struct row, height, "tiles", .heading = "height"),
    COLUMN(struct row, quads, "how many there are", .heading = "quads"),
    COLUMN(struct row, image, "name of its image; null when it has none", .heading = "image",
           .fit = TABLE_CUT, .spare = 3),
    COLUMN(struct row, external, "the image is not in the map"),
    COLUMN(struct row, detail, "the layer may be left out on slow machines"),
    COLUMN(struct row, problem, "why it cannot be read; null when it can"),
    CELL(struct row, flaw, "problem", .fit = TABLE_CUT, .spare = 4),
    COLUMNS_END,
};

/* What a layer does in the game comes before how it is stored: the game layer is one of tiles. */
static const char *kind_of(const tt_map_layer *layer)
{
    switch (layer->plays) {
    case TT_MAP_GAME:
        return "game";
    case TT_MAP_TELE:
        return "tele";
    case TT_MAP_SPEEDUP:
        return "speedup";
    case TT_MAP_FRONT:
        return "front";
    case TT_MAP_SWITCH:
        return "switch";
    case TT_MAP_TUNE:
        return "tune";
    default:
        return layer->kind == TT_LAYER_TILES   ? "tiles"
               : layer->kind == TT_LAYER_QUADS ? "quads"
                                               : "other";
    }
}

/* The images of the map, of which many layers may name the same. */
struct images {
    struct image {
        tt_bytes name; /* empty when it cannot be read */
        bool external;
        uint8_t text[NAME_CAP];
    } image[TT_MAP_IMAGES_MAX];
};

static void read_images(struct images *images, const tt_map_design *design)
{
    tt_map_image info;
    for (uint32_t i = 0; i < design->images; i++) {
        struct image *image = &images->image[i];
        (void)tt_map_design_image(design, i, &info, NULL); /* its name may be good */
        (void)tt_map_design_string(design, info.name, image->text, NAME_CAP, tt_io_inflate, NULL,
                                   &image->name, NULL);
        image->external = info.is_external != 0;
    }
}

/* A layer that cannot be read has a row as well, with what could be read of it and what is
 * wrong. */
static void add_layer(struct rows *rows, const tt_map_design *design, uint32_t number,
                      const tt_map_group *group, uint32_t index, const struct images *images)
{
    tt_map_layer layer;
    tt_error error;
    tt_status status = tt_map_design_layer(design, index, &layer, &error);
    struct row row = {
        .group = number,
        .group_name = group->name,
        .layer = index,
        .layer_name = layer.name,
        .kind = kind_of(&layer),
        .width = layer.width > 0 ? (uint32_t)layer.width : 0,
        .height = layer.height > 0 ? (uint32_t)layer.height : 0,
        .quads = layer.quads,
        .detail = layer.is_detail != 0,
        .problem = status == TT_OK ? NULL : error.what,
        .flaw = status == TT_OK ? "" : error.what,
    };
    if (layer.image >= 0) {
        row.image = images->image[layer.image].name;
        row.external = images->image[layer.image].external;
    }
    rows_add(rows, &row);
}

/* Groups are drawn in their order, and their layers in theirs, so that is the order of the rows.
 * The map is the whole file, see docs/format/map.md. */
enum exit_status map_layers_print(const struct job *job, tt_bytes map)
{
    tt_map_design design;
    tt_error error;
    struct rows rows;
    struct images images;
    if (tt_map_design_open(&design, map, &error) != TT_OK) {
        message_say(MESSAGE_ERROR, job->path, "the map is damaged: %s", error.what);
        return EXIT_DAMAGED;
    }
    read_images(&images, &design);
    rows_open(&rows, job, map_layers_columns, TT_FORMAT_DEMO);
    for (uint32_t i = 0; i < design.groups; i++) {
        tt_map_group group;
        if (tt_map_design_group(&design, i, &group, &error) != TT_OK) {
            message_say(MESSAGE_WARNING, job->path, "group %lu: %s", (unsigned long)i, error.what);
        }
        for (uint32_t j = group.first; j < group.first + group.count; j++) {
            add_layer(&rows, &design, i, &group, j, &images);
        }
    }
    if (!rows_close(&rows)) {
        memory_tell(job->path);
        return EXIT_SYSTEM;
    }
    return EXIT_GOOD;
}
