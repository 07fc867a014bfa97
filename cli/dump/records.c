/* SPDX-License-Identifier: MIT
 *
 * Records in the usual way, and by their shapes.
 *
 * A recording has millions of records that are nothing but numbers (moves, inputs). For their kinds
 * the text around the numbers is taken once, from a line written in the usual way, and then only
 * digits are put into it. What is secret, or has texts in it, is always written in the usual way.
 */
#include "cli/dump/records.h"

#include <stdlib.h>
#include <string.h>

#include "cli/dump/head.h"
#include "cli/shell/issues.h"
#include "cli/shell/memory.h"

/* What is reserved for a line that is put together at once. */
#define LINE_ROOM (RECORDS_HEAD + 16 + LINE_MEMORY_MOST + SHAPE_MOST)

/* Room for one line that a shape is taken from. */
#define SAMPLE ((size_t)4096)

/* Collects the sample. What is longer than the room is none. */
struct sample {
    uint8_t text[SAMPLE];
    size_t size;
};

/* The output of the sample: cuts what is too long, which the size then shows. */
static int collect(void *user, tt_bytes bytes)
{
    struct sample *to = user;
    size_t room = sizeof to->text - to->size;
    size_t size = bytes.size < room ? bytes.size : room;
    memcpy(to->text + to->size, bytes.data, size);
    to->size += size;
    return 0;
}

static bool is_json(const struct records *records)
{
    return records->r->job->settings->json;
}

/* The job is a parameter, since a shape is taken from an object that goes elsewhere. */
static void put_json(const struct records *records, const struct job *job, const tt_th_event *event,
                     const tt_world *world)
{
    char clock[TT_IO_PLACE_CLOCK_TEXT];
    struct json j = head_json(job, event->tick, reading_clock(records->r, clock, event->tick),
                              tt_th_type(event->kind)->name);
    record_json(&j, event, world, &records->secrets);
    json_end(&j);
}

/* Columns first: a line without fields ends there, without blanks. */
static void put_text(struct records *records, const tt_th_event *event, const tt_world *world)
{
    struct line *line = records->line;
    line_event(line, records->r, tt_th_type(event->kind)->name, event->cid);
    if (record_has_text(event)) {
        record_text(line_output(line), event, world, &records->secrets);
    }
    line_end(line);
}

/* Keeps an object up to its tick, and takes that and the tick off. The path of the file, which it
 * may begin with, is not looked into, as a stranger may have put the text of a mark into it: `file`
 * is how many bytes it takes. False when the head is too long; then this kind is written in the
 * usual way. */
static bool take_head(struct records *records, tt_bytes *text, size_t file)
{
    size_t at = file + shape_find_mark((tt_bytes){text->data + file, text->size - file});
    size_t used = at + sizeof SHAPE_MARK_TEXT - 1;
    if (used > text->size || at > RECORDS_HEAD) {
        return false;
    }
    memcpy(records->head, text->data, at);
    records->before_tick = at;
    text->data += used;
    text->size -= used;
    return true;
}

/* What an object of this kind looks like, from one. The begin of the object is written alone first,
 * to know how long the part with the path is. A sample that fills the room was cut, and gives no
 * shape. */
static void take_json(struct records *records, const tt_th_event *event, tt_io_output *out,
                      struct sample *sample)
{
    struct job job = *records->r->job;
    job.out = out;
    sample->size = 0;
    struct json j = json_begin(out);
    job_json_file(&job, &j);
    tt_io_output_flush(out);
    size_t file = sample->size;
    sample->size = 0;
    put_json(records, &job, event, NULL);
    tt_io_output_flush(out);
    tt_bytes text = {sample->text, sample->size};
    if (text.size < SAMPLE && take_head(records, &text, file)) {
        shape_take(&records->shape[event->kind], event, text);
    }
}

/* The same of a line: its columns are remembered by records->memory. */
static void take_text(struct records *records, const tt_th_event *event, tt_io_output *out,
                      struct sample *sample)
{
    sample->size = 0;
    record_text(out, event, NULL, &records->secrets);
    tt_io_output_byte(out, '\n');
    tt_io_output_flush(out);
    if (line_memory_word(records->memory, &records->word[event->kind],
                         tt_th_type(event->kind)->name)) {
        shape_take(&records->shape[event->kind], event, (tt_bytes){sample->text, sample->size});
    }
}

