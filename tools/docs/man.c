/* SPDX-License-Identifier: MIT
 *
 * Writes man pages with the classic man macros.
 */
#include "docs.h"

#include <string.h>

#include "cli/shell/help.h"
#include "cli/shell/option_rows.h"
#include "cli/shell/options.h"
#include "cli/show/rows.h"
#include "teetape/schema.h"
#include "teetape/version.h"

/* A page carries the day of the release; the day it was generated would change it every time. */
#define DATE "2026-11-30"

static const char *type_name(const tt_field *field)
{
    static const char *const names[] = {
        [TT_TYPE_INT] = "number",
        [TT_TYPE_OPT_INT] = "number",
        [TT_TYPE_BOOL] = "number",
        [TT_TYPE_CID] = "number",
        [TT_TYPE_ANY_CID] = "number",
        [TT_TYPE_TEXT] = "text",
        [TT_TYPE_DATA] = "hex",
        [TT_TYPE_UUID] = "text",
        [TT_TYPE_TEXTS] = "array of texts",
        [TT_TYPE_INPUT] = "array of numbers",
        [TT_TYPE_MSG] = "object",
    };
    return names[field->type];
}

/* One character of a text as troff has it. Dashes that a user may type must be copied as such;
 * `literal` makes all of them so. */
static void put(tt_io_output *out, const char *at, bool is_first, bool literal)
{
    bool is_start = is_first || at[-1] == ' ' || at[-1] == '-' || at[-1] == '(' || at[-1] == '\'';
    switch (*at) {
    case '\\':
        tt_io_output_text(out, "\\e");
        break;
    case '\'':
        tt_io_output_text(out, "\\(aq");
        break;
    case '^':
        tt_io_output_text(out, "\\(ha");
        break;
    case '`':
        tt_io_output_text(out, "\\(ga");
        break;
    case '~':
        tt_io_output_text(out, "\\(ti");
        break;
    case '-':
        tt_io_output_text(out, literal || is_start ? "\\-" : "-");
        break;
    default:
        tt_io_output_byte(out, (uint8_t)*at);
        break;
    }
}

static void put_text(tt_io_output *out, const char *text, size_t size, bool literal)
{
    tt_io_output_text(out, size > 0 && text[0] == '.' ? "\\&" : "");
    for (size_t i = 0; i < size; i++) {
        put(out, text + i, i == 0, literal);
    }
}

static void text(tt_io_output *out, const char *line)
{
    put_text(out, line, strlen(line), false);
}

static void literal(tt_io_output *out, const char *line)
{
    put_text(out, line, strlen(line), true);
}

static void heading(tt_io_output *out, const char *title)
{
    docs_texts(out, ".SH ", title, "\n", NULL);
}

/* Lines of a command or of a file, each on a line of its own, without their indentation. */
static void block(tt_io_output *out, const char *lines)
{
    tt_io_output_text(out, ".PP\n.RS 4\n.EX\n");
    while (*lines != '\0') {
        bool is_indented = strncmp(lines, DOCS_BLOCK, strlen(DOCS_BLOCK)) == 0;
        lines += is_indented ? strlen(DOCS_BLOCK) : 0;
        size_t size = strcspn(lines, "\n");
        put_text(out, lines, size, true);
        tt_io_output_byte(out, '\n');
        lines += size + (lines[size] == '\n');
    }
    tt_io_output_text(out, ".EE\n.RE\n");
}

/* Paragraphs of a chapter. Directly below a heading .PP would be one too many. */
static void paragraphs(tt_io_output *out, const char *const *all)
{
    for (size_t i = 0; all[i] != NULL; i++) {
        if (strncmp(all[i], DOCS_BLOCK, strlen(DOCS_BLOCK)) == 0) {
            block(out, all[i]);
            continue;
        }
        const char *bar = strchr(all[i], '|');
        if (bar != NULL) {
            tt_io_output_text(out, ".TP\n.B ");
            put_text(out, all[i], (size_t)(bar - all[i]), true);
            tt_io_output_byte(out, '\n');
            text(out, bar + 1);
        } else {
            tt_io_output_text(out, i > 0 ? ".PP\n" : "");
            text(out, all[i]);
        }
        tt_io_output_byte(out, '\n');
    }
}

