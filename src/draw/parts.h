/* SPDX-License-Identifier: MIT
 *
 * The parts of a picture, in the order of draw.c, and a tee: how it stands, with eyes and feet, out
 * of images or by rule; weapons, hands and hooks.
 */
#ifndef TTI_DRAW_PARTS_H
#define TTI_DRAW_PARTS_H

#include "draw/moment.h"

/* A part of a tee, away from its place at size 64; tee.c scales it. */
typedef struct tti_limb {
    tti_vec at;
    tti_angle turn;
} tti_limb;

typedef struct tti_pose {
    tti_limb body, back, front; /* the feet: under the body, over it */
    uint8_t sits;               /* the weapon is held lower too */
} tti_pose;

tti_pose tti_pose_idle(void);

tti_pose tti_pose_of(const tti_moment *m, const tti_tee *tee);

/* The turn of a hammer, or a ninja's sword, `part` of TTI_ONE through its swing. */
tti_angle tti_pose_swing(int is_hammer, tti_fix part);

/* The images of a tee; look.c chooses. */
typedef enum tti_art {
    TTI_ART_RULE, /* by rule: no image is there */
    TTI_ART_SIX,  /* a sheet of 0.6 and DDNet */
    TTI_ART_SEVEN /* parts of 0.7 */
} tti_art;

typedef struct tti_look_part {
    uint8_t is_there;
    uint32_t index; /* index in tt_draw_options.parts */
    tt_rgba color;
} tti_look_part;

/* All of a look can change, so each picture makes it anew. */
typedef struct tti_look {
    tti_art art;
    uint32_t index;                    /* index in tt_draw_options.skins */
    uint16_t flags;                    /* TT_SHAPE_GREY when coloured */
    tt_rgba body, feet;                /* multiplied with a sheet; by rule the colours themselves */
    tt_rgba eyes;                      /* used for a tee drawn by rule */
    tti_look_part part[TT_SKIN_PARTS]; /* for TTI_ART_SEVEN */
} tti_look;

/* A ninja looks the same with any skin. */
tti_look tti_look_of(const tti_moment *m, int32_t cid, int is_ninja);

tti_look tti_look_named(const tti_moment *m, const char *skin);

tt_rgba tti_look_body(const tti_moment *m, int32_t cid);

#define TTI_TEE_SIZE (64 * TTI_ONE)

typedef struct tti_body {
    const tti_look *look;
    tti_pose pose;
    tti_vec at;
    tti_fix size; /* TTI_TEE_SIZE in the world */
    tt_turn aim;
    int32_t emote;       /* TT_EMOTE_* */
    uint8_t is_tired;    /* the air jump is used up: dark feet */
    uint8_t has_no_feet; /* counts by rule */
} tti_body;

void tti_body_paint(tti_pen *pen, const tti_body *body);

void tti_hand_paint(tti_pen *pen, const tti_look *look, tti_vec middle);

#define TTI_WEAPONS 6 /* hammer, gun, shotgun, grenade, laser, ninja */

/* game.png has 32 x 16 cells. */
#define TTI_GAME(x, y, w, h)                                                                       \
    {                                                                                              \
        TT_IMAGE_GAME, 32, 16, x, y, w, h                                                          \
    }

static inline int tti_has_art(const tti_moment *m, tt_image_kind image)
{
    return (m->options->art >> image & 1u) != 0;
}

/* A weapon alone, its middle at `at`, mirrored from top to bottom before it is turned. */
void tti_weapon_paint(tti_pen *pen, const tti_moment *m, int32_t number, tti_vec at, tt_turn turn,
                      int mirror);

void tti_weapon_hold(tti_pen *pen, const tti_moment *m, const tti_tee *tee, const tti_look *look,
                     int sits);

void tti_hook_paint(tti_pen *pen, const tti_moment *m, const tti_tee *tee, const tti_look *look);

/* All tees, the one in focus last. */
void tti_draw_hooks(tti_pen *pen, const tti_moment *m);
void tti_draw_watchers(tti_pen *pen, const tti_moment *m);
void tti_draw_tees(tti_pen *pen, const tti_moment *m);
void tti_draw_names(tti_pen *pen, const tti_moment *m);
void tti_draw_freeze_bars(tti_pen *pen, const tti_moment *m);

void tti_draw_items(tti_pen *pen, const tti_moment *m);
void tti_draw_flags(tti_pen *pen, const tti_moment *m);
void tti_draw_projectile(tti_pen *pen, const tti_moment *m, const tt_snap_item *item,
                         tt_obj_kind kind);
void tti_draw_laser(tti_pen *pen, const tti_moment *m, const tt_snap_item *item, tt_obj_kind kind);

/* Events and flakes, below names or above them. */
void tti_draw_events(tti_pen *pen, const tti_moment *m, int is_above);
void tti_draw_flakes(tti_pen *pen, const tti_moment *m);

void tti_draw_hud(tti_pen *pen, const tti_moment *m, const tt_camera *camera);
void tti_draw_chat(tti_pen *pen, const tti_moment *m);
void tti_draw_kills(const tti_pen *pen, const tti_moment *m, const tt_camera *camera);
void tti_draw_scoreboard(const tti_pen *pen, const tti_moment *m, const tt_camera *camera);

void tti_draw_small_tee(tti_pen *pen, const tti_moment *m, int32_t cid, tti_vec at, tti_fix size,
                        int32_t emote, int looks_left);

/* The camera and the map, which may be NULL. */
typedef struct tti_ground {
    const tt_draw_map *map;
    const tt_camera *camera;
} tti_ground;

/* The background, and the layers before the game layer; then the layers from the game layer on. */
void tti_ground_before(tti_pen *pen, const tti_moment *m, const tti_ground *ground);
void tti_ground_after(tti_pen *pen, const tti_moment *m, const tti_ground *ground);

void tti_design(tti_pen *pen, const tti_moment *m, const tti_ground *ground, int is_after);

tt_shape tti_design_tiles(const tti_pen *pen, tt_rgba color, uint32_t layer);

#endif
