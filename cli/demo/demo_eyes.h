/* SPDX-License-Identifier: MIT
 *
 * Whose view a demo of `teetape demo --as` has, among all sessions that are meant. A name means
 * every session of everyone who ever had it, so several can be there at once: who has the name now
 * comes first, and who was chosen with it remains until the session ends.
 */
#ifndef CLI_DEMO_EYES_H
#define CLI_DEMO_EYES_H

#include "cli/shell/command.h"
#include "teetape/io/spans.h"

/* Who is there of those who are meant, and who of them is seen. Changed by demo_eyes_follow at each
 * record. */
struct demo_eyes {
    const tt_io_people *meant;
    struct {
        uint64_t session; /* that is open and is meant; else TT_SESSION_NONE */
        bool has_name;    /* now */
    } slot[TT_CIDS];
    size_t count;     /* slots whose session is meant */
    int32_t cid;      /* the one that was chosen, or -1 */
    uint64_t session; /* in that slot */
    bool is_settled;  /* it had the name */

    /* for the user */
    int32_t shown;          /* the first one in the span, or -1 */
    int32_t other;          /* one who was there at the same time, or -1 */
    char name[TT_NAME_CAP]; /* of `shown`, when it was first seen */
};

void demo_eyes_init(struct demo_eyes *eyes, const tt_io_people *meant);

/* Who is in the slot of a record, after it. In the span nobody is replaced who was chosen by the
 * name. Who is seen is eyes->cid. */
void demo_eyes_follow(struct demo_eyes *eyes, const tt_recording *rec, int32_t cid, bool in_span);

/* A tick of the demo was written. */
void demo_eyes_show(struct demo_eyes *eyes, const tt_recording *rec);

/* Warns when several were there at once. */
void demo_eyes_warn(const struct demo_eyes *eyes, const struct job *job);

#endif
