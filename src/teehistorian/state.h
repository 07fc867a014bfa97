/* SPDX-License-Identifier: MIT
 *
 * The packed state of a recording between two records. docs/format/index.md says what the numbers
 * mean and which values there are.
 *
 *     form                  int: TTI_TH_STATE_FORM
 *     flags                 int: TTI_TH_STATE_FINISHED, ...
 *     offset                u64: bytes of the recording before the next record
 *     tick, last_cid        int
 *     practice              int count, then as many ints: the teams upwards
 *     sessions              u64
 *     most_open             int
 *     slots                 int count, then as many slots, client ids upwards:
 *         cid, what         int, int: the parts that follow, a set of TTI_TH_HAS_*
 *         place             int x, y
 *         input             TT_INPUT_INTS ints
 *         session           u64 number, int tick in which it began
 *         since             int
 *         team, rcon level  int
 *         name              int source, text and NUL
 *         clan              text and NUL
 *         info              int tick, int size, bytes
 *         version           int size, bytes
 *         account           text and NUL
 *
 * Ints are those of varint.h, u64 those of base/u64.h, always in their shortest form. A part is
 * there exactly when it says something else than the start of a recording, and nothing is said
 * twice: so a state has one form alone, and everything else can be refused.
 */
#ifndef TTI_TEEHISTORIAN_STATE_H
#define TTI_TEEHISTORIAN_STATE_H

/* A state of another form is refused: it is a cache, and is made anew from the recording. */
#define TTI_TH_STATE_FORM 1

enum {
    TTI_TH_STATE_FINISHED = 1, /* FINISH was read */
    TTI_TH_STATE_AFTER = 2     /* and bytes after it were reported */
};

enum {
    TTI_TH_HAS_OPEN = 1 << 0,       /* the session lasts, the client is connected */
    TTI_TH_HAS_JOINED = 1 << 1,     /* the session had a JOIN */
    TTI_TH_HAS_ALIVE = 1 << 2,      /* there is a tee */
    TTI_TH_HAS_PROTOCOL_6 = 1 << 3, /* at most one of the two; none: not known */
    TTI_TH_HAS_PROTOCOL_7 = 1 << 4,
    TTI_TH_HAS_PLACE = 1 << 5,    /* not (0, 0): of the tee, or the last one of a tee that went */
    TTI_TH_HAS_INPUT = 1 << 6,    /* there was an input in this slot */
    TTI_TH_HAS_SESSION = 1 << 7,  /* there was a session in this slot */
    TTI_TH_HAS_SINCE = 1 << 8,    /* connected in another tick than the session began */
    TTI_TH_HAS_TEAM = 1 << 9,     /* not 0 */
    TTI_TH_HAS_RCON = 1 << 10,    /* not 0 */
    TTI_TH_HAS_NAME = 1 << 11,    /* asked for, or the word of the server */
    TTI_TH_HAS_CLAN = 1 << 12,    /* not empty */
    TTI_TH_HAS_INFO = 1 << 13,    /* the server took an info message */
    TTI_TH_HAS_VERSION = 1 << 14, /* of DDNETVER */
    TTI_TH_HAS_VERSION_OLD = 1 << 15, /* of DDNETVER_OLD; not both */
    TTI_TH_HAS_ACCOUNT = 1 << 16,     /* of the remote console */
    TTI_TH_HAS_OTHERS_INPUT = 1 << 17 /* the input is that of an earlier client */
};

/* Every bit that has a meaning: a state with another one is refused. */
#define TTI_TH_HAS_ALL ((1 << 18) - 1)

/* What is known of a client as long as it is connected: a DROP makes the world forget it, so no
 * recording brings about a slot that has it without TTI_TH_HAS_OPEN. */
#define TTI_TH_HAS_OF_OPEN                                                                         \
    (TTI_TH_HAS_RCON | TTI_TH_HAS_NAME | TTI_TH_HAS_CLAN | TTI_TH_HAS_INFO | TTI_TH_HAS_VERSION |  \
     TTI_TH_HAS_VERSION_OLD | TTI_TH_HAS_ACCOUNT | TTI_TH_HAS_OTHERS_INPUT)

#endif
