/* SPDX-License-Identifier: MIT
 *
 * Draws: a scene (scene.h), a camera and a map become a list of shapes (shape.h) in the order in
 * which they are to be painted.
 *
 *     tt_camera camera = {.zoom = TT_SCENE_ONE, .width = 1280, .height = 720};
 *     tt_scene_place(scene, time, cid, &camera.x, &camera.y);
 *     tt_draw_options options = {.show = TT_DRAW_ALL, .focus = cid};
 *     tt_shapes list = {.shapes = shapes, .shape_cap = 10000, ...};
 *     if (tt_draw(&list, scene, time, &camera, &map, &options) == TT_ERR_SPACE)
 *         ... more room: list.shape_count, list.point_count, list.text_count ...
 *
 * All numbers are whole: the same moment gives the same list on every machine. What looks random
 * (sparks, splats) comes from a hash of tick and item, so a frame is the same each time, too.
 */
#ifndef TEETAPE_DRAW_H
#define TEETAPE_DRAW_H

#include "teetape/map_design.h"
#include "teetape/scene.h"
#include "teetape/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Least zoom of a camera, in 1 / TT_SCENE_ONE. */
#define TT_CAMERA_ZOOM_MIN (TT_SCENE_ONE / 100)

/** Greatest zoom of a camera. */
#define TT_CAMERA_ZOOM_MAX (TT_SCENE_ONE * 60)

/** Most pixels of a side of the picture. */
#define TT_CAMERA_SIDE_MAX 16384

/** Where one looks from. What is out of range is moved into it. */
typedef struct tt_camera {
    int64_t x, y;          /**< the middle of the picture, in 1 / TT_SCENE_ONE of a world unit;
                              within 2^24 units */
    int32_t zoom;          /**< TT_SCENE_ONE as in the game; twice as much shows twice as much */
    int32_t width, height; /**< of the picture in pixels, 1 to TT_CAMERA_SIDE_MAX */
} tt_camera;

/** What part of the world is in the picture, in 1 / TT_SCENE_ONE of a world unit. */
typedef struct tt_camera_view {
    int64_t left, top, width, height; /**< [left, left + width), [top, top + height) */
} tt_camera_view;

/** The view of a camera. Its size at zoom 1 is the game's: 1150000 square units, at most 1500 units
 * wide and 1050 high. */
TT_API tt_camera_view tt_camera_view_of(const tt_camera *camera);

/** What is to be drawn; a sum. */
enum {
    TT_DRAW_MAP = 1,           /**< the design of the map */
    TT_DRAW_TEES = 2,          /**< tees with weapons and hooks, and marks of those who watch */
    TT_DRAW_ITEMS = 4,         /**< shots, lasers, pickups, flags */
    TT_DRAW_EFFECTS = 8,       /**< explosions, deaths, stars, flakes, trails */
    TT_DRAW_EMOTICONS = 16,    /**< over the tees */
    TT_DRAW_NAMES = 32,        /**< over the tees */
    TT_DRAW_TIMER = 64,        /**< the time of the round or of the race, finish times */
    TT_DRAW_KILLS = 128,       /**< kill messages and finishes */
    TT_DRAW_CHAT = 256,        /**< what was said */
    TT_DRAW_BROADCAST = 512,   /**< what the server shows in the middle */
    TT_DRAW_SCOREBOARD = 1024, /**< the table of players over everything */
    TT_DRAW_DERIVED = 2048,    /**< what was derived, of a teehistorian file */
    TT_DRAW_NOTES = 4096,      /**< a line that says what is missing or derived */
    TT_DRAW_ALL = 8191 - TT_DRAW_SCOREBOARD /**< all but the scoreboard */
};

/** A part of a 0.7 skin that the painter has. */
typedef struct tt_draw_part {
    const char *name; /**< such as "standard" */
    uint8_t part;     /**< a tt_skin_part */
} tt_draw_part;

/** How it is drawn. All zeros: nothing but the background. */
typedef struct tt_draw_options {
    unsigned show; /**< a sum of TT_DRAW_* */
    /** Images that the painter has: a sum of 1 << tt_image_kind. What is missing is drawn by rule,
     * out of polygons and ellipses. */
    unsigned art;
    const char *const *skins;  /**< names of the skins that the painter has, for TT_IMAGE_SKIN */
    size_t skin_count;         /**< how many; without the one of a player "default" is taken */
    const tt_draw_part *parts; /**< of 0.7, for TT_IMAGE_SKIN_PART */
    size_t part_count;         /**< how many; without that of a player "standard" is taken */
    uint8_t rules;  /**< how much the layers that the game plays on are to be seen: 0 for not, 255
                       for them alone; the design is the paler the more. Without one it is 255 */
    uint8_t no_sky; /**< 1: a plain background in place of the sky of the rules */
    int32_t focus;  /**< who is drawn last, and whose DDRace team is not pale; -1 for nobody */
} tt_draw_options;

/** A list of shapes in memory of the caller. */
typedef struct tt_shapes {
    tt_shape *shapes;   /**< room for shapes; may be NULL when shape_cap is 0, as the others */
    size_t shape_cap;   /**< how many fit */
    size_t shape_count; /**< how many there are; after TT_ERR_SPACE, how many it takes */
    tt_point *points;   /**< room for the points of polygons and lines */
    size_t point_cap;   /**< how many fit */
    size_t point_count; /**< as shape_count */
    uint8_t *text;      /**< room for texts that are in no other place */
    size_t text_cap;    /**< bytes that fit */
    size_t text_count;  /**< as shape_count */
} tt_shapes;

/** The map under the tees. Everything in it must remain valid as long as the list. */
typedef struct tt_draw_map {
    const tt_map *game; /**< its game layer, loaded; NULL: a plain grid is drawn in place of
                           a map */
    const tt_map_design *design;  /**< what is drawn of it; NULL: the game layer by rule */
    const uint8_t *const *layers; /**< design->layers of them: what tt_map_design_load made of each
                                     layer; NULL for one that is left out */
    uint64_t images; /**< bit i: the pixels of image i of the map are there; layers that need
                        another one are left out */
} tt_draw_map;

/** Draws the moment `time`, a tick times TT_SCENE_ONE, which is brought between the two snapshots
 * of the scene: scene->before_tick to scene->tick. `map` and `options` may be NULL: no map; nothing
 * to show.
 *
 * The counts of the list are set, whatever was in it. TT_ERR_SPACE: it does not fit, and the counts
 * say what it takes; the list is of no use then. The shapes remain valid until the scene changes,
 * or the memory of the list. Cost: linear in the items of the snapshots and in what is seen of the
 * map. Of its design at most so much is drawn before the tees, and after them, as covers the
 * picture 64 times: what comes later is left out. */
TT_API tt_status tt_draw(tt_shapes *list, const tt_scene *scene, int64_t time,
                         const tt_camera *camera, const tt_draw_map *map,
                         const tt_draw_options *options);

#ifdef __cplusplus
}
#endif

#endif
