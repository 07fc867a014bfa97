/* SPDX-License-Identifier: MIT
 *
 * Writes snapshots, messages, and chunks of a reader as chunks of a demo.
 *
 * A call makes all of its bytes in memory, where it can fail, before it gives them to `put`. A
 * refused call has therefore written nothing. A chunk that is too large is an error here, whereas
 * the game silently leaves it out.
 *
 *     marker, whole tick | full snapshot | message ... | marker, step | delta | message ...
 */
#include "demo/write.h"

#include "base/mem.h"
#include "demo/parts.h"
#include "snap/index.h"
#include "teetape/varint.h"

enum {
    WRITE_HEADER,
    WRITE_MAP,    /* then come the bytes of the map that the header announced */
    WRITE_CHUNKS, /* then come snapshots, messages and other chunks */
    WRITE_DONE
};

enum { TYPE_OTHER = 0, TYPE_SNAPSHOT = 1, TYPE_MESSAGE = 2, TYPE_DELTA = 3 };

#define HEAD_MAX 3

void tt_demo_writer_init(tt_demo_writer *outer, tt_demo_write_memory *memory, tt_sink_fn *put,
                         void *user)
{
    tti_demo_writer *writer = tti_demo_writer_of(outer);
    tti_fill(writer, 0, sizeof *writer);
    writer->form = TT_HUFFMAN_CURRENT;
    writer->memory = tti_demo_write_memory_of(memory);
    writer->put = put;
    writer->user = user;
    writer->tick = writer->first_tick = writer->keyframe_tick = -1;
    writer->state = WRITE_HEADER;
}

tt_demo_writer_view tt_demo_writer_look(const tt_demo_writer *outer)
{
    const tti_demo_writer *writer = tti_demo_writer_seen(outer);
    return (tt_demo_writer_view){writer->written, writer->tick, writer->keyframe_tick,
                                 &writer->header};
}

static tt_status ready(const tti_demo_writer *writer, unsigned state)
{
    if (writer->status != TT_OK) {
        return writer->status;
    }
    return writer->state == state ? TT_OK : TT_ERR_DEMO_WRITE_STATE;
}

/* Gives bytes to `put`. After a failure of `put` it is unknown how much was written, so all later
 * calls fail. */
static tt_status write_bytes(tti_demo_writer *writer, const uint8_t *data, size_t size)
{
    if (size != 0 && writer->put(writer->user, (tt_bytes){data, size}) != 0) {
        writer->status = TT_ERR_DEMO_PUT;
        return writer->status;
    }
    writer->written += size;
    if (writer->state == WRITE_CHUNKS) {
        tti_xxh64_add(&writer->sum, data, size);
    }
    return TT_OK;
}

/* Keeps a copy of the header, because markers are added and the length is known only at the end. */
tt_status tt_demo_write_header(tt_demo_writer *outer, const tt_demo_header *header)
{
    tti_demo_writer *writer = tti_demo_writer_of(outer);
    uint8_t bytes[TT_DEMO_HEADER_MAX];
    tt_status status = ready(writer, WRITE_HEADER);
    size_t size = tti_demo_header_write(bytes, header);
    tti_xxh64_start(&writer->sum);
    if (status != TT_OK || size == 0) {
        return status != TT_OK ? status : TT_ERR_ARGUMENT;
    }
    writer->header = *header;
    writer->map_left = header->map_size;
    status = write_bytes(writer, bytes, size);
    writer->state = writer->map_left != 0 ? WRITE_MAP : WRITE_CHUNKS;
    return status;
}

/* Accepts an empty piece after the map too, so that a caller without a map needs no special
 * case. */
tt_status tt_demo_write_map(tt_demo_writer *outer, tt_bytes piece)
{
    tti_demo_writer *writer = tti_demo_writer_of(outer);
    tt_status status = ready(writer, WRITE_MAP);
    if (status != TT_OK) {
        return piece.size == 0 && writer->state == WRITE_CHUNKS ? writer->status : status;
    }
    if (piece.size > writer->map_left) {
        return TT_ERR_DEMO_MAP_SIZE;
    }
    status = write_bytes(writer, piece.data, piece.size);
    writer->map_left -= (uint32_t)piece.size;
    if (writer->map_left == 0) {
        writer->state = WRITE_CHUNKS;
    }
    return status;
}

/* Returns 0 when a step cannot express the tick. Before version 5 the smallest step is 1, because a
 * step of 0 means a whole tick. */
