/* SPDX-License-Identifier: MIT
 *
 * Describes a command as data, and has the function that does its work. --help, the man page and
 * the completions are made from the data.
 *
 * A new command is a file cmd_<name>.c with one `const struct command`, its name at the end of
 * this file, and its line in commands.c.
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
    EXIT_GOOD = 0, /* success, also when nothing matched, or when a closed pipe ended the output */
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

/* Options that several commands share. */
struct settings {
    bool help;          /* --help, which makes every other word irrelevant, right or wrong */
    bool json;          /* print objects, one a line, in place of text */
    bool quiet;         /* print errors only, and no line about a written output */
    bool recursive;     /* -r, which is not needed: a folder always means all files below it */
    bool strict;        /* the first error ends reading; warnings and a missing end are damage */
    bool follow;        /* wait for more at the end of what a server still writes: follow.h */
    bool show_secrets;  /* print secrets in place of "***" */
    bool wall;          /* print date and time beside the game time, where they are known */
    bool utc, local;    /* read and print dates in UTC, or in the zone of this machine */
    bool wide;          /* neither cut nor fold lines on a terminal */
    bool force;         /* replace an existing output */
    const char *output; /* path of -o; NULL without the option */
    int64_t jobs;       /* number of --jobs; 0 for one thread a core */
    /* Options of the reading; only the members for --from, --to, --player, -i, --utc, --local,
     * --index-dir and --no-index are set. */
    tt_io_reading_options reading;
};

enum option_kind {
    OPTION_FLAG,
    OPTION_TEXT, /* a text; member: const char * */
    OPTION_FILE, /* the name of a file that is read, which no output may replace; member: const char
                  * */
    OPTION_TEXTS,    /* an option that may be given several times; member: struct texts */
    OPTION_OPTIONAL, /* a flag with an optional value: --name gives "", --name=VALUE a value;
                        member: const char * */
    OPTION_NUMBER,
    OPTION_LIST /* words with commas between them, each one of `words`; member: const char * */
};

struct option {
    char letter;       /* the letter of -x; 0 for none */
    const char *name;  /* the name of --name, without the dashes; every option has one */
    const char *value; /* placeholder of the value in the help, NULL for a flag */
    enum option_kind kind;
    size_t offset; /* offset of the member in the verb's own options or in struct settings */
    const char *help;
    int64_t min, max;                  /* OPTION_NUMBER: the range of the value */
    const char *(*word)(size_t index); /* OPTION_LIST: gives word `index`, then NULL */
    bool is_setting;                   /* the member is in struct settings */
    bool is_long; /* OPTION_LIST: the list is too long for the help; only the manual has it */
};

struct option_table {
    const struct option *rows;
    size_t count, size; /* size of the struct that they are read into; 0 when all are settings */
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

/* The outcome of a job, beside its exit status. A new job is zeroed, which is JOB_TAKEN.
 * JOB_FOREIGN must be the last, because struct outcomes has a counter for each. */
enum job_outcome {
    JOB_TAKEN,        /* the recording was read, perhaps not to the end */
    JOB_DONE,         /* the output was written; in verify: the recording is good */
    JOB_KEPT,         /* nothing had to be done; in verify: the recording is unfinished */
    JOB_OTHER_FORMAT, /* the command does not read this format */
    JOB_NOTHING,      /* nothing in the recording matches the call */
    JOB_UNREAD,       /* the recording is damaged, so that nothing could be listed */
    JOB_FOREIGN       /* the file is no recording. It was found in a folder; in verify also a
                         file that the user named */
};

/* The meaning of the words of the command line. */
struct shell {
    const struct command *command;
    const struct settings *settings;
    const void *options; /* the verb's own options */
    const char **files;  /* words that are no options */
    size_t count;        /* number of `files` */
    tt_io_stop *stop;    /* raised when the user wants to stop */
};

/* One file of a call, or all files of a call together. The shell fills it. The verb and its
 * reading set `outcome`, the two counts of bytes and `asks_for_part`. Only one thread at a time
 * uses a job. */
struct job {
    const struct command *command;
    const struct run_how *how;
    const struct settings *settings;
    const void *options;
    void *user; /* the member `user` of struct run_how */
    void *work; /* the verb's struct for this job, of the size in struct run_how; or NULL */
    tt_io_output *out;
    tt_io_stop *stop; /* raised when the user wants to stop; reading ends then */

    size_t index;

    struct results *results;  /* stdout, and progress */
    const char *const *paths; /* used by run_all: files and folders as the user named them */
    size_t count;

