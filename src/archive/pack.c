/* SPDX-License-Identifier: MIT
 *
 * Packs or unpacks one file:
 *
 *     input -> sums
 *           -> compressor -> temporary file -> read back, compared with the sums -> its name
 *
 * pack_commit.c first checks an original that is to be replaced. Sums come from the raw bytes on
 * their way into the compressor, so an error of compressor, memory or disk is found before anything
 * has the final name. docs/packing.md has the promises.
 */
#include "host/posix.h"

#include "host/error.h"
#include "teetape/io/pack.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "archive/packing.h"
#include "host/file_lock.h"
#include "host/inside.h"

/* Bytes of a chunk, which has a sum of its own, when the output has no blocks. Otherwise each block
 * is a chunk. */
#define CHUNK ((size_t)1024 * 1024)

/* The part of the progress that writing takes, in percent. It is an estimate: reading the output
 * back takes the rest. */
#define WRITING 65

static tt_io_kind kind_of(tt_bytes bytes)
{
    tt_io_first first = {.size = 0};
    tt_io_first_add(&first, bytes);
    return tt_io_first_kind(&first);
}

bool tti_io_pack_knows(tt_bytes first)
{
    return tt_io_kind_reason(kind_of(first)) == NULL;
}

static tt_io_pack_result fail_input(struct archive_packing *p)
{
    p->report->error = *tt_io_input_error(p->in);
    return TT_IO_PACK_FAILED;
}

static tt_io_pack_result read_first(struct archive_packing *p)
{
    while (p->first_size < sizeof(p->first)) {
        switch (tt_io_input_next(p->in, &p->piece)) {
        case TT_IO_INPUT_PIECE:
            break;
        case TT_IO_INPUT_STOPPED:
            return TT_IO_PACK_STOPPED;
        case TT_IO_INPUT_FAILED:
            return fail_input(p);
        default:
            return TT_IO_PACK_FOREIGN;
        }
        size_t room = sizeof(p->first) - p->first_size;
        size_t part = p->piece.size < room ? p->piece.size : room;
        memcpy(p->first + p->first_size, p->piece.data, part);
        p->first_size += part;
        p->piece.data += part;
        p->piece.size -= part;
    }
    const tt_bytes first = {p->first, p->first_size};
    return tti_io_pack_knows(first) ? TT_IO_PACK_DONE : TT_IO_PACK_FOREIGN;
}

/* Returns true when the input needs no work. For unpacking that is any plain file. Packing also
 * asks whether a reader can begin in the input often enough: an .xz of one large block is packed
 * again. */
static bool is_already(struct archive_packing *p)
{
    const tt_io_pack_options *options = p->options;
    if (options->output != NULL) {
        return false;
    }
    if (options->format == NULL) {
        return tti_archive_packing_is_codec(p, "plain");
    }
    return !options->force &&
           (tti_archive_packing_is_codec(p, options->format->name) || options->any_packed) &&
           p->is_regular && tti_archive_packing_is_fine(p->in);
}

static tt_io_pack_result write_piece(struct archive_packing *p, tt_bytes piece)
{
    if (!p->is_there) {
        int failed = tt_io_file_put(p->file, piece);
        if (failed != 0) {
            p->report->about_output = true;
            return tti_archive_packing_fail(p, failed, "cannot be written");
        }
    }
    return tti_archive_sums_add(&p->sums, piece)
               ? TT_IO_PACK_DONE
               : tti_archive_packing_fail(p, ENOMEM, "cannot be packed");
}

/* Writes the input to the output. The progress divides first, so that no size makes the product
 * overflow. */
static tt_io_pack_result copy(struct archive_packing *p)
{
    tt_io_pack_result result = write_piece(p, (tt_bytes){p->first, p->first_size});
    while (result == TT_IO_PACK_DONE) {
        result = write_piece(p, p->piece);
        if (result != TT_IO_PACK_DONE) {
            break;
        }
        tt_io_input_status status = tt_io_input_next(p->in, &p->piece);
        tti_archive_packing_tell(p, p->report->bytes_before / 100 * PACKING_JUDGES +
                                        tt_io_input_count(p->in).read / 100 * WRITING);
        if (status == TT_IO_INPUT_END) {
            break;
        }
        if (status != TT_IO_INPUT_PIECE) {
            return status == TT_IO_INPUT_STOPPED ? TT_IO_PACK_STOPPED : fail_input(p);
        }
    }
    return result;
}

static void tell_verified(void *user, uint64_t raw)
{
    const struct archive_packing *p = user;
    uint64_t size = p->report->bytes_before, all = p->sums.bytes;
    double part = all == 0 ? 0 : (double)raw / (double)all;
    uint64_t written = size / 100 * (PACKING_JUDGES + WRITING);
    tti_archive_packing_tell(p, written + (uint64_t)((double)(size - written) * part));
}

static tt_io_pack_result verify(struct archive_packing *p)
{
    const tt_io_compressor *format = p->options->format;
    const struct tti_archive_compare compare = {
        .path = p->is_there ? p->report->output : tti_host_file_temporary(p->file),
        .sums = &p->sums,
        .granularity =
            p->is_there || format == NULL || format->block == 0 ? UINT64_MAX : format->block,
        .threads = p->options->threads > 0 ? p->options->threads : 1,
        .stop = p->options->stop,
        .progress = tell_verified,
        .user = p,
    };
    if (compare.path == NULL || tti_archive_compare(&compare, &p->report->error)) {
        return TT_IO_PACK_DONE;
    }
    p->report->about_output = true;
    p->report->error.path[0] = '\0';
    if (p->is_there && p->report->error.status == TT_ERR_COMPRESSED_DATA) {
        tti_error_say(&p->report->error, TT_ERR_SYSTEM,
                      "exists already, and its contents differ from this recording");
        p->report->error.system = EEXIST;
        return tti_archive_packing_not_written(p);
    }
    return p->report->error.status == TT_OK ? TT_IO_PACK_STOPPED : TT_IO_PACK_FAILED;
}

