/* SPDX-License-Identifier: MIT
 *
 * teetape repair: the readable part of a damaged recording.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/repair_tell.h"
#include "cli/run.h"
#include "host/compress.h"
#include "host/input.h"
#include "host/message.h"

static const char *const description[] = {
    "Writes what can be read of a damaged or unfinished recording, byte for byte as it was, and "
    "closes it with FINISH. Records that are errors are left out, with all ticks as they were; "
    "what cannot be decoded ends the recording. One that is undamaged is copied as it is. Of "
    "compressed data that is damaged or cut, everything is used that can be decompressed.",
    "With --resync the recording goes on behind damage, at the next place from where many records "
    "in a row are such as a server writes them. At such a gap all tees end. A player is there "
    "again from the next record that tells a position, and an input that tells all of it; what "
    "comes before builds on what was lost and is left out. Ticks go on from the last known one, so "
    "all later ones are too early by what was lost. docs/repair.md explains how it is done, and "
    "what cannot be found: a changed number is none that anybody could notice.",
    "What was lost is said on stderr. The id of the game stays the same. If the header is damaged, "
    "nothing can be done.",
    NULL,
};

static const struct option options[] = {
    {'o', "output", "OUT", OPTION_TEXT, offsetof(struct settings, output),
     "write to this file, compressed when it ends in .xz, .zst or .gz; '-' is stdout", 0, 0, NULL},
    {0, "force", NULL, OPTION_FLAG, offsetof(struct settings, force),
     "replace a file that exists already", 0, 0, NULL},
    {0, "resync", NULL, OPTION_FLAG, offsetof(struct settings, resync),
     "go on behind what cannot be decoded", 0, 0, NULL},
};

static const struct example examples[] = {
    {"Close a recording whose server was killed:", "repair FILE -o whole.teehistorian"},
    {"Save what is left after a disk failure:", "repair FILE.xz -o saved.teehistorian.xz --resync"},
    {"How much of it is damaged:", "repair FILE --resync --json -o /dev/null"},
};

static const char *const json_intro[] = {"One object:", NULL};

static const char *const exit_status[] = {
    "0|The repaired recording was written, whatever was lost.",
    "1|Nothing can be read of it: no teehistorian file, or its header is damaged.",
    "2|Wrong usage, or OUT exists and --force was not given.",
    "3|The system failed: a file cannot be read or written.",
    NULL,
};

/* One recording on its way. */
struct work {
    struct job *job;
    struct host_input *input;
    struct host_compressed_file file;
    tt_th_repair repair;
    struct repair_story story;
    enum exit_status status;
    uint8_t buffer[TT_TH_REPAIR_BUFFER];
};

static const char *check(const struct settings *settings)
{
    if (settings->output == NULL || settings->output[0] == 0) {
        return "where to? -o OUT";
    }
    if (settings->json && strcmp(settings->output, "-") == 0) {
        return "--json and the recording cannot both go to stdout";
    }
    if (settings->recursive) {
        return "a folder cannot be repaired, only one recording at a time";
    }
    return NULL;
}

static const char *check_count(const struct settings *settings, size_t count)
{
    (void)settings;
    if (count == 0) {
        return "which file? '-' is stdin";
    }
    return count > 1 ? "only one recording at a time, because there is one OUT" : NULL;
}

static int put(void *user, tt_bytes piece)
{
    struct work *w = user;
    host_output_bytes(w->file.out, piece);
    return host_output_error(w->file.out);
}

static void fail(struct work *w, enum exit_status status, const char *path, const char *text)
{
    host_message(HOST_MESSAGE_ERROR, path, "%s", text);
    w->status = status;
}

/* Compressed data that is damaged ends here, and is repaired as far as it goes. */
static bool goes_to_end(struct work *w)
{
    const struct host_error *error = host_input_error(w->input);
    if (error->kind != HOST_ERROR_DAMAGED) {
        fail(w, EXIT_SYSTEM, w->job->path, error->text);
        return false;
    }
    w->story.damage = *error;
    host_message(HOST_MESSAGE_WARNING, w->job->path, "byte %" PRIu64 " of the file: %s",
                 error->offset, error->text);
    return true;
}

