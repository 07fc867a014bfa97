/* SPDX-License-Identifier: MIT
 *
 * Chooses how a tee looks: the skin that it names if the painter has it, otherwise the game's
 * default skin, otherwise a tee drawn by rule in the skin's colours. A sheet has colours of its
 * own. Colours that the player chose are multiplied with the sheet in grey.
 */
#include "draw/parts.h"

#include "base/ascii.h"
#include "draw/pen.h"

/* Colours of the game's skins, measured from their images. */
typedef struct known_skin {
    const char *name;
    uint32_t body, feet;
} known_skin;

static const known_skin known[] = {
    {"default", 0xc4a464, 0xa47c34},    {"bluekitty", 0xacdce4, 0xecf4f4},
    {"bluestripe", 0x6c8ccc, 0xd49c2c}, {"brownbear", 0xcc8c64, 0x84542c},
    {"cammo", 0x4c9c44, 0xd49c2c},      {"cammostripes", 0x4c9c44, 0xd49c2c},
    {"coala", 0xcccccc, 0x747474},      {"limekitty", 0xcce4bc, 0xf4f4ec},
    {"pinky", 0xf4a4bc, 0xf4d4e4},      {"redbopp", 0xec345c, 0xecf4f4},
    {"redstripe", 0xec4464, 0x747474},  {"saddo", 0x74c4a4, 0x74bc74},
    {"toptri", 0x9cd4ac, 0x74bc74},     {"twinbop", 0xeca4cc, 0xf4dcdc},
    {"twintri", 0xbcdc5c, 0x747474},    {"warpaint", 0xd49c2c, 0xd49c2c},
    {"x_ninja", 0x2f3630, 0xf2f4f6},    {"x_spec", 0xffffff, 0xffffff},
    {"standard", 0xc3a267, 0xa57e33},
};

/* Colours of tees in team games: red, blue, neither. 0.7 has other ones, also for markings. */
static const uint32_t team_color[3] = {0xff6b6b, 0x6b9fff, 0xb262ea};
static const uint32_t team_seven[2] = {0xc05151, 0x5178c0};
static const uint32_t team_seven_mark[2] = {0xd25858, 0x5883d2};

/* Returns the FNV-1a hash of a name. */
static uint32_t name_hash(const char *name)
{
    uint32_t hash = 0x811c9dc5u;
    for (; *name != 0; name++) {
        hash = (hash ^ (uint8_t)*name) * 0x01000193u;
    }
    return hash;
}

/* Colours an unknown skin. The hue comes from its name, so that it looks the same in every
 * picture. */
static void color_by_name(tti_look *look, const char *name)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (tti_same_text(name, known[i].name)) {
            look->body = TTI_RGB(known[i].body);
            look->feet = TTI_RGB(known[i].feet);
            return;
        }
    }
    tti_fix hue = name_hash(name) >> 16;
    look->body = tti_hsl(hue, TTI_FIX(.45), TTI_FIX(.62));
    look->feet = tti_hsl(hue + TTI_FIX(.08), TTI_FIX(.45), TTI_FIX(.45));
}

/* Finds the sheet of a skin, or the default one. Returns false when the painter has neither. */
static bool find_sheet(const tti_moment *m, const char *name, uint32_t *index)
{
    const tt_draw_options *o = m->options;
    bool is_found = false;
    if ((o->art >> TT_IMAGE_SKIN & 1u) == 0) {
        return false;
    }
    for (size_t i = 0; i < o->skin_count; i++) {
        if (tti_same_text(o->skins[i], name)) {
            *index = (uint32_t)i;
            return true;
        }
        if (!is_found && tti_same_text(o->skins[i], "default")) {
            *index = (uint32_t)i;
            is_found = true;
        }
    }
    return is_found;
}

/* Returns the look of a skin. White keeps the colours of a sheet. A ninja has a dark skin, so its
 * eyes are white. */
tti_look tti_look_named(const tti_moment *m, const char *skin)
{
    tti_look look = {.body = TTI_WHITE, .feet = TTI_WHITE, .eyes = TTI_INK};
    if (find_sheet(m, skin, &look.index)) {
        look.art = TTI_ART_SIX;
    } else {
        color_by_name(&look, skin);
        look.eyes = tti_same_text(skin, "x_ninja") ? TTI_WHITE : TTI_INK;
    }
    return look;
}

