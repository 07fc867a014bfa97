/* SPDX-License-Identifier: MIT
 *
 * Paints the frames of a film on several cores.
 *
 * The director is the thread that makes the film. It draws each list of shapes into the next slot.
 * Other threads paint the oldest drawn list. A slot is used again only after its frame was written,
 * so frames keep their order. When the director has to wait it paints too, so no other thread is
 * required.
 *
 * A studio belongs to one thread, so each slot has its own, and the first slot has the caller's.
 * All share the images of the caller's. Only the director draws, writes, and reports failures. One
 * lock guards all states, and is not held during the work.
 */
#include "host/posix.h"

#include "host/error.h"
#include "teetape/io/film.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "paint/y4m.h"
#include "studio/studio_inside.h"
#include "teetape/io/jobs.h"

/* EMPTY: written, or never used. Painters take a slot from DRAWN to PAINTED or BAD, and the
 * director does the rest. */
enum state { IS_EMPTY, IS_DRAWN, IS_BEING_PAINTED, IS_PAINTED, IS_BAD };

/* Slots beyond one for each thread. Frames differ in their work, so a painter that is ahead finds
 * another one. */
#define MORE_SLOTS 2

/* A slot belongs to the thread that paints it, and otherwise to the director. `state` is guarded by
 * the lock. */
struct slot {
    enum state state;      /* state of the slot, guarded by the lock */
    tt_io_studio *studio;  /* owns the shapes of the frame, from drawing to painting */
    tt_io_picture picture; /* picture of the frame, cleared before it is painted */
    uint8_t *frame;        /* the picture as Y4M, of tti_y4m_size bytes */
    tt_io_error error;     /* the reason, when `state` is IS_BAD */
};

/* Members belong to the director or do not change, except those under the lock. Painters read
 * `next`, so it is written under the lock. */
struct tt_io_film {
    const tt_io_film_options *how;
    tt_io_output *out;
    tt_io_film_fn *fn;
    void *user;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* signals a new state of a slot, or is_over */
    bool is_over;           /* true at the end of the film; guarded by the lock */
    struct slot slots[TT_IO_FILM_THREADS_MAX + MORE_SLOTS];
    unsigned count, threads;
    unsigned next; /* slot of the next frame, which is the oldest one */
    bool has_begun, has_failed;
    tt_io_error *error; /* owned by the caller; receives the first failure */
};

/* Clears a picture to one colour. Shapes are blended, so without clearing the last frame would show
 * through. */
static void clear(tt_io_picture *picture, tt_rgba color)
{
    const uint8_t pixel[4] = {color.r, color.g, color.b, color.a};
    size_t row = (size_t)picture->width * 4;
    for (size_t i = 0; i < row; i += 4) {
        memcpy(picture->rgba + i, pixel, 4);
    }
    for (uint32_t y = 1; y < picture->height; y++) {
        memcpy(picture->rgba + y * row, picture->rgba, row);
    }
}

/* Paints a slot. Called with the lock, which is released during the work. All threads are woken,
 * because the director may wait for this slot. */
static void paint(tt_io_film *film, struct slot *slot)
{
    slot->state = IS_BEING_PAINTED;
    pthread_mutex_unlock(&film->lock);
    clear(&slot->picture, film->how->background);
    bool good = tt_io_studio_paint(slot->studio, &slot->picture, &slot->error);
    if (good) {
        tti_y4m_convert(slot->frame, &slot->picture);
    }
    pthread_mutex_lock(&film->lock);
    slot->state = good ? IS_PAINTED : IS_BAD;
    pthread_cond_broadcast(&film->changed);
}

/* Returns the oldest drawn slot, or NULL. The director waits for that slot first. Called with the
 * lock. */
static struct slot *drawn(tt_io_film *film)
{
    for (unsigned i = 0; i < film->count; i++) {
        struct slot *slot = &film->slots[(film->next + i) % film->count];
        if (slot->state == IS_DRAWN) {
            return slot;
        }
    }
    return NULL;
}

/* Paints a drawn frame, or waits for a change. The caller holds the lock. */
static void paint_or_wait(tt_io_film *film)
{
    struct slot *slot = drawn(film);
    if (slot != NULL) {
        paint(film, slot);
    } else {
        pthread_cond_wait(&film->changed, &film->lock);
    }
}

static void finish(tt_io_film *film, const struct slot *oldest)
{
    pthread_mutex_lock(&film->lock);
    while (oldest->state == IS_DRAWN || oldest->state == IS_BEING_PAINTED) {
        paint_or_wait(film);
    }
    pthread_mutex_unlock(&film->lock);
}

static bool fail(tt_io_film *film, const tt_io_error *error)
{
    if (!film->has_failed) {
        film->has_failed = true;
        *film->error = *error;
    }
    return false;
}

/* Sets a state and wakes one thread, because one slot has work for one. */
static void set_state(tt_io_film *film, struct slot *slot, enum state state)
{
    pthread_mutex_lock(&film->lock);
    slot->state = state;
    pthread_cond_signal(&film->changed);
    pthread_mutex_unlock(&film->lock);
}

/* Moves to the next slot. Takes the lock, because painters search from `next`. */
static void step(tt_io_film *film)
{
    pthread_mutex_lock(&film->lock);
    film->next = (film->next + 1) % film->count;
    pthread_mutex_unlock(&film->lock);
}

