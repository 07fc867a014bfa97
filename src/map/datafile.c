/* SPDX-License-Identifier: MIT
 *
 * Reads the tables of a datafile. Every number in them is a stranger's: it is compared with what is
 * there before it is used, in 64 bits, where a sum of a few 32-bit numbers cannot overflow.
 *
 * What is checked when: opening checks that the tables and both areas are in the file; a range, an
 * item or a piece of data is checked when it is asked for. So one wrong offset costs one item, and
 * not the map. Nothing is kept but offsets, and opening costs the same for every file.
 */
#include "map/datafile.h"

#include "base/error.h"
#include "teetape/string.h"

/* No deflate stream becomes larger: 258 bytes for two bits. A size above it is a lie. It is refused
 * before the caller takes memory for it, so that a file of a few bytes cannot ask for gigabytes. */
#define RATIO_MAX 1032

/* Sizes in bytes of the parts that docs/format/map.md draws. */
#define HEADER_SIZE 36
#define TYPE_SIZE 12
#define ITEM_HEAD_SIZE 8 /* type and id, size */

/* Offsets in the header. Size of the file and of its ints are passed over, as the game does; they
 * were wrong in some releases. */
enum { VERSION = 4, TYPES = 16, ITEMS = 20, DATA = 24, ITEM_SIZE = 28, DATA_SIZE = 32 };

/* The caller knows that four bytes are there. Numbers are little-endian in every file, and at any
 * alignment. */
static uint32_t load(const tti_datafile *df, size_t offset)
{
    return tti_load_le32(df->file.data + offset);
}

/* Big-endian machines once wrote the magic backwards, and everything else as it should be. */
static int has_magic(const uint8_t *data)
{
    return tti_equal(data, "DATA", 4) || tti_equal(data, "ATAD", 4);
}

/* A count or size at `offset` of the header, which may be `most`. On failure the error has the
 * offset of this number. */
static int count_of(const tti_datafile *df, size_t offset, uint32_t most, uint32_t *count,
                    tt_error *error)
{
    *count = load(df, offset);
    if (*count > most) { /* negative ones too */
        tti_fail(error, TT_ERR_MAP_HEADER, offset);
        return 0;
    }
    return 1;
}

/* The order is that of the errors a reader wants: first whether it is a map at all, then whether it
 * is all there. A file that is longer than its areas is good: the game ignores what follows. */
