/* SPDX-License-Identifier: MIT
 *
 * What is wrong with a recording, as users are reported (cli/shell/issues.h): counted, kept, said
 * on stderr, and in JSON.
 */
#include "host/posix.h"

#include "cli/shell/issues.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/message.h"
#include "cm.h"
#include "support/cli_capture.h"

static struct settings settings;
static struct job job = {.settings = &settings, .path = "a.demo"};
static struct issues issues;
static struct capture capture;
static FILE *heard; /* what goes to stderr otherwise */

static void begin(void)
{
    issues = (struct issues){.job = &job};
    heard = tmpfile();
    assert_non_null(heard);
    message_start("teetape", fileno(heard));
    message_least(MESSAGE_NOTE);
}

static void expect_heard(const char *text)
{
    static char said[20000];
    rewind(heard);
    said[fread(said, 1, sizeof said - 1, heard)] = 0;
    assert_string_equal(said, text);
    message_start("teetape", 2);
    fclose(heard);
}

static tt_issue issue_of(tt_level level, tt_status status, uint64_t offset, int32_t tick)
{
    return (tt_issue){level, status, offset, tick, tt_status_text(status), NULL};
}

static void counts_by_level(void **state)
{
    (void)state;
    tt_issue note = issue_of(TT_LEVEL_NOTE, TT_NOTE_DEMO_LENGTH, 0, -1);
    tt_issue warning = issue_of(TT_LEVEL_WARNING, TT_WARN_DEMO_SIZE, 500, 7);
    tt_issue error = issue_of(TT_LEVEL_ERROR, TT_ERR_DEMO_HUFFMAN, 600, 8);
    begin();
    assert_false(issues_take(&issues, &note));
    assert_true(issues_take(&issues, &warning));
    assert_true(issues_take(&issues, &error));
    assert_true(issues_take(&issues, &error));
    assert_int_equal(issues.notes, 1);
    assert_int_equal(issues.warnings, 1);
    assert_int_equal(issues.errors, 2);
    assert_int_equal(issues.kept_count, 3); /* notes are not kept */
    assert_int_equal(issues.kept[0].status, TT_WARN_DEMO_SIZE);
    assert_int_equal(issues.kept[2].offset, 600);
    issues_tell_rest(&issues);
    expect_heard("");
}

/* Ten of a level are reported, a hundred are kept, all are counted. */
static void many_of_them(void **state)
{
    (void)state;
    tt_issue warning = issue_of(TT_LEVEL_WARNING, TT_WARN_DEMO_SIZE, 500, 7);
    tt_issue error = issue_of(TT_LEVEL_ERROR, TT_ERR_DEMO_HUFFMAN, 600, 8);
    int told = 0;
    begin();
    for (int i = 0; i < 1000; i++) {
        told += issues_take(&issues, &error);
    }
    assert_int_equal(told, ISSUES_TOLD);
    for (int i = 0; i < ISSUES_TOLD; i++) {
        assert_true(issues_take(&issues, &warning)); /* errors are no reason to be silent */
    }
    assert_false(issues_take(&issues, &warning));
    assert_int_equal(issues.errors, 1000);
    assert_int_equal(issues.warnings, ISSUES_TOLD + 1);
    assert_int_equal(issues.kept_count, ISSUES_KEPT);
    issues_tell_rest(&issues);
    expect_heard("teetape: a.demo: note: 990 more errors like these are not shown\n"
                 "teetape: a.demo: note: 1 more warnings like these are not shown\n");
}

static void places(void **state)
{
    (void)state;
    tt_issue error = issue_of(TT_LEVEL_ERROR, TT_ERR_DEMO_TRUNCATED, 1234567890123, 4000);
    tt_issue warning = issue_of(TT_LEVEL_WARNING, TT_WARN_DEMO_HEADER, 0, -1);
    char text[400];
    begin();
    issues_tell(&issues, &error, 3125);
    issues_tell(&issues, &warning, ISSUES_NO_TICK);
    snprintf(text, sizeof text,
             "teetape: a.demo: offset 1234567890123, tick 4000 (0:01:02.50): %s\n"
             "teetape: a.demo: warning: offset 0: %s\n",
             tt_status_text(TT_ERR_DEMO_TRUNCATED), tt_status_text(TT_WARN_DEMO_HEADER));
    expect_heard(text);
}

