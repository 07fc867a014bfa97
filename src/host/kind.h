/* SPDX-License-Identifier: MIT
 *
 * What a file is: by what its name says, and by its first bytes. A name that says "recording" over
 * bytes that are none is damage; any other file may be what it likes.
 */
#ifndef HOST_KIND_H
#define HOST_KIND_H

#include <stdbool.h>

#include "teetape/bytes.h"

enum host_kind {
    HOST_KIND_TEEHISTORIAN,
    HOST_KIND_DEMO,
    HOST_KIND_EMPTY,
    HOST_KIND_CUT,   /* ends inside a magic, or only zeros follow the begin of one */
    HOST_KIND_ZEROS, /* what a file system leaves of a file that was never written out */
    HOST_KIND_OTHER
};

/* Bytes that decide. */
#define HOST_KIND_FIRST 16

/* The first bytes of a recording, collected from pieces of any size. All zero is the beginning. */
struct host_first {
    uint8_t bytes[HOST_KIND_FIRST];
    size_t size;
};

/* Takes the next piece after decompression; what is not needed is ignored. */
void host_first_add(struct host_first *first, tt_bytes piece);

/* The kind, once everything was added that there is, or HOST_KIND_FIRST bytes. */
enum host_kind host_first_kind(const struct host_first *first);

/* Why a file of this kind is no recording, with the offset; NULL for a recording. */
const char *host_kind_reason(enum host_kind kind);

/* Whether the name says that it is a recording: .teehistorian or .demo, and perhaps the ending of a
 * compressor after it, in small letters or capitals (ending.h). */
bool host_kind_is_named(const char *path);

/* Whether a file of this name and kind is a damaged recording: named as one, and empty, cut in the
 * magic or zeros. */
bool host_kind_is_damage(const char *path, enum host_kind kind);

#endif
