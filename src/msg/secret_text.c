/* SPDX-License-Identifier: MIT
 *
 * Finds secrets inside typed texts: words of msg/commands.def at any position, and whispers.
 *
 * The console splits a line at ';' outside of quotation marks, and a command at blanks. An argument
 * in quotation marks can be another line (a vote, a key binding, an alias), so quotation marks
 * separate words here as blanks do.
 */

#include "base/mem.h"
#include "msg/command.h"
#include "msg/inside.h"
#include "teetape/secret.h"

/* Returns true for blanks, control bytes and DEL, which servers turn into blanks. */
static bool is_blank(uint8_t c)
{
    return c <= ' ' || c == 0x7f;
}

/* Returns true for a byte that may be between a command and its arguments. Typed blanks are not all
 * in ASCII, so all bytes beyond ASCII count. */
static bool is_separator(uint8_t c)
{
    return is_blank(c) || c == '"' || c == ';' || c == '\\' || c == '=' || c == ':' || c >= 0x80;
}

/* Returns the start of the arguments after the command that ends at `end`; text.size when there are
 * none, as in "/load, please". Separators may be shown, except those beyond ASCII, which may be an
 * argument. */
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

/* Returns true when a command can begin at `at`: at the start of a command line, after a slash, and
 * except in speech after a separator of commands. */
static bool can_stand_at(tt_bytes text, size_t at, tti_text kind, bool is_private)
{
    if (at == 0) {
        return kind == TTI_TEXT_LINE;
    }
    if (text.data[at - 1] == '/') {
        /* a name of one letter may also be a part of a URL, date or fraction */
        return !is_private || at == 1 || !tti_command_byte(text.data[at - 2]);
    }
    if (kind == TTI_TEXT_SPEECH) {
        return false;
    }
    /* typed blanks beyond ASCII: "/", such a blank, "timeout" */
    while (at > 0 && (is_blank(text.data[at - 1]) || text.data[at - 1] >= 0x80)) {
        at--;
    }
    uint8_t before = at > 0 ? text.data[at - 1] : ' ';
    return before == '/' || before == ';' || before == '"' || (at == 0 && kind == TTI_TEXT_LINE);
}

/* Returns true for a word with an underscore. In speech only names of settings have one. */
static bool has_underscore(tt_bytes word)
{
    for (size_t i = 0; i < word.size; i++) {
        if (word.data[i] == '_') {
            return true;
        }
    }
    return false;
}

/* Returns true when the word [at, end) is a command with secret arguments. A name of several words,
 * for example sv_rcon_password, counts anywhere; so does an unlisted one with a secret part. */
static bool is_secret(tt_bytes text, size_t at, size_t end, tti_text kind)
{
    tt_bytes word = {text.data + at, end - at};
    switch (tti_command_hiding(word)) {
    case TTI_COMMAND_SECRET:
        return kind == TTI_TEXT_LINE || has_underscore(word) || can_stand_at(text, at, kind, 0);
    case TTI_COMMAND_PRIVATE:
        return can_stand_at(text, at, kind, 1);
    default:
        return has_underscore(word) && tti_command_suspicious(word) &&
               tti_command_of(word) == TTI_COMMAND_UNKNOWN;
    }
}

/* Returns the end of the next secret command from `at` on; text.size + 1 when there is none. Linear
 * in the text, times the rows of commands that hide. */
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

/* Returns how many bytes may be shown: all, or those before the argument of the first secret
 * command. */
static size_t open_of(tt_bytes text, tti_text kind)
{
    size_t open = text.size;
    for (size_t end = 0; open == text.size && end <= text.size;) {
        end = next_secret(text, end, kind);
        open = end <= text.size ? argument_of(text, end) : text.size;
    }
    return open;
}

bool tti_text_is_secret(tt_bytes text, tti_text kind, bool more)
{
    return open_of(text, kind) < text.size || (more && next_secret(text, 0, kind) <= text.size);
}

/* Returns true for a number of any length, because its value is not computed. */
bool tti_text_is_number(tt_bytes text)
{
    size_t at = text.size != 0 && text.data[0] == '-', digits = 0, points = 0;
    for (; at < text.size; at++) {
        if (text.data[at] == '.' && digits != 0) {
            points++;
        } else if (text.data[at] >= '0' && text.data[at] <= '9') {
            digits++;
        } else {
            return false;
        }
    }
    return digits != 0 && points <= 1 && text.data[text.size - 1] != '.';
}

/* Returns the size of the head of a whisper before its text, or 0. Clients without whispers get
 * "[-> name] text" and "[<- name] text" with the arrows U+2192 and U+2190 as chat of the server. A
 * name may have "] " in it, and then more is hidden, not less. */
static size_t whisper_head(tt_bytes text)
{
    static const uint8_t to[] = {'[', 0xe2, 0x86, 0x92, ' '}, from[] = {'[', 0xe2, 0x86, 0x90, ' '};
    if (text.size < sizeof to ||
        !(tti_equal(text.data, to, sizeof to) || tti_equal(text.data, from, sizeof from))) {
        return 0;
    }
    size_t at = sizeof to;
    while (at + 1 < text.size && !(text.data[at] == ']' && text.data[at + 1] == ' ')) {
        at++;
    }
    return at + 1 < text.size ? at + 2 : sizeof to;
}

size_t tti_secret_sv_chat(tt_bytes text)
{
    size_t head = whisper_head(text);
    return head != 0 ? head : open_of(text, TTI_TEXT_SPEECH);
}
