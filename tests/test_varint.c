/* SPDX-License-Identifier: MIT
 *
 * Tests of single varints (teetape/varint.h) against a slow model that works with division
 * instead of bits, and against the vectors of tests/vectors/varint.txt.
 */
#include "cm.h"

#include "base/cursor.h"
#include "teetape/varint.h"

#include "vectors.h"
#include "wire/varint_inline.h"

/* What the bytes of a value say, read as sums. Returns the size, 0 when cut. */
static size_t model_decode(const uint8_t *src, size_t size, int32_t *value, unsigned *odd)
{
    static const int64_t weights[5] = {1, 64, 64 * 128, 64 * 128 * 128, 64 * 128 * 128 * 128};
    static const unsigned moduli[5] = {64, 128, 128, 128, 16};
    int64_t sum = 0;
    for (size_t i = 0; i < 5; i++) {
        if (i == size) {
            return 0;
        }
        sum += (int64_t)(src[i] % moduli[i]) * weights[i];
        if (src[i] < 128 || i == 4) {
            *value = (int32_t)(src[0] / 64 % 2 == 0 ? sum : -sum - 1);
            *odd = (i > 0 && src[i] % moduli[i] == 0 ? TT_ODD_OVERLONG : 0u) |
                   (i == 4 && src[i] >= 16 ? TT_ODD_PADDING : 0u);
            return i + 1;
        }
    }
    return 0;
}

static size_t model_encode(uint8_t *dst, int32_t value)
{
    int64_t left = value < 0 ? -((int64_t)value + 1) : value;
    int64_t byte = left % 64 + (value < 0 ? 64 : 0);
    size_t size = 0;
    for (left /= 64; left > 0; left /= 128) {
        dst[size++] = (uint8_t)(byte + 128);
        byte = left % 128;
    }
    dst[size++] = (uint8_t)byte;
    return size;
}

/* All that is promised about one byte string. */
static void check_bytes(const uint8_t *src, size_t size)
{
    int32_t expected = 0, value = 12345, cursor_value;
    unsigned expected_odd = 0, odd = 99;
    size_t used = model_decode(src, size, &expected, &expected_odd);
    assert_int_equal(tt_varint_decode(src, size, &value, &odd), used);
    assert_int_equal(odd, expected_odd);
    assert_int_equal(value, expected);
    assert_int_equal(tt_varint_decode(src, size, &value, NULL), used);
    tt_unpacker u = tt_unpacker_of(src, size);
    cursor_value = tt_unpack_int(&u);
    assert_int_equal(cursor_value, expected);
    assert_int_equal(tti_unpacker_offset(&u), used);
    assert_int_equal(u.status, used == 0 ? TT_ERR_TRUNCATED : TT_OK);
    assert_int_equal(u.odd, expected_odd);
    assert_ptr_equal(u.odd_at, expected_odd == 0 ? NULL : src);
}

/* All that is promised about one value. */
static void check_value(int32_t value)
{
    uint8_t expected[5], bytes[8], packed[5];
    size_t size = model_encode(expected, value);
    memset(bytes, 0xee, sizeof bytes);
    assert_int_equal(tti_varint_size(value), size);
    assert_int_equal(tt_varint_encode(bytes, value), size);
    assert_memory_equal(bytes, expected, size);
    assert_int_equal(bytes[5], 0xee);
    for (size_t cut = 0; cut <= size; cut++) {
        check_bytes(bytes, cut);
        tt_packer p = tt_packer_of(packed, cut);
        tt_pack_int(&p, value);
        assert_int_equal(p.status, cut == size ? TT_OK : TT_ERR_SPACE);
        assert_int_equal(tt_packer_bytes(&p).size, cut == size ? size : 0);
    }
    assert_memory_equal(packed, expected, size);
    int32_t back;
    unsigned odd;
    assert_int_equal(tt_varint_decode(bytes, sizeof bytes, &back, &odd), size);
    assert_int_equal(back, value);
    assert_int_equal(odd, 0);
}

