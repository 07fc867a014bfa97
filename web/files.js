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

// Gives the game's images inside of the page, named as in its data folder.
export async function embeddedArt() {
    const files = [];
    for (const element of document.querySelectorAll('script[data-art]'))
        files.push(Object.assign(await openBlock(element), {name: 'data/' + element.dataset.art}));
    return files;
}

// Lists the recordings inside of the page: {name, title, open()} each. open() gives a source for
// Player.open.
export function embeddedRecordings() {
    const maps = new Map();
    return [...document.querySelectorAll('script[data-recording]')].map((element) => ({
        name: element.dataset.recording, title: element.dataset.title || '',
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
    const {recording: name, title = '', at, cid, mapAt, showsSecrets, noNote, fromZero} = element.dataset;
    const source = {
        name, title, at: at === undefined ? null : Number(at), cid: Number(cid), blob: await openBlock(element), map: block !== null ? maps.get(id) : null,
        damage: damageAfter(element), showsSecrets: showsSecrets !== undefined, noNote: noNote !== undefined, fromZero: fromZero !== undefined,
        late: (element.dataset.late || '').match(/\d+:\d+/g) || [],
        ghosts: await ghostsAfter(element),
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

// Returns the bytes of the runs of a page with ghosts, that of the recording first.
async function ghostsAfter(element) {
    const runs = [];
    for (let next = element.nextElementSibling; next !== null && next.dataset.recording === undefined; next = next.nextElementSibling)
        if (next.dataset.ghost !== undefined)
            runs.push(new Uint8Array(await (await openBlock(next)).arrayBuffer()));
    return runs;
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
    if (beginsWith(first, [0x54, 0x54, 0x41, 0x50, 0x45, 0x0d]))
        throw new Error(`${file.name} is a tape, which a browser cannot unpack: unpack it first (teetape unpack)`);
    if (beginsWith(first, [0x1f, 0x8b]))
        return {name: file.name.replace(/\.gz$/i, ''), blob: await unpackFile(file), map};
    return {name: file.name, blob: file, map};
}

// Returns true for a page whose policy lets it ask its own host (`teetape page --empty --fetch`).
export function mayFetch() {
    const policy = document.querySelector('meta[http-equiv]');
    return policy !== null && policy.content.includes('connect-src');
}

// Returns the address of a path on the host of the page, or null.
function ownAddress(path) {
    try {
        const url = new URL(path, location.href);
        return /^https?:$/.test(url.protocol) && url.origin === location.origin ? url : null;
    } catch {
        return null;
    }
}

// Loads a file from the host of the page. Throws a sentence.
export async function fetchFile(path) {
    const url = ownAddress(path);
    if (!mayFetch())
        throw new Error('this page loads nothing; teetape page --empty --fetch makes one that does');
    if (url === null)
        throw new Error('the page opens files of its own web host only');
    const answer = await fetch(url).catch(() => ({ok: false, status: 'nothing'}));
    if (!answer.ok)
        throw new Error(`the host answers ${answer.status}`);
    return new File([await answer.blob()], path.replace(/[?#].*/, '').replace(/.*\//, '') || 'recording');
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
