/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/message.h: every row of messages.def is packed by its description and decoded
 * again, with values out of range, cut, and as another protocol.
 */
#include "cm.h"

#include "msg/inside.h"
#include "teetape/message.h"
#include "teetape/string.h"
#include "teetape/varint.h"

/* Protocol and id of each kind, from the rows; 0 and 0 for extended ones. */
#define SIX TT_PROTOCOL_6
#define SEVEN TT_PROTOCOL_7
static const struct {
    tt_protocol protocol;
    int32_t id;
} ids[TT_MSG_KINDS] = {
#define TT_MSG(NAME, name, text, protocol, id, doc) {protocol, id},
#define TT_MSG_BARE(NAME, name, text, protocol, id, doc) {protocol, id},
#define TT_MSG_EX(NAME, name, text, ident, uuid, doc) {TT_PROTOCOL_UNKNOWN, 0},
#define TT_RANGE(name, field, min, max, doc)
#define TT_FIELD(name, type, field, doc)
#define TT_LIST(name, type, field, count, doc)
#define TT_FIELDS_END(name)
#include "teetape/schema/messages.def"
};

typedef struct packed {
    uint8_t bytes[512];
    size_t size;
    size_t ends[64]; /* after each value; ends[0] is after the head */
    size_t count;
} packed;

static int is_int(const tt_field *field)
{
    return field->type != TT_TYPE_TEXT && field->type != TT_TYPE_UUID;
}

/* A value for place `n` of a field: its least, its largest, or something in between. */
static int32_t value_of(const tt_field *field, unsigned n, int round)
{
    switch (round % 3) {
    case 0:
        return field->min;
    case 1:
        return field->max;
    default:
        return field->min == INT32_MIN ? (int32_t)n * 100 - 50
                                       : field->min + (field->max > field->min);
    }
}

static const char *text_of(size_t i, unsigned n, int round)
{
    const char *const texts[] = {"", "tee", "  \xff two words", "\x01\x02"};
    return texts[(i + n + (unsigned)round) % 4];
}

/* `wrong` is a field with a value out of range, `by` what is added to its border. */
static packed pack(tt_msg_kind kind, int round, size_t wrong, int by)
{
    packed out;
    memset(&out, 0, sizeof out);
    tt_packer p = tt_packer_of(out.bytes, sizeof out.bytes);
    const tt_type *type = tt_msg_type(kind);
    tt_pack_int(&p, ids[kind].id << 1);
    if (ids[kind].id == 0) {
        tt_pack_uuid(&p, tt_msg_uuid(kind));
    }
    out.ends[out.count++] = tt_packer_bytes(&p).size;
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        for (unsigned n = 0; n < field->count; n++) {
            if (is_int(field)) {
                int32_t value = value_of(field, n, round);
                value = i != wrong || n + 1 != field->count ? value
                        : by < 0                            ? field->min + by
                                                            : field->max + by;
                tt_pack_int(&p, value);
            } else {
                tt_pack_raw(&p, tt_bytes_of(text_of(i, n, round)));
                tt_pack_int(&p, 0);
            }
            out.ends[out.count++] = tt_packer_bytes(&p).size;
        }
    }
    assert_int_equal(p.status, TT_OK);
    out.size = tt_packer_bytes(&p).size;
    return out;
}

static tt_status decode(tt_msg *msg, const packed *p, size_t size, tt_protocol protocol)
{
    memset(msg, 0x5a, sizeof *msg);
    return tt_msg_decode(msg, (tt_bytes){p->bytes, size}, protocol);
}

static void check_fields(const tt_msg *msg, int round)
{
    const tt_type *type = tt_msg_type(msg->kind);
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        const void *member = tt_field_of(field, &msg->u);
        for (unsigned n = 0; n < field->count; n++) {
            if (is_int(field)) {
                assert_int_equal(((const int32_t *)member)[n], value_of(field, n, round));
            } else {
                tt_bytes text = ((const tt_bytes *)member)[n];
                assert_true(tt_bytes_equal(text, tt_bytes_of(text_of(i, n, round))));
            }
        }
    }
}

static tt_protocol protocol_of(int kind)
{
    return ids[kind].protocol == TT_PROTOCOL_UNKNOWN ? TT_PROTOCOL_6 : ids[kind].protocol;
}

