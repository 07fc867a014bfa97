/* SPDX-License-Identifier: MIT
 *
 * Reads the container of maps: a table of items, which are arrays of 32-bit ints with a type, and a
 * table of data, which are bytes. docs/format/map.md draws it. Most checks of a map are here.
 * look.h and design.c give the numbers a meaning.
 */
#ifndef TTI_MAP_DATAFILE_H
#define TTI_MAP_DATAFILE_H

#include "base/mem.h"
#include "teetape/map_design.h"

/* The struct is public, because the caller allocates a tt_map_design. tti_datafile_open checks its
 * offsets, which all functions of this file rely on. */
typedef struct tt_map_tables tti_datafile;

/* The items of one type, which follow each other. The range is inside the table of items; each item
 * is checked later. */
typedef struct tti_item_range {
    uint32_t first, count;
} tti_item_range;

/* Checks the tables. Fails with TT_ERR_MAP_MAGIC, TT_ERR_MAP_VERSION, TT_ERR_MAP_END or
 * TT_ERR_MAP_HEADER. */
tt_status tti_datafile_open(tti_datafile *df, tt_bytes file, tt_error *error);

/* Returns an int of an item. `index` is below tti_item_ints(item). */
static inline int32_t tti_item_int(tt_bytes item, size_t index)
{
    return tti_signed(tti_load_le32(item.data + 4 * index));
}

static inline size_t tti_item_ints(tt_bytes item)
{
    return item.size / 4;
}

/* Returns the id of an item from tti_datafile_item: its head is the 8 bytes before it. */
static inline uint32_t tti_datafile_item_id(tt_bytes item)
{
    return tti_load_le16(item.data - 8);
}

static inline uint64_t tti_datafile_offset(const tti_datafile *df, tt_bytes bytes)
{
    return (uint64_t)(bytes.data - df->file.data);
}

/* Reads the text in `count` ints (8 at most) from `index` on, as a string of 4 * count bytes; empty
 * when the item ends before, or the text is no UTF-8. */
void tti_item_text(char *dst, tt_bytes item, size_t index, size_t count);

/* Finds the items of a type; the count is 0 when it has none. TT_ERR_MAP_ITEM when the table names
 * items that do not exist. */
tt_status tti_datafile_type(const tti_datafile *df, uint32_t type, tti_item_range *range,
                            tt_error *error);

/* Finds the ints of an item, at least `ints` of them. `index` must be below item_count.
 * TT_ERR_MAP_ITEM when the item is not in its area, or shorter. */
tt_status tti_datafile_item(const tti_datafile *df, uint32_t index, size_t ints, tt_bytes *item,
                            tt_error *error);

/* A piece of data in the file, with everything that unpacking needs. */
typedef struct tti_packed {
    tt_bytes bytes;
    uint64_t offset; /* offset of the bytes in the file */
    size_t unpacked;
    bool is_plain; /* true: the bytes are not packed */
} tti_packed;

/* Finds a piece of data. TT_ERR_MAP_DATA when there is none of this number, or it is not in its
 * area; TT_ERR_MAP_RATIO when it would be larger than zlib can make it. `*data` is zeros after a
 * failure. */
tt_status tti_datafile_data(const tti_datafile *df, int32_t index, tti_packed *data,
                            tt_error *error);

/* Unpacks data to `dst`, which has room for data->unpacked bytes; an empty piece does not call
 * `inflate`. TT_ERR_MAP_INFLATE with the offset of the data; the content of `dst` is then
 * undefined. */
tt_status tti_datafile_unpack(const tti_packed *data, uint8_t *dst, tt_map_inflate_fn *inflate,
                              void *user, tt_error *error);

#endif
