// SPDX-License-Identifier: MIT
//
// Pages for the tests of the controls, and what they ask of them. The words of the command line are TEETAPE FOLDER
// FILE...; FOLDER takes the pages.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gunzipSync, gzipSync} from 'node:zlib';

// What copiedPicture needs.
export const CLIPBOARD = ['clipboard-read', 'clipboard-write'];
export const [teetape, folder, ...recordings] = process.argv.slice(2);

export function run(...words) {
    return execFileSync(teetape, words, {maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore']});
}

export function makePage(name, ...words) {
    const html = join(folder, name + '.html');
    run('page', '--force', '-o', html, ...words);
    return html;
}

// The page with these names of its program as globals, for a test that reaches inside: their line is the last of the
// program, whose sum the policy knows.
export function withParts(html, ...names) {
    const page = readFileSync(html, 'utf8'), [, packed] = /<script [^>]*id="program"[^>]*>([^<]*)</.exec(page);
    const sum = (text) => createHash('sha256').update(text).digest('base64');
    const program = gunzipSync(Buffer.from(packed, 'base64')).toString();
    const more = program.replace(/}\n$/, `Object.assign(window, {${names}});\n}\n`);
    writeFileSync(html, page.replace(packed, gzipSync(more).toString('base64')).replace(sum(program), sum(more)));
    return html;
}

// Of a recording that is damaged, which the command says by its status.
export function makeDamagedPage(name, ...words) {
    assert.throws(() => makePage(name, ...words), {status: 1});
    return join(folder, name + '.html');
}

export const tick = (page) => page.evaluate(() => window.teetape.tick());

// Until the page has read all of it and shows that.
export async function whole(page) {
    await page.waitForFunction(() => window.teetape.info().done);
    await page.waitForFunction(() => !document.getElementById('total').textContent.startsWith('~'));
}

// Where the third and the fourth sixth of a recording begin and end: a part for a cut.
export function middle({first, last}) {
    return [Math.floor(first + (last - first) / 3), Math.floor(first + (last - first) * 2 / 3)];
}

// How long two frames take: what was asked for is painted then.
export async function painted(page) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

// Pixels of a PNG (base64): {width, height, data} with 4 bytes a pixel.
export async function pixels(page, png) {
    const {width, height, data} = await page.evaluate(async (text) => {
        const image = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]));
        const draw = new OffscreenCanvas(image.width, image.height).getContext('2d');
        draw.drawImage(image, 0, 0);
        const bytes = new Blob([draw.getImageData(0, 0, image.width, image.height).data]), reader = new FileReader();
        await new Promise((resolve) => {
            reader.onload = resolve;
            reader.readAsDataURL(bytes);
        });
        return {width: image.width, height: image.height, data: reader.result.replace(/^[^,]*,/, '')};
    }, png);
    return {width, height, data: Buffer.from(data, 'base64')};
}

// A picture of the moment as others get it, in the clipboard.
export async function copiedPicture(page) {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.click('#picture');
    return pixels(page, await page.evaluate(async () => {
        let [item] = await navigator.clipboard.read();
        for (; !item.types.includes('image/png'); [item] = await navigator.clipboard.read())
            await new Promise((resolve) => setTimeout(resolve, 20));
        const bytes = new Uint8Array(await (await item.getType('image/png')).arrayBuffer());
        return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
    }));
}

// Tests one after the other, with their names.
export async function inTurn(tests, ...values) {
    for (const test of tests) {
        await test(...values);
        console.log(test.name);
    }
}
