/* SPDX-License-Identifier: MIT
 *
 * Makes the blocks of an index out of what a reading reads, one after the other.
 *
 * Where a block ends depends on nothing but the bytes of the recording and the ends that are asked
 * for, never on the pieces. So a reading that goes through it again, from the start or from any
 * block, gives the same blocks.
 *
 * Both who writes an index (index_build.c) and who compares one (index_check.c) use it: they differ
 * in where blocks end and in what is done with a block. It is handed to the reading as the option
 * `scan`, which then gives no items. Memory is bounded: one state and the facts of one interval.
 */
#ifndef READING_INDEX_SCAN_H
#define READING_INDEX_SCAN_H

#include "teetape/io/index_check.h"

struct index_scan_options {
    /* Where the interval that begins at `begin` is to end: it ends with the first record that ends
     * at this place or after it. Asked again before every piece. */
    uint64_t (*find_end)(void *user, uint64_t begin);
    /* The index is new: an interval ends early when it has TT_INDEX_FACTS bytes of facts, and a
     * failure of the scan ends the reading. */
    bool is_new;
    /* A block is complete; its place is not set. False ends the scan. */
    bool (*on_block)(void *user, const tt_index_block *block, tt_bytes state, tt_bytes facts);
    tt_io_access_point_fn *on_access_point; /* of the input; may be NULL */
    void *user;                             /* handed to all of them */
};

enum index_scan_status {
    INDEX_SCAN_MORE,    /* the recording goes on, as far as it was read */
    INDEX_SCAN_OVER,    /* it ended, or by a record that cannot be read */
    INDEX_SCAN_FOREIGN, /* the map of a demo cannot be read */
    INDEX_SCAN_FAILED   /* on_block said no, or the state could not be packed */
};

/* NULL when there is no memory. */
struct tti_index_scan *tti_index_scan_new(const struct index_scan_options *options);
void tti_index_scan_free(struct tti_index_scan *scan);

/* The reading is where a block of an index begins (tti_reading_index_go). `foot` is what the index
 * says of the recording and of the facts before the block. */
void tti_index_scan_resume(struct tti_index_scan *scan, const tt_index_foot *foot,
                           const tt_index_block *block);

/* The reading has ended; `damaged` when that is not the recording's fault. OVER, FOREIGN or FAILED,
 * or MORE when it was ended from outside. After OVER the last block was given, and
 * tti_index_scan_foot has all but what is in the index itself (tables, counts, stored, codec). */
enum index_scan_status tti_index_scan_end(struct tti_index_scan *scan, bool damaged);
const tt_index_foot *tti_index_scan_foot(const struct tti_index_scan *scan);

/* What the reading tells it, in this order: what is wanted of the reader beside what the caller
 * wants; the options of the input; that the header was read; and then each piece before the reader
 * has it, each item, and why the reader gave none. */
unsigned tti_index_scan_wants(unsigned wants);
void tti_index_scan_watch(const struct tti_index_scan *scan, tt_io_input_options *options);
void tti_index_scan_begin(struct tti_index_scan *scan, tt_io_reading *r);
void tti_index_scan_piece(struct tti_index_scan *scan, tt_bytes piece);
void tti_index_scan_item(struct tti_index_scan *scan, const tt_item *item);
void tti_index_scan_more(struct tti_index_scan *scan, tt_status status);

/* Each error and warning, also those of the header. */
void tti_index_scan_issue(struct tti_index_scan *scan, const tt_issue *issue);

/* Where the next piece is to end, so that the one after it has the end of the block. */
uint64_t tti_index_scan_split(struct tti_index_scan *scan);

#endif
