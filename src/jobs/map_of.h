/* SPDX-License-Identifier: MIT
 *
 * The map of a recording: what its header says of it, and the file, which the user names or which
 * is where the game keeps it (teetape/io/map.h).
 */
#ifndef TTI_JOBS_MAP_OF_H
#define TTI_JOBS_MAP_OF_H

#include "teetape/io/map.h"
#include "teetape/io/spans.h"

/* Options of tti_io_map_of. */
typedef struct tt_io_map_ask {
    const char *file;       /* the map, as the user named it: another map is an error. NULL: it is
                               looked for */
    const char *data;       /* the game's data folder, as for tt_io_map_find */
    const char *without;    /* follows "its map NAME is not here", which is a warning. NULL: a
                               missing map is worth none */
    bool says_why;          /* a refusal of the system that may hide the map is an error; before the
                               warning, a note says why a file of its name is not taken */
    const tt_io_stop *stop; /* ends the search early; may be NULL */
    tt_io_say_fn *on_say;   /* takes what is wrong; may be NULL. The sentences name the option
                               `map` */
    void *user;             /* handed to it */
} tt_io_map_ask;

/* Finds the map of the open reading `r` of the recording `path`. The map inside a demo is not
 * looked for unless `file` is given. False after an error, which on_say took: TT_ERR_ARGUMENT for
 * a `file` that is not the map, TT_ERR_SYSTEM. found->path is NULL without a map, and without a
 * header. tt_io_map_found_free has to be called either way. */
bool tti_io_map_of(tt_io_map_found *found, const tt_io_reading *r, const char *path,
                   const tt_io_map_ask *ask);

/* Gives the map of an open reading of any format as the header of a demo. False without memory, and
 * without a header: then *error is empty. */
bool tti_io_map_of_header(tt_demo_header *header, const tt_io_reading *r, tt_io_error *error);

#endif
