/* SPDX-License-Identifier: MIT
 *
 * Names and sentences of all statuses. The rows are in teetape/status.h. And the states of
 * recordings.
 */
#include "teetape/status.h"

/* Switches without a default for the rows: the numbers have gaps, so an array would not
 * do, and a number that stands twice in the list does not compile. */
const char *tt_status_name(tt_status status)
{
    switch ((int)status) {
#define ROW(name, number, text)                                                                    \
    case number:                                                                                   \
        return #name;
        TT_STATUS_LIST(ROW)
#undef ROW
    default:
        return "TT_?";
    }
}

const char *tt_status_text(tt_status status)
{
    switch ((int)status) {
#define ROW(name, number, text)                                                                    \
    case number:                                                                                   \
        return text;
        TT_STATUS_LIST(ROW)
#undef ROW
    default:
        return "unknown status";
    }
}

/* An error counts more than a missing end: a recording that is damaged may have one or not. */
tt_recording_state tt_recording_state_of(uint64_t errors, int is_closed)
{
    if (errors != 0) {
        return TT_RECORDING_DAMAGED;
    }
    return is_closed ? TT_RECORDING_GOOD : TT_RECORDING_UNFINISHED;
}

/* A state that is out of range is reported as damaged, without a default in the switch: so the
 * compiler warns of a state that is missing here. */
const char *tt_recording_state_name(tt_recording_state state)
{
    switch (state) {
    case TT_RECORDING_GOOD:
        return "good";
    case TT_RECORDING_UNFINISHED:
        return "unfinished";
    case TT_RECORDING_DAMAGED:
        break;
    }
    return "damaged";
}
