/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/demo_cut.h: what lies in the span is the same, what counts from before it is
 * there, cuts of cuts, hidden and renamed players, damaged and joined demos.
 */
#include "cm.h"
#include "demo/demo.h"

#include <stdio.h>
#include <stdlib.h>

#include "host_files.h"
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

static unsigned char *real;
static size_t real_size;

static int setup(void **state)
{
    (void)state;
    real = host_files_read(TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo", &real_size);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    free(real);
    return 0;
}

static void feed(tt_bytes bytes)
{
    tt_demo_init(&demo, &memory);
    tt_demo_set(&demo, &(tt_demo_options){.recover = true});
    tt_demo_feed(&demo, bytes.data, bytes.size);
    tt_demo_feed(&demo, NULL, 0);
}

static tt_status run(void)
{
    tt_demo_event event;
    tt_status status = TT_OK;
    while (status == TT_OK && (status = tt_demo_next(&demo, &event)) == TT_OK) {
        status = tt_demo_cut_event(&cut, &demo, &event);
    }
    return status;
}

static tt_status finish(demo_bytes *out)
{
    tt_demo_patch patch;
    tt_status status = tt_demo_cut_finish(&cut, &demo, &patch);
    if (status == TT_OK) {
        memcpy(out->data, patch.bytes, patch.size);
    }
    return status;
}

static tt_status make(demo_bytes *out, tt_bytes original, const tt_demo_cut_options *options)
{
    *out = (demo_bytes){NULL, 0, 0};
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, out);
    assert_int_equal(tt_demo_cut_init(&cut, &writer, options), TT_OK);
    feed(original);
    run();
    return finish(out);
}

/* A line for each tick of [from, to) that has a snapshot: its checksum; and one for each message in
 * it. */
static char *content(tt_bytes bytes, int32_t from, int32_t to)
{
    size_t size = 0, cap = 1u << 20;
    char *text = malloc(cap);
    assert_non_null(text);
    tt_demo_event event;
    text[0] = 0;
    feed(bytes);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        if (cap - size < 100) {
            text = realloc(text, cap *= 2);
            assert_non_null(text);
        }
        if (tt_demo_look(&demo).tick < from || tt_demo_look(&demo).tick >= to) {
            continue;
        }
        if (event.kind == TT_DEMO_SNAPSHOT || event.kind == TT_DEMO_DELTA) {
            size +=
                (size_t)snprintf(text + size, 100, "%d %08x %d\n", (int)tt_demo_look(&demo).tick,
                                 (unsigned)tt_snap_checksum(tt_demo_look(&demo).snap),
                                 (int)tt_demo_look(&demo).snap->count);
        } else if (event.kind == TT_DEMO_MESSAGE) {
            uint32_t sum = 0;
            for (size_t i = 0; i < event.data.size; i++) {
                sum = sum * 31 + event.data.data[i];
            }
            size += (size_t)snprintf(text + size, 100, "%d message %d %08x\n",
                                     (int)tt_demo_look(&demo).tick, (int)event.data.size,
                                     (unsigned)sum);
        }
    }
    return text;
}

static void same_bytes(const demo_bytes *a, const demo_bytes *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->data, b->data, a->size);
}

/* Where nothing changed a tick has no snapshot chunk; as keyframes of the cut may lie there, only
 * ticks of both are compared, which in this demo are all. */
static void spans_hold_what_was_there(void **state)
{
    (void)state;
    uint64_t seed = 7;
    tt_bytes all = {real, real_size};
    feed(all);
    tt_demo_event event;
    int32_t first = -1;
    while (tt_demo_next(&demo, &event) == TT_OK) {
        if (event.kind == TT_DEMO_TICK && first < 0) {
            first = event.tick;
        }
    }
    int32_t last = tt_demo_look(&demo).tick;
    for (int i = 0; i < 40 / TT_TEST_SHARE; i++) {
        int32_t from = first + (int32_t)(random_next(&seed) % (unsigned)(last - first));
        int32_t to = from + 2 + (int32_t)(random_next(&seed) % (unsigned)(last - from + 100));
        tt_demo_cut_options options = {.from = from, .to = to};
        demo_bytes out, again;
        tt_status status = make(&out, all, &options);
        if (status == TT_ERR_DEMO_EMPTY) {
            demo_bytes_free(&out);
            continue;
        }
        assert_int_equal(status, TT_OK);
        const tt_demo_cut_view made = tt_demo_cut_look(&cut);
        assert_int_equal(made.left_out, 0);
        assert_in_range(made.first_tick, from, to - 1);
        tt_bytes part = {out.data, out.size};
        char *expected = content(all, from, to), *found = content(part, from, to);
        assert_string_equal(found, expected);
        assert_int_equal(tt_demo_look(&demo).header->length,
                         (tt_demo_look(&demo).tick - made.first_tick) / 50);
        free(expected);
        free(found);
        /* a part of the part is the same as that part of the whole */
        options.from = from + (to - from) / 4;
        options.to = to - (to - from) / 4;
        demo_bytes direct;
        status = make(&again, part, &options);
        assert_int_equal(make(&direct, all, &options), status);
        if (status == TT_OK) {
            same_bytes(&again, &direct);
        }
        demo_bytes_free(&again);
        demo_bytes_free(&direct);
        demo_bytes_free(&out);
    }
}

