/* SPDX-License-Identifier: MIT
 *
 * Finds the command by its name. Wrong words are refused before a recording is opened or stdout
 * is used.
 */
#include "cli/shell/dispatch.h"
#include <stdlib.h>
#include <string.h>

#include "cli/shell/help.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/options.h"
#include "cli/shell/run.h"
#include "cli/shell/target.h"
#include "cli/shell/terminal.h"
#include "cli/shell/word_list.h"
#include "cli/text/text.h"
#include "teetape/io/kind.h"

/* The descriptor of stderr. Only files that call the system include <unistd.h>. */
#define STDERR_NUMBER 2

static const struct command *find(const char *name)
{
    size_t i = 0;
    while (commands[i] != NULL && strcmp(commands[i]->name, name) != 0) {
        i++;
    }
    return commands[i];
}

/* Commands by the words that other programs have for them. */
static const struct {
    const char *word, *command;
} other_words[] = {
    {"version", "--version"}, {"show", "picture"},   {"draw", "picture"}, {"render", "video"},
    {"convert", "demo"},      {"export", "table"},   {"search", "find"},  {"check", "verify"},
    {"play", "page"},         {"extract", "unpack"}, {"merge", "concat"}, {"list", "players"},
    {"compress", "pack"},     {"trim", "cut"},       {"replay", "page"},
};

static void offer_other_words(struct suggestion *suggestion, const char *word)
{
    for (size_t i = 0; i < sizeof other_words / sizeof other_words[0]; i++) {
        if (strcmp(word, other_words[i].word) == 0) {
            suggestion->word = other_words[i].command;
        }
    }
}

/* Reports a first word that is no command. It may be an option, as in other tools, or a recording
 * that was dragged onto the program. */
static int refuse(const char *word, const char *next)
{
    struct suggestion suggestion = suggest_begin(tt_bytes_of(word));
    for (size_t i = 0; commands[i] != NULL; i++) {
        suggest_offer(&suggestion, commands[i]->name);
    }
    suggest_offer(&suggestion, "help");
    offer_other_words(&suggestion, word);
    if (word[0] == '-') {
        message_say(MESSAGE_ERROR, NULL, "the command comes before its options: teetape COMMAND %s",
                    word);
    } else if (tt_io_kind_is_named(word)) {
        const struct command *command = next != NULL ? find(next) : NULL;
        message_say(MESSAGE_ERROR, NULL, "there is no command '%s'; did you mean 'teetape %s %s'?",
                    word, command != NULL ? command->name : "info", word);
    } else if (suggestion.word != NULL) {
        message_say(MESSAGE_ERROR, NULL, "there is no command '%s'; did you mean '%s'?", word,
                    suggestion.word);
    } else {
        message_say(MESSAGE_ERROR, NULL, "there is no command '%s'", word);
    }
    message_say(MESSAGE_ERROR, NULL, "'teetape --help' lists the commands");
    return EXIT_USAGE;
}

/* Prints the help that the user asked for to stdout. A full disk is an error then. */
static int print_help(const struct command *command)
{
    struct results results;
    bool colour = terminal_colour(STDOUT_NUMBER);
    results_open(&results);
    if (command != NULL) {
        help_command(&results.out, command, colour);
    } else {
        help_general(&results.out, colour);
    }
    return (int)results_close(&results);
}

static int print_version(void)
{
    struct results results;
    results_open(&results);
    help_version(&results.out);
    return (int)results_close(&results);
}

/* Prints the help for a call without a command to stderr, and returns EXIT_USAGE. */
static int print_usage(void)
{
    tt_io_output out;
    tt_io_output_open_fd(&out, STDERR_NUMBER, false);
    help_general(&out, terminal_colour(STDERR_NUMBER));
    tt_io_output_close(&out);
    return EXIT_USAGE;
}

static int help(const char *const *words)
{
    if (words[0] == NULL || strcmp(words[0], "help") == 0) {
        return print_help(NULL);
    }
    const struct command *command = find(words[0]);
    return command != NULL ? print_help(command) : refuse(words[0], NULL);
}

static int run(struct shell *sh, struct options *options, bool is_good)
{
    if (options->settings.help) {
        return print_help(sh->command); /* the user gets help even when other words are wrong */
    }
    const char *problem = is_good ? tt_io_reading_check(&options->settings.reading) : NULL;
    if (problem != NULL) {
        is_good = false;
        target_named(options->problem, problem);
    }
    if (!is_good) {
        return (int)run_refuse(sh, options->problem);
    }
    message_least(options->settings.quiet ? MESSAGE_ERROR : MESSAGE_NOTE);
    if (options->old != 0) {
        options_say_old(options);
    }
    return (int)run_command(sh);
}

/* Reads the words and runs the command. calloc of 0 bytes may return NULL, so one pointer and one
 * byte more are allocated. */
static int run_with_space(const struct command *command, const char *const *words, tt_io_stop *stop)
{
    struct options options;
    size_t count = 0;
    while (words[count] != NULL) {
        count++;
    }
    options.files = memory_zeros(NULL, (count + 1) * sizeof *options.files);
    options.own = memory_zeros(NULL, command->options.size + 1);
    int status = EXIT_SYSTEM;
    if (options.files != NULL && options.own != NULL) {
        bool is_good = options_read(&options, command, words, count);
        struct shell sh = {.command = command,
                           .settings = &options.settings,
                           .options = options.own,
                           .files = options.files,
                           .count = options.file_count,
                           .stop = stop};
        status = run(&sh, &options, is_good);
    }
    free(options.files);
    free(options.own);
    return status;
}

int dispatch(const char *const *words, tt_io_stop *stop)
{
    if (words[0] == NULL) {
        return print_usage();
    }
    if (strcmp(words[0], "-h") == 0 || strcmp(words[0], "--help") == 0) {
        return print_help(NULL);
    }
    if (strcmp(words[0], "-V") == 0 || strcmp(words[0], "--version") == 0) {
        return print_version();
    }
    if (strcmp(words[0], "help") == 0) {
        return help(words + 1);
    }
    const struct command *command = find(words[0]);
    return command != NULL ? run_with_space(command, words + 1, stop) : refuse(words[0], words[1]);
}
