/* SPDX-License-Identifier: MIT
 *
 * Gives a demo an id, and finds the id of the original that a demo was cut from.
 *
 * A demo stores no id. Its id is made of bytes that never change after recording began: the first
 * complete keyframe, and the header without the fields that are written when the recorder stops.
 * The keyframe is needed: two clients of a server that begin to record in the same second have
 * equal headers, but see different things.
 *
 *     id      version 3 UUID of the SHA-256 of
 *             header     with length, count of markers and markers 0 (but for the mark of a cut)
 *             tick       of the keyframe, 4 bytes, big-endian
 *             snapshot   its ints, 4 bytes each, big-endian; so another packing changes nothing
 *
 * A cut may begin with the keyframe of its original, so a cut also has a mark. The mark is in the
 * last eight markers, which the game reads only in a demo of more than 56 markers:
 *
 *     markers 56 to 59    the cut: UUID of the XXH64 of its chunks (big-endian), in the next id
 *     markers 60 to 63    the id of the first original
 */
#include "base/mem.h"
#include "demo/demo.h"
#include "demo/parts.h"
#include "demo/write.h"
#include "wire/hash.h"
#include "wire/uuid.h"

enum { AT_MARK = TT_DEMO_MARKERS - 8 };

static tt_uuid uuid_at(const tt_demo_header *header, int at)
{
    tt_uuid uuid = {{0}};
    for (int i = 0; i < 4; i++) {
        tti_store_be32(uuid.bytes + (ptrdiff_t)4 * i, (uint32_t)header->markers[at + i]);
    }
    return uuid;
}

static void put_id(tt_demo_header *header, int at, const tt_uuid *uuid)
{
    for (int i = 0; i < 4; i++) {
        header->markers[at + i] = tti_signed(tti_load_be32(uuid->bytes + (ptrdiff_t)4 * i));
    }
}

/* Checks that a UUID has version 3 and the right variant. Random bits pass once in 64 times. */
static bool is_name(const tt_uuid *uuid)
{
    return uuid->bytes[6] >> 4 == 3 && uuid->bytes[8] >> 6 == 2;
}

bool tti_demo_header_cut(const tt_demo_header *header, tt_uuid *cut, tt_uuid *original)
{
    tt_uuid made = uuid_at(header, AT_MARK), of = uuid_at(header, AT_MARK + 4);
    if (header->version < 4 || header->marker_count > AT_MARK || !is_name(&made) || !is_name(&of)) {
        return false;
    }
    *cut = made;
    *original = of;
    return true;
}

static void sum_int(tti_sha256_context *sha, uint32_t value)
{
    uint8_t bytes[4];
    tti_store_be32(bytes, value);
    tti_sha256_add(sha, bytes, sizeof bytes);
}

static size_t write_open_header(uint8_t bytes[TT_DEMO_HEADER_MAX], const tt_demo_header *header)
{
    tt_demo_header open = *header;
    tt_uuid cut, original;
    bool is_cut = tti_demo_header_cut(header, &cut, &original);
    open.version = open.version > 6 ? 6 : open.version;
    open.length = open.marker_count = 0;
    tti_fill(open.markers, 0, is_cut ? AT_MARK * sizeof open.markers[0] : sizeof open.markers);
    return tti_demo_header_write(bytes, &open);
}

static tt_uuid id_of(const tt_demo_header *header, const tt_demo_event *keyframe)
{
    uint8_t bytes[TT_DEMO_HEADER_MAX], sum[TTI_SHA256_SIZE];
    tti_sha256_context sha;
    tti_sha256_start(&sha);
    tti_sha256_add(&sha, bytes, write_open_header(bytes, header));
    sum_int(&sha, (uint32_t)keyframe->tick);
    for (size_t i = 0; i < keyframe->count; i++) {
        sum_int(&sha, (uint32_t)keyframe->ints[i]);
    }
    tti_sha256_finish(&sha, sum);
    return tt_uuid_from_name((tt_bytes){sum, sizeof sum});
}

/* Looks for the id in an event. Without an event of the first keyframe, for example after a seek,
 * no id is found. */
void tti_demo_id_event(tti_demo_id *id, const tt_demo *outer, const tt_demo_event *event)
{
    const tti_demo *demo = tti_demo_seen(outer);
    uint8_t bytes[TT_DEMO_HEADER_MAX];
    bool is_keyframe = id->is_keyframe;
    if (id->is_known || event->kind == TT_DEMO_MAP) {
        return;
    }
    if (event->kind == TT_DEMO_HEADER) {
        id->next = write_open_header(bytes, &demo->header) + (uint64_t)demo->header.map_size;
        return;
    }
    if (event->offset != id->next) {
        id->next = 0;
        return;
    }
    id->next += event->size;
    id->is_keyframe = event->kind == TT_DEMO_TICK && event->keyframe && event->status == TT_OK;
    if (is_keyframe && event->kind == TT_DEMO_SNAPSHOT && event->status == TT_OK &&
        event->ints != NULL) {
        id->id = id_of(&demo->header, event);
        id->is_known = true;
    }
}

/* Marks a cut with a hash of the bytes after header and map, so equal cuts have equal marks. A copy
 * of the whole demo gets no mark and keeps its id. */
void tti_demo_cut_mark(tti_demo_cut *cut)
{
    const tt_demo_cut_options *o = &cut->options;
    tt_demo_header *header = &tti_demo_writer_of(cut->writer)->header;
    tt_uuid name, original = cut->id.id;
    uint8_t sum[8];
    bool is_cut = tti_demo_header_cut(&cut->original, &name, &original);
    bool is_part = o->from > cut->start_tick || o->to < TT_DEMO_TICK_END || o->drop_chat ||
                   o->drop_system || cut->is_edited;
    if (header->version < 4 || header->marker_count > AT_MARK ||
        (!is_cut && (!is_part || !cut->id.is_known))) {
        return;
    }
    if (is_part) {
        tti_store_be64(sum, tti_xxh64_sum(&tti_demo_writer_of(cut->writer)->sum));
        name = tti_uuid_from_name_in(&original, (tt_bytes){sum, sizeof sum});
    }
    put_id(header, AT_MARK, &name);
    put_id(header, AT_MARK + 4, &original);
}
