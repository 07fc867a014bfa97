/* SPDX-License-Identifier: MIT
 *
 * Tests of tti_input_seek: what is read from any place is what lies there, for every format in
 * every shape; damaged and lying tables give the right bytes or an error.
 */
#include "host/posix.h"

#include "teetape/io/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cm.h"
#include "host/fd.h"
#include "host/input_state.h"
#include "host/inside.h"
#include "host_files.h"
#include "support/host_pack.h"

#ifdef TT_HAVE_ZLIB
#include <zlib.h>
#endif

/* Half of it where another build takes all. */
#define TEXT ((size_t)1500000 / (TT_TEST_SHARE == 1 ? 1 : 2))
#define SEEKS (60 / TT_TEST_SHARE)

static tt_io_error error;
static bool may_be_shorter; /* a cut between two members leaves a whole file */

/* Where the data of the inputs is. */
static enum { FROM_PATH, FROM_BYTES, FROM_FD } from;
static tt_bytes memory; /* from bytes: of the last input */
static int opened = -1; /* from an open file: its descriptor */

/* Places that were reported, windows copied. */
struct places {
    tt_io_access_point list[400];
    size_t count;
};

static void keep(void *user, const tt_io_access_point *point)
{
    struct places *places = user;
    tt_io_access_point *copy = &places->list[places->count++];
    assert_true(places->count <= 400);
    assert_true(point->bits <= 7 && point->window.size <= 32768);
    *copy = *point;
    if (point->window.size > 0) {
        copy->window.data = blob_copy(point->window).data;
    }
    assert_true(places->count == 1 || copy->raw > copy[-1].raw);
}

static void places_free(struct places *places)
{
    for (size_t i = 0; i < places->count; i++) {
        free((void *)(uintptr_t)places->list[i].window.data);
    }
    places->count = 0;
}

/* Reads `size` bytes, or to the end when it is SIZE_MAX; false when that failed. `text` is what
 * follows. */
static bool reads(tt_io_input *in, tt_bytes text, size_t size)
{
    tt_bytes piece;
    size_t at = 0;
    bool same = true;
    while (at < size) {
        tt_io_input_status status = tt_io_input_next(in, &piece);
        if (status != TT_IO_INPUT_PIECE) {
            if (status ==
                TT_IO_INPUT_END) { /* a reader that says that all is well has to be right */
                assert_true(same);
                assert_true(at == text.size || (may_be_shorter && at < text.size));
            } else {
                assert_int_equal(status, TT_IO_INPUT_FAILED);
                assert_true(tt_io_input_error(in)->text[0] != '\0');
            }
            return status == TT_IO_INPUT_END;
        }
        assert_true(piece.size > 0);
        same = same && piece.size <= text.size - at &&
               memcmp(piece.data, text.data + at, piece.size) == 0;
        at += piece.size;
    }
    assert_true(same);
    return true;
}

/* One at a time is open: it remains ours when the input is closed. */
static tt_io_input *open_fd(const char *path, const tt_io_input_options *options)
{
    if (opened >= 0) {
        close(opened);
    }
    opened = open(path, O_RDONLY);
    assert_true(opened >= 0);
    return tti_host_input_open_fd(NULL, opened, path, options, &error);
}

/* All of the file in memory of exactly its size, for the address sanitizer. */
static tt_io_input *open_bytes(const char *path, const tt_io_input_options *options)
{
    struct stat facts;
    int fd = open(path, O_RDONLY);
    assert_true(fd >= 0 && fstat(fd, &facts) == 0);
    size_t size = (size_t)facts.st_size, got;
    uint8_t *data = malloc(size > 0 ? size : 1);
    assert_int_equal(tti_host_fd_read(fd, data, size, &got), 0);
    assert_int_equal(got, size);
    close(fd);
    free((void *)(uintptr_t)memory.data);
    memory = (tt_bytes){data, size};
    return tti_host_input_reopen(NULL, NULL, memory, options, &error);
}

