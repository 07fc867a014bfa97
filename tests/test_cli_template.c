/* SPDX-License-Identifier: MIT
 *
 * Tests of cli/dump/template.h: numbers as printf writes them, and
 * every kind that has a template with numbers of every length as record_json and record_text write
 * it.
 */
#include <inttypes.h>
#include <stdio.h>

#include "cli/dump/template.h"
#include "cm.h"
#include "support/cli_capture.h"
#include "support/random.h"

static struct numbers numbers;

static void check_number(int32_t value)
{
    char want[16];
    uint8_t have[NUMBER_MOST];
    int size = snprintf(want, sizeof want, "%" PRId32, value);
    assert_int_equal(number_put(&numbers, have, value) - have, size);
    assert_memory_equal(have, want, (size_t)size);
}

/* A random number with a random count of digits, often one at the edge of one. */
static int32_t draw(uint64_t *seed)
{
    uint32_t power = 1;
    for (uint64_t i = random_next(seed) % 10; i > 0; i--) {
        power *= 10;
    }
    uint64_t random = random_next(seed);
    uint32_t value =
        random % 3 == 0 ? power - (uint32_t)(random >> 8 & 1) : (uint32_t)(random >> 16) % power;
    return (int32_t)(random >> 9 & 1 ? value : 0u - value);
}

static void test_numbers(void **state)
{
    uint64_t seed = 1;
    (void)state;
    numbers_fill(&numbers);
    for (int32_t value = -100100; value <= 100100; value++) {
        check_number(value);
    }
    for (int i = 0; i < 200000; i++) {
        check_number(draw(&seed));
    }
    check_number(INT32_MAX);
    check_number(INT32_MIN);
}

static const tt_th_secrets open_secrets = {.is_shown = true};

static void write_usual(struct capture *to, const tt_th_event *event, bool is_json)
{
    if (is_json) {
        struct json j = json_begin(&to->out);
        json_int(&j, "tick", 0);
        json_text_c(&j, "kind", tt_th_type(event->kind)->name);
        record_json(&j, event, NULL, &open_secrets);
        json_end(&j);
    } else {
        record_text(&to->out, event, NULL, &open_secrets);
        tt_io_output_byte(&to->out, '\n');
    }
}

static tt_th_event random_event(tt_th_kind kind, int32_t inputs[2][TT_INPUT_INTS], uint64_t *seed)
{
    tt_th_event event = {.kind = kind};
    const tt_type *type = tt_th_type(kind);
    for (size_t i = 0, input = 0; i < type->field_count; i++) {
        char *member = (char *)&event.u + type->fields[i].offset;
        int32_t value = draw(seed);
        if (type->fields[i].type != TT_TYPE_INPUT) {
            memcpy(member, &value, sizeof value);
            continue;
        }
        for (size_t n = 0; n < TT_INPUT_INTS; n++) {
            inputs[input][n] = draw(seed);
        }
        tt_field_INPUT ints = inputs[input++];
        memcpy(member, &ints, sizeof ints);
    }
    return event;
}

static bool check_kind(tt_th_kind kind, bool is_json)
{
    static const char tick[] = "{\"tick\":0";
    static struct capture capture;
    struct template template;
    uint64_t seed = kind + 1;
    size_t skip = is_json ? sizeof tick - 1 : 0;
    template_make(&template, kind, is_json);
    for (int i = 0; i < 2000 && template.runs > 0; i++) {
        int32_t inputs[2][TT_INPUT_INTS];
        uint8_t have[TEMPLATE_MOST];
        tt_th_event event = random_event(kind, inputs, &seed);
        capture_begin(&capture);
        write_usual(&capture, &event, is_json);
        capture_end(&capture);
        size_t size = (size_t)(template_put(&template, &numbers, have, &event) - have);
        assert_int_equal(size + skip, capture.size);
        assert_memory_equal(have, capture.text + skip, size);
    }
    return template.runs > 0;
}

static void test_kinds(void **state)
{
    (void)state;
    numbers_fill(&numbers);
    for (int is_json = 0; is_json < 2; is_json++) {
        int count = 0;
        for (tt_th_kind kind = TT_TH_HEADER + 1; kind < TT_TH_KINDS; kind++) {
            count += check_kind(kind, is_json);
        }
        assert_true(check_kind(TT_TH_PLAYER_DIFF, is_json));
        assert_true(check_kind(TT_TH_INPUT_DIFF, is_json));
        assert_true(check_kind(TT_TH_TICK_SKIP, is_json));
        assert_true(count > 8);
    }
}

/* Kinds with texts, a UUID or nothing to show have none. */
static void test_no_template(void **state)
{
    static const tt_th_kind kinds[] = {TT_TH_MESSAGE, TT_TH_FINISH, TT_TH_DROP, TT_TH_EX};
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        assert_false(check_kind(kinds[i], true) || check_kind(kinds[i], false));
    }
    assert_true(check_kind(TT_TH_PLAYER_OLD, true));
    assert_false(check_kind(TT_TH_PLAYER_OLD, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_no_template),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
