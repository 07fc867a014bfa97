/* SPDX-License-Identifier: MIT
 *
 * Writes the recording of a made-up game. See pen.h.
 */
#include "support/game/pen.h"
#include "teehistorian/write.h"

#include <string.h>

#include "teetape/varint.h"

enum {
    CODE_TICK_SKIP = -2,
    CODE_PLAYER_NEW = -3,
    CODE_PLAYER_OLD = -4,
    CODE_INPUT_DIFF = -5,
    CODE_INPUT_NEW = -6,
    BYTE_INPUT_DIFF = 0x44 /* CODE_INPUT_DIFF as a varint */
};

static int pass_on(pen *p)
{
    tt_bytes bytes = {p->buffer, p->used};
    tt_io_output_bytes(p->out, bytes);
    p->used = 0;
    return tt_io_output_error(p->out);
}

static int put(void *user, tt_bytes bytes)
{
    pen *p = user;
    if (p->used + bytes.size > PEN_BUFFER - PEN_TICK_MAX && pass_on(p) != 0) {
        return tt_io_output_error(p->out);
    }
    memcpy(p->buffer + p->used, bytes.data, bytes.size); /* pieces are no larger than p->piece */
    p->used += bytes.size;
    p->bytes += bytes.size;
    return 0;
}

/* Flushes the writer, whose bytes come before those that the pen writes itself. */
static inline void settle(pen *p)
{
    if (tti_th_writer_seen(&p->writer)->filled != 0) {
        tt_th_write_flush(&p->writer);
    }
}

static inline void advance(pen *p, size_t size)
{
    p->used += size;
    p->bytes += size;
}

static void write_ints(pen *p, const int32_t *ints, int count)
{
    size_t size = 0;
    for (int i = 0; i < count; i++) {
        size += tt_varint_encode(p->buffer + p->used + size, ints[i]);
    }
    advance(p, size);
}

static void need_mark(pen *p)
{
    if (!p->tick_written) {
        int32_t skip[] = {CODE_TICK_SKIP, p->tick - p->last_written - 1};
        write_ints(p, skip, 2);
        p->tick_written = 1;
        p->last_written = p->tick;
    }
}

/* Writes the mark of the tick if a reader needs it. The first tee of a tick implies the tick when
 * the tick follows the last one and its client id is not above that of the last tee. */
static inline void need_mark_for_tee(pen *p, int32_t cid)
{
    p->max_cid = cid;
    if (!p->tick_written) {
        if (cid > p->prev_max_cid || p->last_written + 1 != p->tick) {
            need_mark(p);
        }
        p->last_written = p->tick;
        p->tick_written = 1;
    }
}

void pen_open(pen *p, tt_io_output *out)
{
    p->out = out;
    p->used = 0;
    p->bytes = 0;
    p->tick = p->last_written = 0;
    p->tick_written = 1;
    p->max_cid = p->prev_max_cid = TT_CIDS;
    tt_th_writer_init(&p->writer, p->piece, sizeof p->piece, put, p);
}

void pen_begin_tick(pen *p, int32_t tick)
{
    settle(p);
    if (p->used > PEN_BUFFER - PEN_TICK_MAX) {
        pass_on(p);
    }
    p->tick = tick;
    p->tick_written = 0;
    p->prev_max_cid = p->max_cid;
    p->max_cid = -1;
}

void pen_step(pen *p, int32_t cid, const track_step *step)
{
    size_t size = step->size & (size_t)~TRACK_INPUT;
    if (size == 0) {
        return;
    }
    need_mark_for_tee(p, cid);
    uint8_t *at = p->buffer + p->used;
    at[0] = (uint8_t)cid; /* client ids of pens are below 64, so they have one byte */
    memcpy(at + 1, step->moved, sizeof step->moved);
    advance(p, 1 + size);
}

void pen_jump(pen *p, int32_t cid, int32_t dx, int32_t dy)
{
    int32_t ints[] = {cid, dx, dy};
    if (dx != 0 || dy != 0) {
        need_mark_for_tee(p, cid);
        write_ints(p, ints, 3);
    }
}

void pen_appear(pen *p, int32_t cid, int32_t x, int32_t y)
{
    int32_t ints[] = {CODE_PLAYER_NEW, cid, x, y};
    need_mark_for_tee(p, cid);
    write_ints(p, ints, 4);
}

void pen_go(pen *p, int32_t cid)
{
    int32_t ints[] = {CODE_PLAYER_OLD, cid};
    need_mark_for_tee(p, cid);
    write_ints(p, ints, 2);
}

void pen_input(pen *p, int32_t cid, const track_diff *diff)
{
    settle(p);
    need_mark(p);
    uint8_t *at = p->buffer + p->used;
    at[0] = BYTE_INPUT_DIFF;
    at[1] = (uint8_t)cid;
    memcpy(at + 2, diff->bytes, sizeof diff->bytes);
    advance(p, 2 + (size_t)diff->size);
}

static void write_input(pen *p, int32_t code, int32_t cid, const int32_t *ten)
{
    int32_t ints[2 + TT_INPUT_INTS] = {code, cid};
    memcpy(ints + 2, ten, TT_INPUT_INTS * sizeof *ten);
    settle(p);
    need_mark(p);
    write_ints(p, ints, 2 + TT_INPUT_INTS);
}

void pen_input_new(pen *p, int32_t cid, const track_input *input)
{
    int32_t ten[TT_INPUT_INTS];
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        ten[i] = input->ints[i];
    }
    write_input(p, CODE_INPUT_NEW, cid, ten);
}

void pen_input_change(pen *p, int32_t cid, const track_input *before, const track_input *input)
{
    int32_t ten[TT_INPUT_INTS];
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        ten[i] = input->ints[i] - before->ints[i];
    }
    write_input(p, CODE_INPUT_DIFF, cid, ten);
}

tt_th_writer *pen_ready(pen *p)
{
    settle(p);
    need_mark(p);
    return &p->writer;
}

void pen_close(pen *p, int finish)
{
    if (finish) {
        tt_th_write_finish(&p->writer);
    }
    tt_th_write_flush(&p->writer);
    pass_on(p);
}
