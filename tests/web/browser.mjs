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

class Chromium {
    static async launch(options = {}) {
        const browser = new Chromium();
        const {chromium} = require(process.env.TT_PLAYWRIGHT || 'playwright-core');
        browser.faults = [];
        browser.inside = await chromium.launch({
            executablePath: process.env.TT_CHROMIUM || '/usr/bin/chromium',
            args: ['--enable-unsafe-swiftshader'],
        });
        browser.context = await browser.inside.newContext({offline: true, ...options});
        return browser;
    }

    // A page of the file, or of an address on loopback, when its first recording is there.
    async open(path, hash = '') {
        const page = await this.context.newPage(), isServed = path.startsWith('http://127.0.0.1:');
        const url = isServed ? path : pathToFileURL(path).href, own = isServed ? new URL(path).origin + '/' : url;
        const isOwn = (asked) => isServed ? asked.startsWith(own) : asked.split('#')[0] === own;
        page.on('console', (message) => {
            if (!COMPOSITOR.test(message.text()))
                this.faults.push(`console: ${message.text()}`);
        });
        page.on('pageerror', (error) => this.faults.push(`error: ${error.message}`));
        page.on('request', (request) => {
            if (!isOwn(request.url()) && !/^(data|blob):/.test(request.url()))
                this.faults.push(`request: ${request.url()}`);
        });
        await page.goto(url + hash);
        await page.evaluate(() => window.teetape.ready);
        return page;
    }

    async close() {
        await this.inside.close();
        if (this.faults.length > 0)
            throw new Error(this.faults.join('\n'));
    }
}

export const Browser = process.env.TT_FIREFOX ? Firefox : Chromium;
