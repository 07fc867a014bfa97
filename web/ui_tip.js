// SPDX-License-Identifier: MIT
//
// The tip over the timeline: time, a fact, and a small picture of the moment. A second player and
// painter make the picture. They start at the first use, use the access points of the first player,
// and read only the data of the picture.

import {Player} from './player.js';
import {Camera} from './ui_camera.js';
import {byId, isolated, setText} from './ui_dom.js';
import {lineOf} from './ui_facts.js';
import {makePainter} from './ui_plain.js';
import {DRAW} from './ui_show.js';
import {tickText} from './ui_time.js';

export class Tip {
    constructor(app, timeline) {
        this.app = app;
        this.timeline = timeline;
        this.box = byId('tip');
        this.canvas = byId('tip-picture');
        this.reset();
    }

    reset() {
        this.peek = null;
        this.wanted = null;
        this.isBusy = false;
        this.canvas.hidden = true;
        this.round = (this.round || 0) + 1; // work in progress belongs to the previous recording
    }

    show(x, fact, isScrubbing) {
        const player = this.app.player, tick = fact ? fact.tick : Math.round(this.timeline.tickAt(x));
        const line = fact ? lineOf(fact, player) : null;
        setText(byId('tip-time'), tickText(player, tick, 1));
        setText(byId('tip-text'), line ? isolated(line.who) + ' ' + isolated(line.text.slice(0, 160)) : '');
        this.box.hidden = false;
        this.wanted = isScrubbing ? null : tick; // scrubbing shows the moment in the large picture
        this.place(x);
        this.work();
    }

    place(x) {
        const half = this.box.offsetWidth / 2, width = this.timeline.width;
        this.box.style.left = Math.min(Math.max(x - half, 0), Math.max(width - 2 * half, 0)) + 'px';
        this.at = x;
    }

    hide() {
        this.box.hidden = true;
        this.wanted = null;
    }

    async start() {
        const player = new Player(this.app.player.source);
        await player.start();
        player.reader.most = 0; // seeks for the preview may wait, so this player keeps no recording in memory
        const painter = makePainter(this.canvas);
        await painter.setRecording(player);
        if (this.app.dataFiles)
            await painter.setData(this.app.dataFiles);
        return {player, painter, camera: new Camera(this.canvas)};
    }

    // Makes one picture at a time. Among requests in between, only the last one counts.
    async work() {
        if (this.isBusy || this.peek === 'none')
            return;
        const round = this.round;
        this.isBusy = true;
        try {
            const peek = this.peek || await this.start();
            if (round !== this.round)
                return;
            this.peek = peek;
            while (this.wanted !== null && round === this.round)
                await this.picture(peek, this.wanted);
        } catch {
            if (round === this.round)
                this.peek = 'none';
        }
        if (round === this.round)
            this.isBusy = false;
    }

    async picture(peek, tick) {
        const main = this.app.player;
        Object.assign(peek.player, {points: main.points, last: main.last, done: main.done});
        await peek.player.seek(tick);
        if (this.wanted === tick)
            this.wanted = null;
        this.canvas.hidden = false;
        Object.assign(peek.camera, {mode: this.app.camera.mode, followed: this.app.camera.followed, zoom: 1.5,
            x: this.app.camera.x, y: this.app.camera.y});
        peek.camera.update(peek.player.players(), peek.player.view());
        const {show, focus, rules} = this.app.show.options();
        peek.painter.paint(peek.player, peek.camera, {show: show & DRAW.SMALL, focus, rules, paths: null});
        this.place(this.at);
    }
}
