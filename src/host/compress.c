/* SPDX-License-Identifier: MIT
 *
 * The table of compressors, and their place between an output and a file.
 */
#include "host/posix.h"

#include "host/compress_calls.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "teetape/io/path.h"

const tt_io_compressor *const tt_io_compressors[] = {&tt_io_compressor_xz, &tt_io_compressor_zstd,
                                                     &tt_io_compressor_gz, NULL};

const tt_io_compressor *tt_io_compressor_of(const char *path)
{
    tt_bytes name = tt_bytes_of(path);
    size_t i = 0;
    while (tt_io_compressors[i] != NULL && !tt_io_ending_is(name, tt_io_compressors[i]->ending)) {
        i++;
    }
    return tt_io_compressors[i];
}

const tt_io_compressor *tt_io_compressor_named(const char *name)
{
    size_t i = 0;
    while (tt_io_compressors[i] != NULL && strcmp(tt_io_compressors[i]->name, name) != 0) {
        i++;
    }
    return tt_io_compressors[i];
}

static int sink(void *user, tt_bytes raw)
{
    struct host_compress *c = user;
    return c->kind->calls->add(c->state, raw);
}

bool tti_host_compress_open(struct host_compress *c, const tt_io_compressor *kind,
                            const struct host_compress_options *options, tt_io_output *to,
                            tt_io_error *error)
{
    static const struct host_compress_options usual;
    memset(c, 0, sizeof(*c));
    c->out.fd = -1; /* a discard before the open would close descriptor 0 */
    tt_io_error_clear(error);
    if (kind->calls == NULL) {
        tt_io_error_say(error, TT_ERR_UNSUPPORTED,
                        "this build cannot compress with %s (made without %s)", kind->name,
                        kind->library);
        return false;
    }
    c->kind = kind;
    c->state = kind->calls->open(options == NULL ? &usual : options, to);
    if (c->state == NULL || !tt_io_output_open(&c->out, sink, c)) {
        tti_host_compress_discard(c);
        tt_io_error_system(error, ENOMEM, "cannot be compressed");
        return false;
    }
    return true;
}

/* The buffer is emptied first: a close would hand half a result to the other output. */
void tti_host_compress_discard(struct host_compress *c)
{
    c->out.used = 0;
    tt_io_output_close(&c->out);
    if (c->state != NULL) {
        c->kind->calls->close(c->state);
        c->state = NULL;
    }
}

/* The end is written only when everything before it was: a file that lacks bytes must not look
 * whole. */
bool tti_host_compress_close(struct host_compress *c, tt_io_error *error)
{
    tt_io_error_clear(error);
    int failed = tt_io_output_flush(&c->out) ? c->kind->calls->finish(c->state)
                                             : tt_io_output_error(&c->out);
    tti_host_compress_discard(c);
    if (failed != 0) {
        tt_io_error_system(error, failed, "cannot be written");
    }
    return failed == 0;
}

struct tt_io_compression {
    struct host_compress inside;
};

tt_io_compression *tt_io_compression_open(const tt_io_compressor *kind, int level, tt_io_output *to,
                                          tt_io_error *error)
{
    const struct host_compress_options options = {.level = level};
    tt_io_compression *c = malloc(sizeof(*c));
    if (c == NULL) {
        tt_io_error_clear(error);
        tt_io_error_system(error, ENOMEM, "cannot be compressed");
        return NULL;
    }
    if (!tti_host_compress_open(&c->inside, kind, &options, to, error)) {
        free(c);
        return NULL;
    }
    return c;
}

tt_io_output *tt_io_compression_out(tt_io_compression *c)
{
    return &c->inside.out;
}

bool tt_io_compression_close(tt_io_compression *c, tt_io_error *error)
{
    bool is_good = tti_host_compress_close(&c->inside, error);
    free(c);
    return is_good;
}

void tt_io_compression_discard(tt_io_compression *c)
{
    if (c != NULL) {
        tti_host_compress_discard(&c->inside);
        free(c);
    }
}
