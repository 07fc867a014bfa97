/* SPDX-License-Identifier: MIT
 *
 * Finds letters in TrueType and OpenType fonts, and gives their outlines. HarfBuzz puts the letters
 * in the order and the form that their script wants.
 *
 * A font has 2048 units for the height of a line here, like the built-in one; HarfBuzz scales to
 * this.
 */
#include "studio/font.h"

#include <errno.h>
#include <stdlib.h>

#include "host/error.h"

#ifdef TT_HAVE_HARFBUZZ
#include <hb.h>

#include "paint/font.h"

#define FONTS_MAX 16

/* Parts of a unit in the coordinates of an outline (text.h). */
#define PARTS 4

struct tti_fonts {
    struct tti_letters letters;
    size_t count;
    hb_font_t *font[FONTS_MAX];
    hb_buffer_t *buffer;
    hb_draw_funcs_t *draw;
};

static hb_font_t *find(const struct tti_fonts *fonts, uint32_t code)
{
    hb_codepoint_t glyph;
    for (size_t i = 0; i < fonts->count; i++) {
        if (hb_font_get_nominal_glyph(fonts->font[i], code, &glyph) && glyph != 0) {
            return fonts->font[i];
        }
    }
    return NULL;
}

static bool has(void *user, uint32_t code)
{
    return find(user, code) != NULL;
}

/* The outline of a glyph, with an offset that places the glyph in its run. */
struct pen {
    struct tti_outline *outline;
    int64_t x, y; /* the place of the glyph in the run, in 1/4 units */
    int64_t begin_x, begin_y;
};

static void move_to(hb_draw_funcs_t *draw, void *data, hb_draw_state_t *state, float x, float y,
                    void *user)
{
    struct pen *pen = data;
    (void)draw;
    (void)state;
    (void)user;
    pen->begin_x = pen->outline->from_x = pen->x + (int64_t)x;
    pen->begin_y = pen->outline->from_y = pen->y + (int64_t)y;
}

static void line_to(hb_draw_funcs_t *draw, void *data, hb_draw_state_t *state, float x, float y,
                    void *user)
{
    struct pen *pen = data;
    (void)draw;
    (void)state;
    (void)user;
    tti_outline_line(pen->outline, pen->x + (int64_t)x, pen->y + (int64_t)y);
}

static void curve_to(hb_draw_funcs_t *draw, void *data, hb_draw_state_t *state, float hx, float hy,
                     float x, float y, void *user)
{
    struct pen *pen = data;
    (void)draw;
    (void)state;
    (void)user;
    tti_outline_curve(pen->outline, pen->x + (int64_t)hx, pen->y + (int64_t)hy, pen->x + (int64_t)x,
                      pen->y + (int64_t)y);
}

static void cubic_to(hb_draw_funcs_t *draw, void *data, hb_draw_state_t *state, float ax, float ay,
                     float bx, float by, float x, float y, void *user)
{
    struct pen *pen = data;
    const int64_t handles[4] = {pen->x + (int64_t)ax, pen->y + (int64_t)ay, pen->x + (int64_t)bx,
                                pen->y + (int64_t)by};
    (void)draw;
    (void)state;
    (void)user;
    tti_outline_cubic(pen->outline, handles, pen->x + (int64_t)x, pen->y + (int64_t)y);
}

static void close_path(hb_draw_funcs_t *draw, void *data, hb_draw_state_t *state, void *user)
{
    struct pen *pen = data;
    (void)draw;
    (void)state;
    (void)user;
    tti_outline_line(pen->outline, pen->begin_x, pen->begin_y);
}

static void draw_glyph(const struct tti_fonts *fonts, hb_font_t *font, hb_codepoint_t glyph,
                       struct pen *pen)
{
#if HB_VERSION_ATLEAST(7, 0, 0)
    hb_font_draw_glyph(font, glyph, fonts->draw, pen);
#else
    hb_font_get_glyph_shape(font, glyph, fonts->draw, pen);
#endif
}

/* Adds letters of one font and one direction, from `x` on, and returns their width. All coordinates
 * are in 1/4 units. */
static int64_t shape(const struct tti_fonts *fonts, hb_font_t *font, tt_bytes letters, int64_t x,
                     struct tti_outline *outline)
{
    unsigned count;
    int64_t width = 0;
    hb_buffer_clear_contents(fonts->buffer);
    hb_buffer_add_utf8(fonts->buffer, (const char *)letters.data, (int)letters.size, 0,
                       (int)letters.size);
    hb_buffer_guess_segment_properties(fonts->buffer);
    hb_shape(font, fonts->buffer, NULL, 0);
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(fonts->buffer, &count);
    const hb_glyph_position_t *place = hb_buffer_get_glyph_positions(fonts->buffer, &count);
    for (unsigned i = 0; i < count; i++) {
        struct pen pen = {outline, x + width + place[i].x_offset, place[i].y_offset, 0, 0};
        if (outline != NULL) {
            draw_glyph(fonts, font, info[i].codepoint, &pen);
        }
        width += place[i].x_advance;
    }
    return width;
}

