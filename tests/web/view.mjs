// SPDX-License-Identifier: MIT
//
// usage: node view.mjs TEETAPE FOLDER DEMO TEEHISTORIAN
//
// What one sees first: whom the page follows is whom `teetape picture` and `teetape video` follow, also where the client
// that recorded DEMO plays its dummy for a while; there is a tee in the first picture; and at every width nothing of the
// page lies over anything else. FOLDER takes the pages, and pictures of them.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Browser} from './browser.mjs';
import {folder, makePage, painted, recordings, run, whole} from './page.mjs';

const [demo, teehistorian] = recordings;
const SIZES = [[390, 844], [768, 1024], [820, 1180], [900, 600], [1024, 768], [1280, 720]];

function file(name, ...words) {
    const out = join(folder, name);
    run(...words, '--force', '-o', out);
    return readFileSync(out);
}

// The client id in view, without a choice.
const inView = (page) => page.evaluate(() => {
    const who = document.getElementById('follow-who').textContent;
    return window.teetape.players().filter((one) => one.alive && one.name === who).map((one) => one.cid);
});

async function testSameView(page) {
    const {first, last} = await page.evaluate(() => window.teetape.info()), seen = new Set();
    const at = Array.from({length: 12}, (_, i) => Math.round(first + (last - first) * (i + 0.5) / 12));
    for (const tick of [...at, at[3], at[1]]) { // the way to a moment does not count
        await page.evaluate((to) => window.teetape.seek(to), tick);
        await painted(page);
        const [cid] = await inView(page), moment = ['--at', String(tick), demo], film = ['--from', String(tick), '--to', String(tick + 2)];
        seen.add(cid);
        assert.deepEqual(file('any.svg', 'picture', ...moment), file('one.svg', 'picture', '--focus', String(cid), ...moment), `tick ${tick}`);
        const small = ['--size', '64x36', '--fps', '25', ...film, demo];
        assert.deepEqual(file('any.y4m', 'video', ...small), file('one.y4m', 'video', '--focus', String(cid), ...small), `tick ${tick}`);
    }
    assert.ok(seen.size > 1, 'the demo has one view alone');
}

// What lies over what: pairs of ids, and those that are beyond the window.
const overlaps = (page) => page.evaluate(() => {
    const box = (id) => document.getElementById(id).getBoundingClientRect(), wrong = [];
    const meet = (a, b) => a.width > 0 && b.width > 0 && a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
    const view = box('view'), middle = {left: view.left + view.width / 2 - 32, right: view.left + view.width / 2 + 32,
        top: view.top + view.height / 2 - 32, bottom: view.top + view.height / 2 + 32, width: 64};
    const clock = {left: view.left + view.width / 2 - 30, right: view.left + view.width / 2 + 30, top: view.top, bottom: view.top + 24, width: 60};
    for (const button of document.querySelectorAll('#bar button, #bar select, #clock, #top > *')) {
        const one = button.getBoundingClientRect();
        if (one.right > window.innerWidth + 0.5 || (meet(one, box('panel')) && !button.closest('#top')))
            wrong.push(`${button.id} is beyond its place`);
    }
    const bar = [...document.querySelector('.transport').children].filter((one) => one.getBoundingClientRect().width > 0);
    bar.forEach((one, i) => i > 0 && meet(one.getBoundingClientRect(), bar[i - 1].getBoundingClientRect()) && wrong.push(`${one.id} is over ${bar[i - 1].id}`));
    for (const id of ['chip', 'big-play', 'zoom', 'inputs', 'graph'])
        for (const [name, place] of [['the followed tee', middle], ['the clock', clock], ['the panel', box('panel')], ['the bar', box('bar')], ['the inputs', box('inputs')]])
            if (!(id === 'inputs' && name === 'the inputs') && meet(box(id), place))
                wrong.push(`${id} is over ${name}`);
    return wrong;
});

async function testWidths(page, name) {
    for (const [width, height] of SIZES) {
        await page.setViewportSize({width, height});
        await painted(page);
        await page.screenshot({path: join(folder, `${name}-${width}.png`)});
        assert.deepEqual(await overlaps(page), [], `${name} at ${width}x${height}`);
    }
}

// A server is empty at first; its page begins where somebody is seen. The play button is beside the tee, and the title says
// what it is.
async function testFirstPicture(page, title) {
    assert.equal(await page.textContent('#follow-what'), '');
    assert.equal((await inView(page)).length, 1);
    assert.ok(await page.isVisible('#big-play'));
    assert.deepEqual([await page.title(), await page.textContent('#title-name')], [title, title]);
}

// A page for a player opens on that player, who has a tee there.
async function testPlayer(browser) {
    const page = await browser.open(makePage('player', '--player', '[D] alice', teehistorian));
    await testFirstPicture(page, 'Tutorial · [D] alice · 12:56 long');
    const [{cid, alive}, at, first] = await page.evaluate(() => [window.teetape.players().find((one) => one.name === '[D] alice'),
        window.teetape.tick(), window.teetape.info().first]);
    assert.deepEqual([await inView(page), alive], [[cid], true]);
    assert.ok(at > first + 10000, `tick ${at} is not in the middle`);
    await whole(page);
    await page.click('#play');
    await page.waitForFunction((from) => window.teetape.tick() > from, at);
    assert.deepEqual(await inView(page), [cid]);
    await page.close();
}

const browser = await Browser.launch({deviceScaleFactor: 0.5});
try {
    const page = await browser.open(makePage('demo', demo));
    await whole(page);
    await testWidths(page, 'demo');
    await testSameView(page);
    const run = await browser.open(makePage('run', teehistorian));
    await testFirstPicture(run, 'Tutorial · 4 players · 12:56 long');
    await testWidths(run, 'run');
    await testPlayer(browser);
} finally {
    await browser.close();
}
