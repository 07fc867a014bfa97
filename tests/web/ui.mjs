// SPDX-License-Identifier: MIT
//
// usage: node ui.mjs TEETAPE FOLDER DEMO TEEHISTORIAN
//
// The controls of the page, as somebody uses them: mouse, keys, files, a phone, and texts that are HTML.
// FOLDER takes the pages.

import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {Browser} from './browser.mjs';
import {hostileRecording} from './hostile.mjs';
import {
    CLIPBOARD, copiedPicture, folder, inTurn, makeDamagedPage, makePage, middle, painted, recordings, run, tick, whole, withParts,
} from './page.mjs';

const [demo, teehistorian] = recordings;
const HTML = ['<img src=x onerror="document.title=1">', '</script><script>document.title=1</script>',
    '"><svg onload=x>'];

async function playing(page) {
    const {first, last} = await page.evaluate(() => window.teetape.info());
    assert.equal(Math.floor(await tick(page)), first);
    await page.click('#play');
    await page.waitForFunction((from) => window.teetape.tick() > from + 20, first);
    await page.keyboard.press('k');
    assert.equal(await page.evaluate(() => window.teetape.playing), false);
    await clock(page, first);
    const at = Math.round(await tick(page));
    await page.keyboard.press('.');
    await page.waitForFunction((to) => window.teetape.tick() === to, at + 1);
    await page.keyboard.press('End');
    await page.waitForFunction((to) => window.teetape.tick() === to, last);
    await page.keyboard.press('5');
    await page.waitForFunction((to) => window.teetape.tick() === to, Math.round((first + last) / 2));
    await page.selectOption('#speed', '16');
    await page.selectOption('#speed', '0.1');
    await page.selectOption('#speed', '1');
}

// What the times are, and when it was.
async function clock(page, first) {
    await page.evaluate((to) => window.teetape.seek(to), first + 549);
    await page.waitForFunction(() => document.getElementById('now').textContent === '0:10');
    assert.match(await page.getAttribute('#times', 'title'), /^Where it is \/ where the recording ends, /);
    assert.equal(await page.textContent('#date'), '2026-11-21 08:05:11');
    assert.match(await page.getAttribute('#date', 'title'), /^Date of the moment, /);
}

async function timeline(page) {
    const box = await page.locator('#timeline').boundingBox(), y = box.y + box.height - 8;
    const {first, last} = await page.evaluate(() => window.teetape.info());
    await page.mouse.move(box.x + box.width / 4, y);
    await page.waitForFunction(() => !document.getElementById('tip-picture').hidden);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 3 / 4, y, {steps: 5});
    await page.mouse.up();
    const wanted = first + (last - first) * 3 / 4;
    await page.waitForFunction(([at, slack]) => Math.abs(window.teetape.tick() - at) < slack,
        [wanted, (last - first) / 100]);
    await page.focus('#timeline');
    await page.keyboard.press('Home');
    await page.waitForFunction((to) => window.teetape.tick() === to, first);
    await page.waitForFunction(() => /^0 seconds of /.test(document.getElementById('timeline').ariaValueText));
}

async function following(page) {
    await page.evaluate(() => window.teetape.seek(2000));
    await page.locator('.player:not(.is-gone)').last().click();
    const name = await page.locator('.player[aria-pressed=true] .name').textContent();
    assert.equal(await page.textContent('#follow-who'), name);
    await page.focus('#view');
    await page.keyboard.press('f');
    assert.equal(await page.textContent('#follow-what'), 'Free camera');
    await page.keyboard.press('n');
    assert.notEqual(await page.textContent('#follow-who'), '');
    await page.mouse.move(300, 300);
    await page.mouse.down();
    await page.mouse.move(350, 350, {steps: 4});
    await page.mouse.up();
    assert.equal(await page.textContent('#follow-what'), 'Free camera');
    const zoom = await page.textContent('#zoom-reset');
    await page.mouse.wheel(0, 300);
    await page.waitForFunction((before) => document.getElementById('zoom-reset').textContent !== before, zoom);
}

