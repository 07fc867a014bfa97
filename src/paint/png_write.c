/* SPDX-License-Identifier: MIT
 *
 * Writes PNG. A row is stored as the difference to the pixels at its left or above, whichever is
 * smaller. The caller's deflate compresses it, or it goes into stored blocks.
 *
 * More filters would each cost another pass over every row. The memory is four rows and a piece.
 */

#include "base/mem.h"
#include "paint/memory.h"
#include "paint/png.h"
#include "teetape/io/picture.h"
#include "wire/hash.h"

/* Bytes of the stream in an IDAT chunk, which has 12 bytes more. */
enum { PIECE = 32768 };

/* Writes a chunk. The CRC covers type and data. The output remembers a failure. */
static void put_chunk(tt_io_output *out, const char type[4], const uint8_t *data, size_t size)
{
    uint8_t number[4];
    uint32_t sum = tti_crc32(tti_crc32(0, type, 4), data, size);
    tti_store_be32(number, (uint32_t)size);
    tt_io_output_bytes(out, (tt_bytes){number, 4});
    tt_io_output_bytes(out, (tt_bytes){(const uint8_t *)type, 4});
    tt_io_output_bytes(out, (tt_bytes){data, size});
    tti_store_be32(number, sum);
    tt_io_output_bytes(out, (tt_bytes){number, 4});
}

struct stream {
    tt_io_output *out;
    const struct tti_deflate *deflate; /* compresses blocks; NULL: they are stored */
    uint32_t a, b;                     /* Adler-32, which ends the stored blocks */
    size_t used;
    uint8_t piece[PIECE];
};

static void put_packed(struct stream *stream, tt_bytes data, bool is_last)
{
    bool is_full;
    do {
        stream->used +=
            stream->deflate->run(stream->deflate->user, &data, stream->piece + stream->used,
                                 PIECE - stream->used, is_last);
        is_full = stream->used == PIECE;
        if (is_full || (is_last && stream->used != 0)) {
            put_chunk(stream->out, "IDAT", stream->piece, stream->used);
            stream->used = 0;
        }
    } while (is_full);
}

/* Writes a stored block: 1 for the last one, its size, and the inverted size. The sum at the end is
 * big-endian, unlike the sizes. */
static void put_stored(struct stream *stream, tt_bytes data, bool is_last)
{
    for (size_t at = 0; at < data.size;) {
        size_t part = data.size - at < PIECE - 5 ? data.size - at : PIECE - 5;
        uint8_t *piece = stream->piece;
        piece[0] = is_last && at + part == data.size;
        piece[1] = (uint8_t)part;
        piece[2] = (uint8_t)(part >> 8);
        piece[3] = (uint8_t)~piece[1];
        piece[4] = (uint8_t)~piece[2];
        for (size_t i = 0; i < part; i++) {
            piece[5 + i] = data.data[at + i];
            stream->a = (stream->a + data.data[at + i]) % 65521;
            stream->b = (stream->b + stream->a) % 65521;
        }
        put_chunk(stream->out, "IDAT", piece, part + 5);
        at += part;
    }
    if (is_last) {
        uint8_t sum[4];
        tti_store_be32(sum, stream->b << 16 | stream->a);
        put_chunk(stream->out, "IDAT", sum, 4);
    }
}

/* Returns the distance of a difference from zero. A row with smaller differences mostly compresses
 * better (RFC 2083, 9.6). */
static unsigned far_from_zero(uint8_t difference)
{
    return difference < 128 ? difference : 256u - difference;
}

/* Returns the filtered row after the byte of its filter. `rows` is memory for both filters. */
static const uint8_t *filtered(const uint8_t *row, const uint8_t *above, size_t size,
                               size_t channels, uint8_t *rows)
{
    uint8_t *sub = rows, *up = rows + size + 1;
    uint64_t sub_sum = 0, up_sum = 0;
    sub[0] = TTI_PNG_SUB;
    up[0] = TTI_PNG_UP;
    for (size_t i = 0; i < size; i++) {
        sub[i + 1] = (uint8_t)(row[i] - (i >= channels ? row[i - channels] : 0));
        up[i + 1] = (uint8_t)(row[i] - above[i]);
        sub_sum += far_from_zero(sub[i + 1]);
        up_sum += far_from_zero(up[i + 1]);
    }
    return up_sum <= sub_sum ? up : sub;
}

static void pack_row(const tt_io_picture *picture, uint32_t y, size_t channels, uint8_t *dst)
{
    const uint8_t *rgba = picture->rgba + (size_t)y * picture->width * 4;
    for (uint32_t x = 0; x < picture->width; x++, rgba += 4, dst += channels) {
        for (size_t k = 0; k < channels; k++) {
            dst[k] = rgba[k];
        }
    }
}

static bool is_opaque(const tt_io_picture *picture)
{
    size_t count = (size_t)picture->width * picture->height;
    unsigned all = 255;
    for (size_t i = 0; i < count; i++) {
        all &= picture->rgba[4 * i + 3];
    }
    return all == 255;
}

/* Writes all rows. `memory` begins as zeros, which count as the row above the first. The two rows
 * exchange roles, so nothing is copied. */
static void put_rows(struct stream *stream, const tt_io_picture *picture, size_t channels,
                     uint8_t *memory)
{
    size_t size = picture->width * channels;
    uint8_t *row = memory, *above = memory + size, *rows = memory + 2 * size, *swap;
    for (uint32_t y = 0; y < picture->height; y++) {
        pack_row(picture, y, channels, row);
        (stream->deflate != NULL ? put_packed : put_stored)(
            stream, (tt_bytes){filtered(row, above, size, channels, rows), size + 1},
            y + 1 == picture->height);
        swap = row;
        row = above;
        above = swap;
    }
}

bool tti_png_write(tt_io_output *out, const tt_io_picture *picture,
                   const struct tti_deflate *deflate, tt_io_error *error)
{
    /* The memory has two rows of pixels, and two filtered rows with their first byte. */
    size_t channels = is_opaque(picture) ? 3 : 4, size = picture->width * channels;
    uint8_t header[TTI_PNG_HEADER_SIZE] = {0}, *memory = tti_paint_zeros(4 * (size + 1));
    struct stream *stream = tti_paint_zeros(sizeof *stream);
    bool is_good = memory != NULL && stream != NULL;
    if (is_good) {
        stream->out = out;
        stream->deflate = deflate;
        tt_io_output_bytes(out, (tt_bytes){(const uint8_t *)TTI_PNG_MAGIC, TTI_PNG_MAGIC_SIZE});
        tti_store_be32(header, picture->width);
        tti_store_be32(header + 4, picture->height);
        /* 8 bits a channel; the rest of the header, with interlacing, is 0 */
        header[8] = 8;
        header[9] = channels == 3 ? TTI_PNG_RGB : TTI_PNG_RGBA;
        put_chunk(out, "IHDR", header, sizeof header);
        stream->a = 1;
        if (deflate == NULL) { /* zlib header: a window of 32 KiB, and the check of both bytes */
            put_chunk(out, "IDAT", (const uint8_t[]){0x78, 0x01}, 2);
        }
        put_rows(stream, picture, channels, memory);
        put_chunk(out, "IEND", NULL, 0);
        is_good = tti_paint_written(out, error);
    } else {
        tti_paint_no_memory(error, "cannot be compressed");
    }
    tti_paint_free(memory);
    tti_paint_free(stream);
    return is_good;
}