static void title(tt_io_output *out, const char *name, const char *upper)
{
    docs_texts(out, ".\\\" ", DOCS_ORIGIN, "\n.TH ", NULL);
    tt_io_output_text(out, upper);
    for (const char *at = name; *at != '\0'; at++) {
        tt_io_output_byte(out, (uint8_t)(*at >= 'a' && *at <= 'z' ? *at - 'a' + 'A' : *at));
    }
    docs_texts(out, " 1 ", DATE, " \"teetape ", TT_VERSION_STRING,
               "\" \"Recordings of Teeworlds and DDNet\"\n", NULL);
    /* options and names of keys must not be torn apart */
    tt_io_output_text(out, ".nh\n.ad l\n");
}

static void option(tt_io_output *out, const struct option *o)
{
    const char letter[] = {o->letter, '\0'};
    tt_io_output_text(out, ".TP\n");
    if (o->letter != 0) {
        docs_texts(out, "\\fB\\-", letter, "\\fR, ", NULL);
    }
    tt_io_output_text(out, "\\fB\\-\\-");
    literal(out, o->name);
    tt_io_output_text(out, "\\fR");
    if (o->kind == OPTION_OPTIONAL) {
        docs_texts(out, "[=\\fI", o->value, "\\fR]", NULL);
    } else if (o->value != NULL) {
        docs_texts(out, " \\fI", o->value, "\\fR", NULL);
    }
    tt_io_output_byte(out, '\n');
    text(out, o->help);
    tt_io_output_text(out, ".\n");
    if (o->kind == OPTION_LIST) {
        const char *word;
        tt_io_output_text(out, "Known are");
        for (size_t i = 0; (word = o->word(i)) != NULL; i++) {
            tt_io_output_text(out, i > 0 ? ",\n" : "\n");
            literal(out, word);
        }
        tt_io_output_text(out, ".\n");
    }
}

/* "[OPTION...] FILE...": words in upper case stand for something. */
static void arguments(tt_io_output *out, const struct command *command)
{
    bool is_name = false;
    for (const char *at = command_usage(command); *at != '\0'; at++) {
        bool was_name = is_name;
        is_name = *at >= 'A' && *at <= 'Z';
        tt_io_output_text(out, is_name == was_name ? "" : is_name ? "\\fI" : "\\fR");
        put(out, at, true, true);
    }
    tt_io_output_text(out, is_name ? "\\fR\n" : "\n");
}

/* The words that a command takes. */
static void choices(tt_io_output *out, const struct choice *all)
{
    tt_io_output_text(out, ".SH KINDS\n");
    for (const struct choice *kind = all; kind->name != NULL; kind++) {
        if (kind->next == NULL) {
            docs_texts(out, ".TP\n.B ", kind->name, "\n", NULL);
            text(out, kind->help);
            tt_io_output_byte(out, '\n');
        }
        for (const struct choice *way = kind->next; way != NULL && way->name != NULL; way++) {
            docs_texts(out, ".TP\n.B ", kind->name, " ", way->name, "\n", NULL);
            text(out, way->help);
            tt_io_output_byte(out, '\n');
        }
    }
}

static void examples(tt_io_output *out, const struct command *command)
{
    for (const struct example *e = command->examples; e->does != NULL; e++) {
        tt_io_output_text(out, e != command->examples ? ".PP\n" : "");
        text(out, e->does);
        tt_io_output_text(out, "\n.PP\n.RS 4\n.EX\nteetape ");
        literal(out, e->words);
        tt_io_output_text(out, "\n.EE\n.RE\n");
    }
}

