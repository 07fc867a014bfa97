// SPDX-License-Identifier: MIT
//
// usage: node pick.mjs TEETAPE FOLDER DEMO TEEHISTORIAN
//
// What somebody picks for the page, the map and the game's data folder, and two cuts of one page. Both recordings
// were played on the map that is in the demo. FOLDER takes pages and files.

import assert from 'node:assert/strict';
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {Browser} from './browser.mjs';
import {
    CLIPBOARD, copiedPicture, folder, inTurn, makePage, middle, painted, pixels, recordings, run, whole,
} from './page.mjs';

const [demo, teehistorian] = recordings;
const MOMENT = 2000;
// Colours that nothing else has: of tiles, of skins, and of what the game has beside.
const TILES = [255, 0, 128], SKIN = [0, 255, 16], GAME = [64, 0, 255];

async function openPage(browser, html) {
    const page = await browser.open(html);
    await whole(page);
    await page.evaluate((tick) => window.teetape.seek(tick), MOMENT);
    await painted(page);
    await page.click('#tab-show');
    return page;
}

const artText = (page) => page.textContent('#art-text');
const toast = (page, text) => page.waitForFunction((wanted) =>
    document.getElementById('toasts').textContent.includes(wanted), text);

// The part of a picture that has nearly a colour.
function share({data}, [r, g, b]) {
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
        count += Math.max(Math.abs(data[i] - r), Math.abs(data[i + 1] - g), Math.abs(data[i + 2] - b)) < 24;
    return count / (data.length / 4);
}

function writeMap(name) {
    const path = join(folder, name);
    run('map', '--force', '-o', path, demo);
    return path;
}

// Picked by the button, it is the map of a page that had it from the start.
async function mapFile(browser) {
    const map = writeMap('picked.map'), damaged = join(folder, 'damaged.map');
    writeFileSync(damaged, readFileSync(map).subarray(0, 1000));
    const other = await openPage(browser, makePage('with-map', '--keep-inputs', '--map', map, teehistorian));
    const wanted = await copiedPicture(other);
    await other.close();
    const page = await openPage(browser, makePage('no-map', '--keep-inputs', teehistorian)), before = await copiedPicture(page);
    assert.match(await artText(page), /There is no map/);
    const pick = async (path) => {
        const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('#map-open')]);
        await chooser.setFiles(path);
        await toast(page, basename(path));
    };
    await pick(damaged);
    assert.match(await artText(page), /the map cannot be drawn: ./);
    assert.match(await page.textContent('.toast.bad'), /the map cannot be drawn: ./);
    assert.ok((await copiedPicture(page)).data.equals(before.data));
    // A tee whose place is some ticks old was carried on without walls, so the moment is read again.
    await page.evaluate(() => teetape.addEventListener('seek', () => { window.readAgain = true; }));
    await pick(map);
    assert.ok(await page.evaluate(() => window.readAgain), 'the moment is not computed with the map');
    assert.equal(await artText(page), 'The map is there.');
    const after = await copiedPicture(page);
    assert.ok(!after.data.equals(before.data));
    assert.ok(after.data.equals(wanted.data), 'the picture is not that of a page that has the map');
    await page.close();
}

// A PNG that has one colour.
async function plainPng(page, [r, g, b]) {
    return Buffer.from(await page.evaluate((color) => {
        const canvas = Object.assign(document.createElement('canvas'), {width: 256, height: 256});
        const draw = canvas.getContext('2d');
        draw.fillStyle = color;
        draw.fillRect(0, 0, 256, 256);
        return canvas.toDataURL().replace(/^[^,]*,/, '');
    }, `rgb(${r} ${g} ${b})`), 'base64');
}

// A folder of the game whose images have one colour each, as many as a game has.
async function writeData(page, name) {
    const data = join(folder, name), tiles = await plainPng(page, TILES), skin = await plainPng(page, SKIN);
    const files = new Map([['game.png', await plainPng(page, GAME)], ['particles.png', 'no image'], ['notes.txt', '']]);
    for (const line of run('map', '--layers', '--json', demo).toString().trim().split('\n').map(JSON.parse))
        if (line.image)
            files.set(`mapres/${line.image}.png`, tiles);
    for (let i = 0; i < 40; i++)
        files.set(`skins/${i === 0 ? 'default' : 'skin' + i}.png`, skin);
    rmSync(data, {recursive: true, force: true});
    for (const [path, bytes] of files) {
        mkdirSync(dirname(join(data, path)), {recursive: true});
        writeFileSync(join(data, path), bytes);
    }
    return {data, count: files.size};
}

// The same moment by `teetape picture`.
async function commandPicture(data, {width, height}) {
    const out = join(folder, 'art.png');
    run('picture', '--force', '--data', data, '--at', String(MOMENT), '--size',
        `${width}x${height}`, '-o', out, demo);
    return readFileSync(out).toString('base64');
}

async function dataFolder(browser) {
    const page = await openPage(browser, makePage('art', '--no-art', demo)), {data, count} = await writeData(page, 'data');
    const before = await copiedPicture(page);
    for (const color of [TILES, SKIN, GAME])
        assert.equal(share(before, color), 0);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('#data-open')]);
    await chooser.setFiles(data);
    await page.waitForFunction((text) => document.getElementById('art-text').textContent.includes(text),
        `${count} files of the game’s data.`);
    const after = await copiedPicture(page), wanted = await pixels(page, await commandPicture(data, after));
    const looksSo = (picture) => {
        for (const color of [TILES, SKIN, GAME]) {
            assert.ok(share(wanted, color) > 0.003, `${color} is not seen`);
            assert.ok(Math.abs(share(picture, color) - share(wanted, color)) < 0.01, `${color}: ${share(picture, color)}`);
        }
    };
    looksSo(after);
    await page.close();
    // Inside of the page they need no folder.
    const inside = await openPage(browser, makePage('art-inside', '--data', data, demo));
    assert.match(await artText(inside), /files of the game’s data\. They are by the authors .* CC BY-SA 3\.0/);
    looksSo(await copiedPicture(inside));
    await inside.close();
}

// The second has nothing of the first.
async function cutTwice(browser) {
    for (const path of recordings) {
        const page = await openPage(browser, makePage('twice', '--keep-inputs', '--show-secrets', path));
        const info = await page.evaluate(() => window.teetape.info()), [from, to] = middle(info);
        await page.click('#tab-cut');
        for (const [begin, end] of [[from, to], [from + 500, to + 500]]) {
            await page.fill('#cut-from', String(begin));
            await page.fill('#cut-to', String(end));
            await page.keyboard.press('Tab');
            const [download] = await Promise.all([page.waitForEvent('download'), page.click('#cut-save')]);
            const out = join(folder, 'twice.part');
            run('cut', '--force', '--from', String(begin), '--to', String(end), '-o', out, path);
            assert.ok(readFileSync(await download.path()).equals(readFileSync(out)), `${path}: ${begin} to ${end}`);
        }
        await page.close();
    }
}

const browser = await Browser.launch({viewport: {width: 1280, height: 800}, deviceScaleFactor: 0.5, permissions: CLIPBOARD});
try {
    await inTurn([mapFile, dataFolder, cutTwice], browser);
} finally {
    await browser.close();
}
