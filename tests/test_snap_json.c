/* SPDX-License-Identifier: MIT
 *
 * Tests of snapshots as JSON (teetape/snap_json.h), and of objects as items: every kind, random and
 * real snapshots there and back, and what each mistake is called and where it is found.
 */
#include "cm.h"

#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>

#include "schema/fields.h"
#include "snap/index.h"
#include "support/snap_make.h"
#include "teetape/demo.h"
#include "teetape/snap_json.h"

static tt_snap_space space, back_space;
static slow_snap model;
static made_snap made;

/* The JSON of a snapshot, to be freed; a NUL follows it. Less room is refused. */
static char *write_json(const tt_snap *snap, tt_dialect dialect, unsigned options)
{
    size_t bound = tt_snap_json_bound(snap);
    char *text = malloc(bound + 1);
    assert_non_null(text);
    tt_packer p = tt_packer_of(text, bound);
    tt_snap_json(&p, snap, dialect, options);
    assert_int_equal(p.status, TT_OK);
    size_t size = tt_packer_bytes(&p).size;
    p = tt_packer_of(text, size);
    tt_snap_json(&p, snap, dialect, options);
    assert_int_equal(p.status, TT_OK);
    text[size] = '\0';
    return text;
}

static void there_and_back(const tt_snap *snap, tt_dialect dialect, unsigned options)
{
    tt_snap back;
    tt_error error;
    char *text = write_json(snap, dialect, options);
    json_error_t why;
    json_t *parsed = json_loads(text, JSON_REJECT_DUPLICATES, &why);
    assert_non_null(parsed);
    assert_int_equal(json_array_size(json_object_get(parsed, "items")), snap->count);
    assert_int_equal(json_integer_value(json_object_get(parsed, "crc")), tt_snap_checksum(snap));
    json_decref(parsed);
    assert_int_equal(tt_snap_from_json(&back, &back_space, tt_bytes_of(text), dialect, &error),
                     TT_OK);
    assert_true(tti_snap_equal(snap, &back));
    made_check(&back);
    free(text);
}

/* Each kind as a struct, an item, JSON, and a struct again. */
static void every_kind(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (int kind = 0; kind < TT_OBJ_KINDS; kind++) {
        const tt_object *object = tt_obj_type((tt_obj_kind)kind);
        int32_t ints[TT_OBJ_MAX_INTS], same[TT_OBJ_MAX_INTS];
        size_t count = tti_obj_ints((tt_obj_kind)kind);
        tt_snap_types types = {0};
        tt_snap_builder b;
        tt_uuid uuid;
        for (size_t i = 0; i < count; i++) {
            ints[i] = (int32_t)random_next(&random);
        }
        tt_snap_builder_init(&b, &space, &types);
        assert_int_equal(tt_snap_builder_add_object(&b, (tt_obj_kind)kind, 7, ints), TT_OK);
        assert_int_equal(tt_snap_builder_add_object(&b, (tt_obj_kind)kind, 7, ints),
                         TT_ERR_SNAP_TWICE);
        assert_int_equal(tt_snap_builder_add_object(&b, (tt_obj_kind)kind, -1, ints),
                         TT_ERR_SNAP_ID);
        tt_snap snap = tt_snap_builder_finish(&b);
        assert_int_equal(snap.count, object->type < 0 ? 2 : 1);
        tt_snap_item item = tt_snap_item_at(&snap, snap.count - 1);
        int has_uuid = tti_snap_type_uuid(&snap, item.type, &uuid);
        assert_int_equal(has_uuid, object->type < 0);
        assert_int_equal(item.id, 7);
        assert_int_equal(tt_obj_unpack(same, (tt_obj_kind)kind, item.data, item.size), TT_OK);
        assert_memory_equal(same, ints, count * sizeof *ints);
        there_and_back(&snap, object->dialect, 0);
        there_and_back(&snap, object->dialect, TT_OBJ_JSON_NAMES);
    }
    tt_snap_builder b;
    tt_snap_builder_init(&b, &space, NULL);
    assert_int_equal(tt_snap_builder_add_object(&b, TT_OBJ_KINDS, 0, &b), TT_ERR_ARGUMENT);
    struct tt_obj_ddnet_player player = {0};
    assert_int_equal(tt_snap_builder_add_object(&b, TT_OBJ_DDNET_PLAYER, 0, &player),
                     TT_ERR_ARGUMENT);
}