// A client's demo has only the tees that the client saw: others play all the same.
async function outOfSight(page) {
    await page.evaluate(() => window.teetape.seek(2000));
    const away = await page.evaluate(() => window.teetape.players().filter((one) => !one.alive));
    assert.ok(away.length > 0 && away.every((one) => one.isOutOfSight));
    await page.waitForFunction((count) => document.querySelectorAll('.player.is-gone').length === count, away.length);
    assert.deepEqual(new Set(await page.locator('.player.is-gone .clan').allTextContents()), new Set(['out of sight']));
}

async function searching(page) {
    const {name, word} = await page.evaluate(() => {
        const {text} = window.teetape.facts().find((fact) => fact.kind === 'chat');
        return {name: window.teetape.players()[0].name, word: text};
    });
    await page.keyboard.press('/');
    await page.keyboard.type(word);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.event.is-chosen') !== null);
    await page.waitForFunction((text) => window.teetape.facts()
        .some((fact) => fact.tick === window.teetape.tick() && fact.text === text), word);
    await page.fill('#search', name);
    await page.click('#tab-players');
    for (const row of await page.locator('.player .name').allTextContents())
        assert.ok(row.includes(name));
    await page.fill('#search', '');
}

// A death is one event, in the list and in its number, however many facts say it. In demos it comes after its kill,
// and after others, as it waits for its place.
async function deaths(page) {
    const {kills, deaths} = await page.evaluate(() => {
        const of = (kind) => window.teetape.facts().filter((fact) => fact.kind === kind)
            .map((fact) => `${fact.tick} ${fact.cid}`);
        return {kills: of('kill'), deaths: of('death')};
    });
    assert.ok(kills.length > 0);
    assert.notDeepEqual(kills, deaths, 'no death waits for its place');
    assert.deepEqual(kills.sort(), deaths.sort());
    const news = await page.evaluate(() => {
        const events = {killed: new Map(), names: new Map()};
        const facts = [['kill', 10], ['kill', 12], ['death', 10], ['death', 12], ['death', 20]];
        return facts.map(([kind, tick]) => Events.prototype.isNews.call(events, {kind, tick, cid: 3}));
    });
    assert.deepEqual(news, [true, true, false, false, true]);
    await page.click('#tab-events');
    for (const group of ['chat', 'joins', 'finishes'])
        await page.click('.chip.' + group);
    assert.equal(await page.textContent('#count-events'), String(kills.length));
    assert.ok(await page.locator('.event.deaths').count() > 0);
    for (const group of ['chat', 'joins', 'finishes'])
        await page.click('.chip.' + group);
    await page.click('#tab-players');
}

// A lane of few facts has a mark for each, and one of many shows how many there are.
async function density(page) {
    const [few, many] = await page.evaluate(() => {
        const counts = (pixels) => new Map(pixels);
        return [marksOf(counts([[10, 1], [11, 3], [500, 1]]), 900),
            marksOf(counts(Array.from({length: 900}, (_, x) => [x, x < 450 ? 1 : 4])), 900)];
    });
    assert.deepEqual(few, [[9, 2, 6], [10, 2, 6], [499, 2, 6]]);
    assert.equal(many.length, 300);
    assert.deepEqual([...new Set(many.map(([, width, height]) => `${width} ${height}`))], ['3 1.5', '3 6']);
}

// A team that was saved has not finished: it has a kind of its own, in the list and not among the marks of finishes.
async function saves(page) {
    const groups = await page.evaluate(() => ['save', 'save_failure', 'load', 'load_failure', 'finish', 'team_finish']
        .map((kind) => groupOf({kind})));
    assert.deepEqual(groups, ['saves', 'saves', 'saves', 'saves', 'finishes', 'finishes']);
    await page.click('#tab-events');
    assert.equal(await page.textContent('.chip.saves'), 'Saves');
    await page.click('#tab-players');
}

async function cutting(page) {
    const [from, to] = middle(await page.evaluate(() => window.teetape.info()));
    await page.click('#cut-open');
    await page.fill('#cut-from', String(from));
    await page.fill('#cut-to', String(to));
    await page.keyboard.press('Tab');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#cut-save')]);
    const name = basename(demo).replace(/\.demo$/, `_${from}-${to}.demo`), out = join(folder, 'part.demo');
    assert.equal(download.suggestedFilename(), name);
    run('cut', '--force', '--from', String(from), '--to', String(to), '-o', out, demo);
    assert.ok(readFileSync(await download.path()).equals(readFileSync(out)));
}

