// SPDX-License-Identifier: MIT
//
// A teehistorian file whose texts are HTML and script. The header is that of a real recording, with another map name.

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
