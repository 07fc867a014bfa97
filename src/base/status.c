/* SPDX-License-Identifier: MIT
 *
 * Names and sentences of statuses (rows of teetape/status.h), names of the states of recordings,
 * and the version of the library.
 */
#include "teetape/status.h"
#include "teetape/version.h"

/* Returns the name of a status. A switch is used because the numbers have gaps. A duplicate number
 * does not compile. */
const char *tt_status_name(tt_status status)
{
    switch ((int)status) {
#define STATUS_ROW(name, number, text)                                                             \
    case number:                                                                                   \
        return #name;
        TT_STATUS_LIST(STATUS_ROW)
#undef STATUS_ROW
    default:
        return "TT_?";
    }
}

const char *tt_status_text(tt_status status)
{
    switch ((int)status) {
#define STATUS_ROW(name, number, text)                                                             \
    case number:                                                                                   \
        return text;
        TT_STATUS_LIST(STATUS_ROW)
#undef STATUS_ROW
    default:
        return "unknown status";
    }
}

/* Returns the state of a recording. Errors count first, because a damaged recording may or may not
 * have its end. */
tt_recording_state tt_recording_state_of(uint64_t errors, bool is_closed)
{
    if (errors != 0) {
        return TT_RECORDING_DAMAGED;
    }
    return is_closed ? TT_RECORDING_GOOD : TT_RECORDING_UNFINISHED;
}

/* Returns the name of a state. The switch has no default, so that the compiler warns of a missing
 * state. */
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

const char *tt_version(void)
{
    return TT_VERSION_STRING;
}
