// SPDX-License-Identifier: MIT
//
// The page as a whole: the shown recording, its painter, the controls, and the frames that update
// them.

import {Player} from './player.js';
import {Camera} from './ui_camera.js';
import {Cut} from './ui_cut.js';
import {announce, byId, isolated, plainText, press, sentenceOf, setText, sizeCanvas, toast} from './ui_dom.js';
import {Events} from './ui_events.js';
import {firstAfter, lineOf} from './ui_facts.js';
import {Keys} from './ui_keys.js';
import {Files} from './ui_open.js';
import {Over} from './ui_over.js';
import {makePainter} from './ui_plain.js';
import {Players} from './ui_players.js';
import {Pointer} from './ui_pointer.js';
import {Search} from './ui_search.js';
import {Settings, Theme} from './ui_settings.js';
import {Share} from './ui_share.js';
import {Show} from './ui_show.js';
import {Tabs} from './ui_tabs.js';
import {startText, tickText} from './ui_time.js';
import {Timeline} from './ui_timeline.js';
import {Transport} from './ui_transport.js';

// Milliseconds between updates of slow controls, and the most that a frame advances the time.
const SLOW_MS = 200, FRAME_MOST_MS = 100;

export class App {
    constructor() {
        this.given = this.givenTitle();
        this.settings = new Settings();
        this.player = null;
        this.players = [];
        this.painter = makePainter(byId('view'));
        this.camera = new Camera(byId('view'));
        this.show = new Show(this);
        this.cut = new Cut(this);
        this.search = new Search(this);
        this.events = new Events(this);
        this.list = new Players(this);
        this.tabs = new Tabs(this);
        this.transport = new Transport(this);
        this.timeline = new Timeline(this);
        this.over = new Over(this);
        this.share = new Share(this);
        this.files = new Files(this);
        this.keys = new Keys(this);
        this.pointer = new Pointer(this);
        this.theme = new Theme(this.settings, () => this.timeline.themed());
        this.tabs.chosen = 'players';
        this.buttons();
        new ResizeObserver(() => this.touch()).observe(byId('view'));
        // the painter has already made its WebGL objects anew
        byId('view').addEventListener('webglcontextrestored', () => this.touch());
    }

    // Returns the title that --title has set, or ''.
    givenTitle() {
        const made = [...document.querySelectorAll('[data-title]')].map((one) => one.dataset.title);
        return ['teetape', ...made].includes(document.title) ? '' : document.title;
    }

    buttons() {
        press('zoom-in', () => this.zoomBy(1 / 1.25));
        press('zoom-out', () => this.zoomBy(1.25));
        press('zoom-reset', () => this.zoomTo(1));
    }

    async open(source) {
        this.busy('Opening ' + plainText(source.name));
        try {
            const player = await Player.open(source), old = this.player;
            try {
                await this.painter.setRecording(player);
            } catch (error) {
                toast('Not all of the picture can be painted: ' + sentenceOf(error), true);
            }
            await player.again();
            if (old !== null) {
                old.pause();
                old.close();
            }
            this.opened(player);
        } finally {
            this.busy('');
        }
    }

    opened(player) {
        const asked = byId('empty').contains(document.activeElement);
        this.player = player;
        byId('app').classList.remove('is-empty');
        byId('app').classList.toggle('has-ghosts', player.ghosts().length > 0);
        this.camera.reset();
        this.players = player.players();
        this.players.filter((tee) => tee.cid === player.source.cid).forEach((tee) => this.camera.follow(tee));
        this.events.reset();
        this.listen(player);
        this.timeline.tip.reset();
        for (const part of [this.cut, this.list, this.over, this.transport])
            part.opened(player);
        this.title();
        this.damaged();
        this.timeline.next = null;
        this.events.take();
        this.timeline.collect();
        this.hasFacts = true;
        this.artText();
        window.teetape.show(player);
        this.now();
        announce(`${plainText(player.name)} is open`);
        if (asked)
            byId('view').focus(); // the button that asked for a file is gone
    }

    listen(player) {
        const on = (type, work) => player.addEventListener(type, (event) => player === this.player && work(event));
        on('state', () => this.transport.state());
        on('seek', () => this.sought());
        on('damage', () => this.damaged());
        on('end', () => announce('The end'));
        on('end', () => this.cut.ended());
        on('facts', () => { this.hasFacts = true; });
        on('progress', () => { this.hasFacts = true; });
    }

    // A seek ends when its state is read. The next frame paints it.
    sought() {
        this.players = this.player.players();
        this.touch();
    }

    // The heading is the title of the page, or that of the recording, or else the name of the file.
    title() {
        const {name, info, format, source} = this.player, alone = this.files.list.length < 2;
        const heading = (alone && this.given) || source.title || name;
        const kind = format === 'demo' && /\.teehistorian(\.[a-z]+)?$/i.test(name) ? 'demo of a teehistorian file' : format;
        const more = [kind, source.title === heading ? '' : info.map, startText(this.player), name === heading ? '' : name];
        setText(byId('title-name'), plainText(heading));
        setText(byId('title-more'), more.filter(Boolean).map(isolated).join(' · '));
        document.title = heading === name ? `${plainText(name)} – ${this.given || 'teetape'}` : plainText(heading);
    }

    damaged() {
        const {damage} = this.player, box = byId('damage');
        box.hidden = damage === null;
        if (damage !== null)
            setText(box, `Damaged at byte ${damage.offset}` + (damage.tick >= 0
                ? `, ${tickText(this.player, damage.tick)}${damage.goesOn ? '' : ': it plays up to there'}. ` : '. ') + sentenceOf(damage.text));
    }

