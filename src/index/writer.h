/* SPDX-License-Identifier: MIT
 *
 * Writes an index file from blocks and access points as they come:
 *
 *     head | state, facts, windows of its interval | state, facts, windows | ... | tables | foot
 *
 * The order is that of the scan: nothing is written twice and no byte is changed later, because
 * what is known last (counts, sums, places) is in the tables and the foot. Memory is linear in the
 * number of blocks and access points; a window is freed when it was written.
 */
#ifndef INDEX_WRITER_H
#define INDEX_WRITER_H

#include "host/file_inside.h"
#include "index/file.h"

/* An index that is being written. All zero before tti_index_writer_open. */
struct index_writer {
    tt_io_file *file;       /* gets its name with the commit; valid while is_open */
    bool is_open;           /* from open to commit: the file has to be committed or discarded */
    bool no_memory;         /* remains once it is true: the index is of no use then */
    uint64_t place;         /* bytes written */
    tt_index_block *blocks; /* entries of the block table, in the order of the recording */
    uint32_t block_count;
    size_t block_space; /* for how many entries there is memory */
    struct tti_index_writer_access_point {
        tt_index_access_point at; /* its place is set when the window is written */
        uint8_t *packed;          /* the window until it is written, then NULL */
    } * points;
    /* known so far; of these, those of blocks that were written */
    uint32_t point_count, points_written;
    size_t point_space; /* for how many points there is memory */
};

/* Begins the file. It inherits owner and rights of the recording, because it reveals its content.
 * It replaces a regular file or nothing, never what a link leads to. False: *error says why, and
 * nothing has to be closed. Nothing is under that path before the commit: an old index remains
 * until then. */
bool tti_index_writer_open(struct index_writer *w, const char *path, const char *recording,
                           tt_io_error *error);

/* Takes over all blocks of an index but the last one. False when it cannot be read, or on a failure
 * of our own (then tti_index_writer_is_good is false, too). The last one is not kept: its interval
 * ended where the recording ended, and a longer recording may end it elsewhere. */
bool tti_index_writer_keep(struct index_writer *w, tt_io_index *old);

/* There was memory for everything so far, and it could be written. */
bool tti_index_writer_is_good(const struct index_writer *w);

/* The next access point, and the next block: the access point first. False when there is no memory,
 * or nothing can be written any more. A point that an index may not have (at the start, not after
 * the one before, without its window) is passed over, which is no failure. */
bool tti_index_writer_access_point(struct index_writer *w, const tt_io_access_point *point);
bool tti_index_writer_block(struct index_writer *w, const tt_index_block *block, tt_bytes state,
                            tt_bytes facts);

/* Writes tables and foot, whose counts, places and sum of the tables are filled in, and gives the
 * file its name. False: *error says why, and the file is gone. Access points after the last block
 * are left out. */
bool tti_index_writer_commit(struct index_writer *w, tt_index_foot *foot, tt_io_error *error);

/* Forgets the file; after everything else. */
void tti_index_writer_close(struct index_writer *w);

#endif
