/* SPDX-License-Identifier: MIT
 *
 * Whose path has which colour: a line for each name of each file. Sessions of the same name in the
 * same file are one. A name that was changed is shown with the one before, as `players` does.
 */
#ifndef CLI_PICTURE_LEGEND_H
#define CLI_PICTURE_LEGEND_H

#include "teetape/io/paths.h"
#include "teetape/io/walk.h"

/* Lines at most; there is no room for more in a picture. Players beyond have a colour without a
 * line. */
#define LEGEND_LINES 256

/* Bytes of a line; tt_draw_legend shows no more. */
#define LEGEND_TEXT 256

/* Lines in the order in which players were met. Filled by legend_color, finished by
 * legend_write. */
struct legend {
    const tt_io_list *files;            /* set by the caller: of the run */
    size_t count;                       /* of lines */
    tt_legend_line lines[LEGEND_LINES]; /* text and colour */
    struct {
        const char *name, *first_name; /* of somebody else, and in the memory of that */
        size_t file;                   /* which of files */
        char text[LEGEND_TEXT];
    } player[LEGEND_LINES];
};

/* The colour of whose path this is, who gets a line. Its names have to remain valid; "" is unknown.
 */
tt_rgba legend_color(struct legend *legend, const tt_io_path *path, size_t file);

/* All players have a colour: writes the lines. Of several files each line has the name of its
 * file. */
void legend_write(struct legend *legend);

#endif
