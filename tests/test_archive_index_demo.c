/* SPDX-License-Identifier: MIT
 *
 * Tests of index files of demos, beside those of every recording in test_archive_index.c: a demo
 * has a map before its first block, may be cut anywhere, and is closed by its header.
 */
#include "host/posix.h"
#include "index/file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cm.h"
#include "host_files.h"
#include "reading/inside.h"
#include "support/demo_make.h"
#include "support/index_pair.h"
#include "support/rec_log.h"
#include "support/th_make.h"

#define MAP 70000
#define LENGTH 152 /* its place in the header, big-endian */

/* A demo of at least three blocks. */
static tt_bytes large_demo(demo_bytes *bytes, uint64_t seed)
{
    demo_make(bytes, seed, 6, MAP, 2000);
    assert_in_range(bytes->size, 2500000, 4000000);
    return (tt_bytes){bytes->data, bytes->size};
}

static void every_form(void **state)
{
    demo_bytes bytes = {0};
    index_pair_check_forms(state, large_demo(&bytes, 1));
    demo_bytes_free(&bytes);
}

/* A demo whose recorder still writes: its header has no length. */
static tt_bytes open_demo(demo_bytes *bytes, uint64_t seed)
{
    tt_bytes demo = large_demo(bytes, seed);
    memset(bytes->data + LENGTH, 0, 4);
    return demo;
}

/* Before the map is whole there is no place to begin at; after that, also inside a chunk. */
static void extended(void **state)
{
    index_pair p = index_pair_of(state);
    demo_bytes bytes = {0};
    uint64_t seed = 99;
    tt_bytes demo = open_demo(&bytes, 3);
    size_t first = TT_DEMO_HEADER_MAX + MAP;
    for (size_t size = 0; size < first; size += size < 20 ? 1 : 9000) {
        host_files_write(p.recording, demo.data, size);
        assert_int_equal(index_pair_build(&p, false), TT_IO_INDEX_NO_RECORDING);
        assert_int_not_equal(access(p.index, F_OK), 0);
    }
    host_files_write(p.recording, demo.data, first);
    assert_int_equal(index_pair_build(&p, false), TT_IO_INDEX_BUILT);
    for (size_t size = first; size < demo.size;) {
        size_t more = random_next(&seed) % 4 == 0 ? 1 + random_next(&seed) % 40
                                                  : random_next(&seed) % (300000 * TT_TEST_SHARE);
        more = more < demo.size - size ? more : demo.size - size;
        host_files_append(p.recording, demo.data + size, more);
        size += more;
        assert_int_equal(index_pair_build(&p, false),
                         more != 0 ? TT_IO_INDEX_EXTENDED : TT_IO_INDEX_KEPT);
        index_pair_check_made_at_once(&p);
    }
    tt_io_index *index = index_pair_open(&p);
    assert_int_equal(tti_index_foot(index)->ending, TT_INDEX_OPEN);
    index_pair_check_states(index, demo);
    assert_true(index_pair_is_right(index, p.recording));
    tti_index_close(index);
    /* who closes it writes into the header */
    bytes.data[LENGTH + 3] = 50;
    host_files_write(p.recording, demo.data, demo.size);
    index_pair_expect_anew(&p, TT_IO_INDEX_OTHER);
    assert_int_equal(p.report.foot.ending, TT_INDEX_FINISHED);
    demo_bytes_free(&bytes);
    index_pair_free(&p);
}

/* Cut in each block: what is before that is indexed as in the whole demo. */
static void cut_in_each_block(void **state)
{
    index_pair p = index_pair_of(state);
    demo_bytes bytes = {0};
    tt_bytes demo = large_demo(&bytes, 4);
    host_files_write(p.recording, demo.data, demo.size);
    assert_int_equal(index_pair_build(&p, true), TT_IO_INDEX_BUILT);
    tt_io_index *whole = index_pair_open(&p);
    for (uint32_t i = 0; i < tti_index_foot(whole)->blocks; i++) {
        tt_index_block block = tti_index_block(whole, i);
        host_files_write(p.recording, demo.data, (size_t)(block.begin + block.end) / 2 + 1);
        assert_int_equal(index_pair_build(&p, true), TT_IO_INDEX_BUILT);
        tt_io_index *index = index_pair_open(&p);
        assert_int_equal(tti_index_foot(index)->blocks, i + 1);
        tt_index_block last = tti_index_block(index, i);
        assert_int_equal(last.begin, block.begin);
        assert_int_equal(last.state_hash, block.state_hash);
        assert_true(tti_index_foot(index)->indexed <= (block.begin + block.end) / 2 + 1);
        index_pair_check_states(index, demo);
        assert_true(index_pair_is_right(index, p.recording));
        tti_index_close(index);
    }
    tti_index_close(whole);
    demo_bytes_free(&bytes);
    index_pair_free(&p);
}

