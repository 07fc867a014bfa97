/* SPDX-License-Identifier: MIT
 *
 * Reads the snapshot in a packet of a server: read_snapshot
 *
 *     packet     flags and acknowledged number (2 bytes), count of chunks (1), payload
 *     payload    mostly compressed; chunks: size and flags (2 bytes), a message
 *     message    id as a varint, then the fields that tt_snap_msg_decode reads
 *
 * The packet stands below, so that the program can check what it finds. It is the first one of a
 * connection; for later ones the receiver remembers the snapshots that they build on.
 */
#include <stdio.h>

#include <teetape/teetape.h>

enum { COMPRESSED = 0x80, PACKET_HEAD = 3, CHUNK_HEAD = 2, CHARACTER = 9, X = 1, Y = 2 };

static const uint8_t packet[] = {
    0x80, 0x05, 0x01, 0x76, 0xe2, 0x4e, 0x93, 0xe5, 0x82, 0x7a, 0xcb, 0x85, 0xef, 0x14, 0x77, 0x3b,
    0x2d, 0x6c, 0x91, 0x29, 0x34, 0x59, 0x2e, 0x34, 0xda, 0x6d, 0xeb, 0x06, 0xac, 0x35, 0x9f, 0x47,
    0x8a, 0xef, 0xa1, 0x85, 0x92, 0x1d, 0x69, 0xb9, 0x71, 0xaa, 0xac, 0x32, 0x52, 0xbd, 0x05, 0x1e,
    0x67, 0x5a, 0x68, 0xb2, 0x5c, 0x98, 0xb4, 0x53, 0xd1, 0x3d, 0xdf, 0xd8, 0x14, 0x4a, 0x9b, 0xb4,
    0x53, 0xd1, 0x7d, 0xbd, 0x3e, 0xda, 0xab, 0x6a, 0xd2, 0x4e, 0x45, 0xb7, 0x5a, 0x71, 0x03};

static tt_snap_receiver receiver;
static int32_t store[TT_SNAP_STORE_MIN];

/* The payload of the packet, in `space` when it was compressed. */
static tt_bytes read_payload(uint8_t *space, size_t cap)
{
    tt_bytes payload = {packet + PACKET_HEAD, sizeof packet - PACKET_HEAD};
    size_t size;
    if ((packet[0] & COMPRESSED) == 0)
        return payload;
    if (tt_huffman_decompress(space, cap, &size, payload, NULL) != TT_OK)
        return (tt_bytes){NULL, 0};
    return (tt_bytes){space, size};
}

/* The message in the first chunk, which is not a vital one: those have a third byte. */
static tt_bytes read_chunk(tt_bytes payload)
{
    tt_unpacker u = tt_unpacker_of(payload.data, payload.size);
    tt_bytes head = tt_unpack_raw(&u, CHUNK_HEAD);
    size_t size =
        u.status != TT_OK ? 0 : (size_t)((head.data[0] & 0x3f) << 4 | (head.data[1] & 15));
    return tt_unpack_raw(&u, size);
}

static tt_status read_snapshot(tt_bytes message, tt_snap *snap, tt_error *error)
{
    tt_unpacker u = tt_unpacker_of(message.data, message.size);
    int32_t head = tt_unpack_int(&u);
    tt_snap_msg_kind kind;
    tt_snap_msg msg;
    if (u.status != TT_OK || (head & 1) == 0 ||
        !tt_snap_msg_kind_of(&kind, head >> 1, TT_PROTOCOL_6))
        return TT_ERR_UNKNOWN; /* another message */
    tt_status status = tt_snap_msg_decode(&msg, kind, tt_unpack_raw(&u, tt_unpacker_left(&u)));
    return status == TT_OK ? tt_snap_receive(&receiver, &msg, snap, error) : status;
}

int main(void)
{
    static uint8_t space[1400];
    tt_snap snap;
    tt_snap_item item;
    if (tt_snap_receiver_init(&receiver, &tt_snap_sizes_6, store, TT_SNAP_STORE_MIN) != TT_OK)
        return 1;
    tt_status status = read_snapshot(read_chunk(read_payload(space, sizeof space)), &snap, NULL);
    if (status != TT_OK) {
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    printf("tick %d, %u items\n", (int)receiver.tick, (unsigned)snap.count);
    for (uint32_t i = 0; i < snap.count; i++) {
        item = tt_snap_item_at(&snap, i);
        if (item.type == CHARACTER && item.size > Y)
            printf("client %d at %d, %d\n", (int)item.id, (int)item.data[X], (int)item.data[Y]);
    }
    /* what is known about this packet */
    return receiver.ack == 19050 && snap.count == 3 &&
                   tt_snap_find(&snap, tt_snap_key(CHARACTER, 3), &item) && item.data[X] == 336 &&
                   item.data[Y] == 2225
               ? 0
               : 1;
}
