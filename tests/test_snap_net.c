/* SPDX-License-Identifier: MIT
 *
 * Tests of snapshots on the network (teetape/snap_net.h).
 */
#include "cm.h"
#include "snap/store.h"

#include <stdlib.h>

#include "support/snap_make.h"
#include "teetape/snap_net.h"
#include "teetape/snap_object.h"
#include "teetape/varint.h"
#include "vectors.h"

enum { STORE = 4 * TT_SNAP_MAX_INTS };

static slow_snap model, before;
static made_snap made;
static tt_snap_receiver r;
static tt_snap_sender s;
static int32_t r_ints[STORE], s_ints[STORE];
static tt_snap snap;
static tt_error error;

static void begin(void)
{
    memset(&r, 0x5a, sizeof r);
    memset(&s, 0x5a, sizeof s);
    assert_int_equal(tt_snap_receiver_init(&r, tt_snap_sizes_of(TT_DIALECT_6), r_ints, STORE),
                     TT_OK);
    assert_int_equal(tt_snap_sender_init(&s, tt_snap_sizes_of(TT_DIALECT_6), s_ints, STORE), TT_OK);
}

/* The messages of a real server, decoded, received, and written again. */
static void vectors_receive(void **state)
{
    (void)state;
    static uint8_t bytes[2048], again[2048];
    vectors v;
    int lines = 0;
    begin();
    vectors_open(&v, "snap_messages.txt");
    while (vectors_next(&v)) {
        size_t size = vectors_hex(bytes, sizeof bytes, v.field[1]);
        tt_snap_msg msg;
        tt_snap_msg_kind kind;
        lines++;
        if (!tt_snap_msg_kind_of(&kind, bytes[0] >> 1, TT_PROTOCOL_6)) {
            assert_int_equal(bytes[0], 0x21); /* an INPUT */
            continue;
        }
        assert_int_equal(tt_snap_msg_decode(&msg, kind, (tt_bytes){bytes + 1, size - 1}), TT_OK);
        int tick, base, checksum, data;
        assert_int_equal(sscanf(v.field[2], "tick=%d delta_tick=%d crc=%d size=%d", &tick, &base,
                                &checksum, &data),
                         4);
        assert_true(msg.tick == tick && msg.base == base && msg.checksum == checksum);
        assert_int_equal(msg.data.size, data);
        assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_OK);
        slow_parse(&model, v.field[4]);
        assert_true(made_same(&snap, &model));
        const tt_snap_receiver_view at = tt_snap_receiver_look(&r);
        assert_true(at.ack == tick && at.tick == tick && at.odd == 0 && at.mismatches == 0);
        tt_packer p = tt_packer_of(again, sizeof again);
        tt_snap_msg_encode(&p, &msg);
        assert_true(tt_bytes_equal(tt_packer_bytes(&p), (tt_bytes){bytes + 1, size - 1}));
        assert_int_equal(tt_snap_msg_id(kind, TT_PROTOCOL_6) * 2 + 1, bytes[0]);
    }
    assert_int_equal(lines, 9);
}

/* A sender that knows the same snapshots makes the same messages. */
static void vectors_send(void **state)
{
    (void)state;
    static uint8_t bytes[2048], again[2048];
    vectors v;
    begin();
    vectors_open(&v, "snap_messages.txt");
    while (vectors_next(&v)) {
        int tick, base, now;
        tt_snap_msg msg;
        if (sscanf(v.field[2], "ack_tick=%d intended_tick=%d", &tick, &now) == 2) {
            assert_int_equal(tt_snap_sender_ack(&s, tick, now), TT_OK);
            continue;
        }
        assert_int_equal(sscanf(v.field[2], "tick=%d delta_tick=%d", &tick, &base), 2);
        made_parse(&made, v.field[4]);
        /* this list leaves out some of the INPUTs */
        assert_int_equal(tt_snap_sender_ack(&s, base, tick), TT_OK);
        assert_int_equal(tt_snap_send(&s, tick, &made.snap), TT_OK);
        assert_true(tt_snap_sender_next(&s, &msg));
        assert_int_equal(msg.kind, TT_SNAP_MSG_SINGLE);
        tt_packer p = tt_packer_of(again, sizeof again);
        tt_snap_msg_encode(&p, &msg);
        size_t size = vectors_hex(bytes, sizeof bytes, v.field[1]);
        assert_true(tt_bytes_equal(tt_packer_bytes(&p), (tt_bytes){bytes + 1, size - 1}));
        assert_false(tt_snap_sender_next(&s, &msg));
    }
}

