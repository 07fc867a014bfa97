/* SPDX-License-Identifier: MIT
 *
 * The pull reader: takes pieces of any size and gives header, map and one chunk a call.
 *
 * A chunk that is whole inside a piece is read in place. memory->chunk joins a chunk that is split
 * over pieces from exactly its own bytes, so nothing is read twice.
 *
 * An event is made in three steps. gather waits until all bytes of the next header, map piece or
 * chunk are there, chunk.c decodes them, and consume moves the offset after them. An error in
 * between therefore has the offset of the wrong bytes.
 *
 *     HEAD -> MAP -> CHUNKS -> DONE        MAP is left out without a map; seek goes to CHUNKS
 *       |      |       |
 *       +------+-------+----> FAILED       and remains there
 */
#include "base/mem.h"
#include "demo/demo.h"
#include "demo/parts.h"
#include "snap/index.h"

/* Does not clear `memory`, which would cost more than reading a short demo. */
void tt_demo_init(tt_demo *outer, tt_demo_memory *memory)
{
    tti_demo *demo = tti_demo_of(outer);
    tti_fill(demo, 0, sizeof *demo);
    demo->memory = tti_demo_memory_of(memory);
    demo->snap = demo->snap_before = tt_snap_empty();
    demo->tick = demo->snap_tick = -1;
    demo->state = TTI_DEMO_HEAD;
}

void tt_demo_feed(tt_demo *outer, const void *data, size_t size)
{
    tti_demo *demo = tti_demo_of(outer);
    if (size == 0) {
        demo->no_more = true;
        return;
    }
    demo->at = data;
    demo->end = demo->at + size;
}

void tt_demo_set(tt_demo *outer, const tt_demo_options *options)
{
    tti_demo *demo = tti_demo_of(outer);
    demo->recover = options->recover;
    demo->skip_snapshots = options->skip_snapshots;
    demo->skip_messages = options->skip_messages;
    demo->only_messages = options->only_messages;
    demo->steps_as_5 = options->steps_as_5;
    demo->on_issue = options->on_issue;
    demo->user = options->user;
}

tt_demo_view tt_demo_look(const tt_demo *outer)
{
    const tti_demo *demo = tti_demo_seen(outer);
    return (tt_demo_view){.header = &demo->header,
                          .snap = &demo->snap,
                          .snap_before = &demo->snap_before,
                          .snap_tick = demo->snap_tick,
                          .unreliable = demo->unreliable,
                          .tick = demo->tick,
                          .sizes = demo->sizes,
                          .error = &demo->error,
                          .offset = demo->offset};
}

static tt_status fail_demo(tti_demo *demo, tt_status status)
{
    demo->error.status = status;
    demo->error.offset = demo->offset;
    demo->error.what = tt_status_text(status);
    demo->state = TTI_DEMO_FAILED;
    tti_demo_tell(demo, TT_LEVEL_ERROR, status);
    return status;
}

/* Drops the bytes that the last event pointed to, so only the next tt_demo_next may call this.
 * After a header of version 6 without a SHA-256 the first bytes of the map remain. */
static void drop_taken(tti_demo *demo)
{
    if (demo->taken != 0) {
        demo->carried -= demo->taken;
        tti_move(demo->memory->chunk, demo->memory->chunk + demo->taken, demo->carried);
        demo->taken = 0;
    }
}

/* Returns the next `size` bytes in one piece, or NULL while they are incomplete. Copies only bytes
 * that memory->chunk lacks. memory->chunk holds the largest header and chunk. */
static const uint8_t *gather_bytes(tti_demo *demo, size_t size)
{
    size_t there = (size_t)(demo->end - demo->at);
    if (demo->carried == 0 && there >= size) {
        return demo->at;
    }
    size_t missing = size > demo->carried ? size - demo->carried : 0;
    size_t part = missing < there ? missing : there;
    if (part != 0) {
        tti_copy(demo->memory->chunk + demo->carried, demo->at, part);
        demo->carried += part;
        demo->at += part;
    }
    return part == missing ? demo->memory->chunk : NULL;
}