/* What is known of clients in a demo. */
static void look(tt_bytes bytes, uint64_t seen[2], char names[TT_CIDS][17])
{
    tt_demo_event event;
    seen[0] = seen[1] = 0;
    feed(bytes);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        for (uint32_t i = 0; i < tt_demo_look(&demo).snap->count; i++) {
            tt_snap_item item = tt_snap_item_at(tt_demo_look(&demo).snap, i);
            if (item.type >= 9 && item.type <= 11 && item.id < TT_CIDS) {
                seen[item.id / 64] |= UINT64_C(1) << (item.id % 64);
            }
            if (item.type == 11 && item.id < TT_CIDS) {
                tt_string_from_ints(names[item.id], item.data, 4);
            }
        }
    }
}

static void players_are_hidden_and_renamed(void **state)
{
    (void)state;
    tt_bytes all = {real, real_size};
    uint64_t before[2], after[2];
    static char names[TT_CIDS][17], new_names[TT_CIDS][17];
    demo_bytes out;
    look(all, before, names);
    assert_true(before[0] != 0 && (before[0] & (before[0] - 1)) != 0); /* two at least */
    for (int cid = 0; cid < 64; cid++) {
        if ((before[0] >> cid & 1) == 0) {
            continue;
        }
        bool hidden[TT_CIDS] = {false};
        hidden[cid] = true;
        tt_demo_cut_options options = {.to = TT_DEMO_TICK_END, .hide = hidden};
        assert_int_equal(make(&out, all, &options), TT_OK);
        look((tt_bytes){out.data, out.size}, after, new_names);
        assert_int_equal(after[0], before[0] & ~(UINT64_C(1) << cid));
        demo_bytes_free(&out);

        tt_demo_rename rename = {tt_bytes_of(names[cid]), tt_bytes_of("sixteen letters!")};
        options =
            (tt_demo_cut_options){.to = TT_DEMO_TICK_END, .renames = &rename, .rename_count = 1};
        assert_int_equal(make(&out, all, &options), TT_OK);
        look((tt_bytes){out.data, out.size}, after, new_names);
        assert_int_equal(after[0], before[0]);
        for (int other = 0; other < 64; other++) {
            assert_string_equal(new_names[other], other == cid ? "sixteen letters" : names[other]);
        }
        demo_bytes_free(&out);
    }
}

/* Who died first is a client id that may be -1, as no other field is. */
static void a_death_of_a_team_names_its_first(void **state)
{
    (void)state;
    static tt_demo_writer team_writer;
    static tt_demo_write_memory team_memory;
    demo_bytes bytes = {NULL, 0, 0}, out;
    tt_demo_event event;
    const tt_demo_header header = demo_make_header(6, 0);
    const tt_snap snap = tt_snap_empty();
    tt_demo_writer_init(&team_writer, &team_memory, demo_bytes_put, &bytes);
    assert_int_equal(tt_demo_write_header(&team_writer, &header), TT_OK);
    assert_int_equal(tt_demo_write_snapshot(&team_writer, 10, &snap), TT_OK);
    for (int32_t first = -1; first < 3; first++) {
        uint8_t data[64];
        tt_packer p = tt_packer_of(data, sizeof data);
        const tt_sv_msg msg = {.kind = TT_SV_KILL_MSG_TEAM,
                               .u.sv_kill_msg_team = {.team = 5, .first = first}};
        tt_sv_encode(&p, &msg);
        assert_int_equal(tt_demo_write_message(&team_writer, tt_packer_bytes(&p)), TT_OK);
    }
    assert_int_equal(tt_demo_write_snapshot(&team_writer, 20, &snap), TT_OK);
    assert_int_equal(tt_demo_write_finish(&team_writer, NULL), TT_OK);

    const bool hidden[TT_CIDS] = {[1] = true};
    tt_demo_cut_options options = {.to = TT_DEMO_TICK_END, .hide = hidden};
    assert_int_equal(make(&out, (tt_bytes){bytes.data, bytes.size}, &options), TT_OK);
    feed((tt_bytes){out.data, out.size});
    uint64_t seen = 0;
    while (tt_demo_next(&demo, &event) == TT_OK) {
        tt_sv_msg msg;
        if (event.kind == TT_DEMO_MESSAGE &&
            tt_sv_decode(&msg, event.data, TT_PROTOCOL_6) == TT_OK) {
            assert_int_equal(msg.kind, TT_SV_KILL_MSG_TEAM);
            seen |= UINT64_C(1) << (msg.u.sv_kill_msg_team.first + 1);
        }
    }
    assert_int_equal(seen, 1 | 2 | 8); /* -1, 0 and 2 */
    demo_bytes_free(&bytes);
    demo_bytes_free(&out);
}

