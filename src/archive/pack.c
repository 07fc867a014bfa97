/* SPDX-License-Identifier: MIT
 *
 * One file from its old form to its new one:
 *
 *     input -> sums
 *           -> compressor -> temporary file -> read back, compared with the sums -> its name
 */
#include "host/posix.h"

#include "archive/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/index_open.h"
#include "archive/pack_sums.h"
#include "host/fd.h"
#include "host/input.h"
#include "teetape/teehistorian_header.h"

/* Sums of what has no blocks. */
#define CHUNK ((size_t)1024 * 1024)

/* Who can begin at every so many raw bytes needs no packing: .xz decompresses that in some 25 ms,
 * .zst four times as much in less. */
#define FINE_XZ ((uint64_t)1024 * 1024)
#define FINE_ZSTD ((uint64_t)4 * 1024 * 1024)

/* Parts of a hundred that reading is, beside verifying. */
#define READING 75

static const char demo_magic[] = "TWDEMO"; /* its NUL included */

struct packing {
    const char *path;
    const struct archive_pack_options *options;
    struct archive_pack_report *report;
    struct host_input *in;
    bool is_regular;   /* the input; else there is nothing to seek in, to keep or to remove */
    struct stat facts; /* of the input, before it was read */
    uint8_t first[ARCHIVE_PACK_FIRST];
    size_t first_size;
    tt_bytes piece; /* that came behind `first` */
    struct host_file_output file;
    struct host_compress compress;
    struct host_output *out; /* where raw bytes go */
    struct archive_sums sums;
};

bool archive_pack_knows(tt_bytes first)
{
    return (first.size >= sizeof(tt_th_magic.bytes) &&
            memcmp(first.data, tt_th_magic.bytes, sizeof(tt_th_magic.bytes)) == 0) ||
           (first.size >= sizeof(demo_magic) &&
            memcmp(first.data, demo_magic, sizeof(demo_magic)) == 0);
}

static enum archive_pack_result fail_input(struct packing *p)
{
    p->report->error = *host_input_error(p->in);
    return ARCHIVE_PACK_FAILED;
}

static enum archive_pack_result fail_system(struct packing *p, int number, const char *what)
{
    host_error_system(&p->report->error, number, what);
    return ARCHIVE_PACK_FAILED;
}

static enum archive_pack_result refuse(struct packing *p, const char *sentence)
{
    host_error_say(&p->report->error, HOST_ERROR_UNSUPPORTED, "%s", sentence);
    return ARCHIVE_PACK_REFUSED;
}

/* Collects the first bytes; a pipe may give them one by one. */
static enum archive_pack_result read_first(struct packing *p)
{
    while (p->first_size < sizeof(p->first)) {
        switch (host_input_next(p->in, &p->piece)) {
        case HOST_INPUT_PIECE:
            break;
        case HOST_INPUT_STOPPED:
            return ARCHIVE_PACK_STOPPED;
        case HOST_INPUT_FAILED:
            return fail_input(p);
        default:
            return ARCHIVE_PACK_FOREIGN; /* nothing that we know is so short */
        }
        size_t room = sizeof(p->first) - p->first_size;
        size_t part = p->piece.size < room ? p->piece.size : room;
        memcpy(p->first + p->first_size, p->piece.data, part);
        p->first_size += part;
        p->piece.data += part;
        p->piece.size -= part;
    }
    const tt_bytes first = {p->first, p->first_size};
    return archive_pack_knows(first) ? ARCHIVE_PACK_DONE : ARCHIVE_PACK_FOREIGN;
}

static bool is_codec(const struct packing *p, const char *name)
{
    return p->report->before != NULL && strcmp(p->report->before, name) == 0;
}

/* A regular file in which one can begin often enough. */
static bool is_fine(struct host_input *in)
{
    uint64_t granularity = host_input_granularity(in, NULL, 0);
    bool is_zstd = strcmp(host_input_codec(in), "zstd") == 0;
    return strcmp(host_input_codec(in), "plain") != 0 &&
           granularity <= (is_zstd ? FINE_ZSTD : FINE_XZ);
}

