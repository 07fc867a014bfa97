/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/teehistorian_header.h: headers that DDNet wrote, headers of old builds,
 * and headers with something wrong in them.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "teehistorian/header.h"
#include "vectors.h"
#include "wire/uuid.h"

#include "teetape/teehistorian_header.h"

#ifdef TT_TEST_DATA
#define RECORDINGS TT_TEST_DATA "/recordings/"
#else
#define RECORDINGS TT_SOURCE_DIR "/tests/recordings/"
#endif

#define BIT(key) (UINT32_C(1) << TT_TH_KEY_##key)
#define ALL_KEYS (((UINT32_C(1) << TT_TH_KEYS) - 1) & ~BIT(cut_of)) /* that DDNet writes */

static void assert_text(tt_bytes text, const char *want)
{
    if (!tt_bytes_equal(text, tt_bytes_of(want))) {
        fail_msg("\"%.*s\" is not \"%s\"", (int)text.size, (const char *)text.data, want);
    }
}

static void assert_uuid(const tt_uuid *uuid, const char *want)
{
    char text[TT_UUID_TEXT];
    tt_uuid_format(text, uuid);
    assert_string_equal(text, want);
}

static tt_th_header parse(const char *json)
{
    tt_th_header header;
    tt_error error = {TT_OK, 0, NULL};
    tt_status status = tti_th_header_parse(&header, tt_bytes_of(json), &error);
    if (status != TT_OK) {
        fail_msg("%s at %llu: %s", tt_status_name(status), (unsigned long long)error.offset, json);
    }
    return header;
}

/* The JSON of a file: what is between the magic and the first NUL. */
static tt_bytes json_of(const uint8_t *file, size_t size)
{
    assert_true(size > 16 && memcmp(file, tt_th_magic.bytes, 16) == 0);
    const uint8_t *end = memchr(file + 16, 0, size - 16);
    assert_non_null(end);
    return (tt_bytes){file + 16, (size_t)(end - file) - 16};
}

static size_t count_members(const tt_th_header *header, tt_th_part part)
{
    tt_th_iter iter = tt_th_iter_of(header, part);
    tt_th_member member;
    size_t count = 0;
    while (tt_th_iter_next(&iter, &member)) {
        count++;
    }
    assert_false(tt_th_iter_next(&iter, &member));
    return count;
}

static void assert_member(tt_th_iter *iter, const char *key, const char *value, tt_json_kind kind)
{
    tt_th_member member;
    assert_true(tt_th_iter_next(iter, &member));
    assert_text(member.key, key);
    assert_text(member.value, value);
    assert_int_equal(member.kind, kind);
}

/* What both header vectors have in common. */
static void check_vector(const tt_th_header *h)
{
    assert_text(h->comment, "teehistorian@ddnet.tw");
    assert_int_equal(h->version, 2);
    assert_int_equal(h->version_minor, 22);
    assert_uuid(&h->game_uuid, "a1eb7182-796e-3b3e-941d-38ca71b2a4a8");
    assert_text(h->server_version, "DDNet test");
    assert_true(h->start_time.unix_time == 1700000000 && h->start_time.zone == 0);
    assert_text(h->server_name, "server \\\"name\\\"\\\\\\u0001\\n\xc3\xa4");
    assert_int_equal(h->server_port, 8303);
    assert_text(h->game_type, "DDraceNetwork");
    assert_text(h->map_name, "Kobra 3 Solo");
    assert_int_equal(h->map_size, 903514);
    for (unsigned i = 0; i < sizeof h->map_sha256.bytes; i++) {
        assert_int_equal(h->map_sha256.bytes[i], 7 * i + 1);
    }
    assert_int_equal(h->map_crc, 0xeceaf25c);
    assert_text(h->prng_description, "test-prng:02468ace");
    assert_int_equal(h->bad | h->twice, 0);
    assert_int_equal(count_members(h, TT_TH_UUIDS), 83);
    assert_int_equal(count_members(h, TT_TH_OTHERS), 0);
}