// Ends in the wrong order remain as they were typed, and nothing can be saved.
async function wrongCut(page) {
    await page.click('#cut-open');
    for (const [from, to, said] of [['0:30', '0:20', /^From is after To$/], ['', '0:00', /^The part is empty/],
        ['0:10', '0:20', /^0:10.00 long/]]) {
        await page.fill('#cut-from', from);
        await page.fill('#cut-to', to);
        await page.keyboard.press('Tab');
        assert.match(await page.textContent('#cut-length'), said);
        assert.equal(await page.inputValue('#cut-from'), from && from + '.00');
        assert.equal(await page.inputValue('#cut-to'), to + '.00');
        assert.equal(await page.getAttribute('#cut-save', 'aria-disabled'), String(!from || from > to));
    }
    await page.click('#cut-clear');
    assert.equal(await page.getAttribute('#cut-save', 'aria-disabled'), 'false');
}

async function picture(page) {
    const {width, height, data} = await copiedPicture(page);
    assert.match(await page.textContent('#toasts'), /The picture is copied/);
    const shown = await page.evaluate(() => {
        const view = document.getElementById('view');
        return [view.width, view.height];
    });
    assert.deepEqual([width, height], shown);
    assert.ok(new Set(new Uint32Array(data.buffer, data.byteOffset, data.length / 4)).size > 20, 'it is empty');
}

// Paths are those of the followed player where one is followed, and lie under tees and the scoreboard.
async function paths(page) {
    const look = async (tick) => {
        await page.evaluate((to) => window.teetape.seek(to), tick);
        await painted(page);
        const {width, height, data} = await copiedPicture(page), at = (height / 2 * width + width / 2) * 4;
        return {data, middle: data.subarray(at, at + 4).join()};
    };
    const different = (a, b) => a.data.reduce((count, byte, i) => count + (byte !== b.data[i]), 0);
    await page.focus('#view');
    await page.keyboard.press('n');
    const before = await look(2500);
    await page.keyboard.press('t');
    const own = await look(2500);
    await page.click('#tab-show');
    await page.selectOption('#paths-of', 'all');
    const all = await look(2500);
    assert.equal(own.middle, before.middle, 'the path lies over the tee');
    assert.equal(all.middle, before.middle, 'paths lie over the tee');
    assert.ok(different(own, before) > 100, 'there is no path');
    assert.ok(different(all, own) > 100, 'all paths are the one of the followed player');
    await page.focus('#view');
    await page.keyboard.press('f');
    await page.selectOption('#paths-of', '');
    assert.equal(different(await look(2500), all), 0, 'who follows nobody does not see all paths');
    await page.selectOption('#paths', '');
    await page.click('#tab-players');
}

