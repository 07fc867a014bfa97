/* SPDX-License-Identifier: MIT
 *
 * Finds and loads the map of a recording.
 *
 * The conversion reads hooks, freezing and weapons from it, and the demo has it embedded, so that
 * it plays on every client. Both may be missing without the other.
 */
#include "cli/demo/demo.h"
#include "cli/shell/message.h"
#include "cli/shell/target.h"
#include "teetape/io/map_of.h"

static void say(void *user, tt_level level, const tt_io_error *what)
{
    struct convert_map *m = user;
    m->status = target_say(m->job, level, what);
}

/* A refusal by the system ends the run: a map that is there must not be left out in silence. */
static bool find(struct convert_map *m, const tt_io_reading *r)
{
    const struct demo_options *options = m->job->options;
    const tt_io_map_ask ask = {
        .file = options->map,
        .without = options->no_map ? NULL
                                   : ": hooks, freezing and weapons that were found are not in the "
                                     "demo, which plays where the viewer has it",
        .says_why = true,
        .stop = m->job->stop,
        .on_say = say,
        .user = m};
    return tt_io_map_of(&m->found, r, m->job->path, &ask);
}

/* A map that cannot be read may be one that the game can read: it is embedded without what hooks,
 * freezing and weapons derive from it. */
static bool load(struct convert_map *m)
{
    tt_io_error error;
    if (m->found.path == NULL) {
        return true;
    }
    m->is_loaded = tt_io_map_game_load(&m->game, m->found.map.bytes, &error);
    if (!m->is_loaded && error.status == TT_ERR_SYSTEM) {
        message_say(MESSAGE_ERROR, m->found.path, "%s", error.text);
        m->status = EXIT_SYSTEM;
        return false;
    }
    if (!m->is_loaded) {
        message_say(MESSAGE_WARNING, m->found.path,
                    "%s; hooks, freezing and weapons that were found are not in the demo",
                    error.text);
    }
    return true;
}

void convert_map_embed(const struct convert_map *m, const struct job *job, tt_demo_header *header)
{
    if (m->found.path != NULL && !demo_options_of(job)->no_map) {
        header->map_size = (uint32_t)m->found.map.bytes.size;
        header->map_sha256 = m->found.map.sha256;
        header->has_sha256 = 1;
        header->version = 6;
    }
}

bool convert_map_open(struct convert_map *m, const struct job *job, const tt_io_reading *r,
                      tt_demo_header *header)
{
    m->job = job;
    if (!find(m, r) || !load(m)) {
        return false;
    }
    convert_map_embed(m, job, header);
    return true;
}

tt_bytes convert_map_bytes(const struct convert_map *m, const tt_demo_header *header)
{
    return header->map_size != 0 ? m->found.map.bytes : (tt_bytes){NULL, 0};
}

void convert_map_free(struct convert_map *m)
{
    tt_io_map_game_free(&m->game);
    tt_io_map_found_free(&m->found);
}