static void values_around_powers_of_two(void **state)
{
    (void)state;
    for (int bit = 0; bit < 32; bit++) {
        for (int64_t off = -70; off <= 70; off++) {
            int64_t up = ((int64_t)1 << bit) + off;
            if (up <= INT32_MAX) {
                check_value((int32_t)up);
            }
            if (-up >= INT32_MIN && -up <= INT32_MAX) {
                check_value((int32_t)-up);
            }
        }
    }
    check_value(INT32_MAX);
    check_value(INT32_MIN);
    check_value(INT32_MIN + 1);
}

static void sizes_change_where_they_should(void **state)
{
    (void)state;
    static const int32_t last[4] = {63, 8191, 1048575, 134217727};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(tti_varint_size(last[i]), i + 1);
        assert_int_equal(tti_varint_size(last[i] + 1), i + 2);
        assert_int_equal(tti_varint_size(-last[i] - 1), i + 1);
        assert_int_equal(tti_varint_size(-last[i] - 2), i + 2);
    }
    assert_int_equal(tti_varint_size(INT32_MAX), TT_VARINT_MAX);
    assert_int_equal(tti_varint_size(INT32_MIN), TT_VARINT_MAX);
}

static void random_values(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 20000; i++) {
        uint32_t bits = random_next(&seed);
        check_value(tti_signed(bits) >> (random_next(&seed) % 32));
    }
}

/* Every string of one and two bytes, and random ones with many top bits set. */
static void all_short_and_random_bytes(void **state)
{
    (void)state;
    uint8_t bytes[6] = {0};
    uint64_t seed = 2;
    check_bytes(bytes, 0);
    for (unsigned i = 0; i < 0x10000; i++) {
        bytes[0] = (uint8_t)(i >> 8);
        bytes[1] = (uint8_t)i;
        check_bytes(bytes, 1);
        check_bytes(bytes, 2);
    }
    for (int i = 0; i < 100000; i++) {
        for (size_t k = 0; k < sizeof bytes; k++) {
            uint32_t any = random_next(&seed);
            bytes[k] = (uint8_t)((any >> 8 & 3) != 0 ? any | 0x80 : any & 0x81);
        }
        check_bytes(bytes, random_next(&seed) % 7);
    }
}

