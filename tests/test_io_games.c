/* SPDX-License-Identifier: MIT
 *
 * Tests of the games in an index: at 200 random ticks the game is the same by seeking and by
 * reading from the start, byte for byte as it is packed; also with a damaged index.
 */
#include "host/posix.h"

#include "cm.h"

#include <stdio.h>
#include <stdlib.h>

#include "host_files.h"
#include "index/file.h"
#include "reading/index_games.h"
#include "reading/inside.h"
#include "reading/replay.h"
#include "support/physics_session.h"
#include "support/random.h"

enum { TICKS = 200, INTERVAL = 12000, PACKED_MAX = 20000 };

/* The packed game at the end of a tick. */
struct moment {
    int32_t tick;
    size_t size;
    uint8_t packed[PACKED_MAX];
};

/* A recording in the test's folder, and its index. */
struct pair {
    char *recording, *index;
    struct index_writer writer;
    struct tti_index_games *games;
    tt_io_reading r;
    uint64_t seed;
    uint32_t blocks, sought;
    struct moment at[TICKS], sought_at;
};

static uint64_t find_end(void *user, uint64_t begin)
{
    (void)user;
    return begin + INTERVAL;
}

static bool on_block(void *user, const tt_index_block *block, tt_bytes state, tt_bytes facts)
{
    struct pair *p = user;
    return tti_index_writer_block(&p->writer, block, state, facts) &&
           tti_index_writer_game(&p->writer, tti_index_games_packed(p->games));
}

static void on_item(void *user, const tt_item *item)
{
    struct pair *p = user;
    tti_index_games_take(p->games, item, tt_recording_world(p->r.rec));
}

static void on_begin(void *user)
{
    struct pair *p = user;
    tti_index_games_pack(p->games);
}

/* As tt_io_index_build does it, with places that are nearer to each other. */
static void write_index(struct pair *p, size_t stored)
{
    tt_io_error error;
    const struct index_scan_options scanning = {.find_end = find_end,
                                                .is_new = true,
                                                .on_block = on_block,
                                                .on_item = on_item,
                                                .on_begin = on_begin,
                                                .user = p};
    const tt_io_index_options options = {.recording = p->recording, .physics = true};
    const tt_io_reading_options plain = {.no_index = true};
    tt_io_reading_options how = plain;
    p->games = tti_index_games_new(&options, &plain);
    assert_non_null(p->games);
    how.scan = tti_index_scan_new(&scanning);
    assert_non_null(how.scan);
    assert_true(tti_index_writer_open(&p->writer, p->index, p->recording, &error));
    assert_true(tt_io_reading_open(&p->r, p->recording, &how));
    assert_false(tt_io_reading_next(&p->r));
    assert_int_equal(tti_index_scan_end(how.scan, false), INDEX_SCAN_OVER);
    tt_index_foot foot = *tti_index_scan_foot(how.scan);
    foot.stored = stored;
    p->writer.hints = tti_index_games_hints(p->games, &p->writer.hint_count);
    tti_index_games_write(&p->writer, &foot);
    assert_true(tti_index_writer_commit(&p->writer, &foot, &error));
    assert_true(foot.has_games);
    p->blocks = foot.blocks;
    tti_index_writer_close(&p->writer);
    tti_index_games_free(p->games);
    tt_io_reading_close(&p->r);
    free(how.scan);
}

static struct pair *pair_new(void *const *state, const char *session)
{
    size_t size;
    struct pair *p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->seed = 1;
    p->recording = host_files_path(state, "file.teehistorian");
    p->index = host_files_path(state, "file.teehistorian.ttidx");
    uint8_t *bytes = physics_session_file(session, ".teehistorian.xz", &size);
    host_files_write(p->recording, bytes, size);
    free(bytes);
    write_index(p, size);
    return p;
}

static void pair_free(struct pair *p)
{
    free(p->recording);
    free(p->index);
    free(p);
}

static void on_seek(void *user, const tt_index_block *block)
{
    struct pair *p = user;
    (void)block;
    p->sought++;
}

static void open_pair(struct pair *p, const char *from)
{
    const tt_io_reading_options how = {.from = from,
                                       .no_index = from == NULL,
                                       .wants = TT_WANT_TICKS,
                                       .wants_states = true,
                                       .wants_replay = true,
                                       .on_seek = on_seek,
                                       .user = p};
    assert_true(tt_io_reading_open(&p->r, p->recording, &how));
    assert_false(p->r.lacks_map);
}

static void take(struct moment *m, tt_io_reading *r)
{
    const tti_reading_replay *game = tti_reading_replay_of(r);
    tti_replay replay = *game->replay;
    tti_physics *base = malloc(game->world->size);
    assert_non_null(base);
    tti_physics_init(base, &game->arena, &game->rules);
    m->tick = r->item.tick;
    assert_int_equal(game->world->tick, m->tick);
    replay.silence = 0; /* that depends on the steps in which the game was moved on */
    m->size = tti_replay_pack(&replay, base, m->packed, sizeof m->packed);
    assert_true(m->size > 0);
    free(base);
}

/* Each tick has the same chance. */
static void read_all(struct pair *p)
{
    int count = 0;
    open_pair(p, NULL);
    for (; tt_io_reading_next(&p->r); count++) {
        int which = count < TICKS ? count : random_below(&p->seed, count + 1);
        if (which < TICKS) {
            take(&p->at[which], &p->r);
        }
    }
    assert_true(count > TICKS);
    tt_io_reading_close(&p->r);
}

static void compare(struct pair *p, const struct moment *m)
{
    char from[16];
    (void)snprintf(from, sizeof from, "%d", (int)m->tick);
    open_pair(p, from);
    assert_true(tt_io_reading_next(&p->r));
    take(&p->sought_at, &p->r);
    tt_io_reading_close(&p->r);
    assert_int_equal(p->sought_at.tick, m->tick);
    assert_int_equal(p->sought_at.size, m->size);
    assert_memory_equal(p->sought_at.packed, m->packed, m->size);
}

static void at_random_ticks(void **state)
{
    static const char *const sessions[] = {"20-feat31", "16-feat31"};
    for (size_t i = 0; i < sizeof sessions / sizeof sessions[0]; i++) {
        struct pair *p = pair_new(state, sessions[i]);
        read_all(p);
        for (int tick = 0; tick < TICKS; tick += TT_TEST_SHARE) {
            compare(p, &p->at[tick]);
        }
        print_message("%s: %u places, %u of %d ticks by the index\n", sessions[i],
                      (unsigned)p->blocks, (unsigned)p->sought, TICKS / TT_TEST_SHARE);
        assert_true(p->sought > TICKS / TT_TEST_SHARE / 2);
        pair_free(p);
    }
}

/* Damage is found by sums, or is where nothing looks. */
static void damaged(void **state)
{
    enum { DAMAGES = 30 };
    size_t size;
    struct pair *p = pair_new(state, "20-feat26");
    unsigned char *good = host_files_read(p->index, &size);
    read_all(p);
    for (int i = 0; i < DAMAGES; i += TT_TEST_SHARE == 1 ? 1 : 5) {
        size_t at = random_next(&p->seed) % size;
        good[at] ^= 0x55;
        host_files_write(p->index, good, size);
        good[at] ^= 0x55;
        compare(p, &p->at[i]);
    }
    free(good);
    pair_free(p);
}

int main(void)
{
    setenv("TEETAPE_MAP_PATH", TT_SOURCE_DIR "/tests/data/physics", 1);
    const struct CMUnitTest tests[] = {IN_FOLDER(at_random_ticks), IN_FOLDER(damaged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
