/* SPDX-License-Identifier: MIT
 *
 * teetape anonymize: removes the persons from a recording. The core decides what is replaced or
 * left out (teetape/teehistorian_anonymize.h). This file has the key, the output and its name.
 */
#include <inttypes.h>
#include <stdio.h>

#include "cli/anonymize/people.h"
#include "cli/shell/key.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/out_path.h"
#include "cli/shell/reading.h"
#include "cli/shell/run.h"
#include "cli/shell/target.h"
#include "cli/show/rows.h"
#include "teetape/io/file.h"
#include "teetape/teehistorian_anonymize.h"

struct anonymize_options {
    struct key_options names;
    const char *list;
};

static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file (.xz, .zst, .gz, .tape: compressed) or into this folder, "
                      "named by the new game id; '-' is stdout"),
    OPTION_ROW_FORCE,
    KEY_ROWS(struct anonymize_options, names),
    ROW_TEXT(0, "list", "FILE", struct anonymize_options, list,
             "write who is who to this file, which only you may read"),
    OPTION_ROWS_EACH,
};

struct result {
    const char *output, *game_uuid;
    uint64_t bytes, kept, changed, removed, refused;
    bool complete;
    uint64_t errors, warnings, notes;
};

static const struct column columns[] = {
    COLUMN(struct result, output, "the file that was written"),
    COLUMN(struct result, game_uuid, "the new id of the game, or null if there was none"),
    COLUMN(struct result, bytes, "of the new recording"),
    COLUMN(struct result, kept, "records that are the same as before"),
    COLUMN(struct result, changed, "records with replaced or emptied fields"),
    COLUMN(struct result, removed, "records that were left out because of their content"),
    COLUMN(struct result, refused, "records that were left out because they are errors"),
    COLUMN(struct result, complete, "the new recording is closed by FINISH"),
    COLUMN(struct result, errors, "number of them in the original"),
    COLUMN(struct result, warnings, NULL),
    COLUMN(struct result, notes, NULL),
    COLUMNS_END,
};

struct work {
    struct reading r;
    tt_io_file *file;
    tt_th_writer writer;
    tt_th_anonymizer anonymizer;
    uint8_t buffer[TT_TH_WRITE_BUFFER];
    char path[OUT_PATH];
    char game[TT_UUID_TEXT];
    enum exit_status status;
};

static int put(void *user, tt_bytes piece)
{
    struct work *w = user;
    return tt_io_file_put(w->file, piece);
}

/* Gives the pseudonym that names the output. Without a game_uuid it is made from the name of the
 * file, and w->game remains empty. */
static void name_game(struct work *w, tt_uuid *uuid)
{
    const tt_th_header *header = &w->r.io.th_header;
    if (TT_TH_HAS(header, game_uuid)) {
        *uuid = tt_th_pseudonym_uuid(&w->anonymizer, &header->game_uuid);
        tt_uuid_format(w->game, uuid);
        return;
    }
    tt_uuid own = tt_uuid_from_name(tt_bytes_of(out_path_name(w->r.job->path)));
    *uuid = tt_th_pseudonym_uuid(&w->anonymizer, &own);
}

/* Opens the output. The new recording is named by the old game_uuid. Two copies of a recording get
 * the same name, so out_path_claim refuses the second one. */
static bool open_output(struct work *w)
{
    char name[TT_UUID_TEXT], file[TT_UUID_TEXT + sizeof ".teehistorian"];
    enum exit_status status;
    tt_uuid uuid;
    name_game(w, &uuid);
    tt_uuid_format(name, &uuid);
    snprintf(file, sizeof file, "%s.teehistorian", name);
    if (!out_path_of_job(w->path, w->r.job, file, &status)) {
        w->status = status;
        return false;
    }
    w->file = target_open(w->path, 0, w->r.job, &w->status);
    return w->file != NULL;
}

static void write_all(struct work *w)
{
    tt_th_anonymizer *a = &w->anonymizer;
    tt_status status = tt_th_anonymize_header(a, &w->r.io.th_header);
    while (status == TT_OK && reading_next(&w->r)) {
        status = tt_th_anonymize_event(a, w->r.io.item.th);
    }
    if (status == TT_OK) {
        tt_th_write_flush(&w->writer);
    }
}

static void print_json(const struct work *w)
{
    const tt_th_anonymizer_view done = tt_th_anonymizer_look(&w->anonymizer);
    const struct result result = {
        .output = w->path,
        .game_uuid = w->game[0] != 0 ? w->game : NULL,
        .bytes = tt_th_writer_size(&w->writer),
        .kept = done.kept,
        .changed = done.changed,
        .removed = done.removed,
        .refused = done.refused,
        .complete = tt_recording_look(w->r.io.rec).is_closed,
        .errors = w->r.issues.errors,
        .warnings = w->r.issues.warnings,
        .notes = w->r.issues.notes,
    };
    rows_json(w->r.job, columns, TT_FORMAT_TEEHISTORIAN, &result);
}

