/* SPDX-License-Identifier: MIT
 *
 * From a file to the rows of a database.
 *
 * A reading (teetape/io/reading.h) gives the facts, which become rows. Where an
 * index has all of them already, they come from there (read_index.c). What the end means, whether
 * it is a recording, and whether it is damaged, is judged last.
 */
#include "host/posix.h"

#include "archive/read.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "host/input_state.h"
#include "reading/inside.h"

struct archive_reader {
    struct archive_facts facts; /* of the file that is read */
    const tt_io_archive_scan_options *scan;
    uint64_t told;              /* to the progress, in stored bytes */
    tt_io_input *in;            /* of the file before: its memory is used again; NULL for none */
    struct archive_bytes bytes; /* whole ones are those of the next file */
};

/* The rest is set when a file is begun. */
struct archive_reader *tti_archive_reader_new(void)
{
    struct archive_reader *reader = malloc(sizeof *reader);
    if (reader != NULL) {
        reader->in = NULL;
        reader->bytes.is_whole = false;
    }
    return reader;
}

void tti_archive_reader_free(struct archive_reader *reader)
{
    if (reader != NULL) {
        tt_io_input_close(reader->in);
        free(reader);
    }
}

/* The first error is kept in words, and all are counted: an archive says that a recording is
 * damaged, and verify says all of it. Warnings are not counted. */
static void on_issue(void *user, const tt_issue *issue)
{
    struct archive_reader *r = user;
    struct archive_rows *rows = r->facts.rows;
    if (issue->level == TT_LEVEL_ERROR && rows->errors++ == 0) {
        snprintf(rows->damage, sizeof rows->damage, "offset %" PRIu64 ": %s", issue->offset,
                 issue->what);
    }
}

/* The JSON of a teehistorian file without its magic, or the parsed header of a demo: the store
 * takes columns out of it (store_header.c). The demo's header has no bytes of its own in the
 * reader, so the struct is kept as it is, within this process only. */
static bool keep_header(struct archive_rows *rows, const tt_io_reading *r)
{
    const tt_demo_header *demo = tt_recording_demo_header(r->rec);
    return tti_archive_rows_header(
        rows, demo == NULL ? r->th_header.json : (tt_bytes){(const uint8_t *)demo, sizeof *demo});
}

/* In stored bytes, which is what the whole was announced in. */
static void on_progress(void *user, uint64_t read)
{
    struct archive_reader *reader = user;
    const tt_io_archive_progress *progress = &reader->scan->progress;
    if (progress->add != NULL && read > reader->told) {
        progress->add(progress->user, read - reader->told);
        reader->told = read;
    }
}

/* Why a file that is no recording is damaged all the same, or "". Damage of the compression says
 * nothing of a file that is not named as a recording: it may be anything. */
static void judge_foreign(struct archive_rows *rows, const tt_io_reading *r)
{
    tt_io_kind kind = tt_io_reading_kind(r);
    if (r->error.status == TT_ERR_COMPRESSED_DATA && tt_io_kind_is_named(rows->place.path)) {
        return;
    }
    rows->damage[0] = '\0';
    if (tt_io_kind_is_damage(rows->place.path, kind)) {
        snprintf(rows->damage, sizeof rows->damage, "%s", tt_io_kind_reason(kind));
    }
}

/* Fills what is known at the end. Files of another kind are passed over, unless the name says
 * something else. A place in the compressed file is none in the recording, so damage there has
 * other words. Where time begins depends on the format: a demo begins at a tick of its server. */
static void judge(struct archive_rows *rows, const tt_io_reading *r)
{
    int32_t last = tt_recording_last_tick(r->rec);
    if (rows->errors == 0 && r->error.status == TT_ERR_COMPRESSED_DATA) {
        tt_io_error_text(rows->damage, &r->error);
    }
    rows->errors = r->errors;
    rows->bytes = r->bytes;
    rows->format = tt_recording_format(r->rec);
    bool is_foreign = rows->format == TT_FORMAT_UNKNOWN;
    rows->content = is_foreign ? ARCHIVE_FOREIGN : ARCHIVE_RECORDING;
    if (is_foreign) {
        judge_foreign(rows, r);
    }
    rows->codec = tt_io_input_codec(r->inside->input);
    rows->first_tick = tt_format_time_zero(rows->format, tt_recording_first_tick(r->rec));
    rows->last_tick = last > 0 ? last : 0;
    rows->finished = tt_recording_is_closed(r->rec) != 0;
}

/* False when the file could not be read or memory is out, which may be over at the next scan, so
 * that nothing is stored; and when the stop was raised. Damage of the recording, or of its
 * compression, ends it like its end. */
static bool read_all(struct archive_reader *reader, tt_io_reading *r, tt_io_error *error)
{
    struct archive_facts *facts = &reader->facts;
    if (r->has_header) {
        facts->no_memory = !keep_header(facts->rows, r);
    }
    while (!facts->no_memory && tt_io_reading_next(r)) {
        tti_archive_facts_take(facts, r->item.fact);
    }
    if (facts->no_memory) {
        tt_io_error_system(error, ENOMEM, "cannot be added to the archive");
        return false;
    }
    if (r->rec == NULL || r->error.status == TT_ERR_SYSTEM ||
        r->error.status == TT_ERR_UNSUPPORTED || r->error.status == TT_ERR_CHANGED) {
        *error = r->error;
        return false;
    }
    return !tt_io_stop_wanted(reader->scan->stop);
}

/* Asks for the kinds of facts that are kept. A damaged recording gives what can be read. */
static bool read_file(struct archive_reader *reader, struct archive_rows *rows, tt_io_error *error)
{
    tt_io_input_options how = {.stop = reader->scan->stop};
    const tt_bytes bytes = {reader->bytes.is_whole ? reader->bytes.data : NULL, reader->bytes.size};
    tt_io_input *in = tti_host_input_reopen(reader->in, rows->place.path, bytes, &how, error);
    reader->in = NULL;
    if (in == NULL) {
        return false;
    }
    tt_io_reading r;
    tt_io_reading_options options = {.no_index = true,
                                     .wants = TT_WANT_FACTS,
                                     .facts = ARCHIVE_READ_FACTS,
                                     .stop = reader->scan->stop,
                                     .input = in,
                                     .on_issue = on_issue,
                                     .on_progress = on_progress,
                                     .user = reader};
    reader->told = 0;
    tt_io_reading_open(&r, rows->place.path, &options);
    bool good = read_all(reader, &r, error);
    if (good) {
        judge(rows, &r);
    }
    reader->in = tti_reading_source_release(&r);
    tt_io_reading_close(&r);
    return good;
}

bool tti_archive_look(struct archive_reader *reader, struct archive_rows *rows, tt_io_error *error)
{
    return tti_archive_fingerprint(rows->place.path, &reader->bytes, &rows->fingerprint, error);
}

/* An index counts as reading the whole file, so that the progress reaches its end. The rows are
 * sorted in any case, since an index gives facts in the order of the recording, too. */
bool tti_archive_read(struct archive_reader *reader, struct archive_rows *rows,
                      const tt_io_archive_scan_options *scan, tt_io_error *error)
{
    tt_io_error_clear(error);
    reader->scan = scan;
    reader->facts = (struct archive_facts){.rows = rows};
    bool is_indexed = tti_archive_read_index(&reader->facts, scan->stop);
    if (is_indexed && scan->progress.add != NULL) {
        scan->progress.add(scan->progress.user, rows->place.size);
    }
    bool good = is_indexed || read_file(reader, rows, error);
    reader->bytes.is_whole = false;
    tti_archive_rows_sort(rows);
    return good;
}
