/* SPDX-License-Identifier: MIT
 *
 * Tests of what scenes take from messages of 0.7, and from old ones of DDNet.
 */
#include "cm.h"

#include <string.h>

#include "support/scene_make.h"
#include "teetape/game.h"

static uint8_t room[512];

/* Ints of a message, as it has them. */
static tt_ints ints_of(const int32_t *values, size_t count)
{
    tt_packer p = tt_packer_of(room, sizeof room);
    for (size_t i = 0; i < count; i++) {
        tt_pack_int(&p, values[i]);
    }
    return (tt_ints){tt_packer_bytes(&p)};
}

/* Two tees, and between their two ticks these messages. */
static void play(const char *net_version, const tt_sv_msg *messages, size_t count)
{
    scene_make_begin(net_version);
    for (int32_t tick = 100; tick < 102; tick++) {
        if (strcmp(net_version, TT_NET_VERSION_6) == 0) {
            scene_make_tee(0, 1000, "zero");
            scene_make_tee(1, 1100, "one");
        } else {
            struct tt_obj_tw7_character tee = {.x = 1000, .y = 1000, .hooked_player = -1};
            scene_make_add(TT_OBJ_TW7_CHARACTER, 3, &tee);
        }
        scene_make_tick(tick);
        for (size_t i = 0; tick == 100 && i < count; i++) {
            scene_make_say(&messages[i]);
        }
    }
    scene_make_end();
    assert_true(scene_play_to(&scene, 101));
}

static tt_sv_msg client_info(int32_t cid, const char *name)
{
    tt_sv_msg m = {.kind = TT_SV7_CLIENT_INFO};
    m.u.sv7_client_info.cid = cid;
    m.u.sv7_client_info.country = 276;
    m.u.sv7_client_info.name = tt_bytes_of(name);
    m.u.sv7_client_info.clan = tt_bytes_of("clan");
    for (int i = 0; i < TT_SKIN_PARTS; i++) {
        m.u.sv7_client_info.skin_part_names[i] = tt_bytes_of("standard");
    }
    return m;
}

static void seven_says_who_is_who(void **state)
{
    (void)state;
    tt_sv_msg messages[4] = {client_info(3, "three"), client_info(4, "four")};
    messages[2].kind = TT_SV7_SKIN_CHANGE;
    messages[2].u.sv7_skin_change.cid = 3;
    for (int i = 0; i < TT_SKIN_PARTS; i++) {
        messages[2].u.sv7_skin_change.skin_part_names[i] = tt_bytes_of(i == 1 ? "" : "bear");
        messages[2].u.sv7_skin_change.use_custom_colors[i] = i == 0;
        messages[2].u.sv7_skin_change.skin_part_colors[i] = 1000 + i;
    }
    messages[3].kind = TT_SV7_TEAM;
    messages[3].u.sv7_team.cid = 4;
    messages[3].u.sv7_team.team = -1;
    play(TT_NET_VERSION_7, messages, 4);
    const tt_scene_player *three = &scene.in->player[3], *four = &scene.in->player[4];
    assert_true(three->is_known && three->is_seven && four->is_known);
    assert_string_equal(three->name, "three");
    assert_string_equal(three->clan, "clan");
    assert_int_equal(three->country, 276);
    assert_string_equal(three->part[0].name, "bear");
    assert_string_equal(three->part[1].name, "");
    assert_true(three->part[0].custom == 1 && three->part[5].custom == 0);
    assert_int_equal(three->part[5].color, 1005);
    assert_string_equal(four->part[0].name, "standard");
    assert_true(four->team == -1 && three->team == 0);
    scene_play_close(&scene);
}

