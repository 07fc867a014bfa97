/* SPDX-License-Identifier: MIT
 *
 * Tests of arrays of varints (teetape/varint.h): one value at a time is the model.
 */
#include "cm.h"

#include <stdlib.h>

#include "base/mem.h"
#include "teetape/varint.h"
#include "vectors.h"
#include "wire/varint_inline.h"

#define COUNT 200

static int32_t random_value(uint64_t *seed)
{
    int32_t value = tti_signed(random_next(seed));
    return value >> random_next(seed) % 32;
}

static void nothing_gives_nothing(void **state)
{
    (void)state;
    size_t count = 9, size = 9;
    tt_error error = {TT_MORE, 7, NULL};
    assert_int_equal(tt_varints_decode(NULL, 0, &count, NULL, 0, &error), TT_OK);
    assert_int_equal(count, 0);
    assert_int_equal(error.status, TT_MORE); /* only filled on failure */
    assert_int_equal(tt_varints_encode(NULL, 0, &size, NULL, 0), TT_OK);
    assert_int_equal(size, 0);
}

static void random_round_trips(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int round = 0; round < 300; round++) {
        int32_t values[COUNT], back[COUNT];
        uint8_t bytes[COUNT * TT_VARINT_MAX], expected[COUNT * TT_VARINT_MAX];
        size_t count = random_next(&seed) % COUNT, size, decoded, at = 0;
        for (size_t i = 0; i < count; i++) {
            values[i] = random_value(&seed);
            at += tt_varint_encode(expected + at, values[i]);
        }
        assert_int_equal(tt_varints_encode(bytes, sizeof bytes, &size, values, count), TT_OK);
        assert_int_equal(size, at);
        assert_true(size == 0 || memcmp(bytes, expected, size) == 0);
        assert_int_equal(tt_varints_encode(bytes, at, &size, values, count), TT_OK);
        assert_int_equal(tt_varints_decode(back, count, &decoded, bytes, size, NULL), TT_OK);
        assert_int_equal(decoded, count);
        assert_true(count == 0 || memcmp(back, values, count * sizeof values[0]) == 0);
    }
}

/* Values of all sizes, cut at every byte: the whole ones before the cut are there. */
static void cut_at_every_byte(void **state)
{
    (void)state;
    const int32_t values[] = {5, 64, -8193, 1048576, INT32_MIN, -1, 134217728, 0};
    uint8_t bytes[64];
    size_t size, starts[9] = {0};
    assert_int_equal(tt_varints_encode(bytes, sizeof bytes, &size, values, 8), TT_OK);
    for (size_t i = 0; i < 8; i++) {
        starts[i + 1] = starts[i] + tti_varint_size(values[i]);
    }
    assert_int_equal(starts[8], size);
    for (size_t cut = 0; cut <= size; cut++) {
        size_t whole = 0, count;
        int32_t back[9] = {0};
        tt_error error = {TT_OK, 0, NULL};
        while (whole < 8 && starts[whole + 1] <= cut) {
            whole++;
        }
        tt_status status = tt_varints_decode(back, 8, &count, bytes, cut, &error);
        assert_int_equal(status, starts[whole] == cut ? TT_OK : TT_ERR_TRUNCATED);
        assert_int_equal(error.status, status);
        assert_int_equal(count, whole);
        assert_true(whole == 0 || memcmp(back, values, whole * sizeof back[0]) == 0);
        if (status != TT_OK) {
            assert_int_equal(error.offset, starts[whole]);
            assert_string_equal(error.what, tt_status_text(TT_ERR_TRUNCATED));
        }
    }
}

static void too_few_places(void **state)
{
    (void)state;
    const uint8_t bytes[] = {1, 0x80, 1, 2, 3};
    for (size_t cap = 0; cap <= 5; cap++) {
        int32_t back[6] = {9, 9, 9, 9, 9, 9};
        const int32_t values[4] = {1, 64, 2, 3};
        const uint64_t offsets[4] = {0, 1, 3, 4};
        size_t count;
        tt_error error = {TT_OK, 0, NULL};
        tt_status status = tt_varints_decode(back, cap, &count, bytes, sizeof bytes, &error);
        assert_int_equal(status, cap < 4 ? TT_ERR_SPACE : TT_OK);
        assert_int_equal(count, cap < 4 ? cap : 4);
        assert_true(count == 0 || memcmp(back, values, count * sizeof back[0]) == 0);
        assert_int_equal(back[count], 9);
        if (cap < 4) {
            assert_int_equal(error.status, TT_ERR_SPACE);
            assert_int_equal(error.offset, offsets[cap]);
        }
    }
}

