/* SPDX-License-Identifier: MIT
 *
 * Tests of cli/shell/options.h and cli/shell/suggest.h, with a command of their own.
 */
#include "cm.h"

#include "cli/shell/options.h"
#include "cli/shell/suggest.h"

static const char *word(size_t index)
{
    static const char *const words[] = {"join", "drop", "player_new", NULL};
    return words[index];
}

static const struct option own[] = {
    {'p', "player", "PLAYER", OPTION_TEXT, offsetof(struct settings, player), "", 0, 0, NULL},
    {0, "from", "PLACE", OPTION_TEXT, offsetof(struct settings, from), "", 0, 0, NULL},
    {'k', "kind", "KIND,...", OPTION_LIST, offsetof(struct settings, kinds), "", 0, 0, word},
    {0, "finish", "PLAYER", OPTION_OPTIONAL, offsetof(struct settings, finish), "", 0, 0, NULL},
    {0, "hide", "PLAYER", OPTION_TEXTS, offsetof(struct settings, hide), "", 0, 0, NULL},
    {'w', "wall", NULL, OPTION_FLAG, offsetof(struct settings, wall), "", 0, 0, NULL},
};

static enum exit_status process(struct job *job)
{
    (void)job;
    return EXIT_GOOD;
}

static const struct command command = {
    .name = "test", .options = own, .option_count = sizeof own / sizeof own[0], .process = process};

#define MOST 20
static const char *files[MOST];
static struct options options;

/* Reads words that stand with blanks between them; "_" is an empty word. */
static bool read_line(const char *line)
{
    static char copy[256];
    const char *words[MOST];
    size_t count = 0;
    assert_true(strlen(line) < sizeof copy);
    strcpy(copy, line);
    for (char *at = strtok(copy, " "); at != NULL; at = strtok(NULL, " ")) {
        assert_true(count < MOST);
        words[count++] = strcmp(at, "_") == 0 ? "" : at;
    }
    options.files = files;
    return options_read(&options, &command, words, count);
}

static void every_way_to_write_a_value(void **state)
{
    static const char *const lines[] = {
        "-p x",  "-px",  "--player x", "--player=x",
        "-wp x", "-wpx", "f -w -p x",  "-p y -p x", /* the last one wins */
    };
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_true(read_line(lines[i]));
        assert_string_equal(options.settings.player, "x");
    }
    assert_true(read_line("--player="));
    assert_string_equal(options.settings.player, "");
    assert_true(read_line("--player _"));
    assert_string_equal(options.settings.player, "");
    assert_true(read_line("--player=a=b"));
    assert_string_equal(options.settings.player, "a=b");
    assert_true(read_line("-p --json"));
    assert_string_equal(options.settings.player, "--json");
    assert_false(options.settings.json);
    assert_true(read_line("-p=x")); /* a letter's value begins at once */
    assert_string_equal(options.settings.player, "=x");
}

/* The next word is never the value of an option that may go without. */
static void values_that_may_be_left_out(void **state)
{
    (void)state;
    assert_true(read_line("--finish f"));
    assert_string_equal(options.settings.finish, "");
    assert_int_equal(options.file_count, 1);
    assert_true(read_line("--finish=x f"));
    assert_string_equal(options.settings.finish, "x");
    assert_true(read_line("--finish="));
    assert_string_equal(options.settings.finish, "");
    assert_true(read_line("f --finish"));
    assert_string_equal(options.settings.finish, "");
    assert_true(read_line("f"));
    assert_null(options.settings.finish);
}

static void nothing_is_set_by_default(void **state)
{
    (void)state;
    memset(&options, 0xff, sizeof options);
    assert_true(read_line(""));
    assert_int_equal(options.file_count, 0);
    assert_false(options.settings.json || options.settings.wall || options.settings.recursive);
    assert_int_equal(options.settings.jobs, 0);
    assert_null(options.settings.player);
    assert_null(options.settings.kinds);
    assert_string_equal(options.problem, "");
}

static void some_options_are_taken_again_and_again(void **state)
{
    (void)state;
    char line[256] = "";
    assert_true(read_line("--hide a --hide=b --hide _"));
    assert_int_equal(options.settings.hide.count, 3);
    assert_string_equal(options.settings.hide.text[0], "a");
    assert_string_equal(options.settings.hide.text[1], "b");
    assert_string_equal(options.settings.hide.text[2], "");
    assert_true(read_line("f"));
    assert_int_equal(options.settings.hide.count, 0);
    for (int i = 0; i < TEXTS_MAX; i++) {
        strcat(line, "--hide=x ");
    }
    assert_true(read_line(line));
    assert_int_equal(options.settings.hide.count, TEXTS_MAX);
}

static void flags_can_stand_together(void **state)
{
    (void)state;
    assert_true(read_line("-wqr"));
    assert_true(options.settings.wall && options.settings.quiet && options.settings.recursive);
    assert_false(options.settings.json);
    assert_true(read_line("-w -w --wall"));
    assert_true(options.settings.wall);
}

static void options_may_stand_behind_files(void **state)
{
    (void)state;
    assert_true(read_line("a --json - -w b"));
    assert_int_equal(options.file_count, 3);
    assert_string_equal(files[0], "a");
    assert_string_equal(files[1], "-");
    assert_string_equal(files[2], "b");
    assert_true(options.settings.json && options.settings.wall);
}

static void two_dashes_end_the_options(void **state)
{
    (void)state;
    assert_true(read_line("-w -- --json -- -p _"));
    assert_true(options.settings.wall);
    assert_false(options.settings.json);
    assert_int_equal(options.file_count, 4);
    assert_string_equal(files[0], "--json");
    assert_string_equal(files[1], "--");
    assert_string_equal(files[3], "");
}

