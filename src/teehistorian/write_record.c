/* SPDX-License-Identifier: MIT
 *
 * One record -> its bytes: the code and the fields in the order of the rows; of an extension the
 * UUID, and the fields after their size.
 *
 * The way of every record that write_diff.c does not take. A record is made into the room of the
 * buffer, and only one that does not fit is made once more.
 */
#include "base/mem.h"
#include "schema/fields.h"
#include "teehistorian/write.h"

/* Codes that are written besides those of the kinds; docs/format/teehistorian.md has them all. */
enum { CODE_EX = -11, CODE_TICK_SKIP = -2 };

/* What a record begins with. PLAYER_DIFF has no code, its client id is there. */
static const int8_t code_of_kind[TT_TH_KINDS] = {
#define TT_TH_RECORD(NAME, name, code, doc) [TT_TH_##NAME] = code,
#define TT_TH_BARE(NAME, name, code, doc) [TT_TH_##NAME] = code,
#define TT_TH_EX(NAME, name, text, uuid, since, doc) [TT_TH_##NAME] = CODE_EX,
#define TT_TH_EX_BARE(NAME, name, text, uuid, since, doc) [TT_TH_##NAME] = CODE_EX,
#include "teetape/schema/teehistorian.def"
};

/* The arguments of a command: a count, then strings. From a list of the caller, or as they were
 * packed in the record that was read. */
static void texts_write(tti_th_sink *sink, const tt_texts *texts, const tt_bytes *args)
{
    tti_th_sink_int(sink, texts->count);
    for (int32_t i = 0; args != NULL && i < texts->count; i++) {
        tti_th_sink_text(sink, args[i]);
    }
    if (args == NULL) {
        tti_th_sink_bytes(sink, texts->packed.data, texts->packed.size);
    }
}

/* The range is that of the field's type. After an error the rest is written and counted all the
 * same: it is thrown away with the sink. */
static void int_write(tti_th_sink *sink, const tt_field *field, int32_t value)
{
    if (value < field->min || value > field->max) {
        int is_cid = field->type == TT_TYPE_CID || field->type == TT_TYPE_ANY_CID;
        sink->status = is_cid ? TT_ERR_TH_CID : TT_ERR_RANGE;
    }
    tti_th_sink_int(sink, value);
}

/* By type. `member` is where the struct of the kind has the field; its C type follows from the row.
 */
static void field_write(tti_th_sink *sink, const tt_field *field, const tti_th_draft *draft)
{
    const void *member = tt_field_of(field, &draft->event->u);
    switch (field->type) {
    case TT_TYPE_INT:
    case TT_TYPE_OPT_INT:
    case TT_TYPE_BOOL:
    case TT_TYPE_CID:
    case TT_TYPE_ANY_CID:
    case TT_TYPE_PLACE:
        int_write(sink, field, *(const int32_t *)member);
        break;
    case TT_TYPE_TEXT:
        tti_th_sink_text(sink, *(const tt_bytes *)member);
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
        texts_write(sink, member, draft->args);
        break;
    case TT_TYPE_INPUT:
        for (int i = 0; i < TT_INPUT_INTS; i++) {
            tti_th_sink_int(sink, (*(const tt_field_INPUT *)member)[i]);
        }
        break;
    case TT_TYPE_INTS: /* only in messages */
    case TT_TYPE_MSG:  /* only as a derived field */
        sink->status = TT_ERR_ARGUMENT;
        break;
    }
}

/* Derived fields are not in the bytes: a reader works them out. */
static void fields_write(tti_th_sink *sink, const tti_th_draft *draft)
{
    const tt_type *type = tt_th_type(draft->event->kind);
    for (size_t i = 0; i < type->field_count; i++) {
        if (!type->fields[i].derived) {
            field_write(sink, &type->fields[i], draft);
        }
    }
}

/* A size is an int of 32 bits with a sign. A larger one is refused here, before the limit of the
 * record is looked at. */
