/* SPDX-License-Identifier: MIT
 *
 * See span.h.
 */
#include "cli/read/span.h"

#include "cli/read/place.h"
#include "cli/read/select.h"

const char *span_check(const struct span_options *span)
{
    struct place place;
    if (span->from != NULL && !place_parse(&place, span->from)) {
        return "--from takes a tick (1500), a game time (1:02:03.5), a date and time "
               "(2026-11-21T20:14:00) or a marker of a demo (marker:2)";
    }
    if (span->to != NULL && !place_parse(&place, span->to)) {
        return "--to takes a tick (1500), a game time (1:02:03.5), a date and time "
               "(2026-11-21T20:14:00) or a marker of a demo (marker:2)";
    }
    return span->player == NULL ? NULL : select_check_player(span->player);
}

void span_take(struct job *job, const struct span_options *span)
{
    job->span = span;
    job->asks_for_part = span->from != NULL || span->to != NULL || span->player != NULL;
}
