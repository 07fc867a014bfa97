/* SPDX-License-Identifier: MIT
 *
 * Arrow's C stream interface: recordings, read one after the other, as batches. A reader such as
 * DuckDB or pyarrow pulls: get_next opens the next recording when it needs one, and passes on the
 * memory of a batch. A failure is an errno value and a sentence.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/error.h"
#include "table/buffer.h"
#include "table/table.h"
#include "teetape/io/table_arrow.h"

/* The private data of an ArrowArrayStream. The stream may be moved, this struct may not. */
struct arrow_stream {
    tt_io_table_plan plan; /* copy of the plan, because the caller may free its own */
    tt_io_reading_options how;
    void (*on_damage)(void *user, const tt_io_error *error);
    void *user;            /* first argument of `on_damage` */
    size_t paths, next;    /* number of paths, and the next one to open */
    char **path;           /* `paths` paths, then the texts of `how`, all in one allocation */
    tt_io_reading reading; /* the recording path[next - 1], open while `table` is not NULL */
    tt_io_table *table;    /* table of the open recording; NULL without one */
    tt_issue issue;    /* the first error of the reading; its level is NOTE when there is none */
    tt_io_error error; /* the error that ended the stream */
    char text[TT_IO_PATH_CAP + sizeof(((tt_io_error *)NULL)->text) +
              4];    /* text of the error, with its path */
    bool has_failed; /* get_next gives nothing more */
};

/* Notes the first error of a reading: later ones mostly follow from it. Warnings do not end a
 * stream. */
static void take_issue(void *user, const tt_issue *issue)
{
    struct arrow_stream *s = user;
    if (issue->level == TT_LEVEL_ERROR && s->issue.level != TT_LEVEL_ERROR) {
        s->issue = *issue;
    }
}

/* Finds the reason why a recording is incomplete: the first issue, or else the failure of the
 * reading (the file, its compression, or memory). Returns false when nothing is wrong. */
static bool find_damage(const struct arrow_stream *s, const char *path, tt_io_error *error)
{
    const tt_io_error *of_reading = &s->reading.error;
    if (s->issue.level == TT_LEVEL_ERROR) {
        tti_error_say(error, s->issue.status, "tick %d, byte %llu: %s", (int)s->issue.tick,
                      (unsigned long long)s->issue.offset, s->issue.what);
    } else if (of_reading->status == TT_ERR_COMPRESSED_DATA) {
        tti_error_say(error, of_reading->status, "byte %llu: %.150s",
                      (unsigned long long)of_reading->offset, of_reading->text);
        error->offset = of_reading->offset;
    } else {
        *error = *of_reading;
    }
    (void)tti_error_of(error, path);
    return error->status != TT_OK;
}

static void close_reading(struct arrow_stream *s)
{
    tt_io_table_close(s->table);
    s->table = NULL;
    tt_io_reading_close(&s->reading);
}

/* Ends the stream with an error. The first one is kept, because the caller may ask again. Returns
 * the errno value that comes closest. */
static int fail(struct arrow_stream *s, const tt_io_error *error)
{
    if (!s->has_failed) {
        bool has_path = error->path[0] != '\0';
        s->error = *error;
        s->has_failed = true;
        snprintf(s->text, sizeof s->text, "%s%s%s", error->path, has_path ? ": " : "", error->text);
    }
    return s->error.system != 0 ? s->error.system : EIO;
}

static int fail_memory(struct arrow_stream *s)
{
    tt_io_error error;
    tti_table_no_memory(&error);
    return fail(s, &error);
}

/* Ends a reading. Returns 0, or an errno value when the stream ends with it. A stopped reading
 * looks like one at its end, and so do rows without memory, so the order of the checks matters. A
 * lack of memory is no damage of the recording, so on_damage does not get it. */
static int end_reading(struct arrow_stream *s)
{
    tt_io_error error;
    const tt_io_error *of_table = s->table != NULL ? tt_io_table_error(s->table) : NULL;
    int status = 0;
    if (tt_io_stop_wanted(s->how.stop)) {
        tt_io_error_system(&error, EINTR, "reading was stopped");
        status = fail(s, &error);
    } else if (of_table != NULL && of_table->status != TT_OK) {
        status = fail(s, of_table);
    } else if (find_damage(s, s->path[s->next - 1], &error)) {
        if (s->on_damage == NULL || error.system == ENOMEM) {
            status = fail(s, &error);
        } else {
            s->on_damage(s->user, &error);
        }
    }
    close_reading(s);
    return status;
}

static int open_reading(struct arrow_stream *s)
{
    tt_io_error error;
    s->issue.level = TT_LEVEL_NOTE;
    /* `next` is advanced first, because end_reading reports path[next - 1] */
    if (!tt_io_reading_open(&s->reading, s->path[s->next++], &s->how)) {
        return end_reading(s);
    }
    s->table = tt_io_table_open(&s->plan, &s->reading, &error);
    if (s->table == NULL) {
        close_reading(s);
        return fail(s, &error);
    }
    return 0;
}

