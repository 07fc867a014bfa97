/* SPDX-License-Identifier: MIT
 *
 * See picture_cmd.h.
 */
#include "cli/picture/picture_cmd.h"

#include <string.h>

#include "cli/shell/span.h"
#include "cli/shell/target.h"
#include "cli/text/text.h"
#include "teetape/io/path.h"
#include "teetape/io/place.h"
#include "teetape/io/player.h"

/* Everything that can be wrong without a recording, for both verbs. */
const char *picture_check(const struct settings *settings, const struct picture_options *own)
{
    tt_io_place place;
    tt_camera camera;
    bool has_center;
    const char *problem = own->focus != NULL ? tt_io_player_check(own->focus) : NULL;
    if (own->at != NULL && !tt_io_place_parse(&place, own->at)) {
        problem = SPAN_TAKES("--at", own->at);
    }
    problem = problem != NULL ? problem : span_check(settings);
    problem = problem != NULL ? problem : picture_view(own, &camera, &has_center);
    return problem != NULL ? problem : target_check(settings, own);
}

/* Ending with upper or lower case, as tt_io_ending_is compares. */
bool picture_has_ending(const char *output, const char *const *endings)
{
    for (; output != NULL && *endings != NULL; endings++) {
        if (tt_io_ending_is(tt_bytes_of(output), *endings)) {
            return true;
        }
    }
    return false;
}

/* What was written, for who did not ask for JSON. */
static void say(const struct picture *p)
{
    tt_io_output *out = p->job->out;
    text_safe(out, tt_bytes_of(p->job->settings->output));
    tt_io_output_text(out, ": ");
    if (p->frames != 0) {
        tt_io_output_uint(out, (uint64_t)p->frames);
        tt_io_output_text(out, " frames of ");
    }
    tt_io_output_uint(out, (uint64_t)p->camera.width);
    tt_io_output_text(out, "x");
    tt_io_output_uint(out, (uint64_t)p->camera.height);
    if (p->has_tick) {
        tt_io_output_text(out, ", tick ");
        tt_io_output_int(out, p->tick);
    }
    tt_io_output_text(out, "\n");
}

/* The number of shapes is that of the last list, for a video that of its last frame. Nothing is
 * reported of a file that was not written: that has been said. */
void picture_report(const struct picture *p, const struct column *columns)
{
    const struct picture_result result = {.output = p->job->settings->output,
                                          .map = p->found.path,
                                          .tick = p->has_tick ? p->tick : COLUMN_UNKNOWN,
                                          .shapes =
                                              (int64_t)tt_io_studio_list(p->studio)->shape_count,
                                          .frames = p->frames,
                                          .width = p->camera.width,
                                          .height = p->camera.height};
    const struct settings *settings = p->job->settings;
    if (p->is_written && settings->json) {
        rows_json(p->job, columns, TT_FORMAT_UNKNOWN, &result);
    } else if (p->is_written && target_wants_words(settings, settings->output)) {
        say(p);
    }
}
