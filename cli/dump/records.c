/* SPDX-License-Identifier: MIT
 *
 * Millions of records consist of numbers only. Templates (template.h) write them directly into
 * the output's buffer. Records with texts or secrets are written field by field.
 */
#include "cli/dump/dump.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shell/issues.h"
#include "cli/shell/memory.h"

struct head {
    int32_t tick;
    const char *time, *kind;
};

const struct column head_columns[] = {
    COLUMN(struct head, tick, "the absolute tick; for a tick_skip the tick that it leads to"),
    COLUMN_WALL(struct head),
    COLUMN(struct head, kind, "which other keys there are, see below"),
    COLUMNS_END,
};

struct json head_json(const struct reading *r, int32_t tick, const char *kind)
{
    char clock[TT_IO_PLACE_CLOCK_TEXT];
    const struct head head = {tick, reading_clock(r, clock, tick), kind};
    struct json j = json_begin(r->job->out);
    job_json_file(r->job, &j);
    rows_members(&j, head_columns, TT_FORMAT_UNKNOWN, &head);
    return j;
}

#define LINE_ROOM (RECORDS_HEAD + 16 + LINE_MEMORY_MOST + TEMPLATE_MOST)

static bool is_json(const struct records *records)
{
    return records->r->job->settings->json;
}

static void put_json(const struct records *records, const tt_th_event *event, const tt_world *world)
{
    struct json j = head_json(records->r, event->tick, tt_th_type(event->kind)->name);
    record_json(&j, event, world, &records->secrets);
    json_end(&j);
}

static void put_text(struct records *records, const tt_th_event *event, const tt_world *world)
{
    struct line *line = records->line;
    line_event(line, records->r, tt_th_type(event->kind)->name, event->cid);
    if (record_has_text(event)) {
        record_text(line_output(line), event, world, &records->secrets);
    }
    line_end(line);
}

/* A tt_sink_fn that stores the begin of an object, up to the digits of its tick. A longer begin
 * makes `before_tick` exceed RECORDS_HEAD. */
static int take_head(void *user, tt_bytes bytes)
{
    struct records *records = user;
    size_t at = records->before_tick;
    if (bytes.size <= RECORDS_HEAD - (at < RECORDS_HEAD ? at : RECORDS_HEAD)) {
        memcpy(records->head + at, bytes.data, bytes.size);
    }
    records->before_tick += bytes.size;
    return 0;
}

/* Prepares the begin of an object. One that begins with a file name needs json.h, which escapes the
 * name. Other objects need no escapes. */
static bool open_head(struct records *records)
{
    static const char unnamed[] = "{\"tick\":";
    if (!records->r->job->is_one_of_many) {
        records->before_tick = sizeof unnamed - 1;
        memcpy(records->head, unnamed, records->before_tick);
        return true;
    }
    tt_io_output out;
    if (!tt_io_output_open(&out, take_head, records)) {
        memory_tell(records->r->job->path);
        return false;
    }
    struct json j = json_begin(&out);
    job_json_file(records->r->job, &j);
    json_int(&j, "tick", 0);
    tt_io_output_close(&out);
    records->before_tick--; /* without the digit of tick 0 */
    return true;
}

/* Begins to show records. Templates have no date after the tick, and no line is remembered when
 * lines are coloured or cut. These lines are written field by field. */
bool records_open(struct records *records, struct reading *r, struct line *line)
{
    *records = (struct records){.r = r, .line = line};
    bool json = is_json(records);
    numbers_fill(&records->numbers);
    tt_th_secrets_init(&records->secrets, r->job->settings->show_secrets);
    if (json && !open_head(records)) {
        return reading_fail(r, EXIT_SYSTEM);
    }
    records->memory = json ? NULL : line_memory_new(line);
    bool is_fast = json ? !r->job->settings->wall && records->before_tick < RECORDS_HEAD
                        : records->memory != NULL;
    for (tt_th_kind kind = TT_TH_HEADER + 1; is_fast && kind < TT_TH_KINDS; kind++) {
        if (!tt_th_secrets_has(&records->secrets, kind) &&
            (json ||
             line_memory_word(records->memory, &records->word[kind], tt_th_type(kind)->name))) {
            template_make(&records->template[kind], kind, json);
        }
    }
    return true;
}

void records_close(struct records *records)
{
    free(records->memory);
}

/* Writes the begin of an object. Many records have the same tick, so its digits are written only
 * when it changes. */
static uint8_t *put_head(struct records *records, uint8_t *at, int32_t tick)
{
    if (records->head_size == 0 || records->tick != tick) {
        uint8_t *digits = (uint8_t *)records->head + records->before_tick;
        records->head_size =
            (size_t)(number_put(&records->numbers, digits, tick) - (uint8_t *)records->head);
        records->tick = tick;
    }
    return line_text_copy(at, records->head, records->head_size);
}

/* Writes the columns of a line. Returns NULL when the line has to be written field by field. */
static uint8_t *put_columns(struct records *records, uint8_t *at, const tt_th_event *event)
{
    const char *name = tt_recording_session(records->r->io.rec, event->cid).name;
    return line_memory_put(records->memory, at, records->r, &records->word[event->kind], event->cid,
                           name);
}

/* Shows a record with its template. Returns false when it has to be written field by field. */
static bool show_fast(struct records *records, const tt_th_event *event)
{
    tt_io_output *out = records->r->job->out;
    uint8_t *begin = tt_io_output_reserve(out, LINE_ROOM);
    if (begin == NULL) {
        return true; /* nothing more can be written after a failure */
    }
    uint8_t *at = records->memory == NULL ? put_head(records, begin, event->tick)
                                          : put_columns(records, begin, event);
    if (at == NULL) {
        return false;
    }
    at = template_put(&records->template[event->kind], &records -> numbers, at, event);
    tt_io_output_advance(out, (size_t)(at - begin));
    return true;
}

void records_show(struct records *records)
{
    const tt_th_event *event = records->r->io.item.th;
    if (records->template[event->kind].runs > 0 && show_fast(records, event)) {
        return;
    }
    const tt_world *world = tt_recording_world(records->r->io.rec);
    if (is_json(records)) {
        put_json(records, event, world);
    } else {
        put_text(records, event, world);
    }
}
