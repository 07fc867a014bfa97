/* SPDX-License-Identifier: MIT
 *
 * Tests of the encodings of Parquet: bytes as its format has them, and random values that a slow
 * decoder here reads back.
 */
#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "support/random.h"
#include "table/parquet.h"
#include "table/thrift.h"

/* What was encoded, and how far it was read. */
struct reader {
    const uint8_t *data;
    size_t size, at;
};

static uint8_t next_byte(struct reader *r)
{
    assert_true(r->at < r->size);
    return r->data[r->at++];
}

static uint64_t next_varuint(struct reader *r)
{
    uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t byte = next_byte(r);
        assert_true(shift < 64);
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            return number;
        }
    }
}

static int64_t next_zigzag(struct reader *r)
{
    uint64_t number = next_varuint(r);
    return (int64_t)(number >> 1 ^ (number & 1 ? UINT64_MAX : 0));
}

/* Bit by bit; `bit` counts from the first bit of `data`. */
static uint64_t bits_at(const uint8_t *data, size_t bit, unsigned width)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < width; i++) {
        number |= (uint64_t)(data[(bit + i) / 8] >> (bit + i) % 8 & 1) << i;
    }
    return number;
}

static struct reader reader_of(const struct table_buffer *b)
{
    assert_false(b->has_failed);
    return (struct reader){b->data, b->size, 0};
}

static void assert_bytes(struct table_buffer *b, const char *bytes, size_t size)
{
    assert_false(b->has_failed);
    assert_int_equal(b->size, size);
    assert_memory_equal(b->data, bytes, size);
    free(b->data);
    *b = (struct table_buffer){.data = NULL};
}

#define ASSERT_BYTES(buffer, literal) assert_bytes(buffer, literal, sizeof(literal) - 1)

