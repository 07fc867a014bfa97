/* SPDX-License-Identifier: MIT
 *
 * Keeps everything for a picture: map, images and painter of a recording, and a list of shapes that
 * grows. The caller's draw function fills the list and returns its wanted size, and is called again
 * when it was too small. The caller keeps the map file.
 */
#include "studio/studio_inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/error.h"
#include "host/grow.h"
#include "host/inside.h"
#include "host/map.h"
#include "paint/font.h"
#include "paint/raster.h"
#include "paint/text.h"
#include "studio/art.h"
#include "teetape/io/map.h"

/* If more than these tiles of 1000 lack an image, a drawing of the map's rules makes the better
 * picture. */
#define LACKS_MAX 100

/* The most shapes of a list. A moment has a thousand, the paths of days have a million. A wrong
 * count must not allocate all memory. */
#define ROOM_MAX ((size_t)1 << 26)

/* Background of an SVG. Pictures get theirs from the caller. */
#define BACKGROUND ((tt_rgba){128, 128, 128, 255})

#define CODES 0x110000

/* `has_map` is false without a map file. `is_unpacked` is true when map.layers is set. */
struct tt_io_studio {
    bool has_map, is_unpacked;
    tti_map_game game;    /* the game layer, unpacked; owns its memory */
    tt_terrain terrain;   /* the map for the movement of tees; owns its layers */
    tt_bytes settings;    /* settings of the map, owned by the studio */
    void *physics;        /* memory for the game of a scene; NULL before it is asked for */
    tt_map_design design; /* points into the file of the caller */
    tt_draw_map map;      /* the game layer and the design, for tt_draw */
    tt_io_art *art;
    struct tti_art_user user; /* for a studio that shares the art of another one */
    tt_io_source source;
    tt_io_painter *painter;
    tt_shapes list; /* shapes of the picture, which own three arrays */
    uint8_t *texts; /* texts of `list`, copied by tti_studio_keep */
    size_t texts_cap;
    tt_io_studio *counts; /* the studio that owns `art` and counts missing letters; NULL: this */
    size_t boxes;         /* how many letters no font has */
    uint8_t *seen;        /* a bit for each code point that was counted; NULL before the first
                             missing letter */
};

/* Opens the map. A file that is no map is an error, because the caller named it. Following the
 * recording needs the game layer. */
static bool open_map(tt_io_studio *studio, tt_bytes file, tt_io_error *error)
{
    tt_error reason;
    tt_io_error left_out;
    studio->has_map = file.size != 0;
    if (!studio->has_map) {
        return true;
    }
    if (!tti_map_game_load(&studio->game, file, error)) {
        return false;
    }
    if (tt_map_design_open(&studio->design, file, &reason) != TT_OK) {
        tti_error_say(error, TT_ERR_COMPRESSED_DATA, "%s", reason.what);
        error->offset = reason.offset;
        return false;
    }
    if (!tti_map_terrain_load(&studio->terrain, file, &left_out) ||
        !tti_map_settings_load(&studio->settings, file, &left_out)) {
        tti_map_terrain_free(&studio->terrain);
    }
    studio->map.game = &studio->game.map;
    studio->map.design = &studio->design;
    return true;
}

static bool open_painter(tt_io_studio *studio, struct tti_art_user *user, tt_io_error *error)
{
    studio->source = tti_io_art_source(user);
    studio->painter = tti_io_painter_open(&studio->source, error);
    return studio->painter != NULL;
}

static bool open_art(tt_io_studio *studio, const tt_io_studio_options *options, tt_io_error *error)
{
    const tt_io_art_options how = {.data = options->data,
                                   .design = studio->has_map ? &studio->design : NULL,
                                   .bytes = options->bytes,
                                   .font = options->font};
    studio->art = tti_io_art_open(&how, error);
    if (studio->art == NULL) {
        return false;
    }
    return open_painter(studio, tti_io_art_owner(studio->art), error);
}

