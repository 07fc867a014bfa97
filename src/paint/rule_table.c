/* SPDX-License-Identifier: MIT
 *
 * The table of how each tile is drawn, by its number in DDNet. Tiles without an entry are
 * invisible.
 *
 * An alpha of 0 means no filling, or no mark. The first range with the number counts.
 *
 * Numbers: 1 to 4 are solid, kill, or stop lasers. Hooks pass 5, 6, 66 and 67. 9, 11 to 13, 144 and
 * 145 are freeze and its end. 33 and 34 are start and finish of a race, 35 to 59 its checkpoints.
 * 60 to 62 stop a tee, and the movers 64 and 65 look like them. Most others give or take an
 * ability. From 192 on there are spawns and pickups.
 */
#include "paint/rules.h"

/* Tiles of the game and front layer. Green rings give an ability, red ones take one away. */
static const struct tti_rule rules[] = {
    {1, 1, TTI_MARK_GROUND, 0, {140, 109, 70, 255}, {92, 68, 42, 255}},
    {2, 2, TTI_MARK_SPIKES, 0, {0, 0, 0, 0}, {208, 57, 57, 255}},
    {3, 3, TTI_MARK_HATCH, 0, {102, 112, 125, 255}, {69, 77, 88, 255}},
    {4, 4, TTI_MARK_NONE, 0, {191, 106, 126, 110}, {0, 0, 0, 0}},
    {5, 6, TTI_MARK_CHEVRON, 0, {255, 155, 255, 51}, {255, 155, 255, 191}},
    {7, 7, TTI_MARK_RING, 0, {0, 0, 0, 0}, {47, 158, 68, 199}},
    {9, 9, TTI_MARK_STAR, 0, {14, 22, 64, 199}, {158, 197, 255, 110}},
    {11, 11, TTI_MARK_DOT, 0, {255, 255, 255, 69}, {255, 255, 255, 178}},
    {12, 12, TTI_MARK_STAR, 0, {5, 6, 12, 235}, {255, 107, 107, 153}},
    {13, 13, TTI_MARK_DOT, 0, {251, 116, 22, 79}, {251, 116, 22, 178}},
    {16, 17, TTI_MARK_RING, 0, {0, 0, 0, 0}, {47, 158, 68, 199}},
    {18, 18, TTI_MARK_RING, 0, {0, 0, 0, 0}, {201, 42, 42, 199}},
    {19, 19, TTI_MARK_RING, 0, {0, 0, 0, 0}, {47, 158, 68, 199}},
    {20, 20, TTI_MARK_RING, 0, {0, 0, 0, 0}, {201, 42, 42, 199}},
    {21, 21, TTI_MARK_RING, 0, {0, 0, 0, 0}, {47, 158, 68, 199}},
    {22, 22, TTI_MARK_RING, 0, {0, 0, 0, 0}, {201, 42, 42, 199}},
    {32, 32, TTI_MARK_RING, 0, {0, 0, 0, 0}, {47, 158, 68, 199}},
    {33, 33, TTI_MARK_CHECKS, 0, {0, 0, 0, 0}, {46, 158, 79, 199}},
    {34, 34, TTI_MARK_CHECKS, 0, {0, 0, 0, 0}, {210, 59, 59, 199}},
    {35, 59, TTI_MARK_COUNT, 34, {58, 123, 213, 89}, {255, 255, 255, 219}},
    {60, 60, TTI_MARK_BARS, 1, {131, 184, 204, 89}, {47, 108, 134, 255}},
    {61, 61, TTI_MARK_BARS, 2, {131, 184, 204, 89}, {47, 108, 134, 255}},
    {62, 62, TTI_MARK_BARS, 4, {131, 184, 204, 89}, {47, 108, 134, 255}},
    {64, 65, TTI_MARK_BARS, 1, {131, 184, 204, 89}, {47, 108, 134, 255}},
    {66, 67, TTI_MARK_CHEVRON, 0, {255, 155, 255, 51}, {255, 155, 255, 191}},
    {71, 71, TTI_MARK_SQUARE, 0, {0, 0, 0, 0}, {134, 142, 150, 153}},
    {72, 72, TTI_MARK_RING, 0, {0, 0, 0, 0}, {201, 42, 42, 199}},
    {73, 73, TTI_MARK_RING, 0, {0, 0, 0, 0}, {47, 158, 68, 199}},
    {74, 75, TTI_MARK_RING, 0, {0, 0, 0, 0}, {201, 42, 42, 199}},
    {76, 76, TTI_MARK_SQUARE, 0, {0, 0, 0, 0}, {134, 142, 150, 153}},
    {79, 79, TTI_MARK_SQUARE, 0, {0, 0, 0, 0}, {134, 142, 150, 153}},
    {88, 91, TTI_MARK_RING, 0, {0, 0, 0, 0}, {201, 42, 42, 199}},
    {95, 95, TTI_MARK_SQUARE, 0, {0, 0, 0, 0}, {134, 142, 150, 153}},
    {96, 96, TTI_MARK_RING, 0, {0, 0, 0, 0}, {47, 158, 68, 199}},
    {97, 97, TTI_MARK_RING, 0, {0, 0, 0, 0}, {201, 42, 42, 199}},
    {98, 99, TTI_MARK_SQUARE, 0, {0, 0, 0, 0}, {134, 142, 150, 153}},
    {104, 107, TTI_MARK_RING, 0, {0, 0, 0, 0}, {47, 158, 68, 199}},
    {112, 112, TTI_MARK_RING, 0, {0, 0, 0, 0}, {47, 158, 68, 199}},
    {113, 113, TTI_MARK_RING, 0, {0, 0, 0, 0}, {201, 42, 42, 199}},
    {128, 128, TTI_MARK_RING, 0, {0, 0, 0, 0}, {47, 158, 68, 199}},
    {129, 129, TTI_MARK_RING, 0, {0, 0, 0, 0}, {201, 42, 42, 199}},
    {144, 144, TTI_MARK_STAR, 0, {14, 74, 92, 191}, {143, 240, 255, 110}},
    {145, 145, TTI_MARK_DOT, 0, {75, 181, 165, 89}, {75, 181, 165, 178}},
    {192, 192, TTI_MARK_DISC, 0, {0, 0, 0, 0}, {255, 255, 255, 120}},
    {193, 193, TTI_MARK_DISC, 0, {0, 0, 0, 0}, {224, 49, 49, 120}},
    {194, 194, TTI_MARK_DISC, 0, {0, 0, 0, 0}, {25, 113, 194, 120}},
    {197, 197, TTI_MARK_SHIELD, 0, {0, 0, 0, 0}, {205, 211, 217, 128}},
    {198, 198, TTI_MARK_HEART, 0, {0, 0, 0, 0}, {232, 56, 63, 128}},
    {199, 199, TTI_MARK_WEAPON, 0, {0, 0, 0, 0}, {185, 190, 197, 128}},
    {200, 200, TTI_MARK_WEAPON, 0, {0, 0, 0, 0}, {176, 42, 42, 128}},
    {201, 201, TTI_MARK_WEAPON, 0, {0, 0, 0, 0}, {202, 165, 59, 128}},
    {202, 202, TTI_MARK_WEAPON, 0, {0, 0, 0, 0}, {43, 98, 224, 128}},
    {226, 226, TTI_MARK_SHIELD, 0, {0, 0, 0, 0}, {185, 190, 197, 128}},
    {227, 227, TTI_MARK_SHIELD, 0, {0, 0, 0, 0}, {176, 42, 42, 128}},
    {228, 228, TTI_MARK_SHIELD, 0, {0, 0, 0, 0}, {202, 165, 59, 128}},
    {229, 229, TTI_MARK_SHIELD, 0, {0, 0, 0, 0}, {43, 98, 224, 128}},
};

