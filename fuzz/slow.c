/* SPDX-License-Identifier: MIT
 *
 * A search for slow inputs: the slowest ones are changed at random, and what is slower remains.
 */
#define _POSIX_C_SOURCE 200809L

#include "slow.h"

#include <string.h>
#include <time.h>

#include "inputs.h"
#include "must.h"
#include "mutate.h"

#define POOL 24
#define SLOW_LIMIT ((size_t)1 << 14)

#pragma weak LLVMFuzzerCustomMutator

typedef struct candidate {
    uint8_t *data;
    size_t size;
    double cost;
} candidate;

static candidate pool[POOL];

/* Of the thread's own time, as other programs run too. */
static double seconds_of(clockid_t clock)
{
    struct timespec now;
    MUST(clock_gettime(clock, &now) == 0);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double run_once(const uint8_t *data, size_t size)
{
    uint8_t *exact = input_copy(data, size);
    double before = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    (void)LLVMFuzzerTestOneInput(exact, size);
    double time = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - before;
    free(exact);
    return 1e9 * time / (double)(size + SLOW_BASE);
}

double slow_cost(const uint8_t *data, size_t size)
{
    double least = run_once(data, size);
    for (int again = 0; again < 2; again++) {
        double cost = run_once(data, size);
        least = cost < least ? cost : least;
    }
    return least;
}

int slow_print(void *user, const char *path, const uint8_t *data, size_t size)
{
    uint8_t *more = malloc(4 * size + 1);
    (void)user;
    MUST(more != NULL);
    for (size_t i = 0; i < 4; i++) {
        memcpy(more + i * size, data, size);
    }
    (void)printf("%s %zu bytes: %.1f ns a byte, twice %.1f, four times %.1f\n", path, size,
                 slow_cost(data, size), slow_cost(more, 2 * size), slow_cost(more, 4 * size));
    free(more);
    return 0;
}

static candidate *cheapest(void)
{
    candidate *least = &pool[0];
    for (size_t i = 1; i < POOL; i++) {
        least = pool[i].cost < least->cost ? &pool[i] : least;
    }
    return least;
}

static candidate *dearest(void)
{
    candidate *most = &pool[0];
    for (size_t i = 1; i < POOL; i++) {
        most = pool[i].cost > most->cost ? &pool[i] : most;
    }
    return most;
}

static void keep_if_slow(const uint8_t *data, size_t size)
{
    candidate *least = cheapest();
    if (run_once(data, size) <= least->cost) {
        return;
    }
    double cost = slow_cost(data, size);
    if (cost > least->cost) {
        free(least->data);
        *least = (candidate){input_copy(data, size), size, cost};
    }
}

int slow_seed(void *user, const char *path, const uint8_t *data, size_t size)
{
    (void)user, (void)path;
    if (size <= SLOW_LIMIT) {
        keep_if_slow(data, size);
    }
    return 0;
}

/* A change of `size` bytes at `data`, where SLOW_LIMIT fit. */
static size_t change(uint8_t *data, size_t size, uint64_t *state)
{
    size_t from = mutate_below(state, size + 1), count = mutate_below(state, size - from + 1);
    if (mutate_below(state, 4) == 0 && size + count <= SLOW_LIMIT) { /* a part once more */
        memmove(data + from + count, data + from, size - from);
        return size + count;
    }
    if (LLVMFuzzerCustomMutator != NULL && mutate_below(state, 4) != 0) {
        return LLVMFuzzerCustomMutator(data, size, SLOW_LIMIT, mutate_random(state));
    }
    for (size_t deeds = 1 + mutate_below(state, 8); deeds > 0; deeds--) {
        size = LLVMFuzzerMutate(data, size, SLOW_LIMIT);
    }
    return size;
}

static int write_out(const char *path, const candidate *found)
{
    FILE *file = fopen(path, "wb");
    int is_good = file != NULL && fwrite(found->data, 1, found->size, file) == found->size;
    if (file != NULL && fclose(file) != 0) {
        is_good = 0;
    }
    if (!is_good) {
        perror(path);
    }
    return is_good ? 0 : 1;
}

int slow_search(unsigned seconds, const char *out)
{
    static uint8_t data[SLOW_LIMIT];
    uint64_t state = 1, runs = 0;
    double end = seconds_of(CLOCK_MONOTONIC) + seconds, first = dearest()->cost;
    while (seconds_of(CLOCK_MONOTONIC) < end) {
        const candidate *from = &pool[mutate_below(&state, POOL)];
        if (from->data == NULL) {
            continue;
        }
        memcpy(data, from->data, from->size);
        keep_if_slow(data, change(data, from->size, &state));
        runs++;
    }
    const candidate *found = dearest();
    (void)printf("%llu runs, slowest %.1f ns a byte (%zu bytes); of the seeds %.1f\n",
                 (unsigned long long)runs, found->cost, found->size, first);
    int result = found->data != NULL ? write_out(out, found) : 1;
    for (size_t i = 0; i < POOL; i++) {
        free(pool[i].data);
    }
    return result;
}
