/* SPDX-License-Identifier: MIT
 *
 * Reads index files.
 *
 * An index is not trusted: head, foot, and tables are checked when it is opened, each other part
 * with its sum when it is read. A size in the file is compared with the real size of the file and
 * with a limit before memory is allocated.
 */
#include "host/posix.h"

#include "host/error.h"
#include "index/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fd.h"
#include "host/tape_index.h"
#include "recording/index_entry.h"
#include "teetape/io/output.h"
#include "teetape/teehistorian_header.h"

#ifdef TT_HAVE_ZLIB
#include <zlib.h>
#endif

/* The most bytes of the tables. Only recordings above 500 GiB need more: 80 bytes a block and 40 an
 * access point, one of each about every MiB. */
#define TABLES_MAX ((uint64_t)64 << 20)

/* The header of a teehistorian file is the magic of 16 bytes, JSON and a NUL. Without this limit a
 * forged size would decide how much memory is allocated. */
#define HEADER_MAX (TT_TH_HEADER_MAX + (size_t)16)

const char *const tti_index_codecs[TT_INDEX_CODECS] = {
    [TT_INDEX_PLAIN] = "plain", [TT_INDEX_XZ] = "xz",     [TT_INDEX_ZSTD] = "zstd",
    [TT_INDEX_GZIP] = "gzip",   [TT_INDEX_TAPE] = "tape",
};

struct tt_io_index {
    int fd;
    struct host_tape_index *inside; /* the index in a tape; NULL for a file of its own */
    tt_io_error error;              /* error of the last failed call; status TT_OK for none */
    uint64_t size;
    char path[TT_IO_PATH_CAP];
    bool is_old;
    tt_index_foot foot;
    uint8_t *tables; /* block table and access point table, checked; from malloc */
    uint8_t buffer[TT_INDEX_FACTS_MAX]; /* facts or the state of a block; a state is smaller */
    uint8_t window[TT_INDEX_WINDOW_MAX];
};

static void fail(tt_io_index *index, int number)
{
    tt_io_error_system(&index->error, number, "cannot be read");
    tti_error_of(&index->error, index->path);
}

static void fail_as(tt_io_index *index, tt_status status, const char *path)
{
    tti_error_say(&index->error, status, "%s", tt_status_text(status));
    tti_error_of(&index->error, path);
}

/* Reads a part of the index in a tape. Damage is reported with the words of an index: the recording
 * in the same file may be good. */
static bool read_inside(tt_io_index *index, uint8_t *dst, size_t size, uint64_t place)
{
    bool is_read = tti_host_tape_index_read(index->inside, dst, size, place, &index->error);
    if (!is_read && index->error.status != TT_ERR_SYSTEM) {
        fail_as(index, TT_ERR_INDEX, index->path);
    }
    return is_read;
}

bool tti_index_read(tt_io_index *index, uint8_t *dst, size_t size, uint64_t place)
{
    size_t got;
    if (index->inside != NULL) {
        return read_inside(index, dst, size, place);
    }
    int failed = tti_host_fd_read_at(index->fd, place, dst, size, &got);
    if (failed != 0) {
        fail(index, failed);
    } else if (got != size) {
        fail_as(index, TT_ERR_INDEX, index->path);
    }
    return failed == 0 && got == size;
}

static tt_bytes tables_of(const tt_io_index *index)
{
    return (tt_bytes){index->tables, (size_t)tt_index_tables_size(&index->foot)};
}

/* Reads head, foot and tables. The head comes first: an index of an older version is old, not
 * damaged. The foot is found by the file's size, so an index that was cut has none. False without
 * an error of the system means damage. */
static bool read_frame(tt_io_index *index)
{
    uint8_t head[TT_INDEX_HEAD_SIZE], foot[TT_INDEX_FOOT_SIZE];
    if (index->size < sizeof head || !tti_index_read(index, head, sizeof head, 0)) {
        return false;
    }
    tt_status status = tti_index_head_check((tt_bytes){head, sizeof head});
    index->is_old = status == TT_ERR_INDEX_OLD;
    if (status != TT_OK || index->size < sizeof head + sizeof foot ||
        !tti_index_read(index, foot, sizeof foot, index->size - sizeof foot) ||
        tt_index_foot_unpack(&index->foot, (tt_bytes){foot, sizeof foot}, index->size) != TT_OK ||
        tt_index_tables_size(&index->foot) > TABLES_MAX) {
        return false;
    }
    tt_bytes tables = {NULL, (size_t)tt_index_tables_size(&index->foot)};
    tables.data = index->tables = malloc(tables.size);
    if (index->tables == NULL) {
        fail(index, ENOMEM);
    }
    return index->tables != NULL &&
           tti_index_read(index, index->tables, tables.size, index->foot.tables) &&
           tt_index_tables_check(&index->foot, tables) == TT_OK;
}