    async setMap(map) {
        this.player.source.map = map;
        this.timeline.tip.reset();
        await this.painter.setRecording(this.player);
        await this.player.again();
        const {note} = this.painter;
        toast(note ? `${isolated(map.name)}: ${note}` : `The map is ${isolated(map.name)}`, note !== '');
        this.artText();
        this.touch();
    }

    // Uses the images inside of the page, before a recording is open.
    async useArt(files) {
        await this.painter.setData(files);
        this.dataFiles = files;
        this.hasArt = true;
    }

    async setData(files) {
        this.hasArt = false;
        this.busy('Reading images');
        try {
            await this.painter.setData(files);
            this.dataFiles = files;
            this.timeline.tip.reset();
        } catch (error) {
            toast('The folder is of no use: ' + sentenceOf(error), true);
        }
        this.busy('');
        this.artText();
        this.touch();
    }

    artText() {
        const what = this.painter.isPlain ? 'Without WebGL2 there are only dots.'
            : this.painter.note || (this.painter.bounds() ? 'The map is there.'
                : 'There is no map: load it to see it.');
        setText(byId('art-text'), what +
            (this.dataFiles ? ` ${this.dataFiles.length} files of the game’s data.` : '') +
            (this.hasArt ? ' They are by the authors of Teeworlds and DDNet, under CC BY-SA 3.0.' : ''));
        setText(byId('note'), 'The picture needs WebGL2, which this browser does not give.');
        byId('note').hidden = !this.painter.isPlain;
    }

    busy(text) {
        setText(byId('busy-text'), text);
        byId('busy').hidden = text === '';
    }

    touch() {
        this.isTouched = true;
    }

    async togglePlay() {
        const player = this.player;
        if (player.playing)
            return player.pause();
        if (player.atEnd && player.time >= player.last)
            await this.seek(player.first);
        player.play();
    }

    seek(tick) {
        return this.player.seek(tick);
    }

    seekPart(part) {
        const {first, last} = this.player;
        return this.seek(Math.round(first + part * (last - first)));
    }

    jump(ticks) {
        return this.seek(this.player.time + ticks);
    }

    step(ticks) {
        return this.player.step(ticks);
    }

    // Jumps to the next or previous event. One that is nearer than 10 ticks counts as the current
    // one.
    jumpFact(way) {
        const {rows} = this.events, {time} = this.player;
        const at = way > 0 ? firstAfter(rows, time) : firstAfter(rows, time - 10) - 1;
        if (rows[at])
            this.showFact(rows[at]);
    }

    async showFact(fact) {
        await this.seek(fact.tick);
        const tee = this.players.find((one) => one.session === fact.session && one.alive);
        if (tee && fact.session >= 0)
            this.follow(tee);
        const line = lineOf(fact, this.player);
        announce(`${tickText(this.player, fact.tick)} ${plainText(line.who)} ${plainText(line.text)}`);
    }

    follow(tee) {
        this.camera.follow(tee);
        announce('Following ' + plainText(tee.name));
        this.cameraChosen();
    }

    followNext(way) {
        this.camera.followNext(this.players, way);
        this.cameraChosen();
    }

    async followAt(session) {
        this.camera.follow(session);
        await this.seek(Math.max(session.from, this.player.first) + 1);
    }

    cameraChosen() {
        this.now();
        this.list.refresh();
    }

    freeCamera() {
        this.camera.free();
        announce('Free camera');
        this.cameraChosen();
    }

    zoomBy(factor) {
        this.camera.zoomBy(factor);
        this.touch();
    }

    zoomTo(zoom) {
        this.camera.zoom = zoom;
        this.touch();
    }

    toggleBars() {
        byId('app').classList.toggle('no-bars');
    }

    async pictureBlob() {
        this.paint(); // the canvas keeps its picture only until the frame ends
        return this.painter.toBlob();
    }

    start() {
        let last = performance.now();
        const frame = (time) => {
            requestAnimationFrame(frame);
            const ms = Math.min(Math.max(time - last, 0), FRAME_MOST_MS);
            last = time;
            if (this.player !== null)
                this.frame(ms, time);
        };
        requestAnimationFrame(frame);
    }

    frame(ms, time) {
        const before = this.player.time;
        this.player.advance(ms);
        this.cut.frame(before);
        this.keys.move(ms);
        if (this.player.time !== before || this.isTouched)
            this.now();
        if (time - (this.slowAt || 0) > SLOW_MS) {
            this.slowAt = time;
            this.slow();
        }
    }

    // The state or its display has changed. While a seek reads, the previous picture remains.
    now() {
        this.isTouched = false;
        this.players = this.player.players();
        this.camera.update(this.players, this.player.view());
        this.paint();
        this.over.frame();
        this.timeline.frame();
        this.transport.frame();
        setText(byId('zoom-reset'), (1 / this.camera.zoom).toFixed(this.camera.zoom > 1 ? 2 : 1) + '×');
    }

    paint() {
        sizeCanvas(byId('view'));
        this.painter.paint(this.player, this.camera, this.show.options());
    }

    slow() {
        if (this.hasFacts) {
            this.hasFacts = [this.events.take(), this.timeline.collect(), this.list.look()].includes(true);
            this.transport.frame();
            this.cut.show();
            this.search.count();
        }
        this.events.frame();
        this.refreshPanel();
    }

    refreshPanel() {
        if (this.player === null)
            return;
        this.list.refresh();
        if (this.tabs.chosen === 'events')
            this.events.paint();
    }
}
