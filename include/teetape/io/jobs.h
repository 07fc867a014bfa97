/* SPDX-License-Identifier: MIT
 *
 * Calls a function for many items on many cores.
 *
 *     static void job(void *user, size_t index, unsigned worker) { read_file(user, index); }
 *
 *     tt_io_stop stop = {0};
 *     size_t begun = tt_io_jobs_run(list.count, tt_io_jobs_cores(), job, &list, &stop);
 *
 * Items are begun in ascending order, which an ordered output needs (sequence.h).
 */
#ifndef TEETAPE_IO_JOBS_H
#define TEETAPE_IO_JOBS_H

#include <stddef.h>

#include "teetape/io/export.h"
#include "teetape/io/stop.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Processes item `index`. `worker` is the number of its thread, from 0 to threads - 1: an array
 * with space for each worker needs no lock. */
typedef void tt_io_job_fn(void *user, size_t index, unsigned worker);

/** Returns how many cores are online, 1 to 1024. */
TT_IO_API unsigned tt_io_jobs_cores(void);

/** Calls `job` for items 0 to count - 1 in at most `threads` threads. The calling thread is
 * worker 0; with `threads` 0 or 1 it is the only one. Returns after all calls have returned. No
 * item is begun once `stop` (may be NULL) is raised. When the system refuses threads, the others
 * do all of the work. The result is how many items were begun: the first ones. */
TT_IO_API size_t tt_io_jobs_run(size_t count, unsigned threads, tt_io_job_fn *job, void *user,
                                const tt_io_stop *stop);

#ifdef __cplusplus
}
#endif

#endif
