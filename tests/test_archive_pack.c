/* SPDX-License-Identifier: MIT
 *
 * Tests of archive/pack.h: what is packed is what was there, or the original stays. The progress
 * callback is the place where these tests do what a disk or a server would do meanwhile.
 */
#include "host/posix.h"

#include "archive/pack.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/pack_sums.h"
#include "cm.h"
#include "host/input.h"
#include "host_files.h"
#include "support/host_pack.h"
#include "teetape/teehistorian_header.h"

static struct host_error error;

/* A recording to the eye of pack: the magic, and bytes. */
static struct blob recording(size_t size)
{
    struct blob text = blob_text(size, 3);
    memcpy(text.data, tt_th_magic.bytes, 16);
    return text;
}

static void assert_content(const char *path, const char *codec, const struct blob *text)
{
    struct host_error ignored;
    struct host_input *in = host_input_open(path, NULL, &ignored);
    tt_bytes piece;
    size_t at = 0;
    enum host_input_status status;
    assert_non_null(in);
    while ((status = host_input_next(in, &piece)) == HOST_INPUT_PIECE) {
        assert_true(piece.size <= text->size - at);
        assert_memory_equal(piece.data, text->data + at, piece.size);
        at += piece.size;
    }
    assert_int_equal(status, HOST_INPUT_END);
    assert_int_equal(at, text->size);
    assert_string_equal(host_input_codec(in), codec);
    host_input_close(in);
}

static enum archive_pack_result run(const char *path, const struct archive_pack_options *options)
{
    struct archive_pack_report report;
    struct archive_pack_options copy = *options;
    copy.threads = copy.threads == 0 ? 2 : copy.threads;
    enum archive_pack_result result = archive_pack(path, &copy, &report);
    error = report.error;
    free(report.output);
    return result;
}

static void test_knows(void **state)
{
    (void)state;
    struct blob r = recording(16);
    assert_true(archive_pack_knows(blob_part(&r, 0, 16)));
    assert_false(archive_pack_knows(blob_part(&r, 0, 15)));
    r.data[15] ^= 1;
    assert_false(archive_pack_knows(blob_part(&r, 0, 16)));
    assert_true(archive_pack_knows((tt_bytes){(const uint8_t *)"TWDEMO\0\006", 8}));
    assert_false(archive_pack_knows((tt_bytes){(const uint8_t *)"TWDEMO!\006", 8}));
    assert_false(archive_pack_knows((tt_bytes){NULL, 0}));
    blob_free(&r);
}

