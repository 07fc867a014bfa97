/* SPDX-License-Identifier: MIT
 *
 * Tests of the scanner in teetape/json.h: what it accepts, where it says that a fault is,
 * and the tokens it gives. Texts are handed over in blocks of exactly their size, so that a
 * sanitizer sees a read beyond the end.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"

#include "base/json_run.h"
#include "teetape/json.h"

typedef struct exact {
    tt_bytes view;
    uint8_t *block;
} exact;

static exact exact_of(const void *data, size_t size)
{
    exact e = {{NULL, size}, malloc(size > 0 ? size : 1)};
    assert_non_null(e.block);
    if (size > 0) {
        memcpy(e.block, data, size);
    }
    /* An empty block ends where it begins. */
    e.view.data = size > 0 ? e.block : e.block + 1;
    return e;
}

/* Scans everything and checks what holds for every text; the last status remains in j. */
static tt_json scan(tt_bytes text, tt_status *last)
{
    tt_json j = tt_json_of(text);
    tt_json_token token;
    tt_status status;
    size_t end = 0;
    size_t count = 0;
    while ((status = tt_json_next(&j, &token)) == TT_OK) {
        assert_true(token.offset >= end && token.offset < text.size);
        assert_true(token.depth < TT_JSON_DEPTH + (token.kind >= TT_JSON_KEY));
        assert_true(token.text.data >= text.data + token.offset);
        end = (size_t)(token.text.data - text.data) + token.text.size;
        assert_true(end <= j.at && j.at <= text.size);
        assert_true(++count <= text.size);
    }
    assert_true(status == TT_END || (status <= TT_ERR_JSON_SYNTAX && status >= TT_ERR_JSON_NUMBER));
    assert_true((status < 0) == (j.error.status != TT_OK));
    if (status < 0) {
        assert_true(j.error.offset <= text.size && j.error.what != NULL && *j.error.what != 0);
        assert_true((j.error.offset == text.size) == (status == TT_ERR_JSON_END));
    }
    assert_int_equal(tt_json_next(&j, &token), status); /* it remains */
    *last = status;
    return j;
}

typedef struct sample {
    const char *text;
    tt_status status;
    size_t offset;
} sample;

