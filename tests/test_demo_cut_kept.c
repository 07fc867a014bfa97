/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/demo_cut.h: what a viewer has to know from before the span is reported again,
 * once.
 */
#include "cm.h"

#include <string.h>

#include "demo/parts.h"
#include "msg/inside.h"
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

/* NETMSG_PING_REPLY, say: the lowest bit of the id is set. */
static const uint8_t system_message[] = {0x2f, 1, 2, 3};

/* A demo of one empty snapshot: messages that follow are from before the span of cut_of. */
static void begin(demo_bytes *bytes)
{
    tt_demo_header header = demo_make_header(6, 0);
    tt_snap snap = tt_snap_empty();
    *bytes = (demo_bytes){NULL, 0, 0};
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, bytes);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    assert_int_equal(tt_demo_write_snapshot(&writer, 10, &snap), TT_OK);
}

/* A message of `size` ints. */
static void tell(tt_sv_kind kind, const int32_t *ints, size_t size)
{
    uint8_t buffer[2000];
    tt_packer p = tt_packer_of(buffer, sizeof buffer);
    tti_sv_pack_id(&p, kind);
    for (size_t i = 0; i < size; i++) {
        tt_pack_int(&p, ints[i]);
    }
    assert_int_equal(tt_demo_write_message(&writer, tt_packer_bytes(&p)), TT_OK);
}

#define TELL(kind, ...)                                                                            \
    tell(kind, (const int32_t[]){__VA_ARGS__},                                                     \
         sizeof((const int32_t[]){__VA_ARGS__}) / sizeof(int32_t))

static void tell_text(tt_sv_kind kind, int32_t timeout, const char *text)
{
    uint8_t buffer[2000];
    tt_packer p = tt_packer_of(buffer, sizeof buffer);
    tti_sv_pack_id(&p, kind);
    if (kind == TT_SV_VOTE_SET) {
        tt_pack_int(&p, timeout);
        tt_pack_string(&p, tt_bytes_of("why"), 0);
    }
    tt_pack_string(&p, tt_bytes_of(text), 0);
    assert_int_equal(tt_demo_write_message(&writer, tt_packer_bytes(&p)), TT_OK);
}

static void feed(const demo_bytes *bytes)
{
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, bytes->data, bytes->size);
    tt_demo_feed(&demo, NULL, 0);
}

/* The demo from tick 15 on, to be freed; what it was made of is freed. */
static demo_bytes cut_with(demo_bytes *bytes, int drop_system)
{
    const tt_demo_cut_options options = {
        .from = 15, .to = TT_DEMO_TICK_END, .drop_system = drop_system};
    demo_bytes out = {NULL, 0, 0};
    tt_snap snap = tt_snap_empty();
    tt_demo_event event;
    tt_demo_write_snapshot(&writer, 20, &snap);
    assert_int_equal(tt_demo_write_message(&writer, (tt_bytes){system_message, 4}), TT_OK);
    tt_demo_write_snapshot(&writer, 30, &snap);
    assert_int_equal(tt_demo_write_finish(&writer, NULL), TT_OK);
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &out);
    assert_int_equal(tt_demo_cut_init(&cut, &writer, &options), TT_OK);
    feed(bytes);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        assert_int_equal(tt_demo_cut_event(&cut, &demo, &event), TT_OK);
    }
    assert_int_equal(tt_demo_cut_finish(&cut, &demo, NULL), TT_OK);
    assert_int_equal(tt_demo_cut_look(&cut).first_tick, 20);
    assert_int_equal(tt_demo_cut_look(&cut).snapshots, 2);
    demo_bytes_free(bytes);
    return out;
}

static demo_bytes cut_of(demo_bytes *bytes)
{
    return cut_with(bytes, 1);
}

/* The next message of the demo that was fed; false at the end. */
static int next_message(tt_sv_msg *msg)
{
    tt_demo_event event;
    while (tt_demo_next(&demo, &event) == TT_OK) {
        if (event.kind == TT_DEMO_MESSAGE) {
            assert_int_equal(tt_sv_decode(msg, event.data, TT_PROTOCOL_6), TT_OK);
            return 1;
        }
    }
    return 0;
}

