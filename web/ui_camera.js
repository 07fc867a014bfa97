// SPDX-License-Identifier: MIT
//
// Where one looks from, and whom the camera follows: a session, 'auto' until somebody chooses, or nobody.

const ZOOM_MIN = 0.05, ZOOM_MAX = 30;
// Size of the game's view at zoom 1, in world units: see tt_camera_view_of.
const VIEW_AREA = 1150000, VIEW_WIDTH = 1500, VIEW_HEIGHT = 1050;

// World units in the picture at zoom 1, for a picture of this size.
function viewSize(width, height) {
    const unit = Math.sqrt(VIEW_AREA / (width * height));
    const w = width * unit, h = height * unit, fit = Math.min(1, VIEW_WIDTH / w, VIEW_HEIGHT / h);
    return [w * fit, h * fit];
}

export class Camera {
    constructor(canvas) {
        this.canvas = canvas;
        this.reset();
    }

    reset() {
        Object.assign(this, {x: 0, y: 0, zoom: 1, mode: 'auto', followed: null, tee: null});
    }

    // World units that a pixel of the style sheet has.
    unit() {
        const width = Math.max(this.canvas.clientWidth, 1), height = Math.max(this.canvas.clientHeight, 1);
        return viewSize(width, height)[0] * this.zoom / width;
    }

    // The place in the world under a pixel of the canvas.
    worldAt(px, py) {
        const unit = this.unit();
        const {clientWidth, clientHeight} = this.canvas;
        return [this.x + (px - clientWidth / 2) * unit, this.y + (py - clientHeight / 2) * unit];
    }

    free() {
        this.mode = 'free';
        this.followed = null;
        this.tee = null;
    }

    follow(tee) {
        this.mode = 'follow';
        this.followed = {cid: tee.cid, session: tee.session, name: tee.name};
    }

    isFollowing(tee) {
        const one = this.followed;
        return one !== null && one.cid === tee.cid &&
            (one.session < 0 || tee.session < 0 || one.session === tee.session);
    }

    move(dx, dy) {
        this.free();
        this.x += dx;
        this.y += dy;
    }

    // Zooms so that the place under the pixel remains there; a followed tee remains in the middle.
    zoomBy(factor, px = null, py = null) {
        const isFree = px !== null && this.tee === null, before = isFree ? this.worldAt(px, py) : null;
        this.zoom = Math.min(Math.max(this.zoom * factor, ZOOM_MIN), ZOOM_MAX);
        if (isFree) {
            const after = this.worldAt(px, py);
            this.x += before[0] - after[0];
            this.y += before[1] - after[1];
        }
    }

    // Once a frame: goes where the followed tee is; remains where it was when the tee is not there.
    // `view` is the client id that the core looks at when nobody was chosen.
    update(players, view) {
        const first = this.mode === 'auto' ? players.find((one) => one.cid === view) : undefined;
        if (first !== undefined && !this.isFollowing(first))
            this.followed = {cid: first.cid, session: first.session, name: first.name};
        const tee = players.find((one) => this.isFollowing(one)) || null;
        if (tee !== null && tee.name !== '')
            this.followed.name = tee.name;
        this.tee = tee !== null && tee.alive ? tee : null;
        if (this.tee !== null) {
            this.x = tee.x;
            this.y = tee.y;
        }
    }

    // The next one by client id among those who are alive; -1 for the one before.
    followNext(players, way) {
        const tees = players.filter((tee) => tee.alive).sort((a, b) => a.cid - b.cid);
        if (tees.length === 0)
            return;
        const at = tees.findIndex((tee) => this.isFollowing(tee));
        const next = at < 0 ? (way > 0 ? 0 : tees.length - 1) : (at + way + tees.length) % tees.length;
        this.follow(tees[next]);
    }

    // The tee under a pixel, or null.
    teeAt(players, px, py) {
        const [x, y] = this.worldAt(px, py), near = Math.max(40, 16 * this.unit());
        let best = null, least = near;
        for (const tee of players) {
            const far = tee.alive ? Math.hypot(tee.x - x, tee.y - y) : Infinity;
            if (far < least)
                [best, least] = [tee, far];
        }
        return best;
    }
}
