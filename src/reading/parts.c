/* SPDX-License-Identifier: MIT
 *
 * Divides a recording into parts, from one access point of its index to the next, each with a
 * reading of its own. Together they give the items of a single reading. Threads may use the parts
 * at the same time.
 *
 * An index can be damaged, old or forged. The end state of each part is therefore packed and
 * compared with the one in the index for the next part. Equal states have equal bytes, and the
 * first part begins with the recording. If all states agree, all parts are right; otherwise the
 * first wrong part ends them. Decompression begins only at access points of the file itself.
 */
#include "host/error.h"
#include "host/posix.h"
#include "recording/selection.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "host/inside.h"
#include "index/file.h"
#include "reading/inside.h"

/* The most bytes that are decompressed and dropped before a part: with more, threads would repeat
 * the same work. Access points of an index are not used, because a wrong one might go unnoticed in
 * .gz. */
#define DROPPED_MOST TT_INDEX_INTERVAL_MAX

/* The lock guards only the index, which has one buffer. */
struct parts {
    const tt_io_reading *whole;
    pthread_mutex_t lock;
    tt_io_index *index;
    uint32_t first;
    size_t count; /* number of parts, at least 2 */
};

/* Returns true when no option depends on the order of all items or bytes. A learned name needs all
 * records, and no part would give an item that was taken at the open. */
static bool can_be_divided(const tt_io_reading *whole)
{
    const struct tti_reading *in = whole->inside;
    const tt_io_reading_options *options = in != NULL ? &in->options : NULL;
    return in != NULL && in->is_open && !whole->is_ended && whole->has_span && !in->is_learning &&
           !in->is_kept && !in->lacks_index && !options->no_index && !options->no_seek &&
           !options->follow && !options->ends_at_error && !options->wants_before &&
           !options->wants_all && !in->replays && options->scan == NULL &&
           strcmp(in->path, "-") != 0 && tt_io_reading_is_file(in->path);
}

static bool can_seek(const struct tti_reading *in)
{
    tt_io_error error;
    tt_io_input_options options = {.stop = in->options.stop};
    tt_io_input *input = tt_io_input_open(in->path, &options, &error);
    bool can = input != NULL && tti_io_input_granularity(input) <= DROPPED_MOST;
    tt_io_input_close(input);
    return can;
}

static uint32_t block_at(const tt_io_index *index, uint64_t offset)
{
    uint32_t from = 0, blocks = tti_index_foot(index)->blocks, to = blocks;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (tti_index_block(index, middle).begin < offset) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from < blocks && tti_index_block(index, from).begin == offset ? from : blocks;
}

/* Returns true when `rec` has the state that the index has for `block`. The state is packed without
 * the lock. The result is also false without memory or an access point: the part then reads on,
 * which is always right. */
static bool is_state(struct parts *parts, uint32_t block, const tt_recording *rec)
{
    tt_bytes have;
    uint8_t *space = malloc(TT_RECORDING_STATE_MAX);
    if (space == NULL) {
        return false;
    }
    tt_packer p = tt_packer_of(space, TT_RECORDING_STATE_MAX);
    tt_recording_pack(&p, rec);
    tt_bytes state = tt_packer_bytes(&p);
    pthread_mutex_lock(&parts->lock);
    bool is_same = p.status == TT_OK && tti_index_state(parts->index, block, &have) &&
                   have.size == state.size && memcmp(have.data, state.data, state.size) == 0;
    pthread_mutex_unlock(&parts->lock);
    free(space);
    return is_same;
}

/* Finds the first block to read. A reading at its start needs no comparison, because the first part
 * reads the header again. After a seek the state shows whether this index agrees. */
static bool find_first(struct parts *parts)
{
    const tt_io_reading *whole = parts->whole;
    uint32_t blocks = tti_index_foot(parts->index)->blocks;
    uint64_t offset = tt_recording_look(whole->rec).offset;
    if (!whole->inside->is_moved) {
        return blocks > 1 && tti_index_block(parts->index, 1).begin > offset;
    }
    parts->first = block_at(parts->index, offset);
    return parts->first < blocks && is_state(parts, parts->first, whole->rec);
}

/* Divides the blocks of the span into parts. The last part has the last block before the end of the
 * span. A single part would be the whole again, so it counts as none. */
static bool divide(struct parts *parts)
{
    int64_t end = parts->whole->to;
    uint32_t blocks = tti_index_foot(parts->index)->blocks;
    if (end <= INT32_MAX) {
        uint32_t after = tti_index_find(parts->index, end < 0 ? 0 : (int32_t)end) + 1;
        blocks = after < blocks ? after : blocks;
    }
    if (!find_first(parts) || parts->first + 1 >= blocks) {
        return false;
    }
    parts->count = blocks - parts->first;
    return true;
}

/* Divides a reading into parts, and returns NULL when that is impossible. The mutex is made before
 * anything can fail, because tti_parts_free destroys it. */
struct parts *tti_parts_new(const tt_io_reading *whole)
{
    struct parts *parts = can_be_divided(whole) ? calloc(1, sizeof *parts) : NULL;
    if (parts == NULL) {
        return NULL;
    }
    parts->whole = whole;
    tt_io_error error;
    tt_io_index_status status;
    parts->index = tti_reading_index_open(whole->inside, &status, &error);
    pthread_mutex_init(&parts->lock, NULL);
    if (parts->index == NULL || !can_seek(whole->inside) || !divide(parts)) {
        tti_parts_free(parts);
        return NULL;
    }
    return parts;
}

