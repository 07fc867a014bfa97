/* SPDX-License-Identifier: MIT
 *
 * Repairs demos.
 *
 * tt_demo_repair of the core finds the trustworthy events, for which it reads at any offset.
 * tt_demo_cut makes a demo of these events.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/repair/repair.h"
#include "cli/shell/issues.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/run.h"
#include "cli/shell/target.h"
#include "cli/show/demo_made.h"
#include "cli/text/text.h"
#include "teetape/demo_repair.h"
#include "teetape/io/map.h"
#include "teetape/io/plain.h"

struct work {
    struct repair *r;
    tt_io_plain plain;
    tt_io_demo_output out;
    tt_demo_repair repair;
    const tt_demo *demo; /* the reader of `repair` */
    tt_demo_repair_memory memory;
    const char *map_lost;
    bool map_mended; /* one of the two sums of the map was wrong in the header, and `header` has
                        the right one */
    tt_demo_header header;
    uint64_t gaps_told;
};

static size_t read_at(void *user, uint64_t offset, uint8_t *dst, size_t size)
{
    struct work *w = user;
    return tt_io_plain_read(&w->plain, offset, dst, size);
}

static void progress(void *user, uint64_t read_so_far)
{
    run_progress(user, read_so_far);
}

static void report_gap(void *user, const tt_demo_gap *gap)
{
    struct work *w = user;
    char place[40] = "before the first tick", rest[64] = "nothing readable follows it";
    if (w->gaps_told++ >= ISSUES_TOLD) {
        return;
    }
    if (gap->tick >= 0) {
        snprintf(place, sizeof place, "tick %" PRId32, gap->tick);
    }
    if (gap->next_tick >= 0) {
        snprintf(rest, sizeof rest, "it resumes at the keyframe of tick %" PRId32, gap->next_tick);
    }
    message_say(MESSAGE_WARNING, w->r->job->path,
                "offset %" PRIu64 ", %s: left out %" PRIu64 " bytes that cannot be read; %s",
                gap->offset, place, gap->size, rest);
}

/* Corrects one of the two checksums of the map in the header, when the other one matches. One match
 * is enough to trust the map. */
static bool mend_sums(struct work *w, const tt_io_map_sum *sum)
{
    const tt_demo_header *header = tt_demo_look(w->demo).header;
    tt_sha256 sha256 = tt_io_map_sum_sha256(sum);
    bool has_crc = sum->crc == header->map_crc;
    bool has_sha256 = header->has_sha256 &&
                      memcmp(sha256.bytes, header->map_sha256.bytes, sizeof sha256.bytes) == 0;
    if (sum->size != header->map_size || (!has_crc && !has_sha256)) {
        return false;
    }
    if (!has_crc || (header->has_sha256 && !has_sha256)) {
        message_say(MESSAGE_NOTE, w->r->job->path,
                    "the header has a wrong %s of the embedded map; the output has the right one",
                    has_crc ? "SHA-256" : "CRC-32");
        w->map_mended = true;
        w->header = *header;
        w->header.map_crc = sum->crc;
        w->header.map_sha256 = header->has_sha256 ? sha256 : header->map_sha256;
    }
    return true;
}

/* Checks the map of a demo. Clients refuse one that differs from the header, so a first pass reads
 * it. After the pass the reader is after the header. */
static void check_map(struct work *w)
{
    tt_io_map_sum sum = {.size = 0};
    const tt_demo_header *header = tt_demo_look(w->demo).header;
    uint64_t at = tt_demo_look(w->demo).offset;
    uint32_t left = header->map_size;
    if (tt_demo_repair_look(&w->repair).map_lost) {
        w->map_lost = "it is incomplete";
    }
    while (left != 0) {
        uint8_t piece[16384];
        size_t size = left < sizeof piece ? left : sizeof piece;
        size = tt_io_plain_read(&w->plain, at, piece, size);
        if (size == 0) {
            break;
        }
        tt_io_map_sum_add(&sum, (tt_bytes){piece, size});
        at += size;
        left -= (uint32_t)size;
    }
    if (header->map_size != 0 && !mend_sums(w, &sum)) {
        w->map_lost = tt_io_map_sum_differs(&sum, header);
    }
    if (w->map_lost != NULL) {
        message_say(MESSAGE_WARNING, w->r->job->path,
                    "left out the embedded map: %s. The demo plays where the map is installed",
                    w->map_lost);
    }
}

/* Begins the output. The cut begins with the header, which says what is left of the map.
 * drop_unreliable: a snapshot after a lost delta would show tees at wrong places. */
static bool begin_cut(struct work *w)
{
    check_map(w);
    const tt_demo_cut_options options = {.to = TT_DEMO_TICK_END,
                                         .drop_map = w->map_lost != NULL,
                                         .drop_unreliable = true,
                                         .header = w->map_mended ? &w->header : NULL};
    return tt_io_demo_output_begin(&w->out, &options);
}

