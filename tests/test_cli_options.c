/* SPDX-License-Identifier: MIT
 *
 * Tests of cli/shell/options.h and cli/shell/word_list.h, with a command of their own.
 */
#include "cm.h"

#include "cli/shell/option_rows.h"
#include "cli/shell/options.h"
#include "cli/shell/word_list.h"
#include "teetape/io/spans.h"

static const char *word(size_t index)
{
    static const char *const words[] = {"join", "drop", "player_new", NULL};
    return words[index];
}

struct test_options {
    const char *player, *from, *kinds, *finish;
    struct texts hide;
    bool wall;
    int64_t limit;
};

static const struct option table[] = {
    ROW_TEXT('p', "player", "PLAYER", struct test_options, player, ""),
    ROW_TEXT(0, "from", "PLACE", struct test_options, from, ""),
    ROW_LIST('k', "kind", "KIND,...", struct test_options, kinds, word, ""),
    ROW_OPTIONAL(0, "finish", "PLAYER", struct test_options, finish, ""),
    ROW_TEXTS(0, "hide", "PLAYER", struct test_options, hide, ""),
    ROW_FLAG('w', "wall", struct test_options, wall, ""),
    ROW_NUMBER(0, "limit", "N", struct test_options, limit, -3, 3, ""),
    OPTION_ROW_WIDE,
    OPTION_ROWS_EACH,
};

static enum exit_status run(struct shell *sh)
{
    (void)sh;
    return EXIT_GOOD;
}

static const struct command command = {
    .name = "test", .options = OPTION_TABLE(table, struct test_options), .run = run};

#define MOST 20
static const char *files[MOST];
static struct test_options own;
static struct options options = {.files = files, .own = &own};

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
    return options_read(&options, &command, words, count);
}

static void every_way_to_write_a_value(void **state)
{
    static const char *const lines[] = {
        "-p x", "-px", "--player x", "--player=x", "-wp x", "-wpx", "f -w -p x",
    };
    static const char *const twice[] = {"-p y -p x", "-p x --player=x", "--player= -p x",
                                        "--finish --finish=x", "--finish --finish"};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        assert_true(read_line(lines[i]));
        assert_string_equal(own.player, "x");
    }
    for (size_t i = 0; i < sizeof twice / sizeof twice[0]; i++) {
        assert_false(read_line(twice[i]));
        assert_non_null(strstr(options.problem, " is given twice, but takes one "));
    }
    assert_true(read_line("--player="));
    assert_string_equal(own.player, "");
    assert_true(read_line("--player _"));
    assert_string_equal(own.player, "");
    assert_true(read_line("--player=a=b"));
    assert_string_equal(own.player, "a=b");
    assert_true(read_line("-p --json"));
    assert_string_equal(own.player, "--json");
    assert_false(options.settings.json);
    assert_true(read_line("-p=x")); /* a letter's value begins at once */
    assert_string_equal(own.player, "=x");
}

/* The next word is never the value of an option that may go without. */
static void values_that_may_be_left_out(void **state)
{
    (void)state;
    assert_true(read_line("--finish f"));
    assert_string_equal(own.finish, "");
    assert_int_equal(options.file_count, 1);
    assert_true(read_line("--finish=x f"));
    assert_string_equal(own.finish, "x");
    assert_true(read_line("--finish="));
    assert_string_equal(own.finish, "");
    assert_true(read_line("f --finish"));
    assert_string_equal(own.finish, "");
    assert_true(read_line("f"));
    assert_null(own.finish);
}

static void nothing_is_set_by_default(void **state)
{
    (void)state;
    memset(&options.settings, 0xff, sizeof options.settings);
    memset(&own, 0xff, sizeof own);
    assert_true(read_line(""));
    assert_int_equal(options.file_count, 0);
    assert_false(options.settings.json || own.wall || options.settings.recursive);
    assert_int_equal(options.settings.jobs, 0);
    assert_null(own.player);
    assert_null(own.kinds);
    assert_string_equal(options.problem, "");
}

static void some_options_are_taken_again_and_again(void **state)
{
    (void)state;
    char line[256] = "";
    assert_true(read_line("--hide a --hide=b --hide _"));
    assert_int_equal(own.hide.count, 3);
    assert_string_equal(own.hide.text[0], "a");
    assert_string_equal(own.hide.text[1], "b");
    assert_string_equal(own.hide.text[2], "");
    assert_true(read_line("f"));
    assert_int_equal(own.hide.count, 0);
    for (int i = 0; i < TEXTS_MAX; i++) {
        strcat(line, "--hide=x ");
    }
    assert_true(read_line(line));
    assert_int_equal(own.hide.count, TEXTS_MAX);
}

static void flags_can_stand_together(void **state)
{
    (void)state;
    assert_true(read_line("-wqr"));
    assert_true(own.wall && options.settings.quiet && options.settings.recursive);
    assert_false(options.settings.json);
    assert_true(read_line("-w -w --wall"));
    assert_true(own.wall);
}

static void options_may_stand_behind_files(void **state)
{
    (void)state;
    assert_true(read_line("a --json - -w b"));
    assert_int_equal(options.file_count, 3);
    assert_string_equal(files[0], "a");
    assert_string_equal(files[1], "-");
    assert_string_equal(files[2], "b");
    assert_true(options.settings.json && own.wall);
}

static void two_dashes_end_the_options(void **state)
{
    (void)state;
    assert_true(read_line("-w -- --json -- -p _"));
    assert_true(own.wall);
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
    assert_string_equal(own.kinds, "join,player_new");
    assert_true(read_line("-kdrop"));
    assert_false(read_line("--kind join,dorp"));
    assert_string_equal(options.problem, "--kind: 'dorp' is unknown; did you mean 'drop'?");
    assert_false(read_line("-k join,xyzzy,drop"));
    assert_string_equal(options.problem,
                        "-k: 'xyzzy' is unknown; it can be join, drop or player_new");
    assert_false(read_line("--kind player"));
    assert_string_equal(options.problem, "--kind: 'player' is unknown; did you mean 'player_new'?");
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
    assert_false(options_read(&options, &command, words, 1));
    assert_int_equal(strlen(options.problem), OPTIONS_PROBLEM - 1);
}

static size_t distance(const char *a, const char *b)
{
    size_t result = tt_io_player_distance(tt_bytes_of(a), tt_bytes_of(b));
    assert_int_equal(tt_io_player_distance(tt_bytes_of(b), tt_bytes_of(a)), result);
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