static void check_second_vector(const tt_th_header *h)
{
    assert_int_equal(h->has, ALL_KEYS);
    assert_uuid(&h->prev_game_uuid, "acc07e95-145e-3536-bb9b-4f1070cf7799");
    tt_th_iter iter = tt_th_iter_of(h, TT_TH_CONFIG);
    tt_th_member member;
    assert_member(&iter, "sv_motd", "hi \\\"there\\\"", TT_JSON_STRING);
    assert_member(&iter, "sv_hit", "0", TT_JSON_STRING);
    assert_false(tt_th_iter_next(&iter, &member));
    iter = tt_th_iter_of(h, TT_TH_TUNING);
    assert_member(&iter, "gravity", "25", TT_JSON_STRING);
    assert_false(tt_th_iter_next(&iter, &member));
    iter = tt_th_iter_of(h, TT_TH_UUIDS);
    assert_member(&iter, "", "what-is@ddnet.tw", TT_JSON_STRING);
    assert_member(&iter, "", "it-is@ddnet.tw", TT_JSON_STRING);
}

static void headers_of_the_reference(void **state)
{
    (void)state;
    static uint8_t file[16384];
    int seen = 0;
    vectors v;
    vectors_open(&v, "teehistorian.txt");
    while (vectors_next(&v)) {
        if (!vectors_is(&v, "header.")) {
            continue;
        }
        size_t size = vectors_hex(file, sizeof file, v.field[2]);
        tt_bytes json = json_of(file, size);
        assert_int_equal(json.size + 17, size);
        tt_th_header h;
        assert_int_equal(tti_th_header_parse(&h, json, NULL), TT_OK);
        assert_true(h.json.data == json.data && h.json.size == json.size);
        check_vector(&h);
        if (vectors_is(&v, "header.plain")) {
            assert_int_equal(h.has, ALL_KEYS & ~BIT(prev_game_uuid));
            assert_text(h.config, "{}");
            assert_int_equal(count_members(&h, TT_TH_CONFIG), 0);
            assert_int_equal(count_members(&h, TT_TH_TUNING), 0);
        } else {
            check_second_vector(&h);
        }
        seen++;
    }
    assert_int_equal(seen, 2);
}

/* Every start of a header is refused, and what was read by then is there. */
static void every_truncation_of_a_header(void **state)
{
    (void)state;
    static uint8_t file[16384];
    vectors v;
    vectors_open(&v, "teehistorian.txt");
    size_t size = 0;
    while (vectors_next(&v)) {
        if (vectors_is(&v, "header.prev")) {
            size = vectors_hex(file, sizeof file, v.field[2]);
        }
    }
    tt_bytes whole = json_of(file, size);
    uint32_t has = 0;
    for (size_t cut = 0; cut < whole.size; cut++) {
        uint8_t *block = malloc(cut + 1);
        assert_non_null(block);
        memcpy(block + 1, whole.data, cut);
        tt_th_header h;
        tt_error error;
        tt_status status = tti_th_header_parse(&h, (tt_bytes){block + 1, cut}, &error);
        assert_int_equal(status, TT_ERR_JSON_END);
        assert_int_equal(error.status, status);
        assert_int_equal(error.offset, cut);
        assert_int_equal(h.has & has, has); /* it only grows */
        assert_int_equal(h.bad | h.twice, 0);
        has = h.has;
        free(block);
    }
    assert_int_equal(has, ALL_KEYS);
}

typedef struct recording {
    const char *path;
    const char *map_name;
    int64_t map_size;
    uint32_t map_crc;
    int64_t port;
    int64_t unix_time;
    size_t settings;
} recording;