static tt_io_input *open_input(const char *path, struct places *places, uint64_t every)
{
    const tt_io_input_options options = {.on_access_point = places == NULL ? NULL : keep,
                                         .access_point_user = places,
                                         .access_point_every = every};
    tt_io_input *in = strcmp(path, "-") == 0 || from == FROM_PATH
                          ? tt_io_input_open(path, &options, &error)
                      : from == FROM_FD ? open_fd(path, &options)
                                        : open_bytes(path, &options);
    assert_non_null(in);
    return in;
}

/* Everything a file that is in order has to do. `widest` is what its granularity is at most. */
static void check_whole(const char *path, const struct blob *text, uint64_t every, uint64_t widest)
{
    static struct places places;
    uint64_t random = 11;
    may_be_shorter = false;
    places.count = 0;
    tt_io_input *in = open_input(path, &places, every);
    assert_true(reads(in, blob_part(text, 0, text->size), SIZE_MAX));
    uint64_t granularity = tti_io_input_granularity(in);
    bool has_table = granularity != UINT64_MAX;
    assert_true(granularity <= widest || (!has_table && places.count != 0));
    for (size_t i = 0; i < places.count; i++) {
        uint64_t distance = places.list[i].raw - (i == 0 ? 0 : places.list[i - 1].raw);
        assert_true(distance >= every && (has_table || distance <= widest));
    }
    size_t told = places.count;
    /* The reader of a format does not know where its bytes come from: a third is enough there. */
    int seeks = from == FROM_PATH || TT_TEST_SHARE > 1 ? SEEKS : SEEKS / 3;
    for (int i = 0; i < seeks; i++) {
        size_t offset = random_next(&random) % (text->size + 1);
        offset = i == 0 ? text->size : i == 1 ? 0 : i == 2 ? text->size - 1 : offset;
        size_t size = random_next(&random) % 4 == 0 ? SIZE_MAX : random_next(&random) % 3000;
        size = size < text->size - offset ? size : SIZE_MAX;
        assert_true(tti_input_seek(in, offset, places.list, told));
        assert_int_equal(tt_io_input_error(in)->status, TT_OK);
        assert_true(reads(in, blob_part(text, offset, text->size), size));
        if (i % 8 == 0) { /* from the beginning, too, nothing is dragged along */
            tt_io_input_close(in);
            in = open_input(path, NULL, 0);
        }
    }
    /* After the end there is nothing. */
    assert_true(!tti_input_seek(in, text->size + 1, places.list, told) ||
                !reads(in, blob_part(text, text->size, text->size), 1));
    assert_int_equal(tt_io_input_error(in)->status, TT_ERR_COMPRESSED_DATA);
    /* And after that all is well again. */
    assert_true(tti_input_seek(in, text->size / 2, places.list, told));
    assert_true(reads(in, blob_part(text, text->size / 2, text->size), SIZE_MAX));
    tt_io_input_close(in);
    places_free(&places);
}

static void check_blob(void **state, const struct blob *packed, const struct blob *text,
                       uint64_t every, uint64_t widest)
{
    char *path = host_files_path(state, "packed");
    host_files_write(path, packed->data, packed->size);
    check_whole(path, text, every, widest);
    free(path);
}

static void test_plain(void **state)
{
    struct blob text = blob_text(TEXT, 3);
    check_blob(state, &text, &text, 1 << 20, 0);
    text.size = 3;
    check_blob(state, &text, &text, 1 << 20, 0);
    blob_free(&text);
}

/* Reading goes on where the reader is when no place is nearer. */
static void test_forward(void **state)
{
    struct blob text = blob_text(TEXT, 3);
    char *path = host_files_path(state, "file");
    host_files_write(path, text.data, text.size);
    tt_io_input *in = open_input(path, NULL, 0);
    assert_true(tti_input_seek(in, 10, NULL, 0));
    assert_true(tti_input_seek(in, 1000, NULL, 0));
    assert_true(tti_input_seek(in, 5, NULL, 0));
    assert_true(reads(in, blob_part(&text, 5, text.size), 100));
    tt_io_input_close(in);
#ifdef TT_HAVE_ZLIB
    struct blob packed = {NULL, 0};
    pack_add_gz(&packed, blob_part(&text, 0, text.size), 1);
    host_files_write(path, packed.data, packed.size);
    in = open_input(path, NULL, 0);
    for (size_t at = 0; at < text.size; at += 100000) {
        assert_true(tti_input_seek(in, at, NULL, 0));
        assert_true(reads(in, blob_part(&text, at, text.size), 1));
        assert_true(tti_input_seek(in, at, NULL, 0)); /* it is still at hand */
        assert_true(reads(in, blob_part(&text, at, text.size), 1));
    }
    assert_true(tt_io_input_count(in).read <= packed.size); /* once */
    assert_true(tti_io_input_granularity(in) == UINT64_MAX);
    tt_io_input_close(in);
    blob_free(&packed);
#endif
    blob_free(&text);
    free(path);
}

