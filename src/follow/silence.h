/* SPDX-License-Identifier: MIT
 *
 * Limits for silences, which are ticks without a record. A file of few bytes may claim that years
 * pass, so the work for silences is bounded by the number of records. A silent tick costs a unit of
 * work for the game and one for each tee (tti_replay_work). Each action of the file pays
 * TTI_SILENCE_PAID units back. A silence is left out while more than TTI_SILENCE_DEBT is unpaid.
 *
 * The debt allows for two hours and three quarters with one tee that stands still, and a payment
 * for 10 seconds. Somebody who plays pays many times a second.
 */
#ifndef TTI_FOLLOW_SILENCE_H
#define TTI_FOLLOW_SILENCE_H

#include "teetape/game.h"

/* The longest silence that is computed: an hour. The replay begins late after a silence that is
 * left out. A demo leaves out the same hours. */
#define TTI_SILENCE_MOST (60 * 60 * TT_TICKS_PER_SECOND)
#define TTI_SILENCE_BLIND 1000 /* the longest silence that is computed without a map */
#define TTI_SILENCE_DEBT 1000000
#define TTI_SILENCE_PAID 1000
/* The last part of a silence, in ticks, that a scene shows tick by tick. */
#define TTI_SILENCE_DRAWN (60 * TT_TICKS_PER_SECOND)

#endif
