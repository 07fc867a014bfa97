// SPDX-License-Identifier: MIT
//
// Recordings inside of the page, and files that the user drops or picks.

import {Slice} from './core.js';

// The module, which is compiled once for the page and its workers.
let compiledModule = null;

export function wasmModule() {
    return compiledModule;
}

// Decodes the bytes of a data block of the page piece by piece, because a copy of its whole text
// would need most of the memory of the page.
async function blockBytes(element) {
    const text = element.textContent.trim(), pad = (/=*$/.exec(text.slice(-2)))[0].length, piece = 1 << 20;
    const bytes = new Uint8Array(text.length / 4 * 3 - pad);
    for (let at = 0, to = 0, slice = new Slice(8 * piece); at < text.length; at += piece) {
        if (slice.isFull(piece))
            await slice.next();
        const part = atob(text.slice(at, at + piece));
        for (let i = 0; i < part.length; i++)
            bytes[to++] = part.charCodeAt(i);
    }
    return bytes;
}

// Removes gzip compression. A damaged end is an error.
function unpackGzip(blob) {
    return new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
}

export async function loadModule() {
    const block = document.getElementById('core');
    const packed = new Blob([await blockBytes(block)]);
    const blob = block.dataset.packed === 'gzip' ? await unpackGzip(packed) : packed;
    compiledModule = await WebAssembly.compile(await blob.arrayBuffer());
    block.remove();
}

async function openBlock(element) {
    const blob = new Blob([await blockBytes(element)]);
    element.textContent = ''; // the text takes more memory than the recording
    return element.dataset.packed === 'gzip' ? unpackGzip(blob) : blob;
}

// Lists the recordings inside of the page: {name, open()} each. open() gives a source for
// Player.open.
export function embeddedRecordings() {
    const maps = new Map();
    return [...document.querySelectorAll('script[data-recording]')].map((element) => ({
        name: element.dataset.recording,
        async open() {
            this.source = this.source || await openEmbedded(element, maps);
            return this.source;
        },
    }));
}

async function openEmbedded(element, maps) {
    const id = element.dataset.map, block = id ? document.getElementById(id) : null;
    if (block !== null && !maps.has(id))
        maps.set(id, await openBlock(block));
    const {recording: name, mapAt, showsSecrets, noNote} = element.dataset;
    const source = {
        name, blob: await openBlock(element), map: block !== null ? maps.get(id) : null,
        damage: damageAfter(element), showsSecrets: showsSecrets !== undefined, noNote: noNote !== undefined,
        late: (element.dataset.late || '').match(/\d+:\d+/g) || [],
    };
    if (mapAt !== undefined) { // a demo without its map, which other recordings may have, too
        const at = Number(mapAt), {blob, map} = source;
        Object.assign(source, {blob: new Blob([blob.slice(0, at), map, blob.slice(at)]), map: null});
    }
    return source;
}

// Returns the damage of the original recording, or null. The page has only the readable part.
function damageAfter(element) {
    const next = element.nextElementSibling, {damage, offset, tick, goesOn} = next === null ? {} : next.dataset;
    return damage === undefined ? null
        : {offset: Number(offset), tick: Number(tick), text: damage, goesOn: goesOn !== undefined};
}

function beginsWith(bytes, magic) {
    return magic.every((byte, i) => bytes[i] === byte);
}

// Makes a source of a file that may be compressed. Throws a sentence when the page cannot unpack
// the file.
export async function openFile(file, map = null) {
    const first = new Uint8Array(await file.slice(0, 6).arrayBuffer());
    if (beginsWith(first, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]))
        throw new Error(`${file.name} is packed with xz, which a browser cannot unpack: unpack it first (xz -d)`);
    if (beginsWith(first, [0x28, 0xb5, 0x2f, 0xfd]))
        throw new Error(`${file.name} is packed with zstd, which a browser cannot unpack: unpack it first (zstd -d)`);
    if (beginsWith(first, [0x1f, 0x8b]))
        return {name: file.name.replace(/\.gz$/i, ''), blob: await unpackFile(file), map};
    return {name: file.name, blob: file, map};
}

async function unpackFile(file) {
    let size = 0;
    const count = new TransformStream({
        transform(chunk, controller) {
            size += chunk.length;
            if (size > unpackFile.most)
                controller.error(new Error('too large'));
            else
                controller.enqueue(chunk);
        },
    });
    try {
        return await new Response(file.stream().pipeThrough(new DecompressionStream('gzip')).pipeThrough(count)).blob();
    } catch {
        throw new Error(size > unpackFile.most
            ? `${file.name} has more than ${unpackFile.most >> 20} MiB when it is unpacked: unpack it first (gzip -d)`
            : `${file.name} is damaged: its gzip data ends early or is wrong`);
    }
}

// Most bytes of an unpacked file: a small file could unpack to more than all memory.
unpackFile.most = 512 << 20;