static void test_pipe(void **state)
{
    int ends[2];
    int saved = dup(STDIN_FILENO);
    (void)state;
    assert_int_equal(pipe(ends), 0);
    dup2(ends[0], STDIN_FILENO);
    tt_io_input *in = open_input("-", NULL, 0);
    assert_true(tti_io_input_granularity(in) == UINT64_MAX);
    assert_false(tti_input_seek(in, 0, NULL, 0));
    assert_int_equal(tt_io_input_error(in)->system, ESPIPE);
    tt_bytes piece;
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_FAILED);
    tt_io_input_close(in);
    dup2(saved, STDIN_FILENO);
    close(saved);
    close(ends[0]);
    close(ends[1]);
}

/* Stdin that is a file, of which somebody has read the begin already. */
static void test_stdin_file(void **state)
{
    struct blob text = blob_text(5000, 3);
    struct blob packed = blob_copy(blob_part(&text, 0, 77));
#ifdef TT_HAVE_LZMA
    pack_add_xz(&packed, blob_part(&text, 0, text.size), 1000, 1);
#else
    blob_add(&packed, text.data, text.size);
#endif
    char *path = host_files_path(state, "in");
    host_files_write(path, packed.data, packed.size);
    int saved = dup(STDIN_FILENO);
    int fd = open(path, O_RDONLY);
    assert_int_equal(lseek(fd, 77, SEEK_SET), 77);
    dup2(fd, STDIN_FILENO);
    close(fd);
    tt_io_input *in = open_input("-", NULL, 0);
    assert_true(tti_input_seek(in, 3210, NULL, 0));
    assert_true(reads(in, blob_part(&text, 3210, text.size), SIZE_MAX));
    assert_true(tti_input_seek(in, 0, NULL, 0));
    assert_true(reads(in, blob_part(&text, 0, text.size), SIZE_MAX));
    tt_io_input_close(in);
    dup2(saved, STDIN_FILENO);
    close(saved);
    blob_free(&text);
    blob_free(&packed);
    free(path);
}

/* It shrinks while it is open: the right bytes or an error. */
static void test_shrinking(void **state)
{
    struct blob text = blob_text(1500000, 3);
    char *path = host_files_path(state, "shrinking");
    host_files_write(path, text.data, text.size);
    tt_io_input *in = open_input(path, NULL, 0);
    assert_true(tti_input_seek(in, 1000000, NULL, 0));
    assert_true(reads(in, blob_part(&text, 1000000, text.size), 1));
    assert_int_equal(truncate(path, 500000), 0);
    assert_false(tti_input_seek(in, 1400000, NULL, 0));
    assert_int_equal(tt_io_input_error(in)->status, TT_ERR_COMPRESSED_DATA);
    assert_true(tti_input_seek(in, 400000, NULL, 0));
    tt_bytes piece;
    assert_true(reads(in, blob_part(&text, 400000, 500000), 100000));
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_FAILED); /* it has no end any more */
    assert_int_equal(tt_io_input_error(in)->status, TT_ERR_COMPRESSED_DATA);
    tt_io_input_close(in);
