/* SPDX-License-Identifier: MIT
 *
 * Has the descriptions of all facts (from their rows), the facts that every format makes in the
 * same way, and tt_fact_open, which decides what may be shown of a fact.
 *
 * A fact comes from a comparison, when the world differs from the state that earlier facts have
 * described, or from a record or message that states it. Fields that are secret by their names are
 * rows of msg/secret.def. The content of other texts is searched for secrets, except for names,
 * which everybody sees in the game.
 */
#include "base/mem.h"
#include "msg/inside.h"
#include "recording/recording.h"
#include "schema/fields.h"
#include "teetape/secret.h"

/* clang-format off */

/* Expands to: static const tt_field fact_fields_map[] = { ... }; */
#define TT_FACT(NAME, name, formats, doc) static const tt_field fact_fields_##name[] = {
#define TT_FIELD(name, type, field, doc)                                                           \
    {#field, TT_TYPE_##type, offsetof(struct tt_fact_##name, field), 1, 0,                         \
     TTI_MIN_##type, TTI_MAX_##type, TTI_DOC(doc)},
#define TT_FIELDS_END(name) };
#include "teetape/schema/facts.def"

static const tt_type fact_types[TT_FACT_KINDS] = {
#define TT_FACT(NAME, name, formats, doc)                                                          \
    {#name, TTI_DOC(doc), fact_fields_##name, TTI_COUNT(fact_fields_##name)},
#define TT_FACT_BARE(NAME, name, formats, doc) {#name, TTI_DOC(doc), NULL, 0},
#include "teetape/schema/facts.def"
};

/* clang-format on */

_Static_assert(TT_FACT_KINDS < 64, "too many kinds of facts");

const tt_type *tt_fact_type(tt_fact_kind kind)
{
    return (unsigned)kind < TT_FACT_KINDS ? &fact_types[kind] : NULL;
}

tt_fact_kind tt_fact_find(const char *name)
{
    size_t size = tti_strlen(name);
    unsigned kind = 0;
    while (kind < TT_FACT_KINDS && (tti_strlen(fact_types[kind].name) != size ||
                                    !tti_equal(fact_types[kind].name, name, size))) {
        kind++;
    }
    return (tt_fact_kind)kind;
}

bool tti_fact_begin(const tti_recording *r, tt_fact *fact, tt_fact_kind kind)
{
    tti_fill(fact, 0, sizeof *fact);
    fact->kind = kind;
    fact->tick = r->tick;
    fact->cid = -1;
    fact->session = TT_SESSION_NONE;
    fact->offset = r->offset;
    return true;
}

void tti_fact_map_crc(tti_recording *r, tt_fact *fact, uint32_t crc)
{
    tti_store_be32(r->map_crc, crc);
    fact->u.map.crc = (tt_bytes){r->map_crc, sizeof r->map_crc};
}

/* Begins a fact about a client. A demo can have a client id out of range, which remains a number
 * without a session. */
bool tti_fact_of(const tti_recording *r, tt_fact *fact, tt_fact_kind kind, int32_t cid)
{
    tti_fact_begin(r, fact, kind);
    fact->cid = cid;
    if (cid >= 0 && cid < TT_CIDS) {
        fact->session = r->format->slot(r, cid).session;
    }
    return true;
}

void tti_known_init(tti_known *known)
{
    tti_fill(known, 0, sizeof *known);
    known->country = -1;
}

static bool know_text(char known[TT_NAME_CAP], const char *text)
{
    if (tti_equal(known, text, TT_NAME_CAP)) {
        return false;
    }
    tti_copy(known, text, TT_NAME_CAP);
    return true;
}

/* Makes the fact of a changed name. The world forgets the name of a client that leaves or starts
 * over, which is no fact. */
bool tti_fact_name(tti_recording *r, tt_fact *fact, int32_t cid)
{
    const tt_client *client = &r->world.client[cid];
    if (!know_text(r->known[cid].name, client->name) || client->name[0] == 0) {
        return false;
    }
    tti_fact_of(r, fact, TT_FACT_NAME, cid);
    fact->u.name.name = tt_bytes_of(client->name);
    fact->u.name.source = client->name_source;
    return true;
}

/* Makes the fact of a changed clan. An empty clan is a fact only when the client sent it. */
bool tti_fact_clan(tti_recording *r, tt_fact *fact, int32_t cid, bool is_said)
{
    const tt_client *client = &r->world.client[cid];
    if (!know_text(r->known[cid].clan, client->clan) || (client->clan[0] == 0 && !is_said)) {
        return false;
    }
    tti_fact_of(r, fact, TT_FACT_CLAN, cid);
    fact->u.clan.clan = tt_bytes_of(client->clan);
    return true;
}

/* Makes the fact of a changed country. The value is noted even if it gives no fact: otherwise the
 * same value would differ later. */
bool tti_fact_country(tti_recording *r, tt_fact *fact, int32_t cid, int32_t country, bool is_said)
{
    if (r->known[cid].country == country) {
        return false;
    }
    r->known[cid].country = country;
    if (is_said) {
        tti_fact_of(r, fact, TT_FACT_COUNTRY, cid);
        fact->u.country.country = country;
    }
    return is_said;
}

/* Makes the fact of a changed skin. The text is a view of r->known, valid until the next fact of
 * this client. */
bool tti_fact_skin(tti_recording *r, tt_fact *fact, int32_t cid, const tt_skin *skin, bool is_said)
{
    tt_skin *known = &r->known[cid].skin;
    if (tti_equal(known, skin, sizeof *skin)) {
        return false;
    }
    *known = *skin;
    if (is_said) {
        tti_fact_of(r, fact, TT_FACT_SKIN, cid);
        fact->u.skin.skin = tt_bytes_of(known->name);
        fact->u.skin.custom_colors = known->custom_colors;
        fact->u.skin.color_body = known->color_body;
        fact->u.skin.color_feet = known->color_feet;
    }
    return is_said;
}

bool tti_fact_gap(const tti_recording *r, tt_fact *fact, int32_t ticks, tt_gap_cause cause)
{
    tti_fact_begin(r, fact, TT_FACT_GAP);
    fact->u.gap.ticks = ticks;
    fact->u.gap.cause = (int32_t)cause;
    return true;
}

/* Makes a gap out of the damage that was noted, if there is any. The reader is at the next good
 * record, whose tick shows how many ticks are missing. The offset is that of the damage. The length
 * is 0 if a damaged tick was already too high. */
bool tti_fact_damage(tti_recording *r, tt_fact *fact)
{
    if (!r->damage.is_there) {
        return false;
    }
    r->damage.is_there = false;
    tti_fact_gap(r, fact, r->tick > r->damage.tick ? r->tick - r->damage.tick : 0, TT_GAP_DAMAGE);
    fact->offset = r->damage.offset;
    return true;
}

/* Receives the issues of the reader. Only the first error before a good record is noted, because
 * later ones belong to the same gap. */
void tti_recording_tell(void *user, const tt_issue *issue)
{
    tti_recording *r = user;
    if (issue->level == TT_LEVEL_ERROR && r->recover && !r->damage.is_there &&
        r->reader_error->status == TT_OK) {
        r->damage = (tti_damage){1, issue->tick, issue->offset};
    }
    if (r->on_issue != NULL) {
        r->on_issue(r->user, issue);
    }
}

#define WHOLE_TEXT SIZE_MAX

/* Returns how many bytes of a chat line may be shown: those before the argument of its first secret
 * command, as in "/timeout ". A secret line that begins with another command is hidden as a whole.
 */
static size_t open_line(tt_bytes text)
{
    size_t at = 0, open = tti_secret_sv_chat(text);
    while (at < text.size && text.data[at] <= ' ') {
        at++;
    }
    bool is_command = at < text.size && text.data[at] == '/' && tti_secret_chat(text);
    while (at < text.size && text.data[at] > ' ') {
        at++;
    }
    if (is_command && open > at + 1) {
        return 0;
    }
    return open < text.size ? open : WHOLE_TEXT;
}

static size_t open_text(const tt_fact *fact, tt_bytes text)
{
    switch (fact->kind) {
    case TT_FACT_MAP:
    case TT_FACT_NAME:
    case TT_FACT_CLAN:
    case TT_FACT_SKIN:
    case TT_FACT_VERSION:
        return WHOLE_TEXT;
    case TT_FACT_COMMAND:
        return tt_secret_command_name(text) ? 0 : WHOLE_TEXT;
    case TT_FACT_CHAT:
        return fact->u.chat.to == TT_CHAT_PLAYER ? 0 : open_line(text);
    case TT_FACT_SERVER_MESSAGE:
        return open_line(text);
    default:
        /* both clients and servers write reasons and votes, so both rules apply */
        return tti_secret_chat(text) || tti_secret_sv_chat(text) < text.size ? 0 : WHOLE_TEXT;
    }
}

/* Returns how many bytes of a member may be shown. An empty account or id was not recorded, and is
 * no secret. */
size_t tt_fact_open(const tt_fact *fact, const void *member)
{
    const tt_type *type = tt_fact_type(fact->kind);
    const tt_field *field = type != NULL ? type->fields : NULL;
    if (field == NULL) {
        return 0;
    }
    while (tt_field_of(field, &fact->u) != member) {
        field++;
    }
    if (tt_secret_field(type, field)) {
        return field->type == TT_TYPE_TEXT && ((const tt_bytes *)member)->size == 0 ? WHOLE_TEXT
                                                                                    : 0;
    }
    if (field->type == TT_TYPE_TEXTS) {
        return tt_secret_args(fact->u.command.name, fact->u.command.args) ? 0 : WHOLE_TEXT;
    }
    return field->type == TT_TYPE_TEXT ? open_text(fact, *(const tt_bytes *)member) : WHOLE_TEXT;
}
