/* SPDX-License-Identifier: MIT
 *
 * The payload of a chunk: Huffman code -> varints -> ints, which are a snapshot, a delta, or the
 * bytes of a message, four in each.
 *
 * What can be left out is: snapshots and messages that the caller does not want are not unpacked,
 * which is most of the time that reading a demo takes.
 */
#include "base/mem.h"
#include "demo/chunk.h"
#include "teetape/varint.h"

/* A payload that ends with a byte of zeros is that of a classic writer if the stream of a current
 * one would be complete without it. */
tt_huffman_form tt_demo_form(const tt_demo_event *event)
{
    tt_bytes packed = event->packed;
    if (packed.size == 0 || packed.data[packed.size - 1] != 0) {
        return TT_HUFFMAN_CURRENT;
    }
    size_t size = tt_huffman_size(event->plain, TT_HUFFMAN_CURRENT);
    return size + 1 == packed.size ? TT_HUFFMAN_CLASSIC : TT_HUFFMAN_CURRENT;
}

/* Both stages have room for what the game's buffers have: 65,536 bytes. More is TT_ERR_DEMO_LARGE,
 * since the game stops at it. `plain` is there also when the ints are not good: tt_demo_form needs
 * no more. */
static tt_status unpack_ints(tt_demo_memory *memory, tt_demo_event *event)
{
    size_t size;
    tt_status status =
        tt_huffman_decompress(memory->varints, sizeof memory->varints, &size, event->packed, NULL);
    if (status != TT_OK) {
        return status == TT_ERR_SPACE ? TT_ERR_DEMO_LARGE : TT_ERR_DEMO_HUFFMAN;
    }
    event->plain = (tt_bytes){memory->varints, size};
    event->ints = memory->ints;
    status = tt_varints_decode(memory->ints, TT_DEMO_DATA_MAX / 4, &event->count, memory->varints,
                               size, NULL);
    if (status == TT_OK) {
        return TT_OK;
    }
    event->count = 0;
    return status == TT_ERR_SPACE ? TT_ERR_DEMO_LARGE : TT_ERR_DEMO_VARINT;
}

/* The recorder took a message as ints, four bytes each, lowest first. Up to three zeros at its end
 * are padding and cannot be distinguished from what was said. Afterwards the event has bytes and no
 * ints. */
static void unpack_message(tt_demo_memory *memory, tt_demo_event *event)
{
    for (size_t i = 0; i < event->count; i++) {
        tti_store_le32(memory->data + 4 * i, (uint32_t)event->ints[i]);
    }
    event->data.data = memory->data;
    event->data.size = 4 * event->count;
    event->ints = NULL;
    event->count = 0;
}

/* The space that the current snapshot does not be in. Two spaces take turns: a delta reads the old
 * snapshot while it writes the new one, and who looks at both, as tt_recording does, finds the old
 * one unchanged until the next change. */
static tt_snap_space *other_space(const tt_demo *demo)
{
    return &demo->memory->space[1 - demo->space];
}

/* The new snapshot is in the other space. `snaps` counts changes, so that the world notices one
 * that it did not follow. */
static void take(tt_demo *demo, const tt_snap *snap)
{
    demo->snap = *snap;
    demo->space = 1 - demo->space;
    demo->snap_tick = demo->tick;
    demo->has_snap = 1;
    demo->snaps++;
}

/* Servers write snapshots with a key twice, and keys below 0, whose type no delta can name. The
 * game shows the first item of a key, and nothing of a key below 0. Both are left out here;
 * tt_snap_open has read the starts. */
static tt_status copy_odd(tt_snap *copy, tt_snap_space *space, const tt_demo_event *event,
                          const tt_snap_index *index)
{
    tt_snap_builder b;
    const int32_t *items = event->ints + 2 + event->ints[1];
    tt_status status = TT_OK;
    tt_snap_builder_init(&b, space, NULL);
    for (int32_t i = 0; i < event->ints[1] && status == TT_OK; i++) {
        const int32_t *item = items + index->starts[i];
        size_t size = index->starts[i + 1] - index->starts[i] - 1u;
        if (item[0] >= 0) {
            status = tt_snap_builder_add(&b, tt_snap_key_type(item[0]), tt_snap_key_id(item[0]),
                                         item + 1, size);
        }
        status = status == TT_ERR_SNAP_TWICE ? TT_OK : status;
    }
    *copy = tt_snap_builder_finish(&b);
    return status;
}

/* The ints go with the next chunk, so the snapshot is copied. One that is not valid leaves the
 * snapshot before, as the game does it. What deltas make of that until the next full one is not
 * what the recorder saw: `unreliable`. */