async function switches(page) {
    await page.focus('#view');
    for (const [key, name] of [['m', 'Names'], ['c', 'Chat'], ['x', 'Kills'], ['b', 'Scoreboard']]) {
        const box = page.locator('#show-picture label', {hasText: name}).locator('input');
        const before = await box.isChecked();
        await page.keyboard.press(key);
        assert.equal(await box.isChecked(), !before);
        await page.keyboard.press(key);
    }
    await page.keyboard.press('n');
    await page.keyboard.press('g');
    await page.waitForSelector('#graph', {state: 'visible'});
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    assert.ok(!await page.isVisible('#bar'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    assert.ok(await page.isVisible('#keys'));
    await page.keyboard.press('Escape');
    assert.ok(!await page.isVisible('#keys'));
    await page.keyboard.press('y');
    await page.waitForFunction(() => location.hash.startsWith('#t='));
}

// Whoever is named in a line has the name of that moment.
async function renamed(page) {
    const lines = await page.evaluate(() => {
        const player = Object.assign(Object.create(Player.prototype), {
            facts: [], sessions: [], sessionBy: new Map(), sessionsOf: new Map(), namesOf: new Map(),
        });
        for (const [kind, tick, session, name, more] of [['join', 0, 0, ''], ['name', 0, 0, 'Alice'], ['join', 0, 1, ''],
            ['name', 3, 1, 'Bob'], ['kill', 100, 1, 'Bob', {killer: 0, weapon: 1}], ['name', 200, 0, 'Mallory'],
            ['swap', 200, 1, 'Bob', {other: 0}]])
            player.takeFact({kind, tick, session, cid: session, name, ...more});
        return player.facts.filter((fact) => fact.kind !== 'name').map((fact) => lineOf(fact, player)).map(({who, text}) => who + ' ' + text);
    });
    assert.deepEqual(lines, ['Alice joined', 'Bob joined', 'Bob was killed by Alice (gun)', 'Bob swapped with Mallory']);
}

// What cannot be seen has a name all the same.
async function names(page) {
    const nameless = await page.evaluate(() => [...document.querySelectorAll('button, input, select, canvas, [role]')]
        .filter((one) => !one.closest('[hidden]') && !one.matches('#tip-picture, #timeline-view, [role=status]'))
        .filter((one) => !(one.getAttribute('aria-label') || one.getAttribute('aria-labelledby') ||
            one.textContent.trim() || (one.labels && one.labels.length > 0))).map((one) => one.outerHTML));
    assert.deepEqual(nameless, []);
}

// A place is a date, too, as the command takes it; one outside of the recording is said to be so. A page is opened
// with the first place of its line, and goes to the others.
async function linkedTimes(browser, html) {
    const cut = join(folder, 'part.teehistorian');
    run('cut', '--force', '--from', '3:00', '--to', '3:30', '-o', cut, teehistorian);
    const date = new Date(JSON.parse(run('info', '--json', teehistorian)).header.start_time);
    const part = makePage('part', '--keep-inputs', cut);
    const shown = makePage('shown', '--from', '3:00', '--to', '3:30', teehistorian);
    const later = (seconds) => new Date(date.getTime() + seconds * 1000).toISOString().slice(0, 19);
    const local = '2026-11-21T08:05:11', zone = /is a date with a zone, and a demo does not know its zone$/;
    const after = (ticks) => (first) => first + ticks, to = (wanted) => () => wanted;
    const pages = [
        [html, [local, after(500), ''], ['2026-11-21 08:05:11.5', after(525), ''], [local + 'Z', after(525), zone]],
        [html, ['9:00', to(null), /9:00.* is after the recording, which ends at 1:00$/]],
        [html, ['never', after(0), /never.* is not a time$/]],
        [part, ['0:12', after(0), /0:12.* is before the recording, which begins at 2:59$/], [later(190) + 'Z', to(9500), ''],
            [later(200 + 3600) + '+01:00', to(10000), '']],
        [shown, ['3:10', to(9500), ''], [later(190), to(9500), ''], ['0:12', to(null), /0:12.* is before the recording, which begins at 3:00$/]],
    ];
    for (const [path, ...places] of pages) {
        const page = await browser.open(path, '#t=' + places[0][0]);
        const {first} = await page.evaluate(() => window.teetape.info());
        for (const [place, at, said] of places) {
            if (place !== places[0][0])
                await goTo(page, place, said === '' ? at(first) : null);
            const text = await page.textContent('#toasts'), found = await tick(page);
            assert.equal(found, at(first) === null ? found : at(first), place);
            assert.ok(said === '' ? text === '' : said.test(text), `${place}: ${text}`);
        }
        await page.close();
    }
}

// Follows a link inside of the page, which leads to a tick, or with null to a message.
async function goTo(page, place, wanted) {
    await page.evaluate((to) => {
        document.getElementById('toasts').textContent = '';
        location.hash = '#t=' + to;
    }, place);
    await page.waitForFunction((at) => at === null ? document.getElementById('toasts').textContent !== ''
        : window.teetape.tick() === at, wanted);
}

async function links(browser, html) {
    const page = await browser.open(html, '#t=0:10&follow=0');
    const {first} = await page.evaluate(() => window.teetape.info());
    assert.equal(await tick(page), first + 500);
    assert.ok(!await page.isVisible('#big-play'), 'it lies over what the link shows');
    await page.evaluate((to) => { location.hash = '#t=' + to; }, first + 700);
    await page.waitForFunction((to) => window.teetape.tick() === to, first + 700);
    await page.close();
}

// The page of a teehistorian file is that of its demo. Its box shows the keys that the demo tells.
async function keys(browser) {
    const page = await browser.open(withParts(makePage('made', teehistorian), 'Show')), seen = new Set();
    const {format, first, last} = await page.evaluate(() => window.teetape.info());
    assert.equal(format, 'demo');
    for (let i = 1; i < 40; i++) {
        await page.evaluate((to) => window.teetape.seek(to), Math.round(first + (last - first) * i / 40));
        await painted(page);
        const [shown, wanted] = await page.evaluate(() => {
            const who = document.getElementById('follow-who').textContent;
            const {input} = window.teetape.players().find((one) => one.alive && one.name === who) || {input: {}};
            const down = {left: input.direction < 0, right: input.direction > 0, jump: input.jump, hook: input.hook, fire: input.fire};
            const isDown = (key) => document.getElementById('key-' + key).classList.contains('is-down');
            const isShown = !document.getElementById('inputs').hidden;
            return [Object.keys(down).filter((key) => isShown && isDown(key)), Object.keys(down).filter((key) => down[key])];
        });
        assert.deepEqual(shown, wanted);
        shown.forEach((key) => seen.add(key));
    }
    assert.ok(seen.has('left') && seen.has('right') && seen.has('jump'), [...seen].join());
    const says = await page.evaluate(() => [[199, false], [200, false], [150, true]].map(([time, noNote]) => {
        const app = {camera: {tee: null, followed: null}, player: {begin: 100, time, source: {noNote}}};
        return (Show.prototype.options.call({app, settings: {notes: true}}).show & 8192) !== 0;
    }));
    assert.deepEqual(says, [true, false, false], 'the note goes after two seconds');
    await page.close();
}

async function hostile(browser) {
    const path = join(folder, 'hostile.teehistorian'), all = ['<img src=q>', '<script>1</s', '"><b>x'];
    writeFileSync(path, hostileRecording(readFileSync(teehistorian), {map: HTML[0], names: all, texts: HTML}));
    const page = await browser.open(makePage('hostile', '--keep-inputs', '--title', HTML[1], path));
    await whole(page);
    const wrong = 'img, body script:not([type]), svg[onload], b';
    const elements = () => page.locator(wrong).count();
    const before = await elements();
    await page.evaluate(() => window.teetape.seek(window.teetape.info().last - 60));
    await page.waitForFunction(() => document.querySelectorAll('.player').length === 3);
    assert.deepEqual(await page.locator('.player .name').allTextContents(), all);
    await page.click('#tab-events');
    // the rows come with the next frame
    await page.waitForFunction((wanted) => {
        const texts = [...document.querySelectorAll('.event .text')].map((one) => one.textContent);
        return wanted.every((text) => texts.includes(text));
    }, HTML);
    assert.ok((await page.textContent('#title-more')).includes(HTML[0]));
    await page.click('.event.chat');
    assert.equal(await elements(), before);
    assert.equal(await page.title(), HTML[1]);
    assert.equal(await page.textContent('#title-name'), HTML[1]);
    await page.close();
}

async function files(browser) {
    const page = await browser.open(makePage('empty', '--empty')), packed = join(folder, 'x.demo.xz');
    writeFileSync(packed, Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 1, 2]));
    assert.ok(await page.isVisible('#empty'));
    await page.setInputFiles('#file', packed);
    await page.waitForFunction(() => document.querySelector('.toast.bad') !== null);
    assert.match(await page.textContent('.toast.bad'), /xz/);
    const tape = join(folder, 'x.tape');
    writeFileSync(tape, Buffer.from('TTAPE\r\n\x1a', 'latin1'));
    await page.setInputFiles('#file', tape);
    await page.waitForFunction(() => [...document.querySelectorAll('.toast.bad')].some(toast => toast.textContent.includes('is a tape')));
    await page.setInputFiles('#file', [demo, teehistorian]);
    await page.waitForFunction(() => window.teetape.tick() !== null);
    assert.equal(await page.locator('#recording option').count(), 2);
    assert.ok(!await page.isVisible('#empty'));
    await page.selectOption('#recording', '1');
    await page.waitForFunction(() => window.teetape.info().format === 'teehistorian');
    await drop(page, 'cut <b>off.demo', readFileSync(demo).subarray(0, 100000));
    await page.waitForFunction(() => window.teetape.info().damage !== null);
    await page.waitForFunction(() => !document.getElementById('damage').hidden);
    assert.match(await page.textContent('#damage'), /^Damaged at byte \d+, 0:\d\d/);
    assert.ok((await page.locator('#recording option').allTextContents()).includes('cut <b>off.demo'));
    await page.close();
}

