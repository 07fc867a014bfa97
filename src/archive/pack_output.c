/* SPDX-License-Identifier: MIT
 *
 * Decides on the output of packing: its name, whether it is needed at all, and whether it may
 * replace a file.
 */
#include "host/posix.h"

#include "archive/packing.h"
#include "host/error.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fd.h"
#include "host/folders.h"
#include "host/inside.h"

/* Most raw bytes between two access points. .xz decompresses 1 MiB in some 25 ms, .zst 4 MiB in
 * less. */
#define FINE_XZ ((uint64_t)1024 * 1024)
#define FINE_ZSTD ((uint64_t)4 * 1024 * 1024)

tt_io_pack_result tti_archive_packing_fail(struct archive_packing *p, int number, const char *what)
{
    tt_io_error_system(&p->report->error, number, what);
    return TT_IO_PACK_FAILED;
}

tt_io_pack_result tti_archive_packing_refuse(struct archive_packing *p, tt_io_pack_refusal why,
                                             const char *sentence)
{
    p->report->refused = why;
    tti_error_say(&p->report->error, TT_ERR_UNSUPPORTED, "%s", sentence);
    return TT_IO_PACK_REFUSED;
}

bool tti_archive_packing_is_codec(const struct archive_packing *p, const char *name)
{
    return p->report->before != NULL && strcmp(p->report->before, name) == 0;
}

bool tti_archive_packing_is_fine(tt_io_input *in)
{
    uint64_t granularity = tti_io_input_granularity(in);
    bool is_zstd = strcmp(tti_io_input_codec(in), "zstd") == 0;
    return strcmp(tti_io_input_codec(in), "plain") != 0 &&
           granularity <= (is_zstd ? FINE_ZSTD : FINE_XZ);
}

tt_io_pack_result tti_archive_packing_not_written(struct archive_packing *p)
{
    bool exists = p->report->error.system == EEXIST;
    bool is_input = exists && strcmp(p->report->output, p->path) == 0;
    p->report->refused = is_input ? TT_IO_PACK_REFUSED_IN_PLACE : TT_IO_PACK_REFUSED_EXISTS;
    return exists ? TT_IO_PACK_REFUSED : TT_IO_PACK_FAILED;
}

/* Returns the ending that the output's name lacks. A name may have the wrong ending: only the
 * ending of the file's real format is removed. */
static const char *ending_of(const struct archive_packing *p)
{
    const tt_io_compressor *kind = tt_io_compressor_of(p->path);
    return kind != NULL && tti_archive_packing_is_codec(p, kind->name) ? kind->ending : "";
}

tt_io_pack_result tti_archive_packing_name(struct archive_packing *p)
{
    const tt_io_pack_options *options = p->options;
    size_t size = strlen(p->path) - strlen(ending_of(p));
    const char *ending = options->format == NULL ? "" : options->format->ending;
    if (options->output == NULL && strcmp(p->path, "-") == 0) {
        return tti_archive_packing_refuse(p, TT_IO_PACK_REFUSED_NO_NAME, "no output is given");
    }
    if (options->output == NULL && options->format == NULL && ending_of(p)[0] == '\0') {
        return tti_archive_packing_refuse(p, TT_IO_PACK_REFUSED_NO_ENDING,
                                          "the name has no ending to remove");
    }
    if (options->output != NULL) {
        p->report->output = strdup(options->output);
    } else if ((p->report->output = malloc(size + strlen(ending) + 1)) != NULL) {
        memcpy(p->report->output, p->path, size);
        memcpy(p->report->output + size, ending, strlen(ending) + 1);
    }
    return p->report->output == NULL ? tti_archive_packing_fail(p, ENOMEM, "cannot be packed")
                                     : TT_IO_PACK_DONE;
}

/* Returns true when the existing output has the form that packing would give it. */
static bool has_form(const struct archive_packing *p)
{
    const tt_io_compressor *format = p->options->format;
    tt_io_error error;
    tt_io_input *in = tt_io_input_open(p->report->output, NULL, &error);
    bool is_fine = in != NULL && tti_archive_packing_is_fine(in);
    const char *codec = in == NULL ? "" : tti_io_input_codec(in);
    bool is_so =
        format == NULL ? strcmp(codec, "plain") == 0 : is_fine && strcmp(codec, format->name) == 0;
    tt_io_input_close(in);
    return is_so;
}

/* Returns true when the output is from an earlier run: it has the time stamp of the input. Always
 * false with `replace`, which compares the content before it removes the original. */
static bool is_from_before(const struct archive_packing *p, const struct stat *output)
{
    const tt_io_pack_options *options = p->options;
    bool may_be = options->copies || (options->output == NULL && options->format != NULL);
    return !options->force && !options->replace && may_be && p->is_regular &&
           !tti_host_same_file(output, p->facts) && output->st_mtime == p->facts->st_mtime &&
           has_form(p);
}