static size_t tick_write(const tti_demo_writer *writer, uint8_t dst[TTI_DEMO_CHUNK_HEAD],
                         int32_t tick, bool keyframe, bool absolute)
{
    uint8_t head = (uint8_t)(TTI_DEMO_IS_TICK | (keyframe ? TTI_DEMO_IS_KEYFRAME : 0));
    if (absolute) {
        dst[0] = head;
        tti_store_be32(dst + 1, (uint32_t)tick);
        return TTI_DEMO_CHUNK_HEAD;
    }
    int64_t step = (int64_t)tick - writer->tick;
    bool has_flag = writer->header.version >= 5;
    int least = has_flag ? 0 : 1, most = has_flag ? TTI_DEMO_STEP_5 : TTI_DEMO_STEP_3;
    if (writer->tick < 0 || step < least || step > most) {
        return 0;
    }
    dst[0] = (uint8_t)(head | (has_flag ? TTI_DEMO_IS_STEP : 0) | (unsigned)step);
    return 1;
}

static void tick_written(tti_demo_writer *writer, int32_t tick, bool keyframe)
{
    writer->tick = tick;
    if (writer->first_tick < 0) {
        writer->first_tick = tick;
    }
    if (keyframe) {
        writer->keyframe_tick = tick;
    }
}

/* Writes the head of a chunk in its shortest form. The size fits 16 bits (TT_DEMO_PACKED_MAX). */
static size_t head_write(uint8_t dst[HEAD_MAX], unsigned type, size_t size)
{
    dst[0] = (uint8_t)(type << 5);
    if (size < TTI_DEMO_SIZE_IN_BYTE) {
        dst[0] |= (uint8_t)size;
        return 1;
    }
    if (size <= UINT8_MAX) {
        dst[0] |= TTI_DEMO_SIZE_IN_BYTE;
        dst[1] = (uint8_t)size;
        return 2;
    }
    dst[0] |= TTI_DEMO_SIZE_IN_TWO;
    tti_store_le16(dst + 1, (uint16_t)size);
    return HEAD_MAX;
}

/* Packs the ints of a payload. A head gets room before it, so that `put` gets both in one piece. */
static tt_status ints_pack(tti_demo_writer *writer, size_t count, tt_bytes *packed)
{
    tti_demo_write_memory *memory = writer->memory;
    size_t size;
    if (count > TT_DEMO_DATA_MAX / 4 || tt_varints_encode(memory->varints, sizeof memory->varints,
                                                          &size, memory->ints, count) != TT_OK) {
        return TT_ERR_DEMO_LARGE;
    }
    packed->data = memory->chunk + HEAD_MAX;
    tt_bytes plain = {memory->varints, size};
    tt_status status = tt_huffman_compress(memory->chunk + HEAD_MAX, TT_DEMO_PACKED_MAX,
                                           &packed->size, plain, writer->form);
    return status == TT_OK ? TT_OK : TT_ERR_DEMO_LARGE;
}

static tt_status chunk_write(tti_demo_writer *writer, unsigned type, tt_bytes packed)
{
    uint8_t head[HEAD_MAX];
    size_t size = head_write(head, type, packed.size);
    uint8_t *chunk = writer->memory->chunk;
    if (packed.data == chunk + HEAD_MAX) { /* the payload is right after the room for its head */
        tti_copy(chunk + HEAD_MAX - size, head, size);
        return write_bytes(writer, chunk + HEAD_MAX - size, size + packed.size);
    }
    tt_status status = write_bytes(writer, head, size);
    return status == TT_OK ? write_bytes(writer, packed.data, packed.size) : status;
}

static tt_status write_marker(tti_demo_writer *writer, int32_t tick, unsigned type, tt_bytes packed)
{
    uint8_t marker[TTI_DEMO_CHUNK_HEAD];
    bool keyframe = type == TYPE_SNAPSHOT;
    /* a keyframe gets a whole tick, from which a reader can begin; other ticks get a step if
     * possible */
    size_t size = keyframe ? 0 : tick_write(writer, marker, tick, 0, 0);
    size = size != 0 ? size : tick_write(writer, marker, tick, keyframe, 1);
    tt_status status = write_bytes(writer, marker, size);
    if (status == TT_OK && packed.size != 0) {
        status = chunk_write(writer, type, packed);
    }
    if (status == TT_OK) {
        tick_written(writer, tick, keyframe);
    }
    return status;
}

