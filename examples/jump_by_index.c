/* SPDX-License-Identifier: MIT
 *
 * Prints the positions of all tees at a tick of a recording of any format, by its index:
 * jump_by_index FILE FILE.ttidx TICK
 *
 * `teetape index FILE` writes the index. At most 2 MiB of the recording are read. FILE must not
 * be compressed.
 */
#include <stdio.h>
#include <stdlib.h>

#include <teetape/teetape.h>

static tt_recording rec;
static tt_world world; /* at the end of the tick */
static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
static unsigned char state[TT_RECORDING_STATE_MAX], head[TT_TH_HEADER_MAX],
    interval[TT_INDEX_INTERVAL_MAX];

/* Reads exactly `size` bytes at `offset`. Returns 0 when the file does not have them. */
static int read_at(FILE *file, void *dst, size_t size, uint64_t offset)
{
    return fseek(file, (long)offset, SEEK_SET) == 0 && fread(dst, 1, size, file) == size;
}

/* Reads foot and tables of the index. The caller frees the tables. */
static tt_status open_index(FILE *file, tt_index_foot *foot, tt_bytes *tables)
{
    uint8_t bytes[TT_INDEX_FOOT_SIZE];
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size < TT_INDEX_FOOT_SIZE ||
        !read_at(file, bytes, sizeof bytes, (uint64_t)size - sizeof bytes))
        return TT_ERR_INDEX;
    tt_status status = tt_index_foot_unpack(foot, (tt_bytes){bytes, sizeof bytes}, (uint64_t)size);
    if (status != TT_OK || foot->codec != TT_INDEX_PLAIN)
        return TT_ERR_INDEX;
    uint8_t *data = malloc((size_t)tt_index_tables_size(foot));
    *tables = (tt_bytes){data, (size_t)tt_index_tables_size(foot)};
    if (data == NULL)
        return TT_ERR_SPACE;
    return read_at(file, data, tables->size, foot->tables) ? tt_index_tables_check(foot, *tables)
                                                           : TT_ERR_INDEX;
}

/* Reads the first bytes of the recording, which are its header. */
static tt_status read_header(FILE *file, const tt_index_foot *foot, tt_bytes *header)
{
    if (foot->header_size > sizeof head || !read_at(file, head, (size_t)foot->header_size, 0))
        return TT_ERR_INDEX_OTHER;
    *header = (tt_bytes){head, (size_t)foot->header_size};
    return tt_index_header_check(foot, *header);
}

/* Puts the reader at the begin of a block and gives it the bytes up to the block's end. */
static tt_status open_block(FILE *file, FILE *index, const tt_index_block *block, tt_bytes header)
{
    tt_bytes packed = {state, block->state_size}, bytes = {interval, 0};
    bytes.size = (size_t)(block->end - block->begin); /* the check of the tables bounds both */
    if (!read_at(index, state, packed.size, block->place) ||
        tt_index_hash(packed) != block->state_hash)
        return TT_ERR_INDEX;
    if (!read_at(file, interval, bytes.size, block->begin) ||
        tt_index_hash(bytes) != block->raw_hash)
        return TT_ERR_INDEX_OTHER;
    tt_status status = tt_recording_resume(&rec, scratch, sizeof scratch, header, packed);
    if (status != TT_OK || !tt_index_block_is_at(block, &rec))
        return TT_ERR_INDEX;
    tt_recording_recover(&rec, 1); /* as for the index, or ticks could differ */
    tt_recording_want(&rec, TT_WANT_TICKS, 0);
    tt_recording_feed(&rec, bytes.data, bytes.size);
    return TT_OK;
}

/* Reads to the end of `tick`. Returns TT_MORE when that is in the next block. */
static tt_status read_block(int is_last, int32_t tick)
{
    tt_item item;
    tt_status status;
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || (status == TT_MORE && is_last)) {
        if (status == TT_MORE)
            tt_recording_feed(&rec, NULL, 0);
        else if (item.tick > tick)
            return TT_OK;
        else
            world = *tt_recording_world(&rec);
    }
    return status;
}

/* Brings the world to the end of `tick`. */
static tt_status go_to(FILE *file, FILE *index, const tt_index_foot *foot, tt_bytes tables,
                       int32_t tick)
{
    tt_bytes header;
    tt_status status = read_header(file, foot, &header);
    uint32_t first = tt_index_find(foot, tables, tick), i = first;
    for (status = status == TT_OK ? TT_MORE : status; status == TT_MORE; i++) {
        tt_index_block block = tt_index_block_at(foot, tables, i);
        status = open_block(file, index, &block, header);
        if (status == TT_OK && i == first)
            world = *tt_recording_world(&rec);
        if (status == TT_OK)
            status = read_block(i + 1 == foot->blocks, tick);
    }
    return status; /* TT_END: the recording ends before the tick */
}

int main(int argc, char **argv)
{
    tt_index_foot foot;
    tt_bytes tables = {NULL, 0};
    FILE *file = argc == 4 ? fopen(argv[1], "rb") : NULL;
    FILE *index = file != NULL ? fopen(argv[2], "rb") : NULL;
    if (index == NULL) {
        fprintf(stderr, "usage: jump_by_index FILE FILE.ttidx TICK\n");
        return 2;
    }
    tt_status status = open_index(index, &foot, &tables);
    if (status == TT_OK)
        status = go_to(file, index, &foot, tables, (int32_t)strtol(argv[3], NULL, 10));
    free((void *)tables.data);
    fclose(index);
    fclose(file);
    if (status < 0) {
        fprintf(stderr, "%s\n", tt_status_text(status));
        return 1;
    }
    for (int cid = 0; cid < TT_CIDS; cid++)
        if (world.tee[cid].alive)
            printf("%3d %-16s tile %4d, %4d\n", cid, world.client[cid].name,
                   (int)(world.tee[cid].x / 32), (int)(world.tee[cid].y / 32));
    return 0;
}
