/* SPDX-License-Identifier: MIT
 *
 * Decodes a chunk: its head and its payload.
 *
 *     1 k i ddddd     tick marker: k keyframe, i step in d (versions 5 and later), else four bytes
 *     1 k dddddd      the same in versions 3 and 4: step in d, or four bytes when d is 0
 *     0 tt sssss      payload: t type, s its size; 30: in the next byte, 31: in the next two
 *
 * A head is decoded from its own bytes alone, so that the reader, the look ahead for a tick and the
 * repair can all use it at any offset.
 *
 * A payload is Huffman code -> varints -> ints, which are a snapshot, a delta, or the bytes of a
 * message, four in each. Unpacking takes most of the time of reading a demo, so unwanted payloads
 * are not unpacked.
 */
#include "base/mem.h"
#include "demo/parts.h"
#include "msg/inside.h"
#include "snap/index.h"
#include "teetape/varint.h"

void tti_demo_tell(tti_demo *demo, tt_level level, tt_status status)
{
    if (demo->on_issue != NULL) {
        tt_issue issue = {level, status, demo->offset, demo->tick, tt_status_text(status), NULL};
        demo->on_issue(demo->user, &issue);
    }
}

#define SIZE 0x1f

/* Returns true for the head of a whole tick. In versions 3 and 4 a step of 0 marks a whole tick. */
static bool is_absolute(uint8_t head, bool steps_as_5)
{
    return steps_as_5 ? (head & TTI_DEMO_IS_STEP) == 0 : (head & TTI_DEMO_STEP_3) == 0;
}

/* Adds a step to a tick in 64 bits, so that nothing wraps. TT_DEMO_TICK_END is also the limit of
 * the game. */
tt_status tti_demo_tick_after(int32_t *tick, int32_t before, const tti_demo_step *step)
{
    uint64_t after = step->value;
    if (!step->absolute) {
        if (before < 0) {
            return TT_ERR_DEMO_TICK;
        }
        after += (uint64_t)before;
    }
    if (after >= TT_DEMO_TICK_END) {
        return TT_ERR_DEMO_TICK;
    }
    *tick = (int32_t)after;
    return TT_OK;
}

size_t tti_demo_chunk_size(const uint8_t *p, size_t there, bool steps_as_5)
{
    uint8_t head = p[0];
    if ((head & TTI_DEMO_IS_TICK) != 0) {
        return is_absolute(head, steps_as_5) ? TTI_DEMO_CHUNK_HEAD : 1;
    }
    size_t code = head & SIZE;
    if (code < TTI_DEMO_SIZE_IN_BYTE) {
        return 1 + code;
    }
    size_t head_size = code == TTI_DEMO_SIZE_IN_BYTE ? 2 : 3;
    if (there < head_size) {
        return head_size;
    }
    return head_size + (code == TTI_DEMO_SIZE_IN_BYTE ? p[1] : tti_load_le16(p + 1));
}

bool tti_demo_chunk_decode(tt_demo_event *event, tti_demo_step *step, const uint8_t *p, size_t size,
                           bool steps_as_5)
{
    static const uint8_t kinds[] = {TT_DEMO_OTHER, TT_DEMO_SNAPSHOT, TT_DEMO_MESSAGE,
                                    TT_DEMO_DELTA};
    uint8_t head = p[0];
    if ((head & TTI_DEMO_IS_TICK) != 0) {
        event->kind = TT_DEMO_TICK;
        event->keyframe = (head & TTI_DEMO_IS_KEYFRAME) != 0;
        step->absolute = event->absolute = is_absolute(head, steps_as_5);
        step->value = step->absolute ? tti_load_be32(p + 1)
                                     : head & (steps_as_5 ? TTI_DEMO_STEP_5 : TTI_DEMO_STEP_3);
        return false;
    }
    size_t code = head & SIZE;
    size_t head_size = code < TTI_DEMO_SIZE_IN_BYTE ? 1 : code == TTI_DEMO_SIZE_IN_BYTE ? 2 : 3;
    event->kind = (tt_demo_kind)kinds[head >> 5 & 3];
    event->packed.data = p + head_size;
    event->packed.size = size - head_size;
    return (code == TTI_DEMO_SIZE_IN_BYTE && event->packed.size < TTI_DEMO_SIZE_IN_BYTE) ||
           (code == TTI_DEMO_SIZE_IN_TWO && event->packed.size <= UINT8_MAX);
}

/* Decompresses the payload, and decodes its ints. More than the 65,536 bytes of the game's buffer
 * are TT_ERR_DEMO_LARGE at both stages. `plain` is set even if the ints are damaged. */
static tt_status unpack_ints(tti_demo_memory *memory, tt_demo_event *event)
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

/* Reports a message with an unknown UUID. An unknown message without a UUID belongs to another mod,
 * and has nothing to name it. */
