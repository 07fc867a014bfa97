/* SPDX-License-Identifier: MIT
 *
 * Results, as JSON objects on standard output.
 */
#include "tool.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define TEXT_MAX 1024 /* more of a text is not shown */

static void put_string(tt_io_output *out, tt_bytes text)
{
    uint8_t space[TT_JSON_STRING_BOUND(TEXT_MAX)];
    tt_packer p = tt_packer_of(space, sizeof space);
    text.size = text.size < TEXT_MAX ? text.size : TEXT_MAX;
    tt_pack_json_string(&p, text);
    tt_io_output_bytes(out, tt_packer_bytes(&p));
}

static void put_key(tt_io_output *out, const char *key)
{
    tt_io_output_text(out, ",\"");
    tt_io_output_text(out, key);
    tt_io_output_text(out, "\":");
}

void tool_begin(tt_io_output *out, tt_bytes file)
{
    tt_io_output_text(out, "{\"file\":");
    put_string(out, file);
}

void tool_int(tt_io_output *out, const char *key, int64_t value)
{
    put_key(out, key);
    tt_io_output_int(out, value);
}

void tool_text(tt_io_output *out, const char *key, tt_bytes text)
{
    put_key(out, key);
    if (text.data == NULL) {
        tt_io_output_text(out, "null");
    } else {
        put_string(out, text);
    }
}

void tool_end(tt_io_output *out)
{
    tt_io_output_text(out, "}\n");
}

void tool_out_open(tt_io_output *out)
{
    tt_io_output_open_fd(out, 1, true);
}

void tool_out_close(tt_io_output *out)
{
    int failed = tt_io_output_close(out);
    if (failed != 0 && failed != EPIPE) {
        tt_io_error error;
        tt_io_error_system(&error, failed, "cannot be written");
        snprintf(error.path, sizeof error.path, "standard output");
        tool_say(&error);
    }
}
