/* SPDX-License-Identifier: MIT
 *
 * Reports what a teehistorian file has lost, and names the output.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/repair/repair.h"
#include "cli/shell/issues.h"
#include "cli/shell/message.h"
#include "cli/text/text.h"

void repair_fail(struct repair *r, enum exit_status status, const char *path, const char *text)
{
    message_say(MESSAGE_ERROR, path, "%s", text);
    r->status = status;
}

void repair_report_damage(struct repair *r, const tt_io_error *damage)
{
    char text[TT_IO_ERROR_TEXT];
    if (r->damages++ == 0) {
        r->damage = *damage;
    }
    if (r->damages <= ISSUES_TOLD) {
        message_say(MESSAGE_WARNING, r->job->path, "%s", tt_io_error_text(text, damage));
    }
}

/* Makes the path of the output. In a folder it has the input's name. Stdin has no name and is
 * refused. */
bool repair_path(struct repair *r)
{
    enum exit_status status;
    const char *name = strcmp(r->job->path, "-") != 0 ? out_path_name(r->job->path) : NULL;
    bool is_good = out_path_of_job(r->path, r->job, name, &status);
    r->status = is_good ? EXIT_GOOD : status;
    return is_good;
}

/* Reports one loss. Records that depend on a lost record are reported together, with its offset. */
static void say(const char *path, const tt_th_loss *loss)
{
    char time[TEXT_TIME], place[96];
    const char *why = tt_status_text(loss->status);
    snprintf(place, sizeof place, "offset %" PRIu64 ", tick %" PRId32 " (%s)", loss->offset,
             loss->tick, text_time(time, loss->tick));
    switch (loss->kind) {
    case TT_TH_LOSS_GAP:
        message_say(MESSAGE_WARNING, path,
                    "%s: left out %" PRIu64 " bytes that cannot be decoded: %s", place, loss->bytes,
                    why);
        break;
    case TT_TH_LOSS_REST:
        message_say(MESSAGE_WARNING, path,
                    "%s: left out everything from here on, %" PRIu64 " bytes: %s", place,
                    loss->bytes, why);
        break;
    case TT_TH_LOSS_UNKNOWN:
        message_say(MESSAGE_WARNING, path,
                    "left out %" PRIu64 " records up to tick %" PRId32
                    " that depend on what is lost at offset %" PRIu64,
                    loss->records, loss->tick, loss->offset);
        break;
    case TT_TH_LOSS_RECORD:
        message_say(MESSAGE_WARNING, path, "%s: left out a record: %s", place, why);
        break;
    case TT_TH_LOSS_REPAIRED:
        message_say(MESSAGE_WARNING, path, "%s: %s; it was changed to a move", place, why);
        break;
    case TT_TH_LOSS_CUT:
    case TT_TH_LOSS_AFTER:
        message_say(MESSAGE_WARNING, path, "%s: left out %" PRIu64 " bytes: %s", place, loss->bytes,
                    why);
        break;
    default:
        message_say(MESSAGE_WARNING, path, "%s", tt_th_loss_words_of(loss->kind)->doc);
        break;
    }
}

/* Takes a loss. The first ISSUES_TOLD losses of each kind are reported one by one, the rest by
 * report_often. `kept` counts them: when it is full, no further loss is reported one by one. */
void repair_loss(void *user, const tt_th_loss *loss)
{
    struct repair_losses *losses = user;
    size_t same = 0;
    for (size_t i = 0; i < losses->count; i++) {
        same += losses->kept[i].kind == loss->kind;
    }
    if (losses->count < REPAIR_KEPT) {
        losses->kept[losses->count++] = *loss;
    } else {
        same = ISSUES_TOLD;
    }
    if (same < ISSUES_TOLD) {
        say(losses->repair->job->path, loss);
    }
}

static tt_th_loss_sum add_up(const tt_th_repair_view *repair)
{
    tt_th_loss_sum sum = {0, 0, 0};
    for (int kind = 0; kind < TT_TH_LOSSES; kind++) {
        sum.count += repair->sum[kind].count;
        sum.bytes += repair->sum[kind].bytes;
        sum.records += repair->sum[kind].records;
    }
    return sum;
}

struct loss {
    const char *what, *status;
    uint64_t offset;
    int32_t tick;
    uint64_t bytes, records;
};

