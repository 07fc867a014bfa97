/* SPDX-License-Identifier: MIT
 *
 * Makes teehistorian streams for tests: a growing block of bytes, and what is in it.
 */
#ifndef TEST_TH_MAKE_H
#define TEST_TH_MAKE_H

#include "teetape/teehistorian.h"

/* First ints of the records. */
enum {
    TH_FINISH = -1,
    TH_TICK_SKIP = -2,
    TH_PLAYER_NEW = -3,
    TH_PLAYER_OLD = -4,
    TH_INPUT_DIFF = -5,
    TH_INPUT_NEW = -6,
    TH_MESSAGE = -7,
    TH_JOIN = -8,
    TH_DROP = -9,
    TH_CONSOLE_COMMAND = -10,
    TH_EX = -11
};

/* A teehistorian file that is being made. All zeros is an empty one. */
typedef struct th_make {
    uint8_t *data;
    size_t size, cap;
} th_make;

/* Appends magic and header of this version. `more` is further JSON that begins with a comma, or
 * "". */
void th_make_header(th_make *m, int version, const char *more);

void th_make_bytes(th_make *m, const void *data, size_t size);
void th_make_int(th_make *m, int32_t value);

/* Ends a list of ints. */
#define TH_STOP INT64_MIN
void th_make_ints(th_make *m, const int64_t *values);
#define TH_INTS(m, ...) th_make_ints(m, (const int64_t[]){__VA_ARGS__, TH_STOP})

/* Appends a string and its NUL. */
void th_make_text(th_make *m, const char *text);

/* Appends `count` bytes `c`. */
void th_make_fill(th_make *m, int c, size_t count);

/* Append a MESSAGE record, or an EX record with the UUID of `kind`. */
void th_make_message(th_make *m, int32_t cid, const th_make *payload);
void th_make_ex(th_make *m, tt_th_kind kind, const th_make *payload);

/* Appends an EX record with ints up to TH_STOP. */
void th_make_ex_ints(th_make *m, tt_th_kind kind, const int64_t *values);
#define TH_EX_INTS(m, kind, ...) th_make_ex_ints(m, kind, (const int64_t[]){__VA_ARGS__, TH_STOP})

/* Appends a MESSAGE record with the info of a client. `id` is that of the message: Cl_StartInfo
 * (20) or Cl_ChangeInfo (21) of 0.6, or Cl_StartInfo of 0.7 (27). */
void th_make_info(th_make *m, int32_t cid, int32_t id, const char *name, const char *clan);

/* Reads a whole file of tests/recordings, NAME without ".teehistorian". */
void th_make_recording(th_make *m, const char *name);

/* Numbers of the files: five short ones, then one of 13 minutes. */
enum { TH_SHORT_RECORDINGS = 5, TH_RECORDINGS = 6 };
extern const char *const th_recordings[TH_RECORDINGS];

void th_make_free(th_make *m);

#endif
