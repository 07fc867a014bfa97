/* SPDX-License-Identifier: MIT
 *
 * Tests of encoding messages from their structs: every kind of clients and servers with random
 * fields, what is refused, and every message of the recordings, which must become its bytes again.
 */
#include "cm.h"

#include <stdlib.h>

#include "host_files.h"
#include "support/small_capture.h"
#include "teetape/demo.h"
#include "teetape/server_message.h"
#include "teetape/teehistorian.h"
#include "teetape/varint.h"

#define RECORDINGS TT_SOURCE_DIR "/tests/recordings/"

/* Messages of clients and of servers through one set of calls. */
typedef union message {
    tt_msg client;
    tt_sv_msg server;
} message;

typedef struct side {
    int kinds;
    const tt_type *(*type)(int kind);
    void *(*fields)(message *m, int kind);
    void (*encode)(tt_packer *p, const message *m);
    tt_status (*decode)(message *m, tt_bytes data, tt_protocol protocol);
    int (*kind_of)(const message *m);
} side;

static const tt_type *client_type(int kind)
{
    return tt_msg_type((tt_msg_kind)kind);
}

static void *client_fields(message *m, int kind)
{
    m->client.kind = (tt_msg_kind)kind;
    return &m->client.u;
}

static void client_encode(tt_packer *p, const message *m)
{
    tt_msg_encode(p, &m->client);
}

static tt_status client_decode(message *m, tt_bytes data, tt_protocol protocol)
{
    return tt_msg_decode(&m->client, data, protocol);
}

static int client_kind(const message *m)
{
    return (int)m->client.kind;
}

static const tt_type *server_type(int kind)
{
    return tt_sv_type((tt_sv_kind)kind);
}

static void *server_fields(message *m, int kind)
{
    m->server.kind = (tt_sv_kind)kind;
    return &m->server.u;
}

static void server_encode(tt_packer *p, const message *m)
{
    tt_sv_encode(p, &m->server);
}

static tt_status server_decode(message *m, tt_bytes data, tt_protocol protocol)
{
    return tt_sv_decode(&m->server, data, protocol);
}

static int server_kind(const message *m)
{
    return (int)m->server.kind;
}

static const side sides[] = {
    {TT_MSG_KINDS, client_type, client_fields, client_encode, client_decode, client_kind},
    {TT_SV_KINDS, server_type, server_fields, server_encode, server_decode, server_kind},
};

static int is_int(const tt_field *field)
{
    return field->type == TT_TYPE_INT || field->type == TT_TYPE_OPT_INT ||
           field->type == TT_TYPE_BOOL || field->type == TT_TYPE_CID ||
           field->type == TT_TYPE_ANY_CID;
}

static int32_t random_in(const tt_field *field, uint64_t *random)
{
    uint64_t range = (uint64_t)((int64_t)field->max - field->min) + 1;
    switch (random_next(random) % 4) {
    case 0:
        return field->min;
    case 1:
        return field->max;
    default:
        return (int32_t)(field->min + (int64_t)(random_next(random) % range));
    }
}

static void fill(const tt_type *type, void *fields, uint64_t *random)
{
    static const char *const texts[] = {"", "tee", "two words", "\x01\xff\x80", "ä€𝄞"};
    static const uint8_t ints[] = {0x01, 0x40, 0x80, 0x01, 0x3f};
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        void *member = (uint8_t *)fields + field->offset;
        for (unsigned n = 0; n < field->count; n++) {
            tt_bytes text = tt_bytes_of(texts[random_next(random) % 5]);
            if (is_int(field)) {
                ((int32_t *)member)[n] = random_in(field, random);
            } else if (field->type == TT_TYPE_INTS) {
                ((tt_ints *)member)[n].packed = (tt_bytes){ints, sizeof ints};
            } else if (field->type == TT_TYPE_UUID) {
                ((tt_uuid *)member)[n] = tt_uuid_from_name(text);
            } else {
                ((tt_bytes *)member)[n] = text;
            }
        }
    }
}

