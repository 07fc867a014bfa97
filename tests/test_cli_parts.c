/* SPDX-License-Identifier: MIT
 *
 * Tests of cli/dump/parts.h and teetape/io/parts.h by dump: on many threads, with an index of any
 * spacing, it prints and reports what it does on one without; also with an index that is damaged or
 * lies, of a damaged recording, when the output fails, and when the user wants to leave.
 */
#include "host/posix.h"
#include "recording/recording.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/dump/dump.h"
#include "cli/shell/command.h"
#include "cli/shell/message.h"
#include "cli/shell/options.h"
#include "cli/shell/run.h"
#include "cm.h"
#include "host_files.h"
#include "index/file.h"
#include "reading/inside.h"
#include "support/demo_make.h"
#include "support/host_pack.h"
#include "support/index_make.h"
#include "support/rec_log.h"
#include "support/room.h"
#include "support/th_damage.h"

#define WORDS_MOST 8

/* A recording in the test's folder, and an index with an interval of its own choice. */
struct pair {
    char *recording, *index, *said;
    uint64_t interval;
    struct index_writer writer;
};

static struct pair pair_of(void *const *state, tt_bytes stored)
{
    struct pair p = {.recording = host_files_path(state, "file"),
                     .index = host_files_path(state, "file.ttidx"),
                     .said = host_files_path(state, "said")};
    host_files_write(p.recording, stored.data, stored.size);
    return p;
}

static void pair_free(struct pair *p)
{
    free(p->recording);
    free(p->index);
    free(p->said);
}

static uint64_t find_end(void *user, uint64_t begin)
{
    const struct pair *p = user;
    return begin + p->interval;
}

static bool on_block(void *user, const tt_index_block *block, tt_bytes state, tt_bytes facts)
{
    struct pair *p = user;
    return tti_index_writer_block(&p->writer, block, state, facts);
}

/* The result is how many blocks it has. */
static uint32_t write_index(struct pair *p, size_t stored, tt_index_codec codec, uint64_t interval)
{
    tt_io_error error;
    tt_io_reading r;
    struct index_scan_options options = {
        .find_end = find_end, .is_new = true, .on_block = on_block, .user = p};
    struct tti_index_scan *scan = tti_index_scan_new(&options);
    const tt_io_reading_options how = {.no_index = true, .scan = scan};
    assert_non_null(scan);
    p->interval = interval;
    memset(&p->writer, 0, sizeof p->writer);
    assert_true(tti_index_writer_open(&p->writer, p->index, p->recording, &error));
    assert_true(tt_io_reading_open(&r, p->recording, &how));
    assert_false(tt_io_reading_next(&r));
    assert_int_equal(tti_index_scan_end(scan, false), INDEX_SCAN_OVER);
    tt_index_foot foot = *tti_index_scan_foot(scan);
    foot.codec = codec;
    foot.stored = stored;
    assert_true(tti_index_writer_commit(&p->writer, &foot, &error));
    tti_index_writer_close(&p->writer);
    tt_io_reading_close(&r);
    free(scan);
    return foot.blocks;
}

/* The parts that the library makes of it. */
static size_t count_parts(const struct pair *p)
{
    tt_io_reading r;
    const tt_io_reading_options how = {.wants = TT_WANT_RECORDS};
    size_t count = 0;
    if (tt_io_reading_open(&r, p->recording, &how)) {
        struct parts *parts = tti_parts_new(&r);
        count = parts != NULL ? tti_parts_count(parts) : 0;
        tti_parts_free(parts);
    }
    tt_io_reading_close(&r);
    return count;
}

/* What a dump prints, says and gives. The output fails, or the user leaves, after `limit` bytes. */
struct dumped {
    char *out;
    size_t size, limit;
    tt_io_stop *stops;
    char *said;
    size_t said_size;
    enum exit_status status;
};

