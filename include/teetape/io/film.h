/* SPDX-License-Identifier: MIT
 *
 * Writes a video as Y4M: one thread draws the frames one after the other, and several threads
 * paint them. The bytes are the same for every number of threads.
 *
 *     static void follow(void *user, tt_io_film *film)
 *     {
 *         while (next_moment(user) && tt_io_film_frame(film, draw, user)) {}
 *     }
 *
 *     tt_io_film_options how = {.width = 1280, .height = 720, .rate = 60, .background = grey};
 *     tt_io_film_make(studio, &how, out, follow, user, &error);
 *
 * Example: examples/io_film.c.
 */
#ifndef TEETAPE_IO_FILM_H
#define TEETAPE_IO_FILM_H

#include "teetape/io/studio.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A film is painted by at most this many threads. */
#define TT_IO_FILM_THREADS_MAX 16

/** Options of a film. */
typedef struct tt_io_film_options {
    uint32_t width, height; /**< size in pixels, as in tt_io_picture_open */
    uint32_t rate;          /**< frames a second, at least 1 */
    tt_rgba background;     /**< colour of the pixels that no shape covers */
    unsigned threads;       /**< threads that paint; 0: one for each core */
} tt_io_film_options;

/** A film that is being written. */
typedef struct tt_io_film tt_io_film;

/** Calls tt_io_film_frame for each frame. tt_io_film_make calls this function once, in its own
 * thread. */
typedef void tt_io_film_fn(void *user, tt_io_film *film);

/** Writes the head of a Y4M to `out`, calls `fn`, and returns when all frames are written.
 * `studio` is the one that `draw` uses; nothing else may use it meanwhile. All threads share its
 * images. Memory: for each thread a picture and a frame, and for two more. False with *error when
 * the film is not complete: for the reasons of tt_io_studio_open, tt_io_studio_draw and
 * tt_io_studio_paint, or when `out` failed. */
TT_IO_API bool tt_io_film_make(tt_io_studio *studio, const tt_io_film_options *options,
                               tt_io_output *out, tt_io_film_fn *fn, void *user,
                               tt_io_error *error);

/** Adds the next frame: calls `draw` before it returns, as tt_io_studio_draw does, and paints
 * later. The shapes may point to memory that is valid during the call only. Returns false when this
 * frame or an earlier one failed: no further one is made, and tt_io_film_make says why. */
TT_IO_API bool tt_io_film_frame(tt_io_film *film, tt_io_draw_fn *draw, void *user);

#ifdef __cplusplus
}
#endif

#endif
