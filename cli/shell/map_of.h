/* SPDX-License-Identifier: MIT
 *
 * The map that a recording was played on, for what shows the recording, and one that the user
 * attaches to a demo.
 */
#ifndef CLI_MAP_OF_H
#define CLI_MAP_OF_H

#include "cli/shell/command.h"
#include "teetape/io/map.h"
#include "teetape/io/reading.h"

/* What the header of a reading, which is open, says of its map. False when it has none, with
 * EXIT_GOOD in *status, or without memory, which was reported. */
bool map_of_header(tt_demo_header *header, const tt_io_reading *r, const struct job *job,
                   enum exit_status *status);

/* Finds the map of `header`: at `path`, the user's own, else in the data folder `data` and where
 * the game keeps it. There a missing one is reported as a warning, which ends with what is made
 * `without` it, and *status is as before. tt_io_map_found_free has to be called either way. */
bool map_of_find(tt_io_map_found *found, const char *path, const char *data,
                 const tt_demo_header *header, const struct job *job, const char *without,
                 enum exit_status *status);

/* Whether two demos were played on one map, by what their headers say: name and hash, and the check
 * sum where one of them has no hash. */
bool same_map(const tt_demo_header *a, const tt_demo_header *b);

/* Reads a file, compressed or not, to be attached to a demo; tt_io_map_file_free has to be called
 * either way. False when it cannot be read, or is not the map of the demo and there is no --force:
 * that was reported. */
bool demo_map_read(tt_demo_new_map *map, const char *path, const struct job *job,
                   const tt_demo_header *header, enum exit_status *status);

#endif
