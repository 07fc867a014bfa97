/* SPDX-License-Identifier: MIT
 *
 * Draws the chat. The newest line is the lowest, a long line is broken into rows, and each row has
 * a box. Units are those of the HUD, 300 high, as in the game.
 */
#include "draw/parts.h"
#include "draw/pen.h"

/* Units of the HUD. The chat ends at LOWEST, or above keys and speed. A line begins at most
 * CHAT_HEIGHT above its end, and less in a picture that is narrower than BROAD, where each line
 * covers the whole width. CHAT_TEE is the width of a small tee. */
#define CHAT_FONT (6 * TTI_ONE)
#define CHAT_ROW (8 * TTI_ONE)
#define LOWEST (280 * TTI_ONE)
#define CHAT_HEIGHT (80 * TTI_ONE)
#define BROAD (300 * TTI_ONE)
#define LEFT (5 * TTI_ONE)
#define CHAT_TEE (10 * TTI_ONE)
#define CHAT_WIDTH (200 * TTI_ONE)

/* Letters that fit a row of CHAT_WIDTH, and the fewest letters of a row in a narrow picture. */
#define CHAT_LETTERS 54
#define CHAT_LETTERS_MIN 8

/* The time that a line is visible, and the part of it in which it fades: ticks times TTI_ONE. */
#define CHAT_SHOWN (14 * TT_TICKS_PER_SECOND * TTI_ONE)
#define FADES (2 * TT_TICKS_PER_SECOND * TTI_ONE)

/* Returns true for a line of the server. The sender of a whisper may be unknown too. */
static bool is_server(const tti_scene_line *line)
{
    return line->cid < 0 && line->to != TT_CHAT_PLAYER;
}

static tt_rgba chat_color(const tti_scene_line *line)
{
    return is_server(line)              ? TTI_RGB(0xfffd7f)
           : line->to == TT_CHAT_PLAYER ? TTI_RGB(0xff8080)
           : line->to == TT_CHAT_TEAM   ? TTI_RGB(0xa5ffa5)
                                        : TTI_WHITE;
}

/* Returns the colour of a sender's name, by the team at the time of the line. */
static tt_rgba sender_color(const tti_scene_line *line)
{
    return line->ddrace_team > 0 ? tti_team_color(line->ddrace_team, TTI_FIX(.75))
                                 : TTI_RGB(0xcccccc);
}

/* Writes a line and returns how many bytes its names have. A repeated line shows a count. */
static size_t write_chat_line(tti_words *w, const tti_scene_line *line)
{
    if (is_server(line)) {
        tti_words_add(w, "*** ");
    } else {
        tti_words_add(w, line->name);
        tti_words_add(w, line->to_name[0] != 0 ? " \xe2\x86\x92 " : "");
        tti_words_add(w, line->to_name);
        tti_words_add(w, ": ");
    }
    size_t head = w->size;
    tti_words_add(w, line->text);
    if (line->repeats > 1) {
        tti_words_add(w, " [");
        tti_words_number(w, line->repeats);
        tti_words_add(w, "]");
    }
    return head;
}

static unsigned split(tt_bytes text, tti_fix width, tt_bytes *rows, unsigned most)
{
    unsigned count = 0;
    unsigned letters =
        (unsigned)tti_clamp(CHAT_LETTERS * width / CHAT_WIDTH, CHAT_LETTERS_MIN, CHAT_LETTERS);
    while (text.size > 0 && count < most) {
        size_t size = tti_words_line(text, letters);
        rows[count++] = (tt_bytes){text.data, size};
        text = (tt_bytes){text.data + size, text.size - size};
        while (text.size > 0 && text.data[0] == ' ') {
            text = (tt_bytes){text.data + 1, text.size - 1};
        }
    }
    return count;
}

/* Paints a line whose lowest row ends at `y`, and returns its top. */
static tti_fix paint_line(tti_pen *pen, const tti_moment *m, const tti_scene_line *line, tti_fix y)
{
    enum { ROWS = 32 };
    const tti_fix most =
        tti_clamp(pen->view.width - 2 * LEFT - CHAT_TEE - 4 * TTI_ONE, TTI_ONE, CHAT_WIDTH);
    tti_words w = {.size = 0};
    tt_bytes rows[ROWS];
    size_t head = write_chat_line(&w, line);
    unsigned count = split(tti_pen_keep(pen, tti_words_of(&w)), most, rows, ROWS);
    tti_fix top = y - (tti_fix)count * CHAT_ROW;
    tti_fix wide = tti_clamp(tti_words_width(tti_words_of(&w)) * 6, 0, most);
    tti_pen_box(pen, (tti_vec){LEFT, top}, (tti_vec){LEFT + CHAT_TEE + wide + 4 * TTI_ONE, y},
                2 * TTI_ONE, TTI_RGBA(0, 40));
    if (line->cid >= 0 && m->scene->player[line->cid].is_known) {
        tti_draw_small_tee(pen, m, line->cid, (tti_vec){LEFT + CHAT_TEE / 2, top + CHAT_ROW / 2},
                           7 * TTI_ONE, TT_EMOTE_NORMAL, 0);
    }
    tti_pen person = *pen;
    person.flags |= is_server(line) ? 0 : TT_SHAPE_NAME;
    for (unsigned i = 0; i < count; i++) {
        tti_label text = {
            .at = {LEFT + CHAT_TEE + TTI_ONE, top + (tti_fix)i * CHAT_ROW + TTI_ONE},
            .height = CHAT_FONT,
            .utf8 = rows[i],
            .color = chat_color(line),
            .outline = TTI_RGBA(0, 77),
            .width = most,
            .head = i == 0 && !is_server(line) ? (head < rows[0].size ? head : rows[0].size) : 0,
            .head_color = sender_color(line)};
        tti_pen_text(&person, &text);
    }
    return top;
}

/* Draws the chat. The scene is that of the later snapshot, so a line may be later than the
 * moment. */
void tti_draw_chat(tti_pen *pen, const tti_moment *m)
{
    const tti_scene *s = m->scene;
    uint32_t count = s->chats < TTI_SCENE_CHAT ? s->chats : TTI_SCENE_CHAT;
    tti_fix lowest = tti_keys_top(pen, m->options->show) - TTI_ONE;
    lowest = lowest < LOWEST ? lowest : LOWEST;
    tti_fix y = lowest,
            highest = lowest - tti_clamp(CHAT_HEIGHT * pen->view.width / BROAD, 0, CHAT_HEIGHT);

    for (uint32_t i = 1; i <= count && y > highest; i++) {
        const tti_scene_line *line = &s->chat[(s->chats - i) % TTI_SCENE_CHAT];
        int64_t left = CHAT_SHOWN + FADES - (m->time - line->tick * TTI_ONE);
        bool is_hidden = line->is_origin && (m->options->show & TT_DRAW_ORIGIN) == 0;
        if (left <= 0 || left > CHAT_SHOWN + FADES || is_hidden) {
            continue;
        }
        tti_pen faded = *pen;
        faded.alpha = left < FADES ? (uint32_t)(left * 255 / FADES) : 255;
        y = paint_line(&faded, m, line, y) - TTI_ONE;
    }
}
