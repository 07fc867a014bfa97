/* SPDX-License-Identifier: MIT
 *
 * Reads one recording on many cores: with an index it is divided at the access points, and each
 * part has a reading of its own. Together they give the items, the issues and the output of one
 * reading.
 *
 *     static bool begin(void *part, tt_io_output *out)
 *     {
 *         struct mine *mine = part;
 *         mine->out = out;
 *         return true;
 *     }
 *
 *     static void show(void *part)
 *     {
 *         const struct mine *mine = part;
 *         tt_io_output_int(mine->out, mine->r.item.tick);
 *     }
 *
 *     if (tt_io_reading_open(&mine.r, path, &options) &&
 *         !tt_io_parts_read(&mine.r, out, tt_io_jobs_cores(), &use))
 *         while (tt_io_reading_next(&mine.r))
 *             show(&mine);
 *     tt_io_reading_close(&mine.r);
 */
#ifndef TEETAPE_IO_PARTS_H
#define TEETAPE_IO_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "teetape/io/export.h"
#include "teetape/io/output.h"
#include "teetape/io/reading.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Most errors, and most warnings, of a part that `on_issue` receives; it receives no notes. */
#define TT_IO_PARTS_ISSUES 10

/** The caller's callbacks for the items. Several threads call the first three at the same time,
 * each with another part. */
typedef struct tt_io_parts_use {
    /** Size of a struct that begins with the reading. `whole` is such a struct, and each part is a
     * copy of it with its own reading. */
    size_t size;
    /** Prepares a part, whose results go to `out`. False when there is no memory, which ends the
     * whole; then there is nothing to close. */
    bool (*open)(void *part, tt_io_output *out);
    void (*show)(void *part);  /**< shows the current item of the part */
    void (*close)(void *part); /**< undoes `open` */
    /** Called when a part had more issues than `on_issue` received. `count` has their number by
     * tt_level. */
    void (*on_more_issues)(void *whole, const uint64_t count[TT_LEVEL_ERROR + 1]);
} tt_io_parts_use;

/** Shows all of `whole`, which is open and was not asked for an item, on at most `threads` threads.
 * What the parts write goes to `out` in the order of the recording. The callbacks `on_issue` and
 * `on_progress` of `whole` get what one reading would give them, in order and one at a time.
 *
 * True when it was done: then `whole` is where tt_io_reading_next would have led it, and has its
 * counts; its `error` is TT_ERR_SYSTEM also where a part had no memory. When `out` failed or `stop`
 * was raised, reading ended early.
 *
 * False when it is not divided; then nothing has happened, and it can be read one by one. There is
 * no index that fits it, or that has one interval only; its compression has too few access points
 * of its own; it is no regular file, or is followed; `ends_at_error`, `wants_before`, `wants_all`
 * or `scan` are asked for; `threads` is below 2; or there is no memory. */
TT_IO_API bool tt_io_parts_read(tt_io_reading *whole, tt_io_output *out, unsigned threads,
                                const tt_io_parts_use *use);

#ifdef __cplusplus
}
#endif

#endif
