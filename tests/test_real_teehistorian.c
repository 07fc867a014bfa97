/* SPDX-License-Identifier: MIT
 *
 * Every recording below tests/recordings, and below the folder that TT_RECORDINGS names if it does,
 * plain or compressed: what is read strictly from it and written again are its bytes; and whenever
 * the writer is killed, what it has passed on by then can be read.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "support/th_make.h"
#include "teehistorian/write.h"
#include "teetape/io/input.h"
#include "teetape/io/walk.h"
#include "teetape/teehistorian_write.h"

/* From a file to a reader, a writer and back. */
typedef struct trip {
    const char *path;
    th_make fed; /* bytes that were fed and are not written again yet */
    uint64_t written;
    int has_header;  /* in what is written */
    size_t longest;  /* record but for the header */
    tt_th th, again; /* `again` reads what is written */
    tt_th_writer writer;
    tt_world world, world_again;
    uint8_t scratch[TT_TH_SCRATCH], scratch_again[TT_TH_SCRATCH];
    uint8_t buffer[4096];
} trip;

static tt_io_list files;
static trip t;

/* A piece was passed on, and then the writer is killed. Pieces end between two records, unless one
 * of them, or the header, is larger than the buffer. */
static void check_readable(const trip *r)
{
    uint64_t whole = tt_th_look(&r->again).offset;
    if (r->has_header && whole != r->written && r->longest <= tti_th_writer_seen(&r->writer)->cap)
        fail_msg("%s: a record is split at %llu", r->path, (unsigned long long)r->written);
}

static int put(void *user, tt_bytes piece)
{
    trip *r = user;
    tt_th_event event;
    tt_status status;
    if (piece.size > r->fed.size || memcmp(piece.data, r->fed.data, piece.size) != 0)
        fail_msg("%s differs after %llu", r->path, (unsigned long long)r->written);
    r->fed.size -= piece.size;
    memmove(r->fed.data, r->fed.data + piece.size, r->fed.size);
    r->written += piece.size;
    tt_th_feed(&r->again, piece.data, piece.size);
    while ((status = tt_th_next(&r->again, &event)) == TT_OK)
        r->has_header = 1;
    assert_true(status == TT_MORE || status == TT_END);
    check_readable(r);
    return 0;
}

static void write_events(trip *r)
{
    tt_th_event event;
    tt_status status;
    while ((status = tt_th_next(&r->th, &event)) == TT_OK) {
        tt_status wrote = TT_OK;
        if (event.kind != TT_TH_HEADER && event.size > r->longest)
            r->longest = event.size;
        if (event.kind == TT_TH_HEADER)
            wrote = tt_th_write_header(&r->writer, tt_th_look(&r->th).header->json);
        else if ((wrote = tt_th_write_event(&r->writer, &event)) == TT_ERR_TH_WRITE_SAME)
            wrote = tt_th_write_copy(&r->writer, &event, tt_th_record(&r->th, &event));
        if (wrote != TT_OK)
            fail_msg("%s, offset %llu: %s", r->path, (unsigned long long)event.offset,
                     tt_status_name(wrote));
    }
    if (status < 0)
        fail_msg("%s, offset %llu: %s", r->path,
                 (unsigned long long)tt_th_look(&r->th).error->offset, tt_status_name(status));
}

/* 0 when it is no recording. */
static int check_file(const char *path, size_t buffer)
{
    tt_io_error error;
    tt_bytes piece;
    tt_io_input *in = tt_io_input_open(path, NULL, &error);
    assert_non_null(in);
    memset(&t, 0, sizeof t);
    t.path = path;
    tt_th_init(&t.th, &t.world, t.scratch, sizeof t.scratch);
    tt_th_init(&t.again, &t.world_again, t.scratch_again, sizeof t.scratch_again);
    tt_th_writer_init(&t.writer, t.buffer, buffer, put, &t);
    tt_io_input_status next;
    while ((next = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE) {
        if (tt_th_look(&t.th).offset == 0 && t.fed.size == 0 &&
            (piece.size < 16 || memcmp(piece.data, tt_th_magic.bytes, 16) != 0))
            break;
        th_make_bytes(&t.fed, piece.data, piece.size);
        tt_th_feed(&t.th, piece.data, piece.size);
        write_events(&t);
    }
    if (next == TT_IO_INPUT_END) {
        tt_th_feed(&t.th, NULL, 0);
        write_events(&t);
        tt_th_write_flush(&t.writer);
        assert_int_equal(t.fed.size, 0);
        assert_int_equal(tt_th_look(&t.again).finished, tt_th_look(&t.th).finished);
    }
    tt_io_input_close(in);
    th_make_free(&t.fed);
    return next == TT_IO_INPUT_END && t.written != 0;
}

static void recordings_are_written_again(void **state)
{
    (void)state;
    static const size_t buffers[] = {TT_TH_WRITE_MIN, 4096, 300};
    int recordings = 0;
    for (size_t i = 0; i < files.count; i++) {
        int is_one = 0;
        for (size_t b = 0; b < sizeof buffers / sizeof buffers[0]; b++)
            is_one = check_file(files.entries[i].path, buffers[b]);
        recordings += is_one;
    }
    print_message("%d recordings\n", recordings);
    assert_true(recordings >= TH_RECORDINGS);
}

/* A disk may take any number of bytes of a piece: all that is wrong then is the last record. */
static void every_beginning_can_be_read(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_make_recording(&m, th_recordings[2]);
    size_t head = 16 + strlen((char *)m.data + 16) + 1;
    assert_in_range(m.size, head + 100, 4000);
    for (size_t size = head; size < m.size; size++) {
        tt_th_event event;
        tt_status status;
        tt_th_init(&t.th, &t.world, t.scratch, sizeof t.scratch);
        tt_th_feed(&t.th, m.data, size);
        tt_th_feed(&t.th, NULL, 0);
        while ((status = tt_th_next(&t.th, &event)) == TT_OK) {
        }
        assert_true(status == TT_END || status == TT_ERR_TH_TRUNCATED);
        assert_int_equal(status == TT_END, tt_th_look(&t.th).offset == size);
        assert_false(tt_th_look(&t.th).finished);
    }
    th_make_free(&m);
}

static void report(void *user, const char *path, const tt_io_error *error)
{
    (void)user;
    fprintf(stderr, "%s: %s\n", path, error->text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_are_written_again),
        cmocka_unit_test(every_beginning_can_be_read),
    };
    const char *folders[2] = {TT_SOURCE_DIR "/tests/recordings", getenv("TT_RECORDINGS")};
    if (!tt_io_walk(&files, folders, folders[1] != NULL ? 2 : 1, true, report, NULL))
        return 1;
    int failed = cmocka_run_group_tests_name("real teehistorian", tests, NULL, NULL);
    tt_io_list_free(&files);
    return failed;
}
