// SPDX-License-Identifier: MIT
//
// The list of players: those present now, and sessions of other times. A click follows a player,
// and seeks first if needed.

import {Slice} from './core.js';
import {byId, make, plainText, setText} from './ui_dom.js';
import {tickText} from './ui_time.js';

const MOST_OTHERS = 300, TEES_MOST = 128;
// Sessions that are examined before the page may paint.
const SESSIONS_A_SLICE = 20000;

export class Players {
    constructor(app) {
        this.app = app;
        this.list = byId('player-list');
        this.opened();
    }

    opened() {
        this.text = '';
        this.others = []; // matching sessions of other times, from the last complete pass
        this.count = 0; // number of matching names
        this.pass = null;
    }

    // Examines a slice of sessions. Returns true if more are left.
    look() {
        const {sessions} = this.app.player, {word} = this.app.search, slice = new Slice(SESSIONS_A_SLICE);
        if (this.pass === null || this.pass.word !== word)
            this.pass = {word, at: 0, names: new Set(), others: []};
        const pass = this.pass;
        let isFull = false;
        for (; !isFull && pass.at < sessions.length; isFull = slice.isFull(1)) {
            const one = sessions[pass.at++];
            if (!this.matches(one.name || ''))
                continue;
            if (word !== '')
                pass.names.add(one.name || '');
            if (one.session >= 0 && pass.others.length < MOST_OTHERS + TEES_MOST)
                pass.others.push(one);
        }
        if (!isFull) {
            this.others = pass.others;
            this.count = pass.names.size;
            this.pass = null;
        }
        return isFull;
    }

    matches(name, clan = '') {
        const word = this.app.search.word;
        return word === '' || (name + '\n' + clan).toLowerCase().includes(word);
    }

    // Rebuilds the list only when it differs.
    refresh() {
        const {players, camera} = this.app;
        setText(byId('count-players'), String(players.length));
        if (this.app.tabs.chosen !== 'players' || !this.app.tabs.isOpen)
            return;
        const here = players.filter((tee) => this.matches(tee.name, tee.clan));
        const now = new Set(players.map((tee) => tee.session));
        const others = this.others.filter((one) => !now.has(one.session)).slice(0, MOST_OTHERS);
        const facts = here.map((tee) => [tee.cid, tee.session, tee.name, this.stateOf(tee), tee.alive]);
        const text = JSON.stringify([facts, others, camera.followed]);
        if (text === this.text)
            return;
        this.text = text;
        this.fill(here, others);
    }

    stateOf(tee) {
        return tee.alive ? tee.clan : tee.isOutOfSight ? 'out of sight' : 'not in the game';
    }

    fill(here, others) {
        const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.key : null;
        this.list.replaceChildren(...here.map((tee) => this.row(tee, this.stateOf(tee), () => {
            this.app.follow(tee);
        })));
        if (others.length > 0) {
            this.list.append(make('li', 'head', 'At other times'));
            this.list.append(...others.map((one) => this.row(one, tickText(this.app.player, Math.max(one.from,
                this.app.player.first)), () => this.app.followAt(one))));
        } else if (here.length === 0)
            this.list.append(make('li', 'none', this.app.search.word ? 'No player of this name.' : 'Nobody is here.'));
        const again = focused && [...this.list.querySelectorAll('button')].find((one) => one.dataset.key === focused);
        if (again)
            again.focus({preventScroll: true});
    }

    row(tee, more, work) {
        const item = make('li'), button = make('button', 'player', '', {'data-key': tee.cid + ' ' + tee.session});
        button.setAttribute('aria-pressed', this.app.camera.isFollowing(tee));
        button.classList.toggle('is-gone', tee.alive !== true);
        button.append(make('span', 'cid', String(tee.cid)),
            make('bdi', 'name', plainText(tee.name || 'client ' + tee.cid)), make('bdi', 'clan', plainText(more)));
        button.addEventListener('click', work);
        item.append(button);
        return item;
    }
}
