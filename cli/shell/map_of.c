/* SPDX-License-Identifier: MIT
 *
 * See map_of.h.
 */
#include "cli/shell/map_of.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "teetape/convert.h"

/* The conversion to a demo translates the header. A tt_convert has 149 KiB: it is on the heap. */
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

bool same_map(const tt_demo_header *a, const tt_demo_header *b)
{
    bool same_sum = a->has_sha256 && b->has_sha256
                        ? memcmp(&a->map_sha256, &b->map_sha256, sizeof a->map_sha256) == 0
                        : a->map_crc == b->map_crc;
    return same_sum && strcmp(a->map_name, b->map_name) == 0;
}
