/* SPDX-License-Identifier: MIT
 *
 * Tests of tapes as files: recordings that come back, tapes that are cut or have bits flipped, and
 * how a decoder begins, goes on and ends.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "cm.h"
#include "support/tape_make.h"
#include "support/th_random.h"
#include "wire/hash.h"

/* Makes the first bytes of a recording with players, which end inside a record. */
static th_make small_recording(void)
{
    th_make m = {NULL, 0, 0};
    th_make_recording(&m, "dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0");
    assert_true(m.size > 7000);
    m.size = 7000;
    return m;
}

static tt_bytes bytes_of(const th_make *m)
{
    return (tt_bytes){m->data, m->size};
}

static void recordings_come_back(void **state)
{
    (void)state;
    static const size_t most[] = {TTI_TAPE_BLOCK, 20000, 1000, 77, 1};
    for (int i = 0; i < TH_RECORDINGS; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, th_recordings[i]);
        for (int k = 0; k < 5 && m.size / most[k] < 10000; k++) {
            int counts[4] = {0};
            size_t size = tape_check(bytes_of(&m), most[k], counts);
            if (most[k] >= 20000 &&
                m.size > 20000) { /* columns that nothing packs are smaller than the records */
                assert_true(counts[TTI_TAPE_COLUMNS] > 0);
                assert_true(size < m.size);
            }
        }
        th_make_free(&m);
    }
}

static void random_records_come_back(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 60; seed++) {
        th_make m = th_random_recording(seed, 300, seed % 3 == 0);
        tape_check(bytes_of(&m), seed % 2 ? TTI_TAPE_BLOCK : 500, NULL);
        th_make_free(&m);
    }
}

static void any_bytes_come_back(void **state)
{
    (void)state;
    size_t size = TTI_TAPE_BLOCK_MAX + 12345;
    uint8_t *data = malloc(size);
    uint64_t seed = 1;
    assert_non_null(data);
    for (int kind = 0; kind < 6; kind++) {
        static const uint8_t fills[] = {0, 0x48, 0x49, 0x46, 0xff};
        if (kind < 5) {
            memset(data, fills[kind], size);
        }
        for (size_t i = 0; i < size && kind == 5; i++) {
            data[i] = (uint8_t)random_next(&seed);
        }
        tape_check((tt_bytes){data, size}, TTI_TAPE_BLOCK, NULL);
        tape_check((tt_bytes){data, size}, TTI_TAPE_BLOCK_MAX, NULL);
        tape_check((tt_bytes){data, 100}, 7, NULL);
    }
    tape_check((tt_bytes){data, 0}, TTI_TAPE_BLOCK, NULL);
    free(data);
}

/* Every port writes the same bytes. */
static void tapes_are_the_same_everywhere(void **state)
{
    (void)state;
    static const uint64_t sums[TH_RECORDINGS] = {
        UINT64_C(0xa236f07b54f22680), UINT64_C(0xe6fb27ce735b4f5b), UINT64_C(0xb625d17db0fc432f),
        UINT64_C(0x7df903c0f1da5207), UINT64_C(0x985629cc55dad43f), UINT64_C(0x0429d239a9360052)};
    for (int i = 0; i < TH_RECORDINGS; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, th_recordings[i]);
        th_make tape = tape_make(bytes_of(&m), 30000, NULL);
        assert_true(tti_xxh64_of(tape.data, tape.size) == sums[i]);
        th_make_free(&tape);
        th_make_free(&m);
    }
}

/* A block after damage in the records has little left of the order of records. */
static void damaged_recordings_come_back(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_make_recording(&m, th_recordings[0]);
    uint64_t seed = 7;
    for (int i = 0; i < 40; i++) {
        size_t at = (size_t)random_below(&seed, (int)m.size);
        m.data[at] ^= (uint8_t)(1u << random_below(&seed, 8));
        tape_check((tt_bytes){m.data, m.size - (size_t)random_below(&seed, 1000)}, 5000, NULL);
    }
    th_make_free(&m);
}

/* Offsets at which the parts of a tape end: head, blocks, end chunk. */
static size_t parts_of(const th_make *tape, size_t ends[64])
{
    size_t count = 0, at = TTI_TAPE_HEAD_SIZE;
    ends[count++] = at;
    while (at < tape->size) {
        tti_tape_chunk chunk;
        assert_int_equal(tti_tape_chunk_get(&chunk, tape->data + at), TT_OK);
        at += TTI_TAPE_CHUNK_SIZE + chunk.size;
        assert_true(count < 64);
        ends[count++] = at;
    }
    return count;
}

