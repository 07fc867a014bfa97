/* SPDX-License-Identifier: MIT
 *
 * Checks real demos and captures against the library's Huffman, varints, snapshots and deltas:
 * what the game wrote must unpack, and pack again to the same bytes. All of it was made by DDNet
 * 16.4 and Teeworlds 0.7, so Huffman is of the classic form.
 *
 * Anything wrong fails the running test, with the file and the place.
 */
#ifndef TEST_REAL_CHECK_H
#define TEST_REAL_CHECK_H

typedef struct real_demo {
    long ticks, snapshots, deltas, messages;
    /* number of deltas for which tt_delta_create gives the same parts in another order. A recorder
     * has its snapshots in the order of the game, a reader only in the order of the deltas */
    long reordered;
} real_demo;

/* Fails unless every chunk packs again to the same bytes, every snapshot opens and is written with
 * the same ints, every delta applies without oddities, and tt_delta_create makes that delta of its
 * two snapshots. */
void real_check_demo(const char *path, real_demo *counts);

typedef struct real_capture {
    long packets;    /* packets of connections */
    long compressed; /* compressed packets among them */
    long snapshots;  /* received snapshots, all with the right checksum */
    long full;       /* snapshots against the empty snapshot among them */
    long seven;      /* snapshots of 0.7 among them */
} real_capture;

/* Fails unless every compressed packet packs again to the same bytes, and a receiver for each
 * client receives every snapshot: its base is there, its checksum is right, and nothing is odd. */
void real_check_capture(const char *path, real_capture *counts);

#endif
