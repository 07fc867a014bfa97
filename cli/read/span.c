/* SPDX-License-Identifier: MIT
 *
 * Checks what the user asks for.
 */
#include "cli/read/span.h"

#include "teetape/io/player.h"

const char *span_check_player(const char *text)
{
    int32_t cid;
    const char *name;
    switch (tt_io_player_parse(text, &cid, &name)) {
    case TT_OK:
        return NULL;
    case TT_ERR_RANGE:
        return "a player is a client id from 0 to 127 or a name; write name:200 for the name "
               "\"200\"";
    default:
        return "a player is a client id or a name";
    }
}

const char *span_read_player(const char *text, int32_t *cid)
{
    const char *name;
    tt_io_player_parse(text, cid, &name);
    return name;
}

const char *span_check(const struct span_options *span)
{
    tt_io_place place;
    if (span->from != NULL && !tt_io_place_parse(&place, span->from)) {
        return SPAN_TAKES("--from");
    }
    if (span->to != NULL && !tt_io_place_parse(&place, span->to)) {
        return SPAN_TAKES("--to");
    }
    return span->player == NULL ? NULL : span_check_player(span->player);
}

const char *span_check_first(const struct settings *settings, const void *options)
{
    (void)settings;
    return span_check(options);
}
