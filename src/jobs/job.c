/* SPDX-License-Identifier: MIT
 *
 * Functions that jobs share (job.h), and the writing of demos: reader -> tt_demo_cut ->
 * tt_demo_writer -> file.
 *
 * A recording is often the only copy, so no output may replace an input.
 */
#include "host/posix.h"

#include "demo/demo.h"
#include "host/error.h"
#include "host/file_inside.h"
#include "host/map.h"
#include "jobs/job.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fd.h"
#include "host/inside.h"
#include "jobs/cut.h"
#include "reading/inside.h"
#include "teetape/io/compress.h"
#include "teetape/io/demo_output.h"

void tti_job_say(void *user, tt_level level, const tt_io_error *what)
{
    struct job_voice *voice = user;
    if (level == TT_LEVEL_ERROR && tt_io_error_rank(what) >= tt_io_error_rank(voice->error)) {
        *voice->error = *what;
    }
    if (voice->on_say != NULL) {
        voice->on_say(voice->user, level, what);
    }
}

static void tell(struct job_voice *voice, tt_level level, tt_status status, const char *path,
                 const char *format, va_list arguments)
{
    tt_io_error what;
    char text[sizeof what.text];
    vsnprintf(text, sizeof text, format, arguments);
    tti_error_say(&what, status, "%s", text);
    tti_error_of(&what, path);
    tti_job_say(voice, level, &what);
}

void tti_job_tell(struct job_voice *voice, tt_level level, const char *path, const char *format,
                  ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(voice, level, TT_ERR_PLACE, path, format, arguments);
    va_end(arguments);
}

bool tti_job_fail(struct job_voice *voice, tt_status status, const char *path, const char *format,
                  ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(voice, TT_LEVEL_ERROR, status, path, format, arguments);
    va_end(arguments);
    return false;
}

bool tti_job_fail_with(struct job_voice *voice, tt_io_error *error, const char *path)
{
    tti_error_of(error, path);
    tti_job_say(voice, TT_LEVEL_ERROR, error);
    return false;
}

void *tti_job_begin(struct job_voice *voice, size_t size, const char *problem, tt_io_reading *r,
                    const char *path, tt_io_reading_options *how)
{
    const tt_io_input_options plain = {.stop = how->stop};
    void *work = calloc(1, size);
    tti_error_clear(voice->error);
    if (work == NULL) {
        tti_job_fail(voice, TT_ERR_SYSTEM, path, "there is not enough memory");
    } else if (problem != NULL) {
        tti_job_fail(voice, TT_ERR_ARGUMENT, path, "%s", problem);
    } else if (how->input != NULL ||
               (how->input = tt_io_input_open(path, &plain, &r->error)) != NULL) {
        return work;
    }
    tt_io_input_close(how->input);
    free(work);
    return NULL;
}

bool tti_job_end(bool is_good, tt_io_error *error, const tt_io_reading *r, const char *path)
{
    if (!is_good && error->status == TT_OK) {
        *error = r->error;
        tti_error_of(error, path);
    }
    return is_good;
}

tt_format tti_job_look(tt_io_input *input)
{
    tt_io_input_status status;
    tt_bytes piece;
    do {
        status = tt_io_input_next(input, &piece);
    } while (status == TT_IO_INPUT_IDLE); /* idle: a server has not written to the file yet */
    if (status != TT_IO_INPUT_PIECE) {
        return TT_FORMAT_UNKNOWN; /* the next read reports the same error */
    }
    tt_io_input_again(input);
    return tt_format_begun(piece);
}

bool tti_job_survey(struct job_voice *voice, tt_io_spans *spans, tt_io_reading *survey,
                    const char *path, const tt_io_spans_options *ask, tt_io_reading *r)
{
    tt_io_error error;
    bool is_good = tti_io_spans_find(spans, survey, path, ask, &error);
    if (!is_good && error.status != TT_OK) {
        return tti_job_fail_with(voice, &error, path);
    }
    if (!is_good) {
        r->error = survey->error;
    }
    return is_good;
}

