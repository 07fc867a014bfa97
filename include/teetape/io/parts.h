/* SPDX-License-Identifier: MIT
 *
 * Reads one recording on many cores. The recording is divided at the access points of its index,
 * and each part has a reading of its own. Together the parts give the items, the issues and the
 * output of a single reading.
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
    /** Prepares a part, whose results go to `out`. False when there is no memory: this ends the
     * reading, and `close` is not called for the part. */
    bool (*open)(void *part, tt_io_output *out);
    void (*show)(void *part);  /**< shows the current item of the part */
    void (*close)(void *part); /**< undoes `open` */
    /** Called when a part had more issues than `on_issue` received. `count` has their number by
     * tt_level. */
    void (*on_more_issues)(void *whole, const uint64_t count[TT_LEVEL_ERROR + 1]);
} tt_io_parts_use;

/** Shows all items of `whole` on at most `threads` threads. `whole` must be open, without any
 * item taken. The results of the parts go to `out` in the order of the recording. The callbacks
 * `on_issue` and `on_progress` of `whole` get what one reading would give them, in order and one
 * at a time.
 *
 * Returns true when it was done: `whole` is then at its end, with all counts, as after the last
 * tt_io_reading_next. Its `error` is TT_ERR_SYSTEM also when a part had no memory. Reading ends
 * early when `out` fails or `stop` is raised.
 *
 * False when the recording cannot be divided; nothing has happened then, and the caller can read
 * it with tt_io_reading_next. Reasons: no fitting index, or one with a single interval; a
 * compressed file with too few access points; no regular file, or a followed one; the options
 * `ends_at_error`, `wants_before`, `wants_all` or `scan`; `threads` below 2; no memory. */
TT_IO_API bool tt_io_parts_read(tt_io_reading *whole, tt_io_output *out, unsigned threads,
                                const tt_io_parts_use *use);

#ifdef __cplusplus
}
#endif

#endif
