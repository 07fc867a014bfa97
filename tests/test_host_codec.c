/* SPDX-License-Identifier: MIT
 *
 * Tests of host/codec.h through host/input.h: each format as its own library writes it, members
 * in a row, padding, every cut, damage, rubbish after the end, and builds without a library.
 */
#include "host/posix.h"

#include "host/codec.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cm.h"
#include "host/inside.h"
#include "host_files.h"
#include "support/host_pack.h"
#include "teetape/io/input.h"

#ifdef TT_HAVE_LZMA
#include <lzma.h>
#endif

#ifdef TT_HAVE_LZMA
static struct blob pack_xz(struct blob text)
{
    struct blob packed = {NULL, 0};
    pack_add_xz(&packed, blob_part(&text, 0, text.size), 0, 0);
    return packed;
}
#endif

#ifdef TT_HAVE_ZSTD
static struct blob pack_zstd(struct blob text)
{
    struct blob packed = {NULL, 0};
    pack_add_zstd(&packed, blob_part(&text, 0, text.size));
    return packed;
}
#endif

#ifdef TT_HAVE_ZLIB
static struct blob pack_gz(struct blob text)
{
    struct blob packed = {NULL, 0};
    pack_add_gz(&packed, blob_part(&text, 0, text.size), 9);
    return packed;
}
#endif

/* What each format does with zero bytes after the end, and with rubbish. */
static const struct format {
    const char *name;
    struct blob (*pack)(struct blob text);
    size_t good_padding; /* bytes of zeros that are fine, 0 for none */
    size_t bad_padding;
} formats[] = {
#ifdef TT_HAVE_LZMA
    {"xz", pack_xz, 8, 5},
#endif
#ifdef TT_HAVE_ZSTD
    {"zstd", pack_zstd, 0, 4},
#endif
#ifdef TT_HAVE_ZLIB
    {"gzip", pack_gz, 5, 0},
#endif
    {NULL, NULL, 0, 0},
};

struct result {
    struct blob given;
    tt_io_input_status status;
    tt_io_error error;
    char codec[8];
};

static struct result read_all(const char *path)
{
    struct result result = {.given = {malloc(1), 0}};
    tt_io_input *in = tt_io_input_open(path, NULL, &result.error);
    tt_bytes piece;
    assert_non_null(in);
    while ((result.status = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE) {
        assert_true(piece.size > 0);
        blob_add(&result.given, piece.data, piece.size);
    }
    assert_int_equal(tt_io_input_next(in, &piece), result.status); /* it remains so */
    assert_int_equal(tt_io_input_count(in).given, result.given.size);
    result.error = *tt_io_input_error(in);
    memcpy(result.codec, tti_io_input_codec(in), strlen(tti_io_input_codec(in)) + 1);
    tt_io_input_close(in);
    return result;
}

static struct result read_blob(void **state, struct blob packed)
{
    char *path = host_files_path(state, "no.hint.in.the.name");
    host_files_write(path, packed.data, packed.size);
    struct result result = read_all(path);
    free(path);
    return result;
}

static void assert_whole(void **state, struct blob packed, struct blob text)
{
    struct result result = read_blob(state, packed);
    assert_int_equal(result.status, TT_IO_INPUT_END);
    assert_int_equal(result.error.status, TT_OK);
    assert_int_equal(result.given.size, text.size);
    assert_memory_equal(result.given.data, text.data, text.size);
    free(result.given.data);
}

/* Damaged, and what was given is a beginning of `text` of at least `least` bytes. */
static void assert_damaged(void **state, struct blob packed, struct blob text, size_t least)
{
    struct result result = read_blob(state, packed);
    assert_int_equal(result.status, TT_IO_INPUT_FAILED);
    assert_int_equal(result.error.status, TT_ERR_COMPRESSED_DATA);
    assert_true(result.error.offset <= packed.size);
    assert_true(result.error.text[0] != '\0');
    assert_in_range(result.given.size, least, text.size);
    assert_memory_equal(result.given.data, text.data, result.given.size);
    free(result.given.data);
}

static void test_whole(void **state)
{
    static const size_t sizes[] = {0, 1, 1000, 262144, 1000000};
    for (const struct format *format = formats; format->name != NULL; format++) {
        for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
            struct blob text = blob_text(sizes[i], 99);
            struct blob packed = format->pack(text);
            assert_whole(state, packed, text);
            struct result result = read_blob(state, packed);
            assert_string_equal(result.codec, format->name);
            free(result.given.data);
            free(packed.data);
            free(text.data);
        }
    }
}

