/* SPDX-License-Identifier: MIT
 *
 * Writes a client's message without anything that identifies the client. The message is packed
 * again from its fields, which drops bytes after them. All texts are emptied first. The publishable
 * ones are then set by the kind of the message.
 */
#include "base/mem.h"
#include "schema/fields.h"
#include "teehistorian/anonymize.h"
#include "teetape/game.h"
#include "teetape/string.h"
#include "teetape/varint.h"

typedef struct message_draft {
    const tti_th_anonymizer *a;
    const tt_msg *from;
    tt_msg msg;
    char name[TTI_PSEUDONYM_CAP], clan[TTI_PSEUDONYM_CAP];
} message_draft;

static const char *const usual_skins[] = {
#define TT_ANON_SKIN(name) #name,
#include "teehistorian/anonymize.def"
};

typedef struct part_row {
    int part;
    const char *name;
} part_row;

/* Replacements for the parts of a skin. part_of takes one row of a part by its number, so rows of
 * one part follow each other. */
static const part_row skin_parts[] = {
#define TT_ANON_PART(part, name) {part, #name},
#include "teehistorian/anonymize.def"
};

static bool is_same_word(tt_bytes text, const char *word)
{
    return tt_bytes_equal(text, tt_bytes_of(word));
}

static tt_bytes skin_of(const tti_th_anonymizer *a, tt_bytes skin)
{
    size_t i = 0;
    if (skin.size == 0) {
        return tt_bytes_of("");
    }
    while (i < TTI_COUNT(usual_skins) && !is_same_word(skin, usual_skins[i])) {
        i++;
    }
    if (i == TTI_COUNT(usual_skins)) {
        i = (size_t)(tti_th_keyed(a, TTI_DOMAIN_SKIN, skin) % TTI_COUNT(usual_skins));
    }
    return tt_bytes_of(usual_skins[i]);
}

/* Returns the replacement for a part of a skin. Every part has a row, so `count` is not 0. An empty
 * name is no marking or decoration, and remains empty. */
static tt_bytes part_of(const tti_th_anonymizer *a, int part, tt_bytes name)
{
    size_t first = TTI_COUNT(skin_parts), count = 0;
    if (name.size == 0) {
        return tt_bytes_of("");
    }
    for (size_t i = 0; i < TTI_COUNT(skin_parts); i++) {
        if (skin_parts[i].part == part) {
            first = count == 0 ? i : first;
            count++;
            if (is_same_word(name, skin_parts[i].name)) {
                return tt_bytes_of(skin_parts[i].name);
            }
        }
    }
    return tt_bytes_of(skin_parts[first + tti_th_keyed(a, TTI_DOMAIN_SKIN, name) % count].name);
}

/* Returns a pseudonym for a colour. 16 million colours identify a player nearly as well as a name,
 * so a visible one is replaced. */
static int32_t anonymous_color(const tti_th_anonymizer *a, int32_t color, int32_t is_used)
{
    uint8_t bytes[4];
    tti_store_le32(bytes, (uint32_t)color);
    uint64_t bits = tti_th_keyed(a, TTI_DOMAIN_COLOR, (tt_bytes){bytes, sizeof bytes});
    return is_used ? (int32_t)(bits & 0xffffff) : 0;
}

static void skin_put(message_draft *d, tt_bytes names[TT_SKIN_PARTS], int32_t colors[TT_SKIN_PARTS],
                     const tt_bytes from_names[TT_SKIN_PARTS], const int32_t used[TT_SKIN_PARTS])
{
    for (int i = 0; i < TT_SKIN_PARTS; i++) {
        names[i] = part_of(d->a, i, from_names[i]);
        colors[i] = anonymous_color(d->a, colors[i], used[i]);
        if (i == TT_SKIN_MARKING && used[i]) {
            colors[i] -= 0x1000000; /* sets the top byte: a marking is opaque */
        }
    }
}

static void person_put(message_draft *d, tt_bytes *name, tt_bytes *clan, int32_t *country,
                       const tt_bytes from[2])
{
    tti_th_pseudonym(d->a, d->name, from[0]);
    tti_th_pseudonym_clan(d->a, d->clan, from[1]);
    *name = tt_bytes_of(d->name);
    *clan = tt_bytes_of(d->clan);
    *country = -1;
}

static void info_put(message_draft *d)
{
    struct tt_msg_cl_start_info *to = &d->msg.u.cl_start_info;
    const struct tt_msg_cl_start_info *from = &d->from->u.cl_start_info;
    const tt_bytes person[2] = {from->name, from->clan};
    person_put(d, &to->name, &to->clan, &to->country, person);
    to->skin = skin_of(d->a, from->skin);
    to->color_body = anonymous_color(d->a, from->color_body, from->use_custom_color);
    to->color_feet = anonymous_color(d->a, from->color_feet, from->use_custom_color);
}

