/* SPDX-License-Identifier: MIT
 *
 * The images and layers of a map.
 */
#ifndef STUDIO_ART_MAP_H
#define STUDIO_ART_MAP_H

#include "studio/art_files.h"
#include "teetape/io/raster.h"

/* A layer that was asked for. All zero before it is asked for. The memory is owned, and freed by
 * tt_io_art_close. */
struct tti_art_layer {
    bool is_read;      /* asked for, with or without result */
    bool is_shared;    /* the memory is that of an earlier layer, which owns it */
    uint8_t *memory;   /* NULL: missing */
    tt_io_layer layer; /* of tiles */
    uint64_t filled;   /* tiles whose number is not 0 */
};

/* Unpacks a layer of tiles or quads; `layers` are those of the design. Each piece of data is
 * unpacked once: first[data] is the number of the layer that was the first to name it, plus 1.
 * Missing: a layer of another kind, damaged, larger than `*left` bytes, of which what it needs is
 * taken, or of another form than that first one. *trouble is filled when memory is missing. */
void tti_art_layer_read(struct tti_art_layer *layers, uint32_t *first, const tt_map_design *design,
                        uint32_t index, size_t *left, tt_io_error *trouble);

/* The pixels of an image: embedded, or the file mapres/NAME.png of the data folders, of at most
 * `most` bytes. False when it is missing. */
bool tti_art_map_image(tt_io_picture *picture, const tt_map_design *design, uint32_t index,
                       const struct tti_art_files *files, size_t most, tt_io_error *trouble);

#endif
