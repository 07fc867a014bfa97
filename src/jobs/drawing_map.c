/* SPDX-License-Identifier: MIT
 *
 * Finds the map that was played: embedded in a demo, named by the user, or where the game keeps it.
 *
 * The studio holds the map and the images for all that is drawn; it is opened once, before the
 * recording is followed.
 */
#include <errno.h>

#include "jobs/drawing.h"
#include "jobs/map_of.h"

/* Memory follows the pieces, as the header may say anything. A part of a map is none. */
static bool take_embedded(struct tti_drawing *w, tt_io_reading *r, size_t size)
{
    size_t room = 0;
    int failed = 0;
    while (failed == 0 && w->embedded.bytes.size < size && tt_io_reading_next(r) &&
           r->item.demo != NULL && r->item.demo->kind == TT_DEMO_MAP) {
        failed = tt_io_map_file_add(&w->embedded, &room, r->item.demo->data);
    }
    if (failed == ENOMEM) {
        tt_io_error error;
        tt_io_error_system(&error, failed, "the map cannot be kept");
        return tti_job_fail_with(&w->voice, &error, w->path);
    }
    if (w->embedded.bytes.size == size) {
        w->studio_how.map = w->embedded.bytes;
    }
    return true;
}

static bool look_for(struct tti_drawing *w, tt_io_reading *r)
{
    const tt_io_map_ask ask = {.file = w->o.map,
                               .data = w->o.data,
                               .stop = w->o.reading.stop,
                               .without = ", so a plain grid is drawn",
                               .on_say = tti_job_say,
                               .user = &w->voice};
    const tt_demo_header *demo = tt_recording_demo_header(r->rec);
    if (!tti_io_map_of(&w->found, r, w->path, &ask)) {
        return false;
    }
    w->studio_how.map = w->found.map.bytes;
    w->d->map = w->found.path;
    return demo == NULL || demo->map_size == 0 || w->o.map != NULL ||
           take_embedded(w, r, demo->map_size);
}

/* The studio needs the map before the first picture, so this is a pass of its own, which a pipe has
 * not. The pass that draws reports what is wrong with the recording. */
static bool find(struct tti_drawing *w)
{
    const tt_io_reading_options how = {
        .wants = TT_WANT_RECORDS, .wants_map = true, .no_index = true, .stop = w->o.reading.stop};
    tt_io_reading r = {.rec = NULL};
    bool good = !tt_io_reading_is_file(w->path) || !tt_io_reading_open(&r, w->path, &how) ||
                look_for(w, &r);
    if (good && r.error.status == TT_ERR_SYSTEM) {
        good = tti_job_fail_with(&w->voice, &r.error, w->path);
    }
    tt_io_reading_close(&r);
    return good;
}

/* The game may read a map that we cannot: the picture is drawn without one. */
bool tti_drawing_find_map(struct tti_drawing *w)
{
    tt_io_error error;
    w->studio_how.data = w->o.data;
    if (!find(w)) {
        return false;
    }
    w->studio = tt_io_studio_open(&w->studio_how, &error);
    if (w->studio == NULL && error.status != TT_ERR_SYSTEM) {
        tti_job_tell(&w->voice, TT_LEVEL_WARNING, w->d->map != NULL ? w->d->map : w->path,
                     "the map cannot be drawn: %s", error.text);
        w->studio_how.map = (tt_bytes){NULL, 0};
        w->studio = tt_io_studio_open(&w->studio_how, &error);
    }
    return w->studio != NULL || tti_job_fail_with(&w->voice, &error, w->path);
}
