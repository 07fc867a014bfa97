/* SPDX-License-Identifier: MIT
 *
 * Prints the facts of a recording: io_facts FILE
 *
 * FILE is a teehistorian file or a demo, plain, .xz, .zst or .gz, or "-" for stdin.
 * examples/facts.c also prints the fields of facts.
 */
#include <stdio.h>
#include <teetape/io.h>
#include <teetape/teetape.h>

static void print_fact(const tt_io_reading *r, const tt_fact *fact)
{
    printf("%d %s", (int)fact->tick, tt_fact_type(fact->kind)->name);
    if (fact->cid >= 0)
        printf(" %s", tt_recording_session(r->rec, fact->cid).name);
    printf("\n");
}

static void on_issue(void *user, const tt_issue *issue)
{
    if (issue->level == TT_LEVEL_ERROR)
        fprintf(stderr, "%s: tick %d: %s\n", (char *)user, (int)issue->tick, issue->what);
}

int main(int argc, char **argv)
{
    char *path = argc > 1 ? argv[1] : "-";
    tt_io_reading r;
    tt_io_reading_options how = {.facts = TT_FACTS_ALL, .on_issue = on_issue, .user = path};
    how.wants = TT_WANT_FACTS;
    if (tt_io_reading_open(&r, path, &how))
        while (tt_io_reading_next(&r))
            print_fact(&r, r.item.fact);
    /* The file could not be read, or not to its end. TT_ERR_FORMAT is damage of the recording,
     * which on_issue has received. */
    if (r.error.status != TT_OK && r.error.status != TT_ERR_FORMAT)
        fprintf(stderr, "%s: %s\n", r.error.path, r.error.text);
    bool is_good = tt_io_reading_is_good(&r);
    tt_io_reading_close(&r);
    return is_good ? 0 : 1;
}
