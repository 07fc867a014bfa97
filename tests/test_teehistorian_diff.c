/* SPDX-License-Identifier: MIT
 *
 * Tests of the moves in teehistorian/diff.h: they are what the decoder of single ints reads.
 */
#include "cm.h"

#include "teehistorian/diff.h"
#include "teetape/varint.h"

static void short_values(void **state)
{
    (void)state;
    for (unsigned byte = 0; byte < 0x80; byte++) {
        uint8_t bytes[1] = {(uint8_t)byte};
        int32_t value;
        assert_int_equal(tt_varint_decode(bytes, 1, &value, NULL), 1);
        assert_int_equal(tti_th_short_value(bytes[0]), value);
    }
}

static void short_moves_are_told(void **state)
{
    (void)state;
    for (unsigned both = 0; both <= 0xffff; both++) {
        uint8_t bytes[2] = {(uint8_t)(both >> 8), (uint8_t)both};
        int is_short = bytes[0] < 0x80 && bytes[1] < 0x80;
        assert_int_equal(tti_th_move_is_short(bytes), is_short && both != 0);
    }
}

/* Any bytes, from mostly short to mostly long. */
static void any_moves(void **state)
{
    (void)state;
    uint64_t seed = 5;
    int given_up = 0, rounds = 40000;
    for (int round = 0; round < rounds; round++) {
        uint8_t bytes[TTI_TH_DIFF_MAX] = {0};
        int32_t want[2], dx = 77, dy = 77;
        unsigned odd[2];
        for (int i = 0; i < 2 * TT_VARINT_MAX; i++) {
            uint32_t any = random_next(&seed);
            bytes[i] = (uint8_t)(any >> 8 & (any % 8 < (unsigned)round % 8 ? 0xff : 0x7f));
        }
        size_t size = tt_varint_decode(bytes, sizeof bytes, &want[0], &odd[0]);
        size += tt_varint_decode(bytes + size, sizeof bytes - size, &want[1], &odd[1]);
        const uint8_t *end = tti_th_move_get(bytes, &dx, &dy);
        if ((odd[0] | odd[1]) != 0 || (want[0] | want[1]) == 0) {
            assert_null(end);
            given_up++;
            continue;
        }
        assert_true(end == bytes + size);
        assert_true(dx == want[0] && dy == want[1]);
    }
    assert_true(given_up > rounds / 100 && given_up < rounds / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_values),
        cmocka_unit_test(short_moves_are_told),
        cmocka_unit_test(any_moves),
    };
    return cmocka_run_group_tests_name("teehistorian_diff", tests, NULL, NULL);
}
