/* SPDX-License-Identifier: MIT
 *
 * Reads the recording with the one reader of the library, which wants nothing of it but its state.
 */
#include "archive/recording_state.h"

#include <stdlib.h>

#include "teetape/recording.h"

struct recording_state {
    tt_recording recording; /* wants nothing but the sums of the map */
    tt_error first;         /* the first error, or status TT_OK */
    uint64_t scratch[TT_RECORDING_SCRATCH / sizeof(uint64_t)];
};

/* Errors that the reader only reports, such as an embedded map with another sum, come here; those
 * that end it are taken in read_fed. */
static void on_issue(void *user, const tt_issue *issue)
{
    struct recording_state *s = user;
    if (issue->level == TT_LEVEL_ERROR && s->first.status == TT_OK) {
        s->first = (tt_error){issue->status, issue->offset, issue->what};
    }
}

/* Without sessions every record and chunk is unpacked and checked, and nothing is followed: the
 * fastest way to know whether a recording is whole. */
struct recording_state *tti_recording_state_new(void)
{
    struct recording_state *s = malloc(sizeof *s);
    if (s != NULL) {
        s->first = (tt_error){TT_OK, 0, tt_status_text(TT_OK)};
        tt_recording_init(&s->recording, s->scratch, sizeof s->scratch);
        tt_recording_want(&s->recording, TT_WANT_MAP_SUMS | TT_WANT_NO_SESSIONS, 0);
        tt_recording_on_issue(&s->recording, on_issue, s);
    }
    return s;
}

/* Takes all that was fed. */
static void read_fed(struct recording_state *s)
{
    tt_item item;
    tt_status status;
    do {
        status = tt_recording_next(&s->recording, &item);
    } while (status == TT_OK);
    if (status < 0 && s->first.status == TT_OK) {
        s->first = *tt_recording_error(&s->recording);
    }
}

/* An empty piece would mean the end to the reader. */
bool tti_recording_state_feed(struct recording_state *s, tt_bytes piece)
{
    if (piece.size != 0 && s->first.status == TT_OK) {
        tt_recording_feed(&s->recording, piece.data, piece.size);
        read_fed(s);
    }
    return s->first.status == TT_OK;
}

tt_recording_state tti_recording_state_end(struct recording_state *s)
{
    if (s->first.status == TT_OK) {
        tt_recording_feed(&s->recording, NULL, 0);
        read_fed(s);
    }
    return tt_recording_state_of(s->first.status != TT_OK, tt_recording_is_closed(&s->recording));
}

const tt_error *tti_recording_state_error(const struct recording_state *s)
{
    return &s->first;
}

void tti_recording_state_free(struct recording_state *s)
{
    free(s);
}
