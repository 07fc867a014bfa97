/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/server_message.h: every row is packed by its description and decoded again, cut,
 * with values out of range; UUIDs are those of their names; and the messages of a real demo are
 * known.
 */
#include "cm.h"
#include "wire/uuid.h"

#include <stdlib.h>

#include "host_files.h"
#include "msg/inside.h"
#include "schema/fields.h"
#include "teetape/demo.h"
#include "teetape/server_message.h"
#include "teetape/string.h"
#include "teetape/varint.h"

static const tt_protocol protocols[TT_SV_KINDS] = {
#define SIX TT_PROTOCOL_6
#define SEVEN TT_PROTOCOL_7
#define TT_SV(NAME, name, text, protocol, id, doc) protocol,
#define TT_SV_BARE(NAME, name, text, protocol, id, doc) protocol,
#define TT_SV_EX(NAME, name, text, ident, uuid, doc) TT_PROTOCOL_6,
#define TT_SV_EX_BARE(NAME, name, text, ident, uuid, doc) TT_PROTOCOL_6,
#include "teetape/schema/server_messages.def"
};

static const char *const texts[] = {"", "tee", "two words", "\x01\xff"};

static int32_t value_of(const tt_field *field, unsigned n)
{
    enum { CAPTURE = 9 }; /* the message of the game that has three ints */
    return strcmp(field->name, "message") == 0 ? CAPTURE : n % 2 == 0 ? field->min : field->max;
}

static void pack_field(tt_packer *p, const tt_field *field, unsigned n)
{
    static const uint8_t ints[] = {0x01, 0x40, 0x80, 0x01};
    switch (field->type) {
    case TT_TYPE_TEXT:
        tt_pack_raw(p, tt_bytes_of(texts[n % 4]));
        tt_pack_int(p, 0);
        break;
    case TT_TYPE_INTS:
    case TT_TYPE_DATA:
        tt_pack_raw(p, (tt_bytes){ints, sizeof ints});
        break;
    default:
        tt_pack_int(p, value_of(field, n));
        break;
    }
}

static void check_field(const tt_field *field, const void *member, unsigned n)
{
    int32_t value;
    switch (field->type) {
    case TT_TYPE_TEXT:
        assert_true(tt_bytes_equal(((const tt_bytes *)member)[n], tt_bytes_of(texts[n % 4])));
        break;
    case TT_TYPE_INTS: {
        tt_ints ints = *(const tt_ints *)member;
        assert_int_equal(tt_ints_next(&ints, &value), 1);
        assert_int_equal(value, 1);
        assert_int_equal(tt_ints_next(&ints, &value), 1);
        assert_int_equal(value, -1);
        assert_int_equal(tt_ints_next(&ints, &value), 1);
        assert_int_equal(value, 64);
        assert_int_equal(tt_ints_next(&ints, &value), 0);
        break;
    }
    case TT_TYPE_DATA:
        assert_int_equal(((const tt_bytes *)member)->size, 4);
        break;
    default:
        assert_int_equal(((const int32_t *)member)[n], value_of(field, n));
        break;
    }
}

/* Packs a message of this kind; the last int of field `wrong` is one above its range. */
static size_t pack(uint8_t *dst, size_t cap, tt_sv_kind kind, size_t wrong)
{
    tt_packer p = tt_packer_of(dst, cap);
    const tt_type *type = tt_sv_type(kind);
    tti_sv_pack_id(&p, kind);
    for (size_t i = 0; i < type->field_count; i++) {
        for (unsigned n = 0; n < type->fields[i].count; n++) {
            if (i == wrong) {
                tt_pack_int(&p, type->fields[i].max + 1);
            } else {
                pack_field(&p, &type->fields[i], n);
            }
        }
    }
    assert_int_equal(p.status, TT_OK);
    return tt_packer_bytes(&p).size;
}

static void every_row(void **state)
{
    (void)state;
    uint8_t bytes[512];
    for (int kind = 0; kind < TT_SV_KINDS; kind++) {
        const tt_type *type = tt_sv_type((tt_sv_kind)kind);
        tt_sv_msg msg;
        size_t size = pack(bytes, sizeof bytes, (tt_sv_kind)kind, SIZE_MAX);
        assert_int_equal(tt_sv_decode(&msg, (tt_bytes){bytes, size}, protocols[kind]), TT_OK);
        assert_int_equal(msg.kind, kind);
        for (size_t i = 0; i < type->field_count; i++) {
            for (unsigned n = 0; n < type->fields[i].count; n++) {
                check_field(&type->fields[i], tt_field_of(&type->fields[i], &msg.u), n);
            }
        }
        for (size_t cut = 0; cut < size; cut++) {
            tt_status status = tt_sv_decode(&msg, (tt_bytes){bytes, cut}, protocols[kind]);
            assert_true(status == TT_OK || status == TT_ERR_TRUNCATED);
            assert_int_equal(msg.kind, status == TT_OK ? kind : TT_SV_KINDS);
        }
        for (size_t i = 0; i < type->field_count; i++) {
            const tt_field *field = &type->fields[i];
            int is_int = field->type != TT_TYPE_TEXT && field->type != TT_TYPE_INTS &&
                         field->type != TT_TYPE_DATA;
            if (is_int && field->max != INT32_MAX) {
                size = pack(bytes, sizeof bytes, (tt_sv_kind)kind, i);
                assert_int_equal(tt_sv_decode(&msg, (tt_bytes){bytes, size}, protocols[kind]),
                                 TT_ERR_RANGE);
            }
        }
    }
}

