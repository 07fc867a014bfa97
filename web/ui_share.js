// SPDX-License-Identifier: MIT
//
// Links to a moment or a part (ui_link.js has their form), pictures, and full screen. A time outside of the
// recording becomes the nearest end, with a message.

import {mayFetch} from './files.js';
import {byId, isolated, plainText, press, saveBlob, setText, toast} from './ui_dom.js';
import {readLink, writeLink} from './ui_link.js';
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
        press('link-moment', () => this.copy(this.moment()));
        press('link-part', () => this.copy(this.part()));
        press('link-close', () => byId('links').close());
        press('picture', () => this.picture());
        press('full', () => this.full());
        byId('whole-page').addEventListener('click', () => this.leave());
        window.addEventListener('hashchange', () => this.open());
        document.addEventListener('fullscreenchange', () => {
            byId('full').setAttribute('aria-pressed', document.fullscreenElement !== null);
        });
    }

    // Opens the recording that the fragment names, or the first one, and does what the fragment says.
    async open() {
        const link = readLink(location.hash), {app} = this, {list, number} = app.files;
        const at = list.findIndex((one) => one.link === link.file), isPath = Number.isNaN(Number(link.file));
        byId('app').classList.toggle('is-embed', link.embed);
        byId('whole-page').hidden = !link.embed;
        byId('whole-page').href = location.href.replace(/#.*/, '');
        if (isPath && at < 0 && (list.length === 0 || mayFetch()))
            await app.files.fetch(link.file);
        else if (list.length > 0 && (app.player === null || (link.file !== '' && at !== number)))
            await app.files.show(Math.max(at, 0));
        if (app.player !== null)
            await this.go(link);
    }

    async go(link) {
        const {transport, player} = this.app, isThere = await this.place(link);
        if (link.speed !== null)
            transport.setNearest(link.speed);
        if (link.zoom !== null)
            this.app.zoomTo(1 / link.zoom);
        if (link.follow !== '')
            this.follow(link.follow, isThere);
        if (isThere)
            transport.hasBegun(); // the moment of a link is visible at once, without a start button
        if (link.play)
            player.play();
    }

    // Goes to the place of a link, and marks its part. Returns false without a place.
    async place({from, to, loop}) {
        const begin = this.tickOf(from), end = this.tickOf(to);
        if (begin !== null)
            await this.seek(from, begin);
        if (end !== null || loop)
            this.app.cut.mark(begin, end, loop);
        return begin !== null;
    }

    tickOf(text) {
        const {player} = this.app, tick = parsePlace(text, player);
        if (tick === null && text !== '')
            toast(`The link’s time, ${isolated(text)}, ` + (isDate(text) ? dateRefused(player) : 'is not a time'), true);
        return tick;
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

    // Follows a player by name. An absent one is found when the worker has read the session; without a place, the page
    // goes there. Digits that are no name are a client id, as in links of 0.2.
    async follow(name, isThere) {
        const {app} = this, {player, players, camera} = app, {mode} = camera;
        const here = players.find((one) => one.name === name) ||
            players.find((one) => /^\d+$/.test(name) && one.cid === Number(name));
        const find = () => player.sessions.find((one) => one.name === name);
        while (!here && !find() && !player.done)
            await new Promise((resolve) => player.addEventListener('progress', resolve, {once: true}));
        if (app.player !== player || camera.mode !== mode)
            return; // the user was faster
        if (here || (find() && isThere))
            app.follow(here || find());
        else if (find())
            await app.followAt(find());
        else
            toast(`Nobody in this recording is called ${isolated(name)}`, true);
    }

    // Returns the link to this moment.
    moment() {
        const {player, camera, transport, files} = this.app, {tee} = camera;
        return {
            from: tickText(player, Math.floor(player.time), 2).replace(/\.00$/, ''),
            follow: tee === null ? '' : tee.name || String(tee.cid), speed: transport.speed,
            zoom: Number((1 / camera.zoom).toFixed(2)), file: files.link(),
        };
    }

    // Returns the link to the part that the user chose, which plays.
    part() {
        const {player, cut} = this.app, [from, to] = cut.range().map((tick) => tickText(player, tick, 2).replace(/\.00$/, ''));
        return {...this.moment(), from, to, play: true, loop: cut.repeats};
    }

    // Copies a link to the moment. When a part is chosen, asks whether the link shall be one to
    // the part.
    link() {
        const {cut, files} = this.app, {from, to} = this.part();
        if (files.link() === null)
            return toast('No link can lead to this file, which is not in the page', true);
        if (!cut.isChosen || cut.problem() !== '')
            return this.copy(this.moment());
        setText(byId('link-moment'), `This moment, ${this.moment().from}`);
        setText(byId('link-part'), `The part ${from} – ${to}${cut.repeats ? ', again and again' : ''}`);
        return byId('links').showModal();
    }

    async copy(link) {
        byId('links').close();
        history.replaceState(null, '', writeLink(link));
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

    // Makes the link of the small bar lead to this moment, before the browser follows it. The small picture stops.
    leave() {
        if (this.app.player !== null) {
            byId('whole-page').hash = this.app.files.link() === null ? '' : writeLink(this.moment());
            this.app.player.pause();
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
