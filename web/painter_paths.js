// SPDX-License-Identifier: MIT
//
// Brings the ways of tees to the core that draws them as paths.

// As tt_paths_by.
const PATHS_BY = ['player', 'speed', 'time'];
// Numbers of a place: tick, x, y, begins.
const PLACE = 4;

class Paths {
    constructor() {
        this.sent = new Map();
    }

    // What the player has learned since the last call. 0 to 2, or -1 when no paths are to be drawn.
    send(player, by) {
        const kind = PATHS_BY.indexOf(by);
        if (kind >= 0)
            for (const [session, way] of player.ways)
                this.sendWay(player.core, session, way);
        return kind;
    }

    sendWay(core, session, way) {
        const from = this.sent.get(session) || 0, to = way.ticks.length;
        if (from === to)
            return;
        const at = core.call.stage_path(session, to);
        if (at === 0)
            return;
        const places = core.ints(at, to * PLACE);
        for (let i = from; i < to; i++)
            places.set([way.ticks[i], way.x[i], way.y[i], way.begins[i]], i * PLACE);
        this.sent.set(session, to);
    }
}