static int keep(void *user, tt_bytes bytes)
{
    struct dumped *d = user;
    if (d->limit != 0 && d->size + bytes.size > d->limit) {
        if (d->stops == NULL) {
            return EPIPE;
        }
        tt_io_stop_want(d->stops, -1);
    }
    d->out = room_grow(d->out, d->size, bytes.size);
    memcpy(d->out + d->size, bytes.data, bytes.size);
    d->size += bytes.size;
    return 0;
}

static void dump(struct dumped *d, const struct pair *p, const char *const *words, const char *how)
{
    const char *all[WORDS_MOST], *files[WORDS_MOST];
    struct options options = {.files = files};
    tt_io_output out;
    size_t count = 0;
    options.own = calloc(1, cmd_dump.options.size + 1);
    assert_non_null(options.own);
    for (; words[count] != NULL; count++) {
        all[count] = words[count];
    }
    all[count++] = how;
    all[count++] = p->recording;
    assert_true(count <= WORDS_MOST);
    assert_true(options_read(&options, &cmd_dump, all, count));
    assert_true(tt_io_output_open(&out, keep, d));
    int fd = open(p->said, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0);
    message_start("teetape", fd);
    message_least(MESSAGE_NOTE);
    struct job job = {.command = &cmd_dump,
                      .how = cmd_dump.how,
                      .settings = &options.settings,
                      .options = options.own,
                      .path = p->recording,
                      .stop = d->stops,
                      .out = &out};
    d->status = run_job(&job);
    message_least(MESSAGE_NONE);
    close(fd);
    tt_io_output_close(&out);
    free(options.own);
    d->said = (char *)host_files_read(p->said, &d->said_size);
}

static void dumped_free(struct dumped *d)
{
    free(d->out);
    free(d->said);
}

/* Nothing has no memory. */
static bool is_same(const char *a, size_t a_size, const char *b, size_t b_size)
{
    return a_size == b_size && (a_size == 0 || memcmp(a, b, a_size) == 0);
}

static void assert_same(const struct pair *p, const char *const *words)
{
    struct dumped want = {.out = NULL}, have = {.out = NULL};
    dump(&want, p, words, "--no-index");
    dump(&have, p, words, "-j3");
    if (!is_same(have.out, have.size, want.out, want.size)) {
        fail_msg("%s %s: %zu bytes of results, not %zu", words[0], words[1], have.size, want.size);
    }
    if (!is_same(have.said, have.said_size, want.said, want.said_size)) {
        fail_msg("%s: it says %.*s, not %.*s", words[0], (int)have.said_size, have.said,
                 (int)want.said_size, want.said);
    }
    assert_int_equal(have.status, want.status);
    dumped_free(&want);
    dumped_free(&have);
}

#define SAME(p, ...) assert_same(p, (const char *const[]){__VA_ARGS__, NULL})

static void check_all(const struct pair *p, bool is_demo)
{
    SAME(p, "--json");
    SAME(p, "--wall");
    SAME(p, "--json", "--player", "0");
    SAME(p, "--player", "player0");
    SAME(p, "--player", "nobody");
    SAME(p, "--json", "--to", "600");
    SAME(p, "--to", "0:00:30", "--player", "1");
    SAME(p, "--from", "99999999");
    SAME(p, "--json", "--strict");
    SAME(p, "--show-secrets", "--kind", "message,player_diff,console_command,snapshot");
    if (is_demo) {
        SAME(p, "--json", "--items");
    }
}

/* Every recording of the tree, in many parts and in few. A demo has long ones: all its items are
 * read. */
static void every_recording(void **state)
{
    const char *name;
    size_t size;
    uint8_t *data;
    const size_t usual = TT_TEST_SHARE == 1 ? 7 : 30;
    for (int i = 0; (data = rec_log_each(i, &size, &name)) != NULL; i++) {
        const tt_bytes raw = {data, size};
        bool is_demo = tti_format_told(raw) == TT_FORMAT_DEMO;
        struct pair p = pair_of(state, raw);
        for (size_t parts = 3; parts < 200; parts *= is_demo ? 30 : usual) {
            uint32_t blocks = write_index(&p, size, TT_INDEX_PLAIN, size / parts + 1);
            assert_int_equal(count_parts(&p), blocks > 1 ? blocks : 0);
            check_all(&p, is_demo);
        }
        pair_free(&p);
        free(data);
    }
}

