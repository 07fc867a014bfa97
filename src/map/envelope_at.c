/* SPDX-License-Identifier: MIT
 *
 * The values of an envelope at a time.
 *
 * Whole numbers alone, so that every machine draws the same. Times are microseconds in 64 bits, and
 * how far it is from one point to the next is a fraction of 2^30:
 *
 *     value, at most 2^32 apart * fraction 2^30        62 bits
 *     times of 34 bits * a step of 2^-24               58 bits
 *     values, at most 2^34 apart * 16 * this step      62 bits
 *
 * Called by the room draw for what an envelope changes in a frame. Cost: a search by halving in the
 * points of the envelope, and for bezier curves 24 steps a channel.
 */
#include "map/design.h"

/* Kinds of curves, as in the file. Any other number is a straight line. */
enum { CURVE_STEP, CURVE_LINEAR, CURVE_SLOW, CURVE_FAST, CURVE_SMOOTH, CURVE_BEZIER };

/* Where between two points a time is. */
typedef struct between {
    tt_bytes from, to;                   /* ints of the points */
    tt_bytes from_tangents, to_tangents; /* empty: there are none */
    int64_t time, length;                /* microseconds since `from` */
} between;

/* `index` is below design->point_count, as tti_envelope_of has cut the envelope to that. */
static tt_bytes point_at(const tt_map_design *design, uint32_t index)
{
    return (tt_bytes){design->points.data + (size_t)design->point_size * index, 4 * POINT_INTS};
}

/* There are as many tangents as points, or none (envelope.c). */
static tt_bytes tangents_at(const tt_map_design *design, uint32_t index)
{
    if (design->tangents.size == 0) {
        return (tt_bytes){NULL, 0};
    }
    return (tt_bytes){design->tangents.data + (size_t)design->tangent_size * index,
                      4 * TANGENT_INTS};
}

#define MILLISECOND 1000
/* Far beyond any recording: 2^60 microseconds are 36000 years. With the offset of an item, at most
 * 2^41 microseconds, the sum remains in 64 bits. */
#define TIME_MAX ((int64_t)1 << 60)

static int64_t time_of(tt_bytes point)
{
    return (int64_t)MILLISECOND * tti_item_int(point, POINT_TIME);
}

/* A negative time remains negative, as in the game, whose % is that of C. It is before the first
 * point then, and has the values of the last one. A length of 0 or less makes the time 0. */
static int64_t loop(int64_t time, int32_t offset, int64_t length)
{
    time = time > TIME_MAX ? TIME_MAX : time < -TIME_MAX ? -TIME_MAX : time;
    return length > 0 ? (time + (int64_t)MILLISECOND * offset) % length : 0;
}

/* The points around `time`, found by halving. 0 when it is before the first or after the last. When
 * points are in no order those that are found still have it between them. It holds all the way: the
 * time of `low` is at most `time`, and that of `high` is above it. So the length between them is
 * never 0, which fraction_of and scaled rely on. With one point, low is high, and the first test
 * returns. */
