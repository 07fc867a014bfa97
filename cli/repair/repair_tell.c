/* SPDX-License-Identifier: MIT
 *
 * What a repair says.
 */
#include "cli/repair/repair_tell.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/read/recording.h"
#include "cli/show/json.h"
#include "cli/show/text.h"
#include "host/message.h"

const struct json_key repair_json_keys[REPAIR_JSON_KEYS] = {
    {"output", "text", "the file that was written"},
    {"bytes", "number", "of the damaged recording, after decompression"},
    {"written", "number", "bytes of the repaired one, before compression"},
    {"records", "number", "that were copied as they were, FINISH too"},
    {"last_tick", "number", "the last tick of the repaired one"},
    {"finished", "boolean", "the damaged recording ended with FINISH"},
    {"damaged", "boolean", "something was lost or repaired"},
    {"gaps", "number", "places where bytes could not be decoded and it resumed after them"},
    {"lost_bytes", "number", "that were left out in all"},
    {"lost_records", "number", "that could be decoded, but were left out"},
    {"mended", "number", "records that were written as something else"},
    {"losses", "array",
     "the first 100: what (magic, record, mended, gap, unknown, rest, cut, after), status, offset, "
     "tick, bytes, records"},
    {"faults", "array",
     "of the records that are errors by themselves: status, count, first_offset"},
    {"compressed_damage", "object",
     "only when the compressed data is damaged or cut: file_offset and what of the first place, "
     "places (how many)"},
};

static void say(const struct repair_story *story, const tt_th_loss *loss)
{
    char time[TEXT_TIME], place[96];
    const char *path = story->work->job->path, *why = tt_status_text(loss->status);
    snprintf(place, sizeof place, "offset %" PRIu64 ", tick %" PRId32 " (%s)", loss->offset,
             loss->tick, text_time(time, loss->tick));
    switch (loss->kind) {
    case TT_TH_LOSS_GAP:
        host_message(HOST_MESSAGE_WARNING, path,
                     "%s: left out %" PRIu64 " bytes that cannot be decoded: %s", place,
                     loss->bytes, why);
        break;
    case TT_TH_LOSS_REST:
        host_message(HOST_MESSAGE_WARNING, path,
                     "%s: left out everything from here on, %" PRIu64 " bytes: %s", place,
                     loss->bytes, why);
        break;
    case TT_TH_LOSS_UNKNOWN:
        host_message(HOST_MESSAGE_WARNING, path,
                     "left out %" PRIu64 " records up to tick %" PRId32
                     " that depend on what is lost at offset %" PRIu64,
                     loss->records, loss->tick, loss->offset);
        break;
    case TT_TH_LOSS_RECORD:
        host_message(HOST_MESSAGE_WARNING, path, "%s: left out a record: %s", place, why);
        break;
    case TT_TH_LOSS_MENDED:
        host_message(HOST_MESSAGE_WARNING, path, "%s: %s; it was changed to move there", place,
                     why);
        break;
    case TT_TH_LOSS_CUT:
    case TT_TH_LOSS_AFTER:
        host_message(HOST_MESSAGE_WARNING, path, "%s: left out %" PRIu64 " bytes: %s", place,
                     loss->bytes, why);
        break;
    default:
        host_message(HOST_MESSAGE_WARNING, path, "%s", tt_th_loss_doc(loss->kind));
        break;
    }
}

void repair_tell_loss(void *user, const tt_th_loss *loss)
{
    struct repair_story *story = user;
    size_t same = 0;
    for (size_t i = 0; i < story->kept_count; i++) {
        same += story->kept[i].kind == loss->kind;
    }
    if (story->kept_count < REPAIR_KEPT) {
        story->kept[story->kept_count++] = *loss;
    } else {
        same = ISSUES_TOLD;
    }
    if (same < ISSUES_TOLD) {
        say(story, loss);
    }
}

/* All losses together. */
static tt_th_loss_sum add_up(const tt_th_repair *repair)
{
    tt_th_loss_sum sum = {0, 0, 0};
    for (int kind = 0; kind < TT_TH_LOSSES; kind++) {
        sum.count += repair->sum[kind].count;
        sum.bytes += repair->sum[kind].bytes;
        sum.records += repair->sum[kind].records;
    }
    return sum;
}

static void print_losses(const struct repair_story *story, struct json *j)
{
    json_array_begin(j, "losses");
    for (size_t i = 0; i < story->kept_count; i++) {
        const tt_th_loss *loss = &story->kept[i];
        json_object_begin(j, NULL);
        json_text_c(j, "what", tt_th_loss_name(loss->kind));
        json_text_c(j, "status", tt_status_name(loss->status));
        json_uint(j, "offset", loss->offset);
        json_int(j, "tick", loss->tick);
        json_uint(j, "bytes", loss->bytes);
        json_uint(j, "records", loss->records);
        json_object_end(j);
    }
    json_array_end(j);
}

