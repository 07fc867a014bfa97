/* SPDX-License-Identifier: MIT
 *
 * Tests that a reader which goes on at an access point gives what one gives that was there from the
 * start. Two readers take turns at every access point, so each resumes from the state of the other.
 */
#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "support/demo_make.h"
#include "support/rec_log.h"
#include "support/th_make.h"
#include "support/th_random.h"

#define ALL (TT_WANT_FACTS | TT_WANT_TICKS | TT_WANT_RECORDS)

static void check(const char *name, tt_bytes bytes, unsigned wants, int from)
{
    rec_log_how how = {.wants = wants, .facts = TT_FACTS_ALL, .recover = 1};
    char *whole = rec_log(bytes, how);
    how.resume = from;
    char *resumed = rec_log(bytes, how);
    rec_log_same(name, whole, resumed);
    free(whole);
    free(resumed);
}

/* At every access point, for what an embedder may want. */
static void check_all(const char *name, tt_bytes bytes)
{
    static const unsigned wants[] = {ALL, TT_WANT_FACTS, TT_WANT_TICKS,
                                     TT_WANT_FACTS | TT_WANT_TICKS};
    for (size_t i = 0; i < sizeof wants / sizeof wants[0]; i++) {
        check(name, bytes, wants[i], 1);
    }
}

static void recordings_resume(void **state)
{
    (void)state;
    const char *name;
    size_t size;
    uint8_t *data;
    for (int i = 0; (data = rec_log_each(i, &size, &name)) != NULL; i++) {
        check_all(name, (tt_bytes){data, size});
        free(data);
    }
}

static void random_recordings_resume(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 40 / TT_TEST_SHARE; seed++) {
        th_make m = th_random_recording(seed, 150, seed % 2 == 0);
        check_all("random", (tt_bytes){m.data, m.size});
        th_make_free(&m);
        demo_bytes demo = {0};
        demo_make(&demo, seed, 3 + (int32_t)(seed % 4), seed % 5 == 0 ? 700 : 0, 40);
        check_all("made demo", (tt_bytes){demo.data, demo.size});
        demo_bytes_free(&demo);
    }
}

/* A state of one recording at some place. */
static tt_bytes state_of(tt_bytes bytes, uint8_t state[TT_RECORDING_STATE_MAX])
{
    tt_recording *rec = malloc(sizeof *rec);
    void *scratch = malloc(TT_RECORDING_SCRATCH);
    tt_item item;
    tt_packer p = tt_packer_of(state, TT_RECORDING_STATE_MAX);
    tt_recording_init(rec, scratch, TT_RECORDING_SCRATCH);
    tt_recording_want(rec, TT_WANT_RECORDS, 0);
    tt_recording_pack(&p, rec);
    assert_int_equal(p.status, TT_ERR_ARGUMENT); /* no header yet */
    p = tt_packer_of(state, TT_RECORDING_STATE_MAX);
    assert_int_equal(tt_recording_next(rec, &item), TT_MORE);
    tt_recording_feed(rec, bytes.data, bytes.size);
    for (int i = 0; i < 700; i++) {
        assert_int_equal(tt_recording_next(rec, &item), TT_OK);
    }
    assert_int_equal(tt_recording_is_access_point(rec), 1);
    tt_recording_pack(&p, rec);
    assert_int_equal(p.status, TT_OK);
    free(rec);
    free(scratch);
    return tt_packer_bytes(&p);
}

/* What is cut or damaged is refused, or gives a reader that packs the same again. */
static void check_damage(tt_bytes bytes, tt_bytes other)
{
    uint8_t *state = malloc(TT_RECORDING_STATE_MAX), *again = malloc(TT_RECORDING_STATE_MAX);
    tt_bytes good = state_of(bytes, state);
    tt_recording *rec = malloc(sizeof *rec);
    uint8_t *scratch = malloc(TT_RECORDING_SCRATCH + 1);
    tt_item item;
    assert_int_equal(tt_recording_init(rec, scratch + 1, TT_RECORDING_SCRATCH), TT_ERR_ARGUMENT);
    assert_int_equal(tt_recording_next(rec, &item), TT_ERR_ARGUMENT);
    assert_int_equal(tt_recording_resume(rec, scratch + 1, TT_RECORDING_SCRATCH, bytes, good),
                     TT_ERR_ARGUMENT);
    assert_int_equal(tt_recording_resume(rec, scratch, TT_RECORDING_SCRATCH, other, good),
                     TT_ERR_STATE);
    assert_int_equal(tt_recording_next(rec, &item), TT_ERR_STATE);
    assert_int_equal(tt_recording_look(rec).error->status, TT_ERR_STATE);
    assert_int_equal(tt_recording_resume(rec, scratch, 1000, bytes, good), TT_ERR_ARGUMENT);
    for (size_t size = 0; size < good.size; size++) {
        tt_bytes cut = {good.data, size};
        assert_int_equal(tt_recording_resume(rec, scratch, TT_RECORDING_SCRATCH, bytes, cut),
                         TT_ERR_STATE);
    }
    for (size_t i = 0; i < good.size; i++) {
        state[i] ^= (uint8_t)(1 + i % 255);
        if (tt_recording_resume(rec, scratch, TT_RECORDING_SCRATCH, bytes, good) == TT_OK) {
            tt_packer p = tt_packer_of(again, TT_RECORDING_STATE_MAX);
            tt_recording_pack(&p, rec);
            assert_int_equal(p.status, TT_OK);
        }
        state[i] ^= (uint8_t)(1 + i % 255);
    }
    free(state);
    free(again);
    free(rec);
    free(scratch);
}

static void damaged_states_are_refused(void **state)
{
    (void)state;
    const char *name;
    size_t size[2];
    uint8_t *th = rec_log_recording(0, &size[0], &name),
            *demo = rec_log_recording(1, &size[1], &name);
    check_damage((tt_bytes){th, size[0]}, (tt_bytes){demo, size[1]});
    check_damage((tt_bytes){demo, size[1]}, (tt_bytes){th, size[0]});
    free(th);
    free(demo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_resume),
        cmocka_unit_test(random_recordings_resume),
        cmocka_unit_test(damaged_states_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
