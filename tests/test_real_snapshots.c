/* SPDX-License-Identifier: MIT
 *
 * Tests of Huffman, varints, snapshots, deltas and the receiving end together, on what real
 * servers and clients wrote: the demo and the captures in tests/recordings.
 */
#include "cm.h"
#include "support/real_check.h"

#define RECORDINGS TT_SOURCE_DIR "/tests/recordings/"

static void client_demo(void **state)
{
    (void)state;
    real_demo counts;
    real_check_demo(RECORDINGS "dm1/client0.demo", &counts);
    assert_int_equal(counts.ticks, 2974);
    assert_int_equal(counts.snapshots, 12);
    assert_int_equal(counts.deltas, 2962);
    assert_int_equal(counts.messages, 3182);
    assert_int_equal(counts.reordered, 614);
}

static void capture_of_6(void **state)
{
    (void)state;
    real_capture counts;
    real_check_capture(RECORDINGS "dm1/net-start.pcapng", &counts);
    assert_int_equal(counts.packets, 2390);
    assert_int_equal(counts.compressed, 2309);
    assert_int_equal(counts.snapshots, 1670);
    assert_int_equal(counts.full, 12);
    assert_int_equal(counts.seven, 0);
}

static void capture_of_7(void **state)
{
    (void)state;
    real_capture counts;
    real_check_capture(RECORDINGS "gold-mine-07/net-part.pcapng", &counts);
    assert_int_equal(counts.packets, 1125);
    assert_int_equal(counts.compressed, 1112);
    assert_int_equal(counts.snapshots, 777);
    assert_int_equal(counts.full, 3);
    assert_int_equal(counts.seven, counts.snapshots);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(client_demo),
        cmocka_unit_test(capture_of_6),
        cmocka_unit_test(capture_of_7),
    };
    return cmocka_run_group_tests_name("real snapshots", tests, NULL, NULL);
}
