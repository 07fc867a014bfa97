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
#include "teetape/game.h"
#include "teetape/io/picture.h"

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

/* The unpacked layers of the map for tt_draw_map, NULL for a missing layer. `*images` gets a bit
 * for each image that is there and fits the memory. Reads all of them. Valid as long as `art`. */
const uint8_t *const *tti_io_art_layers(tt_io_art *art, uint64_t *images);

/* Opens art. Folders are looked through, and no image is read.
 * What cannot be looked at is missing. NULL with *error: TT_ERR_SYSTEM without memory. */
tt_io_art *tti_io_art_open(const tt_io_art_options *options, tt_io_error *error);

/* The parts of 0.7 skins that there are, in the order of TT_IMAGE_SKIN_PART; owned by `art`. */
const tt_draw_part *tti_io_art_parts(const tt_io_art *art, size_t *count);

/* Names of the skins that there are, in the order of TT_IMAGE_SKIN, sorted; owned by `art`. */
const char *const *tti_io_art_skins(const tt_io_art *art, size_t *count);

/* The source of images and layers for a painter, valid as long as the art. An image remains valid
 * until the same source is asked for the next one. */
tt_io_source tti_io_art_source(tt_io_art *art);

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
    size_t part_count;   /* the first part_count files are parts, the others skins */
    const char **skins;  /* names of files from part_count on, not owned */
    tt_draw_part *parts; /* parts from the files before part_count, names not owned */
};

/* `data` as in tt_io_art_options. False without memory. */
bool tti_art_files_open(struct tti_art_files *files, const char *data);

void tti_art_files_close(struct tti_art_files *files);

/* The path of a file in the first folder that has it, to be freed; NULL when there is none. */
char *tti_art_files_find(const struct tti_art_files *files, const char *name);

/* Memory from malloc. NULL when there is none: *trouble is filled then. */
void *tti_art_memory(size_t size, tt_io_error *trouble);

/* False when the PNG is missing or damaged, or larger than `most` bytes. *trouble is filled when
 * memory is missing. */
bool tti_art_read(tt_io_picture *picture, const char *path, size_t most, tt_io_error *trouble);

/* The memory is owned, and freed by tti_io_art_close. */
struct tti_art_layer {
    bool is_read;      /* with or without result */
    bool is_shared;    /* the memory is that of an earlier layer, which owns it */
    uint8_t *memory;   /* NULL: missing */
    tt_io_layer layer; /* for a layer of tiles */
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