#ifdef TT_HAVE_LZMA
    struct blob packed = {NULL, 0};
    pack_add_xz(&packed, blob_part(&text, 0, text.size), 100000, 1);
    host_files_write(path, packed.data, packed.size);
    in = open_input(path, NULL, 0);
    assert_true(tti_input_seek(in, 1400000, NULL, 0));
    assert_int_equal(truncate(path, (off_t)packed.size / 2), 0);
    reads(in, blob_part(&text, 1400000, text.size), SIZE_MAX); /* perhaps still buffered */
    assert_true(!tti_input_seek(in, 1200000, NULL, 0) ||
                !reads(in, blob_part(&text, 1200000, text.size), SIZE_MAX));
    assert_true(tti_input_seek(in, 300000, NULL, 0));
    assert_true(reads(in, blob_part(&text, 300000, text.size), 1000));
    tt_io_input_close(in);
    blob_free(&packed);
#endif
    blob_free(&text);
    free(path);
}

#if defined(TT_HAVE_LZMA) || defined(TT_HAVE_ZSTD) || defined(TT_HAVE_ZLIB)
/* Seeks to several places in a file that may be anything: the right bytes or an error. How many of
 * them succeeded. */
static int try_seeks(const char *path, const struct blob *text, const struct places *places)
{
    tt_io_input *in = open_input(path, NULL, 0);
    int good = 0;
    tti_io_input_granularity(in);
    for (size_t offset = 0; offset < text->size; offset += text->size / 4) {
        good += tti_input_seek(in, offset, places->list, places->count) &&
                reads(in, blob_part(text, offset, text->size), SIZE_MAX);
    }
    tt_io_input_close(in);
    return good;
}
#endif

#if defined(TT_HAVE_LZMA) || defined(TT_HAVE_ZSTD)
/* Every truncation, every flipped byte up to `end`, and many random changes there. */
static void check_damage(void **state, const struct blob *packed, size_t end,
                         const struct blob *text)
{
    static const struct places none;
    const struct places *places = &none;
    char *path = host_files_path(state, "damaged");
    struct blob copy = blob_copy(blob_part(packed, 0, packed->size));
    uint64_t random = 5;
    may_be_shorter = true;
    for (size_t cut = 0; cut < packed->size; cut += TT_TEST_SHARE) {
        host_files_write(path, packed->data, cut);
        if (cut > 8) { /* before that it is just a small plain file */
            try_seeks(path, text, places);
        }
    }
    may_be_shorter = false;
    for (size_t at = 8; at < end; at += TT_TEST_SHARE) {
        copy.data[at] ^= (uint8_t)(1u << random_next(&random) % 8);
        host_files_write(path, copy.data, copy.size);
        try_seeks(path, text, places);
        if (at % 3 == 0) { /* a second one, anywhere */
            size_t other = 8 + random_next(&random) % (end - 8);
            copy.data[other] ^= (uint8_t)random_next(&random);
            host_files_write(path, copy.data, copy.size);
            try_seeks(path, text, places);
            copy.data[other] = packed->data[other];
        }
        copy.data[at] = packed->data[at];
    }
    host_files_write(path, copy.data, copy.size);
    assert_int_equal(try_seeks(path, text, places), 4);
    blob_free(&copy);
    free(path);
}

/* Reads all that can be read of a file with parts that are damaged: what comes is the text, but for
 * what is said to be missing. Returns how many bytes came. */
static size_t read_around(void **state, const struct blob *packed, const struct blob *text,
                          size_t *passes)
{
    char *path = host_files_path(state, "around");
    host_files_write(path, packed->data, packed->size);
    tt_io_input *in = open_input(path, NULL, 0);
    uint64_t at = 0, missing;
    size_t came = 0;
    tt_bytes piece;
    assert_false(tt_io_input_pass(in, &missing)); /* nothing has failed */
    *passes = 0;
    for (;;) {
        tt_io_input_status status = tt_io_input_next(in, &piece);
        if (status == TT_IO_INPUT_PIECE) {
            assert_true(at + piece.size <= text->size);
            for (size_t i = 0; i < piece.size; i++) { /* the last ones before damage may be wrong */
                came += piece.data[i] == text->data[at + i];
            }
            at += piece.size;
        } else if (status == TT_IO_INPUT_FAILED && tt_io_input_pass(in, &missing)) {
            at += missing;
            assert_true(++*passes < 100);
        } else {
            break;
        }
    }
    assert_true(tt_io_input_error(in)->status == TT_OK ? at == text->size : at <= text->size);
    tt_io_input_close(in);
    free(path);
    return came;
}

