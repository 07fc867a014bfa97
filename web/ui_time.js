// SPDX-License-Identifier: MIT
//
// Places in time, in the form of the command: 1500 is a tick, and 0:30 and 1:02:03.5 are game
// times, counted from tick 0, or in a demo from its first tick marker; those of a demo that the page
// has of a teehistorian file count from tick 0 as in that file. 2026-11-21T20:14:00+0100 is a date,
// if the date of the start is known. A demo has the clock of its recorder, without a zone.

export const TICKS_A_SECOND = 50;
const TICK_MS = 20;

// Returns the tick whose date the header has.
function startTick(player) {
    return player.format === 'demo' ? player.first : 0;
}

// Returns the tick at which the game time is 0.
function timeBase(player) {
    return player.source.fromZero ? 0 : startTick(player);
}

// Returns "0:30" or "1:02:03". `digits` adds decimals of a second.
export function clockText(ticks, digits = 0) {
    const unit = 10 ** digits;
    const parts = Math.max(0, Math.floor(ticks / TICKS_A_SECOND * unit + 1e-6));
    const seconds = Math.floor(parts / unit);
    const pad = (number) => String(number).padStart(2, '0');
    const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
    const head = hours ? hours + ':' + pad(minutes) : String(minutes);
    const tail = digits ? '.' + String(parts % unit).padStart(digits, '0') : '';
    return head + ':' + pad(seconds % 60) + tail;
}

// Returns the game time of a tick as text.
export function tickText(player, tick, digits = 0) {
    return clockText(tick - timeBase(player), digits);
}

// Returns the date of a tick on the clock of the recording: "2026-11-21 20:14:00", or '' without a
// start time.
export function dateText(player, tick) {
    const {startSeconds, startZone = 0} = player.info;
    const date = new Date((startSeconds + startZone) * 1000 + Math.floor(tick - startTick(player)) * TICK_MS);
    return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19).replace('T', ' ');
}

// Returns the date at which the recording begins, or ''.
export function startText(player) {
    return dateText(player, startTick(player));
}

export function spokenTime(player, tick) {
    const seconds = Math.max(0, Math.floor((tick - timeBase(player)) / TICKS_A_SECOND));
    const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
    const parts = [[hours, 'hour'], [minutes, 'minute'], [seconds % 60, 'second']];
    return parts.filter((part, i) => part[0] || i === 2).map(([n, word]) => n + ' ' + word + (n === 1 ? '' : 's'))
        .join(' ');
}

const DATE = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,6})? ?(?:(Z)|([+-])(\d\d):?(\d\d))?$/i;

export function isDate(text) {
    return DATE.test(text.trim());
}

// Returns the tick of a date. Null for an invalid date, or one that cannot be compared with the
// start of the recording.
function parseDate(text, player) {
    const [, day, minute, second = ':00', part = '', utc, sign, hours, minutes] = DATE.exec(text);
    const {startSeconds, startZone} = player.info, hasZone = utc !== undefined || sign !== undefined;
    const offset = (sign === '-' ? -1 : 1) * (Number(hours || 0) * 3600 + Number(minutes || 0) * 60);
    const east = hasZone ? offset : startZone || 0;
    const at = Date.parse(`${day}T${minute}${second}Z`) + (Number('0' + part) - east) * 1000;
    if (startSeconds === undefined || Number.isNaN(at) || (hasZone && startZone === undefined))
        return null;
    return startTick(player) + Math.ceil((at - startSeconds * 1000) / TICK_MS);
}

// Returns the tick of a place such as "1500", "0:30", "1:02:03.5" or a date. Null for an invalid
// one.
export function parsePlace(text, player) {
    const place = text.trim();
    if (/^\d{1,9}$/.test(place))
        return Number(place);
    const match = /^(?:(\d{1,5}):)?(\d{1,5}):(\d{1,2})(?:\.(\d{1,6}))?$/.exec(place);
    if (!match)
        return isDate(place) ? parseDate(place, player) : null;
    const seconds = Number(match[1] || 0) * 3600 + Number(match[2]) * 60 + Number(match[3]);
    const parts = match[4] ? Number('0.' + match[4]) : 0;
    return timeBase(player) + seconds * TICKS_A_SECOND + Math.round(parts * TICKS_A_SECOND);
}
