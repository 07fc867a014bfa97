/* SPDX-License-Identifier: MIT
 *
 * Makes a page: the player program, and recordings and maps as blocks of data. Its order is head,
 * title, middle, blocks, tail.
 *
 * Each recording is an element. Its map precedes it, unless the map is embedded or already in the
 * page: the browser cannot search for a map.
 */
#include "jobs/page.h"
#include "host/map.h"
#include "reading/inside.h"
#include "reading/replay.h"
#include "wire/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/inside.h"

/* Returns true for a teehistorian file, unless its inputs are wanted. */
static bool becomes_demo(const struct tti_page *p)
{
    return !p->options.keep_inputs && tt_recording_demo_header(p->r->rec) == NULL;
}

static bool is_there(const struct tti_page *p, const tt_sha256 *sum)
{
    for (size_t i = 0; i < p->map_count; i++) {
        if (memcmp(&p->maps[i], sum, sizeof *sum) == 0) {
            return true;
        }
    }
    return false;
}

/* Writes the map of a recording. Recordings on the same map share its block. The page plays
 * without a map, too. A map that the user names is always added, because the embedded one may be
 * damaged. */
static bool add_map(struct tti_page *p, tti_map_found *found, char id[TTI_SHA256_SIZE * 2 + 8])
{
    const tt_io_map_ask ask = {.file = p->options.map,
                               .without = becomes_demo(p)
                                              ? ", so the page has neither map nor hooks, and "
                                                "shows keys also while a tee is frozen"
                                              : ", so the page has none",
                               .stop = p->options.stop,
                               .on_say = tti_job_say,
                               .user = &p->voice};
    struct page_block block;
    id[0] = 0;
    bool is_good = tti_io_map_of(found, p->r, p->path, &ask);
    tti_job_tell_cut(&p->voice, p->r, p->path);
    if (found->path == NULL) {
        return is_good;
    }
    char *at = id + sprintf(id, "map-");
    for (size_t i = 0; i < TTI_SHA256_SIZE; i++) {
        at += sprintf(at, "%02x", found->map.sha256.bytes[i]);
    }
    if (!is_there(p, &found->map.sha256)) {
        p->maps[p->map_count++] = found->map.sha256;
        tt_io_output_text(p->out, "<script type=\"application/octet-stream+base64\" id=\"");
        tt_io_output_text(p->out, id);
        tt_io_output_text(p->out, "\"");
        is_good = tti_page_block_begin(p, &block);
        if (is_good) {
            tti_page_block_put(&block, found->map.bytes);
            tti_page_block_end(&block);
        }
    }
    return is_good;
}

/* Writes the recording's name. In an anonymized page it is a number, because a file name may
 * contain names of players. */
static bool put_name(struct tti_page *p)
{
    const char *slash = strrchr(p->path, '/');
    char name[256];
    if (p->options.anonymize || strcmp(p->path, "-") == 0) {
        snprintf(name, sizeof name, "recording %u", (unsigned)p->recordings + 1);
    } else {
        snprintf(name, sizeof name, "%s", slash != NULL ? slash + 1 : p->path);
        const tt_io_compressor *kind = tt_io_compressor_of(name);
        if (kind != NULL) {
            name[strlen(name) - strlen(kind->ending)] = 0;
        }
    }
    return tti_page_text(p, name);
}

/* Tells the user that the page has inputs, which others could learn from or play again. */
static void tell_inputs(struct tti_page *p)
{
    tti_job_tell(&p->voice, TT_LEVEL_NOTE, p->path,
                 "the page holds inputs: who gets it can read what players pressed");
}

/* Writes tick and client id of each input that counted late, "3447:1 3448:0", because the browser
 * computes the game and cannot look for them. */
static bool put_hints(struct tti_page *p, tt_bytes map)
{
    tti_hints hints;
    tt_io_error error;
    bool is_good = tti_reading_hints(&hints, p->r, map, INT64_MAX, &error);
    for (size_t i = 0; i < hints.count; i++) {
        tt_io_output_text(p->out, i == 0 ? " data-late=\"" : " ");
        tt_io_output_int(p->out, hints.list[i].tick);
        tt_io_output_text(p->out, ":");
        tt_io_output_int(p->out, hints.list[i].cid);
    }
    tt_io_output_text(p->out, hints.count != 0 ? "\"" : "");
    tti_hints_free(&hints);
    return is_good || tt_io_stop_wanted(p->options.stop) ||
           tti_job_fail_with(&p->voice, &error, p->path);
}