/* Moves the offset after `size` bytes. The bytes remain valid until the next call, because the
 * event points to them. */
static void consume_chunk(tti_demo *demo, size_t size)
{
    if (demo->carried != 0) {
        demo->taken = size;
    } else {
        demo->at += size;
    }
    demo->offset += size;
}

/* Ends the input, or asks for more. The format has no end mark, so an end between two chunks is
 * good. A demo without a full snapshot is damaged, because every recorder begins with one. */
static tt_status more(tti_demo *demo)
{
    if (!demo->no_more) {
        return TT_MORE;
    }
    switch (demo->state) {
    case TTI_DEMO_HEAD:
        return fail_demo(demo, demo->carried == 0 ? TT_ERR_DEMO_MAGIC : TT_ERR_DEMO_HEADER_END);
    case TTI_DEMO_MAP:
        return fail_demo(demo, TT_ERR_DEMO_MAP_END);
    default:
        if (demo->carried != 0) {
            return fail_demo(demo, TT_ERR_DEMO_TRUNCATED);
        }
        if (!demo->has_keyframe && !demo->recover) {
            return fail_demo(demo, TT_ERR_DEMO_NO_KEYFRAME);
        }
        if (!demo->has_keyframe) {
            tti_demo_tell(demo, TT_LEVEL_ERROR, TT_ERR_DEMO_NO_KEYFRAME);
            demo->has_keyframe = true; /* a reader that is resumed here reports it no more */
        }
        demo->state = TTI_DEMO_DONE;
        return TT_END;
    }
}

/* Reports oddities of the header. A killed recorder leaves a length of 0, so that is only a
 * note. */
static void tell_header(tti_demo *demo, int odd)
{
    const tt_demo_header *header = &demo->header;
    if (odd || header->length < 0) {
        tti_demo_tell(demo, TT_LEVEL_WARNING, TT_WARN_DEMO_HEADER);
    }
    if (!tt_demo_is_server(header) && !tti_equal(header->type, "client", 7)) {
        tti_demo_tell(demo, TT_LEVEL_WARNING, TT_WARN_DEMO_TYPE);
    }
    if (header->length == 0) {
        tti_demo_tell(demo, TT_LEVEL_NOTE, TT_NOTE_DEMO_LENGTH);
    }
    if (header->version >= 6 && !header->has_sha256) {
        tti_demo_tell(demo, TT_LEVEL_NOTE, TT_NOTE_DEMO_NO_SHA256);
    }
}

/* Asks for a few bytes at a time, so that a file that is no demo is refused early. */
static tt_status next_header(tti_demo *demo, tt_demo_event *event)
{
    size_t size = 1;
    int odd = 0;
    tt_status status;
    do {
        size_t known = size;
        const uint8_t *p = gather_bytes(demo, known);
        if (p == NULL) {
            return more(demo);
        }
        status = tt_demo_header_parse(&demo->header, &size, (tt_bytes){p, known}, &odd);
        size = size == 0 ? known + 1 : size;
    } while (status == TT_ERR_TRUNCATED);
    if (status != TT_OK) {
        return fail_demo(demo, status);
    }
    demo->sizes = tt_snap_sizes_of(
        tt_demo_protocol(&demo->header) == TT_PROTOCOL_7 ? TT_DIALECT_7 : TT_DIALECT_DDNET);
    demo->map_left = demo->header.map_size;
    event->kind = TT_DEMO_HEADER;
    event->size = (uint32_t)size;
    tell_header(demo, odd);
    consume_chunk(demo, size);
    demo->state = demo->map_left != 0 ? TTI_DEMO_MAP : TTI_DEMO_CHUNKS;
    return TT_OK;
}

