/* SPDX-License-Identifier: MIT
 *
 * Tests of host/inflate.h: streams of every level come back; a byte too many or too few, every cut
 * and every flipped bit are refused, and what would become larger than was said is not written.
 */
#include "cm.h"

#include "host/inside.h"
#include "teetape/io/inflate.h"

#ifdef TT_HAVE_ZLIB
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#define RAW_MAX 200000

/* In a block of exactly this size, for the sanitizer. */
static int unpack(tt_bytes packed, const uint8_t *raw, size_t size)
{
    uint8_t *dst = malloc(size + (size == 0));
    assert_non_null(dst);
    int result = tt_io_inflate(NULL, dst, size, packed);
    if (result == 0 && raw != NULL) {
        assert_memory_equal(dst, raw, size);
    }
    free(dst);
    return result;
}

static tt_bytes pack(const uint8_t *raw, size_t size, int level)
{
    uLongf bound = compressBound((uLong)size);
    uint8_t *packed = malloc(bound);
    assert_non_null(packed);
    assert_int_equal(compress2(packed, &bound, raw, (uLong)size, level), Z_OK);
    return (tt_bytes){packed, bound};
}

static void comes_back(void **state)
{
    (void)state;
    static uint8_t raw[RAW_MAX];
    uint64_t seed = 3;
    for (size_t i = 0; i < sizeof raw; i++) {
        raw[i] = (uint8_t)(i % 3 == 0 ? random_next(&seed) : 'a');
    }
    static const size_t sizes[] = {1, 2, 5, 1000, 65535, 65536, RAW_MAX};
    for (int level = 0; level <= 9; level += 3) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            tt_bytes packed = pack(raw, sizes[i], level);
            assert_int_equal(unpack(packed, raw, sizes[i]), 0);
            assert_int_not_equal(unpack(packed, NULL, sizes[i] - 1), 0);
            if (sizes[i] < RAW_MAX) {
                assert_int_not_equal(unpack(packed, NULL, sizes[i] + 1), 0);
            }
            free((void *)packed.data);
        }
    }
}

static void damaged(void **state)
{
    (void)state;
    uint8_t raw[300];
    for (size_t i = 0; i < sizeof raw; i++) {
        raw[i] = (uint8_t)(i * i / 7);
    }
    tt_bytes packed = pack(raw, sizeof raw, 9);
    for (size_t size = 0; size < packed.size; size++) {
        uint8_t *cut = malloc(size + (size == 0));
        assert_non_null(cut);
        memcpy(cut, packed.data, size);
        assert_int_not_equal(unpack((tt_bytes){cut, size}, NULL, sizeof raw), 0);
        free(cut);
    }
    uint8_t *bytes = (uint8_t *)packed.data;
    size_t read = 0;
    for (size_t bit = 0; bit < 8 * packed.size; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        read += unpack(packed, raw, sizeof raw) == 0;
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    /* level and window of the header may be others; all else Adler-32 finds */
    assert_true(read < 8);
    free(bytes);
    assert_int_not_equal(unpack((tt_bytes){NULL, 0}, NULL, 1), 0);
}

/* 64 MiB of zeros that were said to be 4096 bytes. */
static void bomb(void **state)
{
    (void)state;
    size_t size = (size_t)64 << 20;
    uint8_t *zeros = calloc(1, size);
    assert_non_null(zeros);
    tt_bytes packed = pack(zeros, size, 9);
    assert_true(size / packed.size > 1000);
    assert_true(size / packed.size <= 1032); /* what tt_map_open takes as the bound */
    assert_int_not_equal(unpack(packed, NULL, 4096), 0);
    free(zeros);
    free((void *)packed.data);
}

/* Other bytes after the stream are not looked at. */
static void trailing(void **state)
{
    (void)state;
    const uint8_t raw[] = "tiles";
    tt_bytes packed = pack(raw, sizeof raw, 6);
    uint8_t *longer = malloc(packed.size + 3);
    assert_non_null(longer);
    memcpy(longer, packed.data, packed.size);
    memset(longer + packed.size, 0xee, 3);
    assert_int_equal(unpack((tt_bytes){longer, packed.size + 3}, raw, sizeof raw), 0);
    free(longer);
    free((void *)packed.data);
}

/* zlib counts bytes in 32 bits; what needs more is not begun, however much there is. */
static void too_large(void **state)
{
    (void)state;
    if (sizeof(size_t) == 4) {
        skip();
    }
    uint8_t dst[8] = {0};
    const uint8_t raw[8] = "tiles";
    tt_bytes packed = pack(raw, sizeof raw, 6);
    const size_t more = (size_t)((uint64_t)UINT_MAX + 1);
    assert_int_not_equal(tt_io_inflate(NULL, dst, more, packed), 0);
    assert_int_not_equal(tt_io_inflate(NULL, dst, sizeof dst, (tt_bytes){packed.data, more}), 0);
    assert_int_equal(dst[0], 0);
    assert_int_equal(tt_io_inflate(NULL, dst, sizeof dst, packed), 0);
    free((void *)packed.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back), cmocka_unit_test(too_large), cmocka_unit_test(damaged),
        cmocka_unit_test(bomb),       cmocka_unit_test(trailing),
    };
    assert_true(tti_io_inflate_exists());
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    return tti_io_inflate_exists() ? 1 : 77; /* skipped */
}

#endif
