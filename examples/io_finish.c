/* SPDX-License-Identifier: MIT
 *
 * Prints the first finish of a player in an archive: io_finish DATABASE PLAYER FOLDER...
 */
#include <stdio.h>
#include <teetape/io.h>

static bool on_answer(void *user, const tt_io_archive_answer *a)
{
    (void)user;
    printf("%.*s  tick %d  %.2f s\n", (int)a->file.size, (const char *)a->file.data, (int)a->tick,
           (double)a->value / TT_TICKS_PER_SECOND);
    return true;
}

/* Reports unreadable and damaged files. Threads of the scan call it. */
static void on_notice(void *user, const tt_io_archive_notice *notice)
{
    (void)user;
    fprintf(stderr, "%s: %s\n", notice->path != NULL ? notice->path : "archive", notice->sentence);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: io_finish DATABASE PLAYER FOLDER...\n");
        return 2;
    }
    tt_io_error error;
    tt_io_archive_counts counts;
    tt_io_archive_scan_options scan = {.paths = (const char *const *)argv + 3,
                                       .count = (size_t)argc - 3};
    tt_io_archive_query query;
    tt_io_archive_query_init(&query);
    query.player.name = argv[2];
    query.kinds = TT_FACT_BIT(TT_FACT_FINISH);
    query.limit = 1;
    tt_io_archive_options how = {.notice = on_notice};
    tt_io_archive *archive = tt_io_archive_open(argv[1], &how, &error);
    int good = archive != NULL && tt_io_archive_scan(archive, &scan, &counts, &error) &&
               tt_io_archive_search(archive, &query, on_answer, NULL, &error);
    tt_io_archive_close(archive);
    if (!good)
        fprintf(stderr, "%s: %s\n", error.path, error.text);
    return good && counts.failed == 0 ? 0 : 1;
}
