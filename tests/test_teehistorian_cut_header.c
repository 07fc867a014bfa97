/* SPDX-License-Identifier: MIT
 *
 * Tests of the header of a cut: only what has to be changed is changed.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "support/th_cut.h"
#include "teehistorian/header.h"
#include "wire/uuid.h"

#define GAME "01234567-89ab-4cde-8f01-23456789abcd"
#define UUIDS "\"game_uuid\":\"%s\",\"cut_of\":\"%s\""

typedef struct output {
    uint8_t bytes[8192];
    size_t size;
} output;

static int put(void *user, tt_bytes piece)
{
    output *out = user;
    assert_true(piece.size <= sizeof out->bytes - out->size);
    memcpy(out->bytes + out->size, piece.data, piece.size);
    out->size += piece.size;
    return 0;
}

/* The header of a cut of a recording with this header, after the magic. */
static const char *edit(const char *json, const tt_th_cut_options *options, tt_th_cut *cut)
{
    static output out;
    static uint8_t buffer[TT_TH_WRITE_MIN];
    static tt_th_writer writer; /* the cut looks at it after this function, too */
    tt_th_header header;
    out.size = 0;
    assert_int_equal(tti_th_header_parse(&header, tt_bytes_of(json), NULL), TT_OK);
    assert_int_equal(tt_th_writer_init(&writer, buffer, sizeof buffer, put, &out), TT_OK);
    assert_int_equal(tt_th_cut_init(cut, &writer, options), TT_OK);
    size_t bound = tt_th_cut_header_bound(cut, &header);
    uint8_t *space = malloc(bound);
    assert_non_null(space);
    assert_int_equal(tt_th_cut_header(cut, &header, space, bound), TT_OK);
    free(space);
    assert_int_equal(tt_th_write_flush(&writer), TT_OK);
    assert_true(out.size > 17 && out.bytes[out.size - 1] == 0);
    assert_memory_equal(out.bytes, tt_th_magic.bytes, 16);
    return (const char *)out.bytes + 16;
}

/* `format` has two %s: the game_uuid of the cut, and that of the original. */
static void check(const char *json, const char *original, const char *format)
{
    char want[4096], game[TT_UUID_TEXT];
    tt_th_cut cut;
    const char *have = edit(json, TH_CUT_SPAN(10, TT_TH_CUT_END), &cut);
    tt_uuid space;
    assert_int_equal(tti_uuid_parse(&space, tt_bytes_of(original)), TT_OK);
    tt_uuid uuid = tti_uuid_from_name_in(&space, tt_bytes_of("10,,"));
    const tt_th_cut_view view = tt_th_cut_look(&cut);
    assert_true(tti_uuid_equal(&uuid, &view.game_uuid));
    assert_true(tti_uuid_equal(&space, &view.cut_of));
    tt_uuid_format(game, &uuid);
    (void)snprintf(want, sizeof want, format, game, original);
    assert_string_equal(have, want);
    /* The header of a cut of the cut. */
    char again[4096];
    memcpy(again, have, strlen(have) + 1);
    assert_string_equal(edit(again, TH_CUT_SPAN(10, TT_TH_CUT_END), &cut), want);
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void members_that_change(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"{\"version\":\"2\",\"game_uuid\":\"" GAME "\",\"map_name\":\"x\"}",
         "{\"version\":\"2\"," UUIDS ",\"map_name\":\"x\"}"},
        /* blanks, an order of its own, keys that nobody knows */
        {"{ \"a\" : [1,{\"game_uuid\":2}] ,\"game_uuid\"\t:\t\"" GAME "\" , \"version\":2 } ",
         "{ \"a\" : [1,{\"game_uuid\":2}] ,\"game_uuid\"\t:\t\"%s\",\"cut_of\":\"%s\" , "
         "\"version\":2 } "},
        /* what is left out, at each place */
        {"{\"prev_game_uuid\":\"x\",\"version\":\"2\",\"game_uuid\":\"" GAME "\"}",
         "{\"version\":\"2\"," UUIDS "}"},
        {"{\"version\":\"2\" , \"prev_game_uuid\":\"x\",\"game_uuid\":\"" GAME "\"}",
         "{\"version\":\"2\"," UUIDS "}"},
        {"{\"version\":\"2\",\"game_uuid\":\"" GAME "\",\"prev_game_uuid\":\"x\"}",
         "{\"version\":\"2\"," UUIDS "}"},
        {"{ \"prev_game_uuid\":{\"a\":1},\"prev_game_uuid\":2 , \"game_uuid\":\"" GAME
         "\",\"prev_game_uuid\":3,\"prev_game_uuid\":[],\"version\":\"2\"}",
         "{ " UUIDS ",\"version\":\"2\"}"},
        /* version 1 */
        {"{\"version\":\"1\",\"game_uuid\":\"" GAME
         "\",\"start_time\":\"2017-09-28 02:42:35 +0200\"}",
         "{\"version\":\"2\"," UUIDS ",\"start_time\":\"2017-09-28T02:42:35+0200\"}"},
        {"{\"start_time\":\"2017-09-28T02:42:35+0200\",\"version\":1,\"game_uuid\":\"" GAME "\"}",
         "{\"start_time\":\"2017-09-28T02:42:35+0200\",\"version\":2," UUIDS "}"},
        {"{\"version\":\"2\",\"game_uuid\":\"" GAME
         "\",\"start_time\":\"2017-09-28 02:42:35 +0200\"}",
         "{\"version\":\"2\"," UUIDS ",\"start_time\":\"2017-09-28 02:42:35 +0200\"}"},
        /* the first one counts */
        {"{\"game_uuid\":\"" GAME "\",\"version\":\"1\",\"game_uuid\":\"y\",\"version\":\"1\"}",
         "{" UUIDS ",\"version\":\"2\",\"game_uuid\":\"y\",\"version\":\"1\"}"},
        /* bytes that are no UTF-8 remain */
        {"{\"version\":\"2\",\"game_uuid\":\"" GAME "\",\"server_name\":\"\xc3\"}",
         "{\"version\":\"2\"," UUIDS ",\"server_name\":\"\xc3\"}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check(rows[i][0], GAME, rows[i][1]);
    }
}

