/* SPDX-License-Identifier: MIT
 *
 * Draws the names over tees and ghosts.
 *
 * Where two names overlap, the one that is nearer to the tee in focus remains. The other one fades
 * by how much of it is covered, and not at once, because a film would flicker. A name that comes
 * close to the tee in focus fades until it is gone, so that no name covers that tee. Widths are
 * estimates (words.c).
 */
#include "draw/parts.h"
#include "draw/pen.h"

/* NAME_HEIGHT and the distance of names from the tee are in the game's units, the smallest readable
 * height in parts of a pixel. */
#define NAME_HEIGHT (28 * TTI_ONE)
#define NAME_GAP (30 * TTI_ONE)
#define NAME_LEAST (11 * TT_SHAPE_PIXEL)

#define NAME_GHOSTS 16 /* most ghosts with a name */
#define NAMES_MAX (TT_CIDS + NAME_GHOSTS)
#define NAME_GHOST_ALPHA 180

/* Half a side of the square of the tee in focus, and the space around it in which names fade. Names
 * of tees at the same height keep this space. */
#define NAME_TEE (28 * TTI_ONE)
#define NAME_NEAR (7 * TTI_ONE)

/* The box of a name, and how visible it is: TTI_ONE is fully. */
typedef struct name_tag {
    int32_t number; /* client id; for ghost i TT_CIDS + i */
    tti_fix x;      /* the middle */
    tti_vec from, to;
    tti_fix distance, visible;
} name_tag;

typedef struct name_tags {
    size_t count;
    name_tag tag[NAMES_MAX];    /* in the order of painting */
    uint8_t nearest[NAMES_MAX]; /* indices in `tag`, those nearest to the focus first */
} name_tags;

static tt_rgba player_name_color(const tti_moment *m, const tt_scene_player *p)
{
    if ((m->game.flags & TT_GAME_TEAMS) != 0 && p->team >= 0) {
        return TTI_RGB(p->team == 0 ? 0xff8080 : 0xb3b3ff);
    }
    return tti_team_color(p->ddrace_team, TTI_FIX(.75));
}

/* Returns the height of names, which remain readable in a wide view. */
static tti_fix name_height(const tti_pen *pen)
{
    tti_fix height = NAME_HEIGHT;
    int32_t parts = tti_view_length(&pen->view, height);
    return parts < NAME_LEAST ? height * NAME_LEAST / (parts > 0 ? parts : 1) : height;
}

static bool ranges_meet(tti_fix from, tti_fix to, tti_fix other_from, tti_fix other_to,
                        tti_fix *length)
{
    tti_fix begin = from > other_from ? from : other_from, end = to < other_to ? to : other_to;
    *length = end - begin;
    return end > begin;
}

/* Returns which part of `tag` another box covers. */
static tti_fix covered_part(const name_tag *tag, const name_tag *by)
{
    tti_fix width, height;
    if (!ranges_meet(tag->from.x, tag->to.x, by->from.x, by->to.x, &width) ||
        !ranges_meet(tag->from.y, tag->to.y, by->from.y, by->to.y, &height)) {
        return 0;
    }
    return tti_mul(width * TTI_ONE / (tag->to.x - tag->from.x),
                   height * TTI_ONE / (tag->to.y - tag->from.y));
}

/* Returns how visible a name is beside the tee in focus: 0 where it would cover the tee. The lowest
 * fifth of a line is empty below most letters. */
static tti_fix clear_of_tee(const name_tag *tag, tti_vec tee)
{
    tti_fix x, y, bottom = tag->to.y - (tag->to.y - tag->from.y) / 5;
    ranges_meet(tag->from.x, tag->to.x, tee.x - NAME_TEE, tee.x + NAME_TEE, &x);
    ranges_meet(tag->from.y, bottom, tee.y - NAME_TEE, tee.y + NAME_TEE, &y);
    tti_fix space = x < y ? -x : -y;
    return tti_clamp(space * TTI_ONE / NAME_NEAR, 0, TTI_ONE);
}

static void add_tag(name_tags *tags, int32_t number, tti_vec at, tti_fix distance, tt_bytes text,
                    tti_fix height)
{
    tti_fix half = tti_mul(tti_words_width(text), height) / 2 + TTI_ONE;
    name_tag tag = {.number = number,
                    .x = at.x,
                    .from = {at.x - half, at.y - NAME_GAP - height},
                    .to = {at.x + half, at.y - NAME_GAP},
                    .distance = distance,
                    .visible = TTI_ONE};
    size_t i = tags->count;
    for (; i > 0 && tags->tag[tags->nearest[i - 1]].distance > distance; i--) {
        tags->nearest[i] = tags->nearest[i - 1];
    }
    tags->nearest[i] = (uint8_t)tags->count;
    tags->tag[tags->count++] = tag;
}

