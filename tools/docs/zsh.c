/* SPDX-License-Identifier: MIT
 *
 * Writes the completion for zsh.
 */
#include "docs.h"

#include "cli/shell/options.h"

/* In single quotes, a quote ends them, stands for itself, and they begin again. */
#define QUOTE "'\\''"

/* How _arguments has an option: '(-k --kind)'{-k+,--kind=}'[help]:KIND:action'. */
static void option_spec(tt_io_output *out, const struct option *option)
{
    const char letter[] = {option->letter, '\0'};
    bool is_flag = option->kind == OPTION_FLAG;
    tt_io_output_text(out, " \\\n            ");
    if (option->letter != 0) {
        docs_texts(out, "'(-", letter, " --", option->name, ")'{-", letter, is_flag ? "" : "+",
                   ",--", option->name, is_flag ? "" : "=", "}'", NULL);
    } else {
        const char *equals = option->kind == OPTION_OPTIONAL ? "=-" : "=";
        const char *again = option->kind == OPTION_TEXTS ? "*" : "";
        docs_texts(out, "'", again, "--", option->name, is_flag ? "" : equals, NULL);
    }
    tt_io_output_byte(out, '[');
    docs_escaped(out, option->help, QUOTE, "[]:\\");
    tt_io_output_byte(out, ']');
    if (!is_flag) {
        docs_texts(out, option->kind == OPTION_OPTIONAL ? "::" : ":", option->value, ":", NULL);
    }
    if (option->kind == OPTION_LIST) {
        tt_io_output_text(out, "_sequence compadd - ");
        docs_words(out, option);
    } else if (!is_flag) {
        tt_io_output_byte(out, ' '); /* a value that cannot be completed */
    }
    tt_io_output_byte(out, '\'');
}

/* What follows the command: words in their places, or files. */
static void arguments(tt_io_output *out, const struct command *command)
{
    if (command->choices == NULL) {
        tt_io_output_text(out, " \\\n            '*:recording:_files'\n");
        return;
    }
    tt_io_output_text(out, " \\\n            '1:kind:(");
    docs_choices(out, command->choices);
    if (!command->has_no_files) {
        tt_io_output_text(out, ")' \\\n            '*:recording:_files'\n");
        return;
    }
    tt_io_output_text(out, ")' \\\n            '2: :->next' && return\n");
    tt_io_output_text(out, "            case $state:$line[1] in\n");
    for (const struct choice *c = command->choices; c->name != NULL; c++) {
        if (c->next != NULL) {
            docs_texts(out, "                next:", c->name, ") compadd - ", NULL);
            docs_choices(out, c->next);
            tt_io_output_text(out, " ;;\n");
        }
    }
    tt_io_output_text(out, "            esac\n");
}

static void command_case(tt_io_output *out, const struct command *command)
{
    const struct option *option;
    docs_texts(out, "        ", command->name, ")\n            _arguments -s -S", NULL);
    for (size_t i = 0; (option = options_of(command, i)) != NULL; i++) {
        option_spec(out, option);
    }
    arguments(out, command);
    tt_io_output_text(out, "            ;;\n");
}

void docs_zsh(tt_io_output *out)
{
    tt_io_output_text(out, "#compdef teetape\n# " DOCS_ORIGIN "\n\n"
                           "_teetape() {\n    local -a names options line\n    local -A opt_args\n"
                           "    local context state state_descr\n    names=(\n");
    for (size_t i = 0; commands[i] != NULL; i++) {
        docs_texts(out, "        '", commands[i]->name, ":", NULL);
        docs_escaped(out, commands[i]->summary, QUOTE, ":\\");
        tt_io_output_text(out, "'\n");
    }
    tt_io_output_text(out, "    )\n"
                           "    options=(--help:'list the commands' --version:'show the version')\n"
                           "    if (( CURRENT == 2 )); then\n"
                           "        names+=(help:'how to use a command')\n"
                           "        _describe -t commands command names\n"
                           "        _describe -o -t options option options\n"
                           "        return\n"
                           "    fi\n"
                           "    # for _arguments, the command is the first word\n"
                           "    shift words\n"
                           "    (( CURRENT-- ))\n"
                           "    case $words[1] in\n"
                           "        help)\n"
                           "            _describe -t commands command names\n"
                           "            ;;\n");
    for (size_t i = 0; commands[i] != NULL; i++) {
        command_case(out, commands[i]);
    }
    tt_io_output_text(out, "    esac\n}\n\n_teetape \"$@\"\n");
}
