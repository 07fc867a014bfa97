// SPDX-License-Identifier: MIT
//
// The map of a recording: the core reads it (stage_map.c), the browser unpacks its data.

import {Slice} from './core.js';

// Most bytes of all images together (further images are missing), and most bytes of a map.
const IMAGES_MOST = 256 << 20;
export const MAP_MOST = 64 << 20;
// Layers that are read before the page may paint.
const LAYERS_A_SLICE = 1000;

// Unpacks zlib data. Gives null when the result is not `size` bytes.
export async function inflate(bytes, size) {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
    const all = new Uint8Array(size);
    let at = 0;
    try {
        for (;;) {
            const {done, value} = await reader.read();
            if (done)
                return at === size ? all : null;
            if (at + value.length > size) {
                reader.cancel();
                return null;
            }
            all.set(value, at);
            at += value.length;
        }
    } catch {
        return null;
    }
}

// Describes a cell for the core: its kind, as in stage.h (1 opaque, 2 without any pixel, 3 opaque and of one colour, 0
// none of these), and its first colour.
function cellOf({width, height, data}, cell) {
    const w = width / 16, h = height / 16, pixels = new Int32Array(data.buffer, data.byteOffset, width * height);
    const first = (cell >> 4) * h * width + cell % 16 * w, [color] = pixels.subarray(first), alpha = color >>> 24;
    let isOne = true;
    for (let y = 0; y < h; y++)
        for (const pixel of pixels.subarray(first + y * width, first + y * width + w)) {
            if (pixel >>> 24 !== alpha)
                return 0;
            isOne = isOne && pixel === color;
        }
    return alpha === 255 ? (isOne ? 3 : 1) | color << 8 : alpha === 0 ? 2 : 0;
}

export class PageMap {
    constructor(core) {
        this.core = core;
        this.images = [];
    }

    async unpack() {
        const call = this.core.call;
        const packed = this.core.bytes(call.stage_packed(), call.stage_packed_size()).slice();
        return inflate(packed, call.stage_unpacked_size());
    }

    // Repeats a call with the unpacked data when it asks for some.
    async withData(call) {
        let status = call();
        if (status === 1) {
            const bytes = await this.unpack();
            const at = bytes !== null ? this.core.call.stage_unpacked() : 0;
            if (at === 0)
                return -1;
            this.core.bytes(at, bytes.length).set(bytes);
            status = call();
        }
        return status;
    }

    // Reads the game layer. Returns 0, or the reason for a failure.
    async openGame(blob) {
        if (blob.size > MAP_MOST)
            throw new Error(`it has more than ${MAP_MOST >> 20} MiB`);
        const call = this.core.call, bytes = new Uint8Array(await blob.arrayBuffer()), at = this.core.put(bytes);
        return at !== 0 && call.stage_map_open(at, bytes.length) === 1
            ? this.withData(() => call.stage_map_game()) : -1;
    }

    // Reads only the terrain. An unreadable map counts as no map.
    async openTerrain(blob) {
        const call = this.core.call;
        if (blob === null || blob.size > MAP_MOST || await this.openGame(blob) !== 0)
            return;
        for (let i = 0; i < 3; i++) {
            const layer = call.stage_map_terrain(i);
            if (layer >= 0)
                await this.withData(() => call.stage_map_layer(layer));
        }
    }

    async open(blob, art) {
        const call = this.core.call;
        if (blob === null)
            return;
        const status = await this.openGame(blob);
        if (status !== 0)
            throw new Error(status === -2 ? 'it has more than 4096 × 4096 tiles' : 'it is no map, or a damaged one');
        for (let i = 0, slice = new Slice(LAYERS_A_SLICE); i < call.stage_map_layers(); i++) {
            await this.withData(() => call.stage_map_layer(i));
            if (slice.isFull(1))
                await slice.next();
        }
        await this.withData(() => call.stage_map_settings());
        await this.openImages(art);
    }

    async openImages(art) {
        const call = this.core.call;
        let room = IMAGES_MOST;
        for (let i = 0; i < call.stage_map_image_count(); i++) {
            const [width, height, isExternal, isSeven] = this.core.ints(call.stage_map_image(i), 4).slice();
            if (!isExternal && this.images[i] === undefined)
                this.images[i] = await this.inside(i, width, height, room);
            else if (isExternal)
                this.images[i] = await this.outside(i, isSeven, art);
            room -= this.images[i] ? this.images[i].data.length : 0;
            call.stage_map_has(i, this.images[i] ? 1 : 0);
            this.markCells(i);
        }
        call.stage_count_missing();
    }

    // Tells the core what is in each of the 256 cells of an image.
    markCells(index) {
        const image = this.images[index], at = this.core.call.stage_map_cells(index);
        if (at !== 0 && image && image.width % 16 === 0 && image.height % 16 === 0)
            this.core.ints(at, 256).set(Array.from({length: 256}, (_, cell) => cellOf(image, cell)));
    }

    async inside(index, width, height, room) {
        const call = this.core.call, has = call.stage_map_pixels(index) === 1 && call.stage_unpacked_size() <= room;
        const data = has ? await this.unpack() : null;
        return data !== null ? {width, height, data} : null;
    }

    async outside(index, isSeven, art) {
        if (await this.withData(() => this.core.call.stage_map_image_name(index)) !== 0)
            return null;
        return art.mapImage(this.core.decoder.decode(this.core.takeOutput()), isSeven);
    }

    pixels(index) {
        return this.images[index] || null;
    }
}
