/* SPDX-License-Identifier: MIT
 *
 * From facts to the rows of an archive database.
 */
#include "archive/mark.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const names[ARCHIVE_MARK_KINDS] = {
#define ARCHIVE_MARK(NAME, name, fact, doc) name,
#include "archive/marks.def"
};

static const char *const docs[ARCHIVE_MARK_KINDS] = {
#define ARCHIVE_MARK(NAME, name, fact, doc) doc,
#include "archive/marks.def"
};

static const tt_fact_kind facts[ARCHIVE_MARK_KINDS] = {
#define ARCHIVE_MARK(NAME, name, fact, doc) TT_FACT_##fact,
#include "archive/marks.def"
};

const char *archive_mark_name(enum archive_mark_kind kind)
{
    return (unsigned)kind < ARCHIVE_MARK_KINDS ? names[kind] : NULL;
}

const char *archive_mark_doc(enum archive_mark_kind kind)
{
    return (unsigned)kind < ARCHIVE_MARK_KINDS ? docs[kind] : NULL;
}

tt_fact_kind archive_mark_fact(enum archive_mark_kind kind)
{
    return facts[kind];
}

enum archive_mark_kind archive_mark_kind_of(tt_fact_kind kind)
{
    unsigned at = 0;
    while (at < ARCHIVE_MARK_KINDS && facts[at] != kind) {
        at++;
    }
    return (enum archive_mark_kind)at;
}

uint64_t archive_mark_facts(void)
{
    uint64_t all = 0;
    for (unsigned kind = 0; kind < ARCHIVE_MARK_KINDS; kind++) {
        all |= TT_FACT_BIT(facts[kind]);
    }
    return all;
}

/* Of a mark about a team the text is its number. */
static void take_team(struct archive_told *mark, int32_t team)
{
    snprintf(mark->digits, sizeof mark->digits, "%" PRId32, team);
    mark->text = tt_bytes_of(mark->digits);
}

/* The columns of those about a team. */
static void take_of_team(struct archive_told *mark, const tt_fact *fact)
{
    switch (fact->kind) {
    case TT_FACT_TEAM_FINISH:
        mark->value = fact->u.team_finish.ticks;
        take_team(mark, fact->u.team_finish.team);
        break;
    case TT_FACT_SAVE:
        mark->value = fact->u.save.team;
        mark->uuid = fact->u.save.save_id;
        break;
    case TT_FACT_LOAD:
        mark->value = fact->u.load.team;
        mark->uuid = fact->u.load.save_id;
        break;
    case TT_FACT_PRACTICE:
        mark->value = fact->u.practice.on;
        take_team(mark, fact->u.practice.team);
        break;
    default:
        break;
    }
}

/* The columns whose meaning depends on the kind. */
static void take(struct archive_told *mark, const tt_fact *fact)
{
    switch (fact->kind) {
    case TT_FACT_JOIN:
        mark->value = fact->u.join.recorded;
        break;
    case TT_FACT_LEAVE:
        mark->value = fact->u.leave.how;
        mark->text = fact->u.leave.reason;
        break;
    case TT_FACT_NAME:
        mark->value = fact->u.name.source;
        mark->text = fact->u.name.name;
        break;
    case TT_FACT_CLAN:
        mark->text = fact->u.clan.clan;
        break;
    case TT_FACT_VERSION:
        mark->value = fact->u.version.version;
        mark->uuid = fact->u.version.connection_id;
        break;
    case TT_FACT_TEAM:
        mark->value = fact->u.team.team;
        break;
    case TT_FACT_FINISH:
        mark->value = fact->u.finish.ticks;
        break;
    case TT_FACT_LOGIN:
        mark->value = fact->u.login.level;
        mark->text = fact->u.login.account;
        break;
    case TT_FACT_SWAP:
        mark->value = fact->u.swap.other;
        break;
    default:
        take_of_team(mark, fact);
        break;
    }
}

bool archive_mark_of(const tt_fact *fact, struct archive_told *mark)
{
    *mark = (struct archive_told){
        .kind = archive_mark_kind_of(fact->kind),
        .tick = fact->tick,
        .cid = fact->cid,
        .session = fact->session,
    };
    if (mark->kind == ARCHIVE_MARK_KINDS) {
        return false;
    }
    take(mark, fact);
    return true;
}
