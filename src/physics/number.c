/* SPDX-License-Identifier: MIT
 *
 * Roots, powers, logarithms and angles without libm. All are computed in binary64, whose 53 bits
 * are enough to round the 24 bits of the result nearly always correctly.
 */
#include "physics/number.h"

static double double_of(uint64_t bits)
{
    union {
        uint64_t bits;
        double value;
    } both = {bits};
    return both.value;
}

static uint64_t double_bits(double value)
{
    union {
        double value;
        uint64_t bits;
    } both = {value};
    return both.bits;
}

static float float_with_bits(uint32_t bits)
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

#define FLOAT_HUGE UINT32_C(0x7F7FFFFF) /* bits of the largest finite float */

/* Returns true when binary64 rounds the root to `middle`, which lies between two floats. Then the
 * result is the float of these two whose last bit is 0. In this case `square` and middle^2 differ
 * by at most one unit in the last place. */
static bool is_middle(double middle, double square)
{
    double product = middle * middle;
    double off = square - product;
    double unit = double_of(double_bits(middle) + 1) - middle;
    double reach = middle * unit;
    return off < reach && off > -reach;
}

/* Returns the root rounded to binary64 and then to binary32. Halving the exponent gives a start
 * with two correct bits, and each of Newton's steps doubles them. The middle between two floats has
 * 25 bits and its square 50, so the comparison with it is exact and shows on which side of the
 * middle the root is. */
static float root_of(double square)
{
    double root = double_of((double_bits(square) >> 1) + (UINT64_C(0x1FF8) << 48));
    for (int i = 0; i < 4; i++) {
        double other = square / root;
        double sum = root + other;
        root = sum * 0.5;
    }
    float result = (float)root;
    bool is_below = result < root;
    float other = float_with_bits(is_below ? float_bits(result) + 1 : float_bits(result) - 1);
    double sum = (double)result + other;
    double middle = sum * 0.5;
    if (is_middle(middle, square)) {
        return (float_bits(result) & 1) == 0 ? result : other;
    }
    double product = middle * middle;
    bool root_is_above = product < square;
    return root_is_above == is_below ? other : result;
}

float tti_root_plain(float square)
{
    if (!(square > 0)) {
        return square != square ? square : 0;
    }
    if (float_bits(square) > FLOAT_HUGE) {
        return square;
    }
    return root_of(square);
}

#define DIAGONAL_MAX 1e18f /* far above all velocities of the game */

float tti_diagonal(float x, float y)
{
    double square_x = (double)x * x;
    double square_y = (double)y * y;
    double square = square_x + square_y;
    if (!(square > 0)) {
        return 0;
    }
    double limit = (double)DIAGONAL_MAX * DIAGONAL_MAX;
    return square < limit ? root_of(square) : DIAGONAL_MAX;
}

#define LN2 0.69314718055994530942
#define EXPONENT_BIAS 1023
#define MANTISSA_BITS 52

/* Returns the natural logarithm. x is m * 2^e with m in 0.7..1.5. With s = (m - 1) / (m + 1), log m
 * = 2 (s + s^3/3 + s^5/5 + ...). |s| is at most 0.2, so 13 terms are enough. */
static double logarithm(double x)
{
    uint64_t bits = double_bits(x);
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

/* The greatest exponent of exponential(), up or down. Beyond it the result overflows a float
 * (2^128) or is 0 (2^-150). */
#define EXPONENT_MAX 89
#define EXPONENT_MIN (-104)

/* Returns e to the power of x. x is n * ln 2 + r with |r| at most ln 2 / 2. For such r 16 terms of
 * the Taylor series are enough. */
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
        return float_with_bits(FLOAT_HUGE + 1);
    }
    return x < EXPONENT_MIN ? 0 : (float)exponential(x);
}

float tti_log(float x)
{
    return (float)logarithm(x);
}

#define DOUBLE_PI 3.14159265358979323846
#define DOUBLE_HALF_PI 1.57079632679489661923

/* Pi / 2 in three parts. Products of the first two with numbers up to 2^20 are exact. */
#define HALF_PI_HIGH 1.57079632673412561417e+00
#define HALF_PI_MIDDLE 6.07710050630396597660e-11
#define HALF_PI_LOW 2.02226624879595063154e-21

/* Returns the Taylor series of sin(x) / x (`first` 2) or of cos(x) (`first` 1), where `square` is x
 * * x, at most (pi / 4)^2. */
static double series(double square, int first)
{
    double sum = 1;
    for (int i = first + 16; i >= first; i -= 2) {
        double term = sum * square;
        term = term / (i * (i + 1));
        sum = 1 - term;
    }
    return sum;
}

