/* SPDX-License-Identifier: MIT
 *
 * See map_of.h.
 *
 * Used by what draws a recording or embeds its map: picture, video, page.
 */
#include "cli/map/map_of.h"

#include <stdlib.h>

#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "teetape/convert.h"

/* A teehistorian header says of the map what a demo's does, in other words: the conversion to a
 * demo already has the translation. A tt_convert has 149 KiB, so it is on the heap. */
bool map_of_header(tt_demo_header *header, const tt_io_reading *r, const struct job *job,
                   enum exit_status *status)
{
    const tt_demo_header *demo = tt_recording_demo_header(r->rec);
    if (demo != NULL) {
        *header = *demo;
        return true;
    }
    if (!r->has_header) {
        return false;
    }
    tt_convert *convert = memory_zeros(job->path, sizeof *convert);
    if (convert == NULL) {
        *status = EXIT_SYSTEM;
        return false;
    }
    tt_convert_init(convert);
    tt_convert_header(convert, &r->th_header, header);
    free(convert);
    return true;
}

/* --map that is not the map is wrong usage; a map that is nowhere costs only what would be drawn of
 * it. */
bool map_of_find(tt_io_map_found *found, const char *path, const char *data,
                 const tt_demo_header *header, const struct job *job, const char *without,
                 enum exit_status *status)
{
    char name[TT_IO_MAP_NAME_CAP];
    if (path != NULL) {
        bool is_good = tt_io_map_find_at(found, path, header, job->stop);
        if (!is_good) {
            message_say(MESSAGE_ERROR, path, "%s", found->why);
            *status = found->is_system ? EXIT_SYSTEM : EXIT_USAGE;
        }
        return is_good;
    }
    bool is_good = tt_io_map_find(found, data, header, job->stop);
    if (!is_good) {
        tt_io_map_name(name, header);
        message_say(MESSAGE_WARNING, job->path,
                    "its map %s is not here, so %s; --map FILE names one", name, without);
    }
    return is_good;
}
