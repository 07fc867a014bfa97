/* SPDX-License-Identifier: MIT
 *
 * Writes all recordings to one table, or each to a file of its own.
 *
 * tt_io_table makes the rows of a reading, and tt_io_table_writer makes the bytes of a format.
 * Several threads read recordings, and the parts are in the file in the order of the inputs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/out_path.h"
#include "cli/shell/run.h"
#include "cli/shell/target.h"
#include "cli/shell/word_list.h"
#include "cli/show/rows.h"
#include "cli/table/table.h"
#include "cli/text/text.h"
#include "teetape/io/index.h"
#include "teetape/io/stop.h"
#include "teetape/json.h"

/* Opens a table file at `path`. Returns false after reporting, with *status. */
static bool open_file(const struct table_work *w, struct table_file *f, const char *path,
                      const struct job *job, size_t recordings, enum exit_status *status)
{
    tt_io_error error;
    tt_io_table_write_options how = w->how;
    f->path = path;
    f->file = how.file =
        target_open(path, how.format->needs_file ? TARGET_REGULAR : 0u, job, status);
    if (f->file == NULL) {
        return false;
    }
    f->writer = tt_io_table_writer_open(&w->plan, &how, recordings, &error);
    if (f->writer == NULL) {
        *status = target_failed(job, path, &error);
        tt_io_file_discard(f->file);
        f->file = NULL;
        return false;
    }
    tt_io_table_writer_begin(f->writer, tt_io_file_out(f->file));
    return true;
}

/* Ends an output. A writer may have a file of its own (SQLite), so it is always ended and closed.
 */
static enum exit_status end_file(struct table_work *w, struct table_file *f, const struct job *job,
                                 bool is_wanted)
{
    tt_io_error error;
    atomic_fetch_add(&w->rows, tt_io_table_writer_end(f->writer, tt_io_file_out(f->file)));
    bool is_good = tt_io_table_writer_close(f->writer, &error);
    f->writer = NULL;
    if (!is_good || !is_wanted) {
        tt_io_file_discard(f->file);
    } else {
        is_good = tt_io_file_commit(f->file, &error);
        atomic_fetch_add(&w->files, is_good);
    }
    f->file = NULL;
    return is_good ? EXIT_GOOD : target_failed(job, f->path, &error);
}

/* Opens the common output. --partition opens a file for each recording, and --ddl prints to stdout:
 * neither needs the common file. */
static bool open_table(struct table_work *w, struct run *run, enum exit_status *status)
{
    const struct job all = run_whole(run);
    const struct table_options *own = all.options;
    const struct settings *settings = all.settings;
    tt_io_error error;
    bool is_alone = own->partition != NULL || own->ddl != NULL;
    w->inputs = run->inputs.count;
    w->output = settings->output != NULL ? settings->output : "-";
    w->how = (tt_io_table_write_options){.format = table_format_of(settings, own),
                                         .spreadsheet = own->spreadsheet,
                                         .uuid_as_text = own->uuid_as_text};
    bool is_many = run->is_many || is_alone || w->how.format->is_of_many;
    (void)table_plan(&w->plan, settings, own, w->kind, is_many, &error);
    *status = EXIT_SYSTEM;
    w->seen = memory_zeros(NULL, w->inputs * sizeof *w->seen);
    if (w->seen == NULL ||
        (!is_alone && !open_file(w, &w->one, w->output, &all, w->inputs, status))) {
        return false;
    }
    run->out = is_alone ? run->out : tt_io_file_out(w->one.file);
    return true;
}

static bool has_failed(const struct table_work *w)
{
    return w->one.file != NULL && tt_io_output_error(tt_io_file_out(w->one.file)) != 0;
}

/* Returns true for an incomplete output. A system error in one recording makes the file incomplete,
 * so it is dropped. Rows on stdout cannot be taken back. */
static bool is_partial(const struct job *all, const struct table_work *w, enum exit_status worst)
{
    bool is_file = w->one.file != NULL && strcmp(w->output, "-") != 0;
    if (worst != EXIT_SYSTEM || !is_file || has_failed(w)) {
        return false;
    }
    if (!tt_io_stop_wanted(all->stop)) {
        message_say(MESSAGE_ERROR, w->output, "not written, because a recording could not be read");
    }
    return true;
}

static void say_there(const struct table_work *w)
{
    size_t there = atomic_load(&w->there);
    if (there != 0) {
        message_say(MESSAGE_ERROR, w->output,
                    there == 1
                        ? "%zu file exists already and is left unchanged; --force replaces it"
                        : "%zu files exist already and are left unchanged; --force replaces them",
                    there);
    }
}

/* Closes the common output. `worst` is the highest status of the jobs. After a stop there is no
 * file. */
