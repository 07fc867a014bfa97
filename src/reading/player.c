/* SPDX-License-Identifier: MIT
 *
 * The player of a reading. A name means every session of everyone who ever had it: that takes a
 * pass over the recording before. Where the input can be read only once, a session counts from the
 * record on that names it.
 */
#include "host/posix.h"

#include "reading/inside.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "teetape/io/player.h"

/* Bytes of a selection, as long as they suffice. One bit a session: this is 512 of them. */
#define FIRST_SPACE 64

/* One bit a session, so that a recording of nothing but joins needs little memory. Twice what is
 * needed, so that all growing together is linear in the sessions. */
static bool grow(tt_io_reading *r)
{
    size_t size = r->selection.needed * 2 + 16;
    uint8_t *bits = r->selection.needed < SIZE_MAX / 4 ? malloc(size) : NULL;
    if (bits == NULL) {
        return false;
    }
    tt_selection_grow(&r->selection, bits, size);
    free(r->inside->chosen);
    r->inside->chosen = bits;
    return true;
}

/* A lack of memory ends the reading: a selection that lacks sessions would give wrong results. */
static void learn(tt_io_reading *r, const tt_fact *fact)
{
    if (tt_selection_learn(&r->selection, fact) == TT_ERR_SPACE &&
        (!grow(r) || tt_selection_learn(&r->selection, fact) != TT_OK)) {
        tti_reading_no_memory(r);
    }
}

bool tt_io_reading_is_file(const char *path)
{
    struct stat about;
    /* What cannot be looked at is opened, which reports why not. */
    return strcmp(path, "-") != 0 && (stat(path, &about) != 0 || S_ISREG(about.st_mode));
}

/* The size at the open is that of the input. What was cut off may have been in the first pass and
 * is not in the second. */
bool tt_io_reading_became_shorter(const tt_io_reading *r)
{
    struct stat about;
    return stat(r->inside->path, &about) == 0 &&
           (uint64_t)about.st_size < tt_io_input_count(r->inside->input).size;
}

/* Goes through the whole recording for the sessions that have the name. What is damaged in it is
 * found again by the pass that gives items. Reads to the end, whatever the span: a name may be
 * given after it. It costs a reading of all of the recording, which is why an index is asked first.
 * What is wrong with the file itself ends the reading: the result would not be whole. */
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
    /* Damage is left to the pass that gives items: it reports it at its place. */
    if (pass.error.status == TT_ERR_SYSTEM || pass.error.status == TT_ERR_UNSUPPORTED) {
        tti_reading_end(r, &pass.error);
    } else if (tt_io_reading_became_shorter(r)) {
        tt_io_error_say(&error, TT_ERR_CHANGED, "the file became shorter while it was read");
        tti_reading_end(r, &error);
    }
}

/* Facts of the index. After a lack of memory the rest is not looked at. */
static void on_name(void *user, const tt_fact *fact)
{
    tt_io_reading *r = user;
    if (!r->is_ended) {
        learn(r, fact);
    }
}

/* The same from an index. False when there is none that can be used. One that is damaged has maybe
 * given wrong names: what was learned is forgotten. Where the first error ends reading, an index of
 * a recording with errors may have names from after it. */
static bool find_in_index(tt_io_reading *r, const char *name)
{
    tt_io_index *index = tti_reading_index(r);
    if (index == NULL ||
        (r->inside->options.ends_at_error && tt_io_index_foot(index)->errors != 0)) {
        return false;
    }
    uint32_t blocks = tt_io_index_foot(index)->blocks;
    if (tt_io_index_each(index, 0, blocks, TT_FACT_BIT(TT_FACT_NAME), on_name, r)) {
        return true;
    }
    tti_reading_index_forget(r, TT_IO_INDEX_DAMAGED);
    tt_selection_name(&r->selection, r->inside->chosen, FIRST_SPACE, name);
    return false;
}

/* What can be read once only has no first pass; then names are learned with the items. */
static void look_for(tt_io_reading *r, const char *name)
{
    struct tti_reading *in = r->inside;
    in->chosen = calloc(1, FIRST_SPACE);
    if (in->chosen == NULL) {
        tti_reading_no_memory(r);
        return;
    }
    /* Nobody is found yet. A name that nobody can have chooses nobody. */
    tt_selection_name(&r->selection, in->chosen, FIRST_SPACE, name);
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
        tt_io_error_say(&error, TT_ERR_PLACE,
                        "'%.40s' is no player: client ids are 0 to %d; for the name write "
                        "name:%.40s",
                        player, TT_CIDS - 1, player);
    } else {
        tt_io_error_say(&error, TT_ERR_PLACE,
                        "'%.40s' is no player: a player is a client id from 0 to %d or a name",
                        player, TT_CIDS - 1);
    }
    tti_reading_end(r, &error);
}

/* A client id needs no pass: it chooses sessions by their slot. */
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
        tt_selection_cid(&r->selection, cid);
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

/* Forces a player to be a name, for names that are numbers. */
#define NAME_PREFIX "name:"

/* Any number, those that are no client ids as TT_CIDS; any other text is a name, and so are digits
 * that begin with a needless zero, as no command prints an id so. The range is
 * looked at later, so that 128 is an error and not the name of somebody. A number that is too large
 * for a long is LONG_MAX. */
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

/* *cid is -1 for a name, the client id of nobody. */
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

/* A number above the client ids is more likely a name of digits than a slip, so the sentence says
 * how to write one. */
const char *tt_io_player_check(const char *text)
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
