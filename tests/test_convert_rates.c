/* SPDX-License-Identifier: MIT
 *
 * How much of what a conversion derives is what really was: against demos that were recorded of the
 * same session. One that a client recorded is in the tree; with TT_RECORDINGS also the server's
 * own. Prints the rates, and asserts the least ones of docs/demo.md.
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "demo/parts.h"
#include "host/inside.h"
#include "host/map.h"
#include "host_files.h"
#include "reading/replay.h"
#include "support/th_convert.h"
#include "teetape/demo_world.h"
#include "teetape/io/map.h"
#include "teetape/server_message.h"

/* A reader of a demo that can be brought to a tick. */
typedef struct side {
    tt_demo demo;
    tt_demo_memory memory;
    tt_demo_event event;
    tt_demo_world follower;
    tt_world world;
    tt_status status;
    long kills, emoticons;
} side;

static void side_open(side *s, tt_bytes bytes)
{
    memset(s, 0, sizeof *s);
    tt_demo_init(&s->demo, &s->memory);
    tt_demo_world_init(&s->follower, &s->world);
    tt_demo_feed(&s->demo, bytes.data, bytes.size);
    tt_demo_feed(&s->demo, NULL, 0);
    do {
        s->status = tt_demo_next(&s->demo, &s->event);
    } while (s->status == TT_OK && s->event.kind != TT_DEMO_TICK);
}

/* Goes to the next tick marker, past all of this tick. */
static void side_step(side *s)
{
    do {
        tt_demo_world_follow(&s->follower, &s->demo, &s->event);
        if (s->event.kind == TT_DEMO_MESSAGE) {
            s->kills += tt_demo_world_look(&s->follower).message->kind == TT_SV_KILL_MSG;
            s->emoticons += tt_demo_world_look(&s->follower).message->kind == TT_SV_EMOTICON;
        }
        s->status = tt_demo_next(&s->demo, &s->event);
    } while (s->status == TT_OK && s->event.kind != TT_DEMO_TICK);
}

/* An item of a client by its kind; 0 when there is none. */
static int find(const side *s, tt_obj_kind kind, int32_t cid, tt_obj_any *any)
{
    for (uint32_t i = 0; i < tt_demo_look(&s->demo).snap->count; i++) {
        tt_snap_item item = tt_snap_item_at(tt_demo_look(&s->demo).snap, i);
        if (item.id == cid &&
            tti_demo_world_kind(tti_demo_world_seen(&s->follower), item.type) == kind) {
            return tt_obj_unpack(any, kind, item.data, item.size) >= 0;
        }
    }
    return 0;
}

typedef enum what {
    PLACE,
    ANGLE,
    DIRECTION,
    WEAPON,
    VEL_X,
    VEL_Y,
    VELOCITY,
    JUMPS,
    FLAGS,
    ATTACK,
    EMOTE,
    TARGET,
    OWNED,
    STRONG,
    FREEZING,
    SHIELDS,
    LOOKS,
    HOOK,
    HOOK_TICK,
    HOOK_HELD,
    HOOK_PLACE,
    WHATS
} what;

static const char *const names[WHATS] = {
    "place",
    "angle",
    "direction",
    "weapon",
    "velocity x",
    "velocity y",
    "velocity, all bits",
    "jumps",
    "player flags",
    "attack",
    "eyes",
    "target",
    "weapons",
    "strong or weak",
    "freezing",
    "shields",
    "client info",
    "hook",
    "tick of the hook",
    "hook that is pressed",
    "place of the hook",
};

typedef struct rates {
    long good[WHATS], all[WHATS];
} rates;

static void count(rates *r, what w, int is_good)
{
    r->good[w] += is_good != 0;
    r->all[w]++;
}

static int is_near(int32_t a, int32_t b)
{
    return a - b <= 128 && b - a <= 128;
}

#define WEAPON_BITS (0x3f * TT_DDNET_CHARACTER_WEAPON_HAMMER)

static int has_map; /* the terrain is known */

