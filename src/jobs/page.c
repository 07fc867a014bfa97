/* SPDX-License-Identifier: MIT
 *
 * A page is the program that plays (page_parts.h) with recordings and maps in it as blocks of data:
 * head, title, middle, blocks, tail.
 */
#include "jobs/page.h"

#include <stdlib.h>
#include <string.h>

#include "jobs/page_parts.h"

const char *tt_io_page_check(const tt_io_page_options *o)
{
    if (!o->anonymize && (o->key != NULL || o->key_file != NULL)) {
        return "`key` and `key_file` go with `anonymize`";
    }
    return o->anonymize && o->show_secrets ? "`anonymize` and `show_secrets` exclude each other"
                                           : NULL;
}

static void put_part(struct tti_page *p, const unsigned char *part, unsigned long size)
{
    tt_io_output_bytes(p->out, (tt_bytes){part, size});
}

static bool is_good_output(struct tti_page *p, const char *const *paths, size_t count)
{
    const tt_io_page_options *o = &p->options;
    tt_io_error error;
    bool is_good = tti_output_is_good(o->output, NULL, o->key_file, &error);
    for (size_t i = 0; i < count && is_good; i++) {
        is_good = tti_output_is_good(o->output, paths[i], o->map, &error);
    }
    return is_good || tti_job_fail_with(&p->voice, &error, o->output);
}

/* The page has at most the permissions of its recordings, as it may have their secrets. Half a page
 * is no use on stdout either. */
static bool open_output(struct tti_page *p, const char *const *paths, size_t count)
{
    const tt_io_page_options *o = &p->options;
    unsigned rights = tt_io_file_rights(count > 0 ? paths[0] : "");
    tt_io_error error;
    for (size_t i = 1; i < count; i++) {
        rights &= tt_io_file_rights(paths[i]);
    }
    const tt_io_file_options how = {
        .replace = o->force, .patches = true, .mode = o->show_secrets ? rights | 0400 : 0};
    p->file = tt_io_file_open(o->output, &how, &error);
    if (p->file == NULL) {
        tti_output_failed(&error, o->output);
        return tti_job_fail_with(&p->voice, &error, NULL);
    }
    p->out = tt_io_file_out(p->file);
    return true;
}

bool tt_io_page_open(tt_io_page *page, const char *const *paths, size_t count,
                     const tt_io_page_options *options)
{
    const char *problem = tt_io_page_check(options);
    struct job_voice voice = {&page->error, options->on_say, options->user};
    *page = (tt_io_page){.output = options->output};
    if (tti_page_head_size == 0) {
        return tti_job_fail(&voice, TT_ERR_UNSUPPORTED, NULL,
                            "this build has no page: clang and wasm-ld were missing when it was "
                            "made");
    }
    if (problem != NULL) {
        return tti_job_fail(&voice, TT_ERR_ARGUMENT, NULL, "%s", problem);
    }
    struct tti_page *p = calloc(1, sizeof *p + (count + 1) * sizeof *p->maps);
    if (p == NULL) {
        return tti_job_fail(&voice, TT_ERR_SYSTEM, NULL, "there is not enough memory");
    }
    page->inside = p;
    p->options = *options;
    p->voice = voice;
    if (!is_good_output(p, paths, count) || !open_output(p, paths, count)) {
        return false;
    }
    put_part(p, tti_page_head, tti_page_head_size);
    bool is_good = tti_page_text(p, options->title != NULL ? options->title : "teetape");
    put_part(p, tti_page_middle, tti_page_middle_size);
    return is_good;
}

void tt_io_page_ask(tt_io_reading_options *how)
{
    how->no_index = true;
    how->wants = TT_WANT_RECORDS;
    how->wants_map = true;
}

bool tt_io_page_add(tt_io_page *page, tt_io_reading *r, const char *path)
{
    struct tti_page *p = page->inside;
    p->r = r;
    p->path = path;
    bool is_good = tti_page_recording(p);
    page->recordings = p->recordings;
    tt_io_reading_stop(r);
    return is_good && !tti_job_is_ended(r, p->options.stop);
}

static void say_key(struct tti_page *p)
{
    tt_level level;
    tt_io_error what;
    if (p->options.anonymize && p->recordings != 0 &&
        tt_io_key_remark(p->options.made_key, &level, &what)) {
        tti_job_say(&p->voice, level, &what);
    }
}

/* An output that failed is reported, whatever failed after it. */
bool tt_io_page_end(tt_io_page *page, bool is_wanted)
{
    struct tti_page *p = page->inside;
    tt_io_file *file = p->file;
    tt_io_error error;
    put_part(p, tti_page_tail, tti_page_tail_size);
    p->file = NULL;
    if (!is_wanted && tt_io_output_error(p->out) == 0) {
        tt_io_file_discard(file);
        return false;
    }
    say_key(p);
    page->bytes = tt_io_output_count(p->out);
    page->is_made = tt_io_file_commit(file, &error);
    if (!page->is_made) {
        tti_output_failed(&error, page->output);
        tti_job_fail_with(&p->voice, &error, NULL);
    }
    return page->is_made;
}

void tt_io_page_close(tt_io_page *page)
{
    if (page->inside != NULL && page->inside->file != NULL) {
        tt_io_file_discard(page->inside->file);
    }
    free(page->inside);
    page->inside = NULL;
}
