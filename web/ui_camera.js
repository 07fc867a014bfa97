// SPDX-License-Identifier: MIT
//
// The place of the camera, and whom it follows: a session, nobody, or 'auto' until the user
// chooses.

const ZOOM_MIN = 0.05, ZOOM_MAX = 30;
// Size of the game's view at zoom 1 in world units: see tt_camera_view_of.
const VIEW_AREA = 1150000, VIEW_WIDTH = 1500, VIEW_HEIGHT = 1050;

// Returns the world units in a picture of this size at zoom 1.
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

    // Returns the world units per CSS pixel.
    unit() {
        const width = Math.max(this.canvas.clientWidth, 1), height = Math.max(this.canvas.clientHeight, 1);
        return viewSize(width, height)[0] * this.zoom / width;
    }

    // Returns the world position under a pixel of the canvas.
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

    // Zooms around a pixel, whose position in the world remains, or around the followed tee.
    zoomBy(factor, px = null, py = null) {
        const isFree = px !== null && this.tee === null, before = isFree ? this.worldAt(px, py) : null;
        this.zoom = Math.min(Math.max(this.zoom * factor, ZOOM_MIN), ZOOM_MAX);
        if (isFree) {
            const after = this.worldAt(px, py);
            this.x += before[0] - after[0];
            this.y += before[1] - after[1];
        }
    }

    // Called for each frame: moves to the followed tee, or remains in place while that tee is
    // absent. `view` is the client id that the core views when the user chose none.
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

    // Follows the next living player by client id, or the previous one with `way` -1.
    followNext(players, way) {
        const tees = players.filter((tee) => tee.alive).sort((a, b) => a.cid - b.cid);
        if (tees.length === 0)
            return;
        const at = tees.findIndex((tee) => this.isFollowing(tee));
        const next = at < 0 ? (way > 0 ? 0 : tees.length - 1) : (at + way + tees.length) % tees.length;
        this.follow(tees[next]);
    }

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