static void test_members(void **state)
{
    for (const struct format *format = formats; format->name != NULL; format++) {
        struct blob text = blob_text(300, 99);
        struct blob packed = format->pack(text);
        struct blob three = blob_copy(blob_part(&packed, 0, packed.size));
        blob_add(&three, packed.data, packed.size);
        blob_add(&three, packed.data, packed.size);
        struct blob texts = blob_copy(blob_part(&text, 0, text.size));
        blob_add(&texts, text.data, text.size);
        blob_add(&texts, text.data, text.size);
        assert_whole(state, three, texts);
        three.size--; /* two whole members, one cut in its trailer */
        assert_damaged(state, three, texts, 2 * text.size);
        free(three.data);
        free(texts.data);
        free(packed.data);
        free(text.data);
    }
}

static void test_padding_and_rubbish(void **state)
{
    static const uint8_t zeros[16];
    for (const struct format *format = formats; format->name != NULL; format++) {
        struct blob text = blob_text(300, 99);
        struct blob packed = format->pack(text);
        size_t size = packed.size;
        blob_add(&packed, zeros, format->good_padding);
        assert_whole(state, packed, text);
        packed.size = size;
        blob_add(&packed, zeros, format->bad_padding);
        if (format->bad_padding > 0) {
            assert_damaged(state, packed, text, text.size);
        }
        packed.size = size;
        blob_add(&packed, "rubbish after it", 17);
        assert_damaged(state, packed, text, text.size);
        packed.size = size;
        blob_add(&packed, zeros, format->good_padding);
        blob_add(&packed, "rubbish after it", 17);
        assert_damaged(state, packed, text, text.size);
        free(packed.data);
        free(text.data);
    }
}

#ifdef TT_HAVE_ZLIB
/* Zeros end a gzip file: a member after them is not part of it. */
static void test_gz_member_after_padding(void **state)
{
    struct blob text = blob_text(300, 99);
    struct blob packed = pack_gz(text);
    struct blob all = blob_copy(blob_part(&packed, 0, packed.size));
    blob_add(&all, "\0\0", 2);
    blob_add(&all, packed.data, packed.size);
    struct result result = read_blob(state, all);
    assert_int_equal(result.error.status, TT_ERR_COMPRESSED_DATA);
    assert_int_equal(result.error.offset, packed.size + 2);
    assert_int_equal(result.given.size, text.size);
    free(result.given.data);
    free(all.data);
    free(packed.data);
    free(text.data);
}
#endif

/* Cut at every byte: damaged, and never less than at the cut before. */
static void test_every_cut(void **state)
{
    for (const struct format *format = formats; format->name != NULL; format++) {
        struct blob text = blob_text(2000, 99);
        struct blob packed = format->pack(text);
        size_t before = 0;
        for (size_t cut = 1 + (packed.size - 2) % TT_TEST_SHARE; cut < packed.size;
             cut += TT_TEST_SHARE) {
            const struct blob part = {packed.data, cut};
            assert_damaged(state, part, text, before);
            struct result result = read_blob(state, part);
            assert_string_equal(result.codec, format->name);
            before = result.given.size;
            free(result.given.data);
        }
        assert_int_equal(before, text.size); /* the last cut takes only from the trailer */
        free(packed.data);
        free(text.data);
    }
}

/* What was whole before the cut is given: a large file, cut in its middle. */
static void test_given_before_damage(void **state)
{
    for (const struct format *format = formats; format->name != NULL; format++) {
        struct blob text = blob_text(3000000, 99);
        struct blob packed = format->pack(text);
        struct blob half = {packed.data, packed.size / 2};
        assert_damaged(state, half, text, text.size / 3);
        packed.data[packed.size / 2] ^= 0x55;
        struct result result = read_blob(state, packed);
        assert_int_equal(result.status, TT_IO_INPUT_FAILED);
        assert_int_equal(result.error.status, TT_ERR_COMPRESSED_DATA);
        assert_true(result.given.size >= text.size / 3);
        assert_memory_equal(result.given.data, text.data, text.size / 3);
        free(result.given.data);
        free(packed.data);
        free(text.data);
    }
}

/* Every single bit of a small file flipped: never a crash, and never another text without an
 * error. A few bits do not matter: gzip's time stamp, for example. */