/* Decodes as each protocol that may be meant until the kind is the right one. */
static void decode_as(const side *s, message *m, tt_bytes data, int kind)
{
    tt_status status = s->decode(m, data, TT_PROTOCOL_6);
    if (status != TT_OK || s->kind_of(m) != kind) {
        status = s->decode(m, data, TT_PROTOCOL_7);
    }
    assert_int_equal(status, TT_OK);
    assert_int_equal(s->kind_of(m), kind);
}

static void every_kind(void **state)
{
    (void)state;
    uint64_t random = 77;
    for (size_t i = 0; i < 2; i++) {
        const side *s = &sides[i];
        for (int round = 0; round < 40 * s->kinds; round++) {
            int kind = round % s->kinds;
            uint8_t first[2048], second[2048];
            message m, back;
            memset(&m, 0, sizeof m);
            fill(s->type(kind), s->fields(&m, kind), &random);
            tt_packer p = tt_packer_of(first, sizeof first),
                      q = tt_packer_of(second, sizeof second);
            s->encode(&p, &m);
            assert_int_equal(p.status, TT_OK);
            decode_as(s, &back, tt_packer_bytes(&p), kind);
            s->encode(&q, &back);
            assert_true(tt_bytes_equal(tt_packer_bytes(&p), tt_packer_bytes(&q)));
            for (size_t cap = 0; round < s->kinds && cap < tt_packer_bytes(&p).size; cap++) {
                q = tt_packer_of(second, cap);
                s->encode(&q, &m);
                assert_int_equal(q.status, TT_ERR_SPACE);
                assert_int_equal(tt_packer_bytes(&q).size, 0);
            }
        }
    }
}

static void expect_refused(const side *s, const message *m, tt_status wanted)
{
    uint8_t bytes[2048];
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    tt_pack_int(&p, 5);
    s->encode(&p, m);
    assert_int_equal(p.status, wanted);
    assert_int_equal(tt_packer_bytes(&p).size, 1);
}

static void what_is_refused(void **state)
{
    (void)state;
    static const uint8_t with_nul[] = {'a', 0, 'b'};
    long ranges = 0, texts = 0;
    for (size_t i = 0; i < 2; i++) {
        const side *s = &sides[i];
        message m;
        for (int kind = 0; kind < s->kinds; kind++) {
            uint64_t random = 3;
            const tt_type *type = s->type(kind);
            for (size_t f = 0; f < type->field_count; f++) {
                const tt_field *field = &type->fields[f];
                void *member = (uint8_t *)s->fields(&m, kind) + field->offset;
                fill(type, s->fields(&m, kind), &random);
                if (is_int(field) && field->max != INT32_MAX) {
                    ((int32_t *)member)[field->count - 1] = field->max + 1;
                    expect_refused(s, &m, TT_ERR_RANGE);
                    ranges++;
                }
                if (is_int(field) && field->min != INT32_MIN) {
                    ((int32_t *)member)[field->count - 1] = field->min - 1;
                    expect_refused(s, &m, TT_ERR_RANGE);
                    ranges++;
                }
                if (field->type == TT_TYPE_TEXT) {
                    ((tt_bytes *)member)[field->count - 1] = (tt_bytes){with_nul, 3};
                    expect_refused(s, &m, TT_ERR_ARGUMENT);
                    texts++;
                }
            }
        }
        s->fields(&m, s->kinds);
        expect_refused(s, &m, TT_ERR_ARGUMENT);
        s->fields(&m, -1);
        expect_refused(s, &m, TT_ERR_ARGUMENT);
    }
    assert_true(ranges > 100 && texts > 30);
}

/* What came of the messages of a recording. */
typedef struct counts {
    long same;  /* they are their bytes again */
    long more;  /* and other bytes follow, which are ignored */
    long other; /* they are not: ints that are longer than needed, or one that was left out */
} counts;

