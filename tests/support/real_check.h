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
    /* Of the deltas: those that tt_delta_create gives with the same records in another order.
     * A recorder sees its snapshots in the game's order, a reader has only the order in which
     * the deltas brought the items. */
    long reordered;
} real_demo;

/* Every chunk packs again to the same bytes; every snapshot opens and is written the same; every
 * delta applies without anything odd, and is what tt_delta_create makes of its two snapshots. */
void real_check_demo(const char *path, real_demo *counts);

typedef struct real_capture {
    long packets;    /* of connections */
    long compressed; /* of them */
    long snapshots;  /* received, all with the right checksum */
    long full;       /* of them: those against the empty snapshot */
    long seven;      /* of them: those of 0.7 */
} real_capture;

/* Every compressed packet packs again to the same bytes; every snapshot that was sent to a client
 * is received by a receiver of its own: base there, checksum right, nothing odd. */
void real_check_capture(const char *path, real_capture *counts);

#endif
