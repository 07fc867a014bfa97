// SPDX-License-Identifier: MIT
//
// usage: node links.mjs TEETAPE FOLDER DEMO
//
// Links into a page: each word of their fragment, those that the page copies, and those of 0.2. FOLDER takes the pages.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Browser} from './browser.mjs';
import {folder, inTurn, makePage, recordings, run, tick, whole, withParts} from './page.mjs';

const [demo] = recordings;

const text = (page, id) => page.evaluate((name) => document.getElementById(name).textContent, id);
const value = (page, id) => page.evaluate((name) => document.getElementById(name).value, id);
const isPlaying = (page) => page.evaluate(() => window.teetape.playing);
const followed = (page) => text(page, 'follow-who');

// Follows a link inside of the page, until the page has done what it says.
async function goTo(page, hash) {
    await page.evaluate(async (to) => {
        document.getElementById('toasts').textContent = '';
        window.teetape.pause();
        history.replaceState(null, '', to);
        await linkTest.share.open();
    }, hash);
}

async function parts(page, first) {
    await goTo(page, '#t=0:12,0:20');
    assert.equal(await tick(page), first + 600);
    assert.deepEqual([await value(page, 'cut-from'), await value(page, 'cut-to')], ['0:12.00', '0:20.00']);
    assert.equal(await isPlaying(page), false);
    assert.equal(await page.evaluate(() => document.getElementById('big-play').hidden), true, 'it lies over the moment');
    await goTo(page, `#t=${first + 700}`);
    assert.equal(await tick(page), first + 700);
    assert.equal(await value(page, 'cut-to'), '0:20.00', 'a place is no part');
    await goTo(page, '#t=0:12,never');
    assert.match(await text(page, 'toasts'), /never.* is not a time$/);
}

// Playing ends with the part, or begins again.
async function playing(page, first) {
    await goTo(page, '#t=0:12,0:14&play&speed=16');
    assert.equal(await value(page, 'speed'), '16');
    await page.waitForFunction((to) => !window.teetape.playing && window.teetape.tick() === to, first + 700);
    for (const [hash, from, to] of [['#t=0:12,0:14&play&loop&speed=8', 600, 700], ['#t=0:58&loop&play', 2900, Infinity]]) {
        await goTo(page, hash);
        for (const isLate of [true, false, true])
            await page.waitForFunction(([begin, late]) => window.teetape.playing && window.teetape.tick() >= begin &&
                (window.teetape.tick() > begin + 50) === late, [first + from, isLate]);
        assert.ok(await tick(page) < first + to + 20, hash);
    }
    await goTo(page, '#loop&play&t=0:59.5'); // in any order
    await page.waitForFunction((early) => window.teetape.playing && window.teetape.tick() < early, first + 2999);
}

async function speedAndZoom(page) {
    for (const [hash, speed, zoom] of [['#speed=0.5&zoom=2', '0.5', '2.0×'], ['#speed=0.3&zoom=0.5', '0.25', '0.50×'],
        ['#speed=x&zoom=-1', '0.25', '0.50×'], ['#speed=1&zoom=1', '1', '1.0×']]) {
        await goTo(page, hash);
        await page.waitForFunction((wanted) => document.getElementById('zoom-reset').textContent === wanted, zoom);
        assert.equal(await value(page, 'speed'), speed, hash);
    }
}

// By name, also one that the player has only later; digits are a client id, as in 0.2.
async function following(page, first) {
    await goTo(page, '#t=0:12');
    const names = await page.evaluate(() => window.teetape.players().map((one) => [one.cid, one.name]));
    for (const [cid, name] of names) {
        await goTo(page, '#t=0:12&follow=' + encodeURIComponent(name));
        assert.equal(await followed(page), name);
        await goTo(page, '#t=0:12&follow=' + cid);
        assert.equal(await followed(page), name);
    }
    await goTo(page, '#t=0:13&follow=renamed0');
    assert.deepEqual([await followed(page), await tick(page)], ['player0', first + 650]);
    const {from} = await page.evaluate(() => window.teetape.sessions().find((one) => one.name === 'renamed0'));
    await goTo(page, '#follow=renamed0');
    await page.waitForFunction((begin) => window.teetape.tick() === begin + 1, from);
    await goTo(page, '#follow=nobody%20%3Cb%3E');
    await page.waitForFunction(() => /^Nobody in this recording is called .nobody <b>.$/.test(document.getElementById('toasts').textContent));
}

