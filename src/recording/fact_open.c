/* SPDX-License-Identifier: MIT
 *
 * Decides what of a fact may be shown, for every outlet: rows, lines, tables, pictures, pages.
 *
 * Fields that are secret by their names are rows of msg/secret.def. Texts of the other kinds are
 * searched, but for names, which everybody sees in the game.
 */
#include "recording/recording.h"
#include "teetape/secret.h"

#define ALL SIZE_MAX

/* Lines are shown up to the argument of a command that they quote. A client's command that is
 * secret for something else, such as a whisper, is so as a whole. */
static size_t open_line(tt_bytes text)
{
    size_t at = 0, open = tt_secret_sv_chat(text);
    while (at < text.size && text.data[at] <= ' ') {
        at++;
    }
    int is_command = at < text.size && text.data[at] == '/' && tt_secret_chat(text);
    while (at < text.size && text.data[at] > ' ') {
        at++;
    }
    if (is_command && open > at + 1) {
        return 0;
    }
    return open < text.size ? open : ALL;
}

/* Clients and servers write reasons and votes, so both rules count. */
static size_t open_prose(tt_bytes text)
{
    return tt_secret_chat(text) || tt_secret_sv_chat(text) < text.size ? 0 : ALL;
}

static size_t open_text(const tt_fact *fact, tt_bytes text)
{
    switch (fact->kind) {
    case TT_FACT_MAP:
    case TT_FACT_NAME:
    case TT_FACT_CLAN:
    case TT_FACT_SKIN:
    case TT_FACT_VERSION:
        return ALL;
    case TT_FACT_COMMAND:
        return tt_secret_command_name(text) ? 0 : ALL;
    case TT_FACT_CHAT:
        return fact->u.chat.to == TT_CHAT_PLAYER ? 0 : open_line(text);
    case TT_FACT_SERVER_MESSAGE:
        return open_line(text);
    default:
        return open_prose(text);
    }
}

/* An account or an id that the recording does not have is empty, and no secret. */
size_t tt_fact_open(const tt_fact *fact, const void *member)
{
    const tt_type *type = tt_fact_type(fact->kind);
    const tt_field *field = type->fields;
    while (tt_field_of(field, &fact->u) != member) {
        field++;
    }
    if (tt_secret_field(type, field)) {
        return field->type == TT_TYPE_TEXT && ((const tt_bytes *)member)->size == 0 ? ALL : 0;
    }
    if (field->type == TT_TYPE_TEXTS) {
        return tt_secret_args(fact->u.command.name, fact->u.command.args) ? 0 : ALL;
    }
    return field->type == TT_TYPE_TEXT ? open_text(fact, *(const tt_bytes *)member) : ALL;
}
