/* SPDX-License-Identifier: MIT
 *
 * Where decompression of one file can begin: what the file itself says (its map), and what the
 * caller knows.
 */
#ifndef HOST_PLACES_H
#define HOST_PLACES_H

#include "host/codec.h"

/* All zero but for `codec`, which may be NULL until the format is known. */
struct host_places {
    const struct host_codec *codec;
    void *map;   /* of codec->map_open; NULL when the file has none */
    bool looked; /* for the map */
};

/* A place to begin at. */
struct host_place {
    const void *map; /* that it is from, NULL for access points and for the start */
    tt_io_access_point point;
};

/* Reads the map once. False when the system failed. */
bool tti_host_places_look(struct host_places *places, const struct host_codec_file *file,
                          tt_io_error *error);

/* The best place for raw byte `offset`; the start if there is none better. */
struct host_place tti_host_places_find(const struct host_places *places, uint64_t offset,
                                       const tt_io_access_point *points, size_t count);

/* The largest distance between two, UINT64_MAX if not known. */
uint64_t tti_host_places_widest(const struct host_places *places, const tt_io_access_point *points,
                                size_t count);

/* Tells the places of a map that are not after raw byte `raw`: for a codec that does not meet
 * them itself. */
void tti_host_places_tell(const struct host_places *places, struct host_codec_watch *watch,
                          uint64_t raw);

void tti_host_places_free(struct host_places *places);

#endif
