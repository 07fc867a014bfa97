// SPDX-License-Identifier: MIT
//
// usage: node tab.mjs TEETAPE FOLDER DEMO
//
// The page without a mouse: Tab reaches every control, each has a name, and one sees where one is; it is played, sought
// in, searched, followed and cut by keys alone. FOLDER takes the pages.

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Browser} from './browser.mjs';
import {folder, inTurn, makePage, middle, painted, recordings, run, tick, whole} from './page.mjs';

const [demo] = recordings;
const MOST_TABS = 200;
const CONTROLS = 'button, input, select, a[href], [tabindex], [role=button], [role=slider], [role=listbox], [role=tab]';

// What has the focus: a selector for it, or 'nothing'.
const focused = (page) => page.evaluate(() => {
    const path = (one) => one.id ? '#' + one.id
        : `${path(one.parentElement)}>${one.localName}:nth-child(${[...one.parentElement.children].indexOf(one) + 1})`;
    return document.activeElement === document.body ? 'nothing' : path(document.activeElement);
});

// Nothing has the focus. Tab goes on from where it was, and around.
async function leave(page) {
    await page.evaluate(() => document.activeElement.blur());
}

// Presses Tab until `selector` has the focus.
async function tabTo(page, selector) {
    for (let i = 0; i < MOST_TABS; i++) {
        if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector))
            return;
        await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${selector}`);
}

// As a screen reader has it, in the computation of the browser.
async function nameOf(session, selector) {
    const {result} = await session.send('Runtime.evaluate', {expression: `document.querySelector('${selector}')`});
    const {nodes: [node]} = await session.send('Accessibility.getPartialAXTree',
        {objectId: result.objectId, fetchRelatives: false});
    return {name: node.name ? node.name.value : '', role: node.role.value};
}

// Whether the picture around the focus is another one without the outline, and all of the control is there. A screenshot of
// playwright's would take most of the time of this test: it prepares each frame for it.
async function isSeen(page, session, selector) {
    const clip = await page.evaluate((at) => {
        const {x, y, width, height} = document.querySelector(at).getBoundingClientRect();
        return {x: Math.max(x - 5, 0), y: Math.max(y - 5, 0), width: Math.min(width + 10, 1280), height: height + 10, scale: 1};
    }, selector);
    const picture = async () => (await session.send('Page.captureScreenshot', {clip, optimizeForSpeed: true})).data;
    const marked = await picture();
    await page.evaluate((at) => document.querySelector(at).style.setProperty('outline', 'none', 'important'), selector);
    const plain = await picture();
    const isCovered = await page.evaluate((at) => {
        const it = document.querySelector(at), box = it.getBoundingClientRect();
        it.style.removeProperty('outline');
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return top === null || !(it.contains(top) || it.id === 'view' || top.closest('label') !== null);
    }, selector);
    return marked !== plain && !isCovered;
}

// Controls that one can see, but for those that arrows reach, and a second button to play.
const seen = (page) => page.evaluate((controls) => [...document.querySelectorAll(controls)]
    .filter((one) => one.checkVisibility() && !one.disabled && !one.closest('dialog'))
    .filter((one) => !one.matches('[role=tab][aria-selected=false], #big-play')).length, CONTROLS);

// Once around; the controls that were on the way, without those of `before`.
async function walk(page, session, before) {
    const way = new Set();
    await page.evaluate(() => { document.documentElement.style.caretColor = 'transparent'; }); // it blinks
    await leave(page);
    for (let i = 0; i < MOST_TABS; i++) {
        await page.keyboard.press('Tab');
        const at = await focused(page);
        if (way.has(at))
            return way;
        if (at === 'nothing')
            continue;
        way.add(at);
        if (before.has(at))
            continue;
        const {name, role} = await nameOf(session, at);
        assert.ok(name.trim().length > 0 && role !== 'generic', `${at} is a ${role} named "${name}"`);
        assert.ok(await isSeen(page, session, at), `${at}: one does not see that it has the focus`);
    }
    throw new Error('Tab does not end');
}

async function everywhere(page) {
    const session = await page.context().newCDPSession(page), before = new Set();
    for (const tab of ['players', 'events', 'cut', 'show']) {
        await leave(page);
        await tabTo(page, '[role=tab]');
        while (await focused(page) !== '#tab-' + tab)
            await page.keyboard.press('ArrowRight');
        assert.ok(await page.isVisible('#' + tab));
        const way = await walk(page, session, before);
        assert.equal(way.size, await seen(page), `${tab}: ${[...way]}`);
        way.forEach((one) => before.add(one));
    }
    assert.ok(before.size > 50, `${before.size} controls`);
}

// In the dialog Tab remains, and Escape goes back to where one was.
async function dialog(page) {
    await leave(page);
    await tabTo(page, '#help');
    await page.keyboard.press('Enter');
    for (let i = 0; i < 4; i++) {
        assert.match(await focused(page), /^(nothing|#keys.*)$/);
        await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Escape');
    assert.ok(!await page.isVisible('#keys'));
    assert.equal(await focused(page), '#help');
}

async function play(page) {
    const {first, last} = await page.evaluate(() => window.teetape.info());
    await leave(page);
    await tabTo(page, '#play');
    await page.keyboard.press('Enter');
    await page.waitForFunction((from) => window.teetape.tick() > from + 10, first);
    await page.keyboard.press('Space');
    assert.equal(await page.evaluate(() => window.teetape.playing), false);
    await tabTo(page, '#step-forward');
    const at = Math.round(await tick(page));
    await page.keyboard.press('Enter');
    await page.waitForFunction((to) => window.teetape.tick() === to, at + 1);
    await tabTo(page, '#speed');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.inputValue('#speed'), '1.25');
    await page.keyboard.press('ArrowUp');
    await tabTo(page, '#timeline');
    for (const [key, to] of [['End', last], ['Home', first], ['PageUp', first + 1500], ['ArrowLeft', first + 1250],
        ['ArrowUp', first + 1300]]) {
        await page.keyboard.press(key);
        await page.waitForFunction((wanted) => window.teetape.tick() === wanted, to);
    }
    await page.waitForFunction(() => document.getElementById('timeline').ariaValueText.startsWith('26 seconds of '));
}

// From the field to the list of what was found, and to the moment of it.
async function search(page) {
    const {text} = await page.evaluate(() => window.teetape.facts().findLast((fact) => fact.kind === 'chat'));
    await leave(page);
    await tabTo(page, '#search');
    await page.keyboard.type(text);
    await tabTo(page, '[role=tab]');
    while (await focused(page) !== '#tab-events')
        await page.keyboard.press('ArrowRight');
    await tabTo(page, '#event-list');
    await page.keyboard.press('End');
    await page.waitForFunction((word) => window.teetape.facts()
        .some((fact) => fact.text === word && fact.tick === window.teetape.tick()), text);
    const said = page.waitForFunction((word) => document.getElementById('say').textContent.includes(word), text);
    await page.keyboard.press('Enter');
    await said;
    assert.ok((await page.textContent('.event.is-chosen')).includes(text));
    assert.equal(await page.getAttribute('#event-list', 'aria-activedescendant'),
        await page.getAttribute('.event.is-chosen', 'id'));
    await tabTo(page, '#search');
    await page.keyboard.press('Escape');
    assert.equal(await focused(page), '#view');
    assert.equal(await page.inputValue('#search'), '');
}

async function follow(page) {
    await page.evaluate(() => window.teetape.seek(2000));
    await leave(page);
    await tabTo(page, '#follow-name');
    await page.keyboard.press('Enter');
    assert.equal(await focused(page), '#tab-players');
    await tabTo(page, '.player[aria-pressed=false]:not(.is-gone)');
    const row = await focused(page);
    await page.keyboard.press('Enter');
    await page.waitForFunction((one) => document.querySelector(one).ariaPressed === 'true', row);
    assert.equal(await focused(page), row, 'the focus is lost with the list that was made anew');
    assert.equal(await page.textContent('#follow-who'), await page.textContent(row + ' .name'));
}

async function cut(page) {
    const [from, to] = middle(await page.evaluate(() => window.teetape.info())), out = join(folder, 'part.demo');
    await leave(page);
    await tabTo(page, '#cut-open');
    await page.keyboard.press('Enter');
    assert.equal(await focused(page), '#tab-cut');
    await tabTo(page, '#cut-from');
    await page.keyboard.type(String(from));
    await tabTo(page, '#cut-to');
    await page.keyboard.type(String(to));
    await tabTo(page, '#cut-save');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    run('cut', '--force', '--from', String(from), '--to', String(to), '-o', out, demo);
    assert.ok(readFileSync(await download.path()).equals(readFileSync(out)));
    await page.waitForFunction(() => document.getElementById('cut-save').ariaDisabled !== 'true');
    assert.equal(await focused(page), '#cut-save', 'the focus is lost with the button that was off');
}

// A page without a recording: to the picker, and back.
async function empty(browser) {
    const page = await browser.open(makePage('none', '--empty'));
    // early: a key may be faster than that the browser hears that its picker is not wanted
    const picker = page.waitForEvent('filechooser');
    const session = await page.context().newCDPSession(page), way = await walk(page, session, new Set());
    assert.equal(way.size, await seen(page), [...way].join());
    await leave(page);
    await tabTo(page, '#empty-open');
    await page.keyboard.press('Enter');
    await (await picker).setFiles(demo);
    await page.waitForFunction(() => window.teetape.tick() !== null);
    await painted(page);
    assert.equal(await focused(page), '#view', 'the focus is lost with the button');
    await page.close();
}

const browser = await Browser.launch({viewport: {width: 1280, height: 800}, deviceScaleFactor: 0.5});
try {
    const page = await browser.open(makePage('tab', demo));
    await whole(page);
    await inTurn([play, search, follow, cut, dialog, everywhere], page);
    await page.close();
    await inTurn([empty], browser);
} finally {
    await browser.close();
}