tt_io_studio *tt_io_studio_open(const tt_io_studio_options *options, tt_io_error *error)
{
    const tt_io_studio_options none = {.data = NULL};
    tt_io_studio *studio = calloc(1, sizeof *studio);
    options = options != NULL ? options : &none;
    if (studio == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot hold pictures");
        return NULL;
    }
    if (!open_map(studio, options->map, error) || !open_art(studio, options, error)) {
        tt_io_studio_close(studio);
        return NULL;
    }
    return studio;
}

tt_io_studio *tti_studio_share(tt_io_studio *studio, tt_io_error *error)
{
    tt_io_studio *shared = calloc(1, sizeof *shared);
    if (shared == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot hold pictures");
        return NULL;
    }
    shared->art = studio->art;
    shared->counts = studio;
    if (!tti_art_join(&shared->user, studio->art, error) ||
        !open_painter(shared, &shared->user, error)) {
        tt_io_studio_close(shared);
        return NULL;
    }
    return shared;
}

void tt_io_studio_close(tt_io_studio *studio)
{
    if (studio != NULL) {
        tti_io_painter_close(studio->painter);
        tti_art_leave(&studio->user);
        if (studio->counts == NULL) {
            tti_io_art_close(studio->art);
        }
        tti_map_game_free(&studio->game);
        tti_map_terrain_free(&studio->terrain);
        free((void *)studio->settings.data);
        free(studio->physics);
        free(studio->list.shapes);
        free(studio->list.points);
        free(studio->list.text);
        free(studio->texts);
        free(studio->seen);
        free(studio);
    }
}

const tt_map *tt_io_studio_game(const tt_io_studio *studio)
{
    return studio->has_map ? &studio->game.map : NULL;
}

bool tti_io_studio_stage(tt_io_studio *studio, tt_scene_options *scene, tt_io_error *error)
{
    scene->map = tt_io_studio_game(studio);
    scene->terrain = studio->terrain.width != 0 ? &studio->terrain : NULL;
    scene->settings = studio->settings;
    if (studio->physics == NULL) {
        studio->physics = malloc(tt_convert_physics_size(scene->terrain));
    }
    scene->physics = studio->physics;
    return studio->physics != NULL || tt_io_error_system(error, ENOMEM, "cannot hold the game");
}

/* Returns the map for tt_draw. The layers are unpacked here, because callers that need only the
 * game layer should not pay for them. */
const tt_draw_map *tt_io_studio_map(tt_io_studio *studio)
{
    if (studio->has_map && !studio->is_unpacked) {
        studio->map.layers = tti_io_art_layers(studio->art, &studio->map.images);
        studio->is_unpacked = true;
    }
    return studio->has_map ? &studio->map : NULL;
}

/* Gives the drawing what exists of the map and the images. If much of the design is missing, the
 * map's rules are drawn in its place, with an alpha of 255. */
void tt_io_studio_equip(tt_io_studio *studio, tt_draw_options *options)
{
    options->art = tti_io_art_has(studio->art);
    options->skins = tti_io_art_skins(studio->art, &options->skin_count);
    options->parts = tti_io_art_parts(studio->art, &options->part_count);
    if (studio->has_map && tti_io_art_lacks(studio->art) > LACKS_MAX) {
        options->rules = 255;
    }
}

/* Enlarges an array. After a failure it is unchanged, and the caller still owns it. */
static bool grow(void **memory, size_t *cap, size_t wanted, size_t size)
{
    void *grown = wanted < ROOM_MAX ? tti_grow(*memory, cap, wanted, size) : NULL;
    *memory = grown != NULL ? grown : *memory;
    return grown != NULL;
}

/* Enlarges the list to the counts that draw() has set, as TT_ERR_SPACE promises. */
static bool make_room(tt_shapes *list)
{
    void *shapes = list->shapes, *points = list->points, *text = list->text;
    bool good = grow(&shapes, &list->shape_cap, list->shape_count, sizeof *list->shapes) &&
                grow(&points, &list->point_cap, list->point_count, sizeof *list->points) &&
                grow(&text, &list->text_cap, list->text_count, 1);
    list->shapes = shapes;
    list->points = points;
    list->text = text;
    return good;
}

