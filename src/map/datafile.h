/* SPDX-License-Identifier: MIT
 *
 * The container that maps are in: tables of items, which are arrays of 32-bit ints with a type, and
 * of data, which are bytes. docs/format/map.md draws it.
 *
 * It knows nothing of maps: what the numbers of an item mean is in look.h, design.c and
 * design_data.c. It sees bytes of strangers, so it is where most checks of a map are.
 */
#ifndef TTI_MAP_DATAFILE_H
#define TTI_MAP_DATAFILE_H

#include "base/mem.h"
#include "teetape/map_design.h"

/* Where everything lies. The struct is in the public header, as a tt_map_design contains it and the
 * caller places that. Offsets in it are checked by tti_datafile_open, and every function below
 * relies on that. */
typedef struct tt_map_tables tti_datafile;

/* All items of one type; they follow each other. The game's files are so by definition. After
 * tti_datafile_type it is known that all of them are in the table of items; each item itself is
 * checked later. */
typedef struct tti_item_range {
    uint32_t first, count;
} tti_item_range;

/* Opens a file: all tables and areas lie in it. TT_ERR_MAP_MAGIC, TT_ERR_MAP_VERSION,
 * TT_ERR_MAP_END, TT_ERR_MAP_HEADER. */
tt_status tti_datafile_open(tti_datafile *df, tt_bytes file, tt_error *error);

/* An int of an item that has it. `index` is below tti_item_ints(item): callers ask for a minimum
 * with tti_datafile_item, or compare first. */
static inline int32_t tti_item_int(tt_bytes item, size_t index)
{
    return tti_signed(tti_load_le32(item.data + 4 * index));
}

/* How many an item has. */
static inline size_t tti_item_ints(tt_bytes item)
{
    return item.size / 4;
}

/* The lower half of the number before it: its id among those of its type. `item` is one that
 * tti_datafile_item has returned: the 8 bytes before it are its head. */
static inline uint32_t tti_datafile_item_id(tt_bytes item)
{
    return tti_load_le16(item.data - 8);
}

/* Where bytes of the file are in it. For errors: it is the place of a wrong item. */
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

/* A piece of data as it is stored. It points into the file, so it is valid as long as that. A later
 * unpacking needs nothing but this. */
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

/* Unpacks all of it. Nothing is packed in no bytes, and `inflate` is not asked for it. `dst` has
 * room for data->unpacked bytes. TT_ERR_MAP_INFLATE with the offset of the data; what is in `dst`
 * is then undefined. */
tt_status tti_datafile_unpack(const tti_packed *data, uint8_t *dst, tt_map_inflate_fn *inflate,
                              void *user, tt_error *error);

#endif
