/* SPDX-License-Identifier: MIT
 *
 * Takes a line apart at its numbers, and writes others like it.
 *
 * A line is written once with SHAPE_MARK in place of all numbers; the texts between the marks are
 * the shape. It is right by construction: whatever changes in how a record is shown changes the
 * shape as well.
 */
#include "cli/dump/shape.h"

#include <string.h>

#include "cli/show/fields.h"

/* Without the NUL. */
#define MARK_SIZE (sizeof SHAPE_MARK_TEXT - 1)

/* As many marks as an INPUT has ints, so that a field of either type can be filled from here. */
static const int32_t marks[TT_INPUT_INTS] = {
    SHAPE_MARK, SHAPE_MARK, SHAPE_MARK, SHAPE_MARK, SHAPE_MARK,
    SHAPE_MARK, SHAPE_MARK, SHAPE_MARK, SHAPE_MARK, SHAPE_MARK,
};

/* Every number of the example is SHAPE_MARK: no other text of a line has it, as keys have no digits
 * like that, and a record that really has the number is written by the shape like any other. */
bool shape_example(tt_th_event *event, tt_th_kind kind)
{
    static const tt_field_INPUT input = marks;
    const tt_type *type = tt_th_type(kind);
    memset(event, 0, sizeof *event);
    event->kind = kind;
    event->tick = SHAPE_MARK;
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        char *member = (char *)&event->u + field->offset;
        if (field->count == 1 && field_is_int(field)) {
            memcpy(member, marks, sizeof marks[0]);
        } else if (field->count == 1 && field->type == TT_TYPE_INPUT) {
            memcpy(member, &input, sizeof input);
        } else {
            return false;
        }
    }
    return type->field_count != 0;
}

/* Linear search: a sample is taken once a kind. */
size_t shape_find_mark(tt_bytes text)
{
    size_t at = 0;
    while (text.size - at >= MARK_SIZE && memcmp(text.data + at, SHAPE_MARK_TEXT, MARK_SIZE) != 0) {
        at++;
    }
    return text.size - at >= MARK_SIZE ? at : text.size;
}

/* The text up to the next mark, which is taken off, too; after the last mark it is the rest. False
 * when it is too long for a shape. */
static bool take_text(struct shape_text *to, tt_bytes *text)
{
    size_t size = shape_find_mark(*text), used = size + MARK_SIZE;
    if (size > sizeof to->text) {
        return false;
    }
    memcpy(to->text, text->data, size);
    to->size = (uint32_t)size;
    used = used < text->size ? used : text->size;
    text->data += used;
    text->size -= used;
    return true;
}

/* How many numbers the line shows. */
static size_t count_marks(tt_bytes text)
{
    size_t count = 0;
    for (size_t at; (at = shape_find_mark(text)) < text.size; count++) {
        text.data += at + MARK_SIZE;
        text.size -= at + MARK_SIZE;
    }
    return count;
}

/* Where the numbers of a field are. Neighbours in the struct become one run, as most records are a
 * row of ints; an INPUT is a pointer to ten of them and has a run for itself. */
static void add_run(struct shape *shape, const tt_field *field)
{
    bool is_input = field->type == TT_TYPE_INPUT;
    struct shape_run *last = shape->runs != 0 ? &shape->run[shape->runs - 1] : NULL;
    if (!is_input && last != NULL && !last->is_input &&
        last->offset + last->count * sizeof(int32_t) == field->offset) {
        last->count++;
        return;
    }
    shape->run[shape->runs++] =
        (struct shape_run){field->offset, is_input ? TT_INPUT_INTS : 1, is_input};
}

/* The line shows all numbers of the record, or all but the first, which is the client id in text.
 * Anything else means that a number is shown in another form, or not at all, and that the kind has
 * no shape. */
void shape_take(struct shape *shape, const tt_th_event *example, tt_bytes text)
{
    const tt_type *type = tt_th_type(example->kind);
    size_t shown = count_marks(text), all = 0;
    memset(shape, 0, sizeof *shape);
    for (size_t i = 0; i < type->field_count; i++) {
        all += type->fields[i].type == TT_TYPE_INPUT ? TT_INPUT_INTS : 1;
    }
    if (shown == 0 || shown > SHAPE_NUMBERS || (shown != all && shown + 1 != all)) {
        return;
    }
    /* In text the first one, the client id, has a column of its own. */
    for (size_t i = all - shown; i < type->field_count; i++) {
        add_run(shape, &type->fields[i]);
    }
    shape->is_there = true;
    for (size_t i = 0; i <= shown; i++) {
        shape->is_there = shape->is_there && take_text(&shape->before[i], &text);
    }
}

/* Copies whole halves, without a loop over bytes: what is copied beyond the text is written over by
 * what follows, and SHAPE_MOST has room for it. */
static inline uint8_t *put_text(uint8_t *at, const struct shape_text *text)
{
    memcpy(at, text->text, SHAPE_TEXT / 2);
    if (text->size > SHAPE_TEXT / 2) {
        memcpy(at + SHAPE_TEXT / 2, text->text + SHAPE_TEXT / 2, SHAPE_TEXT / 2);
    }
    return at + text->size;
}

/* The cost is that of the digits and a copy of up to 32 bytes for each number. */
uint8_t *shape_put(const struct shape *shape, const struct numbers *numbers, uint8_t *at,
                   const tt_th_event *event)
{
    const struct shape_text *text = shape->before;
    for (unsigned i = 0; i < shape->runs; i++) {
        const struct shape_run *run = &shape->run[i];
        const void *members = (const char *)&event->u + run->offset;
        const int32_t *number =
            run->is_input ? *(const tt_field_INPUT *)members : (const int32_t *)members;
        for (unsigned left = run->count; left > 0; left--) {
            at = number_put(numbers, put_text(at, text++), *number++);
        }
    }
    return put_text(at, text);
}
