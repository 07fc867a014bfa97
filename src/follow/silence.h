/* SPDX-License-Identifier: MIT
 *
 * Limits for silences, which are ticks without a record. A file of few bytes may claim that years
 * pass.
 */
#ifndef TTI_FOLLOW_SILENCE_H
#define TTI_FOLLOW_SILENCE_H

#include "teetape/game.h"

/* The longest silence that is computed: an hour. A longer silence is left out. Once the sum of the
 * ticks of tees in silences is above TTI_SILENCE_SUM, every silence is left out. The replay then
 * begins late after the silence. A demo leaves out the same silences. */
#define TTI_SILENCE_MOST (60 * 60 * TT_TICKS_PER_SECOND)
#define TTI_SILENCE_BLIND 1000 /* the longest silence that is computed without a map */
#define TTI_SILENCE_SUM 4000000
/* The last part of a silence, in ticks, that a scene shows tick by tick. */
#define TTI_SILENCE_DRAWN (60 * TT_TICKS_PER_SECOND)

#endif
