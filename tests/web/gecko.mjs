// SPDX-License-Identifier: MIT
//
// A page in Debian's Firefox, with what tests/web/browser.mjs gives of one in Chromium as far as tests of both need it:
// playwright-core does not drive this Firefox. TT_FIREFOX is the browser. It has WebGL2 only with a display: TT_XVFB is
// an X server without a screen; where it is empty, the page has to do without. Several tests share one by in_firefox.mjs.

import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {Bidi} from './bidi.mjs';

const VIEWPORT = {width: 1280, height: 720};
// Nothing of its own while it is tested: no first pages, no updates, no search for extensions, no processes in advance.
const SETTINGS = [
    ['browser.aboutwelcome.enabled', false], ['browser.newtabpage.enabled', false], ['browser.startup.page', 0],
    ['datareporting.policy.dataSubmissionEnabled', false], ['app.update.disabledForTesting', true],
    ['network.captive-portal-service.enabled', false], ['dom.ipc.processPrelaunch.enabled', false],
    ['extensions.enabledScopes', 0], ['extensions.startupScanScopes', 0], ['extensions.webextensions.remote', false],
    ['media.rdd-process.enabled', false],
    ['browser.tabs.remote.separatePrivilegedContentProcess', false],
].map(([name, value]) => `user_pref('${name}', ${value});\n`).join('');

// The text in what a program prints that matches; the program's end is an error.
async function waitFor(child, stream, pattern) {
    let text = '';
    const ended = once(child, 'exit').then(() => { throw new Error(`${child.spawnfile} ended: ${text}`); });
    const found = new Promise((resolve) => stream.on('data', (data) => {
        text += data;
        if (pattern.test(text))
            resolve(pattern.exec(text)[1]);
    }));
    ended.catch(() => {}); // later it may
    return Promise.race([found, ended]);
}

async function startDisplay() {
    if (!process.env.TT_XVFB)
        return {display: null, environment: {DISPLAY: '', WAYLAND_DISPLAY: ''}};
    const display = spawn(process.env.TT_XVFB, ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
        {stdio: ['ignore', 'pipe', 'ignore']});
    return {display, environment: {DISPLAY: ':' + await waitFor(display, display.stdout, /^(\d+)\n/)}};
}

export class Firefox {
    // A Firefox that nothing is asked of yet; `url` is where it listens.
    static async start() {
        const firefox = new Firefox(), profile = mkdtempSync(join(tmpdir(), 'teetape-firefox-'));
        writeFileSync(join(profile, 'user.js'), SETTINGS);
        const {display, environment} = await startDisplay();
        const child = spawn(process.env.TT_FIREFOX, ['--headless', '--no-remote', '--profile', profile,
            '--remote-debugging-port', '0'], {env: {...process.env, ...environment, HOME: profile}});
        Object.assign(firefox, {profile, display, child});
        try {
            firefox.url = await waitFor(child, child.stderr, /BiDi listening on (ws:\S+)\s/);
        } catch (error) {
            await firefox.end();
            throw error;
        }
        return firefox;
    }

    // A session in the Firefox of in_firefox.mjs (TT_FIREFOX_AT), which goes on after it, or in one of its own. Without a
    // display it is one of its own.
    static async launch({viewport = VIEWPORT} = {}) {
        const at = process.env.TT_XVFB ? process.env.TT_FIREFOX_AT : '';
        const browser = at ? new Firefox() : await Firefox.start();
        Object.assign(browser, {faults: [], urls: new Set(), viewport}, at ? {url: at} : {});
        try {
            await browser.connect();
        } catch (error) {
            await browser.end();
            throw error;
        }
        return browser;
    }

    async connect() {
        this.bidi = await Bidi.open(this.url + '/session', (event) => this.take(event));
        await this.bidi.send('session.new', {capabilities: {}});
        await this.bidi.send('session.subscribe', {events: ['log.entryAdded', 'network.beforeRequestSent']});
    }