static const sample samples[] = {
    /* whole values */
    {"{}", TT_END, 0},
    {"[]", TT_END, 0},
    {" \t\r\n[ \t\r\n] \t\r\n", TT_END, 0},
    {"\"\"", TT_END, 0},
    {"\"a\"", TT_END, 0},
    {"0", TT_END, 0},
    {"-0", TT_END, 0},
    {"12", TT_END, 0},
    {"-12.50", TT_END, 0},
    {"0.0e0", TT_END, 0},
    {"1E+2", TT_END, 0},
    {"1e-2", TT_END, 0},
    {"1e00", TT_END, 0},
    {"true", TT_END, 0},
    {"false", TT_END, 0},
    {"null", TT_END, 0},
    {"[1,\"a\",true,false,null,[],{}]", TT_END, 0},
    {"{\"a\":1,\"b\":[{\"c\":{}}],\"a\":2}", TT_END, 0},
    {"{ \"a\" : [ 1 , 2 ] , \"b\" : { } }", TT_END, 0},
    {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\uFFff\\ud800\"", TT_END, 0},
    {"\"\x7f\x80\xff\xc3\xa4\"", TT_END, 0},
    /* the end comes too early */
    {"", TT_ERR_JSON_END, 0},
    {"  ", TT_ERR_JSON_END, 2},
    {"{", TT_ERR_JSON_END, 1},
    {"[", TT_ERR_JSON_END, 1},
    {"[1", TT_ERR_JSON_END, 2},
    {"[1,", TT_ERR_JSON_END, 3},
    {"{\"a\"", TT_ERR_JSON_END, 4},
    {"{\"a\":", TT_ERR_JSON_END, 5},
    {"{\"a\":1", TT_ERR_JSON_END, 6},
    {"{\"a\":1,", TT_ERR_JSON_END, 7},
    {"\"", TT_ERR_JSON_END, 1},
    {"\"abcdefghijk", TT_ERR_JSON_END, 12},
    {"\"\\", TT_ERR_JSON_END, 2},
    {"\"\\\"", TT_ERR_JSON_END, 3},
    {"\"\\u", TT_ERR_JSON_END, 3},
    {"\"\\u012", TT_ERR_JSON_END, 6},
    {"-", TT_ERR_JSON_END, 1},
    {"1.", TT_ERR_JSON_END, 2},
    {"1e", TT_ERR_JSON_END, 2},
    {"1e+", TT_ERR_JSON_END, 3},
    {"tru", TT_ERR_JSON_END, 3},
    {"n", TT_ERR_JSON_END, 1},
    /* grammar */
    {"x", TT_ERR_JSON_SYNTAX, 0},
    {"}", TT_ERR_JSON_SYNTAX, 0},
    {"]", TT_ERR_JSON_SYNTAX, 0},
    {",", TT_ERR_JSON_SYNTAX, 0},
    {"'a'", TT_ERR_JSON_SYNTAX, 0},
    {"+1", TT_ERR_JSON_SYNTAX, 0},
    {".5", TT_ERR_JSON_SYNTAX, 0},
    {"NaN", TT_ERR_JSON_SYNTAX, 0},
    {"\xef\xbb\xbf{}", TT_ERR_JSON_SYNTAX, 0},
    {"\f{}", TT_ERR_JSON_SYNTAX, 0},
    {"\v{}", TT_ERR_JSON_SYNTAX, 0},
    {"/* */{}", TT_ERR_JSON_SYNTAX, 0},
    {"trux", TT_ERR_JSON_SYNTAX, 3},
    {"True", TT_ERR_JSON_SYNTAX, 0},
    {"truefalse", TT_ERR_JSON_SYNTAX, 4},
    {"nul1", TT_ERR_JSON_SYNTAX, 3},
    {"{} {}", TT_ERR_JSON_SYNTAX, 3},
    {"{},", TT_ERR_JSON_SYNTAX, 2},
    {"1 2", TT_ERR_JSON_SYNTAX, 2},
    {"[1 2]", TT_ERR_JSON_SYNTAX, 3},
    {"[1,]", TT_ERR_JSON_SYNTAX, 3},
    {"[,1]", TT_ERR_JSON_SYNTAX, 1},
    {"[1,,2]", TT_ERR_JSON_SYNTAX, 3},
    {"[1}", TT_ERR_JSON_SYNTAX, 2},
    {"[}", TT_ERR_JSON_SYNTAX, 1},
    {"[1:2]", TT_ERR_JSON_SYNTAX, 2},
    {"{]", TT_ERR_JSON_SYNTAX, 1},
    {"{,}", TT_ERR_JSON_SYNTAX, 1},
    {"{1:2}", TT_ERR_JSON_SYNTAX, 1},
    {"{a:2}", TT_ERR_JSON_SYNTAX, 1},
    {"{\"a\"}", TT_ERR_JSON_SYNTAX, 4},
    {"{\"a\" 1}", TT_ERR_JSON_SYNTAX, 5},
    {"{\"a\",1}", TT_ERR_JSON_SYNTAX, 4},
    {"{\"a\"::1}", TT_ERR_JSON_SYNTAX, 5},
    {"{\"a\":}", TT_ERR_JSON_SYNTAX, 5},
    {"{\"a\":1,}", TT_ERR_JSON_SYNTAX, 7},
    {"{\"a\":1 \"b\":2}", TT_ERR_JSON_SYNTAX, 7},
    {"{\"a\":1]", TT_ERR_JSON_SYNTAX, 6},
    {"{\"a\":1,[]}", TT_ERR_JSON_SYNTAX, 7},
    {"[[]}", TT_ERR_JSON_SYNTAX, 3},
    {"[{]", TT_ERR_JSON_SYNTAX, 2},
    {"[{}}", TT_ERR_JSON_SYNTAX, 3},
    /* strings */
    {"\"a\tb\"", TT_ERR_JSON_STRING, 2},
    {"\"0123456789\nb\"", TT_ERR_JSON_STRING, 11},
    {"\"\x1f\"", TT_ERR_JSON_STRING, 1},
    {"\"\\x\"", TT_ERR_JSON_STRING, 2},
    {"\"\\B\"", TT_ERR_JSON_STRING, 2},
    {"\"\\v\"", TT_ERR_JSON_STRING, 2},
    {"\"\\a\"", TT_ERR_JSON_STRING, 2},
    {"\"\\'\"", TT_ERR_JSON_STRING, 2},
    {"\"\\0\"", TT_ERR_JSON_STRING, 2},
    {"\"\\u12g4\"", TT_ERR_JSON_STRING, 5},
    {"\"\\u123\"", TT_ERR_JSON_STRING, 6},
    {"\"\\U0041\"", TT_ERR_JSON_STRING, 2},
    {"{\"\\q\":1}", TT_ERR_JSON_STRING, 3},
    /* numbers */
    {"01", TT_ERR_JSON_NUMBER, 1},
    {"-01", TT_ERR_JSON_NUMBER, 2},
    {"00", TT_ERR_JSON_NUMBER, 1},
    {"-a", TT_ERR_JSON_NUMBER, 1},
    {"--1", TT_ERR_JSON_NUMBER, 1},
    {"1.a", TT_ERR_JSON_NUMBER, 2},
    {"1.e3", TT_ERR_JSON_NUMBER, 2},
    {"1ea", TT_ERR_JSON_NUMBER, 2},
    {"1e+-2", TT_ERR_JSON_NUMBER, 3},
    {"[-]", TT_ERR_JSON_NUMBER, 2},
    {"0x10", TT_ERR_JSON_SYNTAX, 1},
    {"1_000", TT_ERR_JSON_SYNTAX, 1},
    {"1.2.3", TT_ERR_JSON_SYNTAX, 3},
    {"1e2.5", TT_ERR_JSON_SYNTAX, 3},
};