// Embedded, there are the picture, play, the clock, the timeline and the full screen.
async function embedded(page) {
    const visible = () => page.evaluate(() => [...document.querySelectorAll('#app :is(a, button, input, select, canvas, header, aside)')]
        .filter((one) => one.checkVisibility() && one.id !== 'big-play').map((one) => one.id).sort());
    await goTo(page, '#t=0:12&embed');
    assert.deepEqual(await visible(), ['full', 'play', 'timeline-view', 'view', 'whole-page']);
    const whole = await page.evaluate(() => {
        const link = document.getElementById('whole-page');
        link.addEventListener('click', (event) => event.preventDefault(), {once: true});
        window.teetape.play();
        link.click();
        return {href: link.href, here: location.href.replace(/#.*/, ''), isPlaying: window.teetape.playing};
    });
    assert.match(whole.href.slice(whole.here.length), /^#t=0:12(\.\d\d)?&follow=player0/);
    assert.ok(whole.href.startsWith(whole.here) && !whole.isPlaying, whole.href);
    const [height, bar] = await page.evaluate(() => ['stage', 'bar'].map((id) => document.getElementById(id).clientHeight));
    assert.ok(bar <= 56 && height > 8 * bar, `a bar of ${bar} pixels under ${height}`);
    await goTo(page, '#t=0:12');
    assert.ok((await visible()).includes('link'));
}

// A copied link leads to where it was copied.
async function copied(page, first) {
    const hash = () => page.evaluate(() => location.hash);
    await goTo(page, '#t=0:12.34&follow=player0&zoom=2');
    await page.evaluate(() => linkTest.cut.opened());
    await page.click('#link');
    await page.waitForFunction(() => document.querySelector('.toast') !== null);
    assert.equal(await hash(), '#t=0:12.34&follow=player0&zoom=2');
    assert.equal(await page.evaluate(() => document.getElementById('links').open), false);
    await goTo(page, '#t=0:12,0:20.5&zoom=1&speed=0.5');
    for (const [button, repeats, wanted] of [['part', false, '#t=0:12,0:20.50&follow=player0&play&speed=0.5'],
        ['part', true, '#t=0:12,0:20.50&follow=player0&play&loop&speed=0.5'], ['moment', true, '#t=0:13&follow=player0&speed=0.5']]) {
        await page.evaluate(async ([to, isChecked]) => {
            document.getElementById('cut-repeat').checked = isChecked;
            await window.teetape.seek(to);
        }, [first + 650, repeats]);
        await page.click('#link');
        await page.waitForFunction(() => document.getElementById('links').open);
        assert.equal(await text(page, 'link-part'), `The part 0:12 – 0:20.50${repeats ? ', again and again' : ''}`);
        assert.equal(await text(page, 'link-moment'), 'This moment, 0:13');
        await page.click('#link-' + button);
        await page.waitForFunction((to) => location.hash === to, wanted);
        assert.equal(await page.evaluate(() => document.getElementById('links').open), false);
    }
    for (const name of ['a&b=c,d', '(1)n\'o*!', '50 %+ü', '#7'])
        assert.equal(await page.evaluate((follow) => {
            const written = writeLink({from: '0:12', follow});
            return /[ !'()*]/.test(written) ? written : readLink(written).follow;
        }, name), name);
}

// Links of 0.2 have ticks, client ids and the number of a recording.
async function old(browser) {
    const part = join(folder, 'part.demo');
    run('cut', '--force', '--to', '0:30', '-o', part, demo);
    const page = await browser.open(makePage('two', demo, part), '#t=1500&follow=0&file=2');
    assert.deepEqual(await page.evaluate(() => [window.teetape.info().name, window.teetape.tick()]), ['part.demo', 1500]);
    await page.evaluate(() => { location.hash = '#file=1&t=0:40'; });
    await page.waitForFunction(() => window.teetape.info().name === 'client0.demo' && window.teetape.tick() > 2000);
    await page.close();
}

// Copies a link, and returns it or what the page says instead.
async function copyOf(page) {
    await page.evaluate(() => {
        document.getElementById('toasts').textContent = '';
        history.replaceState(null, '', '#');
    });
    await page.click('#link');
    await page.waitForFunction(() => document.querySelector('.toast') !== null);
    return page.evaluate(() => location.hash || document.getElementById('toasts').textContent);
}

// A link names its recording, also the first of several and after one that cannot be opened. A file of the user has none.
async function several(browser) {
    const part = join(folder, 'part.demo');
    run('cut', '--force', '--to', '0:30', '-o', part, demo);
    const page = await browser.open(withParts(makePage('several', demo, part), 'Files')), first = await copyOf(page);
    assert.match(first, /&file=1$/);
    await page.evaluate(() => {
        const {show} = Files.prototype;
        Files.prototype.show = function (number) {
            window.filesTest = this;
            return show.call(this, number);
        };
    });
    await page.evaluate(() => {
        const select = document.getElementById('recording');
        select.value = '1';
        select.dispatchEvent(new Event('change'));
    });
    await page.waitForFunction(() => window.teetape.info().name === 'part.demo');
    const second = await copyOf(page);
    assert.match(second, /&file=2$/);
    await page.evaluate((hash) => { location.hash = hash; }, first);
    await page.waitForFunction(() => window.teetape.info().name === 'client0.demo');
    await page.evaluate((hash) => { location.hash = hash; }, second);
    await page.waitForFunction(() => window.teetape.info().name === 'part.demo');
    const open = (name, bytes) => page.evaluate(([as, text]) => window.teetape.open(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], as))
        .then(() => '', (error) => String(error)), [name, bytes.toString('base64')]);
    assert.notEqual(await open('none.demo', Buffer.from('none')), '');
    await page.evaluate(async () => {
        filesTest.list[0].open = () => Promise.reject(new Error('gone'));
        await filesTest.show(0);
    });
    assert.deepEqual(await page.evaluate(() => [filesTest.list.length, filesTest.number]), [1, 0]);
    assert.match(await copyOf(page), /&file=2$/);
    assert.equal(await open('own.demo', readFileSync(part)), '');
    assert.equal(await copyOf(page), 'No link can lead to this file, which is not in the page');
    await page.close();
}

const browser = await Browser.launch({viewport: {width: 1280, height: 720}, deviceScaleFactor: 0.5});
try {
    const page = await browser.open(withParts(makePage('links', demo), 'App', 'readLink', 'writeLink'));
    await whole(page);
    await page.evaluate(() => {
        const {frame} = App.prototype; // the page keeps its App to itself
        App.prototype.frame = function (...words) {
            window.linkTest = this;
            return frame.apply(this, words);
        };
    });
    await page.waitForFunction(() => window.linkTest !== undefined);
    const {first} = await page.evaluate(() => window.teetape.info());
    await inTurn([parts, playing, speedAndZoom, following, embedded, copied], page, first);
    await page.close();
    await inTurn([old, several], browser);
} finally {
    await browser.close();
}
