// SPDX-License-Identifier: MIT
//
// usage: node fetch.mjs TEETAPE FOLDER DEMO
//
// A page that may ask its own host opens the recording that its link names, from there and from nowhere else. Other pages
// ask nobody. The host is a server on loopback. FOLDER takes the pages.

import assert from 'node:assert/strict';
import {readFileSync, statSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {Browser} from './browser.mjs';
import {folder, inTurn, makePage, recordings, whole} from './page.mjs';

const [demo] = recordings, asked = [], MOST = 400000;
// What browsers write on the console when a host answers 404, and when the policy forbids a request.
const REFUSED = /404 \(Not Found\)|Content[- ]Security[- ]Policy|violates the document|connect-src/;

const name = (page) => page.evaluate(() => window.teetape.tick() === null ? null : window.teetape.info().name);
const toast = async (page, pattern) => {
    await page.waitForFunction(() => document.querySelector('.toast') !== null);
    assert.match(await page.evaluate(() => document.getElementById('toasts').textContent), pattern);
};

function serve() {
    const files = {'/player.html': makePage('player', '--empty', '--fetch'), '/quiet.html': makePage('quiet', '--empty')};
    const runs = {'/runs/a%20run.demo': readFileSync(demo), '/runs/b.demo.gz': gzipSync(readFileSync(demo))};
    const server = createServer((request, response) => {
        const bytes = files[request.url] ? readFileSync(files[request.url]) : runs[request.url];
        if (request.url !== '/favicon.ico')
            asked.push(request.url);
        response.writeHead(bytes ? 200 : 404, {'Content-Type': files[request.url] ? 'text/html' : 'application/octet-stream'}).end(bytes);
    });
    for (const file of Object.values(files))
        assert.ok(statSync(file).size <= MOST, `an empty page of ${statSync(file).size} bytes`);
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function opens(browser, origin) {
    const page = await browser.open(`${origin}/player.html`, '#file=runs/a%20run.demo&t=0:12');
    await whole(page);
    const {first} = await page.evaluate(() => window.teetape.info());
    assert.deepEqual([await name(page), await page.evaluate(() => window.teetape.tick())], ['a run.demo', first + 600]);
    assert.deepEqual(asked.splice(0), ['/player.html', '/runs/a%20run.demo']);
    await page.evaluate(() => { location.hash = '#file=/runs/b.demo.gz'; });
    await page.waitForFunction(() => window.teetape.info().name === 'b.demo');
    await page.click('#link');
    await page.waitForFunction(() => /&file=\/runs\/b\.demo\.gz$/.test(location.hash));
    await page.evaluate(() => { location.hash = '#file=runs/a%20run.demo'; });
    await page.waitForFunction(() => window.teetape.info().name === 'a run.demo');
    assert.deepEqual(asked.splice(0), ['/runs/b.demo.gz'], 'a file is asked for twice');
    await page.close();
}

async function refuses(browser, origin, other) {
    for (const [path, sentence] of [['runs/none.demo', /none\.demo.* cannot be opened: the host answers 404/],
        [`${other}/a.demo`, /of its own web host only/], ['data:,x', /of its own web host only/], ['//[', /of its own web host only/]]) {
        const page = await browser.open(`${origin}/player.html`, '#file=' + encodeURIComponent(path));
        await toast(page, sentence);
        assert.equal(await name(page), null);
        assert.equal(await page.evaluate(() => document.getElementById('empty').checkVisibility()), true);
        await page.close();
    }
    const page = await browser.open(`${origin}/player.html`);
    assert.equal(await page.evaluate((url) => fetch(url).then(() => 'answered', () => 'refused'), `${other}/a.demo`), 'refused');
    await page.close();
    assert.deepEqual(asked.splice(0).filter((url) => url !== '/player.html'), ['/runs/none.demo']);
}

// A page that was not made for it asks nobody, and neither does one from the disk.
async function quiet(browser, origin) {
    for (const [path, sentence] of [[`${origin}/quiet.html`, /this page loads nothing/], [join(folder, 'player.html'), /of its own web host only/]]) {
        const page = await browser.open(path, '#file=runs/a%20run.demo');
        await toast(page, sentence);
        if (path.startsWith(origin)) // the policy refuses, whatever the script does
            assert.equal(await page.evaluate(() => fetch('/runs/a%20run.demo').then(() => 'answered', () => 'refused')), 'refused');
        await page.close();
    }
    assert.deepEqual(asked.splice(0), ['/quiet.html']);
}

const server = await serve(), other = await serve(), browser = await Browser.launch({offline: false});
const origin = (one) => `http://127.0.0.1:${one.address().port}`;
try {
    await inTurn([opens, refuses, quiet], browser, origin(server), origin(other));
} finally {
    server.close();
    other.close();
    browser.faults = browser.faults.filter((fault) => !REFUSED.test(fault));
    await browser.close();
}
