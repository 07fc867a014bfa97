/* SPDX-License-Identifier: MIT
 *
 * A pen for SVG, which collects shapes: all shapes of a colour become one path. Paths are written
 * in the order in which their colours came. Within a path overlaps do not add up.
 *
 * A large map has a hundred thousand tiles in its game layer, and an element for each would make a
 * huge file. Rectangles of a colour are therefore joined to the right and downwards.
 */

#include "base/mem.h"
#include "paint/memory.h"
#include "paint/rules.h"
#include "paint/svg_out.h"

/* Bytes of the longest path template with its numbers (tti_svg_form). That of a disc has the most
 * numbers, 8. */
enum { FORM_MOST = 32 + 8 * TTI_SVG_NUMBER };

/* All shapes of a colour. Rectangles in `open` may still grow downwards. They are written when a
 * row has not continued them, or at the end. */
struct color_path {
    tt_rgba color;
    char *path;
    size_t used, cap;
    struct tti_rect *open;
    size_t open_count, open_cap;
};

/* A number over a tile. A path cannot have text, so numbers are written after all paths. */
struct mark {
    tt_rgba color;
    tt_point at;
    int32_t height;
    unsigned number;
};

struct paths {
    struct color_path *list;
    size_t count, cap;
    struct mark *marks;
    size_t mark_count, mark_cap;
    bool failed;
};

/* Returns the path of a colour, or NULL without memory. The search is linear, because there are
 * only some tens of colours. The pointer is valid until the next call. */
static struct color_path *path_of(struct paths *paths, tt_rgba color)
{
    for (size_t i = 0; i < paths->count; i++) {
        if (tti_equal(&paths->list[i].color, &color, sizeof color)) {
            return &paths->list[i];
        }
    }
    struct color_path *list =
        tti_paint_grow(paths->list, &paths->cap, paths->count + 1, sizeof *paths->list);
    if (list == NULL) {
        paths->failed = true;
        return NULL;
    }
    paths->list = list;
    struct color_path *path = &list[paths->count++];
    tti_fill(path, 0, sizeof *path);
    path->color = color;
    return path;
}

/* Appends a form to a path. After a failure the path is incomplete, and `failed` makes the whole
 * file fail. */
static void add_form(struct paths *paths, struct color_path *path, const char *form,
                     const int64_t *numbers)
{
    char text[FORM_MOST];
    size_t size = tti_svg_form(text, form, numbers);
    char *bigger = tti_paint_grow(path->path, &path->cap, path->used + size, 1);
    if (bigger == NULL) {
        paths->failed = true;
        return;
    }
    path->path = bigger;
    tti_copy(path->path + path->used, text, size);
    path->used += size;
}

static void close_rect(struct paths *paths, struct color_path *path, struct tti_rect rect)
{
    int64_t x = rect.x0, y = rect.y0, width = rect.x1 - x, height = rect.y1 - y;
    const int64_t numbers[] = {x * TT_SHAPE_PIXEL, y * TT_SHAPE_PIXEL, width * TT_SHAPE_PIXEL,
                               height * TT_SHAPE_PIXEL, -width * TT_SHAPE_PIXEL};
    add_form(paths, path, "M# #h#v#h#z", numbers);
}

/* Adds a rectangle, joined to one with the same columns right above it, or with the same rows at
 * its side. Rows come from top to bottom, so a rectangle is open for one row after its last one,
 * and the list is about as long as a row has runs. */
static void add_rect(void *user, tt_rgba color, struct tti_rect rect)
{
    struct paths *paths = user;
    struct color_path *path = path_of(paths, color);
    struct tti_rect *open;
    size_t kept = 0;
    bool is_in = false;
    if (path == NULL) {
        return;
    }
    for (size_t i = 0; i < path->open_count; i++) {
        open = &path->open[i];
        if (!is_in && open->y1 == rect.y0 && open->x0 == rect.x0 && open->x1 == rect.x1) {
            open->y1 = rect.y1;
            is_in = true;
        } else if (!is_in && open->x1 == rect.x0 && open->y0 == rect.y0 && open->y1 == rect.y1) {
            open->x1 = rect.x1;
            is_in = true;
        }
        /* rows come from top to bottom, so no later one can touch this rectangle */
        if (open->y1 < rect.y0) {
            close_rect(paths, path, *open);
        } else {
            path->open[kept++] = *open;
        }
    }
    path->open_count = kept;
    open = is_in ? path->open : tti_paint_grow(path->open, &path->open_cap, kept + 1, sizeof *open);
    if (open == NULL && !is_in) {
        paths->failed = true;
    } else if (!is_in) {
        path->open = open;
        path->open[path->open_count++] = rect;
    }
}

