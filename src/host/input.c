/* SPDX-License-Identifier: MIT
 *
 * Reads a file, a pipe or stdin, decompresses it and hands out pieces.
 *
 *     read(2) -> stored[begin..end) -> codec step -> out[] -> piece
 *
 * Plain data skips out[]: its pieces point into stored[]. Seeking makes a new codec at a place
 * where decompression can begin (places.h), and drops what comes before the wanted byte.
 */
#include "host/posix.h"

#include "host/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/clock.h"
#include "host/codec.h"
#include "host/fd.h"
#include "host/places.h"

#define BUFFER_SIZE ((size_t)256 * 1024)
/* Less than is read at once: what lies behind a wanted place need not be decompressed. */
#define OUT_SIZE ((size_t)64 * 1024)
#define WAIT_MS 150u
#define RESTART_EVERY ((uint64_t)1 << 20)

struct host_input {
    int fd;
    bool owned;                        /* fd is ours to close */
    bool regular;                      /* a file with a size; only such a one can be followed */
    bool at_end;                       /* read(2) gave 0, and nobody waits for more */
    bool pending;                      /* the last step filled out[]: more may be inside */
    bool over;                         /* `result` is final */
    enum host_input_status result;     /* END or FAILED, once over */
    struct host_input_options options; /* wait_ms is never 0 */
    const struct host_codec *codec;    /* NULL until the first bytes were seen */
    void *state;                       /* of the codec; NULL while codec is */
    size_t begin, end;                 /* stored[begin..end) was read and not used */
    uint64_t used;                     /* where in the file stored[begin] is; an error, too */
    uint64_t base;                     /* of all offsets: stdin may have been read from before */
    uint64_t raw;                      /* where the codec's next byte is, after decompression */
    uint64_t drop;                     /* so many bytes are still to be dropped after a seek */
    tt_bytes piece;                    /* what the last step gave; it ends at `raw` */
    tt_bytes again;                    /* its end, given once more after a seek */
    size_t last;                       /* bytes of `piece` that were given: its end */
    struct host_codec_watch watch;
    struct host_places places;
    uint64_t began; /* raw place where the codec began */
    struct host_input_counts counts;
    struct host_error error;
    uint8_t stored[BUFFER_SIZE];
    uint8_t out[OUT_SIZE];
};

/* What one attempt to read more gave. */
enum fill { FILL_BYTES, FILL_END, FILL_IDLE, FILL_STOPPED, FILL_FAILED };

static void wait_for(int fd, short events, unsigned ms)
{
    struct pollfd poller = {fd, events, 0};
    poll(&poller, fd < 0 ? 0 : 1, (int)ms); /* a signal ends it early, which is wanted */
}

/* A pipe may stay silent for hours, and the signal that stops us may have gone to another
 * thread, so read(2) is only called when it will not wait. */
static bool readable_soon(const struct host_input *in)
{
    struct pollfd poller = {in->fd, POLLIN, 0};
    while (!host_stop_wanted(in->options.stop)) {
        int count = poll(&poller, 1, (int)in->options.wait_ms);
        if (count > 0 || (count < 0 && errno != EINTR)) {
            return true; /* also on an error: read(2) will name it */
        }
    }
    return false;
}

/* read(2) gave 0 while following. */
static enum fill await_growth(struct host_input *in)
{
    struct stat now;
    uint64_t read_up_to = in->base + in->used + (in->end - in->begin);
    if (fstat(in->fd, &now) == 0 && (uint64_t)now.st_size < read_up_to) {
        host_error_say(&in->error, HOST_ERROR_DAMAGED,
                       "the file became shorter than what was already read");
        return FILL_FAILED;
    }
    uint64_t until = host_clock_ms() + in->options.wait_ms;
    for (;;) {
        if (host_stop_wanted(in->options.stop)) {
            return FILL_STOPPED;
        }
        uint64_t time = host_clock_ms();
        if (time >= until) {
            return FILL_IDLE;
        }
        wait_for(-1, 0, (unsigned)(until - time));
    }
}

/* read(2) gave 0: the end, unless the file was longer when it was opened. */
static enum fill end_of_file(struct host_input *in)
{
    if (in->regular && in->base + in->used + (in->end - in->begin) < in->counts.size) {
        host_error_say(&in->error, HOST_ERROR_DAMAGED, "the file became shorter while it was read");
        return FILL_FAILED;
    }
    return FILL_END;
}

