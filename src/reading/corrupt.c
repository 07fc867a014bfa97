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

void tti_reading_check_init(struct tti_reading *in)
{
    pthread_mutex_init(&in->own_check.lock, NULL);
    in->check = &in->own_check;
}

/* Decompresses the whole file, to find corrupt data. Only a file can be read twice. */
static void find_corrupt(const struct tti_reading *in, struct reading_check *check)
{
    tt_io_error error;
    tt_bytes piece;
    const tt_io_input_options how = {.stop = in->options.stop};
    if (in->input == NULL || tti_reading_packed(in->input) == NULL || in->options.follow ||
        !tt_io_reading_is_file(in->path)) {
        return;
    }
    tt_io_input *input = tt_io_input_open(in->path, &how, &error);
    check->is_done = input != NULL;
    while (input != NULL && tt_io_input_next(input, &piece) == TT_IO_INPUT_PIECE) {
    }
    if (input != NULL && tt_io_input_error(input)->status == TT_ERR_COMPRESSED_DATA) {
        uint64_t given = tt_io_input_count(input).given;
        check->error = *tt_io_input_error(input);
        check->from = given > WRONG_BYTES ? given - WRONG_BYTES : 0;
    }
    tt_io_input_close(input);
}

bool tti_reading_is_checked(const tt_io_reading *r)
{
    struct reading_check *check = r->inside->check;
    pthread_mutex_lock(&check->lock);
    bool is_done = check->is_done;
    pthread_mutex_unlock(&check->lock);
    return is_done;
}

/* The first error of a packed file costs one more decompression of the file. What does not even
 * begin as a recording is not worth it: any large file may lie in a folder. */
bool tti_reading_is_corrupt(const tt_io_reading *r, const tt_issue *issue, tt_io_error *error)
{
    struct reading_check *check = r->inside->check;
    if (issue->level != TT_LEVEL_ERROR ||
        (!r->has_header && tt_format_info_of(tt_io_reading_format(r)) == NULL)) {
        return false;
    }
    pthread_mutex_lock(&check->lock);
    if (!check->is_done) {
        find_corrupt(r->inside, check);
    }
    *error = check->error;
    bool is_corrupt = check->error.status != TT_OK && issue->offset >= check->from;
    pthread_mutex_unlock(&check->lock);
    return is_corrupt;
}
