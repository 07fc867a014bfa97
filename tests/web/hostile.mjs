// SPDX-License-Identifier: MIT
//
// A teehistorian file whose texts are HTML and script. The header is that of a real recording, with another map name.

import {deflateSync} from 'node:zlib';

const RECORD = {finish: -1, tickSkip: -2, playerNew: -3, message: -7, join: -8, drop: -9};
const CL_SAY = 17, CL_START_INFO = 20;

// An integer as the game packs it: a sign, 6 bits, then 7 bits a byte.
function packed(value) {
    const sign = value < 0 ? 0x40 : 0, bytes = [];
    let left = value < 0 ? ~value : value;
    bytes.push((left & 0x3f) | sign | (left > 0x3f ? 0x80 : 0));
    for (left >>= 6; left > 0; left >>= 7)
        bytes.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    return Buffer.from(bytes);
}

function fields(...values) {
    return Buffer.concat(values.map((value) => typeof value === 'number' ? packed(value)
        : Buffer.isBuffer(value) ? value : Buffer.from(value + '\0')));
}

function message(cid, kind, ...values) {
    const bytes = fields(kind << 1, ...values);
    return fields(RECORD.message, cid, bytes.length, bytes);
}

// The same with so many sessions, one after the other, each a tick long and with a line of chat.
export function manySessions(real, count) {
    const end = real.indexOf(0, 16), parts = [real.subarray(0, end + 1)];
    for (let i = 0; i < count; i++)
        parts.push(fields(RECORD.join, i % 64), message(i % 64, CL_START_INFO, `player ${i}`, '', -1, 'default', 0, 0, 0),
            fields(RECORD.playerNew, i % 64, 100, 100), message(i % 64, CL_SAY, 0, `I am ${i}`), fields(RECORD.tickSkip, 0),
            fields(-4, i % 64, RECORD.drop, i % 64, ''));
    parts.push(fields(RECORD.tickSkip, 50, RECORD.finish));
    return Buffer.concat(parts);
}

// A map that has a game layer of this size without tiles, in runs of equal ones, and so many layers over it, white everywhere.
export function plainMap(width, height, layers = 0) {
    const ints = (...values) => Buffer.from(Int32Array.from(values).buffer);
    const tilesOf = (number) => {
        const runs = Buffer.alloc(Math.ceil(width * height / 256) * 4, Buffer.from([number, 0, 255, 0]));
        runs[runs.length - 2] = (width * height - 1) % 256;
        return runs;
    };
    const item = (type, id, ...values) => Buffer.concat([ints(type << 16 | id, values.length * 4), ints(...values)]);
    const layer = (id, isGame) => item(5, id, 0, 2, 0, 4, width, height, isGame, 255, 255, 255, 255, -1, 0, -1, 1 - isGame, 0, 0, 0);
    const items = [item(0, 0, 1), item(4, 0, 3, 0, 0, 100, 100, 0, 1 + layers, 0, 0, 0, 0, 0, 0, 0, 0), layer(0, 1)];
    for (let id = 1; id <= layers; id++)
        items.push(layer(id, 0));
    const unpacked = [tilesOf(0), tilesOf(1)], packed = unpacked.map((one) => deflateSync(one)), all = Buffer.concat(items);
    const starts = (list) => list.map((_, i) => list.slice(0, i).reduce((sum, one) => sum + one.length, 0));
    const data = Buffer.concat(packed);
    return Buffer.concat([Buffer.from('DATA'), ints(4, 0, 0, 3, items.length, 2, all.length, data.length),
        ints(0, 0, 1, 4, 1, 1, 5, 2, 1 + layers), ints(...starts(items)), ints(...starts(packed)),
        ints(...unpacked.map((one) => one.length)), all, data]);
}

// `real`: bytes of a teehistorian file. Each name joins, and each says each of the texts; a second a text.
export function hostileRecording(real, {map, names, texts}) {
    const end = real.indexOf(0, 16), header = JSON.parse(real.subarray(16, end).toString());
    header.map_name = map;
    const parts = [real.subarray(0, 16), Buffer.from(JSON.stringify(header) + '\0')];
    names.forEach((name, cid) => parts.push(fields(RECORD.join, cid),
        message(cid, CL_START_INFO, name, name.slice(0, 11), -1, 'default', 0, 0, 0),
        fields(RECORD.playerNew, cid, 100 + 50 * cid, 100)));
    for (const text of texts)
        for (let cid = 0; cid < names.length; cid++)
            parts.push(fields(RECORD.tickSkip, 49), message(cid, CL_SAY, 0, text));
    parts.push(fields(RECORD.tickSkip, 50, RECORD.drop, 0, texts[0], RECORD.finish));
    return Buffer.concat(parts);
}
