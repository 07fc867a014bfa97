/* SPDX-License-Identifier: MIT
 *
 * Secrets in demos: a value of its own in every place where a server's demo can have one. No
 * command prints one, as text, JSON or hex, until it is asked for; and then all of them are there.
 */
#include "cm.h"

#include <stdio.h>

#include "msg/inside.h"
#include "support/cli_run.h"
#include "support/demo_make.h"
#include "teetape/game.h"
#include "teetape/server_message.h"
#include "teetape/string.h"

static const char path[] = "test_cli_secrets.demo";

/* Values are hush00x, hush01x, ... */
#define VALUE 8

static demo_bytes made;
static tt_demo_writer writer;
static uint8_t message[600];
static tt_packer packer;
static unsigned planted;

static const char *plant(void)
{
    static char value[VALUE];
    assert_true(planted < 100);
    snprintf(value, sizeof value, "hush%02ux", planted++ % 100);
    return value;
}

/* A text with a value in place of the %s. */
static void pack_text(const char *form)
{
    char text[200];
    const char *at = strstr(form, "%s");
    snprintf(text, sizeof text, "%.*s%s%s", at != NULL ? (int)(at - form) : (int)strlen(form), form,
             at != NULL ? plant() : "", at != NULL ? at + 2 : "");
    tt_pack_string(&packer, tt_bytes_of(text), 0);
}

static void begin_message(tt_sv_kind kind)
{
    packer = tt_packer_of(message, sizeof message);
    tti_sv_pack_id(&packer, kind);
}

static void begin_system(int32_t id)
{
    packer = tt_packer_of(message, sizeof message);
    tt_pack_int(&packer, id * 2 + 1);
}

static void end_message(void)
{
    assert_int_equal(packer.status, TT_OK);
    assert_int_equal(tt_demo_write_message(&writer, tt_packer_bytes(&packer)), TT_OK);
}

static void begin_demo(const char *net_version)
{
    static tt_demo_write_memory memory;
    tt_demo_header header = demo_make_header(6, 0);
    tt_snap snap = tt_snap_empty();
    snprintf(header.net_version, sizeof header.net_version, "%s", net_version);
    planted = 0;
    made = (demo_bytes){NULL, 0, 0};
    tt_demo_writer_init(&writer, &memory, demo_bytes_put, &made);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    assert_int_equal(tt_demo_write_map(&writer, (tt_bytes){NULL, 0}), TT_OK);
    assert_int_equal(tt_demo_write_snapshot(&writer, 10, &snap), TT_OK);
}

static void end_demo(void)
{
    tt_demo_patch patch;
    tt_snap snap = tt_snap_empty();
    assert_int_equal(tt_demo_write_snapshot(&writer, 60, &snap), TT_OK);
    assert_int_equal(tt_demo_write_finish(&writer, &patch), TT_OK);
    memcpy(made.data, patch.bytes, patch.size);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(made.data, 1, made.size, file), made.size);
    assert_int_equal(fclose(file), 0);
    demo_bytes_free(&made);
}

/* Chat lines, whispers in their three forms, and texts in which a server or a player names a
 * command. */
static void say(int32_t to, int32_t cid, const char *form)
{
    begin_message(TT_SV_CHAT);
    tt_pack_int(&packer, to);
    tt_pack_int(&packer, cid);
    pack_text(form);
    end_message();
}

static void say7(int32_t mode, int32_t cid, int32_t target, const char *form)
{
    begin_message(TT_SV7_CHAT);
    tt_pack_int(&packer, mode);
    tt_pack_int(&packer, cid);
    tt_pack_int(&packer, target);
    pack_text(form);
    end_message();
}

static void send_texts(tt_sv_kind kind, const char *const *forms)
{
    begin_message(kind);
    while (*forms != NULL) {
        pack_text(*forms++);
    }
    end_message();
}
#define SEND_TEXTS(kind, ...) send_texts(kind, (const char *const[]){__VA_ARGS__, NULL})

