/* SPDX-License-Identifier: MIT
 *
 * Strings in snapshot items: four bytes in an int. docs/format/string.md.
 *
 *     "ab" in two ints     e1 e2 80 80   80 80 80 00      each byte + 128, first on top;
 *                                                         the last byte is 0, not 0x80
 */
#include "base/mem.h"
#include "teetape/string.h"

/* Adding 128 to a byte flips its top bit, so one word is done at a time. The carry of an addition
 * would run into the next byte; the game adds to each byte by itself. */
static const uint32_t flip = 0x80808080u;

/* Bytes after the text are NULs, which become 80. The low byte of the last int is 0 instead, as the
 * game clears it. A text with a NUL in it is refused, as it would come back shorter. */
tt_status tt_string_to_ints(int32_t *dst, size_t count, tt_bytes text)
{
    /* Not 4 * count: that might wrap. At least the last byte must remain free. */
    if (text.size / 4 >= count || tti_find_byte(text.data, text.size, 0) != NULL) {
        return TT_ERR_SPACE;
    }
    for (size_t i = 0; i < count; i++) {
        uint8_t four[4] = {0, 0, 0, 0};
        size_t at = 4 * i;
        if (at < text.size) {
            tti_copy(four, text.data + at, text.size - at < 4 ? text.size - at : 4);
        }
        uint32_t word = tti_load_be32(four) ^ flip;
        dst[i] = tti_signed(i + 1 == count ? word & 0xffffff00u : word);
    }
    return TT_OK;
}

/* The last byte counts as a NUL whatever it is, so the text always ends inside its place. All bytes
 * after the text are zeros, so that equal texts are equal arrays. */
tt_status tt_string_from_ints(char *dst, const int32_t *ints, size_t count)
{
    if (count == 0) {
        return TT_ERR_ARGUMENT;
    }
    size_t size = 4 * count;
    for (size_t i = 0; i < count; i++) {
        uint8_t four[4];
        tti_store_be32(four, (uint32_t)ints[i] ^ flip);
        tti_copy(dst + 4 * i, four, 4);
    }
    dst[size - 1] = 0;
    /* Ints that a mod wrote may have anything after the first NUL; the text ends there. */
    size_t length = tti_strlen(dst);
    int good = tt_utf8_valid((tt_bytes){(const uint8_t *)dst, length});
    size_t kept = good ? length : 0;
    tti_fill(dst + kept, 0, size - kept);
    return good ? TT_OK : TT_ERR_UTF8;
}
