/* SPDX-License-Identifier: MIT
 *
 * The table of compression formats.
 */
#include "host/codec.h"

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
