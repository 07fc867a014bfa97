/* SPDX-License-Identifier: MIT
 *
 * Pictures in and out: a round trip, files of every kind, damage anywhere, and Y4M.
 */
#include "cm.h"

#include <stdlib.h>

#include "support/paint.h"

#include "host/inside.h"
#include "paint/y4m.h"
#include "teetape/io/inflate.h"
#include "wire/hash.h"

/* Bytes that are written. */
struct memory {
    uint8_t bytes[1 << 20];
    size_t size;
};

static struct memory memory;

static int keep(void *user, tt_bytes bytes)
{
    struct memory *to = user;
    if (bytes.size > sizeof to->bytes - to->size) {
        return 28;
    }
    if (bytes.size > 0) {
        memcpy(to->bytes + to->size, bytes.data, bytes.size);
    }
    to->size += bytes.size;
    return 0;
}

static tt_bytes write_png(const tt_io_picture *picture)
{
    tt_io_output out;
    tt_io_error error;
    memory.size = 0;
    assert_true(tt_io_output_open(&out, keep, &memory));
    assert_true(tt_io_png_write(&out, picture, &error));
    assert_int_equal(tt_io_output_close(&out), 0);
    return (tt_bytes){memory.bytes, memory.size};
}

static tt_io_picture noise(uint32_t width, uint32_t height, bool opaque, uint64_t seed)
{
    tt_io_picture picture = paint_picture(width, height, (tt_rgba){0, 0, 0, 255});
    for (size_t i = 0; i < (size_t)width * height * 4; i++) {
        uint32_t value = random_next(&seed);
        picture.rgba[i] = opaque && i % 4 == 3 ? 255 : (uint8_t)(value % 4 == 0 ? value >> 8 : i);
    }
    return picture;
}

static void test_what_is_written_is_read(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1}, {1, 90}, {90, 1}, {3, 2}, {64, 48}, {200, 333}};
    tt_io_error error;
    if (!tti_io_inflate_exists()) {
        skip();
    }
    for (unsigned i = 0; i < 12; i++) {
        tt_io_picture picture = noise(sizes[i / 2][0], sizes[i / 2][1], i % 2 == 0, i + 1), read;
        tt_bytes file = write_png(&picture);
        assert_int_equal(file.data[25], i % 2 == 0 ? 2 : 6); /* RGB or RGBA */
        assert_true(tti_picture_read(&read, file, &error));
        assert_int_equal(read.width, picture.width);
        assert_int_equal(read.height, picture.height);
        assert_memory_equal(read.rgba, picture.rgba, 4 * (size_t)read.width * read.height);
        tt_io_picture_close(&read);
        tt_io_picture_close(&picture);
    }
}

static void add_chunk(struct memory *to, const char *type, const uint8_t *data, uint32_t size)
{
    uint8_t head[8] = {(uint8_t)(size >> 24), (uint8_t)(size >> 16), (uint8_t)(size >> 8),
                       (uint8_t)size};
    memcpy(head + 4, type, 4);
    uint32_t sum = tti_crc32(tti_crc32(0, head + 4, 4), data, size);
    const uint8_t end[4] = {(uint8_t)(sum >> 24), (uint8_t)(sum >> 16), (uint8_t)(sum >> 8),
                            (uint8_t)sum};
    keep(to, (tt_bytes){head, 8});
    keep(to, (tt_bytes){data, size});
    keep(to, (tt_bytes){end, 4});
}

/* A PNG by hand, its rows in one stored block. */
static tt_bytes make_png(const uint8_t header[13], const uint8_t *rows, size_t size,
                         const uint8_t *palette, uint32_t palette_size, const uint8_t *alpha,
                         uint32_t alpha_size)
{
    uint8_t stream[512] = {0x78, 0x01, 1, (uint8_t)size, 0, (uint8_t)~size, 0xff};
    uint32_t a = 1, b = 0;
    memory.size = 0;
    keep(&memory, tt_bytes_of("\x89PNG\r\n\x1a\n"));
    add_chunk(&memory, "IHDR", header, 13);
    if (palette_size > 0) {
        add_chunk(&memory, "PLTE", palette, palette_size);
        add_chunk(&memory, "tRNS", alpha, alpha_size);
    }
    memcpy(stream + 7, rows, size);
    for (size_t i = 0; i < size; i++) {
        a = (a + rows[i]) % 65521;
        b = (b + a) % 65521;
    }
    const uint8_t sum[4] = {(uint8_t)(b >> 8), (uint8_t)b, (uint8_t)(a >> 8), (uint8_t)a};
    memcpy(stream + 7 + size, sum, 4);
    add_chunk(&memory, "IDAT", stream, 5);
    add_chunk(&memory, "IDAT", stream + 5, (uint32_t)size + 6);
    add_chunk(&memory, "IEND", NULL, 0);
    return (tt_bytes){memory.bytes, memory.size};
}

