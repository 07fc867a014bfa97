/* SPDX-License-Identifier: MIT
 *
 * Draws marks over the fillings of tiles, as rectangles, outlines, discs and numbers for a pen.
 * Sizes and colours are chosen so that a map can be read without the game's images.
 *
 * Lengths are in tenths of a world unit, 320 to a tile, from the tile's upper left corner. Marks
 * that are turned are given from the middle.
 */
#include "paint/rules.h"

#include "base/mem.h"

/* Tenths of a world unit make the lines of 2.5 and 1.8 units whole numbers. No mark has more than
 * 14 corners. */
enum { SIDE = 320, MIDDLE = SIDE / 2, CORNERS_MAX = 16 };

static const tt_rgba white = {255, 255, 255, 255};

/* Reduces the alpha of a colour by `part` and by the alpha of the rules. place->color has the
 * latter already (rules.c). */
static tt_rgba fade(const struct tti_place *place, tt_rgba color, unsigned part)
{
    color.a = (uint8_t)((part * place->alpha + 127) / 255);
    return color;
}

/* Converts tenths of a unit to parts of a pixel. place->side is in 1 / TT_SHAPE_ONE of a pixel, the
 * result in 1 / TT_SHAPE_PIXEL, hence the division. */
static int64_t parts(const struct tti_place *place, int64_t tenths)
{
    return tenths * place->side / (SIDE * (TT_SHAPE_ONE / TT_SHAPE_PIXEL));
}

static tt_point point(const struct tti_place *place, int32_t x, int32_t y)
{
    return (tt_point){(int32_t)(place->x + parts(place, x)), (int32_t)(place->y + parts(place, y))};
}

/* Draws a rectangle, at least a pixel high. Its edges meet the fillings of rules.c exactly. */
static void rect(const struct tti_place *place, tt_rgba color, int32_t x0, int32_t y0, int32_t x1,
                 int32_t y1)
{
    struct tti_rect r = {
        tti_rules_pixel(place->x + parts(place, x0)), tti_rules_pixel(place->y + parts(place, y0)),
        tti_rules_pixel(place->x + parts(place, x1)), tti_rules_pixel(place->y + parts(place, y1))};
    r.y1 = r.y1 <= r.y0 ? r.y0 + 1 : r.y1;
    place->pen->rect(place->pen->user, color, r);
}

static void outline(const struct tti_place *place, tt_rgba color, const int16_t (*corners)[2],
                    size_t count)
{
    tt_point points[CORNERS_MAX];
    for (size_t i = 0; i < count; i++) {
        points[i] = point(place, corners[i][0], corners[i][1]);
    }
    place->pen->outline(place->pen->user, color, points, count);
}

static void disc(const struct tti_place *place, tt_rgba color, int32_t radius)
{
    place->pen->disc(place->pen->user, color, point(place, MIDDLE, MIDDLE),
                     (int32_t)parts(place, radius));
}

/* Draws a number, unless the tile is too small to read it. 95 is the upper edge of a line of 130
 * whose digits are about in the middle of the tile. */
static void number(const struct tti_place *place, unsigned value)
{
    if (place->side >= 32 * TT_SHAPE_ONE) { /* the tile has at least a pixel for each unit */
        place->pen->number(place->pen->user, fade(place, white, 220), point(place, MIDDLE, 95),
                           (int32_t)parts(place, 130), value);
    }
}

/* Draws lines of 2.5 units on the sides where the neighbour is not solid: above, right, below,
 * left. */
static void edges(const struct tti_place *place)
{
    if (place->open[0]) {
        rect(place, place->color, 0, 0, SIDE, 25);
    }
    if (place->open[1]) {
        rect(place, place->color, SIDE - 25, 0, SIDE, SIDE);
    }
    if (place->open[2]) {
        rect(place, place->color, 0, SIDE - 25, SIDE, SIDE);
    }
    if (place->open[3]) {
        rect(place, place->color, 0, 0, 25, SIDE);
    }
}

/* Draws grass over the edges, and its dark part over the grass, each in a later step. */
static void ground(const struct tti_place *place, int step)
{
    if (step == 0) {
        edges(place);
    } else if (step == 1 && place->open[0]) {
        rect(place, fade(place, (tt_rgba){0x7f, 0xb2, 0x4a, 0}, 255), 0, 0, SIDE, 60);
    } else if (step == 2 && place->open[0]) {
        rect(place, fade(place, (tt_rgba){0x4f, 0x7d, 0x29, 0}, 255), 0, 0, SIDE, 18);
    }
}

