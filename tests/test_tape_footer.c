/* SPDX-License-Identifier: MIT
 *
 * Tests of the footer of tapes: directory and tail come back, and what contradicts itself or lies
 * outside of the file is refused.
 */
#include "base/mem.h"
#include "cm.h"
#include "support/tape_make.h"
#include "wire/hash.h"

/* A footer that is being made: the directory begins at `place`. */
typedef struct footer {
    th_make directory;
    uint64_t place;
    tti_tape_tail tail;
} footer;

static void section_add(footer *f, uint32_t type, const void *data, size_t size)
{
    uint8_t head[TTI_TAPE_SECTION_HEAD];
    tti_tape_section_put(head, type, (uint32_t)size);
    th_make_bytes(&f->directory, head, sizeof head);
    th_make_bytes(&f->directory, data, size);
}

/* Two blocks of 100 and 50 stored bytes, and an index of two frames with 30 and 20 bytes. */
typedef struct numbers {
    tti_tape_block block[2];
    tti_tape_index index;
    uint32_t frame[2];
} numbers;

#define BLOCKS_END ((uint64_t)TTI_TAPE_HEAD_SIZE + 150 + TTI_TAPE_END_SIZE)

static numbers good_numbers(void)
{
    return (numbers){{{200, 100}, {60, 50}}, {BLOCKS_END, 1500, 1000, 2, NULL}, {30, 20}};
}

static footer footer_of(const numbers *n)
{
    footer f = {{NULL, 0, 0}, BLOCKS_END + 50, {0}};
    uint8_t blocks[2 * TTI_TAPE_BLOCK_ENTRY], index[TTI_TAPE_INDEX_FIXED + 8];
    for (size_t i = 0; i < 2; i++) {
        tti_tape_block_put(blocks + i * TTI_TAPE_BLOCK_ENTRY, n->block[i]);
        tti_store_le32(index + TTI_TAPE_INDEX_FIXED + 4 * i, n->frame[i]);
    }
    tti_tape_index_put(index, &n->index);
    section_add(&f, 77, "unknown", 7);
    section_add(&f, TTI_TAPE_SECTION_BLOCKS, blocks, sizeof blocks);
    section_add(&f, TTI_TAPE_SECTION_INDEX, index, sizeof index);
    section_add(&f, TTI_TAPE_SECTION_BLOCKS, NULL, 0); /* the first one counts */
    return f;
}

/* Writes the tail, reads it, and checks the directory. */
static tt_status check(footer *f)
{
    uint8_t tail[TTI_TAPE_TAIL_SIZE];
    tt_bytes directory = {f->directory.data, f->directory.size};
    uint64_t size = f->place + directory.size + sizeof tail;
    tti_tape_tail_put(tail, f->place, directory);
    tt_status status = tti_tape_tail_get(&f->tail, tail, size);
    if (status != TT_OK) {
        return status;
    }
    assert_int_equal(f->tail.directory, f->place);
    assert_int_equal(f->tail.size, directory.size);
    return tti_tape_directory_check(directory, &f->tail);
}

static tt_status check_numbers(const numbers *n)
{
    footer f = footer_of(n);
    tt_status status = check(&f);
    th_make_free(&f.directory);
    return status;
}

static void footers_come_back(void **state)
{
    (void)state;
    numbers n = good_numbers();
    footer f = footer_of(&n);
    assert_int_equal(check(&f), TT_OK);
    tt_bytes directory = {f.directory.data, f.directory.size};
    tt_bytes blocks = tti_tape_section_find(directory, TTI_TAPE_SECTION_BLOCKS);
    assert_int_equal(blocks.size, 2 * TTI_TAPE_BLOCK_ENTRY);
    assert_int_equal(tti_tape_block_get(blocks, 1).raw, 60);
    assert_int_equal(tti_tape_block_get(blocks, 1).stored, 50);
    tti_tape_index index;
    tti_tape_index_get(&index, tti_tape_section_find(directory, TTI_TAPE_SECTION_INDEX));
    assert_int_equal(index.place, BLOCKS_END);
    assert_int_equal(index.size, 1500);
    assert_int_equal(index.piece, 1000);
    assert_int_equal(index.frames, 2);
    assert_int_equal(tti_tape_frame_size(&index, 1), 20);
    assert_int_equal(tti_tape_section_find(directory, 77).size, 7);
    assert_null(tti_tape_section_find(directory, 5).data);
    th_make_free(&f.directory);
    footer empty = {{NULL, 0, 0}, TTI_TAPE_HEAD_SIZE + TTI_TAPE_END_SIZE, {0}};
    assert_int_equal(check(&empty), TT_OK);
}

