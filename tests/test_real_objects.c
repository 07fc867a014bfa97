/* SPDX-License-Identifier: MIT
 *
 * Tests of the rows of snapshot objects on every item that a real server sent: the demo and the
 * captures in tests/recordings. Each is known, fits, is in its ranges, and comes back from JSON.
 */
#include "cm.h"

#include <stdlib.h>

#include "host_files.h"
#include "schema/fields.h"
#include "snap/index.h"
#include "support/small_capture.h"
#include "support/small_demo.h"
#include "teetape/snap_object.h"

#define RECORDINGS TT_SOURCE_DIR "/tests/recordings/"
#define STORE_INTS (1 << 18)

typedef struct seen {
    long items, shorter;
    long kinds[TT_OBJ_KINDS];
} seen;

static void check_item(const tt_snap_item *item, tt_obj_kind kind, seen *counts)
{
    static uint8_t json[TT_OBJ_JSON_BOUND(64)];
    int32_t back[64];
    size_t count, where = 0;
    tt_status fit = tti_obj_fit(kind, item->size);
    assert_true(fit == TT_OK || fit == TT_NOTE_OBJ_SHORTER);
    if (tt_obj_validate(kind, item->data, item->size, &where) != TT_OK) {
        fail_msg("%s: %s is %d", tt_obj_type(kind)->name, tt_obj_member_at(kind, where)->name,
                 item->data[where]);
    }
    tt_packer p = tt_packer_of(json, sizeof json);
    tt_obj_json(&p, kind, item->data, item->size, TT_OBJ_JSON_NAMES);
    assert_int_equal(p.status, TT_OK);
    tt_json j = tt_json_of(tt_packer_bytes(&p));
    assert_int_equal(tt_obj_from_json(back, 64, &count, kind, &j), fit);
    assert_int_equal(count, item->size);
    assert_memory_equal(back, item->data, 4 * count);
    counts->items++;
    counts->shorter += fit == TT_NOTE_OBJ_SHORTER;
    counts->kinds[kind]++;
}

static void check_snap(const tt_snap *snap, tt_dialect dialect, seen *counts)
{
    for (uint32_t i = 0; i < snap->count; i++) {
        tt_snap_item item = tt_snap_item_at(snap, i);
        tt_obj_kind kind = tt_snap_kind(snap, dialect, item.type);
        if (kind == TT_OBJ_KINDS) {
            fail_msg("type %d, %u ints: unknown", item.type, item.size);
        }
        check_item(&item, kind, counts);
    }
}

static void demo_of_ddnet(void **state)
{
    (void)state;
    static small_demo demo;
    static tt_snap_space space[2];
    static tt_snap_index index;
    tt_snap now = tt_snap_empty(), next;
    seen counts;
    int turn = 0, more;
    tt_bytes file;
    memset(&counts, 0, sizeof counts);
    file.data = host_files_read(RECORDINGS "dm1/client0.demo", &file.size);
    assert_true(small_demo_open(&demo, file));
    while ((more = small_demo_next(&demo)) == 1) {
        tt_delta delta = {demo.ints, demo.count};
        turn = !turn;
        if (demo.kind == SMALL_DEMO_SNAPSHOT) {
            assert_int_equal(tt_snap_open(&next, &index, demo.ints, demo.count, NULL), TT_OK);
            tti_snap_copy(&now, &space[turn], &next);
        } else if (demo.kind == SMALL_DEMO_DELTA) {
            assert_int_equal(tt_delta_apply(&next, &space[turn], &now, delta,
                                            tt_snap_sizes_of(TT_DIALECT_6), NULL),
                             TT_OK);
            now = next;
        } else {
            turn = !turn;
            continue;
        }
        check_snap(&now, TT_DIALECT_DDNET, &counts);
    }
    assert_int_equal(more, 0);
    free((void *)(uintptr_t)file.data);
    const long *kinds = counts.kinds;
    assert_int_equal(counts.items, 122994);
    assert_int_equal(kinds[TT_OBJ_CHARACTER], 6352);
    assert_int_equal(kinds[TT_OBJ_CLIENT_INFO], kinds[TT_OBJ_PLAYER_INFO]);
    assert_int_equal(kinds[TT_OBJ_DDRACE_PROJECTILE], 217);
    assert_int_equal(kinds[TT_OBJ_UUID_TYPE], 14832);
    /* The server, 16.4, is older than members of four objects. */
    assert_int_equal(counts.shorter, kinds[TT_OBJ_DDNET_CHARACTER] + kinds[TT_OBJ_DDNET_PLAYER] +
                                         kinds[TT_OBJ_GAME_INFO_EX] + kinds[TT_OBJ_DDNET_LASER]);
}

/* All snapshots that the clients of a capture got, by protocol. */
static void check_capture(const char *path, seen counts[2])
{
    static small_capture capture;
    static small_packet packet;
    small_datagram datagram;
    tt_snap_receiver *receivers[SMALL_CLIENTS] = {NULL};
    int32_t *stores[SMALL_CLIENTS] = {NULL};
    tt_bytes file;
    memset(counts, 0, 2 * sizeof *counts);
    file.data = host_files_read(path, &file.size);
    assert_true(small_capture_open(&capture, file));
    while (small_capture_next(&capture, &datagram) == 1) {
        small_chunk chunk;
        tt_snap_msg msg;
        tt_snap snap;
        int n = datagram.client;
        assert_true(small_packet_open(&packet, &datagram));
        while (!datagram.to_server && small_packet_next(&packet, &chunk) == 1) {
            if (small_snap_open(&msg, &packet, &chunk) != 1) {
                continue;
            }
            if (receivers[n] == NULL) {
                receivers[n] = malloc(sizeof *receivers[n]);
                stores[n] = malloc(STORE_INTS * sizeof *stores[n]);
                assert_true(receivers[n] != NULL && stores[n] != NULL);
                const tt_snap_sizes *sizes =
                    tt_snap_sizes_of(packet.seven ? TT_DIALECT_7 : TT_DIALECT_DDNET);
                assert_int_equal(tt_snap_receiver_init(receivers[n], sizes, stores[n], STORE_INTS),
                                 TT_OK);
            }
            if (tt_snap_receive(receivers[n], &msg, &snap, NULL) == TT_OK) {
                check_snap(&snap, packet.seven ? TT_DIALECT_7 : TT_DIALECT_DDNET,
                           &counts[packet.seven]);
            }
        }
    }
    for (int n = 0; n < SMALL_CLIENTS; n++) {
        free(receivers[n]);
        free(stores[n]);
    }
    free((void *)(uintptr_t)file.data);
}

static void capture_of_ddnet(void **state)
{
    (void)state;
    static seen counts[2];
    check_capture(RECORDINGS "dm1/net-start.pcapng", counts);
    assert_true(counts[0].items > 20000 && counts[1].items == 0);
}

static void capture_of_7(void **state)
{
    (void)state;
    static seen counts[2];
    check_capture(RECORDINGS "gold-mine-07/net-part.pcapng", counts);
    assert_true(counts[1].items > 5000 && counts[0].items == 0);
    assert_true(counts[1].kinds[TT_OBJ_TW7_CHARACTER] > 0);
    assert_true(counts[1].kinds[TT_OBJ_TW7_GAME_DATA] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(demo_of_ddnet),
        cmocka_unit_test(capture_of_ddnet),
        cmocka_unit_test(capture_of_7),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
