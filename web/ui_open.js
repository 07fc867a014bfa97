// SPDX-License-Identifier: MIT
//
// The list of recordings: those inside of the page, and files that the user drops or picks. A map
// file among them becomes the map of the shown recording.

import {fetchFile, mayFetch, openFile} from './files.js';
import {byId, isolated, make, plainText, press, sentenceOf, setText, toast} from './ui_dom.js';

export class Files {
    constructor(app) {
        this.app = app;
        // {name, title, link, open()}; `link` is the part of a link that names it, or null when no link can lead to it
        this.list = [];
        this.number = -1;
        press('open', () => this.pick());
        press('empty-open', () => this.pick());
        press('map-open', () => byId('map-file').click());
        press('data-open', () => byId('data-folder').click());
        this.picked('file', (files) => this.add(files));
        this.picked('map-file', (files) => this.add(files));
        this.picked('data-folder', (files) => app.setData(files));
        byId('recording').addEventListener('change', () => this.show(Number(byId('recording').value)));
        this.takeDrops();
        if (mayFetch())
            setText(byId('empty-note'), 'Files remain on this machine. The page asks only its own host, for the file that a link names.');
    }

    picked(id, work) {
        byId(id).addEventListener('change', () => {
            const files = [...byId(id).files];
            byId(id).value = ''; // the same file can be picked again
            if (files.length > 0)
                work(files);
        });
    }

    pick() {
        byId('file').click();
    }

    takeDrops() {
        let depth = 0; // dragenter and dragleave come for each element
        const over = (change) => (event) => {
            event.preventDefault();
            depth = Math.max(depth + change, 0);
            byId('drop').hidden = depth === 0;
        };
        document.addEventListener('dragenter', over(1));
        document.addEventListener('dragleave', over(-1));
        document.addEventListener('dragover', (event) => event.preventDefault());
        document.addEventListener('drop', (event) => {
            over(-Infinity)(event);
            if (event.dataTransfer.files.length > 0)
                this.add([...event.dataTransfer.files]);
        });
    }

    // A link without a name keeps what is open, so that each of several recordings has one.
    embedded(recordings) {
        this.hasOwn = recordings.length > 0;
        this.list = recordings.map((one, i) => Object.assign(one, {link: recordings.length > 1 ? String(i + 1) : ''}));
        this.fill();
    }

    // Returns the part of a link that names the shown recording, or null.
    link() {
        const one = this.list[this.number];
        return one ? one.link : null;
    }

    // Opens a file of the page's own host.
    async fetch(path) {
        this.app.busy('Loading ' + plainText(path));
        try {
            await this.add([await fetchFile(path)], path);
        } catch (error) {
            toast(`${isolated(path)} cannot be opened: ${sentenceOf(error)}`, true);
        } finally {
            this.app.busy('');
        }
    }

    // Adds files to the list and shows the first of them. A link to a file of the user would open the page's own
    // recording; in a page without one it has the time only.
    async add(files, link = this.hasOwn ? null : '') {
        const maps = files.filter((file) => /\.map$/i.test(file.name));
        const others = files.filter((file) => !maps.includes(file)), begin = this.list.length;
        for (const file of others)
            this.list.push({name: file.name, link, open: () => openFile(file, maps[0] || null)});
        this.fill();
        if (others.length > 0)
            return this.show(begin);
        if (maps.length > 0 && this.app.player !== null)
            await this.app.setMap(maps[0]);
        return null;
    }

    fill() {
        const select = byId('recording');
        select.replaceChildren(...this.list.map((one, i) => make('option', '', plainText(one.title || one.name), {value: i})));
        select.hidden = this.list.length < 2;
        byId('title-name').hidden = !select.hidden; // the list has the name then
        select.value = this.number;
    }

    // Shows a recording. One that cannot be opened leaves the list, and the previous one remains.
    // Returns the error or null.
    async show(number) {
        const one = this.list[number], shown = this.list[this.number];
        try {
            await this.app.open(await one.open());
            this.number = number;
            this.fill();
            return null;
        } catch (error) {
            toast(`${isolated(one.name)} cannot be opened: ${sentenceOf(error)}`, true);
            this.list.splice(number, 1);
            this.number = this.list.indexOf(shown);
            this.fill();
            return error;
        }
    }
}
