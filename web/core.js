// SPDX-License-Identifier: MIT
//
// An instance of the module with its memory, and the source of the pieces that it reads.

// Results of the calls that read.
export const OK = 0, MORE = 1, END = 2, HEADER = 1000, PAUSE = 1001;
// PIECE is CORE_PIECE. A read of the file takes about a millisecond, so each one reads SLICE bytes.
export const PIECE = 1 << 20, SLICE = 4 << 20;
export const FORMATS = ['unknown', 'teehistorian', 'demo'];

export class Core {
    constructor(module) {
        this.call = new WebAssembly.Instance(module).exports;
        this.decoder = new TextDecoder();
    }

    // Views are made for each call, because growing the memory detaches older ones. Addresses above
    // 2 GiB arrive as negative numbers.
    bytes(at, size) {
        return new Uint8Array(this.call.memory.buffer, at >>> 0, size);
    }

    doubles(at, count) {
        return new Float64Array(this.call.memory.buffer, at >>> 0, count);
    }

    ints(at, count) {
        return new Int32Array(this.call.memory.buffer, at >>> 0, count);
    }

    text(at) {
        const all = new Uint8Array(this.call.memory.buffer, at >>> 0);
        return this.decoder.decode(all.subarray(0, all.indexOf(0)));
    }

    // Copies bytes into memory that is never freed. Returns 0 without memory.
    put(bytes) {
        const at = this.call.core_alloc(bytes.length);
        if (at !== 0)
            this.bytes(at, bytes.length).set(bytes);
        return at;
    }

    // Returns a copy of the output and empties it.
    takeOutput() {
        const size = this.call.core_out_take();
        return this.bytes(this.call.core_out_bytes(), size).slice();
    }

    takeInfo() {
        return this.call.core_info() === 0 ? JSON.parse(this.decoder.decode(this.takeOutput())) : {};
    }

    error() {
        const what = this.text(this.call.core_error());
        const [status, offset] = this.doubles(this.call.core_words(), 2);
        return {status, offset, text: what};
    }
}

// A slice of work on the main thread: after `most` units, which take 10 to 50 ms, the page may
// paint.
export class Slice {
    static longest = 0; // the longest slice so far as a fraction of `most`, for the tests
    constructor(most) {
        this.most = most;
        this.done = 0;
    }

    // Counts `units` of work. Returns true when a pause is due.
    isFull(units) {
        this.done += units;
        Slice.longest = Math.max(Slice.longest, this.done / this.most);
        return this.done >= this.most;
    }

    async next() {
        this.done = 0;
        await new Promise((resolve) => setTimeout(resolve));
    }
}

// Reads a Blob forward from any offset, and keeps one slice of it. A Blob of at most `most` bytes
// is a single slice, so that a seek in it never waits for the browser.
export class Source {
    constructor(blob, most = 0) {
        this.blob = blob;
        this.most = most;
        this.at = 0;
        this.begin = 0;
        this.slice = new Uint8Array(0);
    }

    seek(offset) {
        this.at = offset;
    }

    // Returns the next bytes if they are in memory, else null. Empty at the end.
    peek() {
        const from = this.at - this.begin;
        if (this.at >= this.blob.size)
            return new Uint8Array(0);
        return from >= 0 && from < this.slice.length ? this.slice.subarray(from, from + PIECE) : null;
    }

    // Reads the next `size` bytes. A Blob of one slice is read completely, once.
    async load(size = SLICE) {
        const isAll = this.blob.size <= this.most, begin = isAll ? 0 : this.at;
        if (isAll)
            this.all = this.all || this.blob.arrayBuffer();
        const slice = new Uint8Array(await (isAll ? this.all : this.blob.slice(begin, begin + size).arrayBuffer()));
        this.begin = begin;
        this.slice = slice;
    }

    // Feeds the next piece to an instance. Returns false when a slice has to be loaded first.
    feed(core, where = core.call.core_piece(), say = core.call.core_feed, most = PIECE) {
        const all = this.peek(), piece = all !== null ? all.subarray(0, most) : null;
        if (piece === null)
            return false;
        core.bytes(where, piece.length).set(piece);
        this.at += piece.length;
        say(piece.length);
        return true;
    }
}