    /* run_each sets the members from here on. */
    const char *path;    /* "-" for stdin; in a job of all files, the first one */
    bool found_by_walk;  /* found in a folder, not named: see source_is_passed_over */
    bool is_one_of_many; /* "file" begins its JSON objects */
    bool asks_for_part;  /* the user wants only a part of the recording: see outcome_listed */
    /* run_progress counts the bytes of this run. */
    struct run *run;
    const tt_io_list *inputs; /* all inputs of the run */
    uint64_t told;            /* bytes of the file that the progress has counted */
    enum job_outcome outcome;
    uint64_t bytes_before, bytes_after; /* stored sizes of the input and the output */
    tt_io_input *input;                 /* the opened input, for source.c */
    bool is_damaged;                    /* the recording has errors */
    bool is_unknown;                    /* the first bytes were read and are those of no format */
    tt_io_error trouble;                /* why the file cannot be opened; TT_OK before an attempt */
};

/* Makes the job of one recording for a command that reads all inputs as one job. Its messages
 * have the path of the recording, and its objects have no "file". */
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

/* Returns --jobs, or one thread for each core. */
static inline unsigned settings_threads(const struct settings *settings)
{
    return settings->jobs > 0 ? (unsigned)settings->jobs : tt_io_jobs_cores();
}

/* A word of a command, and the words that may follow it. */
struct choice {
    const char *name;
    const char *help; /* explanation of the word; NULL where the words of `next` explain it */
    const struct choice *next; /* words that may follow, then one without a name; NULL: a leaf */
    const void *object;        /* the object that these words choose */
};

/* Most paragraphs or examples of a command, with the zero that ends them. */
#define COMMAND_TEXTS 16

/* A command. Threads and the programs that make manual and completions (tools/docs) only read
 * it. */
struct command {
    const char *name;
    const char *summary;                    /* one line for the list of commands */
    const char *description[COMMAND_TEXTS]; /* paragraphs for help and manual; what only the manual
                                               says is in tools/docs/details */
    struct option_table options;            /* options of the verb; the common options follow */
    struct example examples[COMMAND_TEXTS];
    const char *json_text[COMMAND_TEXTS]; /* paragraphs about the JSON objects of the command */
    const struct column *columns;         /* columns of the objects, ended by COLUMNS_END: rows.h */
    const struct column *more_columns[2]; /* columns of objects that options add; may be NULL */
    /* Kinds of objects with their members beyond `columns`, ended by NULL. May be NULL. */
    const struct column_object *const *objects;
    /* Gives kind `index` of the objects that have columns of their own, then NULL. May be NULL. */
    const struct tt_type *(*json_type)(size_t index);
    /* Gives an entry of another chapter of the manual, about word `index` of `choices`: its
     * name, its kind in parentheses, and its meaning. Returns false after the last. May be NULL. */
    bool (*item)(const struct choice *choice, size_t index, const char *texts[3]);
    /* The function and the properties of a run over the inputs. */
    const struct run_how *how;
    /* Gives a sentence about wrong usage, or NULL. May be NULL. */
    const char *(*check)(const struct shell *sh);
    /* Does all of the work in place of run_each with `how` and `check`, which then are NULL. */
    enum exit_status (*run)(struct shell *sh);
    const char *usage; /* what follows the name in a usage line; NULL: options and files */
    const struct choice *choices; /* words that precede the files; may be NULL */
    bool has_no_files;            /* the command takes its words and stdin, but no files */
    /* Rows "status|meaning" as in tools/docs/docs.h. Without rows the manual has the usual ones. */
    const char *exit_status[COMMAND_TEXTS];
};

/* The usage line of a command that reads files, after its name. */
#define COMMAND_USAGE "[OPTION...] FILE|DIR..."

static inline const char *command_usage(const struct command *command)
{
    return command->usage != NULL ? command->usage : COMMAND_USAGE;
}

extern const struct command cmd_info, cmd_dump, cmd_players, cmd_chat, cmd_inputs, cmd_verify,
    cmd_index, cmd_archive, cmd_find, cmd_repair, cmd_pack, cmd_unpack, cmd_anonymize, cmd_cut,
    cmd_demo, cmd_concat, cmd_page, cmd_picture, cmd_video, cmd_table, cmd_map, cmd_codec;

/* All commands, ended by NULL. */
extern const struct command *const commands[];

/* Options that every command has. */
extern const struct option_table common_options;

#endif