/* Reads once behind what is there. */
static enum fill fill(struct host_input *in)
{
    if (in->begin == in->end) {
        in->begin = in->end = 0;
    }
    for (;;) {
        if (host_stop_wanted(in->options.stop) || (!in->regular && !readable_soon(in))) {
            return FILL_STOPPED;
        }
        ssize_t count = read(in->fd, in->stored + in->end, BUFFER_SIZE - in->end);
        if (count > 0) {
            in->end += (size_t)count;
            in->counts.read += (uint64_t)count;
            return FILL_BYTES;
        }
        if (count == 0) {
            return in->options.follow && in->regular ? await_growth(in) : end_of_file(in);
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            wait_for(in->fd, POLLIN, in->options.wait_ms); /* stdin of a shell may be so */
        } else if (errno != EINTR) {
            host_error_system(&in->error, errno, "cannot be read");
            return FILL_FAILED;
        }
    }
}

static enum host_input_status finish(struct host_input *in, enum host_input_status result)
{
    in->over = true;
    in->result = result;
    return result;
}

/* Makes sure that there is something for the codec to do. HOST_INPUT_PIECE stands for yes. */
static enum host_input_status feed(struct host_input *in)
{
    size_t least = in->codec == NULL ? HOST_CODEC_PROBE : 1;
    while (!in->pending && !in->at_end && in->end - in->begin < least) {
        switch (fill(in)) {
        case FILL_BYTES:
            break;
        case FILL_END:
            in->at_end = true;
            break;
        case FILL_IDLE:
            return HOST_INPUT_IDLE;
        case FILL_STOPPED:
            return HOST_INPUT_STOPPED;
        case FILL_FAILED:
            in->error.offset = in->used + (in->end - in->begin);
            return finish(in, HOST_INPUT_FAILED);
        }
    }
    return HOST_INPUT_PIECE;
}

static bool choose_codec(struct host_input *in, tt_bytes first)
{
    const struct host_codec *codec = host_codec_find(first);
    if (codec->open == NULL) {
        host_error_say(&in->error, HOST_ERROR_UNSUPPORTED,
                       "is compressed with %s, which this build cannot read (made without %s)",
                       codec->name, codec->library);
        return false;
    }
    in->state = codec->open(&in->error);
    if (in->state != NULL) {
        in->codec = in->places.codec = codec;
    }
    return in->state != NULL;
}

static bool file_of(struct host_input *in, struct host_codec_file *file)
{
    struct stat now;
    *file = (struct host_codec_file){in->fd, in->base, 0};
    if (fstat(in->fd, &now) != 0) {
        host_error_system(&in->error, errno, "cannot be read");
        return false;
    }
    file->size = (uint64_t)now.st_size > in->base ? (uint64_t)now.st_size - in->base : 0;
    return true;
}

/* Chooses the codec by what was read. */
static bool begin(struct host_input *in)
{
    const tt_bytes first = {in->stored + in->begin, in->end - in->begin};
    if (!choose_codec(in, first)) {
        return false;
    }
    struct host_codec_file file;
    return in->watch.tell == NULL || !in->codec->map_tells || !in->regular || in->options.follow ||
           (file_of(in, &file) && host_places_look(&in->places, &file, &in->error));
}

/* One step of the codec. A failure or the end is kept back until its bytes are given. */
static void step(struct host_input *in, tt_bytes *piece)
{
    struct host_codec_io io = {
        .in = {in->stored + in->begin, in->end - in->begin},
        .last = in->at_end,
        .out = in->out,
        .out_size = OUT_SIZE,
        .given = {NULL, 0},
        .watch = &in->watch,
    };
    enum host_codec_status status = in->codec->step(in->state, &io, &in->error);
    in->used += in->end - in->begin - io.in.size;
    in->begin = in->end - io.in.size;
    in->pending = io.given.data == in->out && io.given.size == OUT_SIZE;
    if (status == HOST_CODEC_FAILED) {
        in->error.offset = in->used;
        finish(in, HOST_INPUT_FAILED);
    } else if (status == HOST_CODEC_END) {
        finish(in, HOST_INPUT_END);
    }
    in->raw += io.given.size;
    in->piece = io.given;
    if (in->codec->map_tells) {
        host_places_tell(&in->places, &in->watch, in->raw);
    }
    size_t dropped = io.given.size < in->drop ? io.given.size : (size_t)in->drop;
    in->drop -= dropped;
    if (io.given.size > dropped) {
        piece->data = io.given.data + dropped;
        piece->size = io.given.size - dropped;
        in->counts.given += piece->size;
    }
}

/* A seek led behind the end. */
static void check_drop(struct host_input *in)
{
    if (in->over && in->result == HOST_INPUT_END && in->drop > 0) {
        host_error_say(&in->error, HOST_ERROR_DAMAGED,
                       "the file ends before the place that is wanted");
        in->error.offset = in->used;
        finish(in, HOST_INPUT_FAILED);
    }
}

