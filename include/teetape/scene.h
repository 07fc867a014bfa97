/* SPDX-License-Identifier: MIT
 *
 * What a player sees at a moment of a recording: two snapshots, the players in them, and recent
 * chat, broadcasts and kills. draw.h makes shapes of it.
 *
 *     tt_recording_want(rec, TT_SCENE_WANTS, TT_SCENE_FACTS);
 *     tt_scene_init(scene);
 *     while (tt_recording_next(rec, &item) == TT_OK) {   // and TT_MORE as ever
 *         if (!tt_scene_follow(scene, rec, &item))
 *             continue;
 *         do                                             // there is another snapshot
 *             ... tt_draw(..., scene, ...) for times up to scene->tick ...
 *         while (tt_scene_advance(scene, rec));
 *     }
 *
 * Demos and teehistorian files give the same kind of scene. For a teehistorian file a conversion
 * (convert.h) makes the snapshots and the messages: `is_reconstructed` is then 1, and weapons,
 * eyes, hooks, freezing and pickups are derived by rules.
 *
 * Nothing is allocated. The caller places the scene, which is large, and must not move it.
 * Texts in it are valid UTF-8 and have no control characters.
 */
#ifndef TEETAPE_SCENE_H
#define TEETAPE_SCENE_H

#include "teetape/convert.h"
#include "teetape/follow.h"
#include "teetape/game.h"
#include "teetape/recording.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The number of parts in a world unit and in a tick: the unit of times and places below, and in
 * draw.h. */
#define TT_SCENE_ONE 65536

/** Value for the `wants` of tt_recording_want. */
#define TT_SCENE_WANTS (TT_WANT_RECORDS | TT_WANT_TICKS | TT_WANT_FACTS)

/** Value for the `facts` of tt_recording_want: the chat of a demo. */
#define TT_SCENE_FACTS (TT_FACT_BIT(TT_FACT_CHAT) | TT_FACT_BIT(TT_FACT_SERVER_MESSAGE))

/** Number of chat lines that are kept: more than fit in the picture. */
#define TT_SCENE_CHAT 16

/** Number of kill messages that are kept, finishes included. */
#define TT_SCENE_KILLS 8

/** Number of events (explosions, hits, deaths and others) that are kept. */
#define TT_SCENE_EVENTS 128

/** Room for a text and its NUL; a longer text is cut. */
#define TT_SCENE_TEXT 256

/** Tunings that affect drawing; the unit is 1/100. */
typedef enum tt_scene_tune {
    TT_TUNE_GUN_CURVATURE,
    TT_TUNE_GUN_SPEED,
    TT_TUNE_SHOTGUN_CURVATURE,
    TT_TUNE_SHOTGUN_SPEED,
    TT_TUNE_GRENADE_CURVATURE,
    TT_TUNE_GRENADE_SPEED,
    TT_TUNE_LASER_BOUNCE_DELAY, /**< milliseconds */
    TT_TUNES                    /**< number of tunings */
} tt_scene_tune;

/** The state of a client that drawing needs. */
typedef struct tt_scene_player {
    uint8_t is_known;       /**< 1 when the name and the skin of the client are known */
    uint8_t is_seven;       /**< 1: the skin is in `part` (0.7); 0: the skin is in `skin` */
    int8_t team;            /**< -1 spectator, 0 playing or red, 1 blue */
    int32_t ddrace_team;    /**< 0 for none */
    int32_t country;        /**< ISO 3166-1 number, -1 for none */
    char name[TT_NAME_CAP]; /**< "" when it is unknown */
    char clan[TT_NAME_CAP]; /**< "" when it is unknown */
    tt_skin skin;           /**< the skin in 0.6 and DDNet */
    struct {
        char name[TT_SKIN_CAP]; /**< "" for none */
        int32_t custom, color;  /**< packed HSL counts when `custom` is 1 */
    } part[TT_SKIN_PARTS];      /**< the skin in 0.7, by tt_skin_part */
    int32_t emoticon;           /**< 0 to 15, or -1 */
    int32_t emoticon_tick;      /**< tick in which the emoticon was shown */
} tt_scene_player;

