/* SPDX-License-Identifier: MIT
 *
 * teetape cut --finish of a demo: a real one, with finishes that the server reports.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "host_files.h"
#include "msg/inside.h"
#include "support/cli_run.h"
#include "support/demo_make.h"
#include "teetape/demo_cut.h"
#include "teetape/server_message.h"

static struct {
    tt_demo demo;
    tt_demo_memory memory;
    tt_demo_writer writer;
    tt_demo_write_memory write_memory;
    tt_demo_cut cut;
} s;

/* Client 1 finishes twice, client 2 once. A time of a whole number of ticks and one between two. */
static const struct {
    int32_t tick, cid, ms;
} finishes[] = {{1500, 1, 4000}, {2500, 2, 10004}, {3500, 1, 10000}};
#define FINISHES (sizeof finishes / sizeof finishes[0])

static void report_finish(size_t i)
{
    uint8_t message[64];
    tt_packer p = tt_packer_of(message, sizeof message);
    tti_sv_pack_id(&p, TT_SV_RACE_FINISH);
    tt_pack_int(&p, finishes[i].cid);
    tt_pack_int(&p, finishes[i].ms);
    for (int more = 0; more < 3; more++) {
        tt_pack_int(&p, 0);
    }
    assert_int_equal(tt_demo_write_message(&s.writer, tt_packer_bytes(&p)), TT_OK);
}

/* A finish comes with the snapshot of its tick. */
static void make(const char *path)
{
    demo_bytes out = {NULL, 0, 0};
    tt_demo_cut_options options = {.to = TT_DEMO_TICK_END};
    tt_demo_event event;
    tt_demo_patch patch;
    size_t size, next = 0;
    unsigned char *bytes =
        host_files_read(TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo", &size);
    tt_demo_writer_init(&s.writer, &s.write_memory, demo_bytes_put, &out);
    assert_int_equal(tt_demo_cut_init(&s.cut, &s.writer, &options), TT_OK);
    tt_demo_init(&s.demo, &s.memory);
    tt_demo_feed(&s.demo, bytes, size);
    tt_demo_feed(&s.demo, NULL, 0);
    while (tt_demo_next(&s.demo, &event) == TT_OK) {
        assert_int_equal(tt_demo_cut_event(&s.cut, &s.demo, &event), TT_OK);
        if (next < FINISHES && tt_demo_writer_look(&s.writer).tick >= finishes[next].tick) {
            assert_int_equal(tt_demo_writer_look(&s.writer).tick, finishes[next].tick);
            report_finish(next++);
        }
    }
    assert_int_equal(tt_demo_cut_finish(&s.cut, &s.demo, &patch), TT_OK);
    memcpy(out.data, patch.bytes, patch.size);
    host_files_write(path, out.data, out.size);
    demo_bytes_free(&out);
    free(bytes);
}

struct paths {
    char *demo, *part;
};

/* What is cut by two more words; from 0 for what is refused. */
static void expect(const struct paths *paths, const char *a, const char *b, int from, int to)
{
    char want[80];
    cli_run run =
        CLI_RUN(&cmd_cut, "--json", "--force", "-o", paths->part, a, b, "--after=1", paths->demo);
    snprintf(want, sizeof want, "\"first_tick\":%d,\"last_tick\":%d,", from, to - 1);
    if (from == 0) {
        assert_int_equal(run.status, EXIT_USAGE);
        assert_int_equal(run.size, 0);
    } else if (run.status != EXIT_GOOD || strstr(run.out, want) == NULL) {
        fail_msg("cut %s %s: status %d, '%s' is not in %s", a, b, (int)run.status, want, run.out);
    }
    cli_run_free(&run);
}

static void test_finish(void **state)
{
    struct paths paths = {host_files_path(state, "game.demo"), host_files_path(state, "part.demo")};
    make(paths.demo);
    for (int has_index = 0; has_index < 2; has_index++) {
        expect(&paths, "--finish", "--before=1", 0, 0);
        expect(&paths, "--finish=1", "--before=1", 0, 0);
        expect(&paths, "--finish=3", "--before=1", 0, 0);
        expect(&paths, "--finish=nobody", "--before=1", 0, 0);
        expect(&paths, "--finish=2", "--before=1", 2500 - 500 - 50, 2551);
        expect(&paths, "--finish=player1", "--match=2", 3500 - 500 - 250, 3551);
        expect(&paths, "--finish", "--match=1", 1500 - 200 - 250, 1551);
        expect(&paths, "--finish", "--match=4", 0, 0);
        expect(&paths, "--finish", "--from=3000", 3500 - 500 - 250, 3551);
        expect(&paths, "--finish", "--player=2", 2500 - 500 - 250, 2551);
        expect(&paths, "--finish", "--team=0", 0, 0);
        if (!has_index) {
            cli_run index = CLI_RUN(&cmd_index, paths.demo);
            assert_int_equal(index.status, EXIT_GOOD);
            cli_run_free(&index);
        }
    }
    free(paths.demo);
    free(paths.part);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_finish, host_files_setup, host_files_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
