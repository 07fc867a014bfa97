/* SPDX-License-Identifier: MIT
 *
 * The textbook conversion. See textbook_convert.h.
 */
#include "textbook_convert.h"
#include "convert/convert.h"

#include <string.h>

#include "convert/parts.h"
#include "textbook_codec.h"
#include "textbook_snap.h"

enum { SNAPSHOT = 1, MESSAGE = 2, DELTA = 3 };

static void put(textbook_demo_writer *w, const uint8_t *data, size_t size)
{
    w->put(w->user, (tt_bytes){data, size});
}

static void write_tick(textbook_demo_writer *w, int32_t tick, int is_keyframe)
{
    uint8_t marker[5] = {(uint8_t)(is_keyframe ? 0xc0 : 0x80), (uint8_t)(tick >> 24),
                         (uint8_t)(tick >> 16), (uint8_t)(tick >> 8), (uint8_t)tick};
    int32_t step = tick - w->tick;
    if (w->is_started && !is_keyframe && step < 32) {
        marker[0] = (uint8_t)(0xa0 | step);
        put(w, marker, 1);
    } else {
        put(w, marker, 5);
    }
    w->tick = tick;
    w->is_started = 1;
}

static void write_chunk(textbook_demo_writer *w, int type, const int32_t *ints, size_t count)
{
    const tt_bench_codec_info *codec = textbook_codec();
    int64_t plain = codec->varints_encode(w->varints, sizeof w->varints, ints, count);
    size_t size =
        (size_t)codec->huffman_compress(w->packed, sizeof w->packed, w->varints, (size_t)plain);
    uint8_t head[3] = {(uint8_t)(type << 5), (uint8_t)size, (uint8_t)(size >> 8)};
    if (size < 30) {
        head[0] |= (uint8_t)size;
        put(w, head, 1);
    } else if (size < 256) {
        head[0] |= 30;
        put(w, head, 2);
    } else {
        head[0] |= 31;
        put(w, head, 3);
    }
    put(w, w->packed, size);
}

static void write_snapshot(textbook_demo_writer *w, int32_t tick, const tt_snap *snap)
{
    int next = 1 - w->now;
    tt_snap_write(w->snap[next], TT_BENCH_SNAP_CAP, &w->count[next], snap);
    if (!w->is_started || tick - w->keyframe > TT_DEMO_KEYFRAME_TICKS) {
        write_tick(w, tick, 1);
        write_chunk(w, SNAPSHOT, w->snap[next], w->count[next]);
        w->keyframe = tick;
    } else {
        int64_t count = textbook_create(w->ints, w->snap[w->now], w->count[w->now], w->snap[next],
                                        w->count[next]);
        write_tick(w, tick, 0);
        if (count > 0) {
            write_chunk(w, DELTA, w->ints, (size_t)count);
        }
    }
    w->now = next;
}

static void write_message(textbook_demo_writer *w, tt_bytes message)
{
    size_t count = (message.size + 3) / 4;
    memset(w->ints, 0, count * sizeof *w->ints);
    for (size_t i = 0; i < message.size; i++) {
        uint32_t bits = (uint32_t)message.data[i] << 8 * (i % 4);
        w->ints[i / 4] = (int32_t)((uint32_t)w->ints[i / 4] | bits);
    }
    write_chunk(w, MESSAGE, w->ints, count);
}

void textbook_convert_forget(tt_convert *convert, int32_t tick)
{
    tti_convert *c = tti_convert_of(convert);
    c->has_layout = 0;
    c->wake = tick;
}

tt_status textbook_convert_write(tt_convert *convert, textbook_demo_writer *writer,
                                 const tt_world *world, int32_t tick)
{
    tt_bytes message;
    tti_convert *c = tti_convert_of(convert);
    textbook_convert_forget(convert, tick);
    tti_convert_tick(c, world, tick);
    /* A server sends the deaths of a tick before its snapshot. */
    while (writer->is_started && c->taken < c->early && tti_convert_next_message(c, &message)) {
        write_message(writer, message);
    }
    if (c->is_due) {
        write_snapshot(writer, tick, &c->snap);
    }
    while (tti_convert_next_message(c, &message)) {
        write_message(writer, message);
    }
    return TT_OK;
}
