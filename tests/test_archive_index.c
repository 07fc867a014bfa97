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

#include "archive/index_build.h"
#include "archive/index_check.h"
#include "archive/index_seek.h"
#include "cm.h"
#include "host_files.h"
#include "support/host_pack.h"
#include "support/index_make.h"
#include "teetape/teehistorian_past.h"

#define SIZE ((size_t)2700000)

/* A recording beside its index. */
struct pair {
    char *recording, *index;
    struct archive_index_report report;
};

static struct pair pair_of(void *const *state)
{
    return (struct pair){.recording = host_files_path(state, "file"),
                         .index = host_files_path(state, "file" ARCHIVE_INDEX_SUFFIX)};
}

static void pair_free(struct pair *p)
{
    free(p->recording);
    free(p->index);
}

static enum archive_index_outcome build(struct pair *p, bool force)
{
    struct archive_index_wish wish = {.recording = p->recording, .index = p->index, .force = force};
    return archive_index_build(&wish, &p->report);
}

static struct archive_index *open_index(const struct pair *p)
{
    struct host_error error;
    enum archive_index_status status;
    struct archive_index *index = archive_index_open(p->index, &status, &error);
    assert_non_null(index);
    assert_int_equal(status, ARCHIVE_INDEX_GOOD);
    return index;
}

/* A recording of SIZE bytes, and its index. */
static struct archive_index *make_both(struct pair *p, index_make *m, uint64_t seed)
{
    index_make_begin(m, seed, "");
    index_make_grow(m, SIZE);
    host_files_write(p->recording, m->bytes.data, m->bytes.size);
    assert_int_equal(build(p, false), ARCHIVE_INDEX_BUILT);
    return open_index(p);
}

/* A reader of a whole recording in memory. */
struct reader {
    tt_th th;
    tt_world world;
    tt_th_past past;
    uint8_t scratch[TT_TH_SCRATCH];
};

static struct reader *reader_new(const th_make *m)
{
    tt_th_event event;
    struct reader *r = malloc(sizeof *r);
    assert_non_null(r);
    tt_th_init(&r->th, &r->world, r->scratch, sizeof r->scratch);
    tt_th_past_init(&r->past);
    tt_th_feed(&r->th, m->data, m->size);
    tt_th_end(&r->th);
    assert_int_equal(tt_th_next(&r->th, &event), TT_OK);
    return r;
}

/* Every block has the state that a reader has who comes from the start. */
static void check_states(struct archive_index *index, const th_make *m)
{
    static uint8_t packed[TT_TH_STATE_MAX];
    tt_th_event event;
    tt_bytes have;
    struct reader *r = reader_new(m);
    for (uint32_t i = 0; i < archive_index_foot(index)->blocks; i++) {
        tt_index_block block = archive_index_block(index, i);
        while (tt_th_offset(&r->th) < block.begin) {
            assert_int_equal(tt_th_next(&r->th, &event), TT_OK);
            tt_th_past_follow(&r->past, &event, &r->world);
        }
        assert_int_equal(tt_th_offset(&r->th), block.begin);
        assert_int_equal(r->world.tick, block.tick);
        assert_int_equal(r->past.sessions, block.first_session);
        tt_packer p = tt_packer_of(packed, sizeof packed);
        tt_th_state_pack(&p, &r->th, &r->past);
        assert_int_equal(p.status, TT_OK);
        assert_true(archive_index_state(index, i, &have));
        assert_true(tt_bytes_equal(tt_recording_th_state(have), tt_packer_bytes(&p)));
    }
    free(r);
}

