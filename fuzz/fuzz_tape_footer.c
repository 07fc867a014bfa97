/* SPDX-License-Identifier: MIT
 *
 * Fuzzes the footer of tapes: the input is a directory and a tail, whose sums and magic are set
 * right. What passes the checks can be read to its end, and lies before the directory.
 *
 * The seeds are footers made by hand.
 */
#include "base/mem.h"
#include "must.h"
#include "tape/tape.h"
#include "wire/hash.h"

static void read_blocks(tt_bytes section, uint64_t directory)
{
    uint64_t raw = 0, stored = TTI_TAPE_HEAD_SIZE + TTI_TAPE_END_SIZE;
    for (size_t i = 0; i < section.size / TTI_TAPE_BLOCK_ENTRY; i++) {
        tti_tape_block block = tti_tape_block_get(section, i);
        MUST(block.raw > 0 && block.raw <= TTI_TAPE_BLOCK_MAX);
        MUST(block.stored > TTI_TAPE_CHUNK_SIZE && block.stored <= TTI_TAPE_PACKED_MAX);
        raw += block.raw;
        stored += block.stored;
    }
    MUST(stored <= directory && raw <= section.size * (uint64_t)TTI_TAPE_BLOCK_MAX);
}

static void read_index(tt_bytes section, uint64_t directory)
{
    tti_tape_index index;
    tti_tape_index_get(&index, section);
    uint64_t end = index.place;
    MUST(index.piece > 0 && index.piece <= TTI_TAPE_PIECE_MAX);
    for (uint32_t i = 0; i < index.frames; i++) {
        end += tti_tape_frame_size(&index, i);
    }
    MUST(index.place <= directory && end >= index.place && end <= directory);
    MUST((index.size + index.piece - 1) / index.piece == index.frames);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < TTI_TAPE_TAIL_SIZE) {
        return 0;
    }
    uint8_t *copy = malloc(size), *last = copy + size - TTI_TAPE_TAIL_SIZE;
    MUST(copy != NULL);
    tti_copy(copy, data, size);
    tt_bytes directory = {copy, size - TTI_TAPE_TAIL_SIZE};
    uint64_t place = tti_load_le64(last);
    tti_tape_tail tail;
    tti_tape_tail_put(last, place, directory);
    uint64_t file = place + size;
    if (file >= place && tti_tape_tail_get(&tail, last, file) == TT_OK &&
        tti_tape_directory_check(directory, &tail) == TT_OK) {
        tt_bytes blocks = tti_tape_section_find(directory, TTI_TAPE_SECTION_BLOCKS);
        tt_bytes index = tti_tape_section_find(directory, TTI_TAPE_SECTION_INDEX);
        if (blocks.data != NULL) {
            read_blocks(blocks, place);
        }
        if (index.data != NULL) {
            read_index(index, place);
        }
    }
    free(copy);
    return 0;
}
