/* SPDX-License-Identifier: MIT
 *
 * Distinguishes client ids from names. A number is a client id, as names are seldom numbers; the
 * prefix is for those that are.
 */
#include "teetape/io/player.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "teetape/world.h"

/* Forces a player to be a name, for names that are numbers. */
#define NAME_PREFIX "name:"

/* Any number, those that are no client ids as TT_CIDS; any other text is a name, and so are digits
 * that begin with a needless zero, as no command prints an id so. The range is
 * looked at later, so that 128 is an error and not the name of somebody. A number that is too large
 * for a long is LONG_MAX. */
static bool parse_cid(const char *text, int32_t *cid)
{
    char *end;
    bool has_zero = text[0] == '0' && text[1] != 0;
    if (text[0] < '0' || text[0] > '9' || has_zero) {
        return false;
    }
    long value = strtol(text, &end, 10);
    *cid = value < TT_CIDS ? (int32_t)value : TT_CIDS;
    return *end == 0;
}

/* *cid is -1 for a name, the client id of nobody. */
tt_status tt_io_player_parse(const char *text, int32_t *cid, const char **name)
{
    size_t prefix = strlen(NAME_PREFIX);
    *name = NULL;
    if (parse_cid(text, cid)) {
        return *cid < TT_CIDS ? TT_OK : TT_ERR_RANGE;
    }
    *cid = -1;
    *name = text + (strncmp(text, NAME_PREFIX, prefix) == 0 ? prefix : 0);
    return text[0] != 0 ? TT_OK : TT_ERR_ARGUMENT;
}
