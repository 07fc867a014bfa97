/* SPDX-License-Identifier: MIT
 *
 * Time and middle values. See measure.h.
 */
#define _POSIX_C_SOURCE 200809L

#include "measure.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef TT_BENCH_FLAGS
#define TT_BENCH_FLAGS "flags not told"
#endif

double measure_cpu(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double measure_cpu_cost(void)
{
    static double cost;
    if (cost == 0) {
        double least = 1;
        for (int i = 0; i < 1000; i++) {
            double start = measure_cpu(), time = measure_cpu() - start;
            least = time < least ? time : least;
        }
        cost = least;
    }
    return cost;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value below which the part `part` (0 to 1) of the values lies; sorts them. */
static double quantile(double *values, size_t count, double part)
{
    qsort(values, count, sizeof *values, compare);
    double place = part * (double)(count - 1);
    size_t below = (size_t)place;
    size_t above = below + 1 < count ? below + 1 : below;
    return values[below] + (place - (double)below) * (values[above] - values[below]);
}

measure_figures measure_compare(const double *seconds, const double *base, size_t rounds)
{
    double values[MEASURE_ROUNDS_MAX];
    measure_figures f;
    for (size_t i = 0; i < rounds; i++) {
        values[i] = base[i] / seconds[i];
    }
    f.ratio = quantile(values, rounds, 0.5);
    f.low = quantile(values, rounds, 0.1);
    f.high = quantile(values, rounds, 0.9);
    memcpy(values, seconds, rounds * sizeof *values);
    f.seconds = quantile(values, rounds, 0.5);
    return f;
}

const char *measure_build(void)
{
#if defined(__clang__)
    return __VERSION__ ", " TT_BENCH_FLAGS;
#elif defined(__GNUC__)
    return "gcc " __VERSION__ ", " TT_BENCH_FLAGS;
#else
    return "another compiler, " TT_BENCH_FLAGS;
#endif
}