static void test_every_flip(void **state)
{
    const size_t step = 2 * TT_TEST_SHARE - 1; /* odd, so that it comes to each bit of a byte */
    for (const struct format *format = formats; format->name != NULL; format++) {
        struct blob text = blob_text(100, 99);
        struct blob packed = format->pack(text);
        size_t failed = 0;
        for (size_t bit = 0; bit < 8 * packed.size; bit += step) {
            packed.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
            struct result result = read_blob(state, packed);
            if (strcmp(result.codec, format->name) != 0) {
                assert_string_equal(result.codec, "plain");
            } else if (result.status == TT_IO_INPUT_END && result.given.size > 0) {
                assert_int_equal(result.given.size, text.size);
                assert_memory_equal(result.given.data, text.data, text.size);
            } else {
                failed++;
            }
            packed.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
            free(result.given.data);
        }
        assert_true(failed > 4 * packed.size / step);
        free(packed.data);
        free(text.data);
    }
}

/* While following, everything that can be decompressed comes before the first pause, also what
 * is far larger than the few bytes it was made from. */
static void test_follow_compressed(void **state)
{
    for (const struct format *format = formats; format->name != NULL; format++) {
        struct blob text = blob_text(1000000, 99);
        memset(text.data, 't', text.size);
        struct blob packed = format->pack(text);
        char *path = host_files_path(state, "growing");
        host_files_write(path, packed.data, packed.size - 3);
        const tt_io_input_options options = {.follow = true, .wait_ms = 5};
        tt_io_error error;
        tt_io_input *in = tt_io_input_open(path, &options, &error);
        tt_bytes piece;
        assert_non_null(in);
        while (tt_io_input_next(in, &piece) == TT_IO_INPUT_PIECE) {
        }
        assert_int_equal(tt_io_input_count(in).given, text.size);
        assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_IDLE);
        host_files_append(path, packed.data + packed.size - 3, 3);
        tti_io_input_follow(in, false);
        assert_int_equal(tt_io_input_next(in, &piece), TT_IO_INPUT_END);
        assert_int_equal(tt_io_input_count(in).given, text.size);
        tt_io_input_close(in);
        free(path);
        free(packed.data);
        free(text.data);
    }
}

