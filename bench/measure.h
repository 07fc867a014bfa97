/* SPDX-License-Identifier: MIT
 *
 * Time and middle values.
 */
#ifndef TT_BENCH_MEASURE_H
#define TT_BENCH_MEASURE_H

#include <stddef.h>

/* Seconds of CPU that this thread has used: what other programs do meanwhile shows less. */
double measure_cpu(void);

/* What two calls of measure_cpu tell that have nothing between them. */
double measure_cpu_cost(void);

enum { MEASURE_ROUNDS_MAX = 999 };

/* What 1 to MEASURE_ROUNDS_MAX rounds of one way come to, against those of another. */
typedef struct measure_figures {
    double seconds;          /* in the middle */
    double ratio, low, high; /* times as fast: in the middle, at 10 % and at 90 % of the rounds */
} measure_figures;

measure_figures measure_compare(const double *seconds, const double *base, size_t rounds);

/* "gcc 12.2.0" or the like: what this file was compiled with, and with which flags. */
const char *measure_build(void);

#endif
