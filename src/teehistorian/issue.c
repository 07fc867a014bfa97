/* SPDX-License-Identifier: MIT
 *
 * How the reader says that something is unusual or wrong, and whether it goes on.
 */
#include "teehistorian/record.h"

/* The core prints nothing: an issue goes to the program, with the tick that the reader has reached.
 */
static void tell(tt_th *th, tt_level level, tt_status status, uint64_t offset, const tt_uuid *uuid)
{
    if (th->on_issue != NULL) {
        tt_issue issue = {level,
                          status,
                          offset,
                          th->world->tick,
                          tt_status_text(status),
                          uuid != NULL ? uuid->bytes : NULL};
        th->on_issue(th->user, &issue);
    }
}

void tti_th_tell_at(tt_th *th, tt_level level, tt_status status, uint64_t offset)
{
    tell(th, level, status, offset, NULL);
}

void tti_th_tell_unknown(tt_th *th, const tt_uuid *uuid)
{
    tell(th, TT_LEVEL_NOTE, TT_NOTE_TH_EX_UNKNOWN, th->offset, uuid);
}

void tti_th_tell(tt_th *th, tt_level level, tt_status status)
{
    tti_th_tell_at(th, level, status, th->offset);
}

/* th->error is what tt_th_next gives from here on. The issue is reported too, so that a program
 * which only collects issues has the reason as well. */
tt_status tti_th_fail(tt_th *th, tt_status status, uint64_t offset)
{
    th->error.status = status;
    th->error.offset = offset;
    th->error.what = tt_status_text(status);
    th->state = TTI_TH_FAILED; /* the fast paths look at the state alone */
    tti_th_tell_at(th, TT_LEVEL_ERROR, status, offset);
    return status;
}

/* The same fault is an error at both levels; the mode decides only whether the reader goes on. */
tt_status tti_th_fault(tt_th *th, tt_status status)
{
    if (!th->recover) {
        return tti_th_fail(th, status, th->offset);
    }
    tti_th_tell(th, TT_LEVEL_ERROR, status);
    return TT_OK;
}

/* Each of the two once, however many of the ints are so. */
void tti_th_tell_odd(tt_th *th, unsigned odd)
{
    if ((odd & TT_ODD_OVERLONG) != 0) {
        tti_th_tell(th, TT_LEVEL_WARNING, TT_WARN_OVERLONG);
    }
    if ((odd & TT_ODD_PADDING) != 0) {
        tti_th_tell(th, TT_LEVEL_WARNING, TT_WARN_PADDING);
    }
}
