/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/secret.h. The list is written down again here: an entry that goes missing
 * would publish something.
 */
#include <ctype.h>
#include <stdio.h>

#include "cm.h"

#include "teetape/secret.h"
#include "teetape/teehistorian.h"

static const char *const commands[] = {
    "timeout",
    "save",
    "load",
    "login",
    "register",
    "password",
    "changepassword",
    "rcon",
    "rcon_auth",
    "rcon_login",
    "rcon_password",
    "sv_rcon_password",
    "sv_rcon_mod_password",
    "sv_rcon_helper_password",
    "ec_password",
    "auth_add",
    "auth_add_p",
    "auth_change",
    "auth_change_p",
    "auth_remove",
    "add_sqlserver",
    "sv_register_community_token",
};

static const char *const harmless[] = {
    "",      "team",  "me",   "say",  "timeou",  "timeoutt", "xtimeout",
    "saves", "loadx", "lock", "kill", "sv_name", "practice", "ime",
};

static int is_command(const char *name)
{
    return tt_secret_command(tt_bytes_of(name));
}

static void commands_in_any_case(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char upper[64], mixed[64];
        size_t size = strlen(commands[i]) + 1;
        for (size_t k = 0; k < size; k++) {
            upper[k] = (char)toupper(commands[i][k]);
            mixed[k] = k % 2 ? upper[k] : commands[i][k];
        }
        assert_int_equal(is_command(commands[i]), 1);
        assert_int_equal(is_command(upper), 1);
        assert_int_equal(is_command(mixed), 1);
    }
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++) {
        assert_int_equal(is_command(harmless[i]), 0);
    }
    /* Only letters have two cases. */
    assert_int_equal(is_command("rcon\x7fpassword"), 0);
    tt_bytes with_nul = {(const uint8_t *)"save\0", 5};
    assert_int_equal(tt_secret_command(with_nul), 0);
    assert_int_equal(tt_secret_command((tt_bytes){NULL, 0}), 0);
}

static void chat_lines(void **state)
{
    (void)state;
    const char *const secret[] = {
        "/timeout abc",
        "/timeout",
        "/TimeOut x",
        "  /save a b",
        "\x01/load x",
        "/save\tx",
        "/login me pw",
        "/ save x",
        "/me x;save y",
        "/;;save",
        "/me \"a;b\"; timeout x",
        "/w nobody password",
        "x/timeout abc",
    };
    const char *const open[] = {
        "",          "/",           "/;",       "timeout abc", "//timeout",
        "/timeouts", "/me timeout", "/me save", "hello; save", ";save x",
    };
    for (size_t i = 0; i < sizeof secret / sizeof secret[0]; i++) {
        assert_int_equal(tt_secret_chat(tt_bytes_of(secret[i])), 1);
    }
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        assert_int_equal(tt_secret_chat(tt_bytes_of(open[i])), 0);
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char line[64];
        (void)snprintf(line, sizeof line, "/%s code", commands[i]);
        assert_int_equal(tt_secret_chat(tt_bytes_of(line)), 1);
    }
    assert_int_equal(tt_secret_chat((tt_bytes){NULL, 0}), 0);
}

static void fields(void **state)
{
    (void)state;
    const char *const secret[] = {
        "ddnetver connection_id", "auth_init auth_name", "auth_login auth_name",
        "save_success save_id",   "save_success save",   "load_success save_id",
        "load_success save",
    };
    size_t count = 0;
    for (int kind = 0; kind < TT_TH_KINDS; kind++) {
        const tt_type *type = tt_th_type((tt_th_kind)kind);
        for (size_t i = 0; i < type->field_count; i++) {
            char name[128];
            int want = 0;
            (void)snprintf(name, sizeof name, "%s %s", type->name, type->fields[i].name);
            for (size_t k = 0; k < sizeof secret / sizeof secret[0]; k++) {
                want |= strcmp(name, secret[k]) == 0;
            }
            count += (size_t)want;
            assert_int_equal(tt_secret_field(type, &type->fields[i]), want);
        }
    }
    assert_int_equal(count, sizeof secret / sizeof secret[0]);
}

