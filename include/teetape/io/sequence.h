/* SPDX-License-Identifier: MIT
 *
 * One output for many jobs that run at the same time: the bytes of job k come after those of
 * job k - 1, whichever is faster.
 *
 * The job whose turn it is writes through. The others keep their bytes in memory, up to a
 * limit each and a limit for all, and then wait for their turn. So jobs have to be begun in the
 * order of their numbers (jobs.h does): then the job whose turn it is always runs, and
 * nobody waits for ever.
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

#define TT_IO_SEQUENCE_EACH ((size_t)8 * 1024 * 1024)
#define TT_IO_SEQUENCE_ALL ((size_t)64 * 1024 * 1024)

typedef struct tt_io_sequence tt_io_sequence;

/** An order of `count` jobs in front of `out`, which belongs to the sequence until
 * tt_io_sequence_free. `each` is the limit of a job in bytes, 0 for TT_IO_SEQUENCE_EACH; the limit
 * for all is eight times that. NULL when there is no memory. */
TT_IO_API tt_io_sequence *tt_io_sequence_new(tt_io_output *out, size_t count, size_t each);

/** Opens job `index`'s own output in `job`. Every job has to be begun and ended once, even one
 * that has nothing to say, unless the sequence is stopped. */
TT_IO_API void tt_io_sequence_begin(tt_io_sequence *sequence, size_t index, tt_io_output *job);

/** Flushes and closes the output of job `index`, and lets the next one have its turn. Does not
 * wait for its own turn. False when the sequence is stopped or the output failed. */
TT_IO_API bool tt_io_sequence_end(tt_io_sequence *sequence, size_t index, tt_io_output *job);

/** Wakes every job that waits; their outputs, and all later appends, fail with ECANCELED. It
 * happens by itself when `out` fails. Any thread may call it. */
TT_IO_API void tt_io_sequence_stop(tt_io_sequence *sequence);

/** True once stopped, for jobs that want to know before they begin. Any thread. */
TT_IO_API bool tt_io_sequence_stopped(tt_io_sequence *sequence);

/** Frees it and flushes `out`, whose error says whether everything was written. All jobs
 * must have ended. */
TT_IO_API void tt_io_sequence_free(tt_io_sequence *sequence);

/** The errno value of the first job whose output failed by itself, for lack of memory; 0 for none.
 * What fails in `out` is reported there. */
TT_IO_API int tt_io_sequence_error(tt_io_sequence *sequence);

#ifdef __cplusplus
}
#endif

#endif