/* Every bit of tail and directory that is wrong is noticed. */
static void every_bit_counts(void **state)
{
    (void)state;
    numbers n = good_numbers();
    footer f = footer_of(&n);
    uint8_t tail[TTI_TAPE_TAIL_SIZE];
    tt_bytes directory = {f.directory.data, f.directory.size};
    uint64_t size = f.place + directory.size + sizeof tail;
    tti_tape_tail_put(tail, f.place, directory);
    for (size_t bit = 0; bit < sizeof tail * 8; bit++) {
        tail[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_int_equal(tti_tape_tail_get(&f.tail, tail, size), TT_ERR_TAPE_FOOTER);
        tail[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_int_equal(tti_tape_tail_get(&f.tail, tail, size), TT_OK);
    assert_int_equal(tti_tape_tail_get(&f.tail, tail, size + 1), TT_ERR_TAPE_FOOTER);
    assert_int_equal(tti_tape_tail_get(&f.tail, tail, size - 1), TT_ERR_TAPE_FOOTER);
    assert_int_equal(tti_tape_tail_get(&f.tail, tail, 0), TT_ERR_TAPE_FOOTER);
    for (size_t bit = 0; bit < directory.size * 8; bit++) {
        f.directory.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_int_equal(tti_tape_directory_check(directory, &f.tail), TT_ERR_TAPE_FOOTER);
        f.directory.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    directory.size--;
    assert_int_equal(tti_tape_directory_check(directory, &f.tail), TT_ERR_TAPE_FOOTER);
    th_make_free(&f.directory);
}

/* A newer version of the footer, whose short sum is right. */
static void newer_footers_are_refused(void **state)
{
    (void)state;
    uint8_t tail[TTI_TAPE_TAIL_SIZE];
    tti_tape_tail read;
    tti_tape_tail_put(tail, 116, (tt_bytes){NULL, 0});
    assert_int_equal(tti_tape_tail_get(&read, tail, 156), TT_OK);
    tti_store_le32(tail + 12, 2);
    tti_store_le32(tail + 28, (uint32_t)tti_xxh64_of(tail, 28));
    assert_int_equal(tti_tape_tail_get(&read, tail, 156), TT_ERR_TAPE_FOOTER);
}

static void sections_are_whole(void **state)
{
    (void)state;
    for (size_t cut = 1; cut < 87; cut++) {
        numbers n = good_numbers();
        footer f = footer_of(&n);
        assert_true(cut < f.directory.size);
        f.directory.size -= cut;
        /* without its last section the directory is whole, too */
        assert_int_equal(check(&f),
                         cut == 8 || cut == 48 || cut == 72 ? TT_OK : TT_ERR_TAPE_FOOTER);
        th_make_free(&f.directory);
    }
}

static void numbers_agree(void **state)
{
    (void)state;
    numbers n = good_numbers();
    const numbers good = n;
    assert_int_equal(check_numbers(&n), TT_OK);
#define REFUSED(change)                                                                            \
    do {                                                                                           \
        n = good;                                                                                  \
        change;                                                                                    \
        assert_int_equal(check_numbers(&n), TT_ERR_TAPE_FOOTER);                                   \
    } while (0)
    REFUSED(n.block[0].raw = 0);
    REFUSED(n.block[0].raw = TTI_TAPE_BLOCK_MAX + 1);
    REFUSED(n.block[1].stored = TTI_TAPE_CHUNK_SIZE);
    REFUSED(n.block[1].stored = TTI_TAPE_CHUNK_SIZE + 61);
    REFUSED(n.block[0].stored = 151); /* the blocks and the end are before the directory */
    REFUSED(n.block[0].stored = UINT32_MAX);
    REFUSED(n.index.piece = 0);
    REFUSED(n.index.piece = TTI_TAPE_PIECE_MAX + 1);
    REFUSED(n.index.frames = 1);
    REFUSED(n.index.frames = 3);
    REFUSED(n.index.frames = UINT32_MAX);
    REFUSED(n.index.size = 1000);
    REFUSED(n.index.size = 2001);
    REFUSED(n.index.size = UINT64_MAX);
    REFUSED(n.index.place++);
    REFUSED(n.index.place = UINT64_MAX);
    REFUSED(n.frame[0] = 31);
    REFUSED(n.frame[1] = UINT32_MAX);
#undef REFUSED
    n = good;
    n.index.size = 1001;
    assert_int_equal(check_numbers(&n), TT_OK);
    n.index.size = 2000;
    assert_int_equal(check_numbers(&n), TT_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(footers_come_back),
        cmocka_unit_test(every_bit_counts),
        cmocka_unit_test(newer_footers_are_refused),
        cmocka_unit_test(sections_are_whole),
        cmocka_unit_test(numbers_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
