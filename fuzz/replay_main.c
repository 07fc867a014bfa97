/* SPDX-License-Identifier: MIT
 *
 * Runs a fuzz target over given inputs, for compilers without libFuzzer.
 *
 * usage: fuzz_<x> FILE|DIR...                        runs each
 *        fuzz_<x> --time FILE|DIR...                 and says how long that takes
 *        fuzz_<x> --slow SECONDS OUT FILE|DIR...     searches for an input that takes long
 *
 * A target that mutates by itself (mutate.h) also gets some mutations of each, always the same.
 * Each input is handed over in a block of exactly its size, so that a sanitizer sees a read beyond
 * its end. The exit status is 0 when every input was run; a target reports a finding by ending the
 * process.
 */
#include <string.h>

#include "inputs.h"
#include "must.h"
#include "mutate.h"
#include "slow.h"

/* Mutations of a seed, how many of them add up, and how many bytes they may have at most. */
#define MUTATIONS 100
#define MUTATIONS_IN_A_ROW 10
#define MUTATION_LIMIT ((size_t)1 << 16)

/* A target without a mutator of its own has none here. */
#pragma weak LLVMFuzzerCustomMutator

static void run_mutations(const uint8_t *seed, size_t seed_size)
{
    static uint8_t all[MUTATION_LIMIT];
    size_t size = 0;
    for (unsigned number = 0; number < MUTATIONS; number++) {
        if (number % MUTATIONS_IN_A_ROW == 0) {
            size = seed_size;
            memcpy(all, seed, size);
        }
        size = LLVMFuzzerCustomMutator(all, size, MUTATION_LIMIT, number);
        uint8_t *exact = input_copy(all, size);
        (void)fprintf(stderr, "mutation %u\n", number);
        (void)LLVMFuzzerTestOneInput(exact, size);
        free(exact);
    }
}

static int run(void *user, const char *path, const uint8_t *data, size_t size)
{
    (void)user;
    /* The target ends the process on a finding: then this line names the input. */
    (void)fprintf(stderr, "%s\n", path);
    (void)LLVMFuzzerTestOneInput(data, size);
    if (LLVMFuzzerCustomMutator != NULL && size <= MUTATION_LIMIT) {
        run_mutations(data, size);
    }
    return 0;
}

/* Returns how many inputs there are in the words, or -1. */
static long visit_all(char **words, input_fn *take)
{
    long count = 0;
    for (; *words != NULL && count >= 0; words++) {
        long more = inputs_visit(*words, take, NULL);
        count = more < 0 ? -1 : count + more;
    }
    return count;
}

int main(int argc, char **argv)
{
    if (argc > 4 && strcmp(argv[1], "--slow") == 0) {
        return visit_all(argv + 4, slow_seed) > 0
                   ? slow_search((unsigned)strtoul(argv[2], NULL, 10), argv[3])
                   : 1;
    }
    int is_timed = argc > 1 && strcmp(argv[1], "--time") == 0;
    long count = visit_all(argv + 1 + is_timed, is_timed ? slow_print : run);
    (void)printf("%ld inputs\n", count);
    /* a corpus that went missing must not look like a corpus that passed */
    return count > 0 ? 0 : 1;
}
