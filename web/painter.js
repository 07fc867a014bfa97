// SPDX-License-Identifier: MIT
//
// Paints a moment: the core makes vertices and commands (stage.c), and WebGL2 draws them.
//
//     new Painter(canvas)                     throws a sentence without WebGL2
//     async setRecording(player)              the map and its images
//     async setData(files)                    the game's data folder, an array of File; null: by rule
//     paint(player, {x, y, zoom}, options)    options {show: a sum of SHOW, focus: cid, rules: 0 to 255,
//                                             paths: null, 'player', 'speed' or 'time', pathOf: a session, -1 for all}
//     worldAt(px, py)                         world units of a pixel of the canvas, of the last picture
//     bounds()                                {left, top, width, height} of the map in world units; null without one
//     async toBlob()                          a PNG of the last picture
//     note                                    why the map is not drawn, or ''

import {Art} from './art.js';
import {PageMap} from './map.js';
import {Paths} from './painter_paths.js';
import {IMAGE_FRAGMENT, IMAGE_VERTEX, makeProgram, SHAPE_FRAGMENT, SHAPE_VERTEX, TILES_FRAGMENT, TILES_VERTEX} from './painter_shaders.js';
import {paintForeignTexts} from './painter_text.js';
import {IMAGE_MAP, Textures} from './painter_textures.js';

// Bits for `show`, with the values of TT_DRAW_*.
const SHOW = {
    map: 1, tees: 2, items: 4, effects: 8, emoticons: 16, names: 32, timer: 64, kills: 128, chat: 256, broadcast: 512,
    scoreboard: 1024, derived: 2048, notes: 4096, origin: 8192, all: 16383 - 1024,
};
// Bytes of a vertex and numbers of a command: stage.h.
const VERTEX = 40, COMMAND = 20;

export class Painter {
    constructor(canvas) {
        this.canvas = canvas;
        this.gl = canvas.getContext('webgl2', {alpha: false, antialias: true, depth: false});
        if (this.gl === null)
            throw new Error('this browser has no WebGL2, which pictures need');
        this.art = new Art();
        this.map = null;
        this.note = '';
        this.paintsPaths = true;
        this.paths = new Paths();
        this.textures = new Textures(this.gl, (kind, index, grey) => this.pixels(kind, index, grey));
        canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
        canvas.addEventListener('webglcontextrestored', () => this.begin());
        this.begin();
    }

    // Makes all WebGL objects; called again after the context was lost.
    begin() {
        const gl = this.gl;
        this.textures.made.clear();
        this.shapes = makeProgram(gl, SHAPE_VERTEX, SHAPE_FRAGMENT);
        this.images = makeProgram(gl, IMAGE_VERTEX, IMAGE_FRAGMENT);
        this.tiles = makeProgram(gl, TILES_VERTEX, TILES_FRAGMENT);
        this.buffer = gl.createBuffer();
        this.shapeArray = gl.createVertexArray();
        gl.bindVertexArray(this.shapeArray);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
        for (const [i, size, type, at] of [[0, 4, gl.FLOAT, 0], [1, 4, gl.FLOAT, 16], [2, 4, gl.UNSIGNED_BYTE, 32],
            [3, 4, gl.UNSIGNED_BYTE, 16], [4, 4, gl.UNSIGNED_BYTE, 20], [5, 1, gl.UNSIGNED_BYTE, 36]]) {
            gl.enableVertexAttribArray(i);
            gl.vertexAttribPointer(i, size, type, i !== 5, VERTEX, at);
        }
        this.blank = this.textures.begin(gl.TEXTURE_2D, gl.NEAREST, gl.CLAMP_TO_EDGE);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
        this.sheet = this.textures.begin(gl.TEXTURE_2D, gl.NEAREST, gl.CLAMP_TO_EDGE);
        this.sheetOf = null;
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    }

    pixels(kind, index, grey) {
        return kind === IMAGE_MAP ? this.map.pixels(index) : this.art.pixels(kind, index, grey);
    }

    async setRecording(player) {
        this.textures.forget();
        this.sheetOf = null;
        this.map = new PageMap(player.core);
        this.paths = this.core === player.core ? this.paths : new Paths();
        this.core = player.core;
        this.note = '';
        try {
            await this.map.open(await player.mapBlob(), this.art);
        } catch (error) {
            this.note = `the map cannot be drawn: ${error.message}`;
        }
        this.art.tell(this.core);
        if (player.format === 'teehistorian' && this.bounds() !== null) {
            player.restart(); // the map makes more facts derivable
            await player.seek(player.time);
        }
    }

    async setData(files) {
        this.art = new Art();
        await this.art.open(files);
        this.textures.forget();
        if (this.map !== null) {
            await this.map.openImages(this.art);
            this.art.tell(this.core);
        }
    }

