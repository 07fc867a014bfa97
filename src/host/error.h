/* SPDX-License-Identifier: MIT
 *
 * What can go wrong outside of the recordings: the system, compressed data, a build
 * without a library. The kind decides the command's exit status.
 */
#ifndef HOST_ERROR_H
#define HOST_ERROR_H

#include <stdbool.h>
#include <stdint.h>

enum host_error_kind {
    HOST_ERROR_NONE,
    HOST_ERROR_SYSTEM,      /* a call of the system failed: no such file, no memory */
    HOST_ERROR_DAMAGED,     /* compressed data that is cut or corrupt */
    HOST_ERROR_UNSUPPORTED, /* whole perhaps, but not for this build or its memory limit */
    HOST_ERROR_CHANGED,     /* a file that changed while it was read */
    HOST_ERROR_PLACE        /* a place or a player that is not in the recording */
};

struct host_error {
    enum host_error_kind kind;
    int system;      /* the errno value when kind is HOST_ERROR_SYSTEM, else 0 */
    uint64_t offset; /* bytes of the file as it is stored, before decompression */
    char text[200];  /* a sentence without a full stop */
};

/* Empties an error. */
void host_error_clear(struct host_error *error);

/* "`what`: the system's own words", such as "cannot be opened: Permission denied". */
void host_error_system(struct host_error *error, int number, const char *what);

/* Whether it says that a disk is full, or that the user may have no more of it. */
bool host_error_is_full(const struct host_error *error);

/* Writes an error of the other kinds; the sentence is cut when it is too long. The offset is
 * left 0 and set by whoever knows it. */
void host_error_say(struct host_error *error, enum host_error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
