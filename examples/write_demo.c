/* SPDX-License-Identifier: MIT
 *
 * Writes a demo of ten seconds from scratch, which the game plays: write_demo >OUT
 */
#include <stdio.h>
#include <teetape/teetape.h>

static tt_demo_writer writer;
static tt_demo_write_memory memory;
static tt_snap_space space;
static int put(void *file, tt_bytes piece)
{
    return fwrite(piece.data, 1, piece.size, file) == piece.size ? 0 : -1;
}

int main(void)
{
    tt_demo_header h = {5, TT_NET_VERSION_6, "dm1", "client", .map_crc = 0xf2159e6e, .length = 10};
    struct tt_obj_player_info own = {.local = 1};
    struct tt_obj_client_info look = {.country = -1};
    struct tt_obj_character tee = {.x = 974, .y = 977, .hooked_player = -1};
    tt_demo_writer_init(&writer, &memory, put, stdout);
    tt_status status = tt_demo_write_header(&writer, &h);
    tt_string_to_ints(look.name, 4, tt_bytes_of("walker"));
    tt_string_to_ints(look.clan, 3, tt_bytes_of(""));
    tt_string_to_ints(look.skin, 6, tt_bytes_of("default"));
    for (int tick = 0; status == TT_OK && tick <= 10 * TT_TICKS_PER_SECOND; tee.x += tick++ % 2) {
        tt_snap_builder b;
        tt_snap_builder_init(&b, &space, NULL);
        tt_snap_builder_add_object(&b, TT_OBJ_GAME_INFO, 0, &(struct tt_obj_game_info){0});
        tt_snap_builder_add_object(&b, TT_OBJ_PLAYER_INFO, 0, &own);
        tt_snap_builder_add_object(&b, TT_OBJ_CLIENT_INFO, 0, &look);
        tt_snap_builder_add_object(&b, TT_OBJ_CHARACTER, 0, &tee);
        tt_snap snap = tt_snap_builder_finish(&b);
        status = tt_demo_snap_check(&snap, TT_DIALECT_DDNET, NULL);
        status = status == TT_OK ? tt_demo_write_snapshot(&writer, tick, &snap) : status;
    }
    return status == TT_OK && tt_demo_write_finish(&writer, NULL) == TT_OK ? 0 : 1;
}
