/* SPDX-License-Identifier: MIT
 *
 * Reads the snapshot in a packet of a server: read_snapshot
 *
 *     packet     flags and acknowledged number (2 bytes), count of chunks (1), payload
 *     payload    mostly compressed; chunks: flags and size (2 bytes, 3 of a vital one), a message
 *     message    id as a varint, then the fields that tt_snap_msg_decode reads
 *
 * The library has no call for the heads of packets and chunks, nor for control packets. This
 * program reads those of 0.6; 0.7 has others. The packet is part of the program, so that the
 * result can be checked. It is the first one of a connection; for later packets the receiver
 * keeps the base snapshots.
 */
#include <stdio.h>

#include <teetape/teetape.h>

enum { COMPRESSED = 0x80, CONTROL = 0x10, PACKET_HEAD = 3, CHUNK_HEAD = 2, VITAL = 0x40 };

static const uint8_t packet[] = {
    0x80, 0x05, 0x01, 0x76, 0xe2, 0x4e, 0x93, 0xe5, 0x82, 0x7a, 0xcb, 0x85, 0xef, 0x14, 0x77, 0x3b,
    0x2d, 0x6c, 0x91, 0x29, 0x34, 0x59, 0x2e, 0x34, 0xda, 0x6d, 0xeb, 0x06, 0xac, 0x35, 0x9f, 0x47,
    0x8a, 0xef, 0xa1, 0x85, 0x92, 0x1d, 0x69, 0xb9, 0x71, 0xaa, 0xac, 0x32, 0x52, 0xbd, 0x05, 0x1e,
    0x67, 0x5a, 0x68, 0xb2, 0x5c, 0x98, 0xb4, 0x53, 0xd1, 0x3d, 0xdf, 0xd8, 0x14, 0x4a, 0x9b, 0xb4,
    0x53, 0xd1, 0x7d, 0xbd, 0x3e, 0xda, 0xab, 0x6a, 0xd2, 0x4e, 0x45, 0xb7, 0x5a, 0x71, 0x03};

static tt_snap_receiver receiver;
static int32_t store[TT_SNAP_STORE_MIN];

/* Returns the payload of the packet, decompressed into `space` if needed. */
static tt_bytes read_payload(uint8_t *space, size_t cap)
{
    tt_bytes payload = {packet + PACKET_HEAD, sizeof packet - PACKET_HEAD};
    size_t size;
    if ((packet[0] & CONTROL) != 0)
        return (tt_bytes){NULL, 0}; /* a control packet, without chunks */
    if ((packet[0] & COMPRESSED) == 0)
        return payload;
    if (tt_huffman_decompress(space, cap, &size, payload, NULL) != TT_OK)
        return (tt_bytes){NULL, 0};
    return (tt_bytes){space, size};
}

/* Returns the message in the next chunk. The head of a vital chunk, which is sent again until it
 * has arrived, has a third byte for its number. */
static tt_bytes next_message(tt_unpacker *payload)
{
    tt_bytes head = tt_unpack_raw(payload, CHUNK_HEAD);
    if (payload->status != TT_OK)
        return (tt_bytes){NULL, 0};
    if ((head.data[0] & VITAL) != 0)
        tt_unpack_raw(payload, 1);
    return tt_unpack_raw(payload, (size_t)((head.data[0] & 0x3f) << 4 | (head.data[1] & 15)));
}

static tt_status read_message(tt_bytes message, tt_snap *snap, tt_error *error)
{
    tt_unpacker u = tt_unpacker_of(message.data, message.size);
    int32_t head = tt_unpack_int(&u);
    tt_snap_msg_kind kind;
    tt_snap_msg msg;
    if (u.status != TT_OK || (head & 1) == 0 ||
        !tt_snap_msg_kind_of(&kind, head >> 1, TT_PROTOCOL_6))
        return TT_ERR_UNKNOWN; /* not a snapshot */
    tt_status status = tt_snap_msg_decode(&msg, kind, tt_unpack_raw(&u, tt_unpacker_left(&u)));
    return status == TT_OK ? tt_snap_receive(&receiver, &msg, snap, error) : status;
}

/* Returns TT_OK with the first snapshot of the chunks, or an error. */
static tt_status read_packet(tt_snap *snap)
{
    static uint8_t space[1400];
    tt_bytes payload = read_payload(space, sizeof space);
    tt_unpacker u = tt_unpacker_of(payload.data, payload.size);
    tt_status status = TT_ERR_UNKNOWN;
    for (int chunk = 0; chunk < packet[2] && u.status == TT_OK && status != TT_OK; chunk++)
        status = read_message(next_message(&u), snap, NULL);
    return status;
}

/* Decodes the item if it is a tee. */
static int is_tee(const tt_snap_item *item, struct tt_obj_character *tee)
{
    return tt_obj_find(TT_DIALECT_DDNET, item->type) == TT_OBJ_CHARACTER &&
           tt_obj_unpack(tee, TT_OBJ_CHARACTER, item->data, item->size) >= 0;
}

int main(void)
{
    tt_snap snap;
    struct tt_obj_character tee = {0};
    if (tt_snap_receiver_init(&receiver, tt_snap_sizes_of(TT_DIALECT_6), store,
                              TT_SNAP_STORE_MIN) != TT_OK)
        return 1;
    tt_status status = read_packet(&snap);
    if (status != TT_OK) {
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    const tt_snap_receiver_view at = tt_snap_receiver_look(&receiver);
    printf("tick %d, %u items\n", (int)at.tick, (unsigned)snap.count);
    int found = 0;
    for (uint32_t i = 0; i < snap.count; i++) {
        tt_snap_item item = tt_snap_item_at(&snap, i);
        if (!is_tee(&item, &tee))
            continue;
        printf("client %d at %d, %d\n", (int)item.id, (int)tee.x, (int)tee.y);
        found += item.id == 3 && tee.x == 336 && tee.y == 2225;
    }
    /* Compares the result with the known content of the packet. */
    return at.ack == 19050 && snap.count == 3 && found == 1 ? 0 : 1;
}
