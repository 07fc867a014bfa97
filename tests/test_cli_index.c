/* SPDX-License-Identifier: MIT
 *
 * Tests of the commands with indexes: they print what they print without one, at the edges of all
 * intervals, for recordings in every form, and with every index that is cut or damaged somewhere.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "host_files.h"
#include "index/file.h"
#include "support/cli_run.h"
#include "support/demo_make.h"
#include "support/host_pack.h"
#include "support/index_make.h"
#include "teetape/io/index_build.h"

/* A recording beside its index. */
struct pair {
    char *recording, *index;
    tt_io_index_report report;
};

static struct pair pair_of(void *const *state, tt_bytes stored)
{
    struct pair p = {.recording = host_files_path(state, "file"),
                     .index = host_files_path(state, "file.ttidx")};
    tt_io_index_options how = {.recording = p.recording, .index = p.index, .force = true};
    host_files_write(p.recording, stored.data, stored.size);
    assert_int_equal(tt_io_index_build(&how, &p.report), TT_IO_INDEX_BUILT);
    return p;
}

static void pair_free(struct pair *p)
{
    free(p->recording);
    free(p->index);
}

/* The questions that begin at a place. */
enum { DUMP, PLAYERS, CHAT, CHAT_PLAYER, QUESTIONS };

static cli_run ask(const char *recording, int question, int32_t from, bool with_index)
{
    char begin[16], end[16];
    const char *rest = with_index ? "--quiet" : "--no-index";
    snprintf(begin, sizeof begin, "%d", (int)from);
    snprintf(end, sizeof end, "%d", (int)from + 2);
    switch (question) {
    case DUMP:
        return CLI_RUN(&cmd_dump, "--json", "--from", begin, "--to", end, rest, recording);
    case PLAYERS:
        return CLI_RUN(&cmd_players, "--json", "--from", begin, rest, recording);
    case CHAT:
        return CLI_RUN(&cmd_chat, "--json", "--from", begin, rest, recording);
    default:
        return CLI_RUN(&cmd_chat, "--player", "tee3", "--from", begin, rest, recording);
    }
}

static void assert_same(const char *recording, int question, int32_t from, const cli_run *want)
{
    cli_run have = ask(recording, question, from, true);
    if (have.status != want->status || have.size != want->size ||
        memcmp(have.out, want->out, have.size) != 0) {
        fail_msg(
            "question %d from %d: status %d, %zu bytes: %.300s\nwant status %d, %zu bytes: %.300s",
            question, (int)from, (int)have.status, have.size, have.out, (int)want->status,
            want->size, want->out);
    }
    cli_run_free(&have);
}

static void check_edges(void **state, tt_bytes stored)
{
    tt_io_error error;
    tt_io_index_status status;
    struct pair p = pair_of(state, stored);
    tt_io_index *index = tti_index_open(p.index, &status, &error);
    assert_non_null(index);
    assert_in_range(p.report.foot.blocks, 2, 6);
    for (uint32_t i = 1; i < p.report.foot.blocks; i++) {
        int32_t tick = tti_index_block(index, i).tick;
        for (int32_t from = tick - 1; from <= tick + 2; from += TT_TEST_SHARE) {
            for (int question = 0; question < QUESTIONS; question++) {
                cli_run want = ask(p.recording, question, from, false);
                assert_same(p.recording, question, from, &want);
                cli_run_free(&want);
            }
        }
    }
    tti_index_close(index);
    pair_free(&p);
}

static void edges(void **state)
{
    index_make m;
    struct blob packed = {NULL, 0};
    index_make_begin(&m, 21, "");
    m.every = 20000;
    m.noise = 5000;
    index_make_grow(&m, 2500000);
    tt_bytes raw = {m.bytes.data, m.bytes.size};
    check_edges(state, raw);
#ifdef TT_HAVE_LZMA
    pack_add_xz(&packed, raw, 700000, 1);
    check_edges(state, blob_part(&packed, 0, packed.size));
    blob_free(&packed);
    pack_add_xz(&packed, raw, 0, 0);
    check_edges(state, blob_part(&packed, 0, packed.size));
    blob_free(&packed);
#endif
#ifdef TT_HAVE_ZSTD
    pack_add_zstd_seekable(&packed, raw, 600000, 1);
    check_edges(state, blob_part(&packed, 0, packed.size));
    blob_free(&packed);
#endif
#ifdef TT_HAVE_ZLIB
    pack_add_gz(&packed, raw, 6);
    check_edges(state, blob_part(&packed, 0, packed.size));
    blob_free(&packed);
#endif
    (void)packed;
    index_make_free(&m);
}

/* Two blocks; most of what happens is in the second one, so that the index is small. It has few
 * records, since it is read thousands of times. */
static void grow_little(index_make *m)
{
    m->bulk = 30000;
    index_make_grow(m, 1050000);
    m->every = 1500;
    m->bulk = 0;
    m->noise = 20;
    index_make_grow(m, 1070000);
}

