/* SPDX-License-Identifier: MIT
 *
 * Tests of the commands on made demos: every version, protocol 0.7, secrets, maps that are not what
 * the header says, and demos that are cut at every byte. Real ones: tests/cli/golden.sh.
 */
#include "cm.h"

#include <stdio.h>
#include <stdlib.h>

#include "msg/inside.h"
#include "spans/spans.h"
#include "support/cli_run.h"
#include "support/demo_make.h"
#include "teetape/server_message.h"
#include "teetape/string.h"
#include "teetape/varint.h"

static const struct command *const readers[] = {&cmd_info, &cmd_dump, &cmd_players, &cmd_chat,
                                                &cmd_verify};
#define READERS (sizeof readers / sizeof readers[0])

/* Of the length in seconds, in the header. */
#define LENGTH_OFFSET 152

static const char path[] = "test_cli_demo.demo";

static void write_file(const demo_bytes *demo, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(demo->data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void assert_has(const cli_run *run, const char *text)
{
    if (strstr(run->out, text) == NULL) {
        fail_msg("no '%s' in:\n%s", text, run->out);
    }
}

static void assert_lacks(const cli_run *run, const char *text)
{
    if (strstr(run->out, text) != NULL) {
        fail_msg("'%s' in:\n%s", text, run->out);
    }
}

static void every_version(void **state)
{
    (void)state;
    for (int32_t version = 3; version <= 6; version++) {
        demo_bytes demo = {NULL, 0, 0};
        char text[64];
        demo_make(&demo, 7, version, 0, 300);
        write_file(&demo, demo.size);
        cli_run run = CLI_RUN(&cmd_info, "--json", path);
        snprintf(text, sizeof text, "\"format\":\"demo\",\"packed\":null,\"version\":%d,",
                 (int)version);
        assert_int_equal(run.status, EXIT_GOOD);
        assert_has(&run, text);
        assert_has(&run, "\"first_tick\":100,");
        assert_has(&run, "\"complete\":true,");
        assert_has(&run, "\"tick\":300,");
        cli_run_free(&run);
        for (size_t i = 0; i < READERS; i++) {
            run = CLI_RUN(readers[i], path);
            assert_int_equal(run.status, EXIT_GOOD);
            cli_run_free(&run);
        }
        run = CLI_RUN(&cmd_verify, "--json", path);
        assert_has(&run, "\"good\":true,\"complete\":true,");
        cli_run_free(&run);
        demo_bytes_free(&demo);
    }
}

/* The map of a made demo is all zeros, and not the one that its header names. */
static void another_map(void **state)
{
    (void)state;
    demo_bytes demo = {NULL, 0, 0};
    demo_make(&demo, 7, 6, 1000, 60);
    write_file(&demo, demo.size);
    cli_run run = CLI_RUN(&cmd_verify, "--json", path);
    assert_int_equal(run.status, EXIT_DAMAGED);
    assert_has(&run, "\"status\":\"TT_ERR_DEMO_MAP_CRC\",\"offset\":484,");
    assert_has(&run, "\"status\":\"TT_ERR_DEMO_MAP_SHA256\",\"offset\":484,");
    cli_run_free(&run);
    run = CLI_RUN(&cmd_info, path);
    assert_int_equal(run.status, EXIT_DAMAGED);
    assert_has(&run, "small, embedded, 1,000 bytes, crc 01020304");
    cli_run_free(&run);
    demo_bytes_free(&demo);
}

/* The header promises 20 s; there are 6. */
static void another_length(void **state)
{
    (void)state;
    demo_bytes demo = {NULL, 0, 0};
    demo_make(&demo, 7, 5, 0, 60);
    demo.data[LENGTH_OFFSET + 3] = 200;
    write_file(&demo, demo.size);
    cli_run run = CLI_RUN(&cmd_verify, "--json", path);
    assert_int_equal(run.status, EXIT_GOOD);
    assert_has(&run, "\"status\":\"TT_WARN_DEMO_LENGTH\"");
    cli_run_free(&run);
    run = CLI_RUN(&cmd_verify, "--strict", path);
    assert_int_equal(run.status, EXIT_DAMAGED);
    cli_run_free(&run);
    demo.data[LENGTH_OFFSET + 3] = 0;
    write_file(&demo, demo.size);
    run = CLI_RUN(&cmd_info, path);
    assert_int_equal(run.status, EXIT_GOOD);
    assert_has(&run, "not closed by its recorder");
    cli_run_free(&run);
    demo_bytes_free(&demo);
}

/* What is there is shown, and all commands agree that something is missing. A cut between two
 * chunks cannot be distinguished from an end. */
static void every_cut(void **state)
{
    (void)state;
    demo_bytes demo = {NULL, 0, 0};
    unsigned damaged = 0;
    demo_make(&demo, 11, 6, 20, 8);
    for (size_t size = 1; size < demo.size; size += size < 400 ? 13 : TT_TEST_SHARE) {
        write_file(&demo, size);
        for (size_t i = 0; i + 1 < READERS; i++) {
            cli_run run = CLI_RUN(readers[i], "--json", path);
            assert_in_range(run.status, EXIT_GOOD, EXIT_DAMAGED);
            assert_true(size >= 504 || run.status == EXIT_DAMAGED);
            damaged += run.status == EXIT_DAMAGED;
            cli_run_free(&run);
        }
    }
    assert_true(damaged > 4 * (demo.size - 504) / TT_TEST_SHARE / 2);
    demo_bytes_free(&demo);
}

/* A demo of messages, put together by the functions below. */
static demo_bytes made;
static tt_demo_writer writer;
static uint8_t message[600];
static tt_packer packer;

static void begin_demo(const char *net_version)
{
    static tt_demo_write_memory memory;
    tt_demo_header header = demo_make_header(6, 0);
    snprintf(header.net_version, sizeof header.net_version, "%s", net_version);
    made = (demo_bytes){NULL, 0, 0};
    tt_demo_writer_init(&writer, &memory, demo_bytes_put, &made);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    assert_int_equal(tt_demo_write_map(&writer, (tt_bytes){NULL, 0}), TT_OK);
}

static void tick(int32_t number)
{
    tt_snap snap = tt_snap_empty();
    assert_int_equal(tt_demo_write_snapshot(&writer, number, &snap), TT_OK);
}

static void end_demo(void)
{
    tt_demo_patch patch;
    assert_int_equal(tt_demo_write_finish(&writer, &patch), TT_OK);
    memcpy(made.data, patch.bytes, patch.size);
    write_file(&made, made.size);
    demo_bytes_free(&made);
}

static void begin_message(tt_sv_kind kind)
{
    packer = tt_packer_of(message, sizeof message);
    tti_sv_pack_id(&packer, kind);
}

static void end_message(void)
{
    assert_int_equal(tt_demo_write_message(&writer, tt_packer_bytes(&packer)), TT_OK);
}

static void pack_text(const char *text)
{
    tt_pack_string(&packer, tt_bytes_of(text), 0);
}

static void send_client7(int32_t cid, int local, const char *name)
{
    begin_message(TT_SV7_CLIENT_INFO);
    demo_make_client7(&packer, cid, local, name);
    end_message();
}

static void send_chat7(int32_t mode, int32_t cid, int32_t target, const char *text)
{
    begin_message(TT_SV7_CHAT);
    tt_pack_int(&packer, mode);
    tt_pack_int(&packer, cid);
    tt_pack_int(&packer, target);
    pack_text(text);
    end_message();
}

static void make_seven(void)
{
    begin_demo(TT_NET_VERSION_7);
    send_client7(4, 1, "four");
    tick(50);
    send_client7(5, 0, "five");
    send_chat7(1, 5, -1, "hello all");
    tick(100);
    send_chat7(2, 4, -1, "hello team");
    send_chat7(3, 5, 4, "hello you");
    send_chat7(1, -1, -1, "the server speaks");
    tick(150);
    begin_message(TT_SV7_CLIENT_DROP);
    tt_pack_int(&packer, 5);
    pack_text("enough");
    tt_pack_int(&packer, 0);
    end_message();
    tick(200);
    end_demo();
}

static void protocol_seven(void **state)
{
    (void)state;
    make_seven();
    cli_run run = CLI_RUN(&cmd_chat, path);
    assert_int_equal(run.status, EXIT_GOOD);
    assert_string_equal(run.out, "          -        -    4 four            * joined\n"
                                 " 0:00:00.00       50    5 five            * joined\n"
                                 " 0:00:00.00       50    5 five            hello all\n"
                                 " 0:00:01.00      100    4 four            (team) hello team\n"
                                 " 0:00:01.00      100    5 five            (whisper to four) ***\n"
                                 " 0:00:01.00      100                      * the server speaks\n"
                                 " 0:00:02.00      150    5 five            * left (enough)\n");
    cli_run_free(&run);
    run = CLI_RUN(&cmd_chat, "--json", "--player", "five", "--to", "0:00:02", path);
    assert_has(&run, "\"to_name\":\"four\",\"text\":\"***\"}");
    cli_run_free(&run);
    run = CLI_RUN(&cmd_chat, "--json", "--show-secrets", "--player", "five", "--from", "0:00:01",
                  path);
    assert_string_equal(run.out,
                        "{\"tick\":100,\"kind\":\"chat\",\"cid\":5,\"name\":\"five\","
                        "\"team\":false,\"to\":\"player\",\"to_cid\":4,\"to_name\":\"four\","
                        "\"text\":\"hello you\"}\n"
                        "{\"tick\":150,\"kind\":\"leave\",\"cid\":5,\"name\":\"five\","
                        "\"reason\":\"enough\"}\n");
    cli_run_free(&run);
    run = CLI_RUN(&cmd_players, "--json", path);
    assert_has(&run,
               "\"cid\":4,\"name\":\"four\",\"names\":[\"four\"],\"clan\":\"clan\",\"country\":40,"
               "\"protocol\":7,\"joined_tick\":50,");
    assert_has(&run, "\"cid\":5,\"name\":\"five\"");
    assert_has(&run, "\"left_tick\":150,\"left\":\"drop\"");
    cli_run_free(&run);
    run = CLI_RUN(&cmd_info, path);
    assert_has(&run, "players    2 sessions, at most 2 at the same time");
    cli_run_free(&run);
}

static void make_secrets(void)
{
    begin_demo(TT_NET_VERSION_6);
    tick(10);
    begin_message(TT_SV_SAVE_CODE);
    tt_pack_int(&packer, 1);
    pack_text("");
    pack_text("somebody");
    pack_text("server");
    pack_text("othercode");
    pack_text("secretcode");
    pack_text("all");
    end_message();
    begin_message(TT_SV_CHAT);
    tt_pack_int(&packer, 0);
    tt_pack_int(&packer, -1);
    pack_text("Use '/load secretcode' to continue");
    end_message();
    packer = tt_packer_of(message, sizeof message);
    tt_pack_int(&packer, 11 * 2 + 1);
    pack_text("rcon secretcode");
    end_message();
    tick(70);
    end_demo();
}

/* "secretcode" as it is in the hex of a message. */
#define SECRET_HEX "736563726574636f6465"

static void secrets(void **state)
{
    (void)state;
    static const char *const words[] = {"secretcode", "othercode", SECRET_HEX};
    make_secrets();
    for (size_t i = 0; i < READERS; i++) {
        cli_run text = CLI_RUN(readers[i], path), json = CLI_RUN(readers[i], "--json", path);
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
            assert_lacks(&text, words[k]);
            assert_lacks(&json, words[k]);
        }
        cli_run_free(&text);
        cli_run_free(&json);
    }
    cli_run run = CLI_RUN(&cmd_chat, path);
    assert_has(&run, "* Use '/load ***\n");
    cli_run_free(&run);
    run = CLI_RUN(&cmd_dump, "--json", "--show-secrets", path);
    assert_has(&run, "\"code\":\"secretcode\"");
    assert_has(&run, "Use '/load secretcode' to continue");
    assert_has(&run, "\"system\":true,\"id\":11,\"msg\":\"1772636f6e20" SECRET_HEX);
    cli_run_free(&run);
}

/* Who looks for a chat line gets a list of those that have it. */
static void secrets_of_chat_lines(void **state)
{
    (void)state;
    tt_io_span said = {.name = ""};
    static char many[2 * sizeof said.said + 1] = "loading ";
    for (size_t i = strlen(many); i + 2 < sizeof many; i += 2) {
        memcpy(many + i, "\xc3\xbc", 2);
    }
    tt_fact server = {.kind = TT_FACT_SERVER_MESSAGE, .cid = -1};
    server.u.server_message.text = tt_bytes_of("Use '/load secretcode' to continue");
    assert_true(tti_span_says(&said, &server, "LOAD"));
    assert_string_equal(said.said, "***: Use '/load ***");
    server.u.server_message.where = TT_SERVER_MOTD;
    assert_false(tti_span_says(&said, &server, "LOAD"));
    tt_fact line = {.kind = TT_FACT_CHAT, .cid = 3};
    line.u.chat.text = tt_bytes_of("load\xc3\xbc");
    assert_true(tti_span_says(&said, &line, "LOAD"));
    assert_string_equal(said.said, ": load\xc3\xbc");
    snprintf(said.name, sizeof said.name, "nameless");
    line.u.chat.text = tt_bytes_of(many);
    assert_true(tti_span_says(&said, &line, "LOAD"));
    assert_memory_equal(said.said, "nameless: loading \xc3\xbc", 20);
    assert_true(tt_utf8_valid(tt_bytes_of(said.said)));
    assert_string_equal(said.said + strlen(said.said) - 5, "\xc3\xbc...");
    line.u.chat.to = TT_CHAT_PLAYER;
    assert_true(tti_span_says(&said, &line, "LOAD"));
    assert_string_equal(said.said, "nameless: ***");
    line.u.chat.text = tt_bytes_of("lo ad");
    assert_false(tti_span_says(&said, &line, "LOAD"));
    for (const char *text = "a,ab,b,loa"; *text != 0; text++) {
        line.u.chat.text = tt_bytes_of(text);
        assert_int_equal(tti_span_says(&said, &line, "LOA"), strstr(text, "loa") != NULL);
    }
}

/* Of less than a second a recorder writes a length of 0, too: info and verify agree. */
static void short_demos_are_complete(void **state)
{
    (void)state;
    static const struct command *const both[] = {&cmd_info, &cmd_verify};
    for (int32_t last = 59; last <= 60; last++) {
        begin_demo(TT_NET_VERSION_6);
        tick(10);
        tick(last);
        end_demo();
        FILE *file = fopen(path, "r+b");
        assert_non_null(file);
        assert_int_equal(fseek(file, LENGTH_OFFSET, SEEK_SET), 0);
        assert_int_equal(fwrite((const uint8_t[4]){0}, 1, 4, file), 4);
        assert_int_equal(fclose(file), 0);
        for (size_t i = 0; i < 2; i++) {
            cli_run run = CLI_RUN(both[i], "--json", path);
            assert_int_equal(run.status, EXIT_GOOD);
            assert_has(&run, last == 59 ? "\"complete\":true," : "\"complete\":false,");
            cli_run_free(&run);
        }
        cli_run run = CLI_RUN(&cmd_verify, path);
        assert_int_equal(strstr(run.out, "no length in the header") != NULL, last == 60);
        cli_run_free(&run);
    }
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) {
        count++;
    }
    return count;
}

