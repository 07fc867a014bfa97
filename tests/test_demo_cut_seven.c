/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/demo_cut.h with demos of protocol 0.7, where messages in place of snapshot items
 * say who the clients are: what is reported again at the start of a cut, and names in messages.
 */
#include "cm.h"

#include "support/demo_make.h"
#include "teetape/demo_cut.h"
#include "teetape/server_message.h"
#include "teetape/string.h"
#include "teetape/varint.h"

static tt_demo demo;
static tt_demo_memory memory;
static tt_demo_writer writer;
static tt_demo_write_memory write_memory;
static tt_demo_cut cut;

/* Ids of 0.7, as they are in front of a message: the id times two. */
enum {
    MOTD = 1 << 1,
    CHAT = 3 << 1,
    TEAM = 4 << 1,
    TUNE_PARAMS = 6 << 1,
    VOTE_SET = 15 << 1,
    VOTE_STATUS = 16 << 1,
    SERVER_SETTINGS = 17 << 1,
    CLIENT_INFO = 18 << 1,
    GAME_INFO = 19 << 1,
    CLIENT_DROP = 20 << 1,
    CLIENT_ENTER = 22 << 1,
    CLIENT_LEAVE = 23 << 1,
    SKIN_CHANGE = 33 << 1
};

static void put(const uint8_t *data, size_t size)
{
    assert_int_equal(tt_demo_write_message(&writer, (tt_bytes){data, size}), TT_OK);
}

#define WRITE(...)                                                                                 \
    do {                                                                                           \
        static const uint8_t message[] = {__VA_ARGS__};                                            \
        put(message, sizeof message);                                                              \
    } while (0)

/* A client's info: `name`, an empty clan, no country, six empty skin parts. */
static void write_info(uint8_t cid, const char *name)
{
    uint8_t message[100];
    tt_packer p = tt_packer_of(message, sizeof message);
    tt_pack_int(&p, CLIENT_INFO);
    tt_pack_int(&p, cid);
    tt_pack_int(&p, 0);
    tt_pack_int(&p, 0);
    tt_pack_string(&p, tt_bytes_of(name), 0);
    tt_pack_string(&p, tt_bytes_of(""), 0);
    tt_pack_int(&p, -1);
    for (int part = 0; part < 6; part++) {
        tt_pack_string(&p, tt_bytes_of(""), 0);
    }
    for (int number = 0; number < 13; number++) {
        tt_pack_int(&p, 0);
    }
    tt_bytes data = tt_packer_bytes(&p);
    put(data.data, data.size);
}

/* Skins of a client after his info. */
static void write_skin(uint8_t cid)
{
    uint8_t message[32];
    tt_packer p = tt_packer_of(message, sizeof message);
    tt_pack_int(&p, SKIN_CHANGE);
    tt_pack_int(&p, cid);
    for (int part = 0; part < 6; part++) {
        tt_pack_string(&p, tt_bytes_of(""), 0);
    }
    for (int number = 0; number < 12; number++) {
        tt_pack_int(&p, 0);
    }
    tt_bytes data = tt_packer_bytes(&p);
    put(data.data, data.size);
}

static void begin(demo_bytes *bytes)
{
    tt_demo_header header = demo_make_header(6, 0);
    memcpy(header.net_version, TT_NET_VERSION_7, sizeof TT_NET_VERSION_7);
    *bytes = (demo_bytes){NULL, 0, 0};
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, bytes);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
}

static void tick(int32_t number)
{
    tt_snap snap = tt_snap_empty();
    assert_int_equal(tt_demo_write_snapshot(&writer, number, &snap), TT_OK);
}

/* The cut of a demo that was written with begin and tick; what it was made of is freed. */
static demo_bytes cut_of(demo_bytes *bytes, const tt_demo_cut_options *options)
{
    demo_bytes out = {NULL, 0, 0};
    tt_demo_event event;
    tt_status status = TT_OK;
    assert_int_equal(tt_demo_write_finish(&writer, NULL), TT_OK);
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &out);
    assert_int_equal(tt_demo_cut_init(&cut, &writer, options), TT_OK);
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, bytes->data, bytes->size);
    tt_demo_feed(&demo, NULL, 0);
    while (status == TT_OK && (status = tt_demo_next(&demo, &event)) == TT_OK) {
        status = tt_demo_cut_event(&cut, &demo, &event);
    }
    assert_int_equal(tt_demo_cut_finish(&cut, &demo, NULL), TT_OK);
    demo_bytes_free(bytes);
    return out;
}

