/* SPDX-License-Identifier: MIT
 *
 * Reads the footer of a tape. The file is not trusted: sizes are compared with the file and with
 * limits before memory is allocated.
 */
#include "host/error.h"
#include "host/tape.h"

#include <errno.h>
#include <stdlib.h>

static bool read_directory(struct host_tape_footer *footer, uint8_t *directory,
                           const struct host_codec_file *file, tt_io_error *error)
{
    const tt_bytes bytes = {directory, footer->tail.size};
    if (!tti_host_codec_read_at(file, footer->tail.directory, directory, bytes.size, error) ||
        tti_tape_directory_check(bytes, &footer->tail) != TT_OK) {
        return false;
    }
    footer->directory = bytes;
    return true;
}

bool tti_host_tape_footer_read(struct host_tape_footer *footer, const struct host_codec_file *file,
                               tt_io_error *error)
{
    uint8_t bytes[TTI_TAPE_TAIL_SIZE];
    tti_error_clear(error);
    if (file->size < TTI_TAPE_HEAD_SIZE + sizeof bytes ||
        !tti_host_codec_read_at(file, file->size - sizeof bytes, bytes, sizeof bytes, error) ||
        tti_tape_tail_get(&footer->tail, bytes, file->size) != TT_OK) {
        return false;
    }
    uint8_t *directory = malloc(footer->tail.size + (size_t)1);
    if (directory == NULL) {
        return tt_io_error_system(error, ENOMEM, "cannot decompress a tape");
    }
    if (read_directory(footer, directory, file, error)) {
        return true;
    }
    free(directory);
    if (error->status != TT_ERR_SYSTEM) {
        tti_error_clear(error);
    }
    return false;
}