static void texts_good_and_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        const sample *s = &samples[i];
        exact e = exact_of(s->text, strlen(s->text));
        tt_status status;
        tt_json j = scan(e.view, &status);
        if (status != s->status || j.error.offset != s->offset) {
            fail_msg("%s: %s at %llu", s->text, tt_status_name(status),
                     (unsigned long long)j.error.offset);
        }
        free(e.block);
    }
}

static void nul_bytes_are_bytes_like_others(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        tt_status status;
        size_t offset;
    } rows[] = {{"{}\0", 3, TT_ERR_JSON_SYNTAX, 2},    {"\0{}", 3, TT_ERR_JSON_SYNTAX, 0},
                {"\"\0\"", 3, TT_ERR_JSON_STRING, 1},  {"-\0", 2, TT_ERR_JSON_NUMBER, 1},
                {"1.\0", 3, TT_ERR_JSON_NUMBER, 2},    {"tr\0e", 4, TT_ERR_JSON_SYNTAX, 2},
                {"\"\\\0\"", 4, TT_ERR_JSON_STRING, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        exact e = exact_of(rows[i].text, rows[i].size);
        tt_status status;
        tt_json j = scan(e.view, &status);
        assert_int_equal(status, rows[i].status);
        assert_int_equal(j.error.offset, rows[i].offset);
        free(e.block);
    }
}

static void no_bytes_at_all(void **state)
{
    (void)state;
    tt_json_token token;
    tt_json j = tt_json_of((tt_bytes){NULL, 0});
    assert_int_equal(tt_json_next(&j, &token), TT_ERR_JSON_END);
    assert_int_equal(j.error.offset, 0);
}

/* What a syntax error says follows from what was wanted there. */
static void errors_say_what_was_expected(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"x", "a JSON value is expected here"},
        {"[}", "a JSON value or the end of the array is expected here"},
        {"{]", "a key or the end of the object is expected here"},
        {"{\"a\":1,}", "a key is expected here"},
        {"{\"a\"}", "a colon is expected after a key"},
        {"[1}", "a comma or the end of the array is expected here"},
        {"{\"a\":1]", "a comma or the end of the object is expected here"},
        {"1 1", "nothing more is expected after the JSON value"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_status status;
        tt_json j = scan(tt_bytes_of(rows[i][0]), &status);
        assert_int_equal(status, TT_ERR_JSON_SYNTAX);
        assert_string_equal(j.error.what, rows[i][1]);
    }
}

static void nesting_up_to_the_limit(void **state)
{
    (void)state;
    char text[4 * TT_JSON_DEPTH + 64];
    for (int objects = 0; objects <= 1; objects++) {
        for (size_t depth = TT_JSON_DEPTH - 2; depth <= TT_JSON_DEPTH + 2; depth++) {
            size_t size = 0;
            for (size_t i = 0; i < depth; i++) {
                int object = objects && i % 2; /* mixed, so that the kinds must be kept apart */
                text[size++] = object ? '{' : '[';
                if (object) {
                    memcpy(text + size, "\"\":", 3);
                    size += 3;
                }
            }
            size_t middle = size;
            text[size++] = '0';
            for (size_t i = depth; i-- > 0;) {
                text[size++] = objects && i % 2 ? '}' : ']';
            }
            tt_status status;
            tt_json j = scan((tt_bytes){(uint8_t *)text, size}, &status);
            if (depth <= TT_JSON_DEPTH) {
                assert_int_equal(status, TT_END);
                text[middle + 1] = text[middle + 1] == ']' ? '}' : ']';
                scan((tt_bytes){(uint8_t *)text, size}, &status);
                assert_int_equal(status, TT_ERR_JSON_SYNTAX);
            } else {
                assert_int_equal(status, TT_ERR_JSON_DEPTH);
                assert_int_equal(text[j.error.offset], objects && TT_JSON_DEPTH % 2 ? '{' : '[');
                assert_int_equal(j.depth, TT_JSON_DEPTH);
            }
        }
    }
}

