/* SPDX-License-Identifier: MIT
 *
 * Images and layers for painting a picture, from a map and from the game's data folder, if there is
 * one. An image is read on its first request, and kept while there is room.
 *
 * A damaged file counts as missing, and the picture is painted without it. No image of the game is
 * part of this library.
 */
#ifndef TTI_STUDIO_ART_H
#define TTI_STUDIO_ART_H

#include "paint/raster.h"
#include "studio/font.h"
#include "teetape/draw.h"
#include "teetape/game.h"
#include "teetape/io/picture.h"

/* Memory for images unless the options say otherwise: 512 MiB. */
#define TT_IO_ART_BYTES ((size_t)512 << 20)

/* Options of tti_io_art_open. Zeros are the defaults: the game's data folder, and no map. */
typedef struct tt_io_art_options {
    const char *data; /* data folder, as in tt_io_studio_options */
    /* The map, which must remain valid with its bytes as long as the art; NULL: none. */
    const tt_map_design *design;
    size_t bytes;     /* limit of memory, as in tt_io_studio_options; 0: TT_IO_ART_BYTES */
    const char *font; /* font, as in tt_io_studio_options */
} tt_io_art_options;

/* Images and layers for painters. */
typedef struct tt_io_art tt_io_art;

/* The part of an art that a painting thread has for itself. */
struct tti_art_user {
    tt_io_art *art;
    struct tti_art_slot *held; /* the image that its painter may use */
    struct tti_fonts *fonts;
};

/* Frees the art with all its images. NULL is allowed. */
void tti_io_art_close(tt_io_art *art);

/* Returns which kinds of images exist, as a sum of 1 << tt_image_kind for tt_draw_options. Files
 * may still be damaged. */
unsigned tti_io_art_has(const tt_io_art *art);

/* Returns false when an existing image was left out without memory. *error, which may be NULL, is
 * then TT_ERR_SYSTEM. */
bool tti_io_art_is_good(tt_io_art *art, tt_io_error *error);

/* Returns how many tiles of 1000 in the map's design cannot be painted because their images are
 * missing. Empty tiles do not count. Above 100 a drawing of the map's rules makes the better
 * picture. Reads all layers and their images. */
unsigned tti_io_art_lacks(tt_io_art *art);

/* Returns the unpacked layers of the map for tt_draw_map, with NULL for a missing layer, valid as
 * long as `art`. `*images` gets a bit for each image that exists and fits the memory. Reads all of
 * them. */
const uint8_t *const *tti_io_art_layers(tt_io_art *art, uint64_t *images);

/* Opens art: searches folders, but reads no image. A folder that cannot be read counts as missing.
 * Returns NULL with *error: TT_ERR_SYSTEM when memory is missing, or an error of tti_fonts_open. */
tt_io_art *tti_io_art_open(const tt_io_art_options *options, tt_io_error *error);

/* Returns the existing parts of 0.7 skins in the order of TT_IMAGE_SKIN_PART. They belong to
 * `art`. */
const tt_draw_part *tti_io_art_parts(const tt_io_art *art, size_t *count);

/* Returns the names of the existing skins in the order of TT_IMAGE_SKIN, sorted. They belong to
 * `art`. */
const char *const *tti_io_art_skins(const tt_io_art *art, size_t *count);

/* Returns the user for the thread that opened the art. */
struct tti_art_user *tti_io_art_owner(tt_io_art *art);

/* Begins the use of an art by another thread. Requests of several users may come at the same time,
 * and each image is read once. Returns false with TT_ERR_SYSTEM in *error without memory. */
bool tti_art_join(struct tti_art_user *user, tt_io_art *art, tt_io_error *error);

/* Ends the use. A zeroed user is allowed. */
void tti_art_leave(struct tti_art_user *user);

/* Returns the source of images and layers for a painter, valid as long as the user. An image
 * remains valid until the next request of this user. */
tt_io_source tti_io_art_source(struct tti_art_user *user);

/* A file of a skin or of a part. The list owns both strings. */
struct tti_art_file {
    char *path;
    char *name;   /* name of the file, without folder and extension */
    uint8_t part; /* a tt_skin_part, or TTI_ART_SKIN for a whole skin */
};

/* Skins sort after all parts, which list_names relies on. */
enum { TTI_ART_SKIN = TT_SKIN_PARTS };

/* The files do not change after tti_art_files_open. A zeroed struct can be closed. */
struct tti_art_files {
    char **folders; /* folders in the order of search */
    size_t folder_count;
    /* Sorted by part, then by name. A name that is in several folders has one entry. */
    struct tti_art_file *files;
    size_t file_count, file_cap;
    size_t part_count;   /* files before part_count are parts, the others skins */
    const char **skins;  /* names of files from part_count on, which own them */
    tt_draw_part *parts; /* parts of the files before part_count, which own their names */
};

/* Finds the files of skins and parts. `data` is that of tt_io_art_options. Returns false without
 * memory. */
bool tti_art_files_open(struct tti_art_files *files, const char *data);

/* Adds the fonts of the data folders, sorted by name. */
void tti_art_files_fonts(const struct tti_art_files *files, struct tti_fonts *fonts);

void tti_art_files_close(struct tti_art_files *files);

/* Returns the path of a file in the first folder that has it, which the caller frees, or NULL. */
char *tti_art_files_find(const struct tti_art_files *files, const char *name);

/* Returns memory from malloc; without memory NULL, and *trouble has the error. */
void *tti_art_memory(size_t size, tt_io_error *trouble);

/* Reads a PNG. Returns false when the file is missing, damaged, or larger than `most` bytes.
 * Without memory *trouble has the error, too. */
bool tti_art_read(tt_io_picture *picture, const char *path, size_t most, tt_io_error *trouble);

/* A layer of the design. tti_io_art_close frees its memory. */
struct tti_art_layer {
    bool is_read;      /* true after an attempt to read */
    bool is_shared;    /* an earlier layer owns the memory */
    uint8_t *memory;   /* tiles of the layer; NULL: the layer is missing */
    tt_io_layer layer; /* set for a layer of tiles */
    uint64_t filled;   /* tiles whose number is not 0 */
};

/* Unpacks a layer of tiles or quads. Each data item is unpacked once: first[data] is the number,
 * plus 1, of the layer that named it first. A layer is missing if it is of another kind, damaged,
 * larger than `*left` bytes, or differs in form from that first one. Without memory *trouble has
 * the error. */
void tti_art_layer_read(struct tti_art_layer *layers, uint32_t *first, const tt_map_design *design,
                        uint32_t index, size_t *left, tt_io_error *trouble);

/* Room for the path of an image below the data folder. */
#define TTI_ART_MAP_FILE 160

/* Writes the path of an image that the map only names: mapres/NAME.png, or with `is_new` the file
 * that DDNet has of it for maps of 0.7. Returns false when there is no such name. */
bool tti_art_map_file(char file[TTI_ART_MAP_FILE], const tt_map_design *design, uint32_t index,
                      bool is_new, tt_io_error *trouble);

/* Reads the pixels of an image, embedded or from mapres/NAME.png in the data folders, of at most
 * `most` bytes. Returns false when they are missing. */
bool tti_art_map_image(tt_io_picture *picture, const tt_map_design *design, uint32_t index,
                       const struct tti_art_files *files, size_t most, tt_io_error *trouble);

#endif
