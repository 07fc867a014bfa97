/* SPDX-License-Identifier: MIT
 *
 * Arithmetic on all four channels of a pixel at once: each channel is in a lane of 16 bits, in the
 * lower 8 of it. The upper 8 are room for a product with a weight of up to 256.
 *
 * There are two versions that give the same bytes: with SSE2, which every x86-64 has, and plain C
 * with the lanes in a 64-bit word. Most of the time of a picture is spent here.
 */
#ifndef PAINT_LANES_H
#define PAINT_LANES_H

#include <stdint.h>

#include "teetape/shape.h"

#if defined __SSE2__ && !defined TTI_LANES_PLAIN
#define TTI_LANES_SSE2 1
#include <emmintrin.h>
#include <string.h>
#else
#define TTI_LANES_SSE2 0
#endif

static inline uint32_t tti_pixel(uint32_t r, uint32_t g, uint32_t b, uint32_t a)
{
    return r | g << 8 | b << 16 | a << 24;
}

static inline uint32_t tti_pixel_load(const uint8_t *rgba)
{
    return tti_pixel(rgba[0], rgba[1], rgba[2], rgba[3]);
}

static inline uint32_t tti_pixel_of(tt_rgba color)
{
    return tti_pixel(color.r, color.g, color.b, color.a);
}

/* Returns x / 255 rounded to the nearest, for x up to 255 * 255. 257 / 65536 differs from 1 / 255
 * by less than 2^-23. Adding 128 rounds. */
static inline uint32_t tti_div255(uint32_t x)
{
    return ((x + 128) * 257) >> 16;
}

/* Weights of four pixels of a square, which add up to exactly 256, so an even colour does not
 * change. The weights are rounded and not the colours in between. */
struct tti_weights {
    uint32_t above, above_right, below, below_right;
};

/* Returns the weights for `x` / 256 of the right pixels, and `y` / 256 of the lower ones. */
static inline struct tti_weights tti_weights_of(uint32_t x, uint32_t y)
{
    uint32_t both = (x * y + 128) >> 8;
    return (struct tti_weights){256 - x - y + both, x - both, y - both, both};
}

#if TTI_LANES_SSE2

/* The lower four lanes are red, green, blue and alpha. The upper four are not used. */
typedef __m128i tti_lanes;

static inline tti_lanes tti_spread(uint32_t pixel)
{
    return _mm_unpacklo_epi8(_mm_cvtsi32_si128((int)pixel), _mm_setzero_si128());
}

/* Gathers lanes to a pixel. The upper halves of all lanes must be zero. */
static inline uint32_t tti_gather(tti_lanes lanes)
{
    return (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(lanes, lanes));
}

static inline uint32_t tti_lanes_alpha(tti_lanes lanes)
{
    return (uint32_t)_mm_extract_epi16(lanes, 3);
}

/* Returns the mixture of `part` / 256 of b and the rest of a, rounded to the nearest. A lane is at
 * most 255 * 256 + 128, so none overflows. */
static inline tti_lanes tti_mix(tti_lanes a, tti_lanes b, uint32_t part)
{
    tti_lanes sum = _mm_add_epi16(_mm_mullo_epi16(a, _mm_set1_epi16((short)(256 - part))),
                                  _mm_mullo_epi16(b, _mm_set1_epi16((short)part)));
    return _mm_srli_epi16(_mm_add_epi16(sum, _mm_set1_epi16(128)), 8);
}

/* Puts two weights into four lanes each. */
static inline __m128i tti_weight_pair(uint32_t first, uint32_t second)
{
    __m128i pair = _mm_cvtsi32_si128((int)(first | second << 16));
    return _mm_shuffle_epi32(_mm_unpacklo_epi16(pair, pair), _MM_SHUFFLE(1, 1, 0, 0));
}

static inline tti_lanes tti_mix_pairs(__m128i above, __m128i below, struct tti_weights w)
{
    __m128i zero = _mm_setzero_si128();
    __m128i sum = _mm_add_epi16(
        _mm_mullo_epi16(_mm_unpacklo_epi8(above, zero), tti_weight_pair(w.above, w.above_right)),
        _mm_mullo_epi16(_mm_unpacklo_epi8(below, zero), tti_weight_pair(w.below, w.below_right)));
    sum = _mm_add_epi16(sum, _mm_srli_si128(sum, 8));
    return _mm_srli_epi16(_mm_add_epi16(sum, _mm_set1_epi16(128)), 8);
}

/* Mixes four pixels of a square. */
static inline tti_lanes tti_mix_square(uint32_t above, uint32_t above_right, uint32_t below,
                                       uint32_t below_right, struct tti_weights w)
{
    return tti_mix_pairs(
        _mm_unpacklo_epi32(_mm_cvtsi32_si128((int)above), _mm_cvtsi32_si128((int)above_right)),
        _mm_unpacklo_epi32(_mm_cvtsi32_si128((int)below), _mm_cvtsi32_si128((int)below_right)), w);
}

/* Mixes four pixels of a square. The right ones follow the left ones in memory. */
static inline tti_lanes tti_mix_rows(const uint32_t *above, const uint32_t *below,
                                     struct tti_weights w)
{
    return tti_mix_pairs(_mm_loadl_epi64((const __m128i *)(const void *)above),
                         _mm_loadl_epi64((const __m128i *)(const void *)below), w);
}

