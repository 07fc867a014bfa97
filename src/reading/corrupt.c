/* SPDX-License-Identifier: MIT
 *
 * Tells errors of a recording from those of the packed data that it is in.
 */
#include "reading/inside.h"

#include "host/compress_calls.h"
#include "host/input_state.h"
#include "host/inside.h"

const char *tti_reading_packed(const tt_io_input *in)
{
    const tt_io_compressor *format = tti_host_compressor_named(tti_io_input_codec(in));
    return format != NULL ? format->ending + 1 : NULL;
}

/* A decompressor finds corrupt data late: at the end of a chunk of LZMA2 (2 MiB) or of a block.
 * What it gave of the last bytes before may be wrong. */
#define WRONG_BYTES ((uint64_t)4 << 20)

/* Decompresses the whole file, to find corrupt data. Only a file can be read twice. */
static void find_corrupt(tt_io_reading *r)
{
    tt_io_error error;
    tt_bytes piece;
    struct tti_reading *in = r->inside;
    const tt_io_input_options how = {.stop = in->options.stop};
    if (in->input == NULL || tti_reading_packed(in->input) == NULL || in->options.follow ||
        !tt_io_reading_is_file(in->path)) {
        return;
    }
    tt_io_input *input = tt_io_input_open(in->path, &how, &error);
    in->is_checked = input != NULL;
    while (input != NULL && tt_io_input_next(input, &piece) == TT_IO_INPUT_PIECE) {
    }
    if (input != NULL && tt_io_input_error(input)->status == TT_ERR_COMPRESSED_DATA) {
        uint64_t given = tt_io_input_count(input).given;
        in->corrupt = *tt_io_input_error(input);
        in->corrupt_from = given > WRONG_BYTES ? given - WRONG_BYTES : 0;
    }
    tt_io_input_close(input);
}

/* The first error of a packed file costs one more decompression of the file. */
bool tti_reading_is_corrupt(tt_io_reading *r, const tt_issue *issue)
{
    struct tti_reading *in = r->inside;
    if (issue->level == TT_LEVEL_ERROR && !in->is_checked) {
        find_corrupt(r);
    }
    return in->corrupt.status != TT_OK && issue->offset >= in->corrupt_from;
}
