// SPDX-License-Identifier: MIT
//
// Reads a whole recording in the background: facts, positions of tees, and access points.
// scanWorker runs in a worker together with core.js, and player.js handles its messages.

import {MAP_MOST, PageMap, inflate} from './map.js';
import {Core, END, HEADER, MORE, OK, PIECE, SLICE, Source} from './core.js';

// Ticks between access points.
const POINT_TICKS = 250;
// Most bytes of all access points together.
export const POINTS_ROOM = 48 << 20;
// Milliseconds between two messages.
const MESSAGE_MS = 100;

class Scan {
    constructor(module, blob, showsSecrets, post) {
        this.core = new Core(module);
        if (showsSecrets)
            this.core.call.core_show_secrets();
        this.source = new Source(blob);
        this.post = post;
        this.message = this.newMessage();
        this.sent = 0;
    }

    newMessage() {
        return {facts: [], places: [], points: []};
    }

    take() {
        const core = this.core, facts = core.takeOutput();
        if (facts.length > 0)
            this.message.facts.push(facts);
        const count = core.call.scan_places_take();
        if (count > 0)
            this.message.places.push(core.ints(core.call.scan_places(), 5 * count).slice());
        if (core.call.scan_is_at_point() === 1)
            this.takePoint();
    }

    takePoint() {
        const core = this.core, size = core.call.core_pack();
        if (size > 0) {
            const state = core.bytes(core.call.core_state(), size).slice();
            this.message.points.push({tick: core.call.scan_tick(), offset: core.call.core_offset(), state});
        }
    }

    send(more) {
        const message = Object.assign(this.message, more, {
            known: this.core.call.scan_tick(), last: this.core.call.core_last_tick(), read: this.source.at,
        });
        const moved = [...message.facts, ...message.places, ...message.points.map((point) => point.state)];
        this.post(message, moved.map((view) => view.buffer));
        this.message = this.newMessage();
        this.sent = performance.now();
    }

    header() {
        const skipped = this.core.call.core_skip_map();
        if (skipped > 0)
            this.source.seek(this.source.at + skipped);
    }

    // `map` is the map of a demo, or null. Without a map, a tee has the position that the server
    // sent last.
    async run(map) {
        const call = this.core.call;
        await new PageMap(this.core).openTerrain(map);
        call.core_open();
        call.scan_open(POINT_TICKS);
        for (;;) {
            const status = call.scan_run();
            this.take();
            if (status === HEADER)
                this.header();
            else if (status === MORE && !this.source.feed(this.core)) {
                await this.source.load();
                this.source.feed(this.core);
            } else if (status === END || status < 0)
                return this.send({done: true, damage: status < 0 ? this.core.error() : null});
            if (performance.now() - this.sent > MESSAGE_MS)
                this.send({done: false, damage: null});
        }
    }
}

// Handles the one message that the worker gets.
function scanWorker(scope) {
    scope.onmessage = async (event) => {
        try {
            const {module, blob, showsSecrets, map} = event.data;
            await new Scan(module, blob, showsSecrets, (message, moved) => scope.postMessage(message, moved)).run(map);
        } catch (error) {
            scope.postMessage({facts: [], places: [], points: [], failed: String(error)});
        }
    };
}

// Returns the program of the worker as text. It is made from functions of the page, so that the
// page has them only once.
export function workerProgram() {
    const values = `const OK=${OK},MORE=${MORE},END=${END},HEADER=${HEADER},PIECE=${PIECE},SLICE=${SLICE},` +
        `POINT_TICKS=${POINT_TICKS},MESSAGE_MS=${MESSAGE_MS},MAP_MOST=${MAP_MOST};`;
    return `'use strict';${values}${Core}\n${inflate}\n${PageMap}\n${Source}\n${Scan}\n${scanWorker}\nscanWorker(self);`;
}
