/* SPDX-License-Identifier: MIT
 *
 * Tests of the parts of the anonymizer: pseudonyms, headers, records, commands, messages. The
 * pseudonyms here are of the key "key" and were made by another program: what a key gives must be
 * the same in every later version.
 */
#include "cm.h"
#include "wire/uuid.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/th_anonymize.h"
#include "support/th_log.h"
#include "teehistorian/anonymize.h"

static tti_th_anonymizer keyed(const char *key)
{
    static tt_th_writer writer;
    tt_th_anonymizer a;
    tt_th_anonymizer_init(&a, &writer, tt_bytes_of(key), NULL);
    return *tti_th_anonymizer_of(&a);
}

static void assert_name(const char *key, const char *name, const char *expected)
{
    tti_th_anonymizer a = keyed(key);
    char text[TT_NAME_CAP];
    memset(text, 'X', sizeof text);
    tti_th_pseudonym(&a, text, tt_bytes_of(name));
    assert_string_equal(text, expected);
    assert_true(strlen(text) <= 12);
}

static void names(void **state)
{
    (void)state;
    assert_name("key", "alice", "nivuhuha 187");
    assert_name("key", "bob", "jebagifu 729");
    assert_name("key", "(1)alice", "rehazije 516");
    assert_name("key", "[D] alice", "fugeleju 817");
    assert_name("key", "", "");
    /* as the server makes it of what a client asks for */
    assert_name("key", "  alice ", "nivuhuha 187");
    assert_name("key", "\t \talice\n", "nivuhuha 187");
    assert_name("key", " \xe2\x80\x8b ", "");
    char text[TT_NAME_CAP], long_text[TT_NAME_CAP];
    tti_th_anonymizer a = keyed("key");
    tti_th_pseudonym(&a, text, tt_bytes_of("fifteen bytes.."));
    tti_th_pseudonym(&a, long_text, tt_bytes_of("fifteen bytes..and more"));
    assert_string_equal(text, long_text);
    /* upper and lower case are other names, and so are bytes that are no UTF-8 */
    tti_th_pseudonym(&a, text, tt_bytes_of("Alice"));
    assert_string_not_equal(text, "nivuhuha 187");
    tti_th_pseudonym(&a, text, tt_bytes_of("\xff\xfe"));
    assert_int_equal(strlen(text), 12);
}

static void keys(void **state)
{
    (void)state;
    char text[TT_NAME_CAP], other[TT_NAME_CAP];
    tti_th_anonymizer a = keyed("key"), b = keyed("Key"), c = keyed("");
    tti_th_pseudonym(&a, text, tt_bytes_of("alice"));
    tti_th_pseudonym(&b, other, tt_bytes_of("alice"));
    assert_string_not_equal(text, other);
    tti_th_pseudonym(&c, other, tt_bytes_of("alice"));
    assert_string_not_equal(text, other);
}

static void ids(void **state)
{
    (void)state;
    char text[TT_UUID_TEXT];
    tt_uuid uuid, other;
    tti_th_anonymizer a = keyed("key");
    assert_int_equal(tti_uuid_parse(&uuid, tt_bytes_of("01234567-89ab-4def-8123-456789abcdef")),
                     TT_OK);
    other = tti_th_pseudonym_uuid(&a, &uuid);
    tt_uuid_format(text, &other);
    assert_string_equal(text, "407b60d4-2e74-4387-8b78-816373c36013");
    memset(&uuid, 0, sizeof uuid);
    other = tti_th_pseudonym_uuid(&a, &uuid);
    assert_true(tti_uuid_equal(&other, &uuid));
}

/* The JSON text that becomes of this one. */
static void assert_header(const char *json, int keep_time, const char *expected)
{
    th_make file = {NULL, 0, 0};
    th_make_bytes(&file, tt_th_magic.bytes, sizeof tt_th_magic.bytes);
    th_make_text(&file, json);
    th_make_int(&file, TH_FINISH);
    th_anonymized out = th_anonymize(&file, "key", keep_time);
    assert_true(out.file.size > 17);
    assert_string_equal((const char *)out.file.data + 16, expected);
    assert_int_equal(out.file.size, 16 + strlen(expected) + 1 + 1);
    th_make_free(&out.file);
    th_make_free(&file);
}