enum host_input_status host_input_next(struct host_input *in, tt_bytes *piece)
{
    piece->data = NULL;
    piece->size = 0;
    if (in->again.size > 0) {
        *piece = in->again;
        in->last = piece->size;
        in->again.size = 0;
        in->counts.given += piece->size;
        return HOST_INPUT_PIECE;
    }
    while (!in->over) {
        in->piece.size = 0;
        enum host_input_status ready = feed(in);
        if (ready != HOST_INPUT_PIECE) {
            return ready;
        }
        if (in->codec == NULL && !begin(in)) {
            return finish(in, HOST_INPUT_FAILED);
        }
        step(in, piece);
        check_drop(in);
        if (piece->size > 0) {
            in->last = piece->size;
            return HOST_INPUT_PIECE;
        }
    }
    return in->result;
}

void host_input_again(struct host_input *in)
{
    in->again.data = in->piece.data + (in->piece.size - in->last);
    in->again.size = in->last;
    in->counts.given -= in->last;
}

/* The codec and its map, before anything was read. */
static bool learn_places(struct host_input *in)
{
    if (!in->regular || in->options.follow) {
        host_error_system(&in->error, ESPIPE, "cannot be sought in");
        return false;
    }
    if (in->codec != NULL && in->places.looked) {
        return true;
    }
    struct host_codec_file file;
    if (!file_of(in, &file)) {
        return false;
    }
    if (in->codec == NULL) {
        uint8_t magic[HOST_CODEC_PROBE];
        const tt_bytes first = {magic,
                                file.size < sizeof(magic) ? (size_t)file.size : sizeof(magic)};
        if (!host_codec_read_at(&file, 0, magic, first.size, &in->error) ||
            !choose_codec(in, first)) {
            return false;
        }
    }
    return host_places_look(&in->places, &file, &in->error);
}

/* A new decompressor at a place. */
static bool begin_at(struct host_input *in, const struct host_place *place)
{
    const struct host_restart *restart = &place->restart;
    uint8_t before = 0;
    if (in->state != NULL) {
        in->codec->close(in->state);
    }
    in->state = in->codec->open(&in->error);
    if (in->state == NULL) {
        return false;
    }
    struct host_codec_file file;
    if (!file_of(in, &file)) {
        return false;
    }
    if (restart->stored > file.size || (restart->bits > 0 && restart->stored == 0)) {
        host_error_say(&in->error, HOST_ERROR_DAMAGED, "there is no place to begin at");
        return false;
    }
    if (restart->bits > 0 &&
        !host_codec_read_at(&file, restart->stored - 1, &before, 1, &in->error)) {
        return false;
    }
    /* The start needs nothing of all this, and then the checks of the whole stream are made. */
    bool at_start = restart->stored == 0 && restart->raw == 0;
    return at_start || in->codec->begin_at == NULL ||
           in->codec->begin_at(in->state, place->map, restart, before, &in->error);
}

static bool move(struct host_input *in, const struct host_place *place)
{
    if (!begin_at(in, place)) {
        return false;
    }
    if (lseek(in->fd, (off_t)(in->base + place->restart.stored), SEEK_SET) < 0) {
        host_error_system(&in->error, errno, "cannot be sought in");
        return false;
    }
    in->begin = in->end = 0;
    in->used = place->restart.stored;
    in->raw = in->began = in->watch.last = place->restart.raw;
    in->at_end = in->pending = in->over = false;
    in->piece.size = 0;
    return true;
}

/* The bytes at the place are still here. */
static bool is_in_piece(const struct host_input *in, uint64_t offset)
{
    return !(in->over && in->result == HOST_INPUT_FAILED) && offset <= in->raw &&
           in->raw - offset <= in->piece.size;
}

static bool seek(struct host_input *in, uint64_t offset, const struct host_restart *restarts,
                 size_t count)
{
    struct host_place place;
    in->again.size = 0;
    if (!learn_places(in)) {
        return false;
    }
    if (is_in_piece(in, offset)) {
        in->again = in->piece; /* its data is NULL before the first step */
        if (offset > in->raw - in->piece.size) {
            size_t passed = in->piece.size - (size_t)(in->raw - offset);
            in->again.data += passed;
            in->again.size -= passed;
        }
        in->drop = 0;
        return true;
    }
    if (in->codec == &host_codec_plain) {
        const struct host_place exact = {NULL, {offset, offset, 0, {NULL, 0}}};
        struct host_codec_file file;
        place = exact;
        if (!file_of(in, &file)) {
            return false;
        }
        if (offset > file.size) {
            host_error_say(&in->error, HOST_ERROR_DAMAGED,
                           "the file ends before the place that is wanted");
            return false;
        }
    } else {
        place = host_places_find(&in->places, offset, restarts, count);
    }
    /* Going on from here may be as good. */
    bool is_on_the_way = !in->over && in->raw >= place.restart.raw && in->raw <= offset;
    if (!is_on_the_way && !move(in, &place)) {
        return false;
    }
    in->drop = offset - in->raw;
    return true;
}

