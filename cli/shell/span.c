/* SPDX-License-Identifier: MIT
 *
 * See span.h.
 */
#include "cli/shell/span.h"

#include <string.h>

#include "teetape/io/player.h"

/* Two or three numbers, too large for a place; at most nine digits each. */
bool span_is_over(const char *text)
{
    unsigned colons = 0, digits = 0;
    for (; *text == ':' || (*text >= '0' && *text <= '9'); text++) {
        if (digits > 9 || (*text == ':' && digits == 0)) {
            return false;
        }
        colons += *text == ':';
        digits = *text == ':' ? 0 : digits + 1;
    }
    return *text == '\0' && (colons == 1 || colons == 2) && (digits == 1 || digits == 2);
}

/* Other tools take 12.5 and 12s as seconds. */
bool span_is_seconds(const char *text)
{
    const char *at = text + strspn(text, "0123456789");
    const char *end = *at == '.' ? at + 1 + strspn(at + 1, "0123456789") : at;
    return at != text && at[0] != '\0' && (end[0] == '\0' || strcmp(end, "s") == 0);
}

/* Dates and markers have no tick without a recording, so the order is not checked. */
const char *span_check(const struct settings *settings)
{
    const tt_io_reading_options *span = &settings->reading;
    tt_io_place place;
    if (span->from != NULL && !tt_io_place_parse(&place, span->from)) {
        return SPAN_TAKES("--from", span->from);
    }
    if (span->to != NULL && !tt_io_place_parse(&place, span->to)) {
        return SPAN_TAKES("--to", span->to);
    }
    return span->player == NULL ? NULL : tt_io_player_check(span->player);
}
