/* SPDX-License-Identifier: MIT
 *
 * Texts that all generated files put together in the same way.
 */
#include <stdarg.h>
#include <string.h>

#include "docs.h"

void docs_texts(tt_io_output *out, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    for (const char *next = text; next != NULL; next = va_arg(args, const char *)) {
        tt_io_output_text(out, next);
    }
    va_end(args);
}

void docs_escaped(tt_io_output *out, const char *text, const char *quote, const char *special)
{
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '\'') {
            tt_io_output_text(out, quote);
            continue;
        }
        if (strchr(special, *at) != NULL) {
            tt_io_output_byte(out, '\\');
        }
        tt_io_output_byte(out, (uint8_t)*at);
    }
}

void docs_words(tt_io_output *out, const struct option *option)
{
    const char *word;
    for (size_t i = 0; (word = option->word(i)) != NULL; i++) {
        docs_texts(out, i > 0 ? " " : "", word, NULL);
    }
}

void docs_choices(tt_io_output *out, const struct choice *choices)
{
    for (const struct choice *c = choices; c->name != NULL; c++) {
        docs_texts(out, c > choices ? " " : "", c->name, NULL);
    }
}
