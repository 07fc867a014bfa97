/* SPDX-License-Identifier: MIT
 *
 * The parts of a recording that has an index: divided at the access points, each with a reading of
 * its own. Together they give the items that one reading gives. Threads may call this at the same
 * time.
 *
 * The index is not believed: a part counts only if the one before it has ended in the very state
 * with which it began, and the first one begins with that of the whole. Decompression begins where
 * the file itself says that it can.
 */
#ifndef READING_PARTS_H
#define READING_PARTS_H

#include "teetape/io/parts.h"

struct parts;

/* Divides what an open reading would give, which must not have been asked for an item. Nothing is
 * taken of `whole`, which must remain open until tti_parts_free. NULL when it cannot be divided, as
 * tt_io_parts_read says. */
struct parts *tti_parts_new(const tt_io_reading *whole);

/* Frees them. All their readings must be closed. NULL is fine. */
void tti_parts_free(struct parts *parts);

/* How many there are: two or more. */
size_t tti_parts_count(const struct parts *parts);

/* About how many bytes of the file, as stored, come before part `part`, 0 to the count. */
uint64_t tti_parts_stored(const struct parts *parts, size_t part);

/* Opens part `part`, 0 to the count less one, with span, player and wants of the whole. Of
 * `options` only `on_issue`, `stop` and `user` are looked at. The result is that of
 * tt_io_reading_open; tt_io_reading_close has to be called in any case. Errors before the part
 * count as those that `on_seek` of the whole has got: what earlier parts have counted has to be
 * added. */
bool tti_parts_open(struct parts *parts, size_t part, tt_io_reading *r,
                    const tt_io_reading_options *options);

/* How a part has ended. */
enum part_end {
    PART_OVER,   /* the next part begins here */
    PART_LAST,   /* the whole has ended here: at its end or that of its span, by a failure, or by
                    `stop` */
    PART_FURTHER /* the index is not what the recording says: tt_io_reading_next is to be called
                    again, and gives everything up to the end of the whole */
};

/* After tt_io_reading_next gave false for part `part`. */
enum part_end tti_parts_end(struct parts *parts, size_t part, tt_io_reading *r);

#endif