/* Returns 1 when the player or its team has chosen colours. `*body` and `*feet` are set in either
 * case. */
static int chosen_colors(const tti_moment *m, const tt_scene_player *p, tt_rgba *body,
                         tt_rgba *feet)
{
    if ((m->game.flags & TT_GAME_TEAMS) != 0) {
        *body = *feet = TTI_RGB(team_color[p->team < 0 ? 2 : p->team]);
        return 1;
    }
    if (p->is_seven) {
        *body = tti_packed_hsl(p->part[TT_SKIN_BODY].color, TTI_LIGHT_SEVEN);
        *feet = tti_packed_hsl(p->part[TT_SKIN_FEET].color, TTI_LIGHT_SEVEN);
        return p->part[TT_SKIN_BODY].custom;
    }
    *body = tti_packed_hsl(p->skin.color_body, TTI_LIGHT_SIX);
    *feet = tti_packed_hsl(p->skin.color_feet, TTI_LIGHT_SIX);
    return p->skin.custom_colors;
}

/* Finds a part by its name. The kind of part is compared too, because a body and a marking may have
 * the same name. */
static bool find_part(const tt_draw_options *o, unsigned part, const char *name, uint32_t *index)
{
    for (size_t i = 0; i < o->part_count; i++) {
        if (o->parts[i].part == part && tti_same_text(o->parts[i].name, name)) {
            *index = (uint32_t)i;
            return true;
        }
    }
    return false;
}

/* Sets a part of a skin. A marking or decoration may be missing; other parts become the standard
 * one. The alpha of a marking is in the upper byte of its colour. Other parts have none. */
static void look_part(const tti_moment *m, const tt_scene_player *p, unsigned i, tti_look *look)
{
    tti_look_part *part = &look->part[i];
    bool is_needed = i != TT_SKIN_MARKING && i != TT_SKIN_DECORATION;
    part->is_there = (uint8_t)(find_part(m->options, i, p->part[i].name, &part->index) ||
                               (is_needed && find_part(m->options, i, "standard", &part->index)));
    part->color = TTI_WHITE;
    if ((m->game.flags & TT_GAME_TEAMS) != 0 && p->team >= 0 && i != TT_SKIN_EYES) {
        part->color =
            TTI_RGB(i == TT_SKIN_MARKING ? team_seven_mark[p->team] : team_seven[p->team]);
    } else if (p->part[i].custom) {
        part->color = tti_packed_hsl(p->part[i].color, TTI_LIGHT_SEVEN);
        part->color.a = i == TT_SKIN_MARKING ? (uint8_t)((uint32_t)p->part[i].color >> 24) : 255;
    }
}

/* Returns the look of a player. A player of 0.7 whose parts are missing gets the sheet of 0.6 that
 * has the name of its body. */
tti_look tti_look_player(const tti_moment *m, const tt_scene_player *p)
{
    if (p->is_seven && (m->options->art >> TT_IMAGE_SKIN_PART & 1u) != 0) {
        tti_look parts = tti_look_named(m, "standard");
        parts.art = TTI_ART_SEVEN;
        for (unsigned i = 0; i < TT_SKIN_PARTS; i++) {
            look_part(m, p, i, &parts);
        }
        return parts;
    }
    tti_look look = tti_look_named(m, p->is_seven ? p->part[TT_SKIN_BODY].name : p->skin.name);
    tt_rgba body, feet;
    if (chosen_colors(m, p, &body, &feet)) {
        look.body = body;
        look.feet = feet;
        look.flags = look.art == TTI_ART_SIX ? TT_SHAPE_GREY : 0;
    }
    return look;
}

tti_look tti_look_of(const tti_moment *m, int32_t cid, bool is_ninja)
{
    return is_ninja ? tti_look_named(m, "x_ninja") : tti_look_player(m, &m->scene->player[cid]);
}

/* Returns the colour of a client's body, even if it has images: a tee that dies has one colour. */
tt_rgba tti_look_body(const tti_moment *m, int32_t cid)
{
    const tt_scene_player *p = &m->scene->player[cid];
    tti_look look = {.art = TTI_ART_RULE};
    tt_rgba body, feet;
    color_by_name(&look, p->is_seven ? p->part[TT_SKIN_BODY].name : p->skin.name);
    return chosen_colors(m, p, &body, &feet) ? body : look.body;
}
