/* SPDX-License-Identifier: MIT
 *
 * Unpacks layers and images of a map, and searches the data folder for images that the map only
 * names.
 *
 * An image that the map only names is a file of the game. A stranger may have chosen the name, so
 * it must not lead out of a folder.
 */
#include "studio/art.h"

#include <stdlib.h>
#include <string.h>

#include "teetape/io/inflate.h"

/* Longer names are no files of the game. The path in read_file has this limit. */
enum { NAME_MAX_BYTES = TTI_ART_MAP_FILE - 32 };

/* Unpacks the tiles or quads of a layer. This needs more memory than the layer (map/look.h), and
 * the rest is freed at once. */
static void unpack(struct tti_art_layer *layer, const tt_map_design *design,
                   const tt_map_layer *info, size_t *left, tt_io_error *trouble)
{
    uint8_t *memory = info->size <= *left ? tti_art_memory(info->size, trouble) : NULL;
    if (memory == NULL || tt_map_design_load(design, info, memory, info->size, tt_io_inflate,
                                             trouble, NULL) != TT_OK) {
        free(memory);
        return;
    }
    void *smaller = info->kept > 0 ? realloc(memory, info->kept) : NULL;
    layer->memory = smaller != NULL ? smaller : memory;
    *left -= info->kept;
    for (size_t i = 0; info->kind == TT_LAYER_TILES && i < info->kept; i += info->cell) {
        layer->filled += layer->memory[i] != 0;
    }
}

/* Returns true when two layers that name the same data have the same form. */
static bool has_form_of(const tt_map_design *design, uint32_t first, const tt_map_layer *info)
{
    tt_map_layer other;
    return tt_map_design_layer(design, first, &other, NULL) == TT_OK && other.kind == info->kind &&
           other.cell == info->cell && other.size == info->size && other.kept == info->kept;
}

/* Reads a layer. is_read is set first, so that a failed layer is not tried again. */
void tti_art_layer_read(struct tti_art_layer *layers, uint32_t *first, const tt_map_design *design,
                        uint32_t index, size_t *left, tt_io_error *trouble)
{
    struct tti_art_layer *layer = &layers[index];
    tt_map_layer info;
    layer->is_read = true;
    if (tt_map_design_layer(design, index, &info, NULL) != TT_OK || info.size == 0) {
        return;
    }
    if (first[info.data] == 0) {
        first[info.data] = index + 1;
        unpack(layer, design, &info, left, trouble);
    } else if (has_form_of(design, first[info.data] - 1, &info)) {
        *layer = layers[first[info.data] - 1];
        layer->is_shared = true;
    }
    if (info.kind == TT_LAYER_TILES && layer->memory != NULL) {
        layer->layer = (tt_io_layer){info.width, info.height, layer->memory, info.cell};
    }
}

/* Returns true for a name without separators of any system and control characters. A dot at the
 * front is refused, because it could be `..` or a hidden file. */
static bool is_name(tt_bytes name)
{
    bool is_good = name.size > 0 && name.size <= NAME_MAX_BYTES && name.data[0] != '.';
    for (size_t i = 0; i < name.size && is_good; i++) {
        is_good = name.data[i] >= ' ' && memchr("/\\:", name.data[i], 3) == NULL;
    }
    return is_good;
}

/* Returns true for an image that Teeworlds 0.7 has changed. DDNet's folder has an extra file of the
 * new form for maps of 0.7. The game has the same list. */
static bool has_new_form(tt_bytes name)
{
    static const char *const names[] = {"grass_doodads",   "grass_main",         "winter_main",
                                        "generic_shadows", "generic_unhookable", "easter"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (tt_bytes_equal(name, tt_bytes_of(names[i]))) {
            return true;
        }
    }
    return false;
}

/* Returns true if the game layer has version 4, with runs of tiles (map/tiles.c), which only 0.7
 * writes. */
