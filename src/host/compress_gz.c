/* SPDX-License-Identifier: MIT
 *
 * Writes gzip files (RFC 1952) of one member through zlib, without name and time, so that the same
 * bytes always give the same file, with any number of threads. Seeking in such a file needs an
 * index.
 */
#include "host/compress_calls.h"

#ifdef TT_HAVE_ZLIB
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/mem.h"
#include "teetape/io/jobs.h"

#define LEAST 1
#define MOST 9
#define USUAL 6

/* Raw bytes of a part. Parts are compressed apart, in threads; each may refer to the WINDOW bytes
 * before it, so the file is hardly larger than one that is compressed in one go. */
#define PART ((size_t)256 * 1024)
#define WINDOW ((size_t)32 * 1024)
#define PARTS_MOST 64

struct part {
    z_stream stream;
    bool is_open, is_last;
    const uint8_t *raw;
    size_t size, before; /* bytes of the part, and bytes that it may refer to */
    uint8_t *packed;
    size_t room, packed_size;
    uint32_t crc;
    int failed;
};

struct gz_writer {
    tt_io_output *to;
    int level;
    unsigned threads;
    uint8_t *raw; /* WINDOW bytes of what was written before, and `threads` parts */
    size_t window, used;
    bool has_head;
    uint32_t crc, size; /* of all raw bytes; the size modulo 2^32 */
    struct part parts[PARTS_MOST];
};

static void close_gz(void *opaque)
{
    struct gz_writer *writer = opaque;
    for (unsigned i = 0; i < writer->threads; i++) {
        if (writer->parts[i].is_open) {
            deflateEnd(&writer->parts[i].stream);
        }
        free(writer->parts[i].packed);
    }
    free(writer->raw);
    free(writer);
}

/* Opens the stream of a part: raw deflate (-15), without the wrapper of gzip, which is around all
 * parts. A part ends on a byte, which takes a few bytes more than deflateBound counts. */
static bool open_part(struct gz_writer *writer, struct part *part)
{
    part->is_open =
        deflateInit2(&part->stream, writer->level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) == Z_OK;
    part->room = part->is_open ? deflateBound(&part->stream, PART) + 64 : 1;
    part->packed = malloc(part->room);
    return part->is_open && part->packed != NULL;
}

static void write_head(struct gz_writer *writer)
{
    /* deflate; no name and no time; the level as zlib writes it; Unix */
    const uint8_t level = writer->level == MOST ? 2 : writer->level == LEAST ? 4 : 0;
    const uint8_t head[10] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, level, 3};
    tt_io_output_bytes(writer->to, (tt_bytes){head, sizeof head});
    writer->has_head = true;
}

/* Makes a writer. A level of 0 or outside of the range becomes the default. */
static void *open_gz(const struct host_compress_options *options, tt_io_output *to)
{
    struct gz_writer *writer = calloc(1, sizeof(*writer));
    if (writer == NULL) {
        return NULL;
    }
    writer->to = to;
    writer->level = options->level < LEAST || options->level > MOST ? USUAL : options->level;
    writer->threads = options->threads > PARTS_MOST ? PARTS_MOST
                      : options->threads == 0       ? 1
                                                    : options->threads;
    writer->raw = malloc(WINDOW + writer->threads * PART);
    bool good = writer->raw != NULL;
    for (unsigned i = 0; good && i < writer->threads; i++) {
        good = open_part(writer, &writer->parts[i]);
    }
    if (!good) {
        close_gz(writer);
        return NULL;
    }
    return writer;
}

static void pack_part(void *user, size_t index, unsigned worker)
{
    struct gz_writer *writer = user;
    struct part *part = &writer->parts[index];
    z_stream *stream = &part->stream;
    (void)worker;
    part->crc = (uint32_t)crc32(0, part->raw, (unsigned)part->size);
    deflateReset(stream);
    if (part->before > 0) {
        deflateSetDictionary(stream, part->raw - part->before, (unsigned)part->before);
    }
    stream->next_in = (Bytef *)(uintptr_t)part->raw; /* zlib only reads it */
    stream->avail_in = (unsigned)part->size;
    stream->next_out = part->packed;
    stream->avail_out = (unsigned)part->room;
    int code = deflate(stream, part->is_last ? Z_FINISH : Z_SYNC_FLUSH);
    part->packed_size = part->room - stream->avail_out;
    bool is_whole = code == (part->is_last ? Z_STREAM_END : Z_OK) && stream->avail_in == 0 &&
                    (part->is_last || stream->avail_out > 0);
    part->failed = is_whole ? 0 : EIO;
}

/* Compresses the bytes that are there, and writes them. Returns 0 or an errno value. */
static int pack(struct gz_writer *writer, bool is_last)
{
    size_t count = 0, at = 0;
    if (!writer->has_head) {
        write_head(writer);
    }
    do {
        struct part *part = &writer->parts[count++];
        part->raw = writer->raw + WINDOW + at;
        part->size = writer->used - at < PART ? writer->used - at : PART;
        part->before = at == 0 ? writer->window : WINDOW;
        at += part->size;
        part->is_last = is_last && at == writer->used;
    } while (at < writer->used);
    tt_io_jobs_run(count, writer->threads, pack_part, writer, NULL);
    for (size_t i = 0; i < count; i++) {
        const struct part *part = &writer->parts[i];
        if (part->failed != 0) {
            return part->failed;
        }
        tt_io_output_bytes(writer->to, (tt_bytes){part->packed, part->packed_size});
        writer->crc = (uint32_t)crc32_combine(writer->crc, part->crc, (z_off_t)part->size);
        writer->size += (uint32_t)part->size;
    }
    if (writer->used >= WINDOW) {
        memcpy(writer->raw, writer->raw + writer->used, WINDOW);
        writer->window = WINDOW;
    }
    writer->used = 0;
    return tt_io_output_error(writer->to);
}

/* Takes bytes. A full buffer waits for the next byte, so that the last part, which ends the file,
 * is the same with any number of threads. */
static int add(void *opaque, tt_bytes raw)
{
    struct gz_writer *writer = opaque;
    const size_t room = writer->threads * PART;
    int failed = 0;
    while (raw.size > 0 && failed == 0) {
        failed = writer->used == room ? pack(writer, false) : 0;
        size_t part = room - writer->used < raw.size ? room - writer->used : raw.size;
        memcpy(writer->raw + WINDOW + writer->used, raw.data, part);
        writer->used += part;
        raw.data += part;
        raw.size -= part;
    }
    return failed;
}

static int finish(void *opaque)
{
    struct gz_writer *writer = opaque;
    int failed = pack(writer, true);
    uint8_t tail[8];
    tti_store_le32(tail, writer->crc);
    tti_store_le32(tail + 4, writer->size);
    if (failed == 0) {
        tt_io_output_bytes(writer->to, (tt_bytes){tail, sizeof tail});
        failed = tt_io_output_error(writer->to);
    }
    return failed;
}

static const struct tt_io_compressor_calls calls = {
    .open = open_gz, .add = add, .finish = finish, .close = close_gz};

#endif

const tt_io_compressor tti_host_compressor_gz = {
    .name = "gzip",
    .ending = ".gz",
    .library = "zlib",
#ifdef TT_HAVE_ZLIB
    .least = LEAST,
    .most = MOST,
    .usual = USUAL,
    .calls = &calls,
#endif
};
