/* SPDX-License-Identifier: MIT
 *
 * Reads the kinds of PNG that the game uses: 8 bits a channel, not interlaced.
 *
 * The data of all IDAT chunks are joined and inflated, and filters are undone row by row. A player
 * may install any image, so every length is checked. Besides the picture, memory is needed for the
 * file's bytes and the rows.
 */

#include "base/mem.h"
#include "paint/error.h"
#include "paint/memory.h"
#include "paint/png.h"
#include "teetape/io/picture.h"
#include "wire/hash.h"

struct png {
    tt_bytes file;
    size_t at; /* offset of the current chunk, also for errors */
    uint32_t width, height;
    unsigned channels; /* bytes of a pixel in a row */
    uint8_t kind;      /* color type, from IHDR */
    bool has_header, has_end;
    tt_bytes palette, alpha; /* views of PLTE and tRNS */
    uint8_t *packed;
    size_t packed_size;
    uint8_t *rows;
    tt_map_inflate_fn *inflate; /* unpacks zlib data; NULL when the build has no such function */
    tt_io_error *error;
};

/* Fills the error and returns false. The offset is that of the chunk, or the end of the file when
 * all chunks were good. */
static bool fail(const struct png *png, tt_status status, const char *what)
{
    tti_error_say(png->error, status, "%s", what);
    png->error->offset = png->at;
    return false;
}

/* Reads IHDR. The size is limited before anything is allocated for it. A second IHDR is refused,
 * because it would change sizes in use. */
static bool read_header(struct png *png, tt_bytes data)
{
    /* bytes of a pixel by color type; 0: no such type */
    static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
    if (data.size != TTI_PNG_HEADER_SIZE || png->has_header) {
        return fail(png, TT_ERR_COMPRESSED_DATA, "the header of the PNG is damaged");
    }
    png->width = tti_load_be32(data.data);
    png->height = tti_load_be32(data.data + 4);
    png->kind = data.data[9];
    if (png->width == 0 || png->height == 0 || png->width > TT_IO_PICTURE_SIDE_MAX ||
        png->height > TT_IO_PICTURE_SIDE_MAX ||
        (size_t)png->width * png->height > TT_IO_PICTURE_PIXELS_MAX) {
        return fail(png, TT_ERR_RANGE, "the PNG has too many pixels, or none");
    }
    png->channels = png->kind < sizeof channels ? channels[png->kind] : 0;
    if (data.data[8] != 8 || png->channels == 0 || data.data[10] != 0 || data.data[11] != 0 ||
        data.data[12] != 0) {
        return fail(png, TT_ERR_UNSUPPORTED,
                    "the PNG is interlaced, or does not have 8 bits a channel");
    }
    png->has_header = true;
    return true;
}

static bool is_type(const uint8_t *chunk, const char *type)
{
    return tti_equal(chunk + 4, type, 4);
}

/* Takes a chunk. Chunks whose first letter is small (bit 5) are ignored, as every reader may do:
 * times, texts, gamma. */
static bool take_chunk(struct png *png, const uint8_t *chunk, tt_bytes data)
{
    if (is_type(chunk, "IHDR")) {
        return read_header(png, data);
    }
    if (!png->has_header) {
        return fail(png, TT_ERR_COMPRESSED_DATA, "the PNG does not begin with its header");
    }
    /* tRNS of grey and RGB, which makes one colour transparent, is ignored: images of the game have
     * an alpha channel. */
    if (is_type(chunk, "PLTE")) {
        png->palette = data;
    } else if (is_type(chunk, "tRNS")) {
        png->alpha = data;
    } else if (is_type(chunk, "IDAT")) {
        /* `packed` has the size of the file, so the data of all IDAT fit. */
        tti_copy(png->packed + png->packed_size, data.data, data.size);
        png->packed_size += data.size;
    } else if (is_type(chunk, "IEND")) {
        png->has_end = true;
    } else if ((chunk[4] & 0x20) == 0) {
        return fail(png, TT_ERR_UNSUPPORTED,
                    "the PNG has an unknown chunk that readers may not ignore");
    }
    return true;
}

/* Reads all chunks. A chunk has 12 bytes beside its data. Bytes after IEND are ignored. */
static bool read_chunks(struct png *png)
{
    while (!png->has_end) {
        const uint8_t *chunk = png->file.data + png->at;
        size_t left = png->file.size - png->at;
        uint32_t size = left >= 12 ? tti_load_be32(chunk) : 0;
        if (left < 12 || size > left - 12) {
            return fail(png, TT_ERR_COMPRESSED_DATA, "the PNG ends too early");
        }
        if (tti_crc32(0, chunk + 4, size + 4) != tti_load_be32(chunk + 8 + size)) {
            return fail(png, TT_ERR_COMPRESSED_DATA, "a chunk of the PNG has a wrong checksum");
        }
        if (!take_chunk(png, chunk, (tt_bytes){chunk + 8, size})) {
            return false;
        }
        png->at += 12 + (size_t)size;
    }
    return true;
}

/* Inflates the rows. No more rows are allocated than zlib can make of the data: one byte gives at
 * most 1032 (map/datafile.c). */
