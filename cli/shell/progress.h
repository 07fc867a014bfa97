/* SPDX-License-Identifier: MIT
 *
 * How far long work is, on the status line of message.h:
 *
 *      42%  1.2 GB of 2.9 GB  310 MB/s  0:05 left  3 of 12 files
 *
 * or, of a command that counts what it makes:
 *
 *      42%  126 of 300 frames  8.1 frames/s  0:21 left
 *
 * Only on a terminal, only after a second, at most ten times a second.
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The caller places it; the fields are for this module. */
struct progress {
    bool enabled;                     /* set by start, cleared by end: while no other thread runs */
    size_t files;                     /* of the run */
    pthread_mutex_t *lock;            /* held while the line is drawn; may be NULL */
    const char *unit;                 /* what is counted in place of bytes, or NULL */
    uint64_t started;                 /* ms of clock.h; of what is counted now */
    atomic_uint_least64_t bytes;      /* of all files, as stored, or all units; 0: not known */
    atomic_uint_least64_t next;       /* ms: when the line is drawn again */
    atomic_uint_least64_t done_bytes; /* or units */
    atomic_size_t done_files;
};

/* Begins. `lock` is that of the screen, where results go to a terminal, or NULL. `bytes` is the
 * size of all files as stored, 0 when it is not known: then there is neither percentage nor time
 * left. With `enabled` false all calls do nothing; whether stderr is a terminal is asked besides.
 */
void progress_start(struct progress *p, bool enabled, pthread_mutex_t *lock, uint64_t bytes,
                    size_t files);

/* That many more stored bytes, or one more file, are done. Cheap; any thread. */
void progress_add(struct progress *p, uint64_t bytes);
void progress_add_file(struct progress *p);

/* That many stored bytes will be read once more, and are to be done besides. Cheap; any thread. */
void progress_more(struct progress *p, uint64_t bytes);

/* From now on `unit`s are counted in place of bytes, which say nothing of work that is done after
 * reading: `all` of them are wanted, 0 when that is not known. By the one thread that reads and
 * counts. */
void progress_count(struct progress *p, uint64_t all, const char *unit);
void progress_step(struct progress *p);

/* Takes the line away. Also before results go to a terminal. */
void progress_end(struct progress *p);

/* What the line says, as a C string in `dst`; for progress_add and its test. */
struct progress_facts {
    uint64_t done_bytes, bytes;
    size_t done_files, files;
    uint64_t elapsed_ms;
    const char *unit; /* the bytes are a number of these; NULL: bytes */
};
void progress_text(char *dst, size_t cap, const struct progress_facts *facts);

#endif
