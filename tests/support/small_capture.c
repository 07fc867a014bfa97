/* SPDX-License-Identifier: MIT
 *
 * Packets and snapshots in a capture. See small_capture.h.
 */
#include "small_capture.h"

#include <string.h>

#include "teetape/huffman.h"
#include "teetape/varint.h"

enum {
    BLOCK_SECTION = 0x0a0d0d0a,
    BLOCK_PACKET = 6,
    BLOCK_PACKET_HEAD = 28, /* type, size, interface, two words of time, captured bytes, original
                               bytes */
    BYTE_ORDER_MAGIC = 0x1a2b3c4d,
    ETHERNET_HEAD = 14,
    IPV4_HEAD = 20,
    UDP_HEAD = 8
};

static uint32_t load_le32(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint16_t load_be16(const uint8_t *at)
{
    return (uint16_t)(at[0] << 8 | at[1]);
}

int small_capture_open(small_capture *capture, tt_bytes file)
{
    memset(capture, 0, sizeof *capture);
    capture->file = file;
    return file.size >= 12 && load_le32(file.data) == BLOCK_SECTION &&
           load_le32(file.data + 8) == BYTE_ORDER_MAGIC;
}

/* Returns the UDP payload of an Ethernet frame; empty for other frames. */
static tt_bytes open_frame(tt_bytes frame, uint16_t *from, uint16_t *to)
{
    const tt_bytes nothing = {NULL, 0};
    const uint8_t *ip = frame.data + ETHERNET_HEAD;

    if (frame.size < ETHERNET_HEAD + IPV4_HEAD || load_be16(frame.data + 12) != 0x0800)
        return nothing;
    size_t head = (size_t)(ip[0] & 15) * 4, size = load_be16(ip + 2);
    if (ip[0] >> 4 != 4 || ip[9] != 17 || size > frame.size - ETHERNET_HEAD ||
        size < head + UDP_HEAD || head < IPV4_HEAD)
        return nothing;
    *from = load_be16(ip + head);
    *to = load_be16(ip + head + 2);
    return (tt_bytes){ip + head + UDP_HEAD, size - head - UDP_HEAD};
}

static int find_client(small_capture *capture, uint16_t port, int seven)
{
    for (int i = 0; i < capture->clients; i++)
        if (capture->client[i].port == port)
            return i;
    if (capture->clients == SMALL_CLIENTS)
        return -1;
    capture->client[capture->clients] = (small_client){port, seven};
    return capture->clients++;
}

int small_capture_next(small_capture *capture, small_datagram *datagram)
{
    const uint8_t *data = capture->file.data;

    while (capture->at < capture->file.size) {
        size_t left = capture->file.size - capture->at;
        const uint8_t *block = data + capture->at;
        size_t size = left < 12 ? 0 : load_le32(block + 4);
        if (size < 12 || size % 4 != 0 || size > left)
            return capture->what = "a block is cut", -1;
        capture->at += size;
        if (load_le32(block) != BLOCK_PACKET)
            continue;
        size_t stored = size < BLOCK_PACKET_HEAD + 4 ? size : load_le32(block + 20);
        if (stored > size - BLOCK_PACKET_HEAD - 4)
            return capture->what = "a packet is cut", -1;

        uint16_t from, to;
        tt_bytes payload = open_frame((tt_bytes){block + BLOCK_PACKET_HEAD, stored}, &from, &to);
        /* 0x20 marks a connectionless packet in both protocols */
        if (payload.size < 3 || payload.size > SMALL_PACKET_MAX || payload.data[0] & 0x20)
            continue;
        if (capture->server == 0)
            capture->server = to;
        if (from != capture->server && to != capture->server)
            continue;
        datagram->to_server = to == capture->server;
        /* a connection of 0.7 begins with a control packet, whose flag 0.6 never sets */
        datagram->client =
            find_client(capture, datagram->to_server ? from : to, (payload.data[0] & 0x04) != 0);
        if (datagram->client < 0)
            return capture->what = "more clients than expected", -1;
        datagram->seven = capture->client[datagram->client].seven;
        datagram->data = payload;
        return 1;
    }
    return 0;
}

int small_packet_open(small_packet *packet, const small_datagram *datagram)
{
    tt_bytes data = datagram->data;
    size_t head = datagram->seven ? 7 : 3;

    if (data.size < head)
        return 0;
    /* Flags of a packet: ZRNC TUAA in 0.6, 00NZ RCAA in 0.7. */
    unsigned flags = datagram->seven ? data.data[0] >> 2 : data.data[0] >> 4;
    packet->seven = datagram->seven;
    packet->control = (flags & 1) != 0;
    packet->compressed = (flags & (packet->seven ? 4 : 8)) != 0;
    packet->resend = (flags & (packet->seven ? 2 : 4)) != 0;
    packet->chunks = packet->control ? 0 : data.data[2];
    packet->packed = (tt_bytes){data.data + head, data.size - head};
    packet->payload = packet->packed;
    packet->at = 0;
    if (!packet->compressed)
        return 1;
    size_t size;
    if (tt_huffman_decompress(packet->plain, sizeof packet->plain, &size, packet->packed, NULL) !=
        TT_OK)
        return 0;
    packet->payload = (tt_bytes){packet->plain, size};
    return 1;
}

int small_packet_next(small_packet *packet, small_chunk *chunk)
{
    size_t left = packet->payload.size - packet->at;
    const uint8_t *head = packet->payload.data + packet->at;

    if (packet->chunks == 0)
        return 0;
    packet->chunks--;
    if (left < 2)
        return -1;
    chunk->vital = (head[0] & 0x40) != 0;
    size_t head_size = chunk->vital ? 3 : 2;
    if (left < head_size)
        return -1;
    chunk->sequence = -1;
    size_t size;
    if (packet->seven) {
        size = (size_t)(head[0] & 0x3f) << 6 | (head[1] & 0x3f);
        if (chunk->vital)
            chunk->sequence = (head[1] & 0xc0) << 2 | head[2];
    } else {
        size = (size_t)(head[0] & 0x3f) << 4 | (head[1] & 0x0f);
        if (chunk->vital)
            chunk->sequence = (head[1] & 0xf0) << 2 | head[2];
    }
    if (size > left - head_size)
        return -1;
    chunk->data = (tt_bytes){head + head_size, size};
    packet->at += head_size + size;
    return 1;
}

int small_snap_open(tt_snap_msg *msg, const small_packet *packet, const small_chunk *chunk)
{
    tt_unpacker u = tt_unpacker_of(chunk->data.data, chunk->data.size);
    int32_t id = tt_unpack_int(&u);
    tt_snap_msg_kind kind;

    if (u.status != TT_OK || (id & 1) == 0 ||
        !tt_snap_msg_kind_of(&kind, id >> 1, packet->seven ? TT_PROTOCOL_7 : TT_PROTOCOL_6))
        return 0;
    return tt_snap_msg_decode(msg, kind, tt_unpack_raw(&u, tt_unpacker_left(&u))) == TT_OK ? 1 : -1;
}
