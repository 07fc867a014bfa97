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
#define SMALL_PACKET_MAX 1400 /* of a datagram, and of a payload without Huffman */

/* What is known of a client: an address of the other end. */
typedef struct small_client {
    uint16_t port;
    int seven; /* its first packet was one of 0.7 */
} small_client;

typedef struct small_capture {
    small_client client[SMALL_CLIENTS];
    int clients;
    uint16_t server; /* its port: where the first datagram went */

    tt_bytes file;
    size_t at;
    const char *what; /* why small_capture_next gave -1 */
} small_capture;

typedef struct small_datagram {
    int client;    /* index into the capture's clients */
    int seven;     /* its protocol */
    int to_server; /* the way it went */
    tt_bytes data;
} small_datagram;

/* 0 when it does not start like a pcapng file of little endian. The bytes must remain valid. */
int small_capture_open(small_capture *capture, tt_bytes file);

/* The next datagram from or to the server that belongs to a connection (connectionless ones are
 * left out): 1, 0 at the end, -1 when the file is broken or has too many clients. */
int small_capture_next(small_capture *capture, small_datagram *datagram);

typedef struct small_packet {
    int control, compressed, resend;
    int seven;
    int chunks;       /* not read yet */
    tt_bytes packed;  /* the payload as it was sent */
    tt_bytes payload; /* without Huffman */
    size_t at;
    uint8_t plain[SMALL_PACKET_MAX];
} small_packet;

/* 0 when the header is cut or the payload does not decompress. */
int small_packet_open(small_packet *packet, const small_datagram *datagram);

typedef struct small_chunk {
    int vital;
    int sequence; /* of a vital one, else -1 */
    tt_bytes data;
} small_chunk;

/* 1, 0 after the last chunk, -1 when it passes the end of the payload. */
int small_packet_next(small_packet *packet, small_chunk *chunk);

/* Reads the chunk of a packet to a client as one of the messages with snapshots: 1, 0 when it is
 * another message, -1 when it is one whose fields do not parse. */
int small_snap_open(tt_snap_msg *msg, const small_packet *packet, const small_chunk *chunk);

#endif
