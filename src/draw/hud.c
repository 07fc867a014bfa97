/* SPDX-License-Identifier: MIT
 *
 * Draws the screen over the world, 300 units high: timer, times, broadcast, and notes about the
 * recording. Sizes and times are those of the game. Everything comes from the moment, so the screen
 * is right after a seek.
 */
#include "draw/parts.h"
#include "draw/pen.h"

#define HUD_HEIGHT 300
#define HUD_WIDTH 160 /* width in units into which all lines fit */
#define HUD_SECOND ((int64_t)TT_TICKS_PER_SECOND * TTI_ONE) /* a second in ticks, times TTI_ONE */

/* Returns the alpha (0 to 255) of a text that appeared `since` ticks ago, times TTI_ONE. The text
 * is shown for `seconds` and then fades. A negative `since` gives 0. */
static uint32_t fading(int64_t since, int64_t seconds, int64_t fade)
{
    int64_t left = (seconds + fade) * HUD_SECOND - since;
    if (since < 0 || left <= 0) {
        return 0;
    }
    return left < fade * HUD_SECOND ? (uint32_t)(left * 255 / (fade * HUD_SECOND)) : 255;
}

static void put_hud_line(tti_pen *pen, tti_vec at, tti_fix height, const tti_words *w,
                         tt_rgba color)
{
    tti_label text = {.at = at,
                      .height = height,
                      .utf8 = tti_pen_keep(pen, tti_words_of(w)),
                      .color = color,
                      .outline = TTI_RGBA(0, 77),
                      .align = TT_ALIGN_CENTER};
    tti_pen_text(pen, &text);
}

/* Draws the timer. In a race the warmup timer is the start of the run as a negative number.
 * Otherwise the timer shows the time of the round, or with a limit what is left of it, which is red
 * in the last minute. */
static void timer(tti_pen *pen, const tti_moment *m, tti_fix middle)
{
    const tti_game *game = &m->game;
    bool is_race = (game->state & TT_GAME_STATE_RACETIME) != 0;
    int64_t ticks = is_race ? (int64_t)m->tick + game->warmup : (int64_t)m->tick - game->start_tick;
    bool is_late = false;
    tti_words w = {.size = 0};
    if (!game->has_start && !m->scene->is_reconstructed) {
        return;
    }
    if (game->time_limit > 0 && !is_race) {
        int64_t left = (int64_t)game->time_limit * 60 - ticks / TT_TICKS_PER_SECOND;
        is_late = left <= 60;
        ticks = left * TT_TICKS_PER_SECOND;
    }
    tti_words_clock(&w, ticks > 0 ? ticks / TT_TICKS_PER_SECOND : 0);
    put_hud_line(pen, (tti_vec){middle, 2 * TTI_ONE}, 10 * TTI_ONE, &w,
                 is_late ? TTI_RGB(0xff4040) : TTI_WHITE);
}

static void difference(tti_pen *pen, tti_vec at, tti_fix height, int32_t ms)
{
    tti_words w = {.size = 0};
    int64_t way = ms < 0 ? -(int64_t)ms : ms;
    tti_words_add(&w, ms < 0 ? "-" : "+");
    tti_words_ms(&w, way);
    put_hud_line(pen, at, height, &w, ms < 0 ? TTI_RGB(0x80ff80) : TTI_RGB(0xff8080));
}

