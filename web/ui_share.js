// SPDX-License-Identifier: MIT
//
// Links to the moment, pictures, and full screen. The fragment is #t=1500&follow=3&file=2: a time,
// a client id, and the number of a recording inside of the page. A time outside of the recording
// becomes the nearest end, with a message.

import {byId, isolated, plainText, press, saveBlob, toast} from './ui_dom.js';
import {isDate, parsePlace, tickText} from './ui_time.js';

// Returns why a date cannot be found in this recording.
function dateRefused(player) {
    return player.info.startSeconds === undefined ? 'is a date, and this recording does not say when it was made'
        : 'is a date with a zone, and a demo does not know its zone';
}

export class Share {
    constructor(app) {
        this.app = app;
        press('link', () => this.link());
        press('picture', () => this.picture());
        press('full', () => this.full());
        window.addEventListener('hashchange', () => this.go());
        document.addEventListener('fullscreenchange', () => {
            byId('full').setAttribute('aria-pressed', document.fullscreenElement !== null);
        });
    }

    // The + of a zone must not be read as a blank.
    fragment() {
        return new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B'));
    }

    // Goes to the place in the fragment. Returns false when it has none.
    async go() {
        const words = this.fragment(), cid = words.get('follow'), player = this.app.player;
        const text = words.get('t') || '', tick = player === null ? null : parsePlace(text, player);
        if (tick !== null)
            await this.seek(text, tick);
        else if (player !== null && text !== '')
            toast(`The link’s time, ${isolated(text)}, ` + (isDate(text) ? dateRefused(player) : 'is none'), true);
        const tee = /^\d+$/.test(cid || '') ? this.app.players.find((one) => one.cid === Number(cid)) : null;
        if (tee)
            this.app.follow(tee);
        return tick !== null;
    }

    // The end of a recording is known only after the seek has read up to it.
    async seek(text, tick) {
        const {player} = this.app;
        await this.app.seek(tick);
        const way = tick < player.first ? 'before the recording, which begins'
            : player.hasEndedBefore(tick) ? 'after the recording, which ends' : '';
        if (way !== '')
            toast(`The link’s time, ${isolated(text)}, is ${way} at ${tickText(player, player.time)}`, true);
    }

    async link() {
        const {player, camera, files} = this.app, words = ['t=' + Math.floor(player.time)];
        if (camera.tee !== null)
            words.push('follow=' + camera.tee.cid);
        if (files.number > 0)
            words.push('file=' + (files.number + 1));
        history.replaceState(null, '', '#' + words.join('&'));
        try {
            await navigator.clipboard.writeText(location.href);
            toast('The link is copied');
        } catch {
            toast('The link is in the address bar');
        }
    }

    // Copies a picture to the clipboard, or saves it as a file where the browser forbids that.
    async picture() {
        const blob = await this.app.pictureBlob();
        try {
            await navigator.clipboard.write([new ClipboardItem({'image/png': blob})]);
            toast('The picture is copied');
        } catch {
            const {name, time} = this.app.player;
            saveBlob(blob, `${plainText(name).replace(/\.[^.]*$/, '')}_${Math.floor(time)}.png`);
            toast('The picture is saved');
        }
    }

    async full() {
        try {
            await (document.fullscreenElement ? document.exitFullscreen() : byId('app').requestFullscreen());
        } catch {
            this.app.toggleBars();
        }
    }
}
