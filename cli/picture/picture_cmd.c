/* SPDX-License-Identifier: MIT
 *
 * See picture_cmd.h.
 */
#include "cli/picture/picture_cmd.h"

#include "cli/shell/target.h"

const char *picture_check(const struct settings *settings, const struct picture_options *own)
{
    const struct span_options at = {.from = own->at, .player = own->focus};
    tt_camera camera;
    bool has_center;
    const char *problem = span_check(&at);
    problem = problem != NULL ? problem : span_check(&own->span);
    problem = problem != NULL ? problem : picture_view(own, &camera, &has_center);
    return problem != NULL ? problem : target_check(settings, own);
}

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
    if (p->job->settings->json && p->is_written) {
        rows_json(p->job, columns, TT_FORMAT_UNKNOWN, &result);
    }
}