bool tti_job_is_ended(const tt_io_reading *r, const tt_io_stop *stop)
{
    tt_status status = r->error.status;
    return status == TT_ERR_SYSTEM || status == TT_ERR_UNSUPPORTED || tt_io_stop_wanted(stop);
}

static void say_missing(const tti_map_found *found, const tt_io_map_ask *ask,
                        struct job_voice *voice, const char *path, const tt_demo_header *header)
{
    char name[TT_IO_MAP_NAME_CAP];
    if (ask->says_why && found->other != NULL) {
        tti_job_tell(voice, TT_LEVEL_NOTE, found->other, "%s", found->why);
    }
    tti_io_map_name(name, header);
    tti_job_tell(voice, TT_LEVEL_WARNING, path, "its map %s was not found%s; `map` FILE names one",
                 name, ask->without);
}

bool tti_io_map_of(tti_map_found *found, const tt_io_reading *r, const char *path,
                   const tt_io_map_ask *ask)
{
    tt_demo_header header;
    tt_io_error error;
    struct job_voice voice = {&error, ask->on_say, ask->user};
    memset(found, 0, sizeof *found);
    if (!tti_io_map_of_header(&header, r, &error)) {
        return error.status == TT_OK || tti_job_fail_with(&voice, &error, path);
    }
    bool is_inside = tt_recording_demo_header(r->rec) != NULL && header.map_size != 0;
    if (ask->file != NULL ? tti_io_map_find_at(found, ask->file, &header, ask->stop)
                          : is_inside || tti_map_find(found, ask->data, &header, ask->stop)) {
        return true;
    }
    if (ask->file != NULL || (ask->says_why && found->is_system)) {
        tti_error_say(&error, found->is_system ? TT_ERR_SYSTEM : TT_ERR_ARGUMENT, "%s", found->why);
        error.system = found->system;
        return tti_job_fail_with(&voice, &error, ask->file != NULL ? ask->file : found->other);
    }
    if (ask->without != NULL) {
        say_missing(found, ask, &voice, path, &header);
    }
    return true;
}

void tti_job_tell_cut(struct job_voice *voice, const tt_io_reading *r, const char *path)
{
    if (r->has_header && TT_TH_HAS(&r->th_header, cut_of)) {
        tti_job_tell(voice, TT_LEVEL_NOTE, path,
                     "this is a cut: hook, weapon and freeze of a tee are unknown until it spawns "
                     "in it; `from` and `to` of the original recording keep them");
    }
}

/* Programs choose the format by the ending, so an output may not have the ending of another format.
 * These are the endings that promise a format. */
static const struct {
    const char *ending;
    tt_io_ending kind;
} endings[] = {
    {".demo", TT_IO_ENDING_DEMO},     {".teehistorian", TT_IO_ENDING_TEEHISTORIAN},
    {".mp4", TT_IO_ENDING_FILM},      {".webm", TT_IO_ENDING_FILM},
    {".mkv", TT_IO_ENDING_FILM},      {".avi", TT_IO_ENDING_FILM},
    {".mov", TT_IO_ENDING_FILM},      {".y4m", TT_IO_ENDING_FILM},
    {".gif", TT_IO_ENDING_FILM},      {".png", TT_IO_ENDING_PICTURE},
    {".svg", TT_IO_ENDING_PICTURE},   {".jpg", TT_IO_ENDING_PICTURE},
    {".html", TT_IO_ENDING_PAGE},     {".csv", TT_IO_ENDING_TABLE},
    {".parquet", TT_IO_ENDING_TABLE},
};

tt_io_ending tt_io_ending_of(const char *path)
{
    tt_bytes name = tt_bytes_of(path);
    const tt_io_compressor *packed = tt_io_compressor_of(path);
    name.size -= packed != NULL ? strlen(packed->ending) : 0;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (tt_io_ending_is(name, endings[i].ending)) {
            return endings[i].kind;
        }
    }
    return TT_IO_ENDING_OTHER;
}

const char *tti_output_check_ending(const char *output, tt_io_ending ending)
{
    tt_io_ending is = tt_io_ending_of(output);
    return is == ending || is == TT_IO_ENDING_OTHER
               ? NULL
               : "the output's name has the ending of another format";
}

