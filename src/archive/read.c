/* SPDX-License-Identifier: MIT
 *
 * Reads a file into rows of the database.
 *
 * A reading (teetape/io/reading.h) gives the facts, which become rows. An index that has all facts
 * replaces the reading. The index must have the size, header and time stamp of the recording,
 * because find does not look at the recording again. The last step decides if the file is a
 * recording, if it is damaged, and what its end means.
 */
#include "host/posix.h"

#include "archive/rows.h"
#include "host/error.h"
#include "recording/format.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fd.h"
#include "host/input_state.h"
#include "host/inside.h"
#include "index/file.h"
#include "reading/inside.h"
#include "teetape/teehistorian.h"
#include "wire/hash.h"

/* The bytes of a file up to this size are kept in memory for tti_archive_read. */
#define ARCHIVE_BYTES_MOST ((size_t)1 << 20)

struct archive_bytes {
    bool is_whole;
    size_t size;
    uint8_t data[ARCHIVE_BYTES_MOST];
};

/* The samples of a fingerprint: 64 KiB at both ends, which have the header and the table of an .xz
 * or .zst file, and 16 samples of 4 KiB for files that differ only between the ends. */
#define EDGE ((uint64_t)64 << 10)
#define SAMPLE ((uint64_t)4 << 10)
#define SAMPLES 16
#define BUFFER (2 * EDGE + SAMPLES * SAMPLE)

_Static_assert(BUFFER < ARCHIVE_BYTES_MOST, "ranges are read into the bytes");

struct look {
    int fd;
    struct archive_bytes *bytes;
    tti_xxh64 sum;
};

static bool take(struct look *l, uint64_t offset, uint64_t size)
{
    const uint8_t *at = l->bytes->data;
    size_t got = (size_t)size;
    int failed = 0;
    if (l->bytes->is_whole) {
        at += offset;
    } else {
        failed = tti_host_fd_read_at(l->fd, offset, l->bytes->data, (size_t)size, &got);
    }
    tti_xxh64_add(&l->sum, at, got);
    errno = failed;
    return failed == 0;
}

static bool take_all(struct look *l, uint64_t size)
{
    if (size <= BUFFER) {
        return take(l, 0, size);
    }
    bool good = take(l, 0, EDGE);
    uint64_t inside = size - 2 * EDGE - SAMPLE;
    for (uint64_t i = 0; good && i < SAMPLES; i++) {
        good = take(l, EDGE + inside / SAMPLES * i, SAMPLE);
    }
    return good && take(l, size - EDGE, EDGE);
}

/* Keeps the bytes of a small file. The buffer is larger than the file, so a read of exactly `size`
 * bytes has reached the end. A file whose size changes meanwhile is not kept. */
static bool hold(const struct look *l, uint64_t size)
{
    size_t got = 0;
    l->bytes->is_whole = false;
    if (size >= ARCHIVE_BYTES_MOST) {
        return true;
    }
    int failed = tti_host_fd_read_at(l->fd, 0, l->bytes->data, ARCHIVE_BYTES_MOST, &got);
    l->bytes->is_whole = failed == 0 && got == size;
    l->bytes->size = got;
    errno = failed;
    return failed == 0;
}

#define ARCHIVE_READ_FACTS (ARCHIVE_FACTS | TT_FACT_BIT(TT_FACT_NAME_CONFIRM))

/* Facts that the reading of a recording has found so far. All members but `rows` are zero at first.
 */
struct archive_facts {
    struct archive_rows *rows;
    size_t name_fact[TT_CIDS];
    uint64_t session[TT_CIDS];
    bool no_memory;
    const uint8_t *key; /* of the digits of clients */
};

/* Adds a fact. When a name was left out because of the limit of rows, name_fact leads to another
 * row, which is not changed. */
static void take_fact(void *user, const tt_fact *fact)
{
    struct archive_facts *f = user;
    struct archive_row row;
    bool has_client = fact->cid >= 0 && fact->cid < TT_CIDS;
    if (fact->kind == TT_FACT_JOIN && has_client) {
        f->session[fact->cid] = fact->session + 1;
    }
    if (fact->kind == TT_FACT_NAME_CONFIRM) {
        size_t at = f->name_fact[fact->cid];
        struct archive_fact *name = at != 0 ? &f->rows->facts[at - 1] : NULL;
        if (name != NULL && name->kind == TT_FACT_NAME && name->session == fact->session) {
            name->value = TT_NAME_RECORDED;
        }
    } else if (tti_archive_row_of(fact, f->key, &row)) {
        bool is_known = row.other >= 0 && row.other < TT_CIDS && f->session[row.other] != 0;
        row.other_session = is_known ? f->session[row.other] - 1 : TT_SESSION_NONE;
        f->no_memory = f->no_memory || !tti_archive_rows_add(f->rows, &row);
    }
    if (fact->kind == TT_FACT_NAME && has_client) {
        f->name_fact[fact->cid] = f->rows->fact_count;
    }
}