static bool is_seven(const tt_map_design *design)
{
    tt_map_layer layer;
    return design->game >= 0 &&
           tt_map_design_layer(design, (uint32_t)design->game, &layer, NULL) == TT_OK &&
           layer.version >= 4;
}

/* Writes the path of an image below the data folder. `name` has passed is_name, and `ending` is one
 * of two texts, so the path fits. */
static void write_path(char file[TTI_ART_MAP_FILE], tt_bytes name, const char *ending)
{
    size_t used = strlen("mapres/");
    memcpy(file, "mapres/", used);
    memcpy(file + used, name.data, name.size);
    memcpy(file + used + name.size, ending, strlen(ending) + 1);
}

/* Reads the name of an image's file. Data above 4096 bytes is no name, although bytes may follow a
 * name. One byte more is allocated, because malloc may return NULL for none. */
bool tti_art_map_file(char file[TTI_ART_MAP_FILE], const tt_map_design *design, uint32_t index,
                      bool is_new, tt_io_error *trouble)
{
    tt_map_image image;
    size_t size;
    tt_bytes name = {NULL, 0};
    uint8_t *memory = NULL;
    bool is_good = tt_map_design_image(design, index, &image, NULL) == TT_OK && image.is_external;
    if (is_good && tt_map_design_data_size(design, image.name, &size, NULL) == TT_OK &&
        size <= 4096) {
        memory = tti_art_memory(size + 1, trouble);
    }
    is_good = memory != NULL &&
              tt_map_design_string(design, image.name, memory, size, tt_io_inflate, trouble, &name,
                                   NULL) == TT_OK &&
              is_name(name) && (!is_new || (is_seven(design) && has_new_form(name)));
    if (is_good) {
        write_path(file, name, is_new ? "_0.7.png" : ".png");
    }
    free(memory);
    return is_good;
}

static bool read_file(tt_io_picture *picture, const struct tti_art_files *files, const char *file,
                      size_t most, tt_io_error *trouble)
{
    char *path = tti_art_files_find(files, file);
    bool is_good = tti_art_read(picture, path, most, trouble);
    free(path);
    return is_good;
}

/* Reads an image that the map names. If the file of the new form is missing, the usual one is
 * read. */
static bool read_external(tt_io_picture *picture, const tt_map_design *design, uint32_t index,
                          const struct tti_art_files *files, size_t most, tt_io_error *trouble)
{
    char file[TTI_ART_MAP_FILE];
    return (tti_art_map_file(file, design, index, true, trouble) &&
            read_file(picture, files, file, most, trouble)) ||
           (tti_art_map_file(file, design, index, false, trouble) &&
            read_file(picture, files, file, most, trouble));
}

/* Reads an image that is embedded in the map. The picture owns the memory, which may be longer than
 * the pixels. `most` limits the memory that a hostile map can take. */
static bool read_embedded(tt_io_picture *picture, const tt_map_design *design,
                          const tt_map_image *image, size_t most, tt_io_error *trouble)
{
    size_t size = (size_t)image->width * (size_t)image->height * 4;
    if (image->size < size || image->size > most) {
        return false;
    }
    uint8_t *memory = tti_art_memory(image->size, trouble);
    if (memory == NULL || tt_map_design_data(design, image->data, memory, image->size,
                                             tt_io_inflate, trouble, NULL) != TT_OK) {
        free(memory);
        return false;
    }
    *picture = (tt_io_picture){(uint32_t)image->width, (uint32_t)image->height, memory};
    return true;
}

bool tti_art_map_image(tt_io_picture *picture, const tt_map_design *design, uint32_t index,
                       const struct tti_art_files *files, size_t most, tt_io_error *trouble)
{
    tt_map_image image;
    tt_status status = tt_map_design_image(design, index, &image, NULL);
    memset(picture, 0, sizeof *picture);
    if (status == TT_OK && !image.is_external) {
        return image.data >= 0 && read_embedded(picture, design, &image, most, trouble);
    }
    return status == TT_OK && read_external(picture, design, index, files, most, trouble);
}
