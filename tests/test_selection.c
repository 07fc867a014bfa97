/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/selection.h: who is chosen, what needs more room, and what is refused.
 */
#include "cm.h"
#include "recording/selection.h"

#include <string.h>

#include "teetape/schema.h"
#include "teetape/selection.h"
#include "teetape/world.h"

static tt_selection selection;
static uint8_t bits[2], more[64];

static tt_fact name_of(uint64_t session, const char *name)
{
    tt_fact fact = {.kind = TT_FACT_NAME, .cid = 1, .session = session};
    fact.u.name.name = tt_bytes_of(name);
    return fact;
}

static void everybody_and_slots(void **state)
{
    (void)state;
    tti_selection_all(&selection);
    assert_true(tt_selection_has(&selection, 7, 3) && tt_selection_found(&selection));
    assert_false(tti_selection_needs_sessions(&selection));
    tti_selection_cid(&selection, 3);
    assert_true(tt_selection_has(&selection, 7, 3) && !tt_selection_has(&selection, 7, 4));
    assert_false(tt_selection_has(&selection, 7, -1));
    assert_int_equal(tti_selection_add(&selection, 7), TT_ERR_ARGUMENT);
}

static void names_that_nobody_can_have(void **state)
{
    char longest[TT_NAME_CAP + 1];
    (void)state;
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_int_equal(tt_selection_name(&selection, bits, sizeof bits, ""), TT_ERR_ARGUMENT);
    assert_false(tt_selection_has(&selection, 0, 0));
    assert_int_equal(tt_selection_name(&selection, bits, sizeof bits, longest), TT_ERR_ARGUMENT);
    assert_false(tt_selection_has(&selection, 0, 0) || tt_selection_found(&selection));
}

static bool begins_with_b(void *user, tt_bytes name)
{
    (void)user;
    return name.size > 0 && name.data[0] == 'b';
}

static void a_function_decides(void **state)
{
    (void)state;
    tt_fact bob = name_of(3, "bob"), eve = name_of(4, "eve");
    assert_int_equal(tt_selection_name(&selection, bits, sizeof bits, "eve"), TT_OK);
    tti_selection_fit(&selection, begins_with_b, NULL);
    assert_int_equal(tt_selection_learn(&selection, &eve), TT_OK);
    assert_false(tt_selection_found(&selection));
    assert_int_equal(tt_selection_learn(&selection, &bob), TT_OK);
    assert_true(tt_selection_has(&selection, 3, 0) && !tt_selection_has(&selection, 4, 0));
}

/* What is known remains when there is more room. */
static void room_grows(void **state)
{
    (void)state;
    tt_fact ninth = name_of(9, "bob"), far = name_of(500, "bob"), other = name_of(3, "eve");
    tt_fact nobody = name_of(TT_SESSION_NONE, "bob");
    assert_int_equal(tt_selection_name(&selection, bits, sizeof bits, "bob"), TT_OK);
    assert_true(tti_selection_needs_sessions(&selection) && !tt_selection_found(&selection));
    assert_int_equal(tt_selection_learn(&selection, &other), TT_OK);
    assert_int_equal(tt_selection_learn(&selection, &nobody), TT_OK);
    assert_false(tt_selection_found(&selection));
    assert_int_equal(tt_selection_learn(&selection, &ninth), TT_OK);
    assert_int_equal(tt_selection_learn(&selection, &far), TT_ERR_SPACE);
    assert_int_equal(tti_selection_seen(&selection)->needed, 500 / 8 + 1);
    assert_int_equal(tti_selection_add(&selection, 16), TT_ERR_SPACE);
    assert_int_equal(tti_selection_seen(&selection)->needed, 500 / 8 + 1);
    memset(more, 0xff, sizeof more);
    tti_selection_grow(&selection, more, sizeof more);
    assert_int_equal(tt_selection_learn(&selection, &far), TT_OK);
    for (uint64_t session = 0; session < 8 * sizeof more + 8; session++) {
        assert_int_equal(tt_selection_has(&selection, session, 1), session == 9 || session == 500);
    }
    assert_false(tt_selection_has(&selection, TT_SESSION_NONE, 1));
    tti_selection_sessions(&selection, bits, sizeof bits);
    assert_int_equal(tti_selection_add(&selection, 15), TT_OK);
    assert_true(tt_selection_has(&selection, 15, 1) && tt_selection_found(&selection));
    assert_int_equal(tti_selection_add(&selection, TT_SESSION_NONE), TT_ERR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_and_slots),
        cmocka_unit_test(names_that_nobody_can_have),
        cmocka_unit_test(room_grows),
        cmocka_unit_test(a_function_decides),
    };
    return cmocka_run_group_tests_name("selection", tests, NULL, NULL);
}
