// SPDX-License-Identifier: MIT
//
// usage: node firefox.mjs TEETAPE FOLDER SAMPLE DEMO
//
// The sample page, which has the demo in it, from the disk in Firefox: with WebGL2 where there is a display (TT_XVFB),
// and without. State, cuts and pictures in Firefox are what core.mjs and paint.mjs compare; here is what somebody does
// with the page. FOLDER takes screenshots.

import assert from 'node:assert/strict';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Browser} from './browser.mjs';
import {folder, painted, pixels, recordings, run, tick, whole} from './page.mjs';

const [sample, demo] = recordings, MOMENT = 2000;

const text = (page, id) => page.evaluate((name) => document.getElementById(name).textContent, id);
const isHidden = (page, id) => page.evaluate((name) => document.getElementById(name).hidden, id);

async function use(page) {
    const {first, last} = await page.evaluate(() => window.teetape.info());
    await page.click('#play');
    await page.waitForFunction((from) => window.teetape.tick() > from + 20, first);
    await page.press('k');
    assert.equal(await page.evaluate(() => window.teetape.playing), false);
    const at = Math.round(await tick(page));
    await page.press('.');
    await page.waitForFunction((to) => window.teetape.tick() === to, at + 1);
    await page.click('#timeline');
    await page.waitForFunction((to) => Math.abs(window.teetape.tick() - to) < 50, (first + last) / 2);
    await page.click('#tab-events');
    await page.waitForFunction(() => document.querySelectorAll('.event').length > 5);
    await page.click('#search');
    await page.press(...'hello 225');
    await page.waitForFunction(() => document.getElementById('search-count').textContent !== '');
    assert.match(await text(page, 'search-count'), /^0 players, [1-9]\d* events$/);
}

// What players have said, as `teetape chat` has it.
async function chat(page) {
    const wanted = run('chat', '--json', demo).toString().trim().split('\n').map(JSON.parse)
        .filter((line) => line.cid >= 0).map((line) => [line.tick, line.text]);
    const found = await page.evaluate(() => window.teetape.facts()
        .filter((fact) => fact.kind === 'chat' && fact.cid >= 0).map((fact) => [fact.tick, fact.text]));
    assert.ok(wanted.length > 5);
    assert.deepEqual(found, wanted);
}

// With WebGL2 there is the map; without, dots and a sentence.
async function picture(page, name) {
    await page.evaluate((to) => window.teetape.seek(to), MOMENT);
    await painted(page);
    const png = await page.screenshot(), {width, height, data} = await pixels(page, png);
    writeFileSync(join(folder, name + '.png'), Buffer.from(png, 'base64'));
    assert.deepEqual([width, height], [1280, 720]);
    assert.equal(await isHidden(page, 'note'), name === 'webgl');
    const colors = new Set();
    for (let y = 60; y < 540; y++)
        for (let x = 0; x < 900; x++)
            colors.add(data.readUInt32LE(4 * (y * width + x)));
    console.log(`${name}: ${colors.size} colours`);
    assert.ok(name === 'webgl' ? colors.size > 1000 : colors.size > 20, `${colors.size} colours`);
}

async function test(name) {
    const browser = await Browser.launch();
    try {
        const page = await browser.open(sample);
        await whole(page);
        await picture(page, name);
        await page.evaluate(() => window.teetape.seek(window.teetape.info().first));
        await use(page);
        await chat(page);
        await page.close();
    } finally {
        await browser.close();
    }
}

if (process.env.TT_XVFB)
    await test('webgl');
process.env.TT_XVFB = '';
await test('plain');
