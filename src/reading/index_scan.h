/* SPDX-License-Identifier: MIT
 *
 * Goes through a recording for its index: takes the raw bytes in pieces of any size, and gives a
 * block after the other.
 *
 * Where a block ends depends on nothing but the bytes of the recording and the ends that are asked
 * for, never on the pieces. So a reader that goes through it again, from the start or from any
 * block, gets the same blocks.
 *
 * Both who writes an index (index_build.c) and who compares one (index_check.c) use it: they differ
 * in where blocks end and in what is done with a block. Memory is bounded: one state, the facts of
 * one interval, one record that is not complete, and the header.
 */
#ifndef READING_INDEX_SCAN_H
#define READING_INDEX_SCAN_H

#include <stdbool.h>

#include "teetape/index.h"

struct index_scan;

/* Memory for a recording that holds the longest header of a teehistorian file. Every reader has the
 * same, so that the same records are too long. */
#define READING_SCRATCH (TT_TH_HEADER_MAX + 16)

struct index_scan_options {
    /* Where the interval that begins at `begin` is to end: it ends with the first record that ends
     * at this place or after it. Asked again before every piece. */
    uint64_t (*find_end)(void *user, uint64_t begin);
    /* Ends an interval early when it has TT_INDEX_FACTS bytes of facts. */
    bool limits_facts;
    /* A block is complete; its place is not set. False ends the scan. */
    bool (*on_block)(void *user, const tt_index_block *block, tt_bytes state, tt_bytes facts);
    tt_issue_fn *on_issue; /* every issue of the reader; may be NULL */
    void *user;            /* handed to all of them */
};

enum index_scan_status {
    INDEX_SCAN_MORE,    /* give the next piece, or call tti_index_scan_end */
    INDEX_SCAN_OVER,    /* the recording ended by FINISH, or by a record that cannot be read */
    INDEX_SCAN_FOREIGN, /* no recording, or its header (of a demo: its map) cannot be read */
    INDEX_SCAN_FAILED   /* on_block said no, or the state could not be packed */
};

/* A scan from the start of a recording. NULL when there is no memory. */
struct index_scan *tti_index_scan_new(const struct index_scan_options *options);

/* Goes on where a block of an index begins; the next piece begins at block->begin. `foot` is what
 * the index says of the recording and of the facts before the block. False when the state is
 * damaged, or there is no memory: then the scan is of no use. */
bool tti_index_scan_resume(struct index_scan *scan, const tt_index_foot *foot,
                           const tt_index_block *block, tt_bytes header, tt_bytes state);

/* The next bytes of the recording. Everything but MORE remains. */
enum index_scan_status tti_index_scan_piece(struct index_scan *scan, tt_bytes piece);

/* There are no more bytes; `damaged` when that is not the recording's fault. OVER, FOREIGN or
 * FAILED: after OVER the last block was given, and tti_index_scan_foot has all but what is in the
 * index itself (tables, counts, stored, codec). */
enum index_scan_status tti_index_scan_end(struct index_scan *scan, bool damaged);
const tt_index_foot *tti_index_scan_foot(const struct index_scan *scan);

/* The first bytes of the recording, up to the end of its header or more; fewer before it was read.
 * They remain as long as the scan. */
tt_bytes tti_index_scan_first(const struct index_scan *scan);

/* It failed because there is not enough memory. */
bool tti_index_scan_no_memory(const struct index_scan *scan);

void tti_index_scan_free(struct index_scan *scan);

#endif
