/* SPDX-License-Identifier: MIT
 *
 * Builds and extends index files.
 *
 * tt_io_index_build opens an existing index and compares it with the recording (use_old). The index
 * is kept, or extended when a plain recording has grown; otherwise a new one is written. A reading
 * passes over the recording, and its scan (index_scan.c) gives blocks to the writer
 * (index/writer.c).
 */
#include "host/posix.h"

#include "host/error.h"
#include "teetape/io/index_build.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/inside.h"
#include "index/file.h"
#include "reading/index_games.h"
#include "reading/index_into.h"
#include "reading/inside.h"

struct build {
    const tt_io_index_options *options;
    const struct tti_index_into *into; /* the tape that gets the index; NULL: a file of its own */
    size_t points;                     /* number of points of the tape that were taken */
    const char *index;
    tt_io_index_report *report;
    tt_io_reading reading;
    struct tti_index_scan *scan;
    struct index_place place; /* begin of the reading, when an index is extended */
    struct index_writer writer;
    struct tti_index_games *games; /* NULL: no games are computed */
    bool cannot_write;             /* report->error has the reason */
    bool is_quiet;
};

/* Takes the access points of the tape up to an offset, as a reading of it would give them. */
static void take_points(struct build *b, uint64_t up_to)
{
    while (b->into != NULL && b->points < b->into->count &&
           b->into->points[b->points].raw <= up_to) {
        tti_index_writer_access_point(&b->writer, &b->into->points[b->points++]);
    }
}

/* Returns the end of an interval: a mebibyte after its begin, or at an access point that is not too
 * near, so that little is decompressed and dropped before the next interval. The points are in
 * ascending order. */
static uint64_t find_end(void *user, uint64_t begin)
{
    struct build *b = user;
    uint64_t end = begin + TT_INDEX_INTERVAL;
    take_points(b, end);
    for (uint32_t i = b->writer.point_count; i > 0; i--) {
        uint64_t raw = b->writer.points[i - 1].at.raw;
        if (raw < begin + TT_INDEX_INTERVAL / 2) {
            break;
        }
        end = raw < end ? raw : end;
    }
    return end;
}

static void on_access_point(void *user, const tt_io_access_point *point)
{
    struct build *b = user;
    if (b->into == NULL) {
        tti_index_writer_access_point(&b->writer, point);
    }
}

/* Opens the output at the first block: a file that is no recording gets no index, and an old index
 * remains. */
static bool open_writer(struct build *b)
{
    /* report->error may already describe damage of the recording, so it is kept */
    tt_io_error error;
    if (b->into != NULL) {
        tti_index_writer_into(&b->writer, b->into->out);
        return true;
    }
    b->cannot_write = !tti_index_writer_open(&b->writer, b->index, b->options->recording, &error);
    if (b->cannot_write) {
        b->report->error = error;
    }
    return !b->cannot_write;
}

static bool on_block(void *user, const tt_index_block *block, tt_bytes state, tt_bytes facts)
{
    struct build *b = user;
    if (!b->writer.is_open && !open_writer(b)) {
        return false;
    }
    take_points(b, block->end);
    return tti_index_writer_block(&b->writer, block, state, facts) &&
           (b->games == NULL ||
            tti_index_writer_game(&b->writer, tti_index_games_packed(b->games)));
}

static void on_item(void *user, const tt_item *item)
{
    struct build *b = user;
    tti_index_games_take(b->games, item, tt_recording_world(b->reading.rec));
}

static void on_begin(void *user)
{
    struct build *b = user;
    tti_index_games_pack(b->games);
}

/* Passes issues on. A file that is no recording gets a single status, whatever the reader reports.
 * Issues of the header of an extended index were reported before. */
static void on_issue(void *user, const tt_issue *issue)
{
    const struct build *b = user;
    tt_issue unknown = {TT_LEVEL_ERROR, TT_ERR_FORMAT, 0, -1, tt_status_text(TT_ERR_FORMAT), NULL};
    bool is_known = tt_recording_look(b->reading.rec).format != TT_FORMAT_UNKNOWN;
    if (b->options->on_issue != NULL && !b->is_quiet) {
        b->options->on_issue(b->options->user, is_known ? issue : &unknown);
    }
}

static void on_progress(void *user, uint64_t read)
{
    const struct build *b = user;
    if (b->options->on_progress != NULL) {
        b->options->on_progress(b->options->user, read);
    }
}