static void random_snapshots(void **state)
{
    (void)state;
    const tt_snap_sizes *const sizes[] = {tt_snap_sizes_of(TT_DIALECT_6),
                                          tt_snap_sizes_of(TT_DIALECT_6),
                                          tt_snap_sizes_of(TT_DIALECT_7)};
    for (uint64_t seed = 1; seed <= 300; seed++) {
        uint64_t random = seed;
        tt_dialect dialect = (tt_dialect)(seed % 3);
        made_random(&model, &random, (int)(seed % 90), sizes[dialect]->ints);
        made_from(&made, &model);
        there_and_back(&made.snap, dialect, seed % 2 == 0 ? TT_OBJ_JSON_NAMES : 0);
    }
}

static void real_snapshots(void **state)
{
    (void)state;
    static uint8_t bytes[1 << 20];
    static tt_demo demo;
    static tt_demo_memory memory;
    tt_demo_event event;
    long count = 0;
    FILE *file = fopen(TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo", "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, bytes, size);
    tt_demo_feed(&demo, NULL, 0);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        if ((event.kind == TT_DEMO_SNAPSHOT || event.kind == TT_DEMO_DELTA) && count++ % 20 == 0) {
            there_and_back(tt_demo_look(&demo).snap, TT_DIALECT_DDNET, TT_OBJ_JSON_NAMES);
        }
    }
    assert_int_equal(count, 2974);
}

static void without_room(void **state)
{
    (void)state;
    struct tt_obj_flag flag = {.x = 320, .y = -640, .team = 1};
    tt_snap_builder b;
    tt_snap_builder_init(&b, &space, NULL);
    tt_snap_builder_add_object(&b, TT_OBJ_FLAG, 3, &flag);
    tt_snap snap = tt_snap_builder_finish(&b);
    char *text = write_json(&snap, TT_DIALECT_DDNET, TT_OBJ_JSON_NAMES);
    assert_string_equal(text,
                        "{\"items\":[{\"type\":5,\"id\":3,\"name\":\"Flag\",\"fields\":{\"x\":"
                        "320,\"y\":-640,\"team\":1,\"team_name\":\"blue\"}}],\"crc\":"
                        "4294966977}");
    for (size_t cap = 0; cap < strlen(text); cap++) {
        char room[256];
        tt_packer p = tt_packer_of(room, cap);
        tt_snap_json(&p, &snap, TT_DIALECT_DDNET, TT_OBJ_JSON_NAMES);
        assert_int_equal(p.status, TT_ERR_SPACE);
        assert_int_equal(tt_packer_bytes(&p).size, 0);
    }
    free(text);
}