/* Draws the time of a run. A checkpoint shows only the difference to the best time. */
static void race_time(const tti_pen *pen, const tti_moment *m, tti_fix middle)
{
    const tti_scene *s = m->scene;
    int64_t since = m->time - s->time_tick * TTI_ONE;
    tti_pen faded = *pen;
    tti_words w = {.size = 0};
    faded.alpha =
        s->time_tick < 0 ? 0 : fading(since, s->time_is_finish ? 4 : 5, s->time_is_finish ? 2 : 1);
    if (faded.alpha == 0 || (!s->time_is_finish && s->time_diff_ms == 0)) {
        return;
    }
    if (!s->time_is_finish) {
        difference(&faded, (tti_vec){middle, 20 * TTI_ONE}, 10 * TTI_ONE, s->time_diff_ms);
        return;
    }
    tti_words_add(&w, "Finish time: ");
    tti_words_ms(&w, s->time_ms < 0 ? 0 : s->time_ms);
    put_hud_line(&faded, (tti_vec){middle, 20 * TTI_ONE}, 12 * TTI_ONE, &w, TTI_WHITE);
    if (s->time_diff_ms != 0) {
        difference(&faded, (tti_vec){middle, 34 * TTI_ONE}, 10 * TTI_ONE, s->time_diff_ms);
    }
}

/* Draws the broadcast. Servers send an empty text to remove it. */
static void broadcast(const tti_pen *pen, const tti_moment *m, tti_fix middle)
{
    tti_pen faded = *pen;
    faded.alpha = fading(m->time - m->scene->broadcast_tick * TTI_ONE, 9, 1);
    tti_label text = {.at = {middle, 40 * TTI_ONE},
                      .height = 12 * TTI_ONE,
                      .utf8 = tt_bytes_of(m->scene->broadcast),
                      .color = TTI_WHITE,
                      .outline = TTI_RGBA(0, 77),
                      .width = middle * 2,
                      .align = TT_ALIGN_CENTER};
    if (faded.alpha > 0) {
        tti_pen_text(&faded, &text);
    }
}

static void notes(tti_pen *pen, const tti_moment *m)
{
    static const char *const notes[2] = {"No map: the grid has 10 tiles from line to line",
                                         "Reconstructed from a server's recording"};
    unsigned show = m->options->show;
    const bool is_shown[2] = {
        (show & TT_DRAW_NOTES) != 0 && m->map == NULL,
        (show & TT_DRAW_ORIGIN) != 0 && m->scene->is_reconstructed,
    };
    tti_fix width = pen->view.width, y = pen->view.height - 9 * TTI_ONE;
    for (unsigned i = 0; i < 2; i++) {
        tti_label text = {.at = {width - 4 * TTI_ONE, y},
                          .height = 6 * TTI_ONE,
                          .utf8 = tt_bytes_of(notes[i]),
                          .color = TTI_RGBA(0xffffff, 200),
                          .outline = TTI_RGBA(0, 100),
                          .align = TT_ALIGN_RIGHT};
        if (is_shown[i]) {
            tti_pen_text(pen, &text);
            y -= 8 * TTI_ONE;
        }
    }
}

/* Draws the screen. Kills and scoreboard have screens of other heights, so other files draw
 * them. */
void tti_draw_hud(tti_pen *pen, const tti_moment *m, const tt_camera *camera)
{
    unsigned show = m->options->show;
    tti_pen screen = *pen;
    screen.view = tti_view_screen(camera, HUD_HEIGHT, HUD_WIDTH);
    tti_fix middle = screen.view.width / 2;
    if ((show & TT_DRAW_TIMER) != 0) {
        timer(&screen, m, middle);
        race_time(&screen, m, middle);
        tti_draw_ghost_gaps(&screen, m);
    }
    if ((show & TT_DRAW_KILLS) != 0) {
        tti_draw_kills(pen, m, camera);
    }
    if ((show & TT_DRAW_CHAT) != 0) {
        tti_draw_chat(&screen, m);
    }
    if ((show & TT_DRAW_BROADCAST) != 0) {
        broadcast(&screen, m, middle);
    }
    if ((show & TT_DRAW_KEYS) != 0) {
        tti_draw_keys(&screen, m);
    }
    if ((show & TT_DRAW_SPEED) != 0) {
        tti_draw_speed(&screen, m);
    }
    if ((show & TT_DRAW_SCOREBOARD) != 0) {
        tti_draw_scoreboard(pen, m, camera);
    }
    notes(&screen, m);
}