tt_status tti_datafile_open(tti_datafile *df, tt_bytes file, tt_error *error)
{
    *df = (tti_datafile){.file = file};
    if (file.size < 4 || !has_magic(file.data)) {
        return tti_fail(error, TT_ERR_MAP_MAGIC, 0);
    }
    if (file.size < HEADER_SIZE) {
        return tti_fail(error, TT_ERR_MAP_END, file.size);
    }
    df->version = tti_signed(load(df, VERSION));
    if (df->version != 3 && df->version != 4) {
        return tti_fail(error, TT_ERR_MAP_VERSION, VERSION);
    }
    uint32_t item_size, data_size;
    if (!count_of(df, TYPES, TT_MAP_ITEMS_MAX, &df->type_count, error) ||
        !count_of(df, ITEMS, TT_MAP_ITEMS_MAX, &df->item_count, error) ||
        !count_of(df, DATA, TT_MAP_ITEMS_MAX, &df->data_count, error) ||
        !count_of(df, ITEM_SIZE, INT32_MAX, &item_size, error) ||
        !count_of(df, DATA_SIZE, INT32_MAX, &data_size, error)) {
        return TT_ERR_MAP_HEADER;
    }
    /* Five counts of at most 2^31 with factors of at most 12: the sum is far below 2^64, so one
     * comparison with the size of the file is enough for all areas. */
    uint64_t types = (uint64_t)TYPE_SIZE * df->type_count;
    uint64_t offsets = 4 * (uint64_t)df->item_count;
    uint64_t data_offsets = 4 * (uint64_t)df->data_count;
    /* Version 3 packs nothing, so it has no table of unpacked sizes. */
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

/* The table is searched from its start each time: maps have about ten types, and an index would
 * need memory that the core does not take. */
tt_status tti_datafile_type(const tti_datafile *df, uint32_t type, tti_item_range *range,
                            tt_error *error)
{
    *range = (tti_item_range){0, 0};
    for (uint32_t i = 0; i < df->type_count; i++) {
        size_t row = df->types + (size_t)TYPE_SIZE * i;
        if (load(df, row) == type) { /* the first counts, should there be more */
            uint32_t first = load(df, row + 4), count = load(df, row + 8);
            /* Subtracted rather than added, so that it cannot overflow. */
            if (first > df->item_count || count > df->item_count - first) {
                return tti_fail(error, TT_ERR_MAP_ITEM, row);
            }
            *range = (tti_item_range){first, count};
            return TT_OK;
        }
    }
    return TT_OK;
}

/* Sizes that are no multiple of four are cut: the game's items are arrays of ints. The sums cannot
 * overflow, since each number is compared with what is left. */
tt_status tti_datafile_item(const tti_datafile *df, uint32_t index, size_t ints, tt_bytes *item,
                            tt_error *error)
{
    size_t row = df->item_offsets + (size_t)4 * index;
    uint32_t offset = load(df, row);
    if (df->item_size < ITEM_HEAD_SIZE || offset > df->item_size - ITEM_HEAD_SIZE) {
        return tti_fail(error, TT_ERR_MAP_ITEM, row);
    }
    size_t begin = df->items + offset;
    uint32_t size = load(df, begin + 4);
    if (size > df->item_size - ITEM_HEAD_SIZE - offset || size / 4 < ints) {
        return tti_fail(error, TT_ERR_MAP_ITEM, begin);
    }
    *item = (tt_bytes){df->file.data + begin + ITEM_HEAD_SIZE, size - size % 4};
    return TT_OK;
}

/* Eight ints are the longest name in an item, that of an envelope. A name that is not there or not
 * valid is empty and no error: nothing but names depends on it. */
void tti_item_text(char *dst, tt_bytes item, size_t index, size_t count)
{
    int32_t ints[8] = {0};
    if (index + count <= tti_item_ints(item)) {
        for (size_t i = 0; i < count; i++) {
            ints[i] = tti_item_int(item, index + i);
        }
        (void)tt_string_from_ints(dst, ints, count); /* empty when it is none */
    } else {
        tti_fill(dst, 0, 4 * count);
    }
}

/* A piece has no size of its own in the file: it ends where the next one begins. So a wrong offset
 * of one piece makes the piece before it wrong, too. */
tt_status tti_datafile_data(const tti_datafile *df, int32_t index, tti_packed *data,
                            tt_error *error)
{
    *data = (tti_packed){{NULL, 0}, 0, 0, 0};
    if (index < 0 || (uint32_t)index >= df->data_count) {
        return tti_fail(error, TT_ERR_MAP_DATA, df->data_offsets);
    }
    size_t row = df->data_offsets + (size_t)4 * (uint32_t)index;
    uint32_t begin = load(df, row);
    size_t end = (uint32_t)index + 1 < df->data_count ? load(df, row + 4) : df->data_size;
    if (begin > end || end > df->data_size) {
        return tti_fail(error, TT_ERR_MAP_DATA, row);
    }
    size_t offset = df->data + begin, size = end - begin, unpacked = size;
    if (df->version == 4) {
        row = df->data_sizes + (size_t)4 * (uint32_t)index;
        unpacked = load(df, row);
        if (unpacked > INT32_MAX) {
            return tti_fail(error, TT_ERR_MAP_DATA, row);
        }
    }
    /* Version 3 passes with equal sizes. */
    if (unpacked > (uint64_t)RATIO_MAX * size) {
        return tti_fail(error, TT_ERR_MAP_RATIO, offset);
    }
    *data = (tti_packed){{df->file.data + offset, size}, offset, unpacked, df->version == 3};
    return TT_OK;
}

/* Old maps have pieces whose unpacked size is 0, and which need not be a zlib stream. What
 * `inflate` says is all that is known: it fails for too few and for too many bytes. */
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
