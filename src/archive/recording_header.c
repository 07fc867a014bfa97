/* SPDX-License-Identifier: MIT
 *
 * Reads the header of a recording.
 */
#include "archive/recording_header.h"

#include <stdlib.h>
#include <string.h>

#include "host/input.h"
#include "teetape/teehistorian.h"

#define SCRATCH (TT_TH_HEADER_MAX + 16)

/* Everything that is needed for a moment. */
struct reading {
    tt_th th;
    tt_world world;
    uint8_t scratch[SCRATCH];
};

static uint8_t *copy(tt_bytes bytes, size_t *size)
{
    uint8_t *to = malloc(bytes.size + 1);
    if (to != NULL) {
        memcpy(to, bytes.data, bytes.size);
        *size = bytes.size;
    }
    return to;
}

static uint8_t *read_header(struct reading *r, struct host_input *in, size_t *size)
{
    tt_bytes piece;
    tt_th_event event;
    tt_th_init(&r->th, &r->world, r->scratch, sizeof r->scratch);
    while (host_input_next(in, &piece) == HOST_INPUT_PIECE) {
        tt_th_feed(&r->th, piece.data, piece.size);
        tt_status status = tt_th_next(&r->th, &event);
        if (status != TT_MORE) {
            return status == TT_OK ? copy(r->th.header.json, size) : NULL;
        }
    }
    return NULL;
}

uint8_t *archive_recording_header(const char *path, const struct host_stop *stop, size_t *size)
{
    struct host_error error;
    struct host_input_options options = {.stop = stop};
    struct host_input *in = host_input_open(path, &options, &error);
    struct reading *r = malloc(sizeof *r);
    uint8_t *header = in != NULL && r != NULL ? read_header(r, in, size) : NULL;
    host_input_close(in);
    free(r);
    return header;
}