/* Whatever byte of `packed` is changed, at most the blocks of `size` around it are lost. */
static void check_pass(void **state, struct blob *packed, size_t end, const struct blob *text,
                       size_t size)
{
    size_t passed = 0;
    for (size_t at = 16; at < end; at += 7) {
        size_t passes;
        packed->data[at] ^= 0x55;
        size_t came = read_around(state, packed, text, &passes);
        assert_true(came + 2 * size >= text->size || passes == 0);
        passed += passes;
        packed->data[at] ^= 0x55;
    }
    assert_true(passed > end / 7 / 2);
}
#endif

#ifdef TT_HAVE_LZMA
static void test_xz(void **state)
{
    static const uint8_t zeros[12];
    struct blob text = blob_text(TEXT, 3);
    struct blob packed = {NULL, 0};
    pack_add_xz(&packed, blob_part(&text, 0, text.size), 0, 0);
    check_blob(state, &packed, &text, 1 << 20, text.size); /* one block */
    for (int sizes = 0; sizes < 2; sizes++) {
        packed.size = 0;
        pack_add_xz(&packed, blob_part(&text, 0, text.size), 100000, sizes);
        check_blob(state, &packed, &text, 100000, 100000);
        check_blob(state, &packed, &text, 250000, 100000);
    }
    packed.size = 0;
    pack_add_xz(&packed, blob_part(&text, 0, 500000), 100000, 1);
    pack_add_xz(&packed, blob_part(&text, 0, 0), 0, 0);
    blob_add(&packed, zeros, 4);
    pack_add_xz(&packed, blob_part(&text, 500000, 500001), 0, 0);
    blob_add(&packed, zeros, 12);
    pack_add_xz(&packed, blob_part(&text, 500001, TEXT), 200000, 0);
    blob_add(&packed, zeros, 8);
    check_blob(state, &packed, &text, 1, 200000);
    packed.size = text.size = 0;
    pack_add_xz(&packed, blob_part(&text, 0, 0), 0, 0);
    char *path = host_files_path(state, "empty");
    host_files_write(path, packed.data, packed.size);
    tt_io_input *in = open_input(path, NULL, 0);
    assert_true(tti_input_seek(in, 0, NULL, 0));
    assert_true(reads(in, blob_part(&text, 0, 0), SIZE_MAX));
    tt_io_input_close(in);
    free(path);
    blob_free(&packed);
    blob_free(&text);
}

static void test_xz_damage(void **state)
{
    struct blob text = blob_text(900, 3);
    struct blob packed = {NULL, 0};
    pack_add_xz(&packed, blob_part(&text, 0, 600), 250, 1);
    pack_add_xz(&packed, blob_part(&text, 600, 900), 200, 0);
    check_damage(state, &packed, packed.size, &text);
    check_pass(state, &packed, packed.size, &text, 250);
    /* A block is found though the one before it is damaged. */
    char *path = host_files_path(state, "first");
    packed.data[40] ^= 1;
    host_files_write(path, packed.data, packed.size);
    tt_io_input *in = open_input(path, NULL, 0);
    assert_false(reads(in, blob_part(&text, 0, text.size), SIZE_MAX));
    assert_true(tti_input_seek(in, 300, NULL, 0));
    assert_true(reads(in, blob_part(&text, 300, text.size), SIZE_MAX));
    assert_true(tti_input_seek(in, 249, NULL, 0));
    assert_false(reads(in, blob_part(&text, 249, text.size), SIZE_MAX));
    tt_io_input_close(in);
    free(path);
    blob_free(&packed);
    blob_free(&text);
}
#endif