static void tell_unknown(const tti_demo *demo, tt_bytes data)
{
    enum { ID_BITS = 0x7e }; /* bits of the id in the first byte of the head */
    tt_sv_head head;
    if (demo->on_issue != NULL && data.size > 0 && (data.data[0] & ID_BITS) == 0 &&
        tt_sv_head_of(&head, data) == TT_OK && head.id == 0 && !tti_sv_knows(&head)) {
        const tt_status note = TT_NOTE_DEMO_MSG_UNKNOWN;
        const tt_issue issue = {.level = TT_LEVEL_NOTE,
                                .status = note,
                                .offset = demo->offset,
                                .tick = demo->tick,
                                .what = tt_status_text(note),
                                .uuid = head.uuid.bytes};
        demo->on_issue(demo->user, &issue);
    }
}

/* Returns the space for the next snapshot. A delta reads the old snapshot while the new one is
 * written, so two spaces alternate. tt_recording compares the old and the new snapshot. */
static tt_snap_space *other_space(const tti_demo *demo)
{
    return &demo->memory->space[1 - demo->space];
}

/* Replaces the snapshot and counts it in `snaps`. A tti_demo_world compares that number to notice a
 * snapshot that it did not follow. */
static void replace_snapshot(tti_demo *demo, const tt_snap *snap)
{
    demo->snap = *snap;
    demo->space = 1 - demo->space;
    demo->snap_tick = demo->tick;
    demo->has_snap = true;
    demo->snaps++;
}

/* Copies a snapshot with odd keys. Some servers write a key twice, or keys below 0, whose type no
 * delta can name. The game shows only the first item of a key, and none with a key below 0. */
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

/* Opens a full snapshot. A bad snapshot does not replace the last good one, as in the game. Deltas
 * that follow it are `unreliable` until the next good full snapshot. */
static tt_status open_snapshot(tti_demo *demo, const tt_demo_event *event)
{
    tt_snap view, copy;
    tt_snap_index index;
    tt_status status = tt_snap_open(&view, &index, event->ints, event->count, NULL);
    if (status == TT_OK) {
        tti_snap_copy(&copy, other_space(demo), &view);
    } else if (status == TT_ERR_SNAP_TWICE || status == TT_ERR_SNAP_TYPE) {
        status = copy_odd(&copy, other_space(demo), event, &index);
        tti_demo_tell(demo, TT_LEVEL_WARNING, TT_WARN_DEMO_ITEM);
    }
    if (status != TT_OK) {
        demo->unreliable = true;
        return status;
    }
    replace_snapshot(demo, &copy);
    demo->unreliable = false;
    return TT_OK;
}

/* Applies a delta. A delta before any snapshot is an error, as in the game. After a delta that
 * failed, later ones are `unreliable`. */
static tt_status apply_delta(tti_demo *demo, const tt_demo_event *event)
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
        demo->unreliable = true;
        return status;
    }
    if ((report.odd & ~(unsigned)TT_DELTA_ODD_NO_CHANGE) != 0) {
        tti_demo_tell(demo, TT_LEVEL_WARNING, TT_WARN_DEMO_DELTA);
    }
    replace_snapshot(demo, &next);
    return TT_OK;
}

/* Returns the head of a message if it is below 0x40, or -1. Two bytes of varints hold 13 bits of
 * the first int, and so the first byte of the message. Ids below 32 therefore cost two bytes of
 * Huffman code. TT_ERR_SPACE after two bytes is no error. */
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

/* Returns the head of a message, or -1 for a damaged payload. The first int has at most five bytes
 * of varints. TT_ERR_SPACE means only that the message goes on. */
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

/* Returns true when a message has to be unpacked. A message without a known id is unpacked, so that
 * its damage is noticed. */
static bool wants_message(const tti_demo *demo, tt_bytes packed)
{
    enum { IDS = 64 };
    if (demo->only_messages == 0) {
        return true;
    }
    int32_t head = small_head_of(packed);
    head = head >= 0 ? head : head_of(packed);
    int32_t id = head >> 1;
    bool is_system = (head & 1) != 0;
    return head < 0 || (!is_system && id < IDS && (demo->only_messages >> id & 1) != 0);
}

tt_status tti_demo_unpack(tti_demo *demo, tt_demo_event *event)
{
    bool is_message = event->kind == TT_DEMO_MESSAGE;
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
        /* up to three zeros at the end are padding and remain */
        for (size_t i = 0; i < event->count; i++) {
            tti_store_le32(demo->memory->data + 4 * i, (uint32_t)event->ints[i]);
        }
        event->data = (tt_bytes){demo->memory->data, 4 * event->count};
        event->ints = NULL;
        event->count = 0;
        tell_unknown(demo, event->data);
        return TT_OK;
    }
    return event->kind == TT_DEMO_SNAPSHOT ? open_snapshot(demo, event) : apply_delta(demo, event);
}
