/* SPDX-License-Identifier: MIT
 *
 * Tests of index files on disk: what they say of a recording, for every way in which it is stored;
 * that one that was made longer is the one that would have been made at once; and what is noticed
 * of a recording that is another one.
 */
#include "host/posix.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cm.h"
#include "host_files.h"
#include "index/file.h"
#include "support/host_pack.h"
#include "support/index_make.h"
#include "support/index_pair.h"

#define SIZE ((size_t)2700000)

static tt_bytes bytes_of(const index_make *m)
{
    return (tt_bytes){m->bytes.data, m->bytes.size};
}

/* A recording of SIZE bytes, and its index. */
static tt_io_index *make_both(index_pair *p, index_make *m, uint64_t seed)
{
    index_make_begin(m, seed, "");
    index_make_grow(m, SIZE);
    host_files_write(p->recording, m->bytes.data, m->bytes.size);
    assert_int_equal(index_pair_build(p, false), TT_IO_INDEX_BUILT);
    return index_pair_open(p);
}

/* The same recording in every form. */
static void every_form(void **state)
{
    index_make m;
    index_make_begin(&m, 1, "");
    m.every = 20000;
    m.noise = 6000;
    index_make_grow(&m, SIZE);
    index_pair_check_forms(state, bytes_of(&m));
    index_make_free(&m);
}

/* A place to look up, and the first and the last tick that lead to the same block. */
static void find_at_edges(void **state)
{
    index_pair p = index_pair_of(state);
    index_make m;
    tt_io_index *index = make_both(&p, &m, 2);
    uint32_t blocks = tti_index_foot(index)->blocks;
    assert_int_equal(tti_index_find(index, INT32_MIN), 0);
    assert_int_equal(tti_index_find(index, 0), 0);
    assert_int_equal(tti_index_find(index, INT32_MAX), blocks - 1);
    for (uint32_t i = 1; i < blocks; i++) {
        int32_t tick = tti_index_block(index, i).tick;
        assert_true(tick > tti_index_block(index, i - 1).tick);
        assert_int_equal(tti_index_find(index, tick), i - 1); /* more of it may be before */
        assert_int_equal(tti_index_find(index, tick + 1), i);
    }
    tti_index_close(index);
    index_make_free(&m);
    index_pair_free(&p);
}

/* A server writes, and stops anywhere: also inside a record. */
static void extended(void **state)
{
    index_pair p = index_pair_of(state);
    index_make m;
    uint64_t seed = 99;
    index_make_begin(&m, 3, "");
    size_t header = m.bytes.size;
    index_make_grow(&m, SIZE);
    TH_INTS(&m.bytes, TH_FINISH);
    host_files_write(p.recording, m.bytes.data, header);
    assert_int_equal(index_pair_build(&p, false), TT_IO_INDEX_BUILT);
    for (size_t size = header; size < m.bytes.size;) {
        size_t more =
            random_next(&seed) % 4 == 0 ? 1 + random_next(&seed) % 40 : random_next(&seed) % 300000;
        more = more < m.bytes.size - size ? more : m.bytes.size - size;
        host_files_append(p.recording, m.bytes.data + size, more);
        size += more;
        assert_int_equal(index_pair_build(&p, false),
                         more != 0 ? TT_IO_INDEX_EXTENDED : TT_IO_INDEX_KEPT);
        index_pair_check_made_at_once(&p);
    }
    tt_io_index *index = index_pair_open(&p);
    assert_int_equal(tti_index_foot(index)->ending, TT_INDEX_FINISHED);
    assert_int_equal(tti_index_foot(index)->indexed, m.bytes.size);
    index_pair_check_states(index, bytes_of(&m));
    assert_true(index_pair_is_right(index, p.recording));
    tti_index_close(index);
    index_make_free(&m);
    index_pair_free(&p);
}

