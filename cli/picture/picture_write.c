/* SPDX-License-Identifier: MIT
 *
 * From shapes to a file: PNG, or SVG by the ending of its name.
 *
 * The last step of every picture: the list of shapes is drawn, and painted as pixels or written as
 * SVG.
 */
#include <string.h>

#include "cli/picture/picture.h"
#include "cli/shell/message.h"
#include "cli/shell/target.h"
#include "teetape/io/path.h"

static bool is_svg(const struct picture *p)
{
    return tt_io_ending_is(tt_bytes_of(p->job->settings->output), ".svg");
}

/* A folder that was found, not named, need not have anything. */
static void warn_of_data(const struct picture *p)
{
    const char *data = p->own->data;
    bool has_images = (p->how.art & ~(1u << TT_IMAGE_MAP)) != 0;
    if (data != NULL && data[0] != '\0' && !has_images) {
        message_say(MESSAGE_WARNING, data,
                    "it has no images of the game (game.png, skins/), so plain shapes are drawn");
    }
}

void picture_equip(struct picture *p)
{
    p->how.rules = p->own->rules ? 255 : 0;
    tt_io_studio_equip(p->studio, &p->how);
    if (is_svg(p)) {
        p->how.art = 0;
        p->how.rules = 255;
    } else {
        warn_of_data(p);
    }
}

static bool paint(struct picture *p, tt_io_output *out, tt_io_error *error)
{
    const tt_rgba grey = {128, 128, 128, 255};
    uint32_t width = (uint32_t)p->camera.width, height = (uint32_t)p->camera.height;
    tt_io_picture picture;
    bool good = tt_io_picture_open(&picture, width, height, grey, error) &&
                tt_io_studio_paint(p->studio, &picture, error) &&
                tt_io_png_write(out, &picture, error);
    tt_io_picture_close(&picture);
    return good;
}

void picture_warn_of_boxes(const struct picture *p)
{
    size_t boxes = tt_io_studio_boxes(p->studio);
    if (boxes > 0) {
        message_say(MESSAGE_WARNING, p->job->path,
                    "the built-in font lacks %zu letter%s of the texts: a box is drawn for %s",
                    boxes, boxes == 1 ? "" : "s", boxes == 1 ? "it" : "each");
    }
}

/* Drawn first, so that no file is begun for a picture that cannot be made. */
void picture_write(struct picture *p, tt_io_draw_fn *draw, void *user)
{
    const char *output = p->job->settings->output;
    tt_io_error error;
    if (!tt_io_studio_draw(p->studio, draw, user, &error)) {
        picture_fail(p, p->job->path, &error);
        return;
    }
    tt_io_file *file = target_open(output, 0, p->job, &p->status);
    if (file == NULL) {
        return;
    }
    tt_io_output *out = tt_io_file_out(file);
    bool good = is_svg(p) ? tt_io_studio_svg(p->studio, out, (uint32_t)p->camera.width,
                                             (uint32_t)p->camera.height, &error)
                          : paint(p, out, &error);
    if (!good) {
        tt_io_file_discard(file);
    } else {
        good = tt_io_file_commit(file, &error);
    }
    p->is_written = good;
    if (good && !is_svg(p)) {
        picture_warn_of_boxes(p);
    }
    if (!good) {
        p->status = target_failed(p->job, output, &error);
    }
}