/* Of each kind the last word; what was said in the chat is not reported again. */
static void last_words_are_told_again(void **state)
{
    (void)state;
    demo_bytes bytes;
    tt_sv_msg msg;
    int32_t team;
    begin(&bytes);
    TELL(TT_SV_TUNE_PARAMS, 1, 2, 3);
    TELL(TT_SV_RECORD, 700, 800);
    TELL(TT_SV_RECORD, 600, 500);
    TELL(TT_SV_TEAMS_STATE, 4, 5);
    TELL(TT_SV_TEAMS_STATE, 0, 6);
    tell_text(TT_SV_MOTD, 0, "old");
    tell_text(TT_SV_MOTD, 0, "new");
    tell_text(TT_SV_BROADCAST, 0, "gone");
    tell_text(TT_SV_VOTE_SET, 25, "kick");
    TELL(TT_SV_VOTE_STATUS, 1, 2, 3, 6);
    demo_bytes out = cut_of(&bytes);
    feed(&out);
    assert_true(next_message(&msg));
    assert_int_equal(msg.kind, TT_SV_TUNE_PARAMS);
    assert_true(next_message(&msg));
    assert_int_equal(msg.kind, TT_SV_TEAMS_STATE);
    assert_int_equal(tt_ints_next(&msg.u.sv_teams_state.teams, &team), 1);
    assert_int_equal(team, 0);
    assert_true(next_message(&msg));
    assert_int_equal(msg.kind, TT_SV_VOTE_SET);
    assert_int_equal(msg.u.sv_vote_set.timeout, 25);
    assert_true(next_message(&msg));
    assert_int_equal(msg.kind, TT_SV_VOTE_STATUS);
    assert_int_equal(msg.u.sv_vote_status.total, 6);
    assert_true(next_message(&msg));
    assert_int_equal(msg.kind, TT_SV_RECORD);
    assert_int_equal(msg.u.sv_record.player_time_best, 500);
    assert_true(next_message(&msg));
    assert_int_equal(msg.kind, TT_SV_MOTD);
    assert_true(tt_bytes_equal(msg.u.sv_motd.message, tt_bytes_of("new")));
    assert_false(next_message(&msg));
    assert_int_equal(tt_demo_cut_look(&cut).messages, 6);
    demo_bytes_free(&out);
}

/* The old forms of two messages stand for the same as the new ones. */
static void old_forms_stand_for_the_same(void **state)
{
    (void)state;
    demo_bytes bytes;
    tt_sv_msg msg;
    begin(&bytes);
    TELL(TT_SV_RECORD, 700, 800);
    TELL(TT_SV_TEAMS_STATE, 4, 5);
    TELL(TT_SV_RECORD_LEGACY, 600, 500);
    TELL(TT_SV_TEAMS_STATE_LEGACY, 0, 6);
    demo_bytes out = cut_of(&bytes);
    feed(&out);
    assert_true(next_message(&msg));
    assert_int_equal(msg.kind, TT_SV_TEAMS_STATE_LEGACY);
    assert_true(next_message(&msg));
    assert_int_equal(msg.kind, TT_SV_RECORD_LEGACY);
    assert_false(next_message(&msg));
    demo_bytes_free(&out);
}

/* A vote that ended is not reported, and its status neither; nor is that of the vote before. */
static void ended_votes_are_not_told(void **state)
{
    (void)state;
    for (int again = 0; again < 2; again++) {
        demo_bytes bytes;
        tt_sv_msg msg;
        begin(&bytes);
        tell_text(TT_SV_VOTE_SET, 25, "kick");
        TELL(TT_SV_VOTE_STATUS, 1, 2, 3, 6);
        tell_text(TT_SV_VOTE_SET, again ? 20 : 0, "");
        demo_bytes out = cut_of(&bytes);
        feed(&out);
        assert_int_equal(next_message(&msg), again);
        assert_false(next_message(&msg));
        demo_bytes_free(&out);
    }
}

/* A message that is too long to be kept takes the place of the one before all the same: what that
 * said counts no more. */
static void too_long_messages_are_not_kept(void **state)
{
    (void)state;
    static char text[TTI_DEMO_KEPT_MAX + 1];
    for (size_t size = TTI_DEMO_KEPT_MAX - 2; size <= TTI_DEMO_KEPT_MAX - 1; size++) {
        demo_bytes bytes;
        tt_sv_msg msg;
        begin(&bytes);
        tell_text(TT_SV_MOTD, 0, "short");
        memset(text, 'x', size); /* beside an id and a NUL */
        text[size] = 0;
        tell_text(TT_SV_MOTD, 0, text);
        demo_bytes out = cut_of(&bytes);
        feed(&out);
        assert_int_equal(next_message(&msg), size == TTI_DEMO_KEPT_MAX - 2);
        assert_false(next_message(&msg));
        demo_bytes_free(&out);
    }
}

/* What the system of client and server said goes through, unless it is not wanted. */
static void system_messages_can_go(void **state)
{
    (void)state;
    for (int drop = 0; drop < 2; drop++) {
        demo_bytes bytes;
        tt_demo_event event;
        int found = 0;
        begin(&bytes);
        demo_bytes out = cut_with(&bytes, drop);
        feed(&out);
        while (tt_demo_next(&demo, &event) == TT_OK) {
            found += event.kind == TT_DEMO_MESSAGE &&
                     tt_bytes_equal(event.data, (tt_bytes){system_message, 4});
        }
        assert_int_equal(found, !drop);
        demo_bytes_free(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(last_words_are_told_again),
        cmocka_unit_test(old_forms_stand_for_the_same),
        cmocka_unit_test(ended_votes_are_not_told),
        cmocka_unit_test(too_long_messages_are_not_kept),
        cmocka_unit_test(system_messages_can_go),
    };
    return cmocka_run_group_tests_name("demo cut kept", tests, NULL, NULL);
}
