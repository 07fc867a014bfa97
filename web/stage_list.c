/* SPDX-License-Identifier: MIT
 *
 * Turns shapes into vertices. Consecutive shapes with the same image are one command.
 */
#include "paint/memory.h"
#include "web/stage_cover.h"

struct stage_list stage_list;

static const tt_io_source *source;
static bool sheet_is_full;

static bool grow(void **array, size_t *cap, size_t count, size_t size)
{
    void *more = tti_paint_grow(*array, cap, count, size);
    *array = more != NULL ? more : *array;
    stage_list.failed |= more == NULL;
    return more != NULL;
}

struct stage_command *stage_command_new(void)
{
    struct stage_list *l = &stage_list;
    void *commands = l->commands;
    bool good = grow(&commands, &l->command_cap, l->command_count + 1, sizeof *l->commands);
    l->commands = commands;
    if (!good) {
        return NULL;
    }
    struct stage_command *c = &l->commands[l->command_count++];
    *c = (struct stage_command){
        .first = (double)l->vertex_count,
        .clip = {l->clip.x0, l->clip.y0, l->clip.x1, l->clip.y1},
    };
    return c;
}

/* Returns the last command if it uses this image, else a new one. */
static struct stage_command *command_for(unsigned image, uint32_t index, unsigned grey)
{
    struct stage_list *l = &stage_list;
    struct stage_command *c = l->command_count > 0 ? &l->commands[l->command_count - 1] : NULL;
    if (c == NULL || c->is_tiles != 0 || c->clip[0] != l->clip.x0 || c->clip[1] != l->clip.y0 ||
        c->clip[2] != l->clip.x1 || c->clip[3] != l->clip.y1 || c->image != image ||
        c->index != index || c->grey != grey) {
        c = stage_command_new();
    }
    if (c != NULL) {
        c->image = image;
        c->index = index;
        c->grey = grey;
    }
    return c;
}

struct stage_vertex *stage_more(size_t count)
{
    struct stage_list *l = &stage_list;
    void *vertices = l->vertices;
    if (!grow(&vertices, &l->vertex_cap, l->vertex_count + count, sizeof *l->vertices)) {
        return NULL;
    }
    l->vertices = vertices;
    l->vertex_count += count;
    l->commands[l->command_count - 1].count += (double)count;
    return l->vertices + l->vertex_count - count;
}

struct stage_vertex *stage_room(size_t count, unsigned image, uint32_t index, unsigned grey)
{
    return command_for(image, index, grey) != NULL ? stage_more(count) : NULL;
}

void stage_quad(const struct stage_vertex corner[4], unsigned image, uint32_t index, unsigned grey)
{
    static const uint8_t order[6] = {0, 1, 2, 2, 1, 3};
    for (int i = 0; i < 6; i += 3) {
        const struct stage_vertex three[3] = {corner[order[i]], corner[order[i + 1]],
                                              corner[order[i + 2]]};
        stage_triangle(three, image, index, grey);
    }
}

static float px(int64_t parts)
{
    return (float)parts / TT_SHAPE_PIXEL;
}

/* Sets the corners of a rectangle that is turned around its centre. */
static void turned_quad(struct stage_vertex corner[4], const struct stage_vertex *like, float x,
                        float y, float w, float h, tt_turn turn)
{
    float cos = (float)turn.cos / TT_SHAPE_ONE, sin = (float)turn.sin / TT_SHAPE_ONE;
    for (int i = 0; i < 4; i++) {
        float lx = (i & 1) != 0 ? w : -w, ly = i > 1 ? h : -h;
        corner[i] = *like;
        corner[i].a = lx;
        corner[i].b = ly;
        corner[i].x = x + lx * cos - ly * sin;
        corner[i].y = y + lx * sin + ly * cos;
    }
}

static void put_ellipse(tt_rgba color, tt_point at, tt_point radius, tt_turn turn)
{
    struct stage_vertex corner[4], like = {.color = color, .mode = STAGE_ELLIPSE};
    float rx = px(radius.x), ry = px(radius.y);
    like.u.f[0] = rx = rx < 0 ? -rx : rx;
    like.u.f[1] = ry = ry < 0 ? -ry : ry;
    turned_quad(corner, &like, px(at.x), px(at.y), rx + 1, ry + 1, turn);
    stage_quad(corner, TT_IMAGE_NONE, 0, 0);
}

