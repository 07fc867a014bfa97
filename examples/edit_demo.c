/* SPDX-License-Identifier: MIT
 *
 * Copies a demo without the items of one kind: edit_demo FILE.demo OUT.demo KIND
 *
 * KIND is a name of the game, such as pickup or laser. Everything else remains: ticks, messages,
 * all other items, and the map. A tick without a change has no snapshot of its own, so the last one
 * counts for it.
 */
#include <stdio.h>
#include <string.h>

#include <teetape/teetape.h>

static tt_demo demo;
static tt_demo_memory memory;
static tt_demo_writer writer;
static tt_demo_write_memory write_memory;
static tt_snap_space space; /* the snapshot that is being made */
static unsigned char piece[65536];
static unsigned long dropped;

static int put(void *file, tt_bytes bytes)
{
    return fwrite(bytes.data, 1, bytes.size, file) == bytes.size ? 0 : -1;
}

/* Gives the next event and reads pieces of the file as needed. */
static tt_status next(FILE *file, tt_demo_event *event)
{
    tt_status status;
    while ((status = tt_demo_next(&demo, event)) == TT_MORE)
        tt_demo_feed(&demo, piece, fread(piece, 1, sizeof piece, file));
    return status;
}

/* Writes the current snapshot without the items of the kind. */
static tt_status write_tick(int32_t tick, const char *kind)
{
    tt_demo_view view = tt_demo_look(&demo);
    tt_dialect dialect =
        tt_demo_protocol(view.header) == TT_PROTOCOL_7 ? TT_DIALECT_7 : TT_DIALECT_DDNET;
    tt_snap_builder b;
    tt_status status = TT_OK;
    tt_snap_builder_init(&b, &space, NULL);
    for (uint32_t i = 0; i < view.snap->count && status == TT_OK; i++) {
        tt_snap_item item = tt_snap_item_at(view.snap, i);
        const tt_object *type = tt_obj_type(tt_snap_kind(view.snap, dialect, item.type));
        if (type != NULL && strcmp(type->name, kind) == 0)
            dropped++;
        else
            status = tt_snap_builder_add(&b, item.type, item.id, item.data, item.size);
    }
    tt_snap snap = tt_snap_builder_finish(&b);
    return status == TT_OK ? tt_demo_write_snapshot(&writer, tick, &snap) : status;
}

static tt_status copy(FILE *in, const char *kind)
{
    tt_demo_event event;
    tt_status status;
    int32_t pending = -1; /* a tick that is not written yet, because its snapshot may follow */
    while ((status = next(in, &event)) == TT_OK) {
        if (event.kind == TT_DEMO_SNAPSHOT || event.kind == TT_DEMO_DELTA)
            continue;
        if (pending >= 0 && (status = write_tick(pending, kind)) != TT_OK)
            return status;
        pending = event.kind == TT_DEMO_TICK ? event.tick : -1;
        if (event.kind == TT_DEMO_HEADER)
            status = tt_demo_write_header(&writer, tt_demo_look(&demo).header);
        else if (event.kind == TT_DEMO_MAP)
            status = tt_demo_write_map(&writer, event.data);
        else if (event.kind == TT_DEMO_MESSAGE)
            status = tt_demo_write_message(&writer, event.data);
        if (status != TT_OK)
            return status;
    }
    if (status == TT_END && pending >= 0 && write_tick(pending, kind) != TT_OK)
        return TT_ERR_DEMO_PUT;
    return status;
}

int main(int argc, char **argv)
{
    FILE *in = argc == 4 ? fopen(argv[1], "rb") : NULL;
    FILE *out = in != NULL ? fopen(argv[2], "wb") : NULL;
    tt_demo_patch patch;
    if (out == NULL) {
        fprintf(stderr, "usage: edit_demo FILE.demo OUT.demo KIND\n");
        return 2;
    }
    tt_demo_init(&demo, &memory);
    tt_demo_writer_init(&writer, &write_memory, put, out);
    tt_status status = copy(in, argv[3]);
    if (status == TT_END && tt_demo_write_finish(&writer, &patch) == TT_OK &&
        (fseek(out, 0, SEEK_SET) != 0 || put(out, (tt_bytes){patch.bytes, patch.size}) != 0))
        status = TT_ERR_DEMO_PUT;
    fclose(in);
    if (fclose(out) != 0 || status != TT_END) {
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    printf("%lu items left out\n", dropped);
    return 0;
}
