/* SPDX-License-Identifier: MIT
 *
 * Draws the explanation of a picture: colours of players and of a ramp, and the length of a tile.
 * Units are pixels of the picture, so sizes do not depend on the zoom.
 */
#include "draw/moment.h"
#include "draw/path.h"
#include "draw/paths.h"
#include "draw/pen.h"

#define NO_OUTLINE TTI_RGBA(0x000000, 0)

#define NAME_MIN 4
#define RAMP_WIDTH 14

tti_pen tti_paths_screen(tt_shapes *list, const tt_camera *camera)
{
    tt_camera c = tti_camera_of(camera);
    return (tti_pen){.list = list, .view = tti_view_screen(&c, c.height, 1), .alpha = 255};
}

int32_t tti_paths_font(const tti_pen *screen)
{
    return (int32_t)tti_clamp(screen->view.height / TTI_ONE / 40, 11, 40);
}

void tti_paths_say(tti_pen *pen, tti_vec at, int32_t font, tti_fix width, tt_shape_align align,
                   tt_bytes text)
{
    const tti_label line = {.at = at,
                            .height = font * TTI_ONE,
                            .utf8 = text,
                            .color = TTI_INK,
                            .outline = NO_OUTLINE,
                            .width = width,
                            .align = align};
    tti_pen_text(pen, &line);
}

static tt_bytes legend_number(tti_pen *pen, uint32_t value, const char *word)
{
    tti_words w = {.size = 0};
    tti_words_number(&w, value);
    tti_words_add(&w, word);
    return tti_pen_keep(pen, tti_words_of(&w));
}

typedef struct layout {
    int32_t font;
    tti_fix step, edge, width; /* height of a line, margin, width of the texts */
    size_t shown, all;         /* lines with a name; these and the line that counts the others */
} layout;

static layout lay_out(const tti_pen *pen, const tt_legend_line *lines, size_t count)
{
    layout l = {.font = tti_paths_font(pen)};
    l.step = l.font * TTI_ONE * 4 / 3;
    l.edge = l.step / 2;
    /* leaves room for the scale below the box */
    int64_t room = (pen->view.height - 4 * l.edge) / l.step - 2;
    size_t most = room < 1 ? 0 : (size_t)room;
    l.shown = count <= most ? count : most == 0 ? 0 : most - 1;
    l.all = l.shown + (l.shown < count && most != 0);
    for (size_t i = 0; i < l.shown; i++) {
        char text[TTI_SCENE_TEXT];
        tti_scene_text(text, sizeof text, lines[i].text);
        tti_fix width = tti_words_width(tt_bytes_of(text)) * l.font;
        l.width = width > l.width ? width : l.width;
    }
    l.width = tti_clamp(l.width, NAME_MIN * l.step, pen->view.width / 2 - 5 * l.edge);
    return l;
}

int32_t tti_legend_width(const tt_camera *camera, const tt_legend_line *lines, size_t count)
{
    const tti_pen pen = tti_paths_screen(NULL, camera);
    layout l = lay_out(&pen, lines, count);
    return l.all == 0 ? 0 : (int32_t)((5 * l.edge + l.width) / TTI_ONE);
}

/* Draws a legend. The last line counts the lines that do not fit. Texts come from players, so
 * control characters are replaced. */
tt_status tti_draw_legend(tt_shapes *list, const tt_camera *camera, const tt_legend_line *lines,
                          size_t count)
{
    tti_pen pen = tti_paths_screen(list, camera);
    const layout l = lay_out(&pen, lines, count);
    if (l.all != 0) {
        tti_pen_box(&pen, (tti_vec){l.edge, l.edge},
                    (tti_vec){4 * l.edge + l.width, l.edge * 2 + (tti_fix)l.all * l.step},
                    l.edge / 2, TTI_PANEL);
    }
    for (size_t i = 0; i < l.shown; i++) {
        tti_fix top = l.edge * 3 / 2 + (tti_fix)i * l.step;
        tti_pen_disc(&pen, (tti_vec){l.edge * 2, top + l.font * TTI_ONE / 2}, l.font * TTI_ONE / 3,
                     lines[i].color);
        char text[TTI_SCENE_TEXT];
        tti_scene_text(text, sizeof text, lines[i].text);
        tti_paths_say(&pen, (tti_vec){l.edge * 3, top}, l.font, l.width + l.edge / 2, TT_ALIGN_LEFT,
                      tti_pen_keep(&pen, tt_bytes_of(text)));
    }
    if (l.all > l.shown) {
        size_t rest = count - l.shown;
        tti_paths_say(&pen, (tti_vec){l.edge * 3, l.edge * 3 / 2 + (tti_fix)l.shown * l.step},
                      l.font, 0, TT_ALIGN_LEFT,
                      legend_number(&pen, rest > 999999 ? 999999 : (uint32_t)rest, " more"));
    }
    return tti_pen_status(list);
}

/* Draws the colours in a box of this inner width, with room for `lines` of text, one of them above
 * the colours if there are two. Returns where the last line begins. */
