/* SPDX-License-Identifier: MIT
 *
 * Prints src/paint/font_data.c: the outlines of the letters that names and texts are written with,
 * out of DejaVuSans.ttf of Debian's package fonts-dejavu-core. What is read of a TrueType file is
 * as little as that font needs: tables cmap (format 4), loca, glyf, hmtx.
 *
 * usage: make_font [DejaVuSans.ttf] >src/paint/font_data.c
 *
 * The exit status is 77 when the font is not there.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "paint/font.h"

static const char usual[] = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

/* Basic Latin, Latin-1, Latin Extended-A, Greek, Cyrillic, punctuation, and what is drawn in place
 * of pictures. */
static const uint32_t ranges[][2] = {
    {0x20, 0x7e},     {0xa0, 0x17f},    {0x386, 0x3ce},   {0x400, 0x45f},   {0x490, 0x491},
    {0x2010, 0x2015}, {0x2018, 0x201e}, {0x2020, 0x2022}, {0x2026, 0x2026}, {0x20ac, 0x20ac},
    {0x2190, 0x2193}, {0x2605, 0x2605}, {0x2665, 0x2665}, {0x266a, 0x266a},
};

enum { POINTS_MAX = 512, NESTED_MAX = 4 };

static uint8_t *font;
static size_t font_size;
static uint32_t cmap, loca, glyf, hmtx, wide_count;
static bool long_loca;

static void fail(const char *what)
{
    fprintf(stderr, "make_font: %s\n", what);
    exit(1);
}

static uint32_t u16(size_t at)
{
    if (at + 2 > font_size) {
        fail("the font ends too early");
    }
    return (uint32_t)font[at] << 8 | font[at + 1];
}

static int32_t i16(size_t at)
{
    return (int16_t)u16(at);
}

static uint32_t u32(size_t at)
{
    return u16(at) << 16 | u16(at + 2);
}

static uint32_t table(const char name[4])
{
    for (uint32_t i = 0; i < u16(4); i++) {
        size_t at = 12 + 16 * (size_t)i;
        if (u32(at + 8) < font_size && memcmp(font + at, name, 4) == 0) {
            return u32(at + 8);
        }
    }
    fail("a table is missing");
    return 0;
}

static void find_tables(void)
{
    uint32_t all = table("cmap"), head = table("head"), hhea = table("hhea");
    for (uint32_t i = 0; i < u16(all + 2); i++) {
        uint32_t at = all + u32(all + 4 + 8 * i + 4);
        if (u16(at) == 4) {
            cmap = at;
        }
    }
    loca = table("loca");
    glyf = table("glyf");
    hmtx = table("hmtx");
    long_loca = u16(head + 50) != 0;
    wide_count = u16(hhea + 34);
    if (cmap == 0 || u16(head + 18) != TTI_FONT_EM) {
        fail("not the font that this program is for");
    }
}

static uint32_t glyph_of(uint32_t code)
{
    uint32_t doubled = u16(cmap + 6), ends = cmap + 14, starts = ends + doubled + 2;
    for (uint32_t i = 0; i < doubled; i += 2) {
        uint32_t start = u16(starts + i), range = starts + 2 * doubled + i;
        if (u16(ends + i) >= code) {
            if (start > code) {
                return 0;
            }
            uint32_t delta = u16(starts + doubled + i);
            uint32_t id = u16(range) == 0 ? code : u16(range + u16(range) + 2 * (code - start));
            return id == 0 ? 0 : (id + delta) & 0xffff;
        }
    }
    return 0;
}

static uint32_t written;

static void byte(int32_t value)
{
    printf(written % 20 == 0 ? "\n    %u," : " %u,", (unsigned)(value & 255));
    written++;
}

static void pair(int32_t value)
{
    byte(value >> 8);
    byte(value);
}

struct outline_point {
    int32_t x, y;
    bool on;
};

static void write_contour(const struct outline_point *points, size_t count)
{
    int32_t x = 0, y = 0;
    pair((int32_t)count);
    for (size_t i = 0; i < count; i++) {
        int32_t dx = points[i].x - x, dy = points[i].y - y;
        bool small = dx >= -128 && dx < 128 && dy >= -128 && dy < 128;
        byte(points[i].on + 2 * small);
        small ? byte(dx) : pair(dx);
        small ? byte(dy) : pair(dy);
        x = points[i].x;
        y = points[i].y;
    }
}

static void write_glyph(uint32_t glyph, int32_t dx, int32_t dy, int nested);

/* Of parts that are moved; none in the ranges is stretched. */
static void write_composite(size_t at, int32_t dx, int32_t dy, int nested)
{
    uint32_t flags;
    do {
        flags = u16(at);
        uint32_t glyph = u16(at + 2);
        bool words = (flags & 1) != 0;
        int32_t x = words ? i16(at + 4) : (int8_t)font[at + 4];
        int32_t y = words ? i16(at + 6) : (int8_t)font[at + 5];
        if ((flags & 2) == 0 || (flags & 0xc8) != 0 || nested == NESTED_MAX) {
            fail("a letter whose parts are placed by points, or stretched");
        }
        at += words ? 8 : 6;
        write_glyph(glyph, dx + x, dy + y, nested + 1);
    } while ((flags & 0x20) != 0);
}

