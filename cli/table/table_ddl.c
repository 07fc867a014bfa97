/* SPDX-License-Identifier: MIT
 *
 * teetape table --ddl.
 */
#include "teetape/io/table_ddl.h"

#include <string.h>

#include "cli/shell/memory.h"
#include "cli/table/table.h"

static const char *const words[] = {"plain", "codecs", NULL};

/* NULL at the end of the words, and after it. */
const char *table_ddl_word(size_t index)
{
    return index < sizeof words / sizeof words[0] ? words[index] : NULL;
}

/* Memory is all that can fail. */
enum exit_status table_ddl(struct job *job, const tt_io_table_plan *plan,
                           const tt_io_reading *stage_of)
{
    const struct table_options *own = job->options;
    const tt_io_table_ddl_options how = {.has_codecs = strcmp(own->ddl, "codecs") == 0,
                                         .stage_of = stage_of};
    if (!tt_io_table_ddl(plan, &how, job->out, NULL)) {
        memory_tell(job->path);
        return EXIT_SYSTEM;
    }
    return EXIT_GOOD;
}