static bool unpack(struct png *png)
{
    size_t size = (1 + (size_t)png->width * png->channels) * png->height;
    if (png->inflate == NULL) {
        return fail(png, TT_ERR_UNSUPPORTED, "this build has no zlib");
    }
    if (size / 1032 > png->packed_size) {
        return fail(png, TT_ERR_COMPRESSED_DATA, "the PNG has less data than its size needs");
    }
    png->rows = tti_paint_resize(NULL, size);
    if (png->rows == NULL) {
        return tti_paint_no_memory(png->error, "cannot be unpacked");
    }
    /* `inflate` sets the error only without memory, so an empty error means damaged data */
    tti_error_clear(png->error);
    if (png->inflate(png->error, png->rows, size, (tt_bytes){png->packed, png->packed_size}) != 0) {
        return png->error->status == TT_OK
                   ? fail(png, TT_ERR_COMPRESSED_DATA, "the data of the PNG is damaged")
                   : false;
    }
    return true;
}

static int distance(int a, int b)
{
    return a < b ? b - a : a - b;
}

/* Returns the neighbour nearest to left + above - corner. If several are equal, the order is left,
 * above, corner (RFC 2083, 6.6). */
static uint8_t paeth(int a, int b, int c)
{
    int p = a + b - c, pa = distance(p, a), pb = distance(p, b), pc = distance(p, c);
    return (uint8_t)(pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
}

/* Undoes a filter in place, from left to right: each byte needs the restored one at its left.
 * Returns false for an unknown filter. */
static bool restore(uint8_t *row, const uint8_t *above, size_t size, size_t channels,
                    uint8_t filter)
{
    for (size_t i = 0; filter != TTI_PNG_NONE && i < size; i++) {
        uint8_t left = i >= channels ? row[i - channels] : 0;
        uint8_t corner = i >= channels ? above[i - channels] : 0;
        switch (filter) {
        case TTI_PNG_SUB:
            row[i] = (uint8_t)(row[i] + left);
            break;
        case TTI_PNG_UP:
            row[i] = (uint8_t)(row[i] + above[i]);
            break;
        case TTI_PNG_AVERAGE:
            row[i] = (uint8_t)(row[i] + (left + above[i]) / 2);
            break;
        case TTI_PNG_PAETH:
            row[i] = (uint8_t)(row[i] + paeth(left, above[i], corner));
            break;
        default:
            return false;
        }
    }
    return true;
}

/* Converts a pixel. A palette has 3 bytes a colour. tRNS has an alpha for each of its first
 * colours, and the others are opaque. Returns false for a colour that is not in the palette. */
static bool put_pixel(const struct png *png, const uint8_t *from, uint8_t *to)
{
    size_t index = from[0];
    to[3] = 255;
    switch (png->kind) {
    case TTI_PNG_GREY:
    case TTI_PNG_GREY_ALPHA:
        to[0] = to[1] = to[2] = from[0];
        to[3] = png->kind == TTI_PNG_GREY ? 255 : from[1];
        return true;
    case TTI_PNG_PALETTE:
        if (png->palette.data == NULL || 3 * index + 3 > png->palette.size) {
            return false;
        }
        tti_copy(to, png->palette.data + 3 * index, 3);
        to[3] = index < png->alpha.size ? png->alpha.data[index] : 255;
        return true;
    default:
        tti_copy(to, from, png->channels);
        return true;
    }
}

static bool restore_rows(const struct png *png, tt_io_picture *picture)
{
    size_t size = (size_t)png->width * png->channels;
    uint8_t *to = picture->rgba, *zeros = tti_paint_zeros(size), *above = zeros;
    bool is_good = zeros != NULL;
    if (zeros == NULL) {
        tti_paint_no_memory(png->error, "cannot be unpacked");
    }
    for (uint32_t y = 0; y < png->height && is_good; y++) {
        uint8_t *row = png->rows + y * (size + 1) + 1;
        /* The filter is the byte before the row. */
        is_good = restore(row, above, size, png->channels, row[-1]);
        for (uint32_t x = 0; x < png->width && is_good; x++, to += 4) {
            is_good = put_pixel(png, row + (size_t)x * png->channels, to);
        }
        if (!is_good) {
            fail(png, TT_ERR_COMPRESSED_DATA,
                 "the PNG has an unknown filter, or a colour that its palette lacks");
        }
        above = row;
    }
    tti_paint_free(zeros);
    return is_good;
}

bool tti_png_read(tt_io_picture *picture, tt_bytes file, tt_map_inflate_fn *inflate,
                  tt_io_error *error)
{
    struct png png = {.file = file, .inflate = inflate, .error = error};
    tti_fill(picture, 0, sizeof *picture);
    if (file.size < TTI_PNG_MAGIC_SIZE ||
        !tti_equal(file.data, TTI_PNG_MAGIC, TTI_PNG_MAGIC_SIZE)) {
        return fail(&png, TT_ERR_FORMAT, "this is not a PNG");
    }
    png.at = TTI_PNG_MAGIC_SIZE;
    png.packed = tti_paint_resize(NULL, file.size);
    if (png.packed == NULL) {
        return tti_paint_no_memory(error, "cannot be read");
    }
    const tt_rgba none = {0, 0, 0, 0};
    bool is_good = read_chunks(&png) && unpack(&png) &&
                   tt_io_picture_open(picture, png.width, png.height, none, error) &&
                   restore_rows(&png, picture);
    tti_paint_free(png.packed);
    tti_paint_free(png.rows);
    if (!is_good) {
        tt_io_picture_close(picture);
    }
    return is_good;
}
