/* SPDX-License-Identifier: MIT
 *
 * Snapshots on the network. Byte 0 chooses what is tried:
 *
 *     even   a receiver and messages of strangers: for each a byte for its kind, one for its size
 *            in steps of 8, and this many bytes of body
 *     odd    a sender, a receiver, and a network between them that loses, doubles and holds back
 *            messages: what arrives whole is what was sent. For each tick 4 bytes: ticks since the
 *            last one, an item, its value, and what the network does
 */
#include <string.h>

#include "items.h"
#include "must.h"
#include "teetape/snap_net.h"
#include "teetape/snap_object.h"

enum { STORE = TT_SNAP_STORE_MIN, HELD = 8, TICKS = 512, ITEMS = 16, WIDE = 4 };

static tt_snap_receiver receiver;
static tt_snap_sender sender;
static int32_t receiver_ints[STORE], sender_ints[STORE], ints[TT_SNAP_MAX_INTS];
static tt_snap_index snap_index;
static tt_snap_space space;

static const tt_snap_sizes *sizes_by(unsigned number)
{
    return number == 2 ? &sizes_none : tt_snap_sizes_of(number == 1 ? TT_DIALECT_7 : TT_DIALECT_6);
}

/* What is given can be opened; what is not given is empty. */
static tt_status receive(const tt_snap_msg *msg, tt_snap *snap)
{
    size_t count;
    tt_snap same;
    tt_status status = tt_snap_receive(&receiver, msg, snap, NULL);
    if (status != TT_OK) {
        MUST(snap->count == 0);
        return status;
    }
    const tt_snap_receiver_view at = tt_snap_receiver_look(&receiver);
    MUST(at.ack == msg->tick && at.tick == msg->tick);
    MUST(tt_snap_write(ints, TT_SNAP_MAX_INTS, &count, snap) == TT_OK);
    MUST(tt_snap_open(&same, &snap_index, ints, count, NULL) == TT_OK);
    MUST(msg->kind == TT_SNAP_MSG_EMPTY || tt_snap_checksum(snap) == (uint32_t)msg->checksum);
    return status;
}

static void check_again(const tt_snap_msg *msg)
{
    static uint8_t body[TT_SNAP_MSG_HEAD + 8 * 255];
    tt_snap_msg same;
    tt_packer p = tt_packer_of(body, sizeof body);
    tt_snap_msg_encode(&p, msg);
    MUST(p.status == TT_OK);
    MUST(tt_snap_msg_decode(&same, msg->kind, tt_packer_bytes(&p)) == TT_OK);
    MUST(same.tick == msg->tick && same.base == msg->base && same.parts == msg->parts &&
         same.part == msg->part && same.checksum == msg->checksum &&
         tt_bytes_equal(same.data, msg->data));
}

static void take_messages(const uint8_t *data, size_t size)
{
    tt_snap snap;
    tt_snap_msg msg;
    while (size >= 2) {
        tt_snap_msg_kind kind = (tt_snap_msg_kind)(data[0] % 3);
        size_t body = (size_t)data[1] * 8;
        data += 2;
        size -= 2;
        body = body < size ? body : size;
        if (tt_snap_msg_decode(&msg, kind, (tt_bytes){data, body}) == TT_OK) {
            check_again(&msg);
            (void)receive(&msg, &snap);
        }
        data += body;
        size -= body;
    }
}

/* What was sent: a few items, of which one changes in each tick. */
static struct sent {
    int32_t tick;
    int32_t items[ITEMS];
} sent[TICKS];

