/* SPDX-License-Identifier: MIT
 *
 * Stdout, from its opening to the check that everything was written.
 *
 * On a terminal it shares the screen with the progress line of stderr, which is removed while
 * whole lines are written:
 *
 *     42%  1.2 GB of 2.9 GB  310 MB/s  0:05 left  3 of 12 files
 *
 * A command that counts what it makes shows:
 *
 *     42%  126 of 300 frames  8.1 frames/s  0:21 left
 *
 * Progress is shown after a second, at most ten times a second.
 */
#ifndef CLI_RESULTS_H
#define CLI_RESULTS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/shell/command.h"

struct progress {
    bool enabled;                /* set by start and end, while no other thread runs */
    size_t files;                /* files of the run */
    pthread_mutex_t *lock;       /* held while the line is drawn; NULL when stdout is no terminal */
    const char *unit;            /* unit that is counted; NULL while bytes are counted */
    uint64_t started;            /* begin of the current count, in ms */
    atomic_uint_least64_t bytes; /* total of stored bytes or of units; 0 when unknown */
    atomic_uint_least64_t next;  /* time when the line is drawn again, in ms */
    atomic_uint_least64_t done_bytes; /* stored bytes or units so far */
    atomic_size_t done_files;
};

/* Starts the count before the threads run. `bytes` is the stored size of all files, or 0 for no
 * percentage. `lock` is that of the screen when results go to a terminal, else NULL. */
void progress_start(struct progress *p, bool enabled, pthread_mutex_t *lock, uint64_t bytes,
                    size_t files);

/* Counts stored bytes as read, or a file as done. Any thread may call these often. */
void progress_add(struct progress *p, uint64_t bytes);
void progress_add_file(struct progress *p);

/* Adds bytes that will be read a second time to the total. Any thread may call it often. */
void progress_more(struct progress *p, uint64_t bytes);

/* Counts `unit`s instead of bytes from now on, for work after reading. `all` is the total, or 0
 * when unknown. Only one thread may count. */
void progress_count(struct progress *p, uint64_t all, const char *unit);
void progress_step(struct progress *p);

/* Removes the line. No thread may count after that. */
void progress_end(struct progress *p);

/* The facts of a progress line. Tests fill it themselves. */
struct progress_facts {
    uint64_t done_bytes, bytes;
    size_t done_files, files;
    uint64_t elapsed_ms;
    const char *unit; /* unit of `bytes`; NULL when these are bytes */
};
void progress_text(char *dst, size_t cap, const struct progress_facts *facts);

/* Stdout and the progress of a run. The struct must not move while it is open. */
struct results {
    tt_io_output out; /* what commands write to, one thread at a time */

    struct progress progress; /* not enabled until it is started */

    struct results_screen *screen; /* NULL when stdout is no terminal, or without memory */
};

/* Opens stdout. results_close reports a failure. */
void results_open(struct results *r);

void results_progress_start(struct results *r, bool enabled, uint64_t bytes, size_t files);

/* Closes stdout. A failure is reported and gives EXIT_SYSTEM. A closed pipe gives EXIT_GOOD. */
enum exit_status results_close(struct results *r);

#endif
