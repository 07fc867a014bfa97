/* SPDX-License-Identifier: MIT
 *
 * Runs a function over many items on many cores. Items are begun in the order of their
 * numbers, which sequence.h relies on.
 */
#ifndef HOST_JOBS_H
#define HOST_JOBS_H

#include <stddef.h>

#include "host/stop.h"

/* `index` is the item, `worker` the number of the thread that has it: 0 to threads - 1, so that
 * each may have scratch space of its own. */
typedef void host_job_fn(void *user, size_t index, unsigned worker);

/* The cores of the machine that are online, from 1 to 1024. */
unsigned host_jobs_cores(void);

/* Calls `job` for the items 0 to count - 1 on at most `threads` threads, the caller's own
 * being worker 0; with 1 (or 0) nothing but the caller's. Returns when all calls have returned.
 * Once `stop` (may be NULL) is raised no new item is begun. When the system gives fewer threads,
 * the work is done by those there are. The result is how many items were begun. */
size_t host_jobs_run(size_t count, unsigned threads, host_job_fn *job, void *user,
                     const struct host_stop *stop);

#endif