static void print_faults(const tt_th_repair *repair, struct json *j)
{
    json_array_begin(j, "faults");
    for (int i = 0; i < TT_TH_REPAIR_FAULTS && repair->fault[i].status != TT_OK; i++) {
        json_object_begin(j, NULL);
        json_text_c(j, "status", tt_status_name(repair->fault[i].status));
        json_uint(j, "count", repair->fault[i].count);
        json_uint(j, "first_offset", repair->fault[i].offset);
        json_object_end(j);
    }
    json_array_end(j);
}

static void print_json(const struct repair_story *story, const tt_th_repair *repair)
{
    tt_th_loss_sum sum = add_up(repair);
    struct json j = json_begin(story->work->job->out);
    bool is_cut = story->work->damage.kind != HOST_ERROR_NONE;
    job_json_file(story->work->job, &j);
    json_text_c(&j, "output", story->work->path);
    json_uint(&j, "bytes", repair->bytes);
    json_uint(&j, "written", repair->writer.written);
    json_uint(&j, "records", repair->records);
    json_int(&j, "last_tick", repair->tick);
    json_bool(&j, "finished", repair->finished);
    json_bool(&j, "damaged", sum.count != 0 || is_cut);
    json_uint(&j, "gaps", repair->sum[TT_TH_LOSS_GAP].count);
    json_uint(&j, "lost_bytes", sum.bytes);
    json_uint(&j, "lost_records", sum.records);
    json_uint(&j, "mended", repair->sum[TT_TH_LOSS_MENDED].count);
    print_losses(story, &j);
    print_faults(repair, &j);
    if (is_cut) {
        json_object_begin(&j, "compressed_damage");
        json_uint(&j, "file_offset", story->work->damage.offset);
        json_text_c(&j, "what", story->work->damage.text);
        json_uint(&j, "places", story->work->damages);
        json_object_end(&j);
    }
    json_end(&j);
}

static void tell_often(const struct repair_work *w, const tt_th_repair *repair)
{
    const char *path = w->job->path;
    if (w->damages > ISSUES_TOLD) {
        host_message(HOST_MESSAGE_NOTE, path, "in all %" PRIu64 " places where it is corrupt",
                     w->damages);
    }
    for (int kind = 0; kind < TT_TH_LOSSES; kind++) {
        uint64_t count = repair->sum[kind].count;
        if (count > ISSUES_TOLD) {
            host_message(HOST_MESSAGE_NOTE, path, "in all %" PRIu64 " times: %s", count,
                         tt_th_loss_doc((tt_th_loss_kind)kind));
        }
    }
}

/* ", closed with FINISH at tick 12 (0:00:00.24)", or "". */
static void print_close(char *dst, size_t cap, const tt_th_repair *repair)
{
    char time[TEXT_TIME];
    dst[0] = 0;
    if (!repair->finished) {
        snprintf(dst, cap, ", closed with FINISH at tick %" PRId32 " (%s)", repair->tick,
                 text_time(time, repair->tick));
    }
}

static void tell_hint(const struct repair_story *story, const tt_th_repair *repair)
{
    if (story->work->could_pass) {
        host_message(HOST_MESSAGE_NOTE, story->work->job->path,
                     "--resync resumes at the next undamaged block");
    } else if (repair->sum[TT_TH_LOSS_REST].count != 0 && !repair->resync) {
        host_message(HOST_MESSAGE_NOTE, story->work->job->path,
                     "--resync resumes after the damage if possible");
    }
}

static void tell_summary(const struct repair_story *story, const tt_th_repair *repair)
{
    const char *path = story->work->job->path;
    tt_th_loss_sum sum = add_up(repair);
    bool is_cut = story->work->damage.kind != HOST_ERROR_NONE;
    char close[96], gaps[40] = "";
    print_close(close, sizeof close, repair);
    if (sum.count == 0) {
        const char *said = "nothing was lost";
        if (is_cut) {
            said = "nothing was lost of the decompressed data";
        } else if (repair->finished) {
            said = "there was nothing to repair";
        }
        host_message(HOST_MESSAGE_NOTE, path, "%s: copied %" PRIu64 " records, %" PRIu64 " bytes%s",
                     said, repair->records, repair->writer.written, close);
        tell_hint(story, repair);
        return;
    }
    if (repair->sum[TT_TH_LOSS_GAP].count != 0) {
        snprintf(gaps, sizeof gaps, ", gaps: %" PRIu64, repair->sum[TT_TH_LOSS_GAP].count);
    }
    host_message(HOST_MESSAGE_NOTE, path,
                 "copied %" PRIu64 " records%s; left out %" PRIu64 " of %" PRIu64 " bytes%s",
                 repair->records, close, sum.bytes, repair->bytes, gaps);
    tell_hint(story, repair);
}

void repair_tell_result(const struct repair_story *story, const tt_th_repair *repair)
{
    tell_often(story->work, repair);
    tell_summary(story, repair);
    if (story->work->job->settings->json) {
        print_json(story, repair);
    }
}
