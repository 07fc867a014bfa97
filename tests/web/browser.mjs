// SPDX-License-Identifier: MIT
//
// A page in Debian's Chromium, for the tests of the page: what it says on the console and what it asks for from
// elsewhere are faults. With TT_FIREFOX it is Firefox (gecko.mjs), for tests that need no more than that gives.
//
// TT_PLAYWRIGHT is the folder of playwright-core, TT_CHROMIUM the browser.

import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';
import {Firefox} from './gecko.mjs';

const require = createRequire(import.meta.url);

// Without a GPU, Chromium reads each WebGL canvas that is on the screen to show it, and says so, also of one that
// is only cleared. It is no message of the page.
const COMPOSITOR = /GL Driver Message \(OpenGL, Performance, GL_CLOSE_PATH_NV, High\): GPU stall due to ReadPixels/;

const EMPTY = 'about:blank';

// Without a GPU each sample of a pixel is work: edges have one. Tests ask for half the pixels each way (deviceScaleFactor)
// where sizes of the page count and its picture does not.
const ARGUMENTS = ['--enable-unsafe-swiftshader', '--webgl-antialias-mode=none'];

class Chromium {
    static async launch(options = {}) {
        const browser = new Chromium();
        const {chromium} = require(process.env.TT_PLAYWRIGHT || 'playwright-core');
        Object.assign(browser, {faults: [], closed: [], isOwn: new Map()});
        browser.inside = await chromium.launch({
            executablePath: process.env.TT_CHROMIUM || '/usr/bin/chromium',
            args: ARGUMENTS,
        });
        browser.context = await browser.inside.newContext({offline: true, ...options});
        return browser;
    }

    // A page of the file, or of an address on loopback, when its first recording is there.
    async open(path, hash = '') {
        const page = this.closed.pop() || await this.newPage(), isServed = path.startsWith('http://127.0.0.1:');
        const url = isServed ? path : pathToFileURL(path).href, own = isServed ? new URL(path).origin + '/' : url;
        this.isOwn.set(page, (asked) => isServed ? asked.startsWith(own) : asked.split('#')[0] === own);
        await page.goto(url + hash);
        await page.evaluate(() => window.teetape.ready);
        return page;
    }

    // What closes a page leaves it empty for the next one: a process for each takes as long as all that it shows.
    async newPage() {
        const page = await this.context.newPage();
        page.on('console', (message) => {
            if (!COMPOSITOR.test(message.text()))
                this.faults.push(`console: ${message.text()}`);
        });
        page.on('pageerror', (error) => this.faults.push(`error: ${error.message}`));
        page.on('request', (request) => {
            const url = request.url();
            if (url !== EMPTY && !this.isOwn.get(page)(url) && !/^(data|blob):/.test(url))
                this.faults.push(`request: ${url}`);
        });
        page.close = async () => {
            await page.goto(EMPTY);
            this.closed.push(page);
        };
        return page;
    }

    async close() {
        await this.inside.close();
        if (this.faults.length > 0)
            throw new Error(this.faults.join('\n'));
    }
}

export const Browser = process.env.TT_FIREFOX ? Firefox : Chromium;
