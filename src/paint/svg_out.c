/* SPDX-License-Identifier: MIT
 *
 * Writes numbers, colours and texts of SVG. A fraction is two whole numbers with a point between
 * them, so that the bytes are the same on every machine and in every locale.
 */
#include "paint/svg_out.h"

#include "base/mem.h"
#include "paint/text.h"

static size_t put_whole(char *dst, uint64_t value)
{
    char digits[20];
    size_t count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    for (size_t i = 0; i < count; i++) {
        dst[i] = digits[count - 1 - i];
    }
    return count;
}

/* Writes a number of hundredths. Zeros at the end are left out, which would be a good part of a
 * large file. The longest number has 64 bits and fits into TTI_SVG_NUMBER. */
static size_t put_hundredths(char dst[TTI_SVG_NUMBER], int64_t value)
{
    size_t size = 0;
    if (value < 0) {
        dst[size++] = '-';
        value = -value;
    }
    size += put_whole(dst + size, (uint64_t)value / 100);
    if (value % 100 != 0) {
        dst[size++] = '.';
        dst[size++] = (char)('0' + value / 10 % 10);
        if (value % 10 != 0) {
            dst[size++] = (char)('0' + value % 10);
        }
    }
    return size;
}

/* Writes a length. Halves are rounded away from zero. Hundredths are finer than a screen shows, and
 * shorter than the eight digits of a 256th. */
static size_t put_number(char dst[TTI_SVG_NUMBER], int64_t parts)
{
    int64_t half = parts < 0 ? -TT_SHAPE_PIXEL / 2 : TT_SHAPE_PIXEL / 2;
    return put_hundredths(dst, (parts * 100 + half) / TT_SHAPE_PIXEL);
}

size_t tti_svg_form(char *dst, const char *form, const int64_t *numbers)
{
    size_t size = 0;
    for (; *form != '\0'; form++) {
        if (*form == '#') {
            size += put_number(dst + size, *numbers++);
        } else {
            dst[size++] = *form;
        }
    }
    return size;
}

void tti_svg_put(tt_io_output *out, const char *form, const int64_t *numbers)
{
    char number[TTI_SVG_NUMBER];
    for (; *form != '\0'; form++) {
        if (*form == '#') {
            size_t size = put_number(number, *numbers++);
            tt_io_output_bytes(out, (tt_bytes){(const uint8_t *)number, size});
        } else {
            tt_io_output_byte(out, (uint8_t)*form);
        }
    }
}

/* Writes a colour. SVG 1.1 has the opacity as an attribute of its own, which for stop-color is
 * stop-opacity. */
void tti_svg_color(tt_io_output *out, const char *name, tt_rgba color)
{
    const uint8_t rgb[3] = {color.r, color.g, color.b};
    bool is_stop = tti_strlen(name) == sizeof "stop-color" - 1;
    tt_io_output_byte(out, ' ');
    tt_io_output_text(out, name);
    tt_io_output_text(out, "=\"#");
    tt_io_output_hex(out, (tt_bytes){rgb, 3});
    tt_io_output_byte(out, '"');
    if (color.a != 255) {
        tt_io_output_byte(out, ' ');
        tt_io_output_text(out, is_stop ? "stop" : name);
        tt_io_output_text(out, "-opacity=\"");
        char number[TTI_SVG_NUMBER];
        size_t size = put_hundredths(number, (color.a * 100 + 127) / 255);
        tt_io_output_bytes(out, (tt_bytes){(const uint8_t *)number, size});
        tt_io_output_byte(out, '"');
    }
}

/* Returns true for a code point that XML 1.0 allows. It allows only three control characters, and
 * excludes U+FFFE and U+FFFF. A parser rejects the whole file otherwise. 0x7f is allowed but
 * invisible. */
static bool is_allowed(uint32_t code)
{
    return (code >= 0x20 || code == '\t') && code != 0x7f && (code < 0xd800 || code > 0xdfff) &&
           code != 0xfffe && code != 0xffff;
}

/* Writes a text. Each byte that is not UTF-8 becomes U+FFFD. U+FFFD itself, three bytes, passes. */
static void put_text(tt_io_output *out, tt_bytes text)
{
    while (text.size > 0) {
        const uint8_t *from = text.data;
        uint32_t code = tti_text_next(&text);
        size_t size = (size_t)(text.data - from);
        if (!is_allowed(code) || (code == 0xfffd && size == 1)) {
            tt_io_output_text(out, "\xef\xbf\xbd");
        } else if (code == '<') {
            tt_io_output_text(out, "&lt;");
        } else if (code == '>') {
            tt_io_output_text(out, "&gt;");
        } else if (code == '&') {
            tt_io_output_text(out, "&amp;");
        } else {
            tt_io_output_bytes(out, (tt_bytes){from, size});
        }
    }
}

static void put_head(tt_io_output *out, tt_bytes head, tt_rgba color)
{
    tt_io_output_text(out, "<tspan");
    tti_svg_color(out, "fill", color);
    tt_io_output_text(out, ">");
    put_text(out, head);
    tt_io_output_text(out, "</tspan>");
}

/* Writes a text element. SVG positions a text by its base line, so the upper edge is converted. A
 * text is cut as in a picture. */
void tti_svg_line(tt_io_output *out, const tt_shape *shape)
{
    int32_t height = shape->u.text.height;
    struct tti_line line = tti_text_line(shape->u.text.utf8, height, shape->u.text.width, NULL);
    /* a head that is cut has its colour up to the ellipsis */
    size_t head = shape->u.text.head < line.text.size ? shape->u.text.head : line.text.size;
    const int64_t numbers[] = {shape->u.text.at.x, shape->u.text.at.y + tti_text_base(height),
                               height};
    tti_svg_put(out, "<text x=\"#\" y=\"#\" font-size=\"#\"", numbers);
    if (shape->u.text.align == TT_ALIGN_CENTER) {
        tt_io_output_text(out, " text-anchor=\"middle\"");
    } else if (shape->u.text.align == TT_ALIGN_RIGHT) {
        tt_io_output_text(out, " text-anchor=\"end\"");
    }
    tti_svg_color(out, "fill", shape->color);
    /* paint-order draws the outline below the letters. Half of its width is outside of the letters,
     * a 16th of the height. */
    if (shape->u.text.outline.a != 0) {
        tti_svg_color(out, "stroke", shape->u.text.outline);
        const int64_t stroke = height / 8;
        tti_svg_put(out, " stroke-width=\"#\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
                    &stroke);
    }
    tt_io_output_text(out, ">");
    if (head > 0) {
        put_head(out, (tt_bytes){line.text.data, head}, shape->u.text.head_color);
    }
    put_text(out, (tt_bytes){line.text.data + head, line.text.size - head});
    tt_io_output_text(out, line.is_cut ? "\xe2\x80\xa6</text>\n" : "</text>\n");
}
