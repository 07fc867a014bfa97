/* SPDX-License-Identifier: MIT
 *
 * The rows that one file gives to a database.
 */
#include "host/posix.h"

#include "archive/rows.h"

#include <stdlib.h>
#include <string.h>

#include "host/grow.h"

static bool make_room(struct archive_rows *rows, size_t size)
{
    struct archive_fact *facts =
        tti_grow(rows->facts, &rows->fact_cap, rows->fact_count + 1, sizeof *facts);
    rows->facts = facts != NULL ? facts : rows->facts;
    if (facts == NULL || size == 0) {
        return facts != NULL;
    }
    uint8_t *text = tti_grow(rows->text, &rows->text_cap, rows->text_size + size, 1);
    rows->text = text != NULL ? text : rows->text;
    return text != NULL;
}

static void append(struct archive_rows *rows, const void *data, size_t size)
{
    if (size > 0) {
        memcpy(rows->text + rows->text_size, data, size);
        rows->text_size += size;
    }
}

static uint32_t session_of(uint64_t session)
{
    return session == TT_SESSION_NONE ? ARCHIVE_SESSION_NONE : (uint32_t)session;
}

/* Adds a fact. The UUID precedes the text in the buffer; the kind says if there is one. */
bool tti_archive_rows_add(struct archive_rows *rows, const struct archive_row *fact)
{
    bool has_uuid = tti_archive_columns_of(fact->kind).uuid != NULL;
    size_t uuid = has_uuid ? sizeof fact->uuid.bytes : 0;
    size_t text = fact->text.size < UINT16_MAX ? fact->text.size : UINT16_MAX;
    if (rows->fact_count >= ARCHIVE_FACTS_MAX || rows->text_size + uuid + text > ARCHIVE_TEXT_MAX) {
        rows->facts_left_out++;
        return true;
    }
    if (!make_room(rows, uuid + text)) {
        return false;
    }
    rows->facts[rows->fact_count] = (struct archive_fact){
        .session = session_of(fact->session),
        .number = (uint32_t)rows->fact_count,
        .tick = fact->tick,
        .value = fact->value,
        .team = fact->team,
        .other_session = session_of(fact->other_session),
        .text = (uint32_t)rows->text_size,
        .text_size = (uint16_t)text,
        .cid = (int16_t)fact->cid,
        .other = (int16_t)(fact->other < 0 ? -1 : fact->other),
        .kind = (uint8_t)fact->kind,
    };
    rows->fact_count++;
    append(rows, fact->uuid.bytes, uuid);
    append(rows, fact->text.data, text);
    return true;
}

/* Keeps a header. One byte more is allocated: malloc(0) may return NULL, which means no header. */
bool tti_archive_rows_header(struct archive_rows *rows, tt_bytes header)
{
    uint8_t *copy = malloc(header.size + 1);
    if (copy != NULL) {
        memcpy(copy, header.data, header.size);
        free(rows->header);
        rows->header = copy;
        rows->header_size = header.size;
    }
    return copy != NULL;
}

static int compare(const void *a, const void *b)
{
    const struct archive_fact *x = a, *y = b;
    int64_t of_x = archive_fact_session(x), of_y = archive_fact_session(y);
    if (of_x != of_y) {
        return of_x < of_y ? -1 : 1;
    }
    return (x->number > y->number) - (x->number < y->number);
}

/* Drops sessions without a client. A cut recording has the tee and the last input of a slot whose
 * client had left, and the reader knows that only at the end of the session (TT_LEFT_NOBODY). */
static void drop_nobody(struct archive_rows *rows)
{
    size_t kept = 0, count;
    for (size_t first = 0; first < rows->fact_count; first += count) {
        count = tti_archive_rows_session(rows, first);
        bool is_of_nobody = false;
        for (size_t i = first; i < first + count; i++) {
            const struct archive_fact *fact = &rows->facts[i];
            is_of_nobody =
                is_of_nobody || (fact->kind == TT_FACT_LEAVE && fact->value == TT_LEFT_NOBODY);
        }
        if (!is_of_nobody) {
            memmove(rows->facts + kept, rows->facts + first, count * sizeof *rows->facts);
            kept += count;
        }
    }
    rows->fact_count = kept;
}

void tti_archive_rows_sort(struct archive_rows *rows)
{
    if (rows->fact_count > 0) {
        qsort(rows->facts, rows->fact_count, sizeof *rows->facts, compare);
        drop_nobody(rows);
    }
}

size_t tti_archive_rows_session(const struct archive_rows *rows, size_t first)
{
    size_t last = first + 1;
    while (last < rows->fact_count && rows->facts[last].session == rows->facts[first].session) {
        last++;
    }
    return last - first;
}

size_t tti_archive_rows_memory(const struct archive_rows *rows)
{
    return sizeof *rows + rows->header_size + rows->fact_cap * sizeof *rows->facts + rows->text_cap;
}

void tti_archive_rows_free(struct archive_rows *rows)
{
    if (rows != NULL) {
        free(rows->place.path);
        free(rows->header);
        free(rows->facts);
        free(rows->text);
        free(rows);
    }
}
