/* SPDX-License-Identifier: MIT
 *
 * The parts of teetape find: the database, from the user's words to a query, and from answers to
 * what is printed.
 */
#ifndef CLI_FIND_H
#define CLI_FIND_H

#include "archive/query.h"
#include "cli/shell/command.h"

/* A path that the user named, and where it really lies. */
struct find_root {
    const char *given;
    char *real;
};

/* What is wrong with the settings, or NULL. */
const char *find_check(const struct settings *settings);

/* Whether anything is asked for; else the database is only refreshed. */
bool find_asks(const struct settings *settings);

/* Brings the database up to date as the settings say, and reports what was done: when something is
 * asked for in `totals`, for the end of the answers, which is "" without a scan. `db` is the
 * database's path. False when it cannot be searched; *status only gets worse. */
#define FIND_TOTALS 256
bool find_update(struct job *job, struct archive *archive, const char *db, char totals[FIND_TOTALS],
                 enum exit_status *status);

/* The query of settings that were checked, but for its roots. Its texts are those of the settings,
 * except for `save`, which goes to `save`. */
struct find_query {
    struct archive_query query;
    char save[TT_UUID_TEXT];
};
void find_query_of(struct find_query *query, const struct settings *settings);

/* A text of an answer that is secret, or what stands for it. */
tt_bytes find_shown(tt_bytes text, bool secrets);
tt_bytes find_shown_text(const struct archive_answer *a, bool secrets);

/* What an answer says, in words; names and reasons are cut far before. */
struct find_what {
    uint8_t text[1024];
    size_t size;
};
void find_what_of(struct find_what *w, const struct archive_answer *a, bool secrets);

/* Prints answers. */
struct find_printer;

/* NULL when there is no memory. `roots` and `out` have to stay. */
struct find_printer *find_printer_new(const struct settings *settings, struct host_output *out,
                                      const struct find_root *roots, size_t root_count);

/* See archive_answer_fn; `user` is the printer. */
bool find_print(void *user, const struct archive_answer *answer);

/* How many answers it had. */
size_t find_printer_count(const struct find_printer *printer);

/* Prints what is left. False when there was not enough memory. NULL is fine. */
bool find_printer_close(struct find_printer *printer);

/* What lines are made of. */
struct find_command_form {
    const struct archive_query *query;
    bool is_demo;
};

/* Whether --commands asks for demos. */
bool find_makes_demos(const struct settings *settings);

/* A line for a shell that cuts out what an answer says, or makes a demo of it; nothing for a game
 * that is not there. `path` is that of the file as it is printed. */
void find_command(struct host_output *out, const struct archive_answer *answer, tt_bytes path,
                  const struct find_command_form *form);

#endif
