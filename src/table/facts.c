/* SPDX-License-Identifier: MIT
 *
 * The table `facts`: the fields of all kinds side by side, each in the column that has its name.
 */
#include <string.h>

#include "base/ascii.h"
#include "table/facts.h"
#include "table/shown.h"

/* The table joins kinds of facts with other fields each. Which field fills which column is found by
 * name once, so that a row costs no comparison of names. */
struct facts {
    bool is_begun; /* `field` is filled */
    /* for each kind and chosen column: the field, or NULL */
    const tt_field *field[TT_FACT_KINDS][TT_IO_TABLE_COLUMNS];
};

/* A test holds that each field of facts.def has its column. */
const char *tti_table_fact_column(const tt_field *field)
{
    /* names that SQL has for itself */
    static const char *const others[][2] = {
        {"on", "is_on"}, {"before", "is_before"}, {"to", "to_whom"}, {"where", "place"}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strcmp(field->name, others[i][0]) == 0) {
            return others[i][1];
        }
    }
    return field->name;
}

/* Kinds times fields times chosen columns comparisons, once for each recording. */
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

/* Sums of files, which a database compares as text. No bytes are no value: the sum is not known. */
static void put_hex(tt_io_table *table, struct table_cells *cells, tt_bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++) {
        char two[2];
        tti_hex_put(two, bytes.data + i, 1);
        tti_table_add_text(table->rows, cells, (tt_bytes){(const uint8_t *)two, 2});
    }
    if (bytes.size == 0) {
        tti_table_put_missing(table->rows, cells);
    } else {
        tti_table_end_text(table->rows, cells);
    }
}

/* A column of UUIDs has no place for "***", so one that is secret has no value. */
static void put_uuid(tt_io_table *table, struct table_cells *cells, const tt_fact *fact,
                     const tt_uuid *uuid)
{
    if (tti_table_hides(table, fact, uuid)) {
        tti_table_put_missing(table->rows, cells);
    } else {
        tti_table_put_uuid(table->rows, cells, uuid);
    }
}

/* A kind without a field for the column has no value there. INPUT, MSG and the like are not fields
 * of facts, so what is left for the default are ints and booleans. */
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
        put_hex(table, cells, *(const tt_bytes *)value);
        break;
    case TT_TYPE_UUID:
        put_uuid(table, cells, fact, value);
        break;
    case TT_TYPE_PLACE:
        if (*(const int32_t *)value == TT_NO_PLACE) {
            tti_table_put_missing(table->rows, cells);
            break;
        }
        tti_table_put_int(table->rows, cells, *(const int32_t *)value);
        break;
    case TT_TYPE_TEXTS:
        tti_table_put_args(table, cells, fact);
        break;
    default:
        tti_table_put_int(table->rows, cells, *(const int32_t *)value);
        break;
    }
}

/* Columns that all kinds have; the others are fields. */
static void put_cell(tt_io_table *table, const struct facts *f, size_t column, const tt_fact *fact)
{
    struct table_cells *cells = &table->rows->cells[column];
    switch (cells->id) {
    case TABLE_FACTS_kind:
        tti_table_put_text(table->rows, cells, tt_bytes_of(tt_fact_type(fact->kind)->name));
        break;
    case TABLE_FACTS_cid:
        tti_table_put_cid(table->rows, cells, fact->cid);
        break;
    case TABLE_FACTS_session:
        tti_table_put_session(table->rows, cells, fact->session);
        break;
    case TABLE_FACTS_byte_offset:
        tti_table_put_int(table->rows, cells, (int64_t)fact->offset);
        break;
    default:
        put_field(table, cells, fact, f->field[fact->kind][column]);
        break;
    }
}

/* The state is all zero at first, so the fields are found with the first row that is asked for. */
static bool fill(tt_io_table *table)
{
    struct facts *f = table->state;
    if (!f->is_begun) {
        begin(table, f);
    }
    while (!table_rows_is_full(table->rows)) {
        if (!tt_io_reading_next(table->r)) {
            return false;
        }
        const tt_fact *fact = table->r->item.fact;
        if (fact == NULL || !table->r->in_span) {
            continue;
        }
        for (size_t i = 0; i < table->rows->columns; i++) {
            if (!tti_table_put_first(table, &table->rows->cells[i], TABLE_FACTS_recording,
                                     fact->tick)) {
                put_cell(table, f, i, fact);
            }
        }
        table->rows->count++;
    }
    return true;
}

/* The state is a pointer for each kind and column, some tens of kilobytes. */
const struct table_maker tti_table_facts = {sizeof(struct facts), fill};
