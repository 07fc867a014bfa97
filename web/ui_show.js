// SPDX-License-Identifier: MIT
//
// The core draws the picture, and the page draws over it.

import {byId, make, toast} from './ui_dom.js';

// Values of TT_DRAW_* in include/teetape/draw.h.
export const DRAW = {
    MAP: 1, TEES: 2, ITEMS: 4, EFFECTS: 8, EMOTICONS: 16, NAMES: 32, TIMER: 64, KILLS: 128, CHAT: 256, BROADCAST: 512,
    SCOREBOARD: 1024, DERIVED: 2048, NOTES: 4096, ORIGIN: 8192, SMALL: 1 | 2 | 4,
};
// Ticks for which the picture says that a recording is reconstructed.
const ORIGIN_TICKS = 100;
// A setting, its label, its bit, and its key.
const IN_PICTURE = [
    ['names', 'Names', DRAW.NAMES, 'M'], ['chat', 'Chat', DRAW.CHAT, 'C'],
    ['kills', 'Kills and finishes', DRAW.KILLS, 'X'], ['scoreboard', 'Scoreboard', DRAW.SCOREBOARD, 'B'],
    ['timer', 'Timer', DRAW.TIMER, ''],
    ['broadcast', 'Texts in the middle', DRAW.BROADCAST, ''], ['emoticons', 'Emoticons', DRAW.EMOTICONS, ''],
    ['effects', 'Effects', DRAW.EFFECTS, ''], ['items', 'Items and shots', DRAW.ITEMS, ''],
    ['design', 'Design of the map', DRAW.MAP, ''], ['notes', 'Notes on what is missing', DRAW.NOTES, ''],
];
const OVER_PICTURE = [['inputs', 'Keys and aim of the followed', 0, 'I'], ['graph', 'Speed graph', 0, 'G']];
const PATHS = ['', 'player', 'speed', 'time'];

export class Show {
    constructor(app) {
        this.app = app;
        this.settings = app.settings;
        this.boxes = new Map();
        IN_PICTURE.forEach((row) => this.box('show-picture', row));
        OVER_PICTURE.forEach((row) => this.box('show-over', row));
        byId('rules').value = this.settings.rules;
        byId('rules').addEventListener('input', () => this.set('rules', Number(byId('rules').value)));
        byId('show-paths').hidden = app.painter.isPlain === true;
        byId('paths').value = this.settings.paths;
        byId('paths').addEventListener('change', () => this.set('paths', byId('paths').value));
        byId('paths-of').value = this.settings.pathsOf;
        byId('paths-of').addEventListener('change', () => this.set('pathsOf', byId('paths-of').value));
    }

    box(where, [name, words, , key]) {
        const line = make('label', 'check'), box = make('input', '', '', {type: 'checkbox'});
        box.checked = this.settings[name];
        box.addEventListener('change', () => this.set(name, box.checked));
        line.append(box, words);
        if (key)
            line.append(make('kbd', 'key', key));
        byId(where).append(line);
        this.boxes.set(name, [box, words]);
    }

    set(name, value) {
        this.settings.set(name, value);
        this.app.touch();
    }

    toggle(name) {
        const [box, words] = this.boxes.get(name);
        box.checked = !box.checked;
        this.set(name, box.checked);
        toast(`${words}: ${box.checked ? 'on' : 'off'}`);
    }

    nextPaths() {
        if (this.app.painter.isPlain)
            return;
        const next = PATHS[(PATHS.indexOf(this.settings.paths) + 1) % PATHS.length];
        byId('paths').value = next;
        this.set('paths', next);
        toast(next ? `Paths by ${next}` : 'No paths');
    }

    toggleRules() {
        const rules = this.settings.rules > 0 ? 0 : 255;
        byId('rules').value = rules;
        this.set('rules', rules);
        toast(rules ? 'Tiles by rule' : 'Design of the map');
    }

    // Returns the options for Painter.paint().
    options() {
        let show = DRAW.TEES | DRAW.DERIVED;
        for (const [name, , bit] of IN_PICTURE)
            if (this.settings[name])
                show |= bit;
        const {begin, time, source} = this.app.player;
        if (this.settings.notes && !source.noNote && time < begin + ORIGIN_TICKS)
            show |= DRAW.ORIGIN;
        const {tee, followed} = this.app.camera, {rules, paths, pathsOf} = this.settings;
        const pathOf = pathsOf === 'all' || followed === null ? -1 : followed.session;
        return {show, focus: tee ? tee.cid : -1, rules, paths: paths || null, pathOf};
    }
}
