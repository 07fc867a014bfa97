/* SPDX-License-Identifier: MIT
 *
 * The command line of the benchmarks, which is the same for all, and how they load peers.
 */
#ifndef TT_BENCH_COMMAND_LINE_H
#define TT_BENCH_COMMAND_LINE_H

#include <stddef.h>
#include <stdint.h>

enum { BENCH_DATA_MAX = 16 };

/* Set to what holds without options before bench_options_parse. */
typedef struct bench_options {
    int rounds, json;
    uint64_t bytes; /* 0: this benchmark has no --bytes */
    size_t pairs;   /* 0: this benchmark has no --pairs */
    const char *against;
    int (*add_peer)(const char *path); /* 0 after it has reported what is wrong; NULL: this
                                          benchmark has no --peer */
    const char *data[BENCH_DATA_MAX];
    int data_count;
} bench_options;

/* 0 when the usage should be shown. */
int bench_options_parse(bench_options *o, int argc, char **argv);

/* The function `symbol` of the shared object at `path`, to be converted to its type; NULL, after a
 * message, when there is none. */
typedef void bench_peer_fn(void);
bench_peer_fn *bench_peer_find(const char *path, const char *symbol);

/* Gives `fits`; says that the peer has another ABI or that there are too many if it is 0. */
int bench_peer_check(const char *path, int fits);

#endif
