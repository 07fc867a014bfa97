/* SPDX-License-Identifier: MIT
 *
 * Reads the index inside a tape. One piece at a time is unpacked and kept, so that a reader takes
 * little memory, and reads only the pieces that it needs.
 */
#include "host/tape_index.h"
#include "base/mem.h"
#include "host/error.h"
#include "host/fd.h"
#include "host/tape.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool tti_host_tape_is(int fd)
{
    uint8_t magic[sizeof TTI_TAPE_MAGIC - 1];
    size_t got = 0;
    return tti_host_fd_read_at(fd, 0, magic, sizeof magic, &got) == 0 && got == sizeof magic &&
           memcmp(magic, TTI_TAPE_MAGIC, sizeof magic) == 0;
}

#ifdef TT_HAVE_ZSTD

struct host_tape_index {
    struct host_codec_file file;
    struct host_tape_footer footer;
    tti_tape_index at;
    struct host_tape_zstd zstd;
    uint32_t number;  /* number of the piece in `piece`; at.frames: none */
    uint64_t *places; /* offsets of the frames in the tape, and of the end */
    uint8_t *piece, *packed;
};

/* Sums up the sizes of the frames, and allocates for the largest. The directory was checked, so the
 * frames are inside of the file. */
static bool find_frames(struct host_tape_index *x)
{
    size_t largest = 0;
    x->places = malloc((x->at.frames + (size_t)1) * sizeof *x->places);
    x->number = x->at.frames;
    if (x->places == NULL) {
        return false;
    }
    x->places[0] = x->at.place;
    for (uint32_t i = 0; i < x->at.frames; i++) {
        uint32_t size = tti_load_le32(x->at.sizes + 4 * (size_t)i);
        x->places[i + 1] = x->places[i] + size;
        largest = size > largest ? size : largest;
    }
    x->piece = malloc(x->at.piece);
    x->packed = malloc(largest + 1);
    return x->piece != NULL && x->packed != NULL;
}

struct host_tape_index *tti_host_tape_index_open(int fd, uint64_t size, tt_io_error *error)
{
    struct host_tape_index *x = calloc(1, sizeof *x);
    tti_error_clear(error);
    if (x == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot be used");
        return NULL;
    }
    x->file = (struct host_codec_file){.fd = fd, .size = size};
    bool is_there = tti_host_tape_footer_read(&x->footer, &x->file, error);
    tt_bytes section = {NULL, 0};
    if (!is_there && error->status == TT_OK) {
        tti_error_say(error, TT_ERR_INDEX, "the end of the tape is missing or damaged");
    }
    if (is_there) {
        section = tti_tape_section_find(x->footer.directory, TTI_TAPE_SECTION_INDEX);
        is_there = section.data != NULL;
    }
    if (is_there) {
        tti_tape_index_get(&x->at, section);
        is_there = find_frames(x);
        if (!is_there) {
            tt_io_error_system(error, ENOMEM, "cannot be used");
        }
    }
    if (!is_there) {
        tti_host_tape_index_close(x);
        x = NULL;
    }
    return x;
}

uint64_t tti_host_tape_index_size(const struct host_tape_index *x)
{
    return x->at.size;
}

uint64_t tti_host_tape_index_stored(const struct host_tape_index *x)
{
    return x->at.place;
}

static size_t piece_size(const struct host_tape_index *x, uint32_t number)
{
    uint64_t left = x->at.size - (uint64_t)number * x->at.piece;
    return left < x->at.piece ? (size_t)left : x->at.piece;
}

static bool load(struct host_tape_index *x, uint32_t number, tt_io_error *error)
{
    static const tt_bytes none = {NULL, 0};
    const tti_tape_coder coder = tti_host_tape_coder(&x->zstd);
    const tt_bytes packed = {x->packed, (size_t)(x->places[number + 1] - x->places[number])};
    if (number == x->number) {
        return true;
    }
    x->number = x->at.frames;
    if (!tti_host_codec_read_at(&x->file, x->places[number], x->packed, packed.size, error)) {
        return false;
    }
    switch (coder.unpack(coder.user, x->piece, piece_size(x, number), packed, none)) {
    case TT_OK:
        x->number = number;
        return true;
    case TT_ERR_SYSTEM:
        return tt_io_error_system(error, ENOMEM, "cannot be used");
    default:
        return tti_error_say(error, TT_ERR_COMPRESSED_DATA, "the index in the tape is damaged");
    }
}

bool tti_host_tape_index_read(struct host_tape_index *x, uint8_t *dst, size_t size, uint64_t place,
                              tt_io_error *error)
{
    if (place > x->at.size || size > x->at.size - place) {
        return tti_error_say(error, TT_ERR_COMPRESSED_DATA, "the index in the tape is too short");
    }
    while (size > 0) {
        uint32_t number = (uint32_t)(place / x->at.piece);
        size_t from = (size_t)(place % x->at.piece), left = x->at.piece - from;
        size_t part = size < left ? size : left;
        if (!load(x, number, error)) {
            return false;
        }
        memcpy(dst, x->piece + from, part);
        dst += part;
        place += part;
        size -= part;
    }
    return true;
}

void tti_host_tape_index_close(struct host_tape_index *x)
{
    if (x != NULL) {
        free((void *)(uintptr_t)x->footer.directory.data);
        tti_host_tape_zstd_free(&x->zstd);
        free(x->places);
        free(x->piece);
        free(x->packed);
        free(x);
    }
}

#else

/* Without zstd no piece can be unpacked, so tapes have no index. */
struct host_tape_index *tti_host_tape_index_open(int fd, uint64_t size, tt_io_error *error)
{
    (void)fd, (void)size;
    tti_error_clear(error);
    return NULL;
}

uint64_t tti_host_tape_index_size(const struct host_tape_index *x)
{
    (void)x;
    return 0;
}

uint64_t tti_host_tape_index_stored(const struct host_tape_index *x)
{
    (void)x;
    return 0;
}

bool tti_host_tape_index_read(struct host_tape_index *x, uint8_t *dst, size_t size, uint64_t place,
                              tt_io_error *error)
{
    (void)x, (void)dst, (void)size, (void)place;
    return tti_error_say(error, TT_ERR_UNSUPPORTED, "this build has no zstd");
}

void tti_host_tape_index_close(struct host_tape_index *x)
{
    (void)x;
}

#endif
