/* SPDX-License-Identifier: MIT
 *
 * Facts of messages alone, without unpacking the snapshots between them.
 *
 * Snapshots matter only for the names of who speaks. A full one says all that those before it said,
 * so each is unpacked when it comes; the deltas after it are kept packed, and unpacked when a fact
 * is about a client. Who was there between two full snapshots only, while nobody asked, is not
 * noticed.
 *
 * This is what makes a search for chat in demos cheap: of each delta only the size is looked at,
 * and the copy into the scratch costs less than unpacking it.
 */
#include "base/mem.h"
#include "demo/chunk.h"
#include "recording/recording.h"

/* Before each kept payload: its size, little-endian. The chunks have sizes of their own, which are
 * not kept. */
enum { HEAD = 4 };

/* What comes out of messages alone. */
#define LAZY_FACTS                                                                                 \
    (TT_FACT_BIT(TT_FACT_MAP) | TT_FACT_BIT(TT_FACT_CHAT) | TT_FACT_BIT(TT_FACT_SERVER_MESSAGE) |  \
     TT_FACT_BIT(TT_FACT_VOTE_START) | TT_FACT_BIT(TT_FACT_VOTE_END) |                             \
     TT_FACT_BIT(TT_FACT_EMOTICON) | TT_FACT_BIT(TT_FACT_KILL) | TT_FACT_BIT(TT_FACT_FINISH))

/* The messages that a set of facts needs, as the reader has them. Those of 0.7 are not among them,
 * as its demos are never passed over. What a kill of a team means the team states say, in both of
 * their forms; the one with a UUID has the bit of all those. */
static uint64_t messages_of(uint64_t facts)
{
    static const struct {
        tt_fact_kind fact;
        tt_sv_kind message;
    } needs[] = {
        {TT_FACT_CHAT, TT_SV_CHAT},
        {TT_FACT_SERVER_MESSAGE, TT_SV_CHAT},
        {TT_FACT_SERVER_MESSAGE, TT_SV_BROADCAST},
        {TT_FACT_SERVER_MESSAGE, TT_SV_MOTD},
        {TT_FACT_SERVER_MESSAGE, TT_SV_SERVER_ALERT}, /* all with a UUID */
        {TT_FACT_VOTE_START, TT_SV_VOTE_SET},
        {TT_FACT_VOTE_END, TT_SV_VOTE_SET},
        {TT_FACT_EMOTICON, TT_SV_EMOTICON},
        {TT_FACT_KILL, TT_SV_KILL_MSG},
        {TT_FACT_KILL, TT_SV_KILL_MSG_TEAM},
        {TT_FACT_KILL, TT_SV_TEAMS_STATE_LEGACY},
        {TT_FACT_FINISH, TT_SV_RACE_FINISH},
    };
    uint64_t messages = 0;
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if ((facts & TT_FACT_BIT(needs[i].fact)) != 0) {
            messages |= tt_sv_bit(needs[i].message);
        }
    }
    return messages;
}

/* The messages that sessions need: in 0.7 they say who comes and goes. */
static uint64_t session_messages(const tti_recording *r)
{
    int is_7 = r->u.demo.follower.protocol == TT_PROTOCOL_7;
    return is_7 ? tt_sv_bit(TT_SV7_CLIENT_INFO) | tt_sv_bit(TT_SV7_CLIENT_DROP) : 0;
}

/* A selection by sessions needs their numbers, which are missed here. In 0.7 clients come by
 * messages. */
static int can_be_lazy(const tti_recording *r)
{
    unsigned wants = r->wants & ~(unsigned)TT_WANT_COPIES;
    return wants == (TT_WANT_FACTS | TT_WANT_NO_SESSIONS) && (r->facts & ~LAZY_FACTS) == 0 &&
           (r->selection == NULL || !tt_selection_needs_sessions(r->selection)) &&
           r->u.demo.follower.protocol != TT_PROTOCOL_7;
}

/* Called for the header and whenever the caller changes what it wants. When snapshots are followed
 * again, what was missed becomes what is known, without facts: nobody saw when it happened. */
