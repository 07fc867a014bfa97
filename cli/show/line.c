/* SPDX-License-Identifier: MIT
 *
 * Prints lines of events. A line is printed before the next one is known, so columns have a
 * fixed width.
 */
#include "cli/show/line.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shell/fit.h"
#include "cli/shell/memory.h"
#include "cli/shell/terminal.h"
#include "cli/text/text.h"
#include "teetape/io/place.h"
#include "teetape/string.h"

/* Widths in columns. A wider text pushes the rest of its line to the right. */
#define TIME_WIDTH 11 /* a time such as 99:59:59.98 */
#define TICK_WIDTH 8  /* digits of a tick, enough for 23 days */
#define TICK_FITS 99999999
#define CLOCK_WIDTH 27 /* a date such as 2026-11-21T20:14:00.02+0100 */
#define CID_WIDTH 3    /* digits of a client id */
#define NAME_WIDTH 15  /* columns of a name: the game's names have 15 bytes */

/* Least columns for the rest of a line, and for a word, on a narrow terminal. */
#define REST_WANTED 20
#define WORD_LEAST 9

/* A tt_sink_fn that collects the text of a line. Excess text is no error, because the line is cut.
 */
static int collect(void *user, tt_bytes bytes)
{
    struct line *line = user;
    size_t room = sizeof line->text - line->used;
    size_t size = bytes.size < room ? bytes.size : room;
    memcpy(line->text + line->used, bytes.data, size);
    line->used += size;
    line->is_longer = line->is_longer || size < bytes.size;
    return 0;
}

/* Chooses the widths of the columns. A blank follows every column, and two follow the tick. A
 * narrow line drops the game time first, then the clock (--wall). A name loses its padding before a
 * word loses letters. */
static void lay_out(struct line *line, size_t word, size_t rest, bool wants_clock)
{
    size_t width = line->width;
    size_t needed = TICK_WIDTH + 2 + (word != 0 ? word + 1 : 0) + CID_WIDTH + 1 + NAME_WIDTH + 1;
    size_t clock = wants_clock ? CLOCK_WIDTH + 1 : 0;
    line->word = word;
    line->has_clock = clock != 0 && (width == 0 || width >= needed + clock + rest);
    needed += line->has_clock ? clock : 0;
    line->has_time = width == 0 || width >= needed + TIME_WIDTH + 1 + rest;
    line->name = width == 0 || width >= needed + rest ? NAME_WIDTH : 0;
    if (width != 0 && needed > width) {
        size_t least = word < WORD_LEAST ? word : WORD_LEAST, missing = needed - width;
        line->word = missing < word - least ? word - missing : least;
    }
}

/* Opens a line. `parts` is opened in any case, because line_memory needs it. Its sink has the
 * address of the struct, which must not move. */
bool line_open(struct line *line, struct reading *r, size_t word, size_t rest)
{
    const struct job *job = r->job;
    memset(line, 0, sizeof *line);
    line->job = job;
    line->out = job->out;
    line->width = fit_width(job->settings);
    line->colour = terminal_colour(STDOUT_NUMBER);
    lay_out(line, word, rest != 0 ? rest : REST_WANTED, job->settings->wall);
    line->to = line->width != 0 ? &line->parts : line->out;
    if (tt_io_output_open(&line->parts, collect, line)) {
        return true;
    }
    memory_tell(job->path);
    return reading_fail(r, EXIT_SYSTEM);
}

void line_close(struct line *line)
{
    tt_io_output_close(&line->parts);
}

tt_io_output *line_output(struct line *line)
{
    text_blanks(line->to, line->blanks);
    line->blanks = 0;
    return line->to;
}

/* Blanks are printed only when more text follows, so that no line ends in blanks. */
static void pad(struct line *line, size_t used, size_t width)
{
    line->blanks += (used < width ? width - used : 0) + 1;
}

/* Begins or ends the faint part. An escape sequence has no width, so a line that is cut gets its
 * colour when the visible part is known. `faint` is 0 at the begin of the faint part and is set at
 * its end. */
static void put_look(struct line *line, enum text_look look)
{
    if (line->width == 0) {
        tt_io_output_text(line->out, text_look(look, line->colour));
    } else {
        tt_io_output_flush(&line->parts);
        line->faint = line->used;
    }
}