static bool take_header(struct archive_rows *rows, tt_bytes header)
{
    tt_demo_header demo;
    size_t magic = sizeof tt_th_magic.bytes, size;
    if (rows->format == TT_FORMAT_TEEHISTORIAN) {
        return header.size > magic &&
               tti_archive_rows_header(rows,
                                       (tt_bytes){header.data + magic, header.size - magic - 1});
    }
    return tt_demo_header_parse(&demo, &size, header, NULL) == TT_OK &&
           tti_archive_rows_header(rows, (tt_bytes){(const uint8_t *)&demo, sizeof demo});
}

/* Takes the facts of an index. The database keeps the sentence of the first error, which the index
 * of a damaged recording lacks, so such an index is not used. */
static bool take_index(struct archive_facts *f, tt_io_index *index, tt_bytes header)
{
    const tt_index_foot *foot = tti_index_foot(index);
    struct archive_rows *rows = f->rows;
    rows->format = foot->format;
    if (tti_index_fits(index, rows->place.path, header) != TT_IO_INDEX_GOOD || foot->errors != 0 ||
        foot->ending == TT_INDEX_DAMAGED ||
        !take_header(rows, (tt_bytes){header.data, (size_t)foot->header_size}) ||
        !tti_index_each(index, 0, foot->blocks, ARCHIVE_READ_FACTS, take_fact, f) || f->no_memory) {
        *f = (struct archive_facts){.rows = rows, .key = f->key};
        rows->fact_count = rows->text_size = 0;
        rows->facts_left_out = 0;
        return false;
    }
    rows->codec = tti_index_codecs[foot->codec];
    rows->bytes = foot->indexed;
    rows->first_tick = tti_format_time_zero(foot->format, foot->first_tick);
    rows->last_tick = foot->last_tick;
    rows->length = tti_format_length(foot->first_tick, foot->last_tick);
    rows->finished = foot->ending == TT_INDEX_FINISHED;
    return true;
}

/* Reads the index of a recording. Returns false and fills nothing unless the index is that of the
 * recording as it is now and neither has errors. An index beside it has the time stamp of its
 * recording to the nanosecond (tti_index_writer_open). */
static bool read_index(struct archive_facts *f, const tt_io_stop *stop)
{
    tt_io_error error;
    tt_io_index_status status;
    const char *recording = f->rows->place.path;
    char *path = tt_io_index_path(recording, NULL, &error);
    tt_io_index *index = NULL;
    struct stat facts;
    if (path == NULL || stat(path, &facts) != 0 ||
        (int64_t)facts.st_mtim.tv_sec * 1000000000 + facts.st_mtim.tv_nsec >=
            f->rows->place.mtime_ns) {
        index = tti_index_open_of(recording, NULL, &status, &error);
    }
    free(path);
    size_t size = 0;
    uint8_t *header = index != NULL ? tti_index_header(tti_index_foot(index)->header_size,
                                                       recording, stop, &size, &error)
                                    : NULL;
    bool good = header != NULL && take_index(f, index, (tt_bytes){header, size});
    free(header);
    tti_index_close(index);
    return good;
}

struct archive_reader {
    struct archive_facts facts;
    const tt_io_archive_scan_options *scan;
    uint64_t told;
    tt_io_input *in;
    uint8_t key[ARCHIVE_KEY_SIZE];
    struct archive_bytes bytes;
};

