/* SPDX-License-Identifier: MIT
 *
 * Makes the descriptions of all records from the rows of schema/teehistorian.def. Readers, writers
 * and dumps use these fields, so a new extension needs only a row to be decoded and shown.
 */
#include "schema/fields.h"
#include "teehistorian/tick.h"
#include "teehistorian/write.h"
#include "teetape/teehistorian.h"
#include "wire/uuid.h"

/* clang-format off */

/* Makes the fields of each record. A field of a record is never an array. schema/fields.h gives its
 * type's range. */
#define TT_TH_RECORD(NAME, name, code, doc) static const tt_field th_fields_##name[] = {
#define TT_TH_EX(NAME, name, text, uuid, since, doc) static const tt_field th_fields_##name[] = {
#define TH_FIELD(name, type, field, derived, doc)                                                  \
    {#field, TT_TYPE_##type, offsetof(struct tt_th_##name, field), 1, derived,                     \
     TTI_MIN_##type, TTI_MAX_##type, doc},
#define TT_FIELD(name, type, field, doc) TH_FIELD(name, type, field, 0, doc)
#define TT_DERIVED(name, type, field, doc) TH_FIELD(name, type, field, 1, doc)
#define TT_FIELDS_END(name) };
#include "teetape/schema/teehistorian.def"

#define TH_TYPE(name, doc) {#name, doc, th_fields_##name, TTI_COUNT(th_fields_##name)}
#define TH_BARE_TYPE(name, doc) {#name, doc, NULL, 0}

static const tt_type th_types[TT_TH_KINDS] = {
    TH_BARE_TYPE(header, "the header"),
#define TT_TH_RECORD(NAME, name, code, doc) TH_TYPE(name, doc),
#define TT_TH_BARE(NAME, name, code, doc) TH_BARE_TYPE(name, doc),
#define TT_TH_EX(NAME, name, text, uuid, since, doc) TH_TYPE(name, doc),
#define TT_TH_EX_BARE(NAME, name, text, uuid, since, doc) TH_BARE_TYPE(name, doc),
#include "teetape/schema/teehistorian.def"
};

/* clang-format on */

struct extension {
    tt_th_kind kind;
    const char *name; /* the UUID is the version 3 UUID of this name */
    tt_uuid uuid;
};

static const struct extension extensions[] = {
#define TT_TH_EX(NAME, name, text, uuid, since, doc) {TT_TH_##NAME, text, uuid},
#define TT_TH_EX_BARE(NAME, name, text, uuid, since, doc) {TT_TH_##NAME, text, uuid},
#include "teetape/schema/teehistorian.def"
};

const tt_type *tt_th_type(tt_th_kind kind)
{
    return (unsigned)kind < TT_TH_KINDS ? &th_types[kind] : NULL;
}

static const struct extension *extension_of(tt_th_kind kind)
{
    size_t first = TT_TH_KINDS - TTI_COUNT(extensions);
    return (unsigned)kind < TT_TH_KINDS && (unsigned)kind >= first ? &extensions[kind - first]
                                                                   : NULL;
}

const char *tti_th_ex_name(tt_th_kind kind)
{
    const struct extension *extension = extension_of(kind);
    return extension != NULL ? extension->name : NULL;
}

const tt_uuid *tti_th_ex_uuid(tt_th_kind kind)
{
    const struct extension *extension = extension_of(kind);
    return extension != NULL ? &extension->uuid : NULL;
}

/* Searches linearly: there are about twenty rows, and only 2 % of the records of a real session
 * call this. */
tt_th_kind tti_th_ex_find(const tt_uuid *uuid)
{
    for (size_t i = 0; i < TTI_COUNT(extensions); i++) {
        if (tti_uuid_equal(&extensions[i].uuid, uuid)) {
            return extensions[i].kind;
        }
    }
    return TT_TH_EX;
}