/* Fades the names. A name that is faded itself covers less, so that in a crowd not all but one are
 * gone. */
static void fade_tags(name_tags *tags, int32_t focus, const tti_vec *tee)
{
    for (size_t i = 0; i < tags->count; i++) {
        name_tag *tag = &tags->tag[tags->nearest[i]];
        if (tee != NULL && tag->number != focus) {
            tag->visible = clear_of_tee(tag, *tee);
        }
        for (size_t k = 0; k < i && tag->visible > 0; k++) {
            const name_tag *nearer = &tags->tag[tags->nearest[k]];
            tti_fix part = tti_mul(covered_part(tag, nearer), nearer->visible);
            tag->visible = tti_mul(tag->visible, TTI_ONE - tti_clamp(3 * part, 0, TTI_FIX(.9)));
        }
    }
}

static void paint_tag(tti_pen *pen, const name_tag *tag, tt_bytes name, tt_rgba color,
                      uint32_t alpha)
{
    alpha = (uint32_t)(alpha * tag->visible / TTI_ONE);
    tti_label text = {.at = {tag->x, tag->from.y},
                      .height = tag->to.y - tag->from.y,
                      .utf8 = name,
                      .color = tti_rgba_fade(color, alpha),
                      .outline = tti_rgba_fade(TTI_RGBA(0, 128), alpha),
                      .align = TT_ALIGN_CENTER};
    tti_pen person = *pen;
    person.flags |= TT_SHAPE_NAME;
    if (alpha > 0) {
        tti_pen_text(&person, &text);
    }
}

/* The visibility test is generous, because a name may be wide. */
static bool has_name_in_view(const tti_pen *pen, tti_vec at)
{
    return tti_view_has(&pen->view, at, 300 * TTI_ONE);
}

/* Finds all names in view. With TT_DRAW_NAME_FOCUS this is at most one. */
static void find_tags(name_tags *tags, const tti_pen *pen, const tti_moment *m, int32_t focus)
{
    const tt_draw_options *o = m->options;
    bool has_tee = focus >= 0 && m->tee[focus].is_there;
    bool is_alone = (o->show & TT_DRAW_NAME_FOCUS) != 0;
    tti_fix height = name_height(pen);
    tti_vec middle = {pen->view.left + pen->view.width / 2, pen->view.top + pen->view.height / 2};
    middle = has_tee ? m->tee[focus].at : middle;
    for (size_t i = 0; !is_alone && i < o->ghost_count && i < NAME_GHOSTS; i++) {
        tti_vec at = {o->ghosts[i].x, o->ghosts[i].y};
        if (has_name_in_view(pen, at)) {
            add_tag(tags, TT_CIDS + (int32_t)i, at, tti_vec_length(tti_vec_sub(at, middle)),
                    tt_bytes_of(o->ghosts[i].name), height * 3 / 4);
        }
    }
    for (int32_t n = 0; n < TT_CIDS; n++) {
        int32_t cid = tti_moment_nth(m, n);
        const tti_moment_tee *tee = &m->tee[cid];
        if (tee->is_there && (!is_alone || cid == focus) && has_name_in_view(pen, tee->at)) {
            tti_fix distance = tti_vec_length(tti_vec_sub(tee->at, middle));
            add_tag(tags, cid, tee->at, cid == focus ? -1 : distance,
                    tt_bytes_of(m->scene->player[cid].name), height);
        }
    }
    fade_tags(tags, focus, has_tee ? &m->tee[focus].at : NULL);
}

void tti_draw_names(tti_pen *pen, const tti_moment *m)
{
    name_tags tags = {.count = 0};
    find_tags(&tags, pen, m, tti_moment_focus(m));
    for (size_t i = 0; i < tags.count; i++) {
        const name_tag *tag = &tags.tag[i];
        if (tag->number >= TT_CIDS) {
            const tt_draw_ghost *ghost = &m->options->ghosts[tag->number - TT_CIDS];
            paint_tag(pen, tag, tt_bytes_of(ghost->name), TTI_WHITE, NAME_GHOST_ALPHA);
        } else {
            const tt_scene_player *p = &m->scene->player[tag->number];
            paint_tag(pen, tag, tt_bytes_of(p->name), player_name_color(m, p),
                      m->tee[tag->number].alpha);
        }
    }
}
