/* SPDX-License-Identifier: MIT
 *
 * The reader of demos: whole and in pieces it gives the same; what it gives can be written again;
 * and snapshots that it shows are such that can be opened.
 *
 * The first byte is the size of the pieces and, in its top bit, whether the reader goes on after
 * errors. If it does and the next bit is set, one of the readers unpacks only some messages. The
 * rest is the demo.
 */
#include "demo/parts.h"
#include "demo/write.h"
#include "must.h"
#include "mutate.h"
#include "snap/index.h"
#include "teetape/demo_write.h"
#include "teetape/server_message.h"

static tt_demo_memory memories[2];
static tt_demo_write_memory write_memory;

struct input {
    tt_demo demo;
    const uint8_t *at, *end;
    size_t piece;
};

static void begin(struct input *in, int number, const uint8_t *data, size_t size, size_t piece)
{
    tt_demo_init(&in->demo, &memories[number]);
    in->at = data;
    in->end = data + size;
    in->piece = piece;
}

/* The next event that is no piece of the map: these differ with the pieces. */
static tt_status next(struct input *in, tt_demo_event *event)
{
    for (;;) {
        tt_status status = tt_demo_next(&in->demo, event);
        if (status == TT_OK && event->kind == TT_DEMO_MAP) {
            continue;
        }
        if (status != TT_MORE) {
            return status;
        }
        size_t left = (size_t)(in->end - in->at);
        size_t size = left < in->piece ? left : in->piece;
        tt_demo_feed(&in->demo, in->at, size);
        in->at += size;
        if (size == 0) {
            tt_demo_feed(&in->demo, NULL, 0);
        }
    }
}

static int take(void *user, tt_bytes piece)
{
    *(uint64_t *)user += piece.size;
    return 0;
}

/* A chunk is written with the bytes that it has; sizes may become shorter. */
static void write(tt_demo_writer *writer, const tt_demo *demo, const tt_demo_event *event)
{
    uint64_t before = tt_demo_writer_look(writer).written;
    if (event->kind == TT_DEMO_HEADER) {
        tt_demo_header header = *tt_demo_look(demo).header;
        header.map_size = 0;
        if (header.version > 6) {
            header.version = 6;
        }
        MUST(tt_demo_write_header(writer, &header) == TT_OK);
        return;
    }
    tt_status status = tti_demo_write_event(writer, event);
    if (status == TT_OK) {
        MUST(tt_demo_writer_look(writer).written - before <= event->size);
    } else {
        MUST(status == TT_ERR_DEMO_TICK && event->kind == TT_DEMO_TICK);
    }
}

/* Chat, kills, and what has a UUID. */
#define ONLY_MESSAGES (1u | 1u << 3 | 1u << 4)

static int is_left_packed(const tt_demo_event *event)
{
    return event->status == TT_OK && event->plain.size == 0 && event->packed.size != 0;
}

/* `part` is the same event of a reader that leaves some messages packed: they are not wanted, and
 * may be bad ones. */
static void compare(const tt_demo_event *all, const tt_demo_event *part, uint64_t only)
{
    tt_sv_head head;
    MUST(all->kind == part->kind && all->tick == part->tick && all->offset == part->offset &&
         all->size == part->size);
    if (only != 0 && all->kind == TT_DEMO_MESSAGE && is_left_packed(part)) {
        int is_cut = all->status == TT_OK && tt_sv_head_of(&head, all->data) != TT_OK;
        MUST(all->status != TT_OK || is_cut || head.is_system || head.id >= 64 ||
             (only >> head.id & 1) == 0);
        return;
    }
    MUST(all->status == part->status && all->count == part->count &&
         all->data.size == part->data.size);
}

MUTATE(mutate_demo, 1)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct input whole, pieces;
    static int32_t ints[TT_SNAP_MAX_INTS];
    static tt_snap_index index;
    tt_demo_event a, b;
    tt_demo_writer writer;
    uint64_t put = 0;
    if (size == 0) {
        return 0;
    }
    begin(&whole, 0, data + 1, size - 1, size);
    begin(&pieces, 1, data + 1, size - 1, (data[0] & 0x7fu) + 1u);
    tt_demo_options options = {.recover = data[0] >> 7};
    tt_demo_set(&whole.demo, &options);
    options.only_messages = data[0] >> 6 == 3 ? ONLY_MESSAGES : 0;
    tt_demo_set(&pieces.demo, &options);
    tt_demo_writer_init(&writer, &write_memory, take, &put);
    for (;;) {
        tt_status status = next(&whole, &a);
        MUST(next(&pieces, &b) == status);
        if (status != TT_OK) {
            break;
        }
        compare(&a, &b, tti_demo_seen(&pieces.demo)->only_messages);
        MUST(tti_snap_equal(tt_demo_look(&whole.demo).snap, tt_demo_look(&pieces.demo).snap));
        if (a.kind == TT_DEMO_SNAPSHOT || a.kind == TT_DEMO_DELTA) {
            size_t count;
            tt_snap snap;
            MUST(tt_snap_write(ints, TT_SNAP_MAX_INTS, &count, tt_demo_look(&whole.demo).snap) ==
                 TT_OK);
            MUST(tt_snap_open(&snap, &index, ints, count, NULL) == TT_OK);
        }
        write(&writer, &whole.demo, &a);
    }
    MUST(tt_demo_look(&whole.demo).error->offset == tt_demo_look(&pieces.demo).error->offset);
    MUST(put == tt_demo_writer_look(&writer).written);
    return 0;
}
