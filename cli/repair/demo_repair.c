/* SPDX-License-Identifier: MIT
 *
 * Repairs demos: what can be read of one becomes one that plays, with its length in the header.
 */
#include "cli/repair/demo_repair.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/cut/demo_writing.h"
#include "cli/map/demo_map.h"
#include "cli/repair/repair_work.h"
#include "cli/shell/issues.h"
#include "cli/shell/memory.h"
#include "cli/shell/run.h"
#include "cli/shell/source.h"
#include "cli/show/json.h"
#include "cli/show/text.h"
#include "host/message.h"
#include "host/plain.h"
#include "teetape/demo_repair.h"

/* One demo on its way. */
struct work {
    struct job *job;
    struct host_plain plain;
    struct demo_writing out;
    tt_demo_repair repair;
    tt_demo_repair_memory memory;
    char path[OUT_PATH];
    const char *map_lost; /* why it is left out, or NULL */
    uint64_t gaps_told;
    enum exit_status status;
};

static size_t read_at(void *user, uint64_t offset, uint8_t *dst, size_t size)
{
    struct work *w = user;
    return host_plain_read(&w->plain, offset, dst, size);
}

static void progress(void *user, uint64_t read_so_far)
{
    run_progress(user, read_so_far);
}

static void tell_gap(void *user, const tt_demo_gap *gap)
{
    struct work *w = user;
    char rest[64] = "nothing readable follows it";
    if (w->gaps_told++ >= ISSUES_TOLD) {
        return;
    }
    if (gap->next_tick >= 0) {
        snprintf(rest, sizeof rest, "it resumes at the keyframe of tick %" PRId32, gap->next_tick);
    }
    if (gap->tick < 0) {
        host_message(HOST_MESSAGE_WARNING, w->job->path,
                     "offset %" PRIu64 ", before the first tick: left out %" PRIu64
                     " bytes that cannot be read; %s",
                     gap->offset, gap->size, rest);
        return;
    }
    host_message(HOST_MESSAGE_WARNING, w->job->path,
                 "offset %" PRIu64 ", tick %" PRId32 ": left out %" PRIu64
                 " bytes that cannot be read; %s",
                 gap->offset, gap->tick, gap->size, rest);
}

static void fail(struct work *w, enum exit_status status, const char *path, const char *text)
{
    host_message(HOST_MESSAGE_ERROR, path, "%s", text);
    w->status = status;
}

/* A map that is not the one of the header would be refused by every player. */
static void check_map(struct work *w)
{
    struct demo_map_sum sum;
    const tt_demo_header *header = &w->repair.demo.header;
    uint64_t at = tt_demo_offset(&w->repair.demo);
    uint32_t left = header->map_size;
    if (w->repair.map_lost) {
        w->map_lost = "it is incomplete";
    }
    demo_map_sum_begin(&sum);
    while (left != 0) {
        uint8_t piece[16384];
        size_t size = left < sizeof piece ? left : sizeof piece;
        size = host_plain_read(&w->plain, at, piece, size);
        if (size == 0) {
            break;
        }
        demo_map_sum_add(&sum, (tt_bytes){piece, size});
        at += size;
        left -= (uint32_t)size;
    }
    if (header->map_size != 0) {
        w->map_lost = demo_map_sum_differs(&sum, header);
    }
    if (w->map_lost != NULL) {
        host_message(HOST_MESSAGE_WARNING, w->job->path,
                     "left out the embedded map: %s. The demo plays where the map is installed",
                     w->map_lost);
    }
}

/* All events. False when there is to be no file. */
static bool write_events(struct work *w)
{
    tt_demo_event event;
    tt_status status;
    bool goes_on = true;
    while (goes_on && (status = tt_demo_repair_next(&w->repair, &event)) == TT_OK) {
        if (event.kind == TT_DEMO_HEADER) {
            check_map(w);
            w->out.cut.options.drop_map = w->map_lost != NULL;
        }
        goes_on = demo_writing_event(&w->out, &w->repair.demo, &event);
        goes_on = goes_on && !host_stop_wanted(w->job->stop);
        run_progress(w->job, tt_demo_offset(&w->repair.demo));
    }
    if (w->plain.error.kind != HOST_ERROR_NONE) {
        fail(w, EXIT_SYSTEM, w->job->path, w->plain.error.text);
        return false;
    }
    if (goes_on && status < 0) {
        host_message(HOST_MESSAGE_ERROR, w->job->path,
                     "%s; without its header nothing can be repaired", tt_status_text(status));
        w->status = EXIT_DAMAGED;
        return false;
    }
    return !host_stop_wanted(w->job->stop);
}

