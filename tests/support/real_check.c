/* SPDX-License-Identifier: MIT
 *
 * Real demos and captures. See real_check.h.
 */
#include "real_check.h"
#include "wire/huffman_table.h"

#include <stdlib.h>

#include "cm.h"
#include "host_files.h"
#include "small_capture.h"
#include "small_demo.h"
#include "snap/index.h"
#include "teetape/huffman.h"
#include "teetape/snap_object.h"
#include "teetape/varint.h"

#define PACKED_MAX TT_HUFFMAN_BOUND(SMALL_DEMO_MAX)
#define STORE_INTS (1 << 18)

/* Fails the test with path and offset unless the condition holds. */
#define CHECK(path, offset, condition)                                                             \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("%s, byte %zu: not true: %s", path, (size_t)(offset), #condition);            \
    } while (0)

static void *make(size_t size)
{
    void *memory = calloc(1, size);
    assert_non_null(memory);
    return memory;
}

static int packs_again(tt_bytes plain, tt_bytes packed)
{
    static uint8_t space[PACKED_MAX];
    size_t size;
    return tt_huffman_compress(space, sizeof space, &size, plain, TT_HUFFMAN_CLASSIC) == TT_OK &&
           tti_huffman_size(plain, TT_HUFFMAN_CLASSIC) == size &&
           tt_bytes_equal((tt_bytes){space, size}, packed);
}

static int encodes_again(const small_demo *demo)
{
    static uint8_t space[SMALL_DEMO_MAX / 4 * TT_VARINT_MAX];
    size_t size;
    return tt_varints_encode(space, sizeof space, &size, demo->ints, demo->count) == TT_OK &&
           tt_bytes_equal((tt_bytes){space, size}, demo->varints);
}

/* A part of a delta: a removed key, or an update from its type to its last int. */
typedef struct record {
    const int32_t *at;
    size_t size;
} record;

static int compare_records(const void *a, const void *b)
{
    const record *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return memcmp(x->at, y->at, x->size * sizeof *x->at);
}

static size_t sort_records(record records[2 * TT_SNAP_MAX_ITEMS], tt_delta delta,
                           const tt_snap_sizes *sizes)
{
    tt_delta_walk walk;
    tt_delta_step step;
    size_t count = 0, ends[2 * TT_SNAP_MAX_ITEMS];

    assert_int_equal(tt_delta_walk_init(&walk, delta, sizes, NULL), TT_OK);
    while (tt_delta_walk_next(&walk, &step, NULL) == TT_OK) {
        assert_in_range(count, 0, 2 * TT_SNAP_MAX_ITEMS - 1);
        records[count].at = delta.ints + step.offset;
        ends[count++] = (size_t)(walk.at - delta.ints);
    }
    for (size_t i = 0; i < count; i++)
        records[i].size = ends[i] - (size_t)(records[i].at - delta.ints);
    qsort(records, count, sizeof *records, compare_records);
    return count;
}

/* Returns true when both deltas have the same head and the same parts, in any order. */
static int have_same_records(tt_delta a, tt_delta b, const tt_snap_sizes *sizes)
{
    static record of_a[2 * TT_SNAP_MAX_ITEMS], of_b[2 * TT_SNAP_MAX_ITEMS];

    if (a.count != b.count || memcmp(a.ints, b.ints, 3 * sizeof *a.ints) != 0)
        return 0;
    size_t count = sort_records(of_a, a, sizes);
    if (sort_records(of_b, b, sizes) != count)
        return 0;
    for (size_t i = 0; i < count; i++)
        if (compare_records(&of_a[i], &of_b[i]) != 0)
            return 0;
    return 1;
}

/* The snapshots before and after the current chunk. The two spaces alternate. */
typedef struct two_snaps {
    tt_snap now;
    int turn; /* index of the space that holds `now` */
    tt_snap_space space[2];
} two_snaps;

static void check_snapshot(const char *path, const small_demo *demo, two_snaps *snaps)
{
    static tt_snap_index index;
    static int32_t written[TT_SNAP_MAX_INTS];
    tt_snap snap;
    size_t count;

    CHECK(path, demo->offset, tt_snap_open(&snap, &index, demo->ints, demo->count, NULL) == TT_OK);
    CHECK(path, demo->offset,
          tt_snap_write(written, TT_SNAP_MAX_INTS, &count, &snap) == TT_OK &&
              count == demo->count && memcmp(written, demo->ints, count * sizeof *written) == 0);
    snaps->turn = !snaps->turn;
    tti_snap_copy(&snaps->now, &snaps->space[snaps->turn], &snap);
}