static void too_few_bytes(void **state)
{
    (void)state;
    const int32_t values[] = {INT32_MAX, 1, -65, INT32_MIN, 63};
    uint8_t whole[32];
    size_t size;
    assert_int_equal(tt_varints_encode(whole, sizeof whole, &size, values, 5), TT_OK);
    assert_int_equal(size, 5 + 1 + 2 + 5 + 1);
    const size_t ends[6] = {0, 5, 6, 8, 13, 14};
    for (size_t cap = 0; cap <= size + 6; cap++) {
        uint8_t bytes[32];
        size_t fitting = 5, written;
        memset(bytes, 0xee, sizeof bytes);
        while (ends[fitting] > cap) {
            fitting--;
        }
        assert_int_equal(tt_varints_encode(bytes, cap, &written, values, 5),
                         fitting == 5 ? TT_OK : TT_ERR_SPACE);
        assert_int_equal(written, ends[fitting]);
        assert_true(written == 0 || memcmp(bytes, whole, written) == 0);
        for (size_t i = written; i < sizeof bytes; i++) {
            assert_int_equal(bytes[i], 0xee);
        }
    }
}

/* Bytes that no writer makes: any bytes give what single decoding gives. */
static void random_bytes(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int round = 0; round < 5000; round++) {
        uint8_t bytes[40];
        int32_t back[40];
        size_t size = random_next(&seed) % sizeof bytes, count, at = 0, i = 0;
        for (size_t k = 0; k < size; k++) {
            uint32_t any = random_next(&seed);
            bytes[k] = (uint8_t)((any & 0x300) != 0 ? any | 0x80 : any);
        }
        tt_error error = {TT_OK, 0, NULL};
        tt_status status = tt_varints_decode(back, 40, &count, bytes, size, &error);
        for (;; i++) {
            int32_t value;
            size_t used = tt_varint_decode(bytes + at, size - at, &value, NULL);
            if (used == 0) {
                break;
            }
            assert_true(i < count);
            assert_int_equal(back[i], value);
            at += used;
        }
        assert_int_equal(count, i);
        assert_int_equal(status, at == size ? TT_OK : TT_ERR_TRUNCATED);
        assert_int_equal(error.offset, at == size ? 0 : at);
    }
}

/* Like the ints of snapshots: runs of short ones, of any length, with long ones between. */
static size_t fill_runs(int32_t *values, size_t count, uint64_t *seed)
{
    for (size_t i = 0; i < count;) {
        size_t run = random_next(seed) % 40, longs = 1 + random_next(seed) % 3;
        for (; run > 0 && i < count; run--) {
            values[i++] = tti_signed(random_next(seed)) >> (26 + random_next(seed) % 6);
        }
        for (; longs > 0 && i < count; longs--) {
            values[i++] = random_value(seed);
        }
    }
    return count;
}

/* The first `room` ints of `size` bytes, at an address that is a multiple of nothing; what comes
 * after them is none of the decoder's business, and neither is the space after its result. */
static void check_decode(const uint8_t *bytes, size_t size, size_t room, unsigned shift)
{
    static int32_t want[COUNT * TT_VARINT_MAX], space[COUNT * TT_VARINT_MAX + 8];
    static uint8_t source[COUNT * TT_VARINT_MAX + 64];
    size_t at = 0, want_count = 0, used = 1, count;
    int32_t *back = space + shift % 4;
    while (at < size && want_count < room) {
        used = tt_varint_decode(bytes + at, size - at, &want[want_count], NULL);
        if (used == 0) {
            break;
        }
        at += used;
        want_count++;
    }
    memset(source, shift % 2 != 0 ? 0xff : 0, sizeof source);
    memcpy(source + shift, bytes, size);
    back[room] = 4711;
    tt_error error = {TT_OK, 0, NULL};
    tt_status status = tt_varints_decode(back, room, &count, source + shift, size, &error);
    tt_status expected = at == size ? TT_OK : used == 0 ? TT_ERR_TRUNCATED : TT_ERR_SPACE;
    assert_int_equal(status, expected);
    assert_int_equal(error.status, expected);
    assert_int_equal(error.offset, expected == TT_OK ? 0 : at);
    assert_int_equal(count, want_count);
    assert_true(count == 0 || memcmp(back, want, count * sizeof back[0]) == 0);
    assert_int_equal(back[room], 4711);
}

