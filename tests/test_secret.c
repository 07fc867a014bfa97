/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/secret.h. The list is written down again here: an entry that goes missing
 * would publish something.
 */
#include <ctype.h>
#include <stdio.h>

#include "cm.h"

#include "msg/command.h"
#include "msg/inside.h"
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
    "w",
    "whisper",
    "c",
    "converse",
    "ban",
    "ban_range",
    "ban_region",
    "ban_region_range",
    "unban",
    "unban_range",
    "bans_find",
    "muteip",
    "unmuteip",
    "vote_muteip",
    "vote_unmuteip",
    "name_ban",
    "name_unban",
};

/* Every setting with a text that servers of DDNet 11.0 to 20.0, DDrace and Teeworlds 0.7 have and
 * can put into a header or take as a command, and all of the external console. */
static const char *const secret_settings[] = {
    "password",
    "sv_rcon_password",
    "sv_rcon_mod_password",
    "sv_rcon_helper_password",
    "sv_reserved_slots_pass",
    "sv_dnsbl_key",
    "sv_dnsbl_host",
    "sv_register_community_token",
    "sv_register_extra",
    "sv_register_url",
    "sv_hostname",
    "bindaddr",
    "sv_sql_bindaddr",
    "sv_sql_user",
    "sv_sql_pw",
    "sv_sql_ip",
    "sv_sql_port",
    "sv_sql_database",
    "sv_sql_prefix",
    "sv_sql_ssl_ca",
    "sv_sql_ssl_cert",
    "sv_sql_ssl_key",
    "sv_sql_failure_file",
    "sv_sqlite_file",
    "sv_score_folder",
    "sv_conn_logging_server",
    "sv_input_fifo",
    "sv_announcement_filename",
    "sv_reset_file",
    "logfile",
    "sv_banned_versions",
    "ec_bindaddr",
    "ec_port",
    "ec_password",
    "ec_bantime",
    "ec_auth_timeout",
    "ec_output_level",
};

static const char *const open_settings[] = {
    "sv_name",
    "sv_motd",
    "sv_welcome",
    "sv_gametype",
    "sv_server_type",
    "sv_map",
    "sv_maplist",
    "sv_maprotation",
    "sv_maps_base_url",
    "sv_register",
    "sv_region_name",
    "sv_sql_servername",
    "sv_sql_valid_servernames",
    "sv_dnsbl_ban_reason",
    "sv_client_suggestion",
    "sv_client_suggestion_old",
    "sv_client_suggestion_bot",
    "sv_rules_line1",
    "sv_rules_line10",
};

static const char *const harmless[] = {
    "",      "team",  "me",   "say",  "timeou",  "timeoutt", "xtimeout",
    "saves", "loadx", "lock", "kill", "sv_name", "practice", "ime",
};

static int is_command(const char *name)
{
    return tti_command_hiding(tt_bytes_of(name)) != TTI_COMMAND_UNKNOWN;
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
    assert_int_equal(tti_command_hiding(with_nul), TTI_COMMAND_UNKNOWN);
    assert_int_equal(tti_command_hiding((tt_bytes){NULL, 0}), TTI_COMMAND_UNKNOWN);
}

static int is_setting(const char *name, const char *value)
{
    return tti_secret_setting(tt_bytes_of(name), tt_bytes_of(value));
}