static const char long_sample[] =
    "{\"text\":\"plain \\u00e4\\ud83d\\ude00\\n\\\"end\\\\\",\"numbers\":[0,-1,2.5,1e3,-0.1E-7],"
    "\"words\":[true,false,null], \"deep\":{\"a\":[[],{},[{\"b\":\"c\"}]]},\"\":\"\"}";

static void every_truncation_ends_too_early(void **state)
{
    (void)state;
    for (size_t size = 0; size < sizeof long_sample; size++) {
        exact e = exact_of(long_sample, size);
        tt_status status;
        tt_json j = scan(e.view, &status);
        if (size == sizeof long_sample - 1) {
            assert_int_equal(status, TT_END);
        } else {
            assert_int_equal(status, TT_ERR_JSON_END);
            assert_int_equal(j.error.offset, size);
        }
        free(e.block);
    }
}

/* A fault is never seen before the byte that was changed. */
static void every_replaced_byte(void **state)
{
    (void)state;
    size_t good = 0;
    exact e = exact_of(long_sample, sizeof long_sample - 1);
    for (size_t at = 0; at < e.view.size; at++) {
        uint8_t before = e.block[at];
        for (unsigned byte = 0; byte < 256; byte++) {
            e.block[at] = (uint8_t)byte;
            tt_status status;
            tt_json j = scan(e.view, &status);
            good += status == TT_END;
            assert_true(status == TT_END || j.error.offset >= at);
        }
        e.block[at] = before;
    }
    free(e.block);
    assert_true(good > sizeof long_sample && good < 256 * sizeof long_sample / 2);
}

static void tokens_and_their_places(void **state)
{
    (void)state;
    static const char text[] = " {\"a\\n\" : [ 12 , \"x\"] ,\"\":{}, \"t\":true}";
    static const struct {
        tt_json_kind kind;
        unsigned depth;
        size_t offset;
        const char *text;
    } want[] = {
        {TT_JSON_OBJECT, 0, 1, "{"},      {TT_JSON_KEY, 1, 2, "a\\n"},
        {TT_JSON_ARRAY, 1, 10, "["},      {TT_JSON_NUMBER, 2, 12, "12"},
        {TT_JSON_STRING, 2, 17, "x"},     {TT_JSON_ARRAY_END, 1, 20, "]"},
        {TT_JSON_KEY, 1, 23, ""},         {TT_JSON_OBJECT, 1, 26, "{"},
        {TT_JSON_OBJECT_END, 1, 27, "}"}, {TT_JSON_KEY, 1, 30, "t"},
        {TT_JSON_TRUE, 1, 34, "true"},    {TT_JSON_OBJECT_END, 0, 38, "}"},
    };
    tt_json j = tt_json_of(tt_bytes_of(text));
    tt_json_token token;
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        assert_int_equal(tt_json_next(&j, &token), TT_OK);
        assert_int_equal(token.kind, want[i].kind);
        assert_int_equal(token.depth, want[i].depth);
        assert_int_equal(token.offset, want[i].offset);
        assert_true(tt_bytes_equal(token.text, tt_bytes_of(want[i].text)));
    }
    assert_int_equal(tt_json_next(&j, &token), TT_END);
    assert_int_equal(tt_json_next(&j, &token), TT_END);
}

/* Reads tokens until one with this text. */
static tt_json_token token_of(tt_json *j, const char *text)
{
    tt_json_token token;
    do {
        assert_int_equal(tt_json_next(j, &token), TT_OK);
    } while (!tt_bytes_equal(token.text, tt_bytes_of(text)));
    return token;
}