/* Returns sin(x + quarters * pi / 2). */
static float wave(double x, int quarters)
{
    double turns = x / DOUBLE_HALF_PI;
    int n = (int)(turns < 0 ? turns - 0.5 : turns + 0.5);
    double part = n * HALF_PI_HIGH;
    double rest = x - part;
    part = n * HALF_PI_MIDDLE;
    rest = rest - part;
    part = n * HALF_PI_LOW;
    rest = rest - part;
    double square = rest * rest;
    unsigned quadrant = ((unsigned)n + (unsigned)quarters) & 3;
    double value;
    if ((quadrant & 1) == 0) {
        value = rest * series(square, 2);
    } else {
        value = series(square, 1);
    }
    return (float)((quadrant & 2) == 0 ? value : -value);
}

#define ANGLE_MAX 1000000.0f

float tti_sine(float x)
{
    return x < ANGLE_MAX && x > -ANGLE_MAX && x != 0 ? wave(x, 0) : x == 0 ? x : 0;
}

float tti_cosine(float x)
{
    return x < ANGLE_MAX && x > -ANGLE_MAX ? wave(x, 1) : x == x ? 1 : x;
}

/* atan(0), atan(1/8), ... atan(1) */
static const double arc_tangents[] = {
    0,
    0.12435499454676143503,
    0.24497866312686415417,
    0.35877067027057222040,
    0.46364760900080611621,
    0.55859931534356243597,
    0.64350110879328438680,
    0.71882999962162450542,
    0.78539816339744830962,
};

/* Returns the arc tangent of x in 0..1. The table has the value of the nearest eighth. The rest is
 * at most 1/16, so its eight lowest odd powers are enough. */
static double arc_tangent_part(double x)
{
    double scaled = x * 8;
    int eighths = (int)(scaled + 0.5);
    double near = eighths * 0.125;
    double over = x - near;
    double product = x * near;
    double under = product + 1;
    double rest = over / under;
    double square = rest * rest;
    double sum = 0;
    for (int i = 15; i >= 1; i -= 2) {
        double term = sum * square;
        double inverse = 1.0 / i;
        sum = inverse - term;
    }
    double value = rest * sum;
    return arc_tangents[eighths] + value;
}

/* Returns the angle of (width, height), both 0 or more. */
static double arc_tangent(double height, double width)
{
    if (height > width) {
        double part = arc_tangent_part(width / height);
        return DOUBLE_HALF_PI - part;
    }
    return height > 0 ? arc_tangent_part(height / width) : 0;
}

static bool is_negative(float x)
{
    return float_bits(x) >> 31 != 0;
}

float tti_atan(float x)
{
    if (x != x) {
        return x;
    }
    bool turns = is_negative(x);
    double angle = arc_tangent(turns ? -x : x, 1);
    return (float)(turns ? -angle : angle);
}

float tti_atan2(float y, float x)
{
    double angle = arc_tangent(is_negative(y) ? -y : y, is_negative(x) ? -x : x);
    if (is_negative(x)) {
        angle = DOUBLE_PI - angle;
    }
    return (float)(is_negative(y) ? -angle : angle);
}

#define FRACTION_MAX 20 /* digits after the point; no text of the game has more */

/* Reads digits and moves `at` to their end. */
static uint64_t digits_of(const uint8_t *text, size_t size, size_t *at, uint64_t value)
{
    while (*at < size && text[*at] >= '0' && text[*at] <= '9') {
        value = value > UINT64_MAX / 20 ? value : value * 10 + (uint64_t)(text[*at] - '0');
        (*at)++;
    }
    return value;
}

static bool has_sign(const uint8_t *text, size_t size)
{
    return size > 0 && (text[0] == '-' || text[0] == '+');
}

bool tti_read_whole(const uint8_t *text, size_t size, int32_t *value)
{
    size_t at = has_sign(text, size) ? 1 : 0;
    size_t begin = at;
    uint64_t read = digits_of(text, size, &at, 0);
    bool has_minus = begin == 1 && text[0] == '-';
    bool is_long = read > INT32_MAX;
    int32_t bounded = is_long ? INT32_MAX : (int32_t)read;
    *value = has_minus ? -bounded : bounded;
    return at == size && at > begin && !is_long;
}

/* Reads a decimal. Both parts of the quotient are exact in binary64, so the quotient is correctly
 * rounded. */
bool tti_read_decimal(const uint8_t *text, size_t size, float *value)
{
    size_t at = has_sign(text, size) ? 1 : 0;
    size_t begin = at;
    uint64_t read = digits_of(text, size, &at, 0);
    size_t count = at - begin;
    double scale = 1;
    if (at < size && text[at] == '.') {
        at++;
        size_t point = at;
        read = digits_of(text, size, &at, read);
        count += at - point;
        for (size_t i = point; i < at && i < point + FRACTION_MAX; i++) {
            scale *= 10;
        }
    }
    double quotient = (double)read / scale;
    float rounded = (float)quotient;
    *value = begin == 1 && text[0] == '-' ? -rounded : rounded;
    return at == size && count > 0 && read < UINT64_C(1) << MANTISSA_BITS;
}
