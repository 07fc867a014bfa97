/* SPDX-License-Identifier: MIT
 *
 * From an index to the rows of a database.
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
#include "teetape/teehistorian.h"

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
