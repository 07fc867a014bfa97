/* SPDX-License-Identifier: MIT
 *
 * Packets of a server's port in a capture, for tests and benchmarks: pcapng of little
 * endian, Ethernet, IPv4, UDP, unfragmented.
 *
 *     small_capture_open    a file
 *     small_capture_next      -> datagram (who, which way, bytes)
 *     small_packet_open         -> packet of 0.6 or 0.7 (flags, payload without Huffman)
 *     small_packet_next           -> chunk (a message)
 *     small_snap_open               -> message with a snapshot
 *
 * The chunks of a packet end by their count, so that a token of DDNet after them needs no care.
 */
#ifndef TEST_SMALL_CAPTURE_H
#define TEST_SMALL_CAPTURE_H

#include "teetape/bytes.h"
#include "teetape/snap_net.h"

#define SMALL_CLIENTS 16
#define SMALL_PACKET_MAX 1400 /* most bytes of a datagram, and of a payload after decompression */

/* A client, found by the address of the other end. */
typedef struct small_client {
    uint16_t port;
    int seven; /* 1 when its first packet was one of 0.7 */
} small_client;

typedef struct small_capture {
    small_client client[SMALL_CLIENTS];
    int clients;
    uint16_t server; /* port of the server, to which the first datagram went */

    tt_bytes file;
    size_t at;
    const char *what; /* why small_capture_next returned -1 */
} small_capture;

typedef struct small_datagram {
    int client;    /* index in the capture's clients */
    int seven;     /* 1 for a client of 0.7 */
    int to_server; /* 1 for a datagram to the server */
    tt_bytes data;
} small_datagram;

/* Opens a capture, whose bytes must remain valid. Returns 0 when it is no little-endian pcapng
 * file. */
int small_capture_open(small_capture *capture, tt_bytes file);

/* Gives the next datagram of a connection with the server, without connectionless ones. Returns 1,
 * 0 at the end, or -1 when the file is damaged or has too many clients. */
int small_capture_next(small_capture *capture, small_datagram *datagram);

typedef struct small_packet {
    int control, compressed, resend;
    int seven;
    int chunks;       /* number of chunks that were not read yet */
    tt_bytes packed;  /* payload as it was sent */
    tt_bytes payload; /* payload after decompression */
    size_t at;
    uint8_t plain[SMALL_PACKET_MAX];
} small_packet;

/* Opens a packet. Returns 0 when the header is cut or the payload cannot be decompressed. */
int small_packet_open(small_packet *packet, const small_datagram *datagram);

typedef struct small_chunk {
    int vital;
    int sequence; /* sequence of a vital chunk, otherwise -1 */
    tt_bytes data;
} small_chunk;

/* Gives the next chunk. Returns 1, 0 after the last chunk, or -1 when it exceeds the payload. */
int small_packet_next(small_packet *packet, small_chunk *chunk);

/* Reads a chunk to a client as a message with a snapshot. Returns 1, 0 for another message, or -1
 * when its fields cannot be parsed. */
int small_snap_open(tt_snap_msg *msg, const small_packet *packet, const small_chunk *chunk);

#endif