/* Every block leads to its interval. */
static void check_places(const struct pair *p, struct archive_index *index, const th_make *m)
{
    struct archive_place place;
    for (uint32_t i = 0; i < archive_index_foot(index)->blocks; i++) {
        tt_index_block block = archive_index_block(index, i);
        assert_true(block.begin == archive_index_foot(index)->header_size ||
                    block.begin - archive_index_block(index, i - 1).begin >= TT_INDEX_INTERVAL / 2);
        assert_int_equal(archive_place_open(&place, index, i, p->recording, NULL),
                         ARCHIVE_INDEX_GOOD);
        assert_true(place.size >= block.end - block.begin);
        assert_memory_equal(place.data, m->data + block.begin, (size_t)(block.end - block.begin));
        archive_place_close(&place);
    }
}

static void on_restart(void *user, const struct host_restart *restart)
{
    struct archive_check *check = user;
    archive_check_restart(check, restart);
}

/* What verify does; the pieces of the recording are cut at random places. */
static bool is_right(struct archive_index *index, const char *recording)
{
    struct host_error error;
    tt_bytes piece;
    enum host_input_status status;
    uint64_t seed = 7;
    struct archive_check *check = archive_check_new(index);
    struct host_input_options options = {.on_restart = on_restart, .restart_user = check};
    struct host_input *input = host_input_open(recording, &options, &error);
    assert_true(check != NULL && input != NULL);
    while ((status = host_input_next(input, &piece)) == HOST_INPUT_PIECE) {
        while (piece.size != 0) {
            size_t size = 1 + random_next(&seed) % piece.size;
            archive_check_piece(check, (tt_bytes){piece.data, size});
            piece.data += size;
            piece.size -= size;
        }
    }
    bool result = archive_check_end(check, status == HOST_INPUT_FAILED);
    archive_check_free(check);
    host_input_close(input);
    return result;
}

/* Builds the index of a recording that is stored as `stored`, and checks all of it. */
static void check_stored(void **state, const th_make *raw, tt_bytes stored, tt_index_codec codec,
                         bool has_restarts)
{
    struct pair p = pair_of(state);
    host_files_write(p.recording, stored.data, stored.size);
    assert_int_equal(build(&p, true), ARCHIVE_INDEX_BUILT);
    assert_int_equal(build(&p, false), ARCHIVE_INDEX_KEPT);
    struct archive_index *index = open_index(&p);
    const tt_index_foot *foot = archive_index_foot(index);
    assert_int_equal(archive_index_fits(index, p.recording, (tt_bytes){raw->data, raw->size}),
                     ARCHIVE_INDEX_GOOD);
    assert_int_equal(foot->codec, codec);
    assert_int_equal(foot->ending, TT_INDEX_OPEN);
    assert_int_equal(foot->indexed, raw->size);
    assert_int_equal(foot->stored, stored.size);
    assert_int_equal(foot->errors + foot->warnings, 0);
    assert_in_range(foot->blocks, 3, 6);
    if (has_restarts != (foot->restarts != 0)) {
        fail_msg("codec %d: %u places to restart at", (int)codec, foot->restarts);
    }
    assert_true(has_restarts ? archive_index_granularity(index) < 2 * TT_INDEX_INTERVAL
                             : archive_index_granularity(index) ==
                                   (codec == TT_INDEX_PLAIN ? 0 : raw->size));
    check_states(index, raw);
    check_places(&p, index, raw);
    assert_true(is_right(index, p.recording));
    archive_index_close(index);
    pair_free(&p);
}