/* Opens an index. O_NONBLOCK, because opening a pipe would wait for a writer. A socket cannot be
 * opened (ENXIO), so stat gives the kind. A result of -1 leaves `*status`, and errno for SYSTEM. */
static int open_file(const char *path, uint64_t *size, tt_io_index_status *status)
{
    struct stat facts;
    int fd = tti_host_fd_open(path, O_RDONLY | O_NONBLOCK, 0);
    bool is_known = fd >= 0 ? fstat(fd, &facts) == 0 : errno == ENXIO && stat(path, &facts) == 0;
    if (is_known && S_ISREG(facts.st_mode) && fd >= 0) {
        *size = (uint64_t)facts.st_size;
        return fd;
    }
    bool is_none = fd < 0 && (errno == ENOENT || errno == ENOTDIR);
    *status = is_none                               ? TT_IO_INDEX_NONE
              : is_known && !S_ISREG(facts.st_mode) ? TT_IO_INDEX_NO_FILE
                                                    : TT_IO_INDEX_SYSTEM;
    int number = errno;
    if (fd >= 0) {
        close(fd);
    }
    errno = number;
    return -1;
}

static tt_io_index *new_index(int fd, uint64_t size, const char *path)
{
    tt_io_index *index = malloc(sizeof *index);
    if (index != NULL) {
        index->fd = fd;
        index->inside = NULL;
        index->size = size;
        index->tables = NULL;
        index->is_old = false;
        tti_error_clear(&index->error);
        tti_path_copy(index->path, path);
    }
    return index;
}

/* Finds the index in a tape. A tape without an index that this version reads has none. */
static tt_io_index_status find_inside(tt_io_index *index)
{
    if (!tti_host_tape_is(index->fd)) {
        return TT_IO_INDEX_GOOD;
    }
    index->inside = tti_host_tape_index_open(index->fd, index->size, &index->error);
    if (index->inside != NULL) {
        index->size = tti_host_tape_index_size(index->inside);
        return TT_IO_INDEX_GOOD;
    }
    return index->error.status == TT_ERR_SYSTEM ? TT_IO_INDEX_SYSTEM
           : index->error.status != TT_OK       ? TT_IO_INDEX_DAMAGED
                                                : TT_IO_INDEX_NONE;
}

static tt_io_index_status check_frame(tt_io_index *index)
{
    tt_io_index_status status = find_inside(index);
    if (status != TT_IO_INDEX_GOOD || read_frame(index)) {
        return status;
    }
    if (index->error.status == TT_ERR_SYSTEM) {
        return TT_IO_INDEX_SYSTEM;
    }
    return index->is_old ? TT_IO_INDEX_OLD : TT_IO_INDEX_DAMAGED;
}

/* Opens an index. Allocates about 550 KiB, so that only the tables are allocated later. */
tt_io_index *tti_index_open(const char *path, tt_io_index_status *status, tt_io_error *error)
{
    uint64_t size = 0;
    int fd = open_file(path, &size, status);
    if (fd < 0) {
        tt_io_error_system(error, errno, "cannot be opened");
        if (*status == TT_IO_INDEX_NO_FILE) {
            tti_error_say(error, TT_ERR_INDEX, "is not a regular file");
        }
        tti_error_of(error, path);
        return NULL;
    }
    tt_io_index *index = new_index(fd, size, path);
    if (index == NULL) {
        *status = TT_IO_INDEX_SYSTEM;
        tt_io_error_system(error, ENOMEM, "cannot be used");
        tti_error_of(error, path);
        close(fd);
        return NULL;
    }
    *status = check_frame(index);
    if (*status != TT_IO_INDEX_GOOD) {
        if (*status == TT_IO_INDEX_OLD || *status == TT_IO_INDEX_DAMAGED) {
            fail_as(index, index->is_old ? TT_ERR_INDEX_OLD : TT_ERR_INDEX, path);
        }
        tti_error_of(&index->error, path);
        *error = index->error;
        tti_index_close(index);
        return NULL;
    }
    return index;
}

tt_io_index *tti_index_open_inside(const char *tape, tt_io_index_status *status, tt_io_error *error)
{
    int fd = tti_host_fd_open(tape, O_RDONLY | O_NONBLOCK, 0);
    bool is_tape = fd >= 0 && tti_host_tape_is(fd);
    if (fd >= 0) {
        close(fd);
    }
    *status = TT_IO_INDEX_NONE;
    tti_error_clear(error);
    return is_tape ? tti_index_open(tape, status, error) : NULL;
}

