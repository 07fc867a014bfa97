// SPDX-License-Identifier: MIT
//
// window.teetape, the interface for scripts. It has what docs/page.md documents and nothing more.
//
//     ready              a promise: the first recording is there, or the page waits for a file
//     tick()             the current tick, with a fraction; null without a recording
//     async seek(tick)   the promise resolves when the state is there
//     players()          [{cid, session, name, clan, country, team, alive, x, y, vx, vy, angle, weapon, isLocal,
//                        isOutOfSight, input}]
//     ghosts()           [{name, ticks, x, y, gap}]
//     play(), pause(), playing
//     facts(), sessions(), info()
//     async open(file)   a File or Blob with a name
//     async cut(from, to)    a Blob
//     addEventListener: open, progress, facts, end, damage, seek, state

import {embeddedRecordings, loadModule, openFile} from './files.js';
import {Player} from './player.js';

class Teetape extends EventTarget {
    #player = null;

    // Sets the shown recording. Only the page itself calls this.
    show(player) {
        this.#player = player;
        for (const type of ['progress', 'facts', 'end', 'damage', 'seek', 'state'])
            player.addEventListener(type, (event) => {
                if (player === this.#player)
                    this.dispatchEvent(new CustomEvent(type, {detail: event.detail}));
            });
        this.dispatchEvent(new CustomEvent('open', {detail: this.info()}));
    }

    #need() {
        if (this.#player === null)
            throw new Error('no recording is open');
        return this.#player;
    }

    get playing() {
        return this.#player !== null && this.#player.playing;
    }

    tick() {
        return this.#player === null ? null : this.#player.time;
    }

    info() {
        const {name, format, first, last, known, done, damage, info} = this.#need();
        return {name, format, first, last, known, done, damage, ...info};
    }

    seek(tick) {
        return this.#need().seek(tick);
    }

    players() {
        return this.#player === null ? [] : this.#player.players();
    }

    ghosts() {
        return this.#player === null ? [] : this.#player.ghosts();
    }

    play() {
        this.#need().play();
    }

    pause() {
        this.#need().pause();
    }

    facts() {
        return this.#need().facts.slice();
    }

    sessions() {
        return this.#need().sessions.map((session) => ({...session}));
    }

    cut(from, to) {
        return this.#need().cut(from, to);
    }

    // The page replaces `opener` by a function that also updates its controls.
    async open(file) {
        if (this.opener)
            await this.opener(file);
        else
            this.show(await Player.open(await openFile(file)));
        return this.info();
    }
}

// Unpacks the module and makes window.teetape. `begin` gets the recordings inside of the page,
// {name, open()} each. `ready` resolves when `begin` has finished.
export function startTeetape(begin) {
    window.teetape = new Teetape();
    window.teetape.ready = loadModule().then(() => begin(embeddedRecordings()));
    return window.teetape.ready;
}
