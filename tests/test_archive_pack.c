/* SPDX-License-Identifier: MIT
 *
 * Tests of archive/pack.h: what is packed is what was there, or the original remains. The progress
 * callback is the place where these tests do what a disk or a server would do meanwhile.
 */
#include "host/posix.h"

#include "teetape/io/pack.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "archive/packing.h"
#include "cm.h"
#include "host/compress_calls.h"
#include "host/file_lock.h"
#include "host/inside.h"
#include "host_files.h"
#include "support/host_pack.h"
#include "teetape/io/input.h"
#include "teetape/teehistorian_header.h"
#include "teetape/varint.h"

static tt_io_error error;
static tt_io_pack_left why_left;
static bool was_unfinished;

#define HEADER "{\"version\":\"2\"}"
#define START (16 + sizeof HEADER)
#define RECORD_MOST 20000 /* bytes of a payload */

/* Writes an int of teehistorian at `at`, and where it ends. */
static size_t put_int(struct blob *text, size_t at, int32_t value)
{
    tt_packer p = tt_packer_of(text->data + at, text->size - at);
    tt_pack_int(&p, value);
    return at + tt_packer_bytes(&p).size;
}

/* A whole recording of this many bytes: magic, header, extensions that nobody knows, with bytes
 * that compress badly, and FINISH. */
static struct blob recording(size_t size)
{
    struct blob text = blob_text(size, 3);
    size_t at = START, end = size - 1;
    memcpy(text.data, tt_th_magic.bytes, 16);
    if (size < 100) {
        return text; /* for who looks at the beginning alone */
    }
    memcpy(text.data + 16, HEADER, sizeof HEADER);
    while (at < end) {
        size_t left = end - at - 1 - 16;
        size_t payload = left > 2 * RECORD_MOST ? RECORD_MOST
                         : left - 1 < 64        ? left - 1
                         : left - 2 < 8192      ? left - 2
                                                : left - 3;
        at = put_int(&text, at, -11);
        at = put_int(&text, at + 16, (int32_t)payload) + payload;
    }
    assert_int_equal(at, end);
    put_int(&text, end, -1);
    return text;
}

