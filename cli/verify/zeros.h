/* SPDX-License-Identifier: MIT
 *
 * Runs of zero bytes in a teehistorian file: blocks of a disk that were never written, as after a
 * loss of power. A zero byte reads as the beginning of a record in which the tee of client 0 moves
 * by nothing, so a reader goes through them without an error while that tee is there.
 */
#ifndef CLI_VERIFY_ZEROS_H
#define CLI_VERIFY_ZEROS_H

#include "teetape/bytes.h"

/* Zeros in a row that count. Disks lose blocks of 4096 bytes, of which the half at least lies
 * between two records; the largest thing in a record that a client can fill with zeros is a message
 * of 1400 bytes. */
#define ZEROS_MIN 2048

/* All zero before the first piece. */
struct zeros {
    uint64_t offset; /* of the first run, when `bytes` is not 0 */
    uint64_t bytes;  /* in all runs that count */
    uint64_t at;     /* how many bytes were looked at */
    uint64_t run;    /* zeros right before that; less than ZEROS_MIN do not count yet */
};

/* Looks at the next bytes of the recording. A run may begin in an earlier piece. */
void zeros_look(struct zeros *zeros, tt_bytes piece);

#endif
