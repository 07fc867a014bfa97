/* SPDX-License-Identifier: MIT
 *
 * What tt_recording gives of some bytes, as text: a line for each item, to be compared.
 *
 *     H tick                            the header
 *     R tick kind offset session other  a record
 *     F tick kind cid session ...       a fact with its fields
 *     T tick sum                        a tick, with a sum of the world
 *     E status tick sessions            how it ended
 */
#ifndef TEST_REC_LOG_H
#define TEST_REC_LOG_H

#include "teetape/recording.h"

/* The wants of the reader from this offset on. */
typedef struct rec_log_change {
    uint64_t offset;
    unsigned wants;
    uint64_t facts;
} rec_log_change;

#define REC_LOG_CHANGES_MAX 4096

/* Wants that change at random at access points. The first entry has those at the start. */
typedef struct rec_log_changes {
    uint64_t seed;
    uint64_t always; /* facts that are always wanted */
    size_t count;
    rec_log_change change[REC_LOG_CHANGES_MAX];
} rec_log_changes;

/* How a log is made. With all zeros the recording is read in one piece, and nothing is wanted. */
typedef struct rec_log_how {
    unsigned wants;
    uint64_t facts;
    size_t piece; /* bytes of a piece, 0 for one piece */
    size_t first; /* bytes of the first piece, 0 for the size of the others */
    int recover;
    int resume;   /* from this item on, another reader continues at each access point; 0: never */
    int32_t step; /* length of the spans in ticks; 0: no span is set */
    const tt_selection *selection;
    int no_sessions; /* leaves sessions and offsets out of the lines */
    int skip_map;    /* skips the map of a demo */
    rec_log_changes
        *changes; /* changing wants: records, and facts other than those in `always`; may be NULL */
} rec_log_how;

/* Returns the log of a recording, which the caller frees. */
char *rec_log(tt_bytes bytes, rec_log_how how);

/* Returns the lines of a log that begin with one of these letters. Of the facts (F) it keeps only
 * the kinds in `facts`. The caller frees the text. */
char *rec_log_only(const char *log, const char *letters, uint64_t facts);

/* Writes the line of a fact, as in the log. */
size_t rec_log_fact(char *line, size_t size, const tt_fact *fact, int no_sessions);

/* Writes the line of an item, as in the log. A piece of a map has an empty line. */
size_t rec_log_item(char *line, size_t size, const tt_recording *rec, const tt_item *item,
                    int no_sessions);

/* Returns the bytes of recording `number`, which the caller frees, and its path in `*name`. First
 * come the recordings of the tree, then those whose paths are in TT_RECORDING_LIST, one a line.
 * NULL after the last one. */
uint8_t *rec_log_recording(int number, size_t *size, const char **name);

/* Does what rec_log_recording does. When a test takes only a share, it ends before the longest
 * recording. */
uint8_t *rec_log_each(int number, size_t *size, const char **name);

/* Fails the test when sessions or records change because messages are not unpacked. */
void rec_log_check_messages(const char *name, tt_bytes bytes);

/* Fails the test at the first line that differs, and prints both lines. */
void rec_log_same(const char *what, const char *a, const char *b);

#endif
