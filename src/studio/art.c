/* SPDX-License-Identifier: MIT
 *
 * The source of a painter (tt_io_source): images and layers, each read on its first request.
 *
 * A missing or damaged image is no error, and its shape is left out. tti_io_art_is_good reports a
 * lack of memory, because the next picture could differ.
 *
 * Painters of several threads share an art. A lock guards everything that requests change, also
 * while an image is read, because the others would wait for the same images. A user holds the image
 * of its last request, so that no other request removes it.
 */
#include "host/posix.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "paint/raster.h"
#include "studio/art.h"

/* Images with a file each, below the data folder of the game (docs/raster.md). Kinds with NULL have
 * many files. */
static const char *const single_files[TT_IMAGE_KINDS] = {
    [TT_IMAGE_GAME] = "game.png",     [TT_IMAGE_PARTICLES] = "particles.png",
    [TT_IMAGE_EXTRAS] = "extras.png", [TT_IMAGE_EMOTICONS] = "emoticons.png",
    [TT_IMAGE_HUD] = "hud.png",       [TT_IMAGE_ENTITIES] = "editor/entities_clear/ddnet.png",
};

struct tti_art_slot {
    unsigned holders;   /* users that may use the image now */
    bool is_missing;    /* reading failed before and is not repeated */
    tt_io_image *image; /* the image; NULL: not read yet, removed, or missing */
    uint64_t used;      /* time of the last request, in requests */
};

struct tt_io_art {
    pthread_mutex_t lock;
    struct tti_art_files files;
    struct tti_art_user owner;   /* its fonts are those of the art */
    const tt_map_design *design; /* owned by the caller; NULL: no map */
    size_t bytes;                /* most bytes of memory for images, and as many for layers */
    uint64_t clock;              /* counts requests, for slot.used */
    size_t held;                 /* bytes of all images */
    struct tti_art_slot *slots;  /* single files, images of the map, parts, skins, grey skins */
    size_t slot_count;           /* slot_of defines their order */
    struct tti_art_layer *layers;
    uint32_t *first;       /* an entry for each data item of the map (art_map.c) */
    const uint8_t **tiles; /* memory of each layer, for tti_io_art_layers */
    size_t layers_left;    /* bytes that layers may still take */
    unsigned has;          /* kinds of images that exist, a sum of 1 << tt_image_kind */
    tt_io_error trouble;   /* the first lack of memory; TT_OK: none */
};

static size_t image_count(const tt_io_art *art)
{
    return art->design != NULL ? art->design->images : 0;
}

static size_t skin_count(const tt_io_art *art)
{
    return art->files.file_count - art->files.part_count;
}

/* Returns the slot of an image. The order is: one slot for each kind with a single file, images of
 * the map, parts, skins, and skins in grey, because a picture can have both kinds of a skin.
 * Returns SIZE_MAX for an impossible image: shapes may name any. */
static size_t slot_of(const tt_io_art *art, tt_image_kind kind, uint32_t index, bool grey)
{
    size_t first = TT_IMAGE_KINDS;
    switch (kind) {
    case TT_IMAGE_MAP:
        return index < image_count(art) ? first + index : SIZE_MAX;
    case TT_IMAGE_SKIN_PART:
        first += image_count(art);
        return index < art->files.part_count ? first + index : SIZE_MAX;
    case TT_IMAGE_SKIN:
        first += image_count(art) + art->files.part_count + (grey ? skin_count(art) : 0);
        return index < skin_count(art) ? first + index : SIZE_MAX;
    default:
        return kind < TT_IMAGE_KINDS && single_files[kind] != NULL ? (size_t)kind : SIZE_MAX;
    }
}

static bool read_picture(tt_io_art *art, tt_image_kind kind, uint32_t index, tt_io_picture *picture)
{
    if (kind == TT_IMAGE_MAP) {
        return tti_art_map_image(picture, art->design, index, &art->files, art->bytes,
                                 &art->trouble);
    }
    if (kind == TT_IMAGE_SKIN || kind == TT_IMAGE_SKIN_PART) {
        size_t file = kind == TT_IMAGE_SKIN ? art->files.part_count + index : index;
        return tti_art_read(picture, art->files.files[file].path, art->bytes, &art->trouble);
    }
    char *path = tti_art_files_find(&art->files, single_files[kind]);
    bool is_good = tti_art_read(picture, path, art->bytes, &art->trouble);
    free(path);
    return is_good;
}

/* Removes images, the oldest first, until the rest fits. Images that users hold remain, so with
 * their smaller copies these alone may exceed the limit. */
static void make_room(tt_io_art *art)
{
    while (art->held > art->bytes) {
        struct tti_art_slot *oldest = NULL;
        for (size_t i = 0; i < art->slot_count; i++) {
            struct tti_art_slot *slot = &art->slots[i];
            if (slot->image != NULL && slot->holders == 0 &&
                (oldest == NULL || slot->used < oldest->used)) {
                oldest = slot;
            }
        }
        if (oldest == NULL) {
            return;
        }
        art->held -= tti_io_image_bytes(oldest->image);
        tti_io_image_close(oldest->image);
        oldest->image = NULL;
    }
}