static void check_delta(const char *path, const small_demo *demo, two_snaps *snaps,
                        real_demo *counts)
{
    static int32_t made[TT_DELTA_BOUND];
    const tt_snap_sizes *sizes = tt_snap_sizes_of(demo->seven ? TT_DIALECT_7 : TT_DIALECT_DDNET);
    tt_delta delta = {demo->ints, demo->count};
    tt_delta_report report;
    tt_snap next;
    size_t count;

    snaps->turn = !snaps->turn;
    CHECK(path, demo->offset,
          tt_delta_apply(&next, &snaps->space[snaps->turn], &snaps->now, delta, sizes, &report) ==
              TT_OK);
    CHECK(path, demo->offset, report.odd == 0);
    CHECK(path, demo->offset,
          tt_delta_create(made, TT_DELTA_BOUND, &count, &snaps->now, &next, sizes) == TT_OK);
    if (count != demo->count || memcmp(made, demo->ints, count * sizeof *made) != 0) {
        counts->reordered++;
        CHECK(path, demo->offset, have_same_records((tt_delta){made, count}, delta, sizes));
    }
    snaps->now = next;
}

void real_check_demo(const char *path, real_demo *counts)
{
    small_demo *demo = make(sizeof *demo);
    two_snaps *snaps = make(sizeof *snaps);
    tt_bytes file;
    int more;

    memset(counts, 0, sizeof *counts);
    file.data = host_files_read(path, &file.size);
    CHECK(path, 0, small_demo_open(demo, file));
    snaps->now = tt_snap_empty();
    while ((more = small_demo_next(demo)) == 1) {
        if (demo->kind == SMALL_DEMO_TICK) {
            counts->ticks++;
            continue;
        }
        CHECK(path, demo->offset, packs_again(demo->varints, demo->packed));
        CHECK(path, demo->offset, encodes_again(demo));
        if (demo->kind == SMALL_DEMO_SNAPSHOT) {
            counts->snapshots++;
            check_snapshot(path, demo, snaps);
        } else if (demo->kind == SMALL_DEMO_DELTA) {
            counts->deltas++;
            check_delta(path, demo, snaps, counts);
        } else {
            counts->messages++;
        }
    }
    if (more < 0)
        fail_msg("%s, byte %zu: %s", path, demo->offset, demo->what);
    free((void *)(uintptr_t)file.data);
    free(snaps);
    free(demo);
}

/* The receiver of a client, made when its first snapshot comes. */
typedef struct receiver {
    tt_snap_receiver *state;
    int32_t *store;
} receiver;

static void receive(const char *path, const small_capture *capture, receiver *to,
                    const tt_snap_msg *msg, int seven, real_capture *counts)
{
    tt_snap snap;

    if (!to->state) {
        to->state = make(sizeof *to->state);
        to->store = make(STORE_INTS * sizeof *to->store);
        assert_int_equal(tt_snap_receiver_init(
                             to->state, tt_snap_sizes_of(seven ? TT_DIALECT_7 : TT_DIALECT_DDNET),
                             to->store, STORE_INTS),
                         TT_OK);
    }
    tt_status status = tt_snap_receive(to->state, msg, &snap, NULL);
    if (status == TT_MORE)
        return;
    if (status != TT_OK)
        fail_msg("%s, before byte %zu, tick %d: %s", path, capture->at, msg->tick,
                 tt_status_text(status));
    const tt_snap_receiver_view at = tt_snap_receiver_look(to->state);
    CHECK(path, capture->at, at.ack == msg->tick && at.odd == 0);
    if (msg->kind != TT_SNAP_MSG_EMPTY)
        CHECK(path, capture->at, tt_snap_checksum(&snap) == (uint32_t)msg->checksum);
    counts->snapshots++;
    counts->full += msg->base < 0;
    counts->seven += seven;
}

void real_check_capture(const char *path, real_capture *counts)
{
    static small_capture capture;
    static small_packet packet;
    small_datagram datagram;
    receiver to[SMALL_CLIENTS] = {{NULL, NULL}};
    tt_bytes file;
    int more;

    memset(counts, 0, sizeof *counts);
    file.data = host_files_read(path, &file.size);
    CHECK(path, 0, small_capture_open(&capture, file));
    while ((more = small_capture_next(&capture, &datagram)) == 1) {
        small_chunk chunk;
        tt_snap_msg msg;
        int more_chunks;

        CHECK(path, capture.at, small_packet_open(&packet, &datagram));
        counts->packets++;
        if (packet.compressed) {
            counts->compressed++;
            CHECK(path, capture.at, packs_again(packet.payload, packet.packed));
        }
        while ((more_chunks = small_packet_next(&packet, &chunk)) == 1) {
            int is_snap = datagram.to_server ? 0 : small_snap_open(&msg, &packet, &chunk);
            CHECK(path, capture.at, is_snap >= 0);
            if (is_snap)
                receive(path, &capture, &to[datagram.client], &msg, packet.seven, counts);
        }
        CHECK(path, capture.at, more_chunks == 0);
    }
    if (more < 0)
        fail_msg("%s, byte %zu: %s", path, capture.at, capture.what);
    for (int i = 0; i < SMALL_CLIENTS; i++) {
        free(to[i].state);
        free(to[i].store);
    }
    free((void *)(uintptr_t)file.data);
}