static const char *const uuid_names[TT_SV_KINDS] = {
#define TT_SV_EX(NAME, name, text, ident, uuid, doc) [TT_##NAME] = ident,
#define TT_SV_EX_BARE(NAME, name, text, ident, uuid, doc) [TT_##NAME] = ident,
#include "teetape/schema/server_messages.def"
};

static void uuids_are_those_of_their_names(void **state)
{
    (void)state;
    int extended = 0;
    for (int kind = 0; kind < TT_SV_KINDS; kind++) {
        const char *name = uuid_names[kind];
        if (name != NULL) {
            tt_uuid uuid = tt_uuid_from_name(tt_bytes_of(name));
            assert_true(tti_uuid_equal(&uuid, tti_sv_uuid((tt_sv_kind)kind)));
            extended++;
        }
    }
    assert_int_equal(extended, 19);
    assert_null(tt_sv_type(TT_SV_KINDS));
    assert_null(tti_sv_uuid(TT_SV_KINDS));
}

static void bits_are_those_of_the_ids(void **state)
{
    (void)state;
    for (int kind = 0; kind < TT_SV_KINDS; kind++) {
        uint8_t bytes[512];
        tt_sv_head head;
        size_t size = pack(bytes, sizeof bytes, (tt_sv_kind)kind, SIZE_MAX);
        assert_int_equal(tt_sv_head_of(&head, (tt_bytes){bytes, size}), TT_OK);
        assert_in_range(head.id, 0, 63);
        assert_true(tt_sv_bit((tt_sv_kind)kind) == (uint64_t)1 << head.id);
    }
    assert_true(tt_sv_bit(TT_SV_KINDS) == 0);
}

static void other_messages(void **state)
{
    (void)state;
    tt_sv_msg msg;
    static const uint8_t system[] = {0x0f, 0x00};       /* snapshot */
    static const uint8_t client[] = {0xa2, 0x00, 0x00}; /* an id of clients */
    static const uint8_t negative[] = {0x45};
    assert_int_equal(tt_sv_decode(&msg, (tt_bytes){system, 2}, TT_PROTOCOL_6), TT_ERR_UNKNOWN);
    assert_int_equal(tt_sv_decode(&msg, (tt_bytes){client, 3}, TT_PROTOCOL_6), TT_ERR_UNKNOWN);
    assert_int_equal(tt_sv_decode(&msg, (tt_bytes){negative, 1}, TT_PROTOCOL_6), TT_ERR_UNKNOWN);
    assert_int_equal(tt_sv_decode(&msg, (tt_bytes){NULL, 0}, TT_PROTOCOL_6), TT_ERR_TRUNCATED);
}

/* All messages of the demo of a client are known and parse, and none has more after its fields
 * than the zeros of the demo. */
static void real_messages(void **state)
{
    (void)state;
    static tt_demo demo;
    static tt_demo_memory memory;
    size_t size, counts[TT_SV_KINDS] = {0};
    unsigned char *file =
        host_files_read(TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo", &size);
    tt_demo_event event;
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, file, size);
    tt_demo_feed(&demo, NULL, 0);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        tt_sv_msg msg;
        if (event.kind == TT_DEMO_MESSAGE) {
            assert_int_equal(tt_sv_decode(&msg, event.data, TT_PROTOCOL_6), TT_OK);
            counts[msg.kind]++;
        }
    }
    assert_true(counts[TT_SV_CHAT] > 0);
    assert_true(counts[TT_SV_TUNE_PARAMS] > 0);
    assert_true(counts[TT_SV_TEAMS_STATE] + counts[TT_SV_TEAMS_STATE_LEGACY] > 0);
    free(file);
}

