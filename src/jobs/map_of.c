/* SPDX-License-Identifier: MIT
 *
 * Finds the map of a recording for what is made of it, and says what is wrong with it.
 */

#include <stdlib.h>
#include <string.h>

#include "host/inside.h"
#include "jobs/job.h"
#include "jobs/map_of.h"
#include "teetape/convert.h"

/* The conversion to a demo translates the header. A tt_convert has 149 KiB: it is on the heap. */
bool tti_io_map_of_header(tt_demo_header *header, const tt_io_reading *r, tt_io_error *error)
{
    const tt_demo_header *demo = tt_recording_demo_header(r->rec);
    tt_convert *convert;
    tt_io_error_clear(error);
    if (demo != NULL) {
        *header = *demo;
    } else if (!r->has_header) {
        return false;
    } else if ((convert = calloc(1, sizeof *convert)) != NULL) {
        tt_convert_init(convert);
        tt_convert_header(convert, &r->th_header, header);
        free(convert);
    } else {
        tt_io_error_say(error, TT_ERR_SYSTEM, "there is not enough memory");
    }
    return error->status == TT_OK;
}

static void say_missing(const tt_io_map_found *found, const tt_io_map_ask *ask,
                        struct job_voice *voice, const char *path, const tt_demo_header *header)
{
    char name[TT_IO_MAP_NAME_CAP];
    if (ask->says_why && found->other != NULL) {
        tti_job_tell(voice, TT_LEVEL_NOTE, found->other, "%s", found->why);
    }
    tti_io_map_name(name, header);
    tti_job_tell(voice, TT_LEVEL_WARNING, path, "its map %s is not here%s; `map` FILE names one",
                 name, ask->without);
}

bool tti_io_map_of(tt_io_map_found *found, const tt_io_reading *r, const char *path,
                   const tt_io_map_ask *ask)
{
    tt_demo_header header;
    tt_io_error error;
    struct job_voice voice = {&error, ask->on_say, ask->user};
    memset(found, 0, sizeof *found);
    if (!tti_io_map_of_header(&header, r, &error)) {
        return error.status == TT_OK || tti_job_fail_with(&voice, &error, path);
    }
    bool is_inside = tt_recording_demo_header(r->rec) != NULL && header.map_size != 0;
    if (ask->file != NULL ? tti_io_map_find_at(found, ask->file, &header, ask->stop)
                          : is_inside || tt_io_map_find(found, ask->data, &header, ask->stop)) {
        return true;
    }
    if (ask->file != NULL || (ask->says_why && found->is_system)) {
        return tti_job_fail(&voice, found->is_system ? TT_ERR_SYSTEM : TT_ERR_ARGUMENT,
                            ask->file != NULL ? ask->file : found->other, "%s", found->why);
    }
    if (ask->without != NULL) {
        say_missing(found, ask, &voice, path, &header);
    }
    return true;
}