static void free_rows(void *rows)
{
    tti_table_rows_free(rows);
}

/* Gives a batch. The array owns the memory of the rows (`kept`) from here on; the table has fresh
 * memory for the next batch. Offsets begin one entry before the first end, with a 0. */
static int give(struct arrow_stream *s, const tt_io_batch *batch, struct ArrowArray *out)
{
    tt_io_arrow_column columns[TT_IO_TABLE_COLUMNS];
    for (size_t i = 0; i < batch->columns; i++) {
        const tt_io_column_data *data = &batch->column[i];
        columns[i] = (tt_io_arrow_column){
            .column = data->column,
            .values = data->values,
            .offsets = data->ends != NULL ? data->ends - 1 : NULL,
            .has = data->has,
            .missing = data->missing,
        };
    }
    struct table_rows *kept = tti_table_keep(s->table);
    if (kept != NULL &&
        tt_io_arrow_array(out, columns, batch->columns, batch->rows, free_rows, kept)) {
        return 0;
    }
    tti_table_rows_free(kept);
    close_reading(s);
    return fail_memory(s);
}

/* Gives the next batch of any recording. A recording without rows gives none. After the last batch
 * *out has no release, and the result is 0. has_failed keeps the failures of opening and of ending
 * a recording. */
static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
    struct arrow_stream *s = stream->private_data;
    tt_io_batch batch;
    memset(out, 0, sizeof *out);
    while (!s->has_failed) {
        if (s->table == NULL && s->next == s->paths) {
            return 0;
        }
        if (s->table == NULL) {
            (void)open_reading(s);
        } else if (tt_io_table_next(s->table, &batch)) {
            return give(s, &batch, out);
        } else {
            (void)end_reading(s);
        }
    }
    return fail(s, &s->error);
}

/* Gives the schema. Offsets of texts have 32 bits, because a batch ends long before its texts need
 * more. */
static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
    struct arrow_stream *s = stream->private_data;
    return tt_io_arrow_schema(out, &s->plan, false) ? 0 : fail_memory(s);
}

static const char *get_last_error(struct ArrowArrayStream *stream)
{
    const struct arrow_stream *s = stream->private_data;
    return s->has_failed ? s->text : NULL;
}

static void release(struct ArrowArrayStream *stream)
{
    struct arrow_stream *s = stream->private_data;
    close_reading(s);
    free(s->path);
    free(s);
    stream->release = NULL;
}

/* Copies paths and texts of the options into one allocation, after the pointers to the paths. There
 * is one pointer more than paths, so that the size is never 0. */
static bool copy_texts(struct arrow_stream *s, const char *const *paths)
{
    const char **texts[] = {&s->how.from, &s->how.to, &s->how.player, &s->how.index_folder};
    size_t size = (s->paths + 1) * sizeof *s->path;
    for (size_t i = 0; i < s->paths + 4; i++) {
        const char *text = i < s->paths ? paths[i] : *texts[i - s->paths];
        size += text != NULL ? strlen(text) + 1 : 0;
    }
    s->path = malloc(size);
    if (s->path == NULL) {
        return false;
    }
    char *at = (char *)(s->path + s->paths + 1);
    for (size_t i = 0; i < s->paths + 4; i++) {
        const char *text = i < s->paths ? paths[i] : *texts[i - s->paths];
        if (i < s->paths) {
            s->path[i] = at;
        } else if (text != NULL) {
            *texts[i - s->paths] = at;
        }
        if (text != NULL) {
            memcpy(at, text, strlen(text) + 1);
            at += strlen(text) + 1;
        }
    }
    return true;
}

/* Sets the options of the readings. table_arrow.h lists the supported ones. The player must be set
 * before tt_io_table_ask, which then asks for names. */
static void set_options(struct arrow_stream *s, const tt_io_arrow_options *options)
{
    const tt_io_reading_options *how = options != NULL ? options->reading : NULL;
    if (options != NULL) {
        s->on_damage = options->on_damage;
        s->user = options->user;
    }
    if (how != NULL) {
        s->how.from = how->from;
        s->how.to = how->to;
        s->how.player = how->player;
        s->how.index_folder = how->index_folder;
        s->how.no_index = how->no_index;
        s->how.ends_at_error = how->ends_at_error;
        s->how.stop = how->stop;
    }
    s->how.on_issue = take_issue;
    s->how.user = s;
    tt_io_table_ask(&s->plan, &s->how);
}

bool tt_io_arrow_open(struct ArrowArrayStream *out, const tt_io_table_plan *plan,
                      const char *const *paths, size_t count, const tt_io_arrow_options *options,
                      tt_io_error *error)
{
    struct arrow_stream *s = calloc(1, sizeof *s);
    memset(out, 0, sizeof *out);
    if (s != NULL) {
        s->plan = *plan;
        s->paths = count;
        set_options(s, options);
    }
    if (s == NULL || !copy_texts(s, paths)) {
        free(s);
        return tti_table_no_memory(error);
    }
    *out = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release, s};
    return true;
}
