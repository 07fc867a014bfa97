/* SPDX-License-Identifier: MIT
 *
 * A real recording of 2.8 KB, cut at every byte, through the commands. A cut between two records is
 * a recording without FINISH, every other one is damage; what was whole before it is delivered.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "host_files.h"
#include "support/cli_run.h"
#include "support/th_make.h"

#define KILLED "map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10"

/* Where its records begin, and where the last one ends; found with another decoder. */
static const size_t borders[] = {2567, 2569, 2598, 2617, 2666, 2668, 2674, 2677, 2680, 2683, 2686,
                                 2689, 2692, 2695, 2698, 2701, 2704, 2707, 2710, 2713, 2716, 2719,
                                 2722, 2724, 2731, 2752, 2776, 2778, 2790, 2793, 2823};
#define BORDERS (sizeof borders / sizeof borders[0])

/* Borders that are not above `size`. */
static size_t borders_within(size_t size)
{
    size_t count = 0;
    while (count < BORDERS && borders[count] <= size) {
        count++;
    }
    return count;
}

static void expect_text(char *want, size_t room, size_t size)
{
    size_t count = borders_within(size);
    if (count > 0 && borders[count - 1] == size) {
        snprintf(want, room, "\"good\":true,\"complete\":false,\"bytes\":%zu,", size);
    } else if (count > 0) {
        snprintf(want, room, "\"status\":\"TT_ERR_TH_TRUNCATED\",\"offset\":%zu,",
                 borders[count - 1]);
    } else {
        const char *status = size == 0   ? "TT_ERR_FORMAT"
                             : size < 16 ? "TT_ERR_TH_MAGIC"
                                         : "TT_ERR_TH_HEADER_END";
        snprintf(want, room, "\"status\":\"%s\",\"offset\":%zu,", status, size < 16 ? 0 : size);
    }
}

static void check_cut(const char *path, size_t size, const cli_run *whole)
{
    char want[128];
    size_t count = borders_within(size);
    enum exit_status status = count > 0 && borders[count - 1] == size ? EXIT_GOOD : EXIT_DAMAGED;

    cli_run run = CLI_RUN(&cmd_verify, "--json", path);
    expect_text(want, sizeof want, size);
    if (run.status != status || strstr(run.out, want) == NULL) {
        fail_msg("cut at %zu: status %d, '%s' is not in %s", size, (int)run.status, want, run.out);
    }
    cli_run_free(&run);

    run = CLI_RUN(&cmd_dump, "--json", path);
    assert_int_equal(run.status, status);
    size_t lines = 0;
    for (size_t i = 0; i < run.size; i++) {
        lines += run.out[i] == '\n';
    }
    if (lines != (count > 0 ? count - 1 : 0) || memcmp(run.out, whole->out, run.size) != 0) {
        fail_msg("cut at %zu: %zu events, or others than in the whole file", size, lines);
    }
    cli_run_free(&run);
}

static void test_every_byte(void **state)
{
    th_make file = {NULL, 0, 0};
    char *path = host_files_path(state, "cut");
    th_make_recording(&file, KILLED);
    assert_int_equal(file.size, borders[BORDERS - 1]);
    host_files_write(path, file.data, file.size);
    cli_run whole = CLI_RUN(&cmd_dump, "--json", path);
    for (size_t size = 0; size <= file.size; size++) {
        remove(path); /* faster than a file that is written over */
        host_files_write(path, file.data, size);
        check_cut(path, size, &whole);
    }
    cli_run_free(&whole);
    th_make_free(&file);
    free(path);
}

/* The commands that read all of it say the same; --quick looks at the header alone. */
static void test_other_commands(void **state)
{
    th_make file = {NULL, 0, 0};
    char *path = host_files_path(state, "cut");
    th_make_recording(&file, KILLED);
    for (size_t size = 2500; size <= file.size; size++) {
        size_t count = borders_within(size);
        bool is_good = count > 0 && borders[count - 1] == size;
        remove(path);
        host_files_write(path, file.data, size);
        const struct command *const all[] = {&cmd_info, &cmd_players, &cmd_chat};
        for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
            cli_run run = CLI_RUN(all[i], "--json", path);
            assert_int_equal(run.status, is_good ? EXIT_GOOD : EXIT_DAMAGED);
            /* one object about the whole, or one for each of what is there */
            assert_true(run.size != 0 || size < 2624);
            cli_run_free(&run);
        }
        cli_run quick = CLI_RUN(&cmd_info, "--quick", "--json", path);
        assert_int_equal(quick.status, count > 0 ? EXIT_GOOD : EXIT_DAMAGED);
        cli_run_free(&quick);
    }
    th_make_free(&file);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_every_byte),
        IN_FOLDER(test_other_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
