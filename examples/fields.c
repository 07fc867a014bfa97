/* SPDX-License-Identifier: MIT
 *
 * Prints the header and all records of a recording with the names of their fields: fields FILE
 *
 * Rows describe every record and message, so one loop prints all kinds, also later ones. Secrets
 * are printed as ***.
 */
#include <stdio.h>

#include <teetape/teetape.h>

static void print_texts(tt_texts texts)
{
    while (texts.count > 0) {
        tt_bytes text = tt_texts_next(&texts);
        printf("\"%.*s\"%s", (int)text.size, (const char *)text.data, texts.count > 0 ? "," : "");
    }
}

/* Prints the keys of the header without change, and its tunings. */
static void print_header(const tt_th_header *header)
{
    tt_th_iter tunings = tt_th_iter_of(header, TT_TH_TUNING);
    tt_th_member tuning;
    for (int key = 0; key < TT_TH_KEYS; key++)
        if ((header->has >> key & 1) != 0 && header->kind[key] != TT_JSON_OBJECT &&
            header->kind[key] != TT_JSON_ARRAY)
            printf("%s=%.*s\n", tt_th_key_name((tt_th_key)key), (int)header->raw[key].size,
                   (const char *)header->raw[key].data);
    while (tt_th_iter_next(&tunings, &tuning))
        printf("tuning %.*s=%.*s\n", (int)tuning.key.size, (const char *)tuning.key.data,
               (int)tuning.value.size, (const char *)tuning.value.data);
}

static void print_field(const tt_field *field, const void *object, int is_secret)
{
    const void *value = tt_field_of(field, object);
    printf(" %s=", field->name);
    if (is_secret)
        printf("%s", TT_SECRET_TEXT);
    else if (field->type == TT_TYPE_TEXT)
        printf("\"%.*s\"", (int)((const tt_bytes *)value)->size,
               (const char *)((const tt_bytes *)value)->data);
    else if (field->type == TT_TYPE_TEXTS)
        print_texts(*(const tt_texts *)value);
    else if (field->type <= TT_TYPE_ANY_CID)
        printf("%d", (int)*(const int32_t *)value);
    else
        printf("...");
}

static void print_event(const tt_th_event *event)
{
    const tt_type *type = tt_th_type(event->kind);
    int is_secret = event->kind == TT_TH_CONSOLE_COMMAND &&
                    tt_secret_args(event->u.console_command.cmd, event->u.console_command.args);
    printf("%d %s", (int)event->tick, type->name);
    for (size_t i = 0; i < type->field_count; i++)
        print_field(&type->fields[i], &event->u,
                    tt_secret_field(type, &type->fields[i]) ||
                        (is_secret && type->fields[i].type == TT_TYPE_TEXTS));
    if (event->kind == TT_TH_MESSAGE && event->u.message.decoded != NULL) {
        const tt_msg *msg = event->u.message.decoded; /* the reader has decoded it */
        type = tt_msg_type(msg->kind);
        printf(": %s", type->name);
        for (size_t i = 0; i < type->field_count; i++)
            print_field(&type->fields[i], &msg->u, tt_secret_msg_field(msg, &type->fields[i]));
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    static tt_th th;
    static tt_world world;
    static unsigned char scratch[TT_TH_SCRATCH], piece[65536];
    tt_th_event event;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (argc != 2) {
        fprintf(stderr, "usage: fields FILE.teehistorian\n");
        return 2;
    }
    if (file == NULL) {
        perror(argv[1]);
        return 1;
    }
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    while (status >= 0 && status != TT_END) {
        tt_th_feed(&th, piece, fread(piece, 1, sizeof piece, file));
        while ((status = tt_th_next_sparse(&th, &event, INT32_MAX)) == TT_OK)
            if (event.kind == TT_TH_HEADER)
                print_header(tt_th_look(&th).header);
            else
                print_event(&event);
    }
    if (status != TT_END)
        fprintf(stderr, "%s: %s\n", argv[1], tt_th_look(&th).error->what);
    return status == TT_END ? 0 : 1;
}
