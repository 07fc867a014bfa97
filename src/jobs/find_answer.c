/* SPDX-License-Identifier: MIT
 *
 * Turns rows of the database into the keys and values of an answer, and decides which keys an
 * answer has, which values are known, and which are secret.
 */
#include "jobs/find.h"
#include "recording/format.h"

#include <stdlib.h>
#include <string.h>

#include "host/inside.h"
#include "reading/inside.h"
#include "teetape/io/path.h"
#include "teetape/teehistorian_secret.h"

bool tti_find_roots_open(struct find_roots *roots, const tt_io_find_options *options)
{
    roots->given = options->paths;
    roots->real = calloc(options->count + 1, sizeof *roots->real);
    while (roots->real != NULL && roots->count < options->count) {
        roots->real[roots->count] = tti_io_real_path(options->paths[roots->count]);
        if (roots->real[roots->count] == NULL) {
            return false;
        }
        roots->count++;
    }
    return roots->real != NULL;
}

void tti_find_roots_close(struct find_roots *roots)
{
    for (size_t i = 0; i < roots->count; i++) {
        free(roots->real[i]);
    }
    free(roots->real);
}

/* Writes the path as it is below the first root that contains it. "/a/b" is not below "/a/bc". */
static bool show_path(tt_bytes *file, struct find_texts *texts, const struct find_roots *roots)
{
    for (size_t i = 0; i < roots->count; i++) {
        const char *real = roots->real[i];
        size_t size = strcmp(real, "/") == 0 ? 0 : strlen(real);
        if (file->size < size || memcmp(file->data, real, size) != 0 ||
            (file->size > size && file->data[size] != '/')) {
            continue;
        }
        size_t given = strlen(roots->given[i]);
        while (given > 0 && file->size > size && roots->given[i][given - 1] == '/') {
            given--;
        }
        size_t wanted = given + file->size - size;
        char *path = wanted < texts->cap ? texts->path : realloc(texts->path, wanted + 256);
        if (path == NULL) {
            return false;
        }
        texts->cap = wanted < texts->cap ? texts->cap : wanted + 256;
        texts->path = path;
        memcpy(path, roots->given[i], given);
        memcpy(path + given, file->data + size, file->size - size);
        *file = (tt_bytes){(const uint8_t *)path, wanted};
        return true;
    }
    return true;
}

static tt_io_find_value text(tt_bytes bytes)
{
    return (tt_io_find_value){.kind = bytes.data != NULL ? TT_IO_FIND_TEXT : TT_IO_FIND_NULL,
                              .text = bytes};
}

static tt_io_find_value word(const char *letters)
{
    return text(tt_bytes_of(letters));
}

static tt_io_find_value number(int64_t is)
{
    return (tt_io_find_value){.kind = TT_IO_FIND_NUMBER, .number = is};
}

static tt_io_find_value boolean(bool is)
{
    return (tt_io_find_value){.kind = TT_IO_FIND_BOOL, .number = is};
}

static tt_io_find_value clock_of(char clock[TT_IO_PLACE_CLOCK_TEXT], const tt_io_archive_answer *a,
                                 tt_io_zone zone)
{
    if (!a->has_time) {
        return text((tt_bytes){NULL, 0});
    }
    tti_io_place_clock(clock, &a->start, a->tick - a->first_tick,
                       a->has_zone ? zone : TT_IO_ZONE_RECORDING);
    char *end = a->has_zone ? NULL : strchr(clock, '+');
    if (end != NULL) {
        *end = 0;
    }
    return word(clock);
}

/* The text of a chat command timeout begins so; then come the digits of its client. */
#define TIMEOUT "timeout "
#define CONSOLE_CHAT 128

/* Returns the text that may be shown. The text of a login is an account, and is hidden. */
static tt_bytes shown_text(const tt_io_archive_answer *a)
{
    return a->fact == TT_FACT_LEAVE   ? tt_th_shown_reason(a->text)
           : a->fact == TT_FACT_LOGIN ? tt_bytes_of(TT_SECRET_TEXT)
                                      : a->text;
}

