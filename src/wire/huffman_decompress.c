/* SPDX-License-Identifier: MIT
 *
 * Decompressing the Huffman code. See huffman_decoder.h.
 */
#include "base/error.h"
#include "teetape/huffman.h"
#include "wire/huffman_decoder.h"

/* `dst` may be NULL when `cap` is 0, as when a caller asks only whether the data is the end symbol
 * alone: the pointers of the decoder need a place that exists. No input is an error, because even
 * an empty text has an end symbol. */
tt_status tt_huffman_decompress(uint8_t *dst, size_t cap, size_t *size, tt_bytes data,
                                tt_error *error)
{
    if (data.size == 0) {
        *size = 0;
        return tti_fail(error, TT_ERR_TRUNCATED, 0);
    }
    uint8_t nothing = 0;
    uint8_t *begin = cap != 0 ? dst : &nothing;
    const uint8_t *in = data.data;
    tti_huffman_decoder d = {in, in, in + data.size, 0, 0, begin, begin + cap};
    tt_status status;
#if TTI_DISPATCH
    if (tti_cpu_has_bmi2()) {
        status = tti_huffman_decoder_run_bmi2(&d);
    } else
#endif
    {
        status = tti_huffman_decoder_run(&d);
    }
    *size = (size_t)(d.dst - begin);
    if (status != TT_OK) {
        /* the bits that wait were read, but the code that failed begins with them */
        uint64_t read = 8 * (uint64_t)(d.at - data.data);
        return tti_fail(error, status, (read - d.count) / 8);
    }
    return TT_OK;
}
