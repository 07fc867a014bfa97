/* SPDX-License-Identifier: MIT
 *
 * How a tee stands: where its body and feet are.
 */
#ifndef TTI_DRAW_POSE_H
#define TTI_DRAW_POSE_H

#include "draw/moment.h"

/* A part of a tee, away from its place at size 64. Only a limb knows of size 64; tti_body_at brings
 * it to that of the tee. */
typedef struct tti_limb {
    tti_vec at;
    tti_angle turn;
} tti_limb;

typedef struct tti_pose {
    tti_limb body, back, front; /* the feet: under the body, over it */
    uint8_t sits;               /* it rests: the weapon is held lower too */
} tti_pose;

/* The pose of a tee that does nothing, as beside names. */
tti_pose tti_pose_idle(void);

/* The pose in the moment. */
tti_pose tti_pose_of(const tti_moment *m, const tti_tee *tee);

/* How far a hammer, or a ninja's sword, is turned `part` of TTI_ONE through its swing. */
tti_angle tti_pose_hammer(tti_fix part);
tti_angle tti_pose_ninja(tti_fix part);

#endif