static void map_and_chat_can_go(void **state)
{
    (void)state;
    tt_bytes all = {real, real_size};
    demo_bytes out;
    tt_demo_event event;
    tt_demo_cut_options options = {.to = TT_DEMO_TICK_END, .drop_map = 1, .drop_chat = 1};
    assert_int_equal(make(&out, all, &options), TT_OK);
    feed((tt_bytes){out.data, out.size});
    uint64_t talk = 0;
    while (tt_demo_next(&demo, &event) == TT_OK) {
        tt_sv_msg msg;
        assert_int_not_equal(event.kind, TT_DEMO_MAP);
        if (event.kind == TT_DEMO_MESSAGE &&
            tt_sv_decode(&msg, event.data, TT_PROTOCOL_6) == TT_OK && msg.kind == TT_SV_CHAT) {
            talk += msg.u.sv_chat.cid >= 0;
        }
    }
    assert_int_equal(talk, 0);
    assert_true(tt_demo_look(&demo).header->has_sha256);
    assert_true(out.size < real_size);
    demo_bytes_free(&out);
}

static void map_is_attached(void **state)
{
    (void)state;
    tt_bytes all = {real, real_size};
    demo_bytes out, again;
    tt_demo_event event;
    tt_demo_new_map map = {tt_bytes_of("no real map"), 0x12345678, {{1, 2, 3}}};
    tt_demo_cut_options options = {.to = TT_DEMO_TICK_END, .map = &map};
    assert_int_equal(make(&out, all, &options), TT_OK);
    feed((tt_bytes){out.data, out.size});
    assert_int_equal(tt_demo_next(&demo, &event), TT_OK);
    assert_int_equal(tt_demo_look(&demo).header->map_size, map.bytes.size);
    assert_int_equal(tt_demo_look(&demo).header->map_crc, map.crc);
    assert_memory_equal(tt_demo_look(&demo).header->map_sha256.bytes, map.sha256.bytes, 32);
    assert_int_equal(tt_demo_next(&demo, &event), TT_OK);
    assert_int_equal(event.kind, TT_DEMO_MAP);
    assert_true(tt_bytes_equal(event.data, map.bytes));
    /* and nothing else differs from one without a map */
    options = (tt_demo_cut_options){.to = TT_DEMO_TICK_END, .drop_map = 1};
    assert_int_equal(make(&again, all, &options), TT_OK);
    assert_int_equal(again.size + map.bytes.size, out.size);
    assert_memory_equal(again.data + TT_DEMO_HEADER_MAX,
                        out.data + TT_DEMO_HEADER_MAX + map.bytes.size,
                        again.size - TT_DEMO_HEADER_MAX);
    demo_bytes_free(&out);
    demo_bytes_free(&again);
}

/* A demo of `ticks` empty ticks from `first` on, with these markers. */
static void make_marked(demo_bytes *bytes, int32_t first, int32_t ticks, const int32_t *markers,
                        int32_t count)
{
    tt_demo_header header = demo_make_header(6, 0);
    tt_snap snap = tt_snap_empty();
    *bytes = (demo_bytes){NULL, 0, 0};
    header.marker_count = count;
    memcpy(header.markers, markers, (size_t)count * sizeof *markers);
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, bytes);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    for (int32_t i = 0; i < ticks; i++) {
        assert_int_equal(tt_demo_write_snapshot(&writer, first + i, &snap), TT_OK);
    }
    assert_int_equal(tt_demo_write_finish(&writer, NULL), TT_OK);
}