/* Writes the oldest frame, if there is one. Returns false after any failure: a film that lacks a
 * frame is worse than one that ends early. After finish() no painter has the slot. */
static bool write_oldest(tt_io_film *film)
{
    struct slot *slot = &film->slots[film->next];
    tt_io_error error;
    finish(film, slot);
    if (film->has_failed) {
        return false;
    }
    if (slot->state == IS_BAD) {
        return fail(film, &slot->error);
    }
    const tt_bytes frame = {slot->frame, tti_y4m_size(film->how->width, film->how->height)};
    if (slot->state == IS_PAINTED && !tti_y4m_write(film->out, frame, &error)) {
        return fail(film, &error);
    }
    set_state(film, slot, IS_EMPTY);
    return true;
}

static void write_all(tt_io_film *film)
{
    for (unsigned i = 0; i < film->count && write_oldest(film); i++) {
        step(film);
    }
}

/* Draws a frame into the next slot. The texts are copied (tti_studio_keep), because they are in the
 * scene, which changes before the list is painted. */
bool tt_io_film_frame(tt_io_film *film, tt_io_draw_fn *draw, void *user)
{
    struct slot *slot = &film->slots[film->next];
    tt_io_error error;
    if (!write_oldest(film)) {
        return false;
    }
    if (!tt_io_studio_draw(slot->studio, draw, user, &error) ||
        !tti_studio_keep(slot->studio, &error)) {
        write_all(film);
        return fail(film, &error);
    }
    /* DRAWN is set after the step, so that painters see this slot as the newest */
    step(film);
    set_state(film, slot, IS_DRAWN);
    return true;
}

/* Makes the film. After a failure frames may still be drawn or painted, but are not written. */
static void direct(tt_io_film *film)
{
    film->fn(film->user, film);
    write_all(film);
    pthread_mutex_lock(&film->lock);
    film->is_over = true;
    pthread_cond_broadcast(&film->changed);
    pthread_mutex_unlock(&film->lock);
}

static void help(tt_io_film *film)
{
    pthread_mutex_lock(&film->lock);
    while (!film->is_over) {
        paint_or_wait(film);
    }
    pthread_mutex_unlock(&film->lock);
}

/* Runs the director in worker 0 and painters in the others. There are as many jobs as threads, and
 * a painter remains in its job until the film is over. Worker 0 therefore always has a job. */
static void job(void *user, size_t index, unsigned worker)
{
    tt_io_film *film = user;
    (void)index;
    if (worker != 0) {
        help(film);
        /* if the system refused to start threads, worker 0 gets the other jobs, too */
    } else if (!film->has_begun) {
        film->has_begun = true;
        direct(film);
    }
}

/* Allocates a slot. Slot 0 already has a studio. After a failure tt_io_film_make closes the
 * slots. */
static bool open_slot(tt_io_film *film, struct slot *slot, tt_io_error *error)
{
    uint32_t width = film->how->width, height = film->how->height;
    if (slot->studio == NULL &&
        (slot->studio = tti_studio_share(film->slots[0].studio, error)) == NULL) {
        return false;
    }
    if (!tt_io_picture_open(&slot->picture, width, height, film->how->background, error)) {
        return false;
    }
    slot->frame = malloc(tti_y4m_size(width, height));
    return slot->frame != NULL || tt_io_error_system(error, ENOMEM, "cannot hold a frame");
}

/* Makes the film. Everything is allocated before the first byte is written. */
static bool run(tt_io_film *film, tt_io_error *error)
{
    for (unsigned i = 0; i < film->count; i++) {
        if (!open_slot(film, &film->slots[i], error)) {
            return false;
        }
    }
    tti_io_y4m_begin(film->out, film->how->width, film->how->height, film->how->rate);
    tt_io_jobs_run(film->threads, film->threads, job, film, NULL);
    return !film->has_failed;
}

bool tt_io_film_make(tt_io_studio *studio, const tt_io_film_options *options, tt_io_output *out,
                     tt_io_film_fn *fn, void *user, tt_io_error *error)
{
    if (options->rate == 0) {
        return tti_error_say(error, TT_ERR_RANGE, "a video cannot have 0 frames a second");
    }
    tt_io_film *film = calloc(1, sizeof *film);
    if (film == NULL) {
        return tt_io_error_system(error, ENOMEM, "cannot hold the state of a video");
    }
    unsigned threads = options->threads != 0 ? options->threads : tt_io_jobs_cores();
    film->how = options;
    film->out = out;
    film->fn = fn;
    film->user = user;
    film->error = error;
    film->threads = threads < TT_IO_FILM_THREADS_MAX ? threads : TT_IO_FILM_THREADS_MAX;
    film->count = film->threads + (film->threads > 1 ? MORE_SLOTS : 0);
    film->slots[0].studio = studio;
    pthread_mutex_init(&film->lock, NULL);
    pthread_cond_init(&film->changed, NULL);
    bool good = run(film, error);
    for (unsigned i = 0; i < film->count; i++) {
        if (i != 0) {
            tt_io_studio_close(film->slots[i].studio);
        }
        tt_io_picture_close(&film->slots[i].picture);
        free(film->slots[i].frame);
    }
    pthread_cond_destroy(&film->changed);
    pthread_mutex_destroy(&film->lock);
    free(film);
    return good;
}