/* Tiles of the teleporter layer. Entries are blue (26, 31), or red when they also stop the tee (10,
 * 63). Exits (27, 30) and checkpoints (29) are yellow. 14 is for weapons, 15 for hooks. */
static const struct tti_rule teles[] = {
    {10, 10, TTI_MARK_GATE, 0, {194, 43, 43, 89}, {194, 43, 43, 199}},
    {14, 14, TTI_MARK_GATE, 0, {89, 160, 37, 89}, {89, 160, 37, 199}},
    {15, 15, TTI_MARK_GATE, 0, {168, 102, 31, 89}, {168, 102, 31, 199}},
    {26, 26, TTI_MARK_GATE, 0, {44, 63, 214, 89}, {44, 63, 214, 199}},
    {27, 27, TTI_MARK_GATE, 0, {217, 195, 26, 89}, {217, 195, 26, 199}},
    {29, 29, TTI_MARK_GATE, 0, {217, 195, 26, 89}, {217, 195, 26, 199}},
    {30, 30, TTI_MARK_GATE, 0, {217, 195, 26, 89}, {217, 195, 26, 199}},
    {31, 31, TTI_MARK_GATE, 0, {44, 63, 214, 89}, {44, 63, 214, 199}},
    {63, 63, TTI_MARK_GATE, 0, {194, 43, 43, 89}, {194, 43, 43, 199}},
};