size_t tti_io_studio_boxes(const tt_io_studio *studio)
{
    return studio->boxes;
}

static void count_boxes(tt_io_studio *studio, tt_bytes text)
{
    while (text.size > 0) {
        uint32_t code = tti_text_next(&text);
        const struct tti_letters *letters = studio->source.letters;
        if (tti_font_find(code)->code == code ||
            (letters != NULL && letters->has(letters->user, code))) {
            continue;
        }
        studio->seen = studio->seen != NULL ? studio->seen : calloc(CODES / 8, 1);
        uint8_t bit = (uint8_t)(1u << code % 8);
        if (studio->seen == NULL || (studio->seen[code / 8] & bit) == 0) {
            studio->boxes++;
        }
        if (studio->seen != NULL) {
            studio->seen[code / 8] |= bit;
        }
    }
}

bool tt_io_studio_draw(tt_io_studio *studio, tt_io_draw_fn *draw, void *user, tt_io_error *error)
{
    tt_shapes *list = &studio->list;
    tt_status status;
    do {
        list->shape_count = list->point_count = list->text_count = 0;
        status = draw(user, list);
        /* a full list still counts */
    } while (status == TT_ERR_SPACE && make_room(list));
    if (status == TT_ERR_SPACE) {
        tt_io_error_system(error, ENOMEM, "cannot hold the shapes of a picture");
    } else if (status != TT_OK) {
        tti_error_say(error, status, "%s", tt_status_text(status));
    }
    if (status != TT_OK) {
        list->shape_count = 0;
    }
    for (size_t i = 0; i < list->shape_count; i++) {
        if (list->shapes[i].kind == TT_SHAPE_TEXT) {
            count_boxes(studio->counts != NULL ? studio->counts : studio,
                        list->shapes[i].u.text.utf8);
        }
    }
    return status == TT_OK;
}

static size_t text_size(const tt_shape *shape)
{
    return shape->kind == TT_SHAPE_TEXT ? shape->u.text.utf8.size : 0;
}

/* Copies the texts of a list into one block, so that pointers remain valid. The texts are in the
 * scene, which changes before the list is painted (film.c). */
bool tti_studio_keep(tt_io_studio *studio, tt_io_error *error)
{
    tt_shapes *list = &studio->list;
    size_t size = 0;
    void *texts = studio->texts;
    for (size_t i = 0; i < list->shape_count; i++) {
        size += text_size(&list->shapes[i]);
    }
    if (!grow(&texts, &studio->texts_cap, size, 1)) {
        tt_io_error_system(error, ENOMEM, "cannot hold the texts of a picture");
        list->shape_count = 0;
        return false;
    }
    studio->texts = texts;
    uint8_t *at = studio->texts;
    for (size_t i = 0; i < list->shape_count; i++) {
        tt_shape *shape = &list->shapes[i];
        if (text_size(shape) != 0) {
            memcpy(at, shape->u.text.utf8.data, text_size(shape));
            shape->u.text.utf8.data = at;
            at += text_size(shape);
        }
    }
    return true;
}

const tt_shapes *tti_io_studio_list(const tt_io_studio *studio)
{
    return &studio->list;
}

/* Paints the list. Fails when an image was left out without memory, because the next picture could
 * differ. */
bool tt_io_studio_paint(tt_io_studio *studio, tt_io_picture *picture, tt_io_error *error)
{
    return tti_io_paint(studio->painter, picture, studio->list.shapes, studio->list.shape_count,
                        error) &&
           tti_io_art_is_good(studio->art, error);
}

bool tti_io_studio_svg(tt_io_studio *studio, tt_io_output *out, uint32_t width, uint32_t height,
                       tt_io_error *error)
{
    return tti_io_svg_write(out, width, height, BACKGROUND, &studio->source, studio->list.shapes,
                            studio->list.shape_count, error) &&
           tti_io_art_is_good(studio->art, error);
}
