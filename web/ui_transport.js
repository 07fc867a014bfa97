// SPDX-License-Identifier: MIT
//
// The controls for play and pause, speed and single ticks, and the clock.

import {announce, byId, make, press, setAttribute, setIcon, setText} from './ui_dom.js';
import {dateText, tickText} from './ui_time.js';

const SPEEDS = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16];

export class Transport {
    constructor(app) {
        this.app = app;
        this.speed = 1;
        for (const speed of SPEEDS)
            byId('speed').append(make('option', '', speed + '×', {value: speed}));
        byId('speed').value = 1;
        byId('speed').addEventListener('change', () => this.setSpeed(Number(byId('speed').value)));
        press('play', () => app.togglePlay());
        press('big-play', () => app.togglePlay());
        press('step-back', () => app.step(-1));
        press('step-forward', () => app.step(1));
    }

    setSpeed(speed) {
        this.speed = speed;
        this.app.player.speed = speed;
        byId('speed').value = speed;
        announce(`Speed ${speed}`);
    }

    // Sets the speed of the list that is nearest, by factor.
    setNearest(speed) {
        const far = (one) => Math.abs(Math.log(one / speed));
        this.setSpeed(SPEEDS.reduce((best, one) => far(one) < far(best) ? one : best));
    }

    faster(way) {
        const at = SPEEDS.indexOf(this.speed) + way;
        this.setSpeed(SPEEDS[Math.min(Math.max(at, 0), SPEEDS.length - 1)]);
    }

    opened(player) {
        player.speed = this.speed;
        this.hasPlayed = false;
        this.state();
        const isDemo = player.format === 'demo';
        setAttribute(byId('times'), 'title', 'Where it is / where the recording ends, ' +
            (isDemo ? 'counted from its start' : 'counted from the start of the game, also in a part of a recording'));
        setAttribute(byId('date'), 'title', isDemo ? 'Date of the moment, on the clock of who recorded'
            : 'Date of the moment, in the zone of the server');
    }

    state() {
        const playing = this.app.player.playing, what = playing ? 'Pause' : 'Play';
        this.hasPlayed = this.hasPlayed || playing;
        setIcon(byId('play'), playing ? 'pause' : 'play');
        setAttribute(byId('play'), 'aria-label', what);
        setAttribute(byId('play'), 'title', what + ' (Space)');
        byId('big-play').hidden = this.hasPlayed;
    }

    hasBegun() {
        this.hasPlayed = true;
        this.state();
    }

    frame() {
        const player = this.app.player;
        setText(byId('now'), tickText(player, player.time));
        setText(byId('total'), (player.done ? '' : '~') + tickText(player, player.last + 1));
        setText(byId('tick'), 'tick ' + Math.floor(player.time));
        setText(byId('date'), dateText(player, player.time));
    }
}
