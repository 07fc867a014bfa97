// SPDX-License-Identifier: MIT
//
// usage: node look.mjs TEETAPE FOLDER DEMO
//
// What the page looks like: full screen, dark and light, and after WebGL has lost all that it had. FOLDER takes the
// page.

import assert from 'node:assert/strict';
import {Browser} from './browser.mjs';
import {CLIPBOARD, inTurn, makePage, painted, recordings, tick, whole} from './page.mjs';

const [demo] = recordings;
// Least contrast of a text and what is behind it, after WCAG 2.
const CONTRAST = 4.5;

const isFull = (page, wanted) => page.waitForFunction((is) => (document.fullscreenElement !== null) === is &&
    document.getElementById('full').ariaPressed === String(is), wanted);

async function fullScreen(page) {
    await isFull(page, false);
    await page.click('#full');
    await isFull(page, true);
    await page.keyboard.press('y');
    await page.waitForSelector('.toast');
    // what is beside the element of the full screen is below it
    const hidden = await page.evaluate(() => [...document.querySelectorAll('.toast, #say')]
        .filter((one) => !document.fullscreenElement.contains(one)).map((one) => one.textContent));
    assert.deepEqual(hidden, []);
    await page.keyboard.press('v');
    await isFull(page, false);
    await page.keyboard.press('v');
    await isFull(page, true);
    await page.click('#full');
    await isFull(page, false);
}

// Where the browser refuses, there is nothing but the picture, and Escape brings the rest back.
async function noFullScreen(page) {
    await page.evaluate(() => {
        document.getElementById('app').requestFullscreen = () => Promise.reject(new Error('not here'));
    });
    await page.focus('#view');
    await page.keyboard.press('v');
    await page.waitForSelector('#bar', {state: 'hidden'});
    await page.keyboard.press('Escape');
    await page.waitForSelector('#bar', {state: 'visible'});
    await page.evaluate(() => delete document.getElementById('app').requestFullscreen);
}

const theme = (page) => page.evaluate(() => document.documentElement.dataset.theme);
async function system(page, colorScheme) {
    await page.emulateMedia({colorScheme});
    await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, colorScheme);
}
const timeline = (page) => page.evaluate(() => document.getElementById('timeline-view').toDataURL());

// As the system, unless somebody chose; the choice outlasts the page.
async function themes(page) {
    await system(page, 'dark');
    const dark = await timeline(page);
    await system(page, 'light');
    assert.notEqual(await timeline(page), dark);
    await page.click('#tab-show');
    await page.selectOption('#theme', 'dark');
    assert.equal(await theme(page), 'dark');
    assert.equal(await timeline(page), dark);
    await page.reload();
    await page.evaluate(() => window.teetape.ready);
    await whole(page);
    assert.equal(await theme(page), 'dark');
    assert.equal(await page.inputValue('#theme'), 'dark');
    await page.click('#tab-show');
    await page.selectOption('#theme', '');
    assert.equal(await theme(page), 'light');
}

