/* SPDX-License-Identifier: MIT
 *
 * The images and layers that a picture is painted with: those of a map, and those of the game's
 * data folder, if it is there. Each is read when it is first asked for, and kept as long as there
 * is room.
 *
 * What is damaged or not there counts as missing; a picture is painted without it. Nothing of the
 * game's images is part of this library.
 */
#ifndef TTI_STUDIO_ART_H
#define TTI_STUDIO_ART_H

#include "paint/raster.h"
#include "teetape/draw.h"

/* Memory for images, when nothing else is said: 512 MiB. */
#define TT_IO_ART_BYTES ((size_t)512 << 20)

/* Options of tti_io_art_open. All zero: the game's data folder, without a map. */
typedef struct tt_io_art_options {
    const char *data; /* as in tt_io_studio_options */
    /* The map, which must remain with its bytes as long as the art; NULL: none. */
    const tt_map_design *design;
    size_t bytes; /* as in tt_io_studio_options; 0: TT_IO_ART_BYTES */
} tt_io_art_options;

/* Art. One thread at a time. */
typedef struct tt_io_art tt_io_art;

/* Frees it with all its images. NULL is fine. */
void tti_io_art_close(tt_io_art *art);

/* Which kinds of images there are: a sum of 1 << tt_image_kind, for tt_draw_options. Of files this
 * says that they are there, not that they are good. */
unsigned tti_io_art_has(const tt_io_art *art);

/* False when something is missing that is there, as memory was refused when it was asked for:
 * TT_ERR_SYSTEM in *error, which may be NULL. */
bool tti_io_art_is_good(const tt_io_art *art, tt_io_error *error);

/* How much of the map's design cannot be painted as images are missing: of 1000 tiles that are not
 * empty, how many are of such layers. Above 100 the layers that the game plays on make the better
 * picture. Reads all layers and their images. */
unsigned tti_io_art_lacks(tt_io_art *art);

/* What tt_draw_map takes of the map: its layers, unpacked, NULL for one that is missing, and in
 * `*images` which of its images there are. Reads all of them. Valid as long as `art`. */
const uint8_t *const *tti_io_art_layers(tt_io_art *art, uint64_t *images);

/* Opens art; `options` (may be NULL) is copied. Folders are looked through, and no image is read.
 * What cannot be looked at is missing. NULL with *error: TT_ERR_SYSTEM without memory. */
tt_io_art *tti_io_art_open(const tt_io_art_options *options, tt_io_error *error);

/* The parts of 0.7 skins that there are, in the order of TT_IMAGE_SKIN_PART; owned by `art`. */
const tt_draw_part *tti_io_art_parts(const tt_io_art *art, size_t *count);

/* Names of the skins that there are, in the order of TT_IMAGE_SKIN, sorted; owned by `art`. */
const char *const *tti_io_art_skins(const tt_io_art *art, size_t *count);

/* The source of images and layers for a painter, valid as long as the art. An image remains valid
 * until the same source is asked for the next one. */
tt_io_source tti_io_art_source(tt_io_art *art);

#endif
