// SPDX-License-Identifier: MIT
//
// Plays a recording: has its time, the players at that time, and everything that was read of it so
// far.
//
// One instance of the module plays, and a worker reads the whole recording at the same time. A seek
// goes to the nearest access point that the worker has sent, and reads from there.
//
//     static async open({name, blob, map, at})   ready when the snapshot of tick `at` is there, else the first one
//     format, info, first, last, known, done, time, speed, playing, facts, sessions, damage, core
//     play(), pause(), step(ticks), async seek(tick), advance(ms), players(), ghosts(), track(session)
//     async cut(from, to)                    a Blob: the bytes of `teetape cut`
//     async mapBlob()                        the map that the user gave or the demo has; else null
//     close()                                ends the worker
//     events: progress, facts, end, damage, seek, state

import {Core, END, FORMATS, HEADER, MORE, OK, PAUSE, PIECE, Slice, Source} from './core.js';
import {wasmModule} from './files.js';
import {POINTS_ROOM, workerProgram} from './worker.js';

// Numbers that play_players of play.c writes for a player.
const ROW = 21;
const TICKS_PER_MS = 0.05;
// A seek starts this many ticks before its target, so that there is a snapshot before the target.
const LEAD = 2;

// Ticks for which chat and kill messages are shown. A seek starts that long before its target if
// this is at most TALK_BYTES of the recording, which take about 30 ms to read.
const TALK = 800, TALK_BYTES = {demo: 144 << 10, teehistorian: 24 << 10};

// Multiples of TALK_BYTES that are read before the page may paint. A seek that reads messages fits
// in one slice.
const READ_SLICE = 2;

// The search for the first tee covers FIND_BYTES in steps of FIND_TICKS, and the page may paint
// after FIND_SLICE ticks.
const FIND_BYTES = 16 << 20, FIND_TICKS = 10, FIND_SLICE = 1000;

// Recordings up to this size stay in memory, so that a seek in them never waits.
const KEPT = 16 << 20;

// Facts from the worker after which the page may paint. Ten positions cost as much as a fact.
const ITEMS_A_SLICE = 2000;

// Most positions of all sessions together. Beyond that, every second position is dropped.
const PLACES_MOST = 1 << 20;

// The positions of a session, four numbers each (tick, x, y, begins).
class Way {
    constructor() {
        this.numbers = new Int32Array(64);
        this.count = 0;
        this.passed = 0;
        this.begins = 0;
        this.changes = 0;
    }

    // Keeps every `step`th position from `from` on, with the mark of an interruption. Returns how
    // many were kept.
    take(places, from, step) {
        this.begins |= places[from + 3];
        if (this.passed++ % step !== 0)
            return 0;
        if (4 * this.count === this.numbers.length) {
            const more = new Int32Array(2 * this.numbers.length);
            more.set(this.numbers);
            this.numbers = more;
        }
        const to = 4 * this.count++;
        for (let i = 0; i < 3; i++)
            this.numbers[to + i] = places[from + i];
        this.numbers[to + 3] = this.begins;
        this.begins = 0;
        this.changes++;
        return 1;
    }

    thin() {
        const kept = new Way();
        for (let i = 0; i < this.count; i++)
            kept.take(this.numbers, 4 * i, 2);
        Object.assign(this, {numbers: kept.numbers, count: kept.count, begins: this.begins | kept.begins});
        this.changes++;
        return this.count;
    }

    track() {
        const {numbers, count} = this, of = (kind, which) => kind.from({length: count}, (_, i) => numbers[4 * i + which]);
        return {ticks: of(Int32Array, 0), x: of(Float32Array, 1), y: of(Float32Array, 2), begins: of(Uint8Array, 3)};
    }
}

export class Player extends EventTarget {
    static async open(source) {
        const player = new Player(source), {at = null} = source;
        await player.start();
        if (at !== null) {
            await player.seek(at); // the page was made for a player, and this is the moment
            player.begin = player.time;
        }
        player.scan();
        return player;
    }

