/* SPDX-License-Identifier: MIT
 *
 * The parts of teetape find: the database, from the user's words to a query, and from answers to
 * what is printed.
 */
#ifndef CLI_FIND_H
#define CLI_FIND_H

#include "cli/shell/command.h"
#include "cli/show/rows.h"
#include "teetape/io/query.h"

/* A path that the user named, and where it really lies. */
struct find_root {
    const char *given; /* the words of the command line */
    char *real;        /* as tt_io_real_path gives it, owned */
};

/* The options of the command: texts are as they were written, or NULL. All members are given by the
 * user; none is changed. 0, false and NULL: not given. */
struct find_options {
    const char *player;
    const char *map;
    const char *server;
    const char *from;
    const char *to;
    const char *min_duration;
    const char *max_duration;
    const char *faster;
    const char *slower;
    const char *save;
    const char *rcon;
    const char *chat;
    const char *killer;
    const char *format;
    const char *kinds;    /* with commas between them */
    const char *commands; /* the verb; "" is cut, NULL no command lines */
    const char *db;       /* path of the database, or NULL: in the user's cache */
    const char *import;   /* path of a list of games */
    int64_t limit;        /* of answers, 0 if not given */
    bool finishes;
    bool loads;
    bool ignore_case;
    bool damaged;
    bool no_scan;
    bool forget;
};

/* What is wrong with the options, or NULL. */
const char *find_check(const struct find_options *options);

/* Whether anything is asked for; else the database is only refreshed. */
bool find_asks(const struct find_options *options);

/* What an option of find does about an error of an archive, to follow its sentence; or "". */
const char *find_hint(tt_status status);

/* Brings the database up to date as the options say, and reports what was done: when something is
 * asked for in `totals`, for the end of the answers, which is "" without a scan. `db` is the
 * database's path. False when it cannot be searched; *status only gets worse. */
#define FIND_TOTALS 256
bool find_update(struct job *job, tt_io_archive *archive, const char *db, char totals[FIND_TOTALS],
                 enum exit_status *status);

/* Writes "4 recordings known"; the result is the size. */
int find_known(char text[FIND_TOTALS], uint64_t files);

/* The keys of the object about a scan. */
extern const struct column find_scan_columns[];

/* The query of options that were checked, but for its roots. Its texts are those of the options,
 * except for `save`, which goes to `save`. The query keeps pointers to the options; the id of a
 * save is written in the form that the library prints. */
struct find_query {
    tt_io_archive_query query;
    char save[TT_UUID_TEXT];
};
void find_query_of(struct find_query *query, const struct find_options *options);

/* Makes `who` of the query, named by `player` (NULL for nobody), a client id when it is the digits
 * of one and nobody in the roots of the query has them as a name; this is noted. False when the
 * database failed. */
bool find_settle(tt_io_archive *archive, const tt_io_archive_query *query, tt_io_archive_who *who,
                 const char *player, tt_io_error *error);

/* Whether nothing lies between --from and --to: they are in the wrong order. Times of which one
 * alone has a zone cannot be compared. */
bool find_span_is_empty(const tt_io_archive_query *query);

/* Says how many answers were printed, of how many when that are more, after them `totals`, and what
 * explains it. False when the database failed. */
bool find_notes(tt_io_archive *archive, const tt_io_archive_query *query, uint64_t count,
                uint64_t all, const char *totals, tt_io_error *error);

/* A text of an answer that is secret, or what stands for it. */
tt_bytes find_shown(tt_bytes text, bool secrets);
tt_bytes find_shown_text(const tt_io_archive_answer *a, bool secrets);

/* What an answer says, in words, not yet made safe for a terminal; names and reasons are cut far
 * before. */
struct find_what {
    uint8_t text[1024];
    size_t size;
};
void find_what_of(struct find_what *w, const tt_io_archive_answer *a, bool secrets);

/* Prints answers; their keys. */
struct find_printer;
extern const struct column find_columns[];

/* NULL when there is no memory. `roots` have to remain valid. */
struct find_printer *find_printer_new(const struct job *job, const struct find_root *roots,
                                      size_t root_count);

/* See tt_io_archive_answer_fn; `user` is the printer. */
bool find_print(void *user, const tt_io_archive_answer *answer);

/* How many answers it had. */
size_t find_printer_count(const struct find_printer *printer);

/* True when an answer lies in a damaged recording. */
bool find_printer_has_damage(const struct find_printer *printer);

/* Says how many of them have no command, and why. */
void find_printer_tell_without(const struct find_printer *printer);

/* Prints what is left. False when there was not enough memory. NULL is fine. */
bool find_printer_close(struct find_printer *printer);

/* What a line of --commands runs. */
enum find_verb { FIND_CUT, FIND_DEMO, FIND_PAGE, FIND_NO_VERB };

/* What lines are made of. */
struct find_command_form {
    const tt_io_archive_query *query;
    enum find_verb verb;
};

/* The verb of this name, or FIND_NO_VERB; that of no name is cut. */
enum find_verb find_verb(const char *name);

/* Why an answer has no command. */
enum find_without {
    FIND_HAS_COMMAND,
    FIND_WITHOUT_FILE,      /* a game of a list */
    FIND_WITHOUT_RECORDING, /* a file that should be one */
    FIND_WITHOUT_DEMO,      /* no demo is made of a demo */
    FIND_WITHOUTS
};

/* A line for a shell that cuts out what an answer says, or makes a demo or a page of it; or why
 * there is none. `path` is that of the file as it is printed. */
enum find_without find_command(tt_io_output *out, const tt_io_archive_answer *answer, tt_bytes path,
                               const struct find_command_form *form);

#endif