/* What was lost, in all. */
static void tell_result(const struct work *w)
{
    const tt_demo_repair *r = &w->repair;
    const tt_demo_header *header = &r->demo.header;
    char length[TEXT_TIME];
    if (r->bad_chunks != 0) {
        host_message(HOST_MESSAGE_WARNING, w->job->path,
                     "left out %" PRIu64 " chunks whose content is damaged", r->bad_chunks);
    }
    if (r->gaps > ISSUES_TOLD) {
        host_message(HOST_MESSAGE_WARNING, w->job->path,
                     "in all %" PRIu64 " gaps, %" PRIu64 " bytes", r->gaps, r->lost_bytes);
    }
    if (w->out.cut.left_out != 0) {
        host_message(HOST_MESSAGE_WARNING, w->job->path,
                     "left out %" PRIu64
                     " ticks and messages, most of them because they depend on lost ones",
                     w->out.cut.left_out);
    }
    text_time(length, w->out.writer.tick - w->out.cut.first_tick);
    int32_t seconds = (w->out.writer.tick - w->out.cut.first_tick) / TT_TICKS_PER_SECOND;
    bool is_whole = r->gaps == 0 && r->bad_chunks == 0 && w->out.cut.left_out == 0 &&
                    w->map_lost == NULL && w->plain.damage.kind == HOST_ERROR_NONE;
    if (header->length != seconds) {
        host_message(HOST_MESSAGE_NOTE, w->job->path,
                     "the header's length was %" PRId32 " s, and is %" PRId32 " s now",
                     header->length, seconds);
    } else if (is_whole) {
        host_message(HOST_MESSAGE_NOTE, w->job->path, "there was nothing to repair");
    }
}

static void print_json(const struct work *w)
{
    const tt_demo_repair *r = &w->repair;
    struct json j = json_begin(w->job->out);
    job_json_file(w->job, &j);
    demo_writing_json(&w->out, &j);
    json_uint(&j, "gaps", r->gaps);
    json_uint(&j, "lost_bytes", r->lost_bytes);
    json_uint(&j, "damaged_chunks", r->bad_chunks);
    json_bool(&j, "map_lost", w->map_lost != NULL);
    json_end(&j);
}

static void repair(struct work *w)
{
    tt_demo_cut_options options = {.to = TT_DEMO_TICK_END, .drop_unreliable = 1};
    if (!repair_path(w->path, w->job, &w->status) ||
        !demo_writing_open(&w->out, w->job, w->path, &options)) {
        return;
    }
    tt_demo_repair_init(&w->repair, &w->memory, read_at, w);
    w->repair.on_gap = tell_gap;
    w->repair.gap_user = w;
    bool is_wanted = write_events(w);
    if (demo_writing_end(&w->out, &w->repair.demo, is_wanted)) {
        tell_result(w);
        if (w->job->settings->json) {
            print_json(w);
        } else {
            demo_writing_report(&w->out);
        }
    }
}

static void open_and_repair(struct work *w)
{
    struct host_error error;
    struct host_input *in = source_open(w->job, &error);
    bool is_open =
        in != NULL && host_plain_open(&w->plain, w->job->path, in, progress, w->job, &error);
    host_input_close(in);
    if (!is_open) {
        if (error.kind != HOST_ERROR_NONE) {
            fail(w, EXIT_SYSTEM, w->job->path, error.text);
        }
        return;
    }
    if (w->plain.damage.kind != HOST_ERROR_NONE) {
        host_message(HOST_MESSAGE_WARNING, w->job->path, "byte %" PRIu64 " of the file: %s",
                     w->plain.damage.offset, w->plain.damage.text);
    }
    repair(w);
    host_plain_close(&w->plain);
}

enum exit_status demo_repair(struct job *job)
{
    struct work *w = memory_zeros(job->path, sizeof *w);
    if (w == NULL) {
        return EXIT_SYSTEM;
    }
    w->job = job;
    w->out.empty = EXIT_DAMAGED;
    open_and_repair(w);
    /* what was wrong with the demo was told, and is mended */
    enum exit_status status = w->status > w->out.status ? w->status : w->out.status;
    free(w);
    return status;
}
