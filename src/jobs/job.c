/* SPDX-License-Identifier: MIT
 *
 * See job.h.
 */
#include "jobs/job.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/inside.h"
#include "teetape/convert.h"

void tti_job_say(void *user, tt_level level, const tt_io_error *what)
{
    struct job_voice *voice = user;
    if (level == TT_LEVEL_ERROR && tt_io_error_rank(what) >= tt_io_error_rank(voice->error)) {
        *voice->error = *what;
    }
    if (voice->on_say != NULL) {
        voice->on_say(voice->user, level, what);
    }
}

static void tell(struct job_voice *voice, tt_level level, tt_status status, const char *path,
                 const char *format, va_list arguments)
{
    tt_io_error what;
    char text[sizeof what.text];
    vsnprintf(text, sizeof text, format, arguments);
    tt_io_error_say(&what, status, "%s", text);
    tt_io_error_of(&what, path);
    tti_job_say(voice, level, &what);
}

void tti_job_tell(struct job_voice *voice, tt_level level, const char *path, const char *format,
                  ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(voice, level, TT_ERR_PLACE, path, format, arguments);
    va_end(arguments);
}

bool tti_job_fail(struct job_voice *voice, tt_status status, const char *path, const char *format,
                  ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(voice, TT_LEVEL_ERROR, status, path, format, arguments);
    va_end(arguments);
    return false;
}

bool tti_job_fail_with(struct job_voice *voice, tt_io_error *error, const char *path)
{
    tt_io_error_of(error, path);
    tti_job_say(voice, TT_LEVEL_ERROR, error);
    return false;
}

void *tti_job_begin(struct job_voice *voice, size_t size, const char *problem, tt_io_reading *r,
                    const char *path, tt_io_reading_options *how)
{
    const tt_io_input_options plain = {.stop = how->stop};
    void *work = calloc(1, size);
    tt_io_error_clear(voice->error);
    if (work == NULL) {
        tti_job_fail(voice, TT_ERR_SYSTEM, path, "there is not enough memory");
    } else if (problem != NULL) {
        tti_job_fail(voice, TT_ERR_ARGUMENT, path, "%s", problem);
    } else if (how->input != NULL ||
               (how->input = tt_io_input_open(path, &plain, &r->error)) != NULL) {
        return work;
    }
    tt_io_input_close(how->input);
    free(work);
    return NULL;
}

tt_format tti_job_look(tt_io_input *input)
{
    tt_io_input_status status;
    tt_bytes piece;
    do {
        status = tt_io_input_next(input, &piece);
    } while (status == TT_IO_INPUT_IDLE); /* a server may not have begun to write */
    if (status != TT_IO_INPUT_PIECE) {
        return TT_FORMAT_UNKNOWN; /* it will say the same again */
    }
    tt_io_input_again(input);
    return tt_format_begun(piece);
}

bool tti_job_is_ended(const tt_io_reading *r, const tt_io_stop *stop)
{
    tt_status status = r->error.status;
    return status == TT_ERR_SYSTEM || status == TT_ERR_UNSUPPORTED || tt_io_stop_wanted(stop);
}

/* The conversion to a demo translates the header. A tt_convert has 149 KiB: it is on the heap. */
bool tti_io_map_of_header(tt_demo_header *header, const tt_io_reading *r, tt_io_error *error)
{
    const tt_demo_header *demo = tt_recording_demo_header(r->rec);
    tt_convert *convert;
    tt_io_error_clear(error);
    if (demo != NULL) {
        *header = *demo;
    } else if (!r->has_header) {
        return false;
    } else if ((convert = calloc(1, sizeof *convert)) != NULL) {
        tt_convert_init(convert);
        tt_convert_header(convert, &r->th_header, header);
        free(convert);
    } else {
        tt_io_error_say(error, TT_ERR_SYSTEM, "there is not enough memory");
    }
    return error->status == TT_OK;
}

static void say_missing(const tt_io_map_found *found, const tt_io_map_ask *ask,
                        struct job_voice *voice, const char *path, const tt_demo_header *header)
{
    char name[TT_IO_MAP_NAME_CAP];
    if (ask->says_why && found->other != NULL) {
        tti_job_tell(voice, TT_LEVEL_NOTE, found->other, "%s", found->why);
    }
    tti_io_map_name(name, header);
    tti_job_tell(voice, TT_LEVEL_WARNING, path, "its map %s is not here%s; `map` FILE names one",
                 name, ask->without);
}

bool tti_io_map_of(tt_io_map_found *found, const tt_io_reading *r, const char *path,
                   const tt_io_map_ask *ask)
{
    tt_demo_header header;
    tt_io_error error;
    struct job_voice voice = {&error, ask->on_say, ask->user};
    memset(found, 0, sizeof *found);
    if (!tti_io_map_of_header(&header, r, &error)) {
        return error.status == TT_OK || tti_job_fail_with(&voice, &error, path);
    }
    bool is_inside = tt_recording_demo_header(r->rec) != NULL && header.map_size != 0;
    if (ask->file != NULL ? tti_io_map_find_at(found, ask->file, &header, ask->stop)
                          : is_inside || tt_io_map_find(found, ask->data, &header, ask->stop)) {
        return true;
    }
    if (ask->file != NULL || (ask->says_why && found->is_system)) {
        return tti_job_fail(&voice, found->is_system ? TT_ERR_SYSTEM : TT_ERR_ARGUMENT,
                            ask->file != NULL ? ask->file : found->other, "%s", found->why);
    }
    if (ask->without != NULL) {
        say_missing(found, ask, &voice, path, &header);
    }
    return true;
}
