/* SPDX-License-Identifier: MIT
 *
 * The table of compressors, and the layer that compresses between an output and a file.
 */
#include "host/posix.h"

#include "host/compress_calls.h"
#include "host/error.h"

#include <errno.h>
#include <string.h>

#include "teetape/io/path.h"

const tt_io_compressor *const tti_host_compressors[] = {
    &tti_compressor_xz, &tti_compressor_zstd, &tti_host_compressor_gz, &tti_compressor_tape, NULL};

const tt_io_compressor *tt_io_compressor_of(const char *path)
{
    tt_bytes name = tt_bytes_of(path);
    size_t i = 0;
    while (tti_host_compressors[i] != NULL &&
           !tt_io_ending_is(name, tti_host_compressors[i]->ending)) {
        i++;
    }
    return tti_host_compressors[i];
}

const tt_io_compressor *tti_host_compressor_named(const char *name)
{
    size_t i = 0;
    while (tti_host_compressors[i] != NULL && strcmp(tti_host_compressors[i]->name, name) != 0) {
        i++;
    }
    return tti_host_compressors[i];
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
    c->out.fd = -1; /* with 0, a discard before the open would close stdin */
    tti_error_clear(error);
    if (kind->calls == NULL) {
        return tti_error_say(error, TT_ERR_UNSUPPORTED,
                             "this build cannot compress with %s (made without %s)", kind->name,
                             kind->library);
    }
    c->kind = kind;
    c->state = kind->calls->open(options == NULL ? &usual : options, to);
    if (c->state == NULL || !tt_io_output_open(&c->out, sink, c)) {
        tti_host_compress_discard(c);
        return tt_io_error_system(error, ENOMEM, "cannot be compressed");
    }
    return true;
}

/* Closes a compressor without the end of its format. The buffer is emptied first: closing would
 * flush half a result into the other output. */
void tti_host_compress_discard(struct host_compress *c)
{
    c->out.used = 0;
    tt_io_output_close(&c->out);
    if (c->state != NULL) {
        c->kind->calls->close(c->state);
        c->state = NULL;
    }
}

/* Closes a compressor. The end is written only when everything before it was written: a file that
 * lacks bytes must not look whole. */
bool tti_host_compress_close(struct host_compress *c, tt_io_error *error)
{
    tti_error_clear(error);
    int failed = tt_io_output_flush(&c->out) ? c->kind->calls->finish(c->state)
                                             : tt_io_output_error(&c->out);
    tti_host_compress_discard(c);
    return failed == 0 || tt_io_error_system(error, failed, "cannot be written");
}
