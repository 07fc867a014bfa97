/* SPDX-License-Identifier: MIT
 *
 * Takes what an archive database wants of a recording from its index, which is much faster than
 * reading it.
 */
#ifndef ARCHIVE_READ_INDEX_H
#define ARCHIVE_READ_INDEX_H

#include "archive/read_facts.h"
#include "teetape/io/stop.h"

/* Fills the rows of facts->rows->place from the index beside the recording. False when there is
 * none that says everything: of this recording as it is now, without errors in either. Then nothing
 * is filled. */
bool tti_archive_read_index(struct archive_facts *facts, const tt_io_stop *stop);

#endif
