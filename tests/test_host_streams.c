/* SPDX-License-Identifier: MIT
 *
 * Compressed files of very many members (.xz streams, .zst frames, .gz members), nearly all of them
 * empty: what is asked of them takes time in proportion to their number. With its square a test
 * goes on for many minutes, and ctest ends it.
 */
#include "host/posix.h"

#include "teetape/io/input.h"

#include <stdlib.h>
#include <string.h>

#include "cm.h"
#include "host/inside.h"
#include "host_files.h"
#include "support/host_pack.h"

#define MEMBERS 200000
#define TEXT 3000

typedef void pack_fn(struct blob *packed, tt_bytes text);

/* Appends `count` members with nothing in them. */
static void add_empty(struct blob *packed, pack_fn *pack, size_t count)
{
    struct blob empty = {NULL, 0}, many = {NULL, 0};
    pack(&empty, (tt_bytes){NULL, 0});
    many.size = empty.size * count;
    many.data = malloc(many.size + 1);
    assert_non_null(many.data);
    for (size_t i = 0; i < count && empty.size > 0; i++) {
        memcpy(many.data + i * empty.size, empty.data, empty.size);
    }
    blob_add(packed, many.data, many.size);
    blob_free(&empty);
    blob_free(&many);
}

static void assert_reads(tt_io_input *in, tt_bytes text)
{
    tt_bytes piece;
    tt_io_input_status result;
    while ((result = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE) {
        assert_true(piece.size <= text.size);
        assert_memory_equal(piece.data, text.data, piece.size);
        text.data += piece.size;
        text.size -= piece.size;
    }
    assert_int_equal(result, TT_IO_INPUT_END);
    assert_int_equal(text.size, 0);
}

/* From the beginning to the end, and to places before, between and after the data. */
static void check_file(const char *path, const struct blob *text)
{
    static const size_t offsets[] = {0, TEXT / 2, TEXT / 2 + 1, TEXT - 1, TEXT, 7};
    const tt_io_input_options options = {.stop = NULL};
    tt_io_error error;
    tt_io_input *in = tt_io_input_open(path, &options, &error);
    assert_non_null(in);
    assert_reads(in, blob_part(text, 0, TEXT));
    tti_io_input_granularity(in);
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        assert_true(tti_input_seek(in, offsets[i], NULL, 0));
        assert_reads(in, blob_part(text, offsets[i], TEXT));
    }
    tt_io_input_close(in);
}

static void pack_plain(struct blob *packed, tt_bytes text)
{
    blob_add(packed, text.data, text.size);
}

/* Empty members before the first data, between two, and after the last. */
static void check_format(void **state, pack_fn *pack)
{
    struct blob text = blob_text(TEXT, 5), packed = {NULL, 0};
    char *path = host_files_path(state, "packed");
    add_empty(&packed, pack, MEMBERS / 2);
    pack(&packed, blob_part(&text, 0, TEXT / 2));
    add_empty(&packed, pack, MEMBERS / 4);
    pack(&packed, blob_part(&text, TEXT / 2, TEXT));
    add_empty(&packed, pack, MEMBERS / 4);
    host_files_write(path, packed.data, packed.size);
    check_file(path, &text);
    blob_free(&packed);
    blob_free(&text);
    free(path);
}

static void plain_bytes(void **state)
{
    check_format(state, pack_plain);
}

#ifdef TT_HAVE_LZMA
static void pack_xz(struct blob *packed, tt_bytes text)
{
    pack_add_xz(packed, text, 0, 0);
}

static void xz_streams(void **state)
{
    check_format(state, pack_xz);
}
#endif

#ifdef TT_HAVE_ZSTD
static void zstd_frames(void **state)
{
    check_format(state, pack_add_zstd);
}
#endif

#ifdef TT_HAVE_ZLIB
static void pack_gz(struct blob *packed, tt_bytes text)
{
    pack_add_gz(packed, text, 6);
}

static void gz_members(void **state)
{
    check_format(state, pack_gz);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(plain_bytes),
#ifdef TT_HAVE_LZMA
        IN_FOLDER(xz_streams),
#endif
#ifdef TT_HAVE_ZSTD
        IN_FOLDER(zstd_frames),
#endif
#ifdef TT_HAVE_ZLIB
        IN_FOLDER(gz_members),
#endif
    };
    return cmocka_run_group_tests_name("host_streams", tests, NULL, NULL);
}
