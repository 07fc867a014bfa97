/* SPDX-License-Identifier: MIT
 *
 * Gets a key. It is never printed.
 */
#include "host/posix.h"

#include "cli/anonymize/key.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "cli/shell/message.h"
#include "teetape/io/error.h"
#include "teetape/io/fd.h"
#include "teetape/io/random.h"
#include "teetape/io/stop.h"

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

static const char *read_file(struct key *key, const char *path)
{
    tt_io_error error;
    int fd = tt_io_fd_open(path, O_RDONLY, 0);
    int failed = fd < 0 ? errno : tt_io_fd_read(fd, key->bytes, sizeof key->bytes, &key->size);
    key->failed = failed != 0;
    if (key->failed && !tt_io_stop_all_wanted()) {
        tt_io_error_system(&error, failed, "the key cannot be read");
        message_say(MESSAGE_ERROR, path, "%s", error.text);
    }
    if (fd >= 0) {
        tt_io_fd_close(fd);
    }
    if (key->size > 0 && key->bytes[key->size - 1] == '\n') {
        key->size--;
    }
    if (key->size > 0 && key->bytes[key->size - 1] == '\r') {
        key->size--;
    }
    return key->size > KEY_MAX ? "the key is too long: at most 4096 bytes are allowed" : NULL;
}

static void draw(struct key *key)
{
    key->size = RANDOM_SIZE;
    key->is_random = true;
    key->failed = !tt_io_random(key->bytes, RANDOM_SIZE);
    if (key->failed) {
        message_say(MESSAGE_ERROR, NULL, "the system gives no random key");
    }
}

const char *key_get(struct key *key, const char *text, const char *file, bool is_quiet)
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
    if (problem == NULL && !key->failed && !is_quiet) {
        if (key->is_random) {
            message_say(MESSAGE_NOTE, NULL,
                        "the key is random and not kept: later runs cannot give the same "
                        "pseudonyms; --key-file takes one that can");
        } else if (key->size < WEAK_SIZE) {
            message_say(MESSAGE_WARNING, NULL, "a key of less than %d bytes can be found by trying",
                        WEAK_SIZE);
        }
    }
    return problem;
}
