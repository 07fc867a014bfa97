/* SPDX-License-Identifier: MIT
 *
 * Whether a recording is whole, found out by the readers while its bytes pass on their way to
 * somewhere else:
 *
 *     struct recording_state *s = tti_recording_state_new();
 *     for each piece: tti_recording_state_feed(s, piece);
 *     switch (tti_recording_state_end(s)) ...
 *     tti_recording_state_free(s);
 */
#ifndef ARCHIVE_RECORDING_STATE_H
#define ARCHIVE_RECORDING_STATE_H

#include <stdbool.h>

#include "teetape/bytes.h"
#include "teetape/status.h"

struct recording_state;

/* NULL when there is no memory: about a mebibyte. */
struct recording_state *tti_recording_state_new(void);

/* The next bytes of the recording, after decompression, in pieces of any size. False as soon as it
 * is known to be damaged: further pieces change nothing. */
bool tti_recording_state_feed(struct recording_state *s, tt_bytes piece);

/* Everything was fed: the state as a reader that repairs nothing sees it. Damaged is also a demo
 * with an embedded map that is not the one of its header, and what is no recording at all. */
tt_recording_state tti_recording_state_end(struct recording_state *s);

/* What is wrong with a damaged one, and at which of its bytes. */
const tt_error *tti_recording_state_error(const struct recording_state *s);

/* NULL is fine. */
void tti_recording_state_free(struct recording_state *s);

#endif
