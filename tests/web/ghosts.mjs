// SPDX-License-Identifier: MIT
//
// usage: node ghosts.mjs TEETAPE FOLDER RACE
//
// A page with ghosts: two runs of RACE, which start together. The gap is computed here once more, from the table of
// ticks. FOLDER takes the pages.

import assert from 'node:assert/strict';
import {join} from 'node:path';
import {Browser} from './browser.mjs';
import {folder, inTurn, makePage, recordings, run, tick, whole, withParts} from './page.mjs';

const [race] = recordings;
// Two finishes of RACE: the player, the ticks of the run, and the tick of its end.
const OWN = {name: 'tee05', ticks: 180, end: 2500}, GHOST = {name: 'tee09', ticks: 112, end: 2432};
// Size of the picture that is compared with a frame of the video, and how far they may be apart. A ghost has three times
// as many pixels as may be far.
const WIDTH = 640, HEIGHT = 360, MEAN_MOST = 0.5, FAR = 24, FAR_MOST = 0.0004;
// The search for a gap, as in src/draw/run.c, in world units. The runs are too short for its limits in ticks.
const NEAR = 96, EVEN = 16;

// Cuts the run of a player out of the race.
function cutRun({name, ticks, end}) {
    const path = join(folder, `${name}.teehistorian`);
    run('cut', '--force', '--player', name, '--from', String(end - ticks - 10), '--to', String(end + 10), '-o', path, race);
    return path;
}

// Places of a run, one for each tick since its start.
function placesOf({name, ticks, end}) {
    const rows = run('table', 'ticks', '--columns', 'tick,x,y', '--player', name, '--from', String(end - ticks),
        '--to', String(end + 1), race).toString().trim().split('\n').slice(1).map((line) => line.split(',').map(Number));
    assert.equal(rows.length, ticks + 1);
    return rows.map(([, x, y]) => ({x, y}));
}

// The gap at each tick: when did the ghost first come to the place of the run, after its time at the place before.
function gapsOf(own, ghost) {
    let last = 0, gap = null;
    return own.map(({x, y}, now) => {
        const ways = ghost.map((place) => Math.abs(place.x - x) + Math.abs(place.y - y));
        const first = ways.findIndex((way, i) => i >= last && way < NEAR);
        if (now > 0 && first >= 0) {
            const away = ways.findIndex((way, i) => i > first && way >= NEAR);
            const least = Math.min(...ways.slice(first, away < 0 ? ways.length : away));
            last = ways.findIndex((way, i) => i >= first && way <= least + EVEN);
            for (let i = last; i < ways.length && ways[i] <= ways[last]; i++)
                last = ways[i] < ways[last] ? i : last;
            gap = last - now;
        }
        return gap;
    });
}

async function stateAt(page, when) {
    await page.evaluate((to) => window.teetape.seek(to), when);
    return page.evaluate(() => window.teetape.ghosts());
}

async function opensAtTheStart(page) {
    assert.equal(await tick(page), OWN.end - OWN.ticks);
    assert.equal(await page.evaluate(() => document.getElementById('follow-who').textContent), OWN.name);
}

async function placesAndGaps(page) {
    const start = OWN.end - OWN.ticks, own = placesOf(OWN), ghost = placesOf(GHOST), gaps = gapsOf(own, ghost);
    for (let i = 0; i < OWN.ticks; i += 7) {
        const {x, y} = ghost[Math.min(i, GHOST.ticks)];
        assert.deepEqual(await stateAt(page, start + i), [{name: GHOST.name, ticks: GHOST.ticks, x, y, gap: gaps[i]}],
            `tick ${i} of the run`);
    }
    assert.ok(gaps.some((gap) => gap < 0) && gaps.some((gap) => gap === null));
}

// After the finish the gap is the difference of the times, whatever way the page came there.
async function finish(page) {
    for (const when of [OWN.end, OWN.end + 40, OWN.end + 1]) {
        const [{gap}] = await stateAt(page, when);
        assert.equal(gap, GHOST.ticks - OWN.ticks);
    }
}

// The luma of the frame that `video --ghost` makes of a tick.
function frameOf(own, ghost, when) {
    const film = run('video', '--ghost', '--data', '', '--hud', 'timer', '--no-note', '--size', `${WIDTH}x${HEIGHT}`, '--fps', '50',
        '--from', String(when), '--to', String(when + 1), '-o', '-', own, ghost);
    const begin = film.indexOf('FRAME\n') + 6;
    assert.equal(film.length, begin + WIDTH * HEIGHT * 3 / 2);
    return film.subarray(begin, begin + WIDTH * HEIGHT);
}

// Paints a tick as the page does, and gives the luma of its pixels.
function paintAt(page, when) {
    return page.evaluate(async ([width, height, tick]) => {
        const {player} = window.ghostTest, canvas = Object.assign(document.createElement('canvas'), {width, height});
        const painter = new Painter(canvas), show = SHOW.map | SHOW.tees | SHOW.items | SHOW.effects | SHOW.timer | SHOW.notes;
        await painter.setRecording(player);
        await player.seek(tick);
        const focus = player.view(), {x, y} = player.players().find((one) => one.cid === focus);
        painter.paint(player, {x, y, zoom: 1}, {show, focus});
        const bitmap = await createImageBitmap(canvas), copy = new OffscreenCanvas(width, height).getContext('2d');
        copy.drawImage(bitmap, 0, 0);
        const {data} = copy.getImageData(0, 0, width, height);
        return Array.from({length: width * height}, (_, i) =>
            16 + (65.738 * data[4 * i] + 129.057 * data[4 * i + 1] + 25.064 * data[4 * i + 2]) / 256);
    }, [WIDTH, HEIGHT, when]);
}

// The page draws what the video draws.
async function drawn(page) {
    const [own, ghost] = [OWN, GHOST].map(({name}) => join(folder, `${name}.teehistorian`));
    for (const when of [OWN.end - 100, OWN.end + 2]) {
        const frame = frameOf(own, ghost, when), luma = await paintAt(page, when);
        const away = luma.map((value, i) => Math.abs(value - frame[i])), far = away.filter((value) => value > FAR).length;
        const mean = away.reduce((sum, value) => sum + value) / away.length;
        console.log(`tick ${when}: ${mean.toFixed(2)} away, ${far} far`);
        assert.ok(mean < MEAN_MOST && far < FAR_MOST * away.length, `tick ${when}: ${mean} away, ${far} far`);
    }
}

const browser = await Browser.launch({deviceScaleFactor: 0.5});
try {
    const page = await browser.open(withParts(makePage('ghosts', '--ghost', '--data', '', cutRun(OWN), cutRun(GHOST)),
        'App', 'Painter', 'SHOW'));
    await whole(page);
    await page.evaluate(() => {
        const {frame} = App.prototype; // the page keeps its App to itself
        App.prototype.frame = function (...words) {
            window.ghostTest = this;
            return frame.apply(this, words);
        };
    });
    await page.waitForFunction(() => window.ghostTest !== undefined);
    await inTurn([opensAtTheStart, placesAndGaps, finish, drawn], page);
    await page.close();
} finally {
    await browser.close();
}