tt_io_index *tti_index_open_of(const char *recording, const char *folder,
                               tt_io_index_status *status, tt_io_error *error)
{
    char *path = tt_io_index_path(recording, folder, error);
    *status = TT_IO_INDEX_NONE;
    tt_io_index *index = path != NULL ? tti_index_open(path, status, error) : NULL;
    free(path);
    return index == NULL && *status == TT_IO_INDEX_NONE
               ? tti_index_open_inside(recording, status, error)
               : index;
}

const tt_io_error *tti_index_error(const tt_io_index *index)
{
    return &index->error;
}

/* Returns the first bytes of a recording. A read that fails gives fewer bytes and no error: the sum
 * of the header then differs. */
uint8_t *tti_index_header(uint64_t wanted, const char *recording, const tt_io_stop *stop,
                          size_t *size, tt_io_error *error)
{
    tt_bytes piece;
    tt_io_input_options options = {.stop = stop};
    tt_io_input *in = tt_io_input_open(recording, &options, error);
    size_t most = wanted < HEADER_MAX ? (size_t)wanted : HEADER_MAX;
    uint8_t *header = in != NULL ? malloc(most) : NULL;
    *size = 0;
    if (in != NULL && header == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot be compared with its index");
        tti_error_of(error, recording);
    }
    while (header != NULL && *size < most && tt_io_input_next(in, &piece) == TT_IO_INPUT_PIECE) {
        size_t part = piece.size < most - *size ? piece.size : most - *size;
        memcpy(header + *size, piece.data, part);
        *size += part;
    }
    tt_io_input_close(in);
    return header;
}

/* Compares size and header with the recording's. A longer recording with the same header counts as
 * grown; extending the index finds out. */
static tt_io_index_status compare(const tt_io_index *index, uint64_t stored, tt_bytes header)
{
    const tt_index_foot *foot = &index->foot;
    if (tt_index_header_check(foot, header) != TT_OK) {
        return TT_IO_INDEX_OTHER;
    }
    if (stored == foot->stored) {
        return TT_IO_INDEX_GOOD;
    }
    /* Only plain files are still being written. A recording that has its last record does not
     * grow. */
    const tt_format_info *info = tt_format_info_of(foot->format);
    bool may_grow = foot->codec == TT_INDEX_PLAIN &&
                    (foot->ending != TT_INDEX_FINISHED || info == NULL || !info->has_end_record);
    return may_grow && stored > foot->stored ? TT_IO_INDEX_GREW : TT_IO_INDEX_OTHER;
}

/* Fills one error for every result but GOOD: the index does not belong to the present recording. */
tt_io_index_status tti_index_fits(tt_io_index *index, const char *path, tt_bytes header)
{
    struct stat facts;
    if (stat(path, &facts) != 0) {
        tt_io_error_system(&index->error, errno, "its recording cannot be looked at");
        tti_error_of(&index->error, path);
        return TT_IO_INDEX_SYSTEM;
    }
    uint64_t stored =
        index->inside != NULL ? tti_host_tape_index_stored(index->inside) : (uint64_t)facts.st_size;
    tt_io_index_status status = compare(index, stored, header);
    if (status != TT_IO_INDEX_GOOD) {
        fail_as(index, TT_ERR_INDEX_OTHER, index->path);
    }
    return status;
}

const tt_index_foot *tti_index_foot(const tt_io_index *index)
{
    return &index->foot;
}

uint64_t tti_index_size(const tt_io_index *index)
{
    return index->size;
}

uint32_t tti_index_find(const tt_io_index *index, int32_t tick)
{
    return tt_index_find(&index->foot, tables_of(index), tick);
}

tt_index_block tti_index_block(const tt_io_index *index, uint32_t block)
{
    return tt_index_block_at(&index->foot, tables_of(index), block);
}

/* Reads one part into a buffer. Sizes were checked at the open: states and facts have at most
 * TT_INDEX_FACTS_MAX bytes, a window less. */
bool tti_index_part(tt_io_index *index, uint64_t place, size_t size, uint64_t hash, tt_bytes *part)
{
    *part = (tt_bytes){index->buffer, size};
    if (!tti_index_read(index, index->buffer, size, place)) {
        return false;
    }
    bool is_good = tt_index_hash(*part) == hash;
    if (!is_good) {
        fail_as(index, TT_ERR_INDEX, index->path);
    }
    return is_good;
}

bool tti_index_state(tt_io_index *index, uint32_t block, tt_bytes *state)
{
    tt_index_block b = tti_index_block(index, block);
    return tti_index_part(index, b.place, b.state_size, b.state_hash, state);
}

