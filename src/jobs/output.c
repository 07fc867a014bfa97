/* SPDX-License-Identifier: MIT
 *
 * Outputs of jobs: what their names promise, where they may go (a recording is often the only copy,
 * so nothing replaces an input), and demos as files: reader -> tt_demo_cut -> tt_demo_writer ->
 * file.
 */
#include "host/posix.h"

#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fd.h"
#include "jobs/cut.h"
#include "teetape/io/compress.h"
#include "teetape/io/demo_output.h"

/* A recording under another one's name would not be opened by the program that the name is for. */
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
               : "the ending of this name is not that of what is written";
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
    tt_io_path_copy(error->path, strcmp(output, "-") == 0 ? "stdout" : output);
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
        return NULL; /* what goes into a device replaces nothing */
    }
    return is_same(&facts, input)   ? "this is the recording itself"
           : is_same(&facts, other) ? "this is a file that an option names to be read"
                                    : NULL;
}

bool tti_output_is_good(const char *output, const char *input, const char *other,
                        tt_io_error *error)
{
    const char *problem = tt_io_output_problem(output, input, other);
    if (problem != NULL) {
        tt_io_error_say(error, TT_ERR_ARGUMENT, "%s", problem);
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

bool tti_demo_output_next(tt_io_demo_output *out, const tt_demo *demo, int32_t to)
{
    tt_demo_writer_init(&out->writer, &out->memory, tt_io_file_put, out->file);
    return out->file != NULL && tt_demo_cut_next_piece(&out->cut, demo, &out->writer, to) == TT_OK;
}

/* The commit knows why the output refused bytes (TT_ERR_DEMO_PUT); then there is no patch. */
bool tt_io_demo_output_end(tt_io_demo_output *out, const tt_demo *demo, bool is_wanted,
                           tt_io_error *error)
{
    tt_demo_patch patch;
    tt_io_file *file = out->file;
    tt_io_error_clear(error);
    out->file = NULL;
    tt_status status =
        is_wanted && file != NULL ? tt_demo_cut_finish(&out->cut, demo, &patch) : TT_END;
    if (status == TT_OK) {
        tt_io_file_patch(file, 0, (tt_bytes){patch.bytes, patch.size});
    } else if (status != TT_ERR_DEMO_PUT) {
        if (status != TT_END) {
            tt_io_error_say(error, status, "%s",
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
