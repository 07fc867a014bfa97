/* SPDX-License-Identifier: MIT
 *
 * The data about a subcommand, from which --help, the man page and the completions are made, and
 * the function that does its work.
 *
 * A new command is a file cmd_<name>.c with one `const struct command`, and its line in
 * commands.c.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/io/error.h"
#include "teetape/io/jobs.h"
#include "teetape/io/output.h"
#include "teetape/io/reading.h"
#include "teetape/io/stop.h"
#include "teetape/io/walk.h"

struct tt_type;
struct results;
struct run;
struct run_how;
struct column;
struct column_object;

/* Exit statuses of the program. With several inputs the highest counts. */
enum exit_status {
    EXIT_GOOD = 0,    /* also: nothing matched; the reader of our pipe left */
    EXIT_DAMAGED = 1, /* a recording is damaged or cut; what is readable was delivered */
    EXIT_USAGE = 2,
    EXIT_SYSTEM = 3 /* the system failed: no such file, disk full */
};

static inline void exit_worsen(enum exit_status *worst, enum exit_status status)
{
    *worst = status > *worst ? status : *worst;
}

#define TEXTS_MAX 16
struct texts {
    const char *text[TEXTS_MAX];
    size_t count;
};

/* Options that several commands have. */
struct settings {
    bool help;          /* nothing else counts then, right or wrong */
    bool json;          /* objects, one a line, in place of text */
    bool quiet;         /* errors only; of results, no words about outputs that were written */
    bool recursive;     /* a folder stands for the files below it */
    bool strict;        /* the first error ends reading; warnings and a missing end are damage */
    bool follow;        /* the end of a file is not the end: a server still writes it */
    bool show_secrets;  /* nothing becomes "***" */
    bool wall;          /* date and time beside the game time, where they are known */
    bool wide;          /* a terminal is no reason to cut or fold */
    bool force;         /* an output that exists may be replaced */
    const char *output; /* -o, or NULL */
    int64_t jobs;       /* 0: one for each core */
    tt_io_reading_options reading; /* --from, --to, --player, --index-dir and --no-index alone */
};

enum option_kind {
    OPTION_FLAG,
    OPTION_TEXT,     /* a const char * */
    OPTION_FILE,     /* the same: a file that is read, so that no output may lead to it */
    OPTION_TEXTS,    /* a struct texts; may be given several times */
    OPTION_OPTIONAL, /* the same, but --name is alone or has its value in the same word,
                        --name=VALUE; alone it is "" */
    OPTION_NUMBER,
    OPTION_LIST /* a const char *: words with commas between them, each one of `words` */
};

struct option {
    char letter;       /* -x, or 0 */
    const char *name;  /* --name, without the dashes; every option has one */
    const char *value; /* what stands for its value in the help, NULL for a flag */
    enum option_kind kind;
    size_t offset; /* of its member, in the options of the verb or in struct settings */
    const char *help;
    int64_t min, max;                  /* OPTION_NUMBER */
    const char *(*word)(size_t index); /* OPTION_LIST: the words one after the other, then NULL */
    bool is_setting;                   /* its member is in struct settings */
    bool is_long; /* OPTION_LIST: the manual has its words, for which the help has no room */
};

struct option_table {
    const struct option *rows;
    size_t count, size; /* size: of the struct that they are read into; 0 where all are settings */
};
#define OPTION_TABLE(rows, of)                                                                     \
    {                                                                                              \
        (rows), sizeof(rows) / sizeof(rows)[0], sizeof(of)                                         \
    }
#define SETTING_TABLE(rows)                                                                        \
    {                                                                                              \
        (rows), sizeof(rows) / sizeof(rows)[0], 0                                                  \
    }

struct example {
    const char *does, *words;
};
struct example_table {
    const struct example *rows;
    size_t count;
};
#define EXAMPLE_TABLE(rows)                                                                        \
    {                                                                                              \
        (rows), sizeof(rows) / sizeof(rows)[0]                                                     \
    }

/* What became of a job, beside its exit status. JOB_TAKEN is 0, the value of a new job. JOB_FOREIGN
 * is the last: struct outcomes has a count for each. */
enum job_outcome {
    JOB_TAKEN,        /* read; or reading ended early */
    JOB_DONE,         /* its output was written; of verify: it is good */
    JOB_KEPT,         /* there was nothing to be done; of verify: it is unfinished */
    JOB_OTHER_FORMAT, /* the command does not read such recordings */
    JOB_NOTHING,      /* nothing in it is what was asked for */
    JOB_UNREAD,       /* damaged: nothing of it could be listed */
    JOB_FOREIGN       /* no recording, and found in a folder; of verify: or named */
};

