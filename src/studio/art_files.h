/* SPDX-License-Identifier: MIT
 *
 * Files of the game's data folders (art_files.c), and the images and layers of a map (art_map.c).
 */
#ifndef STUDIO_ART_FILES_H
#define STUDIO_ART_FILES_H

#include "paint/raster.h"
#include "studio/art.h"
#include "teetape/draw.h"
#include "teetape/game.h"
#include "teetape/io/picture.h"

/* A file of a skin or of a part of one; the list owns both strings. */
struct tti_art_file {
    char *path;   /* to open it */
    char *name;   /* without folder and ending */
    uint8_t part; /* a tt_skin_part; TTI_ART_SKIN for a whole skin */
};

/* Skins sort after all parts, which list_names relies on. */
enum { TTI_ART_SKIN = TT_SKIN_PARTS };

/* Does not change after tti_art_files_open; can be closed when all zero. */
struct tti_art_files {
    char **folders; /* in order of search */
    size_t folder_count;
    /* Sorted by part, then by name. A name that several folders have is there once. */
    struct tti_art_file *files;
    size_t file_count, file_cap;
    size_t part_count;   /* the first of them are parts, the others skins */
    const char **skins;  /* names of files from part_count on, not owned */
    tt_draw_part *parts; /* of the files before part_count, names not owned */
};

/* `data` as in tt_io_art_options. False without memory. */
bool tti_art_files_open(struct tti_art_files *files, const char *data);

void tti_art_files_close(struct tti_art_files *files);

/* The path of a file in the first folder that has it, to be freed; NULL when there is none. */
char *tti_art_files_find(const struct tti_art_files *files, const char *name);

/* malloc; *trouble is filled when there is none. */
void *tti_art_memory(size_t size, tt_io_error *trouble);

/* False when the PNG is missing or damaged, or larger than `most` bytes. *trouble is filled when
 * memory is missing. */
bool tti_art_read(tt_io_picture *picture, const char *path, size_t most, tt_io_error *trouble);

/* The memory is owned, and freed by tti_io_art_close. */
struct tti_art_layer {
    bool is_read;      /* with or without result */
    bool is_shared;    /* the memory is that of an earlier layer, which owns it */
    uint8_t *memory;   /* NULL: missing */
    tt_io_layer layer; /* of tiles */
    uint64_t filled;   /* tiles whose number is not 0 */
};

/* Unpacks a layer of tiles or quads. Each piece of data is unpacked once: first[data] is the number
 * of the layer that named it first, plus 1. Layers of another kind, damaged, larger than `*left`
 * bytes, or of another form than that first one are missing. *trouble is filled when memory is
 * missing. */
void tti_art_layer_read(struct tti_art_layer *layers, uint32_t *first, const tt_map_design *design,
                        uint32_t index, size_t *left, tt_io_error *trouble);

/* Pixels of an image, embedded or of mapres/NAME.png in the data folders, of at most `most` bytes.
 * False when they are missing. */
bool tti_art_map_image(tt_io_picture *picture, const tt_map_design *design, uint32_t index,
                       const struct tti_art_files *files, size_t most, tt_io_error *trouble);

#endif
