/* SPDX-License-Identifier: MIT
 *
 * The header of a recording, as far as its index speaks of it.
 */
#include <stdlib.h>
#include <string.h>

#include "archive/index_open.h"
#include "host/input.h"
#include "teetape/teehistorian_header.h"

/* Longer headers are not read, and so not indexed. */
#define HEADER_MAX (TT_TH_HEADER_MAX + (size_t)16)

uint8_t *archive_index_header(const struct archive_index *index, const char *recording,
                              const struct host_stop *stop, size_t *size)
{
    struct host_error error;
    tt_bytes piece;
    struct host_input_options options = {.stop = stop};
    struct host_input *in = host_input_open(recording, &options, &error);
    uint64_t wanted = archive_index_foot(index)->header_size;
    size_t most = wanted < HEADER_MAX ? (size_t)wanted : HEADER_MAX;
    uint8_t *header = in != NULL ? malloc(most) : NULL;
    *size = 0;
    while (header != NULL && *size < most && host_input_next(in, &piece) == HOST_INPUT_PIECE) {
        size_t part = piece.size < most - *size ? piece.size : most - *size;
        memcpy(header + *size, piece.data, part);
        *size += part;
    }
    host_input_close(in);
    return header;
}
