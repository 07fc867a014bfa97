/* SPDX-License-Identifier: MIT
 *
 * What teetape inputs counts, against lists that are sorted.
 */
#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "base/angle.h"
#include "cli/inputs/inputs.h"

#define MOST 400

static int by_size(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void intervals(void **state)
{
    (void)state;
    static struct intervals counted;
    srand(3);
    assert_int_equal(intervals_at(&counted, 0), -1);
    for (int round = 0; round < 300; round++) {
        int32_t list[MOST];
        size_t count = 1 + (size_t)rand() % MOST;
        int32_t range = 1 + rand() % (round % 3 == 0 ? 1000 : 60);
        memset(&counted, 0, sizeof counted);
        for (size_t i = 0; i < count; i++) {
            int32_t ticks = rand() % range;
            intervals_add(&counted, ticks);
            list[i] = ticks < INTERVAL_MOST ? ticks : INTERVAL_MOST;
        }
        qsort(list, count, sizeof list[0], by_size);
        for (unsigned quarters = 0; quarters <= 4; quarters++) {
            assert_int_equal(intervals_at(&counted, quarters), list[(count - 1) * quarters / 4]);
        }
    }
    intervals_add(&counted, INT64_C(1) << 40);
    assert_int_equal(intervals_at(&counted, 4), INTERVAL_MOST);
}

/* One input after the other, up to three in a tick; all of it is kept for the model. */
static struct {
    int32_t tick;
    tt_input input;
} taken[MOST];

static void take(struct summary *sum, struct pressing *p, size_t i)
{
    p->is_first = i == 0;
    p->input = taken[i].input;
    p->before = taken[i > 0 ? i - 1 : 0].input;
    p->change = tt_input_compare(&p->before, &p->input);
    summary_take(sum, p, taken[i].tick);
}

static void make(size_t count)
{
    tt_input input = {0};
    int32_t tick = 50;
    for (size_t i = 0; i < count; i++) {
        tick += rand() % 3 == 0 ? 0 : rand() % 30;
        input.direction = rand() % 3 - 1;
        input.jump = rand() % 2;
        input.fire += rand() % 4;
        input.target_x += rand() % 3 == 0 ? rand() % 500 - 250 : 0;
        input.target_y -= rand() % 3 == 0 ? rand() % 500 - 250 : 0;
        taken[i].tick = tick;
        taken[i].input = input;
    }
}

/* Sizes of the turns of all ticks, the largest first. */
static size_t slow_turns(int32_t *sizes, size_t count)
{
    size_t turns = 0;
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && taken[end].tick == taken[i].tick; end++) {
        }
        int32_t before = tt_input_aim(&taken[i > 0 ? i - 1 : 0].input);
        sizes[turns++] = -abs(tti_angle_turn(before, tt_input_aim(&taken[end - 1].input)));
    }
    qsort(sizes, turns, sizeof sizes[0], by_size);
    return turns;
}

static int32_t slow_changed(size_t count)
{
    int32_t ticks = 1, last = taken[0].tick;
    for (size_t i = 1; i < count; i++) {
        if (memcmp(&taken[i].input, &taken[i - 1].input, sizeof taken[i].input) != 0) {
            ticks += taken[i].tick != last;
            last = taken[i].tick;
        }
    }
    return ticks;
}

/* Intervals between presses of fire, jump, left and right, one key after the other. */
static size_t slow_intervals(int32_t *list, size_t count)
{
    size_t found = 0;
    for (int key = 0; key < TT_KEYS; key++) {
        int32_t last = -1;
        for (size_t i = 1; i < count; i++) {
            tt_input_change change = tt_input_compare(&taken[i - 1].input, &taken[i].input);
            for (int times = change.pressed[key]; times > 0; times--) {
                if (last >= 0) {
                    list[found++] = taken[i].tick - last;
                }
                last = taken[i].tick;
            }
        }
    }
    qsort(list, found, sizeof list[0], by_size);
    return found;
}

static void check(const struct summary *sum, size_t count)
{
    static int32_t list[MOST * 8];
    size_t found = slow_turns(list, count);
    for (unsigned i = 0; i < SUMMARY_TURNS; i++) {
        bool is_there = i < found && list[i] != 0;
        assert_int_equal(is_there, i < sum->turn_count);
        assert_int_equal(is_there ? -list[i] : 0, abs(sum->turns[i].turn));
    }
    assert_int_equal(sum->changed_ticks, slow_changed(count));
    found = slow_intervals(list, count);
    assert_int_equal(sum->least, found != 0 ? list[0] : -1);
    assert_int_equal(sum->median, found != 0 ? list[(found - 1) / 2] : -1);
    int32_t spread = found != 0 ? list[(found - 1) * 3 / 4] - list[(found - 1) / 4] : -1;
    assert_int_equal(sum->spread, spread);
}

static void summaries(void **state)
{
    (void)state;
    static struct pressing p;
    static struct intervals counts;
    static struct runs runs;
    srand(4);
    for (int round = 0; round < 300; round++) {
        size_t count = 1 + (size_t)rand() % (round % 2 == 0 ? MOST : 6);
        make(count);
        struct summary sum = {.session = {.joined = 10}};
        summary_begin(&sum, &counts, &runs);
        for (size_t i = 0; i < count; i++) {
            take(&sum, &p, i);
        }
        sum.session.ended = taken[count - 1].tick;
        summary_end(&sum, 20);
        assert_int_equal(sum.inputs, count);
        assert_int_equal(summary_ticks(&sum), taken[count - 1].tick - 20 + 1);
        check(&sum, count);
    }
}

/* The last possible tick, and a span that begins after the session did. */
static void ends(void **state)
{
    (void)state;
    static struct intervals counts;
    static struct runs runs;
    struct summary all = {.session = {.joined = 0, .ended = INT32_MAX}};
    struct summary part = {.session = {.joined = 5, .ended = 199}};
    summary_begin(&all, &counts, &runs);
    summary_end(&all, 0);
    assert_true(summary_ticks(&all) == INT64_C(1) << 31);
    summary_begin(&part, &counts, &runs);
    summary_end(&part, 100);
    assert_int_equal(part.since, 100);
    assert_int_equal(summary_ticks(&part), 100);
    assert_int_equal(part.least, -1);
    assert_int_equal(part.turn_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals),
        cmocka_unit_test(summaries),
        cmocka_unit_test(ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
