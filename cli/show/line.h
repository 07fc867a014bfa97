/* SPDX-License-Identifier: MIT
 *
 * Lines of events for eyes: time, tick, some columns, and a rest. On a terminal a line is cut to
 * its width, and the time is faint in colour. On a narrow one game time and clock are left out,
 * and words get narrower.
 */
#ifndef CLI_LINE_H
#define CLI_LINE_H

#include <string.h>

#include "cli/shell/reading.h"

/* Text goes to `out` as it comes, or where lines are cut into `text`, and is measured at the
 * end. */
struct line {
    const struct job *job;
    tt_io_output *out;  /* where lines go */
    tt_io_output *to;   /* where they are put together: `out`, or */
    tt_io_output parts; /* into `text` */
    char text[4096];    /* where lines are cut, or apart: the line so far */
    size_t used;        /* bytes of text */
    bool is_longer;     /* than there is room for */
    size_t faint;       /* bytes at its beginning, in colour */
    size_t blanks;      /* that come before what comes next in the line, if something does */
    bool has_begun;     /* there was a line: the file has been named */
    unsigned width;     /* of the terminal, 0 when nothing is cut */
    bool colour;        /* stdout is a terminal that shows it, and the user wants it */
    bool has_time, has_clock;
    size_t word, name; /* columns of them; 0: a name has as many as it needs */
};

/* `word`: columns of a word in each line, or 0. `rest`: columns wanted for what comes last, 0 for a
 * few words; game time and clock give way to it. False: the reading has failed. */
bool line_open(struct line *line, struct reading *r, size_t word, size_t rest);
void line_close(struct line *line);

/* Begins a line, and names the file before the first one if there are several. */
void line_time(struct line *line, const struct reading *r, int32_t tick);

/* Blanks for a negative client id. */
void line_player(struct line *line, int32_t cid, const char *name);

/* All columns with a word, for the tick of the current item. */
void line_event(struct line *line, const struct reading *r, const char *word, int32_t cid);

/* The output of the rest of the line. Texts of strangers must have been made safe. */
tt_io_output *line_output(struct line *line);

void line_end(struct line *line);

/* The columns of lines, remembered as the above wrote them: a line is the same to the byte. For
 * dump, which prints millions of lines: three copies take less time than writing three columns.
 *
 * To be freed with free. NULL where lines are cut or in colour, or without memory. */
struct line_memory *line_memory_new(struct line *line);

/* A compiler makes a few moves of a copy of constant size, and no call. */
#define LINE_TEXT_STEP 32

/* Bytes of a remembered text: four steps, so that no copy reads beyond the array. */
#define LINE_TEXT (4 * LINE_TEXT_STEP)

/* Bytes that line_memory_put writes and touches: three columns, and the rest of the last step. */
#define LINE_MEMORY_MOST (3 * LINE_TEXT + LINE_TEXT_STEP)

/* A column with the blanks before the next one. */
struct line_text {
    uint32_t size; /* 0 to LINE_TEXT */
    char text[LINE_TEXT];
};

/* The column of a word. False when it is too long. */
bool line_memory_word(struct line_memory *memory, struct line_text *text, const char *word);

/* Writes all columns of a line, at the tick of the current item, to `at`, which has
 * LINE_MEMORY_MOST bytes. The end; NULL when they have to be written in the usual way. */
uint8_t *line_memory_put(struct line_memory *memory, uint8_t *at, const struct reading *r,
                         const struct line_text *word, int32_t cid, const char *name);

/* Touches up to a step less one after the end in `from` and `at`. */
static inline uint8_t *line_text_copy(uint8_t *at, const char *from, size_t size)
{
    for (size_t i = 0; i < size; i += LINE_TEXT_STEP) {
        memcpy(at + i, from + i, LINE_TEXT_STEP);
    }
    return at + size;
}

#endif
