/* SPDX-License-Identifier: MIT
 *
 * Where the repaired recording goes, and why there is none.
 */
#include <inttypes.h>
#include <string.h>

#include "cli/repair/repair.h"
#include "cli/shell/issues.h"
#include "cli/shell/message.h"

void repair_fail(struct repair *r, enum exit_status status, const char *path, const char *text)
{
    message_say(MESSAGE_ERROR, path, "%s", text);
    r->status = status;
}

void repair_report_damage(struct repair *r, const tt_io_error *damage)
{
    if (r->damages++ == 0) {
        r->damage = *damage;
    }
    if (r->damages <= ISSUES_TOLD) {
        message_say(MESSAGE_WARNING, r->job->path, "byte %" PRIu64 " of the file: %s",
                    damage->offset, damage->text);
    }
}

bool repair_path(struct repair *r)
{
    const char *output = r->job->settings->output;
    bool is_good = false;
    r->status = EXIT_SYSTEM;
    if (!out_path_is_folder(output)) {
        is_good = out_path_copy(r->path, output);
    } else if (strcmp(r->job->path, "-") == 0) {
        repair_fail(r, EXIT_USAGE, output, "the output is a folder, and stdin has no name");
    } else if (out_path_in_folder(r->path, r->job, out_path_name(r->job->path))) {
        r->status = EXIT_USAGE;
        is_good = out_path_claim(r->path);
    }
    r->status = is_good ? EXIT_GOOD : r->status;
    return is_good;
}
