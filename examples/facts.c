/* SPDX-License-Identifier: MIT
 *
 * Prints the facts of a recording of any format: facts FILE [KIND]
 *
 * Fields are printed through their descriptions, so a new kind of fact is printed too. Some are
 * secret: see teetape/secret.h.
 */
#include <inttypes.h>
#include <stdio.h>
#include <teetape/teetape.h>

static void print_text(tt_bytes text)
{
    printf("%.*s", (int)text.size, text.size != 0 ? (const char *)text.data : "");
}

static void print_field(const tt_field *field, const void *value)
{
    printf(" %s=", field->name);
    if (field->type == TT_TYPE_TEXT) {
        print_text(*(const tt_bytes *)value);
    } else if (field->type == TT_TYPE_TEXTS) {
        for (tt_texts texts = *(const tt_texts *)value; texts.count > 0; printf(" "))
            print_text(tt_texts_next(&texts));
    } else if (field->type == TT_TYPE_UUID || field->type == TT_TYPE_DATA) {
        tt_bytes data = field->type == TT_TYPE_DATA ? *(const tt_bytes *)value
                                                    : (tt_bytes){value, sizeof(tt_uuid)};
        for (size_t i = 0; i < data.size; i++)
            printf("%02x", data.data[i]);
    } else {
        printf("%" PRId32, *(const int32_t *)value);
    }
}

static void print_fact(const tt_fact *fact, const char *name)
{
    const tt_type *type = tt_fact_type(fact->kind);
    printf("%" PRId32 " %s", fact->tick, type->name);
    if (fact->cid >= 0)
        printf(" cid=%" PRId32 " player=%s", fact->cid, name);
    for (size_t i = 0; i < type->field_count; i++)
        print_field(&type->fields[i], tt_field_of(&type->fields[i], &fact->u));
    printf("\n");
}

int main(int argc, char **argv)
{
    static tt_recording rec;
    static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
    static char piece[65536];
    tt_item item;
    tt_status status;
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    tt_fact_kind kind = argc > 2 ? tt_fact_find(argv[2]) : TT_FACT_KINDS;
    uint64_t kinds = kind < TT_FACT_KINDS ? TT_FACT_BIT(kind) : TT_FACTS_ALL;
    if (argc < 2 || (argc > 2 && kind == TT_FACT_KINDS)) {
        fprintf(stderr, "usage: facts FILE [KIND], one of teetape/schema/facts.def\n");
        return 2;
    }
    if (file == NULL) {
        perror(argv[1]);
        return 1;
    }
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, TT_WANT_FACTS, kinds);
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE)
            tt_recording_feed(&rec, piece, fread(piece, 1, sizeof piece, file));
        else if (item.kind == TT_ITEM_FACT)
            print_fact(item.fact, tt_recording_session(&rec, item.fact->cid).name);
    }
    if (status != TT_END)
        fprintf(stderr, "%s: byte %" PRIu64 ": %s\n", argv[1],
                tt_recording_look(&rec).error->offset, tt_recording_look(&rec).error->what);
    return status == TT_END ? 0 : 1;
}
