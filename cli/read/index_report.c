/* SPDX-License-Identifier: MIT
 *
 * Reports why the index of a recording is not used.
 */
#include "cli/read/index_report.h"

#include <stdlib.h>

#include "cli/shell/message.h"

static const char again[] = "teetape index makes a new one";

/* All of them are warnings but one: that a recording has grown is what happens to one that a server
 * still writes, and the index was right. */
static void report(const char *path, tt_io_index_status status, const tt_io_error *error)
{
    switch (status) {
    case TT_IO_INDEX_OLD:
        message_say(MESSAGE_WARNING, path, "an index of an older version, and not used; %s", again);
        break;
    case TT_IO_INDEX_DAMAGED:
        message_say(MESSAGE_WARNING, path,
                    "no index of this version, or a damaged one, and not used; %s", again);
        break;
    case TT_IO_INDEX_NO_FILE:
        message_say(MESSAGE_WARNING, path, "not a regular file, so no index; not used");
        break;
    case TT_IO_INDEX_OTHER:
        message_say(MESSAGE_WARNING, path,
                    "of another recording, or the recording was changed; not used; %s", again);
        break;
    case TT_IO_INDEX_DIFFERS:
        message_say(MESSAGE_WARNING, path,
                    "does not agree with the recording: it is damaged, or the recording was "
                    "changed; %s",
                    again);
        break;
    case TT_IO_INDEX_GREW:
        message_say(MESSAGE_NOTE, path,
                    "the recording has grown since it was indexed; not used; teetape index makes "
                    "it longer");
        break;
    case TT_IO_INDEX_SYSTEM:
        message_say(MESSAGE_WARNING, path, "%s; not used", error->text);
        break;
    default:
        break;
    }
}

/* Without memory for the name of the index the recording is named in its place: the sentence is
 * what counts. */
void index_report(const char *recording, const char *folder, tt_io_index_status status,
                  const tt_io_error *error)
{
    tt_io_error unknown;
    char *path = tt_io_index_path(recording, folder, &unknown);
    report(path != NULL ? path : recording, status, error);
    free(path);
}