static void put_rect(tt_rgba top, tt_rgba bottom, struct tti_rect r)
{
    struct stage_vertex corner[4];
    for (int i = 0; i < 4; i++) {
        corner[i] = (struct stage_vertex){.x = (float)((i & 1) != 0 ? r.x1 : r.x0),
                                          .y = (float)(i > 1 ? r.y1 : r.y0),
                                          .color = i > 1 ? bottom : top,
                                          .mode = STAGE_PLAIN};
    }
    if (!tti_rect_is_empty(r)) {
        stage_quad(corner, TT_IMAGE_NONE, 0, 0);
    }
}

void stage_rect(tt_rgba color, struct tti_rect rect)
{
    put_rect(color, color, rect);
}

static void put_gradient(const tt_shape *s)
{
    put_rect(s->color, s->u.gradient.bottom,
             (struct tti_rect){0, 0, stage_list.width, stage_list.height});
}

/* Draws a part of a line, which is a quad that includes its round ends. */
static void put_part(tt_rgba color, tt_point from, tt_point to, int32_t width)
{
    struct stage_vertex corner[4], like = {.color = color, .mode = STAGE_LINE};
    float dx = px((int64_t)to.x - from.x), dy = px((int64_t)to.y - from.y), half = px(width) / 2;
    float length = __builtin_sqrtf(dx * dx + dy * dy), reach = half + 1;
    float ux = length > 0 ? dx / length : 1, uy = length > 0 ? dy / length : 0;
    like.u.f[0] = dx;
    like.u.f[1] = dy;
    like.u.f[2] = half;
    for (int i = 0; i < 4; i++) {
        float along = (i & 1) != 0 ? length + reach : -reach, aside = i > 1 ? reach : -reach;
        corner[i] = like;
        corner[i].a = ux * along - uy * aside;
        corner[i].b = uy * along + ux * aside;
        corner[i].x = px(from.x) + corner[i].a;
        corner[i].y = px(from.y) + corner[i].b;
    }
    stage_quad(corner, TT_IMAGE_NONE, 0, 0);
}

static void put_line(const tt_shape *s)
{
    const tt_point *p = s->u.line.points;
    if (s->u.line.count == 1) {
        put_part(s->color, p[0], p[0], s->u.line.width);
    }
    for (uint32_t i = 1; i < s->u.line.count; i++) {
        put_part(s->color, p[i - 1], p[i], s->u.line.width);
    }
}

static unsigned grey_of(const tt_shape *s)
{
    return (s->flags & TT_SHAPE_GREY) != 0;
}

static void put_sprite(const tt_shape *s)
{
    struct stage_vertex corner[4], like = {.color = s->color, .mode = STAGE_IMAGE};
    float place[4] = {(float)s->u.sprite.u0 / TT_SHAPE_ONE, (float)s->u.sprite.v0 / TT_SHAPE_ONE,
                      (float)s->u.sprite.u1 / TT_SHAPE_ONE, (float)s->u.sprite.v1 / TT_SHAPE_ONE};
    __builtin_memcpy(like.u.f, place, sizeof place);
    turned_quad(corner, &like, px(s->u.sprite.at.x), px(s->u.sprite.at.y),
                px(s->u.sprite.size.x) / 2, px(s->u.sprite.size.y) / 2, s->u.sprite.turn);
    for (int i = 0; i < 4; i++) {
        bool right = ((i & 1) != 0) != ((s->flags & TT_SHAPE_MIRROR_X) != 0);
        bool below = (i > 1) != ((s->flags & TT_SHAPE_MIRROR_Y) != 0);
        corner[i].a = place[right ? 2 : 0];
        corner[i].b = place[below ? 3 : 1];
    }
    stage_quad(corner, s->image, s->index, grey_of(s));
}

