/* SPDX-License-Identifier: MIT
 *
 * Where the repaired recording goes, and why there is none.
 */
#include <string.h>

#include "cli/repair/repair.h"
#include "cli/shell/issues.h"
#include "cli/shell/message.h"

/* The last status counts: after this there is no output. */
void repair_fail(struct repair *r, enum exit_status status, const char *path, const char *text)
{
    message_say(MESSAGE_ERROR, path, "%s", text);
    r->status = status;
}

/* The first place is kept for the object, ISSUES_TOLD of them are reported. */
void repair_report_damage(struct repair *r, const tt_io_error *damage)
{
    char text[TT_IO_ERROR_TEXT];
    if (r->damages++ == 0) {
        r->damage = *damage;
    }
    if (r->damages <= ISSUES_TOLD) {
        message_say(MESSAGE_WARNING, r->job->path, "%s", tt_io_error_text(text, damage));
    }
}

/* In a folder the output has the name of the input, which stdin does not have. */
bool repair_path(struct repair *r)
{
    enum exit_status status;
    if (strcmp(r->job->path, "-") == 0 && out_path_is_folder(r->job->settings->output)) {
        repair_fail(r, EXIT_USAGE, r->job->settings->output,
                    "the output is a folder, and stdin has no name");
        return false;
    }
    bool is_good = out_path_of_job(r->path, r->job, out_path_name(r->job->path), &status);
    r->status = is_good ? EXIT_GOOD : status;
    return is_good;
}
