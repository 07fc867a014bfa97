/* SPDX-License-Identifier: MIT
 *
 * Reads one recording on many cores: with an index it is divided at the access points, and each
 * part has a reading of its own. Together they give the items that one reading gives.
 *
 *     static void job(void *user, size_t part, unsigned worker)
 *     {
 *         tt_io_reading r;
 *         tt_io_part_end end = TT_IO_PART_LAST;
 *         if (tt_io_parts_open(parts, part, &r, &options))
 *             do {
 *                 while (tt_io_reading_next(&r)) ... r.item ...
 *                 end = tt_io_parts_end(parts, part, &r);
 *             } while (end == TT_IO_PART_FURTHER);
 *         ... unless it is TT_IO_PART_OVER, all later parts have to be dropped ...
 *         tt_io_reading_close(&r);
 *     }
 *
 *     tt_io_parts *parts = tt_io_parts_new(&whole);
 *     if (parts != NULL)
 *         tt_io_jobs_run(tt_io_parts_count(parts), cores, job, &user, NULL);
 *     tt_io_parts_free(parts);
 *
 * The index is not believed: a part counts only if the one before it has ended in the very state
 * with which it began, and the first one begins with that of the whole. Decompression begins where
 * the file itself says that it can.
 */
#ifndef TEETAPE_IO_PARTS_H
#define TEETAPE_IO_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "teetape/io/export.h"
#include "teetape/io/reading.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The parts of a recording. Their calls may be made by several threads at the same time. */
typedef struct tt_io_parts tt_io_parts;

/** Divides what an open reading would give, which must not have been asked for an item. `whole`
 * remains the caller's: it must remain open until tt_io_parts_free, and nothing is taken of it, so
 * that it can be read as if nothing had happened. NULL when it cannot be divided: there is no index
 * that fits it, or it has one interval only; its compression has too few access points of its own;
 * it is no regular file, or is followed; `ends_at_error`, `wants_before`, `wants_all` or `scan`
 * are asked for; or there is no memory. Why is not reported. */
TT_IO_API tt_io_parts *tt_io_parts_new(const tt_io_reading *whole);

/** Frees them. All their readings must be closed. NULL is fine. */
TT_IO_API void tt_io_parts_free(tt_io_parts *parts);

/** How many there are: two or more. */
TT_IO_API size_t tt_io_parts_count(const tt_io_parts *parts);

/** About how many bytes of the file, as stored, come before part `part`, 0 to the count. */
TT_IO_API uint64_t tt_io_parts_stored(const tt_io_parts *parts, size_t part);

/** Opens part `part`, 0 to the count less one, for tt_io_reading_next, with span, player and wants
 * of the whole. Of `options` only `on_issue`, `stop` and `user` are looked at. The result is that
 * of tt_io_reading_open; tt_io_reading_close has to be called in any case. Errors before the part
 * count as those that `on_seek` of the whole has got: what earlier parts have counted has to be
 * added. */
TT_IO_API bool tt_io_parts_open(tt_io_parts *parts, size_t part, tt_io_reading *r,
                                const tt_io_reading_options *options);

/** How a part has ended. */
typedef enum tt_io_part_end {
    TT_IO_PART_OVER,    /**< the next part begins here */
    TT_IO_PART_LAST,    /**< the whole has ended here: at its end or that of its span, by a failure,
                           or by `stop` */
    TT_IO_PART_FURTHER, /**< the index is not what the recording says: tt_io_reading_next is to be
                           called again, and gives everything up to the end of the whole */
} tt_io_part_end;

/** After tt_io_reading_next gave false for part `part`. */
TT_IO_API tt_io_part_end tt_io_parts_end(tt_io_parts *parts, size_t part, tt_io_reading *r);

#ifdef __cplusplus
}
#endif

#endif