static const recording recordings[] = {
    {"dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0", "dm1", 5805, 0xf2159e6e, 8303, 1795248283, 21},
    {"gold-mine-07/31d4b0ce-d0f7-4df0-ac42-914164ce7201", "Gold Mine", 228780, 0x691493b0, 8310,
     1795248411, 20},
    {"map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d", "Tutorial", 1082711, 0x8d4c6486, 8391,
     1795249784, 17},
    {"map-change/c9aae45d-f4e7-4f41-b2bb-d548fb58a3ff", "dm1", 5805, 0xf2159e6e, 8391, 1795249812,
     16},
    {"map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10", "dm1", 5805, 0xf2159e6e, 8391, 1795249827,
     16},
    {"tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9", "Tutorial", 1082711, 0x8d4c6486, 8303,
     1795247367, 19},
};

static void headers_of_real_recordings(void **state)
{
    (void)state;
    static uint8_t bytes[8192];
    for (size_t i = 0; i < sizeof recordings / sizeof recordings[0]; i++) {
        const recording *r = &recordings[i];
        char path[4096];
        (void)snprintf(path, sizeof path, "%s%s.teehistorian", RECORDINGS, r->path);
        FILE *file = fopen(path, "rb");
        if (file == NULL) {
            fail_msg("cannot open %s", path);
        }
        size_t size = fread(bytes, 1, sizeof bytes, file);
        (void)fclose(file);
        tt_th_header h;
        assert_int_equal(tti_th_header_parse(&h, json_of(bytes, size), NULL), TT_OK);
        assert_int_equal(h.has, ALL_KEYS & ~BIT(prev_game_uuid));
        assert_int_equal(h.bad | h.twice, 0);
        assert_int_equal(h.version, 2);
        assert_int_equal(h.version_minor, 4);
        assert_uuid(&h.game_uuid, strchr(r->path, '/') + 1);
        assert_text(h.server_version, "0.6.4, 16.4");
        assert_text(h.map_name, r->map_name);
        assert_true(h.map_size == r->map_size && h.map_crc == r->map_crc);
        assert_true(h.server_port == r->port && h.start_time.unix_time == r->unix_time);
        assert_int_equal(count_members(&h, TT_TH_CONFIG), r->settings);
        assert_int_equal(count_members(&h, TT_TH_TUNING), 5);
        assert_int_equal(count_members(&h, TT_TH_UUIDS), 47);
        assert_int_equal(count_members(&h, TT_TH_OTHERS), 0);
    }
}

static void the_magic_is_a_name(void **state)
{
    (void)state;
    tt_uuid made = tt_uuid_from_name(tt_bytes_of("teehistorian@ddnet.tw"));
    assert_true(tti_uuid_equal(&made, &tt_th_magic));
}

static void names_of_keys(void **state)
{
    (void)state;
    assert_string_equal(tt_th_key_name(TT_TH_KEY_comment), "comment");
    assert_string_equal(tt_th_key_name(TT_TH_KEY_map_sha256), "map_sha256");
    assert_string_equal(tt_th_key_name(TT_TH_KEY_uuids), "uuids");
    assert_null(tt_th_key_name(TT_TH_KEYS));
    assert_null(tt_th_key_name((tt_th_key)1000));
}

static void a_header_of_version_1(void **state)
{
    (void)state;
    tt_th_header h = parse(
        "{\"comment\":\"teehistorian@ddnet.tw\",\"version\":\"1\","
        "\"game_uuid\":\"01234567-89ab-4cde-8f01-23456789abcd\",\"server_version\":\"0.6 11.0\","
        "\"start_time\":\"2017-09-28 02:42:35 +0200\",\"server_name\":\"old\","
        "\"server_port\":\"8303\",\"game_type\":\"DDraceNetwork\",\"map_name\":\"dm1\","
        "\"map_size\":\"5805\",\"map_crc\":\"f2159e6e\",\"config\":{},\"tuning\":{}}");
    assert_int_equal(h.version, 1);
    assert_true(h.start_time.unix_time == 1506559355 && h.start_time.zone == 7200);
    assert_int_equal(h.bad | h.twice, 0);
    assert_int_equal(h.has, ALL_KEYS & ~(BIT(version_minor) | BIT(prev_game_uuid) |
                                         BIT(map_sha256) | BIT(prng_description) | BIT(uuids)));
    assert_int_equal(count_members(&h, TT_TH_UUIDS), 0);
}

