/* SPDX-License-Identifier: MIT
 *
 * Reads a file, a pipe, stdin or memory, decompresses it and returns pieces.
 *
 *     read(2) -> stored[begin..end) -> codec step -> out[] -> piece
 *
 * Plain data skips out[]: its pieces point into stored[]. Bytes in memory replace stored[]. After
 * an end or a failure every further call returns the same result.
 */
#include "host/posix.h"

#include "host/error.h"
#include "host/input_state.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fd.h"
#include "host/inside.h"

/* Bytes of the first read: often only the header of a recording is wanted, and seeks follow. */
#define FIRST_READ ((size_t)32 * 1024)

/* Results of a read. IDLE: a followed file has nothing new. STOPPED: the input can go on later.
 * FAILED: in->error has the reason. */
enum fill { FILL_BYTES, FILL_END, FILL_IDLE, FILL_STOPPED, FILL_FAILED };

/* Returns true when a wait must end. An input without a flag of its own listens to the stop of the
 * whole program, but only while it waits: an existing file is read to its end. */
static bool wait_stopped(const tt_io_input *in)
{
    const tt_io_stop *stop = in->options.stop;
    return stop != NULL ? tt_io_stop_wanted(stop) : tt_io_stop_all_wanted();
}

/* Waits for at most `ms` milliseconds, with `fd` -1 for time alone. A signal ends the wait early,
 * so that a stop is noticed. */
static void wait_for(int fd, short events, unsigned ms)
{
    struct pollfd poller = {fd, events, 0};
    poll(&poller, fd < 0 ? 0 : 1, (int)ms);
}

/* Waits until read(2) would return at once: a pipe may be silent for hours, and the signal that
 * stops the program may have gone to another thread. A stop is noticed after at most `wait_ms`.
 * Returns false after a stop. */
static bool readable_soon(const tt_io_input *in)
{
    struct pollfd poller = {in->fd, POLLIN, 0};
    while (!wait_stopped(in)) {
        int count = poll(&poller, 1, (int)in->options.wait_ms);
        if (count > 0 || (count < 0 && errno != EINTR)) {
            return true; /* after an error of poll, read(2) reports it */
        }
    }
    return false;
}

/* Handles a read(2) of 0 bytes from a followed file. A file that became shorter does not continue
 * what was read. The next read finds growth. */
static enum fill await_growth(tt_io_input *in)
{
    struct stat now;
    uint64_t read_up_to = in->base + in->used + (in->end - in->begin);
    if (fstat(in->fd, &now) == 0 && (uint64_t)now.st_size < read_up_to) {
        tti_error_say(&in->error, TT_ERR_COMPRESSED_DATA,
                      "the file became shorter than what was already read");
        return FILL_FAILED;
    }
    uint64_t until = tti_host_clock_ms() + in->options.wait_ms;
    for (;;) {
        if (wait_stopped(in)) {
            return FILL_STOPPED;
        }
        uint64_t time = tti_host_clock_ms();
        if (time >= until) {
            return FILL_IDLE;
        }
        wait_for(-1, 0, (unsigned)(until - time));
    }
}

/* Handles the end of the file. A recording that is cut while it is read must not look like one that
 * ends there. Bytes that were appended since the open are read as well. */
static enum fill end_of_file(tt_io_input *in)
{
    if (in->regular && in->base + in->used + (in->end - in->begin) < in->counts.size) {
        tti_error_say(&in->error, TT_ERR_COMPRESSED_DATA,
                      "the file became shorter while it was read");
        return FILL_FAILED;
    }
    return FILL_END;
}

static tt_bytes unused(const tt_io_input *in)
{
    const uint8_t *data =
        in->memory.data != NULL ? in->memory.data + in->used : in->stored + in->begin;
    return (tt_bytes){data, in->end - in->begin};
}

/* Reads once and appends to stored[], which has room: it is empty, or has too few bytes to choose a
 * codec. */
