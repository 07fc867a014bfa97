/* SPDX-License-Identifier: MIT
 *
 * Finds and loads the map of a recording.
 *
 * The conversion reads hooks, freezing and weapons from it, and the demo has it embedded, so that
 * it plays on every client. Both may be missing without the other.
 */
#include "host/inside.h"
#include "jobs/demo.h"
#include "jobs/map_of.h"

/* A map that cannot be read may be one that the game can read: it is embedded without what hooks,
 * freezing and weapons derive from it. */
static bool load(struct demo_work *w)
{
    tt_io_error error;
    w->has_game = tt_io_map_game_load(&w->game, w->found.map.bytes, &error);
    if (!w->has_game && error.status == TT_ERR_SYSTEM) {
        return tti_job_fail_with(&w->voice, &error, w->found.path);
    }
    if (!w->has_game) {
        tti_job_tell(&w->voice, TT_LEVEL_WARNING, w->found.path,
                     "%s; hooks, freezing and weapons that were found are not in the demo",
                     error.text);
    }
    return true;
}

/* A refusal by the system ends the run: a map that is there must not be left out in silence. */
bool tti_demo_map_open(struct demo_work *w)
{
    const tt_io_demo_options *o = w->options;
    const tt_io_map_ask ask = {
        .file = o->map,
        .without = o->no_map ? NULL
                             : ": hooks, freezing and weapons that were found are not in the demo, "
                               "which plays where the viewer has it",
        .says_why = true,
        .stop = w->how.stop,
        .on_say = tti_job_say,
        .user = &w->voice};
    return tti_io_map_of(&w->found, w->r, w->path, &ask) && (w->found.path == NULL || load(w));
}

void tti_demo_map_embed(struct demo_work *w)
{
    w->base.map = w->has_game ? &w->game.map : NULL;
    if (w->found.path != NULL && !w->options->no_map) {
        w->header.map_size = (uint32_t)w->found.map.bytes.size;
        w->header.map_sha256 = w->found.map.sha256;
        w->header.has_sha256 = 1;
        w->header.version = 6;
    }
}
