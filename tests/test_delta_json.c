/* SPDX-License-Identifier: MIT
 *
 * Tests of deltas as JSON (teetape/snap_json.h): random ones there and back, what no writer makes,
 * and what each mistake is called and where it is found.
 */
#include "cm.h"

#include <stdlib.h>

#include "support/snap_make.h"
#include "teetape/snap_json.h"

static int32_t ints[TT_DELTA_BOUND], back_ints[TT_DELTA_BOUND];

/* The JSON of a delta, to be freed; a NUL follows it. One byte less is refused, writing nothing. */
static char *write_json(const tt_snap *from, tt_delta delta, const tt_snap_sizes *sizes,
                        tt_dialect dialect)
{
    size_t bound = tt_delta_json_bound(delta, sizes);
    char *text = malloc(bound + 1);
    assert_non_null(text);
    tt_packer p = tt_packer_of(text, bound);
    assert_int_equal(tt_delta_json(&p, from, delta, sizes, dialect), TT_OK);
    size_t size = tt_packer_bytes(&p).size;
    p = tt_packer_of(text, size - 1);
    assert_int_equal(tt_delta_json(&p, from, delta, sizes, dialect), TT_ERR_SPACE);
    assert_int_equal(tt_packer_bytes(&p).size, 0);
    p = tt_packer_of(text, size);
    assert_int_equal(tt_delta_json(&p, from, delta, sizes, dialect), TT_OK);
    text[size] = '\0';
    return text;
}

static tt_status read_json(tt_delta *delta, const char *text, size_t cap,
                           const tt_snap_sizes *sizes, tt_error *error)
{
    tt_delta_builder b;
    tt_delta_builder_init(&b, back_ints, cap, sizes);
    return tt_delta_from_json(delta, &b, tt_bytes_of(text), TT_DIALECT_DDNET, error);
}

static void assert_same(tt_delta a, tt_delta b)
{
    assert_int_equal(a.count, b.count);
    assert_true(a.count == 0 || memcmp(a.ints, b.ints, a.count * sizeof *a.ints) == 0);
}

/* Every cap below what a delta needs is refused. */
static void there_and_back(const tt_snap *from, tt_delta delta, const tt_snap_sizes *sizes)
{
    char *text = write_json(from, delta, sizes, TT_DIALECT_DDNET);
    tt_delta back;
    assert_int_equal(read_json(&back, text, TT_DELTA_BOUND, sizes, NULL), TT_OK);
    assert_same(back, delta);
    for (size_t cap = delta.count; cap-- > 0 && cap + 20 > delta.count;) {
        assert_int_equal(read_json(&back, text, cap, sizes, NULL), TT_ERR_SPACE);
        assert_int_equal(back.count, 0);
    }
    free(text);
}

static void random_deltas(void **state)
{
    (void)state;
    static slow_snap before, after;
    static made_snap from, to;
    const tt_snap_sizes *const sizes[] = {tt_snap_sizes_of(TT_DIALECT_6),
                                          tt_snap_sizes_of(TT_DIALECT_7), &sizes_none};
    for (uint64_t seed = 1; seed <= 100; seed++) {
        uint64_t random = seed;
        const tt_snap_sizes *s = sizes[seed % 3];
        size_t count;
        made_random(&before, &random, (int)(seed % 60), s->ints);
        made_random(&after, &random, (int)(seed % 50), s->ints);
        made_from(&from, &before);
        made_from(&to, &after);
        assert_int_equal(tt_delta_create(ints, TT_DELTA_BOUND, &count, &from.snap, &to.snap, s),
                         TT_OK);
        there_and_back(&from.snap, (tt_delta){ints, count}, s);
        there_and_back(NULL, (tt_delta){ints, count}, s);
    }
}

/* Keys that no item can have, a third int, ints after the end. */
static void what_no_writer_makes(void **state)
{
    (void)state;
    static const int32_t one[] = {2, 1, 7, -1, 5 << 16 | 3, 5, 9, 1, 2, 0, 8, -9};
    const tt_delta delta = {one, sizeof one / sizeof one[0]};
    char *text = write_json(NULL, delta, tt_snap_sizes_of(TT_DIALECT_6), TT_DIALECT_DDNET);
    assert_string_equal(text, "{\"removed\":[{\"key\":-1},{\"type\":5,\"id\":3,\"name\":\"Flag\"}],"
                              "\"updates\":[{\"type\":5,\"id\":9,\"name\":\"Flag\",\"fields\":"
                              "{\"x\":1,\"y\":2,\"team\":0}}],\"third\":7,\"left_over\":[8,-9]}");
    free(text);
    there_and_back(NULL, delta, tt_snap_sizes_of(TT_DIALECT_6));
}

