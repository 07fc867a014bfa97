/* SPDX-License-Identifier: MIT
 *
 * Goes to ticks of a recording in any order: resume_at FILE TICK...
 *
 * One pass packs the state of the game a hundred times, so that every tick is near a state.
 * Index files (jump_by_index.c) keep such states beside the recording.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <teetape/teetape.h>

enum { STATES = 100 };

static tt_th th;
static tt_world world;
static tt_th_history history;
static unsigned char scratch[TT_TH_SCRATCH], packed[TT_TH_STATE_MAX];
static uint8_t *recording;
static size_t recording_size;
static tt_bytes json;
static struct {
    int32_t tick; /* tick of the last record before the state */
    size_t size;
    uint8_t *bytes;
} states[STATES];
static int count;

/* Keeps the state between two records. */
static tt_status keep(void)
{
    tt_packer p = tt_packer_of(packed, sizeof packed);
    tt_th_state_pack(&p, &th, &history);
    tt_bytes state = tt_packer_bytes(&p);
    uint8_t *copy = p.status == TT_OK && count < STATES ? malloc(state.size) : NULL;
    if (copy == NULL)
        return p.status == TT_OK ? TT_ERR_SPACE : p.status;
    memcpy(copy, state.data, state.size);
    states[count].tick = world.tick;
    states[count].size = state.size;
    states[count++].bytes = copy;
    return TT_OK;
}

/* Reads the recording once. It is in memory as a single piece. */
static tt_status look_through(void)
{
    tt_th_event event;
    uint64_t due = 0;
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    tt_th_history_init(&history);
    tt_th_feed(&th, recording, recording_size);
    tt_th_feed(&th, NULL, 0);
    while (status == TT_OK && (status = tt_th_next(&th, &event)) == TT_OK) {
        tt_th_history_follow(&history, &event, &world);
        if (event.kind == TT_TH_HEADER) /* the text of the header must remain valid */
            json = (tt_bytes){recording + 16, (size_t)tt_th_look(&th).offset - 17};
        if (tt_th_look(&th).offset >= due) {
            status = keep();
            due = tt_th_look(&th).offset + recording_size / STATES + 1;
        }
    }
    return status == TT_END && count == 0 ? TT_ERR_TRUNCATED : status;
}

/* Brings the world to the end of `tick`. */
static tt_status go_to(int32_t tick)
{
    int from = count - 1;
    tt_th_event event;
    while (from > 0 && states[from].tick > tick)
        from--;
    tt_bytes state = {states[from].bytes, states[from].size};
    tt_status status = tt_th_resume(&th, &world, scratch, sizeof scratch, json, &history, state);
    if (status != TT_OK)
        return status;
    size_t done = (size_t)tt_th_look(&th).offset;
    tt_th_feed(&th, recording + done, recording_size - done);
    tt_th_feed(&th, NULL, 0);
    while ((status = tt_th_next_sparse(&th, &event, tick)) == TT_OK)
        tt_th_history_follow(&history, &event, &world);
    return status; /* TT_LATER, or TT_END */
}

static void print_tees(void)
{
    for (int cid = 0; cid < TT_CIDS; cid++)
        if (world.tee[cid].alive)
            printf("%3d %-16s tile %4d, %4d\n", cid, world.client[cid].name,
                   (int)(world.tee[cid].x / 32), (int)(world.tee[cid].y / 32));
}

static int read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    long size = file != NULL && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    recording = size > 0 ? malloc((size_t)size) : NULL;
    if (recording != NULL && fseek(file, 0, SEEK_SET) == 0)
        recording_size = fread(recording, 1, (size_t)size, file);
    if (file != NULL)
        fclose(file);
    return recording_size > 0;
}

int main(int argc, char **argv)
{
    if (argc < 2 || !read_file(argv[1])) {
        fprintf(stderr, "usage: resume_at FILE TICK...\n");
        return 2;
    }
    tt_status status = look_through();
    for (int i = 2; i < argc && status >= 0; i++) {
        status = go_to((int32_t)strtol(argv[i], NULL, 10));
        print_tees();
    }
    while (count > 0)
        free(states[--count].bytes);
    free(recording);
    if (status < 0)
        fprintf(stderr, "%s\n", tt_status_text(status));
    return status < 0 ? 1 : 0;
}