/** A chat line. */
typedef struct tt_scene_line {
    int32_t tick;              /**< tick of the line, of the last one when it was repeated */
    int32_t cid;               /**< client id of the sender; -1 for the server */
    int32_t to;                /**< a tt_chat_to; TT_CHAT_ALL for the server */
    int32_t ddrace_team;       /**< team of the sender at that time */
    int32_t repeats;           /**< how often the same line came in a row, 1 for once */
    char name[TT_NAME_CAP];    /**< name of the sender at that time; "" for the server */
    char to_name[TT_NAME_CAP]; /**< name of the player who got a whisper; else "" */
    char text[TT_SCENE_TEXT];  /**< the text, with TT_SECRET_TEXT in place of what is secret */
} tt_scene_line;

/** A kill message, or a finish. */
typedef struct tt_scene_kill {
    int32_t tick;      /**< tick of the message */
    int32_t victim;    /**< client id of the player who died or finished */
    int32_t killer;    /**< client id; the victim's own when it killed itself; -1 for none */
    int32_t weapon;    /**< 0 to 5; below 0: killed by itself or by the world */
    int32_t finish_ms; /**< 0, or the time of a finish in milliseconds */
    int32_t
        diff_ms; /**< finish: difference to the player's best time in milliseconds; 0 for none */
    char victim_name[TT_NAME_CAP]; /**< name at that time */
    char killer_name[TT_NAME_CAP]; /**< name at that time */
} tt_scene_kill;

/** Something that happened at a place in one snapshot. */
typedef struct tt_scene_event {
    tt_obj_kind kind; /**< TT_OBJ_EXPLOSION, _SPAWN, _HAMMER_HIT, _DEATH, _DAMAGE_IND, _FINISH or
                         _BIRTHDAY; those of 0.7 have the same kinds */
    int32_t tick;     /**< tick of the snapshot */
    int32_t id;       /**< id of the item */
    int32_t x, y;     /**< world units */
    int32_t value;    /**< DEATH: client id; DAMAGE_IND: angle in 256ths of a radian */
    int32_t amount;   /**< DAMAGE_IND: number of stars */
} tt_scene_event;

/** One of the two snapshots, about 88 KiB. For the library. */
typedef struct tt_scene_snap {
    /** @cond library */
    int32_t tick; /**< -1: there is no snapshot */
    tt_snap snap;
    uint8_t kind[TT_SNAP_MAX_ITEMS]; /**< the tt_obj_kind of each item, with its real layout */
    uint8_t has_tee[TT_CIDS];        /**< 1: `tee` has the tee of this client id */
    tt_tee_state tee[TT_CIDS];       /**< at `tick` */
    tt_snap_space space;
    /** @endcond */
} tt_scene_snap;

/** A scene, about 470 KiB. Look at the first members, set `map` and `terrain`; the rest is for the
 * library. */
