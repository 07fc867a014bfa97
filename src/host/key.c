/* SPDX-License-Identifier: MIT
 *
 * Reads or makes a key, and never prints it.
 */
#include "teetape/io/key.h"
#include "host/error.h"

#include <string.h>

#include "host/inside.h"
#include "teetape/io/input.h"

/* Bytes of a random key. The anonymizer makes this many bytes of any key
 * (teetape/teehistorian_anonymize.h). */
#define RANDOM_SIZE 32

/* Bytes below which a key is weak: a computer can try all shorter keys. */
#define WEAK_SIZE 16

/* Reads a key until its buffer is full. A longer file fills the buffer, which makes the key too
 * long. */
static tt_io_input_status take_pieces(tt_io_key *key, tt_io_input *in)
{
    tt_io_input_status status = TT_IO_INPUT_PIECE;
    while (status == TT_IO_INPUT_PIECE && key->size < sizeof key->bytes) {
        tt_bytes piece;
        status = tt_io_input_next(in, &piece);
        size_t room = sizeof key->bytes - key->size, part = piece.size < room ? piece.size : room;
        if (part > 0) {
            memcpy(key->bytes + key->size, piece.data, part);
        }
        key->size += part;
    }
    return status;
}

static void drop_last(tt_io_key *key, char byte)
{
    key->size -= key->size > 0 && key->bytes[key->size - 1] == (uint8_t)byte;
}

/* Reads a key file as it is stored, because a key may look like compressed data. "-" is a file of
 * that name: stdin may be the recording. A line end is dropped: editors add one and `printf` does
 * not, and both should give the same pseudonyms. */
static bool read_file(tt_io_key *key, const char *path, tt_io_error *error)
{
    const tt_io_input_options as_stored = {.as_stored = true};
    tt_io_input *in = tt_io_input_open(strcmp(path, "-") == 0 ? "./-" : path, &as_stored, error);
    tt_io_input_status status = in != NULL ? take_pieces(key, in) : TT_IO_INPUT_FAILED;
    if (in != NULL) {
        *error = *tt_io_input_error(in);
        tt_io_input_close(in);
    }
    drop_last(key, '\n');
    drop_last(key, '\r');
    if (status == TT_IO_INPUT_STOPPED) {
        tti_error_say(error, TT_ERR_STOPPED, "%s", tt_status_text(TT_ERR_STOPPED));
    } else if (error->system != 0) { /* 0: the file became shorter while it was read */
        tt_io_error_system(error, error->system, "the key cannot be read");
    }
    tti_path_copy(error->path, path);
    return status != TT_IO_INPUT_FAILED && status != TT_IO_INPUT_STOPPED;
}

bool tt_io_key_get(tt_io_key *key, const char *text, const char *file, tt_io_error *error)
{
    const char *problem = NULL;
    memset(key, 0, sizeof *key);
    tti_error_clear(error);
    if (text != NULL && file != NULL) {
        problem = "`key` and `key_file` exclude each other";
    } else if (text != NULL) {
        key->size = strlen(text);
        memcpy(key->bytes, text, key->size < sizeof key->bytes ? key->size : sizeof key->bytes);
    } else if (file != NULL) {
        if (!read_file(key, file, error)) {
            return false;
        }
    } else if (tti_io_random(key->bytes, RANDOM_SIZE)) {
        key->size = RANDOM_SIZE;
        key->is_random = true;
    } else { /* a key that could be guessed is worse than none */
        return tti_error_say(error, TT_ERR_SYSTEM, "the system gives no random key");
    }
    if (problem == NULL && key->size == 0) {
        problem = "the key is empty";
    } else if (problem == NULL && key->size > TT_IO_KEY_MAX) {
        problem = "the key is too long: at most 4096 bytes are allowed";
    }
    tti_error_clear(error);
    return problem == NULL || tti_error_say(error, TT_ERR_ARGUMENT, "%s", problem);
}

bool tt_io_key_remark(const tt_io_key *key, tt_level *level, tt_io_error *what)
{
    *level = key->is_random ? TT_LEVEL_NOTE : TT_LEVEL_WARNING;
    if (key->is_random) {
        tti_error_say(what, TT_OK,
                      "the key is random and not kept: later runs cannot give the same "
                      "pseudonyms; `key_file` takes one that can");
    } else if (key->size < WEAK_SIZE) {
        tti_error_say(what, TT_OK, "a key of less than %d bytes can be found by trying", WEAK_SIZE);
    }
    return key->is_random || key->size < WEAK_SIZE;
}
