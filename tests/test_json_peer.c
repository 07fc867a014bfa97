/* SPDX-License-Identifier: MIT
 *
 * Our scanner and writer beside jansson: both must take and refuse the same texts, and read
 * the same strings. jansson refuses invalid UTF-8, lone surrogates and numbers that no double
 * holds, which ours is meant to take; texts with those are left out here.
 */
#include "cm.h"

#if defined(TT_HAVE_JANSSON) || __has_include(<jansson.h>)

#include <jansson.h>

#include "teetape/json.h"
#include "teetape/string.h"

#define TEXT_CAP 512

typedef struct maker {
    char text[TEXT_CAP];
    size_t size;
    uint64_t random;
} maker;

static void put(maker *m, const char *text)
{
    size_t size = strlen(text);
    if (m->size + size < TEXT_CAP) {
        memcpy(m->text + m->size, text, size);
        m->size += size;
    }
}

static uint32_t pick(maker *m, uint32_t count)
{
    return random_next(&m->random) % count;
}

#define PUT_ONE_OF(m, list) put(m, (list)[pick(m, (uint32_t)(sizeof(list) / sizeof(list)[0]))])

static const char *const scalars[] = {"0",
                                      "-0",
                                      "1",
                                      "-12",
                                      "3.25",
                                      "1e5",
                                      "-2E-3",
                                      "1.5e+2",
                                      "true",
                                      "false",
                                      "null",
                                      "\"\"",
                                      "\"a\"",
                                      "\"\\n\\\\\"",
                                      "\"\\/\"",
                                      "\"\\u00e4\"",
                                      "\"\xc3\xa4\"",
                                      "\"\\ud83d\\ude00\"",
                                      "\"x y\"",
                                      "\"\\u0000\"",
                                      "123456",
                                      "\"\x7f\"",
                                      "\"\xf0\x9f\x98\x80\""};
static const char *const blanks[] = {"", "", "", " ", "\n", "\t", "\r", "  "};
static const char *const keys[] = {"\"a\"", "\"b\"", "\"\"", "\"\\u0061\"", "\"k\\\"\""};

/* A value that is good as long as it fits. */
static void put_value(maker *m, unsigned depth)
{
    PUT_ONE_OF(m, blanks);
    uint32_t kind = pick(m, depth < 5 ? 4 : 2);
    if (kind < 2) {
        PUT_ONE_OF(m, scalars);
    } else {
        put(m, kind == 2 ? "[" : "{");
        PUT_ONE_OF(m, blanks);
        for (uint32_t i = 0, count = pick(m, 4); i < count; i++) {
            put(m, i ? "," : "");
            PUT_ONE_OF(m, blanks);
            if (kind == 3) {
                PUT_ONE_OF(m, keys);
                PUT_ONE_OF(m, blanks);
                put(m, ":");
            }
            put_value(m, depth + 1);
        }
        put(m, kind == 2 ? "]" : "}");
    }
    PUT_ONE_OF(m, blanks);
}

/* Changes, removes, doubles or moves a byte. */
static void spoil(maker *m)
{
    static const char bytes[] = "{}[],:\"\\ntfu0189.eE+- \x01\x1f/bax\xc3\xa4";
    if (m->size == 0 || m->size + 1 >= TEXT_CAP) {
        return;
    }
    size_t at = pick(m, (uint32_t)m->size);
    switch (pick(m, 4)) {
    case 0:
        m->text[at] = bytes[pick(m, sizeof bytes - 1)];
        break;
    case 1:
        memmove(m->text + at, m->text + at + 1, m->size - at - 1);
        m->size--;
        break;
    case 2:
        memmove(m->text + at + 1, m->text + at, m->size - at);
        m->text[at] = bytes[pick(m, sizeof bytes - 1)];
        m->size++;
        break;
    default:
        m->size = at;
        break;
    }
}

