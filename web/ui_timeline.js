// SPDX-License-Identifier: MIT
//
// The timeline: position, known part, facts as marks in lanes, and the part to cut. For the
// keyboard and screen readers it is a slider.

import {Slice} from './core.js';
import {byId, fitCanvas, setAttribute, styleColor} from './ui_dom.js';
import {firstAfter, groupOf} from './ui_facts.js';
import {spokenTime} from './ui_time.js';
import {Tip} from './ui_tip.js';

// LANES numbers the lanes of marks from the top. The other constants are in pixels: height of a
// lane, margins, distances from the top to the lanes and to the track, height of the track.
const LANES = {chat: 0, joins: 1, deaths: 2, finishes: 3};
const LANE = 6, EDGE = 8, LANES_TOP = 4, TRACK_TOP = 33, TRACK = 6;
// Facts that are turned into marks before the page may paint.
const MARKS_A_SLICE = 20000;
// Pixels between a click and the fact that it selects.
const NEAR = 5;
// A lane whose marks would cover more than this part of it shows density: bars of BAR pixels.
const CROWDED = 0.4, MARK = 2, BAR = 3;

// Returns [x, width, height] of what a lane paints for facts that are counted by pixel.
function marksOf(counts, width) {
    if (MARK * counts.size < CROWDED * width)
        return [...counts.keys()].map((x) => [x - MARK / 2, MARK, LANE]);
    const bars = new Map();
    for (const [x, count] of counts)
        bars.set(Math.floor(x / BAR), (bars.get(Math.floor(x / BAR)) || 0) + count);
    const sorted = [...bars.values()].sort((a, b) => a - b), most = sorted[Math.floor(sorted.length * 0.95)];
    return [...bars].map(([bar, count]) => [bar * BAR, BAR, LANE * Math.min(count / most, 1)]);
}

export class Timeline {
    constructor(app) {
        this.app = app;
        this.slider = byId('timeline');
        this.canvas = byId('timeline-view');
        this.tip = new Tip(app, this);
        this.marks = {};
        this.next = null;
        this.slider.addEventListener('pointerdown', (event) => this.grab(event));
        this.slider.addEventListener('pointermove', (event) => this.moveTo(event));
        for (const type of ['pointerup', 'pointercancel'])
            this.slider.addEventListener(type, () => this.release());
        this.slider.addEventListener('pointerleave', () => this.leave());
        this.slider.addEventListener('keydown', (event) => this.key(event));
        new ResizeObserver(() => this.collect()).observe(this.slider);
    }

    get width() {
        return Math.max(this.canvas.clientWidth, 1);
    }

    x(tick, width = this.width) {
        const {first, last} = this.app.player;
        return last > first ? EDGE + (tick - first) / (last - first) * (width - 2 * EDGE) : EDGE;
    }

    tickAt(x) {
        const {first, last} = this.app.player;
        return first + Math.min(Math.max((x - EDGE) / (this.width - 2 * EDGE), 0), 1) * (last - first);
    }

    // Collects the pixels that have marks, because a second fact in a pixel changes nothing. Works
    // in slices and shows the result at the end. Returns true if facts are left.
    collect() {
        const {shown} = this.app.events, {width} = this, slice = new Slice(MARKS_A_SLICE);
        let isFull = false;
        if (this.next === null || this.collected > shown.length) {
            this.next = Object.fromEntries(Object.keys(LANES).map((lane) => [lane, new Map()]));
            this.collected = 0;
        }
        for (; this.app.player !== null && !isFull && this.collected < shown.length; isFull = slice.isFull(1)) {
            const fact = shown[this.collected++], lane = this.next[groupOf(fact)];
            const x = Math.round(this.x(fact.tick, width));
            if (lane)
                lane.set(x, (lane.get(x) || 0) + 1);
        }
        if (!isFull) {
            this.marks = Object.fromEntries(Object.keys(this.next).map((lane) => [lane, marksOf(this.next[lane], width)]));
            this.next = null;
        }
        this.paint();
        return isFull;
    }

    paint() {
        const player = this.app.player;
        if (player === null || this.canvas.clientWidth === 0)
            return;
        const draw = fitCanvas(this.canvas), now = this.x(player.time);
        this.colors = this.colors || this.readColors();
        this.bar(draw, 0, this.width, this.colors.line);
        this.bar(draw, 0, this.x(Math.max(player.known, player.time)), this.colors.soft, 0.45);
        this.bar(draw, 0, now, this.colors.accent);
        this.paintCut(draw);
        for (const lane of Object.keys(LANES))
            this.paintLane(draw, lane);
        if (player.damage !== null && player.damage.tick > 0)
            this.upright(draw, this.x(player.damage.tick), this.colors.bad, 2);
        this.upright(draw, now, this.colors.text, 2);
        draw.beginPath();
        draw.arc(now, TRACK_TOP + TRACK / 2, 7, 0, 2 * Math.PI);
        draw.fillStyle = this.colors.accent;
        draw.fill();
    }

