/* SPDX-License-Identifier: MIT
 *
 * What libFuzzer does to bytes, in its simplest form, for compilers without it.
 */
#include "mutate.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size)
{
    static uint64_t state = 1;
    if (size < max_size && (size == 0 || mutate_below(&state, 4) == 0)) {
        data[size++] = (uint8_t)mutate_random(&state);
    } else if (mutate_below(&state, 4) == 0) {
        size--;
    } else {
        data[mutate_below(&state, size)] ^= (uint8_t)(1u << mutate_below(&state, 8));
    }
    return size;
}