static void read_image(tt_io_art *art, struct tti_art_slot *slot, tt_image_kind kind,
                       uint32_t index, bool grey)
{
    tt_io_error error;
    tt_io_picture picture = {0, 0, NULL};
    if (read_picture(art, kind, index, &picture)) {
        /* other kinds have no grey form */
        bool is_grey = grey && kind == TT_IMAGE_SKIN;
        slot->image = is_grey ? tti_io_image_open_grey(&picture, &error)
                              : tti_io_image_open(&picture, &error);
        if (slot->image == NULL && error.status == TT_ERR_SYSTEM) {
            art->trouble = error;
        }
    }
    tt_io_picture_close(&picture);
    slot->is_missing = slot->image == NULL;
    if (slot->image != NULL) {
        art->held += tti_io_image_bytes(slot->image);
        make_room(art);
    }
}

static void hold(struct tti_art_user *user, struct tti_art_slot *slot)
{
    if (user->held != NULL) {
        user->held->holders--;
    }
    user->held = slot;
    if (slot != NULL) {
        slot->holders++;
    }
}

/* Returns an image for a painter, which is read now if needed. Requests are counted as time, so no
 * clock is needed. */
static const tt_io_image *image_for(void *of, tt_image_kind kind, uint32_t index, bool grey)
{
    struct tti_art_user *user = of;
    tt_io_art *art = user->art;
    size_t number = slot_of(art, kind, index, grey);
    struct tti_art_slot *slot = number != SIZE_MAX ? &art->slots[number] : NULL;
    pthread_mutex_lock(&art->lock);
    hold(user, slot);
    if (slot != NULL) {
        slot->used = ++art->clock;
        if (slot->image == NULL && !slot->is_missing) {
            read_image(art, slot, kind, index, grey);
        }
    }
    const tt_io_image *image = slot != NULL ? slot->image : NULL;
    pthread_mutex_unlock(&art->lock);
    return image;
}

/* Returns the number of a layer. TT_SHAPE_RULES names the played layer, TT_SHAPE_TILES a number.
 * Returns -1 if there is no such layer. */
static int32_t layer_of(const tt_map_design *design, unsigned plays, uint32_t index)
{
    switch (plays) {
    case 0:
        return index <= INT32_MAX ? (int32_t)index : -1;
    case TT_MAP_GAME:
        return design->game;
    case TT_MAP_FRONT:
        return design->front;
    case TT_MAP_TELE:
        return design->teles;
    case TT_MAP_SPEEDUP:
        return design->speedups;
    case TT_MAP_SWITCH:
        return design->switches;
    case TT_MAP_TUNE:
        return design->tunes;
    default:
        return -1;
    }
}

/* Returns a layer, and unpacks it at first. Layers are never removed: they are small beside images,
 * and every frame needs them. */
static const struct tti_art_layer *layer_at(tt_io_art *art, uint32_t index)
{
    struct tti_art_layer *layer = &art->layers[index];
    pthread_mutex_lock(&art->lock);
    if (!layer->is_read) {
        tti_art_layer_read(art->layers, art->first, art->design, index, &art->layers_left,
                           &art->trouble);
    }
    pthread_mutex_unlock(&art->lock);
    return layer;
}

/* Gives a painter a layer. Layers of quads have a width of 0, and painters leave them out. */
static void layer_for(void *user, unsigned plays, uint32_t index, tt_io_layer *layer)
{
    tt_io_art *art = ((struct tti_art_user *)user)->art;
    int32_t number = art->design != NULL ? layer_of(art->design, plays, index) : -1;
    if (number < 0 || (uint32_t)number >= art->design->layers) {
        return;
    }
    *layer = layer_at(art, (uint32_t)number)->layer;
}

/* Searches the files but does not read them, because a list can be drawn without painting. Returns
 * false without memory, and tti_io_art_close frees the rest. */
static bool prepare(tt_io_art *art)
{
    size_t layers = art->design != NULL ? art->design->layers : 0;
    art->slot_count =
        TT_IMAGE_KINDS + image_count(art) + art->files.part_count + 2 * skin_count(art);
    art->slots = calloc(art->slot_count, sizeof *art->slots);
    /* one more, because calloc may return NULL for none */
    art->layers = calloc(layers + 1, sizeof *art->layers);
    art->tiles = calloc(layers + 1, sizeof *art->tiles);
    art->first = calloc(art->design != NULL ? art->design->data + 1 : 1, sizeof *art->first);
    for (unsigned kind = 0; kind < TT_IMAGE_KINDS; kind++) {
        char *path =
            single_files[kind] != NULL ? tti_art_files_find(&art->files, single_files[kind]) : NULL;
        art->has |= path != NULL ? 1u << kind : 0;
        free(path);
    }
    art->has |= image_count(art) > 0 ? 1u << TT_IMAGE_MAP : 0;
    art->has |= skin_count(art) > 0 ? 1u << TT_IMAGE_SKIN : 0;
    art->has |= art->files.part_count > 0 ? 1u << TT_IMAGE_SKIN_PART : 0;
    return art->slots != NULL && art->layers != NULL && art->tiles != NULL && art->first != NULL;
}

