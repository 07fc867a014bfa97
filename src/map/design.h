/* SPDX-License-Identifier: MIT
 *
 * Shared by the files that decode the design, which is what is drawn of a map: envelope.c has
 * what changes with time, design.c the rest. A tt_map_design has only where things begin and how
 * many there are.
 */
#ifndef TTI_MAP_DESIGN_H
#define TTI_MAP_DESIGN_H

#include "base/error.h"
#include "map/datafile.h"

/* The ints of item `index` of a range, at least `ints`. TT_ERR_ARGUMENT for a number that is too
 * large, TT_ERR_MAP_ITEM for a damaged item. */
static inline tt_status tti_design_item(const tt_map_design *design, tti_item_range range,
                                        uint32_t index, size_t ints, tt_bytes *item,
                                        tt_error *error)
{
    if (index >= range.count) {
        return tti_fail(error, TT_ERR_ARGUMENT, 0);
    }
    return tti_datafile_item(&design->tables, range.first + index, ints, item, error);
}

/* A number out of range is none: a layer without an image, or a quad without an envelope. */
static inline int32_t tti_design_number(int32_t number, uint32_t count)
{
    return number >= 0 && (uint32_t)number < count ? number : -1;
}

/* The offset, in milliseconds, may be any int. */
static inline tt_map_animation tti_design_animation(const tt_map_design *design, int32_t envelope,
                                                    int32_t offset)
{
    return (tt_map_animation){tti_design_number(envelope, design->envelopes), offset};
}

static inline uint8_t tti_design_color(int32_t value)
{
    return (uint8_t)(value < 0 ? 0 : value < 255 ? value : 255);
}

/* Fills in what is known of envelopes and their points. Damaged points count as none: then
 * envelopes change nothing. */
void tti_envelopes_take(tt_map_design *design, tti_item_range envelopes);

#endif
