/* SPDX-License-Identifier: MIT
 *
 * Finds and loads the map of a recording.
 *
 * The conversion reads hooks, freezing and weapons from it, and the demo has it embedded, so that
 * it plays on every client. Both may be missing without the other.
 */
#include "cli/demo/demo.h"
#include "cli/shell/message.h"

/* Finds the map of the recording: that of --map, which has to be right, or one where the game keeps
 * its maps. A refusal by the system ends the run: a map that is there must not be left out in
 * silence. */
static bool find(struct convert_map *m, const struct job *job, const tt_demo_header *header)
{
    char name[TT_IO_MAP_NAME_CAP];
    if (demo_options_of(job)->map != NULL) {
        if (!tt_io_map_find_at(&m->found, demo_options_of(job)->map, header, job->stop)) {
            message_say(MESSAGE_ERROR, demo_options_of(job)->map, "%s", m->found.why);
            return false;
        }
        return true;
    }
    bool is_found = tt_io_map_find(&m->found, NULL, header, job->stop);
    if (!is_found && m->found.is_system) {
        message_say(MESSAGE_ERROR, m->found.other, "%s", m->found.why);
        return false;
    }
    if (!is_found && !demo_options_of(job)->no_map) {
        tt_io_map_name(name, header);
        if (m->found.other != NULL) {
            message_say(MESSAGE_NOTE, m->found.other, "%s", m->found.why);
        }
        message_say(MESSAGE_WARNING, job->path,
                    "its map %s is not here: hooks, freezing and weapons that were found are not "
                    "in the demo, which plays where the viewer has it; --map FILE names one",
                    name);
    }
    return true;
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
        m->found.is_system = true;
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

bool convert_map_open(struct convert_map *m, const struct job *job, tt_demo_header *header)
{
    if (!find(m, job, header) || !load(m)) {
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