bool tti_index_facts(tt_io_index *index, uint32_t block, tt_bytes *facts)
{
    tt_index_block b = tti_index_block(index, block);
    return tti_index_part(index, b.place + b.state_size, b.facts_size, b.facts_hash, facts);
}

/* Gives the facts of a block. Their sum was right, so damage here comes from a wrong writer. Facts
 * before it were given. */
static bool each_of_block(tt_io_index *index, uint32_t block, uint64_t kinds,
                          tt_io_fact_fn *on_fact, void *user)
{
    tt_bytes facts;
    tt_fact fact;
    tt_status status;
    tt_index_block b = tti_index_block(index, block);
    if (!tti_index_facts(index, block, &facts)) {
        return false;
    }
    tt_unpacker u = tt_unpacker_of(facts.data, facts.size);
    while ((status = tt_index_fact_next(&u, &index->foot, &b, &fact)) == TT_OK) {
        if ((kinds & TT_FACT_BIT(fact.kind)) != 0) {
            on_fact(user, &fact);
        }
    }
    if (status != TT_END) {
        fail_as(index, TT_ERR_INDEX, index->path);
    }
    return status == TT_END;
}

/* Blocks without the wanted kinds are not read. */
bool tti_index_each(tt_io_index *index, uint32_t from, uint32_t to, uint64_t kinds,
                    tt_io_fact_fn *on_fact, void *user)
{
    for (uint32_t i = from; i < to; i++) {
        if ((tti_index_block(index, i).kinds & kinds) != 0 &&
            !each_of_block(index, i, kinds, on_fact, user)) {
            return false;
        }
    }
    return true;
}

/* Inflates exactly `size` bytes. A wrong window would give wrong bytes without an error, so the
 * caller has compared the sum. */
static bool unpack_window(uint8_t window[TT_INDEX_WINDOW_MAX], size_t size, tt_bytes packed)
{
#ifdef TT_HAVE_ZLIB
    uLongf given = (uLongf)size;
    return size <= TT_INDEX_WINDOW_MAX &&
           uncompress(window, &given, packed.data, (uLong)packed.size) == Z_OK && given == size;
#else
    (void)window, (void)size, (void)packed;
    return false;
#endif
}

/* Finds an access point and inflates its window. A window with the right sum that cannot be
 * inflated is a fault of its writer, or of a build without zlib. */
bool tti_index_access_point(tt_io_index *index, uint64_t offset, tt_io_access_point *point,
                            size_t *count)
{
    tt_bytes packed;
    uint32_t up_to = tti_index_access_point_find(&index->foot, tables_of(index), offset);
    *count = 0;
    if (up_to == 0) {
        return true;
    }
    tt_index_access_point at = tti_index_access_point_at(&index->foot, tables_of(index), up_to - 1);
    if (at.window_size != 0 &&
        !tti_index_part(index, at.place, at.packed_size, at.packed_hash, &packed)) {
        return false;
    }
    if (at.window_size != 0 && !unpack_window(index->window, at.window_size, packed)) {
        fail_as(index, TT_ERR_INDEX, index->path);
        return false;
    }
    *point = (tt_io_access_point){at.raw, at.stored, at.bits, {index->window, at.window_size}};
    *count = 1;
    return true;
}

/* Finds the longest distance between access points, the rest after the last one included. Linear in
 * the access points. */
uint64_t tti_index_granularity(const tt_io_index *index)
{
    uint64_t widest = 0, before = 0;
    if (index->foot.codec == TT_INDEX_PLAIN) {
        return 0;
    }
    for (uint32_t i = 0; i < index->foot.access_points; i++) {
        uint64_t raw = tti_index_access_point_at(&index->foot, tables_of(index), i).raw;
        widest = raw - before > widest ? raw - before : widest;
        before = raw;
    }
    uint64_t rest = index->foot.indexed - before;
    return rest > widest ? rest : widest;
}

/* Copies through the buffer that states and facts share. */
bool tti_index_copy(tt_io_index *index, uint64_t from, uint64_t to, tt_io_output *out)
{
    while (from < to) {
        uint64_t left = to - from;
        size_t part = left < sizeof index->buffer ? (size_t)left : sizeof index->buffer;
        if (!tti_index_read(index, index->buffer, part, from)) {
            return false;
        }
        tt_io_output_bytes(out, (tt_bytes){index->buffer, part});
        from += part;
    }
    return true;
}

void tti_index_close(tt_io_index *index)
{
    if (index != NULL) {
        tti_host_tape_index_close(index->inside);
        close(index->fd);
        free(index->tables);
        free(index);
    }
}
