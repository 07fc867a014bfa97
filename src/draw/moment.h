/* SPDX-License-Identifier: MIT
 *
 * A moment between two snapshots: the position of every tee, and the state of the game.
 * tti_moment_init makes it once for a picture from the scene (scene.h). Drawing itself reads
 * snapshots only for pickups, shots and flags.
 */
#ifndef TTI_DRAW_MOMENT_H
#define TTI_DRAW_MOMENT_H

#include "draw/pen.h"
#include "draw/scene.h"
#include "teetape/game.h"

/* A tee at the moment. `away` and `chats` are always valid, all other members only if `is_there` is
 * 1. */
typedef struct tti_moment_tee {
    uint8_t is_there;
    uint8_t is_frozen; /* the tee looks frozen, and shows no weapon */
    uint8_t is_ninja;
    uint8_t away;  /* flags of DDNetPlayer: away, paused */
    uint8_t chats; /* 1 while the player is writing */
    uint8_t flakes;
    uint8_t hooks;
    uint32_t alpha; /* opacity, 0 to 255 */
    tti_vec at;
    tt_turn aim;
    int32_t vel_x, vel_y;                     /* 256ths of a unit a tick */
    int32_t direction, jumped, weapon, emote; /* of a Character; weapon -1: none is shown */
    int32_t attack_tick;
    int32_t freeze_start, freeze_end; /* ticks between which the tee is frozen; start 0: not frozen;
                                         end -1: without end */
    int32_t flags;                    /* flags of DDNetCharacter */
    tti_vec hook;                     /* the end of the hook, if `hooks` is 1 */
} tti_moment_tee;

typedef struct tti_score {
    uint8_t is_there;
    int32_t score, latency;
} tti_score;

typedef struct tti_game {
    int32_t flags, state, start_tick, warmup, time_limit; /* values as in GameInfo */
    int32_t features;                                     /* flags of GameInfoEx */
    int32_t carrier[2]; /* client ids with the red and the blue flag */
    uint8_t has_start;  /* the race has begun at start_tick */
} tti_game;

typedef struct tti_moment {
    const tti_scene *scene;         /* has players, chat, events and tunings */
    const tt_draw_options *options; /* options of the caller, never NULL */
    const tt_map *map;              /* loaded game layer; may be NULL */
    const tti_scene_snap *before,
        *now;        /* the two snapshots; `before` is `now` if there is no earlier one */
    int64_t time;    /* the moment in ticks, times TTI_ONE */
    tti_fix part;    /* progress from `before` to `now`, 0 to TTI_ONE */
    int32_t tick;    /* the last tick that has begun */
    uint8_t derives; /* derived values are shown */
    uint16_t mark;   /* the flag of derived shapes: TT_SHAPE_DERIVED or 0 */
    tti_game game;
    tti_moment_tee tee[TT_CIDS];
    tti_score score[TT_CIDS];
    uint8_t switch_off[256 / 8]; /* a bit for each switch that is off for the player in focus */
} tti_moment;

void tti_moment_init(tti_moment *m, const tti_scene *scene, int64_t time,
                     const tt_draw_options *options, const tt_map *map);

/* Returns the seconds since a tick, between -1 and 1 hour. */
tti_fix tti_moment_since(const tti_moment *m, int32_t tick);

/* Returns true when a tee did not go from `from` to `to` between the two snapshots, but leapt. */
bool tti_moment_leaps(const tti_moment *m, tti_vec from, tti_vec to);

/* Returns the client in focus, else the client that recorded, else -1. */
int32_t tti_moment_focus(const tti_moment *m);

/* Returns client id `n` of the order in which tees are drawn: ascending, except that the focus (or
 * the client that recorded) comes last, so that no other tee covers it. */
int32_t tti_moment_nth(const tti_moment *m, int32_t n);

bool tti_moment_is_off(const tti_moment *m, int32_t number);

/* Returns the item with the same key and kind in the earlier snapshot, or `item` itself. */
tt_snap_item tti_moment_before(const tti_moment *m, const tt_snap_item *item, tt_obj_kind kind);

/* Takes a snapshot, after everything else of its tick. The demo `rec` gives the kinds of the types;
 * for NULL the snapshot itself declares them. `is_new` is 0 for the same snapshot at a later
 * tick. */
void tti_scene_snapshot(tti_scene *scene, const tt_snap *snap, int32_t tick,
                        const tt_recording *rec, bool is_new);

void tti_scene_message(tti_scene *scene, const tt_sv_msg *message, int32_t tick);

/* Takes a message that the conversion made. Chat in it has no secrets. */
void tti_scene_converted(tti_scene *scene, const tt_sv_msg *message, int32_t tick);

void tti_scene_fact(tti_scene *scene, const tt_fact *fact);

/* Clears chat, kills, events, broadcast, times and emoticons. Players and snapshots remain. */
void tti_scene_quiet(tti_scene *scene);

/* Copies a text of a player as valid UTF-8. Blanks replace control and invisible characters and are
 * removed at the end. The text is cut to `cap` bytes with its NUL. */
void tti_scene_text(char *dst, size_t cap, tt_bytes text);

#endif