static void compare_client(rates *r, const side *made, const side *real, int32_t cid)
{
    tt_obj_any a, b;
    if (!find(real, TT_OBJ_CLIENT_INFO, cid, &b) || !find(made, TT_OBJ_CLIENT_INFO, cid, &a)) {
        return;
    }
    count(r, LOOKS, memcmp(&a.client_info, &b.client_info, sizeof a.client_info) == 0);
    if (!find(real, TT_OBJ_CHARACTER, cid, &b) || !find(made, TT_OBJ_CHARACTER, cid, &a)) {
        return;
    }
    const struct tt_obj_character *x = &a.character, *y = &b.character;
    count(r, PLACE, x->x == y->x && x->y == y->y);
    count(r, ANGLE, x->angle == y->angle);
    count(r, DIRECTION, x->direction == y->direction);
    count(r, WEAPON, x->weapon == y->weapon);
    count(r, VEL_X, is_near(x->vel_x, y->vel_x));
    count(r, VEL_Y, is_near(x->vel_y, y->vel_y));
    count(r, VELOCITY, x->vel_x == y->vel_x && x->vel_y == y->vel_y);
    count(r, JUMPS, x->jumped == y->jumped);
    count(r, SHIELDS, x->armor == y->armor);
    if (has_map) {
        count(r, HOOK, x->hook_state == y->hook_state && x->hooked_player == y->hooked_player);
        count(r, HOOK_TICK, x->hook_tick == y->hook_tick);
        if (x->hook_state != TT_HOOK_IDLE) {
            count(r, HOOK_HELD, x->hook_state == y->hook_state);
        }
        if (x->hook_state == TT_HOOK_GRABBED && y->hook_state == TT_HOOK_GRABBED) {
            count(r, HOOK_PLACE,
                  abs(x->hook_x - y->hook_x) <= 2 && abs(x->hook_y - y->hook_y) <= 2);
        }
    }
    count(r, FLAGS, x->player_flags == y->player_flags);
    count(r, ATTACK, x->attack_tick == y->attack_tick);
    count(r, EMOTE, x->emote == y->emote);
    if (find(real, TT_OBJ_DDNET_CHARACTER, cid, &b) &&
        find(made, TT_OBJ_DDNET_CHARACTER, cid, &a)) {
        const struct tt_obj_ddnet_character *u = &a.ddnet_character, *v = &b.ddnet_character;
        count(r, TARGET, u->target_x == v->target_x && u->target_y == v->target_y);
        count(r, OWNED, (u->flags & WEAPON_BITS) == (v->flags & WEAPON_BITS));
        count(r, FREEZING, u->freeze_end == v->freeze_end && u->freeze_start == v->freeze_start);
        count(r, STRONG, u->strong_weak_id == v->strong_weak_id);
    }
}

static void compare(rates *r, side *made, side *real)
{
    while (made->status == TT_OK && real->status == TT_OK) {
        int32_t tick = real->event.tick;
        if (made->event.tick < tick) {
            side_step(made);
            continue;
        }
        int is_both = made->event.tick == tick;
        side_step(real);
        if (is_both) {
            side_step(made);
            for (int32_t cid = 0; cid < 64; cid++) {
                compare_client(r, made, real, cid);
            }
        }
    }
    while (made->status == TT_OK) {
        side_step(made);
    }
    while (real->status == TT_OK) {
        side_step(real);
    }
}

static void print_rates(const rates *r)
{
    for (int w = 0; w < WHATS; w++) {
        printf("  %-18s %7.3f %%\n", names[w],
               r->all[w] != 0 ? 100.0 * (double)r->good[w] / (double)r->all[w] : 0);
    }
}

/* The inputs that counted late, as jobs find them. */
static void find_hints(tti_hints *hints, const char *th_path, tt_bytes map)
{
    const tt_io_reading_options how = {.wants = TT_WANT_RECORDS};
    tt_io_reading r;
    tt_io_error error;
    assert_true(tt_io_reading_open(&r, th_path, &how));
    assert_true(tti_reading_hints(hints, &r, map, INT64_MAX, &error));
    tt_io_reading_close(&r);
}

/* The map that is in the demo. */
static int load_map(th_convert *t, tt_terrain *terrain, tt_bytes demo, const char *th_path,
                    tti_hints *hints)
{
    tt_demo_header header;
    size_t size;
    tt_io_error error;
    assert_int_equal(tt_demo_header_parse(&header, &size, demo, NULL), TT_OK);
    tt_bytes file = {demo.data + size, header.map_size};
    int is_good = tti_map_terrain_load(terrain, file, &error);
    t->terrain = is_good ? terrain : NULL;
    is_good = is_good && tti_map_settings_load(&t->settings, file, &error);
    find_hints(hints, th_path, file);
    t->hints = hints->list;
    t->hint_count = hints->count;
    return is_good;
}

/* Going over what may have changed makes the same demo as making all of it anew. */
static void check_anew(const th_convert *made, tt_bytes th)
{
    th_convert t = {.terrain = made->terrain,
                    .settings = made->settings,
                    .hints = made->hints,
                    .hint_count = made->hint_count,
                    .is_anew = 1};
    th_convert_run(&t, th);
    assert_int_equal(t.demo.size, made->demo.size);
    assert_memory_equal(t.demo.data, made->demo.data, made->demo.size);
    th_convert_free(&t);
}

