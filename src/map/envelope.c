/* SPDX-License-Identifier: MIT
 *
 * Envelopes: curves over time for the position or the colour of quads and layers.
 *
 * Points of all envelopes are in one item, and an envelope has a first point and a number of them.
 * Bezier curves came late: Teeworlds 0.7 made every point longer, DDNet has an item for the
 * tangents. The reader keeps a pointer to the tangents of the first point, and their distance from
 * one point to the next, which fits both.
 *
 * Values are whole numbers, so every machine draws the same. Times are microseconds in 64 bits, and
 * a position between two points is a fraction of 2^30:
 *
 *     value, at most 2^32 apart * fraction 2^30        62 bits
 *     times of 34 bits * a step of 2^-24               58 bits
 *     values, at most 2^34 apart * 16 * this step      62 bits
 *
 * A value costs a binary search in the points of its envelope, and for bezier curves 24 steps a
 * channel.
 */
#include "map/design.h"
#include "map/look.h"
#include "teetape/uuid.h"

/* Ints of an envelope. The name follows, which items of the oldest maps lack. */
enum { ENVELOPE_VERSION, ENVELOPE_CHANNELS, ENVELOPE_FIRST, ENVELOPE_COUNT, ENVELOPE_INTS };

/* From this version of any envelope on, the points of all envelopes have tangents. */
#define TANGENTS_SINCE 3

/* Ints of a point, which has values of four channels, even if its envelope has fewer. The ints of
 * its tangents follow it, or are in an item of their own. */
enum { POINT_TIME, POINT_CURVE, POINT_VALUES, POINT_INTS = POINT_VALUES + 4 };
/* The offsets of the four parts of a point's tangents. A curve arrives at a point along IN, and
 * leaves it along OUT. X is a time in milliseconds, Y a value; each has one int for each of four
 * channels. */
enum { IN_X = 0, IN_Y = 4, OUT_X = 8, OUT_Y = 12, TANGENT_INTS = 16 };

/* Returns a byte of the UUID in an item. Each int has four bytes, the first on top. */
static uint8_t uuid_byte(tt_bytes item, size_t at)
{
    return (uint8_t)((uint32_t)tti_item_int(item, at / 4) >> (24 - at % 4 * 8));
}

/* Returns the type of items of this UUID in this file, or 0, which no such type has. DDNet numbers
 * its own types in each file, and stores the UUID of each number. Cost: the UUID items of the file,
 * once. */
static uint32_t type_of_uuid(const tti_datafile *df, const char *name)
{
    tti_item_range all;
    tt_bytes item;
    tt_uuid uuid = tt_uuid_from_name(tt_bytes_of(name));
    (void)tti_datafile_type(df, ITEM_UUID, &all, NULL);
    for (uint32_t i = all.first; i < all.first + all.count; i++) {
        size_t same = 0;
        if (tti_datafile_item(df, i, sizeof uuid.bytes / 4, &item, NULL) != TT_OK) {
            continue;
        }
        while (same < sizeof uuid.bytes && uuid_byte(item, same) == uuid.bytes[same]) {
            same++;
        }
        if (same == sizeof uuid.bytes) {
            return tti_datafile_item_id(item);
        }
    }
    return 0;
}

static tt_bytes only_item(const tti_datafile *df, uint32_t type)
{
    tti_item_range range;
    tt_bytes item = {NULL, 0};
    if (tti_datafile_type(df, type, &range, NULL) == TT_OK && range.count > 0) {
        (void)tti_datafile_item(df, range.first, 0, &item, NULL);
    }
    return item;
}

/* Returns true when the points have tangents, which the version of any readable envelope shows. */
static bool have_tangents(const tt_map_design *design)
{
    tt_bytes item;
    for (uint32_t i = 0; i < design->envelopes; i++) {
        if (tti_datafile_item(&design->tables, design->envelope_first + i, ENVELOPE_INTS, &item,
                              NULL) == TT_OK &&
            tti_item_int(item, ENVELOPE_VERSION) >= TANGENTS_SINCE) {
            return true;
        }
    }
    return false;
}

/* Finds envelopes and points. Envelopes are decoded later, because the length of a point decides
 * how many points there are. */
void tti_envelopes_take(tt_map_design *design, tti_item_range envelopes)
{
    const tti_datafile *df = &design->tables;
    design->envelopes = envelopes.count;
    design->envelope_first = envelopes.first;
    design->points = only_item(df, ITEM_POINTS);
    design->point_size = 4 * POINT_INTS;
    if (have_tangents(design)) {
        design->point_size += 4 * TANGENT_INTS;
    }
    design->point_count = (uint32_t)(design->points.size / design->point_size);
    if (design->point_count == 0) {
        return;
    }
    /* The first tangents follow the six ints of the first point. Of tangents.size only matters that
     * it is not 0. */
    if (design->point_size > 4 * POINT_INTS) {
        design->tangents = (tt_bytes){design->points.data + (size_t)4 * POINT_INTS,
                                      design->points.size - (size_t)4 * POINT_INTS};
        design->tangent_size = design->point_size;
        return;
    }
    uint32_t type = type_of_uuid(df, "mapitemtype-envpoints-bezier@ddnet.tw");
    tt_bytes tangents = type != 0 ? only_item(df, type) : (tt_bytes){NULL, 0};
    /* DDNet ignores an item of tangents for another number of points. Curves are then straight. */
    if (tangents.size == (uint64_t)4 * TANGENT_INTS * design->point_count) {
        design->tangents = tangents;
        design->tangent_size = 4 * TANGENT_INTS;
    }
}

