// SPDX-License-Identifier: MIT
//
// The part of the recording that the user plays in a loop and saves.

import {announce, byId, plainText, press, saveBlob, sentenceOf, setAttribute, setText, toast} from './ui_dom.js';
import {clockText, parsePlace, tickText} from './ui_time.js';

export class Cut {
    constructor(app) {
        this.app = app;
        this.from = null;
        this.to = null;
        this.isSaving = false;
        for (const end of ['from', 'to']) {
            byId('cut-' + end).addEventListener('change', () => this.typed(end));
            press(`cut-${end}-now`, () => this.setHere(end));
        }
        press('cut-save', () => this.save());
        press('cut-clear', () => this.opened());
        press('cut-open', () => app.tabs.choose('cut', true));
    }

    opened() {
        this.mark(null, null, false);
    }

    // Takes the part of a link. Playing stops at the end of the part, unless it repeats. The last
    // tick of the recording may be unknown yet.
    mark(from, to, repeats) {
        this.from = from;
        this.to = to;
        this.stop = repeats ? null : to;
        byId('cut-repeat').checked = repeats;
        this.show();
    }

    get isChosen() {
        return this.from !== null || this.to !== null;
    }

    get repeats() {
        return byId('cut-repeat').checked;
    }

    setHere(end) {
        this.set(end, Math.floor(this.app.player.time));
        toast(this.problem() || (end === 'from' ? 'The part begins here' : 'The part ends here'), this.problem() !== '');
        this.app.tabs.choose('cut');
    }

    set(end, tick) {
        const {first, last} = this.app.player;
        this[end] = tick === null ? null : Math.min(Math.max(tick, first), last);
        this.stop = null;
        this.show();
    }

    typed(end) {
        const text = byId('cut-' + end).value, tick = parsePlace(text, this.app.player);
        if (text.trim() !== '' && tick === null)
            toast('A place is a time such as 1:02.5, or a tick such as 1500', true);
        this.set(end, text.trim() === '' ? null : tick);
    }

    // Returns the range [from, to), where an empty field means that end of the recording.
    range() {
        const {first, last} = this.app.player;
        return [this.from === null ? first : this.from, this.to === null ? last + 1 : this.to];
    }

    // Returns why there is no part, or ''. A bad input remains, so that the user can change the
    // other end.
    problem() {
        const [from, to] = this.range();
        return from > to ? 'From is after To' : from === to ? 'The part is empty: it ends where it begins' : '';
    }

    show() {
        const player = this.app.player;
        for (const end of ['from', 'to'])
            byId('cut-' + end).value = this[end] === null ? '' : tickText(player, this[end], 2);
        byId('cut-from').placeholder = player ? tickText(player, player.first) : '';
        byId('cut-to').placeholder = player ? tickText(player, player.last) : '';
        if (player !== null) {
            const [from, to] = this.range();
            setText(byId('cut-length'), this.problem() ||
                `${clockText(to - from, 2)} long: ticks ${from} to ${to - 1}`);
            this.enable();
        }
        this.app.touch();
    }

    // The button is never disabled, because that would take the focus away from it.
    enable() {
        setAttribute(byId('cut-save'), 'aria-disabled', this.isSaving || this.problem() !== '');
    }

    // Called for each frame: jumps back to the begin of a part that repeats, or stops at the end of one that a link has.
    frame(before) {
        const {player} = this.app, {time} = player, [from, to] = this.range();
        if (this.stop !== null && before < this.stop && time >= this.stop && player.playing) {
            player.pause();
            this.app.seek(this.stop);
        } else if (this.repeats && player.playing && this.problem() === '' && (time >= to || time < from))
            this.app.seek(from);
    }

    // Plays a part again that lasts to the end of the recording.
    async ended() {
        const [from, to] = this.range(), {player} = this.app;
        if (!this.repeats || to < player.last || this.problem() !== '')
            return;
        await this.app.seek(from);
        player.play();
    }

    // Returns the name of the file: `game.demo` becomes `game_1500-3000.demo`.
    fileName(from, to) {
        const {name, format} = this.app.player, ending = format === 'demo' ? '.demo' : '.teehistorian';
        const stem = name.replace(/^.*[\\/]/, '').replace(/\.(demo|teehistorian)$/i, '');
        return `${plainText(stem).replace(/[<>:"|?*]/g, '_') || 'part'}_${from}-${to}${ending}`;
    }

    async save() {
        const player = this.app.player, [from, to] = this.range();
        if (byId('cut-save').ariaDisabled === 'true')
            return;
        this.isSaving = true;
        this.enable();
        announce('Cutting');
        try {
            saveBlob(await player.cut(from, to), this.fileName(from, to));
            toast('The part is saved');
        } catch (error) {
            toast('The part is not saved: ' + sentenceOf(error), true);
        }
        this.isSaving = false;
        this.enable();
    }
}