static void test_every_filter(void **state)
{
    (void)state;
    static const uint8_t header[13] = {0, 0, 0, 3, 0, 0, 0, 5, 8, 0, 0, 0, 0};
    /* each row is 10 20 40 after its filter */
    static const uint8_t rows[20] = {0, 10, 20, 40, 1, 10, 10, 20, 2, 0,
                                     0, 0,  3,  5,  5, 10, 4,  0,  0, 0};
    static const uint8_t wanted[5][3] = {
        {10, 20, 40}, {10, 20, 40}, {10, 20, 40}, {10, 20, 40}, {10, 20, 40}};
    tt_io_picture picture;
    tt_io_error error;
    if (!tti_io_inflate_exists()) {
        skip();
    }
    assert_true(tti_picture_read(&picture, make_png(header, rows, 20, NULL, 0, NULL, 0), &error));
    for (int i = 0; i < 15; i++) {
        assert_int_equal(picture.rgba[4 * i], wanted[i / 3][i % 3]);
        assert_int_equal(picture.rgba[4 * i + 3], 255);
    }
    tt_io_picture_close(&picture);
}

static void test_a_palette(void **state)
{
    (void)state;
    static const uint8_t header[13] = {0, 0, 0, 3, 0, 0, 0, 1, 8, 3, 0, 0, 0};
    static const uint8_t palette[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, alpha[2] = {0, 128};
    static const uint8_t wanted[12] = {7, 8, 9, 255, 4, 5, 6, 128, 1, 2, 3, 0};
    const uint8_t rows[4] = {0, 2, 1, 0}, beyond[4] = {0, 2, 3, 0};
    tt_io_picture picture;
    tt_io_error error;
    if (!tti_io_inflate_exists()) {
        skip();
    }
    assert_true(
        tti_picture_read(&picture, make_png(header, rows, 4, palette, 9, alpha, 2), &error));
    assert_memory_equal(picture.rgba, wanted, 12);
    tt_io_picture_close(&picture);
    assert_false(
        tti_picture_read(&picture, make_png(header, beyond, 4, palette, 9, alpha, 2), &error));
    assert_int_equal(error.status, TT_ERR_COMPRESSED_DATA);
}

static void test_other_kinds_are_refused(void **state)
{
    (void)state;
    static const struct {
        uint8_t header[13];
        tt_status status;
    } cases[] = {
        {{0, 0, 0, 3, 0, 0, 0, 1, 16, 2, 0, 0, 0}, TT_ERR_UNSUPPORTED},
        {{0, 0, 0, 3, 0, 0, 0, 1, 8, 5, 0, 0, 0}, TT_ERR_UNSUPPORTED},
        {{0, 0, 0, 3, 0, 0, 0, 1, 8, 2, 0, 0, 1}, TT_ERR_UNSUPPORTED},
        {{0, 0, 0, 0, 0, 0, 0, 1, 8, 2, 0, 0, 0}, TT_ERR_RANGE},
        {{0, 0, 0x40, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0}, TT_ERR_RANGE},
        {{0x80, 0, 0, 0, 0x80, 0, 0, 0, 8, 6, 0, 0, 0}, TT_ERR_RANGE},
        {{0, 0, 0x20, 0, 0, 0, 0x20, 0, 8, 6, 0, 0, 0}, TT_ERR_COMPRESSED_DATA},
    };
    const uint8_t rows[10] = {0};
    tt_io_picture picture;
    tt_io_error error;
    if (!tti_io_inflate_exists()) {
        skip();
    }
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tt_bytes file = make_png(cases[i].header, rows, 10, NULL, 0, NULL, 0);
        assert_false(tti_picture_read(&picture, file, &error));
        assert_int_equal(error.status, cases[i].status);
        assert_null(picture.rgba);
    }
    assert_false(tti_picture_read(&picture, tt_bytes_of("GIF89a, and so on"), &error));
    assert_int_equal(error.status, TT_ERR_FORMAT);
}