/* Whether it has the wanted form. Who names an output wants to have one in any case. */
static bool is_already(struct packing *p)
{
    const struct archive_pack_options *options = p->options;
    if (options->output != NULL) {
        return false;
    }
    if (options->format == NULL) {
        return is_codec(p, "plain");
    }
    return !options->force && (is_codec(p, options->format->name) || options->any_packed) &&
           p->is_regular && is_fine(p->in);
}

/* The ending that the input's name has for its format; "" if it has none. */
static const char *ending_of(const struct packing *p)
{
    const struct host_compressor *kind = host_compressor_of(p->path);
    return kind != NULL && is_codec(p, kind->name) ? kind->ending : "";
}

static enum archive_pack_result name_output(struct packing *p)
{
    const struct archive_pack_options *options = p->options;
    size_t size = strlen(p->path) - strlen(ending_of(p));
    const char *ending = options->format == NULL ? "" : options->format->ending;
    if (options->output == NULL && strcmp(p->path, "-") == 0) {
        return refuse(p, "where to? stdin needs -o");
    }
    if (options->output == NULL && options->format == NULL && ending_of(p)[0] == '\0') {
        return refuse(p, "the name has no ending to take away; give one with -o");
    }
    if (options->output != NULL) {
        p->report->output = strdup(options->output);
    } else if ((p->report->output = malloc(size + strlen(ending) + 1)) != NULL) {
        memcpy(p->report->output, p->path, size);
        memcpy(p->report->output + size, ending, strlen(ending) + 1);
    }
    return p->report->output == NULL ? fail_system(p, ENOMEM, "cannot be packed")
                                     : ARCHIVE_PACK_DONE;
}

/* The same file, be it under another name. */
static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* What was made of this file earlier bears its time stamp, and has the wanted form. */
static bool is_from_before(const struct packing *p, const struct stat *output)
{
    const struct archive_pack_options *options = p->options;
    struct host_error error;
    if (options->force || options->replace || options->output != NULL || !p->is_regular ||
        is_same_file(output, &p->facts) || output->st_mtime != p->facts.st_mtime) {
        return false;
    }
    struct host_input *in = host_input_open(p->report->output, NULL, &error);
    bool is_so = in != NULL && options->format != NULL && is_fine(in) &&
                 strcmp(host_input_codec(in), options->format->name) == 0;
    host_input_close(in);
    return is_so;
}

static enum archive_pack_result open_output(struct packing *p)
{
    const struct archive_pack_options *options = p->options;
    struct archive_pack_report *report = p->report;
    const struct host_compress_options how = {options->level, options->threads};
    struct stat there, link;
    bool exists = stat(report->output, &there) == 0;
    if (exists && is_from_before(p, &there)) {
        return ARCHIVE_PACK_ALREADY;
    }
    bool is_itself = exists && p->is_regular && is_same_file(&there, &p->facts);
    if (options->replace && !is_itself && lstat(p->path, &link) == 0 && S_ISLNK(link.st_mode)) {
        return refuse(p, "is a link; name the file itself to have it replaced");
    }
    report->about_output = true;
    if (!host_file_output_open(&p->file, report->output,
                               options->force || (options->replace && is_itself), &report->error)) {
        return report->error.system == EEXIST ? ARCHIVE_PACK_REFUSED : ARCHIVE_PACK_FAILED;
    }
    report->about_output = false;
    if (options->replace && host_file_output_temporary(&p->file) == NULL) {
        host_file_output_discard(&p->file);
        return refuse(p,
                      "what is not written to a file cannot be verified, so nothing is replaced");
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
        host_file_output_keep(&p->file, &p->facts);
    }
    return ARCHIVE_PACK_DONE;
}

static enum archive_pack_result write_piece(struct packing *p, tt_bytes piece)
{
    host_output_bytes(p->out, piece);
    if (host_output_error(p->out) != 0) {
        p->report->about_output = true;
        return fail_system(p, host_output_error(p->out), "cannot be written");
    }
    return archive_sums_add(&p->sums, piece) ? ARCHIVE_PACK_DONE
                                             : fail_system(p, ENOMEM, "cannot be packed");
}

static void tell(const struct packing *p, uint64_t done)
{
    if (p->options->progress != NULL) {
        p->options->progress(p->options->user, done);
    }
}