static int ours_accepts(tt_bytes text)
{
    tt_json j = tt_json_of(text);
    tt_json_token token;
    tt_status status;
    do {
        status = tt_json_next(&j, &token);
    } while (status == TT_OK);
    return status == TT_END;
}

/* 1 accepted, 0 refused, -1 refused for a reason that is not grammar. */
static int jansson_accepts(tt_bytes text)
{
    json_error_t error;
    json_t *value =
        json_loadb((const char *)text.data, text.size, JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    if (value != NULL) {
        json_decref(value);
        return 1;
    }
    return json_error_code(&error) == json_error_numeric_overflow ? -1 : 0;
}

/* 1 when a \u escape may be half of a pair. */
static int has_surrogate(const maker *m)
{
    for (size_t i = 0; i + 3 < m->size; i++) {
        if (m->text[i] == '\\' && m->text[i + 1] == 'u' && (m->text[i + 2] | 0x20) == 'd') {
            return 1;
        }
    }
    return 0;
}

static void both_accept_the_same(void **state)
{
    (void)state;
    maker m = {.random = 17};
    int accepted = 0, refused = 0;
    for (int round = 0; round < 100000; round++) {
        m.size = 0;
        put_value(&m, 0);
        for (uint32_t i = pick(&m, 3); i > 0; i--) {
            spoil(&m);
        }
        tt_bytes text = {(const uint8_t *)m.text, m.size};
        if (!tt_utf8_valid(text)) {
            continue;
        }
        int theirs = jansson_accepts(text);
        int ours = ours_accepts(text);
        if (theirs < 0 || (has_surrogate(&m) && ours && !theirs)) {
            continue;
        }
        if (ours != theirs) {
            fail_msg("ours %d, jansson %d: %.*s", ours, theirs, (int)m.size, m.text);
        }
        accepted += ours;
        refused += !ours;
    }
    assert_true(accepted > 20000 && refused > 20000);
}

/* What we write, jansson reads; and what it writes, we read. */
static void strings_both_ways(void **state)
{
    (void)state;
    uint64_t random = 23;
    for (int round = 0; round < 50000; round++) {
        char text[TEXT_CAP], back[TEXT_CAP];
        uint8_t out[TT_JSON_STRING_BOUND(TEXT_CAP)];
        size_t size = 0;
        while (size < 40 && random_next(&random) % 24 != 0) {
            static const char *const parts[] = {"\"",
                                                "\\",
                                                "/",
                                                "\n",
                                                "\x01",
                                                "\x1f",
                                                "\x7f",
                                                "abc",
                                                "\xc3\xa4",
                                                "\xe2\x82\xac",
                                                "\xf0\x9f\x98\x80",
                                                "0123456789"};
            const char *part = parts[random_next(&random) % (sizeof parts / sizeof parts[0])];
            memcpy(text + size, part, strlen(part));
            size += strlen(part);
        }
        tt_packer p = tt_packer_of(out, sizeof out);
        tt_pack_json_string(&p, (tt_bytes){(uint8_t *)text, size});
        tt_bytes json = tt_packer_bytes(&p);
        json_t *value =
            json_loadb((const char *)json.data, json.size, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        assert_non_null(value);
        assert_int_equal(json_string_length(value), size);
        assert_memory_equal(json_string_value(value), text, size);

        size_t theirs = json_dumpb(value, (char *)out, sizeof out,
                                   JSON_ENCODE_ANY | (round & 1 ? JSON_ENSURE_ASCII : 0));
        json_decref(value);
        tt_json j = tt_json_of((tt_bytes){out, theirs});
        tt_json_token token;
        assert_int_equal(tt_json_next(&j, &token), TT_OK);
        assert_int_equal(tt_json_unescape(back, sizeof back, token.text), size);
        assert_memory_equal(back, text, size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_accept_the_same),
        cmocka_unit_test(strings_both_ways),
    };
    return cmocka_run_group_tests_name("json_peer", tests, NULL, NULL);
}

#else

int main(void)
{
    return 77; /* skipped */
}

#endif