static void measure(rates *r, const char *demo_path, const char *th_path, int with_map)
{
    side *sides = malloc(2 * sizeof *sides);
    size_t demo_size, th_size;
    uint8_t *demo_data = host_files_read(demo_path, &demo_size);
    uint8_t *th_data = host_files_read(th_path, &th_size);
    tt_bytes demo = {demo_data, demo_size}, th = {th_data, th_size};
    th_convert t = {0};
    assert_non_null(sides);
    memset(r, 0, sizeof *r);
    tt_terrain terrain = {0};
    tti_hints hints = {NULL, 0};
    has_map = with_map && load_map(&t, &terrain, demo, th_path, &hints);
    th_convert_run(&t, th);
    check_anew(&t, th);
    tti_hints_free(&hints);
    tti_map_terrain_free(&terrain);
    free((void *)t.settings.data);
    side_open(&sides[0], (tt_bytes){t.demo.data, t.demo.size});
    side_open(&sides[1], demo);
    compare(r, &sides[0], &sides[1]);
    printf("%s: %ld tees, %ld kills of %ld, %ld emoticons of %ld\n", demo_path, r->all[PLACE],
           sides[0].kills, sides[1].kills, sides[0].emoticons, sides[1].emoticons);
    print_rates(r);
    th_convert_free(&t);
    free(demo_data);
    free(th_data);
    free(sides);
}

/* At least this many of a thousand. */
static void assert_rate(const rates *r, what w, long least)
{
    assert_true(r->all[w] > 0);
    if (r->good[w] * 1000 < r->all[w] * least) {
        fail_msg("%s: %ld of %ld", names[w], r->good[w], r->all[w]);
    }
}

static void what_a_client_saw(void **state)
{
    (void)state;
    rates r;
    measure(&r, TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo",
            TT_SOURCE_DIR "/tests/recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0"
                          ".teehistorian",
            1);
    static const what all[] = {PLACE, ANGLE,    DIRECTION, WEAPON,    OWNED,     ATTACK,
                               JUMPS, VELOCITY, EMOTE,     TARGET,    FLAGS,     STRONG,
                               LOOKS, FREEZING, HOOK,      HOOK_TICK, HOOK_PLACE};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        assert_rate(&r, all[i], 1000);
    }
}

static void add_up(rates *sum, const rates *r)
{
    for (int w = 0; w < WHATS; w++) {
        sum->good[w] += r->good[w];
        sum->all[w] += r->all[w];
    }
}

/* Every session of the folder that has a demo of the server. */
static void measure_all(rates *sum, const char *folder, int with_map)
{
    char pattern[1024];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/*/server.demo", folder);
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        glob_t th;
        rates r;
        snprintf(pattern, sizeof pattern, "%.*s*.teehistorian",
                 (int)(strlen(found.gl_pathv[i]) - strlen("server.demo")), found.gl_pathv[i]);
        assert_int_equal(glob(pattern, 0, NULL, &th), 0);
        measure(&r, found.gl_pathv[i], th.gl_pathv[0], with_map);
        add_up(sum, &r);
        globfree(&th);
    }
    globfree(&found);
}

/* What is missing are inputs that counted late where no place shows it. */
static void what_the_server_sent(void **state)
{
    (void)state;
    rates r = {0};
    const char *folder = getenv("TT_RECORDINGS");
    if (folder == NULL) {
        skip();
    }
    measure_all(&r, folder, 1);
    print_rates(&r);
    for (int w = 0; w < WHATS; w++) {
        bool is_late = w == ANGLE || w == DIRECTION || w == VELOCITY || w == TARGET;
        assert_rate(&r, (what)w, is_late ? 999 : 1000);
    }
}

/* The rates of docs/demo.md without the map. */
static void what_is_known_without_the_map(void **state)
{
    (void)state;
    rates r = {0};
    const char *folder = getenv("TT_RECORDINGS");
    if (folder == NULL) {
        skip();
    }
    measure_all(&r, folder, 0);
    print_rates(&r);
    assert_rate(&r, PLACE, 1000);
    assert_rate(&r, ANGLE, 995);
    assert_rate(&r, DIRECTION, 987);
    assert_rate(&r, WEAPON, 885);
    assert_rate(&r, ATTACK, 812);
    assert_rate(&r, JUMPS, 693);
    assert_rate(&r, VEL_X, 982);
    assert_rate(&r, VEL_Y, 997);
    assert_rate(&r, FLAGS, 1000);
    assert_rate(&r, EMOTE, 937);
    assert_rate(&r, STRONG, 997);
    assert_rate(&r, LOOKS, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_client_saw),
        cmocka_unit_test(what_the_server_sent),
        cmocka_unit_test(what_is_known_without_the_map),
    };
    return cmocka_run_group_tests_name("convert_rates", tests, NULL, NULL);
}
