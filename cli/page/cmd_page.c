/* SPDX-License-Identifier: MIT
 *
 * teetape page: one HTML file that plays recordings in any browser.
 *
 * A page is the program that plays (page_parts.h) with recordings and maps in it as blocks of data:
 * head, title, middle, blocks, tail.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/page/page.h"
#include "cli/page/page_parts.h"
#include "cli/shell/cmd.h"
#include "cli/shell/inputs.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/target.h"
#include "cli/show/rows.h"
#include "cli/text/text.h"

static const char *const description[] = {
    ("Writes one HTML file that plays recordings in a browser, without a network: demos and "
     "teehistorian files. "
     "Several recordings become a list."),
    ("The page has no requests and no trackers. With --empty it has no recording inside and plays "
     "files from "
     "the disk."),
    NULL,
};

static const char *const details[] = {
    ("What is secret is not in the page unless --show-secrets is given: chat that was a whisper, "
     "and commands, "
     "codes and accounts (docs/secrets.md). Of a teehistorian file, --anonymize also replaces "
     "names as "
     "teetape-anonymize(1) does. The inputs of other players that a demo may hold are left out "
     "unless --keep-inputs is given."),
    ("The map is that of the demo, else it is looked for where the game keeps it, or named by "
     "--map."),
    ("Of a damaged recording, the readable part is in the page, which says where the damage is."),
    NULL,
};

#define TYPE struct page_options
static const struct option options[] = {
    OPTION_ROW_OUTPUT("write to this file; '-' is stdout"),
    OPTION_ROW_FORCE,
    ROW_FLAG(0, "empty", TYPE, empty, "no recording inside: the page opens files"),
    ROW_TEXT(0, "title", "TEXT", TYPE, title, "the title of the page"),
    ROW_FILE(0, "map", "FILE", TYPE, map, "the map, in place of one that is found"),
    ROW_FLAG(0, "anonymize", TYPE, anonymize, "replace names by pseudonyms"),
    ROW_TEXT(0, "key", "TEXT", TYPE, key, "make pseudonyms from this key; other users may see it"),
    ROW_FILE(0, "key-file", "FILE", TYPE, key_file,
             "make pseudonyms from the key in this file; default: a random key"),
    ROW_FLAG(0, "keep-inputs", TYPE, keep_inputs, "demos: keep the inputs of other players"),
    OPTION_ROW_SHOW_SECRETS,
};
#undef TYPE

static const struct example examples[] = {
    {"A page that plays a recording:", "page FILE -o run.html"},
    {"A page that opens recordings from the disk:", "page --empty -o player.html"},
};

static struct key run_key;

/* The key is asked for last, since a random one costs a call to the system. */
static const char *check(const struct settings *settings, const void *given)
{
    const struct page_options *own = given;
    if (!own->anonymize && (own->key != NULL || own->key_file != NULL)) {
        return "--key and --key-file go with --anonymize";
    }
    if (own->anonymize && settings->show_secrets) {
        return "--anonymize and --show-secrets exclude each other";
    }
    const char *problem = target_check(settings, given);
    if (problem == NULL && own->anonymize) {
        problem = key_get(&run_key, own->key, own->key_file);
    }
    return problem;
}

static const char *check_count(const struct settings *settings, const void *given, size_t count)
{
    const struct page_options *own = given;
    (void)settings;
    if (own->empty) {
        return count > 0 ? "--empty takes no recording" : NULL;
    }
    return count == 0 ? "which recording? '-' is stdin; --empty makes a page without one" : NULL;
}

static const char *const json_intro[] = {"One object:", NULL};

struct result {
    const char *output;
    uint64_t bytes, recordings;
};

static const struct column columns[] = {
    COLUMN(struct result, output, "the file that was written"),
    COLUMN(struct result, bytes, "of the page"),
    COLUMN(struct result, recordings, "in it"),
    COLUMNS_END,
};

static void put_part(struct page *p, const unsigned char *part, unsigned long size)
{
    tt_io_output_bytes(p->out, (tt_bytes){part, size});
}

/* Writes in one go: the title follows the first part, recordings precede the last. False when a
 * recording failed so that the page is of no use. */
static bool write_page(struct page *p)
{
    put_part(p, page_head, page_head_size);
    bool is_good =
        page_text(p->out, p->own->title != NULL ? p->own->title : "teetape") || page_no_memory(p);
    put_part(p, page_middle, page_middle_size);
    for (size_t i = 0; i < p->all->count && is_good; i++) {
        is_good = page_add(p, i);
    }
    put_part(p, page_tail, page_tail_size);
    return is_good;
}

static void say(tt_io_output *out, const struct result *result)
{
    text_safe(out, tt_bytes_of(result->output));
    tt_io_output_text(out, ": ");
    tt_io_output_uint(out, result->recordings);
    tt_io_output_text(out, result->recordings == 1 ? " recording, " : " recordings, ");
    tt_io_output_uint(out, result->bytes);
    tt_io_output_text(out, " bytes\n");
}

/* A stop or a failed recording leaves no half page. */
static void make(struct page *p, struct job *job)
{
    const char *output = job->settings->output;
    tt_io_error error;
    p->job = job_of_path(job, job->count > 0 ? job->paths[0] : "");
    /* Patches: half a page is no use on stdout either. */
    p->file = target_open(output, TARGET_PATCHES, &p->job, &p->status);
    if (p->file == NULL) {
        return;
    }
    p->out = tt_io_file_out(p->file);
    if (!write_page(p) && tt_io_output_error(p->out) == 0) {
        tt_io_file_discard(p->file);
        return;
    }
    if (p->own->anonymize && p->recordings != 0) {
        key_report(&run_key);
    }
    struct result result = {output, tt_io_output_count(p->out), p->recordings};
    if (!tt_io_file_commit(p->file, &error)) {
        p->status = target_failed(&p->job, output, &error);
    } else if (job->settings->json) {
        rows_json(&p->job, columns, TT_FORMAT_UNKNOWN, &result);
    } else if (target_wants_words(job->settings, output)) {
        say(p->job.out, &result);
    }
}

static enum exit_status process(struct job *job)
{
    if (page_head_size == 0) {
        message_say(MESSAGE_ERROR, NULL,
                    "this build has no page: clang and wasm-ld were missing when it was made");
        return EXIT_SYSTEM;
    }
    if (run_key.failed) {
        return EXIT_SYSTEM;
    }
    if (!inputs_are_files(job->paths, job->count) || !target_is_good_for_all(job)) {
        return EXIT_USAGE;
    }
    struct page *p = memory_zeros(NULL, sizeof *p);
    tt_sha256 *maps = memory_zeros(NULL, (job->count + 1) * sizeof *maps);
    enum exit_status status = EXIT_SYSTEM;
    if (p != NULL && maps != NULL) {
        p->all = job;
        p->own = job->options;
        p->key = &run_key;
        p->maps = maps;
        make(p, job);
        status = p->status;
    }
    free(maps);
    free(p);
    return status;
}

const struct command cmd_page = {
    .name = "page",
    .summary = "one HTML file that plays recordings in any browser",
    .description = description,
    .details = details,
    .options = OPTION_TABLE(options, struct page_options),
    .examples = EXAMPLE_TABLE(examples),
    .json_text = json_intro,
    .columns = columns,
    .usage = "-o OUT [OPTION...] FILE...",
    .check = check,
    .check_count = check_count,
    .takes = TAKES_ALL,
    .process = process,
};
