/* SPDX-License-Identifier: MIT
 *
 * Makes rows of an archive database from facts, by the description of their fields.
 *
 * The type and the name of a field in facts.def decide its column. Coordinates of tees are not
 * kept. A new kind of fact therefore needs only a bit in ARCHIVE_FACTS.
 */
#include "archive/rows.h"

#include <string.h>

bool tt_io_archive_keeps(tt_fact_kind kind)
{
    return (unsigned)kind < TT_FACT_KINDS && (ARCHIVE_FACTS >> kind & 1) != 0;
}

static const tt_field **column_of(struct archive_columns *columns, const tt_field *field)
{
    switch (field->type) {
    case TT_TYPE_INT:
    case TT_TYPE_OPT_INT:
    case TT_TYPE_BOOL:
        return strcmp(field->name, "team") == 0 ? &columns->team : &columns->value;
    case TT_TYPE_CID:
    case TT_TYPE_ANY_CID:
        return &columns->other;
    case TT_TYPE_TEXT:
        return &columns->text;
    case TT_TYPE_UUID:
        return &columns->uuid;
    default:
        return NULL;
    }
}

/* Chooses the field for each column of a kind: the first one that fits. A kind with a UUID gets no
 * text: of a client's version, only the number and the connection id are kept. */
struct archive_columns tti_archive_columns_of(tt_fact_kind kind)
{
    struct archive_columns columns = {NULL, NULL, NULL, NULL, NULL};
    const tt_type *type = tt_fact_type(kind);
    for (size_t i = 0; type != NULL && i < type->field_count; i++) {
        const tt_field **column = column_of(&columns, &type->fields[i]);
        if (column != NULL && *column == NULL) {
            *column = &type->fields[i];
        }
    }
    columns.text = columns.uuid != NULL ? NULL : columns.text;
    return columns;
}

static int32_t number_of(const tt_field *field, const tt_fact *fact)
{
    return field == NULL ? 0 : *(const int32_t *)tt_field_of(field, &fact->u);
}

bool tti_archive_row_of(const tt_fact *fact, struct archive_row *row)
{
    bool is_secret =
        fact->kind == TT_FACT_CHAT && tt_fact_open(fact, &fact->u.chat.text) != SIZE_MAX;
    if (!tt_io_archive_keeps(fact->kind) || is_secret) {
        return false;
    }
    const struct archive_columns columns = tti_archive_columns_of(fact->kind);
    *row = (struct archive_row){
        .kind = fact->kind,
        .tick = fact->tick,
        .cid = fact->cid,
        .team = number_of(columns.team, fact),
        .other = number_of(columns.other, fact),
        .value = number_of(columns.value, fact),
        .session = fact->session,
        .other_session = TT_SESSION_NONE,
    };
    if (columns.text != NULL) {
        row->text = *(const tt_bytes *)tt_field_of(columns.text, &fact->u);
    }
    if (columns.uuid != NULL) {
        row->uuid = *(const tt_uuid *)tt_field_of(columns.uuid, &fact->u);
    }
    return true;
}