typedef struct envelope {
    int32_t channels; /* number of channels: 1 sound, 3 position, 4 colour */
    uint32_t first, points;
} envelope;

/* Returns an envelope, cut to the existing points: first + points is at most design->point_count.
 * First and count are any ints, hence 64 bits. A damaged envelope has no points. */
static envelope envelope_of(const tt_map_design *design, uint32_t index)
{
    tt_bytes item;
    tti_item_range all = {design->envelope_first, design->envelopes};
    if (tti_design_item(design, all, index, ENVELOPE_INTS, &item, NULL) != TT_OK) {
        return (envelope){0};
    }
    int64_t begin = tti_item_int(item, ENVELOPE_FIRST);
    int64_t end = begin + tti_item_int(item, ENVELOPE_COUNT);
    begin = begin > 0 ? begin : 0;
    end = end < design->point_count ? end : design->point_count;
    return begin < end ? (envelope){tti_item_int(item, ENVELOPE_CHANNELS), (uint32_t)begin,
                                    (uint32_t)(end - begin)}
                       : (envelope){0};
}

/* Kinds of curves between two points. A number that is not listed means a straight line. */
enum { CURVE_STEP, CURVE_LINEAR, CURVE_SLOW, CURVE_FAST, CURVE_SMOOTH, CURVE_BEZIER };

typedef struct curve_part {
    tt_bytes from, to;                   /* ints of the points */
    tt_bytes from_tangents, to_tangents; /* ints of the tangents; empty without them */
    int64_t time, length;                /* microseconds since `from` */
} curve_part;

static tt_bytes point_at(const tt_map_design *design, uint32_t index)
{
    return (tt_bytes){design->points.data + (size_t)design->point_size * index, 4 * POINT_INTS};
}

static tt_bytes tangents_at(const tt_map_design *design, uint32_t index)
{
    if (design->tangents.size == 0) {
        return (tt_bytes){NULL, 0};
    }
    return (tt_bytes){design->tangents.data + (size_t)design->tangent_size * index,
                      4 * TANGENT_INTS};
}

#define MILLISECOND 1000
/* Times are cut to 2^60 microseconds, which are 36000 years. The offset of an item adds at most
 * 2^41. */
#define TIME_MAX ((int64_t)1 << 60)

static int64_t point_time(tt_bytes point)
{
    return (int64_t)MILLISECOND * tti_item_int(point, POINT_TIME);
}

/* Returns a time inside an envelope of this length. A negative time remains negative, as in the
 * game, and gets the values of the last point. */
static int64_t loop(int64_t time, int32_t offset, int64_t length)
{
    time = time > TIME_MAX ? TIME_MAX : time < -TIME_MAX ? -TIME_MAX : time;
    return length > 0 ? (time + (int64_t)MILLISECOND * offset) % length : 0;
}

/* Finds the points around `time`; returns false when it is before the first or after the last.
 * During the search the time of `low` is at most `time`, and that of `high` above it, even when
 * points are in no order. So b->length is never 0, which fraction_of and scaled rely on. */
static bool find_points(const tt_map_design *design, const envelope *e, int64_t time, curve_part *b)
{
    uint32_t low = e->first, high = e->first + e->points - 1;
    if (time < point_time(point_at(design, low)) || time >= point_time(point_at(design, high))) {
        return false;
    }
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (point_time(point_at(design, middle)) <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    *b = (curve_part){point_at(design, low),
                      point_at(design, high),
                      tangents_at(design, low),
                      tangents_at(design, high),
                      0,
                      0};
    b->time = time - point_time(b->from);
    b->length = point_time(b->to) - point_time(b->from);
    return true;
}

#define ONE ((int64_t)1 << 30)

/* Multiplies two fractions. They are at most ONE, so the product has 60 bits. */
static int64_t fraction_times(int64_t a, int64_t b)
{
    return a * b / ONE;
}

static int64_t cube(int64_t a)
{
    return fraction_times(fraction_times(a, a), a);
}

static int64_t fraction_of(const curve_part *b)
{
    uint64_t time = (uint64_t)b->time, length = (uint64_t)b->length;
    /* Time and length lose the same bits. A length of 34 bits leaves room for the 30 of the
     * fraction. */
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
        return 3 * fraction_times(a, a) - 2 * cube(a);
    default:
        return a;
    }
}

#define CURVE_STEPS_BITS 24
#define CURVE_STEPS ((int64_t)1 << CURVE_STEPS_BITS)

