/* SPDX-License-Identifier: MIT
 *
 * The maker and reader of tapes for tests. A call that fails fails the test.
 */
#include "tape_make.h"

#include <stdlib.h>

#include "base/mem.h"
#include "cm.h"

/* Appends a byte and how often it follows itself. */
static bool run_put(uint8_t *dst, size_t room, size_t *size, uint8_t byte, unsigned more)
{
    if (room - *size < 2) {
        return false;
    }
    dst[(*size)++] = byte;
    dst[(*size)++] = (uint8_t)more;
    return true;
}

static tt_status runs_pack(uint8_t *dst, size_t room, size_t *size, const tt_bytes *pieces,
                           size_t count)
{
    int last = -1;
    unsigned more = 0;
    *size = 0;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < pieces[i].size; k++) {
            if (pieces[i].data[k] == last && more < UINT8_MAX) {
                more++;
                continue;
            }
            if (last >= 0 && !run_put(dst, room, size, (uint8_t)last, more)) {
                return TT_ERR_SPACE;
            }
            last = pieces[i].data[k];
            more = 0;
        }
    }
    return last < 0 || run_put(dst, room, size, (uint8_t)last, more) ? TT_OK : TT_ERR_SPACE;
}

/* Copies the bytes if they fit; otherwise packs runs, if those are smaller. */
static tt_status copy_pack(void *user, uint8_t *dst, size_t room, size_t *size,
                           const tt_bytes *pieces, size_t count, tt_bytes dictionary)
{
    (void)user;
    (void)dictionary;
    size_t all = 0;
    for (size_t i = 0; i < count; i++) {
        all += pieces[i].size;
    }
    if (all > room) {
        tt_status status = runs_pack(dst, room, size, pieces, count);
        return status == TT_OK && *size == all ? TT_ERR_SPACE : status;
    }
    *size = 0;
    for (size_t i = 0; i < count; i++) {
        tti_copy(dst + *size, pieces[i].data, pieces[i].size);
        *size += pieces[i].size;
    }
    return TT_OK;
}

static tt_status copy_unpack(void *user, uint8_t *dst, size_t size, tt_bytes packed,
                             tt_bytes dictionary)
{
    (void)user;
    (void)dictionary;
    if (packed.size == size) {
        tti_copy(dst, packed.data, size);
        return TT_OK;
    }
    size_t done = 0;
    for (size_t i = 0; i + 1 < packed.size; i += 2) {
        size_t run = packed.data[i + 1] + (size_t)1;
        if (run > size - done) {
            return TT_ERR_TAPE_UNPACK;
        }
        memset(dst + done, packed.data[i], run);
        done += run;
    }
    return done == size ? TT_OK : TT_ERR_TAPE_UNPACK;
}

const tti_tape_coder tape_copier = {copy_pack, copy_unpack, NULL};

static void *once(void **memory, size_t size)
{
    if (*memory == NULL) {
        *memory = malloc(size);
        assert_non_null(*memory);
    }
    return *memory;
}

tti_tape_decoder *tape_decoder(void)
{
    static void *decoder;
    return once(&decoder, tti_tape_decoder_size());
}

th_make tape_block(tt_bytes raw, uint64_t offset)
{
    static void *encoder;
    th_make block = {NULL, 0, 0};
    uint8_t *packed = malloc(TTI_TAPE_CHUNK_SIZE + raw.size);
    size_t size;
    assert_non_null(packed);
    assert_int_equal(tti_tape_encode(once(&encoder, tti_tape_encoder_size()), raw, offset,
                                     &tape_copier, packed, &size),
                     TT_OK);
    assert_true(size <= TTI_TAPE_CHUNK_SIZE + raw.size);
    th_make_bytes(&block, packed, size);
    free(packed);
    return block;
}

th_make tape_make(tt_bytes raw, size_t most, int counts[4])
{
    th_make tape = {NULL, 0, 0};
    uint8_t head[TTI_TAPE_HEAD_SIZE], last[TTI_TAPE_END_SIZE];
    tti_tape_end end = {.raw = raw.size};
    tti_tape_head_put(head);
    th_make_bytes(&tape, head, sizeof head);
    for (size_t at = 0, size; at < raw.size; at += size) {
        size = tti_tape_split((tt_bytes){raw.data + at, raw.size - at}, at, most);
        assert_in_range(size, 1, raw.size - at < most ? raw.size - at : most);
        th_make block = tape_block((tt_bytes){raw.data + at, size}, at);
        th_make_bytes(&tape, block.data, block.size);
        if (counts != NULL) {
            counts[block.data[4]]++;
        }
        th_make_free(&block);
        end.blocks++;
    }
    tti_tape_end_put(last, &end);
    th_make_bytes(&tape, last, sizeof last);
    return tape;
}

tape_read tape_read_of(tt_bytes tape, size_t piece)
{
    tape_read read = {0};
    tti_tape_decoder *d = tape_decoder();
    tti_tape_decoder_start(d, &tape_copier);
    tt_bytes in = {tape.data, 0};
    size_t given = 0;
    do {
        size_t more = tape.size - given < piece ? tape.size - given : piece;
        in.size += more;
        given += more;
        tt_bytes out;
        while ((read.status = tti_tape_decoder_next(d, &in, given == tape.size, &out,
                                                    &read.error)) == TT_OK) {
            th_make_bytes(&read.raw, out.data, out.size);
            read.blocks++;
        }
        assert_true(read.status != TT_MORE || in.size == 0);
    } while (read.status == TT_MORE);
    read.place = tti_tape_decoder_place(d);
    return read;
}

size_t tape_check(tt_bytes raw, size_t most, int counts[4])
{
    th_make tape = tape_make(raw, most, counts);
    tape_read read = tape_read_of((tt_bytes){tape.data, tape.size}, SIZE_MAX);
    size_t size = tape.size;
    assert_int_equal(read.status, TT_END);
    assert_int_equal(read.raw.size, raw.size);
    if (raw.size != 0) {
        assert_memory_equal(read.raw.data, raw.data, raw.size);
    }
    th_make_free(&read.raw);
    th_make_free(&tape);
    return size;
}
