/* SPDX-License-Identifier: MIT
 *
 * Writes gzip files (RFC 1952) of one member through zlib, without name and time, so that the same
 * bytes always give the same file. Seeking in such a file needs an index.
 */
#include "host/compress_calls.h"

#ifdef TT_HAVE_ZLIB
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#define LEAST 1
#define MOST 9
#define USUAL 6

struct gz_writer {
    z_stream stream; /* state of zlib; its input is empty between two calls */
    tt_io_output *to;
};

/* Makes a writer. A level of 0 or outside of the range becomes the default. */
static void *open_gz(const struct host_compress_options *options, tt_io_output *to)
{
    struct gz_writer *writer = calloc(1, sizeof(*writer));
    int level = options->level < LEAST || options->level > MOST ? USUAL : options->level;
    if (writer != NULL) {
        writer->to = to;
        /* 15: the full window; + 16: the gzip wrapper; 8: the usual memory. */
        if (deflateInit2(&writer->stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) ==
            Z_OK) {
            return writer;
        }
        free(writer);
    }
    return NULL;
}

/* Runs zlib until all input is used, or with Z_FINISH until the end is written. Returns 0 or an
 * errno value. */
static int run(struct gz_writer *writer, int action)
{
    z_stream *stream = &writer->stream;
    int code = Z_OK;
    while (code == Z_OK && (stream->avail_in > 0 || action == Z_FINISH)) {
        stream->next_out = tt_io_output_reserve(writer->to, TT_IO_OUTPUT_BUFFER);
        stream->avail_out = (unsigned)TT_IO_OUTPUT_BUFFER;
        if (stream->next_out == NULL) {
            return tt_io_output_error(writer->to);
        }
        code = deflate(stream, action);
        tt_io_output_advance(writer->to, TT_IO_OUTPUT_BUFFER - stream->avail_out);
    }
    return code == Z_OK || code == Z_STREAM_END ? 0 : EIO;
}

static int add(void *opaque, tt_bytes raw)
{
    struct gz_writer *writer = opaque;
    int failed = 0;
    while (raw.size > 0 && failed == 0) {
        /* zlib counts in unsigned int */
        size_t part = raw.size > UINT_MAX ? UINT_MAX : raw.size;
        writer->stream.next_in = (Bytef *)(uintptr_t)raw.data; /* zlib only reads it */
        writer->stream.avail_in = (unsigned)part;
        failed = run(writer, Z_NO_FLUSH);
        raw.data += part;
        raw.size -= part;
    }
    return failed;
}

static int finish(void *opaque)
{
    return run(opaque, Z_FINISH);
}

static void close_gz(void *opaque)
{
    struct gz_writer *writer = opaque;
    deflateEnd(&writer->stream);
    free(writer);
}

static const struct tt_io_compressor_calls calls = {open_gz, add, finish, close_gz};

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
