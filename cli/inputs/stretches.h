/* SPDX-License-Identifier: MIT
 *
 * Finds input that was sent before: by the same player, by another one, or in an earlier recording
 * of the run.
 *
 * A stretch is STRETCH places of the cursor in a row. One of SAMPLE stretches is looked up by its
 * hash, chosen by the hash itself, so that equal input gives equal samples. The cost of a place is
 * constant, and so is the memory: a new stretch takes the place of another one with the same slot,
 * and only the last SENDERS sessions are remembered.
 */
#ifndef CLI_INPUTS_STRETCHES_H
#define CLI_INPUTS_STRETCHES_H

#include "cli/inputs/inputs.h"

#define STRETCH 6
#define SAMPLE 4

/* Ticks. A part of a session is the same as an earlier one while samples are found at most PART_GAP
 * after each other, each as long after its original as the one before, but for the jitter of the
 * network. */
#define PART_GAP 100
#define PART_JITTER 5

/* 64 MiB of stretches and 9 MiB of sessions. */
#define STRETCHES (UINT32_C(1) << 22)
#define SENDERS (UINT32_C(1) << 17)

/* Earlier sessions that are counted for a session. A new one takes the place of the weakest. */
#define REPEATS 8

/* A session that was read. */
struct sender {
    uint64_t session, game;  /* game: hash of the UUID of the game, 0 when it is unknown */
    const char *path;        /* path of the recording, valid as long as the run */
    int32_t cid, first_tick; /* client id, and the tick from which the game time counts */
    char name[TT_NAME_CAP];  /* name of the player at the last sample */
};

/* Counts of the stretches that a session repeats of an earlier one, or of itself. */
struct repeat {
    uint32_t sender;
    uint64_t same;                         /* number of equal samples; 0 for an unused struct */
    int32_t tick, from, since, since_from; /* ticks of the last sample here and in the earlier
                                              session; of the first one in its part */
    int32_t longest_tick, longest_from, longest_ticks; /* begins and ticks of the longest part */
};

/* The input of an open session. */
struct sending {
    uint32_t sender; /* number of the session */
    uint64_t places, samples;
    uint64_t hash;          /* hash of the last STRETCH places */
    uint64_t last[STRETCH]; /* hash of each of these places, by number % STRETCH */
    int32_t ticks[STRETCH]; /* tick of each of these places */
    struct repeat repeats[REPEATS];
};

struct stretches;

/* Makes an empty set of stretches. Returns NULL after memory_tell. The caller frees it with free().
 */
struct stretches *stretches_new(void);

/* Begins a session. `path` is that of its recording. */
void stretches_begin(struct stretches *s, struct sending *by, const struct reading *r,
                     const struct session *session);

/* Takes a new place of the cursor. */
void stretches_take(struct stretches *s, struct sending *by, const struct session *session,
                    uint64_t place, int32_t tick);

/* Returns a session of a struct repeat, or NULL when it was forgotten. */
const struct sender *stretches_sender(const struct stretches *s, uint32_t number);

#endif