static void every_row(void **state)
{
    (void)state;
    for (int kind = 0; kind < TT_MSG_KINDS; kind++) {
        for (int round = 0; round < 12; round++) {
            tt_msg msg;
            packed p = pack((tt_msg_kind)kind, round, SIZE_MAX, 0);
            assert_int_equal(decode(&msg, &p, p.size, protocol_of(kind)), TT_OK);
            assert_int_equal(msg.kind, kind);
            check_fields(&msg, round);
            /* Bytes after the last field are nobody's. */
            assert_int_equal(decode(&msg, &p, p.size + 9, protocol_of(kind)), TT_OK);
            check_fields(&msg, round);
        }
    }
}

static void every_cut(void **state)
{
    (void)state;
    for (int kind = 0; kind < TT_MSG_KINDS; kind++) {
        packed p = pack((tt_msg_kind)kind, 2, SIZE_MAX, 0);
        for (size_t size = 0; size < p.size; size++) {
            tt_msg msg;
            tt_status status = decode(&msg, &p, size, protocol_of(kind));
            if (kind == TT_MSG_CL_IS_DDNET_LEGACY && size == p.ends[0]) {
                assert_int_equal(status, TT_OK);
                assert_int_equal(msg.u.cl_is_ddnet_legacy.version, 0);
            } else {
                assert_int_equal(status, TT_ERR_TRUNCATED);
                assert_int_equal(msg.kind, TT_MSG_KINDS);
            }
        }
    }
}

static void every_int_out_of_range(void **state)
{
    (void)state;
    int count = 0;
    for (int kind = 0; kind < TT_MSG_KINDS; kind++) {
        const tt_type *type = tt_msg_type((tt_msg_kind)kind);
        for (size_t i = 0; i < type->field_count; i++) {
            const tt_field *field = &type->fields[i];
            if (!is_int(field) || field->min == INT32_MIN) {
                continue;
            }
            for (int by = -1; by <= 1; by += 2) {
                tt_msg msg;
                packed p = pack((tt_msg_kind)kind, 2, i, by);
                assert_int_equal(decode(&msg, &p, p.size, protocol_of(kind)), TT_ERR_RANGE);
                assert_int_equal(msg.kind, TT_MSG_KINDS);
                count++;
            }
        }
    }
    assert_int_equal(count, 2 * 20);
}