static enum fill fill(tt_io_input *in)
{
    if (in->begin == in->end) {
        in->begin = in->end = 0;
    }
    if (in->memory.data != NULL) {
        /* steps have the same size as for a file, so that a stop is noticed as soon */
        size_t room = HOST_INPUT_STORED - in->end;
        size_t left = in->memory.size - (size_t)in->used - (in->end - in->begin);
        size_t part = left < room ? left : room;
        if (tt_io_stop_wanted(in->options.stop)) {
            return FILL_STOPPED;
        }
        in->end += part;
        in->counts.read += part;
        return part > 0 ? FILL_BYTES : FILL_END;
    }
    for (;;) {
        if (tt_io_stop_wanted(in->options.stop) || (!in->regular && !readable_soon(in))) {
            return FILL_STOPPED;
        }
        size_t room = HOST_INPUT_STORED - in->end;
        room = in->counts.read == 0 && room > FIRST_READ ? FIRST_READ : room;
        ssize_t count = read(in->fd, in->stored + in->end, room);
        if (count > 0) {
            in->end += (size_t)count;
            in->counts.read += (uint64_t)count;
            return FILL_BYTES;
        }
        if (count == 0) {
            return in->options.follow && in->regular ? await_growth(in) : end_of_file(in);
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK) {
            /* stdin is non-blocking: wait for bytes */
            wait_for(in->fd, POLLIN, in->options.wait_ms);
        } else if (errno != EINTR) {
            tt_io_error_system(&in->error, errno, "cannot be read");
            return FILL_FAILED;
        }
    }
}

tt_io_input_status tti_host_input_finish(tt_io_input *in, tt_io_input_status result)
{
    in->over = true;
    in->result = result;
    tti_error_of(&in->error, in->path);
    return result;
}

/* Reads until the codec has something to do, and then returns TT_IO_INPUT_PIECE. Choosing the codec
 * takes the first bytes of the file, or all bytes of a shorter one. Nothing is read while the codec
 * has more output: a pipe would wait for bytes that are not needed. IDLE and STOPPED change
 * nothing, so the call can be repeated. */
static tt_io_input_status feed(tt_io_input *in)
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
            return TT_IO_INPUT_IDLE;
        case FILL_STOPPED:
            return TT_IO_INPUT_STOPPED;
        case FILL_FAILED:
            in->error.offset = in->used + (in->end - in->begin);
            return tti_host_input_finish(in, TT_IO_INPUT_FAILED);
        }
    }
    return TT_IO_INPUT_PIECE;
}

static void free_spare(tt_io_input *in)
{
    if (in->spare != NULL) {
        in->spare_codec->close(in->spare);
        in->spare = NULL;
    }
}

static void *take_spare(tt_io_input *in, const struct host_codec *codec)
{
    void *spare = in->spare;
    if (spare == NULL || in->spare_codec != codec) {
        return NULL;
    }
    in->spare = NULL;
    if (!codec->reset(spare)) {
        codec->close(spare);
        return NULL;
    }
    return spare;
}

/* Chooses the codec. An input that was opened for stored bytes counts as plain data, even if the
 * bytes are compressed. */
bool tti_host_input_choose(tt_io_input *in, tt_bytes first)
{
    const struct host_codec *codec =
        in->options.as_stored ? &tti_host_codec_plain : tti_host_codec_find(first);
    if (codec->open == NULL) {
        return tti_error_say(
            &in->error, TT_ERR_UNSUPPORTED,
            "is compressed with %s, which this build cannot read (made without %s)", codec->name,
            codec->library);
    }
    in->state = take_spare(in, codec);
    if (in->state == NULL) {
        in->state = codec->open(&in->error);
    }
    if (in->state != NULL) {
        in->codec = in->places.codec = codec;
    }
    return in->state != NULL;
}

/* Describes the file for a codec. A file may have grown since it was opened, so its size is asked
 * again. Offsets count from the begin of the input; for a descriptor of the caller that need not be
 * the start of the file. */
bool tti_host_input_file(tt_io_input *in, struct host_codec_file *file)
{
    struct stat now;
    *file = (struct host_codec_file){in->fd, in->memory.data, in->base, in->memory.size};
    if (in->memory.data != NULL) {
        return true;
    }
    if (fstat(in->fd, &now) != 0) {
        return tt_io_error_system(&in->error, errno, "cannot be read");
    }
    file->size = (uint64_t)now.st_size > in->base ? (uint64_t)now.st_size - in->base : 0;
    return true;
}

/* Chooses the codec, and reads the table of the file if somebody wants access points and the codec
 * does not notice them while it reads. A pipe has no table, and a growing file has none yet. */
static bool begin(tt_io_input *in)
{
    if (!tti_host_input_choose(in, unused(in))) {
        return false;
    }
    struct host_codec_file file;
    return in->watch.tell == NULL || !in->codec->map_tells || !in->regular || in->options.follow ||
           (tti_host_input_file(in, &file) && tti_host_places_look(&in->places, &file, &in->error));
}

