/* SPDX-License-Identifier: MIT
 *
 * Sends snapshots to one client in a game loop: send_delta
 *
 * All memory is static. The client is in this program, too, and loses every fifth packet on
 * purpose. The program fails when a snapshot of the client differs from that of the server.
 */
#include <stdio.h>
#include <string.h>

#include <teetape/teetape.h>

enum { TICKS = 500, CHARACTER = 9, PROJECTILE = 2, STORE_INTS = TT_SNAP_STORE_MIN };

/* State of the server. */
static tt_snap_types types; /* all zeros: no extended type was used yet */
static tt_snap_space world_space;
static tt_snap_sender sender;
static int32_t sent[STORE_INTS];

/* State of the client. */
static tt_snap_receiver receiver;
static int32_t received[STORE_INTS];

/* Makes a snapshot of this tick: a tee that runs, and sometimes a projectile. */
static tt_snap make_snapshot(int32_t tick)
{
    static const tt_uuid extra = {{0x76, 0xce, 0x45, 0x5b, 0xf9, 0xeb, 0x3a, 0x48, 0xad, 0xd7, 0xe0,
                                   0x4b, 0x94, 0x1d, 0x04, 0x5c}}; /* DDNetCharacter */
    int32_t character[22] = {0}, projectile[6] = {100, 100, 5, 0, 1, 0}, more[11] = {0};
    tt_snap_builder builder;
    tt_snap_builder_init(&builder, &world_space, &types);
    character[1] = 320 + tick * 5;
    character[2] = 640;
    character[16] = 10;
    tt_snap_builder_add(&builder, CHARACTER, 0, character, 22);
    tt_snap_builder_add_uuid(&builder, &extra, 0, more, 11);
    if (tick % 100 < 30) {
        projectile[5] = tick - tick % 100;
        tt_snap_builder_add(&builder, PROJECTILE, tick / 100, projectile, 6);
    }
    return tt_snap_builder_finish(&builder);
}

/* Writes a message in the form of a non-vital chunk: id and body. */
static size_t write_message(uint8_t *dst, size_t cap, const tt_snap_msg *msg)
{
    tt_packer p = tt_packer_of(dst, cap);
    int32_t id = tt_snap_msg_id(msg->kind, TT_PROTOCOL_6);
    tt_pack_int(&p, id << 1 | 1); /* a system message */
    tt_snap_msg_encode(&p, msg);
    return p.status == TT_OK ? tt_packer_bytes(&p).size : 0;
}

/* Returns 1 when the client now has a snapshot, and it is this one. */
static int read_message(const uint8_t *data, size_t size, const tt_snap *wanted)
{
    tt_unpacker u = tt_unpacker_of(data, size);
    int32_t head = tt_unpack_int(&u);
    tt_snap_msg_kind kind;
    tt_snap_msg msg;
    tt_snap snap;
    if (u.status != TT_OK || (head & 1) == 0 ||
        !tt_snap_msg_kind_of(&kind, head >> 1, TT_PROTOCOL_6) ||
        tt_snap_msg_decode(&msg, kind, tt_unpack_raw(&u, tt_unpacker_left(&u))) != TT_OK ||
        tt_snap_receive(&receiver, &msg, &snap, NULL) != TT_OK)
        return 0;
    return snap.count == wanted->count && tt_snap_checksum(&snap) == tt_snap_checksum(wanted);
}

int main(void)
{
    static uint8_t packet[1400];
    size_t bytes = 0, snapshots = 0, wrong = 0;
    if (tt_snap_sender_init(&sender, tt_snap_sizes_of(TT_DIALECT_6), sent, STORE_INTS) != TT_OK ||
        tt_snap_receiver_init(&receiver, tt_snap_sizes_of(TT_DIALECT_6), received, STORE_INTS) !=
            TT_OK)
        return 1;
    for (int32_t tick = 0; tick < TICKS; tick++) {
        if (!tt_snap_sender_due(&sender, tick, 2))
            continue;
        tt_snap now = make_snapshot(tick);
        tt_snap_msg msg;
        if (tt_snap_send(&sender, tick, &now) != TT_OK)
            return 1;
        while (tt_snap_sender_next(&sender, &msg)) {
            size_t size = write_message(packet, sizeof packet, &msg);
            bytes += size;
            snapshots++;
            if (snapshots % 5 != 0)
                wrong += (size_t)!read_message(packet, size, &now);
        }
        /* The client's next INPUT message carries this tick. */
        tt_snap_sender_ack(&sender, tt_snap_receiver_look(&receiver).ack, tick);
    }
    printf("%zu snapshots in %zu bytes, %zu of them wrong\n", snapshots, bytes, wrong);
    int32_t ack = tt_snap_receiver_look(&receiver).ack;
    return wrong == 0 && snapshots > 200 && ack >= TICKS - 10 ? 0 : 1;
}
