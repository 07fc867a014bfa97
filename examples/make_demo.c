/* SPDX-License-Identifier: MIT
 *
 * Writes a demo: make_demo OUT [SECONDS]
 *
 * The demo has a snapshot for each tick, built item by item, with one walking tee; a chat line;
 * and a marker on the timeline every 20 seconds. The writer decides which snapshots become
 * keyframes or deltas.
 */
#include <stdio.h>
#include <stdlib.h>

#include <teetape/teetape.h>

enum { CID = 0, GG = 50 * TT_TICKS_PER_SECOND, MARK = 20 * TT_TICKS_PER_SECOND };

static tt_demo_writer writer;
static tt_demo_write_memory memory;
static tt_snap_space space; /* the snapshot that is being built */

static int put(void *file, tt_bytes piece)
{
    return fwrite(piece.data, 1, piece.size, file) == piece.size ? 0 : -1;
}

static tt_snap build(int32_t tick)
{
    tt_snap_builder b;
    struct tt_obj_game_info game = {0};
    struct tt_obj_player_info player = {.local = 0, .client_id = CID};
    struct tt_obj_client_info client = {.country = -1};
    struct tt_obj_character tee = {.x = 64 + 2 * tick, .y = 1008, .direction = 1, .health = 10};
    tt_string_to_ints(client.name, 4, tt_bytes_of("nameless"));
    tt_string_to_ints(client.clan, 3, tt_bytes_of("clan"));
    tt_string_to_ints(client.skin, 6, tt_bytes_of("default"));
    tee.tick = tick;
    tee.hooked_player = -1;
    tee.weapon = TT_WEAPON_HAMMER;
    tt_snap_builder_init(&b, &space, NULL);
    tt_snap_builder_add_object(&b, TT_OBJ_GAME_INFO, 0, &game);
    tt_snap_builder_add_object(&b, TT_OBJ_PLAYER_INFO, CID, &player);
    tt_snap_builder_add_object(&b, TT_OBJ_CLIENT_INFO, CID, &client);
    tt_snap_builder_add_object(&b, TT_OBJ_CHARACTER, CID, &tee);
    return tt_snap_builder_finish(&b);
}

/* Writes a chat message as a server sends it. Team 0 is everybody. */
static void say(const char *text)
{
    uint8_t bytes[64];
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    tt_sv_msg chat = {.kind = TT_SV_CHAT, .u.sv_chat = {0, CID, tt_bytes_of(text)}};
    tt_sv_encode(&p, &chat);
    tt_demo_write_message(&writer, tt_packer_bytes(&p));
}

static tt_status write_demo(FILE *file, int32_t ticks)
{
    tt_demo_header header = {.version = 5,
                             .net_version = TT_NET_VERSION_6,
                             .map_name = "dm1",
                             .map_crc = 0xf2159e6e, /* CRC-32 of the game's map dm1 */
                             .type = "server",
                             .start_time = "2026-11-21_20-14-00"};
    tt_demo_patch patch;
    tt_demo_writer_init(&writer, &memory, put, file);
    tt_status status = tt_demo_write_header(&writer, &header);
    for (int32_t tick = 1; status == TT_OK && tick <= ticks; tick++) {
        tt_snap snap = build(tick);
        status = tt_demo_write_snapshot(&writer, tick, &snap);
        if (tick == GG)
            say("gg");
        if (tick % MARK == 0)
            tt_demo_write_marker(&writer);
    }
    if (status == TT_OK)
        status = tt_demo_write_finish(&writer, &patch);
    if (status == TT_OK && fseek(file, 0, SEEK_SET) == 0) /* length and markers are known now */
        put(file, (tt_bytes){patch.bytes, patch.size});
    return status;
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
    int32_t ticks = (argc > 2 ? (int32_t)strtol(argv[2], NULL, 10) : 90) * TT_TICKS_PER_SECOND;
    FILE *file = argc > 1 ? create(argv[1]) : NULL;
    if (argc < 2) {
        fprintf(stderr, "usage: make_demo OUT [SECONDS]\n");
        return 2;
    }
    if (file == NULL)
        return 1;
    tt_status status = write_demo(file, ticks);
    if (fclose(file) != 0 || status != TT_OK) {
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    return 0;
}
