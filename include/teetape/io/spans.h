/* SPDX-License-Identifier: MIT
 *
 * Shared by the jobs that take parts of a recording (cut.h, demo.h, drawing.h, page.h, find.h):
 * lists of texts, sentences for the user, and errors about an empty selection.
 *
 *     static void say(void *user, tt_level level, const tt_io_error *what)
 *     {
 *         fprintf(user, "%s%s\n", level == TT_LEVEL_ERROR ? "" : "warning: ", what->text);
 *     }
 *
 *     const char *const names[] = {"nameless tee"};
 *     tt_io_cut_options options = {.hide = {names, 1}, .on_say = say, .user = stderr};
 */
#ifndef TEETAPE_IO_SPANS_H
#define TEETAPE_IO_SPANS_H

#include "teetape/io/reading.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Most players in a list. */
#define TT_IO_PEOPLE_MAX 16

/** Default time before a finish or chat line, in seconds. */
#define TT_IO_SPANS_BEFORE "5"
#define TT_IO_SPANS_AFTER "3" /**< default time after a finish or chat line, in seconds */

/** Texts of the caller, which must remain valid. */
typedef struct tt_io_texts {
    const char *const *text; /**< `count` texts */
    size_t count;            /**< number of texts, at most TT_IO_PEOPLE_MAX */
} tt_io_texts;

/** Receives a sentence for the user: an error, a warning or a note. The work continues after
 * warnings and notes. what->path is the file; errors also have a status. */
typedef void tt_io_say_fn(void *user, tt_level level, const tt_io_error *what);

/** Fills *error with TT_ERR_PLACE: no player has the name. The sentence also has a similar name,
 * for which the recording is read once more. With a NULL `path` it has none. */
TT_IO_API void tt_io_player_none(tt_io_error *error, const char *path, const char *name,
                                 const tt_io_stop *stop);

/** Returns the number of letters that differ in two texts; a swapped pair counts once. SIZE_MAX for
 * a text of more than 40 bytes. */
TT_IO_API size_t tt_io_player_distance(tt_bytes a, tt_bytes b);

/** Fills *error with TT_ERR_PLACE when the part of the recording that was read has nothing in the
 * span. The sentence says what the recording has, in the form of `from` and `to`, the texts of the
 * span. Returns false when something is in the span. */
TT_IO_API bool tt_io_spans_outside(const tt_io_reading *r, const char *from, const char *to,
                                   tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
