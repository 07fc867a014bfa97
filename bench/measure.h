/* SPDX-License-Identifier: MIT
 *
 * Time and middle values.
 */
#ifndef TT_BENCH_MEASURE_H
#define TT_BENCH_MEASURE_H

#include <stddef.h>

/* Seconds of CPU that this thread has used: what other programs do meanwhile shows less. */
double measure_cpu(void);

/* The value below which the part `part` (0 to 1) of the values lies; sorts them. */
double measure_quantile(double *values, size_t count, double part);

/* "gcc 12.2.0" or the like: what this file was compiled with, and with which flags. */
const char *measure_build(void);

#endif
