/* SPDX-License-Identifier: MIT
 *
 * teetape codec, single values: ints, strings, Huffman data and names of UUIDs. See
 * docs/format/varint.md, string.md and huffman.md.
 *
 * Buffers have one byte or int more than needed, because malloc(0) may return NULL.
 */
#include <string.h>

#include "cli/codec/codec.h"
#include "cli/shell/word_list.h"
#include "teetape/huffman.h"
#include "teetape/string.h"
#include "teetape/uuid.h"
#include "teetape/varint.h"

static bool encode_varints(struct codec *c)
{
    size_t cap = c->in.count * TT_VARINT_MAX, size;
    uint8_t *dst = codec_space(c, CODEC_SPACE_RESULT, cap + 1);
    if (dst == NULL) {
        return false;
    }
    tt_varints_encode(dst, cap, &size, c->in.ints, c->in.count);
    c->result.bytes = (tt_bytes){dst, size};
    return true;
}

/* Warns of the first overlong int or padding bits of a line. tt_varints_decode does not report
 * them, so the bytes are walked a second time. */
static void warn_about_varints(struct codec *c)
{
    tt_unpacker u = tt_unpacker_of(c->in.bytes.data, c->in.bytes.size);
    while (u.odd == 0 && tt_unpacker_left(&u) > 0) {
        tt_unpack_int(&u);
    }
    if (u.odd != 0) {
        codec_warn(
            c, "byte %zu: %s", (size_t)(u.odd_at - c->in.bytes.data),
            tt_status_text((u.odd & TT_ODD_OVERLONG) != 0 ? TT_WARN_OVERLONG : TT_WARN_PADDING));
    }
}

/* Decodes varints. A truncated int fails the whole line, because the bytes may not be ints at all.
 */
static bool decode_varints(struct codec *c)
{
    tt_error error;
    size_t count, cap = c->in.bytes.size;
    int32_t *dst = codec_space(c, CODEC_SPACE_RESULT, (cap + 1) * sizeof *dst);
    if (dst == NULL) {
        return false;
    }
    if (tt_varints_decode(dst, cap, &count, c->in.bytes.data, c->in.bytes.size, &error) != TT_OK) {
        return codec_fail(c, "byte", error.offset, "%s", error.what);
    }
    warn_about_varints(c);
    c->result.ints = dst;
    c->result.count = count;
    return true;
}

/* Compresses the bytes of a line. The classic form is one byte longer for about one input in eight:
 * huffman.md. */
static bool encode_huffman(struct codec *c)
{
    tt_huffman_form form = c->options->classic ? TT_HUFFMAN_CLASSIC : TT_HUFFMAN_CURRENT;
    size_t size, cap = TT_HUFFMAN_BOUND(c->in.bytes.size);
    uint8_t *dst = codec_space(c, CODEC_SPACE_RESULT, cap);
    if (dst == NULL) {
        return false;
    }
    tt_status status = tt_huffman_compress(dst, cap, &size, c->in.bytes, form);
    c->result.bytes = (tt_bytes){dst, size};
    return status == TT_OK || codec_fail(c, NULL, 0, "%s", tt_status_text(status));
}

static bool decode_huffman(struct codec *c)
{
    tt_error error;
    size_t size, cap = TT_HUFFMAN_PLAIN_BOUND(c->in.bytes.size);
    uint8_t *dst = codec_space(c, CODEC_SPACE_RESULT, cap + 1);
    if (dst == NULL) {
        return false;
    }
    if (tt_huffman_decompress(dst, cap, &size, c->in.bytes, &error) != TT_OK) {
        return codec_fail(c, "byte", error.offset,
                          error.status == TT_ERR_TRUNCATED ? "the data ends before the end symbol"
                                                           : "%s",
                          error.what);
    }
    c->result.bytes = (tt_bytes){dst, size};
    return true;
}

/* Fails the line for a text with a NUL. A NUL ends a string in a message and pads a string in ints.
 */
static bool has_no_nul(struct codec *c, tt_bytes text)
{
    const uint8_t *nul = text.size > 0 ? memchr(text.data, 0, text.size) : NULL;
    return nul == NULL ||
           codec_fail(c, "byte", (uint64_t)(nul - text.data), "the text has a NUL inside");
}

/* Fails the line for a text that is not UTF-8. Finds the first invalid sequence, because
 * tt_utf8_valid does not give its place. */
static bool is_utf8(struct codec *c, tt_bytes text)
{
    size_t at = 0, used;
    while (at < text.size &&
           tt_utf8_decode((tt_bytes){text.data + at, text.size - at}, &used) >= 0) {
        at += used;
    }
    return at == text.size || codec_fail(c, "byte", at, "%s", tt_status_text(TT_ERR_UTF8));
}

/* Encodes a string of a message. Invalid UTF-8 is replaced with a warning, because the game does
 * not fail for it either. */
static bool encode_string(struct codec *c)
{
    tt_bytes text = c->in.bytes;
    size_t cap = 3 * text.size + 1; /* U+FFFD takes three bytes for each invalid one */
    uint8_t *dst = codec_space(c, CODEC_SPACE_RESULT, cap);
    if (dst == NULL || !has_no_nul(c, text)) {
        return false;
    }
    tt_packer p = tt_packer_of(dst, cap);
    tt_pack_string(&p, text, (size_t)c->options->limit);
    if (!tt_utf8_valid(text)) {
        codec_warn(c, "not valid UTF-8; U+FFFD replaces invalid bytes, as in the game");
    }
    c->result.bytes = tt_packer_bytes(&p);
    return true;
}

static const struct {
    const char *word;
    unsigned flag;
} clean_words[] = {
    {"sanitize", TT_SANITIZE},
    {"sanitize-cc", TT_SANITIZE_CC},
    {"skip-whitespace", TT_SKIP_WHITESPACE},
};

