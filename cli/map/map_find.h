/* SPDX-License-Identifier: MIT
 *
 * Looks for the map of a recording where the game keeps maps. Names only say where to look: a file
 * is taken when its SHA-256, or its CRC where no more is known, is the one of the recording.
 *
 * Folders, in this order: those of TEETAPE_MAP_PATH, with colons between them; the user's
 * ($XDG_DATA_HOME/ddnet, by default ~/.local/share/ddnet); the system's. In each:
 *
 *     downloadedmaps/NAME_SHA256.map
 *     downloadedmaps/NAME_CRC.map
 *     maps/NAME.map
 *     any of these names somewhere below maps/
 *
 * and in the folders of TEETAPE_MAP_PATH any of them anywhere. What may not be read is passed over,
 * as if it were not there, but not below these: the user has named them.
 */
#ifndef CLI_MAP_FIND_H
#define CLI_MAP_FIND_H

#include "cli/map/demo_map.h"

/* What came of it. */
struct map_found {
    char *path;          /* of the map; NULL when there is none */
    tt_demo_new_map map; /* its bytes and sums */
    char *other;         /* the first file of its name that is not it, or cannot be read, or NULL */
    char why[200];       /* why not */
    bool is_system; /* because the system failed; what others have locked is no such failure, but
                       for places that the user has named */
};

/* Room for what map_find_name writes. */
#define MAP_NAME_MAX 160

/* The file that is looked for first, "NAME_SHA256.map", or "NAME_CRC.map" when there is no SHA-256.
 * NAME is the part of the header's map name after its last slash or backslash: a recording must
 * not choose the folder. */
void map_find_name(char dst[MAP_NAME_MAX], const tt_demo_header *header);

/* Looks for the map of `header`: its map_name, map_crc, has_sha256 and map_sha256. True when it was
 * found. map_found_free has to be called either way. */
bool map_find(struct map_found *found, const tt_demo_header *header, const tt_io_stop *stop);

/* The same with a file that the user named: false when it is not the map of `header`, or cannot be
 * read, with `other` and `why`. */
bool map_find_at(struct map_found *found, const char *path, const tt_demo_header *header,
                 const tt_io_stop *stop);

void map_found_free(struct map_found *found);

#endif
