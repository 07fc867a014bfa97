/* SPDX-License-Identifier: MIT
 *
 * Reads lines, calls the row that converts them, and counts those that fail.
 */
#include "cli/codec/codec.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/codec/lines.h"
#include "cli/shell/message.h"
#include "cli/shell/terminal.h"
#include "cli/text/text.h"

#define STDIN_NUMBER 0

/* A line prints one of the first four members, or an error with one of the last three. */
struct answer {
    tt_bytes hex;
    struct column_own ints;
    tt_bytes text, uuid;
    const char *error, *where;
    int64_t byte, character, number;
};

/* The empty value of `answer`. A NULL text is unknown, but an unknown number needs COLUMN_UNKNOWN.
 */
#define NOTHING                                                                                    \
    {                                                                                              \
        .byte = COLUMN_UNKNOWN, .character = COLUMN_UNKNOWN, .number = COLUMN_UNKNOWN              \
    }

const struct column codec_columns[] = {
    COLUMN(struct answer, hex, "bytes", .show = SHOW_HEX, .is_optional = true),
    COLUMN(struct answer, ints, "ints", .type = "array of numbers", .is_optional = true),
    COLUMN(struct answer, text, "a text; if it is not valid UTF-8, the key text_hex has its bytes",
           .is_optional = true),
    COLUMN(struct answer, uuid, "a UUID", .is_optional = true),
    COLUMN(struct answer, error, "why the line cannot be converted; the object has no result then",
           .is_optional = true),
    COLUMN(struct answer, where, "part of the line with the error: from, to or delta",
           .is_optional = true),
    COLUMN(struct answer, byte, "offset of the error, if it is known: in the bytes",
           .is_optional = true),
    COLUMN(struct answer, character, "the same: in the line", .is_optional = true),
    COLUMN(struct answer, number, "the same: in the ints", .is_optional = true),
    COLUMN_OF("items", "array",
              "of a snapshot, in its order: objects with type, id, name if the type is known, uuid "
              "if it is an extended one, and fields (an object), or data (an array of ints) if the "
              "type is not known"),
    COLUMN_OF("crc", "number", "of a snapshot: the checksum that is sent with it"),
    COLUMN_OF("removed", "array",
              "of a delta: objects with type, id and name; or with key if there is no such item"),
    COLUMN_OF("updates", "array",
              "of a delta: objects as in a snapshot. Their ints are the whole item if it is new, "
              "else the difference to the old item. If the line has the old snapshot, the key new "
              "says whether the item is new"),
    COLUMN_OF("third", "number", "of a delta: its third int, if it is not 0"),
    COLUMN_OF("left_over", "array of numbers", "of a delta: ints after its last update"),
    COLUMNS_END,
};

static void print_answer(struct codec *c, const struct answer *answer)
{
    struct json j = json_begin(c->out);
    rows_members(&j, codec_columns, TT_FORMAT_UNKNOWN, answer);
    json_end(&j);
}

/* Composes "byte 3: sentence", which goes to stderr and into the line of the answer. */
static void compose_problem(const struct codec *c, char *dst, size_t cap)
{
    const char *colon = c->where[0] != '\0' ? ": " : "";
    if (c->unit == NULL) {
        snprintf(dst, cap, "%s%s%s", c->where, colon, c->problem);
    } else {
        snprintf(dst, cap, "%s%s%s %" PRIu64 ": %s", c->where, colon, c->unit, c->place,
                 c->problem);
    }
}

/* Prints the error of a line. With --raw the error goes to stderr, because nobody would notice it
 * among the bytes of the output. */
static void print_problem(struct codec *c)
{
    char text[CODEC_PROBLEM + 100];
    compose_problem(c, text, sizeof text);
    if (c->settings->json) {
        struct answer answer = NOTHING;
        answer.error = text;
        answer.where = c->where[0] != '\0' ? c->where : NULL;
        if (c->unit != NULL) {
            int64_t *at = strcmp(c->unit, "byte") == 0        ? &answer.byte
                          : strcmp(c->unit, "character") == 0 ? &answer.character
                                                              : &answer.number;
            *at = (int64_t)c->place;
        }
        print_answer(c, &answer);
    } else if (c->options->raw) {
        message_say(MESSAGE_ERROR, NULL, "%s", text);
    } else {
        tt_io_output_text(c->out, "error: ");
        tt_io_output_text(c->out, text);
        tt_io_output_byte(c->out, '\n');
    }
}

static void ints_json(struct json *j, const char *key, const void *of)
{
    const struct codec_value *v = of;
    json_array_begin(j, key);
    for (size_t i = 0; i < v->count; i++) {
        json_int(j, NULL, v->ints[i]);
    }
    json_array_end(j);
}

/* Prints the answer as an object. An empty result has non-NULL bytes of size 0. With NULL its key
 * would be missing. */
static void print_json(struct codec *c)
{
    const struct codec_value *v = &c->result;
    tt_bytes bytes = v->bytes.data != NULL ? v->bytes : tt_bytes_of("");
    struct answer answer = NOTHING;
    switch (c->row->out) {
    case CODEC_HEX:
        answer.hex = bytes;
        break;
    case CODEC_INTS:
        answer.ints = (struct column_own){ints_json, v};
        break;
    case CODEC_WORD:
        answer.uuid = bytes;
        break;
    default:
        answer.text = bytes;
        break;
    }
    print_answer(c, &answer);
}