static tti_vec ramp(tti_pen *pen, int32_t font, tti_fix width, int32_t lines)
{
    tti_fix edge = font * TTI_ONE / 2, above = (lines - 1) * 5 * edge / 2;
    tti_fix left = pen->view.width - width - 2 * edge, top = 2 * edge + above;
    tti_pen_box(pen, (tti_vec){left - edge, edge}, (tti_vec){left + width + edge, edge * 6 + above},
                edge / 2, TTI_PANEL);
    for (uint32_t i = 0; i < TTI_RAMP_STEPS; i++) {
        tti_fix from = left + width * i / TTI_RAMP_STEPS;
        tti_fix to = left + width * (i + 1) / TTI_RAMP_STEPS;
        tti_vec points[] = {{from, top}, {to, top}, {to, top + edge}, {from, top + edge}};
        tti_pen_polygon(pen, points, 4, tti_paths_ramp(i));
    }
    return (tti_vec){left, top + edge * 3 / 2};
}

/* Draws a ramp. `first` and `last` are not copied: they must remain valid as long as the list. */
tt_status tti_draw_ramp(tt_shapes *list, const tt_camera *camera, tt_bytes name, tt_bytes first,
                        tt_bytes last)
{
    tti_pen pen = tti_paths_screen(list, camera);
    int32_t font = tti_paths_font(&pen);
    tti_fix width = RAMP_WIDTH * font * TTI_ONE;
    tti_vec at = ramp(&pen, font, width, name.size > 0 ? 2 : 1);
    if (name.size > 0) {
        char text[TTI_SCENE_TEXT];
        tti_scene_text(text, sizeof text, name);
        tti_paths_say(&pen, (tti_vec){at.x, font * TTI_ONE * 3 / 4}, font, width, TT_ALIGN_LEFT,
                      tti_pen_keep(&pen, tt_bytes_of(text)));
    }
    tti_paths_say(&pen, at, font, width / 2, TT_ALIGN_LEFT, first);
    tti_paths_say(&pen, (tti_vec){at.x + width, at.y}, font, width / 2, TT_ALIGN_RIGHT, last);
    return tti_pen_status(list);
}

tt_status tti_draw_ramp_of(tt_shapes *list, const tt_camera *camera, tt_bytes what)
{
    tti_pen pen = tti_paths_screen(list, camera);
    int32_t font = tti_paths_font(&pen);
    char text[TTI_SCENE_TEXT];
    tti_scene_text(text, sizeof text, what);
    tti_fix width = tti_words_width(tt_bytes_of(text)) * font, line = font * TTI_ONE;
    width = width > RAMP_WIDTH * line ? width : RAMP_WIDTH * line;
    width = width < pen.view.width - 3 * line ? width : pen.view.width - 3 * line;
    tti_vec at = ramp(&pen, font, width, 1);
    tti_paths_say(&pen, at, font, width + line / 2, TT_ALIGN_LEFT,
                  tti_pen_keep(&pen, tt_bytes_of(text)));
    return tti_pen_status(list);
}

/* Returns the largest of 1, 2, 5, 10, ... tiles that fits a fifth of the picture, at least 1. */
static uint32_t scale_tiles(tti_fix width)
{
    uint32_t tiles = 1;
    static const uint8_t factors[] = {2, 5, 10};
    for (uint32_t power = 1; power <= 1000000; power *= 10) {
        for (unsigned i = 0; i < sizeof factors; i++) {
            uint32_t next = power * factors[i];
            tiles = (tti_fix)next * 32 * TTI_ONE <= width / 5 ? next : tiles;
        }
    }
    return tiles;
}

tt_status tti_draw_scale(tt_shapes *list, const tt_camera *camera)
{
    tti_pen world = tti_pen_world(list, camera), pen = tti_paths_screen(list, camera);
    int32_t font = tti_paths_font(&pen);
    uint32_t tiles = scale_tiles(world.view.width);
    tti_fix edge = font * TTI_ONE / 2;
    tti_fix length =
        tti_view_length(&world.view, (tti_fix)tiles * 32 * TTI_ONE) * (TTI_ONE / TT_SHAPE_PIXEL);
    tti_fix bottom = pen.view.height - 2 * edge, left = 2 * edge;
    tti_fix box = length > 5 * font * TTI_ONE ? length : 5 * font * TTI_ONE;
    tti_pen_box(&pen, (tti_vec){edge, bottom - 4 * edge},
                (tti_vec){left + box + edge, bottom + edge}, edge / 2, TTI_PANEL);
    tti_vec bar[] = {{left, bottom - edge / 2},
                     {left, bottom},
                     {left + length, bottom},
                     {left + length, bottom - edge / 2}};
    tti_pen_line(&pen, bar, 4, font * TTI_ONE / 8, TTI_INK);
    tti_paths_say(&pen, (tti_vec){left, bottom - 7 * edge / 2}, font, 0, TT_ALIGN_LEFT,
                  legend_number(&pen, tiles, tiles == 1 ? " tile" : " tiles"));
    return tti_pen_status(list);
}
