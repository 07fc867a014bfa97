/* SPDX-License-Identifier: MIT
 *
 * Issues of the readers, on their way to the caller.
 */
#include "recording/recording.h"

/* An error after which the reader goes on is a part that could not be read. Only the first such
 * part is noted until a fact of it was given: what follows before the next record is the same
 * gap. */
void tti_recording_tell(void *user, const tt_issue *issue)
{
    tti_recording *r = user;
    if (issue->level == TT_LEVEL_ERROR && r->recover && !r->damage.is_there &&
        r->format->error(r)->status == TT_OK) {
        r->damage = (tti_damage){1, issue->tick, issue->offset};
    }
    if (r->on_issue != NULL) {
        r->on_issue(r->user, issue);
    }
}