tt_io_art *tti_io_art_open(const tt_io_art_options *options, tt_io_error *error)
{
    tt_io_art *art = calloc(1, sizeof *art);
    if (art != NULL) {
        pthread_mutex_init(&art->lock, NULL);
        art->owner.art = art;
        art->design = options->design;
        art->bytes = options->bytes != 0 ? options->bytes : TT_IO_ART_BYTES;
        art->layers_left = art->bytes;
    }
    if (art == NULL || !tti_art_files_open(&art->files, options->data) || !prepare(art)) {
        tti_io_art_close(art);
        tt_io_error_system(error, ENOMEM, "cannot look for images");
        return NULL;
    }
    art->owner.fonts = tti_fonts_open(options->font, error);
    if (art->owner.fonts == NULL) {
        tti_io_art_close(art);
        return NULL;
    }
    tti_art_files_fonts(&art->files, art->owner.fonts);
    return art;
}

void tti_io_art_close(tt_io_art *art)
{
    if (art == NULL) {
        return;
    }
    for (size_t i = 0; art->slots != NULL && i < art->slot_count; i++) {
        tti_io_image_close(art->slots[i].image);
    }
    size_t layers = art->layers != NULL && art->design != NULL ? art->design->layers : 0;
    for (size_t i = 0; i < layers; i++) {
        free(art->layers[i].is_shared ? NULL : art->layers[i].memory);
    }
    tti_fonts_close(art->owner.fonts);
    pthread_mutex_destroy(&art->lock);
    tti_art_files_close(&art->files);
    free(art->slots);
    free(art->layers);
    free(art->tiles);
    free(art->first);
    free(art);
}

struct tti_art_user *tti_io_art_owner(tt_io_art *art)
{
    return &art->owner;
}

bool tti_art_join(struct tti_art_user *user, tt_io_art *art, tt_io_error *error)
{
    *user = (struct tti_art_user){.art = art, .fonts = tti_fonts_share(art->owner.fonts, error)};
    return user->fonts != NULL;
}

void tti_art_leave(struct tti_art_user *user)
{
    if (user->art != NULL) {
        pthread_mutex_lock(&user->art->lock);
        hold(user, NULL);
        pthread_mutex_unlock(&user->art->lock);
        tti_fonts_close(user->fonts);
    }
}

tt_io_source tti_io_art_source(struct tti_art_user *user)
{
    return (tt_io_source){image_for, layer_for, user, tti_fonts_letters(user->fonts)};
}

bool tti_io_art_is_good(tt_io_art *art, tt_io_error *error)
{
    pthread_mutex_lock(&art->lock);
    bool is_good = art->trouble.status == TT_OK;
    if (!is_good && error != NULL) {
        *error = art->trouble;
    }
    pthread_mutex_unlock(&art->lock);
    return is_good;
}

unsigned tti_io_art_has(const tt_io_art *art)
{
    return art->has;
}

/* Returns the names of skins. Entry i of this list is number i in a shape. The slots of skins have
 * the same order. */
const char *const *tti_io_art_skins(const tt_io_art *art, size_t *count)
{
    *count = skin_count(art);
    return art->files.skins;
}

const tt_draw_part *tti_io_art_parts(const tt_io_art *art, size_t *count)
{
    *count = art->files.part_count;
    return art->files.parts;
}

/* Unpacks all layers, whose memory tt_draw reads for quads. Images that do not fit into memory with
 * the earlier ones count as missing, because they would be read again for every layer. A map has at
 * most 64 images, a bit for each. */
const uint8_t *const *tti_io_art_layers(tt_io_art *art, uint64_t *images)
{
    *images = 0;
    for (uint32_t i = 0; art->design != NULL && i < art->design->layers; i++) {
        art->tiles[i] = layer_at(art, i)->memory;
    }
    size_t left = art->bytes;
    for (uint32_t i = 0; i < image_count(art); i++) {
        const tt_io_image *image = image_for(&art->owner, TT_IMAGE_MAP, i, false);
        size_t bytes = image != NULL ? tti_io_image_bytes(image) : SIZE_MAX;
        if (bytes <= left) {
            left -= bytes;
            *images |= UINT64_C(1) << i;
        }
    }
    return art->tiles;
}

/* Counts the tiles whose image is missing. Layers without an image have a plain colour, so they
 * lack nothing. Quads do not count. A sum times 1000 fits into 64 bits. */
unsigned tti_io_art_lacks(tt_io_art *art)
{
    uint64_t all = 0, lost = 0, images;
    (void)tti_io_art_layers(art, &images);
    for (uint32_t i = 0; art->design != NULL && i < art->design->layers; i++) {
        tt_map_layer info;
        if (tt_map_design_layer(art->design, i, &info, NULL) != TT_OK || info.plays != 0) {
            continue;
        }
        uint64_t count = layer_at(art, i)->filled;
        bool is_lost = info.image >= 0 && (images >> info.image & 1) == 0;
        all += count;
        lost += is_lost ? count : 0;
    }
    return all > 0 ? (unsigned)(lost * 1000 / all) : 0;
}
