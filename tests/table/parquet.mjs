// SPDX-License-Identifier: MIT
//
// usage: parquet.mjs COMMAND FOLDER RECORDING...
//
// Parquet of `teetape table`, read by hyparquet, has the values of its JSON Lines: every table of every recording,
// all recordings in one file, folders by day, odd texts, a damaged recording, many row groups, no rows at all.
// TT_HYPARQUET is the folder where hyparquet and hyparquet-compressors are. Files are made in FOLDER.
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {isDeepStrictEqual} from 'node:util';

const from = name => import(pathToFileURL(path.join(process.env.TT_HYPARQUET, name)).href);
const {parquetReadObjects, parquetMetadata} = await from('hyparquet/src/index.js');
const {asyncBufferFromFile} = await from('hyparquet/src/node.js');
const {compressors} = await from('hyparquet-compressors/src/index.js');

const [, , command, folder, ...recordings] = process.argv;
const kinds = ['ticks', 'inputs', 'facts', 'sessions', 'recordings', 'chat'];
let bad = 0, empty = 0;
const wrong = text => {
    console.log(text);
    bad = 1;
};

const run = (args, status = 0) => {
    const result = spawnSync(command, ['table', '-q', '--force', ...args], {encoding: 'utf8'});
    if (result.status !== status) {
        wrong(`table ${args.join(' ')}: ${result.status} ${result.stderr}`);
    }
};

// A value as JSON Lines has it.
const plain = value => value === undefined ? null : typeof value === 'bigint' ? Number(value)
    : value instanceof Date ? value.toISOString() : value;

const read = async file => {
    const rows = await parquetReadObjects({file: await asyncBufferFromFile(file), compressors});
    return rows.map(row => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, plain(value)])));
};

const readLines = file => {
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    lines.pop();
    return lines.map(line => JSON.parse(line));
};

const metadata = file => {
    const bytes = fs.readFileSync(file);
    return parquetMetadata(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
};

// Within a row group of `ticks`, players come one after the other.
const checkPlayers = (rows, file) => {
    let at = 0;
    for (const group of metadata(file).row_groups) {
        const part = rows.slice(at, at += Number(group.num_rows));
        if (part.some((row, i) => i > 0 && row.cid < part[i - 1].cid)) {
            wrong(`${file}: players are mixed`);
        }
    }
    return at;
};

// The order in which rows are compared: by recording as they come, then by player; each player's remain in their order.
const byPlayer = rows => {
    const order = new Map();
    rows.forEach(row => order.has(row.recording) || order.set(row.recording, order.size));
    return rows.sort((a, b) => order.get(a.recording) - order.get(b.recording) || a.cid - b.cid);
};

const same = (what, kind, rows, lines) => {
    empty += lines.length === 0;
    if (rows.length !== lines.length) {
        wrong(`${what}: ${rows.length} rows, not ${lines.length}`);
        return;
    }
    if (kind === 'ticks') {
        byPlayer(rows);
        byPlayer(lines);
    }
    const at = lines.findIndex((line, i) => !isDeepStrictEqual(rows[i], line));
    if (at >= 0) {
        wrong(`${what}: row ${at}:\n${JSON.stringify(rows[at])}\n${JSON.stringify(lines[at])}`);
    }
};

// One table in both formats. What is equal to a bit in JSON is so here: numbers are read as doubles, and floats that
// JSON rounds are rounded to floats again.
const compare = async (what, kind, args, status = 0) => {
    const parquet = path.join(folder, 'rows.parquet'), jsonl = path.join(folder, 'rows.jsonl');
    run([kind, '-o', parquet, ...args], status);
    run([kind, '-o', jsonl, ...args], status);
    const floats = new Set(metadata(parquet).schema.filter(column => column.type === 'FLOAT').map(column => column.name));
    const lines = readLines(jsonl);
    for (const line of lines) {
        for (const name of floats) {
            line[name] = line[name] === null ? null : Math.fround(line[name]);
        }
    }
    const rows = await read(parquet);
    if (kind === 'ticks' && checkPlayers(rows, parquet) !== rows.length) {
        wrong(`${what}: row groups and rows differ`);
    }
    same(what, kind, rows, lines);
    return rows;
};

for (const file of recordings) {
    for (const kind of kinds) {
        await compare(`${kind} of ${file}`, kind, [file]);
    }
    await compare(`facts with secrets of ${file}`, 'facts', ['--show-secrets', file]);
    await compare(`UUIDs as text of ${file}`, 'recordings', ['--uuid-as-text', file]);
    if (metadata(path.join(folder, 'rows.parquet')).schema.some(column => column.logical_type?.type === 'UUID')) {
        wrong(`${file}: a UUID, not its text`);
    }
}
for (const kind of kinds) {
    await compare(`${kind} of all`, kind, recordings);
}

// Numbers of teehistorian: a sign and 6 bits, then 7 bits each.
const number = value => {
    const bytes = [];
    let rest = value < 0 ? ~value : value;
    bytes.push((value < 0 ? 0x40 : 0) | (rest & 0x3f));
    for (rest >>>= 6; rest !== 0; rest >>>= 7) {
        bytes[bytes.length - 1] |= 0x80;
        bytes.push(rest & 0x7f);
    }
    return bytes;
};
const source = fs.readFileSync(recordings.find(file => file.endsWith('.teehistorian')));
const headerEnd = source.indexOf(0, 16);
const header = change => Buffer.concat([source.subarray(0, 16),
    Buffer.from(JSON.stringify({...JSON.parse(source.toString('utf8', 16, headerEnd)), ...change}) + '\0')]);
const write = (name, ...parts) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, Buffer.concat(parts.map(part => Buffer.from(part))));
    return file;
};