/* Whether a file with these bytes is taken for what was summed up. */
static bool compares(const char *path, struct blob content, struct blob meant, size_t chunk)
{
    struct archive_sums sums;
    size_t first = meant.size / 3;
    host_files_write(path, content.data, content.size);
    archive_sums_start(&sums, chunk);
    assert_true(archive_sums_add(&sums, blob_part(&meant, 0, first)));
    assert_true(archive_sums_add(&sums, blob_part(&meant, first, meant.size)));
    assert_true(archive_sums_end(&sums));
    assert_int_equal(sums.count, (meant.size + chunk - 1) / chunk);
    struct archive_compare compare = {
        .path = path, .sums = &sums, .granularity = UINT64_MAX, .threads = 2};
    bool same = archive_compare(&compare, &error);
    assert_int_equal(error.kind, same ? HOST_ERROR_NONE : HOST_ERROR_DAMAGED);
    compare.granularity = 0; /* a plain file has that */
    assert_int_equal(archive_compare(&compare, &error), same);
    archive_sums_free(&sums);
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
        const struct host_compressor *kind =
            host_compressor_of((const char *[]){"a.xz", "a.zst", "a.gz"}[i]);
        char name[8] = "a";
        char *packed = host_files_path(state, strcat(name, endings[i]));
        struct archive_pack_options options = {.format = kind};
        if (kind->open == NULL) {
            free(packed);
            continue;
        }
        host_files_write(plain, text.data, text.size);
        assert_int_equal(run(plain, &options), ARCHIVE_PACK_DONE);
        assert_content(packed, kind->name, &text);
        assert_content(plain, "plain", &text);
        /* The original goes, and comes back. */
        assert_int_equal(unlink(packed), 0);
        options.replace = true;
        assert_int_equal(run(plain, &options), ARCHIVE_PACK_DONE);
        assert_int_equal(access(plain, F_OK), -1);
        assert_content(packed, kind->name, &text);
        options.format = NULL;
        assert_int_equal(run(packed, &options), ARCHIVE_PACK_DONE);
        assert_int_equal(access(packed, F_OK), -1);
        assert_content(plain, "plain", &text);
        assert_int_equal(run(plain, &options), ARCHIVE_PACK_ALREADY);
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
            int fd = openat(dirfd(dir), entry->d_name, O_RDWR);
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
static void check_event(void **state, const struct host_compressor *kind, size_t size,
                        struct event event, enum archive_pack_result expected, size_t left)
{
    struct blob text = recording(size);
    char *path = host_files_path(state, "original");
    host_files_write(path, text.data, text.size);
    event.folder = *state;
    event.path = path;
    const struct archive_pack_options options = {.format = kind,
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
    check_event(state, &host_compressor_xz, 400000, grows, ARCHIVE_PACK_FAILED, 1);
    assert_non_null(strstr(error.text, "changed"));
    const struct event appears = {.above = 100000, .happen = appear};
    check_event(state, &host_compressor_xz, 400000, appears, ARCHIVE_PACK_REFUSED, 2);
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
    check_event(state, &host_compressor_xz, size, rots, ARCHIVE_PACK_FAILED, 1);
    assert_int_equal(error.kind, HOST_ERROR_DAMAGED);
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
    const struct archive_pack_options pack = {.format = &host_compressor_gz};
    const struct archive_pack_options unpack = {.format = NULL};
    const struct archive_pack_options replace = {.format = &host_compressor_gz, .replace = true};
    const struct archive_pack_options to_device = {
        .format = &host_compressor_gz, .replace = true, .output = "/dev/null"};
    host_files_write(path, text.data, text.size);
    host_files_write(foreign, "somebody wrote this", 19);
    assert_int_equal(symlink("a", link), 0);
    assert_int_equal(run(foreign, &pack), ARCHIVE_PACK_FOREIGN);
    assert_int_equal(run(foreign, &unpack), ARCHIVE_PACK_FOREIGN);
    host_files_write(foreign, "", 0);
    assert_int_equal(run(foreign, &pack), ARCHIVE_PACK_FOREIGN);
    assert_int_equal(run("-", &replace), ARCHIVE_PACK_REFUSED);
    assert_int_equal(run("/dev/null", &replace), ARCHIVE_PACK_REFUSED);
    assert_int_equal(run(*state, &replace), ARCHIVE_PACK_REFUSED);
    assert_int_equal(run(*state, &pack), ARCHIVE_PACK_FAILED);
    assert_int_equal(error.system, EISDIR);
#ifdef TT_HAVE_ZLIB
    assert_int_equal(run(link, &replace), ARCHIVE_PACK_REFUSED);
    assert_int_equal(run(path, &to_device), ARCHIVE_PACK_REFUSED);
    assert_int_equal(run(path, &pack), ARCHIVE_PACK_DONE);
    assert_int_equal(run(path, &pack), ARCHIVE_PACK_REFUSED); /* a .gz is never fine already */
    assert_int_equal(error.system, EEXIST);
    unlink(path);
    assert_int_equal(rename(output, path), 0);
    assert_int_equal(run(path, &unpack), ARCHIVE_PACK_REFUSED); /* no ending to take away */
    assert_int_equal(host_files_count(*state), 3);
#endif
    (void)to_device;
    blob_free(&text);
    free(path);
    free(link);
    free(foreign);
    free(output);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, host_files_setup, host_files_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_knows), IN_FOLDER(test_compare), IN_FOLDER(test_forms),
        IN_FOLDER(test_changes),      IN_FOLDER(test_rot),     IN_FOLDER(test_refused),
    };
    return cmocka_run_group_tests_name("archive_pack", tests, NULL, NULL);
}
