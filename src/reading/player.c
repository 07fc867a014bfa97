/* SPDX-License-Identifier: MIT
 *
 * Finds the sessions of a player. A name or a pattern of names selects every session of everyone
 * who ever had it, which takes a pass over the recording first. If the input can be read only once,
 * a session counts from the record that names it.
 */
#include "host/error.h"
#include "host/pattern.h"
#include "host/posix.h"
#include "index/file.h"
#include "recording/selection.h"

#include "reading/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "teetape/io/player.h"

#define FIRST_SPACE 64

/* Doubles the array of sessions, so that growing takes time linear in the sessions. */
static bool grow(tt_io_reading *r)
{
    size_t needed = tti_selection_seen(&r->selection)->needed, size = needed * 2 + 16;
    uint8_t *bits = needed < SIZE_MAX / 4 ? malloc(size) : NULL;
    if (bits == NULL) {
        return false;
    }
    tti_selection_grow(&r->selection, bits, size);
    free(r->inside->chosen);
    r->inside->chosen = bits;
    return true;
}

static void learn(tt_io_reading *r, const tt_fact *fact)
{
    if (tt_selection_learn(&r->selection, fact) == TT_ERR_SPACE &&
        (!grow(r) || tt_selection_learn(&r->selection, fact) != TT_OK)) {
        tti_reading_no_memory(r);
    }
}

bool tti_io_reading_became_shorter(const tt_io_reading *r)
{
    struct stat about;
    return stat(r->inside->path, &about) == 0 &&
           (uint64_t)about.st_size < tt_io_input_count(r->inside->input).size;
}

/* Finds the sessions of a name in a pass of its own. A client may get the name after the span, so
 * the pass goes to the end. Only failures of the file itself end the reading here: the next pass
 * reports damage. */
static void find_sessions(tt_io_reading *r)
{
    const tt_io_reading_options names = {.wants = TT_WANT_FACTS,
                                         .facts = TT_FACT_BIT(TT_FACT_NAME),
                                         .ends_at_error = r->inside->options.ends_at_error,
                                         .stop = r->inside->options.stop};
    tt_io_reading pass;
    tt_io_error error;
    memset(&pass, 0, sizeof pass);
    if (tti_reading_source_open(&pass, r->inside->path, &names, true)) {
        while (!r->is_ended && tti_reading_source_next(&pass)) {
            if (pass.item.kind == TT_ITEM_FACT) {
                learn(r, pass.item.fact);
            }
        }
    }
    tti_reading_source_close(&pass);
    if (pass.error.status == TT_ERR_SYSTEM || pass.error.status == TT_ERR_UNSUPPORTED) {
        tti_reading_end(r, &pass.error);
    } else if (tti_io_reading_became_shorter(r)) {
        tti_error_say(&error, TT_ERR_CHANGED, "the file became shorter while it was read");
        tti_reading_end(r, &error);
    }
}

static void on_name(void *user, const tt_fact *fact)
{
    tt_io_reading *r = user;
    if (!r->is_ended) {
        learn(r, fact);
    }
}

/* Decides by the player of the options, a pattern or a plain name, and keeps the nearest name. */
static bool fits(void *user, tt_bytes name)
{
    struct tti_reading *in = user;
    int32_t cid;
    const char *wanted;
    tt_io_player_parse(in->options.player, &cid, &wanted);
    if (tti_name_is_nearer(tt_bytes_of(wanted), name, &in->near_distance)) {
        snprintf(in->near, sizeof in->near, "%.*s", (int)name.size, (const char *)name.data);
    }
    return tti_pattern_name(wanted, in->options.ignore_case, name);
}

static void select_name(tt_io_reading *r, const char *name)
{
    tt_selection_name(&r->selection, r->inside->chosen, FIRST_SPACE, name);
    tti_selection_fit(&r->selection, fits, r->inside);
}

/* Finds the sessions of a name in the index. After damage the names found so far are dropped,
 * because they may be wrong. */
static bool find_in_index(tt_io_reading *r, const char *name)
{
    if (tti_reading_index_all(r, TT_FACT_BIT(TT_FACT_NAME), on_name, r)) {
        return true;
    }
    select_name(r, name);
    return false;
}

static void look_for(tt_io_reading *r, const char *name)
{
    struct tti_reading *in = r->inside;
    in->chosen = calloc(1, FIRST_SPACE);
    if (in->chosen == NULL) {
        tti_reading_no_memory(r);
        return;
    }
    in->near_distance = tti_pattern_is_one(name) ? 0 : TTI_NAME_FAR;
    r->near_name = in->near;
    select_name(r, name);
    in->is_learning = !tt_io_reading_is_file(in->path);
    if (!in->is_learning && !find_in_index(r, name)) {
        find_sessions(r);
    }
}

static void refuse(tt_io_reading *r, tt_status status)
{
    tt_io_error error;
    const char *player = r->inside->options.player;
    if (status == TT_ERR_RANGE) {
        tti_error_say(&error, TT_ERR_PLACE,
                      "'%.40s' is no player: client ids are 0 to %d; for the name write "
                      "name:%.40s",
                      player, TT_CIDS - 1, player);
    } else {
        tti_error_say(&error, TT_ERR_PLACE,
                      "'%.40s' is no player: a player is a client id from 0 to %d or a name",
                      player, TT_CIDS - 1);
    }
    tti_reading_end(r, &error);
}

bool tti_reading_player_open(tt_io_reading *r)
{
    int32_t cid;
    const char *name;
    if (r->inside->options.player == NULL) {
        return true;
    }
    tt_status status = tt_io_player_parse(r->inside->options.player, &cid, &name);
    if (status != TT_OK) {
        refuse(r, status);
    } else if (name == NULL) {
        tti_selection_cid(&r->selection, cid);
    } else {
        look_for(r, name);
    }
    return !r->is_ended;
}

void tti_reading_player_take(tt_io_reading *r)
{
    if (r->item.kind == TT_ITEM_FACT) {
        learn(r, r->item.fact);
    }
}

#define NAME_PREFIX "name:"

/* Parses a client id. A number that is no client id becomes TT_CIDS, any other text a name. Digits
 * with a needless zero are a name, because no command prints an id like that. A number above a long
 * is LONG_MAX. */
static bool parse_cid(const char *text, int32_t *cid)
{
    char *end;
    bool has_zero = text[0] == '0' && text[1] != 0;
    if (text[0] < '0' || text[0] > '9' || has_zero) {
        return false;
    }
    long value = strtol(text, &end, 10);
    *cid = value < TT_CIDS ? (int32_t)value : TT_CIDS;
    return *end == 0;
}

tt_status tt_io_player_parse(const char *text, int32_t *cid, const char **name)
{
    size_t prefix = strlen(NAME_PREFIX);
    *name = NULL;
    if (parse_cid(text, cid)) {
        return *cid < TT_CIDS ? TT_OK : TT_ERR_RANGE;
    }
    *cid = -1;
    *name = text + (strncmp(text, NAME_PREFIX, prefix) == 0 ? prefix : 0);
    return text[0] != 0 ? TT_OK : TT_ERR_ARGUMENT;
}

/* Refuses a number above the client ids, and suggests name:200, because it is most likely meant as
 * a name. */
const char *tti_io_player_check(const char *text)
{
    int32_t cid;
    const char *name;
    switch (tt_io_player_parse(text, &cid, &name)) {
    case TT_OK:
        return NULL;
    case TT_ERR_RANGE:
        return "a player is a client id from 0 to 127 or a name; write name:200 for the name "
               "\"200\"";
    default:
        return "a player is a client id or a name";
    }
}
