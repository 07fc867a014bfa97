// SPDX-License-Identifier: MIT
//
// usage: node page.mjs TEETAPE FOLDER RECORDING [FILE] [RECORDING:MAP]...
//
// What the page costs in Chromium without a GPU: its size, the time to the first picture, seeks to 100 ticks, painting,
// and the memory of its process, above that of a page without a recording. FILE, such as a large one, is opened from
// the disk by the page without a recording. FOLDER takes the pages. TT_PLAYWRIGHT, TT_CHROMIUM: as for tests/web.
//
// RECORDING:MAP is a teehistorian file with its map. It measures what the design of the map costs: processor time of all
// processes of the browser for a picture of the page with the map, and of one without, in turn. Each picture is another
// moment, and the same ones in both pages. TT_DATA is the game's data folder, whose images both pages have.

import {execFileSync} from 'node:child_process';
import {readFileSync, readdirSync, statSync} from 'node:fs';
import {createRequire} from 'node:module';
import {basename, join} from 'node:path';
import {pathToFileURL} from 'node:url';

const {chromium} = createRequire(import.meta.url)(process.env.TT_PLAYWRIGHT || 'playwright-core');
const [teetape, folder, recording, ...others] = process.argv.slice(2);
const designs = others.filter((word) => word.includes(':')), [file] = others.filter((word) => !word.includes(':'));
const SEEKS = 100, SEED = 1;
// Pictures that are measured, the ticks from one to the next, and rounds.
const PICTURES = 60, STEP = 3, ROUNDS = 3;

function makePage(name, ...words) {
    const html = join(folder, name);
    execFileSync(teetape, ['page', '--quiet', '--force', '-o', html, ...words]);
    return html;
}

// Memory that renderers had at most, in MB: the largest of them is that of the page.
function rendererMemory() {
    let most = 0;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
        try {
            if (readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=renderer')) {
                const status = readFileSync(`/proc/${pid}/status`, 'latin1');
                most = Math.max(most, Number(/VmHWM:\s*(\d+)/.exec(status)[1]) / 1024);
            }
        } catch {} // it has ended
    return most;
}

// Milliseconds of processor time that the children of this process have had, and theirs.
function processorTime() {
    const all = new Map();
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
        try {
            const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
            const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number);
            all.set(Number(pid), {parent: words[1], ms: (words[11] + words[12]) * 10});
        } catch {} // it has ended
    const isOurs = (pid) => {
        const {parent} = all.get(pid) || {parent: 0};
        return parent === process.pid || (parent > 1 && isOurs(parent));
    };
    return [...all].reduce((sum, [pid, {ms}]) => sum + (isOurs(pid) ? ms : 0), 0);
}

async function withPage(html, work) {
    const browser = await chromium.launch({
        executablePath: process.env.TT_CHROMIUM || '/usr/bin/chromium', args: ['--enable-unsafe-swiftshader'],
    });
    const page = await (await browser.newContext({viewport: {width: 1280, height: 720}, offline: true})).newPage();
    await page.goto(pathToFileURL(html).href, {waitUntil: 'commit'});
    await page.waitForFunction(() => window.teetape && window.teetape.seek);
    await page.evaluate(() => window.teetape.ready);
    const result = await work(page);
    await browser.close();
    return result;
}

// From the beginning of the navigation to two frames after `ready`: the picture is on the screen then.
function firstPicture() {
    return new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
    });
}

async function seeks({count, seed}) {
    while (!window.teetape.info().done)
        await new Promise((resolve) => setTimeout(resolve, 20));
    const {first, last} = window.teetape.info(), times = [];
    for (let i = 0, x = seed; i < count; i++) {
        x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
        const begin = performance.now();
        await window.teetape.seek(first + Math.floor(x / 2 ** 32 * (last - first)));
        times.push(performance.now() - begin);
    }
    return times.sort((a, b) => a - b);
}

// How far it plays in four seconds, and how many frames the browser shows in them.
async function playing(milliseconds) {
    const from = window.teetape.tick(), begin = performance.now();
    let frames = 0;
    window.teetape.play();
    while (performance.now() - begin < milliseconds) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        frames++;
    }
    window.teetape.pause();
    return {ticks: window.teetape.tick() - from, frames, seconds: (performance.now() - begin) / 1000};
}

function say(what, value) {
    console.log(`${what.padEnd(46)} ${value}`);
}

