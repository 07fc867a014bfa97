/* SPDX-License-Identifier: MIT
 *
 * Finds the map of a recording for what is made of it, and says what is wrong with it.
 */
#include "teetape/io/map_of.h"

#include <stdlib.h>
#include <string.h>

#include "teetape/convert.h"

static void say(const tt_io_map_ask *ask, tt_level level, tt_io_error *what, const char *path)
{
    tt_io_error_of(what, path);
    if (ask->on_say != NULL) {
        ask->on_say(ask->user, level, what);
    }
}

/* The conversion to a demo translates the header. A tt_convert has 149 KiB: it is on the heap. */
bool tt_io_map_of_header(tt_demo_header *header, const tt_io_reading *r, tt_io_error *error)
{
    const tt_demo_header *demo = tt_recording_demo_header(r->rec);
    tt_io_error_clear(error);
    if (demo != NULL || !r->has_header) {
        *header = demo != NULL ? *demo : *header;
        return demo != NULL;
    }
    tt_convert *convert = calloc(1, sizeof *convert);
    if (convert == NULL) {
        tt_io_error_say(error, TT_ERR_SYSTEM, "there is not enough memory");
        return false;
    }
    tt_convert_init(convert);
    tt_convert_header(convert, &r->th_header, header);
    free(convert);
    return true;
}

static bool fail(const tt_io_map_found *found, const tt_io_map_ask *ask, const char *path)
{
    tt_io_error what;
    tt_io_error_say(&what, found->is_system ? TT_ERR_SYSTEM : TT_ERR_ARGUMENT, "%s", found->why);
    say(ask, TT_LEVEL_ERROR, &what, path);
    return false;
}

static void say_missing(const tt_io_map_found *found, const tt_io_map_ask *ask, const char *path,
                        const tt_demo_header *header)
{
    char name[TT_IO_MAP_NAME_CAP];
    tt_io_error what;
    if (ask->says_why && found->other != NULL) {
        tt_io_error_say(&what, TT_ERR_PLACE, "%s", found->why);
        say(ask, TT_LEVEL_NOTE, &what, found->other);
    }
    tt_io_map_name(name, header);
    tt_io_error_say(&what, TT_ERR_PLACE, "its map %s is not here%s; `map` FILE names one", name,
                    ask->without);
    say(ask, TT_LEVEL_WARNING, &what, path);
}

bool tt_io_map_of(tt_io_map_found *found, const tt_io_reading *r, const char *path,
                  const tt_io_map_ask *ask)
{
    tt_demo_header header;
    tt_io_error error;
    memset(found, 0, sizeof *found);
    if (!tt_io_map_of_header(&header, r, &error)) {
        if (error.status != TT_OK) {
            say(ask, TT_LEVEL_ERROR, &error, path);
        }
        return error.status == TT_OK;
    }
    if (ask->file != NULL) {
        return tt_io_map_find_at(found, ask->file, &header, ask->stop) ||
               fail(found, ask, ask->file);
    }
    bool is_inside = tt_recording_demo_header(r->rec) != NULL && header.map_size != 0;
    if (is_inside || tt_io_map_find(found, ask->data, &header, ask->stop)) {
        return true;
    }
    if (ask->says_why && found->is_system) {
        return fail(found, ask, found->other);
    }
    if (ask->without != NULL) {
        say_missing(found, ask, path, &header);
    }
    return true;
}

bool tt_io_map_is_same(const tt_demo_header *a, const tt_demo_header *b)
{
    bool same_sum = a->has_sha256 && b->has_sha256
                        ? memcmp(&a->map_sha256, &b->map_sha256, sizeof a->map_sha256) == 0
                        : a->map_crc == b->map_crc;
    return same_sum && strcmp(a->map_name, b->map_name) == 0;
}