static void ids_of_both_protocols(void **state)
{
    (void)state;
    tt_snap_msg_kind kind;
    assert_int_equal(tt_snap_msg_id(TT_SNAP_MSG_PART, TT_PROTOCOL_6), 5);
    assert_int_equal(tt_snap_msg_id(TT_SNAP_MSG_EMPTY, TT_PROTOCOL_6), 6);
    assert_int_equal(tt_snap_msg_id(TT_SNAP_MSG_SINGLE, TT_PROTOCOL_7), 8);
    assert_true(tt_snap_msg_kind_of(&kind, 6, TT_PROTOCOL_7) && kind == TT_SNAP_MSG_PART);
    assert_true(tt_snap_msg_kind_of(&kind, 7, TT_PROTOCOL_6) && kind == TT_SNAP_MSG_SINGLE);
    assert_false(tt_snap_msg_kind_of(&kind, 8, TT_PROTOCOL_6));
    assert_false(tt_snap_msg_kind_of(&kind, 4, TT_PROTOCOL_6));
    assert_false(tt_snap_msg_kind_of(&kind, 5, TT_PROTOCOL_7));
}

static tt_status decode(tt_snap_msg *msg, tt_snap_msg_kind kind, const int32_t *ints, size_t count,
                        size_t data)
{
    static uint8_t body[2048];
    tt_packer p = tt_packer_of(body, sizeof body);
    for (size_t i = 0; i < count; i++) {
        tt_pack_int(&p, ints[i]);
    }
    memset(p.at, 7, sizeof body - tt_packer_bytes(&p).size);
    return tt_snap_msg_decode(msg, kind, (tt_bytes){body, tt_packer_bytes(&p).size + data});
}

#define DECODE(kind, data, ...)                                                                    \
    decode(&msg, kind, (const int32_t[]){__VA_ARGS__},                                             \
           sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t), data)

static void bad_messages(void **state)
{
    (void)state;
    tt_snap_msg msg;
    assert_int_equal(DECODE(TT_SNAP_MSG_EMPTY, 5, 1000, 2), TT_OK);
    assert_true(msg.tick == 1000 && msg.base == 998 && msg.parts == 1 && msg.data.size == 0);
    assert_int_equal(DECODE(TT_SNAP_MSG_EMPTY, 0, 1000), TT_ERR_TRUNCATED);
    assert_int_equal(DECODE(TT_SNAP_MSG_EMPTY, 0, INT32_MIN, INT32_MAX), TT_OK);
    assert_int_equal(msg.base, 1);
    assert_int_equal(DECODE(TT_SNAP_MSG_SINGLE, 900, 1, 2, 3, 900), TT_OK);
    assert_int_equal(msg.data.size, 900);
    assert_int_equal(DECODE(TT_SNAP_MSG_SINGLE, 899, 1, 2, 3, 900), TT_ERR_TRUNCATED);
    assert_int_equal(DECODE(TT_SNAP_MSG_SINGLE, 901, 1, 2, 3, 901), TT_ERR_SNAP_PART_SIZE);
    assert_int_equal(DECODE(TT_SNAP_MSG_SINGLE, 0, 1, 2, 3, -1), TT_ERR_SNAP_PART_SIZE);
    assert_int_equal(DECODE(TT_SNAP_MSG_SINGLE, 0, 1, 2, 3), TT_ERR_TRUNCATED);
    assert_int_equal(DECODE(TT_SNAP_MSG_PART, 1, 1, 2, 64, 63, 5, 1), TT_OK);
    assert_true(msg.parts == 64 && msg.part == 63);
    assert_int_equal(DECODE(TT_SNAP_MSG_PART, 1, 1, 2, 65, 63, 5, 1), TT_ERR_SNAP_PART);
    assert_int_equal(DECODE(TT_SNAP_MSG_PART, 1, 1, 2, 0, 0, 5, 1), TT_ERR_SNAP_PART);
    assert_int_equal(DECODE(TT_SNAP_MSG_PART, 1, 1, 2, 3, 3, 5, 1), TT_ERR_SNAP_PART);
    assert_int_equal(DECODE(TT_SNAP_MSG_PART, 1, 1, 2, 3, -1, 5, 1), TT_ERR_SNAP_PART);
    /* made by hand, and given to the receiver as it is */
    begin();
    msg.parts = 3;
    msg.part = 3;
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_ERR_SNAP_PART);
    msg.parts = 1;
    msg.part = 0;
    msg.data.size = 901;
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_ERR_SNAP_PART_SIZE);
}

