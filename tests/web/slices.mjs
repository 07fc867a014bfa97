// SPDX-License-Identifier: MIT
//
// usage: node slices.mjs TEETAPE FOLDER DEMO TEEHISTORIAN
//
// The page stands still for nothing: no slice of its work has more than its units, whatever the file has. What is too
// large for a page is refused with a sentence. FOLDER takes the files.

import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {Browser} from './browser.mjs';
import {plainMap, manySessions} from './hostile.mjs';
import {folder, inTurn, makePage, recordings, whole, withParts} from './page.mjs';

const [demo, teehistorian] = recordings, SESSIONS = 5000;

function written(name, bytes) {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
}

const toastOf = async (page, text) => {
    await page.waitForFunction((part) => document.getElementById('toasts').textContent.includes(part), text);
};

async function manyFacts(page) {
    const path = written('sessions.teehistorian', manySessions(readFileSync(teehistorian), SESSIONS));
    await page.evaluate(() => {
        Slice.longest = 0;
        window.opened = new Promise((resolve) => window.teetape.addEventListener('open', resolve, {once: true}));
    });
    await page.setInputFiles('#file', path);
    await page.evaluate(() => window.opened.then(() => true));
    await whole(page);
    assert.equal(await page.evaluate(() => window.teetape.sessions().length), SESSIONS);
    await page.waitForFunction((count) => Number(document.getElementById('count-events').textContent) >= 3 * count, SESSIONS);
    await page.fill('#search', 'player 499');
    await page.waitForFunction(() => document.getElementById('search-count').textContent.startsWith('11 players, '));
    await page.fill('#search', '');
    await page.evaluate(() => window.teetape.seek(window.teetape.info().last));
    const longest = await page.evaluate(() => Slice.longest);
    assert.ok(longest > 0.9 && longest <= 1.1, `a slice has ${longest} times its units`);
}

// Ways of one place cannot become shorter, however many there are.
async function manyWays(page) {
    const [count, most] = await page.evaluate(async () => {
        const way = {count: 1, thin: () => 1}, number = (1 << 20) + 1, slice = new Slice(1e9);
        const ways = new Map(Array.from({length: number}, (_, i) => [i, way]));
        const player = Object.assign(Object.create(Player.prototype), {ways, placeCount: number, placesMost: 1 << 20, placeStep: 1});
        await player.takePlaces([], slice);
        return [player.placeCount, player.placesMost];
    });
    assert.ok(most >= 2 * count, `${count} places remain of ${most}`);
}

async function largeMap(page) {
    await page.setInputFiles('#map-file', written('large.map', plainMap(4097, 4096)));
    await toastOf(page, 'the map cannot be drawn: it has more than 4096 × 4096 tiles');
    await page.setInputFiles('#map-file', written('small.map', plainMap(100, 50)));
    await toastOf(page, 'The map is');
}

// What a layer hides is not painted.
async function manyLayers(page) {
    await page.setInputFiles('#map-file', written('layers.map', plainMap(100, 50, 60)));
    const tiles = await page.evaluate(async () => {
        const {draw, paint} = Painter.prototype, frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        let count = 0;
        Painter.prototype.paint = function paintCounted(...words) {
            count = 0;
            paint.apply(this, words);
        };
        Painter.prototype.draw = function drawCounted(core, words) {
            count += words[0];
            draw.call(this, core, words);
        };
        for (let i = 0; i < 200 && count === 0; i++) {
            await window.teetape.seek(window.teetape.info().first + 10 + i);
            await frame();
        }
        Object.assign(Painter.prototype, {draw, paint});
        return count;
    });
    assert.equal(tiles, 1);
}

async function largeFile(page) {
    const most = await page.evaluate(() => {
        const {most} = unpackFile;
        unpackFile.most = 3 << 20;
        return most;
    });
    assert.equal(most, 512 << 20);
    await page.setInputFiles('#file', written('large.teehistorian.gz', gzipSync(Buffer.alloc(4 << 20))));
    await toastOf(page, 'has more than 3 MiB when it is unpacked');
}

// Above 2 GiB the addresses of the module come as negative numbers.
async function highAddresses(page) {
    const said = await page.evaluate(() => ['bytes', 'ints', 'doubles'].map((name) => {
        try {
            return Core.prototype[name].call({call: {memory: {buffer: new ArrayBuffer(16)}}}, -8, 1);
        } catch (error) {
            return error.message;
        }
    }));
    for (const text of said)
        assert.doesNotMatch(String(text), /-8/);
}

const browser = await Browser.launch({deviceScaleFactor: 0.5});
try {
    const page = await browser.open(withParts(makePage('demo', demo), 'Core', 'Painter', 'Player', 'Slice', 'unpackFile'));
    await whole(page);
    await inTurn([highAddresses, manyFacts, manyWays, largeMap, manyLayers, largeFile], page);
} finally {
    await browser.close();
}