static void assert_content(const char *path, const char *codec, const struct blob *text)
{
    tt_io_error ignored;
    tt_io_input *in = tt_io_input_open(path, NULL, &ignored);
    tt_bytes piece;
    size_t at = 0;
    tt_io_input_status status;
    assert_non_null(in);
    while ((status = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE) {
        assert_true(piece.size <= text->size - at);
        assert_memory_equal(piece.data, text->data + at, piece.size);
        at += piece.size;
    }
    assert_int_equal(status, TT_IO_INPUT_END);
    assert_int_equal(at, text->size);
    assert_string_equal(tti_io_input_codec(in), codec);
    tt_io_input_close(in);
}

static tt_io_pack_result run(const char *path, const tt_io_pack_options *options)
{
    tt_io_pack_report report;
    tt_io_pack_options copy = *options;
    copy.threads = copy.threads == 0 ? 2 : copy.threads;
    tt_io_pack_result result = tt_io_pack(path, &copy, &report);
    error = report.error;
    bool about_output = report.about_output && report.output != NULL;
    const char *named = error.status == TT_OK ? "" : about_output ? report.output : path;
    assert_string_equal(error.path, named);
    free(report.output);
    why_left = report.left;
    was_unfinished = report.was_unfinished;
    return result;
}

static void test_knows(void **state)
{
    (void)state;
    struct blob r = recording(16);
    assert_true(tti_io_pack_knows(blob_part(&r, 0, 16)));
    assert_false(tti_io_pack_knows(blob_part(&r, 0, 15)));
    r.data[15] ^= 1;
    assert_false(tti_io_pack_knows(blob_part(&r, 0, 16)));
    assert_true(tti_io_pack_knows((tt_bytes){(const uint8_t *)"TWDEMO\0\006", 8}));
    assert_false(tti_io_pack_knows((tt_bytes){(const uint8_t *)"TWDEMO!\006", 8}));
    assert_false(tti_io_pack_knows((tt_bytes){NULL, 0}));
    blob_free(&r);
}

/* Whether a file with these bytes is taken for what was summed up. */
static bool compares(const char *path, struct blob content, struct blob meant, size_t chunk)
{
    struct archive_sums sums;
    size_t first = meant.size / 3;
    host_files_write(path, content.data, content.size);
    tti_archive_sums_start(&sums, chunk);
    assert_true(tti_archive_sums_add(&sums, blob_part(&meant, 0, first)));
    assert_true(tti_archive_sums_add(&sums, blob_part(&meant, first, meant.size)));
    assert_true(tti_archive_sums_end(&sums));
    assert_int_equal(sums.count, (meant.size + chunk - 1) / chunk);
    struct tti_archive_compare compare = {
        .path = path, .sums = &sums, .granularity = UINT64_MAX, .threads = 2};
    bool same = tti_archive_compare(&compare, &error);
    assert_int_equal(error.status, same ? TT_OK : TT_ERR_COMPRESSED_DATA);
    compare.granularity = 0; /* a plain file has that */
    assert_int_equal(tti_archive_compare(&compare, &error), same);
    tti_archive_sums_free(&sums);
    return same;
}

static void test_compare(void **state)
{
    static const size_t sizes[] = {1, 1000, 8000, 8001, 16000, 25000, 700000};
    char *path = host_files_path(state, "file");
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct blob meant = blob_text(sizes[i] + 1, 3);
        struct blob other = blob_copy(blob_part(&meant, 0, meant.size));
        meant.size = other.size = sizes[i];
        assert_true(compares(path, other, meant, 1000));
        assert_true(compares(path, other, meant, 1 << 20));
        other.size++; /* too long */
        assert_false(compares(path, other, meant, 1000));
        other.size -= 2; /* too short */
        assert_false(compares(path, other, meant, 1000));
        other.size++;
        const size_t places[] = {0, sizes[i] / 2, sizes[i] - 1};
        for (size_t p = 0; p < 3; p++) {
            other.data[places[p]] ^= 1;
            assert_false(compares(path, other, meant, 1000));
            other.data[places[p]] ^= 1;
        }
        blob_free(&meant);
        blob_free(&other);
    }
    free(path);
}

static void test_forms(void **state)
{
    static const char *const endings[] = {".xz", ".zst", ".gz"};
    struct blob text = recording(1500000);
    char *plain = host_files_path(state, "a");
    for (size_t i = 0; i < 3; i++) {
        const tt_io_compressor *kind =
            tt_io_compressor_of((const char *[]){"a.xz", "a.zst", "a.gz"}[i]);
        char name[8] = "a";
        char *packed = host_files_path(state, strcat(name, endings[i]));
        tt_io_pack_options options = {.format = kind};
        if (kind->calls == NULL) {
            free(packed);
            continue;
        }
        host_files_write(plain, text.data, text.size);
        assert_int_equal(run(plain, &options), TT_IO_PACK_DONE);
        assert_content(packed, kind->name, &text);
        assert_content(plain, "plain", &text);
        /* The original goes, and comes back. */
        assert_int_equal(unlink(packed), 0);
        options.replace = true;
        assert_int_equal(run(plain, &options), TT_IO_PACK_DONE);
        assert_int_equal(access(plain, F_OK), -1);
        assert_content(packed, kind->name, &text);
        options.format = NULL;
        assert_int_equal(run(packed, &options), TT_IO_PACK_DONE);
        assert_int_equal(access(packed, F_OK), -1);
        assert_content(plain, "plain", &text);
        assert_int_equal(run(plain, &options), TT_IO_PACK_ALREADY);
        assert_int_equal(host_files_count(*state), 1);
        free(packed);
    }
    blob_free(&text);
    free(plain);
}

#ifdef TT_HAVE_LZMA
/* What happens once, as soon as more than `above` bytes are done. */
struct event {
    const char *folder, *path;
    uint64_t above;
    bool has_happened;
    void (*happen)(const struct event *event);
};

