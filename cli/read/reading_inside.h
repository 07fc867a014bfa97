/* SPDX-License-Identifier: MIT
 *
 * What the parts of a reading do for each other.
 */
#ifndef CLI_READING_INSIDE_H
#define CLI_READING_INSIDE_H

#include "archive/index_open.h"
#include "cli/read/reading.h"

/* Scratch of a reader: holds the longest header of a teehistorian file. */
#define READING_SCRATCH (TT_TH_HEADER_MAX + 16)
_Static_assert(READING_SCRATCH >= TT_RECORDING_SCRATCH, "a recording needs more");

/* reading.c: sets what is wanted of the reader. */
void reading_set(struct reading *r);

/* reading_source.c: opens the file and reads the header. */
bool reading_source_open(struct reading *r, struct job *job, const struct reading_options *options);

/* The next item of the recording. The result is that of reading_next. */
bool reading_source_next(struct reading *r);

/* Goes on with another reader and its input; they are the reading's from now on. */
void reading_source_take(struct reading *r, tt_recording *rec, void *scratch,
                         struct host_input *input);

/* The next piece of the file. False when reading has to end here. */
bool reading_source_feed(struct reading *r);

/* Reports what is left, frees everything, and returns how it went. */
enum exit_status reading_source_close(struct reading *r);

/* reading_span.c: finds the span, where that can be known yet. False when it cannot be found at
 * all, which was reported. */
bool reading_span_open(struct reading *r);

/* Looks at an item that is in no known span: finds the span, and whether the item is in it.
 * False when reading has to end here. */
bool reading_span_take(struct reading *r);

/* Reports a span that has nothing of the recording, as far as it was read. */
void reading_span_close(struct reading *r);

/* reading_player.c: the player, and the first pass. False when it cannot be known, which was
 * reported. */
bool reading_player_open(struct reading *r);

/* Looks at the current item while names are learned: who has the name. */
void reading_player_take(struct reading *r);

/* Reports a name that nobody has. */
void reading_player_close(struct reading *r);

/* reading_index.c: the index of the recording; NULL when there is none that can be used, or none is
 * wanted. */
struct archive_index *reading_index(struct reading *r);

/* The index is damaged, or cannot be read: reports that; it is not used any more. */
void reading_index_forget(struct reading *r, enum archive_index_status status);

/* Goes to the last place before the span, if there is an index. */
void reading_index_jump(struct reading *r);

/* The next fact before that place into r->item, if such facts are wanted. */
bool reading_index_next(struct reading *r);

void reading_index_close(struct reading *r);

#endif