/* Begins a line at a game time and a tick (both in ticks; a negative tick prints no time) and a
 * clock or NULL. The file is named before its first line, so a recording without lines is not
 * named. */
static void begin(struct line *line, int32_t since_start, int32_t tick, const char *clock)
{
    char time[TEXT_TIME];
    if (!line->has_begun) {
        job_text_file(line->job);
        line->has_begun = true;
    }
    tt_io_output *out = line_output(line);
    put_look(line, TEXT_FAINT);
    if (line->has_time) {
        text_right(out, tick >= 0 ? text_time(time, since_start) : "-", TIME_WIDTH);
        tt_io_output_byte(out, ' ');
    }
    if (tick >= 0) {
        text_int_right(out, tick, TICK_WIDTH);
    } else {
        text_right(out, "-", TICK_WIDTH);
    }
    tt_io_output_byte(out, ' ');
    if (clock != NULL && line->has_clock) {
        tt_io_output_text(out, clock);
        tt_io_output_byte(out, ' ');
    }
    put_look(line, TEXT_NORMAL);
    tt_io_output_byte(out, ' ');
}

void line_time(struct line *line, const struct reading *r, int32_t tick)
{
    char clock[TT_IO_PLACE_CLOCK_TEXT];
    begin(line, tt_io_reading_time(&r->io, tick), tick, reading_clock(r, clock, tick));
}

/* Prints a word. Words are ASCII, so bytes are columns. */
static void put_word(struct line *line, const char *word)
{
    tt_bytes text = tt_bytes_of(word);
    bool is_cut = text.size > line->word && line->width != 0;
    tt_bytes shown = is_cut ? fit_cut(text, line->word) : text;
    tt_io_output_bytes(line_output(line), shown);
    tt_io_output_text(line_output(line), is_cut ? FIT_ELLIPSIS : "");
    pad(line, shown.size + is_cut, line->word);
}

/* Prints a player. The name is made safe before it is measured, because that changes its width. */
void line_player(struct line *line, int32_t cid, const char *name)
{
    char safe[TT_UTF8_SAFE_BOUND(TT_NAME_CAP)];
    if (cid < 0) {
        pad(line, 0, CID_WIDTH);
        pad(line, 0, line->name);
        return;
    }
    text_int_right(line_output(line), cid, CID_WIDTH);
    line->blanks += 1;
    tt_bytes shown = {(const uint8_t *)safe, tt_utf8_safe(safe, sizeof safe, tt_bytes_of(name))};
    if (shown.size != 0) {
        tt_io_output_bytes(line_output(line), shown);
    }
    pad(line, text_width(shown), line->name);
}

void line_event(struct line *line, const struct reading *r, const char *word, int32_t cid)
{
    line_time(line, r, r->io.item.tick);
    put_word(line, word);
    line_player(line, cid, tt_recording_session(r->io.rec, cid).name);
}

/* Prints as much of the line as fits. The text has no escape sequences yet, so its width is that of
 * its characters. */
static void print_fitting(struct line *line)
{
    const uint8_t *text = (const uint8_t *)line->text;
    const tt_bytes whole = {text, line->used};
    bool is_cut = line->is_longer || text_width(whole) > line->width;
    tt_bytes shown = is_cut ? fit_cut(whole, line->width) : whole;
    size_t faint = line->colour ? line->faint : 0;
    faint = faint < shown.size ? faint : shown.size;
    tt_io_output_text(line->out, text_look(TEXT_FAINT, faint != 0));
    tt_io_output_bytes(line->out, (tt_bytes){text, faint});
    tt_io_output_text(line->out, text_look(TEXT_NORMAL, faint != 0));
    tt_io_output_bytes(line->out, (tt_bytes){text + faint, shown.size - faint});
    tt_io_output_text(line->out, is_cut ? FIT_ELLIPSIS : "");
}

void line_end(struct line *line)
{
    line->blanks = 0;
    if (line->width != 0) {
        tt_io_output_flush(&line->parts);
        print_fitting(line);
        line->used = 0;
        line->is_longer = false;
    }
    tt_io_output_byte(line->out, '\n');
}

#define NOBODY TT_CIDS

struct player {
    bool is_known;          /* `text` is valid for `name` */
    char name[TT_NAME_CAP]; /* name as the reading gave it, to notice a change */
    struct line_text text;
};