static const struct column loss_columns[] = {
    COLUMN(struct loss, what, NULL),
    COLUMN(struct loss, status, NULL),
    COLUMN(struct loss, offset, NULL),
    COLUMN(struct loss, tick, NULL),
    COLUMN(struct loss, bytes, NULL),
    COLUMN(struct loss, records, NULL),
    COLUMNS_END,
};

struct fault {
    const char *status;
    uint64_t count, first_offset;
};

static const struct column fault_columns[] = {
    COLUMN(struct fault, status, NULL),
    COLUMN(struct fault, count, NULL),
    COLUMN(struct fault, first_offset, NULL),
    COLUMNS_END,
};

const struct column repair_columns[] = {
    COLUMN(struct repair_result, output, "the file that was written"),
    COLUMN(struct repair_result, first_tick, "the first tick in it", .where = TT_FORMAT_DEMO),
    COLUMN(struct repair_result, last_tick, "the last tick in it", .where = TT_FORMAT_DEMO),
    COLUMN(struct repair_result, bytes, "of the repaired one, before compression",
           .where = TT_FORMAT_DEMO),
    COLUMN(struct repair_result, snapshots, "ticks with a snapshot", .where = TT_FORMAT_DEMO),
    COLUMN(struct repair_result, messages,
           "messages, also those that repeat the state before the first tick",
           .where = TT_FORMAT_DEMO),
    COLUMN(struct repair_result, markers, "on its timeline", .where = TT_FORMAT_DEMO),
    COLUMN(struct repair_result, left_out, "ticks and messages that could not be written",
           .where = TT_FORMAT_DEMO),
    COLUMN(struct repair_result, bytes, "of the damaged recording, after decompression",
           .where = TT_FORMAT_TEEHISTORIAN),
    COLUMN(struct repair_result, written, "bytes of the repaired one, before compression",
           .where = TT_FORMAT_TEEHISTORIAN),
    COLUMN(struct repair_result, records, "that were copied as they were, FINISH too",
           .where = TT_FORMAT_TEEHISTORIAN),
    COLUMN(struct repair_result, last_tick, "the last tick of the repaired one",
           .where = TT_FORMAT_TEEHISTORIAN),
    COLUMN(struct repair_result, finished, "the damaged recording ended with FINISH",
           .where = TT_FORMAT_TEEHISTORIAN),
    COLUMN(struct repair_result, damaged, "something was lost or repaired",
           .where = TT_FORMAT_TEEHISTORIAN),
    COLUMN(struct repair_result, gaps,
           "places where bytes could not be decoded and it resumed after them, in a demo at the "
           "next keyframe"),
    COLUMN(struct repair_result, lost_bytes, "that were left out in all, of a demo in the gaps"),
    COLUMN(struct repair_result, damaged_chunks, "left out by themselves", .where = TT_FORMAT_DEMO),
    COLUMN(struct repair_result, map_lost, "the map was left out", .where = TT_FORMAT_DEMO),
    COLUMN(struct repair_result, lost_records, "that could be decoded, but were left out",
           .where = TT_FORMAT_TEEHISTORIAN),
    COLUMN(struct repair_result, repaired, "records that were written as something else",
           .where = TT_FORMAT_TEEHISTORIAN),
    COLUMN(struct repair_result, losses,
           "the first 100: what (magic, record, repaired, gap, unknown, rest, cut, after), "
           "status, offset, tick, bytes, records",
           .inner = loss_columns, .where = TT_FORMAT_TEEHISTORIAN),
    COLUMN(struct repair_result, faults,
           "the records that are errors by themselves: status, count, first_offset",
           .inner = fault_columns, .where = TT_FORMAT_TEEHISTORIAN),
    COLUMN(struct repair_result, compressed_damage,
           "only when the compressed data is damaged or cut: file_offset and what of the first "
           "place, places (how many)",
           .type = "object", .is_optional = true, .where = TT_FORMAT_TEEHISTORIAN),
    COLUMNS_END,
};

static void damage_json(struct json *j, const char *key, const void *of)
{
    const struct repair *r = of;
    json_object_begin(j, key);
    json_uint(j, "file_offset", r->damage.offset);
    json_text_c(j, "what", r->damage.text);
    json_uint(j, "places", r->damages);
    json_object_end(j);
}

