/* SPDX-License-Identifier: MIT
 *
 * Reads the header of a recording.
 */
#include "archive/recording_header.h"

#include <stdlib.h>
#include <string.h>

#include "host/input.h"
#include "teetape/recording.h"

/* As long as the longest header that the commands read. */
#define SCRATCH (TT_TH_HEADER_MAX + 16)
_Static_assert(SCRATCH >= TT_RECORDING_SCRATCH, "a recording needs more");

/* Everything that is needed for a moment. */
struct reading {
    tt_recording rec;
    uint8_t *first; /* bytes so far; the reader bounds them */
    size_t size;
    uint8_t scratch[SCRATCH];
};

static bool keep(struct reading *r, tt_bytes piece)
{
    uint8_t *grown = realloc(r->first, r->size + piece.size);
    if (grown == NULL) {
        return false;
    }
    memcpy(grown + r->size, piece.data, piece.size);
    r->first = grown;
    r->size += piece.size;
    return true;
}

static bool read_header(struct reading *r, struct host_input *in)
{
    tt_bytes piece;
    tt_item item;
    r->first = NULL;
    r->size = 0;
    tt_recording_init(&r->rec, r->scratch, sizeof r->scratch);
    while (host_input_next(in, &piece) == HOST_INPUT_PIECE && keep(r, piece)) {
        tt_recording_feed(&r->rec, piece.data, piece.size);
        tt_status status = tt_recording_next(&r->rec, &item);
        if (status != TT_MORE) {
            r->size = (size_t)tt_recording_offset(&r->rec);
            return status == TT_OK;
        }
    }
    return false;
}

uint8_t *archive_recording_header(const char *path, const struct host_stop *stop, size_t *size)
{
    struct host_error error;
    struct host_input_options options = {.stop = stop};
    struct host_input *in = host_input_open(path, &options, &error);
    struct reading *r = malloc(sizeof *r);
    uint8_t *header = NULL;
    if (in != NULL && r != NULL) {
        if (read_header(r, in)) {
            header = r->first;
            *size = r->size;
        } else {
            free(r->first);
        }
    }
    host_input_close(in);
    free(r);
    return header;
}
