/* SPDX-License-Identifier: MIT
 *
 * Draws a scene (scene.h) over a map, as a camera sees it: a list of shapes (shape.h) in
 * painting order.
 *
 *     tt_camera camera = {.zoom = TT_SCENE_ONE, .width = 1280, .height = 720};
 *     tt_scene_place(scene, time, cid, &camera.x, &camera.y);
 *     tt_draw_options options = {.show = TT_DRAW_ALL, .focus = cid};
 *     tt_shapes list = {.shapes = shapes, .shape_cap = 10000, ...};
 *     if (tt_draw(&list, scene, time, &camera, &map, &options) == TT_ERR_SPACE)
 *         ... more room: list.shape_count, list.point_count, list.text_count ...
 *
 * All numbers are whole, so the same moment gives the same list on every machine. Sparks and
 * splats come from a hash of tick and item, so they are always the same, too.
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

/** Place and size of the picture of tt_draw. Values out of range are moved to the nearest limit. */
typedef struct tt_camera {
    int64_t x, y;          /**< centre of the picture, in 1 / TT_SCENE_ONE of a world unit */
    int32_t zoom;          /**< TT_SCENE_ONE as in the game; a larger zoom shows more world */
    int32_t width, height; /**< size of the picture in pixels, 1 to TT_CAMERA_SIDE_MAX */
} tt_camera;

/** The rectangle of the world that a camera sees, in 1 / TT_SCENE_ONE of a world unit. */
typedef struct tt_camera_view {
    int64_t left, top, width, height; /**< [left, left + width), [top, top + height) */
} tt_camera_view;

/** Returns the view of a camera. Its size at zoom 1 is the game's: 1150000 square units, at most
 * 1500 units wide and 1050 high. */
TT_API tt_camera_view tt_camera_view_of(const tt_camera *camera);

/** Parts of a picture that tt_draw can draw; bits of tt_draw_options.show. */
enum {
    TT_DRAW_MAP = 1,           /**< the design of the map */
    TT_DRAW_TEES = 2,          /**< tees with weapons and hooks, and marks of spectating players */
    TT_DRAW_ITEMS = 4,         /**< shots, lasers, pickups, flags */
    TT_DRAW_EFFECTS = 8,       /**< explosions, deaths, stars, flakes, trails */
    TT_DRAW_EMOTICONS = 16,    /**< emoticons over the tees */
    TT_DRAW_NAMES = 32,        /**< names over the tees */
    TT_DRAW_TIMER = 64,        /**< the time of the round or of the race, finish times */
    TT_DRAW_KILLS = 128,       /**< kill messages and finishes */
    TT_DRAW_CHAT = 256,        /**< chat lines */
    TT_DRAW_BROADCAST = 512,   /**< the broadcast in the middle of the screen */
    TT_DRAW_SCOREBOARD = 1024, /**< the table of players over everything */
    TT_DRAW_DERIVED = 2048,    /**< hooks, weapons and other parts that a teehistorian file does not
                                  record, but that are derived */
    TT_DRAW_NOTES = 4096,      /**< a line that says that the map is missing */
    TT_DRAW_ORIGIN = 8192,     /**< lines that say that a recording is reconstructed */
    TT_DRAW_KEYS = 16384,      /**< the keys that the player in focus holds */
    TT_DRAW_SPEED = 32768,     /**< the speed of the player in focus, in tiles a second */
    TT_DRAW_AIM = 65536,       /**< a line from the player in focus to its cursor */
    TT_DRAW_NAME_FOCUS = 131072,             /**< of the names only that of the tee in focus */
    TT_DRAW_ALL = 16383 - TT_DRAW_SCOREBOARD /**< all but the scoreboard, keys, speed and aim */
};

/** A part of a 0.7 skin that the painter has. */
typedef struct tt_draw_part {
    const char *name; /**< name of the part, such as "standard" */
    uint8_t part;     /**< kind of the part, a tt_skin_part */
} tt_draw_part;

