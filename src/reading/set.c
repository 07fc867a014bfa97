/* SPDX-License-Identifier: MIT
 *
 * Sets the wants of the reader, handles its end, and answers queries about the recording.
 */
#include "host/error.h"
#include "host/posix.h"
#include "reading/inside.h"
#include "recording/format.h"
#include "recording/selection.h"
#include "recording/stream.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

bool tt_io_reading_is_file(const char *path)
{
    struct stat about;
    return strcmp(path, "-") != 0 && (stat(path, &about) != 0 || S_ISREG(about.st_mode));
}

/* Ends the reading. The first error is kept: later errors follow from it. `inside` is NULL when
 * there was no memory for it. */
bool tti_reading_end(tt_io_reading *r, const tt_io_error *error)
{
    r->is_ended = true;
    if (error != NULL && r->error.status == TT_OK) {
        r->error = *error;
        tti_error_of(&r->error, r->inside != NULL ? r->inside->path : NULL);
    }
    return false;
}

bool tti_reading_no_memory(tt_io_reading *r)
{
    tt_io_error error;
    tti_error_say(&error, TT_ERR_SYSTEM, "there is not enough memory");
    error.system = ENOMEM;
    return tti_reading_end(r, &error);
}

/* Sets the wants of the reader. Sessions are followed while a selection needs them, and names while
 * they are learned; is_wanted in reading.c hides these from a caller who did not ask. */
void tti_reading_set_wants(tt_io_reading *r)
{
    const tt_io_reading_options *options = &r->inside->options;
    unsigned wants = options->wants;
    uint64_t facts = (wants & TT_WANT_FACTS) != 0 ? options->facts : 0;
    if (tti_selection_needs_sessions(&r->selection)) {
        wants &= ~(unsigned)TT_WANT_NO_SESSIONS;
    }
    if (r->inside->is_learning) {
        wants |= TT_WANT_FACTS;
        facts |= TT_FACT_BIT(TT_FACT_NAME);
    }
    /* the position of a death is that of its kill */
    if (r->inside->states != NULL && (facts & TT_FACT_BIT(TT_FACT_DEATH)) != 0) {
        wants |= TT_WANT_TICKS;
        facts |= TT_FACT_BIT(TT_FACT_KILL);
    }
    if (r->inside->replays) {
        wants = (wants | TT_WANT_RECORDS) & ~(unsigned)TT_WANT_NO_MOVES;
    }
    tt_recording_want(r->rec, wants, facts);
}

/* Sets what the reader leaves out, which is faster than a check of every item here. Must be called
 * whenever span, selection or wants change, and for each new reader. is_exact: the reader decides
 * alone, because every item of a teehistorian file has a tick. A demo has chunks before its first
 * tick marker, and the fact MAP comes with the header. */
void tti_reading_set(tt_io_reading *r)
{
    struct tti_reading *in = r->inside;
    const tt_io_reading_options *options = &in->options;
    bool replays = r->inside->replays;
    bool goes_beyond = options->wants_before || options->wants_all || in->is_learning || replays;
    bool gives_all = options->player == NULL || options->wants_everybody || replays;
    tti_reading_set_wants(r);
    tt_recording_select(r->rec, gives_all ? NULL : &r->selection);
    in->is_exact = r->has_span && !goes_beyond && tt_recording_th_header(r->rec) != NULL &&
                   (options->facts & TT_FACT_BIT(TT_FACT_MAP)) == 0;
    r->in_span = in->is_exact;
    if (options->copies_to != NULL) {
        tti_recording_copy(r->rec, options->copies_to);
    }
    tti_recording_tally(r->rec, options->tally, r->has_span ? r->from : INT64_MIN);
    /* Items of a demo before its first tick marker have tick -1, so a span from the begin of the
     * recording starts before that. */
    if (r->has_span) {
        tti_recording_span(r->rec, goes_beyond || in->starts_at_once ? INT64_MIN : r->from,
                           options->wants_all ? TT_IO_PLACE_END : r->to);
    }
}

void tt_io_reading_want(tt_io_reading *r, unsigned wants, uint64_t facts)
{
    r->inside->options.wants = wants;
    r->inside->options.facts = facts;
    tti_reading_set(r);
}

void tt_io_reading_stop(tt_io_reading *r)
{
    r->is_ended = true;
}

/* Returns the format. If the file ended before the reader could decide, the first bytes suggest
 * it. */
static tt_format format_of(const tt_io_reading *r, tt_format known)
{
    if (known != TT_FORMAT_UNKNOWN || r->inside == NULL) {
        return known;
    }
    return tt_format_begun((tt_bytes){r->inside->first.bytes, r->inside->first.size});
}

tt_format tt_io_reading_format(const tt_io_reading *r)
{
    return format_of(r, r->rec != NULL ? tt_recording_look(r->rec).format : TT_FORMAT_UNKNOWN);
}

tt_io_kind tt_io_reading_kind(const tt_io_reading *r)
{
    static const tt_io_first none;
    return tt_io_first_kind(r->inside != NULL ? &r->inside->first : &none);
}

int32_t tt_io_reading_last_tick(const tt_io_reading *r)
{
    int32_t tick = r->rec != NULL ? tt_recording_look(r->rec).last_tick : -1;
    return tick < 0 ? 0 : tick;
}

/* Returns the ticks since the begin of the recording, at least 0. When all facts come from an
 * index, the index knows the first tick. */
int32_t tt_io_reading_time(const tt_io_reading *r, int32_t tick)
{
    int32_t from_index = r->inside->index_first_tick;
    const tt_recording_view view = tt_recording_look(r->rec);
    int32_t first = from_index >= 0 ? from_index : view.first_tick;
    int32_t zero = tti_format_time_zero(format_of(r, view.format), first < 0 ? tick : first);
    return tick < zero ? 0 : tick - zero;
}