static void stale(void **state)
{
    index_pair p = index_pair_of(state);
    index_make m, other;
    index_make_begin(&m, 4, ",\"map_name\":\"one\"");
    index_make_grow(&m, SIZE);
    index_make_begin(&other, 4, ",\"map_name\":\"two\"");
    index_make_grow(&other, SIZE);
    assert_int_equal(other.bytes.size, m.bytes.size);
    host_files_write(p.recording, m.bytes.data, m.bytes.size);
    index_pair_expect_anew(&p, TT_IO_INDEX_NONE);
    /* another header, and the same size */
    host_files_write(p.recording, other.bytes.data, other.bytes.size);
    index_pair_expect_anew(&p, TT_IO_INDEX_OTHER);
    /* shorter */
    host_files_write(p.recording, other.bytes.data, other.bytes.size - 100);
    index_pair_expect_anew(&p, TT_IO_INDEX_OTHER);
    /* longer, and the interval that would be read again is another one */
    other.bytes.data[other.bytes.size - 200] ^= 1;
    host_files_write(p.recording, other.bytes.data, other.bytes.size);
    index_pair_expect_anew(&p, TT_IO_INDEX_OTHER);
    /* the same size, and other bytes at the end */
    other.bytes.data[other.bytes.size - 200] ^= 1;
    host_files_write(p.recording, other.bytes.data, other.bytes.size);
    index_pair_expect_anew(&p, TT_IO_INDEX_OTHER);
    /* one with FINISH does not grow */
    TH_INTS(&m.bytes, TH_FINISH);
    host_files_write(p.recording, m.bytes.data, m.bytes.size);
    assert_int_equal(index_pair_build(&p, true), TT_IO_INDEX_BUILT);
    host_files_append(p.recording, "\x41", 1);
    index_pair_expect_anew(&p, TT_IO_INDEX_OTHER);
    host_files_write(p.index, "TTIDX", 5);
    index_pair_expect_anew(&p, TT_IO_INDEX_DAMAGED);
    index_make_free(&m);
    index_make_free(&other);
    index_pair_free(&p);
}

/* A byte in the middle: only who reads that interval, or all of them, can know. */
static void changed_inside(void **state)
{
    index_pair p = index_pair_of(state);
    struct index_place place;
    index_make m;
    tt_io_index *index = make_both(&p, &m, 5);
    assert_int_equal(tti_index_foot(index)->blocks, 3);
    m.bytes.data[tti_index_block(index, 2).begin - 1] ^= 0x40;
    host_files_write(p.recording, m.bytes.data, m.bytes.size);
    for (uint32_t i = 0; i < 3; i++) {
        tt_io_index_status status = tti_index_place_open(&place, index, i, p.recording, NULL);
        assert_int_equal(status, i == 1 ? TT_IO_INDEX_OTHER : TT_IO_INDEX_GOOD);
        tti_index_place_close(&place);
    }
    assert_false(index_pair_is_right(index, p.recording));
    assert_int_equal(index_pair_build(&p, false), TT_IO_INDEX_KEPT);
    tti_index_close(index);
    index_make_free(&m);
    index_pair_free(&p);
}

/* What is in the place of the recording meanwhile: nothing, the beginning of it, a folder, or
 * compressed data that ends too early. */