/* Another demo with the same header and size: the intervals differ, and a reader that goes to one
 * of them, or makes the index again, notices. */
static void another_demo(void **state)
{
    index_pair p = index_pair_of(state);
    demo_bytes bytes = {0}, other = {0};
    struct index_place place;
    size_t size = TT_DEMO_HEADER_MAX + MAP + 2300000;
    large_demo(&bytes, 5);
    large_demo(&other, 6);
    memcpy(other.data, bytes.data, TT_DEMO_HEADER_MAX);
    host_files_write(p.recording, bytes.data, size);
    assert_int_equal(index_pair_build(&p, false), TT_IO_INDEX_BUILT);
    host_files_write(p.recording, other.data, size);
    tt_io_index *index = index_pair_open(&p);
    assert_in_range(tti_index_foot(index)->blocks, 3, 6);
    assert_int_equal(tti_index_fits(index, p.recording, (tt_bytes){other.data, size}),
                     TT_IO_INDEX_GOOD);
    for (uint32_t i = 0; i < tti_index_foot(index)->blocks; i++) {
        assert_int_equal(tti_index_place_open(&place, index, i, p.recording, NULL),
                         TT_IO_INDEX_OTHER);
    }
    assert_false(index_pair_is_right(index, p.recording));
    tti_index_close(index);
    index_pair_expect_anew(&p, TT_IO_INDEX_OTHER);
    /* every byte of a header decides, whatever it says */
    for (size_t at = 0; at < TT_DEMO_HEADER_MAX; at += 7) {
        index = index_pair_open(&p);
        other.data[at] ^= 1;
        assert_int_equal(tti_index_fits(index, p.recording, (tt_bytes){other.data, size}),
                         TT_IO_INDEX_OTHER);
        other.data[at] ^= 1;
        tti_index_close(index);
    }
    demo_bytes_free(&bytes);
    demo_bytes_free(&other);
    index_pair_free(&p);
}

/* Two demos in one: ticks go back. Those of the blocks do not, so that a tick is found wherever it
 * comes first. */
static void ticks_go_back(void **state)
{
    index_pair p = index_pair_of(state);
    demo_bytes bytes = {0};
    tt_bytes demo = large_demo(&bytes, 7);
    size_t first = TT_DEMO_HEADER_MAX + MAP;
    tt_bytes chunks = {malloc(demo.size - first), demo.size - first};
    assert_non_null(chunks.data);
    memcpy((uint8_t *)chunks.data, demo.data + first, chunks.size);
    demo_bytes_put(&bytes, chunks);
    demo = (tt_bytes){bytes.data, bytes.size};
    host_files_write(p.recording, demo.data, demo.size);
    assert_int_equal(index_pair_build(&p, false), TT_IO_INDEX_BUILT);
    tt_io_index *index = index_pair_open(&p);
    uint32_t blocks = tti_index_foot(index)->blocks;
    assert_in_range(blocks, 5, 9);
    assert_int_equal(tti_index_block(index, blocks - 1).tick, tti_index_foot(index)->last_tick);
    index_pair_check_states(index, demo);
    assert_true(index_pair_is_right(index, p.recording));
    tti_index_close(index);
    free((void *)chunks.data);
    demo_bytes_free(&bytes);
    index_pair_free(&p);
}

/* The first two blocks that a scan gave: their tables' entries, and their bytes. */
struct kept {
    struct {
        tt_index_block block;
        uint8_t *bytes;
    } * at;
    uint32_t count;
    uint64_t interval;
};

static uint64_t find_end(void *user, uint64_t begin)
{
    const struct kept *kept = user;
    return begin + kept->interval;
}

static bool keep_block(void *user, const tt_index_block *block, tt_bytes state, tt_bytes facts)
{
    struct kept *kept = user;
    kept->at = realloc(kept->at, (kept->count + 1) * sizeof *kept->at);
    assert_non_null(kept->at);
    kept->at[kept->count].block = *block;
    kept->at[kept->count].bytes = malloc(state.size + facts.size + 1);
    assert_non_null(kept->at[kept->count].bytes);
    memcpy(kept->at[kept->count].bytes, state.data, state.size);
    if (facts.size != 0) {
        memcpy(kept->at[kept->count].bytes + state.size, facts.data, facts.size);
    }
    kept->count++;
    return true;
}

static void drop_blocks(struct kept *kept)
{
    for (uint32_t i = 0; i < kept->count; i++) {
        free(kept->at[i].bytes);
    }
    free(kept->at);
    kept->at = NULL;
    kept->count = 0;
}

