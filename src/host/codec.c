/* SPDX-License-Identifier: MIT
 *
 * The table of compression formats.
 */
#include "host/codec.h"

#include <string.h>

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