static void cut_at_every_byte(void **state)
{
    (void)state;
    th_make m = small_recording();
    int counts[4] = {0};
    th_make tape = tape_make(bytes_of(&m), 1500, counts);
    size_t ends[64] = {0};
    parts_of(&tape, ends);
    assert_true(counts[TTI_TAPE_COLUMNS] > 1);
    for (size_t size = 0; size < tape.size; size++) {
        tape_read read = tape_read_of((tt_bytes){tape.data, size}, size % 3 ? SIZE_MAX : 1);
        size_t whole = 0;
        while (ends[whole] <= size) {
            whole++;
        }
        assert_int_equal(read.status, TT_ERR_TAPE_TRUNCATED);
        assert_int_equal(read.error.offset, whole == 0 ? TTI_TAPE_HEAD_SIZE : ends[whole - 1]);
        assert_int_equal(read.blocks, whole == 0 ? 0 : whole - 1);
        if (read.raw.size != 0) {
            assert_memory_equal(read.raw.data, m.data, read.raw.size);
        }
        th_make_free(&read.raw);
    }
    th_make_free(&tape);
    th_make_free(&m);
}

static void every_bit_flipped(void **state)
{
    (void)state;
    th_make m = small_recording();
    th_make tape = tape_make(bytes_of(&m), 2000, NULL);
    for (size_t bit = 0; bit < tape.size * 8; bit++) {
        tape.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        tape_read read = tape_read_of(bytes_of(&tape), SIZE_MAX);
        assert_true(read.status < TT_OK);
        assert_int_equal(read.error.status, read.status);
        assert_true(read.raw.size <= m.size);
        if (read.raw.size != 0) {
            assert_memory_equal(read.raw.data, m.data, read.raw.size);
        }
        th_make_free(&read.raw);
        tape.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    th_make_free(&tape);
    th_make_free(&m);
}

static void begins_at_any_block(void **state)
{
    (void)state;
    th_make m = small_recording();
    th_make tape = tape_make(bytes_of(&m), 1000, NULL);
    size_t ends[64] = {0}, parts = parts_of(&tape, ends);
    tti_tape_head head;
    assert_int_equal(tti_tape_head_get(&head, tape.data), TT_OK);
    for (size_t i = 0; i + 2 < parts; i++) {
        tti_tape_chunk chunk;
        tti_tape_decoder *d = tape_decoder();
        tt_error error;
        assert_int_equal(tti_tape_chunk_get(&chunk, tape.data + ends[i]), TT_OK);
        tt_bytes in = {tape.data + ends[i], tape.size - ends[i]}, out;
        size_t at = (size_t)chunk.raw;
        tti_tape_decoder_begin_at(d, &tape_copier, &head, chunk.raw, ends[i]);
        while (tti_tape_decoder_next(d, &in, true, &out, &error) == TT_OK) {
            assert_memory_equal(out.data, m.data + at, out.size);
            at += out.size;
            assert_int_equal(tti_tape_decoder_place(d).raw, at);
        }
        assert_int_equal(at, m.size);
        assert_non_null(tti_tape_decoder_end(d));
        assert_int_equal(tti_tape_decoder_place(d).stored, ends[parts - 2]);
        in = (tt_bytes){tape.data + ends[i], tape.size - ends[i]};
        tti_tape_decoder_begin_at(d, &tape_copier, &head, chunk.raw + 1, ends[i]);
        assert_int_equal(tti_tape_decoder_next(d, &in, true, &out, &error), TT_ERR_TAPE_ORDER);
        assert_int_equal(error.offset, ends[i]);
    }
    th_make_free(&tape);
    th_make_free(&m);
}

/* A damaged block is passed over by its head; a damaged head by a search. */
static void goes_on_after_damage(void **state)
{
    (void)state;
    th_make m = small_recording();
    th_make tape = tape_make(bytes_of(&m), 1000, NULL);
    size_t ends[64] = {0};
    parts_of(&tape, ends);
    tti_tape_decoder *d = tape_decoder();
    tt_bytes in = bytes_of(&tape), out;
    tti_tape_chunk chunk;
    tape.data[ends[2] - 1] ^= 1;
    tti_tape_decoder_start(d, &tape_copier);
    assert_int_equal(tti_tape_decoder_next(d, &in, true, &out, NULL), TT_OK);
    assert_true(tti_tape_decoder_next(d, &in, true, &out, NULL) < TT_OK);
    tti_tape_place place = tti_tape_decoder_place(d);
    assert_int_equal(place.stored, ends[2]);
    tti_tape_decoder_begin_at(d, &tape_copier, tti_tape_decoder_head(d), place.raw, place.stored);
    assert_int_equal(tti_tape_decoder_next(d, &in, true, &out, NULL), TT_OK);
    assert_memory_equal(out.data, m.data + place.raw, out.size);

    size_t at = ends[2] + tti_tape_chunk_find((tt_bytes){tape.data + ends[2], 100});
    assert_int_equal(at, ends[2]);
    tape.data[at + 9] ^= 1;
    at += tti_tape_chunk_find((tt_bytes){tape.data + at, tape.size - at});
    assert_int_equal(at, ends[3]);
    assert_int_equal(tti_tape_chunk_get(&chunk, tape.data + at), TT_OK);
    assert_int_equal(tti_tape_chunk_find((tt_bytes){tape.data + at, 35}), 35);
    th_make_free(&tape);
    th_make_free(&m);
}

/* Appends a chunk whose sums are right. */
static void chunk_add(th_make *tape, uint8_t type, uint32_t raw_size, uint64_t raw, tt_bytes data,
                      uint64_t sum)
{
    tti_tape_chunk chunk = {type, (uint32_t)data.size, raw_size, raw, sum};
    uint8_t head[TTI_TAPE_CHUNK_SIZE];
    tti_tape_chunk_put(head, &chunk);
    th_make_bytes(tape, head, sizeof head);
    th_make_bytes(tape, data.data, data.size);
}

static th_make head_only(void)
{
    th_make tape = {NULL, 0, 0};
    uint8_t head[TTI_TAPE_HEAD_SIZE];
    tti_tape_head_put(head);
    th_make_bytes(&tape, head, sizeof head);
    return tape;
}

static void chunks_keep_the_rules(void **state)
{
    (void)state;
    static const uint8_t abc[] = "abc";
    tt_bytes data = {abc, 3};
    uint64_t sum = tti_xxh64_of(abc, 3);
    static const struct {
        uint8_t type;
        uint32_t raw_size;
        uint64_t raw;
        tt_status status;
    } rows[] = {
        {TTI_TAPE_STORED, 3, 0, TT_ERR_TAPE_TRUNCATED}, /* good, and then the end is missing */
        {TTI_TAPE_STORED, 3, 1, TT_ERR_TAPE_ORDER},
        {TTI_TAPE_STORED, 4, 0, TT_ERR_TAPE_CHUNK},
        {TTI_TAPE_PLAIN, 2, 0, TT_ERR_TAPE_CHUNK},
        {TTI_TAPE_PLAIN, 3, 0, TT_ERR_TAPE_TRUNCATED},
        {TTI_TAPE_PLAIN, 4, 0, TT_ERR_TAPE_UNPACK},
        {TTI_TAPE_PLAIN, TTI_TAPE_BLOCK_MAX, 0, TT_ERR_TAPE_UNPACK},
        {TTI_TAPE_PLAIN, TTI_TAPE_BLOCK_MAX + 1, 0, TT_ERR_TAPE_CHUNK},
        {TTI_TAPE_COLUMNS, 3, 0, TT_ERR_TAPE_COLUMNS},
        {TTI_TAPE_COLUMNS, 0, 0, TT_ERR_TAPE_CHUNK},
        {0, 3, 0, TT_ERR_TAPE_CHUNK},
        {4, 3, 0, TT_ERR_TAPE_CHUNK},
        {TTI_TAPE_END, 0, 0, TT_ERR_TAPE_CHUNK},
        {127, 0, 0, TT_ERR_TAPE_CHUNK},
        {128, 0, 0, TT_ERR_TAPE_TRUNCATED},
        {255, 0, 0, TT_ERR_TAPE_TRUNCATED},
        {255, 0, 1, TT_ERR_TAPE_CHUNK},
        {255, 3, 0, TT_ERR_TAPE_CHUNK},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        th_make tape = head_only();
        chunk_add(&tape, rows[i].type, rows[i].raw_size, rows[i].raw, data, sum);
        for (int k = 0; k < 2; k++) {
            tape_read read = tape_read_of(bytes_of(&tape), k == 0 ? SIZE_MAX : 1);
            assert_int_equal(read.status, rows[i].status);
            assert_int_equal(read.error.offset,
                             rows[i].status == TT_ERR_TAPE_TRUNCATED ? tape.size : 32);
            th_make_free(&read.raw);
        }
        th_make_free(&tape);
    }
}

static void optional_chunks_are_passed_over(void **state)
{
    (void)state;
    static const uint8_t abc[] = "abc";
    th_make tape = head_only();
    uint8_t last[TTI_TAPE_END_SIZE];
    tti_tape_end end = {3, 1, {0}};
    chunk_add(&tape, 200, 0, 0, (tt_bytes){abc, 2}, 5);
    chunk_add(&tape, TTI_TAPE_STORED, 3, 0, (tt_bytes){abc, 3}, tti_xxh64_of(abc, 3));
    chunk_add(&tape, 128, 0, 0, (tt_bytes){abc, 0}, 5);
    size_t before = tape.size;
    for (int i = 0; i < 4; i++) { /* the end is right, or one of its numbers is wrong */
        end.raw = i == 1 ? 4 : 3;
        end.blocks = i == 2 ? 2 : 1;
        tti_tape_end_put(last, &end);
        tape.size = before;
        th_make_bytes(&tape, last, sizeof last);
        th_make_bytes(&tape, "more", 4);
        tape.data[before + TTI_TAPE_END_SIZE - 1] ^= (uint8_t)(i == 3);
        tape_read read = tape_read_of(bytes_of(&tape), SIZE_MAX);
        assert_int_equal(read.status, i == 0 ? TT_END : TT_ERR_TAPE_END);
        assert_int_equal(read.blocks, 1);
        assert_memory_equal(read.raw.data, abc, 3);
        assert_true(i == 0 || read.error.offset == before);
        assert_true((tti_tape_decoder_end(tape_decoder()) != NULL) == (i == 0));
        th_make_free(&read.raw);
    }
    th_make_free(&tape);
}

static void newer_heads_are_refused(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        tt_status status;
    } rows[] = {{0, TT_ERR_TAPE_MAGIC},
                {7, TT_ERR_TAPE_MAGIC},
                {8, TT_ERR_TAPE_NEW},
                {10, TT_ERR_TAPE_NEW},
                {12, TT_ERR_TAPE_NEW},
                {15, TT_ERR_TAPE_NEW},
                {16, TT_OK},
                {20, TT_ERR_TAPE_NEW},
                {22, TT_OK}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t bytes[TTI_TAPE_HEAD_SIZE];
        tti_tape_head head;
        tti_tape_head_put(bytes);
        bytes[rows[i].at] ^= 0x42;
        if (rows[i].at >= 8) {
            assert_int_equal(tti_tape_head_get(&head, bytes), TT_ERR_TAPE_HEAD);
        }
        tti_store_le32(bytes + 28, (uint32_t)tti_xxh64_of(bytes, 28));
        assert_int_equal(tti_tape_head_get(&head, bytes), rows[i].status);
    }
    assert_null(tti_tape_dictionary(2).data);
    assert_int_equal(tti_tape_dictionary(0).size, 0);
    assert_non_null(tti_tape_dictionary(0).data);
}

