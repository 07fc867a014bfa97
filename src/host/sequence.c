/* SPDX-License-Identifier: MIT
 *
 * Puts the outputs of parallel jobs into one order. Only the job whose turn it is touches `out`,
 * without the lock, so a slow reader of our pipe delays no job that still has room in memory. Turns
 * change under the lock, which also passes `out` from thread to thread.
 */
#include "host/posix.h"

#include "teetape/io/sequence.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host/grow.h"
#include "host/inside.h"

/* Bytes of one flush: the buffer of an output, or for less than half of one just as much as they
 * need. */
struct kept {
    uint8_t *data;
    size_t size;
    bool is_buffer;
};

/* Everything but `job` is changed under the lock. Bytes that are being written are read without it,
 * as nothing changes it then. */
struct slot {
    tt_io_sequence *sequence;
    size_t index;
    tt_io_output *job; /* the output of the job; placed by the caller when the job begins */
    struct kept *kept; /* bytes that wait for the job's turn */
    size_t count;
    size_t space;
    size_t used; /* sum of the bytes in `kept` */
    bool done;   /* the job has ended; the job with the turn before it writes `kept` */
};

/* All is changed under the lock but `out`, which belongs to the job with the turn. */
struct tt_io_sequence {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* signals a change of `turn`, `count` or `stopped` */
    tt_io_output *out;
    size_t space;    /* the number of slots */
    size_t count;    /* jobs whose output counts */
    size_t turn;     /* the job that writes through; `count` when all are done */
    size_t each;     /* the most bytes that one job may keep */
    size_t all;      /* the most bytes that all jobs together may keep */
    size_t kept_all; /* sum of `used` of all slots */
    uint8_t **spare; /* empty buffers for reuse; as many as `each` allows */
    size_t spares;
    int error;    /* errno value of the first job that could not keep its results, or 0 */
    bool passing; /* a thread is handing the turn on, perhaps writing for others */
    bool stopped;
    struct slot slots[];
};

/* The most spare buffers: as many as one job may fill. */
static size_t spares_most(const tt_io_sequence *s)
{
    return s->each / TT_IO_OUTPUT_BUFFER;
}

/* One spare pointer more than needed, so that an `each` of less than a buffer asks for no array of
 * 0 elements. */
tt_io_sequence *tt_io_sequence_new(tt_io_output *out, size_t count, size_t each)
{
    if (count > (SIZE_MAX / 2 - sizeof(tt_io_sequence)) / sizeof(struct slot)) {
        return NULL;
    }
    tt_io_sequence *s = calloc(1, sizeof(*s) + count * sizeof(s->slots[0]));
    if (s == NULL) {
        return NULL;
    }
    s->out = out;
    s->space = s->count = count;
    s->each = each == 0 ? TT_IO_SEQUENCE_EACH : each;
    s->all = s->each * (TT_IO_SEQUENCE_ALL / TT_IO_SEQUENCE_EACH);
    s->spare = calloc(spares_most(s) + 1, sizeof(s->spare[0]));
    if (s->spare == NULL) {
        free(s);
        return NULL;
    }
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    for (size_t i = 0; i < count; i++) {
        s->slots[i].sequence = s;
        s->slots[i].index = i;
    }
    return s;
}

/* Called with the lock. */
static void stop_locked(tt_io_sequence *s)
{
    s->stopped = true;
    pthread_cond_broadcast(&s->changed);
}

/* Drops the kept bytes of a slot. Their buffers become spares, because many jobs use the same few
 * again and again. Called with the lock. */
static void forget(tt_io_sequence *s, struct slot *slot)
{
    s->kept_all -= slot->used;
    for (size_t i = 0; i < slot->count; i++) {
        if (slot->kept[i].is_buffer && s->spares < spares_most(s)) {
            s->spare[s->spares++] = slot->kept[i].data;
        } else {
            free(slot->kept[i].data);
        }
    }
    free(slot->kept);
    slot->kept = NULL;
    slot->used = slot->count = slot->space = 0;
}

/* Keeps the bytes of a job's output. A full buffer is not copied: the output gets another one.
 * False when a limit or the memory does not allow it; then the job waits for its turn, which needs
 * no memory. */