struct archive_reader *tti_archive_reader_new(const uint8_t key[ARCHIVE_KEY_SIZE])
{
    struct archive_reader *reader = malloc(sizeof *reader);
    if (reader != NULL) {
        reader->in = NULL;
        memcpy(reader->key, key, sizeof reader->key);
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

static void on_issue(void *user, const tt_issue *issue)
{
    struct archive_reader *r = user;
    struct archive_rows *rows = r->facts.rows;
    if (issue->level == TT_LEVEL_ERROR && rows->errors++ == 0) {
        snprintf(rows->damage, sizeof rows->damage, "offset %" PRIu64 ": %s", issue->offset,
                 issue->what);
    }
}

static void on_progress(void *user, uint64_t read)
{
    struct archive_reader *reader = user;
    const tt_io_archive_progress *progress = &reader->scan->progress;
    if (progress->add != NULL && read > reader->told) {
        progress->add(progress->user, read - reader->told);
        reader->told = read;
    }
}

/* Judges a file that is no recording. Damage of its compression counts only if its name is that of
 * a recording. */
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

/* Fills the recording's row. Damage of the compression has an offset in the compressed file, so it
 * gets the sentence of that error. The game time of a demo begins at its first tick. */
static void judge(struct archive_rows *rows, const tt_io_reading *r)
{
    const tt_recording_view view = tt_recording_look(r->rec);
    if (r->error.status == TT_ERR_COMPRESSED_DATA) {
        tt_io_error_text(rows->damage, &r->error);
    }
    rows->errors = r->errors;
    rows->bytes = r->bytes;
    rows->format = view.format;
    bool is_foreign = rows->format == TT_FORMAT_UNKNOWN;
    rows->content = is_foreign ? ARCHIVE_FOREIGN : ARCHIVE_RECORDING;
    if (is_foreign) {
        judge_foreign(rows, r);
    }
    rows->codec = tti_io_input_codec(r->inside->input);
    rows->first_tick = tti_format_time_zero(view.format, view.first_tick);
    rows->last_tick = view.last_tick > 0 ? view.last_tick : 0;
    rows->length = view.length;
    rows->finished = view.is_closed;
}

/* Reads a file to its end. Returns false, and nothing is stored, when the file could not be read,
 * without memory, and after a stop. Damage ends the reading, and is no failure. */
static bool read_all(struct archive_reader *reader, tt_io_reading *r, tt_io_error *error)
{
    struct archive_facts *facts = &reader->facts;
    if (r->has_header) {
        const tt_demo_header *demo = tt_recording_demo_header(r->rec);
        const tt_bytes header =
            demo == NULL ? r->th_header.json : (tt_bytes){(const uint8_t *)demo, sizeof *demo};
        facts->no_memory = !tti_archive_rows_header(facts->rows, header);
    }
    while (!facts->no_memory && tt_io_reading_next(r)) {
        take_fact(facts, r->item.fact);
    }
    if (facts->no_memory) {
        return tt_io_error_system(error, ENOMEM, "cannot be added to the archive");
    }
    if (r->rec == NULL || r->error.status == TT_ERR_SYSTEM ||
        r->error.status == TT_ERR_UNSUPPORTED || r->error.status == TT_ERR_CHANGED) {
        *error = r->error;
        return false;
    }
    return !tt_io_stop_wanted(reader->scan->stop);
}

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
    struct stat facts;
    struct look look = {.fd = tti_host_fd_open(rows->place.path, O_RDONLY, 0),
                        .bytes = &reader->bytes};
    tti_xxh64_start(&look.sum);
    bool good = look.fd >= 0 && fstat(look.fd, &facts) == 0 &&
                hold(&look, (uint64_t)facts.st_size) && take_all(&look, (uint64_t)facts.st_size);
    if (good) {
        rows->fingerprint = tti_xxh64_sum(&look.sum);
    } else {
        tt_io_error_system(error, errno, "cannot be opened");
        tti_error_of(error, rows->place.path);
    }
    if (look.fd >= 0) {
        close(look.fd);
    }
    return good;
}

/* Reads a file or its index. For the progress an index counts as the whole file. The facts have the
 * order of the recording, so they are sorted afterwards in any case. */
bool tti_archive_read(struct archive_reader *reader, struct archive_rows *rows,
                      const tt_io_archive_scan_options *scan, tt_io_error *error)
{
    tti_error_clear(error);
    reader->scan = scan;
    reader->facts = (struct archive_facts){.rows = rows, .key = reader->key};
    bool is_indexed = read_index(&reader->facts, scan->stop);
    if (is_indexed && scan->progress.add != NULL) {
        scan->progress.add(scan->progress.user, rows->place.size);
    }
    bool good = is_indexed || read_file(reader, rows, error);
    reader->bytes.is_whole = false;
    tti_archive_rows_sort(rows);
    return good;
}
