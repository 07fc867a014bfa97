/* SPDX-License-Identifier: MIT
 *
 * Writes one file of a table: its parts, and the first of their errors. Has the table of formats.
 *
 * Threads write parts at the same time. One lock guards the first error, the count of rows and the
 * notes.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "table/buffer.h"
#include "table/format.h"

static const struct table_format *const formats[] = {
    &tti_table_csv, &tti_table_jsonl, &tti_table_parquet, &tti_table_native, &tti_table_sqlite,
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

const tt_io_table_format *tt_io_table_format_at(size_t index)
{
    return index < FORMATS ? &formats[index]->is : NULL;
}

/* Finds a format by its name, even one that this build cannot write: opening that one fails
 * (no_sqlite.c). */
const tt_io_table_format *tt_io_table_format_find(const char *name)
{
    for (size_t i = 0; i < FORMATS; i++) {
        if (strcmp(formats[i]->is.name, name) == 0) {
            return &formats[i]->is;
        }
    }
    return NULL;
}

struct tt_io_table_writer {
    struct table_writing writing;
    const struct table_format *format;
    pthread_mutex_t lock; /* guards the error, the rows and the notes */
    tt_io_error error;
    uint64_t rows;
};

/* A part of the file: the rows of one recording. Only the thread that opened the part uses it. */
struct tt_io_table_part {
    struct table_part part;
    tt_io_table_writer *writer;
    size_t index;
    uint64_t before; /* bytes of the output before the part */
    bool has_failed; /* the writer has the error of the part, and no more rows are added */
};

/* Notes an error. The first one is kept: later ones mostly follow from it. */
static void fail(tt_io_table_writer *writer, const tt_io_error *error)
{
    pthread_mutex_lock(&writer->lock);
    if (writer->error.status == TT_OK) {
        writer->error = *error;
    }
    pthread_mutex_unlock(&writer->lock);
}

static bool is_good(tt_io_table_writer *writer)
{
    pthread_mutex_lock(&writer->lock);
    bool good = writer->error.status == TT_OK;
    pthread_mutex_unlock(&writer->lock);
    return good;
}

/* Opens a writer. One note more than there are parts is allocated, so that the size is never 0.
 * After a failed `open` the close frees what the format allocated. */
tt_io_table_writer *tt_io_table_writer_open(const tt_io_table_plan *plan,
                                            const tt_io_table_write_options *options, size_t parts,
                                            tt_io_error *error)
{
    tt_io_table_writer *writer = calloc(1, sizeof *writer);
    struct table_note *notes = calloc(parts + 1, sizeof *notes);
    if (writer == NULL || notes == NULL) {
        free(writer);
        free(notes);
        tti_table_no_memory(error);
        return NULL;
    }
    writer->format = (const struct table_format *)
                         options->format; /* `is` is the first member of struct table_format */
    writer->writing = (struct table_writing){
        .plan = plan,
        .options = *options,
        .table = options->table != NULL ? options->table : tt_io_table_name(plan->options.kind),
        .notes = notes,
        .parts = parts,
    };
    pthread_mutex_init(&writer->lock, NULL);
    if (writer->format->open != NULL && !writer->format->open(&writer->writing, &writer->error)) {
        if (error != NULL) {
            *error = writer->error;
        }
        tt_io_table_writer_close(writer, NULL);
        return NULL;
    }
    return writer;
}

/* Begins the file. Bytes count from here on: the output may have something before the file. */
void tt_io_table_writer_begin(tt_io_table_writer *writer, tt_io_output *out)
{
    uint64_t before = out != NULL ? tt_io_output_count(out) : 0;
    tt_io_error error = {.status = TT_OK};
    if (writer->format->begin != NULL && is_good(writer) &&
        !writer->format->begin(&writer->writing, out, &error)) {
        fail(writer, &error);
    }
    writer->writing.begun = out != NULL ? tt_io_output_count(out) - before : 0;
}

/* Opens a part. Even a failed part is returned: closing it gives the state back to the format. */
tt_io_table_part *tt_io_table_part_open(tt_io_table_writer *writer, size_t index, tt_io_output *out)
{
    tt_io_table_part *part = calloc(1, sizeof *part);
    tt_io_error error;
    if (part == NULL) {
        tti_table_no_memory(&error);
        fail(writer, &error);
        return NULL;
    }
    part->part.writing = &writer->writing;
    part->part.out = out;
    part->writer = writer;
    part->index = index;
    /* Parts may share an output, which then has earlier parts already. */
    part->before = out != NULL ? tt_io_output_count(out) : 0;
    if (writer->format->part_open != NULL && !writer->format->part_open(&part->part)) {
        part->has_failed = true;
        fail(writer, &part->part.error);
    }
    return part;
}

bool tt_io_table_part_add(tt_io_table_part *part, const tt_io_batch *batch)
{
    /* a part that could not be opened was already reported */
    if (part == NULL || part->has_failed) {
        return false;
    }
    if (!part->writer->format->part_add(&part->part, batch)) {
        part->has_failed = true;
        fail(part->writer, &part->part.error);
        return false;
    }
    part->part.note.rows += batch->rows;
    return part->part.out == NULL || tt_io_output_error(part->part.out) == 0;
}

/* Closes a part, and reports a failure once. The note is set even after a failure, so that its data
 * is freed. */
void tt_io_table_part_close(tt_io_table_part *part)
{
    if (part == NULL) {
        return;
    }
    tt_io_table_writer *writer = part->writer;
    tt_io_output *out = part->part.out;
    if (writer->format->part_close != NULL && !writer->format->part_close(&part->part) &&
        !part->has_failed) {
        fail(writer, &part->part.error);
    }
    part->part.note.bytes = out != NULL ? tt_io_output_count(out) - part->before : 0;
    pthread_mutex_lock(&writer->lock);
    writer->writing.notes[part->index] = part->part.note;
    writer->rows += part->part.note.rows;
    pthread_mutex_unlock(&writer->lock);
    free(part);
}

/* Writes the end of the file only without an error, so that an incomplete file has no end. All
 * parts are closed. */
uint64_t tt_io_table_writer_end(tt_io_table_writer *writer, tt_io_output *out)
{
    tt_io_error error = {.status = TT_OK};
    if (is_good(writer) && writer->format->end != NULL &&
        !writer->format->end(&writer->writing, out, &error)) {
        fail(writer, &error);
    }
    return writer->rows;
}

/* Copies the error before the format frees its state. Closing without an end discards the file. */
bool tt_io_table_writer_close(tt_io_table_writer *writer, tt_io_error *error)
{
    if (writer == NULL) {
        return true;
    }
    bool good = writer->error.status == TT_OK;
    if (!good && error != NULL) {
        *error = writer->error;
    }
    if (writer->format->close != NULL) {
        writer->format->close(&writer->writing);
    }
    for (size_t i = 0; i < writer->writing.parts; i++) {
        free(writer->writing.notes[i].data);
    }
    free(writer->writing.notes);
    pthread_mutex_destroy(&writer->lock);
    free(writer);
    return good;
}