void tti_parts_free(struct parts *parts)
{
    if (parts != NULL) {
        tti_index_close(parts->index);
        pthread_mutex_destroy(&parts->lock);
        free(parts);
    }
}

size_t tti_parts_count(const struct parts *parts)
{
    return parts->count;
}

static uint32_t block_number(const struct parts *parts, size_t part)
{
    return parts->first + (uint32_t)part;
}

static tt_index_block block_of(const struct parts *parts, size_t part)
{
    return tti_index_block(parts->index, block_number(parts, part));
}

/* Returns an estimate of the stored bytes of a part. The estimate assumes that stored bytes are
 * spread evenly over the raw ones. A product of two sizes may not fit into 64 bits. */
uint64_t tti_parts_stored(const struct parts *parts, size_t part)
{
    const tt_index_foot *foot = tti_index_foot(parts->index);
    if (part >= parts->count || foot->indexed == 0) {
        return foot->stored;
    }
    double share = (double)block_of(parts, part).begin / (double)foot->indexed;
    return (uint64_t)((double)foot->stored * share);
}

/* Sets the options of a part. A part uses no index, because that would move its begin. Path and
 * texts are those of the whole, which outlives the part. */
static void take_options(tt_io_reading *r, const tt_io_reading *whole,
                         const tt_io_reading_options *options)
{
    struct tti_reading *in = r->inside;
    const struct tti_reading *from = whole->inside;
    in->options = (tt_io_reading_options){.from = from->options.from,
                                          .to = from->options.to,
                                          .player = from->options.player,
                                          .wants = from->options.wants,
                                          .facts = from->options.facts,
                                          .wants_map = from->options.wants_map,
                                          .wants_everybody = from->options.wants_everybody,
                                          .no_index = true,
                                          .on_issue = options->on_issue,
                                          .stop = options->stop,
                                          .user = options->user};
    in->check = from->check;
    in->path = from->path;
    in->id = from->id;
    in->index_first_tick = from->index_first_tick;
    r->to = TT_IO_PLACE_END;
    tti_selection_all(&r->selection);
}

static void take_span(tt_io_reading *r, const tt_io_reading *whole)
{
    r->from = whole->from;
    r->to = whole->to;
    r->has_span = true;
    r->selection = whole->selection;
    r->inside->starts_at_once = whole->inside->starts_at_once;
    r->inside->is_open = true;
    tti_reading_set(r);
}

static bool open_input(tt_io_reading *r, uint64_t begin)
{
    tt_io_error error;
    struct tti_reading *in = r->inside;
    tt_io_input_options options = {.stop = in->options.stop};
    in->input = tt_io_input_open(in->path, &options, &error);
    if (in->input == NULL || (begin != 0 && !tti_input_seek(in->input, begin, NULL, 0))) {
        return tti_reading_end(r, in->input == NULL ? &error : tt_io_input_error(in->input));
    }
    r->bytes = begin;
    return true;
}

static bool open_start(tt_io_reading *r, uint64_t end)
{
    r->inside->split_at = end;
    r->inside->ends_at_split = true;
    tti_reading_source_start(r);
    return open_input(r, 0) && tti_reading_source_header(r);
}

/* Resumes a part at its block. Its bytes lack the header, which comes from the whole. Counts begin
 * with the issues that the whole has skipped. The caller adds the issues of earlier parts. */
static bool resume(struct parts *parts, uint32_t block, tt_io_reading *r)
{
    tt_io_error error;
    tt_index_block at = tti_index_block(parts->index, block);
    const tt_io_reading *whole = parts->whole;
    r->inside->first = whole->inside->first;
    r->inside->header = whole->inside->header;
    r->th_header = whole->th_header;
    r->has_header = whole->has_header;
    r->passed_errors = r->errors = whole->passed_errors;
    r->passed_warnings = r->warnings = whole->passed_warnings;
    pthread_mutex_lock(&parts->lock);
    bool is_good = tti_index_resume(parts->index, block, r->rec, r->inside->scratch,
                                    READING_SCRATCH, r->inside->header);
    pthread_mutex_unlock(&parts->lock);
    if (!is_good) { /* the state differs, so the part before reads on by itself */
        tti_error_say(&error, TT_ERR_CHANGED, "the index was changed while it was read");
        return tti_reading_end(r, &error);
    }
    tti_reading_source_start(r);
    return open_input(r, at.begin);
}

/* Opens a part. The last one reads to the end of the span or of the recording, even if that has
 * grown since. */
bool tti_parts_open(struct parts *parts, size_t part, tt_io_reading *r,
                    const tt_io_reading_options *options)
{
    const tt_index_block block = block_of(parts, part);
    bool is_start = part == 0 && !parts->whole->inside->is_moved;
    memset(r, 0, sizeof *r);
    if (!tti_reading_source_new(r)) {
        return false;
    }
    take_options(r, parts->whole, options);
    if (is_start ? !open_start(r, block.end) : !resume(parts, block_number(parts, part), r)) {
        return false;
    }
    if (!is_start && part + 1 < parts->count) {
        r->inside->split_at = block.end;
        r->inside->ends_at_split = true;
    }
    take_span(r, parts->whole);
    return true;
}

/* Decides how a part ends. The thread of the part calls this: only its end state can tell if the
 * next part began in the right state. */
enum part_end tti_parts_end(struct parts *parts, size_t part, tt_io_reading *r)
{
    if (r->inside == NULL || !r->inside->is_part_over) {
        return PART_LAST;
    }
    if (is_state(parts, block_number(parts, part + 1), r->rec)) {
        return PART_OVER;
    }
    r->is_ended = r->inside->is_part_over = r->inside->ends_at_split = false;
    return PART_FURTHER;
}
