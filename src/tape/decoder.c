/* SPDX-License-Identifier: MIT
 *
 * Reads a tape from front to back, or from a block on. Input comes in pieces: a part that is whole
 * in a piece is used in place, any other is collected in `carry`.
 */
#include "base/error.h"
#include "base/mem.h"
#include "tape/model.h"
#include "wire/hash.h"

/* Parts of a tape: `next` is the one that the next byte belongs to. */
enum { HEAD, CHUNK, BLOCK, END_DATA, PASS, DONE, FAILED };

struct tti_tape_decoder {
    const tti_tape_coder *coder;
    tti_tape_head head;
    tt_bytes dictionary;
    unsigned next;
    bool has_head;
    bool from_start; /* the decoder began at the head, so that it can check the end */
    tti_tape_chunk chunk;
    tti_tape_place place; /* where the next block begins */
    uint64_t at;          /* offset in the tape of the next byte of the input */
    uint64_t blocks;
    tti_tape_end end;
    tt_status status; /* why it failed ... */
    uint64_t where;   /* ... and where */
    size_t carried;
    uint64_t pass; /* bytes to pass over */
    uint8_t carry[TTI_TAPE_PACKED_MAX];
    tape_columns columns;
    uint8_t content[TTI_TAPE_COLUMNS_MAX];
    uint8_t raw[TTI_TAPE_BLOCK_MAX + TAPE_SLACK];
};

size_t tti_tape_decoder_size(void)
{
    return sizeof(tti_tape_decoder);
}

void tti_tape_decoder_start(tti_tape_decoder *d, const tti_tape_coder *coder)
{
    d->coder = coder;
    d->next = HEAD;
    d->has_head = false;
    d->from_start = true;
    d->place = (tti_tape_place){0, TTI_TAPE_HEAD_SIZE};
    d->at = d->blocks = 0;
    d->carried = 0;
}

void tti_tape_decoder_begin_at(tti_tape_decoder *d, const tti_tape_coder *coder,
                               const tti_tape_head *head, uint64_t raw, uint64_t stored)
{
    tti_tape_decoder_start(d, coder);
    d->head = *head;
    d->dictionary = tti_tape_dictionary(head->dictionary);
    d->next = CHUNK;
    d->has_head = true;
    d->from_start = false;
    d->place = (tti_tape_place){raw, stored};
    d->at = stored;
}

static tt_status fail(tti_tape_decoder *d, tt_status status, uint64_t where)
{
    d->next = FAILED;
    d->status = status;
    d->where = where;
    return status;
}

/* Takes `size` bytes of the input as one view. NULL: the input has fewer bytes so far. */
static const uint8_t *part_take(tti_tape_decoder *d, tt_bytes *in, size_t size)
{
    size_t wanted = size - d->carried, taken = in->size < wanted ? in->size : wanted;
    const uint8_t *part = in->data;
    if (d->carried != 0 || taken < wanted) {
        tti_copy(d->carry + d->carried, in->data, taken);
        d->carried += taken;
        part = d->carry;
    }
    if (taken > 0) {
        *in = (tt_bytes){in->data + taken, in->size - taken};
    }
    d->at += taken;
    if (taken < wanted) {
        return NULL;
    }
    d->carried = 0;
    return part;
}

static tt_status head_read(tti_tape_decoder *d, const uint8_t *part)
{
    tt_status status = tti_tape_head_get(&d->head, part);
    if (status != TT_OK) {
        return fail(d, status, 0);
    }
    d->dictionary = tti_tape_dictionary(d->head.dictionary);
    d->has_head = true;
    d->next = CHUNK;
    return TT_OK;
}

static tt_status chunk_read(tti_tape_decoder *d, const uint8_t *part)
{
    tt_status status = tti_tape_chunk_get(&d->chunk, part);
    if (status != TT_OK) {
        return fail(d, status, d->place.stored);
    }
    if (d->chunk.type == TTI_TAPE_END) {
        tti_copy(d->carry, part, TTI_TAPE_CHUNK_SIZE); /* the end is read with its head */
        d->carried = TTI_TAPE_CHUNK_SIZE;
        d->next = END_DATA;
    } else if (d->chunk.raw_size == 0) {
        d->pass = d->chunk.size;
        d->next = PASS;
    } else if (d->chunk.raw != d->place.raw) {
        return fail(d, TT_ERR_TAPE_ORDER, d->place.stored);
    } else {
        d->next = BLOCK;
    }
    return TT_OK;
}

/* Reads the numbers before the columns, and where each column is in their content. */
static bool columns_begin(tti_tape_decoder *d, tt_bytes *data, size_t *size)
{
    const uint8_t *at = data->data, *end = data->data + data->size;
    const uint8_t *column = d->content;
    size_t most = tape_columns_most(d->chunk.raw_size);
    if (!tti_tape_leb_get(&at, end, &d->columns.rows) || d->columns.rows == 0 ||
        d->columns.rows > TAPE_ROWS_MAX) {
        return false;
    }
    *size = 0;
    for (unsigned i = 0; i < TAPE_COLUMNS; i++) {
        uint32_t own;
        if (!tti_tape_leb_get(&at, end, &own) || own > most - *size) {
            return false;
        }
        d->columns.at[i] = column;
        column += own;
        d->columns.end[i] = column;
        *size += own;
    }
    *data = (tt_bytes){at, (size_t)(end - at)};
    return true;
}