/* Builds before the first release wrote numbers as numbers, in an order of their own. */
static void a_header_of_a_development_build(void **state)
{
    (void)state;
    tt_th_header h =
        parse("{\"version\":\"1\",\"game_uuid\":\"01234567-89AB-4CDE-8F01-23456789ABCD\","
              "\"map_size\":5805,\"map_crc\":\"F2159E6E\",\"server_port\":8303}");
    assert_int_equal(h.bad, 0);
    assert_int_equal(h.map_size, 5805);
    assert_int_equal(h.kind[TT_TH_KEY_map_size], TT_JSON_NUMBER);
    assert_int_equal(h.kind[TT_TH_KEY_map_crc], TT_JSON_STRING);
    assert_text(h.raw[TT_TH_KEY_map_size], "5805");
    assert_int_equal(h.map_crc, 0xf2159e6e);
    assert_int_equal(h.server_port, 8303);
    assert_uuid(&h.game_uuid, "01234567-89ab-4cde-8f01-23456789abcd");
    assert_true(TT_TH_HAS(&h, map_size) && !TT_TH_HAS(&h, config));
    assert_int_equal(count_members(&h, TT_TH_CONFIG), 0);
    assert_int_equal(count_members(&h, TT_TH_TUNING), 0);
}

static void headers_that_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        tt_status status;
        uint64_t offset;
    } rows[] = {
        {"", TT_ERR_JSON_END, 0},
        {"{", TT_ERR_JSON_END, 1},
        {"{\"version\":\"2\"", TT_ERR_JSON_END, 14},
        {"{\"version\":\"2\",}", TT_ERR_JSON_SYNTAX, 15},
        {"{\"version\":\"2\"}x", TT_ERR_JSON_SYNTAX, 15},
        {"{\"version\":\"2\"} {}", TT_ERR_JSON_SYNTAX, 16},
        {"{\"version\" \"2\"}", TT_ERR_JSON_SYNTAX, 11},
        {"{version:\"2\"}", TT_ERR_JSON_SYNTAX, 1},
        {"{\"version\":\"2\",\"x\":[1,{\"y\":[}]}", TT_ERR_JSON_SYNTAX, 28},
        {"{\"version\":\"2\",\"x\":[1,{\"y\":[", TT_ERR_JSON_END, 28},
        {"{\"version\":\"2\",\"map_name\":\"\\x\"}", TT_ERR_JSON_STRING, 28},
        {"{\"version\":\"2\",\"map_name\":\"a\nb\"}", TT_ERR_JSON_STRING, 28},
        {"{\"version\":\"2\",\"map_size\":01}", TT_ERR_JSON_NUMBER, 27},
        {"{\"version\":\"3\",\"map_size\":01}", TT_ERR_JSON_NUMBER, 27},
        {"[]", TT_ERR_JSON_TYPE, 0},
        {"  [", TT_ERR_JSON_TYPE, 2},
        {"\"version\"", TT_ERR_JSON_TYPE, 0},
        {"2", TT_ERR_JSON_TYPE, 0},
        {"null", TT_ERR_JSON_TYPE, 0},
        {"{}", TT_ERR_TH_NO_VERSION, 0},
        {"{\"Version\":\"2\",\"version_\":\"2\"}", TT_ERR_TH_NO_VERSION, 0},
        {"{\"x\":{\"version\":\"2\"}}", TT_ERR_TH_NO_VERSION, 0},
        {"{\"version\":\"3\"}", TT_ERR_TH_VERSION, 11},
        {"{\"comment\":\"\", \"version\": 0}", TT_ERR_TH_VERSION, 26},
        {"{\"version\":\"-1\"}", TT_ERR_TH_VERSION, 11},
        {"{\"version\":\"4294967298\"}", TT_ERR_TH_VERSION, 11},
        {"{\"version\":\"\"}", TT_ERR_TH_VERSION, 11},
        {"{\"version\":\"2.0\"}", TT_ERR_TH_VERSION, 11},
        {"{\"version\":\"two\"}", TT_ERR_TH_VERSION, 11},
        {"{\"version\":2.0}", TT_ERR_TH_VERSION, 11},
        {"{\"version\":null}", TT_ERR_TH_VERSION, 11},
        {"{\"version\":[\"2\"]}", TT_ERR_TH_VERSION, 11},
        {"{\"version\":\"3\",\"version\":\"2\"}", TT_ERR_TH_VERSION, 11},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_th_header h;
        tt_error error = {TT_OK, 99, NULL};
        tt_status status = tti_th_header_parse(&h, tt_bytes_of(rows[i].json), &error);
        if (status != rows[i].status || error.offset != rows[i].offset) {
            fail_msg("%s at %llu: %s", tt_status_name(status), (unsigned long long)error.offset,
                     rows[i].json);
        }
        assert_int_equal(error.status, status);
        assert_non_null(error.what);
        assert_int_equal(tti_th_header_parse(&h, tt_bytes_of(rows[i].json), NULL), status);
        assert_int_equal(h.json.size, strlen(rows[i].json));
    }
}

