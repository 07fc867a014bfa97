/* SPDX-License-Identifier: MIT
 *
 * Inputs of other players in a demo of a client: whose they are, for which ticks, what shows them,
 * and that what is made to be published leaves them out.
 */
#include "cm.h"
#include "msg/inside.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "host_files.h"
#include "support/demo_make.h"
#include "teetape/recording.h"
#include "teetape/secret.h"
#include "teetape/string.h"

static demo_bytes made;
static tt_demo_writer writer;

static void add_client(tt_snap_builder *b, int32_t cid, const char *name)
{
    struct tt_obj_client_info info = {.country = -1};
    struct tt_obj_player_info player = {.local = cid == 1, .client_id = cid};
    tt_string_to_ints(info.name, 4, tt_bytes_of(name));
    assert_int_equal(tt_snap_builder_add(b, 11, cid, (const int32_t *)&info, 17), TT_OK);
    assert_int_equal(tt_snap_builder_add(b, 10, cid, (const int32_t *)&player, 5), TT_OK);
}

/* Who records is client 1. In slot 3 is `third`, or nobody. */
static void snapshot(int32_t tick, const char *third)
{
    static tt_snap_space space;
    tt_snap_builder b;
    tt_snap_builder_init(&b, &space, NULL);
    add_client(&b, 1, "recorder");
    add_client(&b, 2, "mate");
    if (third != NULL) {
        add_client(&b, 3, third);
    }
    tt_snap snap = tt_snap_builder_finish(&b);
    assert_int_equal(tt_demo_write_snapshot(&writer, tick, &snap), TT_OK);
}

/* `missing` bytes at the end are not there. */
static void send(const tt_sv_msg *msg, size_t missing)
{
    uint8_t bytes[200];
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    tt_sv_encode(&p, msg);
    assert_int_equal(p.status, TT_OK);
    tt_bytes data = {bytes, tt_packer_bytes(&p).size - missing};
    assert_int_equal(tti_secret_sv_input(data), msg->kind == TT_SV_PRE_INPUT);
    assert_int_equal(tt_demo_write_message(&writer, data), TT_OK);
}

static tt_sv_msg pre_input(int32_t owner, int32_t tick, int32_t direction, int32_t jump,
                           int32_t fire)
{
    return (tt_sv_msg){.kind = TT_SV_PRE_INPUT,
                       .u.sv_pre_input = {.direction = direction,
                                          .target_x = 100,
                                          .target_y = -100,
                                          .jump = jump,
                                          .fire = fire,
                                          .hook = 1,
                                          .wanted_weapon = 3,
                                          .next_weapon = 4,
                                          .prev_weapon = 6,
                                          .owner = owner,
                                          .intended_tick = tick}};
}

/* What the messages after a snapshot are. */
static void send_inputs(int32_t tick)
{
    const struct {
        int32_t after;
        tt_sv_msg msg;
        size_t missing;
    } all[] = {
        {110, pre_input(2, 113, -1, 0, 1), 0},
        {110, pre_input(3, 112, 0, 1, 62), 0},
        {120, pre_input(2, 125, 1, 1, 3), 0},
        {120, pre_input(2, 124, 0, 1, 4), 0}, /* overtaken by the one before */
        {154, pre_input(3, 157, 0, 0, 0), 0}, /* nobody is in its slot */
        {170, pre_input(3, 1879048191, 1, 0, 2), 0},
        {180, pre_input(2, 181, 0, 0, 6), 12}, /* does not parse */
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i].after == tick) {
            send(&all[i].msg, all[i].missing);
        }
    }
}