static tt_io_index_outcome end_as(struct build *b, tt_io_index_outcome outcome)
{
    b->report->outcome = outcome;
    return outcome;
}

static tt_index_codec codec_of(const tt_io_input *input)
{
    for (int i = 0; i < TT_INDEX_CODECS; i++) {
        if (strcmp(tti_index_codecs[i], tti_io_input_codec(input)) == 0) {
            return (tt_index_codec)i;
        }
    }
    return TT_INDEX_PLAIN;
}

static tt_io_index_outcome commit(struct build *b, tt_io_index_outcome outcome)
{
    tt_io_index_report *report = b->report;
    const tt_io_input *input = b->reading.inside->input;
    tt_io_input_counts counts = tt_io_input_count(input);
    tt_io_error error;
    report->foot = *tti_index_scan_foot(b->scan);
    report->foot.codec = b->into != NULL ? TT_INDEX_TAPE : codec_of(input);
    if (b->games != NULL) {
        b->writer.hints = tti_index_games_hints(b->games, &b->writer.hint_count);
        tti_index_games_write(&b->writer, &report->foot);
    }
    report->foot.stored = b->into != NULL             ? b->into->stored
                          : counts.read > counts.size ? counts.read
                                                      : counts.size;
    if (!tti_index_writer_commit(&b->writer, &report->foot, &error)) {
        report->error = error;
        return end_as(b, TT_IO_INDEX_UNWRITABLE);
    }
    report->size = b->writer.place;
    if (report->foot.codec != TT_INDEX_PLAIN) {
        uint64_t rest = report->foot.indexed - b->writer.last_raw;
        report->granularity = rest > b->writer.widest ? rest : b->writer.widest;
    }
    return end_as(b, outcome);
}

static tt_io_index_outcome give_up(struct build *b, enum index_scan_status status)
{
    if (status == INDEX_SCAN_FOREIGN) {
        return end_as(b, TT_IO_INDEX_NO_RECORDING);
    }
    if (!b->cannot_write) {
        int number = b->writer.is_open ? tt_io_output_error(b->writer.out) : 0;
        if (number != 0 || b->writer.no_memory) {
            tt_io_error_system(&b->report->error, number != 0 ? number : ENOMEM,
                               "cannot be written");
        } else {
            tti_error_say(&b->report->error, TT_ERR_UNSUPPORTED,
                          "a state of the reader is too large for an index");
        }
    }
    return end_as(b, TT_IO_INDEX_UNWRITABLE);
}

static tt_io_index_outcome scan_rest(struct build *b, tt_io_index_outcome outcome)
{
    const tt_io_error *error = &b->reading.error;
    while (tt_io_reading_next(&b->reading)) {
    }
    bool damaged = error->status == TT_ERR_COMPRESSED_DATA;
    enum index_scan_status status = tti_index_scan_end(b->scan, damaged);
    if (error->status != TT_OK && error->status != TT_ERR_FORMAT) {
        b->report->error = *error;
    }
    if (status == INDEX_SCAN_OVER) {
        return commit(b, outcome);
    }
    if (status != INDEX_SCAN_MORE) {
        return give_up(b, status);
    }
    return end_as(b, error->status == TT_OK           ? TT_IO_INDEX_STOPPED
                     : error->status == TT_ERR_FORMAT ? TT_IO_INDEX_NO_RECORDING
                                                      : TT_IO_INDEX_UNREADABLE);
}

static bool open_reading(struct build *b)
{
    struct index_scan_options options = {.find_end = find_end,
                                         .is_new = true,
                                         .on_block = on_block,
                                         .on_access_point = on_access_point,
                                         .user = b};
    if (b->games != NULL) {
        options.on_item = on_item;
        options.on_begin = on_begin;
    }
    b->scan = tti_index_scan_new(&options);
    if (b->scan == NULL) {
        tt_io_error_system(&b->report->error, ENOMEM, "cannot be written");
        end_as(b, TT_IO_INDEX_UNWRITABLE);
        return false;
    }
    tt_io_reading_options how = {.no_index = true,
                                 .stop = b->options->stop,
                                 .on_issue = on_issue,
                                 .on_progress = on_progress,
                                 .user = b,
                                 .scan = b->scan};
    return tt_io_reading_open(&b->reading, b->options->recording, &how);
}

/* Subtracts a fact of the last block, which is read again and counted anew. take_fact in
 * index_scan.c does the reverse. */
