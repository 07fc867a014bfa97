/* SPDX-License-Identifier: MIT
 *
 * Square roots and powers without libm. Both are computed in binary64, whose 53 bits leave no doubt
 * about the 24 of the result; both happen a few times for a tee and tick.
 */
#include "physics/number.h"

#include "base/mem.h"

static double double_of(uint64_t bits)
{
    union {
        uint64_t bits;
        double value;
    } both = {bits};
    return both.value;
}

static uint64_t bits_of(double value)
{
    union {
        double value;
        uint64_t bits;
    } both = {value};
    return both.bits;
}

static float float_of(uint32_t bits)
{
    union {
        uint32_t bits;
        float value;
    } both = {bits};
    return both.value;
}

static uint32_t float_bits(float value)
{
    union {
        float value;
        uint32_t bits;
    } both = {value};
    return both.bits;
}

#define FLOAT_HUGE UINT32_C(0x7F7FFFFF) /* the largest number */

/* Half the exponent is a start with two right bits, which each of Newton's steps doubles. The last
 * step is exact: the middle of two floats has 25 bits, its square 50, so the comparison with it
 * says on which side of the middle the root is. The root of a float is never a middle. */
float tti_root(float square)
{
    if (!(square > 0)) {
        return 0;
    }
    if (float_bits(square) > FLOAT_HUGE) {
        return square;
    }
    double x = square;
    double root = double_of((bits_of(x) >> 1) + (UINT64_C(0x1FF8) << 48));
    for (int i = 0; i < 4; i++) {
        double other = x / root;
        double sum = root + other;
        root = sum * 0.5;
    }
    float result = (float)root;
    float above = float_of(float_bits(result) + 1);
    float below = float_of(float_bits(result) - 1);
    double sum = (double)result + above;
    double middle = sum * 0.5;
    if (middle * middle < x) {
        return above;
    }
    sum = (double)result + below;
    middle = sum * 0.5;
    return middle * middle > x ? below : result;
}

#define LN2 0.69314718055994530942
#define EXPONENT_BIAS 1023
#define MANTISSA_BITS 52

/* x is m * 2^e with m between 0.7 and 1.5; the logarithm of m is twice the sum of the odd powers of
 * s = (m - 1) / (m + 1) by their exponents. |s| is at most 0.2, so 13 of them are enough. */
static double logarithm(double x)
{
    uint64_t bits = bits_of(x);
    int e = (int)(bits >> MANTISSA_BITS) - EXPONENT_BIAS;
    double m = double_of((bits & ((UINT64_C(1) << MANTISSA_BITS) - 1)) | (uint64_t)EXPONENT_BIAS
                                                                             << MANTISSA_BITS);
    if (m > 1.5) {
        m *= 0.5;
        e++;
    }
    double s = (m - 1) / (m + 1);
    double square = s * s;
    double sum = 0;
    for (int i = 25; i >= 1; i -= 2) {
        double term = sum * square;
        sum = term + 1.0 / i;
    }
    double odd = 2 * s;
    sum = sum * odd;
    double whole = e * LN2;
    return whole + sum;
}

/* Beyond these results are no floats: 2^128 and 2^-150. */
#define EXPONENT_MAX 89
#define EXPONENT_MIN (-104)

/* x is n * ln 2 + r with |r| at most ln 2 / 2; 16 terms of the series for r are enough. */
static double exponential(double x)
{
    double scaled = x / LN2;
    int n = (int)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    double whole = n * LN2;
    double r = x - whole;
    double sum = 1;
    for (int i = 16; i >= 1; i--) {
        double term = sum * r;
        term = term / i;
        sum = term + 1;
    }
    return sum * double_of((uint64_t)(EXPONENT_BIAS + n) << MANTISSA_BITS);
}

float tti_power(float base, float exponent)
{
    double x = logarithm(base) * exponent;
    if (!(x < EXPONENT_MAX)) {
        return float_of(FLOAT_HUGE + 1);
    }
    return x < EXPONENT_MIN ? 0 : (float)exponential(x);
}
