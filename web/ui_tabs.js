// SPDX-License-Identifier: MIT
//
// The tabs of the panel. Arrow keys go between them, as screen readers expect.

import {byId, press, setAttribute} from './ui_dom.js';

export class Tabs {
    constructor(app) {
        this.app = app;
        this.all = [...document.querySelectorAll('[role=tab]')];
        for (const tab of this.all)
            tab.addEventListener('click', () => this.choose(this.nameOf(tab)));
        byId('tabs').addEventListener('keydown', (event) => this.key(event));
        press('toggle-panel', () => this.toggle());
        this.open(app.settings.panel && !matchMedia('(max-width: 760px), (max-height: 480px)').matches);
    }

    nameOf(tab) {
        return tab.getAttribute('aria-controls');
    }

    choose(name, takesFocus = false) {
        this.open(true);
        for (const tab of this.all) {
            const isChosen = this.nameOf(tab) === name;
            tab.setAttribute('aria-selected', isChosen);
            tab.tabIndex = isChosen ? 0 : -1;
            byId(this.nameOf(tab)).hidden = !isChosen;
            if (isChosen && takesFocus)
                tab.focus();
        }
        this.chosen = name;
        this.app.refreshPanel();
        if (name === 'events' && this.app.player !== null)
            this.app.events.revealNow();
    }

    key(event) {
        const at = this.all.findIndex((tab) => tab.getAttribute('aria-selected') === 'true'), count = this.all.length;
        const to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1}[event.key];
        if (to === undefined || event.ctrlKey)
            return;
        event.preventDefault();
        this.choose(this.nameOf(this.all[(to + count) % count]), true);
    }

    get isOpen() {
        return !byId('app').classList.contains('no-panel');
    }

    open(isOpen) {
        byId('app').classList.toggle('no-panel', !isOpen);
        setAttribute(byId('toggle-panel'), 'aria-expanded', isOpen);
    }

    toggle() {
        this.open(!this.isOpen);
        this.app.settings.set('panel', this.isOpen);
        this.app.refreshPanel();
    }
}
