// SPDX-License-Identifier: MIT
//
// The map of a recording: the core reads it (stage_map.c), the browser unpacks its data.

// Bytes of all images together; what is over it is missing.
const IMAGES_MOST = 256 << 20;

// Unpacks zlib's bytes; null when they are not `size` bytes.
async function inflate(bytes, size) {
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

class PageMap {
    constructor(core) {
        this.core = core;
        this.images = [];
    }

    async unpack() {
        const call = this.core.call;
        const packed = this.core.bytes(call.stage_packed(), call.stage_packed_size()).slice();
        return inflate(packed, call.stage_unpacked_size());
    }

    // A call that wants data unpacked is repeated with it.
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

    async open(blob, art) {
        const call = this.core.call;
        if (blob === null)
            return;
        const bytes = new Uint8Array(await blob.arrayBuffer()), at = this.core.put(bytes);
        if (at === 0 || call.stage_map_open(at, bytes.length) !== 1 ||
            await this.withData(() => call.stage_map_game()) !== 0)
            throw new Error('it is no map, or a damaged one');
        for (let i = 0; i < call.stage_map_layers(); i++)
            await this.withData(() => call.stage_map_layer(i));
        await this.openImages(art);
    }

    async openImages(art) {
        const call = this.core.call;
        let room = IMAGES_MOST;
        for (let i = 0; i < call.stage_map_image_count(); i++) {
            const [width, height, isExternal, isSeven] = this.core.ints(call.stage_map_image(i), 4).slice();
            if (!isExternal && this.images[i] === undefined)
                this.images[i] = width * height * 4 <= room ? await this.inside(i, width, height) : null;
            else if (isExternal)
                this.images[i] = await this.outside(i, isSeven, art);
            room -= this.images[i] ? this.images[i].data.length : 0;
            call.stage_map_has(i, this.images[i] ? 1 : 0);
        }
        call.stage_count_missing();
    }

    async inside(index, width, height) {
        const call = this.core.call;
        const data = call.stage_map_pixels(index) === 1 ? await this.unpack() : null;
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
