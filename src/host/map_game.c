/* SPDX-License-Identifier: MIT
 *
 * Finds memory for a game layer. How much, the file decides, within what its own size allows
 * (teetape/map.h).
 */
#include "teetape/io/map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "teetape/io/inflate.h"

/* An error of the core, which knows nothing of files, as one of a file. */
static bool damaged(tt_io_error *error, const tt_error *reason)
{
    tt_io_error_say(error, TT_ERR_COMPRESSED_DATA, "%s", reason->what);
    error->offset = reason->offset;
    return false;
}

/* Looks for zlib before it takes memory: in version 3 tiles are not compressed, and can be read
 * without. A failure of tt_io_inflate for want of memory is in *error already, all others are
 * damage. */
bool tt_io_map_game_load(tt_io_map_game *game, tt_bytes file, tt_io_error *error)
{
    tt_error reason;
    memset(game, 0, sizeof *game);
    tt_io_error_clear(error);
    if (tt_map_open(&game->map, file, &reason) != TT_OK) {
        return damaged(error, &reason);
    }
    if (game->map.version != 3 && !tt_io_inflate_exists()) {
        tt_io_error_say(error, TT_ERR_UNSUPPORTED,
                        "this build has no zlib, which the tiles of a map need");
        return false;
    }
    size_t size = tt_map_game_size(&game->map);
    game->memory = malloc(size);
    if (game->memory == NULL) {
        tt_io_error_system(error, ENOMEM, "there is not enough memory for the map");
        return false;
    }
    if (tt_map_load(&game->map, game->memory, size, tt_io_inflate, error, &reason) != TT_OK) {
        return error->status == TT_OK ? damaged(error, &reason) : false;
    }
    /* three quarters and more are no longer needed */
    uint8_t *kept = realloc(game->memory, (size_t)game->map.width * (size_t)game->map.height);
    if (kept != NULL) {
        game->memory = kept;
        game->map.tiles = kept;
    }
    return true;
}

void tt_io_map_game_free(tt_io_map_game *game)
{
    free(game->memory);
    memset(game, 0, sizeof *game);
}
