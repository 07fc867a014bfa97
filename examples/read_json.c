/* SPDX-License-Identifier: MIT
 *
 * Prints every value of a recording's header with its path: read_json FILE
 *
 *     config.sv_gametype = DDraceNetwork
 *
 * The scanner gives one token a call and keeps no tree, so this program keeps the open
 * containers in an array.
 */
#include <stdio.h>
#include <string.h>

#include <teetape/teetape.h>

/* The path to a value: a member's name or an element's number for each container. */
static struct step {
    char name[64];
    int is_array, number;
} way[TT_JSON_DEPTH];

static void print_value(const tt_json_token *token)
{
    char text[4096];
    size_t size = token->text.size < sizeof text ? token->text.size : sizeof text;
    for (unsigned i = 0; i < token->depth; i++) {
        if (way[i].is_array)
            printf("%s%d", i > 0 ? "." : "", way[i].number);
        else
            printf("%s%s", i > 0 ? "." : "", way[i].name);
    }
    if (token->kind == TT_JSON_STRING) { /* longer ones are cut */
        size = tt_json_unescape(text, sizeof text, token->text);
        size = size < sizeof text ? size : sizeof text;
    } else {
        memcpy(text, token->text.data, size);
    }
    printf(" = %.*s\n", (int)size, text);
}

/* Cuts a key that is longer than the room. */
static void set_name(struct step *step, tt_bytes key)
{
    size_t most = sizeof step->name - 1;
    size_t size = tt_json_unescape(step->name, most, key);
    step->name[size < most ? size : most] = 0;
}

static tt_status print_all(tt_bytes text)
{
    tt_json json = tt_json_of(text);
    tt_json_token token;
    tt_status status;
    while ((status = tt_json_next(&json, &token)) == TT_OK) {
        struct step *inside = token.depth > 0 ? &way[token.depth - 1] : NULL;
        int is_begin = token.kind == TT_JSON_OBJECT || token.kind == TT_JSON_ARRAY;
        int is_end = token.kind == TT_JSON_OBJECT_END || token.kind == TT_JSON_ARRAY_END;
        if (is_begin)
            way[token.depth] = (struct step){.is_array = token.kind == TT_JSON_ARRAY};
        else if (token.kind == TT_JSON_KEY)
            set_name(inside, token.text);
        else if (!is_end)
            print_value(&token);
        if (inside != NULL && inside->is_array && !is_begin) /* an element has ended */
            inside->number++;
    }
    if (status != TT_END)
        fprintf(stderr, "byte %llu: %s\n", (unsigned long long)json.error.offset, json.error.what);
    return status;
}

int main(int argc, char **argv)
{
    static tt_th th;
    static tt_world world;
    static unsigned char scratch[TT_TH_SCRATCH], piece[TT_TH_SCRATCH];
    tt_th_event event;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: read_json FILE\n");
        return 2;
    }
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    tt_th_feed(&th, piece, fread(piece, 1, sizeof piece, file));
    tt_th_feed(&th, NULL, 0);
    fclose(file);
    if (status == TT_OK && (status = tt_th_next(&th, &event)) == TT_OK)
        return print_all(tt_th_look(&th).header->json) == TT_END ? 0 : 1;
    fprintf(stderr, "%s\n", tt_status_text(status));
    return 1;
}
