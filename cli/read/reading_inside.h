/* SPDX-License-Identifier: MIT
 *
 * What the parts of a reading do for each other.
 */
#ifndef CLI_READING_INSIDE_H
#define CLI_READING_INSIDE_H

#include "cli/read/reading.h"

/* reading_source.c: opens the file and reads the header. */
bool reading_source_open(struct reading *r, struct job *job, const struct reading_options *options);

/* The next item of the recording. The result is that of reading_next. */
bool reading_source_next(struct reading *r);

/* The next piece of the file. False when reading has to end here. */
bool reading_source_feed(struct reading *r);

/* Reports what is left, frees everything, and returns how it went. */
enum exit_status reading_source_close(struct reading *r);

/* reading_span.c: finds the span, where that can be known yet. False when it cannot be found at
 * all, which was reported. */
bool reading_span_open(struct reading *r);

/* Looks at the current item: finds the span if it was not known, and whether the item is in it.
 * False when reading has to end here. */
bool reading_span_take(struct reading *r);

/* Reports a span that has nothing of the recording, as far as it was read. */
void reading_span_close(struct reading *r);

/* reading_player.c: the player, and the first pass. False when it cannot be known, which was
 * reported. */
bool reading_player_open(struct reading *r);

/* Reports a name that nobody has. */
void reading_player_close(struct reading *r);

#endif