/** A tee of another recording, which is drawn pale. */
typedef struct tt_draw_ghost {
    int64_t x, y;                  /**< position, in 1 / TT_SCENE_ONE of a world unit */
    const char *name;              /**< name over the tee */
    const tt_scene_player *player; /**< the skin; NULL: the default skin */
    int32_t vel_x, vel_y;          /**< speed, in 256ths of a world unit a tick */
    int32_t angle;                 /**< direction of the view, in 256ths of a radian */
    int32_t weapon;                /**< weapon in the hand; -1: none is shown */
    bool hooks;                    /**< true: the hook is out */
    int64_t hook_x, hook_y;        /**< end of the hook, in the unit of x and y */
    bool has_gap;                  /**< true: the gap is known, and written below the timer */
    int32_t gap; /**< by how many ticks the ghost came later; below 0 it is ahead */
} tt_draw_ghost;

/** Options of tt_draw. With zeros only the background is drawn. */
typedef struct tt_draw_options {
    unsigned show; /**< what is drawn, a sum of TT_DRAW_* */
    /** Images that the painter has: a sum of 1 << tt_image_kind. In place of a missing image,
     * polygons and ellipses are drawn. */
    unsigned art;
    const char *const *skins;  /**< names of the skins that the painter has, for TT_IMAGE_SKIN */
    size_t skin_count;         /**< number of skins; "default" takes the place of a missing one */
    const tt_draw_part *parts; /**< 0.7 skin parts that the painter has, for TT_IMAGE_SKIN_PART */
    size_t part_count;         /**< number of parts; "standard" takes the place of a missing one */
    uint8_t
        rules; /**< opacity of the layers that the game plays on: 0 for none, 255 for them alone. A
                  higher value makes the design paler. Without a design the value is taken as 255 */
    uint8_t no_sky; /**< 1: the background under `rules` is plain, not a sky */
    int32_t
        focus; /**< client id that is drawn last, and whose DDRace team is not pale; -1 for none */
    const tt_draw_ghost *ghosts; /**< ghosts, which are drawn below the tees */
    size_t ghost_count;          /**< number of ghosts */
} tt_draw_options;

/** A list of shapes in memory of the caller. */
typedef struct tt_shapes {
    tt_shape *shapes;   /**< room for shapes; may be NULL when shape_cap is 0, and so may the other
                           arrays */
    size_t shape_cap;   /**< number of shapes that fit into `shapes` */
    size_t shape_count; /**< shapes in the list; after TT_ERR_SPACE, the room that is needed */
    tt_point *points;   /**< room for the points of polygons and lines */
    size_t point_cap;   /**< number of points that fit into `points` */
    size_t point_count; /**< points in the list; after TT_ERR_SPACE, the room that is needed */
    uint8_t *text;      /**< room for texts that the drawing makes, such as times */
    size_t text_cap;    /**< number of bytes that fit into `text` */
    size_t text_count;  /**< bytes of text; after TT_ERR_SPACE, the room that is needed */
} tt_shapes;

/** The map under the tees. Everything in it must remain valid as long as the list. */
typedef struct tt_draw_map {
    const tt_map
        *game; /**< loaded game layer of the map; NULL: a plain grid takes the place of the map */
    const tt_map_design *
        design; /**< design of the map; NULL: the game layer is drawn by the meaning of its tiles */
    const uint8_t *const *layers; /**< for each of design->layers the bytes that tt_map_design_load
                                     made; NULL for a layer that is left out */
    uint64_t images; /**< bit i: the pixels of image i are there; layers with other images are left
                        out */
} tt_draw_map;

/** Draws the moment `time`, which is a tick times TT_SCENE_ONE. A time outside of
 * scene->before_tick to scene->tick is moved into this range. `map` and `options` may be NULL:
 * no map, and nothing to show.
 *
 * The counts of the list are set, whatever they were. TT_ERR_SPACE: the shapes do not fit, the
 * counts say how much room they need, and the list must not be used. The shapes remain valid
 * until the scene or the memory of the list changes. Cost: linear in the items of the snapshots
 * and in the visible part of the map. The design is drawn until it has covered the picture 64
 * times below the tees, and as often above them; further layers are left out. */
TT_API tt_status tt_draw(tt_shapes *list, const tt_scene *scene, int64_t time,
                         const tt_camera *camera, const tt_draw_map *map,
                         const tt_draw_options *options);

#ifdef __cplusplus
}
#endif

#endif
