/* SPDX-License-Identifier: MIT
 *
 * Anonymizing any recording. Whatever is wrong with it: the result can be read strictly and without
 * a warning but for moves by (0, 0), which are kept, and the marker that the seeds have in their
 * names is nowhere in it. Anonymizing it again leaves nothing out.
 */
#include <string.h>

#include "must.h"
#include "mutate.h"
#include "out.h"
#include "teetape/teehistorian_anonymize.h"

/* No series of ints in their shortest form has these bytes: at most four in a row have the highest
 * bit. So it can only come from a text. */
static const uint8_t marker[8] = {0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xab, 0xac};

typedef struct outcome {
    out_block out;
    uint64_t records, left_out, refused;
    int has_header, may_have_marker;
} outcome;

/* All that one run needs. */
typedef struct run {
    tt_world world;
    tt_th th;
    tt_th_writer writer;
    tt_th_anonymizer anonymizer;
    uint8_t scratch[TT_TH_SCRATCH], buffer[TT_TH_WRITE_MIN];
} run;

static int has_marker(tt_bytes bytes)
{
    for (size_t i = 0; i + sizeof marker <= bytes.size; i++) {
        if (memcmp(bytes.data + i, marker, sizeof marker) == 0) {
            return 1;
        }
    }
    return 0;
}

static void on_issue(void *user, const tt_issue *issue)
{
    (void)user;
    MUST(issue->level == TT_LEVEL_NOTE || issue->status == TT_WARN_TH_STILL);
}

static outcome anonymize(const uint8_t *data, size_t size, int is_strict, const char *key)
{
    run *r = malloc(sizeof *r);
    outcome result = {{NULL, 0, 0, 0}, 0, 0, 0, 0, 0};
    tt_th_event event;
    tt_status status;
    MUST(r != NULL);
    MUST(tt_th_init(&r->th, &r->world, r->scratch, sizeof r->scratch) == TT_OK);
    MUST(tt_th_writer_init(&r->writer, r->buffer, sizeof r->buffer, out_put, &result.out) == TT_OK);
    tt_th_anonymizer_init(&r->anonymizer, &r->writer, tt_bytes_of(key),
                          &(tt_th_anonymizer_options){.keeps_time = key[0] == 'b'});
    tt_th_set(&r->th,
              &(tt_th_options){.recover = !is_strict, .on_issue = is_strict ? on_issue : NULL});
    tt_th_feed(&r->th, data, size);
    tt_th_feed(&r->th, NULL, 0);
    while ((status = tt_th_next(&r->th, &event)) == TT_OK) {
        if (event.kind == TT_TH_HEADER) {
            result.has_header = 1;
            result.may_have_marker =
                has_marker(tt_th_look(&r->th).header->map_name); /* which is kept */
            MUST(tt_th_anonymize_header(&r->anonymizer, tt_th_look(&r->th).header) == TT_OK);
        } else {
            MUST(tt_th_anonymize_event(&r->anonymizer, &event) == TT_OK);
            result.records++;
        }
    }
    MUST(!is_strict || status == TT_END);
    MUST(tt_th_write_flush(&r->writer) == TT_OK);
    const tt_th_anonymizer_view done = tt_th_anonymizer_look(&r->anonymizer);
    result.left_out = done.removed + done.refused;
    result.refused = done.refused;
    MUST(done.kept + done.changed + result.left_out == result.records);
    free(r);
    return result;
}

MUTATE(mutate_teehistorian, 0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    outcome once = anonymize(data, size, 0, "a");
    if (once.has_header) {
        MUST(once.may_have_marker || !has_marker(out_bytes(&once.out)));
        outcome twice = anonymize(once.out.data, once.out.size, 1, "b");
        /* Without a JOINVER that was an error, a message can become one of unknown kind. */
        MUST(once.refused != 0 || twice.left_out == 0);
        /* Skips can have been added for those of errors that were left out. */
        MUST(twice.records >= once.records - once.left_out);
        out_free(&twice.out);
    }
    out_free(&once.out);
    return 0;
}