static void too_deep_a_header(void **state)
{
    (void)state;
    char json[512] = "{\"version\":\"2\",\"x\":";
    size_t size = strlen(json);
    for (int i = 0; i < TT_JSON_DEPTH; i++) {
        json[size + (size_t)i] = '[';
    }
    tt_th_header h;
    tt_error error;
    assert_int_equal(tti_th_header_parse(&h, tt_bytes_of(json), &error), TT_ERR_JSON_DEPTH);
    assert_int_equal(error.offset, size + TT_JSON_DEPTH - 1);
    assert_int_equal(h.has, BIT(version)); /* what came before is there */
    assert_int_equal(h.version, 2);
}

static void the_first_of_a_repeated_key_counts(void **state)
{
    (void)state;
    tt_th_header h = parse("{\"version\":\"2\",\"map_name\":\"a\",\"version\":\"3\",\"map_name\":5,"
                           "\"map_size\":\"x\",\"map_size\":\"7\",\"m\\u0061p_crc\":\"00000001\","
                           "\"map_crc\":\"00000002\",\"map_crc\":\"00000003\"}");
    assert_int_equal(h.has, BIT(version) | BIT(map_name) | BIT(map_crc));
    assert_int_equal(h.bad, BIT(map_size));
    assert_int_equal(h.twice, BIT(version) | BIT(map_name) | BIT(map_size) | BIT(map_crc));
    assert_int_equal(h.version, 2);
    assert_text(h.map_name, "a");
    assert_int_equal(h.map_size, 0);
    assert_text(h.raw[TT_TH_KEY_map_size], "x");
    assert_int_equal(h.map_crc, 1);
}

#define DIGITS_60 "000000000000000000000000000000000000000000000000000000000000"

typedef struct typed_value {
    const char *key, *value;
    int good;
} typed_value;

