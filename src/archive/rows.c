/* SPDX-License-Identifier: MIT
 *
 * Holds what one file gives.
 */
#include "host/posix.h"

#include "archive/rows.h"

#include <stdlib.h>
#include <string.h>

bool archive_mark_has_uuid(enum archive_mark_kind kind)
{
    return kind == ARCHIVE_MARK_VERSION || kind == ARCHIVE_MARK_SAVE || kind == ARCHIVE_MARK_LOAD;
}

static bool grow(void **items, size_t *cap, size_t wanted, size_t size)
{
    if (wanted <= *cap) {
        return true;
    }
    size_t more = *cap * 2 > wanted ? *cap * 2 : wanted + 64;
    void *grown = realloc(*items, more * size);
    if (grown != NULL) {
        *items = grown;
        *cap = more;
    }
    return grown != NULL;
}

static void append(struct archive_rows *rows, const void *data, size_t size)
{
    if (size > 0) {
        memcpy(rows->text + rows->text_size, data, size);
        rows->text_size += size;
    }
}

bool archive_rows_add(struct archive_rows *rows, const struct archive_told *mark)
{
    size_t uuid = archive_mark_has_uuid(mark->kind) ? sizeof mark->uuid.bytes : 0;
    size_t text = mark->text.size < UINT16_MAX ? mark->text.size : UINT16_MAX;
    if (rows->mark_count >= ARCHIVE_MARKS_MAX || rows->text_size + uuid + text > ARCHIVE_TEXT_MAX) {
        rows->marks_left_out++;
        return true;
    }
    void *marks = rows->marks, *texts = rows->text;
    bool good =
        grow(&marks, &rows->mark_cap, rows->mark_count + 1, sizeof *rows->marks) &&
        (uuid + text == 0 || grow(&texts, &rows->text_cap, rows->text_size + uuid + text, 1));
    rows->marks = marks;
    rows->text = texts;
    if (!good) {
        return false;
    }
    rows->marks[rows->mark_count] = (struct archive_mark){
        .session =
            mark->session == TT_SESSION_NONE ? ARCHIVE_SESSION_NONE : (uint32_t)mark->session,
        .number = (uint32_t)rows->mark_count,
        .tick = mark->tick,
        .value = mark->value,
        .text = (uint32_t)rows->text_size,
        .text_size = (uint16_t)text,
        .cid = (int16_t)mark->cid,
        .kind = (uint8_t)mark->kind,
    };
    rows->mark_count++;
    append(rows, mark->uuid.bytes, uuid);
    append(rows, mark->text.data, text);
    return true;
}

/* Those of no stay come last. */
static int compare(const void *a, const void *b)
{
    const struct archive_mark *x = a, *y = b;
    if (x->session != y->session) {
        return x->session < y->session ? -1 : 1;
    }
    return (x->number > y->number) - (x->number < y->number);
}

void archive_rows_sort(struct archive_rows *rows)
{
    if (rows->mark_count > 0) {
        qsort(rows->marks, rows->mark_count, sizeof *rows->marks, compare);
    }
}

size_t archive_rows_memory(const struct archive_rows *rows)
{
    return sizeof *rows + rows->header_size + rows->mark_cap * sizeof *rows->marks + rows->text_cap;
}

void archive_rows_free(struct archive_rows *rows)
{
    if (rows != NULL) {
        free(rows->place.path);
        free(rows->header);
        free(rows->marks);
        free(rows->text);
        free(rows);
    }
}