const char *codec_clean_word(size_t index)
{
    return index < sizeof clean_words / sizeof clean_words[0] ? clean_words[index].word : NULL;
}

/* Adds up the flags as the game does; docs/format/string.md says which cleaning wins. */
static unsigned clean_mode(const char *list)
{
    const char *word;
    unsigned mode = 0;
    for (size_t i = 0; (word = codec_clean_word(i)) != NULL; i++) {
        mode |= word_list_has(list, word) ? clean_words[i].flag : 0;
    }
    return mode;
}

/* Decodes and cleans a string. A receiver cuts at the NUL before it cleans. Bytes after the NUL are
 * often the next field, so they are only a warning. */
static bool decode_string(struct codec *c)
{
    tt_unpacker u = tt_unpacker_of(c->in.bytes.data, c->in.bytes.size);
    tt_bytes raw = tt_unpack_string(&u);
    if (u.status != TT_OK) {
        return codec_fail(c, "byte", c->in.bytes.size, "the data ends before the NUL");
    }
    char *dst = codec_space(c, CODEC_SPACE_RESULT, raw.size + 1);
    if (dst == NULL || !is_utf8(c, raw)) {
        return false;
    }
    tt_string_clean(dst, raw.size + 1, raw, clean_mode(c->options->clean));
    if (tt_unpacker_left(&u) > 0) {
        codec_warn(c, "byte %zu: bytes follow the NUL", c->in.bytes.size - tt_unpacker_left(&u));
    }
    c->result.bytes = tt_bytes_of(dst);
    return true;
}

/* Encodes a text as ints. The last byte of the last int is always a NUL. A text that is too long
 * fails here, although the game cuts it: a test would otherwise compare another text. */
static bool encode_ints(struct codec *c)
{
    size_t count = (size_t)c->options->count;
    tt_bytes text = c->in.bytes;
    int32_t *dst = codec_space(c, CODEC_SPACE_RESULT, count * sizeof *dst);
    if (dst == NULL || !has_no_nul(c, text)) {
        return false;
    }
    if (tt_string_to_ints(dst, count, text) != TT_OK) {
        return codec_fail(c, "byte", 4 * count - 1, "%zu ints hold no more than %zu bytes", count,
                          4 * count - 1);
    }
    c->result.ints = dst;
    c->result.count = count;
    return true;
}

/* Fails the line at the wrong byte. tt_string_from_ints gives an empty string for invalid UTF-8, as
 * the game does. To find the byte, the bytes are unpacked again: each plus 128, the first one in
 * the top byte of an int. */
static bool find_wrong_byte(struct codec *c, char *dst)
{
    size_t size = 0, most = 4 * c->in.count - 1;
    for (; size < most; size++) {
        uint32_t four = (uint32_t)c->in.ints[size / 4] ^ 0x80808080u;
        dst[size] = (char)(four >> (24 - 8 * (size % 4)) & 0xff);
        if (dst[size] == '\0') {
            break;
        }
    }
    return is_utf8(c, (tt_bytes){(const uint8_t *)dst, size});
}

static bool decode_ints(struct codec *c)
{
    size_t count = c->in.count;
    char *dst = codec_space(c, CODEC_SPACE_RESULT, 4 * count + 1);
    if (dst == NULL) {
        return false;
    }
    if (count == 0) {
        return codec_fail(c, NULL, 0, "no ints are given; a text in ints has at least one");
    }
    if (tt_string_from_ints(dst, c->in.ints, count) != TT_OK) {
        return find_wrong_byte(c, dst);
    }
    c->result.bytes = tt_bytes_of(dst);
    return true;
}

/* Makes the UUID of a name. It has version 3: the MD5 sum of the game's namespace and the name. */
static bool name_uuid(struct codec *c)
{
    char *dst = codec_space(c, CODEC_SPACE_RESULT, TT_UUID_TEXT);
    if (dst == NULL || !has_no_nul(c, c->in.bytes)) {
        return false;
    }
    tt_uuid uuid = tt_uuid_from_name(c->in.bytes);
    tt_uuid_format(dst, &uuid);
    c->result.bytes = tt_bytes_of(dst);
    return true;
}

const struct codec_row codec_varint_encode = {CODEC_INTS, CODEC_HEX, CODEC_TAKES_RAW,
                                              encode_varints};
const struct codec_row codec_varint_decode = {CODEC_HEX, CODEC_INTS, CODEC_TAKES_RAW,
                                              decode_varints};
const struct codec_row codec_huffman_encode = {
    CODEC_HEX, CODEC_HEX, CODEC_TAKES_RAW | CODEC_TAKES_CLASSIC, encode_huffman};
const struct codec_row codec_huffman_decode = {CODEC_HEX, CODEC_HEX, CODEC_TAKES_RAW,
                                               decode_huffman};
const struct codec_row codec_string_encode = {CODEC_TEXT, CODEC_HEX,
                                              CODEC_TAKES_RAW | CODEC_TAKES_LIMIT, encode_string};
const struct codec_row codec_string_decode = {CODEC_HEX, CODEC_TEXT,
                                              CODEC_TAKES_RAW | CODEC_TAKES_CLEAN, decode_string};
const struct codec_row codec_ints_encode = {CODEC_TEXT, CODEC_INTS,
                                            CODEC_TAKES_RAW | CODEC_TAKES_COUNT, encode_ints};
const struct codec_row codec_ints_decode = {CODEC_INTS, CODEC_TEXT, CODEC_TAKES_RAW, decode_ints};
const struct codec_row codec_uuid = {CODEC_TEXT, CODEC_WORD, CODEC_TAKES_RAW, name_uuid};
