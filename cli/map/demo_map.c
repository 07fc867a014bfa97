/* SPDX-License-Identifier: MIT
 *
 * Reports what is wrong with a map.
 *
 * For cut --attach-map: the map is read whole before the cut begins, and compared with the sums in
 * the header.
 */
#include "cli/map/demo_map.h"

#include "cli/shell/message.h"
#include "teetape/io/map.h"

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
