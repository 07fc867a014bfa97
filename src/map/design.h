/* SPDX-License-Identifier: MIT
 *
 * What the files that decode the design share.
 */
#ifndef TTI_MAP_DESIGN_H
#define TTI_MAP_DESIGN_H

#include "base/error.h"
#include "map/datafile.h"

/* The ints of item `index` of a range, at least `ints`. TT_ERR_ARGUMENT, TT_ERR_MAP_ITEM. */
static inline tt_status tti_design_item(const tt_map_design *design, tti_item_range range,
                                        uint32_t index, size_t ints, tt_bytes *item,
                                        tt_error *error)
{
    if (index >= range.count) {
        return tti_fail(error, TT_ERR_ARGUMENT, 0);
    }
    return tti_datafile_item(&design->tables, range.first + index, ints, item, error);
}

/* A number of something, of which there are `count`; all others are none. */
static inline int32_t tti_design_number(int32_t number, uint32_t count)
{
    return number >= 0 && (uint32_t)number < count ? number : -1;
}

/* As an item or a quad has it. */
static inline tt_map_animation tti_design_animation(const tt_map_design *design, int32_t envelope,
                                                    int32_t offset)
{
    return (tt_map_animation){tti_design_number(envelope, design->envelopes), offset};
}

/* A part of a colour, 0 to 255 whatever the file says. */
static inline uint8_t tti_design_color(int32_t value)
{
    return (uint8_t)(value < 0 ? 0 : value < 255 ? value : 255);
}

/* Ints of a point, and after them, or in an item of their own, those of its tangents. */
enum { POINT_TIME, POINT_CURVE, POINT_VALUES, POINT_INTS = POINT_VALUES + 4 };
enum { IN_X = 0, IN_Y = 4, OUT_X = 8, OUT_Y = 12, TANGENT_INTS = 16 };

/* Fills in what is known of envelopes and their points when a design is opened. */
void tti_envelopes_take(tt_map_design *design, tti_item_range envelopes);

/* tt_map_design_envelope but for the name, which `item` has. */
tt_status tti_envelope_of(const tt_map_design *design, uint32_t index, tt_map_envelope *envelope,
                          tt_bytes *item, tt_error *error);

#endif