static void plant_chat(void)
{
    say(0, -1, "Team successfully saved by me. Use '/load %s' to continue");
    say(0, -1, "Team save in progress. You'll be able to load with '/load %s'");
    say(0, 3, "./timeout %s");
    say(0, 3, "t/TimeOut %s");
    say(0, 3, "/timeout \"%s\"");
    say(1, 3, "/timeout\xc2\xa0%s");
    say(0, 3, "sv_rcon_password %s");
    say(2, 3, "sent: %s");
    say(3, 3, "received: %s");
    say(0, -1, "[\xe2\x86\x92 nameless] %s");
    say(0, -1, "[\xe2\x86\x90 name] ]less] %s");
    say7(3, 1, 2, "in the form of 0.7: %s");
}

static void plant_texts(void)
{
    SEND_TEXTS(TT_SV_MOTD, "your code: /login %s");
    SEND_TEXTS(TT_SV_BROADCAST, "/timeout %s");
    SEND_TEXTS(TT_SV_VOTE_OPTION_ADD, "rcon_auth %s");
    SEND_TEXTS(TT_SV_VOTE_OPTION_REMOVE, "x; sv_rcon_password %s");
    SEND_TEXTS(TT_SV_SERVER_ALERT, "/timeout %s");
    SEND_TEXTS(TT_SV_MODERATOR_ALERT, "/timeout %s");
    begin_message(TT_SV_VOTE_SET);
    tt_pack_int(&packer, 25);
    pack_text("auth_add %s");
    pack_text("/save %s");
    end_message();
    begin_message(TT_SV_VOTE_OPTION_LIST_ADD);
    tt_pack_int(&packer, 15);
    for (int i = 0; i < 15; i++) {
        pack_text(i == 7 ? "/ban %s" : "vote");
    }
    end_message();
    begin_message(TT_SV_SAVE_CODE);
    tt_pack_int(&packer, 1);
    for (int i = 0; i < 6; i++) {
        pack_text(i == 3 || i == 4 ? "%s" : "text");
    }
    end_message();
    begin_message(TT_SV_SAVE_CODE); /* cut */
    tt_pack_int(&packer, 1);
    pack_text("%s");
    end_message();
}

/* What a server sends to rcon clients, and what a client's system messages have: a client's demo
 * has none of it, a server's has all. */
static void plant_system(void)
{
    static const uint8_t uuid[16] = {0xf9, 0x11, 0x7b, 0x3c, 0x80, 0x39, 0x34, 0x16,
                                     0x9f, 0xc0, 0xae, 0xf2, 0xbc, 0xb7, 0x5c, 0x03};
    for (int32_t id = 0; id < 32; id++) {
        if (id == 0) {
            begin_system(id);
            tt_pack_raw(&packer, (tt_bytes){uuid, sizeof uuid});
        } else if (id < 2 || id > 9) {
            begin_system(id);
        } else {
            continue; /* snapshots and the map */
        }
        pack_text("%s");
        end_message();
    }
}

static int holds(const cli_run *run, unsigned number)
{
    char value[VALUE], hex[2 * VALUE];
    snprintf(value, sizeof value, "hush%02ux", number % 100);
    for (size_t i = 0; i < VALUE - 1; i++) {
        snprintf(hex + 2 * i, 3, "%02x", (unsigned)(unsigned char)value[i]);
    }
    return strstr(run->out, value) != NULL || strstr(run->out, hex) != NULL;
}

/* What one command prints must hold none of the values. */
static void assert_hidden(cli_run run, const char *what)
{
    for (unsigned i = 0; i < planted; i++) {
        if (holds(&run, i)) {
            fail_msg("hush%02ux is in %s:\n%s", i, what, run.out);
        }
    }
    cli_run_free(&run);
}

