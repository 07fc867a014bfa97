/* SPDX-License-Identifier: MIT
 *
 * A map that the user names for a demo.
 */
#ifndef CLI_DEMO_MAP_H
#define CLI_DEMO_MAP_H

#include "cli/shell/command.h"
#include "teetape/io/map.h"

/* Reads a file, compressed or not, to be attached to a demo; tt_io_map_file_free has to be called
 * either way. False when it cannot be read, or is not the map of the demo and there is no --force:
 * that was reported. */
bool demo_map_read(tt_demo_new_map *map, const char *path, const struct job *job,
                   const tt_demo_header *header, enum exit_status *status);

#endif