typedef struct tt_scene {
    const tt_map *map; /**< the loaded map of the recording; may be set after tt_scene_init. Drawing
                          feet needs it */
    const tt_terrain *terrain; /**< the same map, to carry the tees of a demo on as the game
                                  does, and for what is derived of a teehistorian file; may be
                                  set after tt_scene_init. Without it the paths of tees between
                                  two snapshots are a guess */
    tt_bytes
        settings;  /**< settings of the map, as for tt_convert_physics; may be set with `physics` */
    void *physics; /**< memory for the game of a teehistorian file, with tt_convert_physics_size of
                      `terrain` as its size; may be set after tt_scene_init, before the first item
                      after the header.
                      NULL: weapons, hooks and freezing are not known */
    int32_t from; /**< may be set after tt_scene_init; 0 at first. In a teehistorian file, snapshots
                     and messages before this tick are not made, which is faster. A picture shows
                     what was said in the 16 seconds before it */
    uint8_t show_secrets; /**< 1: whispers, codes and other secrets remain in the texts; 0 at first.
                             May be set after tt_scene_init */
    int32_t before_tick;  /**< tick of the earlier snapshot; equal to `tick` when there is none */
    int32_t tick;         /**< tick of the later snapshot; -1 before the first one */
    uint8_t is_reconstructed;        /**< 1 for a teehistorian file */
    uint8_t is_seven;                /**< 1 for a demo of 0.7 */
    int32_t local;                   /**< client id that the recording client steers; -1 for none */
    int32_t first_tick;              /**< first tick of the scene; -1 before the first snapshot */
    tt_scene_player player[TT_CIDS]; /**< clients by client id */
    tt_scene_line chat[TT_SCENE_CHAT];     /**< a ring: the newest is (chats - 1) % TT_SCENE_CHAT */
    uint32_t chats;                        /**< number of chat lines so far */
    tt_scene_kill kill[TT_SCENE_KILLS];    /**< a ring as `chat` */
    uint32_t kills;                        /**< number of kill messages so far */
    tt_scene_event event[TT_SCENE_EVENTS]; /**< a ring as `chat` */
    uint32_t events;                       /**< number of events so far */
    char broadcast[TT_SCENE_TEXT];         /**< text of the last broadcast; "" for none */
    int32_t broadcast_tick;                /**< tick of the last broadcast */
    int32_t time_tick;      /**< tick in which the server last told the time of a run; -1: never */
    int32_t time_ms;        /**< time of that run in milliseconds */
    int32_t time_diff_ms;   /**< difference to the best time in milliseconds; 0 for none */
    uint8_t time_is_finish; /**< 1: the time is that of the finish, 0: of a checkpoint */
    int32_t tune[TT_TUNES]; /**< tunings of the physics of shots, by tt_scene_tune */
    uint8_t has_tune;       /**< 1: the server sent its tunings */

    /** @cond library */
    uint8_t now;        /**< index in `snap` of the later snapshot */
    uint8_t has_begun;  /**< 1: the scene has followed an item after the header */
    uint8_t has_header; /**< 1: the scene has followed the header */
    int64_t at, until;  /**< teehistorian file: tick that is done, and tick before which the world
                           does not change */
    tt_scene_snap snap[2];
    tt_follow follow;
    tt_convert convert;
    /** @endcond */
} tt_scene;

/** Initializes a scene without snapshots. */
TT_API void tt_scene_init(tt_scene *scene);

/** Takes the next item of a recording that wants TT_SCENE_WANTS and TT_SCENE_FACTS; other items are
 * ignored. Every item has to be given, from the start of the recording or from where
 * tt_recording_resume left off. Returns true when the scene has another snapshot, which happens at
 * the end of ticks only; use it before the next item is read. */
TT_API bool tt_scene_follow(tt_scene *scene, tt_recording *rec, const tt_item *item);

/** Advances by one tick without records, after tt_scene_follow returned true. Returns true when the
 * scene has another snapshot, false when the next item is to be read. Demos have no such ticks. In
 * a teehistorian file tees may stand still for hours, while hooks and freezing go on. */
TT_API bool tt_scene_advance(tt_scene *scene, tt_recording *rec);

/** Sets `*x` and `*y` to the position at which a tee is drawn at a time, in 1 / TT_SCENE_ONE of a
 * world unit. Returns false when the tee is not in the world. `time` is as for tt_draw. */
TT_API bool tt_scene_place(const tt_scene *scene, int64_t time, int32_t cid, int64_t *x,
                           int64_t *y);

/** Returns the client id to put in the middle of a picture when the user chose nobody. It is the
 * client who recorded while that tee is in the world, else the tee with the lowest client id; -1
 * without any tee. A client with a dummy records both, and the game shows the one that is played at
 * the moment. */
TT_API int32_t tt_scene_view(const tt_scene *scene, int64_t time);

/** Gives the state of a tee in the later snapshot: true, or false when it is not in the world. */
TT_API bool tt_scene_tee(const tt_scene *scene, int32_t cid, tt_tee_state *state);

#ifdef __cplusplus
}
#endif

#endif
