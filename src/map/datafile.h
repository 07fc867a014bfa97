/* SPDX-License-Identifier: MIT
 *
 * The container that maps are in: tables of items, which are arrays of 32-bit ints with a type, and
 * of data, which are bytes. docs/format/map.md draws it.
 */
#ifndef TTI_MAP_DATAFILE_H
#define TTI_MAP_DATAFILE_H

#include "teetape/bytes.h"

/* Where everything lies: offsets in the file. */
typedef struct tti_datafile {
    tt_bytes file;
    int32_t version; /* 3 or 4 */
    uint32_t type_count, item_count, data_count;
    size_t types, item_offsets, data_offsets, data_sizes, items, data;
    size_t item_size, data_size; /* of the last two areas */
} tti_datafile;

/* All items of one type; they follow each other. */
typedef struct tti_item_range {
    uint32_t first, count;
} tti_item_range;

/* Opens a file: all tables and areas lie in it. TT_ERR_MAP_MAGIC, TT_ERR_MAP_VERSION,
 * TT_ERR_MAP_END, TT_ERR_MAP_HEADER. */
tt_status tti_datafile_open(tti_datafile *df, tt_bytes file, tt_error *error);

/* The items of a type, none (count 0) when it has none. TT_ERR_MAP_ITEM when there are not as many
 * items as the table says. */
tt_status tti_datafile_type(const tti_datafile *df, uint32_t type, tti_item_range *range,
                            tt_error *error);

/* The ints of an item as bytes, a multiple of four and at least `ints` of them. `index` must be
 * below item_count. TT_ERR_MAP_ITEM when it does not lie in its area, or is shorter. */
tt_status tti_datafile_item(const tti_datafile *df, uint32_t index, size_t ints, tt_bytes *item,
                            tt_error *error);

/* Data as it is stored, and its size when unpacked. TT_ERR_MAP_DATA when there is none of
 * this number, or not in its area. */
tt_status tti_datafile_data(const tti_datafile *df, int32_t index, tt_bytes *packed,
                            size_t *unpacked, tt_error *error);

#endif
