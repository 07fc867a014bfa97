/* SPDX-License-Identifier: MIT
 *
 * Runs the teehistorian reader over bytes and writes down all that it says, one line each, so
 * that a test compares texts:
 *
 *     1 player_new cid=0 x=1 y=2             an event: tick, kind, fields
 *     ! error TT_ERR_TH_CID @123 1           an issue: level, status, offset, tick
 *     = TT_END                               how it ended; an error with its offset
 */
#ifndef TEST_TH_LOG_H
#define TEST_TH_LOG_H

#include "teetape/teehistorian.h"

/* Flags for the content of the lines and for the reader. */
enum {
    TH_LOG_EVENTS = 1,
    TH_LOG_PLACES = 2,  /* adds "@offset+size cid" to each event */
    TH_LOG_DECODED = 4, /* adds the member `decoded` of MESSAGE */
    TH_LOG_ERRORS = 8,  /* adds issues that are errors, only as "! STATUS @offset" */
    TH_LOG_ISSUES = 16, /* adds all issues */
    TH_LOG_RECOVER = 32,
    TH_LOG_FULL = TH_LOG_EVENTS | TH_LOG_PLACES | TH_LOG_DECODED | TH_LOG_ISSUES
};

/* How the bytes are split into pieces. Every piece has a block of memory of its own, which is freed
 * when the reader asks for the next one. */
typedef struct th_split {
    size_t first;  /* bytes of the first piece */
    size_t each;   /* bytes of the other pieces; 0: all that is left */
    uint64_t seed; /* if not 0, all pieces have random sizes from 0 to 2 * each */
} th_split;

#define TH_ONE_PIECE ((th_split){SIZE_MAX, 0, 0})
#define TH_PIECES(size) ((th_split){size, size, 0})

/* Returns the size of the next piece when `left` bytes are left, and advances the split. */
size_t th_split_next(th_split *split, size_t left);

typedef struct th_log {
    char *text;
    size_t size, cap;
    tt_world *world;
    tt_th th;
    tt_status status;
    int events;
    int kinds[TT_TH_KINDS];
    int levels[3]; /* number of issues by tt_level */
    int32_t last_tick;
    unsigned flags;
} th_log;

/* Makes the log of a file, which the caller frees with th_log_free. A `scratch` of 0 means
 * TT_TH_SCRATCH. The views of log->th are invalid afterwards. */
th_log th_log_of(const void *data, size_t size, unsigned flags, th_split split, size_t scratch);

/* Appends text to the log. */
void th_log_add(th_log *log, const char *format, ...);

/* Appends the fields of a struct, " name=value" each. */
void th_log_fields(th_log *log, const tt_type *type, const void *object);

/* Appends a text in quotation marks, with unprintable bytes as \xNN. */
void th_log_text(th_log *log, tt_bytes text);

void th_log_free(th_log *log);

/* Fails with the first line that differs. `what` names the case. */
void th_log_compare(const char *have, const char *want, const char *what);

#endif
