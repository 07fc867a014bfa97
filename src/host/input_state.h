/* SPDX-License-Identifier: MIT
 *
 * The parts of an input, for opening (input_open.c), reading (input.c), seeking (input_seek.c) and
 * choosing access points (places.c).
 */
#ifndef HOST_INPUT_STATE_H
#define HOST_INPUT_STATE_H

#include "host/codec.h"
#include "teetape/io/input.h"

/* The access points of one file: those of the file's own map, and those that the caller knows. All
 * members are zero at first. `codec` is NULL until the format is known. */
struct host_places {
    const struct host_codec *codec;
    void *map;
    bool looked;
};

struct host_place {
    /* the map that has the access point; NULL for a point of the caller and for the start */
    const void *map;
    tt_io_access_point point;
};

/* Reads the map once. Returns false when the system failed. */
bool tti_host_places_look(struct host_places *places, const struct host_codec_file *file,
                          tt_io_error *error);

/* Returns the last access point at or before raw byte `offset`; the start if there is none. */
struct host_place tti_host_places_find(const struct host_places *places, uint64_t offset,
                                       const tt_io_access_point *points, size_t count);

/* Returns the largest distance between two access points; UINT64_MAX when it is unknown. */
uint64_t tti_host_places_widest(const struct host_places *places);

/* Reports the access points of a map up to raw byte `raw`, for a codec that does not notice them
 * itself. */
void tti_host_places_tell(const struct host_places *places, struct host_codec_watch *watch,
                          uint64_t raw);

void tti_host_places_free(struct host_places *places);

/* Bytes of one read. A pipe may give less at once. */
#define HOST_INPUT_STORED ((size_t)256 * 1024)
/* Bytes of one step's output. It is smaller than one read: bytes after the target of a seek need
 * not be decompressed. */
#define HOST_INPUT_OUT ((size_t)64 * 1024)

/* An input. The buffers are the last members, so that everything before them can be cleared alone
 * (input_open.c). One thread at a time uses an input. */
struct tt_io_input {
    int fd;          /* descriptor of the input; -1 for bytes in memory */
    tt_bytes memory; /* the bytes in memory; data is NULL for a file */
    bool owned;
    bool regular; /* a regular file: it has a size, and can be read at any offset */
    bool at_end;  /* read(2) returned 0, and the file is not followed */
    bool pending; /* the last step filled out[], so the codec may have more */
    bool over;
    tt_io_input_status result;      /* END or FAILED when `over` is set */
    tt_io_input_options options;    /* wait_ms is never 0: the default replaces it */
    const struct host_codec *codec; /* codec of the input; NULL until the first bytes were seen */
    void *state;
    const struct host_codec *spare_codec; /* codec of an earlier input that left a state, or NULL */
    void *spare;       /* state of spare_codec, for the next input of the same format */
    size_t begin, end; /* stored[begin..end) was read and not used; for bytes in memory only their
                          number counts: they are at memory[used] */
    uint64_t used;     /* offset of stored[begin] in the input, also for errors */
    uint64_t base;  /* file offset of the input's begin: somebody may have read from stdin before */
    uint64_t raw;   /* raw offset of the codec's next byte */
    uint64_t drop;  /* bytes that are still to be dropped after a seek */
    tt_bytes piece; /* output of the last step; it ends at `raw` */
    tt_bytes again; /* the end of `piece` that is returned once more after a seek */
    size_t last;    /* bytes at the end of `piece` that the caller received */
    struct host_codec_watch watch;
    struct host_places places;
    uint64_t began; /* raw offset at which the codec began */
    tt_io_input_counts counts;
    tt_io_error error;
    char path[TT_IO_PATH_CAP]; /* path of the input, as errors name it */
    uint8_t stored[HOST_INPUT_STORED];
    uint8_t out[HOST_INPUT_OUT];
};

/* Opens a file or pipe from its current position on, in the memory of an empty input or in a new
 * one (`in` is NULL). `fd` is read and its position moves; the caller still closes it. `name` is
 * the path in errors, or NULL. On failure `in` is freed. */
tt_io_input *tti_host_input_open_fd(tt_io_input *in, int fd, const char *name,
                                    const tt_io_input_options *options, tt_io_error *error);

/* Opens a file, or its bytes if the caller has them (data is not NULL), with the memory of an
 * earlier input, which saves time for many small files. The earlier input is closed even on
 * failure. `in` may be NULL. */
tt_io_input *tti_host_input_reopen(tt_io_input *in, const char *path, tt_bytes bytes,
                                   const tt_io_input_options *options, tt_io_error *error);

/* Closes the file of an input, and keeps the memory for another file. */
void tti_host_input_empty(tt_io_input *in);

/* Ends reading: every further step returns `result`. */
tt_io_input_status tti_host_input_finish(tt_io_input *in, tt_io_input_status result);

/* Chooses the codec that the first bytes show. */
bool tti_host_input_choose(tt_io_input *in, tt_bytes first);

/* Describes the file to codecs that read tables from it, with its present size. */
bool tti_host_input_file(tt_io_input *in, struct host_codec_file *file);

#endif
