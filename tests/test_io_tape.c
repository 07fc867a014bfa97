/* SPDX-License-Identifier: MIT
 *
 * Tapes through libteetape-io: seeks give the state of the plain recording, threads and the form of
 * the input change no byte, damage costs what it must, and a tape is read without its footer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cm.h"
#include "host/compress_calls.h"
#include "host/inside.h"
#include "host_files.h"
#include "index/file.h"
#include "support/game/game_file.h"
#include "support/game/generate.h"
#include "support/random.h"
#include "tape/tape.h"
#include "teetape/io.h"
#include "wire/hash.h"

#define BYTES 3000000
#define SEEKS 200

struct tapes {
    char *plain, *tape, *other;
    uint8_t *raw, *bytes; /* the recording and the tape */
    size_t raw_size, size;
};

static void pack_as(const char *from, const char *to, const char *format, unsigned threads,
                    int level)
{
    tt_io_pack_report report;
    const tt_io_pack_options how = {.format = tti_host_compressor_named(format),
                                    .threads = threads,
                                    .level = level,
                                    .output = to,
                                    .force = true};
    assert_int_equal(tt_io_pack(from, &how, &report), TT_IO_PACK_DONE);
    free(report.output);
}

static struct tapes open_tapes(void **state)
{
    struct tapes t = {.plain = host_files_path(state, "plain"),
                      .tape = host_files_path(state, "tape"),
                      .other = host_files_path(state, "other")};
    static game_memory memory, packed;
    tt_io_output out;
    if (tti_host_compressor_named("tape")->calls == NULL) {
        free(t.plain);
        free(t.tape);
        free(t.other);
        skip();
    }
    if (memory.size == 0) {
        const generate_busy_options busy = {.seed = 7, .players = 40, .limit = {.bytes = BYTES}};
        assert_true(tt_io_output_open(&out, game_memory_write, &memory));
        assert_int_equal(generate_busy(&out, &busy), 0);
        assert_int_equal(tt_io_output_close(&out), 0);
    }
    t.raw = memory.data;
    t.raw_size = memory.size;
    host_files_write(t.plain, t.raw, t.raw_size);
    if (packed.size == 0) {
        pack_as(t.plain, t.tape, "tape", 3, 0);
        packed.data = host_files_read(t.tape, &packed.size);
    }
    host_files_write(t.tape, packed.data, packed.size);
    t.bytes = host_files_read(t.tape, &t.size);
    return t;
}

static void close_tapes(struct tapes *t)
{
    free(t->plain);
    free(t->tape);
    free(t->other);
    free(t->bytes);
}

/* The sum of what every tee does, and of the place in the recording. */
static uint64_t state_of(const tt_io_reading *r)
{
    const tt_world *world = tt_recording_world(r->rec);
    uint64_t offset = tt_recording_look(r->rec).offset;
    tti_xxh64 sum;
    tti_xxh64_start(&sum);
    tti_xxh64_add(&sum, &offset, sizeof offset);
    for (size_t i = 0; i < TT_CIDS; i++) {
        const tt_tee *tee = &world->tee[i];
        tti_xxh64_add(&sum, tee, offsetof(tt_tee, reserved));
        tti_xxh64_add(&sum, world->client[i].name, strlen(world->client[i].name));
    }
    return tti_xxh64_sum(&sum);
}

static int compare_ticks(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return x < y ? -1 : x > y;
}

/* The states at ascending ticks, by reading the plain recording once. */
static void read_states(const char *path, const int32_t *ticks, uint64_t *states, size_t count)
{
    tt_io_reading r;
    const tt_io_reading_options how = {.wants = TT_WANT_RECORDS, .no_index = true};
    size_t at = 0;
    assert_true(tt_io_reading_open(&r, path, &how));
    while (at < count && tt_io_reading_next(&r)) {
        while (at < count && r.item.kind == TT_ITEM_RECORD && r.item.tick >= ticks[at]) {
            states[at++] = state_of(&r);
        }
    }
    assert_int_equal(at, count);
    tt_io_reading_close(&r);
}

/* The state at a tick, by a seek that reads at most 2 MiB of the recording. */
static uint64_t seek_state(const char *path, int32_t tick, uint64_t *most)
{
    char from[16];
    tt_io_reading r;
    snprintf(from, sizeof from, "%d", (int)tick);
    const tt_io_reading_options how = {.from = from, .wants = TT_WANT_RECORDS};
    assert_true(tt_io_reading_open(&r, path, &how));
    uint64_t begin = tt_recording_look(r.rec).offset;
    do {
        assert_true(tt_io_reading_next(&r));
    } while (r.item.kind != TT_ITEM_RECORD);
    uint64_t state = state_of(&r), way = r.bytes - begin;
    *most = way > *most ? way : *most;
    tt_io_reading_close(&r);
    return state;
}