// The page has only what is readable of a recording that was damaged before, and says so all the same.
async function damaged(browser) {
    const path = join(folder, 'damaged.demo'), part = readFileSync(demo).subarray(0, 200000);
    writeFileSync(path, part);
    const page = await browser.open(makeDamagedPage('damaged', path)), inside = await page.textContent('#damage');
    assert.match(inside, /^Damaged at byte \d+, 0:\d\d: it plays up to there\. ./);
    await whole(page);
    const {damage, last} = await page.evaluate(() => window.teetape.info());
    assert.equal(damage.tick, last);
    await page.close();
    const empty = await browser.open(makePage('empty', '--empty'));
    await drop(empty, 'damaged.demo', part);
    await empty.waitForFunction(() => !document.getElementById('damage').hidden);
    assert.equal(await empty.textContent('#damage'), inside);
    await empty.close();
}

async function drop(page, name, bytes) {
    const data = await page.evaluateHandle(([name, text]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
        return transfer;
    }, [name, bytes.toString('base64')]);
    await page.dispatchEvent('#view', 'drop', {dataTransfer: data});
}

// Two fingers that go apart show less of the world, larger.
async function pinch(page) {
    const session = await page.context().newCDPSession(page), y = 150;
    const touch = (type, ...xs) => session.send('Input.dispatchTouchEvent',
        {type, touchPoints: xs.map((x, id) => ({x, y, id}))});
    const zoom = () => page.evaluate(() => parseFloat(document.getElementById('zoom-reset').textContent));
    const before = await zoom();
    await touch('touchStart', 140, 180);
    for (let far = 20; far <= 100; far += 20)
        await touch('touchMove', 140 - far, 180 + far);
    await touch('touchEnd');
    await page.waitForFunction((at) => parseFloat(document.getElementById('zoom-reset').textContent) > 2 * at, before);
}

