/* SPDX-License-Identifier: MIT
 *
 * Chooses the access points of a compressed file.
 */
#include "host/input_state.h"

/* Reads the table of the file once. A file without a table is not searched again, but after a
 * failure of the system the next call tries again. */
bool tti_host_places_look(struct host_places *places, const struct host_codec_file *file,
                          tt_io_error *error)
{
    if (!places->looked && places->codec->map_open != NULL) {
        places->map = places->codec->map_open(file, error);
        if (places->map == NULL && error->status != TT_OK) {
            return false;
        }
    }
    places->looked = true;
    return true;
}

/* Chooses an access point. The file's own table takes precedence over the caller's points, because
 * it was checked against the file. */
struct host_place tti_host_places_find(const struct host_places *places, uint64_t offset,
                                       const tt_io_access_point *points, size_t count)
{
    struct host_place place = {NULL, {0, 0, 0, {NULL, 0}}};
    if (places->map != NULL) {
        place.map = places->map;
        place.point = places->codec->map_find(places->map, offset);
        return place;
    }
    if (places->codec->begin_at == NULL || places->codec->needs_map) {
        return place;
    }
    size_t low = 0, high = count; /* points before `low` are at or before the offset */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (points[middle].raw <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low > 0) {
        place.point = points[low - 1];
    }
    return place;
}

uint64_t tti_host_places_widest(const struct host_places *places)
{
    return places->map != NULL ? places->codec->map_widest(places->map) : UINT64_MAX;
}

/* Reports the points of the table. Each step looks for the first point that is far enough from the
 * last reported one: logarithmic time each, and those in between cost nothing. */
void tti_host_places_tell(const struct host_places *places, struct host_codec_watch *watch,
                          uint64_t raw)
{
    tt_io_access_point place;
    while (places->map != NULL && watch->tell != NULL && tti_host_codec_wants(watch, raw) &&
           places->codec->map_next(places->map, watch->last + watch->every - 1, &place) &&
           place.raw <= raw) {
        tti_host_codec_tell(watch, &place);
    }
}

void tti_host_places_free(struct host_places *places)
{
    if (places->map != NULL) {
        places->codec->map_close(places->map);
    }
    places->map = NULL;
}
