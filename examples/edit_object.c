/* SPDX-License-Identifier: MIT
 *
 * Converts an item of a snapshot to JSON and back: edit_object [NAME JSON]
 *
 *     edit_object Flag '{"x":320,"y":640,"team":7}'
 *
 * The program works for every object of the game. Values out of range are reported and moved
 * into their range, as DDNet does with items of a server.
 */
#include <stdio.h>

#include <teetape/teetape.h>

static void print_item(tt_obj_kind kind, const int32_t *ints, size_t count)
{
    static char text[TT_OBJ_JSON_BOUND(TT_OBJ_MAX_INTS)];
    tt_packer p = tt_packer_of(text, sizeof text);
    tt_obj_json(&p, kind, ints, count, TT_OBJ_JSON_NAMES);
    printf("%.*s\n", (int)tt_packer_bytes(&p).size, text);
}

/* Prints which member is wrong, if any. */
static void check(tt_obj_kind kind, int32_t *ints, size_t count)
{
    size_t where;
    if (tt_obj_validate(kind, ints, count, &where) != TT_ERR_RANGE)
        return;
    const tt_obj_member *member = tt_obj_member_at(kind, where);
    printf("%s is %d, and goes from %d to %d\n", member->name, (int)ints[where], (int)member->min,
           (int)member->max);
    tt_obj_clamp(kind, ints, count);
}

int main(int argc, char **argv)
{
    const char *name = argc == 3 ? argv[1] : "Flag";
    const char *text = argc == 3 ? argv[2] : "{\"x\":320,\"y\":640,\"team\":\"blue\"}";
    tt_obj_kind kind = tt_obj_find_name(TT_DIALECT_DDNET, tt_bytes_of(name));
    int32_t ints[TT_OBJ_MAX_INTS];
    size_t count;
    tt_json json = tt_json_of(tt_bytes_of(text));
    tt_status status = tt_obj_from_json(ints, TT_OBJ_MAX_INTS, &count, kind, &json);
    if (status < 0) {
        fprintf(stderr, "byte %llu: %s\n", (unsigned long long)json.error.offset,
                tt_status_text(status));
        return 1;
    }
    if (status != TT_OK) /* an item of an older release is accepted */
        printf("%s\n", tt_status_text(status));
    check(kind, ints, count);
    print_item(kind, ints, count);
    return 0;
}
