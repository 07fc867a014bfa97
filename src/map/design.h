/* SPDX-License-Identifier: MIT
 *
 * What the files that decode the design share.
 *
 * The design is what is drawn of a map: groups, layers, quads, envelopes, images. design.c has
 * groups and layers, design_data.c quads and images, envelope.c and envelope_at.c what changes with
 * time. All decode from the file on each call; the tt_map_design has only where things begin and
 * how many there are.
 */
#ifndef TTI_MAP_DESIGN_H
#define TTI_MAP_DESIGN_H

#include "base/error.h"
#include "map/datafile.h"

/* The ints of item `index` of a range, at least `ints`. TT_ERR_ARGUMENT, TT_ERR_MAP_ITEM. A number
 * that is too large is an error of the caller, hence TT_ERR_ARGUMENT; an item that is damaged is
 * one of the file. */
static inline tt_status tti_design_item(const tt_map_design *design, tti_item_range range,
                                        uint32_t index, size_t ints, tt_bytes *item,
                                        tt_error *error)
{
    if (index >= range.count) {
        return tti_fail(error, TT_ERR_ARGUMENT, 0);
    }
    return tti_datafile_item(&design->tables, range.first + index, ints, item, error);
}

/* A number of something, of which there are `count`; all others are none. A wrong number in a file
 * makes a layer without an image, or a quad without an envelope, and no error. */
static inline int32_t tti_design_number(int32_t number, uint32_t count)
{
    return number >= 0 && (uint32_t)number < count ? number : -1;
}

/* As an item or a quad has it. The offset is in milliseconds and may be any int: it is added in 64
 * bits later (envelope_at.c). */
static inline tt_map_animation tti_design_animation(const tt_map_design *design, int32_t envelope,
                                                    int32_t offset)
{
    return (tt_map_animation){tti_design_number(envelope, design->envelopes), offset};
}

/* A part of a colour, 0 to 255 whatever the file says. An item has 32 bits for it, and nothing
 * keeps a file from having a value outside. */
static inline uint8_t tti_design_color(int32_t value)
{
    return (uint8_t)(value < 0 ? 0 : value < 255 ? value : 255);
}

/* Ints of a point, and after them, or in an item of their own, those of its tangents. A point has
 * values of four channels also where its envelope has fewer. */
enum { POINT_TIME, POINT_CURVE, POINT_VALUES, POINT_INTS = POINT_VALUES + 4 };
/* In and out are seen from the point: the curve comes in from the earlier point, and goes out to
 * the later one. X is a time in milliseconds, Y a value, four each as there are four channels. */
enum { IN_X = 0, IN_Y = 4, OUT_X = 8, OUT_Y = 12, TANGENT_INTS = 16 };

/* Fills in what is known of envelopes and their points when a design is opened. Points that are
 * damaged count as none: then envelopes change nothing. */
void tti_envelopes_take(tt_map_design *design, tti_item_range envelopes);

/* tt_map_design_envelope but for the name, which `item` has. envelope->first and points are cut to
 * the points that there are, so that first + points is never beyond design->point_count. */
tt_status tti_envelope_of(const tt_map_design *design, uint32_t index, tt_map_envelope *envelope,
                          tt_bytes *item, tt_error *error);

#endif