/* The same recording in every form. */
static void every_form(void **state)
{
    index_make m;
    index_make_begin(&m, 1, "");
    m.every = 20000;
    m.noise = 6000;
    index_make_grow(&m, SIZE);
    tt_bytes raw = {m.bytes.data, m.bytes.size};
    struct blob packed = {NULL, 0};
    check_stored(state, &m.bytes, raw, TT_INDEX_PLAIN, false);
#ifdef TT_HAVE_LZMA
    pack_add_xz(&packed, raw, 700000, 1);
    check_stored(state, &m.bytes, blob_part(&packed, 0, packed.size), TT_INDEX_XZ, true);
    blob_free(&packed);
    pack_add_xz(&packed, raw, 0, 0);
    check_stored(state, &m.bytes, blob_part(&packed, 0, packed.size), TT_INDEX_XZ, false);
    blob_free(&packed);
#endif
#ifdef TT_HAVE_ZSTD
    pack_add_zstd_seekable(&packed, raw, 600000, 1);
    check_stored(state, &m.bytes, blob_part(&packed, 0, packed.size), TT_INDEX_ZSTD, true);
    blob_free(&packed);
    pack_add_zstd(&packed, raw);
    check_stored(state, &m.bytes, blob_part(&packed, 0, packed.size), TT_INDEX_ZSTD, false);
    blob_free(&packed);
#endif
#ifdef TT_HAVE_ZLIB
    pack_add_gz(&packed, raw, 6);
    check_stored(state, &m.bytes, blob_part(&packed, 0, packed.size), TT_INDEX_GZIP, true);
    blob_free(&packed);
#endif
    index_make_free(&m);
}

/* A place to look up, and the first and the last tick that lead to the same block. */
static void find_at_edges(void **state)
{
    struct pair p = pair_of(state);
    index_make m;
    struct archive_index *index = make_both(&p, &m, 2);
    uint32_t blocks = archive_index_foot(index)->blocks;
    assert_int_equal(archive_index_find(index, INT32_MIN), 0);
    assert_int_equal(archive_index_find(index, 0), 0);
    assert_int_equal(archive_index_find(index, INT32_MAX), blocks - 1);
    for (uint32_t i = 1; i < blocks; i++) {
        int32_t tick = archive_index_block(index, i).tick;
        assert_true(tick > archive_index_block(index, i - 1).tick);
        assert_int_equal(archive_index_find(index, tick), i - 1); /* more of it may stand before */
        assert_int_equal(archive_index_find(index, tick + 1), i);
    }
    archive_index_close(index);
    index_make_free(&m);
    pair_free(&p);
}

