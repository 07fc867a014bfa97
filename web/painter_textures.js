// SPDX-License-Identifier: MIT
//
// Makes a texture of an image or a layer when it is first drawn.

// Values of tt_image_kind.
export const IMAGE_MAP = 1, IMAGE_SKIN = 7, IMAGE_SKIN_PART = 8;
// The width of a layer's texture, as in TILES_FRAGMENT. The tiles continue in its next row.
const LAYER_COLUMNS = 2048;

export class Textures {
    constructor(gl, pixels) {
        this.gl = gl;
        this.pixels = pixels;
        this.made = new Map();
    }

    // Returns a texture from the cache, or one that `fill` makes. Null when there is no image.
    get(key, fill) {
        if (!this.made.has(key))
            this.made.set(key, fill());
        return this.made.get(key);
    }

    forget() {
        for (const texture of this.made.values())
            if (texture !== null)
                this.gl.deleteTexture(texture.texture);
        this.made.clear();
    }

    begin(target, filter, wrap) {
        const gl = this.gl, texture = gl.createTexture();
        gl.bindTexture(target, texture);
        gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, filter);
        gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, filter === gl.NEAREST ? gl.NEAREST : gl.LINEAR);
        gl.texParameteri(target, gl.TEXTURE_WRAP_S, wrap);
        gl.texParameteri(target, gl.TEXTURE_WRAP_T, wrap);
        return texture;
    }

    image(kind, index, grey) {
        return this.get(`image ${kind} ${index} ${grey}`, () => {
            const image = this.pixels(kind, index, grey), gl = this.gl;
            if (image === null || Math.max(image.width, image.height) > gl.getParameter(gl.MAX_TEXTURE_SIZE))
                return null;
            const texture = this.begin(gl.TEXTURE_2D, gl.LINEAR_MIPMAP_LINEAR, gl.REPEAT);
            gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, image.width, image.height, 0, gl.RGBA, gl.UNSIGNED_BYTE,
                image.data);
            gl.generateMipmap(gl.TEXTURE_2D);
            return {texture};
        });
    }

    // The 256 cells of a tile image, each as a layer of an array texture.
    cells(kind, index) {
        return this.get(`cells ${kind} ${index}`, () => {
            const found = this.pixels(kind, index, 0), gl = this.gl;
            if (found === null)
                return null;
            const image = found.width % 16 || found.height % 16 ? stretchImage(found) : found;
            const w = image.width / 16, h = image.height / 16, target = gl.TEXTURE_2D_ARRAY;
            const texture = this.begin(target, gl.LINEAR_MIPMAP_LINEAR, gl.CLAMP_TO_EDGE);
            gl.texStorage3D(target, Math.floor(Math.log2(Math.max(w, h))) + 1, gl.RGBA8, w, h, 256);
            gl.texSubImage3D(target, 0, 0, 0, 0, w, h, 256, gl.RGBA, gl.UNSIGNED_BYTE, cellsOf(image, w, h));
            gl.generateMipmap(target);
            return {texture, side: Math.max(w, h)};
        });
    }

    // Returns a texture with two bytes for each tile of a layer, its number and its flags, or null when nothing can be drawn.
    layer(core, index) {
        const [at, width, height, cell] = core.ints(core.call.stage_map_tiles(index), 4);
        return this.get(`layer ${at} ${width}`, () => { // layers may share their tiles
            const {gl} = this;
            if (width <= 0 || height <= 0 || cell < 2)
                return null;
            const columns = LAYER_COLUMNS, rows = Math.ceil(width * height / columns);
            if (rows > gl.getParameter(gl.MAX_TEXTURE_SIZE))
                return null;
            const texture = this.begin(gl.TEXTURE_2D, gl.NEAREST, gl.CLAMP_TO_EDGE);
            const tiles = new Uint8Array(columns * rows * 2), from = core.bytes(at, width * height * cell);
            if (cell === 2)
                tiles.set(from);
            else
                for (let i = 0; i < width * height; i++)
                    tiles.set(from.subarray(i * cell, i * cell + 2), i * 2);
            gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
            gl.texImage2D(gl.TEXTURE_2D, 0, gl.RG8UI, columns, rows, 0, gl.RG_INTEGER, gl.UNSIGNED_BYTE, tiles);
            return {texture, width, height};
        });
    }
}

function cellsOf(image, w, h) {
    const cells = new Uint8Array(w * h * 256 * 4);
    for (let i = 0, to = 0; i < 256; i++)
        for (let y = 0; y < h; y++, to += w * 4) {
            const from = (((i >> 4) * h + y) * image.width + i % 16 * w) * 4;
            cells.set(image.data.subarray(from, from + w * 4), to);
        }
    return cells;
}

// Stretches an image whose size is no multiple of its cells to a square of a power of two, as the
// game does.
function stretchImage(image) {
    const least = image.width % 16 ? image.width : image.height;
    const side = Math.max(16, 2 ** Math.floor(Math.log2(Math.max(least, 1))));
    const data = new Uint8Array(side * side * 4);
    for (let y = 0; y < side; y++)
        for (let x = 0; x < side; x++)
            data.set(pixelAt(image, (x + 0.5) * image.width / side, (y + 0.5) * image.height / side),
                (y * side + x) * 4);
    return {width: side, height: side, data};
}

// Interpolates the colour between four pixels.
function pixelAt(image, u, v) {
    const x = Math.floor(u - 0.5), y = Math.floor(v - 0.5), fx = u - 0.5 - x, fy = v - 0.5 - y, pixel = [0, 0, 0, 0];
    for (const [dx, dy] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
        const part = (dx ? fx : 1 - fx) * (dy ? fy : 1 - fy);
        const column = Math.min(Math.max(x + dx, 0), image.width - 1);
        const row = Math.min(Math.max(y + dy, 0), image.height - 1);
        for (let i = 0; i < 4; i++)
            pixel[i] += image.data[(row * image.width + column) * 4 + i] * part;
    }
    return pixel.map(Math.round);
}