/* The same for coding the first `count` values into `room` bytes. */
static void check_encode(const int32_t *values, size_t count, size_t room, unsigned shift)
{
    static uint8_t want[COUNT * TT_VARINT_MAX], space[COUNT * TT_VARINT_MAX + 64];
    static int32_t source[COUNT + 8];
    uint8_t *made = space + shift;
    size_t fitting = 0, at = 0, size;
    while (fitting < count && at + tti_varint_size(values[fitting]) <= room) {
        at += tt_varint_encode(want + at, values[fitting++]);
    }
    memset(source, shift % 2 != 0 ? 0xff : 0, sizeof source);
    memcpy(source + shift % 4, values, count * sizeof values[0]);
    memset(made, 0xee, room + 17);
    tt_status status = tt_varints_encode(made, room, &size, source + shift % 4, count);
    assert_int_equal(status, fitting == count ? TT_OK : TT_ERR_SPACE);
    assert_int_equal(size, at);
    assert_true(at == 0 || memcmp(made, want, at) == 0);
    for (size_t i = size; i < room + 17; i++) { /* also what is after a value that did not fit */
        assert_int_equal(made[i], 0xee);
    }
}

/* Ints that mostly have five bytes, as those of messages, that have sizes of all kinds, or hardly
 * any long ones. */
static void fill_mixed(int32_t *values, size_t count, int kind, uint64_t *seed)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t any = random_next(seed), rare = random_next(seed) % 16;
        unsigned shift = kind == 0   ? (rare == 0 ? any % 32 : 0)
                         : kind == 1 ? any % 32
                                     : (rare == 0 ? any % 32 : 26 + any % 6);
        values[i] = tti_signed(random_next(seed));
        values[i] = values[i] < 0 ? -1 - (int32_t)((uint32_t)~values[i] >> shift)
                                  : (int32_t)((uint32_t)values[i] >> shift);
    }
}

/* Source and result in memory of their own, so that a sanitizer sees every byte beyond. */
static void check_own_decode(const uint8_t *bytes, size_t size, const int32_t *values, size_t whole,
                             size_t room)
{
    uint8_t *source = malloc(size + 1);
    int32_t *back = malloc((room + 1) * sizeof *back);
    size_t count, want = whole < room ? whole : room;
    assert_non_null(source);
    assert_non_null(back);
    memcpy(source + 1, bytes, size);
    tt_varints_decode(back + 1, room, &count, source + 1, size, NULL);
    assert_int_equal(count, want);
    assert_true(count == 0 || memcmp(back + 1, values, count * sizeof *back) == 0);
    free(source);
    free(back);
}

static void check_own_encode(const int32_t *values, size_t count, const uint8_t *bytes, size_t size,
                             size_t room)
{
    int32_t *source = malloc((count + 1) * sizeof *source);
    uint8_t *made = malloc(room + 1);
    size_t written;
    assert_non_null(source);
    assert_non_null(made);
    memcpy(source + 1, values, count * sizeof *values);
    tt_status status = tt_varints_encode(made + 1, room, &written, source + 1, count);
    assert_int_equal(status, room < size ? TT_ERR_SPACE : TT_OK);
    assert_true(written <= size && (room < size || written == size));
    assert_true(written == 0 || memcmp(made + 1, bytes, written) == 0);
    free(source);
    free(made);
}

static void memory_of_its_own(void **state)
{
    (void)state;
    uint64_t seed = 8;
    for (int round = 0; round < 90; round++) {
        int32_t values[COUNT];
        uint8_t bytes[COUNT * TT_VARINT_MAX];
        size_t ends[COUNT + 1] = {0}, whole = 0, count = random_next(&seed) % COUNT;
        fill_mixed(values, count, round % 3, &seed);
        for (size_t i = 0; i < count; i++) {
            ends[i + 1] = ends[i] + tt_varint_encode(bytes + ends[i], values[i]);
        }
        for (size_t cut = 0; cut <= ends[count]; cut++) {
            whole += whole < count && ends[whole + 1] <= cut;
            check_own_decode(bytes, cut, values, whole, random_next(&seed) % (count + 20));
            check_own_decode(bytes, cut, values, whole, count);
        }
        for (size_t room = 0; room <= ends[count] + 20; room++) {
            check_own_encode(values, count, bytes, ends[count], room);
            check_encode(values, count, room, (unsigned)room % 17);
        }
    }
}

