/* SPDX-License-Identifier: MIT
 *
 * The columns of lines, remembered: time and tick as long as the tick is the same, and who has a
 * client id under which name. They are taken from what line_time, line_word and line_player write,
 * so that a line that is put together of them is the same to the byte. For dump, which prints
 * millions of lines: three copies take less time than writing three columns.
 */
#ifndef CLI_LINE_MEMORY_H
#define CLI_LINE_MEMORY_H

#include <string.h>

#include "cli/show/line.h"

/* A text is copied in steps of this many bytes, a constant, for which a compiler makes a few moves
 * and no call. A power of two that most columns fit into. */
#define LINE_TEXT_STEP 32

/* Bytes of a text that is remembered: no more than four steps. A multiple of the step, so that no
 * copy reads beyond the array. */
#define LINE_TEXT (4 * LINE_TEXT_STEP)

/* Most bytes that line_memory_put writes and touches: three columns, and the rest of the last step.
 */
#define LINE_MEMORY_MOST (3 * LINE_TEXT + LINE_TEXT_STEP)

/* A column as it was written, with the blanks before the next one. */
struct line_text {
    uint32_t size; /* 0 to LINE_TEXT */
    char text[LINE_TEXT];
};

struct line_memory;

/* Remembers columns of these lines. To be freed with free. NULL: where lines are cut or in colour
 * there is nothing to remember, or there is no memory. */
struct line_memory *line_memory_new(struct line *line);

/* The column of a word. False when it is too long. */
bool line_memory_word(struct line_memory *memory, struct line_text *text, const char *word);

/* Writes all columns of a line, as line_time, line_word, line_player and line_output do, to `at`,
 * which has LINE_MEMORY_MOST bytes. The tick is that of the current item. The result is the end;
 * NULL when they have to be written in that way. */
uint8_t *line_memory_put(struct line_memory *memory, uint8_t *at, const struct reading *r,
                         const struct line_text *word, int32_t cid, const char *name);

/* Copies a text; up to a step less one of what follows its end in `from` and `at` is touched. */
static inline uint8_t *line_text_copy(uint8_t *at, const char *from, size_t size)
{
    for (size_t i = 0; i < size; i += LINE_TEXT_STEP) {
        memcpy(at + i, from + i, LINE_TEXT_STEP);
    }
    return at + size;
}

#endif
