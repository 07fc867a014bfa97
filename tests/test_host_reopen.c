/* SPDX-License-Identifier: MIT
 *
 * Tests of tti_host_input_reopen: whatever an input read before, wherever it was left, it reads the
 * next one as a new input does.
 */
#include "host/posix.h"

#include "host/input_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cm.h"
#include "host/inside.h"
#include "host_files.h"
#include "support/host_pack.h"

#define KINDS 5
#define ROUNDS 400

/* Data of a random format and size; often damaged. */
static struct blob make(uint64_t *seed)
{
    static const size_t sizes[] = {0, 1, 5, 300, 70000, 700000};
    struct blob text = blob_text(sizes[random_next(seed) % 6], random_next(seed) + 1u);
    struct blob packed = {NULL, 0};
    switch (random_next(seed) % KINDS) {
#ifdef TT_HAVE_LZMA
    case 0:
        pack_add_xz(&packed, blob_part(&text, 0, text.size), 0, 0);
        break;
#endif
#ifdef TT_HAVE_ZSTD
    case 1:
    case 2:
        pack_add_zstd(&packed, blob_part(&text, 0, text.size));
        break;
#endif
#ifdef TT_HAVE_ZLIB
    case 3:
        pack_add_gz(&packed, blob_part(&text, 0, text.size), 1);
        break;
#endif
    default:
        packed = blob_copy(blob_part(&text, 0, text.size));
        break;
    }
    blob_free(&text);
    switch (packed.size == 0 ? 2 : random_next(seed) % 4) {
    case 0:
        packed.size = random_next(seed) % packed.size;
        break;
    case 1:
        packed.data[random_next(seed) % packed.size] ^= 0x40;
        break;
    default:
        break;
    }
    return packed;
}

/* Both give the same bytes up to `most`, and end alike. */
static void assert_alike(tt_io_input *again, tt_io_input *fresh, uint64_t most)
{
    tt_bytes a, b;
    tt_io_input_status status = TT_IO_INPUT_PIECE;
    uint64_t at = 0;
    while (status == TT_IO_INPUT_PIECE && at < most) {
        status = tt_io_input_next(fresh, &b);
        assert_int_equal(tt_io_input_next(again, &a), status);
        assert_int_equal(a.size, b.size);
        if (b.size != 0) {
            assert_memory_equal(a.data, b.data, b.size);
        }
        at += b.size;
    }
    const tt_io_error *x = tt_io_input_error(again), *y = tt_io_input_error(fresh);
    assert_int_equal(x->status, y->status);
    assert_int_equal(x->offset, y->offset);
    assert_string_equal(x->text, y->text);
    assert_string_equal(tti_io_input_codec(again), tti_io_input_codec(fresh));
    assert_int_equal(tt_io_input_count(again).given, tt_io_input_count(fresh).given);
    assert_int_equal(tt_io_input_count(again).read, tt_io_input_count(fresh).read);
    assert_int_equal(tt_io_input_count(again).size, tt_io_input_count(fresh).size);
}

static void is_as_a_new_one(void **state)
{
    char *path = host_files_path(state, "data");
    uint64_t seed = 11;
    tt_io_error error;
    tt_io_input *again = NULL;
    for (int i = 0; i < ROUNDS; i++) {
        struct blob data = make(&seed);
        static const uint8_t none;
        tt_bytes bytes = {data.size != 0 ? data.data : &none, data.size};
        uint64_t most = random_next(&seed) % 3 == 0 ? random_next(&seed) % 100000 : UINT64_MAX;
        bool is_file = random_next(&seed) % 2 == 0;
        host_files_write(path, bytes.data, bytes.size);
        again =
            tti_host_input_reopen(again, path, is_file ? (tt_bytes){NULL, 0} : bytes, NULL, &error);
        tt_io_input *fresh = is_file ? tt_io_input_open(path, NULL, &error)
                                     : tti_host_input_reopen(NULL, NULL, bytes, NULL, &error);
        assert_non_null(again);
        assert_non_null(fresh);
        assert_alike(again, fresh, most);
        tt_io_input_close(fresh);
        if (random_next(&seed) % 8 == 0) {
            tti_host_input_empty(again); /* once more does no harm */
        }
        blob_free(&data);
    }
    tt_io_input_close(again);
    free(path);
}

/* What cannot be opened is as with tt_io_input_open, and nothing is left. */
static void may_not_open(void **state)
{
    char *path = host_files_path(state, "there");
    char *missing = host_files_path(state, "missing");
    tt_io_error error;
    host_files_write(path, (const uint8_t *)"some bytes", 10);
    tt_io_input *in = tti_host_input_reopen(NULL, path, (tt_bytes){NULL, 0}, NULL, &error);
    tt_bytes piece;
    assert_non_null(in);
    assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_PIECE);
    assert_int_equal(piece.size, 10);
    assert_null(tti_host_input_reopen(in, missing, (tt_bytes){NULL, 0}, NULL, &error));
    assert_int_equal(error.system, ENOENT);
    assert_string_equal(error.path, missing);
    free(missing);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(is_as_a_new_one),
        IN_FOLDER(may_not_open),
    };
    return cmocka_run_group_tests_name("tti_host_input_reopen", tests, NULL, NULL);
}
