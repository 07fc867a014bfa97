/* SPDX-License-Identifier: MIT
 *
 * Anonymizes recordings in memory, as the command does it.
 */
#include "th_anonymize.h"

#include <stdlib.h>

#include "cm.h"
#include "th_log.h"

static int put(void *user, tt_bytes piece)
{
    th_make_bytes(user, piece.data, piece.size);
    return 0;
}

th_anonymized th_anonymize(const th_make *file, const char *key, int keep_time)
{
    th_anonymized result = {{NULL, 0, 0}, 0, 0, 0, 0};
    uint8_t *scratch = malloc(TT_TH_SCRATCH), buffer[300]; /* a small buffer, which gives several
                                                              pieces and long records */
    tt_world *world = malloc(sizeof *world);
    tt_th_writer *writer = malloc(sizeof *writer);
    tt_th_anonymizer *a = malloc(sizeof *a);
    tt_th th;
    tt_th_event event;
    tt_status status;
    assert_true(scratch != NULL && world != NULL && writer != NULL && a != NULL);
    assert_int_equal(tt_th_init(&th, world, scratch, TT_TH_SCRATCH), TT_OK);
    tt_th_set(&th, &(tt_th_options){.recover = true});
    assert_int_equal(tt_th_writer_init(writer, buffer, sizeof buffer, put, &result.file), TT_OK);
    tt_th_anonymizer_init(a, writer, tt_bytes_of(key),
                          &(tt_th_anonymizer_options){.keeps_time = keep_time != 0});
    tt_th_feed(&th, file->data, file->size);
    tt_th_feed(&th, NULL, 0);
    while ((status = tt_th_next(&th, &event)) == TT_OK) {
        status = event.kind == TT_TH_HEADER ? tt_th_anonymize_header(a, tt_th_look(&th).header)
                                            : tt_th_anonymize_event(a, &event);
        assert_int_equal(status, TT_OK);
    }
    assert_int_equal(tt_th_write_flush(writer), TT_OK);
    assert_int_equal(tt_th_writer_size(writer), result.file.size);
    result.kept = tt_th_anonymizer_look(a).kept;
    result.changed = tt_th_anonymizer_look(a).changed;
    result.removed = tt_th_anonymizer_look(a).removed;
    result.refused = tt_th_anonymizer_look(a).refused;
    free(a);
    free(writer);
    free(world);
    free(scratch);
    return result;
}

char *th_anonymize_text(const th_make *records)
{
    th_make file = {NULL, 0, 0};
    th_make_header(&file, 2, "");
    th_make_bytes(&file, records->data, records->size);
    th_make_int(&file, TH_FINISH);
    th_anonymized out = th_anonymize(&file, "key", 0);
    unsigned flags = TH_LOG_EVENTS | TH_LOG_DECODED | TH_LOG_ERRORS;
    th_log log = th_log_of(out.file.data, out.file.size, flags, TH_ONE_PIECE, 0);
    char *text = log.text;
    log.text = NULL;
    assert_int_equal(log.status, TT_END);
    th_log_free(&log);
    th_make_free(&out.file);
    th_make_free(&file);
    return text;
}

void th_anonymize_check(const th_make *records, const char *want)
{
    char *text = th_anonymize_text(records);
    th_log_compare(text, want, "anonymized");
    free(text);
}

int th_has(const th_make *file, const void *bytes, size_t size)
{
    for (size_t i = 0; i + size <= file->size; i++) {
        if (memcmp(file->data + i, bytes, size) == 0) {
            return 1;
        }
    }
    return 0;
}
