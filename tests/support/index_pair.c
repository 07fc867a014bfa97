/* SPDX-License-Identifier: MIT
 *
 * A recording beside its index.
 */
#include "support/index_pair.h"
#include "reading/index_check.h"
#include "recording/recording.h"

#include <stdlib.h>
#include <string.h>

#include "cm.h"
#include "host_files.h"
#include "index/file.h"
#include "support/host_pack.h"
#include "support/th_make.h"
#include "teetape/io/index_check.h"

index_pair index_pair_of(void *const *state)
{
    return (index_pair){.recording = host_files_path(state, "file"),
                        .index = host_files_path(state, "file" TT_IO_INDEX_SUFFIX)};
}

void index_pair_free(index_pair *p)
{
    free(p->recording);
    free(p->index);
}

tt_io_index_outcome index_pair_build(index_pair *p, bool force)
{
    tt_io_index_options how = {.recording = p->recording, .index = p->index, .force = force};
    return tt_io_index_build(&how, &p->report);
}

tt_io_index *index_pair_open(const index_pair *p)
{
    tt_io_error error;
    tt_io_index_status status;
    tt_io_index *index = tti_index_open(p->index, &status, &error);
    assert_non_null(index);
    assert_int_equal(status, TT_IO_INDEX_GOOD);
    return index;
}

/* A reader with its memory. */
struct reader {
    tt_recording rec;
    uint64_t scratch[TT_RECORDING_SCRATCH / 8];
};

/* Reads the next record, and the facts after it. Returns false at the end of the fed bytes. */
static bool read_record(struct reader *r, tt_fact *last)
{
    tt_item item;
    tt_status status;
    last->kind = TT_FACT_KINDS;
    do {
        status = tt_recording_next(&r->rec, &item);
        if (status == TT_OK && item.kind == TT_ITEM_FACT) {
            *last = *item.fact;
        }
    } while (status == TT_OK && !tt_recording_is_access_point(&r->rec));
    return status == TT_OK;
}

static void set_up(struct reader *r)
{
    tt_recording_recover(&r->rec, 1);
    tt_recording_want(&r->rec, TT_WANT_FACTS | TT_WANT_RECORDS, TT_FACTS_ALL);
}

/* Reads to `offset` with a reader from the start, and with a reader that resumed at a block, if
 * there is one. Compares both. */
static void read_both(struct reader *from_start, struct reader *resumed, uint64_t offset)
{
    tt_fact a, b;
    while (tt_recording_look(&from_start->rec).offset < offset) {
        assert_true(read_record(from_start, &a));
        if (resumed != NULL) {
            assert_true(read_record(resumed, &b));
            assert_int_equal(tt_recording_look(&from_start->rec).offset,
                             tt_recording_look(&resumed->rec).offset);
            assert_int_equal(a.kind, b.kind);
            assert_int_equal(a.kind < TT_FACT_KINDS ? a.session : 0,
                             a.kind < TT_FACT_KINDS ? b.session : 0);
        }
    }
    assert_int_equal(tt_recording_look(&from_start->rec).offset, offset);
}

static void check_state(tt_io_index *index, uint32_t block, const struct reader *r)
{
    static uint8_t packed[TT_RECORDING_STATE_MAX];
    tt_bytes have;
    tt_packer p = tt_packer_of(packed, sizeof packed);
    tt_recording_pack(&p, &r->rec);
    assert_int_equal(p.status, TT_OK);
    assert_true(tti_index_state(index, block, &have));
    assert_true(tt_bytes_equal(have, tt_packer_bytes(&p)));
}

void index_pair_check_states(tt_io_index *index, tt_bytes raw)
{
    struct reader *from_start = calloc(1, sizeof *from_start);
    struct reader *resumed = calloc(1, sizeof *resumed);
    assert_true(from_start != NULL && resumed != NULL);
    tt_recording_init(&from_start->rec, from_start->scratch, sizeof from_start->scratch);
    tt_recording_feed(&from_start->rec, raw.data, raw.size);
    set_up(from_start);
    read_both(from_start, NULL, tti_index_block(index, 0).begin);
    for (uint32_t i = 0; i < tti_index_foot(index)->blocks; i++) {
        tt_index_block block = tti_index_block(index, i);
        check_state(index, i, from_start);
        assert_true(tti_index_resume(index, i, &resumed->rec, resumed->scratch,
                                     sizeof resumed->scratch, raw));
        set_up(resumed);
        tt_recording_feed(&resumed->rec, raw.data + block.begin, raw.size - (size_t)block.begin);
        read_both(from_start, resumed, block.end);
    }
    free(from_start);
    free(resumed);
}

void index_pair_check_places(const index_pair *p, tt_io_index *index, tt_bytes raw)
{
    struct index_place place;
    for (uint32_t i = 0; i < tti_index_foot(index)->blocks; i++) {
        tt_index_block block = tti_index_block(index, i);
        assert_true(i == 0 ||
                    block.begin - tti_index_block(index, i - 1).begin >= TT_INDEX_INTERVAL / 2);
        assert_int_equal(tti_index_place_open(&place, index, i, p->recording, NULL),
                         TT_IO_INDEX_GOOD);
        assert_true(place.size >= block.end - block.begin);
        assert_memory_equal(place.data, raw.data + block.begin, (size_t)(block.end - block.begin));
        tti_index_place_close(&place);
    }
}