static void numbers_have_their_bytes(void **state)
{
    (void)state;
    struct table_buffer b = {.data = NULL};
    tti_table_buffer_varuint(&b, 0);
    tti_table_buffer_varuint(&b, 127);
    tti_table_buffer_varuint(&b, 128);
    tti_table_buffer_varuint(&b, 300);
    tti_table_buffer_varuint(&b, UINT64_MAX);
    ASSERT_BYTES(&b, "\x00\x7f\x80\x01\xac\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
    assert_true(table_zigzag(0) == 0 && table_zigzag(-1) == 1 && table_zigzag(1) == 2);
    assert_true(table_zigzag(INT64_MIN) == UINT64_MAX);
    assert_true(table_zigzag(INT64_MAX) == UINT64_MAX - 1);
    tti_table_buffer_number(&b, 0x01020304, 4);
    ASSERT_BYTES(&b, "\x04\x03\x02\x01");
}

/* As the specification of Thrift's compact protocol has them. */
static void thrift_has_its_bytes(void **state)
{
    (void)state;
    struct table_buffer b = {.data = NULL};
    struct thrift t = {.out = &b};
    tti_thrift_i32(&t, 1, -3);
    tti_thrift_i64(&t, 3, 300);
    tti_thrift_bool(&t, 4, true);
    tti_thrift_bool(&t, 5, false);
    tti_thrift_i8(&t, 6, -1);
    tti_thrift_text(&t, 40, "ab");
    tti_thrift_struct(&t, 41);
    tti_thrift_i32(&t, 1, 1);
    tti_thrift_end(&t);
    tti_thrift_list(&t, 42, THRIFT_I32, 2);
    tti_thrift_value(&t, 5);
    tti_thrift_value(&t, -5);
    tti_thrift_list(&t, 43, THRIFT_BINARY, 15);
    tti_thrift_end(&t);
    ASSERT_BYTES(&b, "\x15\x05\x26\xd8\x04\x11\x12\x13\xff\x08\x50\x02"
                     "ab\x1c\x15\x02\x00\x19\x25\x0a\x09\x19\xf8\x0f\x00");
}

static void a_hybrid_has_its_bytes(void **state)
{
    (void)state;
    /* The example of Encodings.md: 0 to 7 in 3 bits. */
    static const uint32_t eight[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const uint32_t same[9] = {4, 4, 4, 4, 4, 4, 4, 4, 4};
    struct table_buffer b = {.data = NULL};
    tti_parquet_hybrid(&b, eight, 8, 3);
    ASSERT_BYTES(&b, "\x03\x88\xc6\xfa");
    tti_parquet_hybrid(&b, same, 9, 3);
    ASSERT_BYTES(&b, "\x12\x04");
    tti_parquet_hybrid(&b, eight, 0, 3);
    assert_int_equal(b.size, 0);
}

static void check_hybrid(const uint32_t *numbers, size_t count, unsigned width)
{
    struct table_buffer b = {.data = NULL};
    tti_parquet_hybrid(&b, numbers, count, width);
    struct reader r = reader_of(&b);
    for (size_t i = 0; i < count;) {
        uint64_t head = next_varuint(&r);
        if ((head & 1) == 0) {
            uint64_t value = 0;
            for (unsigned byte = 0; byte < (width + 7) / 8; byte++) {
                value |= (uint64_t)next_byte(&r) << 8 * byte;
            }
            assert_true(head >> 1 != 0 && head >> 1 <= count - i);
            for (uint64_t n = head >> 1; n != 0; n--) {
                assert_int_equal(numbers[i++], value);
            }
            continue;
        }
        size_t bytes = (size_t)(head >> 1) * width;
        assert_true(bytes <= r.size - r.at);
        for (size_t k = 0; k < (head >> 1) * 8 && i < count; k++) {
            assert_int_equal(bits_at(r.data + r.at, k * width, width), numbers[i++]);
        }
        r.at += bytes;
    }
    assert_int_equal(r.at, r.size);
    free(b.data);
}

static void hybrids_are_read_back(void **state)
{
    (void)state;
    uint32_t numbers[300];
    uint64_t seed = 1;
    for (int round = 0; round < 4000; round++) {
        unsigned width = 1 + random_next(&seed) % 32;
        size_t count = random_next(&seed) % 300;
        for (size_t i = 0; i < count;) {
            uint32_t value = (uint32_t)random_next(&seed) & (UINT32_MAX >> (32 - width));
            size_t run = random_next(&seed) % 3 == 0 ? random_next(&seed) % 40 : 1;
            for (size_t k = 0; k < run && i < count; k++) {
                numbers[i++] = value;
            }
        }
        check_hybrid(numbers, count, width);
    }
}

/* The bits of a number of 4 or 8 bytes. */
static uint64_t number_at(const void *values, size_t index, unsigned width)
{
    return width == 4 ? ((const uint32_t *)values)[index] : ((const uint64_t *)values)[index];
}

static void check_delta(const void *values, size_t count, unsigned width)
{
    const struct parquet_values v = {.width = width, .count = count, .fixed = values};
    const uint64_t mask = width == 4 ? UINT32_MAX : UINT64_MAX;
    struct table_buffer b = {.data = NULL};
    tti_parquet_delta(&b, &v);
    struct reader r = reader_of(&b);
    assert_int_equal(next_varuint(&r), 128);
    assert_int_equal(next_varuint(&r), 4);
    assert_int_equal(next_varuint(&r), count);
    uint64_t value = (uint64_t)next_zigzag(&r);
    for (size_t i = 0; i < count;) {
        uint64_t expected = 0;
        if (i == 0) {
            expected = number_at(values, i, width);
            assert_true((value & mask) == expected);
            i++;
            continue;
        }
        uint64_t least = (uint64_t)next_zigzag(&r);
        const uint8_t *widths = r.data + r.at;
        r.at += 4;
        for (size_t k = 0; k < 128; k++) {
            unsigned bits = widths[k / 32];
            if (i < count) {
                assert_true(r.at + 4 * (size_t)bits <= r.size);
                value += least + bits_at(r.data + r.at, k % 32 * bits, bits);
                expected = number_at(values, i, width);
                assert_true((value & mask) == expected);
                i++;
            } else if (k % 32 == 0) {
                assert_int_equal(bits, 0);
            }
            r.at += k % 32 == 31 ? 4 * (size_t)bits : 0;
        }
    }
    assert_int_equal(r.at, r.size);
    free(b.data);
}

/* Differences of all sizes, which wrap. */
static void deltas_are_read_back(void **state)
{
    (void)state;
    static int32_t small[700];
    static int64_t large[700];
    uint64_t seed = 2;
    for (int round = 0; round < 1000; round++) {
        size_t count = random_next(&seed) % 700;
        unsigned shift = random_next(&seed) % 64;
        for (size_t i = 0; i < count; i++) {
            uint64_t any = (uint64_t)random_next(&seed) << 32 | random_next(&seed);
            large[i] = (int64_t)(any >> shift);
            small[i] = (int32_t)(uint32_t)(any >> 32 >> shift % 32);
            if (any % 16 == 0) {
                large[i] = any & 16 ? INT64_MIN : INT64_MAX;
                small[i] = any & 16 ? INT32_MIN : INT32_MAX;
            }
        }
        check_delta(small, count, 4);
        check_delta(large, count, 8);
    }
}

static void other_encodings_have_their_bytes(void **state)
{
    (void)state;
    static const uint8_t flags[9] = {1, 0, 0, 1, 1, 0, 0, 0, 1};
    static const int32_t numbers[2] = {0x01020304, -1};
    static const tt_bytes texts[2] = {{(const uint8_t *)"a\0b", 3}, {NULL, 0}};
    struct parquet_values v = {.width = 1, .count = 9, .fixed = flags};
    struct table_buffer b = {.data = NULL};
    tti_parquet_plain(&b, &v);
    ASSERT_BYTES(&b, "\x19\x01");
    v = (struct parquet_values){.width = 4, .count = 2, .fixed = (const uint8_t *)numbers};
    tti_parquet_plain(&b, &v);
    ASSERT_BYTES(&b, "\x04\x03\x02\x01\xff\xff\xff\xff");
    tti_parquet_split(&b, &v);
    ASSERT_BYTES(&b, "\x04\xff\x03\xff\x02\xff\x01\xff");
    v = (struct parquet_values){.width = 0, .count = 2, .text = texts};
    tti_parquet_plain(&b, &v);
    ASSERT_BYTES(&b, "\x03\0\0\0a\0b\0\0\0\0");
}

static void a_dictionary_has_each_value_once(void **state)
{
    (void)state;
    enum { COUNT = PARQUET_DICTIONARY_MOST + 1 };
    static int32_t numbers[COUNT];
    const struct parquet_values v = {.width = 4, .count = COUNT, .fixed = (const uint8_t *)numbers};
    struct parquet_dictionary d = {.slots = NULL};
    for (int32_t i = 0; i < COUNT; i++) {
        numbers[i] = i * 7919 % 1000;
    }
    assert_int_equal(tti_parquet_dictionary_make(&d, &v), PARQUET_DICTIONARY_GOOD);
    assert_int_equal(d.count, 1000);
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(numbers[d.first[d.number[i]]], numbers[i]);
    }
    struct table_buffer b = {.data = NULL};
    tti_parquet_dictionary_numbers(&d, &b, 0, 8);
    assert_int_equal(b.data[0], 10);
    free(b.data);
    for (int32_t i = 0; i < COUNT; i++) {
        numbers[i] = i;
    }
    assert_int_equal(tti_parquet_dictionary_make(&d, &v), PARQUET_DICTIONARY_TOO_MANY);
    numbers[0] = 1;
    assert_int_equal(tti_parquet_dictionary_make(&d, &v), PARQUET_DICTIONARY_GOOD);
    assert_int_equal(d.count, PARQUET_DICTIONARY_MOST);
    tti_parquet_dictionary_free(&d);
}

/* What has failed remains failed. */
static void pages_need_memory(void **state)
{
    (void)state;
    struct table_buffer out = {.has_failed = true};
    void *context = NULL;
    tti_page_pack(&context, &out, (const uint8_t *)"page", 4);
    assert_true(out.has_failed && out.size == 0);
    out.has_failed = false;
    tti_page_pack(&context, &out, (const uint8_t *)"page", 4);
    assert_true(!out.has_failed && out.size >= 4);
    free(out.data);
    tti_page_pack_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_need_memory),
        cmocka_unit_test(numbers_have_their_bytes),
        cmocka_unit_test(thrift_has_its_bytes),
        cmocka_unit_test(a_hybrid_has_its_bytes),
        cmocka_unit_test(hybrids_are_read_back),
        cmocka_unit_test(deltas_are_read_back),
        cmocka_unit_test(other_encodings_have_their_bytes),
        cmocka_unit_test(a_dictionary_has_each_value_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
