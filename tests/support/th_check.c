/* SPDX-License-Identifier: MIT
 *
 * The checks of a few records.
 */
#include "th_check.h"

#include "cm.h"

#define FLAGS (TH_LOG_EVENTS | TH_LOG_DECODED | TH_LOG_ISSUES)

/* Removes the first line that has `part` in it. */
static void remove_line(char *text, const char *part)
{
    char *at = strstr(text, part);
    if (at == NULL) {
        return;
    }
    char *end = strchr(at, '\n');
    while (at > text && at[-1] != '\n') {
        at--;
    }
    memmove(at, end + 1, strlen(end + 1) + 1);
}

void th_check_file(const th_make *file, unsigned flags, size_t scratch, const char *want)
{
    const size_t sizes[] = {SIZE_MAX, 1, 2, 3, 5, 17, 40, 1000, 4096};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        th_log log = th_log_of(file->data, file->size, FLAGS | flags, TH_PIECES(sizes[i]), scratch);
        th_log_compare(log.text, want, sizes[i] == SIZE_MAX ? "one piece" : "pieces");
        th_log_free(&log);
    }
}

static void check(const th_make *file, unsigned flags, th_split split, const char *want)
{
    th_log log = th_log_of(file->data, file->size, FLAGS | flags, split, 0);
    remove_line(log.text, "0 header\n");
    remove_line(log.text, " finish\n");
    remove_line(log.text, "TT_ERR_TH_AFTER_FINISH"); /* the issue, */
    remove_line(log.text, "TT_ERR_TH_AFTER_FINISH"); /* and without recovery the result */
    remove_line(log.text, "= TT_END");
    th_log_compare(log.text, want, (flags & TH_LOG_RECOVER) != 0 ? "with recovery" : "strictly");
    th_log_free(&log);
}

void th_check(const th_make *records, unsigned flags, const char *want)
{
    th_make file = {NULL, 0, 0};
    th_make_header(&file, 2, "");
    assert_int_equal(file.size, TH_FIRST);
    th_make_bytes(&file, records->data, records->size);
    th_make_int(&file, TH_FINISH);
    size_t size = file.size;
    check(&file, flags, TH_ONE_PIECE, want);
    for (size_t cut = 1; cut < size && size < 200; cut++) {
        check(&file, flags, (th_split){cut, 0, 0}, want);
    }
    check(&file, flags, TH_PIECES(1), want);
    /* Bytes after the records: with many of them, the fast paths take all records; with fewer, only
     * some. */
    for (int more = 1; more < 80; more++) {
        uint8_t any = (uint8_t)more;
        th_make_bytes(&file, &any, 1);
        check(&file, flags, TH_ONE_PIECE, want);
    }
    th_make_free(&file);
}
