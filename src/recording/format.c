/* SPDX-License-Identifier: MIT
 *
 * Which formats there are. One more is one more row, and a file of its own.
 */
#include "base/mem.h"
#include "recording/recording.h"

static const tti_format *const formats[TT_FORMATS] = {
    [TT_FORMAT_TEEHISTORIAN] = &tti_format_teehistorian,
    [TT_FORMAT_DEMO] = &tti_format_demo,
};

const tti_format *tti_format_of(tt_format format)
{
    return (unsigned)format < TT_FORMATS ? formats[format] : NULL;
}

const char *tt_format_name(tt_format format)
{
    if (format == TT_FORMAT_UNKNOWN) {
        return "unknown";
    }
    const tti_format *f = tti_format_of(format);
    return f != NULL ? f->name : NULL;
}

tt_format tt_format_of(tt_bytes first)
{
    for (unsigned i = TT_FORMAT_UNKNOWN + 1; i < TT_FORMATS; i++) {
        if (first.size >= formats[i]->magic_size &&
            tti_equal(first.data, formats[i]->magic, formats[i]->magic_size)) {
            return (tt_format)i;
        }
    }
    return TT_FORMAT_UNKNOWN;
}

int tti_format_can_be(tt_bytes first)
{
    for (unsigned i = TT_FORMAT_UNKNOWN + 1; i < TT_FORMATS; i++) {
        size_t size = first.size < formats[i]->magic_size ? first.size : formats[i]->magic_size;
        if (tti_equal(first.data, formats[i]->magic, size)) {
            return 1;
        }
    }
    return 0;
}
