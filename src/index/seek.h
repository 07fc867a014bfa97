/* SPDX-License-Identifier: MIT
 *
 * Goes to the interval of a block in a recording. Nothing of the recording is believed before
 * the whole interval has the right sum.
 */
#ifndef INDEX_SEEK_H
#define INDEX_SEEK_H

#include "index/file.h"

/* Makes a reader that goes on where a block begins; see tt_recording_resume. False when the state
 * is damaged, or cannot be read. `header` are the first bytes of the recording, foot->header_size
 * or more; they and the scratch have to remain as long as the reader. */
bool tti_index_resume(tt_io_index *index, uint32_t block, tt_recording *rec, void *scratch,
                      size_t scratch_size, tt_bytes header);

/* Where reading goes on: first `data`, which begins with the interval, then the pieces of `input`.
 */
struct index_place {
    tt_io_input *input; /* at the byte after `data` */
    uint8_t *data;      /* of malloc */
    size_t size;        /* the interval, and what the last piece had after it */
};

/* Opens the recording and goes to the interval. GOOD; OTHER when the recording is not the one that
 * was indexed; DAMAGED for a damaged index; SYSTEM when something cannot be read, or `stop` was
 * raised. Only after GOOD the place has to be closed. Cost: at most the recording's granularity is
 * decompressed and dropped, and one interval read. */
tt_io_index_status tti_index_place_open(struct index_place *place, tt_io_index *index,
                                        uint32_t block, const char *recording,
                                        const tt_io_stop *stop);

/* Frees what is still there; either member may have been taken (NULL). */
void tti_index_place_close(struct index_place *place);

#endif
