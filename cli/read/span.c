/* SPDX-License-Identifier: MIT
 *
 * Checks what the user asks for.
 */
#include "host/posix.h"

#include "cli/read/span.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/read/place.h"
#include "teetape/world.h"

/* Forces a player to be a name, for names that are numbers. */
#define NAME_PREFIX "name:"

/* "0" to "127"; any other text is a name. */
static bool parse_cid(const char *text, int32_t *cid)
{
    char *end;
    if (text[0] < '0' || text[0] > '9') {
        return false;
    }
    long value = strtol(text, &end, 10);
    *cid = value < TT_CIDS ? (int32_t)value : TT_CIDS;
    return *end == 0;
}

const char *span_check_player(const char *text)
{
    int32_t cid;
    if (parse_cid(text, &cid) && cid >= TT_CIDS) {
        return "a player is a client id from 0 to 127 or a name; write name:200 for the name "
               "\"200\"";
    }
    return text[0] == 0 ? "a player is a client id or a name" : NULL;
}

const char *span_read_player(const char *text, int32_t *cid)
{
    size_t prefix = strlen(NAME_PREFIX);
    if (parse_cid(text, cid)) {
        return NULL;
    }
    return text + (strncmp(text, NAME_PREFIX, prefix) == 0 ? prefix : 0);
}

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
    return span->player == NULL ? NULL : span_check_player(span->player);
}

bool span_is_file(const char *path)
{
    struct stat about;
    /* What cannot be looked at is opened, which reports why not. */
    return strcmp(path, "-") != 0 && (stat(path, &about) != 0 || S_ISREG(about.st_mode));
}

void span_take(struct job *job, const struct span_options *span)
{
    job->span = span;
    job->asks_for_part = span->from != NULL || span->to != NULL || span->player != NULL;
}
