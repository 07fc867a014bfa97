/* SPDX-License-Identifier: MIT
 *
 * Finds and reads the map of a recording, and reports what is wrong with it.
 */
#include "cli/shell/map_of.h"

#include <stdlib.h>
#include <string.h>

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

bool same_map(const tt_demo_header *a, const tt_demo_header *b)
{
    bool same_sum = a->has_sha256 && b->has_sha256
                        ? memcmp(&a->map_sha256, &b->map_sha256, sizeof a->map_sha256) == 0
                        : a->map_crc == b->map_crc;
    return same_sum && strcmp(a->map_name, b->map_name) == 0;
}

/* Another map than that of the header is most likely a mistake: tees would move through its walls.
 * --force allows it. */
bool demo_map_read(tt_demo_new_map *map, const char *path, const struct job *job,
                   const tt_demo_header *header, enum exit_status *status)
{
    tt_io_map_sum sum;
    tt_io_error error;
    *status = EXIT_SYSTEM;
    if (!tt_io_map_file_load(map, path, job->stop, &sum, &error)) {
        message_say(MESSAGE_ERROR, path, "%s", error.text);
        return false;
    }
    const char *differs = tt_io_map_sum_differs(&sum, header);
    *status = differs == NULL || job->settings->force ? EXIT_GOOD : EXIT_USAGE;
    if (differs != NULL) {
        message_say(*status == EXIT_GOOD ? MESSAGE_WARNING : MESSAGE_ERROR, path,
                    "this is not the map of the demo, %.64s: %s%s", header->map_name, differs,
                    *status == EXIT_GOOD ? "" : "; --force attaches it in its place");
    }
    return *status == EXIT_GOOD;
}
