/* SPDX-License-Identifier: MIT
 *
 * Makes a demo from a recording and its map: map_demo FILE FILE.map OUT.demo
 *
 * With the map the conversion computes the game, so the demo has all that a server shows, and its
 * viewer needs no map. In a recording of a server before 19.4 some inputs counted late; "teetape
 * demo" looks for these first, and this program does not. to_demo.c needs no map, and does not read
 * all of FILE into memory. cc map_demo.c -lteetape -lz
 */
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include <teetape/teetape.h>

static tt_th th;
static tt_world world;
static tt_th_history history;
static tt_convert conversion;
static const tt_convert_options options = {.view = true}; /* the demo opens on a living tee */
static tt_demo_writer writer;
static tt_demo_write_memory memory;
static tt_map_design map;
static tt_terrain terrain;
static unsigned char scratch[TT_TH_SCRATCH];

static int put(void *file, tt_bytes bytes)
{
    return fwrite(bytes.data, 1, bytes.size, file) == bytes.size ? 0 : -1;
}

static int unpack(void *user, uint8_t *dst, size_t dst_size, tt_bytes packed)
{
    (void)user;
    uLongf size = (uLongf)dst_size;
    int is_good = uncompress(dst, &size, packed.data, (uLong)packed.size) == Z_OK;
    return is_good && size == dst_size ? 0 : -1;
}

/* Unpacks a layer, whose memory the caller frees. A map need not have all of them. */
static tt_status load_layer(int layer, int32_t number)
{
    tt_map_layer found;
    if (number < 0)
        return TT_OK;
    tt_status status = tt_map_design_layer(&map, (uint32_t)number, &found, NULL);
    if (status != TT_OK)
        return status;
    uint8_t *tiles = malloc(found.size);
    terrain.layer[layer] = tiles;
    terrain.width = layer == TT_TERRAIN_GAME ? found.width : terrain.width;
    terrain.height = layer == TT_TERRAIN_GAME ? found.height : terrain.height;
    return tiles == NULL ? TT_ERR_SPACE
                         : tt_map_design_load(&map, &found, tiles, found.size, unpack, NULL, NULL);
}

/* Makes room for the game and gives it the map. The settings are needed for this call alone. */
static tt_status load_physics(void **physics)
{
    size_t size = 0;
    tt_status status = TT_OK;
    if (map.settings >= 0)
        status = tt_map_design_data_size(&map, map.settings, &size, NULL);
    uint8_t *settings = malloc(size + 1);
    *physics = malloc(tt_convert_physics_size(&terrain));
    if (settings == NULL || *physics == NULL)
        status = TT_ERR_SPACE;
    if (status == TT_OK && size > 0)
        status = tt_map_design_data(&map, map.settings, settings, size, unpack, NULL, NULL);
    if (status == TT_OK)
        tt_convert_physics(&conversion, &terrain, (tt_bytes){settings, size}, *physics);
    free(settings);
    return status;
}

static tt_status load_map(tt_bytes file, void **physics)
{
    tt_status status = tt_map_design_open(&map, file, NULL);
    if (status != TT_OK)
        return status;
    const int32_t layers[TT_TERRAIN_LAYERS] = {map.game,     map.front,    map.teles,
                                               map.speedups, map.switches, map.tunes};
    for (int i = 0; status == TT_OK && i < TT_TERRAIN_LAYERS; i++)
        status = load_layer(i, layers[i]);
    tt_convert_init(&conversion);
    tt_convert_set(&conversion, &options);
    return status == TT_OK ? load_physics(physics) : status;
}

/* Reads the header of the recording, and writes the header of the demo and the map. */
static tt_status begin(tt_bytes map_file)
{
    tt_th_event event;
    tt_demo_header header;
    tt_status status = tt_th_next(&th, &event);
    if (status != TT_OK)
        return status;
    tt_th_history_follow(&history, &event, &world);
    tt_convert_follow(&conversion, &event, &world, &history);
    tt_convert_header(&conversion, tt_th_look(&th).header, &header);
    if (header.map_crc != crc32(0, map_file.data, (uInt)map_file.size)) {
        fprintf(stderr, "this is not the map that was played\n");
        return TT_ERR_ARGUMENT;
    }
    header.map_size = (uint32_t)map_file.size;
    status = tt_demo_write_header(&writer, &header);
    return status == TT_OK ? tt_demo_write_map(&writer, map_file) : status;
}

/* Writes each tick before it takes the first event of a later tick. */
static tt_status convert(tt_bytes recording, tt_bytes map_file, FILE *out)
{
    tt_th_event event;
    tt_demo_patch patch;
    int32_t tick = -1, next;
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    tt_th_history_init(&history);
    tt_demo_writer_init(&writer, &memory, put, out);
    tt_th_feed(&th, recording.data, recording.size);
    tt_th_feed(&th, NULL, 0);
    if (status == TT_OK)
        status = begin(map_file);
    while (status == TT_OK && (status = tt_th_next_tick(&th, &next)) == TT_OK) {
        for (tick = tick < 0 ? next : tick; status == TT_OK && tick < next; tick++)
            status = tt_convert_write(&conversion, &writer, &world, tick);
        if (status == TT_OK && (status = tt_th_next(&th, &event)) == TT_OK) {
            tt_th_history_follow(&history, &event, &world);
            tt_convert_follow(&conversion, &event, &world, &history);
        }
    }
    if (status == TT_END && tick >= 0)
        status = tt_convert_write(&conversion, &writer, &world, tick);
    if (status == TT_OK)
        status = tt_demo_write_finish(&writer, &patch);
    if (status == TT_OK && fseek(out, 0, SEEK_SET) == 0)
        put(out, (tt_bytes){patch.bytes, patch.size});
    return status;
}

/* Returns all bytes of a file, which the caller frees. */
static tt_bytes read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return (tt_bytes){NULL, 0};
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    uint8_t *data = size > 0 && fseek(file, 0, SEEK_SET) == 0 ? malloc((size_t)size) : NULL;
    tt_bytes bytes = {data, data != NULL ? fread(data, 1, (size_t)size, file) : 0};
    fclose(file);
    return bytes;
}

int main(int argc, char **argv)
{
    tt_bytes recording = {NULL, 0}, map_file = {NULL, 0};
    void *physics = NULL;
    if (argc == 4) {
        recording = read_file(argv[1]);
        map_file = read_file(argv[2]);
    }
    FILE *out = recording.size > 0 && map_file.size > 0 ? fopen(argv[3], "wb") : NULL;
    if (out == NULL) {
        fprintf(stderr, "usage: map_demo FILE FILE.map OUT.demo\n");
        return 2;
    }
    tt_status status = load_map(map_file, &physics);
    if (status == TT_OK)
        status = convert(recording, map_file, out);
    free(physics);
    for (int i = 0; i < TT_TERRAIN_LAYERS; i++)
        free((void *)terrain.layer[i]);
    free((void *)map_file.data);
    free((void *)recording.data);
    if (fclose(out) != 0 || status != TT_OK) {
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    return 0;
}
