// SPDX-License-Identifier: MIT
//
// usage: node dev.mjs TEETAPE FOLDER DEMO
//
// The modules in web/, which a browser runs from a server on loopback, do what the page does that is made of them:
// state, facts, sessions, a cut, and a picture of the whole window are the same. FOLDER takes the page and the
// pictures.

import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {dirname, extname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {Browser} from './browser.mjs';
import {folder, inTurn, makePage, middle, painted, pixels, recordings, teetape, whole} from './page.mjs';

// EDGE is how far apart, of 255, Chromium paints the edges of controls in two pages.
const [demo] = recordings, MOMENTS = 20, EDGE = 24, ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TYPES = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css'};
const FILES = {'/build/dev/web/page.wasm': join(dirname(teetape), 'web/page.wasm'), '/client0.demo': demo};

function serve() {
    const server = createServer(async (request, response) => {
        const {pathname} = new URL(request.url, 'http://127.0.0.1'), path = FILES[pathname] || join(ROOT, pathname);
        try {
            const bytes = await readFile(path);
            response.writeHead(200, {'Content-Type': TYPES[extname(path)] || 'application/octet-stream'}).end(bytes);
        } catch {
            response.writeHead(404).end();
        }
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const sum = (bytes) => createHash('sha256').update(bytes).digest('hex');

// What the scripts of a page do with the recording in it.
async function doings(page, name) {
    await whole(page);
    const info = await page.evaluate(() => window.teetape.info()), [from, to] = middle(info), ticks = [];
    for (let i = 0; i < MOMENTS; i++)
        ticks.push(info.first + Math.floor((info.last - info.first) * i / MOMENTS));
    const done = await page.evaluate(async ([ticks, from, to]) => {
        const states = [];
        for (const tick of ticks) {
            await window.teetape.seek(tick);
            states.push(window.teetape.players());
        }
        const part = await (await window.teetape.cut(from, to)).arrayBuffer();
        return {part: [...new Uint8Array(part)], states, facts: window.teetape.facts(), sessions: window.teetape.sessions()};
    }, [ticks, from, to]);
    await painted(page);
    const png = await page.screenshot({animations: 'disabled', path: join(folder, name + '.png')});
    const {data} = await pixels(page, png.toString('base64'));
    return [{...done, info, part: sum(Buffer.from(done.part))}, data];
}

async function doesTheSame(browser, origin) {
    const modules = await browser.open(`${origin}/web/page.html?recording=../client0.demo`);
    const page = await browser.open(makePage('dev', '--title', 'client0.demo', demo));
    const [wanted, picture] = await doings(page, 'page'), [found, other] = await doings(modules, 'modules');
    assert.ok(wanted.facts.length > 5 && wanted.states.every((players) => players.length > 0));
    assert.deepEqual(found, wanted);
    assert.ok(picture.every((byte, i) => Math.abs(byte - other[i]) <= EDGE), 'another picture');
    for (const one of [page, modules])
        assert.deepEqual(await one.evaluate(() => [typeof Player, typeof make]), ['undefined', 'undefined']);
}

const server = await serve(), browser = await Browser.launch({offline: false});
try {
    await inTurn([doesTheSame], browser, `http://127.0.0.1:${server.address().port}`);
} finally {
    server.close();
    await browser.close();
}