static enum archive_pack_result copy(struct packing *p)
{
    enum archive_pack_result result = write_piece(p, (tt_bytes){p->first, p->first_size});
    while (result == ARCHIVE_PACK_DONE) {
        result = write_piece(p, p->piece);
        if (result != ARCHIVE_PACK_DONE) {
            break;
        }
        enum host_input_status status = host_input_next(p->in, &p->piece);
        tell(p, host_input_count(p->in).read / 100 * READING);
        if (status == HOST_INPUT_END) {
            break;
        }
        if (status != HOST_INPUT_PIECE) {
            return status == HOST_INPUT_STOPPED ? ARCHIVE_PACK_STOPPED : fail_input(p);
        }
    }
    return result;
}

static void tell_verified(void *user, uint64_t raw)
{
    const struct packing *p = user;
    uint64_t size = p->report->bytes_before, all = p->sums.bytes;
    double part = all == 0 ? 0 : (double)raw / (double)all;
    tell(p, size / 100 * READING + (uint64_t)((double)size / 100 * (100 - READING) * part));
}

static enum archive_pack_result verify(struct packing *p)
{
    const struct host_compressor *format = p->options->format;
    const struct archive_compare compare = {
        .path = host_file_output_temporary(&p->file),
        .sums = &p->sums,
        .granularity = format == NULL || format->block == 0 ? UINT64_MAX : format->block,
        .threads = p->options->threads,
        .stop = p->options->stop,
        .progress = tell_verified,
        .user = p,
    };
    if (compare.path == NULL || archive_compare(&compare, &p->report->error)) {
        return ARCHIVE_PACK_DONE;
    }
    p->report->about_output = true;
    return p->report->error.kind == HOST_ERROR_NONE ? ARCHIVE_PACK_STOPPED : ARCHIVE_PACK_FAILED;
}

/* A server may still be writing it; then what was read is a part of what is there now. */
static enum archive_pack_result check_unchanged(struct packing *p)
{
    struct stat now;
    if (!p->is_regular) {
        return ARCHIVE_PACK_DONE;
    }
    int failed = stat(p->path, &now) != 0 ? errno : 0;
    if (failed != 0 && failed != ENOENT) {
        return fail_system(p, failed, "cannot be looked at again");
    }
    if (failed != 0 || !is_same_file(&now, &p->facts) || now.st_size != p->facts.st_size ||
        now.st_mtim.tv_sec != p->facts.st_mtim.tv_sec ||
        now.st_mtim.tv_nsec != p->facts.st_mtim.tv_nsec) {
        host_error_say(&p->report->error, HOST_ERROR_UNSUPPORTED,
                       "it changed while it was read; a server may still be writing it");
        return ARCHIVE_PACK_FAILED;
    }
    return ARCHIVE_PACK_DONE;
}

/* Everything is in the output; now to the end of the format, and is it so? */
static enum archive_pack_result close_output(struct packing *p)
{
    struct archive_pack_report *report = p->report;
    if (!archive_sums_end(&p->sums)) {
        return fail_system(p, ENOMEM, "cannot be packed");
    }
    report->about_output = true;
    if (p->options->format != NULL && !host_compress_close(&p->compress, &report->error)) {
        return ARCHIVE_PACK_FAILED;
    }
    if (!host_output_flush(&p->file.out)) {
        return fail_system(p, host_output_error(&p->file.out), "cannot be written");
    }
    report->about_output = false;
    report->bytes = p->sums.bytes;
    report->bytes_stored = p->file.out.flushed;
    size_t block = p->options->format == NULL ? 0 : p->options->format->block;
    report->blocks = block == 0 ? 0 : (report->bytes + block - 1) / block;
    return verify(p);
}

/* Takes the original away, unless its name leads to the output now, because it was replaced itself;
 * or to nothing. 0 or an errno value. */
static int remove_input(const struct packing *p)
{
    struct stat in, out;
    if (stat(p->path, &in) != 0) {
        return errno == ENOENT ? 0 : errno;
    }
    if (stat(p->report->output, &out) != 0) {
        return errno;
    }
    return is_same_file(&in, &out) || unlink(p->path) == 0 ? 0 : errno;
}

/* Whether it begins as our indexes do; anything else with that name is not ours to remove. 0, -1
 * when it is not ours, or an errno value. */