    constructor(source) {
        super();
        Object.assign(this, {
            source, name: source.name, format: 'unknown', info: {}, first: 0, last: 0, known: -1, done: false,
            time: 0, speed: 1, playing: false, facts: [], sessions: [], damage: source.damage || null, atEnd: false,
        });
        this.core = new Core(wasmModule());
        if (source.showsSecrets)
            this.core.call.core_show_secrets();
        for (const input of source.late || [])
            this.core.call.play_late(...input.split(':').map(Number));
        for (const bytes of source.ghosts || [])
            this.core.call.ghost_add(this.core.put(bytes), bytes.length);
        this.reader = new Source(source.blob);
        this.sessionBy = new Map();
        this.sessionsOf = new Map(); // sessions by client id, in order of time
        this.namesOf = new Map(); // joins and names of each session, in order of time
        this.inbox = []; // messages of the worker that wait to be handled
        this.ways = new Map();
        this.placeCount = 0;
        this.placeStep = 1;
        this.placesMost = PLACES_MOST;
        this.points = [];
        this.seeking = null;
        this.running = false;
    }

    emit(type, detail) {
        this.dispatchEvent(new CustomEvent(type, {detail}));
    }

    async start() {
        this.restart();
        await this.reader.load(PIECE); // the first picture need not wait for a whole slice
        await this.runTo(-1);
        this.reader.most = KEPT;
        const tick = this.core.call.play_tick();
        if (tick < 0)
            throw new Error(this.damage ? this.damage.text : 'this recording has nothing to be seen');
        this.first = this.core.call.core_first_tick();
        this.time = this.begin = Math.max(await this.findTee(tick), this.first);
        this.last = Math.max(this.core.call.core_last_tick(), this.estimate());
    }

    // Finds the first tick with a tee, because a server may be empty for hours. Without one in
    // FIND_BYTES, starts again at `tick`.
    async findTee(tick) {
        const call = this.core.call, slice = new Slice(FIND_SLICE);
        for (let at = tick; !this.atEnd && this.reader.at < FIND_BYTES; at += FIND_TICKS) {
            await this.runTo(at);
            if (call.stage_view_cid(call.play_tick()) >= 0)
                return call.play_tick();
            if (slice.isFull(FIND_TICKS))
                await slice.next();
        }
        this.restart();
        await this.runTo(-1);
        return tick;
    }

    // Takes the length from a demo's header until the worker knows the real one.
    estimate() {
        return this.first + (this.info.seconds || 0) * 50;
    }

    restart() {
        this.core.call.core_open();
        this.core.call.play_open();
        this.reader.seek(0);
        this.atEnd = false;
    }

    takeHeader() {
        const call = this.core.call;
        this.info = this.core.takeInfo();
        this.format = this.info.format;
        this.headerSize = call.core_offset();
        const skipped = call.core_skip_map();
        if (skipped > 0)
            this.reader.seek(this.reader.at + skipped);
    }

    // Reads until there is a snapshot of `tick` or later, without waiting for the file. Returns the
    // status that stopped it: OK, END, an error, MORE when a slice has to be loaded, or PAUSE when
    // a slice of work is full.
    runHere(tick) {
        const call = this.core.call, most = TALK_BYTES[this.format] || TALK_BYTES.demo;
        const slice = new Slice(READ_SLICE * most);
        for (let fed = 0; ; fed = most) {
            const status = call.play_run(tick < 0 ? 0 : tick);
            if (status === HEADER)
                this.takeHeader();
            else if (status === PAUSE || (status === MORE && slice.isFull(fed)))
                return PAUSE;
            else if (status !== MORE || !this.reader.feed(this.core, undefined, undefined, most))
                return this.stopped(status);
        }
    }

    stopped(status) {
        this.atEnd = status === END || status < 0;
        if (status < 0 && this.damage === null)
            this.setDamage(this.core.error());
        return status;
    }

    setDamage(error) {
        this.damage = {offset: error.offset, tick: this.core.call.play_tick(), text: error.text};
        this.emit('damage', this.damage);
    }

    async runTo(tick) {
        for (let status; (status = this.runHere(tick)) === MORE || status === PAUSE;)
            await (status === MORE ? this.reader.load() : new Slice(1).next());
    }

    play() {
        if (this.playing)
            return;
        this.playing = true;
        this.emit('state');
    }

    pause() {
        if (!this.playing)
            return;
        this.playing = false;
        this.emit('state');
    }