/* Makes one step of the codec. A failure or the end is kept back until its bytes are given.
 * `pending` is set when out[] is full, because the codec may have more output. Bytes before the
 * target of a seek are dropped. */
static void step(tt_io_input *in, tt_bytes *piece)
{
    struct host_codec_io io = {
        .in = unused(in),
        .last = in->at_end,
        .sums = in->options.checks_sum,
        .out = in->out,
        .out_size = HOST_INPUT_OUT,
        .given = {NULL, 0},
        .watch = &in->watch,
    };
    enum host_codec_status status = in->codec->step(in->state, &io, &in->error);
    in->used += in->end - in->begin - io.in.size;
    in->begin = in->end - io.in.size;
    in->pending = io.given.data == in->out && io.given.size == HOST_INPUT_OUT;
    if (status == HOST_CODEC_FAILED) {
        in->error.offset = in->error.offset != 0 ? in->error.offset : in->used;
        tti_host_input_finish(in, TT_IO_INPUT_FAILED);
    } else if (status == HOST_CODEC_END) {
        tti_host_input_finish(in, TT_IO_INPUT_END);
    }
    in->raw += io.given.size;
    in->piece = io.given;
    if (in->codec->map_tells) {
        tti_host_places_tell(&in->places, &in->watch, in->raw);
    }
    size_t dropped = io.given.size < in->drop ? io.given.size : (size_t)in->drop;
    in->drop -= dropped;
    if (io.given.size > dropped) {
        piece->data = io.given.data + dropped;
        piece->size = io.given.size - dropped;
        in->counts.given += piece->size;
    }
}

/* Gives the next piece. A failure that came together with good bytes is returned by the next
 * call. */
tt_io_input_status tt_io_input_next(tt_io_input *in, tt_bytes *piece)
{
    piece->data = NULL;
    piece->size = 0;
    if (in->again.size > 0) {
        *piece = in->again;
        in->last = piece->size;
        in->again.size = 0;
        in->counts.given += piece->size;
        return TT_IO_INPUT_PIECE;
    }
    while (!in->over) {
        /* reading may overwrite the last piece, so a seek must not find it */
        in->piece.size = 0;
        tt_io_input_status ready = feed(in);
        if (ready != TT_IO_INPUT_PIECE) {
            return ready;
        }
        if (in->codec == NULL && !begin(in)) {
            return tti_host_input_finish(in, TT_IO_INPUT_FAILED);
        }
        step(in, piece);
        if (in->over && in->result == TT_IO_INPUT_END && in->drop > 0) {
            /* after a seek past the end only decompressing shows how long the data is */
            tti_error_say(&in->error, TT_ERR_COMPRESSED_DATA,
                          "the file ends before the wanted place");
            in->error.offset = in->used;
            tti_host_input_finish(in, TT_IO_INPUT_FAILED);
        }
        if (piece->size > 0) {
            in->last = piece->size;
            return TT_IO_INPUT_PIECE;
        }
    }
    return in->result;
}

/* Gives the last piece once more, which is still in memory. Bytes of it that a seek dropped are not
 * given again. */
void tt_io_input_again(tt_io_input *in)
{
    in->again.data = in->piece.data + (in->piece.size - in->last);
    in->again.size = in->last;
    in->counts.given -= in->last;
}

const tt_io_error *tt_io_input_error(const tt_io_input *in)
{
    return &in->error;
}

void tti_io_input_follow(tt_io_input *in, bool follow)
{
    in->options.follow = follow && in->memory.data == NULL;
}

tt_io_input_counts tt_io_input_count(const tt_io_input *in)
{
    return in->counts;
}

const char *tti_io_input_codec(const tt_io_input *in)
{
    return in->codec == NULL ? "" : in->codec->name;
}

void tti_host_input_empty(tt_io_input *in)
{
    if (in->state != NULL && in->codec->reset != NULL) {
        free_spare(in);
        in->spare = in->state;
        in->spare_codec = in->codec;
    } else if (in->state != NULL) {
        in->codec->close(in->state);
    }
    in->state = NULL;
    tti_host_places_free(&in->places);
    if (in->owned) {
        close(in->fd);
    }
    in->owned = false;
}

void tt_io_input_close(tt_io_input *in)
{
    if (in != NULL) {
        tti_host_input_empty(in);
        free_spare(in);
        free(in);
    }
}
