/* SPDX-License-Identifier: MIT
 *
 * Prints what clients sent and did, by name, without knowing any record: fields FILE
 *
 * Every record and message is described by rows, so one loop prints all of them, also those that
 * are added later. What is secret shows as ***.
 */
#include <stdio.h>

#include <teetape/teetape.h>

static void print_field(const tt_field *field, const void *object, int is_secret)
{
    const void *value = tt_field_of(field, object);
    printf(" %s=", field->name);
    if (is_secret)
        printf("%s", TT_SECRET_TEXT);
    else if (field->type == TT_TYPE_TEXT)
        printf("\"%.*s\"", (int)((const tt_bytes *)value)->size,
               (const char *)((const tt_bytes *)value)->data);
    else if (field->type <= TT_TYPE_ANY_CID)
        printf("%d", (int)*(const int32_t *)value);
    else
        printf("...");
}

static void print_event(const tt_th_event *event)
{
    const tt_type *type = tt_th_type(event->kind);
    printf("%d %s", (int)event->tick, type->name);
    for (size_t i = 0; i < type->field_count; i++)
        print_field(&type->fields[i], &event->u, tt_secret_field(type, &type->fields[i]));
    if (event->kind == TT_TH_CONSOLE_COMMAND && tt_secret_command(event->u.console_command.cmd))
        printf(" (its arguments are secret)");
    if (event->kind == TT_TH_MESSAGE && event->u.message.decoded != NULL) {
        const tt_msg *msg = event->u.message.decoded; /* decoded by the reader */
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
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    while (file != NULL && status >= 0 && status != TT_END) {
        size_t size = fread(piece, 1, sizeof piece, file);
        tt_th_feed(&th, piece, size);
        if (size == 0)
            tt_th_end(&th);
        while ((status = tt_th_next_rare(&th, &event)) == TT_OK)
            if (event.kind != TT_TH_HEADER)
                print_event(&event);
    }
    return status == TT_END ? 0 : 1;
}
