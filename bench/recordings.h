/* SPDX-License-Identifier: MIT
 *
 * What the benchmarks of recordings measure: the files of --data; without any, a real recording
 * repeated and a busy server, --bytes each.
 */
#ifndef TT_BENCH_RECORDINGS_H
#define TT_BENCH_RECORDINGS_H

#include "command_line.h"
#include "teetape/bytes.h"

/* Measures one; `name` is for the table. 0 when something is wrong, which it has reported. */
typedef int recordings_fn(const bench_options *o, const char *name, tt_bytes recording);

/* Each file of --data, whatever is wrong with another one. */
int recordings_of_options(const bench_options *o, recordings_fn *measure);

/* "real": a file of tests/recordings, named from there, again and again. */
int recordings_repeated(const bench_options *o, const char *file, recordings_fn *measure);

/* "busy64": 64 players, as the seed 1 has them. */
enum { RECORDINGS_SEED = 1 };
int recordings_busy(const bench_options *o, recordings_fn *measure);

#endif
