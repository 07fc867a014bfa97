/* SPDX-License-Identifier: MIT
 *
 * The packed state of a demo between two chunks: where the reader is, its snapshot, the world and
 * who follows it. A reader that goes on with it gives what one would give that was there from the
 * start.
 *
 *     offset                  u64: bytes of the demo before the next chunk
 *     tick                    int, of the last tick marker, or -1
 *     flags                   int, a set of TTI_DEMO_STATE_*
 *     snapshot                with HAS_SNAP: int its tick, int count of items; each int type, id,
 *                             size, and as many ints
 *     local                   int
 *     types                   int count; each int type, and 16 bytes, zeros for an unknown one
 *     slots                   int count, then as many slots, client ids upwards:
 *         cid, what           int, int: the parts that follow, a set of TTI_DEMO_HAS_*
 *         place               int x, y, weapon, core tick
 *         client              int since, name source, country, rcon level, version of the protocol;
 *                             name and clan, each with a NUL
 *         team                int
 *         skin                text and NUL, int custom colours, body, feet
 *
 * Ints are those of varint.h, u64 those of base/u64.h.
 */
#ifndef TTI_DEMO_STATE_H
#define TTI_DEMO_STATE_H

#include "teetape/demo_world.h"

/* Bits of the flags, which docs/format/index.md has as well: states are parts of index files, so
 * the numbers do not change. */
enum {
    TTI_DEMO_STATE_HAS_SNAP = 1,
    TTI_DEMO_STATE_UNRELIABLE = 2, /* a delta was lost since the last full snapshot */
    TTI_DEMO_STATE_FOLLOWED = 4,   /* the world is that of the snapshot */
    TTI_DEMO_STATE_WORLD_SNAP = 8, /* the world followed a snapshot at least once */
    TTI_DEMO_STATE_SETTLED = 16,   /* the last one changed no clients */
    TTI_DEMO_STATE_PAUSED = 32     /* the game is paused */
};

/* Bits of `what` of a slot. Some stand for themselves, and some for a part that follows. */
enum {
    TTI_DEMO_HAS_ALIVE = 1,      /* there is a tee */
    TTI_DEMO_HAS_PLACE = 2,      /* a part: where it is, or where the last one was */
    TTI_DEMO_HAS_CONNECTED = 4,  /* there is a client */
    TTI_DEMO_HAS_JOINED = 8,     /* the demo said that it came */
    TTI_DEMO_HAS_CLIENT = 16,    /* a part: who it is */
    TTI_DEMO_HAS_TEAM = 32,      /* a part: its DDRace team, if it has one */
    TTI_DEMO_HAS_SKIN = 64,      /* a part */
    TTI_DEMO_HAS_PAUSED = 128,   /* the player paused or watches */
    TTI_DEMO_HAS_ITEM = 256,     /* the last snapshot has an item of it */
    TTI_DEMO_HAS_MESSAGE = 512,  /* a message of 0.7 brought it */
    TTI_DEMO_HAS_MOVED = 1024,   /* the tick of the tee's core is that of the snapshot */
    TTI_DEMO_HAS_DROPPED = 2048, /* a message of 0.7 said that it left; its items remain */
    TTI_DEMO_HAS_ALL = 4095      /* the sum of all */
};

/* Packs the state; `offset` and `tick` are those before the next chunk. */
void tti_demo_state_pack(tt_packer *p, const tt_demo *demo, const tt_demo_world *follower,
                         uint64_t offset, int32_t tick);

/* Sets a reader that has read its header, and a follower that has taken it, to a packed state. What
 * is wrong remains in the unpacker. */
void tti_demo_state_unpack(tt_unpacker *u, tt_demo *demo, tt_demo_world *follower);

#endif
