// SPDX-License-Identifier: MIT
//
// Images of the game's data folder, which the user picks.

import {IMAGE_SKIN, IMAGE_SKIN_PART} from './painter_textures.js';

// The file of each tt_image_kind. Kinds without a file are images of the map, skins and parts of
// skins.
const ART_FILES = [
    null, null, 'game.png', 'particles.png', 'extras.png', 'emoticons.png', 'hud.png', null, null,
    'editor/entities_clear/ddnet.png',
];
const ART_PARTS = ['body', 'marking', 'decoration', 'hands', 'feet', 'eyes'];
// Teeworlds 0.7 changed these images and has other files for its maps.
const ART_SEVEN = ['grass_doodads', 'grass_main', 'winter_main', 'generic_shadows', 'generic_unhookable', 'easter'];

export class Art {
    constructor() {
        this.files = new Map();
        this.loaded = new Map();
        this.skins = [];
        this.parts = [];
    }

    // Opens the files of a data folder. Paths begin below a folder `data` if there is one.
    async open(files) {
        for (const file of files || []) {
            const path = (file.webkitRelativePath || file.name).replace(/^[^/]*\//, '').replace(/^data\//, '');
            if (/\.png$/i.test(path))
                this.files.set(path, file);
        }
        const names = [...this.files.keys()].sort();
        this.skins = names.filter((path) => /^skins\/[^/]+\.png$/.test(path));
        this.parts = names.filter((path) => ART_PARTS.includes(path.split('/')[1]) &&
            /^skins\/[^/]+\/[^/]+\.png$/.test(path));
        for (const path of [...ART_FILES.filter((path) => path !== null), ...this.skins, ...this.parts])
            await this.load(path);
    }

    async load(path) {
        if (!this.loaded.has(path))
            this.loaded.set(path, this.files.has(path) ? await decodeImage(this.files.get(path)) : null);
        return this.loaded.get(path);
    }

    async mapImage(name, isSeven) {
        const other = isSeven && ART_SEVEN.includes(name) ? await this.load(`mapres/${name}_0.7.png`) : null;
        return other || this.load(`mapres/${name}.png`);
    }

    nameOf(path) {
        return path.slice(path.lastIndexOf('/') + 1, -4);
    }

    // Tells the core which images exist.
    tell(core) {
        let kinds = ART_FILES.reduce((sum, path, i) => sum | (path !== null && this.loaded.get(path) ? 1 << i : 0), 0);
        kinds |= (this.skins.length > 0 ? 1 << IMAGE_SKIN : 0) | (this.parts.length > 0 ? 1 << IMAGE_SKIN_PART : 0);
        const names = this.skins.map((path) => this.nameOf(path) + '\0').join('') +
            this.parts.map((path) => ART_PARTS.indexOf(path.split('/')[1]) + this.nameOf(path) + '\0').join('');
        const at = core.put(new TextEncoder().encode(names + '\0'));
        core.call.stage_art(kinds, at, this.skins.length, this.parts.length);
    }

    pixels(kind, index, grey) {
        const path = kind === IMAGE_SKIN ? this.skins[index] : kind === IMAGE_SKIN_PART ? this.parts[index]
            : ART_FILES[kind];
        const image = this.loaded.get(path) || null;
        return image !== null && grey && kind === IMAGE_SKIN ? greyImage(image) : image;
    }
}

async function decodeImage(file) {
    try {
        const bitmap = await createImageBitmap(file, {premultiplyAlpha: 'none', colorSpaceConversion: 'none'});
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height), gl = canvas.getContext('webgl2');
        const {width, height} = bitmap, data = new Uint8Array(width * height * 4);
        // a 2D canvas would lose the colours of nearly transparent pixels
        gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
        gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
        const texture = gl.getParameter(gl.TEXTURE_BINDING_2D);
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
        gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
        gl.getExtension('WEBGL_lose_context')?.loseContext();
        return {width, height, data};
    } catch {
        return null;
    }
}

// The grey form of a skin, as image.c makes it: every pixel gets its brightness, and the body (the
// left 3 of 8 columns, upper 3 of 4 rows) is scaled so that its most frequent brightness becomes
// 192.
function greyImage(image) {
    const {width, height} = image, data = image.data.slice(), counts = new Uint32Array(256);
    const right = Math.floor(width / 8) * 3, below = Math.floor(height / 4) * 3;
    const isBody = (i) => i / 4 % width < right && Math.floor(i / 4 / width) < below;
    for (let i = 0; i < data.length; i += 4) {
        data[i] = Math.floor((2126 * data[i] + 7152 * data[i + 1] + 722 * data[i + 2]) / 10000);
        counts[data[i]] += isBody(i) && data[i + 3] > 128 ? 1 : 0;
    }
    counts[0] = 0;
    const most = Math.max(counts.indexOf(Math.max(...counts)), 1);
    for (let i = 0; i < data.length; i += 4) {
        const v = data[i], bright = v <= most ? v * 192 / most : 192 + (v - most) * 63 / (255 - most);
        data[i] = data[i + 1] = data[i + 2] = isBody(i) ? Math.floor(bright) : v;
    }
    return {width, height, data};
}