static void odd_forms(void **state)
{
    (void)state;
    static const struct {
        uint8_t bytes[6];
        size_t size, used;
        int32_t value;
        unsigned odd;
    } rows[] = {
        {{0x80, 0x00}, 2, 2, 0, TT_ODD_OVERLONG},
        {{0xc0, 0x00}, 2, 2, -1, TT_ODD_OVERLONG},
        {{0x80, 0x80, 0x00}, 3, 3, 0, TT_ODD_OVERLONG},
        {{0x81, 0x80, 0x80, 0x00}, 4, 4, 1, TT_ODD_OVERLONG},
        {{0x80, 0x80, 0x80, 0x80, 0x00}, 5, 5, 0, TT_ODD_OVERLONG},
        {{0x80, 0x80, 0x80, 0x80, 0xf0}, 5, 5, 0, TT_ODD_OVERLONG | TT_ODD_PADDING},
        {{0x80, 0x80, 0x80, 0x80, 0x80, 0x01}, 6, 5, 0, TT_ODD_OVERLONG | TT_ODD_PADDING},
        {{0xff, 0xff, 0xff, 0xff, 0x7f}, 5, 5, INT32_MIN, TT_ODD_PADDING},
        {{0xbf, 0xff, 0xff, 0xff, 0x8f}, 5, 5, INT32_MAX, TT_ODD_PADDING},
        {{0xff, 0xff, 0xff, 0xff, 0x0f}, 5, 5, INT32_MIN, 0},
        {{0x80, 0x80, 0x01}, 3, 3, 8192, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int32_t value;
        unsigned odd;
        assert_int_equal(tt_varint_decode(rows[i].bytes, rows[i].size, &value, &odd), rows[i].used);
        assert_int_equal(value, rows[i].value);
        assert_int_equal(odd, rows[i].odd);
    }
}

static void cursor_collects_what_is_odd(void **state)
{
    (void)state;
    const uint8_t bytes[] = {0x01, 0x80, 0x00, 0x02, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x80};
    tt_unpacker u = tt_unpacker_of(bytes, sizeof bytes);
    assert_int_equal(tt_unpack_int(&u), 1);
    assert_int_equal(u.odd, 0);
    assert_null(u.odd_at);
    assert_int_equal(tt_unpack_int(&u), 0);
    assert_int_equal(u.odd, TT_ODD_OVERLONG);
    assert_int_equal(tt_unpack_int(&u), 2);
    assert_int_equal(tt_unpack_int(&u), INT32_MIN);
    assert_int_equal(u.odd, TT_ODD_OVERLONG | TT_ODD_PADDING);
    assert_ptr_equal(u.odd_at, bytes + 1);
    assert_int_equal(tt_unpack_int(&u), 0);
    assert_int_equal(u.status, TT_ERR_TRUNCATED);
    assert_int_equal(tti_unpacker_offset(&u), 9);
}

/* The readers of recordings count on this: after 0 they ask for more bytes and try again. */
static void inline_reader_changes_nothing_when_cut(void **state)
{
    (void)state;
    const uint8_t bytes[5] = {0xff, 0xff, 0xff, 0xff, 0x7f};
    for (size_t size = 0; size < 5; size++) {
        const uint8_t *at = bytes;
        int32_t value = 77;
        unsigned odd = 4;
        assert_int_equal(tti_varint_get(&at, bytes + size, &value, &odd), 0);
        assert_ptr_equal(at, bytes);
        assert_int_equal(value, 77);
        assert_int_equal(odd, 4);
    }
    const uint8_t *at = bytes;
    int32_t value;
    unsigned odd = 4;
    assert_int_equal(tti_varint_get(&at, bytes + 5, &value, &odd), 1);
    assert_int_equal(odd, 4 | TT_ODD_PADDING);
}

static void vectors_are_met(void **state)
{
    (void)state;
    int packed = 0, unpacked = 0;
    vectors v;
    vectors_open(&v, "varint.txt");
    while (vectors_next(&v)) {
        uint8_t in[512], out[512];
        int pack = vectors_is(&v, "pack.");
        int error = strcmp(v.field[2], "error") == 0;
        size_t in_size = vectors_hex(in, sizeof in, v.field[1]);
        size_t out_size = error ? 0 : vectors_hex(out, sizeof out, v.field[2]);
        const uint8_t *numbers = pack ? in : out;
        size_t count = (pack ? in_size : out_size) / 4;
        tt_unpacker u = pack ? tt_unpacker_of(out, out_size) : tt_unpacker_of(in, in_size);
        uint8_t space[512];
        tt_packer p = tt_packer_of(space, sizeof space);
        for (size_t i = 0; i < count && !error; i++) {
            int32_t number = tti_signed(tti_load_le32(numbers + 4 * i));
            assert_int_equal(tt_unpack_int(&u), number);
            tt_pack_int(&p, number);
        }
        while (error && u.status == TT_OK) {
            (void)tt_unpack_int(&u);
        }
        assert_int_equal(u.status, error ? TT_ERR_TRUNCATED : TT_OK);
        assert_int_equal(tt_unpacker_left(&u), 0);
        if (pack) {
            assert_int_equal(u.odd, 0);
            assert_true(tt_bytes_equal(tt_packer_bytes(&p), (tt_bytes){out, out_size}));
        }
        packed += pack;
        unpacked += vectors_is(&v, "unpack.");
    }
    assert_int_equal(packed, 250);
    assert_int_equal(unpacked, 250);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_around_powers_of_two),
        cmocka_unit_test(sizes_change_where_they_should),
        cmocka_unit_test(random_values),
        cmocka_unit_test(all_short_and_random_bytes),
        cmocka_unit_test(odd_forms),
        cmocka_unit_test(cursor_collects_what_is_odd),
        cmocka_unit_test(inline_reader_changes_nothing_when_cut),
        cmocka_unit_test(vectors_are_met),
    };
    return cmocka_run_group_tests_name("varint", tests, NULL, NULL);
}