/* The ints of each kind of message in their order, as they came in. */
static void messages_are_encoded(void **state)
{
    (void)state;
    static const uint8_t data[] = {7, 8, 9};
    static const int32_t ints[][6] = {{1000, 2}, {1000, 2, -5, 3}, {1000, 2, 4, 1, -5, 3}};
    static const tt_snap_msg_kind kinds[] = {TT_SNAP_MSG_EMPTY, TT_SNAP_MSG_SINGLE,
                                             TT_SNAP_MSG_PART};
    for (size_t i = 0; i < 3; i++) {
        uint8_t wanted[64], got[64];
        tt_packer p = tt_packer_of(wanted, sizeof wanted), q = tt_packer_of(got, sizeof got);
        for (size_t k = 0; k < 2 + 2 * i; k++) {
            tt_pack_int(&p, ints[i][k]);
        }
        tt_pack_raw(&p, (tt_bytes){data, i == 0 ? 0 : sizeof data});
        tt_snap_msg msg;
        assert_int_equal(tt_snap_msg_decode(&msg, kinds[i], tt_packer_bytes(&p)), TT_OK);
        assert_int_equal(msg.base, 998);
        tt_snap_msg_encode(&q, &msg);
        assert_true(tt_bytes_equal(tt_packer_bytes(&p), tt_packer_bytes(&q)));
    }
}

/* What the last transfer sent. */
static struct {
    int32_t base;
    uint32_t parts;
    size_t size;
} sent;

/* Sends `model` and hands its messages over in some order. Returns the last result. */
static tt_status transfer(int32_t tick, uint64_t *seed)
{
    tt_snap_msg msgs[TT_SNAP_MAX_PARTS];
    uint32_t count = 0;
    made_from(&made, &model);
    assert_int_equal(tt_snap_send(&s, tick, &made.snap), TT_OK);
    sent.size = 0;
    while (tt_snap_sender_next(&s, &msgs[count])) {
        sent.base = msgs[count].base;
        sent.size += msgs[count].data.size;
        count++;
    }
    sent.parts = count;
    tt_status status = TT_MORE;
    for (uint32_t left = count; left > 0; left--) {
        uint32_t pick = random_next(seed) % left;
        assert_int_equal(status, TT_MORE);
        status = tt_snap_receive(&r, &msgs[pick], &snap, &error);
        msgs[pick] = msgs[left - 1];
    }
    return status;
}

static int same_items(void)
{
    /* the order may be another */
    size_t count;
    static int32_t delta[TT_DELTA_BOUND];
    return snap.count == made.snap.count &&
           tt_delta_create(delta, TT_DELTA_BOUND, &count, &snap, &made.snap,
                           tt_snap_sizes_of(TT_DIALECT_6)) == TT_OK &&
           count == 0;
}

static void a_long_conversation(void **state)
{
    (void)state;
    uint64_t seed = 41;
    begin();
    made_random(&before, &seed, 400, tt_snap_sizes_of(TT_DIALECT_6)->ints);
    int32_t bases = 0, empties = 0, acked = -1;
    for (int32_t tick = 0; tick < 400; tick += 2) {
        if (random_next(&seed) % 4 == 0) {
            model = before;
        } else {
            made_next(&model, &before, &seed, random_next(&seed) % 100,
                      tt_snap_sizes_of(TT_DIALECT_6)->ints);
        }
        if (random_next(&seed) % 8 == 0) { /* lost on the way */
            made_from(&made, &model);
            assert_int_equal(tt_snap_send(&s, tick, &made.snap), TT_OK);
        } else {
            assert_int_equal(transfer(tick, &seed), TT_OK);
            assert_true(same_items());
            assert_int_equal(tt_snap_receiver_look(&r).ack, tick);
            assert_int_equal(tt_snap_receiver_look(&r).odd, 0);
            assert_true(sent.base == acked || sent.base == -1);
            bases += sent.base >= 0;
            empties += sent.size == 0;
        }
        if (random_next(&seed) % 3 != 0) {
            acked = tt_snap_receiver_look(&r).ack;
            assert_int_equal(tt_snap_sender_ack(&s, acked, tick), TT_OK);
        }
        before = model;
    }
    assert_true(bases > 100 && empties > 5);
}