/* The span begins at an access point, and the index is what has led there. */
static void spans(void **state)
{
    index_make m;
    index_make_begin(&m, 31, "");
    m.every = 3000;
    index_make_grow(&m, 200000);
    const tt_bytes raw = {m.bytes.data, m.bytes.size};
    struct pair p = pair_of(state, raw);
    assert_true(write_index(&p, raw.size, TT_INDEX_PLAIN, 10000) > 10);
    for (int from = 0; from < 1400; from += 190) {
        char begin[16], end[16];
        snprintf(begin, sizeof begin, "%d", from);
        snprintf(end, sizeof end, "%d", from * 3 + 1);
        SAME(&p, "--json", "--from", begin);
        SAME(&p, "--from", begin, "--to", end);
        SAME(&p, "--player", "tee3", "--from", begin);
    }
    pair_free(&p);
    index_make_free(&m);
}

static void packed(void **state)
{
    index_make m;
    struct blob blob = {NULL, 0};
    index_make_begin(&m, 32, "");
    m.every = 5000;
    index_make_grow(&m, 300000);
    const tt_bytes raw = {m.bytes.data, m.bytes.size};
    (void)state, (void)blob, (void)raw;
#ifdef TT_HAVE_LZMA
    pack_add_xz(&blob, raw, 30000, 1);
    struct pair xz = pair_of(state, (tt_bytes){blob.data, blob.size});
    write_index(&xz, blob.size, TT_INDEX_XZ, 20000);
    assert_true(count_parts(&xz) > 5);
    check_all(&xz, false);
    pair_free(&xz);
    blob_free(&blob);
#endif
#ifdef TT_HAVE_ZSTD
    blob = (struct blob){NULL, 0};
    pack_add_zstd_seekable(&blob, raw, 30000, 1);
    struct pair zst = pair_of(state, (tt_bytes){blob.data, blob.size});
    write_index(&zst, blob.size, TT_INDEX_ZSTD, 20000);
    assert_true(count_parts(&zst) > 5);
    check_all(&zst, false);
    pair_free(&zst);
    blob_free(&blob);
#endif
    index_make_free(&m);
}

static void kinds_that_nobody_knows(void **state)
{
    demo_bytes made = {NULL, 0, 0};
    struct dumped one = {.out = NULL};
    demo_make_unknown = true;
    demo_make(&made, 36, 6, 1000, 2000);
    demo_make_unknown = false;
    const tt_bytes raw = {made.data, made.size};
    struct pair p = pair_of(state, raw);
    assert_true(write_index(&p, raw.size, TT_INDEX_PLAIN, raw.size / 8) > 3);
    SAME(&p, "--json");
    dump(&one, &p, (const char *const[]){"--json", NULL}, "-j3");
    one.said[one.said_size - 1] = 0;
    assert_non_null(strstr(one.said, " that this version does not know: "));
    dumped_free(&one);
    pair_free(&p);
    demo_bytes_free(&made);
}

/* A reader that does not ask for the map leaves it out: it is larger than a piece of the input. */
static void demos_with_a_large_map(void **state)
{
    demo_bytes made = {NULL, 0, 0};
    demo_make(&made, 36, 6, 300000, TT_TEST_SHARE == 1 ? 2000 : 1100);
    const tt_bytes raw = {made.data, made.size};
    struct pair p = pair_of(state, raw);
    assert_true(write_index(&p, raw.size, TT_INDEX_PLAIN, raw.size / 8) > 3);
    check_all(&p, true);
    SAME(&p, "--kind", "message", "--from", "0:00:01");
    SAME(&p, "--kind", "message,snapshot", "--from", "0:00:01", "--to", "0:00:20");
    SAME(&p, "--kind", "message,snapshot");
    pair_free(&p);
    demo_bytes_free(&made);
}

