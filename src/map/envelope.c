/* SPDX-License-Identifier: MIT
 *
 * Decodes envelopes, and finds their points.
 *
 * An envelope is a curve over time for the place or the colour of quads and layers. Points of all
 * envelopes are in one item, one after the other, and an envelope has a first point and a number of
 * them. Bezier curves came late and in two forms: Teeworlds 0.7 made every point longer, DDNet has
 * an item of its own for the tangents. Both become the same here: a pointer to the first tangents,
 * and the bytes from those of one point to those of the next.
 */
#include "map/design.h"
#include "map/look.h"
#include "teetape/uuid.h"

/* Ints of an envelope, and how many there have to be. */
enum {
    /* Items of the oldest maps end before the name. */
    ENVELOPE_VERSION,
    ENVELOPE_CHANNELS,
    ENVELOPE_FIRST,
    ENVELOPE_COUNT,
    ENVELOPE_INTS,
    ENVELOPE_NAME = ENVELOPE_INTS,
    ENVELOPE_SYNCHRONIZED = 12
};
#define NAME_INTS 8
/* Before it envelopes run with the round of the game. */
#define SYNCHRONIZED_SINCE 2

/* From this version on points have tangents, those of all envelopes. It is enough that one envelope
 * has it: the points of the others are longer then, too. */
#define TANGENTS_SINCE 3

/* Each int of such an item has four bytes of the UUID, the first on top. In the file the bytes of
 * an int are the other way round, as in all items. */
static uint8_t uuid_byte(tt_bytes item, size_t at)
{
    return (uint8_t)((uint32_t)tti_item_int(item, at / 4) >> (24 - at % 4 * 8));
}

/* The type that items of this UUID have in this file, or 0, which no such type is. DDNet gives the
 * types of its own items numbers that may differ from file to file, and writes beside them which
 * UUID has which number. The UUID is made of the name. Cost: the UUID items of the file, once when
 * a design is opened. */
static uint32_t type_of(const tti_datafile *df, const char *name)
{
    tti_item_range all;
    tt_bytes item;
    tt_uuid uuid = tt_uuid_from_name(tt_bytes_of(name));
    (void)tti_datafile_type(df, ITEM_UUID, &all, NULL);
    for (uint32_t i = all.first; i < all.first + all.count; i++) {
        size_t same = 0;
        if (tti_datafile_item(df, i, sizeof uuid.bytes / 4, &item, NULL) != TT_OK) {
            continue;
        }
        while (same < sizeof uuid.bytes && uuid_byte(item, same) == uuid.bytes[same]) {
            same++;
        }
        if (same == sizeof uuid.bytes) {
            return tti_datafile_item_id(item);
        }
    }
    return 0;
}

/* The ints of the one item of a type, none when there is no such item. Where there are several, the
 * first counts. */
static tt_bytes only_item(const tti_datafile *df, uint32_t type)
{
    tti_item_range range;
    tt_bytes item = {NULL, 0};
    if (tti_datafile_type(df, type, &range, NULL) == TT_OK && range.count > 0) {
        (void)tti_datafile_item(df, range.first, 0, &item, NULL);
    }
    return item;
}

/* Cost: the envelopes of the file. A damaged envelope has no say. */
static int have_tangents(const tt_map_design *design)
{
    tt_bytes item;
    for (uint32_t i = 0; i < design->envelopes; i++) {
        if (tti_datafile_item(&design->tables, design->envelope_first + i, ENVELOPE_INTS, &item,
                              NULL) == TT_OK &&
            tti_item_int(item, ENVELOPE_VERSION) >= TANGENTS_SINCE) {
            return 1;
        }
    }
    return 0;
}

/* How long a point is must be known before any envelope is decoded, as it decides how many points
 * there are. */
void tti_envelopes_take(tt_map_design *design, tti_item_range envelopes)
{
    const tti_datafile *df = &design->tables;
    design->envelopes = envelopes.count;
    design->envelope_first = envelopes.first;
    design->points = only_item(df, ITEM_POINTS);
    design->point_size = 4 * POINT_INTS;
    if (have_tangents(design)) {
        design->point_size += 4 * TANGENT_INTS;
    }
    design->point_count = (uint32_t)(design->points.size / design->point_size);
    if (design->point_count == 0) {
        return;
    }
    /* The first tangents are after the six ints of the first point, and the next ones a whole point
     * further. The size that is left is only looked at for not being 0. */
    if (design->point_size > 4 * POINT_INTS) {
        design->tangents = (tt_bytes){design->points.data + (size_t)4 * POINT_INTS,
                                      design->points.size - (size_t)4 * POINT_INTS};
        design->tangent_size = design->point_size;
        return;
    }
    uint32_t type = type_of(df, "mapitemtype-envpoints-bezier@ddnet.tw");
    tt_bytes tangents = type != 0 ? only_item(df, type) : (tt_bytes){NULL, 0};
    /* DDNet ignores the item when it is not for exactly these points. Then curves are straight
     * lines. */
    if (tangents.size == (uint64_t)4 * TANGENT_INTS * design->point_count) {
        design->tangents = tangents;
        design->tangent_size = 4 * TANGENT_INTS;
    }
}

/* In 64 bits, as first and count are any ints. A range that begins before the first point loses
 * what is not there, and one that is empty is at 0. */
tt_status tti_envelope_of(const tt_map_design *design, uint32_t index, tt_map_envelope *envelope,
                          tt_bytes *item, tt_error *error)
{
    tti_item_range all = {design->envelope_first, design->envelopes};
    *envelope = (tt_map_envelope){0};
    tt_status status = tti_design_item(design, all, index, ENVELOPE_INTS, item, error);
    if (status != TT_OK) {
        return status;
    }
    int64_t begin = tti_item_int(*item, ENVELOPE_FIRST);
    int64_t end = begin + tti_item_int(*item, ENVELOPE_COUNT);
    /* `end` was computed before: what is missing at the front does not make the range longer at its
     * end. */
    begin = begin > 0 ? begin : 0;
    end = end < design->point_count ? end : design->point_count;
    envelope->version = tti_item_int(*item, ENVELOPE_VERSION);
    envelope->channels = tti_item_int(*item, ENVELOPE_CHANNELS);
    envelope->first = begin < end ? (uint32_t)begin : 0;
    envelope->points = begin < end ? (uint32_t)(end - begin) : 0;
    envelope->is_synchronized = envelope->version < SYNCHRONIZED_SINCE ||
                                tti_item_ints(*item) <= ENVELOPE_SYNCHRONIZED ||
                                tti_item_int(*item, ENVELOPE_SYNCHRONIZED) != 0;
    return TT_OK;
}

tt_status tt_map_design_envelope(const tt_map_design *design, uint32_t index,
                                 tt_map_envelope *envelope, tt_error *error)
{
    tt_bytes item;
    tt_status status = tti_envelope_of(design, index, envelope, &item, error);
    if (status == TT_OK) {
        tti_item_text(envelope->name, item, ENVELOPE_NAME, NAME_INTS);
    }
    return status;
}