static void seeks_give_the_state_of_the_plain_recording(void **state)
{
    static int32_t ticks[SEEKS];
    static uint64_t states[SEEKS];
    struct tapes t = open_tapes(state);
    tt_io_index_status status;
    tt_io_error error;
    uint64_t most = 0;
    uint64_t seed = 5;
    tt_io_index *index = tti_index_open_inside(t.tape, &status, &error);
    assert_non_null(index);
    assert_true(tti_index_foot(index)->blocks >= 3);
    int32_t last = tti_index_foot(index)->last_tick;
    tti_index_close(index);
    for (size_t i = 0; i < SEEKS; i++) {
        ticks[i] = 1 + (int32_t)(random_next(&seed) % (uint32_t)last);
    }
    qsort(ticks, SEEKS, sizeof ticks[0], compare_ticks);
    read_states(t.plain, ticks, states, SEEKS);
    for (size_t i = 0; i < SEEKS; i += TT_TEST_SHARE) {
        assert_true(seek_state(t.tape, ticks[i], &most) == states[i]);
    }
    assert_true(most <= (uint64_t)2 << 20);
    close_tapes(&t);
}

static void assert_same(const char *path, const uint8_t *bytes, size_t size)
{
    size_t got;
    unsigned char *have = host_files_read(path, &got);
    assert_int_equal(got, size);
    assert_memory_equal(have, bytes, size);
    free(have);
}

static void threads_and_inputs_change_no_byte(void **state)
{
    static const char *const formats[] = {"xz", "zstd"};
    struct tapes t = open_tapes(state);
    pack_as(t.plain, t.other, "tape", 1, 0);
    assert_same(t.other, t.bytes, t.size);
    for (size_t i = 0; i < 2; i++) {
        if (tti_host_compressor_named(formats[i])->calls != NULL) {
            char *packed = host_files_path(state, formats[i]);
            pack_as(t.plain, packed, formats[i], 2, 1);
            pack_as(packed, t.other, "tape", 2, 0);
            assert_same(t.other, t.bytes, t.size);
            free(packed);
        }
    }
    tt_io_pack_report report;
    const tt_io_pack_options how = {.output = t.other, .force = true};
    assert_int_equal(tt_io_pack(t.tape, &how, &report), TT_IO_PACK_DONE);
    free(report.output);
    assert_same(t.other, t.raw, t.raw_size);
    close_tapes(&t);
}

/* Reads a file to its end or failure; every byte has to be that of the recording from `at` on.
 * Returns the number of bytes. */
static uint64_t read_from(tt_io_input *in, const struct tapes *t, uint64_t at)
{
    uint64_t begin = at;
    tt_bytes piece;
    while (tt_io_input_next(in, &piece) == TT_IO_INPUT_PIECE) {
        assert_true(piece.size <= t->raw_size - at);
        assert_memory_equal(piece.data, t->raw + at, piece.size);
        at += piece.size;
    }
    return at - begin;
}

static tt_io_input *open_input(const char *path, bool checks_sum)
{
    tt_io_error error;
    const tt_io_input_options how = {.checks_sum = checks_sum};
    tt_io_input *in = tt_io_input_open(path, &how, &error);
    assert_non_null(in);
    return in;
}

/* The offset of block `number` in the tape, and its head. */
static size_t block_at(const struct tapes *t, int number, tti_tape_chunk *chunk)
{
    size_t at = TTI_TAPE_HEAD_SIZE;
    for (int i = 0; i <= number; i++) {
        assert_int_equal(tti_tape_chunk_get(chunk, t->bytes + at), TT_OK);
        at += i < number ? TTI_TAPE_CHUNK_SIZE + chunk->size : 0;
    }
    return at;
}

/* A byte of a block costs this block, and the rest is read when a reader goes on. */
static void damage_costs_a_block(void **state)
{
    struct tapes t = open_tapes(state);
    for (int part = 0; part < 2; part++) {
        tti_tape_chunk chunk;
        uint64_t missing;
        size_t at = block_at(&t, 3, &chunk);
        size_t byte = part == 0 ? at + TTI_TAPE_CHUNK_SIZE + chunk.size / 2 : at + 9;
        t.bytes[byte] ^= 0x10;
        host_files_write(t.other, t.bytes, t.size);
        t.bytes[byte] ^= 0x10;
        tt_io_input *in = open_input(t.other, false);
        assert_int_equal(read_from(in, &t, 0), chunk.raw);
        const tt_io_error *error = tt_io_input_error(in);
        assert_int_equal(error->status, TT_ERR_COMPRESSED_DATA);
        assert_in_range(error->offset, at, at + TTI_TAPE_CHUNK_SIZE + chunk.size);
        uint64_t next = chunk.raw + chunk.raw_size;
        assert_true(tt_io_input_pass(in, &missing));
        assert_int_equal(missing, chunk.raw_size);
        assert_int_equal(read_from(in, &t, next), t.raw_size - next);
        assert_int_equal(tt_io_input_error(in)->status, TT_OK);
        tt_io_input_close(in);
    }
    close_tapes(&t);
}