/* Errors in many places, more than are reported one by one. */
static void damaged_recordings(void **state)
{
    index_make m;
    index_make_begin(&m, 33, "");
    m.every = 2000;
    index_make_grow(&m, 150000);
    uint8_t *starts = th_record_starts(&m.bytes);
    for (uint64_t seed = 0; seed < 30 / TT_TEST_SHARE; seed++) {
        th_damage damage =
            th_damage_of(&m.bytes, starts, (th_damage_kind)(seed % TH_DAMAGES), seed, 100);
        const tt_bytes raw = {damage.bytes.data, damage.bytes.size};
        struct pair p = pair_of(state, raw);
        write_index(&p, raw.size, TT_INDEX_PLAIN, 5000);
        SAME(&p, "--json");
        SAME(&p, "--wall");
        pair_free(&p);
        th_damage_free(&damage);
    }
    free(starts);
    index_make_free(&m);
}

/* An index whose bytes are changed, as they come and with the right sums: the results are those
 * without it. */
static void liars(void **state)
{
    index_make m;
    index_make_begin(&m, 34, "");
    m.every = 1000;
    index_make_grow(&m, 25000);
    const tt_bytes raw = {m.bytes.data, m.bytes.size};
    struct pair p = pair_of(state, raw);
    struct dumped want = {.out = NULL};
    dump(&want, &p, (const char *const[]){"--json", NULL}, "--no-index");
    assert_true(write_index(&p, raw.size, TT_INDEX_PLAIN, 5000) >= 5);
    size_t size;
    unsigned char *good = host_files_read(p.index, &size), *lie = malloc(size);
    assert_non_null(lie);
    for (size_t at = 0; at < size; at += 7 * TT_TEST_SHARE) {
        memcpy(lie, good, size);
        lie[at] ^= (unsigned char)(at % 5 == 0 ? 0xff : 1u << at % 8);
        if (at % 2 == 0) {
            index_make_seal(lie, good, size);
        }
        host_files_write(p.index, lie, size);
        struct dumped have = {.out = NULL};
        dump(&have, &p, (const char *const[]){"--json", NULL}, "-j3");
        if (!is_same(have.out, have.size, want.out, want.size) || have.status != want.status ||
            have.said_size != want.said_size) {
            fail_msg("byte %zu of %zu of the index counts: %zu bytes, %.*s", at, size, have.size,
                     (int)have.said_size, have.said);
        }
        dumped_free(&have);
    }
    free(good);
    free(lie);
    dumped_free(&want);
    pair_free(&p);
    index_make_free(&m);
}

/* The reader of our pipe leaves, or the user wants to: what was printed is the beginning of all. */
static void ends_early(void **state)
{
    index_make m;
    index_make_begin(&m, 35, "");
    m.every = 5000;
    index_make_grow(&m, 400000);
    const tt_bytes raw = {m.bytes.data, m.bytes.size};
    struct pair p = pair_of(state, raw);
    struct dumped want = {.out = NULL};
    const char *const words[] = {"--json", NULL};
    dump(&want, &p, words, "--no-index");
    assert_true(write_index(&p, raw.size, TT_INDEX_PLAIN, 20000) > 10);
    for (size_t limit = 1; limit < want.size; limit = limit * 3 + 100000) {
        for (int by_user = 0; by_user < 2; by_user++) {
            tt_io_stop stop = {0};
            struct dumped have = {.limit = limit, .stops = by_user ? &stop : NULL};
            dump(&have, &p, words, "-j3");
            assert_true(have.size <= want.size);
            assert_true(by_user || have.size <= limit);
            assert_memory_equal(have.out, want.out, have.size);
            assert_int_equal(have.status, EXIT_GOOD);
            assert_int_equal(have.said_size, 0);
            dumped_free(&have);
        }
    }
    dumped_free(&want);
    pair_free(&p);
    index_make_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(every_recording),
        IN_FOLDER(spans),
        IN_FOLDER(packed),
        IN_FOLDER(damaged_recordings),
        IN_FOLDER(kinds_that_nobody_knows),
        IN_FOLDER(demos_with_a_large_map),
        IN_FOLDER(liars),
        IN_FOLDER(ends_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
