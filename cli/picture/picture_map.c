/* SPDX-License-Identifier: MIT
 *
 * Finds the map that was played: embedded in a demo, named by the user, or where the game keeps it.
 *
 * The studio (teetape/io/studio.h) holds the map and the images for all that is drawn; it is opened
 * once, before the recording is followed.
 */
#include <errno.h>
#include <string.h>

#include "cli/picture/picture.h"
#include "cli/shell/message.h"
#include "cli/shell/target.h"
#include "teetape/io/map_of.h"

void picture_fail(struct picture *p, const char *path, const tt_io_error *error)
{
    message_say(MESSAGE_ERROR, path, "%s", error->text);
    p->status = EXIT_SYSTEM;
}

/* Memory follows the pieces, as the header may say anything. A part of a map is none. */
static bool take_embedded(struct picture *p, tt_io_reading *r, size_t size)
{
    size_t room = 0;
    int failed = 0;
    while (failed == 0 && p->embedded.bytes.size < size && tt_io_reading_next(r) &&
           r->item.demo != NULL && r->item.demo->kind == TT_DEMO_MAP) {
        failed = tt_io_map_file_add(&p->embedded, &room, r->item.demo->data);
    }
    if (failed == ENOMEM) {
        tt_io_error error;
        tt_io_error_system(&error, failed, "the map cannot be kept");
        picture_fail(p, p->job->path, &error);
    } else if (p->embedded.bytes.size == size) {
        p->map_file = p->embedded.bytes;
    }
    return failed != ENOMEM;
}

static void say(void *user, tt_level level, const tt_io_error *what)
{
    struct picture *p = user;
    exit_worsen(&p->status, target_say(p->job, level, what));
}

/* The studio needs the map before the first picture, so this is a pass of its own, which a pipe has
 * not. The pass that draws reports what is wrong with the recording. */
static bool find_map(struct picture *p)
{
    const tt_io_reading_options how = {
        .wants = TT_WANT_RECORDS, .wants_map = true, .no_index = true, .stop = p->job->stop};
    const tt_io_map_ask ask = {.file = p->own->map,
                               .data = p->own->data,
                               .without = ", so a plain grid is drawn",
                               .stop = p->job->stop,
                               .on_say = say,
                               .user = p};
    tt_io_reading r = {.rec = NULL};
    bool good = true;
    if (tt_io_reading_is_file(p->job->path) && tt_io_reading_open(&r, p->job->path, &how)) {
        const tt_demo_header *demo = tt_recording_demo_header(r.rec);
        good = tt_io_map_of(&p->found, &r, p->job->path, &ask);
        p->map_file = p->found.map.bytes;
        if (demo != NULL && demo->map_size != 0 && p->own->map == NULL) {
            good = take_embedded(p, &r, demo->map_size);
        }
    }
    if (r.error.status == TT_ERR_SYSTEM && p->status == EXIT_GOOD) {
        picture_fail(p, p->job->path, &r.error);
    }
    tt_io_reading_close(&r);
    return good && p->status != EXIT_SYSTEM;
}

/* The game may read a map that we cannot: the picture is drawn without one. */
static bool open_studio(struct picture *p)
{
    tt_io_error error;
    p->studio_how = (tt_io_studio_options){.map = p->map_file, .data = p->own->data};
    p->studio = tt_io_studio_open(&p->studio_how, &error);
    if (p->studio == NULL && error.status != TT_ERR_SYSTEM) {
        message_say(MESSAGE_WARNING, p->found.path != NULL ? p->found.path : p->job->path,
                    "the map cannot be drawn: %s", error.text);
        p->studio_how.map = (tt_bytes){NULL, 0};
        p->studio = tt_io_studio_open(&p->studio_how, &error);
    }
    if (p->studio == NULL) {
        picture_fail(p, p->job->path, &error);
    }
    return p->studio != NULL;
}

bool picture_open(struct picture *p, struct job *job, const struct picture_options *own)
{
    memset(p, 0, sizeof *p);
    p->job = job;
    p->own = own;
    if (!target_is_good(job->settings->output, job)) {
        p->status = EXIT_USAGE;
        return false;
    }
    return find_map(p) && open_studio(p);
}

void picture_close(struct picture *p)
{
    tt_io_studio_close(p->studio);
    tt_io_map_found_free(&p->found);
    tt_io_map_file_free(&p->embedded);
}
