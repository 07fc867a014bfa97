/* SPDX-License-Identifier: MIT
 *
 * A moment between two snapshots: where everybody is, and how the game is. It is made once a
 * picture from the scene (scene.h). Drawing needs snapshots only for items that lie and fly.
 */
#ifndef TTI_DRAW_MOMENT_H
#define TTI_DRAW_MOMENT_H

#include "base/private_api.h"
#include "draw/pen.h"
#include "teetape/game.h"
#include "teetape/scene.h"

/* `away` and `chats` are valid always, all other members where `is_there` is 1. */
typedef struct tti_tee {
    uint8_t is_there;
    uint8_t is_frozen; /* looks frozen, and shows no weapon */
    uint8_t is_ninja;
    uint8_t away;   /* flags of DDNetPlayer: sleeps, has paused */
    uint8_t chats;  /* is writing */
    uint8_t flakes; /* snow falls from it */
    uint8_t hooks;  /* the hook is out */
    uint32_t alpha; /* 0 to 255 */
    tti_vec at;
    tt_turn aim;
    int32_t vel_x, vel_y;                     /* 256ths */
    int32_t direction, jumped, weapon, emote; /* as in a Character; weapon -1: none is shown */
    int32_t attack_tick;                      /* tick of the last shot or blow */
    int32_t freeze_start, freeze_end;         /* ticks; 0: not frozen; an end of -1: no end */
    int32_t flags;                            /* flags of DDNetCharacter */
    tti_vec hook;                             /* the end of the hook, when `hooks` is 1 */
} tti_tee;

typedef struct tti_score {
    uint8_t is_there;
    int32_t score, latency;
} tti_score;

typedef struct tti_game {
    int32_t flags, state, start_tick, warmup, time_limit; /* as in GameInfo */
    int32_t features;                                     /* flags of GameInfoEx */
    int32_t carrier[2]; /* client ids with the red and the blue flag */
    uint8_t has_start;  /* start_tick is known */
} tti_game;

typedef struct tti_moment {
    const tt_scene *scene;             /* players, chat, events, tunings */
    const tt_draw_options *options;    /* never NULL */
    const tt_map *map;                 /* may be NULL */
    const tt_scene_snap *before, *now; /* the same one when there is none before */
    int64_t time;                      /* ticks, TTI_ONE each */
    tti_fix part;                      /* progress from `before` to `now` */
    int32_t tick;                      /* the last one that has begun */
    uint8_t derives;                   /* derived values are shown */
    uint16_t mark;                     /* TT_SHAPE_DERIVED for derived ones */
    tti_game game;
    tti_tee tee[TT_CIDS];
    tti_score score[TT_CIDS];
    uint8_t switch_off[256 / 8]; /* bits of the switches that are off for the focus */
} tti_moment;

void tti_moment_init(tti_moment *m, const tt_scene *scene, int64_t time,
                     const tt_draw_options *options, const tt_map *map);

/* Seconds since a tick, between -1 and 1 hour. */
tti_fix tti_moment_since(const tti_moment *m, int32_t tick);

int tti_moment_is_off(const tti_moment *m, int32_t number);

/* The item of the same key and kind in the snapshot before; `item` when there is none. */
tt_snap_item tti_moment_before(const tti_moment *m, const tt_snap_item *item, tt_obj_kind kind);

/* Comes after everything else of its tick. The demo `rec` says what the types are; for NULL the
 * snapshot itself declares them. */
void tti_scene_snapshot(tt_scene *scene, const tt_snap *snap, int32_t tick,
                        const tt_recording *rec);

void tti_scene_message(tt_scene *scene, const tt_sv_msg *message, int32_t tick);

/* Takes a message of the conversion, which also makes chat and has hidden secrets. */
void tti_scene_converted(tt_scene *scene, const tt_sv_msg *message, int32_t tick);

void tti_scene_fact(tt_scene *scene, const tt_fact *fact);

/* Forgets chat, kills, events, broadcast, times and emoticons, but not players and snapshots. */
void tti_scene_quiet(tt_scene *scene);

/* Copies a text of a player: valid UTF-8, blanks in place of control and invisible characters and
 * none at the end, cut to the room with its NUL. */
void tti_scene_text(char *dst, size_t cap, tt_bytes text);

/* Gives the position where the hook of a tee holds in the later snapshot: 1, and `*x` and `*y` in
 * world units; or 0 when it holds nothing. A hook holds a wall or another tee. */
TT_PRIVATE_API int tti_scene_hook(const tt_scene *scene, int32_t cid, int32_t *x, int32_t *y);

#endif