static void on_progress(void *user, uint64_t done)
{
    struct event *event = user;
    if (done > event->above && !event->has_happened) {
        event->has_happened = true;
        event->happen(event);
    }
}

static void grow(const struct event *event)
{
    host_files_append(event->path, "more", 4);
}

/* A server comes and opens it, and writes nothing. */
static int holder;

static void hold(const struct event *event)
{
    holder = open(event->path, O_WRONLY | O_CLOEXEC);
    assert_true(holder >= 0);
}

static void appear(const struct event *event)
{
    size_t size = strlen(event->path) + 4;
    char *path = malloc(size);
    assert_non_null(path);
    memcpy(path, event->path, size - 4);
    memcpy(path + size - 4, ".xz", 4);
    host_files_write(path, "theirs", 6);
    free(path);
}

/* The disk returns something else than was written to it. */
static void rot(const struct event *event)
{
    DIR *dir = opendir(event->folder);
    const struct dirent *entry;
    int found = 0;
    assert_non_null(dir);
    while ((entry = readdir(dir)) != NULL) {
        if (strncmp(entry->d_name, ".teetape-", 9) == 0) {
            struct stat facts;
            uint8_t byte;
            char path[512];
            snprintf(path, sizeof path, "%s/%s", event->folder, entry->d_name);
            int fd = open(path, O_RDWR);
            assert_int_equal(fstat(fd, &facts), 0);
            off_t at = facts.st_size - facts.st_size / 8;
            assert_int_equal(pread(fd, &byte, 1, at), 1);
            byte ^= 0x10;
            assert_int_equal(pwrite(fd, &byte, 1, at), 1);
            close(fd);
            found++;
        }
    }
    closedir(dir);
    assert_int_equal(found, 1);
}

/* Packs while something happens; the original must be there as it was, and nothing else but `left`
 * files. */
static void check_event(void **state, const tt_io_compressor *kind, size_t size, struct event event,
                        tt_io_pack_result expected, size_t left)
{
    struct blob text = recording(size);
    char *path = host_files_path(state, "original");
    host_files_write(path, text.data, text.size);
    event.folder = *state;
    event.path = path;
    const tt_io_pack_options options = {.format = kind,
                                        .level = 1,
                                        .replace = true,
                                        .progress = on_progress,
                                        .user = &event,
                                        .threads = 1,
                                        .output = NULL};
    assert_int_equal(run(path, &options), expected);
    assert_true(event.has_happened);
    if (event.happen == grow) {
        blob_add(&text, "more", 4);
    } else if (event.happen == hold) {
        close(holder);
    }
    assert_content(path, "plain", &text);
    assert_int_equal(host_files_count(*state), left);
    free(path);
    blob_free(&text);
}
#endif

static void test_changes(void **state)
{
#ifdef TT_HAVE_LZMA
    const struct event grows = {.above = 100000, .happen = grow};
    check_event(state, &tti_compressor_xz, 400000, grows, TT_IO_PACK_FAILED, 1);
    assert_non_null(strstr(error.text, "changed"));
#ifdef __linux__
    const struct event holds = {.above = 100000, .happen = hold};
    check_event(state, &tti_compressor_xz, 400000, holds, TT_IO_PACK_LEFT, 1);
    assert_int_equal(why_left, TT_IO_PACK_LEFT_IN_USE);
#endif
    const struct event appears = {.above = 100000, .happen = appear};
    check_event(state, &tti_compressor_xz, 400000, appears, TT_IO_PACK_REFUSED, 2);
    assert_int_equal(error.system, EEXIST);
#else
    (void)state;
#endif
}

/* The read-back finds what went wrong on the disk: the end is damaged as soon as the first blocks
 * were compared, which is when more than three quarters are done. */
static void test_rot(void **state)
{
#ifdef TT_HAVE_LZMA
    const size_t size = 6000000;
    const struct event rots = {.above = size / 100 * 75, .happen = rot};
    check_event(state, &tti_compressor_xz, size, rots, TT_IO_PACK_FAILED, 1);
    assert_int_equal(error.status, TT_ERR_COMPRESSED_DATA);
#else
    (void)state;
#endif
}

