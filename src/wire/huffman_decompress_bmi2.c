/* SPDX-License-Identifier: MIT
 *
 * The decoder of huffman_decoder.h for CPUs with BMI2. Every look-up waits for the shift by the
 * bits of the one before. A shift of BMI2 leaves the flags alone, and is done a clock earlier or
 * two.
 */
#include "wire/huffman_decoder.h"

#if TTI_DISPATCH

__attribute__((target("bmi2"))) tt_status tti_huffman_decoder_run_bmi2(tti_huffman_decoder *place)
{
    return tti_huffman_decoder_run(place);
}

#endif