/* Damage counts as an error of the recording, trouble of the system does not. */
static void trouble_with_the_file(void **state)
{
    (void)state;
    tt_io_error damage = {TT_ERR_COMPRESSED_DATA, 0, 77, "", "the data is corrupt"};
    tt_io_error no_codec = {TT_ERR_UNSUPPORTED, 0, 0, "", "this build lacks it"};
    tt_io_error system;
    tt_io_error_system(&system, ENOENT, "cannot be opened");
    begin();
    assert_int_equal(issues_take_host(&issues, &system), EXIT_SYSTEM);
    assert_int_equal(issues_take_host(&issues, &no_codec), EXIT_SYSTEM);
    assert_int_equal(issues.errors, 0);
    assert_int_equal(issues.damage.status, TT_OK);
    assert_int_equal(issues_take_host(&issues, &damage), EXIT_DAMAGED);
    assert_int_equal(issues.errors, 1);
    assert_int_equal(issues.damage.offset, 77);
    expect_heard("teetape: a.demo: cannot be opened: No such file or directory\n"
                 "teetape: a.demo: this build lacks it\n"
                 "teetape: a.demo: byte 77 of the file: the data is corrupt\n");
}

static const char *json_text_of(void)
{
    capture_begin(&capture);
    struct json j = json_begin(&capture.out);
    issues_json(&j, "issues", &issues);
    json_end(&j);
    return capture_end(&capture);
}

static void as_json(void **state)
{
    (void)state;
    tt_issue warning = issue_of(TT_LEVEL_WARNING, TT_WARN_DEMO_SIZE, 500, -1);
    tt_io_error damage = {TT_ERR_COMPRESSED_DATA, 0, 77, "", "the \"data\" is corrupt"};
    char want[600];
    begin();
    assert_string_equal(json_text_of(), "{\"issues\":[]}\n");
    issues_take(&issues, &warning);
    issues_take_host(&issues, &damage);
    snprintf(want, sizeof want,
             "{\"issues\":[{\"level\":\"warning\","
             "\"status\":\"TT_WARN_DEMO_SIZE\",\"offset\":500,\"tick\":-1,\"what\":\"%s\"},"
             "{\"level\":\"error\",\"status\":\"COMPRESSED_DATA\",\"file_offset\":77,"
             "\"what\":\"the \\\"data\\\" is corrupt\"}]}\n",
             tt_status_text(TT_WARN_DEMO_SIZE));
    assert_string_equal(json_text_of(), want);
    expect_heard("teetape: a.demo: byte 77 of the file: the \"data\" is corrupt\n");
}

/* A file is named only where there are several. */
static void names_of_files(void **state)
{
    (void)state;
    struct job named = job;
    named.out = &capture.out;
    for (int many = 0; many < 2; many++) {
        named.is_one_of_many = many != 0;
        named.path = "b\x1b.demo";
        capture_begin(&capture);
        job_text_file(&named);
        assert_string_equal(capture_end(&capture), many ? "b\\x1b.demo\n" : "");
        capture_begin(&capture);
        struct json j = json_begin(&capture.out);
        job_json_file(&named, &j);
        json_int(&j, "tick", 1);
        json_end(&j);
        assert_string_equal(capture_end(&capture),
                            many ? "{\"file\":\"b\\u001b.demo\",\"tick\":1}\n" : "{\"tick\":1}\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_by_level), cmocka_unit_test(many_of_them),
        cmocka_unit_test(places),          cmocka_unit_test(trouble_with_the_file),
        cmocka_unit_test(as_json),         cmocka_unit_test(names_of_files),
    };
    return cmocka_run_group_tests_name("issues", tests, NULL, NULL);
}
