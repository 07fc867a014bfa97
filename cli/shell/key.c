/* SPDX-License-Identifier: MIT
 *
 * Gets a key, which is never printed: who has it can try names until a pseudonym comes out.
 */
#include "cli/shell/key.h"

#include <string.h>

#include "cli/shell/message.h"
#include "teetape/io/error.h"
#include "teetape/io/input.h"
#include "teetape/io/random.h"
#include "teetape/io/stop.h"

/* As many bytes as the anonymizer makes of any key (teetape/teehistorian_anonymize.h). */
#define RANDOM_SIZE 32

/* Below this, trying all keys is no work for a computer. */
#define WEAK_SIZE 16

static const char *take_text(struct key *key, const char *text)
{
    key->size = strlen(text);
    if (key->size > KEY_MAX) {
        return "the key is too long: at most 4096 bytes are allowed";
    }
    memcpy(key->bytes, text, key->size);
    return NULL;
}

/* Reads as much as there is room for: a longer file fills the room, and is too long by that. */
static tt_io_input_status take_pieces(struct key *key, tt_io_input *in)
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

/* A key may look like compressed data. "-" is a file of that name: stdin may be the recording. */
static void read_bytes(struct key *key, const char *path)
{
    const tt_io_input_options as_stored = {.as_stored = true};
    tt_io_error error;
    tt_io_input *in = tt_io_input_open(strcmp(path, "-") == 0 ? "./-" : path, &as_stored, &error);
    tt_io_input_status status = in != NULL ? take_pieces(key, in) : TT_IO_INPUT_FAILED;
    if (in != NULL) {
        error = *tt_io_input_error(in);
        tt_io_input_close(in);
    }
    key->failed = status == TT_IO_INPUT_FAILED || status == TT_IO_INPUT_STOPPED;
    if (key->failed && !tt_io_stop_all_wanted()) {
        if (error.system != 0) { /* else the file became shorter */
            tt_io_error_system(&error, error.system, "the key cannot be read");
        }
        message_say(MESSAGE_ERROR, path, "%s", error.text);
    }
}

/* Editors add a line end and `printf` does not: both should give the same pseudonyms. */
static const char *read_file(struct key *key, const char *path)
{
    read_bytes(key, path);
    if (key->size > 0 && key->bytes[key->size - 1] == '\n') {
        key->size--;
    }
    if (key->size > 0 && key->bytes[key->size - 1] == '\r') {
        key->size--;
    }
    return key->size > KEY_MAX ? "the key is too long: at most 4096 bytes are allowed" : NULL;
}

/* A key that could be guessed would be worse than none, so there is no other source. */
static void draw(struct key *key)
{
    key->size = RANDOM_SIZE;
    key->is_random = true;
    key->failed = !tt_io_random(key->bytes, RANDOM_SIZE);
    if (key->failed) {
        message_say(MESSAGE_ERROR, NULL, "the system gives no random key");
    }
}

const char *key_get(struct key *key, const char *text, const char *file)
{
    const char *problem = NULL;
    memset(key, 0, sizeof *key);
    if (text != NULL && file != NULL) {
        return "--key and --key-file exclude each other";
    }
    if (text != NULL) {
        problem = take_text(key, text);
    } else if (file != NULL) {
        problem = read_file(key, file);
    } else {
        draw(key);
    }
    if (problem == NULL && key->size == 0 && !key->failed) {
        problem = "the key is empty";
    }
    return problem;
}

/* A run that fails before it makes anything needs no note, so key_get gives none. */
void key_report(struct key *key)
{
    if (atomic_exchange(&key->is_reported, true)) {
        return;
    }
    if (key->is_random) {
        message_say(MESSAGE_NOTE, NULL,
                    "the key is random and not kept: later runs cannot give the same "
                    "pseudonyms; --key-file takes one that can");
    } else if (key->size < WEAK_SIZE) {
        message_say(MESSAGE_WARNING, NULL, "a key of less than %d bytes can be found by trying",
                    WEAK_SIZE);
    }
}