static bool keep(tt_io_sequence *s, struct slot *slot, tt_bytes bytes)
{
    if (bytes.size > s->each - slot->used || s->kept_all > s->all ||
        bytes.size > s->all - s->kept_all) {
        return false;
    }
    struct kept *grown = tti_grow(slot->kept, &slot->space, slot->count + 1, sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    slot->kept = grown;
    /* A job with a line or two must not hold 64 KiB until its turn comes. */
    bool takes_buffer = bytes.size >= TT_IO_OUTPUT_BUFFER / 2;
    uint8_t *data = takes_buffer && s->spares > 0
                        ? s->spare[--s->spares]
                        : malloc(takes_buffer ? TT_IO_OUTPUT_BUFFER : bytes.size);
    if (data == NULL) {
        return false;
    }
    if (takes_buffer) {
        uint8_t *full = slot->job->buffer;
        slot->job->buffer = data;
        data = full;
    } else {
        memcpy(data, bytes.data, bytes.size);
    }
    slot->kept[slot->count++] = (struct kept){data, bytes.size, takes_buffer};
    slot->used += bytes.size;
    s->kept_all += bytes.size;
    return true;
}

/* Writes for the slot whose turn it is: first what it kept, then `more`. Called with the lock,
 * which is open while writing. The slot's own job is the caller or has ended, and only one thread
 * at a time passes the turn on. */
static void write_through(tt_io_sequence *s, struct slot *slot, tt_bytes more)
{
    pthread_mutex_unlock(&s->lock);
    for (size_t i = 0; i < slot->count; i++) {
        const tt_bytes kept = {slot->kept[i].data, slot->kept[i].size};
        tti_host_output_pass(s->out, kept);
    }
    tti_host_output_pass(s->out, more);
    bool good = tt_io_output_error(s->out) == 0;
    pthread_mutex_lock(&s->lock);
    forget(s, slot);
    if (!good) {
        stop_locked(s);
    }
}

static bool is_wanted(const tt_io_sequence *s, const struct slot *slot)
{
    return !s->stopped && slot->index < s->count;
}

/* The sink of a job's output, which waits only when the bytes cannot be kept. ECANCELED when nobody
 * wants them any more. */
static int take(void *user, tt_bytes bytes)
{
    struct slot *slot = user;
    tt_io_sequence *s = slot->sequence;
    pthread_mutex_lock(&s->lock);
    while (is_wanted(s, slot) && s->turn != slot->index) {
        if (keep(s, slot, bytes)) {
            pthread_mutex_unlock(&s->lock);
            return 0;
        }
        pthread_cond_wait(&s->changed, &s->lock);
    }
    if (is_wanted(s, slot)) {
        write_through(s, slot, bytes);
    }
    int result = is_wanted(s, slot) ? 0 : ECANCELED;
    pthread_mutex_unlock(&s->lock);
    return result;
}

/* tt_io_sequence_end reports an output that could not get its memory. */
void tt_io_sequence_begin(tt_io_sequence *s, size_t index, tt_io_output *job)
{
    s->slots[index].job = job;
    tt_io_output_open(job, take, &s->slots[index]);
}

/* Called with the lock. The thread that ends the job with the turn writes what all jobs right after
 * it have kept. */
static void pass_turn(tt_io_sequence *s)
{
    const tt_bytes nothing = {NULL, 0};
    if (s->passing) {
        return; /* that thread will also write what this job has kept */
    }
    s->passing = true;
    while (!s->stopped && s->turn < s->count && s->slots[s->turn].done) {
        struct slot *slot = &s->slots[s->turn];
        if (slot->used > 0) {
            write_through(s, slot, nothing);
        }
        s->turn++;
        pthread_cond_broadcast(&s->changed);
    }
    s->passing = false;
}

/* A job that lost bytes for want of memory ends everything: output that lacks a part in the middle
 * would look whole. */
bool tt_io_sequence_end(tt_io_sequence *s, size_t index, tt_io_output *job)
{
    int error = tt_io_output_close(job);
    pthread_mutex_lock(&s->lock);
    s->slots[index].done = true;
    if (error != 0 && error != ECANCELED && index < s->count) {
        stop_locked(s);
        s->error = s->error != 0 ? s->error : error;
    }
    pass_turn(s);
    bool good = !s->stopped;
    pthread_mutex_unlock(&s->lock);
    return good;
}

/* Jobs after it may wait for a turn that never comes: they are woken. */
void tti_io_sequence_cut(tt_io_sequence *s, size_t index)
{
    pthread_mutex_lock(&s->lock);
    for (size_t i = index + 1; i < s->count; i++) {
        forget(s, &s->slots[i]);
    }
    s->count = index < s->count ? index + 1 : s->count;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

void tti_io_sequence_stop(tt_io_sequence *s)
{
    pthread_mutex_lock(&s->lock);
    stop_locked(s);
    pthread_mutex_unlock(&s->lock);
}

bool tti_io_sequence_stopped(tt_io_sequence *s)
{
    pthread_mutex_lock(&s->lock);
    bool stopped = s->stopped;
    pthread_mutex_unlock(&s->lock);
    return stopped;
}

int tti_io_sequence_error(tt_io_sequence *s)
{
    pthread_mutex_lock(&s->lock);
    int error = s->error;
    pthread_mutex_unlock(&s->lock);
    return error;
}

/* No job runs any more, so nothing is locked. After a stop slots may still keep bytes. */
int tt_io_sequence_free(tt_io_sequence *s)
{
    if (s == NULL) {
        return 0;
    }
    int error = s->error;
    tt_io_output_flush(s->out);
    for (size_t i = 0; i < s->space; i++) {
        forget(s, &s->slots[i]);
    }
    while (s->spares > 0) {
        free(s->spare[--s->spares]);
    }
    free(s->spare);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s);
    return error;
}
