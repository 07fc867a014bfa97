// SPDX-License-Identifier: MIT
//
// Settings of the user, kept in localStorage if the browser allows it.

import {byId} from './ui_dom.js';

const SETTINGS_KEY = 'teetape';
const SETTINGS = {
    names: true, chat: true, kills: true, scoreboard: false, effects: true, emoticons: true, timer: true,
    broadcast: true, items: true, design: true, notes: true, inputs: true, graph: false, rules: 0, paths: '', pathsOf: '',
    theme: '', panel: true, away: ['other'],
};

export class Settings {
    constructor() {
        Object.assign(this, SETTINGS);
        try {
            this.take(JSON.parse(localStorage.getItem(SETTINGS_KEY)) || {});
        } catch {
            // The browser allows no storage, or the stored text is not that of settings.
        }
    }

    // Takes only known settings of the right type.
    take(kept) {
        for (const name of Object.keys(SETTINGS))
            if (typeof kept[name] === typeof this[name] && Array.isArray(kept[name]) === Array.isArray(this[name]))
                this[name] = kept[name];
    }

    set(name, value) {
        this[name] = value;
        try {
            localStorage.setItem(SETTINGS_KEY, JSON.stringify({...this}));
        } catch {
            // Without storage the setting lasts as long as the page.
        }
    }
}

// The colour scheme of the system, unless the user chose one.
export class Theme {
    constructor(settings, changed) {
        this.settings = settings;
        this.system = matchMedia('(prefers-color-scheme: light)');
        this.changed = changed;
        this.system.addEventListener('change', () => this.apply());
        byId('theme').value = settings.theme;
        byId('theme').addEventListener('change', (event) => {
            settings.set('theme', event.target.value);
            this.apply();
        });
        this.apply();
    }

    apply() {
        const theme = this.settings.theme || (this.system.matches ? 'light' : 'dark');
        document.documentElement.dataset.theme = theme;
        this.changed();
    }
}
