/* SPDX-License-Identifier: MIT
 *
 * Puts the outputs of parallel jobs into one order. Only the job whose turn it is touches `out`,
 * without the lock, so a slow reader of the output delays no job that still has room in memory.
 * Turns change under the lock, which also passes `out` from thread to thread.
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

/* Bytes that a job keeps until its turn: a whole buffer of an output, or a copy of fewer bytes. */
struct kept {
    uint8_t *data;
    size_t size;
    bool is_buffer;
};

/* A job. Everything but `job` is changed under the lock. Bytes that are being written are read
 * without it, because nothing changes them then. */
struct slot {
    tt_io_sequence *sequence;
    size_t index;
    tt_io_output *job; /* the output of the job; placed by the caller when the job begins */
    struct kept *kept;
    size_t count;
    size_t space;
    size_t used;
    bool done; /* the job has ended, and the job that has the turn before it writes its bytes */
};

/* A sequence. Everything is changed under the lock except `out`, which belongs to the job with the
 * turn. */
struct tt_io_sequence {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* signals a change of `turn`, `count` or `stopped` */
    tt_io_output *out;
    size_t space;
    size_t count; /* jobs whose output counts */
    size_t turn;  /* the job that writes directly; `count` when all have ended */
    size_t each;  /* the most bytes that one job may keep */
    size_t all;   /* the most bytes that all jobs together may keep */
    size_t kept_all;
    uint8_t **spare; /* empty buffers for reuse; as many as `each` allows */
    size_t spares;
    int error;    /* errno value of the first job that could not keep its results, or 0 */
    bool passing; /* a thread passes the turn on, perhaps writing for others */
    bool stopped;
    struct slot slots[];
};

/* Returns the most spare buffers: enough for one job. */
static size_t spares_most(const tt_io_sequence *s)
{
    return s->each / TT_IO_OUTPUT_BUFFER;
}

/* Makes a sequence. One spare pointer more than needed is allocated, so that an `each` of less than
 * a buffer asks for no array of 0 elements. */
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

/* Stops the sequence. Called with the lock. */
static void stop_locked(tt_io_sequence *s)
{
    s->stopped = true;
    pthread_cond_broadcast(&s->changed);
}

/* Drops the kept bytes of a slot. Their buffers become spares for the next jobs. Called with the
 * lock. */
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
 * Returns false when a limit or the memory does not allow it; then the job waits for its turn,
 * which needs no memory. */
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
    /* A job with a few lines must not hold 64 KiB until its turn comes. */
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

/* Writes for the slot whose turn it is: first the kept bytes, then `more`. Called with the lock,
 * which is released while writing. The caller is the slot's own job, or that job has ended. Only
 * one thread at a time passes the turn on. */
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

/* The sink of a job's output. The job waits only when its bytes cannot be kept. ECANCELED after a
 * stop, and for a job that is left out. */
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

/* Begins a job. If its output gets no memory, tt_io_sequence_end reports that. */
void tt_io_sequence_begin(tt_io_sequence *s, size_t index, tt_io_output *job)
{
    s->slots[index].job = job;
    tt_io_output_open(job, take, &s->slots[index]);
}

/* Passes the turn on. Called with the lock. The thread that ends the job with the turn writes the
 * kept bytes of all ended jobs after it. */
static void pass_turn(tt_io_sequence *s)
{
    const tt_bytes nothing = {NULL, 0};
    if (s->passing) {
        return; /* the thread that passes the turn on will also write the bytes of this job */
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

/* Ends a job. A job that lost bytes without memory stops the sequence: output that lacks a part in
 * the middle would look whole. */
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

/* Cuts the sequence. Later jobs may wait for a turn that never comes, so they are woken. */
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

/* Frees the sequence. All jobs have ended, so no lock is needed. After a stop, slots may still keep
 * bytes. */
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