static void print_text(const struct work *w)
{
    const tt_th_anonymizer_view done = tt_th_anonymizer_look(&w->anonymizer);
    char refused[64] = "";
    if (done.refused != 0) {
        snprintf(refused, sizeof refused, ", %" PRIu64 " with errors left out", done.refused);
    }
    target_report(w->r.job, w->path,
                  "%" PRIu64 " bytes, records: %" PRIu64 " kept, %" PRIu64 " changed, %" PRIu64
                  " removed%s",
                  tt_th_writer_size(&w->writer), done.kept, done.changed, done.removed, refused);
}

static void tell(const struct work *w)
{
    if (w->r.job->settings->json) {
        print_json(w);
    } else {
        print_text(w);
    }
}

/* Writes the new recording. The output for a damaged one has everything that could be read. When
 * the user stops the run, the output is dropped, because it would look complete. */
static void convert(struct work *w)
{
    tt_io_error error;
    write_all(w);
    if (tt_io_stop_wanted(w->r.job->stop) || w->r.status == EXIT_SYSTEM) {
        tt_io_file_discard(w->file);
        return;
    }
    if (!tt_io_file_commit(w->file, &error)) {
        w->status = target_failed(w->r.job, w->path, &error);
        return;
    }
    tell(w);
}

/* The state that all jobs of a run share. */
struct shared {
    struct key key;
    struct people people;
};

/* Handles a file. The order matters: the anonymizer needs the writer, and open_output() needs the
 * anonymizer for the name. */
static enum exit_status anonymize_file(struct job *job)
{
    const struct anonymize_options *own = job->options;
    struct work *w = job->work;
    struct shared *shared = job->user;
    struct key *key = &shared->key;
    const tt_th_anonymizer_options pseudonyms = {own->names.keep_time, people_take,
                                                 &shared->people};
    const tt_io_reading_options how = {
        .no_index = true, .wants = TT_WANT_RECORDS, .copies_to = &w->writer};
    tt_th_writer_init(&w->writer, w->buffer, sizeof w->buffer, put, w);
    if (reading_open(&w->r, job, &how, READING_USUAL)) {
        tt_th_anonymizer_init(&w->anonymizer, &w->writer, (tt_bytes){key->io.bytes, key->io.size},
                              &pseudonyms);
        if (open_output(w)) {
            key_report(key);
            convert(w);
        }
    }
    exit_worsen(&w->status, reading_close(&w->r));
    return w->status;
}

/* The list is written after the last recording. */
static enum exit_status run_all_files(struct shell *sh, const struct run_how *how,
                                      const struct people *people)
{
    const struct anonymize_options *own = sh->options;
    struct run run;
    enum exit_status status = EXIT_GOOD;
    if (run_begin(&run, sh, how, out_path_check(sh))) {
        run_files(&run, settings_threads(sh->settings));
        people_warn_missing(people);
        if (own->list != NULL && !tt_io_stop_wanted(sh->stop)) {
            const struct job all = run_whole(&run);
            status = people_write(people, own->list, &all);
        }
    }
    exit_worsen(&status, run_end(&run));
    return status;
}

static enum exit_status run(struct shell *sh)
{
    const struct anonymize_options *own = sh->options;
    struct shared shared = {.people = {.keep = &own->names.keep}};
    const char *problem = key_get(&shared.key, own->names.key, own->names.key_file);
    const struct run_how how = {.process = anonymize_file,
                                .work = sizeof(struct work),
                                .user = &shared,
                                .reads = READS_TEEHISTORIANS};
    if (shared.key.failed || problem != NULL) {
        return shared.key.failed ? EXIT_SYSTEM : run_refuse(sh, problem);
    }
    pthread_mutex_init(&shared.people.lock, NULL);
    enum exit_status status = run_all_files(sh, &how, &shared.people);
    people_free(&shared.people);
    return status;
}

const struct command cmd_anonymize = {
    .name = "anonymize",
    .summary = "replace the names in a teehistorian file by pseudonyms",
    .description = {(
        "Writes a copy of a teehistorian file with pseudonyms: names, clans, rcon accounts, "
        "timeout and "
        "save codes, connection, save and game ids are replaced. Pseudonyms follow from a key. A "
        "player has the same pseudonym in all files of a run, and in all runs with the same key. "
        "The movement of a tee is not changed and can still identify a person. With --keep one "
        "player keeps the name, so that people can talk about a report.")},
    .options = OPTION_TABLE(options, struct anonymize_options),
    .examples = {{"One recording, with a random key:", "anonymize FILE -o public.teehistorian"},
                 {"Publish a folder of recordings:",
                  "anonymize --key-file key -o public/ archive/"}},
    .json_text = {"One object a recording:"},
    .columns = columns,
    .run = run,
};