static void on_last_fact(void *user, const tt_fact *fact)
{
    tt_index_foot *foot = user;
    if (fact->kind == TT_FACT_LEAVE && fact->u.leave.how == TT_LEFT_NOBODY) {
        foot->facts[TT_FACT_JOIN] += foot->facts[TT_FACT_JOIN] != UINT32_MAX;
    } else {
        foot->facts[fact->kind] -= foot->facts[fact->kind] != 0;
    }
}

/* Checks the blocks that are kept. The new tables get new sums, which would hide damage in these
 * blocks. */
static bool is_whole(tt_io_index *old, uint32_t blocks)
{
    tt_bytes part;
    for (uint32_t i = 0; i < blocks; i++) {
        if (!tti_index_state(old, i, &part) || !tti_index_facts(old, i, &part)) {
            return false;
        }
    }
    return true;
}

/* Extends an index after its last block but one. Returns false if a new index is needed. The output
 * is opened last, because a failure after that is final, except one of reading the old index. */
static bool extend(struct build *b, tt_io_index *old)
{
    tt_index_foot foot = *tti_index_foot(old);
    uint32_t last = foot.blocks - 1;
    tt_index_block block = tti_index_block(old, last);
    b->is_quiet = true;
    bool is_there = is_whole(old, last) &&
                    tti_index_each(old, last, foot.blocks, TT_FACTS_ALL, on_last_fact, &foot) &&
                    open_reading(b) &&
                    tti_reading_index_go(&b->reading, old, last, &b->place) == TT_IO_INDEX_GOOD;
    b->is_quiet = false;
    if (!is_there) {
        return false;
    }
    tti_index_scan_resume(b->scan, &foot, &block);
    bool is_kept = open_writer(b) && tti_index_writer_keep(&b->writer, old);
    if (!is_kept && b->writer.is_open && tti_index_writer_is_good(&b->writer)) {
        return false; /* the old index has become unreadable */
    }
    if (is_kept) {
        scan_rest(b, TT_IO_INDEX_EXTENDED);
    } else {
        give_up(b, INDEX_SCAN_FAILED);
    }
    return true;
}

static void clean_up(struct build *b)
{
    tt_io_reading_close(&b->reading);
    tti_index_place_close(&b->place);
    free(b->scan);
    tti_index_writer_close(&b->writer);
    memset(&b->reading, 0, sizeof b->reading);
    b->scan = NULL;
    memset(&b->writer, 0, sizeof b->writer);
}

/* Returns true when a recording was written, or came here, after its index. */
static bool is_newer(const struct build *b)
{
    struct stat recording, index;
    return stat(b->options->recording, &recording) == 0 && stat(b->index, &index) == 0 &&
           (recording.st_ctime > index.st_ctime || recording.st_mtime > index.st_mtime);
}

/* Returns true when the last interval is still the indexed one: a plain recording can have been
 * replaced by one of the same size and header. For a compressed one the check costs more, and only
 * a damaged one is looked at: it may have been replaced from a backup. */
static bool ends_as_indexed(const struct build *b, tt_io_index *old)
{
    struct index_place place;
    const tt_index_foot *foot = tti_index_foot(old);
    if (foot->codec != TT_INDEX_PLAIN) {
        return foot->errors == 0 || !is_newer(b);
    }
    if (tti_index_place_open(&place, old, foot->blocks - 1, b->options->recording,
                             b->options->stop) != TT_IO_INDEX_GOOD) {
        return false;
    }
    tti_index_place_close(&place);
    return true;
}

static void open_games(struct build *b)
{
    const tt_io_reading_options how = {
        .no_index = true, .stop = b->options->stop, .on_progress = on_progress, .user = b};
    if (b->options->physics && b->games == NULL && !b->report->lacks_map) {
        b->games = tti_index_games_new(b->options, &how);
        b->report->lacks_map = b->games == NULL;
    }
}

/* Uses an old index if it fits, and sets report->old. An index with games is not extended, because
 * it does not have the state of their last tick. A recording that seemed to have grown and could
 * not be extended counts as another one. */