/* Every place, every cut and every room: whatever is done many at once ends somewhere. */
static void runs_at_any_place(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (int round = 0; round < 60; round++) {
        int32_t values[COUNT];
        uint8_t bytes[COUNT * TT_VARINT_MAX];
        size_t size;
        size_t count = fill_runs(values, random_next(&seed) % COUNT, &seed);
        assert_int_equal(tt_varints_encode(bytes, sizeof bytes, &size, values, count), TT_OK);
        for (unsigned shift = 0; shift < 17; shift++) {
            check_decode(bytes, size, count, shift);
            check_encode(values, count, size, shift);
        }
        for (size_t cut = 0; cut <= size; cut++) {
            check_decode(bytes, cut, count, (unsigned)cut % 17);
            check_encode(values, count, cut, (unsigned)cut % 17);
        }
        for (size_t room = 0; room <= count; room++) {
            check_decode(bytes, size, room, (unsigned)room % 17);
            check_encode(values, room, size, (unsigned)room % 17);
        }
    }
}

/* Overlong values and padding inside of what is done many at once. */
static void odd_runs(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 20000; round++) {
        uint8_t bytes[150];
        size_t size = random_next(&seed) % sizeof bytes;
        uint32_t rare = 1 + random_next(&seed) % 30;
        for (size_t i = 0; i < size; i++) {
            uint32_t any = random_next(&seed);
            bytes[i] = (uint8_t)((any >> 8) % rare == 0 ? any | 0x80 : any & 0x7f);
        }
        check_decode(bytes, size, sizeof bytes, (unsigned)round % 17);
    }
}

/* Around every change of size, alone among zeros at each place. */
static void edges_among_zeros(void **state)
{
    (void)state;
    static const int32_t edges[] = {63,      64,        8191,      8192,      1048575,
                                    1048576, 134217727, 134217728, INT32_MAX, 0};
    for (size_t e = 0; e < 2 * sizeof edges / sizeof edges[0]; e++) {
        for (size_t place = 0; place < 40; place++) {
            int32_t values[40] = {0}, back[40];
            uint8_t bytes[40 * TT_VARINT_MAX];
            size_t size, count;
            values[place] = e % 2 != 0 ? -1 - edges[e / 2] : edges[e / 2];
            assert_int_equal(tt_varints_encode(bytes, sizeof bytes, &size, values, 40), TT_OK);
            assert_int_equal(size, 39 + tti_varint_size(values[place]));
            assert_int_equal(tt_varints_decode(back, 40, &count, bytes, size, NULL), TT_OK);
            assert_int_equal(count, 40);
            assert_memory_equal(back, values, sizeof values);
        }
    }
}

static void vectors_are_met(void **state)
{
    (void)state;
    int packed = 0, unpacked = 0;
    vectors v;
    vectors_open(&v, "varint.txt");
    while (vectors_next(&v)) {
        uint8_t in[512], out[512], made[512];
        int32_t values[128];
        size_t made_size, count = 0;
        size_t in_size = vectors_hex(in, sizeof in, v.field[1]);
        if (strcmp(v.field[2], "error") == 0) {
            assert_int_equal(tt_varints_decode(values, 128, &count, in, in_size, NULL),
                             TT_ERR_TRUNCATED);
            unpacked++;
            continue;
        }
        size_t out_size = vectors_hex(out, sizeof out, v.field[2]);
        int pack = vectors_is(&v, "pack.");
        if (pack) {
            count = in_size / 4;
            for (size_t i = 0; i < count; i++) {
                values[i] = tti_signed(tti_load_le32(in + 4 * i));
            }
            assert_int_equal(tt_varints_encode(made, sizeof made, &made_size, values, count),
                             TT_OK);
        } else {
            assert_int_equal(tt_varints_decode(values, 128, &count, in, in_size, NULL), TT_OK);
            for (size_t i = 0; i < count; i++) {
                tti_store_le32(made + 4 * i, (uint32_t)values[i]);
            }
            made_size = 4 * count;
        }
        assert_int_equal(made_size, out_size);
        assert_true(out_size == 0 || memcmp(made, out, out_size) == 0);
        packed += pack;
        unpacked += !pack;
    }
    assert_int_equal(packed, 250);
    assert_int_equal(unpacked, 250);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_gives_nothing),
        cmocka_unit_test(random_round_trips),
        cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(too_few_places),
        cmocka_unit_test(too_few_bytes),
        cmocka_unit_test(random_bytes),
        cmocka_unit_test(runs_at_any_place),
        cmocka_unit_test(memory_of_its_own),
        cmocka_unit_test(odd_runs),
        cmocka_unit_test(edges_among_zeros),
        cmocka_unit_test(vectors_are_met),
    };
    return cmocka_run_group_tests_name("varints", tests, NULL, NULL);
}
