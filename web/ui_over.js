// SPDX-License-Identifier: MIT
//
// The followed player over the picture: keys, aim and speed.

import {byId, fitCanvas, plainText, press, setAttribute, setText, styleColor} from './ui_dom.js';
import {TICKS_A_SECOND} from './ui_time.js';

// Ticks that the speed graph shows before and after now.
const GRAPH_TICKS = 250;
// World units per tick. A larger move is a teleport, not speed.
const FASTEST = 300;

export class Over {
    constructor(app) {
        this.app = app;
        press('follow-prev', () => app.followNext(-1));
        press('follow-next', () => app.followNext(1));
        press('follow-name', () => app.tabs.choose('players', true));
        this.track = null;
    }

    opened() {
        this.track = null;
    }

    frame() {
        const {camera, settings} = this.app, tee = camera.tee;
        const isFree = camera.followed === null;
        setText(byId('follow-what'), isFree ? 'Free camera' : tee === null ? 'Away:' : '');
        setText(byId('follow-who'), isFree ? '' : plainText(camera.followed.name || 'client ' + camera.followed.cid));
        byId('inputs').hidden = !settings.inputs || tee === null;
        if (!byId('inputs').hidden)
            this.inputs(tee);
        byId('graph').hidden = !settings.graph || camera.followed === null;
        if (!byId('graph').hidden)
            this.graph(camera.followed.session);
    }

    inputs({input, angle}) {
        const down = {
            fire: input.fire, hook: input.hook, left: input.direction < 0, jump: input.jump, right: input.direction > 0,
        };
        for (const key of Object.keys(down))
            byId('key-' + key).classList.toggle('is-down', Boolean(down[key]));
        const x = (Math.cos(angle) * 40).toFixed(1), y = (Math.sin(angle) * 40).toFixed(1);
        for (const [id, name, value] of [['aim-line', 'x2', x], ['aim-line', 'y2', y], ['aim-dot', 'cx', x],
            ['aim-dot', 'cy', y]])
            setAttribute(byId(id), name, value);
    }

    // The track grows while the worker reads, so it is fetched again when more is known.
    trackOf(session) {
        const {known} = this.app.player;
        if (this.track === null || this.track.session !== session || this.track.known !== known)
            this.track = {session, known, ...this.app.player.track(session)};
        return this.track;
    }

    // Returns the speeds around now in world units per tick: [tick, speed].
    speeds(session) {
        const {ticks, x, y, begins} = this.trackOf(session), now = this.app.player.time, rows = [];
        let low = 0;
        for (let high = ticks.length; low < high;) {
            const middle = (low + high) >> 1;
            if (ticks[middle] < now - GRAPH_TICKS)
                low = middle + 1;
            else
                high = middle;
        }
        for (let i = Math.max(low, 1); i < ticks.length && ticks[i - 1] <= now + GRAPH_TICKS; i++) {
            const time = ticks[i] - ticks[i - 1];
            const speed = begins[i] || time <= 0 ? NaN : Math.hypot(x[i] - x[i - 1], y[i] - y[i - 1]) / time;
            rows.push([ticks[i - 1], ticks[i], speed > FASTEST ? NaN : speed]);
        }
        return rows;
    }

    graph(session) {
        const canvas = byId('graph-view'), draw = fitCanvas(canvas), now = this.app.player.time;
        const width = canvas.clientWidth, height = canvas.clientHeight, rows = this.speeds(session);
        const top = Math.max(20, ...rows.map((row) => row[2] || 0)) * 1.1;
        const place = (tick, speed) => [(tick - now + GRAPH_TICKS) / (2 * GRAPH_TICKS) * width, height - 4 -
            speed / top * (height - 28)];
        draw.strokeStyle = styleColor('accent');
        draw.lineWidth = 1.5;
        draw.beginPath();
        let here = 0;
        for (const [from, to, speed] of rows) {
            if (from <= now && now <= to)
                here = speed || 0;
            if (!Number.isNaN(speed)) {
                draw.moveTo(...place(from, speed));
                draw.lineTo(...place(to, speed));
            }
        }
        draw.stroke();
        draw.fillStyle = styleColor('text');
        draw.fillRect(width / 2, 22, 1, height - 26);
        setText(byId('graph-text'), `${(here * TICKS_A_SECOND / 32).toFixed(1)} tiles a second`);
    }
}