static void print_json(const struct repair_losses *all, const tt_th_repair_view *repair)
{
    const struct repair *r = all->repair;
    const tt_th_loss_sum sum = add_up(repair);
    struct loss losses[REPAIR_KEPT];
    struct fault faults[TT_TH_REPAIR_FAULTS];
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const tt_th_loss *l = &all->kept[i];
        losses[i] = (struct loss){tt_th_loss_words_of(l->kind)->name,
                                  tt_status_name(l->status),
                                  l->offset,
                                  l->tick,
                                  l->bytes,
                                  l->records};
    }
    for (; count < TT_TH_REPAIR_FAULTS && repair->fault[count].status != TT_OK; count++) {
        const tt_th_fault *f = &repair->fault[count];
        faults[count] = (struct fault){tt_status_name(f->status), f->count, f->offset};
    }
    const bool is_cut = r->damages != 0;
    const struct repair_result result = {
        .output = r->path,
        .bytes = repair->bytes,
        .written = repair->written,
        .records = repair->records,
        .last_tick = repair->tick,
        .finished = repair->finished,
        .damaged = sum.count != 0 || is_cut,
        .gaps = repair->sum[TT_TH_LOSS_GAP].count,
        .lost_bytes = sum.bytes,
        .lost_records = sum.records,
        .repaired = repair->sum[TT_TH_LOSS_REPAIRED].count,
        .losses = {losses, all->count, sizeof losses[0]},
        .faults = {faults, count, sizeof faults[0]},
        .compressed_damage = {is_cut ? damage_json : NULL, r},
    };
    rows_json(r->job, repair_columns, TT_FORMAT_TEEHISTORIAN, &result);
}

static void report_often(const struct repair *r, const tt_th_repair_view *repair)
{
    const char *path = r->job->path;
    if (r->damages > ISSUES_TOLD) {
        message_say(MESSAGE_NOTE, path,
                    "the compressed data is damaged in %" PRIu64 " places in all", r->damages);
    }
    for (int kind = 0; kind < TT_TH_LOSSES; kind++) {
        uint64_t count = repair->sum[kind].count;
        if (count > ISSUES_TOLD) {
            message_say(MESSAGE_NOTE, path, "%" PRIu64 " times in all: %s", count,
                        tt_th_loss_words_of((tt_th_loss_kind)kind)->doc);
        }
    }
}

/* Reports all losses in one line. The repair adds a missing FINISH at the last tick. */
static void report_summary(const struct repair *r, const tt_th_repair_view *repair)
{
    const tt_th_loss_sum sum = add_up(repair);
    char time[TEXT_TIME], close[96] = "", gaps[40] = "";
    if (!repair->finished) {
        snprintf(close, sizeof close, ", closed with FINISH at tick %" PRId32 " (%s)", repair->tick,
                 text_time(time, repair->tick));
    }
    if (sum.count == 0) {
        const char *said = r->damages != 0    ? "everything that could be decompressed was kept"
                           : repair->finished ? "there was nothing to repair"
                                              : "nothing was lost";
        message_say(MESSAGE_NOTE, r->job->path,
                    "%s: copied %" PRIu64 " records, %" PRIu64 " bytes%s", said, repair->records,
                    repair->written, close);
        return;
    }
    if (repair->sum[TT_TH_LOSS_GAP].count != 0) {
        snprintf(gaps, sizeof gaps, ", gaps: %" PRIu64, repair->sum[TT_TH_LOSS_GAP].count);
    }
    message_say(MESSAGE_NOTE, r->job->path,
                "copied %" PRIu64 " records%s; left out %" PRIu64 " of %" PRIu64 " bytes%s",
                repair->records, close, sum.bytes, repair->bytes, gaps);
}

void repair_report(const struct repair_losses *losses, const tt_th_repair_view *repair,
                   bool could_resume)
{
    const struct repair *r = losses->repair;
    const struct repair_options *own = r->job->options;
    report_often(r, repair);
    report_summary(r, repair);
    if (could_resume) {
        message_say(MESSAGE_NOTE, r->job->path, "--resync resumes at the next undamaged block");
    } else if ((repair->sum[TT_TH_LOSS_REST].count != 0 ||
                repair->sum[TT_TH_LOSS_AFTER].count != 0) &&
               !own->resync) {
        message_say(MESSAGE_NOTE, r->job->path, "--resync resumes after the damage if possible");
    }
    if (r->job->settings->json) {
        print_json(losses, repair);
    }
}
