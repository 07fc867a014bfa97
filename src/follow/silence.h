/* SPDX-License-Identifier: MIT
 *
 * How much is done in a silence: ticks without a record. A file of few bytes may claim that years
 * pass.
 */
#ifndef TTI_FOLLOW_SILENCE_H
#define TTI_FOLLOW_SILENCE_H

#include "teetape/game.h"

/* The longest silence that is computed: an hour. A longer one is left out, and so is every silence
 * once the sum of the ticks of tees in silences is above TTI_SILENCE_SUM. The replay begins late
 * after it. A demo leaves out the same hours. */
#define TTI_SILENCE_MOST (60 * 60 * TT_TICKS_PER_SECOND)
#define TTI_SILENCE_BLIND 1000 /* without a map */
#define TTI_SILENCE_SUM 4000000
/* The last part of a silence that a scene shows tick by tick. */
#define TTI_SILENCE_DRAWN (60 * TT_TICKS_PER_SECOND)

#endif