void tti_demo_lazy_choose(tti_recording *r)
{
    tti_demo *d = &r->u.demo;
    int was_lazy = d->is_lazy;
    if (was_lazy) {
        tti_demo_lazy_catch_up(r);
    }
    d->is_lazy = (uint8_t)can_be_lazy(r);
    d->demo.skip_snapshots = d->is_lazy;
    /* limited: only the messages that are needed are unpacked, by the bits of their ids */
    int is_limited = d->is_lazy || (r->wants & TT_WANT_NO_MESSAGES) != 0;
    uint64_t messages = d->is_lazy ? messages_of(r->facts) : session_messages(r);
    /* for good: what a message said that was passed over does not come again */
    d->lacks_messages |= (r->wants & TT_WANT_NO_MESSAGES) != 0;
    d->demo.only_messages = is_limited ? messages : 0;
    d->demo.skip_messages = is_limited && messages == 0;
    if (was_lazy && !d->is_lazy) {
        tti_demo_know(r);
    }
}

/* Unpacks one payload of the tick. Nothing is said of one that is broken: the reader said that it
 * does not look at it. The reader's tick is set to that of the kept chunk for as long, so that the
 * snapshot has the right one. */
static void unpack(tti_demo *d, tt_demo_kind kind, tt_bytes packed)
{
    tt_demo_event event;
    tt_issue_fn *on_issue = d->demo.on_issue;
    int32_t tick = d->demo.tick;
    tti_fill(&event, 0, sizeof event);
    event.kind = kind;
    event.packed = packed;
    d->demo.on_issue = NULL;
    d->demo.skip_snapshots = 0;
    d->demo.tick = d->kept_tick;
    d->is_behind |= tti_demo_unpack(&d->demo, &event) == TT_OK;
    d->demo.tick = tick;
    d->demo.skip_snapshots = 1;
    d->demo.on_issue = on_issue;
}

/* The reader reads what was kept; the world does not follow yet. Each delta needs the one before
 * it, so all are unpacked. The time is that of reading them at once, and is only spent when
 * somebody asks. */
static void read_kept(tti_demo *d)
{
    const uint8_t *at = d->chunks, *end = at + d->kept;
    while (at != end) {
        size_t size = tti_load_le32(at);
        unpack(d, TT_DEMO_DELTA, (tt_bytes){at + HEAD, size});
        at += HEAD + size;
    }
    d->kept = 0;
}

/* A full snapshot that is good makes the deltas before it useless; one that is damaged does not.
 * When the place is full, what is kept is read: the reader then has a later snapshot, from which
 * the next deltas go on. */
void tti_demo_lazy_keep(tti_recording *r)
{
    tti_demo *d = &r->u.demo;
    tt_bytes packed = d->event.packed;
    if (d->event.kind == TT_DEMO_SNAPSHOT) {
        uint32_t snaps = d->demo.snaps;
        d->kept_tick = d->event.tick;
        unpack(d, TT_DEMO_SNAPSHOT, packed);
        /* by the count of snapshots: whether this one was good */
        d->kept = d->demo.snaps != snaps ? 0 : d->kept;
        return;
    }
    if (d->kept + HEAD + packed.size > TTI_KEPT_MAX) {
        read_kept(d);
    }
    d->kept_tick = d->event.tick;
    tti_store_le32(d->chunks + d->kept, (uint32_t)packed.size);
    tti_copy(d->chunks + d->kept + HEAD, packed.data, packed.size);
    d->kept += HEAD + packed.size;
}

/* The world follows once, with all items of the last snapshot, as if it had come as a full one. The
 * decoded message is kept: the caller is about to make a fact of it. */
void tti_demo_lazy_catch_up(tti_recording *r)
{
    tti_demo *d = &r->u.demo;
    read_kept(d);
    if (d->is_behind && d->demo.snap_tick >= 0) {
        tt_sv_msg message = d->follower.message;
        tt_demo_event last; /* without ints: the world goes by all items */
        tti_fill(&last, 0, sizeof last);
        last.kind = TT_DEMO_SNAPSHOT;
        last.tick = d->kept_tick;
        tt_demo_world_follow(&d->follower, &d->demo, &last);
        d->follower.message = message;
        tti_demo_follow_sessions(r);
    }
    d->is_behind = 0;
}
