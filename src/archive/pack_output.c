/* SPDX-License-Identifier: MIT
 *
 * The output of packing: under which name, whether it is wanted at all, and whether it may be
 * there.
 */
#include "host/posix.h"

#include "archive/packing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Who can begin at every so many raw bytes needs no packing: .xz decompresses that in some 25 ms,
 * .zst four times as much in less. */
#define FINE_XZ ((uint64_t)1024 * 1024)
#define FINE_ZSTD ((uint64_t)4 * 1024 * 1024)

enum archive_pack_result archive_packing_fail(struct archive_packing *p, int number,
                                              const char *what)
{
    host_error_system(&p->report->error, number, what);
    return ARCHIVE_PACK_FAILED;
}

enum archive_pack_result archive_packing_refuse(struct archive_packing *p, const char *sentence)
{
    host_error_say(&p->report->error, HOST_ERROR_UNSUPPORTED, "%s", sentence);
    return ARCHIVE_PACK_REFUSED;
}

bool archive_packing_is_codec(const struct archive_packing *p, const char *name)
{
    return p->report->before != NULL && strcmp(p->report->before, name) == 0;
}

bool archive_packing_is_fine(struct host_input *in)
{
    uint64_t granularity = host_input_granularity(in, NULL, 0);
    bool is_zstd = strcmp(host_input_codec(in), "zstd") == 0;
    return strcmp(host_input_codec(in), "plain") != 0 &&
           granularity <= (is_zstd ? FINE_ZSTD : FINE_XZ);
}

bool archive_packing_is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* The ending that the input's name has for its format; "" if it has none. */
static const char *ending_of(const struct archive_packing *p)
{
    const struct host_compressor *kind = host_compressor_of(p->path);
    return kind != NULL && archive_packing_is_codec(p, kind->name) ? kind->ending : "";
}

enum archive_pack_result archive_packing_name(struct archive_packing *p)
{
    const struct archive_pack_options *options = p->options;
    size_t size = strlen(p->path) - strlen(ending_of(p));
    const char *ending = options->format == NULL ? "" : options->format->ending;
    if (options->output == NULL && strcmp(p->path, "-") == 0) {
        return archive_packing_refuse(p, "where to? stdin needs -o");
    }
    if (options->output == NULL && options->format == NULL && ending_of(p)[0] == '\0') {
        return archive_packing_refuse(p, "the name has no ending to take away; give one with -o");
    }
    if (options->output != NULL) {
        p->report->output = strdup(options->output);
    } else if ((p->report->output = malloc(size + strlen(ending) + 1)) != NULL) {
        memcpy(p->report->output, p->path, size);
        memcpy(p->report->output + size, ending, strlen(ending) + 1);
    }
    return p->report->output == NULL ? archive_packing_fail(p, ENOMEM, "cannot be packed")
                                     : ARCHIVE_PACK_DONE;
}

/* What was made of this file earlier bears its time stamp, and has the wanted form. */
static bool is_from_before(const struct archive_packing *p, const struct stat *output)
{
    const struct archive_pack_options *options = p->options;
    struct host_error error;
    if (options->force || options->replace || options->output != NULL || !p->is_regular ||
        archive_packing_is_same(output, p->facts) || output->st_mtime != p->facts->st_mtime) {
        return false;
    }
    struct host_input *in = host_input_open(p->report->output, NULL, &error);
    bool is_so = in != NULL && options->format != NULL && archive_packing_is_fine(in) &&
                 strcmp(host_input_codec(in), options->format->name) == 0;
    host_input_close(in);
    return is_so;
}

enum archive_pack_result archive_packing_open(struct archive_packing *p)
{
    const struct archive_pack_options *options = p->options;
    struct archive_pack_report *report = p->report;
    const struct host_compress_options how = {options->level, options->threads};
    struct stat there, link;
    bool exists = stat(report->output, &there) == 0;
    if (exists && is_from_before(p, &there)) {
        return ARCHIVE_PACK_ALREADY;
    }
    bool is_itself = exists && p->is_regular && archive_packing_is_same(&there, p->facts);
    if (options->replace && !is_itself && lstat(p->path, &link) == 0 && S_ISLNK(link.st_mode)) {
        return archive_packing_refuse(p, "is a link; name the file itself to have it replaced");
    }
    report->about_output = true;
    if (!host_file_output_open(&p->file, report->output,
                               options->force || (options->replace && is_itself), &report->error)) {
        return report->error.system == EEXIST ? ARCHIVE_PACK_REFUSED : ARCHIVE_PACK_FAILED;
    }
    report->about_output = false;
    if (options->replace && host_file_output_temporary(&p->file) == NULL) {
        host_file_output_discard(&p->file);
        return archive_packing_refuse(
            p, "what is not written to a file cannot be verified, so nothing is replaced");
    }
    p->out = &p->file.out;
    if (options->format != NULL) {
        p->out = &p->compress.out;
        if (!host_compress_open(&p->compress, options->format, &how, &p->file.out,
                                &report->error)) {
            host_file_output_discard(&p->file);
            return ARCHIVE_PACK_FAILED;
        }
    }
    if (p->is_regular) {
        host_file_output_keep(&p->file, p->facts);
    }
    return ARCHIVE_PACK_DONE;
}