static enum exit_status close_table(struct table_work *w, struct run *run, enum exit_status worst)
{
    const struct job all = run_whole(run);
    const struct table_options *own = all.options;
    enum exit_status status = EXIT_GOOD;
    bool is_stopped = tt_io_stop_wanted(all.stop);
    if (is_partial(&all, w, worst)) {
        status = EXIT_SYSTEM;
    } else if (w->one.file != NULL && (!is_stopped || has_failed(w))) {
        status = end_file(w, &w->one, &all, true);
    }
    say_there(w);
    bool is_made = !is_stopped && status == EXIT_GOOD;
    if (is_made && own->ddl == NULL) {
        table_note(&all, w);
        table_report(&all, w);
    }
    return status;
}

static void write_rows(struct table_work *w, struct reading *r, tt_io_table_writer *writer,
                       size_t index, tt_io_output *out)
{
    tt_io_error error;
    tt_io_batch batch;
    tt_io_table *table = tt_io_table_open(&w->plan, &r->io, &error);
    tt_io_table_part *part = table != NULL ? tt_io_table_part_open(writer, index, out) : NULL;
    while (part != NULL && tt_io_table_next(table, &batch) && tt_io_table_part_add(part, &batch)) {
    }
    tt_io_table_part_close(part);
    if (table == NULL || part == NULL || tt_io_table_error(table)->status != TT_OK) {
        memory_tell(r->job->path);
        reading_fail(r, EXIT_SYSTEM);
    }
    tt_io_table_close(table);
    if (r->io.lacks_map) {
        message_say(MESSAGE_WARNING, r->job->path,
                    "its map was not found, so %s; --map FILE names it, "
                    "and TEETAPE_MAP_PATH lists folders with maps",
                    reading_is_demo(r)
                        ? "tees have the position that the server sent last, as old as the "
                          "column core_age says"
                        : "the column applied is empty");
    }
}

static bool is_refused(const struct reading *r)
{
    return r->status == EXIT_SYSTEM || r->io.error.status == TT_ERR_SYSTEM;
}

#define PARTITION_TEXT 256

enum { BY_DAY, BY_SERVER, BY_MAP };
static const char *const partition_words[] = {"day", "server", "map", NULL};

const char *table_partition_word(size_t index)
{
    return partition_words[index];
}

/* Gives the text of a partition: "unknown" when the recording does not say it. */
static tt_bytes partition_value(char dst[PARTITION_TEXT], const struct reading *r, int by)
{
    const tt_th_key key = by == BY_SERVER ? TT_TH_KEY_server_name : TT_TH_KEY_map_name;
    size_t size = 0;
    if (by == BY_DAY) {
        (void)tt_io_table_day(dst, &r->io);
        return tt_bytes_of(dst);
    }
    if (reading_is_demo(r)) {
        const char *map = tt_recording_demo_header(r->io.rec)->map_name;
        return tt_bytes_of(by == BY_MAP && map[0] != '\0' ? map : "unknown");
    }
    size = tt_json_unescape(dst, PARTITION_TEXT, r->io.th_header.raw[key]);
    return size > 0 && size <= PARTITION_TEXT ? (tt_bytes){(const uint8_t *)dst, size}
                                              : tt_bytes_of("unknown");
}

/* Appends KEY=VALUE/ to a path. As Hive does it, a byte that is special in a path or a shell is a
 * percent sign and two hex digits. Returns the new size, or `cap` when the text does not fit. */
static size_t put_folder(char *path, size_t cap, size_t size, const char *key, tt_bytes value)
{
    int added = snprintf(path + size, cap - size, "%s=", key);
    size += (size_t)added;
    for (size_t i = 0; i < value.size && size + 5 < cap; i++) {
        uint8_t byte = value.data[i];
        bool is_special =
            byte <= ' ' || byte == 0x7f || strchr("\"#%'*/:=?\\{}[]^<>|&;$`!~(),", byte);
        added = snprintf(path + size, cap - size, is_special ? "%%%02X" : "%c", byte);
        size += (size_t)added;
    }
    if (size + 5 >= cap) {
        return cap;
    }
    path[size++] = '/';
    path[size] = '\0';
    return size;
}

/* Makes the path of a partition, OUT/day=2026-11-21/UUID.csv. A second run finds the same path, and
 * two recordings with the same file name do not collide. */
