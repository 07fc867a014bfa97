/* SPDX-License-Identifier: MIT
 *
 * teetape picture --thumbs DIR: a picture of the best moment of each recording, and DIR/index.html
 * with all of them. Pictures that could not be made are left out. A picture has no chat unless the
 * user asks for it, because it is small.
 */
#include "cli/picture/picture.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/shell/out_path.h"
#include "cli/shell/source.h"
#include "cli/shell/target.h"
#include "teetape/io/stop.h"
#include "teetape/io/walk.h"
#include "teetape/string.h"

#define SIZE "640x360"
#define HEAD                                                                                       \
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"                              \
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Recordings</title>\n"         \
    "<style>body{font:16px sans-serif;margin:1em;display:grid;gap:1em;"                            \
    "grid-template-columns:repeat(auto-fill,minmax(280px,1fr))}"                                   \
    "a{color:inherit;overflow-wrap:anywhere}img{width:100%;height:auto;display:block}</style>\n"

/* Writes a text as valid UTF-8, with the special characters of HTML escaped. */
static void put_text(tt_io_output *out, const char *text)
{
    static const char *const escapes[128] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
    tt_bytes rest = tt_bytes_of(text);
    while (rest.size > 0) {
        size_t used;
        int32_t code = tt_utf8_decode(rest, &used);
        if (code < ' ') {
            tt_io_output_text(out, code < 0 ? "\xef\xbf\xbd" : " ");
        } else if (code < 128 && escapes[code] != NULL) {
            tt_io_output_text(out, escapes[code]);
        } else {
            tt_io_output_bytes(out, (tt_bytes){rest.data, used});
        }
        rest = (tt_bytes){rest.data + used, rest.size - used};
    }
}

/* Writes the name of a file as an address. */
static void put_address(tt_io_output *out, const char *name)
{
    char code[4];
    for (const char *c = name; *c != 0; c++) {
        bool is_letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
        if (is_letter || (*c >= '0' && *c <= '9') || strchr("-._~", *c) != NULL) {
            tt_io_output_byte(out, (uint8_t)*c);
        } else {
            snprintf(code, sizeof code, "%%%02X", (unsigned char)*c);
            tt_io_output_text(out, code);
        }
    }
}

static void put_entry(tt_io_output *out, const char *picture, const tt_io_drawing *d)
{
    char size[64];
    snprintf(size, sizeof size, "\" width=\"%d\" height=\"%d", (int)d->width, (int)d->height);
    tt_io_output_text(out, "<a href=\"./");
    put_address(out, picture);
    tt_io_output_text(out, "\"><img loading=\"lazy\" alt=\"\" src=\"./");
    put_address(out, picture);
    tt_io_output_text(out, size);
    tt_io_output_text(out, "\">");
    put_text(out, d->title);
    tt_io_output_text(out, "</a>\n");
}

/* Makes the path of a picture: that of the recording with all its endings, because one folder may
 * have run.demo and run.teehistorian. */
static bool name_picture(char path[OUT_PATH], const char *folder, const char *recording)
{
    char name[OUT_PATH];
    snprintf(name, sizeof name, "%s.png", out_path_name(recording));
    return out_path_join(path, folder, name) && out_path_claim(path, recording);
}

static enum exit_status make_thumb(struct job *job, const char *folder, tt_io_output *index)
{
    const struct picture_options *own = job->options;
    tt_io_drawing_options how = own->drawing;
    tt_io_drawing d = {.is_made = false};
    char path[OUT_PATH];
    if (!name_picture(path, folder, job->path)) {
        return EXIT_USAGE;
    }
    how.at = "best";
    how.size = how.size != NULL ? how.size : SIZE;
    how.hud = how.hud != NULL ? how.hud : "names,kills,timer,broadcast";
    how.no_note = true;
    how.output = path;
    enum exit_status status = picture_make(job, &how, 0, &d);
    if (d.is_made) {
        put_entry(index, out_path_name(path), &d);
    }
    return status;
}

/* Makes the pictures one after the other, so that the page has the order of the arguments. Other
 * files of a folder are passed over. */
static enum exit_status make_all(struct job *all, const char *folder, tt_io_output *index)
{
    enum exit_status status = EXIT_GOOD;
    tt_io_output_text(index, HEAD);
    for (size_t i = 0; i < all->inputs->count && !tt_io_stop_wanted(all->stop); i++) {
        tt_io_entry *input = &all->inputs->entries[i];
        const tt_io_list list = {.entries = input, .count = 1};
        struct job job = job_of_path(all, input->path);
        job.found_by_walk = input->found_by_walk;
        job.is_one_of_many = true;
        job.inputs = &list;
        if (!job.found_by_walk || source_look(&job) != TT_FORMAT_UNKNOWN) {
            exit_worsen(&status, make_thumb(&job, folder, index));
        }
        source_drop(&job);
    }
    return status;
}

enum exit_status picture_thumbs(struct job *job)
{
    const struct picture_options *own = job->options;
    char path[OUT_PATH];
    tt_io_error error;
    enum exit_status status = EXIT_SYSTEM;
    if (mkdir(own->thumbs, 0777) != 0 && errno != EEXIST) {
        tt_io_error_system(&error, errno, "cannot be made");
        return target_failed(job, own->thumbs, &error);
    }
    if (!out_path_join(path, own->thumbs, "index.html")) {
        return EXIT_SYSTEM;
    }
    tt_io_file *file = target_open(path, 0, job, &status);
    if (file == NULL) {
        return status;
    }
    status = make_all(job, own->thumbs, tt_io_file_out(file));
    if (tt_io_stop_wanted(job->stop)) {
        tt_io_file_discard(file);
    } else if (!tt_io_file_commit(file, &error)) {
        exit_worsen(&status, target_failed(job, path, &error));
    }
    return status;
}
