/* SPDX-License-Identifier: MIT
 *
 * Lines of events for eyes: time, tick, some columns, and a rest that is as long as it is. On a
 * terminal a line is cut to its width, and the time is faint in colour. Where there is little room,
 * game time and clock are left out, and the words get narrower. Tick, client id and name are there
 * as long as there is room for them, and what comes after them is cut.
 */
#ifndef CLI_LINE_H
#define CLI_LINE_H

#include "cli/shell/reading.h"

/* The lines of one reading. Two ways of an output: where nothing is cut, text goes to `out` as it
 * comes; on a terminal a line is collected in `text`, measured at its end, and written as far as it
 * has room. Either way blanks wait in `blanks` until something follows them. */
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
    /* what has room; set by line_open and then the same for all lines */
    bool has_time, has_clock;
    size_t word, name; /* columns of them; 0: a name has as many as it needs */
};

/* Lines of a reading, with a word of up to `word` columns in each; 0: with none. What comes last
 * wants `rest` columns, 0 for those of a few words: game time and clock give way to it. False when
 * there is no memory: then the reading has failed. */
bool line_open(struct line *line, struct reading *r, size_t word, size_t rest);
void line_close(struct line *line);

/* Begins a line: (before the first one the file, if there are several) game time, tick, and with
 * --wall the clock. */
void line_time(struct line *line, const struct reading *r, int32_t tick);

/* The word. */
void line_word(struct line *line, const char *word);

/* Client id and name; blanks for a negative client id. */
void line_player(struct line *line, int32_t cid, const char *name);

/* The columns of what happens at the tick of the current item: all of the above. */
void line_event(struct line *line, const struct reading *r, const char *word, int32_t cid);

/* Where the rest of the line is written to, if there is one: asking for it ends the columns with
 * their blanks. What strangers wrote must have been made safe. */
tt_io_output *line_output(struct line *line);

void line_end(struct line *line);

/* For who remembers columns (line_memory.h): what is written from now on is no line, and
 * line_together gives it, valid until more is written. Not where lines are cut. */
void line_apart(struct line *line);
tt_bytes line_together(struct line *line);

#endif
