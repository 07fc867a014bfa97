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

struct find_root {
    const char *given;
    char *real;
};

/* Texts are as they were written. 0, false and NULL: not given. */
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
    const char *kinds;
    const char *commands; /* the verb; "" is cut, NULL no command lines */
    const char *db;       /* path of the database, or NULL: in the user's cache */
    const char *import;
    int64_t limit;
    bool finishes;
    bool loads;
    bool ignore_case;
    bool damaged;
    bool no_scan;
    bool forget;
};

const char *find_check(const struct find_options *options);

/* Without anything asked for the database is only refreshed. */
bool find_asks(const struct find_options *options);

const char *find_hint(tt_status status);

/* Brings the database up to date, and reports: in `totals` when something is asked for, for the end
 * of the answers. False when the database cannot be searched; *status only gets worse. */
#define FIND_TOTALS 256
bool find_update(struct job *job, tt_io_archive *archive, const char *db, char totals[FIND_TOTALS],
                 enum exit_status *status);

int find_known(char text[FIND_TOTALS], uint64_t files);

extern const struct column find_scan_columns[];

/* Points to the checked options. The id of a save is brought to the library's form. */
struct find_query {
    tt_io_archive_query query;
    char save[TT_UUID_TEXT];
};
void find_query_of(struct find_query *query, const struct find_options *options);

/* Digits that nobody in the roots has as a name become a client id, which is noted. */
bool find_settle(tt_io_archive *archive, const tt_io_archive_query *query, tt_io_archive_who *who,
                 const char *player, tt_io_error *error);

/* Times of which one alone has a zone cannot be compared. */
bool find_span_is_empty(const tt_io_archive_query *query);

/* Says how many answers of how many were printed, `totals`, and what explains it. */
bool find_notes(tt_io_archive *archive, const tt_io_archive_query *query, uint64_t count,
                uint64_t all, const char *totals, tt_io_error *error);

tt_bytes find_shown(tt_bytes text, bool secrets);
tt_bytes find_shown_text(const tt_io_archive_answer *a, bool secrets);

/* Not yet made safe for a terminal; names and reasons are cut far before. */
struct find_what {
    uint8_t text[1024];
    size_t size;
};
void find_what_of(struct find_what *w, const tt_io_archive_answer *a, bool secrets);

struct find_printer;
extern const struct column find_columns[];

/* `roots` have to remain valid. NULL without memory. */
struct find_printer *find_printer_new(const struct job *job, const struct find_root *roots,
                                      size_t root_count);

bool find_print(void *user, const tt_io_archive_answer *answer);

size_t find_printer_count(const struct find_printer *printer);

bool find_printer_has_damage(const struct find_printer *printer);

void find_printer_tell_without(const struct find_printer *printer);

bool find_printer_close(struct find_printer *printer);

enum find_verb { FIND_CUT, FIND_DEMO, FIND_PAGE, FIND_NO_VERB };

struct find_command_form {
    const tt_io_archive_query *query;
    enum find_verb verb;
};

enum find_verb find_verb(const char *name);

enum find_without {
    FIND_HAS_COMMAND,
    FIND_WITHOUT_FILE,      /* a game of a list */
    FIND_WITHOUT_RECORDING, /* a file that should be one */
    FIND_WITHOUT_DEMO,      /* no demo is made of a demo */
    FIND_WITHOUTS
};

/* A line for a shell, or why there is none. `path` is that of the file as it is printed. */
enum find_without find_command(tt_io_output *out, const tt_io_archive_answer *answer, tt_bytes path,
                               const struct find_command_form *form);

#endif