static tt_status failing_pack(void *user, uint8_t *dst, size_t room, size_t *size,
                              const tt_bytes *pieces, size_t count, tt_bytes dictionary)
{
    (void)dst;
    (void)room;
    (void)pieces;
    (void)count;
    (void)dictionary;
    *size = 0;
    return *(const tt_status *)user;
}

/* What does not fit is stored; other failures end the encoding. */
static void coders_may_fail(void **state)
{
    (void)state;
    static const uint8_t records[] = {0x41, 0x00, 0x47, 0x01, 0x40};
    uint8_t dst[TTI_TAPE_CHUNK_SIZE + sizeof records];
    tti_tape_encoder *e = malloc(tti_tape_encoder_size());
    tt_status status = TT_ERR_SPACE;
    tti_tape_coder coder = {failing_pack, NULL, &status};
    size_t size;
    assert_non_null(e);
    tt_bytes raw = {records, sizeof records};
    assert_int_equal(tti_tape_encode(e, raw, 0, &coder, dst, &size), TT_OK);
    assert_int_equal(size, sizeof dst);
    assert_int_equal(dst[4], TTI_TAPE_STORED);
    assert_memory_equal(dst + TTI_TAPE_CHUNK_SIZE, records, sizeof records);
    status = TT_ERR_STOPPED;
    assert_int_equal(tti_tape_encode(e, raw, 0, &coder, dst, &size), TT_ERR_STOPPED);
    raw.size = 0;
    assert_int_equal(tti_tape_encode(e, raw, 0, &coder, dst, &size), TT_ERR_ARGUMENT);
    raw.size = TTI_TAPE_BLOCK_MAX + 1;
    assert_int_equal(tti_tape_encode(e, raw, 0, &coder, dst, &size), TT_ERR_ARGUMENT);
    free(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_come_back),
        cmocka_unit_test(random_records_come_back),
        cmocka_unit_test(any_bytes_come_back),
        cmocka_unit_test(tapes_are_the_same_everywhere),
        cmocka_unit_test(damaged_recordings_come_back),
        cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(every_bit_flipped),
        cmocka_unit_test(begins_at_any_block),
        cmocka_unit_test(goes_on_after_damage),
        cmocka_unit_test(chunks_keep_the_rules),
        cmocka_unit_test(optional_chunks_are_passed_over),
        cmocka_unit_test(newer_heads_are_refused),
        cmocka_unit_test(coders_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
