/* SPDX-License-Identifier: MIT
 *
 * Reads or generates what the benchmarks of recordings measure. See recordings.h.
 */
#include "recordings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/game/game_file.h"
#include "support/game/generate.h"

int recordings_of_options(const bench_options *o, recordings_fn *measure)
{
    int good = 1;
    for (int i = 0; i < o->data_count; i++) {
        const char *path = o->data[i], *slash = strrchr(path, '/');
        tt_bytes recording = game_file_read(path);
        if (recording.data == NULL) {
            perror(path);
            good = 0;
            continue;
        }
        good &= measure(o, slash != NULL ? slash + 1 : path, recording);
        game_file_free(recording);
    }
    return good;
}

/* `repeated` is data NULL for the busy server. */
static int measure_generated(const bench_options *o, const char *name, tt_bytes repeated,
                             recordings_fn *measure)
{
    game_memory memory = {NULL, 0, 0};
    tt_io_output out;
    generate_busy_options busy = {RECORDINGS_SEED, 64, {o->bytes, 0}, NULL};
    tt_io_output_open(&out, game_memory_write, &memory);
    int result = repeated.data != NULL ? generate_repeat(&out, repeated, busy.limit)
                                       : generate_busy(&out, &busy);
    int good = tt_io_output_close(&out) == 0 && result == 0;
    if (good) {
        good = measure(o, name, (tt_bytes){memory.data, memory.size});
    } else {
        fprintf(stderr, "%s: cannot be generated\n", name);
    }
    free(memory.data);
    return good;
}

int recordings_repeated(const bench_options *o, const char *file, recordings_fn *measure)
{
    char path[1024];
    snprintf(path, sizeof path, TT_SOURCE_DIR "/tests/recordings/%s", file);
    tt_bytes recording = game_file_read(path);
    if (recording.data == NULL) {
        perror(path);
        return 0;
    }
    int good = measure_generated(o, "real", recording, measure);
    game_file_free(recording);
    return good;
}

int recordings_busy(const bench_options *o, recordings_fn *measure)
{
    return measure_generated(o, "busy64", (tt_bytes){NULL, 0}, measure);
}