static int64_t mix_times(int64_t a, int64_t b, int64_t step)
{
    return a + (b - a) * step / CURVE_STEPS;
}

/* Returns the point of a bezier curve, by de Casteljau's algorithm. */
static int64_t cubic(const int64_t p[4], int64_t step)
{
    int64_t a = mix_times(p[0], p[1], step), b = mix_times(p[1], p[2], step),
            c = mix_times(p[2], p[3], step);
    return mix_times(mix_times(a, b, step), mix_times(b, c, step), step);
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* Bits of a length of time. With more bits products overflow, with fewer short curves are rough. */
#define TIME_BITS 34

/* The factor of intermediate values, which have a few more bits because mixing rounds six times. */
#define CURVE_FINE 16

/* Scales a time so that the whole length has exactly 34 bits. */
static int64_t scaled_time(int64_t time, int64_t length)
{
    for (; length >> TIME_BITS != 0; length /= 2) {
        time /= 2;
    }
    for (; length >> (TIME_BITS - 1) == 0; length *= 2) {
        time *= 2;
    }
    return time;
}

/* Returns the value of a bezier curve: x of the four points is time, y is value, and the inner
 * points are the ends of the tangents. The game keeps their times between the points, so time only
 * grows, and 24 halvings find the parameter to 2^-24. The value can leave the range of its ends,
 * and even 32 bits. */
static int32_t bezier(const curve_part *b, size_t channel)
{
    const int64_t all = b->length, time = scaled_time(b->time, all);
    int64_t low = 0, out_x = (int64_t)MILLISECOND * tti_item_int(b->from_tangents, OUT_X + channel);
    int64_t in_x = (int64_t)MILLISECOND * tti_item_int(b->to_tangents, IN_X + channel);
    const int64_t x[4] = {0, scaled_time(clamp(out_x, 0, all), all),
                          scaled_time(clamp(all + in_x, 0, all), all), scaled_time(all, all)};
    for (int64_t half = CURVE_STEPS / 2; half > 0; half /= 2) {
        if (cubic(x, low + half) <= time) {
            low += half;
        }
    }
    int64_t from = tti_item_int(b->from, POINT_VALUES + channel);
    int64_t to = tti_item_int(b->to, POINT_VALUES + channel);
    const int64_t y[4] = {
        CURVE_FINE * from, CURVE_FINE * (from + tti_item_int(b->from_tangents, OUT_Y + channel)),
        CURVE_FINE * (to + tti_item_int(b->to_tangents, IN_Y + channel)), CURVE_FINE * to};
    return (int32_t)clamp(cubic(y, low) / CURVE_FINE, INT32_MIN, INT32_MAX);
}

/* Returns a value between two points. All curves but bezier differ only in the fraction. Negative
 * values round like positive ones. */
static int32_t curve_value(const curve_part *b, size_t channel, int64_t fraction)
{
    int64_t from = tti_item_int(b->from, POINT_VALUES + channel);
    int64_t rise = (tti_item_int(b->to, POINT_VALUES + channel) - from) * fraction;
    return (int32_t)(from + (rise < 0 ? rise - ONE / 2 : rise + ONE / 2) / ONE);
}

/* Fills in the values of an envelope. Those of a missing envelope, point or channel keep their
 * defaults. Outside of the points the values are those of the last one, as in the game. */
static void evaluate(const tt_map_design *design, tt_map_animation animation, int64_t time,
                     int32_t asked, int32_t *values)
{
    curve_part b;
    if (animation.envelope < 0) {
        return;
    }
    envelope e = envelope_of(design, (uint32_t)animation.envelope);
    if (e.points == 0) {
        return;
    }
    size_t channels = (size_t)clamp(e.channels, 0, asked);
    tt_bytes last = point_at(design, e.first + e.points - 1);
    if (!find_points(design, &e, loop(time, animation.offset, point_time(last)), &b)) {
        for (size_t i = 0; i < channels; i++) {
            values[i] = tti_item_int(last, POINT_VALUES + i);
        }
        return;
    }
    /* a bezier curve without tangents is a straight line, by the default case of fraction_of */
    bool is_bezier = tti_item_int(b.from, POINT_CURVE) == CURVE_BEZIER && b.from_tangents.size != 0;
    int64_t fraction = fraction_of(&b);
    for (size_t i = 0; i < channels; i++) {
        values[i] = is_bezier ? bezier(&b, i) : curve_value(&b, i, fraction);
    }
}

void tti_map_design_position(const tt_map_design *design, tt_map_animation animation, int64_t time,
                             int32_t position[3])
{
    position[0] = position[1] = position[2] = 0;
    evaluate(design, animation, time, 3, position);
}

void tti_map_design_color(const tt_map_design *design, tt_map_animation animation, int64_t time,
                          int32_t color[4])
{
    color[0] = color[1] = color[2] = color[3] = TT_MAP_ONE;
    evaluate(design, animation, time, 4, color);
}
