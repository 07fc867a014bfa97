/* SPDX-License-Identifier: MIT
 *
 * The table of compressors, and their place between an output and a file.
 */
#include "host/posix.h"

#include "host/compress_calls.h"

#include <errno.h>
#include <string.h>

#include "host/ending.h"

const struct host_compressor *const host_compressors[] = {
    &host_compressor_xz, &host_compressor_zstd, &host_compressor_gz, NULL};

const struct host_compressor *host_compressor_of(const char *path)
{
    tt_bytes name = tt_bytes_of(path);
    size_t i = 0;
    while (host_compressors[i] != NULL && !host_ending_is(name, host_compressors[i]->ending)) {
        i++;
    }
    return host_compressors[i];
}

const struct host_compressor *host_compressor_named(const char *name)
{
    size_t i = 0;
    while (host_compressors[i] != NULL && strcmp(host_compressors[i]->name, name) != 0) {
        i++;
    }
    return host_compressors[i];
}

static int sink(void *user, tt_bytes raw)
{
    struct host_compress *c = user;
    return c->kind->calls->add(c->state, raw);
}

bool host_compress_open(struct host_compress *c, const struct host_compressor *kind,
                        const struct host_compress_options *options, struct host_output *to,
                        struct host_error *error)
{
    static const struct host_compress_options usual;
    memset(c, 0, sizeof(*c));
    host_error_clear(error);
    if (kind->calls == NULL) {
        host_error_say(error, TT_ERR_UNSUPPORTED,
                       "this build cannot compress with %s (made without %s)", kind->name,
                       kind->library);
        return false;
    }
    c->kind = kind;
    c->state = kind->calls->open(options == NULL ? &usual : options, to);
    if (c->state == NULL || !host_output_open(&c->out, sink, c)) {
        host_compress_discard(c);
        host_error_system(error, ENOMEM, "cannot be compressed");
        return false;
    }
    return true;
}

void host_compress_discard(struct host_compress *c)
{
    c->out.used = 0;
    host_output_close(&c->out);
    if (c->state != NULL) {
        c->kind->calls->close(c->state);
        c->state = NULL;
    }
}

bool host_compress_close(struct host_compress *c, struct host_error *error)
{
    host_error_clear(error);
    int failed =
        host_output_flush(&c->out) ? c->kind->calls->finish(c->state) : host_output_error(&c->out);
    host_compress_discard(c);
    if (failed != 0) {
        host_error_system(error, failed, "cannot be written");
    }
    return failed == 0;
}
