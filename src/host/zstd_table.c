/* SPDX-License-Identifier: MIT
 *
 * Reads a seek table. Its numbers are believed only when they add up to the file, and memory is
 * taken for as many frames as the file has bytes for.
 */
#include "host/zstd_table.h"

#include <errno.h>
#include <stdlib.h>

#include "base/mem.h"

/* Bytes of entries read at once: a multiple of 8 and of 12. */
#define PART ((size_t)12 * 1024)

struct shape {
    size_t count, entry; /* entries, and bytes of one: 8, or 12 with checksums */
    uint64_t begin;      /* of the skippable frame */
};

/* False with TT_OK when there is no table. Both magics, the size in the head and the count in the
 * foot have to agree, and reserved flags must be 0. The file has at least as many bytes as the
 * table, so memory is at most twice that. */
static bool read_shape(struct shape *shape, const struct host_codec_file *file, tt_io_error *error)
{
    uint8_t foot[HOST_ZSTD_TABLE_FOOT], head[HOST_ZSTD_TABLE_HEAD];
    if (file->size < sizeof(foot) + sizeof(head) ||
        !tti_host_codec_read_at(file, file->size - sizeof(foot), foot, sizeof(foot), error) ||
        tti_load_le32(foot + 5) != HOST_ZSTD_TABLE_MAGIC || (foot[4] & 0x7c) != 0) {
        return false;
    }
    shape->count = tti_load_le32(foot);
    shape->entry = (foot[4] & 0x80) != 0 ? 12 : 8;
    uint64_t size = (uint64_t)shape->count * shape->entry + sizeof(foot);
    if (shape->count == 0 || shape->count > HOST_ZSTD_TABLE_MOST ||
        size + sizeof(head) > file->size) {
        return false;
    }
    shape->begin = file->size - size - sizeof(head);
    return tti_host_codec_read_at(file, shape->begin, head, sizeof(head), error) &&
           tti_load_le32(head) == HOST_ZSTD_TABLE_FRAME && tti_load_le32(head + 4) == size;
}

/* False when the frames do not fill the file up to the table: one wrong entry makes the last sum
 * wrong. The sum of raw sizes cannot be checked before the frames are read (agrees in
 * codec_zstd.c). */
static bool read_frames(struct host_zstd_table *table, const struct shape *shape,
                        const struct host_codec_file *file, tt_io_error *error)
{
    uint8_t part[PART];
    size_t in_part = PART / shape->entry;
    struct host_zstd_frame at = {0, 0};
    for (size_t i = 0; i < shape->count; i++) {
        if (i % in_part == 0) {
            size_t left = shape->count - i;
            size_t size = (left < in_part ? left : in_part) * shape->entry;
            uint64_t from = shape->begin + HOST_ZSTD_TABLE_HEAD + (uint64_t)i * shape->entry;
            if (!tti_host_codec_read_at(file, from, part, size, error)) {
                return false;
            }
        }
        const uint8_t *entry = part + i % in_part * shape->entry;
        uint32_t raw = tti_load_le32(entry + 4);
        table->frames[i] = at;
        at.stored += tti_load_le32(entry);
        at.raw += raw;
        table->widest = raw > table->widest ? raw : table->widest;
    }
    table->frames[shape->count] = at;
    return at.stored == shape->begin;
}

struct host_zstd_table *tti_host_zstd_table_read(const struct host_codec_file *file,
                                                 tt_io_error *error)
{
    struct shape shape;
    tt_io_error_clear(error);
    if (!read_shape(&shape, file, error)) {
        if (error->status != TT_ERR_SYSTEM) {
            tt_io_error_clear(error);
        }
        return NULL;
    }
    struct host_zstd_table *table =
        malloc(sizeof(*table) + (shape.count + 1) * sizeof(table->frames[0]));
    if (table == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot decompress zstd");
        return NULL;
    }
    table->count = shape.count;
    table->widest = 0;
    if (!read_frames(table, &shape, file, error)) {
        free(table);
        table = NULL;
        if (error->status != TT_ERR_SYSTEM) {
            tt_io_error_clear(error);
        }
    }
    return table;
}

/* Frames before it that begin at the same raw byte are empty. */
size_t tti_host_zstd_table_find(const struct host_zstd_table *table, uint64_t raw)
{
    size_t low = 0, high = table->count; /* frames[low] begins at or before `raw` */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (table->frames[middle].raw <= raw) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}
