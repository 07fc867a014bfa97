/* SPDX-License-Identifier: MIT
 *
 * Writes the bytes of one record: the code, then the fields in the order of the rows. An extension
 * has its UUID, the size of its fields, and the fields.
 *
 * The two most frequent records have a fast path. A record is written to the room in the buffer,
 * and once more as a stream if it does not fit.
 */
#include "base/mem.h"
#include "base/utf8_put.h"
#include "schema/fields.h"
#include "teehistorian/write.h"
#include "wire/varint_inline.h"

/* Passes bytes on to the output. A record that fits into the buffer is never split, so that a
 * receiver of the pieces has whole records at any time. */

static void pass_to_sink(tti_th_writer *writer, const uint8_t *data, size_t size)
{
    if (writer->status == TT_OK && size != 0 &&
        writer->put(writer->user, (tt_bytes){data, size}) != 0) {
        writer->status = TT_ERR_TH_WRITE_PUT;
    }
}

static tt_status flush_records(tti_th_writer *writer)
{
    pass_to_sink(writer, writer->buffer, writer->filled);
    writer->filled = 0;
    return writer->status;
}

tt_status tt_th_write_flush(tt_th_writer *writer)
{
    return flush_records(tti_th_writer_of(writer));
}

/* Empties the buffer first, so that a record which fits the whole buffer is one piece. */
tti_th_sink tti_th_sink_stream(tti_th_writer *writer)
{
    flush_records(writer);
    return (tti_th_sink){.stream = writer};
}

static void stream_bytes(tti_th_writer *writer, const void *data, size_t size)
{
    if (size > writer->cap - writer->filled) {
        flush_records(writer);
    }
    if (size > writer->cap) {
        pass_to_sink(writer, data, size);
    } else {
        tti_copy(writer->buffer + writer->filled, data, size);
        writer->filled += size;
    }
    writer->written += size;
}

/* Appends bytes. Without a stream they are copied only if all of them fit, and counted in any
 * case. */
void tti_th_sink_bytes(tti_th_sink *sink, const void *data, size_t size)
{
    if (sink->stream != NULL) {
        stream_bytes(sink->stream, data, size);
    } else if (size > 0 && sink->size <= sink->room && size <= sink->room - sink->size) {
        tti_copy(sink->at + sink->size, data, size);
    }
    /* sink->size stops at SIZE_MAX, because the caller's list may name one large view many
     * times. */
    sink->size = size > SIZE_MAX - sink->size ? SIZE_MAX : sink->size + size;
}

static void sink_int(tti_th_sink *sink, int32_t value)
{
    uint8_t bytes[5];
    tti_th_sink_bytes(sink, bytes, tti_varint_put(bytes, value));
}

static void sink_text(tti_th_sink *sink, tt_bytes text)
{
    static const uint8_t nul = 0;
    if (tti_find_byte(text.data, text.size, 0) != NULL) {
        sink->status = TT_ERR_TH_WRITE_TEXT;
    }
    uint8_t replacement[4];
    size_t run = 0;
    while (!sink->raw && run < text.size) {
        size_t used;
        if (tt_utf8_decode((tt_bytes){text.data + run, text.size - run}, &used) >= 0) {
            run += used;
            continue;
        }
        tti_th_sink_bytes(sink, text.data, run);
        tti_th_sink_bytes(sink, replacement, tti_utf8_put(replacement, TTI_REPLACEMENT));
        text.data += run + used;
        text.size -= run + used;
        run = 0;
    }
    tti_th_sink_bytes(sink, text.data, text.size);
    tti_th_sink_bytes(sink, &nul, 1);
}

/* Codes of records, and the most bytes of a 32-bit varint. */
enum { CODE_TICK_SKIP = -2, CODE_INPUT_DIFF = -5, INT_MAX_SIZE = 5 };

/* Bytes of a mark (two ints) and an INPUT_DIFF (twelve). */
#define RECORD_ROOM ((size_t)(2 + 2 + TT_INPUT_INTS) * INT_MAX_SIZE)

/* Writes a PLAYER_DIFF or INPUT_DIFF. `filled` changes at the end, so a record whose size is not
 * the event's leaves no bytes. Copies and bad client ids take the general path. */
