/* SPDX-License-Identifier: MIT
 *
 * Reports what is secret in commands of the console, and in headers of teehistorian files.
 *
 * A teehistorian file has the commands with their arguments, and a header with settings and
 * tunings.
 */
#include "teetape/secret.h"

#include "msg/command.h"
#include "msg/secret_text.h"
#include "schema/fields.h"

/* What a header has. A key whose value is no container must not have one. */
struct key {
    const char *name;
    int is_container;
};

enum { IS_TEXT = 0, IS_INT = 0, IS_UUID = 0, IS_SHA256 = 0, IS_CRC = 0, IS_TIME = 0 };
enum { IS_OBJECT = 1, IS_ARRAY = 1 };

/* Keys of the game's own header. Settings and tunings are inside of containers, and are asked for
 * by tt_secret_setting. */
static const struct key keys[] = {
#define TT_TH_KEY(name, type, since, doc) {#name, IS_##type},
#include "teetape/schema/th_header.def"
};

/* Whether all arguments are numbers. `args` is a copy: the caller's strings remain. */
static int are_numbers(tt_texts args)
{
    while (args.count > 0) {
        if (!tti_text_is_number(tt_texts_next(&args))) {
            return 0;
        }
    }
    return 1;
}

/* In a command line an argument may be the name of a command and the next ones its arguments: then
 * a name at the end of a text counts, if more follows. */
static int one_is_secret(tt_texts args, tti_text kind)
{
    while (args.count > 0) {
        tt_bytes arg = tt_texts_next(&args);
        if (tti_text_is_secret(arg, kind, kind == TTI_TEXT_LINE && args.count > 0)) {
            return 1;
        }
    }
    return 0;
}

/* SECRET and PRIVATE, which hide whatever their arguments are. */
int tt_secret_command(tt_bytes name)
{
    return tti_command_hiding(name) != TTI_COMMAND_UNKNOWN;
}

/* '+' begins names of keys, as in +fire. */
int tt_secret_command_name(tt_bytes name)
{
    for (size_t i = 0; i < name.size; i++) {
        if (!tti_command_byte(name.data[i]) && name.data[i] != '+' && name.data[i] != '-') {
            return 1;
        }
    }
    return 0;
}

/* As is_secret_command, where the console has split the line already. */
int tt_secret_args(tt_bytes name, tt_texts args)
{
    if (args.count <= 0) {
        return 0;
    }
    switch (tti_command_of(name)) {
    case TTI_COMMAND_OPEN:
        return one_is_secret(args, TTI_TEXT_ARGS);
    case TTI_COMMAND_NESTED:
        return one_is_secret(args, TTI_TEXT_LINE);
    case TTI_COMMAND_NUMBER:
        return !are_numbers(args);
    case TTI_COMMAND_UNKNOWN:
        return !are_numbers(args) || tti_command_suspicious(name) || tt_secret_command_name(name);
    default:
        return 1;
    }
}

/* A setting has one value, in which a command may be named. */
int tt_secret_setting(tt_bytes name, tt_bytes value)
{
    switch (tti_command_of(name)) {
    case TTI_COMMAND_OPEN:
    case TTI_COMMAND_NESTED:
        return tti_text_is_secret(value, TTI_TEXT_ARGS, 0);
    case TTI_COMMAND_NUMBER:
        return !tti_text_is_number(value);
    case TTI_COMMAND_UNKNOWN:
        return !tti_text_is_number(value) || tti_command_suspicious(name);
    default:
        return 1;
    }
}

/* A key that is not listed is of a mod: its value is asked for as that of a setting, and must be a
 * number. */
int tt_secret_header(tt_bytes key, tt_bytes value)
{
    for (size_t i = 0; i < TTI_COUNT(keys); i++) {
        if (tt_bytes_equal(key, tt_bytes_of(keys[i].name))) {
            return keys[i].is_container; /* this is none */
        }
    }
    return !tti_text_is_number(value) || tt_secret_setting(key, value);
}