/* Which fields of a packed message are secret: a bit for each. */
static unsigned secret_fields(const char *bytes, size_t size, tt_protocol protocol)
{
    tt_msg msg;
    tt_bytes data = {(const uint8_t *)bytes, size};
    assert_int_equal(tt_msg_decode(&msg, data, protocol), TT_OK);
    const tt_type *type = tt_msg_type(msg.kind);
    unsigned set = 0;
    for (size_t i = 0; i < type->field_count; i++) {
        set |= (unsigned)tt_secret_msg_field(&msg, &type->fields[i]) << i;
    }
    assert_int_equal(tt_secret_msg_data(data, protocol), set != 0);
    return set;
}

#define FIELDS(bytes, protocol) secret_fields(bytes, sizeof bytes, protocol)

static void fields_of_messages(void **state)
{
    (void)state;
    /* 0x22 is Cl_Say of 0.6, 0x30 of 0.7, 0x8e 01 Cl_Command */
    assert_int_equal(FIELDS("\x22\x00/timeout abc", TT_PROTOCOL_6), 2);
    assert_int_equal(FIELDS("\x22\x00/team 5", TT_PROTOCOL_6), 0);
    assert_int_equal(FIELDS("\x22\x01save me", TT_PROTOCOL_6), 0);
    assert_int_equal(FIELDS("\x30\x01\x40/SAVE abc", TT_PROTOCOL_7), 4);
    assert_int_equal(FIELDS("\x30\x01\x40hello", TT_PROTOCOL_7), 0);
    assert_int_equal(FIELDS("\x8e\x01timeout\0abc", TT_PROTOCOL_7), 2);
    assert_int_equal(FIELDS("\x8e\x01Login\0abc", TT_PROTOCOL_7), 2);
    assert_int_equal(FIELDS("\x8e\x01team\0save", TT_PROTOCOL_7), 0);
    assert_int_equal(FIELDS("\x2c", TT_PROTOCOL_6), 0);
    assert_int_equal(FIELDS("\x28name\0clan\0\x40skin\0\0\0\0", TT_PROTOCOL_6), 0);
    tt_msg none = {.kind = TT_MSG_KINDS};
    assert_int_equal(tt_secret_msg_field(&none, &tt_msg_type(TT_MSG_CL_SAY)->fields[1]), 0);
}

static int is_secret(const char *bytes, size_t size, tt_protocol protocol)
{
    return tt_secret_msg_data((tt_bytes){(const uint8_t *)bytes, size}, protocol);
}

/* Bytes may be shown only when they are known to hold nothing. */
static void raw_bytes(void **state)
{
    (void)state;
    const tt_protocol all[] = {TT_PROTOCOL_UNKNOWN, TT_PROTOCOL_6, TT_PROTOCOL_7};
    for (int i = 0; i < 3; i++) {
        /* what somebody typed, cut */
        assert_int_equal(is_secret("\x8e\x01timeout\0abc", 12, all[i]), 1);
        assert_int_equal(is_secret("\x8e\x01team", 6, all[i]), 1);
        assert_int_equal(is_secret("\x22\x00/timeout abc", 14, all[i]), 1);
        assert_int_equal(is_secret("\x22\x05/timeout abc\0", 15, all[i]), 1);
        assert_int_equal(is_secret("\x30\x05/timeout abc\0", 15, all[i]), 1);
        /* nothing typed, whether it parses or not */
        assert_int_equal(is_secret("", 0, all[i]), 0);
        assert_int_equal(is_secret("\x01", 1, all[i]), 0);
        assert_int_equal(is_secret("\x2e\x10", 2, all[i]), 0);
        assert_int_equal(is_secret("\xa8\x7f", 2, all[i]), 0);
    }
    /* A chat line of 0.7 also parses as a vote of 0.6. */
    assert_int_equal(is_secret("\x30\x01\x40/timeout abc\0", 16, TT_PROTOCOL_UNKNOWN), 1);
    assert_int_equal(is_secret("\x30\x01\x40/timeout ab", 14, TT_PROTOCOL_UNKNOWN), 1);
    assert_int_equal(is_secret("\x30\x01\x40hello\0", 9, TT_PROTOCOL_UNKNOWN), 0);
    assert_int_equal(is_secret("\x30\x01", 2, TT_PROTOCOL_UNKNOWN), 0);
    assert_int_equal(is_secret("\x30\x01", 2, TT_PROTOCOL_6), 0);
    assert_string_equal(TT_SECRET_TEXT, "***");
}

