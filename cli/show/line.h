/* SPDX-License-Identifier: MIT
 *
 * Prints lines of events: time, tick, some columns, and a rest. A terminal shows as much of a
 * line as it is wide, with the time in a faint colour. A narrow terminal has no game time and
 * clock, and narrower words.
 */
#ifndef CLI_LINE_H
#define CLI_LINE_H

#include <string.h>

#include "cli/shell/reading.h"

/* The text of a line goes to `out`, or to `text` when it has to be measured and cut first. */
struct line {
    const struct job *job;
    tt_io_output *out;  /* output that gets the lines */
    tt_io_output *to;   /* output that gets the parts of a line: `out` or `parts` */
    tt_io_output parts; /* writes into `text` */
    char text[4096];    /* the line so far, where lines are cut or remembered */
    size_t used;        /* bytes of `text` */
    bool is_longer;     /* the line did not fit into `text` */
    size_t faint;       /* number of bytes at the begin of the line in faint colour */
    size_t blanks;      /* blanks due before more text, if any follows */
    bool has_begun;     /* true when the file has been named */
    unsigned width;     /* columns of the terminal, 0 when lines are not cut */
    bool colour;        /* stdout is a terminal with colour that the user wants */
    bool has_time, has_clock;
    size_t word, name; /* columns for a word and for a name; 0 for as many as the name needs */
};

/* Opens the lines of a reading. `word` is the number of columns for a word in each line, or 0.
 * `rest` is the number of columns for the last part (0 for a few words), for which game time and
 * clock are left out if necessary. Returns false when the reading failed. */
bool line_open(struct line *line, struct reading *r, size_t word, size_t rest);
void line_close(struct line *line);

/* Begins a line. Names the file before the first line if there are several files. */
void line_time(struct line *line, const struct reading *r, int32_t tick);

/* Prints the client id and the name, or blanks for a negative id. */
void line_player(struct line *line, int32_t cid, const char *name);

/* Prints all columns and a word, for the tick of the current item. */
void line_event(struct line *line, const struct reading *r, const char *word, int32_t cid);

/* Returns the output for the rest of the line. The caller makes untrusted text safe. */
tt_io_output *line_output(struct line *line);

void line_end(struct line *line);

/* Remembers columns of lines and copies them, with the same bytes, which is faster than writing
 * them: `dump` prints millions of lines. Free it with free(). Returns NULL when lines are cut or
 * coloured, or without memory. */
struct line_memory *line_memory_new(struct line *line);

/* Bytes of a step: compilers turn a copy of constant size into a few moves. */
#define LINE_TEXT_STEP 32

/* Most bytes of a remembered text: whole steps, so that no copy reads beyond the array. */
#define LINE_TEXT (4 * LINE_TEXT_STEP)

/* Most bytes that line_memory_put touches: three columns, and the rest of the last step. */
#define LINE_MEMORY_MOST (3 * LINE_TEXT + LINE_TEXT_STEP)

/* A column with the blanks that separate it from the next. */
struct line_text {
    uint32_t size; /* size of the text, at most LINE_TEXT */
    char text[LINE_TEXT];
};

/* Remembers the column of a word. Returns false when it is too long. */
bool line_memory_word(struct line_memory *memory, struct line_text *text, const char *word);

/* Writes all columns of a line at the tick of the current item. `at` has LINE_MEMORY_MOST bytes.
 * Returns the end, or NULL when the line has to be written the slow way. */
uint8_t *line_memory_put(struct line_memory *memory, uint8_t *at, const struct reading *r,
                         const struct line_text *word, int32_t cid, const char *name);

/* Copies a text in steps. Touches up to LINE_TEXT_STEP - 1 bytes after the end of `from` and `at`.
 */
static inline uint8_t *line_text_copy(uint8_t *at, const char *from, size_t size)
{
    for (size_t i = 0; i < size; i += LINE_TEXT_STEP) {
        memcpy(at + i, from + i, LINE_TEXT_STEP);
    }
    return at + size;
}

#endif
