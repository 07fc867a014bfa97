/* SPDX-License-Identifier: MIT
 *
 * Strings. The first byte is a cleaning mode, the second a limit, the third a number of
 * ints, the rest a text of any bytes: packed, read, cleaned, cut and put into ints.
 */
#include <string.h>

#include "must.h"
#include "teetape/string.h"

#define LIMIT 4096

/* A text as packed is valid, keeps to the limit, and is what a valid text was. */
static void check_wire(tt_bytes text, size_t limit)
{
    uint8_t space[3 * LIMIT + 1];
    tt_packer p = tt_packer_of(space, sizeof space);
    tt_pack_string(&p, text, limit);
    MUST(p.status == TT_OK);
    tt_bytes out = tt_packer_bytes(&p);
    tt_unpacker u = tt_unpacker_of(out.data, out.size);
    tt_bytes back = tt_unpack_string(&u);
    MUST(u.status == TT_OK && tt_unpacker_left(&u) == 0);
    MUST(back.size + 1 == out.size && tt_utf8_valid(back));
    MUST(limit == 0 || back.size <= limit);
    const uint8_t *nul = text.size == 0 ? NULL : memchr(text.data, 0, text.size);
    tt_bytes before = {text.data, nul == NULL ? text.size : (size_t)(nul - text.data)};
    if (tt_utf8_valid(before)) {
        before.size = limit == 0 ? before.size : tt_utf8_cut(before, limit);
        MUST(tt_bytes_equal(back, before));
    }
    /* One byte less does not do, and packing what was packed changes nothing. */
    p = tt_packer_of(space + out.size, out.size - 1);
    tt_pack_string(&p, back, 0);
    MUST(p.status == TT_ERR_SPACE && tt_packer_bytes(&p).size == 0);
}

static void check_clean(tt_bytes text, unsigned mode)
{
    char out[LIMIT + 1];
    char again[LIMIT + 1];
    tt_unpacker u = tt_unpacker_of(text.data, text.size);
    tt_bytes raw = tt_unpack_string(&u);
    MUST((u.status == TT_OK) == (text.size != 0 && memchr(text.data, 0, text.size) != NULL));
    if (u.status != TT_OK) {
        raw = text;
    }
    tt_status status = tt_string_clean(out, raw.size + 1, raw, mode);
    MUST(status == (tt_utf8_valid(raw) ? TT_OK : TT_ERR_UTF8));
    tt_bytes cleaned = tt_bytes_of(out);
    MUST(cleaned.size <= raw.size && tt_utf8_valid(cleaned));
    MUST((mode & TT_SKIP_WHITESPACE) != 0 || status != TT_OK || cleaned.size == raw.size);
    for (size_t i = 0; i < cleaned.size && (mode & (TT_SANITIZE | TT_SANITIZE_CC)) != 0; i++) {
        MUST(cleaned.data[i] >= ' ' || (mode & TT_SANITIZE) != 0);
    }
    MUST(tt_string_clean(again, sizeof again, cleaned, mode) == TT_OK);
    MUST(strcmp(again, out) == 0);
}

/* The checks by code point: they cover the text without a gap and agree with validity. */
static void check_utf8(tt_bytes text, size_t limit)
{
    int valid = 1;
    size_t cut = tt_utf8_cut(text, limit);
    int cut_is_border = cut == 0;
    for (size_t at = 0; at < text.size;) {
        size_t used = 0;
        int32_t point = tt_utf8_decode((tt_bytes){text.data + at, text.size - at}, &used);
        MUST(used >= 1 && used <= 4 && used <= text.size - at);
        MUST(point >= -1 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff));
        valid &= point >= 0;
        at += used;
        cut_is_border |= at == cut;
        MUST(point < 0 || cut <= at - used || cut >= at);
    }
    MUST(cut <= limit && cut <= text.size);
    MUST(valid == tt_utf8_valid(text));
    MUST(!valid || cut_is_border);
}

static void check_ints(tt_bytes text, size_t count)
{
    int32_t ints[256];
    char back[4 * 256];
    tt_status status = tt_string_to_ints(ints, count, text);
    int has_nul = text.size != 0 && memchr(text.data, 0, text.size) != NULL;
    MUST(status == (text.size + 1 <= 4 * count && !has_nul ? TT_OK : TT_ERR_SPACE));
    if (status == TT_OK) {
        int valid = tt_utf8_valid(text);
        MUST(tt_string_from_ints(back, ints, count) == (valid ? TT_OK : TT_ERR_UTF8));
        MUST(tt_bytes_equal(tt_bytes_of(back), valid ? text : tt_bytes_of("")));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3) {
        return 0;
    }
    size_t rest = size - 3 < LIMIT ? size - 3 : LIMIT;
    tt_bytes text = {data + 3, rest};
    check_wire(text, data[1]);
    check_clean(text, data[0] & 7);
    check_utf8(text, data[1]);
    check_ints(text, data[2]);
    return 0;
}
