/* SPDX-License-Identifier: MIT
 *
 * The map of a recording.
 */
#ifndef CLI_MAP_OF_H
#define CLI_MAP_OF_H

#include "cli/shell/command.h"
#include "teetape/io/map.h"
#include "teetape/io/reading.h"

/* Gives the map's facts from the header of an open reading. False without a header (EXIT_GOOD in
 * *status), or without memory, which was reported. */
bool map_of_header(tt_demo_header *header, const tt_io_reading *r, const struct job *job,
                   enum exit_status *status);

/* Finds the map of `header`: at `path` (--map; another map is wrong usage), else in the data folder
 * `data` and where the game keeps it. A missing one is then a warning that ends with what is made
 * `without` it. tt_io_map_found_free has to be called either way. */
bool map_of_find(tt_io_map_found *found, const char *path, const char *data,
                 const tt_demo_header *header, const struct job *job, const char *without,
                 enum exit_status *status);

/* Compares name and hash, and the check sum where a header has no hash. */
bool same_map(const tt_demo_header *a, const tt_demo_header *b);

#endif
