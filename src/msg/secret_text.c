/* SPDX-License-Identifier: MIT
 *
 * Looks for secrets inside of texts that somebody typed: words are compared with the list in
 * msg/commands.def, at every place of the text.
 *
 * The console splits a line at ';' outside of quotation marks and a command at blanks, and takes an
 * argument in quotation marks as one. What is in quotation marks can be a line again (a vote,
 * a key binding, an alias), so here quotation marks divide like blanks.
 */
#include "msg/secret_text.h"

#include "msg/command.h"

/* Blanks, and control bytes, which servers turn into blanks. DEL is one of them. */
static int is_blank(uint8_t c)
{
    return c <= ' ' || c == 0x7f;
}

/* What may be between a command and its arguments. Typed blanks are not all of ASCII. All bytes of
 * a character that is not ASCII count: so its blanks need no list. */
static int is_separator(uint8_t c)
{
    return is_blank(c) || c == '"' || c == ';' || c == '\\' || c == '=' || c == ':' || c >= 0x80;
}

/* The start of what follows the command that ends at `end`; text.size when nothing does. Where
 * something follows that is no argument ("/load, please") it is text.size too. The separators
 * belong to what may be shown, but for those that are not ASCII, which may be an argument. */
static size_t argument_of(tt_bytes text, size_t end)
{
    if (end == text.size || !is_separator(text.data[end])) {
        return text.size;
    }
    while (end < text.size && is_separator(text.data[end]) && text.data[end] < 0x80) {
        end++;
    }
    return end;
}

/* 1 when the word that begins at `at` is where a command can be. At the start of a text that is
 * only in a command line: elsewhere it is speech, as in "save me". After a slash it is a command in
 * all kinds; else after what divides commands, with blanks between, but not in speech. */
static int is_place(tt_bytes text, size_t at, tti_text kind, int is_private)
{
    if (at == 0) {
        return kind == TTI_TEXT_LINE;
    }
    if (text.data[at - 1] == '/') {
        /* Names of one letter are parts of addresses of the web, dates and fractions, too. */
        return !is_private || at == 1 || !tti_command_byte(text.data[at - 2]);
    }
    if (kind == TTI_TEXT_SPEECH) {
        return 0;
    }
    /* Typed blanks are not all of ASCII here either: "/", a blank of the sort, "timeout". */
    while (at > 0 && (is_blank(text.data[at - 1]) || text.data[at - 1] >= 0x80)) {
        at--;
    }
    uint8_t before = at > 0 ? text.data[at - 1] : ' ';
    return before == '/' || before == ';' || before == '"' || (at == 0 && kind == TTI_TEXT_LINE);
}

/* People do not write such words in speech: it is the name of a setting. */
static int has_underscore(tt_bytes word)
{
    for (size_t i = 0; i < word.size; i++) {
        if (word.data[i] == '_') {
            return 1;
        }
    }
    return 0;
}

/* 1 when the word [at, end) is a command whose arguments are secret. A name of several words, such
 * as sv_rcon_password, counts wherever it is. So does one that is not listed but has a secret part.
 */
static int is_secret(tt_bytes text, size_t at, size_t end, tti_text kind)
{
    tt_bytes word = {text.data + at, end - at};
    switch (tti_command_hiding(word)) {
    case TTI_COMMAND_SECRET:
        return kind == TTI_TEXT_LINE || has_underscore(word) || is_place(text, at, kind, 0);
    case TTI_COMMAND_PRIVATE:
        return is_place(text, at, kind, 1);
    default:
        return has_underscore(word) && tti_command_suspicious(word) &&
               tti_command_of(word) == TTI_COMMAND_UNKNOWN;
    }
}

/* The end of the next secret command from `at` on; text.size + 1 when there is none. Each word is
 * looked up once: linear in the text, times the rows of commands that hide. */
static size_t next_secret(tt_bytes text, size_t at, tti_text kind)
{
    while (at < text.size) {
        size_t end = at;
        while (end < text.size && tti_command_byte(text.data[end])) {
            end++;
        }
        if (end > at && is_secret(text, at, end, kind)) {
            return end;
        }
        at = end > at ? end : at + 1;
    }
    return text.size + 1;
}

/* A command without an argument hides nothing: the search goes on after it. */
size_t tti_text_open(tt_bytes text, tti_text kind)
{
    size_t open = text.size;
    for (size_t end = 0; open == text.size && end <= text.size;) {
        end = next_secret(text, end, kind);
        open = end <= text.size ? argument_of(text, end) : text.size;
    }
    return open;
}

/* With `more` a command at the end counts, too: what follows the text is its argument. */
int tti_text_is_secret(tt_bytes text, tti_text kind, int more)
{
    return tti_text_open(text, kind) < text.size ||
           (more && next_secret(text, 0, kind) <= text.size);
}

/* A minus, digits, and at most one point between digits. Of any length: the value is not computed.
 */
int tti_text_is_number(tt_bytes text)
{
    size_t at = text.size != 0 && text.data[0] == '-', digits = 0, points = 0;
    for (; at < text.size; at++) {
        if (text.data[at] == '.' && digits != 0) {
            points++;
        } else if (text.data[at] >= '0' && text.data[at] <= '9') {
            digits++;
        } else {
            return 0;
        }
    }
    return digits != 0 && points <= 1 && text.data[text.size - 1] != '.';
}
