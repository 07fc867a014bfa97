/* SPDX-License-Identifier: MIT
 *
 * Prints how long each tee of a recording lived and held its hook key: io_table FILE
 *
 * Uses the columns cid and hook of the table `ticks`, which are the same for teehistorian files and
 * demos.
 */
#include <stdio.h>
#include <teetape/io/table.h>

/* Ticks with a tee, and ticks with the hook key held, by client id. */
static unsigned long lived[TT_CIDS], hooked[TT_CIDS];

/* Reports damage of the recording. */
static void on_issue(void *user, const tt_issue *issue)
{
    if (issue->level == TT_LEVEL_ERROR)
        fprintf(stderr, "%s: %s\n", (const char *)user, issue->what);
}

/* schema/tables.def gives the types of the columns. A row without known keys has no value for
 * `hook`, which is then 0. */
static void look(const tt_io_batch *batch)
{
    const int8_t *cid = batch->column[0].values;
    const uint8_t *hook = batch->column[1].values;
    for (size_t row = 0; row < batch->rows; row++) {
        lived[cid[row]]++;
        hooked[cid[row]] += hook[row];
    }
}

int main(int argc, char **argv)
{
    tt_io_table_options want = {.kind = TT_TABLE_TICKS, .columns = "cid,hook"};
    tt_io_reading_options how = {.on_issue = on_issue, .user = argv[1]};
    tt_io_table_plan plan;
    tt_io_reading r;
    tt_io_batch batch;
    tt_io_error error = {.status = TT_OK};
    if (argc != 2) {
        fprintf(stderr, "usage: io_table FILE\n");
        return 2;
    }
    if (!tt_io_table_plan_init(&plan, &want, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    tt_io_table_ask(&plan, &how);
    tt_io_table *table =
        tt_io_reading_open(&r, argv[1], &how) ? tt_io_table_open(&plan, &r, &error) : NULL;
    while (table != NULL && tt_io_table_next(table, &batch))
        look(&batch);
    for (int cid = 0; cid < TT_CIDS; cid++)
        if (lived[cid] != 0)
            printf("client %d: %lu ticks, %lu with the hook key\n", cid, lived[cid], hooked[cid]);
    /* on_issue has received the damage of TT_ERR_FORMAT. */
    if (error.status == TT_OK && r.error.status != TT_ERR_FORMAT)
        error = r.error;
    if (error.status != TT_OK)
        fprintf(stderr, "%s: %s\n", argv[1], error.text);
    bool is_good = table != NULL && tt_io_reading_is_good(&r);
    tt_io_table_close(table);
    tt_io_reading_close(&r);
    return is_good ? 0 : 1;
}
