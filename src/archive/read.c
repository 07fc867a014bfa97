/* SPDX-License-Identifier: MIT
 *
 * From a file to its marks.
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

/* Holds the longest header that is looked for. */
#define SCRATCH (TT_TH_HEADER_MAX + 16)

struct archive_reader {
    struct archive_rows *rows;
    bool no_memory;
    uint64_t told; /* to the progress */
    struct host_first first;
    bool is_packed_badly;      /* its compressed data is damaged */
    size_t name_mark[TT_CIDS]; /* the last one of each client id, plus 1 */
    tt_th th;
    tt_world world;
    tt_th_past past;
    tt_th_marker marker;
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

static void on_mark(void *user, const tt_mark *mark)
{
    struct archive_reader *r = user;
    r->no_memory = r->no_memory || !archive_rows_add(r->rows, mark);
    if (mark->kind == TT_MARK_NAME) {
        r->name_mark[mark->cid] = r->rows->mark_count;
    }
}

/* The server says the name that the client asked for: that is no new name, and so no mark, but it
 * is certain from now on. */
static void confirm_name(struct archive_reader *r, const tt_th_event *event, uint64_t session)
{
    size_t mark = event->cid >= 0 && event->cid < TT_CIDS ? r->name_mark[event->cid] : 0;
    if (mark != 0 && r->rows->marks[mark - 1].kind == TT_MARK_NAME &&
        r->rows->marks[mark - 1].session == session) {
        r->rows->marks[mark - 1].value = r->world.client[event->cid].name_source;
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

/* The header's bytes go with the piece they lie in. */
static void keep_header(struct archive_reader *r)
{
    tt_bytes json = r->th.header.json;
    r->rows->header = malloc(json.size + 1);
    if (r->rows->header == NULL) {
        r->no_memory = true;
        return;
    }
    memcpy(r->rows->header, json.data, json.size);
    r->rows->header_size = json.size;
}

/* All events that are there. The result is that of the reader. */
static tt_status follow(struct archive_reader *r)
{
    tt_th_event event;
    tt_status status;
    while ((status = tt_th_next_rare(&r->th, &event)) == TT_OK) {
        if (event.kind == TT_TH_HEADER) {
            keep_header(r);
        }
        tt_th_change change = tt_th_past_follow(&r->past, &event, &r->world);
        tt_th_marker_follow(&r->marker, &event, &r->world, &change);
        if (event.kind == TT_TH_PLAYER_NAME) {
            confirm_name(r, &event, change.session);
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
            tt_th_feed(&r->th, piece.data, piece.size);
            tell_progress(r, scan, in);
            break;
        case HOST_INPUT_END:
            tt_th_end(&r->th);
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
    bool is_foreign = r->th.error.status == TT_ERR_TH_MAGIC || rows->bytes == 0;
    rows->content = is_foreign ? ARCHIVE_FOREIGN : ARCHIVE_RECORDING;
    if (is_foreign) {
        judge_foreign(r);
    }
    rows->codec = host_input_codec(in);
    rows->last_tick = r->world.tick;
    rows->finished = r->th.finished != 0;
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
    memset(reader->name_mark, 0, sizeof reader->name_mark);
    tt_th_init(&reader->th, &reader->world, reader->scratch, sizeof reader->scratch);
    reader->th.recover = 1;
    reader->th.on_issue = on_issue;
    reader->th.user = reader;
    tt_th_past_init(&reader->past);
    tt_th_marker_init(&reader->marker, on_mark, reader);
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