#define UUID_IN "01234567-89ab-4def-8123-456789abcdef"
#define UUID_OUT "407b60d4-2e74-4387-8b78-816373c36013"
#define SHA "0dafbba301084aebbf439575e36a44bfb65a4f15e606e9eec3814e2e0e28d953"
#define PRNG "pcg-xsh-rr:4db65255c7d4fdc1:baa781faa7531990"

#define WHOLE(comment, game, server, time, name, port, config, uuids)                              \
    "{\"comment\":\"" comment                                                                      \
    "\",\"version\":\"2\",\"version_minor\":\"22\",\"game_uuid\":\"" game "\",\"cut_of\":\"" game  \
    "\",\"prev_game_uuid\":\"" game "\",\"server_version\":\"" server "\",\"start_time\":\"" time  \
    "\",\"server_name\":\"" name "\",\"server_port\":\"" port                                      \
    "\",\"game_type\":\"DDraceNetwork\",\"map_name\":\"Tutorial "                                  \
    "\\\"1\\\"\",\"map_size\":\"1082\","                                                           \
    "\"map_sha256\":\"" SHA "\",\"map_crc\":\"8d4c6486\",\"prng_description\":\"" PRNG             \
    "\",\"config\":{" config "},\"tuning\":{\"gravity\":\"50\"}" uuids "}"

static const char whole[] =
    WHOLE("secret", UUID_IN, "0.6.4, 16.4 (secret)", "2018-01-11T02:42:35+0200", "secret", "8303",
          "\"sv_name\":\"secret\",\"sv_test_cmds\":\"1\",\"secret\":\"1\",\"sv_team\":\"secret\"",
          ",\"uuids\":[\"secret@secret\"],\"secret\":{\"secret\":\"secret\"}");

static void whole_headers(void **state)
{
    (void)state;
    assert_header(whole, 0,
                  WHOLE("teehistorian@ddnet.tw", UUID_OUT, "0.6.4, 16.4",
                        "1970-01-01T00:00:00+0000", "", "0", "\"sv_test_cmds\":\"1\"", ""));
    assert_header(whole, 1,
                  WHOLE("teehistorian@ddnet.tw", UUID_OUT, "0.6.4, 16.4",
                        "2018-01-11T02:42:35+0200", "", "0", "\"sv_test_cmds\":\"1\"", ""));
}

static void small_headers(void **state)
{
    (void)state;
    assert_header("{\"version\":\"2\"}", 0, "{\"version\":\"2\"}");
    assert_header(" { \"version\" : 2 } ", 0, "{\"version\":\"2\"}");
    /* the first version: another form of time, numbers that are no strings, an order of its own */
    assert_header("{\"map_size\":5,\"start_time\":\"2017-09-28 02:42:35 +0200\",\"version\":1}", 0,
                  "{\"version\":\"1\",\"start_time\":\"1970-01-01 00:00:00 +0000\","
                  "\"map_size\":\"5\"}");
    assert_header("{\"version\":\"1\",\"start_time\":\"2017-09-28 02:42:35 +0200\"}", 1,
                  "{\"version\":\"1\",\"start_time\":\"2017-09-28 02:42:35 +0200\"}");
    /* what is not of its type is not copied */
    assert_header(
        "{\"version\":\"2\",\"version_minor\":\"secret\",\"game_uuid\":\"secret\","
        "\"start_time\":\"secret\",\"server_name\":1,\"server_port\":\"secret\","
        "\"game_type\":\"secret\",\"map_size\":\"secret\",\"map_sha256\":\"secret\","
        "\"map_crc\":\"secret\",\"prng_description\":\"secret\",\"config\":\"secret\","
        "\"tuning\":[\"secret\"],\"cut_of\":\"secret\",\"server_version\":\"secret\","
        "\"comment\":{\"secret\":1}}",
        1,
        "{\"comment\":\"teehistorian@ddnet.tw\",\"version\":\"2\",\"server_version\":\"\","
        "\"start_time\":\"1970-01-01T00:00:00+0000\",\"server_name\":\"\","
        "\"server_port\":\"0\",\"game_type\":\"\"}");
}

