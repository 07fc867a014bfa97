/* SPDX-License-Identifier: MIT
 *
 * The simulated game (support/game) writes recordings that are whole, the same ones from the same
 * seed.
 */
#include <stdlib.h>
#include <string.h>

#include "cm.h"
#include "support/game/game_file.h"
#include "support/game/generate.h"
#include "teetape/recording.h"

static game_memory made(uint32_t seed, int32_t players, int32_t ticks)
{
    game_memory memory = {NULL, 0, 0};
    tt_io_output out;
    generate_busy_options options = {seed, players, {0, ticks}, NULL};
    tt_io_output_open(&out, game_memory_write, &memory);
    assert_int_equal(generate_busy(&out, &options), 0);
    assert_int_equal(tt_io_output_close(&out), 0);
    return memory;
}

/* Reads it strictly; gives the last tick. */
static int32_t last_tick(tt_bytes recording)
{
    static tt_recording rec;
    static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
    int32_t tick = -1;
    tt_item item;
    tt_status status;
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, TT_WANT_FACTS | TT_WANT_TICKS, TT_FACTS_ALL);
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE) {
            tt_recording_feed(&rec, recording.data, recording.size);
            recording.size = 0;
        } else if (item.kind == TT_ITEM_TICK) {
            tick = item.tick;
        }
    }
    assert_int_equal(status, TT_END);
    return tick;
}

static void test_recordings_are_whole(void **state)
{
    static const int32_t players[] = {1, 16, 64, 128};
    (void)state;
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        game_memory memory = made(3, players[i], 200);
        assert_in_range(last_tick((tt_bytes){memory.data, memory.size}), 190, 200);
        free(memory.data);
    }
}

static void test_seed_gives_the_bytes(void **state)
{
    (void)state;
    game_memory one = made(1, 64, 100), again = made(1, 64, 100), other = made(2, 64, 100);
    assert_int_equal(one.size, again.size);
    assert_memory_equal(one.data, again.data, one.size);
    assert_true(one.size != other.size || memcmp(one.data, other.data, one.size) != 0);
    free(one.data);
    free(again.data);
    free(other.data);
}

static void test_sizes_have_units(void **state)
{
    uint64_t size = 0;
    (void)state;
    assert_true(game_parse_size("3M", &size));
    assert_int_equal(size, 3 << 20);
    assert_false(game_parse_size("3X", &size));
    assert_false(game_parse_size("-1", &size));
    assert_false(game_parse_size("99999999999G", &size));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recordings_are_whole),
        cmocka_unit_test(test_seed_gives_the_bytes),
        cmocka_unit_test(test_sizes_have_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
