/* SPDX-License-Identifier: MIT
 *
 * Takes from the header what the reader needs: the version, and the server's rules for names.
 */
#include "base/json_int.h"
#include "teehistorian/header.h"
#include "teehistorian/record.h"
#include "world/world.h"

void tti_th_tell_at(tti_th *th, tt_level level, tt_status status, uint64_t offset,
                    const tt_uuid *uuid)
{
    if (th->on_issue != NULL) {
        tt_issue issue = {level,
                          status,
                          offset,
                          th->world->tick,
                          tt_status_text(status),
                          uuid != NULL ? uuid->bytes : NULL};
        th->on_issue(th->user, &issue);
    }
}

void tti_th_tell(tti_th *th, tt_level level, tt_status status)
{
    tti_th_tell_at(th, level, status, th->offset, NULL);
}

/* Ends the reading with an error. tt_th_next returns th->error from here on. Programs that collect
 * issues get it as an issue too. */
tt_status tti_th_fail(tti_th *th, tt_status status, uint64_t offset)
{
    th->error.status = status;
    th->error.offset = offset;
    th->error.what = tt_status_text(status);
    th->state = TTI_TH_FAILED; /* the fast paths check only the state */
    tti_th_tell_at(th, TT_LEVEL_ERROR, status, offset, NULL);
    return status;
}

/* Reports a fault, which has the same level with and without `recover`. Only the option decides
 * whether the reader goes on. */
tt_status tti_th_fault(tti_th *th, tt_status status)
{
    if (!th->recover) {
        return tti_th_fail(th, status, th->offset);
    }
    tti_th_tell(th, TT_LEVEL_ERROR, status);
    return TT_OK;
}

void tti_th_tell_odd(tti_th *th, unsigned odd)
{
    if ((odd & TT_ODD_OVERLONG) != 0) {
        tti_th_tell(th, TT_LEVEL_WARNING, TT_WARN_OVERLONG);
    }
    if ((odd & TT_ODD_PADDING) != 0) {
        tti_th_tell(th, TT_LEVEL_WARNING, TT_WARN_PADDING);
    }
}

/* Sets the rules for names. From version_minor 8 on (DDNet 18.3) PLAYER_NAME records every change
 * of a name. Without spam protection a server accepts every Cl_ChangeInfo. */
static void read_name_rules(tti_th *th)
{
    const tt_th_header *header = &th->header;
    bool recorded = TT_TH_HAS(header, version_minor) && header->version_minor >= 8;
    bool is_protected = tti_th_header_setting(header, "sv_spamprotection", 1) != 0;
    tti_world_set_name_rules(th->world, recorded,
                             is_protected ? tti_th_header_delay(header, "sv_info_change_delay", 5)
                                          : 0);
}

tt_status tti_th_take_header(tti_th *th, tt_bytes json, tt_error *error)
{
    tt_status status = tti_th_header_parse(&th->header, json, error);
    if (status == TT_OK) {
        th->version = (int32_t)th->header.version;
        read_name_rules(th);
        th->world->is_cut = TT_TH_HAS(&th->header, cut_of) != 0;
    }
    return status;
}

/* Takes the header. Its wrong values are warnings. The warning for an empty string has the offset
 * of the header. */
tt_status tti_th_read_header(tti_th *th, tt_bytes json, tt_th_event *event)
{
    tt_error error;
    tt_status status = tti_th_take_header(th, json, &error);
    if (status != TT_OK) {
        return tti_th_fail(th, status, th->offset + error.offset);
    }
    for (int key = 0; key < TT_TH_KEYS; key++) {
        uint64_t at = th->offset;
        if (th->header.raw[key].size != 0) {
            at += (uint64_t)(th->header.raw[key].data - json.data);
        }
        if ((th->header.bad >> key & 1u) != 0) {
            tti_th_tell_at(th, TT_LEVEL_WARNING, TT_WARN_TH_HEADER_VALUE, at, NULL);
        }
        if ((th->header.twice >> key & 1u) != 0) {
            tti_th_tell_at(th, TT_LEVEL_WARNING, TT_WARN_TH_HEADER_TWICE, at, NULL);
        }
    }
    event->kind = TT_TH_HEADER;
    event->tick = 0;
    event->cid = -1;
    event->offset = th->offset;
    return TT_OK;
}
