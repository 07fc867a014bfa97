/* SPDX-License-Identifier: MIT
 *
 * The images and layers that a picture is painted with: those of a map, and those of the game's
 * data folder, if it is there. Each is read when it is first asked for, and kept as long as there
 * is room.
 *
 *     tt_io_art_options options = {.design = &design};
 *     tt_io_art *art = tt_io_art_open(&options, &error);
 *     draw.art = tt_io_art_has(art);
 *     draw.skins = tt_io_art_skins(art, &draw.skin_count);
 *     draw.parts = tt_io_art_parts(art, &draw.part_count);
 *     tt_io_source source = tt_io_art_source(art);
 *     tt_io_painter *painter = tt_io_painter_open(&source, &error);
 *
 * What is damaged or not there counts as missing; a picture is painted without it. Nothing of the
 * game's images is part of this library.
 */
#ifndef TEETAPE_IO_ART_H
#define TEETAPE_IO_ART_H

#include "teetape/draw.h"
#include "teetape/io/raster.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Memory for images, when nothing else is said: 512 MiB. */
#define TT_IO_ART_BYTES ((size_t)512 << 20)

/** What art is opened with. All zero: the game's data folder, without a map. */
typedef struct tt_io_art_options {
    /** The game's data folder. NULL: where the game keeps it, which is $XDG_DATA_HOME/ddnet (by
     * default ~/.local/share/ddnet), then the system's folders of DDNet and Teeworlds; each file is
     * taken from the first folder that has it. "": none. */
    const char *data;
    /** The map, which must remain with its bytes as long as the art; NULL: none. */
    const tt_map_design *design;
    size_t bytes; /**< most memory for images, and as much again for layers; 0: TT_IO_ART_BYTES. An
                     image beyond it puts out the one that was not used for the longest time; one
                     that is larger itself is missing. A layer beyond it is missing */
} tt_io_art_options;

/** Art. One thread at a time. */
typedef struct tt_io_art tt_io_art;

/** Opens art; `options` (may be NULL) is copied. Folders are looked through, and no image is read.
 * What cannot be looked at is missing. NULL with *error: TT_ERR_SYSTEM without memory. */
TT_IO_API tt_io_art *tt_io_art_open(const tt_io_art_options *options, tt_io_error *error);

/** Frees it with all its images. NULL is fine. */
TT_IO_API void tt_io_art_close(tt_io_art *art);

/** Where a painter gets its images and layers. It remains valid as long as the art; an image
 * remains until the next one is asked for, by the same source. */
TT_IO_API tt_io_source tt_io_art_source(tt_io_art *art);

/** Which kinds of images there are: a sum of 1 << tt_image_kind, for tt_draw_options. Of files this
 * says that they are there, not that they are good. */
TT_IO_API unsigned tt_io_art_has(const tt_io_art *art);

/** False when something is missing that is there, as memory was refused when it was asked for:
 * TT_ERR_SYSTEM in *error, which may be NULL. */
TT_IO_API bool tt_io_art_is_good(const tt_io_art *art, tt_io_error *error);

/** Names of the skins that there are, in the order of TT_IMAGE_SKIN, sorted; owned by `art`. */
TT_IO_API const char *const *tt_io_art_skins(const tt_io_art *art, size_t *count);

/** The parts of 0.7 skins that there are, in the order of TT_IMAGE_SKIN_PART; owned by `art`. */
TT_IO_API const tt_draw_part *tt_io_art_parts(const tt_io_art *art, size_t *count);

/** What tt_draw_map takes of the map: its layers, unpacked, NULL for one that is missing, and in
 * `*images` which of its images there are. Reads all of them. Valid as long as `art`. */
TT_IO_API const uint8_t *const *tt_io_art_layers(tt_io_art *art, uint64_t *images);

/** How much of the map's design cannot be painted as images are missing: of 1000 tiles that are not
 * empty, how many are of such layers. Above 100 the layers that the game plays on make the better
 * picture. Reads all layers and their images. */
TT_IO_API unsigned tt_io_art_lacks(tt_io_art *art);

#ifdef __cplusplus
}
#endif

#endif
