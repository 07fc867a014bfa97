/* SPDX-License-Identifier: MIT
 *
 * Tests of paint/lanes.h: each function against its formula, channel by channel.
 */
#include "cm.h"

#include "paint/lanes.h"
#include "support/random.h"

static uint32_t channel(uint32_t pixel, unsigned i)
{
    return pixel >> (8 * i) & 255;
}

/* A pixel that often has channels of 0 and 255, where sums are at their limits. */
static uint32_t next_pixel(uint64_t *seed)
{
    uint32_t pixel = (uint32_t)random_next(seed), kind = (uint32_t)random_next(seed);
    for (unsigned i = 0; i < 4; i++) {
        uint32_t full = 255u << (8 * i);
        pixel = (kind >> (2 * i) & 3) == 0   ? pixel | full
                : (kind >> (2 * i) & 3) == 1 ? pixel & ~full
                                             : pixel;
    }
    return pixel;
}

static void spread_and_gather(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (int i = 0; i < 10000; i++) {
        uint32_t pixel = next_pixel(&seed);
        assert_int_equal(tti_gather(tti_spread(pixel)), pixel);
        assert_int_equal(tti_lanes_alpha(tti_spread(pixel)), pixel >> 24);
    }
}

static void mixtures(void **state)
{
    uint64_t seed = 2;
    (void)state;
    for (int n = 0; n < 100000; n++) {
        uint32_t part = (uint32_t)random_next(&seed) % 257, p[4];
        uint32_t x = (uint32_t)random_next(&seed) % 256, y = (uint32_t)random_next(&seed) % 256;
        for (int i = 0; i < 4; i++)
            p[i] = next_pixel(&seed);
        struct tti_weights w = tti_weights_of(x, y);
        assert_int_equal(w.above + w.above_right + w.below + w.below_right, 256);
        uint32_t two = tti_gather(tti_mix(tti_spread(p[0]), tti_spread(p[1]), part));
        uint32_t four = tti_gather(tti_mix_square(p[0], p[1], p[2], p[3], w));
        assert_int_equal(tti_gather(tti_mix_rows(p, p + 2, w)), four);
        for (unsigned i = 0; i < 4; i++) {
            uint32_t sum = channel(p[0], i) * (256 - part) + channel(p[1], i) * part;
            assert_int_equal(channel(two, i), (sum + 128) >> 8);
            sum = channel(p[0], i) * w.above + channel(p[1], i) * w.above_right +
                  channel(p[2], i) * w.below + channel(p[3], i) * w.below_right;
            assert_int_equal(channel(four, i), (sum + 128) >> 8);
        }
    }
}

static void tints(void **state)
{
    uint64_t seed = 3;
    (void)state;
    for (int n = 0; n < 100000; n++) {
        uint32_t pixel = next_pixel(&seed), by = next_pixel(&seed);
        const tt_rgba color = {(uint8_t)by, (uint8_t)(by >> 8), (uint8_t)(by >> 16),
                               (uint8_t)(by >> 24)};
        assert_int_equal(tti_pixel_of(color), by);
        uint32_t tinted = tti_gather(tti_tint(tti_spread(pixel), tti_tint_of(color)));
        for (unsigned i = 0; i < 4; i++) {
            uint32_t factor = channel(by, i) + (channel(by, i) >> 7);
            assert_int_equal(channel(tinted, i), channel(pixel, i) * factor >> 8);
        }
    }
}

static void blending(void **state)
{
    uint64_t seed = 4;
    (void)state;
    for (int n = 0; n < 200000; n++) {
        uint32_t pixel = next_pixel(&seed), below = next_pixel(&seed);
        uint32_t cover = next_pixel(&seed) & 255;
        uint8_t dst[4] = {(uint8_t)below, (uint8_t)(below >> 8), (uint8_t)(below >> 16),
                          (uint8_t)(below >> 24)};
        uint32_t alpha = cover == 255 ? pixel >> 24 : tti_div255((pixel >> 24) * cover);
        tti_blend(dst, tti_spread(pixel), cover);
        assert_int_equal(dst[3], below >> 24);
        for (unsigned i = 0; i < 3; i++) {
            uint32_t sum = channel(pixel, i) * alpha + channel(below, i) * (255 - alpha);
            assert_int_equal(dst[i], (2 * sum + 255) / 510); /* rounded to the nearest */
        }
        tti_put(dst, pixel);
        assert_int_equal(tti_pixel_load(dst), (pixel & 0xffffff) | (below & 0xff000000));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spread_and_gather),
        cmocka_unit_test(mixtures),
        cmocka_unit_test(tints),
        cmocka_unit_test(blending),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