static void skipping(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *skip; /* the token that is skipped */
        const char *next; /* the text of the one after */
    } rows[] = {
        {"[[1,[2],{\"a\":3}],9]", "1", "["},
        {"{\"a\":[1,[2]],\"b\":9}", "a", "b"},
        {"{\"a\":{\"x\":[{}]},\"b\":9}", "a", "b"},
        {"{\"a\":7,\"b\":9}", "a", "b"},
        {"{\"a\":7,\"b\":9}", "7", "b"},
        {"{\"a\":[],\"b\":9}", "[", "b"},
        {"{\"a\":[],\"b\":9}", "]", "b"},
        {"[\"s\",9]", "s", "9"},
        {"[{\"s\":[[[]]]},9]", "{", "9"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_bytes value;
        tt_json j = tt_json_of(tt_bytes_of(rows[i].text));
        tt_json_token token = token_of(&j, rows[i].skip);
        assert_int_equal(tt_json_value(&j, &token, &value), TT_OK);
        assert_int_equal(tt_json_next(&j, &token), TT_OK);
        assert_true(tt_bytes_equal(token.text, tt_bytes_of(rows[i].next)));
    }
}

static void skipping_the_outermost_value(void **state)
{
    (void)state;
    tt_bytes value;
    tt_json j = tt_json_of(tt_bytes_of(long_sample));
    tt_json_token token;
    assert_int_equal(tt_json_next(&j, &token), TT_OK);
    assert_int_equal(tt_json_value(&j, &token, &value), TT_OK);
    assert_int_equal(tt_json_next(&j, &token), TT_END);
}

static void skipping_meets_errors(void **state)
{
    (void)state;
    tt_bytes value;
    static const char *const rows[] = {"[1,[2,x]]", "{\"a\":x}", "{\"a\":", "[[[", "{\"a\":{]}"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_json j = tt_json_of(tt_bytes_of(rows[i]));
        tt_json_token token;
        assert_int_equal(tt_json_next(&j, &token), TT_OK);
        if (token.kind == TT_JSON_OBJECT) {
            assert_int_equal(tt_json_next(&j, &token), TT_OK);
            assert_int_equal(token.kind, TT_JSON_KEY);
        }
        tt_status status = tt_json_value(&j, &token, &value);
        assert_true(status < 0);
        assert_int_equal(status, j.error.status);
        assert_int_equal(tt_json_value(&j, &token, &value), status);
    }
}

/* The inner loop looks at eight bytes at once; against one that looks at each. */
static void runs_against_a_plain_loop(void **state)
{
    (void)state;
    uint8_t text[40];
    for (size_t size = 0; size <= 26; size++) {
        for (size_t at = 0; at < size; at++) {
            for (unsigned byte = 0; byte < 256; byte++) {
                memset(text, byte & 1 ? 0x20 : 0x7f, sizeof text);
                text[at] = (uint8_t)byte;
                text[size] = '"';
                int stop = byte < 0x20 || byte == '"' || byte == '\\';
                assert_int_equal(tti_json_run(text, size, TTI_JSON_PASS_HIGH), stop ? at : size);
                memset(text, byte & 1 ? 0x20 : 0x7e, size);
                text[at] = (uint8_t)byte;
                stop |= byte >= 0x7f;
                assert_int_equal(tti_json_run(text, size, TTI_JSON_STOP_AT_HIGH), stop ? at : size);
            }
        }
    }
    uint64_t random = 7;
    for (int round = 0; round < 100000; round++) {
        for (size_t i = 0; i < sizeof text; i++) {
            uint32_t r = random_next(&random);
            text[i] = (uint8_t)(r % 16 == 0 ? r >> 8 : 0x20 + (r >> 8) % 0x60);
        }
        size_t naive = 0;
        while (naive < sizeof text && text[naive] >= 0x20 && text[naive] != '"' &&
               text[naive] != '\\') {
            naive++;
        }
        assert_int_equal(tti_json_run(text, sizeof text, TTI_JSON_PASS_HIGH), naive);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_good_and_bad),
        cmocka_unit_test(nul_bytes_are_bytes_like_others),
        cmocka_unit_test(no_bytes_at_all),
        cmocka_unit_test(errors_say_what_was_expected),
        cmocka_unit_test(nesting_up_to_the_limit),
        cmocka_unit_test(every_truncation_ends_too_early),
        cmocka_unit_test(every_replaced_byte),
        cmocka_unit_test(tokens_and_their_places),
        cmocka_unit_test(skipping),
        cmocka_unit_test(skipping_the_outermost_value),
        cmocka_unit_test(skipping_meets_errors),
        cmocka_unit_test(runs_against_a_plain_loop),
    };
    return cmocka_run_group_tests_name("json_scan", tests, NULL, NULL);
}
