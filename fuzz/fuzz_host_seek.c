/* SPDX-License-Identifier: MIT
 *
 * Fuzzes reading of compressed files from the front and from the middle: the first eight bytes are
 * places to go to, the rest is the file. Sums of .xz are set right, so that tables and headers with
 * odd numbers are reached; seek tables of .zst have none.
 *
 * Whatever the file says, memory keeps to the limits of codec.h, and a file that reads well to
 * its end reads the same from the middle. That cannot be promised of a .zst with a seek table and
 * of a tape, whose claims about the frames and blocks before a place are not checked.
 */
#include "host/posix.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "must.h"

#include "host/inside.h"
#include "teetape/io/input.h"
#include "wire/hash.h"

#define PLACES 4
#define RAW_MOST ((size_t)256 * 1024) /* of a bomb no more is looked at */
#define ACCESS_POINTS 16
#define WINDOW 32768

static char path[] = "/tmp/fuzz_host_seek.XXXXXX";
static uint8_t stored[1 << 20], raw[RAW_MOST], windows[ACCESS_POINTS][WINDOW];
static tt_io_access_point points[ACCESS_POINTS];
static size_t point_count;

static void remove_file(void)
{
    unlink(path);
}

/* The one file that every input is written to. */
static int open_file(void)
{
    static int fd = -1;
    if (fd < 0) {
        fd = mkstemp(path);
        MUST(fd >= 0);
        MUST(atexit(remove_file) == 0);
    }
    return fd;
}

static void store_sum(uint8_t *dst, const uint8_t *bytes, size_t size)
{
    uint32_t sum = tti_crc32(0, bytes, size);
    for (int i = 0; i < 4; i++) {
        dst[i] = (uint8_t)(sum >> 8 * i);
    }
}

/* Sums of the first stream's header, of its first block's header, and of the last stream's index
 * and foot (xz file format 1.1, sections 2.1 and 4). */
static void set_right(uint8_t *file, size_t size)
{
    static const uint8_t magic[6] = {0xfd, '7', 'z', 'X', 'Z', 0};
    if (size < 32 || memcmp(file, magic, sizeof magic) != 0) {
        return;
    }
    uint8_t *foot = file + size - 12;
    size_t header = ((size_t)file[12] + 1) * 4;
    uint64_t index = (uint64_t)foot[4] | (uint64_t)foot[5] << 8 | (uint64_t)foot[6] << 16 |
                     (uint64_t)foot[7] << 24;
    index = (index + 1) * 4;
    store_sum(file + 8, file + 6, 2);
    if (file[12] != 0 && header + 12 <= size) {
        store_sum(file + 12 + header - 4, file + 12, header - 4);
    }
    if (index >= 8 && index <= size - 24) {
        store_sum(foot - 4, foot - index, (size_t)index - 4);
    }
    store_sum(foot, foot + 4, 6);
}

static void write_file(const uint8_t *data, size_t size)
{
    int fd = open_file();
    memcpy(stored, data, size);
    set_right(stored, size);
    MUST(ftruncate(fd, 0) == 0);
    MUST(pwrite(fd, stored, size, 0) == (ssize_t)size);
}

/* See tt_io_access_point_fn. */
static void keep_point(void *user, const tt_io_access_point *point)
{
    (void)user;
    MUST(point_count == 0 || point->raw >= points[point_count - 1].raw);
    MUST(point->bits < 8 && point->window.size <= WINDOW);
    if (point_count < ACCESS_POINTS) {
        tt_io_access_point *kept = &points[point_count];
        *kept = *point;
        if (point->window.size > 0) {
            memcpy(windows[point_count], point->window.data, point->window.size);
        }
        kept->window.data = windows[point_count++];
    }
}

/* From the front: all of it, or RAW_MOST bytes. */
static tt_io_input_status read_front(size_t *size)
{
    const tt_io_input_options options = {.on_access_point = keep_point, .access_point_every = 64};
    tt_io_error error;
    tt_io_input *in = tt_io_input_open(path, &options, &error);
    tt_io_input_status status;
    tt_bytes piece;
    MUST(in != NULL);
    *size = point_count = 0;
    while ((status = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE && *size < RAW_MOST) {
        size_t part = piece.size < RAW_MOST - *size ? piece.size : RAW_MOST - *size;
        MUST(piece.size > 0);
        memcpy(raw + *size, piece.data, part);
        *size += part;
    }
    MUST((status == TT_IO_INPUT_FAILED) == (tt_io_input_error(in)->status != TT_OK));
    tt_io_input_close(in);
    return status;
}

/* From the middle. With `good`, the whole file has `size` bytes, and reads well. */
static void read_at(tt_io_input *in, uint64_t offset, bool good, size_t size)
{
    tt_io_input_status status = TT_IO_INPUT_FAILED;
    uint64_t at = offset;
    tt_bytes piece;
    if (tti_input_seek(in, offset, points, point_count)) {
        while ((status = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE &&
               at < offset + RAW_MOST) {
            MUST(!good || (at <= size && piece.size <= size - at &&
                           memcmp(piece.data, raw + at, piece.size) == 0));
            at += piece.size;
        }
    }
    MUST((status == TT_IO_INPUT_FAILED) == (tt_io_input_error(in)->status != TT_OK));
    MUST(!good || status == (offset <= size ? TT_IO_INPUT_END : TT_IO_INPUT_FAILED));
    MUST(!good || offset > size || at == size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tt_io_error error;
    size_t raw_size;
    if (size < 2 * PLACES || size - 2 * PLACES > sizeof stored) {
        return 0;
    }
    write_file(data + 2 * PLACES, size - 2 * PLACES);
    bool good = read_front(&raw_size) == TT_IO_INPUT_END;
    tt_io_input *in = tt_io_input_open(path, NULL, &error);
    MUST(in != NULL);
    bool has_table = tti_io_input_granularity(in) != UINT64_MAX;
    const char *codec = tti_io_input_codec(in);
    bool has_claims = strcmp(codec, "zstd") == 0 || strcmp(codec, "tape") == 0;
    good = good && !(has_table && has_claims);
    for (size_t i = 0; i < PLACES; i++) {
        uint64_t offset = data[2 * i] | (uint64_t)data[2 * i + 1] << 8;
        read_at(in, offset, good, raw_size);
        if (tt_io_input_error(in)->status != TT_OK) { /* then it has to be opened again */
            tt_io_input_close(in);
            in = tt_io_input_open(path, NULL, &error);
            MUST(in != NULL);
        }
    }
    tt_io_input_close(in);
    return 0;
}