static void entry(tt_io_output *out, const char *key, const char *type, const char *meaning)
{
    tt_io_output_text(out, ".TP\n.BR \"");
    literal(out, key);
    docs_texts(out, "\" \" (", type, ")\"\n", NULL);
    text(out, meaning);
    tt_io_output_byte(out, '\n');
}

static const char *place(tt_format where)
{
    return where == TT_FORMAT_DEMO           ? "of a demo: "
           : where == TT_FORMAT_TEEHISTORIAN ? "not of a demo: "
                                             : "";
}

/* Rows without a meaning have that of the row above, and are beside it. */
static void columns(tt_io_output *out, const struct column *all)
{
    for (const struct column *c = all; c->key != NULL || c->heading != NULL; c++) {
        const struct column *last = c;
        if (c->key == NULL || c->meaning == NULL) {
            continue;
        }
        docs_texts(out, ".TP\n.BR \"", NULL);
        literal(out, c->key);
        while (last[1].key != NULL && last[1].meaning == NULL) {
            last++;
            tt_io_output_text(out, ", ");
            literal(out, last->key);
        }
        docs_texts(out, "\" \" (", column_type(c), last != c ? "s" : "", ")\"\n", NULL);
        text(out, place(c->where));
        text(out, c->meaning);
        tt_io_output_byte(out, '\n');
    }
}

/* A kind of object with keys of its own, of rows. */
static void column_object(tt_io_output *out, const struct column_object *object)
{
    tt_io_output_text(out, ".SS ");
    literal(out, object->name);
    tt_io_output_byte(out, '\n');
    text(out, place(object->where));
    text(out, object->meaning);
    tt_io_output_text(out, object->columns == NULL ? "; no other keys.\n" : "\n");
    if (object->columns != NULL) {
        columns(out, object->columns);
    }
}

/* The same of a type. */
static void object(tt_io_output *out, const struct tt_type *type)
{
    tt_io_output_text(out, ".SS ");
    literal(out, type->name);
    tt_io_output_byte(out, '\n');
    text(out, type->doc);
    tt_io_output_text(out, type->field_count == 0 ? "; no other keys.\n" : "\n");
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        if (field->type == TT_TYPE_MSG) {
            entry(out, "type", "text", "the message's name, where the message parses");
            entry(out, "fields", "object", "the message's fields, where it parses");
        } else {
            entry(out, field->name, type_name(field), field->doc);
        }
    }
}

static void json(tt_io_output *out, const struct command *command)
{
    heading(out, "OUTPUT");
    text(out, "With --json, every line is a JSON object. teetape(1) describes what all objects "
              "have in common.");
    tt_io_output_byte(out, '\n');
    for (size_t i = 0; command->json_text[i] != NULL; i++) {
        tt_io_output_text(out, ".PP\n");
        text(out, command->json_text[i]);
        tt_io_output_byte(out, '\n');
    }
    if (command->columns != NULL) {
        columns(out, command->columns);
    }
    for (size_t i = 0; i < 2 && command->more_columns[i] != NULL; i++) {
        columns(out, command->more_columns[i]);
    }
    for (size_t i = 0; command->objects != NULL && command->objects[i] != NULL; i++) {
        column_object(out, command->objects[i]);
    }
    const struct tt_type *type;
    for (size_t i = 0; command->json_type != NULL && (type = command->json_type(i)) != NULL; i++) {
        object(out, type);
    }
}

static void see_also(tt_io_output *out, const struct command *self)
{
    heading(out, "SEE ALSO");
    if (self != NULL) {
        tt_io_output_text(out, ".BR teetape (1)");
    }
    bool comma = self != NULL;
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (commands[i] != self) {
            docs_texts(out, comma ? ",\n" : "", ".BR teetape\\-", commands[i]->name, " (1)", NULL);
            comma = true;
        }
    }
    tt_io_output_byte(out, '\n');
}

/* of commands that read files */
static const struct option file_rows[] = {OPTION_ROWS_EACH};

