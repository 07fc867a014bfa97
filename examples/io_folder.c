/* SPDX-License-Identifier: MIT
 *
 * Counts the finishes in each recording, on all cores; Ctrl-C ends it: io_folder FOLDER...
 */
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <teetape/io.h>

static tt_io_stop stop;
static atomic_bool failed; /* set by several threads */

static void on_signal(int number)
{
    tt_io_stop_want(&stop, number);
    tt_io_stop_all(number); /* also ends a wait for the other end of a FIFO */
}

static void count(void *user, tt_io_reading *r, const char *path, tt_io_output *out)
{
    char line[TT_IO_PATH_CAP + 40];
    int finishes = 0;
    for ((void)user; tt_io_reading_next(r); finishes++) /* no other fact was asked for */
        ;
    bool is_good = tt_io_reading_is_good(r);
    if (r->error.status != TT_OK && !tt_io_stop_wanted(&stop))
        fprintf(stderr, "%s: %s\n", path, r->error.text);
    if (!is_good)
        failed = true;
    snprintf(line, sizeof line, "%d%s  %s\n", finishes, is_good ? "" : "?", path);
    tt_io_output_text(out, tt_io_stop_wanted(&stop) ? "" : line);
}

int main(int argc, char **argv)
{
    const char *const *paths = (const char *const *)argv + 1;
    tt_io_error error;
    tt_io_output out;
    tt_io_each_options how = {.out = &out, .reading = {.wants = TT_WANT_FACTS, .stop = &stop}};
    how.reading.facts = TT_FACT_BIT(TT_FACT_FINISH);
    if (argc < 2) {
        fprintf(stderr, "usage: io_folder FOLDER...\n");
        return 2;
    }
    signal(SIGINT, on_signal);
    tt_io_output_open_fd(&out, 1, false);
    if (!tt_io_each(paths, (size_t)argc - 1, &how, count, NULL, &error))
        fprintf(stderr, "%s: %s\n", error.path, error.text);
    return tt_io_output_close(&out) != 0 || error.status != TT_OK || failed ||
           tt_io_stop_wanted(&stop);
}