    paint(player, camera, options = {}) {
        const gl = this.gl, {width, height} = this.canvas, call = player.core.call;
        const {show = SHOW.all, focus = -1, rules = 0, paths = null, pathOf = -1} = options;
        const way = this.paths.send(player, paths);
        this.view = {x: camera.x, y: camera.y, zoom: camera.zoom || 1};
        gl.viewport(0, 0, width, height);
        gl.disable(gl.SCISSOR_TEST);
        gl.clearColor(128 / 255, 128 / 255, 128 / 255, 1);
        gl.clear(gl.COLOR_BUFFER_BIT);
        const {x, y, zoom} = this.view;
        if (call.stage_draw(this.timeOf(player), x, y, zoom, width, height, show, focus, rules, way, pathOf) !== 1)
            return;
        paintForeignTexts(player.core);
        this.upload(player.core);
        gl.enable(gl.SCISSOR_TEST);
        const count = call.stage_command_count(), words = player.core.doubles(call.stage_commands(), count * COMMAND);
        for (let i = 0; i < count; i++)
            this.draw(player.core, words.subarray(i * COMMAND, (i + 1) * COMMAND));
    }

    // The drawn moment lies between two snapshots.
    timeOf(player) {
        const call = player.core.call;
        return Math.min(Math.max(player.time, call.play_before()), call.play_tick());
    }

    upload(core) {
        const gl = this.gl, call = core.call, all = this.sheetOf !== core;
        gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
        gl.bufferData(gl.ARRAY_BUFFER, core.bytes(call.stage_vertices(), call.stage_vertices_size()), gl.STREAM_DRAW);
        const from = call.stage_sheet_from(), rows = call.stage_sheet_rows(), at = call.stage_sheet();
        const width = call.stage_sheet_width(), height = call.stage_sheet_height();
        if (at === 0)
            return;
        gl.activeTexture(gl.TEXTURE1);
        gl.bindTexture(gl.TEXTURE_2D, this.sheet);
        if (all)
            gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE,
                core.bytes(at, width * height * 4));
        else if (rows > 0)
            gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, from, width, rows, gl.RGBA, gl.UNSIGNED_BYTE,
                core.bytes(at + from * width * 4, rows * width * 4));
        gl.activeTexture(gl.TEXTURE0);
        this.sheetOf = core;
    }

    draw(core, words) {
        const gl = this.gl, [isTiles, , , , , , left, top, right, bottom] = words;
        gl.scissor(left, this.canvas.height - bottom, right - left, bottom - top);
        if (isTiles)
            this.drawTiles(core, words);
        else
            this.drawShapes(words);
    }

    drawShapes([, kind, index, grey, first, count]) {
        const gl = this.gl, {program, names} = kind !== 0 ? this.images : this.shapes;
        const image = kind !== 0 ? this.textures.image(kind, index, grey) : null;
        gl.useProgram(program);
        gl.bindVertexArray(this.shapeArray);
        gl.bindTexture(gl.TEXTURE_2D, image !== null ? image.texture : this.blank);
        gl.uniform2f(names.size, this.canvas.width, this.canvas.height);
        gl.uniform1i(kind !== 0 ? names.image : names.sheet, kind !== 0 ? 0 : 1);
        gl.drawArrays(gl.TRIANGLES, first, count);
    }

    drawTiles(core, [, kind, index, , first, count, , , , , number, x, y, originX, originY, side, ...color]) {
        const gl = this.gl, layer = this.textures.layer(core, number), names = this.tiles.names;
        const cells = kind !== 0 ? this.textures.cells(kind, index) : null;
        if (layer === null || (kind !== 0 && cells === null))
            return;
        gl.useProgram(this.tiles.program);
        gl.bindVertexArray(this.shapeArray);
        gl.activeTexture(gl.TEXTURE2);
        gl.bindTexture(gl.TEXTURE_2D, layer.texture);
        gl.activeTexture(gl.TEXTURE3);
        gl.bindTexture(gl.TEXTURE_2D_ARRAY, cells !== null ? cells.texture : null);
        gl.activeTexture(gl.TEXTURE0);
        gl.uniform1i(names.tiles, 2);
        gl.uniform1i(names.cells, 3);
        gl.uniform2i(names.first, x, y);
        gl.uniform2i(names.layer, layer.width, layer.height);
        gl.uniform2f(names.origin, originX, originY);
        gl.uniform1f(names.side, side);
        gl.uniform2f(names.size, this.canvas.width, this.canvas.height);
        gl.uniform1i(names.plain, kind === 0 ? 1 : 0);
        gl.uniform4f(names.color, ...color);
        // mip levels are half a level sharper, as in the game
        gl.uniform1f(names.level, cells !== null ? Math.max(0, Math.log2(cells.side / side) - 0.5) : 0);
        gl.drawArrays(gl.TRIANGLES, first, count);
    }

    viewOf() {
        const {x, y, zoom} = this.view || {x: 0, y: 0, zoom: 1}, call = this.core.call;
        return this.core.doubles(call.stage_view(x, y, zoom, this.canvas.width, this.canvas.height), 4);
    }

    worldAt(px, py) {
        const [left, top, width, height] = this.viewOf();
        return {x: left + px * width / this.canvas.width, y: top + py * height / this.canvas.height};
    }

    bounds() {
        const width = this.core.call.stage_map_width() * 32, height = this.core.call.stage_map_height() * 32;
        return width > 0 ? {left: 0, top: 0, width, height} : null;
    }

    // Must run in the same task as paint(), because a canvas keeps its picture only until it is
    // shown.
    async toBlob() {
        const bitmap = await createImageBitmap(this.canvas);
        const copy = new OffscreenCanvas(bitmap.width, bitmap.height);
        copy.getContext('2d').drawImage(bitmap, 0, 0);
        return copy.convertToBlob({type: 'image/png'});
    }
}