/* Tiles of the switch layer. The last rule is for all other numbers. Green opens, red closes.
 * Freeze and deep freeze look as in the game layer. */
static const struct tti_rule switches[] = {
    {9, 9, TTI_MARK_STAR, 0, {14, 22, 64, 199}, {158, 197, 255, 110}},
    {12, 12, TTI_MARK_STAR, 0, {5, 6, 12, 235}, {255, 107, 107, 153}},
    {22, 22, TTI_MARK_SWITCH, 0, {0, 0, 0, 0}, {73, 179, 107, 140}},
    {23, 23, TTI_MARK_SWITCH, 0, {0, 0, 0, 0}, {179, 107, 73, 140}},
    {24, 24, TTI_MARK_SWITCH, 0, {0, 0, 0, 0}, {73, 179, 107, 140}},
    {25, 25, TTI_MARK_SWITCH, 0, {0, 0, 0, 0}, {179, 107, 73, 140}},
    {1, 255, TTI_MARK_SWITCH, 0, {0, 0, 0, 0}, {143, 150, 121, 140}},
};

/* Tiles of the speedup layer, which have only the numbers 28 and 29. */
static const struct tti_rule speedups[] = {
    {28, 29, TTI_MARK_ARROW, 0, {232, 169, 58, 61}, {255, 255, 255, 171}}};

static const struct tti_rule *find(const struct tti_rule *list, size_t count, uint8_t number)
{
    for (size_t i = 0; i < count; i++) {
        if (list[i].first <= number && number <= list[i].last) {
            return &list[i];
        }
    }
    return NULL;
}

/* Returns the green channel of a hue in 2^-16 turns, with a saturation of 3/4 and half the
 * lightness, so 1/8 to 7/8 of 255. Red and blue are a third of a turn away. */
static uint8_t channel(uint32_t hue)
{
    uint32_t sixth = (hue & 65535) * 6, part = sixth & 65535;
    switch (sixth >> 16) {
    case 0:
        return (uint8_t)(32 + 191 * part / 65535);
    case 1:
    case 2:
        return 223;
    case 3:
        return (uint8_t)(223 - 191 * part / 65535);
    default:
        return 32;
    }
}

/* Returns the rule of a tune zone. A zone is the number of a set of tunings, so its colour must
 * only differ from those of other zones. */
static struct tti_rule tune_rule(uint8_t zone)
{
    struct tti_rule rule = {1, 255, TTI_MARK_NONE, 0, {0, 0, 0, 61}, {0, 0, 0, 0}};
    uint32_t hue = (zone + 255u) * 25033u; /* each zone is turned further by the golden section */
    rule.fill.r = channel(hue + 65536 / 3);
    rule.fill.g = channel(hue);
    rule.fill.b = channel(hue + 65536 * 2 / 3);
    return rule;
}

#define FIND(list, number) find(list, sizeof(list) / sizeof(list)[0], number)

/* Returns the rule of a tile. The layer decides which byte is the number, and which byte marks a
 * used tile. Teleporters have channel and type, speedups force and the third byte, switches the
 * type, tune zones zone and type. */
const struct tti_rule *tti_rule_of(unsigned plays, const uint8_t *tile, struct tti_rule *own)
{
    switch (plays) {
    case TT_MAP_TELE:
        return tile[0] != 0 ? FIND(teles, tile[1]) : NULL;
    case TT_MAP_SPEEDUP:
        return tile[0] != 0 ? FIND(speedups, tile[2]) : NULL;
    case TT_MAP_SWITCH:
        return tile[1] != 0 ? FIND(switches, tile[1]) : NULL;
    case TT_MAP_TUNE:
        *own = tune_rule(tile[0]);
        return tile[0] != 0 && tile[1] != 0 ? own : NULL;
    default:
        return FIND(rules, tile[0]);
    }
}