/* Of the span that counts in the end, and of all demos that are joined. */
static void markers_are_kept(void **state)
{
    (void)state;
    static const int32_t early[] = {110, 190, 250}, late[] = {190, 250, 350, 400};
    demo_bytes pieces[2], out = {NULL, 0, 0};
    make_marked(&pieces[0], 100, 200, early, 3);
    make_marked(&pieces[1], 200, 300, late, 4);
    tt_demo_cut_options options = {.to = TT_DEMO_TICK_END};
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &out);
    assert_int_equal(tt_demo_cut_init(&cut, &writer, &options), TT_OK);
    tti_demo_cut_span(&cut, 150, 400); /* as late as this */
    feed((tt_bytes){pieces[0].data, pieces[0].size});
    run();
    assert_int_equal(tt_demo_cut_next_demo(&cut, &demo), TT_OK);
    feed((tt_bytes){pieces[1].data, pieces[1].size});
    assert_int_equal(run(), TT_END);
    assert_int_equal(finish(&out), TT_OK);
    tt_demo_event event;
    feed((tt_bytes){out.data, out.size});
    assert_int_equal(tt_demo_next(&demo, &event), TT_OK);
    assert_int_equal(tt_demo_look(&demo).header->marker_count, 3);
    assert_int_equal(tt_demo_look(&demo).header->markers[0], 190);
    assert_int_equal(tt_demo_look(&demo).header->markers[1], 250);
    assert_int_equal(tt_demo_look(&demo).header->markers[2], 350);
    assert_int_equal(tt_demo_look(&demo).header->markers[3], 0);
    assert_int_equal(tt_demo_look(&demo).header->length, (399 - 150) / 50);
    demo_bytes_free(&pieces[0]);
    demo_bytes_free(&pieces[1]);
    demo_bytes_free(&out);
}

/* Every truncation gives a demo that reads without an error, or none when not even one snapshot is
 * left. */
static void cut_off_demos_are_repaired(void **state)
{
    (void)state;
    demo_bytes bytes = {NULL, 0, 0}, out;
    demo_make(&bytes, 5, 6, 20, 12);
    for (size_t size = 0; size < bytes.size; size += TT_TEST_SHARE) {
        tt_demo_cut_options options = {.to = TT_DEMO_TICK_END, .drop_unreliable = 1};
        if (make(&out, (tt_bytes){bytes.data, size}, &options) == TT_OK) {
            char *log = demo_log((tt_bytes){out.data, out.size}, 0, 0);
            assert_null(strstr(log, "issue 2"));
            assert_non_null(strstr(log, "ended 2"));
            free(log);
        }
        demo_bytes_free(&out);
    }
    /* and every flipped bit after the header and the map; an odd step comes to each bit of a byte
     */
    for (size_t bit = 504 * 8; bit < bytes.size * 8; bit += 2 * TT_TEST_SHARE - 1) {
        tt_demo_cut_options options = {.to = TT_DEMO_TICK_END, .drop_unreliable = 1};
        bytes.data[bit / 8] ^= (uint8_t)(1u << (bit % 8));
        if (make(&out, (tt_bytes){bytes.data, bytes.size}, &options) == TT_OK) {
            char *log = demo_log((tt_bytes){out.data, out.size}, 0, 0);
            assert_null(strstr(log, "issue 2"));
            assert_non_null(strstr(log, "ended 2"));
            free(log);
        }
        bytes.data[bit / 8] ^= (uint8_t)(1u << (bit % 8));
        demo_bytes_free(&out);
    }
    demo_bytes_free(&bytes);
}

/* Pieces that follow each other, or overlap, are the whole again. */
static void pieces_are_joined(void **state)
{
    (void)state;
    tt_bytes all = {real, real_size};
    demo_bytes pieces[2], whole, out = {NULL, 0, 0};
    tt_demo_cut_options everything = {.to = TT_DEMO_TICK_END};
    feed(all);
    tt_demo_event event;
    while (tt_demo_next(&demo, &event) == TT_OK && tt_demo_look(&demo).tick < 0) {
    }
    int32_t middle = tt_demo_look(&demo).tick + 1000;
    assert_int_equal(make(&whole, all, &everything), TT_OK);
    for (int overlap = 0; overlap < 2; overlap++) {
        tt_demo_cut_options first = {.to = middle + overlap * 300};
        tt_demo_cut_options second = {.from = middle, .to = TT_DEMO_TICK_END};
        assert_int_equal(make(&pieces[0], all, &first), TT_OK);
        assert_int_equal(make(&pieces[1], all, &second), TT_OK);
        out = (demo_bytes){NULL, 0, 0};
        tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &out);
        assert_int_equal(tt_demo_cut_init(&cut, &writer, &everything), TT_OK);
        feed((tt_bytes){pieces[0].data, pieces[0].size});
        run();
        int32_t last = tt_demo_look(&demo).tick;
        assert_int_equal(tt_demo_cut_next_demo(&cut, &demo), TT_OK);
        feed((tt_bytes){pieces[1].data, pieces[1].size});
        run();
        assert_int_equal(finish(&out), TT_OK);
        assert_true(last < tt_demo_look(&demo).tick);
        assert_int_equal(tt_demo_cut_look(&cut).left_out > 0, overlap);
        /* the second piece begins with what it kept, after the last tick of the first one */
        char *a = content((tt_bytes){whole.data, whole.size}, last + 1, INT32_MAX);
        char *b = content((tt_bytes){out.data, out.size}, last + 1, INT32_MAX);
        assert_string_equal(a, b);
        free(a);
        free(b);
        a = content((tt_bytes){whole.data, whole.size}, 0, last);
        b = content((tt_bytes){out.data, out.size}, 0, last);
        assert_string_equal(a, b);
        free(a);
        free(b);
        char *log = demo_log((tt_bytes){out.data, out.size}, 0, 0);
        assert_null(strstr(log, "issue"));
        free(log);
        demo_bytes_free(&pieces[0]);
        demo_bytes_free(&pieces[1]);
        demo_bytes_free(&out);
    }
    demo_bytes_free(&whole);
}

