// SPDX-License-Identifier: MIT
//
// Mouse and touch on the picture: one pointer drags the camera, two pointers zoom, the wheel zooms
// around the pointer, and a click follows a tee.

// Pixels that a click may move, and milliseconds between the taps of a double tap.
const CLICK_SLACK = 6, DOUBLE_MS = 300;

export class Pointer {
    constructor(app) {
        this.app = app;
        this.canvas = app.camera.canvas;
        this.down = new Map();
        this.tapped = 0;
        this.canvas.addEventListener('pointerdown', (event) => this.grab(event));
        this.canvas.addEventListener('pointermove', (event) => this.moveTo(event));
        for (const type of ['pointerup', 'pointercancel'])
            this.canvas.addEventListener(type, (event) => this.release(event));
        this.canvas.addEventListener('wheel', (event) => this.wheel(event), {passive: false});
    }

    place(event) {
        const box = this.canvas.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
    }

    grab(event) {
        if (event.button !== 0)
            return;
        this.canvas.setPointerCapture(event.pointerId);
        this.down.set(event.pointerId, this.place(event));
        this.isClick = this.down.size === 1;
        this.begin = this.place(event);
    }

    // Returns the centre of the two fingers, and their distance.
    fingers() {
        const all = [...this.down.values()];
        const x = all.reduce((sum, at) => sum + at[0], 0) / all.length;
        const y = all.reduce((sum, at) => sum + at[1], 0) / all.length;
        return [x, y, all.length > 1 ? Math.hypot(all[0][0] - all[1][0], all[0][1] - all[1][1]) : 0];
    }

    moveTo(event) {
        const at = this.place(event);
        if (!this.down.has(event.pointerId))
            return this.hover(at);
        const [x0, y0, far0] = this.fingers();
        if (this.isClick && Math.hypot(at[0] - this.begin[0], at[1] - this.begin[1]) < CLICK_SLACK)
            return;
        this.isClick = false;
        this.down.set(event.pointerId, at);
        const [x, y, far] = this.fingers(), unit = this.app.camera.unit();
        this.canvas.classList.add('is-dragged');
        if (this.down.size === 1 || this.app.camera.tee === null)
            this.app.camera.move((x0 - x) * unit, (y0 - y) * unit);
        if (far > 0 && far0 > 0)
            this.app.camera.zoomBy(far0 / far, x, y);
        this.app.touch();
    }

    hover([x, y]) {
        this.canvas.classList.toggle('is-over-tee', this.app.camera.teeAt(this.app.players, x, y) !== null);
    }

    release(event) {
        if (!this.down.delete(event.pointerId))
            return;
        this.canvas.classList.remove('is-dragged');
        if (this.isClick && event.type === 'pointerup')
            this.click(event);
        this.isClick = false;
    }

    click(event) {
        const [x, y] = this.place(event), tee = this.app.camera.teeAt(this.app.players, x, y);
        const isDouble = event.timeStamp - this.tapped < DOUBLE_MS;
        this.tapped = isDouble ? 0 : event.timeStamp;
        if (isDouble)
            this.app.togglePlay();
        else if (tee !== null)
            this.app.follow(tee);
    }

    wheel(event) {
        event.preventDefault();
        const lines = event.deltaMode === 0 ? event.deltaY / 100 : event.deltaY / 3;
        this.app.camera.zoomBy(1.15 ** Math.min(Math.max(lines, -4), 4), ...this.place(event));
        this.app.touch();
    }
}
