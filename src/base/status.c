/* SPDX-License-Identifier: MIT
 *
 * Names and sentences of all statuses. The rows stand in teetape/status.h.
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