static void size_write(tti_th_sink *sink, size_t size)
{
    if (size > INT32_MAX) {
        sink->status = TT_ERR_TH_SIZE;
        return;
    }
    tti_th_sink_int(sink, (int32_t)size);
}

/* The size comes before the payload, so the fields are walked over twice: a sink without room gives
 * the size, and nothing has to be moved. */
static void extension_write(tti_th_sink *sink, const tti_th_draft *draft)
{
    if (draft->event->kind == TT_TH_EX) {
        const struct tt_th_ex *ex = &draft->event->u.ex;
        tti_th_sink_bytes(sink, ex->uuid.bytes, sizeof ex->uuid.bytes);
        size_write(sink, ex->data.size);
        tti_th_sink_bytes(sink, ex->data.data, ex->data.size);
        return;
    }
    tti_th_sink payload = {.raw = draft->raw}; /* without room: it counts */
    fields_write(&payload, draft);
    tti_th_sink_bytes(sink, tt_th_ex_uuid(draft->event->kind)->bytes, sizeof(tt_uuid));
    size_write(sink, payload.size);
    fields_write(sink, draft);
}

/* A copy as it is; else code and fields. Of a PLAYER_DIFF the first field, its client id, is the
 * code. */
static void record_write(tti_th_sink *sink, const tti_th_draft *draft)
{
    tt_th_kind kind = draft->event->kind;
    if (draft->copy.data != NULL) {
        tti_th_sink_bytes(sink, draft->copy.data, draft->copy.size);
        return;
    }
    if (kind != TT_TH_PLAYER_DIFF) {
        tti_th_sink_int(sink, code_of_kind[kind]);
    }
    if (code_of_kind[kind] == CODE_EX) {
        extension_write(sink, draft);
    } else {
        fields_write(sink, draft);
    }
}

/* What the fields cannot say one by one: whether the file may have extensions, whether the two that
 * say the size of a MESSAGE agree, and a count that is no count. */
static tt_status draft_check(const tt_th_writer *writer, const tt_th_event *event)
{
    if (code_of_kind[event->kind] == CODE_EX && writer->version < 2) {
        return TT_ERR_TH_EX_VERSION;
    }
    if (event->kind == TT_TH_MESSAGE &&
        (event->u.message.size < 0 || (size_t)event->u.message.size != event->u.message.msg.size)) {
        return TT_ERR_TH_SIZE;
    }
    if (event->kind == TT_TH_CONSOLE_COMMAND && event->u.console_command.args.count < 0) {
        return TT_ERR_TH_COUNT;
    }
    return TT_OK;
}

/* The TICK_SKIP before a record, if it needs one. Returns its size: the limit and the size of an
 * event are those of the record alone. */
static size_t mark_write(tti_th_sink *sink, const tt_th_writer *writer, const tti_th_draft *draft)
{
    if (draft->mark) {
        tti_th_sink_int(sink, CODE_TICK_SKIP);
        tti_th_sink_int(sink, writer->tick - writer->last_written - 1);
    }
    return sink->size;
}

/* First the short way, then into the buffer, then as a stream. The second time it cannot fail but
 * for the output: the same bytes were just made. So the state may follow. */
tt_status tti_th_draft_write(tt_th_writer *writer, const tti_th_draft *draft)
{
    tt_status status;
    if (tti_th_diff_write(writer, draft, &status)) {
        return status;
    }
    status = draft_check(writer, draft->event);
    if (status != TT_OK) {
        return status;
    }
    tti_th_sink sink = tti_th_sink_of(writer);
    sink.raw = draft->raw;
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
        tti_th_sink_commit(writer, &sink);
        return writer->status;
    }
    sink = tti_th_sink_stream(writer);
    sink.raw = draft->raw;
    mark_write(&sink, writer, draft);
    record_write(&sink, draft);
    return writer->status;
}