    take({method, params}) {
        if (method === 'log.entryAdded')
            this.faults.push(`${params.type}: ${params.text}`);
        else if (method === 'network.beforeRequestSent') {
            const {url} = params.request, isServed = /^http:/.test(url) && this.urls.has(new URL(url).origin);
            if (!this.urls.has(url.split('#')[0]) && !isServed && !/^(data|blob|about):/.test(url))
                this.faults.push(`request: ${url}`);
        }
    }

    // A page of the file, or of an address on loopback, when its first recording is there.
    async open(path, hash = '') {
        const {context} = await this.bidi.send('browsingContext.create', {type: 'tab'});
        const isServed = path.startsWith('http://127.0.0.1:'), url = isServed ? path : pathToFileURL(path).href;
        const page = new Page(this.bidi, context);
        this.urls.add(isServed ? new URL(url).origin : url);
        await this.bidi.send('browsingContext.setViewport', {context, viewport: this.viewport});
        await this.bidi.send('browsingContext.navigate', {context, url: url + hash, wait: 'complete'});
        await page.evaluate(async () => { await window.teetape.ready; });
        return page;
    }

    async end() {
        for (const child of [this.child, this.display])
            if (child && child.exitCode === null && child.signalCode === null) {
                child.kill();
                await once(child, 'exit');
            }
        if (this.profile)
            rmSync(this.profile, {recursive: true, force: true, maxRetries: 5});
    }

    async close() {
        if (this.child) {
            const ended = once(this.child, 'exit');
            await this.bidi.send('browser.close', {}).then(() => ended, () => {});
        } else {
            await this.bidi.send('session.end', {}).catch(() => {});
            this.bidi.close();
        }
        await this.end();
        if (this.faults.length > 0)
            throw new Error(this.faults.join('\n'));
    }
}

class Page {
    constructor(bidi, context) {
        Object.assign(this, {bidi, context});
    }

    setDefaultTimeout() {} // there is none

    async call(functionDeclaration, ...words) {
        const {type, result, exceptionDetails} = await this.bidi.send('script.callFunction', {functionDeclaration,
            target: {context: this.context}, awaitPromise: true, userActivation: true,
            arguments: words.map((value) => ({type: 'string', value}))});
        if (type === 'exception')
            throw new Error(exceptionDetails.text);
        return result;
    }

    // Arguments and results go as JSON.
    async evaluate(work, ...words) {
        const {value} = await this.call(`async (text) => JSON.stringify(await (${work})(...JSON.parse(text)))`,
            JSON.stringify(words));
        return value === undefined ? undefined : JSON.parse(value);
    }

    async waitForFunction(work, ...words) {
        while (!await this.evaluate(work, ...words))
            await new Promise((resolve) => setTimeout(resolve, 20));
    }

    async element(selector) {
        const {sharedId} = await this.call('(selector) => document.querySelector(selector)', selector);
        return {sharedId};
    }

    async setInputFiles(selector, path) {
        const element = await this.element(selector), files = [resolve(path)];
        await this.bidi.send('input.setFiles', {context: this.context, element, files});
    }

    async perform(type, actions) {
        await this.bidi.send('input.performActions', {context: this.context, actions: [{type, id: type, actions}]});
    }

    async click(selector) {
        const origin = {type: 'element', element: await this.element(selector)};
        await this.perform('pointer', [{type: 'pointerMove', x: 0, y: 0, origin}, {type: 'pointerDown', button: 0},
            {type: 'pointerUp', button: 0}]);
    }

    async press(...keys) {
        await this.perform('key', keys.flatMap((value) => [{type: 'keyDown', value}, {type: 'keyUp', value}]));
    }

    // A PNG as base64.
    async screenshot() {
        return (await this.bidi.send('browsingContext.captureScreenshot', {context: this.context})).data;
    }

    async close() {
        await this.bidi.send('browsingContext.close', {context: this.context});
    }
}