/* Decodes the data of a block into d->raw. */
static tt_status block_unpack(tti_tape_decoder *d, tt_bytes data)
{
    const tti_tape_coder *coder = d->coder;
    size_t size = d->chunk.raw_size;
    if (d->chunk.type == TTI_TAPE_STORED) {
        tti_copy(d->raw, data.data, size);
        return TT_OK;
    }
    if (d->chunk.type == TTI_TAPE_PLAIN) {
        return coder->unpack(coder->user, d->raw, size, data, d->dictionary);
    }
    size_t columns_size;
    if (!columns_begin(d, &data, &columns_size)) {
        return TT_ERR_TAPE_COLUMNS;
    }
    tt_bytes dictionary = tti_tape_dictionary_of_columns(d->dictionary);
    tt_status status = coder->unpack(coder->user, d->content, columns_size, data, dictionary);
    if (status != TT_OK) {
        return status;
    }
    bool is_good = tti_tape_unsort(&d->columns) && tti_tape_rows_decode(&d->columns, d->raw, size);
    return is_good ? TT_OK : TT_ERR_TAPE_COLUMNS;
}

static tt_status block_read(tti_tape_decoder *d, const uint8_t *part, tt_bytes *out)
{
    size_t size = d->chunk.raw_size;
    uint64_t begin = d->place.stored;
    tt_status status = block_unpack(d, (tt_bytes){part, d->chunk.size});
    if (status == TT_OK && tti_xxh64_of(d->raw, size) != d->chunk.sum) {
        status = TT_ERR_TAPE_SUM;
    }
    d->place = (tti_tape_place){d->place.raw + size, d->at};
    if (status != TT_OK) {
        return fail(d, status, begin);
    }
    d->blocks++;
    d->next = CHUNK;
    *out = (tt_bytes){d->raw, size};
    return TT_OK;
}

static tt_status end_read(tti_tape_decoder *d, const uint8_t *part)
{
    if (tti_tape_end_get(&d->end, part) != TT_OK ||
        (d->from_start && (d->end.raw != d->place.raw || d->end.blocks != d->blocks))) {
        return fail(d, TT_ERR_TAPE_END, d->place.stored);
    }
    d->next = DONE;
    return TT_OK;
}

/* Passes over a chunk that is no block. */
static bool pass(tti_tape_decoder *d, tt_bytes *in)
{
    size_t taken = in->size < d->pass ? in->size : (size_t)d->pass;
    if (taken > 0) {
        *in = (tt_bytes){in->data + taken, in->size - taken};
    }
    d->at += taken;
    d->pass -= taken;
    if (d->pass == 0) {
        d->place.stored = d->at;
        d->next = CHUNK;
    }
    return d->next == CHUNK;
}

/* Returns the bytes of the part that comes next. */
static size_t part_size(const tti_tape_decoder *d)
{
    switch (d->next) {
    case HEAD:
        return TTI_TAPE_HEAD_SIZE;
    case CHUNK:
        return TTI_TAPE_CHUNK_SIZE;
    case BLOCK:
        return d->chunk.size;
    default:
        return TTI_TAPE_END_SIZE;
    }
}

/* Reads the next part. TT_MORE: the input ends inside it. TT_END: no part follows. */
static tt_status part_read(tti_tape_decoder *d, tt_bytes *in, tt_bytes *out)
{
    if (d->next == DONE) {
        return TT_END;
    }
    if (d->next == PASS) {
        return pass(d, in) ? TT_OK : TT_MORE;
    }
    const uint8_t *part = part_take(d, in, part_size(d));
    if (part == NULL) {
        return TT_MORE;
    }
    switch (d->next) {
    case HEAD:
        return head_read(d, part);
    case CHUNK:
        return chunk_read(d, part);
    case BLOCK:
        return block_read(d, part, out);
    default:
        return end_read(d, part);
    }
}

tt_status tti_tape_decoder_next(tti_tape_decoder *d, tt_bytes *in, bool last, tt_bytes *out,
                                tt_error *error)
{
    *out = (tt_bytes){NULL, 0};
    tt_status status = d->next == FAILED ? d->status : TT_OK;
    while (status == TT_OK && out->size == 0) {
        status = part_read(d, in, out);
    }
    if (status == TT_MORE && last) {
        status = fail(d, TT_ERR_TAPE_TRUNCATED, d->place.stored);
    }
    return status < TT_OK ? tti_fail(error, status, d->where) : status;
}

tti_tape_place tti_tape_decoder_place(const tti_tape_decoder *d)
{
    return d->place;
}

const tti_tape_head *tti_tape_decoder_head(const tti_tape_decoder *d)
{
    return d->has_head ? &d->head : NULL;
}

const tti_tape_end *tti_tape_decoder_end(const tti_tape_decoder *d)
{
    return d->next == DONE ? &d->end : NULL;
}
