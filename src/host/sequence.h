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
#ifndef HOST_SEQUENCE_H
#define HOST_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "host/output.h"

#define HOST_SEQUENCE_EACH ((size_t)8 * 1024 * 1024)
#define HOST_SEQUENCE_ALL ((size_t)64 * 1024 * 1024)

struct host_sequence;

/* An order of `count` jobs in front of `out`, which belongs to the sequence until
 * host_sequence_free. `each` is the limit of a job in bytes, 0 for HOST_SEQUENCE_EACH; the limit
 * for all is eight times that. NULL when there is no memory. */
struct host_sequence *host_sequence_new(struct host_output *out, size_t count, size_t each);

/* Opens job `index`'s own output in `job`. Every job has to be begun and ended once, even one
 * that has nothing to say, unless the sequence is stopped. */
void host_sequence_begin(struct host_sequence *sequence, size_t index, struct host_output *job);

/* Flushes and closes the output of job `index`, and lets the next one have its turn. Does not
 * wait for its own turn. False when the sequence is stopped or the output failed. */
bool host_sequence_end(struct host_sequence *sequence, size_t index, struct host_output *job);

/* Wakes every job that waits; their outputs, and all later appends, fail with ECANCELED. It
 * happens by itself when `out` fails. Any thread may call it. */
void host_sequence_stop(struct host_sequence *sequence);

/* True once stopped, for jobs that want to know before they begin. Any thread. */
bool host_sequence_stopped(struct host_sequence *sequence);

/* Frees it and flushes `out`, whose error says whether everything was written. All jobs
 * must have ended. */
void host_sequence_free(struct host_sequence *sequence);

/* The errno value of the first job whose output failed by itself, for lack of memory; 0 for none.
 * What fails in `out` is reported there. */
int host_sequence_error(struct host_sequence *sequence);

#endif
