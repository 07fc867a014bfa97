/* SPDX-License-Identifier: MIT
 *
 * Draws the game layer of a map, or of the map in a demo: read_map FILE
 *
 * The tiles are compressed by zlib. The library does not use zlib, so this program passes a
 * function that does. cc read_map.c -lteetape -lz
 */
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include <teetape/teetape.h>

/* Succeeds only when the data has exactly dst_size bytes. */
static int unpack(void *user, uint8_t *dst, size_t dst_size, tt_bytes packed)
{
    (void)user;
    uLongf size = (uLongf)dst_size;
    return uncompress(dst, &size, packed.data, (uLong)packed.size) == Z_OK && size == dst_size ? 0
                                                                                               : -1;
}

/* '.' is air, '#' solid, '%' solid without hold for a hook, '~' freezes, 'x' kills. */
static char letter(uint8_t tile)
{
    switch (tile) {
    case TT_TILE_AIR:
        return '.';
    case TT_TILE_SOLID:
        return '#';
    case TT_TILE_DEATH:
        return 'x';
    case TT_TILE_NOHOOK:
        return '%';
    case TT_TILE_FREEZE:
        return '~';
    default:
        return '?';
    }
}

/* Returns the map in a demo, which follows the header. */
static tt_bytes embedded(tt_bytes file)
{
    tt_demo_header header;
    size_t size;
    if (tt_demo_header_parse(&header, &size, file, NULL) == TT_OK && size <= file.size &&
        header.map_size <= file.size - size)
        return (tt_bytes){file.data + size, header.map_size};
    return file;
}

static tt_status draw(tt_bytes file)
{
    tt_map map;
    tt_error error;
    tt_status status = tt_map_open(&map, embedded(file), &error);
    if (status == TT_OK) {
        size_t size = tt_map_game_size(&map); /* the file sets the size, so malloc may fail */
        uint8_t *memory = malloc(size);
        status =
            memory == NULL ? TT_ERR_SPACE : tt_map_load(&map, memory, size, unpack, NULL, &error);
        for (int32_t y = 0; status == TT_OK && y < map.height; y++) {
            for (int32_t x = 0; x < map.width; x++)
                putchar(letter(map.tiles[(size_t)y * (size_t)map.width + (size_t)x]));
            putchar('\n');
        }
        free(memory);
    }
    return status;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    long size = file != NULL && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    uint8_t *bytes = size > 0 && fseek(file, 0, SEEK_SET) == 0 ? malloc((size_t)size) : NULL;
    if (bytes == NULL) {
        fprintf(stderr, "usage: read_map FILE.map|FILE.demo\n");
        return 2;
    }
    tt_status status = draw((tt_bytes){bytes, fread(bytes, 1, (size_t)size, file)});
    fclose(file);
    free(bytes);
    if (status != TT_OK)
        fprintf(stderr, "%s\n", tt_status_text(status));
    return status == TT_OK ? 0 : 1;
}
