/* SPDX-License-Identifier: MIT
 *
 * The container that maps are in: tables of items, which are arrays of 32-bit ints with a type, and
 * of data, which are bytes. docs/format/map.md draws it.
 */
#ifndef TTI_MAP_DATAFILE_H
#define TTI_MAP_DATAFILE_H

#include "base/mem.h"
#include "teetape/map_design.h"

/* Where everything lies. */
typedef struct tt_map_tables tti_datafile;

/* All items of one type; they follow each other. */
typedef struct tti_item_range {
    uint32_t first, count;
} tti_item_range;

/* Opens a file: all tables and areas lie in it. TT_ERR_MAP_MAGIC, TT_ERR_MAP_VERSION,
 * TT_ERR_MAP_END, TT_ERR_MAP_HEADER. */
tt_status tti_datafile_open(tti_datafile *df, tt_bytes file, tt_error *error);

/* An int of an item that has it. */
static inline int32_t tti_item_int(tt_bytes item, size_t index)
{
    return tti_signed(tti_load_le32(item.data + 4 * index));
}

/* How many an item has. */
static inline size_t tti_item_ints(tt_bytes item)
{
    return item.size / 4;
}

/* The lower half of the number before it: its id among those of its type. */
static inline uint32_t tti_datafile_item_id(tt_bytes item)
{
    return tti_load_le16(item.data - 8);
}

/* Where bytes of the file are in it. */
static inline uint64_t tti_datafile_offset(const tti_datafile *df, tt_bytes bytes)
{
    return (uint64_t)(bytes.data - df->file.data);
}

/* The text in `count` ints (8 at most) of an item from `index` on, as a string of 4 * count bytes;
 * empty when the item ends before, or it is no UTF-8. */
void tti_item_text(char *dst, tt_bytes item, size_t index, size_t count);

/* The items of a type, none (count 0) when it has none. TT_ERR_MAP_ITEM when there are not as many
 * items as the table says. */
tt_status tti_datafile_type(const tti_datafile *df, uint32_t type, tti_item_range *range,
                            tt_error *error);

/* The ints of an item as bytes, a multiple of four and at least `ints` of them. `index` must be
 * below item_count. TT_ERR_MAP_ITEM when it does not lie in its area, or is shorter. */
tt_status tti_datafile_item(const tti_datafile *df, uint32_t index, size_t ints, tt_bytes *item,
                            tt_error *error);

/* A piece of data as it is stored. */
typedef struct tti_packed {
    tt_bytes bytes;
    uint64_t offset; /* in the file */
    size_t unpacked; /* bytes when unpacked */
    int is_plain;    /* it is not packed at all */
} tti_packed;

/* TT_ERR_MAP_DATA when there is none of this number, or not in its area; TT_ERR_MAP_RATIO when it
 * would be larger than zlib can make it. Then all is zeros. */
tt_status tti_datafile_data(const tti_datafile *df, int32_t index, tti_packed *data,
                            tt_error *error);

/* Unpacks all of it. Nothing is packed in no bytes, and `inflate` is not asked for it. */
tt_status tti_datafile_unpack(const tti_packed *data, uint8_t *dst, tt_map_inflate_fn *inflate,
                              void *user, tt_error *error);

#endif
