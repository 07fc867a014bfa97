// SPDX-License-Identifier: MIT
//
// To others: a link to the moment, the picture; and full screen.
//
// The fragment is #t=1500&follow=3&file=2: a place, a client id, and which of the recordings inside of the page.

class Share {
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

    fragment() {
        return new URLSearchParams(location.hash.slice(1));
    }

    // Where the fragment says; false when it says nothing.
    async go() {
        const words = this.fragment(), cid = words.get('follow'), player = this.app.player;
        const tick = player === null ? null : parsePlace(words.get('t') || '', player);
        if (tick !== null)
            await this.app.seek(tick);
        const tee = /^\d+$/.test(cid || '') ? this.app.players.find((one) => one.cid === Number(cid)) : null;
        if (tee)
            this.app.follow(tee);
        return tick !== null;
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

    // A picture in the clipboard, or a file where the browser does not let it.
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
