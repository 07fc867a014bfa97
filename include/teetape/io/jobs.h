/* SPDX-License-Identifier: MIT
 *
 * Runs a function over many items on many cores. Items are begun in the order of their
 * numbers, which sequence.h relies on.
 */
#ifndef TEETAPE_IO_JOBS_H
#define TEETAPE_IO_JOBS_H

#include <stddef.h>

#include "teetape/io/export.h"
#include "teetape/io/stop.h"

#ifdef __cplusplus
extern "C" {
#endif

/** `index` is the item, `worker` the number of the thread that has it: 0 to threads - 1, so that
 * each may have scratch space of its own. */
typedef void tt_io_job_fn(void *user, size_t index, unsigned worker);

/** The cores of the machine that are online, from 1 to 1024. */
TT_IO_API unsigned tt_io_jobs_cores(void);

/** Calls `job` for the items 0 to count - 1 on at most `threads` threads, the caller's own
 * being worker 0; with 1 (or 0) nothing but the caller's. Returns when all calls have returned.
 * Once `stop` (may be NULL) is raised no new item is begun. When the system gives fewer threads,
 * the work is done by those there are. The result is how many items were begun. */
TT_IO_API size_t tt_io_jobs_run(size_t count, unsigned threads, tt_io_job_fn *job, void *user,
                                const tt_io_stop *stop);

#ifdef __cplusplus
}
#endif

#endif