static void settings(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof secret_settings / sizeof secret_settings[0]; i++) {
        assert_int_equal(is_setting(secret_settings[i], "a text"), 1);
        assert_int_equal(is_setting(secret_settings[i], "7"), 1);
    }
    for (size_t i = 0; i < sizeof open_settings / sizeof open_settings[0]; i++) {
        assert_int_equal(is_setting(open_settings[i], "a text"), 0);
        assert_int_equal(is_setting(open_settings[i], ""), 0);
        assert_int_equal(is_setting(open_settings[i], "use /timeout code"), 1);
    }
    /* what a game is played by, and tunings, are numbers */
    const char *const numbers[] = {"sv_team", "gravity", "sv_port", "sv_rcon_max_tries", "sv_new"};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        assert_int_equal(is_setting(numbers[i], "-70"), 0);
        assert_int_equal(is_setting(numbers[i], "0.5"), 0);
        assert_int_equal(is_setting(numbers[i], ""), 1);
        assert_int_equal(is_setting(numbers[i], "-"), 1);
        assert_int_equal(is_setting(numbers[i], "1."), 1);
        assert_int_equal(is_setting(numbers[i], ".5"), 1);
        assert_int_equal(is_setting(numbers[i], "1.2.3"), 1);
        assert_int_equal(is_setting(numbers[i], "7a"), 1);
    }
    /* names that say it */
    const char *const names[] = {"sv_mod_pass", "sv_PassWord2", "mod_token", "api_key", "my_secret",
                                 "pin",         "sv_login",     "sv_addr",   "login"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(is_setting(names[i], "7"), 1);
    }
}

static void header_keys(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value;
        int secret;
    } rows[] = {
        {"server_name", "a text", 0}, {"map_name", "a text", 0}, {"comment", "x", 0},
        {"mod", "a text", 1},         {"mod", "7", 0},           {"mod_token", "7", 1},
        {"sv_name", "a text", 1},     {"password", "7", 1},      {"Server_name", "x", 1},
        {"config", "a text", 1}, /* no object */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(tt_secret_header(tt_bytes_of(rows[i].key), tt_bytes_of(rows[i].value)),
                         rows[i].secret);
    }
}

/* A command and its arguments, with '|' between them. */
static int are_args(const char *line)
{
    char text[128];
    const char *bar = strchr(line, '|');
    size_t name = bar == NULL ? strlen(line) : (size_t)(bar - line);
    tt_texts args = {.count = 0};
    if (bar != NULL) {
        size_t size = strlen(bar + 1) + 1;
        memcpy(text, bar + 1, size);
        args.packed = (tt_bytes){(const uint8_t *)text, size};
        args.count = 1;
        for (size_t i = 0; i < size; i++) {
            args.count += text[i] == '|';
            text[i] = text[i] == '|' ? '\0' : text[i];
        }
    }
    return tt_secret_args((tt_bytes){(const uint8_t *)line, name}, args);
}

