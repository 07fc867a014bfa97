/* SPDX-License-Identifier: MIT
 *
 * See zeros.h.
 */
#include "cli/verify/zeros.h"

/* A run is long enough: its first bytes count, too. `at` is after them. */
static void begin_run(struct zeros *zeros)
{
    if (zeros->bytes == 0) {
        zeros->offset = zeros->at - zeros->run;
    }
    zeros->bytes += zeros->run;
}

/* Goes on where a run would be long enough if it were one, and looks back from there: the first
 * byte that is no zero ends that, so that most bytes are never looked at. How far it went. */
static size_t look_back(struct zeros *zeros, const uint8_t *data, size_t size)
{
    const uint64_t missing = ZEROS_MIN - zeros->run;
    const size_t end = size < missing ? size : (size_t)missing;
    size_t first = end;
    while (first > 0 && data[first - 1] == 0) {
        first--;
    }
    zeros->run = first > 0 ? end - first : zeros->run + end;
    zeros->at += end;
    if (zeros->run == ZEROS_MIN) {
        begin_run(zeros);
    }
    return end;
}

/* What a run that counts has beyond ZEROS_MIN. Ended by the first byte that is no zero, which
 * look_back takes. */
static size_t go_on(struct zeros *zeros, const uint8_t *data, size_t size)
{
    size_t end = 0;
    while (end < size && data[end] == 0) {
        end++;
    }
    zeros->bytes += end;
    zeros->at += end;
    zeros->run = end < size ? 0 : zeros->run + end;
    return end;
}

/* Each step takes at least one byte, unless go_on is at one that is no zero: then run is 0, and the
 * next step looks back. */
void zeros_look(struct zeros *zeros, tt_bytes piece)
{
    size_t i = 0;
    while (i < piece.size) {
        i += (zeros->run < ZEROS_MIN ? look_back : go_on)(zeros, piece.data + i, piece.size - i);
    }
}
