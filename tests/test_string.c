/* SPDX-License-Identifier: MIT
 *
 * Tests of wire strings (teetape/string.h), with the vectors of tests/vectors/strings.txt.
 */
#include "cm.h"

#include "base/cursor.h"
#include "teetape/string.h"
#include "vectors.h"

/* The room of a message in DDNet, which the vectors were made with. */
#define MESSAGE 2048

static tt_bytes packed(uint8_t *space, size_t cap, tt_bytes text, size_t limit, tt_status *status)
{
    tt_packer p = tt_packer_of(space, cap);
    tt_pack_string(&p, text, limit);
    *status = p.status;
    return tt_packer_bytes(&p);
}

static void assert_packs(const char *text, size_t size, size_t limit, const char *expected,
                         size_t expected_size)
{
    uint8_t space[64];
    tt_status status;
    tt_bytes in = {(const uint8_t *)text, size};
    /* Exactly enough room, and one byte too little. */
    tt_bytes out = packed(space, expected_size, in, limit, &status);
    assert_int_equal(status, TT_OK);
    assert_int_equal(out.size, expected_size);
    assert_memory_equal(out.data, expected, expected_size);
    memset(space, 0xee, sizeof space);
    out = packed(space, expected_size - 1, in, limit, &status);
    assert_int_equal(status, TT_ERR_SPACE);
    assert_int_equal(out.size, 0);
    assert_int_equal(space[0], 0xee);
}

static void unpack_reads_to_the_nul(void **state)
{
    (void)state;
    const uint8_t bytes[] = {'t', 'e', 'e', 0, 0, 0xff, 0x1b, 0, 'x'};
    tt_unpacker u = tt_unpacker_of(bytes, sizeof bytes);
    tt_bytes text = tt_unpack_string(&u);
    assert_ptr_equal(text.data, bytes);
    assert_int_equal(text.size, 3);
    assert_int_equal(tti_unpacker_offset(&u), 4);
    text = tt_unpack_string(&u);
    assert_int_equal(text.size, 0);
    assert_int_equal(u.status, TT_OK);
    /* Raw: neither checked nor cleaned. */
    text = tt_unpack_string(&u);
    assert_true(tt_bytes_equal(text, (tt_bytes){bytes + 5, 2}));
    assert_int_equal(tt_unpack_string(&u).size, 0);
    assert_int_equal(u.status, TT_ERR_TRUNCATED);
    assert_int_equal(tti_unpacker_offset(&u), 8);
}

static void cut_at_every_byte(void **state)
{
    (void)state;
    const uint8_t bytes[] = "tape";
    for (size_t size = 0; size <= 5; size++) {
        tt_unpacker u = tt_unpacker_of(bytes, size);
        tt_bytes text = tt_unpack_string(&u);
        assert_int_equal(u.status, size == 5 ? TT_OK : TT_ERR_TRUNCATED);
        assert_int_equal(text.size, size == 5 ? 4 : 0);
        assert_int_equal(tti_unpacker_offset(&u), size == 5 ? 5 : 0);
    }
}

