/* SPDX-License-Identifier: MIT
 *
 * What an index says of its recording: the header, and how it is stored.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "index/file.h"
#include "teetape/teehistorian_header.h"

/* Longer headers are not read, and so not indexed. The header of a teehistorian file is the magic
 * of 16 bytes, JSON and a NUL. Without this bound a made-up size in a foot would decide how much
 * memory is taken. */
#define HEADER_MAX (TT_TH_HEADER_MAX + (size_t)16)

const char *const tti_index_codecs[TT_INDEX_CODECS] = {
    [TT_INDEX_PLAIN] = "plain",
    [TT_INDEX_XZ] = "xz",
    [TT_INDEX_ZSTD] = "zstd",
    [TT_INDEX_GZIP] = "gzip",
};

/* A read that fails on the way gives fewer bytes and no error: the sum of the header then differs,
 * and the index counts as that of another recording. */
uint8_t *tti_index_header(uint64_t wanted, const char *recording, const tt_io_stop *stop,
                          size_t *size, tt_io_error *error)
{
    tt_bytes piece;
    tt_io_input_options options = {.stop = stop};
    tt_io_input *in = tt_io_input_open(recording, &options, error);
    size_t most = wanted < HEADER_MAX ? (size_t)wanted : HEADER_MAX;
    uint8_t *header = in != NULL ? malloc(most) : NULL;
    *size = 0;
    if (in != NULL && header == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot be opened");
        tt_io_error_of(error, recording);
    }
    while (header != NULL && *size < most && tt_io_input_next(in, &piece) == TT_IO_INPUT_PIECE) {
        size_t part = piece.size < most - *size ? piece.size : most - *size;
        memcpy(header + *size, piece.data, part);
        *size += part;
    }
    tt_io_input_close(in);
    return header;
}