/* A cut is refused, and so is every bit that is turned but for those that no check sum has. */
static void test_cuts_and_turned_bits(void **state)
{
    (void)state;
    tt_io_picture picture = noise(9, 7, false, 5), read;
    tt_io_error error;
    tt_bytes file = write_png(&picture);
    uint8_t *copy = malloc(file.size);
    assert_non_null(copy);
    if (!tti_io_inflate_exists()) {
        skip();
    }
    for (size_t size = 0; size < file.size; size++) {
        uint8_t *cut = malloc(size + 1);
        assert_non_null(cut);
        memcpy(cut, file.data, size);
        assert_false(tti_picture_read(&read, (tt_bytes){cut, size}, &error));
        free(cut);
    }
    for (size_t bit = 0; bit < 8 * file.size; bit++) {
        memcpy(copy, file.data, file.size);
        copy[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_false(tti_picture_read(&read, (tt_bytes){copy, file.size}, &error));
        assert_true(error.offset <= file.size);
    }
    free(copy);
    tt_io_picture_close(&picture);
}

static bool put_frame(tt_io_output *out, const tt_io_picture *picture, tt_io_error *error)
{
    size_t size = tti_y4m_size(picture->width, picture->height);
    uint8_t *frame = malloc(size);
    tti_y4m_convert(frame, picture);
    bool good = tti_y4m_write(out, (tt_bytes){frame, size}, error);
    free(frame);
    return good;
}

static void test_an_output_that_fails(void **state)
{
    (void)state;
    tt_io_output out;
    tt_io_error error;
    tt_io_picture picture = noise(700, 700, false, 9);
    memory.size = sizeof memory.bytes - 1000;
    assert_true(tt_io_output_open(&out, keep, &memory));
    assert_false(tt_io_png_write(&out, &picture, &error));
    assert_int_equal(error.status, TT_ERR_SYSTEM);
    assert_int_equal(error.system, 28);
    assert_false(put_frame(&out, &picture, &error));
    assert_int_equal(tt_io_output_close(&out), 28);
    tt_io_picture_close(&picture);
}

static void test_sizes_of_pictures(void **state)
{
    (void)state;
    static const uint32_t bad[][2] = {{0, 1}, {1, 0}, {16385, 1}, {1, 16385}, {16384, 16384}};
    tt_io_picture picture;
    tt_io_error error;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(
            tt_io_picture_open(&picture, bad[i][0], bad[i][1], (tt_rgba){0, 0, 0, 0}, &error));
        assert_int_equal(error.status, TT_ERR_RANGE);
        tt_io_picture_close(&picture);
    }
}

static void test_frames_of_a_video(void **state)
{
    (void)state;
    static const struct {
        tt_rgba color;
        uint8_t y, cb, cr;
    } cases[] = {
        {{0, 0, 0, 255}, 16, 128, 128},   {{255, 255, 255, 255}, 235, 128, 128},
        {{255, 0, 0, 255}, 81, 90, 240},  {{0, 255, 0, 255}, 145, 54, 34},
        {{0, 0, 255, 255}, 41, 240, 110}, {{128, 128, 128, 255}, 126, 128, 128},
    };
    static const char head[] = "YUV4MPEG2 W5 H3 F50:1 Ip A1:1 C420jpeg\n";
    tt_io_output out;
    tt_io_error error;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tt_io_picture picture = paint_picture(5, 3, cases[i].color);
        memory.size = 0;
        assert_true(tt_io_output_open(&out, keep, &memory));
        tti_io_y4m_begin(&out, 5, 3, 50);
        assert_true(put_frame(&out, &picture, &error));
        assert_true(put_frame(&out, &picture, &error));
        assert_int_equal(tt_io_output_close(&out), 0);
        size_t begin = sizeof head - 1, frame = 6 + 15 + 6 + 6;
        assert_int_equal(memory.size, begin + 2 * frame);
        assert_memory_equal(memory.bytes, head, begin);
        const uint8_t *at = memory.bytes + begin + frame;
        assert_memory_equal(at, "FRAME\n", 6);
        for (int k = 0; k < 15; k++) {
            assert_int_equal(at[6 + k], cases[i].y);
        }
        for (int k = 0; k < 6; k++) {
            assert_int_equal(at[21 + k], cases[i].cb);
            assert_int_equal(at[27 + k], cases[i].cr);
        }
        tt_io_picture_close(&picture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_written_is_read),
        cmocka_unit_test(test_every_filter),
        cmocka_unit_test(test_a_palette),
        cmocka_unit_test(test_other_kinds_are_refused),
        cmocka_unit_test(test_cuts_and_turned_bits),
        cmocka_unit_test(test_an_output_that_fails),
        cmocka_unit_test(test_sizes_of_pictures),
        cmocka_unit_test(test_frames_of_a_video),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
