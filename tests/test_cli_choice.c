/* SPDX-License-Identifier: MIT
 *
 * Tests of cli/shell/choice.c, with words of their own; and that the real ones lead somewhere.
 */
#include "cm.h"

#include "cli/codec/codec.h"
#include "cli/shell/command.h"
#include "cli/shell/options.h"

#define END                                                                                        \
    {                                                                                              \
        NULL, NULL, NULL, NULL                                                                     \
    }

static const int objects[3];
static const struct choice ways[] = {
    {"open", "", NULL, &objects[0]}, {"close", "", NULL, &objects[1]}, END};
static const struct choice kinds[] = {
    {"door", NULL, ways, NULL}, {"window", NULL, ways, NULL}, {"bell", "", NULL, &objects[2]}, END};
static const struct command command = {.name = "house", .choices = kinds};

static char problem[OPTIONS_PROBLEM];

static const struct choice *choose(const char *first, const char *second, const char *third)
{
    static const char *files[3];
    files[0] = first;
    files[1] = second;
    files[2] = third;
    const struct shell sh = {.command = &command,
                             .files = files,
                             .count = third != NULL    ? 3
                                      : second != NULL ? 2
                                                       : first != NULL};
    problem[0] = '\0';
    return choice_of(&sh, problem);
}

static void words_lead_to_a_choice(void **state)
{
    (void)state;
    assert_ptr_equal(choose("door", "open", NULL)->object, &objects[0]);
    assert_ptr_equal(choose("window", "close", NULL)->object, &objects[1]);
    assert_ptr_equal(choose("bell", NULL, NULL)->object, &objects[2]);
    assert_string_equal(problem, "");
}

static void assert_refused(const char *a, const char *b, const char *c, const char *sentence)
{
    assert_null(choose(a, b, c));
    assert_string_equal(problem, sentence);
}

static void other_words_are_refused(void **state)
{
    (void)state;
    assert_refused(NULL, NULL, NULL, "a kind is missing; it can be door, window or bell");
    assert_refused("door", NULL, NULL, "a word is missing after 'door'; it can be open or close");
    assert_refused("dor", NULL, NULL, "'dor' is unknown; did you mean 'door'?");
    assert_refused("roof", "open", NULL,
                   "'roof' is unknown; this word can be door, window or bell");
    assert_refused("door", "opne", NULL, "'opne' is unknown; did you mean 'open'?");
    assert_refused("door", "bell", NULL, "'bell' is unknown; this word can be open or close");
    assert_refused("bell", "open", NULL, "'open' is one word too many after 'bell'");
    assert_refused("door", "open", "x", "'x' is one word too many after 'open'");
    assert_refused("", NULL, NULL, "'' is unknown; this word can be door, window or bell");
}

/* A command that takes words has all that belongs to it. Where files follow, it is one word. */
static void commands_are_whole(void **state)
{
    (void)state;
    for (size_t i = 0; commands[i] != NULL; i++) {
        const struct command *c = commands[i];
        assert_true((c->run != NULL) != (c->how != NULL));
        assert_true(c->check == NULL || c->how != NULL);
        assert_null(c->description[COMMAND_TEXTS - 1]);
        assert_null(c->json_text[COMMAND_TEXTS - 1]);
        assert_null(c->exit_status[COMMAND_TEXTS - 1]);
        assert_null(c->examples[COMMAND_TEXTS - 1].does);
        assert_true(c->choices != NULL || !c->has_no_files);
        for (const struct choice *k = c->choices; k != NULL && k->name != NULL; k++) {
            assert_true(k->next == NULL || c->has_no_files);
            assert_int_equal(k->next == NULL && c->has_no_files, k->object != NULL);
            assert_int_equal(k->next == NULL, k->help != NULL);
            for (const struct choice *w = k->next; w != NULL && w->name != NULL; w++) {
                assert_null(w->next);
                assert_non_null(w->object);
                assert_non_null(w->help);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_lead_to_a_choice),
        cmocka_unit_test(other_words_are_refused),
        cmocka_unit_test(commands_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
