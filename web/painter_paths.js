// SPDX-License-Identifier: MIT
//
// Sends the positions of tees to the core, which draws them as paths.

// The values of tt_paths_by.
const PATHS_BY = ['player', 'speed', 'time'];
// A position has four numbers: tick, x, y, begins.
const PLACE = 4;

export class Paths {
    constructor() {
        this.sent = new Map();
    }

    // Sends the positions that are new since the last call. Returns 0 to 2 (tt_paths_by), or -1
    // when no paths are drawn.
    send(player, by) {
        const kind = PATHS_BY.indexOf(by);
        if (kind >= 0)
            for (const [session, way] of player.ways)
                this.sendWay(player.core, session, way);
        return kind;
    }

    // Sends all positions of a session, because some may have been dropped since the last call.
    sendWay(core, session, way) {
        if (this.sent.get(session) === way.changes || way.count === 0)
            return;
        const at = core.call.stage_path(session, way.count);
        if (at === 0)
            return;
        core.ints(at, way.count * PLACE).set(way.numbers.subarray(0, way.count * PLACE));
        this.sent.set(session, way.changes);
    }
}
