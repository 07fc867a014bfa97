/* SPDX-License-Identifier: MIT
 *
 * Fuzzes the decoder of tapes. The first byte says what the others are: with bit 0 a whole tape, in
 * which all sums of heads are set right; otherwise the raw size of a block in two bytes, and its
 * columns. The other bits of the first byte are the size of the pieces.
 *
 * The decoder gives whole blocks with the size of their heads, in order, and fails at most once. It
 * never gives more than the heads say.
 *
 * The seeds are blocks and tapes of the recordings in tests/recordings, or the beginning of them.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "must.h"
#include "tape_copy.h"
#include "wire/hash.h"

static tti_tape_decoder *decoder;

/* Decodes all of it. */
static void decode(const uint8_t *data, size_t size, size_t piece)
{
    tt_bytes in = {data, 0}, out;
    size_t given = 0;
    uint64_t raw = 0;
    tt_status status;
    tt_error error = {TT_OK, 0, NULL};
    tti_tape_decoder_start(decoder, &tape_copier);
    do {
        size_t more = size - given < piece ? size - given : piece;
        in.size += more;
        given += more;
        status = tti_tape_decoder_next(decoder, &in, given == size, &out, &error);
        if (status == TT_OK) {
            MUST(out.size > 0 && out.size <= TTI_TAPE_BLOCK_MAX);
            raw += out.size;
            MUST(tti_tape_decoder_place(decoder).raw == raw);
        }
        MUST(status != TT_MORE || (in.size == 0 && given < size));
    } while (status == TT_OK || status == TT_MORE);
    MUST((status == TT_END) == (tti_tape_decoder_end(decoder) != NULL));
    if (status != TT_END) {
        MUST(status < TT_OK && error.status == status && error.offset <= size + 32);
        MUST(tti_tape_decoder_next(decoder, &in, true, &out, NULL) == status);
    }
}

/* Sets the sums of the heads right. */
static void set_right(uint8_t *tape, size_t size)
{
    size_t at = TTI_TAPE_HEAD_SIZE;
    if (size < at) {
        return;
    }
    tti_store_le32(tape + 28, (uint32_t)tti_xxh64_of(tape, 28));
    while (size - at >= TTI_TAPE_CHUNK_SIZE) {
        tti_store_le32(tape + at + 32, (uint32_t)tti_xxh64_of(tape + at, 32));
        uint32_t own = tti_load_le32(tape + at + 8);
        at += TTI_TAPE_CHUNK_SIZE;
        if (own > size - at) {
            break;
        }
        at += own;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t heads = TTI_TAPE_HEAD_SIZE + TTI_TAPE_CHUNK_SIZE;
    if (decoder == NULL) {
        decoder = malloc(tti_tape_decoder_size());
        MUST(decoder != NULL);
    }
    if (size < 3) {
        return 0;
    }
    uint8_t *tape = malloc(size + heads);
    MUST(tape != NULL);
    size_t piece = data[0] < 2 ? SIZE_MAX : data[0];
    if ((data[0] & 1) != 0) {
        memcpy(tape, data + 1, size - 1);
        set_right(tape, size - 1);
        decode(tape, size - 1, piece);
    } else {
        uint32_t raw = tti_load_le16(data + 1), own = (uint32_t)(size - 3);
        tti_tape_chunk chunk = {TTI_TAPE_COLUMNS, own, raw < own ? own : raw, 0, 0};
        tti_tape_head_put(tape);
        tti_tape_chunk_put(tape + TTI_TAPE_HEAD_SIZE, &chunk);
        memcpy(tape + heads, data + 3, own);
        decode(tape, heads + own, piece);
    }
    free(tape);
    return 0;
}