/* The ranges themselves, as the game has them. */
static void ranges(void **state)
{
    (void)state;
    const struct {
        tt_msg_kind kind;
        size_t field;
        int32_t min, max;
    } cases[] = {
        {TT_MSG_CL_SAY, 0, 0, 1},
        {TT_MSG_CL_SET_TEAM, 0, -1, 1},
        {TT_MSG_CL_EMOTICON, 0, 0, 15},
        {TT_MSG_CL_VOTE, 0, -1, 1},
        {TT_MSG_CL_SET_SPECTATOR_MODE, 0, -1, 127},
        {TT_MSG_CL_START_INFO, 2, INT32_MIN, INT32_MAX},
        {TT_MSG_CL_START_INFO, 4, 0, 1},
        {TT_MSG_CL7_SAY, 0, 0, 3},
        {TT_MSG_CL7_SAY, 1, -1, 127},
        {TT_MSG_CL7_CALL_VOTE, 3, 0, 1},
        {TT_MSG_CL_SHOW_OTHERS, 0, 0, 2},
        {TT_MSG_CL7_SET_SPECTATOR_MODE, 0, 0, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const tt_field *field = &tt_msg_type(cases[i].kind)->fields[cases[i].field];
        assert_int_equal(field->min, cases[i].min);
        assert_int_equal(field->max, cases[i].max);
    }
}

static tt_status status_of(const uint8_t *bytes, size_t size, tt_protocol protocol)
{
    tt_msg msg;
    tt_status status = tt_msg_decode(&msg, (tt_bytes){bytes, size}, protocol);
    assert_true((status == TT_OK) == (msg.kind < TT_MSG_KINDS));
    return status;
}

static int has_row(int32_t id, tt_protocol protocol)
{
    for (int kind = 0; kind < TT_MSG_KINDS; kind++) {
        if (ids[kind].protocol == protocol && ids[kind].id == id) {
            return 1;
        }
    }
    return 0;
}

/* Every id, with enough zeros after it for any message. */
static void every_id(void **state)
{
    (void)state;
    for (int32_t id = 1; id < 500; id++) {
        uint8_t bytes[64] = {0};
        (void)tt_varint_encode(bytes, id << 1);
        assert_int_equal(status_of(bytes, 64, TT_PROTOCOL_6),
                         has_row(id, TT_PROTOCOL_6) ? TT_OK : TT_ERR_UNKNOWN);
        assert_int_equal(status_of(bytes, 64, TT_PROTOCOL_7),
                         has_row(id, TT_PROTOCOL_7) ? TT_OK : TT_ERR_UNKNOWN);
        assert_int_equal(status_of(bytes, 64, TT_PROTOCOL_UNKNOWN),
                         has_row(id, TT_PROTOCOL_6) ? TT_OK : TT_ERR_UNKNOWN);
        /* system messages */
        (void)tt_varint_encode(bytes, id << 1 | 1);
        assert_int_equal(status_of(bytes, 64, TT_PROTOCOL_6), TT_ERR_UNKNOWN);
        assert_int_equal(status_of(bytes, 64, TT_PROTOCOL_7), TT_ERR_UNKNOWN);
        (void)tt_varint_encode(bytes, -id);
        assert_int_equal(status_of(bytes, 64, TT_PROTOCOL_6), TT_ERR_UNKNOWN);
    }
}

static void same_number_other_protocol(void **state)
{
    (void)state;
    tt_msg msg;
    const uint8_t vote[] = {24 << 1, 1}, say[] = {24 << 1, 1, 0x40, 'h', 'i', 0};
    assert_int_equal(tt_msg_decode(&msg, (tt_bytes){vote, sizeof vote}, TT_PROTOCOL_6), TT_OK);
    assert_int_equal(msg.kind, TT_MSG_CL_VOTE);
    assert_int_equal(msg.u.cl_vote.vote, 1);
    assert_int_equal(tt_msg_decode(&msg, (tt_bytes){say, sizeof say}, TT_PROTOCOL_7), TT_OK);
    assert_int_equal(msg.kind, TT_MSG_CL7_SAY);
    assert_int_equal(msg.u.cl7_say.target, -1);
    assert_true(tt_bytes_equal(msg.u.cl7_say.message, tt_bytes_of("hi")));
    assert_int_equal(tt_msg_decode(&msg, (tt_bytes){vote, sizeof vote}, TT_PROTOCOL_7),
                     TT_ERR_TRUNCATED);
}

static const char *const uuid_names[TT_MSG_KINDS] = {
#define TT_MSG_EX(NAME, name, text, ident, uuid, doc) [TT_MSG_##NAME] = ident,
#include "teetape/schema/messages.def"
};

static void extended_messages(void **state)
{
    (void)state;
    int count = 0;
    for (int kind = 0; kind < TT_MSG_KINDS; kind++) {
        const char *name = uuid_names[kind];
        const tt_uuid *uuid = tt_msg_uuid((tt_msg_kind)kind);
        assert_true((name == NULL) == (uuid == NULL) && (name == NULL) == (ids[kind].id != 0));
        if (name == NULL) {
            continue;
        }
        tt_uuid again = tt_uuid_from_name(tt_bytes_of(name));
        assert_memory_equal(again.bytes, uuid->bytes, 16);
        packed p = pack((tt_msg_kind)kind, 2, SIZE_MAX, 0);
        for (int protocol = 0; protocol <= TT_PROTOCOL_7; protocol++) {
            tt_msg msg;
            assert_int_equal(decode(&msg, &p, p.size, (tt_protocol)protocol), TT_OK);
            assert_int_equal(msg.kind, kind);
        }
        for (size_t i = 1; i < 17; i++) {
            tt_msg msg;
            p.bytes[i] ^= 1;
            assert_int_equal(decode(&msg, &p, p.size, TT_PROTOCOL_6), TT_ERR_UNKNOWN);
            p.bytes[i] ^= 1;
        }
        count++;
    }
    assert_int_equal(count, 4);
    assert_null(tt_msg_uuid(TT_MSG_KINDS));
    assert_null(tt_msg_uuid((tt_msg_kind)-1));
}

/* An id with an overlong varint is the same id. */
static void odd_id(void **state)
{
    (void)state;
    const uint8_t kill[] = {0x80 | 22 << 1, 0};
    assert_int_equal(status_of(kill, sizeof kill, TT_PROTOCOL_6), TT_OK);
    assert_int_equal(status_of(NULL, 0, TT_PROTOCOL_6), TT_ERR_TRUNCATED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row),
        cmocka_unit_test(every_cut),
        cmocka_unit_test(every_int_out_of_range),
        cmocka_unit_test(ranges),
        cmocka_unit_test(every_id),
        cmocka_unit_test(same_number_other_protocol),
        cmocka_unit_test(extended_messages),
        cmocka_unit_test(odd_id),
    };
    return cmocka_run_group_tests_name("message", tests, NULL, NULL);
}