static tt_status next_map(tti_demo *demo, tt_demo_event *event)
{
    size_t kept = demo->carried;
    size_t there = kept != 0 ? kept : (size_t)(demo->end - demo->at);
    if (there == 0) {
        return more(demo);
    }
    size_t size = there < demo->map_left ? there : demo->map_left;
    event->kind = TT_DEMO_MAP;
    event->data.data = kept != 0 ? demo->memory->chunk : demo->at;
    event->data.size = size;
    event->size = (uint32_t)size;
    consume_chunk(demo, size);
    demo->map_left -= (uint32_t)size;
    if (demo->map_left == 0) {
        demo->state = TTI_DEMO_CHUNKS;
    }
    return TT_OK;
}

uint64_t tti_demo_skip_map(tt_demo *outer)
{
    tti_demo *demo = tti_demo_of(outer);
    if (demo->state != TTI_DEMO_MAP) {
        return 0;
    }
    drop_taken(demo);
    uint64_t left = demo->map_left;
    size_t kept = demo->carried < left ? demo->carried : (size_t)left;
    demo->taken = kept;
    left -= kept;
    size_t there = (size_t)(demo->end - demo->at);
    size_t dropped = there < left ? there : (size_t)left;
    if (dropped != 0) {
        demo->at += dropped;
        left -= dropped;
    }
    demo->offset += demo->map_left;
    demo->map_left = 0;
    demo->state = TTI_DEMO_CHUNKS;
    return left;
}

/* Drops the snapshot: the deltas at the new offset need not follow it. */
void tt_demo_seek(tt_demo *outer, uint64_t offset)
{
    tti_demo *demo = tti_demo_of(outer);
    demo->at = demo->end = NULL;
    demo->carried = demo->taken = 0;
    demo->map_left = 0;
    demo->no_more = false;
    demo->offset = offset;
    demo->state = TTI_DEMO_CHUNKS;
    demo->snap = demo->snap_before = tt_snap_empty();
    demo->has_snap = demo->unreliable = false;
    /* assumes that a keyframe came before, so that the end of the demo is no error */
    demo->has_keyframe = 1;
    demo->tick = demo->snap_tick = -1;
    demo->error = (tt_error){TT_OK, 0, NULL};
}

static tt_status step_event(tti_demo *demo, tt_demo_event *event, const tti_demo_step *step)
{
    switch (event->kind) {
    case TT_DEMO_TICK: {
        int32_t before = demo->tick;
        tt_status status = tti_demo_tick_after(&demo->tick, before, step);
        if (status == TT_OK &&
            demo->tick <= before) { /* the tick goes back, as in damaged and edited demos */
            tti_demo_tell(demo, TT_LEVEL_WARNING, TT_WARN_DEMO_BACK);
        }
        event->tick = demo->tick;
        return status;
    }
    case TT_DEMO_OTHER:
        tti_demo_tell(demo, TT_LEVEL_WARNING, TT_WARN_DEMO_OTHER);
        return TT_OK;
    default:
        return tti_demo_unpack(demo, event);
    }
}

/* Reads the next chunk. With `recover` a chunk with a bad payload is given all the same, and
 * event->status has the error. */
static tt_status next_chunk(tti_demo *demo, tt_demo_event *event)
{
    bool steps_as_5 = demo->header.version >= 5 || demo->steps_as_5;
    size_t size = 1, known;
    const uint8_t *p;
    tti_demo_step step = {0, 0};
    do {
        known = size;
        p = gather_bytes(demo, known);
        if (p == NULL) {
            return more(demo);
        }
        size = tti_demo_chunk_size(p, known, steps_as_5);
    } while (size > known);
    if (tti_demo_chunk_decode(event, &step, p, size, steps_as_5)) {
        tti_demo_tell(demo, TT_LEVEL_WARNING, TT_WARN_DEMO_SIZE);
    }
    demo->has_keyframe |= event->kind == TT_DEMO_SNAPSHOT;
    event->size = (uint32_t)size;
    event->status = step_event(demo, event, &step);
    if (event->status != TT_OK && !demo->recover) {
        return fail_demo(demo, event->status);
    }
    if (event->status != TT_OK) {
        tti_demo_tell(demo, TT_LEVEL_ERROR, event->status);
    }
    consume_chunk(demo, size);
    return TT_OK;
}