/* What is asked of a damaged index, and the answers without one. */
struct damage {
    struct pair p;
    int32_t from;
    cli_run want[QUESTIONS];
    unsigned char *good;
    size_t size;
    int question; /* the last one */
};

/* `from`: of the questions; -1 for the last one of the recording's ticks but 800. */
static struct damage damage_of(void *const *state, tt_bytes stored, int32_t from)
{
    struct damage d = {.p = pair_of(state, stored)};
    d.from = from < 0 ? d.p.report.foot.last_tick - 800 : from;
    d.good = host_files_read(d.p.index, &d.size);
    for (int question = 0; question < QUESTIONS; question++) {
        d.want[question] = ask(d.p.recording, question, d.from, false);
        assert_true(question == CHAT_PLAYER || (question != DUMP && from >= 0) ||
                    d.want[question].size != 0);
    }
    return d;
}

static void damage_free(struct damage *d)
{
    for (int question = 0; question < QUESTIONS; question++) {
        cli_run_free(&d->want[question]);
    }
    free(d->good);
    pair_free(&d->p);
}

/* One question after the other. */
static void ask_next(struct damage *d)
{
    d->question = (d->question + 1) % QUESTIONS;
    assert_same(d->p.recording, d->question, d->from, &d->want[d->question]);
}

/* Every byte of the index is cut off, and changed: one bit, and all of them. */
static void damage_every_byte(struct damage *d, size_t step)
{
    for (int question = 0; question < QUESTIONS; question++) {
        ask_next(d);
    }
    for (size_t size = 0; size < d->size; size += step * TT_TEST_SHARE) {
        host_files_write(d->p.index, d->good, size);
        ask_next(d);
    }
    for (size_t at = 0; at < d->size; at += step * TT_TEST_SHARE) {
        unsigned char was = d->good[at];
        d->good[at] ^= (unsigned char)(1u << at % 8);
        host_files_write(d->p.index, d->good, d->size);
        ask_next(d);
        d->good[at] = (unsigned char)~was;
        host_files_write(d->p.index, d->good, d->size);
        ask_next(d);
        d->good[at] = was;
    }
}

static void damaged(void **state)
{
    index_make m;
    index_make_begin(&m, 22, "");
    grow_little(&m);
    struct damage d = damage_of(state, (tt_bytes){m.bytes.data, m.bytes.size}, -1);
    assert_int_equal(d.p.report.foot.blocks, 2);
    damage_every_byte(&d, 1);
    damage_free(&d);
    index_make_free(&m);
}

/* A tick of the made demo's second block. */
#define SECOND_TICK 5023

/* A demo: the edges of its intervals, and some of its index damaged. */
static void demos(void **state)
{
    demo_bytes bytes = {0};
    demo_make(&bytes, 25, 6, 5000, 1500);
    check_edges(state, (tt_bytes){bytes.data, bytes.size});
    demo_bytes_free(&bytes);
    demo_make(&bytes, 26, 6, 5000, 1000);
    struct damage d = damage_of(state, (tt_bytes){bytes.data, bytes.size}, SECOND_TICK);
    assert_int_equal(d.p.report.foot.blocks, 2);
    damage_every_byte(&d, d.size / 40);
    damage_free(&d);
    demo_bytes_free(&bytes);
}

#ifdef TT_HAVE_ZLIB
static void damaged_windows(void **state)
{
    index_make m;
    struct blob packed = {NULL, 0};
    index_make_begin(&m, 23, "");
    m.every = 20000;
    m.noise = 8000;
    index_make_grow(&m, 1900000);
    pack_add_gz(&packed, (tt_bytes){m.bytes.data, m.bytes.size}, 1);
    struct damage d = damage_of(state, blob_part(&packed, 0, packed.size), -1);
    assert_true(d.p.report.foot.access_points != 0);
    damage_every_byte(&d, d.size / 50);
    damage_free(&d);
    blob_free(&packed);
    index_make_free(&m);
}
#endif

/* An index that lies, with the right sums: the answers may be wrong, and nothing else. */
static void liars(void **state)
{
    index_make m;
    index_make_begin(&m, 24, "");
    grow_little(&m);
    struct damage d = damage_of(state, (tt_bytes){m.bytes.data, m.bytes.size}, -1);
    unsigned char *lie = malloc(d.size);
    assert_non_null(lie);
    for (size_t at = 0; at < d.size; at += TT_TEST_SHARE) {
        memcpy(lie, d.good, d.size);
        lie[at] ^= (unsigned char)(at % 3 == 0 ? 0xff : 1u << at % 8);
        index_make_seal(lie, d.good, d.size);
        host_files_write(d.p.index, lie, d.size);
        cli_run run = ask(d.p.recording, (int)(at * 7 / 5 % QUESTIONS), d.from, true);
        assert_in_range(run.status, EXIT_GOOD, EXIT_DAMAGED);
        cli_run_free(&run);
    }
    free(lie);
    damage_free(&d);
    index_make_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(edges),           IN_FOLDER(damaged), IN_FOLDER(liars), IN_FOLDER(demos),
#ifdef TT_HAVE_ZLIB
        IN_FOLDER(damaged_windows),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