function sayPlaying({ticks, frames, seconds}) {
    say('playing: frames a second, ticks a second', `${(frames / seconds).toFixed(1)}, ${(ticks / seconds).toFixed(1)}`);
}

async function known(page) {
    return page.evaluate(() => window.teetape.info().known);
}

const empty = makePage('empty.html', '--empty');
say('page without a recording, bytes', statSync(empty).size);
const base = await withPage(empty, async () => rendererMemory());
say('memory of its process, MB', base.toFixed(0));
await withPage(makePage('recording.html', recording), async (page) => {
    say('first picture, ms', (await page.evaluate(firstPicture)).toFixed(0));
    const times = await page.evaluate(seeks, {count: SEEKS, seed: SEED});
    say(`seek, ms: median, largest of ${SEEKS}`, `${times[SEEKS >> 1].toFixed(1)}, ${times[SEEKS - 1].toFixed(1)}`);
    await page.evaluate(() => window.teetape.seek(window.teetape.info().first));
    sayPlaying(await page.evaluate(playing, 4000));
    say('memory above the page without a recording, MB', (rendererMemory() - base).toFixed(0));
});
if (file)
    await withPage(empty, async (page) => {
        await page.evaluate(() => {
            window.longest = 0; // task of the main thread, ms
            new PerformanceObserver((list) => list.getEntries().forEach((one) => {
                window.longest = Math.max(window.longest, one.duration);
            })).observe({type: 'longtask'});
        });
        const begin = Date.now();
        await page.setInputFiles('#file', file);
        await page.waitForFunction(() => window.teetape.tick() !== null, null, {polling: 5, timeout: 120000});
        say('a file from the disk, bytes', statSync(file).size);
        say('until it can play, ms', Date.now() - begin);
        sayPlaying(await page.evaluate(playing, 4000));
        say('tick known of', `${await known(page)} of ${await page.evaluate(() => window.teetape.info().last)}`);
        say('memory above, so far, MB', (rendererMemory() - base).toFixed(0));
        await page.waitForFunction(() => window.teetape.info().done, null, {polling: 100, timeout: 600000});
        say('longest task of the page, ms', (await page.evaluate(() => window.longest)).toFixed(0));
        say('until all of it is read, s', ((Date.now() - begin) / 1000).toFixed(1));
        say('memory above, MB', (rendererMemory() - base).toFixed(0));
    });

// Shows pictures from a third of the recording on, and waits for each.
async function showPictures({count, step}) {
    const {first, last} = window.teetape.info(), begin = first + Math.floor((last - first) / 3);
    for (let i = 0; i < count; i++) {
        await window.teetape.seek(begin + step * i);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
}

// Processor time of a picture, in milliseconds.
async function pictureTime(html) {
    return withPage(html, async (page) => {
        await page.waitForFunction(() => window.teetape.info().done, null, {polling: 100, timeout: 600000});
        await page.evaluate(showPictures, {count: 2, step: STEP}); // textures and programs are made
        const begin = processorTime();
        await page.evaluate(showPictures, {count: PICTURES, step: STEP});
        return {ms: (processorTime() - begin) / PICTURES, memory: rendererMemory() - base};
    });
}

async function measureDesign(path, map, number) {
    const art = process.env.TT_DATA ? ['--data', process.env.TT_DATA] : [];
    const made = makePage(`map-${number}.html`, ...art, '--map', map, path);
    const bare = makePage(`bare-${number}.html`, ...art, path);
    if (readFileSync(bare, 'latin1').includes(' data-map="'))
        throw new Error(`${path}: its map is where the command finds it, so there is no page without a map`);
    const times = {made: [], bare: []};
    let memory = 0;
    for (let round = 0; round < ROUNDS; round++) {
        const one = await pictureTime(made);
        memory = Math.max(memory, one.memory);
        times.made.push(one.ms);
        times.bare.push((await pictureTime(bare)).ms);
    }
    const [median, without] = [times.made, times.bare].map((list) => list.sort((a, b) => a - b)[ROUNDS >> 1]);
    say(`picture with ${basename(map)}, CPU ms`, median.toFixed(0));
    say('without a map, CPU ms', without.toFixed(0));
    say('times as much', (median / without).toFixed(2));
    say('memory above the page without a recording, MB', memory.toFixed(0));
}

for (const [i, word] of designs.entries())
    await measureDesign(...word.split(':'), i + 1);
