/* SPDX-License-Identifier: MIT
 *
 * Makes pictures of a recording: owns the map, the images, a painter and the memory for the
 * shapes.
 *
 *     tt_io_studio *studio = tt_io_studio_open(&(tt_io_studio_options){.map = map_file}, &error);
 *     ... tt_scene_follow up to the moment ...
 *     static tt_status draw(void *user, tt_shapes *list) { return tt_draw(list, ...); }
 *     if (tt_io_studio_draw(studio, draw, user, &error) &&
 *         tt_io_studio_paint(studio, &picture, &error))
 *         ... tt_io_png_write ...
 *     tt_io_studio_close(studio);
 */
#ifndef TEETAPE_IO_STUDIO_H
#define TEETAPE_IO_STUDIO_H

#include "teetape/draw.h"
#include "teetape/io/picture.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Options of a studio. Zeros are the defaults: no map, and the game's data folder. */
typedef struct tt_io_studio_options {
    tt_bytes map; /**< the map file, which must remain valid until the close; empty: none */
    /** The game's data folder. NULL: where the game keeps it, which is $XDG_DATA_HOME/ddnet (by
     * default ~/.local/share/ddnet), then the system's folders of DDNet and Teeworlds; each file is
     * taken from the first folder that has it. "": none. */
    const char *data;
    const char *font; /**< path of a TrueType or OpenType font for letters that the built-in font
                         lacks; NULL: only those in fonts/ of the data folder */
    size_t
        bytes; /**< most bytes of memory for images, and as many again for layers; 0: 512 MiB. A new
                  image takes the place of the one that was not used for the longest time. An image
                  that is larger than the limit is missing, and so is a layer that exceeds it */
} tt_io_studio_options;

/** A studio. One thread at a time may use it. */
typedef struct tt_io_studio tt_io_studio;

/** Opens a studio; `options` may be NULL. NULL with *error: TT_ERR_COMPRESSED_DATA for a map that
 * is none, or without a good game layer, with the offset in it; TT_ERR_UNSUPPORTED in a build
 * without zlib; TT_ERR_SYSTEM without memory. */
TT_IO_API tt_io_studio *tt_io_studio_open(const tt_io_studio_options *options, tt_io_error *error);

/** Frees a studio. NULL is fine. */
TT_IO_API void tt_io_studio_close(tt_io_studio *studio);

/** Returns the game layer of the map; NULL without a map. Owned by the studio. */
TT_IO_API const tt_map *tt_io_studio_game(const tt_io_studio *studio);

/** Returns the map for tt_draw; NULL without one. The first call unpacks it. Owned by the studio.
 */
TT_IO_API const tt_draw_map *tt_io_studio_map(tt_io_studio *studio);

/** Sets `art`, `skins` and `parts` in options for tt_draw to the images of the studio. Sets
 * `rules` to 255 when more than a tenth of the map's tiles cannot be painted because their
 * images are missing. */
TT_IO_API void tt_io_studio_equip(tt_io_studio *studio, tt_draw_options *options);

/** Writes shapes into an empty list. Returns TT_OK, or TT_ERR_SPACE with the counts that it
 * needs, as tt_draw and the calls of teetape/draw_paths.h do. */
typedef tt_status tt_io_draw_fn(void *user, tt_shapes *list);

/** Makes the studio's list of shapes: calls `draw` again with more room as long as it says
 * TT_ERR_SPACE. False with *error: TT_ERR_SYSTEM without memory, or another status of `draw`; the
 * list is empty then. */
TT_IO_API bool tt_io_studio_draw(tt_io_studio *studio, tt_io_draw_fn *draw, void *user,
                                 tt_io_error *error);

/** Paints the list on a picture. False with *error, TT_ERR_SYSTEM, without memory; what was painted
 * is undefined then. */
TT_IO_API bool tt_io_studio_paint(tt_io_studio *studio, tt_io_picture *picture, tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
