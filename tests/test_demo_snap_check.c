/* SPDX-License-Identifier: MIT
 *
 * Tests of tt_demo_snap_check: each item that the game needs is missed when it is gone, and the
 * snapshots of a real demo lack nothing.
 */
#include "cm.h"

#include <stdlib.h>

#include "host_files.h"
#include "schema/fields.h"
#include "teetape/demo_write.h"

enum { GAME = 1, PLAYER = 2, CLIENT = 4, TEE = 8, ALL = 15 };

static tt_snap_space space;

typedef struct kinds {
    tt_dialect dialect;
    tt_obj_kind game, player, client, tee;
} kinds;

static const kinds dialects[] = {
    {TT_DIALECT_6, TT_OBJ_TW6_GAME_INFO, TT_OBJ_TW6_PLAYER_INFO, TT_OBJ_TW6_CLIENT_INFO,
     TT_OBJ_TW6_CHARACTER},
    {TT_DIALECT_DDNET, TT_OBJ_GAME_INFO, TT_OBJ_PLAYER_INFO, TT_OBJ_CLIENT_INFO, TT_OBJ_CHARACTER},
    {TT_DIALECT_7, TT_OBJ_KINDS, TT_OBJ_TW7_PLAYER_INFO, TT_OBJ_KINDS, TT_OBJ_TW7_CHARACTER},
};

/* An object of zeros but for PlayerInfo.client_id, `cut` ints shorter. */
static void add(tt_snap_builder *b, tt_obj_kind kind, int32_t id, size_t cut)
{
    int32_t ints[TT_OBJ_MAX_INTS] = {0};
    if (kind == TT_OBJ_KINDS) {
        return;
    }
    if (kind == TT_OBJ_PLAYER_INFO || kind == TT_OBJ_TW6_PLAYER_INFO) {
        ints[1] = id;
    }
    assert_int_equal(
        tt_snap_builder_add(b, tt_obj_type(kind)->type, id, ints, tti_obj_ints(kind) - cut), TT_OK);
}

static void add_parts(tt_snap_builder *b, const kinds *k, unsigned parts, int32_t cid)
{
    if ((parts & PLAYER) != 0) {
        add(b, k->player, cid, 0);
    }
    if ((parts & CLIENT) != 0) {
        add(b, k->client, cid, 0);
    }
    if ((parts & TEE) != 0) {
        add(b, k->tee, cid, 0);
    }
}

/* Every choice of parts for two clients. */
static void every_part(void **state)
{
    (void)state;
    for (size_t d = 0; d < 3; d++) {
        const kinds *k = &dialects[d];
        int seven = k->dialect == TT_DIALECT_7;
        for (unsigned parts = 0; parts <= ALL; parts++) {
            tt_snap_builder b;
            tt_demo_lack lack = {99, 99};
            unsigned wanted = 0;
            tt_snap_builder_init(&b, &space, NULL);
            if ((parts & GAME) != 0) {
                add(&b, k->game, 0, 0);
            } else {
                wanted |= seven ? 0 : TT_DEMO_LACKS_GAME_INFO;
            }
            add_parts(&b, k, ALL, 3);
            add_parts(&b, k, parts, 100);
            if ((parts & TEE) != 0 && (parts & PLAYER) == 0) {
                wanted |= TT_DEMO_LACKS_PLAYER_INFO;
            }
            if ((parts & PLAYER) != 0 && (parts & CLIENT) == 0 && !seven) {
                wanted |= TT_DEMO_LACKS_CLIENT_INFO;
            }
            tt_snap snap = tt_snap_builder_finish(&b);
            tt_status status = tt_demo_snap_check(&snap, k->dialect, &lack);
            assert_int_equal(status, wanted == 0 ? TT_OK : TT_ERR_DEMO_ITEMS);
            assert_int_equal(lack.what, wanted);
            assert_int_equal(lack.cid,
                             (wanted & ~(unsigned)TT_DEMO_LACKS_GAME_INFO) == 0 ? -1 : 100);
            assert_int_equal(tt_demo_snap_check(&snap, k->dialect, NULL), status);
        }
    }
    tt_snap none = tt_snap_empty();
    assert_int_equal(tt_demo_snap_check(&none, TT_DIALECTS, NULL), TT_ERR_ARGUMENT);
}

/* Items that the game leaves out count as missing. */
static void what_the_game_leaves_out(void **state)
{
    (void)state;
    for (size_t d = 0; d < 3; d++) {
        const kinds *k = &dialects[d];
        const tt_obj_kind cut[] = {k->game, k->player, k->client, k->tee};
        static const unsigned lacks[] = {TT_DEMO_LACKS_GAME_INFO, TT_DEMO_LACKS_PLAYER_INFO,
                                         TT_DEMO_LACKS_CLIENT_INFO, TT_DEMO_LACKS_CHARACTER};
        for (size_t i = 0; i < 4; i++) {
            tt_snap_builder b;
            tt_demo_lack lack;
            tt_snap_builder_init(&b, &space, NULL);
            for (size_t n = 0; n < 4; n++) {
                add(&b, cut[n], 0, n == i);
            }
            tt_snap snap = tt_snap_builder_finish(&b);
            tt_demo_snap_check(&snap, k->dialect, &lack);
            assert_int_equal(lack.what, cut[i] == TT_OBJ_KINDS ? 0 : lacks[i]);
        }
    }
    /* a PlayerInfo of somebody else */
    struct tt_obj_player_info player = {.client_id = 4};
    tt_snap_builder b;
    tt_demo_lack lack;
    tt_snap_builder_init(&b, &space, NULL);
    add(&b, TT_OBJ_GAME_INFO, 0, 0);
    tt_snap_builder_add_object(&b, TT_OBJ_PLAYER_INFO, 5, &player);
    tt_snap snap = tt_snap_builder_finish(&b);
    assert_int_equal(tt_demo_snap_check(&snap, TT_DIALECT_DDNET, &lack), TT_ERR_DEMO_ITEMS);
    assert_int_equal(lack.what, TT_DEMO_LACKS_PLAYER_INFO);
    assert_int_equal(lack.cid, 5);
}

static void real_snapshots(void **state)
{
    (void)state;
    static tt_demo demo;
    static tt_demo_memory memory;
    size_t size;
    long count = 0;
    tt_demo_event event;
    unsigned char *file =
        host_files_read(TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo", &size);
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, file, size);
    tt_demo_feed(&demo, NULL, 0);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        if (event.kind == TT_DEMO_SNAPSHOT || event.kind == TT_DEMO_DELTA) {
            assert_int_equal(tt_demo_snap_check(tt_demo_look(&demo).snap, TT_DIALECT_DDNET, NULL),
                             TT_OK);
            count++;
        }
    }
    free(file);
    assert_int_equal(count, 2974);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_part),
        cmocka_unit_test(what_the_game_leaves_out),
        cmocka_unit_test(real_snapshots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