/* A call of the command, as its words say. */
struct shell {
    const struct command *command;
    const struct settings *settings;
    const void *options; /* the verb's own struct */
    const char **files;  /* words that are no options */
    size_t count;        /* of `files` */
    tt_io_stop *stop;    /* raised when the user wants to leave */
};

/* Part of a call: one file of several, or all of it. The shell fills it. The verb, and the reading
 * below it, set `outcome`, the two counts of bytes and `asks_for_part`. One thread at a time has a
 * job. */
struct job {
    const struct command *command;
    const struct run_how *how;
    const struct settings *settings;
    const void *options;
    void *user; /* of run_how */
    tt_io_output *out;
    tt_io_stop *stop; /* raised when the user wants to leave; reading ends then */

    size_t index;

    struct results *results;  /* stdout, and progress */
    const char *const *paths; /* of run_all: files and folders, as they were given */
    size_t count;

    /* of run_each, to the end */
    const char *path;    /* "-" for stdin; of a run as a whole, of its first file */
    bool found_by_walk;  /* in a folder: see source_is_passed_over */
    bool is_one_of_many; /* JSON objects then begin with "file" */
    bool asks_for_part;  /* the user wants a part of the recording: see outcome_listed */
    /* for run_progress */
    struct run *run;
    const tt_io_list *inputs; /* all of the run */
    uint64_t told;            /* bytes of the file that were counted as progress already */
    enum job_outcome outcome; /* see outcome.h */
    uint64_t bytes_before, bytes_after; /* of what was done, as it is stored */
    tt_io_input *input;                 /* for source.c */
    bool is_damaged;                    /* errors of the recording were found */
    bool is_unknown;                    /* it was looked at, and begins as no recording does */
    tt_io_error trouble; /* why it cannot be opened; status TT_OK while nobody knows */
};

/* The job of one recording, for a command that reads all of its inputs as one job. The recording
 * counts for the same run, but messages name its path and objects have no "file". */
static inline struct job job_of_path(const struct job *all, const char *path)
{
    return (struct job){.command = all->command,
                        .how = all->how,
                        .settings = all->settings,
                        .options = all->options,
                        .user = all->user,
                        .out = all->out,
                        .stop = all->stop,
                        .run = all->run,
                        .results = all->results,
                        .inputs = all->inputs,
                        .paths = all->paths,
                        .count = all->count,
                        .path = path};
}

/* --jobs, else one thread for each core. */
static inline unsigned settings_threads(const struct settings *settings)
{
    return settings->jobs > 0 ? (unsigned)settings->jobs : tt_io_jobs_cores();
}

/* A word of a command, and the words that may follow it. */
struct choice {
    const char *name;
    const char *help;          /* what it does; NULL where `next` says it */
    const struct choice *next; /* ended by one without a name; NULL if nothing follows */
    const void *object;        /* for the command: what was chosen */
};

/* Rows are constants, so threads and the programs that make the manual and the completions
 * (tools/docs) read the same tables. */
struct command {
    const char *name;
    const char *summary;            /* one line, as in a list of commands */
    const char *const *description; /* paragraphs of help and man page, ended by NULL */
    const char *const *details;     /* those of the man page only; may be NULL itself */
    struct option_table options;    /* those of its own, before the common ones */
    struct example_table examples;
    const char *const *json_text;      /* paragraphs about the objects, ended by NULL */
    const struct column *columns;      /* of their members, ended by COLUMNS_END: cli/show/rows.h */
    const struct column *more_columns; /* the same of objects that an option gives; may be NULL */
    /* Kinds of objects, and what they have beside `columns`, ended by NULL; may be NULL. */
    const struct column_object *const *objects;
    /* Kinds of objects with keys of their own, then NULL; may be NULL. */
    const struct tt_type *(*json_type)(size_t index);
    /* A further chapter of the manual, for kind `index` of `choices`: its items (name, what it is
     * in parentheses, meaning), false after the last. May be NULL. */
    bool (*item)(const struct choice *choice, size_t index, const char *texts[3]);
    /* Does all of the work, and reports what is wrong. */
    enum exit_status (*run)(struct shell *sh);
    const char *usage; /* what follows its name in a usage line; NULL: options and files */
    const struct choice *choices;   /* words that come before the files; may be NULL */
    bool has_no_files;              /* it takes these words and stdin alone */
    const char *const *exit_status; /* paragraphs as in tools/docs/docs.h; NULL: the usual ones */
};

/* The usage line of a command that reads files, after its name. */
#define COMMAND_USAGE "[OPTION...] FILE..."

static inline const char *command_usage(const struct command *command)
{
    return command->usage != NULL ? command->usage : COMMAND_USAGE;
}

extern const struct command *const commands[];

/* The options of every command. */
extern const struct option_table common_options;

#endif