struct line_memory {
    struct line *line;                 /* the line that writes the columns; owned by the caller */
    bool has_time;                     /* `time` is valid for `tick` */
    int32_t tick;                      /* tick of `time`; many records have the same one */
    int32_t since;                     /* game time of `time` in ticks */
    struct line_text time;             /* game time, tick, and the clock with --wall */
    struct player player[TT_CIDS + 1]; /* the last one is for records without a client */
};

struct line_memory *line_memory_new(struct line *line)
{
    bool is_plain = line->width == 0 && !line->colour;
    struct line_memory *memory = is_plain ? calloc(1, sizeof *memory) : NULL;
    if (memory != NULL) {
        memory->line = line;
    }
    return memory;
}

/* Begins to collect a text. What is printed up to the next take() goes into `text` instead of the
 * output. */
static void begin_apart(struct line *line)
{
    line->to = &line->parts;
    line->used = 0;
    line->blanks = 0;
}

/* Takes the collected text. Returns false when it is too long to be remembered. */
static bool take(struct line *line, struct line_text *text)
{
    line_output(line);
    tt_io_output_flush(&line->parts);
    line->to = line->out;
    const tt_bytes whole = {(const uint8_t *)line->text, line->used};
    text->size = (uint32_t)(whole.size < sizeof text->text ? whole.size : sizeof text->text);
    memcpy(text->text, whole.data, text->size);
    return whole.size <= sizeof text->text;
}

bool line_memory_word(struct line_memory *memory, struct line_text *text, const char *word)
{
    begin_apart(memory->line);
    put_word(memory->line, word);
    return take(memory->line, text);
}

/* Counts the columns up to a later tick of the same second: only the last digits of the game time
 * and of the tick change. Returns false when more changes, or when the columns have another width.
 * Time and tick advance together, but the time remains 0 before the first tick. */
static bool count_up(struct line_memory *memory, int32_t tick)
{
    int64_t ticks = (int64_t)tick - memory->tick;
    int64_t part = memory->since % TT_TICKS_PER_SECOND + ticks;
    if (!memory->has_time || memory->time.size != TIME_WIDTH + 1 + TICK_WIDTH + 2 ||
        memory->since == 0 || ticks < 0 || part >= TT_TICKS_PER_SECOND || tick > TICK_FITS) {
        return false;
    }
    memory->tick = tick;
    memory->since += (int32_t)ticks;
    char *at = memory->time.text + TIME_WIDTH;
    at[-2] = (char)('0' + part / 5);
    at[-1] = (char)('0' + part % 5 * 2);
    at += 1 + TICK_WIDTH;
    for (int carry = (int)ticks; carry > 0; carry /= 10) {
        carry += *--at != ' ' ? *at - '0' : 0;
        *at = (char)('0' + carry % 10);
    }
    return true;
}

static bool know_time(struct line_memory *memory, const struct reading *r)
{
    int32_t tick = r->io.item.tick;
    if ((memory->has_time && memory->tick == tick) || count_up(memory, tick)) {
        return true;
    }
    begin_apart(memory->line);
    line_time(memory->line, r, tick);
    memory->tick = tick;
    memory->since = tt_io_reading_time(&r->io, tick);
    memory->has_time = take(memory->line, &memory->time);
    return memory->has_time;
}

static bool know_player(struct line_memory *memory, struct player *player, int32_t cid,
                        const char *name)
{
    if (!player->is_known || strcmp(player->name, name) != 0) {
        size_t size = strlen(name) + 1;
        if (size > sizeof player->name) {
            return false;
        }
        begin_apart(memory->line);
        line_player(memory->line, cid, name);
        memcpy(player->name, name, size);
        player->is_known = take(memory->line, &player->text);
    }
    return player->is_known;
}

/* Writes the columns of a line. line_time names the file, so the first line is written without
 * templates. */
uint8_t *line_memory_put(struct line_memory *memory, uint8_t *at, const struct reading *r,
                         const struct line_text *word, int32_t cid, const char *name)
{
    struct player *player = &memory->player[cid >= 0 && cid < TT_CIDS ? cid : NOBODY];
    if (!memory->line->has_begun || cid >= TT_CIDS || !know_time(memory, r) ||
        !know_player(memory, player, cid, cid < 0 ? "" : name)) {
        return NULL;
    }
    at = line_text_copy(at, memory->time.text, memory->time.size);
    at = line_text_copy(at, word->text, word->size);
    return line_text_copy(at, player->text.text, player->text.size);
}