/* A tape that was cut gives all whole blocks; seeks work in it as far as it goes. */
static void cut_tapes_give_whole_blocks(void **state)
{
    struct tapes t = open_tapes(state);
    for (int number = 0; number < 12; number += 1 + TT_TEST_SHARE) {
        tti_tape_chunk chunk;
        size_t at = block_at(&t, number, &chunk), sizes[] = {at, at + 20, at + chunk.size};
        for (size_t i = 0; i < 3; i++) {
            host_files_write(t.other, t.bytes, sizes[i]);
            tt_io_input *in = open_input(t.other, true);
            assert_int_equal(read_from(in, &t, 0), chunk.raw);
            assert_int_equal(tt_io_input_error(in)->status, TT_ERR_COMPRESSED_DATA);
            tt_io_input_close(in);
        }
    }
    tt_io_input *in = open_input(t.other, false);
    assert_true(tti_input_seek(in, 1000000, NULL, 0));
    assert_true(read_from(in, &t, 1000000) > 0);
    tt_io_input_close(in);
    close_tapes(&t);
}

/* An unknown version of the footer is passed over; so is one that was cut. */
static void footers_are_not_needed(void **state)
{
    struct tapes t = open_tapes(state);
    tti_tape_tail tail;
    tt_io_index_status status;
    tt_io_error error;
    const size_t at = t.size - TTI_TAPE_TAIL_SIZE;
    assert_int_equal(tti_tape_tail_get(&tail, t.bytes + at, t.size), TT_OK);
    for (int i = 0; i < 3; i++) {
        uint64_t end = i == 2 ? tail.directory : t.size;
        if (i == 1) {
            tti_store_le32(t.bytes + at + 12, 2); /* version 2, with its sum */
            tti_store_le32(t.bytes + at + 28, (uint32_t)tti_xxh64_of(t.bytes + at, 28));
        } else {
            t.bytes[at + 1] ^= 1;
        }
        host_files_write(t.other, t.bytes, (size_t)end);
        t.bytes[at + 1] ^= i != 1;
        assert_null(tti_index_open_inside(t.other, &status, &error));
        assert_int_equal(status, TT_IO_INDEX_DAMAGED);
        tt_io_input *in = open_input(t.other, true);
        assert_int_equal(read_from(in, &t, 0), t.raw_size);
        assert_int_equal(tt_io_input_error(in)->status, TT_OK);
        assert_true(tti_input_seek(in, t.raw_size / 2, NULL, 0));
        assert_int_equal(read_from(in, &t, t.raw_size / 2), t.raw_size - t.raw_size / 2);
        tt_io_input_close(in);
    }
    close_tapes(&t);
}

/* The SHA-256 of another recording is noticed where it is asked for. */
static void the_sum_is_compared(void **state)
{
    struct tapes t = open_tapes(state);
    tti_tape_chunk chunk;
    tti_tape_end end;
    size_t at = TTI_TAPE_HEAD_SIZE;
    assert_int_equal(tti_tape_chunk_get(&chunk, t.bytes + at), TT_OK);
    while (chunk.type != TTI_TAPE_END) {
        at += TTI_TAPE_CHUNK_SIZE + chunk.size;
        assert_int_equal(tti_tape_chunk_get(&chunk, t.bytes + at), TT_OK);
    }
    assert_int_equal(tti_tape_end_get(&end, t.bytes + at), TT_OK);
    end.sha256[3] ^= 1;
    tti_tape_end_put(t.bytes + at, &end);
    host_files_write(t.other, t.bytes, t.size);
    for (int checks = 0; checks < 2; checks++) {
        tt_io_input *in = open_input(t.other, checks != 0);
        assert_int_equal(read_from(in, &t, 0), t.raw_size);
        assert_int_equal(tt_io_input_error(in)->status, checks ? TT_ERR_COMPRESSED_DATA : TT_OK);
        tt_io_input_close(in);
    }
    close_tapes(&t);
}

/* Damage in the index is reported as such, and leaves the recording good. */
static void damage_of_the_index_is_noticed(void **state)
{
    struct tapes t = open_tapes(state);
    tt_io_index_status status;
    tt_io_error error;
    tt_io_index *index = tti_index_open_inside(t.tape, &status, &error);
    assert_non_null(index);
    uint64_t at = tti_index_foot(index)->stored;
    tti_index_close(index);
    int noticed = 0, tried = 0;
    for (size_t i = (size_t)at + 10; i < t.size - 100; i += 997) {
        t.bytes[i] ^= 0x20;
        host_files_write(t.other, t.bytes, t.size);
        t.bytes[i] ^= 0x20;
        index = tti_index_open_inside(t.other, &status, &error);
        bool is_good = index != NULL;
        for (uint32_t k = 0; is_good && k < tti_index_foot(index)->blocks; k++) {
            tt_bytes part;
            is_good = tti_index_state(index, k, &part) && tti_index_facts(index, k, &part);
        }
        noticed += !is_good;
        tried++;
        tti_index_close(index);
    }
    assert_true(tried > 5);
    assert_int_equal(noticed, tried);
    close_tapes(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(seeks_give_the_state_of_the_plain_recording),
        IN_FOLDER(threads_and_inputs_change_no_byte),
        IN_FOLDER(damage_costs_a_block),
        IN_FOLDER(cut_tapes_give_whole_blocks),
        IN_FOLDER(footers_are_not_needed),
        IN_FOLDER(the_sum_is_compared),
        IN_FOLDER(damage_of_the_index_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
