/* SPDX-License-Identifier: MIT
 *
 * Shared parts of a search: they make a query from options, and an answer from a row.
 */
#ifndef JOBS_FIND_H
#define JOBS_FIND_H

#include "teetape/io/find.h"

/* Most bytes of a part of a server's name, which needs a `*` on both sides. */
#define FIND_SERVER 512

/* A query, which points to the checked options. The id of a save is converted to the form of the
 * database. */
struct find_query {
    tt_io_archive_query query;
    char save[TT_UUID_TEXT];
    char server[FIND_SERVER]; /* the pattern `*part*` of a part of a name */
};
void tti_find_query(struct find_query *query, const tt_io_find_options *options);

/* Returns true when the end is not after the begin. Two times of which only one has a zone cannot
 * be compared and count as not empty. */
bool tti_find_is_empty(const tt_io_archive_query *query);

/* The paths of the options, as given, and without links as the database has them. */
struct find_roots {
    const char *const *given;
    char **real;
    size_t count;
};
bool tti_find_roots_open(struct find_roots *roots, const tt_io_find_options *options);
void tti_find_roots_close(struct find_roots *roots);

/* The texts that an answer points to. All members are zero at first. */
struct find_texts {
    char *path;
    size_t cap;
    char clock[TT_IO_PLACE_CLOCK_TEXT], removed[TT_IO_PLACE_CLOCK_TEXT];
};

/* Fills an answer; of the options `zone` and `show_secrets` count. Returns false when memory is
 * missing. */
bool tti_find_answer(tt_io_find_answer *answer, struct find_texts *texts,
                     const struct find_roots *roots, const tt_io_archive_answer *found,
                     const tt_io_find_options *options);

/* Returns a sentence about wrong options, or NULL. */
const char *tti_find_check(const tt_io_find_options *options);

/* Returns true when the options search for something. Otherwise tt_io_find only brings the database
 * up to date. */
bool tti_find_asks(const tt_io_find_options *options);

/* find_physics.c: computes the games of the recordings of answers. */
struct tti_find_physics;
struct find_physics_how {
    const tt_io_stop *stop;
    tt_io_say_fn *on_say;
    void *user;
};

/* Returns NULL when memory is missing. */
struct tti_find_physics *tti_find_physics_new(const struct find_physics_how *how);

/* Fills the values of `physics` in an answer that is a finish. Returns false when memory is
 * missing. */
bool tti_find_physics(struct tti_find_physics *physics, tt_io_find_answer *answer);

void tti_find_physics_free(struct tti_find_physics *physics);

#endif
