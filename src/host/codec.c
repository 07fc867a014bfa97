/* SPDX-License-Identifier: MIT
 *
 * The table of compression formats.
 */
#include "host/codec.h"

/* In the order in which they are asked. Plain data has to be the last: its probe says yes to
 * everything, so the search needs no other end. The NULL is for those who list the formats. */
const struct host_codec *const tti_host_codecs[] = {
    &tti_host_codec_xz, &tti_host_codec_zstd, &tti_host_codec_gz, &tti_host_codec_plain, NULL};

/* No bytes at all agree with the begin of every magic. An empty file is an empty recording, though,
 * and not compressed data that was cut, hence the first test. */
const struct host_codec *tti_host_codec_find(tt_bytes first)
{
    if (first.size == 0) {
        return &tti_host_codec_plain;
    }
    size_t i = 0;
    while (tti_host_codecs[i] != &tti_host_codec_plain && !tti_host_codecs[i]->probe(first)) {
        i++;
    }
    return tti_host_codecs[i];
}