    // Called for each frame: advances the time as far as the recording has been read.
    advance(ms) {
        if (!this.playing || this.seeking !== null || this.running)
            return;
        const to = this.time + ms * this.speed * TICKS_PER_MS;
        const status = this.runHere(Math.ceil(to));
        if (status === MORE) {
            this.running = true; // the next frames wait until the read has ended
            this.reader.load().finally(() => { this.running = false; });
            return;
        }
        if (status === PAUSE)
            return; // the next frame continues
        this.time = this.atEnd ? Math.min(to, Math.max(this.core.call.play_tick(), this.first)) : to;
        if (this.atEnd && to >= this.core.call.play_tick()) {
            this.pause();
            this.emit('end');
        }
    }

    step(ticks) {
        this.pause();
        return this.seek(Math.round(this.time) + ticks);
    }

    // Runs one seek at a time. Among seeks that are requested during a seek, only the last one
    // runs.
    async seek(tick) {
        const wanted = Math.min(Math.max(Number(tick) || 0, this.first), this.end());
        this.wanted = wanted;
        if (this.seeking === null)
            this.seeking = this.seekAll().finally(() => { this.seeking = null; });
        await this.seeking;
    }

    // Computes the moment again, because the map has become another one: what a tee did since the
    // tick of its place depends on it.
    again() {
        this.isStale = true;
        return this.seek(this.seeking !== null ? this.wanted : this.time);
    }

    end() {
        return this.done || this.atEnd ? Math.max(this.last, this.first) : Infinity;
    }

    // Returns true for a tick after the end of the recording.
    hasEndedBefore(tick) {
        return tick > Math.max(this.time, this.core.call.core_last_tick());
    }

    async seekAll() {
        let target = null;
        while (this.running)
            await new Promise((resolve) => setTimeout(resolve, 1));
        while (target !== this.wanted || this.isStale) {
            target = this.wanted;
            await this.seekTo(target);
        }
        this.emit('seek', this.time);
    }

    async seekTo(target) {
        const tick = Math.ceil(target), call = this.core.call;
        const near = this.pointBefore(tick - LEAD), now = call.play_tick();
        const isHere = call.play_before() < target || now === target; // the keys shown are those of `now`
        const isAhead = !this.isStale && isHere && (near < 0 || this.points[near].tick <= now);
        this.isStale = false;
        if (!isAhead || (this.atEnd && now > tick))
            await this.goTo(this.pointOfTalk(near, tick));
        await this.runTo(tick);
        this.time = this.atEnd ? Math.min(target, Math.max(call.play_tick(), this.first)) : target;
    }