static bool partition_path(char dst[OUT_PATH], const struct reading *r,
                           const tt_io_table_format *format, enum exit_status *status)
{
    const struct table_options *own = r->job->options;
    char text[PARTITION_TEXT], uuid[TT_UUID_TEXT], name[OUT_PATH];
    size_t size = 0;
    tt_uuid recording = tt_io_table_recording(&r->io);
    tt_io_error error;
    for (int by = 0; partition_words[by] != NULL; by++) {
        if (word_list_has(own->partition, partition_words[by]) && size < sizeof name) {
            tt_bytes value = partition_value(text, r, by);
            size = put_folder(name, sizeof name, size, partition_words[by], value);
        }
    }
    tt_uuid_format(uuid, &recording);
    if (size >= sizeof name || snprintf(name + size, sizeof name - size, "%s%s", uuid,
                                        format->ending) >= (int)(sizeof name - size)) {
        message_say(MESSAGE_ERROR, r->job->path, "the path of its partition is too long");
        *status = EXIT_SYSTEM;
        return false;
    }
    *status = EXIT_SYSTEM;
    if (!out_path_join(dst, r->job->settings->output, name)) {
        return false;
    }
    if (!tt_io_index_make_folders(dst, &error)) {
        tt_io_error_system(&error, error.system, "its folder cannot be made");
        *status = target_failed(r->job, dst, &error);
        return false;
    }
    *status = EXIT_USAGE;
    return out_path_claim(dst, r->job->path);
}

/* Writes a partition. An existing file is kept, so that a nightly run over an archive writes only
 * new files. */
static bool write_alone(struct table_work *w, struct reading *r)
{
    char path[OUT_PATH];
    struct table_file f;
    enum exit_status status = EXIT_GOOD;
    if (!partition_path(path, r, w->how.format, &status)) {
        return reading_fail(r, status);
    }
    if (!r->job->settings->force && out_path_is_file(path)) {
        atomic_fetch_add(&w->there, 1);
        return reading_fail(r, EXIT_USAGE);
    }
    if (!open_file(w, &f, path, r->job, 1, &status)) {
        return reading_fail(r, status);
    }
    write_rows(w, r, f.writer, 0, tt_io_file_out(f.file));
    status = end_file(w, &f, r->job, !tt_io_stop_wanted(r->job->stop) && !is_refused(r));
    if (status != EXIT_GOOD) {
        reading_fail(r, status);
    }
    return status == EXIT_GOOD;
}

static void write_ddl(struct table_work *w, struct reading *r)
{
    enum exit_status status = table_ddl(r->job, &w->plan, &r->io);
    if (status != EXIT_GOOD) {
        reading_fail(r, status);
    }
}

static enum exit_status process_file(struct job *job)
{
    struct table_work *w = job->user;
    const struct table_options *own = job->options;
    tt_io_reading_options how = job->settings->reading;
    tt_io_table_ask(&w->plan, &how);
    how.facts &= table_kinds(own);
    how.map = own->map;
    struct reading r;
    struct table_seen *seen = &w->seen[job->index];
    if (reading_open(&r, job, &how, READING_USUAL)) {
        seen->is_in = true;
        if (own->ddl != NULL) {
            write_ddl(w, &r);
        } else if (w->one.file == NULL) {
            seen->is_in = write_alone(w, &r);
        } else {
            write_rows(w, &r, w->one.writer, job->index, job->out);
        }
        table_see(seen, &r);
    }
    enum exit_status status = reading_close(&r);
    seen->is_damaged = status == EXIT_DAMAGED;
    seen->is_unread = seen->path == NULL && status != EXIT_GOOD;
    return status;
}

static enum exit_status ddl_alone(struct job *job)
{
    tt_io_table_plan plan;
    tt_io_error error;
    (void)table_plan(&plan, job->settings, job->options, job->user, true, &error);
    return table_ddl(job, &plan, NULL);
}

/* Runs the jobs. A format whose parts must be in order is written one recording after another. */
static enum exit_status run_with(struct table_work *w, struct shell *sh, const char *problem)
{
    const struct run_how how = {.process = process_file, .user = w, .makes_one = true};
    struct run run;
    enum exit_status status = EXIT_GOOD;
    if (run_begin(&run, sh, &how, problem)) {
        if (open_table(w, &run, &status)) {
            bool is_serial = w->one.file != NULL && w->how.format->in_order;
            run_files(&run, is_serial ? 1 : settings_threads(sh->settings));
            status = close_table(w, &run, (enum exit_status)atomic_load(&run.status));
        }
        tt_io_table_writer_close(w->one.writer, NULL);
        tt_io_file_discard(w->one.file);
        free(w->seen);
    }
    exit_worsen(&status, run_end(&run));
    return status;
}

enum exit_status table_run(struct shell *sh, const struct choice *kind, const char *problem)
{
    const struct table_options *own = sh->options;
    if (own->ddl != NULL && sh->count == 0) {
        struct choice chosen = *kind;
        const struct run_how how = {.process = ddl_alone, .user = &chosen};
        return run_all(sh, &how, problem);
    }
    struct table_work *w = memory_zeros(NULL, sizeof *w);
    if (w == NULL) {
        return EXIT_SYSTEM;
    }
    w->kind = kind;
    enum exit_status status = run_with(w, sh, problem);
    free(w);
    return status;
}
