/* SPDX-License-Identifier: MIT
 *
 * Writes stdout, and on a terminal takes turns with the progress line.
 */
#include "cli/shell/results.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shell/message.h"
#include "cli/shell/terminal.h"
#include "teetape/io/error.h"

/* Nothing waits longer for the end of its line: 16 KiB without one are no line that somebody reads.
 */
#define LINE_MOST ((size_t)16 * 1024)

struct results_screen {
    pthread_mutex_t lock; /* held while either of the two draws */
    tt_io_output out;     /* stdout itself */
    uint8_t begun[LINE_MOST];
    size_t used; /* bytes of a line whose end has not come yet */
};

/* Everything up to the last end of a line; what follows it waits in `begun`. When that has no room,
 * it is written without an end: `begun` always, the new bytes only if they alone have no room
 * either. So after each call used <= LINE_MOST. The progress line is taken away first, and comes
 * back with the next count. Called with the lock. */
static int write_lines(struct results_screen *screen, tt_bytes bytes)
{
    size_t lines = bytes.size;
    while (lines > 0 && bytes.data[lines - 1] != '\n') {
        lines--;
    }
    size_t rest = bytes.size - lines;
    if (lines > 0 || screen->used + rest > sizeof screen->begun) {
        const tt_bytes begun = {screen->begun, screen->used};
        const tt_bytes whole = {bytes.data, rest > sizeof screen->begun ? bytes.size : lines};
        message_status(NULL);
        tt_io_output_bytes(&screen->out, begun);
        tt_io_output_bytes(&screen->out, whole);
        tt_io_output_flush(&screen->out);
        screen->used = 0;
        rest = bytes.size - whole.size;
    }
    memcpy(screen->begun + screen->used, bytes.data + bytes.size - rest, rest);
    screen->used += rest;
    return tt_io_output_error(&screen->out);
}

/* A tt_sink_fn. The lock keeps other threads from drawing progress between erasing it and the end
 * of the line. */
static int sink(void *user, tt_bytes bytes)
{
    struct results_screen *screen = user;
    pthread_mutex_lock(&screen->lock);
    int error = write_lines(screen, bytes);
    pthread_mutex_unlock(&screen->lock);
    return error;
}

/* Without memory for a screen stdout is written directly: lines may then mix with progress, but
 * nothing is lost. */
void results_open(struct results *r)
{
    memset(&r->progress, 0, sizeof r->progress);
    r->screen = terminal_is(STDOUT_FILENO) ? calloc(1, sizeof *r->screen) : NULL;
    if (r->screen == NULL) {
        tt_io_output_open_fd(&r->out, STDOUT_FILENO, true);
        return;
    }
    pthread_mutex_init(&r->screen->lock, NULL);
    tt_io_output_open_fd(&r->screen->out, STDOUT_FILENO, true);
    tt_io_output_open(&r->out, sink, r->screen);
}

/* What a terminal shows is asked of stderr, where the line goes: `teetape dump FILE | less` has
 * progress, too. */
void results_progress_start(struct results *r, bool enabled, uint64_t bytes, size_t files)
{
    progress_start(&r->progress, enabled && terminal_smart(STDERR_FILENO),
                   r->screen != NULL ? &r->screen->lock : NULL, bytes, files);
}

/* Full disks and network file systems may report only when the file is closed. The outer output is
 * closed first, as that flushes into the screen; then what is left of a line without an end; then
 * stdout. The first error counts. */
static int close_stdout(struct results *r)
{
    int error = tt_io_output_close(&r->out);
    if (r->screen != NULL) {
        const tt_bytes begun = {r->screen->begun, r->screen->used};
        if (error == 0) {
            tt_io_output_bytes(&r->screen->out, begun);
        }
        int closing = tt_io_output_close(&r->screen->out);
        error = error != 0 ? error : closing;
        pthread_mutex_destroy(&r->screen->lock);
        free(r->screen);
        r->screen = NULL;
    }
    return error;
}

/* The progress line goes first, as the rest of the results may be on the same screen. EPIPE is
 * good: `teetape dump FILE | head` is a normal use. */
enum exit_status results_close(struct results *r)
{
    progress_end(&r->progress);
    int error = close_stdout(r);
    if (error == 0 || error == EPIPE) {
        return EXIT_GOOD;
    }
    tt_io_error text;
    tt_io_error_system(&text, error, "the results cannot be written");
    message_say(MESSAGE_ERROR, NULL, "%s", text.text);
    return EXIT_SYSTEM;
}
