// SPDX-License-Identifier: MIT
//
// usage: node paint.mjs TEETAPE FOLDER RECORDING[:MAP[:TICK,TICK...]]...
//
// TT_PAINT_DATA is a data folder of the game; without it pictures are by rule.
//
// What the page paints of a moment is what `teetape picture` paints of it: on average at most 1 of 255 away, and at
// most 1.5 % of the pixels by more than 24. FOLDER takes both pictures and what is not the same in them.

import {readFileSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {Browser} from './browser.mjs';
import {folder, makePage, recordings, run, withParts} from './page.mjs';

const WIDTH = 640, HEIGHT = 360, MEAN_MOST = 1, FAR = 24, FAR_MOST = 0.015;
const ZOOMS = [1, 0.5, 3], DATA = process.env.TT_PAINT_DATA || '';

// A page with the recording and a painter.
async function openRecording(browser, empty, path, map) {
    const page = await browser.open(empty);
    page.setDefaultTimeout(120000);
    await page.evaluate(([width, height]) => {
        for (const id of ['paint-file', 'paint-map'])
            document.body.append(Object.assign(document.createElement('input'), {type: 'file', id}));
        document.body.append(Object.assign(document.createElement('canvas'), {id: 'paint', width, height}));
    }, [WIDTH, HEIGHT]);
    await page.setInputFiles('#paint-file', path);
    if (map)
        await page.setInputFiles('#paint-map', map);
    if (DATA !== '') {
        await page.evaluate(() => document.body.append(Object.assign(document.createElement('input'),
            {type: 'file', id: 'paint-data', webkitdirectory: true})));
        await page.setInputFiles('#paint-data', DATA);
    }
    await page.evaluate(async () => {
        const file = (id) => document.getElementById(id).files[0] || null;
        const player = await Player.open(await openFile(file('paint-file'), file('paint-map')));
        while (!player.done)
            await new Promise((resolve) => setTimeout(resolve, 10));
        const painter = new Painter(document.getElementById('paint'));
        await painter.setRecording(player);
        const data = document.getElementById('paint-data');
        if (data !== null)
            await painter.setData([...data.files]);
        Object.assign(window, {paintTest: {player, painter}});
    });
    return page;
}

// Seeks by reading everything, as the picture does; and, for `isSame`, from one end by an access point, after which
// everything is seen that was said before.
async function paintAt(page, tick, x, y, zoom) {
    return page.evaluate(async ([tick, x, y, zoom]) => {
        const {player, painter} = window.paintTest, points = player.points;
        const paint = async () => {
            await player.seek(tick);
            painter.paint(player, {x, y, zoom}, {focus: player.core.call.stage_view_cid(tick)});
            return new Uint8Array(await (await painter.toBlob()).arrayBuffer());
        };
        await player.seek(player.last);
        const sought = await paint();
        player.points = [];
        player.restart();
        const whole = await paint();
        player.points = points;
        const focus = player.core.call.stage_view_cid(tick);
        const begun = performance.now();
        painter.paint(player, {x, y, zoom}, {focus});
        const blob = await painter.toBlob();
        window.paintTest.blob = blob;
        const bytes = new Uint8Array(await blob.arrayBuffer());
        return {
            isSame: sought.length === whole.length && sought.every((byte, i) => byte === whole[i]),
            ms: performance.now() - begun, note: painter.note, error: painter.gl.getError(),
            vertices: player.core.call.stage_vertices_size() / VERTEX, commands: player.core.call.stage_command_count(),
            png: btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), '')),
        };
    }, [tick, x, y, zoom]);
}

// How far the picture that was painted last is from a PNG.
async function compare(page, png) {
    return page.evaluate(async ([png, far]) => {
        const decode = async (blob) => {
            const bitmap = await createImageBitmap(blob, {colorSpaceConversion: 'none'});
            const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
            context.drawImage(bitmap, 0, 0);
            return context.getImageData(0, 0, bitmap.width, bitmap.height);
        };
        const {data, width, height} = await decode(new Blob([Uint8Array.from(atob(png), (c) => c.charCodeAt(0))]));
        const {data: pixels} = await decode(window.paintTest.blob);
        let sum = 0, off = 0;
        const colors = new Set(), parts = new Uint32Array(64);
        for (let y = 0; y < height; y++)
            for (let x = 0; x < width; x++) {
                const a = (y * width + x) * 4;
                const away = [0, 1, 2].map((i) => Math.abs(data[a + i] - pixels[a + i]));
                sum += away[0] + away[1] + away[2];
                const isFar = Math.max(...away) > far;
                off += isFar;
                parts[Math.floor(y * 8 / height) * 8 + Math.floor(x * 8 / width)] += isFar;
                colors.add(data[a] << 16 | data[a + 1] << 8 | data[a + 2]);
            }
        const size = width * height;
        return {mean: sum / (size * 3), off: off / size, colors: colors.size, parts: [...parts].join(' ')};
    }, [png, FAR]);
}

