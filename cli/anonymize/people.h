/* SPDX-License-Identifier: MIT
 *
 * Who is who: the names of a run and their pseudonyms.
 */
#ifndef CLI_ANONYMIZE_PEOPLE_H
#define CLI_ANONYMIZE_PEOPLE_H

#include <pthread.h>

#include "cli/shell/command.h"

struct person {
    char *name, *pseudonym; /* in one piece of memory, which begins with the name */
    bool is_kept;
};

/* Several threads add people at the same time. */
struct people {
    const struct texts *keep; /* names that are no secret */
    pthread_mutex_t lock;
    struct person *list; /* sorted by name */
    size_t count, capacity;
    bool no_memory;
};

/* Adds a name, a tt_th_anonymizer_name_fn. Returns true for a name that is kept. */
bool people_take(void *people, const char *name, const char *pseudonym);

/* Warns of names of `keep` that nobody had. */
void people_warn_missing(const struct people *people);

/* Writes the list, a line for each pseudonym, for its owner alone. */
enum exit_status people_write(const struct people *people, const char *path, const struct job *job);

void people_free(struct people *people);

#endif