/* Opens a file for following and reads up to the first pause; gives the bytes handed out. */
static uint64_t given_while_following(const char *path)
{
    const tt_io_input_options options = {.follow = true, .wait_ms = 1};
    tt_io_error error;
    tt_io_input *in = tt_io_input_open(path, &options, &error);
    tt_bytes piece;
    tt_io_input_status status;
    assert_non_null(in);
    while ((status = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE) {
    }
    assert_int_equal(status, TT_IO_INPUT_IDLE);
    uint64_t given = tt_io_input_count(in).given;
    tt_io_input_close(in);
    return given;
}

/* The decompressor may still hold bytes when its output was full and its input used up: a
 * follower gets them before it waits, so as many as a reader who sees the file as cut. */
static void test_follow_keeps_nothing_back(void **state)
{
    for (const struct format *format = formats; format->name != NULL; format++) {
        struct blob text = blob_text(1000000, 99);
        memset(text.data, 't', text.size);
        struct blob packed = format->pack(text);
        char *path = host_files_path(state, "cut");
        for (size_t cut = 6; cut < packed.size; cut += 1 + packed.size * TT_TEST_SHARE / 400) {
            const struct blob part = {packed.data, cut};
            struct result result = read_blob(state, part);
            host_files_write(path, packed.data, cut);
            assert_int_equal(given_while_following(path), result.given.size);
            free(result.given.data);
        }
        free(path);
        free(packed.data);
        free(text.data);
    }
}

static const char *name_of(const void *data, size_t size)
{
    const tt_bytes first = {data, size};
    return tti_host_codec_find(first)->name;
}

static void test_probe(void **state)
{
    (void)state;
    assert_string_equal(name_of("", 0), "plain");
    assert_string_equal(name_of("\xfd", 1), "xz");
    assert_string_equal(name_of("\xfd"
                                "7zXZ",
                                6),
                        "xz");
    assert_string_equal(name_of("\xfd"
                                "7zXZ\x01",
                                6),
                        "plain");
    assert_string_equal(name_of("\x28\xb5\x2f\xfd\x00\x00", 6), "zstd");
    assert_string_equal(name_of("\x50\x2a\x4d\x18\x00\x00", 6), "zstd");
    assert_string_equal(name_of("\x5f\x2a\x4d\x18\x00\x00", 6), "zstd");
    assert_string_equal(name_of("\x60\x2a\x4d\x18\x00\x00", 6), "plain");
    assert_string_equal(name_of("\x1f\x8b\x08\x00\x00\x00", 6), "gzip");
    assert_string_equal(name_of("\x1f\x8c\x08\x00\x00\x00", 6), "plain");
    assert_string_equal(name_of("TTAPE\r", 6), "tape");
    assert_string_equal(name_of("TT", 2), "tape");
    assert_string_equal(name_of("TTAPE\n", 6), "plain");
    /* The beginnings of our own formats, also when the file was cut there. */
    for (size_t size = 1; size <= 6; size++) {
        assert_string_equal(name_of("TWDEMO", size), "plain");
        assert_string_equal(name_of("\x69\x9d\xb1\x7b\x8e\xfb", size), "plain");
    }
}

static void test_table(void **state)
{
    (void)state;
    size_t count = 0;
    while (tti_host_codecs[count] != NULL) {
        const struct host_codec *codec = tti_host_codecs[count++];
        if (codec->open != NULL && codec->library != NULL) {
            assert_true(codec->version()[0] != '\0');
        }
    }
    assert_int_equal(count, 5);
}

/* What every codec is asked for, of the one that changes nothing: it hands on, to the last byte. */
static void test_plain(void **state)
{
    (void)state;
    tt_io_error error;
    const struct host_codec *plain = &tti_host_codec_plain;
    const tt_bytes text = tt_bytes_of("some bytes");
    struct host_codec_io io = {.in = text};
    void *state_of_it = plain->open(&error);
    assert_non_null(state_of_it);
    assert_int_equal(plain->step(state_of_it, &io, &error), HOST_CODEC_GO);
    assert_ptr_equal(io.given.data, text.data); /* no copy */
    assert_int_equal(io.given.size, text.size);
    assert_int_equal(io.in.size, 0);
    io.last = true;
    assert_int_equal(plain->step(state_of_it, &io, &error), HOST_CODEC_END);
    assert_int_equal(io.given.size, 0);
    plain->close(state_of_it);
}

/* Any place of a file; one that is shorter than its table says is damaged, and what cannot be read
 * is reported. */
static void test_read_at(void **state)
{
    char *path = host_files_path(state, "file");
    tt_io_error error;
    uint8_t bytes[4];
    int pipe_ends[2];
    host_files_write(path, "..0123456789", 12);
    struct host_codec_file file = {.fd = open(path, O_RDONLY), .begin = 2, .size = 10};
    assert_true(tti_host_codec_read_at(&file, 6, bytes, 4, &error));
    assert_memory_equal(bytes, "6789", 4);
    assert_true(tti_host_codec_read_at(&file, 99, bytes, 0, &error));
    assert_false(tti_host_codec_read_at(&file, 7, bytes, 4, &error));
    assert_int_equal(error.status, TT_ERR_COMPRESSED_DATA);
    assert_int_equal(error.offset, 10);
    close(file.fd);
    assert_int_equal(pipe(pipe_ends), 0);
    file.fd = pipe_ends[0];
    assert_false(tti_host_codec_read_at(&file, 0, bytes, 4, &error));
    assert_int_equal(error.status, TT_ERR_SYSTEM);
    assert_int_equal(error.system, ESPIPE);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    free(path);
}

/* A build without a library still tells the format and says what is missing. */
static void test_left_out(void **state)
{
    static const uint8_t starts[][6] = {
        {0xfd, '7', 'z', 'X', 'Z', 0}, {0x28, 0xb5, 0x2f, 0xfd, 0, 0}, {0x1f, 0x8b, 8, 0, 0, 0}};
    for (size_t i = 0; i < 3; i++) {
        if (tti_host_codecs[i]->open == NULL) {
            struct blob packed = blob_copy((tt_bytes){starts[i], 6});
            struct result result = read_blob(state, packed);
            assert_int_equal(result.status, TT_IO_INPUT_FAILED);
            assert_int_equal(result.error.status, TT_ERR_UNSUPPORTED);
            assert_non_null(strstr(result.error.text, tti_host_codecs[i]->library));
            free(result.given.data);
            free(packed.data);
        }
    }
}

#ifdef TT_HAVE_LZMA
/* A header that asks for a dictionary of 1 GiB. */
static void test_xz_memory_limit(void **state)
{
    struct blob text = blob_text(100, 99);
    /* Patched into a header, because the encoder would take many times that memory. */
    struct blob packed = pack_xz(text);
    uint8_t *header = packed.data + 12;
    size_t size = 4 * ((size_t)header[0] + 1);
    /* Filter 0x21 with one byte of properties: the code of the dictionary's size. */
    size_t at = 2;
    while (header[at] != 0x21 || header[at + 1] != 1) {
        at++;
        assert_true(at < size);
    }
    header[at + 2] = 36;
    uint32_t crc = lzma_crc32(header, size - 4, 0);
    for (size_t i = 0; i < 4; i++) {
        header[size - 4 + i] = (uint8_t)(crc >> (8 * i));
    }
    struct result result = read_blob(state, packed);
    assert_int_equal(result.status, TT_IO_INPUT_FAILED);
    assert_int_equal(result.error.status, TT_ERR_UNSUPPORTED);
    assert_non_null(strstr(result.error.text, "256 MiB"));
    free(result.given.data);
    free(packed.data);
    free(text.data);
}
#endif

#ifdef TT_HAVE_ZSTD
static void test_zstd_skippable(void **state)
{
    static const uint8_t skippable[] = {0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'a', 'b', 'c'};
    struct blob text = blob_text(300, 99);
    struct blob packed = pack_zstd(text);
    struct blob all = blob_copy((tt_bytes){skippable, sizeof(skippable)});
    blob_add(&all, packed.data, packed.size);
    blob_add(&all, skippable, sizeof(skippable));
    blob_add(&all, packed.data, packed.size);
    blob_add(&all, skippable, sizeof(skippable));
    struct blob texts = blob_copy(blob_part(&text, 0, text.size));
    blob_add(&texts, text.data, text.size);
    assert_whole(state, all, texts);
    all.size -= 2;
    assert_damaged(state, all, texts, texts.size);
    const struct blob nothing = {NULL, 0};
    struct blob alone = blob_copy((tt_bytes){skippable, sizeof(skippable)});
    struct result result = read_blob(state, alone);
    assert_int_equal(result.status, TT_IO_INPUT_END);
    assert_int_equal(result.given.size, nothing.size);
    free(result.given.data);
    free(alone.data);
    free(texts.data);
    free(all.data);
    free(packed.data);
    free(text.data);
}

/* Frame headers by hand (RFC 8878, 3.1.1.1): windows of 128 MiB and 256 MiB, a dictionary. */
static void test_zstd_limits(void **state)
{
    static const uint8_t last_empty_block[3] = {1, 0, 0};
    static const struct {
        uint8_t header[7];
        size_t size;
        tt_status status;
    } cases[] = {
        {{0x28, 0xb5, 0x2f, 0xfd, 0x00, (27 - 10) << 3}, 6, TT_OK},
        {{0x28, 0xb5, 0x2f, 0xfd, 0x00, (28 - 10) << 3}, 6, TT_ERR_UNSUPPORTED},
        {{0x28, 0xb5, 0x2f, 0xfd, 0x01, (20 - 10) << 3, 9}, 7, TT_ERR_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct blob packed = blob_copy((tt_bytes){cases[i].header, cases[i].size});
        blob_add(&packed, last_empty_block, 3);
        struct result result = read_blob(state, packed);
        assert_int_equal(result.error.status, cases[i].status);
        free(result.given.data);
        free(packed.data);
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_whole),
        IN_FOLDER(test_members),
        IN_FOLDER(test_padding_and_rubbish),
        IN_FOLDER(test_every_cut),
        IN_FOLDER(test_given_before_damage),
        IN_FOLDER(test_every_flip),
        IN_FOLDER(test_follow_compressed),
        IN_FOLDER(test_follow_keeps_nothing_back),
        cmocka_unit_test(test_probe),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_plain),
        IN_FOLDER(test_read_at),
        IN_FOLDER(test_left_out),
#ifdef TT_HAVE_LZMA
        IN_FOLDER(test_xz_memory_limit),
#endif
#ifdef TT_HAVE_ZLIB
        IN_FOLDER(test_gz_member_after_padding),
#endif
#ifdef TT_HAVE_ZSTD
        IN_FOLDER(test_zstd_skippable),
        IN_FOLDER(test_zstd_limits),
#endif
    };
    return cmocka_run_group_tests_name("host_codec", tests, NULL, NULL);
}