static void test_refused(void **state)
{
    struct blob text = recording(5000);
    char *path = host_files_path(state, "a");
    char *link = host_files_path(state, "link");
    char *foreign = host_files_path(state, "foreign");
    char *output = host_files_path(state, "a.gz");
    const tt_io_pack_options pack = {.format = &tti_host_compressor_gz};
    const tt_io_pack_options unpack = {.format = NULL};
    const tt_io_pack_options replace = {.format = &tti_host_compressor_gz, .replace = true};
    const tt_io_pack_options to_device = {
        .format = &tti_host_compressor_gz, .replace = true, .output = "/dev/null"};
    host_files_write(path, text.data, text.size);
    host_files_write(foreign, "somebody wrote this", 19);
    assert_int_equal(symlink("a", link), 0);
    assert_int_equal(run(foreign, &pack), TT_IO_PACK_FOREIGN);
    assert_int_equal(run(foreign, &unpack), TT_IO_PACK_FOREIGN);
    host_files_write(foreign, "", 0);
    assert_int_equal(run(foreign, &pack), TT_IO_PACK_FOREIGN);
    assert_int_equal(run("-", &replace), TT_IO_PACK_REFUSED);
    assert_int_equal(run("/dev/null", &replace), TT_IO_PACK_REFUSED);
    assert_int_equal(run(*state, &replace), TT_IO_PACK_REFUSED);
    assert_int_equal(run(*state, &pack), TT_IO_PACK_FAILED);
    assert_int_equal(error.system, EISDIR);
#ifdef TT_HAVE_ZLIB
    assert_int_equal(run(link, &replace), TT_IO_PACK_REFUSED);
    assert_int_equal(run(path, &to_device), TT_IO_PACK_REFUSED);
    assert_int_equal(run(path, &pack), TT_IO_PACK_DONE);
    assert_int_equal(run(path, &pack), TT_IO_PACK_REFUSED); /* a .gz is never fine already */
    assert_int_equal(error.system, EEXIST);
    unlink(path);
    assert_int_equal(rename(output, path), 0);
    assert_int_equal(run(path, &unpack), TT_IO_PACK_REFUSED); /* no ending to take away */
    assert_int_equal(host_files_count(*state), 3);
#endif
    (void)to_device;
    blob_free(&text);
    free(path);
    free(link);
    free(foreign);
    free(output);
}

#ifdef TT_HAVE_LZMA
static const tt_io_pack_options replacing = {.format = &tti_compressor_xz, .replace = true};
static const tt_io_pack_options taking_all = {
    .format = &tti_compressor_xz, .replace = true, .unfinished = true, .force = true};

/* What is wrong with a recording decides what becomes of it: nothing but the original is there
 * after that. */
static void assert_sessions(void **state, const struct blob *text,
                            const tt_io_pack_options *options, tt_io_pack_result expected)
{
    char *path = host_files_path(state, "a");
    host_files_write(path, text->data, text->size);
    assert_int_equal(run(path, options), expected);
    size_t size;
    unsigned char *have = host_files_read(path, &size);
    assert_int_equal(size, text->size);
    assert_memory_equal(have, text->data, size);
    assert_int_equal(host_files_count(*state), 1);
    free(have);
    free(path);
}
#endif

/* Without its end it is replaced on demand alone, and --force is no such demand. */
static void test_unfinished(void **state)
{
#ifdef TT_HAVE_LZMA
    struct blob text = recording(90000);
    tt_io_pack_options forced = replacing;
    forced.force = true;
    text.size--; /* FINISH */
    assert_sessions(state, &text, &replacing, TT_IO_PACK_LEFT);
    assert_int_equal(why_left, TT_IO_PACK_LEFT_UNFINISHED);
    assert_sessions(state, &text, &forced, TT_IO_PACK_LEFT);
    char *path = host_files_path(state, "a"), *packed = host_files_path(state, "a.xz");
    /* no original goes: no matter */
    const tt_io_pack_options beside = {.format = &tti_compressor_xz};
    assert_int_equal(run(path, &beside), TT_IO_PACK_DONE);
    assert_int_equal(unlink(packed), 0);
    assert_int_equal(run(path, &taking_all), TT_IO_PACK_DONE);
    assert_true(was_unfinished);
    assert_int_equal(access(path, F_OK), -1);
    assert_content(packed, "xz", &text);
    /* and back */
    const tt_io_pack_options unpack = {.replace = true};
    assert_int_equal(run(packed, &unpack), TT_IO_PACK_LEFT);
    assert_int_equal(why_left, TT_IO_PACK_LEFT_UNFINISHED);
    assert_content(packed, "xz", &text);
    assert_int_equal(host_files_count(*state), 1);
    free(path);
    free(packed);
    blob_free(&text);
#else
    (void)state;
#endif
}