/* What a server says of a save names its code. */
static void chat_of_servers(void **state)
{
    (void)state;
    static const struct {
        const char *text, *shown;
    } rows[] = {
        {"hello", "hello"},
        {"", ""},
        {"Team saved. Use '/load abc def' to continue", "Team saved. Use '/load "},
        {"/LOAD x", "/LOAD "},
        {"see /load", "see /load"},
        {"see /load ", "see /load "},
        {"/loader x, //, / load x, /info x", "/loader x, //, / load x, /info x"},
        {"one /team 5, two /timeout x", "one /team 5, two /timeout "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(tt_secret_sv_chat(tt_bytes_of(rows[i].text)), strlen(rows[i].shown));
    }
}

static int sv_secret(const char *bytes, size_t size)
{
    return tt_secret_sv_data((tt_bytes){(const uint8_t *)bytes, size}, TT_PROTOCOL_6);
}

static void bytes_of_servers(void **state)
{
    (void)state;
    static const char save_code[] =
        "\x00\xdc\x9e\xdf\xfb\x26\x6a\x3b\xd6\xb1\x01\xa9\x49\xfa\x44\xe1\x6b"
        "\x01\0me\0here\0\0code\0all";
    assert_int_equal(sv_secret("\x06\x00\x40hello\0", 9), 0);
    assert_int_equal(sv_secret("\x06\x00\x40'/load x'\0", 13), 1);
    assert_int_equal(sv_secret("\x06\x00\x40hell", 7), 0);
    assert_int_equal(sv_secret(save_code, sizeof save_code), 1);
    assert_int_equal(sv_secret(save_code, 20), 1); /* cut */
    assert_int_equal(sv_secret(save_code, 16), 1);
    assert_int_equal(sv_secret("", 0), 1);
    assert_int_equal(sv_secret("\x40", 1), 1); /* id -1 */
    /* of the system: snapshots and the map, but no rcon lines (11 and 13) nor command lists */
    assert_int_equal(sv_secret("\x0f\x01", 2), 0);
    assert_int_equal(sv_secret("\x07\x01", 2), 0);
    assert_int_equal(sv_secret("\x17line\0", 6), 1);
    assert_int_equal(sv_secret("\x1bline\0", 6), 1);
    assert_int_equal(sv_secret("\x33line\0", 6), 1);
    assert_int_equal(
        sv_secret("\x01\xf6\x21\xa5\xa1\xf5\x85\x37\x75\x8e\x73\x41\xbe\xee\x79\xf2\xb2", 17), 1);
}

/* Every member of every message, against the list. */
static void fields_of_servers(void **state)
{
    (void)state;
    unsigned secrets = 0;
    for (int kind = 0; kind < TT_SV_KINDS; kind++) {
        tt_sv_msg msg = {.kind = (tt_sv_kind)kind};
        const tt_type *type = tt_sv_type(msg.kind);
        for (size_t i = 0; i < type->field_count; i++) {
            secrets += (unsigned)tt_secret_sv_field(&msg, &type->fields[i]);
        }
    }
    assert_int_equal(secrets, 2); /* code and generated_code of Sv_SaveCode */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_in_any_case),
        cmocka_unit_test(chat_lines),
        cmocka_unit_test(fields),
        cmocka_unit_test(fields_of_messages),
        cmocka_unit_test(raw_bytes),
        cmocka_unit_test(chat_of_servers),
        cmocka_unit_test(bytes_of_servers),
        cmocka_unit_test(fields_of_servers),
    };
    return cmocka_run_group_tests_name("secret", tests, NULL, NULL);
}
