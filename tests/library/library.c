/* SPDX-License-Identifier: MIT
 *
 * A small command that knows the libraries by their public headers alone, for tests that compare it
 * with teetape and let the system fail below it:
 *
 *     facts PATH...             a JSON object for each fact of the recordings, on all cores
 *     players PATH...           a JSON object for each session
 *     part FROM TO PLAYER FILE  facts of a span and a player
 *     find facts DATABASE PATH...    scans, then facts of many kinds
 *     find players DATABASE PATH...  scans, then all sessions
 *     pack FORMAT FILE OUTPUT   xz, zstd or plain
 *     index FILE
 *     copy FILE OUTPUT          decompressed, and compressed as the name of OUTPUT asks
 *
 * Every error is a line "teetape: PATH: SENTENCE". The exit status is that of teetape: 1 for
 * damage, 3 when the system failed.
 */
#define _POSIX_C_SOURCE 200809L

#include "tool.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tt_io_stop tool_stop;
static int worst; /* status so far */

static void on_signal(int number)
{
    if (tt_io_stop_wanted(&tool_stop)) { /* the second one: at once */
        tt_io_file_remove_temporary();
        signal(number, SIG_DFL);
        raise(number);
    }
    tt_io_stop_want(&tool_stop, number);
    tt_io_stop_all(number);
}

void tool_worsen(int status)
{
    int seen = __atomic_load_n(&worst, __ATOMIC_RELAXED);
    while (seen < status && !__atomic_compare_exchange_n(&worst, &seen, status, 0, __ATOMIC_RELAXED,
                                                         __ATOMIC_RELAXED)) {
    }
}

void tool_say(const tt_io_error *error)
{
    bool is_told = error->path[0] != '\0' && error->text[0] != '\0';
    bool is_damage = error->status == TT_ERR_COMPRESSED_DATA || error->status == TT_ERR_CHANGED;
    fprintf(stderr, "teetape: %s: %s\n", error->path, error->text);
    /* without a file or words it is a fault of the library, which no test expects */
    tool_worsen(!is_told ? TOOL_USAGE : is_damage ? TOOL_DAMAGED : TOOL_FAILED);
}

static void pack(char **words)
{
    const tt_io_compressor *format = strcmp(words[0], "xz") == 0 ? tt_io_compressor_of("file.xz")
                                     : strcmp(words[0], "zstd") == 0
                                         ? tt_io_compressor_of("file.zst")
                                         : NULL;
    tt_io_pack_options how = {.format = format,
                              .output = words[2],
                              .threads = 2,
                              .force = true,
                              .unfinished = true,
                              .stop = &tool_stop};
    tt_io_pack_report report;
    tt_io_pack_result result = tt_io_pack(words[1], &how, &report);
    if (result == TT_IO_PACK_FAILED || result == TT_IO_PACK_REFUSED) {
        tool_say(&report.error);
    } else if (result == TT_IO_PACK_DONE && report.error.status != TT_OK) {
        tool_say(&report.error);
    } else if (result != TT_IO_PACK_DONE && result != TT_IO_PACK_STOPPED) {
        tool_worsen(TOOL_DAMAGED);
    }
    free(report.output);
}

static void build_index(char **words)
{
    tt_io_index_report report;
    tt_io_error error;
    char *path = tt_io_index_path(words[0], NULL, &error);
    if (path == NULL) {
        tool_say(&error);
        return;
    }
    tt_io_index_options how = {.recording = words[0], .index = path, .stop = &tool_stop};
    tt_io_index_build(&how, &report);
    if (report.outcome == TT_IO_INDEX_NO_RECORDING) {
        fprintf(stderr, "teetape: %s: no recording\n", words[0]);
        tool_worsen(TOOL_DAMAGED);
    } else if (report.error.status != TT_OK) {
        tool_say(&report.error);
    }
    free(path);
}

/* All bytes of the input; false when it failed, which was said. */
static bool copy_all(tt_io_input *in, tt_io_file *file)
{
    tt_bytes piece;
    tt_io_input_status status;
    while ((status = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE) {
        tt_io_output_bytes(tt_io_file_out(file), piece);
    }
    if (status == TT_IO_INPUT_FAILED) {
        tool_say(tt_io_input_error(in));
    }
    return status == TT_IO_INPUT_END;
}

static void copy(char **words)
{
    tt_io_error error;
    const tt_io_input_options how = {.stop = &tool_stop};
    tt_io_input *in = tt_io_input_open(words[0], &how, &error);
    tt_io_file *file = NULL;
    if (in != NULL) {
        file = tt_io_file_open(words[1], &(tt_io_file_options){.replace = true}, &error);
    }
    if (file == NULL) {
        tool_say(&error);
    } else if (!copy_all(in, file)) {
        tt_io_file_discard(file);
    } else if (!tt_io_file_commit(file, &error)) {
        tool_say(&error);
    }
    tt_io_input_close(in);
}

static int run(int argc, char **argv)
{
    static const struct {
        const char *name;
        int words; /* at least */
        void (*run)(char **words);
    } verbs[] = {
        {"facts", 1, tool_facts}, {"players", 1, tool_players},
        {"part", 4, tool_part},   {"find", 3, tool_find},
        {"pack", 3, pack},        {"index", 1, build_index},
        {"copy", 2, copy},
    };
    for (size_t i = 0; argc > 1 && i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(argv[1], verbs[i].name) == 0 && argc - 2 >= verbs[i].words) {
            verbs[i].run(argv + 2);
            return worst;
        }
    }
    fputs("usage: library VERB WORD...\n", stderr);
    return TOOL_USAGE;
}

int main(int argc, char **argv)
{
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sigaction(numbers[i], &action, NULL); /* signal() may take the handler away */
    }
    signal(SIGPIPE, SIG_IGN);
    int status = run(argc, argv);
    int reason = tt_io_stop_reason(&tool_stop);
    if (reason > 0) {
        signal(reason, SIG_DFL);
        raise(reason);
    }
    return status;
}
