/* SPDX-License-Identifier: MIT
 *
 * Writes the preview that a chat program shows of a link to a page: title, sentence and picture, in
 * the form of Open Graph. The picture is a file in the folder of the page, because such programs
 * load nothing else: run.png for run.html. An anonymized page has no picture, because the picture
 * would have names and skins.
 */
#include "host/posix.h"

#include "jobs/page.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "host/error.h"
#include "teetape/io/drawing.h"

/* The size of a picture that chat programs show large. */
#define WIDTH "1200"
#define HEIGHT "630"

static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool tti_page_preview_open(struct tti_page *p)
{
    const tt_io_page_options *o = &p->options;
    const char *ending = strrchr(base_of(o->output), '.');
    size_t stem = ending != NULL && ending != base_of(o->output) ? (size_t)(ending - o->output)
                                                                 : strlen(o->output);
    struct stat facts;
    tt_io_error error;
    if (o->url == NULL || o->anonymize || p->count == 0) {
        return true;
    }
    if (stem + sizeof ".png" > sizeof p->picture) {
        return tti_job_fail(&p->voice, TT_ERR_SYSTEM, o->output, "the path is too long");
    }
    snprintf(p->picture, sizeof p->picture, "%.*s.png", (int)stem, o->output);
    if (strcmp(p->picture, o->output) == 0) {
        return tti_job_fail(&p->voice, TT_ERR_ARGUMENT, o->output,
                            "the picture of the preview would have the name of the page");
    }
    if (!o->force && lstat(p->picture, &facts) == 0) {
        tti_error_say(&error, TT_ERR_SYSTEM, "exists already");
        error.system = EEXIST;
        return tti_job_fail_with(&p->voice, &error, p->picture);
    }
    return true;
}

/* Writes the address of a file in the folder of the page. */
static void put_address(struct tti_page *p, const char *path)
{
    static const char plain[] = "-._~";
    const char *url = p->options.url;
    char code[4];
    tt_io_output_text(p->out, url);
    tt_io_output_text(p->out, url[strlen(url) - 1] == '/' ? "" : "/");
    for (const char *c = base_of(path); *c != 0; c++) {
        bool is_plain = (*c >= '0' && *c <= '9') || (*c >= 'A' && *c <= 'Z') ||
                        (*c >= 'a' && *c <= 'z') || strchr(plain, *c) != NULL;
        if (is_plain) {
            tt_io_output_byte(p->out, (uint8_t)*c);
        } else {
            snprintf(code, sizeof code, "%%%02X", (unsigned char)*c);
            tt_io_output_text(p->out, code);
        }
    }
}

static bool put_meta(struct tti_page *p, const char *name, const char *text)
{
    tt_io_output_text(p->out, "<meta ");
    tt_io_output_text(p->out, name);
    tt_io_output_text(p->out, " content=\"");
    bool is_good = tti_page_text(p, text);
    tt_io_output_text(p->out, "\">\n");
    return is_good;
}

static void put_address_meta(struct tti_page *p, const char *name, const char *path)
{
    tt_io_output_text(p->out, "<meta property=\"");
    tt_io_output_text(p->out, name);
    tt_io_output_text(p->out, "\" content=\"");
    put_address(p, path);
    tt_io_output_text(p->out, "\">\n");
}

bool tti_page_preview_put(struct tti_page *p)
{
    const tt_io_page_options *o = &p->options;
    const char *own = p->count == 1 && p->look.title[0] != 0 ? p->look.title : "teetape";
    const char *title = o->title != NULL ? o->title : own;
    tt_io_output_text(p->out, "<title>");
    bool is_good = tti_page_text(p, title);
    tt_io_output_text(p->out, "</title>\n");
    if (o->url == NULL || !is_good) {
        return is_good;
    }
    put_address_meta(p, "og:url", o->output);
    is_good = put_meta(p, "property=\"og:type\"", "website") &&
              put_meta(p, "property=\"og:title\"", title) &&
              put_meta(p, "property=\"og:description\"", p->look.about);
    if (p->picture[0] != 0 && is_good) {
        put_address_meta(p, "og:image", p->picture);
        is_good = put_meta(p, "property=\"og:image:width\"", WIDTH) &&
                  put_meta(p, "property=\"og:image:height\"", HEIGHT) &&
                  put_meta(p, "name=\"twitter:card\"", "summary_large_image");
    }
    return is_good;
}

/* Draws the picture. That of a part is of the part, since the user cut away the rest. For a
 * recording without a tee there is no picture, and then the page is not made either: its preview
 * would name the picture. */
bool tti_page_preview_draw(struct tti_page *p)
{
    const tt_io_page_options *o = &p->options;
    char at[16], focus[16];
    tt_io_entry entry = {.path = (char *)(uintptr_t)p->first};
    const tt_io_list files = {.entries = &entry, .count = 1};
    bool has_best = p->look.best_tick >= 0;
    int32_t moment = has_best ? p->look.best_tick : p->look.middle;
    snprintf(at, sizeof at, "%" PRId32, moment);
    snprintf(focus, sizeof focus, "%" PRId32, p->look.best_cid);
    const tt_io_drawing_options how = {.reading = {.stop = o->stop},
                                       .output = p->picture,
                                       .force = o->force,
                                       .at = moment >= 0 ? at : NULL,
                                       .focus = has_best ? focus : NULL,
                                       .size = WIDTH "x" HEIGHT,
                                       .hud = "names,kills,timer,broadcast",
                                       .map = o->map,
                                       .no_note = o->no_note,
                                       .show_secrets = o->show_secrets,
                                       .on_say = o->on_say,
                                       .user = o->user};
    tt_io_drawing d;
    tt_io_reading r = {.rec = NULL};
    tt_io_reading_options reading;
    bool is_good = tt_io_drawing_open(&d, &files, &how, &reading) &&
                   tt_io_reading_open(&r, p->first, &reading) && tt_io_drawing_read(&d, &r, 0) &&
                   tt_io_drawing_end(&d);
    if (!is_good && d.error.status != TT_OK) {
        *p->voice.error = d.error;
    }
    tt_io_reading_close(&r);
    tt_io_drawing_close(&d);
    return is_good;
}