#ifdef TT_HAVE_ZSTD
static void test_zstd(void **state)
{
    static const uint8_t skippable[] = {0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'a', 'b', 'c'};
    struct blob text = blob_text(TEXT, 3);
    struct blob packed = {NULL, 0};
    pack_add_zstd(&packed, blob_part(&text, 0, text.size));
    check_blob(state, &packed, &text, 1 << 20, UINT64_MAX); /* one frame */
    for (int checksums = 0; checksums < 2; checksums++) {
        packed.size = 0;
        pack_add_zstd_seekable(&packed, blob_part(&text, 0, text.size), 70000, checksums);
        check_blob(state, &packed, &text, 70000, 70000);
    }
    /* No table: the places that were reported. */
    packed.size = 0;
    for (size_t at = 0; at < TEXT; at += 50000) {
        pack_add_zstd(&packed, blob_part(&text, at, at + 50000));
        blob_add(&packed, skippable, sizeof(skippable));
        pack_add_zstd(&packed, blob_part(&text, 0, 0));
    }
    check_blob(state, &packed, &text, 120000, 150000);
    /* A table that is for another file is no table. */
    packed.size = 0;
    pack_add_zstd(&packed, blob_part(&text, 0, 10000));
    pack_add_zstd_seekable(&packed, blob_part(&text, 10000, text.size), 70000, 0);
    check_blob(state, &packed, &text, 200000, 280000);
    blob_free(&packed);
    blob_free(&text);
}

/* The table has no checksum of its own. A wrong stored size leads to no frame, but a wrong raw size
 * shifts everything after it, and nothing in the file can show it: an index has a
 * checksum of the recording. So such changes only must do no harm. */
static void check_zstd_table(void **state, const struct blob *packed, const struct blob *text)
{
    static const struct places none;
    char *path = host_files_path(state, "table");
    struct blob copy = blob_copy(blob_part(packed, 0, packed->size));
    size_t table = packed->size - 9 - 4 * 8;
    for (size_t at = table; at < packed->size; at++) {
        for (int bit = (int)at % TT_TEST_SHARE; bit < 8; bit += TT_TEST_SHARE) {
            copy.data[at] ^= (uint8_t)(1u << bit);
            host_files_write(path, copy.data, copy.size);
            bool is_raw_size = at < packed->size - 9 && (at - table) % 8 >= 4;
            if (!is_raw_size) {
                try_seeks(path, text, &none);
            }
            tt_io_input *in = open_input(path, NULL, 0);
            tt_bytes piece;
            if (tti_input_seek(in, 300, NULL, 0)) {
                while (tt_io_input_next(in, &piece) == TT_IO_INPUT_PIECE) {
                }
            }
            tt_io_input_close(in);
            copy.data[at] = packed->data[at];
        }
    }
    blob_free(&copy);
    free(path);
}

static void test_zstd_damage(void **state)
{
    struct blob text = blob_text(900, 3);
    struct blob packed = {NULL, 0};
    pack_add_zstd_seekable(&packed, blob_part(&text, 0, 900), 250, 0);
    check_damage(state, &packed, packed.size - 9 - 4 * 8, &text);
    check_zstd_table(state, &packed, &text);
    check_pass(state, &packed, packed.size - 9 - 4 * 8, &text, 250);
    char *path = host_files_path(state, "first");
    packed.data[30] ^= 1;
    host_files_write(path, packed.data, packed.size);
    tt_io_input *in = open_input(path, NULL, 0);
    assert_true(tti_input_seek(in, 300, NULL, 0));
    assert_true(reads(in, blob_part(&text, 300, text.size), SIZE_MAX));
    assert_true(tti_input_seek(in, 249, NULL, 0));
    assert_false(reads(in, blob_part(&text, 249, text.size), SIZE_MAX));
    tt_io_input_close(in);
    free(path);
    blob_free(&packed);
    blob_free(&text);
}

static void put_number(uint8_t *at, uint32_t number)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(number >> 8 * i);
    }
}

