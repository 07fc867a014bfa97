/* SPDX-License-Identifier: MIT
 *
 * Tells teehistorian files and demos apart.
 */
#include "cli/shell/source.h"

#include <string.h>

#include "teetape/demo_header.h"
#include "teetape/teehistorian_header.h"

static bool begins_with(tt_bytes piece, const uint8_t *magic, size_t size)
{
    return memcmp(piece.data, magic, piece.size < size ? piece.size : size) == 0;
}

static enum source_kind kind_of(tt_bytes piece)
{
    if (begins_with(piece, tt_th_magic.bytes, sizeof tt_th_magic.bytes)) {
        return SOURCE_TEEHISTORIAN;
    }
    return begins_with(piece, tt_demo_magic, TT_DEMO_MAGIC_SIZE) ? SOURCE_DEMO : SOURCE_OTHER;
}

static struct host_input *open_input(const struct job *job, struct host_error *error)
{
    struct host_input_options options = {.follow = job->settings->follow, .stop = job->stop};
    return host_input_open(job->path, &options, error);
}

static enum source_kind look(struct job *job)
{
    enum host_input_status status;
    tt_bytes piece;
    job->input = open_input(job, &job->trouble);
    if (job->input == NULL) {
        return SOURCE_OTHER; /* opening it reports why */
    }
    do {
        status = host_input_next(job->input, &piece);
    } while (status == HOST_INPUT_IDLE); /* a server may not have begun to write */
    if (status != HOST_INPUT_PIECE) {
        return SOURCE_OTHER; /* it will say the same again */
    }
    host_input_again(job->input);
    return kind_of(piece);
}

enum source_kind source_look(struct job *job)
{
    enum source_kind kind = look(job);
    job->is_unknown = kind == SOURCE_OTHER;
    return kind;
}

struct host_input *source_open(struct job *job, struct host_error *error)
{
    struct host_input *input = job->input;
    job->input = NULL;
    if (input == NULL && job->trouble.status != TT_OK) {
        *error = job->trouble; /* another attempt may find another file */
        return NULL;
    }
    return input != NULL ? input : open_input(job, error);
}

enum host_kind source_kind_of_file(const struct job *job)
{
    struct host_error error;
    struct host_first first = {.size = 0};
    enum host_input_status status = HOST_INPUT_FAILED;
    struct host_input *input = open_input(job, &error);
    tt_bytes piece;
    while (input != NULL && first.size < sizeof first.bytes &&
           (status = host_input_next(input, &piece)) == HOST_INPUT_PIECE) {
        host_first_add(&first, piece);
    }
    host_input_close(input);
    return status == HOST_INPUT_PIECE || status == HOST_INPUT_END ? host_first_kind(&first)
                                                                  : HOST_KIND_OTHER;
}

bool source_is_passed_over(const struct job *job, enum host_kind kind)
{
    return job->found_by_walk && !host_kind_is_damage(job->path, kind);
}

void source_drop(struct job *job)
{
    host_input_close(job->input);
    job->input = NULL;
}
