/* SPDX-License-Identifier: MIT
 *
 * Which formats there are. One more is one more row, and a file of its own.
 */
#include "base/mem.h"
#include "recording/recording.h"

/* By tt_format. TT_FORMAT_UNKNOWN has none. */
static const tti_format *const formats[TT_FORMATS] = {
    [TT_FORMAT_TEEHISTORIAN] = &tti_format_teehistorian,
    [TT_FORMAT_DEMO] = &tti_format_demo,
};

const tti_format *tti_format_of(tt_format format)
{
    return (unsigned)format < TT_FORMATS ? formats[format] : NULL;
}

const tt_format_info *tt_format_info_of(tt_format format)
{
    const tti_format *f = tti_format_of(format);
    return f != NULL ? &f->info : NULL;
}

const char *tt_format_name(tt_format format)
{
    const tt_format_info *info = tt_format_info_of(format);
    return info != NULL ? info->name : format == TT_FORMAT_UNKNOWN ? "unknown" : NULL;
}

/* As many bytes are compared as there are and as the magic has, so one byte may be enough to
 * exclude all formats. */
tt_format tt_format_begun(tt_bytes first)
{
    for (unsigned i = TT_FORMAT_UNKNOWN + 1; i < TT_FORMATS && first.size > 0; i++) {
        size_t size = first.size < formats[i]->magic_size ? first.size : formats[i]->magic_size;
        if (tti_equal(first.data, formats[i]->magic, size)) {
            return (tt_format)i;
        }
    }
    return TT_FORMAT_UNKNOWN;
}

tt_format tt_format_of(tt_bytes first)
{
    tt_format format = tt_format_begun(first);
    const tti_format *f = tti_format_of(format);
    /* a part of a magic is no format yet */
    return f != NULL && first.size >= f->magic_size ? format : TT_FORMAT_UNKNOWN;
}

/* The ticks of a demo are the server's, which may have run for days; those of a teehistorian file
 * begin with it. */
int32_t tt_format_time_zero(tt_format format, int32_t first_tick)
{
    const tt_format_info *info = tt_format_info_of(format);
    return info != NULL && info->times_from_first_tick && first_tick > 0 ? first_tick : 0;
}