/* Adds letters of any fonts. Each sequence of letters of one font is shaped alone. */
static int64_t run(void *user, tt_bytes letters, struct tti_outline *outline)
{
    const struct tti_fonts *fonts = user;
    int64_t width = 0;
    while (letters.size > 0) {
        tt_bytes rest = letters, part = letters;
        hb_font_t *font = find(fonts, tti_text_next(&rest));
        while (rest.size > 0) {
            tt_bytes after = rest;
            if (find(fonts, tti_text_next(&after)) != font) {
                break;
            }
            rest = after;
        }
        part.size -= rest.size;
        width += shape(fonts, font, part, width, outline);
        letters = rest;
    }
    return width / PARTS;
}

/* Adds a font. Returns false for a file that is no font. */
static bool add(struct tti_fonts *fonts, const char *path)
{
    hb_blob_t *blob = hb_blob_create_from_file_or_fail(path);
    hb_face_t *face = blob != NULL ? hb_face_create(blob, 0) : NULL;
    bool is_font = face != NULL && hb_face_get_glyph_count(face) > 0;
    if (is_font && fonts->count < FONTS_MAX) {
        hb_font_t *font = hb_font_create(face);
        hb_font_set_scale(font, PARTS * TTI_FONT_EM, PARTS * TTI_FONT_EM);
        fonts->font[fonts->count++] = font;
    }
    hb_face_destroy(face);
    hb_blob_destroy(blob);
    return is_font;
}

void tti_fonts_add(struct tti_fonts *fonts, const char *path)
{
    add(fonts, path);
}

static struct tti_fonts *make_fonts(tt_io_error *error)
{
    struct tti_fonts *fonts = calloc(1, sizeof *fonts);
    if (fonts == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot hold fonts");
        return NULL;
    }
    fonts->letters = (struct tti_letters){has, run, fonts};
    fonts->buffer = hb_buffer_create();
    return fonts;
}

struct tti_fonts *tti_fonts_open(const char *path, tt_io_error *error)
{
    struct tti_fonts *fonts = make_fonts(error);
    if (fonts == NULL) {
        return NULL;
    }
    fonts->draw = hb_draw_funcs_create();
    hb_draw_funcs_set_move_to_func(fonts->draw, move_to, NULL, NULL);
    hb_draw_funcs_set_line_to_func(fonts->draw, line_to, NULL, NULL);
    hb_draw_funcs_set_quadratic_to_func(fonts->draw, curve_to, NULL, NULL);
    hb_draw_funcs_set_cubic_to_func(fonts->draw, cubic_to, NULL, NULL);
    hb_draw_funcs_set_close_path_func(fonts->draw, close_path, NULL, NULL);
    if (path != NULL && !add(fonts, path)) {
        tti_error_say(error, TT_ERR_ARGUMENT, "is no TrueType or OpenType font");
        tti_error_of(error, path);
        tti_fonts_close(fonts);
        return NULL;
    }
    return fonts;
}

/* HarfBuzz lets threads share fonts and functions that do not change any more. Each thread has a
 * buffer of its own. */
struct tti_fonts *tti_fonts_share(const struct tti_fonts *fonts, tt_io_error *error)
{
    struct tti_fonts *shared = make_fonts(error);
    if (shared == NULL) {
        return NULL;
    }
    hb_draw_funcs_make_immutable(fonts->draw);
    shared->draw = hb_draw_funcs_reference(fonts->draw);
    for (; shared->count < fonts->count; shared->count++) {
        hb_font_make_immutable(fonts->font[shared->count]);
        shared->font[shared->count] = hb_font_reference(fonts->font[shared->count]);
    }
    return shared;
}

const struct tti_letters *tti_fonts_letters(const struct tti_fonts *fonts)
{
    return fonts->count > 0 ? &fonts->letters : NULL;
}

void tti_fonts_close(struct tti_fonts *fonts)
{
    if (fonts != NULL) {
        for (size_t i = 0; i < fonts->count; i++) {
            hb_font_destroy(fonts->font[i]);
        }
        hb_buffer_destroy(fonts->buffer);
        hb_draw_funcs_destroy(fonts->draw);
        free(fonts);
    }
}

#else

struct tti_fonts {
    char unused;
};

struct tti_fonts *tti_fonts_open(const char *path, tt_io_error *error)
{
    if (path != NULL) {
        tti_error_say(error, TT_ERR_UNSUPPORTED, "this build reads no fonts: HarfBuzz was missing");
        return NULL;
    }
    struct tti_fonts *fonts = calloc(1, sizeof *fonts);
    if (fonts == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot hold fonts");
    }
    return fonts;
}

struct tti_fonts *tti_fonts_share(const struct tti_fonts *fonts, tt_io_error *error)
{
    (void)fonts;
    return tti_fonts_open(NULL, error);
}

void tti_fonts_add(struct tti_fonts *fonts, const char *path)
{
    (void)fonts;
    (void)path;
}

const struct tti_letters *tti_fonts_letters(const struct tti_fonts *fonts)
{
    (void)fonts;
    return NULL;
}

void tti_fonts_close(struct tti_fonts *fonts)
{
    free(fonts);
}

#endif
