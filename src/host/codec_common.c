/* SPDX-License-Identifier: MIT
 *
 * Functions that several compression formats call. codec.c itself calls the formats, so it cannot
 * have them.
 */
#include "host/posix.h"

#include "host/codec.h"
#include "host/error.h"

#include <string.h>

#include "host/fd.h"

bool tti_host_codec_begins(tt_bytes first, const uint8_t *magic, size_t size)
{
    size_t common = first.size < size ? first.size : size;
    return memcmp(first.data, magic, common) == 0;
}

/* Returns true when an access point at `raw` is wanted. The second comparison keeps the unsigned
 * difference of the third from wrapping. */
bool tti_host_codec_wants(const struct host_codec_watch *watch, uint64_t raw)
{
    return watch->tell != NULL && raw >= watch->last && raw - watch->last >= watch->every;
}

/* Reports an access point that is far enough from the last one. Distances are between reported
 * points, so only these move `last`. */
void tti_host_codec_tell(struct host_codec_watch *watch, const tt_io_access_point *point)
{
    if (tti_host_codec_wants(watch, point->raw)) {
        watch->last = point->raw;
        watch->tell(watch->user, point);
    }
}

/* Reads bytes of the file. A file that became shorter since its size was taken is damage, not a
 * failure of the system. */
bool tti_host_codec_read_at(const struct host_codec_file *file, uint64_t offset, uint8_t *dst,
                            size_t size, tt_io_error *error)
{
    size_t got = 0;
    int failed = 0;
    if (file->memory == NULL) {
        failed = tti_host_fd_read_at(file->fd, file->begin + offset, dst, size, &got);
    } else if (offset < file->size) {
        got = size < file->size - offset ? size : (size_t)(file->size - offset);
        memcpy(dst, file->memory + offset, got);
    }
    if (failed != 0) {
        tt_io_error_system(error, failed, "cannot be read");
    } else if (got < size) {
        tti_error_say(error, TT_ERR_COMPRESSED_DATA, "the file became shorter");
        error->offset = offset + got;
    }
    return got == size;
}