/* A value for a key, and whether it is of the key's type. */
static const typed_value typed_values[] = {
    {"comment", "\"\"", 1},
    {"comment", "\"\\ud800\\\"\"", 1},
    {"comment", "\"cut \xc3\"", 1},
    {"comment", "1", 0},
    {"comment", "null", 0},
    {"comment", "{}", 0},
    {"comment", "[\"a\"]", 0},
    {"map_size", "\"12\"", 1},
    {"map_size", "12", 1},
    {"map_size", "-12", 1},
    {"map_size", "\"9223372036854775807\"", 1},
    {"map_size", "\"9223372036854775808\"", 0},
    {"map_size", "1e3", 0},
    {"map_size", "1.0", 0},
    {"map_size", "\"\"", 0},
    {"map_size", "\" 1\"", 0},
    {"map_size", "true", 0},
    {"map_size", "{}", 0},
    {"map_size", "[12]", 0},
    {"game_uuid", "\"01234567-89ab-4cde-8f01-23456789abcd\"", 1},
    {"game_uuid", "\"01234567-89ab-4cde-8f01-23456789abc\"", 0},
    {"game_uuid", "\"0123456789ab4cde8f0123456789abcd\"", 0},
    {"game_uuid", "\"\"", 0},
    {"game_uuid", "7", 0},
    {"prev_game_uuid", "null", 0},
    {"map_sha256", "\"" DIGITS_60 "abCD\"", 1},
    {"map_sha256", "\"" DIGITS_60 "abC\"", 0},
    {"map_sha256", "\"" DIGITS_60 "abCDe\"", 0},
    {"map_sha256", "\"" DIGITS_60 "abCg\"", 0},
    {"map_sha256", "\"" DIGITS_60 "ab:D\"", 0},
    {"map_sha256", "1", 0},
    {"map_crc", "\"0123cdEF\"", 1},
    {"map_crc", "\"0123cde\"", 0},
    {"map_crc", "\"0123cdef0\"", 0},
    {"map_crc", "\"0123cde-\"", 0},
    {"map_crc", "\"0x23cdef\"", 0},
    {"map_crc", "12345678", 0},
    {"start_time", "\"2018-01-11T02:42:35+0200\"", 1},
    {"start_time", "\"2018-01-11\"", 0},
    {"start_time", "1515631355", 0},
    {"config", "{}", 1},
    {"config", "{\"a\":[{}]}", 1},
    {"config", "[]", 0},
    {"config", "\"{}\"", 0},
    {"tuning", "{\"a\":1}", 1},
    {"tuning", "null", 0},
    {"uuids", "[]", 1},
    {"uuids", "[\"a\",1]", 1},
    {"uuids", "{}", 0},
    {"uuids", "\"a\"", 0},
};

static void values_by_type(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof typed_values / sizeof typed_values[0]; i++) {
        const typed_value *row = &typed_values[i];
        char json[256];
        (void)snprintf(json, sizeof json, "{\"%s\" : %s ,\"version\":\"2\"}", row->key, row->value);
        tt_th_header h = parse(json);
        unsigned key = 0;
        while (strcmp(tt_th_key_name((tt_th_key)key), row->key) != 0) {
            key++;
        }
        if ((h.has >> key & 1) != (uint32_t)row->good) {
            fail_msg("%s", json);
        }
        assert_int_equal(h.has ^ h.bad, BIT(version) | UINT32_C(1) << key);
        assert_int_equal(h.twice, 0);
        /* raw is the value without quotation marks, whatever it is */
        size_t quotes = row->value[0] == '"';
        assert_int_equal(h.raw[key].size, strlen(row->value) - 2 * quotes);
        assert_memory_equal(h.raw[key].data, row->value + quotes, h.raw[key].size);
    }
}

static void bad_values_leave_zero(void **state)
{
    (void)state;
    tt_th_header h = parse("{\"version\":\"2\",\"map_size\":\"99999999999999999999\","
                           "\"map_crc\":\"1234567x\",\"game_uuid\":\"01234567-x\","
                           "\"start_time\":\"2018-13-11T02:42:35+0200\",\"config\":[1]}");
    static const tt_uuid nothing;
    assert_int_equal(h.has, BIT(version));
    assert_true(h.map_size == 0 && h.map_crc == 0 && h.start_time.unix_time == 0);
    assert_true(tti_uuid_equal(&h.game_uuid, &nothing));
    assert_true(h.config.size == 0 && h.config.data == NULL);
    assert_int_equal(count_members(&h, TT_TH_CONFIG), 0);
    assert_int_equal(h.kind[TT_TH_KEY_config], TT_JSON_ARRAY);
}

