/* SPDX-License-Identifier: MIT
 *
 * What a player's tee looks like: images and colours.
 *
 * The painter says which images it has (tt_draw_options); a look says which of them a tee is made
 * of, or that it is drawn by rule, out of ellipses.
 */
#ifndef TTI_DRAW_LOOK_H
#define TTI_DRAW_LOOK_H

#include "draw/moment.h"

/* Which images a tee is made of: see look.c for the choice. */
typedef enum tti_art {
    TTI_ART_RULE, /* by rule: no image is there */
    TTI_ART_SIX,  /* a sheet of 0.6 and DDNet */
    TTI_ART_SEVEN /* parts of 0.7 */
} tti_art;

/* A part of a 0.7 skin. Without `is_there` it is not drawn, and `index` means nothing. */
typedef struct tti_look_part {
    uint8_t is_there;
    uint32_t index; /* of tt_draw_options.parts */
    tt_rgba color;
} tti_look_part;

/* For one tee and one moment: it is made anew for each picture, as all of it can change. */
typedef struct tti_look {
    tti_art art;
    uint32_t index;     /* of tt_draw_options.skins */
    uint16_t flags;     /* TT_SHAPE_GREY, when it is coloured */
    tt_rgba body, feet; /* what is multiplied with a sheet; by rule the colours themselves */
    tt_rgba eyes;       /* by rule */
    tti_look_part part[TT_SKIN_PARTS]; /* for TTI_ART_SEVEN */
} tti_look;

/* How a client looks; as a ninja whatever its skin is. */
tti_look tti_look_of(const tti_moment *m, int32_t cid, int is_ninja);

/* The look of one of the game's own skins, such as the mark of who watches. */
tti_look tti_look_named(const tti_moment *m, const char *skin);

/* The colour that is the client's own: of its body. */
tt_rgba tti_look_body(const tti_moment *m, int32_t cid);

#endif
