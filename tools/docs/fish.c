/* SPDX-License-Identifier: MIT
 *
 * Writes the completion for fish.
 */
#include "docs.h"

#include "cli/shell/options.h"

#define QUOTE "\\'"

static const char begin[] = "# fish completion for teetape\n"
                            "# " DOCS_ORIGIN "\n"
                            "\n"
                            "# Whether the command is one of the arguments.\n"
                            "function __teetape_is\n"
                            "    set -l words (commandline -opc)\n"
                            "    test (count $words) -gt 1; and contains -- $words[2] $argv\n"
                            "end\n"
                            "\n"
                            "# Whether the words so far are the arguments.\n"
                            "function __teetape_ends\n"
                            "    set -l words (commandline -opc)\n"
                            "    test \"$words[2..]\" = \"$argv\"\n"
                            "end\n"
                            "\n"
                            "function __teetape_is_first\n"
                            "    test (count (commandline -opc)) -eq 1\n"
                            "end\n"
                            "\n";

/* A function that prints the words of a list: its name is __teetape_<command>_<option>. */
static void list_function(tt_io_output *out, const struct command *command,
                          const struct option *option)
{
    docs_texts(out, "function __teetape_", command->name, "_", option->name, "\n", NULL);
    tt_io_output_text(out, "    printf '%s\\n' ");
    docs_words(out, option);
    tt_io_output_text(out, "\nend\n");
}

/* The next word is no value of it. */
static bool is_alone(const struct option *option)
{
    return option->kind == OPTION_FLAG || option->kind == OPTION_OPTIONAL;
}

static void option_line(tt_io_output *out, const struct command *command,
                        const struct option *option)
{
    const char letter[] = {option->letter, '\0'};
    docs_texts(out, "complete -c teetape -n '__teetape_is ", command->name, "'", NULL);
    if (option->letter != 0) {
        docs_texts(out, " -s ", letter, NULL);
    }
    docs_texts(out, " -l ", option->name, is_alone(option) ? "" : " -x", NULL);
    if (option->kind == OPTION_LIST) {
        docs_texts(out, " -a '(__fish_complete_list , __teetape_", command->name, "_", option->name,
                   ")'", NULL);
    }
    tt_io_output_text(out, " -d '");
    docs_escaped(out, option->help, QUOTE, "\\");
    tt_io_output_text(out, "'\n");
}

static void command_line(tt_io_output *out, const char *name, const char *summary)
{
    docs_texts(out, "complete -c teetape -n __teetape_is_first -f -a ", name, " -d '", NULL);
    docs_escaped(out, summary, QUOTE, "\\");
    tt_io_output_text(out, "'\n");
}

/* The words of a command that takes words: the first, and the one after each of them. */
static void words(tt_io_output *out, const struct command *command)
{
    if (command->has_no_files) {
        docs_texts(out, "complete -c teetape -n \"__teetape_is ", command->name, "\" -f\n", NULL);
    }
    docs_texts(out, "complete -c teetape -n '__teetape_ends ", command->name, "' -a '", NULL);
    docs_choices(out, command->choices);
    tt_io_output_text(out, "'\n");
    for (const struct choice *c = command->choices; c->name != NULL; c++) {
        if (c->next != NULL) {
            docs_texts(out, "complete -c teetape -n '__teetape_ends ", command->name, " ", c->name,
                       "' -a '", NULL);
            docs_choices(out, c->next);
            tt_io_output_text(out, "'\n");
        }
    }
}

static void command_options(tt_io_output *out, const struct command *command)
{
    const struct option *option;
    tt_io_output_byte(out, '\n');
    for (size_t i = 0; (option = options_of(command, i)) != NULL; i++) {
        if (option->kind == OPTION_LIST) {
            list_function(out, command, option);
        }
    }
    if (command->choices != NULL) {
        words(out, command);
    }
    for (size_t i = 0; (option = options_of(command, i)) != NULL; i++) {
        option_line(out, command, option);
    }
}

void docs_fish(tt_io_output *out)
{
    tt_io_output_text(out, begin);
    for (size_t i = 0; commands[i] != NULL; i++) {
        command_line(out, commands[i]->name, commands[i]->summary);
    }
    command_line(out, "help", "how to use a command");
    tt_io_output_text(out, "complete -c teetape -n '__teetape_is help' -f -a '");
    for (size_t i = 0; commands[i] != NULL; i++) {
        docs_texts(out, i > 0 ? " " : "", commands[i]->name, NULL);
    }
    tt_io_output_text(out, "'\n"
                           "complete -c teetape -n __teetape_is_first -s h -l help"
                           " -d 'list the commands'\n"
                           "complete -c teetape -n __teetape_is_first -s V -l version"
                           " -d 'show the version'\n");
    for (size_t i = 0; commands[i] != NULL; i++) {
        command_options(out, commands[i]);
    }
}