/* Checks the next tick. Versions 3 and 4 cannot repeat a tick. */
static tt_status tick_ready(const tti_demo_writer *writer, int32_t tick)
{
    tt_status status = ready(writer, WRITE_CHUNKS);
    if (status == TT_OK && (tick < 0 || tick >= TT_DEMO_TICK_END || tick <= writer->tick)) {
        status = TT_ERR_DEMO_TICK;
    }
    return status;
}

/* Copies the snapshot, because the next delta needs it and the caller may change its own. */
static void follow_snapshot(tti_demo_writer *writer, const tt_snap *snap)
{
    tt_snap copy;
    tti_snap_copy(&copy, &writer->memory->space, snap);
    writer->snap = copy;
    writer->has_snap = true;
}

tt_status tti_demo_write_keyframe(tt_demo_writer *outer, int32_t tick, const tt_snap *snap)
{
    tti_demo_writer *writer = tti_demo_writer_of(outer);
    size_t count;
    tt_bytes packed = {NULL, 0};
    tt_status status = tick_ready(writer, tick);
    if (status == TT_OK) {
        status = tt_snap_write(writer->memory->ints, TT_DELTA_BOUND, &count, snap);
    }
    if (status == TT_OK) {
        status = ints_pack(writer, count, &packed);
    }
    if (status == TT_OK) {
        status = write_marker(writer, tick, TYPE_SNAPSHOT, packed);
    }
    if (status == TT_OK) {
        follow_snapshot(writer, snap);
    }
    return status;
}

tt_status tt_demo_write_snapshot(tt_demo_writer *outer, int32_t tick, const tt_snap *snap)
{
    tti_demo_writer *writer = tti_demo_writer_of(outer);
    if (!writer->has_snap || writer->keyframe_tick < 0 ||
        (int64_t)tick - writer->keyframe_tick > TT_DEMO_KEYFRAME_TICKS) {
        return tti_demo_write_keyframe(outer, tick, snap);
    }
    size_t count = 0;
    tt_bytes packed = {NULL, 0};
    tt_status status = tick_ready(writer, tick);
    if (status == TT_OK) {
        bool is_7 = tt_demo_protocol(&writer->header) == TT_PROTOCOL_7;
        status = tt_delta_create(writer->memory->ints, TT_DELTA_BOUND, &count, &writer->snap, snap,
                                 tt_snap_sizes_of(is_7 ? TT_DIALECT_7 : TT_DIALECT_DDNET));
    }
    if (status == TT_OK && count != 0) {
        status = ints_pack(writer, count, &packed);
    }
    if (status == TT_OK) {
        status = write_marker(writer, tick, TYPE_DELTA, packed);
    }
    if (status == TT_OK && count != 0) {
        follow_snapshot(writer, snap);
    }
    return status;
}

/* Writes a message. Recorders pack at most 64 KiB. The padding at the end is part of the message
 * that a reader gets. */
tt_status tt_demo_write_message(tt_demo_writer *outer, tt_bytes message)
{
    tti_demo_writer *writer = tti_demo_writer_of(outer);
    tt_status status = ready(writer, WRITE_CHUNKS);
    tt_bytes packed = {NULL, 0};
    if (status == TT_OK && message.size > TT_DEMO_DATA_MAX) {
        status = TT_ERR_DEMO_LARGE;
    }
    if (status != TT_OK) {
        return status;
    }
    size_t count = (message.size + 3) / 4;
    for (size_t i = 0; i < count; i++) {
        uint8_t four[4] = {0, 0, 0, 0};
        size_t left = message.size - 4 * i;
        tti_copy(four, message.data + 4 * i, left < 4 ? left : 4);
        writer->memory->ints[i] = tti_signed(tti_load_le32(four));
    }
    status = ints_pack(writer, count, &packed);
    return status == TT_OK ? chunk_write(writer, TYPE_MESSAGE, packed) : status;
}

static tt_status write_tick_event(tti_demo_writer *writer, const tt_demo_event *event)
{
    uint8_t marker[TTI_DEMO_CHUNK_HEAD];
    if (event->tick < 0 || event->tick >= TT_DEMO_TICK_END) {
        return TT_ERR_DEMO_TICK;
    }
    size_t size = tick_write(writer, marker, event->tick, event->keyframe, event->absolute);
    if (size == 0) {
        return TT_ERR_DEMO_TICK;
    }
    tt_status status = write_bytes(writer, marker, size);
    if (status == TT_OK) {
        tick_written(writer, event->tick, event->keyframe);
    }
    return status;
}

/* Writes an event of another demo. The writer does not know the snapshot of the payload, so its own
 * next one has to be whole. */
