/* SPDX-License-Identifier: MIT
 *
 * Prints the positions of all tees of a demo at a tick: follow_demo FILE.demo TICK
 *
 * A server sends a tee again only when a client could not compute it. This program computes it,
 * with the map in the demo, which zlib unpacks. cc follow_demo.c -lteetape -lz
 */
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include <teetape/teetape.h>

static int unpack(void *user, uint8_t *dst, size_t dst_size, tt_bytes packed)
{
    (void)user;
    uLongf size = (uLongf)dst_size;
    return uncompress(dst, &size, packed.data, (uLong)packed.size) == Z_OK && size == dst_size ? 0
                                                                                               : -1;
}

/* Tees and hooks collide with these layers; without the game layer there is no terrain. */
static void load(tt_terrain *terrain, tt_bytes map)
{
    tt_map_design design;
    if (tt_map_design_open(&design, map, NULL) != TT_OK)
        return;
    const int32_t numbers[TT_TERRAIN_LAYERS] = {design.game, design.front, design.teles};
    for (int i = 0; i < TT_TERRAIN_LAYERS; i++) {
        tt_map_layer layer;
        if (numbers[i] < 0 ||
            tt_map_design_layer(&design, (uint32_t)numbers[i], &layer, NULL) != TT_OK)
            continue;
        uint8_t *memory = malloc(layer.size); /* remains until the end of the program */
        if (memory == NULL ||
            tt_map_design_load(&design, &layer, memory, layer.size, unpack, NULL, NULL) != TT_OK)
            continue;
        terrain->layer[i] = memory;
        if (i == TT_TERRAIN_GAME) {
            terrain->width = layer.width;
            terrain->height = layer.height;
        }
    }
}

static void print_tees(tt_follow *follow, const tt_recording *rec, int32_t tick)
{
    for (int cid = 0; cid < TT_CIDS; cid++) {
        tt_tee_state tee;
        if (tt_follow_tee(follow, cid, tick, &tee))
            printf("%d %d,%d %s %d\n", cid, (int)tee.x, (int)tee.y,
                   tt_recording_session(rec, cid).name, (int)tee.core_age);
    }
}

/* The tick may be between two markers. The later one may have newer cores. */
static tt_status run(tt_bytes file, const tt_terrain *terrain, int32_t tick)
{
    static tt_recording rec;
    static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
    static tt_follow follow;
    tt_item item;
    tt_status status;
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, TT_WANT_TICKS, 0);
    tt_follow_init(&follow, terrain);
    tt_recording_feed(&rec, file.data, file.size);
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE)
            tt_recording_feed(&rec, NULL, 0);
        else if (item.kind == TT_ITEM_TICK) {
            tt_follow_take(&follow, &rec, item.tick);
            if (item.tick >= tick) {
                print_tees(&follow, &rec, tick);
                return TT_OK;
            }
        }
    }
    return status;
}

int main(int argc, char **argv)
{
    FILE *in = argc == 3 ? fopen(argv[1], "rb") : NULL;
    long size = in != NULL && fseek(in, 0, SEEK_END) == 0 ? ftell(in) : -1;
    uint8_t *bytes = size > 0 && fseek(in, 0, SEEK_SET) == 0 ? malloc((size_t)size) : NULL;
    tt_demo_header header;
    size_t header_size;
    if (bytes == NULL) {
        fprintf(stderr, "usage: follow_demo FILE.demo TICK\n");
        return 2;
    }
    tt_bytes file = {bytes, fread(bytes, 1, (size_t)size, in)};
    fclose(in);
    tt_terrain terrain = {0};
    if (tt_demo_header_parse(&header, &header_size, file, NULL) == TT_OK &&
        header_size <= file.size && header.map_size <= file.size - header_size)
        load(&terrain, (tt_bytes){file.data + header_size, header.map_size});
    tt_status status =
        run(file, terrain.layer[TT_TERRAIN_GAME] != NULL ? &terrain : NULL, atoi(argv[2]));
    for (int i = 0; i < TT_TERRAIN_LAYERS; i++)
        free((void *)terrain.layer[i]);
    free(bytes);
    if (status != TT_OK)
        fprintf(stderr, "%s: %s\n", argv[1], tt_status_text(status));
    return status == TT_OK ? 0 : 1;
}