static void make(int has_inputs)
{
    static tt_demo_write_memory memory;
    static const tt_sv_msg said = {.kind = TT_SV_BROADCAST};
    tt_demo_header header = demo_make_header(6, 0);
    tt_demo_patch patch;
    memset(header.type, 0, sizeof header.type);
    memcpy(header.type, "client", 6);
    demo_bytes_free(&made);
    tt_demo_writer_init(&writer, &memory, demo_bytes_put, &made);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    for (int32_t tick = 100; tick <= 200; tick += 2) {
        snapshot(tick, tick < 150 ? "first" : tick < 160 ? NULL : "other");
        if (has_inputs) {
            send_inputs(tick);
        }
        if (tick == 170) {
            send(&said, 0);
        }
    }
    assert_int_equal(tt_demo_write_finish(&writer, &patch), TT_OK);
    memcpy(made.data, patch.bytes, patch.size);
}

/* Every input that the library gives, and its session. */
static void items(void **state)
{
    static const struct {
        int32_t tick, cid, intended, fire;
        uint64_t session;
    } want[] = {{110, 2, 113, 1, 1},
                {110, 3, 112, 62, 2},
                {120, 2, 125, 3, 1},
                {120, 2, 124, 4, 1},
                {154, 3, 157, 0, TT_SESSION_NONE},
                {170, 3, 1879048191, 2, 3}};
    static tt_recording rec;
    static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
    tt_item item;
    tt_recorded_input input;
    size_t count = 0;
    (void)state;
    make(1);
    assert_int_equal(tt_recording_init(&rec, scratch, sizeof scratch), TT_OK);
    tt_recording_want(&rec, TT_WANT_RECORDS | TT_WANT_FACTS, TT_FACTS_ALL);
    tt_recording_feed(&rec, made.data, made.size);
    for (tt_status status; (status = tt_recording_next(&rec, &item)) != TT_END;) {
        if (status == TT_MORE) {
            tt_recording_feed(&rec, NULL, 0);
            continue;
        }
        assert_int_equal(status, TT_OK);
        if (!tt_item_input(&item, &input)) {
            assert_true(item.kind != TT_ITEM_RECORD || item.session == TT_SESSION_NONE);
            continue;
        }
        assert_true(count < sizeof want / sizeof want[0]);
        assert_int_equal(item.tick, want[count].tick);
        assert_int_equal(item.session, want[count].session);
        assert_int_equal(input.cid, want[count].cid);
        assert_int_equal(input.intended_tick, want[count].intended);
        assert_int_equal(input.input.fire, want[count].fire);
        assert_int_equal(input.input.target_y, -100);
        assert_int_equal(input.input.hook, 1);
        assert_int_equal(input.input.prev_weapon, 6);
        assert_int_equal(input.has_flags, 0);
        assert_null(input.diff);
        count++;
    }
    assert_int_equal(count, sizeof want / sizeof want[0]);
}

/* What the command prints, to be freed: `words` after its name, in the folder of the test. */
static char *run(void **state, int status, const char *words)
{
#ifdef _WIN32
    skip(); /* the lines are for a POSIX shell */
#endif
    char *out = host_files_path(state, "out"), line[1000];
    size_t size;
    snprintf(line, sizeof line, "cd '%s' && '%s' %s >out 2>err", (const char *)*state, TT_COMMAND,
             words);
    int result = system(line);
    if (result != status << 8) {
        fail_msg("%s: %d", words, result);
    }
    char *text = (char *)host_files_read(out, &size);
    text = realloc(text, size + 1);
    assert_non_null(text);
    text[size] = 0;
    free(out);
    return text;
}

static void check_has(char *text, const char *part)
{
    if (strstr(text, part) == NULL) {
        fail_msg("no '%s' in:\n%s", part, text);
    }
    free(text);
}

static void check_same(char *text, const char *want)
{
    assert_string_equal(text, want);
    free(text);
}

static void write_made(void **state, const char *name, int has_inputs)
{
    char *path = host_files_path(state, name);
    make(has_inputs);
    host_files_write(path, made.data, made.size);
    free(path);
}