tt_status tti_demo_write_event(tt_demo_writer *outer, const tt_demo_event *event)
{
    tti_demo_writer *writer = tti_demo_writer_of(outer);
    tt_status status = ready(writer, WRITE_CHUNKS);
    if (status != TT_OK) {
        return status;
    }
    if (event->packed.size > TT_DEMO_PACKED_MAX) {
        return TT_ERR_DEMO_LARGE;
    }
    switch (event->kind) {
    case TT_DEMO_TICK:
        return write_tick_event(writer, event);
    case TT_DEMO_SNAPSHOT:
        writer->has_snap = false;
        return chunk_write(writer, TYPE_SNAPSHOT, event->packed);
    case TT_DEMO_DELTA:
        writer->has_snap = false;
        return chunk_write(writer, TYPE_DELTA, event->packed);
    case TT_DEMO_MESSAGE:
        return chunk_write(writer, TYPE_MESSAGE, event->packed);
    case TT_DEMO_OTHER:
        return chunk_write(writer, TYPE_OTHER, event->packed);
    default:
        return TT_ERR_ARGUMENT;
    }
}

/* Writes chunks that are packed already. Only the tick is checked. The writer does not know their
 * last snapshot, so the next one that it packs is a keyframe. */
tt_status tti_demo_write_chunks(tt_demo_writer *outer, int32_t tick, tt_bytes chunks)
{
    tti_demo_writer *writer = tti_demo_writer_of(outer);
    tt_status status = ready(writer, WRITE_CHUNKS);
    if (status == TT_OK && (tick < writer->tick || tick >= TT_DEMO_TICK_END)) {
        status = TT_ERR_DEMO_TICK;
    }
    if (status == TT_OK) {
        status = write_bytes(writer, chunks.data, chunks.size);
    }
    if (status == TT_OK) {
        writer->has_snap = false;
        tick_written(writer, tick, 0);
    }
    return status;
}

tt_status tt_demo_write_marker(tt_demo_writer *outer)
{
    tti_demo_writer *writer = tti_demo_writer_of(outer);
    tt_status status = ready(writer, WRITE_CHUNKS);
    tt_demo_header *header = &writer->header;
    if (status != TT_OK) {
        return status;
    }
    int32_t count = header->marker_count;
    if (header->version < 4 || writer->tick < 0 || count >= TT_DEMO_MARKERS ||
        (count > 0 && (int64_t)writer->tick - header->markers[count - 1] < TT_DEMO_MARKER_TICKS)) {
        return TT_ERR_DEMO_MARKER;
    }
    header->markers[count] = writer->tick;
    header->marker_count = count + 1;
    return TT_OK;
}

void tti_demo_write_start_tick(tt_demo_writer *outer, int32_t tick)
{
    tti_demo_writer *writer = tti_demo_writer_of(outer);
    writer->start_tick = tick;
    writer->has_start_tick = true;
}

/* Returns a tick in seconds. Both ticks of a length are rounded, not their difference, so that the
 * lengths of parts add up. */
static int64_t seconds_of(int32_t tick)
{
    int64_t ticks = (int64_t)tick + TT_TICKS_PER_SECOND / 2;
    return (ticks - (ticks < 0 ? TT_TICKS_PER_SECOND - 1 : 0)) / TT_TICKS_PER_SECOND;
}

/* Writes the patch that the caller must write at offset 0. The length of a demo without a tick
 * remains as in its header. */
tt_status tt_demo_write_finish(tt_demo_writer *outer, tt_demo_patch *patch)
{
    tti_demo_writer *writer = tti_demo_writer_of(outer);
    int64_t seconds;
    tt_status status = ready(writer, WRITE_CHUNKS);
    if (status != TT_OK) {
        return status;
    }
    writer->state = WRITE_DONE;
    if (writer->first_tick >= 0) {
        writer->header.length = (writer->tick - writer->first_tick) / TT_TICKS_PER_SECOND;
        /* Without a valid date the start time remains, also when the new date would be after the
         * year 9999 */
        if (writer->has_start_tick && writer->first_tick > writer->start_tick &&
            tt_demo_start_time(&writer->header, &seconds)) {
            seconds += seconds_of(writer->first_tick) - seconds_of(writer->start_tick);
            tti_demo_set_start_time(&writer->header, seconds);
        }
    }
    if (patch != NULL) {
        patch->size = tti_demo_header_write(patch->bytes, &writer->header);
    }
    return TT_OK;
}
