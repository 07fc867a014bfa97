/* SPDX-License-Identifier: MIT
 *
 * From a file to the rows of a database.
 *
 * One loop for both formats: pieces of the input go to the reader of recordings, whose facts become
 * rows (read_facts.c). Where an index has the facts already, they come from there (read_index.c).
 * What the end means, whether it is a recording, and whether it is damaged, is judged last.
 */
#include "host/posix.h"

#include "archive/read.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/index_scan.h"
#include "archive/read_index.h"
#include "host/input_state.h"
#include "teetape/io/kind.h"
#include "teetape/recording.h"

struct archive_reader {
    struct archive_facts facts; /* of the file that is read */
    uint64_t told;              /* to the progress */
    tt_io_first first;          /* its first raw bytes, for what it is */
    bool is_packed_badly;       /* its compressed data is damaged */
    tt_recording rec;           /* reads the file */
    tt_io_input *in;            /* of the file before: its memory is used again; NULL for none */
    uint8_t scratch[ARCHIVE_SCRATCH];
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

/* A place in the compressed file is none in the recording, so its words are others. It says the
 * byte of the stored file. */
static void note_packed_badly(struct archive_reader *r, const tt_io_error *error)
{
    struct archive_rows *rows = r->facts.rows;
    r->is_packed_badly = true;
    if (rows->errors++ == 0) {
        tt_io_error_text(rows->damage, error);
    }
}

/* The JSON of a teehistorian file without its magic, or the parsed header of a demo: the store
 * takes columns out of it (store_header.c). The demo's header has no bytes of its own in the
 * reader, so the struct is kept as it is, within this process only. */
static bool keep_header(const struct archive_reader *r)
{
    const tt_th_header *th = tt_recording_th_header(&r->rec);
    const tt_demo_header *demo = tt_recording_demo_header(&r->rec);
    return tti_archive_rows_header(
        r->facts.rows, th != NULL ? th->json : (tt_bytes){(const uint8_t *)demo, sizeof *demo});
}

/* All facts that are there. The result is that of the reader: TT_MORE, or what ended it. */
static tt_status follow(struct archive_reader *r)
{
    tt_item item;
    tt_status status;
    while ((status = tt_recording_next(&r->rec, &item)) == TT_OK) {
        if (item.kind == TT_ITEM_HEADER) {
            r->facts.no_memory = r->facts.no_memory || !keep_header(r);
        } else if (item.kind == TT_ITEM_FACT) {
            tti_archive_facts_take(&r->facts, item.fact);
        }
    }
    return status;
}

/* In stored bytes, which is what the whole was announced in. */
static void tell_progress(struct archive_reader *r, const tt_io_archive_scan_options *scan,
                          const tt_io_input *in)
{
    uint64_t read = tt_io_input_count(in).read;
    if (scan->progress.add != NULL && read > r->told) {
        scan->progress.add(scan->progress.user, read - r->told);
    }
    r->told = read;
}

/* Everything up to the end, or to what cannot be read any more. False when the file could not be
 * read, or the stop was raised. Damaged compression ends the file like its end, with an error in
 * the rows. */
static bool read_all(struct archive_reader *r, tt_io_input *in,
                     const tt_io_archive_scan_options *scan, tt_io_error *error)
{
    tt_bytes piece;
    tt_status status = TT_MORE;
    while (status == TT_MORE && !r->facts.no_memory) {
        switch (tt_io_input_next(in, &piece)) {
        case TT_IO_INPUT_PIECE:
            tt_io_first_add(&r->first, piece);
            r->facts.rows->bytes += piece.size;
            tt_recording_feed(&r->rec, piece.data, piece.size);
            tell_progress(r, scan, in);
            break;
        case TT_IO_INPUT_END:
            tt_recording_feed(&r->rec, NULL, 0);
            break;
        case TT_IO_INPUT_IDLE:
        case TT_IO_INPUT_STOPPED:
            return false;
        case TT_IO_INPUT_FAILED:
            *error = *tt_io_input_error(in);
            /* The system could not read it: that may be over at the next scan, so nothing is
             * stored. */
            if (error->status != TT_ERR_COMPRESSED_DATA) {
                return false;
            }
            note_packed_badly(r, error);
            tt_io_error_clear(error);
            return true;
        }
        status = follow(r);
    }
    return true;
}

/* Why a file that is no recording is damaged all the same, or "". A file without a single byte
 * after decompression has that damage as its first error. Damage of the compression says nothing of
 * a file that is not named as a recording: it may be anything. */
static void judge_foreign(const struct archive_reader *r)
{
    struct archive_rows *rows = r->facts.rows;
    tt_io_kind kind = tt_io_first_kind(&r->first);
    if (r->is_packed_badly && tt_io_kind_is_named(rows->place.path)) {
        return;
    }
    rows->damage[0] = '\0';
    if (tt_io_kind_is_damage(rows->place.path, kind)) {
        snprintf(rows->damage, sizeof rows->damage, "%s", tt_io_kind_reason(kind));
    }
}

/* Fills what is known at the end. Files of another kind are passed over, unless the name says
 * something else. Where time begins depends on the format: a demo begins at a tick of its server.
 */
static void judge(struct archive_reader *r, const tt_io_input *in)
{
    struct archive_rows *rows = r->facts.rows;
    int32_t last = tt_recording_last_tick(&r->rec);
    rows->format = tt_recording_format(&r->rec);
    bool is_foreign = rows->format == TT_FORMAT_UNKNOWN;
    rows->content = is_foreign ? ARCHIVE_FOREIGN : ARCHIVE_RECORDING;
    if (is_foreign) {
        judge_foreign(r);
    }
    rows->codec = tt_io_input_codec(in);
    rows->first_tick = tt_format_time_zero(rows->format, tt_recording_first_tick(&r->rec));
    rows->last_tick = last > 0 ? last : 0;
    rows->finished = tt_recording_is_closed(&r->rec) != 0;
}

/* Only kinds of facts that are kept are asked for. With recovery, so that a damaged recording gives
 * what can be read. */
static bool read_file(struct archive_reader *reader, struct archive_rows *rows,
                      const tt_io_archive_scan_options *scan, tt_io_error *error)
{
    tt_io_input_options options = {.stop = scan->stop};
    const tt_bytes bytes = {reader->bytes.is_whole ? reader->bytes.data : NULL, reader->bytes.size};
    tt_io_input *in = reader->in =
        tti_host_input_reopen(reader->in, rows->place.path, bytes, &options, error);
    if (in == NULL) {
        return false;
    }
    reader->facts.rows = rows;
    reader->facts.no_memory = false;
    reader->told = 0;
    reader->first = (tt_io_first){.size = 0};
    reader->is_packed_badly = false;
    tt_recording_init(&reader->rec, reader->scratch, sizeof reader->scratch);
    tt_recording_want(&reader->rec, TT_WANT_FACTS, ARCHIVE_READ_FACTS);
    tt_recording_recover(&reader->rec, 1);
    tt_recording_on_issue(&reader->rec, on_issue, reader);
    bool good = read_all(reader, in, scan, error);
    if (reader->facts.no_memory) {
        tt_io_error_system(error, ENOMEM, "cannot be added to the archive");
        good = false;
    }
    if (good) {
        judge(reader, in);
    }
    tti_host_input_empty(in);
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
    reader->facts = (struct archive_facts){.rows = rows};
    bool is_indexed = tti_archive_read_index(&reader->facts, scan->stop);
    if (is_indexed && scan->progress.add != NULL) {
        scan->progress.add(scan->progress.user, rows->place.size);
    }
    bool good = is_indexed || read_file(reader, rows, scan, error);
    reader->bytes.is_whole = false;
    tti_archive_rows_sort(rows);
    return good;
}
