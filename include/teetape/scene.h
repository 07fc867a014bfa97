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
 *             ... tt_draw(..., scene, ...) for times up to tt_scene_look(scene).tick ...
 *         while (tt_scene_advance(scene, rec));
 *     }
 *
 * Demos and teehistorian files give the same kind of scene. For a teehistorian file a conversion
 * (convert.h) makes the snapshots and the messages. `is_reconstructed` is then true, and what the
 * recording does not have is derived or left out (docs/demo.md).
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

/** The state of a client that drawing needs. */
typedef struct tt_scene_player {
    uint8_t is_known;       /**< 1 when the name and the skin of the client are known */
    uint8_t is_seven;       /**< 1: the skin is in `part` (0.7); 0: the skin is in `skin` */
    int8_t team;            /**< team of the client: -1 spectator, 0 playing or red, 1 blue */
    int32_t ddrace_team;    /**< DDRace team; 0 for none */
    int32_t country;        /**< ISO 3166-1 number, -1 for none */
    char name[TT_NAME_CAP]; /**< name of the client; "" when it is unknown */
    char clan[TT_NAME_CAP]; /**< clan of the client; "" when it is unknown */
    tt_skin skin;           /**< the skin in 0.6 and DDNet */
    struct {
        char name[TT_SKIN_CAP]; /**< name of the skin; "" for none */
        int32_t custom, color;  /**< packed HSL counts when `custom` is 1 */
    } part[TT_SKIN_PARTS];      /**< the skin in 0.7, by tt_skin_part */
    int32_t emoticon;           /**< number of the emoticon, 0 to 15; -1 for none */
    int32_t emoticon_tick;      /**< tick in which the emoticon was shown */
} tt_scene_player;

/** The options of a scene. Pointers in it must remain valid as long as the scene. */
typedef struct tt_scene_options {
    const tt_map *map; /**< the loaded map of the recording; NULL: none. Feet of tees are drawn only
                          with it */
    const tt_terrain *terrain; /**< the terrain of the map. With it tees of a demo move as in the
                                  game, and what a teehistorian file does not tell is computed.
                                  NULL: positions between two snapshots are guessed */
    tt_bytes settings;         /**< settings of the map, as for tt_convert_physics */
    void *physics; /**< memory for the game of a teehistorian file, with tt_convert_physics_size of
                      `terrain` as its size; to be set before the first item after the header. NULL:
                      weapons, hooks and freezing are not known */
    const struct tti_hint *hints; /**< for the library: inputs that counted late, with `physics` */
    size_t hint_count;            /**< for the library: number of `hints` */
    tt_bytes game; /**< for the library: the packed game where the reader begins in the middle */
    int32_t from; /**< in a teehistorian file, snapshots and messages before this tick are not made,
                     which is faster. A picture shows what was said in the 16 seconds before it */
    bool show_secrets; /**< true: whispers, codes and other secrets remain in the texts */
} tt_scene_options;

/** State of a scene, returned by tt_scene_look. */
typedef struct tt_scene_state {
    int32_t before_tick;   /**< tick of the earlier snapshot; equal to `tick` when there is none */
    int32_t tick;          /**< tick of the later snapshot; -1 before the first one */
    int32_t first_tick;    /**< first tick of the scene; -1 before the first snapshot */
    int32_t local;         /**< client id that the recording client steers; -1 for none */
    bool has_begun;        /**< true: the scene has followed an item after the header */
    bool is_reconstructed; /**< true for a teehistorian file */
    bool is_seven;         /**< true for a demo of 0.7 */
    const tt_scene_player *player; /**< players by client id; valid as long as the scene */
} tt_scene_state;

/** Size of a tt_scene in 64-bit words; the library checks at compile time that it suffices. */
#define TT_SCENE_WORDS 62000

/** A scene, about 480 KiB; the caller places it. Its members are for the library. */
typedef struct tt_scene {
    uint64_t words[TT_SCENE_WORDS]; /**< private to the library */
} tt_scene;

/** Initializes a scene without snapshots, with zeros for options. */
TT_API void tt_scene_init(tt_scene *scene);

/** Sets the options from the next call on. The options are copied. */
TT_API void tt_scene_set(tt_scene *scene, const tt_scene_options *options);

/** Returns the ticks and the players of the scene. */
TT_API tt_scene_state tt_scene_look(const tt_scene *scene);

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
