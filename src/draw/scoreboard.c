/* SPDX-License-Identifier: MIT
 *
 * Draws the game's scoreboard on a screen 1200 units high, with one column for few players and more
 * for many. The ping of all players of a teehistorian file is 0, because the file has no latencies.
 */
#include "draw/parts.h"
#include "draw/pen.h"

#define BOARD_HEIGHT 1200
#define COLUMN_WIDTH 700
#define WIDE (COLUMN_WIDTH * TTI_ONE)
#define TOP (150 * TTI_ONE)

/* EDGE is the border around the board in units. COLUMN is the most players of a column, COLUMNS the
 * most columns. */
#define EDGE 20
#define COLUMN 32
#define COLUMNS 8

/* The score of a player without a finish. */
#define NO_TIME (-9999)

/* Returns the height of a row. With more players in a column the rows are lower, so that the board
 * remains on the screen. */
static tti_fix row_height(uint32_t players)
{
    return players <= 8    ? 60 * TTI_ONE
           : players <= 12 ? 50 * TTI_ONE
           : players <= 16 ? 40 * TTI_ONE
           : players <= 24 ? 32 * TTI_ONE
                           : 26 * TTI_ONE;
}

/* Sorts by score, highest first, then by client id. Insertion sort suits 128 players that are
 * mostly in order. */
static uint32_t sorted(const tti_moment *m, int32_t *cids)
{
    uint32_t count = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_scene_player *p = &m->scene->player[cid];
        if (!m->score[cid].is_there || !p->is_known || p->team < 0) {
            continue;
        }
        uint32_t at = count++;
        for (; at > 0 && m->score[cids[at - 1]].score < m->score[cid].score; at--) {
            cids[at] = cids[at - 1];
        }
        cids[at] = cid;
    }
    return count;
}

static void put_board_text(tti_pen *pen, tti_vec at, tti_fix height, tt_bytes utf8, tti_fix width,
                           tt_shape_align align)
{
    tti_label text = {.at = at,
                      .height = height,
                      .utf8 = utf8,
                      .color = TTI_WHITE,
                      .width = width,
                      .align = align};
    tti_pen_text(pen, &text);
}

/* Writes a score. In races it is a time in seconds, negative so that the best time is the highest
 * score. */
static void put_score(tti_pen *pen, const tti_moment *m, int32_t cid, tti_vec at, tti_fix height)
{
    tti_words w = {.size = 0};
    int32_t score = m->score[cid].score;
    if ((m->game.features & TT_GAME_INFO_EX_TIMESCORE) == 0) {
        tti_words_number(&w, score);
    } else if (score != NO_TIME) {
        tti_words_clock(&w, score < 0 ? -(int64_t)score : score);
    }
    put_board_text(pen, at, height, tti_pen_keep(pen, tti_words_of(&w)),
                   w.size > 6 ? 100 * TTI_ONE : 0, TT_ALIGN_RIGHT);
}

/* Draws a row. Rows of a DDRace team have its colour as background. */
static void paint_row(tti_pen *pen, const tti_moment *m, int32_t cid, tti_vec at, tti_fix row)
{
    const tt_scene_player *p = &m->scene->player[cid];
    tti_fix font = row * 3 / 5, top = at.y + (row - font) / 2;
    tti_words ping = {.size = 0};
    if (p->ddrace_team > 0) {
        tti_pen_box(pen, (tti_vec){at.x + 5 * TTI_ONE, at.y},
                    (tti_vec){at.x + WIDE - 5 * TTI_ONE, at.y + row}, 4 * TTI_ONE,
                    tti_rgba_fade(tti_team_color(p->ddrace_team, TTI_ONE / 2), 128));
    }
    put_score(pen, m, cid, (tti_vec){at.x + 110 * TTI_ONE, top}, font);
    tti_draw_small_tee(pen, m, cid, (tti_vec){at.x + 140 * TTI_ONE, at.y + row / 2}, row * 4 / 5,
                       TT_EMOTE_NORMAL, 0);
    tti_pen person = *pen;
    person.flags |= TT_SHAPE_NAME;
    put_board_text(&person, (tti_vec){at.x + 175 * TTI_ONE, top}, font, tt_bytes_of(p->name),
                   250 * TTI_ONE, TT_ALIGN_LEFT);
    put_board_text(&person, (tti_vec){at.x + 440 * TTI_ONE, top}, font, tt_bytes_of(p->clan),
                   150 * TTI_ONE, TT_ALIGN_LEFT);
    tti_words_number(&ping, m->score[cid].latency);
    put_board_text(pen, (tti_vec){at.x + WIDE - 20 * TTI_ONE, top}, font,
                   tti_pen_keep(pen, tti_words_of(&ping)), 0, TT_ALIGN_RIGHT);
}