// Nothing that one can press is outside of a small screen.
async function phone(html) {
    const browser = await Browser.launch({viewport: {width: 320, height: 640}, hasTouch: true, isMobile: true});
    try {
        const page = await browser.open(html);
        await page.waitForFunction(() => document.getElementById('total').textContent === '1:00');
        assert.ok(await page.isVisible('#total'), 'the length is hidden');
        await page.tap('#play');
        await page.waitForFunction(() => window.teetape.playing);
        await pinch(page);
        await page.tap('#toggle-panel');
        for (const tab of ['players', 'events', 'cut', 'show']) {
            await page.tap('#tab-' + tab);
            const out = await page.evaluate(() => [...document.querySelectorAll('button, input, select')].filter((one) => {
                const box = one.getBoundingClientRect();
                return box.width > 0 && (box.left < 0 || box.right > innerWidth);
            }).map((one) => one.id || one.className));
            assert.deepEqual(out, [], tab);
        }
    } finally {
        await browser.close();
    }
}

const browser = await Browser.launch({viewport: {width: 1280, height: 800}, deviceScaleFactor: 0.5, permissions: CLIPBOARD});
const html = withParts(makePage('ui', demo), 'Events', 'Player', 'groupOf', 'lineOf', 'marksOf');
try {
    const page = await browser.open(html);
    await whole(page);
    await inTurn([playing, timeline, following, outOfSight, searching, deaths, density, saves, renamed, cutting, wrongCut, picture, paths, switches, names],
        page);
    await page.close();
    await inTurn([links, linkedTimes, keys, hostile, files, damaged], browser, html);
    await inTurn([phone], html);
} finally {
    await browser.close();
}