/* With the old snapshot it is known which updates are new, and only these have names of values. */
static void new_and_old(void **state)
{
    (void)state;
    static const int32_t one[] = {0, 2, 0, 5, 3, 1, 2, 0, 5, 4, 1, 2, 0};
    static tt_snap_space space;
    struct tt_obj_flag flag = {.x = 1};
    tt_snap_builder b;
    tt_snap_builder_init(&b, &space, NULL);
    tt_snap_builder_add_object(&b, TT_OBJ_FLAG, 3, &flag);
    tt_snap from = tt_snap_builder_finish(&b);
    char *text = write_json(&from, (tt_delta){one, sizeof one / sizeof one[0]},
                            tt_snap_sizes_of(TT_DIALECT_6), TT_DIALECT_DDNET);
    assert_string_equal(
        text, "{\"removed\":[],\"updates\":["
              "{\"type\":5,\"id\":3,\"name\":\"Flag\",\"new\":false,\"fields\":{\"x\":1,\"y\":2,"
              "\"team\":0}},{\"type\":5,\"id\":4,\"name\":\"Flag\",\"new\":true,\"fields\":{"
              "\"x\":1,\"y\":2,\"team\":0,\"team_name\":\"red\"}}]}");
    free(text);
}

/* Items of extended types before and after their declarations; those of more types than are looked
 * at have numbers alone. */
static void declared_types_have_names(void **state)
{
    (void)state;
    enum { TYPES = 70 };
    size_t count = 3;
    ints[0] = ints[2] = 0;
    ints[1] = 2 * TYPES;
    for (int32_t i = 0; i < 2 * TYPES; i++) {
        int32_t id = TT_SNAP_FIRST_EXTENDED + i / 2;
        int32_t declaration[] = {0, id, 4, 100 + i / 2, 2, 3, 4}, item[] = {id, i, 1, 77};
        int declares = i % 2 == (i / 2) % 2; /* after the item, or before it */
        memcpy(ints + count, declares ? declaration : item,
               declares ? sizeof declaration : sizeof item);
        count += declares ? 7 : 4;
    }
    char *text = write_json(NULL, (tt_delta){ints, count}, &sizes_none, TT_DIALECT_DDNET);
    size_t named = 0;
    for (const char *at = text; (at = strstr(at, ",\"uuid\":\"000000")) != NULL; at++) {
        named++;
    }
    assert_int_equal(named, 64);
    free(text);
    there_and_back(NULL, (tt_delta){ints, count}, &sizes_none);
}

/* A delta that cannot be walked through is not written, not even in part. */
static void damaged_deltas(void **state)
{
    (void)state;
    static const int32_t one[] = {0, 2, 0, 5, 3, 1, 2, 0, 5};
    for (size_t count = 1; count < 9; count++) {
        char room[512];
        tt_packer p = tt_packer_of(room, sizeof room);
        const tt_delta delta = {one, count};
        assert_true(
            tt_delta_json(&p, NULL, delta, tt_snap_sizes_of(TT_DIALECT_6), TT_DIALECT_DDNET) < 0);
        assert_int_equal(tt_packer_bytes(&p).size, 0);
    }
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
        {"{\"removed\":[]", TT_ERR_JSON_END, 13},
        {"{\"its\":[]}", TT_ERR_OBJ_UNKNOWN, 1},
        {"{\"removed\":3}", TT_ERR_JSON_TYPE, 11},
        {"{\"removed\":[{}]}", TT_ERR_OBJ_MISSING, 12},
        {"{\"removed\":[{\"key\":1.5}]}", TT_ERR_RANGE, 19},
        {"{\"removed\":[{\"type\":-1,\"id\":1}]}", TT_ERR_DELTA_TYPE, 12},
        {"{\"updates\":[{\"type\":5,\"id\":70000,\"data\":[1,2,3]}]}", TT_ERR_DELTA_ID, 12},
        {"{\"updates\":[{\"type\":5,\"id\":1,\"data\":[1,2]}]}", TT_ERR_DELTA_STATIC, 12},
        {"{\"updates\":[{\"type\":5,\"id\":1,\"data\":[1.5]}]}", TT_ERR_RANGE, 37},
        {"{\"third\":\"x\"}", TT_ERR_RANGE, 9},
        {"{\"left_over\":[true]}", TT_ERR_RANGE, 14},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_error error = {TT_OK, 0, NULL};
        tt_delta delta;
        assert_int_equal(
            read_json(&delta, rows[i].text, TT_DELTA_BOUND, tt_snap_sizes_of(TT_DIALECT_6), &error),
            rows[i].status);
        assert_int_equal(error.status, rows[i].status);
        assert_int_equal(error.offset, rows[i].offset);
        assert_int_equal(delta.count, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_deltas),  cmocka_unit_test(what_no_writer_makes),
        cmocka_unit_test(new_and_old),    cmocka_unit_test(declared_types_have_names),
        cmocka_unit_test(damaged_deltas), cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