/* Returns the factors of a colour for tti_tint. A channel of 255 becomes 256, so white changes
 * nothing. */
static inline tti_lanes tti_tint_of(tt_rgba color)
{
    tti_lanes lanes = tti_spread(tti_pixel_of(color));
    return _mm_add_epi16(lanes, _mm_srli_epi16(lanes, 7));
}

/* Multiplies each channel with that of a colour. Products are cut and not rounded. */
static inline tti_lanes tti_tint(tti_lanes lanes, tti_lanes tint)
{
    return _mm_srli_epi16(_mm_mullo_epi16(lanes, tint), 8);
}

/* Stores red, green and blue of a pixel. The alpha of the lower pixel does not change. */
static inline void tti_put(uint8_t *dst, uint32_t pixel)
{
    uint32_t lower;
    memcpy(&lower, dst, 4);
    lower = (lower & 0xff000000) | (pixel & 0xffffff);
    memcpy(dst, &lower, 4);
}

/* Returns `alpha` / 255 of the lanes and the rest of a pixel below, rounded as tti_div255 does:
 * x * 257 / 65536 is (x + x / 256) / 256. */
static inline uint32_t tti_over(tti_lanes lanes, uint32_t pixel, uint32_t alpha)
{
    __m128i sum =
        _mm_add_epi16(_mm_mullo_epi16(lanes, _mm_set1_epi16((short)alpha)),
                      _mm_mullo_epi16(tti_spread(pixel), _mm_set1_epi16((short)(255 - alpha))));
    sum = _mm_add_epi16(sum, _mm_set1_epi16(128));
    return tti_gather(_mm_srli_epi16(_mm_add_epi16(sum, _mm_srli_epi16(sum, 8)), 8));
}

#else

/* Red and blue are in the lower lanes, green and alpha in the upper ones. */
typedef uint64_t tti_lanes;

#define TTI_LANES_LOW UINT64_C(0x00ff00ff00ff00ff)
#define TTI_LANES_HALF UINT64_C(0x0080008000800080)

static inline tti_lanes tti_spread(uint32_t pixel)
{
    return (uint64_t)(pixel & 0xff00ff) | (uint64_t)(pixel >> 8 & 0xff00ff) << 32;
}

static inline uint32_t tti_gather(tti_lanes lanes)
{
    return (uint32_t)lanes | (uint32_t)(lanes >> 32) << 8;
}

static inline uint32_t tti_lanes_alpha(tti_lanes lanes)
{
    return (uint32_t)(lanes >> 48);
}

static inline tti_lanes tti_mix(tti_lanes a, tti_lanes b, uint32_t part)
{
    return (a * (256 - part) + b * part + TTI_LANES_HALF) >> 8 & TTI_LANES_LOW;
}

static inline tti_lanes tti_mix_square(uint32_t above, uint32_t above_right, uint32_t below,
                                       uint32_t below_right, struct tti_weights w)
{
    return (tti_spread(above) * w.above + tti_spread(above_right) * w.above_right +
            tti_spread(below) * w.below + tti_spread(below_right) * w.below_right +
            TTI_LANES_HALF) >>
               8 &
           TTI_LANES_LOW;
}

static inline tti_lanes tti_mix_rows(const uint32_t *above, const uint32_t *below,
                                     struct tti_weights w)
{
    return tti_mix_square(above[0], above[1], below[0], below[1], w);
}

static inline tti_lanes tti_tint_of(tt_rgba color)
{
    tti_lanes lanes = tti_spread(tti_pixel_of(color));
    return lanes + (lanes >> 7 & UINT64_C(0x0001000100010001));
}

static inline tti_lanes tti_tint(tti_lanes lanes, tti_lanes tint)
{
    tti_lanes result = 0;
    for (unsigned shift = 0; shift < 64; shift += 16) {
        result |= ((lanes >> shift & 255) * (tint >> shift & 511) >> 8) << shift;
    }
    return result;
}

static inline void tti_put(uint8_t *dst, uint32_t pixel)
{
    dst[0] = (uint8_t)pixel;
    dst[1] = (uint8_t)(pixel >> 8);
    dst[2] = (uint8_t)(pixel >> 16);
}

static inline uint32_t tti_over(tti_lanes lanes, uint32_t pixel, uint32_t alpha)
{
    uint64_t sum = lanes * alpha + tti_spread(pixel) * (255 - alpha) + TTI_LANES_HALF;
    return tti_gather((sum + (sum >> 8 & TTI_LANES_LOW)) >> 8 & TTI_LANES_LOW);
}

#endif

/* Paints lanes over a pixel with a coverage of `cover` / 255. The alpha of the lower pixel does not
 * change. */
static inline void tti_blend(uint8_t *dst, tti_lanes lanes, uint32_t cover)
{
    uint32_t alpha = tti_lanes_alpha(lanes);
    alpha = cover == 255 ? alpha : tti_div255(alpha * cover);
    if (alpha == 255) {
        tti_put(dst, tti_gather(lanes));
    } else if (alpha != 0) {
        tti_put(dst, tti_over(lanes, tti_pixel_load(dst), alpha));
    }
}

#endif