static bool diff_write(tti_th_writer *writer, const tti_th_draft *draft, tt_status *status)
{
    const tt_th_event *event = draft->event;
    bool is_player = event->kind == TT_TH_PLAYER_DIFF;
    if ((!is_player && event->kind != TT_TH_INPUT_DIFF) || draft->copy.data != NULL ||
        writer->cap - writer->filled < RECORD_ROOM || event->cid < 0 || event->cid >= TT_CIDS) {
        return false;
    }
    uint8_t *begin = writer->buffer + writer->filled, *at = begin;
    if (draft->mark) {
        at += tti_varint_put(at, CODE_TICK_SKIP);
        at += tti_varint_put(at, writer->tick - writer->last_written - 1);
    }
    const uint8_t *record = at;
    if (is_player) {
        at += tti_varint_put(at, event->u.player_diff.cid);
        at += tti_varint_put(at, event->u.player_diff.dx);
        at += tti_varint_put(at, event->u.player_diff.dy);
    } else {
        at += tti_varint_put(at, CODE_INPUT_DIFF);
        at += tti_varint_put(at, event->u.input_diff.cid);
        for (int i = 0; i < TT_INPUT_INTS; i++) {
            at += tti_varint_put(at, event->u.input_diff.diff[i]);
        }
    }
    if (draft->raw && event->size != 0 && event->size != (size_t)(at - record)) {
        *status = TT_ERR_TH_WRITE_SAME;
        return true;
    }
    writer->filled += (size_t)(at - begin);
    writer->written += (size_t)(at - begin);
    *status = writer->status;
    return true;
}

enum { CODE_EX = -11 };

/* The codes by kind. PLAYER_DIFF has a client id instead of a code. */
static const int8_t code_of_kind[TT_TH_KINDS] = {
#define TT_TH_RECORD(NAME, name, code, doc) [TT_TH_##NAME] = code,
#define TT_TH_BARE(NAME, name, code, doc) [TT_TH_##NAME] = code,
#define TT_TH_EX(NAME, name, text, uuid, since, doc) [TT_TH_##NAME] = CODE_EX,
#define TT_TH_EX_BARE(NAME, name, text, uuid, since, doc) [TT_TH_##NAME] = CODE_EX,
#include "teetape/schema/teehistorian.def"
};

static void record_texts_write(tti_th_sink *sink, const tt_texts *texts)
{
    sink_int(sink, texts->count);
    tti_th_sink_bytes(sink, texts->packed.data, texts->packed.size);
}

static void field_write(tti_th_sink *sink, const tt_field *field, const tti_th_draft *draft)
{
    const void *member = tt_field_of(field, &draft->event->u);
    switch (field->type) {
    case TT_TYPE_INT:
    case TT_TYPE_OPT_INT:
    case TT_TYPE_BOOL:
    case TT_TYPE_CID:
    case TT_TYPE_ANY_CID:
    case TT_TYPE_PLACE: {
        int32_t value = *(const int32_t *)member;
        bool is_cid = field->type == TT_TYPE_CID || field->type == TT_TYPE_ANY_CID;
        if (value < field->min || value > field->max) {
            sink->status =
                /* the rest of the record is counted, but will not be written */
                is_cid ? TT_ERR_TH_CID : TT_ERR_RANGE;
        }
        sink_int(sink, value);
        break;
    }
    case TT_TYPE_TEXT:
        sink_text(sink, *(const tt_bytes *)member);
        break;
    case TT_TYPE_DATA: {
        const tt_bytes *data = member;
        tti_th_sink_bytes(sink, data->data, data->size);
        break;
    }
    case TT_TYPE_UUID:
        tti_th_sink_bytes(sink, ((const tt_uuid *)member)->bytes, sizeof(tt_uuid));
        break;
    case TT_TYPE_TEXTS:
        record_texts_write(sink, member);
        break;
    case TT_TYPE_INPUT:
        for (int i = 0; i < TT_INPUT_INTS; i++) {
            sink_int(sink, (*(const tt_field_INPUT *)member)[i]);
        }
        break;
    case TT_TYPE_INTS: /* no record has this type, only messages */
    case TT_TYPE_MSG:  /* only a derived field has this type */
        sink->status = TT_ERR_ARGUMENT;
        break;
    }
}

static void record_fields_write(tti_th_sink *sink, const tti_th_draft *draft)
{
    const tt_type *type = tt_th_type(draft->event->kind);
    for (size_t i = 0; i < type->field_count; i++) {
        if (!type->fields[i].derived) {
            field_write(sink, &type->fields[i], draft);
        }
    }
}

/* Writes a size. One that does not fit a signed 32-bit int is refused before it is compared with
 * the record's limit. */
static void size_write(tti_th_sink *sink, size_t size)
{
    if (size > INT32_MAX) {
        sink->status = TT_ERR_TH_SIZE;
        return;
    }
    sink_int(sink, (int32_t)size);
}

/* Writes an extension. Its size comes before the payload, so a sink without room measures the
 * payload first. */
