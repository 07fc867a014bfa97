/* SPDX-License-Identifier: MIT
 *
 * Reads the tables of a datafile. Every number may be forged: it is checked before it is used, in
 * 64 bits, where a sum of a few 32-bit numbers cannot overflow.
 *
 * Opening checks that the tables and both areas are in the file. A range, an item or a piece of
 * data is checked on its use, so a wrong offset costs one item and not the map.
 */
#include "map/datafile.h"

#include "base/error.h"
#include "teetape/string.h"

/* Deflate gives at most 258 bytes for two bits. A larger size is refused before the caller
 * allocates memory for it, so a small file cannot ask for gigabytes. */
#define RATIO_MAX 1032

/* Bytes of the parts that docs/format/map.md draws. */
#define HEADER_SIZE 36
#define TYPE_SIZE 12
#define ITEM_HEAD_SIZE 8 /* one int with type and id, and one with the size */

/* Offsets in the header. The game ignores the sizes of the file and of its ints, which were wrong
 * in some releases. */
enum {
    VERSION = 4,
    TYPE_COUNT = 16,
    ITEM_COUNT = 20,
    DATA_COUNT = 24,
    ITEM_SIZE = 28,
    DATA_SIZE = 32
};

/* Reads a number, which is little-endian in every file. */
static uint32_t load_head(const tti_datafile *df, size_t offset)
{
    return tti_load_le32(df->file.data + offset);
}

/* Reads a count or size at `offset` of the header; an error has this offset. */
static bool read_count(const tti_datafile *df, size_t offset, uint32_t most, uint32_t *count,
                       tt_error *error)
{
    *count = load_head(df, offset);
    if (*count > most) { /* a negative number becomes a large unsigned one */
        tti_fail(error, TT_ERR_MAP_HEADER, offset);
        return false;
    }
    return true;
}

/* Opens a datafile. A wrong kind of file is reported before a missing part. Big-endian machines
 * once wrote the magic backwards, and nothing else. The game ignores bytes after the data. */
tt_status tti_datafile_open(tti_datafile *df, tt_bytes file, tt_error *error)
{
    *df = (tti_datafile){.file = file};
    if (file.size < 4 || (!tti_equal(file.data, "DATA", 4) && !tti_equal(file.data, "ATAD", 4))) {
        return tti_fail(error, TT_ERR_MAP_MAGIC, 0);
    }
    if (file.size < HEADER_SIZE) {
        return tti_fail(error, TT_ERR_MAP_END, file.size);
    }
    df->version = tti_signed(load_head(df, VERSION));
    if (df->version != 3 && df->version != 4) {
        return tti_fail(error, TT_ERR_MAP_VERSION, VERSION);
    }
    uint32_t item_size, data_size;
    if (!read_count(df, TYPE_COUNT, TT_MAP_ITEMS_MAX, &df->type_count, error) ||
        !read_count(df, ITEM_COUNT, TT_MAP_ITEMS_MAX, &df->item_count, error) ||
        !read_count(df, DATA_COUNT, TT_MAP_ITEMS_MAX, &df->data_count, error) ||
        !read_count(df, ITEM_SIZE, INT32_MAX, &item_size, error) ||
        !read_count(df, DATA_SIZE, INT32_MAX, &data_size, error)) {
        return TT_ERR_MAP_HEADER;
    }
    /* This sum of five counts, each at most 2^31 and multiplied by at most 12, is far below
     * 2^64. */
    uint64_t types = (uint64_t)TYPE_SIZE * df->type_count;
    uint64_t offsets = 4 * (uint64_t)df->item_count;
    uint64_t data_offsets = 4 * (uint64_t)df->data_count;
    /* version 3 packs nothing, so it has no table of unpacked sizes */
    uint64_t data_sizes = df->version == 4 ? data_offsets : 0;
    uint64_t tables = HEADER_SIZE + types + offsets + data_offsets + data_sizes;
    if (tables + item_size + data_size > file.size) {
        return tti_fail(error, TT_ERR_MAP_END, file.size);
    }
    df->types = HEADER_SIZE;
    df->item_offsets = df->types + (size_t)types;
    df->data_offsets = df->item_offsets + (size_t)offsets;
    df->data_sizes = df->data_offsets + (size_t)data_offsets;
    df->items = (size_t)tables;
    df->data = df->items + item_size;
    df->item_size = item_size;
    df->data_size = data_size;
    return TT_OK;
}

