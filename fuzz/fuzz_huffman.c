/* SPDX-License-Identifier: MIT
 *
 * Huffman: any bytes are decompressed with the room that the first two say, and compared with a
 * decoder that goes bit by bit; and any bytes come back after compressing, in both forms.
 */
#include <string.h>

#include "../tests/support/huffman_model.h"
#include "must.h"
#include "teetape/huffman.h"
#include "wire/huffman_table.h"

enum { LIMIT = 4096 };

static void check_decompress(const huffman_model *m, tt_bytes data, size_t cap)
{
    static uint8_t want[TT_HUFFMAN_PLAIN_BOUND(LIMIT)];
    size_t want_size, got_size;
    uint64_t offset;
    uint8_t *got = malloc(cap + 1); /* of its own, for the sanitizer */
    tt_error error;
    MUST(got != NULL);
    tt_status want_status = huffman_model_decompress(m, want, cap, &want_size, data, &offset);
    MUST(tt_huffman_decompress(got, cap, &got_size, data, &error) == want_status);
    MUST(got_size == want_size && memcmp(got, want, got_size) == 0);
    MUST(want_status == TT_OK || (error.status == want_status && error.offset == offset));
    free(got);
}

static void check_round_trip(tt_bytes data, tt_huffman_form form)
{
    static uint8_t back[LIMIT];
    size_t need = tti_huffman_size(data, form), size, back_size;
    MUST(need >= 2 && need <= TT_HUFFMAN_BOUND(data.size));
    uint8_t *packed = malloc(need);
    MUST(packed != NULL);
    MUST(tt_huffman_compress(packed, need - 1, &size, data, form) == TT_ERR_SPACE && size == 0);
    MUST(tt_huffman_compress(packed, need, &size, data, form) == TT_OK && size == need);
    tt_bytes whole = {packed, size};
    MUST(tt_huffman_decompress(back, data.size, &back_size, whole, NULL) == TT_OK);
    MUST(back_size == data.size && (back_size == 0 || memcmp(back, data.data, back_size) == 0));
    /* the last byte of the classic form may be one that nobody needs, never more */
    whole.size -= form == TT_HUFFMAN_CLASSIC ? 2 : 1;
    MUST(tt_huffman_decompress(back, data.size, &back_size, whole, NULL) == TT_ERR_TRUNCATED);
    free(packed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    huffman_model m;
    huffman_model_init(&m);
    size = size < LIMIT ? size : LIMIT;
    if (size >= 2) {
        tt_bytes packed = {data + 2, size - 2};
        check_decompress(&m, packed, TT_HUFFMAN_PLAIN_BOUND(packed.size));
        check_decompress(&m, packed, (size_t)(data[0] | data[1] << 8) % (8 * size));
    }
    tt_bytes plain = {data, size};
    check_round_trip(plain, TT_HUFFMAN_CURRENT);
    check_round_trip(plain, TT_HUFFMAN_CLASSIC);
    return 0;
}