/* Whether the index is, byte for byte, the one that is made at once. */
static void check_made_at_once(struct pair *p)
{
    size_t size, again_size;
    unsigned char *have = host_files_read(p->index, &size);
    assert_int_equal(build(p, true), ARCHIVE_INDEX_BUILT);
    unsigned char *again = host_files_read(p->index, &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(have, again, size);
    free(have);
    free(again);
}

/* A server writes, and stops anywhere: also inside a record. */
static void extended(void **state)
{
    struct pair p = pair_of(state);
    index_make m;
    uint64_t seed = 99;
    index_make_begin(&m, 3, "");
    size_t header = m.bytes.size;
    index_make_grow(&m, SIZE);
    TH_INTS(&m.bytes, TH_FINISH);
    host_files_write(p.recording, m.bytes.data, header);
    assert_int_equal(build(&p, false), ARCHIVE_INDEX_BUILT);
    for (size_t size = header; size < m.bytes.size;) {
        size_t more =
            random_next(&seed) % 4 == 0 ? 1 + random_next(&seed) % 40 : random_next(&seed) % 300000;
        more = more < m.bytes.size - size ? more : m.bytes.size - size;
        host_files_append(p.recording, m.bytes.data + size, more);
        size += more;
        assert_int_equal(build(&p, false), more != 0 ? ARCHIVE_INDEX_EXTENDED : ARCHIVE_INDEX_KEPT);
        check_made_at_once(&p);
    }
    struct archive_index *index = open_index(&p);
    assert_int_equal(archive_index_foot(index)->ending, TT_INDEX_FINISHED);
    assert_int_equal(archive_index_foot(index)->indexed, m.bytes.size);
    check_states(index, &m.bytes);
    assert_true(is_right(index, p.recording));
    archive_index_close(index);
    index_make_free(&m);
    pair_free(&p);
}

/* The index is made anew, because it was `old`, and then it is right. */
static void expect_anew(struct pair *p, enum archive_index_status old)
{
    assert_int_equal(build(p, false), ARCHIVE_INDEX_BUILT);
    assert_int_equal(p->report.old, old);
    struct archive_index *index = open_index(p);
    assert_true(is_right(index, p->recording));
    archive_index_close(index);
}

static void stale(void **state)
{
    struct pair p = pair_of(state);
    index_make m, other;
    index_make_begin(&m, 4, ",\"map_name\":\"one\"");
    index_make_grow(&m, SIZE);
    index_make_begin(&other, 4, ",\"map_name\":\"two\"");
    index_make_grow(&other, SIZE);
    assert_int_equal(other.bytes.size, m.bytes.size);
    host_files_write(p.recording, m.bytes.data, m.bytes.size);
    expect_anew(&p, ARCHIVE_INDEX_NONE);
    /* another header, and the same size */
    host_files_write(p.recording, other.bytes.data, other.bytes.size);
    expect_anew(&p, ARCHIVE_INDEX_OTHER);
    /* shorter */
    host_files_write(p.recording, other.bytes.data, other.bytes.size - 100);
    expect_anew(&p, ARCHIVE_INDEX_OTHER);
    /* longer, and the interval that would be read again is another one */
    other.bytes.data[other.bytes.size - 200] ^= 1;
    host_files_write(p.recording, other.bytes.data, other.bytes.size);
    expect_anew(&p, ARCHIVE_INDEX_OTHER);
    /* the same size, and other bytes at the end */
    other.bytes.data[other.bytes.size - 200] ^= 1;
    host_files_write(p.recording, other.bytes.data, other.bytes.size);
    expect_anew(&p, ARCHIVE_INDEX_OTHER);
    /* one with FINISH does not grow */
    TH_INTS(&m.bytes, TH_FINISH);
    host_files_write(p.recording, m.bytes.data, m.bytes.size);
    assert_int_equal(build(&p, true), ARCHIVE_INDEX_BUILT);
    host_files_append(p.recording, "\x41", 1);
    expect_anew(&p, ARCHIVE_INDEX_OTHER);
    host_files_write(p.index, "TTIDX", 5);
    expect_anew(&p, ARCHIVE_INDEX_DAMAGED);
    index_make_free(&m);
    index_make_free(&other);
    pair_free(&p);
}

/* A byte in the middle: only who reads that interval, or all of them, can know. */
static void changed_inside(void **state)
{
    struct pair p = pair_of(state);
    struct archive_place place;
    index_make m;
    struct archive_index *index = make_both(&p, &m, 5);
    assert_int_equal(archive_index_foot(index)->blocks, 3);
    m.bytes.data[archive_index_block(index, 2).begin - 1] ^= 0x40;
    host_files_write(p.recording, m.bytes.data, m.bytes.size);
    for (uint32_t i = 0; i < 3; i++) {
        enum archive_index_status status = archive_place_open(&place, index, i, p.recording, NULL);
        assert_int_equal(status, i == 1 ? ARCHIVE_INDEX_OTHER : ARCHIVE_INDEX_GOOD);
        archive_place_close(&place);
    }
    assert_false(is_right(index, p.recording));
    assert_int_equal(build(&p, false), ARCHIVE_INDEX_KEPT);
    archive_index_close(index);
    index_make_free(&m);
    pair_free(&p);
}

/* What stands in the place of the recording meanwhile: nothing, the beginning of it, a folder, or
 * compressed data that ends too early. */
static void gone_meanwhile(void **state)
{
    struct pair p = pair_of(state);
    struct archive_place place;
    index_make m;
    struct archive_index *index = make_both(&p, &m, 5);
    struct {
        size_t size;
        enum archive_index_status status;
    } const cuts[] = {
        {(size_t)archive_index_block(index, 1).end - 1, ARCHIVE_INDEX_OTHER},
        {(size_t)archive_index_block(index, 1).end, ARCHIVE_INDEX_GOOD},
        {(size_t)archive_index_block(index, 1).begin - 1, ARCHIVE_INDEX_OTHER},
        {0, ARCHIVE_INDEX_OTHER},
    };
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        host_files_write(p.recording, m.bytes.data, cuts[i].size);
        assert_int_equal(archive_place_open(&place, index, 1, p.recording, NULL), cuts[i].status);
        assert_true((place.input != NULL) == (cuts[i].status == ARCHIVE_INDEX_GOOD));
        archive_place_close(&place);
    }
    assert_int_equal(unlink(p.recording), 0);
    assert_int_equal(archive_place_open(&place, index, 1, p.recording, NULL), ARCHIVE_INDEX_SYSTEM);
    assert_int_equal(mkdir(p.recording, 0700), 0);
    assert_int_equal(archive_place_open(&place, index, 1, p.recording, NULL), ARCHIVE_INDEX_SYSTEM);
    assert_null(place.input);
    archive_index_close(index);
    index_make_free(&m);
    pair_free(&p);
}

