/* SPDX-License-Identifier: MIT
 *
 * Tests of teehistorian/diff.h: the code for SSE2 and the plain one agree, and both
 * do what the decoder of single ints does.
 */
#include "cm.h"

#include "teehistorian/diff.h"
#include "teetape/varint.h"

#ifdef __SSE2__
#include "teehistorian/input_add_sse2.h"
#endif

static void fill(uint8_t *bytes, size_t size, uint64_t *seed)
{
    for (size_t i = 0; i < size; i++) {
        bytes[i] = (uint8_t)random_next(seed);
    }
}

static int is_short(const uint8_t *p)
{
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        if (p[i] >= 0x80) {
            return 0;
        }
    }
    return 1;
}

static void short_inputs_are_told(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int round = 0; round < 20000; round++) {
        uint8_t bytes[16];
        fill(bytes, sizeof bytes, &seed);
        /* often short, or all but one */
        for (int i = 0; i < TT_INPUT_INTS && round % 4 != 0; i++) {
            bytes[i] &= round % TT_INPUT_INTS == i && round % 3 == 0 ? 0xff : 0x7f;
        }
        int want = is_short(bytes);
        assert_int_equal(tti_input_is_short_plain(bytes), want);
        assert_int_equal(tti_input_is_short(bytes), want);
#ifdef __SSE2__
        assert_int_equal(tti_input_is_short_sse2(bytes), want);
#endif
    }
}

typedef void add_fn(int32_t *input, int32_t *diff, const uint8_t *p);

/* Adds, compares with single ints, and looks beyond the arrays. */
static void check_add(add_fn *add, const uint8_t *bytes, const int32_t *input)
{
    int32_t sum[TT_INPUT_INTS + 2], diff[TT_INPUT_INTS + 2];
    memcpy(sum, input, TT_INPUT_INTS * sizeof sum[0]);
    sum[TT_INPUT_INTS] = sum[TT_INPUT_INTS + 1] = 77;
    diff[TT_INPUT_INTS] = diff[TT_INPUT_INTS + 1] = 78;
    add(sum, diff, bytes);
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        int32_t value;
        assert_int_equal(tt_varint_decode(bytes + i, 1, &value, NULL), 1);
        assert_int_equal(diff[i], value);
        assert_int_equal((uint32_t)sum[i], (uint32_t)input[i] + (uint32_t)value);
    }
    assert_true(sum[TT_INPUT_INTS] == 77 && sum[TT_INPUT_INTS + 1] == 77);
    assert_true(diff[TT_INPUT_INTS] == 78 && diff[TT_INPUT_INTS + 1] == 78);
}

static void short_inputs_are_added(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int round = 0; round < 20000; round++) {
        uint8_t bytes[16];
        int32_t input[TT_INPUT_INTS];
        fill(bytes, sizeof bytes, &seed);
        for (int i = 0; i < TT_INPUT_INTS; i++) {
            uint32_t any = random_next(&seed);
            input[i] = any % 5 == 0 ? INT32_MAX : any % 5 == 1 ? INT32_MIN : (int32_t)(any >> 1);
            /* every byte at every place */
            bytes[i] = (uint8_t)((round < 1280 && round % TT_INPUT_INTS == i
                                      ? (uint32_t)round / TT_INPUT_INTS
                                      : bytes[i]) &
                                 0x7f);
        }
        check_add(tti_input_add_short_plain, bytes, input);
#ifdef __SSE2__
        check_add(tti_input_add_short_sse2, bytes, input);
#endif
        check_add(tti_input_add_short, bytes, input);
    }
}

/* Any bytes: the fast decoder gives what single ints give, or gives up on an odd one. */
static void any_inputs(void **state)
{
    (void)state;
    uint64_t seed = 3;
    int given_up = 0;
    for (int round = 0; round < 50000; round++) {
        uint8_t bytes[TTI_TH_DIFF_MAX];
        int32_t input[TT_INPUT_INTS] = {INT32_MAX, 1, 2, 3, 4, 5, 6, 7, 8, INT32_MIN};
        int32_t want[TT_INPUT_INTS], diff[TT_INPUT_INTS], before[TT_INPUT_INTS];
        unsigned odd = 0;
        fill(bytes, sizeof bytes, &seed);
        for (size_t i = 0; i < sizeof bytes && round % 2 == 0; i++) {
            bytes[i] &= random_next(&seed) % 8 == 0 ? 0xff : 0x7f;
        }
        size_t at = 0;
        memcpy(before, input, sizeof input);
        for (int i = 0; i < TT_INPUT_INTS; i++) {
            unsigned one;
            int32_t value;
            at += tt_varint_decode(bytes + at, sizeof bytes - at, &value, &one);
            odd |= one;
            want[i] = (int32_t)((uint32_t)input[i] + (uint32_t)value);
        }
        const uint8_t *end = tti_th_input_get(bytes, input, diff);
        assert_true((end == NULL) == (odd != 0));
        assert_memory_equal(input, odd != 0 ? before : want, sizeof input);
        assert_true(end == NULL || end == bytes + at);
        given_up += end == NULL;
    }
    assert_true(given_up > 1000 && given_up < 49000);
}

static void client_ids(void **state)
{
    (void)state;
    for (unsigned first = 0; first < 256; first++) {
        for (unsigned second = 0; second < 256; second++) {
            uint8_t bytes[8] = {(uint8_t)first, (uint8_t)second, 1, 0};
            unsigned cid = 999, odd;
            int32_t value;
            size_t size = tt_varint_decode(bytes, sizeof bytes, &value, &odd);
            int good = odd == 0 && value >= 0 && value < TT_CIDS;
            assert_int_equal(tti_th_cid_get(bytes, &cid), good ? size : 0);
            assert_true(cid < TT_CIDS); /* also when it gives up: the caller has an index */
            assert_true(!good || cid == (unsigned)value);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_inputs_are_told),
        cmocka_unit_test(short_inputs_are_added),
        cmocka_unit_test(any_inputs),
        cmocka_unit_test(client_ids),
    };
    return cmocka_run_group_tests_name("input_add", tests, NULL, NULL);
}
