/* SPDX-License-Identifier: MIT
 *
 * The table `facts`: the fields of all kinds side by side, each in the column with its name.
 */
#include <string.h>

#include "table/table.h"

#define CELL(name, put) TABLE_CELL(FACTS, name, put)

/* The state of the table. Fields are looked up by name once, so that a row costs no comparison of
 * names. */
struct facts {
    bool is_begun;
    /* The field of each kind and chosen column, or NULL. */
    const tt_field *field[TT_FACT_KINDS][TT_IO_TABLE_COLUMNS];
};

/* Returns the name of a field's column. A test checks that each field of facts.def has a column. */
const char *tti_table_fact_column(const tt_field *field)
{
    /* Columns whose names differ from their fields, because SQL reserves these words. */
    static const char *const others[][2] = {
        {"on", "is_on"}, {"before", "is_before"}, {"to", "to_whom"}, {"where", "place"}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strcmp(field->name, others[i][0]) == 0) {
            return others[i][1];
        }
    }
    return field->name;
}

static void begin(const tt_io_table *table, struct facts *f)
{
    for (int kind = 0; kind < TT_FACT_KINDS; kind++) {
        const tt_type *type = tt_fact_type((tt_fact_kind)kind);
        for (size_t i = 0; i < type->field_count; i++) {
            for (size_t c = 0; c < table->plan->count; c++) {
                const char *name = table->plan->column[c]->name;
                if (strcmp(name, tti_table_fact_column(&type->fields[i])) == 0) {
                    f->field[kind][c] = &type->fields[i];
                }
            }
        }
    }
    f->is_begun = true;
}

/* Puts a field. A kind without a field for the column has no value there. INPUT, MSG and the like
 * are no fields of facts, so the default case covers ints and booleans. */
static void put_field(tt_io_table *table, struct table_cells *cells, const tt_fact *fact,
                      const tt_field *field)
{
    const void *value = field != NULL ? tt_field_of(field, &fact->u) : NULL;
    if (field == NULL) {
        tti_table_put_missing(table->rows, cells);
        return;
    }
    switch (field->type) {
    case TT_TYPE_TEXT:
        tti_table_put_line(table, cells, fact, value);
        break;
    case TT_TYPE_DATA:
        tti_table_put_hex(table, cells, *(const tt_bytes *)value);
        break;
    case TT_TYPE_UUID:
        /* Hides a secret UUID as a missing value, since a column of UUIDs cannot hold "***". */
        tti_table_put_uuid(table->rows, cells, tti_table_hides(table, fact, value) ? NULL : value);
        break;
    case TT_TYPE_PLACE:
        tti_table_put_known(table->rows, cells, *(const int32_t *)value,
                            *(const int32_t *)value != TT_NO_PLACE);
        break;
    case TT_TYPE_TEXTS:
        tti_table_put_args(table, cells, fact);
        break;
    default:
        tti_table_put_int(table->rows, cells, *(const int32_t *)value);
        break;
    }
}

static void put_cell(tt_io_table *table, size_t column, const tt_fact *fact)
{
    const struct facts *f = table->state;
    struct table_cells *cells = &table->rows->cells[column];
    switch (cells->id) {
        CELL(kind,
             tti_table_put_text(table->rows, cells, tt_bytes_of(tt_fact_type(fact->kind)->name)));
        CELL(cid, tti_table_put_cid(table->rows, cells, fact->cid));
        CELL(session, tti_table_put_session(table->rows, cells, fact->session));
        CELL(byte_offset, tti_table_put_int(table->rows, cells, (int64_t)fact->offset));
        CELL(derived,
             tti_table_put_known(table->rows, cells, fact->derived,
                                 fact->kind == TT_FACT_DEATH && fact->u.death.x != TT_NO_PLACE));
    default:
        put_field(table, cells, fact, f->field[fact->kind][column]);
        break;
    }
}

static bool fill(tt_io_table *table)
{
    struct facts *f = table->state;
    if (!f->is_begun) {
        begin(table, f);
    }
    return tti_table_fill_facts(table, TABLE_FACTS_recording, put_cell);
}

const struct table_maker tti_table_facts = {sizeof(struct facts), fill};
