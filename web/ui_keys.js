// SPDX-License-Identifier: MIT
//
// Keys of the game's demo player and some more. The dialog of keys is made from the same table.

import {byId, make, press} from './ui_dom.js';

// event.key in lower case, the description, and the action.
const KEYS = [
    [[' ', 'k'], 'Play, pause', (app) => app.togglePlay()],
    [['arrowleft', 'j'], 'Back 5 seconds (Shift: 1, Alt: 30)', (app, event) => app.jump(-jumpTicks(event))],
    [['arrowright', 'l'], 'Forward 5 seconds (Shift: 1, Alt: 30)', (app, event) => app.jump(jumpTicks(event))],
    [['ctrl+arrowleft'], 'Previous event', (app) => app.jumpFact(-1)],
    [['ctrl+arrowright'], 'Next event', (app) => app.jumpFact(1)],
    [[','], 'One tick back', (app) => app.step(-1)],
    [['.'], 'One tick forward', (app) => app.step(1)],
    [['arrowup'], 'Faster', (app) => app.transport.faster(1)],
    [['arrowdown'], 'Slower', (app) => app.transport.faster(-1)],
    [['home'], 'To the begin', (app) => app.seek(app.player.first)],
    [['end'], 'To the end', (app) => app.seek(app.player.last)],
    [[...'0123456789'], 'To 0 % … 90 %', (app, event) => app.seekPart(event.key / 10)],
    [['n'], 'Follow the next player', (app) => app.followNext(1)],
    [['p'], 'Follow the previous player', (app) => app.followNext(-1)],
    [['f'], 'Free camera', (app) => app.freeCamera()],
    [['w', 'a', 's', 'd'], 'Move the camera', null],
    [['+', '='], 'Zoom in', (app) => app.zoomBy(1 / 1.25)],
    [['-'], 'Zoom out', (app) => app.zoomBy(1.25)],
    [['*'], 'Zoom as in the game', (app) => app.zoomTo(1)],
    [['b'], 'Scoreboard', (app) => app.show.toggle('scoreboard')],
    [['c'], 'Chat', (app) => app.show.toggle('chat')],
    [['m'], 'Names', (app) => app.show.toggle('names')],
    [['x'], 'Kills', (app) => app.show.toggle('kills')],
    [['i'], 'Inputs of the followed player', (app) => app.show.toggle('inputs')],
    [['g'], 'Speed graph', (app) => app.show.toggle('graph')],
    [['t'], 'Paths: none, player, speed, time', (app) => app.show.nextPaths()],
    [['e'], 'Tiles by rule', (app) => app.show.toggleRules()],
    [['h'], 'Nothing but the picture', (app) => app.toggleBars()],
    [['['], 'Cut: begin here', (app) => app.cut.setHere('from')],
    [[']'], 'Cut: end here', (app) => app.cut.setHere('to')],
    [['y'], 'Copy a link to this moment or the part', (app) => app.share.link()],
    [['o'], 'Copy the picture', (app) => app.share.picture()],
    [['v'], 'Full screen', (app) => app.share.full()],
    [['q'], 'Side panel', (app) => app.tabs.toggle()],
    [['/', 'ctrl+f'], 'Find a player or a word', (app) => app.search.focus()],
    [['ctrl+o'], 'Open a recording', (app) => app.files.pick(), 'always'],
    [['?'], 'This list', (app) => app.keys.show(), 'always'],
];
const MOVES = {w: [0, -1], a: [-1, 0], s: [0, 1], d: [1, 0]};
const KEY_TEXT = {
    ' ': 'Space', arrowleft: '←', arrowright: '→', arrowup: '↑', arrowdown: '↓', '-': '−', '*': '×',
};
// World units per millisecond that the camera moves at zoom 1.
const MOVE_SPEED = 1.2;

function jumpTicks(event) {
    return event.shiftKey ? 50 : event.altKey ? 1500 : 250;
}

function keyText(key) {
    const parts = key.length > 1 ? key.split('+') : [key];
    return parts.map((part) => KEY_TEXT[part] || part[0].toUpperCase() + part.slice(1)).join(' ');
}

export class Keys {
    constructor(app) {
        this.app = app;
        this.held = new Set();
        this.byKey = new Map(KEYS.flatMap((row) => row[0].map((key) => [key, row])));
        document.addEventListener('keydown', (event) => this.press(event));
        document.addEventListener('keyup', (event) => this.held.delete(event.key.toLowerCase()));
        window.addEventListener('blur', () => this.held.clear());
        press('help', () => this.show());
        press('keys-close', () => byId('keys').close());
        byId('keys').addEventListener('click', (event) => {
            if (event.target === byId('keys')) // the backdrop of the dialog
                byId('keys').close();
        });
        this.list();
    }

    list() {
        for (const [keys, what] of KEYS) {
            const names = keys.length > 4 ? `${keys[0]} … ${keys.at(-1)}` : keys.map(keyText).join(', ');
            const line = make('div');
            line.append(make('span', '', what), make('kbd', '', names));
            byId('keys-list').append(line);
        }
    }

    show() {
        if (!byId('keys').open)
            byId('keys').showModal();
    }

    // Returns true when the focused element uses the key itself.
    isTaken(event, key) {
        const at = event.target, isView = at === byId('view') || at === document.body;
        const isAsked = document.querySelector('dialog[open]') !== null;
        if (isAsked || isView)
            return isAsked;
        if (at.matches('input:not([type=checkbox], [type=range]), select'))
            return true;
        if (at.matches('input[type=range], [role=tab], [role=listbox], [role=slider]') &&
            /^(arrow|home|end|page)/.test(key))
            return true;
        return key === ' ' && at.matches('button, input, [role=listbox]');
    }

    press(event) {
        const plain = event.key.toLowerCase(), key = (event.ctrlKey || event.metaKey ? 'ctrl+' : '') + plain;
        const row = this.byKey.get(key);
        if (plain === 'escape' && byId('app').classList.contains('no-bars'))
            this.app.toggleBars();
        if (row === undefined || (row[3] !== 'always' && (this.app.player === null || this.isTaken(event, plain))))
            return;
        if (row[3] === 'always' && event.target.matches('input') && plain === '?')
            return;
        event.preventDefault();
        if (row[2] === null)
            this.held.add(plain);
        else
            row[2](this.app, event);
    }

    // Called for each frame: moves the camera while keys are held.
    move(ms) {
        const camera = this.app.camera;
        for (const key of this.held) {
            camera.move(MOVES[key][0] * ms * MOVE_SPEED * camera.zoom, MOVES[key][1] * ms * MOVE_SPEED * camera.zoom);
            this.app.touch();
        }
    }
}