static void print_ints(tt_io_output *out, const struct codec_value *v)
{
    for (size_t i = 0; i < v->count; i++) {
        tt_io_output_text(out, i > 0 ? " " : "");
        tt_io_output_int(out, v->ints[i]);
    }
    tt_io_output_text(out, v->count == 0 ? "-\n" : "\n");
}

/* Prints the answer as a line. "-" stands for no bytes or no ints, in answers as in input lines.
 * Rows with CODEC_OWN set is_json and never come here. */
static void print_line(struct codec *c)
{
    const struct codec_value *v = &c->result;
    switch (c->row->out) {
    case CODEC_HEX:
        tt_io_output_hex(c->out, v->bytes);
        tt_io_output_text(c->out, v->bytes.size == 0 ? "-\n" : "\n");
        break;
    case CODEC_INTS:
        print_ints(c->out, v);
        break;
    case CODEC_TEXT:
        /* A pipe gets the bytes unchanged. */
        if (terminal_is(STDOUT_NUMBER)) {
            text_safe(c->out, v->bytes);
        } else {
            tt_io_output_bytes(c->out, v->bytes);
        }
        tt_io_output_byte(c->out, '\n');
        break;
    case CODEC_WORD:
        tt_io_output_bytes(c->out, v->bytes);
        tt_io_output_byte(c->out, '\n');
        break;
    case CODEC_OWN:
        break;
    }
}

static void print(struct codec *c)
{
    bool is_bytes = c->row->out == CODEC_HEX || c->row->out == CODEC_TEXT;
    if (c->is_json) {
        tt_io_output_bytes(c->out, c->result.bytes);
        tt_io_output_byte(c->out, '\n');
    } else if (c->settings->json) {
        print_json(c);
    } else if (c->options->raw && is_bytes) {
        tt_io_output_bytes(c->out, c->result.bytes);
    } else {
        print_line(c);
    }
}

/* Refuses a text with a line end: a program that reads line by line would take its second line for
 * the next answer. */
static bool fits_a_line(struct codec *c)
{
    tt_bytes text = c->result.bytes;
    if (c->row->out != CODEC_TEXT || c->options->raw || c->settings->json || text.size == 0) {
        return true;
    }
    const uint8_t *end = memchr(text.data, '\n', text.size);
    return end == NULL || codec_fail(c, "byte", (uint64_t)(end - text.data),
                                     "the text has a line feed; use --json or --raw");
}

static bool read_value(struct codec *c, tt_bytes input)
{
    c->in = (struct codec_value){input, NULL, 0};
    if (c->row->in == CODEC_INTS) {
        return codec_read_ints(c, input);
    }
    return c->row->in != CODEC_HEX || c->options->raw ||
           codec_read_hex(c, CODEC_SPACE_IN, input, &c->in.bytes);
}

/* Converts one line. print_problem() reads members that the last line may have set, so all are
 * reset. */
enum exit_status codec_convert(struct codec *c, tt_bytes input)
{
    c->result = (struct codec_value){{NULL, 0}, NULL, 0};
    c->is_json = false;
    c->problem[0] = '\0';
    c->where = "";
    if (read_value(c, input) && c->row->convert(c) && fits_a_line(c)) {
        print(c);
        return EXIT_GOOD;
    }
    print_problem(c);
    if (c->no_memory && !c->options->raw) {
        message_say(MESSAGE_ERROR, "-", "line %" PRIu64 ": there is not enough memory", c->line);
    }
    return c->no_memory ? EXIT_SYSTEM : EXIT_DAMAGED;
}

void codec_free(struct codec *c)
{
    for (size_t i = 0; i < CODEC_SPACES; i++) {
        free(c->spaces[i].data);
        c->spaces[i].data = NULL;
        c->spaces[i].size = 0;
    }
}

static enum exit_status convert_lines(struct codec *c, struct lines *lines)
{
    enum exit_status worst = EXIT_GOOD;
    tt_bytes line;
    while (tt_io_output_error(c->out) == 0) {
        /* A user who types lines, or a program that pipes them, waits for each answer. */
        if (!lines_ready(lines) && !tt_io_output_flush(c->out)) {
            break;
        }
        enum lines_status status = lines_next(lines, &line);
        if (status != LINES_GOOD) {
            return status == LINES_FAILED ? EXIT_SYSTEM : worst;
        }
        c->line++;
        exit_worsen(&worst, codec_convert(c, line));
        c->no_memory = false; /* the next line may be shorter and then fit into memory */
    }
    return worst;
}

static enum exit_status convert_all(struct codec *c, struct lines *lines)
{
    tt_bytes all;
    enum lines_status status = lines_all(lines, &all);
    if (status != LINES_GOOD) {
        return status == LINES_FAILED ? EXIT_SYSTEM : EXIT_GOOD;
    }
    return codec_convert(c, all);
}

enum exit_status codec_run(struct job *job)
{
    struct lines lines;
    struct codec c = {.settings = job->settings,
                      .options = job->options,
                      .row = job->user,
                      .out = job->out,
                      .where = ""};
    lines_open(&lines, STDIN_NUMBER, job->stop);
    enum exit_status worst = c.options->raw ? convert_all(&c, &lines) : convert_lines(&c, &lines);
    if (lines.error.status != TT_OK) {
        message_say(MESSAGE_ERROR, "-", "%s", lines.error.text);
    }
    lines_close(&lines);
    codec_free(&c);
    return worst;
}