static void votes(void **state)
{
    (void)state;
    static const char *const reasons[] = {"", "it is late"};
    begin_demo(TT_NET_VERSION_6);
    tick(10);
    for (size_t i = 0; i < 16; i++) { /* once for each client, as in a demo of a server */
        begin_message(TT_SV_VOTE_SET);
        tt_pack_int(&packer, i / 4 % 2 == 0 ? 25 : 0);
        pack_text("next map");
        pack_text(reasons[i / 8]);
        end_message();
    }
    end_demo();
    cli_run run = CLI_RUN(&cmd_chat, path);
    assert_has(&run, "* a vote: next map\n");
    assert_has(&run, "* a vote: next map (it is late)\n");
    assert_int_equal(count_of(run.out, "\n"), 4);
    cli_run_free(&run);
}

/* Places in time count from the first tick marker. */
static void places(void **state)
{
    (void)state;
    make_seven();
    cli_run run = CLI_RUN(&cmd_dump, "--kind", "tick", "--from", "0:00:01", "--to", "150", path);
    assert_string_equal(run.out, " 0:00:01.00      100  tick\n");
    cli_run_free(&run);
    run = CLI_RUN(&cmd_dump, "--kind", "tick", "--wall", "--from", "2026-11-21T20:14:03", path);
    assert_string_equal(run.out, " 0:00:03.00      200 2026-11-21T20:14:03.00  tick\n");
    cli_run_free(&run);
    run = CLI_RUN(&cmd_dump, "--from", "marker:1", path);
    assert_int_equal(run.status, EXIT_USAGE);
    cli_run_free(&run);
    run = CLI_RUN(&cmd_dump, "--from", "2026-11-21T20:14:03Z", path);
    assert_int_equal(run.status, EXIT_USAGE);
    cli_run_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_version),
        cmocka_unit_test(another_map),
        cmocka_unit_test(another_length),
        cmocka_unit_test(every_cut),
        cmocka_unit_test(protocol_seven),
        cmocka_unit_test(secrets),
        cmocka_unit_test(places),
        cmocka_unit_test(secrets_of_chat_lines),
        cmocka_unit_test(short_demos_are_complete),
        cmocka_unit_test(votes),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(path);
    return failed;
}