static void pack_replaces_what_is_invalid(void **state)
{
    (void)state;
    assert_packs("tee", 3, 0, "tee", 4);
    assert_packs("", 0, 0, "", 1);
    assert_packs("a\0b", 3, 0, "a", 2);
    assert_packs("\x80x", 2, 0, "\xef\xbf\xbdx", 5);
    assert_packs("\xe2\x82", 2, 0, "\xef\xbf\xbd", 4);
    assert_packs("\xf0\x9f\x98", 3, 0, "\xef\xbf\xbd", 4); /* three bytes for three */
    assert_packs("\xed\xa0\x80", 3, 0, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd", 10);
    assert_packs("\xf0\x9f\x98\x80", 4, 0, "\xf0\x9f\x98\x80", 5);
    assert_packs("a\xff\xc3\xa4", 4, 0, "a\xef\xbf\xbd\xc3\xa4", 7);
}

static void limit_counts_what_is_written(void **state)
{
    (void)state;
    assert_packs("abcdef", 6, 3, "abc", 4);
    assert_packs("abc", 3, 3, "abc", 4);
    assert_packs("\xc3\xa4\xc3\xb6", 4, 3, "\xc3\xa4", 3);
    assert_packs("\xc3\xa4\xc3\xb6", 4, 1, "", 1);
    /* Nothing shorter after the one that is too long is taken. */
    assert_packs("a\xe2\x82\xac"
                 "b",
                 5, 3, "a", 2);
    /* A replaced byte counts as three. */
    assert_packs("\xff\xff", 2, 5, "\xef\xbf\xbd", 4);
    assert_packs("\xff", 1, 2, "", 1);
    assert_packs("tee", 3, SIZE_MAX, "tee", 4);
}

static void pack_of_null_is_empty(void **state)
{
    (void)state;
    uint8_t space[2] = {0xee, 0xee};
    tt_status status;
    tt_bytes out = packed(space, 2, (tt_bytes){NULL, 0}, 0, &status);
    assert_int_equal(status, TT_OK);
    assert_int_equal(out.size, 1);
    assert_int_equal(space[0], 0);
}

static void clean_modes(void **state)
{
    (void)state;
    char out[300];
    uint8_t controls[255];
    for (unsigned i = 0; i < 127; i++) {
        controls[i] = (uint8_t)(i + 1);
    }
    for (unsigned mode = 0; mode < 4; mode++) {
        assert_int_equal(tt_string_clean(out, sizeof out, (tt_bytes){controls, 127}, mode), TT_OK);
        for (int i = 0; i < 127; i++) {
            int c = controls[i];
            int layout = c == 9 || c == 10 || c == 13;
            int blank = c < 32 && ((mode & TT_SANITIZE) != 0 ? !layout : mode == TT_SANITIZE_CC);
            assert_int_equal(out[i], blank ? ' ' : c);
        }
        assert_int_equal(out[127], 0);
    }
}

/* Every code point alone, in the mode that skips: the list is DDNet's. */
static void clean_skips_ddnets_white_space(void **state)
{
    (void)state;
    unsigned skipped = 0;
    int64_t sum = 0;
    for (int32_t point = 1; point < 0x110000; point++) {
        uint8_t b[4];
        char out[5];
        size_t size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
        if (point >= 0xd800 && point <= 0xdfff) {
            continue;
        }
        int32_t rest = point;
        for (size_t i = size; i > 1; i--, rest >>= 6) {
            b[i - 1] = (uint8_t)(0x80 | (rest & 0x3f));
        }
        b[0] = (uint8_t)(size == 1 ? rest : rest | (0xf00 >> size & 0xff));
        assert_int_equal(tt_string_clean(out, sizeof out, (tt_bytes){b, size}, TT_SKIP_WHITESPACE),
                         TT_OK);
        skipped += out[0] == 0;
        sum += out[0] == 0 ? point : 0;
    }
    /* 32 + 1 + 1 + 1 + 2 + 1 + 1 + 16 + 8 + 6 + 6 + 1 + 1 + 1 + 16 + 1 + 1 + 4 */
    assert_int_equal(skipped, 100);
    assert_true(sum == 1787614); /* of the code points in docs/format/string.md */
}

static void clean_bounds(void **state)
{
    (void)state;
    const tt_bytes raw = tt_bytes_of("  \xc3\xa4z");
    for (unsigned mode = 0; mode < 8; mode++) {
        size_t need = (mode & TT_SKIP_WHITESPACE) != 0 ? 4 : 6;
        for (size_t cap = 0; cap <= 7; cap++) {
            char out[8];
            memset(out, 'e', sizeof out);
            tt_status status = tt_string_clean(out, cap, raw, mode);
            assert_int_equal(status, cap >= need ? TT_OK : TT_ERR_SPACE);
            assert_int_equal(out[cap], 'e');
            if (cap >= need) {
                assert_string_equal(out, need == 4 ? "\xc3\xa4z" : "  \xc3\xa4z");
            } else if (cap != 0) {
                assert_string_equal(out, "");
            }
        }
    }
    char out[8] = "before";
    assert_int_equal(tt_string_clean(out, sizeof out, tt_bytes_of("ab\xff"), 0), TT_ERR_UTF8);
    assert_string_equal(out, "");
    assert_int_equal(tt_string_clean(out, sizeof out, (tt_bytes){(const uint8_t *)"a\0\xff", 3}, 0),
                     TT_OK);
    assert_string_equal(out, "a");
    assert_int_equal(tt_string_clean(out, sizeof out, (tt_bytes){NULL, 0}, 7), TT_OK);
    assert_string_equal(out, "");
    assert_int_equal(tt_string_clean(NULL, 0, tt_bytes_of("a"), 0), TT_ERR_SPACE);
}

static void check_getstring(const vectors *v)
{
    uint8_t wire[256], expected[256];
    char out[256];
    unsigned mode = (unsigned)vectors_part(v, 1);
    tt_unpacker u = tt_unpacker_of(wire, vectors_hex(wire, sizeof wire, v->field[1]));
    tt_bytes raw = tt_unpack_string(&u);
    tt_status status = u.status;
    if (status == TT_OK) {
        status = tt_string_clean(out, raw.size + 1, raw, mode);
    }
    if (strncmp(v->field[2], "error", 5) == 0) {
        assert_true(status == TT_ERR_TRUNCATED || status == TT_ERR_UTF8);
        return;
    }
    assert_true(strncmp(v->field[2], "ok ", 3) == 0);
    size_t size = vectors_hex(expected, sizeof expected, v->field[2] + 3);
    assert_int_equal(status, TT_OK);
    assert_true(tt_bytes_equal(tt_bytes_of(out), (tt_bytes){expected, size}));
}

static void check_addstring(const vectors *v)
{
    static uint8_t text[4096], expected[4096], space[MESSAGE];
    size_t limit = (size_t)vectors_part(v, 1);
    int may_cut = vectors_part(v, 2);
    size_t size = vectors_hex(text, sizeof text, v->field[1]);
    tt_status status;
    tt_bytes out = packed(space, MESSAGE, (tt_bytes){text, size}, limit, &status);
    if (!may_cut && status == TT_OK && limit != 0 && size > limit) {
        /* Our packer always cuts. A caller that must not lose text asks for its size
         * before, as here; DDNet makes an error of it. */
        status = TT_ERR_SPACE;
    }
    if (strcmp(v->field[2], "error") == 0) {
        assert_int_equal(status, TT_ERR_SPACE);
        return;
    }
    assert_int_equal(status, TT_OK);
    size = vectors_hex(expected, sizeof expected, v->field[2]);
    assert_true(tt_bytes_equal(out, (tt_bytes){expected, size}));
}

static void vectors_are_met(void **state)
{
    (void)state;
    int read = 0, written = 0, others = 0;
    vectors v;
    vectors_open(&v, "strings.txt");
    while (vectors_next(&v)) {
        if (vectors_is(&v, "getstring.")) {
            check_getstring(&v);
            read++;
        } else if (vectors_is(&v, "addstring.")) {
            check_addstring(&v);
            written++;
        } else {
            others++; /* test_string_ints.c */
        }
    }
    assert_int_equal(read, 100);
    assert_int_equal(written, 11);
    assert_int_equal(others, 63);
}

/* What is packed is valid, fits, and comes back unchanged when it was valid before. */
static void random_round_trips(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "a",    " ",   "\t", "\xc3\xa4", "\xe2\x82\xac", "\xff", "\xe2\x82", "\xf0\x9f\x98\x80",
        "\x7f", "\xc3"};
    uint64_t seed = 6;
    for (int round = 0; round < 20000; round++) {
        uint8_t text[64], space[256];
        size_t size = 0, limit = random_next(&seed) % 24;
        for (uint32_t n = random_next(&seed) % 12; n > 0; n--) {
            const char *part = parts[random_next(&seed) % 10];
            memcpy(text + size, part, strlen(part));
            size += strlen(part);
        }
        tt_bytes in = {text, size};
        tt_status status;
        tt_bytes out = packed(space, sizeof space, in, limit, &status);
        assert_int_equal(status, TT_OK);
        tt_unpacker u = tt_unpacker_of(out.data, out.size);
        tt_bytes back = tt_unpack_string(&u);
        assert_int_equal(tt_unpacker_left(&u), 0);
        assert_true(tt_utf8_valid(back));
        assert_true(limit == 0 || back.size <= limit);
        if (tt_utf8_valid(in)) {
            tt_bytes cut = {text, limit == 0 ? size : tt_utf8_cut(in, limit)};
            assert_true(tt_bytes_equal(back, cut));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unpack_reads_to_the_nul),
        cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(pack_replaces_what_is_invalid),
        cmocka_unit_test(limit_counts_what_is_written),
        cmocka_unit_test(pack_of_null_is_empty),
        cmocka_unit_test(clean_modes),
        cmocka_unit_test(clean_skips_ddnets_white_space),
        cmocka_unit_test(clean_bounds),
        cmocka_unit_test(vectors_are_met),
        cmocka_unit_test(random_round_trips),
    };
    return cmocka_run_group_tests_name("string", tests, NULL, NULL);
}
