/* SPDX-License-Identifier: MIT
 *
 * Writes shapes to a file: PNG, or SVG if its name ends so.
 */
#include <stdio.h>

#include "jobs/drawing.h"
#include "studio/studio_inside.h"
#include "teetape/io/path.h"

bool tti_drawing_fail_output(struct tti_drawing *w, tt_io_error *error)
{
    tti_output_failed(error, w->o.output);
    return tti_job_fail_with(&w->voice, error, NULL);
}

static bool is_svg(const struct tti_drawing *w)
{
    return tt_io_ending_is(tt_bytes_of(w->o.output), ".svg");
}

/* Warns when the data folder that the user named has no images. A folder that was found by itself
 * may lack them without a warning. An SVG has no images. */
void tti_drawing_equip(struct tti_drawing *w)
{
    const char *data = w->o.data;
    w->how.rules = w->o.rules ? 255 : 0;
    tt_io_studio_equip(w->studio, &w->how);
    bool has_images = (w->how.art & ~(1u << TT_IMAGE_MAP)) != 0;
    if (is_svg(w)) {
        w->how.art = 0;
        w->how.rules = 255;
    } else if (data != NULL && data[0] != 0 && !has_images) {
        tti_job_tell(&w->voice, TT_LEVEL_WARNING, data,
                     "it has no images of the game (game.png, skins/), so plain shapes are drawn");
    }
}

void tti_drawing_warn_of_boxes(struct tti_drawing *w)
{
    size_t boxes = tti_io_studio_boxes(w->studio);
    if (boxes > 0) {
        tti_job_tell(&w->voice, TT_LEVEL_WARNING, w->path,
                     "no font has %zu letter%s of the texts: a box is drawn for %s", boxes,
                     boxes == 1 ? "" : "s", boxes == 1 ? "it" : "each");
    }
}

bool tti_drawing_may_write(struct tti_drawing *w)
{
    tt_io_error error;
    for (size_t i = 0; i < w->files->count; i++) {
        const char *input = w->files->entries[i].path;
        if (!tti_output_is_good(w->o.output, input, w->o.map, &error)) {
            if (i != 0) {
                snprintf(error.text, sizeof error.text,
                         "the output would be another recording of this run");
            }
            return tti_job_fail_with(&w->voice, &error, w->path);
        }
    }
    return true;
}

/* Opens the output. It has at most the permissions of its recordings, because it may have their
 * secrets. */
tt_io_file *tti_drawing_open_file(struct tti_drawing *w)
{
    tt_io_error error;
    unsigned rights = 0777;
    for (size_t i = 0; i < w->files->count; i++) {
        rights &= tt_io_file_rights(w->files->entries[i].path);
    }
    const tt_io_file_options how = {.replace = w->o.force,
                                    .mode = w->o.show_secrets ? rights | 0400 : 0};
    if (!tti_drawing_may_write(w)) {
        return NULL;
    }
    tt_io_file *file = tt_io_file_open(w->o.output, &how, &error);
    if (file == NULL) {
        tti_drawing_fail_output(w, &error);
    }
    return file;
}

static bool paint(const struct tti_drawing *w, tt_io_output *out, tt_io_error *error)
{
    const tt_rgba grey = {128, 128, 128, 255};
    uint32_t width = (uint32_t)w->camera.width, height = (uint32_t)w->camera.height;
    tt_io_picture picture;
    if (is_svg(w)) {
        return tti_io_studio_svg(w->studio, out, width, height, error);
    }
    bool good = tt_io_picture_open(&picture, width, height, grey, error) &&
                tt_io_studio_paint(w->studio, &picture, error) &&
                tt_io_png_write(out, &picture, error);
    tt_io_picture_close(&picture);
    return good;
}

/* Writes a picture. It is drawn before the file is opened, so that no file is begun for a picture
 * that cannot be made. */
bool tti_drawing_write(struct tti_drawing *w, tt_io_draw_fn *draw)
{
    tt_io_error error;
    if (!tt_io_studio_draw(w->studio, draw, w, &error)) {
        return tti_job_fail_with(&w->voice, &error, w->path);
    }
    tt_io_file *file = tti_drawing_open_file(w);
    if (file == NULL) {
        return false;
    }
    w->d->is_made = paint(w, tt_io_file_out(file), &error);
    if (!w->d->is_made) {
        tt_io_file_discard(file);
    } else {
        w->d->is_made = tt_io_file_commit(file, &error);
    }
    if (!w->d->is_made) {
        return tti_drawing_fail_output(w, &error);
    }
    w->d->shapes = tti_io_studio_list(w->studio)->shape_count;
    if (!is_svg(w)) {
        tti_drawing_warn_of_boxes(w);
    }
    return true;
}