// A text that the font lacks is painted by the browser: letters and their outline are in the sheet, and nothing beside.
async function testForeign(page) {
    const [red, green, beside] = await page.evaluate(() => {
        const {core} = window.paintTest.player, text = new TextEncoder().encode('\u0416\u0410'), at = core.put(text);
        const wide = core.call.stage_sheet_width(), sheet = core.call.stage_sheet(), sums = [0, 0, 0];
        core.bytes(sheet + 800 * wide * 4, 100 * wide * 4).fill(0);
        const place = [16, 8, 8, 40].map((pixels) => pixels * 256), rect = [100, 820, 180, 850];
        paintForeignText(core, [at, text.length, 0, ...place, ...rect, 255, 255, 0]);
        const pixels = core.bytes(sheet, 900 * wide * 4);
        for (let y = 800; y < 900; y++)
            for (let x = 0; x < wide; x++) {
                const i = (y * wide + x) * 4, isIn = x >= 100 && x < 180 && y >= 820 && y < 850;
                sums[0] += isIn ? pixels[i] : 0;
                sums[1] += isIn ? pixels[i + 1] : 0;
                sums[2] += isIn ? 0 : pixels[i] + pixels[i + 1] + pixels[i + 2];
            }
        return sums;
    });
    if (red < 1000 || green < 1000 || beside !== 0)
        throw new Error(`a text in another font: ${red} of letters, ${green} of outline, ${beside} beside it`);
}

// Paths are lines more.
async function testPaths(page) {
    const counts = await page.evaluate(() => {
        const {player, painter} = window.paintTest, [way] = player.ways.values(), {x, y} = way.track();
        const camera = {x: x[0], y: y[0], zoom: 4};
        return [null, 'player', 'speed', 'time'].map((paths) => {
            painter.paint(player, camera, {show: 0, paths});
            return player.core.call.stage_vertices_size() / VERTEX;
        });
    });
    if (counts.slice(1).some((count) => count < counts[0] + 60))
        throw new Error(`paths have ${counts} vertices`);
}

async function test(browser, empty, argument) {
    const [path, map, list] = argument.split(':'), name = basename(path);
    const page = await openRecording(browser, empty, path, map);
    const range = await page.evaluate(() => [window.paintTest.player.first, window.paintTest.player.last]);
    const ticks = list ? list.split(',').map(Number)
        : [0.3, 0.7].map((part) => Math.round(range[0] + (range[1] - range[0]) * part));
    let worst = '';
    for (const tick of ticks)
        for (const zoom of ZOOMS) {
            const place = await page.evaluate(async (tick) => {
                const {player} = window.paintTest;
                await player.seek(tick);
                const tee = player.players().find((one) => one.alive);
                return tee ? [Math.round(tee.x), Math.round(tee.y)] : [1000, 1000];
            }, tick);
            const file = join(folder, `${name}-${tick}-${zoom}`);
            run('picture', '--force', '--data', DATA, ...(map ? ['--map', map] : []), '--at', String(tick),
                '--zoom', String(zoom), `--center=${place.join(',')}`, '--size', `${WIDTH}x${HEIGHT}`,
                '-o', `${file}.png`, path);
            const painted = await paintAt(page, tick, place[0], place[1], zoom);
            writeFileSync(`${file}.page.png`, Buffer.from(painted.png, 'base64'));
            const png = readFileSync(`${file}.png`).toString('base64');
            const {mean, off, colors, parts} = await compare(page, png);
            const line = `${name} tick ${tick} zoom ${zoom}: mean ${mean.toFixed(3)}, ` +
                `${(off * 100).toFixed(2)} % off, ${colors} colours, ${painted.commands} commands, ` +
                `${painted.vertices} vertices, ${painted.ms.toFixed(0)} ms`;
            console.log(line, process.env.TT_PAINT_PARTS ? parts : '');
            if (!painted.isSame)
                worst = `${line}: another picture after a seek`;
            if (painted.error !== 0 || painted.note !== '' || colors < 8 || mean > MEAN_MOST || off > FAR_MOST)
                worst = `${line}, WebGL error ${painted.error} ${painted.note}`;
        }
    await testForeign(page);
    await testPaths(page);
    await page.close();
    if (worst !== '')
        throw new Error(worst);

}

const empty = withParts(makePage('empty', '--empty'), 'Painter', 'Player', 'VERTEX', 'openFile', 'paintForeignText');
const browser = await Browser.launch();
let failed = null;
try {
    for (const argument of recordings)
        await test(browser, empty, argument).catch((error) => { failed = failed || error; });
} finally {
    await browser.close();
}
if (failed !== null)
    throw failed;