void docs_man(tt_io_output *out)
{
    title(out, "teetape", "");
    heading(out, "NAME");
    tt_io_output_text(out, "teetape \\- show what happened in recordings of Teeworlds and DDNet\n");
    heading(out, "SYNOPSIS");
    tt_io_output_text(out, ".B teetape\n.I COMMAND\n[\\fIOPTION\\fR...] \\fIFILE\\fR...\n.br\n"
                           ".B teetape help\n[\\fICOMMAND\\fR]\n.br\n"
                           ".B teetape \\-\\-version\n");
    heading(out, "DESCRIPTION");
    tt_io_output_text(out,
                      "The command teetape reads recordings of games of Teeworlds and DDNet: "
                      "which game it was, who played, what they did, and whether the recording "
                      "is whole.\nEvery command has a page of its own.\n");
    heading(out, "COMMANDS");
    for (size_t i = 0; commands[i] != NULL; i++) {
        docs_texts(out, ".TP\n.BR teetape\\-", commands[i]->name, " (1)\n", NULL);
        text(out, commands[i]->summary);
        tt_io_output_byte(out, '\n');
    }
    heading(out, "OPTIONS");
    tt_io_output_text(out, "Options follow the command, before or after files.\n"
                           "All commands take these:\n");
    for (size_t i = 0; i < common_options.count; i++) {
        option(out, &common_options.rows[i]);
    }
    tt_io_output_text(out, ".PP\nMost commands that read files also take these:\n");
    for (size_t i = 0; i < sizeof file_rows / sizeof file_rows[0]; i++) {
        option(out, &file_rows[i]);
    }
    tt_io_output_text(out, ".PP\nInstead of a command:\n"
                           ".TP\n\\fB\\-V\\fR, \\fB\\-\\-version\\fR\n"
                           "show the version, and which compressed files this build can read.\n");
    for (const struct docs_chapter *c = docs_chapters; c->title != NULL; c++) {
        heading(out, c->title);
        paragraphs(out, c->paragraphs);
    }
    see_also(out, NULL);
}

/* What there is of each kind, such as the columns of a table. */
static void items(tt_io_output *out, const struct command *command)
{
    const char *texts[3];
    for (const struct choice *c = command->choices; c->name != NULL; c++) {
        docs_texts(out, ".SS ", c->name, "\n", NULL);
        for (size_t i = 0; command->item(c, i, texts); i++) {
            entry(out, texts[0], texts[1], texts[2]);
        }
    }
}

void docs_man_command(tt_io_output *out, const struct command *command, const char *const *details)
{
    const struct option *o;
    title(out, command->name, "TEETAPE-");
    heading(out, "NAME");
    docs_texts(out, "teetape\\-", command->name, " \\- ", NULL);
    text(out, command->summary);
    tt_io_output_byte(out, '\n');
    heading(out, "SYNOPSIS");
    docs_texts(out, ".B teetape ", command->name, "\n", NULL);
    arguments(out, command);
    heading(out, "DESCRIPTION");
    paragraphs(out, command->description);
    if (details[0] != NULL) {
        tt_io_output_text(out, ".PP\n");
        paragraphs(out, details);
    }
    if (command->choices != NULL) {
        choices(out, command->choices);
    }
    if (!command->has_no_files) {
        tt_io_output_text(
            out, ".PP\nFor files, places in time, players, secrets and folders of maps, see\n"
                 ".BR teetape (1).\n");
    }
    heading(out, "OPTIONS");
    for (size_t i = 0; (o = options_of(command, i)) != NULL; i++) {
        option(out, o);
    }
    if (command->item != NULL) {
        heading(out, "COLUMNS");
        items(out, command);
    }
    if (command->examples[0].does != NULL) {
        heading(out, "EXAMPLES");
        examples(out, command);
    }
    json(out, command);
    heading(out, "EXIT STATUS");
    paragraphs(out, command->exit_status[0] != NULL ? command->exit_status : docs_exit_status);
    see_also(out, command);
}