tt_status tt_demo_next(tt_demo *outer, tt_demo_event *event)
{
    tti_demo *demo = tti_demo_of(outer);
    if (demo->error.status != TT_OK) {
        return demo->error.status;
    }
    drop_taken(demo);
    tti_fill(event, 0, sizeof *event);
    event->tick = demo->tick;
    event->offset = demo->offset;
    demo->snap_before = demo->snap; /* the next snapshot goes to the other buffer */
    switch (demo->state) {
    case TTI_DEMO_HEAD:
        return next_header(demo, event);
    case TTI_DEMO_MAP:
        return next_map(demo, event);
    case TTI_DEMO_CHUNKS:
        return next_chunk(demo, event);
    default:
        return TT_END;
    }
}

const char *tt_demo_kind_name(tt_demo_kind kind)
{
    static const char *const names[TT_DEMO_KINDS] = {"header", "map",     "tick", "snapshot",
                                                     "delta",  "message", "other"};
    return (unsigned)kind < TT_DEMO_KINDS ? names[kind] : NULL;
}

void tti_demo_clone(tt_demo *outer, tt_demo_memory *memory, const tt_demo *original)
{
    const tti_demo *demo = tti_demo_seen(original);
    tti_demo *clone = tti_demo_of(outer);
    *clone = *demo;
    clone->memory = tti_demo_memory_of(memory);
    clone->space = 0;
    tti_snap_copy(&clone->snap, &clone->memory->space[0], &demo->snap);
    clone->snap_before = clone->snap;
    tti_copy(clone->memory->chunk, demo->memory->chunk, demo->carried);
}

/* Copies up to `cap` of the bytes that follow the last event, from number `at` on, and returns how
 * many there are. memory->chunk can still begin with the bytes of that event, which are skipped. */
static size_t look_ahead_at(const tti_demo *demo, uint64_t at, uint8_t *dst, size_t cap)
{
    const uint8_t *kept = demo->memory->chunk + demo->taken;
    size_t kept_size = demo->carried - demo->taken, size = 0;
    size_t all = kept_size + (size_t)(demo->end - demo->at);
    while (size < cap && at + size < all) {
        size_t place = (size_t)at + size;
        dst[size++] = place < kept_size ? kept[place] : demo->at[place - kept_size];
    }
    return size;
}

/* Finds the next tick. `at` may be after the known bytes. A wrong marker does not change the tick,
 * as in tt_demo_next. */
tt_status tti_demo_next_tick(const tt_demo *outer, int32_t *tick)
{
    const tti_demo *demo = tti_demo_seen(outer);
    bool steps_as_5 = demo->header.version >= 5 || demo->steps_as_5;
    uint64_t at = demo->map_left;
    if (demo->error.status != TT_OK) {
        return demo->error.status;
    }
    while (demo->state == TTI_DEMO_MAP || demo->state == TTI_DEMO_CHUNKS) {
        uint8_t head[TTI_DEMO_CHUNK_HEAD];
        tti_demo_step step;
        tt_demo_event event;
        size_t there = look_ahead_at(demo, at, head, sizeof head);
        size_t size = there != 0 ? tti_demo_chunk_size(head, there, steps_as_5) : 1;
        if (there < sizeof head && there < size) {
            return demo->no_more ? TT_END : TT_MORE;
        }
        at += size;
        if ((head[0] & TTI_DEMO_IS_TICK) == 0) {
            continue;
        }
        tti_demo_chunk_decode(&event, &step, head, size, steps_as_5);
        tt_status status = tti_demo_tick_after(tick, demo->tick, &step);
        if (status == TT_OK || !demo->recover) {
            return status;
        }
    }
    return demo->state == TTI_DEMO_HEAD ? TT_ERR_ARGUMENT : TT_END;
}