/* Draws slanting lines every 16 units. They are cut at the sides of the tile and continue in the
 * next one. A line with fewer than six corners repeats some. */
static void hatch(const struct tti_place *place, int step)
{
    static const int16_t stripes[3][6][2] = {
        {{0, 146}, {146, 0}, {174, 0}, {0, 174}, {0, 174}, {0, 174}},
        {{0, 306}, {306, 0}, {320, 0}, {320, 14}, {14, 320}, {0, 320}},
        {{146, 320}, {320, 146}, {320, 174}, {174, 320}, {174, 320}, {174, 320}},
    };
    for (int i = 0; step == 0 && i < 3; i++) {
        outline(place, fade(place, (tt_rgba){0x7d, 0x88, 0x96, 0}, 255), stripes[i], 6);
    }
    if (step == 1) {
        edges(place);
    }
}

static void spikes(const struct tti_place *place, int step)
{
    static const int16_t teeth[2][3][2] = {{{0, 320}, {80, 60}, {160, 320}},
                                           {{160, 320}, {240, 60}, {320, 320}}};
    static const int16_t inner[2][3][2] = {{{17, 305}, {80, 112}, {143, 305}},
                                           {{177, 305}, {240, 112}, {303, 305}}};
    const tt_rgba dark = fade(place, (tt_rgba){0x7a, 0x1c, 0x1c, 0}, 255);
    for (int i = 0; i < 2 && step <= 1; i++) {
        outline(place, step == 0 ? dark : place->color, step == 0 ? teeth[i] : inner[i], 3);
    }
    if (step == 2) {
        rect(place, dark, 0, SIDE - 60, SIDE, SIDE);
    }
}

/* Draws three lines through the middle, 7 units to each side and 1.8 wide, at 30, 90 and 150
 * degrees. */
static void star(const struct tti_place *place)
{
    static const int16_t lines[3][4][2] = {{{151, 90}, {169, 90}, {169, 230}, {151, 230}},
                                           {{95, 133}, {104, 117}, {225, 187}, {216, 203}},
                                           {{216, 117}, {225, 133}, {104, 203}, {95, 187}}};
    for (int i = 0; i < 3; i++) {
        outline(place, place->color, lines[i], 4);
    }
}

/* Draws an outline that is flipped first, then turned a quarter clockwise, as the game does with
 * the image of a tile (docs/format/map.md). Corners are given from the middle, so flipping changes
 * a sign. */
static void turned(const struct tti_place *place, const int16_t (*corners)[2], size_t count,
                   uint8_t flags)
{
    int16_t now[CORNERS_MAX][2];
    for (size_t i = 0; i < count; i++) {
        int x = (flags & TT_TILE_MIRROR_X) != 0 ? -corners[i][0] : corners[i][0];
        int y = (flags & TT_TILE_MIRROR_Y) != 0 ? -corners[i][1] : corners[i][1];
        bool turn = (flags & TT_TILE_TURN) != 0;
        now[i][0] = (int16_t)(MIDDLE + (turn ? -y : x));
        now[i][1] = (int16_t)(MIDDLE + (turn ? x : y));
    }
    outline(place, place->color, (const int16_t(*)[2])now, count);
}

static void chevron(const struct tti_place *place, uint8_t flags)
{
    static const int16_t corners[6][2] = {{-90, 50}, {0, -40}, {90, 50},
                                          {90, 0},   {0, -90}, {-90, 0}};
    turned(place, corners, 6, flags);
}

/* Draws one, two or four bars. The first side is the upper one, like that of a stopper without
 * flags. Two sides are the upper and the lower one. */
static void bars(const struct tti_place *place, uint8_t flags, unsigned count)
{
    static const int16_t sides[4][4][2] = {{{-120, -140}, {120, -140}, {120, -100}, {-120, -100}},
                                           {{-120, 100}, {120, 100}, {120, 140}, {-120, 140}},
                                           {{-140, -120}, {-100, -120}, {-100, 120}, {-140, 120}},
                                           {{100, -120}, {140, -120}, {140, 120}, {100, 120}}};
    for (unsigned i = 0; i < count; i++) {
        turned(place, sides[i], 4, flags);
    }
}

static void checks(const struct tti_place *place)
{
    for (int32_t i = 0; i < 16; i++) {
        int32_t x = i % 4 * 80, y = i / 4 * 80;
        tt_rgba light = fade(place, white, 199);
        rect(place, (i + i / 4) % 2 == 0 ? place->color : light, x, y, x + 80, y + 80);
    }
}