static void check(const side *s, tt_bytes data, tt_protocol protocol, counts *c)
{
    uint8_t bytes[65536];
    message m;
    if (s->decode(&m, data, protocol) != TT_OK) {
        return;
    }
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    s->encode(&p, &m);
    assert_int_equal(p.status, TT_OK);
    tt_bytes again = tt_packer_bytes(&p);
    if (again.size > data.size || memcmp(again.data, data.data, again.size) != 0) {
        c->other++;
    } else if (again.size < data.size) {
        c->more++;
    } else {
        c->same++;
    }
}

static void check_teehistorian(const char *path, counts *c)
{
    static uint8_t scratch[TT_TH_SCRATCH];
    static tt_world world;
    static tt_th th;
    size_t size;
    tt_th_event event;
    unsigned char *file = host_files_read(path, &size);
    assert_int_equal(tt_th_init(&th, &world, scratch, sizeof scratch), TT_OK);
    tt_th_feed(&th, file, size);
    tt_th_feed(&th, NULL, 0);
    while (tt_th_next(&th, &event) == TT_OK) {
        if (event.kind == TT_TH_MESSAGE && event.u.message.decoded != NULL) {
            check(&sides[0], event.u.message.msg, (tt_protocol)world.client[event.cid].protocol, c);
        }
    }
    free(file);
}

static void recordings_of_servers(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        counts wanted;
    } rows[] = {
        {RECORDINGS "dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian", {61, 0, 0}},
        {RECORDINGS "gold-mine-07/31d4b0ce-d0f7-4df0-ac42-914164ce7201.teehistorian", {50, 0, 0}},
        {RECORDINGS "map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d.teehistorian", {4, 0, 0}},
        {RECORDINGS "tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian",
         {256, 0, 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        counts c = {0, 0, 0};
        check_teehistorian(rows[i].path, &c);
        assert_memory_equal(&c, &rows[i].wanted, sizeof c);
    }
}

/* In a demo up to three zeros follow. */
static void recording_of_a_client(void **state)
{
    (void)state;
    static tt_demo demo;
    static tt_demo_memory memory;
    size_t size;
    counts c = {0, 0, 0};
    tt_demo_event event;
    unsigned char *file = host_files_read(RECORDINGS "dm1/client0.demo", &size);
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, file, size);
    tt_demo_feed(&demo, NULL, 0);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        if (event.kind == TT_DEMO_MESSAGE) {
            check(&sides[1], event.data, TT_PROTOCOL_6, &c);
        }
    }
    free(file);
    assert_int_equal(c.same + c.more, 3182);
    assert_int_equal(c.other, 0);
}

static void check_capture(const char *path, counts c[2])
{
    static small_capture capture;
    static small_datagram datagram;
    size_t size;
    unsigned char *file = host_files_read(path, &size);
    assert_true(small_capture_open(&capture, (tt_bytes){file, size}));
    while (small_capture_next(&capture, &datagram) == 1) {
        static small_packet packet;
        small_chunk chunk;
        assert_true(small_packet_open(&packet, &datagram));
        while (!packet.control && small_packet_next(&packet, &chunk) == 1) {
            int to_client = !datagram.to_server;
            check(&sides[to_client], chunk.data, packet.seven ? TT_PROTOCOL_7 : TT_PROTOCOL_6,
                  &c[to_client]);
        }
    }
    free(file);
}

static void captures(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        counts wanted[2]; /* of clients, of the server */
    } rows[] = {
        {RECORDINGS "dm1/net-start.pcapng", {{27, 0, 0}, {122, 0, 0}}},
        {RECORDINGS "gold-mine-07/net-part.pcapng", {{1, 0, 0}, {88, 0, 0}}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        counts c[2] = {{0, 0, 0}, {0, 0, 0}};
        check_capture(rows[i].path, c);
        assert_memory_equal(c, rows[i].wanted, sizeof c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(recordings_of_servers),
        cmocka_unit_test(recording_of_a_client),
        cmocka_unit_test(captures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