/* The messages of a demo, in their order: how often each kind is there, and the names in them. */
struct seen {
    tt_sv_kind kinds[32];
    char names[32][16];
    int32_t cids[32];
    size_t count;
};

static struct seen look(demo_bytes *bytes)
{
    struct seen seen = {.count = 0};
    tt_demo_event event;
    tt_sv_msg msg;
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, bytes->data, bytes->size);
    tt_demo_feed(&demo, NULL, 0);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        if (event.kind == TT_DEMO_MESSAGE) {
            tt_bytes name = {NULL, 0};
            assert_int_equal(tt_sv_decode(&msg, event.data, TT_PROTOCOL_7), TT_OK);
            assert_true(seen.count < 32);
            if (msg.kind == TT_SV7_CLIENT_INFO) {
                name = msg.u.sv7_client_info.name;
                seen.cids[seen.count] = msg.u.sv7_client_info.cid;
            } else if (msg.kind == TT_DE7_CLIENT_ENTER) {
                name = msg.u.de7_client_enter.name;
            } else if (msg.kind == TT_DE7_CLIENT_LEAVE) {
                name = msg.u.de7_client_leave.name;
            }
            assert_true(name.size < sizeof seen.names[0]);
            if (name.size != 0) {
                memcpy(seen.names[seen.count], name.data, name.size);
            }
            seen.kinds[seen.count++] = msg.kind;
        }
    }
    demo_bytes_free(bytes);
    return seen;
}

static size_t count_of(const struct seen *seen, tt_sv_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < seen->count; i++) {
        count += seen->kinds[i] == kind;
    }
    return count;
}

/* The last word of each kind comes again in front of the span, and each client's, but of those who
 * left; a new info makes what was said of the client before void. */
static void what_counts_is_told_again(void **state)
{
    (void)state;
    demo_bytes bytes;
    begin(&bytes);
    tick(10);
    write_info(3, "old");
    write_skin(3);
    WRITE(TEAM, 3, 0, 0, 0);
    write_info(3, "three");
    write_info(5, "five");
    write_skin(5);
    WRITE(TEAM, 5, 0, 0, 0);
    WRITE(TEAM, 0x40, 0, 0, 0); /* of nobody */
    write_info(7, "gone");
    write_skin(7);
    WRITE(CLIENT_DROP, 7, 0, 0);
    WRITE(MOTD, 'a', 0);
    WRITE(MOTD, 'b', 0);
    WRITE(SERVER_SETTINGS, 0, 0, 0, 0, 0, 8);
    WRITE(GAME_INFO, 0, 20, 0, 0, 1);
    WRITE(TUNE_PARAMS, 1, 2, 3);
    WRITE(VOTE_SET, 3, 1, 25, 'd', 0, 'r', 0);
    WRITE(VOTE_STATUS, 1, 0, 1, 2);
    WRITE(CHAT, 1, 3, 0x40, 'x', 0);
    tick(20);
    tick(30);
    tt_demo_cut_options options = {.from = 15, .to = TT_DEMO_TICK_END};
    demo_bytes out = cut_of(&bytes, &options);
    struct seen seen = look(&out);
    assert_int_equal(count_of(&seen, TT_SV7_CLIENT_INFO), 2);
    assert_int_equal(count_of(&seen, TT_SV7_SKIN_CHANGE), 1);
    assert_int_equal(count_of(&seen, TT_SV7_TEAM), 1);
    assert_int_equal(count_of(&seen, TT_SV7_CLIENT_DROP), 0);
    assert_int_equal(count_of(&seen, TT_SV7_MOTD), 1);
    assert_int_equal(count_of(&seen, TT_SV7_SERVER_SETTINGS), 1);
    assert_int_equal(count_of(&seen, TT_SV7_GAME_INFO), 1);
    assert_int_equal(count_of(&seen, TT_SV7_TUNE_PARAMS), 1);
    assert_int_equal(count_of(&seen, TT_SV7_VOTE_SET), 1);
    assert_int_equal(count_of(&seen, TT_SV7_VOTE_STATUS), 1);
    assert_int_equal(count_of(&seen, TT_SV7_CHAT), 0);
    assert_int_equal(seen.count, 10);
    assert_int_equal(seen.cids[0], 3);
    assert_string_equal(seen.names[0], "three");
    assert_string_equal(seen.names[1], "five");
}