static tt_status open_snapshot(tt_demo *demo, const tt_demo_event *event)
{
    tt_snap view, copy;
    tt_snap_index index;
    tt_status status = tt_snap_open(&view, &index, event->ints, event->count, NULL);
    if (status == TT_OK) {
        tt_snap_copy(&copy, other_space(demo), &view);
    } else if (status == TT_ERR_SNAP_TWICE || status == TT_ERR_SNAP_TYPE) {
        status = copy_odd(&copy, other_space(demo), event, &index);
        tti_demo_tell(demo, TT_LEVEL_WARNING, TT_WARN_DEMO_ITEM);
    }
    if (status != TT_OK) {
        demo->unreliable = 1;
        return status;
    }
    take(demo, &copy);
    demo->unreliable = 0;
    return TT_OK;
}

/* A delta before any snapshot has nothing to count from, and the game says so as well. After a lost
 * delta later ones are applied to what is there, and remain unreliable. */
static tt_status apply_delta(tt_demo *demo, const tt_demo_event *event)
{
    if (!demo->has_snap) {
        return TT_ERR_DEMO_NO_SNAPSHOT;
    }
    tt_snap next;
    tt_delta_report report;
    tt_delta delta = {event->ints, event->count};
    tt_status status =
        tt_delta_apply(&next, other_space(demo), &demo->snap, delta, demo->sizes, &report);
    if (status != TT_OK) {
        demo->unreliable = 1;
        return status;
    }
    /* an update that changes nothing leaves the same snapshot, so it is no reason for a warning */
    if ((report.odd & ~(unsigned)TT_DELTA_ODD_NO_CHANGE) != 0) {
        tti_demo_tell(demo, TT_LEVEL_WARNING, TT_WARN_DEMO_DELTA);
    }
    take(demo, &next);
    return TT_OK;
}

/* The head of a message by its first two varint bytes: they hold the first byte of the message,
 * which is the head if that is a small one, as most are. -1 when it is not. Two bytes hold 13 bits
 * of the first int; eight of them are the first byte of the message, and below 0x40 that byte is a
 * whole varint, not negative. So an id below 32 is found by decoding two bytes of Huffman code, and
 * a message that is not wanted costs no more than that. That the room ends after two bytes is no
 * error here. */
static int32_t small_head_of(tt_bytes packed)
{
    uint8_t first[2] = {0, 0};
    size_t size;
    (void)tt_huffman_decompress(first, sizeof first, &size, packed, NULL);
    if (size == 0 || (size == 1 && (first[0] & 0x80) != 0)) {
        return -1;
    }
    uint32_t bits = first[0] & 0x3fu;
    bits |= (first[0] & 0x80) != 0 ? (first[1] & 0x7fu) << 6 : 0;
    bits = ((first[0] & 0x40) != 0 ? ~bits : bits) & 0xffu;
    return bits < 0x40 ? (int32_t)bits : -1;
}

/* The same by the whole first int, which has four bytes. It takes five bytes of varints at most. An
 * id of more than two bytes is found as well: TT_ERR_SPACE means only that the message goes on. -1
 * when the payload is too damaged to say. */
static int32_t head_of(tt_bytes packed)
{
    uint8_t first[TT_VARINT_MAX], bytes[4];
    int32_t value, head;
    size_t size;
    tt_status status = tt_huffman_decompress(first, sizeof first, &size, packed, NULL);
    if ((status != TT_OK && status != TT_ERR_SPACE) ||
        tt_varint_decode(first, size, &value, NULL) == 0) {
        return -1;
    }
    tti_store_le32(bytes, (uint32_t)value);
    return tt_varint_decode(bytes, sizeof bytes, &head, NULL) != 0 ? head : -1;
}

/* Whether a message is to be unpacked; one whose id cannot be known is. So its damage is noticed.
 * System messages are none that a set of game messages can name. */
static int wants_message(const tt_demo *demo, tt_bytes packed)
{
    enum { IDS = 64 };
    if (demo->only_messages == 0) {
        return 1;
    }
    int32_t head = small_head_of(packed);
    head = head >= 0 ? head : head_of(packed);
    int is_system = (head & 1) != 0, id = head >> 1;
    return head < 0 || (!is_system && id < IDS && (demo->only_messages >> id & 1) != 0);
}

/* A snapshot that is not unpacked, damaged, makes later ones unreliable; a message concerns nothing
 * else. */
tt_status tti_demo_unpack(tt_demo *demo, tt_demo_event *event)
{
    int is_message = event->kind == TT_DEMO_MESSAGE;
    if (is_message ? demo->skip_messages || !wants_message(demo, event->packed)
                   : demo->skip_snapshots) {
        return TT_OK;
    }
    tt_status status = unpack_ints(demo->memory, event);
    if (status != TT_OK) {
        demo->unreliable |= !is_message;
        return status;
    }
    if (is_message) {
        unpack_message(demo->memory, event);
        return TT_OK;
    }
    return event->kind == TT_DEMO_SNAPSHOT ? open_snapshot(demo, event) : apply_delta(demo, event);
}