static void arguments(void **state)
{
    (void)state;
    const char *const secret[] = {
        "timeout|x",
        "W|bob|x",
        "BAN|1.2.3.4",
        "unknown|x",
        "unknown|1|x",
        "set_pass|1",
        " kick|1",
        "sv_name|/login me",
        "sv_team|x",
        "gravity|x",
        "sv_new|x",
        "sv_reserved_slots_pass|7",
        "add_vote|X|sv_rcon_password y",
        "add_vote|X|say a; timeout b",
        "add_vote|X|\"timeout\" b",
        "add_vote|timeout|b",
        "exec|rcon_auth b",
        "toggle|sv_rcon_password|a|b",
        "echo|a; rcon b",
        "echo|a;rcon b",
        "say|/timeout b",
        "say|/ timeout b",
        "say|sv_rcon_password b",
        "say|my_token b",
        "me|\"save b\"",
        "tune_zone_enter|1|/login b",
        "kick|1|/load b",
        "say|/timeout\302\240b",
        "say|/timeout=b",
        "say|/w bob hi",
    };
    const char *const open[] = {
        "timeout",
        "unknown",
        "unknown|1|-2|0.5",
        "kick|1|bye",
        "say|timeout soon",
        "say|a save b",
        "say|/timeout",
        "say|/timeout, then /kill",
        "sv_name|a server",
        "sv_team|3",
        "sv_new|3",
        "tune|gravity|0.5",
        "gravity|0.5",
        "echo|x; say y",
        "add_vote|Restart|restart 5",
        "change_map|Save Me",
        "rank|load",
        "say|and/w or",
        "say|w x",
    };
    for (size_t i = 0; i < sizeof secret / sizeof secret[0]; i++) {
        if (!are_args(secret[i])) {
            fail_msg("not secret: %s", secret[i]);
        }
    }
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        if (are_args(open[i])) {
            fail_msg("secret: %s", open[i]);
        }
    }
    const char *const names[] = {"timeout", "+left", "sv_name", "", "a1_B"};
    const char *const none[] = {" timeout", "timeout ", "/timeout", "timeout;", "a\tb", "\"a\""};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(tt_secret_command_name(tt_bytes_of(names[i])), 0);
    }
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        assert_int_equal(tt_secret_command_name(tt_bytes_of(none[i])), 1);
    }
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
        "./timeout abc",
        "//timeout abc",
        "/timeout;abc",
        "/timeout\302\240abc",
        "\xc2\xa0/timeout abc",
        "/\xc2\xa0timeout abc",
        "/ \xe3\x80\x80 timeout abc",
        "/mc;\xe2\x80\x8bw nobody hi",
        "/time\001out abc",
        "/\"timeout\" abc",
        "/mc;timeout abc",
        "/code abc",
        "/pin 1234",
        "/converse hi",
        "sv_rcon_password abc",
        "/say /save abc",
    };
    const char *const open[] = {
        "",          "/",           "/;",         "timeout abc",
        "//timeout", "/timeouts",   "/me a; b c", "/me timeout",
        "/me save",  "hello; save", ";save x",    "/me \xc3\xa9 timeout x",
    };
    for (size_t i = 0; i < sizeof secret / sizeof secret[0]; i++) {
        assert_int_equal(tti_secret_chat(tt_bytes_of(secret[i])), 1);
    }
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {
        assert_int_equal(tti_secret_chat(tt_bytes_of(open[i])), 0);
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char line[64];
        (void)snprintf(line, sizeof line, "/%s code", commands[i]);
        assert_int_equal(tti_secret_chat(tt_bytes_of(line)), 1);
    }
    assert_int_equal(tti_secret_chat((tt_bytes){NULL, 0}), 0);
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

/* Time grows with the line, whatever is in it. No answer is asserted: a sanitizer makes this test
 * fail, and in other builds the time limit of ctest alone, as it takes hours when each word leads
 * to another look at the rest. It takes ten milliseconds in all of them, and so runs whole. */
static void long_lines(void **state)
{
    (void)state;
    static char line[1 << 18];
    const char *const parts[] = {";",  "; ",       "a;", "/", "\"",
                                 "a ", "timeout;", "/w", "_", "\xc3\xbc"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        size_t size = strlen(parts[i]);
        for (size_t at = 0; at + size < sizeof line; at += size) {
            memcpy(line + at, parts[i], size);
        }
        line[0] = '/';
        tt_bytes text = {(const uint8_t *)line, sizeof line - 8};
        (void)tti_secret_chat(text);
        (void)tti_secret_sv_chat(text);
        (void)tti_secret_setting(tt_bytes_of("sv_name"), text);
        (void)tti_secret_setting(text, text);
        (void)tt_secret_command_name(text);
        (void)tt_secret_args(tt_bytes_of("add_vote"), (tt_texts){1, text});
    }
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
    assert_int_equal(tti_secret_msg_data(data, protocol), set != 0);
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
    assert_int_equal(FIELDS("\x8e\x01w\0bob hi", TT_PROTOCOL_7), 2);
    assert_int_equal(FIELDS("\x8e\x01timeout abc\0x", TT_PROTOCOL_7), 3);
    assert_int_equal(FIELDS("\x8e\x01pin\0x", TT_PROTOCOL_7), 2);
    assert_int_equal(FIELDS("\x30\x03\x02whisper", TT_PROTOCOL_7), 4);
    assert_int_equal(FIELDS("\x32option\0x\0/save y", TT_PROTOCOL_6), 4);
    assert_int_equal(FIELDS("\x2c", TT_PROTOCOL_6), 0);
    assert_int_equal(FIELDS("\x28name\0clan\0\x40skin\0\0\0\0", TT_PROTOCOL_6), 0);
    tt_msg none = {.kind = TT_MSG_KINDS};
    assert_int_equal(tt_secret_msg_field(&none, &tt_msg_type(TT_MSG_CL_SAY)->fields[1]), 0);
}

