/* SPDX-License-Identifier: MIT
 *
 * Stdout, from its opening to the check that everything was written.
 *
 * On a terminal it shares the screen with the progress line of stderr, which is away while whole
 * lines are written:
 *
 *     42%  1.2 GB of 2.9 GB  310 MB/s  0:05 left  3 of 12 files
 *
 * or, of a command that counts what it makes:
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
    bool enabled;                     /* set by start, cleared by end: while no other thread runs */
    size_t files;                     /* of the run */
    pthread_mutex_t *lock;            /* held while the line is drawn; may be NULL */
    const char *unit;                 /* what is counted in place of bytes, or NULL */
    uint64_t started;                 /* ms; of what is counted now */
    atomic_uint_least64_t bytes;      /* of all files, as stored, or all units; 0: not known */
    atomic_uint_least64_t next;       /* ms: when the line is drawn again */
    atomic_uint_least64_t done_bytes; /* or units */
    atomic_size_t done_files;
};

/* `lock` is that of the screen, where results go to a terminal, or NULL. `bytes` is the size of all
 * stored files, or 0: then there is no percentage. Runs before the threads. */
void progress_start(struct progress *p, bool enabled, pthread_mutex_t *lock, uint64_t bytes,
                    size_t files);

/* More stored bytes, or one more file, are done. Cheap; any thread. */
void progress_add(struct progress *p, uint64_t bytes);
void progress_add_file(struct progress *p);

/* These stored bytes will be read once more. Cheap; any thread. */
void progress_more(struct progress *p, uint64_t bytes);

/* Counts `unit`s in place of bytes from now on, for work after reading: `all` are wanted, 0 when
 * unknown. For the one thread that reads and counts. */
void progress_count(struct progress *p, uint64_t all, const char *unit);
void progress_step(struct progress *p);

/* Takes the line away. No thread may count any more. */
void progress_end(struct progress *p);

/* For progress_add and its test. */
struct progress_facts {
    uint64_t done_bytes, bytes;
    size_t done_files, files;
    uint64_t elapsed_ms;
    const char *unit; /* the bytes are a number of these; NULL: bytes */
};
void progress_text(char *dst, size_t cap, const struct progress_facts *facts);

/* Must not be moved while it is open. */
struct results {
    tt_io_output out; /* what commands write to; of one thread at a time */

    struct progress progress; /* all zeros, and so not enabled, until it is started */

    struct results_screen *screen; /* NULL when stdout is no terminal, or without memory for it */
};

/* results_close reports a failure. */
void results_open(struct results *r);

/* See progress_start. */
void results_progress_start(struct results *r, bool enabled, uint64_t bytes, size_t files);

/* Closes stdout and reports a failure: EXIT_SYSTEM. A reader of our pipe that left is EXIT_GOOD. */
enum exit_status results_close(struct results *r);

#endif
