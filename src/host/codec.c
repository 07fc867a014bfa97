/* SPDX-License-Identifier: MIT
 *
 * The table of compression formats, and what they have in common.
 */
#include "host/posix.h"

#include "host/codec.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

const struct host_codec *const host_codecs[] = {&host_codec_xz, &host_codec_zstd, &host_codec_gz,
                                                &host_codec_plain, NULL};

const struct host_codec *host_codec_find(tt_bytes first)
{
    if (first.size == 0) {
        return &host_codec_plain;
    }
    size_t i = 0;
    while (host_codecs[i] != &host_codec_plain && !host_codecs[i]->probe(first)) {
        i++;
    }
    return host_codecs[i];
}

bool host_codec_begins(tt_bytes first, const uint8_t *magic, size_t size)
{
    size_t common = first.size < size ? first.size : size;
    return memcmp(first.data, magic, common) == 0;
}

bool host_codec_wants(const struct host_codec_watch *watch, uint64_t raw)
{
    return watch->tell != NULL && raw >= watch->last && raw - watch->last >= watch->every;
}

void host_codec_tell(struct host_codec_watch *watch, const struct host_restart *restart)
{
    if (host_codec_wants(watch, restart->raw)) {
        watch->last = restart->raw;
        watch->tell(watch->user, restart);
    }
}

bool host_codec_read_at(const struct host_codec_file *file, uint64_t offset, uint8_t *dst,
                        size_t size, struct host_error *error)
{
    while (size > 0) {
        ssize_t count = pread(file->fd, dst, size, (off_t)(file->begin + offset));
        if (count > 0) {
            dst += count;
            offset += (uint64_t)count;
            size -= (size_t)count;
        } else if (count == 0) {
            host_error_say(error, HOST_ERROR_DAMAGED, "the file became shorter");
            error->offset = offset;
            return false;
        } else if (errno != EINTR) {
            host_error_system(error, errno, "cannot be read");
            return false;
        }
    }
    return true;
}