    readColors() {
        const colors = {};
        for (const name of ['line', 'soft', 'accent', 'text', 'bad', ...Object.keys(LANES)])
            colors[name] = styleColor(name);
        return colors;
    }

    bar(draw, from, to, color, alpha = 1) {
        draw.globalAlpha = alpha;
        draw.fillStyle = color;
        draw.beginPath();
        draw.roundRect(from, TRACK_TOP, Math.max(to - from, 0), TRACK, TRACK / 2);
        draw.fill();
        draw.globalAlpha = 1;
    }

    upright(draw, x, color, width) {
        draw.fillStyle = color;
        draw.fillRect(x - width / 2, 2, width, TRACK_TOP + TRACK);
    }

    paintLane(draw, lane) {
        const top = LANES_TOP + LANES[lane] * (LANE + 1);
        draw.fillStyle = this.colors[lane];
        for (const [x, width, height] of this.marks[lane] || [])
            draw.fillRect(x, top + LANE - height, width, height);
    }

    paintCut(draw) {
        const {from, to} = this.app.cut;
        if (from === null && to === null)
            return;
        const left = from === null ? EDGE : this.x(from), right = to === null ? this.width - EDGE : this.x(to);
        draw.globalAlpha = 0.22;
        draw.fillStyle = this.colors.accent;
        draw.fillRect(left, 0, Math.max(right - left, 1), this.canvas.clientHeight);
        draw.globalAlpha = 1;
        this.upright(draw, left, this.colors.accent, 2);
        this.upright(draw, right, this.colors.accent, 2);
    }

    // Returns the fact whose mark is under a pixel, or null.
    factAt(x, y) {
        const lane = Object.keys(LANES)[Math.floor((y - LANES_TOP) / (LANE + 1))];
        const list = this.app.events.shown, from = firstAfter(list, this.tickAt(x - NEAR) - 1);
        let best = null, least = NEAR;
        for (let i = from; i < list.length && this.x(list[i].tick) <= x + NEAR; i++) {
            const far = Math.abs(this.x(list[i].tick) - x);
            if (far < least && groupOf(list[i]) === lane)
                [best, least] = [list[i], far];
        }
        return best;
    }

    place(event) {
        const box = this.slider.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
    }

    grab(event) {
        if (event.button !== 0 || this.app.player === null)
            return;
        const [x, y] = this.place(event), fact = this.factAt(x, y);
        this.slider.setPointerCapture(event.pointerId);
        this.wasPlaying = this.app.player.playing;
        this.isHeld = true;
        this.app.player.pause();
        if (fact !== null)
            this.app.showFact(fact);
        else
            this.scrub(x);
    }

    scrub(x) {
        this.app.seek(Math.round(this.tickAt(x)));
    }

    moveTo(event) {
        if (this.app.player === null)
            return;
        const [x, y] = this.place(event);
        if (this.isHeld)
            this.scrub(x);
        this.tip.show(x, this.factAt(x, y), this.isHeld);
    }

    release() {
        if (this.isHeld && this.wasPlaying)
            this.app.player.play();
        this.isHeld = false;
        this.tip.hide();
    }

    leave() {
        if (!this.isHeld)
            this.tip.hide();
    }

    key(event) {
        const ticks = {ArrowLeft: -250, ArrowRight: 250, ArrowDown: -50, ArrowUp: 50, PageDown: -1500, PageUp: 1500};
        const {first, last, time} = this.app.player;
        const to = event.key === 'Home' ? first : event.key === 'End' ? last : time + ticks[event.key];
        if (event.ctrlKey || event.altKey || event.metaKey || Number.isNaN(to))
            return;
        event.preventDefault();
        this.app.seek(Math.round(to));
    }

    frame() {
        const player = this.app.player;
        this.paint();
        setAttribute(this.slider, 'aria-valuemin', player.first);
        setAttribute(this.slider, 'aria-valuemax', player.last);
        setAttribute(this.slider, 'aria-valuenow', Math.floor(player.time));
        setAttribute(this.slider, 'aria-valuetext',
            `${spokenTime(player, player.time)} of ${spokenTime(player, player.last)}`);
    }

    themed() {
        this.colors = null;
        this.paint();
    }
}