/* Fills the values of a fact. The text of a version is the digits of its client. */
static void take_fact(tt_io_find_value *v, const tt_io_archive_answer *a, bool show_secrets)
{
    bool is_kill = a->fact == TT_FACT_KILL;
    if (a->team >= 0) {
        v[TT_IO_FIND_team] = number(a->team);
    }
    if (a->has_value) {
        v[TT_IO_FIND_value] = number(a->value);
    }
    if (a->other >= 0) {
        v[is_kill ? TT_IO_FIND_killer : TT_IO_FIND_other] = number(a->other);
        v[is_kill ? TT_IO_FIND_killer_name : TT_IO_FIND_other_name] = text(a->other_player);
    }
    bool is_timeout =
        a->fact == TT_FACT_COMMAND && a->value == CONSOLE_CHAT && a->text.size > sizeof TIMEOUT;
    if (a->text.data != NULL && a->fact == TT_FACT_VERSION) {
        v[TT_IO_FIND_client] = text(a->text);
    } else if (is_timeout) {
        v[TT_IO_FIND_client] = text(
            (tt_bytes){a->text.data + sizeof TIMEOUT - 1, a->text.size - (sizeof TIMEOUT - 1)});
        v[TT_IO_FIND_text] = word(TIMEOUT TT_SECRET_TEXT);
    } else if (a->text.data != NULL) {
        v[TT_IO_FIND_text] = text(show_secrets ? a->text : shown_text(a));
    }
    if (a->uuid.data != NULL) {
        v[TT_IO_FIND_save_id] = show_secrets ? text(a->uuid) : word(TT_SECRET_TEXT);
    }
}

static void take_recording(tt_io_find_value *v, const tt_io_archive_answer *a)
{
    if (a->format == TT_FORMAT_DEMO) {
        v[TT_IO_FIND_format] = word(tti_format_name(a->format));
    }
    v[TT_IO_FIND_last_tick] = number(a->last_tick);
    v[TT_IO_FIND_complete] = boolean(a->complete);
    v[TT_IO_FIND_damaged] = boolean(a->damaged);
    v[TT_IO_FIND_state] =
        word(tt_recording_state_name(tt_recording_state_of(a->damaged, a->complete)));
    if (a->text.data != NULL) {
        v[TT_IO_FIND_damage] = text(a->text);
    }
}

bool tti_find_answer(tt_io_find_answer *answer, struct find_texts *texts,
                     const struct find_roots *roots, const tt_io_archive_answer *a,
                     const tt_io_find_options *options)
{
    static const char *const kinds[] = {"recording", "game", "session", "", "recording"};
    bool is_fact = a->kind == TT_IO_ARCHIVE_IS_FACT;
    tt_io_find_value *v = answer->value;
    tt_bytes file = a->file;
    *answer = (tt_io_find_answer){.found = a};
    if (file.data != NULL && !show_path(&file, texts, roots)) {
        return false;
    }
    v[TT_IO_FIND_file] = text(file);
    v[TT_IO_FIND_tick] = number(a->tick);
    v[TT_IO_FIND_time] = clock_of(texts->clock, a, options->zone);
    v[TT_IO_FIND_kind] = word(is_fact ? tt_fact_type(a->fact)->name : kinds[a->kind]);
    if (a->cid >= 0) {
        v[TT_IO_FIND_cid] = number(a->cid);
        v[TT_IO_FIND_player] = text(a->player);
    }
    if (a->removed_at > 0) {
        const tt_th_time at = {.unix_time = a->removed_at};
        tti_io_place_clock(texts->removed, &at, 0, TT_IO_ZONE_UTC);
        v[TT_IO_FIND_removed] = word(texts->removed);
    }
    v[TT_IO_FIND_map] = text(a->map);
    v[TT_IO_FIND_server] = text(a->server);
    v[TT_IO_FIND_game_uuid] = text(a->game_uuid);
    if (is_fact) {
        take_fact(v, a, options->show_secrets);
    } else if (a->kind == TT_IO_ARCHIVE_IS_SESSION) {
        v[TT_IO_FIND_names] = (tt_io_find_value){
            .kind = TT_IO_FIND_TEXTS, .number = (int64_t)a->name_count, .texts = a->names};
        v[TT_IO_FIND_left_tick] = number(a->last_tick);
        v[TT_IO_FIND_client] = a->text.data != NULL ? text(a->text) : v[TT_IO_FIND_client];
    } else if (a->kind != TT_IO_ARCHIVE_IS_GAME) {
        take_recording(v, a);
    }
    return true;
}