/* A demo pads its chunks with zeros, which are ints as well. */
static void lists_of_a_demo(void **state)
{
    static const struct {
        tt_sv_kind kind;
        unsigned sent, left;
    } rows[] = {{TT_SV_TEAMS_STATE, 128, 128},      {TT_SV_TEAMS_STATE, 64, 64},
                {TT_SV_TEAMS_STATE_LEGACY, 16, 16}, {TT_SV_TUNE_PARAMS, 45, 45},
                {TT_SV_TUNE_PARAMS, 33, 33},        {TT_SV_TUNE_PARAMS, 40, 40},
                {TT_SV_TUNE_PARAMS, 48, 47},        {TT_SV7_TUNE_PARAMS, 32, 32}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned zeros = 0; zeros < 4; zeros++) {
            uint8_t bytes[256];
            tt_sv_msg msg;
            tt_packer p = tt_packer_of(bytes, sizeof bytes);
            tti_sv_pack_id(&p, rows[i].kind);
            for (unsigned n = 0; n < rows[i].sent + zeros; n++) {
                tt_pack_int(&p, n < rows[i].sent);
            }
            tt_protocol protocol =
                rows[i].kind == TT_SV7_TUNE_PARAMS ? TT_PROTOCOL_7 : TT_PROTOCOL_6;
            tt_bytes rest;
            assert_int_equal(tti_sv_decode(&msg, tt_packer_bytes(&p), protocol, &rest), TT_OK);
            tt_ints ints = *(const tt_ints *)tt_field_of(&tt_sv_type(msg.kind)->fields[0], &msg.u);
            unsigned count = 0;
            for (int32_t value; tt_ints_next(&ints, &value);) {
                count++;
            }
            /* where no count is known, nothing is left out */
            assert_int_equal(count, rows[i].left + (rows[i].sent == 40 ? zeros : 0));
        }
    }
}

/* Bytes of the list of tunings, int by int. */
static size_t slow_size(tt_bytes all)
{
    static const unsigned counts[] = {33, 38, 45, 47};
    size_t at = 0, next;
    unsigned count = 0;
    int32_t value;
    for (size_t i = 0; i < TTI_COUNT(counts); i++) {
        while (count < counts[i] &&
               (next = tt_varint_decode(all.data + at, all.size - at, &value, NULL)) != 0) {
            at += next;
            count++;
        }
        if (all.size - at < 4 && tti_is_padding((tt_bytes){all.data + at, all.size - at})) {
            break;
        }
    }
    return at;
}

static void lists_as_a_slow_reader_has_them(void **state)
{
    uint32_t random = 1;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        uint8_t bytes[300];
        tt_sv_msg msg;
        tt_bytes rest;
        tt_packer p = tt_packer_of(bytes, sizeof bytes);
        tti_sv_pack_id(&p, TT_SV_TUNE_PARAMS);
        size_t head = tt_packer_bytes(&p).size;
        for (unsigned count = (random >> 8) % 55; count > 0; count--) {
            random = random * 1664525 + 1013904223;
            tt_pack_int(&p, (random >> 28) % 3 == 0 ? 0 : (int32_t)random >> (random >> 8 & 31));
        }
        random = random * 1664525 + 1013904223;
        size_t cut = random >> 29 == 0 ? random >> 20 & 3 : 0; /* in an int */
        tt_bytes all = tt_packer_bytes(&p);
        all.size -= cut < all.size - head ? cut : 0;
        assert_int_equal(tti_sv_decode(&msg, all, TT_PROTOCOL_6, &rest), TT_OK);
        size_t size = slow_size((tt_bytes){all.data + head, all.size - head});
        assert_int_equal(msg.u.sv_tune_params.params.packed.size, size);
        assert_int_equal(rest.size, all.size - head - size);
    }
}

static void system_messages_have_names(void **state)
{
    (void)state;
    static const char *const names[] = {
#define TT_SYSTEM(name, ...) name,
#include "msg/system.def"
    };
    assert_int_equal(TTI_COUNT(names), 20);
    for (size_t i = 0; i < TTI_COUNT(names); i++) {
        tt_sv_head head = {1, 0, tt_uuid_from_name(tt_bytes_of(names[i]))};
        assert_string_equal(tt_sv_system_name(&head), names[i]);
        head.is_system = 0;
        assert_null(tt_sv_system_name(&head));
        head = (tt_sv_head){1, 1, head.uuid};
        assert_null(tt_sv_system_name(&head));
    }
    assert_null(tt_sv_system_name(&(tt_sv_head){.is_system = 1}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_of_a_demo),
        cmocka_unit_test(lists_as_a_slow_reader_has_them),
        cmocka_unit_test(system_messages_have_names),
        cmocka_unit_test(every_row),
        cmocka_unit_test(uuids_are_those_of_their_names),
        cmocka_unit_test(bits_are_those_of_the_ids),
        cmocka_unit_test(other_messages),
        cmocka_unit_test(real_messages),
    };
    return cmocka_run_group_tests_name("server messages", tests, NULL, NULL);
}
