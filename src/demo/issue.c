/* SPDX-License-Identifier: MIT
 *
 * Issues of a demo, on their way to the caller.
 *
 * The reader counts nothing: what an issue means for the recording is for src/recording/issue.c.
 */
#include "demo/chunk.h"

void tti_demo_tell(tt_demo *demo, tt_level level, tt_status status)
{
    if (demo->on_issue != NULL) {
        tt_issue issue = {level, status, demo->offset, demo->tick, tt_status_text(status), NULL};
        demo->on_issue(demo->user, &issue);
    }
}