static void check_commands(void)
{
    assert_true(planted > 10);
    assert_hidden(CLI_RUN(&cmd_info, path), "info");
    assert_hidden(CLI_RUN(&cmd_info, "--json", path), "info --json");
    assert_hidden(CLI_RUN(&cmd_dump, path), "dump");
    assert_hidden(CLI_RUN(&cmd_dump, "--items", path), "dump --items");
    assert_hidden(CLI_RUN(&cmd_dump, "--json", path), "dump --json");
    assert_hidden(CLI_RUN(&cmd_dump, "--json", "--items", path), "dump --json --items");
    assert_hidden(CLI_RUN(&cmd_players, path), "players");
    assert_hidden(CLI_RUN(&cmd_players, "--json", path), "players --json");
    assert_hidden(CLI_RUN(&cmd_chat, path), "chat");
    assert_hidden(CLI_RUN(&cmd_chat, "--json", path), "chat --json");
    assert_hidden(CLI_RUN(&cmd_verify, path), "verify");
    assert_hidden(CLI_RUN(&cmd_verify, "--json", path), "verify --json");
    cli_run run = CLI_RUN(&cmd_dump, "--json", "--show-secrets", path);
    for (unsigned i = 0; i < planted; i++) {
        if (!holds(&run, i)) {
            fail_msg("hush%02ux is not shown with --show-secrets:\n%s", i, run.out);
        }
    }
    cli_run_free(&run);
}

static void protocol_six(void **state)
{
    (void)state;
    begin_demo(TT_NET_VERSION_6);
    plant_chat();
    plant_texts();
    plant_system();
    end_demo();
    check_commands();
    cli_run run = CLI_RUN(&cmd_chat, "--json", "--show-secrets", path);
    for (unsigned i = 0; i < 11; i++) {
        assert_true(holds(&run, i));
    }
    cli_run_free(&run);
}

static void protocol_seven(void **state)
{
    (void)state;
    begin_demo(TT_NET_VERSION_7);
    say7(3, 1, 2, "a whisper: %s");
    say7(1, -1, -1, "Use '/load %s' to continue");
    say7(1, 3, -1, "/timeout %s");
    SEND_TEXTS(TT_SV7_MOTD, "/timeout %s");
    SEND_TEXTS(TT_SV7_BROADCAST, "/timeout %s");
    SEND_TEXTS(TT_SV7_VOTE_OPTION_ADD, "rcon_auth %s");
    begin_message(TT_SV7_VOTE_SET);
    tt_pack_int(&packer, 1);
    tt_pack_int(&packer, 1);
    tt_pack_int(&packer, 25);
    pack_text("auth_add %s");
    pack_text("/save %s");
    end_message();
    begin_message(TT_SV7_VOTE_OPTION_LIST_ADD);
    tt_pack_int(&packer, 2);
    pack_text("vote");
    pack_text("/ban %s");
    end_message();
    begin_message(TT_SV7_CLIENT_DROP);
    tt_pack_int(&packer, 1);
    pack_text("/timeout %s");
    tt_pack_int(&packer, 0);
    end_message();
    plant_system();
    end_demo();
    check_commands();
}

/* What nobody has to hide is shown. */
static void harmless(void **state)
{
    (void)state;
    static const char *const open[] = {"save me, load up",
                                       "time to login; bye",
                                       "/timeout, then /kill",
                                       "see https://example.org/c foo",
                                       "sv_name x",
                                       "i timeout often"};
    begin_demo(TT_NET_VERSION_6);
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        say(0, 3, open[i]);
    }
    end_demo();
    cli_run run = CLI_RUN(&cmd_dump, "--json", path);
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        if (strstr(run.out, open[i]) == NULL) {
            fail_msg("'%s' is hidden without need", open[i]);
        }
    }
    assert_null(strstr(run.out, "***"));
    cli_run_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(protocol_six),
        cmocka_unit_test(protocol_seven),
        cmocka_unit_test(harmless),
    };
    int failed = cmocka_run_group_tests_name("cli_secrets", tests, NULL, NULL);
    (void)remove(path);
    return failed;
}
