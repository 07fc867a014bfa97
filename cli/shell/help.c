/* SPDX-License-Identifier: MIT
 *
 * Prints help. Help of one command fits 50 lines; the man pages (tools/docs) have more.
 */
#include "cli/shell/help.h"

#include <stdio.h>
#include <string.h>

#include "cli/shell/options.h"
#include "cli/text/text.h"

#define WIDTH 79      /* columns of a line at most */
#define INDENT 2      /* of lines below a heading */
#define EXPLAINED 24  /* column where explanations of options begin */
#define EXAMPLES 3    /* most examples of a command; the manual has all */
#define LEFT_MOST 100 /* bytes of an option with its placeholder */

/* The width is fixed, so that help looks the same on every terminal, in a pipe and in a log. */
struct lines {
    tt_io_output *out;
    size_t indent;    /* columns that every line but the first begins with */
    size_t column;    /* of the current line */
    bool needs_blank; /* a blank has to precede the next word */
};

/* The first line continues at `column`; blanks fill it up to the indent. */
static struct lines lines_begin(tt_io_output *out, size_t indent, size_t column)
{
    struct lines lines = {out, indent, column, false};
    text_blanks(out, indent > column ? indent - column : 0);
    lines.column = indent > column ? indent : column;
    return lines;
}

static void lines_word(struct lines *lines, tt_bytes word)
{
    size_t width = text_width(word);
    if (lines->needs_blank && lines->column + 1 + width > WIDTH) {
        tt_io_output_byte(lines->out, '\n');
        text_blanks(lines->out, lines->indent);
        lines->column = lines->indent;
        lines->needs_blank = false;
    }
    tt_io_output_text(lines->out, lines->needs_blank ? " " : "");
    tt_io_output_bytes(lines->out, word);
    lines->column += width + lines->needs_blank;
    lines->needs_blank = true;
}

static void lines_text(struct lines *lines, const char *text)
{
    while (*text != '\0') {
        const tt_bytes word = {(const uint8_t *)text, strcspn(text, " ")};
        if (word.size > 0) {
            lines_word(lines, word);
        }
        text += word.size + (text[word.size] == ' ');
    }
}

static void lines_end(struct lines *lines)
{
    tt_io_output_byte(lines->out, '\n');
}

static void print_paragraph(tt_io_output *out, size_t indent, const char *text)
{
    struct lines lines = lines_begin(out, indent, 0);
    lines_text(&lines, text);
    lines_end(&lines);
}

static void print_heading(tt_io_output *out, const char *text, bool colour)
{
    tt_io_output_byte(out, '\n');
    tt_io_output_text(out, text_look(TEXT_BOLD, colour));
    tt_io_output_text(out, text);
    tt_io_output_text(out, text_look(TEXT_NORMAL, colour));
    tt_io_output_byte(out, '\n');
}

/* A left side that is too long has a line of its own. The 1 is the blank after it. */
static struct lines begin_entry(tt_io_output *out, const char *left)
{
    size_t width = INDENT + strlen(left);
    text_blanks(out, INDENT);
    tt_io_output_text(out, left);
    if (width + 1 > EXPLAINED) {
        tt_io_output_byte(out, '\n');
        width = 0;
    }
    return lines_begin(out, EXPLAINED, width);
}

static void print_entry(tt_io_output *out, const char *left, const char *text)
{
    struct lines lines = begin_entry(out, left);
    lines_text(&lines, text);
    lines_end(&lines);
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

/* In a placeholder like HOW,... the part before the comma means one of the words. */
static void print_words(tt_io_output *out, const struct option *option)
{
    char before[LEFT_MOST];
    const char *word;
    snprintf(before, sizeof before, "%.*s is one of", (int)strcspn(option->value, ","),
             option->value);
    tt_io_output_byte(out, '\n');
    struct lines lines = lines_begin(out, INDENT, 0);
    lines_text(&lines, before);
    for (size_t i = 0; (word = option->word(i)) != NULL; i++) {
        char text[LEFT_MOST];
        snprintf(text, sizeof text, "%s%s", word, option->word(i + 1) != NULL ? "," : "");
        lines_text(&lines, text);
    }
    lines_end(&lines);
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

static void print_examples(tt_io_output *out, const struct command *command, bool colour)
{
    const struct example *example = command->examples;
    if (example->does != NULL) {
        print_heading(out, "Examples", colour);
    }
    for (; example->does != NULL && example < command->examples + EXAMPLES; example++) {
        print_paragraph(out, INDENT, example->does);
        text_blanks(out, (size_t)2 * INDENT);
        tt_io_output_text(out, "teetape ");
        tt_io_output_text(out, example->words);
        tt_io_output_byte(out, '\n');
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
                    "recording, plain or compressed with xz, zstd or gzip; '-' is stdin.");
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