static void mistakes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        tt_status status;
        uint64_t offset;
    } rows[] = {
        {"[]", TT_ERR_JSON_TYPE, 0},
        {"{}", TT_ERR_OBJ_MISSING, 0},
        {"{\"items\":[]", TT_ERR_JSON_END, 11},
        {"{\"items\":[]} 1", TT_ERR_JSON_SYNTAX, 13},
        {"{\"items\":[],\"items\":[]}", TT_ERR_OBJ_TWICE, 12},
        {"{\"items\":[],\"what\":[]}", TT_ERR_OBJ_UNKNOWN, 12},
        {"{\"items\":3}", TT_ERR_JSON_TYPE, 9},
        {"{\"items\":[3]}", TT_ERR_JSON_TYPE, 10},
        {"{\"items\":[{}]}", TT_ERR_OBJ_MISSING, 10},
        {"{\"items\":[{\"type\":5}]}", TT_ERR_OBJ_MISSING, 10},
        {"{\"items\":[{\"type\":5,\"id\":1}]}", TT_ERR_OBJ_MISSING, 10},
        {"{\"items\":[{\"type\":5,\"id\":1,\"data\":[],\"fields\":{}}]}", TT_ERR_OBJ_MISSING, 10},
        {"{\"items\":[{\"type\":5,\"id\":1,\"data\":[1.5]}]}", TT_ERR_RANGE, 35},
        {"{\"items\":[{\"type\":5,\"id\":1,\"name\":\"Laser\",\"data\":[]}]}", TT_ERR_OBJ_DIFFER,
         18},
        {"{\"items\":[{\"name\":\"Nobody\",\"id\":1,\"data\":[]}]}", TT_ERR_OBJ_NAME, 18},
        {"{\"items\":[{\"type\":20000,\"uuid\":\"x\",\"id\":1,\"data\":[]}]}", TT_ERR_SYNTAX, 31},
        {"{\"items\":[{\"type\":20000,\"id\":1,\"fields\":{}}]}", TT_ERR_OBJ_MISSING, 40},
        {"{\"items\":[{\"type\":5,\"id\":1,\"fields\":{\"q\":1}}]}", TT_ERR_OBJ_UNKNOWN, 37},
        {"{\"items\":[{\"type\":-5,\"id\":1,\"data\":[]}]}", TT_ERR_SNAP_TYPE, 10},
        {"{\"items\":[{\"type\":5,\"id\":1,\"data\":[]},{\"type\":5,\"id\":1,\"data\":[]}]}",
         TT_ERR_SNAP_TWICE, 38},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_snap snap;
        tt_error error = {TT_OK, 0, NULL};
        tt_status status =
            tt_snap_from_json(&snap, &space, tt_bytes_of(rows[i].text), TT_DIALECT_DDNET, &error);
        assert_int_equal(status, rows[i].status);
        assert_int_equal(error.status, status);
        assert_int_equal(error.offset, rows[i].offset);
        assert_true(error.what[0] != '\0');
        assert_int_equal(snap.count, 0);
        /* nobody has to ask for the place */
        assert_int_equal(
            tt_snap_from_json(&snap, &space, tt_bytes_of(rows[i].text), TT_DIALECT_DDNET, NULL),
            status);
    }
}

/* More ints than a snapshot has room for, in one item and in the second one. */
static void more_than_fits(void **state)
{
    (void)state;
    static char text[8 * TT_SNAP_MAX_INTS];
    static const size_t counts[][2] = {{TT_SNAP_MAX_ITEM_INTS - 2, TT_OK},
                                       {TT_SNAP_MAX_ITEM_INTS - 1, 1},
                                       {TT_SNAP_MAX_ITEM_INTS + 1, 1}};
    for (size_t i = 0; i < 3; i++) {
        tt_snap snap;
        size_t at = (size_t)sprintf(text, "{\"items\":[{\"type\":60,\"id\":1,\"data\":[0");
        for (size_t n = 1; n < counts[i][0]; n++) {
            at += (size_t)sprintf(text + at, ",%d", (int)n % 10);
        }
        sprintf(text + at, "]}]}");
        tt_status status =
            tt_snap_from_json(&snap, &space, tt_bytes_of(text), TT_DIALECT_DDNET, NULL);
        assert_int_equal(status, counts[i][1] == TT_OK ? TT_OK : TT_ERR_SNAP_FULL);
        if (status == TT_OK) {
            made_check(&snap);
        }
        sprintf(text + at, "]},{\"type\":60,\"id\":2,\"data\":[]}]}");
        assert_int_equal(
            tt_snap_from_json(&snap, &space, tt_bytes_of(text), TT_DIALECT_DDNET, NULL),
            TT_ERR_SNAP_FULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind),     cmocka_unit_test(random_snapshots),
        cmocka_unit_test(real_snapshots), cmocka_unit_test(without_room),
        cmocka_unit_test(mistakes),       cmocka_unit_test(more_than_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
