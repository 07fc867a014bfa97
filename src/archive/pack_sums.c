/* SPDX-License-Identifier: MIT
 *
 * Reads a packed file back, and compares it with the sums of its input.
 *
 * Each thread opens the file for itself, takes the next group of chunks, seeks to its first byte
 * and sums up what it reads. So seeking is tested too.
 */
#include "host/posix.h"

#include "archive/packing.h"
#include "host/error.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "host/grow.h"
#include "host/inside.h"
#include "teetape/io/input.h"
#include "teetape/io/jobs.h"

/* The number of chunks that a thread takes at once. A seek then costs little beside reading
 * them. */
#define GROUP 8

void tti_archive_sums_start(struct archive_sums *sums, size_t chunk)
{
    memset(sums, 0, sizeof(*sums));
    sums->chunk = chunk;
    tti_xxh64_start(&sums->open);
}

static bool close_chunk(struct archive_sums *sums)
{
    uint64_t *list = tti_grow(sums->list, &sums->space, sums->count + 1, sizeof(*list));
    if (list == NULL) {
        return false;
    }
    sums->list = list;
    sums->list[sums->count++] = tti_xxh64_sum(&sums->open);
    tti_xxh64_start(&sums->open);
    return true;
}

bool tti_archive_sums_add(struct archive_sums *sums, tt_bytes bytes)
{
    while (bytes.size > 0) {
        size_t room = sums->chunk - (size_t)(sums->bytes % sums->chunk);
        size_t part = bytes.size < room ? bytes.size : room;
        tti_xxh64_add(&sums->open, bytes.data, part);
        sums->bytes += part;
        bytes.data += part;
        bytes.size -= part;
        if (part == room && !close_chunk(sums)) {
            return false;
        }
    }
    return true;
}

bool tti_archive_sums_end(struct archive_sums *sums)
{
    return sums->bytes % sums->chunk == 0 || close_chunk(sums);
}

void tti_archive_sums_free(struct archive_sums *sums)
{
    free(sums->list);
    sums->list = NULL;
}

struct work {
    const struct tti_archive_compare *compare;
    tt_io_input **inputs;
    atomic_uint_least64_t done;
    tt_io_stop over; /* raised by a thread that found a difference, or by the user */
    pthread_mutex_t lock;
    tt_io_error error;
};

static void fail(struct work *work, const tt_io_error *error)
{
    pthread_mutex_lock(&work->lock);
    if (!tt_io_stop_wanted(&work->over)) {
        work->error = *error;
    }
    tt_io_stop_want(&work->over, -1);
    pthread_mutex_unlock(&work->lock);
}

static void fail_different(struct work *work)
{
    tt_io_error error;
    tti_error_say(
        &error, TT_ERR_COMPRESSED_DATA,
        "the output, read back, differs from the recording, which remains; disk or memory may be "
        "faulty");
    fail(work, &error);
}

static tt_io_input *input_at(struct work *work, unsigned worker, uint64_t from)
{
    const tt_io_input_options options = {.stop = work->compare->stop};
    tt_io_error error;
    tt_io_input *in = work->inputs[worker];
    if (in == NULL) {
        in = work->inputs[worker] = tt_io_input_open(work->compare->path, &options, &error);
        if (in == NULL) {
            fail(work, &error);
            return NULL;
        }
    }
    if (!tti_input_seek(in, from, NULL, 0)) {
        fail(work, tt_io_input_error(in));
        return NULL;
    }
    if (tti_io_input_granularity(in) > work->compare->granularity) {
        fail_different(work);
        return NULL;
    }
    return in;
}

static bool read_up_to(struct work *work, tt_io_input *in, struct archive_sums *got, uint64_t size)
{
    tt_bytes piece;
    while (got->bytes < size) {
        tt_io_input_status status = tt_io_input_next(in, &piece);
        if (status == TT_IO_INPUT_STOPPED) {
            tt_io_stop_want(&work->over, -1);
            return false;
        }
        if (status != TT_IO_INPUT_PIECE) {
            if (status == TT_IO_INPUT_FAILED) {
                fail(work, tt_io_input_error(in));
            } else {
                fail_different(work);
            }
            return false;
        }
        size_t left = size - got->bytes < piece.size ? (size_t)(size - got->bytes) : piece.size;
        if (!tti_archive_sums_add(got, (tt_bytes){piece.data, left})) {
            tt_io_error error;
            tt_io_error_system(&error, ENOMEM, "cannot be verified");
            fail(work, &error);
            return false;
        }
    }
    return true;
}

/* Returns true when the file ends after the last chunk. The last piece that was read may hold more
 * bytes, so this seeks to the expected end. */
static bool ends(struct work *work, tt_io_input *in)
{
    tt_bytes piece;
    tt_io_input_status status = TT_IO_INPUT_FAILED;
    if (tti_input_seek(in, work->compare->sums->bytes, NULL, 0)) {
        status = tt_io_input_next(in, &piece);
    }
    if (status == TT_IO_INPUT_FAILED) {
        fail(work, tt_io_input_error(in));
    } else if (status == TT_IO_INPUT_PIECE) {
        fail_different(work);
    }
    return status == TT_IO_INPUT_END;
}

static void compare_group(void *user, size_t index, unsigned worker)
{
    struct work *work = user;
    const struct archive_sums *sums = work->compare->sums;
    struct archive_sums got;
    uint64_t from = (uint64_t)index * GROUP * sums->chunk;
    uint64_t left = sums->bytes - from, most = (uint64_t)GROUP * sums->chunk;
    uint64_t size = left < most ? left : most;
    tt_io_input *in = input_at(work, worker, from);
    if (in == NULL) {
        return;
    }
    tti_archive_sums_start(&got, sums->chunk);
    if (read_up_to(work, in, &got, size) && tti_archive_sums_end(&got) &&
        (size < left || ends(work, in))) {
        if (memcmp(got.list, sums->list + index * GROUP, got.count * sizeof(*got.list)) != 0) {
            fail_different(work);
        }
        uint64_t done = atomic_fetch_add(&work->done, size) + size;
        if (worker == 0 && work->compare->progress != NULL) {
            work->compare->progress(work->compare->user, done);
        }
    }
    tti_archive_sums_free(&got);
}

/* Compares the file with the sums. The result is false with status TT_OK after a stop. */
bool tti_archive_compare(const struct tti_archive_compare *compare, tt_io_error *error)
{
    struct work work = {.compare = compare};
    size_t groups = (compare->sums->count + GROUP - 1) / GROUP;
    tti_error_clear(error);
    atomic_init(&work.done, 0);
    work.inputs = calloc(compare->threads, sizeof(tt_io_input *));
    if (work.inputs == NULL) {
        return tt_io_error_system(error, ENOMEM, "cannot be verified");
    }
    pthread_mutex_init(&work.lock, NULL);
    tt_io_jobs_run(groups, compare->threads, compare_group, &work, &work.over);
    pthread_mutex_destroy(&work.lock);
    for (unsigned i = 0; i < compare->threads; i++) {
        tt_io_input_close(work.inputs[i]);
    }
    free(work.inputs);
    *error = work.error;
    return !tt_io_stop_wanted(&work.over) && !tt_io_stop_wanted(compare->stop);
}