    // Returns the number of the last access point at or before a tick, or -1.
    pointBefore(tick) {
        let low = 0, high = this.points.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.points[middle].tick <= tick)
                low = middle + 1;
            else
                high = middle;
        }
        return low - 1;
    }

    // Returns an access point before `number` if the messages before `tick` can be read fast from
    // there.
    pointOfTalk(number, tick) {
        const {mapOffset = 0, mapSize = 0} = this.info, start = Math.max(this.headerSize, mapOffset + mapSize);
        const offset = (i) => i < 0 ? start : this.points[i].offset;
        const most = offset(number) - TALK_BYTES[this.format];
        while (number >= 0 && this.points[number].tick > tick - TALK && offset(number - 1) >= most)
            number--;
        return number < 0 ? null : this.points[number];
    }

    async goTo(point) {
        const core = this.core;
        if (point === null)
            return this.restart();
        await this.putHeader();
        core.bytes(core.call.core_state(), point.state.length).set(point.state);
        if (core.call.core_resume(this.headerSize, point.state.length) !== OK || core.call.play_resumed(0) !== 1)
            return this.restart();
        this.atEnd = false;
        this.reader.seek(point.offset);
        if (this.reader.peek() === null)
            await this.reader.load(PIECE);
    }

    async putHeader() {
        if (this.hasHeader)
            return;
        const bytes = new Uint8Array(await this.source.blob.slice(0, this.headerSize).arrayBuffer());
        this.core.bytes(this.core.call.core_header(), bytes.length).set(bytes);
        this.hasHeader = true;
    }

    view() {
        return this.core.call.stage_view_cid(this.time);
    }

    players() {
        const core = this.core, count = core.call.play_players(this.time);
        const rows = core.doubles(core.call.play_rows(), ROW * count), list = [];
        for (let i = 0; i < count; i++)
            list.push(this.playerOf(rows.subarray(ROW * i, ROW * (i + 1))));
        return list;
    }

    playerOf(row) {
        const [cid, session, team, alive, x, y, vx, vy, angle, weapon, isLocal, hasInput] = row;
        const [direction, jump, hook, fire, targetX, targetY, name, clan, isOutOfSight] = row.subarray(12);
        const isAlive = alive === 1;
        return {
            cid, session, name: this.core.text(name), clan: this.core.text(clan),
            country: this.core.call.play_country(cid), team, alive: isAlive,
            x: isAlive ? x : null, y: isAlive ? y : null, vx, vy,
            angle: hasInput ? Math.atan2(targetY, targetX) : angle, weapon, isLocal: isLocal === 1, isOutOfSight: isOutOfSight === 1,
            input: {direction, jump: jump === 1, hook: hook === 1, fire: fire === 1, targetX, targetY},
        };
    }

    // Returns the ghosts at the present time. `ticks` is the time of the run. `gap` is the number of ticks by which
    // the ghost came later, or null.
    ghosts() {
        const core = this.core, list = [];
        for (let i = 0, count = core.call.ghost_rows(this.time); i < count; i++) {
            const [name, ticks, x, y, hasGap, gap] = core.doubles(core.call.ghost_row(i), 6);
            list.push({name: core.text(name), ticks, x, y, gap: hasGap === 1 ? gap : null});
        }
        return list;
    }

    async scan() {
        const map = this.format === 'demo' ? await this.mapBlob() : null;
        const program = URL.createObjectURL(new Blob([workerProgram()], {type: 'text/javascript'}));
        this.worker = new Worker(program);
        URL.revokeObjectURL(program);
        this.worker.onmessage = (event) => this.take(event.data);
        this.worker.onerror = (event) => this.scanFailed(event.message || 'the worker does not start');
        this.worker.postMessage({module: wasmModule(), blob: this.source.blob, map,
            showsSecrets: this.source.showsSecrets});
    }

    scanFailed(text) {
        this.done = true;
        this.damage = this.damage || {offset: 0, tick: this.known, text};
        this.emit('damage', this.damage);
    }

    take(message) {
        if (message.failed)
            return this.scanFailed(message.failed);
        this.inbox.push(message);
        if (this.inbox.length === 1)
            this.drain();
    }

    // Handles messages in order and in slices, because a message may have all results of 100 ms of
    // the worker.
    async drain() {
        const slice = new Slice(ITEMS_A_SLICE);
        for (; this.inbox.length > 0 && !this.isClosed; this.inbox.shift()) {
            const [message] = this.inbox;
            for (const piece of message.facts)
                await this.takeFacts(piece, slice);
            for (const places of message.places)
                await this.takePlaces(places, slice);
            this.takeState(message);
            await slice.next();
        }
    }

    takeState(message) {
        this.points = this.points.concat(message.points);
        this.thinPoints();
        this.known = message.known;
        this.last = message.done ? message.last : Math.max(this.last, message.last);
        this.done = message.done;
        this.read = message.read;
        if (message.damage && this.damage === null) {
            this.damage = {offset: message.damage.offset, tick: message.known, text: message.damage.text};
            this.emit('damage', this.damage);
        }
        if (message.done) {
            this.endWorker();
            this.keep();
        }
        this.emit('progress', {known: this.known, done: this.done});
    }

    // Loads a small recording into memory after the worker has ended. The next seek reports a file
    // that cannot be read.
    keep() {
        if (this.source.blob.size <= KEPT)
            this.reader.load().catch(() => {});
    }

    // Drops every second access point when there are too many. Every seek then reads a little more.
    thinPoints() {
        let room = this.points.reduce((sum, point) => sum + point.state.length, 0);
        while (room > POINTS_ROOM && this.points.length > 2) {
            this.points = this.points.filter((point, i) => i % 2 === 0);
            room = this.points.reduce((sum, point) => sum + point.state.length, 0);
        }
    }

    async takeFacts(piece, slice) {
        let added = [];
        for (const line of this.core.decoder.decode(piece).split('\n')) {
            if (line !== '')
                added.push(JSON.parse(line));
            if (slice.isFull(1)) {
                this.addFacts(added);
                added = [];
                await slice.next();
            }
        }
        this.addFacts(added);
    }

    addFacts(added) {
        added.forEach((fact) => this.takeFact(fact));
        if (added.length > 0)
            this.emit('facts', added);
    }

    takeFact(fact) {
        const session = this.sessionBy.get(fact.session);
        this.facts.push(fact);
        if (fact.kind === 'join' && session === undefined) {
            const begun = {session: fact.session, cid: fact.cid, name: fact.name, from: fact.tick, to: null};
            this.sessionBy.set(fact.session, begun);
            this.sessions.push(begun);
            this.namesOf.set(fact.session, [fact]);
            const same = this.sessionsOf.get(fact.cid) || [];
            same.push(begun);
            this.sessionsOf.set(fact.cid, same);
        } else if (session !== undefined && fact.kind === 'name') {
            session.name = fact.name;
            this.namesOf.get(fact.session).push(fact);
        } else if (session !== undefined && fact.kind === 'leave')
            session.to = fact.tick;
    }

    async takePlaces(places, slice) {
        for (let i = 0; i < places.length; i += 5) {
            if (slice.isFull(0.1))
                await slice.next();
            let way = this.ways.get(places[i]);
            if (way === undefined)
                this.ways.set(places[i], way = new Way());
            this.placeCount += way.take(places, i + 1, this.placeStep);
        }
        if (this.placeCount > this.placesMost)
            await this.thinWays(slice);
    }

    // Drops every second position of each session. Sessions with one position keep it: if they
    // alone filled the room, each new piece would thin all sessions again.
    async thinWays(slice) {
        let count = 0;
        this.placeStep *= 2;
        for (const way of this.ways.values()) {
            if (slice.isFull(0.1 + way.count / 1000))
                await slice.next();
            count += way.thin();
        }
        this.placeCount = count;
        this.placesMost = Math.max(PLACES_MOST, 2 * count);
    }

    // Returns the positions of a session so far. `begins` is 1 when no line connects a position to
    // the previous one.
    track(session) {
        return (this.ways.get(session) || new Way()).track();
    }

    // Returns the session of a client id at a tick, or undefined. Sessions of a client id never
    // overlap.
    sessionAt(cid, tick) {
        const all = this.sessionsOf.get(cid) || [];
        let low = 0, high = all.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (all[middle].from <= tick)
                low = middle + 1;
            else
                high = middle;
        }
        const one = all[low - 1];
        return one && (one.to === null || one.to >= tick) ? one : undefined;
    }

    close() {
        this.isClosed = true;
        this.endWorker();
    }

    endWorker() {
        if (this.worker)
            this.worker.terminate();
        this.worker = null;
    }

    async mapBlob() {
        if (this.source.map)
            return this.source.map;
        const {mapOffset, mapSize} = this.info;
        return mapSize > 0 ? this.source.blob.slice(mapOffset, mapOffset + mapSize) : null;
    }

    cut(from, to) {
        return cutRecording(this.source.blob, this.format, Math.floor(from), Math.floor(to));
    }
}

// Cuts the part [from, to) in an instance of its own, which is dropped afterwards.
async function cutRecording(blob, format, from, to) {
    const core = new Core(wasmModule()), call = core.call, source = new Source(blob), parts = [];
    const say = (status) => new Error(core.text(call.core_status_text(status)));
    let status = call.cut_open(FORMATS.indexOf(format), from, to);
    if (status < 0)
        throw say(status);
    do {
        if (source.peek() === null)
            await source.load();
        source.feed(core, call.cut_piece(), (size) => { status = call.cut_run(size); });
        parts.push(core.takeOutput());
    } while (status === MORE);
    status = call.cut_finish();
    if (status < 0)
        throw say(status);
    parts.push(core.takeOutput());
    const size = call.cut_patch_size(), whole = new Blob(parts);
    return size > 0 ? new Blob([core.bytes(call.cut_patch(), size).slice(), whole.slice(size)]) : whole;
}
