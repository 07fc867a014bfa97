/* SPDX-License-Identifier: MIT
 *
 * The part of a recording that a page gets: the span of the options, or that of a finish.
 *
 * A part is cut first, as tt_io_cut cuts it, into a temporary file without a name, and the page
 * takes the cut in place of the recording. What becomes a demo needs no cut: the demo is made of
 * the part alone.
 */
#include "host/posix.h"

#include "jobs/cut.h"
#include "jobs/page.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/error.h"
#include "host/fd.h"
#include "host/input_state.h"
#include "host/inside.h"

static void set_part(struct tti_page *p, const tt_io_span *span)
{
    snprintf(p->from_text, sizeof p->from_text, "%" PRId64, span->from);
    snprintf(p->to_text, sizeof p->to_text, "%" PRId64, span->to);
    snprintf(p->player_text, sizeof p->player_text, "%" PRId32, span->cid);
    p->finish_tick = span->tick;
    p->options.from = p->from_text;
    p->options.to = span->to < TT_IO_PLACE_END ? p->to_text : NULL;
    p->options.player = span->cid >= 0 ? p->player_text : NULL;
}

bool tti_page_part_find(struct tti_page *p, uint64_t *count)
{
    const tt_io_page_options *o = &p->options;
    const tt_io_reading_options how = {.from = o->from, .to = o->to, .stop = o->stop};
    tt_io_reading r = {.rec = NULL}, again = {.rec = NULL};
    tt_io_spans_options ask = {.reading = &how,
                               .again = &again,
                               .finder = {&o->player, o->player != NULL},
                               .has_finishes = true,
                               .refusal = "a finish is found in a file, which can be read twice",
                               .on_say = tti_job_say,
                               .user = &p->voice};
    tt_io_error error;
    tt_io_spans *spans = calloc(1, sizeof *spans);
    if (spans == NULL) {
        return tti_page_no_memory(p);
    }
    bool is_good = tti_io_spans_find(spans, &r, p->first, &ask, &error);
    const tt_io_span *span =
        is_good ? tti_spans_choose(spans, &r, p->first, &ask, o->finish, &error) : NULL;
    *count = spans->found.count;
    if (span != NULL) {
        set_part(p, span);
    } else if (!tt_io_stop_wanted(o->stop)) {
        tti_job_fail_with(&p->voice, error.status != TT_OK ? &error : &r.error, p->first);
    }
    tti_io_spans_close(spans);
    free(spans);
    tt_io_reading_close(&r);
    tt_io_reading_close(&again);
    return span != NULL;
}

static int put_out(void *user, tt_bytes bytes)
{
    tt_io_output_bytes(user, bytes);
    return tt_io_output_error(user);
}

static bool write_and_open(struct tti_page *p, page_write_fn *maker, tt_io_reading_options *how,
                           struct page_part *part)
{
    tt_io_output out;
    tt_io_error error;
    int failed = tt_io_output_open_fd(&out, part->fd, false) ? 0 : ENOMEM;
    bool is_good = failed == 0 && maker(p, put_out, &out);
    int closing = tt_io_output_close(&out);
    failed = failed != 0 ? failed : closing;
    failed = failed == 0 && lseek(part->fd, 0, SEEK_SET) != 0 ? errno : failed;
    if (failed != 0) {
        tt_io_error_system(&error, failed, "the temporary file cannot be written");
        return tti_job_fail_with(&p->voice, &error, p->path);
    }
    if (!is_good || tt_io_stop_wanted(p->options.stop)) {
        return false;
    }
    how->no_index = true;
    how->stop = p->options.stop;
    how->input = tti_host_input_open_fd(NULL, part->fd, p->path, NULL, &error);
    if (how->input == NULL) {
        return tti_job_fail_with(&p->voice, &error, p->path);
    }
    return tt_io_reading_open(&part->r, p->path, how) ||
           tti_job_fail_with(&p->voice, &part->r.error, p->path);
}

bool tti_page_part_open(struct tti_page *p, page_write_fn *maker, tt_io_reading_options *how,
                        struct page_part *part)
{
    tt_io_error error;
    *part = (struct page_part){.fd = tti_host_nameless_open()};
    if (part->fd < 0) {
        tt_io_error_system(&error, errno, "no temporary file can be made (TMPDIR says where)");
        return tti_job_fail_with(&p->voice, &error, p->path);
    }
    return write_and_open(p, maker, how, part);
}

void tti_page_part_close(struct page_part *part)
{
    tt_io_reading_close(&part->r);
    if (part->fd >= 0) {
        tti_host_fd_close(part->fd);
    }
}

static bool cut(struct tti_page *p, tt_sink_fn *put, void *user)
{
    const tt_io_reading_options how = {
        .from = p->options.from, .to = p->options.to, .stop = p->options.stop};
    return tti_cut_put(p->r, p->path, &how, put, user, &p->voice);
}

bool tti_page_part_cut(struct tti_page *p, struct page_part *part)
{
    tt_io_reading_options how = {.wants = TT_WANT_RECORDS, .wants_map = true};
    return tti_page_part_open(p, cut, &how, part);
}