static void assert_server_version(const char *text, const char *expected)
{
    char json[300], want[300];
    snprintf(json, sizeof json, "{\"version\":\"2\",\"server_version\":\"%s\"}", text);
    snprintf(want, sizeof want, "{\"version\":\"2\",\"server_version\":\"%s\"}", expected);
    assert_header(json, 0, want);
}

static void server_versions(void **state)
{
    (void)state;
    assert_server_version("0.6.4, 16.4", "0.6.4, 16.4");
    assert_server_version("0.6.4, 16.4 (0123abcd)", "0.6.4, 16.4");
    assert_server_version("0.6, 19.9.1", "0.6, 19.9.1");
    assert_server_version("0.6.4, my own", "0.6.4");
    assert_server_version("my own", "");
    assert_server_version("", "");
    assert_server_version("1234567890123456789012345", "");
}

static void assert_member(const char *more, const char *expected)
{
    char json[600], want[600];
    snprintf(json, sizeof json, "{\"version\":\"2\",%s}", more);
    snprintf(want, sizeof want, "{\"version\":\"2\"%s%s}", expected[0] != 0 ? "," : "", expected);
    assert_header(json, 0, want);
}

static void header_members(void **state)
{
    (void)state;
    assert_member("\"prng_description\":\"" PRNG "\"", "\"prng_description\":\"" PRNG "\"");
    assert_member("\"prng_description\":\"pcg-xsh-rr:4db65255c7d4fdc1:baa781faa753199X\"", "");
    assert_member("\"prng_description\":\"pcg-xsh-rr:4db65255c7d4fdcXsbaa781faa7531990\"", "");
    assert_member("\"prng_description\":\"pcg-xsh-rx:4db65255c7d4fdc1:baa781faa7531990\"", "");
    assert_member("\"prng_description\":\"" PRNG "0\"", "");
    assert_member("\"game_type\":\"TestDDraceNetwork\"", "\"game_type\":\"TestDDraceNetwork\"");
    assert_member("\"game_type\":\"alice's mod\"", "\"game_type\":\"\"");
    /* numbers only, listed names only, each once */
    assert_member("\"config\":{\"sv_team\":\"1\",\"sv_team\":\"2\",\"sv_rescue\":\"-3\","
                  "\"sv_hit\":1,\"sv_swap\":\"1 secret\",\"sv_map\":\"1\",\"sv_deepfly\":\"\","
                  "\"sv_sixup\":\"12345678901\",\"sv_practice\":\"1.5\",\"sv_invite\":\"-\"}",
                  "\"config\":{\"sv_team\":\"1\",\"sv_rescue\":\"-3\"}");
    assert_member("\"tuning\":{\"gravity\":\"1\",\"sv_team\":\"2\",\"gun_speed\":\"140000\"}",
                  "\"tuning\":{\"gravity\":\"1\",\"gun_speed\":\"140000\"}");
    assert_member("\"config\":{}", "\"config\":{}");
    assert_member("\"cut_of\":7", "");
    assert_member("\"map_name\":\"0123456789012345678901234567890123456789012345678901234567890123"
                  "456789012345678901234567890123456789012345678901234567890123456\"",
                  "\"map_name\":\"0123456789012345678901234567890123456789012345678901234567890123"
                  "456789012345678901234567890123456789012345678901234567890123456\"");
    assert_member("\"map_name\":\"0123456789012345678901234567890123456789012345678901234567890123"
                  "4567890123456789012345678901234567890123456789012345678901234567\"",
                  "");
}