/* Draws a ring, green for an ability that the tile gives, red for one that it takes away
 * (rule_table.c). */
static void ring(const struct tti_place *place)
{
    bool gives = place->color.g > place->color.r;
    tt_rgba inner = gives ? (tt_rgba){0xb2, 0xf2, 0xbb, 0} : (tt_rgba){0xff, 0xc9, 0xc9, 0};
    disc(place, place->color, 110);
    disc(place, fade(place, inner, 219), 80);
}

/* Draws a teleporter. The channel is the number by which the game pairs entries and exits. */
static void gate(const struct tti_place *place, unsigned channel)
{
    disc(place, place->color, 100);
    disc(place, fade(place, white, 161), 50);
    number(place, channel);
}

/* Draws an arrow. Bytes 4 and 5 have the angle of a speedup in whole degrees, any number. rules.c
 * checks that the tile has six bytes. */
static void arrow(const struct tti_place *place, const uint8_t *tile)
{
    static const int16_t corners[6][2] = {{-90, -90}, {20, -90}, {110, 0},
                                          {20, 90},   {-90, 90}, {0, 0}};
    tt_turn turn = tti_round_turn((int16_t)tti_load_le16(tile + 4));
    tt_point points[6];
    for (int i = 0; i < 6; i++) {
        int32_t x = corners[i][0], y = corners[i][1];
        points[i] = point(place, MIDDLE + (x * turn.cos - y * turn.sin) / TT_SHAPE_ONE,
                          MIDDLE + (x * turn.sin + y * turn.cos) / TT_SHAPE_ONE);
    }
    place->pen->outline(place->pen->user, place->color, points, 6);
}

static void pickup(const struct tti_place *place, uint8_t mark)
{
    static const int16_t heart[14][2] = {
        {160, 320 - 10}, {52, 200}, {-4, 130}, {4, 70},    {50, 30},   {100, 36},  {160, 90},
        {220, 36},       {270, 30}, {316, 70}, {324, 130}, {268, 200}, {214, 262}, {160, 310}};
    static const int16_t shield[6][2] = {{30, 30},   {160, -10}, {290, 30},
                                         {280, 200}, {160, 320}, {40, 200}};
    static const int16_t weapon[6][2] = {{20, 90},   {300, 90}, {300, 170},
                                         {140, 180}, {90, 250}, {20, 250}};
    if (mark == TTI_MARK_HEART) {
        outline(place, place->color, heart, 14);
    } else if (mark == TTI_MARK_SHIELD) {
        outline(place, place->color, shield, 6);
    } else {
        outline(place, place->color, weapon, 6);
    }
}

/* Draws a step of a mark. Steps are for marks that overlap those of neighbours: all marks of a step
 * are drawn before the next step begins (rules.c). rules.c does not call this for TTI_MARK_NONE. */
void tti_mark_draw(const struct tti_place *place, const struct tti_rule *rule, const uint8_t *tile,
                   int step)
{
    if (step > 0 && rule->mark > TTI_MARK_SPIKES) {
        return;
    }
    switch (rule->mark) {
    case TTI_MARK_GROUND:
        ground(place, step);
        break;
    case TTI_MARK_HATCH:
        hatch(place, step);
        break;
    case TTI_MARK_SPIKES:
        spikes(place, step);
        break;
    case TTI_MARK_STAR:
        star(place);
        break;
    case TTI_MARK_DOT:
        disc(place, place->color, 40);
        break;
    case TTI_MARK_CHEVRON:
        chevron(place, tile[1]);
        break;
    case TTI_MARK_CHECKS:
        checks(place);
        break;
    case TTI_MARK_COUNT:
        number(place, (unsigned)tile[0] - rule->count);
        break;
    case TTI_MARK_BARS:
        bars(place, tile[1], rule->count);
        break;
    case TTI_MARK_RING:
        ring(place);
        break;
    case TTI_MARK_SQUARE:
        rect(place, place->color, 40, 40, SIDE - 40, SIDE - 40);
        break;
    case TTI_MARK_DISC:
        disc(place, place->color, 120);
        break;
    case TTI_MARK_GATE:
        gate(place, tile[0]);
        break;
    case TTI_MARK_ARROW:
        arrow(place, tile);
        break;
    case TTI_MARK_SWITCH:
        rect(place, place->color, 30, 30, SIDE - 30, SIDE - 30);
        number(place, tile[0]);
        break;
    default:
        pickup(place, rule->mark);
        break;
    }
}
