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

/* What is wanted from this offset of the recording on. */
typedef struct rec_log_change {
    uint64_t offset;
    unsigned wants;
    uint64_t facts;
} rec_log_change;

#define REC_LOG_CHANGES_MAX 4096

/* Wants that change at random where a state could be packed; those at the start are the first. */
typedef struct rec_log_changes {
    uint64_t seed;
    uint64_t always; /* facts */
    size_t count;
    rec_log_change change[REC_LOG_CHANGES_MAX];
} rec_log_changes;

/* All zeros reads the whole in one piece and wants nothing. */
typedef struct rec_log_how {
    unsigned wants;
    uint64_t facts;
    size_t piece; /* bytes of a piece, 0 for all */
    size_t first; /* bytes of the first piece, 0 for the same */
    int recover;
    int resume; /* after this many items, at each access point from there on: another reader goes on
                 */
    int32_t step; /* ticks after which the span has to be set again; 0: it is not used */
    const tt_selection *selection;
    int no_sessions; /* leave sessions and offsets out of the lines */
    int skip_map;    /* leave out the map of a demo */
    rec_log_changes
        *changes; /* records come and go, and all facts but those of `always`; or NULL */
} rec_log_how;

/* To be freed. */
char *rec_log(tt_bytes bytes, rec_log_how how);

/* Those lines of a log that begin with one of these letters; of F only the kinds of `facts`. To be
 * freed.
 */
char *rec_log_only(const char *log, const char *letters, uint64_t facts);

/* The line of a fact, as in the log. */
size_t rec_log_fact(char *line, size_t size, const tt_fact *fact, int no_sessions);

/* The line of an item, as in the log; of no size for a piece of a map. */
size_t rec_log_item(char *line, size_t size, const tt_recording *rec, const tt_item *item,
                    int no_sessions);

/* All recordings of the tree, one after the other: the bytes, to be freed, or NULL after the last
 one.

 * `*name` is its path. The paths in TT_RECORDING_LIST follow, one a line. */
uint8_t *rec_log_recording(int number, size_t *size, const char **name);

/* rec_log_recording for a loop, which ends before the longest recording when it takes a share. */
uint8_t *rec_log_each(int number, size_t *size, const char **name);

/* Fails the test when sessions, or records, are others when messages are not unpacked. */
void rec_log_check_messages(const char *name, tt_bytes bytes);

/* Fails the test at the first line that differs, and shows both. */
void rec_log_same(const char *what, const char *a, const char *b);

#endif