// Texts that formats stumble over; 255 and 254 are not UTF-8.
const reasons = ['', 'a,b', 'say "hi"', 'two\r\nlines', '=1+1', '@cmd', ' blank ', '\u{1f600}', '\t'];
const drops = reasons.map((reason, i) => [...number(-8), ...number(i), ...number(-9), ...number(i), ...Buffer.from(reason), 0]);
const odd = write('odd.teehistorian', header({map_name: 'a\0b,"c"\n'}), ...drops, number(-8), number(20), number(-9),
    number(20), [255, 254, 33, 0], number(-1));
for (const kind of kinds) {
    await compare(`${kind} of odd texts`, kind, ['--show-secrets', odd]);
}
const left = await compare('odd texts', 'facts', ['--columns', 'kind,reason', odd]);
const said = left.filter(row => row.kind === 'leave').map(row => row.reason);
if (!isDeepStrictEqual(said, [...reasons, '\ufffd\ufffd!'])) {
    wrong(`odd texts: ${JSON.stringify(said)}`);
}
const [named] = await compare('a NUL', 'recordings', [odd]);
if (named.map_name !== 'a\0b,"c"\n') {
    wrong(`a NUL: ${JSON.stringify(named.map_name)}`);
}

// More rows than a row group has: 64 players that move at random.
const moves = [];
let seed = 1;
const random = below => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) % 65536 % below;
for (let cid = 0; cid < 64; cid++) {
    moves.push(...number(-3), ...number(cid), ...number(random(5000)), ...number(random(5000)));
}
for (let tick = 0; tick < 4500; tick++) {
    for (let cid = 0; cid < 64; cid++) {
        moves.push(...number(cid), ...number(random(61) - 30), ...number(random(61) - 30));
    }
}
const many = write('many.teehistorian', header({}), moves, number(-1));
const columns = ['--columns', 'recording,tick,ts,cid,x,y'];
await compare('many players', 'ticks', [...columns, many]);
if (metadata(path.join(folder, 'rows.parquet')).row_groups.length < 2) {
    wrong('many players: one row group');
}
await compare('many players and others', 'ticks', [...columns, many, ...recordings, odd]);

// A damaged recording, before and behind a good one.
const broken = write('broken.teehistorian', source.subarray(0, source.length >> 1), [0x7f, 255, 255, 255, 255, 255, 255]);
for (const kind of kinds) {
    await compare(`${kind} of a damaged one`, kind, [broken, recordings[0], broken], 1);
}

// UUIDs as text are the same; as bytes they are what hyparquet makes a UUID of.
const schema = metadata(path.join(folder, 'rows.parquet')).schema;
if (schema.find(column => column.name === 'recording')?.logical_type?.type !== 'UUID') {
    wrong('recording is no UUID');
}

// No rows.
for (const kind of ['ticks', 'inputs', 'facts', 'chat']) {
    const rows = await compare(`no rows of ${kind}`, kind, ['--from', '1', '--to', '1', recordings[0]]);
    if (rows.length !== 0) {
        wrong(`${kind} of no span has ${rows.length} rows`);
    }
}
if (empty < 8) {
    wrong('there were no empty tables');
}

// A file for each recording, in folders by day: together they are the one file.
const days = path.join(folder, 'days');
fs.rmSync(days, {recursive: true, force: true});
for (const kind of ['ticks', 'facts']) {
    run([kind, '--partition', 'day', '--format', 'parquet', '-o', days + '/', ...recordings]);
    const files = fs.readdirSync(days, {recursive: true}).filter(name => name.endsWith('.parquet'));
    let rows = [];
    for (const name of files) {
        if (!/^day=[0-9a-z-]+\/[^/]+\.parquet$/.test(name)) {
            wrong(`not in the folder of a day: ${name}`);
        }
        rows = rows.concat(await read(path.join(days, name)));
    }
    if (files.length !== new Set(recordings).size) {
        wrong(`${files.length} files of ${recordings.length} recordings`);
    }
    const all = await compare(`${kind} by day`, kind, recordings);
    const texts = list => list.map(row => JSON.stringify(row)).sort();
    if (!isDeepStrictEqual(texts(rows), texts(all))) {
        wrong(`${kind} by day: other rows than in one file`);
    }
    fs.rmSync(days, {recursive: true});
}
process.exit(bad);
