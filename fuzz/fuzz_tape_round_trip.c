/* SPDX-License-Identifier: MIT
 *
 * Fuzzes the encoder of tapes: whatever the input is, its tape gives the same bytes. The first byte
 * chooses the size of the blocks, the others are a recording.
 *
 * The seeds are the beginnings of recordings in tests/recordings, and records that no server
 * writes.
 */
#include <stdlib.h>

#include "must.h"
#include "mutate.h"
#include "tape_copy.h"

static tti_tape_encoder *encoder;
static tti_tape_decoder *decoder;

MUTATE(mutate_teehistorian, 1)

/* Encodes a block and decodes it again. */
static void check_block(tt_bytes raw, uint64_t offset)
{
    static uint8_t packed[TTI_TAPE_PACKED_MAX];
    size_t size;
    tti_tape_head head = {1, 0, TTI_TAPE_DICTIONARY, 0, 0};
    MUST(tti_tape_encode(encoder, raw, offset, &tape_copier, packed, &size) == TT_OK);
    MUST(size > TTI_TAPE_CHUNK_SIZE && size <= TTI_TAPE_CHUNK_SIZE + raw.size);
    tt_bytes in = {packed, size}, out;
    tti_tape_decoder_begin_at(decoder, &tape_copier, &head, offset, 32);
    MUST(tti_tape_decoder_next(decoder, &in, true, &out, NULL) == TT_OK);
    MUST(in.size == 0 && out.size == raw.size && memcmp(out.data, raw.data, raw.size) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (encoder == NULL) {
        encoder = malloc(tti_tape_encoder_size());
        decoder = malloc(tti_tape_decoder_size());
        MUST(encoder != NULL && decoder != NULL);
    }
    if (size == 0) {
        return 0;
    }
    size_t most = data[0] == 0 ? TTI_TAPE_BLOCK : (size_t)data[0] * 64;
    for (size_t at = 1, taken; at < size; at += taken) {
        tt_bytes left = {data + at, size - at};
        taken = tti_tape_split(left, at - 1, most);
        MUST(taken > 0 && taken <= left.size && taken <= most);
        check_block((tt_bytes){data + at, taken}, at - 1);
    }
    return 0;
}
