/* SPDX-License-Identifier: MIT
 *
 * Starts no programs: Windows has no posix_spawn(3).
 */
#include "host/posix.h"

#include "host/spawn.h"

#include "host/error.h"

bool tti_program_start(struct tti_program *program, const char *const *arguments,
                       tt_io_error *error)
{
    *program = (struct tti_program){.name = arguments[0]};
    return tti_error_say(error, TT_ERR_UNSUPPORTED, "%s cannot be started by this build",
                         arguments[0]);
}

bool tti_program_end(struct tti_program *program, tt_io_error *error)
{
    (void)program;
    (void)error;
    return true;
}