tt_io_index_status index_pair_fits(tt_io_index *index, const char *recording)
{
    size_t size;
    tt_io_error error;
    uint8_t *header =
        tti_index_header(tti_index_foot(index)->header_size, recording, NULL, &size, &error);
    tt_io_index_status status = tti_index_fits(index, recording, (tt_bytes){header, size});
    free(header);
    return status;
}

bool index_pair_is_right(tt_io_index *index, const char *recording)
{
    tt_io_error error;
    tt_io_reading r;
    tt_io_index_check *check = tti_index_check_new(index, &error);
    assert_non_null(check);
    const tt_io_reading_options how = {.no_index = true, .scan = tti_index_check_scan(check)};
    assert_true(tt_io_reading_open(&r, recording, &how));
    assert_false(tt_io_reading_next(&r));
    bool result = tti_index_check_end(check, &r, &error) == TT_IO_INDEX_GOOD &&
                  index_pair_fits(index, recording) == TT_IO_INDEX_GOOD;
    tt_io_reading_close(&r);
    tti_index_check_free(check);
    return result;
}

/* Builds the index of a recording that is stored as `stored`, and checks all of the index. */
static void check_stored(void **state, tt_bytes raw, tt_bytes stored, tt_index_codec codec,
                         bool has_points)
{
    index_pair p = index_pair_of(state);
    host_files_write(p.recording, stored.data, stored.size);
    assert_int_equal(index_pair_build(&p, true), TT_IO_INDEX_BUILT);
    assert_int_equal(index_pair_build(&p, false), TT_IO_INDEX_KEPT);
    tt_io_index *index = index_pair_open(&p);
    const tt_index_foot *foot = tti_index_foot(index);
    assert_int_equal(tti_index_fits(index, p.recording, raw), TT_IO_INDEX_GOOD);
    assert_int_equal(foot->format, tti_format_told(raw));
    assert_int_equal(foot->codec, codec);
    assert_int_equal(foot->ending,
                     foot->format == TT_FORMAT_DEMO ? TT_INDEX_FINISHED : TT_INDEX_OPEN);
    assert_int_equal(foot->indexed, raw.size);
    assert_int_equal(foot->stored, stored.size);
    assert_int_equal(foot->errors, 0);
    assert_true(foot->warnings == 0 || foot->format == TT_FORMAT_DEMO);
    assert_in_range(foot->blocks, 3, 6);
    if (has_points != (foot->access_points != 0)) {
        fail_msg("codec %d: %u access points", (int)codec, foot->access_points);
    }
    assert_true(has_points
                    ? tti_index_granularity(index) < 2 * TT_INDEX_INTERVAL
                    : tti_index_granularity(index) == (codec == TT_INDEX_PLAIN ? 0 : raw.size));
    if (TT_TEST_SHARE == 1 || codec == TT_INDEX_PLAIN) {
        index_pair_check_states(index, raw);
    }
    index_pair_check_places(&p, index, raw);
    assert_true(index_pair_is_right(index, p.recording));
    tti_index_close(index);
    index_pair_free(&p);
}

void index_pair_check_forms(void **state, tt_bytes raw)
{
    struct blob packed = {NULL, 0};
    check_stored(state, raw, raw, TT_INDEX_PLAIN, false);
#ifdef TT_HAVE_LZMA
    pack_add_xz(&packed, raw, 700000, 1);
    check_stored(state, raw, blob_part(&packed, 0, packed.size), TT_INDEX_XZ, true);
    blob_free(&packed);
    pack_add_xz(&packed, raw, 0, 0);
    check_stored(state, raw, blob_part(&packed, 0, packed.size), TT_INDEX_XZ, false);
    blob_free(&packed);
#endif
#ifdef TT_HAVE_ZSTD
    pack_add_zstd_seekable(&packed, raw, 600000, 1);
    check_stored(state, raw, blob_part(&packed, 0, packed.size), TT_INDEX_ZSTD, true);
    blob_free(&packed);
    pack_add_zstd(&packed, raw);
    check_stored(state, raw, blob_part(&packed, 0, packed.size), TT_INDEX_ZSTD, false);
    blob_free(&packed);
#endif
#ifdef TT_HAVE_ZLIB
    pack_add_gz(&packed, raw, 6);
    check_stored(state, raw, blob_part(&packed, 0, packed.size), TT_INDEX_GZIP, true);
    blob_free(&packed);
#endif
    (void)packed;
}

void index_pair_check_made_at_once(index_pair *p)
{
    size_t size, again_size;
    unsigned char *have = host_files_read(p->index, &size);
    assert_int_equal(index_pair_build(p, true), TT_IO_INDEX_BUILT);
    unsigned char *again = host_files_read(p->index, &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(have, again, size);
    free(have);
    free(again);
}

void index_pair_expect_anew(index_pair *p, tt_io_index_status old)
{
    assert_int_equal(index_pair_build(p, false), TT_IO_INDEX_BUILT);
    assert_int_equal(p->report.old, old);
    tt_io_index *index = index_pair_open(p);
    assert_true(index_pair_is_right(index, p->recording));
    tti_index_close(index);
}
