/* SPDX-License-Identifier: MIT
 *
 * The map of a recording that becomes a demo.
 */
#ifndef CLI_CONVERT_MAP_H
#define CLI_CONVERT_MAP_H

#include "cli/shell/command.h"
#include "teetape/io/map.h"

/* One for a run, kept over its passes; convert_map_free frees what each call left. */
struct convert_map {
    tt_io_map_found found; /* its path is NULL when there is none */
    tt_io_map_game game;   /* of it; game.map is for tt_convert.map when `is_loaded` */
    bool is_loaded;        /* `game` can be used */
};

/* Finds the map of `header`, loads it, and says in the header how much of it is to be embedded: not
 * found is reported as a warning, and the demo says which one it is. False when the one that the
 * user named is not it, after saying so. convert_map_free has to be called either way. */
bool convert_map_open(struct convert_map *m, const struct job *job, tt_demo_header *header);

/* The same for another header of the same recording, with the map that was found. */
void convert_map_embed(const struct convert_map *m, const struct job *job, tt_demo_header *header);

/* What the header of a demo made so says is to be embedded: the whole map, or nothing. */
tt_bytes convert_map_bytes(const struct convert_map *m, const tt_demo_header *header);

void convert_map_free(struct convert_map *m);

#endif