static void info7_put(message_draft *d)
{
    struct tt_msg_cl7_start_info *to = &d->msg.u.cl7_start_info;
    const struct tt_msg_cl7_start_info *from = &d->from->u.cl7_start_info;
    const tt_bytes person[2] = {from->name, from->clan};
    person_put(d, &to->name, &to->clan, &to->country, person);
    skin_put(d, to->skin_part_names, to->skin_part_colors, from->skin_part_names,
             from->use_custom_colors);
}

/* Writes the command line with its argument. The rest of the line is one argument: names may have
 * blanks. d->name has the memory for it. */
static void command_put(message_draft *d)
{
    struct tt_msg_cl7_command *to = &d->msg.u.cl7_command;
    const struct tt_msg_cl7_command *from = &d->from->u.cl7_command;
    const char *forms;
    to->name = tt_bytes_of(tti_th_command(from->name, &forms));
    bool is_one = forms[0] != 0 && forms[1] == 0;
    if (from->arguments.size != 0 && is_one &&
        tti_th_argument(d->a, d->name, forms[0], from->arguments)) {
        to->arguments = tt_bytes_of(d->name);
    }
}

static void texts_put(message_draft *d)
{
    const tt_msg *from = d->from;
    const char *word;
    switch (d->msg.kind) {
    case TT_MSG_CL_START_INFO:
    case TT_MSG_CL_CHANGE_INFO:
        info_put(d);
        break;
    case TT_MSG_CL7_START_INFO:
        info7_put(d);
        break;
    case TT_MSG_CL7_SKIN_CHANGE:
        skin_put(d, d->msg.u.cl7_skin_change.skin_part_names,
                 d->msg.u.cl7_skin_change.skin_part_colors, from->u.cl7_skin_change.skin_part_names,
                 from->u.cl7_skin_change.use_custom_colors);
        break;
    case TT_MSG_CL_CALL_VOTE:
    case TT_MSG_CL7_CALL_VOTE: /* a Cl_CallVote of 0.7 begins with the fields of that of 0.6 */
        word = tti_th_word(from->u.cl_call_vote.type);
        d->msg.u.cl_call_vote.type = tt_bytes_of(word != NULL ? word : "");
        if (tti_th_is_int(from->u.cl_call_vote.value)) {
            d->msg.u.cl_call_vote.value = from->u.cl_call_vote.value;
        }
        break;
    case TT_MSG_CL7_COMMAND:
        command_put(d);
        break;
    case TT_MSG_CL_IS_DDNET_LEGACY:
        d->msg.u.cl_is_ddnet_legacy.version = tti_th_version(from->u.cl_is_ddnet_legacy.version);
        break;
    default: /* numbers, and chat lines, which remain empty */
        break;
    }
}

/* Empties the texts of a message by their fields and not by kinds, so that a new message publishes
 * no text. Returns false for a type of field that nobody has decided on yet. */
static bool field_clear(const tt_field *field, tt_msg *msg)
{
    tt_bytes *member = (tt_bytes *)(void *)((uint8_t *)&msg->u + field->offset);
    for (unsigned i = 0; i < field->count && field->type == TT_TYPE_TEXT; i++) {
        member[i] = (tt_bytes){NULL, 0};
    }
    return field->type == TT_TYPE_TEXT || field->type == TT_TYPE_INT ||
           field->type == TT_TYPE_OPT_INT || field->type == TT_TYPE_BOOL;
}

tt_bytes tti_th_anonymize_message(const tti_th_anonymizer *a, const tt_msg *msg,
                                  uint8_t dst[TTI_TH_ANONYMIZED_MESSAGE])
{
    const tt_type *type = tt_msg_type(msg->kind);
    message_draft d = {.a = a, .from = msg, .msg = *msg};
    if (type == NULL) {
        return (tt_bytes){dst, 0};
    }
    for (size_t i = 0; i < type->field_count; i++) {
        if (!field_clear(&type->fields[i], &d.msg)) {
            return (tt_bytes){dst, 0};
        }
    }
    texts_put(&d);
    tt_packer p = tt_packer_of(dst, TTI_TH_ANONYMIZED_MESSAGE);
    tt_msg_encode(&p, &d.msg);
    return p.status == TT_OK ? tt_packer_bytes(&p) : (tt_bytes){dst, 0};
}