/* Every listed name with the longest number fits. */
static void largest_header(void **state)
{
    (void)state;
    th_make file = {NULL, 0, 0};
    th_make_bytes(&file, tt_th_magic.bytes, sizeof tt_th_magic.bytes);
    char text[128];
    size_t names_count = 0;
    th_make_bytes(&file, "{\"version\":\"2\",\"config\":{", 25);
#define TT_KNOWN_GAME_SETTING(name)                                                                \
    snprintf(text, sizeof text, "%s\"" #name "\":\"-1234567890\"", names_count++ ? "," : "");      \
    th_make_bytes(&file, text, strlen(text));
#include "msg/commands.def"
    th_make_bytes(&file, "},\"tuning\":{\"x\":\"1\"", 19);
#define TT_KNOWN_TUNING(name)                                                                      \
    snprintf(text, sizeof text, ",\"" #name "\":\"-1234567890\"");                                 \
    names_count++;                                                                                 \
    th_make_bytes(&file, text, strlen(text));
#include "msg/commands.def"
    th_make_text(&file, "}}");
    size_t header = file.size;
    th_anonymized out = th_anonymize(&file, "key", 0);
    assert_true(names_count > 100);
    assert_int_equal(out.file.size, header - strlen("\"x\":\"1\","));
    th_make_free(&out.file);
    th_make_free(&file);
}

/* A CONSOLE_COMMAND: the words with blanks between them, "-" for an empty one. */
static void add_command(th_make *m, int32_t cid, const char *words)
{
    char text[200], *rest = text;
    int32_t count = -1;
    for (const char *c = words; *c != 0; c++) {
        count += *c == ' ';
    }
    TH_INTS(m, TH_CONSOLE_COMMAND, cid, 128);
    snprintf(text, sizeof text, "%s", words);
    for (char *word = rest; word != NULL; word = rest) {
        rest = strchr(word, ' ');
        if (rest != NULL) {
            *rest++ = 0;
        }
        th_make_text(m, strcmp(word, "-") == 0 ? "" : word);
        if (word == text) {
            th_make_int(m, count + 1);
        }
    }
}

static void assert_command(const char *words, const char *cmd, const char *args)
{
    th_make m = {NULL, 0, 0};
    char want[300];
    add_command(&m, 3, words);
    snprintf(want, sizeof want,
             "0 header\n0 console_command cid=3 flags=128 cmd=\"%s\" args=%s\n0 finish\n= TT_END\n",
             cmd, args);
    th_anonymize_check(&m, want);
    th_make_free(&m);
}

static void commands(void **state)
{
    (void)state;
    assert_command("kill", "kill", "0[]");
    assert_command("team 5", "team", "1[\"5\"]");
    assert_command("TEAM 5", "team", "1[\"5\"]");
    assert_command("team -5", "team", "1[\"-5\"]");
    assert_command("team 5 secret", "team", "1[\"5\"]");
    assert_command("team secret", "team", "0[]");
    assert_command("team 5secret", "team", "0[]");
    assert_command("team -", "team", "0[]");
    assert_command("team 12345678901", "team", "0[]");
    assert_command("swap alice", "swap", "1[\"nivuhuha 187\"]");
    assert_command("swap -", "swap", "1[\"\"]");
    assert_command("invite bob", "invite", "1[\"jebagifu 729\"]");
    assert_command("rank (1)alice", "rank", "1[\"rehazije 516\"]");
    assert_command("times alice 5", "times", "2[\"nivuhuha 187\",\"5\"]");
    assert_command("times alice secret", "times", "1[\"nivuhuha 187\"]");
    assert_command("timeout alice", "timeout", "1[\"798e4a9a155637be\"]");
    assert_command("save alice", "save", "1[\"7fa5dc7f88de238c\"]");
    assert_command("load alice", "load", "1[\"7fa5dc7f88de238c\"]");
    assert_command("emote happy 10", "emote", "2[\"happy\",\"10\"]");
    assert_command("emote HAPPY 10", "emote", "2[\"happy\",\"10\"]");
    assert_command("emote secret 10", "emote", "0[]");
    assert_command("tune gravity 0.25", "tune", "2[\"gravity\",\"0.25\"]");
    assert_command("tune secret 0.25", "tune", "0[]");
    assert_command("tune gravity 0.", "tune", "1[\"gravity\"]");
    assert_command("tune gravity .5", "tune", "1[\"gravity\"]");
    assert_command("tune_zone 1 gravity -0.5", "tune_zone", "3[\"1\",\"gravity\",\"-0.5\"]");
    assert_command("tpxy ~ ~-5", "tpxy", "2[\"~\",\"~-5\"]");
    assert_command("tpxy 10.5 20", "tpxy", "2[\"10.5\",\"20\"]");
    assert_command("tpxy ~secret 20", "tpxy", "0[]");
    assert_command("say secret", "say", "0[]");
    assert_command("ban 127.0.0.1 5 secret", "ban", "0[]");
    assert_command("kick 3 secret", "kick", "1[\"3\"]");
    assert_command("muteid 3 60 secret", "muteid", "2[\"3\",\"60\"]");
    assert_command("login secret secret", "***", "0[]");
    assert_command("secret 5", "***", "0[]");
    assert_command("- 5", "***", "0[]");
    assert_command("kil", "***", "0[]");
    assert_command("kills", "***", "0[]");
    assert_command("sv_rescue 1", "sv_rescue", "1[\"1\"]");
    assert_command("sv_rescue secret", "sv_rescue", "0[]");
    assert_command("sv_name secret", "***", "0[]");
    assert_command("gravity 0.5", "gravity", "1[\"0.5\"]");
}

/* Whose it was; numbers that mean nothing are none. */
static void command_clients(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    add_command(&m, -1, "kill");
    add_command(&m, -3, "kill");
    add_command(&m, -4, "kill");
    add_command(&m, 127, "kill");
    th_anonymize_check(&m, "0 header\n"
                           "0 console_command cid=-1 flags=128 cmd=\"kill\" args=0[]\n"
                           "0 console_command cid=-3 flags=128 cmd=\"kill\" args=0[]\n"
                           "0 console_command cid=-1 flags=128 cmd=\"kill\" args=0[]\n"
                           "0 console_command cid=127 flags=128 cmd=\"kill\" args=0[]\n"
                           "0 finish\n= TT_END\n");
    th_make_free(&m);
}

/* Every form is one that the code knows: a command with good arguments keeps them all. */
static void listed_commands(void **state)
{
    (void)state;
    static const struct {
        const char *name, *forms;
    } rows[] = {
#define TT_KNOWN_COMMAND(name, class, forms) {#name, forms},
#include "msg/commands.def"
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        th_make m = {NULL, 0, 0};
        char count[40], line[100] = "";
        size_t forms = strlen(rows[i].forms);
        assert_true(forms <= 3);
        snprintf(line, sizeof line, "%s", rows[i].name);
        for (const char *form = rows[i].forms; *form != 0; form++) {
            const char *good = *form == 'u' ? "gravity" : *form == 'w' ? "normal" : "7";
            snprintf(line + strlen(line), sizeof line - strlen(line), " %s", good);
        }
        add_command(&m, 3, line);
        char *text = th_anonymize_text(&m);
        snprintf(count, sizeof count, "args=%zu[", forms);
        assert_non_null(strstr(text, count));
        snprintf(line, sizeof line, "cmd=\"%s\"", rows[i].name);
        assert_non_null(strstr(text, line));
        free(text);
        th_make_free(&m);
    }
}

/* A message of client 0, who speaks 0.6, or of 1, who speaks 0.7, becomes `want`. */
static void assert_message(int32_t cid, const th_make *payload, const char *want)
{
    th_make m = {NULL, 0, 0}, number = {NULL, 0, 0};
    TH_INTS(&m, TH_TICK_SKIP, 0);
    for (int32_t i = 0; i < 2; i++) {
        number.size = 0;
        th_make_int(&number, i);
        th_make_ex(&m, i == 0 ? TT_TH_JOINVER6 : TT_TH_JOINVER7, &number);
        TH_INTS(&m, TH_JOIN, i);
    }
    th_make_message(&m, cid, payload);
    char *text = th_anonymize_text(&m);
    char *at = strstr(text, "decoded=");
    if (at != NULL) {
        *strchr(at, '\n') = 0;
        at += strlen("decoded=");
    }
    assert_string_equal(at != NULL ? at : "nothing", want);
    free(text);
    th_make_free(&number);
    th_make_free(&m);
}

/* The payload: ints, each string between ints as "s". */
static void add_fields(th_make *m, int32_t id, const char *forms, ...)
{
    va_list args;
    m->size = 0;
    th_make_int(m, 2 * id);
    va_start(args, forms);
    for (; *forms != 0; forms++) {
        if (*forms == 's') {
            th_make_text(m, va_arg(args, const char *));
        } else {
            th_make_int(m, va_arg(args, int));
        }
    }
    va_end(args);
}

static void messages_of_0_6(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    add_fields(&m, 20, "ssisiii", "alice", "alice", 276, "default", 0, 65408, 5);
    assert_message(0, &m,
                   "{Cl_StartInfo name=\"nivuhuha 187\" clan=\"Buyufa 581\" country=-1 "
                   "skin=\"default\" use_custom_color=0 color_body=0 color_feet=0}");
    add_fields(&m, 21, "ssisiii", " bob ", "", -1, "alice", 1, 65408, 16777215);
    assert_message(0, &m,
                   "{Cl_ChangeInfo name=\"jebagifu 729\" clan=\"\" country=-1 skin=\"brownbear\" "
                   "use_custom_color=1 color_body=8698567 color_feet=2521087}");
    add_fields(&m, 21, "ssisiii", "", " \x01 ", 5, "", 1, -1, -1);
    assert_message(0, &m,
                   "{Cl_ChangeInfo name=\"\" clan=\"\" country=-1 skin=\"\" use_custom_color=1 "
                   "color_body=8985508 color_feet=8985508}");
    add_fields(&m, 17, "is", 0, "/timeout secret");
    assert_message(0, &m, "{Cl_Say team=0 message=\"\"}");
    add_fields(&m, 25, "sss", "kick", "3", "secret");
    assert_message(0, &m, "{Cl_CallVote type=\"kick\" value=\"3\" reason=\"\"}");
    add_fields(&m, 25, "sss", "option", "secret 3", "secret");
    assert_message(0, &m, "{Cl_CallVote type=\"option\" value=\"\" reason=\"\"}");
    add_fields(&m, 25, "sss", "secret", "3 ", "");
    assert_message(0, &m, "{Cl_CallVote type=\"\" value=\"\" reason=\"\"}");
    add_fields(&m, 26, "i", 16040);
    assert_message(0, &m, "{Cl_IsDDNetLegacy version=16040}");
    add_fields(&m, 26, "");
    assert_message(0, &m, "{Cl_IsDDNetLegacy version=0}");
    add_fields(&m, 26, "i", 123456789);
    assert_message(0, &m, "{Cl_IsDDNetLegacy version=0}");
    add_fields(&m, 23, "i", 5);
    assert_message(0, &m, "{Cl_Emoticon emoticon=5}");
    add_fields(&m, 22, "");
    assert_message(0, &m, "{Cl_Kill}");
    add_fields(&m, 22, "s", "secret"); /* bytes after the fields */
    assert_message(0, &m, "{Cl_Kill}");
    th_make_free(&m);
}

static void messages_that_go(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    add_fields(&m, 99, "s", "secret"); /* of unknown kind */
    assert_message(0, &m, "nothing");
    add_fields(&m, 23, "i", 16); /* out of range */
    assert_message(0, &m, "nothing");
    add_fields(&m, 20, "ss", "alice", "secret"); /* cut */
    assert_message(0, &m, "nothing");
    add_fields(&m, 0, "ssss", "secret.", "secret.", "secret.", "secret.");
    assert_message(0, &m, "nothing");
    m.size = 0; /* empty, and a system message */
    assert_message(0, &m, "nothing");
    th_make_int(&m, 2 * 22 + 1);
    assert_message(0, &m, "nothing");
    th_make_free(&m);
}

#define SIX(a) a "," a "," a "," a "," a "," a

static void messages_of_0_7(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    add_fields(&m, 27, "ssissssssiiiiiiiiiiii", "alice", "alice", 276, "standard", "", "",
               "standard", "standard", "standard", 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6);
    assert_message(1, &m,
                   "{Cl_StartInfo name=\"nivuhuha 187\" clan=\"Buyufa 581\" country=-1 "
                   "skin_part_names=\"standard\",\"\",\"\",\"standard\",\"standard\",\"standard\" "
                   "use_custom_colors=" SIX("0") " skin_part_colors=" SIX("0") "}");
    /* colours that show are replaced; a marking remains opaque */
    add_fields(&m, 34, "ssssssiiiiiiiiiiii", "kitty", "whisker", "hair", "standard", "standard",
               "negative", 1, 1, 0, 0, 0, 1, 65408, 65408, 65408, 65408, 65408, 16777215);
    assert_message(1, &m,
                   "{Cl_SkinChange skin_part_names=\"kitty\",\"whisker\",\"hair\",\"standard\","
                   "\"standard\",\"negative\" use_custom_colors=1,1,0,0,0,1 "
                   "skin_part_colors=8698567,-8078649,0,0,0,2521087}");
    add_fields(&m, 24, "iis", 1, -1, "secret");
    assert_message(1, &m, "{Cl_Say mode=1 target=-1 message=\"\"}");
    add_fields(&m, 32, "sssi", "spectate", "12", "secret", 1);
    assert_message(1, &m, "{Cl_CallVote type=\"spectate\" value=\"12\" reason=\"\" force=1}");
    add_fields(&m, 26, "ii", 1, 5);
    assert_message(1, &m, "{Cl_SetSpectatorMode spec_mode=1 spectator_id=5}");
    add_fields(&m, 28, "");
    assert_message(1, &m, "{Cl_Kill}");
    th_make_free(&m);
}

/* Parts of a skin that are of no standard skin become parts that are. */
static void own_skin_parts(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0}, all = {NULL, 0, 0};
    add_fields(&m, 34, "ssssssiiiiiiiiiiii", "secret", "secret", "secret", "secret", "secret",
               "secret", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    th_make_message(&all, 1, &m);
    m.size = 0;
    th_make_int(&m, 1);
    th_make file = {NULL, 0, 0};
    th_make_ex(&file, TT_TH_JOINVER7, &m);
    th_make_bytes(&file, all.data, all.size);
    char *text = th_anonymize_text(&file);
    assert_null(strstr(text, "secret"));
    assert_non_null(strstr(text, "\"standard\",\"standard\"")); /* hands and feet have no others */
    free(text);
    th_make_free(&file);
    th_make_free(&all);
    th_make_free(&m);
}

static void chat_commands_of_0_7(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    static const struct {
        const char *name, *arguments, *want_name, *want;
    } rows[] = {
        {"swap", "alice", "swap", "nivuhuha 187"},
        {"swap", " alice ", "swap", "nivuhuha 187"},
        {"swap", "", "swap", ""},
        {"timeout", "alice", "timeout", "798e4a9a155637be"},
        {"TIMEOUT", "alice", "timeout", "798e4a9a155637be"},
        {"save", "alice", "save", "7fa5dc7f88de238c"},
        {"team", "5", "team", "5"},
        {"team", "5 secret", "team", ""},
        {"emote", "happy 5", "emote", ""}, /* two arguments: where they part is not clear */
        {"me", "secret", "me", ""},
        {"secret", "secret", "***", ""},
        {"timer", "both", "timer", "both"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char want[200];
        add_fields(&m, 39, "ss", rows[i].name, rows[i].arguments);
        snprintf(want, sizeof want, "{Cl_Command name=\"%s\" arguments=\"%s\"}", rows[i].want_name,
                 rows[i].want);
        assert_message(1, &m, want);
    }
    th_make_free(&m);
}

/* A DDNETVER with this text. */
static void assert_version(int32_t version, const char *text, int32_t want, const char *expected)
{
    th_make m = {NULL, 0, 0}, payload = {NULL, 0, 0};
    tt_uuid uuid;
    char line[200];
    assert_int_equal(tti_uuid_parse(&uuid, tt_bytes_of(UUID_IN)), TT_OK);
    th_make_int(&payload, 5);
    th_make_bytes(&payload, uuid.bytes, sizeof uuid.bytes);
    th_make_int(&payload, version);
    th_make_text(&payload, text);
    th_make_ex(&m, TT_TH_DDNETVER, &payload);
    snprintf(line, sizeof line,
             "0 header\n0 ddnetver cid=5 connection_id=" UUID_OUT " version=%d version_str=\"%s\"\n"
             "0 finish\n= TT_END\n",
             (int)want, expected);
    th_anonymize_check(&m, line);
    th_make_free(&payload);
    th_make_free(&m);
}

static void client_versions(void **state)
{
    (void)state;
    assert_version(16040, "DDNet 16.4", 16040, "DDNet 16.4");
    assert_version(18091, "DDNet 18.9.1 (0123456789abcdef)", 18091, "DDNet 18.9.1");
    assert_version(16040, "DDNet 16.4 secret", 16040, "DDNet 16.4");
    assert_version(16040, "DDNet 16.4.1.2", 16040, "");
    assert_version(16040, "DDNet 164", 16040, "");
    assert_version(16040, "DDNet 16.", 16040, "");
    assert_version(16040, "DDNet .4", 16040, "");
    assert_version(16040, "DDNet 16..4", 16040, "");
    assert_version(16040, "DDNet ", 16040, "");
    assert_version(16040, "DDNet", 16040, "");
    assert_version(16040, "DDNet 16.4secret", 16040, "");
    assert_version(16040, "secret 16.4", 16040, "");
    assert_version(16040, "", 16040, "");
    assert_version(123456789, "", 0, "");
    assert_version(-5, "", 0, "");
}

#define UUID_BYTES "\x01\x23\x45\x67\x89\xab\x4d\xef\x81\x23\x45\x67\x89\xab\xcd\xef"

static void add_ex(th_make *m, tt_th_kind kind, const void *bytes, size_t size)
{
    th_make payload = {NULL, 0, 0};
    th_make_bytes(&payload, bytes, size);
    th_make_ex(m, kind, &payload);
    th_make_free(&payload);
}

#define ADD_EX(m, kind, bytes) add_ex(m, kind, bytes, sizeof(bytes) - 1)

static void other_records(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    ADD_EX(&m, TT_TH_AUTH_INIT,
           "\x02\x03"
           "alice\0");
    ADD_EX(&m, TT_TH_AUTH_LOGIN,
           "\x02\x03"
           "alice\0");
    ADD_EX(&m, TT_TH_AUTH_LOGIN, "\x02\x03\0");
    ADD_EX(&m, TT_TH_AUTH_LOGOUT, "\x02");
    ADD_EX(&m, TT_TH_SAVE_SUCCESS, "\x03" UUID_BYTES "secret\0");
    ADD_EX(&m, TT_TH_LOAD_SUCCESS, "\x03" UUID_BYTES "secret\0");
    ADD_EX(&m, TT_TH_SAVE_FAILURE, "\x03");
    ADD_EX(&m, TT_TH_PLAYER_NAME,
           "\x02"
           "alice\0");
    ADD_EX(&m, TT_TH_PLAYER_NAME, "\x02\0");
    ADD_EX(&m, TT_TH_ANTIBOT, "secret");
    ADD_EX(&m, TT_TH_DDNETVER_OLD, "\x02\x05secret"); /* with bytes after the fields */
    ADD_EX(&m, TT_TH_PLAYER_NAME, "\x02secret");      /* cut */
    ADD_EX(&m, TT_TH_PLAYER_FINISH, "\x02\x05");
    ADD_EX(&m, TT_TH_TEST, "secret");
    TH_INTS(&m, TH_EX);
    th_make_bytes(&m, "secret secret 16", 16);
    TH_INTS(&m, 6);
    th_make_bytes(&m, "secret", 6);
    TH_INTS(&m, TH_DROP, 2);
    th_make_text(&m, "secret");
    th_anonymize_check(&m, "0 header\n"
                           "0 auth_init cid=2 level=3 auth_name=\"pizayigu 986\"\n"
                           "0 auth_login cid=2 level=3 auth_name=\"pizayigu 986\"\n"
                           "0 auth_login cid=2 level=3 auth_name=\"\"\n"
                           "0 auth_logout cid=2\n"
                           "0 save_success team=3 save_id=" UUID_OUT " save=\"\"\n"
                           "0 load_success team=3 save_id=" UUID_OUT " save=\"\"\n"
                           "0 save_failure team=3\n"
                           "0 player_name cid=2 name=\"nivuhuha 187\"\n"
                           "0 player_name cid=2 name=\"\"\n"
                           "0 ddnetver_old cid=2 version=5\n"
                           "0 player_finish cid=2 ticks=5\n"
                           "0 test\n"
                           "0 drop cid=2 reason=\"\"\n"
                           "0 finish\n= TT_END\n");
    th_make_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(keys),
        cmocka_unit_test(ids),
        cmocka_unit_test(whole_headers),
        cmocka_unit_test(small_headers),
        cmocka_unit_test(server_versions),
        cmocka_unit_test(header_members),
        cmocka_unit_test(largest_header),
        cmocka_unit_test(commands),
        cmocka_unit_test(command_clients),
        cmocka_unit_test(listed_commands),
        cmocka_unit_test(messages_of_0_6),
        cmocka_unit_test(messages_that_go),
        cmocka_unit_test(messages_of_0_7),
        cmocka_unit_test(own_skin_parts),
        cmocka_unit_test(chat_commands_of_0_7),
        cmocka_unit_test(client_versions),
        cmocka_unit_test(other_records),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