static bool is_from_interrupted(const struct archive_packing *p, const struct stat *output)
{
    struct stat link;
    return p->options->replace && !p->options->force && S_ISREG(output->st_mode) &&
           lstat(p->report->output, &link) == 0 && !S_ISLNK(link.st_mode) && has_form(p);
}

tt_io_pack_result tti_archive_packing_lock(struct archive_packing *p,
                                           struct tti_host_file_lock *lock, const char *path)
{
    switch (tti_host_file_lock(lock, path, p->options->stop)) {
    case HOST_LOCK_HELD:
        return TT_IO_PACK_DONE;
    case HOST_LOCK_OTHERS:
        p->report->left = TT_IO_PACK_LEFT_TO_OTHERS;
        return TT_IO_PACK_LEFT;
    case HOST_LOCK_STOPPED:
        return TT_IO_PACK_STOPPED;
    case HOST_LOCK_FAILED:
        break;
    }
    return tti_archive_packing_fail(p, errno, "cannot be opened");
}

tt_io_pack_result tti_archive_packing_check_link(struct archive_packing *p)
{
    struct stat link;
    bool is_link = p->options->replace && !p->options->only_sizes && lstat(p->path, &link) == 0 &&
                   S_ISLNK(link.st_mode);
    return !is_link
               ? TT_IO_PACK_DONE
               : tti_archive_packing_refuse(p, TT_IO_PACK_REFUSED_LINK,
                                            "is a link; to replace the file, give its own path");
}

/* Checks that the output does not overwrite the input. Packing an .xz into .xz keeps the name, and
 * so needs `replace`. Another name of the same file would overwrite what is read. */
static tt_io_pack_result check_names(struct archive_packing *p, bool leads_to_input)
{
    p->is_in_place =
        leads_to_input && p->options->output == NULL && strcmp(p->report->output, p->path) == 0;
    if (leads_to_input && (!p->is_in_place || (p->options->force && !p->options->replace))) {
        p->report->about_output = true;
        return tti_archive_packing_refuse(
            p, p->is_in_place ? TT_IO_PACK_REFUSED_IN_PLACE : TT_IO_PACK_REFUSED_ITSELF,
            "the output would be the recording itself");
    }
    return TT_IO_PACK_DONE;
}

/* Opens the output. With `replace` an output that cannot be read back (stdout, a device) is
 * refused. */
static tt_io_pack_result open_file(struct archive_packing *p)
{
    const tt_io_pack_options *options = p->options;
    tt_io_pack_report *report = p->report;
    const tt_io_file_options how = {
        .replace = options->force || (options->replace && p->is_in_place),
        .mode = p->is_regular ? 0600 : 0, /* until it has the rights of the recording */
        .format = options->format == NULL ? "plain" : options->format->name,
        .level = options->level,
        .threads = options->threads};
    if (options->copies) {
        (void)tti_host_folders_make(report->output, 0777); /* the open reports a failure */
    }
    p->file = tt_io_file_open(report->output, &how, &report->error);
    if (p->file == NULL) {
        report->about_output = report->error.status != TT_ERR_UNSUPPORTED;
        return tti_archive_packing_not_written(p);
    }
    if (options->replace && tti_host_file_temporary(p->file) == NULL) {
        tt_io_file_discard(p->file);
        return tti_archive_packing_refuse(
            p, TT_IO_PACK_REFUSED_NOT_CHECKED,
            "output that is not a file cannot be verified, so nothing is replaced");
    }
    if (p->is_regular) {
        tti_host_file_keep(p->file, p->path, p->facts);
    }
    return TT_IO_PACK_DONE;
}

/* Opens an output that counts the bytes and drops them. */
static tt_io_pack_result open_measure(struct archive_packing *p)
{
    const tt_io_pack_options *options = p->options;
    const tt_io_file_options how = {.format = p->report->after,
                                    .level = options->level,
                                    .threads = options->threads == 0 ? 1 : options->threads};
    p->file = tti_host_file_measure(&how, &p->report->error);
    return p->file == NULL ? TT_IO_PACK_FAILED : TT_IO_PACK_DONE;
}

tt_io_pack_result tti_archive_packing_open(struct archive_packing *p)
{
    if (p->options->only_sizes) {
        return open_measure(p);
    }
    struct stat there;
    bool exists = stat(p->report->output, &there) == 0;
    bool leads_to_input = exists && p->is_regular && tti_host_same_file(&there, p->facts);
    if (exists && is_from_before(p, &there)) {
        return TT_IO_PACK_ALREADY;
    }
    tt_io_pack_result result = check_names(p, leads_to_input);
    if (result != TT_IO_PACK_DONE) {
        return result;
    }
    if (exists && !leads_to_input && is_from_interrupted(p, &there)) {
        /* The lock stops a run in the other direction, which could remove the output while this one
         * removes the input. The process's list of locks points to the lock, so the lock is a
         * member of *p. */
        result = tti_archive_packing_lock(p, &p->output_lock, p->report->output);
        p->is_there = result == TT_IO_PACK_DONE;
        p->report->about_output = result == TT_IO_PACK_FAILED;
        return result;
    }
    return open_file(p);
}
