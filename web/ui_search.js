// SPDX-License-Identifier: MIT
//
// The search field filters players and events. Enter goes from match to match.

import {byId, press, setText} from './ui_dom.js';
import {firstAfter} from './ui_facts.js';

export class Search {
    constructor(app) {
        this.app = app;
        this.field = byId('search');
        this.word = '';
        this.field.addEventListener('input', () => this.changed());
        this.field.addEventListener('keydown', (event) => this.key(event));
        press('search-next', () => this.next(1));
        press('search-prev', () => this.next(-1));
    }

    focus() {
        this.app.tabs.open(true);
        this.field.focus();
        this.field.select();
    }

    changed() {
        this.word = this.field.value.trim().toLowerCase();
        if (this.app.player === null)
            return;
        this.app.events.choose();
        this.app.hasFacts = this.app.list.look() || this.app.hasFacts;
        this.app.refreshPanel();
        this.count();
        if (this.word !== '' && ['cut', 'show'].includes(this.app.tabs.chosen))
            this.app.tabs.choose('events');
    }

    count() {
        const {events, player, list} = this.app;
        const found = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;
        setText(byId('search-count'), this.word === '' ? ''
            : `${found(list.count, 'player')}, ${found(events.rows.length, 'event')}${player.done ? '' : ' so far'}`);
    }

    key(event) {
        if (event.key === 'Enter') {
            event.preventDefault();
            this.next(event.shiftKey ? -1 : 1);
        } else if (event.key === 'Escape') {
            this.field.value = '';
            this.changed();
            byId('view').focus();
        }
    }

    // Goes to the next match after the chosen one or after now, and wraps around.
    next(way) {
        const {events, player} = this.app, count = events.rows.length;
        if (player === null || count === 0)
            return this.followFound();
        const at = events.chosen >= 0 ? events.chosen + way : firstAfter(events.rows, player.time) - (way < 0 ? 2 : 0);
        this.app.tabs.choose('events');
        events.go((at + count) % count);
    }

    followFound() {
        const tee = this.app.players.find((one) => one.alive && this.app.list.matches(one.name, one.clan));
        if (tee && this.word !== '')
            this.app.follow(tee);
    }
}
