/* SPDX-License-Identifier: MIT
 *
 * Varints: any bytes are read three ways (single values, cursor, array), which must agree;
 * what was read must come back when it is written, as the same bytes if nothing was odd.
 */
#include <stdlib.h>
#include <string.h>

#include "base/cursor.h"
#include "must.h"
#include "teetape/varint.h"
#include "wire/varint_inline.h"

#define LIMIT 4096

/* Reads by single values. Returns how many there were; `*used` are their bytes. */
static size_t read_single(const uint8_t *data, size_t size, int32_t *values, size_t *used)
{
    size_t count = 0;
    *used = 0;
    while (*used < size) {
        unsigned odd = 99;
        size_t taken = tt_varint_decode(data + *used, size - *used, &values[count], &odd);
        MUST(taken <= TT_VARINT_MAX && taken <= size - *used);
        MUST(odd <= (TT_ODD_OVERLONG | TT_ODD_PADDING));
        if (taken == 0) {
            MUST(values[count] == 0 && odd == 0);
            break;
        }
        size_t shortest = tti_varint_size(values[count]);
        MUST((odd & TT_ODD_OVERLONG) != 0 ? taken > shortest : taken == shortest);
        *used += taken;
        count++;
    }
    return count;
}

static void check_cursor(const uint8_t *data, size_t size, const int32_t *values, size_t count)
{
    uint8_t space[LIMIT];
    tt_unpacker u = tt_unpacker_of(data, size);
    tt_packer p = tt_packer_of(space, sizeof space);
    for (size_t i = 0; i < count; i++) {
        MUST(tt_unpack_int(&u) == values[i]);
        tt_pack_int(&p, values[i]);
    }
    MUST(u.status == TT_OK && p.status == TT_OK);
    size_t used = tti_unpacker_offset(&u);
    tt_bytes out = tt_packer_bytes(&p);
    MUST(out.size <= used);
    MUST((u.odd == 0) == (u.odd_at == NULL));
    if (u.odd == 0) {
        MUST(tt_bytes_equal(out, (tt_bytes){data, used}));
    }
    MUST(tt_unpack_int(&u) == 0 && u.status == TT_ERR_TRUNCATED);
    MUST(tti_unpacker_offset(&u) == used && tt_unpacker_left(&u) == 0);
}

static void check_array(const uint8_t *data, size_t size, const int32_t *values, size_t count)
{
    int32_t back[LIMIT];
    size_t stored, written, room = 0;
    tt_status status = tt_varints_decode(back, LIMIT, &stored, data, size, NULL);
    MUST(stored == count && (status == TT_OK || status == TT_ERR_TRUNCATED));
    MUST(count == 0 || memcmp(back, values, count * sizeof back[0]) == 0);
    for (size_t i = 0; i < count; i++) {
        room += tti_varint_size(values[i]);
    }
    uint8_t *space = malloc(room + 1); /* of its own, for the sanitizer */
    MUST(space != NULL);
    MUST(tt_varints_encode(space + 1, room, &written, values, count) == TT_OK && written == room);
    if (count != 0) {
        MUST(tt_varints_encode(space + 1, room - 1, &written, values, count) == TT_ERR_SPACE);
        MUST(written == room - tti_varint_size(values[count - 1]));
        tt_error error;
        MUST(tt_varints_decode(back, count - 1, &stored, data, size, &error) == TT_ERR_SPACE);
        MUST(stored == count - 1 && error.status == TT_ERR_SPACE && error.offset < size);
    }
    free(space);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int32_t values[LIMIT];
    size_t used;
    size = size < LIMIT ? size : LIMIT;
    size_t count = read_single(data, size, values, &used);
    check_cursor(data, size, values, count);
    check_array(data, size, values, count);
    return 0;
}