/* One that is damaged is never replaced, wherever the damage is. */
static void test_damaged(void **state)
{
#ifdef TT_HAVE_LZMA
    struct blob text = recording(90000);
    const size_t whole = text.size;
    text.size = whole - 5; /* inside a record */
    assert_sessions(state, &text, &replacing, TT_IO_PACK_FAILED);
    assert_int_equal(error.status, TT_ERR_COMPRESSED_DATA);
    assert_sessions(state, &text, &taking_all, TT_IO_PACK_FAILED);
    text.size = START - 1; /* inside the header */
    assert_sessions(state, &text, &taking_all, TT_IO_PACK_FAILED);
    text.size = whole;
    text.data[START] = 0x7f; /* a record of a kind that nobody knows */
    assert_sessions(state, &text, &taking_all, TT_IO_PACK_FAILED);
    assert_int_equal(error.status, TT_ERR_COMPRESSED_DATA);
    assert_non_null(strstr(error.text, "not replaced"));
    blob_free(&text);
#else
    (void)state;
#endif
}

#ifdef TT_HAVE_LZMA
/* Another run is at work on this file: what this one then does. */
static tt_io_pack_result run_beside(const char *locked, const char *path,
                                    const tt_io_pack_options *options)
{
    int ready[2], done[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(done), 0);
    pid_t child = fork();
    if (child == 0) {
        struct tti_host_file_lock lock;
        close(done[1]);
        enum host_lock_status status = tti_host_file_lock(&lock, locked, NULL);
        (void)!write(ready[1], "x", 1);
        (void)!read(done[0], &byte, 1);
        _exit((int)status);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    tt_io_pack_result result = run(path, options);
    close(done[1]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(done[0]);
    close(ready[0]);
    close(ready[1]);
    return result;
}
#endif

/* A file of another run is left to it, be it the input or the output. Two runs that go opposite
 * ways would each take its input away, as the other file is there and equal. */
static void test_other_run(void **state)
{
#ifdef TT_HAVE_LZMA
    struct blob text = recording(90000);
    const tt_io_pack_options beside = {.format = &tti_compressor_xz};
    const tt_io_pack_options unpack = {.replace = true};
    char *path = host_files_path(state, "a"), *packed = host_files_path(state, "a.xz");
    host_files_write(path, text.data, text.size);
    assert_int_equal(run_beside(path, path, &beside), TT_IO_PACK_LEFT);
    assert_int_equal(why_left, TT_IO_PACK_LEFT_TO_OTHERS);
    assert_int_equal(host_files_count(*state), 1);
    assert_int_equal(run(path, &beside), TT_IO_PACK_DONE);
    for (int i = 0; i < 4; i++) {
        const char *locked = i % 2 == 0 ? path : packed;
        why_left = TT_IO_PACK_LEFT_KINDS;
        assert_int_equal(i < 2 ? run_beside(locked, path, &replacing)
                               : run_beside(locked, packed, &unpack),
                         TT_IO_PACK_LEFT);
        assert_int_equal(why_left, TT_IO_PACK_LEFT_TO_OTHERS);
        assert_content(path, "plain", &text);
        assert_content(packed, "xz", &text);
    }
    assert_int_equal(run(path, &replacing), TT_IO_PACK_DONE);
    assert_int_equal(host_files_count(*state), 1);
    blob_free(&text);
    free(path);
    free(packed);
#else
    (void)state;
#endif
}

/* An earlier run was interrupted between naming the output and removing the original. */
static void test_interrupted(void **state)
{
#ifdef TT_HAVE_LZMA
    struct blob text = recording(1500000);
    const tt_io_pack_options beside = {.format = &tti_compressor_xz};
    const tt_io_pack_options unpack = {.replace = true};
    char *path = host_files_path(state, "a"), *packed = host_files_path(state, "a.xz");
    host_files_write(path, text.data, text.size);
    assert_int_equal(run(path, &beside), TT_IO_PACK_DONE);
    /* of unpack: what it made is there */
    assert_int_equal(run(packed, &unpack), TT_IO_PACK_DONE);
    assert_content(path, "plain", &text);
    assert_int_equal(host_files_count(*state), 1);
    /* of pack */
    assert_int_equal(run(path, &beside), TT_IO_PACK_DONE);
    assert_int_equal(run(path, &replacing), TT_IO_PACK_DONE);
    assert_content(packed, "xz", &text);
    assert_int_equal(host_files_count(*state), 1);
    /* what is there is another one, shorter, longer, different or not whole: both remain */
    for (int i = 0; i < 4; i++) {
        struct blob other = blob_copy(blob_part(&text, 0, text.size));
        const size_t sizes[] = {text.size - 1, text.size, text.size, text.size};
        other.data[i == 1 ? 700000 : 0] ^= i == 1;
        other.size = sizes[i];
        host_files_write(path, other.data, other.size);
        if (i == 2) {
            blob_add(&other, "x", 1);
            host_files_write(path, other.data, other.size);
        } else if (i == 3) {
            size_t size;
            unsigned char *bytes = host_files_read(packed, &size);
            host_files_write(packed, bytes, size / 2);
            free(bytes);
        }
        tt_io_pack_options any = replacing;
        any.unfinished = true;
        assert_int_not_equal(run(path, &any), TT_IO_PACK_DONE);
        assert_content(path, "plain", &other);
        assert_int_equal(host_files_count(*state), 2);
        blob_free(&other);
    }
    blob_free(&text);
    free(path);
    free(packed);
#else
    (void)state;
#endif
}

/* An output that leads to the input, by whatever name. */
static void test_leads_to_input(void **state)
{
#ifdef TT_HAVE_LZMA
    struct blob text = recording(90000);
    char *path = host_files_path(state, "a"), *link_path = host_files_path(state, "link");
    char *beside = host_files_path(state, "a.xz");
    tt_io_pack_options options = taking_all;
    host_files_write(path, text.data, text.size);
    assert_int_equal(symlink("a", link_path), 0);
    assert_int_equal(symlink("a", beside), 0); /* the name that it would choose itself */
    for (int i = 0; i < 6; i++) {
        const char *const outputs[] = {path, link_path, NULL};
        options.output = outputs[i / 2];
        options.replace = i % 2 == 0;
        assert_int_equal(run(path, &options), TT_IO_PACK_REFUSED);
        assert_content(path, "plain", &text);
        assert_int_equal(host_files_count(*state), 3);
    }
    assert_int_equal(unlink(link_path), 0);
    assert_int_equal(link(path, link_path), 0);
    options.output = link_path;
    assert_int_equal(run(path, &options), TT_IO_PACK_REFUSED);
    assert_content(path, "plain", &text);
    blob_free(&text);
    free(path);
    free(link_path);
    free(beside);
#else
    (void)state;
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_knows),   IN_FOLDER(test_compare),   IN_FOLDER(test_forms),
        IN_FOLDER(test_changes),        IN_FOLDER(test_rot),       IN_FOLDER(test_refused),
        IN_FOLDER(test_unfinished),     IN_FOLDER(test_damaged),   IN_FOLDER(test_interrupted),
        IN_FOLDER(test_leads_to_input), IN_FOLDER(test_other_run),
    };
    return cmocka_run_group_tests_name("tt_io_pack", tests, NULL, NULL);
}
