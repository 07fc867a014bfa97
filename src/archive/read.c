/* SPDX-License-Identifier: MIT
 *
 * From a file to the rows of a database.
 */
#include "host/posix.h"

#include "archive/read.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/input.h"
#include "host/kind.h"
#include "teetape/recording.h"

/* Holds the longest header that is looked for. */
#define SCRATCH (TT_TH_HEADER_MAX + 16)

struct archive_reader {
    struct archive_rows *rows;
    bool no_memory;
    uint64_t told; /* to the progress */
    struct host_first first;
    bool is_packed_badly;      /* its compressed data is damaged */
    size_t name_fact[TT_CIDS]; /* the last one of each client id, plus 1 */
    tt_recording rec;
    uint8_t scratch[SCRATCH];
};

struct archive_reader *archive_reader_new(void)
{
    return malloc(sizeof(struct archive_reader));
}

void archive_reader_free(struct archive_reader *reader)
{
    free(reader);
}

/* The server says the name that the client asked for: that is no new name, and so no fact, but it
 * is certain from now on. */
static void confirm_name(struct archive_reader *r, const tt_fact *fact)
{
    size_t fact_at = r->name_fact[fact->cid];
    if (fact_at != 0 && r->rows->facts[fact_at - 1].kind == TT_FACT_NAME &&
        r->rows->facts[fact_at - 1].session == fact->session) {
        r->rows->facts[fact_at - 1].value = TT_NAME_RECORDED;
    }
}

/* Of a second client that is there now. */
static uint64_t session_of(const struct archive_reader *r, int32_t cid)
{
    return cid < 0 ? TT_SESSION_NONE : tt_recording_session(&r->rec, cid).number;
}

static void take_fact(struct archive_reader *r, const tt_fact *fact)
{
    struct archive_row row;
    if (fact->kind == TT_FACT_NAME_CONFIRM) {
        confirm_name(r, fact);
    } else if (archive_row_of(fact, &row)) {
        if (row.kind == TT_FACT_KILL || row.kind == TT_FACT_SWAP) {
            row.other_session = session_of(r, row.other);
        }
        r->no_memory = r->no_memory || !archive_rows_add(r->rows, &row);
    }
    if (fact->kind == TT_FACT_NAME) {
        r->name_fact[fact->cid] = r->rows->fact_count;
    }
}

static void note_error(struct archive_rows *rows, uint64_t offset, const char *what)
{
    if (rows->errors++ == 0) {
        snprintf(rows->damage, sizeof rows->damage, "offset %" PRIu64 ": %s", offset, what);
    }
}

static void on_issue(void *user, const tt_issue *issue)
{
    struct archive_reader *r = user;
    if (issue->level == TT_LEVEL_ERROR) {
        note_error(r->rows, issue->offset, issue->what);
    }
}

static void keep_header(struct archive_reader *r, tt_bytes json)
{
    r->rows->header = malloc(json.size + 1);
    if (r->rows->header == NULL) {
        r->no_memory = true;
        return;
    }
    memcpy(r->rows->header, json.data, json.size);
    r->rows->header_size = json.size;
}

/* All facts that are there. The result is that of the reader; a demo is no recording of an archive.
 */
static tt_status follow(struct archive_reader *r)
{
    tt_item item;
    tt_status status;
    while ((status = tt_recording_next(&r->rec, &item)) == TT_OK) {
        const tt_th_header *header = tt_recording_th_header(&r->rec);
        if (header == NULL) {
            return TT_ERR_FORMAT;
        }
        if (item.kind == TT_ITEM_HEADER) {
            keep_header(r, header->json);
        } else if (item.kind == TT_ITEM_FACT) {
            take_fact(r, item.fact);
        }
    }
    return status;
}

static void tell_progress(struct archive_reader *r, const struct archive_scan *scan,
                          const struct host_input *in)
{
    uint64_t read = host_input_count(in).read;
    if (scan->progress.add != NULL && read > r->told) {
        scan->progress.add(scan->progress.user, read - r->told);
    }
    r->told = read;
}

