// SPDX-License-Identifier: MIT
//
// usage: node core.mjs TEETAPE FOLDER RECORDING...
//
// What is below the picture of the page: for each recording the state that window.teetape has at 200 ticks is that
// of `teetape dump` (at 50 when the file is read in slices), a cut has the bytes of `teetape cut`, nothing is said on
// the console, and nothing is asked for. A page of a teehistorian file has the demo of it, with the keys that a
// Character tells, and with --keep-inputs the file. FOLDER takes the pages.

import {spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {createInterface} from 'node:readline';
import {Browser} from './browser.mjs';
import {folder, recordings, run, teetape, withParts} from './page.mjs';

const MOMENTS = 200, SEED = 20261123;

// Objects that the command prints, with a word in their line; they may be more than fits into memory.
async function* lines(word, ...words) {
    const process = spawn(teetape, words, {stdio: ['ignore', 'pipe', 'ignore']});
    for await (const line of createInterface({input: process.stdout}))
        if (line.includes(word))
            yield JSON.parse(line);
}

function* numbers(seed) {
    for (let x = seed >>> 0; ;) {
        x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
        yield x / 2 ** 32;
    }
}

// Where tees are at the end of these ticks, by a slow way: all records, one after the other.
async function teehistorianStates(path, ticks) {
    const tees = new Map(), states = new Map(), left = [...ticks].sort((a, b) => a - b);
    const record = {
        player_new: (e) => tees.set(e.cid, [e.x, e.y]), player_diff: (e) => tees.set(e.cid, [e.x, e.y]),
        player_old: (e) => tees.delete(e.cid),
    };
    for await (const event of lines('', 'dump', '--json', '--kind', Object.keys(record).join(), path)) {
        while (left.length > 0 && event.tick > left[0])
            states.set(left.shift(), new Map(tees));
        if (record[event.kind])
            record[event.kind](event);
    }
    for (const tick of left)
        states.set(tick, new Map(tees));
    return states;
}

// Direction, jump, hook and fire as a Character tells them.
function keysOf({direction, jumped, hook_state: hook, attack_tick: attack}, tick) {
    return [direction, (jumped & 1) !== 0, hook !== 0, attack > 0 && attack <= tick && tick - attack < 5];
}

// Of a demo: the items of its snapshots. Only ticks that have one can be compared.
async function demoStates(path, wanted, hasKeys) {
    const states = new Map();
    for await (const item of lines('Character"', 'dump', '--json', '--items=all', '--kind', 'item', path)) {
        if (!states.has(item.tick))
            states.set(item.tick, new Map());
        if (item.type === 'Character' && item.change !== 'removed')
            states.get(item.tick).set(item.id, [item.fields.x, item.fields.y,
                ...hasKeys ? keysOf(item.fields, item.tick) : []]);
    }
    const ticks = [...states.keys()].sort((a, b) => a - b), chosen = new Map();
    for (const tick of wanted) {
        const at = ticks[Math.floor(tick / 2 ** 31 * ticks.length)];
        chosen.set(at, states.get(at));
    }
    return chosen;
}

function text(tees) {
    return JSON.stringify([...tees].sort((a, b) => a[0] - b[0]));
}

// Where tees are at the moments that are looked at.
async function statesOf(path, info, hasKeys) {
    const random = numbers(SEED), wanted = new Set();
    while (wanted.size < Math.min(MOMENTS, info.last - info.first))
        wanted.add(info.format === 'demo' ? random.next().value * 2 ** 31
            : info.first + Math.floor(random.next().value * (info.last - info.first + 1)));
    return info.format === 'demo' ? demoStates(path, wanted, hasKeys) : teehistorianStates(path, wanted);
}

async function compareStates(page, path, states, hasKeys) {
    const found = await page.evaluate(async ([ticks, hasKeys]) => {
        const keys = ({direction, jump, hook, fire}) => hasKeys ? [direction, jump, hook, fire] : [];
        const all = [];
        for (const tick of ticks) {
            await window.teetape.seek(tick);
            const tees = window.teetape.players().filter((player) => player.alive);
            all.push([window.teetape.tick(), tees.map(({cid, x, y, input}) => [cid, [x, y, ...keys(input)]])]);
        }
        return all;
    }, [[...states.keys()], hasKeys]);
    let tees = 0;
    [...states].forEach(([tick, expected], i) => {
        const [at, got] = found[i];
        if (at !== tick || text(got) !== text(expected))
            throw new Error(`${path}: tick ${tick} (at ${at}): ${text(got)}, not ${text(expected)}`);
        tees += got.length;
    });
    if (tees === 0)
        throw new Error(`${path}: there is no tee at all`);
    return tees;
}

async function compareCut(page, path, info, name) {
    const length = info.last - info.first, from = info.first + Math.floor(length / 3);
    const to = info.first + Math.floor(length * 2 / 3), out = join(folder, name + '.part');
    run('cut', '--force', '--from', String(from), '--to', String(to), '-o', out, path);
    const expected = createHash('sha256').update(readFileSync(out)).digest('hex');
    const found = await page.evaluate(async ([from, to]) => {
        const bytes = await (await window.teetape.cut(from, to)).arrayBuffer();
        const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
        return [...sum].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    }, [from, to]);
    if (found !== expected)
        throw new Error(`${path}: the cut [${from}, ${to}) is another one than that of teetape cut`);
}

// The same file once more, as a large one is read: in slices, here ten, and none of it is kept. Each seek reads again, so
// that a quarter of the moments takes as long.
async function openInSlices(page, path) {
    await page.evaluate(() => {
        const {load} = Source.prototype;
        Source.prototype.load = function loadFew() {
            this.most = 0;
            return load.call(this, Math.ceil(this.blob.size / 10));
        };
        window.sliceTest = new Promise((resolve) => window.teetape.addEventListener('open', resolve, {once: true}));
    });
    await page.setInputFiles('#file', path);
    await page.evaluate(() => window.sliceTest.then(() => true));
    await allRead(page);
}

async function allRead(page) {
    await page.evaluate(async () => {
        while (!window.teetape.info().done)
            await new Promise((resolve) => setTimeout(resolve, 10));
    });
}

// `path` is what the page has: the recording, or the demo of it.
async function test(browser, recording, path) {
    const name = basename(path), html = join(folder, name + '.html'), isMade = path !== recording;
    run('page', '--force', ...isMade ? [] : ['--show-secrets', '--keep-inputs'], '-o', html, recording);
    const page = await browser.open(withParts(html, 'Source'));
    await allRead(page);
    const info = await page.evaluate(() => window.teetape.info());
    if (info.damage !== null)
        throw new Error(`${path}: ${JSON.stringify(info.damage)}`);
    const states = await statesOf(path, info, isMade), tees = await compareStates(page, path, states, isMade);
    await compareCut(page, path, info, name);
    await openInSlices(page, path);
    await compareStates(page, path, new Map([...states].filter((_, i) => i % 4 === 0)), isMade);
    await compareCut(page, path, info, name);
    console.log(`${name}: ${info.format}, ticks ${info.first} to ${info.last}, ${tees} tees compared`);
    await page.close();
}

// Small, as nothing here looks at the picture, which Chromium paints without a GPU.
const browser = await Browser.launch({viewport: {width: 320, height: 240}});
try {
    for (const path of recordings) {
        await test(browser, path, path);
        if (path.endsWith('.teehistorian')) {
            const demo = join(folder, basename(path) + '.demo');
            run('demo', '--force', '--whole', '-o', demo, path);
            await test(browser, path, demo);
        }
    }
} finally {
    await browser.close();
}