/* Writes title and moment of a recording, after its name. */
static bool put_look(struct tti_page *p, const struct page_look *look)
{
    tt_io_output_text(p->out, "\"");
    if (look->title[0] != 0) {
        tt_io_output_text(p->out, " data-title=\"");
        if (!tti_page_text(p, look->title)) {
            return false;
        }
        tt_io_output_text(p->out, "\"");
    }
    if (look->tick >= 0) {
        tt_io_output_text(p->out, " data-at=\"");
        tt_io_output_int(p->out, look->tick);
        tt_io_output_text(p->out, "\" data-cid=\"");
        tt_io_output_int(p->out, look->cid);
        tt_io_output_text(p->out, "\"");
    }
    return true;
}

static void put_attributes(struct tti_page *p, const char *map_id)
{
    /* The times of a teehistorian file count from tick 0. */
    tt_io_output_text(p->out, becomes_demo(p) ? " data-from-zero" : "");
    tt_io_output_text(p->out, p->options.show_secrets ? " data-shows-secrets" : "");
    tt_io_output_text(p->out, p->options.no_note ? " data-no-note" : "");
    if (map_id[0] != 0) {
        tt_io_output_text(p->out, " data-map=\"");
        tt_io_output_text(p->out, map_id);
        tt_io_output_text(p->out, "\"");
        if (becomes_demo(p)) { /* where the browser inserts the map */
            tt_io_output_text(p->out, " data-map-at=\"");
            tt_io_output_uint(p->out, TT_DEMO_HEADER_MAX);
            tt_io_output_text(p->out, "\"");
        }
    }
}

/* Copies the recording, or its part, into a block. */
static bool put_recording(struct tti_page *p, const tti_map_found *found, struct page_block *block,
                          bool *has_inputs)
{
    struct page_part part = {.fd = -1};
    tt_io_reading *whole = p->r;
    bool is_demo = tt_recording_demo_header(whole->rec) != NULL, is_good = true;
    if (becomes_demo(p)) {
        return tti_page_put_demo(p, found, block);
    }
    if (page_has_part(p)) {
        is_good = tti_page_part_cut(p, &part);
        p->r = &part.r;
    }
    if (is_good) {
        is_good = is_demo ? tti_page_copy_demo(p, block, has_inputs)
                          : tti_page_copy_teehistorian(p, tti_page_block_put, block);
    }
    p->r = whole;
    tti_page_part_close(&part);
    return is_good;
}

static bool copy(struct tti_page *p, const tti_map_found *found, const char *map_id,
                 const struct page_look *look)
{
    struct page_block block;
    bool is_demo = tt_recording_demo_header(p->r->rec) != NULL;
    bool has_inputs = !is_demo && !becomes_demo(p);
    tt_io_output_text(p->out, "<script type=\"application/octet-stream+base64\" data-recording=\"");
    if (!put_name(p) || !put_look(p, look)) {
        return false;
    }
    put_attributes(p, map_id);
    if (has_inputs && !put_hints(p, found->map.bytes)) {
        return false;
    }
    if (!tti_page_block_begin(p, &block)) {
        return false;
    }
    bool is_good = put_recording(p, found, &block, &has_inputs);
    tti_page_block_end(&block);
    p->recordings++;
    if (is_good && has_inputs) {
        tell_inputs(p);
    }
    return is_good;
}

/* Writes an element for damage. `data-goes-on` means that something is readable after the
 * damage. */
static bool put_damage(struct tti_page *p)
{
    const tt_issue *issue = &p->r->damage;
    if (issue->level != TT_LEVEL_ERROR) {
        return true;
    }
    int32_t last = tt_io_reading_last_tick(p->r);
    tt_io_output_text(p->out, "<script type=\"application/octet-stream+base64\" data-damage=\"");
    bool is_good = tti_page_text(p, issue->what);
    tt_io_output_text(p->out, "\" data-offset=\"");
    tt_io_output_uint(p->out, issue->offset);
    tt_io_output_text(p->out, "\" data-tick=\"");
    tt_io_output_int(p->out, issue->tick);
    tt_io_output_text(p->out,
                      issue->tick < last ? "\" data-goes-on></script>\n" : "\"></script>\n");
    return is_good;
}

/* Returns true for an address of the web without bytes that would end an attribute or begin a
 * query. */
static bool is_url(const char *url)
{
    bool is_good = strncmp(url, "http://", 7) == 0 || strncmp(url, "https://", 8) == 0;
    for (; *url != 0; url++) {
        is_good = is_good && *url > ' ' && *url < 0x7f && strchr("\"'<>?#&\\", *url) == NULL;
    }
    return is_good;
}

/* Refuses names that promise another format. */
static const char *check_ending(const char *output)
{
    static const char *const others[] = {".pdf", ".zip", ".txt", ".mhtml", ".json", ".jpeg"};
    bool is_good = output == NULL || tti_output_check_ending(output, TT_IO_ENDING_PAGE) == NULL;
    for (size_t i = 0; is_good && output != NULL && i < sizeof others / sizeof others[0]; i++) {
        is_good = !tt_io_ending_is(tt_bytes_of(output), others[i]);
    }
    return is_good ? NULL : "a page is HTML: end the name with .html";
}