static void containers_are_given_whole(void **state)
{
    (void)state;
    tt_th_header h =
        parse("{\"version\":2,\"config\": { \"a\" : \"1\" , \"b\":[1,{}], \"c\":{\"d\":0},"
              "\"\\n\":null} , \"uuids\":[ \"x\",7,[\"no\"],{\"no\":1},\"y\\n\" ]}");
    assert_text(h.config, "{ \"a\" : \"1\" , \"b\":[1,{}], \"c\":{\"d\":0},\"\\n\":null}");
    tt_th_member member;
    tt_th_iter iter = tt_th_iter_of(&h, TT_TH_CONFIG);
    assert_member(&iter, "a", "1", TT_JSON_STRING);
    assert_member(&iter, "b", "[1,{}]", TT_JSON_ARRAY);
    assert_member(&iter, "c", "{\"d\":0}", TT_JSON_OBJECT);
    assert_member(&iter, "\\n", "null", TT_JSON_NULL);
    assert_false(tt_th_iter_next(&iter, &member));
    iter = tt_th_iter_of(&h, TT_TH_UUIDS); /* only the strings */
    assert_member(&iter, "", "x", TT_JSON_STRING);
    assert_member(&iter, "", "y\\n", TT_JSON_STRING);
    assert_false(tt_th_iter_next(&iter, &member));
}

static void unknown_keys_are_listed(void **state)
{
    (void)state;
    tt_th_header h =
        parse("{\"minor_version\":\"1\",\"version\":\"2\",\"repaired\":{\"version\":\"9\"},"
              "\"map_name\":\"m\",\"list\":[[1],2],\"\":\"\",\"t\":true,"
              "\"minor_version\":-2.5}");
    assert_int_equal(h.has, BIT(version) | BIT(map_name));
    tt_th_member member;
    tt_th_iter iter = tt_th_iter_of(&h, TT_TH_OTHERS);
    assert_member(&iter, "minor_version", "1", TT_JSON_STRING);
    assert_member(&iter, "repaired", "{\"version\":\"9\"}", TT_JSON_OBJECT);
    assert_member(&iter, "list", "[[1],2]", TT_JSON_ARRAY);
    assert_member(&iter, "", "", TT_JSON_STRING);
    assert_member(&iter, "t", "true", TT_JSON_TRUE);
    assert_member(&iter, "minor_version", "-2.5", TT_JSON_NUMBER);
    assert_false(tt_th_iter_next(&iter, &member));
}

/* A header that failed can still be gone through, up to the fault. */
static void iterating_a_broken_header(void **state)
{
    (void)state;
    tt_th_header h;
    static const char json[] = "{\"a\":1,\"b\":[2],\"config\":{\"c\":3},\"d\":[4,}";
    assert_int_equal(tti_th_header_parse(&h, tt_bytes_of(json), NULL), TT_ERR_JSON_SYNTAX);
    assert_int_equal(count_members(&h, TT_TH_OTHERS), 2);
    assert_int_equal(count_members(&h, TT_TH_CONFIG), 1);
    assert_int_equal(tti_th_header_parse(&h, tt_bytes_of("[{\"a\":1},\"b\"]"), NULL),
                     TT_ERR_JSON_TYPE);
    assert_int_equal(count_members(&h, TT_TH_OTHERS), 0);
    assert_int_equal(tti_th_header_parse(&h, (tt_bytes){NULL, 0}, NULL), TT_ERR_JSON_END);
    assert_int_equal(count_members(&h, TT_TH_OTHERS), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_of_the_reference),
        cmocka_unit_test(every_truncation_of_a_header),
        cmocka_unit_test(headers_of_real_recordings),
        cmocka_unit_test(the_magic_is_a_name),
        cmocka_unit_test(names_of_keys),
        cmocka_unit_test(a_header_of_version_1),
        cmocka_unit_test(a_header_of_a_development_build),
        cmocka_unit_test(headers_that_are_refused),
        cmocka_unit_test(too_deep_a_header),
        cmocka_unit_test(the_first_of_a_repeated_key_counts),
        cmocka_unit_test(values_by_type),
        cmocka_unit_test(bad_values_leave_zero),
        cmocka_unit_test(containers_are_given_whole),
        cmocka_unit_test(unknown_keys_are_listed),
        cmocka_unit_test(iterating_a_broken_header),
    };
    return cmocka_run_group_tests_name("teehistorian_header", tests, NULL, NULL);
}