static bool use_old(struct build *b, tt_io_index *old, tt_bytes header)
{
    bool has_games = tti_index_foot(old)->has_games;
    b->report->old = tti_index_fits(old, b->options->recording, header);
    if (b->report->old != TT_IO_INDEX_GOOD || !has_games) {
        open_games(b);
    }
    if (b->games != NULL || (b->report->old == TT_IO_INDEX_GREW && has_games)) {
        return false;
    }
    if (b->report->old == TT_IO_INDEX_GREW && !b->options->only_checks) {
        bool is_done = extend(b, old);
        if (!is_done) {
            b->report->old = TT_IO_INDEX_OTHER;
        }
        clean_up(b);
        return is_done;
    }
    if (b->report->old == TT_IO_INDEX_GOOD && !ends_as_indexed(b, old)) {
        b->report->old = TT_IO_INDEX_OTHER;
    }
    if (b->report->old != TT_IO_INDEX_GOOD) {
        return false;
    }
    b->report->foot = *tti_index_foot(old);
    b->report->size = tti_index_size(old);
    b->report->granularity = tti_index_granularity(old);
    end_as(b, TT_IO_INDEX_KEPT);
    return true;
}

/* Opens the index that may be kept: the file, or the one inside a tape. */
static tt_io_index *open_old(struct build *b)
{
    tt_io_error error;
    if (b->options->force || b->into != NULL) {
        return NULL;
    }
    tt_io_index *old = tti_index_open(b->index, &b->report->old, &error);
    if (old == NULL && b->report->old == TT_IO_INDEX_NONE) {
        old = tti_index_open_inside(b->options->recording, &b->report->old, &error);
        b->report->is_inside = old != NULL;
    }
    return old;
}

static void build_new(struct build *b)
{
    tti_error_clear(&b->report->error);
    b->report->is_inside = false;
    if (b->options->only_checks) {
        end_as(b, TT_IO_INDEX_BUILT);
        return;
    }
    open_games(b);
    open_reading(b);
    if (b->scan != NULL) {
        scan_rest(b, TT_IO_INDEX_BUILT);
    }
}

static void build_or_keep(struct build *b)
{
    tt_io_error error;
    const tt_io_index_options *options = b->options;
    tt_io_index *old = open_old(b);
    size_t size = 0;
    uint8_t *header = old != NULL
                          ? tti_index_header(tti_index_foot(old)->header_size, options->recording,
                                             options->stop, &size, &error)
                          : NULL;
    bool is_done = header != NULL && use_old(b, old, (tt_bytes){header, size});
    if (!is_done) {
        build_new(b);
    }
    clean_up(b);
    tti_index_games_free(b->games);
    free(header);
    tti_index_close(old);
}

/* Builds an index. Each error has the path of the file that failed: the index when it cannot be
 * written, otherwise the recording. */
tt_io_index_outcome tt_io_index_build(const tt_io_index_options *options,
                                      tt_io_index_report *report)
{
    struct build b = {.options = options, .index = options->index, .report = report};
    char *beside = NULL;
    memset(report, 0, sizeof *report);
    report->old = TT_IO_INDEX_NONE;
    if (b.index == NULL) {
        b.index = beside = tt_io_index_path(options->recording, NULL, &report->error);
    }
    if (b.index != NULL) {
        build_or_keep(&b);
    } else {
        end_as(&b, TT_IO_INDEX_UNWRITABLE);
    }
    struct stat facts;
    bool is_new = !options->only_checks &&
                  (report->outcome == TT_IO_INDEX_BUILT || report->outcome == TT_IO_INDEX_EXTENDED);
    if (is_new && stat(options->recording, &facts) != 0 && errno == ENOENT) {
        unlink(b.index); /* the recording was removed or packed while it was read */
        tt_io_error_system(&report->error, ENOENT, "cannot be opened");
        report->outcome = TT_IO_INDEX_UNREADABLE;
    }
    if (report->outcome == TT_IO_INDEX_STOPPED) {
        tti_error_say(&report->error, TT_ERR_STOPPED, "stopped");
    } else if (report->outcome == TT_IO_INDEX_NO_RECORDING && report->error.status == TT_OK) {
        tti_error_say(&report->error, TT_ERR_FORMAT, "%s", tt_status_text(TT_ERR_FORMAT));
    }
    bool about_index = report->outcome == TT_IO_INDEX_UNWRITABLE && b.index != NULL;
    tti_error_of(&report->error, about_index ? b.index : options->recording);
    free(beside);
    return report->outcome;
}

bool tti_index_build_into(const struct tti_index_into *into, tt_io_error *error)
{
    tt_io_index_report report = {.old = TT_IO_INDEX_NONE};
    const tt_io_index_options options = {.recording = into->recording, .stop = into->stop};
    struct build b = {.options = &options, .into = into, .index = "", .report = &report};
    build_or_keep(&b);
    *error = report.error;
    return report.outcome == TT_IO_INDEX_BUILT;
}
