/* SPDX-License-Identifier: MIT
 *
 * Prints help. Help of one command fits 50 lines; the man pages (tools/docs) have more.
 */
#include "cli/shell/help.h"

#include <stdio.h>
#include <string.h>

#include "cli/shell/fit.h"
#include "cli/shell/options.h"
#include "cli/text/text.h"

#define WIDTH 79     /* most columns of a line */
#define INDENT 2     /* blanks before a line below a heading */
#define EXPLAINED 24 /* column where explanations of options begin */
#define EXAMPLES 3   /* most examples of a command; the manual has all */
#define MANY_OPTIONS                                                                               \
    30 /* with more options there is one example, on one line, and the help fits a screen */
#define LEFT_MOST 100   /* bytes of an option with its placeholder */
#define WORDS_MOST 1000 /* bytes of a list of words */

/* Prints folded text. The width is fixed, so that help looks the same on every terminal, in a pipe
 * and in a log. */
static void print_folded(tt_io_output *out, size_t indent, const char *text)
{
    fit_fold_text(out, tt_bytes_of(text), indent, WIDTH);
    tt_io_output_byte(out, '\n');
}

static void print_paragraph(tt_io_output *out, size_t indent, const char *text)
{
    text_blanks(out, indent);
    print_folded(out, indent, text);
}

static void print_heading(tt_io_output *out, const char *text, bool colour)
{
    tt_io_output_byte(out, '\n');
    tt_io_output_text(out, text_look(TEXT_BOLD, colour));
    tt_io_output_text(out, text);
    tt_io_output_text(out, text_look(TEXT_NORMAL, colour));
    tt_io_output_byte(out, '\n');
}

/* Prints an option or a command beside its text. A left side that is too long has a line of its
 * own. The 1 is the blank after it. */
static void print_entry(tt_io_output *out, const char *left, const char *text)
{
    size_t width = INDENT + strlen(left);
    text_blanks(out, INDENT);
    tt_io_output_text(out, left);
    if (width + 1 > EXPLAINED) {
        tt_io_output_byte(out, '\n');
        width = 0;
    }
    text_blanks(out, EXPLAINED - width);
    print_folded(out, EXPLAINED, text);
}

static void print_option(tt_io_output *out, const struct option *option)
{
    char left[LEFT_MOST];
    const char letter[] = {option->letter != 0 ? '-' : ' ',
                           option->letter != 0 ? option->letter : ' ',
                           option->letter != 0 ? ',' : ' ', '\0'};
    if (option->kind == OPTION_OPTIONAL) {
        snprintf(left, sizeof left, "%s --%s[=%s]", letter, option->name, option->value);
    } else {
        snprintf(left, sizeof left, "%s --%s%s%s", letter, option->name,
                 option->value != NULL ? " " : "", option->value != NULL ? option->value : "");
    }
    print_entry(out, left, option->help);
}

static void print_choices(tt_io_output *out, const struct choice *choices, bool colour)
{
    print_heading(out, "Kinds", colour);
    for (const struct choice *kind = choices; kind->name != NULL; kind++) {
        if (kind->next == NULL) {
            print_entry(out, kind->name, kind->help);
        }
        for (const struct choice *way = kind->next; way != NULL && way->name != NULL; way++) {
            char left[LEFT_MOST];
            snprintf(left, sizeof left, "%s %s", kind->name, way->name);
            print_entry(out, left, way->help);
        }
    }
}

/* Prints the words that a value can be. In a placeholder such as HOW,... the part before the comma
 * means one of them. */
static void print_words(tt_io_output *out, const struct option *option)
{
    char text[WORDS_MOST];
    const char *word;
    int size = snprintf(text, sizeof text, "%.*s is one of", (int)strcspn(option->value, ","),
                        option->value);
    for (size_t i = 0; size < WORDS_MOST && (word = option->word(i)) != NULL; i++) {
        size += snprintf(text + size, sizeof text - (size_t)size, " %s%s", word,
                         option->word(i + 1) != NULL ? "," : "");
    }
    tt_io_output_byte(out, '\n');
    print_paragraph(out, INDENT, text);
}

static void print_options(tt_io_output *out, const struct command *command, bool colour)
{
    const struct option *option;
    print_heading(out, "Options", colour);
    for (size_t i = 0; (option = options_of(command, i)) != NULL; i++) {
        print_option(out, option);
    }
    for (size_t i = 0; (option = options_of(command, i)) != NULL; i++) {
        if (option->kind == OPTION_LIST && !option->is_long) {
            print_words(out, option);
        }
    }
}

static void print_call(tt_io_output *out, const char *before, const struct example *example)
{
    tt_io_output_text(out, before);
    tt_io_output_text(out, "teetape ");
    tt_io_output_text(out, example->words);
    tt_io_output_byte(out, '\n');
}

static void print_examples(tt_io_output *out, const struct command *command, bool colour)
{
    const struct example *example = command->examples;
    if (command->options.count > MANY_OPTIONS) {
        tt_io_output_byte(out, '\n');
        print_call(out, "Example: ", example);
        return;
    }
    if (example->does != NULL) {
        print_heading(out, "Examples", colour);
    }
    for (; example->does != NULL && example < command->examples + EXAMPLES; example++) {
        print_paragraph(out, INDENT, example->does);
        print_call(out, "    ", example);
    }
}

static void print_manual(tt_io_output *out, const struct command *command)
{
    char text[LEFT_MOST];
    snprintf(text, sizeof text, "Details and the keys of --json: man teetape-%s", command->name);
    tt_io_output_byte(out, '\n');
    print_paragraph(out, 0, text);
}

void help_general(tt_io_output *out, bool colour)
{
    print_paragraph(out, 0, "usage: teetape COMMAND " COMMAND_USAGE);
    tt_io_output_byte(out, '\n');
    print_paragraph(out, 0,
                    "Shows what happened in recordings of Teeworlds and DDNet. A FILE is a "
                    "recording, plain or compressed (.xz, .zst, .gz, .tape); '-' is stdin.");
    print_heading(out, "Commands", colour);
    for (size_t i = 0; commands[i] != NULL; i++) {
        print_entry(out, commands[i]->name, commands[i]->summary);
    }
    print_entry(out, "help COMMAND", "how to use a command; the same as COMMAND --help");
    print_heading(out, "Options", colour);
    print_entry(out, "-h, --help", "this list");
    print_entry(out, "-V, --version", "the version, and what this build can decompress");
    print_heading(out, "Exit status", colour);
    print_paragraph(out, INDENT,
                    "0 good, 1 a recording is damaged, 2 wrong usage, 3 the system failed.");
}

void help_command(tt_io_output *out, const struct command *command, bool colour)
{
    char usage[LEFT_MOST];
    snprintf(usage, sizeof usage, "usage: teetape %s %s", command->name, command_usage(command));
    print_paragraph(out, 0, usage);
    for (size_t i = 0; command->description[i] != NULL; i++) {
        tt_io_output_byte(out, '\n');
        print_paragraph(out, 0, command->description[i]);
    }
    if (command->choices != NULL) {
        print_choices(out, command->choices, colour);
    }
    print_options(out, command, colour);
    print_examples(out, command, colour);
    print_manual(out, command);
}
