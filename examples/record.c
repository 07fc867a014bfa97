/* SPDX-License-Identifier: MIT
 *
 * Records a game server as a teehistorian file: record OUT [SECONDS]
 *
 * The game is a toy: one player, who joins, runs for a while every ten minutes, and finishes once.
 * The calls of the recorder are the real ones, in the order in which a server makes them.
 */
#include <stdio.h>
#include <stdlib.h>

#include <teetape/teetape.h>

enum { SLOTS = 8, CID = 0, PLAYER = 1, CL_START_INFO = 20, ROUND = 600 * TT_TICKS_PER_SECOND };

static tt_th_writer recorder;
static uint8_t buffer[TT_TH_WRITE_BUFFER];

/* Writes the output of the recorder to the file. 0 means success. */
static int put(void *file, tt_bytes piece)
{
    return fwrite(piece.data, 1, piece.size, file) == piece.size ? 0 : -1;
}

/* Called when the server has loaded its map. */
static tt_status on_game_start(FILE *file)
{
    tt_th_setting config[] = {{tt_bytes_of("sv_gametype"), tt_bytes_of("ddrace")}};
    tt_th_fields header = {0};
    TT_TH_SET(&header, comment, tt_bytes_of("teehistorian@ddnet.tw"));
    TT_TH_SET(&header, version, 2);
    TT_TH_SET(&header, game_uuid, tt_uuid_from_name(tt_bytes_of("give every game another one")));
    TT_TH_SET(&header, server_name, tt_bytes_of("my server"));
    TT_TH_SET(&header, start_time, ((tt_th_time){1793304840, 3600}));
    TT_TH_SET(&header, map_name, tt_bytes_of("Tutorial"));
    TT_TH_SET(&header, config, ((tt_th_settings){config, 1}));
    tt_th_writer_init(&recorder, buffer, sizeof buffer, put, file);
    return tt_th_write_header_fields(&recorder, &header);
}

/* Called when a message of a client has arrived. The recording has the same bytes. */
static void on_message(int32_t cid, tt_bytes message)
{
    tt_th_write_message(&recorder, cid, message);
}

/* Called when a client has connected. Its first message has its name. */
static void on_connect(int32_t cid)
{
    uint8_t space[64];
    tt_packer p = tt_packer_of(space, sizeof space);
    tt_pack_int(&p, CL_START_INFO << 1);
    tt_pack_string(&p, tt_bytes_of("nameless"), 0);
    tt_pack_string(&p, tt_bytes_of("clan"), 0);
    tt_pack_int(&p, -1); /* country */
    tt_pack_string(&p, tt_bytes_of("default"), 0);
    tt_pack_int(&p, 0);
    tt_pack_int(&p, 0);
    tt_pack_int(&p, 0);
    tt_th_write_join(&recorder, cid, TT_PROTOCOL_6);
    on_message(cid, tt_packer_bytes(&p));
}

static void on_tick(int32_t tick)
{
    int32_t in_round = tick % ROUND;
    int runs = in_round < 50 * TT_TICKS_PER_SECOND;
    int32_t input[TT_INPUT_INTS] = {runs, 100, 0};
    tt_th_write_begin_tick(&recorder, tick);
    if (tick == 50 * TT_TICKS_PER_SECOND) { /* an event during the tick */
        struct tt_th_player_finish finish = {.cid = CID, .ticks = tick};
        tt_th_write_extension(&recorder, TT_TH_PLAYER_FINISH, &finish);
    }
    for (int32_t cid = 0; cid < SLOTS; cid++) /* the tees at the end of the tick */
        if (cid == CID)
            tt_th_write_player(&recorder, cid, 64 + (runs ? 10 * in_round : 0), 1008);
        else
            tt_th_write_dead(&recorder, cid);
    if (tick == 1) /* network messages of the tick */
        on_connect(CID);
    tt_th_write_team(&recorder, CID, runs ? 1 : 0);
    tt_th_write_input(&recorder, CID, PLAYER, input);
}

/* Creates a file. Returns NULL, after a message, when it exists. C11's mode "wbx" does the same,
 * but not every C library has it. */
static FILE *create(const char *path)
{
    FILE *there = fopen(path, "rb");
    FILE *file = there == NULL ? fopen(path, "wb") : NULL;
    if (there != NULL) {
        fprintf(stderr, "%s: exists, and is not overwritten\n", path);
        fclose(there);
    } else if (file == NULL) {
        perror(path);
    }
    return file;
}

int main(int argc, char **argv)
{
    int32_t ticks = (argc > 2 ? (int32_t)strtol(argv[2], NULL, 10) : 120) * TT_TICKS_PER_SECOND;
    FILE *file = argc > 1 ? create(argv[1]) : NULL;
    if (argc < 2) {
        fprintf(stderr, "usage: record OUT [SECONDS]\n");
        return 2;
    }
    if (file == NULL)
        return 1;
    tt_status status = on_game_start(file);
    for (int32_t tick = 1; status == TT_OK && tick <= ticks; tick++)
        on_tick(tick);
    tt_th_write_drop(&recorder, CID, tt_bytes_of("the game is over"));
    status = tt_th_write_finish(&recorder); /* also reports an earlier error of put() */
    if (fclose(file) != 0 || status != TT_OK) {
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    return 0;
}