/* Everything up to the end, or to what cannot be read any more. */
static bool read_all(struct archive_reader *r, struct host_input *in,
                     const struct archive_scan *scan, struct host_error *error)
{
    tt_bytes piece;
    tt_status status = TT_MORE;
    while (status == TT_MORE && !r->no_memory) {
        switch (host_input_next(in, &piece)) {
        case HOST_INPUT_PIECE:
            host_first_add(&r->first, piece);
            r->rows->bytes += piece.size;
            tt_recording_feed(&r->rec, piece.data, piece.size);
            tell_progress(r, scan, in);
            break;
        case HOST_INPUT_END:
            tt_recording_feed(&r->rec, NULL, 0);
            break;
        case HOST_INPUT_IDLE:
        case HOST_INPUT_STOPPED:
            return false;
        case HOST_INPUT_FAILED:
            *error = *host_input_error(in);
            if (error->kind != HOST_ERROR_DAMAGED) {
                return false;
            }
            r->is_packed_badly = true;
            note_error(r->rows, error->offset, error->text);
            host_error_clear(error);
            return true;
        }
        status = follow(r);
    }
    return true;
}

/* Why a file that is no recording is damaged all the same, or "". A file without a single byte
 * after decompression has that damage as its first error. */
static void judge_foreign(const struct archive_reader *r)
{
    struct archive_rows *rows = r->rows;
    enum host_kind kind = host_first_kind(&r->first);
    if (r->is_packed_badly && host_kind_is_named(rows->place.path)) {
        return;
    }
    rows->damage[0] = '\0';
    if (host_kind_is_damage(rows->place.path, kind)) {
        snprintf(rows->damage, sizeof rows->damage, "%s", host_kind_reason(kind));
    }
}

/* Files of another kind are nobody's business, unless the name says something else. */
static void judge(struct archive_reader *r, const struct host_input *in)
{
    struct archive_rows *rows = r->rows;
    const tt_world *world = tt_recording_world(&r->rec, 0);
    bool is_foreign = tt_recording_format(&r->rec) != TT_FORMAT_TEEHISTORIAN;
    rows->content = is_foreign ? ARCHIVE_FOREIGN : ARCHIVE_RECORDING;
    if (is_foreign) {
        judge_foreign(r);
    }
    rows->codec = host_input_codec(in);
    rows->last_tick = world != NULL ? world->tick : 0;
    rows->finished = tt_recording_is_closed(&r->rec) != 0;
    archive_rows_sort(rows);
}

bool archive_read(struct archive_reader *reader, struct archive_rows *rows,
                  const struct archive_scan *scan, struct host_error *error)
{
    struct host_input_options options = {.stop = scan->stop};
    host_error_clear(error);
    struct host_input *in = host_input_open(rows->place.path, &options, error);
    if (in == NULL) {
        return false;
    }
    reader->rows = rows;
    reader->no_memory = false;
    reader->told = 0;
    reader->first = (struct host_first){.size = 0};
    reader->is_packed_badly = false;
    memset(reader->name_fact, 0, sizeof reader->name_fact);
    tt_recording_init(&reader->rec, reader->scratch, sizeof reader->scratch);
    tt_recording_want(&reader->rec, TT_WANT_FACTS,
                      ARCHIVE_FACTS | TT_FACT_BIT(TT_FACT_NAME_CONFIRM));
    tt_recording_recover(&reader->rec, 1);
    tt_recording_on_issue(&reader->rec, on_issue, reader);
    bool good = read_all(reader, in, scan, error);
    if (reader->no_memory) {
        host_error_system(error, ENOMEM, "cannot be added to the archive");
        good = false;
    }
    if (good) {
        judge(reader, in);
    }
    host_input_close(in);
    return good;
}