static bool write_events(struct work *w)
{
    tt_demo_event event;
    tt_status status;
    bool goes_on = true;
    while (goes_on && (status = tt_demo_repair_next(&w->repair, &event)) == TT_OK) {
        if (event.kind == TT_DEMO_HEADER && !begin_cut(w)) {
            return false;
        }
        goes_on = tt_demo_cut_event(&w->out.cut, w->demo, &event) == TT_OK;
        goes_on = goes_on && !tt_io_stop_wanted(w->r->job->stop);
        run_progress(w->r->job, tt_demo_look(w->demo).offset);
    }
    if (w->plain.error.status != TT_OK) {
        repair_fail(w->r, EXIT_SYSTEM, w->r->job->path, w->plain.error.text);
        return false;
    }
    if (goes_on && status < 0) {
        message_say(MESSAGE_ERROR, w->r->job->path,
                    "%s; without its header nothing can be repaired", tt_status_text(status));
        w->r->status = EXIT_DAMAGED;
        return false;
    }
    return !tt_io_stop_wanted(w->r->job->stop);
}

/* Reports the losses of a demo. A recorder that was killed leaves the length 0 in the header, which
 * is no loss. */
static void report_losses(const struct work *w)
{
    const tt_demo_repair_view repair = tt_demo_repair_look(&w->repair);
    const tt_demo_cut_view cut = tt_demo_cut_look(&w->out.cut);
    const char *path = w->r->job->path;
    if (repair.bad_chunks != 0) {
        message_say(MESSAGE_WARNING, path, "left out %" PRIu64 " chunks whose content is damaged",
                    repair.bad_chunks);
    }
    if (repair.gaps > ISSUES_TOLD) {
        message_say(MESSAGE_WARNING, path, "left out %" PRIu64 " bytes in %" PRIu64 " gaps in all",
                    repair.lost_bytes, repair.gaps);
    }
    if (cut.left_out != 0) {
        message_say(MESSAGE_WARNING, path,
                    "left out %" PRIu64
                    " ticks and messages, most of them because they depend on lost ones",
                    cut.left_out);
    }
    int32_t length = tt_demo_look(repair.demo).header->length;
    int32_t seconds =
        (tt_demo_writer_look(&w->out.writer).tick - cut.first_tick) / TT_TICKS_PER_SECOND;
    bool is_whole = repair.gaps == 0 && repair.bad_chunks == 0 && cut.left_out == 0 &&
                    w->map_lost == NULL && !w->map_mended && w->r->damages == 0;
    if (length != seconds) {
        message_say(MESSAGE_NOTE, path,
                    "the header's length was %" PRId32 " s, and is %" PRId32 " s now", length,
                    seconds);
    } else if (is_whole) {
        message_say(
            MESSAGE_NOTE, path,
            "there was nothing to repair; the chunks were packed anew, so the bytes may differ");
    }
}

static void print_json(const struct work *w)
{
    const tt_demo_repair_view repair = tt_demo_repair_look(&w->repair);
    const tt_demo_cut_view cut = tt_demo_cut_look(&w->out.cut);
    const struct repair_result result = {
        .output = w->r->path,
        .first_tick = cut.first_tick,
        .last_tick = tt_demo_writer_look(&w->out.writer).tick,
        .bytes = tt_demo_writer_look(&w->out.writer).written,
        .snapshots = cut.snapshots,
        .messages = cut.messages,
        .markers = tt_demo_writer_look(&w->out.writer).header->marker_count,
        .left_out = cut.left_out,
        .gaps = repair.gaps,
        .lost_bytes = repair.lost_bytes,
        .damaged_chunks = repair.bad_chunks,
        .map_lost = w->map_lost != NULL,
    };
    rows_json(w->r->job, repair_columns, TT_FORMAT_DEMO, &result);
}

static void write_output(struct work *w)
{
    if (!repair_path(w->r)) {
        return;
    }
    w->out.file = target_open(w->r->path, TARGET_PATCHES, w->r->job, &w->r->status);
    if (w->out.file == NULL) {
        return;
    }
    const tt_demo_repair_options how = {.on_gap = report_gap, .user = w};
    tt_demo_repair_init(&w->repair, &w->memory, read_at, w, &how);
    w->demo = tt_demo_repair_look(&w->repair).demo;
    bool is_wanted = write_events(w);
    enum exit_status status = EXIT_GOOD;
    if (demo_made_end(w->r->job, w->r->path, &w->out, w->demo, is_wanted, EXIT_DAMAGED, &status)) {
        report_losses(w);
        if (w->r->job->settings->json) {
            print_json(w);
        } else {
            demo_made_report(w->r->job, w->r->path, &w->out);
        }
    }
    exit_worsen(&w->r->status, status);
}

/* Repairs a demo. One without a snapshot gives EXIT_DAMAGED and not EXIT_USAGE, because the user
 * did not ask for a missing thing. */
void repair_demo(struct repair *r)
{
    tt_io_error error;
    struct work *w = memory_zeros(r->job->path, sizeof *w);
    if (w == NULL) {
        r->status = EXIT_SYSTEM;
        return;
    }
    w->r = r;
    if (tt_io_plain_open(&w->plain, r->input, progress, r->job, &error)) {
        if (w->plain.damage.status != TT_OK) {
            repair_report_damage(r, &w->plain.damage);
        }
        write_output(w);
        tt_io_plain_close(&w->plain);
    } else if (error.status != TT_OK) {
        repair_fail(r, EXIT_SYSTEM, r->job->path, error.text);
    }
    free(w);
}
