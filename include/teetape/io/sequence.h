/* SPDX-License-Identifier: MIT
 *
 * One output for many jobs that run at the same time: the bytes of job k come after those of job
 * k - 1, whichever ends first.
 *
 *     static void job(void *user, size_t index, unsigned worker)
 *     {
 *         tt_io_output out;
 *         tt_io_sequence_begin(sequence, index, &out);
 *         write_result(&out, index);
 *         tt_io_sequence_end(sequence, index, &out);
 *     }
 *
 * The job whose turn it is writes directly. Other jobs keep their bytes in memory, up to a limit
 * for each and a limit for all, and then wait for their turn. Jobs must be begun in ascending
 * order, as tt_io_jobs_run does (jobs.h): otherwise they could wait for ever.
 */
#ifndef TEETAPE_IO_SEQUENCE_H
#define TEETAPE_IO_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "teetape/io/export.h"
#include "teetape/io/output.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Default limit of the bytes that a job keeps in memory. */
#define TT_IO_SEQUENCE_EACH ((size_t)8 * 1024 * 1024)

/** Limit of the bytes that all jobs keep together when each has the default limit. */
#define TT_IO_SEQUENCE_ALL ((size_t)64 * 1024 * 1024)

/** An ordered output. All its functions but new and free may be called by any thread. */
typedef struct tt_io_sequence tt_io_sequence;

/** Makes an order of `count` jobs that write to `out`, which nobody else uses until
 * tt_io_sequence_free and which remains the caller's. `each` is the limit of a job in bytes, 0 for
 * TT_IO_SEQUENCE_EACH; the limit of all is eight times that. NULL when there is no memory. */
TT_IO_API tt_io_sequence *tt_io_sequence_new(tt_io_output *out, size_t count, size_t each);

/** Opens the output of job `index`, 0 to count - 1, in `job`. Unless the sequence is stopped, every
 * job has to be begun and ended once, even one that writes nothing. */
TT_IO_API void tt_io_sequence_begin(tt_io_sequence *sequence, size_t index, tt_io_output *job);

/** Flushes and closes the output of job `index`, without waiting for its turn. Returns false when
 * the sequence is stopped, or the output failed. */
TT_IO_API bool tt_io_sequence_end(tt_io_sequence *sequence, size_t index, tt_io_output *job);

/** Frees the sequence and flushes the output, whose error says whether everything was written. All
 * jobs must have ended. Returns the errno value of the first job that failed for lack of memory; 0
 * for none. */
TT_IO_API int tt_io_sequence_free(tt_io_sequence *sequence);

#ifdef __cplusplus
}
#endif

#endif