static const char *check_preview(const tt_io_page_options *o)
{
    if (o->url != NULL && !is_url(o->url)) {
        return "`url` takes the address of a folder: https://example.org/runs";
    }
    if (o->url != NULL && o->output != NULL && strcmp(o->output, "-") == 0) {
        return "`url` needs an `output` with a name: a picture goes beside it";
    }
    return o->player != NULL ? tti_io_player_check(o->player) : NULL;
}

static const char *check(const tt_io_page_options *o)
{
    const char *problem = check_ending(o->output);
    problem = problem != NULL ? problem : check_preview(o);
    if (problem != NULL) {
        return problem;
    }
    const tt_io_reading_options how = {.from = o->from, .to = o->to};
    problem = tt_io_reading_check(&how);
    if (problem != NULL) {
        return problem;
    }
    if (o->ghost && o->anonymize) {
        return "`ghost` and `anonymize` exclude each other";
    }
    if (!o->anonymize && (o->key != NULL || o->key_file != NULL)) {
        return "`key` and `key_file` go with `anonymize`";
    }
    if (o->keep.count > TT_IO_PEOPLE_MAX) {
        return "`keep` takes up to 16 names";
    }
    if (!o->anonymize && (o->keep.count != 0 || o->keep_time)) {
        return "`keep` and `keep_time` go with `anonymize`";
    }
    return o->anonymize && o->show_secrets ? "`anonymize` and `show_secrets` exclude each other"
                                           : NULL;
}

static void put_part(struct tti_page *p, const unsigned char *part, unsigned long size)
{
    tt_io_output_bytes(p->out, (tt_bytes){part, size});
}

static bool is_good_output(struct tti_page *p, const char *output, const char *const *paths)
{
    const tt_io_page_options *o = &p->options;
    tt_io_error error;
    bool is_good = tti_output_is_good(output, NULL, o->key_file, &error);
    for (size_t i = 0; i < p->count && is_good; i++) {
        is_good = tti_output_is_good(output, paths[i], o->map, &error);
    }
    return is_good || tti_job_fail_with(&p->voice, &error, output);
}

/* Opens the output. The page has at most the permissions of its recordings, because it may have
 * their secrets. Half a page is useless on stdout, too. */
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

/* Sets how the recordings are read. A part needs the state from before it, and a cut the sums of
 * its map. */
static bool set_reading(struct tti_page *p, tt_io_page *page, tt_io_reading_options *how)
{
    if (p->options.finish != 0 && !tti_page_part_find(p, &page->finishes)) {
        return false;
    }
    how->no_seek = true;
    how->wants = TT_WANT_RECORDS | (page_has_part(p) ? TT_WANT_MAP_SUMS : 0);
    how->wants_map = true;
    how->wants_before = page_has_part(p);
    how->from = p->options.from;
    how->to = p->options.to;
    return true;
}

/* Writes the parts of the page before the recordings. */
static bool begin(struct tti_page *p)
{
    if (p->first != NULL && !tti_page_look(p, p->first, &p->look)) {
        return false;
    }
    tti_page_ghosts_look(p, &p->look);
    put_part(p, tti_page_head, tti_page_head_size);
    tt_io_output_text(p->out, p->options.fetch ? "; connect-src 'self'\">\n" : "\">\n");
    bool is_good = tti_page_preview_put(p);
    put_part(p, tti_page_middle, tti_page_middle_size);
    return is_good;
}

bool tt_io_page_open(tt_io_page *page, const char *const *paths, size_t count,
                     const tt_io_page_options *options, tt_io_reading_options *how)
{
    const char *problem = check(options);
    struct job_voice voice = {&page->error, options->on_say, options->user};
    *page = (tt_io_page){.output = options->output};
    if (how == NULL) {
        return tti_job_check(problem, &page->error);
    }
    if (tti_page_head_size == 0) {
        return tti_job_fail(&voice, TT_ERR_UNSUPPORTED, NULL,
                            "this build has no page: clang and wasm-ld were missing when it was "
                            "made");
    }
    if (problem == NULL && options->fetch && count > 0) {
        problem = "`fetch` is for a page without a recording";
    }
    if (problem == NULL && options->finish != 0 && count != 1) {
        problem = "`finish` takes one recording";
    }
    if (problem == NULL && options->ghost && options->finish != 0) {
        problem = "`ghost` and `finish` exclude each other";
    }
    if (problem != NULL) {
        return tti_job_fail(&voice, TT_ERR_ARGUMENT, NULL, "%s", problem);
    }
    struct tti_page *p = calloc(1, sizeof *p + (count + 1) * sizeof *p->maps);
    if (p == NULL) {
        return tti_job_fail(&voice, TT_ERR_SYSTEM, NULL, "there is not enough memory");
    }
    page->inside = p;
    p->count = count;
    p->first = count > 0 ? paths[0] : NULL;
    p->options = *options;
    p->voice = voice;
    return is_good_output(p, options->output, paths) && tti_page_ghosts_open(p, paths) &&
           set_reading(p, page, how) && tti_page_preview_open(p) &&
           (p->picture[0] == 0 || is_good_output(p, p->picture, paths)) &&
           (count == 0 || tti_page_art_open(p)) && open_output(p, paths, count) && begin(p);
}

