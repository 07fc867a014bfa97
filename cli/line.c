/* SPDX-License-Identifier: MIT
 *
 * Lines of events for eyes.
 */
#include "cli/line.h"

#include <string.h>

#include "cli/memory.h"
#include "cli/place.h"
#include "cli/text.h"
#include "host/terminal.h"
#include "host/text.h"

#define TIME_WIDTH 11
#define TICK_WIDTH 8
#define CID_WIDTH 3
#define NAME_WIDTH 15

/* Escape sequences: faint, and back to normal. */
#define FAINT "\033[2m"
#define NORMAL "\033[0m"

/* Collects a line that has to be measured. What is longer than the room is cut anyway. */
static int collect(void *user, tt_bytes bytes)
{
    struct line *line = user;
    size_t room = sizeof line->text - line->used;
    size_t size = bytes.size < room ? bytes.size : room;
    memcpy(line->text + line->used, bytes.data, size);
    line->used += size;
    return 0;
}

bool line_open(struct line *line, const struct job *job, enum exit_status *status)
{
    memset(line, 0, sizeof *line);
    line->job = job;
    line->out = job->out;
    line->width = host_terminal_width(STDOUT_NUMBER);
    line->colour = host_terminal_colour(STDOUT_NUMBER);
    if (line->width == 0 || host_output_open(&line->parts, collect, line)) {
        return true;
    }
    memory_tell(job->path);
    *status = EXIT_SYSTEM;
    return false;
}

void line_close(struct line *line)
{
    if (line->width != 0) {
        host_output_close(&line->parts);
    }
}

struct host_output *line_output(struct line *line)
{
    struct host_output *out = line->width != 0 ? &line->parts : line->out;
    host_output_repeat(out, ' ', line->blanks);
    line->blanks = 0;
    return out;
}

/* Blanks wait for something behind them, so that no line ends in any. */
static void pad(struct line *line, size_t used, size_t width)
{
    line->blanks += (used < width ? width - used : 0) + 1;
}

void line_begin(struct line *line, int32_t since_start, int32_t tick, const char *clock)
{
    char time[TEXT_TIME];
    if (!line->has_begun) {
        job_text_file(line->job);
        line->has_begun = true;
    }
    struct host_output *out = line_output(line);
    if (line->colour) {
        host_output_text(out, FAINT);
    }
    if (tick >= 0) {
        text_right(out, text_time(time, since_start), TIME_WIDTH);
        host_output_byte(out, ' ');
        text_int_right(out, tick, TICK_WIDTH);
    } else {
        text_right(out, "-", TIME_WIDTH);
        host_output_byte(out, ' ');
        text_right(out, "-", TICK_WIDTH);
    }
    host_output_byte(out, ' ');
    if (clock != NULL) {
        host_output_text(out, clock);
        host_output_byte(out, ' ');
    }
    if (line->colour) {
        host_output_text(out, NORMAL);
    }
    host_output_byte(out, ' ');
}

void line_time(struct line *line, const struct recording *r, int32_t tick)
{
    char clock[PLACE_CLOCK_TEXT];
    bool has_clock = r->job->settings->wall && TT_TH_HAS(&r->header, start_time);
    if (has_clock) {
        place_clock_format(clock, &r->header.start_time, tick);
    }
    line_begin(line, tick, tick, has_clock ? clock : NULL);
}

void line_column(struct line *line, const char *word, size_t width)
{
    host_output_text(line_output(line), word);
    pad(line, strlen(word), width);
}

void line_player(struct line *line, int32_t cid, const char *name)
{
    char safe[HOST_TEXT_SAFE_BOUND(TT_NAME_CAP)];
    if (cid < 0) {
        pad(line, 0, CID_WIDTH);
        pad(line, 0, NAME_WIDTH);
        return;
    }
    text_int_right(line_output(line), cid, CID_WIDTH);
    line->blanks += 1;
    tt_bytes shown = {(const uint8_t *)safe, host_text_safe(safe, sizeof safe, tt_bytes_of(name))};
    if (shown.size != 0) {
        host_output_bytes(line_output(line), shown);
    }
    pad(line, host_text_width(shown), NAME_WIDTH);
}

/* An escape sequence takes no columns. */
static size_t escape_size(const char *text, size_t size)
{
    size_t at = 0;
    if (size > 1 && text[0] == '\033' && text[1] == '[') {
        for (at = 2; at < size && text[at] != 'm'; at++) {
        }
        at += at < size;
    }
    return at;
}

/* The stretch up to the next escape sequence, cut to the columns that are left. */
static size_t print_stretch(struct line *line, const char *text, size_t size, size_t *columns)
{
    const char *escape = memchr(text, '\033', size);
    size_t length = escape != NULL ? (size_t)(escape - text) : size;
    tt_bytes shown = host_text_cut((tt_bytes){(const uint8_t *)text, length}, *columns);
    host_output_bytes(line->out, shown);
    *columns -= host_text_width(shown);
    if (shown.size < length) {
        *columns = 0;
    }
    return length;
}

void line_end(struct line *line)
{
    line->blanks = 0;
    if (line->width == 0) {
        host_output_byte(line->out, '\n');
        return;
    }
    host_output_flush(&line->parts);
    size_t columns = line->width, at = 0;
    while (at < line->used) {
        size_t escape = escape_size(line->text + at, line->used - at);
        if (escape != 0) {
            host_output_bytes(line->out, (tt_bytes){(const uint8_t *)line->text + at, escape});
            at += escape;
        } else {
            at += print_stretch(line, line->text + at, line->used - at, &columns);
        }
    }
    line->used = 0;
    host_output_byte(line->out, '\n');
}