static void large_snapshots_come_in_parts(void **state)
{
    (void)state;
    uint64_t seed = 42;
    begin();
    model.count = model.used = 0;
    for (int i = 0; i < 500; i++) {
        int32_t *data = slow_add(&model, 9, i, 22);
        for (int j = 0; j < 22; j++) {
            data[j] = (int32_t)(random_next(&seed) >> 4);
        }
    }
    assert_int_equal(transfer(10, &seed), TT_OK);
    assert_int_equal(sent.parts, (sent.size + 899) / 900);
    assert_true(sent.parts > 50);
    assert_true(same_items());
    /* with 900 packed bytes there is one part, with 901 there are two */
    tt_snap_sender_ack(&s, 10, 10);
    for (int extra = 0; extra < 2; extra++) {
        model.count = 500;
        model.used = 500 * 22;
        int32_t *data = slow_add(&model, 64, 1, 892 + extra);
        memset(data, 0, (size_t)(892 + extra) * sizeof *data);
        assert_int_equal(transfer(12 + extra, &seed), TT_OK);
        assert_int_equal(sent.size, 900 + extra);
        assert_int_equal(sent.parts, 1 + extra);
        assert_true(same_items());
        model.count = 500;
    }
}

static void what_is_too_large_is_not_sent(void **state)
{
    (void)state;
    tt_snap_msg msg;
    begin();
    model.count = model.used = 0;
    int32_t *data = slow_add(&model, 64, 1, 12000);
    for (int i = 0; i < 12000; i++) {
        data[i] = INT32_MIN; /* five bytes each */
    }
    made_from(&made, &model);
    assert_int_equal(tt_snap_send(&s, 1, &made.snap), TT_ERR_DELTA_LARGE);
    assert_false(tt_snap_sender_next(&s, &msg));
    /* ints that are too many, though small */
    before.count = before.used = model.count = model.used = 0;
    for (int i = 0; i < TT_SNAP_MAX_ITEMS; i++) {
        slow_add(&before, 64, i, 12);
        slow_add(&model, 65, i, 12);
    }
    made_from(&made, &before);
    assert_int_equal(tt_snap_send(&s, 2, &made.snap), TT_OK);
    assert_int_equal(tt_snap_sender_ack(&s, 2, 2), TT_OK);
    made_from(&made, &model);
    assert_int_equal(tt_snap_send(&s, 3, &made.snap), TT_ERR_DELTA_LARGE);
    assert_false(tt_snap_sender_next(&s, &msg));
    assert_int_equal(tt_snap_send(&s, 3, &made.snap), TT_ERR_ARGUMENT); /* ticks must rise */
    assert_int_equal(tt_snap_send(&s, -1, &made.snap), TT_ERR_ARGUMENT);
}

static void two_sizes_of_an_item_are_sent_whole(void **state)
{
    (void)state;
    uint64_t seed = 43;
    begin();
    slow_parse(&model, "64/1:1,2");
    assert_int_equal(transfer(1, &seed), TT_OK);
    assert_int_equal(tt_snap_sender_ack(&s, 1, 1), TT_OK);
    slow_parse(&model, "64/1:1,2,3");
    assert_int_equal(transfer(2, &seed), TT_OK);
    assert_int_equal(sent.base, -1);
    assert_true(same_items());
    slow_parse(&model, "5/1:1,2");
    made_from(&made, &model);
    assert_int_equal(tt_snap_send(&s, 3, &made.snap), TT_ERR_DELTA_STATIC);
}

static void old_ticks_are_ignored(void **state)
{
    (void)state;
    uint64_t seed = 44;
    tt_snap_msg msg = {TT_SNAP_MSG_EMPTY, 5, -1, 1, 0, 0, {NULL, 0}};
    begin();
    slow_parse(&model, "64/1:1,2");
    assert_int_equal(transfer(5, &seed), TT_OK);
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_NOTE_SNAP_OLD);
    msg.tick = 4;
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_NOTE_SNAP_OLD);
    assert_int_equal(snap.count, 0);
    /* parts of a newer tick, then one of an older that was not complete */
    msg.kind = TT_SNAP_MSG_PART;
    msg.parts = 2;
    msg.tick = 9;
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_MORE);
    msg.tick = 8;
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_NOTE_SNAP_OLD);
    msg.tick = 10;
    msg.part = 1;
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_MORE); /* forgets tick 9 */
    assert_int_equal(tt_snap_receiver_look(&r).ack, 5);
    msg.tick = -3;
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_NOTE_SNAP_OLD);
}

