/* SPDX-License-Identifier: MIT
 *
 * From facts, and from an index, to the rows of a database.
 *
 * An index knows a recording by size and header. Here it may also not be older: find does not look
 * at the recording again.
 */
#include "host/posix.h"

#include "archive/read.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "index/file.h"
#include "teetape/game.h"
#include "teetape/teehistorian.h"

/* The server says the name that the client asked for: that is no new name, and so no fact, but it
 * is certain from now on. The name is the last one of the client id, if it is of the same session.
 */
static void confirm_name(struct archive_facts *f, const tt_fact *fact)
{
    size_t at = f->name_fact[fact->cid];
    if (at != 0 && f->rows->facts[at - 1].kind == TT_FACT_NAME &&
        f->rows->facts[at - 1].session == fact->session) {
        f->rows->facts[at - 1].value = TT_NAME_RECORDED;
    }
}

/* Of a second client: the session that began last with this client id. A killer that left just
 * before its victim died still has it. */
static uint64_t session_of(const struct archive_facts *f, int32_t cid)
{
    bool is_known = cid >= 0 && cid < TT_CIDS && f->session[cid] != 0;
    return is_known ? f->session[cid] - 1 : TT_SESSION_NONE;
}

/* The place of a name is remembered only if it became a row: rows have a bound. Where it was left
 * out, name_fact leads to another row, so confirm_name looks at what that is. */
void tti_archive_facts_take(struct archive_facts *f, const tt_fact *fact)
{
    struct archive_row row;
    bool has_client = fact->cid >= 0 && fact->cid < TT_CIDS;
    if (fact->kind == TT_FACT_JOIN && has_client) {
        f->session[fact->cid] = fact->session + 1;
    }
    if (fact->kind == TT_FACT_NAME_CONFIRM) {
        confirm_name(f, fact);
    } else if (tti_archive_row_of(fact, &row)) {
        row.other_session = session_of(f, row.other);
        f->no_memory = f->no_memory || !tti_archive_rows_add(f->rows, &row);
    }
    if (fact->kind == TT_FACT_NAME && has_client) {
        f->name_fact[fact->cid] = f->rows->fact_count;
    }
}

/* To the nanosecond. An index is written with the time stamp of its recording
 * (tti_index_writer_open), so an equal one is enough: a recording that was changed since then is
 * younger than its index. */
static bool is_younger(const char *path, const struct archive_rows *rows)
{
    struct stat facts;
    return stat(path, &facts) == 0 &&
           (int64_t)facts.st_mtim.tv_sec * 1000000000 + facts.st_mtim.tv_nsec >=
               rows->place.mtime_ns;
}

/* See tt_io_fact_fn. */
static void on_fact(void *user, const tt_fact *fact)
{
    tti_archive_facts_take(user, fact);
}

/* Takes back what an index gave before it turned out damaged: the file is read instead. The memory
 * of the rows is kept. */
static void forget(struct archive_facts *f)
{
    struct archive_rows *rows = f->rows;
    *f = (struct archive_facts){.rows = rows};
    rows->fact_count = rows->text_size = 0;
    rows->facts_left_out = 0;
}

/* As the reader gives it: the JSON, or the header of a demo. The magic has 16 bytes, and the header
 * ends with a NUL. */
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

/* An index of a damaged recording is not used: it does not have the words of the first error, which
 * the database keeps. */
static bool take_index(struct archive_facts *f, tt_io_index *index, tt_bytes header)
{
    const tt_index_foot *foot = tt_io_index_foot(index);
    struct archive_rows *rows = f->rows;
    if (tti_index_fits(index, rows->place.path, header) != TT_IO_INDEX_GOOD || foot->errors != 0 ||
        foot->ending == TT_INDEX_DAMAGED ||
        !tt_io_index_each(index, 0, foot->blocks, ARCHIVE_READ_FACTS, on_fact, f) || f->no_memory) {
        forget(f);
        return false;
    }
    rows->format = foot->format;
    rows->codec = tti_index_codecs[foot->codec];
    rows->bytes = foot->indexed;
    rows->first_tick = tt_format_time_zero(foot->format, foot->first_tick);
    rows->last_tick = foot->last_tick;
    rows->finished = foot->ending == TT_INDEX_FINISHED;
    return take_header(rows, (tt_bytes){header.data, (size_t)foot->header_size});
}

/* All failures mean the same: the recording has to be read. So no error leaves this. */
bool tti_archive_read_index(struct archive_facts *f, const tt_io_stop *stop)
{
    tt_io_error error;
    tt_io_index_status status;
    const char *recording = f->rows->place.path;
    char *path = tt_io_index_path(recording, NULL, &error);
    tt_io_index *index = NULL;
    if (path != NULL && is_younger(path, f->rows)) {
        index = tt_io_index_open(path, &status, &error);
    }
    free(path);
    size_t size = 0;
    uint8_t *header = index != NULL ? tti_index_header(tt_io_index_foot(index)->header_size,
                                                       recording, stop, &size, &error)
                                    : NULL;
    bool good = header != NULL && take_index(f, index, (tt_bytes){header, size});
    free(header);
    tt_io_index_close(index);
    return good;
}