/* The blocks of a recording that is read from the start, or from a block of it up to `end`. */
struct scan {
    struct kept kept;
    struct tti_index_scan *scan;
    tt_io_reading r;
};

static void scan_open(struct scan *s, const char *path, uint64_t interval)
{
    struct index_scan_options options = {
        .find_end = find_end, .is_new = true, .on_block = keep_block, .user = &s->kept};
    s->kept = (struct kept){.interval = interval};
    s->scan = tti_index_scan_new(&options);
    const tt_io_reading_options how = {.no_index = true, .scan = s->scan};
    assert_non_null(s->scan);
    assert_true(tt_io_reading_open(&s->r, path, &how));
}

static void scan_all(struct scan *s)
{
    assert_false(tt_io_reading_next(&s->r));
    assert_int_equal(tti_index_scan_end(s->scan, false), INDEX_SCAN_OVER);
}

static void scan_close(struct scan *s)
{
    tt_io_reading_close(&s->r);
    free(s->scan);
    drop_blocks(&s->kept);
}

/* Nothing follows the bytes, so that the recording ends there. */
static void scan_resume(struct scan *s, const char *empty, const tt_index_block *from,
                        tt_bytes state, const tt_index_foot *foot, tt_bytes bytes)
{
    tt_io_error error;
    tt_recording *rec = malloc(sizeof *rec);
    void *scratch = malloc(READING_SCRATCH);
    struct index_place place = {tt_io_input_open(empty, NULL, &error), (uint8_t *)bytes.data,
                                bytes.size};
    assert_true(rec != NULL && scratch != NULL && place.input != NULL);
    assert_int_equal(tt_recording_resume(rec, scratch, READING_SCRATCH, s->r.inside->header, state),
                     TT_OK);
    assert_true(tt_index_block_is_at(from, rec));
    tti_reading_source_take(&s->r, rec, scratch, &place);
    tti_index_scan_resume(s->scan, foot, from);
}

/* A scan that goes on at block `i` finds this block and the next one, as who was there from the
 * start. */
static void check_resumed(const struct scan *whole, uint32_t i, tt_bytes bytes, const char *path,
                          const char *empty)
{
    struct scan resumed;
    const struct kept *all = &whole->kept;
    const tt_index_block *from = &all->at[i].block;
    uint32_t count = i + 1 < all->count ? 2 : 1;
    size_t end = (size_t)all->at[i + count - 1].block.end;
    scan_open(&resumed, path, all->interval);
    scan_resume(&resumed, empty, from, (tt_bytes){all->at[i].bytes, from->state_size},
                tti_index_scan_foot(whole->scan),
                (tt_bytes){bytes.data + from->begin, end - (size_t)from->begin});
    scan_all(&resumed);
    assert_true(resumed.kept.count >= count);
    for (uint32_t k = 0; k < count; k++) {
        const tt_index_block *a = &all->at[i + k].block, *b = &resumed.kept.at[k].block;
        uint8_t entry[2][TT_INDEX_BLOCK_SIZE];
        tt_packer p = tt_packer_of(entry[0], sizeof entry[0]);
        tt_packer q = tt_packer_of(entry[1], sizeof entry[1]);
        tt_index_block_pack(&p, a);
        tt_index_block_pack(&q, b);
        assert_memory_equal(entry[0], entry[1], sizeof entry[0]);
        assert_int_equal(a->end, b->end);
        assert_memory_equal(all->at[i + k].bytes, resumed.kept.at[k].bytes,
                            (size_t)a->state_size + a->facts_size);
    }
    scan_close(&resumed);
}

/* Every recording of the tree, with some thousand places in each. */
static void every_place(void **state)
{
    struct scan whole;
    const char *name;
    size_t size;
    uint8_t *data;
    char *path = host_files_path(state, "file"), *empty = host_files_path(state, "empty");
    host_files_write(empty, "", 0);
    for (int i = 0; (data = rec_log_each(i, &size, &name)) != NULL; i++) {
        host_files_write(path, data, size);
        scan_open(&whole, path, size * TT_TEST_SHARE / 2000 + 1);
        scan_all(&whole);
        assert_true(whole.kept.count > 10);
        for (uint32_t block = 0; block < whole.kept.count; block++) {
            check_resumed(&whole, block, (tt_bytes){data, size}, path, empty);
        }
        scan_close(&whole);
        free(data);
    }
    free(path);
    free(empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(every_form),   IN_FOLDER(extended),      IN_FOLDER(cut_in_each_block),
        IN_FOLDER(another_demo), IN_FOLDER(ticks_go_back), IN_FOLDER(every_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