#ifdef TT_HAVE_ZLIB
/* A compressed recording that ends, or is damaged, before or within an interval. */
static void packed_and_damaged(void **state)
{
    struct pair p = pair_of(state);
    struct archive_place place;
    struct blob packed = {NULL, 0};
    index_make m;
    index_make_begin(&m, 5, "");
    m.noise = 200000;
    index_make_grow(&m, SIZE);
    pack_add_gz(&packed, (tt_bytes){m.bytes.data, m.bytes.size}, 1);
    host_files_write(p.recording, packed.data, packed.size);
    assert_int_equal(build(&p, false), ARCHIVE_INDEX_BUILT);
    struct archive_index *index = open_index(&p);
    uint32_t last = archive_index_foot(index)->blocks - 1;
    assert_true(last >= 1);
    assert_int_equal(archive_place_open(&place, index, last, p.recording, NULL),
                     ARCHIVE_INDEX_GOOD);
    archive_place_close(&place);
    uint32_t refused = 0;
    tt_index_block block = archive_index_block(index, last);
    for (size_t size = packed.size - 5; size > 100; size = size * 2 / 3) {
        host_files_write(p.recording, packed.data, size);
        enum archive_index_status status =
            archive_place_open(&place, index, last, p.recording, NULL);
        if (status == ARCHIVE_INDEX_GOOD) { /* all of the interval is there */
            assert_memory_equal(place.data, m.bytes.data + block.begin,
                                (size_t)(block.end - block.begin));
            archive_place_close(&place);
        } else {
            assert_int_equal(status, ARCHIVE_INDEX_OTHER);
            refused++;
        }
    }
    assert_true(refused > 0);
    struct host_stop stop = {0};
    host_files_write(p.recording, packed.data, packed.size);
    host_stop_want(&stop, 15);
    assert_int_equal(archive_place_open(&place, index, last, p.recording, &stop),
                     ARCHIVE_INDEX_SYSTEM);
    archive_index_close(index);
    blob_free(&packed);
    index_make_free(&m);
    pair_free(&p);
}
#endif

static void not_built(void **state)
{
    struct pair p = pair_of(state);
    assert_int_equal(build(&p, false), ARCHIVE_INDEX_UNREADABLE);
    host_files_write(p.recording, "no recording", 12);
    assert_int_equal(build(&p, false), ARCHIVE_INDEX_NO_RECORDING);
    host_files_write(p.recording, "", 0);
    assert_int_equal(build(&p, false), ARCHIVE_INDEX_NO_RECORDING);
    assert_int_not_equal(access(p.index, F_OK), 0);
    pair_free(&p);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, host_files_setup, host_files_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_form),         TEST(find_at_edges),  TEST(extended),  TEST(stale),
        TEST(changed_inside),     TEST(gone_meanwhile), TEST(not_built),
#ifdef TT_HAVE_ZLIB
        TEST(packed_and_damaged),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
