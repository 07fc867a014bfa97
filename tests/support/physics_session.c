/* SPDX-License-Identifier: MIT
 *
 * Sessions of tests/data/physics.
 */
#include "support/physics_session.h"

#include "cm.h"

#include <stdio.h>
#include <stdlib.h>

#include "teetape/io/input.h"

uint8_t *physics_session_file(const char *name, const char *ending, size_t *size)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/tests/data/physics/%s%s", TT_SOURCE_DIR, name, ending);
    tt_io_error error;
    tt_io_input *input = tt_io_input_open(path, NULL, &error);
    assert_non_null(input);
    uint8_t *bytes = NULL;
    tt_bytes piece;
    tt_io_input_status status;
    *size = 0;
    while ((status = tt_io_input_next(input, &piece)) == TT_IO_INPUT_PIECE) {
        bytes = realloc(bytes, *size + piece.size + 1);
        assert_non_null(bytes);
        memcpy(bytes + *size, piece.data, piece.size);
        *size += piece.size;
        bytes[*size] = 0;
    }
    assert_int_equal(status, TT_IO_INPUT_END);
    tt_io_input_close(input);
    return bytes;
}

static void note_moved(void *user, const tti_replay *replay)
{
    physics_session *s = user;
    tti_sent_tick(s->sent, replay->world);
}

static void note_tick(void *user, const tti_replay *replay)
{
    physics_session *s = user;
    (void)replay;
    if (s->on_tick != NULL) {
        s->on_tick(s->user, s);
    }
}

static void begin(physics_session *s, const tt_th_header *header, const tti_hint *hints,
                  size_t hint_count)
{
    tti_rules rules;
    tti_rules_of(&rules, header);
    physics_game_begin(&s->game, &rules);
    tti_replay_init(&s->replay, s->game.world);
    s->replay.hints = hints;
    s->replay.hint_count = hint_count;
    s->replay.on_moved = note_moved;
    s->replay.on_tick = note_tick;
    s->replay.user = s;
    memset(s->sent, 0, sizeof s->sent);
}

static void take(physics_session *s, const tt_th_event *event, const tt_world *file)
{
    tti_action actions[TTI_ACTIONS_MAX];
    static uint8_t words[TTI_ACTION_TEXT];
    int count = tti_actions_of(actions, words, event, file);
    for (int i = 0; i < count; i++) {
        tti_replay_take(&s->replay, &actions[i]);
    }
}

void physics_session_play(physics_session *s, const char *name, const char *map,
                          const tti_hint *hints, size_t hint_count)
{
    static tt_world file;
    static uint8_t scratch[TT_TH_SCRATCH];
    tt_th th;
    tt_th_event event;
    tt_status status;
    size_t size;
    char path[128];
    uint8_t *bytes = physics_session_file(name, ".teehistorian.xz", &size);
    (void)snprintf(path, sizeof path, "data/physics/%s", map);
    physics_game_load(&s->game, path);
    tt_th_init(&th, &file, scratch, sizeof scratch);
    tt_th_feed(&th, bytes, size);
    while ((status = tt_th_next(&th, &event)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE) {
            tt_th_feed(&th, NULL, 0);
        } else if (event.kind == TT_TH_HEADER) {
            begin(s, tt_th_look(&th).header, hints, hint_count);
        } else {
            take(s, &event, &file);
        }
    }
    assert_int_equal(status, TT_END);
    tti_replay_flush(&s->replay, s->game.world->tick);
    free(bytes);
}
