/* SPDX-License-Identifier: MIT
 *
 * Finds the bytes of an interval from a block of an index.
 *
 * The index names a block and an access point, and the recording must prove them. Bytes are
 * collected until the interval is complete, and their sum is compared before a reader gets the
 * first one. An interval, and so the memory, has at most 4 MiB.
 */
#include "index/file.h"

#include <stdlib.h>
#include <string.h>

#include "host/grow.h"
#include "host/inside.h"

/* Resumes a reader at a block. tt_index_block_is_at refuses the state of another block, which a
 * forged index could have. */
bool tti_index_resume(tt_io_index *index, uint32_t block, tt_recording *rec, void *scratch,
                      size_t scratch_size, tt_bytes header)
{
    tt_bytes state;
    tt_index_block b = tti_index_block(index, block);
    return tti_index_state(index, block, &state) &&
           tt_recording_resume(rec, scratch, scratch_size, header, state) == TT_OK &&
           tt_index_block_is_at(&b, rec);
}

/* Appends a piece to the bytes of the interval. Memory grows with the bytes that come, not with
 * sizes in the index. The input cannot go back, so the last piece is kept whole. */
static bool keep(struct index_place *place, size_t *space, tt_bytes piece)
{
    uint8_t *grown = tti_grow(place->data, space, place->size + piece.size, 1);
    if (grown == NULL) {
        return false;
    }
    place->data = grown;
    memcpy(place->data + place->size, piece.data, piece.size);
    place->size += piece.size;
    return true;
}

static tt_io_index_status read_interval(struct index_place *place, size_t wanted)
{
    size_t space = 0;
    while (place->size < wanted) {
        tt_bytes piece;
        switch (tt_io_input_next(place->input, &piece)) {
        case TT_IO_INPUT_PIECE:
            if (!keep(place, &space, piece)) {
                return TT_IO_INDEX_SYSTEM;
            }
            break;
        case TT_IO_INPUT_FAILED:
            return tt_io_input_error(place->input)->status == TT_ERR_COMPRESSED_DATA
                       ? TT_IO_INDEX_OTHER
                       : TT_IO_INDEX_SYSTEM;
        case TT_IO_INPUT_END:
            return TT_IO_INDEX_OTHER;
        default:
            return TT_IO_INDEX_SYSTEM;
        }
    }
    return TT_IO_INDEX_GOOD;
}

static tt_io_index_status open_place(struct index_place *place, tt_io_index *index, uint32_t block,
                                     const char *recording, const tt_io_stop *stop)
{
    tt_io_error error;
    tt_io_access_point point;
    size_t count;
    tt_io_input_options options = {.stop = stop};
    tt_index_block b = tti_index_block(index, block);
    if (!tti_index_access_point(index, b.begin, &point, &count)) {
        return TT_IO_INDEX_DAMAGED;
    }
    place->input = tt_io_input_open(recording, &options, &error);
    if (place->input == NULL) {
        return TT_IO_INDEX_SYSTEM;
    }
    if (!tti_input_seek(place->input, b.begin, &point, count)) {
        return tt_io_input_error(place->input)->status == TT_ERR_COMPRESSED_DATA
                   ? TT_IO_INDEX_OTHER
                   : TT_IO_INDEX_SYSTEM;
    }
    size_t size = (size_t)(b.end - b.begin);
    tt_io_index_status status = read_interval(place, size);
    if (status == TT_IO_INDEX_GOOD && tt_index_hash((tt_bytes){place->data, size}) != b.raw_hash) {
        status = TT_IO_INDEX_OTHER;
    }
    return status;
}

tt_io_index_status tti_index_place_open(struct index_place *place, tt_io_index *index,
                                        uint32_t block, const char *recording,
                                        const tt_io_stop *stop)
{
    *place = (struct index_place){NULL, NULL, 0};
    tt_io_index_status status = open_place(place, index, block, recording, stop);
    if (status != TT_IO_INDEX_GOOD) {
        tti_index_place_close(place);
    }
    return status;
}

void tti_index_place_close(struct index_place *place)
{
    tt_io_input_close(place->input);
    free(place->data);
    *place = (struct index_place){NULL, NULL, 0};
}