static int is_secret(const char *bytes, size_t size, tt_protocol protocol)
{
    return tti_secret_msg_data((tt_bytes){(const uint8_t *)bytes, size}, protocol);
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
        /* of the system: RCON_AUTH, INFO, clientver; and one of a mod */
        assert_int_equal(is_secret("\x25\0pass\0\1", 8, all[i]), 1);
        assert_int_equal(is_secret("\x03"
                                   "0.6\0pass",
                                   10, all[i]),
                         1);
        assert_int_equal(is_secret("\x01\x8c\0\x13\x04\x84", 6, all[i]), 1);
        assert_int_equal(is_secret("\0\1\2\3\4\5\6\7\x8\x9\xa\xb\xc\xd\xe\xfx", 18, all[i]), 1);
        /* a chat line of 0.7, and a whisper, of clients of all kinds; bytes after the fields */
        assert_int_equal(is_secret("\x30\x01\x40/timeout abc\0", 16, all[i]), 1);
        assert_int_equal(is_secret("\x30\x03\x02hello\0", 9, all[i]), 1);
        assert_int_equal(is_secret("\x2c"
                                   "abc",
                                   4, all[i]),
                         1);
        /* words of what is not known */
        assert_int_equal(is_secret("\xa8\x7frcon_auth abc\0", 17, all[i]), 1);
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
        {"/timeout, please", "/timeout, please"},
        {"/load:x", "/load:"},
        {"/load\xc2\xa0x", "/load"},
        {"a /save, b /load x", "a /save, b /load "},
        {"sv_rcon_password x", "sv_rcon_password "},
        {"load x, save x", "load x, save x"},
        {"a/c x, 1/w x", "a/c x, 1/w x"},
        {"say /w x y", "say /w "},
        {"[\xe2\x86\x92 name] x", "[\xe2\x86\x92 name] "},
        {"[\xe2\x86\x90 name] x", "[\xe2\x86\x90 name] "},
        {"[\xe2\x86\x90 name", "[\xe2\x86\x90 "},
        {"[\xe2\x86\x91 name] x", "[\xe2\x86\x91 name] x"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(tti_secret_sv_chat(tt_bytes_of(rows[i].text)), strlen(rows[i].shown));
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
    assert_int_equal(sv_secret("\x06\x00\x40hell", 7), 1);           /* cut: who knows what it is */
    assert_int_equal(sv_secret("\x06\x00\x40hello\0\0\0\0", 12), 0); /* padding */
    assert_int_equal(sv_secret("\x06\x00\x40hello\0more", 13), 1);
    assert_int_equal(sv_secret("\x78hello\0", 7), 1); /* id 60 is in no row */
    /* whispers, whole and cut; the third is in the form of 0.7 */
    assert_int_equal(sv_secret("\x06\x02\x03hello\0", 9), 1);
    assert_int_equal(sv_secret("\x06\x03\x03hell", 7), 1);
    assert_int_equal(sv_secret("\x06\x03\x01\x02hello\0", 10), 1);
    assert_int_equal(sv_secret("\x03pass\0", 6), 1); /* a client's INFO */
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
        cmocka_unit_test(settings),
        cmocka_unit_test(header_keys),
        cmocka_unit_test(arguments),
        cmocka_unit_test(chat_lines),
        cmocka_unit_test(long_lines),
        cmocka_unit_test(fields),
        cmocka_unit_test(fields_of_messages),
        cmocka_unit_test(raw_bytes),
        cmocka_unit_test(chat_of_servers),
        cmocka_unit_test(bytes_of_servers),
        cmocka_unit_test(fields_of_servers),
    };
    return cmocka_run_group_tests_name("secret", tests, NULL, NULL);
}
