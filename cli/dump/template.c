/* SPDX-License-Identifier: MIT
 *
 * Makes the templates, and writes records with them.
 */
#include "cli/dump/template.h"

#include <string.h>

#include "cli/show/fields.h"

struct making {
    struct template *to;
    unsigned numbers; /* count of the numbers so far; the next text is before[numbers] */
    bool is_too_long;
};

static void add_text(struct making *m, const char *text)
{
    struct template_text *to = &m->to->before[m->numbers];
    size_t size = strlen(text);
    if (size > sizeof to->text - to->size) {
        m->is_too_long = true;
        return;
    }
    memcpy(to->text + to->size, text, size);
    to->size += (uint32_t)size;
}

/* Ints that follow each other in the record are one run. Most records are a single run. */
static void add_run(struct template *to, const tt_field *field)
{
    bool is_input = field->type == TT_TYPE_INPUT;
    struct template_run *last = to->runs != 0 ? &to->run[to->runs - 1] : NULL;
    if (!is_input && last != NULL && !last->is_input &&
        last->offset + last->count * sizeof(int32_t) == field->offset) {
        last->count++;
        return;
    }
    to->run[to->runs++] =
        (struct template_run){field->offset, is_input ? TT_INPUT_INTS : 1, is_input};
}

static void add_field(struct making *m, const tt_field *field, bool is_json)
{
    unsigned count = field->type == TT_TYPE_INPUT ? TT_INPUT_INTS : 1;
    if (m->numbers + count > TEMPLATE_NUMBERS) {
        m->is_too_long = true;
        return;
    }
    add_text(m, is_json ? ",\"" : m->numbers > 0 ? " " : "");
    add_text(m, field->name);
    add_text(m, is_json ? "\":" : " ");
    add_text(m, is_json && count > 1 ? "[" : "");
    for (unsigned i = 0; i < count; i++) {
        add_text(m, i > 0 ? "," : "");
        m->numbers++;
    }
    add_text(m, is_json && count > 1 ? "]" : "");
    add_run(m->to, field);
}

void template_make(struct template *to, tt_th_kind kind, bool is_json)
{
    const tt_type *type = tt_th_type(kind);
    struct making m = {to, 0, false};
    memset(to, 0, sizeof *to);
    add_text(&m, is_json ? ",\"kind\":\"" : "");
    add_text(&m, is_json ? type->name : "");
    add_text(&m, is_json ? "\"" : "");
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        bool is_number = field_is_int(field) || field->type == TT_TYPE_INPUT;
        if (field->count != 1 || !is_number) {
            m.is_too_long = true;
        } else if (is_json || !record_has_column(kind, field)) {
            add_field(&m, field, is_json);
        }
    }
    add_text(&m, is_json ? "}\n" : "\n");
    to->runs = m.is_too_long ? 0 : to->runs;
}

/* Copies a fixed size, which is faster. The next text overwrites the excess, and TEMPLATE_MOST has
 * room for it. */
static inline uint8_t *put_text(uint8_t *at, const struct template_text *text)
{
    memcpy(at, text->text, TEMPLATE_TEXT / 2);
    if (text->size > TEMPLATE_TEXT / 2) {
        memcpy(at + TEMPLATE_TEXT / 2, text->text + TEMPLATE_TEXT / 2, TEMPLATE_TEXT / 2);
    }
    return at + text->size;
}

uint8_t *template_put(const struct template *from, const struct numbers *numbers, uint8_t *at,
                      const tt_th_event *event)
{
    const struct template_text *text = from->before;
    for (unsigned i = 0; i < from->runs; i++) {
        const struct template_run *run = &from->run[i];
        const void *members = (const char *)&event->u + run->offset;
        const int32_t *number =
            run->is_input ? *(const tt_field_INPUT *)members : (const int32_t *)members;
        for (unsigned left = run->count; left > 0; left--) {
            at = number_put(numbers, put_text(at, text++), *number++);
        }
    }
    return put_text(at, text);
}
