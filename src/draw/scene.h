/* SPDX-License-Identifier: MIT
 *
 * The inside of a scene: players, chat, kills and events, and the two snapshots.
 */
#ifndef TTI_DRAW_SCENE_H
#define TTI_DRAW_SCENE_H

#include "base/opaque.h"
#include "teetape/scene.h"

/* Number of chat lines that are kept: more than fit in the picture. */
#define TTI_SCENE_CHAT 16

/* Number of kill messages that are kept, finishes included. */
#define TTI_SCENE_KILLS 8

/* Number of events (explosions, hits, deaths and others) that are kept. */
#define TTI_SCENE_EVENTS 128

/* Room for a text and its NUL; a longer text is cut. */
#define TTI_SCENE_TEXT 256

/* Tunings that affect drawing; the unit is 1/100. */
typedef enum tti_scene_tune {
    TTI_TUNE_GUN_CURVATURE,
    TTI_TUNE_GUN_SPEED,
    TTI_TUNE_SHOTGUN_CURVATURE,
    TTI_TUNE_SHOTGUN_SPEED,
    TTI_TUNE_GRENADE_CURVATURE,
    TTI_TUNE_GRENADE_SPEED,
    TTI_TUNE_LASER_BOUNCE_DELAY, /* delay in milliseconds */
    TTI_TUNES
} tti_scene_tune;

/* A chat line. */
typedef struct tti_scene_line {
    int32_t tick;              /* tick of the line, of the last one when it was repeated */
    int32_t cid;               /* client id of the sender; -1 for the server */
    int32_t to;                /* a tt_chat_to; TT_CHAT_ALL for the server */
    int32_t ddrace_team;       /* team of the sender at that time */
    int32_t repeats;           /* how often the same line came in a row, 1 for once */
    bool is_origin;            /* the line says that the recording is reconstructed */
    char name[TT_NAME_CAP];    /* name of the sender at that time; "" for the server */
    char to_name[TT_NAME_CAP]; /* name of the player who got a whisper; else "" */
    char text[TTI_SCENE_TEXT]; /* the text, with TT_SECRET_TEXT in place of what is secret */
} tti_scene_line;

/* A kill message, or a finish. */
typedef struct tti_scene_kill {
    int32_t tick;      /* tick of the message */
    int32_t victim;    /* client id of the player who died or finished */
    int32_t killer;    /* client id; the victim's own when it killed itself; -1 for none */
    int32_t weapon;    /* weapon of the kill, 0 to 5; below 0: killed by itself or by the world */
    int32_t finish_ms; /* time of a finish in milliseconds; 0 for a kill */
    int32_t diff_ms; /* finish: difference to the player's best time in milliseconds; 0 for none */
    char victim_name[TT_NAME_CAP]; /* name of the victim at that time */
    char killer_name[TT_NAME_CAP]; /* name of the killer at that time */
} tti_scene_kill;

/* An event item of one snapshot, such as an explosion. */
typedef struct tti_scene_event {
    tt_obj_kind kind; /* kind of the event: TT_OBJ_EXPLOSION, _SPAWN, _HAMMER_HIT, _DEATH,
                         _DAMAGE_IND, _FINISH or _BIRTHDAY; those of 0.7 have the same kinds */
    int32_t tick;     /* tick of the snapshot */
    int32_t id;       /* id of the item */
    int32_t x, y;     /* position in world units */
    int32_t value;    /* DEATH: client id; DAMAGE_IND: angle in 256ths of a radian */
    int32_t amount;   /* number of stars of a DAMAGE_IND */
} tti_scene_event;

/* One of the two snapshots of a scene, about 88 KiB. */
typedef struct tti_scene_snap {
    int32_t tick; /* tick of the snapshot; -1 without one */
    tt_snap snap;
    uint8_t kind[TT_SNAP_MAX_ITEMS]; /* the tt_obj_kind of each item, with its real layout */
    uint8_t has_tee[TT_CIDS];        /* 1: `tee` has the tee of this client id */
    tt_tee_state tee[TT_CIDS];       /* tees at `tick`, by client id */
    tt_snap_space space;
} tti_scene_snap;

/* `set` and the members up to `player` are explained in tt_scene_options and tt_scene_state. */
typedef struct tti_scene {
    tt_scene_options set;
    int32_t before_tick;
    int32_t tick;
    uint8_t is_reconstructed;
    uint8_t is_seven;
    int32_t local;
    int32_t first_tick;
    tt_scene_player player[TT_CIDS];      /* clients of the snapshot by client id */
    tti_scene_line chat[TTI_SCENE_CHAT];  /* a ring: the newest is (chats - 1) % TTI_SCENE_CHAT */
    uint32_t chats;                       /* number of chat lines so far */
    tti_scene_kill kill[TTI_SCENE_KILLS]; /* kills and finishes: a ring as `chat` */
    uint32_t kills;                       /* number of kill messages so far */
    tti_scene_event event[TTI_SCENE_EVENTS]; /* events: a ring as `chat` */
    uint32_t events;                         /* number of events so far */
    char broadcast[TTI_SCENE_TEXT];          /* text of the last broadcast; "" for none */
    int32_t broadcast_tick;                  /* tick of the last broadcast */
    int32_t time_tick;       /* tick in which the server last told the time of a run; -1: never */
    int32_t time_ms;         /* time of the run in milliseconds */
    int32_t time_diff_ms;    /* difference to the best time in milliseconds; 0 for none */
    uint8_t time_is_finish;  /* 1: the time is that of a finish; 0: that of a checkpoint */
    int32_t tune[TTI_TUNES]; /* tunings of the physics of shots, by tti_scene_tune */
    uint8_t has_tune;        /* 1: the server sent its tunings */

    uint8_t now;        /* index in `snap` of the later snapshot */
    uint8_t has_begun;  /* 1: the scene has followed an item after the header */
    uint8_t has_header; /* 1: the scene has followed the header */
    /* for a teehistorian file: the last tick that was converted, and the tick before which the
     * world does not change */
    int64_t at, until;
    tti_scene_snap snap[2];
    tt_follow follow;
    tt_convert convert;
} tti_scene;

TTI_OPAQUE(scene)

#endif
