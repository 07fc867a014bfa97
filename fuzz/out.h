/* SPDX-License-Identifier: MIT
 *
 * What a writer puts out, in a block that grows: for targets that read it again.
 */
#ifndef FUZZ_OUT_H
#define FUZZ_OUT_H

#include "teetape/bytes.h"

/* All zeros is an empty one. */
typedef struct out_block {
    uint8_t *data;
    size_t size, cap;
    size_t most; /* bytes that are taken; 0: as many as come */
} out_block;

/* The `put` of a writer with an out_block as `user`: 1, and nothing taken, when that would be more
 * than `most`. Ends the process when there is no memory. */
int out_put(void *user, tt_bytes piece);

/* Good until the next piece comes. */
tt_bytes out_bytes(const out_block *out);

/* Empty again; its memory is gone, `most` remains. */
void out_free(out_block *out);

#endif