// Texts that are hard to read: each with its contrast. What lies over the picture is not asked.
function faintTexts(least) {
    const parse = (color) => color.match(/[\d.]+/g).map(Number);
    const over = ([r, g, b, a = 1], ground) => [r, g, b].map((value, i) => value * a + ground[i] * (1 - a));
    const light = (color) => color.map((value) => value / 255)
        .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const groundOf = (one) => one === null ? [255, 255, 255]
        : over(parse(getComputedStyle(one).backgroundColor), groundOf(one.parentElement));
    const opacity = (one) => one === null ? 1 : Number(getComputedStyle(one).opacity) * opacity(one.parentElement);
    const contrast = (one) => {
        const ground = groundOf(one), [r, g, b] = parse(getComputedStyle(one).color);
        const [low, high] = [light(over([r, g, b, opacity(one)], ground)), light(ground)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    return [...document.querySelectorAll('#top *, #panel *, #bar *')]
        .filter((one) => one.checkVisibility() && !one.closest('#tip, :disabled'))
        .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
        .map((one) => [contrast(one), one.closest('[id]').id, one.className, one.textContent.slice(0, 20)])
        .filter(([ratio]) => ratio < least);
}

async function contrasts(page) {
    await page.evaluate(() => window.teetape.seek(2000));
    for (const colorScheme of ['dark', 'light']) {
        await system(page, colorScheme);
        for (const tab of ['players', 'events', 'cut', 'show']) {
            await page.click('#tab-' + tab);
            await painted(page);
            assert.deepEqual(await page.evaluate(faintTexts, CONTRAST), [], `${colorScheme}, ${tab}`);
        }
    }
}

// What lies over what the core paints: the chat, notes, the kills and the clock, which are as large as the picture is high.
function covered() {
    const {left, top, width, height, right, bottom} = document.getElementById('view').getBoundingClientRect();
    const chat = [left, bottom - 0.3 * height, left + Math.min(0.73 * height, width), bottom];
    const painted = [['chat', chat], ['kills', [right - 0.13 * height, top, right, top + 0.11 * height]],
        ['notes', [right - 0.46 * height, bottom - 0.065 * height, right, bottom]],
        ['clock', [left + width / 2 - 0.05 * height, top, left + width / 2 + 0.05 * height, top + 0.045 * height]]];
    const boxes = [...document.querySelectorAll('#chip, #inputs, #graph, #zoom, #top')]
        .filter((one) => one.checkVisibility()).map((one) => {
            const box = one.getBoundingClientRect();
            return [one.id, [box.left, box.top, box.right, box.bottom]];
        });
    const isOver = ([, a], [, b]) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
    return boxes.flatMap((box, i) => [...painted, ...boxes.slice(i + 1)].filter((other) => isOver(box, other))
        .map((other) => `${box[0]} over ${other[0]}`));
}

async function overlays(page) {
    await page.focus('#view');
    await page.keyboard.press('g');
    for (const size of [{width: 1280, height: 800}, {width: 390, height: 844}, {width: 844, height: 390}]) {
        await page.setViewportSize(size);
        for (const isWide of [false, true]) {
            await page.evaluate((wide) => document.getElementById('app').classList.toggle('no-panel', wide), isWide);
            await painted(page);
            const ids = await page.locator('#chip, #inputs, #graph').evaluateAll((all) => all
                .filter((one) => one.checkVisibility()).map((one) => one.id));
            assert.deepEqual(ids, ['chip', 'inputs', 'graph']);
            assert.deepEqual(await page.evaluate(covered), [], `${size.width} x ${size.height}`);
        }
    }
    await page.setViewportSize({width: 1280, height: 800});
    await page.evaluate(() => document.getElementById('app').classList.remove('no-panel'));
    await page.focus('#view');
    await page.keyboard.press('g');
}

const photo = (page) => page.screenshot({clip: {x: 0, y: 50, width: 950, height: 640}});

// Graphics that were reset, as after a sleep: the page paints the moment again by itself, wherever it has gone since.
async function lostContext(page) {
    // what lies over the picture is the browser's, and its edges are not the same each time
    await page.evaluate(() => document.querySelectorAll('#stage > :not(#view)')
        .forEach((one) => { one.style.visibility = 'hidden'; }));
    await page.evaluate(() => window.teetape.seek(2000));
    await page.waitForSelector('.toast', {state: 'detached'});
    await painted(page);
    const before = await photo(page), at = await tick(page);
    for (const other of [at, at + 1000]) {
        await page.evaluate(() => {
            const view = document.getElementById('view');
            window.lostTest = view.getContext('webgl2').getExtension('WEBGL_lose_context');
            const lost = new Promise((resolve) => view.addEventListener('webglcontextlost', resolve, {once: true}));
            window.lostTest.loseContext();
            return lost;
        });
        await page.evaluate((to) => window.teetape.seek(to), other);
        await painted(page);
        assert.ok(!before.equals(await photo(page)), 'nothing was lost');
        await page.evaluate((to) => window.teetape.seek(to), at);
        await painted(page);
        await page.evaluate(() => {
            const view = document.getElementById('view');
            const back = new Promise((resolve) => view.addEventListener('webglcontextrestored', resolve, {once: true}));
            window.lostTest.restoreContext();
            return back;
        });
        await painted(page);
        assert.ok(before.equals(await photo(page)), `after a look at ${other} the picture is another one`);
    }
}

const browser = await Browser.launch({viewport: {width: 1280, height: 800}, permissions: CLIPBOARD});
try {
    const page = await browser.open(makePage('look', demo));
    await whole(page);
    await inTurn([fullScreen, noFullScreen, themes, contrasts, overlays, lostContext], page);
    await page.close();
} finally {
    await browser.close();
}