/* False when there will be no result. */
static bool read_all(struct work *w)
{
    tt_bytes piece;
    tt_status status = TT_OK;
    for (;;) {
        switch (host_input_next(w->input, &piece)) {
        case HOST_INPUT_PIECE:
            status = tt_th_repair_feed(&w->repair, piece.data, piece.size);
            run_progress(w->job, host_input_count(w->input).read);
            if (status != TT_OK) {
                return false;
            }
            break;
        case HOST_INPUT_IDLE:
        case HOST_INPUT_STOPPED:
            return false;
        case HOST_INPUT_FAILED:
            if (!goes_to_end(w)) {
                return false;
            }
            return tt_th_repair_end(&w->repair) == TT_OK;
        case HOST_INPUT_END:
            return tt_th_repair_end(&w->repair) == TT_OK;
        }
    }
}

/* Why there is no result. */
static void tell_failure(struct work *w)
{
    const tt_error *error = &w->repair.error;
    if (w->repair.bytes == 0 && error->status == TT_ERR_TH_MAGIC) {
        bool is_compressed = w->story.damage.kind != HOST_ERROR_NONE;
        fail(w, EXIT_DAMAGED, w->job->path,
             is_compressed ? "nothing of it can be decompressed" : "the file is empty");
    } else if (error->status == TT_ERR_TH_MAGIC) {
        fail(w, EXIT_DAMAGED, w->job->path, error->what);
    } else if (error->status != TT_OK && error->status != TT_ERR_TH_WRITE_PUT) {
        host_message(HOST_MESSAGE_ERROR, w->job->path,
                     "offset %" PRIu64 ": %s; without its header nothing can be repaired",
                     error->offset, error->what);
        w->status = EXIT_DAMAGED;
    }
}

static void commit(struct work *w)
{
    struct host_error error;
    bool pipe_closed = host_output_pipe_closed(w->file.out);
    if (!host_compressed_file_commit(&w->file, &error)) {
        if (!pipe_closed) {
            bool exists = error.system == EEXIST;
            fail(w, exists ? EXIT_USAGE : EXIT_SYSTEM, w->job->settings->output, error.text);
        }
    } else if (w->repair.error.status == TT_OK) {
        repair_tell_result(&w->story, &w->repair);
    }
}

/* Input and output are open. */
static void repair(struct work *w)
{
    tt_th_repair_init(&w->repair, w->buffer, sizeof w->buffer, put, w);
    w->repair.resync = w->job->settings->resync;
    w->repair.on_loss = repair_tell_loss;
    w->repair.loss_user = &w->story;
    bool is_whole = read_all(w);
    if (is_whole || w->repair.error.status == TT_ERR_TH_WRITE_PUT) {
        commit(w); /* it says why the output took no more */
        return;
    }
    tell_failure(w);
    host_compressed_file_discard(&w->file);
}

static void open_both(struct work *w)
{
    struct host_input_options how = {.stop = w->job->stop};
    struct host_error error;
    const char *output = w->job->settings->output;
    w->input = host_input_open(w->job->path, &how, &error);
    if (w->input == NULL) {
        fail(w, EXIT_SYSTEM, w->job->path, error.text);
        return;
    }
    if (host_compressed_file_open(&w->file, output, w->job->settings->force, &error)) {
        repair(w);
        return;
    }
    bool exists = error.system == EEXIST;
    host_message(HOST_MESSAGE_ERROR, output, "%s%s", error.text,
                 exists ? "; --force replaces it" : "");
    w->status = exists ? EXIT_USAGE : EXIT_SYSTEM;
}

static enum exit_status treat(struct job *job)
{
    struct work *w = calloc(1, sizeof *w);
    if (w == NULL) {
        host_message(HOST_MESSAGE_ERROR, job->path, "there is not enough memory");
        return EXIT_SYSTEM;
    }
    w->job = job;
    w->story.job = job;
    open_both(w);
    host_input_close(w->input);
    enum exit_status status = w->status;
    free(w);
    return status;
}

const struct command cmd_repair = {
    .name = "repair",
    .summary = "the readable part of a damaged recording, closed properly",
    .description = description,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .json_text = json_intro,
    .json_keys = repair_json_keys,
    .json_key_count = REPAIR_JSON_KEYS,
    .check = check,
    .check_count = check_count,
    .treat = treat,
    .exit_status = exit_status,
};