static void a_game_without_uuid(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"{\"version\":\"2\"}", "{" UUIDS ",\"version\":\"2\"}"},
        {"{ \"prev_game_uuid\":1, \"version\":\"2\" }", "{ " UUIDS ",\"version\":\"2\" }"},
        {"{\"version\":\"2\",\"game_uuid\":\"no\"}", "{\"version\":\"2\"," UUIDS "}"},
        {"{\"version\":\"2\",\"game_uuid\":{\"a\":[]}}", "{\"version\":\"2\"," UUIDS "}"},
        {"{\"version\":\"2\",\"game_uuid\":\"\"}", "{\"version\":\"2\"," UUIDS "}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char original[TT_UUID_TEXT];
        tt_uuid uuid = tt_uuid_from_name(tt_bytes_of(rows[i][0]));
        tt_uuid_format(original, &uuid);
        check(rows[i][0], original, rows[i][1]);
    }
}

/* Another part, or others in it: another game. */
static void uuids_of_parts(void **state)
{
    (void)state;
    const char *json = "{\"version\":\"2\",\"game_uuid\":\"" GAME "\"}";
    const tt_th_cut_options options[] = {
        {.from = 0, .to = TT_TH_CUT_END},
        {.from = 0, .to = 1},
        {.from = 1, .to = 10},
        {.from = 1, .to = 10, .selection = tt_bytes_of("x")},
        {.from = INT32_MAX - 1, .to = INT32_MAX - 1},
    };
    const char *const names[] = {"0,,", "0,1,", "1,10,", "1,10,x", "2147483646,2147483646,"};
    tt_uuid space;
    assert_int_equal(tti_uuid_parse(&space, tt_bytes_of(GAME)), TT_OK);
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        tt_th_cut cut;
        edit(json, &options[i], &cut);
        tt_uuid want = tti_uuid_from_name_in(&space, tt_bytes_of(names[i]));
        tt_uuid have = tt_th_cut_look(&cut).game_uuid;
        assert_true(tti_uuid_equal(&have, &want));
        assert_int_equal(want.bytes[6] >> 4, 3);
    }
}

static void what_is_refused(void **state)
{
    (void)state;
    uint8_t buffer[TT_TH_WRITE_MIN], space[400];
    output out = {.size = 0};
    tt_th_writer writer;
    tt_th_cut cut;
    tt_th_header header;
    const char *json = "{\"version\":\"2\",\"game_uuid\":\"" GAME "\"}";
    assert_int_equal(tti_th_header_parse(&header, tt_bytes_of(json), NULL), TT_OK);
    tt_th_writer_init(&writer, buffer, sizeof buffer, put, &out);
    assert_int_equal(tt_th_cut_init(&cut, &writer, TH_CUT_SPAN(-1, 5)), TT_ERR_ARGUMENT);
    assert_int_equal(tt_th_cut_init(&cut, &writer, TH_CUT_SPAN(6, 5)), TT_ERR_ARGUMENT);
    assert_int_equal(tt_th_cut_init(&cut, &writer, TH_CUT_SPAN(5, 5)), TT_OK);
    assert_int_equal(tt_th_cut_init(&cut, &writer, TH_CUT_SPAN(0, TT_TH_CUT_END + 1)),
                     TT_ERR_ARGUMENT);
    for (size_t size = 0; size < strlen(json) + 40; size++) {
        assert_int_equal(tt_th_cut_header(&cut, &header, space, size), TT_ERR_SPACE);
    }
    assert_int_equal(tt_th_writer_size(&writer), 0);
    assert_int_equal(tt_th_cut_header(&cut, &header, space, sizeof space), TT_OK);
    assert_int_equal(tt_th_cut_header(&cut, &header, space, sizeof space), TT_ERR_TH_WRITE_STATE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_that_change),
        cmocka_unit_test(a_game_without_uuid),
        cmocka_unit_test(uuids_of_parts),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