static void gone_meanwhile(void **state)
{
    index_pair p = index_pair_of(state);
    struct index_place place;
    index_make m;
    tt_io_index *index = make_both(&p, &m, 5);
    struct {
        size_t size;
        tt_io_index_status status;
    } const cuts[] = {
        {(size_t)tti_index_block(index, 1).end - 1, TT_IO_INDEX_OTHER},
        {(size_t)tti_index_block(index, 1).end, TT_IO_INDEX_GOOD},
        {(size_t)tti_index_block(index, 1).begin - 1, TT_IO_INDEX_OTHER},
        {0, TT_IO_INDEX_OTHER},
    };
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        host_files_write(p.recording, m.bytes.data, cuts[i].size);
        assert_int_equal(tti_index_place_open(&place, index, 1, p.recording, NULL), cuts[i].status);
        assert_true((place.input != NULL) == (cuts[i].status == TT_IO_INDEX_GOOD));
        tti_index_place_close(&place);
    }
    assert_int_equal(unlink(p.recording), 0);
    assert_int_equal(tti_index_place_open(&place, index, 1, p.recording, NULL), TT_IO_INDEX_SYSTEM);
    assert_int_equal(mkdir(p.recording, 0700), 0);
    assert_int_equal(tti_index_place_open(&place, index, 1, p.recording, NULL), TT_IO_INDEX_SYSTEM);
    assert_null(place.input);
    tti_index_close(index);
    index_make_free(&m);
    index_pair_free(&p);
}

#ifdef TT_HAVE_ZLIB
/* A compressed recording that ends, or is damaged, before or within an interval. */
static void packed_and_damaged(void **state)
{
    index_pair p = index_pair_of(state);
    struct index_place place;
    struct blob packed = {NULL, 0};
    index_make m;
    index_make_begin(&m, 5, "");
    m.noise = 200000;
    index_make_grow(&m, SIZE);
    pack_add_gz(&packed, (tt_bytes){m.bytes.data, m.bytes.size}, 1);
    host_files_write(p.recording, packed.data, packed.size);
    assert_int_equal(index_pair_build(&p, false), TT_IO_INDEX_BUILT);
    tt_io_index *index = index_pair_open(&p);
    uint32_t last = tti_index_foot(index)->blocks - 1;
    assert_true(last >= 1);
    assert_int_equal(tti_index_place_open(&place, index, last, p.recording, NULL),
                     TT_IO_INDEX_GOOD);
    tti_index_place_close(&place);
    uint32_t refused = 0;
    tt_index_block block = tti_index_block(index, last);
    for (size_t size = packed.size - 5; size > 100; size = size * 2 / 3) {
        host_files_write(p.recording, packed.data, size);
        tt_io_index_status status = tti_index_place_open(&place, index, last, p.recording, NULL);
        if (status == TT_IO_INDEX_GOOD) { /* all of the interval is there */
            assert_memory_equal(place.data, m.bytes.data + block.begin,
                                (size_t)(block.end - block.begin));
            tti_index_place_close(&place);
        } else {
            assert_int_equal(status, TT_IO_INDEX_OTHER);
            refused++;
        }
    }
    assert_true(refused > 0);
    tt_io_stop stop = {0};
    host_files_write(p.recording, packed.data, packed.size);
    tt_io_stop_want(&stop, 15);
    assert_int_equal(tti_index_place_open(&place, index, last, p.recording, &stop),
                     TT_IO_INDEX_SYSTEM);
    tti_index_close(index);
    blob_free(&packed);
    index_make_free(&m);
    index_pair_free(&p);
}
#endif

static void not_built(void **state)
{
    index_pair p = index_pair_of(state);
    assert_int_equal(index_pair_build(&p, false), TT_IO_INDEX_UNREADABLE);
    assert_string_equal(p.report.error.path, p.recording);
    host_files_write(p.recording, "no recording", 12);
    assert_int_equal(index_pair_build(&p, false), TT_IO_INDEX_NO_RECORDING);
    host_files_write(p.recording, "", 0);
    assert_int_equal(index_pair_build(&p, false), TT_IO_INDEX_NO_RECORDING);
    assert_int_not_equal(access(p.index, F_OK), 0);
    index_pair_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(every_form),         IN_FOLDER(find_at_edges),
        IN_FOLDER(extended),           IN_FOLDER(stale),
        IN_FOLDER(changed_inside),     IN_FOLDER(gone_meanwhile),
        IN_FOLDER(not_built),
#ifdef TT_HAVE_ZLIB
        IN_FOLDER(packed_and_damaged),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