static void put_triangle(const tt_shape *s)
{
    struct stage_vertex v[3];
    for (int i = 0; i < 3; i++) {
        v[i] = (struct stage_vertex){.x = px(s->u.triangle.at[i].x),
                                     .y = px(s->u.triangle.at[i].y),
                                     .a = (float)s->u.triangle.u[i] / TT_SHAPE_ONE,
                                     .b = (float)s->u.triangle.v[i] / TT_SHAPE_ONE,
                                     .u.f = {0, 0, 1, 1},
                                     .color = s->u.triangle.color[i],
                                     .mode = s->image == TT_IMAGE_NONE           ? STAGE_PLAIN
                                             : (s->flags & TT_SHAPE_REPEAT) != 0 ? STAGE_REPEAT
                                                                                 : STAGE_IMAGE};
    }
    stage_triangle(v, s->image, s->index, grey_of(s));
}

static void put_tiles(const tt_shape *s)
{
    tt_io_layer layer = {0, 0, NULL, 0};
    source->layer(source->user, 0, s->u.tiles.layer, &layer);
    stage_tiles(s, &layer);
}

/* Functions of the pen that draws the rules. */

static void pen_rect(void *user, tt_rgba color, struct tti_rect rect)
{
    (void)user;
    put_rect(color, color, rect);
}

static void pen_outline(void *user, tt_rgba color, const tt_point *points, size_t count)
{
    (void)user;
    stage_polygon(color, points, count);
}

static void pen_disc(void *user, tt_rgba color, tt_point at, int32_t radius)
{
    (void)user;
    put_ellipse(color, at, (tt_point){radius, radius}, (tt_turn){TT_SHAPE_ONE, 0});
}

static void pen_number(void *user, tt_rgba color, tt_point at, int32_t height, unsigned number)
{
    (void)user;
    uint8_t digits[3];
    tt_shape text = {.kind = TT_SHAPE_TEXT, .color = color};
    text.u.text.at = at;
    text.u.text.height = height;
    text.u.text.utf8 = (tt_bytes){digits, tti_rules_digits(digits, number)};
    text.u.text.align = TT_ALIGN_CENTER;
    sheet_is_full |= !stage_text(&text);
}

static void put_rules(const tt_shape *s)
{
    const struct tti_pen pen = {pen_rect, pen_outline, pen_disc, pen_number, NULL};
    tti_rules_draw(source, s, stage_list.clip, &pen);
}

static void put_shape(const tt_shape *s)
{
    switch (s->kind) {
    case TT_SHAPE_GRADIENT:
        return put_gradient(s);
    case TT_SHAPE_SPRITE:
        return put_sprite(s);
    case TT_SHAPE_TRIANGLE:
        return put_triangle(s);
    case TT_SHAPE_ELLIPSE:
        return put_ellipse(s->color, s->u.ellipse.at, s->u.ellipse.radius, s->u.ellipse.turn);
    case TT_SHAPE_POLYGON:
        return stage_polygon(s->color, s->u.polygon.points, s->u.polygon.count);
    case TT_SHAPE_LINE:
        return put_line(s);
    case TT_SHAPE_TEXT:
        sheet_is_full |= !stage_text(s);
        return;
    case TT_SHAPE_TILES:
        return put_tiles(s);
    case TT_SHAPE_RULES:
        return put_rules(s);
    default:
        return;
    }
}

bool stage_list_make(const tt_shape *shapes, size_t count, int32_t width, int32_t height,
                     const tt_io_source *from)
{
    struct stage_list *l = &stage_list;
    l->vertex_count = l->command_count = l->seen_from = 0;
    l->width = width;
    l->height = height;
    l->clip = (struct tti_rect){0, 0, width, height};
    source = from;
    sheet_is_full = false;
    stage_cover_begin(shapes, count, width, height, from);
    for (size_t i = 0; i < count && !sheet_is_full && !l->failed; i++) {
        l->number = (uint32_t)i;
        if (shapes[i].kind == TT_SHAPE_CLIP) {
            l->clip = tti_clip_of(&shapes[i], (uint32_t)width, (uint32_t)height);
        } else if (!tti_rect_is_empty(l->clip)) {
            put_shape(&shapes[i]);
        }
    }
    if (sheet_is_full) {
        stage_text_forget();
    }
    return !sheet_is_full;
}
