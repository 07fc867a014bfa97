/* SPDX-License-Identifier: MIT
 *
 * What the files of spans do for each other, and for the jobs.
 */
#ifndef SPANS_INSIDE_H
#define SPANS_INSIDE_H

#include "spans/spans.h"

void tti_people_init(tt_io_people *p, const tt_io_texts *texts);
void tti_people_close(tt_io_people *p);
bool tti_people_have_names(const tt_io_people *p);
void tti_people_take(tt_io_people *p, const tt_fact *fact);
void tti_people_choose(tt_io_people *p, uint64_t session);

/* find.c: reports whom the recording, as far as it was read, lacks. *error is the last sentence;
 * those before it went to on_say. */
bool tti_spans_have_all(const tt_io_spans *spans, const char *path,
                        const tt_io_spans_options *options, tt_io_error *error);

/* Warns of names that a pipe has not shown before the span ended. */
void tti_spans_warn_unseen(const tt_io_spans *spans, const char *path,
                           const tt_io_spans_options *options);

void tti_spans_read_damage(const char *path, const tt_io_spans_options *options);

/* survey.c: the option `reading`, or its default; a lack of memory; names that are complete only at
 * the end of the recording. */
const tt_io_reading_options *tti_spans_reading(const tt_io_spans_options *options);
bool tti_spans_no_memory(const tt_io_spans *spans);
bool tti_spans_have_names(const tt_io_spans *spans, const tt_io_spans_options *options);

bool tti_spans_survey(tt_io_spans *spans, tt_io_reading *r, const char *path,
                      const tt_io_spans_options *options, tt_io_input *input);

void tti_spans_add(tt_io_spans *spans, tt_io_span_list *list, const tt_io_span *span);
void tti_spans_select(tt_io_spans *spans, const tt_io_spans_options *options);

void tti_span_around(tt_io_span *span, const char *before, const char *after);

bool tti_span_says(tt_io_span *span, const tt_fact *fact, const char *text);

/* The one finish or line that is meant; `number` 0: none was chosen. NULL when there is none or
 * several. */
const tt_io_span *tti_spans_choose(const tt_io_spans *spans, const tt_io_reading *r,
                                   const char *path, const tt_io_spans_options *options,
                                   int64_t number, tt_io_error *error);

static inline void tti_spans_say(const tt_io_spans_options *options, tt_level level,
                                 tt_io_error *what, const char *path)
{
    tt_io_error_of(what, path);
    if (options->on_say != NULL) {
        options->on_say(options->user, level, what);
    }
}

#endif