static void seven_says_what_happens(void **state)
{
    static const int32_t tunes[] = {1000, 150, 50, 1500, 4242};
    (void)state;
    tt_sv_msg messages[7] = {client_info(3, "three")};
    messages[1].kind = TT_SV7_EMOTICON;
    messages[1].u.sv7_emoticon.cid = 3;
    messages[1].u.sv7_emoticon.emoticon = 7;
    messages[2].kind = TT_SV7_BROADCAST;
    messages[2].u.sv7_broadcast.message = tt_bytes_of("Sudden death");
    messages[3].kind = TT_SV7_RACE_FINISH;
    messages[3].u.sv7_race_finish.cid = 3;
    messages[3].u.sv7_race_finish.time_ms = 65432;
    messages[3].u.sv7_race_finish.diff_ms = 100;
    messages[4].kind = TT_SV7_CHECKPOINT;
    messages[4].u.sv7_checkpoint.diff_ms = -700;
    messages[5].kind = TT_SV7_TUNE_PARAMS;
    messages[5].u.sv7_tune_params.params = ints_of(tunes, sizeof tunes / sizeof tunes[0]);
    messages[6].kind = TT_SV7_KILL_MSG;
    messages[6].u.sv7_kill_msg.victim = 3;
    messages[6].u.sv7_kill_msg.killer = -2;
    messages[6].u.sv7_kill_msg.weapon = -1;
    play(TT_NET_VERSION_7, messages, 7);
    const tti_scene *s = scene.in;
    assert_int_equal(s->player[3].emoticon, 7);
    assert_int_equal(s->player[3].emoticon_tick, 100);
    assert_string_equal(s->broadcast, "Sudden death");
    assert_int_equal(s->kills, 2);
    assert_string_equal(s->kill[0].victim_name, "three");
    assert_true(s->kill[0].finish_ms == 65432 && s->kill[0].diff_ms == 100);
    assert_true(s->kill[1].victim == 3 && s->kill[1].killer == -1 && s->kill[1].weapon == -1);
    assert_true(s->time_ms == 0 && s->time_diff_ms == -700 && s->time_is_finish == 0);
    assert_false(s->has_tune); /* some are missing */
    scene_play_close(&scene);
}

/* Hundredths of a second become milliseconds, as far as these go. */
static void old_times(void **state)
{
    static const int32_t times[][2] = {
        {6123, 61230}, {-250, -2500}, {INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN + 1}};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        tt_sv_msg m = {.kind = TT_SV_DDRACE_TIME_LEGACY};
        m.u.sv_ddrace_time_legacy.time = times[i][0];
        m.u.sv_ddrace_time_legacy.check = times[i][0];
        m.u.sv_ddrace_time_legacy.finish = 1;
        play(TT_NET_VERSION_6, &m, 1);
        assert_int_equal(scene.in->time_ms, times[i][1]);
        assert_int_equal(scene.in->time_diff_ms, times[i][1]);
        assert_int_equal(scene.in->time_is_finish, 1);
        scene_play_close(&scene);
    }
}

/* Teams that are no teams, and those that are missing, are none. */
static void old_teams(void **state)
{
    static const int32_t teams[] = {7, 128, 129, -1, 0, 3};
    (void)state;
    tt_sv_msg m[2] = {{.kind = TT_SV_TEAMS_STATE_LEGACY}, {.kind = TT_SV_KILL_MSG_TEAM}};
    m[0].u.sv_teams_state_legacy.teams = ints_of(teams, 6);
    m[1].u.sv_kill_msg_team.team = 7;
    m[1].u.sv_kill_msg_team.first = 1;
    play(TT_NET_VERSION_6, m, 2);
    const tti_scene *s = scene.in;
    assert_int_equal(s->player[0].ddrace_team, 7);
    assert_int_equal(s->player[1].ddrace_team, 128);
    assert_int_equal(s->player[2].ddrace_team + s->player[3].ddrace_team, 0);
    assert_int_equal(s->player[5].ddrace_team, 3);
    assert_int_equal(s->player[6].ddrace_team, 0);
    assert_true(s->kills == 1 && s->kill[0].victim == 1 && s->kill[0].killer == 1);
    scene_play_close(&scene);
}

/* Between two characters. */
static void long_texts_are_cut(void **state)
{
    char text[401];
    (void)state;
    for (size_t i = 0; i < 400; i += 2) {
        memcpy(text + i, "\xc3\xa9", 2);
    }
    text[400] = '\0';
    tt_sv_msg m = {.kind = TT_SV_BROADCAST};
    m.u.sv_broadcast.message = tt_bytes_of(text);
    play(TT_NET_VERSION_6, &m, 1);
    assert_int_equal(strlen(scene.in->broadcast), 254);
    assert_memory_equal(scene.in->broadcast, text, 254);
    scene_play_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seven_says_who_is_who),
        cmocka_unit_test(seven_says_what_happens),
        cmocka_unit_test(old_times),
        cmocka_unit_test(old_teams),
        cmocka_unit_test(long_texts_are_cut),
    };
    int failed = cmocka_run_group_tests_name("draw_messages", tests, NULL, NULL);
    scene_make_free();
    return failed;
}