static void spans_without_snapshots(void **state)
{
    (void)state;
    demo_bytes out;
    tt_demo_cut_options options = {.from = 5, .to = 4};
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &out);
    assert_int_equal(tt_demo_cut_init(&cut, &writer, &options), TT_ERR_ARGUMENT);
    options.from = 1;
    assert_int_equal(make(&out, (tt_bytes){real, real_size}, &options), TT_ERR_DEMO_EMPTY);
    demo_bytes_free(&out);
}

/* Pieces of one pass are the cuts that one makes by themselves, but for the embedded map, which is
 * handed in. */
static void pieces_come_from_one_pass(void **state)
{
    static const int32_t borders[] = {1200, 1201, 2000, 3000, TT_DEMO_TICK_END};
    const tt_bytes whole = {real, real_size};
    tt_demo_cut_options options = {.to = borders[0], .drop_map = 1};
    tt_demo_event event;
    tt_status status = TT_OK;
    (void)state;
    for (size_t i = 0; i < sizeof borders / sizeof borders[0]; i++) {
        demo_bytes alone;
        tt_demo_cut_options span = {
            .from = i > 0 ? borders[i - 1] : 0, .to = borders[i], .drop_map = 1};
        assert_int_equal(make(&alone, whole, &span), TT_OK);

        /* the pieces up to this one */
        demo_bytes out = {NULL, 0, 0};
        tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &out);
        assert_int_equal(tt_demo_cut_init(&cut, &writer, &options), TT_OK);
        tti_demo_cut_in_pieces(&cut);
        feed(whole);
        status = tt_demo_next(&demo, &event);
        for (size_t piece = 0; status == TT_OK;) {
            status = tt_demo_cut_event(&cut, &demo, &event);
            if (status == TT_END && piece < i) {
                assert_int_equal(finish(&out), TT_OK);
                out.size = 0;
                tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &out);
                assert_int_equal(
                    tti_demo_cut_next_piece(&cut, &demo, &writer, borders[++piece], NULL), TT_OK);
                status = TT_OK;
            } else if (status == TT_OK) {
                status = tt_demo_next(&demo, &event);
            }
        }
        assert_int_equal(finish(&out), TT_OK);
        assert_int_equal(out.size, alone.size);
        assert_memory_equal(out.data, alone.data, out.size);
        demo_bytes_free(&out);
        demo_bytes_free(&alone);
    }
    assert_int_equal(tti_demo_cut_next_piece(&cut, &demo, &writer, 0, NULL), TT_ERR_ARGUMENT);
    assert_int_equal(tt_demo_cut_init(&cut, &writer, &options), TT_OK);
    assert_int_equal(tti_demo_cut_next_piece(&cut, &demo, &writer, TT_DEMO_TICK_END, NULL),
                     TT_ERR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_hold_what_was_there),
        cmocka_unit_test(players_are_hidden_and_renamed),
        cmocka_unit_test(a_death_of_a_team_names_its_first),
        cmocka_unit_test(map_and_chat_can_go),
        cmocka_unit_test(cut_off_demos_are_repaired),
        cmocka_unit_test(pieces_are_joined),
        cmocka_unit_test(spans_without_snapshots),
        cmocka_unit_test(map_is_attached),
        cmocka_unit_test(markers_are_kept),
        cmocka_unit_test(pieces_come_from_one_pass),
    };
    return cmocka_run_group_tests_name("demo cut", tests, setup, teardown);
}
