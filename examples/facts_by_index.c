/* SPDX-License-Identifier: MIT
 *
 * Prints the facts of a recording from its index alone: facts_by_index FILE.ttidx
 *
 * `teetape index FILE` writes the index. This program does not check that the index belongs to
 * the recording; jump_by_index.c does, with tt_index_header_check and the sums of the blocks.
 */
#include <stdio.h>
#include <stdlib.h>

#include <teetape/teetape.h>

/* Returns all bytes of a file, which the caller frees. */
static tt_bytes read_file(FILE *file)
{
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    uint8_t *data = size > 0 && fseek(file, 0, SEEK_SET) == 0 ? malloc((size_t)size) : NULL;
    return (tt_bytes){data, data == NULL ? 0 : fread(data, 1, (size_t)size, file)};
}

/* Prints the common types only. examples/facts.c has more. */
static void print_field(const tt_field *field, const void *value)
{
    if (field->type == TT_TYPE_TEXT) {
        const tt_bytes *text = value;
        printf(" %s \"%.*s\"", field->name, (int)text->size,
               text->size != 0 ? (const char *)text->data : "");
    } else if (field->type == TT_TYPE_INT || field->type == TT_TYPE_BOOL ||
               field->type == TT_TYPE_CID || field->type == TT_TYPE_ANY_CID) {
        printf(" %s %d", field->name, (int)*(const int32_t *)value);
    }
}

/* Accounts, ids and arguments of commands are secret, and chat can be: secret.h. */
static void print_fact(const tt_fact *fact)
{
    const tt_type *type = tt_fact_type(fact->kind);
    int is_secret = fact->kind == TT_FACT_LOGIN || fact->kind == TT_FACT_CHAT;
    printf("%d %s", (int)fact->tick, type->name);
    if (fact->cid >= 0)
        printf(" of client %d", (int)fact->cid);
    printf(":");
    for (size_t i = 0; i < type->field_count; i++)
        if (!is_secret || type->fields[i].type != TT_TYPE_TEXT)
            print_field(&type->fields[i], tt_field_of(&type->fields[i], &fact->u));
    printf("\n");
}

/* Prints the facts of a block, which follow its state in the index. */
static tt_status print_block(tt_bytes index, const tt_index_foot *foot, const tt_index_block *block)
{
    tt_bytes facts = {index.data + block->place + block->state_size, block->facts_size};
    if (tt_index_hash(facts) != block->facts_hash)
        return TT_ERR_INDEX;
    tt_unpacker u = tt_unpacker_of(facts.data, facts.size);
    tt_fact fact;
    tt_status status;
    while ((status = tt_index_fact_next(&u, foot, block, &fact)) == TT_OK)
        print_fact(&fact);
    return status == TT_END ? TT_OK : status;
}

static tt_status print_all(tt_bytes index)
{
    tt_index_foot foot;
    tt_bytes last = {NULL, 0};
    if (index.size >= TT_INDEX_FOOT_SIZE)
        last = (tt_bytes){index.data + index.size - TT_INDEX_FOOT_SIZE, (size_t)TT_INDEX_FOOT_SIZE};
    tt_status status = tt_index_foot_unpack(&foot, last, index.size);
    if (status != TT_OK)
        return status;
    /* The foot has been checked against the file size, so the tables and blocks are inside the
     * file. */
    tt_bytes tables = {index.data + foot.tables, (size_t)tt_index_tables_size(&foot)};
    status = tt_index_tables_check(&foot, tables);
    for (uint32_t i = 0; status == TT_OK && i < foot.blocks; i++) {
        tt_index_block block = tt_index_block_at(&foot, tables, i);
        status = print_block(index, &foot, &block);
    }
    return status;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: facts_by_index FILE.ttidx\n");
        return 2;
    }
    tt_bytes index = read_file(file);
    fclose(file);
    tt_status status = print_all(index);
    free((void *)index.data);
    if (status != TT_OK) {
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    return 0;
}
