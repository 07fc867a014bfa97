/* SPDX-License-Identifier: MIT
 *
 * What the files of spans do for each other, and for the jobs.
 */
#ifndef SPANS_INSIDE_H
#define SPANS_INSIDE_H

#include "teetape/io/spans.h"

/* people.c */
void tti_people_init(tt_io_people *p, const tt_io_texts *texts);
void tti_people_close(tt_io_people *p);
bool tti_people_have_names(const tt_io_people *p);
void tti_people_take(tt_io_people *p, const tt_fact *fact);
void tti_people_choose(tt_io_people *p, uint64_t session);

/* find.c: says whom the recording, as far as it was read, does not have, and who must be in it.
 * False when there is one: *error is the last sentence, and those before it went to on_say. */
bool tti_spans_have_all(const tt_io_spans *spans, const char *path,
                        const tt_io_spans_options *options, tt_io_error *error);

/* Warns of those who were not there before the span ended, of a recording that cannot be read
 * twice: whether they come later is not known. */
void tti_spans_warn_unseen(const tt_io_spans *spans, const char *path,
                           const tt_io_spans_options *options);

/* Reads the recording once more into `again` of the options, whose callbacks take what is damaged.
 */
void tti_spans_read_damage(const char *path, const tt_io_spans_options *options);

/* survey.c: the option `reading`, or its default; whether memory was missing for any part of it;
 * whether who is meant, or is missing, is known only at the end of the recording. */
const tt_io_reading_options *tti_spans_reading(const tt_io_spans_options *options);
bool tti_spans_no_memory(const tt_io_spans *spans);
bool tti_spans_have_names(const tt_io_spans *spans, const tt_io_spans_options *options);

/* The pass, which leaves `r` open. False without memory for it. */
bool tti_spans_survey(tt_io_spans *spans, tt_io_reading *r, const char *path,
                      const tt_io_spans_options *options, tt_io_input *input);

/* list.c */
void tti_spans_add(tt_io_spans *spans, tt_io_span_list *list, const tt_io_span *span);
void tti_spans_select(tt_io_spans *spans, const tt_io_spans_options *options);

/* Gives a finish or a line its span: from the start of the run, with what is given around it. */
void tti_span_around(tt_io_span *span, const char *before, const char *after);

/* The text of a line that is shown, if it has `text` in it. */
bool tti_span_says(tt_io_span *span, const tt_fact *fact, const char *text);

/* Of finishes or lines the one that is meant; `number` is 0 when none was chosen. NULL when there
 * is none, or there are several: *error is the last sentence, and those before it went to on_say.
 */
const tt_io_span *tti_spans_choose(const tt_io_spans *spans, const tt_io_reading *r,
                                   const char *path, const tt_io_spans_options *options,
                                   int64_t number, tt_io_error *error);

/* Hands a sentence to on_say. */
static inline void tti_spans_say(const tt_io_spans_options *options, tt_level level,
                                 tt_io_error *what, const char *path)
{
    tt_io_error_of(what, path);
    if (options->on_say != NULL) {
        options->on_say(options->user, level, what);
    }
}

#endif