bool host_input_seek(struct host_input *in, uint64_t offset, const struct host_restart *restarts,
                     size_t count)
{
    host_error_clear(&in->error);
    if (!seek(in, offset, restarts, count)) {
        finish(in, HOST_INPUT_FAILED);
        return false;
    }
    return true;
}

uint64_t host_input_granularity(struct host_input *in, const struct host_restart *restarts,
                                size_t count)
{
    struct host_error before = in->error;
    bool known = learn_places(in);
    in->error = before;
    if (!known) {
        return UINT64_MAX;
    }
    return in->codec == &host_codec_plain ? 0 : host_places_widest(&in->places, restarts, count);
}

static int open_path(const char *path)
{
    if (strcmp(path, "-") == 0) {
        return STDIN_FILENO;
    }
    return host_fd_open(path, O_RDONLY, 0);
}

struct host_input *host_input_open(const char *path, const struct host_input_options *options,
                                   struct host_error *error)
{
    host_error_clear(error);
    struct stat facts;
    int fd = open_path(path);
    bool is_open = fd >= 0 && fstat(fd, &facts) == 0;
    int failed = is_open ? 0 : errno;
    if (is_open && S_ISDIR(facts.st_mode)) {
        failed = EISDIR;
    }
    struct host_input *in = is_open && failed == 0 ? malloc(sizeof(*in)) : NULL;
    if (in == NULL) {
        host_error_system(error, failed == 0 ? ENOMEM : failed, "cannot be opened");
        if (fd >= 0 && strcmp(path, "-") != 0) {
            close(fd);
        }
        return NULL;
    }
    memset(in, 0, offsetof(struct host_input, stored)); /* the buffers need no zeros */
    in->fd = fd;
    in->owned = strcmp(path, "-") != 0;
    in->regular = S_ISREG(facts.st_mode);
    in->counts.size = in->regular ? (uint64_t)facts.st_size : 0;
    off_t base = in->owned || !in->regular ? 0 : lseek(fd, 0, SEEK_CUR);
    in->base = base > 0 ? (uint64_t)base : 0;
    if (options != NULL) {
        in->options = *options;
        in->watch.tell = options->on_restart;
        in->watch.user = options->restart_user;
    }
    in->watch.every = in->options.restart_every == 0 ? RESTART_EVERY : in->options.restart_every;
    if (in->options.wait_ms == 0) {
        in->options.wait_ms = WAIT_MS;
    }
    return in;
}

/* The first place at or behind where it failed, but not the same again: what begins there may be
 * what failed. */
static bool find_next(struct host_input *in, struct host_place *place)
{
    if (in->codec == NULL || in->codec->map_next == NULL || !learn_places(in) ||
        in->places.map == NULL) {
        return false;
    }
    place->map = in->places.map;
    place->restart = in->codec->map_find(place->map, in->raw);
    return (place->restart.raw == in->raw && in->raw > in->began) ||
           in->codec->map_next(place->map, in->raw, &place->restart);
}

bool host_input_pass(struct host_input *in, uint64_t *missing)
{
    struct host_place place;
    struct host_error failure = in->error;
    uint64_t before = in->raw;
    if (!in->over || in->result != HOST_INPUT_FAILED || failure.kind != HOST_ERROR_DAMAGED ||
        !find_next(in, &place) || !move(in, &place)) {
        in->error = failure;
        return false;
    }
    host_error_clear(&in->error);
    in->drop = 0;
    *missing = in->raw - before;
    return true;
}

const struct host_error *host_input_error(const struct host_input *in)
{
    return &in->error;
}

void host_input_follow(struct host_input *in, bool follow)
{
    in->options.follow = follow;
}

struct host_input_counts host_input_count(const struct host_input *in)
{
    return in->counts;
}

const char *host_input_codec(const struct host_input *in)
{
    return in->codec == NULL ? "" : in->codec->name;
}

void host_input_close(struct host_input *in)
{
    if (in == NULL) {
        return;
    }
    if (in->state != NULL) {
        in->codec->close(in->state);
    }
    host_places_free(&in->places);
    if (in->owned) {
        close(in->fd);
    }
    free(in);
}