/* A vote that ended takes its status along. */
static void an_ended_vote_is_not_told(void **state)
{
    (void)state;
    demo_bytes bytes;
    begin(&bytes);
    tick(10);
    WRITE(VOTE_SET, 3, 1, 25, 'd', 0, 'r', 0);
    WRITE(VOTE_STATUS, 1, 0, 1, 2);
    WRITE(VOTE_SET, 3, 5, 0, 0, 0);
    tick(20);
    tt_demo_cut_options options = {.from = 15, .to = TT_DEMO_TICK_END};
    demo_bytes out = cut_of(&bytes, &options);
    struct seen seen = look(&out);
    assert_int_equal(seen.count, 0);
}

/* Every message with a client's name has the new one; a name that takes more than 15 bytes is cut;
 * others keep theirs. */
static void names_in_messages_change(void **state)
{
    (void)state;
    const tt_demo_rename renames[] = {
        {tt_bytes_of("three"), tt_bytes_of("somebody")},
        {tt_bytes_of("five"), tt_bytes_of("a name that is too long")},
    };
    demo_bytes bytes;
    begin(&bytes);
    tick(10);
    write_info(3, "three");
    write_info(5, "five");
    write_info(6, "six");
    WRITE(CLIENT_ENTER, 't', 'h', 'r', 'e', 'e', 0, 3, 0);
    WRITE(CLIENT_LEAVE, 'f', 'i', 'v', 'e', 0, 5, 'b', 'y', 'e', 0);
    tick(20);
    tt_demo_cut_options options = {.to = TT_DEMO_TICK_END, .renames = renames, .rename_count = 2};
    demo_bytes out = cut_of(&bytes, &options);
    struct seen seen = look(&out);
    assert_int_equal(seen.count, 5);
    assert_string_equal(seen.names[0], "somebody");
    assert_string_equal(seen.names[1], "a name that is ");
    assert_string_equal(seen.names[2], "six");
    assert_string_equal(seen.names[3], "somebody");
    assert_string_equal(seen.names[4], "a name that is ");
}

/* Hidden is who is named by number, in whatever message. */
static void messages_of_hidden_clients_go(void **state)
{
    (void)state;
    demo_bytes bytes;
    begin(&bytes);
    tick(10);
    write_info(3, "three");
    write_skin(3);
    WRITE(TEAM, 3, 0, 0, 0);
    WRITE(CLIENT_ENTER, 't', 0, 3, 0);
    WRITE(CLIENT_DROP, 3, 0, 0);
    write_info(5, "five");
    WRITE(CHAT, 1, 3, 0x40, 'x', 0);
    WRITE(CHAT, 1, 5, 3, 'x', 0); /* a whisper to him */
    WRITE(CHAT, 1, 0x40, 0x40, 'x', 0);
    tick(20);
    const bool hidden[TT_CIDS] = {[3] = true};
    tt_demo_cut_options options = {.to = TT_DEMO_TICK_END, .hide = hidden};
    demo_bytes out = cut_of(&bytes, &options);
    struct seen seen = look(&out);
    assert_int_equal(seen.count, 2);
    assert_string_equal(seen.names[0], "five");
    assert_int_equal(seen.kinds[1], TT_SV7_CHAT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_counts_is_told_again),
        cmocka_unit_test(an_ended_vote_is_not_told),
        cmocka_unit_test(names_in_messages_change),
        cmocka_unit_test(messages_of_hidden_clients_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