static int look_at_index(const char *path)
{
    uint8_t head[TT_INDEX_HEAD_SIZE];
    struct stat facts;
    size_t got = 0;
    int fd = host_fd_open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);
    if (fd < 0) {
        return errno == ENOENT || errno == ELOOP ? -1 : errno;
    }
    int failed = fstat(fd, &facts) != 0 ? errno : 0;
    bool is_file = failed == 0 && S_ISREG(facts.st_mode);
    if (is_file) {
        failed = host_fd_read(fd, head, sizeof(head), &got);
    }
    close(fd);
    bool is_ours =
        got == sizeof(head) && tt_index_head_check((tt_bytes){head, sizeof(head)}) == TT_OK;
    return failed != 0 ? failed : is_ours ? 0 : -1;
}

/* The index beside a recording knows the size of its file, and where to begin in it. 0 or an errno
 * value. */
static int remove_index(const struct packing *p)
{
    char *index = archive_index_path(p->path, NULL);
    int failed = index == NULL ? ENOMEM : look_at_index(index);
    if (failed == 0) {
        failed = unlink(index) == 0 ? 0 : errno;
        p->report->index_removed = failed == 0;
    }
    free(index);
    return failed < 0 ? 0 : failed;
}

/* Names the output, and takes the original away if that is wanted. */
static enum archive_pack_result commit(struct packing *p)
{
    const struct archive_pack_options *options = p->options;
    enum archive_pack_result result = check_unchanged(p);
    if (result != ARCHIVE_PACK_DONE) {
        host_file_output_discard(&p->file);
        return result;
    }
    if (!host_file_output_commit(&p->file, &p->report->error)) {
        p->report->about_output = true;
        return p->report->error.system == EEXIST ? ARCHIVE_PACK_REFUSED : ARCHIVE_PACK_FAILED;
    }
    int failed = options->replace ? remove_input(p) : 0;
    if (failed != 0) {
        return fail_system(p, failed, "cannot be removed; it is packed all the same");
    }
    failed = options->replace ? remove_index(p) : 0;
    if (failed != 0) {
        return fail_system(p, failed, "its index, which is of no use now, cannot be removed");
    }
    return ARCHIVE_PACK_DONE;
}

static enum archive_pack_result write_all(struct packing *p)
{
    enum archive_pack_result result = open_output(p);
    if (result != ARCHIVE_PACK_DONE) {
        return result;
    }
    size_t block = p->options->format == NULL ? 0 : p->options->format->block;
    archive_sums_start(&p->sums, block == 0 ? CHUNK : block);
    result = copy(p);
    if (result == ARCHIVE_PACK_DONE) {
        result = close_output(p);
    } else if (p->options->format != NULL) {
        host_compress_discard(&p->compress);
    }
    if (result == ARCHIVE_PACK_DONE) {
        result = commit(p);
    } else {
        host_file_output_discard(&p->file);
    }
    archive_sums_free(&p->sums);
    return result;
}

/* The input is open. */
static enum archive_pack_result pack(struct packing *p)
{
    enum archive_pack_result result = read_first(p);
    const char *codec = host_input_codec(p->in);
    p->report->before = codec[0] == '\0' ? NULL : codec;
    if (result != ARCHIVE_PACK_DONE) {
        return result;
    }
    if (is_already(p)) {
        return ARCHIVE_PACK_ALREADY;
    }
    result = name_output(p);
    return result == ARCHIVE_PACK_DONE ? write_all(p) : result;
}

enum archive_pack_result archive_pack(const char *path, const struct archive_pack_options *options,
                                      struct archive_pack_report *report)
{
    struct packing p = {.path = path, .options = options, .report = report};
    const struct host_input_options how = {.stop = options->stop};
    memset(report, 0, sizeof(*report));
    report->after = options->format == NULL ? "plain" : options->format->name;
    bool is_stdin = strcmp(path, "-") == 0;
    if (!is_stdin && stat(path, &p.facts) != 0) {
        return fail_system(&p, errno, "cannot be opened");
    }
    p.is_regular = !is_stdin && S_ISREG(p.facts.st_mode);
    if (options->replace && !p.is_regular) {
        return refuse(&p, "only a file can be replaced");
    }
    p.in = host_input_open(path, &how, &report->error);
    if (p.in == NULL) {
        return ARCHIVE_PACK_FAILED;
    }
    report->bytes_before = host_input_count(p.in).size;
    enum archive_pack_result result = pack(&p);
    host_input_close(p.in);
    return result;
}