static void numbers_have_a_range(void **state)
{
    static const char *const wrong[] = {
        "--jobs 0",   "--jobs 1025",
        "--jobs -1",  "--jobs _",
        "--jobs 1x",  "--jobs +1",
        "--jobs 0x1", "--jobs -",
        "--jobs 1.0", "-j 99999999999999999999",
        "-jw",        "--jobs=",
        "-j -0",      "-j 9223372036854775807",
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(read_line(wrong[i]));
        assert_non_null(strstr(options.problem, "needs a number from 1 to 1024, not '"));
    }
    assert_true(read_line("--jobs 1"));
    assert_int_equal(options.settings.jobs, 1);
    assert_true(read_line("-j1024"));
    assert_int_equal(options.settings.jobs, 1024);
    assert_true(read_line("-j 0007"));
    assert_int_equal(options.settings.jobs, 7);
}

static void lists_know_their_words(void **state)
{
    (void)state;
    assert_true(read_line("--kind join,player_new"));
    assert_string_equal(options.settings.kinds, "join,player_new");
    assert_true(read_line("-kdrop"));
    assert_false(read_line("--kind join,dorp"));
    assert_string_equal(options.problem, "--kind: there is no 'dorp'; did you mean 'drop'?");
    assert_false(read_line("-k join,xyzzy,drop"));
    assert_string_equal(options.problem, "-k: there is no 'xyzzy'");
    assert_false(read_line("--kind player"));
    assert_string_equal(options.problem,
                        "--kind: there is no 'player'; did you mean 'player_new'?");
    static const char *const holes[] = {"-k ,", "-k join,", "-k ,join", "-k _", "-k join,,drop"};
    for (size_t i = 0; i < sizeof holes / sizeof holes[0]; i++) {
        assert_false(read_line(holes[i]));
        assert_string_equal(options.problem, "-k: a word is missing in the list");
    }
    assert_false(read_line("--kind join -k drop"));
    assert_string_equal(options.problem, "-k is given twice; make it one list: -k join,drop");
}

static void what_is_wrong_is_told(void **state)
{
    static const struct {
        const char *line, *problem;
    } rows[] = {
        {"--palyer x", "there is no option --palyer; did you mean --player?"},
        {"--rec", "there is no option --rec; did you mean --recursive?"},
        {"--xyzzy=3", "there is no option --xyzzy"},
        {"--=3", "there is no option --"},
        {"-x", "there is no option -x"},
        {"-wx", "there is no option -x"},
        {"-\xc3\xa4", "there is no option -\xc3\xa4"},
        {"--wall=1", "--wall takes no value"},
        {"--wall=", "--wall takes no value"},
        {"f --from", "--from needs a value: --from PLACE"},
        {"f -wp", "-p needs a value: -p PLAYER"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_false(read_line(rows[i].line));
        assert_string_equal(options.problem, rows[i].problem);
    }
}

/* A very long word must not break the sentence about it. */
static void long_words_are_cut(void **state)
{
    static char longest[5000];
    const char *words[] = {longest};
    (void)state;
    memset(longest, 'x', sizeof longest - 1);
    memcpy(longest, "--", 2);
    options.files = files;
    assert_false(options_read(&options, &command, words, 1));
    assert_int_equal(strlen(options.problem), OPTIONS_PROBLEM - 1);
}

static size_t distance(const char *a, const char *b)
{
    size_t result = suggest_distance(tt_bytes_of(a), tt_bytes_of(b));
    assert_int_equal(suggest_distance(tt_bytes_of(b), tt_bytes_of(a)), result);
    return result;
}

static void distances(void **state)
{
    (void)state;
    assert_int_equal(distance("", ""), 0);
    assert_int_equal(distance("", "dump"), 4);
    assert_int_equal(distance("dump", "dump"), 0);
    assert_int_equal(distance("dunp", "dump"), 1);
    assert_int_equal(distance("dupm", "dump"), 1);
    assert_int_equal(distance("dmp", "dump"), 1);
    assert_int_equal(distance("dumpp", "dump"), 1);
    assert_int_equal(distance("inof", "info"), 1);
    assert_int_equal(distance("kitten", "sitting"), 3);
    assert_true(distance("an option that is longer than all of ours are", "dump") == SIZE_MAX);
}

static const char *suggest(const char *typed)
{
    static const char *const words[] = {"info", "dump", "players", "chat", "verify", "x"};
    struct suggestion s = suggest_begin(tt_bytes_of(typed));
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        suggest_offer(&s, words[i]);
    }
    return s.word == NULL ? "" : s.word;
}

static void suggestions(void **state)
{
    (void)state;
    assert_string_equal(suggest("inf"), "info");
    assert_string_equal(suggest("playres"), "players");
    assert_string_equal(suggest("cat"), "chat");
    assert_string_equal(suggest("ver"), "verify");
    assert_string_equal(suggest("index"), "");
    assert_string_equal(suggest("q"), ""); /* not "x": that has nothing in common */
    assert_string_equal(suggest(""), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_to_write_a_value),
        cmocka_unit_test(values_that_may_be_left_out),
        cmocka_unit_test(nothing_is_set_by_default),
        cmocka_unit_test(flags_can_stand_together),
        cmocka_unit_test(some_options_are_taken_again_and_again),
        cmocka_unit_test(options_may_stand_behind_files),
        cmocka_unit_test(two_dashes_end_the_options),
        cmocka_unit_test(numbers_have_a_range),
        cmocka_unit_test(lists_know_their_words),
        cmocka_unit_test(what_is_wrong_is_told),
        cmocka_unit_test(long_words_are_cut),
        cmocka_unit_test(distances),
        cmocka_unit_test(suggestions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