/* The holder of the file reads them; player_flags is missing. */
static void shown(void **state)
{
    write_made(state, "a.demo", 1);
    check_same(
        run(state, 0,
            "table inputs -c tick,cid,session,name,direction,fire,player_flags,intended_tick "
            "--format csv a.demo"),
        "tick,cid,session,name,direction,fire,player_flags,intended_tick\r\n"
        "110,2,1,mate,-1,1,,113\r\n"
        "110,3,2,first,0,62,,112\r\n"
        "120,2,1,mate,1,3,,125\r\n"
        "120,2,1,mate,0,4,,124\r\n"
        "154,3,,,0,0,,157\r\n"
        "170,3,3,other,1,2,,1879048191\r\n");
    check_same(
        run(state, 0, "table inputs -c intended_tick --player mate --from 115 --format csv a.demo"),
        "intended_tick\r\n125\r\n124\r\n");
    check_has(run(state, 0, "inputs --json a.demo"),
              "{\"tick\":120,\"intended_tick\":125,\"session\":1,\"cid\":2,\"name\":\"mate\","
              "\"first\":false,\"direction\":1,\"target_x\":100,\"target_y\":-100,\"jump\":true,"
              "\"fire\":true,\"hook\":true,\"weapon\":2,\"player_flags\":null,\"aim\":315.00,"
              "\"turn\":0.00,\"pressed\":[\"right\",\"jump\",\"fire\"],\"released\":[\"left\","
              "\"fire\"]}");
    check_has(run(state, 0, "inputs --json --from 115 --player mate a.demo"), "\"first\":true");
    check_has(run(state, 0, "inputs --json a.demo"),
              "\"intended_tick\":157,\"session\":null,\"cid\":3,\"name\":null,\"first\":true");
    check_has(run(state, 0, "inputs --summary --json --player mate a.demo"), "\"inputs\":3,");
    check_has(run(state, 0, "info a.demo"),
              "inputs of 3 other players: 6, for ticks 112 to 1879048191");
    check_has(run(state, 0, "info --json a.demo"),
              "\"inputs\":{\"count\":6,\"players\":3,\"first_tick\":112,\"last_tick\":1879048191}");
}

/* Whether two files of the folder are equal. */
static bool are_same(void **state, const char *one, const char *other)
{
    char *paths[] = {host_files_path(state, one), host_files_path(state, other)};
    unsigned char *bytes[2];
    size_t sizes[2];
    for (int i = 0; i < 2; i++) {
        bytes[i] = host_files_read(paths[i], &sizes[i]);
        free(paths[i]);
    }
    bool same = sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], sizes[0]) == 0;
    free(bytes[0]);
    free(bytes[1]);
    return same;
}

/* The cut without inputs is that of the same demo without them, and so is the page. */
static void published(void **state)
{
    write_made(state, "a.demo", 0);
    free(run(state, 0, "cut -o never.demo a.demo"));
    write_made(state, "a.demo", 1);
    free(run(state, 0, "cut --drop-inputs -o dropped.demo a.demo"));
    free(run(state, 0, "cut -o kept.demo a.demo"));
    assert_true(are_same(state, "never.demo", "dropped.demo"));
    assert_false(are_same(state, "never.demo", "kept.demo"));
    check_same(run(state, 0, "inputs dropped.demo"), "");
    free(run(state, 2,
             "cut --drop-inputs -o no.demo '" TT_SOURCE_DIR
             "/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian'"));
    if (system("'" TT_COMMAND "' page --empty -o - >demo_inputs.html 2>&1") == 3 << 8) {
        return; /* a build without a page */
    }
    free(run(state, 0, "page -o left-out.html a.demo"));
    free(run(state, 0, "page --keep-inputs -o kept.html a.demo"));
    write_made(state, "a.demo", 0);
    free(run(state, 0, "page -o never.html a.demo"));
    assert_true(are_same(state, "never.html", "left-out.html"));
    assert_false(are_same(state, "never.html", "kept.html"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items),
        IN_FOLDER(shown),
        IN_FOLDER(published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