static size_t read_flags(size_t at, uint8_t *flags, size_t count)
{
    for (size_t i = 0; i < count;) {
        uint8_t flag = font[at++];
        size_t times = (flag & 8) != 0 ? 1 + (size_t)font[at++] : 1;
        for (; times > 0 && i < count; times--) {
            flags[i++] = flag;
        }
    }
    return at;
}

/* One coordinate of all points: `is_short` and `is_same` are the bits that say how it is stored. */
static size_t read_places(size_t at, const uint8_t *flags, size_t count, int is_short, int is_same,
                          int32_t *places)
{
    int32_t place = 0;
    for (size_t i = 0; i < count; i++) {
        if ((flags[i] & is_short) != 0) {
            int32_t step = font[at++];
            place += (flags[i] & is_same) != 0 ? step : -step;
        } else if ((flags[i] & is_same) == 0) {
            place += i16(at);
            at += 2;
        }
        places[i] = place;
    }
    return at;
}

static void write_simple(size_t at, uint32_t contours, int32_t dx, int32_t dy)
{
    static uint8_t flags[POINTS_MAX];
    static int32_t x[POINTS_MAX], y[POINTS_MAX];
    static struct outline_point points[POINTS_MAX];
    size_t count = u16(at + 10 + 2 * (contours - 1)) + 1, begin = 0;
    if (count > POINTS_MAX) {
        fail("a letter with too many points");
    }
    size_t rest = at + 10 + 2 * contours;
    rest = read_flags(rest + 2 + u16(rest), flags, count);
    rest = read_places(rest, flags, count, 2, 16, x);
    read_places(rest, flags, count, 4, 32, y);
    for (size_t i = 0; i < count; i++) {
        points[i] = (struct outline_point){x[i] + dx, y[i] + dy, (flags[i] & 1) != 0};
    }
    for (uint32_t i = 0; i < contours; i++) {
        size_t end = u16(at + 10 + 2 * i) + 1;
        write_contour(points + begin, end - begin);
        begin = end;
    }
}

static void write_glyph(uint32_t glyph, int32_t dx, int32_t dy, int nested)
{
    size_t at = glyf + (long_loca ? u32(loca + 4 * glyph) : 2 * u16(loca + 2 * glyph));
    size_t end = glyf + (long_loca ? u32(loca + 4 * glyph + 4) : 2 * u16(loca + 2 * glyph + 2));
    if (at == end) {
        return;
    }
    int32_t contours = i16(at);
    if (contours < 0) {
        write_composite(at + 10, dx, dy, nested);
    } else if (contours > 0) {
        write_simple(at, (uint32_t)contours, dx, dy);
    }
}

static uint32_t advance_of(uint32_t glyph)
{
    return u16(hmtx + 4 * (glyph < wide_count ? glyph : wide_count - 1));
}

static void read_font(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "make_font: %s is not there (package fonts-dejavu-core)\n", path);
        exit(77);
    }
    font = malloc(1 << 22);
    font_size = font != NULL ? fread(font, 1, 1 << 22, file) : 0;
    fclose(file);
}

/* The outlines are printed first, as the table says where they are. */
int main(int argc, char **argv)
{
    static struct tti_glyph glyphs[2048];
    size_t count = 0;
    read_font(argc > 1 ? argv[1] : usual);
    find_tables();
    printf("/* SPDX-License-Identifier: MIT\n *\n"
           " * Letters of DejaVu Sans, whose licence is in src/paint/font_license.txt.\n"
           " * Generated by tools/make_font.c: do not edit.\n */\n#include \"paint/font.h\"\n\n"
           "/* clang-format off */\nconst uint8_t tti_font_outlines[] = {");
    for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
        for (uint32_t code = ranges[r][0]; code <= ranges[r][1]; code++) {
            uint32_t glyph = glyph_of(code);
            if (glyph != 0) {
                glyphs[count++] = (struct tti_glyph){code, (uint16_t)advance_of(glyph), written};
                write_glyph(glyph, 0, 0, 0);
                pair(0);
            }
        }
    }
    glyphs[count++] = (struct tti_glyph){UINT32_MAX, (uint16_t)advance_of(0), written};
    write_glyph(0, 0, 0, 0);
    pair(0);
    printf("\n};\n\nconst struct tti_glyph tti_font_glyphs[] = {\n");
    for (size_t i = 0; i < count; i++) {
        printf("    {0x%x, %u, %u},\n", (unsigned)glyphs[i].code, (unsigned)glyphs[i].advance,
               (unsigned)glyphs[i].outline);
    }
    printf("};\n\nconst size_t tti_font_glyph_count =\n"
           "    sizeof tti_font_glyphs / sizeof tti_font_glyphs[0];\n");
    free(font);
    return 0;
}
