/* SPDX-License-Identifier: MIT
 *
 * Asks the terminal for its width, and decides on colour.
 */
#include "cli/shell/terminal.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Most columns of a terminal, so that sums of widths cannot overflow. A larger COLUMNS is ignored.
 */
#define WIDEST 10000u

/* Sets the locale. Only LC_CTYPE is set, because LC_NUMERIC would put decimal commas into JSON. */
void terminal_start(void)
{
    setlocale(LC_CTYPE, "");
}

bool terminal_is(int fd)
{
    return isatty(fd) == 1;
}

/* Returns the columns of a terminal. COLUMNS dates from the start of the program, so the terminal
 * is asked first. */
unsigned terminal_width(int fd)
{
    if (!terminal_is(fd)) {
        return 0;
    }
    struct winsize size;
    memset(&size, 0, sizeof(size));
    if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col < WIDEST ? size.ws_col : WIDEST;
    }
    /* A serial line and some test tools have no size. */
    const char *columns = getenv("COLUMNS");
    unsigned long width = columns == NULL ? 0 : strtoul(columns, NULL, 10);
    return width == 0 || width > WIDEST ? 80u : (unsigned)width;
}

bool terminal_smart(int fd)
{
    const char *term = getenv("TERM");
    return terminal_is(fd) && term != NULL && term[0] != '\0' && strcmp(term, "dumb") != 0;
}

bool terminal_colour(int fd)
{
    const char *no = getenv("NO_COLOR");
    return terminal_smart(fd) && (no == NULL || no[0] == '\0');
}