static tt_io_pack_result close_output(struct archive_packing *p)
{
    tt_io_pack_report *report = p->report;
    size_t block = p->options->format == NULL ? 0 : p->options->format->block;
    report->bytes = p->sums.bytes;
    report->blocks = block == 0 ? 0 : (report->bytes + block - 1) / block;
    if (p->is_there) {
        struct stat facts;
        report->about_output = stat(report->output, &facts) != 0;
        if (report->about_output) {
            return tti_archive_packing_fail(p, errno, "cannot be examined again");
        }
        report->bytes_stored = (uint64_t)facts.st_size;
        return verify(p);
    }
    tt_io_pack_result result = tti_archive_packing_put_index(p);
    if (result != TT_IO_PACK_DONE) {
        return result;
    }
    report->about_output = true;
    if (!tti_host_file_finish(p->file, &report->error)) {
        return TT_IO_PACK_FAILED;
    }
    report->about_output = false;
    report->bytes_stored = tti_host_file_stored(p->file);
    return verify(p);
}

static tt_io_pack_result write_all(struct archive_packing *p)
{
    tt_io_pack_result result = tti_archive_packing_open(p);
    if (result != TT_IO_PACK_DONE) {
        return result;
    }
    size_t block = p->options->format == NULL ? 0 : p->options->format->block;
    tti_archive_sums_start(&p->sums, block == 0 ? CHUNK : block);
    result = copy(p);
    if (result == TT_IO_PACK_DONE && !tti_archive_sums_end(&p->sums)) {
        result = tti_archive_packing_fail(p, ENOMEM, "cannot be packed");
    }
    if (result == TT_IO_PACK_DONE) {
        result = close_output(p);
    }
    if (result == TT_IO_PACK_DONE && !p->options->only_sizes) {
        result = tti_archive_packing_commit(p);
    } else {
        /* no effect when no output was opened, or when the output is only compared */
        tt_io_file_discard(p->file);
    }
    if (p->is_there) {
        tti_host_file_unlock(&p->output_lock);
    }
    tti_archive_sums_free(&p->sums);
    return result;
}

/* Packs the input. Only with `replace` are its records read, to see whether the original may go. */
static tt_io_pack_result pack(struct archive_packing *p)
{
    tt_io_pack_result result = read_first(p);
    const char *codec = tti_io_input_codec(p->in);
    p->report->kind = kind_of((tt_bytes){p->first, p->first_size});
    p->report->before = codec[0] == '\0' ? NULL : codec;
    if (result != TT_IO_PACK_DONE) {
        return result;
    }
    if (is_already(p)) {
        return TT_IO_PACK_ALREADY;
    }
    result = tti_archive_packing_check_link(p);
    if (result == TT_IO_PACK_DONE) {
        result = tti_archive_packing_check_tape(p);
    }
    if (result == TT_IO_PACK_DONE && p->options->only_sizes) {
        return write_all(p);
    }
    if (result == TT_IO_PACK_DONE) {
        result = tti_archive_packing_name(p);
    }
    if (result == TT_IO_PACK_DONE) {
        result = tti_archive_packing_check_use(p);
    }
    if (result == TT_IO_PACK_DONE) {
        result = tti_archive_packing_judge(p);
    }
    return result == TT_IO_PACK_DONE && !p->options->only_checks ? write_all(p) : result;
}

static tt_io_pack_result open_and_pack(struct archive_packing *p, struct stat *facts)
{
    const tt_io_input_options how = {.stop = p->options->stop, .checks_sum = true};
    bool is_stdin = strcmp(p->path, "-") == 0;
    if (!is_stdin && stat(p->path, facts) != 0) {
        return tti_archive_packing_fail(p, errno, "cannot be opened");
    }
    p->is_regular = !is_stdin && S_ISREG(facts->st_mode);
    if (p->options->replace && !p->options->only_sizes && !p->is_regular) {
        return tti_archive_packing_refuse(p, TT_IO_PACK_REFUSED_NO_FILE,
                                          "only a file can be replaced");
    }
    p->in = tt_io_input_open(p->path, &how, &p->report->error);
    if (p->in == NULL) {
        return TT_IO_PACK_FAILED;
    }
    p->report->bytes_before = tt_io_input_count(p->in).size;
    tt_io_pack_result result = pack(p);
    tt_io_input_close(p->in);
    return result;
}

static tt_io_pack_result lock_and_pack(const char *path, const tt_io_pack_options *options,
                                       tt_io_pack_report *report)
{
    struct stat facts;
    struct tti_host_file_lock lock;
    struct archive_packing p = {
        .path = path, .options = options, .report = report, .facts = &facts};
    bool wants_lock = (options->output == NULL || options->replace) && strcmp(path, "-") != 0 &&
                      stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
    if (!wants_lock) {
        return open_and_pack(&p, &facts);
    }
    tt_io_pack_result result = tti_archive_packing_lock(&p, &lock, path);
    if (result == TT_IO_PACK_DONE) {
        result = open_and_pack(&p, &facts);
        tti_host_file_unlock(&lock);
    }
    return result;
}

tt_io_pack_result tt_io_pack(const char *path, const tt_io_pack_options *options,
                             tt_io_pack_report *report)
{
    memset(report, 0, sizeof(*report));
    report->after = options->format == NULL ? "plain" : options->format->name;
    tt_io_pack_result result = lock_and_pack(path, options, report);
    bool about_output = report->about_output && report->output != NULL;
    tti_error_of(&report->error, about_output ? report->output : path);
    return result;
}