/* Wide ones fill many parts. */
static tt_snap build(const struct sent *s, const tt_snap_sizes *sizes)
{
    tt_snap_builder b;
    int32_t item[256];
    tt_snap_builder_init(&b, &space, NULL);
    for (int32_t id = 0; id < ITEMS; id++) {
        int32_t type = id % WIDE == 0 ? TT_SNAP_SIZED_TYPES : 1 + id % WIDE;
        int32_t size = id % WIDE == 0 ? 256 : sizes->ints[type] != 0 ? sizes->ints[type] : WIDE;
        for (int32_t i = 0; i < size; i++) {
            item[i] = (int32_t)((uint32_t)s->items[id] * 0x01000193u * (uint32_t)(i + 1));
        }
        if (s->items[id] != 0) {
            MUST(tt_snap_builder_add(&b, type, id, item, (size_t)size) == TT_OK);
        }
    }
    return tt_snap_builder_finish(&b);
}

static void check_arrived(const tt_snap *snap, size_t count, const tt_snap_sizes *sizes)
{
    tt_snap built;
    size_t i = 0;
    int32_t tick = tt_snap_receiver_look(&receiver).tick;
    while (i < count && sent[i].tick != tick) {
        i++;
    }
    MUST(i < count);
    built = build(&sent[i], sizes);
    MUST(items_are_same(snap, &built));
}

struct held {
    tt_snap_msg msg;
    uint8_t data[TT_SNAP_PART_SIZE];
};

static struct held held[HELD];

static void keep(struct held *place, const tt_snap_msg *msg)
{
    place->msg = *msg;
    if (msg->data.size != 0) {
        memcpy(place->data, msg->data.data, msg->data.size);
    }
    place->msg.data.data = place->data;
}

static void arrive(const tt_snap_msg *msg, size_t count, const tt_snap_sizes *sizes)
{
    tt_snap snap;
    if (receive(msg, &snap) == TT_OK) {
        check_arrived(&snap, count, sizes);
    }
}

/* Bits of `fate` for each message in turn: it goes on, is lost, comes twice, or much later. */
static void carry(uint8_t fate, size_t count, const tt_snap_sizes *sizes)
{
    tt_snap_msg msg;
    for (size_t i = 0; tt_snap_sender_next(&sender, &msg); i++) {
        MUST(msg.data.size <= TT_SNAP_PART_SIZE);
        switch (fate >> i % 4 * 2 & 3) {
        case 0:
            arrive(&msg, count, sizes);
            break;
        case 1:
            break;
        case 2:
            arrive(&msg, count, sizes);
            arrive(&msg, count, sizes);
            break;
        default:
            arrive(&held[i % HELD].msg, count, sizes);
            keep(&held[i % HELD], &msg);
            break;
        }
    }
}

static void send_and_receive(const uint8_t *data, size_t size, const tt_snap_sizes *sizes)
{
    static const tt_snap_msg nothing = {
        .kind = TT_SNAP_MSG_EMPTY, .tick = -1, .base = -2, .parts = 1};
    struct sent now = {0};
    for (size_t i = 0; i < HELD; i++) {
        keep(&held[i], &nothing);
    }
    MUST(tt_snap_sender_init(&sender, sizes, sender_ints, STORE) == TT_OK);
    for (size_t count = 0; count < TICKS && size >= 4; data += 4, size -= 4) {
        now.tick += 1 + data[0] % 64;
        now.items[data[1] % ITEMS] = data[2];
        int32_t ack = tt_snap_receiver_look(&receiver).ack;
        MUST(tt_snap_sender_ack(&sender, ack, now.tick) == TT_OK);
        (void)tt_snap_sender_due(&sender, now.tick, 2);
        tt_snap snap = build(&now, sizes);
        sent[count++] = now;
        tt_status status = tt_snap_send(&sender, now.tick, &snap);
        MUST(status == TT_OK || status == TT_ERR_DELTA_LARGE);
        carry(data[3], count, sizes);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    const tt_snap_sizes *sizes = sizes_by((data[0] >> 1) % 3);
    MUST(tt_snap_receiver_init(&receiver, sizes, receiver_ints, STORE) == TT_OK);
    if ((data[0] & 1) == 0) {
        take_messages(data + 1, size - 1);
    } else {
        send_and_receive(data + 1, size - 1, sizes);
    }
    return 0;
}
