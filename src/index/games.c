/* SPDX-License-Identifier: MIT
 *
 * The states of the game in an index file, and the inputs that counted late:
 *
 *     ... | late inputs | table | tail | block table ...
 *
 * A late input is a tick and a client id, 4 bytes each. The table has an entry for each block:
 * place and sum of its game, 8 bytes each, and its size and 0, 4 bytes each. The tail has the form,
 * the number of late inputs, their sum, and its own sum.
 */
#include "follow/replay.h"
#include "index/file.h"

#include <stdlib.h>

#include "recording/index_entry.h"
#include "wire/hash.h"

enum { FORM = 1, HINT_SIZE = 8, ENTRY_SIZE = 24, TAIL_SIZE = 24, TAIL_SUMMED = 16 };

static void pack_entry(uint8_t entry[ENTRY_SIZE], const struct index_game *game)
{
    tti_store_le64(entry, game->place);
    tti_store_le64(entry + 8, game->hash);
    tti_store_le32(entry + 16, game->size);
    tti_store_le32(entry + 20, 0);
}

static void put_tail(struct index_writer *w, tt_bytes hints)
{
    uint8_t tail[TAIL_SIZE];
    tti_store_le32(tail, FORM);
    tti_store_le32(tail + 4, (uint32_t)w->hint_count);
    tti_store_le64(tail + 8, tt_index_hash(hints));
    tti_store_le64(tail + TAIL_SUMMED, tti_xxh64_of(tail, TAIL_SUMMED));
    tti_index_writer_put(w, (tt_bytes){tail, sizeof tail});
}

void tti_index_games_write(struct index_writer *w, tt_index_foot *foot)
{
    uint8_t entry[ENTRY_SIZE];
    tt_bytes hints = {NULL, w->hint_count * HINT_SIZE};
    uint8_t *bytes = malloc(hints.size + 1);
    hints.data = bytes;
    for (size_t i = 0; bytes != NULL && i < w->hint_count; i++) {
        tti_store_tick(bytes + HINT_SIZE * i, w->hints[i].tick);
        tti_store_tick(bytes + HINT_SIZE * i + 4, w->hints[i].cid);
    }
    foot->has_games = w->games != NULL && bytes != NULL && !w->no_memory;
    w->no_memory = w->no_memory || bytes == NULL;
    if (!foot->has_games) {
        free(bytes);
        return;
    }
    tti_index_writer_put(w, hints);
    for (uint32_t i = 0; i < w->block_count; i++) {
        pack_entry(entry, &w->games[i]);
        tti_index_writer_put(w, (tt_bytes){entry, sizeof entry});
    }
    put_tail(w, hints);
    free(bytes);
}

/* Offsets of the parts in the file, read from the tail. */
struct parts {
    uint64_t hints, table;
    uint32_t hint_count;
    uint64_t hint_hash;
};

static bool find_parts(tt_io_index *index, struct parts *parts)
{
    uint8_t tail[TAIL_SIZE];
    const tt_index_foot *foot = tti_index_foot(index);
    uint64_t table_size = (uint64_t)foot->blocks * ENTRY_SIZE + TAIL_SIZE;
    if (!foot->has_games || foot->tables < TT_INDEX_HEAD_SIZE + table_size ||
        !tti_index_read(index, tail, sizeof tail, foot->tables - TAIL_SIZE) ||
        tti_load_le64(tail + TAIL_SUMMED) != tti_xxh64_of(tail, TAIL_SUMMED) ||
        tti_load_le32(tail) != FORM) {
        return false;
    }
    parts->table = foot->tables - table_size;
    parts->hint_count = tti_load_le32(tail + 4);
    parts->hint_hash = tti_load_le64(tail + 8);
    uint64_t hints_size = (uint64_t)parts->hint_count * HINT_SIZE;
    parts->hints = parts->table - hints_size;
    return hints_size <= parts->table - TT_INDEX_HEAD_SIZE;
}

bool tti_index_game(tt_io_index *index, uint32_t block, tt_bytes *game)
{
    struct parts parts;
    uint8_t entry[ENTRY_SIZE];
    if (!find_parts(index, &parts) ||
        !tti_index_read(index, entry, sizeof entry, parts.table + (uint64_t)block * ENTRY_SIZE)) {
        return false;
    }
    uint64_t place = tti_load_le64(entry);
    uint32_t size = tti_load_le32(entry + 16);
    return size != 0 && size <= TTI_INDEX_GAME_MAX && place >= TT_INDEX_HEAD_SIZE &&
           place <= parts.hints && size <= parts.hints - place &&
           tti_index_part(index, place, size, tti_load_le64(entry + 8), game);
}

bool tti_index_hints(tt_io_index *index, tti_hint *hints, size_t room, size_t *count)
{
    struct parts parts;
    tt_bytes bytes;
    *count = 0;
    if (!find_parts(index, &parts) || parts.hint_count > room ||
        parts.hint_count > TT_INDEX_FACTS_MAX / HINT_SIZE ||
        !tti_index_part(index, parts.hints, (size_t)parts.hint_count * HINT_SIZE, parts.hint_hash,
                        &bytes)) {
        return false;
    }
    for (size_t i = 0; i < parts.hint_count; i++) {
        hints[i].tick = tti_load_tick(bytes.data + HINT_SIZE * i);
        hints[i].cid = tti_load_tick(bytes.data + HINT_SIZE * i + 4);
    }
    *count = parts.hint_count;
    return true;
}
