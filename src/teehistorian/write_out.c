/* SPDX-License-Identifier: MIT
 *
 * From bytes to pieces. A record that fits into the buffer is never split between two pieces, so
 * that a receiver who keeps the pieces has whole records at any time.
 */
#include "base/utf8_put.h"
#include "teehistorian/write.h"
#include "wire/varint_inline.h"

/* The only place that calls `put`. After a failure it is not called again. */
static void pass_on(tt_th_writer *writer, const uint8_t *data, size_t size)
{
    if (writer->status == TT_OK && size != 0 &&
        writer->put(writer->user, (tt_bytes){data, size}) != 0) {
        writer->status = TT_ERR_TH_WRITE_PUT;
    }
}

tt_status tt_th_write_flush(tt_th_writer *writer)
{
    pass_on(writer, writer->buffer, writer->filled);
    writer->filled = 0;
    return writer->status;
}

tti_th_sink tti_th_sink_of(tt_th_writer *writer)
{
    return (tti_th_sink){.at = writer->buffer + writer->filled,
                         .room = writer->cap - writer->filled};
}

void tti_th_sink_commit(tt_th_writer *writer, const tti_th_sink *sink)
{
    writer->filled += sink->size;
    writer->written += sink->size;
}

/* With an empty buffer, so that a record which is longer than what was left in it, but not than the
 * whole, is one piece. */
tti_th_sink tti_th_sink_stream(tt_th_writer *writer)
{
    tt_th_write_flush(writer);
    return (tti_th_sink){.stream = writer};
}

/* What does not fit the whole buffer goes by it, without a copy. */
static void stream_bytes(tt_th_writer *writer, const void *data, size_t size)
{
    if (size > writer->cap - writer->filled) {
        tt_th_write_flush(writer);
    }
    if (size > writer->cap) {
        pass_on(writer, data, size);
    } else {
        tti_copy(writer->buffer + writer->filled, data, size);
        writer->filled += size;
    }
    writer->written += size;
}

/* Into the room, or on. What does not fit as a whole is counted and not copied. */
void tti_th_sink_bytes(tti_th_sink *sink, const void *data, size_t size)
{
    if (sink->stream != NULL) {
        stream_bytes(sink->stream, data, size);
    } else if (size > 0 && sink->size <= sink->room && size <= sink->room - sink->size) {
        tti_copy(sink->at + sink->size, data, size);
    }
    /* Once something did not fit, the size remains above the room. It cannot wrap around: the views
     * are in memory, but the same one may be in a list many times. */
    sink->size = size > SIZE_MAX - sink->size ? SIZE_MAX : sink->size + size;
}

void tti_th_sink_int(tti_th_sink *sink, int32_t value)
{
    uint8_t bytes[5];
    tti_th_sink_bytes(sink, bytes, tti_varint_put(bytes, value));
}

/* Runs of good text are written in one go, each with the replacement of what follows it. */
void tti_th_sink_text(tti_th_sink *sink, tt_bytes text)
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
