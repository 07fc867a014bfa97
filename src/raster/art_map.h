/* SPDX-License-Identifier: MIT
 *
 * The images and layers of a map.
 */
#ifndef RASTER_ART_MAP_H
#define RASTER_ART_MAP_H

#include "raster/art_files.h"
#include "teetape/io/raster.h"

/* A layer that was asked for. All zero before it is asked for. The memory is owned, and freed by
 * tt_io_art_close. */
struct tti_art_layer {
    bool is_read;      /* asked for, with or without result */
    uint8_t *memory;   /* NULL: missing */
    tt_io_layer layer; /* of tiles */
};

/* Unpacks a layer of tiles or quads. Missing: one of another kind, damaged, or larger than `*left`
 * bytes, of which what it needs is taken. *trouble is filled when memory is missing. */
void tti_art_layer_read(struct tti_art_layer *layer, const tt_map_design *design, uint32_t index,
                        size_t *left, tt_io_error *trouble);

/* The pixels of an image: embedded, or the file mapres/NAME.png of the data folders, of at most
 * `most` bytes. False when it is missing. */
bool tti_art_map_image(tt_io_picture *picture, const tt_map_design *design, uint32_t index,
                       const struct tti_art_files *files, size_t most, tt_io_error *trouble);

#endif