/* Adds an outline. SVG fills by nonzero unless told otherwise, as the pen in rules.c does. */
static void add_outline(void *user, tt_rgba color, const tt_point *points, size_t count)
{
    struct paths *paths = user;
    struct color_path *path = path_of(paths, color);
    for (size_t i = 0; path != NULL && i < count; i++) {
        const int64_t numbers[] = {points[i].x, points[i].y};
        add_form(paths, path, i == 0 ? "M# #" : i + 1 == count ? "L# #z" : "L# #", numbers);
    }
}

/* Adds a disc as two halves, because an arc of SVG cannot be a whole circle. */
static void add_disc(void *user, tt_rgba color, tt_point at, int32_t radius)
{
    struct paths *paths = user;
    struct color_path *path = path_of(paths, color);
    int64_t r = radius;
    const int64_t numbers[] = {at.x - r, at.y, r, r, 2 * r, r, r, -2 * r};
    if (path != NULL) {
        add_form(paths, path, "M# #a# # 0 0 1 # 0a# # 0 0 1 # 0z", numbers);
    }
}

static void add_number(void *user, tt_rgba color, tt_point at, int32_t height, unsigned number)
{
    struct paths *paths = user;
    struct mark *marks =
        tti_paint_grow(paths->marks, &paths->mark_cap, paths->mark_count + 1, sizeof *marks);
    if (marks == NULL) {
        paths->failed = true;
        return;
    }
    paths->marks = marks;
    marks[paths->mark_count++] = (struct mark){color, at, height, number};
}

/* Writes the paths. Colours came in the order of fillings, then marks, layer by layer. Covering
 * shapes are therefore written later, unless a colour is used again. */
static void write_paths(tt_io_output *out, struct paths *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        struct color_path *path = &paths->list[i];
        for (size_t k = 0; k < path->open_count; k++) {
            close_rect(paths, path, path->open[k]);
        }
        tt_io_output_text(out, "<path");
        tti_svg_color(out, "fill", path->color);
        tt_io_output_text(out, " d=\"");
        tt_io_output_bytes(out, (tt_bytes){(const uint8_t *)path->path, path->used});
        tt_io_output_text(out, "\"/>\n");
    }
    for (size_t i = 0; i < paths->mark_count; i++) {
        const struct mark *mark = &paths->marks[i];
        uint8_t digits[3];
        /* a number is a text without a width, so it is never cut */
        tt_shape shape = {.kind = TT_SHAPE_TEXT, .color = mark->color};
        shape.u.text.at = mark->at;
        shape.u.text.height = mark->height;
        shape.u.text.utf8 = (tt_bytes){digits, tti_rules_digits(digits, mark->number)};
        shape.u.text.align = TT_ALIGN_CENTER;
        tti_svg_line(out, &shape);
    }
}

/* Writes the rules. crispEdges is set: with smooth edges the background would show between
 * neighbours as a line. */
bool tti_svg_rules(tt_io_output *out, const tt_io_source *source, const tt_shape *shape,
                   struct tti_rect clip)
{
    struct paths paths = {0};
    const struct tti_pen pen = {add_rect, add_outline, add_disc, add_number, &paths};
    tti_rules_draw(source, shape, clip, &pen);
    tt_io_output_text(out, "<g shape-rendering=\"crispEdges\">\n");
    write_paths(out, &paths);
    tt_io_output_text(out, "</g>\n");
    for (size_t i = 0; i < paths.count; i++) {
        tti_paint_free(paths.list[i].path);
        tti_paint_free(paths.list[i].open);
    }
    tti_paint_free(paths.list);
    tti_paint_free(paths.marks);
    return !paths.failed;
}
