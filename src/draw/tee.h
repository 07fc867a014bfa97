/* SPDX-License-Identifier: MIT
 *
 * A tee with its eyes and feet, out of images or by rule.
 */
#ifndef TTI_DRAW_TEE_H
#define TTI_DRAW_TEE_H

#include "draw/look.h"
#include "draw/pose.h"

/* The size of tees in the world. */
#define TTI_TEE_SIZE (64 * TTI_ONE)

/* A tee to be painted. */
typedef struct tti_body {
    const tti_look *look;
    tti_pose pose;
    tti_vec at;
    tti_fix size;     /* TTI_TEE_SIZE in the world */
    tt_turn aim;      /* where it looks */
    int32_t emote;    /* TT_EMOTE_* */
    uint8_t is_tired; /* its air jump is used up: dark feet */
    uint8_t has_no_feet; /* counts by rule */
} tti_body;

void tti_body_paint(tti_pen *pen, const tti_body *body);

/* A hand: outline, then filling. `middle` is its own. */
void tti_hand_paint(tti_pen *pen, const tti_look *look, tti_vec middle);

/* One of the three ways; for tti_body_paint. */
void tti_body_rule(tti_pen *pen, const tti_body *body);
void tti_body_seven(tti_pen *pen, const tti_body *body);

/* A length at the size of the body. */
static inline tti_fix tti_body_length(const tti_body *body, tti_fix length)
{
    return length * body->size / TTI_TEE_SIZE;
}

/* The middle of a limb. */
static inline tti_vec tti_body_at(const tti_body *body, const tti_limb *limb)
{
    return (tti_vec){body->at.x + tti_body_length(body, limb->at.x),
                     body->at.y + tti_body_length(body, limb->at.y)};
}

/* The middle between the eyes, which look where the tee aims. */
static inline tti_vec tti_body_eyes(const tti_body *body)
{
    tti_vec at = tti_body_at(body, &body->pose.body);
    at.x += tti_mul(body->size, body->aim.cos / 8);
    at.y += tti_mul(body->size, -TTI_FIX(.05) + body->aim.sin / 10);
    return at;
}

#endif