static uint32_t rows_of(uint32_t count, uint32_t columns)
{
    uint32_t rows = (count + columns - 1) / columns;
    return rows > 0 ? rows : 1;
}

static tti_view board_screen(const tt_camera *camera, uint32_t count, uint32_t columns)
{
    uint32_t rows = rows_of(count, columns);
    int32_t height = (int32_t)((TOP + row_height(rows) * rows) / TTI_ONE) + 60 + EDGE;
    return tti_view_screen(camera, height > BOARD_HEIGHT ? height : BOARD_HEIGHT,
                           (int32_t)columns * COLUMN_WIDTH + 2 * EDGE);
}

/* Returns the number of columns. Up to 16 players have one column, as in the game, and up to 64
 * have two; with more, each column has 32. A board that is too wide gets the number of columns with
 * which it is largest. */
static uint32_t columns_of(const tt_camera *camera, uint32_t count)
{
    uint32_t columns = count > 16 ? rows_of(count, COLUMN) : 1;
    columns = count > 16 && columns < 2 ? 2 : columns;
    tti_fix least = board_screen(camera, count, columns).height;
    for (uint32_t c = 1; c <= COLUMNS && least > BOARD_HEIGHT * TTI_ONE; c++) {
        tti_fix height = board_screen(camera, count, c).height;
        columns = height < least ? c : columns;
        least = height < least ? height : least;
    }
    return columns;
}

void tti_draw_scoreboard(const tti_pen *pen, const tti_moment *m, const tt_camera *camera)
{
    int32_t cids[TT_CIDS];
    uint32_t count = sorted(m, cids), columns = columns_of(camera, count);
    uint32_t each = rows_of(count, columns);
    tti_fix row = row_height(each), wide = WIDE * columns;
    tti_pen screen = *pen;
    screen.view = board_screen(camera, count, columns);
    tti_fix left = (screen.view.width - wide) / 2;
    tti_pen_box(&screen, (tti_vec){left, TOP},
                (tti_vec){left + wide, TOP + 60 * TTI_ONE + row * each}, 12 * TTI_ONE,
                TTI_RGBA(0, 128));
    for (uint32_t c = 0; c < columns; c++) {
        tti_fix x = left + WIDE * c;
        put_board_text(
            &screen, (tti_vec){x + 110 * TTI_ONE, TOP + 15 * TTI_ONE}, 24 * TTI_ONE,
            tt_bytes_of((m->game.features & TT_GAME_INFO_EX_TIMESCORE) != 0 ? "Time" : "Score"), 0,
            TT_ALIGN_RIGHT);
        put_board_text(&screen, (tti_vec){x + 175 * TTI_ONE, TOP + 15 * TTI_ONE}, 24 * TTI_ONE,
                       tt_bytes_of("Name"), 0, TT_ALIGN_LEFT);
        put_board_text(&screen, (tti_vec){x + 440 * TTI_ONE, TOP + 15 * TTI_ONE}, 24 * TTI_ONE,
                       tt_bytes_of("Clan"), 0, TT_ALIGN_LEFT);
        put_board_text(&screen, (tti_vec){x + WIDE - 20 * TTI_ONE, TOP + 15 * TTI_ONE},
                       24 * TTI_ONE, tt_bytes_of("Ping"), 0, TT_ALIGN_RIGHT);
        for (uint32_t i = c * each; i < count && i < (c + 1) * each; i++) {
            tti_vec at = {x, TOP + 50 * TTI_ONE + row * (i - c * each)};
            paint_row(&screen, m, cids[i], at, row);
        }
    }
}
