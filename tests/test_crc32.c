/* SPDX-License-Identifier: MIT
 *
 * Tests of wire/crc32.c: the check value of the algorithm, sums of every single byte by the slow
 * definition, and every way to split an input in two.
 */
#include "cm.h"

#include "wire/hash.h"

static void known(void **state)
{
    (void)state;
    assert_int_equal(tti_crc32(0, NULL, 0), 0);
    assert_int_equal(tti_crc32(0, "123456789", 9), 0xcbf43926);
    assert_int_equal(tti_crc32(0, "a", 1), 0xe8b7be43);
}

/* Bit by bit. */
static uint32_t slow(const uint8_t *data, size_t size)
{
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum ^= data[i];
        for (int bit = 0; bit < 8; bit++) {
            sum = (sum & 1) != 0 ? sum >> 1 ^ UINT32_C(0xedb88320) : sum >> 1;
        }
    }
    return ~sum;
}

static void every_byte(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 256; i++) {
        uint8_t bytes[3] = {(uint8_t)i, (uint8_t)~i, (uint8_t)(i * 7)};
        assert_int_equal(tti_crc32(0, bytes, 1), slow(bytes, 1));
        assert_int_equal(tti_crc32(0, bytes, 3), slow(bytes, 3));
    }
}

static void splits(void **state)
{
    (void)state;
    uint8_t bytes[200];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(i * 31 + 7);
    }
    uint32_t all = slow(bytes, sizeof bytes);
    for (size_t at = 0; at <= sizeof bytes; at++) {
        uint32_t sum = tti_crc32(0, bytes, at);
        assert_int_equal(tti_crc32(sum, bytes + at, sizeof bytes - at), all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known),
        cmocka_unit_test(every_byte),
        cmocka_unit_test(splits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