static void extension_write(tti_th_sink *sink, const tti_th_draft *draft)
{
    if (draft->event->kind == TT_TH_EX) {
        const struct tt_th_ex *ex = &draft->event->u.ex;
        tti_th_sink_bytes(sink, ex->uuid.bytes, sizeof ex->uuid.bytes);
        size_write(sink, ex->data.size);
        tti_th_sink_bytes(sink, ex->data.data, ex->data.size);
        return;
    }
    tti_th_sink payload = {.raw = draft->raw}; /* a sink without room, which only counts */
    record_fields_write(&payload, draft);
    tti_th_sink_bytes(sink, tti_th_ex_uuid(draft->event->kind)->bytes, sizeof(tt_uuid));
    size_write(sink, payload.size);
    record_fields_write(sink, draft);
}

static void record_write(tti_th_sink *sink, const tti_th_draft *draft)
{
    tt_th_kind kind = draft->event->kind;
    if (draft->copy.data != NULL) {
        tti_th_sink_bytes(sink, draft->copy.data, draft->copy.size);
        return;
    }
    if (kind != TT_TH_PLAYER_DIFF) {
        sink_int(sink, code_of_kind[kind]);
    }
    if (code_of_kind[kind] == CODE_EX) {
        extension_write(sink, draft);
    } else {
        record_fields_write(sink, draft);
    }
}

/* Checks that the texts are as many as their count, each with its NUL. A reader counts the NULs,
 * and takes other bytes for the next record. */
static tt_status texts_check(const tt_texts *texts)
{
    const uint8_t *at = texts->packed.data;
    size_t left = texts->packed.size;
    if (texts->count < 0) {
        return TT_ERR_TH_COUNT;
    }
    for (int32_t n = texts->count; n > 0; n--) {
        const uint8_t *nul = tti_find_byte(at, left, 0);
        if (nul == NULL) {
            return TT_ERR_TH_WRITE_TEXT;
        }
        left -= (size_t)(nul + 1 - at);
        at = nul + 1;
    }
    return left == 0 ? TT_OK : TT_ERR_TH_WRITE_TEXT;
}

/* Checks conditions that no single field shows: extensions in the file's version, both sizes of a
 * MESSAGE, and the texts of a command. A longer MESSAGE is an error of the reader. */
static tt_status draft_check(const tti_th_writer *writer, const tt_th_event *event)
{
    if (code_of_kind[event->kind] == CODE_EX && writer->version < 2) {
        return TT_ERR_TH_EX_VERSION;
    }
    if (event->kind == TT_TH_MESSAGE &&
        (event->u.message.size < 0 || event->u.message.size > TTI_TH_MESSAGE_MAX ||
         (size_t)event->u.message.size != event->u.message.msg.size)) {
        return TT_ERR_TH_SIZE;
    }
    return event->kind == TT_TH_CONSOLE_COMMAND ? texts_check(&event->u.console_command.args)
                                                : TT_OK;
}

/* Writes the mark of a draft that has one. Returns the size of the mark, because `limit` and
 * event.size do not include it. */
static size_t mark_write(tti_th_sink *sink, const tti_th_writer *writer, const tti_th_draft *draft)
{
    if (draft->mark) {
        sink_int(sink, CODE_TICK_SKIP);
        sink_int(sink, writer->tick - writer->last_written - 1);
    }
    return sink->size;
}

/* Writes a draft to the output. Its bytes were checked before, so only the output can fail. */
tt_status tti_th_draft_write(tti_th_writer *writer, const tti_th_draft *draft)
{
    tt_status status;
    if (diff_write(writer, draft, &status)) {
        return status;
    }
    status = draft_check(writer, draft->event);
    if (status != TT_OK) {
        return status;
    }
    tti_th_sink sink = {.at = writer->buffer + writer->filled,
                        .room = writer->cap - writer->filled,
                        .raw = draft->raw};
    size_t mark = mark_write(&sink, writer, draft);
    record_write(&sink, draft);
    if (sink.status != TT_OK) {
        return sink.status;
    }
    size_t size = sink.size - mark;
    if (size > draft->limit) {
        return TT_ERR_TH_SIZE;
    }
    if (draft->copy.data == NULL && draft->raw && draft->event->size != 0 &&
        draft->event->size != size) {
        return TT_ERR_TH_WRITE_SAME;
    }
    if (sink.size <= sink.room) {
        writer->filled += sink.size;
        writer->written += sink.size;
        return writer->status;
    }
    sink = tti_th_sink_stream(writer);
    sink.raw = draft->raw;
    mark_write(&sink, writer, draft);
    record_write(&sink, draft);
    return writer->status;
}

tt_status tti_th_write_last(tti_th_writer *writer, const tti_th_draft *draft)
{
    tt_status status = tti_th_draft_write(writer, draft);
    if (status == TT_OK) {
        writer->state = TTI_TH_WRITE_DONE;
        status = flush_records(writer);
    }
    return status;
}