/* Finds the items of a type. Maps have about ten types, so a search is enough. */
tt_status tti_datafile_type(const tti_datafile *df, uint32_t type, tti_item_range *range,
                            tt_error *error)
{
    *range = (tti_item_range){0, 0};
    for (uint32_t i = 0; i < df->type_count; i++) {
        size_t row = df->types + (size_t)TYPE_SIZE * i;
        if (load_head(df, row) == type) { /* of several rows with one type the first counts */
            uint32_t first = load_head(df, row + 4), count = load_head(df, row + 8);
            if (first > df->item_count || count > df->item_count - first) {
                return tti_fail(error, TT_ERR_MAP_ITEM, row);
            }
            *range = (tti_item_range){first, count};
            return TT_OK;
        }
    }
    return TT_OK;
}

/* Finds an item. The game's items are arrays of ints, so other sizes are cut. */
tt_status tti_datafile_item(const tti_datafile *df, uint32_t index, size_t ints, tt_bytes *item,
                            tt_error *error)
{
    size_t row = df->item_offsets + (size_t)4 * index;
    uint32_t offset = load_head(df, row);
    if (df->item_size < ITEM_HEAD_SIZE || offset > df->item_size - ITEM_HEAD_SIZE) {
        return tti_fail(error, TT_ERR_MAP_ITEM, row);
    }
    size_t begin = df->items + offset;
    uint32_t size = load_head(df, begin + 4);
    if (size > df->item_size - ITEM_HEAD_SIZE - offset || size / 4 < ints) {
        return tti_fail(error, TT_ERR_MAP_ITEM, begin);
    }
    *item = (tt_bytes){df->file.data + begin + ITEM_HEAD_SIZE, size - size % 4};
    return TT_OK;
}

/* Reads a name. The longest one, that of an envelope, has eight ints. Nothing else depends on a
 * name, so a missing or invalid one is no error. */
void tti_item_text(char *dst, tt_bytes item, size_t index, size_t count)
{
    int32_t ints[8] = {0};
    if (index + count <= tti_item_ints(item)) {
        for (size_t i = 0; i < count; i++) {
            ints[i] = tti_item_int(item, index + i);
        }
        /* the text is empty when the ints are invalid */
        (void)tt_string_from_ints(dst, ints, count);
    } else {
        tti_fill(dst, 0, 4 * count);
    }
}

/* Finds a piece of data. A piece ends at the begin of the next one, so a wrong offset makes two
 * pieces wrong. */
tt_status tti_datafile_data(const tti_datafile *df, int32_t index, tti_packed *data,
                            tt_error *error)
{
    *data = (tti_packed){{NULL, 0}, 0, 0, 0};
    if (index < 0 || (uint32_t)index >= df->data_count) {
        return tti_fail(error, TT_ERR_MAP_DATA, df->data_offsets);
    }
    size_t row = df->data_offsets + (size_t)4 * (uint32_t)index;
    uint32_t begin = load_head(df, row);
    size_t end = (uint32_t)index + 1 < df->data_count ? load_head(df, row + 4) : df->data_size;
    if (begin > end || end > df->data_size) {
        return tti_fail(error, TT_ERR_MAP_DATA, row);
    }
    size_t offset = df->data + begin, size = end - begin, unpacked = size;
    if (df->version == 4) {
        row = df->data_sizes + (size_t)4 * (uint32_t)index;
        unpacked = load_head(df, row);
        if (unpacked > INT32_MAX) {
            return tti_fail(error, TT_ERR_MAP_DATA, row);
        }
    }
    if (unpacked > (uint64_t)RATIO_MAX * size) {
        return tti_fail(error, TT_ERR_MAP_RATIO, offset);
    }
    *data = (tti_packed){{df->file.data + offset, size}, offset, unpacked, df->version == 3};
    return TT_OK;
}

/* Unpacks a piece. Old maps have pieces whose unpacked size is 0, and which need not be a zlib
 * stream. */
tt_status tti_datafile_unpack(const tti_packed *data, uint8_t *dst, tt_map_inflate_fn *inflate,
                              void *user, tt_error *error)
{
    if (data->is_plain) {
        tti_copy(dst, data->bytes.data, data->unpacked);
    } else if (data->unpacked != 0 && inflate(user, dst, data->unpacked, data->bytes) != 0) {
        return tti_fail(error, TT_ERR_MAP_INFLATE, data->offset);
    }
    return TT_OK;
}