static void a_lost_base_asks_for_everything(void **state)
{
    (void)state;
    uint64_t seed = 45;
    tt_snap_msg msg = {TT_SNAP_MSG_EMPTY, 7, 4, 1, 0, 0, {NULL, 0}};
    begin();
    slow_parse(&model, "64/1:1,2");
    assert_int_equal(transfer(5, &seed), TT_OK);
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_ERR_SNAP_BASE);
    assert_int_equal(tt_snap_receiver_look(&r).ack, -1);
    assert_int_equal(tt_snap_receiver_look(&r).tick, 5);
    msg.tick = 8;
    msg.base = 5; /* still there */
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_OK);
    assert_true(made_same(&snap, &model));
    assert_int_equal(tt_snap_receiver_look(&r).ack, 8);
}

static void wrong_checksums_end_in_a_reset(void **state)
{
    (void)state;
    static const uint8_t data[] = {0, 1, 0, 5, 1, 1, 2, 0}; /* 5/1:1,2,0 */
    tt_snap_msg msg = {TT_SNAP_MSG_SINGLE, 1, -1, 1, 0, 3, {data, sizeof data}};
    begin();
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_OK);
    for (int32_t i = 1; i <= 11; i++) {
        msg.tick = 1 + i;
        msg.checksum = 4;
        assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_ERR_SNAP_CHECKSUM);
        assert_int_equal(error.status, TT_ERR_SNAP_CHECKSUM);
        assert_int_equal(snap.count, 0);
        assert_int_equal(tt_snap_receiver_look(&r).ack, i <= 10 ? 1 : -1);
        assert_int_equal(tt_snap_receiver_look(&r).mismatches, i <= 10 ? i : 0);
    }
    msg.tick = 20;
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_ERR_SNAP_CHECKSUM);
    msg.tick = 21;
    msg.checksum = 3;
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_OK);
    assert_int_equal(tt_snap_receiver_look(&r).mismatches, 0); /* a good one takes a bad one back */
}

static void bad_data_is_dropped(void **state)
{
    (void)state;
    static const uint8_t cut[] = {0, 1, 0x80}, negative[] = {0x40, 0, 0};
    tt_snap_msg msg = {TT_SNAP_MSG_SINGLE, 1, -1, 1, 0, 0, {cut, sizeof cut}};
    begin();
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_ERR_TRUNCATED);
    assert_int_equal(error.offset, 2);
    msg.data = (tt_bytes){negative, sizeof negative};
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_ERR_DELTA_REMOVED);
    assert_int_equal(error.offset, 0);
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, NULL), TT_ERR_DELTA_REMOVED);
    assert_int_equal(tt_snap_receiver_look(&r).ack, -1);
    /* 64 full parts of one-byte ints are more than 16384 */
    static const uint8_t zeros[900];
    msg = (tt_snap_msg){TT_SNAP_MSG_PART, 2, -1, 64, 0, 0, {zeros, 900}};
    for (msg.part = 0; msg.part < 63; msg.part++) {
        assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_MORE);
    }
    assert_int_equal(tt_snap_receive(&r, &msg, &snap, &error), TT_ERR_SPACE);
}