/* Tables that add up and lie all the same; and ones that claim to be huge. */
static void test_zstd_lies(void **state)
{
    const struct places none = {.count = 0};
    struct blob text = blob_text(1000, 3);
    struct blob packed = {NULL, 0};
    char *path = host_files_path(state, "lies");
    pack_add_zstd_seekable(&packed, blob_part(&text, 0, text.size), 250, 0);
    uint8_t *entries = packed.data + packed.size - 9 - 4 * 8;
    put_number(entries + 4, 249); /* raw sizes that are one off */
    put_number(entries + 12, 251);
    host_files_write(path, packed.data, packed.size);
    tt_io_input *in = open_input(path, NULL, 0);
    assert_true(tti_input_seek(in, 260, NULL, 0));
    assert_false(reads(in, blob_part(&text, 260, text.size), SIZE_MAX));
    tt_io_input_close(in);
    assert_in_range(try_seeks(path, &text, &none), 1, 3); /* the start needs no table */
    static const uint32_t counts[] = {0, 3, 5, 0x8000000, 0x10000000, 0xffffffff};
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        put_number(packed.data + packed.size - 9, counts[i]);
        host_files_write(path, packed.data, packed.size);
        assert_int_equal(try_seeks(path, &text, &none), 4); /* no table, but the frames are whole */
    }
    /* A table and nothing else. */
    packed.size = 0;
    pack_add_zstd_seekable(&packed, blob_part(&text, 0, 0), 250, 0);
    host_files_write(path, packed.data, packed.size);
    in = open_input(path, NULL, 0);
    assert_true(tti_input_seek(in, 0, NULL, 0));
    assert_true(reads(in, blob_part(&text, 0, 0), SIZE_MAX));
    tt_io_input_close(in);
    blob_free(&packed);
    blob_free(&text);
    free(path);
}
#endif

#ifdef TT_HAVE_ZLIB
static void test_gz(void **state)
{
    static const int levels[] = {1, 9, 0};
    struct blob text = blob_text(TEXT, 3);
    struct blob packed = {NULL, 0};
    for (size_t i = 0; i < 3; i++) {
        packed.size = 0;
        pack_add_gz(&packed, blob_part(&text, 0, text.size), levels[i]);
        check_blob(state, &packed, &text, 200000, 350000);
    }
    packed.size = 0;
    for (size_t at = 0; at < TEXT; at += 150000) {
        pack_add_gz(&packed, blob_part(&text, at, at + 150000), 6);
        pack_add_gz(&packed, blob_part(&text, 0, 0), 6);
    }
    blob_add(&packed, "\0\0\0", 3);
    check_blob(state, &packed, &text, 10000, 200000);
    blob_free(&packed);
    blob_free(&text);
}

/* Several blocks in a small file, by flushing; windows make up for what is damaged before. */
static struct blob small_gz(const struct blob *text)
{
    z_stream stream;
    struct blob packed = {malloc(5000), 0};
    memset(&stream, 0, sizeof(stream));
    assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_out = packed.data;
    stream.avail_out = 5000;
    for (size_t at = 0; at < text->size; at += 100) {
        stream.next_in = text->data + at;
        stream.avail_in = 100;
        deflate(&stream, at + 100 == text->size ? Z_FINISH : Z_PARTIAL_FLUSH);
    }
    packed.size = stream.total_out;
    deflateEnd(&stream);
    return packed;
}

static void test_gz_damage(void **state)
{
    static struct places places;
    places.count = 0;
    may_be_shorter = false;
    struct blob text = blob_text(900, 3);
    struct blob packed = small_gz(&text);
    char *path = host_files_path(state, "small");
    host_files_write(path, packed.data, packed.size);
    tt_io_input *in = open_input(path, &places, 50);
    assert_true(reads(in, blob_part(&text, 0, text.size), SIZE_MAX));
    tt_io_input_close(in);
    assert_in_range(places.count, 8, 9);
    int odd = 0; /* places that are not at a byte's begin */
    for (size_t i = 0; i < places.count; i++) {
        odd += places.list[i].bits > 0;
    }
    assert_true(odd > 0);
    /* After an access point damage is not always noticed, so here only every cut. */
    for (size_t cut = 12; cut < packed.size; cut++) {
        host_files_write(path, packed.data, cut);
        assert_int_equal(try_seeks(path, &text, &places), 0);
    }
    memset(packed.data + 20, 0, (size_t)places.list[3].stored - 1 - 20);
    host_files_write(path, packed.data, packed.size);
    in = open_input(path, NULL, 0);
    assert_true(tti_input_seek(in, 500, places.list, places.count));
    assert_true(reads(in, blob_part(&text, 500, text.size), SIZE_MAX));
    tt_io_input_close(in);
    places_free(&places);
    blob_free(&packed);
    blob_free(&text);
    free(path);
}