/* Adds a recording to the page. A demo has no anonymizer, so it is refused. Damage does not end the
 * page. */
bool tt_io_page_add(tt_io_page *page, tt_io_reading *r, const char *path)
{
    struct tti_page *p = page->inside;
    char map_id[TTI_SHA256_SIZE * 2 + 8];
    tti_map_found found = {.path = NULL};
    struct page_look look = p->look;
    p->r = r;
    p->path = path;
    if (p->ghosts != NULL && p->recordings > 0) {
        return true; /* its run is already in the page */
    }
    bool is_good =
        p->options.anonymize && tt_recording_demo_header(r->rec) != NULL
            ? tti_job_fail(&p->voice, TT_ERR_ARGUMENT, path, "a demo cannot be anonymized")
            : (p->recordings == 0 || tti_page_look(p, path, &look)) && add_map(p, &found, map_id) &&
                  copy(p, &found, map_id, &look) && tti_page_art_note(p, path, found.map.bytes) &&
                  !tt_io_stop_wanted(p->options.stop) && put_damage(p) && tti_page_ghosts_put(p);
    tti_map_found_free(&found);
    page->recordings = p->recordings;
    tt_io_reading_stop(r);
    is_good = is_good && !tti_job_is_ended(r, p->options.stop);
    return tti_job_end(is_good, &page->error, r, path);
}

/* Programs for chat often take no larger file, in bytes. */
#define EASY_TO_SEND 10000000

static void note_art(struct tti_page *p)
{
    if (p->lacks_art) {
        tti_job_tell(&p->voice, TT_LEVEL_NOTE, NULL,
                     "the game's data folder was not found: the page draws plain shapes for tees "
                     "and weapons; install the game, or name its folder with `data`");
    }
}

static void note_size(struct tti_page *p, uint64_t bytes)
{
    if (bytes > EASY_TO_SEND) {
        tti_job_tell(&p->voice, TT_LEVEL_NOTE, p->options.output,
                     "the page has %" PRIu64 " MB, and chat programs often take no more than 10: "
                     "`from` and `to` make it smaller",
                     (bytes + 500000) / 1000000);
    }
}

static void note_missing(struct tti_page *p)
{
    for (size_t i = 0; i < p->options.keep.count; i++) {
        if (!p->has_kept[i]) {
            tti_job_tell(&p->voice, TT_LEVEL_WARNING, NULL,
                         "nobody has the name '%s', which `keep` keeps", p->options.keep.text[i]);
        }
    }
}

/* Ends a page. A failed output is reported even after another failure. */
static bool end(tt_io_page *page, bool is_wanted)
{
    struct tti_page *p = page->inside;
    tt_io_file *file = p->file;
    tt_level level;
    tt_io_error error;
    if (is_wanted && p->picture[0] != 0 && tt_io_output_error(p->out) == 0) {
        page->has_picture = is_wanted = tti_page_preview_draw(p);
    }
    is_wanted = is_wanted && tti_page_art_put(p);
    put_part(p, tti_page_tail, tti_page_tail_size);
    p->file = NULL;
    if (!is_wanted && tt_io_output_error(p->out) == 0) {
        tt_io_file_discard(file);
        return false;
    }
    if (p->options.anonymize && p->recordings != 0 &&
        tt_io_key_remark(p->options.made_key, &level, &error)) {
        tti_job_say(&p->voice, level, &error);
    }
    page->bytes = tt_io_output_count(p->out);
    page->is_made = tt_io_file_commit(file, &error);
    if (!page->is_made) {
        tti_output_failed(&error, page->output);
        tti_job_fail_with(&p->voice, &error, NULL);
    } else {
        note_missing(p);
        note_art(p);
        note_size(p, page->bytes);
    }
    return page->is_made;
}

bool tt_io_page_close(tt_io_page *page, bool is_wanted)
{
    if (page->inside != NULL && page->inside->file != NULL) {
        end(page, is_wanted);
    }
    if (page->inside != NULL) {
        tti_page_art_close(page->inside);
        tti_page_ghosts_close(page->inside);
    }
    free(page->inside);
    page->inside = NULL;
    return page->is_made;
}
