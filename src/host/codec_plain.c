/* SPDX-License-Identifier: MIT
 *
 * Data that is not compressed: handed on as it is, without a copy.
 */
#include "host/codec.h"

#include <stddef.h>

/* Has no meaning but its address: open must give something that is not NULL. */
static const uint8_t no_state;

/* Asked by nobody: tti_host_codec_find takes plain data when all others have said no. */
static bool probe(tt_bytes first)
{
    (void)first;
    return true;
}

static void *open_plain(tt_io_error *error)
{
    (void)error;
    return (void *)(uintptr_t)&no_state; /* never looked at; only has to differ from NULL */
}

/* Gives the input itself, so that reading a plain recording copies nothing. The piece is valid
 * until the input reads again. NULL + 0 is undefined in C, hence the test. */
static enum host_codec_status step(void *state, struct host_codec_io *io, tt_io_error *error)
{
    (void)state;
    (void)error;
    io->given = io->in;
    io->in.data = io->in.size == 0 ? io->in.data : io->in.data + io->in.size;
    io->in.size = 0;
    return io->last ? HOST_CODEC_END : HOST_CODEC_GO;
}

static void close_plain(void *state)
{
    (void)state;
}

/* Without begin_at: every byte is a place, and input_seek.c goes to it directly. */
const struct host_codec tti_host_codec_plain = {
    .name = "plain",
    .library = NULL,
    .version = NULL,
    .probe = probe,
    .open = open_plain,
    .step = step,
    .close = close_plain,
};