/* Places that somebody made up. */
static void test_gz_lies(void **state)
{
    uint8_t *window = calloc(1, 40000);
    const tt_io_access_point lies[] = {{10, 0, 3, {window, 10}},
                                       {10, 5, 8, {window, 10}},
                                       {10, 5, 255, {window, 10}},
                                       {10, 5, 1, {window, 32769}},
                                       {10, 5, 1, {NULL, 0}},
                                       {10, 1000000, 0, {window, 10}},
                                       {10, UINT64_MAX, 7, {window, 3}},
                                       {10, 1u << 30, 1, {window, 9}}};
    struct blob text = blob_text(900, 3);
    struct blob packed = small_gz(&text);
    char *path = host_files_path(state, "small");
    host_files_write(path, packed.data, packed.size);
    for (size_t i = 0; i < sizeof(lies) / sizeof(lies[0]); i++) {
        tt_io_input *in = open_input(path, NULL, 0);
        assert_false(tti_input_seek(in, 20, &lies[i], 1));
        assert_int_equal(tt_io_input_error(in)->status, TT_ERR_COMPRESSED_DATA);
        assert_true(tti_input_seek(in, 20, NULL, 0)); /* without them it is fine */
        assert_true(reads(in, blob_part(&text, 20, text.size), SIZE_MAX));
        tt_io_input_close(in);
    }
    uint64_t random = 9;
    for (int i = 0; i < 3000 / TT_TEST_SHARE; i++) {
        const tt_io_access_point lie = {random_next(&random) % 400,
                                        random_next(&random) % packed.size,
                                        (uint8_t)(random_next(&random) % 8),
                                        {window, random_next(&random) % 33000}};
        tt_io_input *in = open_input(path, NULL, 0);
        tt_bytes piece;
        if (tti_input_seek(in, 400, &lie, 1)) {
            while (tt_io_input_next(in, &piece) ==
                   TT_IO_INPUT_PIECE) { /* ends, whatever it gives */
            }
        }
        tt_io_input_close(in);
    }
    blob_free(&packed);
    blob_free(&text);
    free(window);
    free(path);
}
#endif

static int in_memory(void **state)
{
    (void)state;
    from = FROM_BYTES;
    return 0;
}

static int in_open_file(void **state)
{
    (void)state;
    from = FROM_FD;
    return 0;
}

/* No folder goes on Windows while a file in it is open. */
static int close_and_teardown(void **state)
{
    close(opened);
    opened = -1;
    return host_files_teardown(state);
}

static int over(void **state)
{
    (void)state;
    free((void *)(uintptr_t)memory.data);
    memory = (tt_bytes){NULL, 0};
    from = FROM_PATH;
    return 0;
}

int main(void)
{
    const struct CMUnitTest of_files[] = {
        cmocka_unit_test(test_pipe),
        IN_FOLDER(test_stdin_file),
        IN_FOLDER(test_shrinking),
    };
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_plain), IN_FOLDER(test_forward),
#ifdef TT_HAVE_LZMA
        IN_FOLDER(test_xz),    IN_FOLDER(test_xz_damage),
#endif
#ifdef TT_HAVE_ZSTD
        IN_FOLDER(test_zstd),  IN_FOLDER(test_zstd_damage), IN_FOLDER(test_zstd_lies),
#endif
#ifdef TT_HAVE_ZLIB
        IN_FOLDER(test_gz),    IN_FOLDER(test_gz_damage),   IN_FOLDER(test_gz_lies),
#endif
    };
    const struct CMUnitTest some[] = {
        cmocka_unit_test_setup_teardown(test_plain, host_files_setup, close_and_teardown),
        cmocka_unit_test_setup_teardown(test_forward, host_files_setup, close_and_teardown),
    };
    return cmocka_run_group_tests_name("host_seek", of_files, NULL, NULL) +
           cmocka_run_group_tests_name("host_seek", tests, NULL, NULL) +
           cmocka_run_group_tests_name("host_seek in memory", tests, in_memory, over) +
           cmocka_run_group_tests_name("host_seek in an open file", some, in_open_file, over);
}