static void rates(void **state)
{
    (void)state;
    tt_snap_msg msg;
    begin();
    made_parse(&made, "-");
    assert_true(tt_snap_sender_due(&s, 20, 2) && !tt_snap_sender_due(&s, 22, 2));
    assert_int_equal(tt_snap_sender_ack(&s, -1, 30), TT_OK);
    assert_false(tt_snap_sender_due(&s, 22, 2)); /* -1 is no acknowledgement */
    assert_int_equal(tt_snap_send(&s, 20, &made.snap), TT_OK);
    assert_int_equal(tt_snap_sender_ack(&s, 31, 30), TT_ERR_RANGE);
    assert_int_equal(tt_snap_sender_ack(&s, -2, 30), TT_ERR_RANGE);
    assert_int_equal(tt_snap_sender_ack(&s, 20, 30), TT_OK);
    assert_true(tt_snap_sender_due(&s, 22, 2) && !tt_snap_sender_due(&s, 23, 2));
    assert_true(tt_snap_sender_due(&s, 23, 1));
    assert_int_equal(tt_snap_send(&s, 170, &made.snap), TT_OK);
    assert_true(tt_snap_sender_next(&s, &msg));
    assert_int_equal(msg.base, 20); /* three seconds ago */
    assert_true(tt_snap_sender_due(&s, 210, 2));
    assert_int_equal(tt_snap_send(&s, 171, &made.snap), TT_OK);
    assert_true(tt_snap_sender_due(&s, 200, 2) && !tt_snap_sender_due(&s, 210, 2));
    assert_true(tt_snap_sender_next(&s, &msg));
    assert_true(msg.kind == TT_SNAP_MSG_EMPTY && msg.tick == 171 && msg.base == -1);
}

static void the_store_keeps_the_newest(void **state)
{
    (void)state;
    uint64_t seed = 46;
    static tti_snap_store store;
    static int32_t ints[TT_SNAP_STORE_MIN];
    static slow_snap kept[8];
    tt_snap_index index;
    assert_int_equal(tti_snap_store_init(&store, ints, TT_SNAP_STORE_MIN - 1), TT_ERR_ARGUMENT);
    assert_int_equal(tti_snap_store_init(&store, ints, TT_SNAP_STORE_MIN), TT_OK);
    assert_false(tti_snap_store_get(&store, 0, &snap, &index));
    for (int32_t tick = 0; tick < 3000; tick++) {
        int large = random_next(&seed) % 8 == 0;
        slow_snap *now = &kept[tick % 8];
        made_random(now, &seed, (int)(random_next(&seed) % (large ? 1500 : 30)),
                    tt_snap_sizes_of(TT_DIALECT_6)->ints);
        made_from(&made, now);
        assert_int_equal(tti_snap_store_add(&store, tick, &made.snap), TT_OK);
        assert_int_equal(tti_snap_store_add(&store, tick, &made.snap), TT_ERR_ARGUMENT);
        for (int32_t back = 0; back < 8 && back <= tick; back++) {
            int there = tti_snap_store_get(&store, tick - back, &snap, &index);
            assert_true(there || back > 1); /* the last two always */
            assert_true(!there || made_same(&snap, &kept[(tick - back) % 8]));
        }
        assert_false(tti_snap_store_get(&store, tick + 1, &snap, &index));
    }
    tti_snap_store_drop(&store, 2999);
    assert_true(tti_snap_store_get(&store, 2999, &snap, &index));
    assert_false(tti_snap_store_get(&store, 2998, &snap, &index));
    tti_snap_store_drop(&store, 3000);
    assert_false(tti_snap_store_get(&store, 2999, &snap, &index));
    made_parse(&made, "5/1:1");
    for (int32_t tick = 0; tick < 1000; tick++) { /* more ticks than it has rows for */
        assert_int_equal(tti_snap_store_add(&store, tick, &made.snap), TT_OK);
    }
    assert_true(tti_snap_store_get(&store, 1000 - TTI_SNAP_STORE_TICKS, &snap, &index));
    assert_false(tti_snap_store_get(&store, 999 - TTI_SNAP_STORE_TICKS, &snap, &index));
    tti_snap_store_clear(&store);
    assert_false(tti_snap_store_get(&store, 999, &snap, &index));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_receive),
        cmocka_unit_test(vectors_send),
        cmocka_unit_test(ids_of_both_protocols),
        cmocka_unit_test(bad_messages),
        cmocka_unit_test(messages_are_encoded),
        cmocka_unit_test(a_long_conversation),
        cmocka_unit_test(large_snapshots_come_in_parts),
        cmocka_unit_test(what_is_too_large_is_not_sent),
        cmocka_unit_test(two_sizes_of_an_item_are_sent_whole),
        cmocka_unit_test(old_ticks_are_ignored),
        cmocka_unit_test(a_lost_base_asks_for_everything),
        cmocka_unit_test(wrong_checksums_end_in_a_reset),
        cmocka_unit_test(bad_data_is_dropped),
        cmocka_unit_test(rates),
        cmocka_unit_test(the_store_keeps_the_newest),
    };
    return cmocka_run_group_tests_name("snap_net", tests, NULL, NULL);
}