static int find(const tt_map_design *design, const tt_map_envelope *envelope, int64_t time,
                between *b)
{
    uint32_t low = envelope->first, high = envelope->first + envelope->points - 1;
    if (time < time_of(point_at(design, low)) || time >= time_of(point_at(design, high))) {
        return 0;
    }
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (time_of(point_at(design, middle)) <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    *b = (between){point_at(design, low),
                   point_at(design, high),
                   tangents_at(design, low),
                   tangents_at(design, high),
                   0,
                   0};
    b->time = time - time_of(b->from);
    b->length = time_of(b->to) - time_of(b->from);
    return 1;
}

/* Unit of fractions. */
#define ONE ((int64_t)1 << 30)

/* Both at most ONE, so the product has 60 bits. */
static int64_t times(int64_t a, int64_t b)
{
    return a * b / ONE;
}

static int64_t cube(int64_t a)
{
    return times(times(a, a), a);
}

/* How far from one value to the other, 0 to ONE. */
static int64_t fraction_of(const between *b)
{
    uint64_t time = (uint64_t)b->time, length = (uint64_t)b->length;
    /* Time and length lose the same bits, so the fraction remains. A length that is not above 34
     * bits leaves room for the 30 bits of the fraction in 64. */
    for (; length >> 34 != 0; length /= 2) {
        time /= 2;
    }
    int64_t a = (int64_t)((time << 30) / length);
    switch (tti_item_int(b->from, POINT_CURVE)) {
    case CURVE_STEP:
        return 0;
    case CURVE_SLOW:
        return cube(a);
    case CURVE_FAST:
        return ONE - cube(ONE - a);
    case CURVE_SMOOTH:
        return 3 * times(a, a) - 2 * cube(a);
    default:
        return a;
    }
}

/* Steps of a curve's own parameter: 2^24. */
#define STEPS_BITS 24
#define STEPS ((int64_t)1 << STEPS_BITS)

/* `step` of STEPS from a to b; rounded towards zero. */
static int64_t mix(int64_t a, int64_t b, int64_t step)
{
    return a + (b - a) * step / STEPS;
}

/* By de Casteljau: lines between lines. */
static int64_t cubic(const int64_t p[4], int64_t step)
{
    int64_t a = mix(p[0], p[1], step), b = mix(p[1], p[2], step), c = mix(p[2], p[3], step);
    return mix(mix(a, b, step), mix(b, c, step), step);
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* The whole time is brought to 34 bits: no more, or products overflow; no fewer, or short
 * curves are rough. */
#define TIME_BITS 34

/* Values have a few more bits on the way, as mixing rounds six times. */
#define FINE 16

/* Makes of a time what it is when the whole length has exactly 34 bits. It is called with the same
 * length for all times of a curve, so they remain comparable. */
static int64_t scaled(int64_t time, int64_t length)
{
    for (; length >> TIME_BITS != 0; length /= 2) {
        time /= 2;
    }
    for (; length >> (TIME_BITS - 1) == 0; length *= 2) {
        time *= 2;
    }
    return time;
}

/* The value of a channel on a curve whose time is a curve, too: it only rises, so that the place of
 * a time is found by halving. x of the four points is time, y is value; the inner ones are the ends
 * of the tangents. Their times are kept between the points, which is what makes time rise all
 * along, and the game does the same. 24 steps of halving find the parameter to 2^-24. The value can
 * leave the range of its ends, and even 32 bits, so it is cut. */
static int32_t bezier(const between *b, size_t channel)
{
    const int64_t all = b->length, time = scaled(b->time, all);
    int64_t low = 0, out_x = (int64_t)MILLISECOND * tti_item_int(b->from_tangents, OUT_X + channel);
    int64_t in_x = (int64_t)MILLISECOND * tti_item_int(b->to_tangents, IN_X + channel);
    const int64_t x[4] = {0, scaled(clamp(out_x, 0, all), all),
                          scaled(clamp(all + in_x, 0, all), all), scaled(all, all)};
    for (int64_t half = STEPS / 2; half > 0; half /= 2) {
        if (cubic(x, low + half) <= time) {
            low += half;
        }
    }
    int64_t from = tti_item_int(b->from, POINT_VALUES + channel);
    int64_t to = tti_item_int(b->to, POINT_VALUES + channel);
    const int64_t y[4] = {FINE * from,
                          FINE * (from + tti_item_int(b->from_tangents, OUT_Y + channel)),
                          FINE * (to + tti_item_int(b->to_tangents, IN_Y + channel)), FINE * to};
    return (int32_t)clamp(cubic(y, low) / FINE, INT32_MIN, INT32_MAX);
}

/* Between two values, rounded to the nearer one. For all curves but bezier: those differ only in
 * the fraction. Half of ONE away from zero is added, so negative values round like positive ones.
 */
static int32_t line(const between *b, size_t channel, int64_t fraction)
{
    int64_t from = tti_item_int(b->from, POINT_VALUES + channel);
    int64_t rise = (tti_item_int(b->to, POINT_VALUES + channel) - from) * fraction;
    return (int32_t)(from + (rise < 0 ? rise - ONE / 2 : rise + ONE / 2) / ONE);
}

/* Values of the first `asked` channels; those that there are not remain as they are. The caller has
 * filled in defaults, which remain where there is no envelope, no point or no channel. Outside of
 * the points the values are those of the last one, as in the game. */
static void evaluate(const tt_map_design *design, tt_map_animation animation, int64_t time,
                     int32_t asked, int32_t *values)
{
    tt_map_envelope envelope;
    tt_bytes item;
    between b;
    if (animation.envelope < 0 ||
        tti_envelope_of(design, (uint32_t)animation.envelope, &envelope, &item, NULL) != TT_OK) {
        return;
    }
    size_t channels = (size_t)clamp(envelope.channels, 0, asked);
    if (envelope.points == 0) {
        return;
    }
    tt_bytes last = point_at(design, envelope.first + envelope.points - 1);
    if (!find(design, &envelope, loop(time, animation.offset, time_of(last)), &b)) {
        for (size_t i = 0; i < channels; i++) {
            values[i] = tti_item_int(last, POINT_VALUES + i);
        }
        return;
    }
    /* A curve of this kind without tangents is a straight line: its fraction is that of the default
     * case. */
    int is_bezier = tti_item_int(b.from, POINT_CURVE) == CURVE_BEZIER && b.from_tangents.size != 0;
    int64_t fraction = fraction_of(&b);
    for (size_t i = 0; i < channels; i++) {
        values[i] = is_bezier ? bezier(&b, i) : line(&b, i, fraction);
    }
}

void tt_map_design_position(const tt_map_design *design, tt_map_animation animation, int64_t time,
                            int32_t position[3])
{
    position[0] = position[1] = position[2] = 0;
    evaluate(design, animation, time, 3, position);
}

void tt_map_design_color(const tt_map_design *design, tt_map_animation animation, int64_t time,
                         int32_t color[4])
{
    color[0] = color[1] = color[2] = color[3] = TT_MAP_ONE;
    evaluate(design, animation, time, 4, color);
}