static bool look(const char *path, int fd, struct stat *facts)
{
    return (strcmp(path, "-") == 0 ? fstat(fd, facts) : stat(path, facts)) == 0;
}

static bool is_same(const struct stat *facts, const char *path)
{
    struct stat other;
    return path != NULL && look(path, STDIN_FILENO, &other) && tti_host_same_file(facts, &other);
}

void tti_output_failed(tt_io_error *error, const char *output)
{
    tti_path_copy(error->path, strcmp(output, "-") == 0 ? "stdout" : output);
}

const char *tt_io_output_problem(const char *output, const char *input, const char *other)
{
    struct stat facts;
    if (!look(output, STDOUT_FILENO, &facts)) {
        return NULL;
    }
    if (S_ISDIR(facts.st_mode)) {
        return "this is a folder";
    }
    if (!S_ISREG(facts.st_mode)) {
        return NULL; /* writing to a device does not replace it */
    }
    return is_same(&facts, input)   ? "the output would be the recording itself"
           : is_same(&facts, other) ? "the output would be a file that an option reads"
                                    : NULL;
}

bool tti_output_is_good(const char *output, const char *input, const char *other,
                        tt_io_error *error)
{
    const char *problem = tt_io_output_problem(output, input, other);
    if (problem != NULL) {
        tti_error_say(error, TT_ERR_ARGUMENT, "%s", problem);
        tti_output_failed(error, output);
    }
    return problem == NULL;
}

tt_io_file *tti_output_open(const char *output, const char *input, const char *other,
                            const tt_io_file_options *options, tt_io_error *error)
{
    tt_io_file_options how = *options;
    how.mode = tt_io_file_rights(input) | 0400;
    if (!tti_output_is_good(output, input, other, error)) {
        return NULL;
    }
    tt_io_file *file = tt_io_file_open(output, &how, error);
    if (file == NULL) {
        tti_output_failed(error, output);
    }
    return file;
}

bool tt_io_demo_output_begin(tt_io_demo_output *out, const tt_demo_cut_options *options)
{
    tt_demo_writer_init(&out->writer, &out->memory, tt_io_file_put, out->file);
    return out->file != NULL && tt_demo_cut_init(&out->cut, &out->writer, options) == TT_OK;
}

bool tti_demo_output_next(tt_io_demo_output *out, const tt_demo *demo, int32_t to,
                          const tt_demo_new_map *map)
{
    tt_demo_writer_init(&out->writer, &out->memory, tt_io_file_put, out->file);
    return out->file != NULL &&
           tti_demo_cut_next_piece(&out->cut, demo, &out->writer, to, map) == TT_OK;
}

/* Ends a demo. After TT_ERR_DEMO_PUT the commit reports why the output refused bytes, and nothing
 * is patched. */
bool tt_io_demo_output_end(tt_io_demo_output *out, const tt_demo *demo, bool is_wanted,
                           tt_io_error *error)
{
    tt_demo_patch patch = {.size = 0};
    tt_io_file *file = out->file;
    tti_error_clear(error);
    out->file = NULL;
    tt_status status =
        is_wanted && file != NULL ? tt_demo_cut_finish(&out->cut, demo, &patch) : TT_END;
    if (status == TT_OK) {
        tti_file_patch(file, 0, (tt_bytes){patch.bytes, patch.size});
    } else if (status != TT_ERR_DEMO_PUT) {
        if (status != TT_END) {
            tti_error_say(error, status, "%s",
                          status == TT_ERR_DEMO_EMPTY
                              ? "the demo would have no snapshot and would not play, so it is "
                                "not written"
                              : tt_status_text(status));
        }
        tt_io_file_discard(file);
        return false;
    }
    return tt_io_file_commit(file, error);
}

bool tti_job_check(const char *problem, tt_io_error *error)
{
    tti_error_clear(error);
    if (problem != NULL) {
        tti_error_say(error, TT_ERR_ARGUMENT, "%s", problem);
    }
    return problem == NULL;
}
