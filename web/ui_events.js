// SPDX-License-Identifier: MIT
//
// The list of events. Only visible rows are in the document, because a recording may have a million
// facts.

import {Slice} from './core.js';
import {byId, make, plainText, setAttribute, setText} from './ui_dom.js';
import {firstAfter, groupOf, GROUPS, isShown, lineOf, oldNames} from './ui_facts.js';
import {tickText} from './ui_time.js';

const ROW_HEIGHT = 48;
// Rows above and below the visible ones that are in the document.
const ROWS_MORE = 6;
// Facts that are examined before the page may paint.
const EVENTS_A_SLICE = 10000;

export class Events {
    constructor(app) {
        this.app = app;
        this.list = byId('event-list');
        this.space = byId('event-space');
        this.chips = new Map();
        this.reset();
        GROUPS.forEach(([group, words]) => this.chip(group, words));
        this.list.addEventListener('scroll', () => this.paint());
        this.list.addEventListener('keydown', (event) => this.key(event));
        new ResizeObserver(() => this.paint()).observe(this.list);
    }

    reset() {
        this.shown = []; // events of all kinds
        this.rows = []; // events that pass the filter
        this.chosen = -1;
        this.kept = null; // the chosen event, while the filter runs again
        this.taken = 0; // number of facts examined so far
        this.looked = 0; // number of events that went through the filter
        this.names = new Map(); // last name of each session
        this.killed = new Map(); // client id: ticks of its last two kills
    }

    chip(group, words) {
        const button = make('button', 'chip ' + group, words);
        button.setAttribute('aria-pressed', !this.app.settings.away.includes(group));
        button.addEventListener('click', () => this.toggle(group, button));
        byId('groups').append(button);
    }

    toggle(group, button) {
        const away = new Set(this.app.settings.away);
        if (!away.delete(group))
            away.add(group);
        this.app.settings.set('away', [...away]);
        button.setAttribute('aria-pressed', !away.has(group));
        this.choose();
    }

    // Examines a slice of facts. Returns true if more are left.
    take() {
        const {facts} = this.app.player, slice = new Slice(EVENTS_A_SLICE);
        let isFull = false;
        while (!isFull && this.taken < facts.length) {
            const fact = facts[this.taken++];
            if (isShown(fact, this.app.player) && this.isNews(fact))
                this.shown.push(fact);
            isFull = slice.isFull(1);
        }
        while (!isFull && this.looked < this.shown.length) {
            const fact = this.shown[this.looked++];
            if (this.matches(fact)) {
                this.chosen = fact === this.kept ? this.rows.length : this.chosen;
                this.rows.push(fact);
            }
            isFull = slice.isFull(1);
        }
        this.space.style.height = this.rows.length * ROW_HEIGHT + 'px';
        setText(byId('count-events'), String(this.rows.length));
        this.paint();
        return isFull;
    }

    // The first name of a session is no event, and neither is a death whose kill was listed. In a
    // demo a death comes after its kill, at the latest after the next kill of its client.
    isNews(fact) {
        const kills = this.killed.get(fact.cid) || [];
        if (fact.kind === 'kill')
            this.killed.set(fact.cid, [fact.tick, kills[0]]);
        if (fact.kind === 'death')
            return !kills.includes(fact.tick);
        if (fact.kind !== 'name' && fact.kind !== 'join')
            return true;
        const old = this.names.get(fact.session);
        this.names.set(fact.session, fact.name || old);
        if (fact.kind === 'name' && old)
            oldNames.set(fact, old);
        return fact.kind === 'join' || Boolean(old && old !== fact.name);
    }

    matches(fact) {
        const word = this.app.search.word;
        if (word === '')
            return !this.app.settings.away.includes(groupOf(fact));
        const line = lineOf(fact, this.app.player);
        return (line.who + '\n' + line.text).toLowerCase().includes(word);
    }

    choose() {
        this.kept = this.rows[this.chosen];
        this.rows = [];
        this.looked = 0;
        this.chosen = -1;
        this.app.hasFacts = this.take() || this.app.hasFacts;
    }

    paint() {
        if (this.list.clientHeight === 0 || this.app.player === null)
            return;
        const from = Math.max(Math.floor(this.list.scrollTop / ROW_HEIGHT) - ROWS_MORE, 0);
        const to = Math.min(from + Math.ceil(this.list.clientHeight / ROW_HEIGHT) + 2 * ROWS_MORE, this.rows.length);
        const now = firstAfter(this.rows, this.app.player.time) - 1, rows = [];
        for (let i = from; i < to; i++)
            rows.push(this.row(this.rows[i], i, now));
        if (this.rows.length === 0)
            rows.push(make('p', 'none', this.app.search.word ? 'Nothing has this word.' : 'Nothing of these kinds.'));
        this.space.replaceChildren(...rows);
        this.now = now;
        if (this.chosen >= from && this.chosen < to)
            setAttribute(this.list, 'aria-activedescendant', 'event-' + this.chosen);
        else
            this.list.removeAttribute('aria-activedescendant');
    }

    row(fact, i, now) {
        const line = lineOf(fact, this.app.player), what = make('span', 'what');
        const row = make('div', 'event ' + groupOf(fact), '', {role: 'option', id: 'event-' + i});
        row.setAttribute('aria-selected', i === this.chosen);
        row.setAttribute('aria-setsize', this.rows.length);
        row.setAttribute('aria-posinset', i + 1);
        row.classList.toggle('is-now', i === now);
        row.classList.toggle('is-future', i > now);
        row.classList.toggle('is-chosen', i === this.chosen);
        row.style.top = i * ROW_HEIGHT + 'px';
        row.style.height = ROW_HEIGHT + 'px';
        what.append(make('bdi', 'who', plainText(line.who)), line.who ? ' ' : '',
            make('bdi', 'text', plainText(line.text)));
        row.append(make('span', 'when', tickText(this.app.player, fact.tick)), make('span', 'dot'), what);
        row.addEventListener('click', () => this.go(i));
        return row;
    }

    go(i) {
        this.chosen = i;
        this.app.showFact(this.rows[i]);
        this.reveal(i);
        this.paint();
    }

    reveal(i) {
        const top = i * ROW_HEIGHT, {scrollTop, clientHeight} = this.list;
        if (top < scrollTop || top + ROW_HEIGHT > scrollTop + clientHeight)
            this.list.scrollTop = top - clientHeight / 2 + ROW_HEIGHT / 2;
    }

    revealNow() {
        this.reveal(Math.max(firstAfter(this.rows, this.app.player.time) - 1, 0));
    }

    key(event) {
        const now = this.chosen >= 0 ? this.chosen : this.now || 0;
        const page = Math.floor(this.list.clientHeight / ROW_HEIGHT);
        const to = {ArrowUp: now - 1, ArrowDown: now + 1, PageUp: now - page, PageDown: now + page, Home: 0,
            End: this.rows.length - 1, Enter: now, ' ': now}[event.key];
        if (to === undefined || event.ctrlKey || this.rows.length === 0)
            return;
        event.preventDefault();
        event.stopPropagation();
        this.go(Math.min(Math.max(to, 0), this.rows.length - 1));
    }

    // The list follows the playback unless the user is in it.
    frame() {
        const now = firstAfter(this.rows, this.app.player.time) - 1;
        if (now === this.now || this.list.clientHeight === 0)
            return;
        if (!this.list.matches(':hover, :focus') && now >= 0)
            this.reveal(now);
        this.paint();
    }
}
