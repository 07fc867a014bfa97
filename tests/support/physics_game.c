/* SPDX-License-Identifier: MIT
 *
 * Games on maps of the tree.
 */
#include "support/physics_game.h"

#include "cm.h"

#include <stdio.h>
#include <stdlib.h>

#include "host_files.h"
#include "teetape/io/inflate.h"

static void *memory(size_t size)
{
    void *block = malloc(size);
    assert_non_null(block);
    return block;
}

static void load_layers(physics_game *game)
{
    tt_error error;
    for (int i = 0; i < TT_TERRAIN_LAYERS; i++) {
        size_t needed = tti_terrain_size(&game->design, i);
        if (needed != 0) {
            uint8_t *layer = memory(needed);
            assert_int_equal(tti_terrain_load(&game->terrain, &game->design, i, layer, needed,
                                              tt_io_inflate, NULL, &error),
                             TT_OK);
        }
    }
}

static void take_settings(physics_game *game)
{
    size_t size;
    tt_error error;
    if (game->design.settings < 0) {
        return;
    }
    assert_int_equal(tt_map_design_data_size(&game->design, game->design.settings, &size, &error),
                     TT_OK);
    uint8_t *lines = memory(size + 1);
    assert_int_equal(tt_map_design_data(&game->design, game->design.settings, lines, size,
                                        tt_io_inflate, NULL, &error),
                     TT_OK);
    tti_arena_settings(&game->arena, NULL, game->tables, (tt_bytes){lines, size});
    free(lines);
}

static void make_arena(physics_game *game)
{
    game->tables = memory(tti_arena_size(&game->terrain));
    tti_arena_init(&game->arena, &game->terrain, game->tables);
}

void physics_game_load(physics_game *game, const char *name)
{
    char path[512];
    size_t size;
    tt_error error;
    *game = (physics_game){0};
    (void)snprintf(path, sizeof path, "%s/tests/%s.map", TT_SOURCE_DIR, name);
    game->file = host_files_read(path, &size);
    assert_int_equal(tt_map_design_open(&game->design, (tt_bytes){game->file, size}, &error),
                     TT_OK);
    load_layers(game);
    make_arena(game);
    take_settings(game);
}

void physics_game_build(physics_game *game, const tt_terrain *terrain)
{
    *game = (physics_game){.terrain = *terrain};
    make_arena(game);
}

void physics_game_begin(physics_game *game, const tti_rules *rules)
{
    free(game->world);
    game->world = memory(tti_physics_size(&game->arena));
    tti_physics_init(game->world, &game->arena, rules);
}

void physics_game_drop(physics_game *game)
{
    for (int i = 0; game->file != NULL && i < TT_TERRAIN_LAYERS; i++) {
        free((void *)(uintptr_t)game->terrain.layer[i]);
    }
    free(game->file);
    free(game->tables);
    free(game->world);
    *game = (physics_game){0};
}

tti_tee *physics_game_tee(physics_game *game, int32_t cid, tti_pair at)
{
    tti_join(game->world, cid);
    tti_enter(game->world, cid);
    tti_spawn(game->world, cid, at);
    return &game->world->tee[cid];
}