/* Kinds of which every member is a number that is no secret: PLAYER_DIFF, INPUT_DIFF and the like,
 * which fill a recording. */
static void take_shapes(struct records *records, tt_io_output *out, struct sample *sample)
{
    for (tt_th_kind kind = TT_TH_HEADER + 1; kind < TT_TH_KINDS; kind++) {
        tt_th_event event;
        if (!shape_example(&event, kind) || secrets_has(&records->secrets, kind)) {
            continue;
        }
        if (is_json(records)) {
            take_json(records, &event, out, sample);
        } else if (record_has_text(&event)) {
            take_text(records, &event, out, sample);
        }
    }
}

/* Digits and shapes are made once, before millions of records. Where lines cannot be remembered
 * (they are cut to a terminal, or in colour) no shape is taken. */
bool records_open(struct records *records, struct reading *r, struct line *line)
{
    struct sample *sample = memory_zeros(r->job->path, sizeof *sample);
    tt_io_output out;
    *records = (struct records){.r = r, .line = line};
    numbers_fill(&records->numbers);
    secrets_open(&records->secrets, r->job->settings->show_secrets);
    records->memory = is_json(records) ? NULL : line_memory_new(line);
    bool is_good = sample != NULL;
    if (is_good && !tt_io_output_open(&out, collect, sample)) {
        memory_tell(r->job->path);
        is_good = false;
    }
    /* a shape of an object has no place for a clock */
    if (is_good && (is_json(records) ? !r->span.wall : records->memory != NULL)) {
        take_shapes(records, &out, sample);
    }
    if (is_good) {
        tt_io_output_close(&out);
    } else {
        reading_fail(r, EXIT_SYSTEM);
        free(records->memory);
    }
    free(sample);
    return is_good;
}

void records_close(struct records *records)
{
    free(records->memory);
}

/* Millions of lines have the same tick as the one before, so digits are put into the kept head only
 * when it changes. */
static uint8_t *put_head(struct records *records, uint8_t *at, int32_t tick)
{
    /* The digits of the tick are written at the end of the kept head. */
    if (records->head_size == 0 || records->tick != tick) {
        uint8_t *digits = (uint8_t *)records->head + records->before_tick;
        records->head_size =
            (size_t)(number_put(&records->numbers, digits, tick) - (uint8_t *)records->head);
        records->tick = tick;
    }
    return line_text_copy(at, records->head, records->head_size);
}

/* Where the columns of the line end; NULL: they cannot be remembered, so the line is written in the
 * usual way. */
static uint8_t *put_columns(struct records *records, uint8_t *at, const tt_th_event *event)
{
    const char *name = tt_io_reading_name(&records->r->io, event->cid);
    return line_memory_put(records->memory, at, records->r, &records->word[event->kind], event->cid,
                           name);
}

/* Room is reserved for the longest line there can be, so nothing is checked while it is written.
 * True when nothing more is to be done. */
static bool show_shape(struct records *records, const tt_th_event *event)
{
    tt_io_output *out = records->r->job->out;
    uint8_t *begin = tt_io_output_reserve(out, LINE_ROOM);
    if (begin == NULL) {
        return true; /* the output has failed */
    }
    uint8_t *at = records->memory == NULL ? put_head(records, begin, event->tick)
                                          : put_columns(records, begin, event);
    if (at == NULL) {
        return false;
    }
    at = shape_put(&records->shape[event->kind], &records->numbers, at, event);
    tt_io_output_advance(out, (size_t)(at - begin));
    return true;
}

/* The world is needed by the usual way only: what is secret of a message depends on the protocol of
 * its client. */
void records_show(struct records *records)
{
    const tt_th_event *event = records->r->io.item.th;
    if (records->shape[event->kind].is_there && show_shape(records, event)) {
        return;
    }
    const tt_world *world = tt_recording_world(records->r->io.rec);
    if (is_json(records)) {
        put_json(records, records->r->job, event, world);
    } else {
        put_text(records, event, world);
    }
}
