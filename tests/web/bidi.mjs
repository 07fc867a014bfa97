// SPDX-License-Identifier: MIT
//
// WebDriver BiDi, by which one drives Debian's Firefox: commands and events as JSON in a WebSocket. Debian's node has
// no WebSocket for programs, so here is as much of one (RFC 6455) as that takes.

import {once} from 'node:events';
import {createHash, randomBytes} from 'node:crypto';
import {request} from 'node:http';

const TEXT = 1, CLOSE = 8, PING = 9, PONG = 10, LAST = 0x80, MASKED = 0x80;
const ACCEPT = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

// A frame to the server; such frames are masked, and a length takes no more bytes than it has to.
function frame(kind, data) {
    const mask = randomBytes(4), {length} = data;
    const head = Buffer.alloc(length < 126 ? 2 : length < 65536 ? 4 : 10);
    head[0] = LAST | kind;
    head[1] = MASKED | (length < 126 ? length : length < 65536 ? 126 : 127);
    if (head.length === 4)
        head.writeUInt16BE(length, 2);
    else if (head.length === 10)
        head.writeBigUInt64BE(BigInt(length), 2);
    return Buffer.concat([head, mask, data.map((byte, i) => byte ^ mask[i % 4])]);
}

// The first frame of the server in `bytes`, or null while it is not whole.
function parse(bytes) {
    if (bytes.length < 2)
        return null;
    const size = bytes[1] & 127, at = {126: 4, 127: 10}[size] || 2;
    if (bytes.length < at)
        return null;
    const length = at === 2 ? size : at === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if (bytes.length < at + length)
        return null;
    const kind = bytes[0] & 15, isLast = (bytes[0] & LAST) !== 0;
    return {kind, isLast, data: bytes.subarray(at, at + length), size: at + length};
}

async function connect(url) {
    const key = randomBytes(16).toString('base64');
    const upgrade = request(url.replace(/^ws:/, 'http:'), {headers: {
        connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': key, 'sec-websocket-version': '13',
    }});
    upgrade.end();
    const [response, socket] = await once(upgrade, 'upgrade');
    if (response.headers['sec-websocket-accept'] !== createHash('sha1').update(key + ACCEPT).digest('base64'))
        throw new Error('this is no WebSocket');
    return socket;
}

export class Bidi {
    // `events` gets each event: {method, params}.
    static async open(url, events) {
        const bidi = new Bidi();
        Object.assign(bidi, {events, socket: await connect(url), last: 0, waiting: new Map(), pieces: [], left: []});
        bidi.socket.on('data', (bytes) => bidi.take(bytes));
        bidi.socket.on('close', () => bidi.closed());
        return bidi;
    }

    send(method, params) {
        const id = ++this.last;
        this.socket.write(frame(TEXT, Buffer.from(JSON.stringify({id, method, params}))));
        return new Promise((resolve, reject) => this.waiting.set(id, {resolve, reject}));
    }

    take(bytes) {
        this.left.push(bytes);
        let all = Buffer.concat(this.left);
        for (let one = parse(all); one !== null; one = parse(all)) {
            all = all.subarray(one.size);
            this.takeFrame(one);
        }
        this.left = [all];
    }

    takeFrame({kind, isLast, data}) {
        if (kind === PING)
            this.socket.write(frame(PONG, data));
        else if (kind === CLOSE)
            this.socket.end();
        else if (kind < CLOSE)
            this.pieces.push(data);
        if (kind >= CLOSE || !isLast)
            return;
        const message = JSON.parse(Buffer.concat(this.pieces));
        this.pieces = [];
        this.answer(message);
    }

    answer({type, id, result, error, message, method, params}) {
        if (type === 'event')
            return this.events({method, params});
        const {resolve, reject} = this.waiting.get(id);
        this.waiting.delete(id);
        if (type === 'success')
            resolve(result);
        else
            reject(new Error(`${error}: ${message}`));
    }

    close() {
        this.socket.end();
    }

    closed() {
        this.waiting.forEach(({reject}) => reject(new Error('the browser has gone')));
        this.waiting.clear();
    }
}
