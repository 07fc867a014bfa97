/* SPDX-License-Identifier: MIT
 *
 * Plays a run on a map and records it: run_of_its_own FILE.map OUT [SECONDS]
 *
 * The player runs to the right, turns at walls, jumps, and hooks what is above it. The game is
 * computed as a server computes it, so `teetape verify --physics --map FILE.map OUT` finds each
 * move exact. zlib unpacks the map. cc run_of_its_own.c -lteetape -lz
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <teetape/teetape.h>

enum { CID = 0, PLAYER = 1, SEED = 1 };

/* The parts of the game and its recorder remain until the end of the program. */
static tt_th_writer recorder;
static uint8_t buffer[TT_TH_WRITE_BUFFER];
static tt_bytes map;
static tt_terrain terrain;
static tt_physics *game;

static int unpack(void *user, uint8_t *dst, size_t dst_size, tt_bytes packed)
{
    (void)user;
    uLongf size = (uLongf)dst_size;
    return uncompress(dst, &size, packed.data, (uLong)packed.size) == Z_OK && size == dst_size ? 0
                                                                                               : -1;
}

static tt_bytes read_file(const char *path)
{
    static uint8_t bytes[1 << 24];
    FILE *file = fopen(path, "rb");
    size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file != NULL)
        fclose(file);
    return (tt_bytes){bytes, size};
}

/* Loads the layers of the map. Without a game layer, the width remains 0. */
static void load_layers(const tt_map_design *design)
{
    const int32_t numbers[TT_TERRAIN_LAYERS] = {design->game,     design->front,    design->teles,
                                                design->speedups, design->switches, design->tunes};
    for (int i = 0; i < TT_TERRAIN_LAYERS; i++) {
        tt_map_layer layer;
        if (numbers[i] < 0 ||
            tt_map_design_layer(design, (uint32_t)numbers[i], &layer, NULL) != TT_OK)
            continue;
        uint8_t *memory = malloc(layer.size);
        if (memory == NULL ||
            tt_map_design_load(design, &layer, memory, layer.size, unpack, NULL, NULL) != TT_OK)
            continue;
        terrain.layer[i] = memory;
        if (i == TT_TERRAIN_GAME) {
            terrain.width = layer.width;
            terrain.height = layer.height;
        }
    }
}

static tt_bytes load_settings(const tt_map_design *design)
{
    static uint8_t settings[1 << 16];
    size_t size;
    if (tt_map_design_data_size(design, design->settings, &size, NULL) != TT_OK ||
        tt_map_design_data(design, design->settings, settings, sizeof settings, unpack, NULL,
                           NULL) != TT_OK)
        return (tt_bytes){NULL, 0};
    return (tt_bytes){settings, size};
}

static bool begin_game(const char *path)
{
    tt_map_design design;
    map = read_file(path);
    if (tt_map_design_open(&design, map, NULL) != TT_OK)
        return false;
    load_layers(&design);
    if (terrain.width == 0)
        return false;
    void *memory = malloc(tt_physics_arena_size(&terrain));
    if (memory == NULL)
        return false;
    tt_physics_arena *arena = tt_physics_arena_init(memory, &terrain, load_settings(&design));
    memory = malloc(tt_physics_size(arena));
    if (memory == NULL)
        return false;
    game = tt_physics_init(memory, arena, SEED);
    return true;
}

static int put(void *file, tt_bytes piece)
{
    return fwrite(piece.data, 1, piece.size, file) == piece.size ? 0 : -1;
}

/* The header says by which rules the game goes on. */
static tt_status begin_recording(FILE *file)
{
    tt_th_fields header = {0};
    char dice[64];
    snprintf(dice, sizeof dice, "pcg-xsh-rr:%016x:%016x", SEED, 0);
    TT_TH_SET(&header, comment, tt_bytes_of("teehistorian@ddnet.tw"));
    TT_TH_SET(&header, version, 2);
    TT_TH_SET(&header, version_minor, 22);
    TT_TH_SET(&header, game_uuid, tt_uuid_from_name(tt_bytes_of("a run of its own")));
    TT_TH_SET(&header, server_version, tt_bytes_of("0.6.4, 20.1"));
    TT_TH_SET(&header, start_time, ((tt_th_time){1793304840, 0}));
    TT_TH_SET(&header, map_size, (int64_t)map.size);
    TT_TH_SET(&header, map_crc, (uint32_t)crc32(0, map.data, (uInt)map.size));
    TT_TH_SET(&header, prng_description, tt_bytes_of(dice));
    tt_th_writer_init(&recorder, buffer, sizeof buffer, put, file);
    return tt_th_write_header_fields(&recorder, &header);
}

static void join(void)
{
    struct tt_th_player_ready ready = {.cid = CID};
    tt_physics_join(game, CID);
    tt_th_write_join(&recorder, CID, TT_PROTOCOL_6);
    tt_th_write_extension(&recorder, TT_TH_PLAYER_READY, &ready);
}

/* Returns what the player presses in this state of its tee. */
static tt_input think(const tt_tee_state *tee)
{
    static tt_input input = {.direction = 1, .target_y = -100, .player_flags = TT_PLAYER_PLAYING};
    bool is_at_wall = tee->tick % 10 == 0 && tee->vel_x == 0;
    if (is_at_wall)
        input.direction = -input.direction;
    input.jump = is_at_wall || tee->tick % 40 < 5;
    input.hook = tee->tick % 100 < 60;
    input.target_x = 70 * input.direction;
    input.fire = tee->tick / 20;
    return input;
}

static void play_tick(void)
{
    tt_tee_state tee;
    int32_t tick = tt_physics_step(game);
    tt_th_write_begin_tick(&recorder, tick);
    if (tt_physics_tee(game, CID, &tee))
        tt_th_write_player(&recorder, CID, tee.x, tee.y);
    else
        tt_th_write_dead(&recorder, CID);
    tt_input input = think(&tee);
    int32_t ints[TT_INPUT_INTS];
    memcpy(ints, &input, sizeof ints);
    tt_physics_press(game, CID, &input);
    tt_th_write_input(&recorder, CID, PLAYER, ints);
}

int main(int argc, char **argv)
{
    int32_t ticks = (argc > 3 ? (int32_t)strtol(argv[3], NULL, 10) : 60) * TT_TICKS_PER_SECOND;
    if (argc < 3) {
        fprintf(stderr, "usage: run_of_its_own FILE.map OUT [SECONDS]\n");
        return 2;
    }
    if (!begin_game(argv[1])) {
        fprintf(stderr, "%s: no map\n", argv[1]);
        return 1;
    }
    FILE *file = fopen(argv[2], "wb");
    if (file == NULL) {
        perror(argv[2]);
        return 1;
    }
    tt_status status = begin_recording(file);
    if (status == TT_OK)
        join();
    for (int32_t i = 0; status == TT_OK && i < ticks; i++)
        play_tick();
    status = tt_th_write_finish(&recorder); /* also reports an earlier error of put() */
    if (fclose(file) != 0 || status != TT_OK) {
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    return 0;
}
