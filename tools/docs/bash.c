/* SPDX-License-Identifier: MIT
 *
 * Writes the completion for bash. It needs no helper functions of other packages.
 */
#include "docs.h"

#include "cli/shell/options.h"

static const char begin[] =
    "# bash completion for teetape\n"
    "# " DOCS_ORIGIN "\n"
    "\n"
    "# $1 are the words of a list; $2 is what is typed of it: the last word is completed.\n"
    "_teetape_list()\n"
    "{\n"
    "    local before=''\n"
    "    [[ $2 == *,* ]] && before=${2%,*},\n"
    "    COMPREPLY=($(compgen -P \"$before\" -W \"$1\" -- \"${2##*,}\"))\n"
    "    compopt -o nospace 2>/dev/null\n"
    "}\n"
    "\n"
    "_teetape()\n"
    "{\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local options=''\n"
    "    COMPREPLY=()\n"
    "    # bash takes --name=VALUE apart\n"
    "    if [[ $current == = ]]; then\n"
    "        current=''\n"
    "    elif [[ $previous == = && $COMP_CWORD -gt 2 ]]; then\n"
    "        previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n";

static const char end[] = "    esac\n"
                          "    if [[ $current == -* ]]; then\n"
                          "        COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
                          "    fi\n"
                          "    # without an answer bash completes files\n"
                          "}\n"
                          "complete -o bashdefault -o default -F _teetape teetape\n";

static void command_names(tt_io_output *out)
{
    for (size_t i = 0; commands[i] != NULL; i++) {
        docs_texts(out, i > 0 ? " " : "", commands[i]->name, NULL);
    }
}

/* -x --name, with `between`. */
static void option_names(tt_io_output *out, const struct option *option, const char *between)
{
    const char letter[] = {option->letter, '\0'};
    if (option->letter != 0) {
        docs_texts(out, "-", letter, between, NULL);
    }
    docs_texts(out, "--", option->name, NULL);
}

/* What follows the options of a command that take a value. */
static void values(tt_io_output *out, const struct command *command)
{
    const struct option *option;
    const char *before = "";
    tt_io_output_text(out, "        case $previous in\n");
    for (size_t i = 0; (option = options_of(command, i)) != NULL; i++) {
        if (option->kind == OPTION_LIST) {
            tt_io_output_text(out, "        ");
            option_names(out, option, " | ");
            tt_io_output_text(out, ")\n            _teetape_list '");
            docs_words(out, option);
            tt_io_output_text(out, "' \"$current\"\n            return\n            ;;\n");
        }
    }
    tt_io_output_text(out, "        ");
    for (size_t i = 0; (option = options_of(command, i)) != NULL; i++) {
        if (option->kind == OPTION_TEXT || option->kind == OPTION_FILE ||
            option->kind == OPTION_TEXTS || option->kind == OPTION_NUMBER) {
            tt_io_output_text(out, before);
            option_names(out, option, " | ");
            before = " | ";
        }
    }
    tt_io_output_text(out, ")\n            compopt +o default +o bashdefault 2>/dev/null\n"
                           "            return\n            ;;\n        esac\n");
}

/* The first word of a command that takes files after it. */
static void first_word(tt_io_output *out, const struct choice *choices)
{
    tt_io_output_text(out, "        if [[ $COMP_CWORD -eq 2 ]]; then\n"
                           "            COMPREPLY=($(compgen -W '");
    docs_choices(out, choices);
    tt_io_output_text(out, "' -- \"$current\"))\n"
                           "            compopt +o default +o bashdefault 2>/dev/null\n"
                           "            return\n        fi\n");
}

/* The words of a command that takes words, each in its place; no files. */
static void words(tt_io_output *out, const struct choice *choices)
{
    tt_io_output_text(out, "        case $COMP_CWORD:${COMP_WORDS[2]} in\n        2:*)\n"
                           "            COMPREPLY=($(compgen -W '");
    docs_choices(out, choices);
    tt_io_output_text(out, "' -- \"$current\"))\n            ;;\n");
    for (const struct choice *c = choices; c->name != NULL; c++) {
        if (c->next != NULL) {
            docs_texts(out, "        3:", c->name, ")\n            COMPREPLY=($(compgen -W '",
                       NULL);
            docs_choices(out, c->next);
            tt_io_output_text(out, "' -- \"$current\"))\n            ;;\n");
        }
    }
    tt_io_output_text(out, "        esac\n"
                           "        compopt +o default +o bashdefault 2>/dev/null\n");
}

static void command_case(tt_io_output *out, const struct command *command)
{
    const struct option *option;
    docs_texts(out, "    ", command->name, ")\n        options='", NULL);
    for (size_t i = 0; (option = options_of(command, i)) != NULL; i++) {
        tt_io_output_text(out, i > 0 ? " " : "");
        option_names(out, option, " ");
    }
    tt_io_output_text(out, "'\n");
    values(out, command);
    if (command->choices != NULL && !command->has_no_files) {
        first_word(out, command->choices);
    } else if (command->choices != NULL) {
        words(out, command->choices);
    }
    tt_io_output_text(out, "        ;;\n");
}

void docs_bash(tt_io_output *out)
{
    tt_io_output_text(out, begin);
    tt_io_output_text(out, "    if [[ $COMP_CWORD -eq 1 ]]; then\n"
                           "        COMPREPLY=($(compgen -W '");
    command_names(out);
    tt_io_output_text(out, " help -h --help -V --version' -- \"$current\"))\n"
                           "        return\n"
                           "    fi\n"
                           "    case ${COMP_WORDS[1]} in\n"
                           "    help)\n"
                           "        COMPREPLY=($(compgen -W '");
    command_names(out);
    tt_io_output_text(out, "' -- \"$current\"))\n"
                           "        return\n"
                           "        ;;\n");
    for (size_t i = 0; commands[i] != NULL; i++) {
        command_case(out, commands[i]);
    }
    tt_io_output_text(out, end);
}
