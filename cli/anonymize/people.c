/* SPDX-License-Identifier: MIT
 *
 * The names of a recording come again with each message of a player, so they are looked up in a
 * sorted list.
 */
#include "cli/anonymize/people.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/out_path.h"
#include "cli/shell/target.h"
#include "teetape/io/file.h"
#include "teetape/io/path.h"

/* Returns the index of the name, or that at which it would be. */
static size_t find(const struct people *people, const char *name)
{
    size_t low = 0, high = people->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(people->list[middle].name, name) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_kept(const struct people *people, const char *name)
{
    for (size_t i = 0; i < people->keep->count; i++) {
        if (strcmp(people->keep->text[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static void add(struct people *people, size_t at, const char *name, const char *pseudonym)
{
    size_t size = strlen(name) + 1;
    struct person *grown =
        memory_grow(people->list, people->count, &people->capacity, sizeof *grown);
    char *texts = malloc(size + strlen(pseudonym) + 1);
    people->list = grown != NULL ? grown : people->list;
    if (grown == NULL || texts == NULL) {
        free(texts);
        people->no_memory = true;
        return;
    }
    memcpy(texts, name, size);
    memcpy(texts + size, pseudonym, strlen(pseudonym) + 1);
    memmove(grown + at + 1, grown + at, (people->count - at) * sizeof *grown);
    grown[at] = (struct person){texts, texts + size, is_kept(people, name)};
    people->count++;
}

bool people_take(void *user, const char *name, const char *pseudonym)
{
    struct people *people = user;
    pthread_mutex_lock(&people->lock);
    size_t at = find(people, name);
    if (at == people->count || strcmp(people->list[at].name, name) != 0) {
        add(people, at, name, pseudonym);
    }
    pthread_mutex_unlock(&people->lock);
    return is_kept(people, name);
}

void people_warn_missing(const struct people *people)
{
    for (size_t i = 0; i < people->keep->count; i++) {
        const char *name = people->keep->text[i];
        size_t at = find(people, name);
        if (at == people->count || strcmp(people->list[at].name, name) != 0) {
            message_say(MESSAGE_WARNING, NULL, "nobody has the name '%s', which --keep keeps",
                        name);
        }
    }
}

enum exit_status people_write(const struct people *people, const char *path, const struct job *job)
{
    enum exit_status status = EXIT_GOOD;
    tt_io_error error;
    const char *output = job->settings->output;
    bool is_folder = out_path_is_folder(output);
    if (!out_path_claim(path, "--list")) {
        return EXIT_USAGE;
    }
    if (!is_folder && tt_io_output_problem(path, NULL, output) != NULL) {
        message_say(MESSAGE_ERROR, path, "the list would replace the output");
        return EXIT_USAGE;
    }
    tt_io_file *file = target_open(path, TARGET_PRIVATE, job, &status);
    if (file == NULL) {
        return status;
    }
    for (size_t i = 0; i < people->count; i++) {
        const struct person *person = &people->list[i];
        tt_io_output *out = tt_io_file_out(file);
        tt_io_output_text(out, person->is_kept ? person->name : person->pseudonym);
        tt_io_output_byte(out, '\t');
        tt_io_output_text(out, person->name);
        tt_io_output_byte(out, '\n');
    }
    if (!tt_io_file_commit(file, &error)) {
        return target_failed(job, path, &error);
    }
    if (people->no_memory) {
        memory_tell(path);
    }
    return people->no_memory ? EXIT_SYSTEM : EXIT_GOOD;
}

void people_free(struct people *people)
{
    for (size_t i = 0; i < people->count; i++) {
        free(people->list[i].name);
    }
    free(people->list);
    pthread_mutex_destroy(&people->lock);
}
