// SPDX-License-Identifier: MIT
//
// The painter for browsers without WebGL2: dots with names on a grid. It has the interface of class
// Painter.

import {Painter} from './painter.js';
import {fitCanvas, plainText} from './ui_dom.js';
import {DRAW} from './ui_show.js';

class PlainPainter {
    constructor(canvas) {
        this.canvas = canvas;
        this.isPlain = true;
    }

    async setRecording() {}

    async setData() {}

    paint(player, camera, options) {
        const draw = fitCanvas(this.canvas), unit = camera.unit();
        const place = (x, y) => [(x - camera.x) / unit + this.canvas.clientWidth / 2,
            (y - camera.y) / unit + this.canvas.clientHeight / 2];
        draw.fillStyle = '#1b2027';
        draw.fillRect(0, 0, this.canvas.clientWidth, this.canvas.clientHeight);
        this.grid(draw, camera, unit, place);
        draw.font = '13px system-ui, sans-serif';
        draw.textAlign = 'center';
        for (const tee of player.players())
            if (tee.alive)
                this.tee(draw, tee, place(tee.x, tee.y), unit, options);
    }

    grid(draw, camera, unit, place) {
        const step = 32 * 2 ** Math.max(0, Math.ceil(Math.log2(unit * 12 / 32)));
        const [left, top] = camera.worldAt(0, 0), right = left + this.canvas.clientWidth * unit;
        const bottom = top + this.canvas.clientHeight * unit;
        draw.strokeStyle = '#262c35';
        draw.beginPath();
        for (let x = Math.floor(left / step) * step; x < right; x += step) {
            draw.moveTo(place(x, 0)[0], 0);
            draw.lineTo(place(x, 0)[0], this.canvas.clientHeight);
        }
        for (let y = Math.floor(top / step) * step; y < bottom; y += step) {
            draw.moveTo(0, place(0, y)[1]);
            draw.lineTo(this.canvas.clientWidth, place(0, y)[1]);
        }
        draw.stroke();
    }

    tee(draw, tee, [x, y], unit, options) {
        const size = Math.max(16 / unit, 3);
        draw.fillStyle = `hsl(${tee.cid * 137 % 360} 65% 62%)`;
        draw.strokeStyle = tee.cid === options.focus ? '#fff' : '#0008';
        draw.lineWidth = 2;
        draw.beginPath();
        draw.arc(x, y, size, 0, 2 * Math.PI);
        draw.fill();
        draw.stroke();
        draw.beginPath();
        draw.moveTo(x, y);
        draw.lineTo(x + Math.cos(tee.angle) * size * 1.6, y + Math.sin(tee.angle) * size * 1.6);
        draw.stroke();
        if (options.show & DRAW.NAMES) {
            draw.fillStyle = '#fff';
            draw.fillText(plainText(tee.name), x, y - size - 6);
        }
    }

    toBlob() {
        return new Promise((resolve) => this.canvas.toBlob(resolve, 'image/png'));
    }
}

export function makePainter(canvas) {
    try {
        return new Painter(canvas);
    } catch {
        return new PlainPainter(canvas);
    }
}
