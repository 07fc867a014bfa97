/* SPDX-License-Identifier: MIT
 *
 * The parts of a picture, in the order of draw.c, and the parts of a tee: pose, eyes, feet,
 * weapons, hands and hooks, from images or by rule.
 */
#ifndef TTI_DRAW_PARTS_H
#define TTI_DRAW_PARTS_H

#include "draw/moment.h"

/* Position of a part of a tee of 64 units, relative to the tee. tee.c scales it. */
typedef struct tti_limb {
    tti_vec at;
    tti_angle turn;
} tti_limb;

typedef struct tti_pose {
    tti_limb body, back, front; /* `back` and `front`: the feet under and over the body */
    uint8_t sits;               /* the weapon is held lower, because the tee sits */
} tti_pose;

tti_pose tti_pose_idle(void);

tti_pose tti_pose_of(const tti_moment *m, const tti_moment_tee *tee);

/* Returns the angle of a hammer, or of a ninja's sword, in a blow. `part` is the time since its
 * begin, with TTI_ONE for the whole blow. */
tti_angle tti_pose_swing(bool is_hammer, tti_fix part);

/* The images that a tee is drawn with, which look.c chooses. */
typedef enum tti_art {
    TTI_ART_RULE, /* no images: the tee is drawn by rule */
    TTI_ART_SIX,  /* a sheet of 0.6 and DDNet */
    TTI_ART_SEVEN /* parts of 0.7 */
} tti_art;

typedef struct tti_look_part {
    uint8_t is_there;
    uint32_t index; /* number of the part in tt_draw_options.parts */
    tt_rgba color;
} tti_look_part;

/* The appearance of a tee. Players can change it at any time, so it is made anew for each
 * picture. */
typedef struct tti_look {
    tti_art art;
    uint32_t index;     /* number of the skin in tt_draw_options.skins */
    uint16_t flags;     /* TT_SHAPE_GREY if the tee has colours */
    tt_rgba body, feet; /* with a sheet, factors for its pixels; without images, the colours */
    tt_rgba eyes;       /* colour of the eyes without images */
    tti_look_part part[TT_SKIN_PARTS];
} tti_look;

/* Returns the look of a client. A ninja looks the same with any skin. */
tti_look tti_look_of(const tti_moment *m, int32_t cid, bool is_ninja);

/* Returns the look of a player, who may be one of another recording. */
tti_look tti_look_player(const tti_moment *m, const tt_scene_player *player);

tti_look tti_look_named(const tti_moment *m, const char *skin);

tt_rgba tti_look_body(const tti_moment *m, int32_t cid);

#define TTI_TEE_SIZE (64 * TTI_ONE)

typedef struct tti_tee_body {
    const tti_look *look;
    tti_pose pose;
    tti_vec at;
    tti_fix size; /* size of the tee in units; TTI_TEE_SIZE in the world */
    tt_turn aim;
    int32_t emote;       /* eyes of the tee, a TT_EMOTE_* */
    uint8_t is_tired;    /* the air jump is used up, so the feet are dark */
    uint8_t has_no_feet; /* the feet are left out; used only without images */
} tti_tee_body;

void tti_body_paint(tti_pen *pen, const tti_tee_body *body);

void tti_hand_paint(tti_pen *pen, const tti_look *look, tti_vec middle);

#define TTI_DRAWN_WEAPONS 6 /* hammer, gun, shotgun, grenade, laser, ninja */

/* A part of the image game.png, which is a grid of 32 x 16 cells. */
#define TTI_GAME(x, y, w, h)                                                                       \
    {                                                                                              \
        TT_IMAGE_GAME, 32, 16, x, y, w, h                                                          \
    }

static inline bool tti_has_art(const tti_moment *m, tt_image_kind image)
{
    return (m->options->art >> image & 1u) != 0;
}

/* Draws a weapon alone with its middle at `at`. The weapon is flipped from top to bottom before it
 * is turned. */
void tti_weapon_paint(tti_pen *pen, const tti_moment *m, int32_t number, tti_vec at, tt_turn turn,
                      bool mirror);

void tti_weapon_hold(tti_pen *pen, const tti_moment *m, const tti_moment_tee *tee,
                     const tti_look *look, int sits);

void tti_hook_paint(tti_pen *pen, const tti_moment *m, const tti_moment_tee *tee,
                    const tti_look *look);

/* The next seven functions draw a part of all tees: the tee in focus is the last one. */
void tti_draw_hooks(tti_pen *pen, const tti_moment *m);
void tti_draw_watchers(tti_pen *pen, const tti_moment *m);
void tti_draw_ghosts(tti_pen *pen, const tti_moment *m);
void tti_draw_ghost_gaps(tti_pen *screen, const tti_moment *m);
void tti_draw_tees(tti_pen *pen, const tti_moment *m);
void tti_draw_names(tti_pen *pen, const tti_moment *m);
void tti_draw_aim(tti_pen *pen, const tti_moment *m);
void tti_draw_freeze_bars(tti_pen *pen, const tti_moment *m);

void tti_draw_items(tti_pen *pen, const tti_moment *m);
void tti_draw_flags(tti_pen *pen, const tti_moment *m);
void tti_draw_projectile(tti_pen *pen, const tti_moment *m, const tt_snap_item *item,
                         tt_obj_kind kind);
void tti_draw_laser(tti_pen *pen, const tti_moment *m, const tt_snap_item *item, tt_obj_kind kind);

/* Draws events and flakes, those below the names or those above them. */
void tti_draw_events(tti_pen *pen, const tti_moment *m, bool is_above);
void tti_draw_flakes(tti_pen *pen, const tti_moment *m);

void tti_draw_hud(tti_pen *pen, const tti_moment *m, const tt_camera *camera);
void tti_draw_chat(tti_pen *pen, const tti_moment *m);
void tti_draw_kills(const tti_pen *pen, const tti_moment *m, const tt_camera *camera);
/* Returns the height of the screen above keys and speed, if `show` has them. */
tti_fix tti_keys_top(const tti_pen *screen, unsigned show);
void tti_draw_keys(tti_pen *screen, const tti_moment *m);
void tti_draw_speed(tti_pen *screen, const tti_moment *m);
void tti_draw_scoreboard(const tti_pen *pen, const tti_moment *m, const tt_camera *camera);

void tti_draw_small_tee(tti_pen *pen, const tti_moment *m, int32_t cid, tti_vec at, tti_fix size,
                        int32_t emote, bool looks_left);

/* The camera, and the map; `map` may be NULL. */
typedef struct tti_ground {
    const tt_draw_map *map;
    const tt_camera *camera;
} tti_ground;

/* tti_ground_before draws the background and the layers before the game layer. tti_ground_after
 * draws the layers from the game layer on. */
void tti_ground_before(tti_pen *pen, const tti_moment *m, const tti_ground *ground);
void tti_ground_after(tti_pen *pen, const tti_moment *m, const tti_ground *ground);

void tti_design(tti_pen *pen, const tti_moment *m, const tti_ground *ground, bool is_after);

tt_shape tti_design_tiles(const tti_pen *pen, tt_rgba color, uint32_t layer);

#endif
